"""Leagues that are not for everybody: invited by letter, or by a link that the organiser hands out."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from engine.language.languages import to_say
from tournaments.actions import journal, present
from tournaments.actions.league import leagues
from tournaments.actions.league.permissions import may_act
from tournaments.actions.player import bounces, people, strangers
from tournaments.keys import rfc5322
from tournaments.language.refusals import AlreadyEntered, BadSettings, LinkExpired, NotOpen
from tournaments.language.speech import say
from tournaments.letters import people as letters
from tournaments.models import Entry, Invitation, JournalLine, League, Player
from tournaments.outbox import limits, outbox
from tournaments.runtime import portions

MOST_AT_ONCE = 60  # addresses
LONGEST_LIST = 8_000  # characters of them
LETTERS_A_DAY = 1  # to one address about one league
KEPT = timedelta(days=30)  # an address after the last letter to it that nobody has answered
CANCELLED = to_say("This league was cancelled and cannot be joined any more.")
ALTERED = to_say("This invitation was altered on its way. Open the link of the letter once more.")
INCOMPLETE = to_say("This link is not complete. Ask for it once more.")
INVITED_SALT, LINK_SALT = "invited", "league link"


def addresses(text: str) -> list[str]:
    """The mail addresses in a text that was pasted, each once. BadSettings names what looks like one and is none, or is
    the service's own.
    """
    found: dict[str, None] = {}
    for written, email in rfc5322.pasted(text):
        refuse_odd(written, email)
        found[email] = None
    if not found:
        raise BadSettings("There is no mail address in this text.")
    if len(found) > MOST_AT_ONCE:
        raise BadSettings(f"Invite {MOST_AT_ONCE} at a time; these are {len(found)}.")
    return list(found)


def refuse_odd(written: str, email: str) -> None:
    """BadSettings for what is no address that can be invited. `email`: its canonical form, "" if it has none."""
    try:
        validate_email(email)
    except ValidationError as error:
        raise BadSettings(_no_address(written)) from error
    people.refuse_ours(email)


def _no_address(written: str) -> str:
    sign = rfc5322.odd_sign(written)
    why = f": {sign} (U+{ord(sign):04X}) cannot stand in one" if sign else ""
    return f"“{written}” is no mail address{why}."


@transaction.atomic
def invite(league: League, actor: Player, text: str) -> int:
    """Mail an invitation to every address in the text; how many letters were written.

    Who is in the league already, or has had the letter today, gets none. Whether an address is somebody's who plays
    here makes no difference to anything that the organiser sees. TooOften for more letters than one organiser or all
    may have sent: then none is.
    """
    league = leagues.locked_for(league, actor)
    _refuse_closed(league)
    return _invite(league, actor, addresses(text))


def _refuse_closed(league: League) -> None:
    if league.state != League.State.OPEN:
        raise NotOpen(f"{league} is {league.get_state_display()}: nobody can join it now.")
    if not league.takes_entries:
        raise NotOpen(say("The entries of {league} have closed. Move its start first.", league=league))


def to_ask_again(league: League, actor: Player) -> list[str]:
    """The addresses of those who were in the league that this one was copied from, without whom no letter reaches.

    Who waited for a place was in it, too. Nobody's where the actor does not organise that league as well; not of those
    who left it or were disqualified, or are in here.
    """
    before = league.copied_from
    if before is None or not may_act(before, actor):
        return []
    here = league.entries.exclude(state=Entry.State.LEFT).values("player")
    were = before.entries.exclude(state__in=Entry.GONE).exclude(player__in=here)
    reached = were.filter(player__is_active=True, player__dead_at=None)
    return list(reached.order_by("pk").values_list("player__email", flat=True))


@transaction.atomic
def ask_again(league: League, actor: Player) -> int:
    """Invite everybody who was in the earlier league; how many letters were written, as `invite` does."""
    league = leagues.locked_for(league, actor)
    _refuse_closed(league)
    return _invite(league, actor, to_ask_again(league, actor))


def _invite(league: League, actor: Player, emails: list[str]) -> int:
    # In one order for all who invite at this moment: counts of the same addresses are raised one after the other.
    found = sorted(emails)
    limits.hold_addresses(found)  # whoever has one may be forgotten at this moment
    invited = [row for row in map(partial(_row, league), found) if _gets_a_letter(row)]
    strangers.count(actor, [row.email for row in invited])
    for row in invited:
        _write(row, actor)
    words = f"{actor} invited {len(invited)} by letter to {league}"
    journal.note("invited", words, actor=actor, league=league, letters=len(invited))
    return len(invited)


def letters_written(league: League) -> int:
    """The number of letters that have invited to the league, as the journal has it.

    Not counted from invitations: two to one person are one, and those of nobody are forgotten earlier.
    """
    lines = JournalLine.objects.filter(league=league, verb="invited", data__letters__isnull=False)
    return sum(lines.values_list("data__letters", flat=True))


def _row(league: League, email: str) -> Invitation:
    """The invitation of the owner of this address, new if there is none. The league is locked."""
    player, rows = people.player_of(email), league.invitations.all()
    found = rows.filter(player=player) if player else rows.filter(player=None, email=email)
    found = found.select_for_update(of=("self",), no_key=True)
    row = _not_answered(found.first()) or Invitation(league=league, player=player)
    # The address may have come to somebody, or have gone to another player, since an earlier letter.
    others = rows.filter(email=email).exclude(pk=row.pk)
    others.filter(player=None).delete()
    others.update(email="")
    row.email = email
    row.save(update_fields=("email",) if row.pk else None)
    return row


def _not_answered(row: Invitation | None) -> Invitation | None:
    """The invitation, unless it has been answered or is over: a new one takes its place, and its key stays dead."""
    if row is None or row.email or not row.sent:
        return row
    row.delete()
    return None


def _gets_a_letter(row: Invitation) -> bool:
    """Whether an address gets a letter: not one of an entrant that the desk shows. A player's other addresses do."""
    if row.league.entries.exclude(state=Entry.State.LEFT).filter(player__email__same=row.email).exists():
        return False
    return strangers.may_be_written(row.email, counted_as(row.league_id), LETTERS_A_DAY)


