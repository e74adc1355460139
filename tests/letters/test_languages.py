"""Letters in the language of their reader: every kind of them, two at one table, and replies that quote them."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from pytest_django import DjangoDbBlocker

import engine
from engine.language.languages import LANGUAGES, spoken
from engine.orders import reader as orders
from tests.fixtures.mail.clients import SHAPES, Client
from tests.fixtures.mail.quoted import Quoted
from tests.letters import gallery
from tests.letters.gallery import Written
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.post import answers_to, deliver, newest
from tournaments import letters as package
from tournaments.actions.clock import deadlines
from tournaments.actions.player import digests
from tournaments.inbox.reply import extract
from tournaments.language.spoken import speaking_everywhere
from tournaments.letters import people, substitutes
from tournaments.letters.parts.draft import Draft
from tournaments.models import OutboundLetter, Player, Seat, SeatOffer, Table

TEMPLATES = Path(settings.BASE_DIR) / "templates" / "mail"
OF_THE_DESK = ("needs", "needs_answered", "service_restored", "drilled")
FRAME_OF_THE_DESK = "host"  # what the last two share
ORDERS = ("17 red / 42", "threat lawyer", "say: gut gespielt, Bea")
LANG = re.compile(r'<html lang="(\w+)"')


def language_of(draft: Draft | OutboundLetter) -> str:
    found = LANG.search(draft.html)
    assert found is not None
    return found[1]


# --- every letter --------------------------------------------------------------------------------------


def writers() -> Iterator[Callable[..., Draft]]:
    """The functions that write a letter, wherever in the package they are."""
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for name, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
            is_own = function.__module__ == module.name and not name.startswith("_") and name != "compose"
            if is_own and inspect.signature(function).return_annotation == "Draft":
                yield function


def test_every_function_that_writes_a_letter_chooses_its_language() -> None:
    found = list(writers())
    assert len(found) > 40
    assert [function.__qualname__ for function in found if not hasattr(function, "__wrapped__")] == []


def bare_words(template: str) -> list[str]:
    """The words of a template outside of tags and brackets, so that nobody can translate it."""
    for held in (
        r"{% comment %}.*?{% endcomment %}",
        r"<!--.*?-->",
        r"{% blocktranslate.*?endblocktranslate %}",
        r"<style.*?</style>",
        r"{%.*?%}|{{.*?}}",
        r"<[^>]*>",
        r"\[.*?\]",
    ):
        template = re.sub(held, " ", template, flags=re.DOTALL)
    return re.findall(r"[A-Za-z]{2,}", re.sub(r"&\w+;", " ", template))


def test_a_word_that_cannot_be_translated_is_found() -> None:
    template = (
        '<p class="x">Dear {{ name }}</p>{% translate "said" %} [undo] {% blocktranslate %}too{% endblocktranslate %}'
    )
    assert bare_words(template) == ["Dear"]


def test_no_word_of_a_letters_template_is_out_of_the_translators_reach() -> None:
    found = {
        f"{path.relative_to(TEMPLATES)}: {word}"
        for path in TEMPLATES.rglob("*.*")
        if path.parent.name not in OF_THE_DESK and path.stem != FRAME_OF_THE_DESK
        for word in bare_words(path.read_text("utf-8"))
        if word != "Re"  # as every mail program writes it
    }
    assert found == set()


@pytest.mark.django_db
def test_what_is_spoken_around_a_letter_does_not_matter(cast: Cast) -> None:
    german = Player(name="Gerda", email="gerda@example.net", language="de")
    for around in ("en", "de"):
        with speaking_everywhere(around):
            drafts = [people.verify_address(reader, "x@example.net", "https://x") for reader in (german, cast.player)]
            assert (spoken(), translation.get_language()) == (around, around)
        assert [language_of(draft) for draft in drafts] == ["de", "en"]
        assert ["Hallo" in draft.text for draft in drafts] == [True, False]


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_no_name_here_yet_is_greeted_without_one(cast: Cast, language: str) -> None:
    stranger = Player(email="new@example.net", language=language)
    seat = only_table(running_league(cast)).seated[0]
    offer = SeatOffer(seat=seat, by=cast.organiser, reason="gone", until=timezone.now())
    drafts = [
        people.begin(stranger, "https://x"),
        people.invited(stranger, seat.table.league, cast.organiser, "https://x"),
        substitutes.seat_offered(stranger, offer, "https://x"),
    ]
    for draft in drafts:
        for part in (draft.subject, draft.text, draft.html):
            assert "None" not in part, draft.kind
            assert not re.search(r"(Hello|Hallo)[\s\xa0]+[,.!]", part), draft.kind
        assert language_of(draft) == language


# --- by mail ---------------------------------------------------------------------------------------------


@pytest.fixture
def mixed(cast: Cast) -> Table:
    """A table at which one player reads German and the two others English."""
    Player.objects.filter(pk=cast.opponent.pk).update(language="de")
    return only_table(running_league(cast))


def newest_by_language(table: Table, kind: str) -> dict[str, set[str]]:
    """Languages of the newest letters of a kind, by that of their readers."""
    found: dict[str, set[str]] = {}
    for seat in table.seats.select_related("player"):
        letter = OutboundLetter.objects.filter(seat=seat, kind=kind).order_by("pk").last()
        if letter is not None:
            found.setdefault(seat.player.language, set()).add(language_of(letter))
    return found


def until_asked(table: Table, player: Player) -> Seat:
    """Everybody who is asked before plays the first move of the letter."""
    for _ in range(12):
        seat = asked_seat(table)
        if seat.player == player:
            return seat
        deliver(newest(seat, *ASKING), re.findall(r"\[(\d+)", newest(seat, *ASKING).text)[0])
    raise AssertionError("the player was never asked")


ASKING = ("turn", "orders_account")


@pytest.mark.django_db
def test_two_at_one_table_read_their_own_languages(mixed: Table, cast: Cast) -> None:
    seat = until_asked(mixed, cast.opponent)
    letter = newest(seat, *ASKING)
    assert (language_of(letter), "Runde" in letter.subject) == ("de", True)
    row = deliver(letter, re.findall(r"\[(\d+)", letter.text)[0], "say: wie schön", "recruit zzz in red")
    assert answers_to(row) == ["orders_account"]
    assert language_of(newest(seat, "orders_account")) == "de"
    assert newest_by_language(mixed, "say") == {"en": {"en"}}
    other = asked_seat(mixed)
    deliver(newest(other, *ASKING), "say: well played")
    assert newest_by_language(mixed, "say") == {"en": {"en"}, "de": {"de"}}
    said = newest(seat, "say")
    assert "sagt | well played" in said.text.replace("\N{NO-BREAK SPACE}", " ")
    assert said.gist[0].endswith(f"schreibt an den Tisch, Bruges 1, {mixed.league}:")


@pytest.mark.django_db
def test_what_a_worker_writes_later_is_in_the_readers_language(mixed: Table, cast: Cast) -> None:
    seat = until_asked(mixed, cast.opponent)
    turn = seat.turns.get(ended_at=None)
    with time_machine.travel(turn.remind_at):
        deadlines.remind(turn.pk)
    reminder = newest(seat, "reminder")
    assert (language_of(reminder), reminder.subject.split(" - ")[0]) == ("de", "ERINNERUNG")


@pytest.mark.django_db
def test_the_letter_of_the_day_is_in_the_readers_language(mixed: Table, cast: Cast) -> None:
    seat = until_asked(mixed, cast.opponent)
    turn_letter = newest(seat, *ASKING)
    OutboundLetter.objects.filter(pk=turn_letter.pk).update(
        state=OutboundLetter.State.FOR_DIGEST, due_at=turn_letter.created_at
    )
    assert digests.send(cast.opponent.pk)
    day = OutboundLetter.objects.filter(player=cast.opponent, kind="digest").get()
    assert (language_of(day), day.subject) == ("de", "Bruges by mail: 1 Partie wartet auf dich")


@pytest.mark.django_db
def test_a_letter_about_the_desk_is_in_english_also_to_who_reads_german() -> None:
    league = gallery.league_of(("Anna", "Bea"))
    league.organisers.update(language="de")
    found = list(gallery.to_organiser(league))
    assert {written.draft.kind for written in found} == set(OF_THE_DESK)
    assert {language_of(written.draft) for written in found} == {"en"}


# --- replies ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def german(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[Written]:
    """Letters that are answered, as they are written to who reads German."""
    with django_db_blocker.unblock(), transaction.atomic():
        league = gallery.league_of(("Anna", "Bea"), secret=77)
        Player.objects.update(language="de")
        table = gallery.play_on(only_table(league), until=2)
        found = list(gallery.at_table(table))
        transaction.set_rollback(True)
    kinds = ("turn", "turn, plan stopped", "reminder", "account, played and kept", "account, refused", "say")
    found = [letter for letter in found if letter.name in (*kinds, "day, two games", "rolled back")]
    assert {language_of(letter.draft) for letter in found} == {"de"}
    return found


@pytest.mark.django_db  # tells that a database is wanted, where one test alone is run
@pytest.mark.parametrize(("client", "where"), SHAPES, ids=[f"{client.__name__} {where}" for client, where in SHAPES])
@pytest.mark.parametrize("marker", [True, False], ids=["with marker", "marker lost"])
def test_nothing_of_a_letter_in_another_language_is_taken_in_from_its_quotation(
    german: list[Written], client: Client, where: str, marker: bool
) -> None:
    """Our lines are known by their form, not by their words."""
    is_order = partial(orders.reads, engine.games["bruges"])
    for letter in german:
        first, *body, last = letter.draft.text.strip().splitlines()
        quoted = Quoted(body="\n".join(body).strip("\n"), begin=first, end=last, marker=marker)
        written = client(ORDERS, quoted, where, "German")
        charset = written.charset.replace("gbk", "gb18030")  # the one that knows quotation marks
        assert extract(replace(written, charset=charset).mail, is_order).lines == ORDERS, letter.name
