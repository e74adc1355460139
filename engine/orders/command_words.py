"""Words to the service that are no orders: help, undo, say: …. Reads them; what they do is the service's affair.

WORDS holds each word once, with all that is known of how it is written. A new one goes there, and what it does into
the service's own registry of commands. Other forms, as `Hilfe`, are data (`engine.orders.talk.command_forms`); prose
begins with them more easily, so a line with one counts only if it is that word and its own arguments to the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from engine.language import languages, typed
from engine.language.normal_form import normal_form
from engine.orders.talk import command_forms
from engine.orders.talk.command_forms import Form

_BESIDE = re.compile(r"[^\w:]+|_+")  # whatever is no letter, no digit and no colon
_ALSO = re.compile(r"^\W*also\b\s*[:,]?\s*", re.IGNORECASE)
_PLAN = re.compile(r"^(?:go on|forget(?: [\w ]{1,40})?|hold \w+(?: \w+)?|never use \w+(?: \w+)?)$")
_RULE = re.compile(r"^always \w+ \S")
_DATE = re.compile(r"\d")
_NOW = re.compile(r"(?:(?:for|about|with) )?(?:this|now|(?:this )?(?:decision|turn))")
_HOURS = re.compile(r"^(?:off|[\d:.]{1,5} ?(?:h|am|pm|uhr)? ?(?:-|to|bis) ?[\d:.]{1,5} ?(?:h|am|pm|uhr)?)$")
_OF_DAYS = re.compile(
    r"[\d./-]*\d[\d./-]*(?:st|nd|rd|th)?|from|to|until|till|through|of|vom|von|bis|zum|-"
    r"|(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-z]*"
)
_TABLE = re.compile(r"\S.*?(?: ?/ ?|[: ] ?(?:(?:table|tisch) )?)\d{1,5}")
_LONGEST_NAME = 6  # words of a league's name
_FOOTERS = ("us", "our", "on", "by", "via", "a", "an", "me")  # what goes on with "join" and "leave" there


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


def _topic(rest: str) -> bool:
    """Whether words can be what help is asked about."""
    return _NOW.fullmatch(rest) is not None or _few(3)(rest)


def _any(rest: str) -> bool:
    return True


def _days(rest: str) -> bool:
    """Whether words are dates, and what joins these, and nothing else."""
    return bool(_DATE.search(rest)) and all(map(_OF_DAYS.fullmatch, rest.split()))


def _hours(rest: str) -> bool:
    return bool(_HOURS.match(rest))


def _is_language(rest: str) -> bool:
    return languages.named(rest) is not None


def _one(rest: str) -> bool:
    return bool(rest) and _few(1)(rest)


def _may_be_league(rest: str) -> bool:
    """Whether words may name a league, rather than be what footers ask for: "Join us on …", "Join Zoom Meeting"."""
    words = rest.split()
    return len(words) <= _LONGEST_NAME and words[:1] not in [[word] for word in _FOOTERS] and "meeting" not in words


def _table(rest: str) -> bool:
    """Whether words may name a table: a league, and the number of the table in it at the end."""
    return _TABLE.fullmatch(rest) is not None and len(rest.split()) <= _LONGEST_NAME + 2


_alone, _misfit = _few(0), _few(2)


@dataclass(frozen=True, slots=True)
class Word:
    """A word to the service, and the ways to write it.

    name    in full, in small letters
    rest    what follows it
    to      what may be between the word and its colon; None: it needs no colon
    spoken  what follows is for people, and kept as it is written
    strict  whether a line counts where only whole lines of orders do, by what follows (prose may begin with the word)
    own     whether what follows can be meant for the word at all
    sure    whether what follows another form of it is surely meant; None: as `strict`, without everyday words
    """

    name: str
    rest: Rest = Rest.NEVER
    to: Rest | None = None
    spoken: bool = False
    strict: Callable[[str], bool] = _alone
    own: Callable[[str], bool] = _any
    sure: Callable[[str], bool] | None = None

    @property
    def forms(self) -> tuple[str, ...]:
        """The word and the other forms of it, without those that say more than the word."""
        return (self.name, *dict.fromkeys(form.plain for form in OTHERS if form.name == self.name and not form.behind))

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
    Word("help", Rest.MAY, strict=_few(1), own=_topic),
    Word("rules", Rest.MAY, own=_few(3)),
    Word("leave", Rest.MAY, strict=_few(2), own=_may_be_league),
    Word("join", Rest.MUST, strict=_few(3), own=_may_be_league),
    Word("observe", Rest.MUST, strict=_table, own=_may_be_league),
    Word("unobserve", Rest.MUST, strict=_table, own=_may_be_league),
    Word("practice", Rest.MAY, strict=_one, own=_few(1)),
    Word("vacation", Rest.MUST, strict=lambda rest: bool(_DATE.search(rest)) or rest == "cancel", sure=_days),
    Word("quiet", Rest.MAY, strict=_hours, sure=_hours, own=_few(5, everyday=True)),
    Word("referee", Rest.MUST, spoken=True, strict=_few(12, everyday=True)),
    Word("language", Rest.MAY, strict=_is_language, own=_few(3, everyday=True)),
    Word("say", Rest.MAY, to=Rest.NEVER, spoken=True),
    Word("tell", Rest.MAY, to=Rest.MUST, spoken=True),
    Word("note", Rest.MAY, to=Rest.NEVER, spoken=True),
    Word("announce", Rest.MAY, to=Rest.MAY, spoken=True),
)
_BY_NAME = {word.name: word for word in WORDS}
PRESS = tuple(word.name for word in WORDS if word.to is not None)  # written out, and with a colon
NAMES = tuple(name for name in _BY_NAME if name not in PRESS)
BARE = tuple(name for name in NAMES if _BY_NAME[name].rest is Rest.NEVER)
WITH_WORDS = tuple(name for name in NAMES if name not in BARE)
_ALONE = tuple(name for name in NAMES if _BY_NAME[name].rest is not Rest.MUST)

OTHERS = command_forms.read(_BY_NAME)
_IN_OTHERS = {form.plain: form for form in OTHERS if form.name in NAMES}
_LONGEST = max(form.plain.count(" ") + 1 for form in OTHERS)  # words of a form
# All forms of press with the words they stand for: "sag: …" is for all, "sag Bea: …" for one.
_PRESSED: dict[str, tuple[Word, ...]] = {}
for _form in (*map(Form, PRESS, PRESS), *(form for form in OTHERS if form.name in PRESS)):
    _PRESSED[_form.plain] = (*_PRESSED.get(_form.plain, ()), _BY_NAME[_form.name])
PRESS_FORMS = tuple(_PRESSED)
FORMS = (*NAMES, *_IN_OTHERS)
_SPELT = "|".join(dict.fromkeys([*PRESS_FORMS, *(form.written for form in OTHERS if form.name in PRESS)]))
_COLON = r"(?:(?<!\d)[:：]|[:：](?!\d))"  # not that of a time
_PRESS = re.compile(rf"^\W*({_SPELT})\b([^:：]{{0,60}}){_COLON}\s*(.*)$", re.IGNORECASE | re.DOTALL)
_NOTED = tuple(f"{form.replace(' ', '')}:" for form, words in _PRESSED.items() if words[0].name == "note")


@dataclass(frozen=True, slots=True)
class Said:
    """A word to the service in a line. `rest` is what follows it; `to` is the addressee of press."""

    name: str
    rest: str = ""
    to: str = ""

    @property
    def word(self) -> Word:
        return _BY_NAME[self.name]


def command(line: str) -> Said | None:
    """The command that a player's own line is, behind `also` too: the same to all who ask, raw line or normalised."""
    written = without_also(line.strip())
    # Behind a number, or with an invisible sign in the word, press is read without its capitals.
    if press := _PRESS.match(written) or _PRESS.match(without_also(typed.normalise(line))):
        to = typed.normalise(press[2])
        meant = (word for word in _PRESSED[typed.spelt_plainly(press[1])] if word.to is not None and word.to.fits(to))
        return next((Said(word.name, press[3].strip(), to) for word in meant), None)
    plain = without_also(typed.normalise(line))
    word, _, rest = plain.partition(" ")
    names = NAMES
    if rest and word.endswith(":"):  # "vacation: 3 to 9 May", as "say: …" is written
        word, names = word[:-1], WITH_WORDS
    if word not in names:
        return _in_other_words(plain, written)
    said = Said(word, rest)
    if not said.word.rest.fits(rest) or (rest and not said.word.own(rest)):
        return _in_other_words(plain, written)
    return Said(said.name, _as_written(written)) if said.word.spoken else said


