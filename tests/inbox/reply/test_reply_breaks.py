"""Words for people that a mail program has broken are put together; nothing else is ever taken for their rest."""

import textwrap

import pytest

from tests.fixtures.mail.clients import mail
from tournaments.formats import desk_words
from tournaments.inbox import reply, understanding

# No line of it begins with a word of ours, however it is broken, and its only sentence ends with it.
LONG = (
    "Anna and Bea and I think that all of us could perhaps wait with what comes after this until Chidi is back from "
    "where he has been since Monday, because he wrote that he has no computer there and nobody wants him to miss it."
)
SAID = "say: Sorry for the delay, I was away from home and had no computer there"
RULED = "rule 1: The Bishop was used twice in round one, which the rules do not"
# Lines below words for people that are no orders, and that somebody else must not read.
PRIVATE = [
    "note to myself keep the pedlar for round 5",
    "notes: keep the pedlar",
    "tel 3: let us both go against Anna next round",
    "guildres pedlar",
    "pedlar hous blue, then guildres next round",
    "if guilders >= 3: pedlar hous blue",
    "always discard pedlar furst",
    "forgett pedlar",
    "NB: I keep the pedlar for the blue house",
    "Something for me: the pedlar is to be kept",
    "PS I think that Bea looks at the cards of others",
    "P.S. I think that Bea looks at the cards of others",
    "4 replcae: Anna has not answered, her mother is in hospital",
    "+32 471 99 88 77",
    "17 red or what was it",
]


def lines(text: str, html: str = "") -> tuple[str, ...]:
    return reply.extract(
        mail(text, html), understanding.is_order(None), words=understanding.words_for_people(None)
    ).lines


@pytest.mark.parametrize("width", range(72, 81))
@pytest.mark.parametrize("word", ["say:", "tell Bea:", "note:", "announce:", "Referee:", "rule 3:", "2 replace:"])
def test_words_that_were_broken_at_one_width_are_put_together(word: str, width: int) -> None:
    broken = textwrap.wrap(f"{word} {LONG}", width)
    assert len(broken) > 2
    assert lines("\n".join([*broken, "", "undo"])) == (f"{word} {LONG}", "undo")
    assert lines("\n".join([*broken, "undo"])) == (f"{word} {LONG}", "undo")


@pytest.mark.parametrize("words", [SAID, RULED, SAID.replace("say", "tell Bea"), SAID.replace("say:", "referee")])
@pytest.mark.parametrize("private", PRIVATE)
def test_what_begins_something_else_is_no_rest(words: str, private: str) -> None:
    assert lines(f"{words}\n{private}") == (words, private)
    assert lines(f"{words}\nwhere I could\n{private}") == (f"{words} where I could", private)


@pytest.mark.parametrize("end", [".", "?", "!", "…", ":", ".)", '?"', "!*"])
def test_what_follows_the_end_of_a_sentence_is_no_rest(end: str) -> None:
    assert lines(f"{SAID}{end}\nI keep the pedlar") == (f"{SAID}{end}", "I keep the pedlar")


def test_a_line_that_had_room_for_more_was_not_broken() -> None:
    short = "say: Sorry for the delay, I was away and had no computer"
    assert lines(f"{short}\nmy pedlar") == (short, "my pedlar")


def test_a_line_that_is_longer_than_mail_programs_leave_was_not_broken() -> None:
    long = f"say: {LONG[:90]}"
    assert lines(f"{long}\nmy pedlar") == (long, "my pedlar")
    assert lines(f"{SAID}\n{LONG}") == (SAID, LONG)


def test_lines_that_no_one_width_explains_are_not_put_together() -> None:
    at_72, wide = textwrap.wrap(f"say: {LONG}", 72), "nobody has seen what stands in these letters that come so late"
    assert len(wide) < 72
    below = f"{wide} and further"
    assert len(below) > len(at_72[0]) + 1 + len(at_72[1].split()[0])
    assert lines("\n".join([at_72[0], at_72[1], below])) == (" ".join(at_72[:2]), below)


def test_a_blank_line_ends_words() -> None:
    for words in (SAID, RULED):
        assert lines(f"{words}\n\nOlivia Brown-Private") == (words, "Olivia Brown-Private")


def test_hypertext_has_no_broken_lines() -> None:
    assert lines("", f"<div>{SAID}</div><div>my pedlar</div>") == (SAID, "my pedlar")


def test_an_order_does_not_become_words_for_people_by_what_stands_below_it() -> None:
    above = "announce that all of us meet in the house of my sister at ten"
    assert lines(f"{above}\nbut: keep that to yourselves") == (above, "but: keep that to yourselves")


def test_a_ruling_goes_on_where_a_mail_program_has_broken_its_line() -> None:
    rest = "allow, so the second use is taken back and two guilders with it."
    read = lines(f"{RULED}\n{rest}\nOlivia\n2 ok")
    said = desk_words.of_lines(read)
    assert [(one.number, one.verb) for one in said] == [(1, "rule"), (2, "ok")]
    assert said[0].words == f"{RULED.removeprefix('rule 1: ')} {rest}"
    assert [line for line in read if not desk_words.reads(line)] == ["Olivia"]


def test_of_very_many_lines_none_goes_on_with_words() -> None:
    begins = understanding.words_for_people(None).begins
    asked = [begins("where I could") for _ in range(understanding.MOST_GOING_ON + 1)]
    assert asked == [False] * understanding.MOST_GOING_ON + [True]
