"""The moves that a paragraph offers, as buttons of the HTML form. The words of the text form are taken apart for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby

from django.conf import settings

from engine.game import Paragraph, Section
from engine.language.paragraphs import Cell
from engine.language.wording import capital
from tournaments.language.speech import say
from tournaments.letters.parts.ways import Ways

OFFER = re.compile(r"\[([^\[\]]+)\] ?([^\[]*)")
CODE = re.compile(r"\[([^\[\]]+)\]")
CAPITAL = "A-ZÄÖÜ"
LEAD = re.compile(rf"\d{{1,2}}\. [^,\[]{{1,40}}(?=,| \[[a-z ]{{1,40}}\],)|[{CAPITAL}][\w' ]{{1,20}}:(?= )")
PERSON = re.compile(rf"»[^«]{{1,40}}«(?=, )|[{CAPITAL}][\w'-]*(?: [{CAPITAL}][\w'-]*)*(?=, )")
ENDS = " ,.;"
MOST_TAPS = 8  # on the first screen of a letter
MORE = "more"  # key of what is left of a choice below the picture
MAIL, PAGE = "✉", "↗"  # signs of the other way, beside a button


@dataclass(frozen=True, slots=True)
class Button:
    """A link to what takes an offer: a page, or an answer with the order in it. `code` is what one would type instead.

    other  the link of the other of these ways, "" where there is none
    """

    link: str
    other: str
    words: str
    code: str

    @property
    def html(self) -> str:
        words, code = escape(capital(self.words)), escape(self.code)
        shown = f'{words} <span class="code">{code}</span>' if words else code
        button = f'<a class="move" href="{escape(self.link)}">{shown}</a>'
        if not self.other:
            return button
        sign, said = (MAIL, say("by mail")) if self.other.startswith("mailto:") else (PAGE, say("page"))
        return f'{button}&nbsp;<a class="other" href="{escape(self.other)}" title="{escape(said)}">{sign}</a>'


@dataclass(frozen=True, slots=True)
class Shown:
    """A paragraph of the HTML form: the words in bold, the rest, buttons, what may be played later; a row of fields."""

    style: str
    lead: str
    rest: str
    buttons: tuple[Button, ...] = ()
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A section of the HTML form."""

    key: str
    title: str
    paragraphs: tuple[Shown, ...]

    @property
    def offers(self) -> bool:
        return any(part.buttons for part in self.paragraphs)


def button(ways: Ways | None, order: str, words: str = "") -> Button | None:
    """A button for an order that stands by itself; None where nothing is asked."""
    return _button(ways, order, words, f"[{order}]") if ways is not None else None


def _button(ways: Ways, order: str, words: str, code: str) -> Button:
    return Button(*ways.links(order), words, code)


def blocks(sections: Iterable[Section], ways: Ways | None) -> list[Block]:
    """Sections for the HTML form; `ways` in which their offers are taken, None where nothing is asked."""
    return [
        Block(section.key, section.title, tuple(shown(paragraph, ways) for paragraph in section.paragraphs))
        for section in sections
    ]


def html(blocks: Iterable[Block], picture: str = "") -> str:
    """The blocks as HTML, about half of a letter. Not a template, which takes twice as long.

    The picture stands behind as many buttons as a telephone shows at once; before all where there is none.
    """
    blocks, at, left = list(blocks), 0, MOST_TAPS
    if not any(block.offers for block in blocks):
        return "\n".join([picture, *map(_block, blocks)])
    while at < len(blocks) and left > 0 and (blocks[at].offers or not blocks[at].title):
        shown, left = _first_taps(blocks[at], left)
        rest = blocks[at].paragraphs[shown:]
        if rest:
            blocks[at : at + 1] = [
                replace(blocks[at], paragraphs=blocks[at].paragraphs[:shown]),
                _more(blocks[at], rest),
            ]
        at += 1
    hint = f'<p class="small">{escape(_hint(blocks))}</p>'
    return "\n".join([*map(_block, blocks[:at]), hint, picture, *map(_block, blocks[at:])])


def _first_taps(block: Block, most: int) -> tuple[int, int]:
    """The number of paragraphs with so many buttons at most; how many may still come. No heading is left behind."""
    heading = 0
    for at, part in enumerate(block.paragraphs):
        if len(part.buttons) > most and heading:
            return heading, 0
        most -= len(part.buttons)
        heading = at + 1 if part.buttons or part.style == "detail" else heading
    return len(block.paragraphs), most


