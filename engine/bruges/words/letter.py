"""The position in words for a letter: sections in reading order. Who prints them wraps the lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.agenda import SeatTask
from engine.bruges.data import cards
from engine.bruges.data.cards import Cards
from engine.bruges.rules import passives, tasks
from engine.bruges.rules.rules import AGENDA
from engine.bruges.rules.scoring import totals
from engine.bruges.state import COLOURS, GONE, TURNS, State
from engine.bruges.words import position
from engine.bruges.words.offers import MOST_LINKS, Offer, by_card, numbered, person_offers
from engine.bruges.words.speech import say
from engine.bruges.words.standing import AGAINST_ATTACKS, standing_rules
from engine.bruges.words.strikes import next_step, strikes
from engine.bruges.words.vocabulary import title, word
from engine.bruges.words.voice import voice_of
from engine.decisions import Decision
from engine.game import Paragraph, Section
from engine.language.languages import to_say
from engine.language.wording import Voice, capital, listed

CARDS = 3  # the phase in which cards are played
LEGEND = to_say(
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
        if _is_last(view, decision, seat):
            ahead = (strikes(view, known, rules, seat), next_step(view, rules, seat))
            found += [section for section in ahead if section]
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
    if view.over:
        heading = say("You: {n:point|points} in the end", n=points)
    else:
        heading = say("You: {n:point|points}, {total} if the game ended now", n=view.seats[seat].points, total=points)
    return Section("me", heading, tuple(position.own(view, seat)))


def _other_title(view: State, voice: Voice, number: int, points: list[int]) -> str:
    name, total = voice.names[number], points[number]
    if view.over:
        return say("{name}: {n:point|points} in the end", name=name, n=total)
    now = view.seats[number].points
    return say("{name}: {n:point|points}, {total} if the game ended now", name=name, n=now, total=total)


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
            paragraphs.append(Paragraph(f"{capital(', '.join(words))}.", "detail", links))
    if decision is not None and turn:
        paragraphs += _persons(view, decision, left)
    if not paragraphs:
        paragraphs.append(Paragraph(say("You hold no card.")))
    heading = say("Your hand")
    if decision is not None and turn:
        heading = say("Your hand: {moves} ways to play", moves=len(decision.moves))
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
    return Section("choice", say("You choose {asked}", asked=say(decision.prompt)), tuple(paragraphs))


def _why(view: State, known: Cards, decision: Decision, voice: Voice) -> str:
    """The reason why a choice has come up, one or two sentences."""
    task = AGENDA.open_to(view, decision.seat)
    if isinstance(task, tasks.LOSSES):
        return f"{say(LOSSES[task.name])} {_source(voice, task.by, task.why)}"
    if isinstance(task, tasks.Draw):
        coming = say("{n:card|cards} still to come into your hand.", n=task.n)
        return " ".join((coming, _piles(view, known), say("You see the cards when you have them all.")))
    if decision.kind == "climb":
        return say("The dice that show 1 or 2 make the price of one reputation step.")
    return say(CHOICES[decision.kind], person=_because_of(view, known, task))


def _source(voice: Voice, by: int | None, name: str) -> str:
    """Tell whether a loss comes from the dice or from a seat's person."""
    if by is None:
        return say("This comes from the dice.")
    return say("This comes from {who:your|#'s} {person}.", who=voice.seat(by), person=title(name))


def _because_of(view: State, known: Cards, task: SeatTask | None) -> str:
    """The person or card that a choice comes from."""
    match task:
        case tasks.Mason(seat, slot):
            return title(known.name[view.seats[seat].hand[slot]])
        case tasks.Ward():
            return title(task.card)
    return title(getattr(task, "person", ""))


LOSSES = {
    "fire": to_say("The fire takes one of these."),
    "plague": to_say("The plague takes one of your persons."),
    "penalties": to_say("Fire and plague strike together; which of them first?"),
    "workers": to_say("You have to part with a worker."),
    "canal": to_say("You have to part with a canal token."),
    "threat": to_say("A threat comes, its colour is yours to choose."),
}
CHOICES = {
    "take": to_say("A worker comes, its colour is yours to choose ({person})."),
    "pay": to_say("One worker of yours pays ({person})."),
    "mason": to_say("Any worker may build this house ({person})."),
    "remove": to_say("One threat goes back for 1 point ({person})."),
    "ward": to_say("One threat goes back for 1 point ({person})."),
    "dig": to_say("A canal space may be dug without a card ({person})."),
    "advance": to_say("A reputation step is offered ({person})."),
    "exchange": to_say("An exchange is offered ({person})."),
    "discard": to_say("A hand card must go ({person})."),
    "settle": to_say("A hand card becomes a house without a worker ({person})."),
    "recruit": to_say("A hand card may move into an empty house ({person})."),
}


