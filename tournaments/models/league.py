"""Leagues and who has entered them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext, gettext_lazy

from engine.language.languages import to_say
from tournaments.models.fields import Said, SaidShortly, one_line
from tournaments.models.states import there

MOST_PLAYERS = 200  # what the schedules cover
MOST_DAYS_OFF = 60  # that one player may book
CONDUCT = to_say(
    "Play to do as well as you can, to the end, also where you cannot win. Play with nobody else's help and for nobody "
    "but yourself. Be civil. Who cannot answer for some days books them beforehand."
)


class League(models.Model):
    """A league of one game. Its settings are shown before joining and fixed from then on.

    secret   32 random bytes that the lots follow from; `commitment` is their SHA-256, shown before joining
    owner    the organiser who ends offices of others in it, and may hand it over; None: nobody organises it
    copied_from  the earlier league whose settings were taken for it, and whose people may be asked again
    rules    version of the game's rules under which its tables are played, from the moment it opens
    draw     from the moment when entries close: {"entrants": keys of the players, in the order of their first joining,
             "words": theirs, "closed": seconds since 1970}; with "public", the public value as the engine's header has
             it, where one was waited for; with "seed", what lots of equals are drawn with, once the lots are drawn
    draw_at  when to look next for the public value that the draw waits for
    start_at when it starts, or at the latest, with those who have joined; entries close then. Of a league that its
             organiser starts: when entries close
    begin_at when to look next whether an open league is to start by itself, or its entries are to close
    room_at  when to look next whether tables that wait can be opened: since one has ended, or more are left to open
    """

    class State(models.TextChoices):
        DRAFT = "draft", gettext_lazy("being prepared")
        OPEN = "open", gettext_lazy("open to join")
        DRAWING = "drawing", gettext_lazy("closed, waiting for the draw")
        RUNNING = "running", gettext_lazy("running")
        FINISHED = "finished", gettext_lazy("finished")
        CANCELLED = "cancelled", gettext_lazy("cancelled")

    OVER = (State.FINISHED, State.CANCELLED)

    class Expiry(models.TextChoices):
        STAND_IN = "stand-in", gettext_lazy("the stand-in moves")
        WAIT = "wait", gettext_lazy("the table waits")
        ASK = "ask", gettext_lazy("the stand-in moves after the organiser's yes")

    class Access(models.TextChoices):
        OPEN = "open", "everybody"
        LINK = "link", "who has its link"
        INVITATION = "invitation", "who is invited"

    class Games(models.TextChoices):
        ALL = "all", gettext_lazy("as many as a table has seats, one in each seat")
        ONE = "one", gettext_lazy("one, at a table drawn by lot")

    class Start(models.TextChoices):
        HAND = "hand", gettext_lazy("when the organiser starts it")
        FULL = "full", gettext_lazy("when it is full")
        DATE = "date", gettext_lazy("on a date")

    class AfterStandIn(models.TextChoices):
        KEEP = "keep", gettext_lazy("the seat keeps its score")
        LAST = "last", gettext_lazy("last place")
        RULE = "rule", gettext_lazy("the organiser rules")

    name = SaidShortly(max_length=60, validators=[one_line])
    tag = SaidShortly(
        max_length=20, validators=[one_line], help_text="Short name in the subject of every letter: [Autumn]."
    )
    about = Said(blank=True, help_text="Shown to everybody before joining.")
    organisers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="organised")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="owned"
    )
    state = models.CharField(max_length=12, choices=State.choices, default=State.DRAFT)

    game = models.SlugField(max_length=20, help_text="Which game is played.")
    options = models.JSONField(default=dict, blank=True)
    deck = models.ForeignKey(
        "tournaments.Deck",
        on_delete=models.PROTECT,
        related_name="leagues",
        null=True,
        blank=True,
        help_text="Empty: our own. A league that is open has a copy of it.",
    )
    rules = models.PositiveSmallIntegerField(null=True, editable=False)
    access = models.CharField("who may join", max_length=10, choices=Access.choices, default=Access.OPEN)
    conduct = Said("rules of conduct", default=CONDUCT, help_text="Accepted by whoever joins.")
    games = models.CharField("games of a player", max_length=4, choices=Games.choices, default=Games.ALL)
    at_once = models.PositiveSmallIntegerField(
        "tables at the same time", default=0, help_text="That one player sits at; 0: all of them."
    )
    seats = models.PositiveSmallIntegerField("seats per table", default=3)
    max_players = models.PositiveSmallIntegerField(
        default=20, validators=[MinValueValidator(2), MaxValueValidator(MOST_PLAYERS)]
    )
    start = models.CharField(max_length=4, choices=Start.choices, default=Start.HAND)
    start_at = models.DateTimeField(null=True, blank=True)
    turn_time = models.DurationField("time per turn", default=timedelta(hours=48))
    delay = models.DurationField("second-thoughts delay", default=timedelta(minutes=5))
    reveal_delay = models.DurationField("second-thoughts delay of sealed choices", default=timedelta(minutes=10))
    act_time = models.DurationField(
        "time to carry out what was chosen",
        null=True,
        blank=True,
        help_text="In games of sealed choices, for the answers that follow them. Empty: a third of the time per turn.",
    )
    grace = models.DurationField("grace, once per seat", default=timedelta(hours=24))
    vacation_days = models.PositiveSmallIntegerField(
        "days off per player", default=14, validators=[MaxValueValidator(MOST_DAYS_OFF)], help_text="Booked beforehand."
    )
    expiry = models.CharField(max_length=10, choices=Expiry.choices, default=Expiry.STAND_IN)
    after_stand_in = models.CharField(max_length=10, choices=AfterStandIn.choices, default=AfterStandIn.KEEP)
    private_press = models.BooleanField(
        "players may write to one seat alone", default=False, help_text="Otherwise what they write goes to the table."
    )
    public = models.BooleanField(
        "everybody may follow it",
        default=False,
        help_text="Standings, and games with what lies open, a round later. Shown before joining.",
    )
    points = models.JSONField(default=list, blank=True, help_text="League points by place, the winner's first.")
    provisional = models.DurationField("results are provisional for", default=timedelta(days=3))
    tie_breaks = models.JSONField(default=list, blank=True, help_text="In the order in which they decide.")

    secret = models.BinaryField(max_length=32, editable=False, default=bytes)
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    draw = models.JSONField(null=True, blank=True, editable=False)
    draw_at = models.DateTimeField(null=True, blank=True, editable=False)
    room_at = models.DateTimeField(null=True, blank=True, editable=False)
    practice = models.BooleanField(
        default=False,
        help_text="One player against the stand-in, for nothing. A public one: stand-ins alone, to be looked at.",
    )
    begin_at = models.DateTimeField(null=True, blank=True, editable=False)
    copied_from = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="copies"
    )

    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    ready_by = models.DateTimeField(
        null=True, blank=True, help_text="Until then entrants answer “ready”, if they are asked to."
    )
    started_at = models.DateTimeField(gettext_lazy("began"), null=True, blank=True)
    final_by = models.DateTimeField(
        null=True, blank=True, help_text="All tables have ended: until then the results are provisional."
    )
    finished_at = models.DateTimeField(null=True, blank=True)
    renamed_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When somebody in it took another name last."
    )

    class Meta:
        indexes = (
            models.Index("access", condition=models.Q(state="open"), name="league_open"),
            models.Index("final_by", condition=models.Q(state="running"), name="league_to_end"),
            models.Index("draw_at", condition=models.Q(draw_at__isnull=False), name="league_to_draw"),
            models.Index("begin_at", condition=models.Q(begin_at__isnull=False), name="league_to_begin"),
            models.Index("room_at", condition=models.Q(room_at__isnull=False), name="league_with_room"),
            models.Index("state", condition=models.Q(public=True), name="league_public"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("game", "rules"),
                condition=models.Q(practice=True, public=True),
                name="game_exhibited_once",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def takes_entries(self) -> bool:
        """Tell whether somebody can join now, as far as the league goes. As `TAKES_ENTRIES`."""
        closed = self.start == League.Start.HAND and self.start_at is not None and self.begin_at is None
        return self.state == League.State.OPEN and not closed

    def get_state_display(self) -> str:  # type: ignore[no-redef]  # the type checker takes Django's for defined
        """The state in words, as Django's method gives it; an open league that takes no entries is not open to join."""
        if self.state == League.State.OPEN and not self.takes_entries:
            return gettext("closed, waiting for its organiser")
        return str(League.State(self.state).label)

    @property
    def is_cancelled(self) -> bool:
        return self.state == League.State.CANCELLED

    @property
    def fixed_draw(self) -> dict[str, Any]:
        """`draw` of a league whose entries have closed. NotThere before."""
        return there(self.draw, self, "draw: its entries have not closed")


