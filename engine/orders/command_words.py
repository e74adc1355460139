"""Words to the service that are no orders: help, undo, say: …. Reads them; what they do is the service's affair.

WORDS holds each word once, with all that is known of how it is written. A new one goes there, and what it does into
the service's own registry of commands.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from engine.language import languages, typed
from engine.language.normal_form import normal_form

_BESIDE = re.compile(r"[^\w:]+|_+")  # whatever is no letter, no digit and no colon
_ALSO = re.compile(r"^\W*also\b\s*[:,]?\s*", re.IGNORECASE)
_PLAN = re.compile(r"^(?:go on|forget(?: [\w ]{1,40})?|hold \w+(?: \w+)?|never use \w+(?: \w+)?)$")
_RULE = re.compile(r"^always \w+ \S")
_DATE = re.compile(r"\d")
_HOURS = re.compile(r"^(?:off|[\d:.]{1,5} ?(?:h|am|pm)? ?(?:-|to) ?[\d:.]{1,5} ?(?:h|am|pm)?)$")


class Rest(Enum):
    """Whether words follow a word."""

    NEVER = auto()
    MAY = auto()
    MUST = auto()

    def fits(self, words: str) -> bool:
        return self is Rest.MAY or (self is Rest.MUST) == bool(words)


def _few(most: int, *, everyday: bool = False) -> Callable[[str], bool]:
    """Whether words are so few that no sentence goes on with them. everyday: also those of any sentence."""

    def are_few(rest: str) -> bool:
        words = rest.split()
        return len(words) <= most and (everyday or typed.EVERYDAY.isdisjoint(words))

    return are_few


def _any(rest: str) -> bool:
    return True


_alone, _misfit = _few(0), _few(2)


@dataclass(frozen=True, slots=True)
class Word:
    """A word to the service, and the ways to write it.

    name    in full, in small letters
    rest    what follows it
    also    other words for the same
    to      what may be between the word and its colon; None: it needs no colon
    spoken  what follows is for people, and kept as it is written
    strict  whether a line counts where only whole lines of orders do, by what follows (prose may begin with the word)
    own     whether what follows can be meant for the word at all
    """

    name: str
    rest: Rest = Rest.NEVER
    also: tuple[str, ...] = ()
    to: Rest | None = None
    spoken: bool = False
    strict: Callable[[str], bool] = _alone
    own: Callable[[str], bool] = _any

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.name, *self.also)

    @property
    def model(self) -> str:
        """A line with it; dots stand for the words that have to be there."""
        to = " …" if self.to is Rest.MUST else ""
        return self.name + to + (": …" if self.spoken else " …" if self.rest is Rest.MUST else "")


WORDS = (
    Word("status"),
    Word("board"),
    Word("log"),
    Word("games"),
    Word("orders"),
    Word("undo"),
    Word("standings"),
    Word("ready"),
    Word("yes"),
    Word("resign"),
    Word("notes"),
    Word("help", Rest.MAY, strict=_few(1), own=_few(3)),
    Word("rules", Rest.MAY, own=_few(3)),
    Word("leave", Rest.MAY, strict=_few(2)),
    Word("join", Rest.MUST, strict=_few(3)),
    Word("practice", Rest.MUST, strict=_few(1), own=_few(1)),
    Word("vacation", Rest.MUST, strict=lambda rest: bool(_DATE.search(rest)) or rest == "cancel"),
    Word("quiet", Rest.MAY, strict=lambda rest: bool(_HOURS.match(rest))),
    Word("referee", Rest.MUST, spoken=True, strict=_few(12, everyday=True)),
    # The second for who cannot read the first.
    Word("language", Rest.MAY, also=("sprache",), strict=lambda rest: languages.named(rest) is not None),
    Word("say", Rest.MAY, to=Rest.NEVER, spoken=True),
    Word("tell", Rest.MAY, to=Rest.MUST, spoken=True),
    Word("note", Rest.MAY, to=Rest.NEVER, spoken=True),
    Word("announce", Rest.MAY, to=Rest.MAY, spoken=True),
)
_BY_FORM = {form: word for word in WORDS for form in word.forms}
PRESS = tuple(word.name for word in WORDS if word.to is not None)  # written out, and with a colon
NAMES = tuple(form for form in _BY_FORM if form not in PRESS)
BARE = tuple(name for name in NAMES if _BY_FORM[name].rest is Rest.NEVER)
WITH_WORDS = tuple(name for name in NAMES if name not in BARE)
_ALONE = tuple(name for name in NAMES if _BY_FORM[name].rest is not Rest.MUST)
_PRESS = re.compile(rf"^\W*({'|'.join(PRESS)})\b([^:：]{{0,60}})[:：]\s*(.*)$", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Said:
    """A word to the service in a line. `rest` is what follows it; `to` is the addressee of press.

    name  the form that was written, or begun
    """

    name: str
    rest: str = ""
    to: str = ""

    @property
    def word(self) -> Word:
        return _BY_FORM[self.name]


def command(line: str) -> Said | None:
    """The command that a player's own line is, behind `also` too: the same to all who ask, raw line or normalised."""
    written = without_also(line.strip())
    # Behind a number, or with an invisible sign in the word, press is read without its capitals.
    if press := _PRESS.match(written) or _PRESS.match(without_also(typed.normalise(line))):
        pressed = Said(press[1].lower(), press[3].strip(), typed.normalise(press[2]))
        return pressed if pressed.word.to is not None and pressed.word.to.fits(pressed.to) else None
    word, _, rest = without_also(typed.normalise(line)).partition(" ")
    names = NAMES
    if rest and word.endswith(":"):  # "vacation: 3 to 9 May", as "say: …" is written
        word, names = word[:-1], WITH_WORDS
    if word not in names:
        return None
    said = Said(word, rest)
    if not said.word.rest.fits(rest) or (rest and not said.word.own(rest)):
        return None
    return Said(said.name, _as_written(written)) if said.word.spoken else said


