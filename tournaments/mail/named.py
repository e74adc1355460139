"""Which letters a stored letter says that it answers. Reads bytes, no rows."""

from __future__ import annotations

import re
from email import policy
from email.parser import BytesHeaderParser

from tournaments.mail.reply import mime

MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
MOST_IDS = 200


def answered(raw: bytes) -> list[str]:
    """The Message-IDs of what a letter says that it answers, the newest last; none where its head cannot be read."""
    try:
        message = BytesHeaderParser(policy=policy.compat32).parsebytes(raw[: mime.LONGEST_HEAD])
        named = " ".join(str(value) for name in ("references", "in-reply-to") for value in message.get_all(name, ()))
    except Exception:
        return []
    return MESSAGE_ID.findall(named)[-MOST_IDS:]
