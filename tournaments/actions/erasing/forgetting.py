"""Rows without what they say of an erased person: their own, letters, the journal. Part of `erasure.erase`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Lower
from django.utils import timezone

from tournaments.actions.erasing import raw_mail
from tournaments.actions.erasing.called import OFFICE, Called, called
from tournaments.actions.league import organisers_asked
from tournaments.actions.player import address_keys, asked_addresses
from tournaments.actions.seats import offered
from tournaments.keys.rfc5322 import with_u_labels
from tournaments.language.no_names import NAMELESS
from tournaments.models import (
    Address,
    ApiKey,
    Case,
    InboundLetter,
    Invitation,
    JournalLine,
    League,
    LinkRequest,
    Note,
    Observer,
    OfficeOffer,
    Officer,
    OutboundLetter,
    Player,
    Press,
    SeatOffer,
    Vacation,
)
from tournaments.queries.letters import outcomes
from tournaments.runtime import hints

ADDRESSLESS = "former address"
# Of the person's row; all other columns go back to what a new row has.
KEPT = ("id", "created_at", "is_robot", "calendar_epoch", "renewed_at")
IN_STATE, OUT_STATE = InboundLetter.State, OutboundLetter.State
NOT_READ = (IN_STATE.RECEIVED, IN_STATE.HELD, IN_STATE.LAID_ASIDE)
ARRIVED = (OUT_STATE.SENT, OUT_STATE.GATHERED)
REASON = SeatOffer._meta.get_field("reason").max_length or 200
BATCH = 500  # rows that one statement reads or writes
AT_A_TIME = 8  # letters, each of up to a megabyte
SEARCHED_FOR = 0.8  # seconds, in the mail of strangers
TOLD = ("mail_from", "recipient", "message_id", "auth_results")  # of a letter in, beside its bytes
LOCAL_PART = re.compile(r"([^\s<>@\"]{1,64})@")


@dataclass(frozen=True, slots=True)
class Person:
    """The person to forget, as far as rows tell.

    called     their names, with when and where each meant them
    addresses  all that they have ever proved, lower case, IDN in both forms; none that is somebody else's by now. What
               a letter claims to come from, or what somebody has only named, proves nothing: rows of others are not
               theirs by that
    others     names of others in their leagues that contain one of theirs
    leagues    that they were ever in, organised, or were written to about: where words may name them
    offers     of seats, to them; those too of which only the journal knows
    """

    player: Player
    called: Called
    addresses: tuple[str, ...]
    others: tuple[str, ...]
    leagues: frozenset[int]
    offers: frozenset[int]
    _patterns: dict[frozenset[str], re.Pattern[str]] = field(default_factory=dict, repr=False)

    def blanked(self, text: str, names: frozenset[str]) -> str:
        """The text without these names, whatever white space their words have between them, and the addresses."""
        if not names and not self.addresses:
            return text
        theirs = set(map(_joined, names))
        if names not in self._patterns:
            self._patterns[names] = _words((*names, *self.others, *self.addresses))

        def instead(found: re.Match[str]) -> str:
            word = _joined(found[0])
            if word in self.addresses:
                return ADDRESSLESS
            return NAMELESS if word in theirs else found[0]

        return self._patterns[names].sub(instead, text)


def _joined(word: str) -> str:
    """A name or an address in small letters, with one space between two words."""
    return " ".join(word.lower().split())


def _words(words: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    every = (r"\s+".join(map(re.escape, word.split())) for word in longest_first)
    return re.compile(rf"(?<!\w)(?:{'|'.join(every)})(?!\w)", re.IGNORECASE)


# --- who it was ----------------------------------------------------------------------------------


def person(player: Player) -> Person:
    addresses = addresses_of(player)
    leagues = {*leagues_of(player).values_list("pk", flat=True), *_written_about(addresses)}
    known = called(player, leagues)
    return Person(
        player,
        known,
        tuple(sorted({*addresses, *map(with_u_labels, addresses)})),
        tuple(sorted(known.longer(leagues))),
        frozenset(leagues),
        frozenset(_offers(player, addresses)),
    )


def addresses_of(player: Player) -> set[str]:
    """Registered, second and former ones, all proved."""
    former = JournalLine.objects.filter(verb="address removed", actor=player).values_list("data__before", flat=True)
    seconds = player.addresses.filter(verified_at__isnull=False).values_list("email", flat=True)
    own = {address.lower() for address in (player.email, *seconds, *former) if address}
    theirs = _with(Player.objects.exclude(pk=player.pk), own, "email")
    verified = _with(Address.objects.exclude(player=player).filter(verified_at__isnull=False), own, "email")
    taken = {email.lower() for rows in (*theirs, *verified) for email in rows.values_list("email", flat=True)}
    return own - taken


def _with(rows: QuerySet[Any], addresses: Iterable[str], *columns: str) -> Iterator[QuerySet[Any]]:
    """The rows that have one of the addresses in one of the columns, in whatever case: one query for each portion."""
    wanted = sorted(addresses)
    for start in range(0, len(wanted), BATCH):
        portion, condition = wanted[start : start + BATCH], Q()
        for column in columns:
            condition |= Q(**{f"lower_{column}__in": portion})
        yield rows.alias(**{f"lower_{column}": Lower(column) for column in columns}).filter(condition)


def leagues_of(player: Player) -> QuerySet[League]:
    """Every league that the player was ever in, asked into, organised or was asked to organise."""
    entered, organised = player.entries.order_by().values("league"), player.organised.order_by().values("pk")
    asked, seated = player.invitations.order_by().values("league"), player.seats.order_by().values("table__league")
    offices = JournalLine.objects.filter(actor=player, verb__in=OFFICE).order_by().values("league")
    to_organise = player.office_offers.order_by().values("league")
    return League.objects.filter(pk__in=entered.union(organised, asked, seated, offices, to_organise))


def _written_about(addresses: set[str]) -> set[int]:
    """Leagues of whose seats one was offered to the addresses, or about which a letter went there."""
    found: set[int] = set()
    for offers in _with(SeatOffer.objects.all(), addresses, "email"):
        found.update(offers.values_list("seat__table__league", flat=True))
    for letters in _with(OutboundLetter.objects.filter(league__isnull=False), addresses, "to"):
        found.update(letters.order_by().values_list("league", flat=True).distinct())
    return found


def _offers(player: Player, addresses: set[str]) -> set[int]:
    """Offers of seats to the player: rows go some days after their end, lines of the journal name them for ever."""
    found = set(SeatOffer.objects.filter(player=player).values_list("pk", flat=True))
    taken = JournalLine.objects.filter(verb="seat taken", actor=player).values_list("data__offer", flat=True)
    found.update(filter(None, taken))
    for offers in _with(SeatOffer.objects.all(), addresses, "email"):
        found.update(offers.values_list("pk", flat=True))
    return found


# --- the person's own rows -----------------------------------------------------------------------


def blank_player(who: Person) -> None:
    player = who.player
    columns = [column for column in Player._meta.concrete_fields if column.name not in KEPT]
    for column in columns:
        setattr(player, column.name, column.get_default())
    player.name, player.email, player.is_active = NAMELESS, f"former-{player.pk}@erased.invalid", False
    player.erased_at = timezone.now()
    player.set_unusable_password()
    player.save(update_fields=[column.name for column in columns])
    address_keys.end(who.addresses)
    asked_addresses.forget(player.addresses.all())
    LinkRequest.objects.filter(player=player).delete()
    player.sign_ins.all().delete()
    ApiKey.objects.filter(player=player).delete()
    Vacation.objects.filter(entry__player=player).delete()
    player.invitations.update(email="")
    Observer.objects.filter(player=player).delete()
    of_nobody = (
        Address.objects.filter(verified_at=None), LinkRequest.objects, Invitation.objects, SeatOffer.objects,
        Observer.objects,
    )  # fmt: skip
    for rows in of_nobody:
        for portion in _with(rows.all(), who.addresses, "email"):
            portion.delete()
    offered.end(SeatOffer.objects.filter(by=player))
    organisers_asked.end(OfficeOffer.objects.filter(by=player))
    OfficeOffer.objects.filter(player=player).delete()
    Officer.objects.filter(player=player).delete()
    _blank_offers(who)
    player.entries.update(word="", ways={})
    Case.objects.filter(player=player).update(words="")
    Note.objects.filter(player=player).delete()
    Press.objects.filter(player=player).delete()


def _blank_offers(who: Person) -> None:
    """Blank the person in the reasons of organisers' offers; what they call the people they ask is theirs to say.

    So may the reason for which somebody is asked to organise.
    """
    rows = SeatOffer.objects.filter(seat__table__league__in=who.leagues).exclude(reason="")
    for pk, league, at, reason in rows.values_list("pk", "seat__table__league", "made_at", "reason"):
        names = who.called.in_own(league, at) if pk in who.offers else who.called.at(league, at)
        blanked = who.blanked(reason, names)
        if blanked != reason:
            SeatOffer.objects.filter(pk=pk).update(reason=blanked[:REASON])
    asked = OfficeOffer.objects.filter(league__in=who.leagues).exclude(reason="")
    for pk, league, at, reason in asked.values_list("pk", "league", "made_at", "reason"):
        blanked = who.blanked(reason, who.called.at(league, at))
        if blanked != reason:
            OfficeOffer.objects.filter(pk=pk).update(reason=blanked[:REASON])


# --- letters -------------------------------------------------------------------------------------


def letters_of(player: Player, *, wait: bool = False) -> QuerySet[InboundLetter]:
    """The letters that came from the player, or for a seat while it was theirs; locked.

    Without those that are being read, unless these are waited for: before any table is locked.
    """
    since = Q(seat__since=None) | Q(received_at__gte=F("seat__since"))
    rows = InboundLetter.objects.select_for_update(of=("self",), no_key=True, skip_locked=not wait)
    return rows.filter(Q(player=player) | Q(seat__player=player) & since | _for_former_seats(player))


def _for_former_seats(player: Player) -> Q:
    """The letters for seats that are others' by now, from the first letter to the player to the first to another."""
    theirs = OutboundLetter.objects.filter(player=player, seat__isnull=False).exclude(seat__player=player).order_by()
    before = theirs.filter(seat=OuterRef("seat"), created_at__lte=OuterRef("received_at"))
    first = theirs.filter(seat=OuterRef("seat")).values("seat").annotate(first=Min("created_at")).values("first")
    to_others = OutboundLetter.objects.filter(
        seat=OuterRef("seat"), created_at__gt=Subquery(first), created_at__lt=OuterRef("received_at")
    )
    return Q(seat__in=theirs.values("seat")) & Exists(before) & ~Exists(to_others.exclude(player=player).order_by())


