"""Seats offered by letter: nobody gets a seat or an account that they have not asked for by a press."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.outbox import reports
from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tests.shared.play import end_by_bots
from tests.shared.post import newest
from tournaments.actions.league import disqualify, leagues
from tournaments.actions.player import people, renewing, strangers
from tournaments.actions.seats import offers, seats, substitutes
from tournaments.language.refusals import (
    AlreadyEntered,
    AlreadyOffered,
    BadSettings,
    LinkExpired,
    MovedOn,
    NameTaken,
    NotYours,
    TooOften,
)
from tournaments.models import Address, Entry, JournalLine, OutboundLetter, Player, Seat, SeatOffer
from tournaments.outbox import outbox
from tournaments.queries.letters import kinds
from tournaments.queries.needs import needs_of
from tournaments.running import posting, sweeps

pytestmark = pytest.mark.django_db
DORA, REASON = "dora@example.net", "Has moved to the moon."
TAKEN = {"answer": "take", "name": "Dora", "zone": "Europe/Brussels", "accept": "on"}


@pytest.fixture
def seat(cast: Cast) -> Seat:
    """The seat that is asked at a table that has just begun."""
    return asked_seat(only_table(running_league(cast)))


@pytest.fixture
def not_beas(seat: Seat) -> Seat:
    """A seat of that table that is not Bea's."""
    return seat.table.seats.select_related("player", "table__league").exclude(player__name="Bea").earliest("number")


def offer(cast: Cast, seat: Seat, email: str = DORA, name: str = "Dora", **how: bool) -> SeatOffer | None:
    return offers.give(seat.pk, email, name, cast.organiser, REASON, epoch=seat.token_epoch, **how)


def letter_to(email: str = DORA) -> OutboundLetter:
    return OutboundLetter.objects.filter(kind="seat_offered", to=email).latest("pk")


def page(email: str = DORA) -> str:
    found = re.search(r"https://play\.example\.org(/offer/\S+)", letter_to(email).text)
    assert found is not None
    return found[1]


def words(html: bytes) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html.decode()).split())


def now(seat: Seat) -> Seat:
    return Seat.objects.select_related("player").get(pk=seat.pk)


# --- what a letter alone does: nothing --------------------------------------------------------------


def test_a_new_address_gets_a_letter_and_neither_an_account_nor_the_seat(cast: Cast, seat: Seat) -> None:
    players, entries = Player.objects.count(), Entry.objects.count()
    assert offer(cast, seat)
    visitor = Client()
    assert visitor.get(page()).status_code == visitor.head(page()).status_code == 200, "mail scanners open links"
    assert (Player.objects.count(), Entry.objects.count()) == (players, entries)
    assert now(seat).player == seat.player
    letter = letter_to()
    assert (letter.player, letter.seat, letter.state) == (None, None, "queued")
    assert seat.player.name in letter.text
    assert REASON in letter.text.replace("\xa0", " ")
    assert not OutboundLetter.objects.filter(kind__in=("taken_over", "seat_given", "seat_gone")).exists()


def test_the_stranger_is_greeted_by_the_typed_name_or_by_none(cast: Cast, seat: Seat) -> None:
    offer(cast, seat)
    offer(cast, seat, "emil@example.net", "")
    for body in (letter_to().text, letter_to().html):
        assert "Hello Dora," in body.replace("\xa0", " ")
    for body in (letter_to("emil@example.net").text, letter_to("emil@example.net").html):
        assert "Hello," in body
        assert "None" not in body
    assert 'value="Dora"' in Client().get(page()).content.decode()


def test_whether_an_address_plays_here_makes_no_difference_to_what_the_desk_sees(cast: Cast, seat: Seat) -> None:
    Address.objects.create(player=cast.opponent, email="bea@work.example", verified_at=timezone.now())
    Player.objects.filter(pk=cast.outsider.pk).update(language="de")
    for email in (DORA, cast.outsider.email, "bea@work.example"):
        assert offer(cast, seat, email, ""), "also the second address of somebody who sits there"
    letters = OutboundLetter.objects.filter(kind="seat_offered")
    assert set(letters.values_list("player", "state", "subject")) == {
        (None, "queued", "[Autumn] Olivia offers you a seat")
    }
    assert len({re.sub(r"/offer/\S+", "", letter.text) for letter in letters}) == 1
    assert kinds.of("seat_offered").key


def test_who_is_in_the_league_has_the_seat_at_once(cast: Cast) -> None:
    league = prepared_league(cast, max_players=3)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    seat = asked_seat(only_table(leagues.start(league, cast.organiser)))
    assert offer(cast, seat, cast.outsider.email.upper(), "Samuel Elsner") is None
    assert (now(seat).player, now(seat).player.name) == (cast.outsider, "Otto")
    assert not SeatOffer.objects.exists()


