"""The comparison of what was made of replies with what their labels say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.language.languages import speaking
from engine.orders import api
from engine.orders.api import Plan
from engine.orders.command_words import Said
from engine.orders.instructions import Ignored, Order, Outdated, Refused
from engine.orders.reader import Reader
from tests.shared.replies import Kind, Reply, match_at, positions

DONE = ("played", "kept", "done", "rule")


class Verdict(StrEnum):
    """The result of a comparison.

    MISSED  less was done than was meant, it was not offered, or somebody is told of a mistake that is none
    WRONG   something was done that was not meant
    """

    RIGHT = "right"
    MISSED = "missed"
    WRONG = "wrong"


class BadLabel(ValueError):
    """A label with an order that the position does not know."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a reply.

    done     canonical orders and rules that were carried out or kept, in their order
    words    words to the service that were carried out
    refused  lines that were refused, with their reason
    offers   canonical orders that the answer offers
    """

    done: tuple[str, ...]
    words: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()


def at_table(letter: str, lines: Sequence[str]) -> Outcome:
    """Carry lines out in the position of a letter, on a copy of its match: without mail, all read forgivingly."""
    position, _, language = letter.rpartition("-")
    match, asked = match_at(position).copy(), positions()[position]["asked"]
    decision = match.decision(asked)
    assert decision is not None
    with speaking(language):
        plans = {seat: Plan() for seat in range(match.seats)}
        account = api.apply_letter(match, plans, asked, lines, serial=decision.serial)
    refused = [line for line in account.lines if line.state in ("refused", "stale")]
    return Outcome(
        carried_out((line.state, line.words) for line in account.lines),
        tuple(line.words for line in account.lines if line.state == "command"),
        tuple(f"{line.text}: {line.words}" for line in refused),
        tuple(offer for line in account.lines for offer in line.nearest),
    )


def carried_out(lines: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The orders carried out or kept, of the states and words of an account; what was said once more is done once."""
    found = list(lines)
    played = {words for state, words in found if state == "played"}
    return tuple(words for state, words in found if state in DONE and not (state == "done" and words in played))


def verdict(reply: Reply, outcome: Outcome) -> Verdict:
    """Compare what was done with the label. BadLabel."""
    left = list(outcome.done)
    missing = False
    for forms in _canonical(reply, reply.does):
        found = next((done for done in left if done in forms), None)
        missing = missing or found is None
        if found is not None:
            left.remove(found)
    words = [word.split()[0] for word in reply.words]
    told = [word.split()[0].rstrip(":").lower() for word in outcome.words]
    if left or set(told) - set(words):
        return Verdict.WRONG
    if missing or set(words) - set(told) or (reply.kind is Kind.TALK and outcome.refused):
        return Verdict.MISSED
    return Verdict.MISSED if reply.asks and not _is_offered(reply, outcome) else Verdict.RIGHT


def offered(reply: Reply, outcome: Outcome) -> bool | None:
    """Whether an order that was meant, and not done, is offered; None where none has to be."""
    if reply.kind is Kind.UNCLEAR and reply.asks:
        return _is_offered(reply, outcome)
    if reply.kind is not Kind.PLAIN or not reply.does or verdict(reply, outcome) is Verdict.RIGHT:
        return None
    meant = replace(reply, asks=reply.does)
    return _is_offered(meant, replace(outcome, offers=(*outcome.offers, *outcome.done)))


def _is_offered(reply: Reply, outcome: Outcome) -> bool:
    """Whether one of the orders that may be meant is offered: an answer has room for three."""
    offered = {offer.removeprefix("also ") for offer in outcome.offers}
    return any(offered.intersection(forms) for forms in _canonical(reply, reply.asks or ()))


def _canonical(reply: Reply, orders: Iterable[str]) -> list[tuple[str, ...]]:
    """The texts that may be written down for each of these orders: the whole order, and each of its choices."""
    match, asked = match_at(reply.position), positions()[reply.position]["asked"]
    found = list[tuple[str, ...]]()
    for text in orders:
        for said in Reader(match.game, match.view(asked), match.decision(asked), asked).read(text):
            what = said.what
            if isinstance(what, Refused | Ignored | Outdated | Said):
                raise BadLabel(f"{text!r} in the label of {reply} reads as no order")
            found.append((what.words, *what.moves) if isinstance(what, Order) else (str(what), f"once {what}"))
    return found
