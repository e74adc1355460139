"""Every page of the desk that asks before it acts, and what a browser sends from one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.forms import CharField, ChoiceField, EmailField, Form
from django.utils import timezone

from tests.organiser.letters import letter_in
from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tournaments.actions.league import checkin, disqualify, leagues, offices
from tournaments.models import Case, Entry, InboundLetter, League, OfficeOffer, Role, SeatOffer, Table, Turn

DESK = "/desk/tournaments/"


def filled(form: Form) -> tuple[dict[str, Any], list[str]]:
    """A form as a browser sends it, each of its fields for words filled; and these words."""
    held = {field.html_name: field.value() for field in form}
    data = {name: value for name, value in held.items() if value is not None and value is not False}
    typed = {}
    for name, field in form.fields.items():
        if isinstance(field, ChoiceField) and not data.get(name):
            data[name] = next((value for value, _ in field.widget.choices if value), "")
        elif isinstance(field, CharField):
            typed[name] = f"{name}@example.net" if isinstance(field, EmailField) else f"typed {name} with care"
    if "addresses" in typed:
        typed["addresses"] = "somebody@example.net"
    return {**data, **typed}, list(typed.values())


def pages_that_ask(cast: Cast) -> list[str]:
    """The page of every small form of the desk, each about a row with which it can be used."""
    ended = running_league(cast, seats=2, max_players=2, provisional=timedelta(days=3), tag="Old", name="Old League")
    end(only_table(ended))
    gone = running_league(cast, tag="Gone", name="Gone League")
    disqualify.disqualify(gone.entries.get(player=cast.third).pk, cast.organiser, "two accounts", void=False)
    stopped = only_table(gone)
    bots = stopped.seats.get(player=cast.third)
    stopped.paused_at = timezone.now()
    stopped.save()
    table = only_table(running_league(cast))
    seat, league = asked_seat(table), table.league
    to_join = prepared_league(cast, tag="New", name="New League", seats=2, max_players=2)
    for player in (cast.player, cast.opponent, cast.third):
        leagues.enrol(to_join, player)
    to_join = checkin.call(to_join, cast.organiser, timezone.now() + timedelta(hours=1))
    to_join.ready_by = timezone.now() - timedelta(hours=1)
    Entry.objects.create(league=league, player=cast.outsider, state=Entry.State.WAITING)  # who may be asked again
    to_join.copied_from = league
    to_join.save()
    draft = leagues.create(cast.organiser, name="Draft League", tag="Draft", game="bruges", seats=2)
    case = Case.objects.create(seat=seat, player=seat.player, words="unfair")
    offer = SeatOffer.objects.create(
        seat=seat, by=cast.organiser, email="new@example.net", since=timezone.now(),
        until=timezone.now() + timedelta(days=1),
    )  # fmt: skip
    friend = person("Fay", is_staff=True)
    league.organisers.add(person("Gil", is_staff=True))
    henk = person("Henk")
    offices.give(league, henk, Role.HELPER)
    asked = OfficeOffer.objects.create(
        league=league, player=friend, by=cast.organiser, until=timezone.now() + timedelta(days=1)
    )
    turn, here = seat.turns.get(ended_at=None), league.entries.get(player=cast.third)
    out = Entry.objects.get(league=gone, player=cast.third)
    return [DESK + page for page in (
        f"table/turn/{turn.pk}/extend/", f"table/turn/{turn.pk}/stand-in/", f"table/seat/{seat.pk}/replace/",
        f"table/seat/{seat.pk}/help/", f"table/seat/{seat.pk}/give/",
        f"table/seat/{bots.pk}/give-back/", f"table/offer/{offer.pk}/withdraw/",
        f"table/{table.pk}/pause/", f"table/{stopped.pk}/go-on/", f"table/{table.pk}/look/",
        f"table/{only_ended(ended)}/rule/", f"table/{table.pk}/announce/", f"table/{table.pk}/back/0/",
        f"table/case/{case.pk}/", f"league/{league.pk}/cancel/", f"league/{ended.pk}/confirm/",
        f"league/entry/{here.pk}/disqualify/", f"league/entry/{out.pk}/readmit/", f"league/{to_join.pk}/invite/",
        f"league/{to_join.pk}/move-start/", f"league/{to_join.pk}/again/",
        f"league/{to_join.pk}/ready/", f"league/{to_join.pk}/silent/", f"league/{league.pk}/announce/",
        f"player/{cast.third.pk}/erase/", f"league/{league.pk}/organise/", f"league/{league.pk}/step-down/",
        f"league/{league.pk}/hand-over/", f"league/{league.pk}/office/{henk.pk}/end/",
        f"league/organiser/{asked.pk}/withdraw/", f"league/{draft.pk}/open/", f"league/{to_join.pk}/start/",
        f"inboundletter/{letter_in(table, cast.player, InboundLetter.State.LAID_ASIDE).pk}/read-again/",
    )]  # fmt: skip


def end(table: Table) -> None:
    """The game is over, and its league's results are provisional."""
    result = {"totals": [9, 8], "ranks": [1, 2], "counted": [1, 2], "tie_break": [0, 0], "stand_in": []}
    Turn.objects.filter(seat__table=table).update(ended_at=timezone.now(), judge_at=None, remind_at=None)
    now = timezone.now()
    Table.objects.filter(pk=table.pk).update(state=Table.State.FINISHED, finished_at=now, result=result)
    League.objects.filter(pk=table.league_id).update(final_by=now + timedelta(days=3))


def only_ended(league: League) -> int:
    return league.tables.get().pk
