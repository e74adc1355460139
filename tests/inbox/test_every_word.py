"""Every word to the service, however it is written, in an answer to a table's letter and to the service's address."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import count
from urllib.parse import unquote

import pytest

from engine.orders.command_words import WORDS, Rest, Word, command
from tests.shared.cast import Cast, prepared_league
from tests.shared.post import deliver, newest
from tournaments.inbox import ingest
from tournaments.letters import headers
from tournaments.models import InboundLetter, OutboundLetter, Seat
from tournaments.queries import matches

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
SETTINGS = {"private_press": True, "vacation_days": 14, "delay": timedelta(0)}
numbers = count(1)
# (word, another way of writing it, what its answer holds)
ASKED = (
    ("HELP", "Help!", "Answer a letter above its first line"),
    ("Help This", "help deci", "You are asked this"),
    ("STATUS", "status.", "It is your turn"),
    ("BOARD", "- board", "It is your turn"),
    ("LOG", "Log.", "The game begins"),
    ("GAMES", "Games!", "your turn until"),
    ("ORDERS", "orders;", "No orders of yours are kept"),
    ("STANDINGS", "Standings.", "Place 1"),
    ("RULES", "rules!", "The rules of Bruges are attached"),
    ("JOIN winter", "join: winter", "No league that can be joined is called so"),
)
# (word, another way of writing it, what its answer holds)
DONE = (
    ("UNDO", "Undo!", "Nothing was taken back"),
    ("FORGET", "Forget all", "Done: [forget"),
    ("SAY: well played", "say：well played", "Your words went to the table"),
    ("TELL seat {other}: hello", "Tell {name}: hello", "alone"),
    ("NOTE: a thought", "Note : a thought", "Noted, for you alone"),
    ("NOTES", "Notes.", "You have noted nothing"),
    ("ANNOUNCE: now", "announce autumn: now", "Announcements are for organisers"),
    ("REFEREE: who is right", "referee who is right", "Your words went to the organiser|these words already"),
    ("READY", "ready.", "You are in no league that waits"),
    ("LEAVE", "leave autumn", "[resign]|Which league"),
    ("VACATION 3 to 9 May", "vacation: 3 to 9 May", "you are away"),
    ("QUIET 22-7", "quiet from 10pm to 7am", "no deadline of yours falls between 22:00 and 07:00 in Brussels"),
    ("Quiet OFF", "quiet: off", "deadlines may fall at any hour"),
    ("QUIET", "Quiet!", "You have no quiet hours"),
    ("QUIET 22:30-7", "quiet 1 to 14", "Nothing has changed"),
    ("LANGUAGE", "language!", "You read English here"),
    ("LANGUAGE Klingon", "sprache: klingonisch", "this language is not spoken here"),
    ("GO ON", "", "There are no kept orders"),
    ("YES", "yes!", "nothing here that waited for your yes"),
    ("RESIGN", "Resign.", "You want to give up your seat"),
)
HELD = ("UNDO", "SAY:", "REFEREE:", "LEAVE", "VACATION", "QUIET", "RESIGN")  # of these it is tried: all go the same way


def meant(seat: Seat, line: str) -> str:
    """The line with another player of the table in it."""
    other = seat.table.seats.exclude(pk=seat.pk).select_related("player").first()
    return line.format(other=other.number + 1, name=other.player.name.upper())


def write(seat: Seat, *lines: str, answers: OutboundLetter | None = None) -> InboundLetter:
    """To the service's own address, read by a worker."""
    return write_as(seat.owner.email, *lines, answers=answers)


def write_as(sender: str, *lines: str, answers: OutboundLetter | None = None) -> InboundLetter:
    refer = [f"In-Reply-To: {answers.message_id}"] if answers else []
    top = [f"From: {sender}", f"To: {headers.bare_address()}", "Subject: hello", *refer]
    raw = "\r\n".join([*top, f"Message-ID: <word-{next(numbers)}@client.example>", "", *lines, ""]).encode()
    row = ingest.ingest(raw, headers.bare_address(), sender)
    ingest.read(row.pk)
    row.refresh_from_db()
    return row


def said(row: InboundLetter) -> str:
    letters = OutboundLetter.objects.filter(answers=row).exclude(kind="was_this_you")
    return " ".join(" ".join(letter.text.replace("\xa0", " ").split()) for letter in letters)


def holds(text: str, pieces: str) -> bool:
    return any(piece in text for piece in pieces.split("|"))


@pytest.mark.parametrize(("word", "other", "answer"), [*ASKED, *DONE])
def test_a_word_is_understood_in_an_answer_to_a_table(seat: Seat, word: str, other: str, answer: str) -> None:
    letter = newest(seat, "turn")
    for line in filter(None, (word, other)):
        text = said(deliver(letter, meant(seat, line)))
        assert holds(text, answer), (line, text)


