"""What README, SECURITY, CHANGELOG and the pages of `docs/` and `deploy/` name is there; numbers are the code's."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import get_commands

import engine
from engine.bruges.data.persons import load_deck
from engine.bruges.rules import variants
from engine.language import typed
from engine.match import remembered
from engine.orders import reader, readings
from tests.shared import deploy_pages
from tournaments.actions import lengths
from tournaments.actions.league import close_and_draw, decks
from tournaments.actions.player import bounces
from tournaments.actions.player import sign_in_links as links
from tournaments.actions.seats import resigning
from tournaments.formats import deadlines
from tournaments.inbox import ingest, volume
from tournaments.inbox.reply import letter
from tournaments.inbox.reply.mime import cut
from tournaments.models import League
from tournaments.models.league import MOST_PLAYERS
from tournaments.outbox import limits
from tournaments.papers.pictures import KEPT as PICTURES_KEPT

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / f"{name}.md" for name in ("README", "SECURITY", "CONTRIBUTING", "CHANGELOG")] + deploy_pages.PAGES
PAGES += sorted((ROOT / "docs").rglob("*.md"))
FOLDERS = ("tests", "engine", "tournaments", "docs", "deploy", "bruges_pbem", "templates", "requirements")
# Settings of others, and what a shell is told.
OF_OTHERS = re.compile(r"ANYMAIL_\w*|AWS_\w+|OTEL_TRACES_\w+|COMPOSE_PROFILES|GAME|CI|TABLES|LANGUAGES|FORMS|OFFICES")

NUMBERS = re.findall(r"^#([A-Z][A-Z_]+)=(\d[\d.]*)$", (ROOT / "deploy/env.example").read_text(), re.MULTILINE)


def words(page: Path) -> str:
    return " ".join(page.read_text("utf-8").split())


def named(pattern: str) -> list[tuple[str, str]]:
    """(name of the page, what it names) for every match of the pattern's group."""
    found = ((page, name) for page in PAGES for name in re.findall(pattern, page.read_text("utf-8")))
    return [(str(page.relative_to(ROOT)), name) for page, name in found]


def test_every_link_leads_to_a_file_and_to_a_heading_in_it() -> None:
    links = named(r"\]\(((?!https?:|mailto:)[^)\s]+)\)")
    assert len(links) > 20
    assert [(page, link) for page, link in links if not _leads_somewhere(ROOT / page, link)] == []


def _leads_somewhere(page: Path, link: str) -> bool:
    path, _, heading = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return False
    titles = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.MULTILINE) if heading else []
    return not heading or heading in {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


def test_every_file_that_is_named_is_there() -> None:
    files = named(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]+)`")
    assert len(files) > 30
    made_by_the_host = {"deploy/.env"}
    assert [(page, file) for page, file in files if file not in made_by_the_host and not (ROOT / file).exists()] == []


def test_the_page_on_architecture_names_files_and_rooms_as_they_are() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    for name in set(re.findall(r"`([a-z_]+/[\w./-]*)`", page)):
        assert any((folder / name).exists() for folder in (ROOT, ROOT / "tournaments", ROOT / "engine/bruges")), name
    for name in set(re.findall(r"^\| `([a-z]+)/` \|", page, re.MULTILINE)):
        assert (ROOT / "engine/bruges" / name).is_dir(), name


def test_the_picture_of_the_architecture_has_the_order_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    shown = re.findall(r"^ {6}([a-z]+)/ ", (ROOT / "docs/architecture.md").read_text("utf-8"), re.MULTILINE)
    service = shown[shown.index("management") :]
    assert service == [layer.partition(" ")[0] for layer in layers]


def test_no_word_of_the_glossary_stands_there_twice() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8").partition("## Words")[2]
    found = re.findall(r"^\| ([a-z -]+) \|", page, re.MULTILINE)
    assert len(found) >= 30
    assert len(set(found)) == len(found)


def test_the_version_stands_in_one_place_and_is_the_newest_release_of_the_changelog() -> None:
    releases = re.findall(
        r"^## \[(\d[\d.]*)\] - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert releases[:1] == [settings.VERSION]
    packaged = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert ("version" in packaged["project"], packaged["project"]["dynamic"]) == (False, ["version"])
    module, _, name = packaged["tool"]["setuptools"]["dynamic"]["version"]["attr"].rpartition(".")
    assert getattr(import_module(module), name) is settings.VERSION


def test_every_command_that_is_named_can_be_called() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    made = [(page, name) for page, name in named(r"(?:^ {4}|`)make ([a-z]+)") if name not in targets]
    managed = [(page, name) for page, name in named(r"manage\.py ([a-z_]+)") if name not in {"help", *get_commands()}]
    modules = named(r"python -m ([a-z_.]+)")
    run = [(page, name) for page, name in modules if find_spec(name) is None]
    assert len(modules) > 5
    assert made + managed + run == []


