"""A database of many leagues, written in bulk: what grows with other people's leagues is looked at here.

The rows beside the small service of `tests.pages.pages.life` are copies of its own, so that every page of them opens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models import Max, Model
from django.utils import timezone

from tests.pages.pages import Life, life
from tests.shared.cast import person, prepared_league
from tournaments.actions.league import disqualify
from tournaments.models import (
    Case,
    Entry,
    InboundLetter,
    Invitation,
    JournalLine,
    League,
    LogEntry,
    Note,
    OfficeOffer,
    Officer,
    OutboundLetter,
    Player,
    Press,
    Role,
    Seat,
    SeatOffer,
    Table,
    Turn,
)
from tournaments.queries.access.desk_rights import LOOKED
from tournaments.runtime import code_version

SEATS = 3
ENTRANTS = 200  # of the one large league: as many as there can be
LINES = 200  # of talk, notes, letters and journal at its first table
WORDS = "The canal is longer than it looks, and whoever builds there first pays for the others. " * 3
IN_LETTERS = (InboundLetter.State.HELD, InboundLetter.State.LAID_ASIDE, InboundLetter.State.DONE)
OUT_LETTERS = (OutboundLetter.State.SENT, OutboundLetter.State.FAILED, OutboundLetter.State.SENT)
# What the leagues of others are like, in turn.
STATES = (
    League.State.RUNNING, League.State.OPEN, League.State.RUNNING, League.State.FINISHED, League.State.RUNNING,
    League.State.DRAFT, League.State.RUNNING, League.State.CANCELLED, League.State.OPEN, League.State.FINISHED,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Crowd:
    """A small service, and the leagues of others beside it.

    small       the cast plays and is organised here; its running league is as large as one can be
    owner       sees all leagues, `organiser` organises all of the others, `player` plays in all of them
    """

    small: Life
    owner: Player
    organiser: Player
    player: Player

    @property
    def grand(self) -> League:
        return self.small.running.league


def make_crowd(leagues: int) -> Crowd:
    """The small service and so many leagues of others."""
    small = life()
    enlarge(small)
    prepared_league(small.cast, name="Canal League", tag="Canal", access=League.Access.LINK)
    owner = person("Xenia", is_staff=True, is_superuser=True)
    organiser, player = person("Quentin", is_staff=True), person("Wanda")
    crowd = Crowd(small, owner, organiser, player)
    add_leagues(crowd, leagues)
    helped = League.objects.filter(organisers=organiser, state=League.State.RUNNING).order_by("pk")[0]
    Officer.objects.create(league=helped, player=small.cast.organiser, role=Role.HELPER)
    Officer.objects.create(league=crowd.grand, player=organiser, role=Role.REFEREE)
    return crowd


# --- the large league --------------------------------------------------------------------------------


def enlarge(small: Life) -> None:
    """Make the running league one of two hundred players, and its first table one of much talk and many letters."""
    table, league = small.running, small.running.league
    League.objects.filter(pk=league.pk).update(max_players=ENTRANTS, private_press=True)
    league.refresh_from_db()
    league.tables.filter(state=Table.State.UNUSED).delete()
    crowd = _people("grand", ENTRANTS - SEATS)
    Entry.objects.bulk_create(Entry(league=league, player=one, word="a word of my own") for one in crowd)
    if league.draw:
        entrants = [*league.draw["entrants"], *(one.pk for one in crowd)]
        words = [*league.draw["words"], *("a word of my own" for _ in crowd)]
        League.objects.filter(pk=league.pk).update(draw={**league.draw, "entrants": entrants, "words": words})
    numbers = range(table.number + 1, table.number + ENTRANTS)
    tables = _copies(small, [(league, number, _state_of(number), []) for number in numbers])
    _seat(tables, lambda at, seat: crowd[(at + seat) % len(crowd)])
    Table.objects.filter(pk=tables[-1].pk).update(paused_at=timezone.now())
    _fill_table(table, small)
    out = league.entries.get(player=crowd[-1])
    disqualify.disqualify(out.pk, small.cast.organiser, "two accounts", void=True)
    _provisional(small, crowd)
    league.organisers.add(person("Yves", is_staff=True))
    JournalLine.objects.bulk_create(
        JournalLine(verb=LOOKED, words="a dispute", actor=small.cast.organiser, league=league, table=one)
        for one in tables[5:45]
    )
    Invitation.objects.bulk_create(
        Invitation(league=league, email=f"invited{number}@example.net", sent=1) for number in range(50)
    )


def _provisional(small: Life, players: list[Player]) -> None:
    """A large league whose results are not final yet, with cases that wait."""
    league = League.objects.get(pk=small.running.league_id)
    league.pk, league.name, league.tag, league.final_by = (
        None,
        "Lock League",
        "Lock",
        timezone.now() + timedelta(days=3),
    )
    league.save(force_insert=True)
    league.organisers.add(small.cast.organiser)
    Entry.objects.bulk_create(Entry(league=league, player=one) for one in players)
    wanted: list[Wanted] = [(league, number, Table.State.FINISHED, []) for number in range(1, len(players) // 2 + 1)]
    seats = _seat(_copies(small, wanted), lambda at, seat: players[2 * at + seat])
    Case.objects.bulk_create(
        Case(seat=seat, player=seat.player, words=WORDS * 7) for seat in seats[:20] for _ in range(3)
    )


def _state_of(number: int) -> str:
    return (Table.State.RUNNING, Table.State.FINISHED)[number % 2]


def _fill_table(table: Table, small: Life) -> None:
    """Talk, notes, letters, journal and cases, as a long game leaves them."""
    now, seats = timezone.now(), table.seated
    asked = seats[0]
    Press.objects.bulk_create(
        Press(
            seat=seats[at % 3], player=seats[at % 3].player, round=at % 12 + 1, words=WORDS,
            to=seats[(at + 1) % 3] if at % 5 == 0 else None,
            to_player=seats[(at + 1) % 3].player if at % 5 == 0 else None,
        )
        for at in range(LINES)
    )  # fmt: skip
    Note.objects.bulk_create(
        Note(seat=seat, player=seat.player, round=1, words=WORDS) for seat in seats for _ in range(LINES)
    )
    _letters([(seats[at % 3], seats[at % 3].player, table.league) for at in range(LINES)], "first")
    JournalLine.objects.bulk_create(
        JournalLine(verb="orders", words=WORDS[:200], actor=asked.player, league=table.league, table=table, seat=asked)
        for _ in range(LINES)
    )
    _offers(asked, small.cast.organiser, 40)
    _asked_to_organise(table.league, small.cast.organiser, "colleague", 40)
    Case.objects.bulk_create(
        Case(seat=seats[at % 3], player=seats[at % 3].player, words=WORDS, ruling=WORDS, ruled_at=now if at else None,
             ruled_by=small.cast.organiser if at else None)
        for at in range(LINES // 4)
    )  # fmt: skip


# --- the leagues of others ---------------------------------------------------------------------------


def add_leagues(crowd: Crowd, count: int, first: int = 0) -> None:
    """So many, numbered from `first`: in each the one player everywhere, letters, journal, a table that runs late."""
    base, now = crowd.grand, timezone.now()
    names = [field.attname for field in League._meta.concrete_fields if not field.primary_key]
    values = {name: getattr(base, name) for name in names}
    made = _bulk(
        League,
        (
            League(**{
                **values, "name": f"League {number}", "tag": f"L{number}", "state": STATES[number % len(STATES)],
                "max_players": 20, "at_once": 1,
                "access": League.Access.LINK if number % 20 == 1 else League.Access.OPEN,
                "after_stand_in": League.AfterStandIn.RULE,
                "final_by": now + timedelta(days=1) if number % 6 == 0 else None,
                "started_at": now if STATES[number % len(STATES)] not in _NOT_BEGUN else None,
                "finished_at": now if STATES[number % len(STATES)] in League.OVER else None,
            })
            for number in range(first, first + count)
        ),
    )  # fmt: skip
    League.organisers.through.objects.bulk_create(
        League.organisers.through(league_id=league.pk, player_id=crowd.organiser.pk) for league in made
    )
    people = _people(f"other{first}", max(4, count // 5), dead=7)
    others = [(people[at % len(people)], people[(at + 1) % len(people)]) for at in range(len(made))]
    Entry.objects.bulk_create(
        Entry(league=league, player=one)
        for league, two in zip(made, others, strict=True)
        for one in (crowd.player, *two)
    )
    begun = [at for at, league in enumerate(made) if league.state not in _NOT_BEGUN]
    tables = _copies(
        crowd.small,
        [row for at in begun for row in _tables_of(made[at], [crowd.player.pk, *(one.pk for one in others[at])])],
    )
    seats = _seat(tables, lambda at, seat: [crowd.player, *others[begun[at // 3]]][seat])
    of_player = [seat for seat in seats if seat.number == 0]
    for small in (crowd.small.running, crowd.small.finished):
        _copy_log(small, next(table for table in tables if table.state == small.state))
    _letters([(seat, seat.player, seat.table.league) for seat in of_player], f"others{first}")
    _offers(next(seat for seat in of_player if seat.table.state == Table.State.RUNNING), crowd.organiser, 1)
    running = next(league for league in made if league.state == League.State.RUNNING)
    _asked_to_organise(running, crowd.organiser, f"colleague{first}", 1)
    JournalLine.objects.bulk_create(
        JournalLine(verb="moved", words="somebody moved", league=seat.table.league, table=seat.table, seat=seat)
        for seat in of_player
    )
    Case.objects.bulk_create(Case(seat=seat, player=seat.player, words="Was that legal?") for seat in of_player[::5])


_NOT_BEGUN = (League.State.DRAFT, League.State.OPEN, League.State.DRAWING)


Wanted = tuple[League, int, str, list[int]]  # league, number, state, who sits there once it is opened


def _tables_of(league: League, players: list[int]) -> Iterator[Wanted]:
    """One that runs and one that is over, and one that waits until its players have room; or of a league that ended."""
    running = league.state == League.State.RUNNING
    yield league, 1, Table.State.RUNNING if running else Table.State.FINISHED, []
    yield league, 2, Table.State.FINISHED if running else Table.State.STOPPED, []
    yield league, 3, Table.State.COMMITTED if running else Table.State.UNUSED, players if running else []


def _copies(small: Life, wanted: list[Wanted]) -> list[Table]:
    """Tables at the same point of the same game as one of the small service's; positions are copied by the database."""
    now = timezone.now()
    ended = (Table.State.FINISHED, Table.State.STOPPED)
    running, finished = small.running, small.finished
    result = {**(finished.result or {}), "stand_in": [0]}
    first = (Table.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
    tables = _bulk(
        Table,
        (
            Table(
                league=league, number=number, state=state, secret=b"", commitment=running.commitment,
                head=running.head, round=running.round, opened_at=now, words=running.words, lineup=lineup,
                finished_at=now if state in ended else None, result=result if state == Table.State.FINISHED else None,
            )
            for league, number, state, lineup in wanted
        ),
    )  # fmt: skip
    name = Table._meta.db_table
    for base, state in ((running, running.state), (finished, finished.state), (running, Table.State.STOPPED)):
        copied = ", ".join(
            f"{column} = (SELECT {column} FROM {name} WHERE id = {base.pk})"
            for column in ("position", "header", "secret", "words")
        )
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE {name} SET {copied} WHERE id >= %s AND state = %s", [first, state])
    return tables


def _copy_log(base: Table, table: Table) -> None:
    LogEntry.objects.bulk_create(
        LogEntry(table=table, number=row.number, entry=row.entry, hash=row.hash) for row in base.entries.all()
    )


def _seat(tables: list[Table], player_of: Any) -> list[Seat]:
    """All at each, one of whom is asked and late at a table that runs."""
    now = timezone.now()
    of_state: dict[str, int] = {Table.State.RUNNING: SEATS, Table.State.FINISHED: 2, Table.State.STOPPED: SEATS}
    seats = _bulk(
        Seat,
        (
            Seat(table=table, number=number, player=player_of(at, number))
            for at, table in enumerate(tables)
            for number in range(of_state.get(table.state, 0))
        ),
    )
    running = [seat for seat in seats if seat.table.state == Table.State.RUNNING]
    Turn.objects.bulk_create(
        Turn(
            seat=seat, serial=serial, kind="act", opened_at=now, asked_at=now, handed_at=now,
            counts_from=now, due_by=now - timedelta(hours=number),
            judge_at=now + timedelta(days=1), remind_at=None, ended_at=None if serial == 9 else now,
        )
        for number, seat in enumerate(running)
        for serial in ((9,) if seat.number == 0 else (7,))
    )  # fmt: skip
    return seats


def _letters(of: list[tuple[Seat, Player | None, League]], name: str) -> None:
    now = timezone.now()
    InboundLetter.objects.bulk_create(
        InboundLetter(
            key=f"{name}{at}", door="smtp", raw=b"From: a@b.example\r\n\r\nworkers 1\r\n", seat=seat, player=player,
            received_at=now - timedelta(minutes=at), state=IN_LETTERS[at % 3], verdict="letter", read_at=now,
            sender="a@b.example", failed_under=code_version.fingerprint(),
        )
        for at, (seat, player, _) in enumerate(of)
    )  # fmt: skip
    OutboundLetter.objects.bulk_create(
        OutboundLetter(
            dedupe=f"{name}{at}", kind="turn", player=player, seat=seat, league=league,
            to=player.email if player else "", sender="s", text=WORDS,
            subject=f"[{league.tag}] Your turn: round 4 at table {seat.table.number}",
            message_id=f"<{name}{at}@x>", state=OUT_LETTERS[at % 3], due_at=now, sent_at=now,
        )
        for at, (seat, player, league) in enumerate(of)
    )  # fmt: skip


def _offers(seat: Seat, organiser: Player, count: int) -> None:
    SeatOffer.objects.bulk_create(
        SeatOffer(seat=seat, since=seat.since, email=f"asked{at}@example.net", name="Somebody", reason="is away",
                  by=organiser, until=timezone.now() + timedelta(days=3))
        for at in range(count)
    )  # fmt: skip


def _asked_to_organise(league: League, organiser: Player, name: str, count: int) -> None:
    """One of them can be answered, and all others have ended."""
    until = timezone.now() + timedelta(days=3)
    who = _people(name, count)
    Player.objects.filter(pk__in=[player.pk for player in who]).update(is_staff=True)
    OfficeOffer.objects.bulk_create(
        OfficeOffer(league=league, player=player, by=organiser, reason="is away", until=until,
                       state=OfficeOffer.State.DECLINED if at else OfficeOffer.State.OPEN)
        for at, player in enumerate(who)
    )  # fmt: skip


def _people(name: str, count: int, dead: int = 0) -> list[Player]:
    """dead: of so many one has a mailbox that sends letters back"""
    now = timezone.now()
    return _bulk(
        Player,
        (
            Player(
                email=f"{name}{number}@example.net", name=f"{name.title()} Van den Broucke {number}", password="!",
                dead_at=now if dead and number % dead == 0 else None,
            )
            for number in range(count)
        ),
    )  # fmt: skip


def _bulk(model: Any, rows: Iterable[Model]) -> list[Any]:
    return list(model.objects.bulk_create(rows, batch_size=2000))
