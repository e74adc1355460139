"""The oracle's Flandern: what may be laid, what a card does, covering, scoring, the end. Changes a Table in place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from .towns import BOX, CENTRE, Tile, Town, coats_around, growths, joined, put, read_town

SPECIALS = {letter: special["base"] for letter, special in BOX["church_specials"].items()}
POINTS = BOX["scoring"]


@dataclass
class Table:
    coats: list[str]  # guilds with stocks, whether played or under influence
    guilds: list[str]  # of the seats
    influenced: list[str]  # with two
    towns: dict[str, Town]
    hands: list[set[str]]
    played: list[set[str]]
    influence: list[int]
    pile: list[str]  # golden cards, the next one last
    deck: Counter[tuple[str, str]]  # with two: cards of the guilds under influence, whatever their order
    discards: Counter[tuple[str, str]] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)

    @classmethod
    def read(cls, position: dict[str, Any]) -> Table:
        seats = position["seats"]
        guilds = [seat["guild"] for seat in seats]
        influenced = [seat["influenced"] for seat in seats if seat.get("influenced")]
        towns = {name: read_town(name, entry) for name, entry in position["towns"].items()}
        return cls(
            [*guilds, *influenced],
            guilds,
            influenced,
            towns,
            [set(seat["hand"]) for seat in seats],
            [set(seat["played"]) for seat in seats],
            [seat["influence"] for seat in seats],
            [*position.get("pile", []), *([position["golden"]] if position.get("golden") else [])],
            Counter((coat, card) for coat, card in position.get("deck", [])),
        )

    def draw(self) -> str | None:
        """The next golden card; those of towns that have been scored leave the game, none if there is no other."""
        while self.pile:
            card = self.pile.pop()
            if card not in self.towns or not self.towns[card].scored:
                return card
        return None

    def turn_up(self, coat: str, card: str) -> bool:
        """A card of the common pile comes to the top: whether it is carried out, else it leaves the game."""
        self.deck -= Counter([(coat, card)])
        if card in self.towns and self.towns[card].scored:
            return False
        self.discards[coat, card] += 1
        return True

    # --- stocks follow from what lies on the board ----------------------------------------------------------

    def tiles(self) -> list[tuple[Town, str, Tile]]:
        return [(town, name, tile) for town in self.towns.values() for name, tile in town.laid.items()]

    def stock(self, coat: str, shape: str) -> list[int | str]:
        """The stock that is left: printed masters of guild districts; "" and letters of church districts."""
        gone = [tile for _, name, tile in self.tiles() if tile.coat == coat and name[0] == shape and name != CENTRE]
        if coat == "church":
            plain = BOX["church_districts"][shape] - sum(not tile.special for tile in gone)
            used = {tile.special for tile in gone}
            return [""] * (plain > 0) + [
                letter for letter, base in SPECIALS.items() if base == shape and letter not in used
            ]
        laid = Counter(tile.masters for tile in gone)
        return [masters for masters, all_ in enumerate(BOX["guild_districts"][shape]) if all_ > laid[masters]]

    def sites_left(self) -> int:
        standing = sum(tile.site for town, _, tile in self.tiles() if not town.scored)
        return int(BOX["pieces"]["sites"] - standing)

    def open_towns(self) -> list[Town]:
        return [town for town in self.towns.values() if not town.scored]

    # --- what a card allows -----------------------------------------------------------------------------------

    def lays(self, town: Town, coats: list[str]) -> list[str]:
        """Every district that the building rules allow in the town: "grey2 M2", "church D M2 over S3"."""
        found = []
        for space in town.free():
            if not joined(town, space, set(town.laid)):
                continue
            for coat in coats:
                if coat not in coats_around(town, town.cells[space]):
                    found += self.forms(town, space, coat)
        return found

    def forms(self, town: Town, space: str, coat: str) -> list[str]:
        """The districts of a coat for a space, with the figure of the printed masters where there are any."""
        found = []
        for what in self.stock(coat, space[0]):
            if what in SPECIALS:
                found += specials(town, space, str(what))
            else:
                found.append(f"{coat}{what or ''} {space}")
        return found

    def acts(self, card: str, coats: list[str]) -> list[str]:
        """Every way to carry out a town or building-site card, in the words of the orders without the first."""
        if card == "site":
            towns = self.open_towns() if self.sites_left() else []
            return [f"{form} {town.name}" for town in towns for form in self.lays(town, coats)]
        town = self.towns[card]
        if town.scored:
            return []
        sites = [f"finish {card} {name}" for name, tile in town.laid.items() if tile.site and tile.coat in coats]
        return [*self.lays(town, coats), *sites]

    def act(self, card: str, words: list[str]) -> None:
        """Carry out one of `acts`."""
        if words[0] == "finish":
            self.towns[words[1]].laid[words[2]].site = False
            return
        town = self.towns[words.pop() if card == "site" else card]
        coat = words[0].rstrip("012")
        tile = Tile(coat, site=card == "site")
        if words[1] in SPECIALS:
            tile.special, tile.where = words.pop(1), words[-1]
        elif coat != "church":
            tile.masters = int(words[0][len(coat) :] or 0)
        put(town, words[1], tile)

    # --- after the actions ------------------------------------------------------------------------------------

    def settle(self, *, end: bool = False) -> None:
        """Cover what is dead (at the end all that is free), score the towns that are full."""
        for town in self.open_towns():
            town.covered |= set(town.free()) if end else self.dead(town)
        for town in self.open_towns():
            if not town.free():
                self.points.update(prizes(town))
                town.scored = True
                for cards in (*self.hands, *self.played):
                    cards.discard(town.name)

    def takers(self, town: Town, space: str, coats: list[str]) -> list[str]:
        """The coats that could still be laid there as far as shape, stock and neighbours go."""
        around = coats_around(town, town.cells[space])
        return [coat for coat in coats if coat not in around and self.stock(coat, space[0])]

    def dead(self, town: Town) -> set[str]:
        every = [*self.coats, "grey", "church"]
        hopeful = {space for space in town.free() if self.takers(town, space, every)}
        reached: set[str] = set()
        while more := {space for space in hopeful - reached if joined(town, space, set(town.laid) | reached)}:
            reached |= more
        return set(town.free()) - reached

    def only_influenced_could_build(self) -> bool:
        own = [*self.guilds, "grey", "church"]
        return not any(self.takers(town, space, own) for town in self.open_towns() for space in town.free())

    def totals(self) -> list[int]:
        """Points of the seats so far."""
        return [
            self.points[guild] + (self.points[self.influenced[seat]] if self.influenced else 0)
            for seat, guild in enumerate(self.guilds)
        ]

    def bonus(self) -> list[int]:
        """For most influence cards at the end."""
        most = max(self.influence)
        return [POINTS["influence"] if most and cards == most else 0 for cards in self.influence]


def specials(town: Town, space: str, letter: str) -> list[str]:
    if letter != "D":
        return [f"church {letter} {space} {side}" for side, _ in growths(town, space)]
    found = []
    for other in town.free():
        if other[0] == "S" and other != space:
            together = [*town.cells[space], *town.cells[other]]
            near = any(abs(r - y) + abs(c - x) == 1 for r, c in town.cells[space] for y, x in town.cells[other])
            if near and "church" not in coats_around(town, together):
                found.append(f"church D {space} over {other}")
    return found


def prizes(town: Town) -> Counter[str]:
    """Points by guild for a full town."""
    done = [tile for tile in town.laid.values() if not tile.site]
    value = sum(
        POINTS["guild"] if tile.coat != "church" else POINTS["cathedral"] if tile.cathedral else POINTS["church"]
        for tile in done
    )
    strength = {}
    for coat in {tile.coat for tile in done} - {"church"}:
        mine = [tile for tile in done if tile.coat == coat]
        strength[coat] = (len(mine), sum(tile.masters + tile.pieces for tile in mine))
    ladder = [value, -(-value // 2), POINTS["third"], POINTS["fourth"], 0]
    won: Counter[str] = Counter()
    rank = 0
    for _, group in groupby(
        sorted(strength, key=lambda coat: strength[coat], reverse=True), key=lambda coat: strength[coat]
    ):
        equals = list(group)
        rank += len(equals)
        won.update(dict.fromkeys(equals, ladder[rank - 1]))
    return won
