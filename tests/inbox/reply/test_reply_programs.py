"""Replies by some eighty mail programs to letters of ours and of others: own lines are kept, no quoted one taken."""

import pytest

from tests.fixtures.mail.clients import mail
from tests.fixtures.mail.grammar import is_order
from tests.fixtures.mail.world import LETTERS, OURS, OWN, PHRASES, Reply, replies
from tournaments.inbox.reply import extract

ORDERS = ["17 red / 42", "threat lawyer", "canal mathematician right"]


def no_order(line: str) -> bool:
    return False


def kept(reply: Reply, reads) -> tuple[str, ...]:
    """What is read of a reply, without what the mail program adds by itself."""
    lines = extract(mail(reply.text, reply.html), reads).lines
    return tuple(line for line in lines if line not in PHRASES or line in reply.own)


@pytest.mark.parametrize("own", OWN.values(), ids=OWN)
@pytest.mark.parametrize("quoted", LETTERS.values(), ids=LETTERS)
def test_letters_of_others_are_told_from_what_was_written_about_them(quoted, own):
    wrong = {reply.name: lines for reply in replies(quoted, own) if (lines := kept(reply, no_order)) != reply.own}
    assert wrong == {}


@pytest.mark.parametrize("quoted", OURS.values(), ids=OURS)
def test_exactly_the_orders_come_out(quoted):
    wrong = {reply.name: lines for reply in replies(quoted, ORDERS) if (lines := kept(reply, is_order)) != reply.own}
    assert wrong == {}


@pytest.mark.parametrize("quoted", OURS.values(), ids=OURS)
def test_a_reply_without_words_orders_nothing(quoted):
    wrong = {reply.name: lines for reply in replies(quoted, [""]) if (lines := kept(reply, is_order))}
    assert wrong == {}
