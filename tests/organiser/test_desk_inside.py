"""What the desk keeps closed of a table until the organiser says why they look: letters, private words, hands."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from tests.organiser.letters import letter_in
from tests.shared.cast import Cast, asked_seat, only_table, person, running_league
from tests.shared.desk import SignIn
from tests.shared.play import end_by_bots
from tests.shared.post import deliver, newest
from tournaments.actions.league import disqualify, readmit
from tournaments.actions.table import orders
from tournaments.models import InboundLetter, JournalLine, OutboundLetter, Player, Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
SETTINGS = {"private_press": True, "provisional": timedelta(days=3)}
WHISPER = "the red one is mine"


@pytest.fixture
def table(table: Table) -> Table:
    """Somebody has spoken to all, and to one alone."""
    seat = asked_seat(table)
    other = table.seats.exclude(pk=seat.pk)[0]
    deliver(newest(seat, "turn"), "say: good luck <b>to all</b>", f"tell seat {other.number + 1}: {WHISPER}")
    return table


def shown(client: Client, table: Table) -> str:
    return " ".join(client.get(page_of(table)).content.decode().split())


def page_of(table: Table) -> str:
    return f"/desk/tournaments/table/{table.pk}/change/"


def look(client: Client, table: Table, back: str = "") -> str:
    address = f"/desk/tournaments/table/{table.pk}/look/?back={back}"
    return client.post(address, {"reason": "Bea says she was insulted"}, follow=True).redirect_chain[-1][0]


def texts(client: Client, table: Table) -> list[str]:
    """The texts of the pages of all letters to and from the table."""
    letters = [*OutboundLetter.objects.filter(seat__table=table), *InboundLetter.objects.filter(seat__table=table)]
    pages = [f"/desk/tournaments/{letter._meta.model_name}/{letter.pk}/change/" for letter in letters]
    return [client.get(page, follow=True).content.decode() for page in pages]


def test_the_talk_stands_on_the_tables_page_private_words_only_after_a_look(table: Table, desk: Client) -> None:
    before = shown(desk, table)
    assert "good luck &lt;b&gt;to all&lt;/b&gt;" in before
    assert "1 more line was told to one player alone" in before
    assert WHISPER not in before
    assert look(desk, table, page_of(table)) == page_of(table)
    after = shown(desk, table)
    assert WHISPER in after
    assert " alone <span>round 1" in after


def test_private_words_stay_closed_when_the_game_has_ended(table: Table, desk: Client) -> None:
    end_by_bots(table)
    assert WHISPER not in shown(desk, table)
    assert not any(WHISPER in text for text in texts(desk, table))
    look(desk, table)
    assert WHISPER in shown(desk, table)


def test_what_a_letter_says_is_closed_until_the_journal_says_that_and_why_somebody_looks(
    cast: Cast, table: Table, desk: Client
) -> None:
    letter_in(table, cast.player)
    before = texts(desk, table)
    assert all("Look inside the table" in text for text in before)
    assert not any("Your card" in text or "workers heirloom" in text for text in before)
    assert not JournalLine.objects.filter(verb="looked inside").exists()
    look(desk, table)
    after = texts(desk, table)
    assert not any("Look inside the table" in text for text in after)
    assert any("Your card" in text for text in after)
    assert any("workers heirloom" in text for text in after)
    line = JournalLine.objects.get(verb="looked inside")
    assert (line.actor, "Bea says she was insulted" in line.words) == (cast.organiser, True)
    assert not OutboundLetter.objects.filter(kind="looked_inside").exists()


def test_once_a_game_has_ended_its_hands_are_open_and_its_letters_still_closed(cast: Cast, desk: Client) -> None:
    """Whether or not anybody could whisper there: any letter may contain what is meant for one reader."""
    table = only_table(running_league(cast))
    end_by_bots(table)
    assert desk.get(f"/desk/tournaments/table/{table.pk}/replay/1/2/").status_code == 200
    assert "What letters say, and what players told each other alone." in shown(desk, table)
    assert all("Look inside the table" in text for text in texts(desk, table))
    look(desk, table)
    assert "What is closed to you" not in shown(desk, table)
    assert not any("Look inside the table" in text for text in texts(desk, table))


def test_a_player_who_organises_reads_their_own_letters_and_what_was_told_to_them(
    cast: Cast, table: Table, sign_in: SignIn
) -> None:
    seat = asked_seat(table)
    seat.player.is_staff = True
    seat.player.save()
    table.league.organisers.add(seat.player)
    client = sign_in(seat.player)
    assert WHISPER in shown(client, table)
    own = OutboundLetter.objects.filter(seat=seat, kind="turn")[0]
    assert "Your card" in client.get(f"/desk/tournaments/outboundletter/{own.pk}/change/").content.decode()


def test_a_player_who_organises_does_not_read_who_plans_ahead(cast: Cast, table: Table, sign_in: SignIn) -> None:
    """The journal counts what was played and what was kept for later."""
    seat = asked_seat(table)
    opponent = table.seats.exclude(pk=seat.pk)[0]
    assert opponent.player is not None
    Player.objects.filter(pk=seat.player_id).update(is_staff=True)
    table.league.organisers.add(seat.player)
    for writer, words in ((seat, "note: one"), (opponent, "note: two")):
        orders.take_orders(writer.pk, [words], serial=None, by="page")
    client = sign_in(Player.objects.get(pk=seat.player_id))
    lines = {line.seat_id: line for line in JournalLine.objects.filter(verb="orders").order_by("pk")}
    pages = [page_of(table), *(f"/desk/tournaments/journalline/{end}" for end in ("", "?verb=orders", "?q=by+page"))]
    for page in pages:
        text = client.get(page).content.decode()
        assert lines[seat.pk].words in text, page
        assert lines[opponent.pk].words not in text, page
    address = f"/desk/tournaments/journalline/{lines[opponent.pk].pk}/change/"
    assert client.get(address).status_code == 302
    assert sign_in(cast.organiser).get(address).status_code == 200
    look(client, table)
    assert client.get(address).status_code == 200


def test_to_a_player_who_organises_it_is_not_even_said_that_others_whisper_until_the_table_is_told(
    cast: Cast, table: Table, sign_in: SignIn
) -> None:
    seat = asked_seat(table)
    third = table.seats.exclude(pk__in=(seat.pk, table.seats.exclude(pk=seat.pk)[0].pk))[0].player
    Player.objects.filter(pk=third.pk).update(is_staff=True)
    table.league.organisers.add(third)
    client = sign_in(Player.objects.get(pk=third.pk))
    before = shown(client, table)
    assert "told to one player alone" not in before
    assert WHISPER not in before
    look(client, table)
    assert WHISPER in shown(client, table)
    told = OutboundLetter.objects.filter(kind="looked_inside")
    assert {letter.player_id for letter in told} == {player.pk for player in cast.players}


def test_a_stopped_table_keeps_its_secrets_as_long_as_it_may_go_on(cast: Cast, table: Table, desk: Client) -> None:
    entry = table.league.entries.get(player=cast.player)
    disqualify.disqualify(entry.pk, cast.organiser, "Two accounts.", void=True)
    replay = f"/desk/tournaments/table/{table.pk}/replay/1/2/"
    assert desk.get(replay).status_code == 404
    look(desk, table)
    assert desk.get(replay).status_code == 200
    readmit.readmit(entry.pk, cast.organiser, "It was her brother.")


def test_the_way_back_leads_to_no_other_site_and_strangers_look_nowhere(
    table: Table, desk: Client, sign_in: SignIn
) -> None:
    address = f"/desk/tournaments/table/{table.pk}/look/"
    assert sign_in(person("Oscar", is_staff=True)).get(address).status_code == 404
    # Browsers leave out ends of lines and tabs, and take three strokes for two.
    for elsewhere in ("https://evil.example/", "//evil.example/", "/%0A//evil.example/", "/%09//evil.example/"):
        assert "evil.example" not in desk.get(f"{address}?back={elsewhere}").content.decode()
    for nowhere in ("//evil.example/", "evil", "?evil", "player:home"):
        assert look(desk, table, nowhere).startswith(f"/desk/tournaments/table/{table.pk}/replay/"), nowhere
