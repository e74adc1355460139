"""A whole name means whoever bears it or bore it, and is never taken for the beginning of somebody else's."""

from __future__ import annotations

import pytest

from tests.cast import Cast, only_table, person, running_league
from tests.post import deliver, newest
from tournaments.actions import disqualifying, people, seats, substitutes
from tournaments.actions.refusals import NameTaken
from tournaments.models import Entry, League, OutboundLetter, Player, Seat

pytestmark = pytest.mark.django_db
READS_NOTHING = "somebody who reads nothing here any more: it went to nobody. The others are"


@pytest.fixture
def anna(cast: Cast) -> Seat:
    """A seat beside those of Bea and of Beatrice, in a league that allows private press."""
    Player.objects.filter(pk=cast.third.pk).update(name="Beatrice")
    cast.third.refresh_from_db()
    return seat_of(only_table(running_league(cast, private_press=True)).league, cast.player)


def seat_of(league: League, player: Player) -> Seat:
    return Seat.objects.select_related("player", "table__league").get(table__league=league, player=player)


def given(seat: Seat, cast: Cast, name: str = "Dora") -> Player:
    """Somebody new, who has the seat from now on."""
    new = person(name)
    substitutes.give_seat(seat.pk, new, cast.organiser, "has moved", epoch=seat.token_epoch)
    return new


def lost(how: str, cast: Cast, seat: Seat) -> None:
    if how == "bot":
        seats.replace_by_bot(seat.pk, cast.organiser, "has gone")
    elif how == "out":
        entry = Entry.objects.get(league=seat.table.league, player=seat.player)
        disqualifying.disqualify(entry.pk, cast.organiser, "cheated", void=False)
    else:
        given(seat, cast)


def told() -> list[str]:
    """Who was told something alone."""
    return list(OutboundLetter.objects.filter(kind="tell").order_by("pk").values_list("player__name", flat=True))


def answer(seat: Seat) -> str:
    return " ".join(newest(seat, "words").text.split())


# --- players of a table ------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["bot", "out", "another"])
@pytest.mark.parametrize("letter", ["older", "newer"])
def test_words_to_who_has_gone_reach_nobody_else_whose_name_begins_so(
    anna: Seat, cast: Cast, how: str, letter: str
) -> None:
    older = newest(anna)
    lost(how, cast, seat_of(anna.table.league, cast.opponent))
    deliver(older if letter == "older" else newest(anna), "tell Bea: let us stop Beatrice", quote=False)
    assert told() == []
    assert READS_NOTHING in answer(anna)
    assert "Beatrice (seat " in answer(anna)
    deliver(newest(anna), "tell Beatr: hello", quote=False)
    assert told() == ["Beatrice"]


def test_nor_once_they_have_taken_another_name_elsewhere(anna: Seat, cast: Cast) -> None:
    older = newest(anna)
    lost("another", cast, seat_of(anna.table.league, cast.opponent))
    people.change_profile(cast.opponent, "Zora", "UTC")
    deliver(older, "tell Bea: let us stop Beatrice", quote=False)
    assert told() == []
    assert READS_NOTHING in answer(anna)
    assert "Zora" not in answer(anna)


def test_nor_by_a_beginning_that_the_name_of_who_has_gone_has_too(anna: Seat, cast: Cast) -> None:
    older = newest(anna)
    Player.objects.filter(pk=cast.opponent.pk).update(name="Beatrix")
    lost("another", cast, seat_of(anna.table.league, cast.opponent))
    deliver(older, "tell beatri: let us stop Beatrice", quote=False)
    assert told() == []
    assert READS_NOTHING in answer(anna)


def test_a_beginning_may_have_meant_who_was_forgotten_since_and_a_number_or_a_whole_name_does_not(
    anna: Seat, cast: Cast
) -> None:
    older = newest(anna)
    people.erase(cast.opponent, cast.opponent)
    deliver(older, "tell Bea: let us stop Beatrice", quote=False)
    assert told() == []
    assert "Somebody here has no name any more" in answer(anna)
    deliver(older, "tell Beatrice: hello", f"tell {seat_of(anna.table.league, cast.third).number + 1}: hello again")
    deliver(newest(anna), "tell Bea: and in answer to a letter that knows of it")
    assert told() == ["Beatrice"] * 3


def test_words_to_a_seat_that_nobody_reads_for_do_not_reach_who_is_called_like_a_seat(anna: Seat, cast: Cast) -> None:
    bea = seat_of(anna.table.league, cast.opponent)
    people.change_profile(cast.third, f"Seat {bea.number + 1} Fan", "UTC")
    lost("bot", cast, bea)
    deliver(newest(anna), f"tell seat {bea.number + 1}: let us stop the fan", "tell seat 9: you too", quote=False)
    assert told() == []
    assert READS_NOTHING in answer(anna)


def test_a_number_that_is_somebodys_name_as_well_is_asked_back(anna: Seat, cast: Cast) -> None:
    bea = seat_of(anna.table.league, cast.opponent)
    people.change_profile(cast.third, f"Seat {bea.number + 1}", "UTC")
    deliver(newest(anna), f"tell seat {bea.number + 1}: hello", quote=False)
    assert told() == []
    assert "This may mean " in answer(anna)
    assert f"Bea (seat {bea.number + 1})" in answer(anna)
    deliver(newest(anna), f"tell {bea.number + 1}: hello", quote=False)
    assert told() == ["Bea"]


def test_the_writers_own_name_or_number_means_nobody_else(anna: Seat, cast: Cast) -> None:
    people.change_profile(cast.opponent, "Annabel", "UTC")
    people.change_profile(cast.third, f"Seat {anna.number + 1} Fan", "UTC")
    deliver(newest(anna), "tell Anna: hello", f"tell seat {anna.number + 1}: hello", quote=False)
    assert told() == []
    assert "No other player here is called so." in answer(anna)
    deliver(newest(anna), "tell ann: hello", quote=False)
    assert told() == ["Annabel"]


def test_a_name_that_somebody_bore_at_a_table_stays_taken_while_the_league_runs(anna: Seat, cast: Cast) -> None:
    lost("another", cast, seat_of(anna.table.league, cast.opponent))
    for _ in range(2):
        with pytest.raises(NameTaken, match="or was"):
            people.change_profile(cast.third, "Bea", "UTC")
        people.change_profile(cast.opponent, "Zora", "UTC")  # who has gone keeps the name of before from others as well
    third, new = seat_of(anna.table.league, cast.third), person("BEA", "another.bea@example.net")
    with pytest.raises(NameTaken):
        substitutes.give_seat(third.pk, new, cast.organiser, "has moved", epoch=third.token_epoch)
    assert people.change_profile(cast.opponent, "Bea", "UTC").name == "Bea"
