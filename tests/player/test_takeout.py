"""Download my data: everything of a player's in one file, and nothing that only others may know."""

from __future__ import annotations

import io
import json
import re
import resource
import tracemalloc
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection, models
from django.http import HttpResponseBase, StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings
from pytest_django.plugin import DjangoDbBlocker

import engine
from engine.match.export import replay
from tests.pages.pages import Life, life
from tests.pages.test_walls import hidden_names
from tests.shared.post import ask_for_link, deliver, newest
from tests.shared.shared_rows import made_once
from tournaments.actions.league import disqualify
from tournaments.actions.player import preferences, takeouts
from tournaments.models import (
    Entry,
    InboundLetter,
    JournalLine,
    League,
    Note,
    OutboundLetter,
    Player,
    Press,
    SignIn,
    Table,
    Vacation,
)
from tournaments.queries.takeout import one_at_a_time, packed, rows
from tournaments.queries.takeout.columns import GIVEN, KEPT_BACK, NOT_GIVEN, POINTED_AT, SETTINGS
from tournaments.runtime import outages

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Life]:
    with made_once(django_db_blocker):
        world = life()
        ask_for_link(world.cast.player.email)
        seat = world.running.seats.get(player=world.cast.player)
        deliver(newest(seat), "status", "note: what I wrote by mail")
        yield world


def streamed(answer: HttpResponseBase) -> bytes:
    assert isinstance(answer, StreamingHttpResponse)
    return b"".join(answer)


def unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name) for name in packed.namelist()}


def files_of(player: Player) -> dict[str, bytes]:
    with packed(Player.objects.get(pk=player.pk)) as file:
        return unpacked(file.read())


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


# --- every table and every column is thought of --------------------------------------------------


def named_players() -> set[type[models.Model]]:
    """Every table with a key of a player."""
    return {
        model
        for model in apps.get_models(include_auto_created=True)
        if any(field.is_relation and field.related_model is Player for field in model._meta.concrete_fields)
    }


def test_every_table_that_names_a_player_is_handed_out_or_it_is_said_why_not() -> None:
    assert len(named_players()) > 10
    assert {model for model in named_players() if model not in GIVEN and model._meta.label not in NOT_GIVEN} == set()


@pytest.mark.parametrize("model", [model for model in GIVEN if model is not League], ids=lambda model: model.__name__)
def test_every_column_is_handed_out_or_it_is_said_why_not(model: type[models.Model]) -> None:
    columns = {field.name for field in model._meta.concrete_fields}
    given, kept = set(GIVEN[model]), set(KEPT_BACK[model])
    assert (columns - given - kept, given & kept, (given | kept) - columns) == (set(), set(), set())
    assert all(KEPT_BACK[model].values())


def test_of_a_league_only_what_its_organiser_wrote_is_handed_out() -> None:
    assert SETTINGS
    assert set(GIVEN[League]) <= {field.name for field in League._meta.concrete_fields}


# --- what is in it -------------------------------------------------------------------------------


def test_the_button_gives_one_file_with_everything_of_mine(made: Life) -> None:
    player = made.cast.player
    client = browser(player)
    assert client.get("/profile/data/").status_code == 302
    answer = client.post("/profile/data/")
    assert (answer.status_code, answer.streaming, answer["Content-Type"]) == (200, True, "application/zip")
    assert answer["Content-Disposition"].endswith('.zip"')
    files = unpacked(streamed(answer))
    assert json.loads(files["profile.json"])["email"] == player.email
    assert [row["word"] for row in json.loads(files["leagues.json"])].count("tulip") == 3
    assert {row["email"] for row in json.loads(files["addresses.json"])} == {
        address.email for address in player.addresses.all()
    }
    assert len(json.loads(files["sign-ins.json"])) == SignIn.objects.filter(player=player).count() == 1
    assert len(json.loads(files["seats.json"])) == 3
    assert sum(name.startswith("games/") for name in files) == 3
    assert {row["words"] for row in json.loads(files["notes.json"])} == {
        note.words for note in Note.objects.filter(player=player)
    }
    written = [content for name, content in files.items() if name.endswith(".eml")]
    assert any(b"what I wrote by mail" in raw for raw in written)
    sent = player.letters_out.count()
    assert sum(name.startswith("letters-to-you/") for name in files) == sent > 5
    assert any("signed up" in row["verb"] or "joined" in row["verb"] for row in json.loads(files["journal.json"]))
    assert JournalLine.objects.filter(verb="data taken", actor=player).exists()


def test_each_sort_of_words_is_its_writers_alone(made: Life) -> None:
    for player in made.cast.players:
        files = files_of(player)
        for name, model in (("said.json", Press), ("notes.json", Note)):
            words = {row["words"] for row in json.loads(files[name])}
            assert words == set(model.objects.filter(player=player).values_list("words", flat=True)), name
    assert Note.objects.values("player").distinct().count() > 1


def test_the_page_inside_tells_what_lies_where_and_every_link_leads_to_a_file(made: Life) -> None:
    files = files_of(made.cast.player)
    index = files["index.html"].decode()
    links = set(re.findall(r'href="([^"]+)"', index))
    assert links <= set(files)
    assert {name for name in files if "/" not in name or name.startswith("games/")} - links == {"index.html"}
    assert made.cast.player.email in index


