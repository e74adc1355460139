"""Turns: what is asked of a seat, and until when."""

from __future__ import annotations

from dataclasses import fields
from datetime import timedelta
from typing import Any

from django.db import models

from tournaments.formats import spans
from tournaments.formats.deadlines import Clock


class Turn(models.Model):
    """One decision (an occasion, in the engine's words) that waits for a seat's answer.

    due_by    the deadline, as the seat reads it; a grace moves it
    asked_at  when a letter with this question was written; empty while kept orders may still answer it
    handed_at when the mail host took the letter that tells the deadline, or no letter waits any more that could be
              handed over; empty before: nobody is reminded or judged
    counts_from  since when the time is counted: the opening, then the hand-over, then that of the letter of a grace
    not_counted  spans in which the time has not run (`formats.spans`): days off, nights behind which the deadline was
              moved, pauses, our own outages. None of them is given back twice
    grace_time  by how much a grace has moved the deadline, of which nobody else at the table hears
    latest    no deadline that taking back gives is later than this: set with the first answer
    judge_at  when the sweep looks at it next: the deadline, later after a failed try or while unread letters
              are waited for, empty where the league waits for the player or for the organiser's yes
    """

    class End(models.TextChoices):
        ANSWERED = "answered", "answered"
        STAND_IN = "stand-in", "the stand-in moved"
        GONE = "gone", "no longer asked"

    seat = models.ForeignKey("tournaments.Seat", on_delete=models.PROTECT, related_name="turns")
    serial = models.PositiveIntegerField(help_text="The engine's serial of the decision.")
    kind = models.CharField(max_length=20)
    round = models.PositiveSmallIntegerField(default=0, help_text="In which it is asked.")
    opened_at = models.DateTimeField()
    asked_at = models.DateTimeField(null=True, blank=True)
    handed_at = models.DateTimeField(null=True, blank=True)
    counts_from = models.DateTimeField()
    not_counted = models.JSONField(default=list, blank=True)
    due_by = models.DateTimeField()
    judge_at = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    grace_until = models.DateTimeField(null=True, blank=True)
    grace_time = models.DurationField(default=timedelta(0))
    latest = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    end = models.CharField(max_length=10, choices=End.choices, blank=True)
    in_part = models.BooleanField(default=False, help_text="Some of it was done by an earlier letter.")
    attempts = models.PositiveSmallIntegerField(default=0, help_text="Failed tries to judge it after the deadline.")

    class Meta:
        constraints = (models.UniqueConstraint("seat", "serial", name="turn_once"),)
        indexes = (
            models.Index("judge_at", condition=models.Q(ended_at__isnull=True), name="turn_open_judge"),
            models.Index(
                "remind_at",
                condition=models.Q(ended_at__isnull=True, reminded_at__isnull=True),
                name="turn_open_remind",
            ),
            models.Index("due_by", condition=models.Q(ended_at__isnull=True), name="turn_open_due"),
            models.Index("seat", condition=models.Q(ended_at__isnull=True), name="turn_open_of_seat"),
            models.Index("opened_at", condition=models.Q(ended_at__isnull=True), name="turn_open_since"),
            models.Index("ended_at", condition=models.Q(ended_at__isnull=False), name="turn_ended"),
            models.Index(
                "asked_at", condition=models.Q(ended_at__isnull=True, handed_at__isnull=True), name="turn_to_hand_over"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.serial} of {self.seat}"

    @property
    def clock(self) -> Clock:
        values = {field.name: getattr(self, field.name) for field in fields(Clock)}
        return Clock(**{**values, "not_counted": spans.from_json(self.not_counted)})

    @staticmethod
    def columns(clock: Clock) -> dict[str, Any]:
        """The values of a turn's columns for that clock."""
        values = {field.name: getattr(clock, field.name) for field in fields(clock)}
        return {**values, "not_counted": spans.to_json(clock.not_counted)}
