"""The one door inside: store first, understand later. Decides whose a letter is, never what a game does with it.

`ingest` stores the raw letter under a unique key and hints; the sender hears "accepted" only after its commit.
`read` counts the attempt in a transaction of its own, then does everything else in a second one, which also
holds the letter's row: however often and wherever it is called, one effect. An attempt that a fault of ours has ended
(`outages.is_ours`) is taken off again.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from engine.refusals import NothingAsked
from tournaments.actions import journal
from tournaments.actions.clock import pace
from tournaments.actions.player import bounces
from tournaments.inbox import apology, dispatch, reply, same, volume
from tournaments.inbox.reply.mime import charsets, cut, mime
from tournaments.inbox.reply.mime import headers as reply_headers
from tournaments.keys import address, rfc5322
from tournaments.models import InboundLetter, Seat
from tournaments.outbox.pseudonyms import pseudonym
from tournaments.queries.letters import identify, outcomes, quoted
from tournaments.runtime import afterwards, code_version, hints, outages, portions, processor_time, trace, vocabulary

log = logging.getLogger(__name__)

State = InboundLetter.State
ATTEMPTS = 3
# Of the processor. The longest letters that are known take 4 (`tests/inbox/any_words.py`).
MOST_SECONDS = 20.0
TRY_AGAIN_AFTER = timedelta(seconds=15)  # of a worker from whom nothing has come
LARGEST = 1024 * 1024  # bytes that are kept of a letter
HEADERS_AT_MOST = 64 * 1024
# No blank before the colon: a host that takes away what others wrote under its name may not know that form.
AUTH_RESULTS = re.compile(
    rb"^authentication-results:((?:[^\r\n]*\r?\n?)(?:[ \t][^\r\n]*\r?\n?)*)", re.IGNORECASE | re.MULTILINE
)
BLANKS = re.compile(rb"[ \t\r\n]+")
HEADER = re.compile(rb"^([A-Za-z-]{1,40})[ \t]*:((?:[^\r\n]*\r?\n?)(?:[ \t][^\r\n]*\r?\n?)*)", re.MULTILINE)
UNDERSTOOD = (  # fields that reading sets
    "state", "verdict", "read_at", "seat", "player", "serial", "numbers", "sender", "account", "trouble", "proved",
    "shown", "quotes", "errands",
)  # fmt: skip
RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
OF_A_SEAT = Q(proved=True, seat__isnull=False)  # letters that the player of a seat wrote, or said yes to


def ingest(
    raw: bytes,
    rcpt: str,
    mail_from: str = "",
    auth_results: str = "",
    received_at: datetime | None = None,
    door: str = "ingest",
    believed: bool = True,
) -> InboundLetter:
    """Store a letter and hint at it, or have it wait (`pace`); the row of the first one when it has come before.

    raw           what is over LARGEST is cut (`cut`); the listener does not even take it. `volume` says what is kept
    auth_results  values of Authentication-Results, newest first, one a line; read from the letter when empty
    believed      whether a host that we trust brings the letter; of anybody else these lines say nothing
    """
    with trace.span(vocabulary.RECEIVE, door=door) as span:
        raw = cut.to_size(raw, LARGEST)
        row = _stored(raw, storable(rcpt), storable(mail_from), auth_results, received_at, door, believed)
        span.about(letter_in=row.pk)
    return row


def _stored(
    raw: bytes,
    rcpt: str,
    mail_from: str,
    auth_results: str,
    received_at: datetime | None,
    door: str,
    believed: bool,
) -> InboundLetter:
    head, mail = headers_of(raw), mime.head_of(raw)
    sender, at = storable(reply.sender_of(raw)), received_at or timezone.now()
    said = (auth_results or auth_results_of(head)) if believed else ""
    says = same.digest_of(raw)
    message_id = storable(mail.message_id) or same.stand_in(says, mail.header("date"), at)
    key = key_of(message_id, says, rcpt, mail_from, sender, identify.verdict(said, sender))
    row = InboundLetter(
        key=key,
        door=door,
        raw=raw,
        recipient=rcpt[:320],
        mail_from=mail_from[:320],
        auth_results=storable(said.replace("\0", "?")),  # not as if it were nothing
        received_at=at,
        message_id=message_id,
    )
    seat = _name_the_seat(row, head, mail.answered)
    pace.claimed(row, sender, seat)
    pace.place(row, seat, mail.answered)
    volume.cut_at_the_door(row, head)
    try:
        with _on_disk(), transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:  # the same letter has come before
        return InboundLetter.objects.get(key=key)
    if row.state == State.RECEIVED and not row.queue:
        hints.read_letter(row.pk)
    return row


@contextmanager
def _on_disk() -> Iterator[None]:
    """Have the commit wait for the disk: a sender forgets a stored letter, which has to survive a power failure.

    PostgreSQL waits for its disk anyway; SQLite, as the service sets it, only keeps its file whole.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=FULL")
        try:
            yield
        finally:
            cursor.execute("PRAGMA synchronous=NORMAL")


