"""The players' site in the language of its reader: which one that is, and that no page keeps English words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker
from selectolax.lexbor import LexborHTMLParser

from engine.language.languages import LANGUAGES, spoken
from tests.pages.pages import Life, Place, life
from tests.shared.post import answer_requests
from tests.shared.shared_rows import made_once
from tournaments.actions.league import invitations
from tournaments.models import League, Note, OutboundLetter, Player, Press
from tournaments.queries import calendars

pytestmark = pytest.mark.django_db

FOLDER = settings.BASE_DIR / "templates"
TEMPLATES = sorted([*FOLDER.glob("*.html"), *(FOLDER / "play").glob("*.html")])
SAID = re.compile(
    r"{% comment %}.*?{% endcomment %}|{% block width %}\w*{% endblock %}|{% blocktranslate .*?{% endblocktranslate %}"
    r"|{%.*?%}|{{.*?}}|<!doctype html>",
    re.DOTALL,
)
SPOKEN = ("aria-label", "alt", "title", "placeholder", "data-one", "data-more")  # attributes that people read
WORD = re.compile(r"\S*[^\W\d_]\S*")
TAGS = re.compile(r"<[^>]*>|&\w+;")
# Neither the name of a file or of a kind of file nor the words of a letter have another language.
THE_SAME = {"PDF", "CSV", "JSON", "verify.py", "3 to 9 May"}
# What a player writes or chooses, and towns.
ELSEWHERE = "code, pre, option, .move"
GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.5"}
NEWCOMER = {"name": "Dora", "email": "dora@example.net", "zone": "Europe/Berlin"}


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Life]:
    with made_once(django_db_blocker):
        yield life()


@pytest.fixture
def client() -> Client:
    """A visitor's, whose browser asks for nothing."""
    return Client()


def page(place: Place, language: str) -> str:
    """The page as its reader gets it who reads this language."""
    browser = Client(headers={"accept-language": language})
    if place.reader is not None:
        Player.objects.filter(pk=place.reader.pk).update(language=language)
        browser.force_login(Player.objects.get(pk=place.reader.pk))
    return browser.get(place.address).content.decode()


def language_of(html: str) -> str:
    found = re.search(r'<html lang="(\w+)"', html)
    assert found
    return found[1]


def test_no_template_has_words_that_cannot_be_said_in_another_language() -> None:
    assert {template.name: words for template in TEMPLATES if (words := words_of(template) - THE_SAME)} == {}


def test_words_of_a_template_are_found_in_its_text_and_in_what_is_read_of_its_tags(tmp_path: Path) -> None:
    template = tmp_path / "page.html"
    template.write_text('<p title="A hint">Hello, {{ name }}!</p>{% translate "Said" %}<b class="big">1 &amp; 2</b>')
    assert "A hint" in words_of(template)
    assert any(words.startswith("Hello") for words in words_of(template))
    assert not any("Said" in words or "big" in words for words in words_of(template))


def words_of(template: Path) -> set[str]:
    """The words of a template as they are, in its text and in what is read of its tags."""
    source = SAID.sub("", template.read_text(encoding="utf-8"))
    found = [words for attribute in SPOKEN for words in re.findall(rf'{attribute}="([^"]*)"', source)]
    found += TAGS.sub("\n", source).splitlines()
    return {text.strip(" :·(),.#-") for text in found if re.search(r"[^\W\d_]", text)}


def test_no_page_keeps_english_words_of_its_own(made: Life) -> None:
    names = {settings.SERVICE_NAME, *Player.objects.values_list("name", flat=True)}
    names |= {*League.objects.values_list("name", flat=True), *Press.objects.values_list("words", flat=True)}
    names |= set(Note.objects.values_list("words", flat=True))
    names |= {line for about in League.objects.values_list("about", flat=True) for line in about.splitlines() if line}
    named = re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))
    forgotten: list[str] = []
    for place in made.places():
        english, german = page(place, "en"), page(place, "de")
        assert (language_of(english), language_of(german)) == ("en", "de"), place.name
        same = texts(english) & texts(german)
        forgotten += [f"{place.name}: {words}" for words in same if len(WORD.findall(named.sub("", words))) > 2]
    assert forgotten == []


def texts(html: str) -> set[str]:
    """The words of a page itself, without those that it only passes on."""
    tree = LexborHTMLParser(html)
    for node in tree.css(ELSEWHERE):
        node.decompose()
    found = [node.text_content or "" for node in tree.root.traverse(include_text=True) if node.tag == "-text"]
    found += [str(node.attributes[name]) for name in SPOKEN for node in tree.css(f"[{name}]")]
    return {" ".join(text.split()) for text in found} - THE_SAME


