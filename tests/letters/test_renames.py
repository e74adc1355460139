"""A player's new name is told once to those who play with them, in a letter that comes anyway, and to nobody else."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.commands import gathered
from tournaments.actions.league import announcements, disqualify, leagues
from tournaments.actions.player import digests, people
from tournaments.models import JournalLine, League, OutboundLetter, Player, Seat, Table
from tournaments.queries import renames
from tournaments.queries.renames import AWHILE

pytestmark = pytest.mark.django_db
State = OutboundLetter.State


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def table(cast: Cast) -> Table:
    return only_table(running_league(cast, private_press=True))


def rename(player: Player, *names: str) -> None:
    for name in names:
        people.change_profile(player, name, player.zone)


def announce(league: League) -> None:
    """A letter to everybody in the league."""
    league = League.objects.get(pk=league.pk)
    announcements.announce(league, league.organisers.first(), f"words no. {OutboundLetter.objects.count()}")


def told(player: Player) -> list[str]:
    """The sentences on new names that the player's letters have, the oldest letter first."""
    letters = OutboundLetter.objects.filter(player=player).exclude(state=State.FOR_DIGEST).order_by("pk")
    lines = [line for letter in letters for line in letter.text.splitlines()]
    return [line.removeprefix("* ") for line in lines if " is called " in line or " heißt jetzt " in line]


def seat_of(table: Table, player: Player) -> Seat:
    return Seat.objects.get(table=table, player=player)


def test_everybody_at_the_table_reads_it_once_in_a_letter_that_comes_anyway(cast: Cast, table: Table) -> None:
    written = OutboundLetter.objects.count()
    rename(cast.opponent, "Beatrix")
    assert OutboundLetter.objects.count() == written
    for _ in range(4):
        deliver(newest(asked_seat(table), "turn"), "12")
    assert told(cast.player) == told(cast.third) == ["Bea is called Beatrix now."]
    assert told(cast.opponent) == []


def test_it_stands_behind_the_state_of_the_letter_in_the_words_of_its_reader(cast: Cast, table: Table) -> None:
    Player.objects.filter(pk=cast.third.pk).update(language="de")
    rename(cast.opponent, "Beatrix")
    announce(table.league)
    german = OutboundLetter.objects.filter(player=cast.third).latest("pk")
    first, blank, sentence, *_ = german.text.splitlines()
    assert (first.startswith("#=#=#"), blank, sentence) == (True, "", "* Bea heißt jetzt Beatrix.")
    assert "<li" in german.html.partition("Bea heißt jetzt Beatrix.")[0]
    assert told(cast.player) == ["Bea is called Beatrix now."]


def test_of_several_new_names_the_first_and_the_last_are_told_and_none_to_who_is_called_so_again(
    cast: Cast, table: Table
) -> None:
    rename(cast.opponent, "Bet", "Beatrix")
    rename(cast.third, "Chad", "Chidi")
    announce(table.league)
    assert told(cast.player) == ["Bea is called Beatrix now."]
    rename(cast.opponent, "Bea")
    announce(table.league)
    announce(table.league)
    assert told(cast.player) == ["Bea is called Beatrix now.", "Beatrix is called Bea now."]


def test_who_is_in_the_league_at_another_table_reads_it_too_and_who_is_in_none_with_them_does_not(
    cast: Cast, table: Table
) -> None:
    waiting = person("Wim")
    leagues_of_others = running_league(cast, tag="Other", name="Other League", seats=2, max_players=2)
    stranger = person("Sara")
    table.league.entries.create(player=waiting, state="waiting")
    leagues_of_others.entries.filter(player=cast.opponent).delete()
    Seat.objects.filter(table__league=leagues_of_others, player=cast.opponent).update(player=stranger)
    leagues_of_others.entries.create(player=stranger)
    rename(cast.opponent, "Beatrix")
    announce(table.league)
    announce(leagues_of_others)
    assert told(waiting) == ["Bea is called Beatrix now."]
    assert told(stranger) == []
    letters = OutboundLetter.objects.filter(league=leagues_of_others)
    assert not [letter for letter in letters if "Beatrix" in letter.text + letter.html]


def test_who_shares_two_leagues_with_them_reads_it_once(cast: Cast, table: Table) -> None:
    other = running_league(cast, tag="Other", name="Other League", seats=2, max_players=2)
    rename(cast.opponent, "Beatrix")
    announce(other)
    announce(table.league)
    announce(other)
    assert told(cast.player) == told(cast.third) == ["Bea is called Beatrix now."]
    rename(cast.opponent, "Bea")
    announce(table.league)
    assert told(cast.player)[1:] == ["Beatrix is called Bea now."]


@pytest.mark.parametrize(("state", "tells"), [("in", True), ("waiting", True), ("out", True), ("left", False)])
def test_who_has_left_the_league_is_told_nothing_of_it_any_more(
    cast: Cast, table: Table, state: str, tells: bool
) -> None:
    table.league.entries.create(player=cast.outsider, state=state)
    rename(cast.opponent, "Beatrix")
    league = League.objects.get(pk=table.league_id)
    for about in (league, None):
        people_told = renames.untold(Player.objects.get(pk=cast.outsider.pk), about).people
        assert [one.words for one in people_told] == (["Bea is called Beatrix now."] if tells else [])


def test_a_letter_that_never_goes_out_has_told_nothing(cast: Cast, table: Table) -> None:
    Player.objects.filter(pk=cast.player.pk).update(dead_at=timezone.now())
    rename(cast.opponent, "Beatrix")
    announce(table.league)
    Player.objects.filter(pk=cast.player.pk).update(dead_at=None)
    announce(table.league)
    announce(table.league)
    went = OutboundLetter.objects.filter(player=cast.player, state=State.QUEUED, text__contains="called Beatrix")
    assert went.count() == 1


