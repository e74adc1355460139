"""The organisers' desk: own leagues only, nothing deleted, every change asked for once more and journalled."""

from __future__ import annotations

import re
import tracemalloc
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.forms import IntegerField
from django.test import Client
from django.utils import timezone

import engine
from engine.match import match
from tests.organiser.letters import letter_in
from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tests.shared.desk import SignIn, stamp_of
from tests.shared.play import play_on
from tests.shared.post import answer_requests
from tournaments.actions.clock import deadlines
from tournaments.actions.league import leagues
from tournaments.language.refusals import BadSettings
from tournaments.models import Entry, InboundLetter, JournalLine, League, OutboundLetter, Player, Seat, Table, Turn
from tournaments.organiser.shown import tables
from tournaments.organiser.site import site

pytestmark = pytest.mark.django_db

SETTINGS = {
    "name": "Winter Cup",
    "tag": "Winter",
    "about": "",
    "game": "bruges",
    "seats": "3",
    "max_players": "6",
    "vacation_days": "14",
    "hours": "24",
    "grace_hours": "12",
    "delay_minutes": "5",
    "expiry": "stand-in",
    "after_stand_in": "keep",
    "points_text": "",
    "tie_break_1": "wins",
    "tie_break_2": "lot",
    "provisional_days": "3",
    "access": "open",
    "conduct": "Be civil.",
    "games": "all",
    "at_once": "0",
}
ADD = "/desk/tournaments/league/add/"
MODELS = ("league", "table", "inboundletter", "outboundletter", "journalline", "player")


# --- who may come in -----------------------------------------------------------------------------


def test_only_organisers_come_to_the_desk(cast: Cast, sign_in: SignIn) -> None:
    visitor = Client().get("/desk/", follow=True)
    assert visitor.redirect_chain[-1][0].startswith("/sign-in/?next=/desk/")
    assert sign_in(cast.player).get("/desk/", follow=True).redirect_chain[-1][0] == "/"
    assert sign_in(cast.organiser).get("/desk/").status_code == 200


def test_an_organiser_signs_in_by_mailed_link_and_comes_back_to_the_desk(cast: Cast, client: Client) -> None:
    client.get("/desk/tournaments/league/", follow=True)
    client.post("/sign-in/", {"email": cast.organiser.email})
    answer_requests()
    letter = OutboundLetter.objects.get(kind="sign_in")
    token = letter.text.partition("sesame=")[2].split()[0]
    assert client.post("/sign-in/link/", {"sesame": token}).headers["Location"] == "/desk/tournaments/league/"


def test_an_organiser_sees_only_own_leagues(cast: Cast, table: Table, other_organiser: Player, sign_in: SignIn) -> None:
    letter_in(table, cast.player)
    stranger = sign_in(other_organiser)
    rows: dict[str, list[int]] = {
        "league": [table.league_id],
        "table": [table.pk],
        "inboundletter": list(InboundLetter.objects.values_list("pk", flat=True)),
        "outboundletter": list(OutboundLetter.objects.values_list("pk", flat=True)),
        "journalline": list(JournalLine.objects.values_list("pk", flat=True)),
        "player": [player.pk for player in cast.players],
    }
    for model, pks in rows.items():
        shown = stranger.get(f"/desk/tournaments/{model}/").content.decode()
        assert "Autumn" not in shown
        assert "Anna" not in shown
        assert pks
        for pk in pks:
            answer = stranger.get(f"/desk/tournaments/{model}/{pk}/change/")
            assert answer.status_code == 302, f"{model} {pk} is shown"
            assert "Anna" not in stranger.get(f"/desk/tournaments/{model}/{pk}/change/", follow=True).content.decode()
    assert "Autumn" not in stranger.get("/desk/").content.decode()


