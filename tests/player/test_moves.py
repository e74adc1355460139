"""Links to a move: one address for one entry of the log, which may be seen or was taken back."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.player.test_replay import play_and_take_back, steps_of
from tests.player.visitors.test_public_leagues import play_until_round
from tests.shared.cast import Cast, only_table, running_league
from tests.shared.desk import SignIn
from tests.shared.play import play_on, play_to_the_end
from tournaments.actions.table import rollback
from tournaments.models import Table
from tournaments.queries import replays

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
LINK = re.compile(r'href="[^"]+(/table/\d+/move/(\d+)/)" rel="bookmark"')


@pytest.fixture
def public(cast: Cast) -> Table:
    return only_table(running_league(cast, public=True))


def link_on(client: Client, address: str) -> str:
    """The link to the move that a page shows, without its host."""
    found = LINK.search(client.get(address, follow=True).content.decode())
    assert found
    return found[1]


def last_of(link: str) -> int:
    return int(link.split("/")[4])


def move(table: Table, number: int) -> str:
    return f"/table/{table.pk}/move/{number}/"


def test_a_step_has_a_link_that_shows_the_same_step(cast: Cast, table: Table, sign_in: SignIn) -> None:
    play_on(table, 6)
    client = sign_in(cast.player)
    link = link_on(client, f"/table/{table.pk}/replay/4/")
    assert ">4 of " in client.get(link).content.decode()
    assert link_on(client, link) == link


def test_a_link_still_shows_the_same_position_when_the_game_has_gone_on(
    cast: Cast, table: Table, sign_in: SignIn
) -> None:
    play_on(table, 6)
    client = sign_in(cast.player)
    link = link_on(client, f"/table/{table.pk}/replay/4/")
    words = steps_of(table, table.seats.get(player=cast.player).number)[3].words
    play_on(table, 10)
    page = client.get(link).content.decode()
    assert all(sentence in page for sentence in words)


def test_each_reader_of_a_link_sees_what_they_may_know(cast: Cast, table: Table, sign_in: SignIn) -> None:
    """A step of one seat alone is for another the step before it, and nothing while there is none behind it."""
    play_on(table, 9)
    own = {step.number for step in steps_of(table, table.seats.get(player=cast.player).number)}
    other = table.seats.exclude(player=cast.player).first()
    theirs = [step.number for step in steps_of(table, other.number)]
    alone = next(number for number in sorted(own - set(theirs)) if number < theirs[-1])
    before = max(number for number in theirs if number < alone)
    assert link_on(sign_in(other.player), move(table, alone)) == move(table, before)


def test_a_silent_choice_is_no_move_that_others_could_look_for(cast: Cast, table: Table, sign_in: SignIn) -> None:
    play_on(table, 9)
    for seat in table.seats.all():
        last = steps_of(table, seat.number)[-1].number
        for number in range(last + 1, table.entries.count() + 2):
            assert sign_in(seat.player).get(move(table, number)).status_code == 404


def test_an_undone_move_is_said_to_be_taken_back(cast: Cast, table: Table, sign_in: SignIn) -> None:
    seat, told = play_and_take_back(table)
    void = [step for step in steps_of(table, seat.number, taken_back=True) if step.void][-1]
    play_on(table, 4)
    answer = sign_in(seat.player).get(move(table, void.number))
    assert answer.status_code == 410
    page = answer.content.decode()
    assert "This move was taken back" in page
    assert told not in page


def test_after_a_roll_back_a_public_link_says_so_and_never_shows_another_position(
    cast: Cast, public: Table, client: Client
) -> None:
    play_until_round(public, 3)
    last = link_on(client, f"/table/{public.pk}/")
    first = link_on(client, f"/table/{public.pk}/replay/2/")
    kept = int(first.split("/")[4])
    landing = next(found for to in range(kept, last_of(last)) if (found := replays.landing(public, to)) >= kept)
    hidden = public.entries.count() - 1
    rollback.roll_back(public.pk, landing, cast.organiser, "A letter came late.", anew=True, seen=public.head)
    assert client.get(last).status_code == 410
    assert client.get(move(public, hidden)).status_code == 302  # nobody outside has ever seen it
    public.refresh_from_db()
    play_until_round(public, 3)
    assert client.get(last).status_code == 410
    assert link_on(client, first) == first


def test_what_was_taken_back_before_its_round_was_over_is_no_move_for_whoever_follows_later_either(
    cast: Cast, public: Table, client: Client, sign_in: SignIn
) -> None:
    play_on(public, 6)
    public.refresh_from_db()
    landing = replays.landing(public, 2)
    void = range(landing + 1, public.entries.count() + 1)  # with the taking back itself
    rollback.roll_back(public.pk, landing, cast.organiser, "A letter came late.", anew=True, seen=public.head)
    public.refresh_from_db()
    play_until_round(public, 2)
    assert replays.whole_rounds(public) > void[-1]
    assert {client.get(move(public, number)).status_code for number in void} == {302}  # to sign in: it is not there
    assert {sign_in(cast.outsider).get(move(public, number)).status_code for number in void} == {404}
    mine = sign_in(cast.player)
    assert 410 in {mine.get(move(public, number)).status_code for number in void}


def test_whoever_follows_opens_no_move_of_the_round_being_played(
    public: Table, client: Client, cast: Cast, sign_in: SignIn
) -> None:
    play_until_round(public, 2)
    play_on(public, 4)
    whole = replays.whole_rounds(public)
    later = [number for number in range(public.entries.count() + 1) if number > whole]
    for number in later:
        answer = client.get(move(public, number))
        assert answer["Location"] == f"/sign-in/?next={move(public, number)}"
        assert sign_in(cast.outsider).get(move(public, number)).status_code == 404
    assert client.get(move(public, 0)).status_code == 200


def test_a_step_says_who_can_open_its_link(
    cast: Cast, table: Table, public: Table, client: Client, sign_in: SignIn
) -> None:
    play_on(table, 3)
    play_until_round(public, 2)
    play_on(public, 4)
    mine = sign_in(cast.player)
    assert "Players of this league can open it when" in mine.get(f"/table/{table.pk}/replay/2/").content.decode()
    assert "Everybody can open it" in mine.get(f"/table/{public.pk}/replay/2/").content.decode()
    newest = mine.get(f"/table/{public.pk}/replay/?step=99999", follow=True).content.decode()
    assert "everybody else once the round is over" in newest


def test_programs_that_preview_a_public_link_are_told_what_it_shows(
    cast: Cast, public: Table, client: Client, sign_in: SignIn
) -> None:
    play_until_round(public, 2)
    link = link_on(client, f"/table/{public.pk}/")
    page = client.get(link).content.decode()
    assert re.search(r'property="og:title" content="[^"]+, round 1"', page)
    assert re.search(rf'property="og:url" content="http[^"]+{link}"', page)
    assert re.search(r'property="og:description" content="[^"]{10,}"', page)
    assert "og:url" not in sign_in(cast.player).get(link).content.decode()


def test_a_private_table_has_no_moves_for_outsiders(cast: Cast, table: Table, client: Client, sign_in: SignIn) -> None:
    play_on(table, 3)
    assert client.get(move(table, 0))["Location"] == f"/sign-in/?next={move(table, 0)}"
    assert sign_in(cast.outsider).get(move(table, 0)).status_code == 404


def test_every_link_to_a_round_in_the_log_of_a_game_opens(public: Table, client: Client) -> None:
    play_to_the_end(public)
    links = set(re.findall(r'href="(/table/\d+/move/\d+/)"', client.get(f"/table/{public.pk}/log/").content.decode()))
    assert len(links) > 3
    assert all(client.get(link).status_code == 200 for link in links)
