"""The reason why a letter has no line to carry out: one sentence, wherever the letter came to."""

from __future__ import annotations

from engine.language.languages import to_say
from engine.language.wording import sentence
from tournaments.inbox.reply import Letter, Why
from tournaments.language.speech import say

TOO_DEEP = to_say("this letter is built too deep to be read: write it as plain text")
SEALED = to_say(
    "this letter could not be opened, as it is encrypted or in a form that only your mail program reads: send it once"
    " more as plain text"
)
TOO_LONG = to_say("this letter is too long to be read to its end, and above that no line of your own reads as an order")
NO_LINE = to_say("there is no line of your own in this letter that reads as an order")
IN_FILE = to_say(
    "there is no line of your own in this letter that reads as an order; files and pictures are not read: write your"
    " orders into the text of the letter"
)
BY_WHY = {  # the first that holds is told
    Why.TOO_DEEP: TOO_DEEP, Why.SEALED: SEALED, Why.TOO_LONG: TOO_LONG, Why.FILE: IN_FILE,
}  # fmt: skip


def clause(letter: Letter) -> str:
    """The reason as a part of a sentence."""
    if letter.doubt:
        return say("{doubt}: write it once more", doubt=say(str(letter.doubt)))
    found = {line.why for line in letter.ignored}
    return say(next((words for why, words in BY_WHY.items() if why in found), NO_LINE))


def why(letter: Letter) -> str:
    """The reason as a sentence."""
    return sentence(clause(letter))
