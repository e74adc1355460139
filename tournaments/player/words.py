"""The words of a position as a page shows them: paragraphs whose moves are buttons that fill the order box."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engine.game import Paragraph, Section


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring paragraphs of one style: a list of bullets, or one plain, detail or fixed line."""

    style: str
    lines: tuple[SafeString, ...]


@dataclass(frozen=True, slots=True)
class PageSection:
    key: str
    title: str
    blocks: tuple[Block, ...]


def page_sections(sections: Iterable[Section], check_at: str = "") -> list[PageSection]:
    """`check_at` is where the order box tries orders; without it there is no box, and moves are no buttons."""
    return [
        PageSection(section.key, section.title, tuple(_blocks(section.paragraphs, check_at))) for section in sections
    ]


def _blocks(paragraphs: Iterable[Paragraph], check_at: str) -> Iterable[Block]:
    for style, run in groupby(paragraphs, key=lambda paragraph: paragraph.style):
        yield Block(style, tuple(with_buttons(paragraph.words, paragraph.moves, check_at) for paragraph in run))


def with_buttons(words: str, moves: Iterable[tuple[str, str]], check_at: str) -> SafeString:
    """The words, escaped, each label that they hold a button; labels are looked for from left to right."""
    pieces: list[tuple[str, SafeString]] = []
    rest = words
    for label, order in moves if check_at else ():
        before, found, after = rest.partition(label)
        if found:
            pieces.append((before, move_button(label, order, check_at)))
            rest = after
    return format_html("{}{}", format_html_join("", "{}{}", pieces), rest)


def move_button(label: str, order: str, check_at: str) -> SafeString:
    """A button that puts the order into the box, by a script or by a page that tries it; it plays nothing."""
    label = label.strip("[]")
    spoken = format_html('<span class="unseen">: {}</span>', order) if label != order else ""
    return format_html(
        '<button class="move" form="order-form" formaction="{}#orders" name="add" value="{}" title="{}">{}{}</button>',
        check_at, order, order, label, spoken,
    )  # fmt: skip
