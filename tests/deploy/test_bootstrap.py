"""`deploy/bootstrap.py`: which packages an environment holds, and that an update takes none away. Installs nothing."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
PINNED = re.compile(r"^([\w.-]+)==(\S+ ?(?:;[^\\]*)?)", re.MULTILINE)


@pytest.fixture
def bootstrap() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bootstrap", DEPLOY / "bootstrap.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").touch()
    return tmp_path


def hold(bootstrap: ModuleType, venv: Path, lock: str, *others: str) -> None:
    """Have the environment hold a lock as it is now, and others as they were once."""
    lines = [f"{lock}:{bootstrap.digest(lock)}", *(f"{other}:{'0' * 64}" for other in others)]
    (venv / "installed").write_text("\n".join(lines))


def test_an_update_keeps_the_packages_that_send_spans(bootstrap: ModuleType, venv: Path) -> None:
    assert bootstrap.kept("base", venv) == "base", "nothing is there yet"
    for held, asked, kept in (("traces", "base", "traces"), ("base", "base", "base"), ("test", "base", "base")):
        hold(bootstrap, venv, held)
        assert bootstrap.kept(asked, venv) == kept


def test_what_is_held_as_it_is_now_is_not_installed_again(bootstrap: ModuleType, venv: Path) -> None:
    assert not bootstrap.up_to_date("base", venv)
    hold(bootstrap, venv, "traces", "base")
    assert bootstrap.up_to_date("traces", venv)
    assert not bootstrap.up_to_date("base", venv)


def test_what_stands_beside_a_lock_stays_when_that_is_installed_and_takes_nothing_from_it(
    bootstrap: ModuleType, venv: Path
) -> None:
    hold(bootstrap, venv, "traces", "base", "providers")
    before = bootstrap.stamped(venv)
    update = bootstrap.holding("base", before)
    assert [line.partition(":")[0] for line in update] == ["base", "providers"]
    beside = bootstrap.holding("providers", before)
    assert beside == [*before[:2], f"providers:{bootstrap.digest('providers')}"]
    (venv / "installed").write_text("\n".join(beside))
    assert bootstrap.up_to_date("providers", venv)
    assert bootstrap.kept("base", venv) == "traces"


def test_an_update_brings_what_stands_beside_up_to_date_where_it_is_held(
    bootstrap: ModuleType, venv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    monkeypatch.setattr(bootstrap, "make", made.append)
    monkeypatch.setattr(bootstrap, "ENVIRONMENTS", {venv: ("base", "providers")})
    for held, asked, wanted in (
        (["base"], ["base"], ["base"]),
        (["base", "providers"], ["base"], ["base", "providers"]),
        (["base", "providers"], ["base", "providers"], ["base", "providers"]),
    ):
        made.clear()
        hold(bootstrap, venv, *held)
        bootstrap.main(*asked)
        assert made == wanted


def test_what_stands_beside_has_no_package_in_another_version() -> None:
    pinned = {
        path.stem: dict(PINNED.findall(path.read_text())) for path in (DEPLOY.parent / "requirements").glob("*.txt")
    }
    for lock in ("base", "traces", "demo", "test"):
        both = pinned["providers"].keys() & pinned[lock].keys()
        assert both, lock
        assert {name: pinned["providers"][name] for name in both} == {name: pinned[lock][name] for name in both}
    assert pinned["base"].keys() & {"boto3", "svix", "cryptography"} == set()


def test_no_lock_carries_the_address_of_a_registry() -> None:
    locks = list((DEPLOY.parent / "requirements").glob("*.txt"))
    assert len(locks) >= 8
    assert [
        path.name for path in locks if re.search(r"https?://|--(extra-)?index-url|--find-links", path.read_text())
    ] == []


def test_a_lock_holds_what_those_that_it_contains_hold(bootstrap: ModuleType) -> None:
    def packages(lock: str) -> set[str]:
        lines = (DEPLOY.parent / "requirements" / f"{lock}.txt").read_text().splitlines()
        return {line.split()[0] for line in lines if "==" in line and not line.startswith((" ", "#"))}

    for lock, contained in bootstrap.CONTAINED.items():
        for smaller in contained:
            assert packages(smaller) <= packages(lock), f"{smaller} in {lock}: make lock"
