"""What becomes of single lines: signatures, threads, odd quoting, reading forms, subjects, doubts."""

from typing import Any

import pytest

from tests.fixtures.mail import clients
from tests.fixtures.mail.clients import Written, mail
from tests.fixtures.mail.grammar import is_order
from tests.fixtures.mail.quoted import BEGIN, END, Quoted
from tournaments.inbox.reply import Doubt, Letter, Verdict, Why, extract, reading_form

Q = Quoted()
SAID = f"On Fri, Nov 14, 2025 at 10:00 AM {Q.name} <{Q.address}> wrote:"
OUTLOOK = f"From: {Q.name} <{Q.address}>\nSent: Friday, November 14, 2025 10:00 AM\nTo: Anna\nSubject: {Q.subject}"


def read(text: str = "", html: str = "", **more: Any) -> Letter:
    return extract(mail(text, html, **more), is_order)


# --- signatures and noise ------------------------------------------------------------------------


@pytest.mark.parametrize("separator", ["-- ", "--", "—", "____", "________________"])
def test_a_signature_is_cut_at_its_separator(separator):
    letter = read(f"17 red\n{separator}\nAnna\nsingoff\n")
    assert letter.lines == ("17 red",)
    assert [tuple(line) for line in letter.ignored] == [("Anna", Why.SIGNATURE), ("singoff", Why.SIGNATURE)]


def test_an_order_below_the_separator_of_mail_programs_is_told_and_no_line():
    letter = read("17 red\n-- \nAnna\nthreat lawyer\n")
    assert (letter.lines, letter.worth_telling) == (("17 red",), (("threat lawyer", Why.MEANT),))


def test_a_dash_within_the_text_is_no_separator():
    assert read("17 red -- my best\n--- \nthreat lawyer").lines == ("17 red -- my best", "---", "threat lawyer")


def test_a_signature_that_the_client_names_is_left_out():
    html = '<div>17 red</div><div class="gmail_signature"><div>Anna</div><div>threat lawyer</div></div>'
    assert read(html=html).lines == ("17 red", "threat lawyer")


def test_stray_words_stay_among_the_lines_and_do_no_harm():
    assert read("17 red\nsingoff\nSent from my iPhone").lines == ("17 red", "singoff", "Sent from my iPhone")


# --- markers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", ["> ", ">", ">> ", "> > ", "| ", "* ", "    ", "AB> ", ""])
def test_the_marker_is_found_under_any_prefix(prefix):
    quoted = "\n".join(prefix + line for line in Q.text.split("\n"))
    letter = read(f"17 red\n\n{quoted}\n\n42\n")
    assert (letter.above, letter.elsewhere, letter.marker_found) == (("17 red",), ("42",), True)


def test_the_marker_is_found_when_it_was_wrapped():
    head, tail = BEGIN[:40], BEGIN[41:]
    quoted = Q.prefixed.replace(f"> {BEGIN}", f"> {head}\n> {tail}")
    letter = read(f"17 red\n\n{SAID}\n\n{quoted}\n")
    assert (letter.lines, letter.top, letter.marker_found) == (("17 red",), 1, True)


@pytest.mark.parametrize("said", ["say: one #=#=# two", "17 red #=#=#", "note: #=#=# and #=#=#", "tell bea: # = # = #"])
@pytest.mark.parametrize("quote", ["", f"\n{SAID}\n\n{Q.prefixed}\n", f"\n{Q.text}\n"])
def test_a_marker_within_a_line_of_ones_own_is_none(said, quote):
    letter = read(f"{said}\n17 red\n{quote}")
    assert letter.above[:2] == (said, "17 red")
    assert letter.marker_found == bool(quote)


def test_a_wrapped_rest_of_a_quoted_line_is_nobodys_own():
    quoted = Q.prefixed.replace(f"> {BEGIN}", f"> {BEGIN[:-12]}\n{BEGIN[-11:]}")
    assert read(f"17 red\n\n{SAID}\n\n{quoted}\n").lines == ("17 red",)


