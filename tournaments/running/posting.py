"""One letter of the outbox handed to the mail host, and what the host said to it. Writes no letter but a probe."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused
from time import monotonic

from anymail.backends.base import AnymailBaseBackend
from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.actions import printing
from tournaments.actions.clock import handing
from tournaments.actions.observing import anew
from tournaments.actions.player import bounces
from tournaments.actions.table import asking_anew
from tournaments.keys.redaction import why
from tournaments.language.spoken import language_of
from tournaments.models import OutboundLetter, Print
from tournaments.outbox import claims, goes_out, mail_host_away, outbox
from tournaments.outbox.claims import Claim, ClaimLost
from tournaments.outbox.goes_out import KeptBack
from tournaments.outbox.host_words import Means, meant
from tournaments.outbox.outbox import WAITING, Message, message_of
from tournaments.outbox.smtp_connection import open_line
from tournaments.papers import papers
from tournaments.queries.letters import kinds
from tournaments.queries.prints import Subject
from tournaments.runtime import afterwards, heartbeats, hints, outages, trace, trials, vocabulary

log = logging.getLogger(__name__)

ADDRESS = re.compile(r"<?[^\s<>]{1,254}@[^\s<>]{1,254}>?")
LINE_CLOSED = 421  # RFC 5321: the host closes the connection
PAUSES = tuple(timedelta(minutes=m) for m in (1, 5, 15, 60, 180, 360, 720, 1440))
HELD_UP = timedelta(minutes=10)  # for which a letter waits by itself for a host that is away
OURS_AGAIN = timedelta(seconds=15)  # after a fault of ours, which is no attempt
LOOK_FOR_PAPER = timedelta(seconds=15)
PRINTED_WITHIN = timedelta(minutes=30)  # a letter waits no longer for its paper than for anything else that fails
AT_ONCE = 20.0  # seconds that a worker which has read a letter gives to the answers


class HostAway(Exception):
    """The mail host cannot be reached or hung up, or the provider is in trouble. `why` is what happened."""

    def __init__(self, why: Exception) -> None:
        super().__init__(str(why))
        self.why = why


def post_each(letters: Iterable[int]) -> None:
    """Send letters one after the other; once one does not go at once, the rest is left to other workers."""
    begin, going = monotonic(), True
    for pk in letters:
        if going:
            going = post(pk) and monotonic() - begin < AT_ONCE
        else:
            hints.post_letter(pk)


def post(pk: int) -> bool:
    """Send one letter if nobody else is sending it. True when it went out now."""
    letter = _take(pk)
    if letter is None:
        return False
    with trace.span(vocabulary.POST, letter_out=pk, kind=letter.kind), claims.held(letter) as claim:
        try:
            return _post(letter, claim)
        except Exception as error:
            if not outages.is_ours(error):
                raise
            if not outages.tell(error):
                log.warning("letter %s is tried again", letter.pk, exc_info=True)
            words = f"{outages.part_of(error) or outages.DATABASE}: {type(error).__name__}"
            afterwards.write(lambda: _put_off(letter, words))
            return False


def _put_off(letter: OutboundLetter, words: str) -> None:
    """Try a letter again soon that a fault of ours kept from going; that does not count as an attempt."""
    _as_taken(letter).update(
        state=OutboundLetter.State.RETRY,
        due_at=timezone.now() + OURS_AGAIN,
        attempts=letter.attempts - 1,
        failure=words[:300],
    )


def _post(letter: OutboundLetter, claim: Claim) -> bool:
    """Send a letter that was taken, and note the outcome; faults of ours are raised."""
    try:
        provider_id = _send(letter, claim)
    except ClaimLost:
        log.warning("letter %s is left to other workers: this one stood still for too long", letter.pk)
        return False
    except KeptBack as kept:
        with transaction.atomic():  # what is not told now is not lost in between
            if kept.why == goes_out.NOT_PUBLIC:
                anew.instead_of(letter)
            _as_taken(letter).update(state=OutboundLetter.State.NOT_WANTED, failure=kept.why)
        if kept.why == goes_out.TOO_OLD:
            asking_anew.instead_of(letter)
        return False
    except SMTPRecipientsRefused as refusal:
        _refused(letter, refusal)
        return False
    except AnymailRecipientsRefused as refusal:
        _refused_by_provider(letter, refusal)
        return False
    except SMTPDataError as error:
        _words_refused(letter, _words([(error.smtp_code, error.smtp_error)]), for_good=500 <= error.smtp_code < 600)
        return False
    except SMTPResponseException as error:  # our password, our address, us: no letter is lost by that
        outages.failed(mail_host_away.name(), error, f"it takes no letters from us: {error.smtp_code}")
        _host_failed(letter, _words([(error.smtp_code, error.smtp_error)]))
        return False
    except papers.NotPrinted as missing:
        _ask_for_the_book(letter)
        _wait_for_paper(letter, str(missing))
        return False
    except HostAway as away:
        outages.failed(mail_host_away.name(), away.why)
        _host_failed(letter, why(away.why))
        return False
    except Exception as error:  # whatever a provider's client raises: the letter must not be lost
        if outages.is_ours(error):
            raise
        log.exception("letter %s could not be sent", letter.pk)
        _words_refused(letter, type(error).__name__, for_good=False)
        return False
    outages.works(mail_host_away.name())
    now = timezone.now()
    noted = afterwards.write(lambda: _sent(letter, provider_id, now))
    answers = f", about letter {letter.answers_id}" if letter.answers_id else ""
    log.info("letter %s posted: %s%s", letter.pk, letter.kind.replace("_", " "), answers)
    if noted:  # else the sweep starts the clocks (`handing.waiting`)
        handing.went_out(letter)
        if letter.failure.startswith(mail_host_away.AWAY) and heartbeats.failing_since(heartbeats.POST):
            mail_host_away.is_back()
    return True


def _ask_for_the_book(letter: OutboundLetter) -> None:
    """Have the book printed that a letter waits for, unless somebody has asked already; a failed one is left alone."""
    if letter.league is None or letter.player is None:
        return
    asked = Print.objects.filter(kind=Print.Kind.BOOK, league=letter.league, language=language_of(letter.player))
    if not asked.exists():
        printing.ask_for([letter.player], Print.Kind.BOOK, Subject(letter.league))


def _take(pk: int) -> OutboundLetter | None:
    """Take a letter to send; the conditional UPDATE is the lock: of several workers that see it waiting one gets it.

    A letter whose worker has died is sent at once. One at which several died waits longer each time, or it would go on
    ending workers.
    """
    letter = OutboundLetter.objects.filter(pk=pk).first()
    now = timezone.now()
    if letter is None or not _is_free(letter, now):
        return None
    seen = {"state": letter.state, "attempts": letter.attempts, "taken_at": letter.taken_at}
    as_seen = OutboundLetter.objects.filter(pk=pk, **seen)
    died = letter.state == OutboundLetter.State.IN_FLIGHT
    if died and letter.failure == trials.ENDED:
        log.error("letter %s waits: workers have died at it", letter.pk)
        as_seen.update(state=OutboundLetter.State.RETRY, due_at=now + _pause(letter))
        return None
    letter.failure = trials.ENDED if died else letter.failure
    letter.tried_at = letter.taken_at
    letter.state, letter.taken_at, letter.attempts = OutboundLetter.State.IN_FLIGHT, now, letter.attempts + 1
    as_taken = {"state": letter.state, "taken_at": now, "attempts": letter.attempts, "failure": letter.failure}
    return letter if as_seen.update(**as_taken, due_at=now + claims.LEASE) else None


def _pause(letter: OutboundLetter) -> timedelta:
    """The time for which a letter waits that has been tried so often."""
    return PAUSES[min(letter.attempts, len(PAUSES)) - 1]


def _is_free(letter: OutboundLetter, now: datetime) -> bool:
    """Whether it waits, or whoever took it must have died since.

    Hints pile up while the workers wait for a host that does not answer: none of them may shorten a pause.
    """
    if letter.state in (OutboundLetter.State.IN_FLIGHT, OutboundLetter.State.RETRY):
        return letter.due_at <= now
    return letter.state in WAITING


def _as_taken(letter: OutboundLetter) -> QuerySet[OutboundLetter]:
    """The row, while it is this worker's to send."""
    return Claim(letter.pk, letter.attempts, letter.taken_at).row()


