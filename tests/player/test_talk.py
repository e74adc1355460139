"""What players write on the page of a table: to all, to one, for themselves, and their standing orders."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.desk import SignIn
from tests.shared.post import deliver, newest
from tournaments.actions import lengths
from tournaments.actions.player import people
from tournaments.actions.table import orders
from tournaments.models import OutboundLetter, Player, Press, Table
from tournaments.pages.table_view import match_of, view_of
from tournaments.queries import matches

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]

SECRET = "the red one is mine"


@pytest.fixture
def private(cast: Cast) -> Table:
    """A table at which one may write to one other alone."""
    return only_table(running_league(cast, private_press=True))


def seat_number(table: Table, player: Player) -> int:
    return table.seats.get(player=player).number + 1


def test_words_to_the_table_stand_on_everybodys_page_and_go_by_mail(cast: Cast, table: Table, sign_in: SignIn) -> None:
    page = (
        sign_in(cast.player)
        .post(f"/table/{table.pk}/say/", {"words": "good\nluck", "to": ""}, follow=True)
        .content.decode()
    )
    assert "Your words went to the table." in page
    for reader in cast.players:
        assert "<p>good luck</p>" in sign_in(reader).get(f"/table/{table.pk}/").content.decode()
    assert OutboundLetter.objects.filter(kind="say").count() == 2


def test_words_that_came_by_mail_stand_on_the_page_once(cast: Cast, table: Table, sign_in: SignIn) -> None:
    seat = asked_seat(table)
    deliver(newest(seat, "turn"), "say: hello from the train")
    for reader in cast.players:
        assert sign_in(reader).get(f"/table/{table.pk}/").content.decode().count("hello from the train") == 1


def test_words_to_one_are_read_by_these_two_alone(cast: Cast, private: Table, sign_in: SignIn) -> None:
    to = seat_number(private, cast.opponent)
    sign_in(cast.player).post(f"/table/{private.pk}/say/", {"words": SECRET, "to": to})
    read = [player.name for player in cast.players if SECRET in shown(sign_in, private, player)]
    assert read == ["Anna", "Bea"]


def shown(sign_in: SignIn, table: Table, player: Player) -> str:
    return sign_in(player).get(f"/table/{table.pk}/").content.decode()


@pytest.mark.parametrize("out", ["/sign-out/", "/desk/logout/"])
def test_what_one_was_told_is_not_read_by_who_signs_in_next_in_the_browser(
    cast: Cast, private: Table, out: str
) -> None:
    """The page behind the press was never loaded; and nothing is kept for later there."""
    client, told, say = Client(), "went to Bea alone", f"/table/{private.pk}/say/"

    def reads(player: Player) -> bool:
        client.force_login(player)
        return told in client.get("/").content.decode()

    client.force_login(cast.player)
    client.post(say, {"words": SECRET, "to": seat_number(private, cast.opponent)})
    assert reads(cast.player)
    client.post(say, {"words": "yours", "to": seat_number(private, cast.opponent)})
    client.post(out)
    assert [reads(cast.third), client.cookies["messages"].value, reads(cast.player)] == [False, "", False]


def test_where_there_is_no_private_press_it_is_not_offered_and_not_taken(
    cast: Cast, table: Table, sign_in: SignIn
) -> None:
    assert " alone</option>" not in shown(sign_in, table, cast.player)
    sent = {"words": SECRET, "to": seat_number(table, cast.opponent)}
    page = sign_in(cast.player).post(f"/table/{table.pk}/say/", sent, follow=True).content.decode()
    assert "this went to nobody" in page
    assert not Press.objects.exists()


def test_what_somebody_says_is_no_markup(cast: Cast, table: Table, sign_in: SignIn) -> None:
    sign_in(cast.opponent).post(f"/table/{table.pk}/say/", {"words": "<img src=x onerror=alert(1)>", "to": ""})
    page = shown(sign_in, table, cast.player)
    assert "&lt;img src=x" in page
    assert "<img src=x" not in page


def test_a_forgotten_player_has_said_nothing(cast: Cast, table: Table, sign_in: SignIn) -> None:
    sign_in(cast.opponent).post(f"/table/{table.pk}/say/", {"words": SECRET, "to": ""})
    assert SECRET in shown(sign_in, table, cast.player)
    people.erase(cast.opponent, cast.opponent)
    assert SECRET not in shown(sign_in, table, cast.player)


def test_a_note_stands_on_the_own_page_alone(cast: Cast, table: Table, sign_in: SignIn) -> None:
    sign_in(cast.player).post(f"/table/{table.pk}/note/", {"words": SECRET})
    assert [SECRET in shown(sign_in, table, reader) for reader in cast.players] == [True, False, False]


@pytest.mark.parametrize("what", ["say", "note"])
def test_nothing_is_not_written_down(cast: Cast, table: Table, sign_in: SignIn, what: str) -> None:
    page = (
        sign_in(cast.player).post(f"/table/{table.pk}/{what}/", {"words": "  ", "to": ""}, follow=True).content.decode()
    )
    assert f"There was nothing to {what}." in page


@pytest.mark.parametrize("what", ["say", "note"])
def test_words_in_lines_are_as_long_as_their_writer_sees_them(
    cast: Cast, table: Table, sign_in: SignIn, what: str
) -> None:
    """A browser counts the end of a line once and sends two characters."""
    lines = [f"{number:03} " + "x" * 95 for number in range(lengths.LONGEST // 100)]
    client, sent = sign_in(cast.player), {"words": "\r\n".join(lines), "to": ""}
    assert len(sent["words"]) > lengths.LONGEST > len("\n".join(lines))
    assert all(line in client.post(f"/table/{table.pk}/{what}/", sent, follow=True).content.decode() for line in lines)
    longer = {**sent, "words": sent["words"] + " more than fits" * 3}
    page = client.post(f"/table/{table.pk}/{what}/", longer, follow=True).content.decode()
    assert f"At most {lengths.LONGEST} characters" in page


def test_words_that_were_refused_stand_in_their_box_again_with_whom_they_are_for(
    cast: Cast, table: Table, sign_in: SignIn
) -> None:
    table.league.private_press = True
    table.league.save()
    client, address, page = sign_in(cast.player), f"/table/{table.pk}/say/", f"/table/{table.pk}/"
    to = next(value for value, _ in client.get(page).context["say"].fields["to"].choices if value)
    long = SECRET + " x" * lengths.LONGEST
    client.post(address, {"words": long, "to": to})
    box = client.get(page).context["say"]
    assert (box["words"].value(), box["to"].value()) == (long[:4_000], to)
    assert client.get(page).context["say"]["words"].value() is None, "once"
    client.post(address, {"words": SECRET, "to": f"{to}-1"})
    assert client.get(page).context["say"]["words"].value() is None, "else it would go to everybody"
    assert not Press.objects.exists()


def test_a_standing_order_is_changed_on_the_page_and_forgotten(cast: Cast, table: Table, sign_in: SignIn) -> None:
    client, address = sign_in(cast.player), f"/table/{table.pk}/standing-order/"
    usual = dict(rule.split(" ", 1) for rule in map(str, matches.game_at(table).default_rules))["climb"]
    client.post(address, {"topic": "climb", "text": "ask"})
    assert table.seats.get(player=cast.player).plan["rules"]["climb"] == "ask"
    page = client.post(address, {"topic": "climb", "text": ""}, follow=True).content.decode()
    assert "climb" not in table.seats.get(player=cast.player).plan["rules"]
    assert f'value="{usual}"' in html.unescape(page)


def test_a_standing_order_for_all_tables_is_the_persons_own(cast: Cast, table: Table, sign_in: SignIn) -> None:
    sent = {"topic": "climb", "text": "ask", "everywhere": "on"}
    sign_in(cast.player).post(f"/table/{table.pk}/standing-order/", sent)
    cast.player.refresh_from_db()
    assert cast.player.rules["bruges"]["climb"] == "ask"


def test_a_standing_order_that_cannot_be_read_says_so_and_changes_nothing(
    cast: Cast, table: Table, sign_in: SignIn
) -> None:
    before = table.seats.get(player=cast.player).plan.get("rules")
    sent = {"topic": "climb", "text": "to the moon"}
    page = sign_in(cast.player).post(f"/table/{table.pk}/standing-order/", sent, follow=True).content.decode()
    assert "is-refused" in page
    assert table.seats.get(player=cast.player).plan.get("rules") == before


def test_only_what_stands_on_the_page_is_a_topic(cast: Cast, table: Table, sign_in: SignIn) -> None:
    sent = {"topic": "say: something", "text": "ask"}
    assert sign_in(cast.player).post(f"/table/{table.pk}/standing-order/", sent).status_code == 404


@pytest.mark.parametrize("what", ["say", "note", "standing-order"])
def test_who_does_not_sit_there_writes_nothing(cast: Cast, table: Table, sign_in: SignIn, what: str) -> None:
    for stranger in (cast.outsider, cast.organiser):
        sent = {"words": "x", "topic": "climb", "text": "ask"}
        assert sign_in(stranger).post(f"/table/{table.pk}/{what}/", sent).status_code == 404


def test_since_my_last_move_stands_what_others_did_and_not_what_i_did(
    cast: Cast, table: Table, sign_in: SignIn
) -> None:
    seat = asked_seat(table)
    for _ in range(2):
        at = asked_seat(table)
        decision = match_of(at.table).decision(at.number)
        assert decision is not None
        orders.take_orders(at.pk, [decision.moves[0].text], serial=decision.serial, by="page")
    table.refresh_from_db()
    news = " ".join(view_of(table, seat.player).news())
    assert at.player.name in news
    assert "You " not in news.partition(at.player.name)[0]
