"""What has but one answer is done by the rules: an order for it counts as done, however it is written, and goes."""

from __future__ import annotations

import secrets
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from engine import BadPosition, Match
from engine.decisions import Decision, Move
from engine.events import Event
from engine.orders.account import BY_ITSELF
from engine.orders.api import Account, Plan, apply_letter, autoplay
from engine.orders.instructions import Order
from engine.venise import GAME
from engine.venise.rules.tasks import Cubes
from engine.venise.state import MATERIALS, State
from tests.engine.venise.oracle.positions import crowded

KINDS = {"laid", "paid", "not sold", "not drawn", "over"}
ENOUGH = 12  # of each kind, to be met
TILES_THAT_ASK = {"market": "not sold", "port1": "not sold", "port2": "not sold"}


@dataclass(frozen=True)
class Forced:
    """Something that the rules have done, in the ways in which letters and rules tell how to order it."""

    kind: str
    texts: tuple[str, ...]


def forced_by(before: State, after: State, move: Move, told: list[Event], seat: int, asked: str) -> list[Forced]:
    """What a move has brought without a choice, read off what was told and the two positions."""
    found = []
    own = [event for event in told if event.data.get("seat") == seat]
    kinds = [event.kind for event in own]
    laid = _laid(before, after, move, own, seat) if move.verb in ("move", "put") and asked != "finish" else ()
    if laid:
        found.append(Forced("laid", laid))
    if "bridge" in kinds and "paid" in kinds:
        cubes = next(event.data["cubes"] for event in own if event.kind == "paid")
        words = " ".join(f"{count} {name}" for name, count in cubes.items())
        found.append(Forced("paid", (f"pay {words}", f"pay {next(iter(cubes))}", "pay most")))
    if move.verb == "move" and "drew" not in kinds and move[2] in ("workshop", "order", "builder"):
        found.append(Forced("not drawn", ("none", "take none", "take brooch / none")))
    if move.verb == "move" and move[2] in TILES_THAT_ASK:
        found.append(Forced("not sold", ("none", "sell none")))
    if "drew" in kinds and "kept none" in kinds:
        found.append(Forced("nothing fits", ("none", "take none")))
    return found


def _laid(before: State, after: State, move: Move, own: list[Event], seat: int) -> tuple[str, ...]:
    """Orders for cubes that were laid by themselves: where each of them went, and all at once."""
    raw = _gained(before, own, seat)
    if raw is None or (move.verb == "put" and move[2] != raw):
        return ()
    puts = [event for event in own if event.kind == "put" and event.data["material"] == raw]
    stock = after.seats[seat].stock[MATERIALS.index(raw)] - before.seats[seat].stock[MATERIALS.index(raw)]
    if move.verb == "put" and move[-1] == "stock":
        stock -= int(move[1])
    elif move.verb == "put":
        puts = puts[1:]
    places = Counter({"stock": stock}) + Counter({event.data["card"]: event.data["count"] for event in puts})
    texts = ["lay stock > cards"] if places or move.verb == "move" else []
    if places:
        texts.append(f"put {', '.join(f'{count} {raw} in {place}' for place, count in places.items())}")
    texts += [f"put 1 {raw} in {place}, {count - 1} in {place}" for place, count in places.items() if count > 1]
    return tuple(texts)


def _gained(before: State, own: list[Event], seat: int) -> str | None:
    """The raw material that is being laid."""
    told = [event.data["material"] for event in own if event.kind == "gained"]
    open_now = [MATERIALS[gift.material] for gift in before.gifts if gift.seat == seat]
    if before.agenda and isinstance(top := before.agenda[-1], Cubes) and top.seat == seat:
        open_now.append(MATERIALS[top.material])
    return next(iter([*told, *open_now]), None)


def open_kind(match: Match, seat: int) -> str:
    decision = match.decision(seat)
    return decision.kind if decision else ""


def tried(match: Match, decision: Decision, move: Move) -> tuple[Match, list[Event]]:
    after = match.copy()
    return after, after.play(decision.seat, move)


def asks_for_it(after: Match, seat: int) -> bool:
    """Whether the choice is still open, so that nothing was forced."""
    return open_kind(after, seat) in ("cubes", "gift", "take", "sell", "pay")


def written(match: Match, seat: int, lines: list[str], plan: Plan) -> Account:
    decision = match.decision(seat)
    return apply_letter(match, {seat: plan}, seat, lines, serial=decision.serial if decision else None)


def position(match: Match) -> object:
    data = GAME.dump(match._state)
    return {name: value for name, value in data.items() if name != "forced"}


def is_accounted_for(account: Account, plan: Plan, behind: int) -> bool:
    """All lines from that one on are done, or the order was still possible; nothing waits for a later turn."""
    return {line.state for line in account.lines[behind:]} <= {"done"} and not plan.kept and not plan.once


