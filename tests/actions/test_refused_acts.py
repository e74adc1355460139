"""What an organiser or a player cannot have: it is refused in words, and nothing is written to anybody."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from tests.shared.cast import person
from tournaments.actions.clock import deadlines
from tournaments.actions.commands import cases, held_letters
from tournaments.actions.league import announcements, invitations, leagues, passing_over, settings
from tournaments.actions.seats import offers, seats, substitutes
from tournaments.actions.table import helping, looking, orders, rollback
from tournaments.language.refusals import (
    AlreadyEntered,
    BadSettings,
    HasLooked,
    MovedOn,
    NotHeld,
    NotOpen,
    NotYours,
    Refused,
    TooOften,
    TurnIsOver,
)
from tournaments.models import (
    Case,
    InboundLetter,
    JournalLine,
    League,
    OutboundLetter,
    Player,
    Seat,
    SeatOffer,
    Table,
    Turn,
)

pytestmark = pytest.mark.django_db
REASON = "Has moved to the moon."


def olivia() -> Player:
    return Player.objects.get(name="Olivia")


def asked(table: Table) -> Seat:
    return Seat.objects.select_related("player").get(table=table, turns__ended_at=None, turns__isnull=False)


def bots(table: Table) -> Seat:
    """The asked seat, which the stand-in has."""
    return seats.replace_by_stand_in(asked(table).pk, olivia(), REASON)


def give(table: Table, player: Player) -> Callable[[], object]:
    seat = asked(table)
    return lambda: substitutes.give_seat(seat.pk, player, olivia(), REASON, epoch=seat.token_epoch)


def to_who_has_looked(table: Table) -> Callable[[], object]:
    otto = Player.objects.get(name="Otto")
    table.league.organisers.add(otto)
    looking.look_inside(table.pk, otto, REASON)
    return give(table, otto)


def to_who_has_drawn_anew(table: Table) -> Callable[[], object]:
    otto = Player.objects.get(name="Otto")
    table.league.organisers.add(otto)
    table = rollback.roll_back(table.pk, 0, otto, REASON, anew=True, seen=table.head)
    return give(table, otto)


def to_who_had_another_seat(table: Table) -> Callable[[], object]:
    """Dora has followed Bea, who now asks for Anna's seat: she knows Dora's hand."""
    seat = asked(table)
    other = Seat.objects.select_related("player").filter(table=table).exclude(pk=seat.pk).first()
    former = other.player
    substitutes.give_seat(other.pk, person("Dora"), olivia(), REASON, epoch=other.token_epoch)
    return give(table, former)


def at_a_table_that_has_ended(table: Table) -> Callable[[], object]:
    act = give(table, Player.objects.get(name="Otto"))
    Table.objects.filter(pk=table.pk).update(state=Table.State.FINISHED)
    return act


def help_a_bot(table: Table) -> Callable[[], object]:
    seat = bots(table)
    return lambda: helping.help_player(seat.pk, olivia(), "Write one number.")


def help_for_the_seventh_time(table: Table) -> Callable[[], object]:
    seat = asked(table)
    for _ in range(helping.LETTERS_AN_HOUR):
        helping.help_player(seat.pk, olivia(), "Write one number.")
    return lambda: helping.help_player(seat.pk, olivia(), "Write one number.")


def announce_for_the_seventh_time(table: Table) -> Callable[[], object]:
    for number in range(announcements.TO_ALL_AN_HOUR):
        announcements.announce(table.league, olivia(), f"Letter {number}")
    return lambda: announcements.announce(table.league, olivia(), "One more")


def rule_without_words(table: Table) -> Callable[[], object]:
    case = Case.objects.create(seat=asked(table), player=asked(table).player, words="The Bishop, twice")
    return lambda: cases.rule(case.pk, olivia(), "  ")


def pass_over_a_case_that_another_organiser_rules_on(table: Table) -> Callable[[], object]:
    """Anna, who plays there, organises the league with Olivia, who does not."""
    player = asked(table).player
    assert player is not None
    table.league.organisers.add(player)
    case = Case.objects.create(seat=asked(table), player=player, words="The Bishop, twice")
    return lambda: passing_over.pass_over(table.league, player, [case.pk])


def more_time_for_what_is_answered(table: Table) -> Callable[[], object]:
    ended = Turn.objects.filter(seat__table=table).exclude(ended_at=None).latest("pk")
    return lambda: deadlines.extend(ended.pk, timedelta(hours=1), olivia(), REASON)


def bot_for_who_came_since(table: Table) -> Callable[[], object]:
    seat = asked(table)
    return lambda: seats.replace_by_stand_in(seat.pk, olivia(), REASON, epoch=seat.token_epoch + 1)


def take_back_an_offer_that_was_taken(table: Table) -> Callable[[], object]:
    seat = asked(table)
    offers.give(seat.pk, "dora@example.net", "Dora", olivia(), REASON, epoch=seat.token_epoch)
    offer = SeatOffer.objects.get()
    offers.accept(offer, "Dora", "UTC")
    return lambda: offers.withdraw(offer.pk, olivia())


def look_before_anything_is_hidden(table: Table) -> Callable[[], object]:
    Table.objects.filter(pk=table.pk).update(state=Table.State.COMMITTED, opened_at=None)
    return lambda: looking.look_inside(table.pk, olivia(), REASON)


def letter_of(table: Table, state: str) -> tuple[InboundLetter, Player]:
    seat = asked(table)
    assert seat.player is not None
    return InboundLetter.objects.create(
        raw=b"", seat=seat, player=seat.player, state=state, received_at=timezone.now()
    ), seat.player


def yes_to_anothers_letter(table: Table) -> Callable[[], object]:
    letter, _ = letter_of(table, InboundLetter.State.HELD)
    return lambda: held_letters.release(letter, Player.objects.get(name="Otto"))


def yes_to_a_letter_that_was_read(table: Table) -> Callable[[], object]:
    letter, player = letter_of(table, InboundLetter.State.DONE)
    return lambda: held_letters.release(letter, player)


def read_again_by_a_stranger(table: Table) -> Callable[[], object]:
    letter, _ = letter_of(table, InboundLetter.State.LAID_ASIDE)
    return lambda: held_letters.read_again(letter, Player.objects.get(name="Otto"))


def read_again_what_was_read(table: Table) -> Callable[[], object]:
    letter, _ = letter_of(table, InboundLetter.State.DONE)
    return lambda: held_letters.read_again(letter, olivia())


def orders_of_who_was_forgotten(table: Table) -> Callable[[], object]:
    seat = asked(table)
    Player.objects.filter(pk=seat.player_id).update(is_active=False)
    return lambda: orders.take_orders(seat.pk, ["12"], serial=None, by="page")


ACTS: dict[str, tuple[type[Refused], Callable[[Table], Callable[[], object]]]] = {
    "has looked at what is hidden": (HasLooked, to_who_has_looked),
    "has had dice and cards drawn anew": (HasLooked, to_who_has_drawn_anew),
    "has played another seat": (HasLooked, to_who_had_another_seat),
    "is over": (NotOpen, at_a_table_that_has_ended),
    "nobody to help": (NotOpen, help_a_bot),
    "to this player 6 times": (TooOften, help_for_the_seventh_time),
    "what the player should know": (
        BadSettings, lambda table: lambda: helping.help_player(asked(table).pk, olivia(), " \n"),
    ),
    "nothing to announce": (BadSettings, lambda table: lambda: announcements.announce(table.league, olivia(), " ")),
    "6 times in this hour: this went to nobody": (TooOften, announce_for_the_seventh_time),
    "A ruling needs words": (BadSettings, rule_without_words),
    "A case waits that was put to another organiser": (NotYours, pass_over_a_case_that_another_organiser_rules_on),
    "over already": (TurnIsOver, more_time_for_what_is_answered),
    "Somebody else has got this seat": (MovedOn, bot_for_who_came_since),
    "has taken the seat meanwhile": (AlreadyEntered, take_back_an_offer_that_was_taken),
    "nothing is hidden there": (NotOpen, look_before_anything_is_hidden),
    "This letter is not yours": (NotYours, yes_to_anothers_letter),
    "does not wait for an answer": (NotHeld, yes_to_a_letter_that_was_read),
    "Only an organiser or a helper of the letter's league": (NotYours, read_again_by_a_stranger),
    "was not laid aside": (NotHeld, read_again_what_was_read),
    "no longer yours": (NotYours, orders_of_who_was_forgotten),
    "is running already": (NotOpen, lambda table: lambda: leagues.open_league(table.league, olivia())),
}  # fmt: skip


@pytest.mark.parametrize("words", ACTS)
def test_a_refused_act_says_why_and_writes_nothing(table: Table, words: str) -> None:
    kind, prepared = ACTS[words]
    act = prepared(table)
    before = (OutboundLetter.objects.count(), JournalLine.objects.count(), asked_since(table))
    with pytest.raises(kind) as refused, transaction.atomic():
        act()
    assert words in str(refused.value)
    assert before == (OutboundLetter.objects.count(), JournalLine.objects.count(), asked_since(table))


def asked_since(table: Table) -> list[Any]:
    return list(Seat.objects.filter(table=table).order_by("number").values_list("player", "mover", "token_epoch"))


SETTINGS: dict[str, dict[str, Any]] = {
    "This is not a setting": {"state": League.State.OPEN},
    "Times must be positive": {"turn_time": timedelta(0)},
    "needs some time": {"act_time": timedelta(0)},
    "Times must be positive.": {"provisional": timedelta(hours=-1)},
}


@pytest.mark.parametrize("words", SETTINGS)
def test_a_setting_that_cannot_be_is_refused_and_not_kept(table: Table, words: str) -> None:
    draft = leagues.create(olivia(), name="Winter League", tag="Winter", game="bruges", seats=3, max_players=7)
    before = League.objects.filter(pk=draft.pk).values().get()
    with pytest.raises(BadSettings, match=words):
        settings.change(draft, olivia(), **SETTINGS[words])
    assert League.objects.filter(pk=draft.pk).values().get() == before


def test_so_many_are_invited_at_a_time_and_no_more() -> None:
    text = " ".join(f"friend{number}@example.net" for number in range(invitations.MOST_AT_ONCE))
    assert len(invitations.addresses(text)) == invitations.MOST_AT_ONCE
    with pytest.raises(BadSettings, match="at a time"):
        invitations.addresses(f"{text} one.more@example.net")
