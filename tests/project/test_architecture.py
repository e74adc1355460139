"""Who may import whom, and what a file may be: the fine rules. The coarse ones are contracts in pyproject.toml."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from engine import games as registered
from engine.language.languages import LANGUAGES
from tournaments.language.spoken import speaking_everywhere

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "tournaments", "bruges_pbem")
MOST_VALUES = 14  # of a dict without types that fills a template
LONGEST_FILE = 350  # lines: one sitting
# What the law common to all games consists of besides its files.
COMMON = {"bots", "data", "language", "match", "orders", "pictures", "positions"}
# What every game consists of, beside `state.py` and `__init__.py`.
ROOMS = {"rules", "data", "orders", "positions", "picture", "words", "bot"}
PURE = ("tournaments/formats", "tournaments/keys/rfc5322.py", "tournaments/keys/address.py", "tournaments/inbox/reply")
# What they may import of the service.
THEIRS = (
    "tournaments.formats",
    "tournaments.inbox.reply",
    "tournaments.keys",
    "tournaments.language.speech",
)
# Where rows are written, beside actions; what of each is said in the docstring of `tournaments.actions`.
WRITERS = {"inbox", "outbox", "running", "runtime", "pages"}
SHELLS = (
    "tournaments/tasks.py",
    "tournaments/organiser",
    "tournaments/player",
    "tournaments/management",
    "tournaments/inbox/doors",
)
PEERS = {"chess", "catanatron"}
QUESTIONS = {"What", "Who", "Whom", "Whose", "Which", "Where", "When", "Why", "How"}
# Of a session at a table: what leaving its block does, in this order.
STEPS = ("turns.renew", "turns.ask", "turns.tell_taken_back", "finish.finish")
# Where a letter that is there gets this state, or one from a variable.
QUEUES = re.compile(r"\bstate=[\w.]*QUEUED|\.state\b[^=\n]*=(?!=).*QUEUED|\bupdate\([^\n]*\bstate=[a-z_]+[,)]")
UNESCAPED = re.compile(r"\bhtml\.unescape\b|\bfrom html import [^\n]*\bunescape\b")
WRITES = {"save", "delete", "create", "bulk_create", "get_or_create", "update_or_create", "bulk_update"}

# Every call that makes the row of a person or leads to it, and whose act that is.
MAKERS = {
    "tournaments/actions/player/sign_in_links.py people.make": "the button behind a mailed sign-up",
    "tournaments/actions/league/invitations.py people.begin": "the button behind a mailed invitation",
    "tournaments/actions/player/appointing.py people.begin": "`manage.py appoint`, in the host's own shell",
    "tournaments/actions/player/people.py Player": "within `make`, and to look at a form before anything is mailed",
    "tournaments/actions/seats/offers.py people.begin": "the button behind a seat that is offered by letter",
    "tournaments/actions/player/strangers.py Player": "not stored: whom a letter greets",
    "tournaments/actions/observing/asking.py Player": "not stored: whom a letter greets",
    "tournaments/player/visitors/showcase.py Player": "not stored: the reader of a letter that is shown",
    "tournaments/actions/player/sign_in_links.py Player": "not stored: whom a letter greets",
    "tournaments/models/people.py create_user": "`manage.py createsuperuser`, in the host's own shell",
    "tournaments/running/demo/people.py create_user": "the demonstration, which refuses to run as anything else",
}


def files(*places: str) -> list[Path]:
    """The Python files of these folders and files, without migrations."""
    paths = [ROOT / place for place in places]
    found = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*.py"))]
    return sorted(file for file in found if "migrations" not in file.parts)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    """The full names that a file imports, wherever in it; relative ones made absolute. What is imported from a package
    may be a module of it.
    """
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = [*package[: len(package) - node.level + 1]] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (module, *(f"{module}.{alias.name}" for alias in node.names))


def top(name: str) -> str:
    return name.partition(".")[0]


def games() -> list[str]:
    folders = [path.name for path in (ROOT / "engine").iterdir() if (path / "__init__.py").exists()]
    return [name for name in folders if name not in COMMON]


def finished_games() -> list[str]:
    """Those that are no drafts, which may have fewer rooms."""
    return [name for name in games() if name not in registered or not registered[name].draft]


def foreign(place: str, allowed: set[str]) -> list[str]:
    """The imports of a place's files besides the standard library and `allowed`."""
    known = set(sys.stdlib_module_names) | allowed
    return [f"{path.name}: {name}" for path in files(place) for name in imports(path) if top(name) not in known]


