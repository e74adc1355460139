"""Beginning to observe a table: by a player who is signed in, or at an address that has to be confirmed first.

An address that somebody typed gets one letter, with a button. Nothing is stored of it before that is pressed, and
neither the page nor its answer depends on whether somebody with that address plays here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from engine.language.languages import ENGLISH
from tournaments.actions import journal, link_requests, present
from tournaments.actions.player import address_keys, people
from tournaments.language.refusals import AtTheTable, LinkExpired, NotObserved, ObserversFull, TooOften
from tournaments.language.speech import say
from tournaments.letters import observing as letters
from tournaments.models import LinkRequest, Observer, Player, Table
from tournaments.outbox import limits, outbox
from tournaments.queries import replays
from tournaments.queries.access import observing

SALT = "observe a table"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LETTERS_A_DAY = 1  # that ask one address about one table
LETTERS_TO_ONE_A_DAY = 5  # that ask one address, whoever typed it: not those that organisers may send there
BEGUN_A_DAY = 5  # times, one table by one reader: each time, and each end, is a line of the journal


# --- asked for on a page --------------------------------------------------------------------------


def ask(email: str, table: Table, place: str = "", language: str = ENGLISH) -> None:
    """Have a letter mailed whose button makes the address an observer.

    NotObserved, ObserversFull, BadSettings for what is no address, TooOften. Counted with sign-ups, but not with
    invitations: what strangers type keeps no organiser from writing.
    """
    email = people.of_their_own(email)
    table = _observable(table.pk)
    if observing.is_full(table):
        raise _full()
    link_requests.limit(email, place)
    domain = email.rpartition("@")[2]
    if not (
        limits.allow("sign-ups", "", settings.SIGN_UPS_AN_HOUR, HOUR)
        and limits.allow("observers at", domain, settings.INVITATIONS_TO_A_DOMAIN_AN_HOUR, HOUR)
    ):
        raise TooOften(say("Very many letters are being asked for just now. Please try again in an hour."))
    link_requests.store(LinkRequest.Kind.OBSERVE, email, {"table": table.pk, "language": language})


def write(pk: int, email: str, about: dict[str, Any]) -> None:
    """Write the letter that asks an address, in the transaction that answers request `pk`; none where there is no use.

    One a day about one table, and a few in all.
    """
    table = observing.tables().filter(pk=about["table"]).first()
    if table is None or people.is_closed(email):
        return
    if limits.allow(f"observing {table.pk}", email, LETTERS_A_DAY, DAY) and limits.allow(
        "asked to observe", email, LETTERS_TO_ONE_A_DAY, DAY
    ):
        draft = letters.observe_asked(reader(email, about["language"]), table, page(email, table.pk, about["language"]))
        outbox.write(draft, player=None, to=email, dedupe=f"observe-asked:{pk}")


def reader(email: str, language: str) -> Player:
    """The reader that a letter greets at an address that is nobody's, a stranger who is not stored."""
    return Player(email=email, language=language)


def page(email: str, table: int, language: str) -> str:
    """The full address of the page behind the letter's button."""
    key = signing.dumps([email, table, language, address_keys.written_now()], salt=SALT, compress=True)
    return settings.SITE_URL.rstrip("/") + reverse("doors:observe", args=(key,))


# --- pressed --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """The content of a letter's key."""

    email: str
    table: Table
    language: str


def read(key: str) -> Asked:
    """The address and the table of a mailed key. LinkExpired; NotObserved for a game that has ended meanwhile."""
    try:
        email, table, language, written = signing.loads(key, salt=SALT, max_age=address_keys.HOLD)
    except (signing.BadSignature, ValueError) as error:
        raise LinkExpired(say("It is too old, or a piece of it got lost on the way.")) from error
    if address_keys.ended(email, written) or people.is_closed(email):
        raise LinkExpired(say("The address has come to somebody since. Ask once more at the table's page."))
    return Asked(email, _observable(table), language)


@transaction.atomic
def confirm(key: str) -> Table:
    """Make the address an observer, or its player: the button behind the letter. A second press does nothing more.

    Errors of `read` and of `begin`.
    """
    asked = read(key)
    limits.hold("address", asked.email)
    player = people.player_of(asked.email)
    if player is not None:
        return begin(player, asked.table)
    _hold(asked.table)
    mine = Observer.objects.filter(email__same=asked.email)
    _limit(asked.table, asked.email, mine)
    _add(asked.table, mine, Observer(email=asked.email, language=asked.language))
    return asked.table


@transaction.atomic
def begin(player: Player, table: Table) -> Table:
    """Make a player an observer; for one who is it already nothing happens.

    NotObserved, ObserversFull; AtTheTable for who plays there; TooOften for who observes very many.
    """
    _hold(table)
    mine = observing.of(player)
    _limit(table, str(player.pk), mine)
    player = present.hold(player)
    table = _observable(table.pk)
    if observing.plays(player, table):
        raise AtTheTable(say("You play at this table: its letters come to you as they are."))
    _add(table, mine, Observer(player=player))
    return table


def _observable(pk: int) -> Table:
    table = observing.tables().filter(pk=pk).first()
    if table is None:
        raise NotObserved(say("There are no letters about this table: its game is over, or is not public."))
    return table


def _hold(table: Table) -> None:
    """Let nobody else begin to observe the table meanwhile. Before a player is locked, as everything that counts."""
    limits.hold("observers of", str(table.pk))


def _limit(table: Table, who: str, mine: QuerySet[Observer]) -> None:
    """TooOften for a reader who has begun to observe this table often enough today. Nothing for who observes it."""
    again = not mine.filter(table=table).exists()
    if again and not limits.allow("begin to observe", f"{table.pk} {who}", BEGUN_A_DAY, DAY):
        raise TooOften(say("This has been done {most} times today. Try again tomorrow.", most=BEGUN_A_DAY))


def _full() -> ObserversFull:
    return ObserversFull(
        say("{most} people get letters about this table, and more cannot. You can follow it on its page.",
            most=observing.MOST)
    )  # fmt: skip


def _add(table: Table, mine: QuerySet[Observer], new: Observer) -> None:
    """Store an observer, from what everybody knows of the table now. `mine`: all that this one observes."""
    if mine.filter(table=table).exists():
        return
    if observing.is_full(table):
        raise _full()
    if mine.count() >= observing.MOST_OF_ONE:
        raise TooOften(say("You observe {most} tables already. End one of them first.", most=observing.MOST_OF_ONE))
    new.table, new.told, new.round = table, replays.whole_rounds(table), table.round
    new.save(force_insert=True)
    # Who it is does not concern those who organise the league, and they read its journal.
    journal.note("observer", f"somebody gets letters about {table} from now on", table=table)
