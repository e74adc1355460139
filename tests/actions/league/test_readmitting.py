"""A disqualification is taken back: seats, stopped tables, games that count, the place, and who is told."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.actions.asked import legal
from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tests.shared.desk import at_desk
from tests.shared.play import end_by_bots, play_on
from tests.shared.post import answers_to, deliver, newest
from tournaments.actions.league import disqualify, leagues, organisers, results
from tournaments.actions.league import readmit as readmitting
from tournaments.actions.player import people
from tournaments.actions.seats import offered, offers, seats, substitutes
from tournaments.actions.table import tables
from tournaments.language.refusals import NameTaken, NotOpen, NotYours
from tournaments.models import Entry, JournalLine, League, OutboundLetter, Player, Seat, Table, Turn

pytestmark = pytest.mark.django_db
REASON = "It was her brother."


def put_out(cast: Cast, league: League, player: Player, *, void: bool) -> Entry:
    entry = league.entries.get(player=player)
    return disqualify.disqualify(entry.pk, cast.organiser, "Two accounts.", void=void)


def readmit(cast: Cast, entry: Entry) -> Entry:
    return readmitting.readmit(entry.pk, cast.organiser, REASON)


@pytest.fixture
def league(cast: Cast) -> League:
    """Four players, each at three of four tables; the first table has ended."""
    league = prepared_league(cast, max_players=4, provisional=timedelta(days=3))
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    end_by_bots(league.tables.get(number=1))
    return league


def test_nobody_takes_the_own_disqualification_back(cast: Cast) -> None:
    league = running_league(cast)
    league.organisers.add(cast.player)
    entry = put_out(cast, league, cast.player, void=False)
    with pytest.raises(NotYours):
        readmitting.readmit(entry.pk, cast.player, REASON)
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.OUT
    assert readmit(cast, entry).state == Entry.State.IN


@pytest.fixture
def full(cast: Cast) -> tuple[League, Player]:
    """A league in which its only organiser plays, and the owner of the service as well; and that owner."""
    league = prepared_league(cast)
    owner = person("Hedda", is_staff=True, is_superuser=True)
    for player in (cast.organiser, owner, cast.player):
        leagues.enrol(league, player)
    return leagues.start(league, cast.organiser), owner


def test_but_who_is_the_only_one_to_decide_on_it(cast: Cast, full: tuple[League, Player]) -> None:
    league, owner = full
    entry = put_out(cast, league, cast.organiser, void=False)
    league.organisers.add(ilse := person("Ilse", is_staff=True))
    with pytest.raises(NotYours, match="Ilse decides this"):
        readmit(cast, entry)
    league.organisers.remove(ilse)
    with pytest.raises(NotYours, match="or the owner, readmits you"):
        readmit(cast, entry)
    Player.objects.filter(pk=owner.pk).update(is_active=False)
    assert readmit(cast, entry).state == Entry.State.IN


def test_a_decision_on_the_only_organiser_is_the_owner_s_who_plays_as_well(
    cast: Cast, full: tuple[League, Player]
) -> None:
    league, owner = full
    with pytest.raises(NotYours, match="Olivia decides this"):
        disqualify.disqualify(league.entries.get(player=cast.player).pk, owner, "Two accounts.", void=False)
    entry = put_out(cast, league, cast.organiser, void=False)
    page = at_desk(owner).get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()
    offered_for = re.findall(r"league/entry/(\d+)/(readmit|disqualify)/", page)
    assert offered_for == [(str(entry.pk), "readmit")]
    assert readmitting.readmit(entry.pk, owner, REASON).state == Entry.State.IN


def test_but_is_left_to_an_owner_who_takes_no_part(cast: Cast, full: tuple[League, Player]) -> None:
    league, owner = full
    entry, ida = league.entries.get(player=cast.organiser), person("Ida", is_staff=True, is_superuser=True)
    with pytest.raises(NotYours, match="Ida decides this"):
        disqualify.disqualify(entry.pk, owner, "Two accounts.", void=False)
    assert disqualify.disqualify(entry.pk, ida, "Two accounts.", void=False).state == Entry.State.OUT


@pytest.mark.parametrize("owns", [True, False])
@pytest.mark.parametrize("state", [Entry.State.LEFT, Entry.State.WAITING])
def test_who_plays_and_organises_does_not_put_out_the_one_who_decides(cast: Cast, state: str, owns: bool) -> None:
    Player.objects.filter(pk=cast.organiser.pk).update(is_superuser=owns)
    cast.organiser.refresh_from_db()
    league = prepared_league(cast, max_players=4)
    league.organisers.add(ilse := person("Ilse", is_staff=True))
    leagues.enrol(league, ilse)
    leagues.leave(league, ilse)
    for player in (*cast.players, cast.organiser):
        leagues.enrol(league, player)
    if state == Entry.State.WAITING:
        leagues.enrol(league, ilse)
    entry = leagues.start(league, ilse).entries.get(player=ilse)
    assert entry.state == state
    with pytest.raises(NotYours, match="Ilse decides this"):
        disqualify.disqualify(entry.pk, cast.organiser, "Two accounts.", void=False)
    page = at_desk(cast.organiser).get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()
    assert "Ilse" in page
    assert "disqualify/" not in page


@pytest.mark.parametrize("owns", [True, False])
def test_who_was_put_out_by_another_never_readmits_themself(
    cast: Cast, full: tuple[League, Player], owns: bool
) -> None:
    league, owner = full
    league.organisers.add(ilse := person("Ilse", is_staff=True))
    entry = league.entries.get(player=cast.organiser)
    disqualify.disqualify(entry.pk, ilse, "Two accounts.", void=False)
    organisers.step_down(league, ilse, "No time.")
    Player.objects.filter(pk=owner.pk).update(is_active=owns)
    with pytest.raises(NotYours, match="or the owner, readmits you"):
        readmit(cast, entry)
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.OUT


def sits_at(table: Table) -> list[Player]:
    return [seat.player for seat in table.seats.select_related("player").order_by("number") if seat.player]


def test_a_stopped_table_goes_on_where_it_stopped_and_asks_whom_it_asked(cast: Cast) -> None:
    table = only_table(running_league(cast, provisional=timedelta(days=3)))
    play_on(table, 3)
    table.refresh_from_db()
    asked, head = asked_seat(table), table.head
    old = newest(asked, "turn")
    entry = put_out(cast, table.league, cast.player, void=True)
    readmit(cast, entry)
    table.refresh_from_db()
    again = asked_seat(table)
    assert (table.state, table.head, table.finished_at, again.pk) == (Table.State.RUNNING, head, None, asked.pk)
    assert {seat.mover for seat in table.seats.all()} == {Seat.Mover.PLAYER}
    letters = OutboundLetter.objects.filter(kind="resumed")
    assert {letter.player for letter in letters} == set(cast.players)
    assert answers_to(deliver(old, legal(again))) == ["no_longer_yours"]
    row = deliver(newest(again, "resumed"), legal(again))
    assert row.account["lines"][0]["state"] == "played"


def test_a_stand_in_that_sat_at_a_stopped_table_sits_there_again_and_not_for_who_is_readmitted(cast: Cast) -> None:
    table = only_table(running_league(cast, provisional=timedelta(days=3)))
    away = table.seats.filter(player__in=(cast.player, cast.opponent))
    assert away.update(mover=Seat.Mover.STAND_IN) == 2
    readmit(cast, put_out(cast, table.league, cast.player, void=True))
    movers = dict(table.seats.values_list("player__name", "mover"))
    assert movers == {"Anna": Seat.Mover.PLAYER, "Bea": Seat.Mover.STAND_IN, "Chidi": Seat.Mover.PLAYER}


def test_ended_games_count_again_and_what_was_provisional_is_told_anew(cast: Cast) -> None:
    league = running_league(cast, provisional=timedelta(days=3))
    end_by_bots(only_table(league))
    before = {row.player: row.points for row in results.standings(league)}
    entry = put_out(cast, league, cast.player, void=True)
    assert not any(row.points for row in results.standings(league))
    readmit(cast, entry)
    assert {row.player: row.points for row in results.standings(league)} == before
    league.refresh_from_db()
    assert league.final_by is not None
    told = OutboundLetter.objects.filter(kind="provisional", player=cast.opponent)
    assert told.count() == 3, "they ended, counted for nobody, and count again"


def test_a_bot_gives_back_the_seats_that_it_got_by_it_and_no_others(cast: Cast, league: League) -> None:
    player = sits_at(league.tables.get(number=2))[0]
    given_up, *others = Seat.objects.filter(player=player, table__state=Table.State.RUNNING).order_by("pk")
    seats.replace_by_stand_in(given_up.pk, cast.organiser, "wishes to")
    entry = put_out(cast, league, player, void=False)
    readmit(cast, entry)
    assert others
    movers = dict(Seat.objects.filter(player=player).values_list("pk", "mover"))
    assert movers[given_up.pk] == Seat.Mover.REPLACED
    assert {movers[seat.pk] for seat in others} == {Seat.Mover.PLAYER}
    asked = Turn.objects.filter(seat__in=others, ended_at=None)
    for turn in asked:
        assert OutboundLetter.objects.filter(kind="turn", seat=turn.seat, serial=turn.serial).exists()


ORDERS = {
    "the table goes on without them": [("out", "Bea", True), ("out", "Chidi", False), ("in", "Bea"), ("in", "Chidi")],
    "they are back before the table": [("out", "Chidi", False), ("out", "Bea", True), ("in", "Chidi"), ("in", "Bea")],
    "twice": [
        ("out", "Chidi", False), ("in", "Chidi"), ("out", "Bea", True), ("out", "Chidi", True), ("in", "Bea"),
        ("in", "Chidi"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("steps", ORDERS.values(), ids=ORDERS)
@pytest.mark.parametrize("given_up", [False, True])
def test_a_bot_gives_back_what_it_has_for_a_disqualification_in_whatever_order(
    cast: Cast, steps: list[tuple[str, str, bool] | tuple[str, str]], *, given_up: bool
) -> None:
    table = only_table(running_league(cast, provisional=timedelta(days=3)))
    theirs = table.seats.get(player=cast.third)
    if given_up:
        seats.replace_by_stand_in(theirs.pk, cast.organiser, "wishes to")
    for way, name, *void in steps:
        entry = table.league.entries.get(player__name=name)
        if way == "out":
            disqualify.disqualify(entry.pk, cast.organiser, "Two accounts.", void=void[0])
        else:
            readmit(cast, entry)
    table.refresh_from_db()
    assert table.state == Table.State.RUNNING
    movers = dict(table.seats.values_list("player__name", "mover"))
    assert movers.pop("Chidi") == (Seat.Mover.REPLACED if given_up else Seat.Mover.PLAYER)
    assert set(movers.values()) == {Seat.Mover.PLAYER}


@pytest.mark.parametrize("void", [False, True])
@pytest.mark.parametrize("whose", ["theirs", "another's", "all theirs"])
def test_a_seat_that_is_given_back_is_not_to_be_had_any_more(cast: Cast, whose: str, *, void: bool) -> None:
    """Nor a seat of a table that was stopped: its offer was over then."""
    table = only_table(running_league(cast, provisional=timedelta(days=3)))
    seat = table.seats.get(player=cast.third if whose == "another's" else cast.opponent)
    entry = table.league.entries.get(player=cast.opponent)
    offer = offers.give(
        seat.pk, "dora@example.net", "Dora", cast.organiser, "x", epoch=seat.token_epoch, everywhere=whose != "theirs"
    )
    put_out(cast, table.league, cast.opponent, void=void)
    readmit(cast, entry)
    assert offer is not None
    stays_open = whose == "another's" and not void
    assert offered.open_now().filter(pk=offer.pk).exists() == stays_open


def test_all_seats_of_a_player_are_no_longer_offered_once_one_of_them_is_given_back(cast: Cast, league: League) -> None:
    player = sits_at(league.tables.get(number=2))[0]
    first, second = Seat.objects.filter(player=player, table__state=Table.State.RUNNING).order_by("pk")[:2]
    seats.replace_by_stand_in(second.pk, cast.organiser, "x")
    for everywhere in (True, False):
        offers.give(
            first.pk, f"{everywhere}@example.net", "", cast.organiser, "x", epoch=first.token_epoch,
            everywhere=everywhere,
        )  # fmt: skip
    seats.give_back(second.pk, cast.organiser, "x")
    assert [row.everywhere for row in offered.open_now()] == [False]


def test_a_bot_gives_back_a_seat_at_a_table_that_began_without_its_player(cast: Cast) -> None:
    league = prepared_league(cast, seats=2, at_once=1, provisional=timedelta(days=3))
    for player in cast.players:
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    waiting = league.tables.filter(state=Table.State.COMMITTED).exclude(lineup=[]).first()
    assert waiting is not None
    player = Player.objects.get(pk=waiting.lineup[0])
    entry = put_out(cast, league, player, void=False)
    for _ in range(league.tables.count()):
        if running := league.tables.filter(state=Table.State.RUNNING).exclude(pk=waiting.pk).first():
            end_by_bots(running)
            tables.open_due(league.pk)
    seat = waiting.seats.get(player=player)
    assert seat.mover == Seat.Mover.REPLACED
    readmit(cast, entry)
    seat.refresh_from_db()
    assert seat.mover == Seat.Mover.PLAYER


def test_nobody_is_readmitted_under_a_name_that_another_has_got_meanwhile(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    entry = put_out(cast, league, cast.player, void=False)
    leagues.enrol(league, person("anna", "another.anna@example.net"))
    with pytest.raises(NameTaken):
        readmit(cast, entry)


def test_a_table_at_which_somebody_else_is_out_stays_stopped(cast: Cast, league: League) -> None:
    first, second = sits_at(league.tables.get(number=2))[:2]
    entry = put_out(cast, league, first, void=True)
    put_out(cast, league, second, void=True)
    readmit(cast, entry)
    both = league.tables.filter(seats__player=first).filter(seats__player=second)
    assert both.exists()
    for table in both:
        assert table.state == Table.State.STOPPED or (table.result and table.result["void"])


def test_everybody_reads_that_and_why_and_the_journal_says_it_once(cast: Cast, league: League) -> None:
    player = sits_at(league.tables.get(number=2))[0]
    entry = put_out(cast, league, player, void=True)
    resumed = readmitting.what_returns(entry).resumed
    readmit(cast, entry)
    readmit(cast, entry)
    letters = OutboundLetter.objects.filter(kind="readmitted")
    assert {letter.player for letter in letters} == {*cast.players, cast.outsider}
    assert letters.count() == 4
    assert all("| It was her brother." in letter.text.replace("\xa0", " ") for letter in letters)
    assert resumed
    assert all(f"Bruges {table.number}" in " ".join(letters[0].text.split()) for table in resumed)
    assert JournalLine.objects.get(verb="readmitted").actor == cast.organiser


@pytest.mark.parametrize(("places", "state"), [(3, Entry.State.WAITING), (4, Entry.State.IN)])
def test_before_the_start_there_is_a_place_again_or_the_waiting_list(cast: Cast, places: int, state: str) -> None:
    league = prepared_league(cast, max_players=places)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    entry = put_out(cast, league, cast.opponent, void=False)
    assert readmitting.what_returns(entry).waits == (state == Entry.State.WAITING)
    assert readmit(cast, entry).state == state
    words = " ".join(OutboundLetter.objects.get(kind="readmitted", player=cast.opponent).text.split())
    assert ("waiting list" in words) == (state == Entry.State.WAITING)


@pytest.mark.parametrize("put_out_before_the_start", [True, False])
def test_who_was_not_in_the_league_when_it_began_does_not_come_into_it(
    cast: Cast, *, put_out_before_the_start: bool
) -> None:
    """One had a place and was put out, the other waited."""
    league = prepared_league(cast, seats=2, max_players=3 if put_out_before_the_start else 2)
    for player in cast.players:
        leagues.enrol(league, player)
    if put_out_before_the_start:
        entry = put_out(cast, league, cast.third, void=False)
    leagues.start(league, cast.organiser)
    if not put_out_before_the_start:
        entry = put_out(cast, league, cast.third, void=False)
    page = at_desk(cast.organiser).get(f"/desk/tournaments/league/entry/{entry.pk}/readmit/")
    assert (
        page.context["explained"][0]
        == "The league runs without the player, who has no seat in it and gets no place by this."
    )
    assert readmit(cast, entry).state == Entry.State.WAITING
    assert "Chidi" not in [row.name for row in results.shown(league, results.standings(league))]
    told = OutboundLetter.objects.get(kind="readmitted", player=cast.third)
    assert "You are not disqualified any more" in told.subject
    assert "The league runs without you" in told.text
    assert "is in the league again" not in OutboundLetter.objects.get(kind="readmitted", player=cast.player).subject


def test_nor_does_who_has_no_seat_any_more_because_another_plays_all_of_them(cast: Cast) -> None:
    league = prepared_league(cast, max_players=4)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    seat = Seat.objects.filter(player=cast.third, table__state=Table.State.RUNNING).earliest("pk")
    entry = put_out(cast, league, cast.third, void=False)
    seat.refresh_from_db()
    substitutes.give_all_seats(seat.pk, person("Dora"), cast.organiser, REASON, epoch=seat.token_epoch)
    assert readmit(cast, entry).state == Entry.State.WAITING
    assert "Chidi" not in [row.name for row in results.shown(league, results.standings(league))]
    assert "you have no seat in it" in OutboundLetter.objects.get(kind="readmitted", player=cast.third).text


def test_who_waited_before_the_start_waits_again_and_is_not_told_of_a_lost_place(cast: Cast) -> None:
    league = prepared_league(cast, seats=2, max_players=2)
    for player in cast.players:
        leagues.enrol(league, player)
    entry = put_out(cast, league, cast.third, void=False)
    back = readmitting.what_returns(entry)
    assert (back.waits, back.taken) == (True, False)
    assert readmit(cast, entry).state == Entry.State.WAITING
    words = " ".join(OutboundLetter.objects.get(kind="readmitted", player=cast.third).text.split())
    assert "You are on the waiting list again." in words


def test_who_waited_because_of_what_they_decided_gets_no_place_by_being_readmitted(cast: Cast) -> None:
    league = prepared_league(cast, seats=2, max_players=2)
    ilse = person("Ilse", is_staff=True)
    league.organisers.add(ilse)
    for player in (cast.player, cast.opponent, ilse):
        leagues.enrol(league, player)
    JournalLine.objects.create(league=league, actor=ilse, verb="readmitted", data={"player": cast.player.pk})
    leagues.leave(league, cast.player)
    assert league.entries.get(player=ilse).state == Entry.State.WAITING
    entry = put_out(cast, league, ilse, void=False)
    assert readmit(cast, entry).state == Entry.State.WAITING


def test_only_an_organiser_readmits_nobody_who_is_forgotten_and_not_once_all_is_final(cast: Cast) -> None:
    league = running_league(cast, provisional=timedelta(days=3))
    entry = put_out(cast, league, cast.player, void=True)
    with pytest.raises(NotYours):
        readmitting.readmit(entry.pk, person("Oscar", is_staff=True), REASON)
    results.confirm(league, cast.organiser)
    with pytest.raises(NotOpen):
        readmit(cast, entry)
    League.objects.filter(pk=league.pk).update(state=League.State.RUNNING)
    people.erase(cast.player, cast.player)
    with pytest.raises(NotOpen, match="forgotten"):
        readmit(cast, entry)
    assert not JournalLine.objects.filter(verb="readmitted").exists()
