"""Cards: drawing them, keeping one of them, those of secondary activations. Rulebook, 1.4.1 and 1.5."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Move
from engine.venise.data.box import shipped
from engine.venise.rules import boards, builders, rounds, tasks
from engine.venise.rules.context import Context
from engine.venise.state import DECKS, ROWS, UNKNOWN, Seat, State

NONE = Move(("none",))


def draw(context: Context, number: int, deck: int, count: int) -> None:
    """The active player draws from a deck and will choose; nothing if it is empty or no card could be laid."""
    cards = _from_top(context, deck, count)
    context.state.drawn = cards
    _tell(context, number, deck, cards)
    context.push(tasks.Take(number, deck))


def draw_beside(context: Context, number: int, deck: int, count: int) -> None:
    """A player with a part in another's activation draws now and answers when the own turn begins."""
    if not context.state.decks[deck] or not boards.has_space(context.seat(number), deck):
        return
    cards = _from_top(context, deck, count)
    context.seat(number).pending.append((deck, cards))
    _tell(context, number, deck, cards, beside=True)


def _from_top(context: Context, deck: int, count: int) -> tuple[int, ...]:
    pile = context.state.decks[deck]
    return tuple(pile.pop() for _ in range(min(count, len(pile))))


def _tell(context: Context, number: int, deck: int, cards: Sequence[int], *, beside: bool = False) -> None:
    names = [context.box.cards[card].name for card in cards]
    context.tell("drew", seat=number, deck=DECKS[deck], count=len(cards), beside=beside)
    context.tell_only(number, "cards", seat=number, deck=DECKS[deck], cards=names)


# --- choosing ----------------------------------------------------------------------------------------------


def take_moves(context: Context, task: tasks.Take) -> tuple[Move, ...]:
    """Each card with each row it may lie in, then none, then Master Builders that can work."""
    return _offered(context.state, task.seat, context.state.drawn, "take")


def keep_moves(context: Context, task: tasks.Keep) -> tuple[Move, ...]:
    return _offered(context.state, task.seat, context.seat(task.seat).pending[0][1], "keep")


def gifts(state: State, number: int) -> list[tuple[Move, ...]]:
    """The answers to each gift that waits for a seat, if those before it get the first of theirs."""
    twin, found = Context(state.copy()), []
    for _, cards in state.seats[number].pending:
        found.append(_offered(twin.state, number, cards, "keep"))
        if found[-1][0] != NONE:
            boards.lay(twin, number, *_card_and_row(twin, number, found[-1][0]))
    return found


def _card_and_row(context: Context, number: int, move: Move) -> tuple[int, int]:
    """The card that a move keeps and the row in which it is laid."""
    card = context.box.number[" ".join(word for word in move[1:] if word not in ROWS)]
    row = ROWS.index(move[-1]) if move[-1] in ROWS else boards.rows_for(context.seat(number), card)[0]
    return card, row


def _offered(state: State, number: int, cards: Sequence[int], verb: str) -> tuple[Move, ...]:
    """The moves. Where no card fits, a Master Builder is offered only if one frees a space for it; else it can wait."""
    seat = state.seats[number]
    choices, uses = _choices(seat, cards, verb), builders.use_moves(state, number)
    if choices or any(_frees_space(seat, name, cards) for name in {move[1] for move in uses}):
        return (*choices, NONE, *uses)
    return (NONE,)


def _frees_space(seat: Seat, name: str, cards: Sequence[int]) -> bool:
    """Whether one of the cards could be laid once a Master Builder has worked and left its row."""
    twin = seat.copy()
    row, place = boards.find(twin, name) or (0, 0)
    del twin.rows[row][place]
    return any(card != UNKNOWN and boards.rows_for(twin, card) for card in cards)


def _choices(seat: Seat, cards: Sequence[int], verb: str) -> list[Move]:
    moves = []
    for card in dict.fromkeys(cards):
        if card == UNKNOWN:
            continue
        kind, rows = shipped().cards[card], boards.rows_for(seat, card)
        either = kind.deck == DECKS.index("builder") and not kind.is_order
        for row in rows:
            moves.append(Move((verb, *kind.name.split(), *([ROWS[row]] if either else []))))
    return moves


def answer_take(context: Context, task: tasks.Take, move: Move) -> None:
    context.replace(task)
    cards, context.state.drawn = context.state.drawn, ()
    _answer(context, task.seat, task.deck, cards, move)


def answer_keep(context: Context, task: tasks.Keep, move: Move) -> None:
    context.replace(task)
    deck, cards = context.seat(task.seat).pending.pop(0)
    _answer(context, task.seat, deck, cards, move)
    rounds.check_again(context)


def _answer(context: Context, number: int, deck: int, cards: Sequence[int], move: Move) -> None:
    """Lay the chosen card; shuffle the others and put them under the deck."""
    rest = list(cards)
    if move == NONE:
        context.tell("kept none", seat=number, deck=DECKS[deck])
    else:
        card, row = _card_and_row(context, number, move)
        rest.remove(card)
        boards.lay(context, number, card, row)
    put_under(context, deck, rest)


def put_under(context: Context, deck: int, cards: list[int]) -> None:
    if len(cards) > 1:
        context.state.shuffles += 1
        order = context.chance.shuffle(f"back under {context.state.shuffles}", len(cards))
        cards = [cards[place] for place in order]
    context.state.decks[deck][:0] = cards
