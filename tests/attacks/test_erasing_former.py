"""Being forgotten after a seat was given away, an address was dropped, or answers waited to go out together."""

from __future__ import annotations

import pytest
from django.utils import timezone
from pytest_django import Settings

from tests.shared.cast import Cast, make_cast, person, prepared_league
from tests.shared.post import address_of, deliver, name_address, newest, reply
from tests.shared.traces import Trace, in_rows
from tournaments.actions.commands import gathered
from tournaments.actions.league import announcements, invitations, leagues
from tournaments.actions.player import addresses, people, renewing
from tournaments.actions.seats import substitutes
from tournaments.inbox import ingest
from tournaments.models import InboundLetter, League, OutboundLetter, Player, Seat, Table
from tournaments.outbox import outbox
from tournaments.running import posting

pytestmark = pytest.mark.django_db

NAME, REGISTERED = "Quirina Vandewalle", "q@tulpenpost.example"
KIOSK, SECOND = "q.v@kiosk.example", "qv@zweitpost.example"
WORDS = ["quirina", "tulpenpost", "kiosk.example", "zweitpost"]
SIGNED = ("-- ", NAME)
State = OutboundLetter.State


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def seat(cast: Cast) -> Seat:
    """Of somebody at a table of two, whose first letters have gone out."""
    league = prepared_league(cast, seats=2, max_players=2)
    for player in (person(NAME, REGISTERED), cast.opponent):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    OutboundLetter.objects.update(state=State.SENT)
    return Seat.objects.get(player__email=REGISTERED, table__state=Table.State.RUNNING)


def forget(player: Player) -> list[Trace]:
    """The traces left of the person in rows that are not letters to others who play here."""
    assert in_rows(WORDS)
    people.erase(player, player)
    others = set(OutboundLetter.objects.exclude(player=player).exclude(player=None).values_list("pk", flat=True))
    return [t for t in in_rows(WORDS) if t.table != "tournaments_outboundletter" or t.key not in others]


def test_what_came_from_anywhere_for_a_seat_that_was_given_away(cast: Cast, seat: Seat) -> None:
    player = owner(seat)
    row = deliver(newest(seat), "workers 1", *SIGNED, sender=f"{NAME} <{KIOSK}>", mail_from=KIOSK)
    assert row.state == InboundLetter.State.HELD
    substitutes.give_seat(seat.pk, cast.outsider, cast.organiser, "moved", epoch=seat.token_epoch)
    later = deliver(newest(seat), "workers 1", sender="somebody@elsewhere.example", quote=False)
    assert forget(player) == []
    later.refresh_from_db()
    assert later.raw, "it came for the new player"


def test_what_came_from_anywhere_to_a_reply_address_that_had_ended(seat: Seat) -> None:
    letter, player = newest(seat), owner(seat)
    renewing.renew(player)
    row = deliver(letter, "workers 1", *SIGNED, sender=f"{NAME} <{KIOSK}>", mail_from=KIOSK)
    assert (row.verdict, row.player) == ("dead token", None)
    assert forget(Player.objects.get(pk=player.pk)) == []


def test_a_letter_to_an_address_that_was_dropped_before_it_was_proved(seat: Seat) -> None:
    player = owner(seat)
    name_address(player, SECOND)
    assert OutboundLetter.objects.filter(to=SECOND, state=State.QUEUED).exists()
    renewing.renew(player)
    assert not player.addresses.exists()
    assert forget(Player.objects.get(pk=player.pk)) == []


def test_answers_that_waited_to_go_out_together_go_nowhere(seat: Seat, settings: Settings) -> None:
    settings.LETTERS_AT_ONCE = 1
    letter, player = newest(seat), owner(seat)
    for number in range(2):
        raw = reply(letter, "status", message_id=f"<status-{number}@tulpenpost.example>")
        ingest.read(ingest.ingest(raw, address_of(letter), REGISTERED).pk)
    assert OutboundLetter.objects.filter(player=player, state=State.FOR_ANSWER).exists()
    people.erase(player, player)
    assert not gathered.send(player.pk)


@pytest.mark.parametrize("state", State.values)
def test_no_letter_to_who_was_forgotten_is_posted_in_whatever_state_it_was(seat: Seat, state: str) -> None:
    player = owner(seat)
    OutboundLetter.objects.filter(player=player).update(state=state, taken_at=None)
    people.erase(player, player)
    outbox.sweep()
    letters = OutboundLetter.objects.filter(player=player)
    assert letters.exists()
    assert not any(posting.post(letter.pk) for letter in letters)
    gone = {State.SENT, State.GATHERED, State.NOT_WANTED, State.FAILED}
    assert {letter.state for letter in letters.all()} <= gone


def owner(seat: Seat) -> Player:
    return Player.objects.get(pk=seat.player_id)


def test_what_others_wrote_of_an_address_that_was_given_up_goes_with_the_rest(cast: Cast, seat: Seat) -> None:
    player, league = owner(seat), prepared_league(cast, name="Guests", tag="Guests", access=League.Access.INVITATION)
    address = name_address(player, SECOND)
    type(address).objects.filter(pk=address.pk).update(verified_at=timezone.now())
    announcements.announce(seat.table.league, cast.organiser, f"they write from {SECOND}")
    invitations.invite(league, cast.organiser, SECOND)
    addresses.remove(player, address.pk)
    assert len({trace.table for trace in in_rows(WORDS) if trace.word == "zweitpost"}) > 1
    left = [trace for trace in forget(Player.objects.get(pk=player.pk)) if trace.word == "zweitpost"]
    assert left == []
