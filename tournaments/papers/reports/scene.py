"""Scenes as vectors on the page of a paper: the same picture that letters carry as PNG and pages as SVG."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas

from engine.pictures import scene as plain
from engine.pictures.lettering import LEAST
from tournaments.papers.reports import typefaces


def place(canvas: Canvas, scene: plain.Scene, x: float, y: float, width: float) -> None:
    """Draw the scene `width` points wide with its lower left corner at (x, y); its height follows."""
    scale = width / scene.width
    canvas.saveState()
    canvas.transform(scale, 0, 0, scale, x, y)
    painter = _Painter(canvas, scene.height)
    painter.rect(plain.Rect(0, 0, scene.width, scene.height, scene.background))
    for shape in scene.shapes:
        _DRAWERS[type(shape)](painter, shape)
    canvas.restoreState()


class _Painter:
    """Scenes measure downwards from the top, pages upwards from the foot: `top` is the height of the scene.

    What is set already is not set again: most neighbours share their colours.
    """

    def __init__(self, canvas: Canvas, top: float) -> None:
        self.canvas, self.top = canvas, top
        self._now: dict[str, object] = {}

    def rect(self, shape: plain.Rect) -> None:
        paint = self._paint(shape.fill, shape.stroke, shape.stroke_width, shape.dash)
        left, foot = shape.x, self.top - shape.y - shape.height
        if radius := min(shape.round, shape.width / 2, shape.height / 2):
            self.canvas.roundRect(left, foot, shape.width, shape.height, radius, **paint)
        else:
            self.canvas.rect(left, foot, shape.width, shape.height, **paint)

    def circle(self, shape: plain.Circle) -> None:
        paint = self._paint(shape.fill, shape.stroke, shape.stroke_width)
        self.canvas.circle(shape.x, self.top - shape.y, shape.radius, **paint)

    def line(self, shape: plain.Line) -> None:
        self._paint("none", shape.stroke, shape.stroke_width, shape.dash)
        self.canvas.line(shape.x1, self.top - shape.y1, shape.x2, self.top - shape.y2)

    def polygon(self, shape: plain.Polygon) -> None:
        paint = self._paint(shape.fill, shape.stroke, shape.stroke_width)
        path = self.canvas.beginPath()
        (x, y), *more = shape.points
        path.moveTo(x, self.top - y)
        for x, y in more:
            path.lineTo(x, self.top - y)
        path.close()
        self.canvas.drawPath(path, **paint)

    def text(self, shape: plain.Text) -> None:
        """One string for each run of letters that the same font draws."""
        words, size = typefaces.fit(shape.words, shape.size, shape.width, bold=shape.bold, least=LEAST)
        runs = typefaces.runs(words, bold=shape.bold)
        taken = sum(typefaces.run_width(run, size) for run in runs)
        x = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * taken
        self._paint(shape.fill, "none", 0)
        for run in runs:
            self.canvas.setFont(run.font, size)
            self.canvas.drawString(x, self.top - shape.y, run.words)
            x += typefaces.run_width(run, size)

    def _paint(self, fill: str, stroke: str, thickness: float, dash: tuple[float, ...] = ()) -> dict[str, int]:
        """Take up the colours; whether to stroke and to fill."""
        if fill != "none":
            self._take("fill", fill, lambda: self.canvas.setFillColor(_colour(fill)))
        if stroke != "none":
            self._take("stroke", stroke, lambda: self.canvas.setStrokeColor(_colour(stroke)))
            self._take("thickness", thickness, lambda: self.canvas.setLineWidth(thickness))
            self._take("dash", dash, lambda: self.canvas.setDash(list(dash)))
        return {"stroke": int(stroke != "none"), "fill": int(fill != "none")}

    def _take(self, what: str, value: object, say: Callable[[], None]) -> None:
        if self._now.get(what) != value:
            self._now[what] = value
            say()


_DRAWERS: dict[type, Callable[..., None]] = {
    plain.Rect: _Painter.rect,
    plain.Circle: _Painter.circle,
    plain.Line: _Painter.line,
    plain.Polygon: _Painter.polygon,
    plain.Text: _Painter.text,
}


@cache
def _colour(name: str) -> Color:
    return HexColor(name)
