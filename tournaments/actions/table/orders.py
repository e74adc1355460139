"""Orders of a seat, from a letter or from the order box: one path for both."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engine.language.wording import sentence
from engine.orders.api import Account, Line, Readings, with_plan
from engine.orders.command_words import Said
from tournaments.actions import journal
from tournaments.actions.buttons import presses
from tournaments.actions.commands import anywhere, at_table, cases
from tournaments.actions.commands.command import NOTHING_UNDONE, Undone
from tournaments.actions.seats import seats
from tournaments.actions.table import own_seat, playing, refused_letters, turns, unshown_numbers
from tournaments.actions.table import undo as undoing
from tournaments.actions.table.refused_letters import is_refusal
from tournaments.actions.table.session import Session, lock
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.letters import answer
from tournaments.letters import table as letters
from tournaments.letters.parts.draft import NOT_ATTACHED, Draft
from tournaments.letters.parts.frame import UNDERSTOOD_ENOUGH
from tournaments.models import InboundLetter, Player, Seat, Table, Turn
from tournaments.outbox import limits, outbox, preferences
from tournaments.queries.access.desk_rights import ORDERS
from tournaments.runtime import trace, vocabulary

COUNTED = {  # what the journal calls the lines of a letter, one and several of them
    "played": ("played", "played"),
    "done": ("done already", "done already"),
    "kept": ("kept", "kept"),
    "rule": ("standing order", "standing orders"),
    "command": ("word", "words"),
    "refused": ("refused", "refused"),
    "stale": ("stale", "stale"),
}
AT_ONCE = limits.Answers(1, None)
FORMS_A_DAY = 100  # of one player that have moved nothing in a game and are in the journal all the same
NOT_PLAYED = ("kept", "rule", "command", "refused", "ignored")  # of lines that have moved nothing in the game


@trace.spanned(vocabulary.APPLY)
@transaction.atomic
def take_orders(
    seat_id: int,
    lines: Sequence[str],
    *,
    serial: int | None,
    numbers: int = 0,
    by: str,
    letter: InboundLetter | None = None,
    strict: bool = False,
    ignored: Sequence[str] = (),
    table: Table | None = None,
    player: Player | None = None,
    shown_at: datetime | None = None,
    ours: bool = False,
    beside: Sequence[str] = (),
    readings: Readings | None = None,
) -> Account:
    """Carry out what a player wrote, tell everybody who is to be told, and give the account.

    serial   of the decision that was answered; of a letter what its reply address names (`reply_serial`). None: of
             whatever is open
    numbers  the stamp of what numbers meant there (`engine.orders.numbers`), 0: not known
    by       "mail" (with its letter, which gets one answer), "page" (which shows the account itself; `order_box`) or
             "button" (of a letter; the page behind it shows the account; `pressing`)
    strict   count only lines that are orders in full words
    ignored  lines that the mail reader has left aside already, for the answer
    table    the seat's, where the caller has locked it already
    player   who writes on the page, whose the seat was when it was looked up; NotYours if it is somebody else's by now
    shown_at  when the letter or page was made that is answered, where that is known: for words to one player
    beside   lines that order something where nothing is read: what they say is offered
    ours     the lines are words of ours, which the player has said yes to: they may be longer than what is typed
    readings  of the lines, from before the table was locked (`playing.read_ahead`); without a table they are read here
    """
    undo = any(at_table.is_undo(line) for line in lines)
    if table is None and readings is None:
        unlocked = Seat.objects.select_related("player", "table__league").get(pk=seat_id)
        readings = playing.read_ahead(unlocked, lines, serial, numbers, strict=strict, ours=ours, beside=beside)
    with Session.open(table or lock(seats=seat_id), letter, with_log=undo) as session:
        session.shown_at = shown_at
        cases.hold(session)  # the lines may call the referee
        seat = session.seat(seat_id)
        own_seat.check(seat, player)
        undone = NOTHING_UNDONE
        if undo:
            below = playing.undoes_itself(session.match, seat, lines, serial, numbers, readings, strict, ours, beside)
            undone = undoing.undo(session, seat, serial, numbers, below=below)
        if seat.mover == Seat.Mover.STAND_IN:
            seats.player_again(seat)
        account = playing.play(
            session, seat, lines, serial, numbers, undone, strict=strict, ours=ours, beside=beside, readings=readings
        )
        if session.is_running:
            account = with_plan(account, session.plans[seat.number], seat.number, turns.advance(session))
        if session.is_behind:
            session.write_down()
        refused_letters.count(session, seat, account)
        if letter is None:
            account = at_table.on_page(session, seat, account, undone)
            if by == presses.BY:
                presses.tell(session, seat, account)
        _answer(session, seat, account, letter, list(ignored), undone)
        counts = understood(seat.owner, session.match.game.slug, account)
    if counts:
        count_understood(seat.owner, session.match.game.slug)
    if letter is not None or account.steps or undone.done or _is_written_down(seat.owner):
        journal.note(
            ORDERS, _words(seat, account, by), actor=seat.player, seat=seat, by=by, head=session.table.head[:10],
            letter=letter.pk if letter else None,
        )  # fmt: skip
    return account


@transaction.atomic
def refuse_letter(
    seat_id: int,
    lines: Sequence[Line],
    *,
    letter: InboundLetter,
    ignored: Sequence[str] = (),
    table: Table | None = None,
) -> Account:
    """Answer a letter of which nothing can be carried out; the turn stays open. `table` as for `take_orders`."""
    with Session.open(table or lock(seats=seat_id), letter) as session:
        seat = session.seat(seat_id)
        own_seat.check(seat)
        if seat.mover == Seat.Mover.STAND_IN:
            seats.player_again(seat)
            session.write_down()
        account = Account(tuple(lines), ())
        refused_letters.count(session, seat, account)
        _account(session, seat, account, letter, list(ignored))
    journal.note(ORDERS, _words(seat, account, "mail"), actor=seat.player, seat=seat, by="mail", letter=letter.pk)
    return account


@transaction.atomic
def answer_questions(
    seat_id: int,
    said: Sequence[Said],
    lines: Sequence[str],
    *,
    letter: InboundLetter,
    table: Table,
    ignored: Sequence[str] = (),
) -> Account:
    """Answer words that only ask. Nothing else comes of it, because anybody may have written them: no order is read,
    nobody moves, no clock changes and the stand-in stays.

    lines    as they were written, for the account
    table    the seat's, which the caller has locked
    ignored  what else the letter says
    """
    with Session.open(table, letter) as session:
        seat = session.seat(seat_id)
        own_seat.check(seat)
        account = Account(tuple(Line(line, "command", word.name) for line, word in zip(lines, said, strict=True)), ())
        _said(session, seat, said, letter, ignored=ignored)
    proved = letter.proved
    words = _words(seat, account, "mail") + ("" if proved else ", by somebody who may be anybody")
    journal.note(ORDERS, words, actor=seat.player if proved else None, seat=seat, by="mail", letter=letter.pk)
    return account


def _answer(
    session: Session, seat: Seat, account: Account, letter: InboundLetter | None, ignored: list[str], undone: Undone
) -> None:
    """Write what the player gets back."""
    if letter is None:
        return
    said = at_table.of(account)
    account = at_table.in_account(session, seat, account, undone)
    stale = [line for line in account.lines if line.state == "stale"]
    if stale and len(stale) == len(account.lines) and all(line.words for line in stale):
        _turn_over(session, seat, stale, letter, undone)
    elif account.lines or not said:
        _account(session, seat, account, letter, ignored, undone)
    else:
        _said(session, seat, said, letter, undone, ignored)
        return
    _said(session, seat, at_table.at_length(said), letter)


def _account(
    session: Session,
    seat: Seat,
    account: Account,
    letter: InboundLetter,
    ignored: list[str],
    undone: Undone = NOTHING_UNDONE,
) -> None:
    refused = is_refusal(account)
    turn = turns.question(session, seat)
    if turn is None and not refused and _wants_no_receipt(seat, account, ignored):
        return
    how = AT_ONCE
    if refused:
        if limits.goes_round(letter, seat.owner, [line.text for line in account.lines]):
            return
        how = limits.errors(seat, letter)
    elif _is_plain_receipt(account, turn, undone):
        how = limits.receipts(seat, letter)
    if how.until is not None:
        _tell_later(session, seat, account, letter, ignored, how.until)
        return
    if turn is not None:
        turns.turn_asked(session, turn)
    late = [line for line in account.lines if line.state == "stale" and line.words]
    if late:
        session.plans[seat.number].notes.append(unshown_numbers.note(late))
    session.next_letter()
    news, ended = session.news(seat), session.ended.get(seat.number)
    draft = answer.account(
        seat, account, session.match, session.plans[seat.number], turn, news, ignored, ended=ended, later=how.later
    )
    session.plans[seat.number].notes.clear()  # told now
    _write(session, seat, account, letter, draft)


def _write(
    session: Session, seat: Seat, account: Account, letter: InboundLetter, draft: Draft, until: datetime | None = None
) -> None:
    """Put the account into the outbox: an error answer, or what the player's orders have done."""
    owner = seat.owner
    if is_refusal(account):
        key, kind = f"refused:{letter.pk}", "orders_refused"
        outbox.write(draft, player=owner, seat=seat, dedupe=key, answers=letter, kind=kind, until=until)
    else:
        key, names = f"answer:{letter.pk}", turns.named(session, seat)
        outbox.write(draft, player=owner, seat=seat, dedupe=key, answers=letter, serial=names, until=until)