# Where the organiser starts a league, its date closes the entries: the sweep has looked, and looks no more.
TAKES_ENTRIES = models.Q(state=League.State.OPEN) & ~models.Q(
    start=League.Start.HAND, start_at__isnull=False, begin_at=None
)


class Entry(models.Model):
    """One player in one league."""

    class State(models.TextChoices):
        IN = "in", "in"
        WAITING = "waiting", "on the waiting list"
        LEFT = "left", "has left"
        OUT = "out", "disqualified"

    GONE = (State.LEFT, State.OUT)

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    state = models.CharField(max_length=10, choices=State.choices, default=State.IN)
    word = SaidShortly(
        "word for the chance",
        max_length=40,
        blank=True,
        validators=[one_line],
        help_text="As given at the first joining; shown to nobody else before entries close.",
    )
    accepted_at = models.DateTimeField(null=True, blank=True, help_text="Settings and rules of conduct.")
    joined_at = models.DateTimeField(auto_now_add=True)
    ready_at = models.DateTimeField(null=True, blank=True)
    ways = models.JSONField(default=dict, blank=True, help_text="How letters come in this league: group -> way.")

    class Meta:
        constraints = (models.UniqueConstraint("league", "player", name="entry_once"),)
        ordering = ("joined_at", "pk")
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.player} in {self.league}"


class Invitation(models.Model):
    """Somebody who may join a league that is not for everybody.

    email    where the letter went; emptied once the invitation is answered, or when it is over
    player   who has that address or has come by the league's link; empty for an address of nobody who plays here,
             until the button behind the letter is pressed
    sent     how often a letter has asked them; 0 for a player who came by the league's link
    sent_at  when the newest of these letters was written
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="invitations")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="invitations"
    )
    email = models.EmailField(max_length=254, blank=True)
    sent = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint("league", "player", name="invited_once"),
            models.UniqueConstraint(
                "league", Lower("email"), condition=~models.Q(email=""), name="invited_by_mail_once"
            ),
            models.CheckConstraint(
                condition=models.Q(player__isnull=False) | ~models.Q(email=""), name="invited_is_somebody"
            ),
        )
        indexes = (models.Index(Lower("email"), name="invitation_email"),)
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return f"{self.player or 'somebody new'} invited to {self.league}"