@pytest.mark.parametrize(("word", "other", "answer"), ASKED)
def test_a_question_is_answered_at_the_service_s_address_at_once(
    seat: Seat, word: str, other: str, answer: str
) -> None:
    row = write(seat, other)
    assert (row.state, holds(said(row), answer)) == (InboundLetter.State.DONE, True)


@pytest.mark.parametrize(("word", "other", "answer"), [row for row in DONE if row[0].split()[0] in HELD])
def test_what_changes_something_waits_there_for_a_yes_of_the_registered_address(
    seat: Seat, word: str, other: str, answer: str
) -> None:
    row = write(seat, meant(seat, word))
    assert (row.state, said(row)) == (InboundLetter.State.HELD, "")
    question = OutboundLetter.objects.filter(player=seat.player, kind="was_this_you").latest("pk")
    if question.seat is None:
        write(seat, "yes", answers=question)
    else:
        deliver(question, "yes")
    ingest.read(row.pk)
    assert holds(said(row), answer), said(row)


def test_practice_begins_by_a_word_to_either_address(cast: Cast, seat: Seat) -> None:
    deliver(newest(seat, "turn"), "PRACTICE Bruges")
    assert OutboundLetter.objects.filter(player=seat.player, kind="turn", league__practice=True).exists()


def test_to_join_and_to_leave_go_through_either_address(cast: Cast, seat: Seat) -> None:
    winter = prepared_league(cast, name="Winter League", tag="Winter")
    deliver(newest(seat, "turn"), "Join: winter")
    write(seat, "YES", answers=OutboundLetter.objects.get(kind="join_asked"))
    assert winter.entries.filter(player=seat.player, state="in").exists()
    deliver(newest(seat, "turn"), "LEAVE Winter League")
    assert winter.entries.filter(player=seat.player, state="left").exists()


@pytest.mark.parametrize("line", ["guilders zzz", "recruit {card} in grey", "threat prinse"])
def test_what_is_offered_instead_is_legal_now(seat: Seat, line: str) -> None:
    """ "Did you mean" comes from the moves that are open to the seat, and its links play them."""
    decision = matches.load(seat.table).decision(seat.number)
    card = next(move[1] for move in decision.moves if move.verb == "workers")
    letter = deliver(newest(seat, "turn"), line.format(card=card)).answers.get()
    refusal = letter.html.partition("Not accepted</h2>")[2].partition("<h2")[0]
    offered = [unquote(order) for order in re.findall(r"body=(.*?)%0D%0A", refusal)]
    assert offered
    assert set(offered) <= {move.text for move in decision.moves}


def test_a_misspelt_word_is_answered_with_the_word_that_is_like_it(seat: Seat) -> None:
    letter = deliver(newest(seat, "turn"), "statsu").answers.get()
    assert "Perhaps you meant: [status]." in letter.text
    assert re.findall(r"body=(.*?)%0D%0A", letter.html.partition("Perhaps you meant")[2])[:1] == ["status"]


def misfits(word: Word) -> list[str]:
    """Lines with too little behind the word, or too much."""
    if word.to is not None:
        return [f"{word.name} hello bea", *([f"{word.name}: hello"] if word.to is Rest.MUST else [])]
    if word.rest is Rest.MUST:
        return [word.name, f"{word.name.upper()}:"]
    return [f"{word.name} winter"] if word.rest is Rest.NEVER else []


@pytest.mark.parametrize("word", [pytest.param(word, id=word.name) for word in WORDS if misfits(word)])
def test_a_word_with_too_little_or_too_much_behind_it_is_answered_with_how_it_is_written(
    seat: Seat, word: Word
) -> None:
    assert command(word.model.replace("…", "bea")) is not None
    for line in misfits(word):
        text = said(deliver(newest(seat, "turn"), line))
        assert f"Perhaps you meant: [{word.model}], [help {word.name}]." in text, line
    assert "There is no help" not in said(deliver(newest(seat, "turn"), f"help {word.name}"))


def test_such_a_word_keeps_no_order_below_it_from_being_played(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "Ready, Bea", "12")
    assert [line["state"] for line in row.account["lines"]] == ["ignored", "played"]


@pytest.mark.parametrize("word", ["join", "referee", "undo all"])
def test_who_sits_at_no_table_learns_how_a_word_is_written_that_works_without_one(cast: Cast, word: str) -> None:
    row = write_as(cast.outsider.email, word)
    works = word == "join"
    assert row.verdict == "no seat"
    assert (f"is written so: [{word} …]" in said(row), "You sit at no running table" in said(row)) == (works, not works)


def test_help_about_help_is_help_and_no_hint_names_it(seat: Seat, cast: Cast) -> None:
    assert "There is no help about that" not in said(write_as(cast.outsider.email, "help help"))
    assert "There is no help about that" not in said(deliver(newest(seat, "turn"), "help help"))
    assert "help help" not in said(deliver(newest(seat, "turn"), "help:"))
