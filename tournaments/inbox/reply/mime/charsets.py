"""Bytes to text whatever the mail says its charset is. Never raises, and what it gives can be stored and sent again."""

from __future__ import annotations

import codecs
import re
import sys

ALIASES = {
    "ascii": "utf-8",
    "us-ascii": "utf-8",
    "ansi_x3.4-1968": "utf-8",
    "utf8": "utf-8",
    "unknown-8bit": "utf-8",
    "x-unknown": "utf-8",
    "default": "utf-8",
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "latin1": "cp1252",
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-6-i": "iso-8859-6",
    "iso-8859-9": "cp1254",
    "gb2312": "gb18030",
    "gb_2312-80": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "big5": "cp950",
    "ks_c_5601-1987": "cp949",
    "ks_c_5601": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "iso-2022-jp": "iso2022_jp_ext",
    "windows-874": "cp874",
    "tis-620": "cp874",
    "x-mac-roman": "mac_roman",
    "macintosh": "mac_roman",
}
# Python knows these names too, but no mail means them: they are slow, of the platform, or no charset.
FOREIGN = {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"}
JAPANESE = "iso2022_jp"
ROW_13 = (b"\x1b$B", b"\x1b$(Q")  # as JIS X 0213, which has the signs that Microsoft has added to JIS X 0208
MISFIT = "\ufffd"
BYTE_ORDERS = (
    (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
NAME = re.compile(r"[a-z0-9][a-z0-9._:+-]{0,39}")


def decode(data: bytes, charset: str | None) -> str:
    """Text by the mail's charset, else as UTF-8, else line by line; Windows-1252 where neither fits."""
    name = codec(charset)
    for whole in _wholes(data, name):
        try:
            text = _of_units(data, whole).decode(whole)
            text.encode()  # UTF-7 also has halves of characters (lone surrogates), which no database takes
            return text.removeprefix("\ufeff")
        except (UnicodeError, LookupError):
            continue
    return _by_lines(data, name).removeprefix("\ufeff")


def _of_units(data: bytes, name: str) -> bytes:
    """The bytes without those that are left over at the end, as programs put LF behind what is UTF-16 or UTF-32.

    Without NUL it is neither.
    """
    unit = 4 if name.startswith("utf-32") else 2 if name.startswith("utf-16") else 1
    return data[: len(data) - len(data) % unit] if b"\0" in data else data


def _wholes(data: bytes, name: str) -> tuple[str, ...]:
    """The charsets that may fit all of a text, the likeliest first."""
    if name == "utf-16" and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        # Big-endian by RFC 2781; many programs mean the other order, and what is mostly ASCII shows which.
        return ("utf-16-le", "utf-16-be") if data[1::2].count(0) > data[::2].count(0) else ("utf-16-be", "utf-16-le")
    if name == "utf-8":
        return (*(marked for mark, marked in BYTE_ORDERS if data.startswith(mark)), name)
    if data.isascii():
        return (name,)  # in ASCII UTF-8 says nothing
    # What is UTF-8 throughout is no text in a charset of one byte for each character, whatever its program calls it.
    return ("utf-8", name) if _table(name) else (name, "utf-8")


def _by_lines(data: bytes, name: str) -> str:
    """Each line by the first charset that it fits: a sign too many, or of another program, spoils no other line."""
    ways = [(data, name), (data, "utf-8")]
    if name.startswith(JAPANESE):
        ways.insert(1, (data.replace(*ROW_13), "iso2022_jp_2004"))
    text = _as_far_as_it_fits(data, "cp1252")
    for way in reversed(dict.fromkeys(ways)):
        text = _mended(_as_far_as_it_fits(*way), text)
    return text


def _mended(text: str, other: str) -> str:
    """The text, with each line that does not fit replaced by that of another reading."""
    lines, others = text.split("\n"), other.split("\n")
    if not text or len(lines) != len(others):
        return other
    return "\n".join([other if MISFIT in line else line for line, other in zip(lines, others, strict=True)])


def _as_far_as_it_fits(data: bytes, name: str) -> str:
    """Text with a sign for whatever does not fit, but for the first half of a character at which it was cut off.

    Nothing in a charset of which a line does not end in a byte of its own, and in what is no charset. Nor in UTF-7, of
    which each sign that does not fit takes its time.
    """
    try:
        if "\n".encode(name) != b"\n" or name == "utf-7":
            return ""
        if table := _table(name):
            return codecs.charmap_decode(data, "strict", table)[0]
        text = data.decode(name, "replace")
        begun = codecs.getincrementaldecoder(name)("replace").decode(data)
    except (UnicodeError, LookupError):
        return ""
    if text == begun + MISFIT and not begun.isascii():
        text = begun
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _table(name: str) -> str:
    """The characters of a charset in which each is one byte, and a sign where there is none; "" of other charsets.

    Python takes as long for a byte that does not fit as for hundreds that do, but not where all have a character.
    """
    decoder = codecs.lookup(name).incrementaldecoder
    characters: str = getattr(sys.modules[decoder.__module__], "decoding_table", "") if decoder else ""
    return characters.replace("\ufffe", MISFIT)


def codec(charset: str | None) -> str:
    """Python's codec for a charset as mails name it; UTF-8 for what nobody knows."""
    name = (charset or "").strip().strip("\"'").lower().replace("_", "-")
    if not NAME.fullmatch(name):
        return "utf-8"
    name = ALIASES.get(name, ALIASES.get(name.replace("-", "_"), name))
    try:
        known = codecs.lookup(name).name
    except LookupError:
        return "utf-8"
    return "utf-8" if known.replace("_", "-") in FOREIGN else known
