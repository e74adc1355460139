"""Letters that wait for a person: "was this you?" answered, a laid-aside letter tried again."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from tournaments.actions import journal
from tournaments.actions.league.permissions import may_help_in_one
from tournaments.actions.player import addresses
from tournaments.language.refusals import NotHeld, NotYours
from tournaments.language.speech import say
from tournaments.models import InboundLetter, League, Player
from tournaments.outbox import limits
from tournaments.queries.letters import identify, outcomes
from tournaments.runtime import code_version, hints
from tournaments.runtime.literal import Literal

State = InboundLetter.State
BATCH = 50  # letters of one sweep that are read again with new code


@transaction.atomic
def release(letter: InboundLetter, player: Player) -> InboundLetter:
    """Carry out "that was me": read the letter as of the moment it came, and ask its address whether it is theirs too.

    Unless nobody can say whose address that is, or its domain disowns the letter.
    """
    row = _held(letter, player)
    row.state, row.verdict, row.attempts, row.queue = State.RECEIVED, identify.RELEASED, 0, ""
    row.player, row.proved = player, True
    row.save(update_fields=("state", "verdict", "attempts", "queue", "player", "proved"))
    if identify.passed(row.auth_results, row.sender):
        addresses.name_if_free(player, row.sender)
    hints.read_letter(row.pk)
    journal.note("released", f"{player} said yes to a held letter", actor=player, seat=row.seat, letter=row.pk)
    return row


@transaction.atomic
def refuse(letter: InboundLetter, player: Player) -> InboundLetter:
    """Carry out "that was somebody else": put the letter away unread."""
    row = _held(letter, player)
    row.state, row.verdict = State.DONE, outcomes.of("disowned").verdict
    row.save(update_fields=("state", "verdict"))
    journal.note("disowned", f"{player} said no to a held letter", actor=player, seat=row.seat, letter=row.pk)
    return row


def release_if_held(letter: InboundLetter, player: Player | None) -> bool:
    """`release` for a `yes` by mail, which may come twice; False when there is nothing to say yes to."""
    if player is None:
        return False
    try:
        release(letter, player)
    except NotHeld:
        return False
    return True


def _held(letter: InboundLetter, player: Player) -> InboundLetter:
    row = InboundLetter.objects.select_for_update(of=("self",), no_key=True).select_related("seat").get(pk=letter.pk)
    owner = row.seat.player_id if row.seat is not None else row.player_id
    if owner != player.pk:
        raise NotYours(say("This letter is not yours."))
    if row.state != State.HELD:
        raise NotHeld(say("This letter does not wait for an answer any more."))
    return row


@transaction.atomic
def read_again(letter: InboundLetter, actor: Player) -> InboundLetter:
    """Have a letter that was laid aside tried once more, at the organiser's word."""
    rows = InboundLetter.objects.select_for_update(of=("self",), no_key=True)
    row = rows.select_related("seat__table", "player").get(pk=letter.pk)
    if not may_help_in_one(_leagues(row), actor):
        raise NotYours("Only an organiser or a helper of the letter's league may do this.")
    if row.state != State.LAID_ASIDE:
        raise NotHeld("This letter was not laid aside.")
    _as_if_it_had_come(row)
    journal.note("read again", f"{actor} had a letter read again", actor=actor, seat=row.seat, letter=row.pk)
    return row


def failed_before() -> list[int]:
    """Letters that were laid aside, of which this version of the code has tried none, oldest first.

    All of them are looked through until there is none left, then once an hour, as an older process may lay some aside.
    """
    looked = ("letters for new code", code_version.fingerprint())
    if limits.used(*looked, limits.HOUR):
        return []
    laid_aside = InboundLetter.objects.filter(state=Literal(State.LAID_ASIDE)).order_by("received_at", "pk")
    untried = laid_aside.exclude(failed_under__contains=code_version.fingerprint())
    found = list(untried.values_list("pk", flat=True)[:BATCH])
    if not found:
        limits.add(*looked, limits.HOUR, 1)
    return found


@transaction.atomic
def try_new_code(letter_pk: int) -> bool:
    """Have a letter that older code has laid aside read once by this one. False when somebody else has done so."""
    rows = InboundLetter.objects.select_for_update(of=("self",), no_key=True).select_related("seat")
    row = rows.filter(pk=letter_pk, state=State.LAID_ASIDE).first()
    if row is None or code_version.fingerprint() in row.failed_under:
        return False
    row.failed_under = code_version.with_ours(row.failed_under)
    _as_if_it_had_come(row)
    journal.note("read again", "the service was changed and reads a letter again", seat=row.seat, letter=row.pk)
    return True


def _as_if_it_had_come(row: InboundLetter) -> None:
    row.state, row.attempts, row.trouble, row.queue = State.RECEIVED, 0, "", ""
    row.save(update_fields=("state", "attempts", "trouble", "queue", "failed_under"))
    hints.read_letter(row.pk)


def _leagues(letter: InboundLetter) -> QuerySet[League]:
    """The leagues that the letter is for, or may be for while nobody knows for which table it is."""
    seats = [letter.seat] if letter.seat else identify.seats_of(letter.player) if letter.player else []
    return League.objects.filter(pk__in={seat.table.league_id for seat in seats}).order_by("pk")
