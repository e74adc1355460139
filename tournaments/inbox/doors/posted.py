"""The posts of a mail provider, made sure of before they are told: letters as bytes, events of the right types.

Anymail takes every letter apart, which the standard library does by calling itself for each part: a letter of some
hundred parts in parts ends in RecursionError. And it trusts what is posted: a list where an object should be ends in
TypeError. Both were answered 500, and providers try again for hours what can never succeed. Stores nothing itself.
"""

from __future__ import annotations

import errno
import json
import re
import sys
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.parser import HeaderParser
from itertools import islice
from typing import Any, NamedTuple, cast

from anymail.exceptions import AnymailAPIError, AnymailConfigurationError, AnymailWebhookValidationFailure
from anymail.inbound import AnymailInboundMessage
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.inbox import ingest
from tournaments.inbox.reply.mime import cut
from tournaments.inbox.reply.mime.parts import LONGEST_HEAD, MOST_PARTS
from tournaments.keys.rfc5322 import LONGEST_FIELD


class Verbatim(policy.Compat32):
    """Headers as they come: anymail's policy parses them and raises on odd ones, and the library's folds them anew."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        return f"{name}: {_whole_signs(value)}{self.linesep}".encode()


VERBATIM = Verbatim()
MOST_ADDRESSES = 400  # of one header
NAME = re.compile(r"[!-9;-~]+")  # of a header
ENDS_OF_LINES = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
# What anymail's readers raise on what is not of the shape that they expect, JSON nested without end among it.
MISSHAPEN = (
    TypeError, ValueError, LookupError, AttributeError, AssertionError, OverflowError, RecursionError,
    AnymailConfigurationError, AnymailWebhookValidationFailure,
)  # fmt: skip


class Misshapen(Exception):
    """A post that can never be read, however often it comes. Says what is wrong with it, for the log."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A letter that came in: its bytes, the envelope as far as the provider hands it on, and when it came."""

    raw: bytes
    recipients: tuple[str, ...]
    sender: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Told:
    """The fate of a letter that we sent: the event in anymail's word, and what the provider says in its own."""

    event: str
    name: str
    recipient: str
    reason: str
    words: str
    at: datetime


class Attachment(NamedTuple):
    """A file of a letter as it was posted: made a part only if the letter has not too many (`Letter.construct`)."""

    kind: str
    content: Any
    charset: str | None = None
    filename: str | None = None
    content_id: str | None = None
    base64: bool = False


class Letter(AnymailInboundMessage):
    """A letter of which only the head is read; what is below it stays as it came.

    raw  the bytes, cut to what is kept of a letter; None where the provider posts fields instead
    """

    raw: bytes | None = None

    def __init__(self, **_: Any) -> None:
        super().__init__(policy=VERBATIM)

    def __setitem__(self, name: str, value: str) -> None:
        """One header, on one line: nobody writes a second one into its value, or into its name."""
        if not isinstance(name, str) or not isinstance(value, str) or not NAME.fullmatch(name):
            raise TypeError("a header is a name and a text")
        super().__setitem__(name, ENDS_OF_LINES.sub(" ", _whole_signs(value)))

    def set_payload(self, payload: Any, charset: Any = None) -> None:
        """Set the content of a part, as text or as bytes."""
        super().set_payload(_whole_signs(payload) if isinstance(payload, str) else payload, charset)

    @classmethod
    def parse_raw_mime(cls, s: str) -> Letter:
        return cls.parse_raw_mime_bytes(_whole_signs(_text(s)).encode())

    @classmethod
    def parse_raw_mime_chunks(cls, chunks: Iterable[bytes]) -> Letter:
        whole = bytearray()
        for chunk in chunks:
            whole += chunk
            if len(whole) >= cut.TAKEN:
                break
        return cls.parse_raw_mime_bytes(bytes(whole))

    @classmethod
    def parse_raw_mime_bytes(cls, b: bytes) -> Letter:
        head = ingest.headers_of(b).decode("latin-1")
        letter = cast(Letter, HeaderParser(cls, policy=VERBATIM).parsestr(head))
        letter.raw = cut.to_size(b, ingest.LARGEST)
        return letter

    @classmethod
    def construct(cls, **fields: Any) -> Letter:
        """A letter of what a provider has taken apart: no more of it than is looked at where it comes as bytes.

        The head stays longer than what is read of one, if it was, and the parts stay more: its reader knows (`mime`).
        """
        for name, most in (("raw_headers", 2 * LONGEST_HEAD), ("text", cut.TAKEN), ("html", cut.TAKEN)):
            fields[name] = fields[name][:most] if fields.get(name) is not None else None
        headers = fields.pop("headers", None) or ()
        fields["headers"] = _long_enough(headers.items() if isinstance(headers, dict) else headers)
        fields["attachments"] = [
            cls.part_of(file) for file in islice(fields.pop("attachments", None) or (), MOST_PARTS)
        ]
        return super().construct(**fields)

    @classmethod
    def construct_attachment(cls, content_type: str | None, content: Any, *more: Any, **others: Any) -> Attachment:
        return Attachment(content_type or "application/octet-stream", content, *more, **others)

    @classmethod
    def part_of(cls, file: Attachment) -> Letter:
        """A file beside the words. One that is a letter itself is kept as it is, and is not looked into."""
        kind, name, content_id = (_text(text)[:LONGEST_FIELD] for text in (file.kind, file.filename, file.content_id))
        names = (name or None, content_id or None)
        if not kind.strip().lower().startswith("message/"):
            return super().construct_attachment(kind, file.content, file.charset, *names, file.base64)
        part = super().construct_attachment("application/octet-stream", b"", None, *names)
        del part["Content-Type"]
        part["Content-Type"] = kind
        inner = cls()
        inner.set_payload(b64decode(file.content) if file.base64 else file.content)
        part.set_payload([inner])
        return part

    def whole(self) -> bytes:
        """The letter as bytes."""
        return self.raw if self.raw is not None else self.as_bytes(policy=VERBATIM)