def _message(letter: OutboundLetter) -> Message:
    """The letter as it is now. Making it may take long, and meanwhile somebody may be taken out of its words."""
    while True:
        seen = _looked_at(letter)
        message = message_of(seen)
        if goes_out.words_of(_looked_at(letter)) == goes_out.words_of(seen):
            return message


def _looked_at(letter: OutboundLetter) -> OutboundLetter:
    """The letter's row of now; KeptBack when it may not go out as it is."""
    row = _as_taken(letter).select_related("player", "league", "seat", "told_in", "copy_of__told_in").first()
    why = goes_out.why_not(row) if row is not None else goes_out.TAKEN_BACK
    if row is None or why:
        raise KeptBack(why)
    return row


def _send(letter: OutboundLetter, claim: Claim) -> str:
    message = _message(letter)
    try:
        _hand_over(message, claim)
    except SMTPSenderRefused as refusal:
        if refusal.smtp_code != LINE_CLOSED:
            raise
        _hand_over(message, claim)  # some hosts take only so many letters over one line: over a new one they take this
    status = getattr(message, "anymail_status", None)
    return str(getattr(status, "message_id", "") or "")


def _hand_over(message: Message, claim: Claim) -> None:
    try:
        with open_line() as connection:
            claim.confirm()
            if isinstance(connection, AnymailBaseBackend):
                del message.envelope_sender  # providers take their own, and tell of what came back
            connection.send_messages([message])
    except (SMTPResponseException, SMTPRecipientsRefused):  # it is there, and says what it does not like
        raise
    except (OSError, AnymailAPIError) as error:
        if _is_about_the_letter(error):
            raise
        raise HostAway(error) from error


