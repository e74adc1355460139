"""Django's SMTP backend with an envelope sender of the letter's own, the null sender included. Sends, decides nothing."""

from __future__ import annotations

import smtplib

from django.core.mail import EmailMessage
from django.core.mail.backends import smtp
from django.core.mail.message import sanitize_address


class EmailBackend(smtp.EmailBackend):
    """Takes `envelope_sender` of a message as anymail's backends do; without it the sender is the From address."""

    def _send(self, email_message: EmailMessage) -> bool:
        if getattr(email_message, "envelope_sender", None) is None:
            return super()._send(email_message)
        encoding = email_message.encoding or "utf-8"
        recipients = [sanitize_address(to, encoding) for to in email_message.recipients()]
        data = email_message.message().as_bytes(linesep="\r\n")
        try:
            self.connection.sendmail(email_message.envelope_sender, recipients, data)
        except smtplib.SMTPException:
            if not self.fail_silently:
                raise
            return False
        return True
