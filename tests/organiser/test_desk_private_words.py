"""What players keep for themselves stays theirs at the desk: notes, and that they play in leagues of others."""

from __future__ import annotations

import html
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from engine.orders.command_words import NAMES, PRESS
from tests.shared import pace
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, running_league
from tests.shared.desk import at_desk
from tests.shared.offered_back import offered_back
from tests.shared.post import address_of, answers_to, deliver, newest, reply
from tests.shared.shared_rows import made_once
from tournaments.actions.commands import registry
from tournaments.actions.league import invitations, leagues
from tournaments.actions.table import looking, orders
from tournaments.inbox import ingest, volume
from tournaments.letters import headers
from tournaments.models import Allowance, InboundLetter, League, Note, OutboundLetter, Player, Seat
from tournaments.papers import papers
from tournaments.queries.letters import quoted

pytestmark = pytest.mark.django_db
NOTED = "zebrapyjamas"
ELSEWHERE, TO_JOIN = "Moonlight", "Sunrise"  # leagues of another organiser


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Cast, Seat]]:
    """At a table into which its organiser has looked; the player is in two leagues of somebody else."""
    with made_once(django_db_blocker):
        cast = make_cast()
        table = only_table(running_league(cast, private_press=True))
        looking.look_inside(table.pk, cast.organiser, "a complaint")
        seat = asked_seat(table)
        assert seat.player is not None
        other = person("Oscar", is_staff=True)
        fellows = [person("Frieda"), person("Fritz")]
        league_of(other, ELSEWHERE, [seat.player, *fellows])
        league_of(other, TO_JOIN, [seat.player])
        league_of(other, f"{TO_JOIN} II", [seat.player])
        leagues.start(League.objects.get(name=ELSEWHERE), other)
        yield cast, seat


def league_of(organiser: Player, name: str, players: list[Player]) -> None:
    made = leagues.create(organiser, name=name, tag=name, game="bruges", seats=3, access=League.Access.LINK)
    leagues.open_league(made, organiser)
    for player in players:
        invitations.come_by_link(made, player)
        leagues.enrol(made, player, "")


@pytest.fixture
def seat(made: tuple[Cast, Seat], db: None) -> Seat:
    return Seat.objects.select_related("player", "table__league").get(pk=made[1].pk)


@pytest.fixture
def desk(made: tuple[Cast, Seat], db: None) -> Client:
    return at_desk(made[0].organiser)


def pages_since(desk: Client, letters: int) -> str:
    """The pages, as the organiser reads them, of the letters that were written."""
    new = OutboundLetter.objects.filter(pk__gt=letters, copy_of=None).values_list("pk", flat=True)
    return "\n".join(desk.get(f"/desk/tournaments/outboundletter/{pk}/change/").content.decode() for pk in new)


def last_letter() -> int:
    return OutboundLetter.objects.latest("pk").pk


def test_no_answer_to_any_word_shows_the_desk_another_organiser_s_league(seat: Seat, desk: Client) -> None:
    for word in sorted({*NAMES} - {"yes", "undo"}):
        Allowance.objects.all().delete()
        before = last_letter()
        deliver(newest(seat, "turn"), f"{word} x1 y2" if word in ("join", "practice") else word)
        deliver(newest(seat, "turn"), "resign", "vacation 1 may" if word == "vacation" else word)
        page = pages_since(desk, before)
        assert ELSEWHERE not in page, word
        assert TO_JOIN not in page, word


def test_the_words_that_tell_of_other_leagues_do_tell_their_player(seat: Seat) -> None:
    told = {}
    for word in ("games", "leave", "ready", "vacation 1 may", "join x1 y2"):
        before = last_letter()
        deliver(newest(seat, "turn"), word)
        found = OutboundLetter.objects.filter(pk__gt=before, seat=seat)
        told[word] = " ".join(f"{letter.kind} {letter.text}" for letter in found)
    for word, text in told.items():
        assert ELSEWHERE in text or TO_JOIN in text, word
        assert text.startswith("own_leagues"), word
    assert not [word for word in PRESS[:3] if registry.COMMANDS[word].kind == registry.OWN_LEAGUES]


