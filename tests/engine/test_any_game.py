"""What holds in every game of the engine, whatever is played: of a new one it is tested as soon as it is registered."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random

import pytest

from engine import BadPosition, Match, verify
from engine.chance import Chance
from engine.decisions import Move
from engine.language.languages import ENGLISH, LANGUAGES, speaking
from engine.match.export import export, replay
from engine.orders.api import Plan, apply_letter, to_close
from engine.pictures.scene import Text
from tests.engine.any_game import KINDS, NAMES, Kind, Moment, decided, moments, played
from tests.engine.mistakes import with_another_value

MOST_LINES = 40
MOST_BYTES = 12_000
LETTER_WORDS = re.compile(r"\[([^\]]+)\]")
EVERY = pytest.mark.parametrize("kind", KINDS, ids=str)
WORD = re.compile(r"\b[a-z]{3,}\b")
ABROAD = [
    pytest.param(kind, language, id=f"{kind}, {language}")
    for kind in KINDS
    for language in LANGUAGES
    if language != ENGLISH
]


@EVERY
def test_every_text_is_read_as_its_move_and_nothing_stands_against_it(kind: Kind) -> None:
    game, rng = kind.game, Random(1)
    for moment in moments(kind):
        assert len({ask.seat for ask in moment.asks}) == len(moment.asks)
        for ask in moment.asks:
            view, decision = game.view(moment.state, ask.seat), decided(ask)
            assert len({move.text for move in ask.moves}) == len(ask.moves) >= 2
            for move in rng.sample(ask.moves, min(12, len(ask.moves))):
                assert game.reads(move.text), move
                assert game.expand(move.text) == (move.text,)
                assert game.read(move.text, view, decision, ask.seat) == move
                assert game.as_now(game.read(move.text, view, None, ask.seat), view, decision) == move
                assert game.belongs(move, decision, view)
                assert game.why_not(view, ask.seat, move) == game.never(view, ask.seat, move) == ""


@EVERY
def test_no_menu_is_longer_than_forty_lines_and_none_leaves_a_move_out(kind: Kind) -> None:
    game = kind.game
    for moment in moments(kind):
        for ask in moment.asks:
            view = game.view(moment.state, ask.seat)
            groups = game.menu(view, decided(ask))
            assert len(groups) <= MOST_LINES
            assert sorted(move for group in groups for move in group.moves) == sorted(ask.moves)
            assert len(game.headline(view, decided(ask))) <= MOST_LINES


@EVERY
def test_a_state_is_small_loads_equal_and_shares_nothing_with_its_copy(kind: Kind) -> None:
    game, rng = kind.game, Random(2)
    for moment in moments(kind):
        written = json.dumps(game.dump(moment.state))
        assert len(written) <= MOST_BYTES
        assert game.load(json.loads(written)) == moment.state
        copy = game.copy(moment.state)
        assert copy == moment.state
        if moment.asks:
            ask = rng.choice(moment.asks)
            game.play(copy, ask.seat, rng.choice(ask.moves), Chance(bytes(32)))
        assert json.dumps(game.dump(moment.state)) == written


@EVERY
def test_a_written_position_is_read_as_the_same_state(kind: Kind) -> None:
    game = kind.game
    for moment in moments(kind):
        assert game.read_position(json.loads(json.dumps(game.write_position(moment.state)))) == moment.state


@EVERY
def test_an_imagined_state_gives_its_view_and_the_same_questions(kind: Kind) -> None:
    game, rng = kind.game, Random(3)
    for moment in moments(kind):
        for viewer in {ask.seat for ask in moment.asks} or {None}:
            view = game.view(moment.state, viewer)
            full = game.imagine(view, rng)
            assert game.view(full, viewer) == view
            own = [ask for ask in moment.asks if ask.seat == viewer]
            for seen in (view, full):
                assert [ask for ask in game.asks(seen) if ask.seat == viewer] == own


@EVERY
def test_an_occasion_that_is_over_never_comes_back(kind: Kind) -> None:
    """So that the serial of a question is never needed twice."""
    over: dict[int, list[str]] = {number: [] for number in range(kind.seats)}
    for moment in played(kind, Random(secrets.token_bytes(16))):
        for ask in moment.asks:
            seen = over[ask.seat]
            if seen[-1:] != [ask.occasion]:
                assert ask.occasion not in seen
                seen.append(ask.occasion)


@EVERY
def test_somebody_is_asked_until_the_game_is_over(kind: Kind) -> None:
    for _ in range(3):
        for moment in played(kind, Random(secrets.token_bytes(16))):
            assert bool(moment.asks) != kind.game.over(moment.state)


@EVERY
def test_defaults_answer_only_with_legal_moves(kind: Kind) -> None:
    game = kind.game
    rules = {rule.topic: rule.text for rule in game.default_rules}
    for moment in moments(kind):
        for ask in moment.asks:
            move = game.prefer(game.view(moment.state, ask.seat), decided(ask), rules)
            assert move is None or move in (*ask.moves, *ask.unasked)


@EVERY
def test_a_match_is_the_same_when_loaded_and_when_played_again_and_can_be_verified(kind: Kind) -> None:
    rng, secret = Random(secrets.token_bytes(16)), secrets.token_bytes(32)
    match = Match.start(kind.game, kind.seats, kind.options, secret=secret, words=["rain"] * kind.seats)
    while not match.over:
        if (serial := to_close(match)) is not None:
            match.close(serial)
            continue
        decision = rng.choice(match.waiting)
        match.play(decision.seat, rng.choice(decision.moves))
    assert Match.load(match.dump(), secret=secret).dump() == match.dump()
    written = json.loads(json.dumps(export(match, ["Anna"] * kind.seats)))
    assert replay(written).dump() == match.dump()
    assert verify.verify(written)


@EVERY
def test_every_order_that_a_letter_shows_for_the_open_question_is_played_or_kept(kind: Kind) -> None:
    """The words in brackets of the menu, the hand and the examples; one with a word in capitals is only a form."""
    game = kind.game
    rules = {rule.topic: rule.text for rule in game.default_rules}
    for number, moment in enumerate(moments(kind)):
        if not moment.asks or number % 4:
            continue
        match = Match.start(
            game, kind.seats, kind.options, secret=bytes(32), position=game.write_position(moment.state)
        )
        decision = match.decisions[0]
        told = game.sections(match.view(decision.seat), decision, NAMES[: kind.seats], rules, decision.seat)
        for text in {found for s in told for p in s.paragraphs for found in LETTER_WORDS.findall(p.words)}:
            if text.islower() and not text.startswith(("if ", "help", "forget")):
                plans = {seat: Plan() for seat in range(kind.seats)}
                account = apply_letter(match.copy(), plans, decision.seat, [text], serial=decision.serial)
                assert {line.state for line in account.lines} <= {"played", "kept", "rule"}, (text, account.lines)


@EVERY
def test_a_slip_in_a_position_file_is_refused_by_name_or_leaves_a_game_to_play(kind: Kind) -> None:
    rng = Random(secrets.token_bytes(16))
    middle = moments(kind)[-2].state if rng.random() < 0.3 else moments(kind)[20].state
    for file in with_another_value(kind.game.write_position(middle), rng):
        with suppress(BadPosition):
            state = kind.game.read_position(file)
            assert bool(kind.game.asks(state)) != kind.game.over(state), file
            for ask in kind.game.asks(state):
                assert ask.moves
                view = kind.game.view(state, ask.seat)
                kind.game.sections(view, decided(ask), NAMES[: len(state.seats)], {}, ask.seat)


# --- in every language ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "language"), ABROAD)
def test_whatever_has_words_has_other_words_in_another_language(kind: Kind, language: str) -> None:
    """But for orders in brackets, and names: a sentence with a small English word in it is said otherwise."""
    alike: set[str] = set()
    for moment in moments(kind)[::8]:
        english = set(_told(kind, moment))
        with speaking(language):
            alike |= english & set(_told(kind, moment))
    assert [words for words in alike if WORD.search(LETTER_WORDS.sub("", words))] == []


@pytest.mark.parametrize(("kind", "language"), ABROAD)
def test_headlines_leave_room_for_the_deadline_in_every_language(kind: Kind, language: str) -> None:
    asked = [(moment, ask) for moment in moments(kind) for ask in moment.asks]
    with speaking(language):
        lines = {kind.game.headline(kind.game.view(moment.state, ask.seat), decided(ask)) for moment, ask in asked}
    assert [line for line in lines if not 0 < len(line) <= MOST_LINES] == []


def _told(kind: Kind, moment: Moment) -> Iterator[str]:
    """All that letters, pages, pictures and papers say of a moment; maps of letters are drawn in words of orders."""
    game, names = kind.game, NAMES[: kind.seats]
    rules = {rule.topic: rule.text for rule in game.default_rules}
    for reader in (0, None):
        view = game.view(moment.state, reader)
        yield from (game.tell(event, names, reader) for event in moment.told)
        yield from game.describe(view, names, reader).splitlines()
        yield from (shape.words for shape in game.picture(view, names, reader).shapes if isinstance(shape, Text))
    sheet = game.scoresheet(moment.state)
    yield from (*(category for category, _ in sheet.rows), sheet.tie_break[0], sheet.decided)
    for ask in moment.asks:
        view, decision = game.view(moment.state, ask.seat), decided(ask)
        yield from (game.headline(view, decision), game.course(view, decision, names))
        yield from (group.heading for group in game.menu(view, decision))
        yield from (game.say(move, view, ask.seat) for move in ask.moves[:20])
        yield from (game.why_not(view, ask.seat, move) for move in _once_legal(kind))
        for section in game.sections(view, decision, names, rules, ask.seat):
            yield section.title
            yield from (paragraph.words for paragraph in section.paragraphs if paragraph.style != "fixed")


@cache
def _once_legal(kind: Kind) -> tuple[Move, ...]:
    """Some moves of other moments, for reasons why they are not possible."""
    every = [move for moment in moments(kind) for ask in moment.asks for move in ask.moves[:3]]
    return tuple(Random(str(kind)).sample(every, min(10, len(every))))
