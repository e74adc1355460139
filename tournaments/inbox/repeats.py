"""Mails that come again by another address or door of ours, and the copy that counts. Changes no row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from django.db.models import Q, QuerySet

from engine.orders.command_words import without_note
from tournaments.actions.commands import anywhere
from tournaments.actions.commands.at_table import is_errand
from tournaments.actions.commands.command import Errand
from tournaments.inbox import left_aside, reply
from tournaments.inbox.understanding import by_the_grammar_of, is_small_talk, without, words_in, words_in_doubt
from tournaments.models import InboundLetter, Seat
from tournaments.outbox import limits
from tournaments.queries.letters import identify
from tournaments.queries.letters.identify import RELEASED, Author, Right

ASKED = "asked"  # verdict of a letter without a token that was answered and could do nothing else
WHICH = "which table"  # verdict of a letter whose sender was asked for which of several tables it is
NO_SEAT, NOTHING_WAITED = "no seat", "nothing waited"  # verdicts of letters without a table, or a question, of ours
REPLACED_SEAT, FORMER = "replaced seat", "former seat"  # verdicts of letters for a seat that the sender cannot play
GOES_ROUND = "goes round"  # verdict of a letter that says the same as very many before it
# Verdicts of letters that were carried out or answered.
ACTED = (ASKED, WHICH, NO_SEAT, NOTHING_WAITED, REPLACED_SEAT, FORMER, "letter", "yes", "empty")
NOTHING_PROVED, BY_ITS_HOST, BY_US = range(3)  # by whom it is proved who wrote a letter
# Anybody can send any number of letters with one Message-ID. Of one mail there are as many copies as it has recipients.
LOOKED_AT, COMPARED = 200, 5  # copies, the newest ones; of these with as good a proof
LARGEST_COMPARED = 64_000  # bytes of the compared ones together, but for the newest: each is read as a letter is


def came_before(row: InboundLetter, letter: reply.Letter, author: Author, seat: Seat | None) -> bool:
    """Whether the same mail has come by another of our addresses or doors and has had its effect, or is asked about.

    Anybody who knows a Message-ID can write one with it, and some programs give one to several mails. So another mail
    counts as this one only if it says the same, and its writer is proved no worse. Another worker that has the other
    copy waits (`hold_mail`).
    """
    if seat is None and author.player is None:
        return False
    proof = _proof(row, author)
    copies = _copies(row, author, seat).defer("raw")[:LOOKED_AT]
    enough = min(proof, BY_ITS_HOST)  # what a yes proves of this copy, its host has proved of the other one
    alike = [copy for copy in copies if copy.sender == row.sender and _proof_of_read(copy) >= enough]
    if not alike:
        return False
    # A yes has put other words in its place, or its seat was found only when it had been understood.
    whole = by_the_grammar_of(row, bytes(row.raw)) if row.shown or row.seat is not None else letter
    return any(_says_the_same(row, whole, copy) for copy in _to_compare(alike))


def without_errands_done(row: InboundLetter, letter: reply.Letter, seat: Seat) -> reply.Letter:
    """A letter to a seat, without the words of no table that copies of the same mail have had carried out already.

    Those came to other seats of its player, or to addresses of theirs that have ended. Whatever they could prove: it
    was carried out. What was refused there may count here.
    """
    words = words_in(letter) | words_in_doubt(letter)
    errands = [(line, said) for line, said in words.items() if is_errand(said)]
    if not errands or seat.player is None:
        return letter
    done = {name for names in _that_did_errands(row).values_list("errands", flat=True)[:LOOKED_AT] for name in names}
    about = partial(Errand, seat.player, about=seat.table.league, table=seat.table)
    lines = anywhere.lines_done([(line, about(said)) for line, said in errands], done)
    return without(letter, lines) if lines else letter


def is_told(row: InboundLetter, letter: reply.Letter, seat: Seat) -> bool:
    """Whether a letter to a seat has nothing to be done there, and a copy's account has told all that it says.

    A letter to an address that has ended, or that names no seat, is answered without an account. What another game's
    table has told as no order may be one here.
    """
    copies = _that_did_errands(row).filter(verdict="letter").values_list("account", flat=True)[:LOOKED_AT]
    told = set(chain.from_iterable(_left_aside(account) for account in copies if account))
    said = [line for line in letter.said if not left_aside.greets(line)]
    rest = [*said, *(ignored.line for ignored in letter.worth_telling if ignored.line)]
    return is_small_talk(letter, seat) and all(without_note(line) in told for line in rest)


def _left_aside(account: dict[str, Any]) -> Iterator[str]:
    """The lines of which an account says that they are no orders."""
    yield from (line["text"] for line in account["lines"] if line["state"] == "ignored")
    yield from map(without_note, account["ignored"])


def _that_did_errands(row: InboundLetter) -> QuerySet[InboundLetter]:
    """Other rows of the same mail that have had words of no table carried out, the newest first."""
    return same_mail(row).exclude(errands=[])


def hold_mail(row: InboundLetter) -> None:
    """Have another worker wait that reads a copy of the mail. Before any table is locked: its copy may be for one."""
    limits.hold("copies of a mail", row.message_id)


def same_mail(row: InboundLetter) -> QuerySet[InboundLetter]:
    """Other rows of the same mail, the newest first. None is known of one whose name was erased."""
    alike = InboundLetter.objects.filter(message_id=row.message_id).exclude(message_id="")
    return alike.exclude(pk=row.pk).order_by("-pk")


def _copies(row: InboundLetter, author: Author, seat: Seat | None) -> QuerySet[InboundLetter]:
    """Other rows of the same mail that have had an effect or are asked about."""
    whose = Q(seat=seat, serial=row.serial) if seat is not None else Q(player=author.player)
    read = Q(state=InboundLetter.State.DONE, verdict__in=ACTED) | Q(state=InboundLetter.State.HELD)
    return same_mail(row).filter(whose, read)


def _proof(row: InboundLetter, author: Author) -> int:
    if row.verdict == RELEASED or author.right == Right.ACT:
        return BY_US
    return BY_ITS_HOST if identify.vouched_for(row.auth_results, row.sender) else NOTHING_PROVED


def _proof_of_read(copy: InboundLetter) -> int:
    """The proof of a letter read before; for a seat, a letter without a reply address or a yes was only asked about."""
    read = copy.state == InboundLetter.State.DONE and copy.seat_id is not None
    if read and copy.proved and copy.verdict != ASKED:
        return BY_US
    return BY_ITS_HOST if identify.vouched_for(copy.auth_results, copy.sender) else NOTHING_PROVED


def _to_compare(alike: Sequence[InboundLetter]) -> Iterator[InboundLetter]:
    """The newest copy, and some more while they are small."""
    room = LARGEST_COMPARED
    for at, copy in enumerate(alike[:COMPARED]):
        room -= len(bytes(copy.raw)) * (at > 0)
        if room >= 0:
            yield copy


def _says_the_same(row: InboundLetter, letter: reply.Letter, copy: InboundLetter) -> bool:
    """Tell whether both are understood alike. Hosts and doors write lines of their own into what they bring.

    Not all of one may be kept (`volume`). Without its end its lines are compared; of one of which nothing is left it
    counts that the seat's player wrote it.
    """
    if not (raw := bytes(copy.raw)):
        return row.seat is not None and _proof_of_read(copy) == BY_US
    other = by_the_grammar_of(row, raw)
    left_out: dict[str, Any] = {"recipients": (), "all_headers": ()}
    if letter.is_cut or other.is_cut:
        left_out["ignored"] = ()
    return replace(other, **left_out) == replace(letter, **left_out)
