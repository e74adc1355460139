"""The language in which a player reads: chosen by a word in a letter or in the profile, kept in English otherwise."""

from __future__ import annotations

import pytest

from tests.cast import Cast, asked_seat, only_table, running_league
from tests.post import deliver, newest
from tournaments.actions import people
from tournaments.actions.refusals import BadSettings
from tournaments.models import JournalLine, Player

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
