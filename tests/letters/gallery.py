"""Every letter of the service, written from real tables at several moments of real games."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import cycle
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

import engine
from engine import chance
from engine.bots import bots
from engine.events import Event
from engine.orders import api
from engine.orders.api import Plan
from engine.orders.command_words import command
from engine.orders.reader import Order
from tests.shared.cast import person
from tournaments.actions.commands import at_table as commands
from tournaments.actions.commands.command import Undone
from tournaments.actions.league import leagues
from tournaments.actions.player import digests, renaming
from tournaments.actions.table import turns
from tournaments.actions.table.session import Session
from tournaments.formats.spans import Span
from tournaments.formats.typed import UNKNOWN
from tournaments.formats.vacations import Days
from tournaments.language.spoken import spoken_to
from tournaments.letters import answer, beginnings, counting, desk, digest, draws, gathered, host, observing, people
from tournaments.letters import organiser as of_organiser
from tournaments.letters import organisers as office_letters
from tournaments.letters import substitutes as of_substitutes
from tournaments.letters import table as of_table
from tournaments.letters import turn as of_turn
from tournaments.letters.parts.draft import Draft
from tournaments.letters.parts.frame import safe_names
from tournaments.letters.parts.names import harmless
from tournaments.models import (
    Case,
    Drill,
    Entry,
    InboundLetter,
    League,
    Note,
    Observer,
    OfficeOffer,
    OutboundLetter,
    Player,
    Role,
    Seat,
    SeatOffer,
    Table,
    Turn,
)
from tournaments.queries import standings, telling
from tournaments.queries.access.desk_rights import organised
from tournaments.queries.needs import (
    ASKED,
    DEAD,
    DISPUTE,
    HELD,
    HELP,
    LATE,
    REFUSED,
    RESULTS,
    RULING,
    UNREAD,
    Need,
    needs_of,
)

WORDS = ("help", "status", "log", "orders", "rules", "standings", "games", "undo", "notes", "resign")
PRESS = (
    "workers prince",
    "undo",
    "17 red / 42",
    "say: say: hello",
    "I would rather have drawn another card than 17 red",
)
PAGES = "https://play.example.org"
PROSE = ("Sent from my telephone", "undo the washing", "go on holiday, the prince of recruits in red")


@dataclass(frozen=True, slots=True)
class Written:
    """A letter and what it was written from; `match` is as it was then, `seat` None for letters to a person."""

    name: str
    draft: Draft
    seat: Seat | None = None
    match: engine.Match | None = None
    turn: Turn | None = None
    news: bool = True  # its subject is the round's
    names: tuple[str, ...] = ()  # at its table


def league_of(names: Sequence[str], *, secret: int = 1, words: Sequence[str] = (), **settings: Any) -> League:
    """A running league of one table whose players bear these names; the same secret makes the same game."""
    organiser = person("Olivia", f"olivia{secret}@example.net", is_staff=True)
    titles = {"name": settings.pop("name", "Autumn League"), "tag": settings.pop("tag", "Autumn")}
    values = {
        "game": "bruges",
        "delay": timedelta(0),
        "provisional": timedelta(0),
        "name": "Letters",
        "tag": "Letters",
        **settings,
    }
    league = leagues.create(organiser, seats=len(names), max_players=len(names), **values)
    league = leagues.open_league(league, organiser)
    drawn = hashlib.sha256(f"letters {secret}".encode()).digest()
    league.tables.update(secret=drawn, commitment=chance.commitment(drawn))
    for number, name in enumerate(names):
        player = person(f"Reader{number}", f"p{secret}-{number}@example.net")
        leagues.enrol(league, player, words[number] if words else "")
        Player.objects.filter(pk=player.pk).update(name=name)  # even one that nobody could choose
    League.objects.filter(pk=league.pk).update(**titles)
    return leagues.start(league, organiser)


@transaction.atomic
def play_on(table: Table, *, until: int, kind: str = "turn", bot: str = "greedy", most: int = 3000) -> Table:
    """Let a bot move for every seat, by orders, until such a decision of that round (or the end) is open."""
    with Session.open(table.pk) as s:
        rng = Random(7)
        turns.advance(s)
        for _ in range(most):
            if s.match.over or (s.match.round >= until and any(d.kind == kind for d in s.match.decisions)):
                break
            serial = api.to_close(s.match)
            if serial is not None:
                s.match.close(serial)
                turns.advance(s)
                continue
            decision = s.match.waiting[0]
            move = bots[bot].choose(s.match.game, s.match.view(decision.seat), decision, rng)
            api.apply_letter(s.match, s.plans, decision.seat, [move.text], serial=decision.serial)
            turns.advance(s)
    table.refresh_from_db()
    return table


def at_table(table: Table) -> Iterator[Written]:
    """The letters about a running table, to the seat that is asked and to the others."""
    s = Session.open(table.pk)
    names = tuple(safe_names(table))
    asked = s.match.decisions[0]
    for seat in s.seats:
        if seat.number == asked.seat:
            letters = _to_asked(s, seat)
        else:
            letters = _to_waiting(s, seat, s.seats[asked.seat].owner.name)
        yield from (replace(letter, names=names) for letter in letters)
    yield from _of_the_day(s)
    yield _of_new_names(s)


def _of_new_names(s: Session) -> Written:
    """A letter from when everybody else at the table has taken another name."""
    reader, *others = s.seats
    with transaction.atomic():
        for other in others:
            renaming.note(other.owner, s.seats[other.number - 1].owner.name, [s.league])
        s.league.refresh_from_db(fields=("renamed_at",))
        draft = of_table.said(reader, s.match, reader.owner.name, "hello")
        transaction.set_rollback(True)
    s.league.refresh_from_db(fields=("renamed_at",))
    assert draft.names_told_at is not None
    return Written("new names", draft, reader, s.match, names=tuple(safe_names(s.table)))


def _of_the_day(s: Session) -> Iterator[Written]:
    """The daily letter about one game and about several, and the question which of them was meant."""
    seat = s.seats[s.match.decisions[0].seat]
    game, now = digest.Waiting(s.turns[seat.number], s.match), timezone.now()
    said = of_table.said(seat, s.match, seat.owner.name, "\n".join(PRESS))
    replaced = of_table.replaced(seat, s.match, seat.owner, seat.owner.name, "go on\nundo")
    news = [OutboundLetter(seat=seat, gist=draft.gist) for draft in (said, replaced)]
    for name, games in (("day, one game", [game]), ("day, two games", [game, game]), ("day, news", [])):
        yield Written(name, digest.digest(seat.owner, games, news, now))
    yield Written("which game", digest.which_game(seat.owner, [seat, seat], [*PRESS, *_stale(s.match, seat)]))


def _to_asked(s: Session, seat: Seat) -> Iterator[Written]:
    turn = s.turns[seat.number]
    match, plan = s.match, s.plans[seat.number]
    seat.seen = max(-1, match.count - 12)
    news = s.news(seat)

    def written(name: str, draft: Draft, news: bool = True) -> Written:
        return Written(name, draft, seat, match, turn, news)

    yield written("turn", of_turn.turn(seat, turn, match, plan, news))
    yield written("reminder", of_table.reminder(seat, turn, match, plan), False)
    yield written("grace", of_table.grace(seat, turn, match, plan))
    yield written("expired, asked again", of_table.turn_expired(seat, [], match, plan, turn, False))
    yield written("extended", of_table.extended(seat, turn, match, "Two of you were at sea, so everybody has longer."))
    yield written("turn over, asked", of_table.turn_over(seat, _stale(match, seat), turn, match, plan))
    yield written("by number, asked", of_table.turn_over(seat, _stale(match, seat), turn, match, plan, over=False))
    draft = of_substitutes.taken_over(
        seat, match, plan, turn, former=None, actor=seat.owner, reason="go on\nundo", since=news
    )
    yield written("taken over, asked", draft)
    away = Span(turn.opened_at, turn.opened_at + timedelta(days=1))
    yield written("time back, asked", of_table.time_back(seat, match, turn, away))
    yield written("time back, letter late", of_table.time_back(seat, match, turn, away, late=True))
    yield written("clocks, asked", of_organiser.clocks_changed(seat, match, turn, seat.owner, "go on"))
    s.table.paused_at = timezone.now()
    yield written("turn, paused", of_turn.turn(seat, turn, match, plan, news))
    s.table.paused_at = None
    yield written("rolled back, asked", _rolled_back(s, seat, turn, news, anew=True))
    yield written("restored, asked", of_table.restored(seat, match, plan, turn, since=news, made_at=turn.opened_at))
    yield written("resumed, asked", _resumed(s, seat, turn, news))
    yield written("helped, asked", _helped(s, seat, turn, news))
    yield from _stopped(s, seat, turn)
    yield from _accounts(s, seat)
    yield from _words(s, seat)


def _stopped(s: Session, seat: Seat, turn: Turn) -> Iterator[Written]:
    plan = Plan(kept=[Order((text,)) for text in _one_each(s.match, seat)])
    plan.stopped = "another seat took something from you"
    plan.notes = ["a kept order was passed over"]
    yield Written("turn, plan stopped", of_turn.turn(seat, turn, s.match, plan, []), seat, s.match, turn)


def _accounts(s: Session, seat: Seat) -> Iterator[Written]:
    texts = _one_each(s.match, seat)
    cases: dict[str, list[str]] = {
        "account, played": texts[:1],
        "account, played and kept": [*texts, *PROSE],
        "account, part": [*texts[:1], "recruit zzz in red"],
        "account, rules": ["always draw red > blue > any", "always climb never"],
        "account, refused": ["house 9", "recruit pope in grey", "guilders"],
        "account, empty": [],
    }
    for name, lines in cases.items():
        match, mine = s.match.copy(), {**s.plans, seat.number: Plan()}
        serial = _asked(match, seat).serial
        with spoken_to(seat.owner):  # as whoever reads a letter of theirs
            account = api.apply_letter(match, mine, seat.number, lines, serial=serial)
        api.autoplay(match, mine, kept=False)
        following = match.decision(seat.number)
        turn = None
        if following is not None:
            turn = s.turns[seat.number]
            turn.serial = following.serial
        events = [event for step in account.steps for event in step.events]
        draft = answer.account(seat, account, match, mine[seat.number], turn, events, PROSE[:1])
        refused = not draft.subject.startswith("Re: ")
        yield Written(name, draft, seat, match, turn, not refused and match.round == s.match.round)


def _asked(match: engine.Match, seat: Seat) -> engine.Decision:
    return next(decision for decision in match.decisions if decision.seat == seat.number)


def _one_each(match: engine.Match, seat: Seat) -> list[str]:
    """An order for each hand card that has one, or the first moves of another decision."""
    decision = _asked(match, seat)
    by_card: dict[str, str] = {}
    for move in decision.moves:
        if move.verb not in ("end", "use", "no"):
            by_card.setdefault(move[1] if len(move) > 1 else move.text, move.text)
    found = list(by_card.values())
    return found if decision.kind == "turn" else found[:1]


def _words(s: Session, seat: Seat) -> Iterator[Written]:
    Note.objects.bulk_create(Note(seat=seat, player=seat.owner, round=1, words=words) for words in PRESS)
    s.letter = InboundLetter(pk=7)  # so that no word writes a letter of its own
    not_undone = Undone("Nothing was taken back.", done=False)
    for word in WORDS:
        with spoken_to(seat.owner):
            asked = list(filter(None, [command(word)]))
            told = commands.answer(s, seat, asked, not_undone)
        draft = of_table.words(seat, s.match, asked[0].name, told.words, told.sections)
        yield Written(f"words, {word}", draft, seat, s.match)


def _to_waiting(s: Session, seat: Seat, first: str) -> Iterator[Written]:
    match, plan = s.match, s.plans[seat.number]
    seat.seen = max(-1, match.count - 12)
    news = s.news(seat)
    said = "\n".join(PRESS)

    def written(name: str, draft: Draft) -> Written:
        return Written(name, draft, seat, match)

    yield written("begun", of_table.begun(seat, match, news, first))
    after, steps = _stood_in(s)
    draft = of_table.turn_expired(seat, steps, after, plan, None, True)
    yield Written("expired", draft, seat, after, news=after.round == match.round)
    yield written("turn over", of_table.turn_over(seat, ["workers prince", "17 red"], None, match, plan))
    yield written("replaced", of_table.replaced(seat, match, seat.owner, first, "go on\nundo"))
    back = [Event(telling.TAKEN_BACK, {"seat": number}) for number in (match.decisions[0].seat, None)]
    did = [event for step in steps for event in step.events]
    absent = Event(telling.STOOD_IN, {"seat": match.decisions[0].seat, "events": len(did)})
    draft = of_table.taken_back(seat, after, [*back, *news, absent, *did])
    yield Written("taken back", draft, seat, after, news=after.round == match.round)
    since = news[-9:]
    lent = of_substitutes.taken_over(
        seat, match, plan, None, former=seat.owner, actor=seat.owner, reason="undo", since=since
    )
    yield written("taken over", lent)
    yield written("seat given", of_substitutes.seat_given(seat, match, seat.owner, None, seat.owner, "yes"))
    yield Written("seat gone", of_substitutes.seat_gone(seat.owner, s.table, seat.owner, seat.owner, "go on"))
    for paused in (timezone.now(), None):
        s.table.paused_at = paused
        away = Span(timezone.now() - timedelta(hours=3), timezone.now())
        yield written("time back", of_table.time_back(seat, match, None, away))
        yield written("clocks", of_organiser.clocks_changed(seat, match, None, seat.owner, "go on"))
    yield written("looked", of_organiser.looked_inside(seat, match, seat.owner, "yes"))
    for act in of_organiser.Act:
        yield written("acted", of_organiser.acted(seat, match, act, seat.owner, first, "go on", 24))
    yield written("rolled back", _rolled_back(s, seat, None, [*back, *news], anew=False))
    plan, made_at = s.plans[seat.number], timezone.now() - timedelta(hours=3)
    yield written("restored", of_table.restored(seat, match, plan, None, since=news, made_at=made_at))
    yield written("resumed", _resumed(s, seat, None, news))
    yield written("helped", _helped(s, seat, None, []))
    yield written("say", of_table.said(seat, match, first, said))
    yield written("tell", of_table.told_privately(seat, match, first, said))
    yield written("resigned", of_table.resigned(seat, match, first, ""))
    yield written("you resigned", of_table.resigned(seat, match, first, "you are last at this table"))


def _rolled_back(s: Session, seat: Seat, turn: Turn | None, news: list[Event], *, anew: bool) -> Draft:
    return of_organiser.rolled_back(
        seat, s.match, s.plans[seat.number], turn, actor=seat.owner, reason="go on", back_to=news[-3:], since=news,
        anew=anew,
    )  # fmt: skip


def _helped(s: Session, seat: Seat, turn: Turn | None, news: list[Event]) -> Draft:
    plan, words = s.plans[seat.number], "\n".join(PRESS)
    return of_organiser.helped(seat, s.match, plan, turn, actor=seat.owner, words=words, since=news)


def _resumed(s: Session, seat: Seat, turn: Turn | None, news: list[Event]) -> Draft:
    plan, who = s.plans[seat.number], s.seats[0].owner
    return of_organiser.resumed(seat, s.match, plan, turn, who=who, actor=seat.owner, reason="undo", since=news)


def _stood_in(s: Session) -> tuple[engine.Match, list[api.Step]]:
    """The match after a stand-in's move for the seat that is asked now, and the steps of that move."""
    match = s.match.copy()
    seat = match.decisions[0].seat
    return match, api.stand_in(match, {n: Plan() for n in range(len(s.seats))}, seat, bots["random"])


