"""The page about position files, and the reader: every field is there, examples are read, faults are named."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine import BadPosition
from engine.flandern import GAME
from engine.flandern.positions.layout import seat_layout, table_layout
from engine.flandern.positions.towns import FIELDS as TOWN_FIELDS
from engine.positions import files
from tests.engine.flandern.table import BOX, match_at, moves, position

PAGE = (Path(__file__).resolve().parents[4] / "docs/positions/flandern.md").read_text(encoding="utf-8")


def fields_of(title: str) -> set[str]:
    """The names in the first column of the tables of a chapter."""
    chapter = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in chapter.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def test_every_field_stands_on_the_page_and_no_other() -> None:
    assert fields_of("The table") == {name for seats in (2, 3) for name in table_layout(BOX, seats).fields}
    assert fields_of("A town") == set(TOWN_FIELDS)
    assert fields_of("A seat") == set(seat_layout(BOX, pair=True).fields)


def test_the_example_of_the_page_is_played() -> None:
    (example,) = re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL)
    match = match_at(json.loads(example))
    assert [move for move in moves(match, 0) if "over" in move] == [f"church D M3 over {s}" for s in ("S1", "S2", "S4")]


def test_every_district_of_the_page_is_a_district() -> None:
    block = re.findall(r"\n((?:    \S.*\n)+)", PAGE)[-1]
    words = [text for text in re.split(r"\s{2,}", block.strip()) if text]
    assert len(words) == 8
    spaces = {"church A north": "S1", "church C south": "L4", "church D over S4": "M4", "green2 +2": "M1"}
    for text in words:
        data = position(towns={"brugge": {"area": 1, "laid": {spaces.get(text, "L1"): text}}})
        town = match_at(data).view(None).towns[0]
        laid = [at for at, tile in town.laid.items() if at and tile.part < 0]
        assert (
            GAME.write_position(match_at(data)._state)["towns"]["brugge"]["laid"][town.layout(BOX).spaces[laid[0]].name]
            == text
        )


def brugge(**laid: str) -> dict[str, Any]:
    return {"towns": {"brugge": {"area": 1, "laid": laid}}}


def all_chose_gent(**of_each: Any) -> list[dict[str, Any]]:
    return [{"choice": ["gent", 0], **of_each} for _ in range(4)]


PLAYED_GENT = {"played": ["gent"], "hand": ["brugge", "ieper", "leuven", "utrecht", "luik", "site", "pickup"]}
WRONG: dict[str, dict[str, Any]] = {
    "box: is another box": {"box": "0" * 64},
    "brugge, laid: is no object": {"towns": {"brugge": {"area": 1, "laid": ["grey"]}}},
    "is '', not a district in words": brugge(L2=""),
    "church D cannot lie on L1": brugge(L1="church D over S4"),
    "brugge, S4: is laid already": brugge(M4="church D over S4", S4="grey"),
    "brugge, M4: S4 is laid already": brugge(S4="grey", M4="church D over S4"),
    "brugge, M1: centre is laid already": brugge(M1="church D over centre"),
    "the centre is blue, with pieces on it": brugge(centre="grey"),
    "covered: names a space twice, or one that is laid": {
        "towns": {"brugge": {"area": 1, "laid": {"S4": "grey"}, "covered": ["S4"]}}
    },
    "more building sites, cathedrals or Guild Masters stand there": brugge(S1="grey +5"),
    "choice: ['gent'] is no card and number of influence cards": {"seated": [{"choice": ["gent"]}, {}, {}, {}]},
    "has not laid its chosen card": {"phase": "act", "order": [0, 1, 2, 3], "seated": all_chose_gent()},
    "order: names a seat twice": {"phase": "act", "order": [1, 1], "seated": all_chose_gent(**PLAYED_GENT)},
    "seat 1: has no guild under influence": {"seated": [{}, {"influenced": "blue"}]},
    "deck: ['green'] is no guild and card": {"seated": [{}, {}], "deck": [["green"]]},
    "seats: must be two to four": {"seated": [{}]},
    "position: has no field 'colour'": {"colour": 1},
    "two blue districts border": brugge(L2="blue"),
    "has no space 'S9'": brugge(S9="grey"),
    "'castle' says nothing of a grey district": brugge(L2="grey castle"),
    "no grey district has 3 printed masters": brugge(L2="grey3"),
    "is not on the town wall": brugge(S2="church A north"),
    "must name the side": brugge(S1="church A"),
    "must lie over a bordering space S": brugge(M1="church D"),
    "more grey districts of a kind are laid": {
        "towns": {name: {"area": k, "laid": {"S1": "grey2"}} for k, name in ((1, "brugge"), (2, "gent"))}
    },
    "two are on the same area": {"towns": {"gent": {"area": 1}, "luik": {"area": 1}}},
    "is scored, but has free spaces": {"towns": {"gent": {"area": 1, "scored": True}}},
    "are in the hand or played, once": {"seated": [{"played": ["gent"], "hand": ["gent"]}, {}, {}, {}]},
    "cards come off pile A first": {"gone": ["luik", "luik"]},
    "with what is gone it must be all": {"pile": ["luik"]},
    "phase: turn is none of the game for so many seats": {"phase": "turn"},
    "has chosen nothing, but the phase is gold": {"phase": "gold", "golden": "master"},
    "has chosen what it does not hold": {"seated": [{"choice": ["gent", 5]}, {}, {}, {}]},
    "order: nobody is waiting to act": {"order": [1]},
    "totals: a row has one number for each seat": {"totals": [[1, 2]]},
    "towns: a game is over when all are scored": {"phase": "over"},
    "is green; this seat has yellow": {"seated": [{}, {"guild": "green"}, {}, {}]},
}


@pytest.mark.parametrize("words", WRONG)
def test_what_cannot_be_is_refused_and_named(words: str) -> None:
    with pytest.raises(BadPosition) as refused:
        files.read(position(**WRONG[words]))
    assert words in str(refused.value)


def test_a_town_of_another_number_of_seats_is_refused() -> None:
    with pytest.raises(BadPosition, match="leuven: is not in the game with so many seats"):
        files.read(position(3, towns={"leuven": {"area": 1}}))


def test_with_two_seats_each_has_another_guild_under_influence() -> None:
    seated = [{"influenced": "green"}, {"influenced": "green"}]
    with pytest.raises(BadPosition, match="both have the same guild under influence"):
        files.read(position(seated=seated))
    with pytest.raises(BadPosition, match="card: is there while an action is carried out"):
        files.read(position(2, card=["green", "gent"]))


@pytest.mark.parametrize(
    "given",
    [
        {"deck": []},
        {"deck": [], "discards": []},
        {"deck": [["green", "gent"]]},
        {"discards": [["yellow", "gent"]]},
        {"discards": [["green", "gent"], ["green", "gent"]]},
        {"done": ["own", "own"]},
    ],
)
def test_with_two_seats_all_cards_of_the_guilds_under_influence_are_there_once(given: dict[str, Any]) -> None:
    with pytest.raises(BadPosition, match=r"^(deck: with the discards|done: names an action)"):
        files.read(position(2, **given))


def test_a_view_is_not_written() -> None:
    with pytest.raises(BadPosition, match="a view hides cards"):
        GAME.write_position(match_at(position()).view(0))
