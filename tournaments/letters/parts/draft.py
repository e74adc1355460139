"""A letter as it is written, before it has an address: words in both forms and what goes with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string

from engine.game import Game
from engine.language.languages import spoken, to_say
from tournaments.letters.parts import layout, renamed

ANSWERS_ORDERS = "orders_account"  # a letter after which orders go on by the codes of the same hand
NUMBERED = ("choice", "hand")  # sections of a letter in which lines or cards have numbers
RULES = "rules:"  # the paper with the rules of a game: its slug and the version follow
NOT_ATTACHED = to_say(
    "What you asked for is not attached: letters that do not answer one of ours bring papers {most} times a day."
)


@dataclass(frozen=True, slots=True)
class Draft:
    """One letter, ready for the outbox.

    kind     names the letter by what its reader learns ("turn", "final_scores", ...)
    serial   the decision that its reply address names; 0 where it names none
    numbered whether it shows a menu or a hand, or answers orders: a number in an answer means what it means there
    picture  what to draw when it is posted: {"table": pk, "seat": number, "entry": newest of the log}, if any; of who
             only follows a table the seat is None, and "language" says in which
    papers   what to attach when it is posted ("scoresheet", "rules:bruges 1")
    asks     what the numbers of a letter to an organiser mean: (kind of need, primary key, what must be unchanged)
    names_told_at  the moment up to which it tells new names of players; None if it tells none
    headers  of its own, beside those of every letter
    gist     lines that say the same in a daily letter; without them a letter that asks for no turn cannot wait for one
    """

    kind: str
    subject: str
    text: str
    html: str
    serial: int = 0
    numbered: bool = False
    picture: Mapping[str, Any] | None = None
    papers: tuple[str, ...] = field(default=())
    gist: tuple[str, ...] = field(default=())
    asks: tuple[tuple[str, int, str], ...] = field(default=())
    names_told_at: datetime | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


def rules_paper(game: Game[Any]) -> str:
    """The name of the paper with the rules of a game, of the version that it is under."""
    return f"{RULES}{game.slug} {game.rules}"


def compose(
    kind: str,
    context: Mapping[str, Any],
    *,
    serial: int = 0,
    picture: Mapping[str, Any] | None = None,
    papers: tuple[str, ...] = (),
    gist: tuple[str, ...] = (),
    asks: tuple[tuple[str, int, str], ...] = (),
    headers: Mapping[str, str] | None = None,
) -> Draft:
    """Fill the three templates `mail/<kind>/` and lay them out: text in 72 columns, HTML with its style inlined.

    A line about players with another name in the letter's league comes before everything but the letter's state.
    """
    of_seat = picture is not None and picture.get("seat") is not None
    shown = of_seat or any(section.key in NUMBERED for section in context.get("sections", ()))
    numbered = shown or kind == ANSWERS_ORDERS
    new = renamed.untold(context, kind)
    names = renamed.in_words(new)
    values = {**context, "has_picture": picture is not None, "language": spoken(), "renamed": names}
    subject = " ".join(render_to_string(f"mail/{kind}/subject.txt", values).split())
    text = layout.wrap(layout.with_news(render_to_string(f"mail/{kind}/body.txt", values), names))
    html = layout.inline(render_to_string(f"mail/{kind}/body.html", values))
    return Draft(
        kind, subject, text, html, serial=serial, numbered=numbered, picture=picture, papers=papers, gist=gist,
        asks=asks, names_told_at=new.at, headers=headers or {},
    )  # fmt: skip
