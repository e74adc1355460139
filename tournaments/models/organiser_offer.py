"""The office of organiser of a league, of which somebody is asked whether they take it, until they answer."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.fields import SaidShortly


class OrganiserOffer(models.Model):
    """Nobody organises a league before they have pressed the button behind the letter. See `actions.organisers_asked`.

    player  who is asked: somebody who may organise leagues on this service
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

    league = models.ForeignKey("tournaments.League", on_delete=models.PROTECT, related_name="organiser_offers")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="organiser_offers")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="organisers_asked")
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
        return f"{self.player} asked to organise {self.league}"
