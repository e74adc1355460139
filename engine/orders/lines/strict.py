"""The strict reader: whether a whole line says something to do, without a position. Of quotes it reads no more."""

from __future__ import annotations

import re
from typing import Any

from engine.game import ASK, Game
from engine.language import typed
from engine.orders.command_words import is_command, without_also
from engine.orders.lines.first_words import may_begin
from engine.orders.lines.guards import apart, is_guard
from engine.refusals import AmbiguousOrder, UnreadableOrder

SEQUENCE = re.compile(r"\s*;\s*(?:then\s+)?|\s*,?\s+then\s+")
SEMICOLON = re.compile(r"\s*;\s*")
CHOICES = re.compile(r"\s*/\s*|\s+or\s+")
TOPIC = re.compile(r"^([a-z][a-z ]*?)\s*:\s*(.+)$")
_NUMBER = re.compile(r"\d{1,3}")
_ABOUT_PLAN = re.compile(r"^(forget|hold|never use) (.+)$")


def begins(game: Game[Any], line: str) -> bool:
    """Tell by its first word whether a line may be an order at all: the cheap look before `reads`."""
    if line.isascii() and not may_begin(game, line):
        return False
    plain = typed.normalise(line)
    return bool(plain) and may_begin(game, plain)


def reads(game: Game[Any], line: str, *, first_lines: bool = False) -> bool:
    """Strict reader of a whole line, without a position: does it say something to do, to the last word?

    first_lines: the line is where a player surely writes, so numbers and codes alone count too
    """
    if not begins(game, line):
        return False
    plain = typed.normalise(line)
    with typed.suggesting(0):  # nobody hears why it is none
        return _plain_reads(game, line, plain, first_lines)


def _plain_reads(game: Game[Any], line: str, plain: str, first_lines: bool) -> bool:
    if " " not in plain and not first_lines and line.rstrip().endswith((".", ",", "…")):
        return False  # the last word of a sentence, or the first of one, that was wrapped
    about_plan = _ABOUT_PLAN.match(plain)
    if about_plan:
        return _names(game, about_plan[2], rules=about_plan[1] == "forget")
    if is_command(line, first_lines=first_lines) and not plain.startswith("always "):
        return True
    orders = [order for piece in pieces(without_also(plain)) for order in game.expand(piece)]
    return bool(orders) and all(_piece_reads(game, order, first_lines) for order in orders)


def pieces(body: str) -> list[str]:
    """The parts of a sequence; the words of a standing order may have a `then` of their own."""
    if ";" not in body and "then" not in body:
        return [body] if body else []
    separator = SEMICOLON if body.startswith("always ") else SEQUENCE
    return [piece for piece in separator.split(body) if piece]


def _piece_reads(game: Game[Any], piece: str, numbers: bool) -> bool:
    if piece.startswith("always "):
        return rule_reads(game, piece.removeprefix("always ").removesuffix(" everywhere").strip())
    topic = TOPIC.match(piece) if ":" in piece and not piece.startswith("if ") else None
    if topic and rule_reads(game, f"{topic[1]} {topic[2]}"):
        return True
    guard, text = apart(piece.removesuffix(" anyway").rstrip(" ,"))
    if guard and not is_guard(guard):
        return False
    choices = [choice for choice in CHOICES.split(text) if choice] if "/" in text or " or " in text else [text]
    if choices and all(_choice_reads(game, choice, choices[0], numbers) for choice in choices):
        return True
    if "," not in piece:
        return False
    parts = [part.strip() for part in piece.split(",") if part.strip()]
    return len(parts) > 1 and all(_piece_reads(game, part, numbers) for part in parts)


def _choice_reads(game: Game[Any], choice: str, first: str, numbers: bool) -> bool:
    """Whether one of several choices is an order, alone or with the verb of the first."""
    if game.reads(choice) or (numbers and _NUMBER.fullmatch(choice)):
        return True
    return choice != first and game.reads(f"{first.partition(' ')[0]} {choice}")


def rule_reads(game: Game[Any], text: str) -> bool:
    try:
        game.read_rule(text)
    except (UnreadableOrder, AmbiguousOrder):
        return False
    return True


def _names(game: Game[Any], text: str, *, rules: bool) -> bool:
    """Whether words behind `hold`, `never use` or `forget` are what can be held, or forgotten."""
    if not rules:
        return game.reads(f"use {text}")
    what = re.sub(r"^(?:always|hold|never use)\s+|\s*\beverywhere$", "", text)
    return what in ("", "all") or game.reads(f"use {what}") or rule_reads(game, f"{what} {ASK}")


def has_form(game: Game[Any], body: str) -> bool:
    """Whether a line has the form of a condition or a standing order, right or wrong: nobody talks so."""
    first, _, rest = body.partition(" ")
    if first == "always":
        return rule_reads(game, f"{rest.partition(' ')[0].rstrip(':')} {ASK}")
    condition, text = apart(body)
    return bool(condition) and game.reads(text)
