"""What in a text would let somebody else act in its reader's name, and the text without it. Pure but for settings.

Hidden are: what stands for a key in links of our own host, keys that stand alone, the tokens of reply addresses, and
the ids of our letters, ours and those that providers give them, which prove that a letter answers one of ours. Keys and
tokens are known by their signatures (`signatures`, `mail.address`): what only looks like one is somebody's words.

Nothing that people write for others keeps a key: not the rows that hold it (`models.fields`), nor the letters that pass
it on (`mail.letters.layout`). Who has written it is told by whatever takes it in (`taken_out`). What others have drawn
for themselves stays: logs and the sources of letters, which nobody reads for their words, lose that too (`redaction`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import chain
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from engine.languages import to_say
from tournaments.mail import address
from tournaments.redaction import BARE_ID, BEFORE_A_KEY, HIDDEN, OWN_ID, TOKEN, UUID, without_drawn
from tournaments.signatures import SIGN_IN_LETTERS, is_sign_in, is_signed
from tournaments.speech import say

Span = tuple[int, int]

COLON = r"(?::|%(?:25)?3a|=3a|&#58;|&#x3a;|&colon;)"
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
# Between a signed value, with its time if it has one, and the signature: 43 letters of base64, four bits in the last.
BEFORE_SIGNATURE = re.compile(
    rf"(?i:{COLON}(?P<time>[a-z0-9]{{6}}))?(?i:{COLON})(?=(?P<signature>[\w-]{{42}}[AEIMQUYcgkosw048]))", re.ASCII
)
# Values without a time, and with one: JSON of a list or a number. What they begin with, and their other signs.
IN_NUMBERS, IN_BASE64 = (digits, f"{digits}-"), ("WMNO", f"{ascii_letters}{digits}_-")
DOT_BEFORE = re.compile(DOT + r"\Z", re.IGNORECASE)  # of what is compressed
LONGEST_VALUE, LONGEST_DOT = 4_000, 8
SIGN_IN = re.compile(rf"(?=A{{5}})(?!A{{11}})(?=[\w-]{{{SIGN_IN_LETTERS - 1}}}[AQgw])", re.ASCII)
IN_A_WORD = frozenset(ascii_letters + digits)
ENCODED = re.compile("[%=][0-9a-f]{2}", re.IGNORECASE)
MOST_PIECES = 3  # of an id: so often programs break it; more short pieces are words
NO_SIGN = "\ufffd"  # of any key
SHORTEST_IN_LINK = 4
SHORTEST_BARE = 32
# What may come to stand inside a long word: a line's end, blanks, marks of a quote, what no screen shows; and tags.
GAP = re.compile(
    r"(?:=\r?\n|[\s<>|*\u00bb\x00-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]"
    r"|&(?:shy|zwnj|zwj|nbsp|#(?:160|173|820[3-7]|8288));)+"
)
TAG = re.compile(
    r"(?:</?[a-z][a-z0-9]{0,10}(?:\s[^<>]{0,1000})?/?>|" + GAP.pattern.replace("<", "") + ")+", re.IGNORECASE
)
SHORTEST = 16  # characters of a key
MOST_TRIED = 2_000  # signatures of a sort in one text; what looks like more keys than these is taken for one unseen
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

    def pieces(self, begin: int, end: int) -> list[Span]:
        """That part, between what may stand inside a long word."""
        ends = [at for at in range(begin + 1, end) if self.places[at] != self.places[at - 1] + 1]
        return list(zip([begin, *ends], [*ends, end], strict=True))

    def begins_word(self, at: int) -> bool:
        """Whether no word goes on there in the text itself; what encodes a sign before it is none."""
        before = self.whole[max(self.places[at] - 3, 0) : self.places[at]]
        return before[-1:] not in IN_A_WORD or ENCODED.fullmatch(before) is not None

    def ends_word(self, end: int) -> bool:
        """Whether no word goes on behind that in the text itself."""
        behind = self.places[end - 1] + 1
        return self.whole[behind : behind + 1] not in IN_A_WORD


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
    return KEPT.sub(lambda found: NO_SIGN * len(found[0]), text)


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
    """Drawn ids of letters, whatever stands beside them: no scream, and no row of numbers or of short words."""
    left = list(squeezed.small)
    for kind in (UUID, OWN_ID, BARE_ID):
        for found in kind.finditer("".join(left)):
            pieces = squeezed.pieces(*found.span())
            for part in _long_parts(pieces) if kind is BARE_ID else [pieces]:
                begin, end = part[0][0], part[-1][1]
                if kind is UUID or _is_drawn(squeezed.small[begin:end], len(part)):
                    yield squeezed.span(begin, end)
                    left[begin:end] = NO_SIGN * (end - begin)


def _is_drawn(letters: str, pieces: int) -> bool:
    """Whether so many pieces are together no words and no numbers."""
    return pieces <= MOST_PIECES and not (letters.isalpha() or (letters.isdecimal() and pieces > 1))


def _long_parts(pieces: list[Span]) -> Iterator[list[Span]]:
    """Neighbours that are together as long as an id and would not be without the first or the last of them."""
    first = 0
    for last, (_, end) in enumerate(pieces):
        while first < last and end - pieces[first + 1][0] >= SHORTEST_BARE:
            first += 1
        part = pieces[first : last + 1]
        if end - part[0][0] >= SHORTEST_BARE and (len(part) == 1 or part[-2][1] - part[0][0] < SHORTEST_BARE):
            yield part


def _signed(squeezed: _Squeezed) -> Iterator[Span]:
    """Signed values with their signatures, however they are broken."""
    tried = 0
    for found in BEFORE_SIGNATURE.finditer(squeezed.text):
        behind = ":".join(filter(None, (found["time"], found["signature"])))
        for begin, value in _values(squeezed, found.start(), *(IN_BASE64 if found["time"] else IN_NUMBERS)):
            tried += 1
            if tried > MOST_TRIED or is_signed(f"{value}:{behind}"):
                yield squeezed.span(begin, found.end("signature"))
                break


def _values(squeezed: _Squeezed, end: int, firsts: str, signs: str) -> Iterator[tuple[int, str]]:
    """Where a value of these signs may begin that ends there, and the value."""
    before = squeezed.text[max(end - LONGEST_VALUE, 0) : end]
    first = end - len(before) + len(before.rstrip(signs))
    for begin in range(end - 1, first - 1, -1):
        if squeezed.text[begin] in firsts and squeezed.begins_word(begin):
            yield begin, squeezed.text[begin:end]
    if dot := DOT_BEFORE.search(squeezed.text[max(first - LONGEST_DOT, 0) : first]):
        yield first - len(dot[0]), f".{squeezed.text[first:end]}"


def _of_sign_in(squeezed: _Squeezed) -> Iterator[Span]:
    """Sign-in keys, all of them where they are broken."""
    for found in SIGN_IN.finditer(squeezed.text):
        begin, end = found.start(), found.start() + SIGN_IN_LETTERS
        if squeezed.begins_word(begin) and squeezed.ends_word(end) and is_sign_in(squeezed.text[begin:end]):
            yield squeezed.span(begin, end)


def _squeezed(text: str) -> Iterator[_Squeezed]:
    """The text as it is, and without tags where it may have any: a key stands in one, or is broken by one."""
    yield _without(GAP, text)
    if "<" in text:
        yield _without(TAG, text)


def _without(gaps: re.Pattern[str], text: str) -> _Squeezed:
    gone = [found.span() for found in gaps.finditer(text)]
    begins, ends = [0, *(end for _, end in gone)], [*(begin for begin, _ in gone), len(text)]
    places = list(chain.from_iterable(map(range, begins, ends)))
    kept = "".join(map(text.__getitem__, map(slice, begins, ends)))
    return _Squeezed(text, kept, kept.translate(IN_SMALL_LETTERS), places)