def test_the_desk_shows_no_league_of_another_that_the_question_which_game_is_meant_has_named(
    seat: Seat, desk: Client
) -> None:
    """The question itself is no league's; what answers it, and quotes it, may be."""
    row = deliver(newest(seat, "turn"), "12", to=headers.bare_address(), references=False)
    asked = OutboundLetter.objects.get(answers=row)
    assert ELSEWHERE in asked.text
    back = deliver(asked, "status", *asked.text.splitlines(), to=address_of(newest(seat, "turn")))
    assert back.seat == seat
    assert ELSEWHERE not in desk.get(f"/desk/tournaments/inboundletter/{back.pk}/change/").content.decode()


@pytest.mark.parametrize("words", [("resign", "notes"), ("notes", "resign"), ("games", "notes"), ("notes", "help")])
def test_notes_stay_private_whatever_was_asked_in_the_same_letter(
    seat: Seat, desk: Client, words: tuple[str, str]
) -> None:
    orders.take_orders(seat.pk, [f"note: {NOTED}"], serial=None, by="page")
    before = last_letter()
    deliver(newest(seat, "turn"), *words)
    text = OutboundLetter.objects.filter(pk__gt=before, seat=seat).values_list("text", flat=True)
    assert NOTED in " ".join(text)
    assert NOTED not in pages_since(desk, before)


@pytest.mark.parametrize(
    "line",
    ["note:", "*note*:", "note --:", "NOTE\u00a0:", "`note`:", "_note_:", "note\uff1a", "*note:*"],
)
def test_what_is_taken_for_a_note_is_hidden_in_the_source_as_well(seat: Seat, desk: Client, line: str) -> None:
    row = deliver(newest(seat, "turn"), f"{line} {NOTED}")
    assert seat.notes.filter(words=NOTED).exists() or line not in ("note:", "*note*:", "note\uff1a")
    assert NOTED not in desk.get(f"/desk/tournaments/inboundletter/{row.pk}/change/").content.decode()


@pytest.mark.parametrize(
    "lines",
    [
        [f"also note: {NOTED}"],
        [f"if guilders >= 1: note: {NOTED}"],
        [f"_note_: {NOTED}"],
        ["Note:", NOTED],
    ],
    ids=lambda lines: lines[0].partition(" zebra")[0],
)
@pytest.mark.parametrize("ordered", [True, False], ids=["with an order", "alone"])
def test_what_was_made_of_a_note_that_is_none_and_our_answer_to_it_are_hidden_like_its_source(
    seat: Seat, desk: Client, lines: list[str], ordered: bool
) -> None:
    before = last_letter()
    order = [asked_move(seat)] if ordered else []
    row = deliver(newest(seat, "turn"), *order, *lines, quote=False)
    assert row.account["lines"]
    told_back = OutboundLetter.objects.filter(pk__gt=before, text__contains=NOTED)
    assert told_back.exists() or lines[0].startswith("also")
    page = desk.get(f"/desk/tournaments/inboundletter/{row.pk}/change/").content.decode()
    assert NOTED not in page + pages_since(desk, before)
    assert (f"played: {order[0]}" in page) if ordered else "played:" not in page
    InboundLetter.objects.filter(pk=row.pk).update(raw=b"")
    assert NOTED not in desk.get(f"/desk/tournaments/inboundletter/{row.pk}/change/").content.decode()
    assert NOTED not in desk.get(f"/desk/tournaments/table/seat/{seat.pk}/help/").content.decode()


def test_an_answer_that_tells_no_line_back_stays_open_beside_a_note(seat: Seat, desk: Client) -> None:
    before, order = last_letter(), asked_move(seat)
    row = deliver(newest(seat, "turn"), order, f"note: {NOTED}", quote=False)
    assert [line["state"] for line in row.account["lines"]] == ["played", "command"]
    page = desk.get(f"/desk/tournaments/inboundletter/{row.pk}/change/").content.decode()
    assert f"played: {order}" in page
    assert NOTED not in page + pages_since(desk, before)


