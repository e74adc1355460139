"""Orders of Bruges in replies of every mail program, read with the game's own grammar: exactly these come out.

The doubt is looked at too: a reply whose forms seem to differ would be asked back instead of played.
"""

from functools import partial

import pytest

import engine
from engine.orders import reader
from tests.fixtures.mail import clients
from tests.fixtures.mail.clients import SHAPES, mail
from tests.fixtures.mail.quoted import Quoted
from tests.fixtures.mail.world import OURS, replies
from tournaments.inbox.reply import Doubt, extract

IS_ORDER = partial(reader.reads, engine.games["bruges"])
FIRST = partial(IS_ORDER, first_lines=True)
OWN = {
    "one order": ["workers bishop"],
    "a plan": ["house servant; recruit prince in red"],
    "a code and a word": ["17 red", "", "Thanks, Anna"],
    "numbers alone": ["17"],
}
FORMER = "\n\nthreat lawyer\n42\n\nAnna\n\n"  # the player's last reply, quoted with the letter
THREADS = {name: text.replace("\n\n", FORMER, 2) for name, text in OURS.items()}
EVERY_OWN = pytest.mark.parametrize("own", OWN.values(), ids=OWN)


def read(raw: bytes) -> tuple[list[str], Doubt]:
    """The orders of a mail as the service reads them, and whether they are doubtful."""
    letter = extract(raw, IS_ORDER, in_first_lines=FIRST)
    first = [line for line in letter.above if FIRST(line)]
    return [*first, *(line for line in letter.elsewhere if IS_ORDER(line))], letter.doubt


def ordered(own: list[str]) -> list[str]:
    return [line for line in own if FIRST(line)]


@pytest.mark.parametrize("own", [OWN["a plan"], OWN["numbers alone"]], ids=["a plan", "numbers alone"])
@pytest.mark.parametrize("quoted", THREADS.values(), ids=THREADS)
def test_above_a_quote_with_older_orders_only_the_new_ones_are_read(quoted, own):
    above = [reply for reply in replies(quoted, own) if "below" not in reply.name and "between" not in reply.name]
    assert above
    wrong = {
        reply.name: found
        for reply in above
        if (found := read(mail(reply.text, reply.html))) != (ordered(own), Doubt.NONE)
    }
    assert wrong == {}


@EVERY_OWN
@pytest.mark.parametrize("marker", [True, False], ids=["with marker", "marker lost"])
def test_both_forms_of_a_reply_order_the_same(marker, own):
    shapes = [(client, where) for client, where in SHAPES if where == "top"]
    wrong = {
        client.__name__: found
        for client, where in shapes
        if (found := read(client(own, Quoted(marker=marker), where, "English").mail)) != (ordered(own), Doubt.NONE)
    }
    assert wrong == {}


@pytest.mark.parametrize("own", [OWN["one order"], OWN["a plan"]], ids=["one order", "a plan"])
def test_below_and_between_quotes_orders_in_words_are_read(own):
    for client in (clients.gmail, clients.thunderbird, clients.apple_mail, clients.protonmail):
        for place in ("bottom", "inline"):
            if (client, place) in SHAPES:
                assert read(client(own, Quoted(marker=False), place, "English").mail) == (own, Doubt.NONE)
