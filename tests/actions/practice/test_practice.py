"""Practising: a table against the stand-in that begins at once and counts for nothing."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.actions.asked import legal
from tests.letters.test_no_orders import is_order, wrapped
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.practice import practice
from tournaments.language.refusals import AlreadyEntered, BadSettings, TooOften
from tournaments.models import League, OutboundLetter, Player, Seat, Table

pytestmark = pytest.mark.django_db


def own_seat(player: Player) -> Seat:
    table = Table.objects.filter(league__practice=True, seats__player=player).latest("pk")
    return asked_seat(table)


def words(letter: OutboundLetter) -> str:
    return " ".join(letter.text.split())


def test_a_word_in_any_letter_opens_a_table_that_asks_at_once(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    deliver(newest(seat, "turn"), "practice bruges")
    mine = own_seat(seat.player)
    assert mine.player == seat.player
    assert newest(mine, "turn").subject.startswith("[Practice] Bruges 1")
    assert [other.mover for other in mine.table.seats.exclude(pk=mine.pk)] == [Seat.Mover.REPLACED]
    assert not OutboundLetter.objects.filter(seat=seat, kind="words").exists()


def test_the_stand_in_answers_at_once_each_time(cast: Cast) -> None:
    practice.begin(cast.player, "bruges")
    for _ in range(3):
        seat = own_seat(cast.player)
        row = deliver(newest(seat), legal(seat))
        assert row.account["lines"][0]["state"] == "played"
    assert own_seat(cast.player).player == cast.player


def test_the_game_ends_with_final_scores_and_without_standings(cast: Cast) -> None:
    practice.begin(cast.player, "bruges")
    seat = own_seat(cast.player)
    deliver(newest(seat), "resign")
    deliver(newest(seat, "resign_asked"), "yes")
    assert Table.objects.get(pk=seat.table_id).state == Table.State.FINISHED
    assert League.objects.get(practice=True).state == League.State.FINISHED
    final = newest(seat, "final_scores")
    assert "THE LEAGUE NOW" not in final.text
    assert not OutboundLetter.objects.filter(kind="league_finished").exists()


def test_no_line_about_practice_reads_as_an_order(cast: Cast) -> None:
    practice.begin(cast.player, "bruges")
    seat = own_seat(cast.player)
    deliver(newest(seat), "help", "games")
    deliver(newest(seat), "resign")
    texts = OutboundLetter.objects.filter(seat=seat).values_list("text", flat=True)
    assert [line for text in texts for line in wrapped(text) if is_order(line)] == []
    assert len(texts) > 2
    assert is_order("workers queen")


def test_there_is_one_table_at_a_time_and_not_too_many_a_day(cast: Cast) -> None:
    practice.begin(cast.player, "bru")
    with pytest.raises(AlreadyEntered):
        practice.begin(cast.player, "bruges")
    practice.begin(cast.opponent, "bruges")
    League.objects.update(state=League.State.FINISHED)
    for _ in range(2):
        practice.begin(cast.opponent, "bruges")
        League.objects.update(state=League.State.FINISHED)
    with pytest.raises(TooOften):
        practice.begin(cast.opponent, "bruges")


def test_a_game_that_is_not_there_is_answered_with_those_that_are(cast: Cast) -> None:
    with pytest.raises(BadSettings, match="Bruges"):
        practice.begin(cast.player, "chess")


def test_nobody_else_sees_or_joins_a_table_for_practice(cast: Cast) -> None:
    table = practice.begin(cast.player, "bruges")
    other, mine = Client(), Client()
    other.force_login(cast.opponent)
    mine.force_login(cast.player)
    assert other.get(f"/table/{table.pk}/").status_code == 404
    assert mine.get(f"/table/{table.pk}/").status_code == 200
    assert "Practice" not in other.get("/").content.decode()


def test_the_home_page_opens_one_with_a_press(cast: Cast) -> None:
    browser = Client()
    browser.force_login(cast.player)
    assert "Practise Bruges" in browser.get("/").content.decode()
    page = browser.post("/practice/bruges/", follow=True)
    assert page.redirect_chain[-1][0].startswith("/table/")
    assert "already" in browser.post("/practice/bruges/", follow=True).content.decode()


def test_tables_for_practice_are_nobody_s_work_on_the_desk(cast: Cast) -> None:
    owner = Player.objects.create_superuser("owner@example.net", name="Ann Owner")
    practice.begin(cast.player, "bruges")
    desk = Client()
    desk.force_login(owner)
    assert str(own_seat(cast.player).table.league) == "Practice of Bruges"
    assert "Practice of Bruges" not in desk.get("/desk/").content.decode()
