"""All commands: the effect of each, the help about it, and what carries it out.

To add one: a `Word` of the same name in `engine.orders.command_words`, which says how it is written; a `Command` here;
and what `help_topics` says of it, in each language. `tests/actions/commands/test_registry.py` finds what is missing.
"""

from __future__ import annotations

from engine.language import typed
from engine.orders.command_words import WORDS, Said
from tournaments.actions.commands import answers, cases, errands, help_topics, press
from tournaments.actions.commands.command import Command, Effect, Errand, Given, Told
from tournaments.actions.league import announcements, checkin
from tournaments.actions.observing import by_words
from tournaments.actions.player import language, quiet_hours, vacations
from tournaments.actions.practice import practice
from tournaments.actions.seats import resigning
from tournaments.language.speech import say
from tournaments.letters.parts import first_screen

TELLS, REVEALS, ASKS, CHANGES = Effect
# Kinds of letters that answer commands. Each keeps from others all that those behind it keep.
KINDS = (RESIGN, NOTES, OWN_LEAGUES) = (resigning.ASKED, "notes", "own_leagues")
ASKED = ("choice", "hand", "menu", "how")  # sections about the question itself


def of(said: Said) -> Command:
    """The command that has been given."""
    return COMMANDS[said.word.name]


def _topic(said: Said) -> str:
    """The topic that help is asked about; help about help is help in general."""
    return "" if typed.normalise(said.rest) == "help" else said.rest


def _help(it: Errand) -> Told:
    topic = _topic(it.said)
    return Told(help_topics.about(topic, TOPIC_OF) if topic else help_topics.in_general())


def _help_here(it: Given) -> Told:
    """The help in general with how to answer, about a topic, or about what is asked now."""
    match, seat, topic = it.s.match, it.seat.number, _topic(it.said)
    if not topic:
        return Told(help_topics.in_general(), sections=[one for one in answers.sections(it) if one.key == "how"])
    if not any(typed.complete(word, help_topics.NOW) for word in topic.split()):
        return Told(help_topics.about(topic, TOPIC_OF, match.game))
    decision = match.decision(seat)
    if decision is None:
        return Told([say("Nothing is asked of you now. {waiting}", waiting=answers.waiting(it))])
    headline = first_screen.ended(match.game.headline(match.view(seat), decision))
    words = say("You are asked this: {headline} {until}", headline=headline, until=answers.until(it.seat))
    return Told([words], sections=[one for one in answers.sections(it) if one.key in ASKED])


def _undo(it: Given) -> Told:
    asked = it.s.match.decision(it.seat.number)
    return Told([it.undone.words], refused=not it.undone.done, sections=answers.sections(it) if asked else [])


def _tell(it: Given) -> Told:
    return Told([press.tell(it.s, it.seat, it.said.to, it.said.rest)])


def _announce(it: Errand) -> Told:
    return Told([announcements.by_mail(it.player, it.said, it.about, it.table, it.proved)])


def _practice(it: Errand) -> Told:
    practice.begin(it.player, it.said.rest)
    return Told([])


_ALL = (
    Command("status", TELLS, at_table=answers.status, help="questions"),
    Command("board", TELLS, at_table=lambda it: answers.status(it)._replace(picture=True), help="questions"),
    Command("log", TELLS, at_table=answers.log, help="questions"),
    Command("orders", TELLS, at_table=answers.orders, help="questions"),
    Command("standings", TELLS, at_table=answers.standings, help="questions"),
    Command("help", TELLS, at_table=_help_here, anywhere=_help),
    Command("rules", TELLS, at_table=answers.rules, anywhere=errands.rules),
    Command("games", TELLS, anywhere=answers.games, help="questions", kind=OWN_LEAGUES),
    Command("notes", REVEALS, at_table=lambda it: Told(press.notes(it.seat)), help="note", kind=NOTES),
    Command("undo", CHANGES, at_table=_undo, beside=True),
    Command("yes", CHANGES, at_table=answers.unasked_yes, help="resign", beside=True),
    Command("say", CHANGES, at_table=lambda it: Told([press.tell_all(it.s, it.seat, it.said.rest)]), beside=True),
    Command("tell", CHANGES, at_table=_tell, beside=True),
    Command("note", CHANGES, at_table=lambda it: Told([press.note(it.s, it.seat, it.said.rest)]), beside=True),
    Command("referee", CHANGES, at_table=lambda it: Told([cases.call(it.s, it.seat, it.said.rest)])),
    Command("resign", ASKS, at_table=lambda it: Told(resigning.ask(it.s, it.seat)), kind=RESIGN),
    Command("join", ASKS, anywhere=errands.join, kind=OWN_LEAGUES),
    Command(
        "leave", CHANGES, anywhere=errands.leave, help="join", entries=True, kind=OWN_LEAGUES,
        where=lambda it: () if it.said.rest else (it.about,),
    ),
    Command(
        "ready", CHANGES, anywhere=lambda it: Told([checkin.ready(it.player, it.about)]), help="join", entries=True,
        kind=OWN_LEAGUES, where=lambda it: (it.about,),
    ),
    Command(
        "vacation", CHANGES, anywhere=lambda it: Told(vacations.by_words(it.player, it.said.rest)), entries=True,
        kind=OWN_LEAGUES,
    ),
    Command("observe", CHANGES, anywhere=lambda it: Told([by_words.begin(it.player, it.said.rest)]), kind=OWN_LEAGUES),
    Command(
        "unobserve", CHANGES, anywhere=lambda it: Told([by_words.end(it.player, it.said.rest)]), help="observe",
        kind=OWN_LEAGUES,
    ),
    Command("quiet", CHANGES, anywhere=lambda it: Told(quiet_hours.by_words(it.player, it.said.rest)), once=True),
    Command("language", CHANGES, anywhere=lambda it: Told(language.by_words(it.player, it.said.rest)), once=True),
    Command("practice", CHANGES, anywhere=_practice, kind=OWN_LEAGUES),
    Command(
        "announce", CHANGES, anywhere=_announce, vouched=True, kind=OWN_LEAGUES,
        where=lambda it: () if it.said.to else (it.about, it.table),
    ),
)  # fmt: skip
COMMANDS = {command.name: command for command in _ALL}
# By each word for a command, but help itself, about which there is none.
TOPIC_OF = {form: COMMANDS[word.name].topic for word in WORDS if word.name != "help" for form in word.forms}
