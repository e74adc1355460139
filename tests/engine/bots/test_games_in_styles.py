"""Games of mixed styles against the second models, as `tests.campaign.games` plays them by the hundred."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.campaign import games
from tests.engine import styles
from tests.engine.any_game import Kind, moments
from tests.engine.flandern.oracle import towns
from tests.engine.orders import by_letter


@pytest.mark.parametrize("slug", sorted(games.MODELS))
def test_a_game_is_played_to_its_end_without_a_difference(slug: str) -> None:
    played = games.play(slug, 7)
    assert played.faults == []
    assert played.moves == sum(played.done.values()) > 50
    assert sum(played.seats.values()) in (2, 3, 4)


@pytest.mark.parametrize("slug", sorted(games.MODELS))
def test_a_game_by_whole_letters_does_what_these_say_and_keeps_to_the_rules(slug: str) -> None:
    played = games.play(slug, 3, letters=True)
    assert played.faults == []
    assert min(played.done[state] for state in ("played", "refused", "kept", "command")) > 0
    assert set(played.done) <= by_letter.STATES


def test_a_difference_is_found_and_told_with_the_number_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(towns.BOX["pieces"], "sites", 3)
    found = [games.play("flandern", number).faults for number in range(1, 6)]
    told = [fault for faults in found for fault in faults]
    assert told
    assert all(found[number - 1] == [(number, words)] and "oracle" in words for number, words in told)


@pytest.mark.parametrize("slug", sorted(games.MODELS))
def test_tables_are_mixed_and_now_and_then_of_one_style(slug: str) -> None:
    tables = [styles.seated(slug, 4, Random(number)) for number in range(60)]
    assert {style for table in tables for style in table} == set(styles.names(slug))
    assert {len(set(table)) for table in tables} == {1, 4}


@pytest.mark.parametrize(("slug", "style"), [(slug, style) for slug in styles.STYLES for style in styles.STYLES[slug]])
def test_every_liking_of_every_style_fits_some_moves_of_its_game(slug: str, style: str) -> None:
    """A pattern that nothing fits would be a style that is none."""
    kinds = [Kind(slug, seats) for seats in (2, 3, 4)]
    texts = {move.text for kind in kinds for moment in moments(kind) for ask in moment.asks for move in ask.moves}
    for pattern, _ in styles.STYLES[slug][style]:
        assert any(re.search(pattern, text) for text in texts), pattern
