"""The deciders in a league and at its tables, where some who may act for it play themselves. Reads only.

Those who decide are its active organisers, or the owners of the service where nobody organises it: of these

* who takes no part in the league, if anybody is there;
* else, on one table, who neither plays there nor ever has, if anybody is there;
* else all.

On a player of whom somebody meets a table, who meets none of them decides, if anybody is there; else all. On the only
one who decides, and takes part too, the owners of the service decide, by the same two rules.

Who takes part, or plays at the table, and is not among them leaves all decisions to them. An owner of the service who
does neither may decide in every league.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Entry, League, Officer, Player, Role, Seat, Table


def played_at(player: Player) -> QuerySet[Any]:
    """Keys of the tables at which somebody plays, or has played until another got their seat; for `pk__in`."""
    now = Seat.objects.filter(player=player).order_by().values_list("table")
    before = Seat.former.through.objects.filter(player=player).values_list("seat__table")
    return now.union(before)


def takes_part(player: Player) -> bool:
    """Whether somebody is or was in any league, or has or had any seat. Most who organise do not."""
    me, seats = Player.objects.filter(pk=player.pk).order_by(), Seat.objects.filter(player=player)
    had = Seat.former.through.objects.filter(player=player)
    return me.filter(Exists(Entry.objects.filter(player=player)) | Exists(seats) | Exists(had)).exists()


def players_of(table: Table) -> frozenset[int]:
    """Keys of all who play at a table, have played there or are in its line-up."""
    now = Seat.objects.filter(table=table, player__isnull=False).order_by().values_list("player")
    before = Seat.former.through.objects.filter(seat__table=table).values_list("player")
    return frozenset(player for (player,) in now.union(before)).union(table.lineup)


def part_of(league: League) -> frozenset[int]:
    """Keys of those who take part in a league: who play or ever had a seat, and who may still get one."""
    return frozenset(_part().filter(league=league).values_list("player", flat=True))


def deciders(
    league: League, part: Collection[int], here: Collection[int] = (), *, ruling: bool = False
) -> list[Player]:
    """The players that decide in a league, or at a table of it.

    part    as `part_of`
    here    keys of those who play at the table, or have played there
    ruling  on cases: referees decide beside the organisers
    """
    active = Player.objects.filter(is_active=True).order_by("pk")
    deciding = active.filter(_decides(league, ruling=ruling))
    return _least_involved(list(deciding) or owners(), part, here)


def _decides(league: Any, *, ruling: bool) -> Q:
    """The condition that a player decides in a league, which is a row or the way to it from an outer query."""
    organisers = League.organisers.through.objects.filter(league=league)
    referees = Officer.objects.filter(league=league, role=Role.REFEREE)
    if isinstance(league, League):  # by their keys: a condition on each player would look at all of the service
        may = organisers.order_by().values("player")
        return Q(pk__in=may.union(referees.order_by().values("player")) if ruling else may)
    here = Q(Exists(organisers.filter(player=OuterRef("pk"))))
    return here | Q(Exists(referees.filter(player=OuterRef("pk")))) if ruling else here


def _least_involved(may: list[Player], *playing: Collection[int]) -> list[Player]:
    """The players who are not in the first of the groups that does not hold all of them; all, if each group does."""
    for those in playing:
        if impartial := [player for player in may if player.pk not in those]:
            return impartial
    return may


def left_by(league: League, actor: Player, here: Collection[int] = (), *, ruling: bool = False) -> list[Player]:
    """Those to whom an actor leaves decisions in the league, or at a table of those who play `here`; [] if none."""
    part = part_of(league)
    if actor.pk not in part and actor.pk not in here:
        return []
    deciding = deciders(league, part, here, ruling=ruling)
    return [] if actor in deciding else deciding


def deciders_on(player: Player, deciding: list[Player], part: Collection[int]) -> list[Player]:
    """The deciders on a player of a league in which these decide: on the only one, who takes part too, owners do."""
    if deciding != [player] or player.pk not in part:
        return deciding
    return _least_involved([owner for owner in owners() if owner != player], part) or deciding


def owners() -> list[Player]:
    """The owners of the service who are still here."""
    return list(Player.objects.filter(is_active=True, is_superuser=True).order_by("pk"))


@dataclass(frozen=True, slots=True)
class Left:
    """The leagues and tables at which somebody decides nothing, as found when they were looked up.

    leagues  keys of those in which they take part and others decide, at every table
    tables   keys of tables at which they play, or have played, and others decide
    """

    leagues: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()

    def holds(self, table: Table) -> bool:
        return table.league_id in self.leagues or table.pk in self.tables

    def rows(self) -> QuerySet[Table]:
        """Two subqueries, because a database looks at every table where they are joined by OR."""
        every = Table.objects.order_by()
        ways = every.filter(league__in=self.leagues).values("pk").union(every.filter(pk__in=self.tables).values("pk"))
        return every.filter(pk__in=ways)


def left_to_others(actor: Player, *, ruling: bool = False) -> Left:
    """The leagues and tables left to others now. As keys: inside other statements the question takes long to write.

    ruling  of cases (`deciders`)
    """
    if not takes_part(actor):
        return Left()
    here = Seat.objects.filter(table=OuterRef(OuterRef("pk")), player=OuterRef("pk"))
    before = Seat.former.through.objects.filter(seat__table=OuterRef(OuterRef("pk")), player=OuterRef("pk"))
    left = _decided_by_others(actor, "league", Exists(here), Exists(before), ruling=ruling)
    tables = Table.objects.filter(left, pk__in=played_at(actor)).order_by()
    part = _part().filter(league=OuterRef(OuterRef("pk")), player=OuterRef("pk"))
    left = _decided_by_others(actor, "pk", Exists(part), ruling=ruling)
    leagues = League.objects.filter(left, pk__in=_part().filter(player=actor).values("league")).order_by()
    return Left(tuple(leagues.values_list("pk", flat=True)), tuple(tables.values_list("pk", flat=True)))


def players_left_to_others(actor: Player, league: League, deciding: Collection[Player]) -> dict[int, list[Player]]:
    """Others who decide on the players whom the person meets in the league, by the keys of these players.

    deciding  who decides in the league; the actor is among them
    To meet is to play, to have played or to be going to play at one table. A decision on a player touches all of the
    player's tables: it is left to those who meet them at none of these, and to nobody where there is no such person.
    """
    others = [player for player in deciding if player != actor]
    if not others:
        return {}
    met = _met(league.tables.all())
    on = ((key, [other for other in others if other.pk not in met[key]]) for key in met.get(actor.pk, ()))
    return {key: impartial for key, impartial in on if impartial}


def left_to_owners(actor: Player, player: Player) -> list[Player]:
    """Other owners, who meet a player nowhere, where the person does; of leagues that are not over."""
    entered = player.entries.exclude(league__practice=True).exclude(league__state__in=League.OVER).values("league")
    met = _met(Table.objects.filter(league__in=entered))[player.pk]
    others = [owner for owner in owners() if owner not in (actor, player) and owner.pk not in met]
    return others if actor.pk in met else []


def _met(tables: QuerySet[Table]) -> defaultdict[int, set[int]]:
    """The players that everybody meets at these tables, themselves too: by keys of players."""
    at = defaultdict[int, set[int]](set)
    found = tables.order_by().values_list("pk", "lineup", "seats__player", "seats__former")
    for pk, lineup, player, former in found:
        at[pk].update({*lineup, player, former} - {None})
    met = defaultdict[int, set[int]](set)
    for here in at.values():
        for key in here:
            met[key] |= here
    return met


def _part() -> QuerySet[Entry]:
    # Who waits for a place, or has left, may get one until the league begins. After that they have no seat in it, nor
    # one that may come back: whoever has is in, or was put out (`actions.seats.has_any`).
    out_of_play = Q(state__in=(Entry.State.WAITING, Entry.State.LEFT)) & ~Q(league__state=League.State.OPEN)
    had = Seat.former.through.objects.filter(player=OuterRef("player"), seat__table__league=OuterRef("league"))
    return Entry.objects.filter(~out_of_play | Exists(had)).order_by()


def _decided_by_others(actor: Player, league: str, *playing: Exists, ruling: bool) -> Q:
    """Whether somebody decides in place of the person, who plays: of rows of which `league` leads to theirs.

    playing  conditions of which none may hold for a decider
    """
    impartial = [~condition for condition in playing]
    active = Player.objects.filter(is_active=True)
    way = OuterRef(OuterRef(league))
    deciding, owners = active.filter(_decides(way, ruling=ruling)), active.filter(is_superuser=True)
    others = Q(Exists(deciding)) | Q(Exists(owners.filter(*impartial)))
    return Q(Exists(deciding.filter(*impartial))) | ~Q(Exists(deciding.filter(pk=actor.pk))) & others
