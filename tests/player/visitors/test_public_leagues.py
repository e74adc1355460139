"""Leagues that everybody may follow: what whoever does not play there sees of them, and what they do not."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from tests.shared.cast import Cast, only_table, person, prepared_league, running_league
from tests.shared.desk import SignIn
from tests.shared.play import play_on, play_to_the_end
from tournaments.actions.league import cancel, disqualify, leagues, offices
from tournaments.actions.player import people
from tournaments.models import Entry, Player, Role, Table
from tournaments.pages.table_view import match_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


@pytest.fixture
def public(cast: Cast) -> Table:
    return only_table(running_league(cast, public=True))


def play_until_round(table: Table, number: int) -> Table:
    while match_of(table).round < number:
        play_on(table, 1)
        table.refresh_from_db()
    return table


def steps_shown(client: Client, table: Table) -> str:
    """The page of the newest step that the reader may see."""
    return client.get(f"/table/{table.pk}/", follow=True).content.decode()


def test_a_league_is_for_its_members_unless_it_was_made_public(cast: Cast, client: Client, sign_in: SignIn) -> None:
    table = only_table(running_league(cast))
    assert not table.league.public
    for path in (f"/league/{table.league_id}/standings/", f"/table/{table.pk}/", f"/table/{table.pk}/replay/1/"):
        assert client.get(path)["Location"] == f"/sign-in/?next={path}"
        assert sign_in(cast.outsider).get(path).status_code == 404
    assert client.get(f"/league/{table.league_id}/").status_code == 404


def test_before_joining_it_is_said_whether_a_league_is_public(cast: Cast, client: Client) -> None:
    words = "everybody may read names and standings and follow the games"
    for public in (False, True):
        league = prepared_league(cast, public=public)
        assert (words in client.get(f"/league/{league.pk}/").content.decode()) is public


def test_anybody_finds_a_public_league_on_the_start_page_and_reads_its_standings(public: Table, client: Client) -> None:
    assert f"/league/{public.league_id}/standings/" in client.get("/").content.decode()
    page = client.get(f"/league/{public.league_id}/standings/").content.decode()
    assert "Anna" in page
    assert ".pdf" not in page


def test_a_game_is_followed_without_the_round_that_is_played(public: Table, client: Client, sign_in: SignIn) -> None:
    play_until_round(public, 2)
    play_on(public, 2)
    page = steps_shown(client, public)
    assert "without the round being played" in page
    assert ">Round 1<" in page.replace("\n", "")
    last = int(re.search(r"(\d+) of (\d+)</span>", page)[2])
    assert client.get(f"/table/{public.pk}/replay/{last + 1}/").status_code == 302  # to sign in: there is no such page
    mine = sign_in(public.seats.first().player)
    assert mine.get(f"/table/{public.pk}/replay/{last + 1}/").status_code == 200


def test_in_the_first_round_only_the_beginning_is_shown(public: Table, client: Client) -> None:
    play_on(public, 3)
    assert "1 of 1</span>" in steps_shown(client, public)


def test_whoever_follows_sees_the_newest_position_nowhere(public: Table, client: Client) -> None:
    play_until_round(public, 2)
    assert client.get(f"/table/{public.pk}/picture.svg").status_code == 302
    assert client.get(f"/table/{public.pk}/log/")["Location"].startswith(f"/table/{public.pk}/replay/")
    for path in ("record.json", "scoresheet.pdf", "papers/", "steps/"):
        assert client.get(f"/table/{public.pk}/{path}")["Location"].startswith("/sign-in/")
    for path in ("standings.pdf", "papers/", "lots.json"):
        response = client.get(f"/league/{public.league_id}/{path}")
        assert response.status_code in (302, 404)


def test_a_finished_game_is_shown_whole_without_its_papers(public: Table, client: Client) -> None:
    play_to_the_end(public)
    page = client.get(f"/table/{public.pk}/").content.decode()
    assert "The game is over." in page
    assert "scoresheet" not in page
    assert client.get(f"/table/{public.pk}/log/").status_code == 200


def test_who_wants_that_is_shown_by_initials_to_whoever_only_follows(
    cast: Cast, public: Table, client: Client, sign_in: SignIn
) -> None:
    people.change_profile(cast.player, name="Anna van der Meer", initials=True)
    play_until_round(public, 2)
    initials, name = "A. V. D. M.", "Anna van der Meer"
    standings = f"/league/{public.league_id}/standings/"
    for page in (client.get(standings).content.decode(), steps_shown(client, public)):
        assert initials in page
        assert name not in page
    for member in (cast.opponent, cast.player):
        page = sign_in(member).get(standings).content.decode()
        assert name in page
        assert initials not in page


@pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANISER, Role.REFEREE, Role.HELPER])
def test_initials_stand_in_every_office_for_whoever_only_follows(
    cast: Cast, public: Table, sign_in: SignIn, role: Role
) -> None:
    gil = person("Gil van der Meer", "gil@example.net", initials=True)
    offices.give(public.league, gil, role)
    page = f"/league/{public.league_id}/"
    for reader, reads in ((person("Nosy"), "G. V. D. M."), (cast.player, gil.name), (gil, gil.name)):
        listed = sign_in(reader).get(page).content.decode().partition('aria-labelledby="organised"')[2]
        shown = listed.partition("</section>")[0]
        assert [name for name in ("G. V. D. M.", gil.name) if name in shown] == [reads]


def test_the_profile_has_a_box_for_initials(cast: Cast, sign_in: SignIn) -> None:
    browser = sign_in(cast.player)
    about = {"name": "Anna", "zone": cast.player.zone, "language": "en"}
    browser.post("/profile/", {**about, "initials": "on"})
    cast.player.refresh_from_db()
    assert cast.player.public_name == "A."
    browser.post("/profile/", {**about, "initial-initials": "on"})
    cast.player.refresh_from_db()
    assert cast.player.public_name == "Anna"


def test_what_is_said_at_a_public_table_stays_there(cast: Cast, public: Table, client: Client, sign_in: SignIn) -> None:
    sign_in(cast.player).post(f"/table/{public.pk}/say/", {"to": "", "words": "a word among ourselves"})
    play_to_the_end(public)
    for path in ("", "log/", "replay/1/"):
        assert "among ourselves" not in client.get(f"/table/{public.pk}/{path}").content.decode()


def test_the_table_waits_for_nobody_by_name_before_whoever_follows(cast: Cast, public: Table, client: Client) -> None:
    cast.player.awaited_until = public.opened_at + timedelta(days=3)
    cast.player.save()
    assert "Letters to" not in steps_shown(client, public)


@pytest.mark.parametrize("path", ["/table/{table}/replay/1/", "/league/{league}/standings/"])
def test_no_search_engine_lists_persons_and_tables(path: str, public: Table, client: Client) -> None:
    response = client.get(path.format(table=public.pk, league=public.league_id))
    assert response["X-Robots-Tag"] == "noindex"


def test_search_engines_may_list_what_names_nobody(public: Table, client: Client) -> None:
    for path in ("/", "/help/", f"/league/{public.league_id}/"):
        response = client.get(path)
        assert "X-Robots-Tag" not in response
        assert not {"Anna", "Bea", "Chidi"} & set(re.findall(r"\w+", response.content.decode()))


def out_of(table: Table, player: Player, organiser: Player, *, void: bool) -> None:
    """Disqualify the player."""
    entry = Entry.objects.get(league=table.league_id, player=player)
    disqualify.disqualify(entry.pk, organiser, "asked a friend", void=void)


def sees_what_followers_see(client: Client, table: Table) -> None:
    page = steps_shown(client, table)
    assert "without the round being played" in page
    assert "A. V. D. M." in page
    assert "Anna van der Meer" not in page
    assert client.get(f"/table/{table.pk}/picture.svg").status_code == 404
    assert "Anna van der Meer" not in client.get(f"/league/{table.league_id}/standings/").content.decode()


def test_whoever_left_before_the_start_or_waits_only_follows(cast: Cast, sign_in: SignIn) -> None:
    people.change_profile(cast.player, name="Anna van der Meer", initials=True)
    league = prepared_league(cast, public=True, max_players=3)
    for player in (cast.outsider, *cast.players):
        leagues.enrol(league, player)
    leagues.leave(league, cast.outsider)
    leagues.enrol(league, cast.outsider)  # who waits now
    leagues.start(league, cast.organiser)
    table = play_until_round(only_table(league), 2)
    play_on(table, 2)
    sees_what_followers_see(sign_in(cast.outsider), table)
    Entry.objects.filter(league=league, player=cast.outsider).update(state=Entry.State.LEFT)
    sees_what_followers_see(sign_in(cast.outsider), table)


def test_whoever_was_put_out_only_follows_until_the_game_has_ended(cast: Cast, public: Table, sign_in: SignIn) -> None:
    people.change_profile(cast.player, name="Anna van der Meer", initials=True)
    play_until_round(public, 2)
    play_on(public, 2)
    out_of(public, cast.opponent, cast.organiser, void=False)
    browser = sign_in(cast.opponent)
    sees_what_followers_see(browser, public)
    play_to_the_end(public)
    page = browser.get(f"/table/{public.pk}/").content.decode()
    assert "Anna van der Meer" in page
    assert f"/table/{public.pk}/record.json" in page


def test_who_was_put_out_and_why_is_for_the_league(cast: Cast, public: Table, client: Client, sign_in: SignIn) -> None:
    people.change_profile(cast.opponent, name="Bea Maria Nolens", initials=True)
    out_of(public, cast.opponent, cast.organiser, void=True)
    private = ("asked a friend", "Bea Maria Nolens")
    member = sign_in(cast.player).get(f"/table/{public.pk}/").content.decode()
    assert all(words in member for words in private)
    page = client.get(f"/table/{public.pk}/").content.decode()
    assert "This table was stopped." in page
    assert not any(words in page for words in private)


def test_the_reason_for_which_a_league_was_cancelled_is_for_the_league(
    cast: Cast, public: Table, client: Client, sign_in: SignIn
) -> None:
    cancel.cancel(public.league, cast.organiser, "Bea has no time")
    for path in (f"/table/{public.pk}/", f"/league/{public.league_id}/", f"/league/{public.league_id}/standings/"):
        assert "Bea has no time" in sign_in(cast.player).get(path).content.decode(), path
        page = client.get(path).content.decode()
        assert "The organiser cancelled" in page, path
        assert "Bea has no time" not in page, path
