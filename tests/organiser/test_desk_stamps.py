"""A page of the desk that was opened before a change does nothing: it is shown anew, with what was typed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from tests.attacks import rights
from tests.attacks.asking import ask
from tests.attacks.walking import COUNTS
from tests.organiser.acts import DESK, end, filled, pages_that_ask
from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tests.shared.desk import stamp_of
from tournaments.actions.clock import pausing
from tournaments.actions.league import cancel, disqualify, leagues, organisers, results, settings
from tournaments.actions.seats import offers, seats, substitutes
from tournaments.actions.table import session
from tournaments.language.refusals import MovedOn
from tournaments.models import Entry, League, Seat, Table

pytestmark = pytest.mark.django_db
# Where something is posted that no page asks about: a new league, papers, the end of an outage, the way out.
ASK_NOTHING = {
    "/desk/mail/", "/desk/logout/", "/desk/key/", f"{DESK}league/add/", f"{DESK}league/<int:pk>/exchange/archive/",
    *(f"{DESK}print/{about}/<int:pk>/" for about in ("table", "league")),
}  # fmt: skip
OF_OFFICERS = {f"{DESK}league/<int:pk>/leave-office/"}  # for who does not organise the league
SETTINGS = {f"{DESK}league/<path:object_id>/change/"}  # a large form with a stamp of its own
TRUE_AGAIN = {"look-inside", "cancel"}  # say what is so, however often they are pressed
Prepared = tuple[str, dict[str, str], Callable[[], object], Callable[[], object]]  # page, filled, change, what stays


def test_every_act_of_the_desk_is_done_by_a_page_with_a_stamp_and_by_none_with_another(
    cast: Cast, desk: Client
) -> None:
    pages = pages_that_ask(cast)
    of_the_desk = {route for route in rights.WRITES if route.startswith("/desk/")}
    assert {f"/{resolve(page).route}" for page in pages} == of_the_desk - ASK_NOTHING - SETTINGS - OF_OFFICERS
    for page in pages:
        shown = desk.get(page)
        assert f'name="stamp" value="{shown.context["stamp"]}"' in shown.content.decode(), page
        data, typed = filled(shown.context["form"])
        for stamp in ("", "0" * 64, "ſtamp", stamp_of(desk, next(other for other in pages if other != page))):
            answer = ask(desk, "POST", page, **data, stamp=stamp)
            assert (answer.status, answer.wrote - COUNTS) == (422, frozenset()), page
            assert "since you looked" in answer.body, page
            assert [words for words in typed if words not in answer.body] == [], page


def test_a_stamp_does_not_change_by_itself(cast: Cast, desk: Client) -> None:
    pages = pages_that_ask(cast)
    before = [stamp_of(desk, page).partition(".") for page in pages]
    with time_machine.travel(timezone.now() + timedelta(minutes=40)):
        later = [stamp_of(desk, page).partition(".") for page in pages]
    assert [about for about, _, _ in later] == [about for about, _, _ in before]
    numbers = [number for _, _, number in (*before, *later)]
    assert len(set(numbers)) == 2 * len(pages), "each page has a number of its own, by which it counts once"


def stand_in_of_another_player(cast: Cast) -> Prepared:
    """The page gives the seat back to Bea; a colleague gives it to Otto, and the stand-in plays for him then."""
    seat = only_table(running_league(cast)).seats.get(player=cast.opponent)
    seat = seats.replace_by_stand_in(seat.pk, cast.organiser, "silent")

    def change() -> None:
        substitutes.give_seat(seat.pk, cast.outsider, cast.organiser, "plays on", epoch=seat.token_epoch)
        seats.replace_by_stand_in(seat.pk, cast.organiser, "Otto is ill")

    return (
        f"table/seat/{seat.pk}/give-back/",
        {},
        change,
        lambda: Seat.objects.get(pk=seat.pk).mover == Seat.Mover.REPLACED,
    )


def bot_of_the_same_player(cast: Cast) -> Prepared:
    """Bea had the seat again, and was replaced once more for another reason."""
    seat = only_table(running_league(cast)).seats.get(player=cast.opponent)
    seats.replace_by_stand_in(seat.pk, cast.organiser, "silent")

    def change() -> None:
        seats.give_back(seat.pk, cast.organiser, "well again")
        seats.replace_by_stand_in(seat.pk, cast.organiser, "she asked for it")

    return (
        f"table/seat/{seat.pk}/give-back/",
        {},
        change,
        lambda: Seat.objects.get(pk=seat.pk).mover == Seat.Mover.REPLACED,
    )


def cancelled_before_anybody_joined(cast: Cast) -> Prepared:
    """The page says that nobody has joined; by the press three play."""
    league = prepared_league(cast)

    def change() -> None:
        for player in cast.players:
            leagues.enrol(league, player)
        leagues.start(league, cast.organiser)

    return f"league/{league.pk}/cancel/", {}, change, lambda: state(league) == League.State.RUNNING


def ruled_by_another(cast: Cast) -> Prepared:
    league = running_league(cast, seats=2, max_players=2, provisional=timedelta(days=3))
    table = only_table(league)
    end(table)

    def change() -> None:
        results.rule(table.pk, [1, 1], cast.organiser, "both were right")

    places = {"place_0": "2", "place_1": "1"}
    return f"table/{table.pk}/rule/", places, change, lambda: counted(table) == [1, 1]


def ruled_alike_by_another(cast: Cast) -> Prepared:
    """The ruling leaves the places as they were: it is a ruling all the same."""
    page, places, _, _ = ruled_by_another(cast)
    table = Table.objects.get(state=Table.State.FINISHED)

    def change() -> None:
        results.rule(table.pk, [1, 2], cast.organiser, "as it ended")

    return page, places, change, lambda: counted(table) == [1, 2]


def put_out_before_the_start(cast: Cast) -> Prepared:
    """The page is about a league that has not begun, the press would make games void."""
    league = prepared_league(cast)
    entries = [leagues.enrol(league, player) for player in cast.players]
    page = f"league/entry/{entries[0].pk}/disqualify/"
    return page, {"games": "void"}, lambda: leagues.start(league, cast.organiser), lambda: not out(league)


def readmitted_to_a_place_that_is_taken(cast: Cast) -> Prepared:
    league = prepared_league(cast, max_players=3)
    entries = [leagues.enrol(league, player) for player in cast.players]
    disqualify.disqualify(entries[0].pk, cast.organiser, "two accounts", void=False)
    page = f"league/entry/{entries[0].pk}/readmit/"
    return page, {}, lambda: leagues.enrol(league, cast.outsider), lambda: out(league)


def paused_anew(cast: Cast) -> Prepared:
    table = only_table(running_league(cast))
    pausing.pause(table.pk, cast.organiser, "holidays")

    def change() -> None:
        pausing.go_on(table.pk, cast.organiser, "back")
        pausing.pause(table.pk, cast.organiser, "a quarrel")

    return f"table/{table.pk}/go-on/", {}, change, lambda: Table.objects.get(pk=table.pk).paused_at


def started_with_others(cast: Cast) -> Prepared:
    league = prepared_league(cast)
    for player in cast.players:
        leagues.enrol(league, player)
    page = f"league/{league.pk}/start/"
    return page, {}, lambda: leagues.enrol(league, cast.outsider), lambda: state(league) == League.State.OPEN


def opened_as_set_by_another(cast: Cast) -> Prepared:
    league = leagues.create(cast.organiser, name="Winter", tag="Winter", game="bruges", seats=3)
    rows = League.objects.filter(pk=league.pk)
    page = f"league/{league.pk}/open/"
    return page, {}, lambda: rows.update(turn_time=timedelta(hours=1)), lambda: state(league) == League.State.DRAFT


def state(league: League) -> str:
    return League.objects.get(pk=league.pk).state


def out(league: League) -> list[Entry]:
    return list(league.entries.filter(state=Entry.State.OUT))


def counted(table: Table) -> object:
    return (Table.objects.get(pk=table.pk).result or {})["counted"]


@pytest.mark.parametrize(
    "prepare",
    [
        stand_in_of_another_player, bot_of_the_same_player, cancelled_before_anybody_joined, ruled_by_another,
        ruled_alike_by_another, put_out_before_the_start, readmitted_to_a_place_that_is_taken, paused_anew,
        started_with_others, opened_as_set_by_another,
    ],
)  # fmt: skip
def test_what_another_organiser_has_done_meanwhile_is_read_before_it_is_undone(
    cast: Cast, desk: Client, prepare: Callable[[Cast], Prepared]
) -> None:
    path, fields, change, stays = prepare(cast)
    page = DESK + path
    pressed = {**fields, "reason": "seen from here", "stamp": stamp_of(desk, page)}
    change()
    refused = desk.post(page, pressed)
    assert (refused.status_code, bool(stays())) == (422, True)
    assert "since you looked" in refused.content.decode()
    again = desk.post(page, {**pressed, "stamp": refused.context["stamp"]})
    assert (again.status_code, bool(stays())) == (302, False)


def test_what_changes_between_page_and_lock_is_seen_under_the_lock(cast: Cast) -> None:
    league = running_league(cast, seats=2, max_players=2, provisional=timedelta(days=3))
    table = only_table(league)
    seat = asked_seat(table)
    seats.replace_by_stand_in(seat.pk, cast.organiser, "silent")
    with pytest.raises(MovedOn):
        seats.give_back(seat.pk, cast.organiser, "back", epoch=seat.token_epoch)
    with pytest.raises(MovedOn):
        cancel.cancel(league, cast.organiser, "nobody comes", seen=League.State.OPEN)
    end(table)
    seen = Table.objects.get(pk=table.pk).result
    results.rule(table.pk, [1, 1], cast.organiser, "both were right", seen=seen)
    with pytest.raises(MovedOn):
        results.rule(table.pk, [2, 1], cast.organiser, "the other way round", seen=seen)
    assert counted(table) == [1, 1]


def test_the_settings_of_a_league_that_another_organiser_has_changed_meanwhile_are_not_undone(
    cast: Cast, desk: Client
) -> None:
    league = leagues.create(cast.organiser, name="Draft League", tag="Draft", game="bruges", seats=3)
    page = DESK + f"league/{league.pk}/change/"
    form = desk.get(page).context["adminform"].form
    shown = {field.html_name: field.value() for field in form}
    typed = {name: value for name, value in shown.items() if value is not None and value is not False}
    assert f'name="stamp" value="{typed["stamp"]}"' in desk.get(page).content.decode()
    settings.change(league, cast.organiser, conduct="Be kind.")
    for stamp in (typed["stamp"], "", "ſtamp"):
        refused = desk.post(page, {**typed, "name": "Winter League", "stamp": stamp})
        assert refused.status_code == 422
        assert "since you looked" in refused.content.decode()
        assert "Winter League" in refused.content.decode(), "what was typed is shown again"
        league.refresh_from_db()
        assert (league.name, league.conduct) == ("Draft League", "Be kind.")
    anew = {**typed, "name": "Winter League", "conduct": "Be kind.", "stamp": stamp_of(desk, page)}
    assert desk.post(page, anew).status_code == 302
    league.refresh_from_db()
    assert (league.name, league.conduct) == ("Winter League", "Be kind.")


def test_a_second_press_of_a_button_says_that_it_did_something_only_if_it_did(cast: Cast, desk: Client) -> None:
    for page in pages_that_ask(cast):
        shown = desk.get(page)
        data, _ = filled(shown.context["form"])
        with transaction.atomic():
            desk.post(page, {**data, "sure": "on", "stamp": shown.context["stamp"]})
            stamp = stamp_of(desk, page)
            again = ask(desk, "POST", page, **data, stamp=stamp)
            transaction.set_rollback(True)
        done = again.status == 302 and resolve(page).url_name not in TRUE_AGAIN
        assert not done or again.wrote - COUNTS, page


def test_who_has_a_seat_already_is_given_nothing_by_a_press(cast: Cast, desk: Client) -> None:
    seat = only_table(running_league(cast)).seats.get(player=cast.opponent)
    given = desk.post(f"{DESK}table/seat/{seat.pk}/give-back/", {"reason": "well again"})
    assert (given.status_code, "has this seat already" in given.content.decode()) == (422, True)
    seats.replace_by_stand_in(seat.pk, cast.organiser, "silent")
    replaced = desk.post(f"{DESK}table/seat/{seat.pk}/replace/", {"reason": "silent"})
    assert (replaced.status_code, "The stand-in plays this seat already" in replaced.content.decode()) == (422, True)


@pytest.mark.parametrize("act", ["replace", "give-back"])
def test_a_press_at_a_table_that_ended_meanwhile_says_that_it_did_nothing(
    cast: Cast, desk: Client, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    seat = only_table(running_league(cast)).seats.get(player=cast.opponent)
    if act == "give-back":
        seats.replace_by_stand_in(seat.pk, cast.organiser, "silent")
    page, lock = f"{DESK}table/seat/{seat.pk}/{act}/", session.lock
    stamp = stamp_of(desk, page)

    def ended(**which: object) -> object:
        Table.objects.filter(pk=seat.table_id).update(state=Table.State.STOPPED)
        return lock(**which)

    monkeypatch.setattr(seats, "lock", ended)
    refused = desk.post(page, {"reason": "x", "stamp": stamp})
    assert refused.status_code == 422
    assert "is over" in refused.content.decode()


def test_what_has_ended_meanwhile_is_not_said_to_be_taken_back(cast: Cast) -> None:
    league = running_league(cast)
    offer = offers.give(asked_seat(only_table(league)).pk, "new@example.net", "", cast.organiser, "away", epoch=0)
    asked = organisers.ask(league, cast.organiser, person("Fay", is_staff=True).email, "help")
    assert offer is not None
    offers.decline(offer)
    organisers.decline(asked)
    with pytest.raises(MovedOn, match="has ended"):
        offers.withdraw(offer.pk, cast.organiser)
    with pytest.raises(MovedOn, match="has ended"):
        organisers.withdraw(asked.pk, cast.organiser)
