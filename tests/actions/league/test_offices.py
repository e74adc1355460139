"""Offices beside the organisers of a league: what a referee and a helper may do, and who ends and hands over what."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.organiser.letters import letter_in
from tests.shared.cast import Cast, asked_seat, only_table, person, running_league
from tests.shared.desk import at_desk
from tests.shared.post import deliver, newest
from tournaments.actions.commands import cases, held_letters
from tournaments.actions.exchange import keys
from tournaments.actions.league import announcements, cancel, leagues, offices, organisers, results
from tournaments.actions.player import appointing, people
from tournaments.actions.seats import offers, seats
from tournaments.actions.table import helping, looking, orders
from tournaments.language.refusals import LinkExpired, MovedOn, NameTaken, NotYours, Refused, StillNeeded
from tournaments.models import (
    Case,
    InboundLetter,
    JournalLine,
    League,
    OfficeOffer,
    OutboundLetter,
    Player,
    Role,
    Table,
)

pytestmark = pytest.mark.django_db
REASON = "two see more than one"
ACCEPT = {"answer": "accept"}
WORDS = "Bea has used the Bishop twice."


@pytest.fixture
def league(cast: Cast) -> League:
    return running_league(cast)


@pytest.fixture
def table(league: League) -> Table:
    return only_table(league)


@pytest.fixture
def rita(league: League) -> Player:
    """A referee of the league, who plays nowhere."""
    return holder(league, "Rita", Role.REFEREE)


@pytest.fixture
def henk(league: League) -> Player:
    """A helper of the league, who plays nowhere."""
    return holder(league, "Henk", Role.HELPER)


@pytest.fixture
def gil(league: League) -> Player:
    """A second organiser."""
    return holder(league, "Gil", Role.ORGANISER)


def holder(league: League, name: str, role: Role) -> Player:
    who = person(name)
    offices.give(league, who, role)
    who.refresh_from_db()
    return who


def page(whom: Player) -> str:
    """The address in the newest letter that asks somebody."""
    letter = OutboundLetter.objects.filter(kind="asked_to_organise", player=whom).latest("pk")
    found = re.search(r"https://play\.example\.org(/organise/\S+)", letter.text)
    assert found is not None
    return found[1]


def call(table: Table, *others: Player) -> Case:
    """A case of a seat that is none of these players'."""
    seat = table.seats.exclude(player__in=others).order_by("number")[0]
    orders.take_orders(seat.pk, [f"referee {WORDS}"], serial=None, by="page")
    return Case.objects.latest("pk")


def words_of(letter: OutboundLetter) -> str:
    return " ".join(letter.text.split())


# --- asked, and what they answer ------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.REFEREE, Role.HELPER])
def test_a_player_who_is_asked_has_the_office_and_the_desk_from_their_own_press_on(
    cast: Cast, league: League, role: Role
) -> None:
    client = at_desk(cast.organiser)
    form = {"email": cast.third.email, "role": role, "reason": REASON}
    assert client.post(f"/desk/tournaments/league/{league.pk}/organise/", form).status_code == 302
    assert at_desk(cast.third).get("/desk/").status_code == 302, "the letter alone opens nothing"
    shown = Client().get(page(cast.third)).content.decode()
    assert {Role.REFEREE: "Will you be a referee?", Role.HELPER: "Will you help?"}[role] in shown
    assert Client().post(page(cast.third), ACCEPT).status_code == 302
    assert league.officers.get().role == role
    assert not league.organisers.filter(pk=cast.third.pk).exists()
    assert f"{league}: you are {role.label}" in at_desk(cast.third).get("/desk/").content.decode()
    assert f"{cast.third}, {role.label}" in client.get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()
    assert JournalLine.objects.filter(verb="office taken", league=league, actor=cast.third).exists()


def test_the_players_of_a_league_read_on_its_page_who_has_an_office_in_it(
    league: League, rita: Player, henk: Player, cast: Cast
) -> None:
    shown = at_desk(cast.player).get(f"/league/{league.pk}/").content.decode()
    for words in ("Olivia", "Rita, referee", "Henk, helper"):
        assert f"<li>{words}</li>" in shown, words
    assert "Rita" not in Client().get(f"/league/{league.pk}/").content.decode()


def test_whoever_has_an_office_alone_prepares_no_league_and_meets_no_list_that_is_empty(
    rita: Player, league: League
) -> None:
    desk = at_desk(rita)
    shown = desk.get("/desk/").content.decode()
    assert "Prepare a league" not in shown
    leave = f"/desk/tournaments/league/{league.pk}/leave-office/"
    assert "/desk/tournaments/" not in shown.replace(leave, "")
    assert "/desk/key/" not in shown
    assert "Every seat is in time" not in shown, "that is more than a referee sees"
    with pytest.raises(NotYours):
        keys.make(rita)
    assert desk.get("/desk/tournaments/league/add/").status_code == 403
    with pytest.raises(NotYours):
        leagues.create(rita, name="Winter", tag="Winter", game="bruges", seats=3)


