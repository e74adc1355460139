"""The daily letter to organisers, "what needs you", and what they answer to it by mail.

At most one a day, at the hour of the organiser's own day at which daily letters come. Its numbers mean what stood in
that letter, whatever has happened since: what somebody has dealt with meanwhile is said to be done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from engine.language.languages import ENGLISH
from tournaments.actions.clock import deadlines
from tournaments.actions.commands import cases
from tournaments.actions.commands import held_letters as held
from tournaments.actions.league import results
from tournaments.actions.seats import seats
from tournaments.actions.table import helping, session
from tournaments.formats import clocks, desk_words
from tournaments.formats.desk_words import EXTEND, HELP, LAST, OK, REPLACE, RULE, Answer
from tournaments.formats.standings import Result, put_last
from tournaments.keys.in_text import taken_out
from tournaments.language import default_reasons
from tournaments.language.refusals import BadSettings, NotWaiting, Refused
from tournaments.language.speech import say
from tournaments.language.spoken import speaking_everywhere
from tournaments.letters import desk, people
from tournaments.letters.parts.names import harmless
from tournaments.models import InboundLetter, League, OutboundLetter, Player, Table, Turn
from tournaments.outbox import caused, limits, outbox, preferences
from tournaments.queries import needs, standings
from tournaments.queries.access.desk_rights import organised

KIND = "needs"
LIVE = (League.State.OPEN, League.State.DRAWING, League.State.RUNNING)
DAY = timedelta(hours=25)  # the longest there is
LATER = timedelta(minutes=5)
BATCH = 200


def due(now: datetime) -> list[int]:
    """The organisers whose day's letter is due, and those for whom none has been planned yet.

    Who has no league that lives is put off to the next day here, so that nobody is looked at with every sweep.
    """
    active = Player.objects.filter(is_active=True, is_staff=True)
    planned = active.filter(needs_at__lte=now).order_by("needs_at")[:BATCH]
    found = [*planned, *active.filter(needs_at=None).order_by("pk")[:BATCH]]
    leagues = League.objects.filter(state__in=LIVE, practice=False)
    busy = set(leagues.filter(organisers__in=found).values_list("organisers", flat=True)) if found else set()
    busy |= (
        set(leagues.filter(officers__player__in=found).values_list("officers__player", flat=True)) if found else set()
    )
    for player in found:
        if player.pk not in busy:
            Player.objects.filter(pk=player.pk).update(needs_at=preferences.next_digest(player, now))
    return [player.pk for player in found if player.pk in busy]


@transaction.atomic
def send(player_id: int) -> bool:
    """Look what needs an organiser today and write it, if there is anything. True if a letter was written now."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    now, planned = timezone.now(), player.needs_at
    if planned is not None and planned > now:
        return False
    player.needs_at = preferences.next_digest(player, now)
    player.save(update_fields=("needs_at",))
    if planned is None:
        return False
    found, count = needs.most_urgent(needs.Look(player, organised, harmless, planned - DAY), desk.MOST_TOLD)
    key = f"needs:{player.pk}:{clocks.local_day(now, player.zone)}"
    if not found or OutboundLetter.objects.filter(dedupe=key).exists():
        return False
    outbox.write(desk.needs(player, found, count), player=player, dedupe=key)
    return True


def put_off(player_id: int) -> None:
    """Move a letter that could not be written out of the way of the others."""
    Player.objects.filter(pk=player_id).update(needs_at=timezone.now() + LATER)


# --- what they answer ------------------------------------------------------------------------------------


@speaking_everywhere(ENGLISH)
def answer(
    row: InboundLetter, organiser: Player, question: OutboundLetter, said: Sequence[Answer], others: Sequence[str]
) -> None:
    """Carry out an organiser's answer to a daily letter, one by one, and tell the outcome of each in one letter.

    question  the daily letter, which was written to this organiser
    others    lines that are no answers
    """
    _lock_tables(said, question)
    with caused.by(organiser):
        told = [_carry_out(one, organiser, question) for one in said[:MOST_ANSWERS]]
    if len(said) > MOST_ANSWERS:
        words = f"No more than {MOST_ANSWERS} answers of one letter are carried out: what stood below did nothing."
        told.append(desk.Told(words))
    how = limits.answers("words", organiser, row)
    draft = desk.answered(organiser, told, others, how.later)
    outbox.write(draft, player=organiser, dedupe=f"answered:{row.pk}", answers=row, until=how.until)


def _lock_tables(said: Sequence[Answer], question: OutboundLetter) -> None:
    """Lock the tables of everything that will be done, whatever its order in the letter."""
    meant = [question.asks[one.number - 1] for one in said if 1 <= one.number <= len(question.asks)]
    late = [pk for kind, pk, _ in meant if kind in (needs.LATE, needs.ASKED)]
    helped = [pk for kind, pk, _ in meant if kind == needs.HELP]
    ended = [pk for kind, pk, _ in meant if kind == needs.RULING]
    if late or ended or helped:
        session.lock_tables(Table.objects.filter(Q(seats__turns__in=late) | Q(seats__in=helped) | Q(pk__in=ended)))


def ask_for_the_letter(row: InboundLetter, organiser: Player) -> None:
    """Ask for an answer to the daily letter itself: in a new letter nobody knows which day's numbers are meant."""
    words = say(
        "Which letter do these numbers belong to? Please answer the letter about what needs you itself, with the "
        "button of your mail program for answers. Nothing was done."
    )
    how = limits.answers("words", organiser, row)
    draft = people.answered(organiser, say("what needs you"), [words], later=how.later)
    outbox.write(draft, player=organiser, dedupe=f"answered:{row.pk}", answers=row, until=how.until)