def test_a_clipped_letter_without_prefix_hides_what_stands_below_it():
    letter = read(f"17 red\n\n{Q.text.replace(END, '[clipped]')}\n\n42\n")
    assert letter.lines == ("17 red",)
    assert letter.worth_telling == (("42", Why.QUOTED),)


def test_an_order_typed_between_attribution_and_quote_counts():
    letter = read(f"{SAID}\n\n17 red\n\n{Q.prefixed}\n")
    assert letter.lines == ("17 red",)


def test_orders_inside_the_quoted_text_count_when_they_have_no_prefix():
    quoted = Q.prefixed.split("\n")
    text = "\n".join((*quoted[:6], "", "17 red", "", *quoted[6:], "", "threat lawyer"))
    letter = read(f"{SAID}\n{text}\n")
    assert (letter.above, letter.elsewhere) == ((), ("17 red", "threat lawyer"))


def test_an_order_with_a_prefix_is_a_quoted_one():
    assert read("threat lawyer\n\n> 17 red\n").lines == ("threat lawyer",)


# --- threads -------------------------------------------------------------------------------------


def test_an_older_reply_in_a_prefixed_thread_is_not_played_again():
    older = f"17 red\n\n{SAID}\n{Q.prefixed}"
    quoted = "\n".join(f"> {line}" for line in older.split("\n"))
    letter = read(f"threat lawyer\n\nOn Sat, Nov 15, 2025 at 9:00 AM Anna <anna@example.net> wrote:\n\n{quoted}\n")
    assert letter.lines == ("threat lawyer",)


@pytest.mark.parametrize("quoted", [Q, Quoted(marker=False)])
def test_an_older_reply_in_a_thread_without_prefix_is_not_played_again_but_told(quoted):
    mine = OUTLOOK.replace(f"{Q.name} <{Q.address}>", "Anna <anna@example.net>")
    letter = read(f"threat lawyer\n\n{mine}\n\n17 red\n\n{OUTLOOK}\n\n{quoted.text}\n")
    assert letter.lines == ("threat lawyer",)
    assert letter.worth_telling == (("17 red", Why.QUOTED),)


def test_a_thread_below_our_last_marker_is_no_answer():
    letter = read(f"17 red\n\n{OUTLOOK}\n\n{Q.text}\n\n42\n\n{OUTLOOK}\n\nthreat lawyer\n")
    assert letter.lines == ("17 red", "42")
    assert letter.worth_telling == (("threat lawyer", Why.QUOTED),)


def test_a_quoted_outlook_header_in_a_prefixed_quote_does_not_end_the_letter():
    quoted = "\n".join(f"> {line}" for line in f"{OUTLOOK}\n\n{Quoted(marker=False).text}".split("\n"))
    assert read(f"{SAID}\n{quoted}\n\n17 red\n").lines == ("17 red",)


def test_own_lines_that_look_like_headers_do_not_swallow_the_orders_below():
    text = f"Deadline: Friday 14.11.2025\nQuestion: who is next?\n\n17 red\n\n{SAID}\n{Q.prefixed}"
    assert "17 red" in read(text).lines


def test_an_order_is_never_taken_for_an_attribution():
    orders = ["say: mail anna@example.net by 14.11.2025 10:00", "say: on 14.11.2025 anna@example.net wrote:"]
    assert read("\n".join(orders) + f"\n\n{SAID}\n{Q.prefixed}").lines == tuple(orders)


def test_a_forwarded_mail_in_an_attachment_is_not_looked_into():
    raw = (
        b'From: anna@example.net\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\n17 red\r\n--b\r\n'
        b"Content-Type: message/rfc822\r\n\r\nSubject: old\r\n\r\nthreat lawyer\r\n--b--\r\n"
    )
    assert extract(raw, is_order).lines == ("17 red",)


