"""A run of events as bullets of a letter: what belongs together stands together. Sentences are `telling`'s."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.bruges.words.telling import tell
from engine.bruges.words.voice import a, amount, listed, some
from engine.events import Event

# kind -> the kinds after which it goes on in the same bullet
ACTIONS = ("workers", "guilders", "threat off", "canal", "house", "recruit", "used")
LOSSES = (*ACTIONS, "penalty", "dice", "threats", "lost")
GOES_ON = {
    "gained": ACTIONS,
    "paid": ACTIONS,
    "gave": ACTIONS,
    "statue": ACTIONS,
    "house card": ACTIONS,
    "discarded": ACTIONS,
    "hand": ACTIONS,
    "pile ended": ACTIONS,
    "threat": ACTIONS,
    "lost": LOSSES,
    "penalty": LOSSES,
    "returned": LOSSES,
    "threats": ("dice",),
    "climbed": (*ACTIONS, "climb price", "climbed", "stayed"),
    "stayed": ("climb price", "climbed", "stayed"),
    "majority": ("majority",),
    "round ends": ("majority",),
}
BY_PERSONS = ("threat off", "canal", "house")  # go on in a person's bullet when that person did it


@dataclass(slots=True)
class Bullet:
    """What stands in one bullet: the event that began it, its sentences, and what its person brought and took."""

    leader: Event
    sentences: list[str]
    brought: list[str] = field(default_factory=list)
    paid: list[str] = field(default_factory=list)

    def words(self) -> str:
        first, *rest = self.sentences
        if self.brought:
            price = f" for {listed(self.paid)}" if self.paid else ""
            first = f"{first.removesuffix('.')}: {listed(self.brought)}{price}."
        elif self.paid:  # what it brings is still to be chosen
            first = f"{first.removesuffix('.')} and took {listed(self.paid)}."
        return " ".join(sentence for sentence in (first, *rest) if sentence)


def recount(events: Iterable[Event], names: Sequence[str], reader: int | None) -> list[str]:
    """The events that a reader may know, as bullets in their order."""
    bullets: list[Bullet] = []
    for event in events:
        if not event.visible_to(reader):
            continue
        current = bullets[-1] if bullets else None
        if current and _brings(current.leader, event):
            _bring(current, event, reader)
        elif sentence := tell(event, names, reader):
            if current and _goes_on(current.leader, event):
                current.sentences.append(sentence)
            else:
                bullets.append(Bullet(event, [sentence]))
    return [bullet.words() for bullet in bullets]


def _goes_on(leader: Event, event: Event) -> bool:
    if event.kind in BY_PERSONS:
        return leader.kind in ("used", "recruit") and event.data.get("person") is not None
    return leader.kind in GOES_ON.get(event.kind, ())


def _brings(leader: Event, event: Event) -> bool:
    """Whether an event is what the person of the leading event brought its owner."""
    if leader.kind not in ("used", "recruit") or event.data.get("seat") != leader.data["seat"]:
        return False
    person = leader.data.get("person") or leader.data.get("card")
    if event.kind == "drew":
        return event.data.get("person") == person
    return event.kind in ("gained", "paid", "threat off") and event.data["person"] == person


def _bring(bullet: Bullet, event: Event, reader: int | None) -> None:
    if event.kind in ("gained", "paid"):
        things = bullet.brought if event.kind == "gained" else bullet.paid
        things.append(amount(event.data["what"], event.data["amount"], event.data.get("workers")))
    elif event.kind == "threat off":
        bullet.brought.append(f"1 point for {a(event.data['colour'])} threat")
    elif event.data["seat"] != reader:  # the reader's own cards are named when they have been looked at
        drawn = [word for word in bullet.brought if word.endswith(("card", "cards"))]
        number = 1 + (int(drawn[0].split()[0]) if drawn else 0)
        bullet.brought = [word for word in bullet.brought if word not in drawn] + [some(number, "card")]
