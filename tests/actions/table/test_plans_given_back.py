"""What a move of one player did to the plans of others goes when it is taken back, and nothing else comes with it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from tests.actions.asked import START
from tests.actions.position import order, plan_of, table_at
from tests.shared.cast import person
from tests.shared.post import deliver, newest
from tournaments.actions.seats import substitutes
from tournaments.actions.table import orders, rollback, tables
from tournaments.models import Player, Seat, Table
from tournaments.queries.takeout import packed

pytestmark = pytest.mark.django_db
HARMER = {"hand": ["troublemaker", "notary"], "guilders": 9, "houses": [{"colour": "blue", "person": None}]}
HARMED = {"hand": ["bishop", "mayor"], "canals": {"left": 2}, "guilders": 5}
ASKED_WHICH = {**HARMED, "canals": {"left": 2, "right": 1}}
HARM = "recruit troublemaker in blue"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def take_back(seat: Seat) -> None:
    orders.take_orders(seat.pk, ["undo"], serial=None, by="page")


def run(table: Table, clock: time_machine.Traveller) -> list[tuple[int, str]]:
    """Let kept orders run; (seat, move) of all that were played."""
    clock.shift(timedelta(hours=1))
    tables.run(table.pk)
    entries = table.entries.order_by("number").values_list("entry", flat=True)
    return [(entry["seat"], entry["move"]["open"]) for entry in entries if entry["by"] == "kept"]


def handed_over() -> tuple[Table, Seat, Seat, Player]:
    """A table at which the second seat has lost a canal to the first, and its player the seat to somebody else."""
    table, (anna, bea, _) = table_at(HARMER, ASKED_WHICH, {"hand": ["prince", "queen"]})
    assert order(bea, "always canal ask", "guilders bishop anyway") == ["rule", "kept"]
    assert order(anna, HARM) == ["played"]
    table.refresh_from_db()
    organiser = table.league.organisers.get()
    substitutes.give_seat(bea.pk, dora := person("Dora"), organiser, "moon", epoch=bea.token_epoch)
    return table, anna, bea, dora


@pytest.mark.parametrize("minutes", [0, 5])
def test_an_order_that_the_second_move_of_a_letter_stopped_runs_again(
    minutes: int, clock: time_machine.Traveller
) -> None:
    table, (anna, bea, chidi) = table_at({"hand": ["prince", "queen"], "guilders": 5}, HARMER, HARMED, minutes=minutes)
    assert order(bea, HARM) == ["kept"]
    assert order(chidi, "guilders bishop") == ["kept"]
    assert order(anna, "guilders prince") == ["played"]
    if minutes:
        run(table, clock)
    assert plan_of(chidi)["stopped"]
    take_back(bea)
    assert (plan_of(chidi)["stopped"], len(plan_of(chidi)["kept"])) == ("", 1)


def test_an_order_that_a_move_in_the_letter_of_an_undo_stopped_runs_again() -> None:
    _, (anna, bea, _) = table_at(HARMER, HARMED, {"hand": ["prince", "queen"]})
    assert order(bea, "guilders bishop") == ["kept"]
    assert order(anna, "guilders notary") == ["played"]
    order(anna, "undo", HARM)
    assert plan_of(bea)["stopped"]
    take_back(anna)
    assert plan_of(bea)["stopped"] == ""


def test_what_its_owner_has_written_since_stays() -> None:
    _, (anna, _, chidi) = table_at(HARMER, {"hand": ["prince", "queen"]}, HARMED)
    assert order(chidi, "guilders bishop") == ["kept"]
    assert order(anna, HARM) == ["played"]
    assert order(chidi, "forget", "guilders mayor") == ["command", "kept"]
    take_back(anna)
    assert [kept["moves"] for kept in plan_of(chidi)["kept"]] == [["guilders mayor"]]


def test_what_its_owner_has_written_since_stays_though_a_rule_of_theirs_has_moved_in_the_same_letter(
    clock: time_machine.Traveller,
) -> None:
    table, (anna, bea, chidi) = table_at(HARMER, {"hand": ["prince", "queen"]}, ASKED_WHICH)
    assert order(chidi, "always canal ask", "guilders bishop anyway") == ["rule", "kept"]
    assert order(anna, HARM) == ["played"]
    deliver(newest(chidi), "always canal left", "workers mayor anyway")
    take_back(anna)
    assert [order(anna, "guilders notary"), order(bea, "guilders prince")] == [["played"], ["played"]]
    assert run(table, clock) == [(chidi.number, "workers mayor")]


@pytest.mark.parametrize("words", ["status", "note: hm", "say: hm", "hello there", "guilders nobody"])
@pytest.mark.parametrize("kept", ["guilders bishop", "if guilders >= 9: guilders bishop anyway"])
def test_a_letter_that_changes_no_plan_leaves_what_an_undo_gives_back(kept: str, words: str) -> None:
    _, (anna, bea, _) = table_at(HARMER, HARMED, {"hand": ["prince", "queen"]}, minutes=0)
    assert order(bea, kept) == ["kept"]
    assert order(anna, HARM) == ["played"]
    deliver(newest(bea), words)
    take_back(anna)
    assert (len(plan_of(bea)["kept"]), plan_of(bea)["stopped"]) == (1, "")


def test_what_was_passed_over_because_of_a_move_is_not_told_when_it_is_taken_back() -> None:
    _, (anna, bea, _) = table_at(HARMER, HARMED, {"hand": ["prince", "queen"]}, minutes=0)
    assert order(bea, "if guilders >= 9: guilders bishop anyway") == ["kept"]
    assert order(anna, HARM) == ["played"]
    take_back(anna)
    assert (len(plan_of(bea)["kept"]), plan_of(bea)["notes"]) == (1, [])


@pytest.mark.parametrize("anew", [True, False])
def test_orders_that_a_roll_back_has_cancelled_stay_cancelled(clock: time_machine.Traveller, anew: bool) -> None:
    hands = ({"hand": ["prince", "queen"]}, {"hand": ["bishop", "notary"]}, {"hand": ["mayor", "king"]})
    table, (anna, bea, chidi) = table_at(*hands)
    assert order(anna, "guilders prince") == ["played"]
    assert order(chidi, "guilders mayor") == ["kept"]
    table.refresh_from_db()
    to = table.entries.order_by("number").last()
    assert to is not None
    assert order(bea, "guilders bishop") == ["played"]
    table.refresh_from_db()
    rollback.roll_back(table.pk, to.number, table.league.organisers.get(), "why", anew=anew, seen=table.head)
    take_back(anna)
    for seat, card in ((anna, "queen"), (bea, "notary")):
        assert order(seat, f"guilders {card}") == (["kept"] if anew and seat == anna else ["played"])
    assert plan_of(chidi)["kept"] == []
    assert (chidi.number, "guilders mayor") not in run(table, clock)


@pytest.mark.parametrize("by_mail", [True, False])
def test_orders_of_the_former_player_are_never_played_in_the_name_of_the_new_one(
    clock: time_machine.Traveller, by_mail: bool
) -> None:
    table, anna, bea, _ = handed_over()
    if by_mail:
        deliver(newest(anna), "undo", "guilders notary", quote=False)
    else:
        take_back(anna)
        order(anna, "guilders notary")
    assert plan_of(bea)["kept"] == []
    assert (bea.number, "guilders bishop") not in run(table, clock)


def test_the_new_player_does_not_find_orders_of_the_former_one_in_their_data() -> None:
    _, _, _, dora = handed_over()
    with packed(Player.objects.get(pk=dora.pk)) as file, zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert any(b"Dora" in data for data in files.values())
    assert [name for name, data in files.items() if b"guilders bishop" in data] == []
