"""Letters out: written once, posted once, rescued, with the headers that they need."""

from __future__ import annotations

import io
import re
from datetime import timedelta
from email.utils import parseaddr
from pathlib import Path

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import EmailAlternative
from django.utils import timezone
from PIL import Image
from pytest_django import Settings

from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.post import ask_for_link, deliver, newest
from tournaments.keys import address
from tournaments.letters import headers
from tournaments.letters.parts.draft import Draft
from tournaments.models import OutboundLetter, Seat
from tournaments.outbox import claims, outbox, smtp_backend
from tournaments.papers import papers
from tournaments.running import posting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
State = OutboundLetter.State


def test_a_turn_letter_carries_its_token_everywhere(seat: Seat, settings: Settings) -> None:
    letter = newest(seat, "turn")
    turn = seat.turns.get()
    keys = settings.MAIL_KEYS
    token = address.read(parseaddr(letter.sender)[1], keys)
    assert token is not None
    assert (token.seat_id, token.serial) == (seat.pk, turn.serial)
    assert address.find_tokens(letter.message_id, keys) == (token,)
    assert address.read(letter.envelope_sender, keys) == token
    message = outbox.message_of(letter).message()
    assert message["Reply-To"] == parseaddr(letter.sender)[1]
    assert message["Message-ID"].strip() == letter.message_id


def test_a_turn_letter_says_that_a_machine_wrote_it_and_how_to_get_fewer(seat: Seat) -> None:
    message = outbox.message_of(newest(seat, "turn")).message()
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "OOF, AutoReply"
    assert message["List-Id"] == f"<league-{seat.table.league_id}.mail.example.org>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Unsubscribe"].strip().startswith("<https://play.example.org/")
    assert headers.root_id(seat.table) in message["References"]


