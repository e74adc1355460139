"""The times in which a person was in a league, as its journal tells: names mean them in these times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.shared.cast import Cast, prepared_league
from tournaments.actions.erasing.called import Span, called
from tournaments.models import JournalLine, League, Player

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 2, tzinfo=UTC)


def day(number: int) -> datetime:
    return START + timedelta(days=number)


def inside(cast: Cast, *lines: tuple[str, Player, dict[str, Any]]) -> tuple[Span, ...]:
    """The times of the cast's player in a league whose journal has these lines, one a day."""
    league = prepared_league(cast)
    JournalLine.objects.all().delete()
    for number, (verb, actor, data) in enumerate(lines):
        row = JournalLine.objects.create(verb=verb, words=verb, actor=actor, league=league, data=data)
        JournalLine.objects.filter(pk=row.pk).update(at=day(number))
    return called(cast.player, League.objects.values_list("pk", flat=True)).inside.get(league.pk, ())


def test_whoever_leaves_and_comes_back_was_there_twice(cast: Cast) -> None:
    me = cast.player
    found = inside(cast, ("joined", me, {}), ("left", me, {}), ("joined", me, {}))
    assert found == (Span(day(0), day(1)), Span(day(2), None))


def test_whoever_is_there_and_gets_a_seat_is_there_once(cast: Cast) -> None:
    me, given = cast.player, {"to": cast.player.pk, "former": cast.third.pk}
    found = inside(cast, ("joined", me, {}), ("seat given", cast.organiser, given), ("left", me, {}))
    assert found == (Span(day(0), day(2)),)


def test_whoever_is_put_out_has_gone_and_what_becomes_of_their_seat_later_changes_nothing(cast: Cast) -> None:
    me, out = cast.player, {"player": cast.player.pk}
    given = {"to": cast.third.pk, "former": me.pk}
    lines = (("disqualified", cast.organiser, out), ("seat given", cast.organiser, given))
    assert inside(cast, ("joined", me, {}), *lines) == (Span(day(0), day(1)),)


def test_who_goes_without_a_line_of_coming_was_never_there(cast: Cast) -> None:
    assert inside(cast, ("left", cast.player, {})) == ()


def test_a_playing_organiser_who_puts_somebody_out_or_readmits_them_stays(cast: Cast) -> None:
    me, other = cast.player, {"player": cast.third.pk}
    lines = (("disqualified", me, other), ("readmitted", me, other))
    assert inside(cast, ("joined", me, {}), *lines, ("left", me, {})) == (Span(day(0), day(3)),)


def test_who_comes_with_a_line_that_names_another_puts_nobody_out(cast: Cast) -> None:
    me, named = cast.player, {"player": cast.player.pk}
    assert inside(cast, ("joined", me, {}), ("joined", cast.third, named)) == (Span(day(0), None),)
