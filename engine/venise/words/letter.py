"""The position in words for a letter: sections in reading order. Who prints them wraps the lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.decisions import Decision, Move
from engine.game import Paragraph, Section
from engine.language.languages import Reader, to_say
from engine.venise.data.box import shipped
from engine.venise.rules.context import Context
from engine.venise.rules.draws import gifts
from engine.venise.rules.rules import AGENDA
from engine.venise.rules.scoring import totals
from engine.venise.rules.tasks import Cubes, Sell, Turn
from engine.venise.state import TILES, UNKNOWN, State
from engine.venise.words import places
from engine.venise.words.chart import chart
from engine.venise.words.doing import kept, meaning
from engine.venise.words.example import example
from engine.venise.words.names import order_words
from engine.venise.words.offers import MOST_LINKS, Offer, offers
from engine.venise.words.reach import Line, boats, changes, reach, remarks
from engine.venise.words.speech import say
from engine.venise.words.standing import standing_rules
from engine.venise.words.voice import Voice, capital, listed, material, the, tile, title, voice_of

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
        found.append(Section("me", _title(voice.seat(seat), view, seat, points), tuple(places.own(view, seat))))
    if decision is not None:
        found.append(_how(view, decision))
    for number in view.order() if seat is None else view.others(seat):
        if view.round:
            heading = _title(voice.seat(number), view, number, points)
            found.append(Section("others", heading, tuple(places.other(view, number))))
    found.append(_table(view, voice, rules, seat))
    return tuple(found)


def _title(who: Reader, view: State, number: int, points: list[int]) -> str:
    if view.over:
        return say("{Who}: {points:point|points} in the end", who=who, points=points[number])
    return say(
        "{Who}: {points:point|points}, {total} if the game ended now",
        who=who,
        points=view.seats[number].points,
        total=points[number],
    )


# --- the question ----------------------------------------------------------------------------------------


def _choice(view: State, decision: Decision) -> Section:
    paragraphs = [Paragraph(_why(view, decision))]
    left = MOST_LINKS
    for words, found in _together(view, decision):
        if words:
            paragraphs.append(Paragraph(words))
        links = tuple(link for offer in found for link in offer.links)[:left]
        left -= len(links)
        said = capital("; ".join(offer.words for offer in found))
        paragraphs.append(Paragraph(f"{said}.", "bullet", links))
    if decision.kind == "keep":
        paragraphs += _later_gifts(view, decision.seat)
    return Section("choice", say("You choose {what}", what=say(decision.prompt)), tuple(paragraphs))


def _later_gifts(view: State, seat: int) -> list[Paragraph]:
    """The cards of the gifts behind the first one, each with the order that keeps it."""
    found = []
    for number, answers in enumerate(gifts(view, seat)[1:], 2):
        keeps = {move[1]: move for move in answers if move.verb == "keep"}
        said = "; ".join(f"{kept(move, view, seat)} [{move.text}]" for move in keeps.values())
        found.append(Paragraph(say("Behind that gift {n}: {cards}.", n=number, cards=said or say("no card that fits"))))
    return found


def _together(view: State, decision: Decision) -> list[tuple[str, list[Offer]]]:
    """The offers of one card for either row under what the card is; every other offer by itself."""
    rows: dict[str, list[Offer]] = {}
    for offer in offers(view, decision):
        rows.setdefault(offer.card or offer.label, []).append(offer)
    return [
        (f"{kept(found[0].moves[0], view, decision.seat)}:", [offer.shortly() for offer in found])
        if len(found) > 1
        else ("", found)
        for found in rows.values()
    ]


def _why(view: State, decision: Decision) -> str:
    """The matter that has come up, in a sentence or two."""
    seat = view.seats[decision.seat]
    task = AGENDA.open_to(view, decision.seat)
    if isinstance(task, Cubes):
        cubes = material(task.material)
        return say("You have {n} {material} to lay. What finds no place is lost.", n=task.count, material=cubes)
    if decision.kind == "take" and len(view.drawn) == 1:
        return say("You stand on {tile}. You may keep the card; else it goes under its deck.", tile=tile(seat.burgher))
    if decision.kind == "take":
        return say(
            "You stand on {tile}. One of the cards may be kept; the others go under their deck.",
            tile=tile(seat.burgher),
        )
    if decision.kind == "keep":
        drawn = [
            listed([the(shipped().cards[card].name) for card in cards if card != UNKNOWN]) for _, cards in seat.pending
        ]
        if len(drawn) > 1:
            return say(
                "First {n} gifts, one behind the other: your Burgher or a die of yours was where other players drew, "
                "so you drew too: {cards}. Answer each in this sequence, on a line of its own, with the card that you "
                "keep or with [none]; of a gift that you do not answer the first card that fits is kept.",
                n=len(drawn),
                cards=say(", then ").join(drawn),
            )
        return say(
            "First a gift: your Burgher or a die of yours was where another player drew, so you drew {cards} too. "
            "Begin your answer with the one you keep or with none; without either the first that fits is kept.",
            cards=drawn[0],
        )
    if isinstance(task, Sell):
        return say("You stand on {tile} with a {die}.", tile=tile(task.tile), die=task.value)
    return say(WHY[decision.kind])


WHY = {
    "recall": to_say("Only one die is in your reserve and you roll two: one of yours comes back from the map first."),
    "pay": to_say("Any cubes of your stock will do."),
    "finish": to_say("Bridges come before production; what you do not say is not done."),
    "place": to_say("The nine tiles are laid one after the other, each beside another one."),
    "boat": to_say("The Boat lies at one tile; whoever stands there can go anywhere for 3 points of movement."),
    "burgher": to_say("Burghers may stand together."),
}


# --- where to go -----------------------------------------------------------------------------------------


def _reach(view: State, decision: Decision, voice: Voice) -> Section:
    seat, legal = decision.seat, _turn_moves(view, decision)
    paragraphs: list[Paragraph] = []
    lines: list[Line] = []
    for part in reach(view, voice, seat, legal):
        paragraphs.append(Paragraph(part.heading))
        useful = [line for line in part.lines if not line.idle]
        paragraphs += [_row([line]) for line in useful]
        rest = [line for line in part.lines if line.idle]
        paragraphs += [_row(rest)] if rest else []
        lines += part.lines
    if words := boats(lines):
        paragraphs.append(Paragraph(words))
    if words := remarks(lines):
        paragraphs.append(Paragraph(words, "small"))
    paragraphs += _builders(view, seat, legal)
    if any(move[-1] == "idle" for move in legal):
        idle = next(move for move in legal if move[-1] == "idle")
        words = say("With idle behind it, as in [{order}], the tile is not used.", order=idle.text)
        paragraphs.append(Paragraph(words))
    whole = ", ".join(f"[{order}]" for order in example(view, decision, legal))
    paragraphs.append(Paragraph(say("A whole turn, for example: {orders}.", orders=whole)))
    return Section("hand", say("Where you can go"), tuple(paragraphs))


def _row(lines: Sequence[Line]) -> Paragraph:
    """Tiles in a bullet, each with its order behind it."""
    words = "; ".join(f"{line.words} [{line.move.text}]" for line in lines)
    return Paragraph(f"{words}.", "bullet", tuple((f"[{line.move.text}]", line.move.text) for line in lines))


def _turn_moves(view: State, decision: Decision) -> tuple[Move, ...]:
    """The moves of the turn, also while a card is to be answered before it."""
    if decision.kind == "turn":
        return decision.moves
    return AGENDA.moves(Context(view), Turn(decision.seat))


def _builders(view: State, seat: int, legal: Sequence[Move]) -> list[Paragraph]:
    """Master Builders that can work before the move, and cubes that can be shifted."""
    found = []
    for move, reached in changes(view, seat):
        if move in legal:
            words = say("First {does}; then {reached}", does=meaning(move, view, seat), reached=reached)
            found.append(_offered(words, move))
    dice = {move for move, _ in changes(view, seat)}
    for name in dict.fromkeys(move[1] for move in legal if move.verb == "use" and move not in dice):
        moves = [move for move in legal if move.verb == "use" and move[1] == name]
        words = say(
            "At any time of the turn {does}{more}",
            does=meaning(moves[0], view, seat),
            more=say(" ({n} ways)", n=len(moves)) if len(moves) > 1 else "",
        )
        found.append(_offered(words, moves[0]))
    shift = next((move for move in legal if move.verb == "put"), None)
    if shift:
        names = dict.fromkeys(move[3] for move in legal if move.verb == "put")
        words = say(
            "Cubes of your stock may go down to {cards} at any time, such as {deed}",
            cards=listed([title(name) for name in names], say("or")),
            deed=meaning(shift, view, seat),
        )
        found.append(_offered(words, shift))
    return found


def _offered(words: str, move: Move) -> Paragraph:
    """A line that offers one order, behind its words."""
    return Paragraph(f"{words} [{move.text}].", "bullet", ((f"[{move.text}]", move.text),))


# --- how to answer ---------------------------------------------------------------------------------------


def _how(view: State, decision: Decision) -> Section:
    sequence = [Paragraph(say(SEQUENCE), "example")] if decision.kind in MOVES else []
    first, *others = (Paragraph(line) for line in _how_lines(view, decision))
    return Section("how", say("How to answer"), (first, *sequence, *others))


def _how_lines(view: State, decision: Decision) -> list[str]:
    if decision.kind in MOVES:
        return [say(line) for line in (*HOW, *([GIFT] if decision.kind == "keep" else []))]
    order = decision.moves[0]
    if decision.kind == "place":
        return [f"{say('One order is enough: [{order}].', order=order.text)} {_beside(view)}"]
    if order.verb in ("take", "keep", "sell", "pay", "recall", "boat", "burgher"):
        said = say("The number in brackets is enough, or the words, as in [{order}].", order=order.text)
        waits = say("What you wrote for the rest of the turn waits behind it.")
        return [f"{said} {waits}" if decision.kind in ("take", "sell") else said]
    return [say("One order to a line, as it stands in brackets, for example [{order}].", order=order.text)]


HOW = (
    to_say("The whole turn or its beginning, one order to a line, without the brackets."),
    to_say(
        "In [bridge TILE, DIE back] stand the tile on its other side and the die that comes back; [produce] "
        "makes all goods that can be made."
    ),
    to_say(
        "Drawn cards come back in a short letter before you choose, and what you wrote behind them waits; "
        "[take NAME / none] chooses at once."
    ),
    to_say(
        "Cubes that you gain are laid first, by the rule for them or as you write: "
        "[put NUMBER MATERIAL on CARD, NUMBER in stock]."
    ),
)
SEQUENCE = to_say(
    "In sequence: [move DIE TILE]; [take NAME], [put NUMBER MATERIAL on CARD] or [sell NUMBER GOODS]; "
    "[bridge TILE, DIE back]; [produce]; [end]. Without [end] you are asked about a bridge or goods still possible; "
    "with nothing to ask the turn closes by itself."
)


GIFT = to_say("Around a table you would have chosen your gift at once; by our ruling the choice waits for your turn.")


def _beside(view: State) -> str:
    laid = [name for name, at in zip(TILES, view.places, strict=True) if at is not None]
    free = [name for name, at in zip(TILES, view.places, strict=True) if at is None]
    if not laid:
        return say("The first tile lies in the middle, whichever it is.")
    return say(
        "Free cells carry their name on the map below. Also understood: [place {free} east of {laid}].",
        free=free[0],
        laid=laid[0],
    )


# --- the table -------------------------------------------------------------------------------------------


def _table(view: State, voice: Voice, rules: Mapping[str, str], seat: int | None) -> Section:
    drawn = chart(view, voice)
    paragraphs = [*drawn, *places.tiles(view, voice, drawn=bool(drawn))]
    paragraphs += [Paragraph(line) for line in (order_words(), places.market(view)) if line]
    if view.round and not view.over:
        paragraphs.append(Paragraph(places.sales(), "small"))
    if view.round:
        paragraphs.append(Paragraph(places.decks(view)))
    if seat is not None and rules:
        paragraphs.append(Paragraph(standing_rules(rules)))
    return Section("table", say("Table"), tuple(paragraphs))
