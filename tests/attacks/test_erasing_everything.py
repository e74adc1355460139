"""Being forgotten after everything that can be unfinished: requests, probes, offers, letters that wait to be read."""

from __future__ import annotations

from random import Random

import pytest
from pytest_django import Settings

from tests.actions.erasing.test_erasing import FORMER, NAME, REGISTERED, WORDS, Life, bounce, left_of
from tests.attacks import erasing
from tests.outbox import reports
from tests.shared.cast import make_cast, prepared_league
from tests.shared.post import address_of, deliver, newest, reply
from tests.shared.traces import in_rows
from tournaments.actions.commands import desk
from tournaments.actions.erasing import forgetting
from tournaments.actions.league import leagues
from tournaments.actions.player import people, sign_in_links, takeouts
from tournaments.actions.seats import offers
from tournaments.inbox import ingest
from tournaments.models import InboundLetter, LinkRequest, OutboundLetter, Player, SeatOffer, Table
from tournaments.running import posting

pytestmark = pytest.mark.django_db
SEED = 3


class Unfinished(Life):
    """Somebody of whom much is under way."""

    def under_way(self) -> None:
        self._tried()
        self._offered()
        sign_in_links.ask_to_sign_in(REGISTERED, "203.0.113.9")
        sign_in_links.ask_to_sign_up(REGISTERED, NAME, "UTC", "203.0.113.9", after="/league/1/")
        takeouts.begin(self.player)
        desk.send(self.cast.organiser.pk)
        self._waiting_to_be_read()

    def _tried(self) -> None:
        """A letter comes back in the standard form, and the probe that tries the address as well."""
        written = OutboundLetter.objects.filter(player=self.player, to=REGISTERED, copy_of=None)
        letter = written.filter(state=OutboundLetter.State.QUEUED).order_by("pk").last()
        assert posting.post(letter.pk)
        letter.refresh_from_db()
        reports.about(letter).arrive()
        probe = OutboundLetter.objects.filter(kind="probe", to=REGISTERED).latest("pk")
        posting.post(probe.pk)
        probe.refresh_from_db()
        reports.about(probe).arrive()
        bounce(letter, 77, REGISTERED)

    def _offered(self) -> None:
        """Seats of others, which are open; one is asked for in a name that the person had before."""
        league = prepared_league(self.cast, name="Offers", tag="Offers", seats=2, max_players=2)
        for player in (self.cast.opponent, self.cast.third):
            leagues.enrol(league, player)
        leagues.start(league, self.cast.organiser)
        table = league.tables.filter(state=Table.State.RUNNING).first()
        for seat, name in zip(table.seats.all(), (NAME, FORMER), strict=True):
            offers.give(seat.pk, REGISTERED, name, self.cast.organiser, f"{name} asked", epoch=seat.token_epoch)

    def _waiting_to_be_read(self) -> None:
        """More letters than are read at once, and one that a worker has begun with."""
        own = newest(self.seat)
        for number in range(4):
            raw = reply(own, "status", f"yours, {NAME} ({REGISTERED}), {number}")
            ingest.ingest(raw, address_of(own), REGISTERED, f"mx.example; dmarc=pass header.from={REGISTERED}")
        said = newest(self.table.seats.get(player=self.cast.opponent))
        deliver(said, "status")


def test_nothing_that_is_under_way_keeps_a_name_or_an_address(settings: Settings) -> None:
    settings.LETTERS_AT_ONCE = 1
    life = Unfinished(make_cast())
    life.under_way()
    assert LinkRequest.objects.filter(email=REGISTERED).count() >= 1
    assert SeatOffer.objects.filter(email=REGISTERED).exists()
    assert InboundLetter.objects.filter(state=InboundLetter.State.RECEIVED).exists()
    assert {"tournaments_linkrequest", "tournaments_seatoffer"} <= {trace.table for trace in in_rows(WORDS)}
    people.erase(Player.objects.get(pk=life.player.pk), life.player)
    left = left_of(life.player)
    assert not left, left


def test_nothing_is_left_of_a_life_by_chance_nor_of_letters_that_came_too_late() -> None:
    """A short form of `python -m tests.campaign.erasing`."""
    steps, wrong = erasing.tried(Random(SEED))
    assert steps >= 10
    assert wrong == []


def test_what_is_left_of_a_life_by_chance_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forgetting, "blank_letters", lambda _: None)
    _, wrong = erasing.tried(Random(SEED))
    assert any(line.startswith("at once: ") and "letter" in line for line in wrong), wrong
