"""The reader's seats in short: what waits for an answer first, then what waits for others, then what is over."""

from __future__ import annotations

from dataclasses import dataclass

from engine.languages import Reader
from tournaments import standstill
from tournaments.formats import clocks
from tournaments.models import Player, Seat, Table, Turn
from tournaments.player import sight
from tournaments.speech import say


@dataclass(frozen=True, slots=True)
class SeatCard:
    """One seat on the home page. `in_league`: whether the pages of its league are the reader's, too."""

    seat: Seat
    title: str
    headline: str
    deadline: str
    waiting_for: str
    outcome: str
    in_league: bool

    @property
    def table(self) -> Table:
        return self.seat.table


def seat_cards(player: Player) -> dict[str, list[SeatCard]]:
    """The cards in three lists: `asked`, `others`, `over`; the nearest deadline first."""
    asked: list[tuple[Turn, SeatCard]] = []
    lists: dict[str, list[SeatCard]] = {"asked": [], "others": [], "over": []}
    leagues = set(sight.visible_leagues(player).values_list("pk", flat=True))
    for seat in sight.own_seats(player):
        turn = sight.open_turn(seat)
        card = _card(seat, turn, player, seat.table.league_id in leagues)
        if seat.table.state != Table.State.RUNNING:
            lists["over"].append(card)
        elif turn is not None:
            asked.append((turn, card))
        else:
            lists["others"].append(card)
    lists["asked"] = [card for _, card in sorted(asked, key=lambda pair: pair[0].due_by)]
    return lists


def _card(seat: Seat, turn: Turn | None, player: Player, in_league: bool) -> SeatCard:
    seen = sight.sight(seat.table, player)
    return SeatCard(
        seat=seat,
        title=seen.title,
        headline=seen.headline,
        deadline=deadline_words(turn, player),
        waiting_for=seen.next_ones or say("The table goes on by itself."),
        outcome=_outcome(seat),
        in_league=in_league,
    )


def deadline_words(turn: Turn | None, player: Player | None) -> str:
    """The deadline in the reader's own zone; "" without a question."""
    if turn is None or player is None:
        return ""
    if turn.seat.table.paused_at is not None:
        return say("the clocks run again")
    return clocks.words(turn.due_by, player.zone)


def _outcome(seat: Seat) -> str:
    """How it ended for the seat; "" while it goes on."""
    if seat.table.state == Table.State.STOPPED:
        return _stopped(seat)
    result = seat.table.result
    if result is None:
        return ""
    place, points = result["ranks"][seat.number], result["totals"][seat.number]
    return say("place {place} of {last}, {points} points", place=place, last=len(result["ranks"]), points=points)


def _stopped(seat: Seat) -> str:
    why = standstill.why(seat.table)
    if why is not None and why.cancelled:
        return say("stopped, counts for nobody: the league was cancelled")
    if why is None or why.out is None:
        return seat.table.get_state_display()
    out = Reader(say("you"), True) if why.out == seat.player else Reader(str(why.out))
    return say("stopped, counts for nobody: {who:were|was} disqualified", who=out)