def test_who_leaves_the_only_office_leaves_the_desk(rita: Player, league: League) -> None:
    desk = at_desk(rita)
    left = desk.post(f"/desk/tournaments/league/{league.pk}/leave-office/", {"reason": "no time"}, follow=True)
    assert left.status_code == 200
    rita.refresh_from_db()
    assert not rita.is_staff
    assert not league.officers.exists()
    assert desk.get("/desk/").status_code == 302
    with pytest.raises(MovedOn):
        offices.give_back(league, rita, "again")


def test_nobody_takes_the_name_of_who_has_an_office_and_who_has_one_takes_no_name_of_the_league(
    rita: Player, league: League, cast: Cast
) -> None:
    for player, name in ((cast.player, "Rita"), (rita, cast.player.name)):
        with pytest.raises(NameTaken):
            people.change_profile(player, name, player.zone)
    other = person("Rita", "other.rita@example.net")
    with pytest.raises(NameTaken):
        offices_asked(league, cast, other)


def offices_asked(league: League, cast: Cast, whom: Player) -> None:
    """Have somebody asked and say yes."""
    Player.objects.filter(pk=whom.pk).update(is_staff=True)
    organisers.accept(organisers.ask(league, cast.organiser, whom.email, REASON, Role.HELPER))


def test_a_seat_is_not_given_to_a_referee_who_has_joined_without_a_yes(
    league: League, cast: Cast, table: Table
) -> None:
    league.entries.create(player=cast.outsider, state="waiting")
    offices.give(league, cast.outsider, Role.REFEREE)
    seat = asked_seat(table)
    offer = offers.give(seat.pk, cast.outsider.email, "", cast.organiser, "moved", epoch=seat.token_epoch)
    assert offer is not None, "they are asked: what they get takes the right to rule there from them"


def test_after_erasing_the_journal_names_nobody_who_had_an_office(league: League, rita: Player) -> None:
    offices.end(league, rita, league.owner, "Rita is slow")
    people.erase(rita, rita)
    assert not [line.words for line in JournalLine.objects.all() if "Rita" in line.words]


# --- a referee --------------------------------------------------------------------------------------


def test_a_referee_reads_the_case_rules_on_it_and_the_table_reads_whose_ruling_it_is(
    rita: Player, table: Table, cast: Cast
) -> None:
    case = call(table)
    letters = OutboundLetter.objects.filter(kind="case_opened")
    assert {letter.player for letter in letters} == {rita, cast.organiser}
    desk = at_desk(rita)
    assert "asks for a ruling" in desk.get("/desk/").content.decode()
    asked = desk.get(f"/desk/tournaments/table/case/{case.pk}/").content.decode()
    assert WORDS in asked
    assert f'href="/table/{table.pk}/"' in asked
    assert desk.get(f"/table/{table.pk}/").status_code == 200
    desk.post(f"/desk/tournaments/table/case/{case.pk}/", {"ruling": "So be it."})
    case.refresh_from_db()
    assert (case.ruled_by, case.ruling) == (rita, "So be it.")
    ruled = OutboundLetter.objects.filter(kind="case_ruled")
    assert ruled.count() == table.seats.count()
    assert all("Rita, who rules in Autumn League" in words_of(letter) for letter in ruled)


def test_a_referee_who_plays_at_the_table_leaves_the_ruling_to_others(league: League, table: Table, cast: Cast) -> None:
    offices.give(league, cast.third, Role.REFEREE)
    case = call(table, cast.third)
    assert {letter.player for letter in OutboundLetter.objects.filter(kind="case_opened")} == {cast.organiser}
    with pytest.raises(NotYours, match="Olivia decides this"):
        cases.rule(case.pk, cast.third, "I am right.")
    assert WORDS not in at_desk(cast.third).get("/desk/").content.decode()
    assert at_desk(cast.third).get(f"/desk/tournaments/table/case/{case.pk}/").status_code == 404


def test_where_the_organiser_plays_there_a_referee_rules_and_nothing_else_changes_hands(
    league: League, table: Table, cast: Cast, rita: Player
) -> None:
    league.organisers.set([cast.third])
    Player.objects.filter(pk=cast.third.pk).update(is_staff=True)
    case = call(table, cast.third)
    assert {letter.player for letter in OutboundLetter.objects.filter(kind="case_opened")} == {rita}
    with pytest.raises(NotYours, match="Rita decides this"):
        cases.rule(case.pk, cast.third, "I am right.")
    assert WORDS not in at_desk(cast.third).get("/desk/").content.decode()
    cases.rule(case.pk, rita, "So be it.")
    seat = asked_seat(table)
    with pytest.raises(NotYours):
        seats.replace_by_stand_in(seat.pk, rita, "slow")
    seats.replace_by_stand_in(seat.pk, cast.third, "slow")  # nobody else decides on that


