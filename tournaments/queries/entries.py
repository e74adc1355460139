"""Entries of players in leagues, looked up once for all that ask. Reads only."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import Address, Entry, League, Player, Seat


def look_up(players: Sequence[Player], league: League) -> None:
    """Read at once how letters of a league go to its players, for `way` and for whoever writes copies."""
    entries = {entry.player_id: entry for entry in Entry.objects.filter(league=league, player__in=players).order_by()}
    for player in players:
        player.entered[league.pk] = entries.get(player.pk)
    copied = list(Address.objects.filter(player__in=players, copies=True, verified_at__isnull=False).order_by("pk"))
    for player in players:
        player.copied_to = [address for address in copied if address.player_id == player.pk]


def look_up_days_off(seats: Sequence[Seat]) -> None:
    """Read at once the entries of all who sit there, each with its days off, for `entry_of`."""
    taken = [(seat.player, seat.table.league_id) for seat in seats if seat.player is not None]
    players, leagues = {player.pk for player, _ in taken}, {league for _, league in taken}
    rows = Entry.objects.filter(player__in=players, league__in=leagues).order_by().prefetch_related("vacations")
    entries = {(entry.player_id, entry.league_id): entry for entry in rows}
    for player, league in taken:
        player.entered[league] = entries.get((player.pk, league))


def look_up_everywhere(player: Player) -> None:
    """Read at once what the player has said for each of their leagues, for `way`."""
    player.entered = {entry.league_id: entry for entry in player.entries.all()}


def entry_of(player: Player, league: League) -> Entry | None:
    """The player's entry in the league, looked up once."""
    if league.pk not in player.entered:
        look_up([player], league)
    return player.entered[league.pk]
