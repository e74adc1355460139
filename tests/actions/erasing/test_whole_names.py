"""Words reach whom they mean, by what everybody was called when they were written and is now, or nobody."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import pytest
import time_machine
from django.utils import timezone

from engine.orders.command_words import Said, command
from tests.shared.cast import Cast, only_table, person, prepared_league, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.commands import anywhere
from tournaments.actions.commands.command import Errand
from tournaments.actions.league import disqualify, leagues
from tournaments.actions.player import people
from tournaments.actions.seats import seats, substitutes
from tournaments.actions.table import orders
from tournaments.language import seat_words
from tournaments.language.refusals import NameTaken
from tournaments.models import Entry, League, OutboundLetter, Player, Seat
from tournaments.queries import renames

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


def called_before_the_rule(player: Player, name: str) -> None:
    """A name that nobody can take now."""
    Player.objects.filter(pk=player.pk).update(name=name)


def lost(how: str, cast: Cast, seat: Seat) -> None:
    if how == "bot":
        seats.replace_by_stand_in(seat.pk, cast.organiser, "has gone")
    elif how == "out":
        entry = Entry.objects.get(league=seat.table.league, player=seat.player)
        disqualify.disqualify(entry.pk, cast.organiser, "cheated", void=False)
    else:
        given(seat, cast)


def told() -> list[str]:
    """The names of the players who were told something alone."""
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
    assert "Beatrice [tell " in answer(anna)
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


def test_a_name_may_have_meant_who_was_forgotten_since_and_a_number_does_not(anna: Seat, cast: Cast) -> None:
    older = newest(anna)
    people.erase(cast.opponent, cast.opponent)
    for name in ("Bea", "Beatrice"):
        deliver(older, f"tell {name}: let us stop the other one", quote=False)
        assert told() == []
        assert READS_NOTHING in answer(anna)
    deliver(older, f"tell {seat_of(anna.table.league, cast.third).number + 1}: hello")
    deliver(newest(anna), "tell Bea: and in answer to a letter that knows of it")
    assert told() == ["Beatrice"] * 2


def test_words_to_a_seat_that_nobody_reads_for_do_not_reach_who_is_called_like_a_seat(anna: Seat, cast: Cast) -> None:
    bea = seat_of(anna.table.league, cast.opponent)
    called_before_the_rule(cast.third, f"Seat {bea.number + 1} Fan")
    lost("bot", cast, bea)
    deliver(newest(anna), f"tell seat {bea.number + 1}: let us stop the fan", "tell seat 9: you too", quote=False)
    assert told() == []
    assert READS_NOTHING in answer(anna)


def test_a_number_that_is_somebodys_name_as_well_is_asked_back(anna: Seat, cast: Cast) -> None:
    bea = seat_of(anna.table.league, cast.opponent)
    called_before_the_rule(cast.third, f"Seat {bea.number + 1}")
    deliver(newest(anna), f"tell seat {bea.number + 1}: hello", quote=False)
    assert told() == []
    assert "This may mean " in answer(anna)
    assert f"Bea [tell {bea.number + 1}: …]" in answer(anna)
    deliver(newest(anna), f"tell {bea.number + 1}: hello", quote=False)
    assert told() == ["Bea"]


def test_the_writers_own_name_or_number_means_nobody_else(anna: Seat, cast: Cast) -> None:
    people.change_profile(cast.opponent, "Annabel", "UTC")
    called_before_the_rule(cast.third, f"Seat {anna.number + 1} Fan")
    deliver(newest(anna), "tell Anna: hello", f"tell seat {anna.number + 1}: hello", quote=False)
    assert told() == []
    deliver(newest(anna), "tell anna: hello", quote=False)
    assert told() == []
    assert f"This may mean Annabel [tell {seat_of(anna.table.league, cast.opponent).number + 1}: …]" in answer(anna)
    deliver(newest(anna), "tell annab: hello", quote=False)
    assert told() == ["Annabel"]


@pytest.mark.parametrize(
    "words",
    [
        "Bea (seat {})",
        "bea, platz {}",
        "Be\u0430 seat {}.",
        "Bea {}",
        "Bea ({})",
        "bea #{}",
        "Bea, {}",
        "Bea [{}]",
        "Bea{}.",
    ],
)
def test_a_name_with_the_number_of_a_seat_means_both_and_is_asked_back_where_they_differ(
    anna: Seat, cast: Cast, words: str
) -> None:
    called_before_the_rule(cast.third, "Chidi")
    bea, third = (seat_of(anna.table.league, player).number + 1 for player in (cast.opponent, cast.third))
    deliver(newest(anna), f"tell {words.format(bea)}: hello", quote=False)
    assert told() == ["Bea"]
    deliver(newest(anna), f"tell {words.format(third)}: hello", quote=False)
    assert f"Bea [tell {bea}: …]" in answer(anna)
    called_before_the_rule(cast.third, words.format(bea))
    deliver(newest(anna), f"tell {words.format(bea)}: hello", quote=False)
    assert f"Bea [tell {bea}: …]" in answer(anna)
    assert told() == ["Bea"]


def test_words_that_are_too_long_for_a_name_and_a_seat_are_no_such() -> None:
    """However often they contain what comes before a number: the search costs the square of their length."""
    assert seat_words.split(f"{'A' * 60} (seat 12)") == ("A" * 60, 11)
    assert seat_words.split(f"{'A, ' * 3000}(seat 12)") is None


@pytest.mark.parametrize(
    "said", ["Bea {}", "Bea ({})", "Bea #{}", "Bea, {}", "Bea [{}]", "Bea{}", "Bea-{}", "Bea \uff08{}\uff09"]
)
def test_who_is_called_like_another_and_a_number_gets_nothing_that_may_be_meant_for_that_seat(
    anna: Seat, cast: Cast, said: str
) -> None:
    bea = seat_of(anna.table.league, cast.opponent).number + 1
    called_before_the_rule(cast.third, f"Bea{bea}")
    deliver(newest(anna), f"tell {said.format(bea)}: my plan", quote=False)
    assert told() == []
    assert f"Bea [tell {bea}: …]" in answer(anna)


@pytest.mark.parametrize(
    "name", ["Everybody Else", "Everyone Else", "The Others", "Alle Anderen", "Die \u00dcbrigen", "Both", "Allan"]
)
def test_words_for_all_others_reach_nobody_who_is_called_so(anna: Seat, cast: Cast, name: str) -> None:
    called_before_the_rule(cast.third, name)
    deliver(newest(anna), f"tell {name.lower()[:14].replace('allan', 'all')}: my plan", quote=False)
    assert told() == []
    assert "This may mean " in answer(anna)
    assert "Bea [tell" in answer(anna)


def test_what_is_asked_back_offers_words_that_reach_each_of_them_alone(anna: Seat, cast: Cast) -> None:
    called_before_the_rule(cast.third, f"Bea (seat {seat_of(anna.table.league, cast.opponent).number + 1})")
    deliver(newest(anna), "tell Bea: hello", quote=False)
    for offered in re.findall(r"\[(tell \d: )…\]", answer(anna)):
        deliver(newest(anna), f"{offered}hello", quote=False)
    assert told() == ["Bea", Player.objects.get(pk=cast.third.pk).name]


def test_a_name_that_nobody_bears_is_nobody_whatever_seat_stands_behind_it(anna: Seat) -> None:
    deliver(newest(anna), "tell Zoltan (seat 1): a", "tell Zoltan (seat 2): b", "tell Zoltan (seat 3): c", quote=False)
    assert told() == []


@pytest.mark.parametrize("begins", ["Bea", "Bo"])
def test_a_name_that_another_one_begins_with_is_asked_back(anna: Seat, cast: Cast, begins: str) -> None:
    Player.objects.filter(pk=cast.opponent.pk).update(name=begins)
    Player.objects.filter(pk=cast.third.pk).update(name=f"{begins} Smith")
    deliver(newest(anna), f"tell {begins}: hello", quote=False)
    assert told() == []
    assert "Write the number of one seat." in answer(anna)
    deliver(newest(anna), f"tell {begins} s: hello", quote=False)
    assert told() == [f"{begins} Smith"]


def test_who_takes_the_beginning_of_anothers_name_gets_nothing_that_was_meant_for_them(anna: Seat, cast: Cast) -> None:
    people.change_profile(cast.third, "Zora", "UTC")
    people.change_profile(cast.opponent, "Bea Smith", "UTC")
    older = newest(anna)
    people.change_profile(cast.third, "Bea S", "UTC")
    deliver(older, "tell bea s: Zora must not know", quote=False)
    people.change_profile(cast.opponent, "Wilhelmina", "UTC")
    deliver(older, "tell bea s: Zora must not know", quote=False)
    assert told() == []
    with time_machine.travel(timezone.now() + 2 * renames.AWHILE):  # the letter that is answered still says it
        deliver(older, "tell bea s: Zora must not know", quote=False)
        assert told() == []
        orders.take_orders(anna.pk, ["tell bea s: hello"], serial=None, by="page", player=anna.player)
    assert told() == ["Bea S"]


def test_nor_does_who_takes_over_another_seat_with_such_a_name(anna: Seat, cast: Cast) -> None:
    people.change_profile(cast.opponent, "Dora Smith", "UTC")
    older = newest(anna)
    given(seat_of(anna.table.league, cast.third), cast)
    deliver(older, "tell dora: for one alone", quote=False)
    deliver(newest(anna), "tell dora: for one alone", quote=False)
    assert told() == []
    assert "This may mean " in answer(anna)


def test_a_name_that_somebody_bore_elsewhere_before_they_came_means_them_nowhere(anna: Seat, cast: Cast) -> None:
    third, dora = seat_of(anna.table.league, cast.third), person("Quentin")
    people.change_profile(dora, "Dora", "UTC")
    substitutes.give_seat(third.pk, dora, cast.organiser, "has moved", epoch=third.token_epoch)
    deliver(newest(anna), "tell quentin: hello", quote=False)
    assert told() == []
    assert "No other player here is called so." in answer(anna)
    people.change_profile(dora, "Dorothea", "UTC")
    deliver(newest(anna), "tell dora: hello", quote=False)
    assert told() == ["Dorothea"]


def test_a_seat_is_called_what_letters_call_it_in_every_language_whoever_is_called_so(cast: Cast) -> None:
    table = only_table(running_league(cast, game="flandern", private_press=True))
    anna, bea, chidi = table.seats.select_related("player").order_by("number")
    for words in ("yellow", "gelb", "Platz 2", "seat 2"):
        deliver(newest(anna), f"tell {words}: hello", quote=False)
    assert told() == [bea.player.name] * 4
    for name, words in (("Yellow Jack", "yellow"), ("Gelb", "gelb"), ("Platz 2", "platz 2"), ("Yel", "yel")):
        Player.objects.filter(pk=chidi.player_id).update(name=name)
        deliver(newest(anna), f"tell {words}: for the other one", quote=False)
        assert "Write the number of one seat." in answer(anna)
    assert len(told()) == 4


def test_the_colour_of_a_seat_in_reply_to_an_older_letter_does_not_reach_who_has_it_now(cast: Cast) -> None:
    table = only_table(running_league(cast, game="flandern", private_press=True))
    anna, bea, _ = table.seats.select_related("player", "table__league").order_by("number")
    older = newest(anna)
    given(bea, cast)
    deliver(older, "tell yellow: for who had it", quote=False)
    assert told() == []
    assert READS_NOTHING in answer(anna)
    deliver(newest(anna), "tell yellow: welcome", quote=False)
    assert told() == ["Dora"]


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


# --- leagues -----------------------------------------------------------------------------------------


def entered(cast: Cast, name: str, *more: Player, **settings: object) -> League:
    """A league of that name that is open, with the player and who else is named in it."""
    league = prepared_league(cast, name=name, tag=name, **settings)
    for player in (cast.player, *more):
        leagues.enrol(league, player)
    return league


def begun(cast: Cast, name: str) -> League:
    return leagues.start(entered(cast, name, cast.opponent, cast.third), cast.organiser)


def over(cast: Cast, name: str) -> League:
    league = entered(cast, name)
    League.objects.filter(pk=league.pk).update(state=League.State.FINISHED)
    league.refresh_from_db()
    return league


def said(player: Player, line: str, about: League | None = None) -> str:
    word = command(line)
    assert isinstance(word, Said)
    return " ".join(anywhere.carry_out(Errand(player, word, about, proved=True)).words)


def is_in(league: League, player: Player) -> bool:
    return Entry.objects.get(league=league, player=player).state == Entry.State.IN


def reached() -> list[tuple[str, str]]:
    letters = OutboundLetter.objects.filter(kind="announced").order_by("player__name")
    return [(letter.league.name, letter.player.name) for letter in letters if letter.league and letter.player]


def test_leave_with_the_name_of_a_league_that_has_begun_leaves_no_other(cast: Cast) -> None:
    autumn, two = begun(cast, "Autumn"), entered(cast, "Autumn Two")
    deliver(newest(seat_of(autumn, cast.player)), "leave Autumn", quote=False)
    assert is_in(two, cast.player)
    assert "Autumn has begun. At a table the word [resign]" in said(cast.player, "leave Autumn")
    assert "Autumn (Olivia); Autumn Two (Olivia)" in said(cast.player, "leave aut")
    assert is_in(two, cast.player)
    said(cast.player, "leave Autumn T")
    assert not is_in(two, cast.player)


def never_entered(cast: Cast, name: str) -> League:
    return prepared_league(cast, name=name, tag=name)


@pytest.mark.parametrize("make", [over, never_entered])
def test_nor_does_that_of_one_that_is_over_or_was_never_entered(
    cast: Cast, make: Callable[[Cast, str], League]
) -> None:
    make(cast, "Autumn")
    two = entered(cast, "Autumn Two")
    assert "Autumn" in said(cast.player, "leave Autumn")
    assert is_in(two, cast.player)


def test_a_league_that_has_the_name_of_one_that_is_over_is_the_one_that_is_meant(cast: Cast) -> None:
    over(cast, "Autumn")
    two = entered(cast, "Autumn")
    said(cast.player, "leave autumn")
    assert not is_in(two, cast.player)


def test_join_with_the_name_of_a_league_that_takes_no_entries_asks_about_no_other(cast: Cast) -> None:
    autumn = begun(cast, "Autumn")
    Entry.objects.create(league=autumn, player=cast.outsider, state=Entry.State.LEFT)
    two = prepared_league(cast, name="Autumn Two", tag="Autumn Two")
    assert said(cast.player, "join Autumn") == "You are in Autumn already."
    assert said(cast.outsider, "join Autumn") == "Autumn takes no entries now."
    assert f"/league/{two.pk}/" in said(cast.outsider, "join Autumn T")


def test_words_to_a_league_that_is_over_or_being_prepared_reach_no_other_one(cast: Cast) -> None:
    over(cast, "Autumn")
    entered(cast, "Autumn Two")
    leagues.create(cast.organiser, name="Winter", tag="Winter", game="bruges")
    entered(cast, "Winter Two")
    assert "Autumn is finished: this went to nobody." in said(cast.organiser, "announce Autumn: Bea is out")
    assert "Winter is being prepared" in said(cast.organiser, "announce Winter: Bea is out")
    assert reached() == []
    said(cast.organiser, "announce Autumn T: good evening")
    assert reached() == [("Autumn Two", "Anna")]


def test_a_number_that_ends_the_name_of_one_league_and_counts_a_table_of_another_is_asked_back(cast: Cast) -> None:
    autumn = begun(cast, "Autumn")
    number = only_table(autumn).number
    second = prepared_league(cast, name=f"Autumn {number}", tag=f"Autumn {number}")
    leagues.enrol(second, cast.outsider)
    asked = said(cast.organiser, f"announce Autumn {number}: bring the money")
    assert f"Autumn {number} (Olivia); table {number} of Autumn (Olivia)" in asked
    assert reached() == []
    said(cast.organiser, f"announce Autumn {number} Olivia: bring the money")
    assert reached() == [(f"Autumn {number}", "Otto")]
    said(cast.organiser, f"announce Autumn Olivia {number}: good evening")
    assert [name for _, name in reached()] == ["Anna", "Bea", "Chidi", "Otto"]


def test_a_number_that_counts_no_table_begins_no_other_name(cast: Cast) -> None:
    begun(cast, "Autumn")
    entered(cast, "Autumn 99")
    assert "To whom?" in said(cast.organiser, "announce Autumn 9: good evening")
    assert reached() == []


def test_a_league_with_its_organisers_name_is_not_the_beginning_of_another_one(cast: Cast) -> None:
    oscar = person("Oscar", is_staff=True)
    both: Iterable[tuple[Player, str]] = ((cast.organiser, "Autumn"), (oscar, "Autumn"), (oscar, "Autumn Oscar Cup"))
    found = [
        leagues.open_league(leagues.create(who, name=name, tag=name[:20], game="bruges", access="link"), who)
        for who, name in both
    ]
    for league in found:
        Entry.objects.create(league=league, player=cast.player)
    said(cast.player, "leave autumn oscar")
    assert [is_in(league, cast.player) for league in found] == [True, False, True]


def test_the_owner_of_the_service_names_a_league_of_others_by_its_whole_name(cast: Cast) -> None:
    owner = person("Hedda", is_staff=True, is_superuser=True)
    entered(cast, "Autumn")
    mine = leagues.open_league(leagues.create(owner, name="Autumn Two", tag="Autumn Two", game="bruges"), owner)
    leagues.enrol(mine, cast.outsider)
    assert "to 1 players of Autumn." in said(owner, "announce Autumn: good evening")
    assert reached() == [("Autumn", "Anna")]
