"""The buttons of a letter: their orders, and the paths of the pages that they open."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings

from tournaments.keys import taps
from tournaments.keys.taps import Tap
from tournaments.models import OutboundLetter

LINK = re.compile(r'href="https://play\.example\.org(/m/[a-z0-9]+/)"')
DRAWN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')  # anew for every page


def buttons_in(html: str) -> dict[str, str]:
    return {key_of(path).order: path for path in LINK.findall(html)}


def buttons_of(letter: OutboundLetter) -> dict[str, str]:
    """The orders on the buttons of a letter, each with the path of its page."""
    return buttons_in(letter.html)


def key_of(path: str) -> Tap:
    return taps.read(path.split("/")[2], settings.MAIL_KEYS)


def path_of(tap: Tap) -> str:
    return f"/m/{taps.key(tap, settings.MAIL_KEYS)}/"


def same(page: Any) -> bytes:
    """A page without what is drawn anew for every one."""
    return DRAWN.sub("", page.content.decode()).encode()
