"""The table in few words, for whoever cannot see the picture. Told from a view; knows no rules."""

from __future__ import annotations

from collections.abc import Sequence

from engine.flandern.data import box as boxes
from engine.flandern.data.box import Box
from engine.flandern.rules.scoring import totals
from engine.flandern.state import State
from engine.flandern.words import names as naming
from engine.flandern.words import towns
from engine.flandern.words.speech import say
from engine.flandern.words.voice import voice_of
from engine.language.languages import to_say
from engine.language.wording import listed, whose_turn

DOING = {
    "setup": to_say("placing the towns"),
    "choose": to_say("choosing"),
    "act": to_say("carrying out"),
    "gold": to_say("the golden card"),
}


def moment(view: State) -> tuple[str, str]:
    """The moment of the game: ("Round 3", "choosing")."""
    if view.over:
        return say("Final position"), say("after {number:round|rounds}", number=view.round)
    now = say("Round {number}", number=max(1, view.round))
    if view.pair and view.phase != "setup":
        return now, say("action {number} of 2", number=min(2, 1 + len(view.done) - bool(view.card)))
    return now, say(DOING[view.phase])


def asked(view: State) -> list[int]:
    """The seats that are still to answer."""
    match view.phase:
        case "choose":
            return [number for number, seat in enumerate(view.seats) if not seat.choice]
        case "act" | "setup" if not view.pair or view.phase == "setup":
            return view.order[:1]
        case "gold" | "turn" | "act":
            return [view.start]
    return []


def describe(view: State, names: Sequence[str], reader: int | None) -> str:
    """A title line, a line for each town, then for each seat."""
    box = boxes.of(view.box)
    turn = " ".join(whose_turn(names, reader, asked(view))).strip()
    lines = [", ".join(part for part in ("Flandern", *moment(view), turn) if part)]
    voice = voice_of(names, reader)
    lines += [*(words for _, words in towns.standing(view, box, voice)), *towns.scored(view, box, voice)]
    now = totals(view, box)
    lines += [_seat(view, box, names, number, reader, now[number]) for number in view.around(reader or 0)]
    return "\n".join(lines)


def _seat(view: State, box: Box, names: Sequence[str], number: int, reader: int | None, points: int) -> str:
    own = view.seats[number]
    return say(
        "{number} {name}{you}, {guild}{under}{first}: {points:point|points} if it ended now; in hand {hand}{more}.",
        number=number + 1,
        name=names[number],
        you=say(" (you)") if number == reader else "",
        guild=naming.coat_of(own.guild),
        under=naming.under_influence(own.influenced),
        first=say(", starting player") if number == view.start and not view.over else "",
        points=points,
        hand=listed([naming.card(box.card_name(card)) for card in own.hand]) or say("nothing"),
        more="" if view.pair else f", {naming.influence_cards(own.influence)}",
    )