def _is_about_the_letter(error: Exception) -> bool:
    """Whether a provider says that what we sent is wrong: not our password, not too much at once, not its own fault."""
    status = getattr(error, "status_code", None)
    return isinstance(status, int) and 400 <= status < 500 and status not in (401, 403, 408, 429)


@transaction.atomic
def _refused(letter: OutboundLetter, refusal: SMTPRecipientsRefused) -> None:
    """Note that the host did not take the recipient. "No such mailbox" counts like a letter that came back.

    A mailbox that is full or switched off, and a host that takes nothing from us, are tried again like one that puts
    off. In the end this letter alone has failed, and of a mailbox a probe finds out whether it is there.
    """
    answers = list(refusal.recipients.values())
    words, means = _words(answers), {meant(code, ADDRESS.sub("", _text(said))) for code, said in answers}
    if means == {Means.NO_MAILBOX}:
        bounces.address_is_dead(letter.to, f"their host refuses it: {words}")
    for_good = means <= {Means.NO_MAILBOX, Means.NEVER}
    if means == {Means.NOT_NOW} and _gives_up(letter, for_good=for_good):
        bounces.came_back(letter, letter.pk)  # before the letter is written: players are locked first
    _failed(letter, words, for_good=for_good)


@transaction.atomic
def _refused_by_provider(letter: OutboundLetter, refusal: AnymailRecipientsRefused) -> None:
    """Mark an address as dead to which the provider sends nothing: it is none, or letters to it came back before."""
    status = getattr(refusal.email_message, "anymail_status", None)
    words = " and ".join(sorted(getattr(status, "status", None) or {"refused"}))
    bounces.address_is_dead(letter.to, f"our provider does not send there: {words}")
    _failed(letter, f"the provider says {words}", for_good=True)


@transaction.atomic
def _words_refused(letter: OutboundLetter, words: str, *, for_good: bool) -> None:
    """Note that the host takes letters to that address, but not this one; post those told in it one by one."""
    if _failed(letter, words, for_good=for_good):
        outbox.let_go_of_told(letter)


def _words(answers: Iterable[tuple[int, bytes | str]]) -> str:
    """The words of the host, without addresses: it may name others than the one that the letter went to."""
    return ADDRESS.sub("<address>", "; ".join(f"{code} {_text(words)}" for code, words in answers))


def _text(words: bytes | str) -> str:
    return words.decode(errors="replace") if isinstance(words, bytes) else words


def _gives_up(letter: OutboundLetter, *, for_good: bool) -> bool:
    """Whether a letter that has failed now is not tried again."""
    return for_good or letter.attempts > len(PAUSES)


def _failed(letter: OutboundLetter, words: str, *, for_good: bool) -> bool:
    """Have the letter tried again later, or give it up; return whether it is given up."""
    done = _gives_up(letter, for_good=for_good)
    _as_taken(letter).update(
        state=OutboundLetter.State.FAILED if done else OutboundLetter.State.RETRY,
        due_at=timezone.now() + _pause(letter),
        failure=words[:300],
    )
    return done


def _host_failed(letter: OutboundLetter, words: str) -> None:
    """Try a letter again later whose host is away or takes nothing from us; it is not given up for that.

    Only if the host has taken other letters since the last try of this one is it the letter at which it hangs up. At a
    provider, which greets nobody, letters to people who do not play here prove nothing: anybody can have them sent to
    an address at which it fails.
    """
    before = letter.tried_at if letter.failure.startswith((mail_host_away.AWAY, mail_host_away.HUNG_UP)) else None
    by_strangers = letter.player_id is None and settings.MAIL_PROVIDER
    if by_strangers or (before is not None and mail_host_away.has_taken_since(before)):
        _failed(letter, f"{mail_host_away.HUNG_UP}{words}", for_good=False)
        return
    heartbeats.fails(heartbeats.POST)
    _as_taken(letter).update(
        state=OutboundLetter.State.RETRY,
        due_at=timezone.now() + HELD_UP,
        attempts=letter.attempts - 1,
        failure=mail_host_away.noted(words)[:300],
    )


def _wait_for_paper(letter: OutboundLetter, words: str) -> None:
    """Look again soon, as often as it takes: waiting for a paper is no failed attempt."""
    now = timezone.now()
    if letter.created_at < now - PRINTED_WITHIN:
        _failed(letter, words, for_good=False)
        return
    _as_taken(letter).update(
        state=OutboundLetter.State.RETRY, due_at=now + LOOK_FOR_PAPER, attempts=letter.attempts - 1
    )


def _sent(letter: OutboundLetter, provider_id: str, at: datetime) -> None:
    changes = {"state": OutboundLetter.State.SENT, "sent_at": at, "provider_id": provider_id[:255]}
    if kinds.of(letter.kind).key:
        changes |= {"text": "", "html": "", "gist": []}
    OutboundLetter.objects.filter(pk=letter.pk).update(**changes)
