"""Rows of our own letters, at the top of a mail without our marker and without marks of a quote, order nothing."""

from __future__ import annotations

import textwrap

import pytest

from engine.orders.reader import Ignored, Reader
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.inbox import our_rows, reply, understanding
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat
from tournaments.queries import matches

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


def states(row: InboundLetter) -> list[str]:
    return [line["state"] for line in row.account.get("lines", [])]


def move_of(seat: Seat) -> tuple[str, str]:
    """A move that is asked for, in the words of the letter, and a row that may stand below it there."""
    match = matches.load(seat.table)
    decision = match.decision(seat.number)
    assert decision is not None
    return match.game.say(decision.moves[0], match.view(seat.number), seat.number), "and whatever stands below it."


def telling(seat: Seat, *rows: str) -> OutboundLetter:
    letter = newest(seat, "turn")
    letter.text = "\n".join([letter.text, *rows])
    letter.save(update_fields=["text"])
    return letter


def test_two_rows_of_our_letter_that_follow_each_other_in_it_are_not_the_player_s(seat: Seat) -> None:
    rows = move_of(seat)
    row = deliver(telling(seat, *rows), *rows, quote=False)
    assert row.account["ignored"] == list(rows)
    assert "played" not in states(row)


def test_the_same_rows_are_the_player_s_where_the_letter_does_not_have_them_so(seat: Seat) -> None:
    rows = move_of(seat)
    assert "played" in states(deliver(telling(seat, rows[1], rows[0]), *rows, quote=False))


def test_one_row_that_the_letter_shows_may_be_typed_back(seat: Seat) -> None:
    words, below = move_of(seat)
    assert states(deliver(telling(seat, words, below), words, quote=False)) == ["played"]


def test_orders_of_the_grammar_are_the_player_s_though_our_letter_has_them_in_a_row(seat: Seat) -> None:
    assert "played" in states(deliver(telling(seat, "12", "22"), "12", "22", quote=False))


def parts_of(letter: OutboundLetter) -> set[str]:
    """The rows of a letter, and long parts of them as other programs wrap it. One or two words may be anybody's."""
    rows = {row for row in letter.text.splitlines() if len(row.split()) > 3}
    return rows | {part for row in rows for part in textwrap.wrap(row, 60) if len(part.split()) > 7}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["bruges", "venise", "flandern"])
def test_no_row_of_a_letter_orders_anything_by_itself_as_people_talk(cast: Cast, game: str, language: str) -> None:
    Player.objects.update(language=language)
    table = only_table(running_league(cast, game=game, tag=game))
    seat = table.seats.get(number=0) if game == "flandern" else asked_seat(table)
    letter, match = newest(seat, "turn"), matches.load(table)
    reads = understanding.is_order(seat, first_lines=True)
    reader = Reader(match.game, match.view(seat.number), match.decision(seat.number), seat.number)
    read = list[str]()
    for part in parts_of(letter):
        said = reply.Letter(lines=(part,), top=1, references=(letter.message_id,))
        left = our_rows.without(said, InboundLetter(seat=seat), reads).lines
        read += [line for line in left if isinstance(what := reader.beside(line).what, Ignored) and what.nearest]
    assert read == []


def test_a_row_of_a_letter_by_itself_is_told_and_not_carried_out(seat: Seat) -> None:
    row = deliver(telling(seat, "Threats: 1 yellow."), "Threats: 1 yellow.", quote=False)
    assert row.account["ignored"] == ["Threats: 1 yellow."]
    assert "played" not in states(row)
