"""Whose words the desk opens without a look inside: of every kind of letter, whatever has become of seat and writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.admin.conftest import SignIn
from tests.cast import Cast, only_table, prepared_league
from tests.post import deliver, newest
from tournaments.actions import (
    desk_letters,
    disqualifying,
    leagues,
    letters,
    looking,
    offers,
    people,
    renewing,
    seats,
    substitutes,
)
from tournaments.mail import ingest, kinds
from tournaments.models import InboundLetter, JournalLine, League, OutboundLetter, Player, Seat, Table

pytestmark = pytest.mark.django_db
SECRET, OWN = "I hold the Rat catcher", "nobody here takes the canals"
State = InboundLetter.State


@dataclass
class World:
    """A table of Anna, Bea and Chidi. `reader` organises the league, and may play at it."""

    cast: Cast
    table: Table
    reader: Player

    def seat(self, name: str) -> Seat:
        return self.table.seats.select_related("player", "table__league").get(player__name=name)

    def first_letter(self, name: str) -> OutboundLetter:
        return OutboundLetter.objects.filter(seat=self.seat(name)).earliest("pk")

    def whisper(self, name: str, to: str, words: str = SECRET) -> InboundLetter:
        return deliver(newest(self.seat(name)), f"tell {to}: {words}", quote=False)


Situation = Callable[[World], None]


def began(cast: Cast, organiser: Player) -> World:
    league = prepared_league(cast, private_press=True, provisional=timedelta(days=3))
    for player in cast.players:
        leagues.enrol(league, player)
    league.organisers.add(organiser)
    Player.objects.filter(pk=organiser.pk).update(is_staff=True)
    leagues.start(league, cast.organiser)
    return World(cast, only_table(league), Player.objects.get(pk=organiser.pk))


def nothing(world: World) -> None:
    world.whisper("Anna", "Bea")


def renewed(world: World) -> None:
    old = world.first_letter("Anna")
    renewing.renew(world.cast.player)
    assert deliver(old, f"tell Bea: {SECRET}", quote=False).verdict == "former seat"


def left_to_a_bot(world: World) -> None:
    old = world.first_letter("Anna")
    seats.replace_by_bot(world.seat("Anna").pk, world.cast.organiser, "too slow")
    assert deliver(old, f"tell Bea: {SECRET}", quote=False).verdict == "former seat"


def disqualified(world: World) -> None:
    world.whisper("Anna", "Bea")
    old = world.first_letter("Anna")
    entry = world.table.league.entries.get(player=world.cast.player)
    disqualifying.disqualify(entry.pk, world.cast.organiser, "x", void=False)
    deliver(old, f"tell Bea: {SECRET}", quote=False)


def stopped(world: World) -> None:
    world.whisper("Anna", "Bea")
    old = world.first_letter("Anna")
    entry = world.table.league.entries.get(player=world.cast.player)
    disqualifying.disqualify(entry.pk, world.cast.organiser, "x", void=True)
    deliver(old, f"tell Bea: {SECRET}", quote=False)


def sent_to_another_s_address(world: World) -> None:
    """Bea is asked whether it is hers, and says yes: the table has it in her name."""
    row = deliver(world.first_letter("Bea"), f"tell Anna: {SECRET}", sender="anna@example.net", quote=False)
    assert row.state == State.HELD
    letters.release(row, world.cast.opponent)
    ingest.read(row.pk)


def held(world: World) -> None:
    row = deliver(world.first_letter("Anna"), f"tell Bea: {SECRET}", sender="her@office.example", quote=False)
    assert row.state == State.HELD


def laid_aside(world: World) -> None:
    raw = f"From: Anna <anna@example.net>\r\nMessage-ID: <1@x>\r\n\r\ntell Bea: {SECRET}\r\n".encode()
    letter = ingest.ingest(raw, "play@mail.example.org", "anna@example.net")
    InboundLetter.objects.filter(pk=letter.pk).update(state=State.LAID_ASIDE)


def of_a_gathered_answer(world: World) -> None:
    """The second letter of a batch: its answer waits for the others."""
    world.whisper("Anna", "Bea")
    row = deliver(newest(world.seat("Anna")), f"tell Nobody: {SECRET}", quote=False)
    OutboundLetter.objects.filter(answers=row).update(state=OutboundLetter.State.GATHERED)


def forgotten(world: World) -> None:
    world.whisper("Anna", "Bea")
    people.erase(world.cast.player, world.cast.player)


def taken_over(world: World) -> None:
    """By the organiser who reads; Anna has written and been told things before, and writes once more afterwards."""
    world.whisper("Anna", "Bea")
    world.whisper("Bea", "Anna")
    old = world.first_letter("Anna")
    laid_aside(world)
    seat = world.seat("Anna")
    offers.give(seat.pk, world.reader.email, "", world.reader, "x", epoch=seat.token_epoch)
    deliver(old, f"tell Bea: {SECRET}", quote=False)


def taken_over_from_a_bot(world: World) -> None:
    old = world.first_letter("Anna")
    seats.replace_by_bot(world.seat("Anna").pk, world.cast.organiser, "too slow")
    deliver(old, f"tell Bea: {SECRET}", quote=False)
    taken_seat = world.seat("Anna")
    offers.give(taken_seat.pk, world.reader.email, "", world.reader, "x", epoch=taken_seat.token_epoch)


def given_away(world: World) -> None:
    """The organiser who reads has played a seat that somebody else plays now."""
    seat = world.seat("Chidi")
    substitutes.give_seat(seat.pk, world.cast.outsider, world.cast.organiser, "x", epoch=seat.token_epoch)
    world.whisper("Otto", "Bea")


FOR_WHO_PLAYS: list[Situation] = [
    nothing, renewed, left_to_a_bot, disqualified, stopped, sent_to_another_s_address, held, laid_aside,
    of_a_gathered_answer, forgotten, given_away,
]  # fmt: skip
FOR_WHO_DOES_NOT: list[Situation] = [*FOR_WHO_PLAYS, taken_over, taken_over_from_a_bot]
CASES = [
    *((situation, "plays") for situation in FOR_WHO_PLAYS),
    *((situation, "organises") for situation in FOR_WHO_DOES_NOT),
    *((situation, "owns the service") for situation in (nothing, renewed, laid_aside, taken_over)),
]


def world_of(cast: Cast, who: str) -> World:
    if who == "owns the service":
        Player.objects.filter(pk=cast.outsider.pk).update(is_staff=True, is_superuser=True)
        world = began(cast, cast.organiser)
        world.table.league.organisers.set([cast.organiser])
        return World(cast, world.table, Player.objects.get(pk=cast.outsider.pk))
    return began(cast, cast.third if who == "plays" else cast.organiser)


def pages() -> Iterator[str]:
    """Where words of letters could stand."""
    yield from ("/desk/", "/desk/needs/letters/", "/desk/tournaments/table/", "/desk/tournaments/journalline/")
    for model in (InboundLetter, OutboundLetter):
        rows = f"/desk/tournaments/{model._meta.model_name}/"
        yield from (rows, f"{rows}?q=anna", f"{rows}?q=rat+catcher")
        yield from (f"{rows}{pk}/change/" for pk in model._default_manager.order_by("pk").values_list("pk", flat=True))
    for pk in InboundLetter.objects.values_list("pk", flat=True):
        yield f"/desk/tournaments/inboundletter/{pk}/source.txt"
    for pk in Table.objects.filter(state__in=("running", "stopped")).values_list("pk", flat=True):
        yield f"/desk/tournaments/table/{pk}/change/"
    for pk in Seat.objects.values_list("pk", flat=True):
        yield f"/desk/table/seat/{pk}/help/"


def telling(client: Client, words: str = SECRET) -> set[str]:
    return {page for page in pages() if words in client.get(page, follow=True).content.decode()}


@pytest.mark.parametrize(("situation", "who"), CASES, ids=lambda part: getattr(part, "__name__", part))
def test_nobody_reads_the_words_of_others_in_silence(
    cast: Cast, sign_in: SignIn, situation: Situation, who: str
) -> None:
    world = world_of(cast, who)
    situation(world)
    client = sign_in(world.reader)
    assert telling(client) == set()
    desk_letters.send(world.reader.pk)
    Player.objects.filter(pk=world.reader.pk).update(needs_at=timezone.now())
    desk_letters.send(world.reader.pk)
    assert not OutboundLetter.objects.filter(kind="needs", text__contains=SECRET).exists()
    looking.look_inside(world.table.pk, world.reader, "a complaint")
    assert JournalLine.objects.filter(verb="looked inside", actor=world.reader).count() == 1
    assert bool(telling(client)) == (situation is not forgotten)


@pytest.mark.parametrize("situation", [taken_over, taken_over_from_a_bot, given_away], ids=lambda part: part.__name__)
def test_who_plays_reads_what_came_to_them_and_what_they_wrote(
    cast: Cast, sign_in: SignIn, situation: Situation
) -> None:
    world = world_of(cast, "plays" if situation is given_away else "organises")
    if situation is given_away:
        row = world.whisper("Chidi", "Bea", OWN)
    situation(world)
    if situation is not given_away:
        row = world.whisper("Olivia", "Bea", OWN)
    client = sign_in(world.reader)
    page = f"/desk/tournaments/inboundletter/{row.pk}/change/"
    assert {page, page.replace("change/", "source.txt")} <= telling(client, OWN)
    to_them = OutboundLetter.objects.filter(player=world.reader, seat__table=world.table).exclude(copy_of__isnull=False)
    assert to_them.exists()
    for letter in to_them:
        shown = client.get(f"/desk/tournaments/outboundletter/{letter.pk}/change/").content.decode()
        assert "Look inside the table" not in shown


def of_every_kind(world: World, row: InboundLetter) -> Iterator[OutboundLetter]:
    """Answers to a letter that quote it: to the seat, to its player about their league, and about none."""
    league: League = world.table.league
    for name in kinds.KINDS:
        for seat, about in ((row.seat, league), (None, league), (None, None)):
            number = OutboundLetter.objects.count()
            yield OutboundLetter.objects.create(
                dedupe=f"quotes:{number}", kind=name, player=row.player, seat=seat, league=about, answers=row,
                to="anna@example.net", sender="play@mail.example.org", subject="x", text=SECRET,
                message_id=f"<{number}@x>", due_at=timezone.now(),
            )  # fmt: skip


@pytest.mark.parametrize("who", ["plays", "organises", "owns the service"])
def test_an_answer_of_whatever_kind_is_closed_like_what_it_answers(cast: Cast, sign_in: SignIn, who: str) -> None:
    world = world_of(cast, who)
    row = world.whisper("Anna", "Bea")
    client = sign_in(world.reader)
    for letter in of_every_kind(world, row):
        shown = client.get(f"/desk/tournaments/outboundletter/{letter.pk}/change/", follow=True)
        assert SECRET not in shown.content.decode(), letter.kind


def test_a_letter_that_quotes_a_closed_one_is_closed_like_it(cast: Cast, sign_in: SignIn) -> None:
    """To a table that has been opened, under words of another one; of a league of others nothing is shown at all."""
    world = world_of(cast, "organises")
    other = began(cast, cast.organiser)
    looking.look_inside(world.table.pk, world.reader, "a complaint")
    quoted, opened = other.first_letter("Anna"), world.first_letter("Anna")
    row = deliver(opened, SECRET, references=False, quote=False, headers=[f"References: {quoted.message_id}"])
    page = f"/desk/tournaments/inboundletter/{row.pk}/change/"
    client = sign_in(world.reader)
    assert f"/desk/tournaments/table/{other.table.pk}/look/" in client.get(page).content.decode()
    other.table.league.organisers.clear()
    assert "leagues of other organisers" in client.get(page).content.decode()
    assert SECRET not in client.get(page).content.decode()
    other.table.league.organisers.add(world.reader)
    looking.look_inside(other.table.pk, world.reader, "a complaint")
    assert SECRET in client.get(page).content.decode()
