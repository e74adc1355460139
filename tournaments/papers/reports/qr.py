"""A QR code as one path: squares of an address that a telephone reads from paper. Vector, no picture."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from reportlab.graphics.barcode import qrencoder
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

QUIET = 4  # modules of white around it (ISO/IEC 18004)


def place(canvas: Canvas, words: str, x: float, y: float, side: float) -> None:
    """The code of `words` with its lower left corner at (x, y), `side` points wide with its white border."""
    code = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.M)
    code.addData(qrencoder.QR8bitByte(words.encode()))
    code.make()
    modules = code.getModuleCount()
    unit = side / (modules + 2 * QUIET)
    canvas.setFillColor(HexColor("#ffffff"))
    canvas.rect(x, y, side, side, stroke=0, fill=1)
    path = canvas.beginPath()
    for row in range(modules):
        foot = y + side - (row + QUIET + 1) * unit
        for dark, run in groupby(range(modules), partial(code.isDark, row)):
            columns = list(run)
            if dark:
                path.rect(x + (columns[0] + QUIET) * unit, foot, len(columns) * unit, unit)
    canvas.setFillColor(HexColor("#000000"))
    canvas.drawPath(path, stroke=0, fill=1)
