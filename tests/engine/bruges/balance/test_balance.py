"""The report on the deck: the same for a seed, and against a deck in which somebody is far too good."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.bruges.data.persons import DEFAULT, load_deck
from tests.campaign.balance import report
from tests.campaign.balance.__main__ import main
from tests.campaign.balance.selfplay import Played

DECK = load_deck()
EVERYBODY = [person.id for person in DECK.persons]


def rigged(folder: Path, name: str, **fields: Any) -> Path:
    """A deck file in which one person is another."""
    data = json.loads(DEFAULT.read_text(encoding="utf-8"))
    next(card for card in data["persons"] if card["id"] == name).update(fields)
    file = folder / "rigged.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def game(number: int, winner: int = 0, score: int = 60, owned: Mapping[int, Sequence[str]] | None = None) -> Played:
    """A finished game of four seats; everybody was recruited by every seat unless said otherwise."""
    totals = tuple(score if seat == winner else score - 10 for seat in range(4))
    ranks = tuple(1 if seat == winner else 2 for seat in range(4))
    owned = owned or dict.fromkeys(range(4), EVERYBODY)
    owners = frozenset((person, seat) for seat, persons in owned.items() for person in persons)
    return Played(number % 4, 8, totals, ranks, owners)


# --- the command ---------------------------------------------------------------------------------------


def test_a_report_is_the_same_for_a_seed_whatever_the_number_of_processes(capsys: pytest.CaptureFixture[str]):
    said = []
    for seed, processes in (("3", "1"), ("3", "2"), ("4", "2")):
        main(["--games", "4", "--seats", "2", "--seed", seed, "--processes", processes])
        told = capsys.readouterr()
        assert "4 of 4 games" in told.err
        said.append(told.out)
    assert said[0] == said[1] != said[2]


def test_a_person_who_gives_twenty_points_speaks_against_a_deck(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    gains = [{"kind": "gain", "what": "points", "n": n} for n in (12, 8)]
    file = rigged(tmp_path, "clerk", icon="arrow", price=0, effect=gains)
    assert main(["--games", "24", "--deck", str(file), "--processes", "1"]) == 1
    against = [line for line in capsys.readouterr().out.splitlines() if line.startswith("AGAINST: clerk wins")]
    assert len(against) == 1


def test_the_greedy_bot_beats_three_random_ones(capsys: pytest.CaptureFixture[str]):
    assert main(["--against-random", "--games", "8", "--processes", "1"]) == 0
    assert "of 8 games against 3 random bots" in capsys.readouterr().out


def test_a_deck_file_that_is_wrong_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["--deck", str(rigged(tmp_path, "clerk", price=4)), "--processes", "1"]) == 2
    assert "(clerk), field price" in capsys.readouterr().err


# --- what is counted ---------------------------------------------------------------------------------------


def test_every_seat_that_recruited_a_person_counts_once_and_its_victory_with_it():
    games = [game(0, winner=1, owned={1: ["prince"]}), game(1, winner=2, owned={1: ["prince"], 3: ["queen"]})]
    found = report.count(DECK, games)
    assert (found.persons["prince"].part, found.persons["prince"].whole) == (1, 2)
    assert (found.persons["queen"].part, found.persons["queen"].whole) == (0, 1)
    assert found.persons["mayor"].whole == 0
    assert found.mean_share == 0.25  # of the two that were recruited


def test_places_are_counted_from_the_seat_that_began():
    games = [game(number, winner=(number + 2) % 4) for number in range(8)]
    assert [place.part for place in report.count(DECK, games).places] == [0, 0, 8, 0]


# --- the verdict -------------------------------------------------------------------------------------------


def balanced() -> list[Played]:
    return [game(number, winner=number // 4 % 4) for number in range(400)]


def test_equal_shares_and_usual_scores_are_a_good_verdict():
    found = report.count(DECK, balanced())
    assert report.faults(found) == []
    assert list(report.lines(DECK, found))[-1] == "verdict: balanced"


@pytest.mark.parametrize("owner_wins", [True, False])
def test_a_person_surely_far_from_the_mean_is_a_fault(owner_wins: bool):
    others = [name for name in EVERYBODY if name != "prince"]
    games = []
    for number in range(400):
        winner = number // 4 % 4
        owned = {seat: EVERYBODY if (seat == winner) == owner_wins else others for seat in range(4)}
        games.append(game(number, winner, owned=owned))
    faults = report.faults(report.count(DECK, games))
    assert [line.split()[:2] for line in faults] == [["prince", "wins"]]


def test_a_person_of_whom_little_is_known_is_no_fault():
    others = [name for name in EVERYBODY if name != "prince"]
    rare = [game(0, owned={0: ["prince"]}) for _ in range(2)]
    games = [*rare, *(game(n, n // 4 % 4, owned=dict.fromkeys(range(4), others)) for n in range(400))]
    assert report.count(DECK, games).persons["prince"].value == 1
    assert report.faults(report.count(DECK, games)) == []


def test_somebody_never_recruited_is_a_fault():
    others = [name for name in EVERYBODY if name != "spy"]
    games = [game(n, n // 4 % 4, owned=dict.fromkeys(range(4), others)) for n in range(400)]
    assert report.faults(report.count(DECK, games)) == ["spy was never recruited"]


@pytest.mark.parametrize("score", [44, 76])
def test_scores_too_low_or_too_high_are_a_fault(score: int):
    games = [game(number, number // 4 % 4, score) for number in range(400)]
    assert [line[:13] for line in report.faults(report.count(DECK, games))] == ["winners score"]
