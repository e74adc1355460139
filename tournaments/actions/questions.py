"""Questions of ours that one word answers: a yes to each has an effect once, however often and late it is repeated."""

from __future__ import annotations

from django.utils import timezone

from tournaments.language.refusals import Answered
from tournaments.language.speech import say
from tournaments.models import OutboundLetter


def is_used_up(question: OutboundLetter) -> bool:
    """Whether a yes to it has had its effect. What the effect is on must be locked."""
    return OutboundLetter.objects.filter(pk=question.pk, answered_at__isnull=False).exists()


def use_up(question: OutboundLetter) -> None:
    """Mark the question as used up by a yes, within the caller's transaction; call last.

    Raises Answered if an earlier yes has: the effect is to be rolled back.
    """
    waiting = OutboundLetter.objects.filter(pk=question.pk, answered_at=None)
    if not waiting.update(answered_at=timezone.now()):
        raise Answered(say("You have said yes to this letter before, and it counts once. Ask for a new one."))
