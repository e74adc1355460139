"""A seat gets another player: old addresses dead, nothing of the former left, a letter that brings up to date."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.actions.asked import legal, open_turn
from tests.actions.position import order
from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tests.shared.play import play_on
from tests.shared.post import answers_to, deliver, newest
from tournaments.actions.clock import deadlines
from tournaments.actions.league import leagues, results
from tournaments.actions.player import preferences
from tournaments.actions.seats import seats, substitutes
from tournaments.actions.table import tables
from tournaments.language.refusals import AlreadyEntered, MovedOn, NameTaken, NotYours
from tournaments.models import Entry, InboundLetter, JournalLine, Note, OutboundLetter, Player, Seat, Table, Turn
from tournaments.queries import matches
from tournaments.queries.access import player_rights

pytestmark = pytest.mark.django_db
REASON = "Has moved to the moon."


@pytest.fixture
def seat(cast: Cast) -> Seat:
    """The seat that is asked at a table where everybody has played a card."""
    table = only_table(running_league(cast))
    for _ in range(3):
        order(asked_seat(table), "12")
    return asked_seat(Table.objects.get(pk=table.pk))


def give(cast: Cast, seat: Seat, player: Player | None = None) -> Seat:
    substitutes.give_seat(seat.pk, player or person("Dora"), cast.organiser, REASON, epoch=seat.token_epoch)
    seat.refresh_from_db()
    return Seat.objects.select_related("player", "table__league").get(pk=seat.pk)


def test_the_new_player_gets_one_letter_with_the_question_and_plays_by_answering_it(cast: Cast, seat: Seat) -> None:
    mine = give(cast, seat)
    letter = OutboundLetter.objects.get(player__email="dora@example.net")
    assert (letter.kind, letter.serial) == ("taken_over", open_turn(mine).serial)
    words = " ".join(letter.text.split())
    assert "from here on you play for" in words
    assert "== WHAT HAPPENED LATELY ==" in words
    assert "YOUR HAND" in words
    assert "HOW IT IS PLAYED BY MAIL" in words
    row = deliver(letter, legal(mine))
    assert answers_to(row) == ["orders_account"]
    assert row.account["lines"][0]["state"] == "played"


def test_the_new_player_has_all_the_time_that_the_league_gives(cast: Cast, seat: Seat) -> None:
    with time_machine.travel(timezone.now() + timedelta(hours=40), tick=False):
        mine = give(cast, seat)
        assert open_turn(mine).due_by == timezone.now() + seat.table.league.turn_time
        assert open_turn(mine).reminded_at is None


def test_the_new_player_is_reminded_as_the_former_one_was(cast: Cast, seat: Seat) -> None:
    for whose in (seat, None):
        mine = whose or give(cast, seat)
        turn = open_turn(mine)
        Turn.objects.filter(pk=turn.pk).update(handed_at=turn.opened_at)
        with time_machine.travel(turn.remind_at, tick=False):
            assert deadlines.remind(turn.pk)
        assert newest_to(mine.player, "reminder").seat == mine


def test_letters_to_the_former_players_addresses_play_nothing_and_say_who_plays_now(cast: Cast, seat: Seat) -> None:
    old, former = newest(seat, "turn", "orders_account"), seat.player
    give(cast, seat)
    head = Table.objects.get(pk=seat.table_id).head
    row = deliver(old, legal(seat))
    assert Table.objects.get(pk=seat.table_id).head == head
    assert answers_to(row) == ["no_longer_yours"]
    assert "Dora has your seat" in " ".join(newest_to(former, "no_longer_yours").text.split())


def newest_to(player: Player | None, kind: str) -> OutboundLetter:
    return OutboundLetter.objects.filter(player=player, kind=kind).latest("pk")


def test_kept_and_standing_orders_and_earlier_expiries_do_not_pass_on(cast: Cast, seat: Seat) -> None:
    order(seat, "always climb never")
    Seat.objects.filter(pk=seat.pk).update(expired_on=["2026-01-01", "2026-01-02"])
    seat.refresh_from_db()
    assert seat.plan["rules"]
    mine = give(cast, seat)
    assert (mine.plan["rules"], mine.plan["kept"], mine.expired_on) == ({}, [], [])


def test_everybody_is_told_with_the_reason_the_former_player_without_an_address_of_the_seat(
    cast: Cast, seat: Seat
) -> None:
    former = seat.player
    give(cast, seat)
    assert OutboundLetter.objects.filter(kind="seat_given").count() == 2
    gone = newest_to(former, "seat_gone")
    assert gone.seat is None
    for letter in OutboundLetter.objects.filter(kind__in=("seat_given", "seat_gone", "taken_over")):
        assert "Has moved to the moon." in letter.text.replace("\xa0", " "), letter.kind


def test_what_the_former_player_noted_and_was_asked_stays_theirs(cast: Cast, seat: Seat) -> None:
    former = seat.player
    order(seat, "note: Chidi collects purple")
    held = InboundLetter.objects.create(
        key="h", door="smtp", raw=b"x", seat=seat, player=former, received_at=timezone.now(),
        state=InboundLetter.State.HELD,
    )  # fmt: skip
    answered = InboundLetter.objects.create(
        key="a", door="smtp", raw=b"x", seat=seat, player=former, received_at=timezone.now(), verdict="released",
        state=InboundLetter.State.DONE,
    )  # fmt: skip
    mine = give(cast, seat)
    assert mine.player is not None
    assert not player_rights.questioned_letters(mine.player).filter(pk__in=(held.pk, answered.pk)).exists()
    held.refresh_from_db()
    assert held.state == InboundLetter.State.DONE
    deliver(newest(mine, "taken_over"), "notes")
    assert "nothing at this table" in newest_to(mine.player, "notes").text
    assert Note.objects.get().player == former


def test_who_takes_over_is_in_the_league_and_who_has_no_seat_left_is_not(cast: Cast, seat: Seat) -> None:
    former, league = seat.player, seat.table.league
    mine = give(cast, seat)
    assert league.entries.get(player=mine.player).state == Entry.State.IN
    assert league.entries.get(player=former).state == Entry.State.LEFT
    assert former.pk not in [row.player for row in results.standings(league)]
    assert mine.player_id in [row.player for row in results.standings(league)]


def test_somebody_of_the_waiting_list_takes_over_and_is_in_the_league(cast: Cast) -> None:
    league = prepared_league(cast, max_players=3)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    seat = asked_seat(only_table(leagues.start(league, cast.organiser)))
    mine = give(cast, seat, cast.outsider)
    assert mine.player == cast.outsider
    assert league.entries.get(player=cast.outsider).state == Entry.State.IN


def test_a_bots_seat_is_given_to_a_person_who_is_asked_next(cast: Cast, seat: Seat) -> None:
    seats.replace_by_stand_in(seat.pk, cast.organiser, "gone")
    seat.refresh_from_db()
    mine = give(cast, seat)
    assert mine.mover == Seat.Mover.PLAYER
    letter = newest(mine, "taken_over")
    assert "Nothing is asked of you yet" in " ".join(letter.text.split())
    assert "YOUR HAND" in letter.text


def test_all_seats_of_a_player_change_hands_together(cast: Cast) -> None:
    league = prepared_league(cast, max_players=4)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    chosen = Seat.objects.filter(player=cast.player, table__league=league).first()
    assert chosen is not None
    substitutes.give_all_seats(chosen.pk, person("Dora"), cast.organiser, REASON, epoch=0)
    assert not Seat.objects.filter(player=cast.player).exists()
    assert Seat.objects.filter(player__name="Dora").count() == 3
    assert league.entries.get(player=cast.player).state == Entry.State.LEFT


def test_who_cannot_sit_there_is_refused_by_name_and_nothing_changes(cast: Cast, seat: Seat) -> None:
    named = person("ANNA", "new@example.net")
    for player, refusal in ((cast.opponent, AlreadyEntered), (named, NameTaken)):
        with pytest.raises(refusal):
            give(cast, seat, player)
        assert Seat.objects.get(pk=seat.pk).player == seat.player


def test_only_an_organiser_gives_seats_and_not_twice_at_one_look(cast: Cast, seat: Seat) -> None:
    with pytest.raises(NotYours):
        substitutes.give_seat(seat.pk, cast.outsider, person("Oscar", is_staff=True), REASON, epoch=0)
    give(cast, seat)
    with pytest.raises(MovedOn):
        substitutes.give_seat(seat.pk, cast.outsider, cast.organiser, REASON, epoch=0)
    assert JournalLine.objects.filter(verb="seat given").count() == 1


# --- what the database holds ------------------------------------------------------------------------


def test_nobody_has_two_seats_of_a_table_whoever_writes_the_row(seat: Seat) -> None:
    other = Seat.objects.filter(table=seat.table).exclude(pk=seat.pk)[0]
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(pk=seat.pk).update(player=other.player)
    Seat.objects.filter(table=seat.table).update(player=None)


def test_who_sits_there_already_gets_no_second_seat_and_nothing_is_changed(cast: Cast, seat: Seat) -> None:
    other = Seat.objects.select_related("player").filter(table=seat.table).exclude(pk=seat.pk)[0]
    letters = OutboundLetter.objects.count()
    with pytest.raises(AlreadyEntered, match="sits at this table already"):
        give(cast, seat, other.player)
    seat.refresh_from_db()
    assert (seat.player != other.player, OutboundLetter.objects.count()) == (True, letters)


def test_a_table_at_which_somebody_would_have_two_seats_is_not_opened(cast: Cast) -> None:
    league = prepared_league(cast)
    entries = [leagues.enrol(league, player) for player in cast.players]
    table = league.tables.get(number=1)
    table.words = ["", "", ""]
    with pytest.raises(AlreadyEntered, match="two seats"), transaction.atomic():
        tables.open_table(table, [entries[0], entries[1], entries[0]])
    assert Table.objects.get(pk=table.pk).state == Table.State.COMMITTED
    assert not Seat.objects.exists()


@pytest.mark.parametrize("ways", [{}, {"turns": "digest", "news": "digest"}], ids=["letters", "daily"])
def test_who_has_lost_a_seat_is_asked_nothing_there_whatever_letters_they_choose_then(
    cast: Cast, ways: dict[str, str]
) -> None:
    for player in cast.players:
        preferences.choose(player, ways, 8, calendar_files=False)
    seat = asked_seat(only_table(running_league(cast)))
    former = seat.player
    assert former is not None
    asking = OutboundLetter.objects.filter(player=former, seat=seat, kind="turn")
    assert asking.filter(state__in=("queued", "for-digest")).exists()
    substitutes.give_seat(seat.pk, cast.outsider, cast.organiser, "moved", epoch=seat.token_epoch)
    preferences.choose(former, dict.fromkeys(ways, "now"))
    assert set(asking.values_list("state", flat=True)) == {OutboundLetter.State.NOT_WANTED}


def test_who_takes_over_reads_of_this_round_and_the_last_one_and_of_nothing_before(cast: Cast) -> None:
    table = only_table(running_league(cast))
    while _rounds(table) < 3:
        play_on(table, 1)
    substitutes.give_seat(asked_seat(table).pk, person("Dora"), cast.organiser, REASON, epoch=0)
    words = OutboundLetter.objects.get(kind="taken_over").text
    lately = words.partition("WHAT HAPPENED LATELY")[2].partition("YOUR HAND")[0]
    before, begun, since = lately.partition("Round 2 began")
    assert begun
    assert "Round 3 began" in since
    assert before.count("\n* ") == 3, "of the first round only the move that ended it, and how it ended"


def _rounds(table: Table) -> int:
    """The number of rounds that have begun."""
    return sum(event.kind == "round begins" for entry in matches.log_of(table) for event in entry.events)


# --- who has the seat already ----------------------------------------------------------------------


def test_a_seat_is_not_given_to_who_plays_it_and_its_letters_still_count(cast: Cast, seat: Seat) -> None:
    written, epoch = newest(seat), seat.token_epoch
    with pytest.raises(AlreadyEntered, match="plays this seat already; nothing was changed"):
        give(cast, seat, seat.player)
    seat.refresh_from_db()
    assert (seat.token_epoch, newest(seat)) == (epoch, written)
    assert deliver(newest(seat, "turn", "orders_account"), legal(seat)).account["lines"][0]["state"] == "played"


def test_a_seat_that_the_stand_in_plays_is_given_back_to_its_player_and_not_anew(cast: Cast, seat: Seat) -> None:
    seats.replace_by_stand_in(seat.pk, cast.organiser, REASON)
    seat.refresh_from_db()
    with pytest.raises(AlreadyEntered, match="the stand-in plays it; nothing was changed"):
        give(cast, seat, seat.player)
    assert seats.give_back(seat.pk, cast.organiser, REASON).mover != Seat.Mover.REPLACED
