"""The table in few words, for whoever cannot see the picture. Told from a view; knows no rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.bruges.data import cards
from engine.bruges.data.cards import Cards
from engine.bruges.rules.rules import card_turn
from engine.bruges.state import COLOURS, GONE, MAJORITIES, SECTIONS, TURNS, House, Seat, State
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import amount, side, title, word
from engine.language.wording import whose_turn


def moment(view: State) -> tuple[str, str]:
    """The moment of the game: ("Round 3", "turn 2 of 4, last round")."""
    if view.over:
        return say("Final position"), say("after {round} rounds", round=view.round)
    parts = [_phase(view)]
    if view.last == view.round:
        parts.append(say("last round"))
    return say("Round {round}", round=view.round), ", ".join(parts)


def _phase(view: State) -> str:
    if view.phase == 1:
        return say("drawing cards")
    if view.phase == 2:
        return say("after the dice")
    return say("turn {turn} of {turns}", turn=card_turn(view), turns=TURNS)


def describe(view: State, names: Sequence[str], reader: int | None, asked: Collection[int] = ()) -> str:
    """A title line, then one line for the table, for the reader's hand and for each seat."""
    known = cards.of(view.deck)
    turn = " ".join(whose_turn(names, reader, asked)).strip()
    head = ", ".join(part for part in ("Bruges", *moment(view), turn) if part)
    lines = [head, _table(view, known)]
    if reader is not None:
        lines.append(_hand(view.seats[reader], known))
    lines += [_seat(view, names, number, reader, known) for number in view.order(reader or 0)]
    return "\n".join(line for line in lines if line)


def _table(view: State, known: Cards) -> str:
    rolled = ", ".join(f"{word(colour)} {face}" for colour, face in zip(COLOURS, dice(view), strict=True) if face)
    piles = [_pile(name, pile, known) for name, pile in zip(view.pile_names, view.piles, strict=True) if pile]
    if view.extra:
        piles.append(say("extra {number}", number=len(view.extra)))
    facts = [say("Dice: {dice}.", dice=rolled) if rolled else say("Dice not rolled yet.")]
    if piles:
        facts.append(say("Piles: {piles}.", piles="; ".join(piles)))
    if view.statues:
        facts.append(say("Next statue {value}.", value=view.statues[0]))
    return " ".join(facts)


def _pile(name: str, pile: Sequence[int], known: Cards) -> str:
    if name in SECTIONS:
        top = word(_colour(pile[-1], known))
        return say("{side:!left|right} {n:card|cards}, {colour} on top", side=side(name), n=len(pile), colour=top)
    return say("{colour} {n:card|cards}", colour=word(name), n=len(pile))


def _hand(seat: Seat, known: Cards) -> str:
    slots = [f"{slot} {_card(card, known)}" for slot, card in enumerate(seat.hand, 1) if card != GONE]
    return say("Your hand: {cards}.", cards=", ".join(slots)) if slots else ""


def _seat(view: State, names: Sequence[str], number: int, reader: int | None, known: Cards) -> str:
    seat, name = view.seats[number], names[number]
    if number == reader:
        name = say("{name} (you)", name=name)
    if number == view.start and not view.over:
        name = say("{name}, start player", name=name)
    facts = [*_holdings(view, number, known), *_gained(seat), *_backs(seat, number, reader, known)]
    return f"{number + 1} {name}: {'; '.join(facts)}."


def _holdings(view: State, number: int, known: Cards) -> list[str]:
    seat = view.seats[number]
    houses = ", ".join(_house(house, known) for house in seat.houses) or say("not one")
    return [
        f"{amount('points', points(view, number))}, {amount('guilders', seat.guilders)}",
        say("reputation step {step}", step=seat.step),
        say("workers {counts}", counts=_counts(seat.workers)),
        say("threats {counts}", counts=_counts(seat.threats)),
        say("canals left {left}, right {right}", left=seat.canals[0], right=seat.canals[1]),
        say("houses {houses}", houses=houses),
    ]


def _gained(seat: Seat) -> list[str]:
    turned = [word(what) for what, is_turned in zip(MAJORITIES, seat.markers, strict=True) if is_turned]
    statues = [say("statues {values}", values=", ".join(map(str, seat.statues)))] if seat.statues else []
    return [*statues, say("majorities {names}", names=", ".join(turned))] if turned else statues


def _backs(seat: Seat, number: int, reader: int | None, known: Cards) -> list[str]:
    """The hand of another seat."""
    hand = [] if number == reader else [_card(card, known) for card in seat.cards()]
    return [say("hand {cards}", cards=", ".join(hand))] if hand else []


def dice(view: State) -> list[int]:
    """The dice of this round; while cards are drawn those on the table are still the last round's."""
    return [0] * len(COLOURS) if view.phase == 1 and not view.over else view.dice


def points(view: State, number: int) -> int:
    """The points to show for a seat: what it has collected, at the end its whole score."""
    return view.totals[-1][number] if view.over else view.seats[number].points


def _counts(counts: Sequence[int]) -> str:
    return ", ".join(f"{n} {word(colour)}" for colour, n in zip(COLOURS, counts, strict=True) if n) or say("not one")


def _house(house: House, known: Cards) -> str:
    colour = word(COLOURS[house.colour])
    if house.person is None:
        return say("{colour} empty", colour=colour)
    person = title(known.name[house.person])
    if house.used and known.usable[house.person]:
        return say("{colour} {person} (used)", colour=colour, person=person)
    return f"{colour} {person}"


def _card(card: int, known: Cards) -> str:
    colour = word(_colour(card, known))
    return f"{title(known.name[card])} ({colour})" if card >= 0 else say("a {colour} card", colour=colour)


def _colour(card: int, known: Cards) -> str:
    if card >= 0:
        return COLOURS[known.colour[card]]
    return COLOURS[-1 - card] if -1 - card < len(COLOURS) else "hidden"
