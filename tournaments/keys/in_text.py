"""The parts of a text that let somebody else act for its reader, and the text without them. Pure but for settings.

Hidden are: the part of a link to our own host that is a key, keys on their own, the tokens of reply addresses, and
the ids of our letters, ours and those that providers give them, which prove that a letter answers one of ours. Keys and
tokens are known by their signatures (`signatures`, `address`, `taps`): what only looks like one is somebody's words.

Nothing that people write for others keeps a key: not the rows that hold it (`models.fields`), nor the letters that pass
it on (`letters.parts.layout`). Who has written it is told by whatever takes it in (`taken_out`). What others have drawn
for themselves stays: logs and the sources of letters, which nobody reads for their words, lose that too (`redaction`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from heapq import merge
from itertools import chain
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from engine.language.languages import to_say
from tournaments.formats.entities import unescape
from tournaments.keys import address, programs, taps
from tournaments.keys.redaction import (
    BARE_ID,
    BEFORE_A_KEY,
    COLON,
    HIDDEN,
    OF_HEX,
    OWN_ID,
    TOKEN,
    UUID,
    encoded,
    without_drawn,
)
from tournaments.keys.signatures import SIGN_IN_LETTERS, is_sign_in, is_signed
from tournaments.language.readable import readable
from tournaments.language.speech import say

Span = tuple[int, int]

DOT = rf"(?:{encoded('.', 'period')}|[\u3002\uff0e\uff61]|\[\.\])"
# What is left as it is. The address that an organiser hands out: whoever has it may join, and can do nothing in
# anybody's name. And hashes: the ids of letters are shorter.
KEPT = re.compile(
    rf"(?:https?://)?{re.escape(urlsplit(settings.SITE_URL).netloc)}/come/[\w.-]{{1,100}}(?:{COLON}[\w-]{{1,20}})?{COLON}[\w-]{{43}}(?![\w-])"
    r"|(?<!\w)(?:0x)?[0-9a-f]{33,}(?!\w)",
    re.IGNORECASE | re.ASCII,
)
OWN_LINK = re.compile(
    DOT.join(map(re.escape, urlsplit(settings.SITE_URL).netloc.split("."))) + r"[!#-&(-;=?-~]+", re.IGNORECASE
)
# Between a signed value, with its time if it has one, and the signature: 43 letters of base64, four bits in the last.
BEFORE_SIGNATURE = re.compile(
    rf"(?i:{COLON}(?P<time>[a-z0-9]{{6}}))?(?i:{COLON})(?=(?P<rest>[\w-]{{42}}[AEIMQUYcgkosw048]))", re.ASCII
)
# Values without a time, and with one: JSON of a list or a number. What they begin with, and their other signs.
IN_NUMBERS, IN_BASE64 = (digits, f"{digits}-"), ("WMNO", f"{ascii_letters}{digits}_-")
DOT_BEFORE = re.compile(DOT + r"\Z", re.IGNORECASE)  # of what is compressed
LONGEST_VALUE, LONGEST_DOT = 4_000, 16
SIGN_IN = re.compile(rf"(?=A{{5}})(?!A{{11}})(?=(?P<rest>[\w-]{{{SIGN_IN_LETTERS - 1}}}[AQgw]))", re.ASCII)
IN_A_WORD = frozenset(ascii_letters + digits)
ENCODED = re.compile(
    rf"(?:{OF_HEX}[0-9a-f]{{2}}|\\u[0-9a-f]{{4}}|(?:\\|%(?:25){{0,3}}5c)(?:[a-z]|[0-7]{{1,3}}))\Z", re.IGNORECASE
)
LONGEST_ENCODED = 16
OF_NUMBERS = re.compile("[a-z]{0,2}[0-9]+")
MOST_PIECES = 3  # of an id: so often programs break it; more short pieces are words
NO_SIGN = "\ufffd"  # of any key
SHORTEST_IN_LINK = 4
SHORTEST_BARE = 32
# What may get into a long word: a line's end, blanks, marks of a quote, what no screen shows; and tags.
SIGNS = r"\s>|*\u00bb\x00-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
IN_WORDS = (
    rf"\n(?:[:#](?= ))?|[{SIGNS}]"  # other marks of a quote
    r"|=(?:20)?\r?\n|\\(?=[_:.+@-])"  # the latter in Markdown
    r"|&(?:shy|zwnj|zwj|nbsp|gt|#(?:1[03]|160|173|820[3-7]|8288)|#[xX](?:[aA][0dD]|200[b-fB-F]|2060));"
)
# One look at its first sign spares most letters of a text all others.
GAP = re.compile(rf"(?=[<=&\\{SIGNS}])(?:<|{IN_WORDS})+")
TAG = re.compile(rf"(?=[<=&\\{SIGNS}])(?:</?[a-z][a-z0-9]{{0,10}}(?:\s[^<>]{{0,1000}})?/?>|{IN_WORDS})+", re.IGNORECASE)
NAME = re.compile(r"(?<![^\s>])[^\W\d_]{1,10}(?=>)")  # or initials before the mark of a quote
MOST_NAMES = 4  # in one text
SHORTEST = 16  # characters of a key
# How many signatures of one text are tried: no key is shorter than so many characters, and nobody writes that many.
CHARACTERS_A_TRY, LEAST_TRIED, MOST_TRIED = 40, 20, 2_000
MOST_PASSES = 4
IN_SMALL_LETTERS = str.maketrans(ascii_uppercase, ascii_lowercase)
AS_TYPED = str.maketrans("\u2010\u2011\u2012\u2013\u2212\uff0d\uff1a\uff3f\uff0e", "------:_.")  # for what was set
TAKEN_OUT = to_say(
    "In your words stood a reply address, the id of a letter or a link of ours with a key, by which whoever reads it "
    "could act for you. It was taken out, and “{hidden}” stands in its place."
)


class _Squeezed(NamedTuple):
    """A text without what may interrupt a long word, also in small letters, and where its characters were."""

    whole: str
    text: str
    small: str
    places: list[int]
    begins: set[int]  # of keys in the whole text, as far as they are found
    ends: set[int]

    def span(self, begin: int, end: int) -> Span:
        return self.places[begin], self.places[end - 1] + 1

    def found(self, begin: int, end: int) -> Span:
        """The span of a key, which is from now on no part of the words beside it."""
        span = self.span(begin, end)
        self.begins.add(span[0])
        self.ends.add(span[1])
        return span

    def pieces(self, begin: int, end: int) -> list[Span]:
        """That part, between what may interrupt a long word."""
        ends = [at for at in range(begin + 1, end) if self.places[at] != self.places[at - 1] + 1]
        return list(zip([begin, *ends], [*ends, end], strict=True))

    def begins_word(self, at: int) -> bool:
        """Whether no word goes on there in the text itself; a key before it is none, nor what encodes a sign."""
        if self.places[at] in self.ends:
            return True
        if self.places[at] == 0 or self.whole[self.places[at] - 1] not in IN_A_WORD:
            return True
        return ENCODED.search(self.text[max(at - LONGEST_ENCODED, 0) : at]) is not None

    def ends_word(self, end: int) -> bool:
        """Whether no word goes on behind that in the text itself."""
        behind = self.places[end - 1] + 1
        return behind in self.begins or self.whole[behind : behind + 1] not in IN_A_WORD


class _Tried:
    """The questions asked about one text. Where those were too many, whatever looks like a key is one."""

    def __init__(self, text: str) -> None:
        self.most = min(LEAST_TRIED + len(text) // CHARACTERS_A_TRY, MOST_TRIED)
        self.answers: dict[str, bool] = {}

    def is_ours(self, key: str, asked: Callable[[str], bool]) -> bool:
        if len(self.answers) <= self.most and key not in self.answers:
            self.answers[key] = asked(key)
        return len(self.answers) > self.most or self.answers[key]


def passed_on(text: str) -> str:
    """Words that somebody wrote for others, as they are stored and go into letters."""
    return without_keys(readable(text))


def without_keys(text: str) -> str:
    """Return what somebody wrote without any key, in pieces or whole; the text around it stays as it is."""
    tried = _Tried(text)
    for _ in range(MOST_PASSES):  # where one was another may be seen now
        if len(text) < SHORTEST or (less := _without_once(text, tried)) == text:
            break
        text = less
    return text


def _without_once(text: str, tried: _Tried) -> str:
    done, parts = 0, []
    for begin, end in sorted(_keys(text, tried)):
        if begin >= done:
            parts += [text[done:begin], HIDDEN]
        done = max(done, end)
    return "".join([*parts, text[done:]])


def taken_out(*words: str) -> list[str]:
    """The sentence for the writer of words for others with a key in them; [] where none was."""
    return [say(TAKEN_OUT, hidden=HIDDEN)] if any(without_keys(one) != one for one in words) else []


def of_a_letter(text: str) -> str:
    """The source of a letter without keys, nor anything else that hosts have drawn by lot."""
    return without_drawn(TOKEN.sub(HIDDEN, without_keys(text)))


def holds_token(text: str) -> bool:
    """Whether a reply address of ours can be put together from the text, across line ends, tags and quotation marks."""
    text = unescape(text)
    return any(True for squeezed in _squeezed(text) for _ in _tokens(squeezed, _Tried(text)))


def holds_id(text: str) -> bool:
    """Whether the text contains a drawn id of a letter: who can name it has got that letter, or has been told."""
    return any(True for squeezed in _squeezed(_masked(text)) for _ in _ids(squeezed))


def _keys(text: str, tried: _Tried) -> Iterator[Span]:
    """Find where keys begin and end in a text; one may be inside another."""
    text = _masked(text)
    for squeezed in _squeezed(text):
        yield from _tokens(squeezed, tried)
        yield from _ids(squeezed)
        yield from _of_pages(squeezed, tried)
    for link in OWN_LINK.finditer(text):
        for key in BEFORE_A_KEY.finditer(link[0]):
            if key.end() - key.end(1) >= SHORTEST_IN_LINK:
                yield link.start() + key.end(1), link.start() + key.end()


def _masked(text: str) -> str:
    """The text with signs of no key in the place of what is kept."""
    return KEPT.sub(lambda found: NO_SIGN * len(found[0]), text)


def _tokens(squeezed: _Squeezed, tried: _Tried) -> Iterator[Span]:
    """Our tokens and keys of buttons, however they are broken: their signatures tell them from words.

    Keys of programs, too, which nothing but their form tells: no word has it.
    """
    for found in programs.FORM.finditer(squeezed.small):
        yield squeezed.found(*found.span())
    for key_id in settings.MAIL_KEYS:
        for found in re.finditer(rf"(?=({key_id}[a-z2-7]{{{address.BODY_LETTERS}}}))", squeezed.small):
            if tried.is_ours(found[1], _is_token):
                yield squeezed.found(*found.span(1))
        for begin, end in taps.candidates(squeezed.small, key_id):
            if tried.is_ours(squeezed.small[begin:end], _is_token):
                yield squeezed.found(begin, end)


def _is_token(text: str) -> bool:
    return address.is_token(text, settings.MAIL_KEYS) or taps.is_key(text, settings.MAIL_KEYS)


def _ids(squeezed: _Squeezed) -> Iterator[Span]:
    """Drawn ids of letters, whatever is beside them: no scream, no part of a hash, no numbers, no short words."""
    left = list(squeezed.small)
    for kind in (UUID, OWN_ID, BARE_ID):
        for found in kind.finditer("".join(left)):
            pieces = squeezed.pieces(*found.span())
            for part in _long_parts(pieces) if kind is BARE_ID else [pieces]:
                begin, end = part[0][0], part[-1][1]
                if kind is OWN_ID and not squeezed.ends_word(end):
                    continue
                if kind is UUID or _is_drawn([squeezed.small[slice(*one)] for one in part]):
                    yield squeezed.found(begin, end)
                    left[begin:end] = NO_SIGN * (end - begin)


def _is_drawn(pieces: list[str]) -> bool:
    """Whether pieces are together no words and no numbers, nor such of bank accounts."""
    return len(pieces) <= MOST_PIECES and not "".join(pieces).isalpha() and not all(map(OF_NUMBERS.fullmatch, pieces))


def _long_parts(pieces: list[Span]) -> Iterator[list[Span]]:
    """Neighbours that are together as long as an id and would not be without the first or the last of them."""
    first = 0
    for last, (_, end) in enumerate(pieces):
        while first < last and end - pieces[first + 1][0] >= SHORTEST_BARE:
            first += 1
        part = pieces[first : last + 1]
        if end - part[0][0] >= SHORTEST_BARE and (len(part) == 1 or part[-2][1] - part[0][0] < SHORTEST_BARE):
            yield part


def _of_pages(squeezed: _Squeezed, tried: _Tried) -> Iterator[Span]:
    """Signed values and sign-in keys, in the order in which they end: where one does, the next may begin."""
    of_sign_in = []
    for found in merge(*(one.finditer(squeezed.text) for one in (BEFORE_SIGNATURE, SIGN_IN)), key=_end):
        if found.re is BEFORE_SIGNATURE:
            if (begin := _begin_of_signed(squeezed, found, tried)) is not None:
                yield squeezed.found(begin, _end(found))
        elif squeezed.begins_word(found.start()) and is_sign_in(found["rest"]):
            of_sign_in.append(found)
            squeezed.ends.add(squeezed.span(*found.span("rest"))[1])
    for found in reversed(of_sign_in):
        if squeezed.ends_word(_end(found)):
            yield squeezed.found(*found.span("rest"))


def _end(found: re.Match[str]) -> int:
    return found.end("rest")


def _begin_of_signed(squeezed: _Squeezed, found: re.Match[str], tried: _Tried) -> int | None:
    """Find where the signed value begins that has this signature, however it is broken; None: there is none."""
    timed, rest = found["time"], found["rest"]
    ways = [(found.start(), IN_NUMBERS, rest)]
    if timed:  # which may be a value instead, of six figures
        ways = [(found.start(), IN_BASE64, f"{timed}:{rest}"), (found.end("time"), IN_NUMBERS, rest)]
    for end, signs, behind in ways:
        for begin, value in _values(squeezed, end, *signs):
            if tried.is_ours(f"{value}:{behind}", is_signed):
                return begin
    return None


def _values(squeezed: _Squeezed, end: int, firsts: str, signs: str) -> Iterator[tuple[int, str]]:
    """Find where a value of these signs may begin that ends there, and the value."""
    before = squeezed.text[max(end - LONGEST_VALUE, 0) : end]
    first = end - len(before) + len(before.rstrip(signs))
    for begin in range(end - 1, first - 1, -1):
        if squeezed.text[begin] in firsts and squeezed.begins_word(begin):
            yield begin, squeezed.text[begin:end]
    if dot := DOT_BEFORE.search(squeezed.text[max(first - LONGEST_DOT, 0) : first]):
        yield first - len(dot[0]), f".{squeezed.text[first:end]}"


def _squeezed(text: str) -> Iterator[_Squeezed]:
    """The text as it is, and without tags where it may have any: a key is inside one, or is broken by one."""
    typed = text if text.isascii() else text.translate(AS_TYPED)
    begins: set[int] = set()
    ends: set[int] = set()
    for gaps in (GAP, *([TAG] if "<" in text else ()), *_with_names(text)):
        whole, places = _without(gaps, typed)
        yield _Squeezed(text, whole, whole.translate(IN_SMALL_LETTERS), places, begins, ends)


def _with_names(text: str) -> Iterator[re.Pattern[str]]:
    """Give the pattern of what may interrupt a long word, with the names that come before several lines of a quote.

    Not with others: the last letters of a key may come before such a sign too.
    """
    in_lines = NAME.findall(text) if "\n" in text and ">" in text else ()
    if names := [name for name, count in Counter(in_lines).most_common(MOST_NAMES) if count > 1]:
        either = "|".join(map(re.escape, names))
        yield re.compile(rf"(?=[<=&\\{SIGNS}])(?:<|{IN_WORDS}|(?<=[\s>])(?:{either})(?=>))+")


def _without(gaps: re.Pattern[str], text: str) -> tuple[str, list[int]]:
    """The text without these, and where its characters were."""
    gone = [found.span() for found in gaps.finditer(text)]
    begins, ends = [0, *(end for _, end in gone)], [*(begin for begin, _ in gone), len(text)]
    places = list(chain.from_iterable(map(range, begins, ends)))
    return "".join(map(text.__getitem__, map(slice, begins, ends))), places
