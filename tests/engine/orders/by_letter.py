"""Random games played by whole letters, as players write them, and followed by the second model of the rules.

A player writes some moves of their next turn, line by line or on one line, now and then with a word that is wrong, a
line that is missing, or orders for later. What `plans` makes of it goes into the log of the match; every move of that
log is then played in a second match in lockstep with the second model (the `follower`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import engine
from engine.bots import bots
from engine.match.log import CLOSE, MOVE
from engine.orders import api
from engine.orders.account import Account
from engine.orders.plan import Plan
from tests.engine import styles

PERFECT = 0.5  # how often a letter is written without a mistake, to somebody who has nothing kept
AHEAD = 0.3  # how often somebody writes who is not asked
MISTAKE = 0.3  # of a line of another letter
AWAY = 0.05  # how often a bot answers for somebody
LONGEST = 9  # moves of a letter
STATES = {"played", "done", "kept", "refused", "ignored", "rule", "command", "stale"}


class Unfaithful(AssertionError):
    """A letter did something else than it says: the letter, what came of it."""


class Table:
    """A table that is played by letters; what its letters did is counted in `done`, by the states of their lines."""

    def __init__(self, follower: Any, match: engine.Match, seated: Sequence[str], rng: Random) -> None:
        self.follower, self.match, self.seated, self.rng = follower, match, seated, rng
        self.plans: dict[int, Plan] = {}
        self.done: Counter[str] = Counter()

    def step(self) -> None:
        """A letter of somebody, an answer for somebody who is away, or the end of a sealed choice."""
        serial = api.to_close(self.match)
        if serial is not None:
            self.match.close(serial)
        elif self.rng.random() < AWAY:
            seat = self.rng.choice(self.match.waiting).seat
            api.stand_in(self.match, self.plans, seat, bots["random"])
        else:
            self._letter()
        api.autoplay(self.match, self.plans, kept=True)
        self._follow()

    def _letter(self) -> None:
        asked = self.rng.choice(self.match.waiting).seat
        if self.rng.random() < AHEAD:
            asked = self.rng.randrange(self.match.seats)
        meant = self._meant(asked)
        if self._is_free(asked) and self._is_foreseen(asked, meant) and self.rng.random() < PERFECT:
            self._to_the_word(asked, meant)
        else:
            self._as_it_comes(asked, [self._slip(text, meant) for text in meant])

    def _meant(self, seat: int) -> list[str]:
        """Some moves that the seat could make now, one after the other."""
        trial, moves = self.match.copy(), list[str]()
        while len(moves) < LONGEST and not trial.over and (decision := trial.decision(seat)) in trial.waiting:
            assert decision is not None
            moves.append(styles.answer(trial, self.seated, decision, self.rng))
            trial.play(seat, moves[-1])
        if not moves:
            return [self.rng.choice(self._any_moves())]
        return moves[: self.rng.randint(1, len(moves))]

    def _any_moves(self) -> list[str]:
        """All moves that anybody can make now, for a letter of somebody who is not asked."""
        return [move.text for decision in self.match.decisions for move in decision.moves]

    def _is_free(self, seat: int) -> bool:
        """Tell whether nothing but the letter decides what the seat does."""
        plan = self.plans.get(seat, Plan())
        known = plan.kept or plan.rules or plan.once or plan.held or plan.never
        return not known and self.match.decision(seat) in self.match.waiting

    def _is_foreseen(self, seat: int, meant: Sequence[str]) -> bool:
        """Tell whether these moves are possible as far as the seat can know; what it has not seen may be otherwise."""
        thought = self.match.imagined(seat)
        try:
            for text in meant:
                thought.play(seat, engine.Move.of(text))
        except engine.Refusal:
            return False
        return True

    def _to_the_word(self, seat: int, meant: Sequence[str]) -> None:
        """A letter in full words, of moves that are possible one after the other, does these and no other."""
        before = self.match.count
        account = self._take(seat, meant)
        ordered = [entry.move for entry in self.match.log[before:] if entry.seat == seat and entry.by == "order"]
        done = [line.words for line in account.lines if line.state in ("done", "played", "rule")]
        stopped = self.plans[seat].stopped and len(self.plans[seat].kept) == len(meant) - len(done)
        left = iter(meant)
        in_order = all(text is not None and text in left for text in ordered)
        if not in_order or not (stopped or len(done) == len(meant)):
            raise Unfaithful(f"seat {seat} wrote {list(meant)}, done is {ordered}: {account.lines}")

    def _as_it_comes(self, seat: int, lines: Sequence[str]) -> None:
        """A letter in which anything can be: it is accounted for, line by line."""
        self._take(seat, [separated for separated in lines if separated])

    def _take(self, seat: int, lines: Sequence[str]) -> Account:
        text = self.rng.choice(("\n", "; ")).join(lines).split("\n")
        decision = self.match.decision(seat)
        account = api.apply_letter(self.match, self.plans, seat, text, serial=decision.serial if decision else None)
        for line in account.lines:
            self.done[line.state] += 1
        moves = Counter(step.move.text for step in account.steps if step.seat == seat)
        played = Counter(line.words for line in account.lines if line.state == "played")
        if played - moves:
            raise Unfaithful(f"seat {seat} wrote {text}, told are {dict(played)}, done are {dict(moves)}")
        if len(account.lines) < len([line for line in text if line.strip()]):
            raise Unfaithful(f"seat {seat} wrote {text}, told of are only {account.lines}")
        return account

    def _slip(self, text: str, meant: Sequence[str]) -> str:
        """The line as somebody writes it who makes a mistake now and then."""
        if self.rng.random() >= MISTAKE:
            return text
        words = text.split()
        return self.rng.choice((
            "",
            " ".join(words[:-1]),
            " ".join(word[: self.rng.randint(2, 5)] for word in words),
            f"{text} anyway",
            f"then {text}",
            self.rng.choice(meant),
            self.rng.choice(self._any_moves()),
            f"{words[0]} something",
            f"always {text}",
            f"hold {words[-1]}",
            "go on",
            "forget",
        ))  # fmt: skip

    def _follow(self) -> None:
        for entry in self.match.log[self.follower.match.count :]:
            if entry.kind == CLOSE:
                self.follower.close()
            elif entry.kind == MOVE:
                self.follower.move(entry.seat, entry.move)
