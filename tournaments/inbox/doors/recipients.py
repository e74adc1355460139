"""The recipients that may be sent letters: the one rule of the listener and of the mail host asking us (`policy`).

An address that is not ours, malformed or forged is refused for good; a fault of ours never is. While the database is
away, or is the new one of a machine whose backup is not restored yet (`arrivals`), every address of ours is refused for
now, so that the sender's host keeps the letter. So is what our settings alone make foreign (MAIL_DOMAIN, MAIL_LOCAL,
MAIL_KEYS): what we have signed, under whatever box; what comes to the boxes of open questions while the settings do not
know their addresses; and another domain, where a mail host of ours has taken the letter or asks because it would: it
takes none for domains that are not its own.
"""

from __future__ import annotations

import logging
from time import monotonic

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection

from tournaments.keys import address
from tournaments.models import League
from tournaments.queries.letters import open_questions
from tournaments.runtime import outages

log = logging.getLogger(__name__)

AWAY = "451 4.3.0 Try again later"
FORGED = "550 5.1.1 No such reply address"
UNKNOWN = "550 5.1.1 No such mailbox"
FOREIGN = "550 5.7.1 No mail for that domain here"
MOST_RECIPIENTS = 10  # of one letter
ASK_AGAIN = 1.0  # seconds for which a database that has answered counts as being there
SETTINGS_AGAIN = 60.0  # seconds for which open questions are not looked at again


class Recipients:
    """The rule, and when the database last answered; one for all that takes letters in a process."""

    def __init__(self) -> None:
        self._answered = -ASK_AGAIN  # by the monotonic clock
        self._played = False  # whether there are leagues, as far as is known
        self._looked, self._refused = -SETTINGS_AGAIN, set[tuple[str, str]]()

    async def refusal(self, rcpt: str, *, of_our_host: bool = False) -> str:
        """The answer for a recipient: reply code, enhanced code and words. "" if a letter may come.

        of_our_host  a mail host of ours has taken the letter, or is about to
        """
        refusal = refuse(rcpt)
        if refusal == FOREIGN and of_our_host:
            domain = address.box(rcpt)[1]
            words = "our mail host takes letters for %s, and MAIL_DOMAIN is %s: it is to keep them. Compare the two."
            log.warning(words, domain, settings.MAIL_DOMAIN)
            return AWAY
        if refusal.startswith("5") and await sync_to_async(self._is_our_fault, thread_sensitive=True)(rcpt):
            return AWAY
        if not refusal and monotonic() - self._answered >= ASK_AGAIN:
            refusal = await sync_to_async(self._away, thread_sensitive=True)()
        if not refusal and not self._played and names_a_seat(rcpt):
            refusal = await sync_to_async(self._not_restored, thread_sensitive=True)(rcpt)
        return refusal

    def _not_restored(self, rcpt: str) -> str:
        """The answer while the database is the new one of a machine whose backup is not there yet."""
        try:
            self._played = not waits_for_a_backup(rcpt)
        except DatabaseError as error:
            outages.tell(error)
        return "" if self._played else AWAY

    def _away(self) -> str:
        """The answer while no letter could be stored, "" otherwise."""
        try:
            close_old_connections()
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except DatabaseError:
            log.warning("the database is away, a host was asked to keep its letter", exc_info=True)
            return AWAY
        self.has_answered()
        return ""

    def _is_our_fault(self, rcpt: str) -> bool:
        """Whether answers to open questions come to this box, and the settings do not know their addresses."""
        if monotonic() - self._looked >= SETTINGS_AGAIN:
            try:
                close_old_connections()
                self._refused = open_questions.refused()
                self._looked = monotonic()
            except DatabaseError as error:
                outages.tell(error)
                if self._looked < 0:  # never since this process has its settings
                    return True
        return address.box(rcpt) in self._refused

    def has_answered(self) -> None:
        """Note that the database is there."""
        self._answered = monotonic()

    def has_failed(self) -> None:
        """Note that the database may be away: the next recipient has it asked."""
        self._answered = -ASK_AGAIN


def waits_for_a_backup(recipient: str) -> bool:
    """Whether an address that we have signed names a seat, and there never was a league here."""
    return names_a_seat(recipient) and not League.objects.exists()


def names_a_seat(recipient: str) -> bool:
    """Whether it is a reply address of ours."""
    try:
        return address.read(recipient, settings.MAIL_KEYS, local=settings.MAIL_LOCAL) is not None
    except address.Forged:
        return False


def refuse(rcpt: str) -> str:
    """The words for a recipient that is not ours, or "" if it is."""
    box = address.box(rcpt)
    if address.is_signed(rcpt, settings.MAIL_KEYS):
        return "" if box == open_questions.own_box() else AWAY
    if box[1] != settings.MAIL_DOMAIN:
        return FOREIGN
    if rcpt.rpartition("@")[0].lower() in (settings.MAIL_LOCAL, "postmaster"):
        return ""
    return FORGED if box == open_questions.own_box() else UNKNOWN
