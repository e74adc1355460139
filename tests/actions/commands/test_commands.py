"""Answers to words that are no orders never read as orders themselves, however a client wraps them."""

from __future__ import annotations

import textwrap

import pytest

import engine
from engine.orders import reader as grammar
from engine.orders.command_words import is_command
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.play import end_by_bots
from tests.shared.post import deliver, newest
from tournaments.actions.commands import help_topics
from tournaments.actions.commands.help_topics import HELP, TOPICS
from tournaments.actions.commands.registry import TOPIC_OF
from tournaments.actions.table import orders
from tournaments.models import OutboundLetter, Seat


@pytest.mark.parametrize("columns", range(40, 81))
def test_the_help_holds_no_order_at_any_width(columns: int) -> None:
    said = [*HELP, *help_topics.about("nonsense", TOPIC_OF), *(line for lines in TOPICS.values() for line in lines)]
    lines = [line for paragraph in said for line in textwrap.wrap(paragraph, columns)]
    assert lines
    assert is_command("help")
    assert grammar.reads(engine.games["bruges"], "workers queen")
    assert [line for line in lines if grammar.reads(engine.games["bruges"], line) or is_command(line)] == []


@pytest.mark.parametrize("slug", [slug for slug, game in engine.games.items() if game.default_rules])
def test_every_standing_order_of_a_game_has_help_that_holds_no_order(slug: str) -> None:
    game = engine.games[slug]
    for rule in game.default_rules:
        said = help_topics.about(rule.topic, TOPIC_OF, game)
        assert f"[always {rule}]" in said[-1]
        assert f"[help {rule.topic}]" in help_topics.about("nonsense", TOPIC_OF, game)[0]
        lines = [line for columns in range(40, 81, 4) for each in said for line in textwrap.wrap(each, columns)]
        assert [line for line in lines if grammar.reads(game, line) or is_command(line)] == []


@pytest.mark.django_db
def test_help_about_a_topic_tells_of_it_alone() -> None:
    seat = asked_seat(only_table(running_league(make_cast())))
    deliver(newest(seat, "turn"), "help vacation")
    letter = newest(seat, "words")
    assert "[vacation 3 to 9 May]" in letter.text
    assert "[standings]" not in letter.text
    deliver(letter, "help cheese")
    assert "[help deadlines]" in newest(seat, "words").text


@pytest.mark.django_db
def test_help_about_this_lists_what_is_asked_and_until_when() -> None:
    seat = asked_seat(only_table(running_league(make_cast())))
    turn = newest(seat, "turn")
    deliver(turn, "help for this decision")
    text = newest(seat, "words").text
    assert "You are asked this" in text
    assert "You have 4" in text
    assert "YOUR HAND" in text
    other = Seat.objects.filter(table=seat.table).exclude(pk=seat.pk)[0]
    deliver(newest(other), "help this")
    assert f"The table waits for {seat.player.name}" in " ".join(newest(other, "words").text.split())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "said"), [("bruges", "Your card 1 of 4. You"), ("venise", "Where does your Burgher begin? You")]
)
def test_help_about_this_ends_what_is_asked_with_one_sign(game: str, said: str) -> None:
    seat = asked_seat(only_table(running_league(make_cast(), game=game)))
    deliver(newest(seat, "turn"), "help this")
    assert said in " ".join(newest(seat, "words").text.split())


@pytest.mark.django_db
def test_the_board_comes_with_its_picture_and_the_status_without() -> None:
    seat = asked_seat(only_table(running_league(make_cast())))
    deliver(newest(seat, "turn"), "board")
    assert newest(seat, "words").picture is not None
    assert "cid:position" in newest(seat, "words").html
    deliver(newest(seat, "turn"), "status")
    assert newest(seat, "words").picture is None


@pytest.mark.django_db
def test_the_games_say_until_when_one_is_asked() -> None:
    seat = asked_seat(only_table(running_league(make_cast())))
    deliver(newest(seat, "turn"), "games")
    assert "Bruges 1: your turn until" in newest(seat, "own_leagues").text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "press",
    ["undo", "workers prince", "17 red", "always climb if climb price <= 3", "say: help", "a long word " * 9 + "undo"],
)
def test_press_that_reads_as_an_order_does_not_when_it_is_mailed_on(press: str) -> None:
    seat = asked_seat(only_table(running_league(make_cast())))
    deliver(newest(seat, "turn"), f"say: {press}")
    for text in OutboundLetter.objects.filter(kind="say").values_list("text", flat=True):
        told = [line for line in text.replace("\xa0", " ").splitlines() if line.startswith("said |")]
        assert " ".join(line.removeprefix("said | ") for line in told) == press
        for columns in range(40, 81):
            wrapped = [piece for line in told for piece in textwrap.wrap(line, columns)]
            assert [line for line in wrapped if grammar.reads(engine.games["bruges"], line)] == []


@pytest.mark.django_db
def test_words_about_a_game_that_is_over_say_that_it_is() -> None:
    table = only_table(running_league(make_cast()))
    seat = asked_seat(table)
    end_by_bots(table)
    account = orders.take_orders(seat.pk, ["status", "undo", "resign"], serial=None, by="page")
    assert [line.words for line in account.lines] == [
        "The game is over.",
        "Nothing can be taken back: the game is over.",
        "The game is over: there is no seat to give up.",
    ]
