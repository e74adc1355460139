"""A service in use is backed up, goes on, and is put back: what comes back, who is told what, and what counts then."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.core import mail
from django.core.management import CommandError
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.running.backups.conftest import AN_HOUR, Run
from tests.shared.cast import Cast, asked_seat, person, prepared_league
from tests.shared.faults import PARTS, Parts
from tests.shared.post import newest
from tournaments.actions.league import leagues, organisers
from tournaments.actions.player import addresses, sign_in_links
from tournaments.inbox import ingest
from tournaments.keys import address
from tournaments.letters import headers
from tournaments.models import (
    Address,
    InboundLetter,
    JournalLine,
    League,
    LogEntry,
    Outage,
    OutboundLetter,
    Player,
    Restore,
    Seat,
    SignIn,
    Table,
    Turn,
)
from tournaments.queries import calendars, matches

pytestmark = [pytest.mark.posted_by_hand]
State = OutboundLetter.State
ORDER = "12"


def table() -> Table:
    return Table.objects.get(state=Table.State.RUNNING)


def asked() -> Seat:
    return asked_seat(table())


def play(parts: Parts, *, letter: OutboundLetter | None = None) -> None:
    """The player who is asked answers the newest letter (or another one), and everything that follows is done."""
    parts.send(letter or newest(asked(), "turn", "restored"), ORDER)
    parts.work()


def database() -> str:
    """By which it is named to be overwritten."""
    return Path(str(connection.settings_dict["NAME"])).name


def lost_and_back(run: Run, parts: Parts, clock: time_machine.Traveller, *words: str) -> list[str]:
    """The machine is lost with all that happened since the backup; five hours later the backup is put back."""
    (path,) = Path(parts.settings.BACKUP_DIR).iterdir()
    clock.shift(5 * AN_HOUR)
    mail.outbox.clear()
    parts.kept.clear()
    return run("restore", str(path), "--overwrite", database(), *words)


def test_what_happened_after_the_backup_is_gone_and_everybody_is_asked_anew(
    cast: Cast, parts: Parts, clock: time_machine.Traveller, run: Run
) -> None:
    play(parts)
    head, seat, turn = table().head, asked(), Turn.objects.get(ended_at=None)
    run("backup")
    old = newest(seat, "turn")
    play(parts)
    later = newest(asked(), "turn")
    assert (table().head, later.seat_id) != (head, seat.pk)
    clock.shift(AN_HOUR)
    person("Ulla")

    said = lost_and_back(run, parts, clock)
    assert said[0].endswith(f" ago: 6 players, 1 league, {Table.objects.count()} tables.")
    games = Table.objects.count()
    assert f"{games} games and 1 league checked: {games + 1} agree, 0 broken" in said
    assert (table().head, asked().pk) == (head, seat.pk)
    assert not Player.objects.filter(name="Ulla").exists()

    parts.all_back()
    told = {letter.to[0]: letter for letter in mail.outbox if "THE SERVICE WAS SET BACK" in letter.body}
    assert len(told) == len(mail.outbox), "one letter to each, which says everything"
    assert set(told) == {player.email for player in (*cast.players, cast.organiser, Player.objects.get(name="Hedda"))}
    assert "You are asked now." in told[seat.player.email].body
    assert "All that happened between Monday" in " ".join(told[cast.organiser.email].body.split())

    new = Turn.objects.get(ended_at=None)
    assert (new.seat_id, new.serial) == (turn.seat_id, turn.serial)
    assert new.due_by - turn.due_by >= 5 * AN_HOUR, "the time between is given back"

    for letter in (old, later):
        play(parts, letter=letter)
    assert table().head == head, "no letter from before counts: what it named may be something else now"
    play(parts)
    assert table().head != head


def test_the_time_between_backup_and_start_is_an_outage_of_the_service(
    cast: Cast, parts: Parts, clock: time_machine.Traveller, run: Run
) -> None:
    begun = timezone.now()
    run("backup")
    lost_and_back(run, parts, clock)
    clock.shift(2 * AN_HOUR)
    parts.all_back()
    outage = Outage.objects.get(source="sweep")
    assert abs(outage.begins_at - begun) <= timedelta(minutes=1)
    assert outage.ends_at - outage.begins_at >= 7 * AN_HOUR
    assert not Turn.objects.filter(end=Turn.End.STAND_IN).exists()


def test_letters_that_waited_go_out_under_their_old_id_but_for_questions(
    cast: Cast, parts: Parts, clock: time_machine.Traveller, run: Run
) -> None:
    """A question, talk and answers wait while the backup is made; the service had posted them before it was lost."""
    seat = asked()
    other = table().seats.exclude(pk=seat.pk).select_related("player").first()
    parts.without("mail host")
    parts.send(newest(other), "say: hello all")
    parts.work()
    play(parts)
    waiting = OutboundLetter.objects.filter(state__in=(State.QUEUED, State.RETRY, State.IN_FLIGHT))
    before = {letter.message_id: (letter.kind, letter.sender) for letter in waiting}
    assert {"turn", "say", "words", "orders_account"} == {kind for kind, _ in before.values()}
    run("backup")
    parts.running = PARTS
    parts._host()
    clock.shift(AN_HOUR)
    parts.work()

    lost_and_back(run, parts, clock)
    parts.all_back()
    clock.shift(AN_HOUR)
    parts.work()
    sent = {letter.extra_headers["Message-ID"]: letter for letter in mail.outbox}
    asking = {known for known, (kind, _) in before.items() if kind == "turn"}
    assert before.keys() - sent.keys() == asking
    for known in before.keys() - asking:
        if "+" in before[known][1]:
            assert str(sent[known].from_email) != before[known][1], "the reply address in it is one that holds"
    withheld = OutboundLetter.objects.filter(message_id__in=asking).values_list("state", flat=True)
    assert set(withheld) == {State.NOT_WANTED}
    assert len(mail.outbox) == len(sent), "no letter goes out twice"


def test_a_letter_that_had_come_in_and_was_not_read_counts(
    cast: Cast, parts: Parts, clock: time_machine.Traveller, run: Run
) -> None:
    letter, count = newest(asked(), "turn"), matches.load(table()).count
    parts.without("worker", "sweep")
    parts.send(letter, ORDER)
    parts.work()
    assert InboundLetter.objects.get().state == InboundLetter.State.RECEIVED
    run("backup")
    lost_and_back(run, parts, clock)
    assert InboundLetter.objects.get().state == InboundLetter.State.DONE
    assert matches.load(table()).count > count


def test_no_number_is_given_again_and_nobody_is_signed_in(
    cast: Cast, parts: Parts, clock: time_machine.Traveller, run: Run
) -> None:
    until = table().opened_at + timedelta(days=9)
    SignIn.objects.create(session_key="x" * 32, session_data="", expire_date=until, player=cast.player)
    run("backup")
    lost = person("Ulla").pk
    lost_and_back(run, parts, clock)
    assert not SignIn.objects.exists()
    assert person("Otmar").pk > lost + 900
    assert LogEntry.objects.create(table=table(), number=9999, entry={}, hash="0").pk > 1000
    assert OutboundLetter.objects.order_by("pk").last().pk > 1000


def test_what_a_player_ended_in_the_lost_time_does_not_work_again(
    cast: Cast, parts: Parts, clock: time_machine.Traveller, run: Run, client: Client
) -> None:
    def there(address: str) -> bool:
        """Whether an address of ours still leads where it did."""
        path = address.removeprefix(parts.settings.SITE_URL)
        if "sesame" in path:
            client.post(path)
            return "_auth_user_id" in client.session
        return client.get(path).status_code == 200

    calendar = calendars.address(cast.player)
    unsubscribe = reverse("doors:unsubscribe", args=(headers.unsubscribe_key(cast.player, table().league),))
    fay = person("Fay", is_staff=True)
    asked = organisers.address(organisers.ask(table().league, cast.organiser, fay.email, "help me"))
    addresses.add(cast.player, "second@example.net")
    assert there(calendar)
    assert there(asked)
    run("backup")
    lost_and_back(run, parts, clock)
    assert not there(asked)
    assert not Address.objects.filter(email="second@example.net").exists()
    assert client.post(unsubscribe).status_code == 410
    link = sign_in_links.page_to_sign_in(Player.objects.get(pk=cast.player.pk))
    clock.shift(-5 * AN_HOUR)
    old = sign_in_links.page_to_sign_in(cast.player)
    clock.shift(5 * AN_HOUR + timedelta(minutes=-50))
    assert not there(old), "though it is young enough"
    assert not there(calendar)
    assert there(link)


@pytest.mark.parametrize("lost", [True, False])
def test_a_letter_of_the_lost_time_is_not_taken_for_one_of_the_same_name(
    cast: Cast, parts: Parts, clock: time_machine.Traveller, run: Run, *, lost: bool
) -> None:
    """Organisers answer the daily letter by its numbers, and mailboxes drop what they have already."""

    def message_id() -> str:
        reader = Player.objects.get(pk=cast.organiser.pk)
        return headers.message_id("needs", "needs:1:2026-03-03", None, 0, reader)

    before = message_id()
    run("backup")
    lost_and_back(run, parts, clock, *([] if lost else ["--moved"]))
    assert (message_id() != before) == lost


def test_what_chance_has_not_touched_has_new_secrets(
    cast: Cast, parts: Parts, clock: time_machine.Traveller, run: Run
) -> None:
    league = prepared_league(cast, name="Winter League", tag="Winter")
    leagues.enrol(league, cast.player, "tulip")
    waiting: list[League | Table] = [league, *league.tables.order_by("pk")]
    running = table()
    run("backup")
    lost_and_back(run, parts, clock)
    assert len(waiting) > 1
    for row in waiting:
        now = type(row)._default_manager.get(pk=row.pk)
        assert bytes(now.secret) != bytes(row.secret)
        assert now.commitment == hashlib.sha256(bytes(now.secret)).hexdigest() != row.commitment
    assert bytes(table().secret) == bytes(running.secret), "its commitment stands in letters and in its log"


def test_the_same_backup_restored_twice_gives_other_addresses(
    cast: Cast, parts: Parts, clock: time_machine.Traveller, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup")
    epochs = []
    for drawn in (7, 300):
        monkeypatch.setattr("tournaments.actions.clock.restored.secrets.randbelow", lambda below, drawn=drawn: drawn)
        lost_and_back(run, parts, clock)
        epochs.append(asked().token_epoch)
    assert epochs == [8, 301]


def test_after_a_move_nothing_is_said_and_every_letter_counts_as_before(
    cast: Cast, parts: Parts, clock: time_machine.Traveller, run: Run
) -> None:
    parts.without("mail host")
    play(parts)
    waiting = set(
        OutboundLetter.objects.filter(state__in=(State.QUEUED, State.RETRY)).values_list("message_id", flat=True)
    )
    letter = newest(asked(), "turn")
    run("backup")
    said = lost_and_back(run, parts, clock, "--moved")
    assert said[-1] == "Nothing was lost: start all parts."
    parts.all_back()
    clock.shift(AN_HOUR)
    parts.work()
    assert waiting <= {letter.extra_headers["Message-ID"] for letter in mail.outbox}
    assert not [letter for letter in mail.outbox if "SET BACK" in letter.body]
    head = table().head
    play(parts, letter=letter)
    assert table().head != head
    assert Restore.objects.get().moved
    assert JournalLine.objects.filter(verb="restored").count() == 1


def test_files_that_were_uploaded_come_back(
    cast: Cast, parts: Parts, clock: time_machine.Traveller, run: Run, tmp_path: Path
) -> None:
    uploaded = tmp_path / "files" / "decks" / "club.json"
    uploaded.parent.mkdir(parents=True)
    uploaded.write_bytes(b"a deck")
    run("backup")
    uploaded.unlink()
    uploaded.parent.rmdir()
    lost_and_back(run, parts, clock, "--moved")
    assert uploaded.read_bytes() == b"a deck"
    assert uploaded.stat().st_mode & 0o077 == 0


def test_a_database_that_holds_something_is_only_overwritten_by_name(
    cast: Cast, parts: Parts, run: Run, settings: Settings
) -> None:
    run("backup")
    (path,) = Path(settings.BACKUP_DIR).iterdir()
    head = table().head
    play(parts)
    with pytest.raises(CommandError, match=rf"{database()} is not empty: 6 players, 1 league"):
        run("restore", str(path))
    with pytest.raises(CommandError, match=rf"is called {database()}, not other"):
        run("restore", str(path), "--overwrite", "other")
    assert table().head != head


def test_a_backup_that_the_database_refuses_leaves_it_as_it_was(
    cast: Cast, parts: Parts, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup")
    (path,) = Path(parts.settings.BACKUP_DIR).iterdir()
    head = table().head
    play(parts)
    later = table().head
    from tournaments.running.backups.archive import Backup

    whole = Backup.part

    def cut(self: Backup, name: str):
        from contextlib import contextmanager
        from io import BytesIO

        @contextmanager
        def half():
            with whole(self, name) as stream:
                data = stream.read()
                yield BytesIO(data[: len(data) // 2])

        return half()

    monkeypatch.setattr(Backup, "part", cut)
    with pytest.raises(CommandError, match=r"pg_restore has failed|SQLite finds the copy broken"):
        run("restore", str(path), "--overwrite", database())
    assert table().head == later != head


def test_addresses_of_seats_opened_in_the_lost_time_name_no_seat(
    cast: Cast, parts: Parts, clock: time_machine.Traveller, run: Run
) -> None:
    run("backup")
    key = max(Seat.objects.values_list("pk", flat=True)) + 1  # the next that would have been
    lost = address.make(key, 1, 0, parts.settings.MAIL_KEYS, local=parts.settings.MAIL_LOCAL)
    lost_and_back(run, parts, clock)
    row = ingest.ingest(b"From: otto@example.net\r\n\r\n12\r\n", f"{lost}@mail.example.org", "otto@example.net")
    ingest.read(row.pk)
    row.refresh_from_db()
    assert (row.seat, row.verdict) == (None, "dead token")
