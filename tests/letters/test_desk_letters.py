"""The daily letter to organisers: when it comes, what it says, and what an answer by mail does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db.models import signals
from django.utils import timezone

from tests.actions.asked import NO_GRACE, begin, kinds
from tests.letters import gallery
from tests.shared.cast import Cast, only_table, person, running_league
from tests.shared.plain_words import written_in
from tests.shared.play import end_by_bots
from tests.shared.post import deliver, newest
from tournaments.actions.commands import desk as desk_letters
from tournaments.actions.league import disqualify, leagues, offices
from tournaments.actions.player import bounces
from tournaments.actions.seats import seats, substitutes
from tournaments.actions.table.refused_letters import HELP_AFTER
from tournaments.letters import desk
from tournaments.models import Case, InboundLetter, JournalLine, League, OutboundLetter, Player, Role, Seat, Turn
from tournaments.outbox import caused, limits
from tournaments.queries import needs
from tournaments.running import sweeps
from tournaments.runtime import code_version

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
MORNING = datetime(2026, 3, 3, 7, 1, tzinfo=UTC)  # a minute after eight in Brussels
ASK = {"expiry": "ask", "turn_time": timedelta(hours=12), **NO_GRACE}
HOUR = timedelta(hours=1)


def next_morning(clock: time_machine.Traveller, days: int = 0) -> None:
    """Let a sweep plan the letter and another one write it."""
    sweeps.sweep()
    clock.move_to(MORNING + timedelta(days=days))
    sweeps.sweep()


def letters(player: Player) -> list[OutboundLetter]:
    return list(OutboundLetter.objects.filter(player=player, kind="needs").order_by("pk"))


def words(letter: OutboundLetter) -> str:
    return " ".join(letter.text.replace("\xa0", " ").split())


def told(row: InboundLetter) -> str:
    return words(row.answers.get(kind="needs_answered"))


@pytest.fixture
def late(cast: Cast, clock: time_machine.Traveller) -> Turn:
    """A turn that is late where the stand-in waits for the organiser's yes, on the morning on which the letter came."""
    _, turn = begin(cast, **ASK)
    next_morning(clock)
    turn.refresh_from_db()
    return turn


def test_one_letter_a_day_tells_of_everything_with_its_page_and_its_answer(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast, **ASK)
    Case.objects.create(seat=seat, player=seat.player, words="Was that right?")
    OutboundLetter.objects.filter(seat=seat).update(state=OutboundLetter.State.FAILED)
    bounces.address_is_dead(cast.third.email, "no such mailbox")
    row = InboundLetter.objects.create(
        key="k", door="test", raw=b"", received_at=timezone.now(), seat=seat, state=InboundLetter.State.LAID_ASIDE,
        failed_under=code_version.fingerprint(),
    )  # fmt: skip
    next_morning(clock)
    for _ in range(3):
        clock.shift(HOUR)
        sweeps.sweep()
    (letter,) = letters(cast.organiser)
    text = words(letter)
    name = seat.player.name
    for piece in (
        f"Stand-in: {name} at Autumn League table 1: the stand-in waits for your yes",
        "[1 ok] lets the stand-in move",
        "[1 extend 24h]",
        "could not be read and was laid aside",
        "[2 ok] has it read once more",
        f"Letters to {cast.third.name} come back",
        f"{name} asks for a ruling at Autumn League table 1",
        "Was that right?",
        f"/desk/tournaments/table/{seat.table_id}/change/",
        f"/desk/tournaments/inboundletter/{row.pk}/change/",
    ):
        assert piece in text, piece
    numbered = {kind: number for number, (kind, *_) in enumerate(letter.asks, 1)}
    assert f"[rule {numbered['dispute']}: your words]" in text
    assert letter.asks[0] == ["stand-in", turn.pk, turn.due_by.isoformat()]