def check(match: Match, decision: Decision, move: Move, rng: Random, met: Counter[str]) -> None:
    """Behind the move in one letter, in a letter of its own, and in a plan."""
    seat, before = decision.seat, match._state
    after, told = tried(match, decision, move)
    over = after.decision(seat) is None
    found = [] if asks_for_it(after, seat) else forced_by(before, after._state, move, told, seat, decision.kind)
    if over and move.verb != "end" and decision.kind in ("turn", "finish", "cubes"):
        found.append(Forced("over", ("end", "pass")))
    if not found:
        return
    texts = [rng.choice(forced.texts) for forced in found]
    met.update(forced.kind for forced in found)
    plain, at_once, plan = match.copy(), match.copy(), Plan()
    written(plain, seat, [move.text], Plan())
    account = written(at_once, seat, [move.text, *texts], plan)
    assert is_accounted_for(account, plan, 1), (match.position(), move, texts, account.lines, plan.kept)
    assert position(at_once) == position(plain)
    then = plain.decision(seat)
    if then is not None and not {text for order in orders_in(plain, seat, texts) for text in order.moves} & {
        move.text for move in then.moves
    }:  # what can be done once more is done by a letter of its own
        later, plan = plain.copy(), Plan()
        account = written(later, seat, texts, plan)
        assert is_accounted_for(account, plan, 0), (match.position(), move, texts, account.lines, plan.kept)
        assert position(later) == position(plain)
    _check_kept(match, seat, move, texts)


def orders_in(match: Match, seat: int, texts: list[str]) -> list[Order]:
    """The orders of some lines, without the rules among them."""
    pieces = chain.from_iterable(GAME.expand(text) for text in texts)
    view = match.view(seat)
    return [
        Order(tuple(GAME.read(choice, view, None, seat).text for choice in piece.split(" / ")))
        for piece in pieces
        if not piece.startswith("pay") or piece[4:5].isdecimal()
    ]


def _check_kept(match: Match, seat: int, move: Move, texts: list[str]) -> None:
    """The same as a plan, made before and now played."""
    trial, plan = match.copy(), Plan(kept=[Order((move.text,)), *orders_in(match, seat, texts)])
    autoplay(trial, {seat: plan}, kept=True)
    assert (plan.kept, plan.stopped) == ([], ""), (match.position(), move, texts, plan)
    assert [note for note in plan.notes if not note.endswith(BY_ITSELF)] == [], (move, texts, plan.notes)


def drawn() -> Random:
    """The same in every run of a test; `--dice WORD` draws others."""
    return Random(secrets.token_bytes(16))


def test_every_order_for_what_is_forced_counts_as_done_and_leaves_nothing_behind() -> None:
    rng, met = drawn(), Counter[str]()
    games = 0
    while games < 30 or (games < 300 and any(met[kind] < ENOUGH for kind in KINDS)):
        games += 1
        with suppress(BadPosition):  # dice that allow no move would be thrown while it is read
            start = narrow(crowded(rng), rng)
            match = Match.start(GAME, len(start["seats"]), secret=secrets.token_bytes(32), position=start)
            for _ in range(8):
                if match.over:
                    break
                decision = rng.choice(match.decisions)
                verb = rng.choice(sorted({move.verb for move in decision.moves}))
                move = rng.choice([move for move in decision.moves if move.verb == verb])
                check(match, decision, move, rng, met)
                match.play(decision.seat, move)
    assert all(met[kind] >= ENOUGH for kind in KINDS), met


def narrow(start: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A position with less to choose: empty stores and stocks of one raw material make more forced."""
    seats = start["seats"]
    assert isinstance(seats, list)
    for seat in seats:
        if rng.random() < 0.5:
            seat["store"] = {}
        if rng.random() < 0.5:
            raw = rng.choice(MATERIALS)
            seat["stock"] = {raw: sum(seat["stock"].values())}
    return start


def test_a_whole_turn_in_one_letter_is_the_same_as_order_by_order() -> None:
    """Whatever else is ordered in it: nothing is played before its time, left out or kept for the next turn."""
    rng, met, wanted = drawn(), Counter[str](), {f"{kind} use" for kind in ("keep", "cubes", "take", "sell", "finish")}
    games = 0
    while games < 30 or (games < 400 and wanted - met.keys()):
        games += 1
        start = crowded(rng)
        with suppress(BadPosition):
            match = Match.start(GAME, len(start["seats"]), secret=secrets.token_bytes(32), position=start)
            for _ in range(3):
                turn, texts = whole_turn(match, rng, met)
                letter, plan = match.copy(), Plan()
                account = written(letter, match._state.active, texts, plan)
                assert {line.state for line in account.lines} == {"played"}, (match.position(), texts, account.lines)
                assert (plan.kept, position(letter)) == ([], position(turn)), (match.position(), texts)
                match = turn
                while gift := next((decision for decision in match.decisions if decision.kind == "gift"), None):
                    match.play(gift.seat, gift.moves[0])
                if match.over:
                    break
    assert met.keys() >= wanted, met


def whole_turn(match: Match, rng: Random, met: Counter[str]) -> tuple[Match, list[str]]:
    """The match behind the turn that is open, and the orders that were given in it."""
    after, texts, seat = match.copy(), list[str](), match._state.active
    begun = after.decision(seat)
    while (decision := after.decision(seat)) and begun and decision.serial == begun.serial:
        verbs = sorted({move.verb for move in decision.moves})
        if decision.kind == "turn" and rng.random() < 0.8:
            verbs = [verb for verb in verbs if verb != "use"] or verbs  # left for what comes behind the move
        verb = "use" if decision.kind != "turn" and "use" in verbs else rng.choice(verbs)
        move = rng.choice([move for move in decision.moves if move.verb == verb])
        after.play(seat, move)
        texts.append(move.text)
        met[f"{decision.kind} {verb}"] += 1
    return after, texts
