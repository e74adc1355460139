"""Introductions that clients broke, glued or wrote in their own way; own words that only look like one."""

import pytest

from tests.fixtures.mail.clients import mail
from tests.fixtures.mail.grammar import is_order
from tournaments.inbox.reply import Why, extract

NAME = "Bea Miller of the Autumn League"
QUOTE = "> Hello Anna,\n> it is your turn.\n"
WORDS = "Hello Anna,\nit is your turn.\n"
HEAD = "Sent: Friday, November 14, 2025 10:00 AM\nTo: Anna\nSubject: printer\n"


def lines(text: str, html: str = "") -> tuple[str, ...]:
    return extract(mail(text, html), is_order).lines


@pytest.mark.parametrize(
    "said",
    [
        f"On Fri, 14 Nov 2025 at 10:00, {NAME} <bea@example.com\n> wrote:\n\n{QUOTE}",
        f"On Fri, 14 Nov 2025 at 10:00, {NAME} <\nbea@example.com> wrote:\n\n{QUOTE}",
        f"On Fri, Nov 14, 2025 at 10:00 AM {NAME}\n\n<\nmailto:{NAME} <bea@example.com>\n> wrote:\n{WORDS}",
        f"Le ven. 14 nov. 2025 à 10:00, {NAME} <bea@example.com\n> a écrit :\n\n{QUOTE}",
        f"From: {NAME}\n<a.very.long.address+for.bea@mail.example.com>\n{HEAD}\n{WORDS}",
        f"*From:* bea@example.com [mailto:\nbea@example.com]\n*{HEAD}\n{WORDS}",
        f">>> {NAME} <bea@example.com> 14.11.2025 10:00 >>>\n{WORDS}",
        f">>> {NAME} 11/14/25 10:00 AM >>>\n{WORDS}",
        f"-------- Original message --------From: {NAME} <bea@example.com> Date: 14/11/2025  10:00 To: anna\n{WORDS}",
        f"-------- Message d'origine --------De : Bea <bea@example.com> Date : 14/11/2025  10:00 À : anna\n{WORDS}",
        f"Date: Fri, 14 Nov 2025 10:00:00 +0100\nTo: anna@example.net\n\n{WORDS}",
        f"mar., 14 nov. 2025, 10:00 {NAME} <bea@example.com> a scris:\n\n{WORDS}",
    ],
)
def test_a_broken_introduction_is_put_together(said):
    assert lines(f"17 red\nThanks, Bea\n\n{said}") == ("17 red", "Thanks, Bea")


@pytest.mark.parametrize("glue", [" ", "--- ", " --- "])
@pytest.mark.parametrize("own", ["17 red", "well played so far"])
def test_words_in_the_line_of_the_introduction_are_kept(own, glue):
    assert lines(f"{own}{glue}On Fri, Nov 14, 2025 at 10:00 AM, bea@example.com wrote:\n{QUOTE}") == (own,)


@pytest.mark.parametrize(
    "rest", ["View it (https://example.com/turn\n_nonce=3dd518)", "View it\n (https://example.com/t/YzOTYzMmE) >"]
)
def test_a_link_that_the_client_has_wrapped_out_of_the_quote_is_nobodys_own(rest):
    assert lines(f"17 red\n\nOn 14 Nov 2025, Bea wrote:\n\n> Your turn.\n> {rest}\n>\n> Bea\n") == ("17 red",)


def test_the_frame_of_a_signed_text_is_a_signature():
    text = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n17 red\nsee you\n- -- \nAnna\n"
        "-----BEGIN PGP SIGNATURE-----\nVersion: GnuPG v2\n\niQIzBAEBCgAdFiEECPbAhaBWEfiXj\n=x1yz\n"
        "-----END PGP SIGNATURE-----\n"
    )
    letter = extract(mail(text), is_order)
    assert letter.lines == ("17 red", "see you")
    assert {why for _, why in letter.ignored} == {Why.SIGNATURE}


@pytest.mark.parametrize("mark", ["&gt; ", "&gt;", "&gt;&gt; "])
def test_prefixes_count_in_html_too(mark):
    quoted = "".join(f"<br>{mark}{line}" for line in ("Message du 14/11/25 10:00", "threat lawyer", "it is your turn"))
    assert lines("", f"<p>17 red</p><p>{quoted}</p><p>see you</p>") == ("17 red", "see you")


OWN = [
    ["First my plan.", "-----", "Bea: at 10:00", "and then we see"],
    ["Bea: well played", "Chidi: see you at 20:00", "thanks all"],
    ["E-mail: anna@example.net", "Phone: +49 30 555"],
    ["On 14.11. I wrote to Bea:", "please wait for me"],
    ["At 10:00 she wrote:", "not before noon"],
    ["Question: when is it over?", "Answer: on 14/11/2025, I think"],
    ["Deadline: Fri 18:00", "Bea: ready", "Chidi: not yet", "wait for him"],
]


@pytest.mark.parametrize("own", OWN, ids=[own[0] for own in OWN])
def test_own_words_with_labels_dates_and_verbs_are_kept(own):
    text = "\n".join(own)
    assert lines(f"{text}\n\nOn 14 Nov 2025 at 10:00, Bea <bea@example.com> wrote:\n\n{QUOTE}") == tuple(own)
    assert lines("", "".join(f"<div>{line}</div>" for line in own)) == tuple(own)
