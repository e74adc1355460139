"""Nobody gets a place, or wins a game, by what they decide on others: putting out, ruling, having forgotten."""

from __future__ import annotations

import ast
from datetime import timedelta
from importlib import import_module

import pytest
from django.conf import settings
from django.utils import timezone

from tests.shared.cast import Cast, only_table, person, prepared_league, running_league
from tests.shared.desk import SignIn
from tests.shared.play import end_by_bots
from tournaments.actions import journal
from tournaments.actions.clock import pausing
from tournaments.actions.league import checkin, disqualify, leagues, organisers, readmit, results
from tournaments.actions.player import people
from tournaments.actions.seats import offers, seats, substitutes
from tournaments.language.refusals import HasDecided, NotYours
from tournaments.models import Entry, League, Player, Seat, SeatOffer, Table

pytestmark = pytest.mark.django_db
DECIDED = "has decided on places, seats or results"


@pytest.fixture
def ilse() -> Player:
    return person("Ilse", is_staff=True)


@pytest.fixture
def full(cast: Cast, ilse: Player) -> League:
    """A full league, not begun, with two organisers."""
    league = prepared_league(cast, seats=2, max_players=2)
    league.organisers.add(ilse)
    for player in (cast.opponent, cast.third):
        leagues.enrol(league, player)
    return league


def of_four(cast: Cast, ilse: Player) -> League:
    """A running league in which every game has two players; neither of its organisers takes part."""
    league = prepared_league(cast, seats=2, max_players=4, provisional=timedelta(days=3))
    league.organisers.add(ilse)
    for player in (cast.player, cast.opponent, cast.third, cast.outsider):
        leagues.enrol(league, player)
    return leagues.start(league, cast.organiser)


def take(seat: Seat, player: Player, by: Player) -> None:
    """The player accepts the seat by the letter in which an organiser offers it."""
    seat.refresh_from_db()
    offer = offers.give(seat.pk, player.email, "", by, "free", epoch=seat.token_epoch)
    assert offer is not None
    offers.accept(SeatOffer.objects.get(pk=offer.pk), "", "UTC")


def test_who_waits_has_no_entrant_forgotten_and_reads_who_decides(cast: Cast, full: League, sign_in: SignIn) -> None:
    leagues.enrol(full, cast.organiser)
    page = f"/desk/tournaments/player/{cast.opponent.pk}/erase/"
    desk = sign_in(cast.organiser)
    assert "Ilse decides this" in desk.get(page).content.decode()
    desk.post(page, {"reason": "asked me to", "sure": "on"})
    with pytest.raises(NotYours, match="Ilse decides this"):
        people.erase(cast.opponent, cast.organiser)
    assert full.entries.get(player=cast.organiser).state == Entry.State.WAITING
    people.erase(cast.opponent, cast.opponent)
    assert full.entries.get(player=cast.organiser).state == Entry.State.IN, "at their own word"


def test_who_has_had_an_entrant_forgotten_joins_only_where_nobody_else_organises(
    cast: Cast, full: League, ilse: Player
) -> None:
    people.erase(cast.opponent, cast.organiser)
    with pytest.raises(HasDecided, match=DECIDED):
        leagues.enrol(full, cast.organiser)
    organisers.step_down(full, ilse, "enough")
    leagues.enrol(full, cast.organiser)


def test_nobody_s_opponent_is_forgotten_at_their_word(cast: Cast, ilse: Player) -> None:
    league = prepared_league(cast, seats=2, max_players=4)
    for player in (cast.organiser, cast.opponent):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    league.organisers.add(ilse)
    with pytest.raises(NotYours, match="Ilse decides this"):
        people.erase(cast.opponent, cast.organiser)
    people.erase(cast.opponent, ilse)


def test_an_owner_who_plays_carries_out_what_nobody_impartial_can(cast: Cast, ilse: Player) -> None:
    """Ilse decides in the league, but does not organise the other one in which the player has been."""
    owner = person("Hedda", is_staff=True, is_superuser=True)
    leagues.enrol(elsewhere := prepared_league(cast, name="Elsewhere", tag="Else"), cast.opponent)
    league = prepared_league(cast, seats=2, max_players=4)
    league.organisers.add(ilse)
    for player in (owner, cast.opponent):
        leagues.enrol(league, player)
    elsewhere.organisers.set([ilse])
    with pytest.raises(NotYours, match="Olivia and Ilse decide this"):
        people.erase(cast.opponent, owner)
    elsewhere.organisers.set([person("Oscar", is_staff=True)])
    assert people.erase(cast.opponent, owner).erased_at is not None


