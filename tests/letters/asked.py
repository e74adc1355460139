"""Letters that ask, from games that bots have played to questions of certain kinds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.letters import gallery
from tests.letters.gallery import Written
from tests.shared.cast import only_table
from tournaments.actions.table.session import Session
from tournaments.letters import turn as of_turn
from tournaments.models import Player

NAMES = ("Anna", "Bea", "Chidi")


def letters_of(
    game: str, language: str, kinds: Sequence[str], *, first: int, rules: Mapping[str, Any] | None = None
) -> Iterator[Written]:
    """A letter for each kind of question, the first of them from round `first` on, each later one two rounds later.

    A question that the game does not bring is left out. `rules`: standing orders of all players.
    """
    league = gallery.league_of(NAMES, secret=60 + first, name="Autumn League", tag="Autumn", game=game)
    Player.objects.update(language=language, rules=dict(rules or {}))
    table = only_table(league)
    for number, kind in enumerate(kinds):
        gallery.play_on(table, until=first + 2 * number, kind=kind)
        s = Session.open(table.pk)
        asked = next((decision for decision in s.match.waiting if decision.kind == kind), None)
        if asked is None:
            continue
        seat = s.seats[asked.seat]
        seat.seen = max(-1, s.match.count - 12)
        draft = of_turn.turn(seat, s.turns[seat.number], s.match, s.plans[seat.number], s.news(seat))
        yield Written(f"{game}, {kind}", draft, seat, s.match, s.turns[seat.number])
