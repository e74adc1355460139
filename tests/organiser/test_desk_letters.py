"""Letters on the desk: readable without what would let anybody move, and shown only to those whom they concern."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests.organiser.letters import TOKEN, letter_in
from tests.shared.cast import Cast, asked_seat, only_table, person, running_league
from tests.shared.desk import SignIn
from tests.shared.play import play_on
from tests.shared.post import address_of, deliver, newest, reply
from tournaments.actions.commands import held_letters
from tournaments.actions.table import looking
from tournaments.inbox import ingest
from tournaments.inbox.reply.mime import mime, parts
from tournaments.language.refusals import NotYours
from tournaments.letters import reply_serial
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat, Table
from tournaments.organiser.shown.sources import source
from tournaments.queries.letters import outcomes
from tournaments.running import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


def test_the_raw_source_is_readable_without_the_secret_of_the_reply_address(
    cast: Cast, table: Table, desk: Client
) -> None:
    letter = letter_in(table, cast.player)
    looking.look_inside(table.pk, cast.organiser, "a complaint")
    page = desk.get(f"/desk/tournaments/inboundletter/{letter.pk}/change/").content.decode()
    assert "workers heirloom" in page
    assert TOKEN not in page


def test_no_letter_out_shows_a_reply_address_or_a_sign_in_link(table: Table, client: Client, sign_in: SignIn) -> None:
    client.post("/sign-in/", {"email": "anna@example.net"})
    hedda = person("Hedda", is_staff=True, is_superuser=True)
    looking.look_inside(table.pk, hedda, "a complaint")
    host = sign_in(hedda)
    tokens = {
        letter.headers.get("Reply-To", letter.sender).partition("+")[2][:20] for letter in OutboundLetter.objects.all()
    }
    assert len(tokens) > 1
    for letter in OutboundLetter.objects.all():
        page = host.get(f"/desk/tournaments/outboundletter/{letter.pk}/change/").content.decode()
        assert "sesame=" not in page
        assert not any(token and token in page for token in tokens)


def test_a_playing_organiser_reads_no_letters_of_opponents(cast: Cast, sign_in: SignIn) -> None:
    cast.player.is_staff = True
    cast.player.save()
    league = running_league(cast)
    league.organisers.add(cast.player)
    table = only_table(league)
    theirs, own = letter_in(table, cast.opponent), letter_in(table, cast.player)
    client = sign_in(cast.player)
    assert client.get(f"/desk/tournaments/inboundletter/{theirs.pk}/change/").status_code == 302
    assert client.get(f"/desk/tournaments/inboundletter/{own.pk}/change/").status_code == 200
    page = client.get(f"/desk/tournaments/table/{table.pk}/change/").content.decode()
    assert "You play at this table." in page
    shown = set(client.get("/desk/tournaments/outboundletter/").context["cl"].queryset.values_list("player", flat=True))
    seats = set(OutboundLetter.objects.exclude(seat=None).values_list("player", flat=True))
    assert len(seats) > 1
    assert set(
        OutboundLetter.objects.filter(pk__in=client.get("/desk/tournaments/outboundletter/").context["cl"].queryset)
        .exclude(seat=None)
        .values_list("player", flat=True)
    ) <= {cast.player.pk}
    assert cast.player.pk in shown


NESTED = b"".join(b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n" % (n, n) for n in range(2_000))
ODD = {
    "parts in parts": (NESTED, "it cannot be taken apart"),
    "a head without end": (b"X-A: b\r\n" * 40_000 + b"\r\nstatus", "it cannot be taken apart"),
    "a head that some programs end sooner": (b"X-A: b\r\n \r\nX-B: c\r\n\r\nstatus", "it cannot be taken apart"),
    "a blank in the first line": (b"\r\n \r\nreferee: Bea cheats", "referee: Bea cheats"),
    "a tab in the first line": (b"\r\n\t\r\nreferee: Bea cheats", "referee: Bea cheats"),
    "letters in letters": (b"Content-Type: message/rfc822\r\n\r\n" * 2_000, "--- message/rfc822, not shown ---"),
    "no multipart": (b"Content-Type: multipart/mixed\r\n\r\nstatus", "--- multipart/mixed, 6 bytes ---"),
    "uuencoded": (b"Content-Transfer-Encoding: uuencode\r\n\r\nstatus", "--- text/plain, 6 bytes ---"),
    "half an encoded word": (b"Subject: =?utf-8?b?cGxheSth YQ==?=\r\n\r\nstatus", "Subject: …"),
    "lines that end in CR alone": (b"To: a\rX-A: b\r\n\r\nstatus", "To: …"),
    "a NUL in the name of a charset": (b'Content-Type: text/plain; charset="a\0b"\r\n\r\nst\xe4tus', "stätus"),
}


@pytest.mark.parametrize(("raw", "said"), ODD.values(), ids=ODD)
def test_the_page_of_an_odd_letter_shows_what_is_read_of_it_and_nothing_that_hides_a_key(
    cast: Cast, table: Table, desk: Client, raw: bytes, said: str
) -> None:
    letter = letter_in(table, cast.player)
    InboundLetter.objects.filter(pk=letter.pk).update(raw=b"From: anna@example.net\r\n" + raw)
    looking.look_inside(table.pk, cast.organiser, "a complaint")
    page = desk.get(f"/desk/tournaments/inboundletter/{letter.pk}/change/")
    assert page.status_code == 200
    assert said in page.content.decode()


@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "utf-16-be", "utf-32"])
def test_words_are_shown_in_whatever_charset_without_keys_and_of_files_the_names(table: Table, codec: str) -> None:
    own = address_of(newest(asked_seat(table), "turn"))
    words = b64encode(f"note: heliotrope\r\nReply-To: {own}".encode(codec))
    part = b"--b\r\nContent-Type: text/plain; name=a.txt\r\nContent-Transfer-Encoding: base64\r\n%s\r\n" + words
    whole = b"From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + part + b"\r\n--b--\r\n"
    inline, attached = whole % b"", whole % b"Content-Disposition: attachment; filename*=utf-8''b.txt\r\n"
    assert "note: heliotrope" in source(inline)
    assert own.partition("+")[2][:20] not in source(inline)
    assert "--- text/plain, b.txt, " in source(attached)
    assert "heliotrope" not in source(attached)


def test_the_page_of_a_letter_takes_it_apart_three_times_at_most(
    cast: Cast, table: Table, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once to look for notes in it, once for standing orders, once to show it."""
    taken: list[int] = []
    apart = mime.apart

    def counted(raw: bytes) -> tuple[parts.Fields, list[parts.Leaf]] | None:
        taken.append(len(raw))
        return apart(raw)

    monkeypatch.setattr(mime, "apart", counted)
    looking.look_inside(table.pk, cast.organiser, "a complaint")
    letter = letter_in(table, cast.player)
    for raw in (b"\r\nstatus\r\n", NESTED):
        InboundLetter.objects.filter(pk=letter.pk).update(raw=b"From: anna@example.net\r\n" + raw)
        assert desk.get(f"/desk/tournaments/inboundletter/{letter.pk}/change/").status_code == 200
        assert 1 <= len(taken) <= 3, raw[:30]
        taken.clear()