def _in_other_words(plain: str, written: str) -> Said | None:
    """The command that a normalised line is by another form of a word; it has nothing but its own arguments."""
    if (found := _form_of(plain)) is None or written.rstrip().endswith("?"):
        return None
    form, rest, colon = found
    word, behind = _BY_NAME[form.name], f"{form.behind} {rest}".strip()
    if not word.rest.fits(behind) or (colon and not rest):
        return None
    if word.spoken:  # prose begins so
        return Said(word.name, _as_written(written, form.plain.count(" ") + 1)) if colon else None
    return Said(word.name, behind) if not rest or (not form.behind and _is_own(word, rest, colon=colon)) else None


def _form_of(plain: str) -> tuple[Form, str, bool] | None:
    """The longest form of a word with which a line begins, what stands behind it, and whether a colon divides them."""
    words = plain.split()
    for count in range(min(_LONGEST, len(words)), 0, -1):
        head = " ".join(words[:count])
        if form := _IN_OTHERS.get(head.removesuffix(":")):
            return form, " ".join(words[count:]), head.endswith(":")
    return None


def _is_own(word: Word, rest: str, *, colon: bool) -> bool:
    """Whether words behind another form of a word are surely its arguments."""
    if word.sure is not None:
        return word.sure(rest)
    return (word.strict(rest) or (colon and " " not in rest)) and not command_forms.has_everyday_word(rest)


