"""Commands that are given at a table, in letters and on its page: where in the answer they are told."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from functools import partial

from engine.game import Section
from engine.orders.api import Account, Line
from engine.orders.command_words import Said, command
from tournaments.actions.commands import anywhere, registry
from tournaments.actions.commands.command import NOTHING_UNDONE, Errand, Given, Told, Undone
from tournaments.actions.table.session import Session
from tournaments.language.refusals import WordRefused
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.models import Player, Seat, Table
from tournaments.queries.letters import identify
from tournaments.runtime import deadlocks

PLAN_WORDS = ("go on", "forget", "also", "hold", "never")


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
    return [word for word in said if not registry.of(word).beside]


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
        elif not registry.of(said).beside:
            continue
        elif said.name == "undo" and undone.done:
            s.plans[seat.number].notes.insert(0, undone.words.removesuffix("."))
            lines.append(line)
        elif why_not := once.why_not(said):
            lines.append(dataclasses.replace(line, state="refused", words=why_not.removesuffix(".")))
        else:
            answered = _answered(line, _one(Given(s, seat, said, undone)))
            lines.append(dataclasses.replace(answered, words=answered.words.removesuffix(".")))
    return dataclasses.replace(account, lines=tuple(lines))


def is_service(line: Line) -> bool:
    """Whether a line of an account is a word to the service, not one to the plan."""
    return line.state == "command" and not line.words.startswith(PLAN_WORDS)


def answer(s: Session, seat: Seat, said: Sequence[Said], undone: Undone = NOTHING_UNDONE) -> Told:
    """The outcome of the words, in one letter that answers all of them."""
    anywhere.lock(seat.owner, said)
    told = []
    for word in anywhere.language_first(said):
        with spoken_to(seat.player):
            told.append(_one(Given(s, seat, word, undone)))
    sections: list[Section] = []
    for one in told:
        sections += [section for section in one.sections if section not in sections]
    return Told(
        anywhere.fitting([words for one in told for words in one.words]),
        sections=sections,
        papers=tuple(dict.fromkeys(paper for one in told for paper in one.papers)),
        picture=any(one.picture for one in told),
    )


def on_page(s: Session, seat: Seat, account: Account, undone: Undone) -> Account:
    """The account as the page shows it: a word to the service is answered in its own line, without the position.

    Errands keep their lines as they are: `errands_on_page` carries them out once the table is written.
    """
    lines = []
    for line, said in each_once(account):
        if isinstance(said, Said) and not is_errand(said):
            line = _answered(line, _one(Given(s, seat, said, undone)))
        elif isinstance(said, str) and said:
            line = _answered(line, Told([said], refused=True))
        lines.append(line)
    return dataclasses.replace(account, lines=tuple(lines))


def errands_on_page(table: Table, player: Player, account: Account) -> Account:
    """The account with the answers to its errands, each carried out in a transaction of its own."""
    lines, room = [], anywhere.LONGEST_ANSWER
    for line, said in each_once(account):
        if isinstance(said, Said) and is_errand(said):
            errand = Errand(player, said, about=table.league, table=table, proved=True)  # signed in to the page
            line = _answered(line, deadlocks.retried(partial(anywhere.carry_out, errand)))
        if said:
            words = line.words if len(line.words) <= room else f"{line.words[:room]} … {say(anywhere.CUT)}"
            line, room = dataclasses.replace(line, words=words), max(0, room - len(line.words))
        lines.append(line)
    return dataclasses.replace(account, lines=tuple(lines))


def _answered(line: Line, told: Told) -> Line:
    """The line of a word to the service with its outcome; refused where it has no effect."""
    words = " ".join(told.words) or say("Done: a letter tells you more.")
    return dataclasses.replace(line, state="refused" if told.refused else line.state, words=words)


def is_errand(said: Said) -> bool:
    """Whether the word belongs to no table, so that it is carried out when the table has been written."""
    return registry.of(said).at_table is None


def each_once(account: Account) -> Iterator[tuple[Line, Said | str]]:
    """Each line with the word to carry out, or with the reason why not, or with "" if it is no word."""
    carried_out = anywhere.Once()
    for line in account.lines:
        said = command(line.text) if is_service(line) else None
        yield line, ("" if said is None else carried_out.why_not(said) or said)


def kind(said: Sequence[Said]) -> str:
    """The kind of the letter that answers these words, beside an answer; "" for no more than that."""
    kinds = {registry.of(word).kind for word in said}
    return next((kind for kind in registry.KINDS if kind in kinds), "")


def _one(given: Given) -> Told:
    do = registry.of(given.said).at_table
    if do is None:
        return anywhere.carry_out(_errand(given))
    try:
        return anywhere.with_taken_out(do(given), given.said)
    except WordRefused as refusal:
        return Told([str(refusal)], refused=True)


def _errand(given: Given) -> Errand:
    """Make the errand of a command; what comes from a page was signed in for."""
    s = given.s
    proved = s.letter is None or identify.vouched_for(s.letter.auth_results, s.letter.sender)
    return Errand(given.seat.owner, given.said, about=s.league, table=s.table, proved=proved, letter=s.letter)
