"""Mail addresses by RFC 5322: in From fields, in other headers, as people type them. Knows no player.

A sender is read from the field as it came, before any encoded word is decoded, and only from a form that every program
reads alike: the host that vouches for the domain of a letter has read the field too, and must have read the same.

Taken are, folded or not:

    olivia@example.net                            olivia@example.net (Olivia Brown)
    <olivia@example.net>                          Olivia J. Brown <olivia@example.net>
    "Brown, Olivia" <olivia@example.net>          =?utf-8?q?Ol=C3=ADvia?= <olivia@example.net>

The comment behind a bare address is what old programs write for a name, some of them still. An address is words of
ASCII with dots between them, then a host name: IDN counts in its A-labels ("xn--..."). No sender at all is in a field
with several mailboxes, groups, routes, quoted local parts, host numbers in brackets, comments or blanks in the address,
control characters, encoded words or 8-bit local parts; nor in several fields, or none. Such addresses cannot be
registered here either. A host name with a sign that IDNA 2003 and 2008 read differently has a sender in A-labels alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from email.headerregistry import HeaderRegistry, UniqueAddressHeader
from encodings import idna as idna_2003
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple
from unicodedata import category

import idna

from engine.language.normal_form import normal_form

LONGEST_FIELD = 998  # characters, folds undone; as long as RFC 5322 lets a line be
LONGEST_LOCAL_PART = 64  # RFC 5321
LONGEST_ADDRESS = 254
LONGEST_LIST = 16_384
MOST_FOUND = 100

ATEXT = r"[A-Za-z0-9#$&'*+/=?^_`{|}~-]"  # without "!" and "%", which old hosts take for routes
LOCAL_PART = re.compile(rf"{ATEXT}++(?>(?:\.{ATEXT}++)*)")
LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
SPEC = r"[^\s@<>()\[\],;:\"\\]++@[^\s@<>()\[\],;:\"\\]++"
COMMENT = r"\((?P<{}>[^()<>@\"\\]*+)\)"
FORM = re.compile(
    rf"[ \t]*+(?:"
    rf"(?P<phrase>(?>(?:\"(?>(?:[^\"\\]|\\.)*)\"|{COMMENT.format('inside')}|[^\"()<>\[\]@,;:\\]++)*))<(?P<named>{SPEC})>"
    rf"|(?P<bare>{SPEC})(?:[ \t]++{COMMENT.format('comment')})?"
    rf")[ \t]*+"
)
WORD = re.compile(r"\"((?>(?:[^\"\\]|\\.)*))\"|\([^()]*+\)")
CONTROL = re.compile(r"[\0-\x08\x0a-\x1f\x7f]")
# Display names are only shown, and versions of the parser differ about what these signs do in them.
ONLY_SHOWN = re.compile(r"[^\0-\x7f]|\.|=\?")
# "straße" is "strasse" by IDNA 2003: a host that still reads it so vouches for whoever has that domain.
READ_DIFFERENTLY = re.compile("[ß\u1e9eς\u200c\u200d]")
LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
LOOKS_LIKE_ONE = re.compile(r"[^\s@<>()\[\],;:\"]{1,64}@[^\s@<>()\[\],;:\"]{1,255}")
ENTRY = re.compile(r"(?:\"[^\"\n]*\"|[^\",;\n])+")
IN_BRACKETS = re.compile(r"<([^<>@]*+@[^<>]*+)>")
MAILTO = re.compile(r"mailto:([^\s?<>,;]*+)(?:\?[^\s<>,;]*+)?", re.IGNORECASE)
JOINERS = "\u200c\u200d"  # invisible, but some host names have them
# What people and their programs put around an address.
AROUND = f" .:!?'\"`´()<>[]“”„‟‘’‚‛«»‹›{JOINERS}"
HEADERS = HeaderRegistry()


class Mailbox(NamedTuple):
    """A display name as it came, its encoded words not decoded, and a canonical address."""

    name: str
    address: str


# --- in headers ----------------------------------------------------------------------------------


def author(fields: Sequence[str]) -> Mailbox | None:
    """The author of a letter, by the values of all its From fields as they came; None unless that is beyond doubt."""
    return mailbox(fields[0]) if len(fields) == 1 else None


def mailbox(value: str) -> Mailbox | None:
    """The one mailbox of a header's value as it came, in a form that is read alike everywhere; None for any other."""
    if len(value) > LONGEST_FIELD:
        return None
    value = _as_utf8(value.replace("\r\n", "\n").replace("\n\t", "\t").replace("\n ", " "))
    form = FORM.fullmatch(value)
    if form is None or CONTROL.search(value):
        return None
    written = form["named"] or form["bare"]
    phrase, address = form["phrase"] or "", canonical(written)
    if not address or READ_DIFFERENTLY.search(written) or not _parses(phrase, address):
        return None
    return Mailbox(_shown(phrase) or (form["comment"] or "").strip(), address)


