"""Mails put together at random from what mails are made of: reading them ends soon and raises nothing."""

import random
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fixtures.mail.containers import BELOW, HEADS, ON, TOP
from tests.fixtures.mail.grammar import is_order
from tests.fixtures.mail.introductions import BLOCKS, ONE_LINE
from tests.fixtures.mail.world import FOREIGN, NAMES, as_html, replies
from tests.shared import pace
from tournaments.inbox.reply import Letter, extract

BODIES = [body.format(mine="17 red", said=ON, quote=as_html(FOREIGN), head=head)
          for body in (*TOP.values(), *BELOW.values()) for head in list(HEADS.values())[:2]]  # fmt: skip
SAID = [said.format(**NAMES) for said in (*ONE_LINE.values(), *BLOCKS.values())]
LINES = st.sampled_from(
    [*SAID, "17 red", "", "> 17 red", ">", "--", "#=#=# turn #=#=#", "#=#=#", "On 1.1.2025", "a@b:"]
)


def alternatives(text: str, html: str) -> bytes:
    message = MIMEMultipart("alternative")
    message.attach(MIMEText(text, "plain", "utf-8"))
    message.attach(MIMEText(html, "html", "utf-8"))
    return message.as_bytes()


MANY = "\n".join(f"{'ab' * 60}{n}" for n in range(500))
ROWS = "\n".join(f"{'ab' * 8}{n}" for n in range(3_000))
TWO_FORMS = {
    "own lines that are almost the same": alternatives(MANY, f"<p>{MANY.replace(chr(10), '<br>')}x</p>"),
    "rows of nowhere": alternatives(f"17 red\n{ROWS}", f"<p>17 red</p><blockquote>{'ab' * 9_999}</blockquote>"),
    "openings": alternatives("\n".join(SAID * 60), "<br>".join(SAID * 60)),
    "one form without the end of the other": alternatives("17 red", "<p>17 red</p><p>threat lawyer</p>"),
    "tags in values": alternatives("x", "<p title='<style>'>" * 20_000),
    "quotes in names of attributes": alternatives("x", "<p a\">x</p>" * 20_000),
    "elements that nothing closes": alternatives("x", "</b></i></p>" * 20_000 + "<svg><br><g>" * 5_000),
    "containers in containers": alternatives("x", '<div class="my_quote">' * 3_000),
    "borders": alternatives("x", '<div style="border-top:solid red">a: ' * 3_000),
}  # fmt: skip


@pytest.mark.parametrize("raw", TWO_FORMS.values(), ids=TWO_FORMS)
def test_two_forms_take_no_longer_than_half_a_second(raw):
    assert isinstance(extract(raw, is_order), Letter)
    assert pace.seconds(lambda: extract(raw, is_order)) < pace.A_MOMENT


@settings(max_examples=200, deadline=None)
@given(st.lists(LINES, max_size=30), st.sampled_from(BODIES), st.randoms(use_true_random=False))
def test_pieces_of_replies_in_any_order_are_read(lines, body, chance: random.Random):
    cut = sorted(chance.randrange(len(body) + 1) for _ in range(2))
    raw = alternatives("\n".join(lines), body[: cut[0]] + body[cut[1] :] + body[cut[0] : cut[1]])
    assert pace.seconds(lambda: extract(raw, is_order)) < pace.A_MOMENT
    letter = extract(raw, is_order)
    assert letter.top <= len(letter.lines)


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(replies(FOREIGN, ["17 red"])),
    st.binary(min_size=1, max_size=6),
    st.floats(0, 1),
    st.integers(0, 40),
)
def test_a_wound_anywhere_in_a_reply_is_survived(reply, wound, where, gap):
    raw = alternatives(reply.text or "17 red", reply.html or "<p>17 red</p>")
    at = int(where * len(raw))
    assert isinstance(extract(raw[:at] + wound + raw[at + gap :], is_order), Letter)
