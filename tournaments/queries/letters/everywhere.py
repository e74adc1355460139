"""The (player, game) pairs whose standing orders for all tables a letter may tell, kept with it when it is made.

Letters tell them in many words, and they are changed afterwards: what is kept is who had given any by then. Who takes
them all back has given some all the same, for a letter may still quote what held before.
"""

from __future__ import annotations

from collections.abc import Iterable

import engine
from tournaments.models import InboundLetter, Player, Seat

Told = frozenset[tuple[int, str]]


def at_seat(player: Player | None, seat: Seat | None) -> list[tuple[int, str]]:
    """The pairs that a letter to a player, or about a seat, may tell: the rules that its words are made from."""
    people = [player] if player is not None else []
    if seat is not None and seat.player is not None and seat.player is not player:  # newer, perhaps
        people.append(seat.player)
    return sorted({(one.pk, game) for one in people for game in _games(seat) if game in one.rules})


def of_writer(letter: InboundLetter, *, typed: bool) -> Told:
    """The pairs that a letter that came in may tell: of its writer, and of the player whose seat it is for.

    typed  whether it may itself contain an order for all tables
    """
    known = Player.objects.filter(pk__in=writers(letter)).order_by().values_list("pk", "rules")
    return frozenset((pk, game) for pk, rules in known for game in _games(letter.seat) if typed or game in rules)


def writers(letter: InboundLetter) -> set[int]:
    """The players that may have written a letter that came in."""
    found = (letter.player_id, letter.seat.player_id if letter.seat else None)
    return {pk for pk in found if pk is not None}


def load(stored: Iterable[tuple[int, str]]) -> Told:
    return frozenset((player, game) for player, game in stored)


def _games(seat: Seat | None) -> Iterable[str]:
    return [seat.table.league.game] if seat is not None else engine.games