def _more(block: Block, paragraphs: tuple[Shown, ...]) -> Block:
    taps = sum(len(part.buttons) for part in paragraphs)
    return Block(MORE, say("{n} more", n=taps) if taps else "", paragraphs)


def _block(block: Block) -> str:
    more = ' class="more"' if block.key == MORE else ""
    title = [f"<h2{more}>{escape(block.title)}</h2>"] if block.title else []
    return "\n".join([*title, *_paragraphs(block.paragraphs)])


def _paragraphs(parts: Iterable[Shown]) -> Iterator[str]:
    for drawn, run in groupby(parts, key=lambda part: bool(part.cells)):
        if drawn:
            yield f'<table class="map" border="1" cellpadding="1">{"".join(_row(part.cells) for part in run)}</table>'
        else:
            yield from map(_paragraph, run)


def _row(cells: Iterable[Cell]) -> str:
    return f"<tr>{''.join(map(_cell, cells))}</tr>"


def _cell(cell: Cell) -> str:
    # By attributes: rules of the style sheet would be copied into every field, and a letter has a hundred of them.
    colours = f' bgcolor="{cell.fill}" style="color:{cell.ink}"' if cell.fill else ""
    return f'<td width="36"{colours}>{escape(cell.words)}</td>'


def _hint(blocks: Iterable[Block]) -> str:
    if any(one.link.startswith("mailto:") for block in blocks for part in block.paragraphs for one in part.buttons):
        words = say("A tap on a move opens an answer that holds it: send it, and that is all.")
        return f"{words} {say('{sign} opens its page, where one press plays it.', sign=PAGE)}"
    return say(
        "A tap on a move opens its page, where one press plays it; {sign} opens an answer that holds it.", sign=MAIL
    )


def _paragraph(part: Shown) -> str:
    buttons = " ".join(button.html for button in part.buttons)
    moves = f'<p class="moves">{buttons}</p>' if buttons else ""
    if not part.rest and part.style != "fixed":  # an empty line of a drawing keeps its rows apart
        return moves
    bullet = "&bull; " if part.style == "bullet" else ""
    lead = f"<strong>{escape(part.lead)}</strong>" if part.lead else ""
    return f'{moves}<p class="{part.style}">{bullet}{lead}{_linked(part.rest)}</p>'


def _linked(words: str) -> str:
    """The words as HTML, an address of this site at their end as a link."""
    before, site, path = words.rpartition(f"{settings.SITE_URL.rstrip('/')}/")
    if not site or " " in path:
        return escape(words)
    address = escape(f"{site}{path}")
    return f'{escape(before)}<a href="{address}">{address}</a>'


def shown(paragraph: Paragraph, ways: Ways | None) -> Shown:
    """A paragraph with its beginning in bold; one that offers moves as buttons and the words that are left."""
    words = paragraph.words
    if not paragraph.moves or ways is None:
        if paragraph.style == "fixed":
            return Shown(paragraph.style, "", words, cells=paragraph.cells)
        lead = (PERSON if paragraph.style == "detail" else LEAD).match(words)
        at = lead.end() if lead else 0
        return Shown(paragraph.style, words[:at], words[at:])
    if len(paragraph.moves) == 1 and paragraph.style == "bullet":
        label, order = paragraph.moves[0]
        before, _, after = words.partition(label)
        deed, more = (before, after.strip(ENDS)) if before else (after, "")
        return Shown("moves", "", more, (_button(ways, order, deed.strip(ENDS), label),))
    return _moves(words, dict(paragraph.moves), ways)


def _moves(words: str, moves: dict[str, str], ways: Ways) -> Shown:
    """One button for each label; labels that share their words ("[27 red], [27 blue] moves in for 3") get them all."""
    buttons: list[Button] = []
    left: list[str] = []
    behind = not words.startswith("[")
    for code, said in _behind(words) if behind else _shared(OFFER.findall(words)):
        order = moves.get(f"[{code}]")
        if order is not None:
            buttons.append(_button(ways, order, said, f"[{code}]"))
        elif behind:
            left.append(f"{said} [{code}]")
        else:
            left.append(f"[{code}] {said}")
    rest = f"{capital(', '.join(left))}." if left else ""
    return Shown("moves", "", rest, tuple(buttons))


def _behind(words: str) -> list[tuple[str, str]]:
    """The offers that have their code behind their words."""
    parts = CODE.split(words)
    return [(code, said.strip(ENDS)) for said, code in zip(parts[::2], parts[1::2], strict=False)]


def _shared(found: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    following = ""
    for code, said in reversed(found):
        following = said.strip(ENDS) or following
        rows.insert(0, (code, following))
    return rows
