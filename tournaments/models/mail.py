"""Letters in and out. A raw letter is stored before anybody tries to understand it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from tournaments.models.people import Player


OF_ANOTHER = "of another"  # in an account: it tells the seat's player what another player's letter did, and nobody else


class InboundLetter(models.Model):
    """A letter as it came in.

    key         unique: a pseudonym of its recipient, its Message-ID and what it says (`tournaments.inbox.ingest`)
    raw         the bytes as received; emptied after `RAW_LETTERS_KEPT`
    verdict     what the reader made of it, a word (`letter`, `auto-reply`, `bounce`, `empty`, `stranger`, ...)
    queue       which letters it waits with, and read_from  when it is read at the earliest (`actions.clock.pace`);
                read at once, it has no queue
    attempts    workers that began to read it and were not stopped by a fault of ours; at the third that died or failed
                it is laid aside
    seat        named by the reply address as soon as it is stored, otherwise when it is read
    sender      the author's address as the letter claims it, lower case; player  whose that is, and whether it is
                known to be theirs, is found out by reading; from a player's yes until it is read, who has said it
    message_id  with its brackets, for the references of the answer; a name without brackets where it has none
    errands     names of what it has had carried out that belongs to no table (`actions.commands.anywhere`)
    trouble     why it was laid aside, for the organiser
    failed_under  versions of the code that could not read it, the newest last (`tournaments.runtime.code_version`)
    heard_from  while it is read: its player, of whom letters had come back
    proved      more than its From says that its player wrote it: a reply address that only they have got, a letter to
                them that it answers, their own host that vouches for it, or their yes. Known as soon as it is stored,
                as far as its head tells; found out by reading
    shown       while it waits for its player's yes: its words as they are asked about; a yes carries out these alone
                (`tournaments.inbox.understanding`)
    quotes      what it contains that not every organiser may read, found when it is read; empty before
                (`tournaments.queries.letters.quoted`)
    goes_round  while it is read: it says the same as very many before it, and gets no answer
    """

    class State(models.TextChoices):
        RECEIVED = "received", "waiting"
        READING = "reading", "being read"
        DONE = "done", "done"
        HELD = "held", "held: was this you?"
        LAID_ASIDE = "laid-aside", "laid aside"

    UNREAD = (State.RECEIVED, State.READING)

    key = models.CharField(max_length=64, unique=True)
    door = models.CharField(gettext_lazy("way in"), max_length=12)
    raw = models.BinaryField()
    recipient = models.CharField(max_length=320, blank=True)
    mail_from = models.CharField(max_length=320, blank=True)
    auth_results = models.TextField(blank=True, help_text="Verdict of our own mail host or the provider.")
    received_at = models.DateTimeField(gettext_lazy("came"))
    queue = models.CharField(max_length=40, blank=True)
    read_from = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=State.choices, default=State.RECEIVED)
    verdict = models.CharField(gettext_lazy("outcome"), max_length=20, blank=True)
    attempts = models.PositiveSmallIntegerField(gettext_lazy("tries"), default=0)
    read_at = models.DateTimeField(null=True, blank=True)
    seat = models.ForeignKey("tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="letters_in")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="letters_in")
    serial = models.PositiveIntegerField(null=True, help_text="The decision that its reply address named.")
    numbers = models.PositiveIntegerField(default=0, help_text="What numbers meant in the letter that it answers.")
    sender = models.CharField(max_length=320, blank=True)
    message_id = models.CharField(max_length=255, blank=True)
    account = models.JSONField(default=dict, blank=True, help_text="What was understood, refused and ignored.")
    errands = models.JSONField(default=list, blank=True)
    trouble = models.CharField(gettext_lazy("what went wrong"), max_length=300, blank=True)
    failed_under = models.CharField(max_length=120, blank=True)
    proved = models.BooleanField(default=False)
    shown = models.JSONField(default=dict, blank=True)
    quotes = models.JSONField(default=dict, blank=True)
    heard_from: Player | None = None
    goes_round = False

    class Meta:
        verbose_name, verbose_name_plural = "letter in", "letters in"
        # Those of some states only are found by `tournaments.runtime.literal`.
        indexes = (
            models.Index("received_at", condition=models.Q(state__in=["received", "reading"]), name="letter_unread"),
            models.Index(
                "queue", "read_from", condition=models.Q(state__in=["received", "reading"]), name="letter_queued"
            ),
            models.Index("received_at", condition=models.Q(state__in=["held", "laid-aside"]), name="letter_waiting"),
            models.Index("player", condition=models.Q(seat__isnull=True), name="letter_without_seat"),
            models.Index("player", "received_at", name="letter_of_player"),
            models.Index("received_at", "id", name="letter_received"),
            models.Index("read_at", name="letter_read"),
            models.Index("sender", name="letter_sender"),
            models.Index("message_id", "id", name="letter_message_id"),
        )
        ordering = ("received_at", "pk")

    def __str__(self) -> str:
        return f"letter {self.pk}"

    @property
    def tells_another(self) -> bool:
        """Whether its account is for the seat's player alone, and the letter is another player's."""
        return bool(self.account.get(OF_ANOTHER))


class OutboundLetter(models.Model):
    """The outbox: written in the transaction of what it tells, posted afterwards.

    dedupe  unique: "turn:<turn>:<player>:<since when>", "answer:<inbound letter>", ...; a second one is not written
    player  whose letter it is; empty for a letter to an address as it was typed (an invitation, a sign-up), which
            may be nobody's: such a row is kept only for some days
    serial  what its reply address names (`letters.reply_serial`): a decision, or the next one; 0 without a seat
    due_at  when to try next, or when the daily letter goes out that tells of it; of one that is in flight, when
            another worker may take it, which the one that sends it moves on
    attempts  how often it was tried, without those that a fault of ours or a mail host that was away has ended
    tried_at  while it is sent: when that was last tried
    copy_of the letter whose words this row sends to a second address; it has none of its own
    told_in the letter that told last of this one, with others
    gist    lines that tell of it in a daily letter
    everywhere  [player, game]: whose standing orders for all tables of which game it may tell
            (`tournaments.queries.letters.everywhere`)
    names_told_at  it tells who goes by another name: all that was known then of its league, or of all of its reader's
    answered_at  when a yes to the question in it has taken effect, which no other yes to it has afterwards
    delivery  what the provider told last of what became of it, and when; empty behind hosts that tell nothing
    """

    class State(models.TextChoices):
        QUEUED = "queued", "queued"
        IN_FLIGHT = "in-flight", "being sent"
        RETRY = "retry", "to be tried again"
        SENT = "sent", "sent"
        FAILED = "failed", "refused for good"
        FOR_ANSWER = "for-answer", "waits for the one answer to many letters"
        FOR_DIGEST = "for-digest", "waits for the daily letter"
        GATHERED = "gathered", "told in a letter with others"
        NOT_WANTED = "not-wanted", "not sent, its reader wants none of these"

    class Delivery(models.TextChoices):
        """News of a letter from the provider, in the order in which one may follow another."""

        PUT_OFF = "put-off", "put off by their host"
        ARRIVED = "arrived", "arrived"
        CAME_BACK = "came-back", "came back"
        UNWANTED = "unwanted", "called unwanted by its reader"

    dedupe = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=24)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="letters_out"
    )
    seat = models.ForeignKey("tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="letters_out")
    league = models.ForeignKey("tournaments.League", null=True, on_delete=models.PROTECT, related_name="letters_out")
    serial = models.PositiveIntegerField(default=0)
    answers = models.ForeignKey(InboundLetter, null=True, on_delete=models.SET_NULL, related_name="answers")
    copy_of = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="copies")
    told_in = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="tells_of")
    to = models.EmailField(max_length=254)
    sender = models.CharField(max_length=320)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict)
    envelope_sender = models.CharField(max_length=320, blank=True)
    message_id = models.CharField(max_length=255, unique=True)
    provider_id = models.CharField(max_length=255, blank=True)
    picture = models.JSONField(null=True, blank=True, help_text='What to draw: {"table", "entry", "seat"}.')
    papers = models.JSONField(default=list, blank=True, help_text='Attached when posted: ["scoresheet"].')
    gist = models.JSONField(default=list, blank=True)
    everywhere = models.JSONField(default=list, blank=True)
    asks = models.JSONField(default=list, blank=True, help_text="What the numbers of an organiser's letter mean.")
    names_told_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True, help_text="When a yes to it took effect.")
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    created_at = models.DateTimeField(gettext_lazy("written"), auto_now_add=True)
    due_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(gettext_lazy("went out"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(gettext_lazy("tries"), default=0)
    failure = models.CharField(gettext_lazy("why it did not go"), max_length=300, blank=True)
    delivery = models.CharField(max_length=10, choices=Delivery.choices, blank=True)
    delivery_at = models.DateTimeField(null=True, blank=True)
    tried_at: datetime | None = None

    class Meta:
        verbose_name, verbose_name_plural = "letter out", "letters out"
        indexes = (
            models.Index(
                "due_at", condition=models.Q(state__in=["queued", "in-flight", "retry"]), name="outbox_to_post"
            ),
            models.Index("due_at", condition=models.Q(state="for-digest"), name="outbox_for_digest"),
            models.Index("due_at", condition=models.Q(state="for-answer"), name="outbox_for_answer"),
            models.Index("created_at", condition=models.Q(state="failed"), name="outbox_refused"),
            models.Index("created_at", "id", name="outbox_written"),
            models.Index("sent_at", name="outbox_sent"),
            models.Index(
                "delivery_at", condition=models.Q(delivery__in=["came-back", "unwanted"]), name="outbox_returned"
            ),
            models.Index("provider_id", name="outbox_provider_id"),
            models.Index("to", "id", name="outbox_to"),
            models.Index("player", condition=models.Q(names_told_at__isnull=False), name="outbox_of_names"),
        )
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return f"{self.kind.replace('_', ' ')} letter {self.pk}"

    @property
    def tells_account(self) -> bool:
        """Whether it tells the `account` of the letter that it answers: an answer to no seat has its own words."""
        return self.seat_id is not None
