"""The language in which a player reads: chosen by a word in a letter or in the profile, kept in English otherwise."""

from __future__ import annotations

import pytest

from tests.cast import Cast, asked_seat, only_table, prepared_league, running_league
from tests.post import deliver, newest
from tournaments.actions import invitations, people, practice
from tournaments.actions.refusals import BadSettings
from tournaments.models import Invitation, JournalLine, League, Player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("line", ["language deutsch", "Language: German", "sprache Deutsch", "lang de", "SPRACHE DE"])
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


def test_who_signs_up_reads_what_the_page_was_written_in() -> None:
    people.sign_up("eve@example.net", "Eve", "UTC", language="de")
    people.sign_up("joe@example.net", "Joe", "UTC")
    assert dict(Player.objects.values_list("name", "language")) == {"Eve": "de", "Joe": "en"}


def test_who_is_new_by_an_invitation_reads_what_its_page_was_written_in(cast: Cast) -> None:
    league = prepared_league(cast)
    invitations.invite(league, cast.organiser, f"eve@example.net {cast.player.email}")
    for asked in Invitation.objects.select_related("player"):
        invitations.accept(asked, asked.player.name, "UTC", "", language="de")
    read = dict(Player.objects.filter(invitations__league=league).values_list("email", "language"))
    assert read == {"eve@example.net": "de", cast.player.email: "en"}


def test_a_stranger_reads_english(cast: Cast) -> None:
    people.invite("eve@example.net", "Eve")
    assert Player.objects.get(email="eve@example.net").language == "en"


def test_practice_is_called_in_the_language_of_its_player(cast: Cast) -> None:
    Player.objects.filter(pk=cast.player.pk).update(language="de")
    cast.player.refresh_from_db()
    for player in (cast.player, cast.opponent):
        practice.begin(player, "bruges")
    assert {league.name for league in League.objects.all()} == {"Übungspartie Bruges", "Practice of Bruges"}
