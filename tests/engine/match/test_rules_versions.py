"""Two versions of one game beside each other: a match is played to its end under the one that it began with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import Match, rulebook
from engine.bruges import GAME as BRUGES
from engine.bruges import Bruges
from engine.match.export import export, replay
from engine.orders import api
from engine.refusals import UnsupportedRules
from engine.verify import verify
from tests.engine.toy import GAME, Pebbles, bid_all, play_out, secret

WELL_GIVES = {2: 3, 3: 1}
VERSIONS = pytest.mark.parametrize("rules", WELL_GIVES)


def begun(rules: int) -> Match:
    """A match of two in which seat 0 has its turn and has not used the well."""
    match = bid_all(Match.start(GAME.under(rules), 2, {"rounds": 1}, secret=secret()))
    match.play(0, "skip")
    return match


def given(match: Match) -> int:
    """The number of stones that the well gives to seat 0 of the match now."""
    before = match.view(0).seats[0].stones
    match.play(0, "use well")
    return int(match.view(0).seats[0].stones - before)


@VERSIONS
def test_a_match_is_played_under_the_version_in_its_header(rules: int):
    match = begun(rules)
    assert match.header["rules"] == rules
    assert given(match) == WELL_GIVES[rules]


@VERSIONS
def test_it_goes_on_under_it_after_it_was_put_away(rules: int):
    match = begun(rules)
    stored = json.loads(json.dumps(match.dump()))
    assert given(Match.load(stored, secret=secret())) == WELL_GIVES[rules]


@VERSIONS
def test_copies_and_imagined_positions_are_played_under_it(rules: int):
    match = begun(rules)
    assert given(match.copy()) == WELL_GIVES[rules]
    assert given(match.imagined(0)) == WELL_GIVES[rules]


@VERSIONS
def test_what_is_taken_back_is_played_again_under_it(rules: int):
    match = begun(rules)
    before = match.count - 1
    given(match)
    match.undo(0)
    assert given(match) == WELL_GIVES[rules]
    match.roll_back(before)
    assert given(match) == WELL_GIVES[rules]


@VERSIONS
def test_the_moves_that_need_no_person_follow_it(rules: int):
    match = begun(rules)
    before = match.view(0).seats[0].stones
    api.apply_letter(match, {0: api.Plan(), 1: api.Plan()}, 0, ["take 1"], serial=None)
    assert match.view(0).seats[0].stones == before + WELL_GIVES[rules] + 1


@VERSIONS
def test_its_record_is_verified_and_played_again_under_it(rules: int):
    match = begun(rules)
    given(match)
    record = json.loads(json.dumps(export(play_out(match, 3), ("Anna", "Bea"))))
    assert verify(record)
    again = replay(record)
    assert again.game.rules == rules
    assert again.head == match.head


@VERSIONS
def test_the_rules_in_short_are_those_of_the_version(rules: int):
    told = " ".join(block.words for chapter in rulebook.of(GAME.under(rules)).chapters for block in chapter.blocks)
    assert f"The well gives so many stones: {WELL_GIVES[rules]}." in told


def test_a_version_that_figures_cannot_tell_has_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "data").mkdir()
    for name in ("rules.txt", "rules.v2.txt", "rules.de.txt"):
        (tmp_path / "data" / name).touch()
    monkeypatch.setattr(rulebook, "getfile", lambda of: str(tmp_path / "game.py"))
    found = [rulebook.file(GAME.under(rules), language).name for rules in WELL_GIVES for language in ("en", "de")]
    assert found == ["rules.v2.txt", "rules.de.txt", "rules.txt", "rules.de.txt"]


def test_a_version_that_is_not_played_here_is_refused_by_name():
    for rules in (1, 4):
        with pytest.raises(UnsupportedRules, match=f"under rules 3, this is a match under {rules}"):
            GAME.under(rules)


def test_the_newest_version_is_found_from_an_earlier_one():
    assert GAME.under(2).under(3).rules == Pebbles.rules


def test_a_deck_of_ones_own_stays_with_the_version(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Bruges, "earlier", (0,))
    text = json.dumps({**BRUGES.deck, "name": "another"})
    earlier = BRUGES.under(0).with_deck(text, "a file")
    assert (earlier.rules, earlier.deck_digest) == (0, BRUGES.with_deck(text, "a file").deck_digest)
    assert BRUGES.under(0).of_deck(earlier.deck_digest).rules == 0
