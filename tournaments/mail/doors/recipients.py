"""Which recipients may be sent letters: the one rule of the listener and of the mail host that asks us (`policy`).

An address that is not ours, malformed or forged is refused for good. While the database is away every address of ours
is refused for now, so that the sender's host keeps the letter. So are forged ones as long as MAIL_KEYS does not know
the addresses of open questions either: a player's answer would bounce for a fault in our settings.
"""

from __future__ import annotations

import logging
from time import monotonic

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection

from tournaments import outages
from tournaments.mail import address, open_questions

log = logging.getLogger(__name__)

AWAY = "451 4.3.0 Try again later"
FORGED = "550 5.1.1 No such reply address"
ASK_AGAIN = 1.0  # seconds for which a database that has answered counts as being there
KEYS_AGAIN = 60.0  # seconds for which open questions are not looked at again


class Recipients:
    """The rule, and when the database last answered; one for all that takes letters in a process."""

    def __init__(self) -> None:
        self._answered = -ASK_AGAIN  # by the monotonic clock
        self._looked, self._missing = -KEYS_AGAIN, False

    async def refusal(self, rcpt: str) -> str:
        """What to say to a recipient: reply code, enhanced code and words. "" if a letter may come."""
        refusal = refuse(rcpt)
        if refusal == FORGED and await sync_to_async(self._keys_are_missing, thread_sensitive=True)():
            return AWAY
        if not refusal and monotonic() - self._answered >= ASK_AGAIN:
            refusal = await sync_to_async(self._away, thread_sensitive=True)()
        return refusal

    def _away(self) -> str:
        """What to say while no letter could be stored, "" otherwise."""
        try:
            close_old_connections()
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except DatabaseError:
            log.warning("the database is away, a host was asked to keep its letter", exc_info=True)
            return AWAY
        self.has_answered()
        return ""

    def _keys_are_missing(self) -> bool:
        """Whether letters with open questions were signed with a key that is not there any more."""
        if monotonic() - self._looked >= KEYS_AGAIN:
            try:
                close_old_connections()
                self._missing = open_questions.are_unknown()
                self._looked = monotonic()
            except DatabaseError as error:
                outages.tell(error)
        return self._missing

    def has_answered(self) -> None:
        """Note that the database is there."""
        self._answered = monotonic()

    def has_failed(self) -> None:
        """Note that the database may be away: the next recipient has it asked."""
        self._answered = -ASK_AGAIN


def refuse(rcpt: str) -> str:
    """What to say to a recipient that is not ours, or "" if it is."""
    local, _, domain = rcpt.rpartition("@")
    if domain.lower() != settings.MAIL_DOMAIN:
        return "550 5.7.1 No mail for that domain here"
    if address.read_probe(rcpt, settings.MAIL_KEYS, local=settings.MAIL_LOCAL) is not None:
        return ""
    if address.read_round_trip(rcpt, settings.MAIL_KEYS, local=settings.MAIL_LOCAL) is not None:
        return ""
    try:
        token = address.read(rcpt, settings.MAIL_KEYS, local=settings.MAIL_LOCAL)
    except address.Forged:
        return FORGED
    if token is None and local.lower() not in (settings.MAIL_LOCAL, "postmaster"):
        return "550 5.1.1 No such mailbox"
    return ""