def counted_as(league: int) -> str:
    """The name of the count of letters to one address about a league."""
    return f"invited to {league}"


def _write(row: Invitation, actor: Player) -> None:
    """Mail it to the address as it was typed: other addresses of its owner are not the organiser's affair."""
    row.refresh_from_db(fields=("sent",))  # two addresses of one player share a row
    row.sent, row.sent_at = row.sent + 1, timezone.now()
    row.save(update_fields=("sent", "sent_at"))
    draft = letters.invited(strangers.reader(row.email, actor), row.league, actor, address(row))
    key = f"invitation:{row.pk}:{row.sent}:{limits.reason_key([row.email])}"
    outbox.write(draft, player=None, to=row.email, league=row.league, dedupe=key)


def address(invitation: Invitation) -> str:
    """The full address of the page behind a mailed invitation; it proves the mail address."""
    return strangers.page("player:invitation", INVITED_SALT, invitation.pk, invitation.email)


def link(league: League) -> str:
    """The full address that an organiser hands out; whoever opens it signs in first."""
    return strangers.page("player:league-link", LINK_SALT, league.pk)


def read(key: str) -> Invitation:
    """The invitation that a mailed page is about; `player` is who has its address now, None while nobody has.

    `email` is the address that the letter went to: of several of one player each has a letter that works.

    LinkExpired when it was altered, was withdrawn, or when nobody can join any more.
    """
    pk, email = strangers.read_key(key, INVITED_SALT, ALTERED)
    row = Invitation.objects.filter(pk=pk).select_related("league", "player").first()
    if row is not None and row.email:
        row = _by(row, email)
    if row is not None and row.league.is_cancelled:
        raise LinkExpired(say(CANCELLED))
    if row is None or not row.league.takes_entries:
        raise LinkExpired(say("This league cannot be joined any more."))
    row.player = people.player_of(row.email) if row.email else row.player
    if row.player is not None and not row.player.is_active:
        raise LinkExpired(say("This league cannot be joined any more."))
    if not row.email and entry_of(row) is None:
        raise LinkExpired(say("This invitation has been used. You find the league on your own page."))
    return row