def test_a_referee_sees_no_hand_no_letter_and_decides_nothing_else(rita: Player, table: Table, cast: Cast) -> None:
    desk, seat = at_desk(rita), asked_seat(table)
    letter = letter_in(table, cast.player, InboundLetter.State.LAID_ASIDE)
    for url in (
        f"table/{table.pk}/change/", f"table/{table.pk}/look/", f"inboundletter/{letter.pk}/change/",
        f"league/{table.league_id}/change/", f"player/{cast.player.pk}/change/", f"table/seat/{seat.pk}/help/",
    ):  # fmt: skip
        assert desk.get(f"/desk/tournaments/{url}").status_code in (302, 404), url
    assert cast.player.name not in desk.get("/desk/tournaments/inboundletter/").content.decode()
    for act in (
        lambda: looking.look_inside(table.pk, rita, REASON),
        lambda: held_letters.read_again(letter, rita),
        lambda: helping.help_player(seat.pk, rita, "Write one order."),
        lambda: announcements.announce(table.league, rita, "Good evening."),
        lambda: cancel.cancel(table.league, rita, REASON),
        lambda: results.rule(table.pk, [1, 2, 3], rita, REASON),
        lambda: organisers.ask(table.league, rita, cast.player.email, REASON),
    ):
        with pytest.raises(NotYours):
            act()


def test_who_calls_the_referee_reads_to_whom_the_words_went(rita: Player, table: Table, cast: Cast) -> None:
    seat = asked_seat(table)
    deliver(newest(seat, "turn"), f"referee {WORDS}")
    assert "Your words went to Olivia and Rita." in words_of(newest(seat, "words"))


# --- a helper ---------------------------------------------------------------------------------------


def test_a_helper_sees_letters_has_them_read_again_and_writes_to_a_player(
    henk: Player, table: Table, cast: Cast
) -> None:
    desk, seat = at_desk(henk), asked_seat(table)
    letter = letter_in(table, seat.owner, InboundLetter.State.LAID_ASIDE)
    assert "laid aside" in desk.get("/desk/").content.decode()
    assert seat.owner.name in desk.get("/desk/tournaments/inboundletter/").content.decode()
    assert desk.get(f"/desk/tournaments/inboundletter/{letter.pk}/change/").status_code == 200
    assert "Turn" in desk.get("/desk/tournaments/outboundletter/").content.decode().title()
    again = desk.post(f"/desk/tournaments/inboundletter/{letter.pk}/read-again/")
    assert again.status_code == 302
    letter.refresh_from_db()
    assert letter.state != InboundLetter.State.LAID_ASIDE
    type(seat).objects.filter(pk=seat.pk).update(refused=3, refused_at=timezone.now())
    shown = desk.get("/desk/").content.decode()
    assert f'href="/desk/tournaments/table/seat/{seat.pk}/help/"' in shown
    assert f'href="/table/{table.pk}/"' in shown, "the table's page on the desk is for its organisers"
    desk.post(f"/desk/tournaments/table/seat/{seat.pk}/help/", {"words": "Write one order."})
    helped = words_of(OutboundLetter.objects.filter(kind="helped", player=seat.player).latest("pk"))
    assert "FROM A HELPER OF THE LEAGUE" in helped
    assert "Henk, who helps with Autumn League" in helped
    assert "Write one order." in helped


def test_what_a_letter_says_opens_to_a_helper_with_a_reason_that_the_journal_keeps(
    henk: Player, table: Table, cast: Cast
) -> None:
    desk = at_desk(henk)
    letter = OutboundLetter.objects.filter(seat__table=table, kind="turn").latest("pk")
    url = f"/desk/tournaments/outboundletter/{letter.pk}/change/"
    closed = desk.get(url).content.decode()
    assert "Look inside the" in closed
    assert letter.text.splitlines()[0] not in closed
    desk.post(f"/desk/tournaments/table/{table.pk}/look/", {"reason": "a letter that looks odd"})
    assert JournalLine.objects.filter(verb="looked inside", actor=henk, table=table).exists()
    assert "Look inside the" not in desk.get(url).content.decode()


