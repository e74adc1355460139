"""Reads position files: any situation of a game, written by hand or from a state. Checks everything, changes nothing.

Stocks, pieces, points and the values of scored towns follow from what is laid and are never written. What may be left
out has the value of the set-up; golden cards named nowhere make the pile.
"""

from __future__ import annotations

from collections import Counter

from engine.flandern.data.box import CHURCH, COATS, GREY, GUILDS, PICKUP, SITE, SPECIALS, Box
from engine.flandern.data.maps import CENTRE, SHAPES, SIDES
from engine.flandern.positions import checks
from engine.flandern.rules import rules, scoring
from engine.flandern.rules.building import MASTERS
from engine.flandern.rules.context import Context
from engine.flandern.state import AREAS, INFLUENCED, NONE, OWN, PHASES, District, Seat, State, Town, centre
from engine.positions.values import Json, fail, fields, flag, listed, one_of, shown, whole, wholes

FIELDS = (
    *("game", "box", "round", "start", "begun", "phase", "seats", "towns", "order", "totals", "pile", "gone", "golden"),
    *("deck", "discards", "card", "done", "turn", "idle", "moved", "reshuffled", "stall"),
)
SEAT_FIELDS = ("guild", "influenced", "hand", "played", "influence", "choice")
TOWN_FIELDS = ("area", "laid", "covered", "scored")


def read_position(data: Json, box: Box) -> State:
    """The state of a position file, played on up to the first choice. BadPosition names the place and the fault."""
    position = _Position(data, box)
    state = position.state()
    checks.check(state, box)
    rules.run(Context(state, box))
    return state