# --- the two buttons --------------------------------------------------------------------------------


def test_the_press_makes_the_account_and_moves_the_seat_and_acts_once(cast: Cast, seat: Seat) -> None:
    offer(cast, seat)
    visitor, address = Client(), page()
    shown = words(visitor.get(address).content)
    assert "Autumn League" in shown
    assert "A question waits for this seat. Who takes it has 48 hours" in shown
    assert "Rules of conduct" in shown
    assert visitor.post(address, {**TAKEN, "accept": ""}).status_code == 422, "the settings have to be accepted"
    assert visitor.post(address, TAKEN).status_code == 302
    dora = Player.objects.get(email=DORA)
    assert (dora.name, dora.zone) == ("Dora", "Europe/Brussels")
    assert now(seat).player == dora
    entry = seat.table.league.entries.get(player=dora)
    assert (entry.state, entry.accepted_at is not None) == (Entry.State.IN, True)
    assert newest(seat).kind == "taken_over"
    assert "The seat is yours" in words(visitor.get(address).content)
    assert visitor.post(address, TAKEN).status_code == 200
    assert OutboundLetter.objects.filter(kind="taken_over").count() == 1
    row = SeatOffer.objects.get()
    assert (row.state, row.email, row.name, row.player) == (SeatOffer.State.TAKEN, "", "", dora)
    assert set(JournalLine.objects.filter(actor__isnull=False).values_list("verb", flat=True)) >= {
        "seat offered", "seat given", "seat taken",
    }  # fmt: skip


def test_a_known_player_takes_the_seat_under_the_own_name(cast: Cast, seat: Seat) -> None:
    offer(cast, seat, cast.outsider.email, "Samuel Elsner")
    address = page(cast.outsider.email)
    assert "You play as Otto" in words(Client().get(address).content)
    assert Client().post(address, {"answer": "take", "accept": "on"}).status_code == 302
    assert now(seat).player == cast.outsider


def test_who_cannot_sit_there_reads_why_and_nothing_changes(cast: Cast, not_beas: Seat) -> None:
    Address.objects.create(player=cast.opponent, email="bea@work.example", verified_at=timezone.now())
    offer(cast, not_beas, "bea@work.example")
    sits = Client().post(page("bea@work.example"), {"answer": "take", "accept": "on"})
    assert (sits.status_code, "sits at this table already" in words(sits.content)) == (422, True)
    offer(cast, not_beas)
    named = Client().post(page(), {**TAKEN, "name": "Anna"})
    assert (named.status_code, "Choose another name" in words(named.content)) == (422, True)
    assert not Player.objects.filter(email=DORA).exists()
    assert now(not_beas).player == not_beas.player


def test_nobody_gets_the_own_seat_anew_by_a_second_address(cast: Cast, seat: Seat) -> None:
    assert seat.player is not None
    Address.objects.create(player=seat.player, email="home@family.example", verified_at=timezone.now())
    row, epoch = offer(cast, seat, "home@family.example", ""), seat.token_epoch
    assert row is not None
    with pytest.raises(AlreadyEntered, match="plays this seat already"):
        offers.accept(row, "", "")
    seat.refresh_from_db()
    assert seat.token_epoch == epoch


def test_a_no_leaves_everything_and_cannot_be_taken_back(cast: Cast, seat: Seat) -> None:
    offer(cast, seat)
    address, players = page(), Player.objects.count()
    assert Client().post(address, {"answer": "decline"}).status_code == 302
    assert "You have said no" in words(Client().get(address).content)
    assert "You have said no" in words(Client().post(address, TAKEN).content)
    assert (Player.objects.count(), now(seat).player) == (players, seat.player)
    assert JournalLine.objects.filter(verb="seat declined").count() == 1


def test_all_seats_of_a_player_are_taken_by_one_press(cast: Cast) -> None:
    league = prepared_league(cast, max_players=4)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    chosen = Seat.objects.filter(player=cast.player, table__league=league).first()
    offer(cast, chosen, everywhere=True)
    assert "all seats that Anna has" in words(Client().get(page()).content)
    Client().post(page(), TAKEN)
    assert Seat.objects.filter(player__email=DORA).count() == 3
    assert not Seat.objects.filter(player=cast.player).exists()


# --- how it ends --------------------------------------------------------------------------------------


def given_away(cast: Cast, seat: Seat) -> None:
    substitutes.give_seat(seat.pk, cast.outsider, cast.organiser, "x", epoch=seat.token_epoch)