def test_a_helper_decides_nothing_and_rules_on_nothing(henk: Player, table: Table, cast: Cast) -> None:
    case, seat, desk = call(table), asked_seat(table), at_desk(henk)
    assert WORDS not in desk.get("/desk/").content.decode()
    assert desk.get(f"/desk/tournaments/table/case/{case.pk}/").status_code == 404
    for act in (
        lambda: cases.rule(case.pk, henk, "So be it."),
        lambda: seats.replace_by_stand_in(seat.pk, henk, "slow"),
        lambda: announcements.announce(table.league, henk, "Good evening."),
        lambda: cancel.cancel(table.league, henk, REASON),
    ):
        with pytest.raises(NotYours):
            act()


# --- who ends and hands over ---------------------------------------------------------------------------


def test_the_owner_ends_an_office_and_the_person_reads_why(cast: Cast, league: League, gil: Player) -> None:
    assert league.owner == cast.organiser
    desk = at_desk(cast.organiser)
    where = f"/desk/tournaments/league/{league.pk}/"
    assert f'href="{where}office/{gil.pk}/end/"' in desk.get(f"{where}change/").content.decode()
    assert desk.post(f"{where}office/{gil.pk}/end/", {"reason": "a quarrel"}).status_code == 302
    letter = OutboundLetter.objects.get(kind="office_ended", player=gil)
    assert f"You do not organise {league} any more." in words_of(letter)
    assert "a quarrel" in words_of(letter)
    gil.refresh_from_db()
    assert not gil.is_staff
    assert at_desk(gil).get("/desk/").status_code == 302
    assert JournalLine.objects.get(verb="office ended").actor == cast.organiser


def test_nobody_but_the_owner_ends_offices_or_hands_the_league_over(
    cast: Cast, league: League, gil: Player, rita: Player
) -> None:
    where = f"/desk/tournaments/league/{league.pk}/"
    shown = at_desk(gil).get(f"{where}change/").content.decode()
    assert "End the office" not in shown
    assert "Hand the league over" not in shown
    assert at_desk(gil).get(f"{where}office/{rita.pk}/end/").status_code == 404
    for actor in (gil, rita, cast.player):
        with pytest.raises(NotYours):
            offices.end(league, cast.organiser, actor, REASON)
        with pytest.raises(NotYours):
            organisers.hand_over(league, actor, gil, REASON)


def test_an_owner_who_plays_does_not_put_out_who_decides_in_their_place(
    cast: Cast, league: League, gil: Player
) -> None:
    League.objects.filter(pk=league.pk).update(owner=cast.player)
    league.organisers.add(cast.player)
    with pytest.raises(NotYours, match="Olivia and Gil decide this"):
        offices.end(league, gil, cast.player, REASON)


def test_a_league_is_handed_over_by_letter_and_the_new_owner_may_end_the_office_of_the_old_one(
    cast: Cast, league: League, gil: Player
) -> None:
    where = f"/desk/tournaments/league/{league.pk}/"
    assert (
        at_desk(cast.organiser).post(f"{where}hand-over/", {"to": gil.pk, "reason": "I move away"}).status_code == 302
    )
    league.refresh_from_db()
    assert league.owner == cast.organiser, "the letter alone does nothing"
    assert "Will you take over the league?" in Client().get(page(gil)).content.decode()
    Client().post(page(gil), ACCEPT)
    league.refresh_from_db()
    assert league.owner == gil
    assert set(league.organisers.all()) == {cast.organiser, gil}
    with pytest.raises(NotYours):
        offices.end(league, gil, cast.organiser, REASON)
    offices.end(league, cast.organiser, gil, REASON)
    assert list(league.organisers.all()) == [gil]
    with pytest.raises(StillNeeded):
        offices.end(league, gil, person("Hedda", is_staff=True, is_superuser=True), REASON)


def test_a_question_whether_somebody_owns_the_league_ends_with_the_right_to_ask_it(
    cast: Cast, league: League, gil: Player
) -> None:
    row = organisers.hand_over(league, cast.organiser, gil, REASON)
    organisers.step_down(league, cast.organiser, "no time")
    league.refresh_from_db()
    assert league.owner == gil, "who has organised it longest owns it"
    with pytest.raises(LinkExpired):
        organisers.accept(row)
    assert OfficeOffer.objects.get(pk=row.pk).state == OfficeOffer.State.OVER


def test_where_the_owner_is_forgotten_every_organiser_may_end_offices(cast: Cast, league: League, gil: Player) -> None:
    people.erase(cast.organiser, cast.organiser)
    offices.give(league, person("Hal"), Role.HELPER)
    league.refresh_from_db()
    offices.end(league, Player.objects.get(name="Hal"), gil, REASON)
    assert not league.officers.exists()


def test_who_is_forgotten_or_dismissed_has_no_office_any_more(league: League, rita: Player, henk: Player) -> None:
    people.erase(rita, rita)
    appointing.dismiss(henk.email)
    assert not league.officers.exists()
    with pytest.raises(Refused):
        looking.look_inside(only_table(league).pk, henk, REASON)
