"""From fields without end: the known forgeries and honest forms, changed at random, and what hosts say of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random

from django.conf import settings
from django.db.models import Q
from django.test import override_settings

from tests.fixtures.mail.senders import EVIL, HONEST, HOST, b, forged, openly, q
from tournaments.inbox import ingest
from tournaments.inbox.holding import ALL_WAIT, ASKED_A_DAY, QUESTION
from tournaments.inbox.reply import extract
from tournaments.keys import rfc5322
from tournaments.letters import headers
from tournaments.models import InboundLetter, LogEntry, OutboundLetter, Player, Seat
from tournaments.outbox import limits
from tournaments.queries.letters import identify
from tournaments.queries.letters.outcomes import TOO_LONG

DOMAIN = "evil.example"
PASSED = f"Authentication-Results: {HOST}; dmarc=pass (p=reject) header.from={DOMAIN}"
# What a host that is trusted says: each is about evil.example, about nobody, or a fail. `{}`: the victim's domain.
SAID = (
    PASSED,
    f"Authentication-Results: {HOST}; spf=pass smtp.mailfrom={DOMAIN}; dmarc=pass header.from={DOMAIN}",
    f"Authentication-Results: {HOST}; spf=pass smtp.mailfrom={{}}; dmarc=pass header.from={DOMAIN}",
    f'Authentication-Results: {HOST}; spf=pass smtp.mailfrom="dmarc=pass header.from={{}}"@{DOMAIN};'
    f" dmarc=pass header.from={DOMAIN}",
    f"Authentication-Results: {HOST}; dmarc=pass (header.from={{}}) header.from={DOMAIN}",
    f"Authentication-Results: {HOST}; dmarc=fail header.from={{}}",
    f"{PASSED}\r\nAuthentication-Results: {HOST}; dmarc=pass header.from={{}}",
    f"{PASSED}\r\nAuthentication-Results: mx.{DOMAIN}; dmarc=pass header.from={{}}",
)
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Forgery:
    """Header lines of a letter that evil.example sends, with the victim's address somewhere in its From."""

    said: str
    head: bytes

    @property
    def results(self) -> str:
        """As a door reads the host's headers."""
        return ingest.auth_results_of(ingest.headers_of(self.raw()))

    def raw(self, *lines: str, to: str = "") -> bytes:
        own = f"Message-ID: <mutant-{next(_numbers)}@{DOMAIN}>\r\nSubject: hello\r\nTo: {to}\r\n\r\n"
        return self.said.encode() + b"\r\n" + self.head + b"\r\n" + own.encode() + "\r\n".join([*lines, ""]).encode()


def forgeries(rng: Random, victim: str) -> Iterator[Forgery]:
    """Endlessly many."""
    known = [*forged(victim).values(), *openly(victim).values()]
    honest = [head.replace(b"anna@example.net", victim.encode()) for head, _, _ in HONEST.values()]
    domain = rfc5322.domain_of(victim)
    while True:
        head = rng.choice(known if rng.random() < 0.7 else honest)
        for _ in range(rng.randint(0, 4)):
            head = changed(rng, head, victim)
        yield Forgery(rng.choice(SAID).replace("{}", domain), head)


def changed(rng: Random, head: bytes, victim: str) -> bytes:
    """The head with one wound, one piece more, or two pieces in each other's place."""
    at, end = sorted(rng.randrange(len(head) + 1) for _ in range(2))
    way = rng.randrange(8)
    if way == 0:
        return head[:at] + rng.choice(pieces(rng, victim)) + head[at:]
    if way == 1:
        return head[:at] + head[min(end, at + 3) :]
    if way == 2:
        return head[:end] + head[at:end] + head[end:]
    if way == 3:
        return (
            head.replace(victim.encode(), b"\1").replace(EVIL.encode(), victim.encode()).replace(b"\1", EVIL.encode())
        )
    if way == 4:
        return head[:at] + head[at:end].swapcase() + head[end:]
    if way == 5:
        return (
            head
            + b"\r\n"
            + rng.choice([b"From", b"Sender", b"Reply-To", b"from ", b"\tFrom"])
            + b": "
            + victim.encode()
        )
    if way == 6:
        return head[:at] + b"\r\n " + head[at:]
    return head[:at] + bytes([rng.randrange(256)]) + head[at:]


