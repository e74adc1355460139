"""What a letter to no seat says beside what was carried out of it: its writer is told, whatever else came of it."""

from __future__ import annotations

from html import unescape

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from tests.shared.offered_back import offered_back
from tests.shared.post import address_of, answers_to, deliver, newest
from tournaments.inbox import ingest
from tournaments.inbox.reply.mime.mime import CUT
from tournaments.letters.gathered import gathered
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat

pytestmark = pytest.mark.django_db
PLAIN = b"--b\r\nContent-Type: text/plain\r\n"
FILE = PLAIN + b"Content-Disposition: inline; filename=orders.txt\r\n\r\nvacation 3 to 9 May\r\n--b--\r\n"
LONG = (b"x" * 1_000 + b"\r\n") * 70 + b"vacation 3 to 9 May\r\n"


@pytest.fixture
def welcome(seat: Seat) -> OutboundLetter:
    """A letter to the seat's player that names no seat."""
    return OutboundLetter.objects.filter(player=seat.player, kind="welcome").get()


def answer(row: InboundLetter) -> str:
    told = " ".join(letter.text for letter in OutboundLetter.objects.filter(answers=row))
    return " ".join(told.replace("\xa0", " ").split())


def aside(row: InboundLetter) -> str:
    return answer(row).partition("eft aside")[2]


def raw(letter: OutboundLetter, body: bytes, kind: str = "text/plain") -> InboundLetter:
    head = f"From: {letter.to}\r\nTo: {address_of(letter)}\r\nIn-Reply-To: {letter.message_id}\r\nContent-Type: {kind}"
    row = ingest.ingest(f"{head}\r\n\r\n".encode() + body, address_of(letter), letter.to)
    ingest.read(row.pk)
    return row


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("quiet 22-7", "11", "say: hello"), ("| 11", "say: hello")),
        (("vacation 3 to 9 May", "referee: please help"), ("| referee: please help",)),
        (("note: buy milk", "quiet 22-7"), ("note: …",)),
        (("quiet 22-7", "vacaton 3 to 9 May"), ("| vacaton 3 to 9 May",)),
        (("quiet 22-7", "1", "2", "3", "4", "vacaton 3 to 9 May"), ("| vacaton 3 to 9 May",)),
        (("help", "11"), ("| help",)),
    ],
)
def test_what_stands_beside_words_to_the_service_is_told(
    welcome: OutboundLetter, lines: tuple[str, ...], told: tuple[str, ...]
) -> None:
    row = deliver(welcome, *lines, *(["quiet 22-7"] if "help" in lines else []))
    assert all(line in aside(row) for line in told), answer(row)
    assert "buy milk" not in answer(row)
    assert "| quiet" not in aside(row)


def test_a_greeting_a_name_and_thanks_are_not(welcome: OutboundLetter) -> None:
    row = deliver(welcome, "Dear all,", "quiet 22-7", "Thanks", "Anna", "-- ", "+32 471 99 88 77")
    assert "22" in answer(row)
    assert "Left aside" not in answer(row)


def test_nor_is_any_line_of_a_very_long_letter_unless_it_is_an_order(welcome: OutboundLetter) -> None:
    row = deliver(welcome, "quiet 22-7", *(f"filler {at}." for at in range(250)), "recruit prince in red")
    assert "filler" not in aside(row)
    assert aside(row).count("| ") == 1
    assert "| recruit prince in red" in aside(row)


def test_nor_is_it_lost_if_the_player_was_asked_whether_they_wrote_it(welcome: OutboundLetter, seat: Seat) -> None:
    row = deliver(welcome, "quiet 22-7", "11", "referee: Anna moved twice", references=False)
    deliver(newest_to(seat.player, "was_this_you"), "yes")
    ingest.read(row.pk)
    assert "| 11" in aside(row)
    assert "| referee: Anna moved twice" in aside(row)


def newest_to(player: Player | None, kind: str) -> OutboundLetter:
    return OutboundLetter.objects.filter(player=player, kind=kind).latest("pk")


def test_so_is_a_file_and_that_a_letter_was_cut(welcome: OutboundLetter) -> None:
    row = raw(welcome, PLAIN + b"\r\nquiet 22-7\r\n" + FILE, "multipart/mixed; boundary=b")
    assert "| orders.txt" in aside(row)
    assert "| xxx" in aside(raw(welcome, b"quiet 22-6\r\n" + LONG))
    assert "too long to be read to its end" in aside(raw(welcome, b"quiet 22-5\r\n\r\n> You are welc" + CUT))


