"""Somebody else has read a player's mailbox: all that is signed in older letters ends, and the player plays on."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, make_cast, only_table, prepared_league, running_league
from tests.shared.post import address_of, ask_for_link, deliver, name_address, newest, reply
from tournaments.actions.commands import gathered
from tournaments.actions.league import invitations, joining, leagues
from tournaments.actions.player import preferences, renewing
from tournaments.inbox import ingest
from tournaments.keys import address
from tournaments.language.refusals import TooOften
from tournaments.models import Address, InboundLetter, JournalLine, League, OutboundLetter, Player, Seat, SignIn
from tournaments.queries import calendars

pytestmark = pytest.mark.django_db

SITE = settings.SITE_URL
State = OutboundLetter.State


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def seat(cast: Cast) -> Seat:
    """The seat that a table waits for; all letters have gone out."""
    seat = asked_seat(only_table(running_league(cast)))
    OutboundLetter.objects.update(state=State.SENT)
    return seat


def owner(seat: Seat) -> Player:
    return Player.objects.get(pk=seat.player_id)


def moves(seat: Seat) -> int:
    return seat.table.entries.filter(entry__seat=seat.number).count()


def test_an_answer_to_an_older_letter_moves_nothing_any_more_and_one_to_the_new_letter_does(seat: Seat) -> None:
    old, before = newest(seat, "turn"), moves(seat)
    renewing.renew(owner(seat))
    assert deliver(old, "workers 1").verdict == "former seat"
    assert moves(seat) == before
    new = newest(seat, "turn")
    assert (new.pk != old.pk, new.state, new.serial) == (True, State.QUEUED, old.serial)
    assert deliver(new, "workers 1").verdict == "letter"
    assert moves(seat) > before


def test_the_new_letter_says_of_its_numbers_what_the_older_one_says(seat: Seat) -> None:
    meant = [token_of(newest(seat, "turn")).numbers]
    Seat.objects.filter(pk=seat.pk).update(numbers=1)  # as if the seat was asked by another menu since
    renewing.renew(owner(seat))
    meant.append(token_of(newest(seat, "turn")).numbers)
    assert meant[0] == meant[1] > 1


def token_of(letter: OutboundLetter) -> address.Token:
    found = address.read(address_of(letter), settings.MAIL_KEYS, local=settings.MAIL_LOCAL)
    assert found is not None
    return found


def test_no_address_and_no_link_of_an_older_letter_is_in_a_new_one(seat: Seat) -> None:
    player = owner(seat)
    old = newest(seat, "turn")
    dead = {address_of(old), old.message_id, calendars.address(player), old.headers["List-Unsubscribe"]}
    tokens = {found[0] for found in address.TOKEN_IN_TEXT.finditer(f"{old.text} {old.html} {old.headers}")}
    renewing.renew(player)
    new = newest(seat, "turn")
    whole = f"{new.sender} {new.text} {new.html} {new.headers} {new.envelope_sender} {new.message_id}"
    assert tokens
    assert [word for word in (*dead, *tokens) if word in whole] == []
    assert address_of(new) in whole


def test_the_seats_of_the_others_keep_their_addresses(cast: Cast, seat: Seat) -> None:
    others = list(seat.table.seats.exclude(pk=seat.pk).order_by("pk"))
    before = [(other.token_epoch, newest(other).pk) for other in others]
    renewing.renew(owner(seat))
    after = [(Seat.objects.get(pk=other.pk).token_epoch, newest(other).pk) for other in others]
    assert before == after
    assert not OutboundLetter.objects.filter(state=State.QUEUED).exclude(player=seat.player).exists()


def test_the_others_at_the_table_notice_nothing_on_their_pages(seat: Seat, client: Client) -> None:
    other = seat.table.seats.exclude(pk=seat.pk)[0]
    client.force_login(other.owner)
    pages = ("/", f"/table/{seat.table_id}/", f"/table/{seat.table_id}/log/", f"/league/{seat.table.league_id}/")

    def shown() -> list[str]:
        found = [client.get(page).content.decode() for page in pages]
        return [re.sub(r'name="csrfmiddlewaretoken" value="\w+"|nonce="[^"]+"', "", text) for text in found]

    before = shown()
    renewing.renew(owner(seat))
    assert shown() == before
    assert "The others at your tables notice nothing." in client.get("/profile/sign-ins/").content.decode()


def test_a_letter_that_has_not_gone_out_goes_out_with_the_new_addresses(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    waiting = newest(seat, "turn")
    assert waiting.state == State.QUEUED
    renewing.renew(owner(seat))
    assert newest(seat, "turn").pk == waiting.pk
    assert deliver(newest(seat, "turn"), "workers 1").verdict == "letter"


def test_an_answer_that_waits_for_others_goes_out_with_the_new_addresses(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "status")
    answer = newest(seat, "words")
    OutboundLetter.objects.filter(pk=answer.pk).update(state=State.FOR_ANSWER)
    renewing.renew(owner(seat))
    gathered.send(owner(seat).pk)
    answer.refresh_from_db()
    assert answer.state == State.QUEUED
    assert deliver(answer, "workers 1").verdict == "letter"


def test_a_question_that_waited_for_the_daily_letter_comes_at_once(cast: Cast, seat: Seat) -> None:
    OutboundLetter.objects.filter(seat=seat, kind="turn").update(state=State.FOR_DIGEST)
    renewing.renew(owner(seat))
    letter = newest(seat, "turn")
    assert letter.state == State.QUEUED
    assert deliver(letter, "workers 1").verdict == "letter"


def test_the_calendar_and_the_links_to_fewer_letters_are_dead(seat: Seat, client: Client) -> None:
    player = owner(seat)
    calendar = calendars.address(player).removeprefix(SITE)
    fewer = re.sub(rf"<{SITE}|>", "", newest(seat, "turn").headers["List-Unsubscribe"])
    assert client.get(calendar).status_code == 200
    renewing.renew(player)
    assert client.get(calendar).status_code == 404
    assert client.post(fewer).status_code == 410
    assert not player.entries.exclude(ways={}).exists()
    new = re.sub(rf"<{SITE}|>", "", newest(seat, "turn").headers["List-Unsubscribe"])
    assert client.post(new).status_code == 200
    assert client.get(calendars.address(owner(seat)).removeprefix(SITE)).status_code == 200


def test_a_mailed_link_signs_nobody_in_and_one_that_waits_is_not_sent(cast: Cast) -> None:
    ask_for_link(cast.player.email)
    letter = OutboundLetter.objects.get(kind="sign_in")
    found = re.search(r"sesame=(\S+)", letter.text)
    renewing.renew(cast.player)
    letter.refresh_from_db()
    assert letter.state == State.FAILED
    assert found
    assert Client().post("/sign-in/link/", {"sesame": found[1]}).status_code == 410


def test_every_other_browser_is_signed_out_and_this_one_is_not(cast: Cast) -> None:
    here, there = Client(), Client()
    for client in (here, there):
        client.force_login(cast.player)
    assert here.get("/profile/renew/").status_code == 302
    page = here.post("/profile/renew/", follow=True).content.decode()
    assert "All older addresses and links are dead." in page
    assert here.get("/profile/").status_code == 200
    assert there.get("/profile/").status_code == 302
    assert SignIn.objects.count() == 1


def test_an_address_that_somebody_else_has_named_meanwhile_is_not_confirmed_afterwards(cast: Cast) -> None:
    name_address(cast.player, "thief@evil.example")
    found = re.search(rf"{SITE}(\S+)", OutboundLetter.objects.get(to="thief@evil.example").text)
    renewing.renew(cast.player)
    assert found
    assert Client().post(found[1]).status_code == 410
    assert not Address.objects.exists()


def test_an_older_letter_proves_nothing_to_the_bare_address(cast: Cast) -> None:
    """A yes to "join?" joins because nobody else can have that letter: somebody else has it."""
    league = prepared_league(cast)
    wish = InboundLetter.objects.create(key="wish", door="smtp", raw=b"", received_at=timezone.now())
    joining.ask(cast.player, league, wish)
    asked = OutboundLetter.objects.get(kind=joining.ASKED)
    renewing.renew(cast.player)
    row = ingest.ingest(reply(asked, "yes", "join"), address_of(asked), asked.to)
    ingest.read(row.pk)
    assert not league.entries.exists()
    assert InboundLetter.objects.get(pk=row.pk).verdict != "yes"


def test_the_letter_says_what_was_done_and_what_comes(cast: Cast, seat: Seat) -> None:
    preferences.speak(owner(seat), "de")
    renewing.renew(owner(seat))
    letter = OutboundLetter.objects.get(kind="renewed")
    assert "Eine offene Frage" in letter.text
    assert JournalLine.objects.filter(verb="addresses renewed", actor=seat.player).count() == 1


def test_who_does_it_all_day_is_asked_to_wait(cast: Cast) -> None:
    for _ in range(renewing.MOST):
        renewing.renew(cast.player)
    with pytest.raises(TooOften):
        renewing.renew(cast.player)


def test_after_the_second_time_the_letters_of_the_first_are_dead_too(seat: Seat) -> None:
    letters = []
    for _ in range(2):
        renewing.renew(owner(seat))
        OutboundLetter.objects.update(state=State.SENT)
        letters.append(newest(seat, "turn"))
    assert deliver(letters[0], "workers 1").verdict == "former seat"
    assert deliver(letters[1], "workers 1").verdict == "letter"


def test_a_league_that_is_left_has_nothing_to_renew(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    leagues.leave(league, cast.player)
    assert renewing.renew(cast.player).renewed_at is not None


def test_an_invitation_that_somebody_else_has_read_joins_nobody_and_its_player_can_still_join(cast: Cast) -> None:
    league = prepared_league(cast, access=League.Access.INVITATION)
    invitations.invite(league, cast.organiser, cast.player.email)
    found = re.search(rf"{SITE}(/invitation/\S+)", OutboundLetter.objects.get(kind="invited").text)
    renewing.renew(cast.player)
    assert found
    assert Client().post(found[1], {"accept": "on"}).status_code == 410
    assert not league.entries.exists()
    own = Client()
    own.force_login(Player.objects.get(pk=cast.player.pk))
    own.post(f"/league/{league.pk}/join/", {"accept": "on"})
    assert league.entries.get().player == cast.player


def invitation_to(email: str) -> str:
    letter = OutboundLetter.objects.filter(kind="invited", to=email).latest("pk")
    found = re.search(rf"{SITE}(/invitation/\S+)", letter.text)
    assert found
    return found[1]


def test_nor_does_one_to_an_address_that_has_become_the_player_s_since(cast: Cast) -> None:
    league, second = prepared_league(cast, access=League.Access.INVITATION), "anna@work.example"
    invitations.invite(league, cast.organiser, f"{second} {cast.player.email}")
    Address.objects.create(player=cast.player, email=second, verified_at=timezone.now())
    renewing.renew(cast.player)
    for email in (second, cast.player.email):
        assert Client().post(invitation_to(email), {"accept": "on"}).status_code == 410
    assert not league.entries.exists()
    assert league.invitations.get().player == cast.player


def test_nor_does_the_older_one_once_the_organiser_has_asked_again(cast: Cast) -> None:
    league = prepared_league(cast, access=League.Access.INVITATION)
    invitations.invite(league, cast.organiser, cast.player.email)
    older = invitation_to(cast.player.email)
    renewing.renew(cast.player)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert invitations.invite(league, cast.organiser, cast.player.email) == 1
        assert Client().post(older, {"accept": "on"}).status_code == 410
        assert not league.entries.exists()
        Client().post(invitation_to(cast.player.email), {"accept": "on"})
    assert league.entries.get().player == cast.player


def test_a_copy_that_waits_behind_its_letter_goes_nowhere_with_the_ended_address(seat: Seat) -> None:
    player = owner(seat)
    second = name_address(player, "second@elsewhere.example")
    Address.objects.filter(pk=second.pk).update(verified_at=timezone.now())
    preferences.copy_letters(player, second.pk, on=True)
    deliver(newest(seat, "turn"), "status")
    letter = newest(seat, "words")
    OutboundLetter.objects.filter(pk=letter.pk).update(state=State.SENT)
    OutboundLetter.objects.filter(copy_of=letter).update(state=State.RETRY)
    renewing.renew(Player.objects.get(pk=player.pk))
    assert OutboundLetter.objects.get(copy_of=letter).state == State.NOT_WANTED
    assert OutboundLetter.objects.filter(
        kind="copy", copy_of__dedupe__startswith="renewed:", state=State.QUEUED
    ).exists()