def without_also(line: str) -> str:
    """A line, as written or normalised, without an `also` that it begins with."""
    return _ALSO.sub("", line)


def begun(line: str) -> tuple[str, ...]:
    """The words to the service that a line of one word is a beginning of."""
    return tuple(name for name in typed.complete(typed.normalise(line), NAMES) if name in _ALONE)


def misfit(line: str) -> Word | None:
    """The word with which a short line begins that would be a word to the service with more behind it, or with less."""
    word, _, rest = typed.normalise(line).partition(" ")
    found = _BY_FORM.get(word.rstrip(":"))
    return found if found is not None and _misfit(rest) and command(line) is None else None


def likest(line: str) -> tuple[str, ...]:
    """Guess what a line that is no word to the service was meant as: it fits several, or something is wrong in it."""
    word, _, rest = typed.normalise(line).partition(" ")
    if wrong := misfit(line):
        return tuple(dict.fromkeys((wrong.model, "help" if wrong.name == "help" else f"help {wrong.name}")))
    if not rest and (several := begun(line)):
        return several[:3]
    if len(word) <= typed.PREFIX:
        return ()
    near = [name for name in (WITH_WORDS if rest else _ALONE) if typed.distance(word, name, 3) <= 1 + len(name) // 6]
    return tuple(f"{name} {rest}".strip() for name in near[:3])


def _as_written(line: str) -> str:
    """The text after the first word of a line, for people to read."""
    return re.sub(r"^\W*\w+[\s:：]*", "", line).strip()


def without_note(line: str) -> str:
    """The line as others than its writer may read it: of a private note no more than that it is one."""
    said = command(line)
    if said is not None and said.name in PRESS:
        return "note: …" if said.name == "note" else line
    return "note: …" if may_hold_note(line) else line


def may_hold_note(text: str) -> bool:
    """Whether a text may contain a note, whether or not it is read as one: the word right before a colon.

    With any signs in and around it, accents and invisible ones as well, and right behind other letters: text programs
    put the words of two blocks together. A footnote is taken for one too.
    """
    return "note:" in _BESIDE.sub("", normal_form("NFKD", text)).casefold()


def is_command(line: str) -> bool:
    """Strict: is this whole line a word to the service or to the plan, written out, and no prose?"""
    plain = typed.normalise(line)
    if _PLAN.match(plain) or _RULE.match(plain):
        return True
    said = command(line)
    if said is None:
        return False
    if said.name in PRESS:
        return True
    # Not the last word of a sentence that was wrapped.
    return not line.rstrip().endswith((".", "?", ",")) and said.word.strict(said.rest)