def test_of_very_much_the_letter_tells_the_first_and_where_the_rest_is(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, **ASK)
    for number in range(desk.MOST_TOLD + 4):
        Case.objects.create(seat=seat, player=seat.player, words=f"Question {number}.")
    next_morning(clock)
    (letter,) = letters(cast.organiser)
    assert len(letter.asks) == desk.MOST_TOLD
    assert f"{desk.MOST_TOLD + 5} things" in letter.subject
    assert "5 more on the desk: https://play.example.org/desk/" in words(letter)
    assert "Question 0." in words(letter)
    assert f"Question {desk.MOST_TOLD}." not in words(letter)


def held(seat: Seat, count: int) -> None:
    """So many letters that somebody has written in the name of a seat's player."""
    state, now = InboundLetter.State.HELD, timezone.now()
    one = {"door": "test", "raw": b"", "received_at": now, "state": state, "seat": seat, "player": seat.player}
    InboundLetter.objects.bulk_create(InboundLetter(key=f"{seat.pk}-{n}", **one) for n in range(count))


def test_what_others_write_in_the_names_of_players_leaves_room_for_all_that_waits_for_an_answer(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, **ASK)
    seats = list(seat.table.seats.order_by("pk"))
    for each in seats:
        held(each, desk.MOST_TOLD)
    for number in range(desk.MOST_TOLD + 4):
        Case.objects.create(seat=seat, player=seat.player, words=f"Question {number}.")
    next_morning(clock)
    (letter,) = letters(cast.organiser)
    told_of = [kind for kind, *_ in letter.asks]
    assert told_of == ["stand-in", *["dispute"] * (desk.MOST_TOLD - 1 - len(seats)), *["letter"] * len(seats)]
    assert f"{1 + desk.MOST_TOLD + 4 + len(seats)} things" in letter.subject
    for each in seats:
        assert f"{desk.MOST_TOLD} letters in the name of {each.player} wait" in words(letter)


def test_however_many_letters_wait_for_a_yes_the_daily_letter_reads_one_of_each_player(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, **ASK)
    held(seat, 400)
    made: list[int] = []

    def count(instance: InboundLetter, **_: object) -> None:
        made.append(instance.pk)

    signals.post_init.connect(count, sender=InboundLetter)
    try:
        next_morning(clock)
    finally:
        signals.post_init.disconnect(count, sender=InboundLetter)
    assert "400 letters in the name of" in words(letters(cast.organiser)[0])
    assert len(made) < 5


def test_an_ok_counts_for_the_deadline_that_the_letter_told_of(
    cast: Cast, late: Turn, clock: time_machine.Traveller
) -> None:
    (letter,) = letters(cast.organiser)
    assert "has time until" in told(deliver(letter, "1 extend 2h"))
    clock.shift(3 * HOUR)
    sweeps.sweep()
    assert "The deadline was moved meanwhile" in told(deliver(letter, "1 ok"))
    late.refresh_from_db()
    assert late.ended_at is None
    assert "waits for your yes" in " ".join(need.words for need in needs.needs_of(cast.organiser))


def test_no_letter_comes_while_nothing_needs_anybody(cast: Cast, clock: time_machine.Traveller) -> None:
    begin(cast)
    next_morning(clock)
    assert letters(cast.organiser) == []
    assert OutboundLetter.objects.filter(player=cast.organiser).count() == 0


def test_only_the_organisers_of_a_league_hear_of_it(cast: Cast, clock: time_machine.Traveller) -> None:
    other = person("Oscar", is_staff=True)
    leagues.create(other, name="Elsewhere", tag="Else", game="bruges")
    League.objects.filter(name="Elsewhere").update(state=League.State.OPEN)
    owner = person("Root", is_staff=True, is_superuser=True)
    begin(cast, **ASK)
    next_morning(clock)
    assert [len(letters(player)) for player in (cast.organiser, other, owner, cast.player)] == [1, 0, 0, 0]


def test_what_waits_for_others_is_told_once_and_what_waits_for_the_organiser_each_day(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, **ASK)
    OutboundLetter.objects.filter(seat=seat).update(state=OutboundLetter.State.FAILED)
    next_morning(clock)
    next_morning(clock, days=1)
    first, second = (words(letter) for letter in letters(cast.organiser))
    assert "refused for good" in first
    assert "refused for good" not in second
    assert "waits for your yes" in second


