"""Reads the JSON of a deck file that a club brings: what any reader of JSON can read again, or BadDeck."""

from __future__ import annotations

import json
import math
from typing import Any

from engine.refusals import BadDeck


def read_json(text: str, source: str) -> Any:
    """The values in `text`. BadDeck names file and line for what is no JSON: also NaN and numbers without end."""
    try:
        return json.loads(text, parse_constant=_no_number, parse_float=_number)
    except json.JSONDecodeError as error:
        raise BadDeck(f"{source}, line {error.lineno}: no JSON ({error.msg})") from error
    except (ValueError, RecursionError) as error:
        raise BadDeck(
            f"{source}: no JSON that a deck is written in (NaN, numbers too long or too large, or lists too deep)"
        ) from error


def _number(digits: str) -> float:
    """Python reads 1e999 as infinite."""
    number = float(digits)
    return number if math.isfinite(number) else _no_number(digits)


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")
