"""What players may write: short forms, figures, towns left out, names cut short; and what is refused, with reasons."""

from __future__ import annotations

from typing import Any

import pytest

from engine import AmbiguousOrder, IllegalMove, UnreadableOrder
from engine.flandern import GAME
from engine.orders.api import Plan, apply_letter, autoplay, to_close
from tests.engine.flandern.table import BOX, areas, choose_all, match_at, position


def at_act(card: str = "brugge", seat: int = 0, **rest: Any):
    """The seat carries out its card, the others have picked up."""
    values = {"golden": "influence", "towns": areas(brugge=1, leuven=4), **rest}
    match = match_at(position(start=seat, **values))
    choose_all(match, *(f"choose {card}" if other == seat else "choose pickup" for other in range(4)))
    return match


def read(match, text: str, seat: int = 0) -> str:
    return GAME.read(text, match.view(seat), match.decision(seat), seat).text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("choose gent with 2", "choose gent with 2"),
        ("Choose Gent", "choose gent"),
        ("gent with 1", "choose gent with 1"),
        ("cho lui 3", "choose luik with 3"),
        ("play the Ieper card", "choose ieper"),
        ("pickup", "choose pickup"),
        ("choose site with 0", "choose site"),
        ("choose pick-up", "choose pickup"),
        ("pick up", "choose pickup"),
        ("choose the building site", "choose site"),
        ("building-site with one", "choose site with 1"),
        ("choose gent with 2 influence cards", "choose gent with 2"),
        ("choose gent with one card", "choose gent with 1"),
        ("lay blue 2 on L2", "lay blue2 L2"),
        ("lay church D M3 over S4", "church D M3 over S4"),
        ("lay grey2 on M2", "lay grey2 M2"),
        ("lay a yellow district on S1 in Gent", "lay yellow S1 gent"),
        ("church D over S4", "church D over S4"),
        ("church a north", "church A north"),
        ("lay church c L1 north", "church C L1 north"),
        ("finish gent L1", "finish gent L1"),
        ("church S3", "lay church S3"),
        ("church D on M3 over S4", "church D M3 over S4"),
        ("finish L1", "finish L1"),
        ("gold gent S3", "gold gent S3"),
        ("gold lay grey1 M2", "gold grey1 M2"),
        ("gold centre luik", "gold luik centre"),
    ],
)
def test_orders_are_read_before_their_time(text: str, canonical: str) -> None:
    match = match_at(position(golden="influence"))
    assert read(match, text) == canonical
    assert GAME.reads(canonical)


@pytest.mark.parametrize(
    "line",
    ["gent", "influence", "choose", "lay the S1", "church on M2", "area 3", "lay grey M2 please", "a lay grey M2",
     "choose gent, then luik", "Gold", "finish", "42", "with 2"],
)  # fmt: skip
def test_the_strict_reader_takes_whole_orders_only(line: str) -> None:
    assert not GAME.reads(line)


def test_what_an_order_leaves_out_is_what_the_card_makes_plain() -> None:
    match = at_act("leuven", seat=1, towns={"leuven": {"area": 4, "laid": {"M4": "green", "S1": "grey site"}}})
    assert read(match, "lay yellow S2 leuven", 1) == "lay yellow S2"
    assert read(match, "church D over S2", 1) == "church D M3 over S2"
    assert read(match, "finish S1", 1) == "finish leuven S1"


NO_PLAIN_S = {"brugge": {"area": 1, "laid": {"S4": "grey", "S1": "grey"}}, "gent": {"area": 2, "laid": {"S1": "grey"}}}


def test_the_figure_of_a_district_is_left_out_for_one_without_masters() -> None:
    match = at_act(seat=1)
    assert read(match, "lay grey0 S2", 1) == "lay grey S2"
    assert read(match, "lay grey1 S2", 1) == "lay grey1 S2"


