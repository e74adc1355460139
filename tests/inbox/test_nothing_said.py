"""Letters without a line to carry out, for whatever reason: nothing of them is done, and it is said why, anywhere."""

from __future__ import annotations

import pytest

from tests.shared.cast import Cast, only_table, running_league
from tests.shared.post import address_of, ask_for_link, deliver, newest
from tournaments.actions.seats import seats
from tournaments.inbox import ingest
from tournaments.letters import headers
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat, Vacation

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
HTML = "Content-Type: text/html\r\n\r\n"
TWO_FORMS = (
    "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n{plain}\r\n"
    f"--b\r\n{HTML}<p>{{html}}</p>\r\n--b--\r\n"
)
DIFFERENT = TWO_FORMS.format(plain="vacation 1.12.-5.12.", html="quiet 22-7")
SEALED = "Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\nMIAG\r\n"
HIDDEN = f"{HTML}<p style='font-size:0'>quiet 22-7</p>"
LETTERS = {DIFFERENT: "order different things", SEALED: "could not be opened", HIDDEN: "no line of your own"}
anywhere = pytest.mark.parametrize("body", LETTERS, ids=["two forms", "sealed", "hidden"])


def send(sender: str, to: str, body: str, answering: OutboundLetter | None = None, subject: str = "hi") -> str:
    """What is written to anybody because of this letter."""
    head = f"From: {sender}\r\nTo: {to}\r\nSubject: {subject}\r\n"
    if answering is not None:
        head += f"In-Reply-To: {answering.message_id}\r\n"
    before = set(OutboundLetter.objects.values_list("pk", flat=True))
    row = ingest.ingest(f"{head}{body}".encode(), to, sender)
    ingest.read(row.pk)
    assert InboundLetter.objects.get(pk=row.pk).state == InboundLetter.State.DONE
    new = OutboundLetter.objects.exclude(pk__in=before)
    return " ".join(" ".join(letter.text.replace("\N{NO-BREAK SPACE}", " ") for letter in new).split())


def nothing_came_of_it(player: Player) -> bool:
    player.refresh_from_db()
    return player.quiet is None and not Vacation.objects.filter(entry__player=player).exists()


@anywhere
@pytest.mark.parametrize("replaced", [False, True], ids=["their seat", "the stand-in has it"])
def test_at_the_address_of_a_seat(seat: Seat, cast: Cast, body: str, replaced: bool) -> None:
    letter = newest(seat, "turn")
    if replaced:
        seats.replace_by_stand_in(seat.pk, cast.organiser, "not heard of")
    told = send(letter.to, address_of(letter), body, letter)
    assert LETTERS[body] in told
    assert (body == SEALED) or "quiet 22-7" in told
    assert ("no longer yours" in told) == replaced
    assert nothing_came_of_it(seat.owner)


def test_the_line_of_a_letter_in_doubt_is_refused_with_the_reason_and_not_called_no_order(seat: Seat) -> None:
    letter = newest(seat, "turn")
    told = send(letter.to, address_of(letter), DIFFERENT, letter)
    assert "Not accepted: | quiet 22-7 The plain text and the HTML of the mail order different things" in told
    assert "Left aside" not in told


@pytest.mark.parametrize("bare", [False, True], ids=["at the seat", "at no seat"])
@pytest.mark.parametrize("subject", ["yes", "Re: yes", "undo"])
def test_so_is_every_line_beside_a_word_in_the_subject_that_asks_for_something_else(
    seat: Seat, subject: str, bare: bool
) -> None:
    letter = newest(seat, "turn")
    to = headers.bare_address() if bare else address_of(letter)
    told = send(letter.to, to, "\r\nHello,\r\nquiet 22-7\r\n", letter, subject)
    for line in (subject.removeprefix("Re: "), "quiet 22-7"):
        assert f"| {line} The subject and the text order different things: write it once more." in told
    assert "Left aside" not in told
    assert "Hello," not in told
    assert nothing_came_of_it(seat.owner)


@pytest.mark.parametrize("subject", ["yes", "Re: yes"])
def test_a_yes_in_the_subject_answers_a_question_whatever_else_the_text_orders(seat: Seat, subject: str) -> None:
    letter = newest(seat, "turn")
    deliver(letter, "say: hi", sender="phone@elsewhere.example")
    question = newest(seat, "was_this_you")
    told = send(letter.to, address_of(question), "\r\nquiet 22-7\r\n", question, subject)
    assert question.answers is not None
    assert InboundLetter.objects.get(pk=question.answers.pk).state != InboundLetter.State.HELD
    assert "Your yes counts" in told
    assert "| quiet 22-7" in told
    assert "| yes" not in told
    assert nothing_came_of_it(seat.owner)


def test_from_another_address_a_yes_in_such_a_subject_is_not_asked_about(seat: Seat) -> None:
    told = send("phone@elsewhere.example", address_of(newest(seat, "turn")), "\r\nquiet 22-7\r\n", subject="yes")
    assert "The subject and the text order different things" in told
    assert not InboundLetter.objects.filter(state=InboundLetter.State.HELD).exists()


def test_a_note_in_a_letter_in_doubt_is_told_to_be_one_and_no_more(seat: Seat) -> None:
    letter = newest(seat, "turn")
    body = TWO_FORMS.format(plain="note: zebra", html="note: okapi")
    told = send(letter.to, address_of(letter), body, letter)
    assert "note: … The plain text and the HTML of the mail order different things" in told
    assert "okapi" not in told


@anywhere
@pytest.mark.parametrize("proved", [False, True])
def test_of_a_player_without_a_seat(cast: Cast, body: str, proved: bool) -> None:
    player = cast.outsider
    ours = None
    if proved:
        ask_for_link(player.email)
        ours = OutboundLetter.objects.filter(player=player).latest("pk")
    told = send(player.email, headers.bare_address(), body, ours)
    assert LETTERS[body] in told
    assert "You sit at no running table" not in told
    assert nothing_came_of_it(player)


@anywhere
def test_of_a_player_with_two_seats(seat: Seat, cast: Cast, body: str) -> None:
    league = running_league(cast)
    assert only_table(league).seats.filter(player=seat.player).exists()
    told = send(seat.owner.email, headers.bare_address(), body)
    assert LETTERS[body] in told
    assert "WHICH GAME" not in told


@anywhere
def test_from_an_address_that_is_not_known_the_player_is_told(seat: Seat, body: str) -> None:
    letter = newest(seat, "turn")
    told = send("phone@elsewhere.example", address_of(letter), body)
    assert LETTERS[body] in told
    assert not OutboundLetter.objects.filter(to="phone@elsewhere.example").exists()
    assert OutboundLetter.objects.latest("pk").player == seat.player


def test_of_a_letter_with_nothing_in_it_from_such_an_address_nobody_hears(seat: Seat) -> None:
    assert send("phone@elsewhere.example", address_of(newest(seat, "turn")), "\r\n\r\n") == ""


def test_a_yes_in_one_form_and_an_order_in_the_other_is_no_yes(seat: Seat) -> None:
    letter = newest(seat, "turn")
    deliver(letter, "say: hi", sender="phone@elsewhere.example")
    question = newest(seat, "was_this_you")
    send(letter.to, address_of(question), TWO_FORMS.format(plain="quiet 22-7", html="yes"), question)
    assert question.answers is not None
    assert InboundLetter.objects.get(pk=question.answers.pk).state == InboundLetter.State.HELD
