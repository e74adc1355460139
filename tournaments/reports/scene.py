"""Scenes as vector drawings for papers: the same picture that letters carry as PNG."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reportlab.graphics import shapes as vector
from reportlab.lib.colors import Color, HexColor

from engine import scene as plain
from tournaments.reports import typefaces


def drawing(scene: plain.Scene, width: float) -> vector.Drawing:
    """The scene as a drawing `width` points wide; its height follows."""
    scale = width / scene.width
    whole = vector.Drawing(width, scene.height * scale)
    group = vector.Group(transform=(scale, 0, 0, scale, 0, 0))
    ground = plain.Rect(0, 0, scene.width, scene.height, scene.background)
    for shape in (ground, *scene.shapes):
        for element in _DRAWERS[type(shape)](shape, scene.height):
            group.add(element)
    whole.add(group)
    return whole


# Scenes measure downwards from the top, drawings upwards from the foot: `top` is the height of the scene.


def _rect(shape: plain.Rect, top: float) -> Iterator[vector.Shape]:
    radius = min(shape.round, shape.width / 2, shape.height / 2)
    yield vector.Rect(
        shape.x,
        top - shape.y - shape.height,
        shape.width,
        shape.height,
        rx=radius,
        ry=radius,
        fillColor=_colour(shape.fill),
        strokeColor=_colour(shape.stroke),
        strokeWidth=shape.stroke_width,
        strokeDashArray=list(shape.dash) or None,
    )


def _circle(shape: plain.Circle, top: float) -> Iterator[vector.Shape]:
    yield vector.Circle(
        shape.x,
        top - shape.y,
        shape.radius,
        fillColor=_colour(shape.fill),
        strokeColor=_colour(shape.stroke),
        strokeWidth=shape.stroke_width,
    )


def _line(shape: plain.Line, top: float) -> Iterator[vector.Shape]:
    yield vector.Line(
        shape.x1,
        top - shape.y1,
        shape.x2,
        top - shape.y2,
        strokeColor=_colour(shape.stroke),
        strokeWidth=shape.stroke_width,
        strokeDashArray=list(shape.dash) or None,
    )


def _polygon(shape: plain.Polygon, top: float) -> Iterator[vector.Shape]:
    yield vector.Polygon(
        [part for x, y in shape.points for part in (x, top - y)],
        fillColor=_colour(shape.fill),
        strokeColor=_colour(shape.stroke),
        strokeWidth=shape.stroke_width,
    )


def _text(shape: plain.Text, top: float) -> Iterator[vector.Shape]:
    """One string for each run of letters that the same font draws."""
    words, size = typefaces.fit(shape.words, shape.size, shape.width, bold=shape.bold)
    x = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * typefaces.width(
        words, size, bold=shape.bold
    )
    for run in typefaces.runs(words, bold=shape.bold):
        yield vector.String(
            x, top - shape.y, run.words, fontName=run.font, fontSize=size, fillColor=_colour(shape.fill)
        )
        x += typefaces.run_width(run, size)


_DRAWERS: dict[type, Callable[..., Iterator[vector.Shape]]] = {
    plain.Rect: _rect,
    plain.Circle: _circle,
    plain.Line: _line,
    plain.Polygon: _polygon,
    plain.Text: _text,
}


def _colour(name: str) -> Color | None:
    return None if name == "none" else HexColor(name)
