"""From fields changed at random, read alone and through the door: `python -m tests.campaign.senders`."""

from __future__ import annotations

from random import Random

from tests.campaign import running

ALONE, THROUGH_THE_DOOR = 20_000, 500


def attack(rng: Random) -> tuple[int, list[str]]:
    from tests.attacks import senders
    from tests.shared.cast import asked_seat, make_cast, only_table, running_league
    from tests.shared.post import address_of, newest

    cast = make_cast()
    seat = asked_seat(only_table(running_league(cast)))
    to = address_of(newest(seat, "turn"))
    wrong = senders.read_alone(rng, cast.organiser.email, ALONE)
    for victim in (cast.organiser, seat.owner, cast.outsider):
        wrong += senders.through_the_door(rng, victim, seat, to, THROUGH_THE_DOOR)
    return ALONE + 3 * THROUGH_THE_DOOR, wrong


if __name__ == "__main__":
    running.main(attack, __doc__)