def _tell_later(
    session: Session, seat: Seat, account: Account, letter: InboundLetter, ignored: list[str], until: datetime
) -> None:
    """Write the answer for the one letter that gathers many: what is new, or not asked yet, comes by others before."""
    session.next_letter()
    draft = answer.account(
        seat, account, session.match, session.plans[seat.number], _asked_before(session, seat), [], ignored
    )
    _write(session, seat, account, letter, draft, until)


def _is_plain_receipt(account: Account, turn: Turn | None, undone: Undone) -> bool:
    """Whether orders were only kept, or hold from now on: nothing has moved, and nothing new is asked."""
    asked = turn is not None and turn.asked_at is None
    return not (asked or undone.done or account.steps) and all(line.state in NOT_PLAYED for line in account.lines)


def _asked_before(session: Session, seat: Seat) -> Turn | None:
    turn = session.turns.get(seat.number)
    return turn if turn is not None and turn.asked_at is not None else None


def _wants_no_receipt(seat: Seat, account: Account, ignored: list[str]) -> bool:
    """Plain sailing: nothing was kept, refused or ignored, and the player has asked not to hear of that."""
    plain = not ignored and all(line.state in ("played", "done") for line in account.lines)
    return plain and not preferences.wants_receipts(seat.owner, seat.table.league)


