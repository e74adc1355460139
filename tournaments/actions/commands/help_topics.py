"""The answers to the word help, in general and about one topic. Words to type are in brackets: no line is an order.

Words in braces are an example from the game that is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import engine
from engine.language import typed
from engine.language.languages import to_say
from tournaments.language.speech import say

NOW = ("this", "decision", "now", "turn")  # help about what is asked at this moment

HELP = (
    to_say(
        "Answer a letter above its first line; one order to a line. An order names what you do and with what, as "
        "the letter shows it, in words or as a code."
    ),
    to_say(
        "What you write beyond the present question is kept and played when its time comes; new orders replace "
        "kept ones."
    ),
    to_say(
        "Words that work at any time, alone on a line and without the brackets: [status] brings the position, "
        "[log] what happened, [orders] what you have kept and your rules, [rules] the rules of the game, "
        "[standings] the league, [games] your other tables, [undo] takes back what nobody has acted on, [forget] "
        "drops what is kept, [resign] gives your seat up after one more question. More about each: [help "
        "questions], [help plans], [help deadlines], [help vacation] and the like; [help this] is about what is "
        "asked of you now."
    ),
    to_say(
        'A line that begins with the word "say" and a colon goes to the table. One that begins with "note" and a '
        "colon is kept for you alone, and the word [notes] brings them all."
    ),
)

TOPICS: dict[str, tuple[str, ...]] = {
    "orders": (
        to_say(
            "One order to a line, above the first line of our letter. Names may be shortened to three letters as "
            "long as only one can be meant; the number or the code beside a move does as well."
        ),
        to_say(
            "What comes first answers the present question, what follows is kept for the next ones. A stroke "
            "between two orders means: the first of them that is possible. A condition goes in front: [if "
            "{condition}:] and the order."
        ),
    ),
    "plans": (
        to_say(
            "Orders beyond the present question are your plan. A new letter with orders replaces it, unless it begins "
            "with [also]."
        ),
        to_say(
            "A plan stops, and says why, when its next order is impossible, when somebody took something from you, "
            "when you drew cards or took orders back. Then [go on] plays the rest and [forget] drops it."
        ),
    ),
    "rules": (
        to_say("The word [rules] brings the rules of the game on a few pages, and what answers for you at your table."),
        to_say(
            "A line that begins with [always] answers a kind of question for you until you drop it by [forget] and "
            "its name. Every letter that asks you shows what answers for you, under your rules; the word ask in its "
            "place means: ask me."
        ),
    ),
    "undo": (
        to_say(
            "The word [undo] takes your last orders back, until somebody has acted on them or something hidden was "
            "shown. It wins you no time, but once the league's delay for second thoughts."
        ),
    ),
    "deadlines": (
        to_say(
            "Every question has a deadline, in your own time zone. One reminder comes before it, and says what happens "
            "after it. That is a setting of the league: the table waits for you, or the stand-in moves at once or "
            "after the organiser's yes. Before it first moves for you in a game you have some grace, if the league "
            "gives any."
        ),
        to_say(
            "The stand-in is a program. It first does what you have kept and what your rules say, and answers one "
            "question each time. When it had to do so on three different days it keeps the seat. Any letter that is "
            "surely yours gives you the seat back."
        ),
    ),
    "vacation": (
        to_say(
            "The word [vacation] and two dates behind it book days off in all your leagues: [vacation 3 to 9 May], "
            "[vacation 2026-05-03 2026-05-09] or [vacation 3.5.-9.5.]. Each league allows so many days, or none; the "
            "answer says how many are left. Your tables read when you are away, and not why."
        ),
        to_say(
            "Deadlines that fall into your days off move behind them, with the time that was left. A question that is "
            "open already keeps its deadline. [vacation cancel] takes back what is still to come of them; a deadline "
            "that has moved stays where it is."
        ),
    ),
    "quiet": (
        to_say(
            "The word [quiet] and two full hours behind it, [quiet 22-7], keep your nights free in all your "
            "leagues: a deadline that would fall between them, by the clocks where you live, moves to their end. "
            "[quiet off] ends that, and [quiet] alone says what holds. A question that is open already keeps its "
            "deadline."
        ),
    ),
    "language": (
        to_say(
            "The word [language] and its name behind it, [language deutsch] or [language english], choose what "
            "letters, pages and papers are written in for you. Whatever you read here, orders and words to us may be "
            "written in any of these languages."
        ),
    ),
    "say": (
        to_say(
            "A line that begins with the word say and a colon goes to everybody at the table. None of them "
            "learns your address."
        ),
    ),
    "tell": (
        to_say(
            "A line that begins with the word tell, a player's name or the number of a seat, and a colon goes to that "
            "player alone, if the league allows it; to nobody if it may mean two. Organisers may read it, with a "
            "reason that the journal keeps."
        ),
    ),
    "note": (
        to_say("A line that begins with the word note and a colon is kept for you alone; [notes] brings them all."),
    ),
    "referee": (
        to_say(
            "The word referee and what happened behind it call the organiser. The ruling is mailed to the whole "
            "table, with your words."
        ),
        to_say(
            "An organiser who takes part in a league decides nothing in it while another one organises it who does "
            "not. Where all of them take part, who plays at a table leaves it to one who does not play there. Where "
            "there is no other one they may, and if they take a table back, of which everybody there reads, dice and "
            "cards are drawn anew at most once a day."
        ),
    ),
    "resign": (
        to_say(
            "The word [resign] gives your seat up. A letter asks you once more; answered by [yes], the stand-in plays "
            "on, and the game counts for you as the league's settings say."
        ),
    ),
    "join": (
        to_say(
            "The word [join] and the name of a league behind it bring its settings. Who answers that letter by "
            "[yes] is in, or on the waiting list; [leave] takes you out again until it starts. Who has no account here "
            "gets a letter with which to make one first, if their own mail host vouches for them; its button leads on "
            "to the league, if everybody may join it."
        ),
        to_say("Before a league starts you are asked to answer with the one word [ready]."),
        to_say(
            "Organisers and helpers of a league and the owner of this service see the mail addresses of those who "
            "join; no other player does. They may look at what is hidden at a table, with a reason that the journal "
            "keeps."
        ),
    ),
    "observe": (
        to_say(
            "The word [observe], the name of a public league, a stroke and the number of a table bring a letter about "
            "that table after each round, with what everybody may see: [observe autumn/3]. [unobserve autumn/3] ends "
            "that."
        ),
    ),
    "practice": (
        to_say(
            "[practice {slug}] opens a table for two against the stand-in at once. It counts for nothing and ends "
            "by itself when you [resign]. There is {games}."
        ),
    ),
    "questions": (
        to_say(
            "[status] brings the position, [board] the same with the picture, [log] what happened, [orders] what "
            "you have kept, [standings] the league, [games] your other tables, [notes] what you have noted."
        ),
        to_say("[help this] tells what is asked of you at this moment and lists everything you can do."),
    ),
    "announce": (
        to_say(
            "Organisers write to a league or a table: the word announce, the name of the league, perhaps the "
            "number of the table, a colon and the words."
        ),
    ),
}
# Words that are no topics and no commands either.
ALSO = {"forget": "plans", "always": "rules", "grace": "deadlines", "time": "deadlines", "night": "quiet"}


RULE = to_say(
    "If you have said nothing, [always {topic} {text}] holds. Other words in its place change that, the word ask lets "
    "you be asked each time, and [forget {topic}] brings back what held at first."
)


def in_general() -> list[str]:
    """The lines on how to answer, and the words that work at any time."""
    return [say(words) for words in HELP]


def about(words: str, commands: Mapping[str, str], game: engine.Game[Any] | None = None) -> list[str]:
    """The help about a topic; for an unknown one, the topics that there are. Examples are of the game.

    commands  the topic of each command, by the words for it
    """
    game = game or next(iter(engine.games.released().values()))
    rules = {rule.topic: rule.text for rule in game.default_rules}
    known = {**commands, **ALSO, **{topic: topic for topic in (*TOPICS, *rules)}}
    found = typed.complete(typed.normalise(words), known)
    if len(found) == 1 and found[0] in rules:
        return [*game.explain(found[0]), say(RULE, topic=found[0], text=rules[found[0]])]
    if len(found) == 1:
        examples = {"condition": game.condition or "round 3", "slug": game.slug, "games": _games()}
        return [say(line, **examples) for line in TOPICS[known[found[0]]]]
    topics = ", ".join(f"[help {topic}]" for topic in (*TOPICS, *rules))
    return [say("There is no help about that. There is: {topics}.", topics=topics)]


def _games() -> str:
    """The games that two can play, as the word to type behind `practice`."""
    return ", ".join(f"[practice {slug}]" for slug, game in engine.games.items() if game.seats[0] == 2)
