"""Mails that come twice, late or at the same time: one effect, one answer."""

from __future__ import annotations

import time
from collections.abc import Iterable

import pytest
from pytest_django import Settings

from tests.shared.cast import Cast, asked_seat
from tests.shared.post import address_of, answers_to, deliver, newest, reply
from tournaments.actions.commands import held_letters
from tournaments.inbox import ingest, repeats
from tournaments.letters import headers
from tournaments.models import InboundLetter, LogEntry, OutboundLetter, Seat, Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]

HOST = "mx.example.org"


def test_the_same_mail_twice_has_one_effect_and_one_answer(seat: Seat) -> None:
    letter = newest(seat, "turn")
    raw = reply(letter, "12")
    first = ingest.ingest(raw, address_of(letter), letter.to)
    second = ingest.ingest(b"Received: by another host\r\n" + raw, address_of(letter).upper(), letter.to)
    assert first.pk == second.pk
    assert [ingest.read(first.pk), ingest.read(first.pk)] == ["letter", ""]
    assert answers_to(first) == ["orders_account"]
    assert LogEntry.objects.filter(letter=first).count() == LogEntry.objects.filter(letter__isnull=False).count()


@pytest.mark.parametrize("first_read", [0, 1])
def test_a_mail_that_comes_by_two_of_our_addresses_has_one_effect_and_one_answer(seat: Seat, first_read: int) -> None:
    letter = newest(seat, "turn")
    raw = reply(letter, "12", "say: hello there")
    ways = (address_of(letter), headers.bare_address())
    rows = [ingest.ingest(raw, to, letter.to) for to in ways]
    order = [rows[first_read], rows[1 - first_read]]
    assert [ingest.read(row.pk) for row in order] == ["letter", "duplicate"]
    assert answers_to(order[0]) == ["orders_account"]
    assert answers_to(order[1]) == []
    assert OutboundLetter.objects.filter(kind="say").count() == 2


def test_a_mail_without_a_message_id_has_one_effect_by_two_addresses(seat: Seat) -> None:
    letter = newest(seat, "turn")
    raw = b"From: %s\r\nTo: %s\r\nSubject: x\r\n\r\nsay: hi\r\n" % (letter.to.encode(), address_of(letter).encode())
    rows = [ingest.ingest(raw, to, letter.to) for to in (address_of(letter), headers.bare_address())]
    assert [ingest.read(row.pk) for row in rows] == ["letter", "duplicate"]


def test_a_mail_whose_message_id_was_erased_is_no_copy_of_another_such(seat: Seat) -> None:
    letter = newest(seat, "turn")
    first = deliver(letter, "say: one", message_id="<one@client.example>")
    second = ingest.ingest(reply(letter, "say: two", message_id="<two@client.example>"), address_of(letter), letter.to)
    InboundLetter.objects.filter(pk__in=[first.pk, second.pk]).update(message_id="")
    InboundLetter.objects.filter(pk=first.pk).update(raw=b"")
    assert ingest.read(second.pk) == "letter"
    assert OutboundLetter.objects.filter(kind="say", text__contains="two").exists()


