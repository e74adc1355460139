"""The words that the desk opens without a look inside: of every kind of letter, whatever became of seat and writer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.shared.cast import Cast, only_table, person, prepared_league
from tests.shared.desk import SignIn
from tests.shared.play import end_by_bots
from tests.shared.post import deliver, newest
from tournaments.actions import journal
from tournaments.actions.commands import desk as desk_letters
from tournaments.actions.commands import held_letters
from tournaments.actions.league import disqualify, leagues
from tournaments.actions.player import people, renewing
from tournaments.actions.seats import offers, seats, substitutes
from tournaments.actions.table import looking
from tournaments.inbox import ingest
from tournaments.language.refusals import HasLooked
from tournaments.models import InboundLetter, JournalLine, OutboundLetter, Player, Seat, Table
from tournaments.organiser.site import site
from tournaments.queries.access.desk_rights import ORDERS, TOLD, lines_shown, opponents
from tournaments.queries.letters import kinds
from tournaments.queries.letters.letters_shown import letters_shown, table_to_look_into

pytestmark = pytest.mark.django_db
SECRET, OWN = "heliotrope", "marigold"  # one word each: lines are wrapped
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


def left_to_the_stand_in(world: World) -> None:
    old = world.first_letter("Anna")
    seats.replace_by_stand_in(world.seat("Anna").pk, world.cast.organiser, "too slow")
    assert deliver(old, f"tell Bea: {SECRET}", quote=False).verdict == "former seat"


def disqualified(world: World) -> None:
    world.whisper("Anna", "Bea")
    old = world.first_letter("Anna")
    entry = world.table.league.entries.get(player=world.cast.player)
    disqualify.disqualify(entry.pk, world.cast.organiser, "x", void=False)
    deliver(old, f"tell Bea: {SECRET}", quote=False)


def stopped(world: World) -> None:
    world.whisper("Anna", "Bea")
    old = world.first_letter("Anna")
    entry = world.table.league.entries.get(player=world.cast.player)
    disqualify.disqualify(entry.pk, world.cast.organiser, "x", void=True)
    deliver(old, f"tell Bea: {SECRET}", quote=False)


def sent_to_another_s_address(world: World) -> None:
    """Bea is asked whether it is hers, and says yes: the table has it in her name."""
    row = deliver(world.first_letter("Bea"), f"tell Anna: {SECRET}", sender="anna@example.net", quote=False)
    assert row.state == State.HELD
    held_letters.release(row, world.cast.opponent)
    ingest.read(row.pk)


def held(world: World) -> None:
    row = deliver(world.first_letter("Anna"), f"tell Bea: {SECRET}", sender="her@office.example", quote=False)
    assert row.state == State.HELD


def laid_aside(world: World) -> None:
    number = InboundLetter.objects.count()
    raw = f"From: Anna <anna@example.net>\r\nMessage-ID: <{number}@x>\r\n\r\ntell Bea: {SECRET}\r\n".encode()
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
    deliver(old, f"tell Bea: {SECRET}", quote=False, references=False)


def taken_over_from_the_stand_in(world: World) -> None:
    old = world.first_letter("Anna")
    seats.replace_by_stand_in(world.seat("Anna").pk, world.cast.organiser, "too slow")
    deliver(old, f"tell Bea: {SECRET}", quote=False)
    taken_seat = world.seat("Anna")
    offers.give(taken_seat.pk, world.reader.email, "", world.reader, "x", epoch=taken_seat.token_epoch)


def given_away(world: World) -> None:
    """The organiser who reads has played a seat that somebody else plays now."""
    seat = world.seat("Chidi")
    substitutes.give_seat(seat.pk, world.cast.outsider, world.cast.organiser, "x", epoch=seat.token_epoch)
    world.whisper("Otto", "Bea")


COMMON: list[Situation] = [nothing, of_a_gathered_answer, sent_to_another_s_address, held, laid_aside, renewed]
STORIES: dict[str, tuple[str, list[Situation]]] = {
    "plays": ("plays", COMMON),
    "plays, left to the stand-in": ("plays", [left_to_the_stand_in]),
    "plays, disqualified": ("plays", [disqualified]),
    "plays, stopped": ("plays", [stopped]),
    "plays, forgotten": ("plays", [forgotten]),
    "has played": ("plays", [given_away]),
    "organises": ("organises", COMMON),
    "takes over": ("organises", [taken_over]),
    "takes over from the stand-in": ("organises", [taken_over_from_the_stand_in]),
    "owns the service": ("owns the service", COMMON),
}


def world_of(cast: Cast, who: str) -> World:
    if who == "owns the service":
        Player.objects.filter(pk=cast.outsider.pk).update(is_staff=True, is_superuser=True)
        world = began(cast, cast.organiser)
        return World(cast, world.table, Player.objects.get(pk=cast.outsider.pk))
    return began(cast, cast.third if who == "plays" else cast.organiser)


def pages() -> Iterator[str]:
    """Of the letters that hold the words."""
    for letter in InboundLetter.objects.order_by("pk"):
        if SECRET.encode() in bytes(letter.raw):
            yield f"/desk/tournaments/inboundletter/{letter.pk}/change/"
            yield f"/desk/tournaments/inboundletter/{letter.pk}/source.txt"
    for pk in OutboundLetter.objects.filter(text__contains=SECRET).order_by("pk").values_list("pk", flat=True):
        yield f"/desk/tournaments/outboundletter/{pk}/change/"


def lists(world: World) -> Iterator[str]:
    yield from ("/desk/", f"/desk/tournaments/table/{world.table.pk}/change/")
    yield from (f"/desk/tournaments/{rows}/?q=anna" for rows in ("inboundletter", "outboundletter"))


def telling(client: Client, found: Iterable[str], words: str = SECRET) -> set[str]:
    return {page for page in found if words in client.get(page, follow=True).content.decode()}


def daily_letter(player: Player) -> str:
    """The daily letter to an organiser, "" if nothing needs them."""
    Player.objects.filter(pk=player.pk).update(needs_at=timezone.now())
    desk_letters.send(player.pk)
    letter = OutboundLetter.objects.filter(kind="needs", player=player).first()
    return letter.text if letter is not None else ""


@pytest.mark.parametrize(("who", "story"), STORIES.values(), ids=STORIES)
def test_nobody_reads_the_words_of_others_in_silence(
    cast: Cast, sign_in: SignIn, who: str, story: list[Situation]
) -> None:
    world = world_of(cast, who)
    for situation in story:
        situation(world)
    client, found = sign_in(world.reader), list(pages())
    assert bool(found) == (story != [forgotten])
    assert telling(client, [*found, *lists(world)]) == set()
    assert SECRET not in daily_letter(world.reader)
    if who == "plays":  # against them, or has played: not even a list says that there are such letters
        assert 200 not in {client.get(page).status_code for page in found}
        assert client.get("/desk/tournaments/table/").context["cl"].result_list[0].letters_waiting == 0
    looking.look_inside(world.table.pk, world.reader, "a complaint")
    assert JournalLine.objects.filter(verb="looked inside", actor=world.reader).count() == 1
    assert bool(telling(client, found)) == bool(found)


@pytest.mark.parametrize("situation", [taken_over, given_away], ids=lambda part: part.__name__)
def test_who_plays_reads_what_came_to_them_and_what_they_wrote(
    cast: Cast, sign_in: SignIn, situation: Situation
) -> None:
    world = world_of(cast, "plays" if situation is given_away else "organises")
    if situation is given_away:
        row = world.whisper("Chidi", "Bea", OWN)
    situation(world)
    if situation is taken_over:
        row = world.whisper("Olivia", "Bea", OWN)
    page = f"/desk/tournaments/inboundletter/{row.pk}/change/"
    wanted = {page, page.replace("change/", "source.txt")}
    assert telling(sign_in(world.reader), wanted, OWN) == wanted
    if situation is taken_over:
        into, out = letters_shown(InboundLetter.objects.all(), world.reader), OutboundLetter.objects.exclude(seat=None)
        assert set(into.values_list("player", flat=True)) == {world.reader.pk}
        assert set(letters_shown(out, world.reader).values_list("player", flat=True)) == {world.reader.pk}
        lines = lines_shown(JournalLine.objects.filter(verb=ORDERS), world.reader)
        assert set(lines.values_list("actor", flat=True)) <= {world.reader.pk, None}
        assert lines.count() == 1
    came = OutboundLetter.objects.filter(player=world.reader, seat__table=world.table)
    assert came.exists()
    assert not any(table_to_look_into(letter, world.reader) for letter in came)
    end_by_bots(world.table)  # what was whispered stays closed
    assert telling(sign_in(world.reader), pages()) == set()


def mistyped(world: World) -> None:
    world.whisper("Anna", "Nobody")


def forgotten_once_read(world: World) -> None:
    """What Bea got is hers, and stays."""
    world.whisper("Anna", "Bea")
    OutboundLetter.objects.update(state=OutboundLetter.State.SENT, sent_at=timezone.now(), attempts=1)
    people.erase(world.cast.player, world.cast.player)


@pytest.mark.parametrize("situation", [mistyped, held, forgotten_once_read], ids=lambda part: part.__name__)
def test_words_that_never_arrived_and_those_of_the_forgotten_stay_closed_after_the_end(
    cast: Cast, sign_in: SignIn, situation: Situation
) -> None:
    world = world_of(cast, "organises")
    situation(world)
    end_by_bots(world.table)
    client, found = sign_in(world.reader), list(pages())
    assert found
    assert telling(client, [*found, *lists(world)]) == set()
    looking.look_inside(world.table.pk, world.reader, "a complaint")
    assert telling(client, found)


def test_a_letter_without_a_seat_asks_for_a_look_into_tables_that_were_played_when_it_came(
    cast: Cast, sign_in: SignIn
) -> None:
    """Into all of its writer's where none was."""
    over = world_of(cast, "organises")
    end_by_bots(over.table)
    laid_aside(over)
    late = InboundLetter.objects.latest("pk")
    running = began(cast, cast.organiser)
    laid_aside(running)
    row = InboundLetter.objects.latest("pk")
    assert table_to_look_into(late, over.reader) == over.table.pk
    assert table_to_look_into(row, over.reader) == running.table.pk
    looking.look_inside(running.table.pk, over.reader, "a complaint")
    assert table_to_look_into(row, over.reader) is None


