"""Footers, disclaimers and small talk mailed alone and around a good order: `python -m tests.campaign.footers`.

Each line goes to a table of each game, and to the service's own address. Alone it does nothing; above and below an
order it keeps that from being done in hardly any case. Every letter is mailed and read as in real life, in a
transaction that is undone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from tests.campaign import running
from tests.campaign.replies import Post
from tests.shared.footers import POSITIONS, footers, good_order
from tests.shared.replies_judged import DONE

MOST_BLOCKED = 0.005  # of the lines, in each game


class Brought(NamedTuple):
    """What a letter has brought: orders and words by their states, and the kinds of letters to anybody."""

    done: tuple[str, ...]
    letters: tuple[str, ...]


def mailed(post: Post, name: str, lines: Sequence[str], *, bare: bool = False) -> Brought:
    """Mail lines as an answer to the letter of a position, or to the service's own address, and undo it."""
    from django.conf import settings
    from django.db import transaction

    from tests.shared.post import deliver
    from tournaments.models import OutboundLetter

    letter = post.letter(name)
    how: dict[str, Any] = {"to": f"{settings.MAIL_LOCAL}@{settings.MAIL_DOMAIN}", "references": False, "quote": False}
    with transaction.atomic():
        before = OutboundLetter.objects.order_by("pk").values_list("pk", flat=True).last() or 0
        row = deliver(letter, *lines, **(how if bare else {}))
        kinds = OutboundLetter.objects.filter(pk__gt=before).values_list("kind", flat=True)
        found = Brought(
            tuple(
                line["words"] for line in row.account.get("lines", ()) if line["state"] in (*DONE, "command", "stale")
            ),
            tuple(kinds),
        )
        transaction.set_rollback(True)
    return found


def wrong_at(post: Post, name: str, lines: Sequence[str]) -> Iterator[str]:
    """What the lines do at a table though nothing is meant, and that they block too often."""
    order = good_order(name.rpartition("-")[0])
    alone, blocked = mailed(post, name, [order]), list[str]()
    for line in lines:
        if done := mailed(post, name, [line]).done:
            yield f"{name}: {line!r} does {done}"
        for both in ([line, order], [order, "", line]):
            if mailed(post, name, both).done != alone.done:
                blocked.append(line)
    print(f"{name}: {len(blocked)} of {2 * len(lines)} letters with an order bring something else", blocked, flush=True)
    if len(blocked) > MOST_BLOCKED * 2 * len(lines):
        yield f"{name}: {len(blocked)} lines keep an order from being done"


def wrong_without_a_seat(post: Post, name: str, lines: Sequence[str]) -> Iterator[str]:
    """What the lines do in a letter to the service's own address, but for a question or that nothing was done."""
    for line in lines:
        found = mailed(post, name, [line], bare=True)
        if found.done or set(found.letters) - {"was_this_you", "answered", "which_game"}:
            yield f"the service's own address: {line!r} brings {found}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="try only each so-manieth line")
    asked = parser.parse_args()

    def attack(_: Random) -> tuple[int, list[str]]:
        post, lines = Post(), footers(asked.every)
        wrong = [line for name in POSITIONS for line in wrong_at(post, name, lines)]
        wrong += wrong_without_a_seat(post, POSITIONS[0], lines)
        return len(lines) * (3 * len(POSITIONS) + 1), wrong

    return running.run(attack, seconds=0, seed=1)


if __name__ == "__main__":
    sys.exit(main())
