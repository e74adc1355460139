"""The rest of a letter to no seat, or with a "yes", beside what was carried out of it. Its writer is told so."""

from __future__ import annotations

import re
from collections.abc import Collection

from engine.orders.command_words import command, without_note
from tournaments.inbox import reply, understanding
from tournaments.models import InboundLetter

GREETING = re.compile(r"[^\W\d_]+(?: [^\W\d_]+){0,2} ?,")  # "Hello,", "Dear Mr Smith,"
GREETED = re.compile(  # "Hi", "Hallo!", "Dear Sir or Madam,"
    r"(?:hi|hello|hey|dear|good (?:morning|day|afternoon|evening)|hallo|liebe[rs]?|guten (?:morgen|tag|abend)|moin"
    r"|servus|bonjour|salut|ciao|hola)(?P<whom>(?>(?:,? [^\W\d_][\w.'’-]*+){0,4}))(?: ?[,.!]| ?[:;]-?\))*",
    re.IGNORECASE,
)
ANYBODY = (
    *("all", "everybody", "everyone", "there", "team", "sir", "or", "madam", "and", "again", "to", "of", "you"),
    *("zusammen", "alle", "und"),
)
NOES = ("no", "not", "never", "nein", "nicht", "nie")
ANSWERS = ("yes", "ok", "okay", "ja", *NOES)


def greeting(letter: reply.Letter) -> tuple[str, ...]:
    """The line with which a letter greets; () where it begins with something else."""
    return tuple(filter(greets, letter.said[:1]))


def greets(line: str) -> bool:
    """Whether a line is a word or three and a comma, or a word of greeting and names alone, and no word to us."""
    if command(line) is not None:
        return False
    if GREETING.fullmatch(line):
        return True
    said = GREETED.fullmatch(line)
    return said is not None and all(map(_is_whom, said["whom"].replace(",", " ").split()))


def says_no(line: str) -> bool:
    """Whether a word of a line denies something."""
    said = re.findall(r"[\w']+", line.lower().replace("’", "'"))
    return any(word in NOES or word.endswith("n't") for word in said)


def _is_whom(word: str) -> bool:
    """Whether a word of a greeting is a name, or used for one."""
    return word in ANYBODY or (word[0].isupper() and word.lower() not in ANSWERS)


def of(
    row: InboundLetter, letter: reply.Letter, done: Collection[str] = (), *, whatever_it_is: bool = False
) -> list[str]:
    """The parts that look like a request and were not done: lines, files, quoted orders, the end of a long letter.

    done  lines that were carried out, or whose answer says why not
    whatever_it_is  tell every other line above what is quoted, also one that looks like nothing to be done
    A greeting, a name or thanks are no such line, unless words for people were carried out, which may have been meant
    to go on with it. Of a private note no more is told than that it is one.
    """
    words, is_order = understanding.words_for_people(row.seat), understanding.is_order(row.seat)
    whole = whatever_it_is or any(map(words.spoken, done))
    own, top = list(letter.lines), letter.top
    if letter.subject_order not in ("", *own):
        own.insert(0, letter.subject_order)
        top += 1
    left = [(line, at < top) for at, line in enumerate(own) if line not in done]
    asked = understanding.MOST_GOING_ON  # of whatever is below so many lines `begins` says yes
    meant = [
        line
        for at, (line, above) in enumerate(left)
        if (above and whole) or (at < asked and words.begins(line)) or is_order(line)
    ]
    told = (ignored.line for ignored in letter.worth_telling if ignored.line not in done)
    return [without_note(line) for line in (*meant, *told) if line]
