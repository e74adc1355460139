"""Options and decks on the pages: brought on the organiser's form, told and handed out before joining."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.engine.bruges.table import club_file
from tests.organiser.test_desk import ADD, SETTINGS
from tests.shared.cast import Cast, prepared_league
from tests.shared.desk import SignIn
from tournaments.actions.league import decks, leagues
from tournaments.models import Deck, League

pytestmark = pytest.mark.django_db
FILE = club_file().encode()


def upload(data: bytes = FILE, name: str = "club.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, "application/json")


def prepared(desk: Client, **more: object) -> League:
    answer = desk.post(ADD, {**SETTINGS, **more})
    assert answer.status_code == 302, answer.content.decode()
    return League.objects.get()


def test_an_organiser_brings_a_deck_and_goes_back_to_ours(desk: Client) -> None:
    league = prepared(desk, deck_file=upload())
    assert league.deck.name == "club.json"
    change = f"/desk/tournaments/league/{league.pk}/change/"
    page = desk.get(change).content.decode()
    assert "the file club.json that the organiser brought, 165 cards" in page
    assert desk.post(change, {**SETTINGS, "hours": "30"}).status_code == 302
    league.refresh_from_db()
    assert league.deck.name == "club.json"
    assert desk.post(change, {**SETTINGS, "own_deck": "on"}).status_code == 302
    league.refresh_from_db()
    assert league.deck is None
    assert "Go back to our own deck" not in desk.get(change).content.decode()


def test_another_file_on_the_same_page_is_another_press(cast: Cast, desk: Client) -> None:
    change = f"/desk/tournaments/league/{prepared(desk).pk}/change/"
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(cast.organiser)
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', browser.get(change).content.decode()))
    told = []
    for data in (FILE, FILE, FILE.replace(b"iniaturistus", b"iniaturista")):
        page = browser.post(change, {**SETTINGS, **hidden, "deck_file": upload(data)}, follow=True)
        told.append("nothing was done again" in page.content.decode())
    assert told == [False, True, False]
    assert League.objects.get().deck.text.encode() == FILE


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (FILE.replace(b'"group": "Artist"', b'"group": "Painter"', 1), "card 1 (miniaturistus), field group"),
        (FILE.replace(b'"group": "Artist"', b'"group": "<b>"', 1), "is &#x27;&lt;b&gt;&#x27;, not one of Artist"),
        (b'{\n"persons": oops\n}', "club.json, line 2: no JSON"),
        ("{\n“persons”".encode("cp1252"), "club.json, line 2: is not written in UTF-8"),
        (b"x" * (decks.MOST_BYTES + 1), "club.json is larger than 256 kB"),
        (b"", "The submitted file is empty"),
    ],
)
def test_a_wrong_deck_file_is_said_at_its_field(desk: Client, data: bytes, fault: str) -> None:
    page = desk.post(ADD, {**SETTINGS, "deck_file": upload(data)})
    assert page.status_code == 422
    assert fault in page.content.decode()
    assert list(page.context["adminform"].form.errors) == ["deck_file"]
    assert not League.objects.exists()
    assert not Deck.objects.exists()


def test_the_options_of_the_game_are_chosen_in_words(desk: Client) -> None:
    form = desk.get(ADD).content.decode()
    assert "friendly: nobody who attacks other players" in form
    league = prepared(desk, option_bruges_piles="five", option_bruges_persons="friendly")
    assert league.options == {"piles": "five", "persons": "friendly"}


def test_options_and_deck_are_told_before_joining_and_the_deck_can_be_had(cast: Cast) -> None:
    brought = decks.read("bruges", "Club Łódź.json", FILE)
    league = prepared_league(cast, deck=brought, options={"piles": "five"})
    page = Client().get(f"/league/{league.pk}/").content.decode()
    assert "five: one of each colour" in page
    assert "all: also those who attack other players" in page
    assert f"the file Club Łódź.json that the organiser brought, 165 cards, fingerprint {brought.digest[:12]}" in page
    address = f"/league/{league.pk}/deck.json"
    assert address in page
    answer = Client().get(address)
    assert answer.content == FILE
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "Club%20%C5%81%C3%B3d%C5%BA.json" in answer.headers["Content-Disposition"]


def test_our_own_deck_can_be_had_too(cast: Cast, desk: Client) -> None:
    league = prepared_league(cast)
    assert "our own, 165 cards, fingerprint" in Client().get(f"/league/{league.pk}/").content.decode()
    assert decks.read("bruges", "ours.json", Client().get(f"/league/{league.pk}/deck.json").content)
    assert desk.get(f"/desk/tournaments/league/{league.pk}/deck.json").status_code == 200


def test_a_deck_is_only_for_those_who_may_see_the_league(cast: Cast, sign_in: SignIn, desk: Client) -> None:
    draft = prepared(desk, deck_file=upload())
    address = f"/desk/tournaments/league/{draft.pk}/deck.json"
    assert desk.get(address).content == FILE
    assert Client().get(f"/league/{draft.pk}/deck.json").status_code == 404
    assert sign_in(cast.player).get(address).status_code in {302, 403, 404}
    running = prepared_league(cast, name="Winter League")
    for player in cast.players:
        leagues.enrol(running, player)
    leagues.start(running, cast.organiser)
    assert sign_in(cast.player).get(f"/league/{running.pk}/deck.json").status_code == 200
    assert sign_in(cast.outsider).get(f"/league/{running.pk}/deck.json").status_code == 404