# --- HTML ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ("<p>17&nbsp;red</p>", ["17 red"]),
        ("<div>17 <span style='color:red'>r</span><span>ed</span></div>", ["17 red"]),
        ("17 red<br>threat lawyer", ["17 red", "threat lawyer"]),
        ("<ol><li>17 red</li><li>threat lawyer</li></ol>", ["17 red", "threat lawyer"]),
        ("<pre>17 red\nthreat lawyer</pre>", ["17 red", "threat lawyer"]),
        ('<div style="white-space: pre-wrap">17 red\nthreat lawyer</div>', ["17 red", "threat lawyer"]),
        ("<div>17\n   red</div>", ["17 red"]),
        ("<div>thr<!-- spell -->eat law<wbr>yer</div>", ["threat lawyer"]),
        ('<div style="display:none">42</div><div hidden>43</div><p>17 red</p>', ["17 red"]),
        ("<style>p {}</style><title>42</title><script>42</script><p>17 red</p>", ["17 red"]),
        ("<table><tr><td>17</td><td>red</td></tr><tr><td>42</td></tr></table>", ["17 red", "42"]),
        ('<blockquote style="margin:0 0 0 40px;border:none;padding:0px">17 red</blockquote>', ["17 red"]),
        ("<blockquote>42</blockquote>17 red", ["17 red"]),
        ('17 red<div class="x_yahoo_quoted">42</div>', ["17 red"]),
        ('17 red<div id="x_divRplyFwdMsg">From</div><p>42</p>', ["17 red"]),
        ("<p>17 red", ["17 red"]),
        ("17 red &lt;3", ["17 red <3"]),
        ("<div>17\u200b red\u00ad</div>", ["17 red"]),
    ],
)
def test_html_is_read_as_it_is_seen(html, lines):
    assert read(html=html).lines == tuple(lines)


def test_an_answer_between_two_long_paragraphs_of_a_quote_is_no_rest_of_them():
    paragraph = "<blockquote>" + "a long paragraph that goes on and on, " * 3 + "and ends</blockquote>"
    assert read(html=f"{paragraph}that is right{paragraph}").lines == ("that is right",)


def test_html_that_calls_itself_plain_text_is_read_as_html():
    assert read("<html><body><p>17 red</p><blockquote>42</blockquote></body></html>").lines == ("17 red",)


def test_a_border_that_is_no_header_does_not_end_the_letter():
    html = '<div style="border-top:solid #E1E1E1 1.0pt">my cards</div><p>17 red</p>'
    assert read(html=html).lines == ("my cards", "17 red")


# --- reading forms -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("１７ red", "17 red"),
        ("• threat lawyer", "threat lawyer"),
        ("- threat lawyer;", "threat lawyer"),
        ("1. house servant.", "house servant"),
        ("2) 17 red", "17 red"),
        ("*17 red*", "17 red"),
        ("17\u00a0red", "17 red"),
        ("17\u202fred", "17 red"),
        ("17 red\u200b", "17 red"),
        ("use non\u2011player", "use non-player"),
        ("say: “hi” …", 'say: "hi"'),
        ("17", "17"),
        ("13; 42; 35; 22", "13; 42; 35; 22"),
        ("-5", "-5"),
    ],
)
def test_the_reading_form_undoes_what_keyboards_and_clients_do(written, form):
    assert reading_form(written) == form


def test_a_line_is_given_as_written_unless_only_its_reading_form_is_an_order():
    letter = read("- threat lawyer.\nsay: “well played” …\n• nice card!")
    assert letter.lines == ("threat lawyer", "say: “well played” …", "• nice card!")


def test_a_long_line_is_read_whole_so_that_it_is_never_half_an_order():
    long = ["say: " + "a" * 600, " ".join("b" * 400), "; ".join(["threat lawyer"] * 100)]
    letter = read("\n".join([*long, "17 red"]))
    assert letter.lines == (*long, "17 red")
    assert letter.ignored == ()


# --- wrapped text --------------------------------------------------------------------------------


def test_an_order_that_a_text_client_has_wrapped_is_put_together():
    first, second = "recruit prince in red / recruit mathematician in purple / workers", "bishop"
    assert read(f"{first}\n{second}\n").lines == (f"{first} {second}",)


def test_two_orders_are_not_glued_together():
    long = "recruit prince in red / recruit mathematician in purple / workers bishop"
    assert read(f"{long}\n17 red\n").lines == (long, "17 red")