def test_another_organiser_can_do_nothing_to_a_league(
    cast: Cast, table: Table, other_organiser: Player, sign_in: SignIn
) -> None:
    stranger = sign_in(other_organiser)
    turn = Turn.objects.get(ended_at=None)
    draft = leagues.create(cast.organiser, name="Draft", tag="Draft", game="bruges")
    for address in (
        f"/desk/tournaments/league/{draft.pk}/open/",
        f"/desk/tournaments/league/{table.league_id}/start/",
        f"/desk/tournaments/table/turn/{turn.pk}/extend/",
        f"/desk/tournaments/table/turn/{turn.pk}/stand-in/",
        f"/desk/tournaments/table/seat/{turn.seat_id}/replace/",
        f"/desk/tournaments/table/seat/{turn.seat_id}/give-back/",
        f"/desk/tournaments/table/{table.pk}/picture.svg",
    ):
        assert stranger.get(address).status_code in {403, 404}, address
        assert stranger.post(address, {"hours": 5, "reason": "mine"}).status_code in {403, 404, 405}, address
    draft.refresh_from_db()
    assert draft.state == League.State.DRAFT


def test_a_superuser_sees_all_leagues(table: Table, sign_in: SignIn) -> None:
    host = sign_in(person("Hedda", is_staff=True, is_superuser=True))
    assert "Autumn" in host.get("/desk/tournaments/league/").content.decode()
    assert host.get(f"/desk/tournaments/table/{table.pk}/change/").status_code == 200


# --- nothing is deleted, nothing is written past the actions -------------------------------------


@pytest.mark.parametrize("model", MODELS)
def test_nothing_can_be_deleted(cast: Cast, table: Table, sign_in: SignIn, model: str) -> None:
    letter_in(table, cast.player)
    host = sign_in(person("Hedda", is_staff=True, is_superuser=True))
    admin = next(admin for rows, admin in site._registry.items() if rows._meta.model_name == model)
    rows = admin.model._default_manager.all()
    before = rows.count()
    for row in rows.order_by("pk")[:3]:
        assert host.post(f"/desk/tournaments/{model}/{row.pk}/delete/", {"post": "yes"}).status_code == 404
    bulk = {"action": "delete_selected", "_selected_action": [row.pk for row in rows], "post": "yes"}
    host.post(f"/desk/tournaments/{model}/", bulk)
    assert rows.count() == before


@pytest.mark.parametrize("model", [model for model in MODELS if model != "league"])
def test_rows_are_read_only(cast: Cast, table: Table, desk: Client, model: str) -> None:
    letter_in(table, cast.player)
    admin = next(admin for rows, admin in site._registry.items() if rows._meta.model_name == model)
    row = admin.model._default_manager.filter(**({"pk": table.pk} if model == "table" else {})).last()
    assert desk.get(f"/desk/tournaments/{model}/add/").status_code == 403
    assert desk.post(f"/desk/tournaments/{model}/{row.pk}/change/", {"words": "forged"}).status_code in {302, 403}
    row.refresh_from_db()
    assert "forged" not in str(vars(row))


# --- leagues -------------------------------------------------------------------------------------


def test_an_organiser_prepares_changes_opens_and_starts_a_league(cast: Cast, desk: Client) -> None:
    assert desk.post(ADD, SETTINGS).status_code == 302
    league = League.objects.get(name="Winter Cup")
    assert list(league.organisers.all()) == [cast.organiser]
    assert (league.turn_time, league.points, league.tie_breaks) == (
        timedelta(hours=24), [6, 3, 1], ["points", "wins", "lot"],
    )  # fmt: skip
    page = f"/desk/tournaments/league/{league.pk}/"
    desk.post(f"{page}change/", {**SETTINGS, "hours": "36", "points_text": "5/3/0"})
    league.refresh_from_db()
    assert (league.turn_time, league.points) == (timedelta(hours=36), [5, 3, 0])
    assert desk.post(f"{page}open/").status_code == 302
    league.refresh_from_db()
    assert league.state == League.State.OPEN
    for player in cast.players:
        leagues.enrol(league, player)
    asks = desk.get(f"{page}start/").content.decode()
    assert "Usually about" in asks
    assert all(player.name in asks for player in cast.players)
    desk.post(f"{page}start/")
    league.refresh_from_db()
    assert league.state == League.State.RUNNING
    verbs = list(JournalLine.objects.filter(league=league, actor=cast.organiser).values_list("verb", flat=True))
    assert set(verbs) >= {"league created", "league changed", "league opened", "league started"}


