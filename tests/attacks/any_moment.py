"""Everything that can happen to a table, at moments throughout a game: letters, the clock, the organiser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from random import Random
from traceback import extract_tb

import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone

from engine.orders import command_words
from tests.engine.any_game import SHIPPED
from tests.shared.cast import Cast, only_table, running_league
from tests.shared.post import deliver
from tournaments.actions.clock import deadlines, outage_time, pausing
from tournaments.actions.commands import cases, gathered, registry
from tournaments.actions.commands import desk as desk_letters
from tournaments.actions.league import disqualify, readmit
from tournaments.actions.player import digests
from tournaments.actions.seats import substitutes
from tournaments.actions.table import order_box, rollback, tables
from tournaments.language.refusals import Refused
from tournaments.models import Case, Entry, InboundLetter, Outage, OutboundLetter, Seat, Table, Turn
from tournaments.papers.papers import match_of
from tournaments.queries import verifying
from tournaments.runtime import heartbeats

GAMES = tuple(SHIPPED)
ERRANDS = (command.name for command in registry.COMMANDS.values() if command.anywhere)
WORDS = (
    *command_words.NAMES, *ERRANDS, "say: what now", "tell red: a word", "note: think of it", "announce: good evening",
    "forget", "hold", "hold all", "extend", "replace", "go on", "last", "ok", "never", "if", "always", "pass", "no",
)  # fmt: skip
TRIED = 6  # things that are tried and undone before one happens for good
LOOKED_AT = (200, 404)  # 404: an onlooker at what is the players' own
ORDERS_OF_THREE = 2  # of three things that happen for good: so a game comes to its end
Act = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that somebody does, or that time brings."""

    name: str
    act: Act
    at: timedelta = timedelta(0)


