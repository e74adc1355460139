"""Shapes of letters that few programs write and that were once read wrongly: signed, rich, struck out, named."""

from __future__ import annotations

import pytest

from tests.fixtures.mail.clients import mail
from tests.fixtures.mail.grammar import is_order
from tests.fixtures.mail.quoted import Quoted
from tournaments.inbox.reply import Doubt, Verdict, Why, extract

ORDERS = ["17 red / 42", "threat lawyer", "canal mathematician right"]
OWN = "\n".join(ORDERS)
QUOTED = Quoted(marker=False)
SAID = f"On 14 Nov 2025 at 10:00, {QUOTED.name} <{QUOTED.address}> wrote:"
IN_HTML = "<br>".join(ORDERS)
QUOTE = f'<blockquote type="cite">{QUOTED.html}</blockquote>'


def of_type(content_type: str, body: str) -> bytes:
    head = f"From: anna@example.net\nTo: {QUOTED.address}\nSubject: Re: x\nMIME-Version: 1.0\n"
    return f"{head}Content-Type: {content_type}\n\n{body}".replace("\n", "\r\n").encode()


def test_headers_that_are_signed_with_a_letter_make_no_bounce_of_it() -> None:
    """As some programs protect the subject: the headers once more, as a part that is shown."""
    headers = 'Content-Type: text/rfc822-headers; protected-headers="v1"\nContent-Disposition: inline\n\nSubject: 42'
    text = f"Content-Type: text/plain\n\n{OWN}\n\n{SAID}\n{QUOTED.prefixed}"
    inner = f"--B\n{headers}\n--B\n{text}\n--B--"
    signature = "--A\nContent-Type: application/pgp-signature\n\nabc\n--A--"
    raw = of_type(
        "multipart/signed; boundary=A", f"--A\nContent-Type: multipart/mixed; boundary=B\n\n{inner}\n{signature}"
    )
    letter = extract(raw, is_order)
    assert (letter.verdict, letter.lines) == (Verdict.LETTER, tuple(ORDERS))


@pytest.mark.parametrize("kind", ["text/enriched", "text/richtext"])
def test_enriched_text_is_read_with_its_quote(kind: str) -> None:
    own = "\n\n".join(ORDERS).replace("threat", "<bold>threat</bold>")
    excerpt = QUOTED.text.replace("<", "<<").replace("\n", "\n\n")
    quote = f"{SAID.replace('<', '<<')}\n\n<excerpt>{excerpt}</excerpt>"
    body = f"<fontfamily><param>Times</param>{own}\n\n{quote}</fontfamily>"
    assert extract(of_type(kind, body), is_order).lines == tuple(ORDERS)


def test_enriched_text_breaks_lines_where_its_writer_did() -> None:
    body = "canal mathematician\nright\n\nif 3 <<4 then so\n\n\n42"
    assert extract(of_type("text/enriched", body), is_order).lines == (
        "canal mathematician right",
        "if 3 <4 then so",
        "42",
    )


def test_markdown_is_text() -> None:
    assert extract(of_type("text/markdown; charset=utf-8", OWN), is_order).lines == tuple(ORDERS)


def test_a_notice_in_the_place_of_the_plain_text_says_nothing_of_the_orders() -> None:
    letter = extract(mail("This letter needs a program that shows HTML.", f"<div>{IN_HTML}</div>{QUOTE}"), is_order)
    assert (letter.lines, letter.doubt) == (tuple(ORDERS), Doubt.NONE)


@pytest.mark.parametrize("said", ["Thanks.", f"Thanks.\n\n{SAID}\n{QUOTED.prefixed}"])
def test_a_plain_text_that_says_less_than_the_html_is_asked_about(said: str) -> None:
    html = f"<div>Thanks.</div><div>{IN_HTML}</div>"
    assert extract(mail(said, html), is_order).doubt is Doubt.PARTS