def _stale(match: engine.Match, seat: Seat) -> list[str]:
    return [move.text for move in _asked(match, seat).moves[:3]]


def to_organiser(league: League) -> Iterator[Written]:
    """The daily letter with a need of each kind, of rows that are put back afterwards, and what answers an answer."""
    organiser = league.organisers.get()
    past = timezone.now() - timedelta(hours=5)
    with transaction.atomic():
        seats = Seat.objects.filter(table__league=league)
        late = Turn.objects.filter(seat__in=seats, ended_at=None)
        late.update(due_by=past, judge_at=None)
        Player.objects.filter(seats__in=seats).update(dead_at=past, awaited_until=past + timedelta(days=7))
        first = seats[0]
        Case.objects.create(seat=first, player=first.owner, words=" ".join(PRESS))
        for state in (InboundLetter.State.HELD, InboundLetter.State.LAID_ASIDE):
            InboundLetter.objects.create(key=state, door="test", raw=b"", received_at=past, seat=first, state=state)
        OutboundLetter.objects.filter(seat=first).update(state=OutboundLetter.State.FAILED)
        Seat.objects.filter(pk=first.pk).update(refused=3, refused_at=past)
        found = needs_of(organiser, organised, harmless)
        League.objects.filter(pk=league.pk).update(expiry=League.Expiry.WAIT)
        found += [need for need in needs_of(organiser, organised, harmless) if need.kind == LATE]
        transaction.set_rollback(True)
    table = first.table
    found.append(
        Need(RULING, f"The stand-in finished {harmless(str(table))}. How does it count?", past, "", table, table)
    )
    words = f"All games of {harmless(str(league))} are over: the results are provisional"
    found.append(Need(RESULTS, words, past, "final in 3 days", league, league))
    kinds = {LATE, ASKED, HELP, HELD, UNREAD, REFUSED, DEAD, DISPUTE, RULING, RESULTS}
    assert {need.kind for need in found} == kinds
    yield Written("needs", desk.needs(organiser, found))
    yield Written("needs, nothing to answer", desk.needs(organiser, [n for n in found if n.kind == DEAD][:1]))
    told = [
        desk.Told(f"1. {harmless(first.owner.name)} has time until Friday 14 November, 18:00 in Brussels."),
        *(desk.Told("2. Your words went to everybody.", words) for words in PRESS),
    ]
    yield Written("needs answered", desk.answered(organiser, told, PRESS))
    yield Written("needs not understood", desk.answered(organiser, [], PRESS))
    yield from _of_the_host(organiser)


