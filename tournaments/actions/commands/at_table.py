"""Words of a player that are no orders: which there are, and where in the answer to a letter they are told.

What each of them does is elsewhere: `answers` reads, `press` passes on, `resigning` asks.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import engine
from engine.game import Section
from engine.language import typed
from engine.orders.commands import Said, command
from engine.orders.plans import Account, Line
from tournaments.actions.commands import answers, anywhere, cases, help_topics, press, rulebooks
from tournaments.actions.commands.anywhere import Errand, Told
from tournaments.actions.seats import resigning
from tournaments.actions.table.session import Session
from tournaments.keys.in_text import taken_out
from tournaments.language.refusals import WordRefused
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.letters.parts.draft import rules_paper
from tournaments.letters.parts.frame import safe_names
from tournaments.models import Player, Seat, Table
from tournaments.queries.letters import identify
from tournaments.runtime import deadlocks

PLAN_WORDS = ("go on", "forget", "also", "hold", "never")
PRESS = ("say", "tell", "note")
BESIDE_ORDERS = ("undo", "yes", *PRESS)  # what they come to is a clause, told beside orders
ASKED = ("choice", "hand", "menu", "how")  # sections about the question itself
# What a letter is by the words that it answers: the first of these that is among them, however they stand in the
# letter. Each kind keeps from others all that those behind it keep.
KINDS = (
    (("resign",), resigning.ASKED),
    (("notes",), "notes"),
    (anywhere.OF_ALL_LEAGUES, "own_leagues"),
)
HAVE_TO_BE_SENT = (
    resigning.ASKED,
)  # however many answers there have been: without the question the word has no effect


class Undone(NamedTuple):
    """What an `undo` has come to.

    words  the sentence that tells the player
    done   whether anything was taken back
    late   whether it answers an older letter than the one about what it would take back: the player is asked
    """

    words: str
    done: bool
    late: bool = False


NOTHING_UNDONE = Undone("", done=False)
Answer = tuple[str, list[str], list[Section]]


def is_undo(line: str) -> bool:
    said = command(line)
    return said is not None and said.name == "undo"


def of(account: Account) -> list[Said]:
    """The words to the service in an account, those to the plan left out."""
    said = [command(line.text) for line in account.lines if is_service(line)]
    return [word for word in said if word is not None]


def without_late(account: Account, undone: Undone) -> Account:
    """The account in which an `undo` that came too late is stale, as orders are: the player is asked for a yes."""
    if not undone.late:
        return account
    lines = [
        dataclasses.replace(line, state="stale", words="undo") if is_service(line) and is_undo(line.text) else line
        for line in account.lines
    ]
    return dataclasses.replace(account, lines=tuple(lines))


def at_length(said: Sequence[Said]) -> list[Said]:
    """The words that get a letter of their own beside an account of orders."""
    return [word for word in said if word.name not in BESIDE_ORDERS]


def in_account(s: Session, seat: Seat, account: Account, undone: Undone) -> Account:
    """The account as a letter tells it: short words to the service have their place in it, the others have none.

    Without orders and without anything taken back there is nothing to account for, and a letter answers the words.
    """
    orders = [line for line in account.lines if not is_service(line)]
    if not orders and not undone.done:
        return dataclasses.replace(account, lines=())
    lines, once = [], anywhere.Once()
    for line in account.lines:
        said = command(line.text) if is_service(line) else None
        if said is None:
            lines.append(line)
        elif said.name not in BESIDE_ORDERS:
            continue
        elif said.name == "undo" and undone.done:
            s.plans[seat.number].notes.insert(0, undone.words.removesuffix("."))
            lines.append(line)
        elif why_not := once.why_not(said):
            lines.append(dataclasses.replace(line, state="refused", words=why_not.removesuffix(".")))
        else:
            answered = _answered(line, _one(s, seat, said, undone)[0])
            lines.append(dataclasses.replace(answered, words=answered.words.removesuffix(".")))
    return dataclasses.replace(account, lines=tuple(lines))


def is_service(line: Line) -> bool:
    """Whether a line of an account is a word to the service, not one to the plan."""
    return line.state == "command" and not line.words.startswith(PLAN_WORDS)


def answer(s: Session, seat: Seat, said: Sequence[Said], undone: Undone = NOTHING_UNDONE) -> Answer:
    """Title, paragraphs and sections of one letter that answers all of them."""
    paragraphs: list[str] = []
    sections: list[Section] = []
    anywhere.lock(seat.owner, said)
    for word in anywhere.language_first(said):
        with spoken_to(seat.player):
            told, more = _one(s, seat, word, undone)
        paragraphs += told.words
        sections += [section for section in more if section not in sections]
    return said[0].name, anywhere.fitting(paragraphs), sections


def on_page(s: Session, seat: Seat, account: Account, undone: Undone) -> Account:
    """The account as the page shows it: a word to the service is answered in its own line, without the position.

    Errands keep their lines as they are: `errands_on_page` carries them out once the table is written.
    """
    lines = []
    for line, said in _each_once(account):
        if isinstance(said, Said) and not is_errand(said):
            line = _answered(line, _one(s, seat, said, undone)[0])
        elif isinstance(said, str) and said:
            line = _answered(line, Told([said], refused=True))
        lines.append(line)
    return dataclasses.replace(account, lines=tuple(lines))


def errands_on_page(table: Table, player: Player, account: Account) -> Account:
    """The account with the answers to its errands, each carried out in a transaction of its own."""
    lines, room = [], anywhere.LONGEST_ANSWER
    for line, said in _each_once(account):
        if isinstance(said, Said) and is_errand(said):
            errand = Errand(player, said, about=table.league, table=table, proved=True)  # signed in to the page
            line = _answered(line, deadlocks.retried(partial(anywhere.carry_out, errand)))
        if said:
            words = line.words if len(line.words) <= room else f"{line.words[:room]} … {say(anywhere.CUT)}"
            line, room = dataclasses.replace(line, words=words), max(0, room - len(line.words))
        lines.append(line)
    return dataclasses.replace(account, lines=tuple(lines))


def _answered(line: Line, told: Told) -> Line:
    """The line of a word to the service with what that has come to; refused where it has no effect."""
    words = " ".join(told.words) or say("Done: a letter tells you more.")
    return dataclasses.replace(line, state="refused" if told.refused else line.state, words=words)


def is_errand(said: Said) -> bool:
    """Whether the word belongs to no table, so that it is carried out when the table has been written."""
    return said.name in anywhere.ALL and said.name not in ("help", "rules")


def _each_once(account: Account) -> Iterator[tuple[Line, Said | str]]:
    """Each line with the word to be carried out for it; else with why it is not, or "" if it is no word."""
    carried_out = anywhere.Once()
    for line in account.lines:
        said = command(line.text) if is_service(line) else None
        yield line, ("" if said is None else carried_out.why_not(said) or said)


def kind(said: Sequence[Said]) -> str:
    """What the letter that answers these words is, beside an answer; "" for no more than that."""
    names = {word.name for word in said}
    return next((kind for words, kind in KINDS if not names.isdisjoint(words)), "")


def wants_picture(said: Sequence[Said]) -> bool:
    return any(word.name == "board" for word in said)


def papers(s: Session, said: Sequence[Said]) -> tuple[str, ...]:
    """What is attached to the letter that answers these words."""
    games = [game for word in said if word.name == "rules" for game in _games_meant(s, word)]
    return tuple(dict.fromkeys(map(rules_paper, games)))


def _games_meant(s: Session, said: Said) -> list[engine.Game[Any]]:
    return rulebooks.named(said.rest, [s.match.game])


def _one(s: Session, seat: Seat, said: Said, undone: Undone) -> tuple[Told, list[Section]]:
    try:
        told, sections = _first(s, seat, said, undone)
    except WordRefused as refusal:
        return Told([str(refusal)], refused=True), []
    more = taken_out(said.rest) if said.name in (*PRESS, "referee") else []
    return Told([*told.words, *more], told.refused), sections


def _first(s: Session, seat: Seat, said: Said, undone: Undone) -> tuple[Told, list[Section]]:
    match said.name:
        case "help":
            words, sections = _help(s, seat, said.rest)
            return Told(words), sections
        case "status" | "board":
            return Told([answers.waiting(s, seat)]), _sections(s, seat)
        case "undo":
            told = Told([undone.words], refused=not undone.done)
            return told, _sections(s, seat) if s.match.decision(seat.number) else []
        case "say" | "tell" | "note":
            return Told([_press(s, seat, said)]), []
        case "yes":
            return Told([answers.unasked_yes(seat)], refused=True), []
    if said.name in anywhere.ALL and said.name != "rules":
        return anywhere.carry_out(_errand(s, seat, said)), []
    return Told(_told(s, seat, said)), []


def _help(s: Session, seat: Seat, topic: str) -> tuple[list[str], list[Section]]:
    """In general with how to answer, about a topic, or about what is asked now."""
    if not topic:
        return answers.help_in_general(), [section for section in _sections(s, seat) if section.key == "how"]
    if not any(typed.complete(word, help_topics.NOW) for word in topic.split()):
        return help_topics.about(topic, s.match.game), []
    decision = s.match.decision(seat.number)
    if decision is None:
        return [say("Nothing is asked of you now. {waiting}", waiting=answers.waiting(s, seat))], []
    headline = s.match.game.headline(s.match.view(seat.number), decision)
    asked = [section for section in _sections(s, seat) if section.key in ASKED]
    words = say("You are asked this: {headline}. {until}", headline=headline, until=answers.until(seat))
    return [words], asked


def _press(s: Session, seat: Seat, said: Said) -> str:
    if said.name == "tell":
        return press.tell(s, seat, said.to, said.rest)
    return (press.tell_all if said.name == "say" else press.note)(s, seat, said.rest)


def _told(s: Session, seat: Seat, said: Said) -> list[str]:
    match said.name:
        case "log":
            return answers.log(s, seat)
        case "orders":
            return answers.orders(s, seat)
        case "rules":
            return [*rulebooks.words(_games_meant(s, said), attached=s.letter is not None), *answers.rules(s, seat)]
        case "standings":
            return answers.standings(s.league)
        case "notes":
            return press.notes(seat)
        case "resign":
            return resigning.ask(s, seat)
        case "referee":
            return [cases.call(s, seat, said.rest)]
    return [say('"{word}" is not offered here; nothing has changed.', word=said.name)]


def _errand(s: Session, seat: Seat, said: Said) -> Errand:
    """What comes from a page was signed in for."""
    proved = s.letter is None or identify.vouched_for(s.letter.auth_results, s.letter.sender)
    return Errand(seat.owner, said, about=s.league, table=s.table, proved=proved, letter=s.letter)


def _sections(s: Session, seat: Seat) -> list[Section]:
    """The position in words as that seat sees it."""
    game, view, decision = s.match.game, s.match.view(seat.number), s.match.decision(seat.number)
    return list(game.sections(view, decision, safe_names(s.table), answers.effective(s, seat), seat.number))
