"""People: players, who sign in by mail, and the addresses they write from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from engine.language.languages import ENGLISH, LANGUAGES
from tournaments.keys import rfc5322
from tournaments.models.fields import SaidShortly, one_line, time_zone

if TYPE_CHECKING:
    from tournaments.models.league import Entry


class PlayerManager(BaseUserManager["Player"]):
    """Django's own interface for making users; players get no password, they sign in by mail."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> Player:
        found = rfc5322.canonical(email)
        if not found:  # `manage.py createsuperuser` says it in these words
            raise ValidationError(f"{email} is no mail address that can be registered here. Use another one.")
        player = self.model(email=found, **fields)
        if password:
            player.set_password(password)
        else:
            player.set_unusable_password()
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> Player:
        return self.create_user(email, password, is_staff=True, prepares=True, is_superuser=True, **fields)


class Player(AbstractBaseUser, PermissionsMixin):
    """A person with a registered address. Whoever comes to the organisers' desk has `is_staff`.

    The row comes with the button behind a mailed link: whoever has one has proved the address.
    """

    email = models.EmailField("mail address", max_length=254, unique=True)
    name = SaidShortly(max_length=60, validators=[one_line], help_text="As the others at the table see it.")
    zone = models.CharField("time zone", max_length=64, default="UTC", validators=[time_zone])
    language = models.CharField(max_length=10, default=ENGLISH, choices=LANGUAGES.items())
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField("comes to the desk", default=False)
    prepares = models.BooleanField(
        "prepares leagues",
        default=False,
        help_text="Otherwise those who have an office come to the desk for that alone.",
    )
    is_robot = models.BooleanField(default=False, help_text="Plays by mail without a person (demo).")
    created_at = models.DateTimeField(gettext_lazy("here since"), auto_now_add=True)
    verified_at = models.DateTimeField(
        gettext_lazy("address proved"), default=timezone.now, help_text="When the address was proved."
    )
    dead_at = models.DateTimeField("mail dead since", null=True, blank=True, help_text="Letters come back.")
    awaited_from = models.DateTimeField(null=True, blank=True, help_text="When tables last began to wait for them.")
    awaited_until = models.DateTimeField(
        "tables wait until", null=True, blank=True, help_text="While letters come back; then the league's rule holds."
    )
    heard_at = models.DateTimeField(
        null=True, blank=True, help_text="While letters come back: a letter of theirs came."
    )
    erased_at = models.DateTimeField(null=True, blank=True)
    rules = models.JSONField(
        default=dict, blank=True, help_text="Standing orders at all tables: game -> topic -> text."
    )
    letters_understood = models.JSONField(default=dict, blank=True, help_text="How many, by the slug of the game.")
    ways = models.JSONField(default=dict, blank=True, help_text="How letters come, where not as usual: group -> way.")
    digest_hour = models.PositiveSmallIntegerField(
        "hour of the daily letter", default=8, validators=[MaxValueValidator(23)], help_text="In the own time zone."
    )
    quiet_from = models.PositiveSmallIntegerField(
        "quiet from", null=True, blank=True, validators=[MaxValueValidator(23)], help_text="Hour in the own time zone."
    )
    quiet_until = models.PositiveSmallIntegerField(
        "quiet until", null=True, blank=True, validators=[MaxValueValidator(23)], help_text="Deadlines move behind it."
    )
    needs_at = models.DateTimeField(null=True, blank=True, help_text="When to look next what needs this organiser.")
    initials = models.BooleanField(
        default=False, help_text="Whoever only follows a league reads the initials instead of the name."
    )
    calendar_files = models.BooleanField(default=False, help_text="Each deadline attached as a calendar file.")
    calendar_epoch = models.PositiveIntegerField(default=0, help_text="Raised to end the older calendar address.")

    renewed_at = models.DateTimeField(
        null=True, blank=True, help_text="Reply addresses and links of letters written before prove nothing any more."
    )

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        constraints = (models.UniqueConstraint(Lower("email"), name="player_email_ci"),)
        indexes = (
            models.Index("awaited_until", condition=models.Q(awaited_until__isnull=False), name="player_awaited"),
            models.Index("heard_at", condition=models.Q(heard_at__isnull=False), name="player_heard_of"),
            models.Index("needs_at", condition=models.Q(needs_at__isnull=False), name="player_with_needs"),
            models.Index(
                "id",
                condition=models.Q(is_active=True, is_staff=True, needs_at__isnull=True),
                name="player_without_plan",
            ),
            models.Index("name", "id", name="player_name"),
            models.Index("dead_at", condition=models.Q(dead_at__isnull=False), name="player_dead"),
        )

    def __str__(self) -> str:
        return self.name

    @cached_property
    def is_organiser(self) -> bool:
        """Tell whether the player prepares leagues, or organises any; others come to the desk for another office."""
        return self.prepares or self.organised.exists()

    @cached_property
    def is_helper(self) -> bool:
        """Tell whether the player is a helper of any league."""
        return self.offices.filter(role="helper").exists()

    @property
    def public_name(self) -> str:
        """The name as those read it who only follow a league: the initials, where its owner wants that."""
        if not (self.initials and self.is_active):
            return self.name
        return " ".join(f"{word[0].upper()}." for word in self.name.split() if word[0].isalnum()) or self.name[:1]

    @cached_property
    def entered(self) -> dict[int, Entry | None]:
        """The entries that were looked up for this object: key of a league -> the player's entry in it."""
        return {}

    @cached_property
    def copied_to(self) -> list[Address]:
        """The second addresses that every letter goes to as well."""
        return list(self.addresses.filter(copies=True, verified_at__isnull=False).order_by("pk"))

    def understood_in(self, game: str) -> int:
        """The number of this player's letters about a game that were understood, counted up to some."""
        return self.letters_understood.get(game, 0)

    @property
    def understood_most(self) -> int:
        """The same of the game that this player has written most about."""
        return max(self.letters_understood.values(), default=0)

    @property
    def quiet(self) -> tuple[int, int] | None:
        """The full hours between which no deadline falls, None where there are none."""
        return None if self.quiet_from is None or self.quiet_until is None else (self.quiet_from, self.quiet_until)

    def get_full_name(self) -> str:
        """Django's own way to ask what to call a user."""
        return self.name


class Address(models.Model):
    """A second address that a player may write from, once it is verified.

    Several players may name the same one; it is that player's whose letter's button its owner presses.

    named_at  when it was named last; one that waits too long for the press is forgotten
    copies    whether every letter goes there too
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="addresses")
    email = models.EmailField(max_length=254)
    verified_at = models.DateTimeField(null=True, blank=True)
    named_at = models.DateTimeField(default=timezone.now)
    copies = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                Lower("email"), condition=models.Q(verified_at__isnull=False), name="address_proved_once"
            ),
            models.UniqueConstraint("player", Lower("email"), name="address_named_once"),
        )
        indexes = (models.Index(Lower("email"), name="address_email"),)
        verbose_name_plural = "addresses"

    def __str__(self) -> str:
        return self.email
