"""The catalogues of sentences beside what the code and the templates say: what is said, and `update` that keeps up.

python -m tests.catalogues    brings every catalogue up to what is said now; new sentences are added untranslated
"""

from __future__ import annotations

import ast
import io
import re
import string
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from engine.language.languages import ENGLISH, LANGUAGES
from engine.registry import FOLDERS, games
from tournaments.running.installation import MANAGE

ROOT = MANAGE.parent
GAMES = tuple(slug for slug in FOLDERS if not games[slug].draft)
PACKAGES = ("engine", *(f"engine/{game}" for game in GAMES), "tournaments")
# Where the catalogue of a package is.
SPEECH = {f"engine/{game}": f"engine/{game}/words" for game in GAMES}
SPEECH |= {package: f"{package}/language" for package in ("engine", "tournaments")}
OTHERS = tuple(language for language in LANGUAGES if language != ENGLISH)
# Calls whose first words are a sentence, with which of their arguments are its forms.
CALLS = dict.fromkeys(("say", "to_say", "gettext", "gettext_lazy", "gettext_noop"), 1) | {"ngettext": 2}
WIDTH = 120
Found = tuple[str | tuple[str, ...], str | None]


def domain(package: str) -> str:
    """Django looks for its own name."""
    return "django" if package == "tournaments" else "messages"


def path(package: str, language: str) -> Path:
    return ROOT / SPEECH.get(package, package) / "locale" / language / "LC_MESSAGES" / f"{domain(package)}.po"


def sources(package: str) -> Iterator[Path]:
    """The files that speak for a package; those of the games are not the engine's."""
    for source in sorted((ROOT / package).rglob("*.py")):
        inside = source.relative_to(ROOT / package).parts[0]
        if not (package == "engine" and inside in FOLDERS):
            yield source
    if package == "tournaments":
        yield from sorted(found for found in (ROOT / "templates").rglob("*") if found.suffix in (".html", ".txt"))


def said(package: str) -> Catalog:
    """Every sentence of a package that can be said in other languages."""
    found = Catalog()
    for source in sources(package):
        words = source.read_text("utf-8")
        for message, context in _in_python(words) if source.suffix == ".py" else _in_template(words):
            found.add(message, context=context)
    return found


def _in_python(code: str) -> Iterator[Found]:
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
        forms = [part.value for part in node.args[: CALLS.get(name, 0)] if isinstance(part, ast.Constant)]
        words = tuple(form for form in forms if isinstance(form, str))
        if words and len(words) == len(forms):
            yield (words[0] if len(words) == 1 else words), None


def _in_template(words: str) -> Iterator[Found]:
    """Django writes a template's sentences as calls; what is around them is blanked."""
    calls = "\n".join(line.strip() for line in templatize(words).splitlines())
    marks = {**DEFAULT_KEYWORDS, "pgettext": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3)}
    for _, message, _, context in extract("python", io.BytesIO(calls.encode()), marks):
        yield message, context


def known(package: str, language: str) -> Catalog:
    """The sentences of a catalogue; nothing when there is none yet."""
    file = path(package, language)
    if not file.exists():
        return Catalog(language)
    return read_po(io.BytesIO(file.read_bytes()), language)


def update(package: str, language: str) -> None:
    """Add to a catalogue what is said by now and drop what is not said any more."""
    catalogue = known(package, language)
    catalogue.update(said(package), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    if not len(catalogue):
        return
    file = path(package, language)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as out:
        write_po(out, catalogue, width=WIDTH, no_location=True, omit_header=True, sort_output=True)


def placeholders(sentence: str) -> set[str]:
    """The values that a sentence names, in either way of writing them."""
    percent = set(re.findall(r"%\((\w+)\)", sentence))
    if percent:
        return percent
    return {name.lower() for name in _braced(sentence)}


def _braced(sentence: str) -> Iterator[str]:
    for _, name, spec, _ in string.Formatter().parse(sentence):
        if name:
            yield name.split(".")[0]
            yield from _braced(spec or "")


if __name__ == "__main__":
    for each in PACKAGES:
        for other in OTHERS:
            update(each, other)
