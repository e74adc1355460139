"""Answers Postfix, which asks about each recipient before it says 250. Stores nothing.

Without that Postfix takes letters to addresses that do not exist and sends them back to a sender whom anybody may have
forged. The protocol is Postfix's own (SMTPD_POLICY_README): lines `name=value` and an empty line are a question, the
line `action=` and an empty line its answer, any number of them over one connection. The machine's own boxes
(localhost, an address in brackets, no domain at all) are the mail host's own matter. Only trusted hosts
(`TRUSTED_MAIL_HOSTS`) are answered; Postfix tells the sender to try again later when it gets no answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from django.conf import settings

from tournaments.inbox.doors.crowd import Crowd
from tournaments.inbox.doors.recipients import Recipients

log = logging.getLogger(__name__)

GO_ON = "DUNNO"  # nothing against this recipient
LONGEST_LINE = 16 * 1024  # bytes; addresses have 2 KiB at most
MOST_LINES = 200  # of one question; Postfix 3.10 sends 35


class NotAQuestion(ValueError):
    """A text that is not a question in Postfix's form. The message says what is wrong with it."""


class Policy:
    """Holds the conversations with all processes of the mail host."""

    def __init__(self, recipients: Recipients, crowd: Crowd) -> None:
        self._recipients = recipients
        self._crowd = crowd
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the questions of one connection, until it is closed or is no conversation of this kind."""
        peer = str((writer.get_extra_info("peername") or ("",))[0])
        task = asyncio.current_task()
        assert task is not None
        self._open[task] = writer
        try:
            if self._crowd.client(peer):
                log.warning("%s asks about recipients. If it is your mail host, add it to TRUSTED_MAIL_HOSTS.", peer)
                return
            while question := await read(reader):
                writer.write(f"action={await self.action(question)}\n\n".encode())
                await writer.drain()
        except NotAQuestion as error:
            log.warning("%s asks about recipients, but not as Postfix does: %s", peer, error)
        except ConnectionError:
            pass  # Postfix has ended the process that asked
        finally:
            del self._open[task]
            writer.close()

    async def action(self, question: Mapping[str, str]) -> str:
        """The action for Postfix (access(5)): refuse with these words, or go on with its own restrictions."""
        rcpt = question.get("recipient", "")
        if question.get("protocol_state") != "RCPT" or not _has_domain(rcpt):
            return GO_ON
        return await self._recipients.refusal(rcpt, of_our_host=True) or GO_ON

    async def hang_up(self) -> None:
        """End all conversations: Postfix would keep them open for minutes. It asks again what is not answered."""
        tasks = list(self._open)
        for writer in self._open.values():
            writer.close()
        await asyncio.gather(*tasks)


def _has_domain(rcpt: str) -> bool:
    domain = rcpt.rpartition("@")[2] if "@" in rcpt else ""
    return domain.lower() == settings.MAIL_DOMAIN or ("." in domain.strip(".") and not domain.startswith("["))


async def read(reader: asyncio.StreamReader) -> dict[str, str]:
    """The next question; {} when no more come. NotAQuestion when something else comes."""
    found: dict[str, str] = {}
    for _ in range(MOST_LINES):
        try:
            line = await reader.readline()
        except ValueError:
            raise NotAQuestion(f"a line of more than {LONGEST_LINE} bytes") from None
        if not line.endswith(b"\n"):  # the end: a question that breaks off needs no answer
            return {}
        if line == b"\n":
            if found.get("request") != "smtpd_access_policy":
                raise NotAQuestion("the line request=smtpd_access_policy is missing")
            return found
        name, _, value = line.decode("utf-8", "surrogateescape").rstrip("\n").partition("=")
        found[name] = value
    raise NotAQuestion(f"more than {MOST_LINES} lines")


@asynccontextmanager
async def answering(host: str, port: int, recipients: Recipients) -> AsyncIterator[asyncio.Server]:
    """Answer at that place as long as the block runs; port 0 takes a free one."""
    policy = Policy(recipients, Crowd(trusted=settings.TRUSTED_MAIL_HOSTS))
    server = await asyncio.start_server(policy.converse, host, port, limit=LONGEST_LINE)
    try:
        yield server
    finally:
        server.close()
        await policy.hang_up()
