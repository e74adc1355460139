"""Disputes: the referee is called by mail, the organiser sees it, the ruling goes to the whole table."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.cast import Cast, asked_seat, only_table, running_league
from tests.post import answers_to, deliver, newest
from tournaments.actions import cases, people
from tournaments.actions.refusals import NotWaiting, NotYours
from tournaments.models import Case, JournalLine, OutboundLetter, Player, Seat

pytestmark = pytest.mark.django_db
WORDS = "Bea used the Bishop twice in round 1, I think"


@pytest.fixture
def seat(cast: Cast) -> Seat:
    return asked_seat(only_table(running_league(cast)))


def call(seat: Seat, words: str = WORDS) -> Case:
    deliver(newest(seat, "turn"), f"referee {words}")
    return Case.objects.latest("pk")


def page(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def words_of(letter: OutboundLetter) -> str:
    return " ".join(letter.text.replace("\xa0", " ").replace("said | ", "").split())


@pytest.mark.parametrize("call_out", ["referee", "Referee:", "REFEREE："])
def test_calling_the_referee_tells_the_organiser_and_nobody_else(seat: Seat, cast: Cast, call_out: str) -> None:
    row = deliver(newest(seat, "turn"), f"{call_out} {WORDS}")
    assert answers_to(row) == ["words"]
    (letter,) = OutboundLetter.objects.filter(kind="case_opened")
    assert letter.player == cast.organiser
    assert WORDS in words_of(letter)
    assert JournalLine.objects.filter(verb="case opened", actor=seat.player, seat=seat).exists()
    assert asked_seat(seat.table).pk == seat.pk


def test_the_ruling_is_mailed_to_the_whole_table_with_the_question(seat: Seat, cast: Cast) -> None:
    cases.rule(call(seat).pk, cast.organiser, "It was twice, so two guilders go back.")
    letters = OutboundLetter.objects.filter(kind="case_ruled")
    assert {letter.player for letter in letters} == set(cast.players)
    assert WORDS in words_of(letters[0])
    assert "It was twice, so two guilders go back." in words_of(letters[0])
    assert JournalLine.objects.filter(verb="case ruled", actor=cast.organiser).exists()


def test_only_an_organiser_rules_and_only_once(seat: Seat, cast: Cast) -> None:
    case = call(seat)
    with pytest.raises(NotYours):
        cases.rule(case.pk, cast.opponent, "No.")
    cases.rule(case.pk, cast.organiser, "No.")
    with pytest.raises(NotWaiting):
        cases.rule(case.pk, cast.organiser, "Yes.")


def test_the_same_words_and_too_many_cases_open_none(seat: Seat) -> None:
    for words in (WORDS, WORDS, "second thing", "third thing", "fourth thing"):
        call(seat, words)
    assert Case.objects.count() == cases.OPEN_AT_MOST


def test_the_desk_lists_a_dispute_and_takes_the_ruling(seat: Seat, cast: Cast) -> None:
    case = call(seat)
    desk = page(cast.organiser)
    start = desk.get("/desk/").content.decode()
    assert "asks for a ruling" in start
    url = f"/desk/tournaments/table/case/{case.pk}/"
    assert url in start
    assert WORDS in desk.get(url).content.decode()
    desk.post(url, {"ruling": "Nothing changes."})
    assert "asks for a ruling" not in desk.get("/desk/").content.decode()
    assert "Nothing changes." in desk.get(f"/desk/tournaments/table/{seat.table_id}/change/").content.decode()


def test_a_case_of_another_organiser_s_league_is_not_there(seat: Seat, cast: Cast) -> None:
    case = call(seat)
    cast.outsider.is_staff = True
    cast.outsider.save()
    other = page(cast.outsider)
    assert other.get(f"/desk/tournaments/table/case/{case.pk}/").status_code == 404
    assert "asks for a ruling" not in other.get("/desk/").content.decode()


def test_what_a_forgotten_player_asked_is_forgotten_too(seat: Seat) -> None:
    case = call(seat)
    people.erase(seat.player, seat.player)
    case.refresh_from_db()
    assert case.words == ""
