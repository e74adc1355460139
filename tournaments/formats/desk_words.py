"""The answer of an organiser to the letter on what needs them: "1 extend 24h, 2 ok". Reads words, does nothing.

A number of that letter and a verb for what it names. Words that are for people come after a colon and go to the
end of the line: "3 replace: no answer for a week", "rule 4: It was twice."
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.language.typed import compatible
from tournaments.formats.typed import reading_form

OK, EXTEND, REPLACE, RULE, LAST, HELP = "ok", "extend", "replace", "rule", "last", "help"
MOST_HOURS = 24 * 30
ONE = re.compile(
    r"(?:no\.? ?)?(?P<number>\d{1,2})[.):]? +"
    r"(?:(?P<plain>ok|okay|yes|last)"
    r"|extend(?: by)? +(?P<amount>\d{1,3}) ?(?P<unit>h|hours?|d|days?)(?: ?: ?(?P<why>.+))?"
    r"|(?P<worded>replace|rule|help) ?: ?(?P<words>.+)"
    r"|(?P<bare>replace|rule|help))(?= *(?:[,;]|$))",
    re.IGNORECASE,
)
FOR_PEOPLE = re.compile(r"(?P<verb>rule|help) +(?P<number>\d{1,2})(?: ?: ?(?P<words>.+))?", re.IGNORECASE)
BETWEEN = re.compile(r" *[,;] *(?:and +)?")


@dataclass(frozen=True, slots=True)
class Answer:
    """One thing to be done: the number in the letter, the verb, hours of an extension, words for people."""

    number: int
    verb: str
    hours: int = 0
    words: str = ""


def read(line: str) -> list[Answer]:
    """The answers that a whole line is made of; [] when any of it is something else."""
    forms = (compatible(line).strip(), reading_form(line))  # which takes "2. " for a bullet
    return next((found for form in forms if (found := _read(form))), [])


def _read(plain: str) -> list[Answer]:
    if said := FOR_PEOPLE.fullmatch(plain):
        return [Answer(int(said["number"]), said["verb"].lower(), words=said["words"] or "")]
    found: list[Answer] = []
    at = 0
    while at < len(plain):
        one = ONE.match(plain, at)
        if one is None:
            return []
        found.append(_answer(one))
        at = one.end()
        between = BETWEEN.match(plain, at)
        at = between.end() if between else at
    return found


def _answer(one: re.Match[str]) -> Answer:
    number = int(one["number"])
    if one["amount"]:
        hours = int(one["amount"]) * (24 if one["unit"].lower().startswith("d") else 1)
        return Answer(number, EXTEND, hours, one["why"] or "")
    if one["plain"]:
        return Answer(number, LAST if one["plain"].lower() == LAST else OK)
    return Answer(number, (one["worded"] or one["bare"]).lower(), words=one["words"] or "")


def reads(line: str) -> bool:
    """Whether a whole line is such an answer."""
    return bool(read(line))


def has_words(line: str) -> bool:
    """Whether a whole line is such an answer and ends with words for people."""
    return any(one.words for one in read(line)[-1:])


def of_lines(lines: Iterable[str]) -> list[Answer]:
    """The answers of a letter. What a mail program has broken has been put together by the reader of mails."""
    return [answer for line in lines for answer in read(line)]
