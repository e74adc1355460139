"""From the door to the move: who may act, what is answered, what happens twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from tests.cast import Cast, asked_seat, make_cast, only_table, person, running_league
from tests.post import address_of, deliver, newest, reply
from tournaments.actions import letters, people
from tournaments.actions.refusals import NotHeld, NotYours
from tournaments.mail import headers, ingest
from tournaments.models import Address, InboundLetter, JournalLine, LogEntry, OutboundLetter, Seat, Table, Turn

pytestmark = pytest.mark.django_db
State = InboundLetter.State


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def table(cast: Cast) -> Table:
    return only_table(running_league(cast))


@pytest.fixture
def seat(table: Table) -> Seat:
    """The seat that is asked for its first card."""
    return asked_seat(table)


def open_turn(seat: Seat) -> Turn:
    return seat.turns.get(ended_at=None)


def answers_to(row: InboundLetter) -> list[str]:
    return list(OutboundLetter.objects.filter(answers=row).order_by("pk").values_list("kind", flat=True))


# --- orders --------------------------------------------------------------------------------------


def test_a_reply_plays_and_is_confirmed_and_the_next_seat_is_asked(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12")
    assert (row.state, row.verdict) == (State.DONE, "letter")
    assert [line["state"] for line in row.account["lines"]] == ["played"]
    assert answers_to(row) == ["orders_account"]
    following = asked_seat(seat.table)
    assert following.pk != seat.pk
    assert newest(following).kind == "turn"
    assert LogEntry.objects.filter(letter=row).exists()


def test_an_unreadable_reply_gets_one_clear_answer_and_the_turn_stays_open(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "I would rather take the red one")
    assert answers_to(row) == ["orders_refused"]
    assert open_turn(seat).serial == row.serial
    assert not LogEntry.objects.filter(letter=row).exists()


def test_an_empty_reply_is_answered_too(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"))
    assert row.verdict == "empty"
    assert answers_to(row) == ["orders_refused"]


def test_an_illegal_order_is_refused_with_its_reason_and_nothing_changes(seat: Seat) -> None:
    head = seat.table.head
    row = deliver(newest(seat, "turn"), "recruit prince in red")
    assert row.account["lines"][0]["state"] == "refused"
    assert answers_to(row) == ["orders_refused"]
    seat.table.refresh_from_db()
    assert seat.table.head == head


def test_signatures_and_greetings_do_not_hinder_an_order(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "Hello all,", "12", "", "Sent from my iPhone")
    assert "played" in [line["state"] for line in row.account["lines"]]


def test_orders_quoted_from_our_own_letter_are_never_played(seat: Seat) -> None:
    letter = newest(seat, "turn")
    row = deliver(letter, "thank you")
    assert all(line["state"] != "played" for line in row.account["lines"])


def test_without_our_marker_a_number_deep_in_the_text_counts_for_nothing(seat: Seat) -> None:
    lines = ["dear organiser", "I am away", "next week", "and the week after", "so I think of", "12"]
    row = deliver(newest(seat, "turn"), *lines, quote=False)
    assert all(line["state"] != "played" for line in row.account["lines"])


def test_without_our_marker_codes_count_in_the_first_lines(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "Hello all,", "12; 22", quote=False)
    states = [(line["text"], line["state"]) for line in row.account["lines"]]
    assert states == [("Hello all,", "ignored"), ("12", "played"), ("22", "kept")]


def test_a_subject_beside_codes_without_our_marker_is_asked_back(seat: Seat) -> None:
    letter = newest(seat, "turn")
    letter.subject = "house servant"
    row = deliver(letter, "12; 22", quote=False)
    assert {line["state"] for line in row.account["lines"]} == {"refused"}


def test_standing_orders_are_taken_at_any_time(seat: Seat) -> None:
    waiting = Seat.objects.filter(table=seat.table).exclude(pk=seat.pk).order_by("number").first()
    assert waiting is not None
    row = deliver(newest(waiting, "begun"), "always climb if climb price <= 5")
    assert row.account["lines"][0]["state"] == "rule"
    waiting.refresh_from_db()
    assert waiting.plan["rules"]["climb"] == "if climb price <= 5"


def test_a_standing_order_for_all_tables_is_kept_with_the_player(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "always climb if climb price <= 4 everywhere")
    assert seat.player is not None
    seat.player.refresh_from_db()
    assert seat.player.rules == {"bruges": {"climb": "if climb price <= 4"}}


def test_commands_are_answered_and_leave_the_turn_open(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "status", "log", "standings", "games", "rules", "orders", "help")
    assert answers_to(row) == ["words"]
    assert open_turn(seat).serial == row.serial


def test_undo_takes_back_what_nobody_has_acted_on(seat: Seat) -> None:
    letter = newest(seat, "turn")
    deliver(letter, "12")
    following = asked_seat(seat.table)
    row = deliver(letter, "undo")
    assert answers_to(row) == ["orders_account"]
    assert newest(seat).serial == open_turn(seat).serial
    assert "Taken back: what you did at your last decision." in newest(seat).text
    assert asked_seat(seat.table).pk == seat.pk
    assert Turn.objects.get(seat=following).end == Turn.End.GONE


def test_words_to_the_table_reach_the_others(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "say: what a game!")
    said = OutboundLetter.objects.filter(kind="say")
    assert said.count() == 2
    assert all("said | what a game!" in letter.text.replace("\xa0", " ") for letter in said)


# --- twice, late, crossing -----------------------------------------------------------------------


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


def test_a_held_mail_that_comes_by_two_addresses_is_asked_about_once_and_plays_once(seat: Seat) -> None:
    letter = newest(seat, "turn")
    raw = reply(letter, "12", sender="phone@elsewhere.example")
    rows = [ingest.ingest(raw, to, "phone@elsewhere.example") for to in (address_of(letter), headers.bare_address())]
    assert [ingest.read(row.pk) for row in rows] == ["other address", "duplicate"]
    assert deliver(newest(seat, "was_this_you"), "yes").verdict == "yes"
    assert ingest.read(rows[0].pk) == "letter"


def test_a_strangers_mail_does_not_use_up_the_message_id_of_a_player(seat: Seat) -> None:
    letter = newest(seat, "turn")
    raw = reply(letter, "12", sender="evil@elsewhere.example", message_id="<known@client.example>")
    ingest.read(ingest.ingest(raw, headers.bare_address(), "evil@elsewhere.example").pk)
    row = deliver(letter, "12", message_id="<known@client.example>")
    assert [line["state"] for line in row.account["lines"]] == ["played"]


def test_a_mail_without_a_message_id_is_known_by_its_bytes(seat: Seat) -> None:
    letter = newest(seat, "turn")
    raw = b"From: %s\r\nSubject: x\r\n\r\n12\r\n" % letter.to.encode()
    rows = {ingest.ingest(raw, address_of(letter), letter.to).pk for _ in range(2)}
    rows.add(ingest.ingest(raw + b"13\r\n", address_of(letter), letter.to).pk)
    assert len(rows) == 2


def test_an_order_for_a_turn_that_is_over_moves_nothing_and_is_answered_once_a_day(seat: Seat) -> None:
    letter = newest(seat, "turn")
    deliver(letter, "12")
    deliver(newest(asked_seat(seat.table), "turn"), "12")
    deliver(newest(asked_seat(seat.table), "turn"), "12")
    assert asked_seat(seat.table).pk == seat.pk
    head = Table.objects.get(pk=seat.table_id).head
    late = deliver(letter, "22")
    again = deliver(letter, "32")
    assert (answers_to(late), answers_to(again)) == (["turn_over"], [])
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


def test_error_answers_stop_after_three_a_day_and_never_repeat_themselves(seat: Seat) -> None:
    letter = newest(seat, "turn")
    rows = [deliver(letter, f"recruit prince {colour}") for colour in ("red", "red", "blue", "brown", "yellow")]
    assert [len(answers_to(row)) for row in rows] == [1, 0, 1, 1, 0]


# --- who may act ---------------------------------------------------------------------------------


def test_a_letter_from_an_unknown_address_is_held_and_its_player_asked(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
    assert row.state == State.HELD
    question = newest(seat)
    assert seat.player is not None
    assert (question.kind, question.to) == ("was_this_you", seat.player.email)
    assert not OutboundLetter.objects.filter(to="phone@elsewhere.example").exists()
    assert asked_seat(seat.table).pk == seat.pk


def test_a_yes_on_the_page_lets_a_held_letter_play_and_makes_its_address_known(seat: Seat, cast: Cast) -> None:
    letter = newest(seat, "turn")
    row = deliver(letter, "12", sender="phone@elsewhere.example")
    with pytest.raises(NotYours):
        letters.release(row, cast.outsider)
    assert seat.player is not None
    letters.release(row, seat.player)
    assert ingest.read(row.pk) == "letter"
    assert Address.objects.get(player=seat.player).email == "phone@elsewhere.example"
    with pytest.raises(NotHeld):
        letters.release(row, seat.player)
    assert deliver(letter, "status", sender="phone@elsewhere.example").verdict == "letter"


def test_a_yes_by_mail_does_the_same(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
    assert deliver(newest(seat, "was_this_you"), "yes").verdict == "yes"
    assert ingest.read(row.pk) == "letter"
    assert asked_seat(seat.table).pk != seat.pk


def test_a_yes_to_another_letter_releases_no_held_one(seat: Seat) -> None:
    turn = newest(seat, "turn")
    row = deliver(turn, "12", sender="evil@elsewhere.example")
    for references in (True, False):
        elsewhere = deliver(turn, "yes", references=references)
        row.refresh_from_db()
        assert row.state == State.HELD
        assert answers_to(elsewhere) == ["words"]
        assert "answer that one" in " ".join(newest(seat, "words").text.split())
    assert not Address.objects.exists()


def test_a_yes_is_known_by_the_id_that_a_provider_gave_the_question(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
    question = newest(seat, "was_this_you")
    OutboundLetter.objects.filter(pk=question.pk).update(provider_id="0100-abc")
    theirs = "References: <0100-abc@mail.provider.example>"
    assert deliver(question, "yes", references=False, headers=[theirs]).verdict == "yes"
    row.refresh_from_db()
    assert row.state == State.RECEIVED


def test_a_yes_from_the_unknown_address_itself_is_worth_nothing(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
    deliver(newest(seat, "was_this_you"), "yes", sender="phone@elsewhere.example")
    row.refresh_from_db()
    assert row.state == State.HELD


def test_a_no_puts_a_held_letter_away(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
    assert seat.player is not None
    letters.refuse(row, seat.player)
    assert ingest.read(row.pk) == ""
    assert asked_seat(seat.table).pk == seat.pk


def test_questions_about_held_letters_stop_after_three_a_day(seat: Seat) -> None:
    letter = newest(seat, "turn")
    for number in range(5):
        deliver(letter, "12", sender=f"phone{number}@elsewhere.example")
    assert OutboundLetter.objects.filter(kind="was_this_you").count() == 3
    assert InboundLetter.objects.filter(state=State.HELD).count() == 5


def test_a_verified_second_address_acts_like_the_first(seat: Seat) -> None:
    assert seat.player is not None
    Address.objects.create(player=seat.player, email="Anna@Work.example", verified_at=timezone.now())
    row = deliver(newest(seat, "turn"), "12", sender="anna@work.example")
    assert row.account["lines"][0]["state"] == "played"
    assert newest(seat, "orders_account").to == seat.player.email


def test_an_unverified_second_address_is_a_stranger_s(seat: Seat) -> None:
    assert seat.player is not None
    people.add_address(seat.player, "anna@work.example")
    assert deliver(newest(seat, "turn"), "12", sender="anna@work.example").state == State.HELD


def test_another_player_s_letter_with_this_seat_s_token_is_held(seat: Seat, cast: Cast) -> None:
    other = next(player for player in cast.players if player.pk != seat.player_id)
    row = deliver(newest(seat, "turn"), "12", sender=other.email)
    assert row.state == State.HELD
    assert asked_seat(seat.table).pk == seat.pk


@pytest.mark.parametrize(
    ("verdict", "state"),
    [("pass", State.DONE), ("none", State.DONE), ("temperror", State.DONE), ("fail", State.HELD)],
)
def test_dmarc_counts_when_our_own_host_says_so(seat: Seat, verdict: str, state: str, settings: Settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example.org",)
    header = f"Authentication-Results: mx.example.org; spf=pass; dmarc={verdict} header.from=example.net"
    assert deliver(newest(seat, "turn"), "12", headers=[header]).state == state


def test_a_verdict_that_the_sender_wrote_is_not_believed(seat: Seat, settings: Settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example.org",)
    written = [
        "Authentication-Results: mx.example.org; dmarc=fail",
        "Authentication-Results: mx.example.org; dmarc=pass",
        "Authentication-Results: evil.example; dmarc=pass",
    ]
    assert deliver(newest(seat, "turn"), "12", headers=written).state == State.HELD


def test_a_pass_in_the_envelope_sender_does_not_hide_a_fail(seat: Seat, settings: Settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example.org",)
    header = (
        "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=dmarc=pass@evil.example;"
        " dmarc=fail header.from=example.net"
    )
    assert deliver(newest(seat, "turn"), "12", headers=[header]).state == State.HELD


def test_a_tampered_or_foreign_token_does_nothing_and_is_not_answered(seat: Seat) -> None:
    letter = newest(seat, "turn")
    local, _, domain = address_of(letter).partition("@")
    forged = local[:-1] + ("a" if local[-1] != "a" else "b")
    row = deliver(letter, "12", to=f"{forged}@{domain}", references=False)
    assert (row.state, row.verdict, answers_to(row)) == (State.DONE, "forged", [])
    assert asked_seat(seat.table).pk == seat.pk


def test_a_lost_plus_part_is_found_in_the_references(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", to=headers.bare_address())
    assert row.account["lines"][0]["state"] == "played"
    assert row.seat_id == seat.pk


def test_the_address_counts_in_any_case(seat: Seat) -> None:
    letter = newest(seat, "turn")
    assert deliver(letter, "12", to=address_of(letter).upper()).account["lines"][0]["state"] == "played"


def test_a_stranger_at_the_bare_address_is_not_answered(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", to=headers.bare_address(), references=False, sender="who@example.com")
    assert (row.verdict, answers_to(row)) == ("stranger", [])


def test_a_player_at_the_bare_address_may_ask_but_changes_are_confirmed_first(seat: Seat) -> None:
    letter = newest(seat, "turn")
    asked = deliver(letter, "status", to=headers.bare_address(), references=False)
    assert answers_to(asked) == ["words"]
    ordered = deliver(letter, "12", to=headers.bare_address(), references=False)
    assert ordered.state == State.HELD
    assert newest(seat).kind == "was_this_you"


def test_a_change_at_the_bare_address_plays_once_its_player_has_said_yes(seat: Seat) -> None:
    ordered = deliver(newest(seat, "turn"), "12", to=headers.bare_address(), references=False)
    assert ordered.state == State.HELD
    assert deliver(newest(seat, "was_this_you"), "yes").verdict == "yes"
    assert ingest.read(ordered.pk) == "letter"
    ordered.refresh_from_db()
    assert [line["state"] for line in ordered.account["lines"]] == ["played"]
    assert asked_seat(seat.table).pk != seat.pk


def test_a_confirmed_change_moves_nothing_when_its_turn_is_over_meanwhile(seat: Seat) -> None:
    letter = newest(seat, "turn")
    held = deliver(letter, "22", to=headers.bare_address(), references=False)
    deliver(letter, "12")
    for _ in range(2):
        deliver(newest(asked_seat(seat.table), "turn"), "12")
    assert seat.player is not None
    letters.release(held, seat.player)
    ingest.read(held.pk)
    held.refresh_from_db()
    assert [line["state"] for line in held.account["lines"]] == ["stale"]


def test_a_confirmed_change_is_dropped_when_the_seat_has_changed_hands(seat: Seat, cast: Cast) -> None:
    held = deliver(newest(seat, "turn"), "12", to=headers.bare_address(), references=False)
    assert seat.player is not None
    letters.release(held, seat.player)
    Seat.objects.filter(pk=seat.pk).update(player=cast.outsider)
    assert ingest.read(held.pk) == "no seat"
    assert asked_seat(seat.table).pk == seat.pk


def test_tokens_of_a_seat_that_was_given_away_are_dead(seat: Seat) -> None:
    letter = newest(seat, "turn")
    Seat.objects.filter(pk=seat.pk).update(token_epoch=1)
    row = deliver(letter, "12")
    assert (row.verdict, answers_to(row)) == ("dead token", [])


# --- mail that nobody wrote ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "X-Autoreply: yes",
        "List-Id: <club.example.net>",
        "X-Auto-Response-Suppress: All",
    ],
)
def test_automatic_replies_are_neither_executed_nor_answered(seat: Seat, header: str) -> None:
    row = deliver(newest(seat, "turn"), "12", headers=[header])
    assert (row.state, row.verdict, answers_to(row)) == (State.DONE, "auto-reply", [])
    assert asked_seat(seat.table).pk == seat.pk


def test_a_null_sender_is_never_answered(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", mail_from="<>")
    assert answers_to(row) == []
    assert asked_seat(seat.table).pk == seat.pk


BOUNCE = """From: MAILER-DAEMON@mx.example.net\r
To: {to}\r
Subject: Undelivered Mail Returned to Sender\r
Auto-Submitted: auto-replied\r
Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r
\r
--b\r
Content-Type: text/plain\r
\r
I am sorry.\r
--b\r
Content-Type: message/delivery-status\r
\r
Reporting-MTA: dns; mx.example.net\r
\r
Final-Recipient: rfc822; {rcpt}\r
Action: {action}\r
Status: {status}\r
\r
--b--\r
"""


@pytest.mark.parametrize(("action", "status", "dead"), [("failed", "5.1.1", True), ("delayed", "4.4.1", False)])
def test_a_bounce_for_good_marks_the_mailbox_as_dead(seat: Seat, action: str, status: str, dead: bool) -> None:
    letter = newest(seat, "turn")
    raw = BOUNCE.format(to=letter.envelope_sender, rcpt=letter.to, action=action, status=status).encode()
    row = ingest.ingest(raw, letter.envelope_sender, "<>")
    assert ingest.read(row.pk) == "bounce"
    assert seat.player is not None
    seat.player.refresh_from_db()
    assert bool(seat.player.dead_at) == dead
    assert answers_to(row) == []


def test_a_letter_from_a_player_whose_mail_was_dead_revives_it(seat: Seat) -> None:
    assert seat.player is not None
    seat.player.dead_at = timezone.now()
    seat.player.save()
    row = deliver(newest(seat, "turn"), "12")
    seat.player.refresh_from_db()
    assert seat.player.dead_at is None
    assert answers_to(row) == ["orders_account"]
    assert newest(seat, "orders_account").state == OutboundLetter.State.QUEUED


# --- workers that die ----------------------------------------------------------------------------


def test_a_letter_that_ends_three_workers_is_laid_aside_and_can_be_read_again(seat: Seat, cast: Cast) -> None:
    letter = newest(seat, "turn")
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    InboundLetter.objects.filter(pk=row.pk).update(state=State.READING, attempts=3, read_at=timezone.now())
    assert ingest.read(row.pk) == ""
    row.refresh_from_db()
    assert row.state == State.LAID_ASIDE
    assert "3 workers" in row.trouble
    with pytest.raises(NotYours):
        letters.read_again(row, cast.outsider)
    letters.read_again(row, cast.organiser)
    assert ingest.read(row.pk) == "letter"


@pytest.mark.parametrize("lost", ["the plus part in the envelope", "the references too"])
def test_a_letter_names_its_seat_at_the_door_by_what_its_headers_kept(seat: Seat, lost: str) -> None:
    letter = newest(seat, "turn")
    if lost == "the references too":
        raw = reply(letter, "12", references=False, headers=["Cc: A <a@b.example>"])
    else:
        raw = reply(letter, "12", to=f'"Bruges, by mail" <{headers.bare_address()}>')
    row = ingest.ingest(raw, headers.bare_address(), letter.to)
    assert (row.seat, row.serial) == (seat, letter.serial)


def test_a_letter_without_a_token_that_is_laid_aside_is_shown_to_the_organiser(seat: Seat, cast: Cast) -> None:
    letter = newest(seat, "turn")
    raw = reply(letter, "12", to=headers.bare_address(), references=False)
    row = ingest.ingest(raw, headers.bare_address(), letter.to)
    assert row.seat is None
    InboundLetter.objects.filter(pk=row.pk).update(state=State.READING, attempts=3, read_at=timezone.now())
    ingest.read(row.pk)
    row.refresh_from_db()
    assert (row.state, row.seat, row.player) == (State.LAID_ASIDE, seat, seat.player)
    assert JournalLine.objects.get(verb="laid aside").league == seat.table.league
    letters.read_again(row, cast.organiser)
    assert ingest.read(row.pk) == "no token"


def test_every_league_is_told_of_a_letter_that_could_mean_several_tables(seat: Seat, cast: Cast) -> None:
    running_league(cast, name="Winter League", tag="Winter")
    letter = newest(seat, "turn")
    raw = reply(letter, "12", to=headers.bare_address(), references=False)
    row = ingest.ingest(raw, headers.bare_address(), letter.to)
    InboundLetter.objects.filter(pk=row.pk).update(state=State.READING, attempts=3, read_at=timezone.now())
    ingest.read(row.pk)
    told = JournalLine.objects.filter(verb="laid aside").values_list("league__name", flat=True)
    assert sorted(told) == ["Autumn League", "Winter League"]


def test_an_attempt_is_counted_before_the_letter_is_touched(seat: Seat) -> None:
    letter = newest(seat, "turn")
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    Table.objects.filter(pk=seat.table_id).update(position={})
    with pytest.raises(KeyError):
        ingest.read(row.pk)
    row.refresh_from_db()
    assert (row.state, row.attempts) == (State.READING, 1)


def test_a_letter_is_told_the_time_it_came_not_the_time_it_claims(seat: Seat) -> None:
    before = timezone.now()
    letter = newest(seat, "turn")
    raw = reply(letter, "12", headers=["Date: Mon, 01 Jan 2001 00:00:00 +0000"])
    row = ingest.ingest(raw, address_of(letter), letter.to)
    assert before <= row.received_at <= before + timedelta(minutes=1)


def test_somebody_with_two_tables_and_no_token_is_asked_which(seat: Seat, cast: Cast) -> None:
    second = running_league(cast, name="Winter League", tag="Winter")
    assert second.state == "running"
    row = deliver(newest(seat, "turn"), "12", to=headers.bare_address(), references=False)
    assert row.verdict == "which table"
    assert "Winter League" in newest(seat, "words").text or "Winter League" in OutboundLetter.objects.latest("pk").text


def test_no_mail_is_answered_whose_player_has_been_erased(seat: Seat) -> None:
    letter = newest(seat, "turn")
    sender = letter.to
    assert seat.player is not None
    people.erase(seat.player, seat.player)
    raw = reply(letter, "12", sender=sender)
    row = ingest.ingest(raw, address_of(letter), sender)
    assert ingest.read(row.pk) == "dead token"
    assert answers_to(row) == []
    assert person("New", sender).email == sender
