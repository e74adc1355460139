"""Looks for the compiled catalogues of every language when Django checks itself. Compiles and reads out none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core import checks

import engine
from engine.language.languages import ENGLISH, LANGUAGES, Catalogue, NotCompiled
from tournaments.language import speech

ENGINE, SERVICE = Path(engine.__file__).parent, Path(speech.__file__).parent


def all_catalogues() -> Iterator[Catalogue]:
    """The catalogues of the engine, of each of its games and of the service."""
    for speaks in sorted(ENGINE.rglob("speech.py")):
        yield Catalogue(speaks.parent)
    yield Catalogue(SERVICE, "django")


def are_compiled(app_configs: Sequence[Any] | None, **_: Any) -> list[checks.CheckMessage]:
    """For each catalogue that a reader would miss an error, for each that is older than its sentences a warning."""
    others = [language for language in LANGUAGES if language != ENGLISH]
    return [found for catalogue in all_catalogues() for language in others for found in _troubles(catalogue, language)]


def _troubles(catalogue: Catalogue, language: str) -> Iterator[checks.CheckMessage]:
    name, hint = LANGUAGES[language], "Run `make messages`, or on a server `python deploy/messages.py`."
    if why := _missing(catalogue, language):
        yield checks.Error(f"{name} cannot be spoken: {why}.", hint=hint, id="tournaments.E001")
    elif (old := _older_than_its_sentences(catalogue, language)) is not None:
        yield checks.Warning(
            f"{name} is spoken as it was: {old} is older than its sentences.", hint=hint, id="tournaments.W001"
        )


def _older_than_its_sentences(catalogue: Catalogue, language: str) -> Path | None:
    """The compiled file, if what it is made of has changed since: then new sentences are said in English."""
    compiled = catalogue.folder / language / "LC_MESSAGES" / f"{catalogue.domain}.mo"
    sentences = compiled.with_suffix(".po")
    older = sentences.exists() and compiled.stat().st_mtime < sentences.stat().st_mtime
    return compiled if older else None


def _missing(catalogue: Catalogue, language: str) -> str:
    try:
        catalogue.read(language)
    except NotCompiled as error:
        return str(error)
    return ""
