"""Words in HTML that not every mail program shows are carried out by none of them, and told where they say something.

Whether its writer saw them nobody knows.
"""

from __future__ import annotations

from itertools import product

import pytest

from tests.fixtures.mail.grammar import is_order
from tests.inbox.reply.hostile import HEAD, HTML
from tests.shared import pace
from tournaments.inbox.reply import Why, extract
from tournaments.inbox.reply.html import styles, unseen

STYLES = (
    "font-size:0", "font-size: 0px", "font-size:.0em", "font-size:1px", "font:0/0 a", "font:italic bold 0px/1 Arial",
    "visibility:hidden", "visibility:collapse", "opacity:0", "opacity:0.0", "opacity:0%", "filter:opacity(0)",
    "filter:alpha(opacity=0)", "color:transparent", "color:rgba(0, 0, 0, 0)", "color:rgb(0 0 0 / 0%)",
    "color:#ffffff00", "height:0;overflow:hidden", "height:1px; overflow:clip", "max-height:1px;overflow-y:hidden",
    "width:0;overflow:hidden", "max-width:0px;overflow-x:hidden", "line-height:0;overflow:hidden",
    "position:absolute;left:-9999px", "position:fixed; top:-1000px", "position:relative;right:-100em",
    "position:absolute;left:-100vw", "text-indent:-9999px", "text-indent:-100em", "margin-left:-9999px",
    "margin:0 0 0 -5000px", "margin: -999px", "transform:scale(0)", "transform: rotate(1deg) scaleY(0)",
    "transform:translateX(-9999px)", "transform:translate(0, -2000px)", "position:absolute;clip:rect(0,0,0,0)",
    "position:absolute;clip:rect(1px 1px 1px 1px)", "clip-path:inset(50%)", "clip-path:inset(100%)",
    "clip-path:circle(0)", "clip-path:polygon(0 0, 0 0, 0px 0px)", "content-visibility:hidden", "zoom:0",
    f"margin:calc({'1px + ' * 40}-9999px)",
    "OPACITY : 0 !important", "opacity:1;opacity:0", "opacity:.001", "opacity:0e0", "opacity:calc(0)", "zoom:0.01",
    "font-size:0.01em", "font-size:1%", "font-size:0e1px", "font-size:max(0px, 0px)", "font:calc(0px) a",
    "color:rgba(0,0,0,.01)", "color:#0001", "-webkit-text-fill-color:transparent", "scale:0", "translate:-9999px",
    "transform:matrix(0,0,0,0,0,0)", "-webkit-transform:rotateY(90deg)", "position:absolute;left:9999px",
    "position:absolute;inset:-9999px auto auto", "text-indent:100%", "max-height:0;overflow:auto", "clip:rect(0,0,0,0)",
    # What a program does not know it ignores, so that another value counts.
    "font-size:0;font-size:bogus", "font-size:0;font-size:", "opacity:0;opacity:1", "display:none;display:bogus",
    "display:none;display:block", "text-decoration:line-through;text-decoration:bogus", "mso-hide:all;mso-hide:x",
    "height:0;height:x;overflow:hidden", "height:0;overflow:hidden;overflow:x", "left:-9999px;left:x;position:fixed",
    "position:fixed;position:static;left:-9999px", "color:transparent;color:x(0)", "display:var(--a)",
    # Nobody works out what a function gives.
    "height:calc(10px - 10px);overflow:hidden", "max-height:min(0px,100px);overflow:hidden", "margin:var(--a)",
    "width:calc(100% - 20px);overflow:hidden", "line-height:calc(0*1);overflow:hidden", "letter-spacing:var(--a)",
    "color:rgb(0 0 0/none)", "color:rgba(0,0,0,calc(0))", "color:color-mix(in srgb,red 0%,transparent)",
    "color:rgb(0 0 0 / var(--a))", "color:rgb(from transparent r g b)", "color:lab(0 0 0 / 0)", "color:var(--a)",
    f"color:rgb(0 0 0{' 0' * 99} / 0)", "border-left:calc(9999px) solid", "position:absolute;left:calc(-1 * 9999px)",
    # A property has other names: by the text, by who makes the program.
    "block-size:0;overflow:hidden", "inline-size:0;overflow:hidden", "max-block-size:0;overflow-block:hidden",
    "-webkit-logical-height:0;overflow:hidden", "margin-inline-start:-9999px", "margin-block:-9999px",
    "-webkit-margin-before:-9999px", "position:absolute;inset-inline-start:-9999px",
    "position:fixed;inset-block:-999px", "position:-webkit-sticky;left:-9999px",
    "-moz-transform:scale(0)", "-o-transform:scale(0)", "-moz-opacity:0",
    "-khtml-opacity:0", "-webkit-opacity:0", "-webkit-mask-image:linear-gradient(transparent,transparent)",
    "height:0;contain:paint", "contain:strict;height:0", "height:0;overflow:overlay",
    "height:0;overflow:-moz-hidden-unscrollable", "mask:linear-gradient(transparent,transparent)",
    # What moves, covers or replaces the letters.
    "letter-spacing:-1em", "padding-left:9999px", "padding-inline:9999px", "padding:99999px 0 0",
    "border-left:9999px solid #fff", "border-block-start-width:9999px",
    "vertical-align:-9999px", "word-spacing:9999px", "font-size-adjust:0",
    "-webkit-text-size-adjust:0%", "-webkit-text-security:disc", "mix-blend-mode:screen", "animation:x 1s",
    "offset-path:path('M-9999,0')", "unicode-bidi:bidi-override;direction:rtl", "display:table-column",
    "content:url(x)",
)  # fmt: skip
SEEN = (
    "font-size:10px", "font-size:0.8em", "font-size:100%", "font:10px/0 Arial", "visibility:visible", "opacity:0.9",
    "opacity:1", "color:#000000", "color:#ff0000ff", "color:rgba(0,0,0,1)", "color:rgb(0,0,0)", "color:#f00",
    "height:0", "height:0;overflow:visible", "height:20px;overflow:hidden", "height:100px;overflow:hidden",
    "width:100%;overflow:hidden", "line-height:0", "line-height:1;overflow:hidden", "left:-9999px", "inset:-9999px",
    "height:0;overflow-wrap:break-word", "height:0;contain:none", "border:1px solid #123456", "border-radius:9999px",
    "border-top:solid #B5C4DF 1.0pt", "border-left:1px solid rgb(204, 204, 204)", "padding:0 0 0 1ex",
    "letter-spacing:-0.3px", "word-spacing:0px", "vertical-align:baseline", "font-size-adjust:none",
    "-webkit-text-size-adjust:100%", "text-size-adjust:auto", "unicode-bidi:plaintext", "display:inline-block",
    "color:oklch(0.2 0.1 30)", "color:hwb(0 0% 0% / 80%)", "color:inherit",
    "color:red;color:blue", "font-size:9pt;font-size:0.8em", "-webkit-text-stroke-width:0px", "mask-image:none",
    "--a:0;future-property:0", "min-height:0;overflow:hidden", "scroll-margin:-9999px", "margin-left:0.8ex",
    "position:absolute;left:-10px", "position:relative", "text-indent:-18.0pt", "margin-left:-0.25in",
    "margin:0cm 0cm 0.0001pt", "margin-left:-20px", "transform:none", "scale:none", "zoom:1", "zoom:normal",
    "clip:auto", "clip-path:none", "mso-hide:none", "opacity:unset", "max-height:0", "margin:0 auto",
    "font-size:1e1px", "font:bold 400 12px/0 a", "position:absolute;left:50%", "width:10%;overflow:hidden",
    "filter:none",    "-webkit-text-fill-color:#000", "content-visibility:auto", "font-size:", "color:#0000f",
)  # fmt: skip
ELEMENTS = (
    "<dialog>{}</dialog>", "<details>{}</details>", "<details><summary>more</summary><p>{}</details>",
    "<canvas>{}</canvas>", "<meter>{}</meter>", "<progress>{}</progress>", "<datalist>{}</datalist>",
    "<progress>5</progress><meter>{}</meter><canvas>8</canvas>", "<button>{}</button>", "<textarea>{}</textarea>",
    "<textarea name=a>\n{}\n</textarea>", "<object>{}</object>", "<video>{}</video>", "<audio><p>{}</p></audio>",
    "<select><option>{}</select>", "<p><bdo dir=rtl>{}</bdo></p>", "<p><bdo dir=rtl><bdo dir=ltr>{}</bdo></bdo></p>",
    "<div popover>{}</div>", "<p><b popover=manual>{}</b></p>", "<p><ruby>12<rp>{}</rp></ruby></p>",
    "<map>{}</map>", "<noscript>{}</noscript>", "<table><textarea>{}</textarea></table>",
)  # fmt: skip
SHEETS = (
    "{display:none}", "{ color: red; DISPLAY : none !important }", "{opacity:0}", "{position:absolute;left:-999em}",
    "{display:none} %s{display:block}", "{visibility:hidden} .a %s{visibility:visible}",
    "{font-size:0}p{font-size:9pt}",
    "{display:block} %s{display:none}", "{} @import url(x); %s{visibility:hidden}", "{/*}*/display:none}",
    ", p.y{display:none}", "{} @media print{%s{color:red}} %s{display:none}",
)  # fmt: skip
SEEN_SHEETS = (
    "{color:red}", " b{display:none}", ":hover{display:none}", ".y{display:none}",
    "{} @media print{%s{display:none}}", "{} @media screen and (max-width:9px){p{color:red} %s{display:none}}",
    "{} /* %s{display:none} */", ">b{display:none}", "[title=x]{display:none}",
)  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["p", "span", "b", "td"])
def test_what_a_style_hides_in_some_programs_is_told_and_not_carried_out(style: str, name: str) -> None:
    hidden = f'<{name} style="{style}">threat lawyer</{name}>'
    letter = read(f"<p>17 red {hidden if name != 'td' else f'<table><tr>{hidden}</tr></table>'}</p><p>help</p>")
    assert letter == (["17 red", "help"], [("threat lawyer", Why.UNSEEN)])