def test_an_ok_lets_the_stand_in_move_and_a_second_one_finds_it_done(cast: Cast, late: Turn) -> None:
    (letter,) = letters(cast.organiser)
    row = deliver(letter, "1 ok")
    assert row.verdict == "letter"
    late.refresh_from_db()
    assert late.end == Turn.End.STAND_IN
    assert "The stand-in has moved" in told(row)
    assert JournalLine.objects.get(verb="stand-in").actor == cast.organiser
    assert "1. This turn is not late any more." in told(deliver(letter, "1 ok"))


def test_of_two_organisers_who_answer_one_gives_more_time(cast: Cast, clock: time_machine.Traveller) -> None:
    _, turn = begin(cast, **ASK)
    second = person("Oscar", is_staff=True)
    turn.seat.table.league.organisers.add(second)
    next_morning(clock)
    answers = [deliver(letters(player)[0], "1 extend 24h: she is at sea") for player in (cast.organiser, second)]
    turn.refresh_from_db()
    assert turn.due_by == timezone.now() + 24 * HOUR
    assert "has time until" in told(answers[0])
    assert "The deadline was moved meanwhile" in told(answers[1])
    assert kinds(turn.seat).count("extended") == 1
    assert [line.actor for line in JournalLine.objects.filter(verb="deadline extended")] == [cast.organiser]


def test_a_number_means_what_it_meant_in_the_letter_that_is_answered(
    cast: Cast, late: Turn, clock: time_machine.Traveller
) -> None:
    (old,) = letters(cast.organiser)
    deliver(old, "1 ok")
    Case.objects.create(seat=late.seat, player=late.seat.player, words="Was that right?")
    next_morning(clock, days=1)
    new = letters(cast.organiser)[-1]
    assert new.asks[0][0] != old.asks[0][0] or new.asks[0][1] != old.asks[0][1]
    deliver(old, "rule 1: yes")
    assert Case.objects.get().ruled_at is None


def test_a_ruling_by_mail_goes_to_the_table(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast)
    case = Case.objects.create(seat=seat, player=seat.player, words="Was that right?")
    next_morning(clock)
    row = deliver(letters(cast.organiser)[0], "Rule 1: It was right.", "Olivia")
    case.refresh_from_db()
    assert (case.ruling, case.ruled_by) == ("It was right.", cast.organiser)
    assert OutboundLetter.objects.filter(kind="case_ruled").count() == 3
    assert "Olivia" in told(row)
    assert "has its ruling already" in told(deliver(letters(cast.organiser)[0], "rule 1: It was wrong."))


@pytest.mark.parametrize("line", ["rule 1", "1 rule", "Rule 1."])
def test_a_ruling_without_words_is_asked_for_them(cast: Cast, clock: time_machine.Traveller, line: str) -> None:
    seat, _ = begin(cast)
    case = Case.objects.create(seat=seat, player=seat.player, words="Was that right?")
    next_morning(clock)
    assert "Say it behind a colon: [rule 1: your words]." in told(deliver(letters(cast.organiser)[0], line))
    case.refresh_from_db()
    assert case.ruled_at is None


@pytest.mark.parametrize(
    "line", ["1 extend 999h: see [x]; 2 ok", "7 extend 1h: see [x]; 2 ok", "1 rule: see [x]; 2 ok"]
)
def test_words_of_an_answer_that_is_refused_are_said_to_have_gone_nowhere(cast: Cast, late: Turn, line: str) -> None:
    answer = told(deliver(letters(cast.organiser)[0], line))
    assert "Your words, which went to nobody:" in answer
    assert "see [x]; 2 ok" in answer


