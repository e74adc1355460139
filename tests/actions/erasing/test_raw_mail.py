"""Addresses found in raw mail: in every usual code, not where they are part of longer ones, and soon."""

from __future__ import annotations

import os
import quopri
from base64 import b64encode, encodebytes
from collections.abc import Callable
from string import ascii_letters, digits
from typing import Any
from urllib.parse import quote

import pytest

from tests.shared import pace
from tests.shared.post import sign_up
from tournaments.actions.erasing import forgetting
from tournaments.actions.erasing.raw_mail import Traces
from tournaments.actions.player import people
from tournaments.inbox import ingest
from tournaments.letters import headers
from tournaments.models import InboundLetter
from tournaments.running import sweeps
from tournaments.runtime import hints

EMAIL = "quirina@tulpenpost.example"
IN_A_LABELS, IN_U_LABELS = "quirina@xn--tlpen-kva.example", "quirina@t\xfclpen.example"
SAID = f"I am {EMAIL} now"
MEGABYTE = 1024 * 1024


def b64(text: str, charset: str = "utf-8") -> str:
    return b64encode(text.encode(charset)).decode()


def in_b(text: str) -> str:
    return f"=?utf-8?b?{b64(text)}?="


def in_q(text: str) -> str:
    coded = "".join(sign if sign.isalnum() else "_" if sign == " " else f"={ord(sign):02X}" for sign in text)
    return f"=?iso-8859-1?q?{coded}?="


def in_base64(lines: str) -> str:
    return f"Content-Transfer-Encoding: base64\r\n\r\n{lines}\r\n"


CODED = {
    "plain": SAID,
    "capitals": SAID.upper(),
    "base64": in_base64(b64(SAID)),
    "base64 in short lines": in_base64("\r\n".join(b64(SAID))),
    "indented base64": in_base64("\r\n".join(f" {b64(SAID)[at : at + 20]}" for at in range(0, 60, 20))),
    "base64 of UTF-16": in_base64(b64(SAID, "utf-16")),
    "base64 behind base64": in_base64(b64("a picture ")) + in_base64(b64(SAID)),
    "base64 of a link": in_base64(b64(f"<a href='mailto:{quote(EMAIL)}'>")),
    "encoded word in B": f"Subject: =?utf-8?B?{b64(SAID)}?=",
    "encoded word in Q": f"Subject: =?utf-8?Q?I_am_{EMAIL.replace('@', '=40')}_now?=",
    "last words in Q": f"Subject: {in_q(SAID)}\r\nX: y",
    "first in B": f"Subject: =?iso-8859-1?B?{b64(EMAIL)}?=",
    "quoted base64": in_base64("\r\n".join(f"> {b64(SAID)[at : at + 20]}" for at in range(0, 60, 20))),
    "quoted-printable": "I am quirina=40tulp=\r\nenpost.example",
    "behind a code": f"https://x.example/?to=3D{EMAIL}",
    "link": f"<a href='mailto:{quote(EMAIL)}'>",
    "in a link": f"https://x.example/?to%3D{quote(EMAIL)}%26a=1",
    "entity": f"<p>{EMAIL.replace('@', '&#64;').replace('.', '&period;')}</p>",
    "entity beside a long number": f"{EMAIL.replace('@', '&#64;')} &#{'9' * 5_000};",
    "return address": "Return-Path: <bounce+quirina=tulpenpost.example@list.example>",
    "dots": f"...{EMAIL}...",
    "dash": f"-{EMAIL}- ",
    "underscores": f"_{EMAIL}_",
    "letters beyond ASCII": f"\xe9{EMAIL}\xe9",
}


@pytest.mark.parametrize("mail", CODED.values(), ids=CODED)
def test_an_address_is_found_in_every_usual_code(mail: str) -> None:
    assert Traces([EMAIL]).are_in(mail.encode())
    assert not Traces(["somebody@tulpenpost.example"]).are_in(mail.encode())


@pytest.mark.parametrize("first", [in_b, in_q])
@pytest.mark.parametrize("second", [in_b, in_q])
@pytest.mark.parametrize("between", [" ", "\r\n ", "\n\t"])
def test_an_address_that_is_broken_over_encoded_words_is_found(
    first: Callable[[str], str], second: Callable[[str], str], between: str
) -> None:
    for at in range(1, len(EMAIL)):
        words = first(f"I am {EMAIL[:at]}"), second(f"{EMAIL[at:]} now")
        assert Traces([EMAIL]).are_in(f"Subject: {between.join(words)}\r\n\r\nhello".encode())
        assert not Traces([EMAIL]).are_in(f"Subject: {' and '.join(words)}\r\n\r\nhello".encode())


