"""The ways to answer a letter: examples from the position, each of them a legal order. Plays nothing."""

from __future__ import annotations

from engine.decisions import Decision, Move
from engine.flandern.data import box as boxes
from engine.flandern.data.box import SITE, Box
from engine.flandern.rules import moves
from engine.flandern.rules.building import Lay
from engine.flandern.rules.moves import Action
from engine.flandern.state import INFLUENCED, OWN, State
from engine.flandern.words.asking import clause
from engine.flandern.words.speech import say
from engine.game import Paragraph


def how(view: State, box: Box, decision: Decision) -> list[Paragraph]:
    # Examples are in brackets, not in quotes: quotes around a whole line are taken off when it is read.
    match decision.kind:
        case "choose":
            return [
                *(Paragraph(words) for words in _how_choose(view, box, decision)),
                *_example(view, box, decision),
            ]
        case "setup":
            return [Paragraph(say("Write what stands in brackets, such as [{order}].", order=decision.moves[0].text))]
        case "turn":
            return [Paragraph(words) for words in _how_turn(view, box, decision)]
    first = decision.moves[0]
    meant = clause(first, view, decision.seat)
    words = [say("Write what stands in brackets, such as [{order}]: {deed}.", order=first.text, deed=meant)]
    if any(move.verb == "lay" or len(move) > 3 for move in decision.moves):
        words.append(
            say("The figure behind a coat is the number of masters printed on the district; without it, none.")
        )
    return [Paragraph(line) for line in words]


def _how_choose(view: State, box: Box, decision: Decision) -> list[str]:
    own = view.seats[decision.seat]
    card = next((card for card in own.hand if card < SITE), own.hand[0])
    lines = [say("[{order}] plays that card alone.", order=moves.choice(box, card, 0).text)]
    if own.influence:
        lines.append(
            say(
                "[{order}] adds an influence card: more cards act earlier, and influence cards played are gone.",
                order=moves.choice(box, card, 1).text,
            )
        )
    ways = _examples(view, box, moves.silver(card, own.guild))
    if ways:
        lines.append(
            say(
                "On the next line you may say what it is to do: [{order}], or [{several}] for the first of them that "
                "is possible then. Leave it out and we ask you when the cards are open and it is your turn.",
                order=ways[0],
                several=" / ".join(ways),
            )
        )
    golden = _examples(view, box, moves.golden(view.golden, own.guild)) if _has_golden(view, decision.seat) else []
    if golden:
        lines.append(say("Your golden card likewise: [{order}].", order=golden[0]))
    lines.append(
        say(
            "A figure behind a coat is the number of masters printed on the district; without it, none. The "
            "whole answer replaces an earlier one; [forget] takes it back until all have chosen."
        )
    )
    return lines


def _example(view: State, box: Box, decision: Decision) -> list[Paragraph]:
    """A whole round in one answer, of cards that differ from letter to letter."""
    own = view.seats[decision.seat]
    useful = [card for card in own.hand if card < SITE and _examples(view, box, moves.silver(card, own.guild))]
    if not useful:
        return []
    card = useful[(view.round + decision.seat) % len(useful)]
    rows = [moves.choice(box, card, 0).text, " / ".join(_examples(view, box, moves.silver(card, own.guild)))]
    if _has_golden(view, decision.seat):
        rows += _examples(view, box, moves.golden(view.golden, own.guild))[:1]
    orders = ", ".join(f"[{row}]" for row in rows)
    return [Paragraph(say("A whole round, one order to a line: {orders}.", orders=orders), "example")]


def _has_golden(view: State, seat: int) -> bool:
    return seat == view.start and view.golden >= 0


def _examples(view: State, box: Box, action: Action | None) -> list[str]:
    """Two different ways of an action, as orders."""
    if action is None:
        return []
    found = moves.ways(view, box, action)
    lays = [move for move, way in found.items() if isinstance(way, Lay)] or list(found)
    return [move.text for move in dict.fromkeys([*lays[:1], *lays[-1:]])]


def _how_turn(view: State, box: Box, decision: Decision) -> list[str]:
    lines = [
        say(
            "Write [{order}]; then we ask how it is to be carried out, or you say it on the next line.",
            order=decision.moves[0].text,
        )
    ]
    if OWN not in view.done and INFLUENCED not in view.done:
        lines.append(
            say("Both actions of your turn come, in the order you like; the second card is shown when you begin it.")
        )
    return lines


def patterns(view: State, decision: Decision) -> str:
    """Explain how the order for each of many ways is made, with one of each kind as an example."""
    kinds: dict[tuple[str, ...], Move] = {}
    for move in decision.moves:
        kinds.setdefault(("church", move[1]) if move.verb == "church" else (move.verb,), move)
    shown = ", ".join(f"[{move.text}]" for move in kinds.values())
    if decision.moves[0][-1] in boxes.of(view.box).town_id:
        return say(
            "The order names the coat and the space, and the town; a figure behind the coat is that of the printed "
            "masters. One of each kind: {orders}.",
            orders=shown,
        )
    return say(
        "The order names the coat and the space; a figure behind the coat is that of the printed masters. One of each "
        "kind: {orders}.",
        orders=shown,
    )
