"""`manage.py verify` on running and ended games of all kinds, as they are and after somebody has changed a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django.plugin import DjangoDbBlocker

import engine
from engine.match.log import Entry
from tests.engine.any_game import SHIPPED
from tests.shared.cast import Cast, make_cast, only_table, running_league
from tests.shared.play import end_by_bots, play_on
from tests.shared.shared_rows import made_once
from tournaments.actions.clock import pausing
from tournaments.actions.player import people
from tournaments.actions.table import rollback, tables
from tournaments.models import League, LogEntry, Table
from tournaments.queries import verifying

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def games(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    """Of each game a table that runs and one that has ended, each in a league of its own."""
    with made_once(django_db_blocker):
        cast = make_cast()
        for game in GAMES:
            for over in (False, True):
                called = {"tag": f"{game} {over:d}", "name": f"{game} {over:d}"}
                table = only_table(running_league(cast, game=game, reveal_delay=timedelta(0), **called))
                if over:
                    end_by_bots(table)
                    while tables.reveal(table.pk):
                        pass
                elif game == "bruges":
                    play_on(table, 4)
                    table.refresh_from_db()
                    rollback.roll_back(table.pk, 1, cast.organiser, "again", anew=True, seen=table.head)
        yield cast


GAMES = tuple(SHIPPED)


def run(*words: str) -> tuple[int, list[str]]:
    """Status and the lines that were printed."""
    out = StringIO()
    try:
        call_command("verify", *words, stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def table_of(game: str, *, over: bool) -> Table:
    return Table.objects.exclude(header=None).get(league__game=game, state="finished" if over else "running")


def everything(broken: int = 0) -> str:
    tables, leagues = Table.objects.count(), League.objects.count()
    return f"{tables} games and {leagues} leagues checked: {tables + leagues - broken} agree"


def test_all_games_and_lots_agree_as_they_are(games: Cast) -> None:
    assert Table.objects.filter(state=Table.State.FINISHED).count() == len(GAMES)
    assert run("--all") == (0, [f"{everything()}, 0 broken"])


def test_one_league_one_table_and_some_drawn_by_lot_are_checked_alone(games: Cast) -> None:
    table = table_of("bruges", over=False)
    assert run("bruges 0")[1][-1].startswith(f"{table.league.tables.count()} games and 1 league checked")
    for words in ([str(table.league_id), "--table", str(table.number)], ["--table", str(table.pk)], ["--sample", "1"]):
        assert run(*words) == (0, ["1 game checked: 1 agree, 0 broken"])
    for words in ([], ["nothing"], ["--table", "9999"], ["--all", "bruges 0"]):
        with pytest.raises(CommandError):
            run(*words)


def entry_of(table: Table, number: int) -> LogEntry:
    return table.entries.get(number=number)


def without_an_entry(table: Table) -> str:
    entry_of(table, 2).delete()
    return "entry 2 is missing"


def without_its_last_entry(table: Table) -> str:
    last = table.entries.count() - 1
    entry_of(table, last).delete()
    return f"entry {last} is missing: the position is of a log of {last + 1}"


def with_another_move(table: Table) -> str:
    row = table.entries.exclude(entry__seat=None).first()
    row.entry = {**row.entry, "seat": (row.entry["seat"] + 1) % 3}
    row.save()
    return f"entry {row.number} was changed: its hash is another one"


def with_a_log_chained_anew(table: Table) -> str:
    """By somebody who knows how the chain is made: only playing the moves again tells."""
    rows = list(table.entries.order_by("number"))
    first = next(row for row in rows if row.entry["seat"] is not None)
    head = rows[first.number - 1].hash
    for row in rows[first.number :]:
        data = row.entry
        if row is first:
            data = {**data, "seat": (data["seat"] + 1) % 3}
        changed = Entry.from_json({**data, "previous": head}).sealed(bytes(table.secret))
        row.entry, row.hash = changed.to_json(), changed.hash
        head = changed.hash
        row.save()
    table.head, table.position = head, {**table.position, "head": head}
    table.save()
    return f"entry {first.number} "


def with_another_position(table: Table) -> str:
    position = deepcopy(table.position)
    position["next"] += 1
    table.position = position
    table.save()
    return "the stored position is not the one that the moves lead to"


def with_another_secret(table: Table) -> str:
    table.secret = bytes(32)
    table.save()
    return "the secret is not the one that was committed to"


def with_another_row_number(table: Table) -> str:
    one, other = entry_of(table, 0), entry_of(table, 1)
    LogEntry.objects.filter(pk=one.pk).update(hash=other.hash)
    return "entry 0 is not the one that its row names"


def behind_its_position(table: Table) -> str:
    last = table.entries.count()
    LogEntry.objects.create(table=table, number=last, entry={}, hash="0" * 64)
    return f"the log goes on behind entry {last - 1}"


def without_its_header(table: Table) -> str:
    Table.objects.filter(pk=table.pk).update(header=None)
    return "its header or its position is missing"


def with_rows_that_are_nothing(table: Table) -> str:
    Table.objects.filter(pk=table.pk).update(position={"header": table.header})
    return "it cannot be read: KeyError"


TAMPERED: dict[str, list[Callable[[Table], str]]] = {
    "bruges": [without_an_entry, with_a_log_chained_anew, with_another_row_number, without_its_header],
    "flandern": [without_its_last_entry, with_another_position, behind_its_position],
    "venise": [with_another_move, with_another_secret, with_rows_that_are_nothing],
}


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize(("game", "tamper"), [(game, one) for game, all_ in TAMPERED.items() for one in all_])
def test_a_game_whose_rows_were_changed_is_named_with_what_is_wrong(
    games: Cast, game: str, tamper: Callable[[Table], str], over: bool
) -> None:
    table = table_of(game, over=over)
    if not over and tamper is with_another_move:
        play_on(table, 1)
        table.refresh_from_db()
    wrong = tamper(table)
    status, lines = run("--table", str(table.pk))
    assert (status, len(lines), lines[1]) == (1, 2, "1 game checked: 0 agree, 1 broken")
    assert lines[0].startswith(f"table {table.pk} ({table}): {wrong}"), lines[0]


@pytest.mark.parametrize("result", [{"totals": [99, 0, 0], "ranks": [1, 2, 3]}, {}, None])
def test_stored_totals_that_the_game_does_not_give_are_told(games: Cast, result: dict[str, object] | None) -> None:
    table = table_of("bruges", over=True)
    table.result = result
    table.save()
    assert run("--table", str(table.pk))[1][0].endswith("the stored totals are not those of the game")


def test_lots_that_were_not_drawn_are_told(games: Cast) -> None:
    league = League.objects.get(tag="venise 1")
    league.draw = {**league.draw, "seed": league.draw["seed"] + 1}
    league.save()
    status, lines = run("venise 1")
    assert (status, lines[0]) == (1, f"league {league.pk} ({league}): the lots of equals are not those that were drawn")


def test_one_broken_game_keeps_no_other_from_being_checked(games: Cast) -> None:
    without_an_entry(table_of("bruges", over=True))
    without_its_last_entry(table_of("venise", over=False))
    status, lines = run("--all")
    assert (status, len(lines)) == (1, 3)
    assert lines[-1] == f"{everything(broken=2)}, 2 broken"


def test_a_game_under_rules_of_another_release_has_its_chain_checked(games: Cast) -> None:
    """Its header cannot be changed without the chain: the release is, as a later one that does not play it any more."""
    table = table_of("bruges", over=True)
    game = engine.games["bruges"]
    with pytest.MonkeyPatch.context() as later:
        later.setattr(type(game), "under", lambda self, rules: (_ for _ in ()).throw(engine.UnsupportedRules("gone")))
        status, lines = run("--table", str(table.pk))
        assert (status, lines) == (0, [f"1 game checked: 1 agree, 0 broken; of 1 {NOT_REPLAYED}"])
        with_another_move(table)
        assert run("--table", str(table.pk))[0] == 1


NOT_REPLAYED = "the moves were not played again, their rules are of another release"


def test_games_of_somebody_who_was_forgotten_still_agree(games: Cast) -> None:
    people.erase(games.third, games.third)
    pausing.pause(table_of("flandern", over=False).pk, games.organiser, "a holiday")
    assert run("--all")[0] == 0


def test_keys_are_read_by_pages(games: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "AT_A_TIME", 4)
    assert list(verifying._keys(Table.objects.all())) == sorted(Table.objects.values_list("pk", flat=True))
    assert Table.objects.count() % 4