def _carry_out(said: Answer, organiser: Player, question: OutboundLetter) -> desk.Told:
    if not 1 <= said.number <= len(question.asks):
        return desk.Told(f"{said.number}. There was no such number in that letter.", said.words, went_out=False)
    kind, pk, stamp = question.asks[said.number - 1]
    do = VERBS.get((kind, said.verb))
    if do is None:
        became = f"{said.number}. The word {said.verb} is no answer to this; its page is in the letter."
        return desk.Told(became, said.words, went_out=False)
    if said.verb in FOR_PEOPLE and not said.words:
        return desk.Told(f"{said.number}. Say it behind a colon: [{said.verb} {said.number}: your words].")
    try:
        done = " ".join([do(pk, stamp, said, organiser), *taken_out(said.words)])
        return desk.Told(f"{said.number}. {done}", said.words)
    except Refused as refusal:
        return desk.Told(f"{said.number}. {refusal}", said.words, went_out=False)


def _extend(pk: int, stamp: str, said: Answer, organiser: Player) -> str:
    if not 0 < said.hours <= desk_words.MOST_HOURS:
        raise BadSettings(f"Give between 1 and {desk_words.MOST_HOURS} hours.")
    turn = deadlines.extend(
        pk,
        timedelta(hours=said.hours),
        organiser,
        said.words or default_reasons.NONE_GIVEN,
        seen=datetime.fromisoformat(stamp),
    )
    until = clocks.words(turn.due_by, organiser.zone)
    return f"{harmless(str(turn.seat.player))} has time until {until}, and a letter says so."


def _stand_in(pk: int, stamp: str, said: Answer, organiser: Player) -> str:
    deadlines.allow_stand_in(pk, organiser, seen=datetime.fromisoformat(stamp))
    return "The stand-in has moved. A letter tells the player, unless letters to them come back."


def _replace(pk: int, stamp: str, said: Answer, organiser: Player) -> str:
    if not said.words:
        raise BadSettings(
            f"Say why, behind a colon: [{said.number} replace: no answer for a week]. The table reads it."
        )
    turn = Turn.objects.select_related("seat__player").get(pk=pk)
    if turn.ended_at is not None:
        raise NotWaiting("This seat is not late any more, so nothing was done.")
    if turn.due_by != datetime.fromisoformat(stamp):  # more time was given, or somebody else plays the seat
        raise NotWaiting("The deadline was moved meanwhile, so nothing was done. Look again.")
    seats.replace_by_stand_in(turn.seat_id, organiser, said.words)
    return f"The stand-in plays for {harmless(str(turn.seat.player))} from here on; the table has been told."


def _read_again(pk: int, stamp: str, said: Answer, organiser: Player) -> str:
    held.read_again(InboundLetter.objects.get(pk=pk), organiser)
    return "The letter is being read again."


def _help(pk: int, stamp: str, said: Answer, organiser: Player) -> str:
    seat = helping.help_player(pk, organiser, said.words, int(stamp))
    return f"Your words went to {harmless(str(seat.player))}, with what is asked there now."


def _decide(pk: int, stamp: str, said: Answer, organiser: Player) -> str:
    case = cases.rule(pk, organiser, said.words)
    return f"Your ruling went to everybody at {harmless(str(case.seat.table))}."


def _as_it_ended(pk: int, stamp: str, said: Answer, organiser: Player) -> str:
    return _rule(pk, organiser, lambda result: result["ranks"], "as it ended", default_reasons.AS_IT_ENDED)


def _absent_last(pk: int, stamp: str, said: Answer, organiser: Player) -> str:
    def last(result: dict[str, Any]) -> Sequence[int]:
        ended = Result((), tuple(result["totals"]), tuple(result["ranks"]))
        return put_last(ended, result["stand_in"]).ranks

    return _rule(pk, organiser, last, "with last place for whom the stand-in finished", default_reasons.ABSENT_LAST)


def _rule(pk: int, organiser: Player, places: Callable[[dict[str, Any]], Sequence[int]], how: str, why: str) -> str:
    """how, why  as the organiser reads it, and the reason that everybody at the table reads"""
    table = Table.objects.select_related("league").get(pk=pk)  # locked by `_lock_tables`
    if not standings.to_rule(Table.objects.filter(pk=pk)).exists():
        raise NotWaiting("This table waits for no ruling any more.")
    results.rule(pk, places(table.result or {}), organiser, why)
    return f"{harmless(str(table))} counts {how}."


def _confirm(pk: int, stamp: str, said: Answer, organiser: Player) -> str:
    with caused.freely():
        league = results.confirm(League.objects.get(pk=pk), organiser, seen=stamp)
    return f"The results of {harmless(str(league))} are final, and everybody gets them."


FOR_PEOPLE = (RULE, HELP)  # verbs that are nothing without words
MOST_ANSWERS = 99  # of one letter; so many numbers a letter to an organiser can have
VERBS: dict[tuple[str, str], Callable[[int, str, Answer, Player], str]] = {
    (needs.LATE, EXTEND): _extend,
    (needs.LATE, REPLACE): _replace,
    (needs.ASKED, OK): _stand_in,
    (needs.ASKED, EXTEND): _extend,
    (needs.ASKED, REPLACE): _replace,
    (needs.UNREAD, OK): _read_again,
    (needs.HELP, HELP): _help,
    (needs.DISPUTE, RULE): _decide,
    (needs.RULING, OK): _as_it_ended,
    (needs.RULING, LAST): _absent_last,
    (needs.RESULTS, OK): _confirm,
}