def pieces(rng: Random, victim: str) -> list[bytes]:
    """Pieces that might make one program read another address than the other."""
    local, _, domain = victim.partition("@")
    words = [
        victim, f"<{victim}>", f'"{victim}"', f"({victim})", f"{victim}, ", f", {victim}", f"{victim};", EVIL,
        f"<{EVIL}>", q(f"<{victim}>"), b(victim), q("<"), q(">"), q(","), q("@"), "(", ")", "((", "\\", '"', '\\"', "<",
        ">", "<<", ",", ";", ":", "@", f"@{DOMAIN}:", f"group: {victim};", "=?", "?=", "\0", "\r", "\n", "\t", "\x0b",
        "\u200b", "\uff20", "\u3002", f"{local}\u0000@{domain}", f"{local}@{domain}.", f"{local}@[192.0.2.1]",
        f"{local} @ {domain}", f"{local}@{domain}@{DOMAIN}", f"{local}@{DOMAIN}@{domain}", f"xn--{domain}", "\ud83d",
    ]  # fmt: skip
    return [rng.choice(words).encode("utf-8", "surrogatepass")]


def read_alone(rng: Random, victim: str, tries: int) -> list[str]:
    """The sender of each: nobody, or of the domain that the host vouches for; never one that is vouched for wrongly."""
    wrong = []
    with override_settings(TRUSTED_AUTHSERV_IDS=(HOST,)):
        for _, forgery in zip(range(tries), forgeries(rng, victim), strict=False):
            raw = forgery.raw("hello")
            sender = extract(raw, lambda _: False).sender
            if sender != rfc5322.canonical(sender):
                wrong.append(f"not canonical: {sender!r} of {raw!r}")
            if identify.vouched_for(forgery.results, sender) and rfc5322.domain_of(sender) != DOMAIN:
                wrong.append(f"vouched for as {sender!r}: {raw!r}")
            if sender and identify.passed(forgery.results, sender) and not aligned(forgery, sender):
                wrong.append(f"passes as {sender!r}: {raw!r}")
    return wrong


def aligned(forgery: Forgery, sender: str) -> bool:
    """Whether the sender is of the domain that the host has found, or the host has found nothing at all."""
    nothing = "dmarc" not in forgery.results
    return nothing or rfc5322.domain_of(sender) == DOMAIN


def through_the_door(rng: Random, victim: Player, seat: Seat, to_seat: str, tries: int) -> list[str]:
    """To the bare address with an organiser's words, and to a seat with an order: nobody has acted in their name."""
    wrong, bare = [], headers.bare_address()
    letters = set(OutboundLetter.objects.values_list("pk", flat=True))
    entries = LogEntry.objects.count()
    with override_settings(TRUSTED_AUTHSERV_IDS=(HOST,)):
        for _, forgery in zip(range(tries), forgeries(rng, victim.email), strict=False):
            to = rng.choice([bare, to_seat])
            raw = forgery.raw(
                "announce autumn: pay me", "join autumn", "17 red", "workers 1", "resign", "status", to=to
            )
            row = ingest.ingest(raw, to, EVIL)
            ingest.read(row.pk)
            row.refresh_from_db()
            if to == bare and row.player_id:
                wrong.append(f"is {row.player}: {raw!r}")
            if row.account or row.state not in {InboundLetter.State.DONE, InboundLetter.State.HELD}:
                wrong.append(f"{row.state}, {row.verdict}: {raw!r}")
    if LogEntry.objects.count() != entries:
        wrong.append("somebody has moved")
    sent = OutboundLetter.objects.exclude(pk__in=letters).exclude(to__iendswith=f"@{DOMAIN}")
    told = (TOO_LONG, "empty")  # of a letter from elsewhere that cannot be asked about its player is told
    of_too_long = Q(kind="answered", answers__verdict__in=told, to=seat.owner.email)
    asked = sent.exclude(of_too_long)
    for letter in asked.exclude(kind=QUESTION, seat=seat).exclude(kind=ALL_WAIT, to=seat.owner.email):
        wrong.append(f"a {letter.kind} went to {letter.to}")
    if asked.count() > ASKED_A_DAY + 1:
        wrong.append(f"{asked.count()} questions were asked")
    if sent.filter(of_too_long).exclude(state__in=limits.TOGETHER).count() > limits.ERROR_ANSWERS:
        wrong.append("each letter that is too long was answered")
    if Player.objects.filter(email__iendswith=DOMAIN).exists():
        wrong.append("evil.example has an account")
    assert settings.MAIL_DOMAIN != DOMAIN
    return wrong
