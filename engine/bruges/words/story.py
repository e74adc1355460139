"""A run of events as bullets of a letter: what belongs together is in one bullet. Sentences are `telling`'s."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.bruges.words.speech import say
from engine.bruges.words.telling import deed, tell
from engine.bruges.words.vocabulary import amount, word
from engine.events import Event
from engine.language.wording import listed

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
    """The contents of one bullet: the event that began it, its sentences, and what its person brought and took.

    deed     what that person did, without a full stop
    brought  in words; None is the place of the cards drawn
    """

    leader: Event
    sentences: list[str]
    deed: str = ""
    brought: list[str | None] = field(default_factory=list)
    drawn: int = 0
    paid: list[str] = field(default_factory=list)

    def words(self) -> str:
        first, *rest = self.sentences
        things = listed([amount("cards", self.drawn) if thing is None else thing for thing in self.brought])
        price = listed(self.paid)
        if things and price:
            first = say("{deed}: {things} for {price}.", deed=self.deed, things=things, price=price)
        elif things:
            first = say("{deed}: {things}.", deed=self.deed, things=things)
        elif price:  # what it brings is still to be chosen
            first = say("{deed} and took {price}.", deed=self.deed, price=price)
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
                bullets.append(Bullet(event, [sentence], deed(event, names, reader)))
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
        what = amount(event.data["what"], event.data["amount"], event.data.get("workers"))
        if event.kind == "gained":
            bullet.brought.append(what)
        else:
            bullet.paid.append(what)
    elif event.kind == "threat off":
        bullet.brought.append(say("1 point for a {colour} threat", colour=word(event.data["colour"])))
    elif event.data["seat"] != reader:  # the reader's own cards are named when they have been looked at
        bullet.drawn += 1
        bullet.brought = [thing for thing in bullet.brought if thing is not None] + [None]
