"""Two leagues that know nothing of each other, ten kinds of people, words planted in everything that is private."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from unittest import mock

from django.core import signing
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from engine.bruges.data.persons import load_deck
from tests.pages.test_walls import OF_OUR_OWN, cards_known
from tests.shared.cast import make_cast, person
from tests.shared.desk import AtDesk
from tests.shared.play import play_on
from tests.shared.post import deliver, name_address, newest
from tournaments.actions.league import invitations, leagues, offices, organisers
from tournaments.actions.observing import asking
from tournaments.actions.player import address_keys, addresses, sign_in_links
from tournaments.actions.practice import exhibition
from tournaments.actions.seats import offers, substitutes
from tournaments.actions.table import orders
from tournaments.keys.address import BODY_LETTERS
from tournaments.letters import headers, reply_serial
from tournaments.letters.parts import ways
from tournaments.models import (
    Address,
    Case,
    Entry,
    InboundLetter,
    Invitation,
    JournalLine,
    League,
    Observer,
    OfficeOffer,
    OutboundLetter,
    Player,
    Role,
    Seat,
    SeatOffer,
    Table,
    Turn,
)
from tournaments.pages.table_view import match_of
from tournaments.queries import calendars

STRANGER, ELSEWHERE, LEAGUE, TABLE = (
    "stranger",
    "player of another league",
    "player of the league",
    "player of the table",
)
FORMER, OTHER_DESK, DESK, HOST = "former player", "organiser of another league", "organiser", "administrator"
REFEREE, ASSISTANT = "referee", "helper"  # of the league
KINDS = (STRANGER, ELSEWHERE, LEAGUE, TABLE, FORMER, OTHER_DESK, DESK, HOST, REFEREE, ASSISTANT)
NOBODY: frozenset[str] = frozenset()
# Organisers of no league: one has been asked to organise both, the other one may be.
COLLEAGUE, HELPER = "colleague@example.net", "helper@example.net"
# What each kind is to the other league: its own players and organiser come from elsewhere.
TO_THE_OTHER = {
    STRANGER: STRANGER, ELSEWHERE: TABLE, LEAGUE: ELSEWHERE, TABLE: ELSEWHERE, FORMER: ELSEWHERE,
    OTHER_DESK: DESK, DESK: OTHER_DESK, HOST: HOST, REFEREE: OTHER_DESK, ASSISTANT: OTHER_DESK,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """Words from something private, and the kinds of people who may read them.

    cards  whether they are names of cards, which pages of other tables have as well
    """

    what: str
    words: tuple[str, ...]
    readers: frozenset[str]
    cards: bool = False

    def shown(self, body: str) -> list[str]:
        """Those of the words that an answer contains; the Cook is not in every answer that has a Cookie."""
        found = (word for word in self.words if word in body)
        return [word for word in found if not self.cards or re.search(rf"\b{re.escape(word)}\b", body)]


@dataclass(frozen=True, slots=True)
class Side:
    """The rows of one organiser: numbers of rows by model, and keys by the page that they open."""

    rows: Mapping[type[Model], tuple[int, ...]]
    keys: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class World:
    """`here` is the league that the kinds of people are named after, `there` the other one."""

    people: Mapping[str, Player]
    here: Side
    there: Side
    marks: tuple[Mark, ...]

    def browser(self, kind: str) -> Client:
        """A browser with somebody of that kind signed in; an error of the service is an answer, as in earnest."""
        client = AtDesk(raise_request_exception=False)
        if kind in self.people:
            client.force_login(self.people[kind])
        return client


def make(rng: Random) -> World:
    """Tables in the middle of a game; at the one here somebody plays on for a former player.

    rng  what secrets are drawn from, so that the same world can be looked at again
    """
    with mock.patch.object(secrets, "token_bytes", lambda size=32: rng.randbytes(size)):
        return _made()


def _made() -> World:
    cast = make_cast()
    here = _running(cast.organiser, "Autumn", [cast.player, cast.opponent, cast.outsider, cast.third])
    other = person("Oscar", is_staff=True)
    there = _running(other, "Winter", [person("Yann"), person("Zoe"), person("Xaver"), person("Wim")])
    for email in (COLLEAGUE, HELPER):
        person(email.partition("@")[0].capitalize(), email, is_staff=True)
    own, theirs, last = here.seats.select_related("player", "table__league").order_by("number")
    former = last.owner
    reason = "the former player moved"
    substitutes.give_seat(last.pk, person("Sven"), cast.organiser, reason, epoch=last.token_epoch)
    idle = here.league.entries.exclude(player__in=[own.owner, theirs.owner, former]).exclude(player__name="Sven").get()
    people = {
        ELSEWHERE: there.seats.order_by("number")[0].owner,
        LEAGUE: idle.player,
        TABLE: own.owner,
        FORMER: former,
        OTHER_DESK: other,
        DESK: cast.organiser,
        HOST: person("Hedda", is_staff=True, is_superuser=True),
    }
    last.refresh_from_db()
    exhibition.complete()
    elsewhere = people[ELSEWHERE]
    name_address(elsewhere, "elsewhere.address@elsewhere.example")
    deliver(newest(there.seats.get(player=elsewhere)), "status", sender="stall@elsewhere.example")
    marks = (*_private(own, theirs, last), *_names(here, own), *_addresses(people))
    sides = _side(here, own.owner, idle.player), _side(there, elsewhere)
    for kind, role in ((REFEREE, Role.REFEREE), (ASSISTANT, Role.HELPER)):
        people[kind] = here.league.officers.get(role=role).player
    return World(people, *sides, marks)


def _running(organiser: Player, name: str, players: list[Player]) -> Table:
    """The first table of a league of four that sits at tables of three."""
    league = _open(organiser, f"{name} League", name)
    for number, player in enumerate(players):
        _join(league, player, f"{name}-word-{number}")
    leagues.start(league, organiser)
    table = league.tables.filter(state=Table.State.RUNNING).order_by("number").first()
    assert table is not None
    play_on(table, 20)
    table.refresh_from_db()
    return table


def _open(organiser: Player, name: str, tag: str) -> League:
    """A league that can be joined by its link."""
    settings = {"game": "bruges", "seats": 3, "max_players": 4, "private_press": True, "delay": timedelta(0)}
    league = leagues.create(organiser, name=name, tag=tag, access=League.Access.LINK, **settings)
    return leagues.open_league(league, organiser)


def _join(league: League, player: Player, word: str) -> None:
    invitations.come_by_link(league, player)
    leagues.enrol(league, player, word)


def _side(table: Table, *players: Player) -> Side:
    """The table with an open case and a letter that is asked about; a league to join and one in preparation."""
    organiser, own = table.league.organisers.get(), table.seats.get(player=players[0])
    to_join = _open(organiser, f"{table.league.tag} to join", f"{table.league.tag}J")
    for player in players:
        _join(to_join, player, "sealed sunflower")
    draft = leagues.create(organiser, name=f"{table.league.tag} unborn", tag=f"{table.league.tag}U", game="bruges")
    orders.take_orders(own.pk, ["referee is that right?"], serial=None, by="page")
    row = Invitation.objects.create(league=to_join, email=f"new.to.{to_join.pk}@example.net")
    other = table.seats.exclude(pk=own.pk).order_by("number")[0]
    email = f"new.at.{table.pk}@example.net"
    offer = offers.give(other.pk, email, "", organiser, "no time", epoch=other.token_epoch)
    assert offer is not None
    asker = person(f"Ida{table.pk}", f"ida{table.pk}@example.net", is_staff=True)
    table.league.organisers.add(asker)  # so that its organiser may step down
    for role in (Role.REFEREE, Role.HELPER):
        helps = person(f"{role.title()}{table.pk}", f"{role}{table.pk}@example.net")
        offices.give(table.league, helps, role)
    asked = organisers.ask(table.league, asker, COLLEAGUE, "two see more than one")
    address = Address.objects.get(player=players[0])
    every = (table.league, to_join, draft)
    rows: dict[type[Model], tuple[int, ...]] = {
        League: tuple(league.pk for league in every),
        Table: (table.pk,),
        Seat: tuple(table.seats.values_list("pk", flat=True)),
        Turn: tuple(Turn.objects.filter(seat__table=table, ended_at=None).values_list("pk", flat=True)),
        Case: tuple(Case.objects.filter(seat__table=table).values_list("pk", flat=True)),
        Entry: tuple(Entry.objects.filter(league__in=every).values_list("pk", flat=True)[:3]),
        InboundLetter: tuple(InboundLetter.objects.filter(seat__table=table).values_list("pk", flat=True)),
        OutboundLetter: tuple(OutboundLetter.objects.filter(seat__table=table).values_list("pk", flat=True)[:2]),
        JournalLine: tuple(JournalLine.objects.filter(table=table).values_list("pk", flat=True)[:2]),
        Player: (players[0].pk,),
        Address: (address.pk,),
        SeatOffer: (offer.pk,),
        OfficeOffer: (asked.pk,),
    }
    new = [f"newcomer{to_join.pk}@example.net", "New", "UTC", "en", "", address_keys.written_now()]
    keys = {
        "/letters/fewer/": headers.unsubscribe_key(players[0], table.league),
        "/letters/observe/": _key_in(asking.page(f"fan{to_join.pk}@example.net", table.pk, "en")),
        "/letters/unobserve/": headers.observing_key(Observer(pk=1, table=table)),
        "/letters/calendar/": _calendar(players[0]),
        "/letters/address/": signing.dumps([address.pk, players[0].pk, address.email], salt=addresses.VERIFY_SALT),
        "/sign-up/": signing.dumps(new, salt=sign_in_links.SIGN_UP_SALT, compress=True),
        "/invitation/": _key_in(invitations.address(row)),
        "/offer/": _key_in(offers.address(offer)),
        "/organise/": _key_in(organisers.address(asked)),
        "/come/": _key_in(invitations.link(to_join)),
        "/m/": _tap(own),
    }
    return Side(rows, keys)


def _key_in(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]


def _tap(seat: Seat) -> str:
    """The key of a button that can be pressed whatever is asked."""
    offers = ways.of_page(seat, match_of(seat.table), reply_serial.now(seat))
    return _key_in(offers.tap("always climb ask"))


def _calendar(player: Player) -> str:
    return _key_in(calendars.address(player)).removesuffix(".ics")


# --- what must not be read ---------------------------------------------------------------------------


def _private(own: Seat, theirs: Seat, last: Seat) -> Iterator[Mark]:
    """Words in everything that is one person's alone."""
    mine = frozenset({TABLE})
    for seat, words, readers in (
        (own, "note: heirlooms in the attic", mine),
        (theirs, "note: thimbles in the cellar", NOBODY),
        (own, f"tell {theirs.number + 1}: lighthouse at midnight", mine),
        (theirs, f"tell {last.number + 1}: windmill at dawn", NOBODY),
    ):
        # Shown now: who has got a seat a while ago is meant by its number.
        said = orders.take_orders(seat.pk, [words], serial=None, by="page", shown_at=timezone.now())
        assert all(line.state == "command" for line in said.lines), said
        yield Mark(words.partition(":")[0], (words.partition(": ")[2],), readers)
    held = deliver(newest(own), "say: perhaps a zeppelin", sender="kiosk@elsewhere.example")
    assert held.state == InboundLetter.State.HELD
    yield Mark("a letter that is asked about", ("perhaps a zeppelin",), mine)
    yield Mark("who wrote that letter", ("kiosk@elsewhere.example",), frozenset({TABLE, DESK, HOST, ASSISTANT}))
    second = name_address(own.owner, "attic.address@elsewhere.example")
    yield Mark("a second address", (second.email,), mine)
    yield Mark("the address of a calendar", (_calendar(own.owner),), mine)
    yield Mark("the address of another's calendar", (_calendar(theirs.owner),), NOBODY)
    yield Mark("a sealed word for the chance", ("sealed sunflower",), frozenset({TABLE, LEAGUE, ELSEWHERE}))
    yield Mark("keys of letters", tuple(_keys_of_letters(own.table)), NOBODY)


