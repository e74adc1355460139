"""The first screen of a letter that asks: the question, at most three lines of news, the stand, then the choice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

import engine
from engine.bots import bots
from engine.events import Event
from engine.language.languages import LANGUAGES, speaking
from engine.orders import api
from tests.letters import gallery
from tests.letters.asked import NAMES, letters_of
from tests.letters.gallery import Written
from tests.shared.cast import asked_seat, only_table
from tests.shared.post import newest
from tests.shared.tapped import buttons_in
from tournaments.actions.table.session import Session
from tournaments.letters import turn as of_turn
from tournaments.letters.parts.buttons import MOST_TAPS
from tournaments.models import League
from tournaments.queries import telling

pytestmark = pytest.mark.django_db
MORE = {"en": r"\((\d+) more below\)", "de": r"\(noch (\d+) weiter unten\)"}
MOMENTS = {
    "bruges": ("turn", "turn", "climb", "turn"),
    "flandern": ("choose", "act", "choose", "act", "gold"),
    "venise": ("turn", "take", "turn", "keep", "finish"),
}
UNTIL = {
    "en": "(,| Until| until)+ [^.]+, [0-9:]{5} in [^.]+ [(][^)]+[)][.]",
    "de": "(,| Bis| bis)+ .+ [0-9:]{5} .+ [(][^)]+[)][.]",
}


@pytest.fixture(scope="module", params=[(game, language) for game in MOMENTS for language in LANGUAGES], ids=str)
def letters(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[Written]:
    game, language = request.param
    with django_db_blocker.unblock(), transaction.atomic():
        asks = {"bruges": {"climb": "ask"}} if game == "bruges" else {}
        found = list(letters_of(game, language, MOMENTS[game], first=1, rules=asks))
        transaction.set_rollback(True)
    return found


def headline(letter: Written) -> str:
    decision = letter.match.decision(letter.seat.number)
    with speaking(letter.seat.player.language):
        return letter.match.game.headline(letter.match.view(letter.seat.number), decision)


def blocks(text: str) -> list[str]:
    return [" ".join(block.split()) for block in text.split("\n\n")]


def above(letter: Written) -> list[str]:
    """The blocks of the text form above the first heading, the marker line left out."""
    return blocks(letter.draft.text.partition("\n== ")[0])[1:]


def test_the_first_line_says_in_words_what_is_asked_and_until_when(letters: list[Written]) -> None:
    assert letters
    for letter in letters:
        first = above(letter)[0]
        assert first.startswith(headline(letter)), letter.name
        assert re.match(UNTIL[letter.seat.player.language], first.removeprefix(headline(letter))), first
        assert letter.draft.text.startswith(f"#=#=# {headline(letter).upper()} - "), letter.name
        assert not headline(letter).isupper()
        assert '<h1 class="asked" ' in letter.draft.html


def test_never_more_than_three_lines_of_news_stand_above_the_choice(letters: list[Written]) -> None:
    for letter in letters:
        news = [block for block in letter.draft.text.partition("\n== ")[0].split("\n\n") if block.startswith("* ")]
        assert len(news) <= 1, letter.name
        lines = [line for block in news for line in block.splitlines()]
        assert len([line for line in lines if line.startswith("* ")]) <= 3
        assert len(lines) <= 4, "the last may go on to say how many more there are"


def test_the_points_stand_in_one_block_above_the_choice(letters: list[Written]) -> None:
    for letter in letters:
        you = {"en": "You", "de": "Du"}[letter.seat.player.language]
        (stand,) = [block for block in above(letter) if re.match(rf"{you}( \([^)]*\))?: ", block)]
        assert "ended now" in stand or "jetzt" in stand, stand


def test_the_choice_is_the_first_heading_and_how_to_answer_the_last(letters: list[Written]) -> None:
    for letter in letters:
        _, *parts = letter.draft.text.split("\n== ")
        assert re.search(r"\[[^\]]+\]", parts[0]), letter.name
        assert re.match(r"HOW TO ANSWER|SO ANTWORTEST DU|ANTWORT|WIE ", parts[-1]), parts[-1][:30]


def test_the_picture_stands_behind_at_most_eight_taps_and_no_heading_of_taps_is_left_above_it(
    letters: list[Written],
) -> None:
    for letter in letters:
        before, picture, after = letter.draft.html.partition('<p class="picture')
        assert picture
        taps = before.count('class="move"')
        every = taps + after.count('class="move"')
        assert min(1, every) <= taps <= MOST_TAPS or 'class="more"' not in letter.draft.html, letter.name
        assert every <= MOST_TAPS or taps >= 2, letter.name


def test_every_move_has_a_button_or_the_letter_leads_to_all_of_them_in_steps(letters: list[Written]) -> None:
    for letter in letters:
        moves = {move.text for move in letter.match.decision(letter.seat.number).moves}
        missing = moves - set(buttons_in(letter.draft.html))
        page = f"https://play.example.org/table/{letter.seat.table_id}/steps/"
        assert (page in letter.draft.text) == bool(missing), letter.name
        assert (f'href="{page}"' in letter.draft.html) == bool(missing), letter.name


def test_what_is_not_told_above_is_counted_there_and_told_below(letters: list[Written]) -> None:
    counts = 0
    for letter in letters:
        counted = re.search(MORE[letter.seat.player.language], " ".join(letter.draft.text.split()))
        below = re.search(
            r"== (?:WHAT ELSE HAPPENED|WAS SEIT DEINEM LETZTEN BRIEF NOCH)[^=]*==\n(.*?)\n\n",
            letter.draft.text,
            re.DOTALL,
        )
        bullets = len(re.findall(r"^\* ", below[1], re.MULTILINE)) if below else 0
        assert (int(counted[1]) if counted else 0) == bullets, letter.name
        counts += bullets
    assert counts


def test_practice_alone_says_what_is_often_chosen_and_it_is_legal() -> None:
    league = gallery.league_of(NAMES, secret=71)
    seat = asked_seat(only_table(league))
    assert "Often chosen here" not in newest(seat, "turn").text
    League.objects.update(practice=True)
    s = Session.open(seat.table_id)
    draft = of_turn.turn(s.seats[seat.number], s.turns[seat.number], s.match, s.plans[seat.number], [])
    found = re.search(r"Often chosen here: [^\[]+ \[([^\]]+)\]\.", " ".join(draft.text.split()))
    assert found is not None
    assert found[1] in {move.text for move in s.match.decision(seat.number).moves}


# --- what is told first ------------------------------------------------------------------------------


def windows(game: str) -> Iterator[tuple[engine.Match, int, list[Event]]]:
    """For each seat what happened between two moves of its own, over a game of bots."""
    match = engine.Match.start(engine.games[game], seats=3, secret=bytes([3] * 32))
    rng, since = Random(3), dict.fromkeys(range(3), 0)
    for _ in range(400):
        if match.over:
            return
        if (serial := api.to_close(match)) is not None:
            match.close(serial)
            continue
        decision = match.waiting[0]
        yield match, decision.seat, telling.happened(match.history[since[decision.seat] :])
        match.play(decision.seat, bots["random"].choose(match.game, match.view(decision.seat), decision, rng))
        since[decision.seat] = len(match.history)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", MOMENTS)
def test_own_losses_come_first_with_the_reason_and_news_are_three_lines(game: str, language: str) -> None:
    suffered = 0
    with speaking(language):
        for match, seat, events in windows(game):
            news, more = telling.in_brief(match.game, events, NAMES, seat)
            assert len(news) <= telling.MOST_NEWS
            assert sum(-(-len(words) // telling.ROW) for words in news[1:]) <= telling.MOST_NEWS
            told = telling.told(match.game, events, NAMES, seat)
            assert more >= 0
            assert bool(told) or not news
            losses = [event for event in events if match.game.hurts(event, seat)]
            if losses:
                suffered += 1
                assert news[0] == match.game.recount(losses, NAMES, seat)[0]
    assert suffered or game == "flandern", "where nothing is taken from anybody"


def test_a_fire_is_told_with_the_threat_that_brought_it() -> None:
    events = [
        Event("house", {"seat": 1, "colour": "red"}),
        Event("penalty", {"seat": 0, "colour": "red", "name": "fire"}),
        Event("lost", {"seat": 0, "what": "canal", "section": "left", "cause": "fire", "by": None}),
        Event("house", {"seat": 2, "colour": "blue"}),
    ]
    news, more = telling.in_brief(engine.games["bruges"], events, NAMES, 0)
    assert news == [
        "It was your third red threat: fire! You lost a canal token on the left to the fire.",
        "Chidi built a blue house.",
    ]
    assert more == 1
