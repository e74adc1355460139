"""A letter that waits for its player's "that was me": the questions to them, and the page with all that wait.

Anybody can write in a player's name. About so many letters a day the player is asked one by one; then one letter tells
that everything else which comes in their name waits on their page. So nobody can have the player flooded, and what
others have written keeps no letter of the player's own from being confirmed.

What is asked is what a yes carries out: the words that are asked about are kept with the letter
(`understanding`). One that says more than a question can show is not asked about: nothing of it is done, and its
player is told how to write it so that it needs no question.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.urls import reverse

from tournaments.actions import journal
from tournaments.inbox import nothing_said, reply, understanding
from tournaments.inbox.repeats import GOES_ROUND
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.letters import people
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat
from tournaments.outbox import limits, outbox
from tournaments.queries.letters.outcomes import TOO_LONG

ASKED_A_DAY = 3  # letters about one letter each: about those for one seat, and about those for no seat
DAY = timedelta(days=1)
NOTHING_TO_ASK = "nothing to ask"  # verdict of a letter that anybody may have written, and that says nothing
QUESTION, ALL_WAIT = "was_this_you", "letters_wait"


def hold(row: InboundLetter, letter: reply.Letter, player: Player, why: str, seat: Seat | None = None) -> str:
    """Keep the letter until the registered address, or the page, says "that was me"; the sender hears nothing.

    why  it is not known to be theirs: "no token", "other address" or "dmarc"

    The verdict: `why`, or TOO_LONG where it is not kept (GOES_ROUND for the last of very many of these).
    """
    letter, in_words = understanding.as_shown(letter), False
    if seat and understanding.can_be_asked(letter):  # anybody can have written it, and reading much of it is dear
        letter, in_words = understanding.in_full_words(letter, seat, row)
    if not understanding.can_be_asked(letter):
        return _too_long(row, letter, player)
    row.shown = understanding.words_of(letter, in_words=in_words)
    row.player, row.seat, row.state = row.player if seat else player, seat, InboundLetter.State.HELD
    limits.hold("asked about", str(player.pk))  # two that come at one moment are counted one after the other
    lately = OutboundLetter.objects.filter(player=player, created_at__gt=row.received_at - DAY)
    if lately.filter(kind=QUESTION, seat=seat).count() < ASKED_A_DAY:
        page = _page("player:was-this-you", row.pk)
        draft = people.was_this_you(player, row, letter.sender, letter.said, page, why)
        outbox.write(draft, player=player, seat=seat, dedupe=f"held:{row.pk}", about=row)
    elif not lately.filter(kind=ALL_WAIT).exists():
        draft = people.letters_wait(player, _page("player:waiting-letters"))
        outbox.write(draft, player=player, dedupe=f"letters-wait:{row.pk}", about=row)
    else:
        return why
    whose = f"for {seat} waits for {player}'s yes" if seat else f"in the name of {player} waits for a yes"
    journal.note("held", f"a letter {whose}", seat=seat, letter=row.pk)
    return why


def nothing_to_ask(row: InboundLetter, letter: reply.Letter, player: Player) -> str:
    """Tell the player why nothing of a letter in their name could be carried out, whoever wrote it; the verdict.

    Nobody is told of a letter that has nothing at all in it.
    """
    if not letter.worth_telling:
        return NOTHING_TO_ASK
    with spoken_to(player):
        sender, why = people.from_whom(letter.sender), nothing_said.why(letter)
        words = say(
            "A letter in your name came from {sender}. It could not be proved that you wrote it. Nothing of it was "
            "done. {why}",
            sender=sender, why=why,
        )  # fmt: skip
    return _refuse(row, player, words, "empty")


def _too_long(row: InboundLetter, letter: reply.Letter, player: Player) -> str:
    """Tell the player that a letter in their name says more than they can be asked about."""
    with spoken_to(player):
        words = say(
            "A letter in your name came from {sender}. It could not be proved that you wrote it, and it is too "
            "long for the question whether you did. Nothing of it was done.",
            sender=people.from_whom(letter.sender),
        )
    return _refuse(row, player, words, TOO_LONG)


def _refuse(row: InboundLetter, player: Player, why: str, verdict: str) -> str:
    if limits.goes_round(row, player, [verdict]):
        return GOES_ROUND
    how = limits.not_understood(player, row)
    with spoken_to(player):
        title, words = say("your letter"), [
            why,
            say(
                "If it was you, write it again as an answer to the newest letter of ours about this, from the address "
                "to which that letter came: then it counts at once, without a question."
            ),
        ]  # fmt: skip
    draft = people.answered(player, title, words, later=how.later)
    outbox.write(draft, player=player, dedupe=f"too-long:{row.pk}", about=row, until=how.until)
    return verdict


def _page(name: str, *arguments: int) -> str:
    return settings.SITE_URL.rstrip("/") + reverse(name, args=arguments)
