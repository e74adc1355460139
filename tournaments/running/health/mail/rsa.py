"""RSA as DKIM uses it: keys out of their DER forms, and the digest that a signature vouches for. Signs nothing."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

INTEGER, BIT_STRING, OCTET_STRING, SEQUENCE = 0x02, 0x03, 0x04, 0x30  # tags of ASN.1
PEM = re.compile(r"-----BEGIN (?:RSA )?PRIVATE KEY-----(.+?)-----END", re.DOTALL)
SHA256 = bytes.fromhex("3031300d060960864801650304020105000420")  # what comes before the digest (RFC 8017, 9.2)


class NoKey(ValueError):
    """This is no RSA key in a form that DKIM knows."""


@dataclass(frozen=True, slots=True)
class Key:
    """A public key. Equal keys verify the same signatures."""

    modulus: int
    exponent: int

    @property
    def bits(self) -> int:
        return self.modulus.bit_length()

    def vouched(self, signature: bytes) -> bytes | None:
        """The SHA-256 digest that was signed; None where another key has signed."""
        size = (self.bits + 7) // 8
        if len(signature) != size:
            return None
        opened = pow(int.from_bytes(signature, "big"), self.exponent, self.modulus).to_bytes(size, "big")
        head, digest = opened[:-32], opened[-32:]
        padding = size - 3 - len(SHA256) - len(digest)
        return digest if head == b"\0\1" + b"\xff" * padding + b"\0" + SHA256 else None


def public(text: str) -> Key:
    """The key of a DKIM record: base64 of a SubjectPublicKeyInfo, or of the bare key as some write it. NoKey."""
    try:
        parts = _children(_only(base64.b64decode("".join(text.split()), validate=True)))
        if parts[0][0] == SEQUENCE:  # the algorithm; then the key in a string of bits, of which all are used
            parts = _children(_only(parts[1][1][1:]))
        (_, modulus), (_, exponent) = parts[:2]
    except (binascii.Error, IndexError, ValueError) as error:
        raise NoKey(str(error)) from None
    return _checked(modulus, exponent)


def of_private(text: str) -> Key:
    """The public half of a private key in PEM (PKCS#1 or PKCS#8). NoKey."""
    found = PEM.search(text)
    if found is None:
        raise NoKey("no private key in PEM")
    try:
        parts = _children(_only(base64.b64decode("".join(found[1].split()), validate=True)))
        if parts[1][0] == SEQUENCE:
            parts = _children(_only(parts[2][1]))
        (_, modulus), (_, exponent) = parts[1:3]
    except (binascii.Error, IndexError, ValueError) as error:
        raise NoKey(str(error)) from None
    return _checked(modulus, exponent)


def _checked(modulus: bytes, exponent: bytes) -> Key:
    key = Key(int.from_bytes(modulus, "big"), int.from_bytes(exponent, "big"))
    if key.bits < 512 or key.exponent < 3:
        raise NoKey("too short")
    return key


def _only(der: bytes) -> bytes:
    """The content of the sequence that the bytes are."""
    ((tag, content), *_) = _children(der)
    if tag != SEQUENCE:
        raise NoKey("no sequence")
    return content


def _children(content: bytes) -> list[tuple[int, bytes]]:
    """(tag, content) of the values that follow each other (X.690, definite lengths)."""
    found, at = [], 0
    while at < len(content):
        tag, length, at = content[at], content[at + 1], at + 2
        if length & 0x80:
            count = length & 0x7F
            length, at = int.from_bytes(content[at : at + count], "big"), at + count
        if at + length > len(content):
            raise NoKey("cut off")
        found.append((tag, content[at : at + length]))
        at += length
    return found
