"""What in a text would let somebody else act in its reader's name, and the text without it. Pure but for settings.

Hidden are: what stands for a key in links of our own host, keys that stand alone, the tokens of reply addresses, and
the ids of our letters, ours and those that providers give them, which prove that a letter answers one of ours.

Nothing that people write for others keeps a key: not the rows that hold it (`models.fields`), nor the letters that pass
it on (`mail.letters.layout`). Who has written it is told by whatever takes it in (`taken_out`). What others have drawn
for themselves stays: logs and the sources of letters, which nobody reads for their words, lose that too (`redaction`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from engine.languages import to_say
from tournaments.mail import address
from tournaments.redaction import BEFORE_A_KEY, HIDDEN, ID, TOKEN, without_drawn
from tournaments.speech import say

Span = tuple[int, int]

COLON = r"(?::|%(?:25)?3a|=3a|&#58;)"
DOT = r"(?:[.\u3002\uff0e\uff61]|%2e|=2e|&#46;|&#x2e;|&period;|\[\.\])"
# What is left as it is. The address that an organiser hands out: whoever has it may join, and can do nothing in
# anybody's name. And hashes: the ids of letters are shorter.
KEPT = re.compile(
    rf"(?:https?://)?{re.escape(urlsplit(settings.SITE_URL).netloc)}/come/[\w.-]{{1,100}}(?:{COLON}[\w-]{{1,20}})?{COLON}[\w-]{{43}}(?![\w-])"
    r"|(?<![\w.])[0-9a-f]{33,}(?!\w)",
    re.IGNORECASE | re.ASCII,
)
OWN_LINK = re.compile(
    DOT.join(map(re.escape, urlsplit(settings.SITE_URL).netloc.split("."))) + r"[^\s\"'<>]+", re.IGNORECASE
)
# The end of a signed value, and a sign-in key, which begins with the number of its player: eight bytes, most of them 0.
SIGNATURE = re.compile(COLON + r"(?=[\w-]{43})", re.IGNORECASE | re.ASCII)
SIGNATURE_LETTERS = 43
ZEROES = re.compile("A{6,}")
MOST_ZEROES = 10
SIGN_IN = re.compile(r"[\w-]{30}", re.ASCII)
BEFORE_SIGN_IN = ("sesame=", "sesame%3d", "sesame=3d")
# Two letters as they seldom stand beside each other in a word, and four times in ten in what is drawn by lot.
ODD_PAIR = re.compile(r"[a-z][A-Z0-9]|[0-9][A-Za-z]|[A-Z][0-9]")
MOST_PIECES = 3  # of what only looks like a key: so often programs break it; more short pieces are words
SHORTEST_IN_LINK = 4
SHORTEST_OF_OTHERS = 32
OF_A_VALUE, LONGEST_VALUE = f"{ascii_letters}{digits}_.:%-", 600
# What may come to stand inside a long word: a line's end, blanks, marks of a quote, what no screen shows; and tags.
GAP = re.compile(
    r"(?:=\r?\n|[\s<>|*\u00bb\x00-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]"
    r"|&(?:shy|zwnj|zwj|nbsp|#(?:160|173|820[3-7]|8288));)+"
)
TAG = re.compile(
    r"(?:</?[a-z][a-z0-9]{0,10}(?:\s[^<>]{0,1000})?/?>|" + GAP.pattern.replace("<", "") + ")+", re.IGNORECASE
)
SHORTEST = 16  # characters of a key
MOST_TRIED = 2_000  # signatures in one text; what looks like more tokens than these is taken for one unseen
IN_SMALL_LETTERS = str.maketrans(ascii_uppercase, ascii_lowercase)
TAKEN_OUT = to_say(
    "In your words stood a reply address, the id of a letter or a link of ours with a key, by which whoever reads it "
    "could act for you. It was taken out, and “{hidden}” stands in its place."
)


class _Squeezed(NamedTuple):
    """A text without what may stand inside a long word, also in small letters, and where its characters stood."""

    whole: str
    text: str
    small: str
    places: list[int]

    def span(self, begin: int, end: int) -> Span:
        return self.places[begin], self.places[end - 1] + 1

    def pieces(self, begin: int, end: int) -> list[str]:
        """That part as it stands in the text, between what may stand inside a long word."""
        ends = [at for at in range(begin + 1, end) if self.places[at] != self.places[at - 1] + 1]
        return [self.text[first:last] for first, last in zip([begin, *ends], [*ends, end], strict=True)]

    def looks_drawn(self, begin: int, end: int) -> bool:
        """Whether that part is of no words."""
        pieces = self.pieces(begin, end)
        return len(pieces) <= MOST_PIECES and ODD_PAIR.search(max(pieces, key=len)) is not None


def without_keys(text: str) -> str:
    """What somebody wrote without any key, in pieces or whole; what stands around it stays as it is."""
    while len(text) >= SHORTEST and (less := _without_once(text)) != text:  # where one stood another may be seen now
        text = less
    return text


def _without_once(text: str) -> str:
    done, parts = 0, []
    for begin, end in sorted(_keys(text)):
        if begin >= done:
            parts += [text[done:begin], HIDDEN]
        done = max(done, end)
    return "".join([*parts, text[done:]])


def taken_out(*words: str) -> list[str]:
    """The sentence for who has written words for others with a key in them; [] where none was."""
    return [say(TAKEN_OUT, hidden=HIDDEN)] if any(without_keys(one) != one for one in words) else []


def of_a_letter(text: str) -> str:
    """The source of a letter without keys, nor anything else that hosts have drawn by lot."""
    return without_drawn(TOKEN.sub(HIDDEN, without_keys(text)))


def holds_token(text: str) -> bool:
    """Whether a reply address of ours can be put together from the text, across line ends, tags and quotation marks."""
    return any(True for squeezed in _squeezed(html.unescape(text)) for _ in _tokens(squeezed))


def holds_id(text: str) -> bool:
    """Whether a drawn id of a letter stands in the text: who can name it has got that letter, or has been told."""
    return any(True for squeezed in _squeezed(_masked(text)) for _ in _ids(squeezed))


def _keys(text: str) -> Iterator[Span]:
    """Where keys begin and end in a text; one may stand inside another."""
    text = _masked(text)
    for squeezed in _squeezed(text):
        for find in (_tokens, _ids, _signed, _of_sign_in):
            yield from find(squeezed)
    for link in OWN_LINK.finditer(text):
        for key in BEFORE_A_KEY.finditer(link[0]):
            if key.end() - key.end(1) >= SHORTEST_IN_LINK:
                yield link.start() + key.end(1), link.start() + key.end()


def _masked(text: str) -> str:
    """The text with signs of no key in the place of what is kept."""
    return KEPT.sub(lambda found: "\0" * len(found[0]), text)


def _tokens(squeezed: _Squeezed) -> Iterator[Span]:
    """Our tokens, however they are broken: their signatures tell them from words."""
    length, tried = address.BODY_LETTERS, 0
    for key_id in settings.MAIL_KEYS:
        for found in re.finditer(rf"(?={key_id}[a-z2-7]{{{length}}})", squeezed.small):
            end = found.start() + len(key_id) + length
            tried += 1
            if tried > MOST_TRIED or address.is_token(squeezed.small[found.start() : end], settings.MAIL_KEYS):
                yield squeezed.span(found.start(), end)


def _ids(squeezed: _Squeezed) -> Iterator[Span]:
    """Drawn ids of letters: no scream, and no row of numbers or of short words."""
    for found in ID.finditer(squeezed.small):
        pieces = squeezed.pieces(*found.span())
        is_word = found[0].isalpha() or (found[0].isdecimal() and len(pieces) > 1)
        is_word = is_word or sum(map(len, pieces[-MOST_PIECES:])) < min(len(found[0]), SHORTEST_OF_OTHERS)
        if not is_word:
            yield squeezed.span(*found.span())


def _signed(squeezed: _Squeezed) -> Iterator[Span]:
    """Signed values: a signature, and what stands in one piece before it."""
    for found in SIGNATURE.finditer(squeezed.text):
        end = found.end() + SIGNATURE_LETTERS
        if squeezed.looks_drawn(found.end(), end):
            begin, behind = squeezed.span(found.start(), end)
            before = squeezed.whole[max(begin - LONGEST_VALUE, 0) : begin]
            yield begin - len(before) + len(before.rstrip(OF_A_VALUE)), behind


def _of_sign_in(squeezed: _Squeezed) -> Iterator[Span]:
    """Sign-in keys, all of them where they are broken; neither screams nor the words behind a scream."""
    for zeroes in ZEROES.finditer(squeezed.text):
        begin = max(zeroes.start(), zeroes.end() - MOST_ZEROES)
        if found := SIGN_IN.match(squeezed.text, begin):
            named = squeezed.small.endswith(BEFORE_SIGN_IN, 0, begin)
            if named or squeezed.looks_drawn(*found.span()):
                yield squeezed.span(*found.span())


def _squeezed(text: str) -> Iterator[_Squeezed]:
    """The text as it is, and without tags where it may have any: a key stands in one, or is broken by one."""
    yield _without(GAP, text)
    if "<" in text:
        yield _without(TAG, text)


def _without(gaps: re.Pattern[str], text: str) -> _Squeezed:
    places: list[int] = []
    begin = 0
    for gap in gaps.finditer(text):
        places.extend(range(begin, gap.start()))
        begin = gap.end()
    places.extend(range(begin, len(text)))
    kept = "".join(map(text.__getitem__, places))
    return _Squeezed(text, kept, kept.translate(IN_SMALL_LETTERS), places)
