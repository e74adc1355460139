"""The drafts that tests play: those of the registry, and the example from which `make game` writes one."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.registry import FOLDERS

EXAMPLE = Path(__file__).resolve().parents[2] / "docs/examples/nim"


def _example() -> engine.Game[Any]:
    """The game of the example, which is outside of all packages."""
    spec = spec_from_file_location("example_of_a_game", EXAMPLE / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    game = module.GAME
    assert isinstance(game, engine.Game)
    return game


_GAMES = [_example(), *(engine.games[slug] for slug in FOLDERS)]
DRAFTS = {game.slug: game for game in _GAMES if game.draft}


def registered(slug: str, patch: pytest.MonkeyPatch) -> engine.Game[Any]:
    """A draft, known to everybody as long as the patch holds."""
    patch.setitem(engine.games._games, slug, DRAFTS[slug])
    return DRAFTS[slug]
