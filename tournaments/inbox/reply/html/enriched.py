"""The rich text of older mail programs (RFC 1896, RFC 1341) written as HTML. Knows what is quoted, and no fonts."""

from __future__ import annotations

import re
from html import escape

TYPES = ("text/enriched", "text/richtext")
LONGEST = 65_536  # letters that are looked at
PARAMETERS = re.compile(r"<(param|comment)>[^<]*</\1>", re.IGNORECASE)
BREAK = re.compile(r"&lt;(?:nl|np|/?paragraph)&gt;", re.IGNORECASE)  # as richtext has them, and "<lt>" for "<"
QUOTE = re.compile(r"&lt;(/?)excerpt&gt;", re.IGNORECASE)
COMMAND = re.compile(r"&lt;/?[a-z0-9-]{1,60}&gt;", re.IGNORECASE)
NEWLINES = re.compile(r"\n+")
LESS = re.compile("<<|<lt>", re.IGNORECASE)
SIGN = "\0"  # for these, which are no command but the sign itself


def as_html(text: str) -> str:
    """A quote is a blockquote, a single line break a blank; of several in a row the first does not count."""
    plain = LESS.sub(SIGN, text.replace("\r\n", "\n").replace(SIGN, ""))
    said = BREAK.sub("<br>", QUOTE.sub(r"<\1blockquote>", escape(PARAMETERS.sub("", plain), quote=False)))
    said = COMMAND.sub("", said)
    return NEWLINES.sub(lambda found: "<br>" * (len(found[0]) - 1) or " ", said).replace(SIGN, "&lt;")
