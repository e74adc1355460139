"""Answers to a player's questions by mail: help, log, orders, rules, standings, games. Reads only."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from engine.language.languages import to_say
from engine.language.wording import listed
from engine.orders.plans import effective_rules
from tournaments.actions.league import results
from tournaments.actions.table.session import Session
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.letters.parts import sealed
from tournaments.letters.parts.frame import deadline_sentence, safe_names, with_safe_names
from tournaments.letters.parts.names import harmless
from tournaments.models import InboundLetter, League, Player, Seat, Table
from tournaments.queries import matches, telling
from tournaments.queries.names import table_title

LATELY = 40  # sentences of the log

HELP = (
    to_say(
        "Answer a letter above its first line; one order to a line. An order names what you do and with what, as "
        "the letter shows it, in words or as a code."
    ),
    to_say(
        "What you write beyond the present question is kept and played when its time comes; new orders replace "
        "kept ones."
    ),
    to_say(
        "Words that work at any time, alone on a line and without the brackets: [status] brings the position, "
        "[log] what happened, [orders] what you have kept and your rules, [rules] the rules of the game, "
        "[standings] the league, [games] your other tables, [undo] takes back what nobody has acted on, [forget] "
        "drops what is kept, [resign] gives your seat up after one more question. More about each: [help "
        "questions], [help plans], [help deadlines], [help vacation] and the like; [help this] is about what is "
        "asked of you now."
    ),
    to_say(
        'A line that begins with the word "say" and a colon goes to the table. One that begins with "note" and a '
        "colon is kept for you alone, and the word [notes] brings them all."
    ),
)


def help_in_general() -> list[str]:
    """How to answer, and the words that work at any time."""
    return [say(words) for words in HELP]


def waiting(session: Session, seat: Seat) -> str:
    """Whose move it is, as the seat reads it."""
    names = safe_names(session.table)
    others = [names[decision.seat] for decision in session.match.waiting if decision.seat != seat.number]
    if session.match.over:
        return say("The game is over.")
    if sealed.is_made(seat, session.match):
        return say("Your choice is made and sealed. {standing}", standing=sealed.standing(seat, session.match))
    if session.match.decision(seat.number):
        return say("It is your turn.")
    return say("The table waits for {others}.", others=listed(others))


def until(seat: Seat) -> str:
    """How long the seat has for what it is asked."""
    turn = seat.turns.filter(ended_at=None).first()
    if turn is None:
        return ""
    turn.seat = seat
    return deadline_sentence(turn, seat.owner.zone)


def log(session: Session, seat: Seat) -> list[str]:
    """What has happened lately, as far as the seat may know it."""
    events = telling.happened(matches.log_of(session.table))
    return telling.told(session.match.game, events, safe_names(session.table), seat.number)[-LATELY:]


def orders(session: Session, seat: Seat) -> list[str]:
    """Everything that the seat has ordered for later: its plan, then what answers for it."""
    plan = session.plans[seat.number]
    if not plan.kept:
        return [say("No orders of yours are kept."), *rules(session, seat)]
    head = say("They are played when their time comes.")
    if plan.stopped:
        head = say("They wait, because {reason}.", reason=plan.stopped)
    return [head, *(f"{place}. [{order.words}]" for place, order in enumerate(plan.kept, 1)), *rules(session, seat)]


def rules(session: Session, seat: Seat) -> list[str]:
    """What answers for the seat, in the words that order it."""
    plan = session.plans[seat.number]
    held = plan.held if plan.held_in == session.match.round else []
    return [
        say("Your rules:"),
        *(say("* [{topic}: {text}], once", topic=topic, text=text) for topic, text in sorted(plan.once.items())),
        *(f"* [hold {name}]" for name in held),
        *(f"* [never use {name}]" for name in plan.never),
        *(f"* [always {topic} {text}]" for topic, text in sorted(effective(session, seat).items())),
    ]


def effective(session: Session, seat: Seat) -> dict[str, str]:
    """The standing orders that hold for the seat, by topic."""
    plan = session.plans[seat.number]
    return effective_rules(session.match.game, plan.everywhere, plan.rules)


def standings(league: League) -> list[str]:
    """The places of a league, one a line."""
    rows = with_safe_names(results.shown(league, results.standings(league)))
    return [
        say(
            "Place {place}: {name}, {points} league points from {played} tables.",
            place=row.place, name=row.name, points=row.points, played=row.played,
        )
        for row in rows
    ]  # fmt: skip


def games(player: Player) -> list[str]:
    """The running tables of a player, and whose turn it is there."""
    running = Seat.objects.filter(player=player, table__state=Table.State.RUNNING).select_related("table__league")
    lines = []
    for own in running.order_by("table_id"):
        turn = own.turns.filter(ended_at=None).first()
        lines.append(_game(own, turn.due_by if turn else None, player.zone))
    return lines or [say("You sit at no running table.")]


def _game(seat: Seat, due_by: datetime | None, zone: str) -> str:
    """Where it is, and until when the player is asked there; None: not now."""
    where = {"league": harmless(seat.table.league.name), "table": table_title(seat.table)}
    if due_by is None:
        return say("{league}, {table}: others move.", **where)
    return say("{league}, {table}: your turn until {due}.", **where, due=clocks.short(due_by, zone, timezone.now()))


def unasked_yes(seat: Seat) -> str:
    """To a yes that answers no question of ours."""
    if InboundLetter.objects.filter(seat=seat, state=InboundLetter.State.HELD).exists():
        return say(
            "A letter waits for your yes, but this was no answer to the letter that asks about it: please answer that "
            "one, or press its button."
        )
    return no_question()


def no_question() -> str:
    return say("There was nothing here that waited for your yes.")
