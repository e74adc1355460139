"""Leagues by their names: no two that players can take for each other, and never one of two that was not meant."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.orders.command_words import Said
from tests.shared.cast import Cast, person
from tournaments.actions.commands import anywhere
from tournaments.actions.commands.command import Errand
from tournaments.actions.league import announcements, leagues
from tournaments.actions.league import names as league_names
from tournaments.actions.league import settings as league_settings
from tournaments.actions.player import names, people
from tournaments.language.refusals import BadSettings, WordRefused
from tournaments.models import Entry, League, OutboundLetter, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def oscar() -> Player:
    return person("Oscar", is_staff=True)


def opened(organiser: Player, name: str, tag: str, **settings: object) -> League:
    return leagues.open_league(leagues.create(organiser, name=name, tag=tag, game="bruges", **settings), organiser)


@pytest.fixture
def two(cast: Cast, oscar: Player) -> tuple[League, League]:
    """Leagues of two organisers, neither of which everybody finds, called alike; the player is in both."""
    link = League.Access.LINK
    first, second = (opened(one, "Autumn League", "Autumn", access=link) for one in (cast.organiser, oscar))
    for league in (first, second):
        Entry.objects.create(league=league, player=cast.player, state=Entry.State.IN)
    return first, second


def test_no_league_is_kept_under_another_name_than_was_checked(oscar: Player) -> None:
    """The id of a letter of ours, which is taken out of all that is kept, is no part of a name."""
    with pytest.raises(BadSettings, match="it would be taken out"):
        leagues.create(oscar, name="Autumn welcome.0123456789abcdef01234567", tag="Other", game="bruges")


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("Autumn League", "Other"),
        ("Other", "Autumn"),
        ("AUTUMN", "Other"),
        ("Other", "Autum\u0274"),
        ("Autum\u0274 League", "O"),
        ("Autumn League.", "Other"),
        ("Other", "\u201cAutumn\u201d"),
        ("Autumn-League", "Other"),
        ("Other", "Autumn\u02cc"),
    ],
)
def test_no_league_is_called_like_one_that_everybody_finds(cast: Cast, oscar: Player, name: str, tag: str) -> None:
    league = opened(cast.organiser, "Autumn League", "Autumn")
    with pytest.raises(BadSettings, match="goes by"):
        leagues.create(oscar, name=name, tag=tag, game="bruges")
    draft = leagues.create(oscar, name="Winter League", tag="Winter", game="bruges")
    with pytest.raises(BadSettings, match="goes by"):
        league_settings.change(draft, oscar, name=name, tag=tag)
    League.objects.filter(pk=draft.pk).update(name=name, tag=tag)  # was prepared before the other opened
    with pytest.raises(BadSettings, match="goes by"):
        leagues.open_league(League.objects.get(pk=draft.pk), oscar)
    League.objects.filter(pk=league.pk).update(state=League.State.FINISHED)
    assert leagues.open_league(League.objects.get(pk=draft.pk), oscar).state == League.State.OPEN


def test_a_league_that_not_everybody_finds_is_told_of_to_its_own_organisers_alone(cast: Cast, oscar: Player) -> None:
    opened(cast.organiser, "Autumn League", "Autumn", access=League.Access.INVITATION)
    with pytest.raises(BadSettings, match="goes by"):
        leagues.create(cast.organiser, name="Another", tag="autumn", game="bruges")
    assert opened(oscar, "Autumn League", "Autumn", access=League.Access.LINK)


def test_where_the_owner_of_the_service_names_a_league_those_of_its_organiser_count(cast: Cast) -> None:
    owner = person("Hedda", is_staff=True, is_superuser=True)
    opened(cast.organiser, "Autumn League", "Autumn", access=League.Access.INVITATION)
    opened(owner, "Spring League", "Spring", access=League.Access.INVITATION)
    draft = leagues.create(cast.organiser, name="Winter League", tag="Winter", game="bruges")
    with pytest.raises(BadSettings, match="goes by"):
        league_settings.change(draft, owner, tag="Autumn")
    assert league_settings.change(draft, owner, tag="Spring").tag == "Spring"


def test_of_two_leagues_of_one_name_none_is_left_until_the_organiser_is_named(
    cast: Cast, two: tuple[League, League]
) -> None:
    def states() -> list[str]:
        return [Entry.objects.get(league=league, player=cast.player).state for league in two]

    for order in (two, two[::-1]):
        assert league_names.meant(order, "autumn") is None
        assert league_names.meant(order, "autumn oscar") == two[1]
    (told,) = anywhere.carry_out(Errand(cast.player, Said("leave", "autumn"))).words
    assert states() == ["in", "in"]
    assert "Autumn League (Olivia); Autumn League (Oscar)" in told
    assert anywhere.carry_out(Errand(cast.player, Said("leave", "autumn olivia"))).words == []
    assert states() == ["left", "in"]


def test_the_organisers_name_of_a_short_while_ago_names_the_league_too(
    two: tuple[League, League], oscar: Player
) -> None:
    people.change_profile(oscar, "Ottokar", oscar.zone)
    leagues_now = [League.objects.get(pk=league.pk) for league in two]
    assert league_names.meant(leagues_now, "autumn oscar") == two[1]
    assert league_names.meant(leagues_now, "autumn ottokar") == two[1]


def test_a_name_that_only_one_of_several_has_is_that_league(cast: Cast) -> None:
    one, two = (opened(cast.organiser, f"{name} League", name) for name in ("Autumn", "Autumnal"))
    assert league_names.meant([one, two], "autumn") == one
    assert league_names.meant([two, one], "autumnal") == two
    assert league_names.meant([one, two], "aut") is None
    assert league_names.fitting([one, two], "aut") == [one, two]


@pytest.mark.parametrize("name", ["Vertretung 2", "Ein Bot", "Der Bot.", "Du", "you!", "Nobody.", "Bruges by mail."])
def test_no_player_is_called_what_letters_in_any_language_call_others(name: str) -> None:
    with pytest.raises(BadSettings):
        names.clean(name)


@pytest.mark.parametrize("owner", [False, True])
def test_of_two_leagues_of_one_name_none_gets_words_until_the_organiser_is_named(
    cast: Cast, two: tuple[League, League], owner: bool
) -> None:
    """Who organises both is asked which one is meant, and so is the owner of the service, who organises neither."""
    writer = person("Hedda", is_staff=True, is_superuser=True) if owner else cast.organiser
    if not owner:
        two[1].organisers.add(writer)
    said = Said("announce", "Good evening.", "autumn")
    with pytest.raises(WordRefused, match=r"Autumn League \(Olivia"):
        announcements.by_mail(writer, said, None, None, proved=True)
    assert not OutboundLetter.objects.filter(kind="announced").exists()
    announcements.by_mail(writer, replace(said, to="autumn oscar"), None, None, proved=True)
    assert [letter.league for letter in OutboundLetter.objects.filter(kind="announced")] == [two[1]]


def test_words_without_a_name_go_to_the_only_league_of_their_organiser_and_to_none_of_several(cast: Cast) -> None:
    league = opened(cast.organiser, "Autumn League", "Autumn")
    Entry.objects.create(league=league, player=cast.player)
    said = Said("announce", "Good evening.")
    assert "to 1 players of Autumn" in announcements.by_mail(cast.organiser, said, None, None, proved=True)
    opened(cast.organiser, "Winter League", "Winter")
    with pytest.raises(WordRefused, match=r"To whom\? .*Autumn League, Winter League"):
        announcements.by_mail(cast.organiser, said, None, None, proved=True)
    assert OutboundLetter.objects.filter(kind="announced").count() == 1


def test_who_asks_to_join_on_a_page_reads_where_it_is_done(cast: Cast) -> None:
    league = opened(cast.organiser, "Autumn League", "Autumn")
    (told,) = anywhere.carry_out(Errand(cast.player, Said("join", "autumn"))).words
    assert f"/league/{league.pk}/" in told
    assert not Entry.objects.exists()