def test_an_answer_has_a_null_sender_and_hangs_below_the_letter_it_answers(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12")
    letter = newest(seat, "orders_account")
    message = outbox.message_of(letter).message()
    assert letter.envelope_sender == ""
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["In-Reply-To"] == row.message_id
    assert message["References"].split() == [headers.root_id(seat.table), row.message_id]


def test_headers_are_not_folded_on_the_wire(seat: Seat) -> None:
    raw = smtp_backend.as_sent(outbox.message_of(newest(seat, "turn")))
    lines = raw.split(b"\r\n\r\n")[0].split(b"\r\n")
    assert not [line for line in lines if line.startswith((b" ", b"\t")) and b"boundary" not in line]
    assert any(line.startswith(b"Message-ID: <turn.") for line in lines)
    assert b"\n" not in raw.replace(b"\r\n", b"")


def test_the_picture_is_inline_light_and_dark_and_the_words_stand_in_both_parts(seat: Seat) -> None:
    message = outbox.message_of(newest(seat, "turn")).message()
    types = [part.get_content_type() for part in message.walk() if not part.is_multipart()]
    assert types == ["text/plain", "text/html", "image/png", "image/png"]
    pictures = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert [picture["Content-ID"] for picture in pictures] == ["<position>", "<position-dark>"]
    shown = [Image.open(io.BytesIO(bytes(picture.get_payload(decode=True)))).convert("L") for picture in pictures]
    light, dark = (picture.resize((1, 1)).getpixel((0, 0)) for picture in shown)
    assert shown[0].size == shown[1].size
    assert isinstance(light, int)
    assert isinstance(dark, int)
    assert light > 2 * dark


def test_a_program_that_drops_the_style_sheet_shows_one_picture_and_that_is_the_light_one(seat: Seat) -> None:
    html = newest(seat, "turn").html
    sheet, _, rest = html.partition("</head>")
    before, opened, hidden = rest.partition("<!--[if !mso]><!-->")
    hidden, closed, after = hidden.partition("<!--<![endif]-->")
    assert opened
    assert closed
    assert re.findall(r'src="cid:([\w-]+)"', before) == ["position"]
    assert re.findall(r'src="cid:([\w-]+)"', hidden) == ["position-dark"]
    assert "cid:" not in after
    outer = hidden.partition(">")[0]
    assert re.search(r"\bhidden\b", outer)
    assert re.search(r"display:\s*none", outer)
    dark = sheet.partition("prefers-color-scheme: dark")[2]
    assert re.search(r"\.by-day \{ display: none !important", dark)
    assert re.search(r"\.by-night \{ display: block !important", dark)
    assert 'class="picture by-day"' in before
    assert 'class="by-night"' in outer


def test_a_letter_whose_picture_cannot_be_drawn_goes_out_with_the_words_in_its_place(
    seat: Seat, settings: Settings, tmp_path: Path
) -> None:
    letter = newest(seat, "turn")
    settings.DATA_DIR = tmp_path / "a file"
    settings.DATA_DIR.write_text("where a directory should be")
    assert posting.post(letter.pk)
    (sent,) = mail.outbox
    types = [part.get_content_type() for part in sent.message().walk() if not part.is_multipart()]
    assert types == ["text/plain", "text/html"]
    assert isinstance(sent, EmailMultiAlternatives)
    (alternative,) = sent.alternatives
    assert isinstance(alternative, EmailAlternative)
    assert str(alternative.content).partition('alt="')[2].partition('"')[0]


def test_the_picture_shows_the_position_that_the_letter_tells_of(seat: Seat) -> None:
    letter = newest(seat, "turn")
    before = papers.picture(letter)
    deliver(letter, "12")
    assert papers.picture(letter) == before
    seat.table.refresh_from_db()
    now = {**(letter.picture or {}), "entry": seat.table.entries.count() - 1}
    moved = OutboundLetter(player=letter.player, picture=now)
    assert papers.picture(moved) != before


def test_a_letter_is_written_once(seat: Seat, cast: Cast) -> None:
    letter = newest(seat, "turn")
    draft = Draft("turn", "again", "again", "")
    assert seat.player is not None
    assert outbox.write(draft, player=seat.player, seat=seat, dedupe=letter.dedupe).pk == letter.pk


def test_a_letter_is_not_taken_for_one_to_somebody_else_about_another_seat_or_of_another_kind(
    seat: Seat, cast: Cast
) -> None:
    letter, other = newest(seat, "turn"), seat.table.seats.exclude(pk=seat.pk)[0]
    draft, reminder = (Draft(kind, "s", "t", "") for kind in ("turn", "reminder"))
    for said, player, about in (
        (draft, cast.outsider, seat),
        (draft, seat.player, other),
        (reminder, seat.player, seat),
    ):
        with pytest.raises(outbox.KeyTaken):
            outbox.write(said, player=player, seat=about, dedupe=letter.dedupe)
    outbox.write(draft, player=None, to="a@example.net", dedupe="typed")
    with pytest.raises(outbox.KeyTaken):
        outbox.write(draft, player=None, to="b@example.net", dedupe="typed")


def test_the_sweep_finds_a_letter_whose_hint_was_lost_but_not_one_that_pauses(seat: Seat) -> None:
    waiting = OutboundLetter.objects.filter(state=State.QUEUED).count()
    assert outbox.sweep() == 0
    with time_machine.travel(timezone.now() + timedelta(seconds=10)):
        assert outbox.sweep() == waiting
        OutboundLetter.objects.update(due_at=timezone.now() + timedelta(hours=1))
        assert outbox.sweep() == 0


def test_the_sweep_finds_a_letter_whose_worker_must_have_died_and_none_that_is_being_sent(seat: Seat) -> None:
    letter = OutboundLetter.objects.filter(pk=newest(seat, "turn").pk)
    OutboundLetter.objects.exclude(pk__in=letter.values("pk")).delete()
    taken_at = timezone.now()
    letter.update(state=State.IN_FLIGHT, taken_at=taken_at, due_at=taken_at + claims.LEASE)
    assert outbox.sweep() == 0
    letter.update(due_at=taken_at - claims.LEASE)
    assert outbox.sweep() == 1


def test_nothing_is_sent_to_a_dead_mailbox(seat: Seat, cast: Cast) -> None:
    assert seat.player is not None
    seat.player.dead_at = timezone.now()
    seat.player.save()
    draft = Draft("turn", "s", "t", "")
    letter = outbox.write(draft, player=seat.player, seat=seat, dedupe="x")
    assert letter.state == State.FAILED
    assert not posting.post(letter.pk)


def test_a_name_in_any_script_and_a_hostile_league_tag_make_no_second_header(cast: Cast) -> None:
    league = running_league(cast, name="Ligue d'été 布魯日", tag='Zo"e, <x> y')
    letter = newest(asked_seat(only_table(league)))
    message = outbox.message_of(letter).message()
    assert parseaddr(message["From"])[1] == parseaddr(message["Reply-To"])[1]
    assert message.get_all("Bcc") is None
    assert len(message.get_all("To")) == 1


def test_letters_to_a_person_come_from_the_bare_address(cast: Cast) -> None:
    ask_for_link(cast.player.email)
    letter = OutboundLetter.objects.get(kind="sign_in")
    assert parseaddr(letter.sender)[1] == headers.bare_address()
    assert "List-Id" not in letter.headers
