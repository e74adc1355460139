"""A stored letter understood: its lines go to the action they are meant for, or it is held, answered or put away.

Everything happens in the caller's transaction, which holds the letter's row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.conf import settings

from engine.orders import reader as grammar
from engine.orders.api import Account, Line
from engine.orders.command_words import Said, command, without_note
from engine.orders.numbers import unnumbered
from tournaments.actions import journal, questions
from tournaments.actions.commands import held_letters, registry
from tournaments.actions.commands.command import Effect
from tournaments.actions.player import bounces
from tournaments.actions.seats import resigning, seats
from tournaments.actions.table import orders
from tournaments.actions.table.session import lock_seat
from tournaments.inbox import below_yes, by_place, former, holding, left_aside, no_seat, nothing_said, reply
from tournaments.inbox.repeats import (
    ASKED,
    FORMER,
    GOES_ROUND,
    REPLACED_SEAT,
    WHICH,
    came_before,
    hold_mail,
    is_told,
    without_errands_done,
)
from tournaments.inbox.understanding import in_doubt, is_order, understood
from tournaments.keys import address
from tournaments.language.spoken import spoken_to
from tournaments.letters import digest, headers, reply_serial
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat
from tournaments.models.mail import OF_ANOTHER
from tournaments.outbox import limits, outbox
from tournaments.queries.letters import identify, kinds, open_questions
from tournaments.queries.letters.identify import RELEASED, Author, Right
from tournaments.queries.letters.returned import letter_returned
from tournaments.runtime.outages import KeysMissing

MOST_IN_DOUBT = 10  # lines of a letter in doubt that are refused one by one; the others are left aside
NULL_SENDER = "<>"
AUTO_REPLIES_A_DAY = 3  # to one seat, of which the journal tells


def read(row: InboundLetter) -> str:
    """Understand the letter and let it take effect; its verdict. Fields of the row are set, not saved."""
    released = row.verdict == RELEASED
    hold_mail(row)
    letter = understood(row)
    ahead = by_place.read_ahead(row, letter)
    if row.seat_id is not None:
        row.seat = lock_seat(row.seat_id)
    row.sender = letter.sender[:320]
    if letter.verdict == reply.Verdict.BOUNCE:
        return _bounce(row)
    if letter.verdict == reply.Verdict.AUTO_REPLY:
        return _auto_reply(row)
    author = identify.author(row, letter.sender, letter.recipients, letter.references)
    if author.seat is not None and row.seat is not author.seat:  # its address was where only the whole letter has it
        row.seat = lock_seat(author.seat.pk)
        author = identify.author(row, letter.sender, letter.recipients, letter.references)  # it may be another's by now
    if author.why == "forged" and open_questions.are_unknown():
        raise KeysMissing("an answer to an address that MAIL_KEYS does not know waits for its key")
    if released and row.player is not None:
        author = _by_who_said_yes(row.player, author)
    row.player, row.proved = author.player, released or author.right == Right.ACT
    if author.seat is not None and author.token is not None:
        row.seat, row.serial, row.numbers = author.seat, author.token.serial, author.token.numbers
    elif not released or author.token is not None:  # a token that has ended or that is not found here
        row.seat = row.serial = None
    seat = _confirmed_for(row, author) if released else None
    if came_before(row, letter, author, seat or author.seat):
        return "duplicate"
    here = author.seat if author.right == Right.ACT else seat
    if here is not None:
        whole, letter = letter, without_errands_done(row, letter, here)
        if letter is not whole and is_told(row, letter, here):
            return "duplicate"
    with spoken_to(seat.player if seat else author.player):
        verdict = _act(row, letter, seat, ahead) if seat else _judged(row, letter, author, ahead)
    if seat is not None and seat.player != row.player and row.account:
        row.account[OF_ANOTHER] = True
    return verdict


def _by_who_said_yes(player: Player, author: Author) -> Author:
    """The author of a letter that a player has said yes to: whose address it came from says nothing any more.

    A token that still holds names a seat of theirs: those of a seat that is given to somebody else have ended.
    """
    if author.token is None:
        return Author(None, None, player, Right.CONFIRM, "no token")
    return replace(author, player=player) if author.right == Right.DROP else author


def _confirmed_for(row: InboundLetter, author: Author) -> Seat | None:
    """The seat of a letter that its player has said yes to; without a token it is the one that was asked about."""
    if author.seat is not None or author.right != Right.CONFIRM:
        return author.seat
    return row.seat if row.seat is not None and row.seat.player == author.player else None


# --- who may -------------------------------------------------------------------------------------


def _judged(row: InboundLetter, letter: reply.Letter, author: Author, ahead: by_place.Ahead | None) -> str:
    if author.why == "stranger":
        return no_seat.stranger(row, letter)
    if author.right == Right.DROP:
        player = author.player
        if player is not None and (seat := identify.former_seat(row, author, player)) is not None:
            _note_proof(row, letter, player)
            return former.answer(row, letter, seat, player, sure=row.verdict == RELEASED) or FORMER
        return author.why
    if author.right == Right.CONFIRM:
        return _without_token(row, letter)
    assert author.seat is not None  # a right to act or to be asked comes with a seat
    if author.right == Right.HOLD:
        return _hold(row, letter, author.seat, author.why)
    return _act(row, letter, author.seat, ahead)


def _hold(row: InboundLetter, letter: reply.Letter, seat: Seat, why: str) -> str:
    """Keep the letter and ask the seat's player; the sender hears nothing."""
    if seat.player is None:
        return why
    if not letter.said:
        return holding.nothing_to_ask(row, letter, seat.player)
    row.seat = seat
    return holding.hold(row, letter, seat.player, why, seat)