def test_opening_the_page_of_an_action_does_nothing(cast: Cast, desk: Client) -> None:
    draft = leagues.create(cast.organiser, name="Draft", tag="Draft", game="bruges")
    desk.get(f"/desk/tournaments/league/{draft.pk}/open/")
    ready = prepared_league(cast)
    for player in cast.players:
        leagues.enrol(ready, player)
    desk.get(f"/desk/tournaments/league/{ready.pk}/start/")
    assert [league.state for league in League.objects.order_by("pk")] == [League.State.DRAFT, League.State.OPEN]


def test_settings_are_fixed_once_players_have_read_them(cast: Cast, desk: Client) -> None:
    league = prepared_league(cast)
    desk.post(f"/desk/tournaments/league/{league.pk}/change/", {**SETTINGS, "hours": "1"})
    league.refresh_from_db()
    assert league.turn_time == timedelta(hours=48)
    assert "They are fixed." in desk.get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "Cup\r\nBcc: all@example.net", "one line"),
        ("seats", "5", "Select a valid choice"),
        ("seats", "9" * 20, "Select a valid choice"),
        ("max_players", "9" * 20, "less than or equal to 200"),
        ("at_once", "9" * 20, "less than or equal to 4"),
        ("vacation_days", "61", "less than or equal to 60"),
        ("max_players", "2", "needs 3 players"),
        ("points_text", "6/three/1", "whole numbers"),
        ("points_text", "6/3", "each of the 3 places"),
        ("tie_break_1", "beauty", "Select a valid choice"),
        ("tie_break_2", "wins", "decides already, further up"),
        ("pace", "hasty", "Select a valid choice"),
        ("hours", "0", "greater than or equal to 1"),
        ("game", "chess", "Select a valid choice"),
    ],
)
def test_a_wrong_setting_is_said_next_to_the_form(desk: Client, field: str, value: str, words: str) -> None:
    page = desk.post(ADD, {**SETTINGS, field: value})
    assert page.status_code == 422
    assert words in page.content.decode()
    assert not League.objects.exists()


def test_every_number_of_the_form_has_a_least_and_a_most(desk: Client) -> None:
    fields = desk.get(ADD).context["adminform"].form.fields
    numbers = {name: field for name, field in fields.items() if isinstance(field, IntegerField)}
    assert {"max_players", "at_once", "vacation_days", "hours", "act_hours"} <= set(numbers)
    assert [name for name, field in numbers.items() if None in (field.min_value, field.max_value)] == []


@pytest.mark.parametrize("seats", [5, 10**7, 10**20])
def test_no_league_is_prepared_with_more_seats_than_its_game_has(cast: Cast, seats: int) -> None:
    tracemalloc.start()
    with pytest.raises(BadSettings):
        leagues.create(cast.organiser, name="Winter", tag="Winter", game="bruges", seats=seats)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000, "nothing of that size is built before"
    tracemalloc.stop()


def test_the_desk_writes_nothing_into_djangos_own_log(desk: Client) -> None:
    desk.post(ADD, SETTINGS)
    page = f"/desk/tournaments/league/{League.objects.get().pk}/change/"
    desk.post(page, {**SETTINGS, "stamp": stamp_of(desk, page), "name": "Summer Cup"})
    assert League.objects.get().name == "Summer Cup"
    assert not LogEntry.objects.exists()


