"""The draw of a league: entries close, a public value is waited for where there is a source, lots give the tables.

What is drawn from is fixed when entries close: who is in, in which order, with which words. Nothing that anybody does
between that moment and the draw changes it. Every step can be repeated: the state of the league says which is next.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from engine.match import lots
from tournaments.actions import journal
from tournaments.actions.table import tables
from tournaments.formats import pairings
from tournaments.formats.beacons import Chain
from tournaments.letters import draws as letters
from tournaments.models import Beacon, Entry, League, Player, Table
from tournaments.models.states import there
from tournaments.outbox import outbox
from tournaments.runtime import beacons, hints, outages

MARGIN = timedelta(seconds=60)  # from the closing to the public value: letters that name its round leave before it
GIVE_UP = timedelta(hours=1)  # without an answer of the source
LOOK_AGAIN = timedelta(seconds=15)
ASK_AGAIN = timedelta(minutes=1)  # a source that nothing waits for
SOONEST, LATEST = 0.0, 300.0  # seconds that a hint may wait
BATCH = 20


def schedule(league: League, players: int) -> list[pairings.Table]:
    """The tables for that many players, numbered from 0: at least as many as for fewer players."""
    one_each = league.games == League.Games.ONE
    return pairings.one_each(players, league.seats) if one_each else pairings.cyclic(players, league.seats)


def close(league: League, entries: Iterable[Entry], actor: Player | None) -> None:
    """Close the entries and draw, or wait for the public value. Within a transaction that has the league locked.

    actor  who starts it; None for a league that starts by itself

    The order is that of first joining (the keys of the entries): leaving and joining again does not change it.
    """
    drawn = sorted(entries, key=lambda entry: entry.pk)
    now = int(timezone.now().timestamp())
    words = [entry.word for entry in drawn]
    league.draw = {"entrants": [entry.player_id for entry in drawn], "words": words, "closed": now}
    if not settings.CHANCE_SOURCE:
        _draw(league, actor)
        return
    public = {"source": settings.CHANCE_SOURCE, "closed": now, "after": now + int(MARGIN.total_seconds())}
    public |= {"words": lots.fingerprint(words), **_round(Beacon.objects.filter(source=settings.CHANCE_SOURCE), public)}
    league.draw["public"] = public
    due = _expected(public)
    league.state, league.draw_at, league.begin_at = League.State.DRAWING, due, None
    league.save(update_fields=("state", "draw", "draw_at", "begin_at"))
    for entry in drawn:
        outbox.write(letters.entries_closed(entry, league), player=entry.player, league=league, dedupe=_once(entry))
    told = f"{actor} closed the entries of {league}" if actor else f"the entries of {league} closed as it was set"
    journal.note("entries closed", told, actor=actor, league=league)
    _hint(league, due)


def _once(entry: Entry) -> str:
    return f"entries-closed:{entry.pk}"


def _round(known: Any, public: dict[str, Any]) -> dict[str, Any]:
    """The round that is waited for, if it is known when the source's rounds come out."""
    beacon = known.filter(genesis__lte=public["closed"]).first()
    return {} if beacon is None else _of_chain(Chain(beacon.genesis, beacon.period), public)


def _of_chain(chain: Chain, public: dict[str, Any]) -> dict[str, Any]:
    number = chain.round_from(public["after"])
    where = beacons.address(public["source"], number)
    return {"genesis": chain.genesis, "period": chain.period, "round": number, "address": where}


def _expected(public: dict[str, Any]) -> datetime:
    """The time when the value comes out, or when to ask as long as the round is not known."""
    known = "round" in public
    seconds = Chain(public["genesis"], public["period"]).out_at(public["round"]) if known else public["closed"]
    return datetime.fromtimestamp(seconds, UTC)


def _hint(league: League, due: datetime) -> None:
    wait = (due - timezone.now()).total_seconds()
    if wait <= LATEST:
        hints.draw(league.pk, max(wait, SOONEST))


def due(now: datetime) -> list[int]:
    """Leagues whose public value is to be asked for now."""
    waiting = League.objects.filter(state=League.State.DRAWING, draw_at__lte=now).order_by("draw_at", "pk")
    return list(waiting.values_list("pk", flat=True)[:BATCH])


def look(league_id: int) -> bool:
    """Ask for the public value that a league waits for, and draw if it is there; True if it was drawn.

    The source is asked outside of any transaction. Who comes second finds nothing to do.
    """
    public = _take(league_id)
    if public is None:
        return False
    try:
        public = _ask(public)
    except beacons.NotReached as error:
        outages.failed(_part(public["source"]), error)
        if timezone.now() < datetime.fromtimestamp(public["after"], UTC) + GIVE_UP:
            return False
        public = {**public, "given_up": int(timezone.now().timestamp())}
    return _settle(league_id, public)


