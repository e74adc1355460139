"""No line of any letter may come back as an order, however mail programs wrap it or turn HTML into text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from functools import cache

import pytest

from engine.orders import reader
from tests.engine.any_game import SHIPPED
from tests.letters import gallery
from tests.letters.gallery import Written
from tests.shared.cast import only_table
from tournaments.formats import desk_words
from tournaments.inbox.reply import reading_form
from tournaments.inbox.reply.html.html import from_html
from tournaments.models import Player

pytestmark = pytest.mark.django_db
WIDTHS = range(40, 81)
HOSTILE = (
    ("workers prince", "undo", "17 red"),
    ("go on", "2 ok, 3 ok", "Will End"),
    ("say: hello", "never use prince", "布魯日 climb", "draw left; stay"),
    ("Anna-Maria von und zu Hohenlohe-Waldenburg-Schillingsfürst", "use", "Prince"),
)
# Without the toy game, which other tests of the same run may have brought in.
_known: dict[str, bool] = {}


def is_order(line: str) -> bool:
    """As the reader of mails asks: the line as it is and in its reading form, a quotation's marks taken off."""
    if line not in _known:
        bare = re.sub(r"^(?:> ?)+", "", line)
        _known[line] = any(
            reader.is_command(form)
            or desk_words.reads(form)
            or any(reader.reads(game, form) for game in SHIPPED.values())
            for form in {bare, reading_form(bare)}
        )
    return _known[line]


def wrapped(text: str) -> Iterator[str]:
    """Every line that wrapping makes: each line of the letter broken on its own, and whole paragraphs filled anew."""
    lines = text.splitlines()
    yield from lines
    paragraphs = [re.sub(r"[ \n]+", " ", block).strip() for block in re.split(r"\n[ ]*\n", text)]
    for line in {*lines, *paragraphs}:
        yield from broken(line)


@cache
def broken(line: str) -> frozenset[str]:
    """All parts into which a line is broken at any width, by programs that break long words and such that do not."""
    widths = [width for width in WIDTHS if width < len(line)]
    return frozenset(
        part
        for width in widths
        for long in {max(map(len, line.split())) > width, False}
        for part in textwrap.wrap(line, width, break_long_words=long, break_on_hyphens=False)
    )


def text_of(html: str) -> str:
    return "\n".join(row.text for row in from_html(html))


def alt_of(html: str) -> str:
    return "\n".join(re.findall(r'alt="([^"]*)"', html))


def lines_of(letter: Written) -> Iterator[str]:
    for form in (letter.draft.text, text_of(letter.draft.html), alt_of(letter.draft.html)):
        yield from wrapped(form)


def all_letters(names: tuple[str, ...], secret: int, rounds: tuple[int, ...]) -> Iterator[Written]:
    league = gallery.league_of(names, secret=secret, name=f"{names[-1]} {names[0][:40]}", tag=names[1][:20])
    Player.objects.filter(seats__table__league=league).update(language=("en", "de")[secret % 2])
    table = only_table(league)
    yield from gallery.to_people(league, table.seats.first().player, [*gallery.PRESS, *names])
    yield from gallery.to_organiser(league)
    for number in rounds:
        gallery.play_on(table, until=number, bot="random" if secret % 2 else "greedy")
        yield from gallery.at_table(table)
    gallery.play_on(table, until=99)
    yield from gallery.finished(table)


@pytest.mark.parametrize(("names", "secret"), [(names, number) for number, names in enumerate(HOSTILE)])
def test_no_line_of_any_letter_reads_as_an_order(names: tuple[str, ...], secret: int) -> None:
    """In the languages by turns: every other table reads German."""
    letters = list(all_letters(names, secret, (1, 3, 5)))
    assert len(letters) > 60
    lines: dict[str, str] = {}
    for letter in letters:
        for line in lines_of(letter):
            lines.setdefault(line, letter.name)
    bad = [(name, line) for line, name in lines.items() if is_order(line)]
    assert bad == []
