"""Forged bounces in every combination, about a letter and about its probe: `python -m tests.campaign.bounces`."""

from __future__ import annotations

from random import Random

from tests.campaign import running


def attack(rng: Random) -> tuple[int, list[str]]:
    from tests.attacks import bounces
    from tests.shared.cast import make_cast, running_league
    from tournaments.models import OutboundLetter
    from tournaments.running import posting

    cast = make_cast()
    running_league(cast)
    letter, other = (OutboundLetter.objects.filter(player=player).exclude(seat=None)[0] for player in cast.players[:2])
    for one in (letter, other):
        posting.post(one.pk)
        one.refresh_from_db()
    cases = list(bounces.cases())
    rng.shuffle(cases)
    wrong = [found for case in cases for found in bounces.tried(case, letter, other)]
    probe = bounces.probe_of(letter)
    wrong += [found for case in cases for found in bounces.tried(case, probe, other)]
    return 2 * len(cases), wrong


if __name__ == "__main__":
    running.main(attack, __doc__)
