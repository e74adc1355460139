"""Files inside a PDF: whoever has the paper has the record it was made from. Takes bytes, looks nothing up."""

from __future__ import annotations

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas


def attach(canvas: Canvas, name: str, content: bytes, words: str, kind: str = "application/json") -> None:
    """Put one file into the document (ISO 32000-1, 7.11.4); readers list it under its name with `words` beside it."""
    document = canvas._doc
    about = {
        "Type": pdfdoc.PDFName("EmbeddedFile"),
        "Subtype": f"/{kind.replace('/', '#2F')}",
        "Params": pdfdoc.PDFDictionary({"Size": len(content)}),
    }
    stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary(about), content, filters=[pdfdoc.PDFZCompress])
    place = document.Reference(stream)
    called = pdfdoc.PDFString(name)
    described = {
        "Type": pdfdoc.PDFName("Filespec"),
        "F": called,
        "UF": called,
        "Desc": pdfdoc.PDFString(words),
        "AFRelationship": pdfdoc.PDFName("Data"),
        "EF": pdfdoc.PDFDictionary({"F": place, "UF": place}),
    }
    file = document.Reference(pdfdoc.PDFDictionary(described))
    listed = pdfdoc.PDFDictionary({"Names": pdfdoc.PDFArray([called, file])})
    document.Catalog.Names = pdfdoc.PDFDictionary({"EmbeddedFiles": listed})