def given_away_and_back(cast: Cast, seat: Seat) -> None:
    given_away(cast, seat)
    substitutes.give_seat(seat.pk, seat.player, cast.organiser, "x", epoch=now(seat).token_epoch)


def given_back(cast: Cast, seat: Seat) -> None:
    seats.replace_by_stand_in(seat.pk, cast.organiser, "x")
    seats.give_back(seat.pk, cast.organiser, "x")


def ended(cast: Cast, seat: Seat) -> None:
    end_by_bots(seat.table)


def other_organiser(cast: Cast, seat: Seat) -> None:
    seat.table.league.organisers.set([person("Oscar", is_staff=True)])


def erased(cast: Cast, seat: Seat) -> None:
    seat.table.league.organisers.add(person("Oscar", is_staff=True))
    people.erase(cast.organiser, cast.organiser)


def withdrawn(cast: Cast, seat: Seat) -> None:
    offers.withdraw(SeatOffer.objects.get().pk, cast.organiser)


@pytest.mark.parametrize(
    "end", [given_away, given_away_and_back, given_back, ended, other_organiser, erased, withdrawn, None],
    ids=lambda end: getattr(end, "__name__", "too late"),
)  # fmt: skip
def test_an_offer_that_is_over_takes_nothing(cast: Cast, seat: Seat, end: object) -> None:
    offer(cast, seat)
    address, late = page(), timedelta(days=8) if end is None else timedelta(0)
    if callable(end):
        end(cast, seat)
    with time_machine.travel(timezone.now() + late, tick=False):
        for visit in (
            Client().get(address),
            Client().post(address, TAKEN),
            Client().post(address, {"answer": "decline"}),
        ):
            assert (visit.status_code, "This offer is over" in words(visit.content)) == (410, True)
        assert not Player.objects.filter(email=DORA).exists()
        sweeps.purge(timezone.now())
        assert not SeatOffer.objects.filter(state=SeatOffer.State.OPEN).exists()


def taken_back(cast: Cast, seat: Seat) -> None:
    seats.replace_by_stand_in(seat.pk, cast.organiser, "silent")


def put_out(cast: Cast, seat: Seat) -> None:
    disqualify.disqualify(seat.table.league.entries.get(player=seat.player).pk, cast.organiser, "x", void=False)


def forgotten(_cast: Cast, seat: Seat) -> None:
    people.erase(seat.player, seat.player)


@pytest.mark.parametrize("lost", [given_away, taken_back, put_out, forgotten, ended], ids=lambda lost: lost.__name__)
def test_a_seat_that_was_taken_is_said_to_be_theirs_as_long_as_it_is(
    cast: Cast, seat: Seat, lost: Callable[[Cast, Seat], None]
) -> None:
    offer(cast, seat)
    address = page()
    Client().post(address, TAKEN)
    assert "The seat is yours" in words(Client().get(address).content)
    lost(cast, now(seat))
    later = Client().get(address)
    assert (later.status_code, "This offer was answered" in words(later.content)) == (410, True)


def test_the_stand_in_may_play_until_somebody_takes_the_seat(cast: Cast, seat: Seat) -> None:
    offer(cast, seat)
    seats.replace_by_stand_in(seat.pk, cast.organiser, "gone")
    assert Client().post(page(), TAKEN).status_code == 302
    assert (now(seat).player.email, now(seat).mover) == (DORA, Seat.Mover.PLAYER)


def test_an_altered_link_opens_nothing(cast: Cast, seat: Seat) -> None:
    offer(cast, seat)
    assert Client().get(f"{page()[:-2]}x/").status_code == 410
    assert Client().get("/offer/nothing/").status_code == 410


def test_links_in_a_mailbox_that_somebody_else_has_read_are_dead(cast: Cast, seat: Seat) -> None:
    offer(cast, seat, cast.outsider.email)
    renewing.renew(cast.outsider)
    assert Client().post(page(cast.outsider.email), {"answer": "take", "accept": "on"}).status_code == 410


def test_whom_it_went_to_is_forgotten_some_days_after_the_end(cast: Cast, seat: Seat) -> None:
    offer(cast, seat)
    Client().post(page(), {"answer": "decline"})
    sweeps.purge(timezone.now() + timedelta(days=7, hours=-1))
    assert SeatOffer.objects.get().email == DORA, "the organiser is told who has said no"
    sweeps.purge(timezone.now() + timedelta(days=7, hours=1))
    assert not SeatOffer.objects.exists()
    assert not OutboundLetter.objects.filter(to=DORA, created_at__lt=timezone.now() - outbox.STRANGERS_KEPT).exists()