def test_without_a_figure_no_master_is_laid_when_no_plain_district_is_left() -> None:
    """Nobody spends a master by words that mean a plain district."""
    match = at_act(seat=1, towns=NO_PLAIN_S)
    with pytest.raises(IllegalMove, match=r"no grey district S without masters is left; with masters .* \[grey1\] or"):
        match.play(1, "lay grey S2")
    match.play(1, "lay grey1 S2")
    assert match.view(None).town(0).laid[match.view(None).town(0).layout(BOX).number["S2"]].masters == 1


def test_nor_does_an_order_that_is_kept_until_no_plain_one_is_left() -> None:
    match = match_at(position(golden="influence", towns=areas(brugge=1) | NO_PLAIN_S, start=1))
    plans = {seat: Plan() for seat in range(4)}
    said = apply_letter(match, plans, 0, ["choose brugge", "lay grey S2 / lay grey1 S3"], serial=None)
    assert [line.state for line in said.lines] == ["played", "kept"]
    for seat in (1, 2, 3):
        match.play(seat, "choose pickup")
    match.close(to_close(match))
    autoplay(match, plans, kept=True)
    town = match.view(None).town(0)
    laid = {space.name for at, space in enumerate(town.layout(BOX).spaces) if at in town.laid}
    assert ("S2" in laid, "S3" in laid) == (False, True)


@pytest.mark.parametrize("order", ["lay grey S9", "lay grey M6 gent", "finish S8", "gold gent L5", "church D over S9"])
def test_a_space_that_no_town_can_have_is_refused_before_it_is_anybodys_turn(order: str) -> None:
    match = match_at(position(golden="master", start=0))
    said = apply_letter(match, {0: Plan()}, 0, ["choose gent", order], serial=None)
    assert (said.lines[1].state, "no town has a space" in said.lines[1].words) == ("refused", True)


def test_nor_is_one_kept_that_no_church_district_can_add_any_more() -> None:
    grown = {
        "gent": {"area": 2, "laid": {"S1": "church A north"}},
        "luik": {"area": 3, "laid": {"L1": "church C north"}},
    }
    for order, state in (("lay grey S5", "kept"), ("lay grey S7 gent", "refused"), ("lay grey S8", "refused")):
        match = match_at(position(golden="master", towns=grown))
        said = apply_letter(match, {0: Plan()}, 0, ["choose gent", order], serial=None)
        assert said.lines[1].state == state, order


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("lay red L2", "your Brugge card is for yellow, grey or church"),
        ("lay grey L2 gent", "your card is Brugge"),
        ("lay grey S7", "Brugge has no space S7"),
        ("lay grey M1", "no long side of M1 touches a district yet"),
        ("finish L1", "there is no building site on L1"),
        ("church B S2 north", "church B needs a space M"),
        ("church A S2 north", "the north side of S2 is not on the town wall"),
        ("gold grey S2", "it is about your own card"),
        ("choose gent", "first is asked"),
    ],
)
def test_an_order_that_is_not_possible_is_refused_with_its_reason(order: str, reason: str) -> None:
    match = at_act(seat=1)
    with pytest.raises(IllegalMove) as refused:
        match.play(1, order)
    assert reason in refused.value.reason
    assert refused.value.nearest


def test_two_names_that_begin_alike_are_asked_back() -> None:
    match = at_act()
    with pytest.raises(AmbiguousOrder, match=r"grey or green|green or grey"):
        read(match, "lay gre M2")
    with pytest.raises(UnreadableOrder, match='"nowhere" says nothing behind lay'):
        read(match, "lay grey nowhere")


def test_a_special_district_without_its_side_or_space_is_told_what_is_missing() -> None:
    match = match_at(position(golden="influence"))
    with pytest.raises(UnreadableOrder, match=r"D and a space, as in \[church D over S4\]"):
        read(match, "lay church D M2")


def test_the_centre_is_named_in_a_sentence_where_it_forbids_a_district() -> None:
    with pytest.raises(IllegalMove, match="S2 borders the centre, which is blue too"):
        at_act("brugge").play(0, "lay blue S2")
