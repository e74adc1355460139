"""Which letters a stored letter says that it answers. Reads bytes, no rows."""

from __future__ import annotations

import re

from tournaments.mail.reply import headers, mime

MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
MOST_IDS = 200


def answered(raw: bytes) -> list[str]:
    """The Message-IDs of what a letter says that it answers, the newest last."""
    head = mime.head_of(raw)
    named = " ".join(value for name in headers.THREAD for value in head.values(name))
    return MESSAGE_ID.findall(named)[-MOST_IDS:]