def test_too_few_players_cannot_start(cast: Cast, desk: Client) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    page = desk.post(f"/desk/tournaments/league/{league.pk}/start/", follow=True).content.decode()
    assert "needs 3 players" in page
    league.refresh_from_db()
    assert league.state == League.State.OPEN


# --- tables --------------------------------------------------------------------------------------


def test_a_table_shows_position_turn_deadline_log_letters_and_journal(cast: Cast, table: Table, desk: Client) -> None:
    play_on(table, 9)
    letter_in(table, cast.player, InboundLetter.State.LAID_ASIDE)
    page = desk.get(f"/desk/tournaments/table/{table.pk}/change/").content.decode()
    seat = asked_seat(table)
    assert str(seat.player) in page
    for words in ("picture.svg", "Log, newest first", "put the", "laid aside", "[Autumn]", "by page", "Extend"):
        assert words in page, words
    assert desk.get(f"/desk/tournaments/table/{table.pk}/picture.svg").content.startswith(b"<svg")
    assert table.head not in page  # only its first ten digits
    assert bytes(table.secret).hex() not in page


def test_the_log_says_in_words_who_moved(table: Table, desk: Client) -> None:
    play_on(table, 3)
    page = desk.get(f"/desk/tournaments/table/{table.pk}/change/").content.decode()
    assert '<td class="beside">an order</td>' in page
    assert set(tables.MOVED_BY) == set(match.BY)


def test_times_are_written_as_in_letters(cast: Cast, table: Table, desk: Client) -> None:
    League.objects.update(started_at=datetime(2026, 3, 2, 17, 5, tzinfo=UTC))
    assert "2 Mar 2026, 18:05" in desk.get("/desk/tournaments/league/").content.decode()


def test_the_journal_says_who_and_where(cast: Cast, table: Table, desk: Client) -> None:
    page = desk.get("/desk/tournaments/journalline/").content.decode()
    for words in ("Olivia", "the service", "Autumn League table 1", "Anna joined Autumn League"):
        assert words in page, words


def test_the_desks_picture_is_the_public_one(cast: Cast, table: Table, desk: Client, sign_in: SignIn) -> None:
    public = desk.get(f"/desk/tournaments/table/{table.pk}/picture.svg").content
    own = [sign_in(player).get(f"/table/{table.pk}/picture.svg").content for player in cast.players]
    assert all(b"<svg" in picture for picture in (public, *own))
    assert public not in own


def test_extending_a_deadline_takes_a_reason_and_is_journalled(cast: Cast, table: Table, desk: Client) -> None:
    turn = Turn.objects.get(ended_at=None)
    address = f"/desk/tournaments/table/turn/{turn.pk}/extend/"
    assert desk.get(address).status_code == 200
    assert desk.post(address, {"hours": 24, "reason": ""}).status_code == 422
    assert desk.post(address, {"hours": 24, "reason": "ill\r\nBcc: x@example.net"}).status_code == 422
    filled = {"hours": 24, "reason": "Anna is travelling", "stamp": stamp_of(desk, address)}
    desk.post(address, filled)
    later = desk.post(address, {**filled, "hours": 48}, follow=True)
    assert "since you looked" in later.content.decode()
    before = turn.due_by
    turn.refresh_from_db()
    assert turn.due_by == before + timedelta(hours=24)
    line = JournalLine.objects.get(verb="deadline extended", actor=cast.organiser, seat=turn.seat)
    assert "hours more: " in line.words


def test_replacing_a_seat_by_a_bot_and_giving_it_back(cast: Cast, table: Table, desk: Client) -> None:
    seat = asked_seat(table)
    address = f"/desk/tournaments/table/seat/{seat.pk}/replace/"
    desk.post(address, {"reason": "no answer for weeks"})
    seat.refresh_from_db()
    assert seat.mover == Seat.Mover.REPLACED
    desk.post(f"/desk/tournaments/table/seat/{seat.pk}/give-back/", {"reason": "back again"})
    seat.refresh_from_db()
    assert seat.mover == Seat.Mover.PLAYER
    verbs = set(JournalLine.objects.filter(seat=seat, actor=cast.organiser).values_list("verb", flat=True))
    assert verbs == {"replaced by the stand-in", "given back"}


