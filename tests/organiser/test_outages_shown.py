"""The owner sees on the desk which parts of the service were away, and ends what would never end by itself."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.shared.cast import Cast, person
from tests.shared.desk import SignIn
from tournaments.models import Heartbeat, Outage
from tournaments.runtime import heartbeats

pytestmark = pytest.mark.django_db
PAGE = "/desk/mail/"


@pytest.fixture
def owner(sign_in: SignIn) -> Client:
    return sign_in(person("Otis", is_staff=True, is_superuser=True))


@pytest.fixture
def lasting(db: None, settings: Settings) -> Outage:
    settings.OUTAGE_AFTER = timedelta(minutes=2)
    last = Heartbeat.objects.create(name=heartbeats.LISTENER, at=timezone.now() - timedelta(hours=2))
    return Outage.objects.create(source=last.name, begins_at=last.at)


def shown(client: Client) -> str:
    return " ".join(client.get(PAGE).content.decode().split())


def test_the_page_about_mail_tells_of_outages(owner: Client, lasting: Outage) -> None:
    page = shown(owner)
    assert (
        "The listener (the part that takes letters by SMTP or LMTP) has been away for 2 hours. Deadlines wait"
        in page.replace("\xa0", " ")
    )
    assert "has been away for 2 hours: deadlines wait" in page.replace("\xa0", " ")
    assert "End this outage" in page


def test_a_press_ends_an_outage_of_a_part_that_is_not_used_any_more(owner: Client, lasting: Outage) -> None:
    owner.post(PAGE, {"outage": lasting.pk})
    lasting.refresh_from_db()
    assert lasting.ends_at is not None
    page = shown(owner)
    assert "The outage has ended" in page
    assert "End this outage" not in page
    assert "The time is given back with the next sweep" in page


def test_what_is_no_outage_or_has_ended_is_not_ended_again(owner: Client, lasting: Outage) -> None:
    assert [owner.post(PAGE, {"outage": odd}).status_code for odd in ("x", "", "-1", "9" * 40, "9" * 5000)] == [404] * 5
    for _ in range(2):
        owner.post(PAGE, {"outage": lasting.pk})
    assert "This outage has ended." in shown(owner)


def test_organisers_end_no_outage(cast: Cast, desk: Client, lasting: Outage) -> None:
    assert desk.post(PAGE, {"outage": lasting.pk}).status_code == 404
    lasting.refresh_from_db()
    assert lasting.ends_at is None
