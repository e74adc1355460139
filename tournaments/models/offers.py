"""Seats and offices that somebody is offered by letter, and the offices that help the organisers of a league."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower

from tournaments.models.fields import SaidShortly


class Role(models.TextChoices):
    """Offices in a league. Its organisers and its owner are fields of `League`, the others rows of `Officer`."""

    OWNER = "owner", "its owner"
    ORGANISER = "organiser", "an organiser"
    REFEREE = "referee", "a referee"
    HELPER = "helper", "a helper"


class Officer(models.Model):
    """Somebody who helps the organisers of a league in one thing. What each role may do: `queries.access.offices`.

    role   Role.REFEREE or Role.HELPER
    since  when the office was accepted
    """

    league = models.ForeignKey("tournaments.League", on_delete=models.PROTECT, related_name="officers")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="offices")
    role = models.CharField(max_length=10, choices=Role.choices)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint("league", "player", name="one_office_in_a_league"),
            models.CheckConstraint(condition=models.Q(role__in=("referee", "helper")), name="office_helps"),
        )
        ordering = ("role", "pk")

    def __str__(self) -> str:
        return f"{self.player}, {self.get_role_display()} of {self.league}"


class OfficeOffer(models.Model):
    """Nobody has an office in a league before they have pressed the button behind the letter (`actions.organisers`).

    player  who is asked
    role    as what
    by      who asks: an organiser of the league, or the owner of the service
    letter  the one that asks
    until   when the question runs out; the row goes some days after its end
    """

    class State(models.TextChoices):
        OPEN = "open", "open"
        TAKEN = "taken", "accepted"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"
        OVER = "over", "over without an answer"

    league = models.ForeignKey("tournaments.League", on_delete=models.PROTECT, related_name="office_offers")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="office_offers")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="organisers_asked")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.ORGANISER)
    reason = SaidShortly(max_length=200)
    letter = models.ForeignKey(
        "tournaments.OutboundLetter", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    made_at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                "league", "player", condition=models.Q(state="open"), name="asked_to_organise_once"
            ),
        )
        indexes = (models.Index("until", condition=models.Q(state="open"), name="organiser_offer_open"),)
        ordering = ("made_at", "pk")

    def __str__(self) -> str:
        return f"{self.player} asked to be {self.get_role_display()} of {self.league}"


class SeatOffer(models.Model):
    """The seat stays with whoever has it until the button behind the letter is pressed. See `actions.offered`.

    since       the seat's `since` when it was offered: once somebody else has got the seat, the offer is over
    everywhere  also for the other seats that its player has at running tables of the league when it is taken
    email       where the letter went; emptied once the seat is taken, and gone with the row some days after the end
    name        as the organiser typed it, for a new player; emptied as `email`
    player      who has taken the seat
    letter      the newest that asks; letters to addresses are kept for some days only
    until       when the offer runs out
    """

    class State(models.TextChoices):
        OPEN = "open", "open"
        TAKEN = "taken", "taken"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"
        OVER = "over", "over without an answer"

    seat = models.ForeignKey("tournaments.Seat", on_delete=models.PROTECT, related_name="offers")
    since = models.DateTimeField(null=True, blank=True)
    everywhere = models.BooleanField(default=False)
    email = models.EmailField(max_length=254, blank=True)
    name = SaidShortly(max_length=60, blank=True)
    reason = SaidShortly(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats_offered")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="offers_taken"
    )
    letter = models.ForeignKey(
        "tournaments.OutboundLetter", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    made_at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                "seat", Lower("email"), condition=models.Q(state="open"), name="seat_offered_to_one_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(state="open") | ~models.Q(email=""), name="open_offer_has_address"
            ),
        )
        indexes = (
            models.Index("until", condition=models.Q(state="open"), name="offer_open"),
            models.Index(Lower("email"), name="offer_email"),
        )
        ordering = ("made_at", "pk")

    def __str__(self) -> str:
        return f"offer of {self.seat}"
