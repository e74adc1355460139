"""Answers to a player's questions by mail: status, log, orders, rules, standings, games. Reads only."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from engine.game import Section
from engine.language.wording import listed
from engine.orders.api import effective_rules
from engine.orders.standing import usual_among
from tournaments.actions.commands import rulebooks
from tournaments.actions.commands.command import Errand, Given, Told
from tournaments.actions.league import results
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.letters.parts import sealed
from tournaments.letters.parts.first_screen import deadline_sentence
from tournaments.letters.parts.frame import safe_names, with_safe_names
from tournaments.letters.parts.names import harmless
from tournaments.models import InboundLetter, Seat, Table
from tournaments.queries import matches, telling
from tournaments.queries.names import table_title

LATELY = 40  # sentences of the log


def status(given: Given) -> Told:
    """Tell whose move it is, and the position in words."""
    return Told([waiting(given)], sections=sections(given))


def waiting(given: Given) -> str:
    """Tell whose move it is, as the seat reads it."""
    s, seat = given.s, given.seat
    names = safe_names(s.table)
    others = [names[decision.seat] for decision in s.match.waiting if decision.seat != seat.number]
    if s.match.over:
        return say("The game is over.")
    if sealed.is_made(seat, s.match):
        return say("Your choice is made and sealed. {standing}", standing=sealed.standing(seat, s.match))
    if s.match.decision(seat.number):
        return say("It is your turn.")
    return say("The table waits for {others}.", others=listed(others))


def sections(given: Given) -> list[Section]:
    """The position in words as the seat sees it."""
    match, seat = given.s.match, given.seat.number
    view, decision, names = match.view(seat), match.decision(seat), safe_names(given.s.table)
    return list(match.game.sections(view, decision, names, effective(given), seat))


def until(seat: Seat) -> str:
    """Tell how long the seat has for what it is asked."""
    turn = seat.turns.filter(ended_at=None).first()
    if turn is None:
        return ""
    turn.seat = seat
    return deadline_sentence(turn, seat.owner.zone)


def log(given: Given) -> Told:
    """Tell what has happened lately, as far as the seat may know it."""
    table, seat = given.s.table, given.seat.number
    events = telling.happened(matches.log_of(table))
    return Told(telling.told(given.s.match.game, events, safe_names(table), seat)[-LATELY:])


def orders(given: Given) -> Told:
    """Everything that the seat has ordered for later: its plan, then what answers for it."""
    plan = given.s.plans[given.seat.number]
    if not plan.kept:
        return Told([say("No orders of yours are kept."), *_standing(given)])
    head = say("They are played when their time comes.")
    if plan.stopped:
        head = say("They wait, because {reason}.", reason=plan.stopped)
    return Told([head, *(f"{place}. [{order.words}]" for place, order in enumerate(plan.kept, 1)), *_standing(given)])


def rules(given: Given) -> Told:
    """The rules of the game that is played or named, and what answers for the seat."""
    games = rulebooks.named(given.said.rest, [given.s.match.game])
    told = rulebooks.told(games, attached=given.s.letter is not None)
    return told._replace(words=[*told.words, *_standing(given)])


def _standing(given: Given) -> list[str]:
    """The rules that answer for the seat, in the words that order them."""
    plan = given.s.plans[given.seat.number]
    held = plan.held if plan.held_in == given.s.match.round else []
    rules = effective(given)
    usual = sorted(usual_among(rules, given.s.match.game.default_rules))
    own = [
        *(say("* [{topic}: {text}], once", topic=topic, text=text) for topic, text in sorted(plan.once.items())),
        *(f"* [hold {name}]" for name in held),
        *(f"* [never use {name}]" for name in plan.never),
        *(f"* [always {topic} {text}]" for topic, text in sorted(rules.items()) if topic not in usual),
    ]
    others = [f"* [always {topic} {rules[topic]}]" for topic in usual]
    return [*([say("Your standing orders:"), *own] if own else []), *([say("Usual rules:"), *others] if others else [])]


def effective(given: Given) -> dict[str, str]:
    """The standing orders that hold for the seat, by topic."""
    plan = given.s.plans[given.seat.number]
    return effective_rules(given.s.match.game, plan.everywhere, plan.rules)


def standings(given: Given) -> Told:
    """The places of the league, one a line."""
    league = given.s.league
    rows = with_safe_names(results.shown(league, results.standings(league)))
    lines = [
        say(
            "Place {place}: {name}, {points} league points from {played} tables.",
            place=row.place, name=row.name, points=row.points, played=row.played,
        )
        for row in rows
    ]  # fmt: skip
    return Told(lines)


def games(errand: Errand) -> Told:
    """The running tables of a player, and whose turn it is there."""
    player = errand.player
    running = Seat.objects.filter(player=player, table__state=Table.State.RUNNING).select_related("table__league")
    lines = []
    for own in running.order_by("table_id"):
        turn = own.turns.filter(ended_at=None).first()
        lines.append(_game(own, turn.due_by if turn else None, player.zone))
    return Told(lines or [say("You sit at no running table.")])


def _game(seat: Seat, due_by: datetime | None, zone: str) -> str:
    """Tell where the game is, and until when the player is asked there; None: not now."""
    where = {"league": harmless(seat.table.league.name), "table": table_title(seat.table)}
    if due_by is None:
        return say("{league}, {table}: others move.", **where)
    return say("{league}, {table}: your turn until {due}.", **where, due=clocks.short(due_by, zone, timezone.now()))


def unasked_yes(given: Given) -> Told:
    """The answer to a yes that answers no question of ours."""
    words = no_question()
    if InboundLetter.objects.filter(seat=given.seat, state=InboundLetter.State.HELD).exists():
        words = say(
            "A letter waits for your yes, but this was no answer to the letter that asks about it, or yes was not its "
            "first line: please answer that one with yes in the first line, or press its button."
        )
    return Told([words], refused=True)


def no_question() -> str:
    return say("There was nothing here that waited for your yes.")