def storable(text: str) -> str:
    """The text without what no database takes: NUL, and halves of characters that came as raw bytes."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def _name_the_seat(row: InboundLetter, head: bytes, answered: Sequence[str]) -> Seat | None:
    """Note the seat, so that a deadline knows for whom a letter waits and an organiser sees one that cannot be read.

    Who may act is judged when it is read. A host that drops the part behind the plus leaves the token in the
    headers.
    """
    recipients = [plain for value in values_of(head, RECIPIENTS) for plain in rfc5322.found_in(value)]
    try:
        token = identify.token_of([row.recipient, *recipients], answered)
    except address.Forged:
        return None
    seat = identify.seat_of(token, None) if token is not None else None
    if token is not None and seat is not None:
        row.seat_id, row.serial, row.numbers = token.seat_id, token.serial, token.numbers
    return seat


def values_of(head: bytes, names: tuple[str, ...]) -> list[str]:
    """The values of all headers of these names, in the order of the names, each on one line."""
    found = [(name.decode("ascii").lower(), value) for name, value in HEADER.findall(head)]
    return [reply_headers.text(value.decode("latin-1")) for wanted in names for name, value in found if name == wanted]


def headers_of(raw: bytes) -> bytes:
    """The header section, bounded, without the letter's body."""
    head = raw[:HEADERS_AT_MOST].lstrip(b"\r\n")
    end = re.search(rb"\r?\n\r?\n", head)
    return head[: end.start() + 1] if end else head


def auth_results_of(head: bytes) -> str:
    """The values of all Authentication-Results headers, newest first, one a line."""
    values = (BLANKS.sub(b" ", value).strip(b" ") for value in AUTH_RESULTS.findall(head))
    return "\n".join(charsets.decode(value, None) for value in values)


def key_of(message_id: str, says: str, rcpt: str, mail_from: str, sender: str, verdict: str) -> str:
    """Equal for the same letter to the same decision, however often it is delivered, and by whichever door.

    Nobody can use up another person's Message-ID: with it belong to the key what the letter says, the address in From
    and what is said of that (`verdict`), and where anybody may write, at the bare address, the envelope's sender too,
    which a host cannot leave out there. A letter that hosts have written anew is found when it is read (`repeats`).
    """
    local = rcpt.partition("@")[0].lower()
    to = f"{local} {sender}" if "+" in local else f"{local} {mail_from.lower()}"
    return pseudonym("letter", to, message_id, says, verdict)


def read(letter_pk: int) -> str:
    """Understand a stored letter and let its orders take effect; the verdict, "" when there was nothing to do."""
    with trace.span(vocabulary.READ, letter_in=letter_pk) as span:
        verdict = _read(letter_pk)
        span.about(verdict=verdict or "nothing to do")
        return verdict


def _read(letter_pk: int) -> str:
    if not _begin(letter_pk):
        return ""
    try:
        with processor_time.at_most(MOST_SECONDS), transaction.atomic():
            row = _free(letter_pk).select_related("seat__player", "seat__table__league").first()
            if row is None:
                return ""
            verdict = dispatch.read(row)
            _done(row, verdict)
    except processor_time.TookTooLong:
        _too_dear(letter_pk)
        return ""
    except NothingAsked as fault:
        InboundLetter.objects.filter(pk=letter_pk).update(trouble=str(fault))
        raise
    except Exception as error:
        if outages.is_ours(error):
            afterwards.write(lambda: _was_no_attempt(letter_pk))
        raise
    log.info("letter %s read: %s", letter_pk, outcomes.told(row.verdict, row.account))
    if row.heard_from is not None:
        bounces.hear_from(row.heard_from)
    return verdict


def _was_no_attempt(letter_pk: int) -> None:
    unread = InboundLetter.objects.filter(pk=letter_pk, state=State.READING, attempts__gt=0)
    unread.update(attempts=F("attempts") - 1)


def _begin(letter_pk: int) -> bool:
    """Commit that somebody tries, before anything can go wrong. A letter that ended three workers is laid aside.

    Not while the last of them may still be at it: hints pile up, and several workers may begin at one moment.
    """
    with transaction.atomic():
        found = _free(letter_pk).values_list("attempts", "read_at").first()
        if found is None:
            return False
        attempts, tried_at = found
        if attempts >= ATTEMPTS:
            if tried_at is None or tried_at < timezone.now() - TRY_AGAIN_AFTER:
                why = f"{attempts} workers died or failed while reading it"
                _lay_aside(InboundLetter.objects.get(pk=letter_pk), why)
            return False
        InboundLetter.objects.filter(pk=letter_pk).update(
            attempts=attempts + 1, state=State.READING, read_at=timezone.now()
        )
    return True


