"""Leagues that are not for everybody: who sees them, who may join, what an invitation and a link do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.outbox import hosts
from tests.shared.cast import Cast, person, prepared_league
from tests.shared.desk import at_desk
from tests.shared.post import deliver
from tournaments.actions.league import invitations, leagues
from tournaments.actions.player import bounces, deliveries, people
from tournaments.language.refusals import BadSettings, LinkExpired, NotInvited, NotOpen, NotYours, TooOften
from tournaments.models import Address, Entry, Invitation, League, OutboundLetter, Player
from tournaments.queries.access import player_rights
from tournaments.queries.needs import needs_of
from tournaments.running import posting, sweeps

pytestmark = pytest.mark.django_db
PASTED = "Dora <Dora@Example.net>, emil@example.net;\n  anna@example.net\nemil@example.net"


@pytest.fixture
def league(cast: Cast) -> League:
    return prepared_league(cast, access=League.Access.INVITATION, max_players=3)


@pytest.fixture
def host(settings: Settings) -> Iterator[hosts.Host]:
    with hosts.running(settings) as host:
        yield host


def browser(player: Player) -> Client:
    return at_desk(player)


def letter_to(email: str) -> OutboundLetter:
    return OutboundLetter.objects.get(kind="invited", to=email)


def page_of(letter: OutboundLetter) -> str:
    found = re.search(r"https://play\.example\.org(/invitation/\S+)", letter.text)
    assert found is not None
    return found[1]


def test_pasted_addresses_get_one_letter_each_and_nobody_becomes_a_player_by_it(cast: Cast, league: League) -> None:
    players = Player.objects.count()
    assert invitations.invite(league, cast.organiser, PASTED) == 3
    assert invitations.invite(league, cast.organiser, PASTED) == 0
    letters = OutboundLetter.objects.filter(kind="invited")
    assert {letter.to for letter in letters} == {"dora@example.net", "emil@example.net", "anna@example.net"}
    assert Player.objects.count() == players
    assert league.invitations.get(player=cast.player).email == "anna@example.net"
    assert league.invitations.get(email="dora@example.net").player is None


def test_no_organiser_learns_from_an_invitation_whether_an_address_plays_here(cast: Cast, league: League) -> None:
    Address.objects.create(player=cast.player, email="anna@work.example", verified_at=timezone.now())
    Player.objects.filter(pk=cast.opponent.pk).update(language="de")
    assert invitations.invite(league, cast.organiser, "new@example.net anna@work.example bea@example.net") == 3
    rows = OutboundLetter.objects.filter(kind="invited")
    assert {letter.to for letter in rows} == {"new@example.net", "anna@work.example", "bea@example.net"}
    assert set(rows.values_list("player", "state", "subject")) == {(None, "queued", "[Autumn] Olivia invites you")}
    assert len({frozenset(letter.headers) for letter in rows}) == 1
    desk = browser(cast.organiser)
    listed = desk.get("/desk/tournaments/outboundletter/").content.decode()
    assert "Anna" not in listed
    assert "Bea" not in listed
    pages = [desk.get(f"/desk/tournaments/outboundletter/{letter.pk}/change/").content.decode() for letter in rows]
    for page in pages:
        assert "holds a link that is for its reader alone" in page
        assert "anna@example.net" not in page


@pytest.mark.parametrize("pressed", ["anna@example.net", "second@else.example"])
def test_of_two_addresses_of_one_person_each_gets_a_letter_that_works(cast: Cast, league: League, pressed: str) -> None:
    addresses = ["anna@example.net", "new@example.net", "second@else.example"]
    Address.objects.create(player=cast.player, email="second@else.example", verified_at=timezone.now())
    assert invitations.invite(league, cast.organiser, " ".join(addresses)) == len(addresses)
    assert sorted(OutboundLetter.objects.filter(kind="invited").values_list("to", flat=True)) == addresses
    pages = [page_of(letter_to(email)) for email in ("anna@example.net", "second@else.example")]
    assert [Client().get(page).status_code for page in pages] == [200, 200]
    assert Client().post(page_of(letter_to(pressed)), {"accept": "on"}).status_code < 400
    assert league.entries.get().player == cast.player


def test_a_letter_to_an_address_that_is_nobodys_by_now_does_not_open_another_ones(cast: Cast, league: League) -> None:
    second = Address.objects.create(player=cast.player, email="a.second@else.example", verified_at=timezone.now())
    invitations.invite(league, cast.organiser, "anna@example.net a.second@else.example")
    second.delete()
    assert league.invitations.get().email == "anna@example.net"
    pages = [page_of(letter_to(email)) for email in ("anna@example.net", "a.second@else.example")]
    assert [Client().get(page).status_code for page in pages] == [200, 410]


def test_no_organiser_learns_whose_another_address_is(cast: Cast, league: League) -> None:
    """An entrant has a second one, and somebody who plays here has two that are asked."""
    leagues_of = {cast.player: "anna@work.example", cast.opponent: "bea@work.example"}
    for player, email in leagues_of.items():
        Address.objects.create(player=player, email=email, verified_at=timezone.now())
    Invitation.objects.create(league=league, player=cast.player)
    leagues.enrol(league, cast.player)
    asked = ("anna@work.example", cast.opponent.email, "bea@work.example", "new@example.net")
    for number, email in enumerate(asked, 1):
        assert invitations.invite(league, cast.organiser, email) == 1, email
        page = browser(cast.organiser).get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()
        assert f"<p>Letters of invitation written: {number}.</p>" in page, email
    assert "You are in" in Client().get(page_of(letter_to("anna@work.example"))).content.decode()
    assert invitations.invite(league, cast.organiser, cast.player.email) == 0, "who is in, by the address of the desk"


def test_the_words_of_an_invitation_are_not_kept_once_it_is_sent(cast: Cast, league: League) -> None:
    invitations.invite(league, cast.organiser, "dora@example.net")
    letter = letter_to("dora@example.net")
    assert posting.post(letter.pk)
    letter.refresh_from_db()
    assert (letter.state, letter.text, letter.html) == (OutboundLetter.State.SENT, "", "")


def test_an_organiser_and_all_together_send_only_so_many_invitations(
    cast: Cast, league: League, settings: Settings
) -> None:
    settings.INVITATIONS_A_DAY, settings.INVITATIONS_AN_HOUR = 5, 7
    other = person("Oscar", is_staff=True)
    league.organisers.add(other)
    assert invitations.invite(league, cast.organiser, " ".join(f"a{n}@example.net" for n in range(3))) == 3
    with pytest.raises(TooOften, match="5 addresses a day"):
        invitations.invite(league, cast.organiser, " ".join(f"b{n}@example.net" for n in range(3)))
    assert invitations.invite(league, cast.organiser, "b0@example.net b1@example.net") == 2, "none was counted in vain"
    with pytest.raises(TooOften, match="just now"):
        invitations.invite(league, other, "c0@example.net c1@example.net c2@example.net")
    assert invitations.invite(league, other, "c0@example.net c1@example.net") == 2
    assert OutboundLetter.objects.filter(kind="invited").count() == Invitation.objects.count() == 7


def test_who_signs_up_elsewhere_has_the_invitations_that_went_to_the_address(cast: Cast, league: League) -> None:
    invitations.invite(league, cast.organiser, "dora@example.net")
    page = page_of(letter_to("dora@example.net"))
    with transaction.atomic():
        dora = people.begin("dora@example.net", "Dora", "UTC")
    assert league in player_rights.visible_leagues(dora)
    assert letter_to("dora@example.net").player is None, "or the desk would tell whose address it is"
    assert "You join as <strong>Dora</strong>" in " ".join(Client().get(page).content.decode().split())
    assert Client().post(page, {"accept": "on"}).status_code == 302
    assert league.entries.get().player == dora


def test_an_invitation_acts_once(cast: Cast, league: League) -> None:
    invitations.invite(league, cast.organiser, "dora@example.net")
    page = page_of(letter_to("dora@example.net"))
    filled = {"name": "Dora", "zone": "Europe/Brussels", "accept": "on"}
    Client().post(page, filled)
    leagues.leave(league, Player.objects.get(name="Dora"))
    assert Client().get(page).status_code == 410
    assert Client().post(page, {**filled, "name": "Emil"}).status_code == 410
    assert not Player.objects.filter(name="Emil").exists()


@pytest.mark.parametrize("over", ["begun", "cancelled", "month"])
def test_the_address_of_an_invitation_that_is_over_is_forgotten(cast: Cast, league: League, over: str) -> None:
    invitations.invite(league, cast.organiser, "dora@example.net anna@example.net")
    sweeps.purge()
    assert Invitation.objects.exclude(email="").count() == 2
    sweeps.purge(timezone.now() + timedelta(days=29))
    assert Invitation.objects.exclude(email="").count() == 2
    if over != "month":
        states = {"begun": League.State.RUNNING, "cancelled": League.State.CANCELLED}
        League.objects.update(state=states[over])
    sweeps.purge(timezone.now() + timedelta(days=31 if over == "month" else 0))
    assert list(Invitation.objects.values_list("player", "email")) == [(cast.player.pk, "")]


def test_a_letter_to_an_address_of_nobody_is_forgotten_after_a_week(cast: Cast, league: League) -> None:
    invitations.invite(league, cast.organiser, "dora@example.net emil@example.net")
    sent, waiting = letter_to("dora@example.net"), letter_to("emil@example.net")
    posting.post(sent.pk)
    sweeps.purge(timezone.now() + timedelta(days=6))
    assert OutboundLetter.objects.filter(to__in=(sent.to, waiting.to)).count() == 2
    sweeps.purge(timezone.now() + timedelta(days=8))
    assert OutboundLetter.objects.filter(kind="invited").get() == waiting


def test_a_host_that_refuses_an_invitation_or_calls_it_unwanted_harms_nobody(
    cast: Cast, league: League, host: hosts.Host
) -> None:
    invitations.invite(league, cast.organiser, "dora@example.net emil@example.net")
    first, second = letter_to("dora@example.net"), letter_to("emil@example.net")
    host.to_recipient = "550 5.1.1 <{address}>: no such user"
    assert not posting.post(first.pk)
    assert "to an address that was typed in was refused" in " ".join(need.words for need in needs_of(cast.organiser))
    host.to_recipient = "250 OK"
    assert posting.post(second.pk)
    told: dict[str, Any] = {"for_good": False, "provider": "a provider", "at": timezone.now()}
    deliveries.note("complained", second.message_id, second.to, **told)
    second.refresh_from_db()
    assert second.delivery == OutboundLetter.Delivery.UNWANTED


def test_erasing_forgets_where_a_player_was_invited(cast: Cast, league: League) -> None:
    Address.objects.create(player=cast.player, email="anna@work.example", verified_at=timezone.now())
    invitations.invite(league, cast.organiser, "anna@work.example")
    assert OutboundLetter.objects.filter(to="anna@work.example").exists()
    people.erase(cast.player, cast.player)
    assert not OutboundLetter.objects.filter(to="anna@work.example").exists()
    assert not Invitation.objects.exclude(email="").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nobody here", "no mail address in"),
        ("a@b, x@example.net", "“a@b” is no"),
        ("x@example.net o’neil@example.net", r"“o’neil@example.net” is no mail address: ’ \(U\+2019\) cannot stand"),
        ("x@example.net, play@{}", "play@.* is an address of this service"),
        ("Play <PLAY+x@{}>", "address of this service"),
    ],
)
def test_what_is_no_address_is_named_and_nobody_is_invited(cast: Cast, league: League, text: str, words: str) -> None:
    with pytest.raises(BadSettings, match=words):
        invitations.invite(league, cast.organiser, text.format(settings.MAIL_DOMAIN))
    assert not Invitation.objects.exists()


def test_only_an_organiser_invites_and_only_while_the_league_is_open(cast: Cast, league: League) -> None:
    with pytest.raises(NotYours):
        invitations.invite(league, person("Oscar", is_staff=True), PASTED)
    League.objects.update(state=League.State.RUNNING)
    with pytest.raises(NotOpen):
        invitations.invite(league, cast.organiser, PASTED)


def test_a_league_by_invitation_is_seen_and_joined_by_who_is_invited_alone(cast: Cast, league: League) -> None:
    invitations.invite(league, cast.organiser, "anna@example.net")
    assert league in player_rights.visible_leagues(cast.player)
    assert league not in player_rights.visible_leagues(cast.opponent)
    assert browser(cast.opponent).get(f"/league/{league.pk}/").status_code == 404
    assert "Autumn" not in Client().get("/").content.decode()
    with pytest.raises(NotInvited):
        leagues.enrol(league, cast.opponent)
    assert leagues.enrol(league, cast.player).state == Entry.State.IN


def test_by_mail_an_uninvited_player_learns_nothing_of_it(cast: Cast, league: League) -> None:
    known = prepared_league(cast, name="Spring", tag="Spring")
    leagues.enrol(known, cast.opponent)
    welcome = OutboundLetter.objects.get(kind="welcome")
    deliver(welcome, "join autumn")
    answer = OutboundLetter.objects.latest("pk")
    assert "Autumn" not in answer.text
    assert not league.entries.exists()


def test_a_new_player_joins_by_one_press_without_signing_up_or_in(cast: Cast, league: League) -> None:
    invitations.invite(league, cast.organiser, "dora@example.net")
    page, visitor = page_of(letter_to("dora@example.net")), Client()
    shown = visitor.get(page).content.decode()
    assert "Rules of conduct" in shown
    assert not league.entries.exists(), "mail scanners open links"
    filled = {"name": "Dora", "zone": "Europe/Brussels", "word": "tulip"}
    assert visitor.post(page, filled).status_code == 422, "the settings have to be accepted"
    assert visitor.post(page, {**filled, "accept": "on"}).status_code == 302
    entry = league.entries.select_related("player").get()
    assert (entry.player.name, entry.player.zone, entry.word) == ("Dora", "Europe/Brussels", "tulip")
    assert entry.player.verified_at is not None
    assert entry.accepted_at is not None
    assert "You are in" in visitor.get(page).content.decode()
    assert OutboundLetter.objects.filter(kind="welcome", player=entry.player).count() == 1


def test_a_known_player_keeps_name_and_zone_and_a_full_league_has_a_waiting_list(cast: Cast, league: League) -> None:
    invitations.invite(league, cast.organiser, "anna@example.net bea@example.net chidi@example.net otto@example.net")
    for email in ("bea", "chidi", "otto", "anna"):
        page = page_of(letter_to(f"{email}@example.net"))
        assert Client().post(page, {"accept": "on", "word": "", "name": "X"}).status_code == 302
    assert league.entries.get(player=cast.player).state == Entry.State.WAITING
    assert "You are on the waiting list" in Client().get(page_of(letter_to("anna@example.net"))).content.decode()
    assert Player.objects.get(pk=cast.player.pk).name == "Anna"


def test_an_altered_invitation_and_one_to_a_league_that_has_begun_open_nothing(cast: Cast, league: League) -> None:
    invitations.invite(league, cast.organiser, "dora@example.net")
    page = page_of(letter_to("dora@example.net"))
    assert Client().get(f"{page[:-2]}x/").status_code == 410
    League.objects.update(state=League.State.RUNNING)
    assert Client().post(page, {"accept": "on"}).status_code == 410


def test_who_has_the_link_signs_in_and_may_join(cast: Cast) -> None:
    league = prepared_league(cast, access=League.Access.LINK)
    page = invitations.link(league).removeprefix("https://play.example.org")
    assert browser(cast.player).get(f"/league/{league.pk}/").status_code == 404
    assert f"/sign-in/?next={page}" in Client().get(page).content.decode()
    mine = browser(cast.player)
    mine.get(page)
    assert not Invitation.objects.exists()
    assert mine.post(page).headers["Location"] == f"/league/{league.pk}/"
    assert mine.get(f"/league/{league.pk}/").status_code == 200
    assert leagues.enrol(league, cast.player).state == Entry.State.IN
    with pytest.raises(LinkExpired):
        invitations.league_of("forged")
    League.objects.update(access=League.Access.INVITATION)
    assert Client().get(page).status_code == 410


def test_the_desk_invites_and_shows_the_link(cast: Cast) -> None:
    league = prepared_league(cast, access=League.Access.LINK)
    base = f"/desk/tournaments/league/{league.pk}"
    with time_machine.travel(datetime(2026, 1, 5, 12, tzinfo=UTC), tick=False):  # the link is signed with its moment
        desk = browser(cast.organiser)
        assert invitations.link(league) in desk.get(f"{base}/change/").content.decode()
    desk = browser(cast.organiser)
    done = desk.post(f"{base}/invite/", {"addresses": PASTED}, follow=True).content.decode()
    assert "3 invitations are on the way." in done
    assert "Letters of invitation written: 3" in desk.get(f"{base}/change/").content.decode()
    assert "no mail address" in desk.post(f"{base}/invite/", {"addresses": "x@y"}, follow=True).content.decode()


def test_who_accepts_by_the_mailed_button_can_be_reached_again(league: League, cast: Cast) -> None:
    invitations.invite(league, cast.organiser, cast.player.email)
    bounces.address_is_dead(cast.player.email, "a test")
    cast.player.refresh_from_db()
    assert cast.player.dead_at is not None
    invitations.accept(Invitation.objects.select_related("player").get(player=cast.player), "Anna", "UTC", "")
    cast.player.refresh_from_db()
    assert cast.player.dead_at is None
