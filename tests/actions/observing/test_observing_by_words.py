"""Observing a table by a word in a letter, in English and in German."""

from __future__ import annotations

import pytest

from tests.shared.cast import Cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.observing import asking, by_words
from tournaments.language.refusals import WordRefused
from tournaments.models import InboundLetter, Observer, OutboundLetter, Seat, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def public(cast: Cast) -> Table:
    return only_table(running_league(cast, public=True, name="Spring Open", tag="Spring"))


@pytest.fixture
def seat(cast: Cast, public: Table) -> Seat:
    """A seat of somebody who does not play at the public table, and whose letters they answer."""
    public.seats.filter(player=cast.player).update(player=cast.outsider)
    return only_table(running_league(cast, name="Autumn League", tag="Autumn")).seats.get(player=cast.player)


def answer(row: InboundLetter) -> str:
    letter = OutboundLetter.objects.filter(answers=row).latest("pk")
    return " ".join(letter.text.split())


@pytest.mark.parametrize("line", ["observe spring/1", "Observe Spring Open / 1", "beobachten: spring open tisch 1"])
def test_a_letter_with_the_word_makes_its_player_an_observer(seat: Seat, cast: Cast, public: Table, line: str) -> None:
    row = deliver(newest(seat), line)
    assert "comes after each round" in answer(row)
    assert Observer.objects.get().table == public
    assert Observer.objects.get().player == cast.player


@pytest.mark.parametrize("line", ["stop observing spring/1", "unobserve Spring/1", "nicht mehr beobachten spring/1"])
def test_a_letter_with_the_other_word_ends_it(seat: Seat, cast: Cast, public: Table, line: str) -> None:
    asking.begin(cast.player, public)
    assert "No more letters come about" in answer(deliver(newest(seat), line))
    assert not Observer.objects.exists()


def test_who_plays_there_is_told_so(seat: Seat, cast: Cast) -> None:
    mine = Seat.objects.get(table=seat.table, player=cast.opponent)
    assert "You play at this table" in answer(deliver(newest(mine), "observe spring/1"))


@pytest.mark.parametrize("words", ["spring/7", "autumn/1", "no such/1", "spring"])
def test_no_other_table_is_observed_by_a_word(seat: Seat, cast: Cast, words: str) -> None:
    with pytest.raises(WordRefused):
        by_words.begin(cast.player, words)
    assert not Observer.objects.exists()