def _free(letter_pk: int) -> QuerySet[InboundLetter]:
    """The row, if it is to be read: ours alone until the end of the transaction; none while another worker has it."""
    rows = InboundLetter.objects.select_for_update(skip_locked=True, of=("self",), no_key=True)
    return rows.filter(pk=letter_pk, state__in=(State.RECEIVED, State.READING)).order_by()


def _too_dear(letter_pk: int) -> None:
    """Lay a letter aside at once whose reading was ended: three attempts would keep a worker from the others' letters.

    Also when finding out whose it is takes too long; then it stays with whom the door has found. The time may be over
    just when all of it was committed: then it has been read.
    """
    why = f"reading it took more than {MOST_SECONDS:g} seconds of the processor"
    try:
        with processor_time.at_most(MOST_SECONDS), transaction.atomic():
            row = _free(letter_pk).first()
            if row is not None:
                row.quotes = quoted.unknown()
                _lay_aside(row, why)
    except processor_time.TookTooLong:
        unread = InboundLetter.objects.filter(pk=letter_pk, state__in=(State.RECEIVED, State.READING))
        as_ours = code_version.with_ours("")
        unread.update(state=State.LAID_ASIDE, trouble=why, failed_under=as_ours, quotes=quoted.unknown())
        log.error("letter %s laid aside, nothing of it was looked at: %s", letter_pk, why)


def _lay_aside(row: InboundLetter, failed: str) -> None:
    """Put a letter where its organiser finds it: at its seat, or else at the only one that its sender can mean.

    Not looked through here, where nothing bounds it and it may be what failed: the desk does that when it shows it.

    failed  why it could not be read
    """
    row.state, row.trouble = State.LAID_ASIDE, f"{failed}: {row.trouble}" if row.trouble else failed
    sender = reply.sender_of(bytes(row.raw))
    if row.player is None and identify.passed(row.auth_results, sender):
        row.player = identify.player_at(sender)
    seats = identify.seats_of(row.player) if row.player else []
    if row.seat is None and len(seats) == 1:
        row.seat = seats[0]
    row.failed_under = code_version.with_ours(row.failed_under)
    row.save(update_fields=("state", "trouble", "player", "seat", "failed_under", "quotes"))
    apology.say_so(row, sender)
    words = f"letter {row.pk} was laid aside: {row.trouble}"
    places: Sequence[Seat | None] = [row.seat] if row.seat else seats or [None]
    for seat in places:
        journal.note("laid aside", words, seat=seat, letter=row.pk)
    log.error("letter %s laid aside after %s attempts", row.pk, row.attempts)


def _done(row: InboundLetter, verdict: str) -> None:
    row.verdict = outcomes.of(verdict).verdict
    if row.state == State.READING:
        row.state = State.DONE
    row.read_at = timezone.now()
    quoted.find(row)
    row.save(update_fields=UNDERSTOOD)
    volume.cut_when_read(row)


def forget(now: datetime) -> int:
    """Empty letters in that have been kept long enough; how many. Those that nobody has read yet stay whole.

    Of what came from nobody that we know and to no seat nothing stays after the time of players' letters: otherwise
    strangers could fill the database with rows. What is counted of them for limits is counted elsewhere, and is over.

    What came from nobody that we know, and waits for nothing, keeps neither its bytes nor who it came from; what a
    player has said yes to is kept as long as theirs. A letter whose words are gone does not wait for a yes any more.
    """
    portions.delete(InboundLetter.objects.filter(_old_of_nobody(now)))
    letters = InboundLetter.objects.exclude(state__in=InboundLetter.UNREAD)
    nobodys = letters.filter(player=None).exclude(raw=b"", sender="", mail_from="", recipient="", message_id="")
    strangers = Q(state=State.DONE, received_at__lt=now - settings.STRANGERS_LETTERS_KEPT) & ~OF_A_SEAT
    old = Q(received_at__lt=now - settings.RAW_LETTERS_KEPT)
    emptied = {"raw": b"", "auth_results": "", "mail_from": "", "recipient": "", "shown": {}}
    ended = {"state": State.DONE, "verdict": outcomes.of("waited too long").verdict}
    portions.update(letters.filter(old, state=State.HELD), **ended)
    count = portions.update(nobodys.filter(strangers | old), **emptied, sender="", message_id="")
    return count + portions.update(letters.filter(old).exclude(raw=b""), **emptied)


def _old_of_nobody(now: datetime) -> Q:
    """Letters of strangers, reports and the like that are done with, of which not even the row is kept."""
    return Q(state=State.DONE, player=None, seat=None, received_at__lt=now - settings.RAW_LETTERS_KEPT)
