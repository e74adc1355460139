"""A forgotten person takes nothing of others along: not by an address that a letter claims, nor by a name they had."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.shared.cast import Cast, make_cast, person, prepared_league, running_league
from tests.shared.post import answer_requests
from tournaments.actions.league import announcements, disqualify, invitations, leagues, readmit
from tournaments.actions.player import people, sign_in_links
from tournaments.actions.seats import offers
from tournaments.inbox import ingest
from tournaments.letters import headers
from tournaments.models import (
    Address,
    Entry,
    InboundLetter,
    Invitation,
    JournalLine,
    League,
    OutboundLetter,
    Player,
    SeatOffer,
    Table,
)

pytestmark = pytest.mark.django_db
VICTIM = "victor@club.example"  # is asked for, and nobody's yet
MANY = 1_100  # more terms than SQLite takes in one expression


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def write(player: Player, mail_from: str, number: int = 0, *, read: bool = True) -> InboundLetter:
    """A letter from the player to the bare address, with whatever envelope sender."""
    raw = f"From: {player.email}\r\nMessage-ID: <m{number}@x.example>\r\nSubject: x\r\n\r\nhelp\r\n".encode()
    row = ingest.ingest(raw, headers.bare_address(), mail_from)
    if read:
        ingest.read(row.pk)
    row.refresh_from_db()
    return row


@pytest.mark.parametrize("how", ["envelope sender", "named and not proved"])
def test_what_went_to_somebody_elses_address_stays_theirs(cast: Cast, how: str) -> None:
    closed = prepared_league(cast, name="Spring", tag="Spring", access=League.Access.INVITATION)
    invitations.invite(closed, cast.organiser, VICTIM)
    seat = running_league(cast).tables.filter(state=Table.State.RUNNING).get().seats.get(player=cast.opponent)
    offers.give(seat.pk, VICTIM, "", cast.organiser, "no time", epoch=seat.token_epoch)
    sign_in_links.ask_to_sign_up(VICTIM, "Victor", "UTC", language="en")
    answer_requests()
    key = OutboundLetter.objects.get(kind="sign_up").text.partition("/sign-up/")[2].split("/")[0]
    page = invitations.address(Invitation.objects.get(email=VICTIM)).partition("example.org")[2]
    letters = set(OutboundLetter.objects.filter(to=VICTIM).exclude(text="").values_list("pk", "state", "text"))
    attacker = cast.outsider
    if how == "envelope sender":
        assert write(attacker, VICTIM).player == attacker
    else:
        Address.objects.create(player=attacker, email=VICTIM)
    people.erase(attacker, attacker)
    assert Client().get(page, secure=True).status_code == 200
    assert SeatOffer.objects.filter(email=VICTIM, state=SeatOffer.State.OPEN).exists()
    assert letters <= set(OutboundLetter.objects.filter(to=VICTIM).values_list("pk", "state", "text"))
    sign_in_links.refuse_used(sign_in_links.read_sign_up(key))
    assert not Address.objects.filter(email=VICTIM).exists()


def test_a_strangers_letter_that_waits_to_be_read_is_read(cast: Cast) -> None:
    stranger = ingest.ingest(
        b"From: new@elsewhere.example\r\nTo: play@mail.example.org\r\nMessage-ID: <j@x>\r\n\r\njoin spring\r\n",
        headers.bare_address(), "new@elsewhere.example",
    )  # fmt: skip
    attacker = person("Mallory", "w@elsewhere.example")
    write(attacker, "y@m")
    people.erase(attacker, attacker)
    stranger.refresh_from_db()
    assert (stranger.state, bool(stranger.raw)) == (InboundLetter.State.RECEIVED, True)


def test_the_journal_of_a_league_that_they_were_never_in_stays_as_it_is(cast: Cast) -> None:
    closed = prepared_league(cast, name="Spring", tag="Spring", access=League.Access.INVITATION)
    invitations.invite(closed, cast.organiser, VICTIM)
    enrolled(closed, cast.player, cast.opponent)
    before = words_of(closed)
    attacker = person("Olivia", "mallory@evil.example")
    people.change_profile(attacker, "joined", "UTC")
    people.change_profile(attacker, "Bea", "UTC")
    write(attacker, VICTIM)
    people.erase(attacker, attacker)
    assert words_of(closed) == before


def test_a_name_from_another_time_is_not_struck_in_lines_of_a_league_that_they_are_in(cast: Cast) -> None:
    """Nor in what waits to be sent to others."""
    league = prepared_league(cast, name="Spring", tag="Spring")
    attacker = person("joined", "mallory@evil.example")
    people.change_profile(attacker, "Bea", "UTC")
    people.change_profile(attacker, "Mallory", "UTC")
    enrolled(league, cast.player, cast.opponent, attacker)
    leagues.leave(league, attacker)
    people.change_profile(attacker, "Bea", "UTC")
    announcements.announce(league, cast.organiser, "Bea has joined")
    people.erase(attacker, attacker)
    assert "Bea joined Spring" in words_of(league)
    assert JournalLine.objects.get(verb="announced").words.endswith(": Bea has joined")
    letter = OutboundLetter.objects.get(kind="announced", player=cast.player)
    assert "Bea has joined" in letter.text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_name_that_they_had_while_they_were_there_is_struck(cast: Cast) -> None:
    league = prepared_league(cast, name="Spring", tag="Spring")
    player = person("Wendeline", "w@tulpenpost.example")
    enrolled(league, cast.player, player)
    announcements.announce(league, cast.organiser, "wendeline brings cake")
    people.change_profile(player, "Ottilie", "UTC")
    announcements.announce(league, cast.organiser, "Ottilie brings tea")
    before = " ".join(words_of(league)).lower()
    assert "wendeline" in before
    assert "ottilie" in before
    people.erase(player, player)
    left = " ".join(words_of(league)).lower()
    assert "wendeline" not in left
    assert "ottilie" not in left
    letters = OutboundLetter.objects.filter(player=cast.player, kind="announced")
    assert not letters.filter(text__icontains="wendeline").exists()


def test_what_programs_read_in_a_line_is_not_changed(cast: Cast) -> None:
    league = prepared_league(cast)
    other = person("Petra", "x@evil.example")
    enrolled(league, *cast.players, other)
    leagues.start(league, cast.organiser)
    Player.objects.filter(pk=other.pk).update(name="player")  # a name of before it was refused
    other.refresh_from_db()
    entry = league.entries.get(player=cast.player)
    disqualify.disqualify(entry.pk, cast.organiser, "a reason", void=True)
    stopped = JournalLine.objects.filter(data__movers__isnull=False)
    before = list(stopped.values_list("data__movers", flat=True))
    assert "player" in before[0]
    people.erase(other, other)
    assert list(stopped.values_list("data__movers", flat=True)) == before
    assert readmit.readmit(entry.pk, cast.organiser, "a mistake").state == Entry.State.IN


def test_many_letters_in_their_name_neither_hinder_nor_slow_being_forgotten(cast: Cast) -> None:
    victim = cast.outsider
    one = write(victim, "x@evil.example", read=False)
    copies = [InboundLetter(key=f"{number:064x}") for number in range(MANY)]
    columns = {
        column.attname: getattr(one, column.attname)
        for column in InboundLetter._meta.concrete_fields
        if column.name not in ("id", "key", "mail_from", "sender")
    }
    for number, copy in enumerate(copies):
        vars(copy).update(columns, mail_from=f"x{number}@evil.example", sender=f"y{number}@evil.example")
    InboundLetter.objects.bulk_create(copies)
    assert victim.letters_in.count() > MANY
    with CaptureQueriesContext(
        connection,
    ) as asked:
        people.erase(victim, victim)
    assert len(asked) < 200
    assert not InboundLetter.objects.exclude(mail_from="").exists()


def enrolled(league: League, *players: Player) -> None:
    for player in players:
        league.invitations.get_or_create(player=player)
        leagues.enrol(league, player)


def words_of(league: League) -> list[str]:
    return list(JournalLine.objects.filter(league=league).order_by("pk").values_list("words", flat=True))
