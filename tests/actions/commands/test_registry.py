"""Every command is all there: a word that is read, an effect, who carries it out, and help in every language."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.language.languages import LANGUAGES, speaking
from engine.orders.command_words import WORDS, Rest, Said, command
from tests.catalogues import OTHERS
from tests.shared.cast import Cast, only_table, running_league
from tournaments.actions.commands import anywhere, desk, help_topics, registry
from tournaments.actions.commands.command import Command, Effect, Errand
from tournaments.actions.commands.help_topics import ALSO, HELP, NOW, TOPICS
from tournaments.actions.commands.registry import COMMANDS, TOPIC_OF
from tournaments.formats import desk_words
from tournaments.language.speech import say
from tournaments.letters.desk import OFFERS
from tournaments.queries.letters.kinds import KINDS

EVERY = [pytest.param(command, id=command.name) for command in COMMANDS.values()]
OF_PLANS = ("forget", "always", "also", "if", "go")  # what help tells of beside commands: words to the plan
BRACKETS = re.compile(r"\[(\w+)(?: ([\w]+))?")


def help_on(command: Command) -> tuple[str, ...]:
    return HELP if command.name == "help" else TOPICS[command.topic]


def test_every_word_that_is_read_is_a_command_and_no_other() -> None:
    assert sorted(word.name for word in WORDS) == sorted(COMMANDS)
    for word in WORDS:
        for form in (word.name, *(form for form in word.forms if word.to is not None)):
            line = form + (" bea" if word.to is Rest.MUST else "") + (":" if word.to else "")
            said = command(f"{line} words" if word.rest is not Rest.NEVER else line)
            assert said is not None
            assert registry.of(said) is COMMANDS[word.name]


@pytest.mark.parametrize("command", EVERY)
def test_every_command_is_carried_out_somewhere(command: Command) -> None:
    assert command.at_table or command.anywhere
    assert command.kind == "" or command.kind in registry.KINDS
    assert command.kind == "" or command.kind in KINDS


@pytest.mark.parametrize("command", EVERY)
def test_what_stands_beside_orders_or_has_to_be_proved_is_given_where_that_counts(command: Command) -> None:
    assert command.at_table or not command.beside
    assert command.anywhere or not command.vouched
    assert command.anywhere or not command.entries
    assert command.effect is Effect.CHANGES or not (command.vouched or command.entries or command.once)


@dataclass(frozen=True)
class Watched(Errand):
    """An errand that notes whether it is asked what its letter is about."""

    asked: list[str] = field(default_factory=list)

    def __getattribute__(self, name: str) -> Any:
        if name in ("about", "table"):
            self.asked.append(name)
        return super().__getattribute__(name)


@pytest.mark.django_db
@pytest.mark.parametrize("command", [command for command in COMMANDS.values() if command.anywhere])
def test_an_errand_that_looks_at_what_its_letter_is_about_says_so(cast: Cast, command: Command) -> None:
    """So a copy of the mail in a letter about something else is no repeat of it."""
    league = running_league(cast)
    errand = Watched(cast.player, Said(command.name), about=league, table=only_table(league))
    anywhere.carry_out(errand)
    assert bool(errand.asked) == bool(command.where(errand))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", EVERY)
def test_the_help_about_a_command_names_it_in_every_language(command: Command, language: str) -> None:
    with speaking(language):
        said = " ".join(say(line) for line in help_on(command))
    assert re.search(rf"\[{command.name}[\] ]|\b(?:word|Wort) „?{command.name}\b", said), said


@pytest.mark.parametrize("command", EVERY)
def test_the_help_about_a_command_is_translated(command: Command) -> None:
    for language in OTHERS:
        with speaking(language):
            assert [line for line in help_on(command) if say(line) == line] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_of_no_command_that_there_is_not(language: str) -> None:
    with speaking(language):
        lines = [say(line) for line in (*HELP, *(line for lines in TOPICS.values() for line in lines))]
    words = [found.groups() for line in lines for found in BRACKETS.finditer(line)]
    assert {word for word, _ in words} - {*COMMANDS, *OF_PLANS} == set()
    assert {topic for word, topic in words if word == "help" and topic} - {*TOPICS, *NOW} == set()


def test_help_is_found_by_every_word_for_a_command_and_lists_every_topic() -> None:
    assert set(TOPIC_OF) == {form for word in WORDS if word.name != "help" for form in word.forms}
    assert {*TOPIC_OF.values(), *ALSO.values()} <= set(TOPICS)
    assert not set(ALSO) & {*TOPICS, *TOPIC_OF}
    for word, topic in TOPIC_OF.items():
        assert help_topics.about(word, TOPIC_OF) == help_topics.about(word if word in TOPICS else topic, {})
    (unknown,) = help_topics.about("nonsense", TOPIC_OF)
    assert re.findall(r"\[help (\w+)\]", unknown)[: len(TOPICS)] == list(TOPICS)


def test_what_an_organiser_is_offered_by_letter_is_carried_out_and_nothing_else() -> None:
    offered = {
        (kind, answer.verb) for kind, offers in OFFERS.items() for order, _ in offers
        for answer in desk_words.read(order.format(1))
    }  # fmt: skip
    assert offered == set(desk.VERBS)
