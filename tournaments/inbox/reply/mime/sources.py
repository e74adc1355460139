"""The words of a raw letter: headers and text parts decoded, in their order. Reads bytes, no rows."""

from __future__ import annotations

from tournaments.inbox.reply.mime import charsets, headers, mime
from tournaments.inbox.reply.mime.encodings import decoded
from tournaments.inbox.reply.mime.parts import Fields, Kind, Leaf
from tournaments.keys.redaction import HIDDEN

LONGEST = 100_000  # characters of all parts; `quoted` looks through more
LONGEST_HEADER = 10_000
LONGEST_NAME = 100  # of a file
LONGEST_STATUS = 16_384  # bytes of what a host says of a letter that came back
MOST_PARTS = 40
# Letters between them can be read by people, as those of UTF-16 between NUL, but not found.
CONTROLS = dict.fromkeys((*set(range(32)).difference(map(ord, "\t\n\r")), *range(127, 160)))
NOT_DECODED = ("x-uuencode", "uuencode", "uue", "x-uue")  # could hold a key that nobody would find
# Of all others only the names are shown: an id of a letter of ours may be in any of them, ours or a provider's, and
# whoever knows it can answer that letter.
SHOWN = frozenset({
    "from", "to", "cc", "reply-to", "sender", "date", "subject", "return-path", "delivered-to", "x-original-to",
    "envelope-to", "received", "received-spf", "authentication-results", "arc-authentication-results",
    "auto-submitted", "precedence", "x-autoreply", "x-auto-response-suppress", "x-failed-recipients",
    "list-id", "mime-version", "content-type", "content-transfer-encoding", "content-disposition",
    "content-language", "x-mailer", "user-agent", "x-spam-status", "x-spam-flag",
    # Of the parts in which hosts say why a letter came back (RFC 3464).
    "reporting-mta", "arrival-date", "final-recipient", "original-recipient", "action", "status", "remote-mta",
    "diagnostic-code", "last-attempt-date",
})  # fmt: skip


def decoded_source(raw: bytes) -> str | None:
    """The headers of a letter and the parts that are read decoded, with whatever addresses and keys they contain.

    What is too long is shown in its beginning, and the source says how much is not.

    None for what is built deeper than a reply is read, or has a head longer than any: not its bytes, for an encoded
    part among them could carry a key that nobody would find.
    """
    found = mime.apart(raw)
    if found is None:
        return None
    fields, leaves = found
    shown, room = [_lines(fields)], LONGEST
    for leaf in leaves[:MOST_PARTS]:
        title, text = _part(leaf, room)
        begun = text[:room]
        shown.append("\n".join(filter(None, (title, begun, _left_out(len(text) - len(begun), "characters")))))
        room -= len(begun)
    shown.append(_left_out(len(leaves[MOST_PARTS:]), "parts"))
    whole = "\n\n".join(filter(None, shown)).translate(CONTROLS)
    return whole.encode("utf-8", "replace").decode()  # without halves of characters, as UTF-7 has them


def _left_out(count: int, of: str) -> str:
    return f"--- {count} more {of}, not shown ---" if count else ""


def _lines(fields: Fields) -> str:
    return "\n".join(f"{name}: {_value(name, value)}" for name, value in fields)


def _part(leaf: Leaf, room: int) -> tuple[str, str]:
    """(what it is, its words)."""
    kind = leaf.kind
    if kind.name == "message/delivery-status":  # what a host says of a letter that came back
        groups = mime.groups(decoded(leaf.body, kind.encoding, most=min(room, LONGEST_STATUS)))
        return f"--- {kind.name} ---", "\n".join(map(_lines, groups))
    if kind.name.startswith("message/") or kind.name == "text/rfc822-headers":
        # What a letter carries inside is another letter, perhaps one of ours that came back.
        return f"--- {kind.name}, not shown ---", ""
    content = decoded(leaf.body, kind.encoding, most=len(leaf.body))
    title = f"--- {kind.name}, {_file(kind)}{len(content)} bytes ---"
    if not kind.is_read or kind.encoding in NOT_DECODED:
        return title, ""
    return title, charsets.decode(content, kind.parameters.get("charset"))


def _file(kind: Kind) -> str:
    """The name of a file, unless it could contain a key, or half of one, that nobody would find."""
    name = headers.text(kind.file.rpartition("''")[2])  # a charset may come before it (RFC 2231)
    if len(name) > LONGEST_NAME or "=?" in name or "%" in name:
        name = HIDDEN
    return name and f"{name}, "


def _value(name: str, value: str) -> str:
    """The value on one line, encoded words decoded: nobody would find a reply address in one.

    Hidden where words stay encoded, or where other programs read several lines.
    """
    if name.lower() not in SHOWN or "\r" in value:
        return HIDDEN
    text = headers.text(value[:LONGEST_HEADER])
    return HIDDEN if "=?" in text else text
