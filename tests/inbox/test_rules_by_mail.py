"""The rules of a game as PDF: with the welcome letter, and for the word rules."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, only_table, prepared_league, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.league import leagues
from tournaments.inbox import ingest, repeats
from tournaments.letters import headers
from tournaments.models import OutboundLetter, Player, Seat
from tournaments.outbox import outbox
from tournaments.papers import papers

pytestmark = pytest.mark.django_db
numbers = count(1)
BRUGES = ("bruges-rules.pdf", papers.PDF)


def attached(letter: OutboundLetter) -> list[tuple[str, str]]:
    """(file name, type) of what a letter has with it, all of it as it is posted."""
    parts = outbox.message_of(letter).message().walk()
    return [(part.get_filename(), part.get_content_type()) for part in parts if part.get_filename()]


def to(player: Player, kind: str) -> OutboundLetter:
    return OutboundLetter.objects.filter(player=player, kind=kind).latest("pk")


def write(sender: str, *lines: str) -> str:
    """A letter to the bare address; its verdict."""
    top = [f"From: {sender}", f"To: {headers.bare_address()}", f"Message-ID: <rules-{next(numbers)}@client.example>"]
    return ingest.read(ingest.ingest("\r\n".join([*top, "", *lines, ""]).encode(), headers.bare_address(), sender).pk)


def test_the_welcome_letter_has_the_rules_and_tells_how_to_play_by_mail(cast: Cast) -> None:
    leagues.enrol(prepared_league(cast), cast.player)
    letter = to(cast.player, "welcome")
    words = " ".join(letter.text.split())
    assert attached(letter) == [BRUGES]
    assert "answer this letter with the one word [ready]" in words
    for word in ("[workers bishop]", "[undo]", "[help]", "[rules]", "[practice bruges]", "[vacation 3 to 9 May]"):
        assert word in words
    assert "You have 48 hours for an answer" in words
    assert len(letter.text.splitlines()) <= 55  # a page


def test_the_welcome_letter_offers_no_days_off_where_there_are_none(cast: Cast) -> None:
    leagues.enrol(prepared_league(cast, vacation_days=0, turn_time=timedelta(hours=8)), cast.player)
    text = to(cast.player, "welcome").text
    assert "[vacation" not in text
    assert "8 hours" in text


@pytest.mark.parametrize("word", ["rules", "RULES", "Rules bruges", "rules bru"])
def test_rules_at_a_table_brings_its_game_s_rules_and_the_seat_s_own(seat: Seat, word: str) -> None:
    row = deliver(newest(seat, "turn"), word)
    letter = row.answers.get()
    assert attached(letter) == [BRUGES]
    words = " ".join(letter.text.split())
    assert "The rules of Bruges are attached" in words
    assert "[always climb" in words


def test_rules_of_a_game_that_is_not_there_names_those_that_are(seat: Seat) -> None:
    letter = deliver(newest(seat, "turn"), "rules chess").answers.get()
    assert attached(letter) == []
    assert "Which game do you mean? There is" in letter.text


def test_rules_come_from_the_bare_address_before_any_table_is_open(cast: Cast) -> None:
    leagues.enrol(prepared_league(cast), cast.player)
    assert write(cast.player.email, "rules") == "letter"
    assert attached(to(cast.player, "answered")) == [BRUGES]


def test_rules_come_once_for_who_plays_the_same_game_at_several_tables(cast: Cast) -> None:
    for name in ("Autumn", "Winter"):
        running_league(cast, name=f"{name} League", tag=name)
    assert write(cast.player.email, "rules") == "letter"
    assert attached(to(cast.player, "answered")) == [BRUGES]


def test_who_has_one_table_gets_the_rules_from_the_bare_address_too(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    assert write(seat.player.email, "rules") == repeats.ASKED
    assert attached(newest(seat, "words")) == [BRUGES]


@pytest.mark.parametrize("seated", [False, True])
def test_what_anybody_asked_for_in_a_player_s_name_brings_papers_only_twice_a_day(cast: Cast, seated: bool) -> None:
    if seated:
        running_league(cast)
    else:
        leagues.enrol(prepared_league(cast), cast.player)
    before = OutboundLetter.objects.latest("pk").pk
    for _ in range(4):
        write(cast.player.email, "rules")
    letters = OutboundLetter.objects.filter(pk__gt=before)
    assert [attached(letter) for letter in letters] == [*[[BRUGES]] * 2, [], []]
    wanted = OutboundLetter.objects.filter(player=cast.player, pk__lte=before).latest("pk")
    assert attached(deliver(wanted, "rules").answers.get()) == [BRUGES]


def test_a_stranger_gets_no_rules(cast: Cast) -> None:
    before = timezone.now()
    assert write("eve@example.net", "rules") == "stranger"
    assert not OutboundLetter.objects.filter(created_at__gte=before).exists()