def without_also(line: str) -> str:
    """A line, as written or normalised, without an `also` that it begins with."""
    return _ALSO.sub("", line)


def begun(line: str) -> tuple[str, ...]:
    """The words to the service that a line of one word is a beginning of."""
    return tuple(name for name in typed.complete(typed.normalise(line), NAMES) if name in _ALONE)


def misfit(line: str) -> Word | None:
    """The word with which a short line begins that would be a word to the service with more behind it, or with less."""
    word, _, rest = typed.normalise(line).partition(" ")
    found = _BY_NAME.get(word.rstrip(":")) or _bare_form(word, rest)
    return found if found is not None and _misfit(rest) and command(line) is None else None


def _bare_form(word: str, rest: str) -> Word | None:
    """The word that needs words behind it, of which a line is another form and nothing else."""
    name = word.rstrip(":")
    form = _IN_OTHERS.get(name)
    found = _BY_NAME[form.name] if form is not None and not form.behind else next(iter(_PRESSED.get(name, ())), None)
    return found if found is not None and not rest and found.rest is Rest.MUST else None


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


def _as_written(line: str, words: int = 1) -> str:
    """The text after the first words of a line, for people to read."""
    return re.sub(rf"^\W*(?:\w+[\s:：]*){{{words}}}", "", line).strip()


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
    plain = _BESIDE.sub("", normal_form("NFKD", text)).casefold()
    return any(noted in plain for noted in _NOTED)


def is_command(line: str, *, first_lines: bool = False) -> bool:
    """Strict: is this whole line a word to the service or to the plan, written out, and no prose?

    Another form of a word, alone or with any words and no colon, counts only in `first_lines`, where a player surely
    writes: "zurück" ends sentences.
    """
    plain = typed.normalise(line)
    if _PLAN.match(plain) or _RULE.match(plain):
        return True
    said = command(line)
    if said is None:
        return False
    if said.name in PRESS:
        return True
    found = None if first_lines else _form_of(plain)
    if found is not None and not (found[2] or (found[1] and said.word.sure)):
        return False
    # Not the last word of a sentence that was wrapped.
    return not line.rstrip().endswith((".", "?", ",")) and said.word.strict(said.rest)
