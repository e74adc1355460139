"""Events as bullets of a letter: what belongs to one turn of one player is in one bullet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.events import Event
from engine.venise.words.telling import tell

WIDEST = 420  # letters of a bullet before another begins


def recount(events: Iterable[Event], names: Sequence[str], reader: int | None) -> list[str]:
    """The sentences about one seat's doings joined; a new bullet for each turn and for whatever is nobody's."""
    bullets: list[str] = []
    owner: object = None
    for event in events:
        seat = event.data.get("seat")
        if event.kind == "turn":
            owner = None
        sentence = tell(event, names, reader)
        if not sentence:
            continue
        if bullets and seat is not None and seat == owner and len(bullets[-1]) + len(sentence) < WIDEST:
            bullets[-1] += f" {sentence}"
        else:
            bullets.append(sentence)
        owner = seat
    return bullets
