"""What pages, letters and papers say is proved of the chance: every sentence in its case, and in no other."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from engine.language.languages import LANGUAGES, speaking
from tests.actions.asked import START
from tests.actions.league.test_draws import closed, drawn, entered
from tests.shared.beacon import Source, send
from tests.shared.cast import Cast, prepared_league
from tests.shared.desk import SignIn
from tournaments.actions.league import close_and_draw, invitations, leagues
from tournaments.actions.practice import practice
from tournaments.language.speech import say
from tournaments.models import Beacon, League, OutboundLetter, Player
from tournaments.queries import proofs
from tournaments.queries.access import player_rights

pytestmark = pytest.mark.django_db

SENTENCES = (
    "MADE_OF", "MADE_OF_VALUE",
    "SEALED", "NOT_BOUND", "AWAITED", "MAY_BE_WITHOUT", "REFUSE", "FORESIGHT", "WAITS", "WAITS_FOR_A_ROUND",
    "FINGERPRINT", "DRAWN", "COMPARE", "UNREACHED", "PRACTICE",
)  # fmt: skip
ON_PAPER = ("COMMITTED", "COMMITTED_LATE", "FROM_WORDS", "FROM_SECRET", "FROM_VALUE", "WITHOUT_VALUE")


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def mark(name: str) -> str:
    """The words by which a sentence is known in the spoken language: its longest part without a value."""
    parts = re.split(r"\{\w+\}", say(getattr(proofs, name)))
    return max((" ".join(part.split()) for part in parts), key=len)


def said(text: str, names: tuple[str, ...] = SENTENCES) -> set[str]:
    plain = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())
    return {name for name in names if mark(name) in plain}


def test_every_sentence_is_known_by_a_part_that_no_other_has() -> None:
    for language in LANGUAGES:
        with speaking(language):
            names = [*SENTENCES, *ON_PAPER]
            texts = {name: say(getattr(proofs, name)) for name in names}
            for name in names:
                found = [other for other in names if mark(name) in " ".join(texts[other].split())]
                assert found == [name], language


def open_league(cast: Cast, beacon: Source, clock: time_machine.Traveller, settings: Settings) -> League:
    return entered(cast)


def open_with_source(cast: Cast, beacon: Source, clock: time_machine.Traveller, settings: Settings) -> League:
    settings.CHANCE_SOURCE = beacon.url
    return entered(cast)


def started(cast: Cast, beacon: Source, clock: time_machine.Traveller, settings: Settings) -> League:
    league = closed(cast)
    settings.CHANCE_SOURCE = beacon.url  # set later: it changes nothing of what was drawn without it
    return league


def waiting(cast: Cast, beacon: Source, clock: time_machine.Traveller, settings: Settings) -> League:
    settings.CHANCE_SOURCE = beacon.url
    close_and_draw.learn(beacon.url)
    return closed(cast)


def waiting_unknown(cast: Cast, beacon: Source, clock: time_machine.Traveller, settings: Settings) -> League:
    settings.CHANCE_SOURCE = beacon.url
    Beacon.objects.all().delete()
    return closed(cast)


def with_value(cast: Cast, beacon: Source, clock: time_machine.Traveller, settings: Settings) -> League:
    return drawn(waiting(cast, beacon, clock, settings), clock)


def unreached(cast: Cast, beacon: Source, clock: time_machine.Traveller, settings: Settings) -> League:
    league = waiting(cast, beacon, clock, settings)
    beacon.broken = lambda handler: send(handler, 500, b"")
    clock.shift(2 * close_and_draw.GIVE_UP)
    assert close_and_draw.look(league.pk)
    return League.objects.get(pk=league.pk)


def to_practise(cast: Cast, beacon: Source, clock: time_machine.Traveller, settings: Settings) -> League:
    settings.CHANCE_SOURCE = beacon.url
    return practice.begin(cast.player, "bruges").league


CASES: list[tuple[Callable[..., League], set[str], set[str]]] = [
    (open_league, {"MADE_OF", "SEALED", "NOT_BOUND", "FORESIGHT"}, set()),
    (open_with_source, {"MADE_OF_VALUE", "AWAITED", "MAY_BE_WITHOUT", "SEALED", "REFUSE", "FORESIGHT"}, set()),
    (started, {"MADE_OF", "SEALED", "NOT_BOUND", "FORESIGHT"}, {"COMMITTED", "FROM_WORDS"}),
    (waiting, {"MADE_OF_VALUE", "WAITS", "FINGERPRINT", "MAY_BE_WITHOUT", "REFUSE", "FORESIGHT"}, set()),
    (
        waiting_unknown,
        {"MADE_OF_VALUE", "WAITS_FOR_A_ROUND", "FINGERPRINT", "MAY_BE_WITHOUT", "REFUSE", "FORESIGHT"},
        set(),
    ),
    (with_value, {"MADE_OF_VALUE", "DRAWN", "COMPARE", "SEALED", "REFUSE", "FORESIGHT"}, {"COMMITTED", "FROM_VALUE"}),
    (
        unreached,
        {"MADE_OF", "UNREACHED", "SEALED", "NOT_BOUND", "FORESIGHT"},
        {"COMMITTED", "FROM_WORDS", "WITHOUT_VALUE"},
    ),
    (to_practise, {"PRACTICE", "FORESIGHT"}, {"COMMITTED_LATE", "FROM_SECRET"}),
]


@pytest.mark.parametrize(("case", "on_page", "on_paper"), CASES, ids=[case.__name__ for case, _, _ in CASES])
def test_pages_and_papers_say_what_is_proved_in_each_case_and_no_more(
    cast: Cast,
    beacon: Source,
    clock: time_machine.Traveller,
    settings: Settings,
    sign_in: SignIn,
    case: Callable[..., League],
    on_page: set[str],
    on_paper: set[str],
) -> None:
    league = case(cast, beacon, clock, settings)
    reader = sign_in(cast.player)
    for language in LANGUAGES:
        Player.objects.filter(pk=cast.player.pk).update(language=language)
        page = reader.get(f"/league/{league.pk}/")
        assert page.status_code == 200
        with speaking(language):
            assert said(page.content.decode()) == on_page
            table = league.tables.exclude(header=None).first()
            header = table.header if table else None
            told = proofs.on_paper(header, practice=league.practice, over=True) if header else ""
            assert said(told, ON_PAPER) == on_paper
    if not league.practice:
        desk = sign_in(cast.organiser).get(f"/desk/tournaments/league/{league.pk}/change/")
        assert said(desk.content.decode()) == on_page


def test_who_is_invited_reads_what_is_proved_before_joining(
    cast: Cast, client: Client, settings: Settings, beacon: Source
) -> None:
    league = prepared_league(cast, access=League.Access.INVITATION)
    invitations.invite(league, cast.organiser, "otto@example.net")
    address = invitations.address(league.invitations.get())
    path = address.partition("example.org")[2]
    assert said(client.get(path).content.decode()) == {"MADE_OF", "SEALED", "NOT_BOUND", "FORESIGHT"}
    settings.CHANCE_SOURCE = beacon.url
    assert "AWAITED" in said(client.get(path).content.decode())


def test_organiser_and_players_read_for_which_value_the_draw_waits(
    cast: Cast,
    beacon: Source,
    clock: time_machine.Traveller,
    settings: Settings,
    sign_in: SignIn,
) -> None:
    league = waiting(cast, beacon, clock, settings)
    moment = proofs.awaited_at(league, cast.organiser.zone)
    assert re.search(r"\d\d:\d\d:\d\d in Brussels", moment)
    desk = sign_in(cast.organiser)
    page = desk.get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()
    assert f"the draw waits for the public value of {moment}" in page
    assert ">Start</a>" not in page
    assert "the draw waits for the public value of" in desk.get("/desk/").content.decode()
    home = sign_in(cast.player).get("/").content.decode()
    assert "Entries are closed; the lots are drawn next." in home
    assert player_rights.visible_leagues(cast.outsider).filter(pk=league.pk).count() == 0


def test_the_desk_says_at_the_press_that_the_draw_waits(
    cast: Cast,
    beacon: Source,
    clock: time_machine.Traveller,
    settings: Settings,
    sign_in: SignIn,
) -> None:
    league = open_with_source(cast, beacon, clock, settings)
    desk = sign_in(cast.organiser)
    path = f"/desk/tournaments/league/{league.pk}/start/"
    assert f"waits for a public value of {beacon.url}" in desk.get(path).content.decode()
    page = desk.post(path, follow=True).content.decode()
    assert "takes no more entries: the draw waits for the public value of" in page
    assert "has started" not in page


def test_every_letter_at_the_closing_is_in_its_readers_language(
    cast: Cast,
    beacon: Source,
    clock: time_machine.Traveller,
    settings: Settings,
) -> None:
    Player.objects.filter(pk=cast.player.pk).update(language="de")
    waiting(cast, beacon, clock, settings)
    for player, language in ((cast.player, "de"), (cast.opponent, "en")):
        letter = OutboundLetter.objects.get(player=player, kind="entries_closed")
        with speaking(language):
            assert said(letter.text) == {"WAITS", "FINGERPRINT"}
            assert said(letter.html) == {"WAITS", "FINGERPRINT"}


def test_the_record_of_the_lots_is_for_those_who_play(
    cast: Cast,
    beacon: Source,
    clock: time_machine.Traveller,
    settings: Settings,
    sign_in: SignIn,
) -> None:
    league = waiting(cast, beacon, clock, settings)
    assert sign_in(cast.player).get(f"/league/{league.pk}/lots.json").status_code == 404
    league = drawn(league, clock)
    answer = sign_in(cast.player).get(f"/league/{league.pk}/lots.json")
    assert answer.json() == proofs.record_of(league)
    assert sign_in(cast.outsider).get(f"/league/{league.pk}/lots.json").status_code == 404
    assert f"/league/{league.pk}/lots.json" in sign_in(cast.player).get(f"/league/{league.pk}/").content.decode()


def test_words_are_open_once_entries_have_closed(cast: Cast, sign_in: SignIn) -> None:
    league = entered(cast)
    page = sign_in(cast.player).get(f"/league/{league.pk}/").content.decode()
    assert "tulip" in page, "one's own"
    assert "rain" not in page
    leagues.start(league, cast.organiser)
    page = sign_in(cast.player).get(f"/league/{league.pk}/").content.decode()
    assert "“rain”" in page
