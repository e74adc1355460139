"""Pictures folded into two columns, for paper, where there is less room downwards than on a screen."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from engine.pictures.scene import Circle, Line, Polygon, Rect, Scene, Shape, Text, moved


def fitted(scene: Scene, width: float, height: float) -> Scene:
    """The picture as it is or folded: whichever is drawn larger in that room."""
    return max(scene, folded(scene), key=lambda way: min(width / way.width, height / way.height))


def folded(scene: Scene) -> Scene:
    """The lower part beside the upper one, parted where no shape is and both are most alike; as it is if there is none.

    The lower edge of a picture is left free as much as what lies between two of its blocks.
    """
    spans = sorted(_span(shape) for shape in scene.shapes)
    cuts, reach = [], 0.0
    for (_, foot), (top, _) in pairwise(spans):
        reach = max(reach, foot)
        if top > reach:
            cuts.append((reach, top))
    if not cuts:
        return scene
    edge = scene.height - max(foot for _, foot in spans)
    above, below = min(cuts, key=lambda cut: abs(scene.height - cut[0] - cut[1]))
    up, right = edge - below, scene.width - edge
    shapes = tuple(shape if _span(shape)[0] < below else moved(shape, right, up) for shape in scene.shapes)
    height = max(above + edge, scene.height + up)
    return replace(scene, width=scene.width + right, height=height, shapes=shapes)


def _span(shape: Shape) -> tuple[float, float]:
    """Top and foot."""
    match shape:
        case Rect():
            return shape.y, shape.y + shape.height
        case Circle():
            return shape.y - shape.radius, shape.y + shape.radius
        case Line():
            return min(shape.y1, shape.y2), max(shape.y1, shape.y2)
        case Polygon():
            return min(y for _, y in shape.points), max(y for _, y in shape.points)
        case Text():
            return shape.y - shape.size, shape.y