def blank_letters(who: Person) -> None:
    # One that has come since and is being read is new mail of a stranger: it goes the way of all raw letters.
    mine = letters_of(who.player).values_list("pk", flat=True)
    found = sorted({*mine, *_of_nobody(who)})
    for start in range(0, len(found), BATCH):
        free = InboundLetter.objects.select_for_update(no_key=True, skip_locked=True).order_by("pk")
        batch = free.filter(pk__in=found[start : start + BATCH])
        portion = InboundLetter.objects.filter(pk__in=list(batch.values_list("pk", flat=True)))
        portion.filter(state__in=NOT_READ).update(state=IN_STATE.DONE, verdict=outcomes.of("erased").verdict)
        portion.update(
            raw=b"", recipient="", mail_from="", sender="", auth_results="", account={}, trouble="", message_id="",
            shown={},
        )  # fmt: skip
    _blank_letters_to(who, OutboundLetter.objects.filter(player=who.player))
    for letters in _with(OutboundLetter.objects.all(), who.addresses, "to"):
        _blank_letters_to(who, OutboundLetter.objects.filter(pk__in=list(letters.values_list("pk", flat=True))))


def _blank_letters_to(who: Person, letters: QuerySet[OutboundLetter]) -> None:
    letters.exclude(state__in=ARRIVED).update(state=OUT_STATE.NOT_WANTED)  # refused ones would be an organiser's task
    letters.update(
        to=who.player.email, sender="", subject="", text="", html="", headers={}, envelope_sender="", provider_id="",
        picture=None, papers=[], gist=[], asks=[], failure="the player was erased",
    )  # fmt: skip


