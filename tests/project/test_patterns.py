"""Regular expressions that mean the same under every Python that the service runs on."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from re import _constants as codes  # type: ignore[attr-defined]  # not in typeshed
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

PACKAGES = ("engine", "tournaments", "bruges_pbem")
NOT_IMPORTED = {"bruges_pbem.serving"}  # begins to serve
ONE_SIGN = {codes.LITERAL, codes.NOT_LITERAL, codes.IN, codes.ANY, codes.CATEGORY}


def modules() -> Iterator[str]:
    for package in PACKAGES:
        for found in walk_packages(import_module(package).__path__, f"{package}."):
            if found.name not in NOT_IMPORTED and ".migrations" not in found.name:
                yield found.name


def patterns() -> dict[str, re.Pattern[Any]]:
    """Every compiled pattern that a module keeps, by its name."""
    found = {}
    for module in modules():
        import_module(module)
        for name, value in vars(sys.modules[module]).items():
            if isinstance(value, re.Pattern):
                found[f"{module}.{name}"] = value
    return found


def possessive_groups(parsed: Any) -> Iterator[Any]:
    """The possessive repeats of more than one sign in a parsed pattern, however deep."""
    for code, argument in parsed:
        if code is codes.POSSESSIVE_REPEAT:
            *_, item = argument
            if len(item) != 1 or item[0][0] not in ONE_SIGN:
                yield item
        for part in argument if isinstance(argument, tuple | list) else (argument,):
            for inner in part if isinstance(part, list) else (part,):
                if isinstance(inner, parser.SubPattern):
                    yield from possessive_groups(inner)


def test_no_group_is_repeated_possessively() -> None:
    """Python before 3.11.5, which Debian 12 has, goes wrong where such a group could match in several ways
    (bugs.python.org, gh-106052). An atomic group around the repeat says the same, and is right everywhere.
    """
    found = patterns()
    assert len(found) > 100
    wrong = [name for name, one in found.items() if any(possessive_groups(parser.parse(one.pattern, one.flags)))]
    assert wrong == []


@pytest.mark.parametrize("pattern", ["(?:ab?)*+", "a(?:(?:bd|c){1,3}+)?", "(?=(?:ab)++)", "(?:a|(b(?:cd)?+))"])
def test_a_group_that_is_repeated_possessively_is_found(pattern: str) -> None:
    assert any(possessive_groups(parser.parse(pattern)))


@pytest.mark.parametrize("pattern", ["[ab]*+", "a++b?+", r"\s{1,3}+", "(?>(?:ab?)*)"])
def test_single_signs_and_atomic_groups_are_not(pattern: str) -> None:
    assert not any(possessive_groups(parser.parse(pattern)))
