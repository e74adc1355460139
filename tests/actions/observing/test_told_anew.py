"""No observer loses a letter: what is kept back at the last moment is told anew, as everybody may know it then."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from tests.actions.observing.test_observing import STRANGER, kept_back, next_round, observe, observed, table, tell
from tests.player.visitors.test_public_leagues import play_until_round
from tests.shared.cast import Cast
from tests.shared.play import end_by_bots
from tournaments.actions.observing import anew, telling
from tournaments.actions.player import people
from tournaments.actions.table import rollback
from tournaments.models import League, Observer, OutboundLetter, Table
from tournaments.queries import replays
from tournaments.running import posting

__all__ = ("table",)  # the fixture
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


def words(letter: OutboundLetter) -> str:
    return " ".join(letter.text.split())


def test_the_letter_about_a_round_whose_last_move_was_made_again_is_sent(table: Table, cast: Cast) -> None:
    observe(table)
    play_until_round(table, table.round + 1)
    table.refresh_from_db()
    ending = replays.whole_rounds(table) + 1  # the move that ended the round
    rollback.roll_back(table.pk, ending - 1, cast.organiser, "A letter came late.", anew=False, seen=table.head)
    table.refresh_from_db()
    play_until_round(table, table.round + 1)
    tell(table)
    (letter,) = observed()
    assert replays.is_of_whole_round(table, letter.picture["entry"])
    assert posting.post(letter.pk)


def test_a_round_that_was_taken_back_before_its_letter_went_out_is_told_when_it_is_over_again(
    table: Table, cast: Cast
) -> None:
    observe(table)
    next_round(table)
    ending = replays.whole_rounds(table) + 1
    rollback.roll_back(table.pk, ending - 1, cast.organiser, "A letter came late.", anew=False, seen=table.head)
    assert kept_back(observed()[0])
    tell(table)
    assert len(observed()) == 1
    next_round(table)
    first, again = observed()
    assert first.picture["told"] == again.picture["told"] == 0
    assert posting.post(again.pk)


def test_what_a_letter_told_that_was_kept_back_for_somebody_erased_is_told_at_once(table: Table, cast: Cast) -> None:
    observe(table)
    next_round(table)
    people.erase(cast.player, cast.player)
    assert kept_back(observed()[0])
    tell(table)
    first, again = observed()
    assert again.picture["entry"] == first.picture["entry"]
    assert posting.post(again.pk)
    tell(table)
    assert len(observed()) == 2


@pytest.mark.parametrize("change", [{"initials": True}, {"name": "Annabel Vermeer"}])
def test_a_letter_that_waited_is_written_anew_when_somebody_is_called_otherwise_since(
    table: Table, cast: Cast, change: dict[str, object]
) -> None:
    people.change_profile(cast.player, name="Anna van der Meer")
    observe(table)
    next_round(table)
    assert "Anna van der Meer" in words(observed()[0])
    people.change_profile(cast.player, **change)  # type: ignore[arg-type]
    assert kept_back(observed()[0])
    tell(table)
    again = observed()[-1]
    assert "Anna van der Meer" not in words(again)
    assert posting.post(again.pk)
    assert len(mail.outbox) == 1


def test_the_last_letter_comes_anew_too_and_ends_it_once_more(table: Table, cast: Cast) -> None:
    people.change_profile(cast.player, name="Anna van der Meer")
    observe(table, language="de")
    next_round(table)
    end_by_bots(table)
    tell(table)
    assert not Observer.objects.exists()
    people.change_profile(cast.player, initials=True)
    about_a_round, last = observed()
    assert kept_back(about_a_round)
    last.refresh_from_db()
    assert (last.state, last.failure) == (OutboundLetter.State.NOT_WANTED, anew.ANEW)
    tell(table)
    again = observed()[-1]
    assert "Anna van der Meer" not in words(again)
    assert again.picture["language"] == "de"
    assert again.picture["told"] == 0
    assert posting.post(again.pk)
    assert not Observer.objects.exists()
    tell(table)
    assert observed()[-1] == again


def test_what_waits_behind_a_letter_that_is_kept_back_is_told_in_the_one_that_comes_anew(
    table: Table, cast: Cast
) -> None:
    observe(table)
    next_round(table)
    next_round(table)
    people.change_profile(cast.player, name="Annabel Vermeer")
    assert kept_back(observed()[0])
    tell(table)
    _, second, again = observed()
    assert (second.state, second.failure) == (OutboundLetter.State.NOT_WANTED, anew.ANEW)
    assert (again.picture["told"], again.picture["entry"]) == (0, second.picture["entry"])


def test_whatever_keeps_letters_back_they_come_anew_so_often_a_day(table: Table, cast: Cast) -> None:
    people.change_profile(cast.player, name="Anna van der Meer")
    observe(table)
    next_round(table)
    for number in range(anew.AGAIN_A_DAY + 2):
        people.change_profile(cast.player, initials=not number % 2)
        posting.post(observed()[-1].pk)
        tell(table)
    assert len(observed()) == 1 + anew.AGAIN_A_DAY
    assert list(telling.due(timezone.now() + timedelta(days=1, minutes=1))) == [table.pk]


def test_nothing_comes_anew_of_a_league_that_is_not_public_any_more_nor_to_who_has_ended_it(
    table: Table, cast: Cast
) -> None:
    observe(table)
    next_round(table)
    Observer.objects.all().delete()
    people.change_profile(cast.player, name="Annabel Vermeer")
    assert kept_back(observed()[0])
    assert not Observer.objects.exists()
    observe(table, "other@elsewhere.example")
    Observer.objects.update(told=0, round=0)
    tell(table)
    League.objects.filter(pk=table.league_id).update(public=False)
    assert kept_back(observed("other@elsewhere.example")[0])
    tell(table)
    assert not Observer.objects.exists()
    assert len(observed("other@elsewhere.example")) == 1


def test_no_letter_is_written_of_what_was_taken_back_while_others_were(table: Table, cast: Cast) -> None:
    observe(table)
    observe(table, "other@elsewhere.example")
    play_until_round(table, table.round + 1)
    table.refresh_from_db()
    news = telling._news(table.pk)
    assert telling._tell(news.rows[0], news)
    rollback.roll_back(table.pk, 8, cast.organiser, "A letter came late.", anew=True, seen=table.head)
    assert not telling._tell(news.rows[1], news)
    assert observed("other@elsewhere.example") == []
    assert len(observed(STRANGER)) == 1
