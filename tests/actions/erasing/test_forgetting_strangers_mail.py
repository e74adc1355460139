"""Being forgotten where a letter came as a stranger's: to others' seats, in codes, with an address in another form."""

from __future__ import annotations

import base64

import pytest
from pytest_django import Settings

from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import address_of, newest, sign_up
from tests.shared.traces import in_rows
from tournaments.actions.commands import held_letters
from tournaments.actions.player import people
from tournaments.inbox import ingest
from tournaments.letters import headers
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat

pytestmark = pytest.mark.django_db
EMAIL, IN_U_LABELS = "quirina@xn--mller-kva.example", "quirina@m\xfcller.example"
WORDS = ("quirina", "xn--mller-kva", "m\xfcller.example")


def arrives(raw: str, to: str, mail_from: str = "", auth_results: str = "") -> InboundLetter:
    row = ingest.ingest(raw.encode(), to, mail_from, auth_results)
    ingest.read(row.pk)
    row.refresh_from_db()
    return row


def signed_up() -> Player:
    return sign_up(EMAIL, "Quirina", "UTC")


def forget(player: Player) -> None:
    people.erase(Player.objects.get(pk=player.pk), player)


def to_anothers_seat(seat: Seat, auth_results: str = "") -> InboundLetter:
    to = address_of(newest(seat))
    raw = f"From: Quirina <{EMAIL}>\r\nTo: {to}\r\nMessage-ID: <q@x>\r\nSubject: hi\r\n\r\n12\r\n"
    return arrives(raw, to, EMAIL, auth_results)


@pytest.fixture
def others_seat() -> Seat:
    return asked_seat(only_table(running_league(make_cast())))


@pytest.mark.parametrize("refused", [False, True], ids=["held", "refused"])
def test_nothing_is_left_of_a_letter_to_another_s_seat_from_before_the_sign_up(
    others_seat: Seat, refused: bool
) -> None:
    row = to_anothers_seat(others_seat)
    assert (row.player, row.state) == (None, InboundLetter.State.HELD)
    player = signed_up()
    if refused:
        held_letters.refuse(row, others_seat.player)
    forget(player)
    assert in_rows(WORDS) == []


def test_who_is_asked_about_a_letter_to_their_seat_is_sent_no_address_of_who_was_erased(
    others_seat: Seat, settings: Settings
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example.org",)
    player = signed_up()
    to_anothers_seat(others_seat, "mx.example.org; dmarc=fail header.from=xn--mller-kva.example")
    question = newest(others_seat, "was_this_you")
    assert EMAIL in question.text
    forget(player)
    question.refresh_from_db()
    assert question.state == OutboundLetter.State.NOT_WANTED
    assert in_rows(WORDS) == []


REPORT = """From: MAILER-DAEMON@mx.example\r
To: {to}\r
Message-ID: <bounce@mx.example>\r
Content-Type: multipart/report; report-type=delivery-status; boundary=b\r
\r
--b\r
Content-Type: text/plain\r
\r
sorry\r
--b\r
Content-Type: message/delivery-status\r
Content-Transfer-Encoding: {encoding}\r
\r
{status}\r
--b--\r
"""
STATUS = "Reporting-MTA: dns; mx\r\n\r\nFinal-Recipient: {kind}; {rcpt}\r\nAction: failed\r\nStatus: 5.1.1\r\n"
PLAIN, WIDE = STATUS.format(kind="rfc822", rcpt=EMAIL), STATUS.format(kind="utf-8", rcpt=IN_U_LABELS)


@pytest.mark.parametrize(
    ("encoding", "status"),
    [
        ("base64", base64.encodebytes(PLAIN.encode()).decode().replace("\n", "\r\n")),
        ("quoted-printable", PLAIN.replace("quirina@", "quir=\r\nina=40")),
        ("8bit", WIDE),
        ("8bit", WIDE.replace("m\xfcller", "M\xdcLLER")),
        ("quoted-printable", WIDE.replace("\xfc", "=C3=BC")),
    ],
    ids=["base64", "quoted-printable", "U-labels", "capitals", "U-labels in quoted-printable"],
)
def test_nothing_is_left_of_a_report_however_it_is_coded(encoding: str, status: str) -> None:
    player, bare = signed_up(), headers.bare_address()
    row = arrives(REPORT.format(to=bare, encoding=encoding, status=status), bare, "<>")
    forget(player)
    row.refresh_from_db()
    assert bytes(row.raw) == b""
    assert in_rows(WORDS) == []


def test_nothing_is_left_of_a_letter_with_the_address_in_u_labels() -> None:
    bare = headers.bare_address()
    raw = f"From: {IN_U_LABELS}, x@y.example\r\nTo: {bare}\r\nMessage-ID: <q@x>\r\nSubject: hi\r\n\r\nhello\r\n"
    arrives(raw, bare, IN_U_LABELS)
    forget(signed_up())
    assert in_rows(WORDS) == []
