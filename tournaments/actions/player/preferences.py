"""Players say how letters come to them. What the ways mean is in `tournaments.outbox.preferences`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from engine.language.languages import LANGUAGES
from tournaments.actions import journal, present
from tournaments.language.refusals import BadSettings, LinkExpired, NotYours, TooOften
from tournaments.language.speech import say
from tournaments.letters.headers import read_unsubscribe_key, renewal_of
from tournaments.models import Address, Entry, OutboundLetter, Player, Turn
from tournaments.outbox import limits, outbox, preferences
from tournaments.queries import entries
from tournaments.queries.ways import NEWS, OFF, TURNS, known

State = OutboundLetter.State
LONGEST_NIGHT = 10  # hours
COPIED = 2  # second addresses of one player that get copies
CHANGED_A_DAY = 30  # times, of each of these settings: the journal keeps every one


@transaction.atomic
def choose(
    player: Player, ways: Mapping[str, str], digest_hour: int | None = None, *, calendar_files: bool | None = None
) -> Player:
    """For all leagues: how letters come, at which hour of the player's own day the daily one does, and with what.

    What is not named stays as it is.
    calendar_files  whether a letter with a deadline has it attached for calendar programs
    """
    player = present.hold(player)
    player.ways = known({**player.ways, **ways})
    player.digest_hour = player.digest_hour if digest_hour is None else digest_hour
    player.calendar_files = player.calendar_files if calendar_files is None else calendar_files
    player.needs_at = None  # planned anew for the new hour
    player.clean_fields(exclude=("password",))
    player.save(update_fields=("ways", "digest_hour", "calendar_files", "needs_at"))
    rearrange(player)
    return player


@transaction.atomic
def choose_for(player: Player, entry: Entry, ways: Mapping[str, str]) -> Entry:
    """The same for one league; a way that is "" is as for all leagues there."""
    if entry.player_id != player.pk:
        raise NotYours(say("This is not your entry."))
    entry = _locked(entry)
    player = present.hold(player)
    entry.ways = known({**entry.ways, **ways})
    entry.save(update_fields=("ways",))
    rearrange(player)
    return entry


def _locked(entry: Entry) -> Entry:
    """The entry as it is now: what is chosen for a league in two places at once is not mixed."""
    return (
        Entry.objects.select_for_update(of=("self",), no_key=True).select_related("player", "league").get(pk=entry.pk)
    )


@transaction.atomic
def fewest_letters(key: str) -> Entry:
    """One click in the mail program: the daily letter instead of single ones. Nobody loses a seat by it."""
    try:
        player, league, renewal = read_unsubscribe_key(key)
    except (signing.BadSignature, ValueError) as error:
        raise LinkExpired(say("This link was altered.")) from error
    entry = Entry.objects.select_related("player", "league").filter(player=player, league=league).first()
    if entry is None:
        raise LinkExpired(say("You are not in this league."))
    if renewal != renewal_of(entry.player):
        raise LinkExpired(say("All older links were ended. Use the one in a newer letter, or your profile."))
    return fewest_for(entry)


@transaction.atomic
def fewest_for(entry: Entry) -> Entry:
    """The daily letter for one league; what was turned off there before stays off."""
    entry = _locked(entry)
    ways = {**preferences.FEWEST, **{g: w for g, w in entry.ways.items() if w == OFF}}
    # The link must always work (RFC 8058); only the journal, which is kept for ever, is spared.
    if ways != entry.ways and limits.allow("fewer letters", str(entry.player_id), CHANGED_A_DAY, limits.DAY):
        journal.note("fewer letters", f"{entry.player} wants fewer letters", actor=entry.player, league=entry.league)
    return choose_for(entry.player, entry, ways)


@transaction.atomic
def keep_quiet(player: Player, hours: tuple[int, int] | None) -> Player:
    """Set the hours of the player's day in which no deadline falls, from the next question on; None: there are none."""
    if hours is not None and not 0 < (hours[1] - hours[0]) % 24 <= LONGEST_NIGHT:
        raise BadSettings(say("Quiet hours are at least one and at most {most}.", most=LONGEST_NIGHT))
    player = present.hold(player)
    if player.quiet == hours:
        return player
    count("quiet hours", player)
    player.quiet_from, player.quiet_until = hours or (None, None)
    player.save(update_fields=("quiet_from", "quiet_until"))
    journal.note("quiet hours", f"{player} has other quiet hours", actor=player)
    return player


