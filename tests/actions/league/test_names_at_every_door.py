"""One rule for names wherever one comes in: of who is new, who comes to a league, who is renamed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tournaments.actions.league import invitations, leagues, organisers
from tournaments.actions.player import appointing, people, sign_in_links
from tournaments.actions.player.sign_in_links import Newcomer
from tournaments.actions.seats import offers, substitutes
from tournaments.language.refusals import BadSettings
from tournaments.models import Invitation, League, OfficeOffer, Player, SeatOffer

pytestmark = pytest.mark.django_db
NEW, REASON = "dora@example.net", "has moved"
REFUSED = [
    "Anna (seat 2)", "Anna, Bea", "Anna and Bea", "Player1", "all", "\u201cAnna\u201d", "Anna_B", "Bob 3", "0rganiser",
    "Org aniser", "Veranstalter", "B0t", "Ann\u0430", "a3bb189e-8bf9-4f1a-9d2c-1f2e3a4b5c6d", "Site Admin",
]  # fmt: skip


def offered(cast: Cast, league: League) -> SeatOffer:
    """The one offer of a seat to somebody new."""
    seat = asked_seat(only_table(league))
    if not SeatOffer.objects.exists():
        offers.give(seat.pk, NEW, "", cast.organiser, REASON, epoch=seat.token_epoch)
    return SeatOffer.objects.get()


def invited(cast: Cast) -> Invitation:
    """The one invitation of somebody new."""
    if not Invitation.objects.exists():
        invitations.invite(prepared_league(cast, name="Winter", tag="Winter"), cast.organiser, NEW)
    return Invitation.objects.get()


def give_typed(cast: Cast, league: League, name: str) -> None:
    seat = asked_seat(only_table(league))
    offers.give(seat.pk, NEW, name, cast.organiser, REASON, epoch=seat.token_epoch)


NEWCOMERS: dict[str, Callable[[Cast, League, str], object]] = {
    "signs up": lambda cast, league, name: sign_in_links.ask_to_sign_up(NEW, name, "UTC"),
    "presses the button of the letter": lambda cast, league, name: sign_in_links.finish_sign_up(
        Newcomer(NEW, name, "UTC", "en", "", 0), name, "UTC", "en"
    ),
    "is invited": lambda cast, league, name: invitations.accept(invited(cast), name, "UTC", ""),
    "is offered a seat": give_typed,
    "takes a seat": lambda cast, league, name: offers.accept(offered(cast, league), name, "UTC"),
    "is appointed on the server": lambda cast, league, name: appointing.appoint(NEW, name),
    "is renamed in the middle of a game": lambda cast, league, name: people.change_profile(cast.player, name, "UTC"),
}


def asked_to_organise(cast: Cast, league: League, player: Player) -> OfficeOffer:
    Player.objects.filter(pk=player.pk).update(is_staff=True)
    return organisers.ask(league, cast.organiser, player.email, REASON)


def given(cast: Cast, league: League, player: Player) -> object:
    seat = asked_seat(only_table(league))
    return substitutes.give_seat(seat.pk, player, cast.organiser, REASON, epoch=seat.token_epoch)


def taken(cast: Cast, league: League, player: Player) -> object:
    seat = asked_seat(only_table(league))
    row = offers.give(seat.pk, player.email, "", cast.organiser, REASON, epoch=seat.token_epoch)
    assert row is not None
    return offers.accept(row, "", "UTC")


KNOWN: dict[str, Callable[[Cast, League, Player], object]] = {
    "joins": lambda cast, league, player: leagues.enrol(prepared_league(cast, name="Winter", tag="Winter"), player),
    "gets a seat": given,
    "takes a seat": taken,
    "organises": lambda cast, league, player: organisers.accept(asked_to_organise(cast, league, player)),
}


@pytest.mark.parametrize("door", NEWCOMERS)
def test_nobody_takes_such_a_name_wherever_they_come_in(cast: Cast, door: str) -> None:
    league = running_league(cast)
    known = set(Player.objects.values_list("name", flat=True))
    for name in REFUSED:
        with pytest.raises(BadSettings):
            NEWCOMERS[door](cast, league, name)
    assert set(Player.objects.values_list("name", flat=True)) == known


@pytest.mark.parametrize("door", KNOWN)
@pytest.mark.parametrize("name", ["Anna (seat 2)", "Player 1", "0rganiser"])
def test_who_has_such_a_name_already_reads_that_it_has_to_be_another_one_before_they_come_to_a_league(
    cast: Cast, door: str, name: str
) -> None:
    league, dora = running_league(cast), person("Dora")
    Player.objects.filter(pk=dora.pk).update(name=name)
    dora.refresh_from_db()
    with pytest.raises(BadSettings, match="under this name, change it first: "):
        KNOWN[door](cast, league, dora)


def test_who_plays_under_such_a_name_already_keeps_it_while_they_change_something_else(cast: Cast) -> None:
    running_league(cast)
    Player.objects.filter(pk=cast.player.pk).update(name="Anna (seat 2)")
    assert people.change_profile(cast.player, zone="Europe/Rome").name == "Anna (seat 2)"


def test_what_a_letter_suggests_to_who_joins_by_mail_can_be_a_name() -> None:
    wishes = [people.first_name(name, "dora_smith@example.net") for name in REFUSED]
    assert wishes == ["dora smith"] * len(REFUSED)
    assert people.first_name("all", "player1@example.net") == "Newcomer"
