"""A letter that is forwarded, or answered below a dashed line, is a quoted one, in any language: nothing of it counts.

What a client says above it is told as the introduction, and orders in it are told as quoted.
"""

from itertools import chain

import pytest

from tests.fixtures.mail.clients import mail
from tests.fixtures.mail.forwards import BEGIN, DASHED, HEADERS
from tests.fixtures.mail.grammar import is_order
from tournaments.inbox.reply import Letter, Verdict, Why, extract

OWN = ("Have a look at what Bea says below.", "17 red")
WORDS = "Hello Anna,\nthe lawyer would be my choice.\nthreat lawyer\nBea\n"
ABOVE = [list(OWN), [""]]
BETWEEN_DASHES = list(chain(*DASHED.values()))
ANNOUNCED = pytest.mark.parametrize("line", [*BETWEEN_DASHES, *BEGIN.values()])


def prefixed(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def read(own: list[str], below: str) -> Letter:
    return extract(mail("\n".join(own) + "\n\n" + below), is_order)


@ANNOUNCED
@pytest.mark.parametrize("own", ABOVE, ids=["with a word", "alone"])
@pytest.mark.parametrize("form", [str, prefixed], ids=["as it is", "prefixed"])
def test_a_forwarded_letter_is_nobodys_answer(line, own, form):
    letter = read(own, f"{line}\n\n{form(HEADERS + WORDS)}")
    assert letter.lines == tuple(line for line in own if line)
    assert letter.verdict == (Verdict.LETTER if own[0] else Verdict.EMPTY)


@ANNOUNCED
def test_an_order_in_a_forwarded_letter_is_told(line):
    letter = read(list(OWN), f"{line}\n\n{HEADERS}{WORDS}")
    assert letter.worth_telling == (("threat lawyer", Why.QUOTED),)
    assert (line, Why.ATTRIBUTION) in letter.ignored


@pytest.mark.parametrize("line", BETWEEN_DASHES)
def test_a_dashed_line_that_names_a_letter_needs_no_headers(line):
    assert read(list(OWN), f"{line}\n\nHello Anna,\nthe lawyer would be my choice.\n").lines == OWN


@pytest.mark.parametrize("line", BETWEEN_DASHES)
def test_below_a_dashed_line_and_a_quote_with_prefix_somebody_may_answer(line):
    said = "On Fri, 14 Nov 2025 at 10:00, Bea Miller <bea.miller@example.com> wrote:"
    assert read([""], f"{line}\n{said}\n{prefixed(WORDS)}\n{OWN[0]}\n{OWN[1]}\n").lines == OWN


def test_a_forward_in_html_is_told_from_the_words_above_it():
    head = HEADERS.replace("<", "&lt;").replace("\n", "<br>")
    for line in BEGIN.values():
        html = f'<div>17 red</div><br><div>{line}</div><br><blockquote type="cite"><div>{head}</div>42</blockquote>'
        assert extract(mail(html=html), is_order).lines == ("17 red",)


@pytest.mark.parametrize("own", ["See the forwarded message below.", "Here is the forwarded message:"])
@pytest.mark.parametrize("line", ["---------- Forwarded message ---------", "-----Original Message-----"])
def test_words_about_a_forward_are_kept_above_it(own, line):
    assert read([own], f"{line}\n{HEADERS}{WORDS}").lines == (own,)


OWN_WORDS = [
    ["--- my message to all of you ---", "well played so far"],
    ["I forward this message:", "please look at it"],
    ["The original message said:", "play red, so I did"],
    ["----- Enter your words below -----", "they are these"],
    ["Message for Bea: I am back"],
    ["-----BEGIN PGP MESSAGE-----", "hQEMA5XvQ2k0gYbHAQf"],
]


@pytest.mark.parametrize("own", OWN_WORDS, ids=[own[0] for own in OWN_WORDS])
@pytest.mark.parametrize("last", ["17 red", "so long"])
def test_the_words_of_a_forward_in_somebodys_own_text_do_no_harm(own, last):
    assert read(own, last).lines == (*own, last)


@pytest.mark.parametrize("below", [["17 red"], ["see you", "17 red"], ["17 red", "see you", "threat lawyer"]])
def test_below_a_dashed_line_that_may_be_the_players_own_an_order_counts_and_without_one_nothing_does(below):
    dashes = "---------- message ----------"
    assert read([dashes], "\n".join(below)).lines == (dashes, *below)
    quoted = read([dashes], "\n".join(line for line in below if not is_order(line)) + "\nHello Anna")
    assert (quoted.lines, quoted.ignored[0]) == ((), (dashes, Why.ATTRIBUTION))


def test_an_order_in_a_quote_with_prefix_makes_nothing_above_it_the_players_own():
    dashes, letter = "---------- message ----------", "Hello Anna,\nso it goes on.\nWe meet again.\nOn Friday, maybe.\n"
    assert read([dashes], f"{letter}\n> 17 red\n").lines == ()
    assert read([dashes], f"{letter}17 red\n\n> 17 red\n").lines == (*letter.splitlines(), "17 red")
