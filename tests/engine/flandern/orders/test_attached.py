"""What is attached to a sealed choice: kept with it, tried at once, played when its time comes, gone with its round."""

from __future__ import annotations

from typing import Any

from engine import Match
from engine.orders.api import Plan, apply_letter, autoplay, to_close
from tests.engine.flandern.table import areas, match_at, position

Book = dict[int, Plan]


def letter(match: Match, book: Book, seat: int, *lines: str) -> list[tuple[str, str]]:
    decision = match.decision(seat)
    account = apply_letter(match, book, seat, lines, serial=decision.serial if decision else None)
    return [(line.state, line.words) for line in account.lines]


def table(**rest: Any) -> tuple[Match, Book]:
    values = {"towns": areas(brugge=1), "golden": "master", "gone": ["luik"], **rest}
    match = match_at(position(**values))
    return match, {seat: Plan() for seat in range(4)}


def reveal(match: Match, book: Book) -> None:
    serial = to_close(match)
    assert serial is not None
    match.close(serial)
    autoplay(match, book, kept=True)


def others_pick_up(match: Match, book: Book, *seats: int) -> None:
    for seat in seats or (1, 2, 3):
        letter(match, book, seat, "choose pickup")


def moves_of(match: Match, seat: int) -> list[str]:
    return [entry.move for entry in match.log if entry.seat == seat]


def test_a_whole_round_is_one_letter() -> None:
    match, book = table(towns={"gent": {"area": 1, "laid": {"S3": "blue"}}})
    said = letter(match, book, 0, "choose brugge with 1", "lay grey2 M2 / church L3", "gold gent S3")
    assert [state for state, _ in said] == ["played", "kept", "kept"]
    others_pick_up(match, book)
    reveal(match, book)
    assert moves_of(match, 0)[0] == "choose brugge with 1"
    assert moves_of(match, 0)[-1] == "gold gent S3"
    assert match.round == 2
    assert not book[0].kept


def test_the_whole_answer_may_stand_on_one_line_in_full_words() -> None:
    match, book = table(towns={"gent": {"area": 1, "laid": {"S3": "blue"}}})
    line = "choose gent; lay grey2 M2 / church S3; gold gent S3"
    account = apply_letter(match, book, 0, [line], serial=None, strict=True)
    assert [(said.state, said.words) for said in account.lines] == [
        ("played", "choose gent"), ("kept", "lay grey2 M2 / lay church S3"), ("kept", "gold gent S3")
    ]  # fmt: skip


def test_the_first_wish_that_is_possible_then_is_played() -> None:
    match, book = table(golden="influence", gone=[])
    letter(match, book, 0, "choose brugge", "lay grey S2 / lay grey S3 / lay grey L2")
    letter(match, book, 1, "choose brugge with 1", "lay grey S2")
    others_pick_up(match, book, 2, 3)
    reveal(match, book)
    assert moves_of(match, 1)[-1] == "lay grey S2"
    assert moves_of(match, 0)[-1] == "lay grey S3"


def test_what_can_never_be_is_refused_with_the_choice() -> None:
    match, book = table(towns={"brugge": {"area": 1, "laid": {"L2": "yellow", "S2": "grey"}}})
    said = letter(match, book, 0, "choose brugge", "lay grey L3")
    assert said[1] == ("refused", "L3 borders S2, which is grey too")
    assert letter(match, book, 0, "choose brugge", "lay red S3")[1][0] == "refused"
    assert letter(match, book, 1, "choose brugge", "gold gent S3")[1] == (
        "refused", "the golden card of this round is the starting player's"
    )  # fmt: skip


def test_what_may_still_become_possible_is_kept() -> None:
    match, book = table()
    assert letter(match, book, 0, "choose brugge", "lay grey M4")[1] == ("kept", "lay grey M4")


def test_the_whole_answer_replaces_an_earlier_one_and_forget_opens_the_choice() -> None:
    match, book = table()
    letter(match, book, 0, "choose brugge", "lay grey S2")
    letter(match, book, 0, "choose gent")
    assert not book[0].kept
    assert match.view(0).seats[0].choice == (1, 0)
    assert match.view(1).seats[0].choice == (-1, -1)
    letter(match, book, 0, "forget")
    assert match.view(0).seats[0].choice == ()
    assert len(match.waiting) == 4


def test_an_order_that_has_had_no_use_is_gone_with_its_round() -> None:
    match, book = table(golden="influence", gone=[])
    letter(match, book, 0, "choose pickup")
    book[0].kept = []
    others_pick_up(match, book)
    letter(match, book, 0, "choose luik", "lay grey M4")
    letter(match, book, 1, "choose luik with 1", "lay yellow S2")
    reveal(match, book)
    assert match.decision(0).kind == "act"
    assert [order.words for order in book[0].kept] == []
    assert any("M4" in note for note in book[0].notes)


def test_orders_for_a_question_that_never_came_do_not_wait_for_another_round() -> None:
    match, book = table(golden="influence", gone=[])
    letter(match, book, 0, "choose brugge", "lay grey S2")
    book[0].kept.append(book[0].kept[0])
    others_pick_up(match, book)
    reveal(match, book)
    autoplay(match, book, kept=True)
    assert match.round == 2
    assert not book[0].kept
    assert any("the round is over" in note for note in book[0].notes)
