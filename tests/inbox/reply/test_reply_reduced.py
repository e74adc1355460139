"""HTML that is cut down before a parser reads it keeps its words in the same containers."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from tests.shared import pace
from tournaments.inbox.reply.html import html, styles
from tournaments.inbox.reply.html.reduced import reduced
from tournaments.inbox.reply.html.tags import Steps, TooOdd
from tournaments.inbox.reply.rows import Row

BLOCKS = [
    piece for name in ("p", "div", "blockquote", "table", "tr", "td", "ul", "li", "pre", "h1", "form", "details")
    for piece in (f"<{name}>", f"</{name}>")
]  # fmt: skip
FORMATS = [
    piece for name in ("b", "i", "font", "span", "s", "del", "ins", "big") for piece in (f"<{name}>", f"</{name}>")
]
NAMED = [
    "<blockquote type=cite>", "<div class=gmail_quote>", '<P CLASS="MsoNormal" CLASS=b>', "<p hidden>", "<br/>",
    "<span style='display:none'>", "<b style='text-decoration:line-through'>", "<font style='DISPLAY&#58;none'>",
    "<a href='x>y'>link</a>", "<img alt='>' src=x>", "<i hidden>x</i>", "<a style='max-height:0'>", "<html class=x>",
    "<hr>",
]  # fmt: skip
UNREAD = [
    "<style>", "</style>", "<title>", "</title>", "<!--", "-->", "--!>", "<!-->", "<!--->", "<!", "<?x ", ">", "</ ",
    "<![CDATA[", "]]>", "<noscript>", "</noscript>", "<template>", "</template>", "<iframe>", "</iframe>",
]  # fmt: skip
WORDS = ["17 red", " x ", "\n", "&gt;", "&lt;b&gt;", "<", "'", '"', "a < b", "<3"]
PIECES = st.lists(st.sampled_from([*BLOCKS, *FORMATS, *NAMED, *UNREAD, *WORDS]), max_size=14)


def rows(text: str) -> list[Row]:
    """Of a text as it is, whatever its parser has to build for it; of drawings nothing."""
    tree = LexborHTMLParser(text)
    for drawing in tree.css("svg, math"):
        drawing.decompose()
    return html._Walk(html.PIECE.split((tree.body or tree).html or ""), Steps()).rows_of()


DRAWN = [
    "<svg>", "</svg>", "<math>", "</math>", "<path d='x'/>", "<g>", "</g>", "<style>", "</style>", "<svg/>", "<font x>",
    "<annotation-xml>", "</annotation-xml>", "<font size=1>", "</br>", "<![CDATA[", "]]>", "<a>",
]  # fmt: skip
HOLDING = [
    "<desc>", "</desc>", "<foreignObject>", "</foreignObject>", "<mi>", "</mi>", "<title>", "</title>",
    "<annotation-xml encoding='text/html'>",
]  # fmt: skip
BREAKING = ["<p>", "</p>", "<br>", "<b>", "</b>", "<ul>", "<li>", "<div>", "</div>", "<span>", "</span>", "<hr>"]


def own(text: list[Row]) -> str:
    return "".join(row.text for row in text if not (row.quoted or row.tail or row.unseen))


def left(text: str) -> str:
    return reduced(text, Steps())


@settings(max_examples=1_000, deadline=None)
@given(PIECES)
def test_no_words_become_the_writer_s_own_that_are_not_in_the_whole_text(pieces: list[str]) -> None:
    text = f"<p>one</p>{''.join(pieces)}two"
    assert len(own(rows(left(text)))) <= len(own(rows(text)))


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from([*DRAWN, *BREAKING, *WORDS[:3]]), max_size=10))
def test_a_drawing_that_does_not_end_is_ended_as_a_parser_ends_it(pieces: list[str]) -> None:
    text = f"<div>one<svg>{''.join(pieces)}<p>two</div><p>three"
    assert own(rows(left(text))).split() == own(rows(text)).split()


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from([*DRAWN, *HOLDING, *BREAKING]), max_size=10))
def test_html_in_a_drawing_never_takes_more_words_than_in_a_parser(pieces: list[str]) -> None:
    """It may take fewer: what is left open there ends with what it is in."""
    text = f"<div>one<svg>{''.join(pieces)}<p>two</div><p>three"
    assert own(rows(left(text))).endswith(own(rows(text)).removeprefix("one"))


@pytest.mark.parametrize("text", [
    "<p>17 red</p><blockquote type=cite>threat lawyer</blockquote>", "<b>17</b> <i>red</i><br><u>threat lawyer</u>",
    "<div><font color=red>17 red<div>threat lawyer</font></div></div>", "<p>17 <!-- b -->red<p>threat<s> lawyer</s>",
    "<div class='gmail_quote' x='>'>17 red</div><style>a{}</style>threat lawyer", "<table><td>17<td>red</table>x<",
    "<blockquote class=a type='cite' class=b>17 red<title>a</title></blockquote>threat <A HREF=x>lawyer</A>",
    "<p><b>17 red<p>threat</b> lawyer", "a < b and <3 </ x> &lt;p&gt; <? x>17 red", "<pre>17 red\nthreat lawyer</pre>",
])  # fmt: skip
def test_what_editors_write_is_read_as_a_parser_of_the_whole_text_reads_it(text: str) -> None:
    assert rows(left(text)) == rows(text)


@pytest.mark.parametrize("gone", ["<!-- x -->", "<!>", "</style>", "<style>x</style>", "<?x>", "</ x>"])
@pytest.mark.parametrize("tag", ["script>", "b a1 a2>", "!--", "/p>"])
def test_what_stands_around_what_is_left_out_becomes_no_tag(gone: str, tag: str) -> None:
    assert own(rows(left(f"<p>one</p><{gone}{tag}two"))) == f"one<{tag}two"


@pytest.mark.parametrize("end", ["</b>", "</u>", "</plain-b>", "</tt>", "</s>"])
def test_no_end_of_a_format_ends_what_is_hidden_around_it(end: str) -> None:
    for begin in ("<span style='display:none'>", "<div hidden>", "<i style='display:none'>", "<s>" * (end != "</s>")):
        assert own(rows(left(f"<p>one</p>{begin or '<del>'}{end}two"))) == "one"


@pytest.mark.parametrize("style", ["style='text-decoration:line-through'", "hidden", 'STYLE="mso-hide:all"'])
def test_a_format_that_hides_goes_on_in_the_next_blocks(style: str) -> None:
    assert own(rows(left(f"<p>one</p><p><b {style}>two<p>three</b> four"))) == "onefour"


def test_drawings_are_not_read() -> None:
    assert own(rows(left("<p>one</p><svg><text>two</text></svg><math>three</math>four"))) == "onefour"


@pytest.mark.parametrize("drawing", ["<svg width=16 />", "<math/>", "<SVG/>"])
def test_a_drawing_that_closes_itself_hides_nothing_below(drawing: str) -> None:
    assert own(rows(left(f"<p>one</p>{drawing}two"))) == "onetwo"


def test_a_hidden_link_ends_where_the_next_begins() -> None:
    text = '<p>one</p><a name="top" style="display:none">hidden<a href="https://x.example">two</a>three'
    assert own(rows(left(text))) == own(rows(text)) == "onetwothree"


@pytest.mark.parametrize("style", [
    "-webkit-backface-visibility: hidden", "backface-visibility:hidden", "--display:none", "line-max-height:0",
    "font-family:'a;display:none'", "background:url(a;display:none)", "/* ;display:none; */color:red",
    "dis/**/play:none",
])  # fmt: skip
def test_what_only_looks_hidden_is_read(style: str) -> None:
    for name in ("p", "b"):
        assert own(html.from_html(f'<p>one</p><{name} style="{style}">two</{name}>')) == "onetwo"


@pytest.mark.parametrize("style", [
    "display : none", "DISPLAY:NONE", "color:red;display:none!important;display:block", "a:b;/* x */display/**/:none",
    "d\\69 splay:none", "font-family:&quot;a&quot;;visibility:hidden", "mso-hide:all",
    "text-decoration:underline line-through", "text-decoration-line:line-through",
])  # fmt: skip
def test_what_is_hidden_is_not_read_however_its_style_is_written(style: str) -> None:
    for name in ("p", "b"):
        assert own(html.from_html(f'<p>one</p><{name} style="{style}">two</{name}>')) == "one"


@pytest.mark.parametrize("style", [";", "a:b;", "/*", "'", "(", '("', "\\", "display:none;", "/", "\\6 "])
def test_a_style_of_any_signs_costs_a_moment(style: str) -> None:
    assert pace.seconds(lambda: styles.declarations(style * (1_000_000 // len(style)))) < pace.A_MOMENT


@pytest.mark.parametrize("empty", ["<style/>", "<title/>", "<style type=a />"])
def test_an_element_that_closes_itself_in_a_drawing_holds_no_words(empty: str) -> None:
    assert own(rows(left(f"<p>one</p><svg width=9>{empty}<path d='x'/></svg><p>two</p>"))) == "onetwo"
    assert own(rows(left(f"<p>one</p>{empty}<p>two</p>"))) == "one"


@pytest.mark.parametrize("end", [
    "<p>", "<br>", "<B>", "<div class=a>", "</p>", "</br>", "</div>", "</I>", "<font size=1>",
    "<style><p>", "<desc>x</desc><p>", "<foreignObject><p>x</p></foreignObject></svg>",
])  # fmt: skip
def test_a_drawing_ends_where_a_browser_ends_it(end: str) -> None:
    for drawing in ("svg", "math"):
        text = f"<div><i>one<{drawing} width=9><path d='x'>hidden{end}two<p>three"
        assert own(rows(left(text))).endswith("twothree"), text


@pytest.mark.parametrize("inside", [
    "<font x>", "<g>", "</body>", "</span>", "<desc><p>", "<foreignObject><b>x</b><br>", "<![CDATA[ > <p> ]]>", "<a>",
    "<!-- <p> -->", "<x a='<p>'>",
])  # fmt: skip
def test_a_drawing_goes_on_behind_what_does_not_end_it(inside: str) -> None:
    assert own(rows(left(f"<body><p>one</p><svg>{inside}hidden"))) == "one"


@pytest.mark.parametrize("piece", [
    "<svg>", "<svg><p>", "<svg><desc>", "<svg></x>", "<svg><![CDATA[", "<svg><!--", "<x><svg></y>", "<svg><g>",
    "<math><annotation-xml encoding=text/html>", "<svg><g a='", "<svg><style>", "</y>", "<svg><desc><style>",
    "<svg><font ",
])  # fmt: skip
@pytest.mark.parametrize("before", ["", "<svg>", "<math><mi>", "<x>" * 3_900 + "<svg>"])
def test_drawings_of_any_tags_cost_a_moment(before: str, piece: str) -> None:
    def read() -> None:
        with contextlib.suppress(TooOdd):
            html.from_html(before + piece * (1_000_000 // len(piece)))

    assert pace.seconds(read, runs=1) < pace.A_MOMENT
