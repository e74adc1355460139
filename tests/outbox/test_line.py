"""The line to the mail host stays open from letter to letter, and nothing is lost when it does not."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from pytest_django import Settings

from tests.outbox.hosts import Host, running
from tests.shared import logged
from tests.shared.post import address_of, newest, reply
from tournaments import tasks
from tournaments.inbox import ingest
from tournaments.letters import people
from tournaments.models import OutboundLetter, Seat
from tournaments.outbox import outbox
from tournaments.running import posting
from tournaments.running.installation import HOST, free_port
from tournaments.runtime import hints, trace

pytestmark = pytest.mark.django_db
State = OutboundLetter.State


def letters_to(seat: Seat, count: int) -> list[int]:
    assert seat.player is not None
    draft = people.sign_in(seat.player, "https://play.example.org/")
    return [outbox.write(draft, player=seat.player, dedupe=f"line:{number}").pk for number in range(count)]


def states(letters: list[int]) -> list[str]:
    return list(OutboundLetter.objects.filter(pk__in=letters).order_by("pk").values_list("state", flat=True))


def test_letters_that_follow_each_other_go_over_one_line(seat: Seat, host: Host) -> None:
    posting.post_each(letters_to(seat, 3))
    assert len(host.taken) == 3
    assert len(set(host.lines)) == 1


def test_the_line_is_hung_up_when_nothing_has_been_said_for_a_while(seat: Seat, host: Host, settings: Settings) -> None:
    settings.MAIL_LINE_KEPT = 0.05
    posting.post_each(letters_to(seat, 1))
    assert host.left.wait(10)
    posting.post_each(letters_to(seat, 2)[1:])
    assert len(set(host.lines)) == 2


def test_no_line_is_kept_where_that_is_not_wanted(seat: Seat, host: Host, settings: Settings) -> None:
    settings.MAIL_LINE_KEPT = 0
    posting.post_each(letters_to(seat, 2))
    assert len(set(host.lines)) == 2


def test_after_a_refusal_the_next_letter_has_a_new_line(seat: Seat, host: Host) -> None:
    first, second = letters_to(seat, 2)
    host.to_recipient = "452 4.2.2 full"
    posting.post(first)
    host.to_recipient = "250 OK"
    posting.post(second)
    assert states([first, second]) == [State.RETRY, State.SENT]
    assert len(set(host.lines)) == 2


class OneALine(Host):
    """Takes one letter over each line and says 421 to the next."""

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        again = session.peer in self.lines
        said = await super().handle_MAIL(server, session, envelope, address, options)
        return "421 4.7.0 enough for one connection" if again else said


def test_a_host_that_takes_one_letter_over_each_line_gets_all_of_them_at_once(seat: Seat, settings: Settings) -> None:
    letters, host = letters_to(seat, 3), OneALine()
    with running(settings, host):
        posting.post_each(letters)
    assert states(letters) == [State.SENT] * 3
    assert len(host.taken) == 3


def test_a_host_that_has_hung_up_meanwhile_is_called_again(seat: Seat, settings: Settings) -> None:
    """Restarted between two letters, as hosts are: the second letter does not wait for a retry."""
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "tournaments.outbox.smtp_backend.EmailBackend", HOST
    first, second = letters_to(seat, 2)
    host, again = Host(), Host()
    settings.EMAIL_PORT = port = free_port()
    server = Controller(host, hostname=HOST, port=port)
    server.start()
    posting.post(first)
    server.stop()
    server = Controller(again, hostname=HOST, port=port)
    server.start()
    try:
        posting.post(second)
    finally:
        server.stop()
    assert states([first, second]) == [State.SENT, State.SENT]
    assert (len(host.taken), len(again.taken)) == (1, 1)


def test_the_same_letter_is_the_same_bytes_however_often_it_is_posted(seat: Seat, host: Host) -> None:
    letter = newest(seat, "turn")
    for _ in range(2):
        OutboundLetter.objects.filter(pk=letter.pk).update(state=State.QUEUED)
        posting.post(letter.pk)
    first, second = host.taken
    assert first.as_bytes() == second.as_bytes()


# --- who posts what was written ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_letter_is_one_line_when_it_was_read_and_one_when_its_answer_was_taken(seat: Seat, host: Host) -> None:
    """Both carry the trace of the door, so that one search in the log shows the way from the one to the other."""
    letter = newest(seat, "turn")
    with logged.everything() as written, trace.begin() as at_the_door:
        row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
        tasks.read_letter.run(row.pk)
    answer = OutboundLetter.objects.get(answers=row, state=State.SENT)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    told = [line["message"] for line in lines if line["trace"] == at_the_door and line["level"] == "info"]
    assert told == [
        f"letter {row.pk} read: orders, 1 played",
        f"letter {answer.pk} posted: orders account, about letter {row.pk}",
    ]


@pytest.mark.django_db(transaction=True)
def test_a_worker_posts_what_it_has_written_but_leaves_pictures_to_others(seat: Seat, host: Host) -> None:
    """A receipt goes at once; nobody's receipt waits until a picture of the next letter is drawn."""
    letter = newest(seat, "turn")
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    before = set(OutboundLetter.objects.values_list("pk", flat=True))
    tasks.read_letter.run(row.pk)
    written = OutboundLetter.objects.exclude(pk__in=before)
    assert {letter.kind: letter.state for letter in written} == {
        "orders_account": State.SENT,
        "turn": State.QUEUED,
    }
    assert [bool(letter.picture) for letter in written.order_by("pk")] == [False, True]


@pytest.mark.django_db(transaction=True)
def test_a_letter_for_which_a_paper_has_to_be_made_is_left_to_others_too(seat: Seat) -> None:
    assert seat.player is not None
    plain = people.sign_in(seat.player, "https://play.example.org/")
    with hints.gathered() as written:
        outbox.write(replace(plain, papers=("rules",)), player=seat.player, dedupe="paper")
        at_once = outbox.write(plain, player=seat.player, dedupe="plain")
    assert written == [at_once.pk]


def test_once_a_letter_does_not_go_the_rest_is_left_to_others(seat: Seat, host: Host) -> None:
    host.to_mail = "451 4.3.0 later"
    letters = letters_to(seat, 3)
    posting.post_each(letters)
    assert states(letters) == [State.RETRY, State.QUEUED, State.QUEUED]


def test_letters_of_a_transaction_that_fails_are_not_handed_on(seat: Seat) -> None:
    with hints.gathered() as written:
        hints.post_letter(1)
    assert written == []  # the test's own transaction is still open