def test_nor_does_what_is_told_back_of_a_letter_with_a_note_whose_yes_played_an_order(seat: Seat) -> None:
    """The account is of the order that was offered back; the rest of the letter is told in an answer of its own,
    which is about no table: who runs the service sees it in the list.
    """
    owner = person("Hedda", is_staff=True, is_superuser=True)
    looking.look_inside(seat.table_id, owner, "a complaint")
    before = last_letter()
    row = deliver(offered_back(seat), "yes", "note: I plan the following.", f"recruit {NOTED} in red", quote=False)
    assert answers_to(row) == ["orders_account", "answered"]
    assert NOTED in OutboundLetter.objects.get(answers=row, kind="answered").text
    page = pages_since(at_desk(owner), before)
    assert "played" in page
    assert NOTED not in page
    assert [line["state"] for line in row.account["lines"]] == ["played"]


@pytest.mark.parametrize("line", [
    "<b>note</b>:", "no<span></span>te:", "n&#111;te&colon;", "<i>*note*</i> :", "<div>12</div><div><b>note</b>:",
    "<DIV>12</DIV><DIV><B>Note</B>:", "no&shy;te:", "n\u200bote:", "n&oacute;te:", "12<br><i>note</i><!-- a > b -->:",
    "no<b title='>'></b>te:", "no<b style='font-size:0'>x</b>te:", "no<b hidden>x</b>te&#xFF1A;", "note<hr>:",
])  # fmt: skip
def test_a_note_in_html_is_hidden_before_anybody_has_read_it(seat: Seat, desk: Client, line: str) -> None:
    raw = f"From: a@b.example\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>{line} {NOTED}</p>".encode()
    assert NOTED not in page_of(seat, raw, desk)


@pytest.mark.parametrize("asked", ["notes", "games", "resign"])
@pytest.mark.parametrize("provider", ["", "0100018f5b6c7d8e-1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d-000000"])
def test_a_reply_that_quotes_such_an_answer_is_not_shown_either(
    seat: Seat, desk: Client, asked: str, provider: str
) -> None:
    """Also where a mail provider has put its own Message-ID in the place of ours. The note is too short to look for."""
    orders.take_orders(seat.pk, [f"note: {NOTED[: quoted.SHORTEST - 1]}"], serial=None, by="page")
    deliver(newest(seat, "turn"), asked, *(["games"] if asked == "resign" else []))
    answer = newest(seat)
    if provider:
        OutboundLetter.objects.filter(pk=answer.pk).update(provider_id=provider)
        answer.message_id = f"<{provider}@provider.example>"
    lines = [f"> {line}" for line in answer.text.splitlines()]
    page = page_of(seat, reply(answer, "thank you", *lines), desk)
    assert NOTED[: quoted.SHORTEST - 1] not in page
    assert ELSEWHERE not in page
    assert "not shown: it" in html.unescape(page)


def test_notes_that_are_quoted_without_a_reference_are_found_by_their_words(seat: Seat, desk: Client) -> None:
    orders.take_orders(seat.pk, ["note: zebras in striped pyjamas"], serial=None, by="page")
    raw = b"From: a@b.example\r\n\r\nhello\r\n> zebras in\r\n> striped\r\n> pyjamas\r\n"
    assert "striped" not in page_of(seat, raw, desk)
    assert "of another kind" in page_of(seat, b"From: a@b.example\r\n\r\nzebras of another kind\r\n", desk)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("\ufdfa" * 30_000, False), ("a" + "\u0301\u0316" * 30_000, True), ("a" + "&#769;&#790;" * 4_000, True)],
    ids=["grows when it is normalised", "heaped marks", "marks as HTML"],
)
def test_a_letter_is_looked_through_soon_or_not_shown(seat: Seat, desk: Client, text: str, shown: bool) -> None:
    parts = "".join(f"--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n" for _ in range(5))
    raw = f"From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n{parts}--x--\r\n".encode()
    pages: list[str] = []
    assert pace.seconds(lambda: pages.append(page_of(seat, raw, desk)), runs=1) < 3
    assert ("not shown: it could not be looked through" in pages[0]) is not shown