def test_the_daily_letter_tells_it_in_the_place_of_those_that_wait_for_it(cast: Cast) -> None:
    Player.objects.filter(pk=cast.player.pk).update(ways={"turns": "digest", "news": "digest"}, digest_hour=8)
    cast.player.refresh_from_db()
    table = only_table(running_league(cast))
    rename(cast.opponent, "Beatrix")
    while asked_seat(table).player != cast.player:
        deliver(newest(asked_seat(table), "turn"), "12")
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        assert digests.send(cast.player.pk)
    assert told(cast.player) == ["Bea is called Beatrix now."]
    assert newest(seat_of(table, cast.player), "digest").text.splitlines()[2] == "* Bea is called Beatrix now."


def test_one_letter_for_many_answers_tells_it_once(cast: Cast, table: Table) -> None:
    rename(cast.opponent, "Beatrix")
    letter = newest(seat_of(table, cast.player))
    for word in ("standings", "board"):
        deliver(letter, word)
    answers = OutboundLetter.objects.filter(player=cast.player, answers__isnull=False)
    answers.update(state=State.FOR_ANSWER, due_at=timezone.now())
    assert gathered.send(cast.player.pk)
    one = OutboundLetter.objects.get(player=cast.player, kind="gathered")
    assert one.text.count("is called") == 1
    announce(table.league)
    assert "is called" not in OutboundLetter.objects.filter(player=cast.player).latest("pk").text


def test_each_league_that_goes_on_has_a_line_in_its_journal(cast: Cast, table: Table) -> None:
    over = leagues.create(cast.organiser, name="Old League", tag="Old", game="bruges", seats=3)
    over.entries.create(player=cast.opponent)
    League.objects.filter(pk=over.pk).update(state=League.State.FINISHED)
    rename(cast.opponent, "Beatrix")
    lines = JournalLine.objects.filter(verb="renamed", actor=cast.opponent).values_list("league", "words")
    assert sorted(lines, key=str) == [
        (table.league_id, "Bea is called Beatrix now"),
        (None, "Bea is called Beatrix now"),
    ]


def test_the_page_of_the_table_says_it_for_a_while(cast: Cast, table: Table) -> None:
    rename(cast.opponent, "Beatrix")
    pages = {}
    for player in (cast.player, cast.opponent):
        client = Client()
        client.force_login(player)
        pages[player.pk] = client
    says = "Bea is called Beatrix now."
    assert says in pages[cast.player.pk].get(f"/table/{table.pk}/").content.decode()
    assert says not in pages[cast.opponent.pk].get(f"/table/{table.pk}/").content.decode()
    with time_machine.travel(timezone.now() + AWHILE):
        pages[cast.player.pk].force_login(cast.player)
        assert says not in pages[cast.player.pk].get(f"/table/{table.pk}/").content.decode()


def private(table: Table) -> list[str]:
    letters = OutboundLetter.objects.filter(kind="tell", seat__table=table)
    return list(letters.order_by("pk").values_list("player__name", flat=True))


def test_words_by_the_name_of_before_arrive_for_a_while(cast: Cast, table: Table) -> None:
    letter = newest(seat_of(table, cast.player))
    rename(cast.opponent, "Trixie")
    deliver(letter, "tell bea: hello")
    assert private(table) == ["Trixie"]
    deliver(letter, "tell Trixie: hello again")
    assert private(table) == ["Trixie", "Trixie"]
    with time_machine.travel(timezone.now() + AWHILE):
        deliver(letter, "tell bea: hello for the third time, in answer to a letter that calls her so")
        deliver(newest(seat_of(table, cast.player)), "tell bea: hello for the fourth time")
    assert len(private(table)) == 3


def test_the_name_of_before_is_asked_back_once_another_player_has_it(cast: Cast, table: Table) -> None:
    letter = newest(seat_of(table, cast.player))
    rename(cast.opponent, "Trixie")
    Player.objects.filter(pk=cast.third.pk).update(name="Bea")
    deliver(letter, "tell bea: hello")
    assert private(table) == []
    assert "Write the number of one seat." in " ".join(newest(seat_of(table, cast.player), "words").text.split())


def test_whoever_is_forgotten_takes_the_sentence_along(cast: Cast, table: Table) -> None:
    rename(cast.opponent, "Beatrix Bodenhausen von der Wasserkante zu Niederhohenstein")
    announce(table.league)
    waits = OutboundLetter.objects.filter(player=cast.player).latest("pk")
    assert "Niederhohenstein" in waits.text
    people.erase(Player.objects.get(pk=cast.opponent.pk), cast.opponent)
    waits.refresh_from_db()
    for words in (waits.text, waits.html):
        assert "is called" not in " ".join(words.split())
        assert "Bea" not in words
    assert "words no." in waits.text.replace("\xa0", " ")
    announce(table.league)
    assert "is called" not in OutboundLetter.objects.filter(player=cast.third).latest("pk").text
    assert not JournalLine.objects.filter(words__contains="Bea").exists()


def test_who_is_out_of_the_league_is_told_of_as_long_as_their_name_stands_there(cast: Cast, table: Table) -> None:
    entry = table.league.entries.get(player=cast.opponent)
    disqualify.disqualify(entry.pk, cast.organiser, "two accounts", void=False)
    rename(cast.opponent, "Beatrix")
    announce(table.league)
    assert told(cast.player) == ["Bea is called Beatrix now."]
