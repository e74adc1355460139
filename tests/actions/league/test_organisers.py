"""The office of organiser: asked by letter, accepted by a press, given back; what nobody gains or loses by it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tests.shared.desk import at_desk
from tournaments.actions.league import cancel, disqualify, leagues, organisers
from tournaments.actions.league.permissions import check_impartial
from tournaments.actions.player import appointing, people, renewing
from tournaments.actions.practice import practice
from tournaments.actions.seats import offers, substitutes
from tournaments.actions.table import looking
from tournaments.language.no_names import NAMELESS
from tournaments.language.refusals import (
    AlreadyEntered,
    AlreadyOffered,
    HasLooked,
    NameTaken,
    NoOffice,
    NotOpen,
    NotYours,
    Refused,
    StillNeeded,
    TooOften,
)
from tournaments.models import JournalLine, League, OfficeOffer, OutboundLetter, Player, SeatOffer
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db
REASON = "I am away in May"
ACCEPT, DECLINE = {"answer": "accept"}, {"answer": "decline"}
State = OfficeOffer.State


@pytest.fixture
def league(cast: Cast) -> League:
    """One that is open to join, with a player in it."""
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    return league


@pytest.fixture
def running(cast: Cast) -> League:
    return running_league(cast)


@pytest.fixture
def fay() -> Player:
    """Somebody who may organise leagues here and organises none."""
    return person("Fay", is_staff=True)


def ask(league: League, who: Player, whom: Player) -> OfficeOffer:
    return organisers.ask(league, who, whom.email, REASON)


def page(whom: Player) -> str:
    """The address in the newest letter that asks somebody."""
    letter = OutboundLetter.objects.filter(kind="asked_to_organise", player=whom).latest("pk")
    found = re.search(r"https://play\.example\.org(/organise/\S+)", letter.text)
    assert found is not None
    return found[1]


def rename(player: Player, name: str) -> None:
    people.change_profile(player, name, player.zone)


def browser(of: Player) -> Client:
    return at_desk(of)


def desk(league: League) -> str:
    return f"/desk/tournaments/league/{league.pk}/change/"


# --- asked, and what they answer ------------------------------------------------------------------


def test_who_is_asked_organises_from_their_own_press_on_and_not_before(cast: Cast, league: League, fay: Player) -> None:
    asked = browser(cast.organiser).post(
        f"/desk/tournaments/league/{league.pk}/organise/",
        {"email": fay.email.upper(), "role": "organiser", "reason": REASON},
    )
    assert asked.status_code == 302
    assert "Fay, to be an organiser: open" in browser(cast.organiser).get(desk(league)).content.decode()
    visitor, url = Client(), page(fay)
    shown = visitor.get(url).content.decode()
    assert (visitor.head(url).status_code, REASON in shown, league.name in shown) == (200, True, True)
    assert browser(fay).get(desk(league)).status_code == 302, "the letter alone does nothing"
    assert visitor.post(url, {"answer": "perhaps"}).status_code == 422
    assert visitor.post(url, ACCEPT).status_code == 302
    assert visitor.post(url, ACCEPT).status_code == 200, "once is enough"
    assert set(league.organisers.all()) == {cast.organiser, fay}
    assert browser(fay).get(desk(league)).status_code == 200
    assert f"You organise {league}" in visitor.get(url).content.decode()
    told = browser(cast.player).get(f"/league/{league.pk}/").content.decode()
    assert "Organised by" in told
    assert "<li>Fay</li>" in told
    assert "Fay" not in Client().get(f"/league/{league.pk}/").content.decode(), "names are for players"
    lines = JournalLine.objects.filter(league=league, data__player=fay.pk).values_list("verb", "words")
    assert dict(lines) == {
        "organiser asked": f"Olivia asked Fay to be an organiser of {league}: {REASON}",
        "organises": f"Fay organises {league} from now on, as Olivia had asked",
    }


def test_a_no_and_a_question_that_was_taken_back_change_nothing(cast: Cast, league: League, fay: Player) -> None:
    ask(league, cast.organiser, fay)
    assert Client().post(page(fay), DECLINE).status_code == 302
    assert "You have said no" in Client().get(page(fay)).content.decode()
    assert Client().post(page(fay), ACCEPT).status_code == 200
    again = ask(league, cast.organiser, fay)
    taken_back = browser(cast.organiser).post(f"/desk/tournaments/league/organiser/{again.pk}/withdraw/")
    assert taken_back.status_code == 302
    for answer in (ACCEPT, DECLINE):
        assert Client().post(page(fay), answer).status_code == 410
    assert league.organisers.get() == cast.organiser
    assert list(OfficeOffer.objects.values_list("state", flat=True)) == [State.DECLINED, State.WITHDRAWN]


def test_whoever_may_not_be_asked_one_sentence_is_read_whatever_the_address_is(
    cast: Cast, league: League, fay: Player
) -> None:
    appointing.dismiss(fay.email)
    people.erase(cast.outsider, cast.outsider)
    found = set()
    for email in (cast.opponent.email, fay.email, "nobody@example.net", "former-5@erased.invalid", "no address"):
        with pytest.raises(NoOffice) as refused:
            organisers.ask(league, cast.organiser, email, REASON)
        found.add(str(refused.value))
    (words,) = found
    assert "has joined a league of yours" in words
    assert not OutboundLetter.objects.filter(kind="asked_to_organise").exists()


def test_addresses_are_not_tried_out_without_an_end(
    cast: Cast, league: League, fay: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(organisers, "TRIES_A_DAY", 3)
    for _ in range(3):
        with pytest.raises(NoOffice):
            organisers.ask(league, cast.organiser, "nobody@example.net", REASON)
    with pytest.raises(TooOften):
        ask(league, cast.organiser, fay)


def test_one_person_gets_few_such_letters_a_day(cast: Cast, league: League, fay: Player) -> None:
    for _ in range(organisers.LETTERS_TO_ONE_A_DAY):
        organisers.withdraw(ask(league, cast.organiser, fay).pk, cast.organiser)
    with pytest.raises(TooOften, match="today"):
        ask(league, cast.organiser, fay)


def test_a_league_has_so_many_organisers_and_open_questions_and_no_more(
    cast: Cast, league: League, fay: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(organisers, "MOST", 3)
    gil, hal = person("Gil", is_staff=True), person("Hal", is_staff=True)
    for whom in (fay, gil):
        ask(league, cast.organiser, whom)
    with pytest.raises(NotOpen, match="more there cannot be"):
        ask(league, cast.organiser, hal)
    league.organisers.add(hal)  # whatever way they came
    organisers.accept(OfficeOffer.objects.get(player=fay))
    with pytest.raises(NotOpen, match="as there can be: 3"):
        organisers.accept(OfficeOffer.objects.get(player=gil))
    assert "as there can be: 3" in Client().post(page(gil), ACCEPT).content.decode()


def test_nobody_is_asked_twice_or_for_a_league_that_is_over_or_by_a_stranger(
    cast: Cast, league: League, fay: Player
) -> None:
    with pytest.raises(AlreadyEntered):
        ask(league, cast.organiser, cast.organiser)
    with pytest.raises(NotYours):
        ask(league, fay, fay)
    with pytest.raises(NotYours):
        organisers.withdraw(ask(league, cast.organiser, fay).pk, fay)
    with pytest.raises(AlreadyOffered):
        ask(league, cast.organiser, fay)
    owner, alone = person("Hedda", is_staff=True, is_superuser=True), practice.begin(cast.player, "bruges").league
    with pytest.raises(NotOpen):
        ask(alone, owner, fay)
    cancel.cancel(league, cast.organiser, "no time")
    with pytest.raises(NotOpen):
        ask(league, cast.organiser, fay)
    assert Client().get(page(fay)).status_code == 410


def _dismissed(league: League, cast: Cast, fay: Player) -> None:
    appointing.dismiss(fay.email)


def _renewed(league: League, cast: Cast, fay: Player) -> None:
    renewing.renew(fay)


def _asker_gone(league: League, cast: Cast, fay: Player) -> None:
    league.organisers.add(person("Gil", is_staff=True))
    organisers.step_down(league, cast.organiser, "no time")
    league.organisers.add(cast.organiser)  # what they offered before does not come back with them


def _erased(league: League, cast: Cast, fay: Player) -> None:
    people.erase(fay, fay)


@pytest.mark.parametrize("ends", [_dismissed, _renewed, _asker_gone, _erased])
def test_a_question_ends_with_the_office_of_either_and_with_the_letters_of_whom_it_asks(
    cast: Cast, league: League, fay: Player, ends: Callable[[League, Cast, Player], None]
) -> None:
    row, url = ask(league, cast.organiser, fay), page(fay)
    ends(league, cast, fay)
    assert Client().post(url, ACCEPT).status_code == 410
    with pytest.raises(Refused):
        organisers.accept(row)
    assert fay not in league.organisers.all()


def test_a_question_runs_out_and_its_row_goes_some_days_later(cast: Cast, league: League, fay: Player) -> None:
    ask(league, cast.organiser, fay)
    url = page(fay)
    with time_machine.travel(timezone.now() + organisers.OPEN_FOR + timedelta(hours=1), tick=False) as clock:
        assert Client().post(url, ACCEPT).status_code == 410
        sweeps.purge()
        assert OfficeOffer.objects.get().state == State.OVER
        clock.shift(timedelta(days=8))
        sweeps.purge()
    assert not OfficeOffer.objects.exists()


def test_who_is_disqualified_in_the_league_neither_is_asked_nor_accepts(
    cast: Cast, league: League, fay: Player
) -> None:
    """They could readmit themselves."""
    Player.objects.filter(pk=cast.third.pk).update(is_staff=True)
    row, entry = ask(league, cast.organiser, cast.third), leagues.enrol(league, cast.third)
    disqualify.disqualify(entry.pk, cast.organiser, "two accounts", void=False)
    with pytest.raises(NotOpen, match="disqualified"):
        organisers.accept(row)
    organisers.withdraw(row.pk, cast.organiser)
    with pytest.raises(NotOpen, match="disqualified"):
        ask(league, cast.organiser, cast.third)


def test_nobody_organises_a_league_under_the_name_of_one_of_its_players(cast: Cast, league: League) -> None:
    namesake = person("anna", "anna@elsewhere.example", is_staff=True)
    with pytest.raises(NameTaken):
        organisers.accept(ask(league, cast.organiser, namesake))
    rename(namesake, "Annika")
    organisers.accept(OfficeOffer.objects.get())
    with pytest.raises(NameTaken):
        rename(cast.player, "Annika")


def test_the_owner_of_the_service_asks_for_a_league_of_others_and_the_journal_says_so(
    league: League, fay: Player
) -> None:
    owner = person("Hedda", is_staff=True, is_superuser=True)
    ask(league, owner, fay)
    assert JournalLine.objects.get(verb="organiser asked").words.endswith("(as the owner of the service)")
    assert "Hedda, who owns this service" in OutboundLetter.objects.get(player=fay).text.replace("\n", " ")
    assert "desk:step-down" not in browser(owner).get(desk(league)).content.decode()


# --- given back --------------------------------------------------------------------------------------


def test_who_steps_down_has_the_league_no_more_and_the_others_decide(cast: Cast, running: League, fay: Player) -> None:
    running.organisers.add(fay)
    seat = asked_seat(only_table(running))
    offered = offers.give(seat.pk, "new@example.net", "", cast.organiser, "away", epoch=seat.token_epoch)
    at_desk, url = browser(cast.organiser), f"/desk/tournaments/league/{running.pk}/step-down/"
    looking.look_inside(seat.table_id, cast.organiser, "a complaint")
    for words in ("waits for Fay", f"hidden at {seat.table}", "Seats that you have offered"):
        assert words in at_desk.get(url).content.decode(), words
    done = at_desk.post(url, {"reason": "a new child"})
    assert (done.status_code, done.headers["Location"]) == (302, "/desk/")
    assert running.organisers.get() == fay
    for closed in (desk(running), url, f"/desk/tournaments/table/{seat.table_id}/change/"):
        assert at_desk.get(closed).status_code in (302, 404), closed
    assert at_desk.get("/desk/").status_code == 200, "they may still organise leagues here"
    with pytest.raises(NotYours):
        substitutes.give_seat(seat.pk, cast.outsider, cast.organiser, "x", epoch=seat.token_epoch)
    assert offered is not None
    assert SeatOffer.objects.get(pk=offered.pk).state == SeatOffer.State.OVER
    line = JournalLine.objects.get(verb="stepped down")
    assert (line.actor, line.words) == (cast.organiser, f"Olivia organises {running} no more: a new child")


def test_the_last_organiser_of_a_league_stays_until_it_is_over(cast: Cast, league: League, fay: Player) -> None:
    with pytest.raises(StillNeeded, match=league.name):
        organisers.step_down(league, cast.organiser, "no time")
    league.organisers.add(fay)
    people.erase(fay, fay)
    refused = browser(cast.organiser).post(f"/desk/tournaments/league/{league.pk}/step-down/", {"reason": "no time"})
    assert (refused.status_code, "only organiser" in refused.content.decode()) == (422, True)
    with pytest.raises(NotYours):
        organisers.step_down(league, cast.player, "no time")
    cancel.cancel(league, cast.organiser, "no time")
    organisers.step_down(league, cast.organiser, "no time")
    assert not league.organisers.filter(is_active=True).exists()


def test_nothing_that_an_organiser_has_looked_at_is_played_against_after_stepping_down(
    cast: Cast, running: League, fay: Player
) -> None:
    """Down, in as a player, up again: at the table they have looked into they stay out of every seat."""
    running.organisers.add(fay)
    seat = asked_seat(only_table(running))
    looking.look_inside(seat.table_id, fay, "a complaint")
    organisers.step_down(running, fay, "I would rather play")
    with pytest.raises(HasLooked):
        substitutes.give_seat(seat.pk, fay, cast.organiser, "away", epoch=seat.token_epoch)
    organisers.accept(ask(running, cast.organiser, fay))
    with pytest.raises(HasLooked):
        substitutes.give_seat(seat.pk, fay, cast.organiser, "away", epoch=seat.token_epoch)
    line = JournalLine.objects.get(verb="looked inside")
    assert line.actor == fay, "and the journal keeps that they did"


def test_who_plays_and_comes_to_organise_is_shown_nothing_of_opponents_by_that(cast: Cast, running: League) -> None:
    """What the desk shows them of their own table is what it shows to an organiser who plays (`rights`)."""
    table = only_table(running)
    Player.objects.filter(pk=cast.player.pk).update(is_staff=True)
    organisers.accept(ask(running, cast.organiser, cast.player))
    opponent = table.seats.exclude(player=cast.player).first()
    shown = browser(cast.player)
    letters = OutboundLetter.objects.filter(seat=opponent)
    assert letters.exists()
    for letter in letters:
        assert shown.get(f"/desk/tournaments/outboundletter/{letter.pk}/change/").status_code == 302
    with pytest.raises(NotYours, match="or have: Olivia decides this"):
        check_impartial(running, cast.player, pk=table.pk)
    organisers.step_down(running, cast.player, "too much")
    assert shown.get(f"/desk/tournaments/table/{table.pk}/change/").status_code == 302


def test_the_letter_by_which_somebody_came_brings_them_back_no_second_time(
    cast: Cast, league: League, fay: Player
) -> None:
    row, url = ask(league, cast.organiser, fay), page(fay)
    assert Client().post(url, ACCEPT).status_code == 302
    organisers.step_down(league, fay, "no time")
    pressed = Client().post(url, ACCEPT)
    assert (pressed.status_code, "This question was answered" in pressed.content.decode()) == (410, True)
    organisers.accept(row)
    assert league.organisers.get() == cast.organiser


# --- forgotten ----------------------------------------------------------------------------------------


def test_no_name_is_left_of_somebody_who_organised_was_asked_and_asked_others(
    cast: Cast, league: League, fay: Player
) -> None:
    gil = person("Gil", is_staff=True)
    organisers.accept(organisers.ask(league, cast.organiser, fay.email, "Fay knows the rules"))
    organisers.ask(league, fay, gil.email, "Fay leaves soon")
    organisers.step_down(league, fay, "Fay moves house")
    people.erase(fay, fay)
    words = [
        *JournalLine.objects.values_list("words", flat=True),
        *OfficeOffer.objects.values_list("reason", flat=True),
    ]
    assert not [line for line in words if "Fay" in line]
    assert any(NAMELESS in line and "organises" in line for line in words)
    assert OfficeOffer.objects.get().player == gil


def test_who_had_the_name_of_a_former_organiser_before_is_not_mixed_up_with_them(
    cast: Cast, league: League, fay: Player
) -> None:
    """The lines about the organiser who has left stay when a player of the same name is forgotten."""
    organisers.accept(ask(league, cast.organiser, fay))
    organisers.step_down(league, fay, "no time")
    rename(cast.player, "Fay")
    player = Player.objects.get(pk=cast.player.pk)
    people.erase(player, player)
    kept = JournalLine.objects.filter(verb="stepped down").get()
    assert kept.words == f"Fay organises {league} no more: no time"
