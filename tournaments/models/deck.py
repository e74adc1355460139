"""The decks that leagues are played with."""

from __future__ import annotations

from django.db import models

from tournaments.models.fields import SaidShortly


class Deck(models.Model):
    """A deck as a league keeps it: what a club has brought, or a copy of our own. Never changed once a league is open.

    name     of the file that was brought; "" for our own
    text     the file as it came
    digest   the name of the deck in matches
    """

    game = models.SlugField(max_length=20)
    name = SaidShortly(max_length=100, blank=True)
    text = models.TextField()
    digest = models.CharField(max_length=64, db_index=True)
    cards = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint("game", "digest", condition=models.Q(name=""), name="own_deck_once"),)

    def __str__(self) -> str:
        return self.name or "our own deck"
