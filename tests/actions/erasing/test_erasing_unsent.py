"""Being forgotten while letters to others wait to be sent: what goes out afterwards names nobody who was erased."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, make_cast, person, prepared_league
from tests.shared.post import deliver, newest
from tests.shared.traces import readings
from tournaments.actions.clock import pausing
from tournaments.actions.commands import cases, gathered
from tournaments.actions.league import announcements, invitations, leagues
from tournaments.actions.player import bounces, digests, people, preferences, renewing
from tournaments.actions.table import orders
from tournaments.models import Address, League, OutboundLetter, Player, Seat, Table
from tournaments.outbox import limits, outbox
from tournaments.queries import matches
from tournaments.queries.letters import kinds
from tournaments.running import posting, sweeps

pytestmark = pytest.mark.django_db
State = OutboundLetter.State
NAME, EMAIL = "Aoife O'Hara-Weiß", "aoife.ohara@tulpenpost.example"
SAID, TOLD, ASKED = "the crown jewels hang in my attic", "meet me behind the old belfry", "somebody peeked into my hand"
SAID_MARK, TOLD_MARK = "crown jewels", "belfry"
MARKS = ("aoife", "o'hara", "weiss", "weiß", "tulpenpost", SAID_MARK, TOLD_MARK, "peeked")
ENDS = timedelta(hours=3)


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now().replace(minute=1), tick=False) as traveller:
        yield traveller


class Waiting:
    """A table at which somebody has said and done much of which others have not read yet."""

    def __init__(self, cast: Cast) -> None:
        self.cast, self.player = cast, person(NAME, EMAIL)
        self.league = prepared_league(cast, seats=3, max_players=3, private_press=True)
        for player in (self.player, cast.opponent, cast.third):
            leagues.enrol(self.league, player)
        leagues.start(self.league, cast.organiser)
        self.table = self.league.tables.filter(state=Table.State.RUNNING).order_by("pk").first()
        self.seat = self.table.seats.get(player=self.player)
        for _ in self.settle():
            pass

    def settle(self) -> Iterator[OutboundLetter]:
        """Send whatever goes out by itself."""
        for letter in OutboundLetter.objects.filter(state__in=(State.QUEUED, State.RETRY)).order_by("pk"):
            posting.post(letter.pk)
            yield letter

    def other(self, player: Player) -> Seat:
        return self.table.seats.get(player=player)

    def talk(self) -> None:
        number = self.other(self.cast.opponent).number + 1
        say(self.seat, f"say: {SAID}", f"tell {number}: {TOLD}", f"referee {ASKED}")
        say(self.other(self.cast.third), f"say: have you heard of {NAME} and {EMAIL}?")
        announcements.announce(self.league, self.cast.organiser, f"{NAME} may also write from {EMAIL}")
        pausing.pause(self.table.pk, self.cast.organiser, f"{NAME} asked for it")
        cases.rule(self.seat.cases.get().pk, self.cast.organiser, f"{NAME} is wrong")

    def to_others(self) -> list[OutboundLetter]:
        return list(OutboundLetter.objects.exclude(player=self.player).order_by("pk"))

    def forget(self) -> None:
        people.erase(Player.objects.get(pk=self.player.pk), self.player)


def say(seat: Seat, *lines: str) -> None:
    for line in lines:
        orders.take_orders(seat.pk, [line], serial=None, by="page")


def marks_in(letter: OutboundLetter) -> list[str]:
    text = "\n".join((letter.subject, letter.text, letter.html, *letter.gist)).lower().replace("&#x27;", "'")
    return [mark for mark in MARKS if mark in text.replace("\N{NO-BREAK SPACE}", " ").replace("said | ", "")]


def marks_posted() -> list[str]:
    """Those of the marks that are in letters which have really gone out, picture and papers included."""
    text = "\n".join(part for message in mail.outbox for part in readings(message.message().as_bytes())).lower()
    return [mark for mark in MARKS if mark in text.replace("&#x27;", "'").replace("\N{NO-BREAK SPACE}", " ")]


@pytest.mark.parametrize(
    "state", [State.QUEUED, State.RETRY, State.IN_FLIGHT, State.FAILED, State.FOR_DIGEST, State.FOR_ANSWER]
)
def test_no_letter_that_waits_holds_name_address_or_words_of_who_was_erased(cast: Cast, state: str) -> None:
    waiting = Waiting(cast)
    waiting.talk()
    OutboundLetter.objects.filter(state=State.QUEUED).update(state=state)
    marked = {mark for letter in waiting.to_others() if letter.state == state for mark in marks_in(letter)}
    assert {"aoife", "tulpenpost", "crown jewels", "belfry", "peeked"} <= marked, "otherwise nothing is tested"
    waiting.forget()
    left = {str(letter): marks_in(letter) for letter in waiting.to_others() if letter.state != State.SENT}
    assert {name: marks for name, marks in left.items() if marks} == {}


def test_what_others_were_sent_stays_as_it_is(cast: Cast) -> None:
    waiting = Waiting(cast)
    waiting.talk()
    list(waiting.settle())
    before = {letter.pk: (letter.subject, letter.text, letter.html, letter.gist) for letter in waiting.to_others()}
    waiting.forget()
    sent = [letter for letter in waiting.to_others() if letter.state == State.SENT]
    assert any(map(marks_in, sent))
    assert [(one.subject, one.text, one.html, one.gist) for one in sent] == [before[one.pk] for one in sent]


def test_nothing_that_really_goes_out_afterwards_tells_of_who_was_erased(cast: Cast) -> None:
    waiting = Waiting(cast)
    waiting.talk()
    mail.outbox.clear()
    waiting.forget()
    sweeps.sweep()
    assert list(waiting.settle())
    assert mail.outbox
    assert marks_posted() == []


def test_words_that_are_said_to_others_are_not_passed_on_and_nothing_else_is_held_back(cast: Cast) -> None:
    waiting = Waiting(cast)
    waiting.talk()
    said = [one for one in waiting.to_others() if one.kind in ("say", "tell")]
    mine = [one.pk for one in said if {SAID_MARK, TOLD_MARK} & set(marks_in(one))]
    theirs = newest(waiting.other(cast.opponent), "say")
    waiting.forget()
    kept_back = OutboundLetter.objects.filter(pk__in=mine, state=State.NOT_WANTED)
    assert kept_back.filter(kind="tell").count() == 1
    assert kept_back.filter(kind="say").count() == 2
    theirs.refresh_from_db()
    assert (theirs.state, "former player" in theirs.text, "former address" in theirs.text) == (State.QUEUED, True, True)
    for kind in ("announced", "case_opened", "case_ruled", "clocks_changed"):
        for letter in OutboundLetter.objects.filter(kind=kind).exclude(player=waiting.player):
            assert letter.state == State.QUEUED, kind


def test_a_daily_letter_and_gathered_words_that_are_due_later_tell_nothing(
    cast: Cast, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "WORDS_AN_HOUR", 2)
    for player in (cast.opponent, cast.third):
        preferences.choose(player, {"press": "digest"} if player == cast.third else {}, 9, calendar_files=False)
    waiting = Waiting(cast)
    say(waiting.seat, *(f"say: {SAID} {number}" for number in range(4)))
    assert OutboundLetter.objects.filter(state=State.FOR_ANSWER).exists()
    mail.outbox.clear()
    waiting.forget()
    for _ in range(26):
        clock.shift(timedelta(hours=1))
        sweeps.sweep()
        for player in (cast.opponent, cast.third):
            gathered.send(player.pk)
            digests.send(player.pk)
        list(waiting.settle())
    assert marks_posted() == []


@pytest.mark.parametrize("write", ["gathered", "digest"])
def test_one_letter_for_many_that_is_written_but_not_sent_is_changed_too(
    cast: Cast, clock: time_machine.Traveller, write: str
) -> None:
    waiting = Waiting(cast)
    say(waiting.seat, f"say: {SAID} 1", f"say: {SAID} 2")
    state = State.FOR_ANSWER if write == "gathered" else State.FOR_DIGEST
    OutboundLetter.objects.filter(kind="say", state=State.QUEUED).update(state=state, due_at=timezone.now())
    clock.shift(timedelta(minutes=1))
    (gathered if write == "gathered" else digests).send(cast.opponent.pk)
    one = OutboundLetter.objects.get(kind=write, player=cast.opponent)
    assert {"aoife", "crown jewels"} <= set(marks_in(one))
    waiting.forget()
    one.refresh_from_db()
    assert (one.state, marks_in(one)) == (State.QUEUED, [])
    told = "who wrote them was forgotten here"
    assert (one.text.count(told), one.html.count(told)) == (2, 2)


def names_them(waiting: Waiting) -> OutboundLetter:
    """A question to somebody else, and the copy of it, that have gone out and name who will be erased."""
    seat = asked_seat(waiting.table)
    while seat.player == waiting.player:
        move = matches.load(Table.objects.get(pk=waiting.table.pk)).waiting[0].moves[0]
        say(seat, move.text)
        seat = asked_seat(waiting.table)
    Address.objects.create(player=seat.player, email="b@copies.example", verified_at=timezone.now(), copies=True)
    deliver(newest(seat, *kinds.ASKING), "always draw left", quote=False)
    list(waiting.settle())
    letter = newest(seat, *kinds.ASKING)
    assert "aoife" in marks_in(letter), "otherwise nothing is tested"
    return letter


def end_addresses(waiting: Waiting, letter: OutboundLetter) -> None:
    renewing.renew(letter.player)


def find_mailbox_alive(waiting: Waiting, letter: OutboundLetter) -> None:
    bounces.address_is_dead(letter.to, "a test")
    bounces.hear_from(Player.objects.get(pk=letter.player_id))


def try_copy_again(waiting: Waiting, letter: OutboundLetter) -> None:
    letter.copies.update(state=State.RETRY, due_at=timezone.now())


@pytest.mark.parametrize("go", [end_addresses, find_mailbox_alive, try_copy_again])
def test_nothing_that_was_sent_goes_out_once_more_with_who_was_erased_since(
    cast: Cast, clock: time_machine.Traveller, go: Callable[[Waiting, OutboundLetter], None]
) -> None:
    waiting = Waiting(cast)
    letter = names_them(waiting)
    waiting.forget()
    clock.shift(timedelta(minutes=1))
    list(waiting.settle())
    mail.outbox.clear()
    go(waiting, letter)
    while list(waiting.settle()):
        pass
    assert marks_posted() == []
    anew = newest(letter.seat, *kinds.ASKING)
    if go is not try_copy_again:
        assert (anew.state, anew.serial) == (State.SENT, letter.serial)
        assert anew.pk > letter.pk
        assert deliver(anew, "status").verdict == "letter"
    letter.refresh_from_db()
    assert "aoife" in marks_in(letter), "what was sent stays as it is"


@pytest.mark.parametrize("write", ["gathered", "digest"])
def test_what_one_letter_told_of_goes_out_without_who_was_erased_when_that_is_refused(
    cast: Cast, clock: time_machine.Traveller, write: str
) -> None:
    waiting = Waiting(cast)
    say(waiting.seat, f"say: {SAID} 1")
    say(waiting.other(cast.third), f"say: have you heard of {NAME}?")
    state = State.FOR_ANSWER if write == "gathered" else State.FOR_DIGEST
    OutboundLetter.objects.filter(kind="say", state=State.QUEUED).update(state=state, due_at=timezone.now())
    clock.shift(timedelta(minutes=1))
    (gathered if write == "gathered" else digests).send(cast.opponent.pk)
    one = OutboundLetter.objects.get(kind=write, player=cast.opponent)
    assert {mark for letter in one.tells_of.all() for mark in marks_in(letter)} >= {"aoife", "crown jewels"}
    waiting.forget()
    mail.outbox.clear()
    outbox.let_go_of_told(one)
    assert list(waiting.settle())
    assert any("former player" in str(message.body) for message in mail.outbox)
    assert marks_posted() == []


def test_who_is_erased_while_a_letter_is_being_made_is_not_in_it(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = Waiting(cast)
    waiting.talk()
    letter = OutboundLetter.objects.get(kind="announced", player=cast.opponent)
    assert marks_in(letter)
    made = outbox.message_of

    def make(row: OutboundLetter) -> outbox.Message:
        """The first time somebody is erased meanwhile, as when a paper takes long to print."""
        message = made(row)
        monkeypatch.setattr(posting, "message_of", made)
        waiting.forget()
        return message

    monkeypatch.setattr(posting, "message_of", make)
    mail.outbox.clear()
    assert posting.post(letter.pk)
    assert len(mail.outbox) == 1
    assert marks_posted() == []


def test_an_organiser_who_was_erased_invites_and_announces_in_no_name(cast: Cast) -> None:
    host = person(NAME, EMAIL, is_staff=True)
    league = leagues.create(host, name="Own", tag="Own", game="bruges", seats=2, access=League.Access.INVITATION)
    league.organisers.add(host, cast.organiser)
    leagues.open_league(league, host)
    invitations.invite(league, host, "somebody@nowhere.example")
    invitations.accept(league.invitations.get(), "Zoe", "UTC", "")
    announcements.announce(league, host, f"Welcome. Yours, {NAME} <{EMAIL}>")
    people.erase(host, host)
    letters = OutboundLetter.objects.exclude(player=host)
    assert letters.filter(kind="announced", text__contains="Welcome.").exists()
    assert {str(letter): marks_in(letter) for letter in letters if marks_in(letter)} == {}


def test_others_whose_names_hold_that_name_keep_theirs(cast: Cast) -> None:
    league = prepared_league(cast)
    anna, longer = person("Mina", "mina@example.net"), person("Mina Maria", "mina.maria@example.net")
    for player in (anna, longer, cast.opponent):
        leagues.enrol(league, player)
    announcements.announce(league, cast.organiser, "Mina, Mina Maria and jasmina: mina.maria@example.net")
    people.erase(anna, anna)
    letter = OutboundLetter.objects.get(kind="announced", player=cast.opponent)
    words = " ".join(letter.text.replace("\N{NO-BREAK SPACE}", " ").replace("said | ", "").replace("| ", "").split())
    assert "former player, Mina Maria and jasmina: mina.maria@example.net" in words


def test_no_organiser_is_told_of_letters_that_who_was_erased_does_not_get(cast: Cast) -> None:
    waiting = Waiting(cast)
    waiting.talk()
    mine = OutboundLetter.objects.filter(player=waiting.player)
    refused = mine.filter(state=State.QUEUED).order_by("pk").first()
    mine.filter(pk=refused.pk).update(state=State.FAILED)
    assert mine.filter(state=State.QUEUED).exists()
    waiting.forget()
    assert not mine.exclude(state__in=(State.SENT, State.GATHERED, State.NOT_WANTED)).exists()
