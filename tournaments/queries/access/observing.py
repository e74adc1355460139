"""The tables that can be observed by letter, who observes them, and what may be told of them. Reads only."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac

from tournaments.models import Entry, League, Observer, OutboundLetter, Player, Seat, Table
from tournaments.queries import replays
from tournaments.queries.access import player_rights

MOST = 50  # observers of one table
MOST_OF_ONE = 20  # tables that one person or address observes
LETTER = "observed"  # the kind of the letters, and what their keys begin with
END = "end"  # in the key of the last one


def tables() -> QuerySet[Table]:
    """Public tables at which a game is being played."""
    return player_rights.public_tables().filter(state=Table.State.RUNNING)


def leagues() -> QuerySet[League]:
    """Public leagues in which games are played."""
    return player_rights.public_leagues().filter(state=League.State.RUNNING)


def is_full(table: Table) -> bool:
    return table.observers.count() >= MOST


def plays(player: Player, table: Table) -> bool:
    """Whether the player has a seat there, whoever moves for it now."""
    return Seat.objects.filter(table=table, player=player).exists()


def of(player: Player) -> QuerySet[Observer]:
    """The rows of a player, also under an address that was theirs alone before they signed up."""
    proved = player.addresses.filter(verified_at__isnull=False).order_by().values(small=Lower("email"))
    mine = Q(player=player) | Q(email__same=player.email) | Q(address__in=proved)
    return Observer.objects.alias(address=Lower("email")).filter(mine)


def letters_to(observer: int) -> str:
    """The beginning of the keys of all letters to an observer."""
    return f"{LETTER}:{observer}:"


def observer_in(letter: OutboundLetter) -> int:
    """The number of the observer to whom a letter went."""
    return int(letter.dedupe.split(":")[1])


def is_last(letter: OutboundLetter) -> bool:
    """Whether it tells of the end, behind which nobody observes the table."""
    return letter.dedupe.split(":")[3] == END


def wrong(table: Table) -> list[QuerySet[Observer]]:
    """The rows of a table that are to end: of who has a seat there, of who is gone, and the second of one person."""
    rows = Observer.objects.filter(table=table)
    found = [rows.filter(player__is_active=False)]
    found += [of(seat.player).filter(table=table) for seat in table.seated if seat.player is not None]
    for player in Player.objects.filter(observing__table=table):
        found.append(of(player).filter(table=table, player=None))
    return found


def names_in(table: Table) -> str:
    """A keyed digest of the names that everybody reads at a table, in seat order: it tells nobody which they are."""
    names = [seat.player.public_name if seat.player is not None else "" for seat in table.seated]
    return salted_hmac("names at an observed table", "\n".join(names), algorithm="sha256").hexdigest()[:16]


def is_public(table: Table) -> bool:
    return player_rights.public_tables().filter(pk=table.pk).exists()


def may_be_told(letter: OutboundLetter) -> bool:
    """Whether everybody may still know what a letter to an observer tells, when it is sent.

    Not if its league is not public any more, if the table was taken back, or if meanwhile somebody there was erased or
    is called otherwise by those who only follow.
    """
    shown = letter.picture or {}
    table = player_rights.public_tables().filter(pk=shown.get("table", 0)).first()
    if table is None or _somebody_is_erased(table, letter):
        return False
    if shown.get("names", names_in(table)) != names_in(table):
        return False
    return table.state != Table.State.RUNNING or replays.is_of_whole_round(table, shown["entry"])


def _somebody_is_erased(table: Table, letter: OutboundLetter) -> bool:
    """Whether a player of the league was erased since the letter was written, whose name it may hold."""
    entered = Entry.objects.filter(league=table.league_id).values("player")
    seated = Seat.objects.filter(table=table, player__isnull=False).values("player")
    erased = Player.objects.filter(erased_at__gte=letter.created_at)
    return erased.filter(Q(pk__in=entered) | Q(pk__in=seated)).exists()