def test_a_visitor_reads_what_the_browser_asks_for(client: Client) -> None:
    german, other = client.get("/sign-in/", headers=GERMAN), client.get("/sign-in/", headers={"accept-language": "fr"})
    assert (language_of(german.content.decode()), german.headers["Content-Language"]) == ("de", "de")
    assert "<h1>Anmelden</h1>" in german.content.decode()
    assert (language_of(other.content.decode()), other.headers["Content-Language"]) == ("en", "en")
    assert {"Accept-Language", "Cookie"} <= set(german.headers["Vary"].split(", "))


@pytest.mark.parametrize("address", ["/", "/sign-in/", "/sign-up/", "/come/nothing/", "/invitation/nothing/"])
def test_a_visitor_may_choose_another_language(client: Client, address: str) -> None:
    before = LexborHTMLParser(client.get(address).content.decode())
    buttons = {node.attributes["value"]: node for node in before.css("button[name=language]")}
    assert {value: (node.attributes["lang"], node.text()) for value, node in buttons.items()} == {
        code: (code, name) for code, name in LANGUAGES.items()
    }
    assert [value for value, node in buttons.items() if node.attributes.get("aria-current")] == ["en"]
    after = client.post("/language/", {"language": "de", "next": address}, follow=True)
    assert after.redirect_chain == [(address, 302)]
    assert language_of(after.content.decode()) == "de"
    english = {"accept-language": "en"}
    assert language_of(client.get("/", headers=english).content.decode()) == "de"
    client.post("/language/", {"language": "en", "next": "/"})
    assert language_of(client.get("/", headers=GERMAN).content.decode()) == "en"


@pytest.mark.parametrize(
    ("cookie", "language"), [("DE", "de"), ("EN", "en"), ("En-gb", "en"), ("de-AT", "de"), ("xx", "en")]
)
def test_a_cookie_in_other_letters_is_read_or_left(client: Client, cookie: str, language: str) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = cookie
    answers = [client.get(address) for address in ("/", "/sign-up/")]
    assert [(answer.status_code, answer.headers["Content-Language"]) for answer in answers] == [(200, language)] * 2
    client.post("/sign-up/", NEWCOMER)
    press_sign_up(Client(headers={"accept-language": "fr"}))
    assert Player.objects.get(email=NEWCOMER["email"]).language == language


def test_choosing_leads_nowhere_else_and_takes_no_other_language(client: Client) -> None:
    elsewhere = client.post("/language/", {"language": "xx", "next": "https://elsewhere.example/"})
    assert elsewhere.headers["Location"] == "/"
    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies
    assert Client(enforce_csrf_checks=True).post("/language/", {"language": "de"}).status_code == 403


def test_a_signed_in_player_reads_the_language_of_the_profile(made: Life, client: Client) -> None:
    Player.objects.filter(pk=made.cast.player.pk).update(language="de")
    client.force_login(made.cast.player)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    html = client.get("/", headers={"accept-language": "en"}).content.decode()
    assert language_of(html) == "de"
    assert "Meine Partien" in html
    assert 'name="language"' not in html


def test_who_signs_out_goes_on_reading_the_same_language(made: Life, client: Client) -> None:
    Player.objects.filter(pk=made.cast.player.pk).update(language="de")
    client.force_login(made.cast.player)
    html = client.post("/sign-out/", follow=True, headers={"accept-language": "en"}).content.decode()
    assert language_of(html) == "de"
    assert "Du bist abgemeldet." in html


def test_our_own_rules_of_conduct_are_said_in_german_and_an_organisers_are_left(made: Life, client: Client) -> None:
    address = f"/league/{made.to_join.pk}/"
    assert "Bleib freundlich." in client.get(address, headers=GERMAN).content.decode()
    League.objects.filter(pk=made.to_join.pk).update(conduct="Be quick.")
    assert "Be quick." in client.get(address, headers=GERMAN).content.decode()


