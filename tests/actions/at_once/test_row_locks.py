"""The rows that an act at a table or in a league locks: without that, two acts at one moment would undo each other.

On PostgreSQL alone: SQLite lets one transaction in at a time. What two acts at one moment come to is tested with real
threads in `test_at_once` and its neighbours; here are the locks that each act needs for that. What persons do
about themselves is in `test_row_locks_of_persons`, what workers do by themselves in `test_row_locks_of_jobs`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from tests.actions.at_once.held_rows import Act, held_by, on_postgresql_alone
from tests.actions.position import order
from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tests.shared.play import end_by_bots
from tests.shared.post import deliver, newest
from tournaments.actions.clock import deadlines, pausing
from tournaments.actions.commands import cases, desk, held_letters
from tournaments.actions.league import (
    announcements,
    cancel,
    disqualify,
    invitations,
    leagues,
    organisers,
    readmit,
    results,
    settings,
)
from tournaments.actions.player import appointing
from tournaments.actions.seats import offers, seats, substitutes
from tournaments.actions.table import helping, rollback
from tournaments.formats import desk_words
from tournaments.models import Case, InboundLetter, League, OfficeOffer, OutboundLetter, Table, Turn

pytestmark = [pytest.mark.django_db, on_postgresql_alone]


def _join(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast)
    return lambda: leagues.enrol(league, cast.player)


def _leave(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    return lambda: leagues.leave(league, cast.player)


def _start(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast)
    for player in cast.players:
        leagues.enrol(league, player)
    return lambda: leagues.start(league, cast.organiser)


def _cancel(cast: Cast) -> Callable[[], object]:
    league = running_league(cast)
    return lambda: cancel.cancel(league, cast.organiser, "why")


def _invite(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast)
    return lambda: invitations.invite(league, cast.organiser, "dora@example.net")


def _order(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    return lambda: order(seat, "12")


def _letter(cast: Cast) -> Callable[[], object]:
    letter = newest(asked_seat(only_table(running_league(cast))), "turn")
    return lambda: deliver(letter, "12")


def _call_once_over(cast: Cast) -> Callable[[], object]:
    table = only_table(running_league(cast, provisional=timedelta(days=3)))
    end_by_bots(table)
    letter = newest(table.seats.earliest("pk"), "final_scores")
    return lambda: deliver(letter, "vacation off", "referee it was dug twice")


def _more_time(cast: Cast) -> Callable[[], object]:
    turn = asked_seat(only_table(running_league(cast))).turns.get(ended_at=None)
    return lambda: deadlines.extend(turn.pk, timedelta(days=1), cast.organiser, "why")


def _expire(cast: Cast) -> Callable[[], object]:
    turn = asked_seat(only_table(running_league(cast))).turns.get(ended_at=None)
    past = timezone.now() - timedelta(seconds=1)
    Turn.objects.update(due_by=past, judge_at=past)
    return lambda: deadlines.expire(turn.pk)


def _pause(cast: Cast) -> Callable[[], object]:
    table = only_table(running_league(cast))
    return lambda: pausing.pause(table.pk, cast.organiser, "why")


def _roll_back(cast: Cast) -> Callable[[], object]:
    table = only_table(running_league(cast))
    order(asked_seat(table), "12")
    table.refresh_from_db()
    return lambda: rollback.roll_back(table.pk, 0, cast.organiser, "why", anew=True, seen=table.head)


def _bot(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    return lambda: seats.replace_by_stand_in(seat.pk, cast.organiser, "why")


def _give(cast: Cast) -> Callable[[], object]:
    seat, dora = asked_seat(only_table(running_league(cast))), person("Dora")
    return lambda: substitutes.give_seat(seat.pk, dora, cast.organiser, "why", epoch=0)


def _offer(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    return lambda: offers.give(seat.pk, "dora@example.net", "", cast.organiser, "why", epoch=0)


def _disqualify(cast: Cast) -> Callable[[], object]:
    entry = running_league(cast, provisional=timedelta(days=3)).entries.get(player=cast.third)
    return lambda: disqualify.disqualify(entry.pk, cast.organiser, "why", void=True)


def _readmit(cast: Cast) -> Callable[[], object]:
    entry = running_league(cast, provisional=timedelta(days=3)).entries.get(player=cast.third)
    disqualify.disqualify(entry.pk, cast.organiser, "why", void=True)
    return lambda: readmit.readmit(entry.pk, cast.organiser, "why")


def _rule(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    deliver(newest(seat, "turn"), "referee: it was dug twice")
    case = Case.objects.get().pk
    return lambda: cases.rule(case, cast.organiser, "No.")


def _rule_everywhere(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    return lambda: order(seat, "always draw red > blue everywhere")


def _rule_on_table(cast: Cast) -> Callable[[], object]:
    table = only_table(running_league(cast))
    table.state, table.result = Table.State.FINISHED, {"totals": [9, 8, 7], "ranks": [1, 2, 3], "counted": [1, 2, 3]}
    table.save()
    return lambda: results.rule(table.pk, [2, 1, 3], cast.organiser, "why")


def _change_settings(cast: Cast) -> Callable[[], object]:
    draft = leagues.create(cast.organiser, name="Winter", tag="Winter", game="bruges")
    return lambda: settings.change(draft, cast.organiser, seats=3)


def _provisional(cast: Cast) -> League:
    """A league of which all tables have ended and a case waits for a ruling."""
    league = running_league(cast, provisional=timedelta(days=3))
    Case.objects.create(seat=asked_seat(only_table(league)), player=cast.player, words="Was that right?")
    league.tables.update(state=Table.State.STOPPED)
    return league


def _end(cast: Cast) -> Callable[[], object]:
    league = _provisional(cast)
    return lambda: results.finish(league)


def _confirm(cast: Cast) -> Callable[[], object]:
    league = _provisional(cast)
    results.finish(league)
    over = [Case.objects.get().pk]
    return lambda: results.confirm(league, cast.organiser, over=over)


def _accept(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast, access=League.Access.INVITATION)
    invitations.invite(league, cast.organiser, cast.player.email)
    return lambda: invitations.accept(league.invitations.get(), "", "", "")


def _say_yes(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    row = deliver(newest(seat, "turn"), "12", sender="her@office.example", quote=False)
    return lambda: held_letters.release(row, seat.player)


def _read_again(cast: Cast) -> Callable[[], object]:
    row = deliver(newest(asked_seat(only_table(running_league(cast))), "turn"), "12")
    InboundLetter.objects.update(state=InboundLetter.State.LAID_ASIDE)
    return lambda: held_letters.read_again(row, cast.organiser)


def _open(cast: Cast) -> Callable[[], object]:
    draft = leagues.create(cast.organiser, name="Winter", tag="Winter", game="bruges")
    return lambda: leagues.open_league(draft, cast.organiser)


def _announce(cast: Cast) -> Callable[[], object]:
    league = running_league(cast)
    return lambda: announcements.announce(league, cast.organiser, "Welcome.")


def _help(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    return lambda: helping.help_player(seat.pk, cast.organiser, "Write one number.")


def _answer_daily_letter(cast: Cast) -> Callable[[], object]:
    turn = asked_seat(only_table(running_league(cast))).turns.get(ended_at=None)
    letter = OutboundLetter(player=cast.organiser, asks=[["late seat", turn.pk, turn.due_by.isoformat()]])
    row = InboundLetter.objects.create(key="k", door="test", raw=b"", received_at=timezone.now())
    said = [desk_words.Answer(1, "extend", 24)]
    return transaction.atomic(lambda: desk.answer(row, cast.organiser, letter, said, ()))


def _withdraw(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    offer = offers.give(seat.pk, "dora@example.net", "", cast.organiser, "why", epoch=0)
    assert offer is not None
    return lambda: offers.withdraw(offer.pk, cast.organiser)


def _accept_newly(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast, access=League.Access.INVITATION)
    invitations.invite(league, cast.organiser, "dora@example.net")
    return lambda: invitations.accept(league.invitations.get(), "Dora", "UTC", "")


def _come_by_link(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast, access=League.Access.LINK)
    return lambda: invitations.come_by_link(league, cast.player)


def _two_words(cast: Cast) -> Callable[[], object]:
    letter = newest(asked_seat(only_table(running_league(cast))), "turn")
    return lambda: deliver(letter, "vacation 3 to 9 May", "ready")


def _held_letter(cast: Cast) -> Callable[[], object]:
    letter = newest(asked_seat(only_table(running_league(cast))), "turn")
    return lambda: deliver(letter, "12", sender="her@office.example", quote=False)


def _asked_to_organise(cast: Cast) -> OfficeOffer:
    return organisers.ask(prepared_league(cast), cast.organiser, person("Fay", is_staff=True).email, "why")


def _ask_to_organise(cast: Cast) -> Callable[[], object]:
    league, fay = prepared_league(cast), person("Fay", is_staff=True)
    return lambda: organisers.ask(league, cast.organiser, fay.email, "why")


def _accept_to_organise(cast: Cast) -> Callable[[], object]:
    asked = _asked_to_organise(cast)
    return lambda: organisers.accept(asked)


def _decline_to_organise(cast: Cast) -> Callable[[], object]:
    asked = _asked_to_organise(cast)
    return lambda: organisers.decline(asked)


def _withdraw_question(cast: Cast) -> Callable[[], object]:
    asked = _asked_to_organise(cast)
    return lambda: organisers.withdraw(asked.pk, cast.organiser)


def _step_down(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast)
    league.organisers.add(person("Fay", is_staff=True))
    return lambda: organisers.step_down(league, cast.organiser, "why")


def _dismiss(cast: Cast) -> Callable[[], object]:
    """Two leagues, and an owner of the service who stays."""
    prepared_league(cast)
    prepared_league(cast)
    person("Hedda", is_staff=True, is_superuser=True)
    return lambda: appointing.dismiss(cast.organiser.email)


HOLD = [
    (_accept_to_organise, "league, player, table in order, player"),
    (_ask_to_organise, "league, player"),
    (_decline_to_organise, "league"),
    (_dismiss, "league in order, entry in order, player in order"),
    (_step_down, "league, entry in order, player"),
    (_withdraw_question, "league"),
    (_accept, "league, entry, player, table in order, player"),
    (_accept_newly, "league, hold address, entry, player, table in order, player"),
    (_announce, "player"),
    (_answer_daily_letter, "table in order, table"),
    (_bot, "table"),
    (_call_once_over, "inboundletter, inboundletter, hold copies of a mail, table, league, entry in order"),
    (_cancel, "table in order, league, table"),
    (_change_settings, "league"),
    (_come_by_link, "league, player"),
    (_confirm, "league, case in order"),
    (_disqualify, "table in order, league, table"),
    (_end, "league"),
    (_expire, "table"),
    (_give, "table, league, entry, player"),
    (_held_letter, "inboundletter, inboundletter, hold copies of a mail, table, hold asked about"),
    (_help, "table, player"),
    (_invite, "league, hold address, invitation"),
    (_join, "league, entry, player"),
    (_leave, "league, entry, player"),
    (_letter, "inboundletter, inboundletter, hold copies of a mail, table"),
    (_more_time, "table"),
    (_offer, "table in order, league, hold address"),
    (_open, "league, hold names of leagues"),
    (_order, "table"),
    (_pause, "table"),
    (_read_again, "inboundletter"),
    (_readmit, "table in order, league, entry, player, table, turn"),
    (_roll_back, "table"),
    (_rule, "case"),
    (_rule_everywhere, "table, player"),
    (_rule_on_table, "table, league"),
    (_say_yes, "inboundletter, player, address"),
    (_start, "league"),
    (_two_words, "inboundletter, inboundletter, hold copies of a mail, table, entry in order, player"),
    (_withdraw, "table in order"),
]


@pytest.mark.parametrize(("act", "rows"), HOLD, ids=[act.__name__.strip("_") for act, _ in HOLD])
def test_an_act_holds_the_rows_that_it_decides_by(cast: Cast, act: Act, rows: str) -> None:
    assert held_by(act(cast)) == rows
