"""Orders that a player gives for all tables of a game are closed to an organiser wherever a letter tells them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import pytest
from django.test import Client

from tests.shared.cast import Cast, person, prepared_league
from tests.shared.desk import SignIn
from tests.shared.play import play_on
from tests.shared.post import deliver, newest
from tournaments.actions.league import leagues
from tournaments.actions.table import looking, orders
from tournaments.letters.parts.draft import Draft
from tournaments.models import InboundLetter, OutboundLetter, Player, Table
from tournaments.organiser.shown import refused
from tournaments.outbox import outbox
from tournaments.queries.letters import kinds, quoted
from tournaments.queries.letters.letters_shown import Letter, table_to_look_into

pytestmark = pytest.mark.django_db


@dataclass
class AllPlay:
    """Two leagues of four tables for two, of Anna, Bea, Chidi and `reader`, who organises the first and plays."""

    reader: Player
    rival: Player
    apart: Table  # where the rival plays and the reader does not
    against: Table  # where they play against each other


def all_play(cast: Cast, *, in_another_league: bool) -> AllPlay:
    boards = {}
    for tag, reader_plays in (("One", not in_another_league), ("Two", in_another_league)):
        league = prepared_league(cast, seats=2, max_players=4, tag=tag, name=f"League {tag}")
        league.organisers.add(person(f"Ilse{tag}", is_staff=True))
        for player in (cast.opponent, cast.third, cast.player, cast.organiser if reader_plays else cast.outsider):
            leagues.enrol(league, player)
        leagues.start(league, cast.organiser)
        boards[tag] = league
        if tag == "Two":
            league.organisers.remove(cast.organiser)
    shared = boards["Two" if in_another_league else "One"].tables.filter(seats__player=cast.organiser).earliest("pk")
    rival = shared.seats.exclude(player=cast.organiser).get().player
    theirs = boards["One"].tables.filter(seats__player=rival).exclude(seats__player=cast.organiser)
    return AllPlay(cast.organiser, rival, theirs.earliest("pk"), shared)


def tells_its_rules(play: AllPlay) -> list[tuple[InboundLetter, OutboundLetter]]:
    """The rival gives an order for all tables, and asks what holds: each letter, and its answer."""
    seat = play.apart.seats.get(player=play.rival)
    rows = [deliver(newest(seat), words, quote=False) for words in ("always draw red > blue > any everywhere", "rules")]
    return [(row, OutboundLetter.objects.filter(seat=seat, answers=row).latest("pk")) for row in rows]


def telling(client: Client, pages: set[str]) -> set[str]:
    return {page for page in pages if "red &gt; blue" in client.get(page).content.decode()}


def test_orders_for_all_tables_open_with_the_last_of_them_wherever_they_are_told(cast: Cast, sign_in: SignIn) -> None:
    play = all_play(cast, in_another_league=False)
    (given, receipt), (_, told) = tells_its_rules(play)
    first = OutboundLetter.objects.filter(player=play.rival, seat__table=play.apart).earliest("pk")
    client = sign_in(play.reader)
    letters_of_all: list[tuple[str, Letter]] = [("inbound", given), ("outbound", receipt), ("outbound", told)]
    at = {f"/desk/tournaments/{way}letter/{letter.pk}/change/" for way, letter in letters_of_all}
    looking.look_inside(play.apart.pk, play.reader, "a question")
    assert table_to_look_into(first, play.reader) is None, "what is of this table alone is open"
    assert telling(client, at) == set()
    others = play.apart.league.tables.filter(seats__player=play.rival).exclude(pk=play.apart.pk)
    for table in others.exclude(pk=play.against.pk):
        looking.look_inside(table.pk, play.reader, "a question")
    assert {table_to_look_into(letter, play.reader) for _, letter in letters_of_all} == {play.against.pk}
    told_to = OutboundLetter.objects.filter(kind="looked_inside")
    assert not told_to.filter(player=play.rival, seat__table=play.against).exists()
    looking.look_inside(play.against.pk, play.reader, "a question")
    assert told_to.filter(player=play.rival, seat__table=play.against).exists()
    assert telling(client, at) == at


def test_where_they_hold_against_the_reader_in_another_league_they_stay_closed(cast: Cast, sign_in: SignIn) -> None:
    play = all_play(cast, in_another_league=True)
    _, (_, told) = tells_its_rules(play)
    for table in play.apart.league.tables.all():
        looking.look_inside(table.pk, play.reader, "a question")
    page = sign_in(play.reader).get(f"/desk/tournaments/outboundletter/{told.pk}/change/").content.decode()
    assert "red &gt; blue" not in page
    assert "in another league" in page
    assert "/look/" not in page


def test_refused_lines_beside_such_an_order_are_closed_like_it(cast: Cast) -> None:
    play = all_play(cast, in_another_league=False)
    seat = play.apart.seats.get(player=play.rival)
    deliver(newest(seat), "alwys draw red > blue > any everywhere", quote=False)
    seat.refresh_from_db()
    looking.look_inside(play.apart.pk, play.reader, "a question")
    shown = refused.of_seat(seat, play.reader)
    assert (len(shown.letters), shown.closed, shown.letters[0].lines) == (1, True, ())
    assert f"/look/?back=/desk/tournaments/table/seat/{seat.pk}/help/" in shown.look
    for table in play.apart.league.tables.filter(seats__player=play.rival):
        looking.look_inside(table.pk, play.reader, "a question")
    assert refused.of_seat(seat, play.reader).letters[0].lines


NEVER = "you never go up a step"  # as letters tell CLIMB


def rules_for_all(play: AllPlay, *words: str) -> None:
    """The rival gives orders on the page of the table where they play against the reader."""
    orders.take_orders(play.against.seats.get(player=play.rival).pk, words, serial=None, by="page")


def words_of(letter: OutboundLetter) -> str:
    return " ".join(letter.text.replace("|", " ").replace(">", " ").split())


@pytest.mark.parametrize("elsewhere", [False, True])
def test_letters_of_a_turn_tell_orders_for_all_tables_and_are_closed(cast: Cast, elsewhere: bool) -> None:
    """Also once they hold no more, and after none do."""
    play = all_play(cast, in_another_league=elsewhere)
    rules_for_all(play, "always climb never everywhere")
    last = OutboundLetter.objects.latest("pk").pk
    play_on(play.apart, 14)
    looking.look_inside(play.apart.pk, play.reader, "a question")
    letters = OutboundLetter.objects.filter(player=play.rival, pk__gt=last, kind="turn", seat__table=play.apart)
    assert any(NEVER in words_of(letter) for letter in letters)
    assert all(table_to_look_into(letter, play.reader) is not None for letter in letters)
    rules_for_all(play, "forget all everywhere")
    play.rival.refresh_from_db()
    assert not any(play.rival.rules.values())
    assert all(table_to_look_into(letter, play.reader) is not None for letter in letters.all())


@pytest.mark.parametrize("words", ["status", "alwys climb never", "rules", "help", "climb 99", "thank you"])
def test_what_answers_or_quotes_such_a_letter_is_closed_like_it(cast: Cast, words: str) -> None:
    """Whatever is answered: by name of the letter, and by its words alone after all of the orders are taken back."""
    play = all_play(cast, in_another_league=True)
    rules_for_all(play, "always climb never everywhere")
    seat = play.apart.seats.get(player=play.rival)
    play_on(play.apart, 8)
    looking.look_inside(play.apart.pk, play.reader, "a question")
    rows = [deliver(newest(seat, "turn"), words)]
    rules_for_all(play, "forget all everywhere")
    rows.append(deliver(newest(seat, "turn"), words, references=False))
    for row in rows:
        answers = OutboundLetter.objects.filter(answers=row)
        assert all(table_to_look_into(letter, play.reader) is not None for letter in chain[Letter]([row], answers))


def test_who_else_quotes_such_a_letter_has_theirs_closed_as_well(cast: Cast) -> None:
    """Of the answer to the first such order, which is written before it holds, and of a letter after it."""
    play = all_play(cast, in_another_league=True)
    seat, other = play.apart.seats.get(player=play.rival), play.apart.seats.exclude(player=play.rival).get()
    given = deliver(newest(seat), "always climb never everywhere", quote=False)
    receipt = OutboundLetter.objects.filter(answers=given).latest("pk")
    told = deliver(newest(seat), "status", quote=False)
    looking.look_inside(play.apart.pk, play.reader, "a question")
    for letter in (receipt, OutboundLetter.objects.filter(answers=told).latest("pk")):
        names = [f"References: {letter.message_id}"]
        row = deliver(newest(other), "status", references=False, quote=False, headers=names)
        assert table_to_look_into(row, play.reader) is not None
        InboundLetter.objects.filter(pk=row.pk).update(raw=b"")
        assert table_to_look_into(InboundLetter.objects.get(pk=row.pk), play.reader) is not None, "it is kept"


@pytest.mark.parametrize("language", ["en", "de"])
def test_orders_for_all_tables_stay_closed_where_they_are_told_once_they_are_others(cast: Cast, language: str) -> None:
    play = all_play(cast, in_another_league=False)
    Player.objects.filter(pk=play.rival.pk).update(language=language)
    seat = play.apart.seats.get(player=play.rival)
    deliver(newest(seat), "always threat most everywhere", quote=False)
    rows = [deliver(newest(seat), "rules", quote=False)]
    rows.append(deliver(newest(seat), "always threat fewest everywhere", quote=False))
    looking.look_inside(play.apart.pk, play.reader, "a question")
    for letter in chain[Letter](rows, OutboundLetter.objects.filter(answers__in=rows)):
        assert table_to_look_into(letter, play.reader) is not None


def test_letters_of_every_kind_to_who_has_given_such_orders_are_closed(cast: Cast) -> None:
    """To the seat, to its player about no seat, and to somebody else about the seat."""
    play = all_play(cast, in_another_league=True)
    looking.look_inside(play.apart.pk, play.reader, "a question")
    seat, game = play.apart.seats.get(player=play.rival), play.apart.league.game
    ways = [(seat.player, seat), (seat.player, None), (cast.outsider, seat)]
    for name in kinds.KINDS.keys() - {kinds.COPY}:
        for has_given in (False, True):
            assert seat.player is not None
            seat.player.rules = {game: {"climb": "never"}} if has_given else {}
            for number, (player, at) in enumerate(ways):
                draft, key = Draft(name, "s", "words", "<p>words</p>"), f"{name} {number} {has_given}"
                letter = outbox.write(draft, player=player, seat=at, dedupe=key)
                assert (table_to_look_into(letter, play.reader) is not None) == has_given, key


def test_a_letter_that_nobody_looked_through_may_tell_orders_for_all_tables(cast: Cast) -> None:
    play = all_play(cast, in_another_league=True)
    looking.look_inside(play.apart.pk, play.reader, "a question")
    row = deliver(newest(play.apart.seats.get(player=play.rival)), "status", quote=False)
    assert table_to_look_into(row, play.reader) is None
    for quotes in (quoted.unknown(), {}):
        row.raw, row.quotes = b"", quotes
        assert table_to_look_into(row, play.reader) is not None