@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("before", ["", "Hi ", "Hello "])
@pytest.mark.parametrize("behind", ["", " wrote", "!"])
def test_an_address_at_an_end_of_base64_is_found_whatever_is_beside_that(before: str, behind: str, end: str) -> None:
    """Nothing that comes before the blank line or with a boundary makes it part of a longer one."""
    lines = encodebytes(f"{before}{EMAIL}{behind}".encode()).decode().replace("\n", end)
    for last in (*ascii_letters, *digits, "iso-8859-1", "us-ascii", "utf-8", "base64", "en-US"):
        head = f"Content-Transfer-Encoding: base64{end}X-Last: {last}{end}{end}"
        for boundary in ("", f"--{last}", "--b1_9x", "--=_Part_12"):
            assert Traces([EMAIL]).are_in(f"{head}{lines}{boundary}".encode())


@pytest.mark.parametrize(
    "mail",
    [
        f"I am {IN_A_LABELS}".encode(),
        f"I am {IN_U_LABELS}".encode(),
        f"I am {IN_U_LABELS.upper()}".encode(),
        f"I am {IN_U_LABELS}".encode("latin-1"),
        f"I am {IN_U_LABELS.upper()}".encode("latin-1"),
        b"I am quirina@tu\xcc\x88lpen.example",
        b"I am quirina@t=C3=BClpen.example",
        b"I am quirina@t=FClpen.example",
        b"I am quirina@t&uuml;lpen.example",
        in_base64(b64(IN_U_LABELS, "utf-16")).encode(),
    ],
)
def test_an_address_with_an_idn_is_found_in_both_forms(mail: bytes) -> None:
    assert Traces([IN_A_LABELS, IN_U_LABELS]).are_in(mail)