@transaction.atomic
def speak(player: Player, language: str) -> Player:
    """Set the language, one of LANGUAGES, in which the player reads letters, pages and papers from now on."""
    if present.hold(player).language == language:
        player.language = language
        return player
    count("language", player)
    player.language = language
    player.save(update_fields=("language",))
    journal.note("language", f"{player} reads {LANGUAGES[language]} now", actor=player)
    return player


def count(what: str, player: Player) -> None:
    """Count one change of a setting that the journal tells of. TooOften for very many of this sort in a day."""
    if not limits.allow(what, str(player.pk), CHANGED_A_DAY, limits.DAY):
        raise TooOften(
            say("You have changed this {most} times today: it stays as it is until tomorrow.", most=CHANGED_A_DAY)
        )


@transaction.atomic
def copy_letters(player: Player, address_id: int, *, on: bool) -> Address:
    """Send every letter to a second address too, or no more.

    NotYours unless the player has proved that address; BadSettings for copies to more than COPIED of them.
    """
    present.hold(player)
    address = player.addresses.select_for_update(no_key=True).filter(pk=address_id, verified_at__isnull=False).first()
    if address is None:
        raise NotYours(say("Confirm this address first: a letter with a link is on its way to it."))
    if address.copies != on:
        if on and player.addresses.filter(copies=True).count() >= COPIED:
            raise BadSettings(say("Copies go to {most} addresses at most. End one of them first.", most=COPIED))
        count("copies", player)
        address.copies = on
        address.save(update_fields=("copies",))
        words = f"{player} gets copies at a second address" if on else f"{player} gets no more copies"
        journal.note("copies", words, actor=player)
    return address


@transaction.atomic
def renew_calendar(player: Player) -> Player:
    """End the address of the player's calendar; there is a new one at once. TooOften."""
    player = present.hold(player)
    count("calendar", player)
    player.calendar_epoch += 1
    player.save(update_fields=("calendar_epoch",))
    journal.note("calendar renewed", f"{player} has a new calendar address", actor=player)
    return player


def rearrange(player: Player) -> None:
    """Send what waits for the daily letter the way that holds now; the player's row is locked."""
    now = timezone.now()
    waiting = player.letters_out.filter(state=State.FOR_DIGEST)
    goes = _as_it_goes_now(player, waiting)
    waiting.filter(pk__in=goes[State.FOR_DIGEST]).update(due_at=preferences.next_digest(player, now))
    waiting.filter(pk__in=goes[State.NOT_WANTED]).update(state=State.NOT_WANTED, due_at=now)
    waiting.filter(pk__in=goes[State.GATHERED]).update(state=State.GATHERED, due_at=now)
    outbox.release(waiting.filter(pk__in=goes[State.QUEUED]))


def _as_it_goes_now(player: Player, waiting: QuerySet[OutboundLetter]) -> dict[str, list[int]]:
    """The state that each letter has from now on: the state -> keys of letters."""
    entries.look_up_everywhere(player)
    asked = set(Turn.objects.filter(seat__player=player, ended_at=None).values_list("seat", "serial"))
    goes = defaultdict[str, list[int]](list)
    known = waiting.select_related("league").only("player", "kind", "seat", "serial", "league__id")
    for letter in known.order_by("pk"):
        is_turn = letter.kind == "turn"
        state = preferences.state_of_group(TURNS if is_turn else NEWS, player, letter.league)
        if state == State.QUEUED and is_turn and (letter.seat_id, letter.serial) not in asked:
            state = State.GATHERED  # its question is answered, or somebody else's
        goes[state].append(letter.pk)
    return goes
