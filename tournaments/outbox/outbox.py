"""The outbox: letters are rows first and are posted afterwards (`posting`). Decides nothing about what a letter says.

States: queued -> in flight -> sent, or retry with a growing pause, or failed. Two do not go out themselves: what a
player wants in the daily letter waits for it (`actions.digests`), and answers to letters that have waited go out as one
(`actions.gathered`). Two rescues, both by `sweep`: a letter whose hint was lost is still queued, and one whose worker
died is still in flight when its claim has run out (`claims`); the latter goes out again under the same Message-ID, so
that a mailbox can tell.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Sequence
from datetime import datetime, timedelta
from email.mime.image import MIMEImage
from email.utils import format_datetime
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError, transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from tournaments.letters import headers, reply_serial
from tournaments.letters.parts import late
from tournaments.letters.parts.draft import Draft
from tournaments.models import InboundLetter, League, OutboundLetter, Player, Seat, Turn
from tournaments.outbox import caused, goes_out, mail_health, preferences
from tournaments.papers import papers
from tournaments.queries.letters import everywhere, kinds
from tournaments.runtime import hints, portions, trace, vocabulary

log = logging.getLogger(__name__)

UNREACHABLE = "no letters go to this player now"
State = OutboundLetter.State
WAITING = (State.QUEUED, State.RETRY)
HINT_AFTER = timedelta(seconds=5)
TRIES_FOR_A_PAPER = 3
DIGEST_AGAIN = timedelta(minutes=5)  # after a daily letter that could not be written
BATCH = 200
NOT_FOR_LETTERS = ("seat__plan", *(f"seat__table__{name}" for name in ("position", "header", "secret")))  # long ones
TO_RELEASE = ("kind", "player", "seat", "league", "subject", "message_id", "picture", "papers")  # what copies need
AT_A_TIME = 100  # rows that one statement writes
STRANGERS_KEPT = timedelta(days=7)  # a letter to an address that is nobody's, once it is sent or given up


class KeyTaken(RuntimeError):
    """A letter would not go out because one to somebody else, or of another kind, has its `dedupe`: a fault of ours."""


def write(
    draft: Draft,
    *,
    player: Player | None,
    dedupe: str,
    seat: Seat | None = None,
    league: League | None = None,
    answers: InboundLetter | None = None,
    kind: str = "",
    to: str = "",
    about: InboundLetter | None = None,
    serial: int | None = None,
    anyhow: bool = False,
    until: datetime | None = None,
) -> OutboundLetter:
    """Put a letter into the outbox within the caller's transaction; the row of an earlier one if it is there already.

    dedupe   names the cause, and alone says what is a repeat: the words may be others by then (a letter that is read
             twice), or the same for another cause; what may happen to a row again names its line in the journal
    answers  the letter that this one replies to: it goes out with a null sender and that letter's Message-ID
    about    a letter of somebody else that this one is about ("was this you?"); not replied to, but waited with
    kind     overrides the draft's
    player   whose letter it is; None for an address as somebody typed it, which may be nobody's: then `to` is needed
    to       overrides the registered address, to verify another one
    serial   what the reply address names where the draft asks nothing; looked up if the caller does not know
    anyhow   write although earlier letters to the player came back: a sign-in link, which the player waits for
    until    when it goes out with others that wait, instead of at once (`limits`); for kinds that join

    UnknownKind for a kind that is not listed in `kinds`; KeyTaken.
    """
    name = kinds.of_draft(draft.kind, kind).name
    if answers is not None and player is not None:
        draft = late.told(draft, answers, player)
    if seat and serial is None:
        serial = reply_serial.now(seat)
    serial = draft.serial or serial or 0
    numbers = seat.numbers if seat and draft.numbered else 0
    reply_to = headers.reply_address(seat, serial, numbers=numbers)
    letter = OutboundLetter(
        dedupe=dedupe,
        kind=name,
        player=player,
        seat=seat,
        league=league or (seat.table.league if seat else None),
        serial=serial,
        answers=answers or about,
        to=to or (player.email if player else ""),
        sender=headers.sender_line(seat, league, reply_to),
        subject=draft.subject,
        text=draft.text,
        html=draft.html,
        headers={"Reply-To": reply_to, **headers.headers_for(player, seat, league, answers), **draft.headers},
        envelope_sender=reply_to if answers is None else "",  # so that no answer can be answered
        message_id=headers.message_id(name, dedupe, seat, serial, player, numbers=numbers),
        picture=dict(draft.picture) if draft.picture else None,
        papers=_papers(draft, player),
        gist=list(draft.gist),
        everywhere=everywhere.at_seat(player, seat),
        asks=list(draft.asks),
        names_told_at=draft.names_told_at,
        due_at=timezone.now(),
    )
    if player is not None and not player.is_active:
        _leave_out(letter)
    elif player is not None and player.dead_at and not anyhow:
        letter.state, letter.failure = State.FAILED, UNREACHABLE
    else:
        _go_as_wished(letter, draft)
        _wait_for_others(letter, answers or about, until)
    return put_in(letter)


def _wait_for_others(letter: OutboundLetter, answers: InboundLetter | None, until: datetime | None) -> None:
    """Let a letter that would go out at once wait for the one that gathers many, where its kind can."""
    if letter.state == State.QUEUED and kinds.of(letter.kind).joins and (until or (answers and answers.queue)):
        letter.state, letter.due_at = State.FOR_ANSWER, until or letter.due_at


def _leave_out(letter: OutboundLetter) -> None:
    """Keep a letter to a forgotten player from going out: its words are dropped, and nobody has to see to it."""
    letter.state, letter.failure = State.NOT_WANTED, goes_out.READER_GONE
    letter.subject = letter.text = letter.html = ""
    letter.picture, letter.papers, letter.gist, letter.asks = None, [], [], []


def put_in(letter: OutboundLetter) -> OutboundLetter:
    """Save a new letter and have it posted; the row of an earlier one if it is there already.

    TooOften where an organiser's act would have it sent, and too many in that league have been (`caused`). KeyTaken.
    """
    with trace.span(vocabulary.WRITE, kind=letter.kind) as span:
        caused.count(letter)
        try:
            with transaction.atomic():
                letter.save(force_insert=True)
        except IntegrityError:
            return _written_before(letter)
        span.about(letter_out=letter.pk)
        if letter.state == State.QUEUED:
            _send_soon([letter])
    return letter


def _written_before(letter: OutboundLetter) -> OutboundLetter:
    known = OutboundLetter.objects.get(dedupe=letter.dedupe)
    for name in ("kind", "seat_id", "player_id" if letter.player_id else "to"):
        if getattr(known, name) != getattr(letter, name):
            raise KeyTaken(f"{letter.dedupe}: letter {known.pk} has another {name}")
    return known


@trace.spanned(vocabulary.WRITE)
def put_all_in(letters: Sequence[OutboundLetter]) -> None:
    """Save letters of one player that nobody can have written before, and have them posted."""
    OutboundLetter.objects.bulk_create(letters, batch_size=AT_A_TIME)
    _send_soon([letter for letter in letters if letter.state == State.QUEUED])


def release(letters: QuerySet[OutboundLetter]) -> int:
    """Post letters that are written already, now and one by one, with the copies that they lack; return how many.

    They are of one player, or few.
    """
    rows = list(letters.select_for_update(of=("self",), no_key=True).only(*TO_RELEASE).order_by("pk"))
    held = OutboundLetter.objects.filter(pk__in=[letter.pk for letter in rows])
    held.update(state=State.QUEUED, due_at=timezone.now(), failure="", attempts=0)
    _send_soon(rows, set(OutboundLetter.objects.filter(copy_of__in=rows).values_list("dedupe", flat=True)))
    return len(rows)


def let_go_of_told(letter: OutboundLetter) -> None:
    """Post one by one the letters told in one that the reader's host has refused: only one has what it refuses."""
    release(letter.tells_of.filter(state__in=(State.GATHERED, State.FOR_DIGEST)))


