"""Words of a player that are no orders: help, status, log, standings, say … What they answer; orders are elsewhere."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from engine.commands import Command, command
from engine.game import Section
from engine.plans import Account, Line, effective_rules
from tournaments import telling
from tournaments.actions import results, sitting
from tournaments.actions.sitting import Sitting
from tournaments.mail import limits, outbox
from tournaments.mail.letters import table as letters
from tournaments.mail.letters.frame import safe_names, table_title, told, with_safe_names
from tournaments.mail.letters.names import harmless
from tournaments.models import InboundLetter, Seat, Table

PLAN_WORDS = ("go on", "forget", "also", "hold", "never")
BESIDE_ORDERS = ("undo", "say", "yes")  # what they come to is a clause, told beside orders
LATELY = 40  # sentences of the log


class Undone(NamedTuple):
    """What an `undo` has come to: the sentence that tells the player, and whether anything was taken back."""

    words: str
    done: bool


NOTHING_UNDONE = Undone("", done=False)
Answer = tuple[str, list[str], list[Section]]


def is_undo(line: str) -> bool:
    said = command(line, exact=True)
    return said is not None and said.name == "undo"


def of(account: Account) -> list[Command]:
    """The words to the service in an account, those to the plan left out."""
    said = [command(line.text) for line in account.lines if _is_service(line)]
    return [word for word in said if word is not None]


def at_length(said: Sequence[Command]) -> list[Command]:
    """The words that get a letter of their own beside an account of orders."""
    return [word for word in said if word.name not in BESIDE_ORDERS]


def in_account(s: Sitting, seat: Seat, account: Account, undone: Undone) -> Account:
    """The account as a letter tells it: short words to the service have their place in it, the others have none.

    Without orders and without anything taken back there is nothing to account for, and a letter answers the words.
    """
    orders = [line for line in account.lines if not _is_service(line)]
    if not orders and not undone.done:
        return dataclasses.replace(account, lines=())
    lines = []
    for line in account.lines:
        said = command(line.text) if _is_service(line) else None
        if said is None:
            lines.append(line)
        elif said.name == "undo" and undone.done:
            s.plans[seat.number].notes.insert(0, undone.words.removesuffix("."))
            lines.append(line)
        elif said.name in BESIDE_ORDERS:
            words = " ".join(_one(s, seat, said, undone.words)[0])
            state = line.state if said.name == "say" else "refused"
            lines.append(dataclasses.replace(line, state=state, words=words.removesuffix(".")))
    return dataclasses.replace(account, lines=tuple(lines))


def _is_service(line: Line) -> bool:
    return line.state == "command" and not line.words.startswith(PLAN_WORDS)


def answer(s: Sitting, seat: Seat, said: Sequence[Command], undone: str = "") -> Answer:
    """Title, paragraphs and sections of one letter that answers all of them. `undone`: what `undo` has come to."""
    paragraphs: list[str] = []
    sections: list[Section] = []
    for word in dict.fromkeys(said):
        lines, more = _one(s, seat, word, undone)
        paragraphs += lines
        sections += [section for section in more if section not in sections]
    return said[0].name, paragraphs, sections


def on_page(s: Sitting, seat: Seat, account: Account, undone: str) -> Account:
    """The account as the page shows it: a word to the service is answered in its own line, without the position."""
    lines = []
    for line in account.lines:
        said = command(line.text) if _is_service(line) else None
        words = " ".join(_one(s, seat, said, undone)[0]) if said else line.words
        lines.append(dataclasses.replace(line, words=words))
    return dataclasses.replace(account, lines=tuple(lines))


def _one(s: Sitting, seat: Seat, said: Command, undone: str) -> tuple[list[str], list[Section]]:
    match said.name:
        case "help":
            return HELP, [section for section in _sections(s, seat) if section.key == "how"]
        case "status" | "board":
            return [_waiting(s, seat)], _sections(s, seat)
        case "log":
            return _log(s, seat), []
        case "orders":
            return _orders(s, seat), []
        case "rules":
            return _rules(s, seat), []
        case "undo":
            return [undone], _sections(s, seat) if s.match.decision(seat.number) else []
        case "standings":
            return _standings(s), []
        case "games":
            return _games(seat), []
        case "say":
            return [_say(s, seat, said.rest)], []
        case "yes":
            return [_yes(seat)], []
    return [f'"{said.name}" is not offered here yet; nothing has changed.'], []


HELP = [
    "Answer a letter above its first line; one order to a line. An order names what you do and with what, as the "
    "letter shows it, in words or as a code.",
    "What you write beyond the present question is kept and played when its time comes; new orders replace kept ones.",
    "Words that work at any time, alone on a line and without the brackets: [status] brings the position, [log] what "
    "happened, [orders] what you have kept and your rules, [rules] those alone, [standings] the league, [games] "
    "your other tables, [undo] takes back what nobody has acted on, [forget] drops what is kept.",
    'A line that begins with the word "say" and a colon goes to the table.',
]


def _sections(s: Sitting, seat: Seat) -> list[Section]:
    """The position in words as that seat sees it."""
    game, view, decision = s.match.game, s.match.view(seat.number), s.match.decision(seat.number)
    return list(game.sections(view, decision, safe_names(s.table), _effective(s, seat), seat.number))


def _effective(s: Sitting, seat: Seat) -> dict[str, str]:
    plan = s.plans[seat.number]
    return effective_rules(s.match.game, plan.everywhere, plan.rules)


def _waiting(s: Sitting, seat: Seat) -> str:
    names = safe_names(s.table)
    others = [names[decision.seat] for decision in s.match.decisions if decision.seat != seat.number]
    if s.match.over:
        return "The game is over."
    if s.match.decision(seat.number):
        return "It is your turn."
    return f"The table waits for {' and '.join(others)}."


def _log(s: Sitting, seat: Seat) -> list[str]:
    events = telling.happened(sitting.log_of(s.table))
    return told(s.match.game, events, safe_names(s.table), seat.number)[-LATELY:]


def _orders(s: Sitting, seat: Seat) -> list[str]:
    """Everything that the seat has ordered for later: its plan, then what answers for it."""
    plan = s.plans[seat.number]
    if not plan.kept:
        return ["No orders of yours are kept.", *_rules(s, seat)]
    head = f"They wait, because {plan.stopped}." if plan.stopped else "They are played when their time comes."
    return [head, *(f"{place}. [{order.words}]" for place, order in enumerate(plan.kept, 1)), *_rules(s, seat)]


def _rules(s: Sitting, seat: Seat) -> list[str]:
    """What answers for the seat, in the words that order it."""
    plan = s.plans[seat.number]
    held = plan.held if plan.held_in == s.match.round else []
    return [
        "Your rules:",
        *(f"* [{topic}: {text}], once" for topic, text in sorted(plan.once.items())),
        *(f"* [hold {name}]" for name in held),
        *(f"* [never use {name}]" for name in plan.never),
        *(f"* [always {topic} {text}]" for topic, text in sorted(_effective(s, seat).items())),
    ]


def _standings(s: Sitting) -> list[str]:
    rows = with_safe_names(results.shown(s.league, results.standings(s.league)))
    return [f"Place {row.place}: {row.name}, {row.points} league points from {row.played} tables." for row in rows]


def _games(seat: Seat) -> list[str]:
    running = Seat.objects.filter(player=seat.player, table__state=Table.State.RUNNING).select_related("table__league")
    lines = []
    for own in running.order_by("table_id"):
        asked = own.turns.filter(ended_at=None).exists()
        where = f"{harmless(own.table.league.name)}, {table_title(own.table)}"
        lines.append(f"{where}: {'your turn' if asked else 'others move'}.")
    return lines or ["You sit at no running table."]


def _yes(seat: Seat) -> str:
    """To a yes that answers no question of ours."""
    if InboundLetter.objects.filter(seat=seat, state=InboundLetter.State.HELD).exists():
        return (
            "A letter waits for your yes, but this was no answer to the letter that asks about it: please answer that "
            "one, or press its button."
        )
    return "There was nothing here that waited for your yes."


def _say(s: Sitting, seat: Seat, words: str) -> str:
    """Mail a player's words on to the table, each line marked as theirs."""
    words = " ".join(words.split())
    if not words:
        return "There was nothing behind the colon."
    if limits.last_answers("say", sitting.owner(seat)) is None:
        return "You have said very much in this hour: this did not go to the table."
    for other in s.seats:
        if other.player is None or other.pk == seat.pk:
            continue
        s.next_letter()
        draft = letters.said(other, s.match, safe_names(s.table)[seat.number], words)
        # A letter may be read twice, a page is sent once: there the count of the table's letters tells two apart.
        source = s.letter.pk if s.letter else f"{s.table.pk}-{s.table.letters}"
        key = f"say:{source}:{other.pk}:{limits.reason_key([words])}"
        outbox.write(draft, player=other.player, seat=other, dedupe=key, kind="say")
    return "Your words went to the table."
