"""The headers of an outgoing letter and its addresses. Builds values, sends nothing."""

from __future__ import annotations

import hashlib
from email.headerregistry import Address
from typing import Any

from django.conf import settings
from django.core import signing
from django.urls import reverse

from engine.orders.numbers import unnumbered
from tournaments.keys import address
from tournaments.models import InboundLetter, League, Observer, OutboundLetter, Player, Seat, Table

UNSUBSCRIBE_SALT = "unsubscribe"
OBSERVING_SALT = "observing"
MAX_REFERENCES = 8


def bare_address() -> str:
    """The service's own address, without a token."""
    return f"{settings.MAIL_LOCAL}@{settings.MAIL_DOMAIN}"


def token_of(seat: Seat, serial: int, *, numbers: int = 0) -> str:
    numbers = numbers or unnumbered(seat.numbers)
    return address.token(seat.pk, serial, seat.token_epoch, settings.MAIL_KEYS, numbers=numbers)


def reply_address(seat: Seat | None, serial: int, *, numbers: int = 0) -> str:
    """The address to which an answer goes: for a seat the one that carries seat and decision.

    numbers  the stamp of what numbers mean (`engine.orders.numbers`), for what shows a menu or a hand; 0 for all else
    """
    if seat is None:
        return bare_address()
    keys, local = settings.MAIL_KEYS, settings.MAIL_LOCAL
    numbers = numbers or unnumbered(seat.numbers)
    local = address.make(seat.pk, serial, seat.token_epoch, keys, numbers=numbers, local=local)
    return f"{local}@{settings.MAIL_DOMAIN}"


def numbers_in(letter: OutboundLetter) -> int:
    """The stamp in the letter's reply address: its menu stays as it was, whatever is open by now."""
    try:
        token = address.read(letter.headers.get("Reply-To", ""), settings.MAIL_KEYS, local=settings.MAIL_LOCAL)
    except address.Forged:
        return 0
    return token.numbers if token else 0


def probe_address(number: int) -> str:
    """The return address of a probe alone: what comes back to it is that probe."""
    return f"{address.make_probe(number, settings.MAIL_KEYS, local=settings.MAIL_LOCAL)}@{settings.MAIL_DOMAIN}"


def message_id(
    kind: str, dedupe: str, seat: Seat | None, serial: int, player: Player | None, *, numbers: int = 0
) -> str:
    """The Message-ID of a letter, however often it is posted; a seat's carries the token of its address.

    After a restore all tokens are new, and so is `renewal_of` every player: a letter of the same name may have gone out
    in the time that was lost, and said something else.
    """
    renewal = renewal_of(player) if player is not None else 0
    unique = hashlib.sha256(f"{settings.SECRET_KEY}\n{dedupe}\n{renewal}".encode()).hexdigest()[:24]
    if seat is None:
        return f"<{kind}.{unique}@{settings.MAIL_DOMAIN}>"
    return address.message_id(token_of(seat, serial, numbers=numbers), kind, unique, settings.MAIL_DOMAIN)


def root_id(table: Table) -> str:
    """The Message-ID under which all letters of a table hang; no letter has it."""
    return f"<table-{table.pk}@{settings.MAIL_DOMAIN}>"


def sender_line(seat: Seat | None, league: League | None, reply_to: str) -> str:
    """`"Bruges by mail - Autumn" <play+...@...>`; names that fold badly are encoded by `email`."""
    name = settings.SERVICE_NAME
    league = seat.table.league if seat else league
    if league:
        name = f"{name} - {league.tag}"
    return str(Address(display_name=name, addr_spec=reply_to))


def headers_for(
    player: Player | None, seat: Seat | None, league: League | None, answers: InboundLetter | None
) -> dict[str, Any]:
    """RFC 3834 marks, the thread, the list and its one-click unsubscription (RFC 8058) for its members."""
    is_answer = answers is not None
    headers = {
        "Auto-Submitted": "auto-replied" if is_answer else "auto-generated",
        "X-Auto-Response-Suppress": "OOF, AutoReply",
    }
    references = [root_id(seat.table)] if seat else []
    if answers is not None and answers.message_id.startswith("<"):  # no stand-in for one (`inbox.same`)
        headers["In-Reply-To"] = answers.message_id
        references.append(answers.message_id)
    if references:
        headers["References"] = " ".join(references[-MAX_REFERENCES:])
    league = seat.table.league if seat else league
    if league and player:
        headers |= list_headers(player, league)
    return headers


def list_headers(player: Player, league: League) -> dict[str, str]:
    """The league as a list: letters can be told apart and switched off, which never resigns a seat."""
    page = settings.SITE_URL.rstrip("/") + reverse("doors:unsubscribe", args=(unsubscribe_key(player, league),))
    return {
        "List-Id": f"<league-{league.pk}.{settings.MAIL_DOMAIN}>",
        "List-Unsubscribe": f"<{page}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def unsubscribe_key(player: Player, league: League) -> str:
    return signing.Signer(salt=UNSUBSCRIBE_SALT).sign(f"{player.pk}-{league.pk}-{renewal_of(player)}")


def read_unsubscribe_key(key: str) -> tuple[int, int, int]:
    """(player, league, `renewal_of` the player) of a key; `signing.BadSignature` when it was altered."""
    player, league, renewal = signing.Signer(salt=UNSUBSCRIBE_SALT).unsign(key).split("-")
    return int(player), int(league), int(renewal)


def observing_key(observer: Observer) -> str:
    """The key that ends letters about one table to one observer."""
    return signing.Signer(salt=OBSERVING_SALT).sign(f"{observer.pk}-{observer.table_id}-{_since(observer)}")


def read_observing_key(key: str) -> tuple[int, int, int]:
    """(observer, table, since when) of a key; `signing.BadSignature` when it was altered.

    The moment tells the row from another one that has its number after a restore.
    """
    observer, table, since = signing.Signer(salt=OBSERVING_SALT).unsign(key).split("-")
    return int(observer), int(table), int(since)


def is_of(observer: Observer, since: int) -> bool:
    """Whether a key with that moment is this observer's."""
    return _since(observer) == since


def _since(observer: Observer) -> int:
    return int(observer.since.timestamp() * 1_000_000)


def of_observing(observer: Observer) -> dict[str, str]:
    """A table as a list: its letters can be told apart, and are ended by one click (RFC 8058)."""
    return {
        "List-Id": f"<table-{observer.table_id}.{settings.MAIL_DOMAIN}>",
        "List-Unsubscribe": f"<{observing_page(observer)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def observing_page(observer: Observer) -> str:
    """The full address of the page that ends the letters."""
    return settings.SITE_URL.rstrip("/") + reverse("doors:unobserve", args=(observing_key(observer),))


def renewal_of(player: Player) -> int:
    """A number that changes when the player ends all older addresses and links; 0 before the first time."""
    return 0 if player.renewed_at is None else int(player.renewed_at.timestamp() * 1_000_000)