@transaction.atomic
def _take(league_id: int) -> dict[str, Any] | None:
    """The draw that the league waits for, if it is time to ask; the next look is later, whatever comes of this one."""
    now = timezone.now()
    league = League.objects.select_for_update(no_key=True).get(pk=league_id)
    if league.state != League.State.DRAWING or there(league.draw_at, league, "time to look at its draw") > now:
        return None
    league.draw_at = now + LOOK_AGAIN
    league.save(update_fields=("draw_at",))
    return league.fixed_draw["public"]


def _ask(public: dict[str, Any]) -> dict[str, Any]:
    """Add the round to the draw once it is known, and its value once that is out."""
    if public["source"] != settings.CHANCE_SOURCE:
        raise beacons.NotReached("it is not the source of this service any more")
    if "round" not in public:
        public = {**public, **_of_chain(learn(public["source"]), public)}
    if _expected(public) > timezone.now():
        return public
    value = beacons.value(public["source"], public["round"])
    outages.works(_part(public["source"]))
    return {**public, **value}


@transaction.atomic
def _settle(league_id: int, public: dict[str, Any]) -> bool:
    league = League.objects.select_for_update(no_key=True).get(pk=league_id)
    if league.state != League.State.DRAWING:
        return False
    league.draw = {**league.fixed_draw, "public": public}
    if "randomness" in public or "given_up" in public:
        _draw(league)
        return True
    league.draw_at = due = _expected(public)
    league.save(update_fields=("draw", "draw_at"))
    _hint(league, due)
    return False


def _draw(league: League, actor: Player | None = None) -> None:
    """Draw the lots and open the tables; secrets not needed stay unopened. Within the transaction that wrote `draw`."""
    fixed = league.fixed_draw
    drawn = lots.draw(bytes(league.secret), fixed["words"], fixed.get("public"))
    tables_of = schedule(league, len(drawn.order))
    league.draw = {**fixed, "seed": drawn.seed}
    league.state, league.started_at, league.draw_at = League.State.RUNNING, timezone.now(), None
    league.begin_at = None
    league.save(update_fields=("state", "started_at", "draw", "draw_at", "begin_at"))
    rows = list(league.tables.order_by("number"))
    for table, places in zip(rows, tables_of, strict=False):
        table.lineup = [fixed["entrants"][drawn.order[place]] for place in places]
        table.words = [fixed["words"][drawn.order[place]] for place in places]
    Table.objects.bulk_update(rows[: len(tables_of)], ["lineup", "words"])
    league.tables.filter(pk__in=[table.pk for table in rows[len(tables_of) :]]).update(state=Table.State.UNUSED)
    tables.open_next(league)
    numbers = f"{len(drawn.order)} players, {len(tables_of)} tables"
    words = f"{actor} started {league}: {numbers}" if actor else f"the lots of {league} were drawn: {numbers}"
    if "given_up" in fixed.get("public", {}):
        words += f"; {fixed['public']['source']} could not be reached, so no public value was mixed in"
    journal.note("league started", words, actor=actor, league=league)


# --- sources -------------------------------------------------------------------------------------


def sources_to_ask(now: datetime) -> list[int]:
    """The source of this service, as long as it is not known when its rounds come out."""
    if not settings.CHANCE_SOURCE:
        return []
    beacon, _ = Beacon.objects.get_or_create(source=settings.CHANCE_SOURCE)
    waiting = Beacon.objects.filter(pk=beacon.pk, genesis=None)
    waiting = waiting.filter(Q(tried_at=None) | Q(tried_at__lte=now - ASK_AGAIN))
    return list(waiting.values_list("pk", flat=True))


def ask_source(beacon_id: int) -> None:
    """Learn when the rounds of a source come out, so that the closing of a league can name one."""
    beacon = Beacon.objects.get(pk=beacon_id)
    Beacon.objects.filter(pk=beacon_id).update(tried_at=timezone.now())
    if beacon.source != settings.CHANCE_SOURCE:
        return
    try:
        learn(beacon.source)
    except beacons.NotReached as error:
        outages.failed(_part(beacon.source), error)


def _part(source: str) -> str:
    return f"the source of public values {source}"


def learn(source: str) -> Chain:
    """Ask a source when its rounds come out, and keep the answer.

    NotReached as well for a chain that begins later: nobody could say whether and when a draw's round comes out.
    """
    chain = beacons.chain(source)
    if chain.genesis > timezone.now().timestamp():
        raise beacons.NotReached("its first round has not come out yet")
    outages.works(_part(source))
    Beacon.objects.update_or_create(source=source, defaults={"genesis": chain.genesis, "period": chain.period})
    return chain
