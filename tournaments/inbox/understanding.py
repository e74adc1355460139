"""The meaning of a mail, by the grammar of the game that it is for. Carries out nothing.

What its player was asked about ("was this you?") is kept with the letter in its own words, but for orders by number,
which are in full words. From then on it says these and no others, whatever its bytes say: what is asked is what a yes
carries out, by whichever grammar it is read then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any

import engine
from engine.language import typed
from engine.orders import reader as grammar
from engine.orders.command_words import Said, command
from engine.orders.instructions import Order, Outdated
from engine.orders.lines.first_words import seems_meant
from tournaments.formats import desk_words
from tournaments.inbox import our_rows, reply
from tournaments.keys.in_text import without_keys
from tournaments.keys.redaction import HIDDEN
from tournaments.letters import reply_serial
from tournaments.letters.parts.layout import LONGEST_QUOTE
from tournaments.models import InboundLetter, Seat
from tournaments.queries import matches

MOST_READ = 2_000  # lines of a letter that may be orders; an answer that quotes twenty of ours has fewer
MOST_READ_OF_OTHERS = 300  # of a letter that answers none of ours
MOST_GOING_ON = 200  # lines of a letter of which is asked whether they go on with words for people
MOST_LINES_ASKED, MOST_ASKED = 60, 4_000  # lines, and letters in all of them, of which a player is asked whether they
# have written them: a person reads so much to the end


def understood(row: InboundLetter) -> reply.Letter:
    """The meaning of the letter, by the grammar of its seat's game; what its player was asked about, if they were."""
    letter = by_the_grammar_of(row, bytes(row.raw))
    return _unless_in_doubt(_with_words(letter, row.shown)) if row.shown else letter


def _unless_in_doubt(letter: reply.Letter) -> reply.Letter:
    return in_doubt(letter, letter.doubt) if letter.doubt else letter


def in_doubt(letter: reply.Letter, doubt: reply.Doubt) -> reply.Letter:
    """A letter that says different things in two places: it has no line to carry out, whoever asks for its lines.

    Those that it has are left aside: see `Letter.in_doubt`.
    """
    aside = (reply.Ignored(line, reply.Why.DOUBT) for line in letter.said)
    ignored = (*aside, *letter.ignored)
    return replace(letter, lines=(), subject_order="", top=0, tail=0, ignored=ignored, doubt=doubt)


def words_in(letter: reply.Letter) -> dict[str, Said]:
    """The lines of a letter that are words to the service, the order in its subject too."""
    return _words((*letter.lines, letter.subject_order))


def words_in_doubt(letter: reply.Letter) -> dict[str, Said]:
    """The lines of a letter in doubt that would be words to the service."""
    return _words(letter.in_doubt)


def _words(lines: Iterable[str]) -> dict[str, Said]:
    """The words to the service by the lines that they stand on."""
    said = ((line, command(line)) for line in lines)
    return {line: word for line, word in said if word is not None}


def without(letter: reply.Letter, lines: Collection[str]) -> reply.Letter:
    """The letter as if these lines did not stand in it, be they in doubt."""
    places = [at for at, line in enumerate(letter.lines) if line not in lines]
    kept = tuple(letter.lines[at] for at in places)
    apart = tuple(new for new, at in enumerate(places) if at in letter.apart or at - 1 not in places)
    tail = sum(line not in lines for line in letter.lines[len(letter.lines) - letter.tail :])
    top = sum(line not in lines for line in letter.above)
    subject = "" if letter.subject_order in lines else letter.subject_order
    ignored = tuple(one for one in letter.ignored if one.why is not reply.Why.DOUBT or one.line not in lines)
    return replace(letter, lines=kept, top=top, tail=tail, apart=apart, subject_order=subject, ignored=ignored)


def as_shown(letter: reply.Letter) -> reply.Letter:
    """The letter as a question shows it: without keys."""
    subject = letter.subject_order
    return replace(letter, lines=tuple(map(_without_keys, letter.lines)), subject_order=_without_keys(subject))


def _without_keys(line: str) -> str:
    """The words that somebody says, without keys, after the same word to the service; of other lines nothing."""
    if without_keys(line) == line:
        return line
    said = command(line)
    if said is None or not said.word.spoken or without_keys(said.to) != said.to:
        return HIDDEN
    shown = f"{' '.join(filter(None, (said.name, said.to)))}: {without_keys(said.rest)}"
    return shown if without_keys(shown) == shown else HIDDEN


def can_be_asked(letter: reply.Letter) -> bool:
    """Whether a question can show all that may take effect."""
    sizes = [len(line) for line in letter.said]
    return len(sizes) <= MOST_LINES_ASKED and sum(sizes) <= MOST_ASKED and max(sizes, default=0) <= LONGEST_QUOTE