def _of_nobody(who: Person) -> list[int]:
    """Letters of which nobody knew whose they were: from before the sign-up, bounces, from an address given up.

    Also those that came from wherever to a reply address of theirs that had ended, and theirs to seats of others.
    """
    pks: list[int] = []
    for written in _with(InboundLetter.objects.filter(player=None), who.addresses, "sender", "mail_from"):
        pks.extend(written.values_list("pk", flat=True))
    seats = OutboundLetter.objects.filter(player=who.player, seat__isnull=False).values("seat")
    rows = InboundLetter.objects.filter(Q(seat=None) | Q(seat__in=seats), player=None)
    for named in _with(rows, who.addresses, "recipient"):
        pks.extend(named.values_list("pk", flat=True))
    pks.extend(_that_name(who, rows))
    written = OutboundLetter.objects.filter(player=who.player).order_by().values_list("sender", flat=True)
    own = {part.lower() for sender in written.distinct().iterator() for part in LOCAL_PART.findall(sender)}
    for pk, recipient in rows.filter(seat=None, recipient__contains="+").values_list("pk", "recipient"):
        if recipient.strip("<>").partition("@")[0].lower() in own:
            pks.append(pk)
    return pks


def _that_name(who: Person, rows: QuerySet[InboundLetter]) -> Iterator[int]:
    """Those of these letters whose raw mail, or what a host has told of it, names the person.

    So much is searched as a page waits for, the newest first. Of what strangers sent and is done with, a flood leaves
    the rest unsearched: it is emptied whatever it says. Of what waits, what holds anything like an address is.
    """
    traces = raw_mail.Traces(who.addresses)
    kept = rows.exclude(**dict.fromkeys(TOLD, ""), raw=b"").order_by("-pk")
    ends = monotonic() + SEARCHED_FOR
    over = Q(state=IN_STATE.DONE) & ~Q(proved=True, seat__isnull=False)
    for pk, all_of_it in _searched(kept.exclude(over)):
        if traces.are_in(all_of_it, raw_mail.MOST_READ if monotonic() < ends else 0):
            yield pk
    done = kept.filter(over)
    for pk, all_of_it in _searched(done):
        if monotonic() >= ends:
            _leave_to_the_purge(done.filter(pk__lte=pk))
            return
        if traces.are_in(all_of_it):
            yield pk


def _searched(letters: QuerySet[InboundLetter]) -> Iterator[tuple[int, bytes]]:
    """Give each letter with all in which it may name somebody, also one of which no bytes are kept."""
    for pk, raw, *told in letters.values_list("pk", "raw", *TOLD).iterator(chunk_size=AT_A_TIME):
        yield pk, b"\n\n".join((*(words.encode() for words in told), bytes(raw)))


def _leave_to_the_purge(letters: QuerySet[InboundLetter]) -> None:
    """Have a purge, which begins at once, empty letters as those that strangers sent too long ago.

    To empty them here would take as long as to search them.
    """
    old = timezone.now() - settings.STRANGERS_LETTERS_KEPT - timedelta(microseconds=1)
    letters.order_by().filter(received_at__gt=old).update(received_at=old)
    hints.purge()
