"""A service that could not speak to somebody in their language says so before it starts."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import copyfile

import pytest
from django.core.checks import run_checks

from engine.language.languages import Catalogue
from tests.engine.any_game import SHIPPED
from tournaments.running.checks import catalogues


def test_every_language_is_compiled() -> None:
    assert [error for error in run_checks() if error.id == "tournaments.E001"] == []


def test_a_language_that_is_not_compiled_is_an_error_that_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = list(catalogues.all_catalogues())
    monkeypatch.setattr(catalogues, "all_catalogues", lambda: [*there, Catalogue(tmp_path)])
    (error,) = (error for error in run_checks() if error.id == "tournaments.E001")
    assert "Deutsch" in error.msg
    assert str(tmp_path) in error.msg
    assert "make messages" in str(error.hint)


def test_no_game_is_forgotten() -> None:
    root = catalogues.SERVICE.parents[1]
    looked_at = {str(catalogue.folder.relative_to(root)) for catalogue in catalogues.all_catalogues()}
    assert looked_at == {
        "engine/language/locale",
        "tournaments/language/locale",
        *(f"engine/{game}/words/locale" for game in SHIPPED),
    }


def test_a_catalogue_that_is_older_than_its_sentences_is_warned_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (source,) = (catalogues.SERVICE / "locale" / "de").rglob("django.po")
    for kind in (".po", ".mo"):
        copyfile(source.with_suffix(kind), folder / f"messages{kind}")
    monkeypatch.setattr(catalogues, "all_catalogues", lambda: [Catalogue(tmp_path)])
    told = []
    for compiled in (200, 50):
        os.utime(folder / "messages.po", (100, 100))
        os.utime(folder / "messages.mo", (compiled, compiled))
        told.append([warning.msg for warning in run_checks() if warning.id == "tournaments.W001"])
    assert told[0] == []
    assert len(told[1]) == 1
    assert str(folder / "messages.mo") in told[1][0]