def _keys_of_letters(table: Table) -> set[str]:
    """With which its readers' programs answer letters."""
    texts = [str(letter.headers) + letter.sender for letter in OutboundLetter.objects.filter(seat__table=table)]
    found = {key for text in texts for key in re.findall(rf"\+(k1[a-z2-7]{{{BODY_LETTERS}}})", text)}
    assert found
    return found


def _names(table: Table, own: Seat) -> Iterator[Mark]:
    """Names of the cards that a hand or a face-down card has and that the reader cannot know."""
    views = {seat.number: cards_known(match_of(table).view(seat.number)) for seat in table.seats.all()}
    public = cards_known(match_of(table).view(None))
    names = [person.name for person in load_deck().persons]
    for number, known in views.items():
        words = tuple(names[card] for card in sorted(known - public) if names[card] not in {*OF_OUR_OWN, "Prince"})
        assert words, "nothing is hidden"
        yield Mark(f"cards of seat {number}", words, frozenset({TABLE}) if number == own.number else NOBODY, cards=True)


def _addresses(people: Mapping[str, Player]) -> Iterator[Mark]:
    """Mail addresses: of the person, and on the desk of whose leagues they play in."""
    for kind, player in people.items():
        # A helper reads to whom and from where letters go.
        at_desk = {OTHER_DESK} if kind == ELSEWHERE else {DESK, ASSISTANT} if kind in {LEAGUE, TABLE, FORMER} else set()
        yield Mark(f"the address of the {kind}", (player.email,), frozenset({kind, HOST, *at_desk}))