def _top(pile: list[int], known: Cards) -> int:
    return known.colour[pile[-1]] if pile[-1] >= 0 else -1 - pile[-1]


# --- how to answer ------------------------------------------------------------------------------------------


INTEREST = ("workers", "guilders", "threat", "house", "canal", "recruit")  # the last makes the best example


def _how(view: State, decision: Decision) -> Section:
    words = _how_turn(view, decision) if decision.kind == "turn" else _how_choice(decision)
    return Section("how", say("How to answer"), tuple(Paragraph(line) for line in words))


def _how_turn(view: State, decision: Decision) -> list[str]:
    # Examples are in brackets, not in quotes: quotes around a whole line are taken off when it is read.
    rows = [offers for _, offers, _ in by_card(view, decision) if offers]
    if not rows:
        return [say("One order to a line, as it stands in brackets above. The word [end] alone closes your turn.")]
    best = max((offer for offers in rows for offer in offers), key=lambda offer: INTEREST.index(offer.move.verb))
    first = best.label[1:-1]
    lines = [
        say(
            "Codes or words, one order to a line, without the brackets: [{code}] and [{order}] are the same.",
            code=first,
            order=best.move.text,
        ),
        say(LEGEND),
    ]
    others = [offers[0].label[1:-1] for offers in rows if best not in offers]
    if others:
        plan = "; ".join([first, *others[: TURNS - 1]])
        lines.append(say("[{order}] takes the second if the first cannot be.", order=f"{first} / {others[0]}"))
        lines.append(say("[{order}] plans several cards, one after the other.", order=plan))
    lines.append(
        say("[{order}] counts only when you have {n:guilder|guilders} or more.", order=f"if guilders 9: {first}", n=9)
    )
    lines.append(
        say(
            "What you write beyond this card is kept, checked again when its time comes, and stops if somebody takes "
            "something from you."
        )
    )
    return lines


def _how_choice(decision: Decision) -> list[str]:
    return [
        say(
            "The number in brackets is enough. The words [{order}] do the same as the first of them.",
            order=decision.moves[0].text,
        )
    ]


# --- the table --------------------------------------------------------------------------------------------------


def _table(view: State, known: Cards, rules: Mapping[str, str], seat: int | None) -> Section:
    lines = [_dice(view), _piles(view, known)]
    if not view.over:
        lines.append(_ending(view, known))
    if view.statues:
        lines.append(say("Statues left: {values}.", values=listed([str(value) for value in view.statues])))
    paragraphs = [Paragraph(" ".join(line for line in lines if line))]
    if seat is not None and rules:
        attacks = known.part is not None
        held = {topic: text for topic, text in rules.items() if attacks or topic not in AGAINST_ATTACKS}
        paragraphs.append(Paragraph(standing_rules(held, view.pile_names)))
    return Section("table", say("Table"), tuple(paragraphs))


def _dice(view: State) -> str:
    if not any(view.dice):
        return ""
    thrown = ", ".join(f"{word(colour)} {face}" for colour, face in zip(COLOURS, view.dice, strict=True))
    return say("Dice: {dice}.", dice=thrown)


def _piles(view: State, known: Cards) -> str:
    piles = ", ".join(_pile(name, pile, known) for name, pile in zip(view.pile_names, view.piles, strict=True))
    if view.extra:
        return say("Piles: {piles}, and {extra} in the extra pile.", piles=piles, extra=len(view.extra))
    return say("Piles: {piles}.", piles=piles)


def _pile(name: str, pile: list[int], known: Cards) -> str:
    if not pile:
        return say("{pile} empty", pile=word(name))
    if name in COLOURS:
        return f"{word(name)} {len(pile)}"
    return say(
        "{pile} {height} ({colour} on top)", pile=word(name), height=len(pile), colour=word(COLOURS[_top(pile, known)])
    )


def _ending(view: State, known: Cards) -> str:
    """In which round the game can end."""
    if view.last:
        if view.last == view.round:
            return say("This is the last round.")
        return say("Round {round} is the last.", round=view.last)
    early, late = end_rounds(view, known)
    if early == late:
        return say("Last round, as it looks: {round}.", round=early)
    return say(
        "Last round, as it looks: {late} if the piles go down alike, {early} at the earliest.", late=late, early=early
    )


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
    """The number of cards that a seat still plays in this round."""
    if view.phase < CARDS:
        return TURNS
    if view.phase > CARDS:
        return 0
    done, begun = divmod(view.turn, len(view.seats))
    return TURNS - done - (1 if view.order().index(number) < begun else 0)