YES = "Let the stand-in move"


def asked_late(cast: Cast, **settings: object) -> Turn:
    """The turn that a table waits for; its time is up and has been judged."""
    table = only_table(running_league(cast, grace=timedelta(0), **settings))
    past = timezone.now() - timedelta(hours=1)
    Turn.objects.update(due_by=past, judge_at=past)
    turn = Turn.objects.get(seat=asked_seat(table), ended_at=None)
    deadlines.expire(turn.pk)
    return turn


def page_of(desk: Client, turn: Turn) -> str:
    return desk.get(f"/desk/tournaments/table/{turn.seat.table_id}/change/").content.decode()


def test_the_stand_in_moves_after_the_organisers_yes(cast: Cast, desk: Client) -> None:
    turn = asked_late(cast, expiry=League.Expiry.ASK)
    assert YES in page_of(desk, turn)
    desk.post(f"/desk/tournaments/table/turn/{turn.pk}/stand-in/")
    turn.refresh_from_db()
    assert turn.ended_at is not None
    assert JournalLine.objects.filter(verb="stand-in", seat=turn.seat, actor=cast.organiser).exists()


@pytest.mark.parametrize(("policy", "offered"), [("stand-in", True), ("ask", True), ("wait", False)])
def test_the_stand_in_is_offered_for_a_late_seat_whose_letters_come_back(
    cast: Cast, desk: Client, policy: str, *, offered: bool
) -> None:
    now = timezone.now()
    dead = Player.objects.filter(pk__in=[player.pk for player in cast.players])
    dead.update(dead_at=now, awaited_until=now + timedelta(days=1))
    page = page_of(desk, asked_late(cast, expiry=policy))
    assert "letters come back, the table waits until" in page
    assert (YES in page) is offered


def test_a_yes_that_nobody_waits_for_is_not_offered_and_refused_in_words(
    cast: Cast, table: Table, desk: Client
) -> None:
    turn = Turn.objects.get(ended_at=None)
    assert YES not in page_of(desk, turn)
    Turn.objects.update(due_by=timezone.now() - timedelta(seconds=5))
    assert YES not in page_of(desk, turn)
    done = desk.post(f"/desk/tournaments/table/turn/{turn.pk}/stand-in/", follow=True).content.decode()
    assert "The stand-in does not wait for a yes here." in done
    turn.refresh_from_db()
    assert turn.ended_at is None


# --- what needs the organiser --------------------------------------------------------------------


def test_the_start_page_says_that_nothing_needs_the_organiser(table: Table, desk: Client) -> None:
    assert "Nothing. Every seat is in time" in desk.get("/desk/").content.decode()


def test_the_start_page_shows_what_needs_the_organiser(cast: Cast, table: Table, desk: Client) -> None:
    Turn.objects.update(due_by=timezone.now() - timedelta(hours=5))
    letter_in(table, cast.player, InboundLetter.State.HELD)
    letter_in(table, cast.opponent, InboundLetter.State.LAID_ASIDE)
    Player.objects.filter(pk=cast.third.pk).update(dead_at=timezone.now())
    OutboundLetter.objects.filter(player=cast.third).update(state=OutboundLetter.State.FAILED)
    page = desk.get("/desk/").content.decode()
    for words in ("5\xa0hours late", "that was me", "laid aside", "Letters to Chidi come back: ", "refused for good"):
        assert words in page, words


