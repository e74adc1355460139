"""The owner of the service may do what an organiser may: the journal and the letters say in which office it was."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from engine.orders.command_words import command
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, prepared_league, running_league
from tests.shared.post import deliver, newest
from tournaments.actions import journal
from tournaments.actions.clock import beginnings, deadlines, pausing
from tournaments.actions.commands import cases, held_letters
from tournaments.actions.league import (
    announcements,
    cancel,
    checkin,
    invitations,
    leagues,
    offices,
    organisers,
    results,
    settings,
)
from tournaments.actions.league import disqualify as disqualifying
from tournaments.actions.league import readmit as readmitting
from tournaments.actions.seats import offers, seats
from tournaments.actions.table import helping, looking, rollback
from tournaments.language.refusals import NotYours, WordRefused
from tournaments.models import (
    Case,
    InboundLetter,
    JournalLine,
    League,
    OfficeOffer,
    OutboundLetter,
    Player,
    Seat,
    Table,
    Turn,
)
from tournaments.organiser.acts import registry
from tournaments.queries.access import desk_rights
from tournaments.queries.access.offices import Office

pytestmark = pytest.mark.django_db
REASON = "the ferry was late"
DAY = timedelta(days=1)


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def owner(cast: Cast) -> Player:
    return person("Hedda", is_staff=True, is_superuser=True)


def at_table(cast: Cast) -> Table:
    return only_table(running_league(cast, expiry=League.Expiry.ASK, grace=timedelta(0)))


def case_of(table: Table) -> Case:
    seat = asked_seat(table)
    return Case.objects.create(seat=seat, player=seat.player, words="unfair")


def ended(cast: Cast) -> Table:
    """As if it had been played to its end; the results are provisional."""
    table = only_table(running_league(cast, provisional=DAY))
    table.state, table.finished_at = Table.State.FINISHED, timezone.now()
    table.result = {"totals": [54, 48, 41], "ranks": [1, 2, 3], "counted": [1, 2, 3], "tie_break": [0, 0, 0]}
    table.save()
    Turn.objects.filter(seat__table=table, ended_at=None).update(ended_at=timezone.now(), end=Turn.End.GONE)
    with transaction.atomic():
        results.finish(table.league)
    return table


def full(cast: Cast) -> League:
    """Open to join, its places taken by who has been silent until the date, and somebody waits."""
    league = prepared_league(cast, max_players=3)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    checkin.call(league, cast.organiser, timezone.now() + DAY)
    League.objects.filter(pk=league.pk).update(ready_by=timezone.now() - DAY)
    league.refresh_from_db()
    return league


def like_an_earlier_one(cast: Cast, by: Player) -> League:
    """A league like an earlier one, whose people are not in it."""
    earlier, league = running_league(cast), prepared_league(cast)
    league.copied_from = earlier
    league.save()
    return league


def draft_of(cast: Cast) -> League:
    return leagues.create(cast.organiser, name="Winter League", tag="Winter", game="bruges", seats=3)


def laid_aside(cast: Cast) -> InboundLetter:
    row = deliver(newest(asked_seat(at_table(cast))), "status")
    InboundLetter.objects.filter(pk=row.pk).update(state=InboundLetter.State.LAID_ASIDE)
    return row


def let_move(cast: Cast, by: Player) -> None:
    turn = asked_seat(at_table(cast)).turns.get()
    Turn.objects.filter(pk=turn.pk).update(due_by=timezone.now() - DAY, judge_at=None)
    deadlines.allow_stand_in(turn.pk, by)


def give_back(cast: Cast, by: Player) -> None:
    seat = asked_seat(at_table(cast))
    seats.replace_by_stand_in(seat.pk, cast.organiser, REASON)
    seats.give_back(seat.pk, by, REASON)


def readmit(cast: Cast, by: Player) -> None:
    entry = at_table(cast).league.entries.get(player=cast.player)
    disqualifying.disqualify(entry.pk, cast.organiser, REASON, void=True)
    League.objects.update(state=League.State.RUNNING, finished_at=None)
    readmitting.readmit(entry.pk, by, REASON)


def go_on(cast: Cast, by: Player) -> None:
    table = at_table(cast)
    pausing.pause(table.pk, cast.organiser, REASON)
    pausing.go_on(table.pk, by, REASON)


def withdraw(cast: Cast, by: Player) -> None:
    offer = offers.give(asked_seat(at_table(cast)).pk, "new@example.net", "", cast.organiser, REASON, epoch=0)
    assert offer is not None
    offers.withdraw(offer.pk, by)


def organise_with(cast: Cast, by: Player) -> OfficeOffer:
    return organisers.ask(prepared_league(cast), by, person("Fay", is_staff=True).email, REASON)


def hand_over(cast: Cast, by: Player) -> OfficeOffer:
    league, fay = prepared_league(cast), person("Fay", is_staff=True)
    league.organisers.add(fay)
    return organisers.hand_over(league, by, fay, REASON)


def end_office(cast: Cast, by: Player) -> League:
    league, fay = prepared_league(cast), person("Fay", is_staff=True)
    league.organisers.add(fay)
    return offices.end(league, fay, by, REASON)


def withdraw_question(cast: Cast, by: Player) -> None:
    organisers.withdraw(organise_with(cast, cast.organiser).pk, by)


def roll_back(cast: Cast, by: Player) -> None:
    table = at_table(cast)
    rollback.roll_back(table.pk, 0, by, REASON, anew=True, seen=table.head)


def disqualify(cast: Cast, by: Player) -> None:
    disqualifying.disqualify(at_table(cast).league.entries.get(player=cast.player).pk, by, REASON, void=True)


def give_seat(cast: Cast, by: Player) -> None:
    table = at_table(cast)
    table.league.entries.create(player=cast.outsider, state="waiting")
    offers.give(asked_seat(table).pk, cast.outsider.email, "", by, REASON, epoch=0)


def offer_seat(cast: Cast, by: Player) -> None:
    assert offers.give(asked_seat(at_table(cast)).pk, "new@example.net", "", by, REASON, epoch=0)


def confirm_over_a_case(cast: Cast, by: Player) -> None:
    table = ended(cast)
    seat = table.seats.get(player=cast.player)
    case = Case.objects.create(seat=seat, player=seat.player, words="unfair")
    results.confirm(table.league, by, over=[case.pk])


Do = Callable[[Cast, Player], object]
# Of a person, in every league; of who holds an office in the league themselves.
OF_ONES_OWN = {
    "erase",
    "step_down",
    "leave_office",
}
ACTS: dict[str, Do] = {
    "organise_with": organise_with,
    "hand_over": hand_over,
    "end_office": end_office,
    "withdraw_question": withdraw_question,
    "extend": lambda cast, by: deadlines.extend(asked_seat(at_table(cast)).turns.get().pk, DAY, by, REASON),
    "allow_stand_in": let_move,
    "give_back": give_back,
    "read_again": lambda cast, by: held_letters.read_again(laid_aside(cast), by),
    "rule": lambda cast, by: results.rule(ended(cast).pk, [3, 2, 1], by, REASON),
    "replace": lambda cast, by: seats.replace_by_stand_in(asked_seat(at_table(cast)).pk, by, REASON),
    "disqualify": disqualify,
    "readmit": readmit,
    "cancel": lambda cast, by: cancel.cancel(at_table(cast).league, by, REASON),
    "confirm": confirm_over_a_case,
    "give_seat": give_seat,
    "withdraw_offer": withdraw,
    "pause": lambda cast, by: pausing.pause(at_table(cast).pk, by, REASON),
    "go_on": go_on,
    "look_inside": lambda cast, by: looking.look_inside(at_table(cast).pk, by, REASON),
    "roll_back": roll_back,
    "announce": lambda cast, by: announcements.announce(at_table(cast).league, by, "Good evening."),
    "case": lambda cast, by: cases.rule(case_of(at_table(cast)).pk, by, "So be it."),
    "help": lambda cast, by: helping.help_player(asked_seat(at_table(cast)).pk, by, "Write one order."),
    "invite": lambda cast, by: invitations.invite(prepared_league(cast), by, "new@example.net"),
    "ask_ready": lambda cast, by: checkin.call(full(cast), by, timezone.now() + DAY),
    "replace_silent": lambda cast, by: checkin.replace_silent(full(cast), by),
    "open_to_join": lambda cast, by: leagues.open_league(draft_of(cast), by),
    "start": lambda cast, by: leagues.start(full(cast), by),
    "change": lambda cast, by: settings.change(draft_of(cast), by, about="For the club."),
    "move_start": lambda cast, by: beginnings.move(prepared_league(cast), by, League.Start.FULL, None),
    "ask_again": lambda cast, by: invitations.ask_again(like_an_earlier_one(cast, by), by),
    "offer": offer_seat,
}


# Of which a letter tells, and who did it.
TOLD = {
    "extend", "give_back", "rule", "replace", "disqualify", "readmit", "cancel", "give_seat", "pause", "go_on",
    "roll_back", "announce", "case", "offer", "confirm", "help",
    "organise_with", "hand_over", "end_office",
}  # fmt: skip

# Of which everybody at the table reads the reason.
REASONED = TOLD - {"announce", "case", "confirm", "offer", "help", "organise_with", "hand_over", "end_office"}


def lines_of(player: Player) -> list[JournalLine]:
    return list(JournalLine.objects.filter(actor=player))


def marked(line: JournalLine) -> bool:
    return line.data.get(journal.OFFICE) == Office.OWNER.value and "owner of the service" in line.words


def test_every_act_of_the_desk_is_tried_here() -> None:
    of_the_desk = {act.name.replace("-", "_") for act in registry.ACTS}
    assert of_the_desk - OF_ONES_OWN == set(ACTS) - {"change", "offer"}


@pytest.mark.parametrize("act", ACTS)
def test_the_owner_of_the_service_may_do_what_an_organiser_may_and_the_journal_says_so(
    cast: Cast, owner: Player, act: str
) -> None:
    ACTS[act](cast, owner)
    lines = lines_of(owner)
    assert lines
    assert all(marked(line) for line in lines), [line.words for line in lines]
    told = [" ".join(text.split()) for text in OutboundLetter.objects.values_list("text", flat=True)]
    assert any("Hedda, who owns this service" in text for text in told) is (act in TOLD)
    assert not any("Hedda, who organises" in text for text in told)
    if act in REASONED:
        of_players = OutboundLetter.objects.filter(player__in=cast.players)
        assert {one.player for one in of_players if REASON in " ".join(one.text.split())} == set(cast.players)


@pytest.mark.parametrize("act", ["pause", "look_inside", "case", "change"])
def test_who_organises_the_league_acts_as_its_organiser_also_as_owner_of_the_service(cast: Cast, act: str) -> None:
    Player.objects.filter(pk=cast.organiser.pk).update(is_superuser=True)
    cast.organiser.refresh_from_db()
    ACTS[act](cast, cast.organiser)
    assert lines_of(cast.organiser)
    assert not any(marked(line) for line in lines_of(cast.organiser))


@pytest.mark.parametrize("act", ["open_to_join", "start", "change"])
def test_nobody_else_may(cast: Cast, act: str) -> None:
    other = person("Oscar", is_staff=True)
    with pytest.raises(NotYours):
        ACTS[act](cast, other)
    assert not lines_of(other)


def test_an_owner_who_has_been_forgotten_may_nothing(cast: Cast, owner: Player) -> None:
    Player.objects.filter(pk=owner.pk).update(is_active=False)
    with pytest.raises(NotYours):
        ACTS["pause"](cast, owner)


def test_what_was_written_is_cut_before_the_office_is(cast: Cast, owner: Player) -> None:
    announcements.announce(at_table(cast).league, owner, "word " * 300)
    assert marked(JournalLine.objects.get(verb="announced"))


@pytest.mark.parametrize("what", ["case", "result"])
def test_who_plays_at_a_table_rules_on_nothing_there_as_owner_of_the_service(cast: Cast, what: str) -> None:
    """Not even where everybody who organises the league plays there as well."""
    table = ended(cast)
    table.league.organisers.set([cast.opponent])
    Player.objects.filter(pk=cast.player.pk).update(is_superuser=True, is_staff=True)
    cast.player.refresh_from_db()
    with pytest.raises(NotYours, match=r"You take part in .*, or have: .* decides? this"):
        _rule(table, what, cast.player)
    _rule(table, what, cast.opponent)  # nobody else is there to do it


@pytest.mark.parametrize("what", ["case", "result"])
def test_an_organiser_who_plays_leaves_the_ruling_to_one_who_does_not(cast: Cast, what: str) -> None:
    table = ended(cast)
    table.league.organisers.add(cast.player)
    with pytest.raises(NotYours, match=r"You take part in .*, or have: .* decides? this"):
        _rule(table, what, cast.player)
    _rule(table, what, cast.organiser)


def _rule(table: Table, what: str, by: Player) -> None:
    if what == "case":
        seat = table.seats.get(player=Player.objects.get(name="Chidi"))
        case, _ = Case.objects.get_or_create(seat=seat, player=seat.player, words="unfair")
        case.readers.set(table.league.organisers.all())  # to whom it was put
        cases.rule(case.pk, by, "So be it.")
    else:
        results.rule(table.pk, [3, 2, 1], by, REASON)


def test_the_owner_announces_by_mail_to_a_league_that_others_organise(cast: Cast, owner: Player) -> None:
    league = at_table(cast).league
    said = command(f"announce {league.name}: good evening")
    assert said is not None
    assert "3 players" in announcements.by_mail(owner, said, None, None, proved=True)
    with pytest.raises(WordRefused, match="for organisers"):
        announcements.by_mail(cast.player, said, None, None, proved=True)


def test_an_offer_of_the_owner_can_be_taken(cast: Cast, owner: Player) -> None:
    offer = offers.give(asked_seat(at_table(cast)).pk, "new@example.net", "", owner, REASON, epoch=0)
    assert offer is not None
    taker = offers.accept(offer, "Nora", "UTC")
    assert Seat.objects.filter(player=taker, table__state=Table.State.RUNNING).exists()
    assert desk_rights.own(Seat.objects.all(), owner).filter(player=taker).exists()