def test_imports_are_found_wherever_they_stand() -> None:
    found = {top(name) for path in files("tests") for name in imports(path)}
    assert {"bruges_pbem", "tests", "time", "pytest", "engine"} <= found
    assert any("pytest" in line for line in foreign("tests", {"engine"}))
    assert "tournaments.models" in set(imports(ROOT / "tests/shared/cast.py"))
    call = ast.parse("row.save()", mode="eval").body
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Attribute)
    assert call.func.attr in WRITES
    assert writes(call.func)


def test_who_uses_the_engine_has_its_types() -> None:
    assert (ROOT / "engine/py.typed").read_bytes() == b""


def test_the_engine_needs_nothing_but_the_standard_library() -> None:
    assert foreign("engine", {"engine"}) == []


@pytest.mark.parametrize("place", PURE)
def test_the_pure_parts_know_no_framework(place: str) -> None:
    assert (ROOT / place).exists()
    assert foreign(place, {"engine", "idna", "selectolax", "tournaments"}) == []
    inside = {name for path in files(place) for name in imports(path) if top(name) == "tournaments"}
    assert {name for name in inside if not name.startswith(THEIRS)} == set()


def test_the_verifier_stands_alone() -> None:
    assert [name for name in imports(ROOT / "engine/verify.py") if top(name) not in sys.stdlib_module_names] == []


def test_games_do_not_know_each_other() -> None:
    others = {game: [other for other in games() if other != game] for game in games()}
    assert others, "no games found"
    for game, rest in others.items():
        assert of_games(files(f"engine/{game}"), rest) == []
        assert game not in finished_games() or of_games(files(f"engine/{game}"), [game]), "it knows itself"


@pytest.mark.parametrize("game", finished_games())
def test_every_game_has_the_same_rooms(game: str) -> None:
    there = {path.name for path in (ROOT / "engine" / game).iterdir() if path.name != "__pycache__"}
    assert there == ROOMS | {"__init__.py", "state.py"}


@pytest.mark.parametrize("game", games())
def test_the_rules_of_a_game_know_its_data_and_how_to_say_a_sentence_alone(game: str) -> None:
    inside = {name for path in files(f"engine/{game}/rules") for name in imports(path) if of(name, f"engine.{game}")}
    below = ("rules", "data", "state", "words.speech")
    assert {name for name in inside if not any(of(name, f"engine.{game}.{room}") for room in below)} - {
        f"engine.{game}", f"engine.{game}.words",
    } == set()  # fmt: skip


def of(name: str, package: str) -> bool:
    """Whether a full name is a package or inside it."""
    return f"{name}.".startswith(f"{package}.")


def of_games(paths: Iterable[Path], known: Iterable[str]) -> list[str]:
    """The imports of these files from these games."""
    return [
        f"{path.name}: {name}"
        for path in paths
        for name in imports(path)
        if any(f"{name}.".startswith(f"engine.{game}.") for game in known)
    ]


def test_the_law_common_to_all_games_knows_no_game() -> None:
    common = [*(ROOT / "engine").glob("*.py"), *files(*(f"engine/{name}" for name in COMMON))]
    assert len(common) > 10
    assert of_games(common, games()) == []


def test_the_engine_knows_no_clock() -> None:
    clocks = {"time", "datetime", "zoneinfo", "os", "socket", "sqlite3"}
    known = {place: {top(name) for path in files(place) for name in imports(path)} for place in ("engine", "tests")}
    assert clocks & known["tests"]
    assert clocks & known["engine"] == set()


def test_chance_comes_from_the_seed_alone() -> None:
    """A generator may be handed over (bots have one), but none is made out of the air."""
    used = [
        f"{path.name}:{node.lineno} {node.value.id}.{node.attr}"
        for path in files("engine")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in {"random", "secrets"}
    ]
    assert [line for line in used if not line.endswith(" random.Random")] == []
    named = [
        alias.name
        for path in files("engine")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and node.module in {"random", "secrets"}
        for alias in node.names
    ]
    assert set(named) <= {"Random"}


def test_only_entry_points_import_the_wiring() -> None:
    assert [
        name for path in files("engine", "tournaments") for name in imports(path) if top(name) == "bruges_pbem"
    ] == []


def test_nothing_that_is_shipped_imports_tests() -> None:
    assert [name for path in files(*PACKAGES, "manage.py") for name in imports(path) if top(name) == "tests"] == []


