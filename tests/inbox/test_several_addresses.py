"""One mail to several addresses of one player: what belongs to no table is done once, unless it means another place."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from pytest_django import Settings

from tests.shared.cast import Cast, only_table, running_league
from tests.shared.post import address_of, answers_to, deliver, newest
from tournaments.actions.seats import seats
from tournaments.inbox import ingest
from tournaments.models import InboundLetter, League, OutboundLetter, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]

HOST = "mx.example.org"


def read_at(
    letters: tuple[OutboundLetter, ...],
    *lines: str,
    vouched: bool = True,
    subject: str = "hi",
    kind: str = "text/plain",
    message_id: str = "<one@example.net>",
) -> list[str]:
    """The verdicts of one mail to the addresses of these letters, in that order."""
    to = ", ".join(map(address_of, letters))
    verdict = f"Authentication-Results: {HOST}; dmarc=pass header.from=example.net\r\n" if vouched else ""
    head = (
        f"{verdict}From: {letters[0].to}\r\nTo: {to}\r\n"
        f"Subject: {subject}\r\nMessage-ID: {message_id}\r\nContent-Type: {kind}\r\n"
        f"In-Reply-To: {letters[-1].message_id}\r\n\r\n"
    )
    raw = (head + "\r\n".join(lines)).encode()
    return [ingest.read(ingest.ingest(raw, address_of(letter), letter.to).pk) for letter in letters]


def ended_and_live(seat: Seat, cast: Cast) -> tuple[OutboundLetter, OutboundLetter]:
    """Two letters to a seat: one from before its addresses ended, and a newer one."""
    old = newest(seat, "turn")
    seats.replace_by_stand_in(seat.pk, cast.organiser, "away")
    seats.give_back(seat.pk, cast.organiser, "there again")
    letters = OutboundLetter.objects.filter(seat=seat, player=seat.player).order_by("-pk")
    new = next(letter for letter in letters if "+" in address_of(letter) and address_of(letter) != address_of(old))
    return old, new


@pytest.mark.parametrize("old_first", [True, False])
def test_a_mail_to_an_ended_and_a_live_address_announces_once(
    seat: Seat, cast: Cast, settings: Settings, old_first: bool
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)
    seat.table.league.organisers.add(seat.owner)
    old, new = ended_and_live(seat, cast)
    ways = (old, new) if old_first else (new, old)
    assert read_at(ways, f"announce {seat.table.league.tag}: hello") == ["letter", "duplicate"]
    assert OutboundLetter.objects.filter(kind="announced").count() == seat.table.league.entries.count()


@pytest.mark.parametrize("old_first", [True, False])
@pytest.mark.parametrize("lines", [("undo", "say: good luck"), ("status", "say: good luck")])
def test_a_mail_to_two_addresses_of_one_seat_is_done_once_by_the_newer_one(
    seat: Seat, old_first: bool, lines: tuple[str, ...]
) -> None:
    old = newest(seat, "turn")
    deliver(old, "12")
    new = newest(seat)
    said = OutboundLetter.objects.filter(kind="say")
    assert read_at((old, new) if old_first else (new, old), *lines) == ["letter", "duplicate"]
    assert said.count() == seat.table.seats.count() - 1
    assert set(InboundLetter.objects.order_by("-pk").values_list("serial", flat=True)[:2]) == {new.serial}


def test_of_a_mail_to_two_seats_of_one_player_only_what_is_said_at_the_tables_is_done_twice(
    seat: Seat, cast: Cast, settings: Settings
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)
    league = running_league(cast)
    league.organisers.add(seat.owner)
    other = Seat.objects.get(table=only_table(league), player=seat.player)
    assert read_at((newest(seat), newest(other)), f"announce {league.tag}: hello", "say: good luck") == ["letter"] * 2
    assert OutboundLetter.objects.filter(kind="announced").count() == league.entries.count()
    said = OutboundLetter.objects.filter(kind="say").values_list("seat__table", flat=True)
    assert set(said) == {seat.table_id, other.table_id}


class Two(NamedTuple):
    """Two seats of one player in two leagues."""

    here: Seat
    there: Seat

    @property
    def letters(self) -> tuple[OutboundLetter, ...]:
        return newest(self.here), newest(self.there)

    @property
    def leagues(self) -> list[League]:
        return [self.here.table.league, self.there.table.league]


@pytest.fixture
def two(seat: Seat, cast: Cast, settings: Settings) -> Two:
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)
    return Two(seat, Seat.objects.get(table=only_table(running_league(cast)), player=seat.player))


def announced_in() -> list[League]:
    """The leagues in which an announcement went out."""
    letters = OutboundLetter.objects.filter(kind="announced").select_related("league").order_by("league")
    return list(dict.fromkeys(letter.league for letter in letters if letter.league is not None))


def last_answers() -> list[str]:
    return answers_to(InboundLetter.objects.latest("pk"))


def test_an_announcement_that_names_no_league_goes_to_the_table_of_each_address(two: Two) -> None:
    for league in two.leagues:
        league.organisers.add(two.here.owner)
    assert read_at(two.letters, "announce: hello all") == ["letter"] * 2
    assert announced_in() == two.leagues


@pytest.mark.parametrize("organised", [0, 1], ids=["first", "second"])
def test_an_announcement_that_one_league_refuses_is_made_in_the_other_and_both_answer(two: Two, organised: int) -> None:
    two.leagues[organised].organisers.add(two.here.owner)
    assert read_at(two.letters, "announce: hello all") == ["letter"] * 2
    assert announced_in() == [two.leagues[organised]]
    assert last_answers() == ["own_leagues"]


def test_what_the_first_copy_could_not_prove_the_second_carries_out(two: Two) -> None:
    league = two.leagues[0]
    league.organisers.add(two.here.owner)
    said = f"announce {league.tag}: hello all"
    assert read_at(two.letters[:1], said, vouched=False) == ["letter"]
    assert announced_in() == []
    assert read_at(two.letters[1:], said) == ["letter"]
    assert announced_in() == [league]


def test_a_word_that_is_refused_at_one_seat_is_answered_at_the_other_too(two: Two) -> None:
    assert read_at(two.letters, "leave") == ["letter"] * 2
    assert last_answers() == ["own_leagues"]


def test_a_word_of_which_the_first_line_counts_is_not_carried_out_by_its_second_in_the_copy(two: Two) -> None:
    assert read_at(two.letters, "quiet 22-7", "quiet 23-6") == ["letter", "duplicate"]
    two.here.owner.refresh_from_db()
    assert two.here.owner.quiet == (22, 7)


@pytest.mark.parametrize("word", ["language de", "practice bruges", "quiet 22-7", "vacation 3 to 9 May"])
def test_small_talk_beside_a_word_that_is_done_brings_no_second_answer(two: Two, word: str) -> None:
    assert read_at(two.letters, "Hello,", word, "Cheers, Anna") == ["letter", "duplicate"]
    assert last_answers() == []


def test_an_order_beside_a_word_that_is_done_is_accounted_for_without_that_word(two: Two) -> None:
    assert read_at(two.letters, "Hello,", "language de", "always climb never") == ["letter"] * 2
    account = InboundLetter.objects.latest("pk").account
    assert [line["text"] for line in account["lines"] if line["state"] == "rule"] == ["always climb never"]
    assert "language de" not in str(account)


# --- what one address does not tell, another does ---------------------------------------------------


def told() -> str:
    """What the answers to the newest letter say."""
    letters = OutboundLetter.objects.filter(answers=InboundLetter.objects.latest("pk"))
    return " ".join(letter.text.replace("\xa0", " ") for letter in letters)


@pytest.fixture
def of_two_games(seat: Seat, cast: Cast, settings: Settings) -> tuple[OutboundLetter, OutboundLetter]:
    """A letter to a seat at Bruges, and one to a seat of the same player at Flandern."""
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)
    league = running_league(cast, game="flandern")
    return newest(seat), newest(Seat.objects.get(table=only_table(league), player=seat.player))


QUOTED = ("language de", "", "On Monday, 3 May 2021 at 10:00, Bob <b@x.example> wrote:", "choose brugge")
HIDDEN = ("<p>language de</p><p style='opacity:0'>choose brugge</p>",)


@pytest.mark.parametrize(("lines", "kind"), [(QUOTED, "text/plain"), (HIDDEN, "text/html")], ids=["quoted", "hidden"])
def test_an_order_that_is_left_aside_is_told_by_the_table_whose_game_has_it(
    of_two_games: tuple[OutboundLetter, OutboundLetter], lines: tuple[str, ...], kind: str
) -> None:
    assert read_at(of_two_games, *lines, kind=kind) == ["letter", "empty"]
    assert "| choose brugge" in told()
    assert "language" not in str(InboundLetter.objects.latest("pk").account)


def test_a_file_beside_a_word_that_is_done_is_told_once(two: Two) -> None:
    part = "--b\r\nContent-Type: text/plain"
    file = f'{part}\r\nContent-Disposition: attachment; filename="orders.txt"\r\n\r\n12\r\n--b--'
    lines, kind = (f"{part}\r\n\r\nlanguage de", file), "multipart/mixed; boundary=b"
    assert read_at(two.letters, *lines, kind=kind) == ["letter", "duplicate"]
    assert InboundLetter.objects.earliest("pk").account["ignored"] == ["orders.txt"]


def test_a_line_that_reads_like_no_order_is_told_by_the_seat_if_the_ended_address_did_not(
    seat: Seat, cast: Cast, settings: Settings
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)
    assert read_at(ended_and_live(seat, cast), "language de", "I take 2") == ["letter"] * 2
    assert "| I take 2" in told()


def test_a_word_that_one_table_did_is_not_refused_by_one_where_the_mail_is_in_doubt(
    of_two_games: tuple[OutboundLetter, OutboundLetter],
) -> None:
    verdicts = read_at(of_two_games, "language de", "choose gent", subject="choose brugge")
    assert verdicts == ["letter", "empty"]
    lines = [line["text"] for line in InboundLetter.objects.latest("pk").account["lines"]]
    assert lines == ["choose brugge", "choose gent"]


# --- what only looks like the same mail --------------------------------------------------------------


def test_another_letter_with_the_same_message_id_to_another_seat_is_carried_out(two: Two) -> None:
    assert read_at(two.letters[:1], "quiet 22-7") == ["letter"]
    assert read_at(two.letters[1:], "quiet off") == ["letter"]
    two.here.owner.refresh_from_db()
    assert two.here.owner.quiet is None


@pytest.mark.parametrize("message_id", ["(c) <x@y>", "<x y@z> (c)", f"<{'x' * 300}@y>"])
def test_a_mail_is_known_by_its_message_id_from_the_door_on(two: Two, message_id: str) -> None:
    letter = two.letters[0]
    head = f"From: {letter.to}\r\nMessage-ID: {message_id}\r\n"
    raws = [f"{head}Received: by {host}\r\n\r\nstatus".encode() for host in ("one", "another")]
    first, again = (ingest.ingest(raw, address_of(letter), letter.to) for raw in raws)
    at_the_door = first.message_id
    ingest.read(first.pk)
    first.refresh_from_db()
    assert first == again
    assert at_the_door == first.message_id != ""


def test_long_message_ids_that_differ_in_their_ends_alone_are_two(two: Two) -> None:
    for end, words in (("a", "quiet 22-7"), ("b", "quiet off")):
        assert read_at(two.letters[:1], words, message_id=f"<{'x' * 300}@{end}>") == ["letter"]
