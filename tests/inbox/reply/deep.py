"""Letters that are built deeper than any program of the standard library can take apart: what comes below a head."""

from __future__ import annotations

LEVELS = 3_000
DEEP = {
    "parts in parts": "".join(f"Content-Type: multipart/mixed; boundary={n}\r\n\r\n--{n}\r\n" for n in range(LEVELS)),
    "letters in letters": "Content-Type: message/rfc822\r\n\r\n" * LEVELS,
}
