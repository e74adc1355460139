"""What the demonstration's mail programs write is read back by the service to exactly the player's lines."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage

import pytest

import engine
from engine.orders import reader as grammar
from tournaments.inbox.reply import Letter, Verdict, extract
from tournaments.running.demo.replies import STYLES, reply

ME = ("Łucja", "lucja@one.example")
EVERY_STYLE = pytest.mark.parametrize("style", list(STYLES))
LINES = (
    ["12"],
    ["12", "26", "31", "44"],
    ["always draw red > blue > any", "12"],
    ["say: <b>Well played</b>, Bea & Ελένη!", "go on"],
    ["recruit prince in red / house prince"],
)


def read_back(answer: EmailMessage) -> Letter:
    return extract(answer.as_bytes(policy=policy.SMTP), lambda line: grammar.reads(engine.games["bruges"], line))


@EVERY_STYLE
def test_a_reply_is_read_back_to_exactly_the_players_lines(turn_letter: EmailMessage, style: str) -> None:
    for lines in LINES:
        letter = read_back(reply(turn_letter, ME, "\n".join(lines), style))
        assert letter.lines == tuple(lines)
        assert (letter.verdict, letter.doubt, letter.marker_found) == (Verdict.LETTER, "", True)
        assert letter.sender == ME[1]


@EVERY_STYLE
def test_a_reply_without_a_word_of_ones_own_is_empty(turn_letter: EmailMessage, style: str) -> None:
    assert read_back(reply(turn_letter, ME, "", style)).verdict == Verdict.EMPTY


@EVERY_STYLE
def test_a_reply_goes_where_the_letter_says_and_names_what_it_answers(turn_letter: EmailMessage, style: str) -> None:
    answer = reply(turn_letter, ME, "12", style)
    assert answer["To"] == turn_letter["Reply-To"]
    assert answer["Subject"] == f"Re: {turn_letter['Subject']}"
    assert answer["In-Reply-To"] == turn_letter["Message-ID"]
    assert str(answer["References"]).endswith(str(turn_letter["Message-ID"]))


def test_a_reply_to_a_reply_has_one_re(turn_letter: EmailMessage) -> None:
    first = reply(turn_letter, ME, "12", "gmail")
    assert reply(first, ME, "26", "apple")["Subject"] == first["Subject"]


def test_every_mail_has_a_message_id_of_its_own(turn_letter: EmailMessage) -> None:
    ids = {str(reply(turn_letter, ME, "12", "gmail")["Message-ID"]) for _ in range(20)}
    assert len(ids) == 20
