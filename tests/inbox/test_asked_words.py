"""What a player is asked about ("was this you?") is what a yes carries out, and nothing else."""

from __future__ import annotations

import re
from itertools import count

import pytest
from django.conf import settings
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests.shared.cast import asked_seat
from tests.shared.post import address_of, answers_to, deliver, newest
from tournaments.inbox import ingest, reply, understanding, volume
from tournaments.letters import headers
from tournaments.letters.parts.layout import quoted
from tournaments.models import InboundLetter, OutboundLetter, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
State = InboundLetter.State
ORDER, OTHER = "recruit prince in red", "recruit queen in red"
SEPARATORS = ["-- ", "On Mon, 3 Mar 2026 at 10:00, Bea <bea@example.net> wrote:", "-----Original Message-----"]
numbers = count(1)


def forged(seat: Seat, *lines: str, head: str = "", sender: str = "", to: str = "") -> InboundLetter:
    """A letter in the name of a seat's player to the service's own address, for which no host vouches; read."""
    top = [f"From: {sender or seat.player.email}", f"Message-ID: <{next(numbers)}@evil.example>", "Subject: x"]
    raw = "\r\n".join([*top, *([head] if head else []), "", *lines, ""]).encode()
    row = ingest.ingest(raw, to or headers.bare_address(), "e@evil.example")
    ingest.read(row.pk)
    row.refresh_from_db()
    return row


def say_yes(row: InboundLetter) -> list[str]:
    """What a yes by mail carries out."""
    assert deliver(OutboundLetter.objects.get(kind="was_this_you", answers=row), "yes", quote=False).verdict == "yes"
    ingest.read(row.pk)
    row.refresh_from_db()
    return [line["text"] for line in row.account["lines"]]


def asked_by_mail(row: InboundLetter) -> str:
    return OutboundLetter.objects.get(kind="was_this_you", answers=row).text.replace("\N{NO-BREAK SPACE}", " ")


def asked_on_page(row: InboundLetter, seat: Seat) -> str:
    client = Client()
    client.force_login(seat.player)
    return client.get(f"/letter/{row.pk}/").content.decode()


@pytest.mark.parametrize("separator", SEPARATORS)
def test_an_order_below_more_lines_than_are_read_is_not_carried_out_unless_it_was_asked_about(
    separator: str, seat: Seat
) -> None:
    decoys = [f"recruit x{number} in red" for number in range(understanding.MOST_READ_OF_OTHERS + 5)]
    row = forged(seat, "hello", "", separator, *decoys, ORDER)
    shown = [asked_by_mail(row), asked_on_page(row, seat)]
    assert [ORDER in words for words in shown] == [ORDER in say_yes(row)] * 2


@pytest.mark.parametrize(
    "line",
    [
        f"{ORDER}; note: x",
        f"{ORDER} note: x",
        f"also {ORDER}; note: x",
        "status; say: you cheat, all of you, note: x",
        "referee Bea cheats, note: x",
        "undo; note: x",
        "forget everywhere; note: x",
        "note: I forgot the canal",
    ],
)
def test_no_word_hides_behind_a_note_that_stands_in_its_line(line: str, seat: Seat) -> None:
    row = forged(seat, line)
    assert row.state == State.HELD
    for shown in (asked_by_mail(row), asked_on_page(row, seat)):
        assert line in " ".join(shown.replace("|_", " ").replace("|", " ").split())  # signs of a quoted line