@pytest.mark.parametrize("owned", [False, True])
def test_but_an_organiser_who_plays_does_not_though_nobody_else_can(cast: Cast, ilse: Player, owned: bool) -> None:
    leagues.enrol(elsewhere := prepared_league(cast, name="Elsewhere", tag="Else"), cast.opponent)
    leagues.leave(elsewhere, cast.opponent)
    league = prepared_league(cast, seats=3, max_players=3)
    league.organisers.add(ilse)
    third = person("Hedda", is_staff=True, is_superuser=True) if owned else cast.third
    for player in (cast.organiser, cast.opponent, third):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    with pytest.raises(NotYours, match="Ilse decides this"):
        people.erase(cast.opponent, cast.organiser)
    assert people.erase(cast.opponent, cast.opponent).erased_at is not None


def test_who_has_had_a_player_forgotten_does_not_get_the_seat(cast: Cast, ilse: Player) -> None:
    table = only_table(running_league(cast))
    table.league.organisers.add(ilse)
    people.erase(cast.opponent, ilse)
    with pytest.raises(HasDecided, match=DECIDED):
        take(table.seats.get(player=cast.opponent), ilse, cast.organiser)


def test_who_has_given_a_seat_to_a_friend_does_not_get_it(cast: Cast, ilse: Player) -> None:
    table = only_table(running_league(cast))
    table.league.organisers.add(ilse)
    seat = table.seats.get(player=cast.opponent)
    take(seat, person("Fred"), ilse)
    with pytest.raises(HasDecided, match=DECIDED):
        take(seat, ilse, cast.organiser)


def test_who_has_only_stopped_a_clock_may_fill_in(cast: Cast, ilse: Player) -> None:
    table = only_table(running_league(cast))
    table.league.organisers.add(ilse)
    pausing.pause(table.pk, ilse, "a question")
    pausing.go_on(table.pk, ilse, "answered")
    take(seat := table.seats.get(player=cast.opponent), ilse, cast.organiser)
    assert Seat.objects.get(pk=seat.pk).player == ilse


def test_who_has_made_games_count_again_takes_no_seat_in_the_league(cast: Cast, ilse: Player) -> None:
    league = of_four(cast, ilse)
    running = league.tables.filter(state=Table.State.RUNNING).order_by("pk")
    end_by_bots(first := running[0])
    who = first.seats.get(number=0).player
    disqualify.disqualify(league.entries.get(player=who).pk, cast.organiser, "slow", void=True)
    readmit.readmit(league.entries.get(player=who).pk, ilse, "so")
    seat = Seat.objects.filter(table__in=running).exclude(table__seats__player=who)[0]
    with pytest.raises(HasDecided, match=DECIDED):
        take(seat, ilse, cast.organiser)


def test_who_is_passed_over_reads_why_and_has_the_place_when_nobody_else_organises(
    cast: Cast, ilse: Player, sign_in: SignIn
) -> None:
    """Both organisers take part, so that both decide."""
    league = prepared_league(cast, seats=2, max_players=2)
    league.organisers.add(ilse)
    for player in (cast.organiser, cast.opponent, ilse):
        leagues.enrol(league, player)
    page = f"/league/{league.pk}/"
    assert DECIDED not in sign_in(ilse).get(page).content.decode()
    disqualify.disqualify(league.entries.get(player=cast.opponent).pk, ilse, "slow", void=False)
    assert league.entries.get(player=ilse).state == Entry.State.WAITING
    assert f"Ilse {DECIDED}" in sign_in(ilse).get(page).content.decode()
    organisers.step_down(league, cast.organiser, "enough")
    assert league.entries.get(player=ilse).state == Entry.State.IN


