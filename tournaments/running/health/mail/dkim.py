"""DKIM (RFC 6376): what a key's record says, and whether the signature of a letter holds. Reads bytes and text."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournaments.running.health.mail import rsa
from tournaments.running.health.mail.names import Names

LEAST_BITS, GOOD_BITS = 1024, 2048  # RFC 8301
FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:((?:[^\r\n]*\r\n)(?:[ \t][^\r\n]*\r\n)*)")
BLANKS = re.compile(rb"[ \t\r\n]+")
BLANKS_IN_LINE = re.compile(rb"[ \t]+")
LINE_END = re.compile(rb"\r?\n")
SIGNATURE = "dkim-signature"


class Bad(Exception):
    """A key or a signature is not good. The message says what is wrong."""


class Missing(Bad):
    """There is no such key in the DNS."""


class AnotherKey(Bad):
    """The letter was signed with another key than the one in the DNS."""


class Changed(Bad):
    """The letter was signed with the key in the DNS, and changed afterwards."""


Fields = list[tuple[str, bytes, bytes]]  # name in lower case, name as written, what follows the colon


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature of a letter: its tags, and its place among the header fields."""

    tags: Mapping[str, str]
    at: int

    @property
    def domain(self) -> str:
        return self.tags.get("d", "").lower()

    @property
    def selector(self) -> str:
        return self.tags.get("s", "").lower()


def tags_of(text: str) -> dict[str, str]:
    """A list of tags (RFC 6376, 3.2), without the blanks around their values."""
    pairs = (one.partition("=") for one in text.split(";") if "=" in one)
    return {name.strip(): value.strip() for name, _, value in pairs}


# --- the key in the DNS ------------------------------------------------------------------------------


def key_of(names: Names, selector: str, domain: str) -> rsa.Key:
    """The key that the DNS has. Missing; Bad for one that verifies nothing; names.NoAnswer."""
    owner = f"{selector}._domainkey.{domain}"
    found = names.texts(owner)
    if not found:
        raise Missing(f"{owner} has no record in the DNS")
    if len(found) > 1:
        raise Bad(f"{owner} has {len(found)} records, and may have one")
    tags = tags_of(found[0])
    if tags.get("v", "DKIM1") != "DKIM1":
        raise Bad(f"{owner} is no record of a DKIM key")
    if not tags.get("p"):
        raise Bad(f"{owner} says that its key was withdrawn (p= is empty)")
    if tags.get("k", "rsa") != "rsa":
        raise Bad(f"{owner} has a key of the kind {tags['k']}, which many hosts do not know")
    try:
        key = rsa.public(tags["p"])
    except rsa.NoKey:
        raise Bad(f"{owner} has a key that cannot be read: it was cut off or changed when it was set") from None
    if key.bits < LEAST_BITS:
        raise Bad(f"{owner} has a key of {key.bits} bits, which hosts do not accept")
    return key


# --- a letter -----------------------------------------------------------------------------------------


def signatures(raw: bytes) -> list[Signature]:
    """The signatures of a letter, the newest first."""
    fields, _ = _taken_apart(raw)
    return [
        Signature(tags_of(BLANKS.sub(b" ", value).decode("latin-1")), at)
        for at, (name, _, value) in enumerate(fields)
        if name == SIGNATURE
    ]


def check(raw: bytes, signature: Signature, key: rsa.Key) -> None:
    """AnotherKey or Changed unless the key has signed this letter; Bad for a form that is not known here."""
    tags = signature.tags
    if tags.get("a") != "rsa-sha256" or "l" in tags:
        raise Bad(f"the signature is of a kind that is not checked here (a={tags.get('a', '')})")
    of_head, _, of_body = tags.get("c", "simple/simple").partition("/")
    fields, body = _taken_apart(raw)
    try:
        signed, said = (base64.b64decode("".join(tags[name].split()), validate=True) for name in ("b", "bh"))
    except (KeyError, binascii.Error):
        raise Bad("the signature cannot be read") from None
    vouched = key.vouched(signed)
    if vouched is None:
        raise AnotherKey("the letter was signed with another key than the one in the DNS")
    head = b"".join(_signed_fields(fields, signature, of_head == "relaxed"))
    if hashlib.sha256(_body(body, of_body == "relaxed")).digest() != said:
        raise Changed("the words of the letter were changed after it was signed")
    if hashlib.sha256(head).digest() != vouched:
        raise Changed("a signed header of the letter was changed after it was signed")


def _taken_apart(raw: bytes) -> tuple[Fields, bytes]:
    whole = LINE_END.sub(b"\r\n", raw)
    head, _, body = whole.partition(b"\r\n\r\n")
    return [(name.decode().lower(), name, value) for name, value in FIELD.findall(head + b"\r\n")], body


def _signed_fields(fields: Fields, signature: Signature, relaxed: bool) -> Iterator[bytes]:
    """The signed part of the head: of several fields of a name the last one first, and one that is missing is empty."""
    left = list(fields)
    for name in signature.tags.get("h", "").lower().split(":"):
        at = max((at for at, field in enumerate(left) if field[0] == name.strip()), default=None)
        if at is not None:
            yield _field(*left.pop(at)[1:], relaxed)
    _, written, value = fields[signature.at]
    without = re.sub(rb"(^|;)([ \t\r\n]*b[ \t\r\n]*=)[^;]*", rb"\1\2", value)
    yield _field(written, without, relaxed).removesuffix(b"\r\n")


def _field(name: bytes, value: bytes, relaxed: bool) -> bytes:
    return name.lower() + b":" + BLANKS.sub(b" ", value).strip() + b"\r\n" if relaxed else name + b":" + value


def _body(body: bytes, relaxed: bool) -> bytes:
    if relaxed:
        body = b"\r\n".join(BLANKS_IN_LINE.sub(b" ", line).rstrip(b" ") for line in body.split(b"\r\n"))
    body = re.sub(rb"(?:\r\n)+\Z", b"", body) + b"\r\n"
    return b"" if relaxed and body == b"\r\n" else body
