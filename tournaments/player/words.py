"""The words of a position as they stand on a page: paragraphs whose moves are links into the order box."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode

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


def page_sections(sections: Iterable[Section]) -> list[PageSection]:
    return [PageSection(section.key, section.title, tuple(_blocks(section.paragraphs))) for section in sections]


def _blocks(paragraphs: Iterable[Paragraph]) -> Iterable[Block]:
    for style, run in groupby(paragraphs, key=lambda paragraph: paragraph.style):
        yield Block(style, tuple(linked(paragraph.words, paragraph.moves) for paragraph in run))


def linked(words: str, moves: Iterable[tuple[str, str]]) -> SafeString:
    """The words, escaped, with each label that they hold made a link; labels are looked for from left to right."""
    pieces: list[tuple[str, SafeString]] = []
    rest = words
    for label, order in moves:
        before, found, after = rest.partition(label)
        if found:
            pieces.append((before, order_link(label, order)))
            rest = after
    return format_html("{}{}", format_html_join("", "{}{}", pieces), rest)


def order_link(label: str, order: str) -> SafeString:
    """A link that opens the same page with the order in the box; it changes nothing by itself."""
    return format_html('<a class="move" href="?{}#orders" title="{}">{}</a>', urlencode({"order": order}), order, label)