def test_a_letter_laid_aside_is_read_again_by_a_press(cast: Cast, table: Table, desk: Client) -> None:
    letter = letter_in(table, cast.player, InboundLetter.State.LAID_ASIDE)
    address = f"/desk/tournaments/inboundletter/{letter.pk}/read-again/"
    desk.get(address)
    letter.refresh_from_db()
    assert letter.state == InboundLetter.State.LAID_ASIDE
    desk.post(address)
    letter.refresh_from_db()
    assert letter.state == InboundLetter.State.RECEIVED


def test_the_kind_of_a_letter_is_written_in_words(table: Table, desk: Client) -> None:
    OutboundLetter.objects.filter(seat__table=table).update(kind="final_scores")
    letter = OutboundLetter.objects.filter(seat__table=table).latest("pk")
    pages = (f"table/{table.pk}/change/", "outboundletter/", f"outboundletter/{letter.pk}/change/")
    for page in pages:
        shown = desk.get(f"/desk/tournaments/{page}").content.decode()
        assert "final scores" in shown
        assert ">final_scores" not in shown


def test_a_purged_letter_says_so(cast: Cast, table: Table, desk: Client) -> None:
    letter = letter_in(table, cast.player)
    InboundLetter.objects.filter(pk=letter.pk).update(received_at=timezone.now() - timedelta(days=91))
    assert sweeps.purge() == 1
    page = desk.get(f"/desk/tournaments/inboundletter/{letter.pk}/change/").content.decode()
    assert "purged: raw letters are kept for a limited time" in page
    assert "heirloom" not in page


