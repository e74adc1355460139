"""Scenes as SVG text: presentation attributes only, no style sheet, no script, no outside resource.

Words may come from players, so they are escaped and freed of control characters. The result
is a file of its own and may also be put into a page, even one that forbids inline styles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from xml.sax.saxutils import escape, quoteattr

from engine.language.normal_form import normal_form
from engine.pictures.lettering import LEAST, fit, width
from engine.pictures.scene import Circle, Line, Polygon, Rect, Scene, Shape, Text

FAMILIES = "DejaVu Sans, Droid Sans Fallback, Verdana, sans-serif"
Attributes = Mapping[str, str | float | None]
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_svg(scene: Scene) -> str:
    """The whole picture as an SVG document; its first line of words is the title, the rest the description."""
    size = f'width="{number(scene.width)}" height="{number(scene.height)}"'
    title, _, description = scene.words.partition("\n")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(scene.width)} {number(scene.height)}" {size}'
        f' role="img" font-family="{FAMILIES}">',
        f"<title>{clean(title)}</title>",
        f"<desc>{clean(description.strip())}</desc>",
        _element("rect", {"width": scene.width, "height": scene.height, "fill": scene.background}),
        *(_draw(shape) for shape in scene.shapes),
        "</svg>\n",
    ]
    return "\n".join(parts)


def number(value: float) -> str:
    """A coordinate with at most two decimals, as short as it can be."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(words: str) -> str:
    """Words as XML text: composed letters, no control characters, escaped."""
    return escape(_FORBIDDEN.sub("", normal_form("NFC", words)))


def _draw(shape: Shape) -> str:
    return _WRITERS[type(shape)](shape)


def _rect(shape: Rect) -> str:
    place = {"x": shape.x, "y": shape.y, "width": shape.width, "height": shape.height, "rx": shape.round or None}
    return _element("rect", {**place, **_paint(shape.fill, shape.stroke, shape.stroke_width, shape.dash)})


def _circle(shape: Circle) -> str:
    place = {"cx": shape.x, "cy": shape.y, "r": shape.radius}
    return _element("circle", {**place, **_paint(shape.fill, shape.stroke, shape.stroke_width)})


def _line(shape: Line) -> str:
    place = {"x1": shape.x1, "y1": shape.y1, "x2": shape.x2, "y2": shape.y2}
    return _element("line", {**place, **_paint(None, shape.stroke, shape.stroke_width, shape.dash)})


def _polygon(shape: Polygon) -> str:
    points = " ".join(f"{number(x)},{number(y)}" for x, y in shape.points)
    return _element("polygon", {"points": points, **_paint(shape.fill, shape.stroke, shape.stroke_width)})


def _text(shape: Text) -> str:
    words, size = fit(shape.words, shape.size, shape.width, partial(width, bold=shape.bold), LEAST)
    # Widths are estimates: words that had to be fitted are held to their room whatever font draws them.
    squeezed = shape.width if (words, size) != (shape.words, shape.size) else None
    attributes: Attributes = {
        "x": shape.x,
        "y": shape.y,
        "font-size": size,
        "font-weight": "700" if shape.bold else None,
        "text-anchor": None if shape.anchor == "start" else shape.anchor,
        "textLength": squeezed,
        "lengthAdjust": "spacingAndGlyphs" if squeezed else None,
        "fill": shape.fill,
    }
    return _element("text", attributes, clean(words))


_WRITERS: dict[type, Callable[..., str]] = {Rect: _rect, Circle: _circle, Line: _line, Polygon: _polygon, Text: _text}


def _paint(fill: str | None, stroke: str, thickness: float, dash: tuple[float, ...] = ()) -> Attributes:
    """Fill and stroke; a stroke of "none" needs no attributes, it is what SVG takes anyway."""
    if stroke == "none":
        return {"fill": fill}
    dashes = " ".join(number(length) for length in dash) or None
    return {"fill": fill, "stroke": stroke, "stroke-width": thickness, "stroke-dasharray": dashes}


def _element(name: str, attributes: Attributes, inner: str | None = None) -> str:
    """One element; attributes that are None are left out, `inner` is XML already."""
    written = "".join(
        f" {key}={quoteattr(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}/>" if inner is None else f"<{name}{written}>{inner}</{name}>"
