"""Letters to those who follow a public table without playing there: a question, then what everybody may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings

import engine
from engine.game import Section
from engine.language.languages import spoken
from engine.orders.api import effective_rules
from tournaments.language.speech import say
from tournaments.letters import headers
from tournaments.letters.parts import result
from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.language import in_its_readers_language
from tournaments.letters.parts.layout import end_of_letter, marker
from tournaments.letters.parts.names import harmless
from tournaments.letters.people import DAYS
from tournaments.models import Observer, Player, Table
from tournaments.queries import matches, replays, telling
from tournaments.queries.access import observing
from tournaments.queries.names import page, public_names, table_title

NOBODY = -1  # a reader who has no seat
OF_SEATS = ("choice", "menu", "how", "ahead", "me", "hand")  # sections for whoever is asked something


@in_its_readers_language
def observe_asked(reader: Player, table: Table, url: str) -> Draft:
    """The letter to an address that somebody typed at a table: the page with the button that confirms it."""
    return compose("observe_asked", {**_about(table), "url": url, "days": DAYS})


@in_its_readers_language
def observed(reader: Player, observer: Observer, table: Table, until: int) -> Draft:
    """The news since the last letter up to entry `until`, as everybody may know it, and the position then.

    observer  whose letter it is: what it has been told, and the way to end it
    """
    names = [harmless(name) for name in public_names(table)]
    now = replays.replay(table, -1, names, None, until=until)
    assert now is not None  # every opened table has its set-up
    log = [entry for entry in matches.log_of(table, observer.told) if entry.number <= until]
    events = telling.does_not_hold(log, observer.told, NOBODY) + telling.happened(log)
    over, stopped = table.state == Table.State.FINISHED, table.state == Table.State.STOPPED
    values = {
        **_about(table),
        "round": now.step.round,
        "over": over,
        "stopped": stopped,
        "happened": telling.told(now.game, events, names, None),
        "sections": _sections(now, names),
        "alt": now.game.describe(now.view, names, None),
        "address": page("move", table.pk, now.step.number),
        "ending": headers.observing_page(observer),
        "first": marker(say("YOU FOLLOW THIS TABLE"), _state(table, now.step.round)),
        "end": end_of_letter(),
        **(result.of_sheet(_match(table).scoresheet(), names) if over else {}),
    }
    picture = {
        "table": table.pk,
        "seat": None,
        "entry": until,
        "language": spoken(),
        "told": observer.told,
        "names": observing.names_in(table),
    }
    return compose("observed", values, picture=picture, headers=headers.of_observing(observer))


def _about(table: Table) -> dict[str, Any]:
    """The values of both letters. Without the league's row: whoever only follows it is not told of new names."""
    return {
        "service": settings.SERVICE_NAME,
        "title": table_title(table),
        "tag": table.league.tag,
        "league_name": harmless(table.league.name),
    }


def _match(table: Table) -> engine.Match:
    return matches.load(table)


def _state(table: Table, last: int) -> str:
    if table.state == Table.State.FINISHED:
        return say("the game is over")
    if table.state == Table.State.STOPPED:
        return say("the table was stopped")
    return say("round {round} is over", round=last)


def _sections(now: replays.Replay, names: Sequence[str]) -> list[Section]:
    sections = now.game.sections(now.view, None, names, effective_rules(now.game, {}, {}), None)
    return [section for section in sections if section.key not in OF_SEATS]