def finished(table: Table) -> Iterator[Written]:
    """The final scores to each seat, and the end of the league to each player."""
    s = Session.open(table.pk)
    rows = standings.shown(s.league, standings.standings(s.league))
    for seat in s.seats:
        draft = of_table.final_scores(seat, s.match, rows)
        yield Written("final scores", draft, seat, s.match, news=False, names=tuple(safe_names(table)))
        for with_book in (True, False):
            yield Written("league finished", people.league_finished(seat.owner, s.league, rows, with_book=with_book))
        s.league.final_by = timezone.now() + timedelta(days=3)
        yield Written("provisional", counting.provisional(seat.owner, s.league, rows))
        yield Written("ruled", counting.ruled(seat.owner, s.table, seat.owner, "go on"))
        entry = s.league.entries.select_related("player")[0]
        for void in (True, False):
            out = counting.disqualified(seat.owner, entry, seat.owner, "undo", void=void, stopped=[s.table] * void)
            yield Written("disqualified", out)
        yield from _readmitted(seat, entry)
        yield from _cancelled(seat, entry)


def _cancelled(seat: Seat, entry: Entry) -> Iterator[Written]:
    """With a game that stops and one that had ended, with neither, before the start, and to who waited for a place."""
    league, table = entry.league, seat.table
    for begun, state, tables in (
        (timezone.now(), Entry.State.IN, [table]),
        (timezone.now(), Entry.State.IN, []),
        (None, Entry.State.IN, []),
        (None, Entry.State.WAITING, []),
    ):
        league.started_at, entry.state = begun, state
        yield Written(
            "cancelled", counting.cancelled(entry, league, seat.owner, "undo", stopped=tables * 2, kept=tables)
        )


