"""Observing a table by a word in a letter, in English and in German."""

from __future__ import annotations

import pytest

from tests.shared.cast import Cast, only_table, person, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.observing import asking, by_words
from tournaments.actions.player import people
from tournaments.language.refusals import WordRefused
from tournaments.models import InboundLetter, League, Observer, OutboundLetter, Seat, Table

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


def test_whoever_has_to_tell_two_leagues_apart_reads_the_names_that_followers_read(cast: Cast) -> None:
    for name in ("Spring", "Spring too"):
        running_league(cast, public=True, name=f"{name} Open", tag=name)
    League.objects.update(name="Spring Open", tag="Spring")
    people.change_profile(cast.organiser, name="Olivia van Loon", initials=True)
    with pytest.raises(WordRefused) as followed:
        by_words.begin(person("Nosy"), "spring/1")
    assert "(O. V. L.)" in str(followed.value)
    assert "Olivia" not in str(followed.value)
    with pytest.raises(WordRefused) as played:
        by_words.begin(cast.player, "spring/1")
    assert "Olivia van Loon" in str(played.value)


def test_a_league_is_found_by_the_initials_of_its_organiser(cast: Cast) -> None:
    running_league(cast, public=True, name="Spring Open", tag="Spring")
    people.change_profile(cast.organiser, name="Olivia van Loon", initials=True)
    by_words.begin(person("Nosy"), "Spring Open O. V. L./1")
    assert Observer.objects.exists()
