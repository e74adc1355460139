"""What a seat may not know changes no byte of a page or a letter that it is shown, whatever the game."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from tests.attacks import hidden
from tests.shared.cast import make_cast, prepared_league
from tournaments.actions.league import leagues
from tournaments.models import Player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", hidden.GAMES)
def test_two_positions_that_differ_in_hidden_things_alone_look_the_same(game: str) -> None:
    rng, differing = Random(12), 0
    table = hidden.leagues()[game]
    for moment in hidden.moments(table, (13,), rng):
        reader = rng.choice(hidden.seats(moment))
        compared, differ, wrong = hidden.differences(moment, reader, rng)
        assert compared > 15
        assert not wrong, wrong[:3]
        differing += differ
    assert differing, "nothing was hidden: the positions do not test anything"


def test_whatever_shows_on_a_page_or_in_a_letter_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(12)
    (moment,) = hidden.moments(hidden.leagues()["bruges"], (3,), rng)
    reader, *others = hidden.seats(moment)

    def renamed(*_: object) -> bool:
        Player.objects.filter(pk=others[0].player_id).update(name="Samuel Elsner")
        return True

    monkeypatch.setattr(hidden, "another_world", renamed)
    _, _, wrong = hidden.differences(moment, reader, rng)
    assert any("/table/" in line for line in wrong), wrong[:3]


def test_sealed_words_of_others_change_nothing_on_the_page_of_a_league() -> None:
    cast = make_cast()
    league = prepared_league(cast)
    for player in cast.players:
        leagues.enrol(league, player, "one word")
    client = Client()
    client.force_login(cast.player)
    before = hidden.sealed_words(league, client)
    league.entries.exclude(player=cast.player).update(word="quite another one")
    assert hidden.sealed_words(league, client) == before
    league.entries.filter(player=cast.player).update(word="a word of my own")
    assert hidden.sealed_words(league, client) != before, "one's own word is on the page"
