"""What needs an organiser, each with the acts that solve it, the likeliest first. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from tournaments import needs
from tournaments.models import Case, InboundLetter, League, Player, Table, Turn
from tournaments.needs import Need


@dataclass(frozen=True, slots=True)
class Act:
    """A button."""

    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Shown:
    need: Need
    acts: tuple[Act, ...]


def shown(organiser: Player) -> list[Shown]:
    return [Shown(need, acts_of(need)) for need in needs.needs_of(organiser)]


def acts_of(need: Need) -> tuple[Act, ...]:
    """Where it can be solved; last, or alone, the page that shows what it is about."""
    about, see = need.about, Act(need.button, need.url)
    match about:
        case Turn():
            more_time = _act("Give more time", "extend", about.pk)
            yes = _act("Let the stand-in move", "allow-stand-in", about.pk)
            return (yes, more_time, see) if need.kind == needs.ASKED else (more_time, see)
        case Table():
            return (_act("Rule how it counts", "rule", about.pk), see)
        case Case():
            return (_act("Rule on it", "case", about.pk),)
        case League():
            return (_act("Look and confirm", "confirm", about.pk),)
        case InboundLetter() if about.state == InboundLetter.State.LAID_ASIDE:
            return (_act("Have it read again", "tournaments_inboundletter_read_again", about.pk), see)
    return (see,)


def _act(words: str, name: str, pk: int) -> Act:
    return Act(words, reverse(f"desk:{name}", args=[pk]))