def test_the_page_behind_a_changed_profile_is_in_the_new_language(made: Life, client: Client) -> None:
    client.force_login(made.cast.player)
    html = client.get("/profile/").content.decode()
    assert '<option value="en" selected>English</option>' in html
    about = {"name": "Anna", "zone": "Europe/Brussels", "language": "de"}
    html = client.post("/profile/", about, follow=True).content.decode()
    assert language_of(html) == "de"
    assert "Dein Profil ist geändert." in html
    assert '<option value="de" selected>Deutsch</option>' in html
    assert client.post("/profile/", {**about, "language": "xx"}).status_code == 422
    html = client.post("/profile/", {**about, "language": "en"}, follow=True).content.decode()
    assert "Your profile is changed." in html


def test_who_signs_up_on_a_german_page_is_written_to_in_german(client: Client) -> None:
    client.post("/sign-up/", NEWCOMER, headers=GERMAN)
    letter = press_sign_up(client, headers={"accept-language": "en"})
    assert "bestätige deine Adresse" in letter.subject
    assert Player.objects.get(email=NEWCOMER["email"]).language == "de"


def press_sign_up(client: Client, **how: Any) -> OutboundLetter:
    """Press the button behind the newcomer's letter, which a worker writes; the letter."""
    answer_requests()
    letter = OutboundLetter.objects.get(to=NEWCOMER["email"])
    page = re.search(r"https://play\.example\.org(/sign-up/\S+)", letter.text)
    assert page
    client.post(page[1], **how)
    return letter


def test_who_joins_on_a_german_page_of_an_invitation_is_written_to_in_german(made: Life, client: Client) -> None:
    invitations.invite(made.to_join, made.cast.organiser, "dora@example.net")
    letter = OutboundLetter.objects.get(kind="invited")
    address = re.search(r"https://play\.example\.org(/invitation/\S+)", letter.text)
    assert address
    assert "Einladung" in client.get(address[1], headers=GERMAN).content.decode()
    newcomer = {"name": "Dora", "zone": "Europe/Berlin", "accept": "on"}
    html = client.post(address[1], newcomer, headers=GERMAN, follow=True).content.decode()
    assert "Du bist dabei" in html
    assert Player.objects.get(email="dora@example.net").language == "de"


def test_the_calendar_follows_the_profile_at_once(made: Life, client: Client) -> None:
    player = made.cast.player
    address = calendars.address(player).removeprefix(settings.SITE_URL)
    for language in LANGUAGES:
        Player.objects.filter(pk=player.pk).update(language=language)
        answer = client.get(address, headers={"accept-language": "fr"})
        assert answer.headers["Content-Language"] == language
        assert f"//deadlines//{language.upper()}" in answer.content.decode()


def test_the_desk_speaks_english_with_whoever_organises(made: Life, client: Client) -> None:
    organiser = made.cast.organiser
    Player.objects.filter(pk=organiser.pk).update(language="de")
    client.force_login(organiser)
    plain = Client()
    plain.force_login(made.cast.opponent)
    for address in ("/desk/", f"/desk/tournaments/league/{made.running.league_id}/change/"):
        answer = client.get(address, headers=GERMAN)
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, "en"), address
        assert "Autumn League" in answer.content.decode()
        assert not re.search(r"\b(läuft|offen|Abmelden|Tische)\b", answer.content.decode())
    assert language_of(client.get("/").content.decode()) == "de"


def test_a_language_ends_with_its_request(made: Life, client: Client) -> None:
    before = (spoken(), translation.get_language())
    assert language_of(client.get("/", headers=GERMAN).content.decode()) == "de"
    assert client.get("/nothing/", headers=GERMAN).status_code == 404
    assert (spoken(), translation.get_language()) == before
    assert language_of(client.get("/").content.decode()) == "en"


def test_pictures_and_pages_of_two_languages_are_never_taken_for_each_other(made: Life, client: Client) -> None:
    player = made.cast.player
    client.force_login(player)
    address = f"/table/{made.running.pk}/picture.svg"
    for language in LANGUAGES:
        Player.objects.filter(pk=player.pk).update(language=language)
        for answer in (client.get(address), client.get(f"/table/{made.running.pk}/")):
            assert answer.headers["Content-Language"] == language
            assert "no-store" in answer.headers["Cache-Control"]
            assert "Cookie" in answer.headers["Vary"]
            assert "ETag" not in answer.headers


def test_the_bar_on_a_telephone_speaks_the_language_of_the_page(made: Life) -> None:
    asked = next(place for place in made.places() if place.name == "table-asked")
    form = LexborHTMLParser(page(asked, "de")).css_first("#order-form")
    assert form is not None
    assert form.attributes["data-more"] == "# Anweisungen im Feld: ansehen und senden"
