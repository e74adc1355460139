"""The profile page: name and zone, second addresses, how letters come, being forgotten."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client

from tests.shared.cast import Cast, prepared_league
from tests.shared.desk import SignIn
from tests.shared.post import answer_requests, name_address
from tournaments.actions.league import leagues
from tournaments.actions.player import preferences
from tournaments.models import Address, Entry, OutboundLetter, Player, Seat, Table
from tournaments.running import posting

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


@pytest.fixture
def anna(cast: Cast, sign_in: SignIn) -> Client:
    return sign_in(cast.player)


def test_a_player_changes_name_and_zone(cast: Cast, anna: Client) -> None:
    page = anna.get("/profile/").content.decode()
    assert 'value="Anna"' in page
    assert re.search(r'<option value="Europe/Brussels" selected', page)
    done = anna.post("/profile/", {"name": "Ελένη", "zone": "Asia/Tokyo", "language": "en"}, follow=True)
    assert "Your profile is changed." in done.content.decode()
    cast.player.refresh_from_db()
    assert (cast.player.name, cast.player.zone) == ("Ελένη", "Asia/Tokyo")


def shown(client: Client, action: str) -> dict[str, str]:
    """A form of the profile as a browser sends it when nothing has been changed in it."""
    text = re.sub(r"\s+", " ", client.get("/profile/").content.decode())
    (form,) = re.findall(rf'<form method="post" action="{action}".*?</form>', text)
    typed = re.findall(r'<input type="(?:text|hidden)" name="([\w-]+)"(?: value="([^"]*)")?', form)
    chosen = re.findall(r'<select name="([\w-]+)"(?:(?!</select>).)*?<option value="([^"]*)" selected', form)
    ticked = re.findall(r'<input type="checkbox" name="([\w-]+)"[^>]* checked', form)
    return {**dict(typed), **dict(chosen), **dict.fromkeys(ticked, "on")}


def test_a_page_from_before_a_change_changes_only_what_was_changed_on_it(cast: Cast, anna: Client) -> None:
    before = shown(anna, "/profile/")
    preferences.speak(cast.player, "de")
    anna.post("/profile/", {**before, "zone": "Europe/London"})
    cast.player.refresh_from_db()
    assert (cast.player.name, cast.player.zone, cast.player.language) == ("Anna", "Europe/London", "de")
    anna.post("/profile/", {**shown(anna, "/profile/"), "language": "en"})
    cast.player.refresh_from_db()
    assert cast.player.language == "en"


def test_nor_does_one_of_how_letters_come(cast: Cast, table: Table, anna: Client) -> None:
    entry, of_league = Entry.objects.get(player=cast.player), f"/league/{table.league_id}/letters/"
    before, in_league = shown(anna, "/profile/letters/"), shown(anna, of_league)
    preferences.choose(cast.player, {"turns": "digest"}, 20, calendar_files=True)
    preferences.fewest_for(entry)
    anna.post("/profile/letters/", {**before, "news": "off"})
    anna.post(of_league, {**in_league, "news": "now"})
    cast.player.refresh_from_db()
    entry.refresh_from_db()
    assert cast.player.ways == {"turns": "digest", "news": "off"}
    assert (cast.player.digest_hour, cast.player.calendar_files) == (20, True)
    assert entry.ways == {"turns": "digest", "receipts": "eventful", "news": "now"}
    ticked = shown(anna, "/profile/letters/")
    del ticked["calendar_files"]
    anna.post("/profile/letters/", ticked)
    cast.player.refresh_from_db()
    assert not cast.player.calendar_files


def test_a_zone_that_is_no_town_is_kept(cast: Cast, anna: Client) -> None:
    Player.objects.filter(pk=cast.player.pk).update(zone="Etc/GMT+3")
    assert '<option value="Etc/GMT+3" selected' in anna.get("/profile/").content.decode()
    assert anna.post("/profile/", {"name": "Anna", "zone": "Etc/GMT+3", "language": "en"}).status_code == 302


@pytest.mark.parametrize(
    ("name", "words"), [("undo", "reads like an order"), ("Bea", "is in Autumn League or was"), ("", "required")]
)
def test_a_refused_name_is_said_next_to_its_field(
    cast: Cast, table: Table, anna: Client, name: str, words: str
) -> None:
    page = anna.post("/profile/", {"name": name, "zone": "UTC", "language": "en"})
    assert page.status_code == 422
    assert re.search(rf'id="id_name_error">[^<]*{words}', page.content.decode())
    cast.player.refresh_from_db()
    assert (cast.player.name, cast.player.zone) == ("Anna", "Europe/Brussels")


def test_a_second_address_is_added_verified_by_a_press_and_removed(cast: Cast, anna: Client) -> None:
    page = anna.post("/profile/address/", {"email": "anna@work.example"}, follow=True).content.decode()
    assert "waits for the press" in page
    answer_requests()
    letter = OutboundLetter.objects.get(to="anna@work.example")
    path = re.search(r"https://play\.example\.org(\S+)", letter.text)
    assert path
    asks = Client().get(path[1])
    assert "This address is mine" in asks.content.decode()
    assert Address.objects.get().verified_at is None
    Client().post(path[1])
    assert "you may write from here" in anna.get("/profile/").content.decode()
    address = f"/profile/address/{Address.objects.get().pk}/remove/"
    assert anna.get(address).status_code == 302
    anna.post(address)
    assert not Address.objects.exists()


def test_an_address_of_one_s_own_or_of_nobody_s_can_be_is_refused(cast: Cast, anna: Client) -> None:
    page = anna.post("/profile/address/", {"email": cast.player.email})
    assert page.status_code == 422
    assert "This address is yours already." in page.content.decode()
    assert anna.post("/profile/address/", {"email": "no address"}).status_code == 422


def test_nobody_removes_an_address_of_another(cast: Cast, anna: Client) -> None:
    theirs = name_address(cast.opponent, "bea@work.example")
    assert anna.post(f"/profile/address/{theirs.pk}/remove/").status_code == 404
    assert Address.objects.exists()


OF_BUTTONS = {"buttons": "page", "presses": "signed-in", "pressed": "off"}


def test_how_letters_come_is_chosen_on_the_profile(cast: Cast, table: Table, anna: Client) -> None:
    ways = {"turns": "digest", "receipts": "eventful", "news": "off", **OF_BUTTONS}
    chosen = {**ways, "digest_hour": "19"}
    assert anna.get("/profile/letters/").status_code == 302
    page = anna.post("/profile/letters/", chosen, follow=True).content.decode()
    cast.player.refresh_from_db()
    assert cast.player.ways == ways
    assert cast.player.digest_hour == 19
    for words in ("Letters come to you as you have chosen.", '<option value="19" selected>', "A reminder always comes"):
        assert words in page, words


@pytest.mark.parametrize(
    "wrong", [{"turns": "off"}, {"digest_hour": "24"}, {"news": ""}, {"receipts": "digest"}, {"presses": ""}]
)
def test_what_cannot_be_chosen_changes_nothing(cast: Cast, anna: Client, wrong: dict[str, str]) -> None:
    chosen = {"turns": "now", "receipts": "now", "news": "now", **OF_BUTTONS, "digest_hour": "8"}
    assert anna.post("/profile/letters/", {**chosen, **wrong}).status_code == 422
    cast.player.refresh_from_db()
    assert cast.player.ways == {}


def test_one_league_may_have_a_way_of_its_own_and_take_it_back(cast: Cast, table: Table, anna: Client) -> None:
    entry, address = Entry.objects.get(player=cast.player), f"/league/{table.league_id}/letters/"
    assert anna.get(address).status_code == 302
    page = anna.post(address, {"turns": "digest", "receipts": "", "news": ""}, follow=True).content.decode()
    entry.refresh_from_db()
    assert entry.ways == {"turns": "digest"}
    assert "in its own way" in page
    anna.post(address, {"turns": "", "receipts": "", "news": ""})
    entry.refresh_from_db()
    assert entry.ways == {}


def test_letters_of_a_league_that_i_am_not_in_are_not_mine_to_choose(cast: Cast, table: Table, sign_in: SignIn) -> None:
    outsider = sign_in(cast.outsider)
    assert outsider.post(f"/league/{table.league_id}/letters/").status_code == 404
    prepared = prepared_league(cast, name="Spring", tag="Spring")
    assert outsider.post(f"/league/{prepared.pk}/letters/").status_code == 404


def test_being_forgotten_takes_a_tick_and_says_first_what_stays(cast: Cast, table: Table, anna: Client) -> None:
    page = anna.get("/profile/forget/").content.decode()
    for words in ("former player", "What goes", "What stays", "You sit at 1 running table.", "The stand-in plays on"):
        assert words in page, words
    assert anna.post("/profile/forget/").status_code == 422
    cast.player.refresh_from_db()
    assert cast.player.erased_at is None
    done = anna.post("/profile/forget/", {"sure": "on"}, follow=True)
    assert "You are forgotten." in done.content.decode()
    assert "_auth_user_id" not in anna.session
    cast.player.refresh_from_db()
    assert (cast.player.name, cast.player.is_active) == ("former player", False)
    assert Seat.objects.get(player=cast.player).mover == Seat.Mover.REPLACED


def test_what_is_said_to_stay_is_what_stays(cast: Cast, table: Table, anna: Client, desk: Client) -> None:
    of_the_desk = desk.get(f"/desk/tournaments/player/{cast.player.pk}/erase/").content.decode()
    for page in (anna.get("/profile/forget/").content.decode(), of_the_desk):
        assert "letters that other players have been sent" in page
        assert "own word for the chance" in page
    others = OutboundLetter.objects.exclude(player=cast.player)
    begun = others.filter(kind="begun", text__contains="Anna").order_by("pk")
    sent, waiting = begun
    assert posting.post(sent.pk)
    anna.post("/profile/forget/", {"sure": "on"})
    assert list(begun.all()) == [sent], "what has not gone out yet no longer names the player"
    assert OutboundLetter.objects.filter(pk=waiting.pk, text__contains="former player").exists()
    assert not OutboundLetter.objects.filter(player=cast.player, text__contains="Anna").exists()
    table.refresh_from_db()
    assert table.header is not None
    assert cast.words[0] in table.header["words"]


def test_other_browsers_of_a_forgotten_player_are_signed_out(cast: Cast, anna: Client, sign_in: SignIn) -> None:
    elsewhere = sign_in(cast.player)
    anna.post("/profile/forget/", {"sure": "on"})
    assert elsewhere.get("/profile/").status_code == 302


def test_the_last_organiser_of_a_league_reads_why_not(cast: Cast, sign_in: SignIn) -> None:
    league = prepared_league(cast)
    client = sign_in(cast.organiser)
    page = client.get("/profile/forget/").content.decode()
    assert f"{league} has no other organiser" in page
    assert '<button class="button">Forget me' not in page
    assert client.post("/profile/forget/", {"sure": "on"}).status_code == 422
    cast.organiser.refresh_from_db()
    assert cast.organiser.erased_at is None


def test_a_profile_is_for_signed_in_players(cast: Cast) -> None:
    for address in ("/profile/", "/profile/forget/"):
        assert Client().get(address).headers["Location"].startswith("/sign-in/")


def test_leaving_and_profiles_go_together(cast: Cast, anna: Client) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    address = f"/league/{league.pk}/letters/"
    assert address in anna.get("/profile/").content.decode()
    leagues.leave(league, cast.player)
    assert address not in anna.get("/profile/").content.decode()


def test_quiet_hours_are_chosen_and_given_up_on_the_profile(cast: Cast, anna: Client) -> None:
    page = anna.post("/profile/quiet-hours/", {"begins": "22", "ends": "7"}, follow=True).content.decode()
    assert re.search(r'<option value="22" selected', page)
    cast.player.refresh_from_db()
    assert cast.player.quiet == (22, 7)
    anna.post("/profile/quiet-hours/", {"begins": "", "ends": ""})
    cast.player.refresh_from_db()
    assert cast.player.quiet is None


@pytest.mark.parametrize(
    ("hours", "words"), [(("22", ""), "Choose both hours"), (("7", "22"), "at most 10"), (("7", "7"), "at least one")]
)
def test_quiet_hours_that_cannot_be_are_explained(cast: Cast, anna: Client, hours: tuple[str, str], words: str) -> None:
    page = anna.post("/profile/quiet-hours/", {"begins": hours[0], "ends": hours[1]})
    assert page.status_code == 422
    assert words in page.content.decode()
