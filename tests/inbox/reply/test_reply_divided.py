"""Rules within a text, own labels, and introductions without the usual signs: own lines stay, quoted ones go."""

import pytest

from tests.fixtures.mail.clients import mail
from tests.fixtures.mail.divided import HYPERTEXT, PLAIN
from tests.fixtures.mail.grammar import is_order
from tournaments.inbox.reply import extract


@pytest.mark.parametrize(("text", "own"), PLAIN.values(), ids=PLAIN)
def test_a_text_is_divided_as_its_reader_would(text, own):
    assert extract(mail(text), is_order).lines == own


@pytest.mark.parametrize(("html", "own"), HYPERTEXT.values(), ids=HYPERTEXT)
def test_hypertext_is_divided_as_its_reader_would(html, own):
    assert extract(mail(html=html), is_order).lines == own


@pytest.mark.parametrize("rule", ["_" * 40, "—" * 12])
def test_an_order_below_any_rule_counts(rule):
    assert extract(mail(f"Hello,\n\n{rule}\n\nAnna\n17 red\n"), is_order).lines == ("Hello,", "17 red")
