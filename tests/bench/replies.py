"""Replies of ten kilobytes with text and HTML, as they come from the wire, and what it costs to read them by others.

Measures nothing.
"""

from __future__ import annotations

from functools import partial

import engine
from engine.orders import reader
from tests.fixtures.mail import clients, quoted
from tournaments.inbox.reply import extract
from tournaments.running.demo.post_office import parse

ORDERS = ("17 red / 42", "threat lawyer", "canal mathematician right", "say: well played, Bea")
PROGRAMS = (
    *(clients.gmail, clients.android, clients.outlook_word, clients.outlook_new, clients.apple_mail, clients.ios),
    *(clients.thunderbird_html, clients.yahoo, clients.protonmail, clients.samsung, clients.qq, clients.netease),
)
HOP = (
    "Received: from relay{n}.example.net (relay{n}.example.net [192.0.2.{n}])\r\n\tby mx.example.org with ESMTPS"
    " id 4D{n}\r\n\tfor <play@mail.example.org>; Fri, 14 Nov 2025 10:00:0{n} +0100 (CET)\r\n"
)
SIGNED = (
    "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.net; s=2;\r\n\th=to:subject:message-id:date:from;"
    f"\r\n\tbh={'A' * 43}=;\r\n\tb={'B' * 70}\r\n\t{'C' * 70}\r\n\t{'D' * 70}\r\n\t{'E' * 70}\r\n"
    "Authentication-Results: mx.example.org; dkim=pass header.d=example.net; dmarc=pass\r\n"
)


def replies() -> dict[str, bytes]:
    """Of about ten kilobytes each, by mail program: four orders above a letter of ours."""
    first, *sections = quoted.BODY.split("\n\n")
    letter = quoted.Quoted(body="\n\n".join([first, *sections * 3]))
    transport = ("".join(HOP.format(n=n) for n in (3, 2, 1)) + SIGNED).encode()
    return {program.__name__: transport + program(ORDERS, letter, "top", "English").mail for program in PROGRAMS}


IS_ORDER = partial(reader.reads, engine.games["bruges"])


def ours(raw: bytes) -> None:
    """As the service reads a letter of a seat at a table of Bruges."""
    extract(raw, IS_ORDER, in_first_lines=partial(IS_ORDER, first_lines=True))


def by_the_library(raw: bytes) -> None:
    """The work of a program that relies on the standard library: parse, and pick the body. It still has no text."""
    parse(raw).get_body()
