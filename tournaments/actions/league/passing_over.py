"""Cases on which nobody rules any more: the organiser confirms the results over them."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.actions import journal
from tournaments.language.default_reasons import NO_RULING
from tournaments.language.refusals import NotWaiting, NotYours
from tournaments.letters import people
from tournaments.models import Case, League, Player
from tournaments.outbox import outbox
from tournaments.queries.access import desk_rights


def pass_over(league: League, actor: Player, seen: Collection[int]) -> None:
    """End the open cases of the league without a ruling; the journal says so, and a letter to whose case it is.

    seen  numbers of the cases that the organiser has looked at: NotWaiting if others are open, too
    NotYours where another one is there to rule. The league is locked.
    """
    waiting = list(
        open_cases(league)
        .select_for_update(of=("self",), no_key=True)
        .select_related("player", "seat__table__league")
        .order_by("pk")
    )
    if others := [case for case in waiting if case.pk not in seen]:
        raise NotWaiting(f"{len(others)} {'cases wait' if len(others) > 1 else 'case waits'} for your ruling first.")
    if desk_rights.withheld_cases(actor).filter(pk__in=[case.pk for case in waiting]).exists():
        raise NotYours(
            "A case waits that was put to another organiser, or to the owner of the service, who rules on it first."
        )
    for case in waiting:
        case.ruling, case.ruled_by, case.ruled_at = NO_RULING, actor, timezone.now()
        case.passed_over = True
        case.save(update_fields=("ruling", "ruled_by", "ruled_at", "passed_over"))
        if case.player is not None and case.player.is_active:
            draft = people.case_ruled(case.player, case)
            outbox.write(draft, player=case.player, league=league, dedupe=f"ruling:{case.pk}:{case.player.pk}")
        words = f"{actor} confirmed the results without a ruling on a case of {case.player or 'the stand-in'}"
        journal.note("case passed over", words, actor=actor, seat=case.seat, case=case.pk)


def open_cases(league: League) -> QuerySet[Case]:
    """The cases of the league that wait for a ruling."""
    return Case.objects.filter(seat__table__league=league, ruled_at=None)
