"""The meaning of the numbers in a letter: menu lines, cards, codes. Reads no text (`engine.orders.reader` does).

A letter is answered when other things may be asked, and then its numbers mean others. So it carries a stamp of what
they meant when it was written. Equal stamps: a number means the same. Words need none.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from engine.game import Game
from engine.match.match import Match
from engine.orders.grammar import said_words

_MENUS = (1 << 20) - 1  # kinds of menus that can be told apart
_ROUND, _BACKS = 6, 5  # bits of what codes are read by
_NOTHING = (1 << _ROUND) - 1  # in the place of the round: nothing that has numbers was shown
_CODES = _ROUND + _BACKS


class Numbers(NamedTuple):
    """The extent to which the numbers of a letter count.

    menu   whether its menu is the open one; None: it had no numbered lines, or that is not known
    codes  whether the numbers of cards, and codes, mean what they meant there
    ask    whether none counts before the player has said yes: the letter shows another question, or none
    """

    menu: bool | None = True
    codes: bool = True
    ask: bool = False


ALL = Numbers()


class OtherNumber(Exception):
    """A number that means something else now than in its letter, or was not in it."""


def is_bare(game: Game[Any], text: str) -> bool:
    """Whether an order is a number and nothing else, as of a line of a menu."""
    found = said_words(text, game.little)
    return len(found) == 1 and found[0].isdecimal()


def stamp(match: Match, seat: int) -> int:
    """A stamp of the meaning of numbers to a seat now, in 31 bits: its menu, then the round and how many roll backs."""
    codes = (match.round % (1 << _ROUND)) << _BACKS | match.backs % (1 << _BACKS)
    return _menu(match, seat) << _CODES | codes


def unnumbered(stamp: int) -> int:
    """The stamp of a letter that shows nothing with numbers, written while numbers had that stamp for its seat."""
    return _NOTHING << _BACKS | stamp % (1 << _BACKS)


def shows_none(then: int) -> bool:
    """Whether nothing that has numbers was shown, or that is not known."""
    return not then or then >> _BACKS == _NOTHING


def is_void(then: int, match: Match) -> bool:
    """Whether the table was taken back since that stamp was written: what was said to it was meant for another game.

    False where that is not known.
    """
    return bool(then) and (then ^ match.backs) % (1 << _BACKS) != 0


def _menu(match: Match, seat: int) -> int:
    """Never 0 where something is numbered."""
    decision = match.decision(seat)
    moves = match.game.numbered(decision) if decision else ()
    if decision is None or not moves:
        return 0
    text = "\n".join([decision.kind, *(move.text for move in moves)])
    return 1 + int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % _MENUS


def compared(then: int, now: int, *, same_question: bool, ask: bool) -> Numbers:
    """Tell how far numbers count that were written under one stamp and are read under another.

    then           of what showed nothing that has numbers (`shows_none`): nobody knows when they were read, so ask
    same_question  whether they answer what is open now, so that the round is the same
    """
    if shows_none(then):
        return Numbers(ask=True)
    (menu, codes), (menu_now, codes_now) = divmod(then, 1 << _CODES), divmod(now, 1 << _CODES)
    same_menu = same_question and menu == menu_now
    return Numbers(same_menu if menu else None, same_question or codes == codes_now, ask)