def test_a_player_who_was_refused_three_times_is_helped_by_mail(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast)
    for _ in range(HELP_AFTER):
        deliver(newest(seat, "turn"), "recruit nobody")
    next_morning(clock)
    (letter,) = letters(cast.organiser)
    assert "[help 1: your words]" in words(letter)
    row = deliver(letter, "help 1: The number alone is enough.", "Olivia")
    assert f"went to {seat.player.name}" in told(row)
    assert "The number alone is enough." in words(newest(seat, "helped"))
    Seat.objects.filter(pk=seat.pk).update(token_epoch=1)
    assert "changed hands or addresses" in told(deliver(letter, "1 help: And so on."))


def test_who_has_got_a_seat_since_the_letter_loses_it_to_no_bot(cast: Cast, late: Turn) -> None:
    letter = letters(cast.organiser)[0]
    substitutes.give_seat(late.seat_id, cast.outsider, cast.organiser, "why", epoch=late.seat.token_epoch)
    assert "The deadline was moved meanwhile" in told(deliver(letter, "1 replace: no answer for a week"))
    assert Seat.objects.get(pk=late.seat_id).mover == Seat.Mover.PLAYER


def test_a_seat_is_given_to_a_bot_with_words_for_the_table(cast: Cast, late: Turn) -> None:
    letter = letters(cast.organiser)[0]
    assert "Say why, behind a colon" in told(deliver(letter, "1 replace"))
    deliver(letter, "1 replace: no answer for a week")
    assert Seat.objects.get(pk=late.seat_id).mover == Seat.Mover.REPLACED
    assert "no answer for a week" in words(OutboundLetter.objects.filter(kind="replaced")[0]).replace("| ", "")


def test_what_is_not_understood_is_said_and_harms_nothing(cast: Cast, late: Turn) -> None:
    letter = letters(cast.organiser)[0]
    assert "There was no such number" in told(deliver(letter, "9 ok"))
    assert "is no answer to this" in told(deliver(letter, "1 last"))
    assert "Give between 1 and" in told(deliver(letter, "1 extend 999h"))
    assert "no line of your letter was an answer" in told(deliver(letter, "what shall I do?"))
    late.refresh_from_db()
    assert late.ended_at is None


def test_numbers_without_the_letter_they_belong_to_do_nothing(cast: Cast, late: Turn) -> None:
    row = deliver(letters(cast.organiser)[0], "1 ok", references=False)
    assert "Which letter do these numbers belong to?" in words(row.answers.get())
    late.refresh_from_db()
    assert late.ended_at is None


def test_nobody_else_answers_an_organiser_s_letter(cast: Cast, late: Turn) -> None:
    letter = letters(cast.organiser)[0]
    deliver(letter, "1 ok", sender="eve@example.com")
    deliver(letter, "1 ok", sender=cast.opponent.email)
    late.seat.table.league.organisers.remove(cast.organiser)
    assert "Only an organiser of Autumn League" in told(deliver(letter, "1 ok"))
    late.refresh_from_db()
    assert late.ended_at is None