def _readmitted(seat: Seat, entry: Entry) -> Iterator[Written]:
    """With everything that comes back, with nothing; waiting before the start, a place taken or not, and after it."""
    now, nothing = timezone.now(), list[Table]()
    played = (([seat.table], now, False, False), (nothing, now, False, False))
    for back, begun, waits, taken in (
        *played,
        (nothing, None, True, True),
        (nothing, None, True, False),
        (nothing, now, True, False),
    ):
        entry.league.started_at = begun
        yield Written(
            "readmitted",
            counting.readmitted(
                seat.owner, entry, seat.owner, "undo", waits=waits, taken=taken, counted=back, resumed=back,
                seats=back, later=back,
            ),
        )  # fmt: skip


def _offered(seat: Seat, new: Player, organiser: Player, lines: Sequence[str], url: str) -> Iterator[Written]:
    """A seat for a stranger, with and without a name."""
    for everywhere, name in ((False, new.name), (True, "")):
        offer = SeatOffer(seat=seat, by=organiser, reason=" ".join([*PRESS, *lines]), everywhere=everywhere)
        reader = Player(email=new.email, name=name, language=new.language)
        draft = of_substitutes.seat_offered(reader, offer, url)
        yield Written(f"seat offered{' with all others' if everywhere else ''}", draft)


