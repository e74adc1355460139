"""Replies in the shapes of real mail clients: the player's lines above, the quoted letter below."""

from __future__ import annotations

import html
import re
import secrets
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import format_datetime, formataddr, make_msgid

from django.utils import timezone

Style = Callable[[EmailMessage, EmailMessage, str], None]


def reply(original: EmailMessage, me: tuple[str, str], words: str, style: str) -> EmailMessage:
    """A reply to a letter.

    me     (name, address) of the writer
    words  what the player wrote, lines separated by newlines
    style  a key of `STYLES`
    """
    answer = EmailMessage()
    answer["From"] = formataddr(me)
    answer["To"] = str(original["Reply-To"] or original["From"])
    subject = str(original["Subject"])
    answer["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    answer["Date"] = format_datetime(timezone.now())
    answer["Message-ID"] = make_msgid(idstring=secrets.token_hex(4), domain=me[1].partition("@")[2])
    root = str(original["Message-ID"] or "")
    answer["In-Reply-To"] = root
    answer["References"] = f"{original['References'] or ''} {root}".strip()
    STYLES[style](answer, original, words)
    return answer


def plain_of(message: EmailMessage) -> str:
    """The text part of a letter."""
    part = message.get_body(("plain",))
    return str(part.get_content()) if part else ""


def document_of(message: EmailMessage) -> str:
    """The HTML part of a letter as it is, or its text as HTML."""
    part = message.get_body(("html",))
    if part is None:
        return f"<!doctype html><html><head></head><body><pre>{html.escape(plain_of(message))}</pre></body></html>"
    return str(part.get_content())


def html_of(message: EmailMessage) -> str:
    """The text between the body tags of a letter's HTML."""
    content = document_of(message)
    body = re.search(r"<body[^>]*>(.*)</body>", content, re.DOTALL | re.IGNORECASE)
    return body.group(1) if body else content


def _wrote(original: EmailMessage) -> tuple[str, str, str]:
    """Name, address and date of the letter that is answered."""
    sender = original["From"].addresses[0]
    return sender.display_name, sender.addr_spec, str(original["Date"])


def gmail(answer: EmailMessage, original: EmailMessage, words: str) -> None:
    """Text and HTML; attribution line over a quotation in the class that the web client uses."""
    name, address, date = _wrote(original)
    quoted = "\n".join(f"> {line}".rstrip() for line in plain_of(original).splitlines())
    answer.set_content(f"{words}\n\nOn {date} {name} <\n{address}> wrote:\n\n{quoted}\n")
    own = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in words.splitlines())
    answer.add_alternative(
        f'<div dir="ltr">{own}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">On {html.escape(date)} {html.escape(name)} '
        f'&lt;<a href="mailto:{html.escape(address)}">{html.escape(address)}</a>&gt; wrote:<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0 0 0 0.8ex;border-left:1px solid rgb(204,204,204);'
        f'padding-left:1ex">{html_of(original)}</blockquote></div>',
        subtype="html",
    )


def outlook(answer: EmailMessage, original: EmailMessage, words: str) -> None:
    """Word's HTML; a header block under a rule, the original unprefixed below it."""
    name, address, date = _wrote(original)
    subject = str(original["Subject"])
    header = (("From:", f"{name} <{address}>"), ("Sent:", date), ("To:", str(original["To"])), ("Subject:", subject))
    answer.set_content(
        f"{words}\n\n________________________________\n"
        + "\n".join(f"{key} {value}" for key, value in header)
        + f"\n\n{plain_of(original)}\n"
    )
    own = "".join(f'<p class="MsoNormal">{html.escape(line) or "&nbsp;"}<o:p></o:p></p>' for line in words.splitlines())
    block = "<br>".join(f"<b>{key}</b> {html.escape(value)}" for key, value in header)
    answer.add_alternative(
        f'<html><body lang="EN-US"><div class="WordSection1">{own}<p class="MsoNormal"><o:p>&nbsp;</o:p></p>'
        f'<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in">'
        f'<p class="MsoNormal">{block}<o:p></o:p></p></div></div>{html_of(original)}</div></body></html>',
        subtype="html",
    )


def apple(answer: EmailMessage, original: EmailMessage, words: str) -> None:
    """Text and HTML; the quotation in a cite blockquote."""
    name, address, date = _wrote(original)
    quoted = "\n".join(f"> {line}".rstrip() for line in plain_of(original).splitlines())
    answer.set_content(f"{words}\n\n> On {date}, {name} <{address}> wrote:\n> \n{quoted}\n")
    own = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in words.splitlines())
    answer.add_alternative(
        '<html><head></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space;">'
        f'{own}<div><br><blockquote type="cite"><div>On {html.escape(date)}, {html.escape(name)} '
        f"&lt;{html.escape(address)}&gt; wrote:</div><br><div>{html_of(original)}</div></blockquote></div>"
        "</body></html>",
        subtype="html",
    )


STYLES: dict[str, Style] = {"gmail": gmail, "outlook": outlook, "apple": apple}