class World:
    """A table of three with a delay for second thoughts, and a clock that only this world moves."""

    def __init__(self, game: str, cast: Cast, rng: Random, clock: time_machine.Traveller) -> None:
        self.rng, self.clock, self.cast = rng, clock, cast
        self.league = running_league(
            cast,
            name=f"{game} league",
            tag=game,
            game=game,
            delay=rng.choice((timedelta(0), timedelta(minutes=5))),
            expiry=rng.choice(("stand-in", "wait")),
            private_press=True,
            max_players=9,
        )
        Entry.objects.create(
            league=self.league, player=self.cast.outsider, state=Entry.State.IN, joined_at=timezone.now()
        )
        self.table = only_table(self.league)
        self.tried = 0

    def play(self, steps: int) -> list[str]:
        """So many steps; what went wrong."""
        wrong: list[str] = []
        for _ in range(steps):
            for _ in range(TRIED):
                wrong += self._try(self._any_deed(), for_good=False)
            deed = self._orders() if self.rng.randrange(3) < ORDERS_OF_THREE else self._any_deed()
            wrong += self._try(deed, for_good=True)
            self.clock.shift(timedelta(minutes=self.rng.choice((1, 7, 600))))
            if wrong or not self._goes_on():
                return wrong
        return wrong

    def _goes_on(self) -> bool:
        self.table.refresh_from_db()
        return self.table.state == Table.State.RUNNING

    def _try(self, deed: Deed, *, for_good: bool) -> list[str]:
        """Do it; what went wrong is told with the state of the table."""
        self.tried += 1
        begun = timezone.now()
        try:
            with transaction.atomic():
                self.clock.shift(deed.at)
                with transaction.atomic():
                    deed.act()
                if for_good:
                    self._is_whole()
                transaction.set_rollback(not for_good)
        except Refused:
            pass
        except Exception as error:  # whatever goes wrong is what is looked for
            where = "; ".join(f"{frame.name}:{frame.lineno}" for frame in extract_tb(error.__traceback__)[-4:])
            return [f"{self.league.game}, {match_of(self.table).count} entries, {deed.name}: {error!r} ({where})"]
        finally:
            if not for_good:
                self.clock.move_to(begun)
        return []

    def _is_whole(self) -> None:
        """The table waits for somebody or for a moment, and its log leads to its position."""
        table = Table.objects.get(pk=self.table.pk)
        checked = verifying.table(table.pk)
        assert not checked.wrong, checked.wrong
        if table.state == Table.State.RUNNING and table.paused_at is None:
            waited_for = Turn.objects.filter(seat__table=table, ended_at=None).exists()
            assert waited_for or table.run_at or table.reveal_at, "nobody is waited for"

    # --- what happens ----------------------------------------------------------------------------

    def _any_deed(self) -> Deed:
        kinds = (
            self._orders, self._words, self._words, self._of_the_clock, self._of_the_organiser, self._on_the_page,
            self._looks, self._of_ours,
        )  # fmt: skip
        return self.rng.choice(kinds)()

    def _seat(self) -> Seat:
        seats = Seat.objects.filter(table=self.table).select_related("player", "table__league").order_by("number")
        return self.rng.choice(list(seats))

    def _letter_to(self, seat: Seat) -> OutboundLetter | None:
        """One of the newest three letters to the seat."""
        letters = OutboundLetter.objects.filter(seat=seat, player=seat.player).order_by("-pk")[:3]
        return self.rng.choice(list(letters)) if letters else None

    def _orders(self) -> Deed:
        """Some legal orders of somebody who is asked, now and then with a taking back among them."""
        turns = list(Turn.objects.filter(seat__table=self.table, ended_at=None).order_by("pk"))
        if not turns:
            return self._of_the_clock()
        seat = Seat.objects.select_related("player", "table__league").get(pk=self.rng.choice(turns).seat_id)
        return self._writes(seat, self._meant(seat) + self.rng.choice([[], [], [], ["undo"]]))

    def _meant(self, seat: Seat) -> list[str]:
        """Moves that the seat could make one after the other, as far as it can know."""
        match, lines = match_of(self.table).imagined(seat.number), list[str]()
        for _ in range(self.rng.choice((1, 1, 1, 2, 4))):
            decision = match.decision(seat.number)
            if decision is None or decision not in match.waiting:
                break
            lines.append(self.rng.choice(decision.moves).text)
            match.play(seat.number, lines[-1])
        return lines

    def _words(self) -> Deed:
        """Words to the service, by anybody."""
        return self._writes(self._seat(), self.rng.sample(WORDS, self.rng.choice((1, 1, 2, 3))))

    def _writes(self, seat: Seat, lines: list[str]) -> Deed:
        letter = self._letter_to(seat)
        if letter is None:
            return self._of_the_clock()

        def write() -> None:
            row = deliver(letter, *lines)
            assert row.state != InboundLetter.State.READING, row.trouble

        return Deed(f"seat {seat.number} answers {letter.kind} with {lines}", write)

    def _on_the_page(self) -> Deed:
        seat = self._seat()
        lines = self.rng.choice(
            (["undo"], ["forget"], ["status", "undo"], self._meant(seat), [*self._meant(seat), "undo"])
        )
        turn = seat.turns.filter(ended_at=None).first()
        serial = self.rng.choice((turn.serial if turn else 0, 1))
        if seat.player is None:
            return self._of_the_clock()
        take = partial(order_box.take, seat.table, seat.pk, lines, serial=serial, player=seat.player)
        return Deed(f"seat {seat.number} enters {lines} at {serial}", take)

    def _looks(self) -> Deed:
        """A page of the players' site or of the desk, by anybody who may come in."""
        at, league, steps = f"/table/{self.table.pk}/", f"/league/{self.league.pk}/", self.table.entries.count()
        pages = (
            "/",
            at,
            f"{at}log/",
            f"{at}papers/",
            f"{at}picture.svg",
            f"{at}replay/{steps}/",
            league,
            f"{league}standings/",
        )
        rows = "/desk/tournaments/{}/{}/change/"
        desk = (
            "/desk/",
            rows.format("league", self.league.pk),
            rows.format("table", self.table.pk),
            "/desk/tournaments/table/",
        )
        who = self.rng.choice((*self.cast.players, self.cast.outsider, self.cast.organiser))
        page = self.rng.choice(desk if who == self.cast.organiser else pages)

        def look() -> None:
            browser = Client()
            browser.force_login(who)
            assert browser.get(page, secure=True).status_code in LOOKED_AT

        return Deed(f"{who} looks at {page}", look)

    def _of_ours(self) -> Deed:
        """One act of the service by itself: a daily letter, a standstill of two hours and what is given back for it."""
        organiser, who = self.cast.organiser, self.rng.choice(self.cast.players)

        def stand_still() -> None:
            now = timezone.now()
            Outage.objects.create(source=heartbeats.SWEEP, begins_at=now - timedelta(hours=2), ends_at=now)
            outage_time.settle()
            outage_time.tell()

        def write_daily() -> None:
            type(organiser).objects.filter(pk=organiser.pk).update(needs_at=timezone.now())
            desk_letters.send(organiser.pk)

        return self.rng.choice((
            Deed("a standstill", stand_still),
            Deed("the organiser's daily letter", write_daily),
            Deed(f"the daily letter of {who}", partial(digests.send, who.pk)),
            Deed(f"what is gathered for {who}", partial(gathered.send, who.pk)),
        ))  # fmt: skip

    def _of_the_clock(self) -> Deed:
        """One act that is due: a reminder, a deadline, the end of the delay of kept orders or of a sealed choice."""
        now, table = timezone.now(), Table.objects.get(pk=self.table.pk)
        deeds = [Deed("a day passes", lambda: None, timedelta(days=1))]
        for turn in Turn.objects.filter(seat__table=table, ended_at=None):
            deeds += [
                Deed(
                    "a reminder", partial(deadlines.remind, turn.pk), max(timedelta(0), (turn.remind_at or now) - now)
                ),
                Deed("a deadline", partial(deadlines.expire, turn.pk), max(timedelta(0), turn.due_by - now)),
            ]
        for name, due, act in (("kept orders", table.run_at, tables.run), ("a choice", table.reveal_at, tables.reveal)):
            if due:
                deeds.append(Deed(name, partial(act, table.pk), max(timedelta(0), due - now)))
        return self.rng.choice(deeds)

    def _of_the_organiser(self) -> Deed:
        return self.rng.choice(list(self._organisers_deeds()))

    def _organisers_deeds(self) -> Iterator[Deed]:
        table, seat, organiser, rng = Table.objects.get(pk=self.table.pk), self._seat(), self.cast.organiser, self.rng
        reason = "so that it goes on"
        to = rng.choice((0, max(0, match_of(table).count - 2), rng.randrange(match_of(table).count)))
        anew = rng.random() < 0.5
        yield Deed(f"roll back to {to}, anew: {anew}", partial(
            rollback.roll_back, table.pk, to, organiser, reason, anew=anew, seen=table.head))  # fmt: skip
        yield Deed("pause", partial(pausing.pause, table.pk, organiser, reason))
        yield Deed("go on", partial(pausing.go_on, table.pk, organiser, reason))
        yield Deed(f"give seat {seat.number} to another", partial(
            substitutes.give_seat, seat.pk, self.cast.outsider, organiser, reason, epoch=seat.token_epoch))  # fmt: skip
        turn = Turn.objects.filter(seat__table=table, ended_at=None).first()
        if turn is not None:
            yield Deed("let the stand-in move", partial(deadlines.allow_stand_in, turn.pk, organiser))
            yield Deed("extend", partial(deadlines.extend, turn.pk, timedelta(hours=5), organiser, reason))
        for entry in Entry.objects.filter(league=self.league, player=seat.player):
            yield Deed("disqualify", partial(disqualify.disqualify, entry.pk, organiser, reason, void=anew))
        for entry in Entry.objects.filter(league=self.league).exclude(state=Entry.State.IN):
            yield Deed("readmit", partial(readmit.readmit, entry.pk, organiser, reason))
        for case in Case.objects.filter(seat__table=table, ruled_at=None):
            yield Deed("rule", partial(cases.rule, case.pk, organiser, "Play on."))
