"""Rows without what they say of an erased person: their own, letters, the journal. Part of `erasure.erase`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from tournaments.actions import address_keys, journal, offered
from tournaments.actions.names import NAMELESS
from tournaments.models import (
    Address,
    Case,
    InboundLetter,
    Invitation,
    JournalLine,
    League,
    LinkRequest,
    Note,
    OutboundLetter,
    Player,
    Press,
    SeatOffer,
    Vacation,
)

ADDRESSLESS = "former address"
# Of the person's row; all other columns go back to what a new row has.
KEPT = ("id", "created_at", "is_robot", "calendar_epoch", "renewed_at")
IN_STATE, OUT_STATE = InboundLetter.State, OutboundLetter.State
NOT_READ = (IN_STATE.RECEIVED, IN_STATE.HELD, IN_STATE.LAID_ASIDE)
ARRIVED = (OUT_STATE.SENT, OUT_STATE.GATHERED)
WHOSE_HOST = {"mail dead": "come back", "copies end": "come back"}  # behind these words a mail host speaks
OF_A_LETTER = ("held", "laid aside")  # lines that name only the letter
REASON = SeatOffer._meta.get_field("reason").max_length or 200
BATCH = 500  # lines of the journal that are written together
LEAST = 3  # letters of a name that was cut off at the end of a journal line


@dataclass(frozen=True, slots=True)
class Person:
    """Whom to forget, as far as rows tell.

    names      all that they had, the longest first
    addresses  all that letters came from or went to, lower case; none that is somebody else's by now
    others     names of others in their leagues that contain one of theirs
    leagues    that they were ever in, organised, or were written to about: where words may name them
    """

    player: Player
    names: tuple[str, ...]
    addresses: tuple[str, ...]
    others: tuple[str, ...]
    leagues: frozenset[int]

    def blanked(self, text: str) -> str:
        """The text without the names and addresses."""
        return _words((*self.names, *self.others, *self.addresses)).sub(self._instead, text)

    def _instead(self, found: re.Match[str]) -> str:
        word = found[0].lower()
        if word in self.addresses:
            return ADDRESSLESS
        return NAMELESS if word in {name.lower() for name in self.names} else found[0]


def _words(words: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


# --- who it was ----------------------------------------------------------------------------------


def person(player: Player) -> Person:
    names, addresses = names_of(player), addresses_of(player)
    leagues = {*leagues_of(player).values_list("pk", flat=True), *_written_about(addresses)}
    others = Player.objects.filter(entries__league__in=leagues).exclude(pk=player.pk)
    longer = {
        name for name in others.values_list("name", flat=True) if any(own.lower() in name.lower() for own in names)
    }
    return Person(player, tuple(names), tuple(sorted(addresses)), tuple(longer - set(names)), frozenset(leagues))


def names_of(player: Player) -> list[str]:
    """All names that the player has had, the longest first."""
    return sorted({player.name, *_noted(player, "renamed")}, key=len, reverse=True)


def _noted(player: Player, verb: str) -> set[str]:
    """What was theirs before they changed it, as the journal has it."""
    before = JournalLine.objects.filter(verb=verb, actor=player).values_list("data__before", flat=True)
    return set(filter(None, before))


def addresses_of(player: Player) -> set[str]:
    """Registered, second and former ones, and what their letters came from."""
    found = {player.email, *_noted(player, "address removed"), *player.addresses.values_list("email", flat=True)}
    found |= set(player.letters_out.order_by().values_list("to", flat=True).distinct())
    for column in ("sender", "mail_from"):
        found |= set(player.letters_in.order_by().values_list(column, flat=True).distinct())
    own = {address.strip(" <>").lower() for address in found if "@" in address}
    theirs = Player.objects.exclude(pk=player.pk).values_list("email", flat=True)
    seconds = Address.objects.exclude(player=player).filter(verified_at__isnull=False).values_list("email", flat=True)
    return own - {email.lower() for rows in (theirs, seconds) for email in _among(rows, own)}


def _among(emails: Any, wanted: set[str]) -> list[str]:
    condition = Q(pk__in=())
    for address in wanted:
        condition |= Q(email__same=address)
    return list(emails.filter(condition))


def leagues_of(player: Player) -> QuerySet[League]:
    """Every league that the player was ever in, asked into or organised."""
    entered, organised = player.entries.order_by().values("league"), player.organised.order_by().values("pk")
    asked, seated = player.invitations.order_by().values("league"), player.seats.order_by().values("table__league")
    return League.objects.filter(pk__in=entered.union(organised, asked, seated))


def _written_about(addresses: set[str]) -> set[int]:
    """Leagues of whose seats one was offered to the addresses, or about which a letter went there."""
    offers = SeatOffer.objects.filter(_any("email", addresses)).values_list("seat__table__league", flat=True)
    letters = OutboundLetter.objects.filter(_any("to", addresses), league__isnull=False)
    return {*offers, *letters.order_by().values_list("league", flat=True).distinct()}


# --- the person's own rows -----------------------------------------------------------------------


def blank_player(who: Person) -> None:
    player = who.player
    for field in Player._meta.concrete_fields:
        if field.name not in KEPT:
            setattr(player, field.name, field.get_default())
    player.name, player.email, player.is_active = NAMELESS, f"former-{player.pk}@erased.invalid", False
    player.erased_at = timezone.now()
    player.set_unusable_password()
    player.save()
    address_keys.end(who.addresses)
    player.addresses.all().delete()
    Address.objects.filter(_any("email", who.addresses), verified_at=None).delete()
    LinkRequest.objects.filter(Q(player=player) | _any("email", who.addresses)).delete()
    player.sign_ins.all().delete()
    Vacation.objects.filter(entry__player=player).delete()
    player.invitations.update(email="")
    Invitation.objects.filter(_any("email", who.addresses)).delete()
    SeatOffer.objects.filter(_any("email", who.addresses)).delete()
    offered.end(SeatOffer.objects.filter(by=player))
    _blank_offers(who)
    player.entries.update(word="", ways={})
    Case.objects.filter(player=player).update(words="")
    Note.objects.filter(player=player).delete()
    Press.objects.filter(player=player).delete()


def _blank_offers(who: Person) -> None:
    """Of offers to others: what an organiser wrote may name the person."""
    for offer in SeatOffer.objects.filter(seat__table__league__in=who.leagues):
        blanked = who.blanked(offer.reason), who.blanked(offer.name)
        if blanked != (offer.reason, offer.name):
            SeatOffer.objects.filter(pk=offer.pk).update(reason=blanked[0][:REASON], name=blanked[1])


def _any(column: str, values: Iterable[str]) -> Q:
    """Whether a column is one of the values, in whatever case."""
    condition = Q(pk__in=())
    for value in values:
        condition |= Q(**{f"{column}__iexact": value})
    return condition


# --- letters -------------------------------------------------------------------------------------


def letters_of(player: Player, *, skip_locked: bool = False) -> QuerySet[InboundLetter]:
    """What has come from the player, or for a seat while it was theirs; locked."""
    since = Q(seat__since=None) | Q(received_at__gte=F("seat__since"))
    rows = InboundLetter.objects.select_for_update(of=("self",), no_key=True, skip_locked=skip_locked)
    return rows.filter(Q(player=player) | Q(seat__player=player) & since | _for_former_seats(player))


def _for_former_seats(player: Player) -> Q:
    """What came for seats that are others' by now, from the first letter to the player to the first to another."""
    theirs = OutboundLetter.objects.filter(player=player, seat__isnull=False).exclude(seat__player=player).order_by()
    before = theirs.filter(seat=OuterRef("seat"), created_at__lte=OuterRef("received_at"))
    first = theirs.filter(seat=OuterRef("seat")).values("seat").annotate(first=Min("created_at")).values("first")
    to_others = OutboundLetter.objects.filter(
        seat=OuterRef("seat"), created_at__gt=Subquery(first), created_at__lt=OuterRef("received_at")
    )
    return Q(seat__in=theirs.values("seat")) & Exists(before) & ~Exists(to_others.exclude(player=player).order_by())


