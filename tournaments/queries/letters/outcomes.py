"""The fate of a letter in, by its verdict: answered, or why it must stay without an answer. Data; writes nothing.

No letter ends with a verdict that is not listed here. An answer goes out at once, with all others when the hour is over
(`limits`), or with those to a batch (`pace`). Two letters have none though their verdict has: of orders that were all
played as they were written, where the player wants no receipt; and those of a player to whom no letter arrives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TOO_LONG = "too long to ask"  # verdict
NO_ROOM = "no room"  # verdict of a letter that would have waited for a yes
QUEUE_FULL = "queue full"  # verdict of a letter that would have waited to be read


class UnknownOutcome(LookupError):
    """A letter ends with a verdict that nobody has described here."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    verdict  as it is stored with the letter
    silent   why nobody is written to; "" where somebody is: who wrote, or the player in whose name it came
    """

    verdict: str
    silent: str = ""


_LISTED = (
    # Carried out or answered, for a seat or for none.
    Outcome("letter"),
    Outcome("yes"),
    Outcome("empty"),
    Outcome("asked"),
    Outcome("which table"),
    Outcome("no seat"),
    Outcome("nothing waited"),
    Outcome("replaced seat"),
    Outcome("former seat"),
    Outcome("invited"),
    # The player is asked whether it is theirs. Above what is asked in a day it waits on their page, as a letter says.
    Outcome("no token"),
    Outcome("other address"),
    Outcome("dmarc"),
    Outcome("too long to ask"),
    # Nobody hears anything.
    Outcome("bounce", "A mail host wrote it: an answer would come back and be answered again."),
    Outcome("auto-reply", "A machine wrote it: it would answer the answer, and so on."),
    Outcome("goes round", "Very many letters said the same on one day: a machine that answers ours would never end."),
    Outcome("duplicate", "It has come before by another address or door, and was answered then."),
    Outcome("nothing to ask", "Nobody has proved who wrote it, and there is no line in it to ask its player about."),
    Outcome("disowned", "Its player said that somebody else wrote it."),
    Outcome(
        "no room",
        "So many letters came in the name of its player that day that no more of them are kept until a yes. The player "
        "was told that letters wait, that not all are kept, and how to write so that it counts.",
    ),
    Outcome(
        "queue full",
        "Letters of many megabytes waited that day to be read with it, all in one name: nobody writes so much by hand.",
    ),
    Outcome(
        "waited too long",
        "It waited for its player's yes until its words were kept no longer. The player was told that it waited.",
    ),
    Outcome("seat given", "It waited for the yes of somebody who has the seat no more, which a letter has told them."),
    Outcome("erased", "It was not read yet when the person who wrote it was forgotten."),
    Outcome("dead token", "Its address belonged to a seat that was never its sender's."),
    Outcome("forged", "Its address was never one of ours, and its sender is nobody who plays here."),
    Outcome("stranger", "Nobody who plays here has its sender's address, or the host of that address disowns it."),
    Outcome("too many joins", "So many strangers want to join that more letters to them would be a flood."),
)
OUTCOMES: dict[str, Outcome] = {outcome.verdict: outcome for outcome in _LISTED}


def of(verdict: str) -> Outcome:
    """The outcome of that verdict. UnknownOutcome when it is not listed."""
    try:
        return OUTCOMES[verdict]
    except KeyError:
        raise UnknownOutcome(f"No letter ends as {verdict!r}: describe it in {__name__}.") from None


def told(verdict: str, account: Mapping[str, Any]) -> str:
    """The fate of a letter, for the log: its verdict, and how many of its lines had which effect."""
    counts = Counter(line["state"] for line in account.get("lines", ()))
    first = "orders" if counts and verdict == "letter" else verdict
    return ", ".join([first, *(f"{count} {state}" for state, count in counts.items())])
