"""Letters that have waited (`pace`) read together, in the order in which they came."""

from __future__ import annotations

import logging

from django.utils import timezone

from tournaments.actions.clock import pace
from tournaments.actions.commands import gathered
from tournaments.inbox import ingest

log = logging.getLogger(__name__)


def read(queue: str) -> int:
    """Read what is due of a queue and write one answer to each player for all of it; how many were read.

    It stops at a letter that another worker has at hand, or that cannot be read now: the later ones come after it.
    """
    unread = pace.unread().filter(queue=queue)
    due = unread.filter(read_from__lte=timezone.now()).order_by("received_at", "pk").values_list("pk", flat=True)
    letters, count = list(due[: pace.BATCH]), 0
    for pk in letters:
        try:
            ingest.read(pk)
        except Exception:  # the sweep tries again; the third time it is laid aside, and the others go on
            log.exception("letter %s could not be read", pk)
            break
        if unread.filter(pk=pk).exists():
            break
        count += 1
    for player in gathered.waiting_for(letters[:count]):
        gathered.send(player)
    return count