def _entries_closed(league: League, entry: Entry) -> Iterator[Written]:
    """With the round that is waited for, and while it is not known when the source's rounds come out."""
    drawn = league.draw
    waits = {"source": "https://beacon.example/52db9ba7", "closed": 1_760_000_000, "after": 1_760_000_060}
    waits["words"] = "ab" * 32
    for known in ({"genesis": 1_692_803_367, "period": 3, "round": 22_398_899}, {}):
        league.draw = {"entrants": [1, 2, 3], "words": ["", "", ""], "public": waits | known}
        yield Written("entries closed", draws.entries_closed(entry, league))
    league.draw = drawn


def _answers(seat: Seat, lines: Sequence[str]) -> list[OutboundLetter]:
    """Answers to letters that have waited: to orders in every state, to words, with and without a seat."""
    now = timezone.now()
    told = [
        {"text": text, "state": state, "words": "no" if state == "refused" else ""}
        for text, state in zip([*PRESS, *lines], cycle([*gathered.STATES, "refused"]), strict=False)
    ]
    words = people.answered(seat.owner, "join", ["You are in no league that waits for this word."]).text
    return [
        OutboundLetter(kind="words", seat=seat, answers=InboundLetter(received_at=now, account={"lines": told})),
        OutboundLetter(kind="answered", answers=InboundLetter(received_at=now), text=words, papers=["rules:bruges 1"]),
    ]


