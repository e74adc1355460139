"""The page behind a button of a letter: opened by anybody, pressed by its player, and counted once."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.shared.budgets import counted
from tests.shared.cast import Cast, asked_seat, only_table, person, running_league
from tests.shared.desk import SignIn
from tests.shared.play import end_by_bots, play_on
from tests.shared.post import answer_requests, deliver, newest
from tests.shared.tapped import buttons_in, buttons_of, key_of, path_of, same
from tournaments.actions.clock import deadlines, pausing
from tournaments.actions.league import cancel
from tournaments.actions.player import people, preferences, renewing
from tournaments.actions.practice import practice
from tournaments.actions.seats import seats, substitutes
from tournaments.actions.table import rollback
from tournaments.models import JournalLine, LogEntry, OutboundLetter, Player, Seat, Table, Turn
from tournaments.models import SignIn as Session

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
MOST_STATEMENTS, MOST_BYTES = 12, 30_000
SCANNERS: dict[str, dict[str, str]] = {
    "a program that looks": {"User-Agent": "Mozilla/5.0 (compatible; scanner)"},
    "a browser that looks ahead": {"Sec-Purpose": "prefetch;prerender", "Purpose": "prefetch"},
    "a preview of a messenger": {"User-Agent": "WhatsApp/2.23", "X-Purpose": "preview"},
    "Outlook": {"Referer": "https://eur01.safelinks.protection.outlook.com/"},
}


@pytest.fixture
def seat(table: Table) -> Seat:
    return asked_seat(table)


@pytest.fixture
def offered(seat: Seat) -> dict[str, str]:
    return buttons_of(newest(seat))


@pytest.fixture
def path(offered: dict[str, str]) -> str:
    return next(iter(offered.values()))


@pytest.fixture
def browser(seat: Seat, sign_in: SignIn) -> Client:
    return sign_in(seat.player)


def moves(table: Table) -> int:
    return LogEntry.objects.filter(table=table, entry__by__in=("order", "kept")).count()


def rows() -> list[Any]:
    return [
        list(model.objects.order_by("pk").values())
        for model in (Table, Seat, LogEntry, OutboundLetter, JournalLine, Turn, Player)
    ]


def choose(player: Player, **ways: str) -> None:
    preferences.choose(player, ways)


def press(client: Client, path: str, **how: Any) -> Any:
    return client.post(path, {"answer": "press"}, **how)


def shown(client: Client, path: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", client.get(path).content.decode()).split())


# --- opening -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("signed_in", [True, False])
@pytest.mark.parametrize("headers", SCANNERS.values(), ids=SCANNERS)
def test_opening_changes_nothing_however_often_and_by_whom(
    path: str, browser: Client, headers: dict[str, str], signed_in: bool
) -> None:
    client = browser if signed_in else Client()
    before = rows()
    for _ in range(3):
        assert client.get(path, headers=headers).status_code == 200
        assert client.head(path, headers=headers).status_code == 200
        assert client.get(f"{path}?utm_source=x&data=05%7C01", headers=headers).status_code == 200
        assert client.options(path).status_code == 405
    assert rows() == before
    assert not Client().get(path).cookies.get("sessionid")


def test_an_address_in_capitals_as_scanners_write_it_opens_the_same_page(path: str, browser: Client) -> None:
    assert browser.get(f"/m/{path.split('/')[2].upper()}/").status_code == 200


def test_no_list_and_no_store_keeps_the_page_and_its_address_goes_nowhere(path: str, browser: Client) -> None:
    for client in (browser, Client()):
        page = client.get(path)
        assert "no-store" in page.headers["Cache-Control"]
        assert page.headers["X-Robots-Tag"] == "noindex"
        assert page.headers["Referrer-Policy"] == "same-origin"


def test_its_player_reads_the_move_what_it_leads_to_and_until_when(
    seat: Seat, offered: dict[str, str], browser: Client
) -> None:
    order = next(order for order in offered if order.startswith("guilders "))
    page = shown(browser, offered[order])
    assert order in page
    assert re.search(r"Guilders 5 → becomes 9", page)
    assert re.search(r"Until \w+ \d+ \w+, \d\d:\d\d in Brussels", page)
    assert f"/table/{seat.table_id}/picture.svg" in browser.get(offered[order]).content.decode()
    assert (
        f"/table/{seat.table_id}/?order={order.replace(' ', '%20')}#orders"
        in browser.get(offered[order]).content.decode()
    )


def test_each_move_of_the_letter_has_a_page_and_that_page_links_to_all_of_them(
    offered: dict[str, str], path: str, browser: Client
) -> None:
    assert set(buttons_in(browser.get(path).content.decode())) == set(offered)


def test_it_costs_few_statements_and_bytes(path: str, browser: Client, seat: Seat) -> None:
    browser.get(path)
    cache.clear()
    for client in (browser, Client()):
        with counted() as work:
            page = client.get(path)
        assert len(work.sql) <= MOST_STATEMENTS, work.sql
        assert len(page.content) <= MOST_BYTES
    press(browser, path)
    with counted() as work:
        browser.get(path)
    assert len(work.sql) <= MOST_STATEMENTS, work.sql


# --- what is hidden ------------------------------------------------------------------------------------


def test_whoever_has_not_shown_to_be_the_player_reads_the_same_before_and_after_the_table_has_moved_on(
    cast: Cast, table: Table, seat: Seat, path: str, sign_in: SignIn
) -> None:
    visitors = [Client(), sign_in(cast.outsider), sign_in(next(one for one in cast.players if one != seat.player))]
    before = [same(visitor.get(path)) for visitor in visitors]
    play_on(table, 1, 1)
    assert [same(visitor.get(path)) for visitor in visitors] == before
    play_on(table, 1, 1)
    pausing.pause(table.pk, cast.organiser, "why")
    assert [same(visitor.get(path)) for visitor in visitors] == before
    give(cast, seat)
    end_by_bots(table)
    assert [same(visitor.get(path)) for visitor in visitors] == before


def test_that_page_names_the_move_and_nothing_else_of_the_game(seat: Seat, offered: dict[str, str]) -> None:
    order, path = next(iter(offered.items()))
    page = Client().get(path).content.decode()
    assert f"<code>{order}</code>" in page
    for hidden in ("picture.svg", "Until", seat.player.name, seat.table.league.name, *(set(offered) - {order})):
        assert hidden not in page


def give(cast: Cast, seat: Seat) -> Player:
    new = person("Dora")
    seat.refresh_from_db()
    substitutes.give_seat(seat.pk, new, cast.organiser, "why", epoch=seat.token_epoch)
    return new


def test_who_had_the_seat_before_reads_and_moves_nothing(
    cast: Cast, table: Table, seat: Seat, path: str, browser: Client
) -> None:
    choose(seat.player, presses="everywhere")
    give(cast, seat)
    before = moves(table)
    page = browser.get(path)
    assert page.status_code == 410
    assert "This seat is no longer yours." in page.content.decode()
    for hidden in ("picture.svg", "Your card", "Until"):
        assert hidden not in page.content.decode()
    for client in (browser, Client()):
        press(client, path)
        client.post(path, {"answer": "back"})
    assert moves(table) == before


def test_who_has_the_seat_now_cannot_press_the_button_of_the_one_before(
    cast: Cast, table: Table, seat: Seat, path: str, sign_in: SignIn
) -> None:
    substitute = give(cast, seat)
    before = moves(table)
    assert "picture.svg" not in sign_in(substitute).get(path).content.decode()
    press(sign_in(substitute), path)
    assert moves(table) == before
    mine = asked_seat(table)
    press(sign_in(substitute), next(iter(buttons_of(newest(mine)).values())))
    assert moves(table) == before + 1


def test_whose_seat_the_stand_in_has_reads_that_and_no_more(cast: Cast, seat: Seat, path: str, browser: Client) -> None:
    seats.replace_by_stand_in(seat.pk, cast.organiser, "late", epoch=seat.token_epoch)
    page = browser.get(path)
    assert page.status_code == 410
    assert "The stand-in plays this seat now." in page.content.decode()
    assert "picture.svg" not in page.content.decode()


def test_somebody_else_who_is_signed_in_sees_nothing_of_their_own_and_moves_nothing(
    cast: Cast, table: Table, seat: Seat, path: str, sign_in: SignIn
) -> None:
    other = sign_in(next(one for one in cast.players if one != seat.player))
    assert "picture.svg" not in other.get(path).content.decode()
    told = press(other, path, follow=True)
    assert "a letter to somebody else" in told.content.decode()
    assert moves(table) == 0


def test_the_answer_is_shown_to_its_player_alone(path: str, browser: Client) -> None:
    before = same(Client().get(path))
    press(browser, path)
    assert "Accepted" in shown(browser, path)
    assert same(Client().get(path)) == before


# --- a press -------------------------------------------------------------------------------------------


def test_a_press_plays_the_move_and_shows_its_answer_with_a_number_and_the_log(
    table: Table, offered: dict[str, str], browser: Client
) -> None:
    order, path = next(iter(offered.items()))
    answer = press(browser, path)
    assert (answer.status_code, answer.headers["Location"]) == (302, path)
    table.refresh_from_db()
    assert moves(table) == 1
    page = shown(browser, path)
    assert f"Accepted played {order}" in page
    assert re.search(rf"Receipt 1/\d{{5}}, log {table.head[:10]}", page)


def test_a_press_is_in_the_journal_as_one_and_writes_no_letter_to_its_player(
    seat: Seat, path: str, browser: Client
) -> None:
    before = OutboundLetter.objects.filter(player=seat.player).count()
    press(browser, path)
    line = JournalLine.objects.filter(actor=seat.player).latest("pk")
    assert line.words == f"{seat.player} by button: 1 played"
    assert OutboundLetter.objects.filter(player=seat.player).count() == before


def test_who_wants_receipts_gets_one_also_of_a_press(seat: Seat, path: str, browser: Client) -> None:
    choose(seat.player, pressed="now")
    for _ in range(2):
        press(browser, path)
    letter = OutboundLetter.objects.get(player=seat.player, kind="orders_account")
    assert "#=#=# DONE - 1 played" in letter.text


def test_the_next_letter_lists_what_was_pressed(
    table: Table, seat: Seat, offered: dict[str, str], browser: Client
) -> None:
    order, path = next(iter(offered.items()))
    press(browser, path)
    while asked_seat(table).pk != seat.pk:
        play_on(table, 1, 3)
    assert f"* Pressed in a letter: [{order}]." in " ".join(newest(seat, "turn").text.split())


def test_a_second_press_does_nothing_twice(table: Table, path: str, browser: Client) -> None:
    for _ in range(3):
        press(browser, path)
    assert moves(table) == 1
    assert "Accepted" in shown(browser, path)
    assert JournalLine.objects.filter(verb="orders").count() == 1


def test_another_button_of_the_letter_does_nothing_once_its_question_is_over(
    table: Table, offered: dict[str, str], browser: Client
) -> None:
    first, second = list(offered.values())[:2]
    press(browser, first)
    press(browser, second)
    assert moves(table) == 1
    assert not Seat.objects.get(pk=asked_seat(table).pk).plan.get("kept")
    page = shown(browser, second)
    assert "The question of this letter is over, so nothing is played." in page
    assert "Accepted" not in page


def test_a_stale_button_leads_to_the_question_of_now_and_its_buttons(
    table: Table, seat: Seat, path: str, browser: Client
) -> None:
    press(browser, path)
    while asked_seat(table).pk != seat.pk:
        play_on(table, 1, 3)
    stale = path_of(replace(key_of(path), order="workers nobody"))
    page = browser.get(stale).content.decode()
    assert "The question of this letter is over" in page
    assert "Your card 2 of 4" in page
    now = buttons_in(page)
    assert set(now) == set(buttons_of(newest(seat, "turn")))
    before = moves(table)
    press(browser, next(iter(now.values())))
    assert moves(table) == before + 1


def test_a_button_and_an_answer_by_mail_do_the_same(table: Table, seat: Seat, path: str, browser: Client) -> None:
    letter = newest(seat)
    press(browser, path)
    deliver(letter, key_of(path).order)
    assert moves(table) == 1


def test_a_press_needs_the_token_against_forgery(seat: Seat, path: str, table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(seat.player)
    assert press(client, path).status_code == 403
    page = client.get(path).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    sent = {"csrfmiddlewaretoken": token[1], "answer": "press"}
    assert client.post(path, sent, headers={"Origin": "https://elsewhere.example"}).status_code == 403
    assert moves(table) == 0
    assert client.post(path, sent).status_code == 302
    assert moves(table) == 1


def test_with_a_script_the_press_answers_in_place(table: Table, path: str, browser: Client) -> None:
    answer = press(browser, path, headers={"X-Part": "tap"})
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert "Accepted" in answer.content.decode()
    assert moves(table) == 1


def test_a_button_acts_at_its_own_table_alone_whatever_else_its_player_plays(
    cast: Cast, table: Table, seat: Seat, path: str, browser: Client
) -> None:
    other = only_table(running_league(cast))
    press(browser, path)
    assert (moves(table), moves(other)) == (1, 0)


def test_the_buttons_of_a_practice_table_play_there(cast: Cast, sign_in: SignIn) -> None:
    table = practice.begin(cast.outsider, "bruges")
    mine = table.seats.get(player=cast.outsider)
    before = LogEntry.objects.filter(table=table, entry__seat=mine.number).count()
    press(sign_in(cast.outsider), next(iter(buttons_of(newest(mine)).values())))
    assert LogEntry.objects.filter(table=table, entry__seat=mine.number).count() > before


# --- who presses ---------------------------------------------------------------------------------------


def test_where_nobody_is_signed_in_a_press_asks_for_it_and_comes_back(table: Table, seat: Seat, path: str) -> None:
    client = Client()
    asked = press(client, path)
    assert asked.headers["Location"] == "/sign-in/", "the key is in no address that another page sees"
    assert moves(table) == 0
    client.post("/sign-in/", {"email": seat.player.email})
    answer_requests()
    letter = OutboundLetter.objects.filter(kind="sign_in").latest("pk")
    token = re.search(r"sesame=(\S+)", letter.text)
    assert token
    assert client.post("/sign-in/link/", {"sesame": token[1]}).headers["Location"] == path
    press(client, path)
    assert moves(table) == 1


def test_the_proof_is_the_sign_in_of_a_browser_for_180_days_and_ends_with_it(
    table: Table, seat: Seat, path: str, browser: Client
) -> None:
    cookie = browser.cookies["sessionid"]
    assert timedelta(days=180).total_seconds() == settings.SESSION_COOKIE_AGE
    assert settings.SESSION_COOKIE_HTTPONLY
    assert settings.SESSION_COOKIE_SAMESITE == "Lax"
    assert cookie.value
    Session.objects.filter(player=seat.player).delete()
    press(browser, path)
    assert moves(table) == 0


def test_who_wants_it_lets_buttons_act_without_asking(table: Table, seat: Seat, path: str) -> None:
    choose(seat.player, presses="everywhere")
    client = Client()
    told = press(client, path, follow=True).content.decode()
    assert moves(table) == 1
    assert re.search(r"Done: \[[^]]+\]\. Receipt 1/\d{5}, log \w{10}\. Sign in to take it back\.", told)
    assert "Receipt" not in client.get(path).content.decode(), "told once, to that browser"
    assert press(client, path).headers["Location"] == path
    assert moves(table) == 1


def test_without_asking_a_press_that_cannot_be_played_asks_who_it_is(table: Table, seat: Seat, path: str) -> None:
    choose(seat.player, presses="everywhere")
    play_on(table, 1, 1)
    asked = press(Client(), path_of(replace(key_of(path), order="house nobody")))
    assert asked.headers["Location"] == "/sign-in/"


def test_buttons_open_a_reply_for_who_wants_that_and_the_page_is_the_other_way(
    table: Table, seat: Seat, path: str, browser: Client
) -> None:
    page_first = re.findall(r'<a class="(move|other)"[^>]* href="([^"]{6})', newest(seat).html)
    assert dict(page_first) == {"move": "https:", "other": "mailto"}
    choose(seat.player, buttons="reply")
    press(browser, path)
    while asked_seat(table).pk != seat.pk:
        play_on(table, 1, 3)
    reply_first = re.findall(r'<a class="(move|other)"[^>]* href="([^"]{6})', newest(seat, "turn").html)
    assert dict(reply_first) == {"move": "mailto", "other": "https:"}


def test_the_profile_has_the_choices(seat: Seat, browser: Client) -> None:
    page = browser.get("/profile/").content.decode()
    for name in ("buttons", "presses", "pressed"):
        assert f'name="{name}"' in page
    sent = {"turns": "now", "receipts": "now", "news": "now", "buttons": "reply", "presses": "everywhere"}
    browser.post("/profile/letters/", {**sent, "pressed": "now", "digest_hour": "8"})
    seat.player.refresh_from_db()
    assert {"buttons": "reply", "presses": "everywhere", "pressed": "now"}.items() <= seat.player.ways.items()


# --- taking back ---------------------------------------------------------------------------------------


def test_a_press_is_taken_back_on_its_page_as_long_as_the_rules_allow(table: Table, path: str, browser: Client) -> None:
    press(browser, path)
    assert "Take it back" in shown(browser, path)
    for _ in range(2):
        browser.post(path, {"answer": "back"})
    page = shown(browser, path)
    assert "Taken back" in page
    assert "Your card 1 of 4" in page, "and what is asked again"
    assert LogEntry.objects.filter(table=table, entry__kind="undo").count() == 1
    assert "Take it back" not in page


def test_what_others_have_answered_is_not_taken_back(table: Table, path: str, browser: Client) -> None:
    press(browser, path)
    play_on(table, 1, 1)
    assert "Take it back" not in shown(browser, path)
    browser.post(path, {"answer": "back"})
    assert not LogEntry.objects.filter(table=table, entry__kind="undo").exists()
    assert "Nothing was taken back" in shown(browser, path)


def test_taking_back_never_takes_a_newer_move_of_the_seat(table: Table, seat: Seat, path: str, browser: Client) -> None:
    press(browser, path)
    while asked_seat(table).pk != seat.pk:
        play_on(table, 1, 3)
    play_on(table, 1, 3)
    browser.post(path, {"answer": "back"})
    assert not LogEntry.objects.filter(table=table, entry__kind="undo").exists()
    assert "something else was done for your seat since" in shown(browser, path)


def test_a_move_that_was_taken_back_by_letter_is_not_called_accepted(
    table: Table, seat: Seat, path: str, browser: Client
) -> None:
    press(browser, path)
    assert "Accepted" in shown(browser, path)
    deliver(newest(seat, "turn"), "undo")
    assert LogEntry.objects.filter(table=table, entry__kind="undo").count() == 1
    for _ in range(2):
        page = shown(browser, path)
        assert "Accepted" not in page
        assert "The question of this letter is over" in page
        press(browser, path)


def test_a_sealed_choice_that_is_taken_back_is_called_so(cast: Cast, sign_in: SignIn) -> None:
    table = only_table(running_league(cast, name="Sealed", game="flandern", reveal_delay=timedelta(hours=1)))
    seat = table.seats.get(number=0)
    path = next(iter(buttons_of(newest(seat)).values()))
    browser = sign_in(seat.player)
    press(browser, path)
    assert "Accepted" in shown(browser, path)
    browser.post(path, {"answer": "back"})
    assert "Taken back" in shown(browser, path)


def test_nothing_is_taken_back_without_a_press(table: Table, seat: Seat, path: str, browser: Client) -> None:
    play_on(table, 1, 1)
    browser.post(path_of(replace(key_of(path), order="house nobody")), {"answer": "back"})
    assert not LogEntry.objects.filter(table=table, entry__kind="undo").exists()


def test_what_was_pressed_counts_once_though_somebody_at_the_table_is_forgotten(
    cast: Cast, table: Table, seat: Seat, path: str, browser: Client
) -> None:
    press(browser, path)
    other = next(one for one in cast.players if one != seat.player)
    people.erase(other, other)
    before = moves(table)
    press(browser, path)
    assert moves(table) == before
    assert "Accepted" in shown(browser, path)


# --- buttons that have ended ---------------------------------------------------------------------------


def test_a_button_of_another_seat_does_nothing_for_oneself(
    cast: Cast, table: Table, seat: Seat, path: str, sign_in: SignIn
) -> None:
    other = table.seats.exclude(pk=seat.pk).first()
    mine = path_of(replace(key_of(path), seat_id=other.pk))  # such a key is never made
    assert sign_in(seat.player).get(mine).status_code == 410
    press(sign_in(seat.player), mine)
    assert moves(table) == 0


@pytest.mark.parametrize("change", ["last", "first", "cut", "longer", "nothing"])
def test_an_altered_key_opens_nothing(table: Table, path: str, browser: Client, change: str) -> None:
    key = path.split("/")[2]
    other = {
        "last": key[:-1] + ("a" if key[-1] != "a" else "b"),
        "first": key[:9] + ("a" if key[9] != "a" else "b") + key[10:],
        "cut": key[:-5],
        "longer": key + "aa",
        "nothing": "x",
    }[change]
    page = browser.get(f"/m/{other}/")
    assert page.status_code == 410
    assert "is not whole" in page.content.decode()
    assert browser.post(f"/m/{other}/").status_code == 410
    assert moves(table) == 0


def test_a_button_is_good_for_sixty_days(table: Table, path: str, seat: Seat, sign_in: SignIn) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=59), tick=False):
        assert sign_in(seat.player).get(path).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=61, hours=1), tick=False):
        for client in (sign_in(seat.player), Client()):
            assert client.get(path).status_code == 410
            assert press(client, path).status_code == 410
    assert moves(table) == 0


def test_a_button_is_good_under_the_key_before_the_one_of_now(path: str, browser: Client, settings: Any) -> None:
    settings.MAIL_KEYS = {"k9": b"9" * 32, **settings.MAIL_KEYS}
    assert browser.get(path).status_code == 200
    settings.MAIL_KEYS = {"k9": b"9" * 32}
    assert browser.get(path).status_code == 410


def test_after_a_rollback_the_buttons_of_before_play_nothing(
    cast: Cast, table: Table, seat: Seat, path: str, browser: Client
) -> None:
    for _ in range(3):
        play_on(table, 1, 3)
    table.refresh_from_db()
    first = LogEntry.objects.filter(table=table, entry__by="order").order_by("number")[0].number
    rollback.roll_back(table.pk, first - 1, cast.organiser, "why", anew=True, seen=table.head)
    before = LogEntry.objects.filter(table=table).count()
    press(browser, path)
    assert LogEntry.objects.filter(table=table).count() == before
    page = browser.get(path).content.decode()
    assert "taken back to an earlier position" in page
    press(browser, next(iter(buttons_in(page).values())))
    assert LogEntry.objects.filter(table=table).count() > before


def test_after_the_deadline_the_stand_in_has_moved_and_the_page_says_so(
    table: Table, seat: Seat, path: str, browser: Client
) -> None:
    seat.grace_used_at = timezone.now()
    seat.save()
    turn = Turn.objects.get(seat=seat, ended_at=None)
    with time_machine.travel(turn.due_by + timedelta(minutes=1), tick=False):
        assert "Your time ended at" in shown(browser, path)
        assert deadlines.expire(turn.pk) == "stand-in"
        before = moves(table)
        press(browser, path)
        assert moves(table) == before
        assert "The question of this letter is over" in shown(browser, path)


def test_while_clocks_stand_still_one_may_play_on(cast: Cast, table: Table, path: str, browser: Client) -> None:
    pausing.pause(table.pk, cast.organiser, "why")
    assert "The clocks of this table stand still." in shown(browser, path)
    press(browser, path)
    assert moves(table) == 1


def test_when_the_game_is_over_the_page_says_so(table: Table, path: str, browser: Client) -> None:
    end_by_bots(table)
    page = shown(browser, path)
    assert "Nothing was played The game is over." in page
    press(browser, path)
    assert "Accepted" not in shown(browser, path)


def test_when_the_league_is_cancelled_the_page_says_so(cast: Cast, table: Table, path: str, browser: Client) -> None:
    cancel.cancel(table.league, cast.organiser, "Too few have time.")
    press(browser, path)
    assert "The league was cancelled" in shown(browser, path)
    assert moves(table) == 0


def test_who_ends_older_addresses_ends_older_buttons_and_letters_that_wait_have_new_ones(
    table: Table, seat: Seat, path: str, sign_in: SignIn
) -> None:
    renewing.renew(seat.player)
    client = sign_in(Player.objects.get(pk=seat.player.pk))
    press(client, path)
    assert moves(table) == 0
    assert "were ended" in shown(client, path)
    seat.refresh_from_db()
    press(client, next(iter(buttons_of(newest(seat)).values())))
    assert moves(table) == 1