def in_full_words(letter: reply.Letter, seat: Seat, row: InboundLetter) -> tuple[reply.Letter, bool]:
    """The letter with the words that its orders by number mean now in their place, and whether it has any.

    What cannot be read, and what another menu or hand has numbered, stays as it was written.
    """
    match = matches.load(seat.table)
    if match.over:
        return letter, False
    answered, numbers = reply_serial.answered(seat, row.serial, row.numbers, match)
    asked = match.decision(seat.number)
    if asked is not None and answered not in (None, asked.serial):
        asked = None
    view, numbers = match.view(seat.number), numbers._replace(ask=True)
    reader = grammar.Reader(match.game, view, asked, seat.number, numbers=numbers)
    reads = is_order(seat)
    with typed.suggesting(0):
        lines = [
            _in_words(reader, line) if at < letter.sure or reads(line) else line for at, line in enumerate(letter.lines)
        ]
        subject = letter.subject_order and _in_words(reader, letter.subject_order)
    changed = replace(letter, lines=tuple(lines), subject_order=subject)
    return changed, changed != letter


def _in_words(reader: grammar.Reader, line: str) -> str:
    """A line in full words, if it orders by number and is understood to its end."""
    said = reader.read(line)
    orders = [one.what for one in said if isinstance(one.what, Order | Outdated) and one.what.words]
    if len(orders) < len(said) or not any(isinstance(one, Outdated) for one in orders):
        return line
    words = "; ".join(one.words for one in orders)
    return f"also {words}" if said[0].also else words


def words_of(letter: reply.Letter, *, in_words: bool = False) -> dict[str, Any]:
    """All of a letter that may take effect, for `InboundLetter.shown`. `in_words`: with words in place of numbers."""
    return {
        "in_words": in_words,
        "lines": list(letter.lines),
        "top": letter.top or letter.sure,
        "marker_found": letter.marker_found,
        "subject_order": letter.subject_order,
        "doubt": letter.doubt.name,
    }


def _with_words(letter: reply.Letter, shown: dict[str, Any]) -> reply.Letter:
    return replace(
        letter,
        lines=tuple(shown["lines"]),
        top=shown["top"],
        tail=0,  # a number there was not asked about in words
        marker_found=shown["marker_found"],
        subject_order=shown["subject_order"],
        doubt=reply.Doubt[shown["doubt"]],
        verdict=reply.Verdict.LETTER,  # of no machine: its player would not have been asked
    )


def by_the_grammar_of(row: InboundLetter, raw: bytes) -> reply.Letter:
    """The meaning of a mail, read like the letter of this row."""
    most = MOST_READ if row.seat is not None and row.proved else MOST_READ_OF_OTHERS
    letter = reply.extract(
        raw,
        is_order(row.seat, most=most),
        in_first_lines=is_order(row.seat, first_lines=True, most=most),
        words=words_for_people(row.seat),
        mail_from=row.mail_from or None,
    )
    letter = our_rows.without(letter, row, is_order(row.seat, first_lines=True))
    return _unless_in_doubt(letter)


def is_order(seat: Seat | None, *, first_lines: bool = False, most: int | None = None) -> Callable[[str], bool]:
    """The grammar for the mail reader: of the seat's game, or of all while the seat is not known.

    A letter with more lines than anybody writes or quotes that may be orders by their first word is read no further.

    most  such lines; None for MOST_READ of a letter to the seat, MOST_READ_OF_OTHERS without one
    """
    games = _games(seat)
    left = most or (MOST_READ if seat else MOST_READ_OF_OTHERS)

    def reads(line: str) -> bool:
        nonlocal left
        if seat is None and desk_words.reads(line):
            return True
        meant = [game for game in games if grammar.begins(game, line)]
        left -= bool(meant)
        return left >= 0 and any(grammar.reads(game, line, first_lines=first_lines) for game in meant)

    return reads


def words_for_people(seat: Seat | None) -> reply.Words:
    """The rules for the mail reader on words that go to people or are kept for oneself, to a seat or to none.

    In a letter with more lines below such words than anybody writes, none of them goes on with the words above it.
    """
    games = _games(seat)
    left = MOST_GOING_ON

    def spoken(line: str) -> bool:
        said = command(line)
        return (said is not None and said.word.spoken) or (seat is None and desk_words.has_words(line))

    def begins(line: str) -> bool:
        nonlocal left
        left -= 1
        return left < 0 or any(seems_meant(game, line) for game in games)

    return reply.Words(spoken, begins)


def is_small_talk(letter: reply.Letter, seat: Seat) -> bool:
    """Whether no line of the letter looks as if something were to be done by it."""
    begins, reads = words_for_people(seat).begins, is_order(seat, first_lines=True)
    return not any(begins(line) or reads(line) for line in letter.said)


def _games(seat: Seat | None) -> list[engine.Game[Any]]:
    """The games by whose grammar a letter is read: its seat's, or all while the seat is not known."""
    return [matches.game_at(seat.table)] if seat else list(engine.games.values())
