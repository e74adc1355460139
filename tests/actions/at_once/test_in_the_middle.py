"""One thing is done in the middle of another that has read and not yet written. Two connections, real locks."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.utils import timezone

from engine.orders.command_words import Said
from tests.actions.asked import legal
from tests.actions.at_once.workers import at_once, meanwhile
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, prepared_league, running_league
from tests.shared.post import address_of, deliver, name_address, newest, reply
from tests.shared.traces import in_rows
from tournaments.actions.clock import deadlines
from tournaments.actions.commands import anywhere, held_letters
from tournaments.actions.league import cancel, checkin, disqualify, invitations, leagues, readmit
from tournaments.actions.player import addresses, bounces, people, preferences, sign_in_links
from tournaments.actions.player.vacations import book
from tournaments.actions.practice import practice
from tournaments.actions.seats import offers, substitutes
from tournaments.inbox import ingest
from tournaments.language.refusals import LinkExpired, NameTaken, NotHeld, StillNeeded
from tournaments.letters import headers
from tournaments.models import (
    Address,
    Entry,
    InboundLetter,
    Invitation,
    JournalLine,
    League,
    LinkRequest,
    LogEntry,
    OutboundLetter,
    Player,
    Seat,
    SeatOffer,
    Turn,
)

pytestmark = pytest.mark.django_db(transaction=True)
NAME, EMAIL, SECOND = "Quirina", "quirina@tulpenpost.example", "quirina@werk.example"
LOCK = "FOR NO KEY UPDATE"


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time; the run on PostgreSQL has this test")
    return make_cast()


def raw_to_bare(sender: str, *lines: str) -> bytes:
    head = [f"From: {sender}", f"To: {headers.bare_address()}", "Subject: hello", f"Message-ID: <{lines[0]}@x.example>"]
    return "\r\n".join([*head, "", *lines, ""]).encode()


def traces() -> list[str]:
    return [f"{trace.table}.{trace.column}" for trace in in_rows([NAME, EMAIL])]


# --- names, ways, links --------------------------------------------------------------------------


def test_who_changes_the_name_while_joining_a_league_does_not_become_a_second_of_that_name(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.opponent)
    outcomes = meanwhile(
        lambda: people.change_profile(cast.player, cast.opponent.name, "UTC"),
        rf'"tournaments_player".*{LOCK}',
        lambda: leagues.enrol(league, cast.player),
    )
    assert isinstance(outcomes[0], NameTaken), outcomes
    assert league.entries.get(player=cast.player).player.name == "Anna"


def test_who_says_ready_while_the_silent_are_replaced_is_not_both_ready_and_silent(cast: Cast) -> None:
    league = prepared_league(cast, max_players=3)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    for player in (cast.player, cast.opponent):
        checkin.ready(player, league)
    checkin.call(league, cast.organiser, timezone.now() + timedelta(hours=1))
    League.objects.filter(pk=league.pk).update(ready_by=timezone.now() - timedelta(hours=1))
    outcomes = meanwhile(
        lambda: checkin.replace_silent(league, cast.organiser),
        r'^UPDATE "tournaments_entry"',
        lambda: checkin.ready(cast.third, league),
    )
    lines = JournalLine.objects.filter(league=league, verb__in=("ready", "place lost")).order_by("pk")
    assert [line.verb for line in lines][2:] in (["ready"], ["place lost", "ready"]), outcomes


def test_who_changes_the_name_while_being_readmitted_does_not_become_a_second_of_that_name(cast: Cast) -> None:
    league = running_league(cast, provisional=timedelta(days=3))
    entry = league.entries.get(player=cast.player)
    disqualify.disqualify(entry.pk, cast.organiser, "why", void=False)
    outcomes = meanwhile(
        lambda: readmit.readmit(entry.pk, cast.organiser, "why"),
        r'^UPDATE "tournaments_entry"',
        lambda: people.change_profile(cast.player, cast.opponent.name, "UTC"),
    )
    names = list(league.entries.exclude(state__in=Entry.GONE).values_list("player__name", flat=True))
    assert len(set(names)) == len(names), outcomes


def test_ways_of_letters_that_are_chosen_in_two_places_at_once_are_not_mixed(cast: Cast) -> None:
    """The click on unsubscribe keeps what is off, as it is when it writes."""
    league = running_league(cast)
    entry = league.entries.select_related("player", "league").get(player=cast.player)
    off = {"news": "off"}
    meanwhile(
        lambda: preferences.fewest_for(Entry.objects.select_related("player", "league").get(pk=entry.pk)),
        r'^UPDATE "tournaments_entry"',
        lambda: preferences.choose_for(cast.player, entry, off),
    )
    entry.refresh_from_db()
    assert entry.ways.items() >= off.items()


def test_a_league_that_is_cancelled_at_this_moment_is_not_come_to_by_its_link(cast: Cast) -> None:
    league = prepared_league(cast, access=League.Access.LINK)
    outcomes = meanwhile(
        lambda: invitations.come_by_link(league, cast.player),
        LOCK,
        lambda: cancel.cancel(league, cast.organiser, "no"),
    )
    assert isinstance(outcomes[0], LinkExpired), outcomes
    assert not Invitation.objects.exists()


def test_a_league_is_opened_once_and_its_secrets_stay(cast: Cast) -> None:
    league = leagues.create(cast.organiser, name="Spring", tag="Spring", game="bruges", seats=3, max_players=4)
    outcomes = at_once(lambda _: leagues.open_league(league, cast.organiser), workers=3)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["League", "NotOpen", "NotOpen"]
    assert league.tables.count() == league.tables.values("number").distinct().count()
    assert JournalLine.objects.filter(verb="league opened").count() == 1


def test_the_last_place_that_two_join_for_is_one_player_s(cast: Cast) -> None:
    league = prepared_league(cast, max_players=3)
    leagues.enrol(league, cast.organiser)
    leagues.enrol(league, cast.third)
    meanwhile(
        lambda: leagues.enrol(league, cast.player),
        r'INSERT INTO "tournaments_entry"',
        lambda: leagues.enrol(league, cast.opponent),
    )
    assert league.entries.filter(state=Entry.State.IN).count() == 3
    assert league.entries.get(player=cast.opponent).state == Entry.State.WAITING


# --- erasing -------------------------------------------------------------------------------------


def test_two_who_erase_the_same_person_do_it_once(cast: Cast) -> None:
    nina = person(NAME, EMAIL)
    at_once(lambda _: people.erase(nina, nina), workers=3)
    assert JournalLine.objects.filter(verb="erased").count() == 1
    assert traces() == []


def test_of_two_organisers_who_are_erased_at_one_moment_one_stays_with_their_league(cast: Cast) -> None:
    league, second = prepared_league(cast), person("Oscar", is_staff=True)
    league.organisers.add(second)
    both = [cast.organiser, second]
    outcomes = at_once(lambda number: people.erase(both[number], both[number]), workers=2)
    assert sum(isinstance(outcome, StillNeeded) for outcome in outcomes) == 1, outcomes
    assert league.organisers.filter(is_active=True).count() == 1


@pytest.mark.parametrize("line", ["leave autumn", "vacation 1 to 3 May", "quiet 22-7", "language deutsch", "ready"])
def test_who_is_erased_while_a_letter_of_theirs_is_carried_out_leaves_nothing(cast: Cast, line: str) -> None:
    nina = person(NAME, EMAIL)
    league = prepared_league(cast)
    leagues.enrol(league, nina)
    welcome = OutboundLetter.objects.get(kind="welcome")
    raw = raw_to_bare(EMAIL, line).replace(b"Subject:", f"In-Reply-To: {welcome.message_id}\r\nSubject:".encode())
    row = ingest.ingest(raw, headers.bare_address(), EMAIL)
    outcomes = meanwhile(
        lambda: ingest.read(row.pk),
        r'^(UPDATE|INSERT INTO) "tournaments_(entry|vacation|journalline)"',
        lambda: people.erase(nina, nina),
    )
    assert isinstance(outcomes[1], Player), outcomes
    assert not isinstance(outcomes[0], Exception), outcomes
    left = [trace for trace in traces() if "inboundletter" not in trace]  # a stranger's letter by now
    assert left == []


def test_who_is_erased_while_an_order_of_theirs_is_carried_out_leaves_a_bot_and_nothing_else(cast: Cast) -> None:
    cast.player = person(NAME, EMAIL)
    seat = next(seat for seat in only_table(running_league(cast)).seats.all() if seat.player == cast.player)
    letter = newest(seat)
    row = ingest.ingest(reply(letter, "note: a secret"), address_of(letter), EMAIL)
    outcomes = meanwhile(
        lambda: ingest.read(row.pk), r'INSERT INTO "tournaments_note"', lambda: people.erase(cast.player, cast.player)
    )
    assert isinstance(outcomes[1], Player), outcomes
    seat.refresh_from_db()
    assert seat.mover == Seat.Mover.REPLACED
    assert [trace for trace in in_rows(["a secret", NAME, EMAIL]) if "letter" not in trace.table] == []


@pytest.mark.parametrize("leaves", ["forgotten", "by words"])
@pytest.mark.parametrize("says", ["ready", "vacation"])
def test_who_waits_in_two_leagues_and_writes_while_somebody_leaves_both_waits_for_that(
    cast: Cast, says: str, leaves: str
) -> None:
    """Places are given league by league; who waits has joined them the other way round."""
    first, second = (prepared_league(cast, max_players=3, vacation_days=10) for _ in range(2))
    for league in (second, first):
        for player in (*cast.players, cast.outsider):
            leagues.enrol(league, player)
    day = f"{timezone.now() + timedelta(days=3):%Y-%m-%d}"
    words = {"ready": lambda: checkin.ready(cast.outsider, None), "vacation": lambda: book(cast.outsider, day)}

    @transaction.atomic
    def leave_both() -> None:
        anywhere.lock(cast.player, [Said("leave", first.name), Said("leave", second.name)])
        leagues.leave(first, cast.player)
        connection.cursor().execute("SELECT 'between'")
        leagues.leave(second, cast.player)

    acts = {
        "forgotten": (lambda: people.erase(cast.player, cast.player), 'INSERT INTO "tournaments_outboundletter"'),
        "by words": (leave_both, "between"),
    }
    act, between = acts[leaves]
    assert [outcome for outcome in meanwhile(act, between, words[says]) if isinstance(outcome, Exception)] == []
    assert {entry.state for entry in cast.outsider.entries.all()} == {Entry.State.IN}


def test_who_books_days_off_while_being_forgotten_waits_for_that(cast: Cast) -> None:
    """In a league that runs, and in one that they leave by it."""
    running_league(cast, vacation_days=10)
    leagues.enrol(prepared_league(cast, vacation_days=10), cast.player)
    day = f"{timezone.now() + timedelta(days=3):%Y-%m-%d}"
    outcomes = meanwhile(
        lambda: people.erase(cast.player, cast.player), 'UPDATE "tournaments_entry"', lambda: book(cast.player, day)
    )
    assert not any(isinstance(outcome, OperationalError) for outcome in outcomes), outcomes


def test_an_invitation_that_is_pressed_while_its_person_is_erased_makes_nothing(cast: Cast) -> None:
    nina = person(NAME, EMAIL)
    league = prepared_league(cast, access=League.Access.INVITATION)
    invitations.invite(league, cast.organiser, EMAIL)
    found = re.search(r"https://play\.example\.org(/\S+)", OutboundLetter.objects.get(kind="invited").text)
    assert found is not None
    outcomes = meanwhile(
        lambda: Client().post(found[1], {"accept": "on"}).status_code,
        r'^UPDATE "tournaments_invitation"|^DELETE FROM "tournaments_invitation"',
        lambda: people.erase(nina, nina),
    )
    assert outcomes[0] in (302, 410, 422), outcomes
    assert isinstance(outcomes[1], Player), outcomes
    assert not league.entries.filter(state=Entry.State.IN).exists()
    assert traces() == []


def test_a_sign_in_link_that_is_written_while_its_player_is_erased_is_not(cast: Cast) -> None:
    nina = person(NAME, EMAIL)
    sign_in_links.ask_to_sign_in(EMAIL)
    request = LinkRequest.objects.get().pk
    outcomes = meanwhile(
        lambda: people.erase(nina, nina), r'^UPDATE "tournaments_player"', lambda: sign_in_links.answer(request)
    )
    assert isinstance(outcomes[0], Player), outcomes
    assert traces() == []


@pytest.mark.parametrize("removes", ["the player", "erasing"])
def test_a_second_address_that_goes_while_copies_to_it_come_back_is_gone(cast: Cast, removes: str) -> None:
    nina = person(NAME, EMAIL)
    second = Address.objects.create(player=nina, email=SECOND, verified_at=timezone.now(), copies=True)
    outcomes = meanwhile(
        lambda: bounces.address_is_dead(SECOND, "no such mailbox"),
        r'^UPDATE "tournaments_address"',
        lambda: people.erase(nina, nina) if removes == "erasing" else addresses.remove(nina, second.pk),
    )
    assert not any(isinstance(outcome, Exception) for outcome in outcomes), outcomes
    assert not Address.objects.exists()
    assert not JournalLine.objects.filter(verb="copies end").exists()


def test_a_table_to_practise_at_is_opened_once(cast: Cast) -> None:
    outcomes = at_once(lambda _: practice.begin(cast.player, "bruges"), workers=3)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["AlreadyEntered", "AlreadyEntered", "Table"]


# --- seats and turns -----------------------------------------------------------------------------


def test_words_to_the_bare_address_are_not_the_new_player_s_when_the_seat_changes_hands(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    writer = seat.player
    assert writer is not None
    for line in ("status", legal(seat)):
        row = ingest.ingest(raw_to_bare(writer.email, line), headers.bare_address(), writer.email)
        meanwhile(
            partial(ingest.read, row.pk),
            rf'"tournaments_table".*{LOCK}',
            lambda: substitutes.give_seat(seat.pk, cast.outsider, cast.organiser, "why", epoch=seat.token_epoch),
        )
        row.refresh_from_db()
        seat.refresh_from_db()
        assert seat.player == cast.outsider
        assert not OutboundLetter.objects.filter(kind__in=("was_this_you", "words"), player=cast.outsider).exists()
        assert row.seat_id is None
        substitutes.give_seat(seat.pk, writer, cast.organiser, "back", epoch=seat.token_epoch)
        seat.refresh_from_db()
    assert not LogEntry.objects.filter(table=seat.table, entry__by="order").exists()


def test_an_order_whose_address_stands_far_down_is_not_the_new_player_s(cast: Cast) -> None:
    """The door reads the beginning of a letter's head alone: the table is locked only when all of it is read."""
    seat = asked_seat(only_table(running_league(cast)))
    letter = newest(seat, "turn")
    filler = "".join(f"X-Filler-{number}: {'x' * 900}\r\n" for number in range(80)).encode()
    raw = filler + reply(letter, legal(seat), references=False)
    row = ingest.ingest(raw, headers.bare_address(), letter.to)
    assert row.seat_id is None
    meanwhile(
        lambda: ingest.read(row.pk),
        rf'"tournaments_table".*{LOCK}',
        lambda: substitutes.give_seat(seat.pk, cast.outsider, cast.organiser, "why", epoch=seat.token_epoch),
    )
    row.refresh_from_db()
    assert row.verdict == "former seat"
    assert not LogEntry.objects.filter(table=seat.table, entry__by="order").exists()


