"""Reports that a letter came back, in all combinations of what is right and wrong about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from django.conf import settings
from django.db import transaction

from tests.outbox import reports
from tests.outbox.reports import NULL
from tournaments.letters import headers
from tournaments.models import OutboundLetter, Player
from tournaments.running import posting

SENDERS = (NULL, "evil@evil.example", "")
PLACES = (
    "its own return address",
    "the bare address",
    "a probe's address",
    "somebody else's seat",
    "an address of nobody",
)
RECIPIENTS = ("who it was sent to", "another player", "nobody")
IDS = ("its own", "another player's letter", "foreign", "none")
TIMES = (1, 3)


@dataclass(frozen=True, slots=True)
class Case:
    """One report, or the same one several times, about a letter that was sent or was not."""

    sender: str
    place: str
    recipient: str
    message_id: str
    sent: bool
    times: int

    @property
    def genuine(self) -> bool:
        """Whether it may have the address tried: wherever it came to, because hosts also write to the sender."""
        return self.sent and (self.sender, self.recipient, self.message_id) == (NULL, RECIPIENTS[0], IDS[0])

    @property
    def genuine_of_other(self) -> bool:
        """Whether it is a right report about the other player's letter, which has been sent."""
        return (self.sender, self.recipient, self.message_id) == (NULL, RECIPIENTS[1], IDS[1])

    @property
    def final(self) -> bool:
        """Whether it may mark an address as dead, if it is about a probe."""
        return self.genuine and self.place == PLACES[0]


def cases() -> Iterator[Case]:
    for values in product(SENDERS, PLACES, RECIPIENTS, IDS, (True, False), TIMES):
        yield Case(*values)


def arrive(case: Case, letter: OutboundLetter, other: OutboundLetter) -> None:
    """The reports of a case about a letter; `other` is one to somebody else."""
    places = {
        PLACES[0]: letter.envelope_sender,
        PLACES[1]: headers.bare_address(),
        PLACES[2]: headers.probe_address(letter.pk + 1),
        PLACES[3]: other.envelope_sender,
        PLACES[4]: f"nobody@{settings.MAIL_DOMAIN}",
    }
    recipients = dict(zip(RECIPIENTS, (letter.to, other.to, "nobody@nowhere.example"), strict=True))
    ids = dict(zip(IDS, (letter.message_id, other.message_id, "<foreign@else.example>", ""), strict=True))
    named = f"Subject: x\nMessage-ID: {ids[case.message_id]}" if ids[case.message_id] else "Subject: x"
    OutboundLetter.objects.filter(pk=letter.pk).update(attempts=1 if case.sent else 0)
    report = replace(reports.about(letter), returned=named, recipient=recipients[case.recipient])
    for _ in range(case.times):
        replace(report, to=places[case.place], mail_from=case.sender).arrive()


def tried(case: Case, letter: OutboundLetter, other: OutboundLetter) -> list[str]:
    """The faults in the outcome of a case; the case is undone."""
    with transaction.atomic():
        arrive(case, letter, other)
        found = judge(case, letter, other)
        transaction.set_rollback(True)
    return found


def judge(case: Case, letter: OutboundLetter, other: OutboundLetter) -> list[str]:
    """A probe for the genuine one and once alone, nobody marked; about a probe: marked for the final one alone."""
    probes = list(OutboundLetter.objects.filter(kind="probe").exclude(pk=letter.pk).values_list("to", flat=True))
    dead = list(Player.objects.filter(dead_at__isnull=False))
    about_probe = letter.kind == "probe"
    expected_probes = [other.to] if case.genuine_of_other else []
    expected_probes += [letter.to] if case.genuine and not about_probe else []
    expected_dead = [letter.player] if case.final and about_probe else []
    wrong = [f"{case}: probes to {probes}"] if probes != expected_probes else []
    wrong += [f"{case}: dead are {dead}"] if dead != expected_dead else []
    for player in dead:
        assert player.awaited_from is not None
        assert player.awaited_until is not None
        waits = player.awaited_until - player.awaited_from
        wrong += [f"{case}: clocks wait {waits}"] if waits > settings.DEAD_ADDRESS_WAIT else []
    return wrong


def probe_of(letter: OutboundLetter) -> OutboundLetter:
    """The probe that a genuine report brings about, sent."""
    reports.about(letter).arrive()
    probe = OutboundLetter.objects.get(kind="probe")
    posting.post(probe.pk)
    probe.refresh_from_db()
    return probe