@pytest.mark.parametrize("style", SEEN)
@pytest.mark.parametrize("name", ["p", "b"])
def test_what_only_resembles_such_a_style_is_read(style: str, name: str) -> None:
    assert read(f'<{name} style="{style}">17 red</{name}>') == (["17 red"], [])


@pytest.mark.parametrize("element", ELEMENTS)
def test_what_an_element_holds_for_some_programs_is_told_and_not_carried_out(element: str) -> None:
    lines, ignored = read(f"<p>17 red</p>{element.format('threat lawyer')}<p>help</p>")
    assert [line for line in lines if line not in ("more", "12")] == ["17 red", "help"]
    assert ("threat lawyer", Why.UNSEEN) in ignored


@pytest.mark.parametrize("begin", ["<dialog open>", "<details open>", "<details open=''>", "<details><summary>"])
def test_what_is_open_is_read(begin: str) -> None:
    assert read(f"{begin}17 red</summary></details></dialog>") == (["17 red"], [])


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize(("selector", "element"), [
    (".x", "p class='y x'"), ("p", "p"), ("p.x", "p class=X"), ("#x", "p id=x"), (".x", "b class=x"),
])  # fmt: skip
def test_what_a_sheet_hides_is_told_and_not_carried_out(sheet: str, selector: str, element: str) -> None:
    rule = f"<style><!-- a{{color:red}} {selector}{sheet.replace('%s', selector)} --></style>"
    letter = read(f"{rule}<div>17 red</div><{element}>threat lawyer</{element.split()[0]}>")
    assert letter == (["17 red"], [("threat lawyer", Why.UNSEEN)])


