"""The place of an order in a mail: below our whole letter it counts; in quotes and signatures it is offered."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.shared.post import deliver, newest
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
SAID = "On Fri, 14 Nov 2025 at 10:00, Bruges <table@example.org> wrote:"
OUTLOOK = ["From: Bruges <table@example.org>", "Sent: Friday, November 14, 2025 10:00 AM", "To: Anna", "Subject: Re: x"]


def sent(seat: Seat, lines: Sequence[str]) -> InboundLetter:
    return deliver(newest(seat, "turn"), *lines, quote=False)


def ours(seat: Seat, prefix: str = "> ") -> list[str]:
    """Our letter as it is quoted."""
    return [f"{prefix}{line}" for line in newest(seat, "turn").text.strip().splitlines()]


def done(row: InboundLetter) -> list[str]:
    return [line["text"] for line in row.account["lines"] if line["state"] in ("played", "kept")]


def offered(row: InboundLetter) -> list[str]:
    """The offers of the account, all of which the answer shows."""
    found = [offer for line in row.account["lines"] for offer in line["offers"]]
    answer = OutboundLetter.objects.get(answers=row)
    assert all(f"[{offer}]" in " ".join(answer.text.split()) for offer in found)
    return found


def meaning(seat: Seat, code: str) -> str:
    """The order in words that a code is now, as the answer to a doubtful letter offers it."""
    (order,) = offered(sent(seat, ["My daughter turns", code, "today"]))
    return order


@pytest.mark.parametrize("prefix", ["> ", ""])
def test_a_code_below_our_whole_letter_counts(seat: Seat, prefix: str) -> None:
    assert done(sent(seat, [SAID, *ours(seat, prefix), "", "12"])) == ["12"]


def test_but_not_if_something_is_ordered_above_it(seat: Seat) -> None:
    assert done(sent(seat, ["12", "", SAID, *ours(seat), "", "22"])) == ["12"]


@pytest.mark.parametrize("quote", [slice(0, -6), slice(3, -6)])
def test_where_the_end_of_our_letter_is_cut_off_it_is_offered(seat: Seat, quote: slice) -> None:
    order = meaning(seat, "12")
    row = sent(seat, [SAID, *ours(seat, "")[quote], "", "12"])
    assert (done(row), offered(row)) == ([], [order])


@pytest.mark.parametrize("quote", [slice(0, None), slice(0, -6), slice(3, -6), slice(8, 9)])
@pytest.mark.parametrize("line", ["12", "12 please", "ok, 12, thanks!", "I take 12"])
def test_below_quoted_lines_that_all_have_a_mark_orders_count_as_at_the_top(
    seat: Seat, line: str, quote: slice
) -> None:
    assert done(sent(seat, [*ours(seat)[quote], "", line])) == [line]


@pytest.mark.parametrize(
    "lines",
    [
        ["12", "no wait, 22 instead"],
        ["12", "", "> On Monday Bea wrote:", "", "Hello all"],
        ["Hello all", "12"],
    ],
)
def test_below_quoted_lines_nothing_is_done_that_may_be_meant_otherwise(seat: Seat, lines: list[str]) -> None:
    quote = [*ours(seat)[3:8], "> We can give you a card or a worker of the colours that you have on days like"]
    assert done(sent(seat, [*quote, *lines])) == []


def test_a_code_typed_within_a_quote_without_marks_is_found_and_offered(seat: Seat) -> None:
    order, text = meaning(seat, "12"), ours(seat, "")
    row = sent(seat, [*OUTLOOK, "", *text[:1], "12", *text[1:]])
    assert (done(row), offered(row)) == ([], [order])
    unanswered = sent(seat, [*OUTLOOK, "", *text])
    assert offered(unanswered) == []


@pytest.mark.parametrize("words", ["this one", "This one, please!", "diesen bitte", "den hier"])
def test_the_orders_of_a_cited_line_that_is_pointed_at_are_offered(seat: Seat, words: str) -> None:
    order, quote = meaning(seat, "12"), ours(seat)
    at = next(at for at, line in enumerate(quote) if "[12]" in line)
    row = sent(seat, [SAID, *quote[: at + 1], words, *quote[at + 1 :]])
    assert done(row) == []
    assert order in offered(row)
    assert offered(sent(seat, [SAID, *quote[: at + 1], "a fine card", *quote[at + 1 :]])) == []


def test_the_orders_of_a_cited_line_are_offered_where_it_is_wrapped(seat: Seat) -> None:
    order = meaning(seat, "12")
    row = sent(
        seat, ["> * [12] puts the card away for a guilder, which you may want", "> to do now", "yes, that one please!"]
    )
    assert (done(row), offered(row)) == ([], [order])


@pytest.mark.parametrize("separator", ["-- ", "--"])
def test_below_the_separator_of_a_signature_nothing_is_an_order(seat: Seat, separator: str) -> None:
    order = meaning(seat, "12")
    row = sent(seat, ["Thanks!", separator, "Anna", order, "12"])
    assert (done(row), set(offered(row))) == ([], {order})


def test_blank_lines_set_a_code_apart_from_the_sentences_around_it(seat: Seat) -> None:
    assert done(sent(seat, ["This weather is", "", "12", "", "bad"])) == ["12"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_answer_says_in_one_line_what_to_do(seat: Seat, language: str) -> None:
    Player.objects.filter(pk=seat.player_id).update(language=language)
    answer = OutboundLetter.objects.get(answers=sent(seat, [SAID, *ours(seat, "")[:-6], "", "12"]))
    what = {"en": "Write it above our first line", "de": "Schreib das über unsere erste Zeile"}[language]
    assert " ".join(answer.text.split()).count(what) == 1
    assert answer.html.count(what) == 1
    assert "mailto:" in answer.html.partition("12")[2].partition(what)[0]
