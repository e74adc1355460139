"""Results are provisional first: everybody may object, the organiser may rule or confirm, and time ends the wait."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.shared.cast import Cast, only_table, person, running_league
from tests.shared.desk import at_desk
from tests.shared.play import end_by_bots
from tests.shared.post import deliver, newest
from tournaments.actions.commands import cases
from tournaments.actions.league import disqualify, readmit, results
from tournaments.language.refusals import NotOpen, NotWaiting, NotYours
from tournaments.models import Case, JournalLine, League, OutboundLetter, Player, Print, Table
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db
DAYS = timedelta(days=3)


@pytest.fixture
def league(cast: Cast) -> League:
    """All its games are over."""
    league = running_league(cast, seats=2, max_players=2, provisional=DAYS)
    end_by_bots(only_table(league))
    league.refresh_from_db()
    return league


def letters(kind: str) -> list[OutboundLetter]:
    return list(OutboundLetter.objects.filter(kind=kind))


def after(league: League, by: timedelta = timedelta(seconds=1)) -> time_machine.travel:
    assert league.final_by is not None
    return time_machine.travel(league.final_by + by)


def test_everybody_reads_until_when_the_results_are_provisional(cast: Cast, league: League) -> None:
    assert league.state == League.State.RUNNING
    assert league.final_by is not None
    assert abs(league.final_by - timezone.now() - DAYS) < timedelta(minutes=1)
    assert {letter.player for letter in letters("provisional")} == {cast.player, cast.opponent}
    assert "[referee]" in letters("provisional")[0].text
    assert not letters("league_finished")


def test_time_makes_them_final_and_everybody_gets_the_final_standings_once(league: League) -> None:
    assert sweeps.sweep()["finals"] == 0
    with after(league):
        assert sweeps.sweep()["finals"] == 1
        assert sweeps.sweep()["finals"] == 0
    league.refresh_from_db()
    assert league.state == League.State.FINISHED
    assert [letter.papers for letter in letters("league_finished")] == [["book"]] * 2


def test_the_book_of_a_large_league_lies_on_its_page_instead_of_in_every_letter(
    cast: Cast, league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "BOOK_TABLES", 0)
    results.confirm(league, cast.organiser)
    for letter in letters("league_finished"):
        assert letter.papers == []
        assert "too large for a letter" in " ".join(letter.text.split())
        assert f"/league/{league.pk}/" in letter.text
        assert "too large for a letter" in letter.html


def test_a_book_is_printed_for_every_language_that_the_final_letters_speak(cast: Cast, league: League) -> None:
    Player.objects.filter(pk=cast.opponent.pk).update(language="de")
    results.confirm(league, cast.organiser)
    assert sorted(Print.objects.filter(kind=Print.Kind.BOOK).values_list("language", flat=True)) == ["de", "en"]


def test_the_organiser_confirms_them_before_and_nobody_else(cast: Cast, league: League) -> None:
    with pytest.raises(NotYours):
        results.confirm(league, person("Oscar", is_staff=True))
    results.confirm(league, cast.organiser)
    with pytest.raises(NotWaiting):
        results.confirm(league, cast.organiser)
    assert len(letters("league_finished")) == 2
    assert JournalLine.objects.filter(verb="league finished", actor=cast.organiser).count() == 1


def test_a_running_league_has_nothing_to_confirm(cast: Cast) -> None:
    with pytest.raises(NotWaiting):
        results.confirm(running_league(cast), cast.organiser)


def test_a_player_objects_by_mail_and_nothing_is_final_before_the_ruling(cast: Cast, league: League) -> None:
    seat = Table.objects.get(state="finished").seats.get(player=cast.player)
    deliver(newest(seat, "final_scores"), "referee my last card was played twice")
    case = Case.objects.get()
    with pytest.raises(NotWaiting, match="1 case waits"):
        results.confirm(league, cast.organiser)
    with after(league):
        assert sweeps.sweep()["finals"] == 0
        assert not results.make_final(league.pk)
        cases.rule(case.pk, cast.organiser, "It was not.")
        assert sweeps.sweep()["finals"] == 1


def test_player_and_organiser_read_what_a_case_holds_up_once_the_game_is_over_and_once_all_is_final(
    cast: Cast, league: League
) -> None:
    seat = Table.objects.get(state="finished").seats.get(player=cast.player)
    for words, told in (("one", "how it counts can be changed until"), ("two", "no ruling changes them any more")):
        deliver(newest(seat, "final_scores"), f"referee my card {words} was played twice")
        case = Case.objects.latest("pk")
        for letter in (newest(seat, "words"), OutboundLetter.objects.get(dedupe=f"case:{case.pk}:{cast.organiser.pk}")):
            text = " ".join(letter.text.replace("\xa0", " ").split())
            assert told in text
            assert "goes on meanwhile" not in text
        if words == "one":
            results.confirm(league, cast.organiser, over=[case.pk])


def test_the_organiser_confirms_over_cases_and_says_so_to_whose_they_are(cast: Cast, league: League) -> None:
    seat = Table.objects.get(state="finished").seats.get(player=cast.player)
    for number in range(2):
        deliver(newest(seat, "final_scores"), f"referee my card {number} was played twice")
    desk, path = at_desk(cast.organiser), f"/desk/tournaments/league/{league.pk}/confirm/"
    assert "my card 1 was played twice" in desk.get(path).content.decode()
    assert desk.post(path).status_code == 422, "it has to be said once more"
    with pytest.raises(NotWaiting, match="1 case waits"):
        results.confirm(league, cast.organiser, over=[Case.objects.earliest("pk").pk])
    desk.post(path, {"sure": "on"})
    league.refresh_from_db()
    assert league.state == League.State.FINISHED
    assert not Case.objects.filter(ruled_at=None).exists()
    told = letters("case_ruled")
    assert [letter.player for letter in told] == [cast.player] * 2
    assert "without a ruling on this" in told[0].text.replace("\xa0", " ")
    assert JournalLine.objects.filter(verb="case passed over", actor=cast.organiser, seat=seat).count() == 2


def test_the_page_that_confirms_over_many_cases_shows_how_the_first_begin_and_where_the_others_are(
    cast: Cast, league: League
) -> None:
    seat = Table.objects.get(state="finished").seated[0]
    for number in range(23):
        Case.objects.create(seat=seat, player=seat.player, words=f"Case {number}: {'<b>why</b> ' * 150}the end")
    page = at_desk(cast.organiser).get(f"/desk/tournaments/league/{league.pk}/confirm/").content.decode()
    assert page.count("asks for a ruling: Case") == 20
    assert "Case 19: &lt;b&gt;why" in page
    assert "Case 20" not in page
    assert "the end" not in page
    assert '<a href="/desk/needs/cases/">There are 3 more of them.</a>' in page


def test_a_player_who_calls_the_referee_after_each_ruling_does_not_keep_the_results_from_being_final(
    cast: Cast, league: League
) -> None:
    seat = Table.objects.get(state="finished").seats.get(player=cast.player)
    with after(league):
        for number in range(10):
            deliver(newest(seat, "final_scores"), f"referee still unfair {number}")
            for case in Case.objects.filter(ruled_at=None):
                cases.rule(case.pk, cast.organiser, "No.")
        deliver(newest(seat, "final_scores"), "referee still unfair")
        assert sweeps.sweep()["finals"] == 1
    assert Case.objects.count() == cases.AFTER_END_AT_MOST


def test_a_game_that_ended_is_ruled_on_and_its_players_are_told_until_the_results_are_final(
    cast: Cast, league: League
) -> None:
    table = Table.objects.get(state="finished")
    assert table.result is not None
    turned = [3 - rank for rank in table.result["counted"]]
    before = [row.player for row in results.standings(league)]
    results.rule(table.pk, turned, cast.organiser, "A card was read wrongly.")
    assert [row.player for row in results.standings(league)] == before[::-1]
    told = letters("ruled")
    assert {letter.player for letter in told} == {cast.player, cast.opponent}
    assert "A card was read wrongly." in told[0].text.replace("\xa0", " ")
    league.refresh_from_db()
    assert league.state == League.State.RUNNING, "a ruling does not cut the time for objections"
    results.confirm(league, cast.organiser)
    with pytest.raises(NotOpen, match="final"):
        results.rule(table.pk, turned[::-1], cast.organiser, "No.")


def test_a_ruling_begins_the_time_to_object_anew_for_everybody_if_it_changes_anything(
    cast: Cast, league: League
) -> None:
    table = Table.objects.get(state="finished")
    assert table.result is not None
    assert league.final_by is not None
    until, before = league.final_by, len(letters("provisional"))
    results.rule(table.pk, table.result["counted"], cast.organiser, "It stays so.")
    league.refresh_from_db()
    assert league.final_by == until
    with time_machine.travel(until - timedelta(seconds=30), tick=False):
        results.rule(table.pk, table.result["counted"][::-1], cast.organiser, "A card was read wrongly.")
        league.refresh_from_db()
        assert league.final_by == timezone.now() + DAYS
    assert len(letters("provisional")) == 2 * before
    with time_machine.travel(until + timedelta(seconds=1)):
        assert sweeps.sweep()["finals"] == 0


def test_so_does_putting_a_player_out(cast: Cast, league: League) -> None:
    assert league.final_by is not None
    with time_machine.travel(league.final_by - timedelta(seconds=30), tick=False):
        disqualify.disqualify(league.entries.get(player=cast.opponent).pk, cast.organiser, "slow", void=True)
        league.refresh_from_db()
        assert league.final_by == timezone.now() + DAYS


def test_a_game_that_is_void_cannot_be_ruled_on_before_who_is_out_is_readmitted(cast: Cast, league: League) -> None:
    table, entry = Table.objects.get(state="finished"), league.entries.get(player=cast.opponent)
    assert table.result is not None
    turned = [3 - rank for rank in table.result["counted"]]
    disqualify.disqualify(entry.pk, cast.organiser, "slow", void=True)
    desk, path = at_desk(cast.organiser), f"/desk/tournaments/table/{table.pk}/rule/"
    assert path not in desk.get(f"/desk/tournaments/table/{table.pk}/change/").content.decode()
    assert "It counts for nobody" in desk.get(path).content.decode()
    with pytest.raises(NotOpen, match=r"counts for nobody, .* readmit them first"):
        results.rule(table.pk, turned, cast.organiser, "A card was read wrongly.")
    assert not letters("ruled")
    readmit.readmit(entry.pk, cast.organiser, "It was her brother.")
    assert path in desk.get(f"/desk/tournaments/table/{table.pk}/change/").content.decode()
    assert results.rule(table.pk, turned, cast.organiser, "A card was read wrongly.").result["counted"] == turned


def test_a_league_that_waits_for_nobody_is_final_at_once(cast: Cast) -> None:
    league = running_league(cast, seats=2, max_players=2, provisional=timedelta(0))
    end_by_bots(only_table(league))
    assert not letters("provisional")
    assert len(letters("league_finished")) == 2
