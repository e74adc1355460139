"""Who has the server's shell appoints organisers and owners of the service: `manage.py appoint`."""

from __future__ import annotations

from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.cast import Cast, make_cast, prepared_league
from tournaments.actions import leagues
from tournaments.actions.refusals import NotYours
from tournaments.models import JournalLine, Player

pytestmark = pytest.mark.django_db
NEWCOMER = "hedda@example.net"


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def appoint(email: str, **options: str | bool) -> str:
    """What the command prints."""
    call_command("appoint", email, stdout=(out := StringIO()), **options)
    return out.getvalue()


def settings_of(cast: Cast) -> dict[str, object]:
    league = prepared_league(cast)
    return {"name": "Winter", "tag": "Winter", "game": league.game, "seats": 2, "turn_time": league.turn_time}


def test_a_new_organiser_signs_in_with_the_printed_link_and_prepares_a_league(cast: Cast) -> None:
    link = appoint(NEWCOMER, name="Hedda").split()[-1]
    browser = Client()
    page = browser.post(f"{urlsplit(link).path}?{urlsplit(link).query}", secure=True)
    assert page.status_code == 302
    assert browser.get("/desk/", secure=True).status_code == 200
    hedda = Player.objects.get(email=NEWCOMER)
    assert (hedda.name, hedda.is_superuser) == ("Hedda", False)
    assert leagues.create(hedda, **settings_of(cast)).organisers.get() == hedda
    again = Client()
    again.post(f"{urlsplit(link).path}?{urlsplit(link).query}", secure=True)
    assert again.get("/desk/", secure=True).status_code == 302


def test_a_player_who_is_there_is_appointed_and_stays_as_they_are(cast: Cast) -> None:
    with pytest.raises(NotYours):
        leagues.create(cast.player, **settings_of(cast))
    told = appoint(cast.player.email.upper(), name="Somebody Else", owner=True)
    anna = Player.objects.get(pk=cast.player.pk)
    assert (anna.name, anna.zone, anna.is_staff, anna.is_superuser) == (cast.player.name, cast.player.zone, True, True)
    assert f"{anna.name} <{anna.email}> is now owner of the service." in told


def test_to_appoint_once_more_changes_nothing_and_takes_no_right_away(cast: Cast) -> None:
    appoint(NEWCOMER, owner=True)
    assert "was already owner" in appoint(NEWCOMER)
    assert Player.objects.get(email=NEWCOMER).is_superuser
    assert JournalLine.objects.filter(verb="appointed").count() == 1


def test_an_address_that_cannot_be_is_refused_in_one_line(cast: Cast) -> None:
    Player.objects.filter(pk=cast.third.pk).update(is_active=False)
    for email in ("no address", "play@mail.example.org", cast.third.email):
        with pytest.raises(CommandError):
            appoint(email)
    assert not Player.objects.filter(is_superuser=True).exists()
