"""The pages of the local post office: mailboxes, a letter with its picture, and a box to answer it by real SMTP.

They exist only where `settings.DEMO` is set: there all mail is made up and nobody's is private.
"""

from __future__ import annotations

import re
import smtplib
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from mailbox import Maildir
from urllib.parse import parse_qs, urlencode, urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.formats.entities import unescape
from tournaments.models import Player
from tournaments.running.demo.post_office import addresses, box_of, parse
from tournaments.running.demo.reading import asks, state_in_a_list
from tournaments.running.demo.replies import STYLES, document_of, plain_of, reply

MAILTO = re.compile(r'href="mailto:[^"?]+\?body=([^"]*)"')
# A letter brings its styles with it and is shown in a frame of ours; nothing in it may run or fetch anything else.
POLICY = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'"
TABLE = re.compile(
    r"^Re: |, \w+ \d+.*$"
)  # around the name of league and table in a subject: its round, in any language
PROGRAMS = {"gmail": "Gmail", "outlook": "Outlook", "apple": "Apple Mail"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A letter in a list."""

    key: str
    subject: str
    state: str
    sent: datetime
    new: bool
    asks: bool


@require_safe
def office(request: HttpRequest) -> HttpResponse:
    """All mailboxes."""
    names = dict(Player.objects.values_list("email", "name"))
    boxes = [(address, names.get(address, ""), len(_box(address))) for address in addresses(settings.POST_OFFICE_DIR)]
    return render(request, "demo/office.html", {"boxes": boxes})


@require_safe
def letters(request: HttpRequest, address: str) -> HttpResponse:
    """The letters of one mailbox, the newest first, by its owner's clock."""
    box = _box(address)
    owner = Player.objects.filter(email=address).first()
    came = sorted(((message.get_date(), key) for key, message in box.iteritems()), reverse=True)
    shown = [_shown(key, box) for _, key in came]
    values = {"address": address, "owner": owner, "letters": shown, "asking": _asking(shown)}
    with timezone.override(owner.zone if owner else "UTC"):
        return render(request, "demo/letters.html", values)


def _asking(newest_first: list[Shown]) -> set[str]:
    """The keys of the letters whose question is the latest word from their table."""
    latest: dict[str, Shown] = {}
    for shown in newest_first:
        if shown.state:
            latest.setdefault(TABLE.sub("", shown.subject), shown)
    return {shown.key for shown in latest.values() if shown.asks}


@require_http_methods(["GET", "HEAD", "POST"])
def letter(request: HttpRequest, address: str, key: str) -> HttpResponse:
    """One letter; POST sends what is in the box as a reply."""
    message = _letter(address, key)
    if request.method == "POST":
        return _send(request, address, key, message)
    _mark_as_read(address, key)
    context = {
        "address": address,
        "key": key,
        "message": message,
        "text": plain_of(message),
        "words": request.GET.get("words", ""),
        "asks": asks(plain_of(message)),
        "takes_answers": MAILTO.search(document_of(message)) is not None,
        "programs": PROGRAMS,
        "papers": [part.get_filename() for part in message.iter_attachments() if _is_paper(part)],
    }
    return render(request, "demo/letter.html", context)


def _is_paper(part: EmailMessage) -> bool:
    return bool(part.get_filename()) and part.get_content_disposition() == "attachment"


def _mark_as_read(address: str, key: str) -> None:
    """Mark it, as every mail program does; not for the robots, which have to find their letters as new ones."""
    if Player.objects.filter(email=address, is_robot=True).exists():
        return
    box = _box(address)
    message = box[key]
    if message.get_subdir() == "new":
        message.set_subdir("cur")
        message.add_flag("S")
        box[key] = message


@xframe_options_sameorigin
@require_safe
def page(request: HttpRequest, address: str, key: str) -> HttpResponse:
    """The HTML of a letter for the frame: pictures from here, answer links into the reply box."""
    content = document_of(_letter(address, key))
    content = content.replace("cid:position", reverse("post:part", args=[address, key, "position"]))
    above = reverse("post:letter", args=[address, key])
    content = MAILTO.sub(lambda found: f'href="{above}?{_query(found.group(1))}#reply"', content)
    letter_alone = HttpResponse(content.replace("<head>", '<head><base target="_top">', 1))
    letter_alone["Content-Security-Policy"] = POLICY
    return letter_alone


@require_safe
def part(request: HttpRequest, address: str, key: str, name: str) -> HttpResponse:
    """A picture by its content id or an attachment by its file name."""
    for piece in _letter(address, key).walk():
        content_id = str(piece["Content-ID"] or "").strip("<>").partition("@")[0]
        if name in (content_id, piece.get_filename()):
            return HttpResponse(piece.get_payload(decode=True), content_type=piece.get_content_type())
    raise Http404(f"This letter has no part {name}.")


def _box(address: str) -> Maildir:
    if address not in addresses(settings.POST_OFFICE_DIR):
        raise Http404("No mail has come for that address yet.")
    return box_of(settings.POST_OFFICE_DIR, address)


def _letter(address: str, key: str) -> EmailMessage:
    box = _box(address)
    if key not in box:
        raise Http404("That letter is not in this mailbox.")
    return parse(box.get_bytes(key))


def _shown(key: str, box: Maildir) -> Shown:
    message = parse(box.get_bytes(key))
    text = plain_of(message)
    return Shown(
        key=key,
        subject=str(message["Subject"]),
        state=state_in_a_list(text),
        sent=parsedate_to_datetime(str(message["Date"])),
        new=box[key].get_subdir() == "new",
        asks=asks(text),
    )


def _query(body: str) -> str:
    words = parse_qs(urlsplit(f"?body={unescape(body)}").query).get("body", [""])[0].strip()
    return urlencode({"words": words})


def _send(request: HttpRequest, address: str, key: str, message: EmailMessage) -> HttpResponse:
    words = request.POST.get("words", "").strip()
    style = request.POST.get("style", "")
    if not words or style not in STYLES:
        messages.error(request, "Write an answer first and choose a mail program.")
        return redirect("post:letter", address, key)
    name = Player.objects.filter(email=address).values_list("name", flat=True).first() or address
    with smtplib.SMTP(*settings.LISTEN_SMTP, timeout=30) as smtp:
        smtp.send_message(reply(message, (name, address), words, style))
    messages.success(request, "Your reply is on its way. The answer comes to this mailbox in a few seconds.")
    return redirect("post:letters", address)
