"""Letters cut to a size: files go first, no half line is read, and their writer is told of a missing end."""

from base64 import b64encode

import pytest

from tests.fixtures.mail.grammar import is_order
from tests.inbox.reply.hostile import HEAD, HTML, TEXT
from tests.shared import pace
from tests.shared.post import address_of, newest
from tournaments.inbox import ingest, volume
from tournaments.inbox.reply import Why, extract
from tournaments.inbox.reply.mime import cut
from tournaments.inbox.reply.mime.mime import CUT
from tournaments.models import OutboundLetter

MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
PLAIN = b"--b\r\nContent-Type: text/plain\r\n\r\n"


def picture(size):
    lines = (b64encode(bytes(57)) + b"\r\n") * (size // 78)
    return b"--b\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n" + lines


@pytest.mark.parametrize("most", [volume.BEGINNING, volume.QUEUED, ingest.LARGEST])
@pytest.mark.parametrize("above", [b"17 red\r\n", b""])
def test_of_a_letter_that_is_too_large_pictures_are_left_out_and_words_stay(above, most):
    raw = MIXED + PLAIN + above + picture(1_300_000) + PLAIN + b"threat lawyer\r\n" + picture(99) + b"--b--\r\n"
    kept = cut.to_size(raw, most)
    assert len(kept) < 1_000
    assert extract(kept, is_order) == extract(raw, is_order)
    assert extract(kept, is_order).lines == (*above.decode().splitlines(), "threat lawyer")
    assert extract(kept, is_order).ignored == ()
    assert cut.to_size(raw[:most], most) == raw[:most]


# Whatever an attached file holds may also be above it: in the boundary, the head of its part, the words.
@pytest.mark.parametrize("file", [b"\r\n\r\n", b"\r\n", b"b\r\n", b"--b", b"1\r\n", b" \r\n", b"17 red\r\n", b""])
@pytest.mark.parametrize("most", [volume.BEGINNING, volume.QUEUED, ingest.LARGEST])
def test_only_a_file_is_left_out_where_it_stands(file, most):
    attached = PLAIN.replace(b"plain\r\n", b"plain\r\nContent-Disposition: attachment; filename=ATT00001.txt\r\n")
    below = attached + file + b"\r\n" + picture(1_300_000) + PLAIN + b"threat lawyer\r\n--b--\r\n"
    raw = MIXED + PLAIN + b"17 red\r\n" + below
    kept = cut.to_size(raw, most)
    assert len(kept) < 1_000
    assert extract(kept, is_order) == extract(raw, is_order)
    assert extract(kept, is_order).lines == ("17 red", "threat lawyer")


def test_of_a_letter_larger_than_what_doors_take_its_words_are_read_and_its_end_is_told():
    raw = MIXED + PLAIN + b"17 red\r\n" + picture(cut.TAKEN) + PLAIN + b"threat lawyer\r\n--b--\r\n"
    for whole in (raw, raw[: cut.TAKEN]):
        kept = cut.to_size(cut.to_size(whole, ingest.LARGEST), volume.QUEUED)
        letter = extract(kept, is_order)
        assert (letter.lines, [tuple(line) for line in letter.ignored]) == (("17 red",), [("…", Why.TOO_LONG)])


def test_a_large_file_with_words_takes_no_room_from_the_words_and_is_told():
    log = PLAIN.replace(b"\r\n\r\n", b"\r\nContent-Disposition: attachment; filename=a.log\r\n\r\n")
    raw = MIXED + log + b"it was a long day\r\n" * 70_000 + PLAIN + b"17 red\r\n--b--\r\n"
    kept = cut.to_size(raw, ingest.LARGEST)
    assert len(kept) < 1_000
    assert extract(kept, is_order).lines == ("17 red",)
    assert [tuple(line) for line in extract(kept, is_order).ignored] == [("a.log", Why.FILE)]


def test_of_a_report_on_a_letter_that_came_back_nothing_is_left_out():
    report = MIXED.replace(b"mixed", b"report; report-type=delivery-status")
    raw = report + b"--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n\r\n" + picture(1_300_000)
    assert cut.to_size(raw, 2_000).startswith(raw[:1_900])


IN_HALF = {
    "plain": TEXT + b"threat lawyer\r\n",
    "HTML": HTML + b"<p>threat lawyer</p><p>",
    "below a picture of the text": HTML + b"<p>threat lawyer</p><p><img src='data:;base64," + b"A" * 2_000 + b"'>",
    "quoted-printable": TEXT.replace(b"\r\n\r\n", b"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
    + b"threat =\r\nlawyer\r\n",
    "in a part": MIXED + PLAIN + b"threat lawyer\r\n" + PLAIN,
    "in the first form": MIXED.replace(b"mixed", b"alternative") + PLAIN + b"threat lawyer\r\n",
}


@pytest.mark.parametrize("raw", IN_HALF.values(), ids=IN_HALF)
@pytest.mark.parametrize("least", [len(CUT), volume.KB * 20])
def test_no_half_line_is_read_where_a_letter_was_cut(raw, least):
    filled = raw.replace(b"Subject: ", b"Subject: " + b"x" * (least - len(CUT)), 1) + b"17 red"
    kept = cut.to_size(filled + b" 42" * least, len(filled) + len(CUT))
    assert kept == filled + CUT
    letter = extract(kept, lambda line: line.startswith("17 red") or is_order(line))
    assert letter.lines == ("threat lawyer",)
    assert [tuple(line) for line in letter.ignored] == [("17 red…", Why.TOO_LONG)]


@pytest.mark.parametrize("line", [b"a:\n" * 87_000, b"a:\n" * 20_000, b"a:\n\n", b"x\n", b"\n" + b"A" * 60_000])
def test_no_letter_takes_longer_to_be_cut(line):
    raw = MIXED + (b"--b\n" + line) * (cut.TAKEN // (len(line) + 4))
    assert pace.seconds(lambda: cut.to_size(raw, ingest.LARGEST)) < pace.A_MOMENT


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "told"),
    [(b"", "too long to be read to its end"), (b"12\r\n", "| …"), (b"status\r\n", "| …"), (b"rules\r\n", "| …")],
)
def test_who_writes_a_letter_that_is_cut_is_told(seat, body, told):
    letter = newest(seat, "turn")
    head = f"From: {letter.to}\r\nTo: {address_of(letter)}\r\nMessage-ID: <i@c>\r\n".encode()
    below = MIXED.removeprefix(HEAD) + PLAIN + body + picture(cut.TAKEN) + PLAIN + b"say: well played\r\n--b--\r\n"
    row = ingest.ingest(head + below, address_of(letter), letter.to)
    assert ingest.read(row.pk)
    (answer, *_) = OutboundLetter.objects.filter(answers=row)
    assert told in " ".join(answer.text.split())
    assert "no line of your own in this letter" not in answer.text
