"""The owner of a letter and the sender's right to act: token, sender, verdict of DMARC. Executes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from django.conf import settings
from django.db.models import Q, QuerySet

from tournaments.keys import address, dmarc
from tournaments.keys.address import Forged, Token
from tournaments.keys.in_text import holds_id
from tournaments.models import Address, InboundLetter, OutboundLetter, Player, Seat, Table

DAY = timedelta(days=1)
RELEASED = "released"  # verdict of a letter that its player has said yes to


class Right(Enum):
    """The right that a letter has."""

    ACT = "act"
    HOLD = "hold"  # ask the registered address "was this you?"
    CONFIRM = "confirm"  # no token: read-only commands are answered, everything else is confirmed first
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Author:
    """The author of a letter, as far as it can be known.

    token   of the reply address; None for the bare address
    seat    that the token names and still belongs to
    player  whose registered or verified address it came from
    why     a word for the journal of the door: "known", "other address", "dmarc", "stranger", "forged", "dead token"
    """

    token: Token | None
    seat: Seat | None
    player: Player | None
    right: Right
    why: str


def token_of(recipients: Iterable[str], references: Sequence[str] = ()) -> Token | None:
    """The first valid token among the recipients, else the last in the references, which are Message-IDs, oldest first.

    Of several addresses of its seat the newest counts, by whichever the letter comes: so all its copies are about one
    decision, and one of them has an effect. Forged when there is none but something that pretends to be one. Addresses
    of other hosts may look as they like.
    """
    forged: Forged | None = None
    newest: Token | None = None
    for recipient in recipients:
        if address.box(recipient)[1] != settings.MAIL_DOMAIN:
            continue
        try:
            found = address.read(recipient, settings.MAIL_KEYS, local=settings.MAIL_LOCAL)
        except Forged as error:
            forged = error
            continue
        if found is not None and (newest is None or found.is_newer(newest)):
            newest = found
    if newest is not None:
        return newest
    tokens = address.find_tokens(" ".join(references), settings.MAIL_KEYS)
    if tokens:
        return tokens[-1]
    if forged is not None:
        raise forged
    return None


def seat_of(token: Token, at_hand: Seat | None) -> Seat | None:
    """The seat that a token names, unless its addresses have been ended since. `at_hand`: perhaps it is this one."""
    seat = at_hand if at_hand is not None and at_hand.pk == token.seat_id else _seat(token.seat_id)
    return seat if seat is not None and seat.token_epoch == token.epoch else None


def is_answered_at(letter: OutboundLetter, seat: Seat) -> bool:
    """Whether the seat's addresses are still those of our letter: none of them has been ended since it was written."""
    token = address.read(letter.headers.get("Reply-To", ""), settings.MAIL_KEYS, local=settings.MAIL_LOCAL)
    return token is not None and token.seat_id == seat.pk and seat_of(token, seat) is not None


def _seat(pk: int) -> Seat | None:
    return Seat.objects.select_related("player", "table__league").filter(pk=pk).first()


def former_seat(row: InboundLetter, author: Author, player: Player) -> Seat | None:
    """The seat that a valid but ended address named, if letters about it went to this player, who has written."""
    if author.token is None or not (row.verdict == RELEASED or passed(row.auth_results, row.sender)):
        return None
    seat = _seat(author.token.seat_id)
    wrote = OutboundLetter.objects.filter(seat=author.token.seat_id, player=player)
    return seat if wrote.exists() else None


def seats_of(player: Player) -> list[Seat]:
    """The seats at running tables that the player answers for."""
    own = Seat.objects.filter(player=player, table__state=Table.State.RUNNING).exclude(mover=Seat.Mover.REPLACED)
    return list(own.select_related("player", "table__league").order_by("table_id"))


def named_in(references: Iterable[str], *, proved: bool = False) -> Q:
    """Letters of ours among the references; some providers put an id of their own in the place of ours.

    proved  whether it is proved by something else who wrote. Otherwise that somebody names a letter of ours is to prove
            that they have got it: then an id of a provider counts only if it is drawn by lot. Some count their letters
    """
    ours = list(references)
    theirs = sorted({name for reference in ours for name in _of_providers(reference, proved=proved)})
    return Q(message_id__in=ours) | Q(provider_id__in=theirs)