def test_what_the_engine_is_measured_beside_is_imported_by_its_contenders_alone() -> None:
    """It is under the GPL: no part of what is shipped, nor of the environment of the tests."""
    found = {path for path in files(*PACKAGES, "tests", "deploy", "manage.py") if PEERS & set(map(top, imports(path)))}
    assert found == {ROOT / "tests/bench/contenders.py"}
    locks = {
        name: (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")
        for name in ("base", "providers", "demo", "traces", "test")
    }
    assert [name for name, lock in locks.items() if any(f"{peer}==" in lock for peer in PEERS)] == []


def test_shells_leave_writing_to_actions() -> None:
    assert written_in(*SHELLS) == []
    assert written_in("tournaments/actions"), "there it is found"


def test_rows_are_written_by_actions_and_by_what_they_name_alone() -> None:
    rooms = {path.name for path in (ROOT / "tournaments").iterdir() if (path / "__init__.py").exists()}
    rooms -= {"actions", "papers", "models"}  # papers save drawings, a row of a person its password
    writing = {room for room in rooms if written_in(f"tournaments/{room}")}
    assert writing == WRITERS
    said = ast.get_docstring(tree(ROOT / "tournaments/actions/__init__.py")) or ""
    assert [room for room in WRITERS if f"`{room}`" not in said] == []


def written_in(*places: str) -> list[str]:
    """The places where a method is called that writes rows."""
    return [
        f"{path.relative_to(ROOT)}:{node.lineno} .{node.func.attr}()"
        for path in files(*places)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in WRITES
        and writes(node.func)
    ]


def writes(method: ast.Attribute) -> bool:
    """`.save()` of anything, `create()` and its like of a manager or a queryset only."""
    return method.attr in {"save", "delete"} or "objects" in ast.dump(method.value)


def test_a_row_that_is_there_already_is_saved_by_the_fields_that_an_act_has_changed() -> None:
    """The others may have been changed meanwhile by who does not wait for the act."""
    saved = [
        (f"{path.relative_to(ROOT)}:{node.lineno}", {keyword.arg for keyword in node.keywords})
        for path in files("tournaments/actions", "tournaments/inbox", "tournaments/outbox", "tournaments/running")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "save"
    ]
    assert saved
    assert [where for where, said in saved if not said & {"update_fields", "force_insert"}] == []


def test_a_locked_row_may_be_pointed_at() -> None:
    """PostgreSQL looks at foreign keys when a transaction ends: too late for the order in which rows are locked."""
    locks = [
        (f"{path.relative_to(ROOT)}:{node.lineno}", {keyword.arg for keyword in node.keywords})
        for path in files("tournaments")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "select_for_update"
    ]
    assert locks
    assert [where for where, said in locks if "no_key" not in said] == []


def test_nothing_makes_a_player_but_the_press_of_a_mailed_button_and_the_hosts_own_shell() -> None:
    found = {
        f"{path.relative_to(ROOT)} {call}"
        for path in files("tournaments", "bruges_pbem", "manage.py", "deploy")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and (call := makes_a_player(node))
    }
    assert found == set(MAKERS)
    inside = "tournaments.actions.player.people."
    by_name = [path.name for path in files("tournaments") if any(name.startswith(inside) for name in imports(path))]
    assert by_name == [], "import the module, so that this test finds who makes a player"


def test_what_a_reader_sees_of_a_table_is_decided_in_one_place() -> None:
    makers = [
        f"{path.relative_to(ROOT)} {made.name}"
        for path in files("tournaments")
        for made in ast.walk(tree(path))
        if isinstance(made, ast.FunctionDef)
        for node in ast.walk(made)
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "TableView"
    ]
    assert makers == ["tournaments/pages/table_view.py view_of"], "`view_of` knows who has lost the seat"


def test_the_entities_of_foreign_text_are_undone_in_one_place() -> None:
    others = [path for path in files(*PACKAGES) if path != ROOT / "tournaments/formats/entities.py"]
    found = [str(path.relative_to(ROOT)) for path in others if UNESCAPED.search(path.read_text(encoding="utf-8"))]
    assert found == [], "`entities.unescape` also takes numbers of which Python makes none"


def test_a_session_of_a_table_is_a_block_and_nobody_else_takes_its_steps() -> None:
    session, others = ROOT / "tournaments/actions/table/session.py", []
    assert {name for name, _ in calls(session)} >= set(STEPS)
    for path in files("tournaments"):
        blocks = {
            item.context_expr for node in ast.walk(tree(path)) if isinstance(node, ast.With) for item in node.items
        }
        others += [
            f"{path.relative_to(ROOT)}:{node.lineno} {name}"
            for name, node in calls(path)
            if path != session and (name in STEPS or (name in {"Session", "Session.open"} and node not in blocks))
        ]
        others += [name for name in imports(path) if name.removeprefix("tournaments.actions.table.") in STEPS]
    assert others == []


def calls(path: Path) -> list[tuple[str, ast.Call]]:
    return [(ast.unparse(node.func), node) for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]


def test_a_letter_that_waits_in_another_way_is_queued_by_what_also_copies_it() -> None:
    found = [
        f"{path.relative_to(ROOT)} {made.name}"
        for path in files("tournaments")
        if "OutboundLetter" in path.read_text(encoding="utf-8")
        for made in ast.walk(tree(path))
        if isinstance(made, ast.FunctionDef) and QUEUES.search(ast.unparse(made))
    ]
    assert found == ["tournaments/outbox/outbox.py release"]


def makes_a_player(node: ast.Call) -> str:
    """What of a call makes the row of a person, or leads to it; "" for any other."""
    called = ast.unparse(node.func)
    method, of = called.rpartition(".")[2], called.rpartition(".")[0]
    if method in {"create_user", "create_superuser", "acreate_user", "acreate_superuser", "get_user_model"}:
        return method
    if called in {"people.make", "people.begin"} or method == "Player":
        return called
    stores = {*WRITES, *(f"a{name}" for name in WRITES)} - {"save", "delete", "bulk_update"}
    return called if method in stores and re.search(r"\bPlayer\b", of) else ""


def test_every_file_says_in_its_first_line_what_it_is() -> None:
    wrong = [path for path in files(*PACKAGES, "manage.py") if tree(path).body and not ast.get_docstring(tree(path))]
    assert wrong == []


def test_a_docstring_names_what_it_is_about_and_asks_no_question() -> None:
    """A noun phrase or an imperative, so that a list of them reads as an index."""
    wrong = [
        (str(path), words)
        for path in files(*PACKAGES, "deploy")
        for node in ast.walk(tree(path))
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and (words := ast.get_docstring(node) or "").partition(" ")[0] in QUESTIONS
    ]
    assert wrong == []


def test_many_values_of_a_page_or_letter_have_types() -> None:
    """More of them than one look takes in are a `TypedDict`, which holds their names and types."""
    wrong = [
        f"{path}:{node.lineno}"
        for path in files("tournaments/organiser", "tournaments/player", "tournaments/letters")
        for function in ast.walk(tree(path))
        if isinstance(function, ast.FunctionDef)
        and ast.unparse(function.returns or ast.Constant(None)).startswith("dict[")
        for node in ast.walk(function)
        if isinstance(node, ast.Dict) and len(node.keys) > MOST_VALUES
    ]
    assert wrong == []


def test_no_file_takes_longer_than_one_sitting() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files(*PACKAGES)}
    assert {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > LONGEST_FILE} == {}