@pytest.mark.parametrize("sheet", SEEN_SHEETS)
def test_no_other_rule_of_a_sheet_hides_anything(sheet: str) -> None:
    rule = f"<STYLE type=text/css>.x{sheet.replace('%s', '.x')}</STYLE>"
    assert read(f"{rule}<p class=x>17 red</p>") == (["17 red"], [])


SELECTORS = (
    "*", "html", ":root", "body", "[class=x]", "p[class~='x']", "[id=n]", ".y.x", ".x.y", "div p", "div>p", "div > .x",
    "td, div + p.x", "body #n", "*.x", ".x.x.y",
)  # fmt: skip


@pytest.mark.parametrize("selector", SELECTORS)
@pytest.mark.parametrize("begin", ["<style>", "<style type=text/css>", "<STYLE TYPE='text/css'>"])
def test_a_rule_hides_by_the_end_of_its_selector(selector: str, begin: str) -> None:
    sheet = f"{begin}{selector}{{opacity:0}}</style>"
    assert read(f"{sheet}<div><p class='x y' id=n>17 red</p></div>") == ([], [("17 red", Why.UNSEEN)])


@pytest.mark.parametrize(("template", "is_read"), [
    ("<template>{}</template>", True), ("<template><p></template>{}", False), ("<template><div>{}</template>", True),
    ("</template>{}", False), ("<template><template></template>{}</template>", True),
])  # fmt: skip
def test_a_sheet_in_a_template_says_nothing(template: str, is_read: bool) -> None:
    sheet = template.format("<style>.x{opacity:0}</style>")
    assert (read(f"{sheet}<p class=x>17 red</p>") == (["17 red"], [])) == is_read