def test_a_letter_that_their_host_disowns_does_nothing(cast: Cast, late: Turn, settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example.org",)
    fail = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.net"
    assert deliver(letters(cast.organiser)[0], "1 ok", headers=[fail]).verdict == "stranger"
    late.refresh_from_db()
    assert late.ended_at is None


def test_an_answer_may_still_announce_something(cast: Cast, late: Turn, settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example.org",)
    proof = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net"
    deliver(letters(cast.organiser)[0], "announce autumn league: we begin again on Monday", headers=[proof])
    assert OutboundLetter.objects.filter(kind="announced").count() == 3


def test_the_desk_speaks_english_and_tells_players_in_their_own_language(cast: Cast, late: Turn) -> None:
    Player.objects.update(language="de")
    row = deliver(letters(cast.organiser)[0], "1 extend 24h", "2 ok", "1 extend 99999h")
    assert written_in("de", row.answers.get(kind="needs_answered").text) == []
    extended = OutboundLetter.objects.get(kind="extended")
    assert "Die Spielleitung hat keinen Grund genannt." in words(extended).replace("| ", "")
    assert written_in("en", extended.text) == []


def test_of_very_many_answers_in_one_letter_the_first_are_carried_out(cast: Cast, late: Turn) -> None:
    most = desk_letters.MOST_ANSWERS
    row = deliver(letters(cast.organiser)[0], *["2 ok"] * most, "1 extend 24h")
    assert f"No more than {most} answers" in told(row)
    assert not OutboundLetter.objects.filter(kind="extended").exists()


def test_a_letter_that_cannot_be_written_stops_no_other(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(cast, **ASK)
    sweeps.sweep()
    clock.move_to(MORNING)
    written = desk.needs
    monkeypatch.setattr(desk, "needs", lambda *_: 1 / 0)
    sweeps.sweep()
    assert letters(cast.organiser) == []
    monkeypatch.setattr(desk, "needs", written)
    clock.shift(desk_letters.LATER)
    sweeps.sweep()
    assert len(letters(cast.organiser)) == 1


@pytest.mark.parametrize(("answer", "how"), [("1 ok", "as it ended"), ("1 last", "with last place for whom")])
def test_how_a_table_counts_is_ruled_and_then_confirmed_by_numbers(
    cast: Cast, clock: time_machine.Traveller, answer: str, how: str
) -> None:
    seat, _ = begin(cast, after_stand_in="rule", provisional=timedelta(days=3))
    seats.replace_by_stand_in(seat.pk, cast.organiser, "gone")
    table = gallery.play_on(seat.table, until=99)
    next_morning(clock)
    letter = letters(cast.organiser)[-1]
    assert letter.asks == [["ruling", table.pk, ""]]
    assert how in told(deliver(letter, answer))
    table.refresh_from_db()
    absent = table.result["counted"][seat.number]
    assert absent == (3 if "last" in answer else table.result["ranks"][seat.number])
    assert "waits for no ruling any more" in told(deliver(letter, answer))
    next_morning(clock, days=1)
    assert "are final, and everybody gets them" in told(deliver(letters(cast.organiser)[-1], "1 ok"))
    assert League.objects.get(pk=table.league_id).state == League.State.FINISHED


def test_an_ok_makes_no_other_standings_final_than_the_letter_told_of(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    league = running_league(cast, provisional=timedelta(days=3))
    end_by_bots(only_table(league))
    next_morning(clock)
    (letter,) = letters(cast.organiser)
    disqualify.disqualify(league.entries.get(player=cast.player).pk, cast.organiser, "gone", void=True)
    assert "The standings have changed" in told(deliver(letter, "1 ok"))
    league.refresh_from_db()
    assert league.state == League.State.RUNNING


def test_an_answer_sends_no_more_letters_to_a_league_than_the_desk_does(
    cast: Cast, late: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    (letter,) = letters(cast.organiser)
    with monkeypatch.context() as none:
        none.setattr(caused, "FIRST_A_DAY", 0)
        none.setattr(caused, "EACH_A_DAY", 0)
        assert "nothing was done" in told(deliver(letter, "1 extend 24h"))
    due = late.due_by
    late.refresh_from_db()
    assert late.due_by == due
    deliver(letter, "1 extend 24h")
    late.refresh_from_db()
    assert late.due_by > due
    assert limits.used(caused.WHAT, str(late.seat.table.league_id), limits.DAY) > 0


def test_a_ruling_ends_at_a_blank_line_and_its_answer_shows_what_was_mailed(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, **ASK)
    case = Case.objects.create(seat=seat, player=seat.player, words="Was that right?")
    next_morning(clock)
    (letter,) = letters(cast.organiser)
    number = [kind for kind, *_ in letter.asks].index(needs.DISPUTE) + 1
    line = f"rule {number}: The second worker was rightly taken in round one of that long game"
    rest = ["so that all of it stands as it is, and what came after it at this table", "was right as well"]
    row = deliver(letter, line, *rest, "", "Olivia-Brown-telephone-0471998877", "", "a-thought-of-mine-about-Bea")
    case.refresh_from_db()
    assert case.ruling == " ".join([line.partition(": ")[2], *rest])
    mailed, _, aside = told(row).partition("These lines were left aside")
    assert case.ruling in mailed.replace("| ", "")
    assert "0471998877" in aside
    assert "0471998877" not in mailed


def test_what_stands_beside_numbers_is_told_wherever_it_stands(cast: Cast, late: Turn) -> None:
    (letter,) = letters(cast.organiser)
    beside = ("announce autumn: the deadline moved " + "x" * 90, "vacation 3 to 9 May", "2 ok then")
    aside = told(deliver(letter, "Dear service,", "1 extend 24h", *beside)).partition("These lines were left aside")[2]
    assert all(line[:30] in aside for line in beside), aside
    assert "Dear service" not in aside
    assert "x" * 60 not in aside, "their beginnings"
    told_of_a_long_one = told(deliver(letter, "1 extend 2h", *["y" * 1_000] * 70, "1 replace: gone"))
    assert "yyy" in told_of_a_long_one.partition("These lines were left aside")[2]


@pytest.mark.parametrize(
    "line",
    [
        *("extend 2 by 24h", "ok 2", "and 2 ok", "(2) ok", "# 2 replace: no answer", "Case 2 rule: It was twice."),
        *("replace 2: no answer for a week", "But wait with it until I have asked her.", "both get a day more"),
    ],
)
def test_beside_numbers_no_line_is_lost_whatever_it_says(cast: Cast, late: Turn, line: str) -> None:
    (letter,) = letters(cast.organiser)
    aside = told(deliver(letter, "1 ok", line)).partition("These lines were left aside")[2]
    assert line in aside.replace("| ", "").replace("|_ ", "")
    assert "1 ok" not in aside


def test_of_a_note_beside_numbers_no_more_is_told_than_that_it_is_one(cast: Cast, late: Turn) -> None:
    (letter,) = letters(cast.organiser)
    answer = told(deliver(letter, "1 extend 2h", "note: a secret"))
    assert "note: …" in answer
    assert "secret" not in answer


def test_words_that_were_not_mailed_are_not_shown_as_if_they_were(late: Turn, cast: Cast) -> None:
    (letter,) = letters(cast.organiser)
    row = deliver(letter, "1 rule: It was twice.", "9 replace: gone")
    assert "as they went out" not in told(row)


@pytest.mark.usefixtures("late")
def test_an_answer_with_yes_alone_is_told_that_numbers_are_meant(cast: Cast) -> None:
    for line in ("yes", "1"):
        row = deliver(letters(cast.organiser)[-1], line, quote=False)
        assert row.verdict == "letter"
        assert "You sit at no running table" not in words(row.answers.get())
        assert told(row)


# --- offices beside the organisers ------------------------------------------------------------------


def officer(league: League, name: str, role: Role) -> Player:
    who = person(name)
    offices.give(league, who, role)
    return who


def test_a_referee_is_told_of_cases_alone_and_rules_by_answering(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast, **ASK)
    rita = officer(seat.table.league, "Rita", Role.REFEREE)
    case = Case.objects.create(seat=seat, player=seat.player, words="Was that right?")
    next_morning(clock)
    (letter,) = letters(rita)
    assert [kind for kind, *_ in letter.asks] == [needs.DISPUTE]
    assert "Was that right?" in words(letter)
    deliver(letter, "rule 1: It was.")
    case.refresh_from_db()
    assert (case.ruled_by, case.ruling) == (rita, "It was.")


def test_a_helper_is_told_of_letters_alone_and_has_one_read_again_by_answering(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, **ASK)
    henk = officer(seat.table.league, "Henk", Role.HELPER)
    Case.objects.create(seat=seat, player=seat.player, words="Was that right?")
    row = InboundLetter.objects.create(
        key="odd", door="test", raw=b"", received_at=timezone.now(), state=InboundLetter.State.LAID_ASIDE,
        seat=seat, player=seat.player, failed_under=code_version.fingerprint(),
    )  # fmt: skip
    next_morning(clock)
    (letter,) = letters(henk)
    assert [kind for kind, *_ in letter.asks] == [needs.UNREAD]
    deliver(letter, "1 ok")
    row.refresh_from_db()
    assert row.state != InboundLetter.State.LAID_ASIDE
