"""The games that can be played here, by slug. A game is imported when it is first asked for.

A new game is one folder under `engine/` whose package has `GAME`, and one line in `FOLDERS`: `make game NAME=nim`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from engine import rulebook
from engine.game import Game
from engine.language.languages import ENGLISH, speaking

FOLDERS = {
    "bruges": "engine.bruges",
    "flandern": "engine.flandern",
    "venise": "engine.venise",
}


class Games(Mapping[str, Game[Any]]):
    """Slug -> game, under the newest version of its rules.

    A game that lives elsewhere (a club's own, one made for a test) joins by `add`. BadRulebook for one whose rules in
    short are missing or incomplete, when it is first asked for or joins.
    """

    def __init__(self, folders: Mapping[str, str]) -> None:
        self._folders = dict(folders)
        self._games: dict[str, Game[Any]] = {}

    def __getitem__(self, slug: str) -> Game[Any]:
        if slug not in self._games:
            self._games[slug] = _checked(import_module(self._folders[slug]).GAME)
        return self._games[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*self._folders, *self._games}))

    def __len__(self) -> int:
        return len({*self._folders, *self._games})

    def released(self) -> dict[str, Game[Any]]:
        """Those that leagues can play, by slug; the others are drafts."""
        return {slug: game for slug, game in self.items() if not game.draft}

    def add(self, game: Game[Any]) -> None:
        """Make a game known under its own slug; another game of that slug stays and ValueError is raised."""
        if game.slug in self._folders or self._games.get(game.slug, game) is not game:
            raise ValueError(f"there is a game {game.slug} already")
        self._games[game.slug] = _checked(game)


def _checked(game: Game[Any]) -> Game[Any]:
    with speaking(ENGLISH):
        rulebook.of(game)
    return game


games = Games(FOLDERS)
