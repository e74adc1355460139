"""The people who see a player's mail address, and what is hidden, are as pages and letters say before one joins."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engine.language.languages import LANGUAGES, speaking
from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tests.shared.desk import SignIn
from tests.shared.play import play_on
from tests.shared.post import deliver, newest
from tournaments.actions.commands import help_topics
from tournaments.actions.league import invitations
from tournaments.actions.seats import offers
from tournaments.actions.table import orders
from tournaments.language.speech import say
from tournaments.letters import people
from tournaments.models import League, OutboundLetter, Player, Table

pytestmark = pytest.mark.django_db
SEEN = (
    "Organisers and helpers of this league and the owner of this service see your mail address; no other player does."
)
HIDDEN = "They may look at what is hidden at a table, with a reason that the journal keeps."
AT_SIGN_UP = (
    "Organisers and helpers of leagues that you join and the owner of this service see it; no other player does."
)


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return plain(answer.content.decode())


# --- it is said --------------------------------------------------------------------------------------


def test_the_form_to_sign_up_says_who_sees_the_address(client: Client) -> None:
    assert AT_SIGN_UP in page(client, "/sign-up/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_joins_reads_before_who_sees_what(cast: Cast, sign_in: SignIn, language: str) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    Player.objects.update(language=language)
    email, name = "nina@newcomers.example", "Nina"
    offer = offers.give(seat.pk, email, name, cast.organiser, "moved away", epoch=seat.token_epoch)
    league = prepared_league(cast, name="Spring", tag="Spring")
    asked = prepared_league(cast, name="Winter", tag="Winter", access=League.Access.INVITATION)
    invitations.invite(asked, cast.organiser, cast.outsider.email)
    outsider = sign_in(cast.outsider)
    invitation = invitations.address(asked.invitations.get()).partition("example.org")[2]
    offered = offers.address(offer).partition("example.org")[2]
    newcomer = Client(headers={"accept-language": language})
    cast.outsider.refresh_from_db()
    letter = people.join_asked(cast.outsider, league, 0)
    with speaking(language):
        sentence = say(f"{SEEN} {HIDDEN}")
    for text in (
        page(outsider, f"/league/{league.pk}/"), page(outsider, invitation), page(newcomer, offered),
        plain(letter.text), plain(letter.html),
    ):  # fmt: skip
        assert sentence in text


def test_help_says_it_too() -> None:
    said = " ".join(help_topics.TOPICS["join"])
    assert "and the owner of this service see the mail addresses of those who join; no other player does." in said
    assert HIDDEN in said


# --- it is so ----------------------------------------------------------------------------------------


@pytest.fixture
def played(cast: Cast) -> Table:
    """A table with talk and letters of every seat."""
    table = only_table(running_league(cast, private_press=True))
    play_on(table, 6)
    orders.take_orders(asked_seat(table).pk, ["say: good luck"], serial=None, by="page")
    for seat in table.seated:
        deliver(newest(seat), "status", "games")
    return table


def test_organisers_of_a_players_leagues_and_the_owner_see_the_address_and_others_do_not(
    cast: Cast, played: Table, sign_in: SignIn
) -> None:
    listed = "/desk/tournaments/player/"
    elsewhere = person("Emil", is_staff=True)
    assert cast.player.email in page(sign_in(cast.organiser), listed)
    assert cast.player.email not in page(sign_in(elsewhere), listed)
    assert cast.player.email in page(sign_in(person("Hedda", is_staff=True, is_superuser=True)), listed)


def test_other_players_see_it_nowhere(cast: Cast, played: Table, sign_in: SignIn) -> None:
    others = sign_in(cast.opponent)
    league = f"/league/{played.league_id}/"
    table = f"/table/{played.pk}/"
    for address in ("/", league, f"{league}standings/", table, f"{table}log/", f"{table}replay/4/"):
        assert cast.player.email not in others.get(address).content.decode(), address
    letters = OutboundLetter.objects.filter(player__in=(cast.opponent, cast.third))
    assert len(letters) > 5
    for letter in letters:
        written = f"{letter.subject} {letter.sender} {letter.text} {letter.html} {letter.headers} {letter.gist}"
        assert cast.player.email not in written
