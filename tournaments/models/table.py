"""Tables, their seats and their log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from tournaments.models.states import there

if TYPE_CHECKING:
    from tournaments.models.people import Player


class Table(models.Model):
    """A game of a league. Exists, with its secret committed, before anybody joins; opened at the start.

    number     counts from 1 within the league
    lineup     players by seat, from the start of the league until the table is opened
    words      for the chance, by seat: fixed with the first lineup, whoever sits there later
    secret     32 random bytes; `commitment` is their SHA-256, shown before joining
    header     the engine's header of the match; `position` its snapshot, `head` the newest hash
    reveal_at  moment of the reveal, told to the players; letters that come in later do not count for it. It stays
               while a choice is open again
    reveal_look_at  when the sweep looks at the reveal next: that moment, later after a failed try or while unread
               letters may still change a choice; empty while somebody has not chosen
    result     once finished: {"totals": [...], "ranks": [...], "tie_break": [...], "decided": "..."}; with "void" it
               counts for nobody
    """

    class State(models.TextChoices):
        COMMITTED = "committed", gettext_lazy("not opened yet")
        RUNNING = "running", gettext_lazy("running")
        FINISHED = "finished", gettext_lazy("finished")
        UNUSED = "unused", gettext_lazy("not needed")
        STOPPED = "stopped", gettext_lazy("stopped, counts for nobody")

    # What is not needed, because the games of somebody in its line-up are void, comes back when they are readmitted.
    UNOPENED = (State.COMMITTED, State.UNUSED)

    league = models.ForeignKey("tournaments.League", on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.COMMITTED)
    secret = models.BinaryField(max_length=32, editable=False)
    commitment = models.CharField(max_length=64)
    lineup = models.JSONField(default=list, blank=True)
    words = models.JSONField(default=list, blank=True)
    header = models.JSONField(null=True, blank=True)
    position = models.JSONField(null=True, blank=True)
    head = models.CharField(max_length=64, blank=True)
    round = models.PositiveSmallIntegerField(default=0)
    letters = models.PositiveIntegerField(default=0, help_text="Turn letters and receipts counted for their numbers.")
    run_at = models.DateTimeField(null=True, blank=True, help_text="Kept orders run after the second-thoughts delay.")
    run_look_at = models.DateTimeField(null=True, blank=True, help_text="Letters in time are waited for until then.")
    reveal_at = models.DateTimeField(
        null=True, blank=True, help_text="Sealed choices, made by all, are revealed after their second-thoughts delay."
    )
    reveal_look_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True, help_text="The organiser has stopped the clocks.")
    opened_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint("league", "number", name="table_number_once"),)
        indexes = (
            models.Index("run_at", condition=models.Q(run_at__isnull=False), name="table_to_run"),
            models.Index("reveal_look_at", condition=models.Q(reveal_look_at__isnull=False), name="table_to_reveal"),
            models.Index("finished_at", condition=models.Q(finished_at__isnull=False), name="table_finished"),
        )
        ordering = ("league", "number")

    def __str__(self) -> str:
        return f"{self.league} table {self.number}"

    @property
    def opened_header(self) -> dict[str, Any]:
        """`header` of an opened table. NotThere before it is opened."""
        return there(self.header, self, "header: it has not been opened")

    @property
    def opened_position(self) -> dict[str, Any]:
        """`position` of an opened table. NotThere before it is opened."""
        return there(self.position, self, "position: it has not been opened")

    @cached_property
    def seated(self) -> list[Seat]:
        """The seats in order, with their players; read once for this object."""
        seats = list(self.seats.select_related("player").order_by("number"))
        for seat in seats:
            seat.table = self
        return seats


class Seat(models.Model):
    """A seat of a table and who moves for it.

    number    counts from 0, as the engine does
    plan      kept and standing orders (`engine.orders.api.Plan` as JSON)
    since     when its player got it from another; empty for the player who began the game
    former    earlier players of it, for as long as the table is kept
    seen      number of the newest log entry that the seat has been told of
    expired_on  ISO dates (of the seat's zone) on which its deadline ran out
    refused     the player's newest letters with orders of which nothing could be done, and
    refused_at  since when an organiser is asked to help with them; empty as long as there are few
    pressed   the newest presses of buttons in letters, the newest last (`actions.buttons.presses.Press` as JSON)
    """

    class Mover(models.TextChoices):
        PLAYER = "player", "the player"
        STAND_IN = "stand-in", "the stand-in, until the player writes"
        REPLACED = "replaced", "the stand-in, for good"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="seats")
    mover = models.CharField(max_length=10, choices=Mover.choices, default=Mover.PLAYER)
    since = models.DateTimeField(null=True, blank=True)
    former = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="former_seats", blank=True)
    plan = models.JSONField(default=dict, blank=True)
    seen = models.IntegerField(default=-1)
    grace_used_at = models.DateTimeField(null=True, blank=True)
    expired_on = models.JSONField(default=list, blank=True)
    refused = models.PositiveSmallIntegerField(default=0)
    refused_at = models.DateTimeField(null=True, blank=True)
    token_epoch = models.PositiveSmallIntegerField(
        default=0, help_text="Raised to make all older reply addresses invalid."
    )
    numbers = models.PositiveIntegerField(default=0, help_text="The stamp of what numbers in a letter mean now.")
    pressed = models.JSONField(default=list, blank=True, help_text="Buttons of letters that were pressed lately.")

    class Meta:
        constraints = (
            models.UniqueConstraint("table", "number", name="seat_number_once"),
            models.UniqueConstraint("table", "player", name="seated_once"),
        )
        indexes = (models.Index("refused_at", condition=models.Q(refused_at__isnull=False), name="seat_refused"),)
        ordering = ("table", "number")

    def __str__(self) -> str:
        return f"seat {self.number + 1} of {self.table}"

    @property
    def owner(self) -> Player:
        """The player of the seat: of an opened table each has one, also when the stand-in moves for it. NotThere."""
        return there(self.player, self, "player")


class LogEntry(models.Model):
    """One entry of a match's log as the engine wrote it. Never changed, never deleted."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    entry = models.JSONField()
    hash = models.CharField(max_length=64)
    letter = models.ForeignKey(
        "tournaments.InboundLetter", null=True, on_delete=models.SET_NULL, related_name="log_entries"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint("table", "number", name="log_number_once"),)
        ordering = ("table", "number")
        verbose_name_plural = "log entries"

    def __str__(self) -> str:
        return f"{self.table} log {self.number}"