def _without_token(row: InboundLetter, letter: reply.Letter) -> str:
    """Read a letter to the bare address: answer questions, have changes confirmed, ask for the table."""
    released, player = row.verdict == RELEASED, row.player
    assert player is not None  # who has to confirm is known
    _note_proof(row, letter, player)
    theirs = identify.seats_of(player)
    if verdict := no_seat.take(row, letter, player, sure=released, seated=len(theirs) == 1):
        return verdict
    if not letter.said and len(theirs) != 1:
        return no_seat.empty(row, letter, player)
    if not theirs:
        return no_seat.no_seat(row, letter, player)
    if len(theirs) > 1:
        return _which_table(row, letter, theirs)
    seat = lock_seat(theirs[0].pk)
    if seat.player_id != theirs[0].player_id or seat.mover == Seat.Mover.REPLACED:  # since a moment ago
        player.refresh_from_db()
        if player.erased_at is not None:
            row.player, row.proved = None, False
            return no_seat.stranger(row, letter)
        return no_seat.no_seat(row, letter, player)
    row.seat, row.serial, row.numbers = seat, reply_serial.now(seat), unnumbered(seat.numbers)
    letter = understood(row)  # by its game's grammar alone, as the table reads it
    if not letter.said:
        return no_seat.empty(row, letter, player)
    asked = _questions(letter)
    return _answer(row, letter, seat, asked) if asked else _hold(row, letter, seat, "no token")


def _questions(letter: reply.Letter) -> list[tuple[str, Said]]:
    """Each line of a letter, the order in its subject too, with the question that it is; [] as soon as one is none."""
    said = [(line, command(line)) for line in (*letter.lines, *filter(None, [letter.subject_order]))]
    asked = [(line, word) for line, word in said if word is not None and registry.of(word).effect is Effect.TELLS]
    return asked if len(asked) == len(said) else []


def _answer(row: InboundLetter, letter: reply.Letter, seat: Seat, asked: Sequence[tuple[str, Said]]) -> str:
    """Tell the player what was asked. The lines never reach the reader of orders, which may find more in them."""
    if row.proved:
        if seat.mover == Seat.Mover.STAND_IN and seats.take_back(seat):
            seat = lock_seat(seat.pk)
        _is_there(row, seat.owner)
    lines, said = zip(*asked, strict=True)
    aside = left_aside.of(row, letter, lines)
    account = orders.answer_questions(seat.pk, said, lines, letter=row, ignored=aside, table=seat.table)
    row.account = kept_account(account, aside)
    return ASKED


def _which_table(row: InboundLetter, letter: reply.Letter, theirs: list[Seat]) -> str:
    """Ask which table is meant; above a limit in one letter for many, as anybody can write in the player's name."""
    player = theirs[0].owner
    if limits.goes_round(row, player, letter.lines):
        return GOES_ROUND
    how = limits.answers("words", player, row)
    draft = digest.which_game(player, theirs, letter.lines, how.later)
    outbox.write(draft, player=player, dedupe=f"which:{row.pk}", answers=row, until=how.until)
    return WHICH


# --- what it does --------------------------------------------------------------------------------


def _act(row: InboundLetter, letter: reply.Letter, seat: Seat, ahead: by_place.Ahead | None) -> str:
    """Let the letter take effect. The serial is that of the reply address: an older one can move nothing.

    The seat's table is locked. `ahead`: what its lines have been found to say before.
    """
    _is_there(row, seat.owner)
    if seat.mover == Seat.Mover.REPLACED:
        return former.answer(row, letter, seat, seat.owner, sure=True) or REPLACED_SEAT
    if below_yes.yes_in(letter) and (question := _question(letter, seat)) is not None:
        if below_yes.is_unsure(letter, for_good=question.kind == resigning.ASKED):
            letter = in_doubt(letter, reply.Doubt.SUBJECT)
        elif _confirm(row, question, seat):
            below_yes.tell(row, letter, seat.owner)
            return "yes"
    places = by_place.known(ahead, letter, seat) or by_place.sorted_out(letter, seat, offers=not row.shown)
    lines, ignored, beside = places
    if not lines and not beside:
        why, reads = nothing_said.clause(letter), is_order(seat, first_lines=True)
        greetings = [line for line in letter.in_doubt if left_aside.greets(line) and not reads(line)]
        ordered = [line for line in letter.in_doubt if line not in greetings][:MOST_IN_DOUBT]
        ignored = [line for line in ignored if line not in (*greetings, *ordered)]
        refused = tuple(Line(without_note(line), "refused", why) for line in ordered or [""])
        account = orders.refuse_letter(seat.pk, refused, letter=row, ignored=ignored, table=seat.table)
    else:
        account = orders.take_orders(
            seat.pk, lines, serial=row.serial, numbers=row.numbers, by="mail", letter=row, ignored=ignored,
            table=seat.table, shown_at=_shown_at(letter, lines, seat), ours=bool(row.shown.get("in_words")),
            beside=beside, readings=ahead.readings if ahead else None,
        )  # fmt: skip
    row.account = kept_account(account, ignored)
    if row.goes_round:
        return GOES_ROUND
    return "letter" if lines else "empty"