def test_players_whose_letters_come_back_are_told_to_the_organisers_of_what_they_play_and_join(
    cast: Cast, table: Table, desk: Client
) -> None:
    told = f"Letters to {cast.third.name} come back: "
    Player.objects.filter(pk=cast.third.pk).update(dead_at=timezone.now())
    Table.objects.update(state=Table.State.FINISHED)
    League.objects.update(state=League.State.FINISHED)
    other = prepared_league(cast)
    leagues.enrol(other, cast.third, "a word")
    assert told in desk.get("/desk/").content.decode()
    other.organisers.set([person("Olga", is_staff=True)])
    assert told not in desk.get("/desk/").content.decode()  # has played in a league of this one, and does no more


def test_a_league_page_lists_its_entries_and_tables(cast: Cast, table: Table, desk: Client) -> None:
    page = desk.get(f"/desk/tournaments/league/{table.league_id}/change/").content.decode()
    assert all(player.name in page for player in cast.players)
    assert table.commitment in page
    assert Entry.objects.count() == 3


def test_the_league_page_leads_only_to_pages_that_the_organiser_may_see(cast: Cast, table: Table, desk: Client) -> None:
    to_join = prepared_league(cast, name="Spring", tag="Spring")
    for league, seen in ((table.league, False), (to_join, True)):
        page = desk.get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()
        assert (f'href="/league/{league.pk}/"' in page) is seen
        assert (desk.get(f"/league/{league.pk}/").status_code == 200) is seen


# --- people --------------------------------------------------------------------------------------


def test_an_organiser_forgets_a_player_after_reading_what_happens(cast: Cast, table: Table, desk: Client) -> None:
    letter = letter_in(table, cast.opponent)
    page = f"/desk/tournaments/player/{cast.opponent.pk}/"
    assert f"{page}erase/" in desk.get(f"{page}change/").content.decode()
    asks = desk.get(f"{page}erase/").content.decode()
    assert "The stand-in plays on at 1 running table, for good." in asks
    assert desk.post(f"{page}erase/", {"reason": ""}).status_code == 422
    cast.opponent.refresh_from_db()
    assert cast.opponent.erased_at is None
    done = desk.post(f"{page}erase/", {"reason": "Bea wrote to me"}, follow=True).content.decode()
    assert "The person is forgotten" in done
    assert "forgotten" in desk.get("/desk/tournaments/player/").content.decode()
    assert f"{page}erase/" not in desk.get(f"{page}change/").content.decode()
    line = JournalLine.objects.get(verb="erased")
    assert (line.actor, line.words) == (cast.organiser, "former player was erased: former player wrote to me")
    assert "purged" in desk.get(f"/desk/tournaments/inboundletter/{letter.pk}/change/").content.decode()
    sent = OutboundLetter.objects.filter(player=cast.opponent).latest("pk")
    assert "no longer kept" in desk.get(f"/desk/tournaments/outboundletter/{sent.pk}/change/").content.decode()


def test_nobody_is_forgotten_by_an_organiser_who_has_no_league_of_theirs(
    cast: Cast, table: Table, other_organiser: Player, desk: Client, sign_in: SignIn
) -> None:
    for client, person_ in ((sign_in(other_organiser), cast.player), (desk, cast.outsider), (desk, other_organiser)):
        address = f"/desk/tournaments/player/{person_.pk}/erase/"
        assert client.post(address, {"reason": "mine"}).status_code in {403, 404}
        person_.refresh_from_db()
        assert person_.erased_at is None


def test_the_form_shows_the_options_of_the_chosen_game_alone(desk: Client) -> None:
    page = desk.get("/desk/tournaments/league/add/").content.decode()
    rows = re.findall(r"""data-games="([\w ]+)".*?<label[^>]*>\s*([^:<]+): ([^<]+)""", page, re.DOTALL)
    named = [(game.slug, game.name, one.title) for game in engine.games.released().values() for one in game.options]
    assert rows[: len(named)] == named
    assert "Round cap" in page
    assert "round_cap:" not in page