def _send_soon(letters: Sequence[OutboundLetter], copied: Container[str] = ()) -> None:
    """Hint at letters, and write their copies without those that are there."""
    for letter in letters:
        hints.post_letter(letter.pk, made=bool(letter.picture or letter.papers))
    copies = [copy for letter in letters for copy in _copies_of(letter) if copy.dedupe not in copied]
    for copy in OutboundLetter.objects.bulk_create(copies, batch_size=AT_A_TIME):
        hints.post_letter(copy.pk)


def _go_as_wished(letter: OutboundLetter, draft: Draft) -> None:
    """Send a letter at once, in the daily letter or not at all, as the player has chosen for this kind."""
    if letter.player is None:
        return
    letter.state = preferences.state_of(draft, letter.player, letter.league)
    if letter.state == OutboundLetter.State.FOR_DIGEST:
        letter.due_at = preferences.next_digest(letter.player, letter.due_at)


def _copies_of(letter: OutboundLetter) -> list[OutboundLetter]:
    """A row for each second address that gets copies: the fate of a copy does not touch the letter itself."""
    if letter.player is None or not kinds.of(letter.kind).copied:
        return []
    return [
        OutboundLetter(
            dedupe=f"copy:{letter.pk}:{address.pk}",
            kind=kinds.COPY,
            copy_of=letter,
            player=letter.player,
            seat_id=letter.seat_id,
            league_id=letter.league_id,
            to=address.email,
            subject=letter.subject,
            message_id=f"<copy.{address.pk}.{letter.message_id.strip('<>')}>",
            due_at=timezone.now(),
        )
        for address in letter.player.copied_to
    ]


def _papers(draft: Draft, player: Player | None) -> list[str]:
    """The papers to attach, with the deadline as a file for a player who has asked for that."""
    dated = player is not None and player.calendar_files and draft.serial and kinds.of(draft.kind).dated
    return [*draft.papers, *(["deadline"] if dated else [])]


class Message(EmailMultiAlternatives):
    """Carries its envelope sender, which our backend looks for; "" is the null sender."""

    envelope_sender: str
    mixed_subtype = "mixed"


