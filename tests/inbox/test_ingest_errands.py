"""Words that belong to no table: who may have them carried out by mail, and what strangers get."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import count

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.shared.cast import Cast, asked_seat, only_table, prepared_league, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.commands import anywhere
from tournaments.actions.league import announcements, leagues
from tournaments.inbox import ingest
from tournaments.language.refusals import TooOften
from tournaments.letters import headers
from tournaments.models import Entry, InboundLetter, League, Note, OutboundLetter, Player
from tournaments.queries.leagues import terms

pytestmark = pytest.mark.django_db
State = InboundLetter.State
numbers = count(1)
PASS = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net"


@pytest.fixture
def league(cast: Cast) -> League:
    return prepared_league(cast)


@pytest.fixture(autouse=True)
def own_host(settings: Settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example.org",)


def write(sender: str, *lines: str, answers: OutboundLetter | None = None, head: tuple[str, ...] = ()) -> InboundLetter:
    """A letter to the bare address, read by a worker."""
    refer = [f"In-Reply-To: {answers.message_id}"] if answers else []
    top = [f"From: {sender}", f"To: {headers.bare_address()}", "Subject: hello", *refer, *head]
    raw = "\r\n".join([*top, f"Message-ID: <errand-{next(numbers)}@client.example>", "", *lines, ""]).encode()
    row = ingest.ingest(raw, headers.bare_address(), sender)
    ingest.read(row.pk)
    row.refresh_from_db()
    return row


def to(player: Player, kind: str = "") -> OutboundLetter:
    letters = OutboundLetter.objects.filter(player=player)
    letter = (letters.filter(kind=kind) if kind else letters).order_by("pk").last()
    assert letter is not None
    return letter


def words(letter: OutboundLetter) -> str:
    return " ".join(letter.text.replace("\xa0", " ").split())


def test_who_wants_to_join_by_mail_reads_every_setting_first_and_is_in_after_a_yes(cast: Cast, league: League) -> None:
    assert write(cast.player.email, "join autumn").verdict == "letter"
    question = to(cast.player)
    assert question.kind == "join_asked"
    for what, how in (*terms.settings_of(league), ("Fairness", terms.fairness(league, 0))):
        told = " ".join(words(question).replace("said | ", "").split())
        assert how.removesuffix(".") in told, what
    assert not Entry.objects.exists()
    assert write(cast.player.email, "yes", answers=question).verdict == "yes"
    assert Entry.objects.get(player=cast.player).league == league
    assert to(cast.player).kind == "welcome"


def test_a_second_yes_to_the_settings_is_told_that_it_was_heard(cast: Cast, league: League) -> None:
    write(cast.player.email, "join autumn")
    question = to(cast.player, "join_asked")
    for _ in range(2):
        assert write(cast.player.email, "yes", answers=question).verdict == "yes"
    assert OutboundLetter.objects.filter(player=cast.player, kind="welcome").count() == 1
    assert "You are in Autumn League already." in words(to(cast.player, "answered"))


def test_a_yes_to_the_settings_counts_from_their_reader_alone(cast: Cast, league: League) -> None:
    write(cast.player.email, "join autumn")
    assert write(cast.opponent.email, "yes", answers=to(cast.player, "join_asked")).verdict != "yes"
    assert not Entry.objects.exists()


def test_a_yes_after_the_start_is_told_so(cast: Cast, league: League) -> None:
    write(cast.outsider.email, "join autumn")
    for player in cast.players:
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    write(cast.outsider.email, "yes", answers=to(cast.outsider, "join_asked"))
    assert "takes no entries now" in words(to(cast.outsider, "answered"))


def test_a_full_league_says_that_the_yes_is_for_the_waiting_list(cast: Cast) -> None:
    league = prepared_league(cast, max_players=3)
    for player in cast.players:
        leagues.enrol(league, player)
    write(cast.outsider.email, "join autumn")
    assert "you are on its waiting list" in words(to(cast.outsider, "join_asked"))
    write(cast.outsider.email, "yes", answers=to(cast.outsider, "join_asked"))
    assert Entry.objects.get(player=cast.outsider).state == Entry.State.WAITING


def test_letters_that_show_settings_are_counted_like_every_answer(cast: Cast, league: League) -> None:
    for _ in range(13):
        write(cast.player.email, "join autumn")
    assert OutboundLetter.objects.filter(kind="join_asked").count() == 11
    later = OutboundLetter.objects.filter(state=OutboundLetter.State.FOR_ANSWER)
    assert [f"/league/{league.pk}/" in letter.text for letter in later] == [True, True]


def test_a_held_letter_to_no_table_is_released_on_its_page_by_its_player_alone(
    cast: Cast, league: League, client
) -> None:
    leagues.enrol(league, cast.player)
    row = write(cast.player.email, "leave autumn")
    assert (row.state, row.seat) == (State.HELD, None)
    client.force_login(cast.outsider)
    assert client.post(f"/letter/{row.pk}/", {"answer": "yes"}).status_code == 404
    client.force_login(cast.player)
    client.post(f"/letter/{row.pk}/", {"answer": "yes"})
    ingest.read(row.pk)
    assert Entry.objects.get(player=cast.player).state == Entry.State.LEFT


def test_what_others_write_in_a_players_name_keeps_no_change_of_the_players_own_from_being_confirmed(
    cast: Cast, league: League, client
) -> None:
    """Forged letters use up the questions of the day; the page has all that wait, and little mail tells so."""
    leagues.enrol(league, cast.player)
    forged = [write(cast.player.email, f"vacation {day} May") for day in range(1, 8)]
    own = write(cast.player.email, "leave autumn")
    asked = OutboundLetter.objects.filter(player=cast.player, kind__in=("was_this_you", "letters_wait"))
    assert list(asked.order_by("pk").values_list("kind", flat=True)) == ["was_this_you"] * 3 + ["letters_wait"]
    assert "https://play.example.org/letter/" in asked.get(kind="letters_wait").text
    client.force_login(cast.outsider)
    assert "No letter waits for you." in client.get("/letter/").content.decode()
    client.post("/letter/", {"answer": "no", "letter": [row.pk for row in forged]})
    assert "/letter/" not in client.get("/").content.decode()
    client.force_login(cast.player)
    assert "8 letters in your name" in client.get("/").content.decode()
    page = client.get("/letter/").content.decode()
    assert all(f'href="/letter/{row.pk}/"' in page for row in (*forged, own))
    client.post(f"/letter/{own.pk}/", {"answer": "yes"})
    assert ingest.read(own.pk) == "letter"
    assert Entry.objects.get(player=cast.player).state == Entry.State.LEFT
    assert client.post("/letter/", {"letter": [row.pk for row in forged]}).status_code == 422
    client.post("/letter/", {"answer": "no", "letter": [row.pk for row in forged]})
    assert "No letter waits for you." in client.get("/letter/").content.decode()
    assert not OutboundLetter.objects.filter(kind="away").exists()


def test_a_held_letter_to_no_table_is_released_by_a_yes_from_the_registered_address(cast: Cast, league: League) -> None:
    leagues.enrol(league, cast.player)
    row = write(cast.player.email, "leave autumn")
    assert write(cast.player.email, "yes", answers=to(cast.player, "was_this_you")).verdict == "yes"
    assert ingest.read(row.pk) == "letter"
    assert Entry.objects.get(player=cast.player).state == Entry.State.LEFT


def test_a_player_at_a_table_joins_another_league_from_any_of_its_letters(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    winter = prepared_league(cast, name="Winter League", tag="Winter")
    assert deliver(newest(seat, "turn"), "join winter league").verdict == "letter"
    question = to(seat.player)
    assert (question.kind, question.league) == ("join_asked", winter)
    assert write(seat.player.email, "yes", answers=question).verdict == "yes"
    assert Entry.objects.filter(player=seat.player, league=winter).exists()
    assert not OutboundLetter.objects.filter(seat=seat, kind="words").exists()


def test_a_player_of_one_table_joins_by_the_bare_address_too(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    prepared_league(cast, name="Winter League", tag="Winter")
    write(seat.player.email, "join winter")
    assert to(seat.player).kind == "join_asked"


def test_a_league_that_is_not_there_is_answered_with_those_that_are(cast: Cast, league: League) -> None:
    leagues.enrol(league, cast.player)
    write(cast.player.email, "join spring", answers=to(cast.player, "welcome"))
    assert "Autumn League" in words(to(cast.player, "answered"))


def test_the_answer_to_the_welcome_letter_makes_ready_at_once(cast: Cast, league: League) -> None:
    entry = leagues.enrol(league, cast.player)
    row = write(cast.player.email, "ready", answers=to(cast.player, "welcome"))
    entry.refresh_from_db()
    assert row.verdict == "letter"
    assert entry.ready_at is not None
    assert "noted for Autumn League" in words(to(cast.player, "answered"))


def test_ready_from_nowhere_is_confirmed_first(cast: Cast, league: League) -> None:
    entry = leagues.enrol(league, cast.player)
    assert write(cast.player.email, "ready").state == State.HELD
    entry.refresh_from_db()
    assert entry.ready_at is None


def test_a_letter_of_somebody_else_proves_nothing(cast: Cast, league: League) -> None:
    leagues.enrol(league, cast.player)
    leagues.enrol(league, cast.opponent)
    assert write(cast.player.email, "leave", answers=to(cast.opponent, "welcome")).state == State.HELD
    assert Entry.objects.get(player=cast.player).state == Entry.State.IN


def test_who_has_joined_leaves_by_mail_until_the_start(cast: Cast, league: League) -> None:
    leagues.enrol(league, cast.player)
    write(cast.player.email, "leave", answers=to(cast.player, "welcome"))
    assert Entry.objects.get(player=cast.player).state == Entry.State.LEFT
    assert to(cast.player).kind == "left"


def test_leave_at_a_table_names_the_word_that_gives_a_seat_up(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    deliver(newest(seat, "turn"), "leave")
    assert "[resign]" in newest(seat, "own_leagues").text


def test_a_stranger_s_join_gets_one_letter_a_day_and_no_seat(league: League) -> None:
    rows = [write("Eve@Example.net", "join autumn", head=(PASS,)) for _ in range(2)]
    assert [row.verdict for row in rows] == ["invited", "too many joins"]
    (letter,) = OutboundLetter.objects.filter(to="eve@example.net")
    assert (letter.kind, letter.player) == ("begin", None)
    assert (letter.envelope_sender, letter.headers["Auto-Submitted"]) == ("", "auto-replied")
    assert not Player.objects.filter(email="eve@example.net").exists()
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        write("eve@example.net", "join autumn", head=(PASS,))
    assert OutboundLetter.objects.filter(to="eve@example.net").count() == 2
    assert not Entry.objects.exists()


def begin_page(email: str) -> str:
    found = re.search(r"https://play\.example\.org(/sign-up/\S+)", OutboundLetter.objects.get(to=email).text)
    assert found
    return found[1]


def test_a_stranger_who_has_written_join_says_on_the_page_who_they_are(league: League, client: Client) -> None:
    write("Eve Brown <Eve@Example.net>", "join autumn", head=(PASS,))
    page = begin_page("eve@example.net")
    assert 'value="Eve Brown"' in client.get(page).content.decode()
    assert client.post(page).status_code == 422
    assert client.post(page, {"name": "undo", "zone": "Europe/Warsaw"}).status_code == 422
    assert not Player.objects.filter(email="eve@example.net").exists()
    assert client.post(page, {"name": "Eve", "zone": "Europe/Warsaw"}).status_code == 302
    eve = Player.objects.get(email="eve@example.net")
    assert (eve.name, eve.zone) == ("Eve", "Europe/Warsaw")
    assert client.session["_auth_user_id"] == str(eve.pk)


@pytest.mark.parametrize(("access", "seen"), [(League.Access.OPEN, True), (League.Access.LINK, False)])
def test_a_stranger_comes_to_the_page_of_the_league_they_named_if_everybody_may_join_it(
    league: League, client: Client, access: str, seen: bool
) -> None:
    League.objects.filter(pk=league.pk).update(access=access)
    write("eve@example.net", f"join {league.tag}", head=(PASS,))
    pressed = client.post(begin_page("eve@example.net"), {"name": "Eve", "zone": "Europe/Warsaw"})
    assert pressed.headers["Location"] == (f"/league/{league.pk}/" if seen else "/")
    assert not Entry.objects.exists()


def test_a_flood_of_joins_from_invented_addresses_brings_few_letters_and_no_player(
    league: League, settings: Settings
) -> None:
    players = Player.objects.count()
    for number in range(60):
        write(f"a{number}@example.net", "join autumn", head=(PASS,))
    assert OutboundLetter.objects.filter(kind="begin").count() == settings.JOINS_OF_A_DOMAIN_AN_HOUR
    settings.JOINS_AN_HOUR = 15
    for number in range(20):
        write(f"a@d{number}.example", "join autumn", head=(PASS.replace("example.net", f"d{number}.example"),))
    assert OutboundLetter.objects.filter(kind="begin").count() == 15
    assert Player.objects.count() == players


@pytest.mark.parametrize("head", [(), (PASS.replace("pass", "none"),), (PASS.replace("pass", "fail"),)])
def test_a_stranger_nobody_vouches_for_is_not_answered(league: League, head: tuple[str, ...]) -> None:
    assert write("eve@example.net", "join autumn", head=head).verdict == "stranger"
    assert not Player.objects.filter(email="eve@example.net").exists()


def test_a_stranger_who_wants_anything_else_is_not_answered(league: League) -> None:
    assert write("eve@example.net", "help", "games", head=(PASS,)).verdict == "stranger"
    assert not Player.objects.filter(email="eve@example.net").exists()


def test_a_stranger_with_a_name_that_reads_as_an_order_is_offered_another(league: League, client: Client) -> None:
    write('"undo" <eve@example.net>', "join autumn", head=(PASS,))
    assert 'value="eve"' in client.get(begin_page("eve@example.net")).content.decode()


def test_games_at_the_bare_address_are_listed_for_who_plays_at_two_tables(cast: Cast) -> None:
    running_league(cast)
    running_league(cast, name="Winter League", tag="Winter")
    write(cast.player.email, "games")
    assert "Autumn League, Bruges 1" in words(to(cast.player, "answered"))
    assert "Winter League, Bruges 1" in words(to(cast.player, "answered"))


# --- announcements -------------------------------------------------------------------------------


def announced() -> set[str]:
    return set(OutboundLetter.objects.filter(kind="announced").values_list("to", flat=True))


def test_an_organiser_announces_to_a_league_by_mail_that_a_host_vouches_for(cast: Cast) -> None:
    running_league(cast)
    write(cast.organiser.email, "announce autumn: rest from Monday on", head=(PASS,))
    assert announced() == {player.email for player in cast.players}
    assert "rest from Monday on" in words(to(cast.player, "announced"))
    assert "to 3 players" in words(to(cast.organiser, "answered"))


def test_an_organiser_announces_to_one_table(cast: Cast) -> None:
    league = running_league(cast)
    extra = cast.outsider
    Entry.objects.create(league=league, player=extra)
    write(cast.organiser.email, "announce autumn 1: the ruling stands", head=(PASS,))
    assert announced() == {player.email for player in cast.players}


def test_an_organiser_announces_so_often_in_an_hour_in_one_letter_too(cast: Cast) -> None:
    running_league(cast)
    lines = [f"announce autumn: hello {number}" for number in range(8)]
    write(cast.organiser.email, *lines, head=(PASS,))
    assert OutboundLetter.objects.filter(kind="announced").count() == 3 * 6
    assert "this went to nobody" in words(to(cast.organiser, "answered"))
    with pytest.raises(TooOften):
        announcements.announce(League.objects.get(), cast.organiser, "and once more from the desk")
    write(cast.organiser.email, "announce autumn 1: to the table", head=(PASS,))
    assert "to the table" in words(to(cast.player, "announced"))


def test_an_organiser_writes_to_tables_of_a_league_so_often_in_an_hour(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcements, "TO_TABLES_AN_HOUR", 1)
    running_league(cast)
    write(cast.organiser.email, "announce autumn 1: hello", "announce autumn 1: and once more", head=(PASS,))
    assert OutboundLetter.objects.filter(kind="announced").count() == 3
    assert "written to tables of Autumn League 1 times in this hour" in words(to(cast.organiser, "answered"))


@pytest.mark.parametrize(
    "line",
    [
        "help {}", "rules {}", "join {}", "leave {}", "announce {}: x", "vacation {}", "practice {}",
    ],
)  # fmt: skip
def test_of_many_words_in_one_letter_so_many_are_carried_out_and_the_answer_says_so(cast: Cast, line: str) -> None:
    several = [line.format(number) for number in range(1, anywhere.MOST_AT_ONCE + 1)]
    write(cast.organiser.email, "games", head=(PASS,))
    ours = to(cast.organiser)
    write(cast.organiser.email, *several, answers=ours, head=(PASS,))
    assert anywhere.too_many() not in words(to(cast.organiser))
    write(cast.organiser.email, *several, line.format("x"), answers=ours, head=(PASS,))
    assert anywhere.too_many() in words(to(cast.organiser))


@pytest.mark.parametrize("order", [(), ("status",), ("12",)])
def test_of_many_words_to_a_table_so_many_are_carried_out_and_the_answer_says_so(
    cast: Cast, order: tuple[str, ...]
) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    row = deliver(newest(seat, "turn"), *order, *(f"note: {number}" for number in range(2 * anywhere.MOST_AT_ONCE)))
    assert Note.objects.count() == anywhere.MOST_AT_ONCE - (order == ("status",))
    (answer,) = OutboundLetter.objects.filter(answers=row)
    assert anywhere.too_many().removesuffix(".") in words(answer).replace("| ", "")


def test_an_announcement_that_nobody_vouches_for_waits_for_a_yes(cast: Cast) -> None:
    running_league(cast)
    row = write(cast.organiser.email, "announce autumn: free beer")
    assert row.state == State.HELD
    assert announced() == set()
    write(cast.organiser.email, "yes", answers=to(cast.organiser, "was_this_you"))
    ingest.read(row.pk)
    assert len(announced()) == 3


def test_a_player_cannot_announce(cast: Cast) -> None:
    running_league(cast)
    write(cast.player.email, "announce autumn: I win", head=(PASS,))
    assert announced() == set()
    assert "Announcements are for organisers" in words(to(cast.player, "answered"))


def test_an_organiser_who_plays_announces_to_the_own_table_if_the_letter_is_proved(cast: Cast) -> None:
    cast.player.is_staff = True
    cast.player.save()
    league = running_league(cast)
    league.organisers.add(cast.player)
    seat = only_table(league).seats.get(player=cast.player)
    deliver(newest(seat), "announce: welcome to table one")
    assert announced() == set()
    assert "/desk/" in newest(seat, "own_leagues").text
    deliver(newest(seat), "announce: welcome to table one", headers=[PASS])
    assert announced() == {player.email for player in cast.players}
    assert "writes to the players of Bruges 1:" in words(to(cast.third, "announced"))
