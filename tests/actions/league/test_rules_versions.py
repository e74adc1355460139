"""A league is played to its end under the version of the rules with which it opened, whatever is released meanwhile."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from pypdf import PdfReader

from engine import verify
from engine.match.export import replay
from tests.engine import toy
from tests.shared.cast import Cast, asked_seat, only_table, prepared_league, running_league
from tests.shared.post import answers_to, deliver, newest
from tournaments.actions.commands import rulebooks
from tournaments.actions.league import leagues
from tournaments.actions.table import rollback
from tournaments.models import League, OutboundLetter, Table
from tournaments.papers import papers
from tournaments.papers import table as table_papers
from tournaments.queries import matches
from tournaments.queries.leagues import terms

pytestmark = pytest.mark.django_db
BEFORE, NOW = 2, 3
GIVEN = {BEFORE: 3, NOW: 1}  # stones, by the well


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The time when the second version of the rules was the newest; undone: a later release is installed."""
    monkeypatch.setattr(toy.Pebbles, "rules", BEFORE)
    monkeypatch.setattr(toy.Pebbles, "earlier", ())
    return monkeypatch


def pebbles(cast: Cast, **settings: object) -> League:
    settings = {"reveal_delay": timedelta(0), "options": {"rounds": 1}, **settings}
    return running_league(cast, game=toy.GAME.slug, **settings)


def at_turns(league: League) -> Table:
    """Its table when all have bid."""
    table = only_table(league)
    for seat in table.seats.order_by("number"):
        deliver(newest(seat), "bid 0")
    return table


def stones(table: Table, seat: int) -> int:
    table.refresh_from_db()
    return int(matches.load(table).view(seat).seats[seat].stones)


def order(table: Table, *lines: str) -> None:
    letter = deliver(newest(asked_seat(table)), *lines)
    assert answers_to(letter), "the letter was answered"


def test_a_running_table_goes_on_by_letter_under_the_rules_that_it_began_with(
    cast: Cast, before: pytest.MonkeyPatch
) -> None:
    table = at_turns(pebbles(cast))
    order(table, "skip", "use well")
    assert stones(table, 0) == 2 + GIVEN[BEFORE]
    before.undo()
    order(table, "take 1")
    order(table, "skip", "use well")
    assert stones(table, 1) == 2 + GIVEN[BEFORE]


def test_what_is_rolled_back_after_a_release_is_played_again_as_it_was(cast: Cast, before: pytest.MonkeyPatch) -> None:
    table = at_turns(pebbles(cast))
    start = table.entries.count()
    order(table, "skip", "use well", "take 1")
    before.undo()
    table.refresh_from_db()
    rollback.roll_back(table.pk, start, cast.organiser, "A mistake of ours.", anew=False, seen=table.head)
    order(table, "use well")
    assert stones(table, 0) == 2 + GIVEN[BEFORE]


def test_its_record_agrees_with_the_verifier_and_is_played_again(cast: Cast, before: pytest.MonkeyPatch) -> None:
    table = at_turns(pebbles(cast))
    before.undo()
    for _ in range(3):
        if asked_seat(table).turns.get(ended_at=None).kind == "offer":
            order(table, "skip")
        order(table, "take 1", "end")
    table.refresh_from_db()
    assert table.state == Table.State.FINISHED
    record = table_papers.exchanged(table, table_papers.whole(table))
    assert verify.verify(record)
    again = replay(record)
    assert (again.game.rules, again.head) == (BEFORE, table.head)


def test_tables_that_open_after_a_release_are_played_as_the_league_was_announced(
    cast: Cast, before: pytest.MonkeyPatch
) -> None:
    league = prepared_league(cast, game=toy.GAME.slug, reveal_delay=timedelta(0))
    before.undo()
    for player in cast.players:
        leagues.enrol(league, player)
    table = only_table(leagues.start(league, cast.organiser))
    assert table.header is not None
    assert table.header["rules"] == BEFORE
    assert only_table(pebbles(cast, name="Winter League", tag="Winter")).header["rules"] == NOW


def test_a_league_says_the_version_that_it_is_kept_to_and_hands_out_its_rules(
    cast: Cast, before: pytest.MonkeyPatch
) -> None:
    league = prepared_league(cast, game=toy.GAME.slug)
    before.undo()
    assert ("Rules", f"version {BEFORE}, kept for the whole league") in terms.settings_of(league)
    leagues.enrol(league, cast.player)
    letter = OutboundLetter.objects.get(kind="welcome")
    _, content, _ = papers.render(letter.papers[0], letter)
    told = " ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
    assert f"rules version {BEFORE}" in told
    assert f"gives so many stones: {GIVEN[BEFORE]}" in told


def test_whoever_plays_under_two_versions_gets_the_rules_of_both(cast: Cast, before: pytest.MonkeyPatch) -> None:
    leagues.enrol(prepared_league(cast, game=toy.GAME.slug), cast.player)
    before.undo()
    leagues.enrol(prepared_league(cast, game=toy.GAME.slug, name="Winter", tag="Winter"), cast.player)
    assert [game.rules for game in rulebooks.played_by(cast.player)] == [BEFORE, NOW]


def test_an_update_that_no_longer_plays_the_rules_of_a_league_is_refused_before_anything_changes(
    cast: Cast, before: pytest.MonkeyPatch
) -> None:
    pebbles(cast)
    before.undo()
    call_command("check", databases=["default"], tags=["database"])
    before.setattr(toy.Pebbles, "earlier", ())
    with pytest.raises(SystemCheckError, match=f"pebbles under rules {BEFORE} is not played.*Autumn League"):
        call_command("migrate", verbosity=0, skip_checks=False)


def test_a_league_in_preparation_is_under_the_newest_version(cast: Cast, before: pytest.MonkeyPatch) -> None:
    league = leagues.create(cast.organiser, name="Autumn", tag="Autumn", game=toy.GAME.slug, seats=3, max_players=3)
    before.undo()
    assert ("Rules", f"version {NOW}, kept for the whole league") in terms.settings_of(league)
    assert leagues.open_league(league, cast.organiser).rules == NOW