def message_of(letter: OutboundLetter) -> Message:
    """The letter as Django sends it: text, HTML, the picture inline, light and dark, and the papers attached.

    A copy is the same letter, Message-ID and all: a reader of both mailboxes sees it once, and may answer either.
    """
    to, letter = letter.to, letter.copy_of or letter
    extra = {
        **letter.headers,
        "Message-ID": letter.message_id,
        "Date": format_datetime(letter.created_at),
    }
    message = Message(
        letter.subject,
        letter.text,
        from_email=letter.sender,
        to=[to],
        reply_to=[extra.pop("Reply-To")],
        headers=extra,
    )
    message.envelope_sender = letter.envelope_sender
    if letter.html:
        message.attach_alternative(letter.html, "text/html")
    if letter.picture and (picture := _drawn(letter)):
        if not letter.papers:
            message.mixed_subtype = "related"  # the pictures belong to the HTML; beside papers they are two of several
        message.attach(_inline_picture(picture.light, "position"))
        message.attach(_inline_picture(picture.dark, "position-dark"))
    for paper in filter(None, [_paper(name, letter) for name in letter.papers]):
        message.attach(*paper)
    return message


def _paper(name: str, letter: OutboundLetter) -> papers.Attachment | None:
    """The attachment. One that cannot be made is tried again with its letter, but it keeps none back for long."""
    try:
        return papers.render(name, letter)
    except Exception:  # of a question not even that long: its deadline would not wait for a calendar file
        if not kinds.of(letter.kind).asks and letter.attempts <= TRIES_FOR_A_PAPER:
            raise
        log.exception("letter %s goes out without its %s", letter.pk, name)
        return None


def _drawn(letter: OutboundLetter) -> papers.Drawn | None:
    """The picture; without it the letter goes out all the same, for the words in its place say as much."""
    try:
        return papers.picture(letter)
    except Exception:  # a full disk, a font that has gone: no turn must wait for a drawing
        log.exception("the picture of letter %s could not be drawn", letter.pk)
        return None


def _inline_picture(png: bytes, name: str) -> MIMEImage:
    image = MIMEImage(png, "png")
    image.add_header("Content-ID", f"<{name}>")
    image.add_header("Content-Disposition", "inline", filename=f"{name}.png")
    return image


def _newest_asking(player: Player) -> QuerySet[Turn, Any]:
    """The newest letter with each open question of a player."""
    asked = OutboundLetter.objects.filter(seat=OuterRef("seat"), serial=OuterRef("serial"), kind__in=kinds.ASKING)
    newest = Subquery(asked.exclude(text="").order_by("-pk").values("pk")[:1])
    return Turn.objects.filter(seat__player=player, ended_at=None, asked_at__isnull=False).values(newest=newest)


def asking(player: Player) -> list[OutboundLetter]:
    """The newest letter with each open question of a player, in the order in which they were written."""
    letters = OutboundLetter.objects.filter(pk__in=_newest_asking(player)).defer(*NOT_FOR_LETTERS)
    return list(letters.select_related("league", "player", "seat__table__league").order_by("pk"))


def catch_up(player: Player, since: datetime) -> int:
    """Send the newest letter with each open question to a player whose letters came back `since` then.

    Whatever kind of letter asked it, and also if it was sent before: that may be the one that came back.
    """
    lost = Q(state=State.FAILED) | Q(state__in=(State.SENT, State.GATHERED), created_at__lte=since)
    return release(player.letters_out.filter(lost, pk__in=_newest_asking(player)))


def take_back_questions(seat: Seat) -> None:
    """Keep back what has not gone out and asks the seat's player for something: the seat is going to be another's."""
    waiting = (*WAITING, State.FOR_DIGEST, State.FOR_ANSWER)
    asking = OutboundLetter.objects.filter(seat=seat, player=seat.player_id, kind__in=kinds.ASKING)
    taken_back = {"state": State.NOT_WANTED, "failure": "the seat was given to somebody else"}
    copies = OutboundLetter.objects.filter(copy_of__in=asking.order_by().values("pk"), state__in=waiting)
    copies.update(**taken_back)
    asking.filter(state__in=waiting).update(**taken_back)


def forget_strangers(now: datetime) -> int:
    """Forget letters to addresses that are nobody's who plays here; how many there were."""
    old = OutboundLetter.objects.filter(player=None, created_at__lt=now - STRANGERS_KEPT)
    return portions.delete(old.exclude(state__in=(*WAITING, OutboundLetter.State.IN_FLIGHT)))


def sweep() -> int:
    """Hint at letters that wait longer than a hint takes, and at those whose worker must have died."""
    now = timezone.now()
    lost = Q(state=OutboundLetter.State.IN_FLIGHT, due_at__lt=now)
    waiting = Q(state__in=WAITING, due_at__lt=now - HINT_AFTER)
    rows = OutboundLetter.objects.filter(lost | waiting, state__in=mail_health.TO_POST).order_by("due_at")
    found = list(rows.values_list("pk", flat=True)[:BATCH])
    for pk in found:
        hints.post_letter(pk)
    return len(found)
