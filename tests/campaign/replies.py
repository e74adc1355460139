"""The collection of replies mailed to tables, and what is made of them: `python -m tests.campaign.replies`.

Each reply is mailed and read as in real life, in a transaction that is undone. The offers of an answer are those of
its account (`InboundLetter.account`).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from tests.campaign import running
from tests.shared.replies import Kind, Reply, match_at, positions, replies
from tests.shared.replies_judged import Outcome, Verdict, carried_out, offered, verdict

if TYPE_CHECKING:  # until Django is ready
    from tournaments.models import OutboundLetter

NAMES = ("Anna", "Bea", "Chidi")
Counts = Counter[tuple[Kind, Verdict]]


class Post:
    """The letters that are answered, each written once within the caller's transaction."""

    def __init__(self) -> None:
        self._letters: dict[str, OutboundLetter] = {}

    def letter(self, name: str) -> OutboundLetter:
        """The letter with the question of that position, in its language."""
        if name not in self._letters:
            self._letters[name] = self._written(name, len(self._letters))
        return self._letters[name]

    def _written(self, name: str, number: int) -> OutboundLetter:
        from django.db import transaction

        from tests.letters import gallery
        from tests.shared import play
        from tests.shared.cast import only_table
        from tests.shared.post import newest
        from tournaments.actions.table import turns
        from tournaments.actions.table.session import Session

        position, _, language = name.rpartition("-")
        match, asked = match_at(position), positions()[position]["asked"]
        league = gallery.league_of(
            NAMES, secret=1000 + number, game=match.game.slug, name=f"Autumn {number}", tag=f"A{number}",
            reveal_delay=timedelta(0),
        )  # fmt: skip
        table = only_table(league)
        for seat in table.seats.select_related("player"):
            seat.owner.language = language
            seat.owner.save()
            seat.turns.all().delete()
        play.set_on(table, match)
        table.secret, table.round = match.secret, match.round
        table.save()
        with transaction.atomic(), Session.open(table.pk) as session:
            turns.advance(session)
        return newest(table.seats.get(number=asked), "turn")

    def outcome(self, reply: Reply) -> Outcome:
        """Mail the reply, and undo what it brings."""
        from django.db import transaction

        from tests.shared.post import deliver
        from tournaments.inbox.repeats import ASKED

        letter, lines = self.letter(reply.letter), reply.text.splitlines()
        with transaction.atomic():
            row = deliver(letter, *lines, quote=not any(line.startswith(">") for line in lines))
            account = row.account.get("lines", [])
            transaction.set_rollback(True)
        words = [line["words"] for line in account if line["state"] == "command"]
        refused = [line for line in account if line["state"] in ("refused", "stale")]
        return Outcome(
            carried_out((line["state"], line["words"]) for line in account),
            tuple(line["text"] for line in account) if row.verdict == ASKED else tuple(words),
            tuple(f"{line['text']}: {line['words']}" for line in refused),
            tuple(offer for line in account for offer in _offers(line)),
        )


def _offers(line: dict[str, Any]) -> Iterator[str]:
    if line["state"] == "stale":
        yield line["words"]
    yield from line.get("offers", ())


def judged(post: Post, found: Iterable[Reply]) -> tuple[Counts, Counter[bool], list[str]]:
    """Count replies by kind and verdict, and those refused by whether the order that was meant is offered.

    Tells of each that is not right.
    """
    counts, offers, about = Counts(), Counter[bool](), list[str]()
    for reply in found:
        outcome = post.outcome(reply)
        compared = verdict(reply, outcome)
        counts[reply.kind, compared] += 1
        if (is_offered := offered(reply, outcome)) is not None:
            offers[is_offered] += 1
        if compared is not Verdict.RIGHT:
            about.append(f"{compared}: {reply}\n    {outcome}")
    return counts, offers, about


def figures(counts: Counts) -> Iterator[str]:
    """A line for each kind."""
    for kind in Kind:
        if every := sum(counts[kind, verdict] for verdict in Verdict):
            right, wrong = counts[kind, Verdict.RIGHT], counts[kind, Verdict.WRONG]
            yield f"{kind:<11} {right:>4} of {every:>4} right ({right / every:6.1%}), {wrong} wrong"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="files of tests/fixtures/replies without .txt; all if none is named")
    parser.add_argument("--quiet", action="store_true", help="print the figures alone")
    asked = parser.parse_args()

    def attack(_: Random) -> tuple[int, list[str]]:
        post, wrong, tried, all_offers = Post(), 0, 0, Counter[bool]()
        for name in asked.names or sorted({reply.file for reply in replies()}):
            counts, offers, about = judged(post, replies(name))
            all_offers += offers
            print("\n".join([f"== {name}", *([] if asked.quiet else about), *figures(counts)]), flush=True)
            wrong += sum(counts[kind, Verdict.WRONG] for kind in Kind)
            tried += counts.total()
        print(f"meant and offered: {all_offers[True]} of {all_offers.total()} that were not carried out")
        return tried, [f"{wrong} replies brought something that was not meant"] if wrong else []

    return running.run(attack, seconds=0, seed=1)


if __name__ == "__main__":
    sys.exit(main())