# --- laid aside, and nobody knows for which table ------------------------------------------------

NOWHERE = "who plays at several tables, could not be read"


def shown(client: Client, letter: InboundLetter) -> set[str]:
    """The address where an organiser finds the letter."""
    page = f"/desk/tournaments/inboundletter/{letter.pk}/change/"
    answers = {
        "needs": page in client.get("/desk/").content.decode(),
        "list": page in client.get("/desk/tournaments/inboundletter/").content.decode(),
        "page": client.get(page).status_code == 200,
        "read again": client.get(page.replace("change", "read-again")).status_code == 200,
    }
    return {where for where, found in answers.items() if found}


EVERYWHERE = {"needs", "list", "page", "read again"}


@pytest.fixture
def winter(cast: Cast, table: Table, other_organiser: Player) -> Table:
    """A second table of the same three, in a league of the other organiser."""
    return only_table(running_league(replace(cast, organiser=other_organiser), name="Winter", tag="Winter"))


def laid_aside(player: Player) -> InboundLetter:
    """A letter to the bare address that has ended three workers."""
    raw = f"From: {player.name} <{player.email}>\r\nMessage-ID: <1@x>\r\n\r\nworkers heirloom\r\n".encode()
    letter = ingest.ingest(raw, "play@mail.example.org", player.email)
    InboundLetter.objects.filter(pk=letter.pk).update(state=InboundLetter.State.READING, attempts=ingest.ATTEMPTS)
    ingest.read(letter.pk)
    letter.refresh_from_db()
    assert (letter.state, letter.seat) == (InboundLetter.State.LAID_ASIDE, None)
    return letter


def test_a_letter_for_one_of_several_tables_is_shown_to_the_organisers_of_all_of_them(
    cast: Cast, winter: Table, desk: Client, other_organiser: Player, sign_in: SignIn
) -> None:
    letter = laid_aside(cast.player)
    for client in (desk, sign_in(other_organiser)):
        assert shown(client, letter) == EVERYWHERE
        assert f"A letter of Anna, {NOWHERE}" in client.get("/desk/").content.decode()


def test_the_words_of_a_letter_for_one_of_several_tables_open_with_a_look_into_the_organisers_own(
    cast: Cast, table: Table, winter: Table, desk: Client, other_organiser: Player
) -> None:
    letter = laid_aside(cast.player)
    assert "workers heirloom" not in page_of(desk, letter)
    looking.look_inside(winter.pk, other_organiser, "a complaint")
    assert f"/desk/tournaments/table/{table.pk}/look/" in page_of(desk, letter)
    looking.look_inside(table.pk, cast.organiser, "a complaint")
    assert "workers heirloom" in page_of(desk, letter)


def test_a_letter_for_one_of_several_tables_is_read_again_by_a_press(cast: Cast, winter: Table, desk: Client) -> None:
    letter = laid_aside(cast.player)
    done = desk.post(f"/desk/tournaments/inboundletter/{letter.pk}/read-again/", follow=True)
    assert "The letter is being read again." in done.content.decode()
    assert ingest.read(letter.pk) == "which table"
    assert shown(desk, letter) == set()


def test_a_letter_of_somebody_who_does_not_play_there_is_not_shown_to_an_organiser(
    cast: Cast, winter: Table, sign_in: SignIn
) -> None:
    hedwig = person("Hedwig", is_staff=True)
    names = [person(name) for name in ("Yann", "Zoe", "Xenia")]
    others = replace(cast, organiser=hedwig, player=names[0], opponent=names[1], third=names[2], words=["", "", ""])
    running_league(others, name="Summer", tag="Summer")
    letter = laid_aside(cast.player)
    assert shown(sign_in(hedwig), letter) == set()
    with pytest.raises(NotYours):
        held_letters.read_again(letter, hedwig)


