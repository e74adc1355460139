"""Words to the service that are no orders: help, undo, say: …. Reads them; what they do is the service's affair."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.language import languages, typed

BARE = ("status", "board", "log", "games", "orders", "undo", "standings", "ready", "yes", "resign", "notes")
_LANGUAGE = ("language", "sprache")  # the word of who cannot read the other
# Words may or must follow.
WITH_WORDS = ("help", "rules", "leave", "join", "practice", "vacation", "quiet", "referee", *_LANGUAGE)
NAMES: tuple[str, ...] = (*BARE, *WITH_WORDS)
PRESS = ("say", "tell", "note", "announce")  # written out, and with a colon
_WHOLE = ("leave", "ready", "undo", "yes")  # act at once: no beginning of a name below a letter may stand for them
_NEEDS_WORDS = ("join", "practice", "vacation", "referee")
_PRESS = re.compile(r"^\W*(say|tell|note|announce)\b([^:：]{0,60})[:：]\s*(.*)$", re.IGNORECASE | re.DOTALL)
# What may be meant as a note, whether or not it is read as one: with any signs around the word, and behind others.
_NOTE = re.compile(r"(?<![^\W_])note[\W_]{0,60}?[:：]", re.IGNORECASE)
_ALSO = re.compile(r"^\W*also\b\s*[:,]?\s*", re.IGNORECASE)
_PLAN = re.compile(r"^(?:go on|forget(?: [\w ]{1,40})?|hold \w+(?: \w+)?|never use \w+(?: \w+)?)$")
_RULE = re.compile(r"^always \w+ \S")
_STRICT_WORDS = {"help": 1, "leave": 2, "join": 3, "practice": 1, "referee": 12}
_DATE = re.compile(r"\d")
_HOURS = re.compile(r"^(?:off|[\d:.]{1,5} ?(?:h|am|pm)? ?(?:-|to) ?[\d:.]{1,5} ?(?:h|am|pm)?)$")


@dataclass(frozen=True, slots=True)
class Command:
    """A word to the service. `rest` is what follows it; of press, to whom it goes stands in `to`."""

    name: str
    rest: str = ""
    to: str = ""


def command(line: str, *, exact: bool = False) -> Command | None:
    """The command that a player's own line is, behind `also` too: the same to all who ask, raw line or normalised.

    Unique prefixes of three letters count for most unless `exact`.
    """
    written = without_also(line.strip())
    # Behind a number, or with an invisible sign in the word, press is read without its capitals.
    if press := _PRESS.match(written) or _PRESS.match(without_also(typed.normalise(line))):
        name, to = press[1].lower(), typed.normalise(press[2])
        return Command(name, press[3].strip(), to) if _addressed(name, to) else None
    word, _, rest = without_also(typed.normalise(line)).partition(" ")
    names = NAMES
    if rest and word.endswith(":"):  # "vacation: 3 to 9 May", as "say: …" is written
        word, names = word[:-1], WITH_WORDS
    found = (word,) if word in names else () if exact else typed.complete(word, names)
    if len(found) != 1 or (found[0] in _WHOLE and word != found[0]):
        return None
    name = found[0]
    if (rest and name in BARE) or (not rest and name in _NEEDS_WORDS):
        return None
    return Command(name, _as_written(written) if name == "referee" else rest)


def without_also(line: str) -> str:
    """A line, as written or normalised, without an `also` that it begins with."""
    return _ALSO.sub("", line)


def begun(line: str) -> tuple[str, ...]:
    """The words to the service that a line of one word is a beginning of."""
    word = typed.normalise(line)
    return tuple(name for name in typed.complete(word, NAMES) if name not in _NEEDS_WORDS)


def likest(line: str) -> tuple[str, ...]:
    """What a line that is no word to the service was perhaps meant as: it fits several, or a letter is wrong in it."""
    word, _, rest = typed.normalise(line).partition(" ")
    if not rest and (several := begun(line)):
        return several[:3]
    if len(word) <= typed.PREFIX:
        return ()
    names = WITH_WORDS if rest else tuple(name for name in NAMES if name not in _NEEDS_WORDS)
    near = [name for name in names if typed.distance(word, name, 3) <= 1 + len(name) // 6]
    return tuple(f"{name} {rest}".strip() for name in near[:3])


def _as_written(line: str) -> str:
    """What follows the first word of a line, for people to read."""
    return re.sub(r"^\W*\w+[\s:：]*", "", line).strip()


def _addressed(name: str, to: str) -> bool:
    """Whether press says to whom it goes where it must, and does not where it cannot."""
    return name == "announce" or (name == "tell") == bool(to)


def without_note(line: str) -> str:
    """The line as others than its writer may read it: of a private note no more than that it is one."""
    said = command(line)
    if said is not None and said.name in PRESS:
        return "note: …" if said.name == "note" else line
    return "note: …" if _NOTE.search(line) else line


def is_command(line: str) -> bool:
    """Strict: is this whole line a word to the service or to the plan, written out, and no prose?"""
    plain = typed.normalise(line)
    if _PLAN.match(plain) or _RULE.match(plain):
        return True
    said = command(line, exact=True)
    if said is None:
        return False
    if said.name in PRESS:
        return True
    if line.rstrip().endswith((".", "?", ",")):  # the last word of a sentence that was wrapped
        return False
    if said.name == "vacation":
        return bool(_DATE.search(said.rest)) or said.rest == "cancel"
    if said.name == "quiet":
        return bool(_HOURS.match(said.rest))
    if said.name in _LANGUAGE:
        return languages.named(said.rest) is not None
    rest = said.rest.split()
    wordy = said.name != "referee" and not typed.EVERYDAY.isdisjoint(rest)
    return not wordy and len(rest) <= _STRICT_WORDS.get(said.name, 0)
