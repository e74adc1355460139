"""Taking a table back from the desk: shown beforehand, asked for with a reason, done once."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.shared.cast import Cast, person
from tests.shared.desk import SignIn, stamp_of
from tests.shared.play import play_on
from tournaments.models import JournalLine, OutboundLetter, Table

pytestmark = pytest.mark.django_db


def page(table: Table, entry: int) -> str:
    return f"/desk/tournaments/table/{table.pk}/back/{entry}/"


FILLED = {"chance": "before", "reason": "wrong card"}


def test_the_log_leads_to_the_page_that_asks_and_the_page_shows_what_will_count_no_more(
    table: Table, desk: Client
) -> None:
    play_on(table, 6)
    table.refresh_from_db()
    log = desk.get(f"/desk/tournaments/table/{table.pk}/change/").content.decode()
    assert page(table, 2) in log
    newest = table.entries.order_by("-number")[0].number
    assert page(table, newest) not in log
    asked = desk.get(page(table, 2)).content.decode()
    assert f"What counts no more then: {newest - 2} entries" in asked
    assert not JournalLine.objects.filter(verb="rolled back").exists()
    assert desk.get(page(table, newest + 1)).status_code == 404


def test_a_press_takes_it_back_and_the_same_press_again_does_nothing(cast: Cast, table: Table, desk: Client) -> None:
    play_on(table, 6)
    table.refresh_from_db()
    assert desk.post(page(table, 2), {**FILLED, "reason": ""}).status_code == 422
    pressed = {**FILLED, "stamp": stamp_of(desk, page(table, 2))}
    done = desk.post(page(table, 2), pressed, follow=True).content.decode()
    assert "back where it stood" in done
    again = desk.post(page(table, 2), {**pressed, "reason": "once more"}, follow=True).content.decode()
    assert "since you looked" in again
    assert JournalLine.objects.filter(verb="rolled back", actor=cast.organiser).count() == 1
    assert OutboundLetter.objects.filter(kind="rolled_back").count() == 3


def test_another_organiser_takes_nothing_back(table: Table, sign_in: SignIn) -> None:
    stranger = sign_in(person("Oscar", is_staff=True))
    assert stranger.get(page(table, 0)).status_code == 404
    assert stranger.post(page(table, 0), FILLED).status_code == 404