@pytest.mark.parametrize(("around", "font"), [
    ("font-size:0", "<font size=2>"), ("font-size:0", "<font size='+1'>"), ("color:transparent", "<font color=red>"),
    ("color:transparent;font-size:0", "<font size=2 color='#000'>"),
])  # fmt: skip
def test_an_attribute_of_a_font_has_it_seen_again(around: str, font: str) -> None:
    assert read(f"<div style='{around}'>help<p>{font}17 red</font></div>") == (["17 red"], [("help", Why.UNSEEN)])


@pytest.mark.parametrize("font", [
    "<font size>", "<font size=x>", "<font color=red>", "<font size=2 style='font-size:0'>", "<b size=2>",
])  # fmt: skip
def test_no_other_attribute_does(font: str) -> None:
    assert read(f"<div style='font-size:0'>{font}17 red</div>") == ([], [("17 red", Why.UNSEEN)])


@pytest.mark.parametrize("color", ["transparent", "", "nonsense", "#zzz"])
def test_nor_does_a_color_that_is_not_surely_one(color: str) -> None:
    html = f"<div style='color:transparent'><font color='{color}'>17 red</font></div>"
    assert read(html) == ([], [("17 red", Why.UNSEEN)])


def test_each_line_of_a_text_field_is_told_and_breaks_none() -> None:
    letter = read("<p>17 <textarea>help\n\nthreat lawyer &amp; <b></textarea>red</p>")
    assert letter[0] == ["17 red"]
    assert ("help", Why.UNSEEN) in letter[1]


def test_many_text_fields_are_told_not_read() -> None:
    html = f"<textarea>{'1' * 40}</textarea>".replace("1", "1\n") * 18_000
    assert pace.seconds(lambda: read(html)) < pace.A_MOMENT


@pytest.mark.parametrize("plain", ["say: hello there", "> say: hello there"])
def test_hidden_words_that_another_form_shows_are_told_once_at_most(plain: str) -> None:
    letter = two_forms(plain, "<p style='opacity:0'>say: hello there</p>")
    told = [("say: hello there", Why.UNSEEN)]
    assert letter == ((["say: hello there"], []) if plain[0] != ">" else ([], told))


def test_a_preview_that_repeats_a_line_is_not_told() -> None:
    assert read("<p style='font-size:0'>17 red</p><p>17 red</p>") == (["17 red"], [])


TURNED = (
    "\u202e17 red\u202c", "17 red\u202d", "\u200f17 red", "\u202b17 red\u202c", "17\u2067 red\u2069",
)  # fmt: skip


@pytest.mark.parametrize("line", TURNED)
@pytest.mark.parametrize("form", ["plain", "flowed", "html", "hidden sign", "subject"])
def test_what_may_be_shown_from_its_end_is_told_and_not_carried_out(line: str, form: str) -> None:
    head = (f"Subject: {line}\r\n" if form == "subject" else "").encode() + HEAD
    kind, text = {
        "plain": ("text/plain", f"help\n{line}"),
        "flowed": ("text/plain; format=flowed", f"help\n{line}"),
        "html": ("text/html", f"<p>help</p><p>{line}</p>"),
        "hidden sign": ("text/html", f"<p>help</p><p><b style='opacity:0'>{line[0]}{line[-1]}</b>\u202e17 red</p>"),
        "subject": ("text/plain", "help"),
    }[form]
    letter = extract(head + f"Content-Type: {kind}; charset=utf-8\r\n\r\n{text}".encode(), is_order)
    assert (letter.lines, letter.subject_order) == (("help",), "")
    assert ("17 red", Why.UNSEEN) in letter.ignored


@pytest.mark.parametrize("line", ["\u206817 red\u2069", "\u202a17 red\u202c", "\u206617 red\u2069", "17\u200e red"])
def test_signs_that_turn_no_order_are_left_out_of_it(line: str) -> None:
    assert read(f"<p>{line}</p>") == (["17 red"], [])


def test_words_in_hebrew_are_read_with_their_signs() -> None:
    assert read("<p>\u200fsay: שלום\u200f</p>") == (["say: שלום"], [])


