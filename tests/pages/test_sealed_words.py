"""Before entries close nobody but its owner is shown a word: no page, letter, paper, journal, log or desk shows one."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db.models import BinaryField, Model
from django.test import Client
from django.urls import URLPattern, URLResolver

from tests.actions.league.test_draws import closed
from tests.pages.test_walls import addresses
from tests.shared.cast import Cast, person, prepared_league
from tests.shared.desk import SignIn
from tournaments.actions.league import disqualify, invitations, joining, leagues
from tournaments.models import Entry, League
from tournaments.organiser.site import site

pytestmark = pytest.mark.django_db

WORDS = ("quince-of-anna", "plover-of-bea", "gone-of-dora", "waits-of-otto", "out-of-eva")


@pytest.fixture
def league(cast: Cast) -> League:
    """Open, with somebody in, on the waiting list, gone and put out; every one has given a word."""
    league = prepared_league(cast, max_players=3)
    dora, eva = person("Dora"), person("Eva")
    for player, word in zip((cast.player, cast.opponent, dora), WORDS[:3], strict=True):
        leagues.enrol(league, player, word)
    leagues.leave(league, dora)
    leagues.enrol(league, eva, WORDS[4])
    disqualify.disqualify(league.entries.get(player=eva).pk, cast.organiser, "why", void=False)
    leagues.enrol(league, cast.third)
    leagues.enrol(league, cast.outsider, WORDS[3])
    invitations.invite(league, cast.organiser, "new@example.net")
    return league


def shown(text: str) -> set[str]:
    return {word for word in WORDS if word in text}


def desk_addresses() -> Iterator[str]:
    """Every page of the desk that a row of this database can have."""
    yield "/desk/"
    for model in site._registry:
        yield f"/desk/tournaments/{model._meta.model_name}/"
    for pattern in site.urls[0]:
        yield from _filled("/desk/", pattern)


def _filled(before: str, pattern: URLPattern | URLResolver) -> Iterator[str]:
    route = before + str(pattern.pattern)
    if isinstance(pattern, URLResolver):
        for inner in pattern.url_patterns:
            yield from _filled(route, inner)
        return
    keys = {pk for model in (League, Entry) for pk in model.objects.values_list("pk", flat=True)}
    for name in ("<int:pk>", "<path:object_id>", "<int:object_id>", "<int:seat>"):
        if name in route:
            yield from (route.replace(name, str(pk)) for pk in keys)


def pages(client: Client, paths: Iterator[str]) -> Iterator[tuple[str, str]]:
    for path in paths:
        answer = client.get(path)
        if answer.status_code == 200:
            yield path, answer.getvalue().decode("utf-8", "replace")


def test_every_page_shows_a_word_to_its_owner_alone(cast: Cast, league: League, sign_in: SignIn) -> None:
    seen = 0
    for reader, own in (
        (sign_in(cast.player), {WORDS[0]}),
        (sign_in(cast.third), set()),
        (sign_in(cast.organiser), set()),
        (Client(), set()),
    ):
        for path, page in pages(reader, addresses()):
            assert shown(page) <= own, path
            seen += len(shown(page))
    assert seen, "Anna finds her own"


def test_the_desk_shows_that_there_is_a_word_and_not_which(cast: Cast, league: League, sign_in: SignIn) -> None:
    owner = person("Root", is_staff=True, is_superuser=True)
    for reader in (cast.organiser, owner):
        found = dict(pages(sign_in(reader), desk_addresses()))
        assert f"/desk/tournaments/league/{league.pk}/change/" in found
        for path, page in found.items():
            assert shown(page) == set(), path
        page = found[f"/desk/tournaments/league/{league.pk}/change/"]
        assert page.count('data-label="Word">sealed<') == 5
        assert page.count('data-label="Word">–<') == 1


@pytest.mark.parametrize(
    "guess",
    ["entries__word=quince-of-anna", "entries__word__startswith=q", "draw__words__0=x", "secret__startswith=a"],
)
def test_no_word_can_be_guessed_through_the_filters_of_the_desk(
    cast: Cast, league: League, sign_in: SignIn, guess: str
) -> None:
    assert sign_in(cast.organiser).get(f"/desk/tournaments/league/?{guess}").status_code == 400


def test_the_search_of_the_desk_finds_no_word(cast: Cast, league: League, sign_in: SignIn) -> None:
    for model in ("league", "player"):
        page = sign_in(cast.organiser).get(f"/desk/tournaments/{model}/?q={WORDS[0]}").content.decode()
        assert "Autumn League" not in page.partition("result_list")[2]
        assert "Anna" not in page.partition("result_list")[2]
    for model, name in (("league", "Autumn League"), ("player", "Anna")):
        page = sign_in(cast.organiser).get(f"/desk/tournaments/{model}/?q={name}").content.decode()
        assert name in page.partition("result_list")[2]


def test_no_row_but_the_entry_holds_a_word_before_entries_close(cast: Cast, league: League) -> None:
    holders = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("tournaments").get_models()
        for field in model._meta.concrete_fields
        for word in WORDS
        if _holds(model, field.name, word, binary=isinstance(field, BinaryField))
    }
    assert holders == {"Entry.word"}


def _holds(model: type[Model], field: str, word: str, *, binary: bool) -> bool:
    values = model._default_manager.values_list(field, flat=True)
    return any(word.encode() in bytes(value or b"") if binary else word in str(value) for value in values)


def test_no_log_line_holds_a_word(
    cast: Cast, league: League, sign_in: SignIn, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    client = sign_in(person("Finn"))
    league = prepared_league(cast, name="Logged", tag="Logged")
    client.post(f"/league/{league.pk}/join/", {"word": WORDS[0], "accept": "on"})
    assert league.entries.get().word == WORDS[0]
    lines = [
        f"{record.getMessage()} {record.__dict__}" for record in caplog.records if record.name != "django.db.backends"
    ]
    assert not shown(" ".join(lines))


def test_who_joins_again_is_told_that_the_word_stays(cast: Cast, sign_in: SignIn) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player, "tulip")
    leagues.leave(league, cast.player)
    client = sign_in(cast.player)
    page = client.get(f"/league/{league.pk}/").content.decode()
    assert "Your word for the chance stays what it was when you first joined: <strong>tulip</strong>" in page
    assert 'name="word"' not in page
    client.post(f"/league/{league.pk}/join/", {"word": "six sixes", "accept": "on"})
    assert league.entries.get(player=cast.player).word == "tulip"


def test_who_joins_again_without_a_word_reads_that_it_stays_so(cast: Cast, client: Client) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.outsider)
    leagues.leave(league, cast.outsider)
    invitations.invite(league, cast.organiser, cast.outsider.email)
    path = invitations.address(league.invitations.get()).partition("example.org")[2]
    page = client.get(path).content.decode()
    assert "You gave no word for the chance when you first joined; that stays so." in page
    assert 'name="word"' not in page
    client.post(path, {"word": "six sixes", "accept": "on"})
    assert league.entries.get(player=cast.outsider).word == ""
    assert league.entries.get(player=cast.outsider).state == Entry.State.IN


def test_who_asks_to_join_by_mail_is_told_that_this_is_without_a_word(cast: Cast, sign_in: SignIn) -> None:
    from tournaments.letters import people

    league = prepared_league(cast)
    assert joining.ASKED == "join_asked"
    letter = people.join_asked(cast.player, league, 0)
    assert "who joins by this letter joins without one" in " ".join(letter.text.split())


def test_the_desk_shows_the_words_once_entries_have_closed(cast: Cast, sign_in: SignIn) -> None:
    league = closed(cast)
    page = sign_in(cast.organiser).get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()
    assert 'data-label="Word">tulip<' in page
    assert 'data-label="Word">rain<' in page
