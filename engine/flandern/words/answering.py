"""How a letter is answered: examples from the position, each of them a legal order. Plays nothing."""

from __future__ import annotations

from engine.decisions import Decision, Move
from engine.flandern import box as boxes
from engine.flandern import moves
from engine.flandern.box import SITE, Box
from engine.flandern.building import Lay
from engine.flandern.moves import Action
from engine.flandern.state import INFLUENCED, OWN, State
from engine.flandern.words.asking import say
from engine.game import Paragraph


def how(view: State, box: Box, decision: Decision) -> list[Paragraph]:
    # Examples stand in brackets, not in quotes: quotes around a whole line are taken off when it is read.
    match decision.kind:
        case "choose":
            return [
                *(Paragraph(words) for words in _how_choose(view, box, decision)),
                *_example(view, box, decision),
            ]
        case "setup":
            return [Paragraph(f"Write what stands in brackets, such as [{decision.moves[0].text}].")]
        case "turn":
            return [Paragraph(words) for words in _how_turn(view, box, decision)]
    first = decision.moves[0].text
    words = [f"Write what stands in brackets, such as [{first}]: {say(decision.moves[0], view, decision.seat)}."]
    if any(move.verb == "lay" or len(move) > 3 for move in decision.moves):
        words.append(
            "The figure behind a coat is the number of masters printed on the district; without it, the fewest."
        )
    return [Paragraph(line) for line in words]


def _how_choose(view: State, box: Box, decision: Decision) -> list[str]:
    own = view.seats[decision.seat]
    card = next((card for card in own.hand if card < SITE), own.hand[0])
    example = moves.choice(box, card, 0).text
    lines = [f"[{example}] plays that card alone."]
    if own.influence:
        more = moves.choice(box, card, 1).text
        lines.append(f"[{more}] adds an influence card: more cards act earlier, and influence cards played are gone.")
    ways = _examples(view, box, moves.silver(card, own.guild))
    if ways:
        lines.append(
            f"On the next line you may say what it is to do: [{ways[0]}], or [{' / '.join(ways)}] for the first of "
            "them that is possible then. Leave it out and we ask you when the cards are open and it is your turn."
        )
    golden = _examples(view, box, moves.golden(view.golden, own.guild)) if _has_golden(view, decision.seat) else []
    if golden:
        lines.append(f"Your golden card likewise: [{golden[0]}].")
    lines.append(
        "A figure behind a coat is the number of masters printed on the district; without it, the fewest. The whole "
        "answer replaces an earlier one; [forget] takes it back until all have chosen."
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
    words = ", ".join(f"[{row}]" for row in rows)
    return [Paragraph(f"A whole round, one order to a line: {words}.", "example")]


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
    text = decision.moves[0].text
    lines = [f"Write [{text}]; then we ask how it is to be carried out, or you say it on the next line."]
    if OWN not in view.done and INFLUENCED not in view.done:
        lines.append(
            "Both actions of your turn come, in the order you like; the second card is shown when you begin it."
        )
    return lines


def patterns(view: State, decision: Decision) -> str:
    """How the order for each of many ways is made, with one of each kind as an example."""
    kinds: dict[tuple[str, ...], Move] = {}
    for move in decision.moves:
        kinds.setdefault(("church", move[1]) if move.verb == "church" else (move.verb,), move)
    shown = ", ".join(f"[{move.text}]" for move in kinds.values())
    where = ", and the town" if decision.moves[0][-1] in boxes.of(view.box).town_id else ""
    return (
        f"The order names the coat and the space{where}; a figure behind the coat is that of the printed masters. "
        f"One of each kind: {shown}."
    )
