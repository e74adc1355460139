"""Orders that a player gives for all tables of a game are closed to an organiser wherever a letter tells them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.test import Client

from tests.admin.conftest import SignIn
from tests.cast import Cast, person, prepared_league
from tests.post import deliver, newest
from tournaments.actions import leagues, looking
from tournaments.letter_rights import table_to_look_into
from tournaments.models import InboundLetter, OutboundLetter, Player, Table
from tournaments.organiser import refused_shown

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
    letters_of_all = [("inbound", given), ("outbound", receipt), ("outbound", told)]
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
    shown = refused_shown.of_seat(seat, play.reader)
    assert (len(shown.letters), shown.closed, shown.letters[0].lines) == (1, True, ())
    assert f"/look/?back=/desk/tournaments/table/seat/{seat.pk}/help/" in shown.look
    for table in play.apart.league.tables.filter(seats__player=play.rival):
        looking.look_inside(table.pk, play.reader, "a question")
    assert refused_shown.of_seat(seat, play.reader).letters[0].lines
