"""What is told of each row of a roster before anything is sent, and that a press does just that."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.shared.cast import Cast, person, prepared_league
from tests.shared.post import name_address
from tournaments.actions.exchange import rosters
from tournaments.actions.exchange.rosters import Fate, Judged
from tournaments.actions.league import disqualify, invitations, leagues
from tournaments.formats.sheets.reading import Person
from tournaments.models import Allowance, Entry, Invitation, League, OutboundLetter

pytestmark = pytest.mark.django_db


def look(league: League, *addresses: str) -> list[Judged]:
    return rosters.look(league, [Person(row, "", address) for row, address in enumerate(addresses, start=2)])


def fates(league: League, *addresses: str) -> list[Fate]:
    return [one.fate for one in look(league, *addresses)]


def test_who_is_new_is_invited_and_who_is_in_is_not(cast: Cast) -> None:
    league = prepared_league(cast, max_players=3)
    for player in (cast.player, cast.opponent, cast.third, cast.outsider):
        leagues.enrol(league, player)
    leagues.leave(league, cast.opponent)
    disqualify.disqualify(league.entries.get(player=cast.third).pk, cast.organiser, "Two accounts", void=False)
    new, entered, left, out = look(
        league, "New <new@example.net>", "ANNA@example.net", cast.opponent.email, cast.third.email
    )
    assert (new.fate, new.address) == (Fate.INVITED, "new@example.net")
    assert (entered.fate, entered.why) == (Fate.IN, "in")
    assert left.fate == Fate.INVITED
    assert (out.fate, out.why) == (Fate.IN, "disqualified")


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("", "no address"),
        ("Anna", "no mail address"),
        ("a@b", "no mail address"),
        ("a b@example.net c@example.net", "more than one"),
        ("a(b)@example.net", "no mail address"),
        ("play@mail.example.org", "this service itself"),
        ("ann“a@example.net", "U+201C"),
    ],
)
def test_what_is_no_address_is_refused_with_the_reason(cast: Cast, cell: str, words: str) -> None:
    (judged,) = look(prepared_league(cast), cell)
    assert judged.fate == Fate.REFUSED
    assert words in judged.why


def test_the_second_row_of_an_address_names_the_first(cast: Cast) -> None:
    first, second = look(prepared_league(cast), "new@example.net", "NEW@example.net")
    assert (first.fate, second.fate) == (Fate.INVITED, Fate.REFUSED)
    assert "row 2" in second.why


def test_who_has_had_a_letter_today_is_told_of_and_looking_counts_nothing(cast: Cast) -> None:
    league = prepared_league(cast)
    invitations.invite(league, cast.organiser, "new@example.net")
    counted = list(Allowance.objects.order_by("name").values_list("name", "used"))
    one, two = look(league, "new@example.net", "other@example.net")
    assert (one.fate, two.fate) == (Fate.REFUSED, Fate.INVITED)
    assert "tomorrow" in one.why
    assert list(Allowance.objects.order_by("name").values_list("name", "used")) == counted
    assert Invitation.objects.count() == 1


def test_whether_an_address_is_somebodys_who_plays_here_makes_no_difference(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    second = name_address(cast.player, "second@example.net")
    someone = person("Somebody")
    assert fates(league, second.email, someone.email, "nobody@example.net") == [Fate.INVITED] * 3


def test_a_press_does_what_was_told(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    told = look(league, "a@example.net", cast.player.email, "odd", "b@example.net")
    invited = [one.address for one in told if one.fate == Fate.INVITED]
    before = Entry.objects.count()
    assert invitations.invite(league, cast.organiser, "\n".join(invited)) == len(invited) == 2
    assert set(OutboundLetter.objects.filter(kind="invited").values_list("to", flat=True)) == set(invited)
    assert Entry.objects.count() == before, "nobody is signed up"


def test_more_than_one_press_takes_waits_for_the_next_one(cast: Cast) -> None:
    league = prepared_league(cast)
    told = fates(league, *(f"p{number}@example.net" for number in range(200)))
    most = invitations.MOST_AT_ONCE
    assert told == [Fate.INVITED] * most + [Fate.LATER] * (200 - most)
    long = [f"{'x' * 60}{number}@{'y' * 60}.{'z' * 60}.{'w' * 50}.example" for number in range(60)]
    told = fates(league, *long)
    invited = told.count(Fate.INVITED)
    assert 0 < invited < 60
    assert len("\n".join(long[:invited])) <= invitations.LONGEST_LIST


def test_two_hundred_rows_take_few_statements(cast: Cast) -> None:
    league = prepared_league(cast)
    with CaptureQueriesContext(connection) as asked:
        fates(league, *(f"p{number}@example.net" for number in range(200)))
    assert len(asked) <= 4
