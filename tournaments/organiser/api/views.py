"""The answers: leagues, their tables, standings and results, as the desk shows them to who organises them. Reads only.

Names of what is in an answer, and words for states, stay as they are within this version. A list is read page by page:
`next` is the address of the page that follows, null on the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import Count, Model, Q, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournaments.formats.sheets.writing import plain
from tournaments.language.speech import say
from tournaments.models import Entry, League, Player, Table
from tournaments.organiser.api.door import MOST_DIGITS, MOST_ON_A_PAGE, ON_A_PAGE, ApiError, Json, keyed, number_in
from tournaments.queries import standings as places
from tournaments.queries.access.desk_rights import organised
from tournaments.queries.exchange.sheets import drawn, finished, results_of
from tournaments.queries.names import seat_name

Row = TypeVar("Row", bound=Model)
STATES = tuple(str(state.value) for state in League.State)


@keyed
def index(request: HttpRequest, organiser: Player) -> Json:
    return {"service": settings.SERVICE_NAME, "organiser": organiser.name, "leagues": _address("leagues")}


@keyed
def leagues(request: HttpRequest, organiser: Player) -> Json:
    rows = _own(organiser).order_by("pk")
    if (state := request.GET.get("state")) is not None:
        if state not in STATES:
            raise ApiError(
                HTTPStatus.BAD_REQUEST,
                "bad_query",
                say("“state” is none of a league."),
                say("Choose one of: {states}.", states=", ".join(STATES)),
            )
        rows = rows.filter(state=state)
    found, after = _page(request, rows, "pk")
    return {"leagues": [_league(one) for one in found], "next": _next(request, after)}


@keyed
def league(request: HttpRequest, organiser: Player, pk: int) -> Json:
    return _league(get_object_or_404(_own(organiser), pk=pk))


@keyed
def tables(request: HttpRequest, organiser: Player, pk: int) -> Json:
    of = get_object_or_404(_own(organiser), pk=pk)
    found, after = _page(request, drawn(of.tables.all()), "number")
    names = dict(Player.objects.filter(entries__league=of).values_list("pk", "name"))
    return {"tables": [_table(one, names) for one in found], "next": _next(request, after)}


@keyed
def standings(request: HttpRequest, organiser: Player, pk: int) -> Json:
    of = get_object_or_404(_own(organiser), pk=pk)
    rows = places.standings(of) if of.started_at is not None else []
    names = dict(of.entries.values_list("player_id", "player__name"))
    shown: list[Json] = []
    for row in rows:
        player: Any = row.player
        shown.append(
            {
                "place": row.place,
                "player_id": player,
                "player": names[player],
                "points": plain(row.points),
                "games": row.games,
                "why": row.explanation,
            }
        )
    return {
        "final": of.state == League.State.FINISHED,
        "provisional_until": plain(of.final_by) if of.state == League.State.RUNNING else None,
        "places": shown,
    }


@keyed
def results(request: HttpRequest, organiser: Player, pk: int) -> Json:
    of = get_object_or_404(_own(organiser), pk=pk)
    found, after = _page(request, finished(of.tables.all()), "number")
    return {"results": [_result(one, of) for one in found], "next": _next(request, after)}


@keyed
def nowhere(request: HttpRequest, organiser: Player, rest: str) -> Json:
    raise Http404("there is no such address")


# --- what is in an answer ------------------------------------------------------------------------


def _own(organiser: Player) -> QuerySet[League]:
    """Leagues that the key's owner organises themselves, whatever else they may see on the desk."""
    have_place = Count("entries", filter=Q(entries__state=Entry.State.IN))
    return organised(League.objects.all(), organiser).annotate(players_in=have_place)


def _league(one: Any) -> Json:
    return {
        "id": one.pk,
        "name": one.name,
        "tag": one.tag,
        "game": one.game,
        "state": one.state,
        "access": one.access,
        "seats": one.seats,
        "players": one.players_in,
        "players_at_most": one.max_players,
        "opened_at": plain(one.opened_at),
        "started_at": plain(one.started_at),
        "ended_at": plain(one.finished_at),
        "tables": _address("tables", one.pk),
        "standings": _address("standings", one.pk),
        "results": _address("results", one.pk),
    }


def _table(one: Table, names: dict[int, str]) -> Json:
    seated = [(seat.player_id, seat_name(seat), seat.mover) for seat in one.seats.all()]
    seated = seated or [(player, names.get(player, ""), "") for player in one.lineup]
    return {
        "number": one.number,
        "state": one.state,
        "round": one.round or None,
        "paused": one.paused_at is not None,
        "opened_at": plain(one.opened_at),
        "ended_at": plain(one.finished_at),
        "commitment": one.commitment,
        "seats": [
            {"seat": number, "player_id": player, "player": name, "moved_by": mover or None}
            for number, (player, name, mover) in enumerate(seated, start=1)
        ],
    }


def _result(one: Table, of: League) -> Json:
    ids = [seat.player_id for seat in one.seats.all()]
    rows = results_of(one, of)
    names = ("seat", "player", "score", "place", "counts_as", "points")
    seats = [{"player_id": ids[at], **{name: plain(row[name]) for name in names}} for at, row in enumerate(rows)]
    return {
        "table": one.number,
        "ended_at": plain(one.finished_at),
        "counts": not (one.result or {}).get("void"),
        "seats": seats,
    }


# --- pages ---------------------------------------------------------------------------------------


def _page(request: HttpRequest, rows: QuerySet[Row], by: str) -> tuple[Sequence[Row], int | None]:
    """The rows behind `after`, at most `limit`; and the `after` of the next page, None where there is none."""
    limit = number_in(request, "limit", ON_A_PAGE, 1, MOST_ON_A_PAGE)
    after = number_in(request, "after", 0, 0, 10**MOST_DIGITS - 1)
    found = list(rows.filter(**{f"{by}__gt": after})[: limit + 1])
    return found[:limit], getattr(found[limit - 1], by) if len(found) > limit else None


def _next(request: HttpRequest, after: int | None) -> str | None:
    if after is None:
        return None
    query = request.GET.copy()
    query["after"] = str(after)
    return f"{settings.SITE_URL}{request.path}?{query.urlencode()}"


def _address(name: str, *arguments: int) -> str:
    return f"{settings.SITE_URL}{reverse(f'api:{name}', args=arguments)}"