def test_who_is_passed_over_has_the_place_when_the_other_organiser_is_forgotten(cast: Cast, ilse: Player) -> None:
    league = prepared_league(cast, seats=2, max_players=2)
    league.organisers.add(ilse)
    for player in (cast.organiser, cast.opponent, ilse):
        leagues.enrol(league, player)
    disqualify.disqualify(league.entries.get(player=cast.opponent).pk, ilse, "slow", void=False)
    leagues.leave(league, cast.organiser)
    assert league.entries.get(player=ilse).state == Entry.State.WAITING
    people.erase(cast.organiser, cast.organiser)
    assert league.entries.get(player=ilse).state == Entry.State.IN


# What nobody plays in yet; an own office; what the owner of the service does for all leagues.
OF_THEIR_OWN = {"league created", "stepped down", "outage ended"}


def test_every_verb_of_who_acts_for_a_league_says_whether_it_decides_on_places() -> None:
    """Each line whose actor is `actor`, the name of an action's argument for who may act."""
    found: set[str] = set()
    for path in sorted((settings.BASE_DIR / "tournaments/actions").rglob("*.py")):
        module = import_module(".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts))
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call) or ast.unparse(call.func) not in {"journal.note", "journal.note_in"}:
                continue
            if any(key.arg == "actor" and ast.unparse(key.value) == "actor" for key in call.keywords):
                found.add(eval(ast.unparse(call.args[0]), vars(module)))
    assert not journal.HARMLESS & journal.DECIDING
    assert found - OF_THEIR_OWN == journal.ORGANISING


def test_no_organiser_gets_a_place_by_what_they_decided_while_another_one_is_there(
    cast: Cast, ilse: Player, sign_in: SignIn
) -> None:
    """Neither the own seat from their own hand, nor one of a league of which they have put a player out."""
    league = prepared_league(cast, seats=2, max_players=4)
    for player in (cast.player, cast.opponent, cast.third, person("Dan"), cast.organiser):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    out = league.entries.get(player=cast.opponent)
    seat = Seat.objects.filter(player=cast.opponent, table__league=league)[0]
    page = f"/desk/tournaments/table/seat/{seat.pk}/give/"
    filled_in = {"email": cast.organiser.email, "everywhere": "on", "reason": "somebody has to"}
    league.organisers.add(ilse)
    disqualify.disqualify(out.pk, cast.organiser, "slow", void=False)
    refused = sign_in(cast.organiser).post(page, filled_in)
    assert "you give no place in it to yourself. They are: Ilse" in refused.content.decode()
    refused = sign_in(ilse).post(page, filled_in)
    assert refused.status_code == 302, "it is offered by letter"
    with pytest.raises(HasDecided, match=DECIDED):
        offers.accept(SeatOffer.objects.get(), "", "UTC")
    league.organisers.remove(ilse)
    assert sign_in(cast.organiser).post(page, filled_in).status_code == 302, "nobody else is there"
    assert league.entries.get(player=cast.organiser).state == Entry.State.IN


def test_who_has_decided_takes_no_place_also_after_stepping_down(cast: Cast, ilse: Player) -> None:
    league = of_four(cast, ilse)
    first, *_, last = league.tables.filter(state=Table.State.RUNNING).order_by("pk")
    end_by_bots(first)
    first.refresh_from_db()
    results.rule(first.pk, list(reversed(first.result["counted"])), ilse, "so")
    organisers.step_down(league, ilse, "enough")
    seat = last.seats.first()
    with pytest.raises(HasDecided, match=DECIDED):
        substitutes.give_seat(seat.pk, ilse, cast.organiser, "silent", epoch=seat.token_epoch)


def test_who_has_put_a_bot_in_a_seat_does_not_get_it(cast: Cast, table: Table, ilse: Player) -> None:
    table.league.organisers.add(ilse)
    seat = table.seats.get(player=cast.opponent)
    seats.replace_by_stand_in(seat.pk, ilse, "silent")
    seat.refresh_from_db()
    with pytest.raises(HasDecided, match=DECIDED):
        substitutes.give_seat(seat.pk, ilse, cast.organiser, "it is free", epoch=seat.token_epoch)


def test_an_owner_gives_no_place_to_themself_where_others_organise(cast: Cast, table: Table) -> None:
    owner = person("Hedda", is_staff=True, is_superuser=True)
    seat = table.seats.get(player=cast.opponent)
    with pytest.raises(HasDecided, match="They are: Olivia"):
        offers.give(seat.pk, owner.email, "", owner, "mine", epoch=seat.token_epoch)
    open_one = prepared_league(cast, seats=2, max_players=2)
    for player in (cast.player, cast.opponent):
        leagues.enrol(open_one, player)
    disqualify.disqualify(open_one.entries.get(player=cast.opponent).pk, owner, "slow", void=False)
    with pytest.raises(HasDecided, match=DECIDED):
        leagues.enrol(open_one, owner)


