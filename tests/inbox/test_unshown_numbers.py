"""Numbers on letters of ours that show none, or on no letter of ours: told in words, and played after a yes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from engine.orders import numbers
from engine.orders.reader import LONGEST
from tests.outbox.test_naming import asked_for_cards, hands, in_round_two, moves_of, states, told
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.player import digests, renewing
from tournaments.inbox import ingest
from tournaments.keys import address
from tournaments.letters import digest, headers
from tournaments.models import InboundLetter, OutboundLetter, Seat
from tournaments.outbox import outbox
from tournaments.papers import papers

pytestmark = pytest.mark.django_db


def stamps(letter: OutboundLetter) -> set[int]:
    """What numbers mean by every token of ours in a letter: in its addresses, its ids and its words."""
    whole = " ".join([letter.sender, letter.message_id, letter.envelope_sender, letter.text, letter.html])
    found = [address.read(f"play+{one[0]}", settings.MAIL_KEYS) for one in address.TOKEN_IN_TEXT.finditer(whole)]
    assert found
    return {token.numbers for token in found if token is not None}


def show_none(letter: OutboundLetter) -> bool:
    return all(map(numbers.shows_none, stamps(letter)))


def to_nobody(letter: OutboundLetter, *lines: str, **how: Any) -> InboundLetter:
    """The lines in a letter that answers none of ours."""
    return deliver(letter, *lines, to=headers.bare_address(), references=False, quote=False, **how)


def plain(text: str) -> str:
    return " ".join(text.split())


def two_tables(cast: Cast) -> tuple[Seat, Seat]:
    """Seats of one player at two tables, both of which are asked."""
    one = asked_seat(only_table(running_league(cast)))
    other = only_table(running_league(cast, name="Winter League", tag="Winter"))
    while (asked := asked_seat(other)).player != one.player:
        deliver(newest(asked), moves_of(asked)[0])
    return one, asked


# --- letters that show no numbers -------------------------------------------------------------------------------


def test_a_letter_carries_the_stamp_of_its_numbers_and_no_other_letter_carries_one(seat: Seat) -> None:
    turn = newest(seat, "turn")
    deliver(turn, "status", "say: hello")
    deliver(newest(seat), "help")
    deliver(newest(seat), "help this")
    helped = newest(seat, "words")
    deliver(turn, "12")
    others = OutboundLetter.objects.filter(seat__table=seat.table)
    status = others.filter(seat=seat, kind="words").earliest("pk")
    shown = stamps(turn) | stamps(status) | stamps(helped)
    assert len(shown) == 1
    assert not show_none(turn)
    assert not show_none(newest(seat, "orders_account")), "orders go on by the codes of the same hand"
    assert all(map(show_none, others.filter(kind="say")))
    assert not show_none(others.exclude(seat=seat).filter(kind="begun")[0]), "its picture shows the hand"


def test_a_number_of_a_menu_on_what_somebody_has_said_is_offered_in_words() -> None:
    anna = asked_for_cards()
    bea = anna.table.seats.get(number=(anna.number + 1) % 3)
    deliver(newest(anna), "1")
    deliver(newest(bea), "say: hurry up")
    said = newest(anna, "say")
    [(state, words)] = told(deliver(said, "2"))
    assert (state, words) == ("stale", "discard bishop")
    assert [entry.move for entry in hands(anna.table)] == ["use librarian", "discard vicar"]
    answer = newest(anna)
    assert "[1]" in answer.text, "the menu of now stands in the answer"
    assert "a turn that is over" not in answer.text
    assert told(deliver(answer, "yes")) == [("played", "discard bishop")]


def test_beside_orders_that_count_the_account_says_why_a_number_waits() -> None:
    anna = asked_for_cards()
    bea = anna.table.seats.get(number=(anna.number + 1) % 3)
    deliver(newest(bea), "say: hurry up")
    row = deliver(newest(anna, "say"), "discard vicar", "note: the 2 is the Mayor", "12")
    assert states(row) == ["played", "command", "stale"]
    answer = plain(newest(anna).text)
    assert "wait for your yes, because what you answer shows no numbers: nothing was done" in answer
    assert "came too late" not in answer


@pytest.mark.parametrize("by", ["link", "daily letter"])
def test_a_code_by_the_address_of_a_letter_on_several_tables_is_asked_about(cast: Cast, by: str) -> None:
    one, other = two_tables(cast)
    if by == "link":
        to_nobody(newest(one), "12")
        letter = OutboundLetter.objects.get(kind="which_game")
    else:
        letter = daily(one, other)
    assert show_none(letter)
    for seat in (one, other):
        head = table_head(seat)
        [to] = [found for found in addresses_in(letter) if token_of(found).seat_id == seat.pk]
        [(state, words)] = told(deliver(letter, "12", to=to, quote=False))
        assert (state, table_head(seat)) == ("stale", head)
        assert words in moves_of(seat)
        assert told(deliver(newest(seat, "turn_over"), "yes")) == [("played", words)]


def daily(*seats: Seat) -> OutboundLetter:
    """The daily letter on the tables of these seats."""
    player = seats[0].player
    draft = digest.digest(player, digests.waiting(player), [], timezone.now())
    return outbox.write(draft, player=player, dedupe="daily")


def addresses_in(letter: OutboundLetter) -> Iterator[str]:
    return (word for word in letter.text.split() if word.startswith(f"{settings.MAIL_LOCAL}+"))


def token_of(found: str) -> address.Token:
    token = address.read(found, settings.MAIL_KEYS)
    assert token is not None
    return token


def table_head(seat: Seat) -> str:
    seat.table.refresh_from_db()
    return str(seat.table.head)


MANY_CODES = " / ".join(
    f"{card}{act}" for act in "213645" for card in range(1, 6)
)  # far more than 500 characters in words


def test_a_yes_plays_what_was_offered_in_words_however_long_these_have_become(seat: Seat) -> None:
    other = seat.table.seats.exclude(pk=seat.pk)[0]
    deliver(newest(other), "say: hurry up")
    [(state, words)] = told(deliver(newest(seat, "say"), MANY_CODES))
    assert (state, len(words) > LONGEST) == ("stale", True)
    assert states(deliver(newest(seat), "yes")) == ["played"]


def test_a_yes_plays_what_was_asked_about_in_words_however_long_these_have_become(seat: Seat) -> None:
    row = to_nobody(newest(seat), MANY_CODES)
    assert len(row.shown["lines"][0]) > LONGEST
    deliver(newest(seat, "was_this_you"), "yes")
    ingest.read(row.pk)
    row.refresh_from_db()
    assert states(row) == ["played"]


# --- letters that answer none of ours ----------------------------------------------------------------------------


def test_was_this_you_says_in_words_what_a_number_means_and_a_yes_plays_these(client: Client) -> None:
    anna = asked_for_cards()
    letter = newest(anna)
    deliver(letter, "1")
    row = to_nobody(letter, "2")
    question = newest(anna, "was_this_you")
    client.force_login(anna.player)
    page = client.get(f"/letter/{row.pk}/").content.decode()
    for shown in (question.text.replace("\N{NO-BREAK SPACE}", " "), page):
        assert "discard bishop" in shown
        assert "Numbers that stood in it are written here as the orders that they mean now." in plain(shown)
    deliver(question, "yes")
    ingest.read(row.pk)
    row.refresh_from_db()
    assert told(row) == [("played", "discard bishop")]


def test_what_was_asked_about_in_words_keeps_its_meaning_when_the_menu_changes() -> None:
    anna = asked_for_cards()
    letter = newest(anna)
    row = to_nobody(letter, "2")
    question = newest(anna, "was_this_you")
    assert "discard mayor" in question.text.replace("\N{NO-BREAK SPACE}", " ")
    deliver(letter, "discard vicar")
    deliver(question, "yes")
    ingest.read(row.pk)
    row.refresh_from_db()
    assert told(row) == [("played", "discard mayor")]


def test_words_of_a_letter_without_numbers_are_asked_about_as_they_were_written(seat: Seat) -> None:
    row = to_nobody(newest(seat), "Guilders, please!", "say: my 2 is no order", "no order 2")
    assert row.shown["lines"] == ["Guilders, please!", "say: my 2 is no order", "no order 2"]
    assert "Numbers that stood" not in newest(seat, "was_this_you").text


def test_every_order_by_number_of_a_letter_stands_in_words_also_in_its_subject(seat: Seat) -> None:
    first, second = (f"guilders {card}" for card in cards(seat))
    row = to_nobody(newest(seat), "12; 22", "say: 12", "also if guilders 3: 12 / 22", "12 and then some")
    assert row.shown["lines"][0] == f"{first}; {second}"
    assert row.shown["lines"][1:] == ["say: 12", f"also if guilders >= 3: {first} / {second}", "12 and then some"]
    raw = f"From: {seat.player.email}\r\nTo: {headers.bare_address()}\r\nSubject: guilders 1\r\n\r\n".encode()
    of_subject = ingest.ingest(raw, headers.bare_address(), seat.player.email)
    ingest.read(of_subject.pk)
    of_subject.refresh_from_db()
    assert of_subject.shown["subject_order"] == first


def cards(seat: Seat) -> list[str]:
    """The names of the cards of a seat, in the order of their numbers."""
    seat.table.refresh_from_db()
    match = papers.match_of(seat.table)
    view, decision = match.view(seat.number), match.decision(seat.number)
    return [match.game.read(code, view, decision, seat.number)[1] for code in ("12", "22")]


def test_a_letter_from_elsewhere_with_a_reply_address_is_asked_about_by_the_numbers_of_that_address() -> None:
    anna = asked_for_cards()
    letter = newest(anna)
    held = deliver(letter, "2", sender="phone@elsewhere.example", quote=False)
    assert held.shown["lines"] == ["discard mayor"]
    deliver(letter, "1")
    late = deliver(letter, "2", sender="phone@elsewhere.example", quote=False)
    assert late.shown["lines"] == ["2"], "its menu is over: nobody is asked about what it does not mean"
    deliver(newest(anna, "was_this_you"), "yes")
    ingest.read(late.pk)
    late.refresh_from_db()
    assert told(late) == [("stale", "")]


def test_a_code_of_an_earlier_round_that_answers_nothing_is_asked_about_in_the_words_of_now() -> None:
    seat, first, _ = in_round_two()
    row = to_nobody(first, "12")
    assert row.shown["lines"] == [f"guilders {cards(seat)[0]}"]


def test_the_addresses_that_a_question_is_sent_again_with_keep_what_its_numbers_meant(seat: Seat) -> None:
    said = stamps(newest(seat, "turn"))
    renewing.renew(seat.player)
    assert stamps(newest(seat, "turn")) == said
