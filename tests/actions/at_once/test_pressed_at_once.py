"""Several presses of one mailed button at one moment: one effect. Real threads, real locks."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.actions.at_once.workers import at_once
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, prepared_league, running_league
from tests.shared.post import answer_requests, ask_for_link
from tournaments.actions.league import invitations
from tournaments.actions.player import sign_in_links
from tournaments.actions.seats import offers
from tournaments.models import Entry, JournalLine, League, LinkRequest, OutboundLetter, Player, Seat

pytestmark = pytest.mark.django_db(transaction=True)
PRESSES = 8


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


def page_in(letter: OutboundLetter) -> str:
    found = re.search(r"https://play\.example\.org(/\S+)", letter.text)
    assert found is not None
    return found[1]


def test_an_invitation_that_is_pressed_in_many_windows_makes_one_player_and_one_entry(cast: Cast) -> None:
    league = prepared_league(cast, access=League.Access.INVITATION)
    invitations.invite(league, cast.organiser, "dora@example.net")
    page = page_in(OutboundLetter.objects.get(kind="invited"))
    filled = {"name": "Dora", "zone": "Europe/Brussels", "accept": "on"}
    outcomes = at_once(lambda number: Client().post(page, filled).status_code, workers=PRESSES)
    assert set(outcomes) <= {302, 200}, "joined now, or the page that says so"
    assert 302 in outcomes
    assert Player.objects.filter(email="dora@example.net").count() == 1
    assert Entry.objects.filter(league=league).count() == 1
    assert OutboundLetter.objects.filter(kind="welcome").count() == 1
    assert JournalLine.objects.filter(verb="joined").count() == 1


def test_an_offered_seat_that_is_pressed_in_many_windows_makes_one_player_who_has_it(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    offers.give(seat.pk, "dora@example.net", "Dora", cast.organiser, "why", epoch=0)
    page = page_in(OutboundLetter.objects.get(kind="seat_offered"))
    filled = {"answer": "take", "name": "Dora", "zone": "Europe/Brussels", "accept": "on"}
    outcomes = at_once(lambda number: Client().post(page, filled).status_code, workers=PRESSES)
    assert set(outcomes) <= {302, 200}, "taken now, or the page that says so"
    assert Player.objects.filter(email="dora@example.net").count() == 1
    assert Seat.objects.get(pk=seat.pk).player.email == "dora@example.net"
    assert OutboundLetter.objects.filter(kind="taken_over").count() == 1
    assert JournalLine.objects.filter(verb="seat taken").count() == 1


def test_of_several_who_take_the_same_seat_at_once_one_has_it_and_no_other_an_account(cast: Cast) -> None:
    seat, emails = asked_seat(only_table(running_league(cast))), [f"new{number}@example.net" for number in range(4)]
    pages = []
    for email in emails:
        offers.give(seat.pk, email, "", cast.organiser, "why", epoch=0)
        pages.append(page_in(OutboundLetter.objects.get(to=email)))
    filled = {"answer": "take", "zone": "Europe/Brussels", "accept": "on"}
    outcomes = at_once(
        lambda number: Client().post(pages[number], {**filled, "name": f"New {'abcd'[number]}x"}).status_code,
        workers=len(emails),
    )
    assert sorted(map(str, outcomes)) == ["302", "410", "410", "410"]
    newcomer = Player.objects.get(email__in=emails)
    assert Seat.objects.get(pk=seat.pk).player == newcomer


def presses(path: str, data: dict[str, str]) -> tuple[list[int], int]:
    """The codes of the answers, and how many browsers are signed in afterwards."""
    browsers = [Client() for _ in range(PRESSES)]
    codes: list[Any] = at_once(lambda number: browsers[number].post(path, data).status_code, workers=PRESSES)
    return sorted(codes), sum("_auth_user_id" in browser.session for browser in browsers)


def test_a_sign_in_link_that_is_pressed_in_many_windows_signs_in_once(cast: Cast) -> None:
    for _ in range(2):  # who has never signed in before, and who has
        ask_for_link(cast.player.email)
        token = OutboundLetter.objects.latest("pk").text.partition("sesame=")[2].split()[0]
        codes, signed_in = presses("/sign-in/link/", {"sesame": token})
        assert codes == [302] + [410] * (PRESSES - 1)
        assert signed_in == 1


def test_of_those_who_have_read_the_same_moment_of_the_last_sign_in_one_is_signed_in(cast: Cast) -> None:
    """Every press has judged the link good before any of them writes: what counts is decided by the row alone."""
    ask_for_link(cast.player.email)
    token = OutboundLetter.objects.latest("pk").text.partition("sesame=")[2].split()[0]
    all_have_read = threading.Barrier(PRESSES)

    def press(number: int) -> Player | None:
        writes = False

        def hold_writes(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            nonlocal writes
            # SQLite lets one transaction in at a time, and there it is a statement that begins one.
            if not writes and (sql.startswith("BEGIN") or (sql.startswith("UPDATE") and "last_login" in sql)):
                writes = True
                all_have_read.wait(10)
            return execute(sql, params, many, context)

        with connection.execute_wrapper(hold_writes):
            return sign_in_links.use(token)

    outcomes = at_once(press, workers=PRESSES)
    assert all(outcome in (None, cast.player) for outcome in outcomes)
    assert outcomes.count(cast.player) == 1


def test_a_sign_up_link_that_is_pressed_in_many_windows_makes_one_player_who_is_signed_in_once(cast: Cast) -> None:
    sign_in_links.ask_to_sign_up("nina@example.net", "Nina", "Europe/Brussels")
    answer_requests()
    codes, signed_in = presses(page_in(OutboundLetter.objects.get(kind="sign_up")), {})
    assert codes == [302] + [410] * (PRESSES - 1)
    assert signed_in == 1
    assert Player.objects.filter(email="nina@example.net").count() == 1
    assert JournalLine.objects.filter(verb="signed up").count() == 1


def test_a_request_that_several_workers_answer_brings_one_letter(cast: Cast) -> None:
    sign_in_links.ask_to_sign_in(cast.player.email)
    request = LinkRequest.objects.get().pk
    outcomes = at_once(lambda _: sign_in_links.answer(request))
    assert sorted(map(str, outcomes)) == ["False"] * (len(outcomes) - 1) + ["True"]
    assert OutboundLetter.objects.count() == 1
