"""Somebody who reads the whole database tries to choose the dice: with a public value they cannot.

Without a source the first test documents what remains: sealed words bind players who cannot read the database, not
somebody who can and joins last. It is what the pages say (`tests/pages/test_proofs.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import count

import pytest
import time_machine

from engine.bruges.state import COLOURS
from engine.chance import Chance
from engine.match import lots
from tests.actions.league.test_draws import drawn
from tests.shared.beacon import Source, randomness_of
from tests.shared.cast import Cast, make_cast, only_table, prepared_league
from tournaments.actions.league import leagues
from tournaments.models import League, LogEntry
from tournaments.runtime import beacons

pytestmark = pytest.mark.django_db

CHOSEN = COLOURS[:3]  # more dice take longer, but no other means
SIXES = [6] * len(CHOSEN)


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def foreseen(league: League, words: Sequence[str], public: dict[str, str] | None = None) -> list[int]:
    """The first throw of the only table, as whoever reads the database can work it out."""
    order = lots.draw(bytes(league.secret), words, public).order
    secret = bytes(league.tables.get(number=1).secret)
    chance = Chance(secret, [words[place] for place in order], public=public)
    return [chance.die(f"round 1 {colour} die") for colour in CHOSEN]


def ground(league: League, others: Sequence[str]) -> str:
    """A word that gives all of them sixes to who joins last with it, by trying."""
    return next(f"{n}" for n in count() if foreseen(league, [*others, f"{n}"]) == SIXES)


def thrown(league: League) -> list[int]:
    """The first throw as everybody at the table was told."""
    entries = LogEntry.objects.filter(table=only_table(league)).order_by("number").values_list("entry", flat=True)
    told = next(event["data"]["dice"] for entry in entries for event in entry["events"] if event.get("kind") == "dice")
    return [told[colour] for colour in CHOSEN]


def joined_last(cast: Cast, word: str = "") -> League:
    """A league that the attacker joins last; with the word of their choice, or one that they find by trying."""
    league = prepared_league(cast, max_players=3)
    for player, theirs in ((cast.player, "tulip"), (cast.opponent, "rain")):
        leagues.enrol(league, player, theirs)
    leagues.enrol(league, cast.third, word or ground(league, ["tulip", "rain"]))
    return league


def test_without_a_source_who_reads_the_database_and_joins_last_still_chooses_the_dice(cast: Cast) -> None:
    league = leagues.start(joined_last(cast), cast.organiser)
    assert thrown(league) == SIXES


def test_with_a_source_a_word_found_by_trying_chooses_nothing(
    cast: Cast,
    source: Source,
    clock: time_machine.Traveller,
) -> None:
    league = joined_last(cast)
    words = list(league.entries.order_by("pk").values_list("word", flat=True))
    assert foreseen(league, words) == SIXES, "as far as anybody could know before entries closed"
    league = leagues.start(league, cast.organiser)
    with pytest.raises(beacons.NotReached):
        beacons.value(source.url, league.draw["public"]["round"])
    league = drawn(league, clock)
    assert thrown(league) == foreseen(league, words, league.draw["public"]), "nothing of which could be foreseen"


def test_with_a_source_the_same_word_gives_every_face_equally_often(cast: Cast) -> None:
    league = joined_last(cast)
    words = list(league.entries.order_by("pk").values_list("word", flat=True))
    first = [
        foreseen(league, words, {"source": "x", "round": "1", "randomness": randomness_of(1, str(salt))})[0]
        for salt in range(300)
    ]
    assert all(25 <= first.count(face) <= 80 for face in range(1, 7))


def test_leaving_and_joining_again_tries_no_other_word(cast: Cast) -> None:
    league = joined_last(cast, word="honest")
    words = ["tulip", "rain", "honest"]
    before = foreseen(league, words)
    for word in ("six", "sixes", ground(league, ["tulip", "rain"])):
        leagues.leave(league, cast.third)
        leagues.enrol(league, cast.third, word)
    league = leagues.start(league, cast.organiser)
    assert thrown(league) == before


def test_the_moment_of_the_start_chooses_nothing(cast: Cast, clock: time_machine.Traveller) -> None:
    league = joined_last(cast, word="honest")
    before = foreseen(league, ["tulip", "rain", "honest"])
    clock.shift(timedelta(hours=5, seconds=13))
    assert thrown(leagues.start(league, cast.organiser)) == before
