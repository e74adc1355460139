"""Letters about the service itself, to its host and to organisers. In English, like the desk."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from tournaments.formats import clocks
from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.frame import about_player
from tournaments.letters.parts.language import in_the_desks_language
from tournaments.letters.parts.layout import end_of_letter, marker
from tournaments.models import Drill, Player


@in_the_desks_language
def restored(reader: Player, made_at: datetime, restored_at: datetime) -> Draft:
    """The news that the database was put back from a backup, and something was lost by it."""
    lost = f"between {clocks.words(made_at, reader.zone)} and {clocks.words(restored_at, reader.zone)}"
    lines = [
        f"All that happened {lost} is lost: moves, letters in, talk, who entered or left, and what organisers did.",
        "Every player at a running table gets a letter with what is asked there now. Older letters of tables cannot be "
        "answered any more, everybody signs in anew, and no deadline ran in that time.",
        "Players may remember what dice and cards gave in that time. Where that matters, take the table back on the "
        "desk with chance drawn anew. That does not help where a game ended in that time: its secret was shown then, "
        "and who kept its record can foresee chance there. Ask its players, and rule accordingly. Lots that were not "
        "drawn and tables that had not begun have new secrets.",
        "Offers of seats, and questions whether somebody organises a league, have ended: make them again.",
        "What people ended or changed in that time is as it was before: second addresses, names, days off, ways of "
        "letters. Ask them to look at their profile.",
        "Who was forgotten (“Forget me”) since the backup was made has to be forgotten again, and who entered has to "
        "enter again: nothing here knows of them.",
    ]
    return _about("service_restored", reader, "the service was set back", lines)


@in_the_desks_language
def drilled(reader: Player, drill: Drill) -> Draft:
    """The result of a backup restored on trial: one line, that it holds or what is wrong."""
    if drill.trouble or drill.made_at is None:
        title, line = "THE DRILL HAS FAILED", f"The drill of {drill.backup or 'backups'} has failed: {drill.trouble}"
    else:
        made = clocks.words(drill.made_at, reader.zone)
        title = "the backup holds"
        line = (
            f"The backup {drill.backup}, made {made}, was restored on trial: {drill.checked} games and leagues agree."
        )
    return _about("drilled", reader, title, [line])


def _about(kind: str, reader: Player, title: str, lines: Sequence[str]) -> Draft:
    values = {
        **about_player(reader),
        "title": title,
        "lines": lines,
        "first": marker(title.upper(), "nothing to answer"),
        "end": end_of_letter(),
    }
    return compose(kind, values)
