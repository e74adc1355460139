"""The meaning of a mail host's refusal of a recipient: no such mailbox, not now, not from us."""

from __future__ import annotations

import re
from enum import Enum, auto

OF_THE_MAILBOX = range(550, 560)  # RFC 5321: not of the command or of the connection
ENHANCED = re.compile(r"(?<![\d.])5\.(\d{1,3})\.(\d{1,3})(?![\d.])")  # RFC 3463: 5.subject.detail
NOT_FROM_US = re.compile(r"\b5\.7\.\d|\brelay(ing)? (access )?(denied|not permitted)", re.IGNORECASE)
# Hosts that give no such code say it in words alone.
POLICY = re.compile(
    r"spam|\bblock(ed|ing|s|[- ]?list)|\bblack-?list|\b(dns)?rbl\b|\bdnsbl\b|reputation|polic(y|ies)\b|unsolicited"
    r"|\btoo many\b|\brate limit|\baccess denied\b",
    re.IGNORECASE,
)
FULL = re.compile(r"\b(full|quota|storage|space)\b", re.IGNORECASE)
BAD_ADDRESS, POLICY_SUBJECT = "1", "7"
OF_THE_SENDER = ("7", "8")  # details of BAD_ADDRESS


class Means(Enum):
    """The meaning of an answer.

    LATER       a refusal for now
    NO_MAILBOX  nobody is there
    NOT_NOW     for good by its number, though the mailbox may be there: it is full, switched off, cannot be reached
    NOT_FROM_US a relay that is set up badly, a list of senders: it says nothing of the mailbox
    NEVER       for good, of the command or the connection
    """

    LATER = auto()
    NO_MAILBOX = auto()
    NOT_NOW = auto()
    NOT_FROM_US = auto()
    NEVER = auto()


def meant(code: int, said: str) -> Means:
    """The meaning of the answer to a recipient: the number of three figures, then the words behind it."""
    if code < 500:
        return Means.LATER
    if NOT_FROM_US.search(said):
        return Means.NOT_FROM_US
    if code not in OF_THE_MAILBOX:
        return Means.NEVER
    enhanced = ENHANCED.search(said)
    if enhanced is not None:
        return _by_code(enhanced[1], enhanced[2])
    if code == 554 or POLICY.search(said):
        return Means.NOT_FROM_US
    return Means.NOT_NOW if code == 552 or FULL.search(said) else Means.NO_MAILBOX


def _by_code(subject: str, detail: str) -> Means:
    if subject == POLICY_SUBJECT or (subject == BAD_ADDRESS and detail in OF_THE_SENDER):
        return Means.NOT_FROM_US
    return Means.NO_MAILBOX if subject == BAD_ADDRESS else Means.NOT_NOW
