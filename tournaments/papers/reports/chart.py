"""Points after each round as lines. Seats are told apart by dash, marker and number, so it reads in grey."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.graphics import shapes as vector
from reportlab.lib.colors import Color, HexColor

from tournaments.language.speech import say
from tournaments.papers.reports import base, typefaces

INKS = (base.BRICK, base.WATER, base.GOLD, base.INK)
DASHES = (None, (5, 2), (1.2, 1.8), (6, 1.8, 1.2, 1.8))
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
LEFT, RIGHT, LOW, HIGH = 22.0, 22.0, 22.0, 6.0
LABEL_GAP = 9.5  # between the numbers at the ends of the lines
MOST_MARKERS = 16


def score_chart(by_round: Sequence[Sequence[int]], width: float, height: float) -> vector.Drawing:
    """One line per seat through (0, 0)... of `by_round`: the totals of all seats after each round."""
    plot = _Plot(by_round, width, height)
    plot.axes()
    for seat in reversed(range(plot.seats)):
        plot.line(seat)
    plot.ends()
    return plot.drawing


class _Plot:
    def __init__(self, by_round: Sequence[Sequence[int]], width: float, height: float) -> None:
        self.by_round = by_round
        self.rounds, self.seats = len(by_round), len(by_round[0])
        self.step, self.top = _scale(max(max(totals) for totals in by_round))
        self.width, self.height = width, height
        self.drawing = vector.Drawing(width, height)

    def x(self, number: int) -> float:
        """The position of round `number` (from 1); a single round is in the middle."""
        across = self.width - LEFT - RIGHT
        return LEFT + (across * (number - 1) / (self.rounds - 1) if self.rounds > 1 else across / 2)

    def y(self, points: float) -> float:
        return LOW + (self.height - LOW - HIGH) * points / self.top

    def axes(self) -> None:
        for points in range(0, self.top + 1, self.step):
            y = self.y(points)
            self._add(vector.Line(LEFT, y, self.width - RIGHT, y, strokeColor=HexColor(base.RULE), strokeWidth=0.5))
            self._words(LEFT - 5, y - 2.5, str(points), "end")
        every = 1 if self.rounds <= 16 else -(-self.rounds // 12)
        for number in range(1, self.rounds + 1, every):
            self._words(self.x(number), LOW - 10, str(number), "middle")
        self._words((LEFT + self.width - RIGHT) / 2, 2, say("round, as if the game had ended with it"), "middle")

    def line(self, seat: int) -> None:
        ink, dash = HexColor(INKS[seat % 4]), DASHES[seat % 4]
        places = [(self.x(number), self.y(totals[seat])) for number, totals in enumerate(self.by_round, 1)]
        flat = [part for place in places for part in place]
        if len(places) > 1:
            self._add(vector.PolyLine(flat, strokeColor=ink, strokeWidth=1.3, strokeDashArray=list(dash or ()) or None))
        for place in places[:: -(-len(places) // MOST_MARKERS)]:
            self._add(marker(seat, *place, ink))

    def ends(self) -> None:
        """The number of each seat behind the end of its line, moved apart where lines end close together."""
        final = self.by_round[-1]
        order = sorted(range(self.seats), key=lambda seat: (final[seat], -seat))
        wanted = [self.y(final[seat]) for seat in order]
        x = self.width - RIGHT + 12
        for seat, y in zip(order, _apart(wanted, LABEL_GAP, self.height - 5), strict=True):
            ink = HexColor(INKS[seat % 4])
            self._add(vector.Circle(x, y, 4.6, fillColor=ink, strokeColor=None))
            number = vector.String(x, y - 2.4, str(seat + 1), fontName=typefaces.BOLD, fontSize=6.8)
            number.textAnchor, number.fillColor = "middle", HexColor(base.WHITE)
            self._add(number)

    def _words(self, x: float, y: float, words: str, anchor: str) -> None:
        string = vector.String(x, y, words, fontName=typefaces.REGULAR, fontSize=7, fillColor=HexColor(base.MUTED))
        string.textAnchor = anchor
        self._add(string)

    def _add(self, shape: vector.Shape) -> None:
        self.drawing.add(shape)


def marker(seat: int, x: float, y: float, ink: Color) -> vector.Shape:
    """A disc, square, triangle or diamond: one for each of four seats."""
    paint = {"fillColor": ink if seat % 2 == 0 else HexColor(base.WHITE), "strokeColor": ink, "strokeWidth": 1}
    match seat % 4:
        case 0:
            return vector.Circle(x, y, 2.2, **paint)
        case 1:
            return vector.Rect(x - 2, y - 2, 4, 4, **paint)
        case 2:
            return vector.Polygon([x - 2.6, y - 2, x + 2.6, y - 2, x, y + 2.6], **paint)
        case _:
            return vector.Polygon([x - 2.8, y, x, y - 2.8, x + 2.8, y, x, y + 2.8], **paint)


def _scale(most: int) -> tuple[int, int]:
    """(step, top) of the axis of points: at most six steps, the top not below `most`."""
    step = next((step for step in STEPS if most <= 6 * step), most)
    return step, max(step, -(-most // step) * step)


def _apart(wanted: Sequence[float], gap: float, top: float) -> list[float]:
    """Ascending places moved so that neighbours are `gap` apart and the last is not above `top`."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + gap) if places else place)
    for index in range(len(places) - 1, -1, -1):
        ceiling = top if index == len(places) - 1 else places[index + 1] - gap
        places[index] = min(places[index], ceiling)
    return places