def test_the_page_inside_speaks_its_readers_language(made: Life) -> None:
    preferences.speak(made.cast.player, "de")
    index = files_of(made.cast.player)["index.html"].decode()
    assert '<html lang="de">' in index
    assert "Deine Daten" in index


# --- what is not ---------------------------------------------------------------------------------


def test_of_a_running_game_nothing_is_in_it_that_my_seat_may_not_know(made: Life) -> None:
    table = made.running
    secret = bytes(table.secret).hex()
    for player in made.cast.players:
        seat = table.seats.get(player=player)
        name = f"games/league-{table.league_id}-table-{table.number}-seat-{seat.number + 1}.json"
        files = files_of(player)
        record = json.loads(files[name])
        assert record["secret"] is None
        whole = b"".join(content for file, content in files.items() if not file.endswith(".html")).decode()
        assert secret not in whole
        own = {entry["number"] for entry in record["log"] if "open" in (entry["move"] or {})}
        assert own <= {entry["number"] for entry in record["log"] if entry["seat"] == seat.number}
        hidden = hidden_names(table, seat.number)
        assert record.pop("deck", None), "the names of all cards, which its league shows"
        game = json.dumps(record, ensure_ascii=False)
        assert [word for word in hidden if f'"{word}"' in game] == []


def test_what_a_bot_draws_for_a_seat_that_was_mine_is_not_in_it(made: Life) -> None:
    player, table = made.cast.player, made.running
    seat = table.seats.get(player=player)
    name = f"games/league-{table.league_id}-table-{table.number}-seat-{seat.number + 1}.json"
    assert b'"open":' in files_of(player)[name], "opened to the player while they play"
    disqualify.disqualify(table.league.entries.get(player=player).pk, made.cast.organiser, "Gone", void=False)
    assert b'"open":' not in files_of(player)[name]


def test_what_is_hidden_from_my_seat_changes_no_byte_of_my_file(made: Life) -> None:
    """Another seat's note, plan, kept word and standing order are not in it, however they read."""
    player = made.cast.player
    before = files_of(player)
    others = made.running.seats.exclude(player=player)
    others.update(plan={"rules": {"hand": "always"}, "kept": [], "secret": "heirloom"})
    Note.objects.exclude(player=player).update(words="heirloom")
    Player.objects.exclude(pk=player.pk).update(email=models.functions.Concat(models.Value("x"), "email"))
    Press.objects.exclude(player=player).filter(to_player__isnull=False).exclude(to_player=player).update(words="x")
    after = files_of(player)
    changed = {name for name in before if before[name] != after[name]}
    assert (set(before), changed) == (set(after), set())


def test_the_addresses_of_others_are_not_in_it(made: Life) -> None:
    files = files_of(made.cast.player)
    whole = b"\n".join(files.values()).decode("utf-8", "replace")
    others = Player.objects.exclude(pk=made.cast.player.pk).values_list("email", flat=True)
    assert made.cast.player.email in whole
    assert [email for email in others if email in whole] == []


def test_a_letter_in_my_name_that_i_have_not_said_yes_to_is_not_mine(made: Life) -> None:
    assert made.held.state == InboundLetter.State.HELD
    assert made.held.player == made.cast.player
    files = files_of(made.cast.player)
    assert not any(name.startswith(f"letters-from-you/{made.held.pk}.") for name in files)


def test_no_link_that_signs_in_or_proves_an_address_and_no_key_of_a_session_is_in_it(made: Life) -> None:
    player = made.cast.player
    browser(player)
    secret = OutboundLetter.objects.filter(kind__in=("sign_in", "verify_address")).exclude(text="")
    assert {letter.kind for letter in secret} == {"sign_in", "verify_address"}
    whole = b"\n".join(files_of(player).values()).decode("utf-8", "replace")
    for mark in ("sesame=", "/letters/address/", player.password, *player.sign_ins.values_list("pk", flat=True)):
        assert mark not in whole, mark


def test_a_finished_game_can_be_checked_from_the_file(made: Life) -> None:
    table = made.finished
    seat = table.seats.get(player=made.cast.player)
    files = files_of(made.cast.player)
    record = json.loads(files[f"games/league-{table.league_id}-table-{table.number}-seat-{seat.number + 1}.json"])
    assert isinstance(replay(record), engine.Match)


# --- how it is made ------------------------------------------------------------------------------


