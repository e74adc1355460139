"""The help that letters bring, in full, on one page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

import engine
from tournaments.actions.commands import help_topics
from tournaments.actions.commands.registry import TOPIC_OF

_TO_TYPE = re.compile(r"\[([^\[\]]+)\]")  # words in brackets are typed without them


@require_safe
def in_full(request: HttpRequest) -> HttpResponse:
    """Every topic, and what answers by itself in each game."""
    topics = [(f"help {topic}", _marked(help_topics.about(topic, TOPIC_OF))) for topic in help_topics.TOPICS]
    games = [(game.name, _rules(game)) for game in engine.games.released().values()]
    values = {"general": _marked(help_topics.in_general()), "topics": topics, "games": games}
    return render(request, "play/help.html", values)


def _rules(game: engine.Game[Any]) -> list[tuple[str, list[SafeString]]]:
    """(order for the help, words) of each question that answers itself."""
    topics = [rule.topic for rule in game.default_rules]
    return [(f"help {topic}", _marked(help_topics.about(topic, TOPIC_OF, game))) for topic in topics]


def _marked(paragraphs: Iterable[str]) -> list[SafeString]:
    """The paragraphs, escaped, with what is typed marked as such."""
    return [format_html_join("", "{}", ((part,) for part in _parts(words))) for words in paragraphs]


def _parts(words: str) -> Iterable[str | SafeString]:
    for at, part in enumerate(_TO_TYPE.split(words)):
        yield format_html("<code>{}</code>", part) if at % 2 else part
