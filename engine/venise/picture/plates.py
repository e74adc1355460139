"""The pictures in the rules of La Venise du Nord: the map and a final score. Positions that bots have played."""

from __future__ import annotations

from engine.pictures.plates import NAMES, Plate, framed, numbered, result, winner
from engine.pictures.sheet import MARGIN, TITLE, WIDTH, Sheet
from engine.venise.picture import area, chart
from engine.venise.picture.key import key
from engine.venise.rules import scoring
from engine.venise.state import State
from engine.venise.words.speech import say

ON_THE_TABLE, SCORING = "What is on the table", "Scoring"


def plates(now: State, end: State) -> tuple[Plate, ...]:
    """The map, a player's board and a score, in the language that is spoken."""
    return (_map(now), _score(end))


def _map(state: State) -> Plate:
    """The map with what lies on it, and below it what the marks mean."""
    sheet = Sheet(NAMES, 0)
    sheet.y = MARGIN
    chart.draw(sheet, state)
    sheet.key(key())
    said = say("The letters W, F and G mark where raw materials grow; figures with a number are the Burghers.")
    return Plate(ON_THE_TABLE, say("The map in a game of {n}", n=len(state.seats)), sheet.scene(said), said)


def _score(state: State) -> Plate:
    """The board of the winner, its rows named, and the points by category."""
    sheet = scoring.scoresheet(state)
    seat = winner(sheet)
    drawn = Sheet(NAMES, None)
    drawn.y = MARGIN
    area.draw(drawn, state, seat, asked=False)
    middle = MARGIN + TITLE + 12
    rows = [
        (MARGIN + TITLE / 2 + 2, say("name and points")),
        (middle, say("stock of raw materials, and the dice that are left")),
        (middle + area.LINE, say("store of goods, and the bridges that are left")),
        (middle + 2 * area.LINE + 22, say("the cards laid: with a strong edge those that work")),
    ]
    shown, named = numbered(framed(drawn.shapes, WIDTH, 0, drawn.y, ""), rows)
    said = f"{named} {result(sheet, seat)}"
    return Plate(SCORING, say("{name} has won", name=NAMES[seat]), shown, said)