def test_the_file_is_made_before_it_is_sent_and_leaves_nothing_in_the_data_folder(
    made: Life, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    client = browser(made.cast.player)
    with CaptureQueriesContext(connection) as asked:
        answer = client.post("/profile/data/")
        before = len(asked)
        assert len(streamed(answer)) == int(answer["Content-Length"])
        assert len(asked) == before
    assert list(tmp_path.iterdir()) == []


def test_on_a_full_disk_nobody_gets_half_a_file(made: Life, settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large") as raised:
            packed(Player.objects.get(pk=made.cast.player.pk))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert outages.part_of(raised.value) == outages.DISK
    assert list(tmp_path.iterdir()) == []


def test_one_more_game_and_one_more_letter_take_few_statements_more(made: Life) -> None:
    player = Player.objects.get(pk=made.cast.player.pk)
    with CaptureQueriesContext(connection) as before:
        files = len(files_of(player))
    letter = newest(made.running.seats.get(player=player))
    for number in range(50):
        letter.pk, letter.dedupe, letter.message_id = None, f"more:{number}", f"<more-{number}@x>"
        letter.save(force_insert=True)
    with CaptureQueriesContext(connection) as after:
        assert len(files_of(player)) == files + 50
    assert len(after) <= len(before) + 1


def memory_for_lists(player: Player) -> int:
    """Bytes of Python's objects at the worst moment of making the lists of rows."""
    tracemalloc.start()
    try:
        for _, make in rows.files(player, {}):
            for _ in make():
                pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_very_many_rows_take_no_more_memory_and_hardly_more_statements(made: Life) -> None:
    player = Player.objects.get(pk=made.cast.player.pk)
    seat = made.running.seats.get(player=player)
    memory_for_lists(player)  # what a process keeps of the first time is no part of the second
    with CaptureQueriesContext(connection) as of_few:
        few = memory_for_lists(player)
    about = {"actor": player, "league": made.running.league, "table": made.running, "seat": seat}
    words, number = "w" * 200, 4_000
    JournalLine.objects.bulk_create([JournalLine(verb="orders", words=words, **about) for _ in range(number)])
    Press.objects.bulk_create([Press(player=player, seat=seat, words=words, round=1) for _ in range(number)])
    with CaptureQueriesContext(connection) as of_many:
        many = memory_for_lists(player)
    assert many - few < number * len(words) / 2
    assert len(of_many) == len(of_few)


def test_days_off_and_questions_stand_at_their_league_and_seat_in_whatever_order_these_came(made: Life) -> None:
    player = made.cast.player
    for days, entry in enumerate(player.entries.order_by("-pk"), start=1):
        Entry.objects.filter(pk=entry.pk).update(joined_at=timezone.now() + timedelta(days=days))
        Vacation.objects.bulk_create(
            Vacation(entry=entry, first=f"2030-01-{day:02}", last=f"2030-01-{day:02}", begins_at=entry.joined_at,
                     ends_at=entry.joined_at, booked_at=entry.joined_at) for day in range(1, days + 1)
        )  # fmt: skip
    files = files_of(player)
    booked = {entry.league.name: entry.vacations.count() for entry in player.entries.select_related("league")}
    asked = {str(seat.table): seat.turns.count() for seat in player.seats.select_related("table__league")}
    assert {row["league"]: len(row["days off"]) for row in json.loads(files["leagues.json"])} == booked
    assert {row["table"]: len(row["questions"]) for row in json.loads(files["seats.json"])} == asked
    assert (len(booked), len(asked)) == (len(set(booked.values())), 3)


def test_the_long_columns_of_tables_are_read_for_the_games_alone(made: Life) -> None:
    with CaptureQueriesContext(connection) as asked:
        files = files_of(made.cast.player)
    assert any(name.startswith("games/") for name in files)
    assert sum('"header"' in query["sql"] for query in asked) == 1


def test_what_a_row_points_at_has_a_short_form_to_be_named_by() -> None:
    pointed_at = {
        model._meta.get_field(name).related_model
        for model, names in GIVEN.items()
        for name in names
        if model._meta.get_field(name).is_relation
    }
    assert pointed_at == POINTED_AT.keys()


def test_who_comes_while_another_file_is_made_is_told_to_come_again_and_not_counted(made: Life) -> None:
    client, taken = browser(made.cast.third), JournalLine.objects.filter(verb="data taken", actor=made.cast.third)
    with one_at_a_time():
        answer = client.post("/profile/data/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
    assert "in a minute" in answer.content.decode()
    assert not taken.exists()
    assert streamed(client.post("/profile/data/"))
    assert taken.count() == 1


def test_a_file_that_could_not_be_made_does_not_keep_the_next_waiting(
    made: Life, settings: Settings, tmp_path: Path
) -> None:
    client, settings.DATA_DIR = browser(made.cast.third), tmp_path / "nowhere"
    with pytest.raises(FileNotFoundError):
        client.post("/profile/data/")
    with one_at_a_time():
        pass


def test_the_file_may_be_taken_some_times_a_day(made: Life) -> None:
    client = browser(made.cast.opponent)
    answers = [client.post("/profile/data/") for _ in range(takeouts.MOST + 1)]
    assert all(streamed(answer) for answer in answers if answer.streaming)
    assert [answer.status_code for answer in answers] == [200] * takeouts.MOST + [302]


def test_a_stranger_takes_nothing() -> None:
    assert Client().post("/profile/data/").status_code == 302


def test_who_has_no_game_gets_a_file_all_the_same(made: Life) -> None:
    files = files_of(made.cast.outsider)
    assert json.loads(files["seats.json"]) == []
    assert "None yet." in files["index.html"].decode()
    assert Table.objects.exists()
