"""The fate of each row of a roster that an organiser brings, before a letter is written. Writes nothing.

Invitations themselves are written by `actions.league.invitations`, within its limits. Whether an address is somebody's
who plays here makes no difference to anything that is told: only entrants are known, whom the desk shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.actions.league import invitations
from tournaments.actions.player import strangers
from tournaments.formats.sheets.reading import Person
from tournaments.keys import rfc5322
from tournaments.language.refusals import BadSettings
from tournaments.language.speech import say
from tournaments.models import Entry, League


class Fate(StrEnum):
    INVITED = "invited"
    LATER = "later"
    IN = "in"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Judged:
    """One row. `address` is canonical where it is one, else as it was written; `why` a sentence, or ""."""

    person: Person
    address: str
    fate: Fate
    why: str = ""


def look(league: League, people: Sequence[Person]) -> list[Judged]:
    """Tell of each row what a press would do."""
    found = [(person, *_address(person.address)) for person in people]
    emails = sorted({email for _, email, why in found if not why})
    entered = _entered(league)
    enough = strangers.written_enough(emails, invitations.counted_as(league.pk), invitations.LETTERS_A_DAY)
    judged: list[Judged] = []
    before: dict[str, int] = {}
    letters = length = 0
    for person, email, why in found:
        fate = _fate(email, why, before, entered, enough)
        if fate is None:
            letters, length = letters + 1, length + len(email) + 1
            at_once = letters <= invitations.MOST_AT_ONCE and length <= invitations.LONGEST_LIST
            fate = (Fate.INVITED if at_once else Fate.LATER, "")
        if not why:
            before.setdefault(email, person.row)
        judged.append(Judged(person, email, *fate))
    return judged


def _address(written: str) -> tuple[str, str]:
    """(the canonical address, "") of a cell; (the cell, why it is refused)."""
    if not written:
        return "", say("There is no address in this row.")
    found = rfc5322.pasted(written)
    if len(found) > 1:
        return written, say("There is more than one address in this cell. Give each a row of its own.")
    one, email = found[0] if found else (written, "")
    try:
        invitations.refuse_odd(one, email)
    except BadSettings as refusal:
        return written, str(refusal)
    return email, ""


def _entered(league: League) -> dict[str, str]:
    """Registered address of each entrant -> the state of the entry in words."""
    entries = league.entries.exclude(state=Entry.State.LEFT).select_related("player")
    return {entry.player.email.lower(): str(entry.get_state_display()) for entry in entries}


def _fate(
    email: str, why: str, before: Mapping[str, int], entered: Mapping[str, str], enough: set[str]
) -> tuple[Fate, str] | None:
    """The fate of a row that gets no letter; None of one that may get one."""
    if why:
        return Fate.REFUSED, why
    if email in before:
        return Fate.REFUSED, say("It is the address of row {number} again.", number=before[email])
    if email in entered:
        return Fate.IN, entered[email]
    if email in enough:
        return Fate.REFUSED, say("This address has had enough letters today. Bring it again tomorrow.")
    return None
