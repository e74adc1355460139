"""The facts known of a letter once it is read: the player's own lines and who wrote them. Reads nothing itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from engine.language.languages import to_say
from tournaments.inbox.reply.mime import headers

FIRST_LINES = 5  # of a letter without our marker that are surely the player's own


class Verdict(StrEnum):
    """The kind of mail that it is; only a `letter` is ever acted upon."""

    LETTER = "letter"
    AUTO_REPLY = "auto-reply"
    BOUNCE = "bounce"
    EMPTY = "empty"


class Why(StrEnum):
    """The reason why a line is not among the player's own."""

    SIGNATURE = "signature"
    ATTRIBUTION = "introduces the quoted letter"
    QUOTED = "stands in the quoted letter"
    DOUBT = "the mail orders something else as well"
    UNSEEN = "is shown by some mail programs only"
    MEANT = "looks like something to be done, where nothing is read"
    TOO_MANY = "more lines than a letter may have"
    TOO_DEEP = "the mail is built too deep to be read"
    SEALED = "the mail is encrypted, or in a form that only its program reads"
    FILE = "stands in a file beside the words"
    TOO_LONG = "the mail is longer than what is read of it"


class Doubt(StrEnum):
    """Two places of one mail that order different things: ask back instead of guessing."""

    NONE = ""
    SUBJECT = to_say("the subject and the text order different things")
    PARTS = to_say("the plain text and the HTML of the mail order different things")


class Ignored(NamedTuple):
    """A line that was left out. Quoted lines are listed if they read as orders, or may be nobody's but the player's."""

    line: str
    why: Why


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as its reader needs it. Values are empty for what the mail does not say.

    lines          the player's own lines in their order, without blank ones. Each is as it was written, unless only
                   its reading form (bullets, smart quotes, full-width digits, last full stop undone) reads as an order
    top            how many of `lines` are at the top: above our first marker, or without a marker above everything
                   that is quoted. With `marker_found` they are certainly the player's, so a forgiving reader may have
                   them; all other lines are for the strict reader, see `sure`
    ignored        (line, why) of lines that are not the player's or not readable
    sender         address of From in canonical form, "" unless it is beyond doubt (see `rfc5322`): then nobody knows
                   who wrote;  sender_name  the name beside it
    recipients     plain addresses, lower case: Delivered-To, X-Original-To, Envelope-To, To, Cc, in this order
    message_id     with its angle brackets;  references  those of References and In-Reply-To, oldest first: the last is
                   that of the letter that is answered
    subject_order  the subject without Re: and the like, if it reads as an order
    tail           how many of the last `lines` are below our whole letter, from its first marker to its last, or below
                   quotes that have a prefix throughout
    apart          places of lines that begin a paragraph
    doubt          why the letter should be asked back
    marker_found   whether the quoted letter still has our marker
    """

    lines: tuple[str, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    sender: str = ""
    recipients: tuple[str, ...] = ()
    message_id: str = ""
    references: tuple[str, ...] = ()
    subject: str = ""
    verdict: Verdict = Verdict.EMPTY
    marker_found: bool = False
    top: int = 0
    tail: int = 0
    apart: tuple[int, ...] = ()
    sender_name: str = ""
    subject_order: str = ""
    doubt: Doubt = Doubt.NONE
    all_headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    @property
    def worth_telling(self) -> tuple[Ignored, ...]:
        """The lines for a confirmation to mention: those perhaps meant, without signatures and attributions.

        Nor is a picture one of them, which may belong to a signature.
        """
        untold = (Why.SIGNATURE, Why.ATTRIBUTION)
        return tuple(one for one in self.ignored if one.why not in untold and one != ("", Why.FILE))

    @property
    def is_cut(self) -> bool:
        """Whether there may be words below all that is read of it."""
        return any(line.why is Why.TOO_LONG for line in self.ignored)

    @property
    def said(self) -> tuple[str, ...]:
        """Everything that may take effect, as whoever is asked "was this you?" reads it: the subject's order first."""
        if not self.subject_order or self.subject_order in self.lines:
            return self.lines
        return (self.subject_order, *self.lines)

    @property
    def in_doubt(self) -> tuple[str, ...]:
        """The lines that are left aside as the mail orders different things: the subject's order first."""
        return tuple(line.line for line in self.ignored if line.why is Why.DOUBT)

    @property
    def sure(self) -> int:
        """The number of `lines` that a forgiving reader may have, numbers alone included: those of `top`.

        Where a letter says something only below what is quoted, that is as sure.
        """
        below = self.tail if self.tail == len(self.lines) else 0
        return sure(self.top or below, marker_found=self.marker_found)

    @property
    def above(self) -> tuple[str, ...]:
        """The lines at the top, see `top`."""
        return self.lines[: self.top]

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The lines below or inside of what is quoted: for the strict reader only."""
        return self.lines[self.top :]

    def headers(self, name: str) -> tuple[str, ...]:
        """All values of a header from the top of the mail down, decoded and on one line each."""
        wanted = name.lower()
        return tuple(headers.text(value) for key, value in self.all_headers if key == wanted)


def sure(top: int, *, marker_found: bool) -> int:
    """The number of lines at the top that are surely the player's own: all above our marker, else the first ones."""
    return top if marker_found else min(top, FIRST_LINES)