@pytest.mark.parametrize(
    ("host", "charset"),
    [
        ("\u0142\xf3d\u017a.example", "iso-8859-2"), ("\u0142\xf3d\u017a.example", "cp1250"),
        ("\u043f\u043e\u0447\u0442\u0430.example", "koi8-r"), ("\u043f\u043e\u0447\u0442\u0430.example", "cp1251"),
        ("\u03b1\u03b8\u03ae\u03bd\u03b1.example", "iso-8859-7"), ("t\xfclpen.example", "cp1252"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("write", [str.lower, str.upper])
def test_an_address_with_an_idn_is_found_in_the_charsets_of_its_language(
    host: str, charset: str, write: Callable[[str], str]
) -> None:
    said = write(f"I am quirina@{host} now").encode(charset)
    for mail in (said, in_base64(b64encode(said).decode()).encode(), quopri.encodestring(said)):
        assert Traces([f"quirina@{host}"]).are_in(mail)
        assert not Traces([f"quirina@x{host}"]).are_in(mail)


@pytest.mark.parametrize("mail", ["x{}", "x.{}", "x-{}", "x+{}", "{}x", "{}.net", "{}-x.net", "1_{}"])
def test_an_address_that_is_part_of_a_longer_one_is_somebody_else_s(mail: str) -> None:
    longer = mail.format(EMAIL)
    assert not any(Traces([EMAIL]).are_in(text.encode()) for text in (longer, in_base64(b64(longer))))


@pytest.mark.parametrize(
    "piece",
    [
        f"{EMAIL}x ",
        "=41",
        "%41",
        "&#64;",
        f"{EMAIL}x =41 %41 &#65; ",
        "QUJD",
        "=\r\n",
        "\0",
        "quirina@",
        "=?u?b?QUJD?= ",
        "\n\n",
    ],
)
def test_no_mail_takes_long_to_search(piece: str) -> None:
    begin = f"tulpenpost example {in_base64('')}"
    mail = (begin + piece * (MEGABYTE // len(piece))).encode()
    assert pace.seconds(lambda: Traces([EMAIL]).are_in(mail), runs=1) < pace.A_MOMENT


FLOODS = ["&%", "=41 %41 &", "&#1", "&notit", "=26%26&amp;"]


@pytest.mark.parametrize("signs", FLOODS)
@pytest.mark.parametrize("address", [EMAIL, "\xe9@\xfc.example", "a.b@c.de"])
def test_no_flood_of_what_is_like_an_address_takes_long_to_search(signs: str, address: str) -> None:
    piece = f"{address}x {signs * (300 // len(signs))} "
    mail = (in_base64(f"{SAID}=41 %41 & ") + piece * (MEGABYTE // len(piece))).encode()
    searched = Traces([address, address.replace("@", "-@")])
    assert pace.seconds(lambda: searched.are_in(mail), runs=1) < pace.A_MOMENT


@pytest.mark.parametrize("signs", [1, 10, 60])
@pytest.mark.parametrize("piece", ["a", "a b", "b example "])
def test_signs_between_the_runs_of_an_address_make_no_search_long(signs: int, piece: str) -> None:
    address = f"a{'-' * signs}@b.example"
    mail = f"b example {piece * (MEGABYTE // len(piece))}".encode()
    assert pace.seconds(lambda: Traces([address]).are_in(mail), runs=1) < pace.A_MOMENT
    assert Traces([address]).are_in(f"{mail.decode()} {address}".encode())


@pytest.mark.parametrize("filler", ["hello ", "=41 ", "&amp; "])
@pytest.mark.parametrize("length", [5, 90, 995, 1_000, 2_005, 40_000])
def test_an_address_is_found_wherever_in_a_mail_it_stands_and_with_whatever_is_like_it(
    filler: str, length: int
) -> None:
    coded = EMAIL.replace("@", "=26=23x40=3B").replace(".", "%2E")
    for said, found in ((coded, True), (f"x{coded}", False), (f"{coded}.net", False)):
        mail = f"{EMAIL}s {filler * (length // len(filler))} {said} {filler * 900}"
        assert Traces([EMAIL]).are_in(mail.encode()) is found


def test_nearly_all_mail_is_passed_over_at_once() -> None:
    mail = b"yy yy y. " * (MEGABYTE // 9)
    coded = in_base64(encodebytes(os.urandom(MEGABYTE // 2)).decode()).encode()
    assert pace.seconds(lambda: [Traces([EMAIL]).are_in(each) for each in [mail, coded] * 10], runs=1) < pace.A_MOMENT


# --- in what is kept of strangers' mail ----------------------------------------------------------------


def of_stranger(number: int, said: str = "hello") -> InboundLetter:
    host = f"x{number}.example"
    raw = f"From: s@{host}\r\nMessage-ID: <{number}@{host}>\r\n\r\n{said}\r\n"
    row = ingest.ingest(raw.encode(), headers.bare_address(), f"s@{host}")
    ingest.read(row.pk)
    return row


@pytest.mark.django_db
def test_what_there_is_no_time_to_search_is_forgotten_but_for_letters_that_wait(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(hints, "_send", lambda task, *_: asked.append(task))
    monkeypatch.setattr(forgetting, "SEARCHED_FOR", 0.0)
    player = sign_up(EMAIL, "Quirina", "UTC")
    rows = [of_stranger(number) for number in range(4)]
    naming = of_stranger(4, SAID)
    waiting, waiting_with_it = (of_stranger(number, said) for number, said in ((5, "hello"), (6, SAID)))
    InboundLetter.objects.filter(pk__in=(waiting.pk, waiting_with_it.pk)).update(state=InboundLetter.State.LAID_ASIDE)
    with django_capture_on_commit_callbacks(execute=True):
        people.erase(player, player)
    assert "tournaments.tasks.purge" in asked, "nobody waits a day for it"
    sweeps.purge()
    kept = {row.pk for row in InboundLetter.objects.exclude(raw=b"")}
    assert kept.isdisjoint({naming.pk, waiting_with_it.pk, *(row.pk for row in rows)})
    assert waiting.pk in kept


@pytest.mark.django_db
@pytest.mark.parametrize("state", [InboundLetter.State.DONE, InboundLetter.State.LAID_ASIDE])
def test_no_heap_of_strangers_letters_keeps_waiting_who_is_erased(state: InboundLetter.State) -> None:
    player = sign_up(EMAIL, "Quirina", "UTC")
    for number in range(20):
        of_stranger(number)
    flood = (f"{EMAIL}x =41 %41 " + "&%" * 200).encode() * 280
    InboundLetter.objects.update(raw=flood, state=state)
    assert pace.seconds(lambda: people.erase(player, player), runs=1) < 2 * pace.A_MOMENT
    sweeps.purge()
    assert not InboundLetter.objects.exclude(raw=b""), "nobody knows whether they name the player"


@pytest.mark.django_db
def test_strangers_letters_that_name_somebody_else_stay() -> None:
    player = sign_up(EMAIL, "Quirina", "UTC")
    others, theirs = of_stranger(1), of_stranger(2, SAID)
    people.erase(player, player)
    assert list(InboundLetter.objects.exclude(raw=b"").values_list("pk", flat=True)) == [others.pk]
    assert theirs.pk != others.pk


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("column", "told"),
    [
        ("mail_from", "bounce+quirina=tulpenpost.example@list.example"),
        ("mail_from", f"prvs=1234567890={EMAIL}"),
        ("message_id", f"<1234/{EMAIL}>"),
        ("auth_results", f"mx.example.org; spf=pass smtp.mailfrom={EMAIL}"),
    ],
)
@pytest.mark.parametrize("raw", [b"", b"From: s@x1.example\r\n\r\nhello\r\n"])
def test_what_a_host_has_told_of_a_strangers_letter_names_nobody_who_is_erased(
    column: str, told: str, raw: bytes
) -> None:
    player, others, theirs = sign_up(EMAIL, "Quirina", "UTC"), of_stranger(1), of_stranger(2)
    InboundLetter.objects.filter(pk=theirs.pk).update(raw=raw, **{column: told})
    people.erase(player, player)
    assert not InboundLetter.objects.filter(**{f"{column}__icontains": "tulpenpost"})
    assert InboundLetter.objects.exclude(raw=b"").get() == others