class _Position:
    """One position file being read."""

    def __init__(self, data: Json, box: Box) -> None:
        self.data, self.box = fields(data, FIELDS, "position"), box
        if data.get("game", "flandern") != "flandern":
            raise fail("game", f"is {shown(data['game'])}, not flandern")
        if data.get("box", box.digest) != box.digest:
            raise fail("box", "is another box than the one in use")

    def state(self) -> State:
        get, box = self.data.get, self.box
        given = listed(get("seats"), "seats")
        n = len(given)
        if not 2 <= n <= 4:
            raise fail("seats", "must be two to four")
        pair = n == 2
        guilds = range(GUILDS) if pair else range(n)
        in_game = {*guilds, GREY, CHURCH}
        towns = self._towns({number for number, coat in enumerate(box.coat) if coat in in_game})
        seats = [self._seat(own, number, pair, towns) for number, own in enumerate(given)]
        pieces = box.pieces
        state = State(
            box=box.digest,
            seats=seats,
            towns=towns,
            stock=[_whole_stock(box, coat) if coat in in_game else [] for coat in range(len(COATS))],
            sites=pieces["sites"],
            cathedrals=0 if pair else pieces["cathedrals"],
            masters=0 if pair else pieces["masters"],
            phase=one_of(get("phase", "turn" if pair else "choose"), "phase", PHASES),
            round=whole(get("round", 1), "round", 0, 999),
            start=whole(get("start", 0), "start", 0, n - 1),
            begun=whole(get("begun", get("start", 0)), "begun", 0, n - 1),
            order=wholes(get("order", []), "order", 0, n - 1),
            totals=[wholes(row, "totals", 0, 9999) for row in listed(get("totals", []), "totals")],
        )
        _take_laid(state, box)
        if pair:
            self._pair(state)
        else:
            self._golden(state)
        if state.phase == "over":
            state.bonus = scoring.bonus(state, box)
        return state

    # --- towns ---------------------------------------------------------------------------------------------

    def _towns(self, in_game: set[int]) -> list[Town | None]:
        """Towns left out lie on the areas left over, in order, unless the set-up is still going on."""
        given = fields(self.data.get("towns", {}), self.box.town_id, "towns")
        towns: list[Town | None] = [None] * len(self.box.coat)
        for name, data in given.items():
            number = self.box.town_id.index(name)
            if number not in in_game:
                raise fail(f"towns, {name}", "is not in the game with so many seats")
            towns[number] = self._town(number, fields(data, TOWN_FIELDS, f"towns, {name}"), f"towns, {name}")
        areas = [town.area for town in towns if town is not None]
        if len(set(areas)) < len(areas):
            raise fail("towns", "two are on the same area")
        free = [area for area in range(AREAS) if area not in areas]
        if self.data.get("phase") != "setup":
            for number in sorted(in_game):
                if towns[number] is None:
                    towns[number] = Town(free.pop(0), centre(self.box.coat[number]))
        return towns

    def _town(self, number: int, data: dict[str, Json], place: str) -> Town:
        town = Town(whole(data.get("area"), f"{place}, area", 1, AREAS) - 1, centre(self.box.coat[number]))
        laid = data.get("laid", {})
        if not isinstance(laid, dict):
            raise fail(f"{place}, laid", "is no object")
        for name, words in laid.items():
            self._district(town, name, words, f"{place}, {name}", self.box.coat[number])
        town.covered = sorted(self._space(town, name, place) for name in listed(data.get("covered", []), place))
        if len(set(town.covered)) < len(town.covered) or set(town.covered) & set(town.laid):
            raise fail(f"{place}, covered", "names a space twice, or one that is laid")
        if flag(data.get("scored", False), f"{place}, scored"):
            scoring.score(town, self.box)
        return town

    def _space(self, town: Town, name: Json, place: str) -> int:
        known = town.layout(self.box).number
        if not isinstance(name, str) or name not in known:
            raise fail(place, f"has no space {shown(name)}; there are {', '.join(known)}")
        return known[name]

    def _district(self, town: Town, name: str, words: Json, place: str, coat: int) -> None:
        at = self._space(town, name, place)
        if not isinstance(words, str) or not words.split():
            raise fail(place, f"is {shown(words)}, not a district in words")
        district, side, over = _district(words.split(), place)
        if at in town.laid and at != CENTRE:
            raise fail(place, "is laid already")
        if at == CENTRE and (district.coat != coat or district.site or district.special or district.masters):
            raise fail(place, f"the centre is {COATS[coat]}, with pieces on it at most")
        town.laid[at] = district
        if over:
            other = self._space(town, over, place)
            if other in town.laid:
                raise fail(place, f"{over} is laid already")
            town.laid[other] = District(CHURCH, 0, district.site, district.special, part=at)
        if side:
            self._grow(town, at, side, district.special, place)

    def _grow(self, town: Town, at: int, side: str, kind: str, place: str) -> None:
        special = self.box.specials[SPECIALS.index(kind)]
        if side not in town.layout(self.box).spaces[at].walls:
            raise fail(place, f"its {side} side is not on the town wall with its whole length")
        town.added.append((at, side, special.creates))

    # --- seats ---------------------------------------------------------------------------------------------

    def _seat(self, data: Json, number: int, pair: bool, towns: list[Town | None]) -> Seat:
        place = f"seat {number}"
        get = fields(data, SEAT_FIELDS, place).get
        guild = COATS.index(one_of(get("guild", COATS[number]), f"{place}, guild", COATS[:GUILDS]))
        if guild != number:
            raise fail(f"{place}, guild", f"is {COATS[guild]}; this seat has {COATS[number]}")
        played = self._cards(get("played", []), f"{place}, played")
        usual = [card for card, town in enumerate(towns) if town is not None and not town.scored]
        rest = [card for card in (*usual, SITE, PICKUP) if card not in played]
        if self.data.get("phase") == "setup":
            rest = [*(n for n, coat in enumerate(self.box.coat) if pair or coat in self._coats()), SITE, PICKUP]
        hand = self._cards(get("hand"), f"{place}, hand") if "hand" in data else rest
        most = 0 if pair else 9
        influence = whole(get("influence", 0 if pair else self.box.influence), f"{place}, influence", 0, most)
        usual_guild = 2 + number if pair and self.data.get("phase") != "setup" else -1
        influenced = get("influenced")
        other = COATS.index(one_of(influenced, f"{place}, influenced", COATS[:GUILDS])) if influenced else usual_guild
        return Seat(guild, sorted(hand), played, influence, other, self._choice(get("choice"), place))

    def _coats(self) -> set[int]:
        return {*range(len(self.data["seats"])), GREY, CHURCH}

    def _cards(self, value: Json, place: str) -> list[int]:
        return [self.box.card[one_of(name, place, self.box.cards)] for name in listed(value, place)]

    def _choice(self, value: Json, place: str) -> tuple[int, ...]:
        if value is None:
            return ()
        if len(listed(value, f"{place}, choice")) != 2:
            raise fail(f"{place}, choice", "is a card and a number of influence cards")
        return (self._cards(value[:1], f"{place}, choice")[0], whole(value[1], f"{place}, choice", 0, 9))

    # --- cards ---------------------------------------------------------------------------------------------

    def _golden(self, state: State) -> None:
        get = self.data.get
        state.gone = self._cards(get("gone", []), "gone")
        golden = get("golden")
        state.golden = NONE if golden is None else self._cards([golden], "golden")[0]
        drawn = [*state.gone, *([state.golden] if state.golden >= 0 else [])]
        left: list[int] = []
        for cards in self.box.golden:
            own = [card for card in cards if card >= SITE or self.box.coat[card] in self._coats()]
            known, drawn = drawn[: len(own)], drawn[len(own) :]
            if Counter(known) - Counter(own):
                raise fail("gone", "cards come off pile A first, then off pile B, and each is there so often only")
            left += sorted((Counter(own) - Counter(known)).elements())
        pile = self._cards(get("pile"), "pile") if "pile" in self.data else left[::-1]
        if Counter(pile) != Counter(left):
            raise fail("pile", "with what is gone it must be all the golden cards")
        state.pile = pile

    def _pair(self, state: State) -> None:
        get = self.data.get
        state.deck = self._pairs(get("deck", []), "deck")
        state.discards = self._pairs(get("discards", []), "discards")
        card = get("card")
        state.card = [] if card is None else self._pairs([card], "card")[0]
        state.done = [one_of(word, "done", (OWN, INFLUENCED)) for word in listed(get("done", []), "done")]
        state.turn = whole(get("turn", 1), "turn", 0, 999)
        state.idle = whole(get("idle", 0), "idle", 0, 99)
        state.moved = flag(get("moved", False), "moved")
        state.reshuffled = whole(get("reshuffled", 0), "reshuffled", 0, 99)
        state.stall = whole(get("stall", 8), "stall", 1, 99)
        if "deck" not in self.data and state.phase != "setup":
            shown_cards = [tuple(pair) for pair in state.discards]
            guilds = [guild for guild in range(GUILDS) if guild not in (seat.guild for seat in state.seats)]
            open_now = [card for card, _ in state.open_towns()]
            cards = [(guild, card) for guild in guilds for card in (*open_now, SITE)]
            state.deck = [list(pair) for pair in cards if pair not in shown_cards]

    def _pairs(self, value: Json, place: str) -> list[list[int]]:
        found = []
        for pair in listed(value, place):
            if len(listed(pair, place)) != 2:
                raise fail(place, f"{shown(pair)} is not a guild and a card")
            found.append([COATS.index(one_of(pair[0], place, COATS[:GUILDS])), *self._cards(pair[1:], place)])
        return found