def _turn_over(session: Session, seat: Seat, stale: list[Line], letter: InboundLetter, undone: Undone) -> None:
    if limits.goes_round(letter, seat.owner, [line.text for line in stale]):
        return
    how = limits.errors(seat, letter)
    turn = turns.question(session, seat) if how.until is None else _asked_before(session, seat)
    if turn is not None:
        turns.turn_asked(session, turn)
    session.next_letter()
    whys = [undone.words] if undone.late else []
    whys += [sentence(line.why) for line in stale if line.why]
    words, why = [line.words for line in stale], " ".join(dict.fromkeys(whys))
    at_once, plan, owner = all(map(unshown_numbers.is_done_at_once, stale)), session.plans[seat.number], seat.owner
    over = not unshown_numbers.are_by_number(stale)
    draft = letters.turn_over(seat, words, turn, session.match, plan, why, over=over, at_once=at_once, later=how.later)
    outbox.write(draft, player=owner, seat=seat, dedupe=f"answer:{letter.pk}", answers=letter, until=how.until)


def _said(
    session: Session,
    seat: Seat,
    said: Sequence[Said],
    letter: InboundLetter,
    undone: Undone = NOTHING_UNDONE,
    ignored: Sequence[str] = (),
) -> None:
    """Carry out words that are no orders (help, status, resign ...), and answer them: many in one letter."""
    if not said:
        return
    said, too_many = anywhere.at_most(said)
    told = at_table.answer(session, seat, said, undone)
    paragraphs, papers = [*told.words, *too_many], told.papers
    if not paragraphs and not told.sections and not ignored:
        return  # a letter of its own tells it
    kind, how = at_table.kind(said), limits.answers("words", seat.owner, letter)
    if how.later is not None:
        journal.note(
            "many questions", f"{seat.player} is answered in one letter for a while", seat=seat, letter=letter.pk
        )
    if papers and not limits.may_attach(seat.owner, letter):
        papers = ()
        with spoken_to(seat.player):
            paragraphs.append(say(NOT_ATTACHED, most=limits.PAPERS_A_DAY))
    session.next_letter()
    draft = letters.words(
        seat, session.match, said[0].name, paragraphs, told.sections, told.picture, papers, how.later, ignored
    )
    key, owner = f"words:{letter.pk}", seat.owner
    outbox.write(draft, player=owner, seat=seat, dedupe=key, answers=letter, kind=kind, until=how.until)


def understood(player: Player, game: str, account: Account) -> bool:
    """Whether one more counts: after three about a game the explanation of how to answer shrinks to one line."""
    states = {line.state for line in account.lines}
    counts = not states.isdisjoint(("played", "kept")) and states.isdisjoint(("refused", "ignored"))
    return counts and player.understood_in(game) < UNDERSTOOD_ENOUGH


def count_understood(player: Player, game: str) -> None:
    """Count one more, to what the row has: another table may count at the same moment."""
    while True:
        before = player.letters_understood
        after = {**before, game: player.understood_in(game) + 1}
        if Player.objects.filter(pk=player.pk, letters_understood=before).update(letters_understood=after):
            player.letters_understood = after
            return
        player.refresh_from_db(fields=["letters_understood"])


def _is_written_down(player: Player) -> bool:
    """Whether a form that has moved nothing in a game gets its line in the journal, which is kept for ever.

    Orders that move a game end with it, and each letter is a row of its own; a form can be sent without end.
    """
    return limits.allow("forms in the journal", str(player.pk), FORMS_A_DAY, limits.DAY)


def _words(seat: Seat, account: Account, by: str) -> str:
    counts = [(sum(line.state == state for line in account.lines), names) for state, names in COUNTED.items()]
    what = ", ".join(f"{count} {names[count > 1]}" for count, names in counts if count)
    return f"{seat.player} by {by}: {what or 'nothing that reads as an order'}"
