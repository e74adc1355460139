"""Reads the conditions of orders: `if guilders 9: …`. The grammar is in docs/orders.md."""

from __future__ import annotations

import re
from collections.abc import Collection

from engine.language import typed
from engine.language.languages import to_say
from engine.language.speech import say
from engine.orders.instructions import Guard
from engine.refusals import UnreadableOrder

_OPERATORS = {"at least": ">=", "at most": "<=", "more than": ">", "less than": "<", "=>": ">=", "=<": "<=", "==": "="}
_GUARD_BEFORE = re.compile(r"^if\s+([^:]+?)\s*:\s*(.+)$")
_GUARD_BEHIND = re.compile(r"^(.+?),?\s+if\s+([^:]+)$")
# A fact has letters, figures and blanks only: any other sign may turn the meaning of the operator round.
_GUARD = re.compile(r"^(\w[\w' ]*?)\s*(>=|<=|=>|=<|==|>|<|=|\bat least|\bat most|\bmore than|\bless than)?\s*(\d+)$")
_FILLERS = typed.FILLERS - {"your", "his", "her"}  # facts are the reader's own


def apart(text: str) -> tuple[str, str]:
    """(the condition of an order, its words); no condition: ""."""
    if "if " in text:
        if before := _GUARD_BEFORE.match(text):
            return before[1], before[2]
        if behind := _GUARD_BEHIND.match(text):
            return behind[2], behind[1]
    return "", text


def is_guard(words: str) -> bool:
    """Whether words have the form of a condition, whatever they name."""
    return _GUARD.match(words) is not None


def guard(words: str, text: str, facts: Collection[str]) -> Guard:
    """The condition that words of an order mean. UnreadableOrder with what they may have meant otherwise."""
    found = _GUARD.match(words)
    if not found:
        example = f"if {next(iter(facts), 'round')} >= 3: …"
        raise UnreadableOrder(
            text, say("a condition is a fact and a number, with >=, <=, >, < or = between them"), (example,)
        )
    asked = " ".join([word for word in found[1].split() if word not in _FILLERS] or [found[1]])
    names = typed.complete(asked, facts) or tuple(f for f in facts if sorted(f.split()) == sorted(asked.split()))
    sign = _OPERATORS.get(found[2] or ">=", found[2] or ">=")
    if len(names) == 1:
        return Guard(names[0], sign, int(found[3]))
    near = tuple(f"if {name} {sign} {found[3]}: …" for name in names or _like(asked, facts))
    unknown, several = to_say("no condition is called {condition}"), to_say("{condition} is not unique")
    raise UnreadableOrder(text, say(several if names else unknown, condition=asked), near)


def _like(asked: str, facts: Collection[str]) -> tuple[str, ...]:
    """The facts most like a name, of as many words: one word more may be a "not", or somebody else's name."""
    return typed.nearest(asked, [fact for fact in facts if len(fact.split()) == len(asked.split())])
