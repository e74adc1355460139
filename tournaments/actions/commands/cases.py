"""Disputes: a player calls the referee, those who may rule hear of it, the ruling goes to the whole table."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from engine.language.wording import listed
from tournaments.actions import journal, lengths
from tournaments.actions.league import admission, leagues
from tournaments.actions.league.permissions import check_may_rule
from tournaments.actions.table.session import Session
from tournaments.language.refusals import BadSettings, NotWaiting, NotYours, WordRefused
from tournaments.language.speech import say
from tournaments.letters import people
from tournaments.letters.parts.names import harmless
from tournaments.models import Case, Player, Seat
from tournaments.outbox import outbox
from tournaments.queries.access import desk_rights, impartiality

OPEN_AT_MOST = 3  # cases of one seat that wait for a ruling
AFTER_END_AT_MOST = 3  # cases of one seat in all, once its game is over: each keeps the results from being final


def hold(session: Session) -> None:
    """Lock the league of a game that is over, before any row that comes behind it: a case keeps results provisional.

    They are final before the case is opened, or not while it waits.
    """
    if session.table.finished_at is not None:
        session.table.league = leagues.locked(session.league)


def call(session: Session, seat: Seat, words: str) -> str:
    """Open a case within the session, which has called `hold`; the answer.

    A game that runs goes on meanwhile, unless the organiser gives more time. WordRefused.
    """
    words = " ".join(words.split())
    if session.league.practice:
        raise WordRefused(say("Nobody rules at a table for practice."))
    if not session.league.organisers.filter(is_active=True).exists():
        raise WordRefused(say("Nobody organises this league any more: nobody rules in it."))
    if session.league.is_cancelled:
        raise WordRefused(say("The league was cancelled: nobody rules in it any more."))
    if admission.is_out(session.league, seat.player):
        raise WordRefused(admission.said_to_who_is_out(session.league))
    if (why_not := lengths.too_long(words)) is not None:
        raise WordRefused(why_not)
    waiting = Case.objects.filter(seat=seat, player=seat.player, ruled_at=None)
    if waiting.filter(words=words).exists():
        raise WordRefused(say("The organiser has these words already."))
    if waiting.count() >= OPEN_AT_MOST:
        raise WordRefused(say("So many cases of yours wait for a ruling that no more are opened now."))
    if session.table.finished_at is not None:
        late = Case.objects.filter(seat=seat, opened_at__gte=session.table.finished_at)
        if late.count() >= AFTER_END_AT_MOST:
            why_not = say(
                "You have called the referee {most} times since this game ended: no more cases are opened.",
                most=AFTER_END_AT_MOST,
            )
            raise WordRefused(why_not)
    case = Case.objects.create(seat=seat, player=seat.player, words=words, letter=session.letter)
    page = settings.SITE_URL.rstrip("/") + reverse("desk:case", args=(case.pk,))
    organisers, told = _readers(session, seat)
    case.readers.set(organisers)
    for organiser in organisers:
        draft = people.case_opened(organiser, case, page)
        outbox.write(draft, player=organiser, league=session.league, dedupe=f"case:{case.pk}:{organiser.pk}")
    line = f"{seat.owner} called the referee: {words}"
    journal.note(desk_rights.CASE, line, actor=seat.player, seat=seat, case=case.pk)
    then = say("The ruling is mailed to the whole table, with what you wrote.")
    return f"{told} {then} {people.meanwhile(session.table)}"


def _readers(session: Session, seat: Seat) -> tuple[list[Player], str]:
    """Those who may rule on a case, and the sentence for the caller: those who never played at the table, if any."""
    every = impartiality.deciders(session.league, part=(), ruling=True)
    here = impartiality.players_of(session.table)
    deciding = impartiality.deciders(session.league, impartiality.part_of(session.league), here, ruling=True)
    if any(organiser.pk not in here for organiser in deciding):
        if not session.league.officers.filter(player__in=deciding).exists():
            return deciding, say("Your words went to the organiser.")
        return deciding, say("Your words went to {names}.", names=listed([harmless(one.name) for one in deciding]))
    playing = [organiser for organiser in every if organiser.pk != seat.player_id]
    if not playing:
        return every, say("Nobody but you organises this league: your words went to nobody else.")
    names = [harmless(organiser.name) for organiser in playing]
    words = say(
        "Your words went to {names}, who {count:!rules|rule} in this league and {count:!plays|play} or "
        "{count:!has|have} played at this table: nobody else rules there.",
        names=listed(names), count=len(names),
    )  # fmt: skip
    return every, words


@transaction.atomic
def rule(case_id: int, actor: Player, ruling: str) -> Case:
    """The organiser decides a case, once; everybody at the table reads question and ruling."""
    rows = Case.objects.select_for_update(of=("self",), no_key=True).select_related("player", "seat__table__league")
    case = rows.get(pk=case_id)
    league = case.seat.table.league
    check_may_rule(case.seat.table, actor)
    if desk_rights.withheld_cases(actor).filter(pk=case.pk).exists():
        raise NotYours(
            "You play at this table, or have played, and this case was put to others: another organiser, or the owner "
            "of the service, rules on it."
        )
    if case.ruled_at is not None:
        raise NotWaiting("This case has its ruling already.")
    ruling = ruling.strip()
    if not ruling:
        raise BadSettings("A ruling needs words.")
    lengths.check(ruling)
    case.ruling, case.ruled_by, case.ruled_at = ruling, actor, timezone.now()
    case.save(update_fields=("ruling", "ruled_by", "ruled_at"))
    for reader in Player.objects.filter(seats__table=case.seat.table, is_active=True).distinct().order_by("pk"):
        draft = people.case_ruled(reader, case)
        outbox.write(draft, player=reader, league=league, dedupe=f"ruling:{case.pk}:{reader.pk}")
    words = f"{actor} ruled on a case of {case.player}: {ruling}"
    journal.note("case ruled", words, actor=actor, seat=case.seat, case=case.pk)
    return case
