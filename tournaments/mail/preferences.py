"""How letters of each group come to a player: at once, in the daily letter, or not at all. Reads rows, changes none.

Only what can wait is here. Reminders, refusals, grace, a new deadline and the end of a game always come at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from tournaments.formats import clocks
from tournaments.mail.letters.draft import Draft
from tournaments.models import Address, Entry, League, OutboundLetter, Player, Seat

NOW, DIGEST, OFF, EVENTFUL = "now", "digest", "off", "eventful"
TURNS, RECEIPTS, NEWS = "turns", "receipts", "news"
# The ways in which letters of a group may come, the usual one first.
WAYS: dict[str, tuple[str, ...]] = {
    TURNS: (NOW, DIGEST),
    RECEIPTS: (NOW, EVENTFUL),
    NEWS: (NOW, DIGEST, OFF),
}
# What a click on "unsubscribe" means: the fewest letters with which nobody loses a seat.
FEWEST = {TURNS: DIGEST, RECEIPTS: EVENTFUL, NEWS: DIGEST}


def known(ways: Mapping[str, str]) -> dict[str, str]:
    """Those that there are: groups with one of their own ways."""
    return {group: way for group, way in ways.items() if way in WAYS.get(group, ())}


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


def way(player: Player, league: League | None, group: str) -> str:
    """How letters of that group come: as the player has said for the league, else for all, else as is usual."""
    chosen = known(player.ways)
    entry = entry_of(player, league) if league is not None else None
    if entry is not None:
        chosen |= known(entry.ways)
    return chosen.get(group, WAYS[group][0])


def group_of(draft: Draft) -> str | None:
    """The group of a letter that can wait: it asks for a turn, or says itself what the daily letter tells of it."""
    if draft.kind == "turn":
        return TURNS
    return NEWS if draft.gist else None


def state_of(draft: Draft, player: Player, league: League | None) -> str:
    """The state in which a new letter lies in the outbox."""
    group = group_of(draft)
    return state_of_group(group, player, league) if group else OutboundLetter.State.QUEUED


def state_of_group(group: str, player: Player, league: League | None) -> str:
    """The same for any letter of a group."""
    states = {DIGEST: OutboundLetter.State.FOR_DIGEST, OFF: OutboundLetter.State.NOT_WANTED}
    return states.get(way(player, league, group), OutboundLetter.State.QUEUED)


def next_digest(player: Player, now: datetime) -> datetime:
    """When the player's next daily letter goes out."""
    return clocks.next_hour(now, player.digest_hour, player.zone)


def wants_receipts(player: Player, league: League) -> bool:
    """Whether the player is told, too, that everything was played as it was written."""
    return way(player, league, RECEIPTS) == NOW