@pytest.mark.sqlite
def test_the_copies_of_a_mail_are_found_by_an_index(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12")
    plan = repeats.same_mail(row).explain()
    assert "SCAN" not in plan
    assert "letter_message_id" in plan


def test_a_held_mail_that_comes_by_two_addresses_is_asked_about_once_and_plays_once(seat: Seat) -> None:
    letter = newest(seat, "turn")
    raw = reply(letter, "12", sender="phone@elsewhere.example")
    rows = [ingest.ingest(raw, to, "phone@elsewhere.example") for to in (address_of(letter), headers.bare_address())]
    assert [ingest.read(row.pk) for row in rows] == ["other address", "duplicate"]
    assert deliver(newest(seat, "was_this_you"), "yes").verdict == "yes"
    assert ingest.read(rows[0].pk) == "letter"


@pytest.mark.parametrize("seen", [False, True], ids=["bare address", "seat's address"])
def test_a_strangers_mail_does_not_use_up_the_message_id_of_a_player(seat: Seat, seen: bool) -> None:
    """Nor does that of somebody who was sent a copy of the answer, and with it the seat's address."""
    letter = newest(seat, "turn")
    raw = reply(letter, "12", sender="evil@elsewhere.example", message_id="<known@client.example>")
    to = address_of(letter) if seen else headers.bare_address()
    ingest.read(ingest.ingest(raw, to, "evil@elsewhere.example").pk)
    row = deliver(letter, "12", message_id="<known@client.example>")
    assert [line["state"] for line in row.account["lines"]] == ["played"]


KNOWN = "<known@client.example>"


def to_the_bare_address(seat: Seat, *lines: str, to: str = "", door: str = "smtp", vouched: bool = False) -> str:
    """The verdict of a letter in the name of the seat's player that is no reply to anything."""
    head = [f"From: {seat.owner.email}", "Subject: x", f"Message-ID: {KNOWN}"]
    raw = "\r\n".join([f"Received: by the host behind {door}", *head, "", *lines, ""]).encode()
    said = f"{HOST}; dmarc=pass header.from=example.net" if vouched else ""
    mail_from = "somebody@host.example" if door == "smtp" else ""  # a provider may not tell it
    return ingest.read(ingest.ingest(raw, to or headers.bare_address(), mail_from, said, door=door).pk)


@pytest.mark.parametrize("word", ["status", "workers 1"])
def test_who_knows_a_message_id_cannot_have_the_players_own_letter_taken_for_a_copy(seat: Seat, word: str) -> None:
    assert to_the_bare_address(seat, word) in ("asked", "no token")
    row = deliver(newest(seat, "turn"), "12", message_id=KNOWN)
    assert [line["state"] for line in row.account["lines"]] == ["played"]


def test_nor_the_letter_of_theirs_that_waits_for_a_yes(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", message_id=KNOWN, sender="phone@elsewhere.example")
    assert to_the_bare_address(seat, "status") == "asked"
    held_letters.release(row, seat.owner)
    assert ingest.read(row.pk) == "letter"
    assert asked_seat(seat.table).pk != seat.pk


def test_nor_is_other_mail_taken_for_the_letter_that_waits(seat: Seat) -> None:
    letter = newest(seat, "turn")
    how = {"message_id": KNOWN, "sender": "phone@elsewhere.example"}
    assert to_the_bare_address(seat, "say: nonsense") == "no token"
    assert deliver(letter, "12", **how).verdict == "other address"


@pytest.mark.parametrize("way", ["another address", "another door"])
@pytest.mark.parametrize("vouched", [True, False])
@pytest.mark.parametrize("word", ["announce: we begin on Monday", "status", "vacation 3 to 9 May"])
def test_words_to_the_bare_address_have_one_effect_by_whichever_ways_they_come(
    cast: Cast, seat: Seat, settings: Settings, way: str, vouched: bool, word: str
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)
    seat.table.league.organisers.add(seat.owner)
    to_the_bare_address(seat, word, vouched=vouched)
    written = OutboundLetter.objects.count()
    other = {"to": f"postmaster@{settings.MAIL_DOMAIN}"} if way == "another address" else {"door": "resend"}
    assert to_the_bare_address(seat, word, vouched=vouched, **other) == "duplicate"
    assert OutboundLetter.objects.count() == written


def test_words_that_a_host_vouches_for_count_though_a_forger_has_written_them_before(
    cast: Cast, seat: Seat, settings: Settings
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)
    seat.table.league.organisers.add(seat.owner)
    assert to_the_bare_address(seat, "announce: hello", door="resend") == "no token"
    assert to_the_bare_address(seat, "announce: hello", vouched=True) == "letter"
    assert OutboundLetter.objects.filter(kind="announced").count() == 3


def test_a_mail_without_a_message_id_is_known_by_its_bytes(seat: Seat) -> None:
    letter = newest(seat, "turn")
    raw = b"From: %s\r\nSubject: x\r\n\r\n12\r\n" % letter.to.encode()
    rows = {ingest.ingest(raw, address_of(letter), letter.to).pk for _ in range(2)}
    rows.add(ingest.ingest(raw + b"13\r\n", address_of(letter), letter.to).pk)
    assert len(rows) == 2


def came(seat: Seat, *lines: str, to: str = "", said: str = "", head: Iterable[str] = (), host: str = "a") -> str:
    """The verdict of a letter in the name of the seat's player; "" of one that has come before."""
    to = to or address_of(newest(seat, "turn"))
    fields = [f"Received: from {host} by mx.{host}.example", *head, f"From: {seat.owner.email}", f"To: {to}"]
    raw = "\r\n".join([*fields, "Subject: x", "", *lines, ""]).encode()
    return ingest.read(ingest.ingest(raw, to, seat.owner.email, said and f"{HOST}; dmarc={said}").pk)


WITH_ID = (f"Message-ID: {KNOWN}",)


def test_a_letter_with_the_message_id_of_another_and_other_words_is_one_of_its_own(seat: Seat) -> None:
    assert [came(seat, line, head=WITH_ID) for line in ("note: one", "12", "note: one")] == ["letter", "letter", ""]
    assert asked_seat(seat.table).pk != seat.pk


def test_and_by_another_of_our_addresses_too(seat: Seat) -> None:
    answers = f"In-Reply-To: {newest(seat, 'turn').message_id}"
    assert came(seat, "note: one", head=WITH_ID) == "letter"
    assert came(seat, "12", head=(*WITH_ID, answers), to=headers.bare_address()) == "letter"
    assert asked_seat(seat.table).pk != seat.pk


@pytest.mark.parametrize("lines", [[], ["12"]])
@pytest.mark.parametrize("said", ["fail header.from=example.net", "none header.from=example.net"])
@pytest.mark.parametrize("machine", [(), ("Auto-Submitted: auto-replied",), ("Precedence: bulk",)])
def test_a_forged_letter_uses_up_no_message_id_of_one_that_is_better_proved(
    seat: Seat, settings: Settings, lines: list[str], said: str, machine: tuple[str, ...]
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)
    forged = came(seat, *lines, said=said, head=(*WITH_ID, *machine))
    real = came(seat, "12", said="pass header.from=example.net", head=WITH_ID)
    assert real == ("duplicate" if forged == "letter" else "letter")
    assert asked_seat(seat.table).pk != seat.pk


def test_a_yes_to_a_copy_that_nobody_proved_does_nothing_again_that_a_proved_one_has_done(
    cast: Cast, settings: Settings
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)
    organiser, bare = cast.organiser.email, headers.bare_address()
    raw = f"From: {organiser}\r\nTo: {bare}\r\nMessage-ID: {KNOWN}\r\n\r\nannounce autumn: snow\r\n".encode()
    domain = organiser.partition("@")[2]
    said = [f"{HOST}; dmarc={verdict} header.from={domain}" for verdict in ("none", "pass")]
    rows = [ingest.ingest(raw, bare, organiser, results) for results in said]
    assert [ingest.read(row.pk) for row in rows] == ["no token", "letter"]
    told = OutboundLetter.objects.filter(kind="announced").count()
    asked = OutboundLetter.objects.get(kind="was_this_you", player=cast.organiser)
    assert deliver(asked, "yes").verdict == "yes"
    assert ingest.read(rows[0].pk) == "duplicate"
    assert OutboundLetter.objects.filter(kind="announced").count() == told > 0


def test_a_copy_that_a_host_has_encoded_anew_has_no_effect_of_its_own(seat: Seat) -> None:
    kind = (*WITH_ID, "Content-Type: text/plain; charset=utf-8")
    assert came(seat, "note: caf\xe9", head=kind) == "letter"
    encoded = (*kind, "Content-Transfer-Encoding: quoted-printable")
    assert came(seat, "note: caf=C3=A9", head=encoded) == "duplicate"


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("date", [(), ("Date: Thu, 1 Jan 2026 10:00:00 +0000",)])
def test_a_mail_without_a_message_id_counts_once_whatever_lines_hosts_write_above_it(
    seat: Seat, bare: bool, date: tuple[str, ...]
) -> None:
    to = headers.bare_address() if bare else ""
    assert [came(seat, "status", head=date, host=host, to=to) for host in "ab"] == ["asked" if bare else "letter", ""]
    assert not any("no id" in str(letter.headers) for letter in OutboundLetter.objects.all())


def test_the_same_words_without_a_message_id_count_again_at_another_time(seat: Seat) -> None:
    dates = [(f"Date: Thu, {day} Jan 2026 10:00:00 +0000",) for day in (1, 8)]
    assert [came(seat, "status", head=date) for date in dates] == ["letter"] * 2


def test_lines_are_no_blanks_in_what_tells_letters_apart(seat: Seat) -> None:
    assert [came(seat, *lines, head=WITH_ID) for lines in (["note: 1", "2"], ["note: 1 2"])] == ["letter"] * 2


def test_a_letter_is_read_as_soon_however_many_have_its_message_id(seat: Seat) -> None:
    """Each by another envelope sender, and such that reading one of them takes long."""
    filler = "".join(f"always fire red empty > empty > canal > prince > x{n}\r\n" for n in range(2_000))

    def written(n: int) -> bytes:
        head = f"From: {seat.player.email}\r\nTo: {headers.bare_address()}\r\nMessage-ID: <same@evil.example>\r\n\r\n"
        return f"{head}say: hello {n}\r\n\r\n-----Original Message-----\r\n{filler}".encode()

    def stored(n: int) -> InboundLetter:
        return ingest.ingest(written(n), headers.bare_address(), f"e{n}@evil.example")

    first = stored(0)
    begin = time.process_time()
    ingest.read(first.pk)
    alone = time.process_time() - begin
    first.refresh_from_db()
    kept = {field.attname: getattr(first, field.attname) for field in InboundLetter._meta.concrete_fields}
    rows = [InboundLetter(**kept | {"id": None, "key": f"k{n}", "raw": written(n)}) for n in range(1, 150)]
    InboundLetter.objects.bulk_create(rows)
    last = stored(150)
    begin = time.process_time()
    ingest.read(last.pk)
    assert time.process_time() - begin < 2.5 * alone


def test_an_order_for_a_turn_that_is_over_moves_nothing_and_is_answered(seat: Seat) -> None:
    letter = newest(seat, "turn")
    deliver(letter, "12")
    deliver(newest(asked_seat(seat.table), "turn"), "12")
    deliver(newest(asked_seat(seat.table), "turn"), "12")
    assert asked_seat(seat.table).pk == seat.pk
    head = Table.objects.get(pk=seat.table_id).head
    late = deliver(letter, "22")
    again = deliver(letter, "32")
    assert (answers_to(late), answers_to(again)) == (["turn_over"], ["turn_over"])
    assert Table.objects.get(pk=seat.table_id).head == head
    assert address_of(newest(seat, "turn_over")) == address_of(newest(seat, "turn"))


def test_the_offered_order_of_a_stale_letter_is_played_by_a_yes(seat: Seat) -> None:
    letter = newest(seat, "turn")
    deliver(letter, "12")
    deliver(newest(asked_seat(seat.table), "turn"), "12")
    deliver(newest(asked_seat(seat.table), "turn"), "12")
    deliver(letter, "22")
    row = deliver(newest(seat, "turn_over"), "yes")
    assert row.verdict == "yes"
    assert [line["state"] for line in row.account["lines"]] == ["played"]


def test_a_late_order_beside_other_words_is_played_by_a_yes_too(seat: Seat) -> None:
    letter = newest(seat, "turn")
    deliver(letter, "12")
    for _ in range(2):
        deliver(newest(asked_seat(seat.table), "turn"), "12")
    deliver(letter, "always climb never", "22")
    assert newest(seat).kind == "orders_account"
    assert deliver(newest(seat), "yes").verdict == "yes"
    assert asked_seat(seat.table).pk != seat.pk


def test_the_letter_about_a_late_order_says_that_a_yes_plays_it(seat: Seat) -> None:
    letter = newest(seat, "turn")
    deliver(letter, "12")
    for _ in range(2):
        deliver(newest(asked_seat(seat.table), "turn"), "12")
    deliver(letter, "22")
    told = newest(seat, "turn_over")
    assert "the word [yes] as an answer plays it now" in " ".join(told.text.split())
    assert "[yes]" in told.html


def test_two_letters_that_cross_are_both_answered_and_one_moves(seat: Seat) -> None:
    letter = newest(seat, "turn")
    first, second = deliver(letter, "12"), deliver(letter, "21")
    assert first.account["lines"][0]["state"] == "played"
    assert second.account["lines"][0]["state"] in ("kept", "refused")
    assert seat.turns.count() == 1


def test_error_answers_come_at_once_three_times_a_day_the_same_mistake_too_and_the_third_says_so(seat: Seat) -> None:
    letter = newest(seat, "turn")
    rows = [deliver(letter, f"recruit prince {colour}") for colour in ("red", "red", "blue", "brown", "red")]
    answers = [OutboundLetter.objects.get(answers=row) for row in rows]
    at_once, later = OutboundLetter.State.QUEUED, OutboundLetter.State.FOR_ANSWER
    assert [answer.state for answer in answers] == [at_once] * 3 + [later] * 2
    assert ["answered together" in answer.text for answer in answers] == [False, False, True, False, False]
    assert ["answered together" in answer.html for answer in answers] == [False, False, True, False, False]


@pytest.mark.parametrize("late", ["32", "also 32"])
def test_a_late_order_that_comes_while_nothing_is_asked_leaves_the_newer_plan_until_a_yes(
    seat: Seat, late: str
) -> None:
    def kept() -> list[str]:
        return [order["moves"][0] for order in Seat.objects.get(pk=seat.pk).plan["kept"]]

    old = newest(seat, "turn")
    deliver(old, "12")
    for _ in range(2):
        deliver(newest(asked_seat(seat.table), "turn"), "12")
    deliver(newest(seat, "turn"), "22; 42")
    newer = kept()
    assert asked_seat(seat.table).pk != seat.pk
    assert newer
    row = deliver(old, late)
    assert ([line["state"] for line in row.account["lines"]], kept()) == (["stale"], newer)
    question = newest(seat, "turn_over")
    words = " ".join(question.text.split())
    assert ("instead of what is kept now" in words) == (late == "32")
    assert "Nothing is asked of you" not in words
    assert deliver(question, "yes").verdict == "yes"
    assert (len(kept()), kept() != newer) == ((2, True) if late.startswith("also") else (1, True))