def blank_letters(who: Person) -> None:
    # One that has come since and is being read is new mail of a stranger: it goes the way of all raw letters.
    mine = letters_of(who.player, skip_locked=True).values_list("pk", flat=True)
    found = InboundLetter.objects.filter(pk__in={*mine, *_of_nobody(who)})
    found.filter(state__in=NOT_READ).update(state=IN_STATE.DONE, verdict="erased")
    found.update(raw=b"", recipient="", mail_from="", sender="", auth_results="", account={}, trouble="", message_id="")
    letters = OutboundLetter.objects.filter(Q(player=who.player) | _any("to", who.addresses))
    letters.exclude(state__in=ARRIVED).update(state=OUT_STATE.NOT_WANTED)  # refused ones would be an organiser's task
    letters.update(
        to=who.player.email, sender="", subject="", text="", html="", headers={}, envelope_sender="", provider_id="",
        picture=None, papers=[], gist=[], asks=[], failure="the player was erased",
    )  # fmt: skip


def _of_nobody(who: Person) -> list[int]:
    """Letters of which nobody knew whose they were: from before the sign-up, bounces, from an address given up.

    Also those that came from wherever to a reply address of theirs that had ended.
    """
    seats = OutboundLetter.objects.filter(player=who.player, seat__isnull=False).values("seat")
    rows = InboundLetter.objects.filter(Q(seat=None) | Q(seat__in=seats), player=None)
    named = _any("sender", who.addresses) | _any("mail_from", who.addresses) | _any("recipient", who.addresses)
    pks = list(rows.filter(named).values_list("pk", flat=True))
    marks = [address.encode() for address in who.addresses]
    for pk, raw in rows.exclude(raw=b"").values_list("pk", "raw").iterator(chunk_size=50):
        if any(mark in bytes(raw).lower() for mark in marks):
            pks.append(pk)
    written = OutboundLetter.objects.filter(player=who.player)
    for pk, recipient in rows.filter(seat=None, recipient__contains="+").values_list("pk", "recipient"):
        if written.filter(sender__icontains=recipient.strip("<>").partition("@")[0]).exists():
            pks.append(pk)
    return pks


