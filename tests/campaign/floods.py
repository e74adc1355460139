"""A thousand letters, sign-ups and sign-ins of strangers at once, by the bounds as hosts have them:
`python -m tests.campaign.floods`.
"""

from __future__ import annotations

from random import Random

from tests.campaign import running

EACH = 1000


def attack(rng: Random) -> tuple[int, list[str]]:
    from tests.attacks import floods
    from tests.shared.cast import asked_seat, make_cast, only_table, prepared_league, running_league
    from tests.shared.post import deliver, newest

    cast = make_cast()
    seat = asked_seat(only_table(running_league(cast)))
    prepared_league(cast, name="Spring", tag="Spring")
    with floods.within_an_hour():
        wrong = floods.letters(rng, "spring", EACH, domains=rng.choice([1, 10, 500]))
        wrong += floods.on_pages(rng, EACH, places=rng.choice([1, 10, 500]))
        wrong += floods.at_one_player(rng, cast.player, EACH)
        if deliver(newest(seat, "turn"), "status").verdict != "letter":
            wrong.append("a player does not get through")
    return 3 * EACH, wrong


if __name__ == "__main__":
    running.main(attack, __doc__)