def test_a_table_that_has_ended_or_a_seat_that_a_bot_has_is_no_claim_to_a_letter(
    cast: Cast, table: Table, winter: Table, desk: Client, other_organiser: Player, sign_in: SignIn
) -> None:
    letter = laid_aside(cast.player)
    Table.objects.filter(pk=table.pk).update(state=Table.State.FINISHED)
    winter.seats.filter(player=cast.player).update(mover=Seat.Mover.REPLACED)
    assert shown(desk, letter) == set()
    assert shown(sign_in(other_organiser), letter) == set()


@pytest.mark.parametrize("all_leagues", [False, True])
def test_a_playing_organiser_is_not_shown_what_an_opponent_may_have_written_to_their_table(
    cast: Cast, table: Table, winter: Table, sign_in: SignIn, *, all_leagues: bool
) -> None:
    cast.opponent.is_staff, cast.opponent.is_superuser = True, all_leagues
    cast.opponent.save()
    table.league.organisers.add(cast.opponent)
    theirs = laid_aside(cast.player)
    assert shown(sign_in(cast.opponent), theirs) == set()


def test_a_letter_for_no_table_that_could_be_read_is_not_shown(cast: Cast, winter: Table, desk: Client) -> None:
    letter = laid_aside(cast.player)
    InboundLetter.objects.filter(pk=letter.pk).update(state=InboundLetter.State.DONE, verdict="which table")
    assert shown(desk, letter) == set()


def test_a_letter_for_one_table_is_not_shown_to_the_organiser_of_another(
    cast: Cast, table: Table, winter: Table, desk: Client, other_organiser: Player, sign_in: SignIn
) -> None:
    letter = letter_in(table, cast.player, InboundLetter.State.LAID_ASIDE)
    assert shown(desk, letter) == EVERYWHERE
    assert shown(sign_in(other_organiser), letter) == set()


# --- which question a letter answers -------------------------------------------------------------


def page_of(desk: Client, letter: InboundLetter) -> str:
    return desk.get(f"/desk/tournaments/inboundletter/{letter.pk}/change/").content.decode()


def test_a_letter_says_in_words_which_question_it_answers(cast: Cast, table: Table, desk: Client) -> None:
    seat = asked_seat(table)
    raw = reply(newest(seat, "turn"), "12")
    letter = ingest.ingest(raw, address_of(newest(seat, "turn")), seat.player.email)
    opened = timezone.localtime(seat.turns.get().opened_at, ZoneInfo(cast.organiser.zone))
    assert f"the question of {opened.day} {opened:%b, %H:%M} (turn)" in page_of(desk, letter)


def test_a_letter_of_who_is_not_asked_answers_the_next_question(cast: Cast, table: Table, desk: Client) -> None:
    waiting = table.seats.exclude(pk=asked_seat(table).pk).first()
    letter = letter_in(table, waiting.player)
    named = reply_serial.now(waiting)
    InboundLetter.objects.filter(pk=letter.pk).update(serial=named)
    page = page_of(desk, letter)
    assert "the next question, not asked yet" in page
    assert str(named) not in page
    play_on(table, 12)
    opened = timezone.localtime(waiting.turns.earliest("serial").opened_at, ZoneInfo(cast.organiser.zone))
    assert f"the next question, that of {opened.day} {opened:%b, %H:%M} (turn)" in page_of(desk, letter)


def test_the_desk_says_of_a_letter_without_an_answer_why_it_has_none(table: Table, desk: Client) -> None:
    seat = asked_seat(table)
    silent = deliver(newest(seat, "turn"), "I am away", headers=["Auto-Submitted: auto-replied"])
    answered = deliver(newest(seat, "turn"), "status")
    pages = [
        desk.get(f"/desk/tournaments/inboundletter/{row.pk}/change/").content.decode() for row in (silent, answered)
    ]
    reason = outcomes.of(silent.verdict).silent
    assert [reason in page for page in pages] == [True, False]
