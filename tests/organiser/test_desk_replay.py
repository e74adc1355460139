"""Stepping through a game on the desk: everybody's eyes for all, a seat's after a look that is no secret."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.test import Client

from engine.pictures.palette import DARK, PARCHMENT
from tests.organiser.letters import letter_in
from tests.shared.cast import Cast, only_table, person, running_league
from tests.shared.desk import SignIn
from tests.shared.play import play_on
from tournaments.actions.table import orders, rollback
from tournaments.models import JournalLine, OutboundLetter, Player, Table
from tournaments.pages.table_view import match_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(cast: Cast) -> Table:
    table = only_table(running_league(cast))
    play_on(table, 5)
    table.refresh_from_db()
    return table


@pytest.fixture
def playing(cast: Cast, table: Table, sign_in: SignIn) -> Client:
    """The browser of an organiser who plays at the table."""
    Player.objects.filter(pk=cast.player.pk).update(is_staff=True)
    table.league.organisers.add(cast.player)
    return sign_in(Player.objects.get(pk=cast.player.pk))


def replay(table: Table, by: object = "everybody", step: int = 2) -> str:
    return f"/desk/tournaments/table/{table.pk}/replay/{by}/{step}/"


def look(client: Client, table: Table, reason: str = "a complaint") -> str:
    page = f"/desk/tournaments/table/{table.pk}/look/"
    assert client.get(page).status_code == 200
    return client.post(page, {"reason": reason}, follow=True).content.decode()


def told() -> int:
    return OutboundLetter.objects.filter(kind="looked_inside").count()


def test_an_organiser_steps_through_a_game_as_everybody_sees_it(table: Table, desk: Client) -> None:
    start = desk.get(f"/desk/tournaments/table/{table.pk}/replay/", follow=True)
    last = int(start.redirect_chain[-1][0].split("/")[-2])
    page = desk.get(replay(table)).content.decode()
    assert f"step 2 of {last}" in page
    for step in (1, 3, last):
        assert replay(table, step=step) in page
    assert desk.get(f"{replay(table)}picture.svg").content.startswith(b"<svg")
    assert desk.get(replay(table, step=last + 1)).status_code == 404
    assert desk.get(replay(table, step=0)).status_code == 404


def test_pictures_are_dark_on_a_dark_desk_and_light_on_a_light_one(table: Table, desk: Client) -> None:
    for page in (replay(table), f"/desk/tournaments/table/{table.pk}/change/"):
        shown = re.findall(
            r'<img class="desk-picture desk-by-(day|night)" loading="lazy" src="([^"]+)"', page_of(desk, page)
        )
        addresses = {when: html.unescape(address) for when, address in shown}
        day, night = (desk.get(addresses[when]).content.decode() for when in ("day", "night"))
        assert (f'fill="{PARCHMENT}"' in day, f'fill="{PARCHMENT}"' in night) == (True, False)
        assert f'fill="{DARK[PARCHMENT]}"' in night


def page_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_the_step_leads_to_taking_the_game_back_to_it(table: Table, desk: Client) -> None:
    page = desk.get(replay(table, step=2)).content.decode()
    assert f"/desk/tournaments/table/{table.pk}/back/" in page


def test_who_goes_back_among_choices_that_all_make_reads_that_all_make_theirs_again(
    cast: Cast, sign_in: SignIn, desk: Client
) -> None:
    table = only_table(running_league(cast, game="flandern", reveal_delay=timedelta(0)))
    begun = table.entries.count() - 1
    for number in range(3):
        match = match_of(Table.objects.get(pk=table.pk))
        decision = match.decision(number)
        assert decision is not None
        orders.take_orders(
            table.seats.get(number=number).pk, [decision.moves[0].text], serial=decision.serial, by="page"
        )
    assert table.entries.filter(entry__kind="close").exists()
    pages = {
        entry: " ".join(desk.get(f"/desk/tournaments/table/{table.pk}/back/{entry}/").content.decode().split())
        for entry in range(begun, begun + 5)
    }
    told = {entry: "everybody makes theirs again" in page for entry, page in pages.items()}
    assert list(told.values()) == [False, True, True, True, False]
    assert all(f"goes back to entry {begun} of the log" in pages[entry] for entry in list(pages)[:4])
    assert ".;" not in "".join(pages.values()), "sentences that are put into a list lose their stops"
    desk.post(
        f"/desk/tournaments/table/{table.pk}/back/{begun + 3}/",
        {"reason": "why", "chance": "before"},
    )
    match = match_of(Table.objects.get(pk=table.pk))
    assert [decision.seat for decision in match.waiting] == [0, 1, 2]


def test_what_was_taken_back_is_shown_and_said_to_be(cast: Cast, table: Table, desk: Client) -> None:
    rollback.roll_back(table.pk, 0, cast.organiser, "why", anew=True, seen=table.head)
    assert "taken back" in desk.get(replay(table, step=2)).content.decode()


def test_a_seats_eyes_are_closed_until_the_organiser_asks_to_look_which_the_journal_tells(
    cast: Cast, table: Table, desk: Client
) -> None:
    assert desk.get(replay(table, 1)).status_code == 404
    assert desk.get(f"{replay(table, 1)}picture.svg").status_code == 404
    look(desk, table)
    shown = {by: desk.get(f"{replay(table, by)}picture.svg").content for by in ("everybody", 1, 2, 3)}
    assert len(set(shown.values())) == 4
    assert desk.get(replay(table, 4)).status_code == 404
    entry = table.entries.count() - 1
    moment = desk.get(f"/desk/tournaments/table/{table.pk}/replay/1/at/{entry}/", follow=True)
    address = moment.redirect_chain[-1][0]
    step = int(address.split("/")[-2])
    assert address == replay(table, 1, step)
    assert f"step {step} of {step}" in moment.content.decode()
    assert JournalLine.objects.get(verb="looked inside").actor == cast.organiser
    assert told() == 0, "who does not play there may look, the journal knows"
    look(desk, table, "again")
    assert JournalLine.objects.filter(verb="looked inside").count() == 1


def test_an_organiser_who_plays_there_looks_only_with_the_whole_table_knowing(
    cast: Cast, table: Table, playing: Client
) -> None:
    letter = letter_in(table, cast.opponent)
    page = f"/desk/tournaments/inboundletter/{letter.pk}/change/"
    assert playing.get(replay(table, 1)).status_code == 404
    assert playing.get(page).status_code == 302
    assert "everybody at the table gets a letter" in " ".join(
        playing.get(f"/desk/tournaments/table/{table.pk}/look/").content.decode().split()
    )
    look(playing, table, "Bea says her card was lost")
    assert playing.get(replay(table, 1)).status_code == 200
    assert playing.get(page).status_code == 200
    letters = OutboundLetter.objects.filter(kind="looked_inside")
    assert {letter.player_id for letter in letters} == {player.pk for player in cast.players}
    assert all("| Bea says her card was lost" in letter.text.replace("\xa0", " ") for letter in letters)
    assert told() == 3


def test_a_look_of_one_organiser_opens_nothing_to_another_who_plays(
    cast: Cast, table: Table, desk: Client, playing: Client
) -> None:
    look(desk, table)
    assert playing.get(replay(table, 1)).status_code == 404


def test_when_the_game_is_over_no_hand_is_hidden_and_letters_are_looked_into_with_a_reason(
    table: Table, desk: Client
) -> None:
    Table.objects.filter(pk=table.pk).update(state=Table.State.FINISHED)
    assert desk.get(replay(table, 1)).status_code == 200
    assert desk.get(f"/desk/tournaments/table/{table.pk}/look/").status_code == 200


def test_other_organisers_see_and_stop_nothing(table: Table, sign_in: SignIn) -> None:
    stranger = sign_in(person("Oscar", is_staff=True))
    assert stranger.get(replay(table)).status_code == 404
    for act in ("look", "pause", "go-on"):
        address = f"/desk/tournaments/table/{table.pk}/{act}/"
        assert stranger.post(address, {"reason": "mine"}).status_code == 404
    assert not JournalLine.objects.filter(actor__name="Oscar").exists()


def test_the_desk_stops_the_clocks_and_lets_them_go_on(table: Table, desk: Client) -> None:
    base = f"/desk/tournaments/table/{table.pk}"
    assert f"{base}/pause/" in desk.get(f"{base}/change/").content.decode()
    assert desk.get(f"{base}/go-on/").status_code == 404
    assert desk.post(f"{base}/pause/", {"reason": ""}).status_code == 422
    desk.post(f"{base}/pause/", {"reason": "holidays"})
    page = desk.get(f"{base}/change/").content.decode()
    assert "The clocks stand still" in page
    assert "clocks stand still" in desk.get(f"/desk/tournaments/league/{table.league_id}/change/").content.decode()
    desk.post(f"{base}/go-on/", {"reason": "back"})
    table.refresh_from_db()
    assert table.paused_at is None
