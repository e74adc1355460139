"""The position in words for a letter: sections in reading order. Who prints them wraps the lines."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Decision, Move
from engine.flandern import box as boxes
from engine.flandern import moves, rules, settling
from engine.flandern.box import CATHEDRAL, CHURCH, COATS, GREY, INFLUENCE, MASTER, PICKUP, SITE, Box
from engine.flandern.moves import INFLUENCE_CARD
from engine.flandern.scoring import totals
from engine.flandern.state import State
from engine.flandern.words import towns
from engine.flandern.words.answering import how, patterns
from engine.flandern.words.asking import say
from engine.flandern.words.voice import Voice, capital, listed, some, voice_of
from engine.game import Paragraph, Section

MOST_LINKS = 40
GOLDEN = {
    CATHEDRAL: "a cathedral on any laid church district that has none",
    MASTER: "a Guild Master piece on any laid district of yours or of grey",
    PICKUP: "your played cards come back once more",
    INFLUENCE: "an influence card, you will keep it",
}


def sections(view: State, decision: Decision | None, names: Sequence[str], seat: int | None) -> tuple[Section, ...]:
    """Me with my secret, what may be done, how to answer, the towns, the others, the table."""
    voice, box = voice_of(names, seat), boxes.of(view.box)
    found: list[Section] = []
    if seat is not None:
        found.append(_me(view, box, seat))
        found.append(_hand(view, box, decision, seat))
        if decision is not None:
            found.append(Section("how", "How to answer: one order to a line", tuple(how(view, box, decision))))
    found.append(_towns(view, box))
    points = totals(view, box)
    for number in view.around(seat or 0)[0 if seat is None else 1 :]:
        found.append(Section("others", _title(view, voice, number, points), (Paragraph(_cards(view, box, number)),)))
    found.append(_table(view, box))
    return tuple(found)


# --- the reader ------------------------------------------------------------------------------------------


def _title(view: State, voice: Voice, number: int, points: list[int]) -> str:
    who = f"{voice.names[number]} ({_guilds(view, number)})"
    return f"{who}: {_points(view, number, points)}"


def _points(view: State, number: int, points: list[int]) -> str:
    if view.over:
        return f"{some(points[number], 'point')} in the end"
    own = view.seats[number]
    coats = view.points()
    now = coats[own.guild] + (coats[own.influenced] if own.influenced >= 0 else 0)
    return f"{some(now, 'point')}, {points[number]} if the game ended now"


def _guilds(view: State, number: int) -> str:
    own = view.seats[number]
    under = f", {COATS[own.influenced]} under influence" if own.influenced >= 0 else ""
    return COATS[own.guild] + under


def _me(view: State, box: Box, seat: int) -> Section:
    own = view.seats[seat]
    paragraphs = []
    if not view.pair:
        paragraphs.append(Paragraph(f"You have {some(own.influence, 'influence card')}."))
    if view.golden >= 0 and seat == view.start and not view.over:
        whose = (
            "The golden card of this round" if view.phase == "gold" else "Your secret, the golden card of this round"
        )
        paragraphs.append(Paragraph(f"{whose}, carried out last: {_golden(view, box)}."))
    played = listed([box.card_name(card) for card in own.played])
    if played:
        paragraphs.append(Paragraph(f"Played, and back with the pick-up card: {played}."))
    if view.phase != "setup":
        left = "Districts left, by shape, each as the number of masters printed on it"
        paragraphs.append(Paragraph(f"{left}: {_stocks(view, box, seat)}."))
    return Section("me", f"You ({_guilds(view, seat)}): {_points(view, seat, totals(view, box))}", tuple(paragraphs))


def _golden(view: State, box: Box) -> str:
    card = view.golden
    if card < SITE:
        return f"{box.card_name(card)}, a grey or church district there"
    if card == SITE:
        return "building site, a grey or church district as a site in any town"
    return f"{box.card_name(card)}, {GOLDEN[card]}"


def _stocks(view: State, box: Box, seat: int) -> str:
    own = view.seats[seat]
    coats = [own.guild, GREY, CHURCH]
    if view.pair and view.card and view.card[0] not in coats:
        coats.insert(0, view.card[0])
    return towns.stock(view, box, coats)


# --- what may be done ----------------------------------------------------------------------------------------


def _hand(view: State, box: Box, decision: Decision | None, seat: int) -> Section:
    own = view.seats[seat]
    if decision is None or decision.kind == "choose" or decision.kind == "turn":
        head = f"Your hand: {some(len(own.hand), 'action card')}"
        return Section("hand", head, tuple(_cards_of(view, box, decision, seat)))
    title = "What you may do" if decision.kind == "setup" else f"What you may do: {some(len(decision.moves), 'way')}"
    return Section("hand", title, tuple(_ways(view, box, decision)))


def _cards_of(view: State, box: Box, decision: Decision | None, seat: int) -> list[Paragraph]:
    """Each card with where it could be used now."""
    own = view.seats[seat]
    offered = {move.text for move in decision.moves} if decision else set()
    paragraphs = []
    for card in own.hand:
        move = moves.choice(box, card, 0)
        label = f"[{move.text}] " if move.text in offered else ""
        links = ((label.strip(), move.text),) if move.text in offered else ()
        use = _use(view, box, card, own.guild, own.played)
        paragraphs.append(Paragraph(f"{label}{capital(box.card_name(card))}: {use}", "bullet", links))
    if INFLUENCE_CARD.text in offered:
        label = f"[{INFLUENCE_CARD.text}]"
        pile = some(len(view.deck), "card") if view.deck else "the cards, shuffled anew,"
        words = f"{label} turns up the next of {pile} of the guilds under influence."
        paragraphs.append(Paragraph(words, "bullet", ((label, INFLUENCE_CARD.text),)))
    if not view.pair and not view.over:
        paragraphs.append(Paragraph(_legend(view)))
    return paragraphs


def _use(view: State, box: Box, card: int, guild: int, played: Sequence[int]) -> str:
    """What a card could do in the position as it is."""
    action = moves.silver(card, guild)
    if action is None:
        back = [box.card_name(other) for other in played]
        return (
            f"your played cards come back: {listed(back)}." if back else "does nothing now, no card of yours is played."
        )
    if card != SITE:
        return f"{towns.takes(view, box, action, card) or 'nothing is possible there now'}."
    lines = towns.site_takes(view, box, action)
    left = some(view.sites, "piece")
    return f"a site in any town ({left} left). {'. '.join(lines) or 'Nothing is possible now'}."


def _legend(view: State) -> str:
    return (
        "Read: the spaces, then the coats that each of them takes today; A to D are the church districts with a form "
        "of their own. Who has played before you may have changed it."
    )


def _ways(view: State, box: Box, decision: Decision) -> list[Paragraph]:
    """All ways where they are few; spaces with their coats and the pattern of the order where they are many."""
    if len(decision.moves) <= MOST_LINKS:
        return _listed(view, decision)
    box = boxes.of(view.box)
    action = rules.open_action(view, decision.seat)
    if action is None:
        return []
    if action.card == SITE:
        lines = [Paragraph(f"{line}.", "bullet") for line in towns.site_takes(view, box, action)]
    else:
        lines = [Paragraph(f"{box.card_name(action.card)}: {towns.takes(view, box, action, action.card)}.", "bullet")]
    return [*lines, Paragraph(_legend(view)), Paragraph(patterns(view, decision))]


def _listed(view: State, decision: Decision) -> list[Paragraph]:
    """One bullet for each space, or for each town where the card is for all."""
    if decision.kind == "setup":
        return [
            Paragraph(f"[{move.text}] {say(move, view, decision.seat)}.", "bullet", ((f"[{move.text}]", move.text),))
            for move in decision.moves
        ]
    box = boxes.of(view.box)
    by_place: dict[str, list[Move]] = {}
    for move in decision.moves:
        by_place.setdefault(_place(move, box), []).append(move)
    paragraphs = []
    for found in by_place.values():
        labels = [f"[{move.text}]" for move in found]
        links = tuple(zip(labels, (move.text for move in found), strict=True))
        words = ", ".join(
            f"{label} {_short(move, view, decision.seat)}" for label, move in zip(labels, found, strict=True)
        )
        paragraphs.append(Paragraph(f"{words}.", "bullet", links))
    return paragraphs


def _place(move: Move, box: Box) -> str:
    """The town where the order says it, else the space."""
    towns_said = [word for word in move if word in box.town_id]
    return " ".join(towns_said or [word for word in move if word[:1] in "SML" and word[1:].isdigit()])


def _short(move: Move, view: State, seat: int) -> str:
    return say(move, view, seat).removeprefix("as the golden card, ")


# --- the towns, the others, the table --------------------------------------------------------------------------


def _towns(view: State, box: Box) -> Section:
    paragraphs = [Paragraph(line, "fixed") for line in towns.grids(view, box)]
    if paragraphs:
        paragraphs.append(Paragraph(towns.KEY))
    standing = [Paragraph(line, "bullet") for line in towns.standing(view, box)]
    if standing:
        paragraphs.append(Paragraph("If a town were scored now (completed districts, then masters decide):"))
    paragraphs += standing
    paragraphs += [Paragraph(line, "bullet") for line in towns.scored(view, box)]
    return Section("board", "Towns", tuple(paragraphs))


def _cards(view: State, box: Box, number: int) -> str:
    """What a seat can still play; everybody saw every card come and go."""
    own = view.seats[number]
    hand = listed([box.card_name(card) for card in own.hand]) or "nothing"
    more = "" if view.pair else f", {some(own.influence, 'influence card')}"
    played = listed([box.card_name(card) for card in own.played])
    return f"In hand: {hand}{more}." + (f" Played: {played}." if played else "")


def _table(view: State, box: Box) -> Section:
    points = view.points()
    coats = [coat for coat in view.coats() if coat != CHURCH]
    lines = [f"Points of the guilds: {', '.join(f'{COATS[coat]} {points[coat]}' for coat in coats)}."]
    pieces = [some(view.sites, "building site")]
    if not view.pair:
        pieces += [some(view.cathedrals, "cathedral"), some(view.masters, "Guild Master")]
    lines.append(f"Pieces left: {listed(pieces)}.")
    if not view.over:
        lines.append(_ending(view, box))
    return Section("table", "Table", (Paragraph(" ".join(lines)),))


def _ending(view: State, box: Box) -> str:
    free = some(len(settling.free(view, box)), "free space")
    if view.pair:
        return f"{capital(free)} left; the game ends when none of them is for your own guilds, grey or the church."
    return (
        f"{capital(free)} and {some(len(view.pile), 'golden card')} left; the game ends after the round that leaves "
        "at most one space or no golden card. Most influence cards in hand then bring "
        f"{some(box.points['influence'], 'point')}."
    )
