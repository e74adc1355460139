"""Tries the orders of a letter that answer one open decision, on a copy. Changes neither the match nor the plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, dropwhile, takewhile
from typing import Any

from engine.decisions import Decision, Move
from engine.game import Game
from engine.match.log import Entry
from engine.match.match import Match
from engine.orders.account import (
    belongs,
    done_by_itself,
    fits,
    for_once,
    goes_with,
    holds,
    is_for_later,
    not_so,
    prepare,
    ruled,
    ruled_first,
    upset,
)
from engine.orders.plan import Plan
from engine.orders.reader import Instruction, Order
from engine.refusals import IllegalMove


@dataclass(slots=True)
class Item:
    """An order of the letter and its place in the account."""

    at: int
    text: str
    order: Order

    def more(self, game: Game[Any], said: Instruction) -> Item | None:
        """This order with what the next one adds to it: choices for the case that it is not possible, or its end.

        None: the next one is an order of its own.
        """
        order, moves = said.what, self.order.moves
        assert isinstance(order, Order)
        if said.choice:
            moves = tuple(dict.fromkeys((*moves, *order.moves)))
        elif len(moves) == len(order.moves) == 1 and (whole := _whole(game, *moves, *order.moves)):
            moves = (whole.text,)
        else:
            return None
        return Item(self.at, f"{self.text} / {said.text}", replace(self.order, moves=moves))


def _whole(game: Game[Any], first: str, second: str) -> Move | None:
    return game.spoken.whole(Move.of(first), Move.of(second))


class Unit:
    """The orders of a letter that answer one open decision, tried on a copy.

    waiting      the first order of the plan, if the plan goes on behind them
    taken        how many of `items` it has dealt with, a failed one included
    log          the entries to be made true; `of` tells which item an entry (by its number) carries out
    passed_over  items whose guard does not hold, with the reason
    done         items for what has happened by itself, each with what that was
    stop         why what follows must wait, if it must
    """

    def __init__(
        self, match: Match, plan: Plan, decision: Decision, items: Sequence[Item], waiting: Sequence[Order]
    ) -> None:
        self.trial, self.plan, self.seat, self.serial = match.copy(), plan, decision.seat, decision.serial
        self.items, self.waiting = items, waiting
        self.before: Match | None = None  # the last move
        self.taken = 0
        self.log: list[Entry] = []
        self.of: dict[int, Item] = {}
        self.passed_over: list[tuple[Item, str]] = []
        self.done: list[tuple[Item, str]] = []
        self.failed: IllegalMove | None = None
        self.stop = ""

    def run(self) -> None:
        """Try item after item, then end the turn if it is done."""
        while self.taken < len(self.items) and not self.stop and not self.failed:
            decision = self._open()
            if decision is None or not self._try(self.items[self.taken], decision) or decision.sealed:
                break
        if self.failed:
            self._take_back()
        elif self.of:
            self._end_turn()

    def _open(self) -> Decision | None:
        decision = self.trial.decision(self.seat)
        return decision if decision and decision.serial == self.serial and not self.trial.over else None

    def _try(self, item: Item, decision: Decision) -> bool:
        """Deal with one order; False if it is for a later decision."""
        order = item.order
        before = None if any(order == counted.order for counted, _ in self.done) else self.before
        if done := done_by_itself(self.trial, self.plan, self.seat, order, self._unordered(), before):
            return self._count_as_done(item, done)
        if done := self._repeated(order):
            return self._count_as_done(item, done)
        if is_for_later(self.trial, self.plan, decision, order):
            return False
        if not belongs(self.trial, decision, order):
            return self._rule_for(decision) or self._pass_for(order, decision) or self._is_premature(decision)
        if ruled_first(self.trial, self.plan, decision, order):
            return self._rule_for(decision)
        self.taken += 1
        if not self._is_meant(item):
            return True
        attempt = self.trial.copy()
        move = prepare(attempt, self.plan, self.seat, order)
        if move is None:
            self.failed = self.trial.illegal(self.seat, Move.of(order.moves[0]), item.text)
            return True
        events = attempt.play(self.seat, move, by="order")
        self.of[attempt.log[-1].number] = item
        self._accept(attempt)
        following = self._following()
        if following and not order.anyway and not goes_with(following, move):
            self.stop = upset(self.trial, events, self.seat)
        return True

    def _repeated(self, order: Order) -> str:
        """The move of an order that only says once more what the one before it has done; "" if it does not."""
        last = self.items[self.taken - 1] if self.taken else None
        if last is None or last.order != order or prepare(self.trial.copy(), self.plan, self.seat, order) is not None:
            return ""
        done = {item.at: words for item, words in self.done}
        made = {item.at: entry.move for entry in self.log if (item := self.of.get(entry.number))}
        return done.get(last.at) or made.get(last.at) or ""

    def _is_meant(self, item: Item) -> bool:
        """Whether the order's condition holds; an order that is passed over is accounted for."""
        if holds(self.trial, self.plan, self.seat, item.order):
            return True
        self.passed_over.append((item, not_so(self.trial, self.plan, self.seat, item.order)))
        return False

    def _count_as_done(self, item: Item, done: str) -> bool:
        self.taken += 1
        if self._is_meant(item):
            self.done.append((item, done))
        return True

    def _unordered(self) -> set[str]:
        """Moves of the seat that were made for these orders without being among them."""
        return {entry.move for entry in self.log if entry.move and entry.seat == self.seat and entry.by != "order"}

    def _following(self) -> Order | None:
        left = [item.order for item in self.items[self.taken :]]
        return next(iter([*left, *self.waiting]), None)

    def _rule_for(self, decision: Decision) -> bool:
        """Let a rule of the seat answer what comes before the order, unless that shows something new."""
        if decision.sealed or self.trial.game.topic(decision) in self.plan.once:
            return False
        answer = ruled(self.trial, self.plan, decision)
        if answer is None:
            return False
        attempt = self.trial.copy()
        events = attempt.play(self.seat, answer[0], by=answer[1])
        if attempt.game.reveals(events, self.seat):
            return False
        self._accept(attempt)
        return True

    def _pass_for(self, order: Order, decision: Decision) -> bool:
        """Make the do-nothing move, and at once those of further questions of its kind, if the order fits only then."""
        passed = self._passed(self.trial, order, decision)
        for attempt in passed:
            self._accept(attempt)
        return bool(passed)

    def _passed(self, match: Match, order: Order, decision: Decision) -> list[Match]:
        """The match behind each do-nothing move.

        What the move shows the seat, dice of the next round or cards, must not decide whether it is made. Where it
        shows something the order is judged by a made-up position; one with a condition waits.
        """
        if decision.passing is None:
            return []
        attempt = judged = match.copy()
        attempt.play(self.seat, decision.passing, by="automatic")
        if _shows(attempt, self.seat, attempt.log):
            if order.guard is not None:
                return []
            judged = match.imagined(self.seat)
            judged.play(self.seat, decision.passing, by="automatic")
        if fits(judged, self.plan, self.seat, order) or self._is_asked_next(judged, order):
            return [attempt]
        following = attempt.decision(self.seat)
        if following is None or (following.serial, following.kind) != (self.serial, decision.kind):
            return []
        more = self._passed(attempt, order, following)
        return [attempt, *more] if more else []

    def _is_premature(self, decision: Decision) -> bool:
        """Fail at the first order where nothing of the letter can be done or wait before this question is answered."""
        orders = [item.order for item in self.items]
        if any(not self.trial.game.premature(Move.of(text), decision) for order in orders for text in order.moves):
            return False
        if self.log or any(for_once(self.trial.game, order, orders) for order in orders):
            return False
        first, self.taken = self.items[0], 1
        self.failed = self.trial.illegal(self.seat, Move.of(first.order.moves[0]), first.text)
        return True

    def _is_asked_next(self, attempt: Match, order: Order) -> bool:
        """Whether an order that is not possible is about what the same turn asks next, so that it is refused."""
        following = attempt.decision(self.seat)
        return following is not None and following.serial == self.serial and belongs(attempt, following, order)

    def _end_turn(self) -> None:
        decision = self._open()
        if decision is None or decision.passing is None:
            return
        if not self.trial.game.done(self.trial.view(self.seat), decision):
            return
        following = self._following()
        if following and fits(self.trial, self.plan, self.seat, following):
            return  # it is for this turn: done next, or the player is asked whether it is still wanted
        attempt = self.trial.copy()
        attempt.play(self.seat, decision.passing, by="automatic")
        self._accept(attempt)

    def _accept(self, attempt: Match) -> None:
        self.log += attempt.log
        self.before, self.trial = self.trial, attempt

    def _take_back(self) -> None:
        """All or nothing, unless something was seen that cannot be unseen."""
        if not _shows(self.trial, self.seat, self.log):
            self.log, self.of, self.done = [], {}, []


