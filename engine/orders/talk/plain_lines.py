"""Lines of talk with what is no text left out, and where their sentences end."""

from __future__ import annotations

import re

from engine.language import typed

_SMILEY = re.compile(
    r"(?<!\w)(?:[:;=8xX][-^o']?[)(DPp3*/\]]+|<3|\^\^)(?!\w)|[(:;]-?[)(](?=\s|$)|(?<=\s)J(?=\s*$)"
)  # the last as some programs write a smile
SENTENCE = re.compile(r"[!?;]+|(?<!\d)\.+(?=\s|$)|(?<=\d)\.(?=\s|$)(?!\s+[a-zß-öø-ÿ])|…")  # "22. item" goes on
_ABBREVIATED = re.compile(r"\b(e\.\s?g|i\.\s?e|z\.\s?b|d\.\s?h|vgl|evtl|ggf|eg|zb)\.(?!\w)", re.IGNORECASE)
_SHORTENED = re.compile(
    r"\b([^\W\d_]|[bcdfghjklmnpqrstvwxz]{2,3}|ext|no|vol|tel|apt|art|room)\.(?=\s*\d)", re.IGNORECASE
)  # "ext. 22"
MONTH = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?"
    r"|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\b"
)
_DATE = re.compile(
    rf"\b\d{{1,2}}\.?\s*(?:of )?{MONTH}|\b{MONTH}\.?\s*\d{{1,2}}\b|\b\d{{4}}\. ?\d{{1,2}}\. ?\d{{1,2}}\b\.?"
    r"|\b\d{1,2}/\d{1,2}/\d{4}\b",
    re.IGNORECASE,
)
_STOP = re.compile(r"(?:\b([^\W\d_]+) |, ?)(\d{1,3})\.(?= [a-zß-öø-ÿ])")
_ARTICLES = "the on of in der die das den dem des am vom zum bis ab bei ein eine einen mein meine meinen"
_BEFORE_ORDINALS = frozenset(_ARTICLES.split())
_REQUEST = re.compile(
    r"(^|[.!,]\s+)(?:could|can|would|will|könntest|kannst|würdest|könntet|könnt|würdet)\s(?:you|du|ihr)\s"
    r"(?=[^?.!]*\b(?:please|kindly|my|me|bitte|mein\w*|mir)\b)([^?.!]*)\?",
    re.IGNORECASE,
)  # "could you take my blue threat off?" asks for no advice
_BREAK = " , "  # in the place of a picture: a remark may follow it
_A_DAY = " someday "  # in the place of a date: no word of any game
_LIST = re.compile(
    r"^\s*(?:\(?\d[.)]\s+|(?:1st|2nd|3rd|[4-9]th|first|second|third|erstens|zweitens|drittens)\s?[:.)]\s*)(?=\S)",
    re.IGNORECASE,
)
_LEADS_TO = re.compile(r"(?<=\d)\s*[-=]+>\s*(?=[^\W\d_]{3})")  # "2 -> builder"
_NUMBER_SIGN = re.compile(r"#\s?(?=\d)")
_OF_A_DIE = re.compile(r"\b([1-6])er\b")  # "mit der 6er"
_DEVICE = re.compile(r"\b(iphone|ipad|galaxy|pixel|redmi)( [a-z]+)? [a-z]?\d+\w*", re.IGNORECASE)  # "my iPhone 12"
_WITHOUT = re.compile(r"\bw/o\b", re.IGNORECASE)
_WITH = re.compile(r"\bw/(?!\w)\s*", re.IGNORECASE)


def opening(line: str) -> str:
    """The first sentence of a line, to the first picture; "" for a question."""
    text = plain(line)
    end = SENTENCE.search(text)
    return "" if end and "?" in end[0] else text[: end.start() if end else None].partition(_BREAK)[0]


def plain(line: str) -> str:
    """A line with signs that are no text, bullets, and dates replaced by what they say: nothing, or a break."""
    text = "".join(letter if _is_text(letter) else _BREAK for letter in _SMILEY.sub(_BREAK, line))
    text = _LEADS_TO.sub(" to ", text)
    text = _STOP.sub(_stopped, _REQUEST.sub(r"\1please \2.", text))
    text = _ABBREVIATED.sub(lambda found: found[1].replace(" ", ""), text)
    text = _OF_A_DIE.sub(r"\1", _WITHOUT.sub("without", _DEVICE.sub(r"\1", text)))
    return _WITH.sub("with ", _NUMBER_SIGN.sub("", _LIST.sub("", _SHORTENED.sub(r"\1", _DATE.sub(_A_DAY, text)))))


def _stopped(found: re.Match[str]) -> str:
    """A number with a full stop as the end of a sentence, unless it is an ordinal: "the 22. item"."""
    ordinal = (found[1] or "").lower() in _BEFORE_ORDINALS
    return found[0] if ordinal else f"{found[0][:-1]};"


def _is_text(letter: str) -> bool:
    """Whether a sign is no picture."""
    return letter < "\u2190" or letter.isalnum() or letter in typed.SIGNS