def test_a_plain_form_that_is_turned_says_nothing_against_the_html() -> None:
    assert two_forms("\u202b17 red\u202c", "<p dir=rtl>17 red</p>") == (["17 red"], [])


def two_forms(plain: str, html: str) -> tuple[list[str], list[tuple[str, Why]]]:
    parts = f"--b\r\n\r\n{plain}\r\n--b\r\nContent-Type: text/html\r\n\r\n{html}\r\n--b--\r\n"
    letter = extract(HEAD + b"Content-Type: multipart/alternative; boundary=b\r\n\r\n" + parts.encode(), is_order)
    return list(letter.lines), [(line, why) for line, why in letter.ignored]


@pytest.mark.parametrize(("rule", "style"), [
    ("display:none", "display:block"), ("display:none!important", "display:block"), ("font-size:0", "font-size:9pt"),
    ("visibility:hidden !important", "visibility:visible"), ("color:transparent", "color:red"),
])  # fmt: skip
def test_an_elements_own_style_has_nothing_seen_that_a_sheet_hides(rule: str, style: str) -> None:
    sheet = f"<style>.x{{{rule}}}</style>"
    assert read(f"{sheet}<p class=x style='{style}'>17 red</p>") == ([], [("17 red", Why.UNSEEN)])


def test_what_inherits_its_size_from_one_that_a_sheet_hides_may_have_its_own() -> None:
    sheet = "<style>.x{font-size:0}.z{display:none}</style>"
    html = f"{sheet}<div class=%s><p style='font-size:9pt;display:block'>17 red"
    assert read(html % "x") == (["17 red"], [])
    assert read(html % "z") == ([], [("17 red", Why.UNSEEN)])


@pytest.mark.parametrize(("around", "inside"), [
    ("font-size:0", "font-size:12px"), ("font-size:0", "font:12px Arial"), ("visibility:hidden", "visibility:visible"),
    ("color:transparent", "color:#000"), ("color:transparent", "color:rgb(0, 0, 0)"),
    ("font-size:0", "font-size:medium"),
    ("font-size:0", "font:italic bold 12pt/1.5 Arial, sans-serif"), ("color:transparent", "color:windowtext"),
])  # fmt: skip
def test_an_element_within_may_be_seen_again_where_it_says_so(around: str, inside: str) -> None:
    html = f"<div style='{around}'>help<p style='{inside}'>17 red</p></div>"
    assert read(html) == (["17 red"], [("help", Why.UNSEEN)])


@pytest.mark.parametrize(("around", "inside"), [
    ("font-size:0", "font-size:2em"), ("font-size:0", "font-size:100%"), ("opacity:0", "opacity:1"),
    ("position:absolute;left:-9999px", "position:static"), ("height:0;overflow:hidden", "height:9px"),
    ("visibility:hidden", "visibility:inherit"), ("font-size:0", "color:red"), ("text-indent:-9999px", "text-indent:0"),
    # Not surely valid: a program ignores what it does not know.
    ("color:transparent", "color:nonsense"), ("color:transparent", "color:#zzz"), ("color:transparent", "color:#00000"),
    ("color:transparent", "color:rgb(nonsense)"), ("color:transparent", "color:-"), ("font-size:0", "font-size:12zz"),
    ("font-size:0", "font-size:12"), ("font-size:0", "font-size:-12px"), ("font-size:0", "font:12px"),
    ("font-size:0", "font:foo medium bar baz"), ("font-size:0", "font:bold bold 12px a"), ("font-size:0", "font:12 a"),
    ("font-size:0", "font:12px inherit"),
])  # fmt: skip
def test_an_element_within_is_not_seen_for_anything_else_that_it_says(around: str, inside: str) -> None:
    html = f"<div style='{around}'><p style='{inside}'>17 red</p></div>"
    assert read(html) == ([], [("17 red", Why.UNSEEN)])


def test_words_that_are_hidden_within_a_line_break_none() -> None:
    hidden = "<span style='font-size:0'>threat lawyer</span>"
    assert read(f"<p>17 {hidden}red</p>") == (["17 red"], [("threat lawyer", Why.UNSEEN)])


@pytest.mark.parametrize(
    "html", ["<p>Hello</p><p style='opacity:0'>News of today</p>", "<p>Hello<b style='zoom:0'> </b>"]
)
def test_hidden_words_that_look_like_nothing_to_be_done_are_not_told(html: str) -> None:
    assert read(html) == (["Hello"], [])