def _of_providers(reference: str, *, proved: bool) -> set[str]:
    """The ids of a provider that a reference may mean."""
    bare = reference.strip("<>")
    names = {reference, bare, bare.partition("@")[0]} - {""}
    return names if proved or holds_id(reference) else set()


def answered(
    letters: QuerySet[OutboundLetter], references: Sequence[str], *, proved: bool = False
) -> OutboundLetter | None:
    """The one of these letters of ours that a letter answers: the last that its references name, oldest first.

    Some programs name the whole conversation, in which newer letters may come before the one that is answered. Give
    all letters to the player: of some kinds alone, one would be found that is not answered.
    """
    found = list(letters.filter(named_in(references, proved=proved)).defer("text", "html").order_by("-pk"))
    for reference in reversed(references if found else ()):
        theirs = _of_providers(reference, proved=proved)
        named = (letter for letter in found if letter.message_id == reference or letter.provider_id in theirs)
        if (letter := next(named, None)) is not None:
            return letter
    return None


def written_to(player: Player) -> QuerySet[OutboundLetter]:
    """Letters of ours that only the player can have got: none from before all older addresses were ended."""
    letters = OutboundLetter.objects.filter(player=player)
    return letters if player.renewed_at is None else letters.filter(created_at__gte=player.renewed_at)


def player_at(sender: str, at_hand: Player | None = None) -> Player | None:
    """The player with this registered or verified address, in canonical form. `at_hand`: perhaps it is this one's."""
    if not sender:  # unknown: see `rfc5322`
        return None
    if at_hand is not None and at_hand.is_active and at_hand.email.lower() == sender:
        return at_hand
    player = Player.objects.filter(email__same=sender, is_active=True).first()
    if player is not None:
        return player
    second = Address.objects.select_related("player").filter(email__same=sender, verified_at__isnull=False).first()
    return second.player if second and second.player.is_active else None


def passed(auth_results: str, sender: str) -> bool:
    """Whether no host that we trust says that the sender's domain disowns the letter, or that another domain sent it.

    False without a sender.
    """
    return verdict(auth_results, sender) != dmarc.FAIL


def vouched_for(auth_results: str, sender: str) -> bool:
    """Whether a host that we trust says that the sender's own domain vouches for the letter."""
    return verdict(auth_results, sender) == dmarc.PASS


def verdict(auth_results: str, sender: str) -> str:
    """The word of hosts that we trust about the sender's domain (`dmarc.verdict`)."""
    return dmarc.verdict(auth_results, {name.lower() for name in settings.TRUSTED_AUTHSERV_IDS}, sender)


def author(row: InboundLetter, sender: str, recipients: Iterable[str], references: Sequence[str]) -> Author:
    """Judge a letter by the table of rules: who may act, who is asked first, who is not answered.

    Where nobody says anything about DMARC (most private hosts, and domains without a policy) a letter counts as if
    it had passed: answers go to the registered address alone and are counted, and without a token a change waits for
    a yes.
    """
    player = player_at(sender, row.seat.player if row.seat else None)
    try:
        token = token_of((row.recipient, *recipients), references)
    except Forged:  # or mistyped
        token, why = None, "forged"
    else:
        why = "stranger"
    if token is None:
        if player is None or not passed(row.auth_results, sender):
            return Author(None, None, None, Right.DROP, why)
        return Author(None, None, player, Right.CONFIRM, "no token")
    seat = seat_of(token, row.seat)
    if seat is None or seat.player is None or not seat.player.is_active:
        return Author(token, None, player, Right.DROP, "dead token")
    if player != seat.player:
        return Author(token, seat, player, Right.HOLD, "other address")
    if not passed(row.auth_results, sender):
        return Author(token, seat, player, Right.HOLD, "dmarc")
    return Author(token, seat, player, Right.ACT, "known")
