"""Mailed links: asked for on a page, written by a worker, pressed once.

The page counts, stores what was asked and says the same for every address. Who has the address is looked up by
`answer`: neither what the page says nor how long it takes depends on who plays here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from sesame.utils import get_query_string, get_user

from engine.language.languages import ENGLISH
from tournaments.actions import link_requests, present
from tournaments.actions.league import leagues, names
from tournaments.actions.observing import asking
from tournaments.actions.player import address_keys, addresses, bounces, people
from tournaments.language.refusals import Forgotten, LinkExpired, TooOften
from tournaments.language.speech import say
from tournaments.letters import people as letters
from tournaments.models import InboundLetter, LinkRequest, Player
from tournaments.outbox import limits, outbox

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LETTERS_AN_HOUR = 12  # to one player, from wherever they are asked for, until one of the links is used
NEWCOMERS_LETTERS_A_DAY = 5  # to one address of nobody, after sign-ups on the page
JOINS_A_DAY = 1  # letters to one address of nobody, after a join by mail
SIGN_UP_SALT = "sign up"
Kind = LinkRequest.Kind


# --- asked for on a page -------------------------------------------------------------------------


def ask_to_sign_in(email: str, place: str = "") -> None:
    """Have a sign-in link mailed if the address is somebody's. `place`: where the request came from, for the limits.

    TooOften, for known and unknown addresses alike.
    """
    email = people.cleaned(email)
    link_requests.limit(email, place)
    link_requests.store(Kind.SIGN_IN, email)


def ask_to_sign_up(email: str, name: str, zone: str, place: str = "", language: str = ENGLISH, after: str = "") -> None:
    """Have a letter mailed whose button makes the player; to an address that is known already a sign-in link.

    after  the page to go to then
    BadSettings names what is wrong with name, zone, language or address; TooOften.
    """
    new = people.checked(email, name, zone, language)
    link_requests.limit(new.email, place)
    if not limits.allow("sign-ups", "", settings.SIGN_UPS_AN_HOUR, HOUR):
        raise TooOften(say("Very many people sign up just now. Please try again in an hour."))
    link_requests.store(Kind.SIGN_UP, new.email, {"name": new.name, "zone": zone, "language": language, "after": after})


# --- answered by a worker ------------------------------------------------------------------------


@transaction.atomic
def answer(pk: int) -> bool:
    """Write the letter that a request asks for, if one is to be written, and forget the request. False: none waits."""
    rows = LinkRequest.objects.select_for_update(skip_locked=True, of=("self",), no_key=True)
    row = rows.select_related("player").filter(pk=pk).first()
    if row is None:
        return False
    row.delete()
    if row.player is not None:  # who names a second address
        addresses.write(pk, row.player, row.email)
        return True
    if row.kind == Kind.OBSERVE:
        asking.write(pk, row.email, row.about)
        return True
    player = people.player_of(row.email)
    if player is not None:
        _mail_sign_in(pk, player)
    elif row.kind == Kind.SIGN_UP and not people.is_closed(row.email):
        _mail_sign_up(pk, row)
    return True


def _mail_sign_in(pk: int, player: Player) -> None:
    """Mail to the registered address only, even when a second one asked. A link that is used makes room for new ones.

    Nothing to a player who is being erased: it would be the only letter that is left of them.
    """
    try:
        player = present.hold(player)
    except Forgotten:
        return
    if limits.allow("links to", f"{player.pk} {player.last_login}", LETTERS_AN_HOUR, HOUR):
        letter = letters.sign_in(player, page_to_sign_in(player))
        outbox.write(letter, player=player, dedupe=f"sign-in:{pk}", anyhow=True)


def page_to_sign_in(player: Player) -> str:
    """The address whose button signs the player in: for an hour, and only once. Whoever has it is let in."""
    return _page("player:sign-in-link") + get_query_string(player)


def _mail_sign_up(pk: int, row: LinkRequest) -> None:
    if limits.allow("sign-ups of", row.email, NEWCOMERS_LETTERS_A_DAY, DAY):
        url = _sign_up_page(row.email, **row.about)
        new = Player(email=row.email, name=row.about["name"], language=row.about["language"])
        outbox.write(letters.sign_up(new, url), player=None, to=row.email, dedupe=f"sign-up:{pk}")


def invite(email: str, name: str, letter: InboundLetter, wanted: str = "") -> bool:
    """Mail the page to begin at to a stranger who wants to join and whose domain vouches for the letter.

    wanted  the words behind "join": the button leads on to the league that is called so, if everybody may join it
    False when no letter was written: there were too many, or the address may not sign in. The name is only a beginning;
    whoever presses the button chooses another, and a time zone.
    """
    email = people.cleaned(email)
    domain = email.rpartition("@")[2]
    if people.is_closed(email) or not (
        limits.allow("joins of", email, JOINS_A_DAY, DAY)
        and limits.allow("joins of domain", domain, settings.JOINS_OF_A_DOMAIN_AN_HOUR, HOUR)
        and limits.allow("joins", "", settings.JOINS_AN_HOUR, HOUR)
    ):
        return False
    first, after = people.first_name(name, email), _page_of_league(wanted)
    url = _sign_up_page(email, first, zone="", language=ENGLISH, after=after)
    draft = letters.begin(Player(email=email), url)
    outbox.write(draft, player=None, to=email, dedupe=f"begin:{letter.pk}", answers=letter)
    return True


def _page_of_league(wanted: str) -> str:
    """The path of the page of the one league of that name that everybody may join; "" where there is none."""
    league = names.meant(leagues.open_to_all(), wanted) if wanted else None
    return reverse("player:league", args=(league.pk,)) if league is not None else ""


def _sign_up_page(email: str, name: str, zone: str, language: str, after: str = "") -> str:
    said = [email, name, zone, language, after, address_keys.written_now()]
    key = signing.dumps(said, salt=SIGN_UP_SALT, compress=True)
    return _page("player:sign-up-link", key)


def _page(name: str, *arguments: str) -> str:
    return settings.SITE_URL.rstrip("/") + reverse(name, args=arguments)


# --- pressed -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Newcomer:
    """The person that signs up, as the key of the letter says it. `zone`: empty for one who has only written a letter.

    after    the page to go to then
    written  when the key was, in microseconds since 1970
    """

    email: str
    name: str
    zone: str
    language: str
    after: str
    written: int


def read_sign_up(key: str) -> Newcomer:
    """The newcomer whose page this is. LinkExpired for a key that is too old or was altered."""
    try:
        return Newcomer(*signing.loads(key, salt=SIGN_UP_SALT, max_age=address_keys.HOLD))
    except (signing.BadSignature, TypeError) as error:  # or one of an earlier form, with fewer words
        raise LinkExpired(say("It is too old, or a piece of it got lost on the way.")) from error


def is_known(new: Newcomer) -> bool:
    """Whether somebody has the address by now."""
    return people.player_of(new.email) is not None


def refuse_used(new: Newcomer) -> None:
    """LinkExpired when somebody has the address, or has had it since the key was written."""
    if is_known(new):
        raise LinkExpired(say("It has been used: this address has signed up."))
    if address_keys.ended(new.email, new.written):  # asked last: whoever frees an address has ended its keys before
        raise LinkExpired(say("It has been used. Sign up once more: a new letter comes."))


@transaction.atomic
def finish_sign_up(new: Newcomer, name: str, zone: str, language: str) -> Player:
    """Make the new player, who may be signed in: the button behind the letter. Of several presses one makes them.

    LinkExpired for all later ones; BadSettings for a name or a zone that cannot be.
    """
    limits.hold("address", new.email)
    refuse_used(new)
    player = people.make(new.email, name, zone, language)
    if player is None:
        raise LinkExpired(say("It has been used: this address has signed up."))
    return player


def use(token: str) -> Player | None:
    """Use a sign-in link up and return its player, once however many press; None for a link that is no good.

    A link is signed with the moment of the last sign-in. Of those who have read the same moment one changes it.
    """
    player = get_user(token, update_last_login=False)
    if not isinstance(player, Player):
        return None
    before, now = player.last_login, timezone.now()
    if before is not None:
        now = max(now, before + timedelta(microseconds=1))  # it has to change, or the link would sign in once more
    with transaction.atomic():
        if not Player.objects.filter(pk=player.pk, last_login=before, is_active=True).update(last_login=now):
            return None
        bounces.note_heard(player)
    player.last_login = now
    bounces.hear_from(player)
    return player