@pytest.mark.parametrize("where", ["<blockquote type=cite>{}</blockquote>", "<div id=divRplyFwdMsg></div>{}"])
def test_what_a_quote_hides_is_the_quotes(where: str) -> None:
    hidden = "<div style='height:0;overflow:hidden'>threat lawyer</div>"
    assert ("threat lawyer", Why.UNSEEN) not in read("<p>17 red</p>" + where.format(hidden))[1]


FUNCTIONS = (
    "", "-", "#", "rgb(", "rgba(", "hsl(", "a(/", "opacity(", "alpha(opacity=", "rect(", "inset(", "circle(",
    "polygon(", "scale(", "translate(", "matrix(", "calc(", "var(",
)  # fmt: skip
REPEATED = ("0", "0 ", "(", "#", ",", "-", "%", "e", ".", "1e", "0,", ",0 ", "a ", "/", " -999px", "a\n ")


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_style_of_any_values_costs_a_moment(function: str) -> None:
    styles = [
        [*((name, function + sign * count + end) for name in unseen.JUDGED), ("position", "fixed"), ("contain", "x")]
        for sign, end in product(REPEATED, ("", "#", ")", "x"))
        for count in (100, 5_000)
    ]
    assert pace.seconds(lambda: [unseen.of_style(style) for style in styles]) < pace.A_MOMENT


@pytest.mark.parametrize("value", ["0 ", "1 ", "-9px ", "a(", "0,"])
def test_many_styles_of_many_numbers_cost_a_moment(value: str) -> None:
    html = "".join(f"<b style='margin:{number} {value * 90};font:{value * 90}'>a</b>" for number in range(4_000))
    assert pace.seconds(lambda: read(html)) < pace.A_MOMENT


@pytest.mark.parametrize("sign", REPEATED)
@pytest.mark.parametrize("form", ["{}", "a:{}", "a:'{}", "a:({}#", "/*{}", "a:\\{}"])
def test_declarations_of_any_signs_cost_a_moment(form: str, sign: str) -> None:
    style = form.format(sign * (50_000 // len(sign)))
    assert pace.seconds(lambda: styles.declarations(style)) < pace.A_MOMENT


@pytest.mark.parametrize("classes", [" ".join(map(str, range(170_000))), "x " * 480_000, ".a".join("xy" * 300_000)])
def test_many_classes_of_an_element_cost_a_moment(classes: str) -> None:
    sheet = "<style>.x{opacity:0;font-size:0;visibility:hidden}p.x{font-size:12px;color:red;margin:-9999px}</style>"
    html = f"{sheet}<p class='{classes}'>17 red</p>"
    assert pace.seconds(lambda: read(html)) < pace.A_MOMENT


def test_the_last_of_many_classes_hides_too() -> None:
    html = f"<style>.x{{opacity:0}}</style><p class='{'y ' * 1_000}{' '.join(map(str, range(500)))} x'>17 red</p>"
    assert read(html) == ([], [("17 red", Why.UNSEEN)])


def test_the_last_of_many_rules_hides_too() -> None:
    html = f"<style>{'b{color:red}' * 5_000}.x{{opacity:0}}</style><p class=x>17 red</p>"
    assert read(html) == ([], [("17 red", Why.UNSEEN)])


def test_many_selectors_of_classes_that_many_elements_have_are_told_not_read() -> None:
    names = [f"x{number}" for number in range(500)]
    elements = f"<p class='{' '.join(names)}'>1</p>" * 400
    html = f"<style>{','.join(f'.{name}' for name in names)}{{opacity:0}}</style>{elements}"
    assert read(html) == ([], [("", Why.TOO_DEEP)])


@pytest.mark.parametrize("sheet", ["{", "}", ".x{display:none}", "@", "{}", "/*", "<!--", ";", "a,"])
def test_a_sheet_of_any_signs_costs_a_moment(sheet: str) -> None:
    html = f"<style>{sheet * (1_800_000 // len(sheet))}b{{opacity:0}}</style><p class=x>17 red</p>"
    assert pace.seconds(lambda: read(html)) < pace.A_MOMENT


def read(html: str) -> tuple[list[str], list[tuple[str, Why]]]:
    """The lines of a letter, and those that are left out of it."""
    letter = extract(HTML + html.encode(), is_order)
    return list(letter.lines), [(line, why) for line, why in letter.ignored]
