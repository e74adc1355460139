"""Scenes as PNG for letters: drawn by resvg with the shipped fonts only, kept by content in a directory.

Values in, bytes out: no rows are read here.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

import resvg_py

from engine.scene import Scene
from engine.svg import to_svg
from tournaments.reports.typefaces import FILES

ZOOM = 1.5  # device pixels per pixel of the scene: sharp enough on a telephone, at two thirds of the cost of 2
EDITION = "1"  # raise it when the same SVG is to be drawn differently


def png(scene: Scene, directory: Path, *, zoom: float = ZOOM) -> bytes:
    """The picture of a scene, drawn only if `directory` does not hold it yet."""
    svg = to_svg(scene)
    kept = directory / f"{content_name(svg, zoom)}.png"
    try:
        return kept.read_bytes()
    except FileNotFoundError:
        picture = draw(svg, zoom)
    _keep(kept, picture)
    return picture


def draw(svg: str, zoom: float = ZOOM) -> bytes:
    """PNG of an SVG text; no system font is looked at, so it is the same on every machine."""
    fonts = [str(file) for file in FILES]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts=True, font_files=fonts))


def content_name(svg: str, zoom: float) -> str:
    """The name under which a picture is kept: the same content, the same name."""
    return hashlib.sha256(f"{EDITION} {resvg_py.__resvg_version__} {zoom:g}\n{svg}".encode()).hexdigest()


def _keep(path: Path, picture: bytes) -> None:
    """Write under another name first: a reader never sees half a picture, two writers do not disturb each other."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(dir=path.parent, suffix=".part")
    with os.fdopen(handle, "wb") as file:
        file.write(picture)
    Path(unfinished).replace(path)