def test_of_an_opponents_seat_the_journal_shows_an_organiser_who_plays_what_the_table_is_told(cast: Cast) -> None:
    world, hidden = world_of(cast, "plays"), ("helped", "what is written later")
    for seat in (world.seat("Anna"), world.table.seats.get(player=world.reader)):
        for verb in (*TOLD, *hidden):
            journal.note(verb, "a line", seat=seat)
    lines = JournalLine.objects.filter(words="a line")
    shown = Counter(lines_shown(lines, world.reader).values_list("verb", flat=True))
    assert shown == {**dict.fromkeys(TOLD, 2), **dict.fromkeys(hidden, 1)}
    looking.look_inside(world.table.pk, world.reader, "a complaint")
    assert lines_shown(lines, world.reader).count() == lines.count()


def test_who_gives_their_seat_away_and_takes_it_back_reads_between_no_more_than_who_plays(cast: Cast) -> None:
    """Not either where somebody does not organise the league while they do so."""
    world = world_of(cast, "plays")
    row = world.whisper("Chidi", "Bea", OWN)
    world.table.league.organisers.remove(world.reader)
    given_away(world)
    world.table.league.organisers.add(world.reader)
    seat = world.seat("Otto")
    for verb in (*TOLD, "helped"):
        for one in (world.seat("Anna"), seat):
            journal.note(verb, "a line", seat=one)
    lines = JournalLine.objects.filter(words="a line")
    assert Counter(lines_shown(lines, world.reader).values_list("verb", flat=True)) == dict.fromkeys(TOLD, 2)
    assert list(letters_shown(InboundLetter.objects.all(), world.reader)) == [row]
    shown = letters_shown(OutboundLetter.objects.exclude(seat=None), world.reader)
    assert set(shown.values_list("player", flat=True)) == {world.reader.pk}
    assert opponents(world.reader).seats == {one.pk for one in world.table.seats.all()}
    substitutes.give_seat(seat.pk, world.reader, cast.organiser, "x", epoch=seat.token_epoch)
    assert list(letters_shown(InboundLetter.objects.all(), world.reader)) == [row]