def test_flowed_text_is_unflowed_with_delsp():
    raw = mail("x").replace(b"text/plain;", b"text/plain; format=flowed; delsp=yes;")
    raw = (
        raw.partition(b"\r\n\r\n")[0].replace(b"base64", b"8bit")
        + b"\r\n\r\n17 r \r\ned\r\n> quo \r\n> ted\r\n-- \r\nAnna"
    )
    assert extract(raw, is_order).lines == ("17 red",)


@pytest.mark.parametrize("rest", ["of the canal", "Of the canal"])
def test_the_end_that_a_full_quoted_line_has_lost_its_prefix_of_is_quoted(rest):
    full = " ".join(["word"] * 12)
    assert read(f"17 red\n> {full}\n{rest}\n> and more\n").lines == ("17 red",)
    assert read(f"17 red\n> {full}\nthreat lawyer\n> and more\n").lines == ("17 red", "threat lawyer")
    assert read(f"17 red\n> word\n{rest}\n> and more\n").lines == ("17 red", rest)


def test_above_an_empty_quoted_line_it_is_only_if_it_goes_on_with_the_sentence():
    full = " ".join(["word"] * 12)
    assert read(f"17 red\n> {full}\nof the canal\n>\n> and more\n").lines == ("17 red",)
    for above, rest in ((full, "Of the canal"), (f"{full}.", "of the canal")):
        assert read(f"17 red\n> {above}\n{rest}\n>\n> and more\n").lines == ("17 red", rest)


# --- subject and doubt ---------------------------------------------------------------------------


@pytest.mark.parametrize("subject", ["17 red", "Re: 17 red", "AW: Re[2]: 17 red", "回复：17 red", "RE: 17 red."])
def test_the_subject_may_carry_the_order(subject):
    letter = read("\n", subject=subject)
    assert (letter.subject_order, letter.verdict, letter.doubt) == ("17 red", Verdict.LETTER, Doubt.NONE)


def test_a_subject_answered_more_than_four_times_carries_no_order():
    assert [read("\n", subject=f"{'Re: ' * times}17 red").subject_order for times in (4, 5)] == ["17 red", ""]


def test_what_a_letter_says_begins_with_the_order_of_its_subject_and_names_it_once():
    assert read("threat lawyer", subject="17 red").said == ("17 red", "threat lawyer")
    assert read("17 red", subject="17 red").said == ("17 red",)
    assert read("17 red").said == ("17 red",)


def test_the_subject_of_our_letters_is_no_order():
    assert read("17 red").subject_order == ""


def test_subject_and_text_that_differ_are_doubtful():
    assert read("threat lawyer", subject="17 red").doubt is Doubt.SUBJECT
    assert read("17 Red.", subject="17 red").doubt is Doubt.NONE
    assert read("see subject", subject="17 red").doubt is Doubt.NONE


def test_text_and_html_that_differ_are_doubtful():
    assert read("17 red", "<p>threat lawyer</p>").doubt is Doubt.PARTS
    assert read("17 red", "<p>17 red / 42</p>").doubt is Doubt.PARTS
    assert read("17\nred", "<p>17 red</p>").doubt is Doubt.NONE
    assert read("*17 red*", "<p><b>17 red</b></p>").doubt is Doubt.NONE
    assert read("This mail is HTML.", "<p>thanks</p>").doubt is Doubt.NONE


def test_a_line_that_the_html_has_only_in_its_quote_is_doubtful():
    quote = "<blockquote>Hello Anna<br>house lawyer<br>threat lawyer is legal too</blockquote>"
    assert read("17 red\nhouse lawyer", f"<p>17 red</p>{quote}").doubt is Doubt.PARTS
    assert read("17 red\n\n> house lawyer", f"<p>17 red</p>{quote}").doubt is Doubt.NONE


def test_an_html_form_without_words_leaves_the_text():
    assert read("17 red", '<img src="cid:1">').lines == ("17 red",)


# --- headers -------------------------------------------------------------------------------------