def checked(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of anymail's whose events carry `Arrived` or `Told` as `checked`; Misshapen for any other post."""
    theirs: Any = view.view_class  # type: ignore[attr-defined]
    # Anymail has no setting for it: each of its pages makes letters of the class that it finds under this name.
    if hasattr(sys.modules[theirs.__module__], "AnymailInboundMessage"):
        sys.modules[theirs.__module__].AnymailInboundMessage = Letter  # type: ignore[attr-defined]

    class Page(theirs):
        """A page of anymail's that finds whatever is wrong with a post before anything of it is stored."""

        def run_validators(self, request: HttpRequest) -> None:
            with _shape():
                super().run_validators(request)

        def parse_events(self, request: HttpRequest) -> list[Any]:
            with _shape():
                events = super().parse_events(request)
                for event in events:
                    is_letter = hasattr(event, "message")
                    event.checked = arrived(event, self.esp_name) if is_letter else _told(event)
                return events

        def _fetch_inbound_email(self, email_id: Any) -> Any:
            """Refuse an id that is no text before the letter is asked for. Of Resend's page alone."""
            return super()._fetch_inbound_email(_text(email_id))

        @classmethod
        def _addresses(cls, full_list: Any) -> Any:
            """Write a list of addresses without its end, if it is very long. Of Postmark's page alone, as the next."""
            return super()._addresses(full_list[:MOST_ADDRESSES] if full_list is not None else None)

        @classmethod
        def _address(cls, full: Any) -> Any:
            """Leave out what is too long for an address anyway: anymail would take very long to read it."""
            names = ("Name", "Email")
            fits = full is not None and all(len(_text(full.get(name))) <= LONGEST_FIELD for name in names)
            return super()._address(full) if fits else ""

    Page.__name__ = theirs.__name__
    return Page.as_view(**view.view_initkwargs)  # type: ignore[attr-defined]


@contextmanager
def _shape() -> Iterator[None]:
    """Turn an error of the post into Misshapen; an absent service keeps its error: the provider tries again."""
    try:
        yield
    except Exception as error:
        if not _is_of_the_post(error):
            raise
        raise Misshapen(" ".join(f"{type(error).__name__}: {error}"[:200].split())) from error


def _is_of_the_post(error: Exception) -> bool:
    """Whether an error is the post's. Those of `requests` are the system's, though some of them are ValueErrors too."""
    if isinstance(error, OSError):
        return error.errno == errno.EOVERFLOW  # a moment that no clock shows
    if isinstance(error, ImportError):
        return False
    amazon = getattr(sys.modules.get("botocore.exceptions"), "ParamValidationError", AnymailWebhookValidationFailure)
    return type(error) is AnymailAPIError or isinstance(error, (*MISSHAPEN, amazon))


def arrived(event: Any, provider: str) -> Arrived | None:
    """The letter that came in; None where the provider, in anymail's name for it, does not say which."""
    letter = event.message
    if letter is None:
        return None
    to = _recipients(provider, event.esp_event) or filter(None, [letter.envelope_recipient])
    return Arrived(letter.whole(), tuple(map(_text, to)), _text(letter.envelope_sender), _moment(event.timestamp))


def _recipients(provider: str, told: Any) -> list[Any]:
    """The recipients of the envelope, where a provider posts several together: of these anymail names the first.

    The same field in what another provider posts is none of its own: Mailgun makes fields of the letter's headers.
    """
    match provider, told:
        case "Amazon SES", {"receipt": {"recipients": [*several]}}:
            return several
        case "MailerSend", {"data": {"recipients": {"rcptTo": [*several]}}}:
            return [one["email"] for one in several]
        case "SendGrid", HttpRequest() if "envelope" in told.POST:
            return list(json.loads(told.POST["envelope"])["to"])
    return []


def _told(event: Any) -> Told:
    words = f"{event.mta_response} {event.esp_event}"
    said = (event.event_type, event.message_id, event.recipient, event.reject_reason)
    kind, name, recipient, reason = (ingest.storable(_text(word)) for word in said)
    return Told(kind, name, recipient, reason, words, _moment(event.timestamp))


def _long_enough(headers: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The headers up to the one with which the head is longer than what is read of one."""
    size = 0
    for name, value in headers:
        yield name, value
        size += len(name) + len(value)
        if size > LONGEST_HEAD:
            return


def _text(value: Any) -> str:
    if not isinstance(value, str | None):
        raise TypeError(f"a text was expected, {type(value).__name__} came")
    return value or ""


def _whole_signs(text: str) -> str:
    """The text without the halves of signs that JSON may name: no bytes encode them."""
    return text.encode("utf-8", "replace").decode()


def _moment(value: Any) -> datetime:
    """The time of something, in UTC; now for what a provider does not date, or dates later."""
    now = timezone.now()
    if value is None:
        return now
    if not isinstance(value, datetime):
        raise TypeError(f"a moment was expected, {type(value).__name__} came")
    return min(value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC), now)
