"""Takes one letter of one seat: plays what can be played now, keeps the rest, accounts for every word of it.

Orders on one decision are carried out together or not at all: they are tried on a copy first. Only where
one of them has already shown something hidden, what was done stays done.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence

from engine.decisions import Decision, Move
from engine.game import Rule
from engine.language import typed
from engine.language.speech import say
from engine.match.match import Match
from engine.orders import account
from engine.orders import reader as words
from engine.orders.account import END, TOO_LATE, Account, Line, Step
from engine.orders.autoplay import run_kept
from engine.orders.lateness import GAME_OVER, AboutLater, Asked, unread, weighed
from engine.orders.lookahead import repeated, tried
from engine.orders.numbers import ALL, Numbers
from engine.orders.plan import Plan
from engine.orders.reader import Instruction, Order
from engine.orders.readings import MOST_MOVES, SUGGESTIONS, Readings, is_stale
from engine.orders.trial import Item, Unit, contradicting, how_many_fit

TURN = "turn"  # the kind of decision that plans are made for


def apply_letter(
    match: Match,
    plans: MutableMapping[int, Plan],
    seat: int,
    lines: Sequence[str],
    *,
    serial: int | None,
    strict: bool = False,
    late: bool = False, asked: Asked | None = None,
    may_reopen: bool = True, stays: bool = False,
    numbers: Numbers = ALL, ours: bool = False, beside: Sequence[str] = (), readings: Readings | None = None,
) -> Account:  # fmt: skip
    """Carry out a letter of `seat`. Changes the match and the plans; never raises for what a player wrote.

    serial  of the decision the letter answers; None: of whatever is open. If another one is open the orders are
            stale; without an open decision they are kept
    strict  count only lines that are orders in full words, as for a letter that has lost its marker
    late    whether the seat has been asked something newer: the orders are stale then, whether anything is open or not,
            and so is what is said of kept orders, which may be newer too
    asked   the question to which the letter belongs, and by which what it says of the future is new; None: that of now
    may_reopen  whether there is time left to make a sealed choice once more that is taken back
    stays   whether the letter has an `undo` that could not be done: its orders were meant for what that leads to
    beside  lines that stand where no orders are read: nothing of them is done, what they say is offered
    numbers, ours  as for `Reader`, which refuses too long lines; `Readings` what is behind MOST_LINES or MOST_MOVES
    readings  that may know already what the letter says
    """
    with typed.suggesting(SUGGESTIONS):
        letter = _Letter(match, plans, seat, serial, late, asked, may_reopen)
        reading = (readings or Readings()).of(
            match, seat, letter.asked, lines, strict=strict, numbers=numbers, ours=ours, beside=beside
        )
        for instruction in reading.instructions:
            letter.hear(instruction)
        if reading.revised or (stays and not letter.stale):
            letter.ask_back(account.CHANGED if reading.revised else account.NOT_UNDONE)
        return letter.answer()


class _Letter:
    """One letter while it is carried out."""

    def __init__(
        self, match: Match, plans: MutableMapping[int, Plan], seat: int, serial: int | None, late: bool,
        asked: Asked | None, may_reopen: bool,
    ) -> None:  # fmt: skip
        self.match, self.plans, self.seat, self.may_reopen = match, plans, seat, may_reopen
        self.plan = plans.setdefault(seat, Plan())
        self.found = self.plan.contents()
        decision = match.decision(seat)
        self.stale = is_stale(decision, serial, late=late)
        self.asked = None if self.stale else decision
        self.belongs_to = asked or (Asked(decision.serial, match.round) if decision else None)
        self.lines: list[Line | None] = []
        self.steps: list[Step] = []
        self.dropped: list[str] = []
        self.queue: list[Item] = []
        self.after: list[Item] = []  # behind a line that was meant as an order but cannot be read
        self.broken = False
        self.dated: words.Outdated | None = None  # the newest order by a number that is too late: what is behind waits
        self.also: bool | None = None
        self.go_on: int | None = None
        self.heard: dict[str, int] = {}  # rules for once, by topic: their places
        self.carried: dict[Order, str] = {}  # the orders of this letter that are done, and how

    def hear(self, said: Instruction) -> None:
        """Note an order, do everything else at once."""
        place = len(self.lines)
        self.lines.append(None)
        match said.what:
            case Order() as order if self.dated:
                self.lines[place] = account.offer(said.text, order.words, also=said.also, behind=not self.dated.words)
            case Order() if self.queue and not self.broken and (more := self.queue[-1].more(self.match.game, said)):
                self.queue[-1] = more
            case Order() as order:
                self.also = said.also if self.also is None else self.also
                (self.after if self.broken else self.queue).append(Item(place, said.text, order))
            case words.Refused() as refused:
                self.broken = not self.match.over
                self.lines[place] = unread(said.text, refused, self.match)
            case words.Outdated(order) as dated:
                self.dated = dated
                self.lines[place] = account.offer(said.text, order, also=said.also)
            case words.Ignored(reason, nearest):
                self.lines[place] = Line(said.text, "ignored", reason, nearest)
            case words.Said(name):
                self.lines[place] = Line(said.text, "command", name)
            case about_later:
                too_late = weighed(said.text, about_later, self.plan, self.match, self.belongs_to, late=self.stale)
                self.lines[place] = too_late or self._later(place, said.text, about_later)

    def ask_back(self, why: str) -> None:
        """Do none of the orders: a line takes one back, asks whether it is better, or wanted another position."""
        orders = tuple(dict.fromkeys(item.order.words for item in (*self.queue, *self.after)))
        self._refuse([*self.queue, *self.after], say(why), orders)
        self.queue, self.after = [], []

    def _later(self, place: int, text: str, said: AboutLater) -> Line:
        """Do what a line says of the future."""
        match said:
            case words.GoOn():
                self.go_on = place
                return Line(text, "command", "go on")
            case words.Standing(rule, everywhere):
                (self.plan.everywhere if everywhere else self.plan.rules)[rule.topic] = rule.text
            case words.Once(rule):
                return self._once(place, text, rule)
            case words.Hold(name):
                held = self.plan.held if self.plan.held_in == self.match.round else []
                self.plan.held, self.plan.held_in = list(dict.fromkeys([*held, name])), self.match.round
            case words.Never(name):
                self.plan.never = sorted({*self.plan.never, name})
            case words.Forget() as forget:
                return self._forget(text, forget)
        return Line(text, "rule", str(said))

    def _once(self, place: int, text: str, rule: Rule) -> Line:
        """A rule for the next time; no rule is needed if in this turn its choice has been left out already."""
        spared = self.match.game.by_itself(self.match.view(self.seat), self.seat)
        if self.asked and rule.topic in {kind for kind, _ in spared}:
            return Line(text, "done", f"once {rule}")
        self.heard[rule.topic] = place
        self.plan.once[rule.topic] = rule.text
        self.plan.spent.pop(rule.topic, None)
        return Line(text, "rule", f"once {rule}")

    def _forget(self, text: str, forget: words.Forget) -> Line:
        """Drop the kept orders, one topic or name, or everything."""
        what, everywhere = forget.what, forget.everywhere
        if what in ("", "all") and not (everywhere and what == ""):
            move = self._reopening()
            if move is not None and not self.may_reopen:
                return Line(text, "refused", say(account.STAYS))
            self._drop_kept()
            if move is not None:
                self.steps.append(account.carry_out(self.match, self.plans, self.seat, move, "order"))
        if what == "all" or (everywhere and what == ""):
            self.plan.forget_rules(everywhere)
            return Line(text, "command", f"forget all{' everywhere' if everywhere else ''}")
        if what == "":
            return Line(text, "command", "forget")
        known = self.plan.named(everywhere)
        found = typed.complete(what, known)
        if len(found) != 1:
            near = tuple(f"forget {name}" for name in known)
            return Line(text, "refused", say("there is no order about {topic} to forget", topic=what), near)
        self.plan.forget_rule(found[0], everywhere)
        return Line(text, "command", f"forget {found[0]}")

    def _reopening(self) -> Move | None:
        """The move that takes a sealed choice back which is not revealed yet, where the game can do that."""
        decision, move = self.match.decision(self.seat), self.match.game.reopening
        return move if decision is not None and move in decision.unasked else None

    def _drop_kept(self) -> None:
        self.dropped += [order.words for order in self.plan.kept]
        self.plan.kept, self.plan.stopped = [], ""

    def _account_for_rules(self) -> None:
        """Say of a rule for once that its choice was left out by these orders, so that it has had its time."""
        for topic, place in self.heard.items():
            line = self.lines[place]
            if topic not in self.plan.once and line is not None and line.state == "rule":
                self.lines[place] = Line(line.text, "done", line.words)

    def answer(self) -> Account:
        """Carry out the orders and give the account."""
        self.plan.letter = frozenset(text for item in self.queue for text in item.order.names)
        if self.match.over:
            self._refuse(self.queue, say(GAME_OVER))
        elif self.stale:
            for item in self.queue:
                self.lines[item.at] = account.offer(item.text, item.order.words, also=bool(self.also))
        elif self.also and self.plan.kept:
            self._keep(self._for_later(self.queue), add=True)
        elif self.queue:
            self._carry_out()
        self._refuse(self.after, say(account.BEFORE))
        if self.go_on is not None:
            self._go_on(self.go_on)
        self.plan.letter = frozenset()
        self._account_for_rules()
        if self.plan.contents() != self.found:
            self.plan.earlier = []  # nobody takes back what its owner has written
        return Account(tuple(line for line in self.lines if line), tuple(self.steps), tuple(self.dropped))

    def _carry_out(self) -> None:
        """Play decision by decision as far as the orders go, then keep what is left."""
        left, stop, acted = list(self.queue), "", False
        between = self._is_between()
        while left and not stop and (decision := self.match.decision(self.seat)) is not None:
            if self._contradict(decision, left):
                left = [item for item in left if self.lines[item.at] is None]
                break
            unit = Unit(self.match, self.plan, decision, left, self.plan.kept[:1] if between else [])
            unit.run()
            if not unit.taken and not unit.log:
                break
            self._make_true(unit)
            acted = acted or bool(unit.log)
            left, stop = left[unit.taken :], unit.stop
            if unit.failed:
                self._refuse(left, say(account.BEFORE))
                left = []
            now = self.match.decision(self.seat)
            if acted and (now is None or now.serial != decision.serial):  # the turn is over
                left = self._undone(left)
        if between and stop:
            self.plan.stopped = stop
        if self.match.decision(self.seat) is None:
            left = self._in_time(left)
        left = self._for_later(left)
        if left or (acted and not between):
            self._keep(left, add=between, stopped=stop)

    def _undone(self, left: list[Item]) -> list[Item]:
        """The orders left when these orders have ended the turn, without what happened in it by itself."""
        unordered = {step.move.text for step in self.steps if step.seat == self.seat and step.by != "order"} | {END}
        while left and (
            done := account.done_by_itself(self.match, self.plan, self.seat, left[0].order, unordered)
            or repeated(self.match, self.plan, self.seat, left[0].order, self.carried)
        ):
            if account.holds(self.match, self.plan, self.seat, left[0].order):
                self.lines[left[0].at] = Line(left[0].text, "done", done)
            else:
                why = account.not_so(self.match, self.plan, self.seat, left[0].order)
                self.lines[left[0].at] = Line(left[0].text, "ignored", why)
            left = left[1:]
        return left

    def _in_time(self, left: list[Item]) -> list[Item]:
        """The orders left when the turn is over, without what could only have been done within it."""
        while left and not account.opens(self.match, left[0].order):
            ended = left[0].order.words == END  # by itself
            text = left[0].text
            self.lines[left[0].at] = Line(text, "done", END) if ended else Line(text, "refused", say(TOO_LATE))
            left = left[1:]
        return left

    def _is_between(self) -> bool:
        """Whether the letter only answers a question that has come up beside what the plan is about: no new plan."""
        decision, kept = self.match.decision(self.seat), self.plan.kept
        if decision is None or decision.kind == TURN or decision.sealed or not kept:
            return False  # an answer to a sealed choice is a whole one, with what is attached to it
        if any(account.belongs(self.match, decision, order) for order in kept):
            return False
        return all(account.belongs(self.match, decision, item.order) for item in self.queue)

    def _make_true(self, unit: Unit) -> None:
        """Make the moves of a tried unit on the match and account for its orders."""
        for entry in unit.log:
            if entry.seat is None or entry.move is None:
                continue
            step = account.carry_out(self.match, self.plans, entry.seat, Move.of(entry.move), entry.by)
            self.steps.append(step)
            if item := unit.of.get(entry.number):
                self.lines[item.at] = Line(item.text, "played", step.move.text, events=step.events)
                self.carried[item.order] = step.move.text
        for item, done in unit.done:
            self.lines[item.at] = Line(item.text, "done", done)
            self.carried[item.order] = done
        for item, reason in unit.passed_over:
            self.lines[item.at] = Line(item.text, "ignored", reason)
        dealt = unit.items[: unit.taken]
        if unit.failed:
            self._refuse(dealt[-1:], unit.failed.reason, unit.failed.nearest)
        self._refuse([item for item in dealt if self.lines[item.at] is None], say(account.AFTER))

    def _contradict(self, decision: Decision, left: list[Item]) -> bool:
        """At a choice that is made once, two different orders ask back."""
        rivals = contradicting(self.match, self.plan, decision, left)
        self._refuse(rivals, say(account.TWO), tuple(dict.fromkeys(item.order.words for item in rivals)))
        return bool(rivals)

    def _refuse(self, items: Sequence[Item], reason: str, nearest: tuple[str, ...] = ()) -> None:
        for item in items:
            self.lines[item.at] = Line(item.text, "refused", reason, nearest)

    def _keep(self, items: Sequence[Item], *, add: bool, stopped: str = "") -> None:
        """Keep what could be done later if nobody interferes; refuse the rest from the first that could not."""
        if not add:
            self._drop_kept()
        before = len(self.plan.kept)
        room = how_many_fit(items, MOST_MOVES - sum(len(order.moves) for order in self.plan.kept))
        self._refuse(items[room:], say("at most {most} orders are kept, alternatives counted", most=MOST_MOVES))
        items = items[:room]
        items, again, failure = tried(self.match, self.plan, self.seat, items, self.carried)
        for item in again:
            self.lines[item.at] = Line(item.text, "done", self.carried[item.order])
        if failure and failure[0] >= before:
            place, refusal = failure[0] - before, failure[1]
            self._refuse(items[place : place + 1], refusal.reason, refusal.nearest)
            self._refuse(items[place + 1 :], say(account.BEFORE))
            items = items[:place]
        if not add:
            self.plan.stopped = stopped if items else ""
        self.plan.kept += [item.order for item in items]
        for item in items:
            self.lines[item.at] = Line(item.text, "kept", item.order.words)

    def _for_later(self, items: Sequence[Item]) -> list[Item]:
        """The orders to keep, without those that are rules for once."""
        return [item for item in items if not self._is_for_once(item, items)]

    def _is_for_once(self, item: Item, items: Sequence[Item]) -> bool:
        """Whether an order for later is a rule for once; then it holds from now on."""
        rule = account.for_once(self.match.game, item.order, [other.order for other in items])
        if rule is not None:
            self.lines[item.at] = self._once(item.at, item.text, rule)
        return rule is not None

    def _go_on(self, place: int) -> None:
        if not self.plan.kept:
            self.lines[place] = Line("go on", "refused", say("there are no kept orders"))
            return
        self.plan.stopped = ""
        steps = run_kept(self.match, self.plans, self.seat)
        self.steps += steps
        if self.plan.stopped and not steps:
            self.lines[place] = Line("go on", "refused", self.plan.stopped)