def _as_utf8(value: str) -> str:
    """The value with its raw bytes read as UTF-8 where they are UTF-8 (RFC 6532); "" for what no bytes can be."""
    try:
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    except UnicodeError:
        return ""


def _parses(phrase: str, address: str) -> bool:
    """Whether the standard library's parser finds this one address behind the display name, and nothing odd.

    On odd text it raises whatever comes, which differs between its versions.
    """
    try:
        field = HEADERS("from", f"{ONLY_SHOWN.sub('x', phrase)}<{address}>")
    except Exception:
        return False
    assert isinstance(field, UniqueAddressHeader)
    groups, addresses = field.groups, [found.addr_spec for found in field.addresses]
    return not field.defects and [group.display_name for group in groups] == [None] and addresses == [address]


def _shown(phrase: str) -> str:
    """A display name without its quotes and comments."""
    return WORD.sub(lambda word: re.sub(r"\\(.)", r"\1", word[1] or ""), phrase).strip()


def found_in(value: str) -> list[str]:
    """Everything in a header that looks like an address, in lower case.

    For recipients alone: of those only addresses of ours count, and what an address of ours may do is signed in it.
    Never for who wrote.
    """
    return [found.lower() for found in LOOKS_LIKE_ONE.findall(value[:LONGEST_LIST])[:MOST_FOUND]]


# --- plain addresses -----------------------------------------------------------------------------


def canonical(address: str) -> str:
    """An address in the one form in which addresses are kept and compared: lower case, A-labels; "" for an odd one."""
    local, at, host = address.strip(" \t\r\n").rpartition("@")
    if not at or len(local) > LONGEST_LOCAL_PART or "=?" in local or not LOCAL_PART.fullmatch(local):
        return ""
    domain = canonical_domain(host)
    found = f"{local.lower()}@{domain}"
    return found if domain and len(found) <= LONGEST_ADDRESS else ""


def canonical_domain(domain: str) -> str:
    """A host name in lower case and A-labels (IDNA 2008), "" for what is none."""
    if len(domain) > LONGEST_ADDRESS:
        return ""
    try:
        labels = [_a_label(label) for label in domain.split(".")]
    except (idna.IDNAError, UnicodeError, ValueError):
        return ""
    return ".".join(labels) if all(LABEL.fullmatch(label) for label in labels) else ""


def with_u_labels(address: str) -> str:
    """A canonical address with its host name as people write it (IDNA 2008)."""
    local, at, host = address.rpartition("@")
    try:
        return f"{local}{at}{idna.decode(host)}"
    except (idna.IDNAError, UnicodeError):
        return address


def _a_label(label: str) -> str:
    """The A-label of a U-label, an A-label that encodes one, or a label of plain ASCII. Raises for all others.

    What is no U-label for its capitals or decomposed letters alone is read as people mean it (RFC 5895), if hosts that
    still read names by IDNA 2003 find the same in it.
    """
    label = label.translate(LOWER)
    if label.isascii() and not label.startswith("xn--"):
        return label
    with suppress(idna.IDNAError):
        return idna.alabel(idna.ulabel(label)).decode("ascii")
    meant = idna.alabel(normal_form("NFC", "".join(map(_small, label))))
    if idna_2003.ToASCII(label) != meant:
        raise ValueError(f"{label!a} is read in two ways")
    return meant.decode("ascii")


def _small(letter: str) -> str:
    """The small letter. ValueError where some programs read a letter of ASCII."""
    small = letter.lower()
    if len(small) > 1 or (not letter.isascii() and normal_form("NFC", small).isascii()):
        raise ValueError(f"{letter!a} may be read as a letter of ASCII")
    return small


def pasted(text: str) -> list[tuple[str, str]]:
    """(as written, canonical or "") of every address in a list that somebody pasted, display names and all.

    Web pages and word processors add invisible signs, other quotes and links, which nobody means. Never for who wrote.
    """
    text = MAILTO.sub(r" \1 ", "".join(sign for sign in text if category(sign) != "Cf" or sign in JOINERS))
    return [found for entry in ENTRY.findall(text) if "@" in entry for found in _of_entry(entry.strip())]


def _of_entry(entry: str) -> list[tuple[str, str]]:
    """The address of one entry; without brackets around it every word that is meant as one."""
    if (found := mailbox(entry)) is not None:
        return [(found.address, found.address)]
    words = IN_BRACKETS.findall(entry) or [word for word in entry.split() if "@" in word]
    return [(word, canonical(word)) for word in (word.strip(AROUND) for word in words)]


def odd_sign(written: str) -> str:
    """The first sign that no address has, of what somebody wrote as one; "" where it is not a sign that is wrong."""
    local, _, host = written.rpartition("@")
    of_host = (sign for sign in host if not (sign.isalnum() or sign in ".-" or category(sign).startswith("M")))
    return next((sign for sign in local if not re.fullmatch(rf"{ATEXT}|\.", sign)), "") or next(of_host, "")


def domain_of(address: str) -> str:
    """The domain of a canonical address."""
    return address.rpartition("@")[2]
