"""Who may act: known and unknown addresses, held letters, DMARC, tokens and the bare address."""

from __future__ import annotations

import json
import zipfile

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.shared.cast import Cast, asked_seat, person, prepared_league, running_league
from tests.shared.post import address_of, answer_requests, answers_to, deliver, name_address, newest, reply, sign_up
from tournaments.actions.commands import held_letters
from tournaments.actions.league import leagues
from tournaments.actions.player import addresses, people
from tournaments.inbox import ingest
from tournaments.inbox.doors import envelope, recipients
from tournaments.language.refusals import NotHeld, NotYours
from tournaments.letters import headers
from tournaments.models import Address, Entry, InboundLetter, OutboundLetter, Seat
from tournaments.queries.takeout import packed as takeout

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
State = InboundLetter.State


def test_a_letter_from_an_unknown_address_is_held_and_its_player_asked(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
    assert row.state == State.HELD
    question = newest(seat)
    assert seat.player is not None
    assert (question.kind, question.to) == ("was_this_you", seat.player.email)
    assert not OutboundLetter.objects.filter(to="phone@elsewhere.example").exists()
    assert asked_seat(seat.table).pk == seat.pk


def test_a_yes_on_the_page_lets_a_held_letter_play_and_asks_its_address(seat: Seat, cast: Cast) -> None:
    letter = newest(seat, "turn")
    row = deliver(letter, "12", sender="phone@elsewhere.example")
    with pytest.raises(NotYours):
        held_letters.release(row, cast.outsider)
    assert seat.player is not None
    held_letters.release(row, seat.player)
    assert ingest.read(row.pk) == "letter"
    with pytest.raises(NotHeld):
        held_letters.release(row, seat.player)
    assert deliver(letter, "status", sender="phone@elsewhere.example").state == State.HELD
    answer_requests()
    question = OutboundLetter.objects.get(kind="verify_address", to="phone@elsewhere.example")
    addresses.verify(question.text.partition("/letters/address/")[2].split("/")[0])
    assert deliver(letter, "status", sender="phone@elsewhere.example").verdict == "letter"


def test_a_yes_to_a_letter_under_anybody_s_address_makes_it_nobody_s(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "status", sender="victor@elsewhere.example")
    assert seat.player is not None
    held_letters.release(row, seat.player)
    assert ingest.read(row.pk) == "letter"
    assert people.player_of("victor@elsewhere.example") is None
    victor = sign_up("victor@elsewhere.example", "Victor")
    assert people.player_of("victor@elsewhere.example") == victor


def test_a_yes_counts_for_who_said_it_though_the_address_is_another_s_or_nobody_s_by_then(cast: Cast) -> None:
    league = prepared_league(cast)
    for player in (cast.player, cast.opponent):
        leagues.enrol(league, player)
    for after in ("another's", "nobody's"):
        shared = Address.objects.create(player=cast.player, email="club@shared.example", verified_at=timezone.now())
        raw = f"From: {shared.email}\r\nMessage-ID: <{after[0]}@x>\r\n\r\nvacation 3 to 9 May\r\n".encode()
        row = ingest.ingest(raw, headers.bare_address(), shared.email)
        assert ingest.read(row.pk) == "no token"
        shared.delete()
        if after == "another's":
            Address.objects.create(player=cast.opponent, email=shared.email, verified_at=timezone.now())
        row.refresh_from_db()
        held_letters.release(row, cast.player)
        assert ingest.read(row.pk) == "letter"
        assert OutboundLetter.objects.get(answers=row, kind="answered").player == cast.player
        Address.objects.all().delete()


def test_a_yes_by_mail_does_the_same(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
    assert deliver(newest(seat, "was_this_you"), "yes").verdict == "yes"
    assert ingest.read(row.pk) == "letter"
    assert asked_seat(seat.table).pk != seat.pk


def below(row: InboundLetter) -> str:
    """The words in the answers to a yes on the lines below it."""
    return " ".join("".join(row.answers.values_list("text", flat=True)).split())


def test_lines_below_a_yes_do_nothing_and_their_writer_is_told_so(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
    yes = deliver(newest(seat, "was_this_you"), "yes", "22", "say: hello again", "note: a secret", "Anna")
    assert (yes.verdict, answers_to(yes)) == ("yes", ["answered"])
    assert "Left aside" in below(yes)
    assert all(line in below(yes) for line in ("| 22", "hello again", "note: …"))
    assert not any(word in below(yes) for word in ("secret", "| Anna"))
    assert ingest.read(row.pk) == "letter"
    row.refresh_from_db()
    assert [line["text"] for line in row.account["lines"]] == row.shown["lines"]
    assert not OutboundLetter.objects.filter(kind="say").exists()


def test_a_greeting_below_a_yes_brings_no_letter(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "12", sender="phone@elsewhere.example")
    yes = deliver(newest(seat, "was_this_you"), "yes", "Thanks", "Anna", "-- ", "+32 471 99 88 77")
    assert (yes.verdict, answers_to(yes)) == ("yes", [])


def test_lines_below_a_yes_to_join_or_to_resign_are_told_as_well(seat: Seat, cast: Cast) -> None:
    deliver(newest(seat, "turn"), "resign")
    yes = deliver(newest(seat, "resign_asked"), "yes", "say: farewell")
    assert (yes.verdict, "farewell" in below(yes)) == ("yes", True)
    held = deliver(newest(seat, "turn"), "vacation 3 to 9 May", to=headers.bare_address(), references=False)
    assert held.state == State.HELD
    question = OutboundLetter.objects.filter(kind="was_this_you").latest("pk")
    yes = deliver(question, "yes", "quiet 22-7")
    assert (yes.verdict, "quiet 22-7" in below(yes)) == ("yes", True)


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
    held_letters.refuse(row, seat.player)
    assert ingest.read(row.pk) == ""
    assert asked_seat(seat.table).pk == seat.pk


def test_questions_about_held_letters_stop_after_three_a_day(seat: Seat) -> None:
    letter = newest(seat, "turn")
    for number in range(5):
        deliver(letter, "12", sender=f"phone{number}@elsewhere.example")
    assert OutboundLetter.objects.filter(kind="was_this_you").count() == 3
    assert OutboundLetter.objects.filter(kind="letters_wait").count() == 1
    assert InboundLetter.objects.filter(state=State.HELD).count() == 5


def test_a_verified_second_address_acts_like_the_first(seat: Seat) -> None:
    assert seat.player is not None
    Address.objects.create(player=seat.player, email="Anna@Work.example", verified_at=timezone.now())
    row = deliver(newest(seat, "turn"), "12", sender="anna@work.example")
    assert row.account["lines"][0]["state"] == "played"
    assert newest(seat, "orders_account").to == seat.player.email


def test_an_unverified_second_address_is_a_stranger_s(seat: Seat) -> None:
    assert seat.player is not None
    name_address(seat.player, "anna@work.example")
    assert deliver(newest(seat, "turn"), "12", sender="anna@work.example").state == State.HELD


def test_another_player_s_letter_with_this_seat_s_token_is_held(seat: Seat, cast: Cast) -> None:
    other = next(player for player in cast.players if player.pk != seat.player_id)
    row = deliver(newest(seat, "turn"), "12", sender=other.email)
    assert row.state == State.HELD
    assert asked_seat(seat.table).pk == seat.pk
    held_letters.release(row, seat.player)  # sent from another's computer: their address stays theirs
    assert not Address.objects.filter(email__iexact=other.email).exists()


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


def tampered(letter: OutboundLetter) -> str:
    local, _, domain = address_of(letter).partition("@")
    return f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{domain}"


def test_a_tampered_token_of_a_stranger_does_nothing_and_is_not_answered(seat: Seat) -> None:
    letter = newest(seat, "turn")
    row = deliver(letter, "12", to=tampered(letter), references=False, sender="evil@elsewhere.example")
    assert (row.state, row.verdict, answers_to(row)) == (State.DONE, "forged", [])
    assert asked_seat(seat.table).pk == seat.pk


@pytest.mark.parametrize("bare_too", [False, True])
def test_a_mistyped_token_of_a_player_is_none_and_the_player_hears_of_it(seat: Seat, bare_too: bool) -> None:
    letter = newest(seat, "turn")
    copied = [f"Cc: {tampered(letter)}"] if bare_too else []
    to = headers.bare_address() if bare_too else tampered(letter)
    row = deliver(letter, "12", to=to, references=False, headers=copied)
    assert (row.state, row.verdict) == (State.HELD, "no token")
    assert newest(seat).kind == "was_this_you"
    assert asked_seat(seat.table).pk == seat.pk
    row = deliver(letter, "status", to=to, references=False, headers=copied)
    assert (row.verdict, len(answers_to(row))) == ("asked", 1)


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
    held_letters.release(held, seat.player)
    ingest.read(held.pk)
    held.refresh_from_db()
    assert [line["state"] for line in held.account["lines"]] == ["stale"]


def test_a_confirmed_change_is_dropped_when_the_seat_has_changed_hands(seat: Seat, cast: Cast) -> None:
    held = deliver(newest(seat, "turn"), "12", to=headers.bare_address(), references=False)
    assert seat.player is not None
    held_letters.release(held, seat.player)
    Seat.objects.filter(pk=seat.pk).update(player=cast.outsider)
    assert ingest.read(held.pk) == "no seat"
    assert asked_seat(seat.table).pk == seat.pk


def test_tokens_of_a_seat_that_was_given_away_are_dead(seat: Seat) -> None:
    letter = newest(seat, "turn")
    head = seat.table.head
    Seat.objects.filter(pk=seat.pk).update(token_epoch=1)
    assert deliver(letter, "12").verdict == "former seat"
    seat.table.refresh_from_db()
    assert seat.table.head == head


def test_somebody_with_two_tables_and_no_token_is_asked_which(seat: Seat, cast: Cast) -> None:
    second = running_league(cast, name="Winter League", tag="Winter")
    assert second.state == "running"
    row = deliver(newest(seat, "turn"), "12", to=headers.bare_address(), references=False)
    assert row.verdict == "which table"
    asked = OutboundLetter.objects.get(answers=row)
    assert (asked.kind, asked.seat, asked.to) == ("which_game", None, seat.player.email)
    assert "WINTER" in asked.text or "Winter League" in asked.text


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


@pytest.mark.parametrize("gap", ["X: a\r\n \r\n", "X: a\r\n" * 450], ids=["behind an empty line", "far below"])
def test_a_reply_address_that_only_the_door_has_found_makes_nobody_s_letter_that_seat_s(
    seat: Seat, cast: Cast, gap: str
) -> None:
    top = f"From: {cast.outsider.email}\r\nMessage-ID: <{len(gap)}@client.example>\r\n"
    raw = f"{top}{gap}To: {address_of(newest(seat, 'turn'))}\r\n\r\nvacation 3 to 9 May\r\n".encode()
    row = ingest.ingest(raw, headers.bare_address(), cast.outsider.email)
    assert row.seat_id == seat.pk
    assert ingest.read(row.pk) == "no token"
    row.refresh_from_db()
    assert (row.state, row.seat, row.serial) == (State.HELD, None, None)
    question = OutboundLetter.objects.get(kind="was_this_you")
    assert deliver(question, "yes").verdict == "yes"


def test_everything_that_a_yes_would_let_play_is_shown_with_the_question(seat: Seat, client: Client) -> None:
    prose = [f"It is line {number} of what I have to tell." for number in range(20)]
    sent = reply(newest(seat, "turn"), *prose, "This is the last.", sender="phone@elsewhere.example", quote=False)
    row = ingest.ingest(sent.replace(b"Subject: ", b"Subject: resign\r\nX-Was: "), address_of(newest(seat, "turn")))
    ingest.read(row.pk)
    question = newest(seat, "was_this_you").text.replace("\N{NO-BREAK SPACE}", " ")
    client.force_login(seat.player)
    page = client.get(f"/letter/{row.pk}/").content.decode()
    for shown in (question, page):
        assert "resign" in shown
        assert "This is the last" in shown


def test_what_a_letter_did_for_somebody_else_is_not_handed_out_to_its_writer(seat: Seat, cast: Cast) -> None:
    other = next(player for player in cast.players if player.pk != seat.player_id)
    row = deliver(newest(seat, "turn"), "1; workers 2; workers 3", sender=other.email)
    held_letters.release(row, seat.player)
    assert ingest.read(row.pk) == "letter"
    row.refresh_from_db()
    assert row.account["lines"]
    with takeout(other) as file, zipfile.ZipFile(file) as packed:
        (name,) = [name for name in packed.namelist() if name.endswith(f"/{row.pk}.json")]
        assert json.loads(packed.read(name))["account"] == {}


@pytest.mark.parametrize("header", ["Cc: play+news@elsewhere.example", "To: play+k1abc@elsewhere.example"])
def test_an_address_of_another_host_that_looks_like_ours_forges_nothing(cast: Cast, seat: Seat, header: str) -> None:
    row = deliver(newest(seat), "games", to=headers.bare_address(), references=False, headers=[header])
    assert (row.verdict, len(answers_to(row))) == ("asked", 1)
    assert deliver(newest(seat), "status", headers=[header]).verdict == "letter"


COUNTED = ["4711", "1152921507294379020", "bulk:4711", "5e42957d51f1d94a1070a733", "201798300811.5787683@relay.example"]
DRAWN = [
    "0102018f4b1c6a2e-9a483358-9170-4cb4-a269-f5dcdf415321-000000",
    "b7bc2f4a-e38e-4336-af7d-e6c392c2f817",
    "6a1f3c9be2d84f07a5c0d9e8b7a61234",
]


@pytest.mark.parametrize("number", [*COUNTED, *DRAWN])
def test_an_id_of_a_provider_proves_that_its_letter_has_come_only_if_nobody_can_guess_it(
    cast: Cast, number: str
) -> None:
    league = prepared_league(cast, name="Winter League", tag="Winter")
    entry = leagues.enrol(league, cast.player)
    welcome = OutboundLetter.objects.filter(player=cast.player).latest("pk")
    OutboundLetter.objects.filter(pk=welcome.pk).update(provider_id=number)
    for reference in (number, f"{number}@smtp.provider.example"):
        references = [f"References: <{reference}>"]
        to = headers.bare_address()
        row = deliver(welcome, "leave Winter", to=to, references=False, headers=references, quote=False)
        entry.refresh_from_db()
        if number in COUNTED:
            assert (row.state, entry.state) == (State.HELD, Entry.State.IN)
            continue
        assert (row.verdict, entry.state) == ("letter", Entry.State.LEFT)
        leagues.enrol(league, cast.player)


def test_whatever_id_a_provider_gave_counts_where_the_writers_host_vouches_for_them(
    cast: Cast, settings: Settings
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example",)
    league = prepared_league(cast, name="Winter League", tag="Winter")
    leagues.enrol(league, cast.player)
    welcome = OutboundLetter.objects.filter(player=cast.player).latest("pk")
    OutboundLetter.objects.filter(pk=welcome.pk).update(provider_id="4711")
    verdict = "Authentication-Results: mx.example; dmarc=pass header.from=example.net"
    said = ["References: <4711@provider.example>", verdict]
    row = deliver(welcome, "leave Winter", to=headers.bare_address(), references=False, headers=said, quote=False)
    assert (row.verdict, league.entries.get().state) == ("letter", Entry.State.LEFT)


@pytest.mark.parametrize("to", ["", headers.bare_address()])
def test_a_yes_is_one_to_the_letter_that_is_answered_whatever_its_conversation_names(seat: Seat, to: str) -> None:
    lines = ("quiet 22-7", "quiet 21-6") if to else ("22", "32")
    turn, bare = newest(seat, "turn"), to or address_of(newest(seat, "turn"))
    held = [deliver(turn, line, sender="" if to else "her@office.example", to=bare, references=False) for line in lines]
    asked = [OutboundLetter.objects.get(answers=row) for row in held]
    whole = f"References: {' '.join(letter.message_id for letter in asked)}"
    named = [f"In-Reply-To: {asked[0].message_id}", whole]
    deliver(asked[0], "yes", references=False, headers=named)
    assert [InboundLetter.objects.get(pk=row.pk).state == State.HELD for row in held] == [False, True]
    deliver(turn, "yes", references=False, headers=[f"In-Reply-To: {turn.message_id}", whole])
    assert InboundLetter.objects.get(pk=held[1].pk).state == State.HELD, "that letter asks no such thing"


def test_a_line_that_is_too_long_when_it_is_typed_is_so_after_a_yes_as_well(seat: Seat) -> None:
    long = f"always draw {' > '.join(['red', 'blue'] * 60)}"
    rows = [deliver(newest(seat, "turn"), long, sender=sender) for sender in ("", "her@office.example")]
    held_letters.release(rows[1], seat.player)
    ingest.read(rows[1].pk)
    told = [InboundLetter.objects.get(pk=row.pk).account["lines"][0] for row in rows]
    assert [line["state"] for line in told] == ["refused", "refused"]
    assert "at most 500 characters" in told[1]["words"]


@pytest.mark.parametrize("form", ["{}.", "<{}.>", "{} "])
def test_an_address_counts_alike_at_every_door_with_the_dot_that_ends_a_host_s_name(seat: Seat, form: str) -> None:
    letter = newest(seat, "turn")
    to = form.format(address_of(letter))
    assert recipients.refuse(to) == ""
    assert envelope.ours([to]) == [to]
    raw = reply(letter, "12", references=False, to="hidden:;")
    row = ingest.ingest(raw, to, letter.to)
    assert row.seat == seat
    assert ingest.read(row.pk) == "letter"