def test_who_has_given_their_seat_away_looks_and_never_gets_it_back(cast: Cast, sign_in: SignIn) -> None:
    world = world_of(cast, "plays")
    given_away(world)
    seat, page = world.seat("Otto"), f"/desk/tournaments/table/{world.table.pk}/change/"
    assert "You have played at this table." in sign_in(world.reader).get(page).content.decode()
    looking.look_inside(world.table.pk, world.reader, "a complaint")
    assert letters_shown(InboundLetter.objects.filter(seat=seat), world.reader).exists()
    with pytest.raises(HasLooked):
        substitutes.give_seat(seat.pk, world.reader, cast.organiser, "x", epoch=seat.token_epoch)


def test_an_answer_of_whatever_kind_is_closed_like_what_it_answers(cast: Cast) -> None:
    """To the seat, to its player about their league, and about none."""
    world, others = world_of(cast, "plays"), (cast.organiser, person("Hedda", is_staff=True, is_superuser=True))
    row = world.whisper("Anna", "Bea")
    desk: Any = site._registry[OutboundLetter]
    for name, seat, reader in product(kinds.KINDS, (row.seat, None), (world.reader, *others)):
        letter: Any = OutboundLetter(kind=name, player=row.player, seat=seat, league=row.seat.table.league, answers=row)
        letter.text, letter.closed, letter.organiser = SECRET, table_to_look_into(letter, reader), reader
        assert letter.closed == world.table.pk, name
        assert SECRET not in str(desk.text_shown(letter)), name