def test_every_setting_that_is_named_stands_in_the_example_with_its_default() -> None:
    example = (ROOT / "deploy/env.example").read_text()
    shown = dict(re.findall(r"^#?([A-Z][A-Z_]+)=(.*)$", example, re.MULTILINE))
    texts = (words(page) for page in PAGES if page.name != "CHANGELOG.md" and page.parent.name != "docs")
    spoken = set(chain.from_iterable(re.findall(r"`([A-Z][A-Z_]{4,})(?:=[^`]*)?`", text) for text in texts))
    # Explained where it is, of the demonstration, a line of the doctor, and what any setting may be called.
    mine = {"DATA_DIR", "DEMO", "DMARC", "NAME_FILE"}
    assert {name for name in spoken - set(shown) - mine if not OF_OTHERS.fullmatch(name)} == set()
    read = re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', Path(settings.BASE_DIR, "bruges_pbem/settings.py").read_text())
    assert set(read) - set(shown) <= {"DEBUG", "DEMO", "ANYMAIL_"}
    assert len(read) > 30


@pytest.mark.parametrize(("name", "shown"), NUMBERS)
def test_a_number_of_the_example_is_the_default(name: str, shown: str) -> None:
    """Those of the demonstration are others."""
    source = Path(settings.BASE_DIR, "bruges_pbem/settings.py").read_text()
    (default,) = re.findall(rf'env\.\w+\("{name}", (?:[\d_]+ if DEMO else )?([\d_.]+)', source)
    assert float(default) == float(shown)


def _cards_of(position: dict[str, Any]) -> int:
    """All that lie anywhere before the first is drawn."""
    return sum(len(pile) for pile in position["piles"].values()) + len(position["extra"])


DECK = load_deck()
FRIENDLY = engine.Match.start(engine.games["bruges"], 4, {"persons": "friendly"}, secret=bytes(32)).position()
PYTHON = re.findall(r"requires-python = .>=([0-9.]+)", (ROOT / "pyproject.toml").read_text())[0]
GRACE = League._meta.get_field("grace").default
(AT_THE_DOOR,) = re.findall(r"-o message_size_limit=(\d+)", (ROOT / "deploy/postfix/master.cf").read_text())
SENTENCES = {
    "README.md": (
        f"up to {MOST_PLAYERS}",
        f"You need `make` and Python {PYTHON} or newer",
        "after three different days",
        "each for two to four",
    ),
    "deploy/mail.md": (
        f"at most one in {'a week' if bounces.PROBE_AGAIN.days == 7 else bounces.PROBE_AGAIN}",
        f"`DEAD_ADDRESS_WAIT_DAYS` ({settings.DEAD_ADDRESS_WAIT.days})",
        f"a letter over {int(AT_THE_DOOR):,} bytes 552",
        f"Of a letter over {ingest.LARGEST >> 20} MB, here and from a mailbox, pictures and other files are left out",
        f"as {cut.TAKEN >> 20} MB of it are looked at",
    ),
    "deploy/keeping.md": (
        f"keeps pictures of them for {PICTURES_KEPT.days} days at most",
        f"`PICTURES_KEPT_MB` ({settings.PICTURES_KEPT_MB}) and for {PICTURES_KEPT.days} days",
        f"`STRANGERS_LETTERS_KEPT_MB` ({settings.STRANGERS_LETTERS_KEPT_MB})",
        f"the head stays ({volume.HEAD // 1024} kB)",
        f"Of each player {volume.OF_A_PLAYER // 1024} MB a day are kept",
        f"read with others {volume.QUEUED // 1024} kB stay",
    ),
    "deploy/parts.md": ("A source that does not answer for an hour is done without",),
    "docs/decks.md": (
        f"at most {decks.MOST_BYTES // 1024} kB",
        f"a list `persons` of {len(DECK.persons)} cards",
        f"Of our own deck {_cards_of(FRIENDLY)} cards are left",
        f"A deck of which fewer than {variants.FEWEST} cards are left cannot be played so",
        "the sixteen that were asked for last are kept",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("page", "sentence"), [(page, said) for page, every in SENTENCES.items() for said in every])
def test_a_number_of_a_page_is_that_of_the_code(page: str, sentence: str) -> None:
    assert sentence in words(ROOT / page)


def test_every_option_of_bruges_is_explained() -> None:
    titles = re.findall(r"^### `(\w+)`: `(\w+)` or `(\w+)`$", (ROOT / "docs/decks.md").read_text(), re.MULTILINE)
    assert {tuple(title) for title in titles} == {
        (option.name, *map(str, option.choices)) for option in engine.games["bruges"].options
    }


def test_numbers_in_words_are_those_of_the_code() -> None:
    assert deadlines.EXPIRIES_BEFORE_STAND_IN_STAYS == 3
    assert {game.seats for game in engine.games.released().values()} == {(2, 4)}
    assert remembered.KEPT == 16
    assert (letter.FIRST_LINES, resigning.YES_WITHIN.days, links.JOINS_A_DAY) == (5, 3, 1)
    assert (typed.PREFIX, typed.SURE_PREFIX) == (3, 4)
    assert close_and_draw.GIVE_UP.total_seconds() == 3600
    assert GRACE.total_seconds() == 24 * 3600
    assert (readings.MOST_LINES, readings.MOST_MOVES, reader.LONGEST, lengths.LONGEST) == (500, 100, 500, 2000)
    assert (limits.HOUR.total_seconds(), limits.DAY.total_seconds()) == (3600, 24 * 3600)


def test_a_change_is_told_in_one_line_of_the_changelog() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text().splitlines()
    kinds = {line.removeprefix("### ") for line in lines if line.startswith("### ")}
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert [line for line in lines if line.startswith((" ", "\t")) or len(line) > 130] == []
