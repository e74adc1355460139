"""Scenes as bitmaps for letters: drawn with the shipped fonts only, so they are the same on every machine.

Rectangles begin and end at whole pixels. Everything round or slanted is drawn four times as large and made small
again, once: its mask is kept, because a picture repeats its pieces many times, and pictures repeat each other.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor

from PIL import Image, ImageDraw, ImageFont

from engine.pictures import scene as plain
from engine.pictures.lettering import LEAST
from tournaments.papers.reports import typefaces

FINER = 4  # how much larger masks are drawn
MASKS, LINES, FACES = 2048, 4096, 512  # how many are kept; a mask has about a kilobyte
COLOURS = 64  # fewer than a screen has, but the pieces have a dozen: nobody sees it, and the letter is a fifth lighter
Points = tuple[tuple[int, int], ...]  # in quarters of a pixel


def png(scene: plain.Scene, zoom: float) -> bytes:
    """The picture `zoom` times as large as the scene, its colours in a table: a third of the bytes of a full one."""
    out = io.BytesIO()
    table = draw(scene, zoom).quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    table.save(out, "PNG", compress_level=6)
    return out.getvalue()


def draw(scene: plain.Scene, zoom: float) -> Image.Image:
    """The picture with all its colours."""
    size = round(scene.width * zoom), round(scene.height * zoom)
    canvas = _Canvas(Image.new("RGB", size, scene.background), zoom)
    for shape in scene.shapes:
        _DRAWERS[type(shape)](canvas, shape)
    return canvas.image


class _Canvas:
    """An image that takes shapes in the scene's measures."""

    def __init__(self, image: Image.Image, zoom: float) -> None:
        self.image, self.zoom = image, zoom

    def rect(self, shape: plain.Rect) -> None:
        half = shape.stroke_width / 2 if shape.stroke != "none" else 0.0
        outer = self._box(shape, half)
        radius = (min(shape.round, shape.width / 2, shape.height / 2) + (half if shape.round else 0)) * self.zoom
        line = max(round(2 * half * self.zoom), 1) if half else 0
        if shape.dash:
            self._dashed(shape)
        elif shape.fill == "none":
            self._stamp(_frame(outer[2] - outer[0], outer[3] - outer[1], _quarters(radius), line), outer, shape.stroke)
        elif half:
            self._block(outer, radius, shape.stroke)
            inner = (outer[0] + line, outer[1] + line, outer[2] - line, outer[3] - line)
            self._block(inner, max(radius - line, 0), shape.fill)
        else:
            self._block(outer, radius, shape.fill)

    def circle(self, shape: plain.Circle) -> None:
        half = shape.stroke_width / 2 if shape.stroke != "none" else 0.0
        if shape.fill != "none":
            self._disc(shape, shape.radius, 0, shape.fill)
        if half:
            self._disc(shape, shape.radius + half, shape.radius - half, shape.stroke)

    def line(self, shape: plain.Line) -> None:
        ends = ((shape.x1, shape.y1), (shape.x2, shape.y2))
        for piece in _dashes(*ends, shape.dash) if shape.dash else (ends,):
            self._path(piece, shape.stroke_width, shape.stroke)

    def polygon(self, shape: plain.Polygon) -> None:
        if shape.fill != "none":
            self._path(shape.points, 0, shape.fill)
        if shape.stroke != "none":
            # On past the first corner, so that it is joined like the others.
            self._path((*shape.points, *shape.points[:2]), shape.stroke_width, shape.stroke)

    def text(self, shape: plain.Text) -> None:
        runs, taken = _set(shape.words, shape.size, shape.width, bold=shape.bold)
        x = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * taken
        for name, words, size, advance in runs:
            mask, (left, top) = _written(name, words, size * self.zoom, advance * self.zoom)
            place = (round(x * self.zoom + left), round(shape.y * self.zoom) + top)
            self.image.paste(shape.fill, place, mask)
            x += advance

    # --- inside -----------------------------------------------------------------------------------

    def _box(self, shape: plain.Rect, more: float) -> tuple[int, int, int, int]:
        """The box in whole pixels around a rectangle and `more` of the scene on each side."""
        return (
            round((shape.x - more) * self.zoom),
            round((shape.y - more) * self.zoom),
            round((shape.x + shape.width + more) * self.zoom),
            round((shape.y + shape.height + more) * self.zoom),
        )

    def _block(self, box: tuple[int, int, int, int], radius: float, fill: str) -> None:
        """A filled rectangle: plain bands, and a mask for each corner if they are round."""
        left, top, right, bottom = box
        fine = _quarters(radius)
        side = ceil(fine / FINER) if fine > 1 else 0
        for band in ((left, top + side, right, bottom - side), (left + side, top, right - side, top + side),
                     (left + side, bottom - side, right - side, bottom)):  # fmt: skip
            if band[0] < band[2] and band[1] < band[3]:
                self.image.paste(fill, band)
        if side:
            flipped = (Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM, Image.Transpose.ROTATE_180)
            places = ((right - side, top), (left, bottom - side), (right - side, bottom - side))
            corner = _corner(fine)
            self.image.paste(fill, (left, top), corner)
            for way, place in zip(flipped, places, strict=True):
                self.image.paste(fill, place, corner.transpose(way))

    def _dashed(self, shape: plain.Rect) -> None:
        right, bottom = shape.x + shape.width, shape.y + shape.height
        corners = ((shape.x, shape.y), (right, shape.y), (right, bottom), (shape.x, bottom), (shape.x, shape.y))
        for start, end in pairwise(corners):
            self.line(plain.Line(*start, *end, shape.stroke, shape.stroke_width, shape.dash))

    def _disc(self, shape: plain.Circle, outer: float, inner: float, fill: str) -> None:
        x, y = _quarters((shape.x - outer) * self.zoom), _quarters((shape.y - outer) * self.zoom)
        across, hole = _quarters(2 * outer * self.zoom), _quarters(2 * max(inner, 0) * self.zoom)
        mask = _ring(x % FINER, y % FINER, across, hole)
        self.image.paste(fill, (x // FINER, y // FINER), mask)

    def _path(self, points: tuple[tuple[float, float], ...], thickness: float, fill: str) -> None:
        """Fill a polygon, or with a thickness draw its outline."""
        fine = [(_quarters(x * self.zoom), _quarters(y * self.zoom)) for x, y in points]
        more = ceil(thickness * self.zoom / 2) + 1 if thickness else 0
        left, top = min(x for x, _ in fine) // FINER - more, min(y for _, y in fine) // FINER - more
        own = tuple((x - left * FINER, y - top * FINER) for x, y in fine)
        self.image.paste(fill, (left, top), _outline(own, _quarters(thickness * self.zoom), more))

    def _stamp(self, mask: Image.Image, box: tuple[int, int, int, int], fill: str) -> None:
        self.image.paste(fill, box[:2], mask)


_DRAWERS: dict[type, Callable[..., None]] = {
    plain.Rect: _Canvas.rect,
    plain.Circle: _Canvas.circle,
    plain.Line: _Canvas.line,
    plain.Polygon: _Canvas.polygon,
    plain.Text: _Canvas.text,
}


def _quarters(pixels: float) -> int:
    return round(pixels * FINER)


def _dashes(
    start: tuple[float, float], end: tuple[float, float], pattern: tuple[float, ...]
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The strokes of a dashed line."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5
    strokes, done, place = [], 0.0, 0
    while done < length:
        until = min(done + pattern[place % len(pattern)], length)
        if place % 2 == 0:
            near, far = done / length, until / length
            strokes.append(
                (
                    (start[0] + across * near, start[1] + down * near),
                    (start[0] + across * far, start[1] + down * far),
                )
            )
        done, place = until, place + 1
    return strokes


# --- masks: how much of each pixel a shape covers ---------------------------------------------------


@lru_cache(MASKS)
def _corner(radius: int) -> Image.Image:
    """The left upper quarter of a disc."""
    side = ceil(radius / FINER)
    mask = Image.new("L", (side * FINER, side * FINER))
    ImageDraw.Draw(mask).ellipse((0, 0, 2 * radius - 1, 2 * radius - 1), 255)
    ImageDraw.Draw(mask).rectangle((radius, 0, side * FINER, side * FINER), 255)
    ImageDraw.Draw(mask).rectangle((0, radius, side * FINER, side * FINER), 255)
    return mask.reduce(FINER)


@lru_cache(MASKS)
def _frame(width: int, height: int, radius: int, line: int) -> Image.Image:
    """The outline of a rectangle, `line` pixels thick inwards."""
    mask = Image.new("L", (width * FINER, height * FINER))
    box = (0, 0, width * FINER - 1, height * FINER - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius, outline=255, width=line * FINER)
    return mask.reduce(FINER)


@lru_cache(MASKS)
def _ring(x: int, y: int, across: int, hole: int) -> Image.Image:
    """A disc with a hole in its middle, at a place within its first pixel."""
    size = (ceil((x + across) / FINER) * FINER, ceil((y + across) / FINER) * FINER)
    mask, inset = Image.new("L", size), (across - hole) // 2
    ImageDraw.Draw(mask).ellipse((x, y, x + across - 1, y + across - 1), 255)
    if hole > 0:
        ImageDraw.Draw(mask).ellipse((x + inset, y + inset, x + inset + hole - 1, y + inset + hole - 1), 0)
    return mask.reduce(FINER)


@lru_cache(MASKS)
def _outline(points: Points, thickness: int, more: int) -> Image.Image:
    """A polygon filled, or a line through its points."""
    reach = [max(values) // FINER + 1 + more for values in zip(*points, strict=True)]
    mask = Image.new("L", (reach[0] * FINER, reach[1] * FINER))
    if thickness:
        ImageDraw.Draw(mask).line(points, 255, thickness, joint="curve")
    else:
        ImageDraw.Draw(mask).polygon(points, 255)
    return mask.reduce(FINER)


# --- words ------------------------------------------------------------------------------------------


@lru_cache(LINES)
def _set(
    words: str, size: float, room: float | None, *, bold: bool
) -> tuple[tuple[tuple[str, str, float, float], ...], float]:
    """((font, words, size, advance) of each run, whole width) of words fitted into their room."""
    words, size = typefaces.fit(words, size, room, bold=bold, least=LEAST)
    runs = tuple(
        (run.font, run.words, size, typefaces.run_width(run, size)) for run in typefaces.runs(words, bold=bold)
    )
    return runs, sum(advance for *_, advance in runs)


@lru_cache(LINES)
def _written(name: str, words: str, size: float, room: float) -> tuple[Image.Image, tuple[int, int]]:
    """The mask of a run, and the place of its corner from the beginning of its baseline.

    On pixels letters may come out a little wider than they are: they are set as much smaller, to take their `room`.
    """
    face = _face(name, size)
    if (taken := face.getlength(words)) > room > 0:
        face = _face(name, size * room / taken)
    left, top, right, bottom = face.getbbox(words, anchor="ls")
    left, top = floor(left), floor(top)
    mask = Image.new("L", (max(ceil(right) - left, 1), max(ceil(bottom) - top, 1)))
    ImageDraw.Draw(mask).text((-left, -top), words, 255, face, anchor="ls")
    return mask, (left, top)


@lru_cache(FACES)
def _face(name: str, size: float) -> ImageFont.FreeTypeFont:
    """A face; runs come in the order and the forms in which they are drawn, so nothing is laid out anew."""
    path = str(typefaces.FONTS / f"{name}.ttf")
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