@pytest.mark.parametrize(
    "struck", ["<s>53</s>", "<del>53</del>", '<span style="color:red;text-decoration:line-through">53</span>']
)
def test_what_is_struck_out_is_no_order_and_asked_about_where_the_plain_text_does_not_show_it(struck: str) -> None:
    html = f"<div>{struck}</div><div>{IN_HTML}</div>{QUOTE}"
    assert extract(mail(html=html), is_order).lines == tuple(ORDERS)
    assert extract(mail(f"53\n{OWN}\n", html), is_order).doubt is Doubt.PARTS


@pytest.mark.parametrize("prefix", ["| ", "＞", "» ", "Bea> ", "BM> ", "bea.miller> "])
def test_a_quote_may_have_another_prefix_and_the_orders_stand_anywhere(prefix: str) -> None:
    first, rest = QUOTED.text.split("\n\n", 1)
    above, below = ("\n".join(f"{prefix}{line}" for line in part.split("\n")) for part in (first, rest))
    for text in (
        f"{SAID}\n{above}\n{below}\n\n{OWN}\n",
        f"{OWN}\n\n{SAID}\n{above}\n{below}\n",
        f"{above}\n\n{OWN}\n\n{below}\n",
    ):
        assert extract(mail(text), is_order).lines == tuple(ORDERS)


def test_few_lines_that_begin_alike_are_the_players_own() -> None:
    own = ["Anna> what do you think?", "Bea> go on", "17 red", "| a note", "red > blue"]
    assert extract(mail("\n".join(own)), is_order).lines == tuple(own)


LISTED = ["17 red", "threat lawyer", "17 red / 42", "canal mathematician right"]


@pytest.mark.parametrize("bullet", ["» ", "| ", "＞", "anna> "])
def test_many_orders_behind_the_same_bullet_may_be_somebody_elses_and_are_told(bullet: str) -> None:
    """Another player's words may be pasted so, and our letters show what others say so."""
    listed = "\n".join(f"{bullet}{line}" for line in LISTED)
    letter = extract(mail(f"Hello\n{listed}\nBye"), is_order)
    assert letter.lines == ("Hello", "Bye")
    assert [line for line, _ in letter.worth_telling] == LISTED


@pytest.mark.parametrize("around", ["Bea wrote on 14.11.2025 10:00:\n{}", "{}\n| so far", "{}\n\n> see you"])
def test_where_anything_is_quoted_they_are_told(around: str) -> None:
    listed = around.format("\n".join(f"| {line}" for line in LISTED))
    letter = extract(mail(f"53\n{listed}\n"), is_order)
    assert letter.lines == ("53",)
    assert [line for line, _ in letter.worth_telling] == LISTED


NAMED = ("text/plain; name=log.txt\nContent-Disposition: inline; filename=log.txt", "text/plain; name=log.txt")


def in_two(first: str, second: str, kind: str = "mixed") -> bytes:
    parts = f"--b\nContent-Type: {first}\n--b\nContent-Type: {second}\n--b--\n"
    return of_type(f"multipart/{kind}; boundary=b", parts)


@pytest.mark.parametrize("named", NAMED)
def test_an_attached_file_is_not_the_writers_words_and_told(named: str) -> None:
    letter = extract(in_two("text/plain\n\nsee the log", f"{named}\n\n17 red"), is_order)
    assert letter.lines == ("see the log",)
    assert [(one.line, one.why) for one in letter.worth_telling] == [("log.txt", Why.FILE)]


@pytest.mark.parametrize("named", NAMED)
def test_a_body_that_has_a_name_is_read(named: str) -> None:
    letter = extract(in_two(f"{named}\n\n17 red", "text/plain\n\nof a list"), is_order)
    assert letter.lines == ("17 red", "of a list")
    form = in_two("text/plain\n\n17 red", "text/html; name=a.html\n\n<p>17 red</p>", "alternative")
    assert (extract(form, is_order).lines, extract(form, is_order).ignored) == (("17 red",), ())
