"""Before the start: entrants are asked to answer, the silent are shown and lose their place to who waits."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.shared.cast import Cast, person, prepared_league
from tests.shared.desk import at_desk
from tournaments.actions.league import checkin, disqualify, leagues, readmit
from tournaments.language.refusals import BadSettings, NotOpen, NotYours
from tournaments.models import Entry, League, OutboundLetter, Player

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def league(cast: Cast) -> League:
    """Full with three; a fourth waits."""
    league = prepared_league(cast, max_players=3)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    return league


def asked() -> set[Player]:
    return {letter.player for letter in OutboundLetter.objects.filter(kind="be_ready")}


def places(league: League) -> list[str]:
    entries = league.entries.filter(state=Entry.State.IN).order_by("pk")
    return list(entries.values_list("player__name", flat=True))


def page(player: Player) -> Client:
    return at_desk(player)


def test_everybody_with_a_place_is_asked_who_has_not_answered_yet(cast: Cast, league: League) -> None:
    checkin.ready(cast.player, league)
    checkin.call(league, cast.organiser, timezone.now() + 3 * DAY)
    assert asked() == {cast.opponent, cast.third}
    text = OutboundLetter.objects.filter(kind="be_ready").latest("pk").text
    assert "[ready]" in text


def test_who_is_asked_again_by_a_date_that_was_named_before_is_told_so(cast: Cast, league: League) -> None:
    first, later = timezone.now() + DAY, timezone.now() + 3 * DAY
    for by in (first, later, first):
        checkin.call(league, cast.organiser, by)
    assert OutboundLetter.objects.filter(kind="be_ready", player=cast.third).count() == 3


def test_only_an_organiser_asks_and_not_for_yesterday(cast: Cast, league: League) -> None:
    with pytest.raises(NotYours):
        checkin.call(league, cast.player, timezone.now() + DAY)
    with pytest.raises(BadSettings):
        checkin.call(league, cast.organiser, timezone.now() - DAY)


def test_the_silent_give_their_places_to_those_who_wait_once_the_date_is_over(cast: Cast, league: League) -> None:
    checkin.call(league, cast.organiser, timezone.now() + DAY)
    checkin.ready(cast.player, league)
    checkin.ready(cast.third, league)
    with pytest.raises(NotOpen):
        checkin.replace_silent(league, cast.organiser)
    with time_machine.travel(timezone.now() + 2 * DAY):
        assert checkin.replace_silent(league, cast.organiser) == 1
    assert places(league) == ["Anna", "Chidi", "Otto"]
    assert Entry.objects.get(player=cast.opponent).state == Entry.State.WAITING
    assert OutboundLetter.objects.filter(player=cast.opponent).latest("pk").kind == "place_lost"
    assert OutboundLetter.objects.filter(player=cast.outsider).latest("pk").kind == "welcome"


def test_nobody_loses_a_place_that_nobody_waits_for(cast: Cast, league: League) -> None:
    leagues.leave(league, cast.outsider)
    checkin.call(league, cast.organiser, timezone.now() + DAY)
    with time_machine.travel(timezone.now() + 2 * DAY), pytest.raises(NotOpen):
        checkin.replace_silent(league, cast.organiser)
    assert len(places(league)) == 3


def test_who_moves_up_behind_the_date_was_not_asked_and_is_not_silent(cast: Cast, league: League) -> None:
    leagues.enrol(league, person("Fred"))
    checkin.call(league, cast.organiser, timezone.now() + DAY)
    for player in (cast.player, cast.opponent, cast.third):
        checkin.ready(player, league)
    with time_machine.travel(timezone.now() + 2 * DAY):
        leagues.leave(league, cast.player)
        assert "Otto" in places(league)
        assert not checkin.may_replace(league)
        with pytest.raises(NotOpen, match="who was asked"):
            checkin.replace_silent(league, cast.organiser)
        checkin.call(league, cast.organiser, timezone.now() + DAY)
    assert asked() == {cast.opponent, cast.third, cast.player, cast.outsider}
    with time_machine.travel(timezone.now() + 4 * DAY):
        assert checkin.replace_silent(league, cast.organiser) == 1
    assert "Otto" not in places(league)


def test_who_was_out_when_the_date_passed_could_not_answer_and_is_not_silent(cast: Cast, league: League) -> None:
    checkin.call(league, cast.organiser, timezone.now() + DAY)
    leagues.leave(league, cast.outsider)
    out = disqualify.disqualify(league.entries.get(player=cast.third).pk, cast.organiser, "two", void=False)
    with time_machine.travel(timezone.now() + 2 * DAY):
        readmit.readmit(out.pk, cast.organiser, "one")
        assert list(checkin.silent(league).values_list("player__name", flat=True)) == ["Anna", "Bea"]


def test_who_was_asked_and_has_joined_again_is_not_passed_over(cast: Cast, league: League) -> None:
    checkin.call(league, cast.organiser, timezone.now() + DAY)
    checkin.ready(cast.third, league)
    leagues.leave(league, cast.player)  # whose place Otto gets
    leagues.enrol(league, cast.player)
    with time_machine.travel(timezone.now() + 2 * DAY):
        assert [(old.player, new.player) for old, new in checkin.places(league, cast.organiser)] == [
            (cast.opponent, cast.player)
        ]


def test_the_silent_get_no_places_of_others_who_are_silent(cast: Cast, league: League) -> None:
    checkin.call(league, cast.organiser, timezone.now() + DAY)
    with time_machine.travel(timezone.now() + 2 * DAY):
        assert checkin.replace_silent(league, cast.organiser) == 1
        assert checkin.silent(league).count() == 2
        with pytest.raises(NotOpen):
            checkin.replace_silent(league, cast.organiser)
        lost = league.entries.get(state=Entry.State.WAITING)
        checkin.ready(lost.player, league)
        assert checkin.replace_silent(league, cast.organiser) == 1


def test_the_page_names_who_loses_and_gets_a_place_and_an_older_one_is_refused(cast: Cast, league: League) -> None:
    leagues.enrol(league, person("Fred"))
    url = f"/desk/tournaments/league/{league.pk}/silent/"
    checkin.call(league, cast.organiser, timezone.now() + DAY)
    checkin.ready(cast.third, league)
    with time_machine.travel(timezone.now() + 2 * DAY):
        desk = Client()
        desk.force_login(cast.organiser)
        seen = desk.get(url)
        assert seen.context["explained"] == [
            "Otto gets the place of Anna, who waits from then on.",
            "Fred gets the place of Bea, who waits from then on.",
        ]
        checkin.ready(cast.player, league)
        refused = desk.post(url, {"stamp": seen.context["stamp"]})
        assert (refused.status_code, refused.context["explained"]) == (
            422, ["Otto gets the place of Bea, who waits from then on."],
        )  # fmt: skip
        assert places(league) == ["Anna", "Bea", "Chidi"]
        assert desk.post(url, {"stamp": refused.context["stamp"]}).status_code == 302
        assert places(league) == ["Anna", "Chidi", "Otto"]


@pytest.mark.parametrize("organisers", [1, 2])
def test_a_page_that_was_open_before_takes_no_place_from_who_has_just_moved_up(cast: Cast, organisers: int) -> None:
    league, url = prepared_league(cast, seats=2, max_players=2), "/desk/tournaments/league/{}/silent/"
    for player in (cast.player, cast.opponent):
        leagues.enrol(league, player)
    checkin.call(league, cast.organiser, timezone.now() + DAY)
    for player in (cast.third, cast.outsider):
        leagues.enrol(league, player)
    ilse = person("Ilse", is_staff=True)
    league.organisers.add(ilse)
    with time_machine.travel(timezone.now() + 2 * DAY) as clock:
        stamps = []
        for organiser in (cast.organiser, ilse)[:organisers]:
            desk = Client()
            desk.force_login(organiser)
            stamps.append((desk, desk.get(url.format(league.pk)).context["stamp"]))
        first, second = stamps[0], stamps[-1]
        assert first[0].post(url.format(league.pk), {"stamp": first[1]}).status_code == 302
        clock.shift(timedelta(minutes=1))
        second[0].post(url.format(league.pk), {"stamp": second[1]})
    assert places(league) == ["Chidi", "Otto"]
    assert not asked() & {cast.third, cast.outsider}


def test_the_page_of_the_league_names_the_date_only_to_who_was_asked(cast: Cast, league: League) -> None:
    checkin.call(league, cast.organiser, timezone.now() + DAY)
    for player, told in ((cast.player, True), (cast.outsider, False)):
        reader = Client()
        reader.force_login(player)
        assert ("It is asked for until" in reader.get(f"/league/{league.pk}/").content.decode()) == told


def test_who_comes_back_later_has_to_say_ready_anew(cast: Cast, league: League) -> None:
    checkin.ready(cast.player, league)
    assert league.entries.get(player=cast.player).ready_at is not None
    leagues.leave(league, cast.player)
    assert leagues.enrol(league, cast.player).ready_at is None


def test_the_desk_asks_shows_the_silent_and_replaces_them(cast: Cast, league: League) -> None:
    desk = page(cast.organiser)
    checkin.ready(cast.player, league)
    base = f"/desk/tournaments/league/{league.pk}"
    assert desk.post(f"{base}/ready/", {"days": 2}, follow=True).status_code == 200
    assert asked() == {cast.opponent, cast.third}
    shown = desk.get(f"{base}/start/").content.decode()
    assert shown.count("has not said “ready”") == 3
    with time_machine.travel(timezone.now() + 3 * DAY):
        assert "Replace the silent" in desk.get(f"{base}/change/").content.decode()
        desk.post(f"{base}/silent/", {}, follow=True)
    assert "Otto" in places(league)


def test_the_desk_announces_to_a_league(cast: Cast, league: League) -> None:
    page(cast.organiser).post(f"/desk/tournaments/league/{league.pk}/announce/", {"words": "Soon"}, follow=True)
    assert OutboundLetter.objects.filter(kind="announced").count() == 4