@pytest.mark.parametrize("by", ["bare", "token"])
def test_what_is_asked_is_kept_though_the_bytes_behind_it_are_not(
    by: str, seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(volume, "OF_A_PLAYER", volume.OF_BEGINNINGS)  # the day's room is used up: beginnings alone
    filler = "<!--" + "x" * (volume.BEGINNING + 4000) + "-->"
    parts = [
        "--q", "Content-Type: text/plain; charset=utf-8", "", "This mail is HTML.",
        "--q", "Content-Type: text/html; charset=utf-8", "", filler, f"<p>{ORDER}</p>", "--q--",
    ]  # fmt: skip
    head = "MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=q"
    to = address_of(newest(seat, "turn")) if by == "token" else ""
    row = forged(seat, *parts, head=head, sender="e@else.example" if to else "", to=to)
    assert (row.state, len(bytes(row.raw))) == (State.HELD, volume.BEGINNING)
    shown = asked_by_mail(row)
    assert say_yes(row) == [ORDER]
    assert ORDER in shown


@pytest.mark.parametrize("sender", ["", "phone@elsewhere.example"])
def test_a_letter_that_says_more_than_is_asked_about_is_refused_and_its_player_told(sender: str, seat: Seat) -> None:
    many = [f"always draw red > blue > x{n}" for n in range(understanding.MOST_LINES_ASKED + 1)]
    row = deliver(newest(seat, "turn"), *many, sender=sender, quote=False) if sender else forged(seat, *many)
    assert (row.state, row.verdict, answers_to(row)) == (State.DONE, "too long to ask", ["answered"])
    told = OutboundLetter.objects.get(answers=row)
    assert told.to == seat.player.email
    assert "it is too long for the question whether you did" in " ".join(told.text.split())
    assert deliver(newest(seat, "turn"), *many, quote=False).verdict == "letter", "with the reply address it counts"


@pytest.mark.parametrize("more", [1, understanding.MOST_LINES_ASKED + 1])
def test_a_letter_from_no_address_that_can_be_read_is_told_as_one(more: int, seat: Seat) -> None:
    words = [f"line {number} of them" for number in range(more)]
    row = forged(seat, *words, sender="()", to=address_of(newest(seat, "turn")))
    assert row.sender == ""
    told = " ".join(OutboundLetter.objects.get(answers=row).text.split())
    assert "no address that can be read" in told


def test_a_question_shows_as_many_lines_as_may_be_asked_about(seat: Seat) -> None:
    many = [f"line {number} of them" for number in range(understanding.MOST_LINES_ASKED)]
    row = forged(seat, *many)
    assert [line for line in many if line not in asked_by_mail(row)] == []
    assert asked_seat(seat.table) == seat


def forms_of(key: str) -> list[str]:
    """Lines that a question would not show whole, with an order in them."""
    hidden = ORDER.replace(" ", "\u00a8")
    return [
        f"token=ABCDEFGHIJKLMNOP;{hidden}", f"{settings.SITE_URL}/offer/x;{hidden}", f"sesame=;{hidden}; say: {key}",
        f"{settings.SITE_URL}/sign-in/link/?sesame={key};{hidden}", f"say: {key}", f"{ORDER}; say: <{key}>",
    ]  # fmt: skip


@pytest.mark.parametrize("at", range(6))
def test_what_a_question_does_not_show_as_a_key_a_yes_does_not_carry_out(seat: Seat, at: int) -> None:
    line = forms_of(address_of(newest(seat, "turn")).partition("@")[0])[at]
    row = forged(seat, line)
    assert row.state == State.HELD
    shown = squeezed(asked_by_mail(row))
    assert [line for line in understanding.understood(row).said if squeezed(line) not in shown] == []
    assert ("prince" in " ".join(say_yes(row))) <= ("prince" in shown)


def test_a_line_that_is_longer_than_a_question_shows_is_not_asked_about(seat: Seat) -> None:
    row = forged(seat, f"always draw {'red > blue > ' * 200}any; {ORDER}")
    assert (row.state, row.verdict) == (State.DONE, "too long to ask")


PARTS = [
    "token=ABCDEFGHIJKLMNOP", ";", " ", "\u00a8", "\u2028", "\x0b", "\t", ORDER, "say: ", "a.", "0123456789abcdef",
    "AAAAAAAAAAEB3kQxYzabcdefGHIJKLmn", settings.SITE_URL, "/offer/", "sesame=", ":", "aB1" * 15, "<b>", "x-y",
]  # fmt: skip


@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=40).map("".join), st.booleans())
def test_what_is_kept_of_any_line_is_what_the_question_shows_of_it(line: str, as_subject: bool) -> None:
    letter = reply.Letter(lines=() if as_subject else (line,), subject_order=line if as_subject else "")
    letter = understanding.as_shown(letter)
    if understanding.can_be_asked(letter):
        lines = [part for line in letter.said for part in quoted(line)]
        assert squeezed("\n".join(lines)) == squeezed("".join(letter.said))


def squeezed(words: str) -> str:
    """Without blanks, and the signs of a quoted line in front."""
    return "".join("".join(re.sub(r"^\|_?[ \xa0]", "", line) for line in words.split("\n")).split())