def test_no_package_shows_more_rooms_than_one_look_takes_in() -> None:
    """Files and folders; what an installation or Python leaves behind is none. Games are as many as there are."""
    packages = {path.parent for path in files(*PACKAGES)}
    passed_over = {"__pycache__", "py.typed", *games()}
    rooms = {
        package: [path.name for path in package.iterdir() if path.name not in passed_over]
        for package in packages
        if package.name != "bruges_pbem"
    }
    assert {str(package.relative_to(ROOT)): len(found) for package, found in rooms.items() if len(found) > 20} == {}


def test_nothing_is_left_for_later() -> None:
    marks = ("TO" + "DO", "FIX" + "ME", "X" + "XX")
    found = [
        str(path)
        for path in files(*PACKAGES, "tests", "deploy")
        for mark in marks
        if mark in path.read_text(encoding="utf-8")
    ]
    assert found == []


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_migration_is_missing(language: str) -> None:
    out = StringIO()
    try:
        with speaking_everywhere(language):
            call_command("makemigrations", check=True, dry_run=True, stdout=out)
    except SystemExit:
        pytest.fail(f"the models have changed without a migration:\n{out.getvalue()}")


# Rooms of tests that look at the whole, not at one package; and below a package what stands for no room of it.
WHOLE = {"attacks", "bench", "by_mail", "campaign", "deploy", "e2e", "fixtures", "project", "shared"}
BESIDE = {"at_once", "balance", "data", "games", "oracle", "postfix"}


def test_the_tests_lie_in_rooms_that_are_named_like_those_of_the_code() -> None:
    packages = {"bruges_pbem": ROOT / "bruges_pbem", "engine": ROOT / "engine"}
    for folder in sorted(path for path in (ROOT / "tests").rglob("*") if path.is_dir()):
        room, *rest = folder.relative_to(ROOT / "tests").parts
        if room in WHOLE or {*rest} & BESIDE or not any(folder.glob("*.py")):
            continue
        there = packages.get(room, ROOT / "tournaments" / room).joinpath(*rest)
        assert there.is_dir(), f"{folder.relative_to(ROOT)} holds tests of no package"
