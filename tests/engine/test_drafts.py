"""What holds of a draft: all that the engine's contract says, in fewer files and in English alone."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from random import Random
from types import ModuleType

import pytest

from engine import rulebook
from engine.chance import Chance
from engine.language.languages import LANGUAGES, speaking
from engine.orders import reader
from engine.positions import files
from engine.refusals import BadPosition
from engine.registry import FOLDERS, Games
from tests.engine import test_any_game as contract
from tests.engine.any_game import SHIPPED, Kind, played
from tests.engine.drafts import DRAFTS, EXAMPLE, registered

KINDS = [Kind(slug, seats) for slug, game in DRAFTS.items() for seats in range(game.seats[0], game.seats[1] + 1)]
LONGEST_EXAMPLE = 150  # lines
# Of these a draft is let off: other languages, and position files of its own.
LATER = {"in_another_language", "in_every_language", "slip_in_a_position_file"}
CONTRACT = [
    test
    for name, test in vars(contract).items()
    if name.startswith("test_") and not any(words in name for words in LATER)
]


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    for slug in DRAFTS:
        registered(slug, monkeypatch)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("holds", CONTRACT, ids=lambda test: test.__name__.removeprefix("test_"))
def test_a_draft_keeps_the_contract(holds: Callable[[Kind], None], kind: Kind) -> None:
    holds(kind)


def test_the_contract_is_more_than_a_few_lines() -> None:
    assert len(CONTRACT) >= 10


@pytest.mark.parametrize("slug", DRAFTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_speaks_another_language_reads_a_draft_in_english(slug: str, language: str) -> None:
    game = DRAFTS[slug]
    english = rulebook.of(game)
    with speaking(language):
        assert rulebook.of(game) == english
    assert [order for order in english.orders if not reader.reads(game, order, first_lines=True)] == []


def test_no_league_is_offered_a_draft() -> None:
    games = Games({})
    for game in (*SHIPPED.values(), *DRAFTS.values()):
        games.add(game) if game.slug not in games else None
    assert games.released() == SHIPPED
    assert set(SHIPPED) == {slug for slug in FOLDERS if slug not in DRAFTS}


@pytest.mark.parametrize("slug", DRAFTS)
@pytest.mark.parametrize("odd", [{"colour": "red"}, {"seats": None}, {}])
def test_a_position_file_of_a_draft_is_read_back_or_refused_by_name(
    slug: str, odd: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registered(slug, monkeypatch)
    *_, moment = zip(range(5), played(Kind(slug, 2), Random(1)), strict=False)
    file = files.write(game, moment[1].state)
    read, state = files.read(file)
    assert (read, game.dump(state)) == (game, game.dump(moment[1].state))
    if odd:
        with pytest.raises(BadPosition, match=f"is no position of {game.name}"):
            files.read({**file, **odd} if "colour" in odd else {"game": slug})


@pytest.mark.parametrize("name", ["true", "none", "state", "move", "section", "text", "scene", "group", "game"])
def test_a_new_game_may_have_any_name(name: str) -> None:
    renamed = runpy.run_path(str(EXAMPLE.parent / "new_game.py"))["renamed"]
    text = renamed(EXAMPLE.joinpath("__init__.py").read_text("utf-8"), name)
    module = ModuleType(f"example_called_{name}")
    module.__file__ = str(EXAMPLE / "__init__.py")
    sys.modules[module.__name__] = module
    exec(compile(text, module.__file__, "exec"), vars(module))
    state, told = module.GAME.start(2, {}, Chance(bytes(32)))
    assert (module.GAME.slug, len(module.GAME.asks(state)), bool(told)) == (name, 1, True)


def test_the_example_is_short() -> None:
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".txt")]
    assert len(files) == 2
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= LONGEST_EXAMPLE


def test_in_the_example_the_last_stone_wins() -> None:
    game = DRAFTS["nim"]
    for seed in range(20):
        *_, last = played(Kind("nim", 3), Random(seed))
        sheet = game.scoresheet(last.state)
        assert (sum(sheet.totals), sorted(sheet.ranks)) == (1, [1, 2, 2])
        assert sheet.totals.index(1) == last.told[-1].data["seat"]