def test_a_letter_is_read_as_soon_however_much_its_writer_has_noted(seat: Seat, desk: Client) -> None:
    """The words of notes and letter are such that looking for one of them takes long."""
    drawn = random.Random(1)
    text = "\r\n".join("".join(drawn.choices("ab", k=900)) for _ in range(250))
    noted = ("".join(drawn.choices("ab", k=480)) for _ in range(2_000))
    notes = [Note(seat=seat, player=seat.player, round=1, words=words) for words in noted]
    Note.objects.bulk_create(notes)
    row = laid_aside(seat, f"From: a@b.example\r\n\r\nhello\r\n{text}\r\n".encode())
    assert pace.seconds(lambda: quoted.find(row), runs=1) < 2
    assert quoted.of(row).note, "nobody knows"


def test_a_letter_that_says_its_type_at_length_is_read_as_soon_as_any(seat: Seat) -> None:
    row = laid_aside(seat, b"From: a@b.example\r\nContent-Type: text/plain" + b";a=b" * 100_000 + b"\r\n\r\nhello\r\n")
    assert pace.seconds(lambda: quoted.find(row), runs=1) < 1
    assert quoted.of(row).note


def test_a_letter_with_a_number_of_which_python_makes_none_is_looked_through_and_shown(
    seat: Seat, desk: Client
) -> None:
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    try:
        row = deliver(newest(seat, "turn"), "status", "", f"&#{'9' * 5_000};", quote=False)
        page = desk.get(f"/desk/tournaments/inboundletter/{row.pk}/change/").content.decode()
    finally:
        sys.set_int_max_str_digits(most)
    assert (row.verdict, quoted.of(row).unseen) == ("letter", False)
    assert "it cannot be taken apart" not in page


# --- when the bytes of a letter are gone ----------------------------------------------------------

FILLER = ["so much is happening here"] * 12
UNMARKED = "heliotrope"
ELSEWHERE_ALSO = "anna@office.example"  # an address that is nobody's


def bare_words(letter: OutboundLetter) -> list[str]:
    """Its lines as a program quotes them that marks nothing, without our marker."""
    return [line for line in letter.text.splitlines() if "#=#" not in line]


def answer_with(seat: Seat, word: str, **how: Any) -> InboundLetter:
    """A reply that quotes below it what we answered to that word."""
    deliver(newest(seat, "turn"), word)
    answer = newest(seat)
    return deliver(answer, "1", *FILLER, *bare_words(answer), quote=False, **how)


def quotes_notes(seat: Seat) -> InboundLetter:
    return answer_with(seat, "notes")


def quotes_leagues(seat: Seat) -> InboundLetter:
    return answer_with(seat, "games")


def waits_for_a_yes(seat: Seat) -> InboundLetter:
    return deliver(newest(seat), "note: the treasure", NOTED, sender=ELSEWHERE_ALSO, quote=False)


def was_said_yes_to(seat: Seat) -> InboundLetter:
    row = answer_with(seat, "notes", sender=ELSEWHERE_ALSO)
    deliver(newest(seat, "was_this_you"), "yes", quote=False)
    ingest.read(row.pk)
    row.refresh_from_db()
    assert (row.player, row.verdict) == (None, "letter")
    return row


def cannot_be_taken_apart(seat: Seat) -> InboundLetter:
    """A letter whose head ends at another line to other programs: its words are read, and told back to the player."""
    letter = newest(seat)
    raw = reply(letter, "1", f"the {UNMARKED}", quote=False)
    row = ingest.ingest(raw.replace(b"\r\n\r\n", b"\r\n \r\nX-B: c\r\n\r\n", 1), address_of(letter))
    ingest.read(row.pk)
    row.refresh_from_db()
    return row


