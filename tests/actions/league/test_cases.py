"""Disputes: the referee is called by mail, the organiser sees it, the ruling goes to the whole table."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.test import Client

from tests.shared.cast import Cast, asked_seat, only_table, person
from tests.shared.desk import at_desk
from tests.shared.play import end_by_bots
from tests.shared.post import answers_to, deliver, newest
from tournaments.actions import journal
from tournaments.actions.commands import cases
from tournaments.actions.league import cancel, passing_over
from tournaments.actions.player import people
from tournaments.actions.practice import practice
from tournaments.actions.seats import substitutes
from tournaments.language.refusals import NotWaiting, NotYours
from tournaments.models import Case, InboundLetter, JournalLine, League, OutboundLetter, Player, Seat, Table
from tournaments.queries.access import desk_rights

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
WORDS = "Bea used the Bishop twice in round 1, I think"


@pytest.fixture
def seat(cast: Cast) -> Seat:
    return asked_seat(only_table(League.objects.get()))


def call(seat: Seat, words: str = WORDS) -> Case:
    deliver(newest(seat, "turn"), f"referee {words}")
    return Case.objects.latest("pk")


def page(player: Player) -> Client:
    return at_desk(player)


def words_of(letter: OutboundLetter) -> str:
    return " ".join(letter.text.replace("\xa0", " ").replace("said | ", "").split())


@pytest.mark.parametrize("call_out", ["referee", "Referee:", "REFEREE："])
def test_calling_the_referee_tells_the_organiser_and_nobody_else(seat: Seat, cast: Cast, call_out: str) -> None:
    row = deliver(newest(seat, "turn"), f"{call_out} {WORDS}")
    assert answers_to(row) == ["words"]
    (letter,) = OutboundLetter.objects.filter(kind="case_opened")
    assert letter.player == cast.organiser
    assert WORDS in words_of(letter)
    assert JournalLine.objects.filter(verb="case opened", actor=seat.player, seat=seat).exists()
    assert asked_seat(seat.table).pk == seat.pk


def test_the_ruling_is_mailed_to_the_whole_table_with_the_question(seat: Seat, cast: Cast) -> None:
    cases.rule(call(seat).pk, cast.organiser, "It was twice, so two guilders go back.")
    letters = OutboundLetter.objects.filter(kind="case_ruled")
    assert {letter.player for letter in letters} == set(cast.players)
    assert WORDS in words_of(letters[0])
    assert "It was twice, so two guilders go back." in words_of(letters[0])
    assert JournalLine.objects.filter(verb="case ruled", actor=cast.organiser).exists()


def test_only_an_organiser_rules_and_only_once(seat: Seat, cast: Cast) -> None:
    case = call(seat)
    with pytest.raises(NotYours):
        cases.rule(case.pk, cast.opponent, "No.")
    cases.rule(case.pk, cast.organiser, "No.")
    with pytest.raises(NotWaiting):
        cases.rule(case.pk, cast.organiser, "Yes.")


def test_the_same_words_and_too_many_cases_open_none(seat: Seat) -> None:
    for words in (WORDS, WORDS, "second thing", "third thing", "fourth thing"):
        call(seat, words)
    assert Case.objects.count() == 3


def test_the_desk_lists_a_dispute_and_takes_the_ruling(seat: Seat, cast: Cast) -> None:
    case = call(seat)
    desk = page(cast.organiser)
    start = desk.get("/desk/").content.decode()
    assert "asks for a ruling" in start
    url = f"/desk/tournaments/table/case/{case.pk}/"
    assert url in start
    assert WORDS in desk.get(url).content.decode()
    desk.post(url, {"ruling": "Nothing changes."})
    assert "asks for a ruling" not in desk.get("/desk/").content.decode()
    assert "Nothing changes." in desk.get(f"/desk/tournaments/table/{seat.table_id}/change/").content.decode()


def test_a_case_of_another_organiser_s_league_is_not_there(seat: Seat, cast: Cast) -> None:
    case = call(seat)
    cast.outsider.is_staff = True
    cast.outsider.save()
    other = page(cast.outsider)
    assert other.get(f"/desk/tournaments/table/case/{case.pk}/").status_code == 404
    assert "asks for a ruling" not in other.get("/desk/").content.decode()


def test_what_a_forgotten_player_asked_is_forgotten_too(seat: Seat) -> None:
    case = call(seat)
    assert case.words
    people.erase(seat.player, seat.player)
    case.refresh_from_db()
    assert case.words == ""


# --- organisers who play at the table -----------------------------------------------------------------


@pytest.fixture
def other(seat: Seat) -> Player:
    """An opponent at the table who organises the league, too."""
    player = Seat.objects.exclude(pk=seat.pk).filter(table=seat.table).order_by("number")[0].player
    assert player is not None
    Player.objects.filter(pk=player.pk).update(is_staff=True)
    player.refresh_from_db()
    seat.table.league.organisers.add(player)
    return player


def told(seat: Seat) -> str:
    return words_of(newest(seat, "words"))


def test_the_words_go_to_who_does_not_play_there_alone(seat: Seat, cast: Cast, other: Player) -> None:
    case = call(seat)
    assert [letter.player for letter in OutboundLetter.objects.filter(kind="case_opened")] == [cast.organiser]
    assert "Your words went to the organiser." in told(seat)
    seen = page(other)
    table = f"/desk/tournaments/table/{seat.table_id}/change/"
    letters = [*OutboundLetter.objects.all(), *InboundLetter.objects.filter(seat=seat)]
    pages = [f"/desk/tournaments/{row._meta.model_name}/{row.pk}/change/" for row in letters]
    lists = [f"/desk/tournaments/{name}/" for name in ("journalline", "inboundletter", "outboundletter")]
    for url in ("/desk/", table, *lists, *pages, f"/desk/tournaments/table/case/{case.pk}/"):
        content = seen.get(url).content.decode().replace("&nbsp;", " ")
        assert "used the Bishop" not in content, url
        assert "asks for a ruling" not in content, url
    with pytest.raises(NotYours, match="or have: Olivia decides this"):
        cases.rule(case.pk, other, "All is well.")
    assert WORDS in page(cast.organiser).get(table).content.decode()


def test_once_it_is_ruled_on_who_plays_there_reads_it_like_everybody(seat: Seat, cast: Cast, other: Player) -> None:
    cases.rule(call(seat).pk, cast.organiser, "No.")
    assert WORDS in page(other).get(f"/desk/tournaments/table/{seat.table_id}/change/").content.decode()


def test_who_has_given_the_seat_away_neither_reads_nor_rules_on_what_came_before_or_comes_later(
    seat: Seat, cast: Cast, other: Player
) -> None:
    before, theirs = call(seat), seat.table.seats.get(player=other)
    substitutes.give_seat(theirs.pk, cast.outsider, cast.organiser, "a short break", epoch=theirs.token_epoch)
    after = call(seat, "And again.")
    assert "Your words went to the organiser." in told(seat)
    assert {letter.player for letter in OutboundLetter.objects.filter(kind="case_opened")} == {cast.organiser}
    seen = page(other)
    for case in (before, after):
        with pytest.raises(NotYours, match="or have: Olivia decides this"):
            cases.rule(case.pk, other, "All is well.")
        assert seen.get(f"/desk/tournaments/table/case/{case.pk}/").status_code == 404
    for url in ("/desk/", f"/desk/tournaments/table/{seat.table_id}/change/", "/desk/tournaments/journalline/"):
        assert "used the Bishop" not in seen.get(url).content.decode(), url
    seat.table.league.organisers.set([other])
    late = call(seat, "Is anybody else there?")
    assert f"{other.name}, who rules in this league" in told(seat)
    cases.rule(late.pk, other, "Nobody else is here to rule.")


def test_a_case_is_read_by_whom_its_player_was_told_of_also_when_nobody_else_is_left(
    seat: Seat, cast: Cast, other: Player
) -> None:
    """A new organiser, or the last one left, gains nothing that was written to others."""
    to_impartial = call(seat)
    seat.table.league.organisers.set([other])
    to_other = call(seat, "And this one?")
    third = seat.table.seats.exclude(player__in=[seat.player, other]).get().player
    seat.table.league.organisers.set([third])
    Player.objects.filter(pk=third.pk).update(is_staff=True)
    host = person("Hedda", is_staff=True, is_superuser=True)
    for reader, may in ((third, ()), (other, ()), (host, (to_impartial, to_other))):
        for case in (to_impartial, to_other):
            url = f"/desk/tournaments/table/case/{case.pk}/"
            assert page(reader).get(url).status_code == (200 if case in may else 404), (reader, case)
    with pytest.raises(NotYours, match="put to others"):
        cases.rule(to_impartial.pk, third, "All is well.")
    for name in ("journalline", "inboundletter", "outboundletter"):
        assert "used the Bishop" not in page(third).get(f"/desk/tournaments/{name}/").content.decode()
    cases.rule(to_impartial.pk, host, "It was.")
    seat.table.league.organisers.set([other])
    assert page(other).get(f"/desk/tournaments/table/case/{to_other.pk}/").status_code == 200, "it was put to them"


def test_a_case_that_is_closed_without_a_ruling_stays_closed_to_who_plays_there(
    seat: Seat, cast: Cast, other: Player
) -> None:
    case, table = call(seat), f"/desk/tournaments/table/{seat.table_id}/change/"
    before = OutboundLetter.objects.count()
    cancel.cancel(seat.table.league, cast.organiser, "no time")
    case.refresh_from_db()
    assert case.ruled_at is not None
    urls = [table, *(f"/desk/tournaments/{name}/" for name in ("journalline", "inboundletter", "outboundletter"))]
    assert not any("used the Bishop" in page(other).get(url).content.decode() for url in urls)
    assert WORDS in page(cast.organiser).get(table).content.decode()
    assert OutboundLetter.objects.count() > before


def test_a_case_over_which_results_were_confirmed_stays_closed_to_who_plays_there(
    seat: Seat, cast: Cast, other: Player
) -> None:
    """The letter that there is no ruling quotes the case; it goes to its player alone."""
    case, league = call(seat), seat.table.league
    with transaction.atomic():
        passing_over.pass_over(
            League.objects.select_for_update(no_key=True).get(pk=league.pk), cast.organiser, [case.pk]
        )
    letter = OutboundLetter.objects.get(dedupe=f"ruling:{case.pk}:{seat.player_id}")
    assert WORDS in words_of(letter)
    opened = f"/desk/tournaments/outboundletter/{letter.pk}/change/"
    for url in (f"/desk/tournaments/table/{seat.table_id}/change/", "/desk/tournaments/journalline/", opened):
        assert "used the Bishop" not in page(other).get(url, follow=True).content.decode(), url
    assert page(cast.organiser).get(opened).status_code == 200


def test_where_every_organiser_plays_there_the_answer_names_them(seat: Seat, cast: Cast, other: Player) -> None:
    seat.table.league.organisers.set([other])
    call(seat)
    assert f"{other.name}, who rules in this league and plays or has played at this table" in told(seat)
    assert OutboundLetter.objects.get(kind="case_opened").player == other
    assert "asks for a ruling" in page(other).get("/desk/").content.decode()


def test_who_organises_alone_is_told_that_nobody_else_reads_it(seat: Seat) -> None:
    assert seat.player is not None
    seat.table.league.organisers.set([seat.player])
    call(seat)
    assert "Nobody but you organises this league" in told(seat)


def test_without_any_organiser_no_case_is_opened(seat: Seat) -> None:
    seat.table.league.organisers.clear()
    deliver(newest(seat, "turn"), f"referee {WORDS}")
    assert "Nobody organises this league any more" in told(seat)
    assert not Case.objects.exists()


def test_at_a_table_for_practice_nobody_rules(cast: Cast) -> None:
    practice.begin(cast.player, "bruges")
    seat = asked_seat(Table.objects.get(league__practice=True))
    deliver(newest(seat, "turn"), f"referee {WORDS}")
    assert "Nobody rules at a table for practice" in told(seat)
    assert not Case.objects.exists()


def test_once_a_game_is_over_its_results_do_not_wait_for_ever_new_cases_of_one_seat(seat: Seat, cast: Cast) -> None:
    table = seat.table
    end_by_bots(table)
    for number in range(cases.AFTER_END_AT_MOST + 1):
        deliver(newest(seat, "final_scores"), f"referee Matter number {number}")
        for case in Case.objects.filter(ruled_at=None):
            cases.rule(case.pk, cast.organiser, "No.")
    assert Case.objects.count() == cases.AFTER_END_AT_MOST
    assert f"called the referee {cases.AFTER_END_AT_MOST} times since this game ended" in told(seat)


def test_an_organiser_who_plays_reads_of_no_grace_of_an_opponent(seat: Seat, cast: Cast, other: Player) -> None:
    journal.note(desk_rights.GRACE, "somebody has some hours of grace", seat=seat)
    lines = "/desk/tournaments/journalline/"
    assert "hours of grace" not in page(other).get(lines).content.decode()
    assert "hours of grace" in page(cast.organiser).get(lines).content.decode()
