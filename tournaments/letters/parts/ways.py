"""The two ways in which an offer of a letter is taken: the page of its button, and an answer by mail that holds it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import quote

from django.conf import settings
from django.utils import timezone

import engine
from engine.orders.command_words import command
from tournaments.keys import taps
from tournaments.keys.taps import Tap
from tournaments.letters.headers import reply_address
from tournaments.models import Seat
from tournaments.queries import ways
from tournaments.queries.names import page

RULES = ("always ", "also ", "hold ", "never ", "forget", "go on")  # orders that belong to no single question


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways that a letter's offers are taken.

    address    to which answers by mail go; "" on a page
    like       the key of a button, whatever its order
    page_first whether buttons open the page, and the answer by mail is the other way
    """

    address: str
    like: Tap
    page_first: bool = True

    def links(self, order: str) -> tuple[str, str]:
        """(address that the button opens, the one of the other way or "")"""
        found = [link for link in (self.tap(order), self.reply(order)) if link]
        if not self.page_first:
            found.reverse()
        return found[0], "".join(found[1:])

    def tap(self, order: str) -> str:
        """The address of the page on which the order can be pressed; "" for one that is only typed."""
        if not can_be_pressed(order) or not taps.fits(order):
            return ""
        key = taps.key(replace(self.like, order=order), settings.MAIL_KEYS)
        return f"{page('tap', '-').removesuffix('-/')}{key}/"  # looked up once, not for each key

    def reply(self, order: str) -> str:
        return answer_link(self.address, order) if self.address else ""


def of_letter(seat: Seat, match: engine.Match, serial: int) -> Ways:
    """The ways of a letter to the seat that asks this decision, as its player wants them."""
    page_first = ways.way(seat.owner, None, ways.BUTTONS) == ways.PAGE
    return Ways(reply_address(seat, serial, numbers=seat.numbers), _like(seat, match, serial), page_first)


def of_page(seat: Seat, match: engine.Match, serial: int) -> Ways:
    """Pages on which the same can be pressed, as the seat's letter would link to them."""
    return Ways("", _like(seat, match, serial))


def _like(seat: Seat, match: engine.Match, serial: int) -> Tap:
    ends = timezone.now().date() + taps.KEPT
    return Tap(seat.pk, serial, seat.token_epoch, match.backs, seat.owner.pk, match.count, ends, "")


def is_rule(order: str) -> bool:
    """Whether an order says what is to hold, or to be done later."""
    return order.startswith(RULES)


def can_be_pressed(order: str) -> bool:
    """Whether an order may be on a button: words to the service, like a resignation, are only typed."""
    return command(order) is None or is_rule(order)


def answer_link(address: str, order: str) -> str:
    """A mailto link whose body is the order (RFC 6068: percent-encoded, line end CRLF)."""
    return f"mailto:{address}?body={quote(order)}%0D%0A"
