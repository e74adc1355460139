"""The position in words for a letter: sections in reading order. Who prints them wraps the lines."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Decision, Move
from engine.flandern.data import box as boxes
from engine.flandern.data.box import CATHEDRAL, CHURCH, GREY, INFLUENCE, MASTER, PICKUP, SITE, Box
from engine.flandern.rules import moves, rules, settling
from engine.flandern.rules.moves import INFLUENCE_CARD
from engine.flandern.rules.scoring import totals
from engine.flandern.state import State
from engine.flandern.words import names as naming
from engine.flandern.words import towns
from engine.flandern.words.answering import how, patterns
from engine.flandern.words.asking import clause, deed
from engine.flandern.words.speech import say
from engine.flandern.words.voice import Voice, capital, listed, voice_of
from engine.game import Paragraph, Section
from engine.language.languages import to_say

MOST_LINKS = 40
GOLDEN = {
    SITE: to_say("building site, a grey or church district as a site in any town"),
    CATHEDRAL: to_say("cathedral, a cathedral on any laid church district that has none"),
    MASTER: to_say("Guild Master, a Guild Master piece on any laid district of yours or of grey"),
    PICKUP: to_say("pick-up, your played cards come back once more"),
    INFLUENCE: to_say("influence, an influence card, you will keep it"),
}
LEGEND = to_say(
    "Read: the spaces, then the coats that each of them takes today; A to D are the church districts with a form of "
    "their own. Who has played before you may have changed it."
)


def sections(view: State, decision: Decision | None, names: Sequence[str], seat: int | None) -> tuple[Section, ...]:
    """Me with my secret, what may be done, how to answer, the towns, the others, the table."""
    voice, box = voice_of(names, seat), boxes.of(view.box)
    found: list[Section] = []
    if seat is not None:
        found.append(_me(view, box, seat))
        found.append(_hand(view, box, decision, seat))
        if decision is not None:
            found.append(Section("how", say("How to answer: one order to a line"), tuple(how(view, box, decision))))
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
        return say("{points:point|points} in the end", points=points[number])
    own = view.seats[number]
    coats = view.points()
    now = coats[own.guild] + (coats[own.influenced] if own.influenced >= 0 else 0)
    return say("{now:point|points}, {total} if the game ended now", now=now, total=points[number])


def _guilds(view: State, number: int) -> str:
    own = view.seats[number]
    return naming.coat_of(own.guild) + naming.under_influence(own.influenced)


def _me(view: State, box: Box, seat: int) -> Section:
    own = view.seats[seat]
    paragraphs = []
    if not view.pair:
        paragraphs.append(Paragraph(say("You have {cards:influence card|influence cards}.", cards=own.influence)))
    if view.golden >= 0 and seat == view.start and not view.over:
        open_now = to_say("The golden card of this round, carried out last: {card}.")
        secret = to_say("Your secret, the golden card of this round, carried out last: {card}.")
        paragraphs.append(Paragraph(say(open_now if view.phase == "gold" else secret, card=_golden(view, box))))
    if own.played:
        played = _named(box, own.played)
        paragraphs.append(Paragraph(say("Played, and back with the pick-up card: {cards}.", cards=played)))
    if view.phase != "setup":
        left = to_say("Districts left, by shape, each as the number of masters printed on it: {stock}.")
        paragraphs.append(Paragraph(say(left, stock=_stocks(view, box, seat))))
    points = _points(view, seat, totals(view, box))
    return Section("me", say("You ({guilds}): {points}", guilds=_guilds(view, seat), points=points), tuple(paragraphs))


def _named(box: Box, cards: Sequence[int]) -> str:
    return listed([naming.card(box.card_name(card)) for card in cards])


def _golden(view: State, box: Box) -> str:
    card = view.golden
    if card < SITE:
        return say("{town}, a grey or church district there", town=box.town_name[card])
    return say(GOLDEN[card])


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
        head = say("Your hand: {cards:action card|action cards}", cards=len(own.hand))
        return Section("hand", head, tuple(_cards_of(view, box, decision, seat)))
    if decision.kind == "setup":
        return Section("hand", say("What you may do"), tuple(_ways(view, box, decision)))
    title = say("What you may do: {ways:way|ways}", ways=len(decision.moves))
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
        name = capital(naming.card(box.card_name(card)))
        paragraphs.append(Paragraph(f"{label}{name}: {use}", "bullet", links))
    if INFLUENCE_CARD.text in offered:
        label = f"[{INFLUENCE_CARD.text}]"
        anew = to_say("{order} turns up the next of the cards, shuffled anew, of the guilds under influence.")
        next_one = to_say("{order} turns up the next of {cards:card|cards} of the guilds under influence.")
        words = say(next_one if view.deck else anew, order=label, cards=len(view.deck))
        paragraphs.append(Paragraph(words, "bullet", ((label, INFLUENCE_CARD.text),)))
    if not view.pair and not view.over:
        paragraphs.append(Paragraph(say(LEGEND)))
    return paragraphs


def _use(view: State, box: Box, card: int, guild: int, played: Sequence[int]) -> str:
    """The possible effect of a card in the position as it is."""
    action = moves.silver(card, guild)
    if action is None:
        if played:
            return say("your played cards come back: {cards}.", cards=_named(box, played))
        return say("does nothing now, no card of yours is played.")
    if card != SITE:
        takes = towns.takes(view, box, action, card)
        return f"{takes}." if takes else say("nothing is possible there now.")
    lines = towns.site_takes(view, box, action)
    if lines:
        return say("a site in any town ({left:piece|pieces} left). {towns}.", left=view.sites, towns=". ".join(lines))
    return say("a site in any town ({left:piece|pieces} left). Nothing is possible now.", left=view.sites)


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
        lines = [Paragraph(f"{box.town_name[action.card]}: {towns.takes(view, box, action, action.card)}.", "bullet")]
    return [*lines, Paragraph(say(LEGEND)), Paragraph(patterns(view, decision))]


def _listed(view: State, decision: Decision) -> list[Paragraph]:
    """One bullet for each space, or for each town where the card is for all."""
    if decision.kind == "setup":
        return [
            Paragraph(f"[{move.text}] {clause(move, view, decision.seat)}.", "bullet", ((f"[{move.text}]", move.text),))
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
        words = ", ".join(f"{label} {deed(move, view)}" for label, move in zip(labels, found, strict=True))
        paragraphs.append(Paragraph(f"{words}.", "bullet", links))
    return paragraphs


def _place(move: Move, box: Box) -> str:
    """The town where the order says it, else the space."""
    towns_said = [word for word in move if word in box.town_id]
    return " ".join(towns_said or [word for word in move if word[:1] in "SML" and word[1:].isdigit()])


# --- the towns, the others, the table --------------------------------------------------------------------------


def _towns(view: State, box: Box) -> Section:
    paragraphs = [Paragraph(line, "fixed") for line in towns.grids(view, box)]
    if paragraphs:
        paragraphs.append(Paragraph(say(towns.KEY)))
    standing = [Paragraph(line, "bullet") for line in towns.standing(view, box)]
    if standing:
        paragraphs.append(Paragraph(say("If a town were scored now (completed districts, then masters decide):")))
    paragraphs += standing
    paragraphs += [Paragraph(line, "bullet") for line in towns.scored(view, box)]
    return Section("board", say("Towns"), tuple(paragraphs))


def _cards(view: State, box: Box, number: int) -> str:
    """The cards that a seat can still play; everybody saw every card come and go."""
    own = view.seats[number]
    hand = _named(box, own.hand) or say("nothing")
    more = "" if view.pair else f", {naming.influence_cards(own.influence)}"
    sentences = [say("In hand: {hand}{more}.", hand=hand, more=more)]
    if own.played:
        sentences.append(say("Played: {cards}.", cards=_named(box, own.played)))
    return " ".join(sentences)


def _table(view: State, box: Box) -> Section:
    points = view.points()
    coats = [coat for coat in view.coats() if coat != CHURCH]
    guilds = ", ".join(f"{naming.coat_of(coat)} {points[coat]}" for coat in coats)
    lines = [say("Points of the guilds: {guilds}.", guilds=guilds)]
    pieces = [say("{number:building site|building sites}", number=view.sites)]
    if not view.pair:
        pieces.append(say("{number:cathedral|cathedrals}", number=view.cathedrals))
        pieces.append(say("{number:Guild Master|Guild Masters}", number=view.masters))
    lines.append(say("Pieces left: {pieces}.", pieces=listed(pieces)))
    if not view.over:
        lines.append(_ending(view, box))
    return Section("table", say("Table"), (Paragraph(" ".join(lines)),))


def _ending(view: State, box: Box) -> str:
    free = len(settling.free(view, box))
    if view.pair:
        return say(
            "{free:free space|free spaces} left; the game ends when none of them is for your own guilds, grey or the "
            "church.",
            free=free,
        )
    return say(
        "{free:free space|free spaces} and {cards:golden card|golden cards} left; the game ends after the round that "
        "leaves at most one space or no golden card. Most influence cards in hand then bring {points:point|points}.",
        free=free,
        cards=len(view.pile),
        points=box.points["influence"],
    )