def test_headers_are_given_as_identification_needs_them():
    letter = extract(
        b"Delivered-To: play+k1tok@mail.example.org\r\nX-Original-To: other@mail.example.org\r\n"
        b"Authentication-Results: mx.example.org;\r\n dmarc=pass\r\nAuthentication-Results: evil.example\r\n"
        b"From: =?utf-8?q?Anna_=C5=81=C3=B3d=C5=BA?= <Anna@Example.NET>\r\n"
        b'To: "Bruges, 4" <PLAY+K1TOK@mail.example.org>, =?utf-8?b?QmVh?= <bea@example.net>\r\n'
        b"Cc: chidi@example.net\r\n"
        b"Subject: =?iso-8859-1?q?Gr=FC=DFe?= =?utf-8?b?8J+Yig==?=\r\nMessage-ID:\r\n <abc@example.net>\r\n"
        b"References: <root@x> <turn@x>\r\nIn-Reply-To: <turn@x>\r\n\r\n17 red\r\n",
        is_order,
    )
    assert (letter.sender, letter.sender_name) == ("anna@example.net", "Anna Łódź")
    assert letter.recipients == (
        "play+k1tok@mail.example.org",
        "other@mail.example.org",
        "bea@example.net",
        "chidi@example.net",
    )
    assert letter.subject == "Grüße😊"
    assert letter.message_id == "<abc@example.net>"
    assert letter.references == ("<root@x>", "<turn@x>")
    assert letter.headers("Authentication-Results") == ("mx.example.org; dmarc=pass", "evil.example")
    assert letter.headers("X-None") == ()


@pytest.mark.parametrize(
    ("value", "sender", "name"),
    [
        ("anna@example.net", "anna@example.net", ""),
        ("anna@example.net (Anna)", "anna@example.net", "Anna"),
        ('"a@b.org" <anna@example.net>', "anna@example.net", "a@b.org"),
        ("Anna <anna@example.net>, Bea <bea@example.net>", "", ""),
        ('"Smith, Anna" <anna@example.net>', "anna@example.net", "Smith, Anna"),
        ("undisclosed-recipients:;", "", ""),
        ("<>", "", ""),
        ('"', "", ""),
    ],
)
def test_the_sender_is_found_in_any_form(value, sender, name):
    letter = extract(f"From: {value}\r\n\r\n17 red".encode(), is_order)
    assert (letter.sender, letter.sender_name) == (sender, name)


def test_raw_bytes_in_headers_are_read():
    assert extract("Subject: Grüße\r\n\r\nx".encode("cp1252"), is_order).subject == "Grüße"
    assert extract("Subject: Grüße\r\n\r\nx".encode(), is_order).subject == "Grüße"


@pytest.mark.parametrize(
    "begin", [b"\r\n\r\n", b"\n \n", b"From anna@example.net Fri Nov 14 10:00:00 2025\r\n", b"\xef\xbb\xbf"]
)
def test_what_stands_before_the_first_header_does_no_harm(begin):
    letter = extract(begin + mail("17 red"), is_order)
    assert (letter.lines, letter.sender) == (("17 red",), "anna@example.net")


# --- bodies --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "codec"),
    [
        ("gb2312", "gb18030"),
        ("ks_c_5601-1987", "cp949"),
        ("shift_jis", "cp932"),
        ("iso-2022-jp", "iso-2022-jp"),
        ("us-ascii", "utf-8"),
        ("iso-8859-1", "cp1252"),
        ("x-unknown", "utf-8"),
        ("utf-8", "cp1252"),
        ("UTF-16", "utf-16"),
    ],
)
def test_the_charset_may_be_declared_wrongly(declared, codec):
    words = {"gb18030": "你好", "cp949": "안녕", "cp932": "こんにちは", "iso-2022-jp": "こんにちは"}.get(
        codec, "Grüße’s"
    )
    body = f"{words}\r\n17 red\r\n".encode(codec)
    raw = f"From: a@b.org\r\nContent-Type: text/plain; charset={declared}\r\n\r\n".encode() + body
    assert extract(raw, is_order).lines == (words, "17 red")


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("base64", b"MTcgcmVkCnRocmVhdCBsYXd5ZXIK"),
        ("quoted-printable", b"17 r=\r\ned\r\nthreat=20lawyer\r\n"),
        ("8bit", b"17 red\nthreat lawyer\n"),
        ("7bit", b"17 red\rthreat lawyer"),
    ],
)
def test_transfer_encodings_are_undone(encoding, body):
    raw = f"From: a@b.org\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n".encode() + body
    assert extract(raw, is_order).lines == ("17 red", "threat lawyer")


