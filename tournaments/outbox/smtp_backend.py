"""Django's SMTP backend with an envelope sender of the letter's own, the null sender included. Decides nothing."""

from __future__ import annotations

import hashlib
import smtplib
from email.generator import BytesGenerator
from email.message import Message
from io import BytesIO

from django.core.mail import EmailMessage
from django.core.mail.backends import smtp
from django.core.mail.message import sanitize_address

LONGEST_LINE = 998  # RFC 5322; Message-ID and List-Unsubscribe must not be folded, some hosts lose a folded one


class EmailBackend(smtp.EmailBackend):
    """Takes `envelope_sender` of a message as anymail's backends do; without it the sender is the From address."""

    def _send(self, email_message: EmailMessage) -> bool:
        sender: str | None = getattr(email_message, "envelope_sender", None)
        encoding = email_message.encoding or "utf-8"
        if sender is None:
            sender = sanitize_address(email_message.from_email, encoding)
        recipients = [sanitize_address(to, encoding) for to in email_message.recipients()]
        if self.connection is None or not recipients:
            return False
        try:
            self.connection.sendmail(sender, recipients, as_sent(email_message))
        except smtplib.SMTPException:
            if not self.fail_silently:
                raise
            return False
        return True


def as_sent(email_message: EmailMessage) -> bytes:
    """The bytes of a letter, headers on one line each; the same bytes however often it is posted."""
    message = email_message.message()
    _set_boundaries(message)
    bytes_on_the_wire = BytesIO()
    policy = message.policy.clone(max_line_length=LONGEST_LINE)
    BytesGenerator(bytes_on_the_wire, mangle_from_=False, policy=policy).flatten(message, linesep="\r\n")
    return bytes_on_the_wire.getvalue()


def _set_boundaries(message: Message) -> None:
    """Boundaries that follow from the Message-ID, which nobody can foresee; `email` would search all text for one."""
    unique = hashlib.sha256(str(message["Message-ID"]).encode()).hexdigest()[:32]
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"=_{number}_{unique}")
