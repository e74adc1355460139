"""A league like an earlier one: its settings are taken over, and its people are asked again with one press."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.organiser.test_league_form import ADD, filled
from tests.shared.cast import Cast, person, running_league
from tests.shared.desk import SignIn
from tournaments.models import Entry, League, OutboundLetter, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def earlier(cast: Cast) -> League:
    return running_league(
        cast, name="Thursdays", tag="Thursdays", max_players=9, turn_time=timedelta(hours=30), at_once=1,
        points=[5, 3, 0], tie_breaks=["points", "lot"], about="Every Thursday", vacation_days=7,
    )  # fmt: skip


def test_the_form_offers_the_leagues_that_one_organises_to_copy(
    cast: Cast, earlier: League, desk: Client, sign_in: SignIn, other_organiser: Player
) -> None:
    assert f'href="?copy={earlier.pk}"' in desk.get(ADD).content.decode()
    for stranger in (other_organiser, person("Hedda", is_staff=True, is_superuser=True)):
        client = sign_in(stranger)
        assert "?copy=" not in client.get(ADD).content.decode()
        assert client.get(f"{ADD}?copy={earlier.pk}").status_code == 404
        refused = client.post(ADD, {**filled(client), "earlier": str(earlier.pk)})
        assert refused.status_code == 422
    assert desk.get(f"{ADD}?copy=nothing").status_code == 404


def test_a_copy_has_the_settings_of_the_earlier_league_and_a_name_of_its_own(earlier: League, desk: Client) -> None:
    page = f"{ADD}?copy={earlier.pk}"
    assert "The settings are those of Thursdays." in desk.get(page).content.decode()
    assert desk.post(ADD, filled(desk, page)).status_code == 302
    copy = League.objects.latest("pk")
    assert copy.copied_from == earlier
    assert copy.name != earlier.name
    for setting in ("game", "seats", "max_players", "turn_time", "at_once", "points", "tie_breaks", "about", "access"):
        assert getattr(copy, setting) == getattr(earlier, setting), setting
    assert (copy.start, copy.start_at, copy.vacation_days) == (League.Start.HAND, None, 7)


def test_the_people_of_the_earlier_league_are_asked_again_with_one_press(
    cast: Cast, earlier: League, desk: Client
) -> None:
    desk.post(ADD, filled(desk, f"{ADD}?copy={earlier.pk}"))
    copy = League.objects.latest("pk")
    again = f"/desk/tournaments/league/{copy.pk}/again/"
    assert desk.get(again).status_code == 403, "nobody can join it yet"
    desk.post(f"/desk/tournaments/league/{copy.pk}/open/")
    assert again in desk.get(f"/desk/tournaments/league/{copy.pk}/change/").content.decode()
    Player.objects.filter(pk=cast.opponent.pk).update(dead_at=timezone.now())
    earlier.entries.filter(player=cast.third).update(state=Entry.State.OUT)
    waited = person("Wanda")
    assert "1 person who took part" in plain(desk.get(again))
    assert "or waited for a place" in plain(desk.get(again))
    earlier.entries.create(player=person("Gone"), state=Entry.State.LEFT)
    earlier.entries.create(player=waited, state=Entry.State.WAITING)
    assert "2 invitations are on the way." in plain(desk.post(again, follow=True))
    assert [letter.to for letter in OutboundLetter.objects.filter(kind="invited")] == [cast.player.email, waited.email]


def test_who_does_not_organise_the_earlier_league_asks_nobody_of_it(
    cast: Cast, earlier: League, desk: Client, sign_in: SignIn, other_organiser: Player
) -> None:
    desk.post(ADD, filled(desk, f"{ADD}?copy={earlier.pk}"))
    copy = League.objects.latest("pk")
    desk.post(f"/desk/tournaments/league/{copy.pk}/open/")
    copy.organisers.add(other_organiser)
    assert sign_in(other_organiser).post(f"/desk/tournaments/league/{copy.pk}/again/").status_code == 403
    assert not OutboundLetter.objects.filter(kind="invited").exists()


def plain(answer: Any) -> str:
    return " ".join(answer.content.decode().split())