def test_and_below_a_yes(welcome: OutboundLetter, seat: Seat) -> None:
    deliver(welcome, "quiet 22-7", references=False)
    row = raw(newest_to(seat.player, "was_this_you"), b"yes\r\n" + LONG)
    row.refresh_from_db()
    assert row.verdict == "yes"
    assert "Your yes counts" in answer(row)
    assert "| xxx" in aside(row)


def asked_whether_they_wrote(welcome: OutboundLetter) -> OutboundLetter:
    deliver(welcome, "quiet 22-7", references=False)
    question = OutboundLetter.objects.filter(kind="was_this_you").latest("pk")
    assert question.seat is None
    return question


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("Hello,", "yes", "Anna"), ""),
        (("Dear all,", "yes", "recruit prince in red"), "| recruit prince in red"),
        (("yes", "11"), "| 11"),
    ],
)
def test_a_yes_may_stand_below_a_greeting(welcome: OutboundLetter, lines: tuple[str, ...], told: str) -> None:
    row = deliver(asked_whether_they_wrote(welcome), *lines, quote=False)
    assert row.verdict == "yes"
    assert aside(row).count("| ") == bool(told)
    assert told in aside(row)


@pytest.mark.parametrize(
    "greeting",
    ["Hi", "Hallo!", "Hello :)", "Dear Anna-Lena,", "Hello Mr. Smith,", "Dear Sir or Madam,", "Guten Tag, Bea"],
)
def test_however_it_greets(welcome: OutboundLetter, greeting: str) -> None:
    row = deliver(asked_whether_they_wrote(welcome), greeting, "yes", quote=False)
    assert (row.verdict, aside(row)) == ("yes", "")


@pytest.mark.parametrize("lines", [("Yes, that was me.",), ("no",), ("It was me", "yes")])
def test_who_answers_a_question_in_other_words_is_told_how_and_not_asked_again(
    welcome: OutboundLetter, lines: tuple[str, ...]
) -> None:
    question = asked_whether_they_wrote(welcome)
    row = deliver(question, *lines, quote=False)
    assert "write yes alone in the first line" in answer(row)
    assert newest_to(question.player, "was_this_you") == question
    assert question.answers is not None
    assert InboundLetter.objects.get(pk=question.answers.pk).state == InboundLetter.State.HELD