LETTERS = [quotes_notes, quotes_leagues, waits_for_a_yes, was_said_yes_to, cannot_be_taken_apart]


@pytest.mark.parametrize("room", [True, False], ids=["purged", "no room"])
@pytest.mark.parametrize("written", LETTERS, ids=lambda made: made.__name__)
def test_what_is_private_stays_so_when_the_bytes_of_its_letter_are_gone(
    seat: Seat, desk: Client, monkeypatch: pytest.MonkeyPatch, written: Callable[[Seat], InboundLetter], room: bool
) -> None:
    orders.take_orders(seat.pk, [f"note: {NOTED}"], serial=None, by="page")
    if not room:
        for name in ("strangers_a_day", "OF_A_PLAYER", "OF_BEGINNINGS"):
            monkeypatch.setattr(volume, name, 0 if name.isupper() else lambda: 0)
    row = written(seat)
    answers = OutboundLetter.objects.filter(answers=row)
    told = " ".join(answers.values_list("text", flat=True))
    secret = next(word for word in (NOTED, ELSEWHERE, TO_JOIN, UNMARKED) if word in told)
    pages = [f"/desk/tournaments/inboundletter/{row.pk}/change/", f"/desk/tournaments/table/seat/{seat.pk}/help/"]
    pages += [f"/desk/tournaments/outboundletter/{letter.pk}/change/" for letter in answers]
    for _ in range(2):
        for page in pages:
            assert secret not in desk.get(page).content.decode(), page
        InboundLetter.objects.filter(pk=row.pk).update(received_at=timezone.now() - settings.RAW_LETTERS_KEPT * 2)
        ingest.forget(timezone.now())
        row.refresh_from_db()
        assert not row.raw


def test_nothing_is_told_of_a_letter_whose_bytes_went_before_anybody_looked(seat: Seat, desk: Client) -> None:
    row = deliver(newest(seat, "turn"), "what is this?", quote=False)
    page = f"/desk/tournaments/inboundletter/{row.pk}/change/"
    assert "what is this?" in desk.get(page).content.decode()
    InboundLetter.objects.filter(pk=row.pk).update(raw=b"", quotes={})
    assert "what is this?" not in desk.get(page).content.decode() + pages_since(desk, newest(seat).pk - 1)


def test_what_was_found_when_a_letter_was_held_is_not_forgotten_when_its_beginning_is_read(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(volume, "OF_A_PLAYER", 4)
    monkeypatch.setattr(volume, "OF_BEGINNINGS", 4)
    monkeypatch.setattr(volume, "BEGINNING", 150)
    row = answer_with(seat, "games", sender=ELSEWHERE_ALSO)
    deliver(newest(seat, "was_this_you"), "yes", quote=False)
    ingest.read(row.pk)
    row.refresh_from_db()
    assert (row.verdict, b"References" in bytes(row.raw)) == ("letter", False)
    assert quoted.of(row).mixed


def asked_move(seat: Seat) -> str:
    """An order that answers what the seat is asked."""
    decision = papers.match_of(seat.table).decision(seat.number)
    assert decision is not None
    return decision.moves[0].text


def page_of(seat: Seat, raw: bytes, desk: Client) -> str:
    """The desk's page of a letter that was laid aside."""
    row = laid_aside(seat, raw)
    return desk.get(f"/desk/tournaments/inboundletter/{row.pk}/change/").content.decode()


def laid_aside(seat: Seat, raw: bytes) -> InboundLetter:
    return InboundLetter.objects.create(
        key=f"test:{InboundLetter.objects.count()}", door="smtp", raw=raw, seat=seat, player=seat.player,
        received_at=timezone.now(), state=InboundLetter.State.LAID_ASIDE,
    )  # fmt: skip
