"""Reading: what one line of a player means, in any game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Rule
from engine.orders import reader as orders
from engine.orders.command_words import without_note
from engine.orders.reader import (
    Forget,
    GoOn,
    Guard,
    Hold,
    Ignored,
    Never,
    Once,
    Order,
    Reader,
    Refused,
    Said,
    Standing,
)
from tests.engine.toy import GAME, at_turn


def reader(*, strict: bool = False, numbers: bool = True) -> Reader:
    match = at_turn()
    return Reader(GAME, match.view(0), match.decision(0) if numbers else None, 0, strict=strict)


def means(line: str, *, strict: bool = False) -> list[orders.What]:
    return [instruction.what for instruction in reader(strict=strict).read(line)]


def moves(line: str) -> list[tuple[str, ...]]:
    return [what.moves for what in means(line) if isinstance(what, Order)]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("take 2", [("take 2",)]),
        ("• Táke ２.", [("take 2",)]),
        ("please take the 2", [("take 2",)]),
        ("tak 2; use lam", [("take 2",), ("use lamp",)]),
        ("take 2, then use lamp", [("take 2",), ("use lamp",)]),
        ("take 2 then use lamp then end", [("take 2",), ("use lamp",), ("end",)]),
        ("take 2, use lamp", [("take 2",), ("use lamp",)]),
        ("show bee / take 2", [("show bee", "take 2")]),
        ("show bee or take 2 or draw", [("show bee", "take 2", "draw")]),
        ("take 2 / take 2", [("take 2",)]),
        ("1", [("take 1",)]),
        ("1 / draw; take 3", [("take 1", "draw"), ("take 3",)]),
    ],
)
def test_a_line_becomes_canonical_orders(line: str, read: list[tuple[str, ...]]):
    assert moves(line) == read


def test_a_bare_number_counts_in_the_first_order_only():
    several = reader()
    assert several.read("2")[0].what == Order(("take 2",))
    assert isinstance(several.read("2")[0].what, Refused)
    assert isinstance(reader(numbers=False).read("2")[0].what, Refused)


@pytest.mark.parametrize(
    ("condition", "guard"),
    [
        ("stones >= 3", Guard("stones", ">=", 3)),
        ("stones 3", Guard("stones", ">=", 3)),
        ("my stones ≥ 3", Guard("stones", ">=", 3)),
        ("stones at least 3", Guard("stones", ">=", 3)),
        ("sto at most 3", Guard("stones", "<=", 3)),
        ("stones<3", Guard("stones", "<", 3)),
        ("round number = 2", Guard("round number", "=", 2)),
        ("number round == 2", Guard("round number", "=", 2)),
        ("heap more than 4", Guard("heap", ">", 4)),
        ("stones ≧ 3", Guard("stones", ">=", 3)),
        ("stones ⩽ 3", Guard("stones", "<=", 3)),
        ("stones >= 1234567890", Guard("stones", ">=", 1234567890)),
        ("stones >= ٣", Guard("stones", ">=", 3)),
    ],
)
def test_a_guard_stands_before_or_behind(condition: str, guard: Guard):
    assert means(f"if {condition}: take 2 / draw") == [Order(("take 2", "draw"), guard)]
    assert means(f"take 2 / draw if {condition}") == [Order(("take 2", "draw"), guard)]


@pytest.mark.parametrize(
    ("guard", "holds"),
    [
        (Guard("stones", ">=", 3), True),
        (Guard("stones", ">", 3), False),
        (Guard("stones", "<=", 2), False),
        (Guard("stones", "<", 4), True),
        (Guard("stones", "=", 3), True),
        (Guard("climb price", "<=", 3), False),
    ],
)
def test_a_guard_holds_by_the_facts(guard: Guard, holds: bool):
    assert guard.holds({"stones": 3}) is holds


def test_a_condition_that_no_game_knows_is_refused_with_those_it_knows():
    (what,) = means("if guilders 9: take 2")
    assert isinstance(what, Refused)
    assert what.reason == "no condition is called guilders"
    assert len(what.nearest) == 3


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("always offer buy", Standing(Rule("offer", "buy"))),
        ("ALWAYS offer ask everywhere", Standing(Rule("offer", "ask"), everywhere=True)),
        ("offer: buy", Once(Rule("offer", "buy"))),
        ("loss stone", Once(Rule("loss", "stone"))),
        ("hold well", Hold("well")),
        ("hold the well", Hold("well")),
        ("never use wel", Never("well")),
        ("forget", Forget()),
        ("forget all", Forget("all")),
        ("forget offer", Forget("offer")),
        ("forget always offer everywhere", Forget("offer", everywhere=True)),
        ("go on", GoOn()),
        ("Go on!", GoOn()),
        ("help", Said("help")),
        ("undo", Said("undo")),
        ("UNDO", Said("undo")),
        ("say: Well played, end of story", Said("say", "Well played, end of story")),
        ("tell red: shall we?", Said("tell", "shall we?", "red")),
    ],
)
def test_words_that_are_no_moves(line: str, read: orders.What):
    assert means(line) == [read]


def test_also_and_anyway_are_noted():
    (one, two) = reader().read("also take 2 anyway; draw")
    assert (one.also, two.also) == (True, True)
    assert one.what == Order(("take 2",), anyway=True)


def test_an_order_reads_back_from_its_own_words():
    order = Order(("take 2", "draw"), Guard("stones", "<", 4), anyway=True)
    assert means(order.words) == [order]
    assert Order.load(order.dump()) == order


@pytest.mark.parametrize(
    ("line", "reason", "near"),
    [
        ("take 9", "no word of this game", "take 1"),
        ("take 2 quickly", "one word", "take 1"),
        ("tkae 2", "no word of this game", "take 2"),
        ("show mag", "magpie or magot", "magpie"),
        ("always offer cheese", "no such rule", "always offer buy"),
        ("hold beer", "no word", ""),
        ("if stones: take 2", "a fact and a number", "if stones >= 3: …"),
    ],
)
def test_what_was_meant_as_an_order_is_refused_with_what_is_near(line: str, reason: str, near: str):
    (what,) = means(line)
    assert isinstance(what, Refused)
    assert reason in what.reason
    assert not near or near in what.nearest


@pytest.mark.parametrize(
    "line", ["Sent from my iPhone", "Hello Bea, nice one!", "Anna", "> quoted", "see you, Chidi", "—"]
)
def test_chat_is_ignored(line: str):
    assert all(isinstance(what, Ignored) for what in means(line))


LONG = " and so on" * (orders.LONGEST // 10)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("verb", ["say: ", "tell bea: ", "note: ", "announce: ", "referee "])
def test_words_to_people_are_read_whole_however_long_they_are(verb: str, strict: bool):
    (instruction,) = reader(strict=strict).read(f"{verb}hello{LONG}")
    assert isinstance(instruction.what, Said)
    assert instruction.what.rest == f"hello{LONG}"
    assert instruction.text == f"{verb}hello{LONG}"


@pytest.mark.parametrize("strict", [False, True])
def test_of_a_line_that_is_too_long_for_an_order_none_is_played_and_chat_stays_chat(strict: bool):
    (order,) = means("; ".join(["take 2"] * orders.LONGEST), strict=strict)
    assert isinstance(order, Refused)
    assert str(orders.LONGEST) in order.reason
    assert means(f"Hello Bea{LONG}", strict=strict) == [Ignored()]


def test_an_empty_line_says_nothing():
    assert reader().read("  ") == []


def test_a_strict_reader_leaves_aside_what_is_not_an_order_to_the_last_word():
    assert means("take 2", strict=True) == [Order(("take 2",))]
    for line in ("please take 2", "take 2 stones", "1", "Take care, Anna"):
        assert all(isinstance(what, Ignored) for what in means(line, strict=True)), line


@given(st.text(max_size=60))
def test_reading_never_fails(line: str):
    for strict in (False, True):
        for instruction in reader(strict=strict).read(line):
            assert instruction.text


@given(
    st.lists(
        st.sampled_from(
            [
                "take",
                "2",
                "if",
                "stones",
                ":",
                ";",
                "/",
                ",",
                "then",
                "always",
                "offer",
                "buy",
                "also",
                "hold",
                "forget",
                "go",
                "on",
                "well",
                ">=",
                "use",
                "or",
                "anyway",
                "everywhere",
            ]
        ),
        max_size=9,
    )
)
def test_reading_never_fails_on_words_of_the_grammar(said: list[str]):
    reader().read(" ".join(said))
    orders.reads(GAME, " ".join(said))


ORDERS = (
    *("take 2", "take 2; use lamp", "take 2, use lamp", "show bee / take 2", "if stones 3: show bee / take 2"),
    *("take 2 if stones >= 3", "also take 2", "take 2 anyway", "always offer buy", "always offer ask everywhere"),
    *("offer: buy", "go on", "forget", "forget offer", "hold well", "never use well", "help", "undo", "say: hi"),
    *("yes", "vacation 3 to 9 May", "quiet 22-7", "Quiet: off"),
)
PROSE = (
    *("", "take", "take 2 now", "take 2; thanks", "if stones: take 2", "always", "Always happy to play", "rules."),
    *("forget about the other day, it does not matter at all really", "hold on a second please", "the board"),
    *(
        "help me with this one please",
        "say hello to him",
        "vacation from all this",
        "quiet",
        "Quiet night on the 22nd",
        "2",
        "Anna",
        "end of letter",
    ),
    *(
        "join us next time around the table",
        "forget me",
        "forget to check",
        "forget about it",
        "hold no",
        "hold no card.",
    ),
    *(
        "hold each player",
        "never use this",
        "help and status",
        "leave until it",
        "join there once",
        "Yes,",
        "end.",
        "Log,",
    ),
    *("practice this", "practice for", "forget it", "ready."),
)


@pytest.mark.parametrize("line", ORDERS)
def test_the_strict_reader_knows_every_kind_of_line(line: str):
    assert orders.reads(GAME, line)


@pytest.mark.parametrize("line", PROSE)
def test_the_strict_reader_takes_no_prose_for_an_order(line: str):
    assert not orders.reads(GAME, line)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("HELP", Said("help")),
        ("help turn", Said("help", "turn")),
        ("sta", None),
        ("st", None),
        ("join autumn", Said("join", "autumn")),
        ("Vacation: 3 to 9 May", Said("vacation", "3 to 9 may")),
        ("referee: Bea dug twice, see the log.", Said("referee", "Bea dug twice, see the log.")),
        ("join", None),
        ("Lea", None),
        ("leav autumn", None),
        ("undo it all", None),
        ("NOTE: remember the well", Said("note", "remember the well")),
        ("also undo", Said("undo")),
        ("1. Also: undo.", Said("undo")),
        ("al\u200bso undo", Said("undo")),
        ("- Also, tell Bea: Hi", Said("tell", "Hi", "bea")),
        ("te\u200bll Bea: hi", Said("tell", "hi", "bea")),
        ("also", None),
        ("say to all: hi", None),
        ("tell: hi", None),
        ("say hi", None),
        ("referee he cheats", Said("referee", "he cheats")),
    ],
)
def test_commands_are_read_by_name_or_unique_beginning(line: str, command: Said | None):
    assert orders.command(line) == command


@pytest.mark.parametrize("written", [
    "note: x", "NOTE : x", "12note: x", "if guilders >= 1: no\u00adte: x", "n\u00f3te x note\u200b: y",
    "*note* \uff1a x", "__note__ --: x", f"note{' .' * 50}: x", "\uff4eote: x",
])  # fmt: skip
def test_whatever_may_be_a_note_is_told_as_one_to_others(written: str):
    assert without_note(written) == "note: …"


@pytest.mark.parametrize("line", ["say: see my note: x", "denoted: x", "a note to all", "not: even", "12"])
def test_other_lines_are_told_as_they_are(line: str):
    assert without_note(line) == line


COMMANDS = ("note: Keep the Lamp", "say: Hello, Bea", "help turn", "vac 3 May", "stand", "referee: She dug twice")


@given(
    before=st.sampled_from(("", "also ", "Also: ", "ALSO, ", "- also ", "al\u200bso ", "1. ", "\u2022 ", "take 2; ")),
    said=st.sampled_from(COMMANDS),
    after=st.sampled_from(("", ".", " ", "; end", "\u200b")),
    strict=st.booleans(),
)
def test_who_carries_a_command_out_reads_the_same_in_its_text(before: str, said: str, after: str, strict: bool):
    found = [what for what in reader(strict=strict).read(before + said + after) if isinstance(what.what, Said)]
    assert [orders.command(instruction.text) for instruction in found] == [instruction.what for instruction in found]


@pytest.mark.parametrize("before", ["also ", "Also: ", "- also, "])
def test_a_note_behind_also_is_the_note_as_it_was_written(before: str):
    (instruction,) = reader().read(f"{before}note: Keep the Lamp")
    assert orders.command(instruction.text) == Said("note", "Keep the Lamp")


def test_a_word_that_its_line_does_not_give_back_is_refused_instead_of_left_undone():
    (instruction,) = reader().read("; undo")
    assert isinstance(instruction.what, Refused)
    assert "undo" in instruction.what.reason


@pytest.mark.parametrize(("verb", "what"), [("hold", "well"), ("never use", "well"), ("never use", "lamp")])
def test_only_what_can_be_used_is_held_while_rules_and_everything_can_be_forgotten(verb: str, what: str):
    assert orders.reads(GAME, f"{verb} {what}")
    for rule in ("", "all", "offer", "loss", f"always {what}"):
        assert not orders.reads(GAME, f"{verb} {rule}"), rule
    for dropped in ("all", "always all", "offer", f"{verb} {what}", "all everywhere", what):
        assert orders.reads(GAME, f"forget {dropped}"), dropped
    assert not orders.reads(GAME, "forget it")


@pytest.mark.parametrize("line", ["2", "2; 13", "2 / take 1", "if stones 3: 2; draw", "１３"])
def test_numbers_alone_count_in_the_first_lines_of_a_letter_only(line: str):
    assert orders.reads(GAME, line, first_lines=True)
    assert not orders.reads(GAME, line)


@pytest.mark.parametrize("line", ["2025", "2 or so", "2 of them", "", "14 November"])
def test_not_every_line_with_a_number_is_an_order_even_there(line: str):
    assert not orders.reads(GAME, line, first_lines=True)


def test_a_lone_word_with_a_full_stop_may_end_a_sentence_and_counts_in_the_first_lines_only():
    assert orders.reads(GAME, "hit.", first_lines=True)
    assert not orders.reads(GAME, "hit.")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("statsu", ("status",)),
        ("Hepl!", ("help",)),
        ("undu", ("undo",)),
        ("vacaton 3 to 9 may", ("vacation 3 to 9 may",)),
        ("sta", ("status", "standings")),
        ("thanks a lot", ()),
        ("Harry", ()),
        ("lot", ()),
    ],
)
def test_a_misspelt_word_to_the_service_is_left_aside_with_what_it_is_like(line: str, meant: tuple[str, ...]):
    assert means(line) == [Ignored(nearest=meant)]