def test_at_a_seat_a_yes_below_other_words_is_told_that_it_was_not_in_the_first_line(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
    row = deliver(newest(seat, "was_this_you"), "It was me, thanks.", "yes", quote=False)
    assert "or yes was not its first line" in answer(row)


@pytest.mark.parametrize(
    "lines",
    [
        ("Hi, no", "yes"),
        ("Hello, it was Bea!", "yes"),
        ("No, that was not me.", "Somebody else wrote it.", "I never said", "yes"),
        ("11", "yes"),
        ("recruit prince in red", "yes"),
        ("Hello,", "Hello,", "yes"),
    ],
)
@pytest.mark.parametrize("at_a_seat", [False, True])
def test_a_yes_below_anything_else_is_none(
    welcome: OutboundLetter, seat: Seat, lines: tuple[str, ...], at_a_seat: bool
) -> None:
    if at_a_seat:
        deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
        question = newest(seat, "was_this_you")
    else:
        question = asked_whether_they_wrote(welcome)
    assert deliver(question, *lines, quote=False).verdict != "yes"
    assert question.answers is not None
    assert InboundLetter.objects.get(pk=question.answers.pk).state == InboundLetter.State.HELD


@pytest.mark.parametrize("at_a_seat", [False, True])
def test_a_yes_may_be_the_subject_and_what_stands_below_it_is_told(
    welcome: OutboundLetter, seat: Seat, at_a_seat: bool
) -> None:
    if at_a_seat:
        deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
        question = newest(seat, "was_this_you")
    else:
        question = asked_whether_they_wrote(welcome)
    question.subject = "yes"
    row = deliver(question, "11", quote=False)
    assert (row.verdict, aside(row).count("| ")) == ("yes", 1)
    assert "| 11" in aside(row)


@pytest.mark.parametrize("line", ["no", "I didn’t write that"])
@pytest.mark.parametrize("at_a_seat", [False, True])
def test_a_yes_in_the_subject_does_not_say_who_wrote_a_letter_if_the_text_says_no(
    welcome: OutboundLetter, seat: Seat, line: str, at_a_seat: bool
) -> None:
    if at_a_seat:
        deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
        question = newest(seat, "was_this_you")
    else:
        question = asked_whether_they_wrote(welcome)
    question.subject = "yes"
    row = deliver(question, line, quote=False)
    assert question.answers is not None
    assert InboundLetter.objects.get(pk=question.answers.pk).state == InboundLetter.State.HELD
    assert ("order different things" if at_a_seat else "write yes alone in the first line") in answer(row)


def test_of_a_letter_that_is_built_too_deep_nobody_says_that_it_is_empty(welcome: OutboundLetter) -> None:
    row = raw(welcome, b"<div>" * 4_100 + b"vacation 3 to 9 May", "text/html")
    assert "built too deep" in answer(row)
    assert "no line of your own" not in answer(row)


def test_who_only_asks_is_told_as_well(welcome: OutboundLetter) -> None:
    row = raw(welcome, PLAIN + b"\r\nstatus\r\n" + FILE, "multipart/mixed; boundary=b")
    assert "| orders.txt" in aside(row)


QUOTED = "> The deadline of your game is on Sunday, 29 November, at five in the evening"
MEANT = {
    "inside of a quote": f"{QUOTED}\n{{line}}\n> next line of the quote",
    "inside of a quote with a smile": "> how sad :(\n{line} :)\n> next",
    "below a divider": "--\n{line}",
    "below underscores": "____\n{line}",
    "below what may introduce a quote": "As Anna wrote on 14.11.2025:\n{line}",
}


@pytest.mark.parametrize("where", MEANT.values(), ids=MEANT)
@pytest.mark.parametrize("line", ["vacaton 3 to 9 May", "12 please"])
@pytest.mark.parametrize("at_a_seat", [False, True])
def test_what_is_meant_and_stands_where_nothing_is_read_is_told(
    welcome: OutboundLetter, seat: Seat, where: str, line: str, at_a_seat: bool
) -> None:
    said = f"quiet 22-7\n\n{where.format(line=line)}\n".replace("\n", "\r\n").encode()
    assert f"| {line}" in aside(raw(newest(seat, "turn") if at_a_seat else welcome, said))


def test_a_sentence_that_somebody_types_inside_of_a_quote_is_told(welcome: OutboundLetter) -> None:
    for line in ("I call the referee: Bea cheats", "please tell Bea it is late"):
        assert f"| {line}" in aside(raw(welcome, f"quiet 22-7\r\n\r\n{QUOTED}\r\n{line}\r\n> next".encode()))


def test_nor_is_the_rest_of_a_quoted_line_nor_how_to_reach_its_writer(welcome: OutboundLetter) -> None:
    rest = "> The deadline of your game is on Sunday, 29 November, at five in the\r\nevening.\r\n> Next"
    signature = "-- \r\nAnna Miller\r\n24 Station Road\r\n1000 Brussels\r\n+32 471 99 88 77\r\n0471 99 88 77"
    assert aside(raw(welcome, f"quiet 22-7\r\n\r\n{rest}\r\n".encode())) == ""
    assert aside(raw(welcome, f"quiet 22-7\r\n\r\n{signature}\r\n".encode())) == ""


def test_nor_are_more_lines_than_anybody_writes_below_a_divider(welcome: OutboundLetter) -> None:
    many = "\r\n".join(f"vacaton {at} to 9 May" for at in range(200))
    assert aside(raw(welcome, f"quiet 22-7\r\n--\r\n{many}\r\n".encode())).count("vacaton") <= 50


FILES = [
    *("application/octet-stream; name=orders.txt", "application/vnd.oasis.opendocument.text; name=orders.odt"),
    *("text/rtf; name=orders.rtf", "text/csv; name=orders.csv", "text/x-markdown", "message/rfc822"),
]


@pytest.mark.parametrize("kind", FILES)
def test_so_is_whatever_file_may_hold_words(welcome: OutboundLetter, kind: str) -> None:
    file = f"--b\r\nContent-Type: {kind}\r\n\r\nSubject: x\r\n\r\nvacation 3 to 9 May\r\n--b--\r\n".encode()
    row = raw(welcome, PLAIN + b"\r\nquiet 22-7\r\n" + file, "multipart/mixed; boundary=b")
    assert f"| {kind.partition('name=')[2] or kind}" in aside(row)


def test_a_calendar_and_a_card_are_not(welcome: OutboundLetter) -> None:
    for kind in ("text/calendar", "text/vcard; name=anna.vcf", "image/png; name=a.png"):
        file = f"--b\r\nContent-Type: {kind}\r\n\r\nBEGIN:VCARD\r\n--b--\r\n".encode()
        assert not aside(raw(welcome, PLAIN + b"\r\nquiet 22-7\r\n" + file, "multipart/mixed; boundary=b"))


# --- however the answer comes ---------------------------------------------------------------------------


def in_one_letter(row: InboundLetter) -> list[str]:
    """What a letter says that tells of the answers with others: as text, and as HTML."""
    letters = list(OutboundLetter.objects.filter(answers=row).order_by("pk"))
    assert letters
    assert letters[0].player is not None
    draft = gathered(letters[0].player, letters, [], timezone.now())
    return [" ".join(words.split()) for words in (draft.text, unescape(strip_tags(draft.html)))]


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("line", ["12", "status", "frobnicate", "rules", "note: buy milk"])
def test_an_answer_that_is_gathered_with_others_tells_it_once(seat: Seat, line: str) -> None:
    body = PLAIN + f"\r\n{line}\r\n".encode() + FILE
    row = raw(newest(seat, "turn"), body, "multipart/mixed; boundary=b")
    assert len(answers_to(row)) == 1
    for told in in_one_letter(InboundLetter.objects.get(pk=row.pk)):
        assert (told.count("orders.txt"), told.count("Left aside")) == (1, 1), told


@pytest.mark.usefixtures("begun")
def test_so_does_one_to_a_yes_that_played_something(seat: Seat) -> None:
    row = deliver(offered_back(seat), "yes", "say: wait, do not", "vacation 3 to 9 May", quote=False)
    assert answers_to(row) == ["orders_account", "answered"]
    for told in in_one_letter(row):
        assert "2 ANSWERS IN ONE LETTER" in told
        assert all(words in told for words in ("played", "did nothing", "say: wait, do not", "vacation 3 to 9 May"))
        assert told.count(str(row.account["lines"][0]["text"])) == 1


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("kind", ["application/pkcs7-mime; name=smime.p7m", "application/rtf", "text/plain"])
@pytest.mark.parametrize("at_a_seat", [True, False])
def test_of_a_letter_that_cannot_be_opened_is_said_just_that(
    welcome: OutboundLetter, seat: Seat, kind: str, at_a_seat: bool
) -> None:
    sealed = b"-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----\r\n"
    told = answer(raw(newest(seat, "turn") if at_a_seat else welcome, sealed, kind))
    assert "could not be opened, as it is encrypted" in told
    assert "no line of your own" not in told


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(
    "lines", [("no",), ("Hello,", "No, do not!"), ("I changed my mind.",), ("always climb never",)]
)
def test_a_yes_in_the_subject_gives_no_seat_up_if_the_text_may_say_no(seat: Seat, lines: tuple[str, ...]) -> None:
    row = deliver(asked_whether_they_resign(seat), *lines, quote=False)
    seat.refresh_from_db()
    assert (row.verdict, seat.mover) == ("empty", Seat.Mover.PLAYER)
    assert f"| {lines[-1]} The subject and the text order different things" in answer(row)


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("lines", [(), ("Hello,",), ("yes",)])
def test_a_yes_in_the_subject_gives_a_seat_up_if_nothing_stands_against_it(seat: Seat, lines: tuple[str, ...]) -> None:
    assert deliver(asked_whether_they_resign(seat), *lines, quote=False).verdict == "yes"
    seat.refresh_from_db()
    assert seat.mover == Seat.Mover.REPLACED


def asked_whether_they_resign(seat: Seat) -> OutboundLetter:
    """The question, to which an answer has the subject yes."""
    deliver(newest(seat, "turn"), "resign")
    question = newest(seat, "resign_asked")
    question.subject = "yes"
    return question