def test_where_nobody_organises_an_owner_gives_a_seat_to_themself_only_while_no_other_is_there(
    cast: Cast, table: Table
) -> None:
    owner, other = (person(name, is_staff=True, is_superuser=True) for name in ("Hedda", "Heino"))
    table.league.organisers.clear()
    seat = table.seats.get(player=cast.opponent)
    seats.replace_by_stand_in(seat.pk, owner, "slow")
    seat.refresh_from_db()
    with pytest.raises(HasDecided, match="They are: Heino"):
        offers.give(seat.pk, owner.email, "", owner, "I fill in", epoch=seat.token_epoch)
    Player.objects.filter(pk=other.pk).update(is_active=False)
    offers.give(seat.pk, owner.email, "", owner, "I fill in", epoch=seat.token_epoch)
    seat.refresh_from_db()
    assert seat.player == owner


def test_nobody_moves_up_by_what_they_did(cast: Cast, ilse: Player) -> None:
    """Both organisers take part: the one who waits may decide, and is passed over by who waits behind them."""
    league = prepared_league(cast, seats=2, max_players=2)
    league.organisers.add(ilse)
    for player in (cast.organiser, cast.opponent, ilse, cast.third):
        leagues.enrol(league, player)
    checkin.call(league, ilse, timezone.now() + timedelta(days=1))
    checkin.ready(cast.organiser, league)
    League.objects.filter(pk=league.pk).update(ready_by=timezone.now() - timedelta(days=1))
    league.refresh_from_db()
    assert checkin.replace_silent(league, ilse) == 1
    waits, got = league.entries.get(player=ilse), league.entries.get(player=cast.third)
    assert (waits.state, got.state) == (Entry.State.WAITING, Entry.State.IN)
    disqualify.disqualify(got.pk, ilse, "slow", void=False)
    waits.refresh_from_db()
    assert waits.state == Entry.State.WAITING


def test_another_organiser_gets_a_seat_only_by_their_own_press(cast: Cast, table: Table, ilse: Player) -> None:
    table.league.organisers.add(ilse)
    Entry.objects.create(league=table.league, player=ilse, state=Entry.State.WAITING)
    seat = table.seats.get(player=cast.opponent)
    assert offers.give(seat.pk, ilse.email, "", cast.organiser, "silent", epoch=seat.token_epoch) is not None
    seat.refresh_from_db()
    assert seat.player == cast.opponent


def test_who_puts_a_rival_out_does_not_join_and_who_has_joined_does_not_leave_to_do_it(
    cast: Cast, ilse: Player
) -> None:
    league = prepared_league(cast, seats=2, max_players=3)
    league.organisers.add(ilse)
    for player in (cast.organiser, cast.opponent, cast.third):
        leagues.enrol(league, player)
    rival = league.entries.get(player=cast.opponent)
    leagues.leave(league, cast.organiser)
    with pytest.raises(NotYours, match="Ilse decides this"):
        disqualify.disqualify(rival.pk, cast.organiser, "slow", void=False)
    disqualify.disqualify(rival.pk, ilse, "slow", void=False)
    with pytest.raises(HasDecided, match=DECIDED):
        leagues.enrol(league, ilse)
    leagues.enrol(league, cast.organiser)
    league.organisers.remove(cast.organiser)
    leagues.enrol(league, ilse)


def test_who_waits_for_a_place_takes_none_from_the_silent(cast: Cast, ilse: Player) -> None:
    league = prepared_league(cast, seats=2, max_players=2)
    league.organisers.add(ilse)
    for player in (cast.player, cast.opponent, cast.organiser):
        leagues.enrol(league, player)
    checkin.call(league, ilse, timezone.now() + timedelta(days=1))
    League.objects.update(ready_by=timezone.now() - timedelta(days=1))
    with pytest.raises(NotYours, match="Ilse decides this"):
        checkin.replace_silent(league, cast.organiser)
    assert checkin.replace_silent(league, ilse) == 1
