"""How a player comes to be, and being erased."""

from __future__ import annotations

import pytest

from tests.shared.cast import Cast, asked_seat, make_cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.clock import pausing
from tournaments.actions.league import leagues
from tournaments.actions.player import people, preferences
from tournaments.actions.table import rollback
from tournaments.language.refusals import AddressTaken, NotYours
from tournaments.models import InboundLetter, JournalLine, OutboundLetter, Player, Seat
from tournaments.queries import needs
from tournaments.queries.access.desk_rights import own
from tournaments.queries.standings import shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def test_an_address_that_is_taken_meanwhile_makes_no_second_player(cast: Cast) -> None:
    assert people.make(cast.player.email.upper(), "Nina", "UTC") is None
    assert people.begin(cast.player.email.upper(), "Nina", "UTC") == cast.player
    Player.objects.filter(pk=cast.player.pk).update(is_active=False)
    assert people.make(cast.player.email, "Nina", "UTC") is None
    with pytest.raises(AddressTaken):
        people.begin(cast.player.email, "Nina", "UTC")


def test_an_erased_player_is_nameless_and_the_game_goes_on(cast: Cast) -> None:
    league = running_league(cast)
    table = only_table(league)
    seat = asked_seat(table)
    player = seat.player
    assert player is not None
    name, email = player.name, player.email
    deliver(newest(seat), "status")
    preferences.speak(player, "de")
    with pytest.raises(NotYours):
        people.erase(player, cast.outsider)
    people.erase(player, player)
    people.erase(player, player)
    player.refresh_from_db()
    seat.refresh_from_db()
    assert (player.name, player.language, player.is_active) == ("former player", "en", False)
    assert seat.mover == Seat.Mover.REPLACED
    assert asked_seat(table).pk != seat.pk
    assert not Player.objects.filter(email=email).exists()
    assert bytes(InboundLetter.objects.get().raw) == b""
    own = OutboundLetter.objects.filter(player=player)
    assert not own.filter(to=email).exists()
    assert not own.exclude(text="").exists()
    assert not JournalLine.objects.filter(words__contains=name).exists()
    assert "former player" in [row.name for row in shown(league, leagues.standings(league))]


def test_who_was_forgotten_is_written_nothing_and_nobody_has_to_see_to_it(cast: Cast) -> None:
    league = running_league(cast)
    table = only_table(league)
    seat = table.seats.get(player=cast.third)
    people.erase(cast.third, cast.third)
    before = OutboundLetter.objects.latest("pk").pk
    pausing.pause(table.pk, cast.organiser, "wait")
    table.refresh_from_db()
    rollback.roll_back(table.pk, 0, cast.organiser, "a mistake", anew=True, seen=table.head)
    new = OutboundLetter.objects.filter(pk__gt=before)
    assert new.filter(seat__player=cast.player, state=OutboundLetter.State.QUEUED).count() == 2
    unsent = new.filter(seat=seat)
    assert [(row.state, row.subject + row.text + row.html, row.picture) for row in unsent] == [
        (OutboundLetter.State.NOT_WANTED, "", None)
    ] * 2
    look = needs.Look(cast.organiser, own, str)
    assert needs.most_urgent(look, 10)[1] == 0
