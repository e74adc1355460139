"""Towns in position files: the districts laid in them, in words both ways ("blue2 site", "church D over S4")."""

from __future__ import annotations

from engine.events import Json
from engine.flandern.data.box import CHURCH, COATS, GREY, SPECIALS, Box
from engine.flandern.data.maps import CENTRE, SIDES
from engine.flandern.rules import scoring
from engine.flandern.rules.building import MASTERS
from engine.flandern.state import AREAS, District, Town, centre
from engine.positions.codec import Flag, Form, Whole
from engine.positions.values import fail, fields, listed, mapping, one_of, shown

FIELDS = ("area", "laid", "covered", "scored")


class TownForm(Form[Town]):
    """A town, by its number in the box."""

    def __init__(self, box: Box, number: int) -> None:
        self.box, self.coat = box, box.coat[number]

    def read(self, value: Json, place: str) -> Town:
        data = fields(value, FIELDS, place)
        town = Town(Whole(1, AREAS).read(data.get("area"), f"{place}, area") - 1, centre(self.coat))
        for name, words in mapping(data.get("laid", {}), f"{place}, laid").items():
            self._lay(town, name, words, f"{place}, {name}")
        town.covered = sorted(self._space(town, name, place) for name in listed(data.get("covered", []), place))
        if len(set(town.covered)) < len(town.covered) or set(town.covered) & set(town.laid):
            raise fail(f"{place}, covered", "names a space twice, or one that is laid")
        if Flag().read(data.get("scored", False), f"{place}, scored"):
            scoring.score(town, self.box)
        return town

    def _space(self, town: Town, name: Json, place: str) -> int:
        known = town.layout(self.box).number
        if not isinstance(name, str) or name not in known:
            raise fail(place, f"has no space {shown(name)}; there are {', '.join(known)}")
        return known[name]

    def _lay(self, town: Town, name: str, words: Json, place: str) -> None:
        at = self._space(town, name, place)
        if not isinstance(words, str) or not words.split():
            raise fail(place, f"is {shown(words)}, not a district in words")
        district, side, over = _district(words.split(), place)
        if at in town.laid and at != CENTRE:
            raise fail(place, "is laid already")
        if at == CENTRE and (district.coat != self.coat or district.site or district.special or district.masters):
            raise fail(place, f"the centre is {COATS[self.coat]}, with pieces on it at most")
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

    def write(self, value: Town) -> Json:
        spaces = value.layout(self.box).spaces
        # What makes a town grow comes first, in its order: other spaces may lie there.
        order = [*(base for base, _, _ in value.added), *sorted(value.laid)]
        laid = {
            spaces[at].name: _words(value, self.box, at)
            for at in dict.fromkeys(order)
            if value.laid[at].part < 0 and not (at == CENTRE and value.laid[at] == District(self.coat))
        }
        covered = [spaces[at].name for at in value.covered]
        return {"area": value.area + 1, "laid": laid, "covered": covered, "scored": value.scored}


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


def _words(town: Town, box: Box, at: int) -> str:
    """A district in words: "blue2 site", "church D over S4 cathedral", "grey +1"."""
    district, spaces = town.laid[at], town.layout(box).spaces
    figure = str(district.masters) if district.coat <= GREY and district.masters else ""
    words = [COATS[district.coat] + figure]
    if district.special:
        words.append(district.special)
        words += [side for base, side, _ in town.added if base == at]
        for other, part in town.laid.items():
            words += ["over", spaces[other].name] if part.part == at else []
    words += ["site"] if district.site else []
    words += ["cathedral"] if district.coat == CHURCH and district.cathedral else []
    words += [f"+{district.pieces}"] if district.pieces else []
    return " ".join(words)
