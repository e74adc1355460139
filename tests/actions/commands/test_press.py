"""What players write to each other and to themselves: to one seat alone, and notes that nobody else reads."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, only_table, person, running_league
from tests.shared.post import answers_to, deliver, newest
from tournaments.actions import lengths
from tournaments.actions.commands import press
from tournaments.actions.league import announcements, disqualify
from tournaments.actions.player import people
from tournaments.actions.seats import seats, substitutes
from tournaments.actions.table import orders
from tournaments.inbox import ingest
from tournaments.letters import headers
from tournaments.models import Case, InboundLetter, League, Note, OutboundLetter, Player, Press, Seat, Table
from tournaments.queries.access.listeners import listeners

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
SETTINGS = {"private_press": True}


@pytest.fixture
def seat(cast: Cast) -> Seat:
    """The seat that is asked, in a league that allows private press."""
    return asked_seat(only_table(League.objects.get()))


def others(seat: Seat) -> list[Seat]:
    return list(Seat.objects.filter(table=seat.table).exclude(pk=seat.pk).select_related("player").order_by("number"))


def told() -> list[OutboundLetter]:
    return list(OutboundLetter.objects.filter(kind="tell"))


def page(player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def test_words_to_one_player_reach_nobody_else_and_show_no_address(seat: Seat) -> None:
    friend = others(seat)[0]
    row = deliver(newest(seat, "turn"), f"tell {friend.player.name}: shall we both let the red one go?")
    (letter,) = told()
    assert (letter.seat, letter.to) == (friend, friend.player.email)
    assert "shall we both let the red" in letter.text.replace("\xa0", " ")
    assert seat.player.email not in letter.text + letter.html
    assert answers_to(row) == ["words"]
    assert f"went to {friend.player.name} alone" in newest(seat, "words").text


def test_a_player_can_be_named_by_the_number_of_the_seat(seat: Seat) -> None:
    friend = others(seat)[1]
    deliver(newest(seat, "turn"), f"tell seat {friend.number + 1}: hello")
    assert [letter.seat for letter in told()] == [friend]


def test_a_player_says_a_bounded_number_of_characters_at_a_table_in_a_day(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To all and to one together; the others at the table say what they like."""
    monkeypatch.setattr(press, "CHARACTERS_A_DAY", 20)
    friend = others(seat)[0]
    deliver(newest(seat, "turn"), "say: twelve signs", f"tell {friend.number + 1}: much too long")
    assert told() == []
    assert "You have said very much at this table today" in " ".join(newest(seat, "words").text.split())
    deliver(newest(friend), "say: and what do you mean?", f"tell {seat.number + 1}: you?", quote=False)
    assert [letter.seat for letter in told()] == [seat]


