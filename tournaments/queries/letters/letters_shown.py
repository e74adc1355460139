"""The letters that an organiser is shown, and those that open without a look inside their table. Reads only.

A letter is of its writer or for its reader as they were when it came or went, not of whoever has the seat today. What
answers or quotes a letter says what that one says, and is shown and opened with it. Standing orders that a player has
given for all tables of a game are of all these, at whichever of them a letter tells them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import InboundLetter, League, OutboundLetter, Player, Role, Table
from tournaments.queries.access.desk_rights import HIDES, OPENED, Opponents, Scope, closed_to, opponents, own
from tournaments.queries.access.impartiality import played_at
from tournaments.queries.letters import everywhere, quoted

Letter = InboundLetter | OutboundLetter


# --- in lists ------------------------------------------------------------------------------------


def letters_shown(
    rows: QuerySet[Any], organiser: Player, mine: Scope = own, against: Opponents | None = None
) -> QuerySet[Any]:
    """Own letters without those of others at tables where the organiser plays or has played, for whatever table.

    Left out are letters of opponents and of players with the organiser's seat before or since, and those on a case
    that another organiser rules on.

    against  the organiser's opponents, where they are known already. They are looked up beforehand: with another
             condition on each letter PostgreSQL would rather read all letters than find the own ones
    """
    against = against or opponents(organiser)
    shown = mine(rows, organiser)
    if closed := against.seats.union(against.cases.values()).difference(against.taken):
        shown = shown.exclude(seat__in=closed)
    if rows.model is InboundLetter:
        return _without(shown, _of_others(against, organiser))
    for case in against.cases:  # to the organiser who rules on it
        shown = shown.exclude(dedupe__startswith=f"case:{case}:")
        shown = shown.exclude(dedupe__startswith=f"ruling:{case}:")  # that there is none, to the player alone
    theirs = [Q(seat=seat) for seat in against.taken]
    theirs += [Q(seat=None) & others for others in _of_others(against, organiser, "answers__")]
    return _without(shown, [others & (Q(player=None) | ~Q(player=organiser)) for others in theirs])


def _of_others(against: Opponents, organiser: Player, way: str = "") -> list[Q]:
    """Letters that came in from opponents without a seat, or for a seat of the organiser's while it was not that.

    way  from the rows to the letters
    """
    others = Q(**{f"{way}player": None}) | ~Q(**{f"{way}player": organiser})
    found = [
        Q(**{f"{way}seat": seat, **({f"{way}received_at__lt": since} if since else {})}) & others
        for seat, since in against.taken.items()
    ]
    if way and against.seats:
        found.append(Q(**{f"{way}seat__in": against.seats}))
    if against.players:
        found.append(Q(**{f"{way}seat": None, f"{way}player__in": against.players}))
    return found


def _without(rows: QuerySet[Any], conditions: Iterable[Q]) -> QuerySet[Any]:
    for condition in conditions:
        rows = rows.exclude(condition)
    return rows


# --- one letter ----------------------------------------------------------------------------------


def table_to_look_into(letter: Letter, organiser: Player) -> int | None:
    """A table that the organiser has to look into before they read the words of a letter; None if there is none.

    One that may be for any table of its writer stays closed until the organiser has looked inside all of these that
    they organise, and for good where they play at one that they do not organise.
    """
    if _is_theirs(letter, organiser):
        return None
    closed = closed_to(organiser).filter(pk__in=_tables(letter, organiser)).order_by("pk").values_list("pk", flat=True)
    if (found := own(closed, organiser, Role.HELPER).first()) is not None:
        return found
    return closed.filter(HIDES, pk__in=played_at(organiser)).first()


def closed_in(league: League, organiser: Player) -> Callable[[Letter], bool]:
    """Whether `table_to_look_into` gives a table, for very many letters of one league of the organiser's."""
    every = league.tables.order_by()
    inside = set(every.values_list("pk", flat=True))
    closed = set(closed_to(organiser).filter(league=league).order_by().values_list("pk", flat=True))

    def is_closed(letter: Letter) -> bool:
        if _is_theirs(letter, organiser):
            return False
        tables = _tables(letter, organiser)
        if tables <= inside:
            return not tables.isdisjoint(closed)
        return table_to_look_into(letter, organiser) is not None

    return is_closed


def quotes_other_leagues(letter: InboundLetter, organiser: Player) -> bool:
    """Whether it answers a letter of ours about a league that the organiser has nothing to do with."""
    leagues = quoted.of(letter).leagues
    return own(League.objects.filter(pk__in=leagues), organiser, Role.HELPER).count() < len(leagues)


def _is_theirs(letter: Letter, person: Player) -> bool:
    """Whether the person wrote it, or it came for a seat that was theirs at the time, or went to them."""
    if isinstance(letter, OutboundLetter):
        return letter.player_id == person.pk
    if letter.player_id == person.pk:
        return not letter.tells_another
    seat = letter.seat
    return seat is not None and seat.player_id == person.pk and (seat.since is None or letter.received_at >= seat.since)


def _tables(letter: Letter, person: Player) -> set[int]:
    """The tables of which the letter may tell, but for what it quotes of letters to the person themselves."""
    if isinstance(letter, OutboundLetter):
        answered = _tables(letter.answers, person) if letter.answers is not None else set()
        at_seat = {letter.seat.table_id} if letter.seat is not None else set()
        return at_seat | answered | _tables_all(everywhere.load(letter.everywhere), person)
    quotes = quoted.of(letter)
    found = {letter.seat.table_id} if letter.seat is not None else _tables_of(letter)
    found.update(table for table, player in quotes.tables if player != person.pk)
    return found | _tables_all(quotes.everywhere, person)


def _tables_all(told: everywhere.Told, person: Player) -> set[int]:
    """The tables where orders of others for all tables hold."""
    found: set[int] = set()
    for player, game in told:
        if player != person.pk:
            every = Table.objects.filter(HIDES, league__game=game, seats__player=player).order_by()
            found.update(every.values_list("pk", flat=True))
    return found


def _tables_of(letter: InboundLetter) -> set[int]:
    """The tables that a letter without a seat may be for: its writer's, also former ones, that ran when it came.

    All of theirs if none was.
    """
    if letter.player is None:
        return set()
    every = Table.objects.filter(pk__in=played_at(letter.player), state__in=OPENED).order_by()
    began, not_over = Q(opened_at__lte=letter.received_at), Q(finished_at=None) | Q(finished_at__gte=letter.received_at)
    played = every.filter(began, HIDES | not_over)
    return set(played.values_list("pk", flat=True)) or set(every.values_list("pk", flat=True))