def _shows(match: Match, seat: int, entries: Iterable[Entry]) -> bool:
    """Whether these entries of the match show the seat something that it did not know."""
    return any(entry.rolls or match.game.reveals(entry.events, seat) for entry in entries)


def how_many_fit(items: Sequence[Item], most: int) -> int:
    """Count how many of the items, from the first on, name at most so many moves together."""
    named = accumulate(len(item.order.moves) for item in items)
    return sum(count <= most for count in named)


def contradicting(match: Match, plan: Plan, decision: Decision, items: Sequence[Item]) -> list[Item]:
    """The orders that answer a choice which is made once, if they are different and not about one choice each."""
    if not decision.sealed and decision.kind not in match.game.single:
        return []
    behind = dropwhile(lambda item: not belongs(match, decision, item.order), items)
    rivals = list(takewhile(lambda item: belongs(match, decision, item.order), behind))
    orders = list(dict.fromkeys(item.order for item in rivals))
    return rivals if len(orders) > 1 and not _are_in_turn(match, plan, decision, orders) else []


def _are_in_turn(match: Match, plan: Plan, decision: Decision, orders: Sequence[Order]) -> bool:
    """Tell whether the first is about this choice and the next about another of its kind that comes behind it.

    So it is where only the first can be done now, or where the seat is asked once more at once.
    """
    first, *others = orders
    thought = match.imagined(decision.seat)
    move = prepare(thought, plan, decision.seat, first)
    if move is None:
        return False
    if not any(fits(match, plan, decision.seat, order) for order in others):
        return True
    thought.play(decision.seat, move)
    return not decision.sealed and fits(thought, plan, decision.seat, others[0])
