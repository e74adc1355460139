"""The position in words for a letter: sections in reading order. Who prints them wraps the lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.bruges import cards, passives
from engine.bruges.cards import Cards
from engine.bruges.rules import open_choice
from engine.bruges.scoring import totals
from engine.bruges.state import COLOURS, GONE, TURNS, State
from engine.bruges.words import position
from engine.bruges.words.offers import MOST_LINKS, Offer, by_card, numbered, person_offers
from engine.bruges.words.standing import AGAINST_ATTACKS, standing_rules
from engine.bruges.words.strikes import strikes
from engine.bruges.words.voice import Voice, listed, some, title, voice_of
from engine.decisions import Decision
from engine.game import Paragraph, Section

CARDS = 3  # the phase in which cards are played
LEGEND = (
    "Code = number of the card and action: 1 take workers, 2 take guilders by the die, 3 a threat off for 1 point, "
    "4 dig on the left, 5 dig on the right, 6 build a house, 7 let the person move in. "
    "A code means the same until the round ends."
)


def sections(
    view: State, decision: Decision | None, names: Sequence[str], rules: Mapping[str, str], seat: int | None
) -> tuple[Section, ...]:
    """Choice (if it is not a turn), me, hand and menu, how to answer, the next dice, the others, the table."""
    voice, known = voice_of(names, seat), cards.of(view.deck)
    found: list[Section] = []
    if decision is not None and decision.kind != "turn":
        found.append(_choice(view, known, decision, voice))
    if seat is not None:
        found.append(_me(view, known, seat))
        found.append(_hand(view, known, decision, seat))
        if decision is not None:
            found.append(_how(view, decision))
        ahead = strikes(view, known, rules, seat) if _is_last(view, decision, seat) else None
        found += [ahead] if ahead else []
    points = totals(view, known)
    for number in view.order(seat) if seat is None else view.others(seat):
        found.append(
            Section(
                "others",
                _other_title(view, voice, number, points),
                tuple(position.other(view, number, voice.names[number])),
            )
        )
    found.append(_table(view, known, rules, seat))
    return tuple(found)


def _is_last(view: State, decision: Decision | None, seat: int) -> bool:
    """Whether no card of the round is asked for after this decision, as far as can be said."""
    return view.phase == CARDS and (decision is None or _turns_left(view, seat) <= 1)


# --- the reader ------------------------------------------------------------------------------------------


def _me(view: State, known: Cards, seat: int) -> Section:
    points = totals(view, known)[seat]
    title_words = f"You: {some(view.seats[seat].points, 'point')}, {points} if the game ended now"
    if view.over:
        title_words = f"You: {some(points, 'point')} in the end"
    return Section("me", title_words, tuple(position.own(view, seat)))


def _other_title(view: State, voice: Voice, number: int, points: list[int]) -> str:
    if view.over:
        return f"{voice.names[number]}: {some(points[number], 'point')} in the end"
    return f"{voice.names[number]}: {some(view.seats[number].points, 'point')}, {points[number]} if the game ended now"


def _hand(view: State, known: Cards, decision: Decision | None, seat: int) -> Section:
    offers: dict[str, tuple[list[Offer], list[str]]] = {}
    turn = decision is not None and decision.kind == "turn"
    if decision is not None and turn:
        offers = {name: (moves, words) for name, moves, words in by_card(view, decision)}
    paragraphs: list[Paragraph] = []
    left = MOST_LINKS
    for slot, card in enumerate(view.seats[seat].hand, 1):
        if card == GONE:
            continue
        if card < 0:
            paragraphs.append(Paragraph(f"{slot}. {position.unseen_card(known, card)}"))
            continue
        paragraphs.append(Paragraph(f"{slot}. {position.card_text(known, card)}"))
        moves, words = offers.get(known.name[card], ([], []))
        if words:
            links = _links(moves, left)
            left -= len(links)
            paragraphs.append(Paragraph(f"{', '.join(words)}.", "detail", links))
    if decision is not None and turn:
        paragraphs += _persons(view, decision, left)
        if offers and any(moves for moves, _ in offers.values()):
            paragraphs.append(Paragraph(LEGEND))
    if not paragraphs:
        paragraphs.append(Paragraph("You hold no card."))
    heading = f"Your hand and what you may play: {len(decision.moves)} moves" if decision and turn else "Your hand"
    return Section("hand", heading, tuple(paragraphs))


def _links(offers: Sequence[Offer], most: int) -> tuple[tuple[str, str], ...]:
    return tuple((offer.label, offer.move.text) for offer in offers[: max(0, most)])


def _persons(view: State, decision: Decision, left: int) -> list[Paragraph]:
    """The persons that can work now, each with the words to write."""
    offers = person_offers(view, decision)
    return [Paragraph(f"{offer.words}.", "bullet", _links([offer], left - k)) for k, offer in enumerate(offers)]


# --- choices that are not a turn ------------------------------------------------------------------------------


def _choice(view: State, known: Cards, decision: Decision, voice: Voice) -> Section:
    offers = numbered(view, decision)
    paragraphs = [Paragraph(_why(view, known, decision, voice))]
    paragraphs += [
        Paragraph(f"{offer.words}.", "bullet", _links([offer], MOST_LINKS - k)) for k, offer in enumerate(offers)
    ]
    return Section("choice", f"You choose {decision.prompt}", tuple(paragraphs))


def _why(view: State, known: Cards, decision: Decision, voice: Voice) -> str:
    """Why a choice has come up, one or two sentences."""
    matter = open_choice(view, decision.seat) or (decision.kind,)
    kind = decision.kind
    if kind in ("fire", "plague", "penalties", "workers", "canal", "threat"):
        by, name = (matter[3], matter[4]) if kind == "workers" else (matter[2], matter[3])
        source = "This comes from the dice." if by is None else f"This comes from {voice.whose(by)} {title(name)}."
        return f"{LOSSES[kind]} {source}"
    if kind == "draw":
        coming = f"{some(matter[2], 'card')} still to come into your hand"
        return f"{coming}. {_piles(view, known)} You see the cards when you have them all."
    if kind == "climb":
        return "The dice that show 1 or 2 make the price of one reputation step."
    return f"{CHOICES[kind]} ({_because_of(view, known, matter)})."


def _because_of(view: State, known: Cards, matter: Sequence[object]) -> str:
    """The person or card that a choice comes from: a name among the particulars of the matter."""
    if matter[0] == "mason":
        return known.title[view.seats[int(str(matter[1]))].hand[int(str(matter[2]))]]
    return next(title(word) for word in matter[2:] if isinstance(word, str) and word in known.number)


LOSSES = {
    "fire": "The fire takes one of these.",
    "plague": "The plague takes one of your persons.",
    "penalties": "Fire and plague strike together; which of them first?",
    "workers": "You have to part with a worker.",
    "canal": "You have to part with a canal token.",
    "threat": "A threat comes, its colour is yours to choose.",
}
CHOICES = {
    "take": "A worker comes, its colour is yours to choose",
    "pay": "One worker of yours pays",
    "mason": "Any worker may build this house",
    "remove": "One threat goes back for 1 point",
    "ward": "One threat goes back for 1 point",
    "dig": "A canal space may be dug without a card",
    "advance": "A reputation step is offered",
    "exchange": "An exchange is offered",
    "discard": "A hand card must go",
    "settle": "A hand card becomes a house without a worker",
    "recruit": "A hand card may move into an empty house",
}


def _top(pile: list[int], known: Cards) -> int:
    return known.colour[pile[-1]] if pile[-1] >= 0 else -1 - pile[-1]


# --- how to answer ------------------------------------------------------------------------------------------


INTEREST = ("workers", "guilders", "threat", "house", "canal", "recruit")  # the last makes the best example


def _how(view: State, decision: Decision) -> Section:
    words = _how_turn(view, decision) if decision.kind == "turn" else _how_choice(decision)
    return Section("how", "How to answer", tuple(Paragraph(line) for line in words))


def _how_turn(view: State, decision: Decision) -> list[str]:
    # Examples stand in brackets, not in quotes: quotes around a whole line are taken off when it is read.
    rows = [offers for _, offers, _ in by_card(view, decision) if offers]
    if not rows:
        return ["One order to a line, as it stands in brackets above. The word [end] alone closes your turn."]
    best = max((offer for offers in rows for offer in offers), key=lambda offer: INTEREST.index(offer.move.verb))
    first = best.label[1:-1]
    lines = [
        f"Codes or words, one order to a line, without the brackets: [{first}] and [{best.move.text}] are the same."
    ]
    others = [offers[0].label[1:-1] for offers in rows if best not in offers]
    if others:
        plan = "; ".join([first, *others[: TURNS - 1]])
        lines.append(f"[{first} / {others[0]}] takes the second if the first cannot be.")
        lines.append(f"[{plan}] plans several cards, one after the other.")
    lines.append(f"[if guilders 9: {first}] counts only when you have 9 guilders or more.")
    lines.append(
        "What you write beyond this card is kept, checked again when its time comes, and stops if somebody takes "
        "something from you."
    )
    return lines


def _how_choice(decision: Decision) -> list[str]:
    return [f"The number in brackets is enough. The words [{decision.moves[0].text}] do the same as the first of them."]


# --- the table --------------------------------------------------------------------------------------------------


def _table(view: State, known: Cards, rules: Mapping[str, str], seat: int | None) -> Section:
    lines = [_dice(view), _piles(view, known)]
    if not view.over:
        lines.append(_ending(view, known))
    if view.statues:
        lines.append(f"Statues left: {listed([str(value) for value in view.statues])}.")
    paragraphs = [Paragraph(" ".join(line for line in lines if line))]
    if seat is not None and rules:
        attacks = known.part is not None
        held = {topic: text for topic, text in rules.items() if attacks or topic not in AGAINST_ATTACKS}
        paragraphs.append(Paragraph(standing_rules(held, view.pile_names)))
    return Section("table", "Table", tuple(paragraphs))


def _dice(view: State) -> str:
    if not any(view.dice):
        return ""
    return f"Dice: {', '.join(f'{colour} {face}' for colour, face in zip(COLOURS, view.dice, strict=True))}."


def _piles(view: State, known: Cards) -> str:
    piles = [
        f"{name} {_height(name, pile, known)}" if pile else f"{name} empty"
        for name, pile in zip(view.pile_names, view.piles, strict=True)
    ]
    extra = f", and {len(view.extra)} in the extra pile" if view.extra else ""
    return f"Piles: {', '.join(piles)}{extra}."


def _height(name: str, pile: list[int], known: Cards) -> str:
    return f"{len(pile)}" if name in COLOURS else f"{len(pile)} ({COLOURS[_top(pile, known)]} on top)"


def _ending(view: State, known: Cards) -> str:
    """In which round the game can end."""
    if view.last:
        return "This is the last round." if view.last == view.round else f"Round {view.last} is the last."
    early, late = end_rounds(view, known)
    if early == late:
        return f"Last round, as it looks: {early}."
    return f"Last round, as it looks: {late} if the piles go down alike, {early} at the earliest."


def end_rounds(view: State, known: Cards) -> tuple[int, int]:
    """The first and the last round in which the extra pile can come by refilling hands, if nobody draws besides.

    It comes when one of two piles ends, or the last of five.
    """
    heights = [len(pile) for pile in view.piles]
    if view.pile_names == COLOURS:
        return (_round_after(view, known, sum(heights)),) * 2
    return _round_after(view, known, min(heights)), _round_after(view, known, sum(heights) - len(heights) + 1)


def _round_after(view: State, known: Cards, draws: int) -> int:
    """The round in whose refilling the given number of cards will have been drawn."""
    seats = range(len(view.seats))
    limits = [passives.hand_limit(view, known, number) for number in seats]
    held = [len(view.seats[number].cards()) for number in seats]
    round_number = view.round
    if view.phase == 1:
        draws -= sum(max(0, limit - cards_held) for limit, cards_held in zip(limits, held, strict=True))
        held = [max(limit, cards_held) for limit, cards_held in zip(limits, held, strict=True)]
    while draws > 0:
        left = [_turns_left(view, number) if round_number == view.round else TURNS for number in seats]
        held = [max(0, cards_held - turns) for cards_held, turns in zip(held, left, strict=True)]
        round_number += 1
        draws -= max(1, sum(max(0, limit - cards_held) for limit, cards_held in zip(limits, held, strict=True)))
        held = [max(limit, cards_held) for limit, cards_held in zip(limits, held, strict=True)]
    return round_number


def _turns_left(view: State, number: int) -> int:
    """How many cards a seat still plays in this round."""
    if view.phase < CARDS:
        return TURNS
    if view.phase > CARDS:
        return 0
    done, begun = divmod(view.turn, len(view.seats))
    return TURNS - done - (1 if view.order().index(number) < begun else 0)
