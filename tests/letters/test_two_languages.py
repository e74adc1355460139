"""At one table everybody reads their own language, whoever's letter has brought what they read."""

from __future__ import annotations

import pytest

from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.plain_words import SMALL, written_in
from tests.shared.post import deliver, newest
from tournaments.models import JournalLine, OutboundLetter, Player, Seat

pytestmark = pytest.mark.django_db

# Letters of one player, line by line; together they meet most of what the service answers.
LETTERS = {
    "an order that is not understood": ("house zebra", "always draw cheese"),
    "orders for now and for later": ("12; 22",),
    "taking back": ("undo",),
    "questions": ("help", "help this", "status", "log", "games", "orders", "standings", "rules", "join winter"),
    "words to others": ("say: bravo", "tell seat {other}: bravo", "note: hm", "notes", "announce: hm", "referee hm"),
    "days and hours": (
        "vacation 3 to 9 May",
        "vacation 1.1.2020-2.1.",
        "vacation cancel",
        "quiet 22-7",
        "quiet 1 to 14",
    ),
    "leagues": ("ready", "leave autumn", "practice chess", "practice bruges", "language", "language klingon"),
    "help": ("help orders", "help plans", "help vacation", "help practice", "help chess"),
    "a plan": ("12", "22", "if guilders 99: 32"),
    "giving up": ("resign",),
}


def other(language: str) -> str:
    return next(each for each in SMALL if each != language)


def read_by(seat: Seat, language: str) -> str:
    """What went to the seat and to its player since, and holds no line in another language."""
    letters = OutboundLetter.objects.filter(player=seat.player)
    for letter in letters:
        for text in (letter.subject, letter.text, "\n".join(letter.gist)):
            assert written_in(other(language), text) == [], letter.kind
    return "\n".join(letter.text for letter in letters)


@pytest.mark.parametrize("language", SMALL)
def test_everybody_at_a_table_reads_their_own_language(cast: Cast, language: str) -> None:
    Player.objects.exclude(is_staff=True).update(language=other(language))
    settings = {"private_press": True, "vacation_days": 14}
    seat = asked_seat(only_table(running_league(cast, **settings)))
    Player.objects.filter(pk=seat.player_id).update(language=language)
    OutboundLetter.objects.exclude(kind="turn").delete()  # what came before the language was chosen
    first = newest(seat, "turn")
    others = list(seat.table.seats.exclude(pk=seat.pk).select_related("player"))
    for lines in LETTERS.values():
        deliver(first, *(line.format(other=others[0].number + 1) for line in lines))
    deliver(newest(seat, "resign_asked"), "yes")
    OutboundLetter.objects.filter(pk=first.pk).delete()
    assert written_in(language, read_by(seat, language))
    for each in others:
        assert written_in(other(language), read_by(each, other(language)))
    assert [line.words for line in JournalLine.objects.all() if written_in("de", line.words)] == []