def test_a_deadline_that_is_judged_while_the_reply_is_applied_finds_it_answered(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast, grace=timedelta(0))))
    letter = newest(seat, "turn")
    row = ingest.ingest(reply(letter, legal(seat)), address_of(letter), letter.to)
    past = timezone.now() - timedelta(seconds=1)
    Turn.objects.filter(seat=seat).update(due_by=past, judge_at=past)
    turn = Turn.objects.get(seat=seat, ended_at=None)
    InboundLetter.objects.update(received_at=past - timedelta(seconds=5))
    outcomes = meanwhile(
        lambda: ingest.read(row.pk), r'INSERT INTO "tournaments_logentry"', lambda: deadlines.expire(turn.pk)
    )
    assert outcomes[0] == "letter", outcomes
    assert not isinstance(outcomes[1], Exception), outcomes
    turn.refresh_from_db()
    assert turn.end == Turn.End.ANSWERED
    assert not JournalLine.objects.filter(verb="stand-in").exists()


# --- questions -----------------------------------------------------------------------------------


def test_a_held_letter_is_released_once(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    row = deliver(newest(seat, "turn"), legal(seat), sender="phone@elsewhere.example")
    answers = (held_letters.release, held_letters.refuse)
    outcomes = at_once(lambda number: answers[number](row, seat.player), workers=2)
    assert sum(isinstance(outcome, NotHeld) for outcome in outcomes) == 1, outcomes


def test_a_yes_to_resigning_that_comes_twice_at_once_counts_once(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    deliver(newest(seat, "turn"), "resign")
    question = newest(seat, "resign_asked")
    rows = [ingest.ingest(reply(question, "yes"), address_of(question), question.to).pk for _ in range(2)]
    at_once(lambda number: ingest.read(rows[number]), workers=2)
    assert JournalLine.objects.filter(verb="resigned").count() == 1


def test_a_second_address_is_proved_once(cast: Cast) -> None:
    name_address(cast.player, "anna@work.example")
    found = re.search(r"https://play\.example\.org(/\S+)", OutboundLetter.objects.get(kind="verify_address").text)
    assert found is not None
    assert at_once(lambda _: Client().post(found[1]).status_code, workers=4) == [200] * 4
    assert JournalLine.objects.filter(verb="address verified").count() == 1


@pytest.mark.parametrize("ask", ["invitation", "seat offer"])
def test_an_address_that_is_asked_while_its_person_is_forgotten_is_forgotten(cast: Cast, ask: str) -> None:
    table = only_table(running_league(cast))
    to_join = prepared_league(cast, name="Guests", tag="Guests", access=League.Access.INVITATION)
    email, seat = cast.outsider.email, asked_seat(table)
    acts = {
        "invitation": lambda: invitations.invite(to_join, cast.organiser, email),
        "seat offer": lambda: offers.give(seat.pk, email, "", cast.organiser, "away", epoch=0),
    }
    writes = r'^INSERT INTO "tournaments_(invitation|seatoffer)"'
    outcomes = meanwhile(acts[ask], writes, lambda: people.erase(cast.outsider, cast.outsider))
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert not Invitation.objects.filter(email=email).exists()
    assert not SeatOffer.objects.filter(email=email).exists()
    assert not OutboundLetter.objects.filter(to=email).exists()
