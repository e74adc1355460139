"""The desk shows players who are refused three times in a row, with the letters and a press that helps."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.shared.cast import Cast, asked_seat, only_table, prepared_league
from tests.shared.desk import SignIn
from tests.shared.post import address_of, deliver, newest
from tournaments.actions.league import leagues
from tournaments.actions.seats import seats, substitutes
from tournaments.actions.table import helping, looking, orders
from tournaments.actions.table.refused_letters import HELP_AFTER
from tournaments.language.refusals import BadSettings, MovedOn, NotOpen, NotYours, TooOften
from tournaments.models import JournalLine, LogEntry, OutboundLetter, Player, Seat, Table
from tournaments.organiser.shown import refused as refused_shown
from tournaments.queries import needs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
MISTAKE = "recruit nobody"
WORDS = "Write the number of the card, then what to do with it."


@pytest.fixture
def seat(table: Table) -> Seat:
    """The seat that is asked for its first card."""
    return asked_seat(table)


@pytest.fixture
def refused(seat: Seat) -> Seat:
    """The same; nothing could be done with its player's last letters."""
    for _ in range(HELP_AFTER):
        deliver(newest(seat, "turn"), MISTAKE)
    seat.refresh_from_db()
    return seat


def page_of(seat: Seat) -> str:
    return f"/desk/tournaments/table/seat/{seat.pk}/help/"


def found_by(organiser: Player) -> list[Any]:
    """The seats that the desk shows."""
    return [need.about for need in needs.needs_of(organiser) if need.kind == needs.HELP]


def write(seat: Seat, actor: Player, words: str = WORDS) -> OutboundLetter:
    helping.help_player(seat.pk, actor, words)
    return newest(seat, "helped")


def test_three_refused_letters_in_a_row_bring_a_player_to_the_desk_and_two_do_not(cast: Cast, seat: Seat) -> None:
    letter = newest(seat, "turn")
    for number in range(1, HELP_AFTER + 1):
        deliver(letter, MISTAKE)
        assert found_by(cast.organiser) == ([seat] if number >= HELP_AFTER else [])
    deliver(letter, "")
    (need,) = (one for one in needs.needs_of(cast.organiser) if one.kind == needs.HELP)
    assert f"the last {HELP_AFTER + 1} letters of {seat.player}" in need.words


@pytest.mark.parametrize("line", ["12", "workers 2", "always draw red > blue"])
def test_an_order_that_is_understood_begins_the_count_anew(cast: Cast, refused: Seat, line: str) -> None:
    deliver(newest(refused, "turn"), line)
    assert found_by(cast.organiser) == []


@pytest.mark.parametrize("line", ["status", "help", "say: why is that?"])
def test_words_that_are_no_orders_neither_count_nor_begin_anew(cast: Cast, seat: Seat, line: str) -> None:
    letter = newest(seat, "turn")
    for _ in range(HELP_AFTER):
        deliver(letter, line)
    assert found_by(cast.organiser) == []
    for _ in range(HELP_AFTER):
        deliver(letter, line)
        deliver(letter, MISTAKE)
    assert found_by(cast.organiser) == [seat]


def test_what_is_wrong_on_the_page_counts_for_nothing_and_what_is_right_there_begins_anew(
    cast: Cast, refused: Seat
) -> None:
    before = refused.refused
    orders.take_orders(refused.pk, [MISTAKE], serial=None, by="page")
    refused.refresh_from_db()
    assert refused.refused == before
    orders.take_orders(refused.pk, ["12"], serial=None, by="page")
    assert found_by(cast.organiser) == []


def test_what_somebody_else_wrote_in_the_players_name_counts_for_nothing(cast: Cast, seat: Seat) -> None:
    for _ in range(HELP_AFTER):
        deliver(newest(seat, "turn"), MISTAKE, sender="somebody@elsewhere.example")
    assert found_by(cast.organiser) == []


def test_nobody_is_shown_who_does_not_play_any_more(cast: Cast, refused: Seat) -> None:
    seats.replace_by_stand_in(refused.pk, cast.organiser, "a bet")
    assert found_by(cast.organiser) == []
    with pytest.raises(NotOpen):
        helping.help_player(refused.pk, cast.organiser, WORDS)


