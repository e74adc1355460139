"""What became of every letter: of those that players wrote, and of those that the service wrote to them."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from tests.campaign.breakages.players import Letter
from tests.campaign.breakages.stage import Stage, within

SETTLED = 120.0  # seconds until every letter has its answer; a mail host waits half a minute between two tries
OUT = "('queued', 'in-flight', 'retry')"


@dataclass
class Audit:
    """Counts since the beginning, and what is wrong."""

    written: int
    answered: int
    came: int
    again: int
    laid_aside: int
    wrong: list[str]


def moves(made: Stage) -> list[Letter]:
    """Those that are to have an effect and an answer."""
    return [one for one in list(made.crowd.relay.letters) if one.is_move and not one.forgotten]


def unanswered(made: Stage) -> list[str]:
    """Message-IDs of players' letters that the service has taken and that nothing has answered yet."""
    answers: set[str] = set()
    for player in list(made.crowd.players.values()):
        answers |= set(player.answers)
    return [one.message_id for one in moves(made) if one.message_id not in answers]


def settle(made: Stage) -> float | None:
    """Let everybody stop writing until all is answered; the seconds that took, None if it never was."""
    made.crowd.quiet.set()
    begun = monotonic()
    try:
        if within(lambda: not made.crowd.relay.waiting() and not unanswered(made), SETTLED) is None:
            return None
        waits = f"select 1 from tournaments_outboundletter where state in {OUT} and due_at <= now() limit 1"
        if within(lambda: not made.sql(waits) and not _letters_out(made), SETTLED) is None:
            return None
        return monotonic() - begun
    finally:
        made.crowd.quiet.clear()


def audit(made: Stage) -> Audit:
    """To be asked when all is settled."""
    crowd, wrong = made.crowd, []
    letters = moves(made)
    rows = {key: (int(count), states) for key, count, states in made.sql(
        "select message_id, count(*), string_agg(state, ',') from tournaments_inboundletter "
        "where message_id <> '' group by message_id"
    )}  # fmt: skip
    effects = {key: int(count) for key, count in made.sql(
        "select i.message_id, count(*) from tournaments_logentry e "
        "join tournaments_inboundletter i on i.id = e.letter_id "
        "where e.entry->>'by' = 'order' group by i.message_id"
    )}  # fmt: skip
    answers = {key: count for player in crowd.players.values() for key, count in player.answers.items()}
    for one in letters:
        stored = rows.get(one.message_id, (0, ""))
        if one.refused:
            wrong.append(f"refused: {one.refused} ({one.message_id})")
        elif stored != (1, "done"):
            wrong.append(f"stored {stored[0]} times, {stored[1] or 'lost'} ({one.message_id})")
        if answers.get(one.message_id, 0) != 1:
            wrong.append(f"{answers.get(one.message_id, 0)} answers to {one.message_id}")
    wrong += [f"{count} effects of {key}" for key, count in effects.items() if count > 1]
    wrong += _letters_out(made)
    (aside,) = made.sql("select count(*) from tournaments_inboundletter where state = 'laid-aside'")
    (judged,) = made.sql("select count(*) from tournaments_journalline where verb in ('stand-in', 'expired')")
    if judged != ["0"]:
        wrong.append(f"{judged[0]} deadlines were judged though everybody answered")
    verified = made.one.call("bruges", "verify", "--all", check=False)
    if verified.returncode:
        wrong.append(verified.stdout)
    wrong += crowd.faults
    crowd.faults = []
    came = sum(len(player.letters) for player in crowd.players.values())
    again = sum(sum(player.read.values()) - len(player.read) for player in crowd.players.values())
    done = sum(1 for one in letters if answers.get(one.message_id) == 1)
    return Audit(len(letters), done, came, again, int(aside[0]), wrong)


def _letters_out(made: Stage) -> list[str]:
    """Each letter to a player lies in the player's mailbox; none was given up."""
    read = {key for player in made.crowd.players.values() for key in player.read}
    to = ", ".join(f"'{address}'" for address in made.crowd.players)
    rows = made.sql(f'select message_id, state, kind from tournaments_outboundletter where "to" in ({to})')
    wrong = []
    for message_id, state, kind in rows:
        if state == "failed":
            wrong.append(f"a letter ({kind}) was given up")
        elif state == "sent" and message_id.strip() not in read:
            wrong.append(f"a letter ({kind}) was posted and never came: {message_id}")
    return wrong
