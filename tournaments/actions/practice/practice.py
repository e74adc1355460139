"""A table to practise at: one player against the stand-in, at once, and it counts for nothing."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

import engine
from engine import chance
from engine.language import typed
from engine.language.wording import listed
from tournaments.actions import journal, present
from tournaments.actions.league import decks, settings
from tournaments.actions.table import tables
from tournaments.language.refusals import AlreadyEntered, BadSettings, TooOften
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.models import Entry, League, Player, Table
from tournaments.outbox import limits

SEATS = 2
TABLES_A_DAY = 3
DAY = timedelta(days=1)
TURN_TIME = timedelta(days=3)


@transaction.atomic
def begin(player: Player, words: str) -> Table:
    """Open the table; its first letter is on its way. BadSettings for no game, AlreadyEntered while one is played."""
    game = _named(words)
    present.hold(player)  # also: of two presses at one moment the second finds the table of the first
    running = League.objects.filter(practice=True, game=game.slug, state=League.State.RUNNING)
    if running.filter(entries__player=player).exists():
        raise AlreadyEntered(
            say("You practise {game} already. The word [games] says where, [resign] ends it.", game=game.name)
        )
    if not limits.allow("practice", str(player.pk), TABLES_A_DAY, DAY):
        raise TooOften(say("These were many tables for one day. Tomorrow there are more."))
    with spoken_to(player):  # who alone reads what it is called
        league = _league(game)
    entry = Entry.objects.create(league=league, player=player)
    secret = secrets.token_bytes(32)
    seal = chance.commitment(secret)
    table = Table.objects.create(league=league, number=1, secret=secret, commitment=seal, words=[""] * SEATS)
    words = f"{player} practises {game.name}"
    journal.note("practice", words, actor=player, league=league)
    tables.open_table(table, [entry, None])
    return table


def games() -> dict[str, engine.Game[Any]]:
    """The games that can be practised, by slug: those that two can play."""
    return {slug: game for slug, game in engine.games.items() if game.seats[0] <= SEATS}


def _named(words: str) -> engine.Game[Any]:
    known = games()
    found = typed.complete(typed.normalise(words), known)
    if len(found) != 1:
        names = listed([game.name for game in known.values()], say("or"))
        raise BadSettings(say("Which game do you want to practise? There is {games}.", games=names))
    return known[found[0]]


def _league(game: engine.Game[Any]) -> League:
    """The league around the one table: nobody organises it, nobody else can join, no delays."""
    now = timezone.now()
    league = League(
        name=say("Practice of {game}", game=game.name), tag=say("Practice"), practice=True,
        game=game.slug, seats=SEATS, max_players=SEATS,
        turn_time=TURN_TIME, delay=timedelta(0), reveal_delay=timedelta(0), state=League.State.RUNNING,
        opened_at=now, started_at=now,
    )  # fmt: skip
    settings.check(league)
    decks.pin(league)
    league.save(force_insert=True)
    return league