def test_the_desk_shows_the_letters_and_a_press_that_writes_to_the_player(
    cast: Cast, refused: Seat, desk: Client
) -> None:
    start = desk.get("/desk/").content.decode()
    assert page_of(refused) in start
    assert page_of(refused) in desk.get("/desk/needs/help/").content.decode()
    page = desk.get(page_of(refused)).content.decode()
    for letter in refused.letters_in.all():
        assert f"/desk/tournaments/inboundletter/{letter.pk}/change/" in page
    assert MISTAKE not in page, "what letters of a running table say is closed"
    looking.look_inside(refused.table_id, cast.organiser, "to help")
    assert desk.get(page_of(refused)).content.decode().count(f"<code>{MISTAKE}</code>") == HELP_AFTER
    desk.post(page_of(refused), {"words": WORDS})
    assert found_by(cast.organiser) == []
    assert OutboundLetter.objects.filter(kind="helped", player=refused.player).count() == 1
    assert "No letter of this player was refused" in desk.get(page_of(refused)).content.decode()


def test_the_letter_has_the_organisers_words_and_asks_what_is_asked(cast: Cast, refused: Seat) -> None:
    letter = write(refused, cast.organiser)
    told = " ".join(letter.text.split())
    assert WORDS in told.replace("said | ", "")
    assert cast.organiser.name in told
    assert cast.organiser.email not in letter.text + letter.html
    assert address_of(letter) == address_of(newest(refused, "turn"))
    row = deliver(letter, "12")
    assert LogEntry.objects.filter(letter=row).exists()
    assert WORDS not in JournalLine.objects.get(verb="helped").words, "the letter has them, and who may open it"


def test_who_is_asked_nothing_gets_the_words_alone(cast: Cast, seat: Seat) -> None:
    other = next(one for one in seat.table.seats.all() if one.pk != seat.pk)
    letter = write(other, cast.organiser)
    assert "Nothing is asked of you now" in " ".join(letter.text.split())


def test_words_to_a_seat_are_for_its_organisers_and_not_without_end(cast: Cast, refused: Seat) -> None:
    for words, actor, fault in ((WORDS, cast.outsider, NotYours), ("  ", cast.organiser, BadSettings)):
        with pytest.raises(fault):
            helping.help_player(refused.pk, actor, words)
    with pytest.raises(MovedOn):
        helping.help_player(refused.pk, cast.organiser, WORDS, epoch=refused.token_epoch + 1)
    for _ in range(helping.LETTERS_AN_HOUR):
        write(refused, cast.organiser)
    with pytest.raises(TooOften):
        write(refused, cast.organiser)


def test_an_organiser_who_plays_is_not_shown_the_letters_of_opponents(cast: Cast, sign_in: SignIn) -> None:
    league = prepared_league(cast)
    league.organisers.add(cast.player)
    Player.objects.filter(pk=cast.player.pk).update(is_staff=True)
    for player in cast.players:
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    table = only_table(league)
    opponent = table.seats.exclude(player=cast.player).first()
    assert opponent is not None
    for _ in range(HELP_AFTER):
        deliver(newest(opponent), MISTAKE)
    playing = Player.objects.get(pk=cast.player.pk)
    assert (found_by(cast.organiser), found_by(playing)) == ([opponent], [])
    assert sign_in(playing).get(page_of(opponent)).status_code == 404


def test_of_very_many_letters_the_newest_are_shown(cast: Cast, refused: Seat) -> None:
    for _ in range(refused_shown.MOST):
        row = deliver(newest(refused, "turn"), MISTAKE)
    refused.refresh_from_db()
    shown = refused_shown.of_seat(refused, cast.organiser)
    assert (shown.count, len(shown.letters)) == (HELP_AFTER + refused_shown.MOST, refused_shown.MOST)
    assert shown.letters[0].url.endswith(f"/{row.pk}/change/")


def test_whoever_gets_the_seat_begins_anew(cast: Cast, refused: Seat) -> None:
    substitutes.give_seat(refused.pk, cast.outsider, cast.organiser, "a bet", epoch=refused.token_epoch)
    refused.refresh_from_db()
    assert (refused.player, refused.refused, refused.refused_at) == (cast.outsider, 0, None)
