"""Looks for the compiled catalogues of every language when Django checks itself. Compiles and reads out none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.checks import Error, register

import engine
from engine.languages import ENGLISH, LANGUAGES, Catalogue, NotCompiled

ENGINE, SERVICE = Path(engine.__file__).parent, Path(__file__).parent


def all_catalogues() -> Iterator[Catalogue]:
    """Those of the engine, of each of its games and of the service."""
    for speech in (ENGINE / "speech.py", *sorted(ENGINE.glob("*/speech.py"))):
        yield Catalogue(speech.parent)
    yield Catalogue(SERVICE, "django")


@register
def are_compiled(app_configs: Sequence[Any] | None, **_: Any) -> list[Error]:
    """An error for each catalogue that is not where a reader of its language would need it."""
    return [
        Error(f"{LANGUAGES[language]} cannot be spoken: {why}.", hint="Run `make messages`.", id="tournaments.E001")
        for catalogue in all_catalogues()
        for language in LANGUAGES
        if language != ENGLISH and (why := _missing(catalogue, language))
    ]


def _missing(catalogue: Catalogue, language: str) -> str:
    try:
        catalogue.read(language)
    except NotCompiled as error:
        return str(error)
    return ""
