"""Django's SMTP backend with an envelope sender of the letter's own, the null sender included. Decides nothing."""

from __future__ import annotations

import smtplib

from django.core.mail import EmailMessage
from django.core.mail.backends import smtp
from django.core.mail.message import sanitize_address

LONGEST_LINE = 998  # RFC 5322; Message-ID and List-Unsubscribe must not be folded, some hosts lose a folded one


class EmailBackend(smtp.EmailBackend):
    """Takes `envelope_sender` of a message as anymail's backends do; without it the sender is the From address."""

    def _send(self, email_message: EmailMessage) -> bool:
        if getattr(email_message, "envelope_sender", None) is None:
            return super()._send(email_message)
        encoding = email_message.encoding or "utf-8"
        recipients = [sanitize_address(to, encoding) for to in email_message.recipients()]
        message = email_message.message()
        message.policy = message.policy.clone(max_line_length=LONGEST_LINE)
        try:
            self.connection.sendmail(email_message.envelope_sender, recipients, message.as_bytes(linesep="\r\n"))
        except smtplib.SMTPException:
            if not self.fail_silently:
                raise
            return False
        return True
