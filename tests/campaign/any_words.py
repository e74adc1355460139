"""Letters and lines of every sort of words, by anybody to any address: `python -m tests.campaign.any_words`."""

from __future__ import annotations

from random import Random

from hypothesis import Phase, given, seed
from hypothesis import settings as examples
from hypothesis import strategies as st

from tests.campaign import running

EACH = 400


def attack(rng: Random) -> tuple[int, list[str]]:
    from django.test import override_settings

    from tests.fixtures.mail.senders import HOST
    from tests.inbox import any_words as words
    from tests.shared import pace
    from tests.shared.cast import make_cast
    from tournaments.models import Seat

    world = words.World(make_cast())
    slow: list[str] = []

    @seed(rng.getrandbits(64))
    @examples(max_examples=EACH, deadline=None, database=None, phases=[Phase.generate, Phase.shrink])
    @given(st.sampled_from(sorted(world.writers)), st.sampled_from(world.seats), words.LINES, words.TEXTS)
    def write(who: str, seat: Seat, subject: str, lines: list[str]) -> None:
        acts = (lambda: world.write(who, subject, lines)), (lambda: words.put(seat, lines))
        spent = [pace.seconds(act, runs=1) for act in acts]
        if max(spent) > words.SECONDS:
            slow.append(f"{who}, {spent}: {subject!r} {lines!r}")

    with override_settings(TRUSTED_AUTHSERV_IDS=(HOST,)):
        write()
        slow += [*words.slow_texts(world), *words.slow_letters(world)]
    return 2 * EACH, slow


if __name__ == "__main__":
    running.main(attack, __doc__)
