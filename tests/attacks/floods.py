"""Very many letters, sign-ups and sign-ins of strangers, and how many letters of ours they may bring about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from random import Random

import time_machine
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

from tests.shared.post import answer_requests
from tournaments.actions.player import sign_in_links
from tournaments.inbox import ingest
from tournaments.letters import headers
from tournaments.models import InboundLetter, OutboundLetter, Player

HOST = "mx.example.org"
LINES = (
    *8 * ("join {league}",),  # what else they write is not answered
    "status",
    "help",
    "games",
    "17 red",
    "announce {league}: hello",
    "resign",
    "hello",
    "leave {league}",
)
_numbers = count(1)


@contextmanager
def within_an_hour() -> Iterator[None]:
    """Let everything inside happen within one hour of one day, however long it takes."""
    now = timezone.now()
    with time_machine.travel(now.replace(minute=1), tick=False):
        yield


def senders(rng: Random, domains: int) -> Callable[[], str]:
    """Invented people at so many domains; now and then one of them writes again."""
    known: list[str] = []

    def somebody() -> str:
        if not known or rng.random() < 0.8:
            known.append(f"p{next(_numbers)}@d{rng.randrange(domains)}.flood.example")
        return rng.choice(known[-50:])

    return somebody


def letters(rng: Random, league: str, number: int, domains: int) -> list[str]:
    """Letters to the bare address whose domains vouch for them, or do not; what is wrong with what came of them."""
    somebody, before = senders(rng, domains), set(OutboundLetter.objects.values_list("pk", flat=True))
    stored = InboundLetter.objects.count()
    with override_settings(TRUSTED_AUTHSERV_IDS=(HOST,)):
        for _ in range(number):
            one_letter(rng, somebody(), league)
    out = OutboundLetter.objects.exclude(pk__in=before)
    of_domain = Counter(to.rpartition("@")[2] for to in out.values_list("to", flat=True))
    of_person = Counter(out.values_list("to", flat=True))
    wrong = [] if out.exists() else ["nobody was answered: the flood does not test anything"]
    if InboundLetter.objects.count() != stored + number:
        wrong.append("letters are lost")
    if out.count() > settings.JOINS_AN_HOUR:
        wrong.append(f"{out.count()} letters went out, {settings.JOINS_AN_HOUR} may")
    wrong += [f"{n} letters to {name}" for name, n in of_domain.items() if n > settings.JOINS_OF_A_DOMAIN_AN_HOUR]
    wrong += [f"{n} letters to {name}" for name, n in of_person.items() if n > sign_in_links.JOINS_A_DAY]
    wrong += [f"a {kind} to a stranger" for kind in {*out.values_list("kind", flat=True)} - {"begin"}]
    if Player.objects.filter(email__endswith="flood.example").exists():
        wrong.append("a stranger has an account")
    return wrong


def one_letter(rng: Random, sender: str, league: str) -> InboundLetter:
    """A stranger's letter, through the door and read."""
    domain = sender.rpartition("@")[2]
    said = rng.choice([f"dmarc=pass header.from={domain}"] * 3 + ["spf=none", f"dmarc=fail header.from={domain}"])
    line = rng.choice(LINES).format(league=league)
    raw = f"From: {sender}\r\nMessage-ID: <flood-{next(_numbers)}@{domain}>\r\n\r\n{line}\r\n".encode()
    row = ingest.ingest(raw, headers.bare_address(), sender, f"{HOST}; {said}")
    ingest.read(row.pk)
    return row


def on_pages(rng: Random, number: int, places: int) -> list[str]:
    """Sign-ups and sign-ins for invented addresses, asked for from so many networks."""
    somebody, before = senders(rng, 20), set(OutboundLetter.objects.values_list("pk", flat=True))
    clients = [place(rng) for _ in range(places)]
    for _ in range(number):
        ask(rng.choice(clients), rng.choice(["/sign-up/", "/sign-in/"]), somebody())
    answer_requests()
    out = OutboundLetter.objects.exclude(pk__in=before)
    most = min(settings.SIGN_UPS_AN_HOUR, settings.REQUESTS_OF_A_PLACE_AN_HOUR * places)
    of_person = Counter(out.values_list("to", flat=True))
    wrong = [f"{n} letters to {to}" for to, n in of_person.items() if n > sign_in_links.NEWCOMERS_LETTERS_A_DAY]
    if out.count() > most:
        wrong.append(f"{out.count()} letters went out, {most} may")
    wrong += [f"a {kind} to a stranger" for kind in {*out.values_list("kind", flat=True)} - {"sign_up"}]
    return wrong


def at_one_player(rng: Random, victim: Player, number: int) -> list[str]:
    """Links for one player, asked for from everywhere; the player still gets one from home, and it works."""
    before = set(OutboundLetter.objects.values_list("pk", flat=True))
    for _ in range(number):
        ask(place(rng), rng.choice(["/sign-in/", "/sign-up/"]), victim.email)
    answer_requests()
    out = OutboundLetter.objects.exclude(pk__in=before)
    wrong = []
    if out.exclude(to=victim.email).exists() or out.count() > sign_in_links.LETTERS_AN_HOUR:
        wrong.append(f"{out.count()} letters went out")
    home = Client(REMOTE_ADDR="198.51.100.77")
    if home.post("/sign-in/", {"email": victim.email}).status_code != 302:
        wrong.append("the player may not ask for a link")
    newest = OutboundLetter.objects.filter(to=victim.email, kind="sign_in").order_by("pk").last()
    token = newest.text.partition("sesame=")[2].split()[0].strip("<>) ") if newest else ""
    if home.post("/sign-in/link/", {"sesame": token}).status_code != 302:
        wrong.append("the link does not sign in")
    return wrong


def place(rng: Random) -> Client:
    """A network, by IPv4 or IPv6."""
    if rng.random() < 0.5:
        return Client(REMOTE_ADDR=f"203.0.{rng.randrange(256)}.{rng.randrange(1, 255)}")
    return Client(
        REMOTE_ADDR=f"2001:db8:{rng.randrange(65536):x}:{rng.randrange(65536):x}::{rng.randrange(1, 65536):x}"
    )


def ask(client: Client, page: str, email: str) -> int:
    form = {"email": email, "name": "Philippa", "zone": "Europe/Paris"}
    return client.post(page, form).status_code