MIXED = b'From: a@b.org\r\nContent-Type: multipart/mixed; boundary="%s"\r\n\r\n'
PARTS = b"--b\r\nContent-Type: text/plain\r\n\r\n17 red\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>42</p>\r\n--b--\r\n"


def test_texts_that_are_no_alternatives_are_read_one_after_the_other():
    assert extract(MIXED % b"b" + PARTS, is_order).lines == ("17 red", "42")


def test_a_wrong_boundary_is_mended_by_the_one_in_the_lines():
    assert extract(MIXED % b"other" + PARTS, is_order).lines == ("17 red", "42")


def test_a_letter_of_parts_that_is_cut_off_is_read_once():
    parts = b"--b\r\nContent-Type: text/plain\r\n\r\n17 red\r\n--b\r\nContent-Type: text/plain\r\n\r\n18 blue\r\n"
    assert extract(MIXED % b"b" + parts, is_order).lines == ("17 red", "18 blue")


def test_another_boundary_in_front_of_the_parts_is_none_where_the_own_one_is_right():
    other = b"--other\r\nContent-Type: text/plain\r\n\r\n18 blue\r\n"
    assert extract(MIXED % b"b" + other + PARTS, is_order).lines == ("17 red", "42")
    assert extract(MIXED % b"c" + other + PARTS, is_order).lines[0] == "18 blue"


def test_an_empty_boundary_is_none_and_dashes_are_text():
    text = b"17 red\r\n--\r\nso long\r\n--\r\n"
    assert extract(MIXED % b"" + text, is_order).lines[0] == "17 red"


def test_a_multipart_without_boundary_is_text():
    raw = b"From: a@b.org\r\nContent-Type: multipart/mixed\r\n\r\n17 red\r\n"
    assert extract(raw, is_order).lines == ("17 red",)


def test_attachments_are_not_read():
    raw = MIXED % b"b" + PARTS.replace(b"text/html\r\n", b"text/html\r\nContent-Disposition: attachment\r\n")
    assert extract(raw, is_order).lines == ("17 red",)


def test_a_reply_in_chinese_encoding_keeps_its_words():
    own = ["你好，布魯日", "17 red"]
    assert extract(clients.qq(own, Q, "top", "Chinese").mail, is_order).lines == tuple(own)


def test_nothing_is_an_empty_letter():
    assert extract(b"", is_order) == Letter()
    assert extract(Written(text="\n").mail, is_order).verdict is Verdict.EMPTY


# --- numbers in the first lines --------------------------------------------------------------------


def is_order_in_words(line: str) -> bool:
    return is_order(line) and not line[:1].isdigit()


def numbered(text: str = "", html: str = "", **more: Any) -> Letter:
    return extract(mail(text, html, **more), is_order_in_words, in_first_lines=is_order)


def test_a_subject_that_orders_something_else_than_the_codes_at_the_top_is_asked_back():
    assert numbered("13; 42\n", subject="Re: house lawyer").doubt is Doubt.SUBJECT
    chat = "\n".join(["one", "two", "three", "four", "five"])
    assert numbered(f"{chat}\n13; 42\n", subject="Re: house lawyer").doubt is Doubt.NONE


def test_codes_that_only_one_form_of_the_mail_has_are_asked_back():
    assert numbered("13\n", "<div>42</div>").doubt is Doubt.PARTS
    assert numbered("13; 42\n", "<div>13; 42</div>").doubt is Doubt.NONE


def test_a_wrapped_plan_of_codes_is_put_together():
    plan = "recruit prince in red / workers lawyer; 53; 35; canal\nmathematician left; 22"
    assert numbered(f"{plan}\n\n{SAID}\n").lines == (plan.replace("\n", " "),)


def test_how_many_lines_are_surely_the_players_own_depends_on_the_marker():
    many = "\n".join(f"line {n}" for n in range(8))
    assert numbered(many).sure == 5
    assert numbered(f"{many}\n\n{Q.prefixed}").sure == 8