def _district(words: list[str], place: str) -> tuple[District, str, str]:
    """(district, side, swallowed space) of words like "blue2 site" or "church D over S4"."""
    coat_word, *rest = words
    coat_name, figure = (coat_word[:-1], int(coat_word[-1])) if coat_word[-1].isdecimal() else (coat_word, 0)
    coat = COATS.index(one_of(coat_name, place, COATS))
    if figure > MASTERS - 1 or (figure and coat == CHURCH):
        raise fail(place, f"no {coat_name} district has {figure} printed masters")
    special, side, over, site, cathedral, pieces = "", "", "", False, False, 0
    while rest:
        word = rest.pop(0)
        if word in SPECIALS and coat == CHURCH and not special:
            special = word
            if rest[:1] == ["over"] and len(rest) > 1:
                over, rest = rest[1], rest[2:]
            elif rest[:1] and rest[0] in SIDES:
                side = rest.pop(0)
        elif word == "site":
            site = True
        elif word == "cathedral" and coat == CHURCH:
            cathedral = True
        elif word[:1] == "+" and word[1:].isdecimal() and coat != CHURCH:
            pieces = int(word[1:])
        else:
            raise fail(place, f"{shown(word)} says nothing of a {coat_name} district")
    return District(coat, figure, site, special, cathedral, pieces), side, over


def _whole_stock(box: Box, coat: int) -> list[int]:
    return list(box.church if coat == CHURCH else box.stock)


def _take_laid(state: State, box: Box) -> None:
    """Take what lies in the towns out of the stocks."""
    for town in state.towns:
        for at, district in town.laid.items() if town is not None else ():
            if district.part >= 0 or town is None:
                continue
            state.cathedrals -= district.cathedral
            state.masters -= district.pieces
            state.sites -= district.site and not town.scored
            if at == CENTRE:
                continue
            shape = town.layout(box).spaces[at].shape
            if district.coat != CHURCH:
                state.stock[district.coat][shape * MASTERS + district.masters] -= 1
            else:
                kind = len(SHAPES) + SPECIALS.index(district.special) if district.special else shape
                state.stock[CHURCH][kind] -= 1