@pytest.mark.parametrize("verb", ["say: ", "tell {}: ", "note: ", "referee "])
def test_a_whole_paragraph_arrives_and_what_is_longer_goes_to_nobody_and_its_writer_reads_so(
    seat: Seat, verb: str
) -> None:
    """Many mail programs send a paragraph as one line, however long it is."""
    whole = " ".join(["Hello"] * (lengths.LONGEST // 6 - 1) + ["done"])
    begin = verb.format(others(seat)[0].number + 1)
    deliver(newest(seat, "turn"), f"{begin}{whole} more")
    assert list(kept()) == []
    assert f"At most {lengths.LONGEST} characters" in newest(seat, "words").text
    deliver(newest(seat, "turn"), begin + whole)
    assert list(kept()) == [whole]


def kept() -> Iterator[str]:
    """All words to people that there are."""
    for model in (Press, Note, Case):
        yield from model.objects.values_list("words", flat=True)


def test_of_many_notes_the_newest_come_back_and_the_letter_counts_the_older(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "LONGEST_NOTES", 20)
    deliver(newest(seat, "turn"), "note: the first of three", "note: second", "note: third", "notes")
    text = newest(seat, "notes").text.replace("\xa0", " ")
    assert "1 older note stands on the page" in text
    assert [word for word in ("first", "second", "third") if f"| {word}" in text] == ["second", "third"]


def test_so_many_notes_are_kept_for_a_seat_and_who_writes_one_more_reads_so(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "MOST_NOTES", 1)
    deliver(newest(seat, "turn"), "note: one", "note: another")
    assert [note.words for note in Note.objects.all()] == ["one"]
    assert "this one was not" in " ".join(newest(seat, "words").text.split())


def test_words_to_somebody_who_is_not_here_say_who_is(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "tell Zoe: hello")
    assert told() == []
    assert all(other.player.name in newest(seat, "words").text for other in others(seat))


def test_nobody_tells_anybody_anything_privately_unless_the_league_allows_it(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    deliver(newest(seat, "turn"), f"tell {others(seat)[0].player.name}: hello")
    assert told() == []
    assert "to the whole table only" in " ".join(newest(seat, "words").text.split())


def test_private_words_beside_orders_are_accounted_for_in_one_letter(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", f"tell {others(seat)[0].player.name}: your turn")
    assert answers_to(row) == ["orders_account"]
    assert len(told()) == 1


def test_whether_private_letters_are_allowed_is_shown_before_joining(seat: Seat) -> None:
    assert (
        b"or to one player alone"
        in page(seat.player).get(reverse("player:league", args=[seat.table.league_id])).content
    )


def test_notes_come_back_by_mail_and_on_the_own_page_alone(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "note: keep the blue workers for the last canal")
    deliver(newest(seat), "notes")
    letter = newest(seat, "notes")
    assert "keep the blue workers" in letter.text.replace("\xa0", " ")
    url = reverse("player:table", args=[seat.table_id])
    assert b"keep the blue workers" in page(seat.player).get(url).content
    assert b"keep the blue workers" not in page(others(seat)[0].player).get(url).content


def test_a_note_is_taken_from_any_letter_of_the_seat_and_only_once(seat: Seat) -> None:
    first = newest(seat, "turn")
    deliver(first, "12")
    row = deliver(first, "note: an old letter will do")
    orders.take_orders(seat.pk, ["note: an old letter will do"], serial=None, by="mail", letter=row)
    assert [note.words for note in Note.objects.all()] == ["an old letter will do"]


def test_no_organiser_reads_a_note_on_the_desk(seat: Seat, cast: Cast) -> None:
    secret = "beware of the mayor"
    deliver(newest(seat, "turn"), f"note: {secret}")
    deliver(newest(seat), "notes")
    deliver(newest(seat), f"note: {secret}", sender="phone@elsewhere.example")
    desk = page(cast.organiser)
    pages = [reverse("desk:tournaments_table_change", args=[seat.table_id])]
    pages += [reverse("desk:tournaments_inboundletter_change", args=[row.pk]) for row in InboundLetter.objects.all()]
    pages += [reverse("desk:tournaments_outboundletter_change", args=[row.pk]) for row in OutboundLetter.objects.all()]
    for url in pages:
        content = desk.get(url).content.decode().replace("\xa0", " ").replace("&nbsp;", " ")
        assert secret not in content, url
    own = page(seat.player).get(reverse("player:table", args=[seat.table_id])).content.decode().replace("\xa0", " ")
    assert secret in own


def test_notes_are_forgotten_with_the_person(seat: Seat) -> None:
    deliver(newest(seat, "turn"), "note: mine")
    assert Note.objects.exists()
    people.erase(seat.player, seat.player)
    assert not Note.objects.exists()


def test_an_empty_note_says_so(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "note:")
    assert answers_to(row) == ["words"]
    assert "There was nothing behind the colon." in newest(seat, "words").text
    assert not Note.objects.exists()
    deliver(newest(seat, "turn"), "note: mine")
    assert Note.objects.exists()


# --- who reads ---------------------------------------------------------------------------------------


def put_out(seat: Seat, cast: Cast, how: str) -> None:
    if how == "disqualified":
        entry = seat.table.league.entries.get(player=seat.player)
        disqualify.disqualify(entry.pk, cast.organiser, "cheated", void=False)
    else:
        seats.replace_by_stand_in(seat.pk, cast.organiser, "silent")


def words_to(player: Player) -> list[str]:
    return [letter.kind for letter in player.letters_out.filter(kind__in=("say", "tell", "announced"))]


@pytest.mark.parametrize("how", ["disqualified", "replaced"])
def test_who_has_lost_the_seat_to_a_bot_reads_nothing_that_is_said_from_then_on(
    seat: Seat, cast: Cast, how: str
) -> None:
    gone, friend = others(seat)
    put_out(gone, cast, how)
    deliver(newest(seat), "say: the two of us", f"tell {gone.number + 1}: hello", f"tell {friend.number + 1}: secret")
    deliver(newest(seat), f"tell {gone.player.name}: hello")
    announcements.announce(seat.table.league, cast.organiser, "one rule for all", seat.table)
    assert words_to(gone.player) == []
    assert sorted(words_to(friend.player)) == ["announced", "say", "tell"]
    answer = " ".join(newest(seat, "words").text.split())
    assert f"The others are {friend.player.name} [tell {friend.number + 1}: …]." in answer
    mine, theirs = (page(who).get(reverse("player:table", args=[seat.table_id])) for who in (seat.player, gone.player))
    assert f"{gone.player.name} alone" not in mine.content.decode()
    assert b"the two of us" in mine.content
    assert b"the two of us" not in theirs.content


def test_who_is_disqualified_after_the_game_reads_nothing_that_is_said_then(seat: Seat, cast: Cast) -> None:
    gone = others(seat)[0]
    Table.objects.filter(pk=seat.table_id).update(state=Table.State.FINISHED)
    put_out(gone, cast, "disqualified")
    assert listeners(Table.objects.get(pk=seat.table_id)) == {seat.number, others(seat)[1].number}


def test_a_name_that_two_seats_have_by_now_reaches_neither(seat: Seat) -> None:
    one, other = others(seat)
    Player.objects.filter(pk=other.player_id).update(name=one.player.name.replace("a", "\u0430"))  # drawn alike
    deliver(newest(seat, "turn"), f"tell {one.player.name}: secret")
    assert told() == []
    answer = " ".join(newest(seat, "words").text.split())
    assert all(f"[tell {number + 1}: …]" in answer for number in (one.number, other.number))
    assert "This may mean " in answer
    assert "Write the number of one seat." in answer
    deliver(newest(seat, "turn"), f"tell {one.number + 1}: secret")
    assert [letter.seat for letter in told()] == [one]


def test_a_name_of_a_short_while_ago_reaches_who_had_it_and_nobody_once_somebody_else_has_it(seat: Seat) -> None:
    one, other = others(seat)
    before, zone = one.player.name, one.player.zone
    people.change_profile(one.player, "Wilhelmina", zone)
    deliver(newest(seat, "turn"), f"tell {before}: one")
    assert [letter.seat for letter in told()] == [one]
    Player.objects.filter(pk=other.player_id).update(name=before)
    deliver(newest(seat, "turn"), f"tell {before}: two")
    assert [letter.seat for letter in told()] == [one]
    answer = " ".join(newest(seat, "words").text.split())
    assert all(f"[tell {number + 1}: …]" in answer.partition(": it went")[0] for number in (one.number, other.number))


def test_where_bots_have_all_other_seats_nobody_reads_private_words(seat: Seat, cast: Cast) -> None:
    for other in others(seat):
        put_out(other, cast, "replaced")
    deliver(newest(seat), f"tell {others(seat)[0].player.name}: secret")
    assert told() == []
    assert "No other player is here who could read it" in " ".join(newest(seat, "words").text.split())


# --- seats that have changed hands ------------------------------------------------------------------


def given_away(seat: Seat, cast: Cast) -> Seat:
    """Another seat than the one that is asked, which Dora has from now on."""
    mine = others(seat)[0]
    substitutes.give_seat(mine.pk, person("Dora"), cast.organiser, "gone", epoch=mine.token_epoch)
    return Seat.objects.select_related("player").get(pk=mine.pk)


def answer_by_mail(seat: Seat, letter: OutboundLetter, line: str) -> str:
    deliver(letter, line)
    return " ".join(newest(seat, "words").text.split())


def test_a_number_in_the_reply_to_an_older_letter_does_not_reach_who_has_the_seat_now(seat: Seat, cast: Cast) -> None:
    older = newest(seat, "turn")
    mine = given_away(seat, cast)
    answer = answer_by_mail(seat, older, f"tell {mine.number + 1}: the red one is mine")
    assert told() == []
    assert "may mean somebody who reads nothing here any more: it went to nobody." in answer
    assert f"Dora [tell {mine.number + 1}: …]" in answer
    deliver(newest(seat, "words"), f"tell {mine.number + 1}: welcome")
    assert [letter.to for letter in told()] == [mine.player.email]


@pytest.mark.parametrize("verb", ["tell", "also tell", "te\u200bll"])
def test_however_it_is_written_and_however_old_that_letter_is(seat: Seat, cast: Cast, verb: str) -> None:
    older = newest(seat, "turn")
    mine = given_away(seat, cast)
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        deliver(older, f"{verb} {mine.number + 1}: the red one is mine")
    assert told() == []


@pytest.mark.parametrize("days", [1, 31])
def test_however_long_words_have_waited_for_a_yes_they_reach_nobody_who_got_the_seat_since(
    seat: Seat, cast: Cast, days: int
) -> None:
    line = f"tell {others(seat)[0].number + 1}: the red one is mine"
    held = deliver(newest(seat), line, to=headers.bare_address(), references=False, quote=False)
    given_away(seat, cast)
    with time_machine.travel(timezone.now() + timedelta(days=days)):
        deliver(newest(seat, "was_this_you"), "yes")
        ingest.read(held.pk)
    held.refresh_from_db()
    assert [said["state"] for said in held.account["lines"]] == ["command"]
    assert told() == []


def test_nor_does_the_beginning_of_a_name_that_both_may_have(seat: Seat, cast: Cast) -> None:
    older = newest(seat, "turn")
    Player.objects.filter(pk=others(seat)[0].player_id).update(name="Dorothea")
    given_away(seat, cast)
    assert "may mean somebody who reads nothing" in answer_by_mail(seat, older, "tell dor: the red one is mine")
    assert told() == []


def test_the_whole_name_reaches_who_has_the_seat_now_from_any_letter(seat: Seat, cast: Cast) -> None:
    older = newest(seat, "turn")
    mine = given_away(seat, cast)
    deliver(older, "tell Dora: welcome")
    assert [letter.to for letter in told()] == [mine.player.email]


def test_a_number_in_the_reply_to_a_newer_letter_reaches_who_has_the_seat_now(seat: Seat, cast: Cast) -> None:
    mine = given_away(seat, cast)
    deliver(newest(seat, "seat_given"), f"tell {mine.number + 1}: welcome")
    assert [letter.to for letter in told()] == [mine.player.email]


def test_a_letter_that_answers_none_of_ours_and_the_order_box_name_who_is_new_by_name(seat: Seat, cast: Cast) -> None:
    mine = given_away(seat, cast)
    deliver(newest(seat, "seat_given"), f"tell {mine.number + 1}: hello", references=False)
    orders.take_orders(seat.pk, [f"tell {mine.number + 1}: hello"], serial=None, by="page", player=seat.player)
    assert told() == []


def test_a_private_line_below_words_for_all_is_read_by_nobody_and_told_to_its_writer(seat: Seat) -> None:
    said = "say: Sorry for the delay, I was away from home and had no computer there"
    private = ["note to myself keep the prince", "guildres prince"]
    row = deliver(newest(seat, "turn"), said, *private)
    assert Press.objects.get().words == said.removeprefix("say: ")
    others_read = "".join(OutboundLetter.objects.exclude(player=seat.player).values_list("text", flat=True))
    assert "myself" not in others_read
    assert "guildres" not in others_read
    answer = "".join(row.answers.values_list("text", flat=True)).replace("\xa0", " ")
    assert all(line in answer for line in private)
