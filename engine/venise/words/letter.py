"""The position in words for a letter: sections in reading order. Who prints them wraps the lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.decisions import Decision, Move
from engine.game import Paragraph, Section
from engine.venise.box import shipped
from engine.venise.rules import open_choice
from engine.venise.scoring import totals
from engine.venise.state import MATERIALS, TILES, UNKNOWN, State
from engine.venise.words import places
from engine.venise.words.doing import say
from engine.venise.words.example import example
from engine.venise.words.offers import MOST_LINKS, offers
from engine.venise.words.reach import changes, reach
from engine.venise.words.standing import standing_rules
from engine.venise.words.voice import Voice, listed, some, the, tile, title, voice_of

MOVES = ("turn", "keep")  # kinds whose letter tells where the Burgher can go


def sections(
    view: State, decision: Decision | None, names: Sequence[str], rules: Mapping[str, str], seat: int | None
) -> tuple[Section, ...]:
    """The question, where to go, the own board, how to answer, the others, the table."""
    voice = voice_of(names, seat)
    points = totals(view)
    found: list[Section] = []
    if decision is not None and decision.kind != "turn":
        found.append(_choice(view, decision))
    if decision is not None and decision.kind in MOVES:
        found.append(_reach(view, decision, voice))
    if seat is not None and view.round:
        found.append(Section("me", _title("You", view, seat, points), tuple(places.own(view, seat))))
    if decision is not None:
        found.append(_how(view, decision))
    for number in view.order() if seat is None else view.others(seat):
        if view.round:
            heading = _title(voice.names[number], view, number, points)
            found.append(Section("others", heading, tuple(places.other(view, number, voice.names[number]))))
    found.append(_table(view, voice, rules, seat))
    return tuple(found)


def _title(name: str, view: State, number: int, points: list[int]) -> str:
    if view.over:
        return f"{name}: {some(points[number], 'point')} in the end"
    return f"{name}: {some(view.seats[number].points, 'point')}, {points[number]} if the game ended now"


# --- the question ----------------------------------------------------------------------------------------


def _choice(view: State, decision: Decision) -> Section:
    paragraphs = [Paragraph(_why(view, decision))]
    left = MOST_LINKS
    for offer in offers(view, decision):
        links = tuple((f"[{move.text}]" if k else offer.label, move.text) for k, move in enumerate(offer.moves))
        shown = tuple(link for link in links[:left] if link[0] in offer.words)
        left -= len(shown)
        paragraphs.append(Paragraph(f"{offer.words}.", "bullet", shown))
    return Section("choice", f"You choose {decision.prompt}", tuple(paragraphs))


def _why(view: State, decision: Decision) -> str:
    """What has come up, in a sentence or two."""
    seat = view.seats[decision.seat]
    matter = open_choice(view, decision.seat) or (decision.kind,)
    if decision.kind in ("cubes", "gift"):
        return f"You have {matter[3]} {MATERIALS[matter[2]]} to lay. What finds no place is lost."
    if decision.kind == "take":
        return f"You stand on {tile(seat.burgher)}. One of the cards may be kept; the others go under their deck."
    if decision.kind == "keep":
        drawn = [the(shipped().cards[card].name) for card in seat.pending[0][1] if card != UNKNOWN]
        return (
            f"First a gift: for your part in what another player used you drew {listed(drawn)}. "
            "Begin your answer with the one you keep or with none; without either the first that fits is kept."
        )
    if decision.kind == "sell":
        return f"You stand on {tile(matter[2])} with a {matter[3]}."
    return WHY[decision.kind]


WHY = {
    "recall": "Only one die is in your reserve and you roll two: one of yours comes back from the map first.",
    "pay": "Any cubes of your stock will do.",
    "finish": "Bridges come before production; what you do not say is not done.",
    "place": "The nine tiles are laid one after the other, each beside another one.",
    "boat": "The Boat lies at one tile; whoever stands there can go anywhere for 3 points of movement.",
    "burgher": "Burghers may stand together.",
}


# --- where to go -----------------------------------------------------------------------------------------


def _reach(view: State, decision: Decision, voice: Voice) -> Section:
    seat, legal = decision.seat, _turn_moves(view, decision)
    paragraphs: list[Paragraph] = []
    for part in reach(view, voice, seat, legal):
        paragraphs.append(Paragraph(part.heading))
        for line in part.lines:
            links = tuple((f"[{move.text}]", move.text) for move in line.moves if f"[{move.text}]" in line.words)
            paragraphs.append(Paragraph(line.words, "bullet", links))
    paragraphs += _builders(view, seat, legal)
    if any(move[-1] == "idle" for move in legal):
        idle = next(move for move in legal if move[-1] == "idle")
        paragraphs.append(Paragraph(f"With idle behind it, as in [{idle.text}], the tile is not used."))
    whole = ", ".join(f"[{order}]" for order in example(view, decision, legal))
    paragraphs.append(Paragraph(f"A whole turn, for example: {whole}."))
    return Section("hand", "Where you can go", tuple(paragraphs))


def _turn_moves(view: State, decision: Decision) -> tuple[Move, ...]:
    """The moves of the turn, also while a card is to be answered before it."""
    if decision.kind == "turn":
        return decision.moves
    from engine.venise.turns import turn_moves

    return turn_moves(view, ("turn", decision.seat))


def _builders(view: State, seat: int, legal: Sequence[Move]) -> list[Paragraph]:
    """Master Builders that can work before the move, and cubes that can be shifted."""
    found = []
    for move, reached in changes(view, seat):
        if move in legal:
            words = f"[{move.text}] first: {say(move, view, seat)}; then {reached}."
            found.append(Paragraph(words, "bullet", ((f"[{move.text}]", move.text),)))
    dice = {move for move, _ in changes(view, seat)}
    for name in dict.fromkeys(move[1] for move in legal if move.verb == "use" and move not in dice):
        moves = [move for move in legal if move.verb == "use" and move[1] == name]
        more = f" ({len(moves)} ways)" if len(moves) > 1 else ""
        words = f"[{moves[0].text}] at any time of the turn: {say(moves[0], view, seat)}{more}."
        found.append(Paragraph(words, "bullet", ((f"[{moves[0].text}]", moves[0].text),)))
    shift = next((move for move in legal if move.verb == "put"), None)
    if shift:
        cards = listed([title(name) for name in dict.fromkeys(move[3] for move in legal if move.verb == "put")], "or")
        words = f"[{shift.text}] shifts cubes of your stock down, at any time; {cards} can take some."
        found.append(Paragraph(words, "bullet", ((f"[{shift.text}]", shift.text),)))
    return found


# --- how to answer ---------------------------------------------------------------------------------------


def _how(view: State, decision: Decision) -> Section:
    return Section("how", "How to answer", tuple(Paragraph(line) for line in _how_lines(view, decision)))


def _how_lines(view: State, decision: Decision) -> list[str]:
    if decision.kind in MOVES:
        return [
            "The whole turn or its beginning, one order to a line, without the brackets.",
            "Behind the move may stand [sell NUMBER GOODS], then [bridge TILE, DIE back] with the tile on its other "
            "side and the die that comes back, then the word produce, which makes all goods that can be made. "
            "The word end closes your turn; without it you are asked what is still possible.",
            "Drawn cards come back in a short letter before you choose, and what you wrote behind them waits; "
            "[take NAME / none] chooses at once.",
            "Cubes are laid as your rule says, or as you write: [put NUMBER MATERIAL on CARD, NUMBER in stock].",
        ]
    if decision.kind == "place":
        return [f"One order is enough: [{decision.moves[0].text}]. {_beside(view)}"]
    if decision.moves[0].verb in ("take", "keep", "sell", "pay", "recall", "boat", "burgher"):
        more = " What you wrote for the rest of the turn waits behind it." if decision.kind in ("take", "sell") else ""
        return [f"The number in brackets is enough, or the words, as in [{decision.moves[0].text}].{more}"]
    return [f"One order to a line, as it stands in brackets, for example [{decision.moves[0].text}]."]


def _beside(view: State) -> str:
    laid = [name for name, at in zip(TILES, view.places, strict=True) if at is not None]
    free = [name for name, at in zip(TILES, view.places, strict=True) if at is None]
    if not laid:
        return "The first tile lies in the middle, whichever it is."
    return f"Free cells carry their name on the map below. Also understood: [place {free[0]} east of {laid[0]}]."


# --- the table -------------------------------------------------------------------------------------------


def _table(view: State, voice: Voice, rules: Mapping[str, str], seat: int | None) -> Section:
    paragraphs = places.chart(view)
    lines = [places.neighbourhood(view) if not paragraphs else "", places.pieces(view, voice), places.market(view)]
    if view.round:
        lines.append(places.decks(view))
    paragraphs += [Paragraph(line) for line in lines if line]
    if seat is not None and rules:
        paragraphs.append(Paragraph(standing_rules(rules)))
    return Section("table", "Table", tuple(paragraphs))
