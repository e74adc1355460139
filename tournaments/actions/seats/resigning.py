"""Giving a seat up in the middle of a game: asked once more, then the stand-in plays it and the table is told."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from engine.language.languages import to_say
from tournaments.actions import journal, questions
from tournaments.actions.seats import seats
from tournaments.actions.table.notify_table import tell_all
from tournaments.actions.table.session import Session
from tournaments.language.refusals import WordRefused
from tournaments.language.speech import say
from tournaments.letters import table as letters
from tournaments.letters.parts.draft import Draft
from tournaments.models import League, OutboundLetter, Seat
from tournaments.outbox import outbox
from tournaments.queries.letters import identify
from tournaments.queries.stoppages import RESIGNED

ASKED = "resign_asked"  # kind of the letter that a yes answers
YES_WITHIN = timedelta(days=3)
COUNTS = {
    League.AfterStandIn.KEEP: to_say("the seat keeps the score that the stand-in makes of it"),
    League.AfterStandIn.LAST: to_say("you are last at this table"),
    League.AfterStandIn.RULE: to_say("the organiser decides how the table counts for you"),
}


def ask(session: Session, seat: Seat) -> list[str]:
    """Tell what giving up means and how to say yes. From a page the question goes out by letter, which a yes answers.

    WordRefused where nothing is asked.
    """
    if not session.is_running:
        raise WordRefused(say("The game is over: there is no seat to give up."))
    words = _question(session.league)
    if session.letter is not None:
        return words
    if _is_asked(seat):
        raise WordRefused(
            say(
                "A letter has asked you already, within the last three days: answer that one. If it is lost, write the "
                "word resign in a letter to the table."
            )
        )
    session.next_letter()
    draft = letters.words(seat, session.match, say("do you resign?"), words, [])
    key = f"resign:{seat.pk}:{session.table.letters}"
    outbox.write(draft, player=seat.owner, seat=seat, dedupe=key, kind=ASKED)
    return [say("A letter asks you once more. Your seat is yours until you answer it.")]


def _is_asked(seat: Seat) -> bool:
    """Whether a letter that a yes would still answer has gone out for the page."""
    since = timezone.now() - YES_WITHIN
    asked = OutboundLetter.objects.filter(seat=seat, player=seat.player, kind=ASKED, answers=None)
    return asked.filter(created_at__gte=since, answered_at=None).exists()


def _question(league: League) -> list[str]:
    return [
        say(
            "You want to give up your seat. If you do, the stand-in plays it to the end, the others are told, and your "
            "letters count no more at this table. In this league {counts}.",
            counts=say(COUNTS[League.AfterStandIn(league.after_stand_in)]),
        ),
        say(
            "If you are sure, answer this letter with the one word [yes] in its first line, within three days. If not, "
            "do nothing: the game goes on and nobody hears of it."
        ),
    ]


@transaction.atomic
def resign(question: OutboundLetter) -> bool:
    """The yes to the question: the stand-in has the seat from now on. False when it came too late or before."""
    asked = question.seat
    if asked is None or question.created_at < timezone.now() - YES_WITHIN:
        return False
    with Session.open(asked.table_id) as session:
        seat = session.seat(asked.pk)
        if not session.is_running:
            return False
        if seat.mover == Seat.Mover.REPLACED or seat.player_id != question.player_id:
            return False
        if not identify.is_answered_at(question, seat):  # the stand-in has had the seat since it was asked
            return False
        if questions.is_used_up(question):  # and the organiser has given the seat back since
            return False
        seats.leave_to_bot(session, seat)
        session.write_down()
        _tell(session, seat)
    journal.note(RESIGNED, f"{seat.player} resigned; the stand-in plays the seat", actor=seat.player, seat=seat)
    questions.use_up(question)
    return True


def _tell(session: Session, seat: Seat) -> None:
    counts = COUNTS[League.AfterStandIn(session.league.after_stand_in)]

    def written(other: Seat) -> Draft:
        return letters.resigned(other, session.match, seat.owner.name, counts if other.pk == seat.pk else "")

    tell_all(session, written, f"resigned:{seat.pk}:{seat.token_epoch}")