@pytest.mark.parametrize("form", ["References: <{}>", "References: <\r\n {}>", "References: =?utf-8?q?=3C{}=3E?="])
def test_a_letter_that_quotes_a_closed_one_is_closed_like_it(cast: Cast, sign_in: SignIn, form: str) -> None:
    """To a table that has been opened, under words of another one; of a league of others nothing is shown at all."""
    world = world_of(cast, "organises")
    other = began(cast, cast.organiser)
    looking.look_inside(world.table.pk, world.reader, "a complaint")
    quoted, opened = other.first_letter("Anna"), world.first_letter("Anna")
    row = deliver(opened, SECRET, references=False, quote=False, headers=[form.format(quoted.message_id[1:-1])])
    page = f"/desk/tournaments/inboundletter/{row.pk}/change/"
    client = sign_in(world.reader)
    assert f"/desk/tournaments/table/{other.table.pk}/look/" in client.get(page).content.decode()
    whole = bytes(row.raw)
    InboundLetter.objects.filter(pk=row.pk).update(raw=b"")
    assert table_to_look_into(InboundLetter.objects.get(pk=row.pk), world.reader) == other.table.pk
    assert SECRET not in client.get(page).content.decode()
    InboundLetter.objects.filter(pk=row.pk).update(raw=whole)
    other.table.league.organisers.clear()
    assert "leagues of other organisers" in client.get(page).content.decode()
    assert client.get(page.replace("change/", "source.txt")).status_code == 302
    other.table.league.organisers.add(world.reader)
    looking.look_inside(other.table.pk, world.reader, "a complaint")
    assert SECRET in client.get(page).content.decode()