def _shown_at(letter: reply.Letter, lines: Sequence[str], seat: Seat) -> datetime | None:
    """The time when the letter of ours was written that this one answers. Looked up only for words that name a seat."""
    if not any((command(line) or _NOTHING).name == "tell" for line in lines):
        return None
    answered = _answered(letter, seat)
    return answered.created_at if answered is not None else None


def _answered(letter: reply.Letter, seat: Seat) -> OutboundLetter | None:
    """The letter of ours to the seat's player that is answered; the reply address has proved who wrote."""
    return identify.answered(OutboundLetter.objects.filter(player=seat.player), letter.references, proved=True)


def _note_proof(row: InboundLetter, letter: reply.Letter, player: Player) -> None:
    """Note whether a letter that no reply address proves is surely the player's, and then that they are there."""
    row.proved = row.verdict == RELEASED or not no_seat.is_in_name_only(row, letter, player)
    if row.proved:
        _is_there(row, player)


def _is_there(row: InboundLetter, player: Player) -> None:
    """Note that a player can be reached again: what is written now goes out. For letters that are surely theirs."""
    if player.dead_at is not None:
        bounces.note_heard(player)
        row.heard_from, player.dead_at = player, None


def kept_account(account: Account, ignored: list[str]) -> dict[str, Any]:
    """The account stored with the letter, for the organiser and for a later yes; reasons as the player was told."""
    return {
        "lines": [
            {"text": without_note(line.text), "state": line.state, "words": line.words, "offers": list(line.nearest)}
            for line in account.lines
        ],
        "dropped": list(account.kept_dropped),
        "ignored": ignored[:50],
    }


_NOTHING = grammar.Said("")


def _question(letter: reply.Letter, seat: Seat) -> OutboundLetter | None:
    """The question to the seat's player that the references name. A yes to any other letter is none.

    A stranger's letter may be waiting for it.
    """
    ours = _answered(letter, seat)
    return ours if ours is not None and ours.seat_id == seat.pk and ours.kind in kinds.TAKING_YES else None


def _confirm(row: InboundLetter, question: OutboundLetter, seat: Seat) -> bool:
    """Carry out the yes to "was this you?", to resigning, or to an order that was offered back; whether it could be."""
    if question.kind == resigning.ASKED:
        return resigning.resign(question)
    if question.answers is None:
        return False
    if question.kind == "was_this_you":
        return held_letters.release_if_held(question.answers, seat.player)
    lines = [line["words"] for line in question.answers.account.get("lines", []) if line["state"] == "stale"]
    lines = [line for line in lines if line]  # without those by a number that nobody knows any more
    if not lines or questions.is_used_up(question):
        return False
    account = orders.take_orders(
        seat.pk, lines, serial=question.serial, numbers=headers.numbers_in(question), by="mail", letter=row,
        table=seat.table, ours=True,
    )  # fmt: skip
    questions.use_up(question)
    row.account = kept_account(account, [])
    return True


# --- mail that nobody wrote ----------------------------------------------------------------------


def _bounce(row: InboundLetter) -> str:
    """Take a bounce, if a report of the standard form with the null sender tells of a letter sent to that address.

    Even then it only has the address tried.
    """
    letter = letter_returned(bytes(row.raw)) if row.mail_from.strip() == NULL_SENDER else None
    if letter is not None:
        probe = address.read_probe(row.recipient, settings.MAIL_KEYS, local=settings.MAIL_LOCAL)
        bounces.came_back(letter, probe)
    return "bounce"


def _counts_automatic(seat: Seat) -> bool:
    return limits.allow("automatic replies", limits.holder(seat), AUTO_REPLIES_A_DAY, limits.DAY)


def _auto_reply(row: InboundLetter) -> str:
    """Note an auto-reply, never answered: the player may be away, so some lines a day tell the organiser."""
    if row.seat is not None and _counts_automatic(row.seat):
        journal.note("auto-reply", f"an automatic reply came for {row.seat}", seat=row.seat, letter=row.pk)
    return "auto-reply"
