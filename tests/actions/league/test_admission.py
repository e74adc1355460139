"""A disqualified player comes back into the league by being readmitted alone, whatever way to a seat they try."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.actions.erasing.test_erasing import mail
from tests.shared.cast import Cast, prepared_league, running_league
from tests.shared.play import end_by_bots
from tests.shared.post import answers_to, deliver, newest
from tournaments.actions.league import disqualify, invitations, joining, leagues, readmit
from tournaments.actions.seats import offers, substitutes
from tournaments.language.refusals import LinkExpired, NotOpen, Refused
from tournaments.letters import headers
from tournaments.models import Address, Entry, Invitation, League, OutboundLetter, Player, Seat, SeatOffer, Table

pytestmark = pytest.mark.django_db
OTHER_ADDRESS = "otto@work.example"


def open_league(cast: Cast, access: str = League.Access.OPEN) -> League:
    return prepared_league(cast, access=access)


def put_out(cast: Cast, league: League, player: Player) -> Entry:
    return disqualify.disqualify(league.entries.get(player=player).pk, cast.organiser, "insults", void=False)


# --- before the start --------------------------------------------------------------------------------


def by_the_page(league: League, player: Player) -> None:
    client = Client()
    client.force_login(player)
    client.post(f"/league/{league.pk}/join/", {"word": "", "accept": "on"})
    leagues.enrol(league, player)


def by_mail(league: League, player: Player) -> None:
    """The yes to a letter that asked before they were put out."""
    question = OutboundLetter.objects.get(kind=joining.ASKED, player=player)
    if refusal := joining.agree(question, player):
        raise NotOpen(refusal)


def by_the_link(league: League, player: Player) -> None:
    League.objects.filter(pk=league.pk).update(access=League.Access.LINK)
    invitations.come_by_link(League.objects.get(pk=league.pk), player)
    leagues.enrol(league, player)


def by_an_invitation(league: League, player: Player) -> None:
    """To another address of theirs, which the desk must not tell of."""
    invitations.accept(league.invitations.get(email=OTHER_ADDRESS), "", "UTC", "")


@pytest.mark.parametrize("way", [by_the_page, by_mail, by_the_link, by_an_invitation], ids=lambda way: way.__name__)
def test_no_way_to_an_entry_lets_who_is_out_in(cast: Cast, way: Callable[[League, Player], None]) -> None:
    league, otto = open_league(cast), cast.outsider
    Address.objects.create(player=otto, email=OTHER_ADDRESS, verified_at=timezone.now())
    Invitation.objects.create(league=league, player=None, email=OTHER_ADDRESS, sent=1, sent_at=timezone.now())
    letter = newest_question(otto, league)
    leagues.enrol(league, otto)
    entry = put_out(cast, league, otto)
    assert letter.kind == joining.ASKED
    with pytest.raises(Refused, match="disqualified"):
        way(league, otto)
    entry.refresh_from_db()
    assert entry.state == Entry.State.OUT


def newest_question(player: Player, league: League) -> OutboundLetter:
    mail(player.email, headers.bare_address(), f"join {league.tag}", name=player.name)
    return OutboundLetter.objects.filter(player=player).latest("pk")


def test_an_invitation_to_the_address_that_the_desk_shows_ends(cast: Cast) -> None:
    league, otto = open_league(cast, League.Access.INVITATION), cast.outsider
    invitations.invite(league, cast.organiser, otto.email)
    Invitation.objects.filter(league=league).update(player=otto)
    key = invitations.address(league.invitations.get()).rstrip("/").rpartition("/")[2]
    leagues.enrol(league, otto)
    entry = put_out(cast, league, otto)
    with pytest.raises(LinkExpired):
        invitations.read(key)
    readmit.readmit(entry.pk, cast.organiser, "a mistake")
    assert leagues.may_join(league, otto), "readmitted, they may leave and join as before"


# --- in the middle of the games ----------------------------------------------------------------------


@pytest.fixture
def seat(cast: Cast) -> Seat:
    """Of somebody else, in a league in which the outsider was and is out."""
    league = running_league(cast)
    first = Seat.objects.filter(table__league=league, player=cast.opponent).get()
    substitutes.give_seat(first.pk, cast.outsider, cast.organiser, "moved", epoch=first.token_epoch)
    return Seat.objects.filter(table__league=league, player=cast.third).get()


def offered(cast: Cast, seat: Seat, email: str, *, everywhere: bool = False) -> SeatOffer:
    """As it is before anybody knows that the address is an entrant's."""
    return SeatOffer.objects.create(
        seat=seat, since=seat.since, email=email, reason="no time", by=cast.organiser, everywhere=everywhere,
        until=timezone.now() + timedelta(days=3),
    )  # fmt: skip


@pytest.mark.parametrize("everywhere", [False, True])
def test_an_older_offer_of_a_seat_lets_who_is_out_in_by_no_address(cast: Cast, seat: Seat, everywhere: bool) -> None:
    otto = cast.outsider
    Address.objects.create(player=otto, email=OTHER_ADDRESS, verified_at=timezone.now())
    to_shown = offered(cast, seat, otto.email, everywhere=everywhere)
    to_other = offered(cast, seat, OTHER_ADDRESS, everywhere=everywhere)
    entry = put_out(cast, seat.table.league, otto)
    with pytest.raises(LinkExpired):
        offers.accept(to_shown, "", "")
    with pytest.raises(NotOpen, match="disqualified"):
        offers.accept(to_other, "", "")
    to_other.refresh_from_db()
    assert to_other.state == SeatOffer.State.OPEN, "or the desk would tell whose address it is"
    entry.refresh_from_db()
    seat.refresh_from_db()
    assert (entry.state, seat.player) == (Entry.State.OUT, cast.third)


def test_the_organiser_gives_no_seat_to_who_is_out_before_readmitting_them(cast: Cast, seat: Seat) -> None:
    otto = cast.outsider
    entry = put_out(cast, seat.table.league, otto)
    with pytest.raises(NotOpen, match="Readmit them"):
        offers.give(seat.pk, otto.email, "", cast.organiser, "no time", epoch=seat.token_epoch)
    with pytest.raises(NotOpen, match="disqualified"):
        substitutes.give_seat(seat.pk, otto, cast.organiser, "no time", epoch=seat.token_epoch)
    readmit.readmit(entry.pk, cast.organiser, "a mistake")
    entry.refresh_from_db()
    assert entry.state == Entry.State.IN


# --- words -------------------------------------------------------------------------------------------


def test_who_is_out_opens_no_case_and_says_nothing_to_the_others(cast: Cast) -> None:
    league = running_league(cast, provisional=timedelta(days=3), private_press=True)
    table = league.tables.get(state=Table.State.RUNNING)
    end_by_bots(table)
    own = table.seats.get(player=cast.player)
    final = newest(own)
    put_out(cast, league, cast.player)
    for line in ("referee unfair", "say: you will never see the end", f"tell {cast.third.name}: nor you"):
        row = deliver(final, line)
        assert answers_to(row) == ["words"]
        assert "You are disqualified" in " ".join(newest(own, "words").text.replace("\xa0", " ").split())
    assert not OutboundLetter.objects.filter(kind__in=("say", "tell", "case_opened")).exists()
