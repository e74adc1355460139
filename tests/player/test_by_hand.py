"""A table in a real browser: by keys alone, without scripts, and what scripts spare."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

import engine
from tests.pages.browsers import opened, session_of, signed_in
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.play import play_one
from tournaments.models import Player
from tournaments.pages.table_view import match_of

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass(frozen=True, slots=True)
class Question:
    """A table, who is asked there, with what session, and two of the legal orders."""

    address: str
    player: Player
    session: str
    first: str
    second: str


@pytest.fixture
def question(live_server: LiveServer) -> Question:
    table = only_table(running_league(make_cast()))
    rng = random.Random(1)
    while True:
        seat = asked_seat(table)
        decision = match_of(table).decision(seat.number)
        assert decision is not None
        workers = [move.text for move in decision.moves if move.verb == "workers"]
        if len(workers) > 1:
            return Question(f"/table/{table.pk}/", seat.player, session_of(seat.player), workers[0], workers[1])
        play_one(table, rng)
        table.refresh_from_db()


def test_without_scripts_two_moves_are_chosen_tried_and_sent(
    live_server: LiveServer, question: Question, browser: Browser
) -> None:
    page = signed_in(browser, live_server, question.session, java_script_enabled=False)
    page.goto(question.address)
    for order in (question.first, question.second):
        page.locator(f".question button.move[value='{order}']").click()
    box = page.get_by_label("Your orders, one to a line")
    assert box.input_value().split() == f"{question.first} {question.second}".split()
    assert page.locator("#check .mark").all_inner_texts() == ["at once", "later"]
    page.get_by_role("button", name="Send").click()
    assert page.locator("#answer .mark").all_inner_texts() == ["played", "kept"]
    page.get_by_label("Say something").fill("good luck")
    page.get_by_role("button", name="Say it").click()
    expect(page.locator("#talk li")).to_contain_text("good luck")
    page.get_by_role("link", name="Step through the game").click()
    page.get_by_role("link", name="On").click()
    expect(page).to_have_url(re.compile(r"/replay/2/$"))


def test_a_script_fills_the_box_and_says_what_its_lines_would_do(
    live_server: LiveServer, question: Question, browser: Browser
) -> None:
    page = signed_in(browser, live_server, question.session)
    page.goto(question.address)
    page.locator(f".question button.move[value='{question.first}']").click()
    box = page.get_by_label("Your orders, one to a line")
    expect(page.locator("#check .mark")).to_have_text(["at once"])
    box.press("End")
    box.press_sequentially("\nrecruit the moon")
    expect(page.locator("#check .mark")).to_have_text(["at once", "not possible"])
    expect(page).to_have_url(live_server.url + question.address)
    box.fill("")
    expect(page.locator("#check .mark")).to_have_count(0)


def test_by_keys_alone_one_comes_to_the_moves_and_sends_one(
    live_server: LiveServer, question: Question, browser: Browser
) -> None:
    page = signed_in(browser, live_server, question.session)
    page.goto(question.address)
    page.keyboard.press("Tab")
    expect(page.get_by_text("To the page")).to_be_focused()
    page.keyboard.press("Enter")
    move = page.locator(".question button.move").first
    for _ in range(12):
        page.keyboard.press("Tab")
        if move.evaluate("button => button === document.activeElement"):
            break
    expect(move).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#check .mark")).to_have_text(["at once"])
    expect(move).to_be_focused()
    send = page.get_by_role("button", name="Send")
    send.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#answer .mark")).to_have_text(["played"])
    page.goto(f"{question.address}replay/1/")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"/replay/2/$"))
    page.wait_for_load_state()  # the page listens to keys once it is there
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"/replay/1/$"))


def test_on_a_phone_a_bar_leads_to_the_box_once_there_is_something_in_it(
    live_server: LiveServer, question: Question, browser: Browser
) -> None:
    page = signed_in(browser, live_server, question.session, viewport={"width": 360, "height": 740})
    page.goto(question.address)
    bar = page.locator(".tray")
    expect(bar).to_be_hidden()
    page.locator(f".question button.move[value='{question.first}']").click()
    expect(bar).to_have_text("1 order in the box: look and send")
    bar.click()
    expect(page.get_by_label("Your orders, one to a line")).to_be_in_viewport()
    expect(bar).to_be_hidden()


@pytest.mark.parametrize("game", sorted(engine.games.released()))
def test_no_game_sticks_out_of_a_phone(live_server: LiveServer, chromium: str, game: str) -> None:
    cast = make_cast()
    table = only_table(running_league(cast, game=game))
    session = session_of(cast.player)
    with opened(chromium) as browser:
        page = signed_in(browser, live_server, session, viewport={"width": 360, "height": 740})
        page.goto(f"/table/{table.pk}/")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 360
        page.goto(f"/table/{table.pk}/replay/1/")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 360
