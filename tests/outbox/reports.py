"""Delivery reports as mail hosts write them (RFC 3464), and as somebody writes who wants to stop a clock."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count

from tournaments.inbox import ingest
from tournaments.models import InboundLetter, OutboundLetter

NULL = "<>"
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Report:
    """The content of a report; `whole` replaces everything below the headers, `raw` the letter itself."""

    to: str
    recipient: str
    returned: str  # header lines of the letter that came back
    mail_from: str = NULL
    group: str = "Reporting-MTA: dns; mx.example.net"
    final: str = "Final-Recipient: rfc822; {recipient}"
    action: str = "Action: failed"
    status: str = "Status: 5.1.1"
    more: str = ""
    kind: str = "multipart/report; report-type=delivery-status"
    status_type: str = "message/delivery-status"
    returned_type: str = "text/rfc822-headers"
    extra: str = ""
    before: str = ""
    raw: bytes = b""

    @property
    def fields(self) -> str:
        """The delivery status itself."""
        final = self.final.format(recipient=self.recipient)
        return f"{self.group}\n\n{final}\n{self.action}\n{self.status}\n{self.more}".strip("\n") + "\n"

    def parts(self, boundary: str = "b") -> str:
        """The body: words for people, the status, the letter that came back."""
        bodies = [
            "Content-Type: text/plain\n\nI am sorry to have to tell you.\n",
            f"Content-Type: {self.status_type}\n\n{self.fields}",
            *([f"Content-Type: {self.returned_type}\n\n{self.returned}\n"] if self.returned else []),
        ]
        return self.before + "".join(f"--{boundary}\n{body}\n" for body in bodies) + f"--{boundary}--\n"

    def bytes(self) -> bytes:
        if self.raw:
            return self.raw
        head = (
            f"From: MAILER-DAEMON@mx.example.net (Mail Delivery System)\nTo: {self.to}\n"
            f"Message-ID: <report-{next(_numbers)}@mx.example.net>\n"
            f"Subject: Undelivered Mail Returned to Sender\nAuto-Submitted: auto-replied\n{self.extra}"
            f'MIME-Version: 1.0\nContent-Type: {self.kind}; boundary="b"\n\n'
        )
        return (head + self.parts()).replace("\n", "\r\n").encode("utf-8", "surrogateescape")

    def arrive(self) -> InboundLetter:
        """Through the door and read; the row afterwards."""
        row = ingest.ingest(self.bytes(), self.to, self.mail_from)
        ingest.read(row.pk)
        row.refresh_from_db()
        return row


def about(letter: OutboundLetter, to: str = "") -> Report:
    """The honest report that a letter, or the copy of one, has come back for good."""
    said = letter.copy_of or letter
    returned = f"From: {said.sender}\nTo: {letter.to}\nSubject: {said.subject}\nMessage-ID: {said.message_id}"
    return Report(to=to or said.envelope_sender, recipient=letter.to, returned=returned)


def _inside(report: Report, outer: str, before: str = "") -> Report:
    """The whole report as a part of something else."""
    inner = f'{before}Content-Type: {report.kind}; boundary="b"\n\n{report.parts()}'
    body = f"Content-Type: {outer}\n\n--o\n{inner}\n--o--\n"
    head = f"From: MAILER-DAEMON@mx.example.net\nTo: {report.to}\nMIME-Version: 1.0\n"
    return replace(report, raw=(head + body).replace("\n", "\r\n").encode())


def _as_text(report: Report) -> Report:
    head = f"From: MAILER-DAEMON@mx.example.net\nTo: {report.to}\nSubject: Undelivered Mail\n"
    body = f"Content-Type: text/plain\n\n{report.fields}\n{report.returned}\n"
    return replace(report, raw=(head + body).replace("\n", "\r\n").encode())


def _coded(words: str) -> str:
    return f"=?utf-8?b?{b64encode(words.encode()).decode()}?="


# Each changes one thing of a report that would count.
FORGERIES: dict[str, Callable[[Report], Report]] = {
    "a sender": lambda r: replace(r, mail_from="evil@evil.example"),
    "the daemon as sender": lambda r: replace(r, mail_from="MAILER-DAEMON@mx.example.net"),
    "no word of the sender": lambda r: replace(r, mail_from=""),
    "the null sender in a header": lambda r: replace(r, mail_from="evil@evil.example", extra="Return-Path: <>\n"),
    "another recipient": lambda r: replace(r, recipient="somebody@example.net"),
    "a recipient that only begins so": lambda r: replace(r, recipient=r.recipient + ".evil.example"),
    "the recipient in a comment": lambda r: replace(r, final=f"Final-Recipient: rfc822; x@y.example ({r.recipient})"),
    "the original recipient alone": lambda r: replace(r, final=f"Original-Recipient: rfc822; {r.recipient}"),
    "an address of another kind": lambda r: replace(r, final=f"Final-Recipient: x-local; {r.recipient}"),
    "no kind of address": lambda r: replace(r, final=f"Final-Recipient: {r.recipient}"),
    "an encoded recipient": lambda r: replace(r, final=f"Final-Recipient: rfc822; {_coded(r.recipient)}"),
    "an encoded field": lambda r: replace(r, final=f"Final-Recipient: {_coded('rfc822; ' + r.recipient)}"),
    "a NUL in the recipient": lambda r: replace(r, recipient=r.recipient.replace("@", "\0@")),
    "a recipient that is no text": lambda r: replace(r, recipient="\udcff" + r.recipient),
    "two final recipients": lambda r: replace(r, more="Final-Recipient: rfc822; somebody@example.net"),
    "several recipients": lambda r: replace(
        r, more="\nFinal-Recipient: rfc822; somebody@example.net\nAction: failed\nStatus: 5.1.1"
    ),
    "the recipient where the letter is told of": lambda r: replace(
        r, group=f"Reporting-MTA: dns; x\nFinal-Recipient: rfc822; {r.recipient}"
    ),
    "one group for everything": lambda r: replace(r, group=f"Reporting-MTA: dns; x\n{r.fields.split(chr(10), 2)[2]}"),
    "a foreign Message-ID": lambda r: replace(r, returned="Message-ID: <somebody@else.example>"),
    "no Message-ID": lambda r: replace(r, returned="Subject: your turn"),
    "no letter": lambda r: replace(r, returned=""),
    "an id in words": lambda r: replace(r, returned="Subject: x\n\n" + r.returned),
    "a NUL in the id": lambda r: replace(r, returned=r.returned.replace("@mail", "\0@mail")),
    "two ids": lambda r: replace(r, returned="Message-ID: <somebody@else.example>\n" + r.returned),
    "an encoded id": lambda r: replace(r, returned=f"Message-ID: {_coded(r.returned.rpartition(' ')[2])}"),
    "the letter as text": lambda r: replace(r, returned_type="text/plain"),
    "only put off": lambda r: replace(r, action="Action: delayed", status="Status: 4.4.1"),
    "put off with the status of a failure": lambda r: replace(r, action="Action: delayed"),
    "failed for the moment": lambda r: replace(r, status="Status: 4.2.2"),
    "refused because it is us": lambda r: replace(r, status="Status: 5.7.1"),
    "no status": lambda r: replace(r, status="X-Status: 5.1.1"),
    "two statuses": lambda r: replace(r, more="Status: 2.0.0"),
    "two actions": lambda r: replace(r, more="Action: delivered"),
    "plain words": _as_text,
    "plain words in a report": lambda r: replace(r, status_type="text/plain"),
    "a report of another kind": lambda r: replace(r, kind="multipart/report; report-type=disposition-notification"),
    "no report": lambda r: replace(r, kind="multipart/mixed"),
    "two delivery statuses": lambda r: replace(r, before=f"--b\nContent-Type: {r.status_type}\n\n{r.fields}\n"),
    "inside another letter": lambda r: _inside(r, "multipart/mixed; boundary=o", "Content-Type: message/rfc822\n\n"),
    "inside a multipart": lambda r: _inside(r, "multipart/mixed; boundary=o"),
    "inside a report": lambda r: _inside(r, "multipart/report; report-type=delivery-status; boundary=o"),
    "a huge status": lambda r: replace(r, more="X-More: " + "x" * 70 + "\n" * 1 + "X-More: y\n" * 20_000),
    "thousands of recipients": lambda r: replace(
        r, more="\nFinal-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\n" * 8_000
    ),
    "a status behind a megabyte": lambda r: replace(r, before="x" * 70 + "\n" + ("y" * 70 + "\n") * 15_000),
    "an endless field": lambda r: replace(r, final="Final-Recipient: rfc822;" + "\n " * 30_000 + r.recipient),
}