# --- the journal ---------------------------------------------------------------------------------


def blank_journal(who: Person) -> None:
    """Lines are never changed otherwise; a person's names and addresses in them are."""
    changed = []
    for line in JournalLine.objects.filter(_lines_about(who)).iterator():
        before = line.words, line.data
        renamed = line.actor_id == who.player.pk and line.verb == "renamed"
        line.words, line.data = _blanked_line(line, who), {} if renamed else _in_strings(line.data, who.blanked)
        if (line.words, line.data) != before:
            changed.append(line)
    # Rows that are there already: of each only these two columns are written.
    JournalLine.objects.bulk_create(
        changed, BATCH, update_conflicts=True, unique_fields=("id",), update_fields=("words", "data")
    )


def _lines_about(who: Person) -> Q:
    player = who.player
    letters = set(letters_of(player).values_list("pk", flat=True))
    of_nobody = JournalLine.objects.filter(actor=None, league=None).values_list("pk", "verb", "data")
    about = [
        pk
        for pk, verb, data in of_nobody.iterator()
        if data.get("player") == player.pk or (verb in OF_A_LETTER and data.get("letter") in letters)
    ]
    return Q(actor=player) | Q(seat__player=player) | Q(league__in=who.leagues) | Q(pk__in=about)


def _blanked_line(line: JournalLine, who: Person) -> str:
    words = who.blanked(line.words)
    if line.data.get("player") == who.player.pk and (end := WHOSE_HOST.get(line.verb)):
        words = words.partition(end)[0] + end
    if len(line.words) >= journal.WORDS:
        words = _without_cut_name(words, who)
    return words[: journal.WORDS]


def _without_cut_name(words: str, who: Person) -> str:
    """The end of a line that had no room may hold the beginning of a name or an address."""
    for word in (*who.names, *who.addresses):
        for length in range(len(word) - 1, LEAST - 1, -1):
            if words.lower().endswith(word[:length].lower()):
                return words[:-length].rstrip()
    return words


def _in_strings(value: Any, change: Callable[[str], str]) -> Any:
    """JSON with every string in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_in_strings(part, change) for part in value]
    if isinstance(value, dict):
        return {name: _in_strings(part, change) for name, part in value.items()}
    return value
