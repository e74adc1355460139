"""The position in words for a letter: sections in reading order. Who prints them wraps the lines."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Decision, Move
from engine.flandern.data import box as boxes
from engine.flandern.data.box import CATHEDRAL, CHURCH, GREY, INFLUENCE, MASTER, PICKUP, SITE, Box
from engine.flandern.rules import moves, rules, settling
from engine.flandern.rules.moves import INFLUENCE_CARD, Action
from engine.flandern.rules.scoring import totals
from engine.flandern.state import State
from engine.flandern.words import charts, towns, ways
from engine.flandern.words import names as naming
from engine.flandern.words.answering import how, patterns
from engine.flandern.words.asking import clause, deed
from engine.flandern.words.speech import say
from engine.flandern.words.voice import Voice, capital, listed, voice_of
from engine.game import Paragraph, Section
from engine.language.languages import to_say

PLAYS = ("choose", "turn")  # kinds that play an action card
MOST_LINKS = 40
MOST_ROWS = 10
GOLDEN = {
    SITE: to_say("building site, a grey or church district as a site in any town"),
    CATHEDRAL: to_say("cathedral, a cathedral on any laid church district that has none"),
    MASTER: to_say("Guild Master, a Guild Master piece on any laid district of yours or of grey"),
    PICKUP: to_say("pick-up, your played cards come back once more"),
    INFLUENCE: to_say("influence, an influence card, you will keep it"),
}
SPACES = to_say("S, M and L are spaces of one, two and three fields; each has its name on the map.")
LEGEND = to_say(
    "The spaces are on the maps; church A to D are districts with a form of their own. Who plays before you may "
    "change what is possible."
)


def sections(view: State, decision: Decision | None, names: Sequence[str], seat: int | None) -> tuple[Section, ...]:
    """Me with my secret, what may be done, how to answer, the towns, the others, the table."""
    voice, box = voice_of(names, seat), boxes.of(view.box)
    found: list[Section] = []
    if seat is not None:
        found.append(_me(view, box, seat))
        found.append(_hand(view, box, decision, voice, seat))
        if decision is not None:
            found.append(Section("how", say("How to answer: one order to a line"), tuple(how(view, box, decision))))
    plays = seat is not None and not view.over and (decision is None or decision.kind in PLAYS)
    found.append(_towns(view, box, voice, _uses(view, box, seat) if plays and seat is not None else {}))
    points = totals(view, box)
    for number in view.around(seat or 0)[0 if seat is None else 1 :]:
        found.append(Section("others", _title(view, voice, number, points), (Paragraph(_cards(view, box, number)),)))
    found.append(_table(view, box, voice))
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
    first = [] if view.pair else [say("You have {cards:influence card|influence cards}.", cards=own.influence)]
    if view.golden >= 0 and seat == view.start and not view.over:
        open_now = to_say("The golden card of this round, carried out last: {card}.")
        secret = to_say("Your secret, the golden card of this round, carried out last: {card}.")
        first.append(say(open_now if view.phase == "gold" else secret, card=_golden(view, box)))
    paragraphs = [Paragraph(" ".join(first))] if first else []
    if own.played:
        played = _named(box, own.played)
        paragraphs.append(Paragraph(say("Played, and back with the pick-up card: {cards}.", cards=played)))
    if view.phase != "setup":
        paragraphs.append(Paragraph(say("Districts left. {stock}.", stock=_stocks(view, seat))))
    points = _points(view, seat, totals(view, box))
    return Section("me", say("You ({guilds}): {points}", guilds=_guilds(view, seat), points=points), tuple(paragraphs))


def _named(box: Box, cards: Sequence[int]) -> str:
    return listed([naming.card(box.card_name(card)) for card in cards])


def _golden(view: State, box: Box) -> str:
    card = view.golden
    if card < SITE:
        return say("{town}, a grey or church district there", town=box.town_name[card])
    return say(GOLDEN[card])


def _stocks(view: State, seat: int) -> str:
    own = view.seats[seat]
    coats = [own.guild, GREY, CHURCH]
    if view.pair and view.card and view.card[0] not in coats:
        coats.insert(0, view.card[0])
    return ". ".join(towns.stock(view, coat) for coat in coats)


# --- what may be done ----------------------------------------------------------------------------------------


def _hand(view: State, box: Box, decision: Decision | None, voice: Voice, seat: int) -> Section:
    own = view.seats[seat]
    if decision is None or decision.kind in PLAYS:
        head = say("Your hand: {cards:action card|action cards}", cards=len(own.hand))
        return Section("hand", head, tuple(_cards_of(view, box, decision, voice, seat)))
    if decision.kind == "setup":
        return Section("hand", say("What you may do"), tuple(_placings(view, decision)))
    title = say("What you may do: {ways:way|ways}", ways=len(decision.moves))
    return Section("hand", title, tuple(_ways(view, decision, voice)))


def _cards_of(view: State, box: Box, decision: Decision | None, voice: Voice, seat: int) -> list[Paragraph]:
    """Each card with the town that it is for, under it what it could do now."""
    own = view.seats[seat]
    offered = {move.text for move in decision.moves} if decision else set()
    paragraphs = []
    for card in own.hand:
        move = moves.choice(box, card, 0).text
        words = f"{capital(naming.card(box.card_name(card)))}: {_deed(view, box, voice, card, seat)}"
        paragraphs.append(_offered(words, move) if move in offered else Paragraph(f"{words}.", "bullet"))
    if INFLUENCE_CARD.text in offered:
        anew = to_say("turn up the next of the cards, shuffled anew, of the guilds under influence")
        next_one = to_say("turn up the next of {cards:card|cards} of the guilds under influence")
        words = say(next_one if view.deck else anew, cards=len(view.deck))
        paragraphs.append(_offered(capital(words), INFLUENCE_CARD.text))
    return paragraphs


def _offered(words: str, order: str) -> Paragraph:
    """A line that offers one order, behind its words."""
    return Paragraph(f"{words} [{order}].", "bullet", ((f"[{order}]", order),))


def _deed(view: State, box: Box, voice: Voice, card: int, seat: int) -> str:
    """A card in a few words: what it does, of a town how it stands."""
    played = view.seats[seat].played
    if card == PICKUP:
        if played:
            return say("takes {cards} back into your hand", cards=_named(box, played))
        return say("takes nothing back now, no card of yours is played")
    if card == SITE:
        return say("a district as a building site in any town ({left:piece|pieces} left)", left=view.sites)
    return towns.in_short(view, box, voice, card)


def _uses(view: State, box: Box, seat: int) -> dict[int, str]:
    """By town the possible effect of a card in hand there, in the position as it is: its own, else a building site."""
    own = view.seats[seat]
    coats = (own.guild, GREY, CHURCH)
    sites = ways.takes(view, box, Action(SITE, coats)) if SITE in own.hand else {}
    uses = {
        town: say("Possible as a building site: {pieces}.", pieces="; ".join(parts)) for town, parts in sites.items()
    }
    for card in own.hand:
        if card < SITE:
            uses[card] = _could(ways.takes(view, box, Action(card, coats)).get(card, []))
    return uses


def _could(parts: Sequence[str]) -> str:
    if not parts:
        return say("Nothing is possible there now.")
    return say("Possible now: {pieces}.", pieces="; ".join(parts))


def _placings(view: State, decision: Decision) -> list[Paragraph]:
    return [_offered(clause(move, view, decision.seat), move.text) for move in decision.moves]


def _ways(view: State, decision: Decision, voice: Voice) -> list[Paragraph]:
    """All ways where they are few; pieces with their spaces and the pattern of the order where they are many."""
    box, action = boxes.of(view.box), rules.open_action(view, decision.seat)
    if action is None:
        return []
    stands = []
    if action.card < SITE:
        words = towns.in_short(view, box, voice, action.card)
        stands.append(Paragraph(f"{box.town_name[action.card]}: {words}."))
    stands.append(Paragraph(say(SPACES), "small"))
    if len(decision.moves) <= MOST_LINKS:
        return [*stands, *_listed(view, box, decision, action)]
    found = ways.takes(view, box, action)
    if action.card < SITE:
        rows = [f"{capital(part)}." for part in found[action.card]]
    else:
        rows = [f"{box.town_name[number]}: {'; '.join(parts)}." for number, parts in found.items()]
    lines = [Paragraph(row, "bullet") for row in rows]
    return [*stands, *lines, Paragraph(say(LEGEND)), Paragraph(patterns(view, decision))]


def _listed(view: State, box: Box, decision: Decision, action: Action) -> list[Paragraph]:
    """One bullet for each space, or for each town where the card is for all; those beyond ten together in the last."""
    by_place: dict[tuple[int, int], list[tuple[str, Move]]] = {}
    for move, way in moves.ways(view, box, action).items():
        place = (ways.town_of(way), -1 if action.card >= SITE else ways.space_of(way))
        does = deed(move, view) + ways.effect(view, box, action, way, decision.seat)
        by_place.setdefault(place, []).append((does, move))
    rows = list(by_place.values())
    if len(rows) > MOST_ROWS:
        rows[MOST_ROWS - 1 :] = [[offer for row in rows[MOST_ROWS - 1 :] for offer in row]]
    return [_row(row) for row in rows]


def _row(offers: Sequence[tuple[str, Move]]) -> Paragraph:
    words = "; ".join(f"{does} [{move.text}]" for does, move in offers)
    return Paragraph(f"{capital(words)}.", "bullet", tuple((f"[{move.text}]", move.text) for _, move in offers))


# --- the towns, the others, the table --------------------------------------------------------------------------


def _towns(view: State, box: Box, voice: Voice, uses: dict[int, str]) -> Section:
    paragraphs = []
    for number, words in towns.standing(view, box, voice):
        use = [Paragraph(uses[number], "detail")] if number in uses else []
        paragraphs += [Paragraph(words), *use, *charts.chart(view.town(number), box), Paragraph("", "fixed")]
    if paragraphs:
        paragraphs.append(Paragraph(charts.key(), "small"))
    if uses:
        paragraphs.append(Paragraph(say(LEGEND), "small"))
    paragraphs += [Paragraph(line, "bullet") for line in towns.scored(view, box, voice)]
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


def _table(view: State, box: Box, voice: Voice) -> Section:
    points = view.points()
    coats = [coat for coat in view.coats() if coat != CHURCH]
    guilds = ", ".join(f"{towns.guild(view, voice, coat)} {points[coat]}" for coat in coats)
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
