"""The language in which a player reads: chosen by a word in a letter or in the profile, kept in English otherwise."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from tests.shared.cast import Cast, asked_seat, only_table, prepared_league, running_league
from tests.shared.plain_words import written_in
from tests.shared.post import deliver, newest
from tournaments.actions.clock import deadlines
from tournaments.actions.league import invitations, leagues
from tournaments.actions.player import people
from tournaments.actions.practice import practice
from tournaments.language.refusals import BadSettings
from tournaments.models import Invitation, JournalLine, League, OutboundLetter, Player
from tournaments.queries import calendars

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "line",
    [
        "language deutsch",
        "Language: German",
        "sprache Deutsch",
        "SPRACHE DE",
        'language "deutsch"',
        "Sprache: „Deutsch“!",
        "language [deutsch]",
    ],
)
def test_a_word_in_any_letter_changes_it_and_is_answered_in_it(cast: Cast, line: str) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    deliver(newest(seat, "turn"), line)
    assert Player.objects.get(pk=seat.player_id).language == "de"
    assert "Von jetzt an liest du hier Deutsch" in newest(seat, "words").text
    assert JournalLine.objects.get(verb="language").words == f"{seat.player} reads Deutsch now"


def test_the_way_back_is_understood_in_both_languages(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    for line in ("sprache englisch", "language english"):
        Player.objects.filter(pk=seat.player_id).update(language="de")
        deliver(newest(seat, "turn"), line)
        assert Player.objects.get(pk=seat.player_id).language == "en"
        assert "From now on you read English here" in newest(seat, "words").text


@pytest.mark.parametrize("line", ["language", "language klingon"])
def test_without_a_known_language_it_tells_which_there_are(cast: Cast, line: str) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    deliver(newest(seat, "turn"), line)
    told = " ".join(newest(seat, "words").text.split())
    assert "There is [language english], [language deutsch]." in told
    assert Player.objects.get(pk=seat.player_id).language == "en"


def test_the_profile_keeps_it_unless_another_is_named(cast: Cast) -> None:
    people.change_profile(cast.player, "Anna", "UTC", "de")
    people.change_profile(cast.player, "Anna", "UTC")
    cast.player.refresh_from_db()
    assert cast.player.language == "de"
    with pytest.raises(BadSettings):
        people.change_profile(cast.player, "Anna", "UTC", "xx")


def test_who_is_new_by_an_invitation_reads_what_its_page_was_written_in(cast: Cast) -> None:
    league = prepared_league(cast)
    invitations.invite(league, cast.organiser, f"eve@example.net {cast.player.email}")
    for asked in Invitation.objects.select_related("player"):
        invitations.accept(asked, "Eve", "UTC", "", language="de")
    read = dict(Player.objects.filter(invitations__league=league).values_list("email", "language"))
    assert read == {"eve@example.net": "de", cast.player.email: "en"}


@pytest.mark.parametrize("lines", [("help", "status", "language deutsch"), ("status", "games", "sprache deutsch")])
def test_the_letter_that_answers_it_answers_everything_in_it(cast: Cast, lines: tuple[str, ...]) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    first = newest(seat, "turn")
    deliver(first, *lines)
    answer = newest(seat, "words", "own_leagues")
    assert "Von jetzt an" in answer.text
    assert written_in("en", answer.text) == []


def test_a_letter_to_no_table_is_answered_in_it_throughout(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    welcome = OutboundLetter.objects.get(kind="welcome")
    row = deliver(welcome, "games", "help", "language deutsch")
    (answer,) = row.answers.all()
    assert "Von jetzt an" in answer.text
    assert written_in("en", answer.text) == []


def test_who_has_a_language_that_is_not_spoken_any_more_reads_english(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    Player.objects.update(language="xx")
    deliver(newest(seat, "turn"), "language", "status")
    assert "You read English here." in newest(seat, "words").text
    player = Player.objects.get(pk=seat.player_id)
    browser = Client()
    browser.force_login(player)
    calendar = calendars.address(player).removeprefix(settings.SITE_URL)
    for address in ("/", "/profile/", f"/table/{seat.table_id}/", calendar):
        answer = browser.get(address)
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, "en"), address


@pytest.mark.parametrize("reason", ["Done", "nothing to do", "100 % {x} #|%(x)s"])
def test_an_organisers_own_reason_is_never_translated(cast: Cast, reason: str) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    Player.objects.filter(pk=seat.player_id).update(language="de")
    turn = seat.turns.get(ended_at=None)
    deadlines.extend(turn.pk, timedelta(hours=1), cast.organiser, reason)
    assert f"| {reason}" in newest(seat, "extended").text.replace("\xa0", " ")


def test_practice_is_called_in_the_language_of_its_player(cast: Cast) -> None:
    Player.objects.filter(pk=cast.player.pk).update(language="de")
    cast.player.refresh_from_db()
    for player in (cast.player, cast.opponent):
        practice.begin(player, "bruges")
    assert {league.name for league in League.objects.all()} == {"Übungspartie Bruges", "Practice of Bruges"}
