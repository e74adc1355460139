"""Of all forged reports none has an address tried, none but a probe's marks it dead, clocks wait so long at most."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from tests.attacks import bounces
from tests.shared.cast import make_cast, running_league
from tournaments.actions.player import bounces as actions
from tournaments.models import OutboundLetter, Player
from tournaments.running import posting

pytestmark = pytest.mark.django_db
SOME = 60  # of all combinations; `tests.campaign.bounces` tries all


@pytest.fixture
def letters() -> tuple[OutboundLetter, OutboundLetter]:
    """Two letters to two players that have gone out."""
    cast = make_cast()
    running_league(cast)
    letters = (OutboundLetter.objects.filter(player=player).exclude(seat=None).first() for player in cast.players[:2])
    first, second = letters
    for letter in (first, second):
        posting.post(letter.pk)
        letter.refresh_from_db()
    return first, second


def some(rng: Random) -> list[bounces.Case]:
    every = list(bounces.cases())
    genuine = [case for case in every if case.genuine]
    return [*genuine, *rng.sample([case for case in every if not case.genuine], SOME)]


def test_only_a_genuine_report_has_an_address_tried(letters: tuple[OutboundLetter, OutboundLetter]) -> None:
    assert [wrong for case in some(Random(12)) for wrong in bounces.tried(case, *letters)] == []


def test_only_a_probe_s_own_report_marks_an_address_as_dead(letters: tuple[OutboundLetter, OutboundLetter]) -> None:
    letter, other = letters
    probe = bounces.probe_of(letter)
    assert [wrong for case in some(Random(13)) for wrong in bounces.tried(case, probe, other)] == []


def test_whoever_bounces_on_purpose_again_and_again_stops_the_clocks_for_one_wait(
    letters: tuple[OutboundLetter, OutboundLetter],
) -> None:
    """Dead and alive again, every six hours for as long as a wait may begin only once."""
    letter, start, stopped = letters[0], timezone.now(), timedelta(0)
    with time_machine.travel(start, tick=False) as clock:
        while timezone.now() < start + actions.WAIT_AGAIN:
            actions.address_is_dead(letter.to, "on purpose")
            clock.shift(timedelta(hours=6))
            player = Player.objects.get(pk=letter.player_id)
            actions.wait_no_longer(player.pk)
            if Player.objects.get(pk=player.pk).awaited_until:
                stopped += timedelta(hours=6)
            actions.hear_from(player)
    assert timedelta(0) < stopped <= settings.DEAD_ADDRESS_WAIT
