"""A league's archive: whole, the same bytes for the same rows, and nothing that is hidden or somebody's alone."""

from __future__ import annotations

import json
import tracemalloc
import zipfile
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.plugin import DjangoDbBlocker

from tests.attacks import world
from tests.attacks.world import DESK, OTHER_DESK, World
from tests.organiser.exchange.archived import files_of, listed, packed
from tests.pages.test_walls import hidden_names
from tests.shared.post import deliver, newest
from tests.shared.shared_rows import made_once
from tournaments.actions.league import announcements
from tournaments.actions.table import looking
from tournaments.models import InboundLetter, League, OutboundLetter, Player, Table
from tournaments.organiser.exchange import archive
from tournaments.queries.exchange import zips

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(django_db_blocker):
        yield world.make(Random(18))


def here(made: World) -> Table:
    return Table.objects.select_related("league").get(pk=made.here.rows[Table][0])


def test_the_same_rows_give_the_same_bytes_in_the_same_order(made: World) -> None:
    league, organiser = here(made).league, made.people[DESK]
    assert packed(league, organiser) == packed(league, organiser)
    names = list(files_of(league, organiser))
    for folder in ("letters/in/", "letters/out/"):
        inside = [int(name.rpartition("/")[2].removesuffix(".txt")) for name in names if name.startswith(folder)]
        assert inside == sorted(inside)


@pytest.mark.parametrize("inside", [False, True], ids=["closed", "looked inside"])
def test_nothing_hidden_is_in_it_while_a_table_runs(made: World, inside: bool) -> None:
    """Neither the marks of the walls' tests nor what is sealed in the game, whether letters are closed or not."""
    table, organiser = here(made), made.people[DESK]
    if inside:
        looking.look_inside(table.pk, organiser, "a dispute")
    files = files_of(table.league, organiser)
    own = f"games/table-{table.number:03}"
    record = json.loads(files[f"{own}.json"])
    assert record.pop("deck"), "the names of all cards, which its league shows"
    # At other tables the same cards lie open.
    others = [name for name in files if name.startswith("games/") and not name.startswith(own)]
    texts = [content.decode() for name, content in files.items() if name not in {*others, "deck.json"}]
    texts.remove(files[f"{own}.json"].decode())
    whole = "\n".join([*texts, json.dumps(record, ensure_ascii=False)])
    may_know = {"tell", "a letter that is asked about"} if inside else set()  # the journal says why
    for mark in made.marks:
        if DESK not in mark.readers and mark.what not in may_know and not (inside and mark.cards):
            assert mark.shown(whole) == [], mark.what
    assert (record["over"], record["secret"]) == (False, None)
    assert b'"open":' not in files[f"{own}.json"]
    assert bytes(table.secret).hex() not in whole
    assert bytes(table.league.secret).hex() not in json.dumps(record)
    game = json.dumps(record, ensure_ascii=False)
    for seat in table.seats.all():
        assert [word for word in hidden_names(table, seat.number) if f'"{word}"' in game] == []


def test_letters_stay_closed_until_the_organiser_has_looked_inside(made: World) -> None:
    table, organiser = here(made), made.people[DESK]
    seat = table.seats.order_by("number")[0]
    deliver(newest(seat), "status")
    before = files_of(table.league, organiser)
    assert not any(name.startswith("letters/in/") for name in before)
    assert {line["Not here because"] for line in listed(before) if line["Way"] == "in"} == {
        "closed: look inside its table first, and the journal says why"
    }
    looking.look_inside(table.pk, organiser, "a dispute")
    after = files_of(table.league, organiser)
    assert any(name.startswith("letters/in/") for name in after)
    assert any(name.startswith("letters/out/") for name in after)


def test_the_list_has_every_letter_once_and_a_reason_for_each_that_is_not_there(made: World) -> None:
    table, organiser = here(made), made.people[DESK]
    announcements.announce(table.league, organiser, "Cake at the next meeting", None)
    files = files_of(table.league, organiser)
    lines = listed(files)
    there = {line["File"] for line in lines if line["File"]}
    assert there == {name for name in files if name.startswith("letters/")}
    assert all(bool(line["File"]) != bool(line["Not here because"]) for line in lines)
    league_letters = OutboundLetter.objects.filter(league=table.league) | OutboundLetter.objects.filter(
        seat__table__league=table.league
    )
    came_in = InboundLetter.objects.filter(seat__table__league=table.league).count()
    assert len(lines) == league_letters.filter(copy_of=None).count() + came_in
    said = [content.decode() for name, content in files.items() if name in there and b"Cake" in content]
    assert said, "a letter to the whole league is open"
    assert "+k1" not in "".join(said)


def test_of_a_stopped_game_only_what_onlookers_see(made: World) -> None:
    table, organiser = here(made), made.people[DESK]
    Table.objects.filter(pk=table.pk).update(state=Table.State.STOPPED)
    record = json.loads(files_of(table.league, organiser)[f"games/table-{table.number:03}.json"])
    assert (record["secret"], record["over"]) == (None, False)


def test_a_game_whose_log_is_damaged_keeps_nobody_from_the_rest(made: World) -> None:
    table, organiser = here(made), made.people[DESK]
    table.entries.all().delete()
    files = files_of(table.league, organiser)
    assert json.loads(files[f"games/table-{table.number:03}.json"])["broken"]
    assert "letters.csv" in files


def test_another_organiser_gets_no_archive(made: World) -> None:
    browser = made.browser(OTHER_DESK)
    address = f"/desk/tournaments/league/{here(made).league_id}/exchange/archive/"
    assert browser.post(address).status_code == 404


# --- how it is made ------------------------------------------------------------------------------


def more_letters(table: Table, number: int) -> None:
    letter: Any = OutboundLetter.objects.filter(seat__table=table).order_by("pk")[0]
    words = "w" * 20_000
    for at in range(number):
        letter.pk, letter.dedupe, letter.message_id, letter.text = None, f"more:{at}", f"<more-{at}@x>", words
        letter.save(force_insert=True)


def memory(league: League, organiser: Player) -> int:
    """Bytes of Python's objects at the worst moment."""
    tracemalloc.start()
    try:
        with zips.zipped(archive.files(league, organiser)) as file:
            assert zipfile.ZipFile(file).testzip() is None
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_many_letters_take_hardly_more_statements_and_no_more_memory(made: World) -> None:
    table, organiser = here(made), made.people[DESK]
    looking.look_inside(table.pk, organiser, "a dispute")
    memory(table.league, organiser)  # what a process keeps of the first time is no part of the second
    with CaptureQueriesContext(connection) as of_few:
        few = memory(table.league, organiser)
    more_letters(table, 300)
    with CaptureQueriesContext(connection) as of_many:
        many = memory(table.league, organiser)
    assert many < 100 * 1024 * 1024
    assert many - few < 300 * 20_000 / 2
    assert len(of_many) <= len(of_few) + 1