def _of_the_host(player: Player) -> Iterator[Written]:
    now = timezone.now()
    yield Written("service restored", host.restored(player, now - timedelta(hours=5), now))
    for trouble in ("", "verify: table 7 (Autumn League table 1): entry 5 is missing"):
        done = Drill(at=now, backup="bruges-2026-03-02-090000.zip", made_at=now, checked=7, trouble=trouble)
        yield Written("drilled", host.drilled(player, done))


def _waiting(seat: Seat) -> list[digest.Waiting]:
    return [found for found in digests.waiting(seat.owner) if found.turn.seat_id == seat.pk]


def _table_of(league: League) -> Table:
    table = league.tables.exclude(opened_at=None).order_by("pk").first()
    assert table is not None
    return table


def _observed(player: Player, table: Table) -> Draft:
    """The letter about a table to somebody who follows it, whatever its league."""
    return observing.observed(player, Observer(pk=1, table=table, email=player.email), table, table.entries.count() - 1)


def to_people(league: League, player: Player, lines: Sequence[str]) -> Iterator[Written]:
    """The letters that belong to no seat."""
    url = f"{PAGES}/sign-in/link?sesame=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    new = Player(email="new@example.net", name=player.name, zone=player.zone)
    entry = Entry(league=league, player=player, state=Entry.State.IN, joined_at=timezone.now())
    yield Written("invited", people.invited(new, league, player, url))
    for role in Role:
        asked = OfficeOffer(league=league, player=player, by=player, role=role, reason=" ".join([*PRESS, *lines]))
        yield Written(f"asked to be {role}", office_letters.asked_to_organise(player, asked, url))
        yield Written(f"no {role} any more", office_letters.office_ended(player, league, player, role, PRESS[0]))
    yield Written("sign-in", people.sign_in(player, url))
    yield Written("sign-up", people.sign_up(new, url))
    yield Written("address known", people.address_known(player, "second@example.net"))
    yield Written("verify", people.verify_address(player, "second@example.net", url))
    yield Written("observe?", observing.observe_asked(player, _table_of(league), url))
    yield Written("observed", _observed(player, _table_of(league)))
    yield Written("renewed", people.renewed(player, 0))
    yield Written("renewed with questions", people.renewed(player, 2))
    yield Written("welcome", people.welcome(entry))
    entry.state = Entry.State.WAITING
    yield Written("waiting list", people.welcome(entry))
    yield Written("probe", people.probe(player, "Autumn: your turn", main=True))
    yield Written("probe of a copy", people.probe(player, "undo", main=False))
    yield Written("left", people.left(entry))
    league.about = league.conduct = "\n".join([*PRESS, *lines])
    yield Written("join?", people.join_asked(player, league, 2))
    league.ready_by = timezone.now() + timedelta(days=3)
    entry.league = league
    yield Written("be ready", people.be_ready(entry))
    yield Written("place lost", people.place_lost(entry))
    yield Written("not started", beginnings.not_started(player, league, "It needs 3 players, 2 have joined."))
    yield Written("to be started", beginnings.to_be_started(player, league, 5, 1))
    yield Written("start moved", beginnings.start_moved(entry, league, player, 2))
    yield from _entries_closed(league, entry)
    yield Written("away", people.away(player, entry, [Days(date(2026, 5, 3), date(2026, 5, 9))], False))
    yield Written("not away", people.away(player, entry, [Days(date(2026, 4, 28), date(2026, 5, 9))], True))
    yield Written("sign up by mail", people.begin(new, url))
    yield Written("announced", people.announced(player, league, player, "\n".join([*PRESS, *lines]), None))
    yield Written("answered", people.answered(player, "join", ["You are in no league that waits for this word."]))
    aside = ["recruit prince in red", "orders.txt", UNKNOWN]
    yield Written("answered, and left aside", people.answered(player, "quiet", ["So be it."], left_aside=aside))
    held = InboundLetter(pk=7, sender="stranger@example.com")
    yield Written(
        "was this you", people.was_this_you(player, held, held.sender, lines, f"{PAGES}/letter/7/", "other address")
    )
    yield Written("letters wait", people.letters_wait(player, f"{PAGES}/letter/"))
    seat = Seat.objects.filter(table__league=league, player=player).select_related("player", "table__league").get()
    yield from _offered(seat, new, player, lines, url)
    case = Case(
        pk=7, seat=seat, player=player, words=" ".join([*PRESS, *lines]), ruling="\n".join(PRESS), ruled_by=player
    )
    yield Written("case opened", people.case_opened(player, case, f"{PAGES}/desk/case/7/"))
    yield Written("case ruled", people.case_ruled(player, case))
    seat.table.finished_at = timezone.now()
    yield Written("case opened once it is over", people.case_opened(player, case, f"{PAGES}/desk/case/7/"))
    seat.table.finished_at = None
    yield Written("gathered", gathered.gathered(player, _answers(seat, lines), _waiting(seat), timezone.now()))
    yield Written("gathered, nothing asked", gathered.gathered(player, _answers(seat, lines), (), timezone.now()))
    yield Written("seat theirs again", people.no_longer_yours(player, seat, [player], lines, "", None))
    seat.mover = Seat.Mover.REPLACED
    yield Written("no longer yours", people.no_longer_yours(player, seat, [player], lines, "", None))
    seat.table.state = Table.State.FINISHED
    yield Written("no longer yours, over", people.no_longer_yours(player, seat, [player], lines, "", None))
    seat.table.state = Table.State.RUNNING
