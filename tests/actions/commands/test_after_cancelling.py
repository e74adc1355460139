"""A league was cancelled: what late letters, old links and buttons pressed too late are answered."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from tests.actions.asked import legal
from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tests.shared.play import end_by_bots
from tests.shared.post import answers_to, deliver, newest
from tournaments.actions.commands import held_letters
from tournaments.actions.league import cancel as cancelling
from tournaments.actions.league import checkin, disqualify, invitations, leagues, readmit, results
from tournaments.actions.table import orders
from tournaments.inbox import ingest
from tournaments.language.refusals import CannotStart, LinkExpired, NotOpen, NotWaiting, NotYours, WordRefused
from tournaments.models import Entry, InboundLetter, League, OutboundLetter, Table
from tournaments.queries import needs, standings
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)
SERVICE = "play@mail.example.org"


def cancel(cast: Cast, league: League) -> None:
    cancelling.cancel(league, cast.organiser, "Too few have time.")


def answer(row: InboundLetter, kind: str) -> str:
    letter = OutboundLetter.objects.get(answers=row, kind=kind)
    return " ".join(letter.text.replace("\xa0", " ").split())


def test_an_order_that_comes_too_late_is_answered_with_what_has_happened(cast: Cast) -> None:
    table = only_table(running_league(cast))
    seat, head = asked_seat(table), table.head
    assert seat.player is not None
    asked = newest(seat, "turn")
    held = [
        deliver(asked, legal(seat), sender="elsewhere@example.net"),
        deliver(asked, legal(seat), to=SERVICE, references=False),
    ]
    assert {row.state for row in held} == {InboundLetter.State.HELD}
    cancel(cast, table.league)
    row = deliver(asked, legal(seat))
    assert (row.verdict, answers_to(row)) == ("former seat", ["no_longer_yours"])
    assert "The league was cancelled: Bruges 1 in Autumn League has stopped" in answer(row, "no_longer_yours")
    for row in held:  # the yes to it comes too late as well
        held_letters.release(row, seat.player)
        ingest.read(row.pk)
        row.refresh_from_db()
        assert row.state == InboundLetter.State.DONE
    with pytest.raises(NotYours):
        orders.take_orders(seat.pk, [legal(seat)], serial=None, by="page")
    assert Table.objects.get(pk=table.pk).head == head


def test_a_letter_without_a_token_that_waited_for_a_yes_is_answered_too(cast: Cast) -> None:
    table = only_table(running_league(cast))
    seat = asked_seat(table)
    assert seat.player is not None
    row = deliver(newest(seat, "turn"), legal(seat), to=SERVICE, references=False)
    cancel(cast, table.league)
    held_letters.release(row, seat.player)
    ingest.read(row.pk)
    assert "The league was cancelled" in answer(row, "no_longer_yours")


def test_late_words_about_a_league_that_had_not_begun_are_answered(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    welcome = OutboundLetter.objects.get(kind="welcome")
    join = deliver(welcome, "join autumn", sender=cast.opponent.email, to=SERVICE, references=False)
    question = OutboundLetter.objects.get(answers=join)
    cancel(cast, league)
    ready, leave = deliver(welcome, "ready"), deliver(welcome, "leave")
    assert "Autumn League was cancelled: nobody needs to be ready" in answer(ready, "answered")
    assert "Autumn League was cancelled: there is nothing left to leave" in answer(leave, "answered")
    assert "Autumn League was cancelled" in answer(deliver(question, "yes"), "answered")
    assert not league.entries.filter(player=cast.opponent).exists()


def test_an_announcement_about_it_does_not_go_to_another_league(cast: Cast, settings: Settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example.org",)
    league, other = prepared_league(cast), prepared_league(cast, name="Winter League", tag="Winter")
    for entered in (league, other):
        leagues.enrol(entered, cast.player)
    leagues.enrol(league, cast.organiser)
    welcome = OutboundLetter.objects.get(kind="welcome", player=cast.organiser, league=league)
    cancel(cast, league)
    vouched = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net"
    row = deliver(welcome, "announce: sorry for that", headers=[vouched])
    assert "To whom?" in answer(row, "answered")
    assert not OutboundLetter.objects.filter(kind="announced").exists()


def test_words_in_an_answer_about_one_league_do_nothing_to_another(cast: Cast, settings: Settings) -> None:
    """Not those of somebody who organises it no more, and not those of a player whose league has begun."""
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example.org",)
    running, other = running_league(cast), prepared_league(cast, name="Winter League", tag="Winter")
    seat = asked_seat(only_table(running))
    leagues.enrol(other, seat.player)
    assert "Which league do you mean?" in answer(deliver(newest(seat, "turn"), "leave"), "own_leagues")
    assert other.entries.get().state not in Entry.GONE
    running.organisers.set([person("Sam", is_staff=True)])
    leagues.enrol(other, cast.organiser)
    letter = newest(seat, "turn")
    OutboundLetter.objects.filter(pk=letter.pk).update(player=cast.organiser, seat=None, league=running)
    letter.message_id, letter.to = "<about.running@mail.example.org>", cast.organiser.email
    OutboundLetter.objects.filter(pk=letter.pk).update(message_id=letter.message_id)
    vouched = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net"
    row = deliver(letter, "announce: Bea is out", to=SERVICE, sender=cast.organiser.email, headers=[vouched])
    assert "To whom?" in answer(row, "answered")
    assert not OutboundLetter.objects.filter(kind="announced").exists()


Act = Callable[[Cast, League], object]
TOO_LATE: list[tuple[type[Exception], Act]] = [
    (NotOpen, lambda cast, league: leagues.enrol(league, cast.outsider)),
    (NotOpen, lambda cast, league: leagues.leave(league, cast.player)),
    (CannotStart, lambda cast, league: leagues.start(league, cast.organiser)),
    (NotOpen, lambda cast, league: leagues.open_league(league, cast.organiser)),
    (NotOpen, lambda cast, league: checkin.call(league, cast.organiser, timezone.now() + WEEK)),
    (NotOpen, lambda cast, league: checkin.replace_silent(league, cast.organiser)),
    (NotOpen, lambda cast, league: invitations.invite(league, cast.organiser, "new@example.net")),
    (LinkExpired, lambda cast, league: _open_invitation(league)),
    (LinkExpired, lambda cast, league: _open_link(league)),
]


def _open_invitation(league: League) -> object:
    invited = league.invitations.select_related("player", "league").get()
    return invitations.read(invitations.address(invited).rstrip("/").rpartition("/")[2])


def _open_link(league: League) -> object:
    return invitations.league_of(invitations.link(league).rstrip("/").rpartition("/")[2])


def test_before_the_start_whatever_comes_too_late_is_refused_in_words_and_changes_nothing(cast: Cast) -> None:
    league = prepared_league(cast, access=League.Access.LINK, max_players=2, seats=2)
    invitations.invite(league, cast.organiser, "dora@example.net")
    invited = league.invitations.get().player
    for player in cast.players:
        league.invitations.get_or_create(player=player)
        leagues.enrol(league, player)
    league.invitations.exclude(player=invited).delete()
    checkin.call(league, cast.organiser, timezone.now() + WEEK)
    League.objects.update(ready_by=timezone.now() - WEEK)
    assert checkin.may_replace(League.objects.get())
    cancel(cast, league)
    written = OutboundLetter.objects.count()
    for refusal, act in TOO_LATE:
        with pytest.raises(refusal, match="cancelled"):
            act(cast, league)
    assert OutboundLetter.objects.count() == written
    with pytest.raises(WordRefused, match="You are in no league"):
        checkin.ready(cast.player, None)
    assert not leagues.to_join(person("Nora")).exists()


def test_provisional_results_of_a_cancelled_league_never_become_final_and_nobody_rules_on_them(cast: Cast) -> None:
    league = running_league(cast, provisional=WEEK, after_stand_in=League.AfterStandIn.RULE)
    table = only_table(league)
    end_by_bots(table)
    assert standings.to_rule(league.tables.all()).exists()
    League.objects.update(final_by=timezone.now() - WEEK)
    seat = table.seats.get(number=0)
    cancel(cast, league)
    league.refresh_from_db()
    assert league.final_by is None
    assert sweeps.sweep()["finals"] == 0
    assert needs.needs_of(cast.organiser) == []
    assert not standings.to_rule(league.tables.all()).exists()
    entry = league.entries.get(player=cast.third)
    with pytest.raises(NotOpen, match="cancelled"):
        results.rule(table.pk, [1, 1, 1], cast.organiser, "why")
    with pytest.raises(NotWaiting):
        results.confirm(league, cast.organiser)
    with pytest.raises(NotOpen, match="cancelled"):
        disqualify.disqualify(entry.pk, cast.organiser, "why", void=True)
    row = deliver(newest(seat, "final_scores"), "referee: was this right?")
    assert "nobody rules in it any more" in answer(row, "words")
    assert not OutboundLetter.objects.filter(kind__in=("case_opened", "league_finished", "ruled")).exists()


def test_who_was_put_out_is_not_readmitted_to_a_cancelled_league(cast: Cast) -> None:
    league = running_league(cast, provisional=WEEK)
    entry = league.entries.get(player=cast.third)
    disqualify.disqualify(entry.pk, cast.organiser, "Two accounts.", void=True)
    cancel(cast, league)
    with pytest.raises(NotOpen, match="cancelled"):
        readmit.readmit(entry.pk, cast.organiser, "why")
    assert not OutboundLetter.objects.filter(kind="cancelled", player=cast.third).exists()
