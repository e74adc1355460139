"""The question that a letter answers, in words: its reply address names it by a number for machines. Reads only."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format

from tournaments.letters import reply_serial
from tournaments.models import InboundLetter, Turn


def question_words(letter: InboundLetter) -> str:
    """ "the question of 2 Mar, 09:00 (turn)", "the next question, not asked yet", "–" for a letter to no table."""
    if letter.seat is None or letter.serial is None:
        return "–"
    serial, shown = reply_serial.decision(letter.seat, letter.serial)
    turn = letter.seat.turns.filter(serial=serial).first() if serial is not None else None
    if shown:
        return f"the question {_when(turn)}" if turn else "a question that is not known here"
    return f"the next question, that {_when(turn)}" if turn else "the next question, not asked yet"


def _when(turn: Turn) -> str:
    return f"of {date_format(timezone.localtime(turn.opened_at), 'j M, H:i')} ({turn.kind})"