def _by(row: Invitation, email: str) -> Invitation | None:
    """The invitation as the letter to this address has it; None where it went to somebody else."""
    if row.email != email and (row.player is None or people.player_of(email) != row.player):
        return None
    row.email = email
    return row


def entry_of(invitation: Invitation) -> Entry | None:
    """The entry of the invited person, on the waiting list as well; None for who has not joined or is out again."""
    entries = invitation.league.entries.exclude(state__in=Entry.GONE)
    return entries.filter(player=invitation.player).first() if invitation.player is not None else None


def league_of(key: str) -> League:
    """The league that a handed-out link is about. LinkExpired as for `read`."""
    pk = strangers.read_key(key, LINK_SALT, INCOMPLETE)
    league = League.objects.filter(pk=pk, access=League.Access.LINK).first()
    if league is not None and league.is_cancelled:
        raise LinkExpired(say(CANCELLED))
    if league is None or not league.takes_entries:
        raise LinkExpired(say("This league cannot be joined by a link now."))
    return league


@transaction.atomic
def come_by_link(league: League, player: Player) -> Invitation:
    """Let a player with the link see and join the league from now on. LinkExpired when it is not open any more."""
    league = leagues.locked(league)
    if not league.takes_entries or league.access != League.Access.LINK:
        raise LinkExpired(say(CANCELLED) if league.is_cancelled else say("This league cannot be joined by a link now."))
    present.hold(player)
    invitation, new = Invitation.objects.get_or_create(league=league, player=player)
    if new:
        journal.note("came by link", f"{player} has the link of {league}", actor=player, league=league)
    return invitation


def accept(invitation: Invitation, name: str, zone: str, word: str, language: str = "") -> Entry:
    """Take the player of a mailed invitation in, or on the waiting list: its button proves the address.

    name, zone, language  of a new player, whom this press makes; a known one keeps their own
    """
    with transaction.atomic():
        league = leagues.locked(invitation.league)
        now = _open(invitation.pk, league)
        named, row = now.email, _by(now, invitation.email)
        if row is None:
            raise LinkExpired(say("This league cannot be joined any more."))
        player = people.begin(row.email, name, zone, language)
        list(league.entries.select_for_update(no_key=True).filter(player=player).values_list("pk"))
        player = present.hold(player)
        league.invitations.filter(player=player).exclude(pk=row.pk).delete()  # has come by the link as well
        asked = league.invitations.filter(pk=row.pk, email=named)
        if not asked.update(player=player, email=""):  # whom it went to was forgotten at this moment
            raise LinkExpired(say("This league cannot be joined any more."))
        entry = leagues.enrol(league, player, word)
        bounces.note_heard(player)
    bounces.hear_from(player)
    return entry


def _open(pk: int, league: League) -> Invitation:
    """The invitation as it is now, if still open: of several presses the first has used it up."""
    row = Invitation.objects.filter(pk=pk, league=league).first()
    if row is None:
        raise LinkExpired(say("This league cannot be joined any more."))
    if not row.email:
        raise AlreadyEntered(say("You are in {league} already.", league=league))
    return row


def end_links(player: Player) -> None:
    """End the links of older invitations to a player whose mailbox was read by somebody else.

    Whoever is invited goes on at their own page. A key names its row, which is another one from now on: the organiser
    may ask the same address again, and the older letter stays dead.
    """
    verified = player.addresses.filter(verified_at__isnull=False).values_list("email", flat=True)
    mine = Q(player=player)
    for email in (player.email, *verified):
        mine |= Q(player=None, email__same=email)  # asked before the address was theirs
    for row in list(Invitation.objects.filter(mine).order_by("player", "pk")):
        row.delete()
        known = {"sent": row.sent, "sent_at": row.sent_at}
        Invitation.objects.get_or_create(league_id=row.league_id, player=player, defaults=known)


def forget_unanswered(now: datetime) -> int:
    """Forget the addresses of invitations that nobody can or does answer; how many there were."""
    over = ~Q(league__state=League.State.OPEN) | Q(sent_at__lt=now - KEPT)
    old = Invitation.objects.filter(over).exclude(email="")
    return portions.delete(old.filter(player=None)) + portions.update(old, email="")
