"""What happens in another window while a page is at work: its player is forgotten, or loses the seat."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.actions.erasing.test_erasing import NAME, REGISTERED, SECOND, left_of
from tests.shared.cast import Cast, make_cast, only_table, prepared_league, running_league
from tests.shared.post import sign_up
from tournaments.actions.league import announcements, checkin, invitations, joining, leagues
from tournaments.actions.player import addresses, people, preferences, renewing, signed_in, takeouts, vacations
from tournaments.actions.practice import practice
from tournaments.actions.seats import offers, substitutes
from tournaments.actions.table import orders
from tournaments.inbox import ingest
from tournaments.language.refusals import Refused
from tournaments.letters import headers
from tournaments.models import Entry, League, Note, OutboundLetter, Player, Press, Seat, Table

pytestmark = pytest.mark.django_db

Act = Callable[[], object]
WRITE = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "tournaments_(?!allowance)')  # of more than a count


def acts(cast: Cast, player: Player) -> dict[str, Act]:
    """The acts that a page may be about to do, with all that it has looked up before."""
    to_join = prepared_league(cast, name="Spring", tag="Spring")
    by_link = prepared_league(cast, name="Link", tag="Link", access=League.Access.LINK)
    asked = prepared_league(cast, name="Guests", tag="Guests", access=League.Access.INVITATION)
    invitations.invite(asked, cast.organiser, REGISTERED)
    key = invitations.address(asked.invitations.get()).rstrip("/").rpartition("/")[2]
    invitation = invitations.read(key)
    seat = only_table(running_league(cast)).seats.get(number=0)
    offer = offers.give(seat.pk, REGISTERED, NAME, cast.organiser, "no time", epoch=seat.token_epoch)
    assert offer is not None
    own = Seat.objects.get(table=practice.begin(player, "bruges"), player=player)

    entered = prepared_league(cast, name="Entered", tag="Entered")
    entry = leagues.enrol(entered, player)
    organised = prepared_league(cast, name="Organised", tag="Organised")
    organised.organisers.add(player)
    question = joining_asked(player, to_join)
    ended = Seat.objects.get(table=practice.begin(player, "flandern"), player=player)
    Table.objects.filter(pk=ended.table_id).update(state=Table.State.FINISHED)

    def write(line: str) -> Act:
        return lambda: orders.take_orders(own.pk, [line], serial=None, by="page")

    return {
        "name and zone": lambda: people.change_profile(player, NAME, "Europe/Paris"),
        "a second address": lambda: addresses.add(player, SECOND),
        "how letters come": lambda: preferences.choose(player, {"news": "digest"}, 9),
        "quiet hours": lambda: preferences.keep_quiet(player, (22, 7)),
        "a language": lambda: preferences.speak(player, "de"),
        "a calendar": lambda: preferences.renew_calendar(player),
        "joining": lambda: leagues.enrol(to_join, player, NAME),
        "a league's link": lambda: invitations.come_by_link(by_link, player),
        "an invitation": lambda: invitations.accept(invitation, NAME, "UTC", ""),
        "a seat": lambda: offers.accept(offer, NAME, "UTC"),
        "practice": lambda: practice.begin(player, "venise"),
        "days off": lambda: vacations.book(player, "1 to 3 May"),
        "new addresses": lambda: renewing.renew(player),
        "the own data": lambda: takeouts.begin(player),
        "leaving": lambda: leagues.leave(entered, player),
        "being ready": lambda: checkin.ready(player, entered),
        "a yes to the settings": lambda: joining.agree(question, player),
        "a league's letters": lambda: preferences.fewest_for(entry),
        "no more of an address": lambda: addresses.remove(player, 1),
        "the end of sign-ins": lambda: signed_in.end_all(player),
        "a note at a table that has ended": lambda: orders.take_orders(
            ended.pk, [f"note: {NAME}"], serial=None, by="page", player=player
        ),
        "an announcement": lambda: announcements.announce(organised, player, NAME),
        "a note": write(f"note: {NAME}"),
        "a word to the table": write(f"say: {NAME}"),
        "a standing order": write(f"always hand 1 > any  {NAME}"),
    }


def joining_asked(player: Player, league: League) -> OutboundLetter:
    """The question whose yes enters."""
    raw = f"From: {REGISTERED}\r\nMessage-ID: <j@x.example>\r\n\r\njoin {league.name}\r\n".encode()
    ingest.read(ingest.ingest(raw, headers.bare_address(), REGISTERED).pk)
    return OutboundLetter.objects.get(kind=joining.ASKED, player=player)


def test_each_act_changes_something_while_its_player_is_there() -> None:
    """Otherwise it would leave nothing behind of anybody."""
    cast = make_cast()
    idle = []
    for what, act in acts(cast, sign_up(REGISTERED, NAME)).items():
        with transaction.atomic(), CaptureQueriesContext(connection) as asked:
            with suppress(Refused):
                act()
            transaction.set_rollback(True)
        if not any(WRITE.match(query["sql"]) for query in asked):
            idle.append(what)
    assert idle == ["no more of an address"], "the last one has no second address"


def test_who_was_forgotten_a_moment_ago_leaves_nothing_behind() -> None:
    cast = make_cast()
    player = sign_up(REGISTERED, NAME)
    todo = acts(cast, player)
    stale = Player.objects.get(pk=player.pk)
    people.erase(stale, player)
    wrong = []
    for what, act in todo.items():
        with suppress(Refused):
            act()
        if left := left_of(player):
            wrong.append((what, left))
            break
        row = Player.objects.get(pk=player.pk)
        if row.is_active or row.erased_at is None or row.entries.filter(state=Entry.State.WAITING).exists():
            wrong.append((what, []))
    assert not wrong, wrong
    assert not Player.objects.filter(email=REGISTERED).exists()


class AtTheLastMoment:
    """Does something between what a page looks up and what it then does: before its first transaction begins."""

    def __init__(self, act: Act) -> None:
        self.act, self.done = act, False

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith("SAVEPOINT") and not self.done:
            self.done = True
            self.act()
        return execute(sql, *rest)


@pytest.mark.parametrize("page", ["say", "note", "orders"])
def test_what_a_former_player_was_about_to_write_is_not_the_new_player_s(page: str) -> None:
    cast = make_cast()
    seat = only_table(running_league(cast)).seats.select_related("player").get(number=0)
    client = Client()
    client.force_login(seat.player)
    epoch = seat.token_epoch
    moment = AtTheLastMoment(
        lambda: substitutes.give_seat(seat.pk, cast.outsider, cast.organiser, "no time", epoch=epoch)
    )
    fields = {"words": "you are all fools", "to": "", "lines": "say: you are all fools", "serial": "0"}
    with connection.execute_wrapper(moment):
        client.post(f"/table/{seat.table_id}/{page}/", fields)
    assert moment.done
    seat.refresh_from_db()
    assert seat.player == cast.outsider
    assert not Press.objects.exists()
    assert not Note.objects.exists()


def test_a_page_that_was_about_to_act_for_who_is_forgotten_leads_to_the_start() -> None:
    cast = make_cast()
    player = sign_up(REGISTERED, NAME)
    client = Client()
    client.force_login(player)
    moment = AtTheLastMoment(lambda: people.erase(Player.objects.get(pk=player.pk), player))
    with connection.execute_wrapper(moment):
        answer = client.post("/profile/quiet-hours/", {"begins": "22", "ends": "7"})
    assert moment.done
    assert answer.status_code == 302
    assert not left_of(player)
    assert cast.player.is_active
