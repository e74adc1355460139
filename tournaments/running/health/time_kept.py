"""The clock of this machine: whether its system keeps it right, and how far it is from somebody else's."""

from __future__ import annotations

import ctypes
import os
from contextlib import closing
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from django.conf import settings

from tournaments.running.health.finding import Findings, fail, ok, warn

WAIT = 5.0  # seconds
SKEW_WARNED, SKEW_MOST = 5.0, 60.0  # seconds; a Date header names whole ones
NOT_KEPT = 5  # TIME_ERROR of adjtimex(2): nothing has set the clock right lately
ROOM = 512  # bytes, more than the structure that the system writes
KEEP = "let the system keep it: timedatectl set-ntp true (Debian: apt install systemd-timesyncd)"


def kept() -> Findings:
    """Whether the clock is right. Deadlines and keys go by it, and a signature or certificate of tomorrow fails."""
    apart, host = _apart()
    if apart is not None and abs(apart) > SKEW_WARNED:
        words = f"the clock is {abs(apart):.0f} seconds {'ahead of' if apart > 0 else 'behind'} that of {host}"
        yield (fail if abs(apart) > SKEW_MOST else warn)(words, KEEP)
    elif (synchronised := _is_kept()) is False:
        measured = f"; that of {host} shows the same time now" if apart is not None else ""
        yield warn(f"no time server keeps the clock right{measured}", KEEP)
    elif synchronised is None and apart is None:
        yield warn("whether the clock is right could not be found out", "compare it yourself: date --utc")
    else:
        sources = ["the system keeps it"] * bool(synchronised) + [f"that of {host} shows the same"] * (
            apart is not None
        )
        yield ok(f"the clock is right: {' and '.join(sources)}")


def _is_kept() -> bool | None:
    """Whether the kernel's clock is disciplined, as whatever keeps it says; None where the system does not tell."""
    ask = getattr(ctypes.CDLL(None), "adjtimex", None) if os.name == "posix" else None
    if ask is None:
        return None
    answer = ask(ctypes.create_string_buffer(ROOM))  # its first field, modes, is 0: change nothing
    return None if answer < 0 else answer != NOT_KEPT


def _apart() -> tuple[float | None, str]:
    """(seconds that this clock is ahead of the one of the source of chance, None if it is not known; its host)."""
    place = urlsplit(settings.CHANCE_SOURCE)
    if place.scheme != "https" or not place.hostname:
        return None, ""
    try:
        with closing(HTTPSConnection(place.hostname, place.port, timeout=WAIT)) as line:
            begun = datetime.now(UTC)
            line.request("HEAD", "/")
            said = parsedate_to_datetime(line.getresponse().headers["Date"])
            between = begun + (datetime.now(UTC) - begun) / 2
    except (OSError, HTTPException, ValueError, TypeError):
        return None, place.hostname
    return (between - said).total_seconds() - 0.5, place.hostname