def test_erasing_ends_what_was_offered_to_the_person(cast: Cast, seat: Seat) -> None:
    offer(cast, seat, cast.outsider.email)
    address = page(cast.outsider.email)
    people.erase(cast.outsider, cast.outsider)
    assert not SeatOffer.objects.exists()
    assert Client().post(address, TAKEN).status_code == 410


# --- who may offer what -----------------------------------------------------------------------------


def test_only_an_office_offers_and_takes_back_and_not_after_the_seat_has_gone(cast: Cast, seat: Seat) -> None:
    stranger = person("Oscar", is_staff=True)
    with pytest.raises(NotYours):
        offers.give(seat.pk, DORA, "", stranger, REASON, epoch=0)
    row = offer(cast, seat)
    with pytest.raises(NotYours):
        offers.withdraw(row.pk, stranger)
    given_away(cast, seat)
    with pytest.raises(MovedOn):
        offer(cast, seat, "emil@example.net")
    assert OutboundLetter.objects.filter(kind="seat_offered").count() == 1


@pytest.mark.parametrize(
    ("email", "name", "refusal"),
    [
        ("bea@example.net", "", AlreadyEntered),
        ("new@example.net", "ANNA", NameTaken),
        ("new@example.net", "House Servant", BadSettings),
        ("a@b", "", BadSettings),
        ("play@{}", "", BadSettings),
        ("play+x@{}", "", BadSettings),
    ],
)
def test_what_cannot_be_is_refused_by_name_before_anything_is_sent(
    cast: Cast, not_beas: Seat, email: str, name: str, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        offer(cast, not_beas, email.format(settings.MAIL_DOMAIN), name)
    assert not SeatOffer.objects.exists()
    assert not OutboundLetter.objects.filter(kind="seat_offered").exists()


def test_one_address_is_asked_once_at_a_time_and_seldom(cast: Cast, seat: Seat) -> None:
    for _ in range(3):
        row = offer(cast, seat)
        with pytest.raises(AlreadyOffered):
            offer(cast, seat, DORA.upper())
        offers.withdraw(row.pk, cast.organiser)
    with pytest.raises(TooOften, match="several such letters today"):
        offer(cast, seat)


def test_offers_count_with_the_invitations_of_an_organiser_of_all_and_to_a_domain(
    cast: Cast, seat: Seat, settings: Settings
) -> None:
    settings.INVITATIONS_TO_A_DOMAIN_AN_HOUR = 2
    strangers.count(cast.organiser, ["a@example.net", "b@EXAMPLE.net"])
    with pytest.raises(TooOften, match=re.escape("example.net")):
        offer(cast, seat)
    settings.INVITATIONS_AN_HOUR = 2
    with pytest.raises(TooOften, match="just now"):
        offer(cast, seat, "dora@elsewhere.example")
    settings.INVITATIONS_A_DAY = 2
    with pytest.raises(TooOften, match="2 addresses a day"):
        offer(cast, seat, "dora@elsewhere.example")
    settings.INVITATIONS_A_DAY, settings.INVITATIONS_AN_HOUR = 3, 3
    assert offer(cast, seat, "dora@elsewhere.example"), "what was refused was not counted"


def test_one_address_hears_of_few_leagues_a_day(cast: Cast, seat: Seat) -> None:
    for number in range(strangers.LETTERS_TO_ONE_A_DAY):
        assert strangers.may_be_written(DORA, f"league {number}", 1)
    with pytest.raises(TooOften):
        offer(cast, seat)


# --- a letter that does not arrive ------------------------------------------------------------------


def test_a_letter_that_comes_back_is_shown_to_the_organiser(cast: Cast, seat: Seat) -> None:
    offer(cast, seat)
    assert posting.post(letter_to().pk)
    letter = letter_to()
    reports.about(letter).arrive()
    letter.refresh_from_db()
    assert letter.delivery == OutboundLetter.Delivery.CAME_BACK
    assert "The seat offered letter to an address that was typed in is said to have come back" in [
        need.words for need in needs_of(cast.organiser)
    ]
    desk = Client()
    desk.force_login(cast.organiser)
    shown = words(desk.get(f"/desk/tournaments/table/{seat.table_id}/change/").content)
    assert f"to {DORA}: open" in shown
    assert "the letter came back" in shown


def test_accepting_a_withdrawn_offer_by_hand_is_refused(cast: Cast, seat: Seat) -> None:
    row = offer(cast, seat)
    offers.withdraw(row.pk, cast.organiser)
    for act in (lambda: offers.accept(row, "Dora", "UTC"), lambda: offers.decline(row)):
        with pytest.raises(LinkExpired):
            act()
