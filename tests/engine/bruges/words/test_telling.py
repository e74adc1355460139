"""What happened, told to the seat concerned and to the others."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bruges.words import story, telling
from engine.bruges.words.telling import TELLERS
from engine.events import Event

NAMES = ("Anna", "Bea", "Chidi")


def to_all(words: str) -> tuple[str, str]:
    """The same to the seat concerned and to the others."""
    return words, words


TOLD: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "game begins",
        {"start": 0},
        "The game begins. You start the first round.",
        "The game begins. Anna starts the first round.",
    ),
    (
        "round begins",
        {"round": 7, "start": 0, "last": True},
        "Round 7 began with you as first player. It is the last one.",
        "Round 7 began with Anna as first player. It is the last one.",
    ),
    ("drew", {"seat": 0, "pile": "left", "colour": "red", "count": 1}, "", ""),
    (
        "pile ended",
        {"pile": "left", "by": "extra", "last": 8},
        *to_all("The left pile was used up and the extra pile took its place. Round 8 will be the last."),
    ),
    (
        "pile ended",
        {"pile": "right", "by": "split", "last": 0},
        *to_all("The right pile was used up, half of the other one took its place."),
    ),
    (
        "dice",
        {"dice": {"blue": 2, "brown": 4, "purple": 6, "red": 5, "yellow": 1}},
        *to_all("Dice: blue 2, brown 4, purple 6, red 5, yellow 1."),
    ),
    ("threats", {"colours": ["purple", "red"]}, *to_all("Everybody got a purple and a red threat.")),
    (
        "threat",
        {"seat": 0, "colour": "purple", "by": 1, "person": "inquisitor"},
        "You got a purple threat from Bea's Inquisitor.",
        "Anna got a purple threat from Bea's Inquisitor.",
    ),
    (
        "penalty",
        {"seat": 0, "name": "fire", "colour": "red"},
        "It was your third red threat: fire!",
        "It was Anna's third red threat: fire!",
    ),
    (
        "lost",
        {"seat": 0, "what": "house", "colour": "yellow", "cause": "fire", "by": None},
        "You lost an empty yellow house to the fire.",
        "Anna lost an empty yellow house to the fire.",
    ),
    (
        "lost",
        {"seat": 0, "what": "house", "colour": "yellow", "person": "queen", "cause": "fire", "by": None},
        "You lost a yellow house with the Queen to the fire.",
        "Anna lost a yellow house with the Queen to the fire.",
    ),
    (
        "lost",
        {"seat": 0, "what": "canal", "section": "left", "cause": "troublemaker", "by": 1},
        "You lost a canal token on the left to Bea's Troublemaker.",
        "Anna lost a canal token on the left to Bea's Troublemaker.",
    ),
    (
        "lost",
        {"seat": 0, "what": "workers", "amount": 3, "workers": {"blue": 1, "red": 2}, "cause": "flood", "by": None},
        "You lost 1 blue worker and 2 red workers to the flood.",
        "Anna lost 1 blue worker and 2 red workers to the flood.",
    ),
    (
        "lost",
        {"seat": 0, "what": "guilders", "amount": 1, "cause": "raid", "by": None},
        "You lost 1 guilder to the raid.",
        "Anna lost 1 guilder to the raid.",
    ),
    (
        "lost",
        {"seat": 0, "what": "person", "person": "baker", "colour": "red", "cause": "plague", "by": None},
        "You lost the Baker (but not the house) to the plague.",
        "Anna lost the Baker (but not the house) to the plague.",
    ),
    (
        "lost",
        {"seat": 0, "what": "nothing", "cause": "raid", "by": None},
        "You had nothing to lose.",
        "Anna had nothing to lose.",
    ),
    (
        "lost",
        {"seat": 0, "what": "nothing", "cause": "raid", "by": None, "immune": "gatekeeper"},
        "Your Gatekeeper kept the harm off.",
        "Anna's Gatekeeper kept the harm off.",
    ),
    (
        "returned",
        {"seat": 0, "person": "queen"},
        "The Queen is back in your hand.",
        "The Queen is back in Anna's hand.",
    ),
    ("climb price", {"price": 3}, *to_all("One step up cost 3.")),
    ("climb price", {"price": None}, *to_all("No die showed 1 or 2, so nobody could go up a step.")),
    (
        "climbed",
        {"seat": 0, "step": 3, "paid": 1},
        "You went up to step 3 for 1 guilder.",
        "Anna went up to step 3 for 1 guilder.",
    ),
    (
        "climbed",
        {"seat": 0, "step": 3, "paid": 0, "person": "envoy"},
        "You went up to step 3 for nothing by the Envoy.",
        "Anna went up to step 3 for nothing by the Envoy.",
    ),
    (
        "climbed",
        {"seat": 0, "step": 3, "paid": 1, "person": None, "for_now": True},
        "Your standing order took you up to step 3 for 1 guilder; [no climb] takes it back until you play a card.",
        "Anna went up to step 3 for 1 guilder.",
    ),
    (
        "climb taken back",
        {"seat": 0, "step": 2, "refund": 1, "more": False},
        "You went back down to step 2 and got 1 guilder back.",
        "Anna went back down to step 2 and got 1 guilder back.",
    ),
    (
        "climb taken back",
        {"seat": 0, "step": 2, "refund": 0, "more": True},
        "You went back down to step 2. What the step had brought was given back.",
        "Anna went back down to step 2. What the step had brought was given back.",
    ),
    ("stayed", {"seat": 0, "why": "choice"}, "You did not go up.", "Anna did not go up."),
    (
        "stayed",
        {"seat": 0, "why": "choice", "for_now": True},
        "Your standing order kept you from going up; [climb] makes up for it until you play a card.",
        "Anna did not go up.",
    ),
    (
        "stayed",
        {"seat": 0, "why": "choice", "for_now": True, "usual": True},
        "The usual rule kept you from going up; [climb] makes up for it until you play a card.",
        "Anna did not go up.",
    ),
    (
        "climbed",
        {"seat": 0, "step": 3, "paid": 1, "person": None, "for_now": True, "usual": True},
        "The usual rule took you up to step 3 for 1 guilder; [no climb] takes it back until you play a card.",
        "Anna went up to step 3 for 1 guilder.",
    ),
    (
        "stayed",
        {"seat": 0, "why": "guilders"},
        "You had too few guilders to go up.",
        "Anna had too few guilders to go up.",
    ),
    ("stayed", {"seat": 0, "why": "top"}, "You stand on the top step already.", "Anna stands on the top step already."),
    (
        "workers",
        {"seat": 0, "card": "gatekeeper", "colour": "yellow", "count": 2},
        "You put the Gatekeeper away for 2 yellow workers.",
        "Anna put the Gatekeeper away for 2 yellow workers.",
    ),
    (
        "guilders",
        {"seat": 0, "card": "fishwife", "amount": 1},
        "You put the Fishwife away for 1 guilder.",
        "Anna put the Fishwife away for 1 guilder.",
    ),
    (
        "threat off",
        {"seat": 0, "card": "lawyer", "colour": "purple", "person": None},
        "You put the Lawyer away and a purple threat went back, 1 point.",
        "Anna put the Lawyer away and a purple threat went back, 1 point.",
    ),
    (
        "threat off",
        {"seat": 0, "card": None, "colour": "purple", "person": "jailer"},
        "Your Jailer took a purple threat off, 1 point.",
        "Anna's Jailer took a purple threat off, 1 point.",
    ),
    (
        "canal",
        {"seat": 0, "card": "mathematician", "section": "right", "space": 1, "paid": 1, "person": None},
        "You put the Mathematician away and dug canal space 1 on the right for 1 guilder.",
        "Anna put the Mathematician away and dug canal space 1 on the right for 1 guilder.",
    ),
    (
        "canal",
        {"seat": 0, "card": None, "section": "left", "space": 2, "paid": 0, "person": "shipwright"},
        "You dug canal space 2 on the left for nothing with the Shipwright.",
        "Anna dug canal space 2 on the left for nothing with the Shipwright.",
    ),
    (
        "house",
        {"seat": 0, "colour": "purple", "person": None},
        "You built a purple house.",
        "Anna built a purple house.",
    ),
    (
        "recruit",
        {"seat": 0, "card": "prince", "house": "red", "paid": 9},
        "You took the Prince into your red house for 9 guilders.",
        "Anna took the Prince into a red house for 9 guilders.",
    ),
    (
        "used",
        {"seat": 0, "person": "prince", "worker": "yellow"},
        "Your Prince worked for a yellow worker.",
        "Anna's Prince worked for a yellow worker.",
    ),
    ("fired", {"seat": 0, "person": "alchemist"}, "", ""),
    (
        "gained",
        {"seat": 0, "what": "points", "amount": 1, "person": "queen"},
        "You got 1 point from the Queen.",
        "Anna got 1 point from the Queen.",
    ),
    (
        "paid",
        {"seat": 0, "what": "guilders", "amount": 2, "person": "embroiderer"},
        "You gave 2 guilders to the Embroiderer.",
        "Anna gave 2 guilders to the Embroiderer.",
    ),
    (
        "gave",
        {"seat": 0, "to": 1, "what": "workers", "amount": 2, "workers": {"red": 2}, "person": "beggar", "by": 1},
        "You gave Bea 2 red workers (Bea's Beggar).",
        "Anna gave Bea 2 red workers (Bea's Beggar).",
    ),
    (
        "statue",
        {"seat": 0, "value": 7},
        "You took the statue worth 7 points.",
        "Anna took the statue worth 7 points.",
    ),
    (
        "discarded",
        {"seat": 0, "cards": ["baker", "cook"], "person": "mathematician"},
        "You put the Baker and the Cook away.",
        "Anna put the Baker and the Cook away.",
    ),
    ("passed", {"seat": 0}, "You had no card to play.", "Anna had no card to play."),
    (
        "majority",
        {"what": "reputation", "seat": 0, "values": [3, 2, 2], "turned": True},
        "Reputation: you alone ahead with 3, marker turned.",
        "Reputation: Anna alone ahead with 3, marker turned.",
    ),
    (
        "majority",
        {"what": "canal", "seat": 0, "values": [3, 2, 2], "turned": False},
        "Canal: you ahead again with 3.",
        "Canal: Anna ahead again with 3.",
    ),
    (
        "majority",
        {"what": "people", "seat": None, "values": [2, 2, 1], "turned": False},
        *to_all("People: nobody is ahead alone."),
    ),
    ("round ends", {"round": 3, "totals": [1, 2, 3]}, *to_all("Round 3 ended.")),
    (
        "game ends",
        {"totals": [45, 44, 40], "ranks": [1, 2, 3]},
        "You win with 45 points; Bea 44, Chidi 40 points.",
        "Anna wins with 45 points; you 44, Chidi 40 points.",
    ),
    (
        "game ends",
        {"totals": [45, 45, 40], "ranks": [1, 1, 3]},
        "You and Bea win with 45 points; Chidi 40 points.",
        "Anna and you win with 45 points; Chidi 40 points.",
    ),
]


@pytest.mark.parametrize(("kind", "data", "mine", "theirs"), TOLD)
def test_an_event_is_told_as_you_to_its_seat_and_by_name_to_the_others(
    kind: str, data: dict[str, Any], mine: str, theirs: str
) -> None:
    event = Event(kind, data)
    assert telling.tell(event, NAMES, 0) == mine
    assert (
        telling.tell(event, NAMES, 1)
        .replace("your Beggar", "Bea's Beggar")
        .replace("gave you 2", "gave Bea 2")
        .replace("your Inquisitor", "Bea's Inquisitor")
        .replace("your Troublemaker", "Bea's Troublemaker")
        == theirs
    )


def test_every_kind_of_event_is_covered_here() -> None:
    assert {kind for kind, *_ in TOLD} | {"hand", "house card"} == set(TELLERS)


def test_private_events_are_told_to_their_seat_only() -> None:
    drawn = Event("hand", {"seat": 0, "cards": ["prince", "cook"]}, (0,))
    assert telling.tell(drawn, NAMES, 0) == "You drew Prince and Cook from the piles."
    assert telling.tell(drawn, NAMES, 1) == telling.tell(drawn, NAMES, None) == ""
    laid = Event("house card", {"seat": 0, "card": "cook"}, (0,))
    assert telling.tell(laid, NAMES, 0) == "The Cook lies under it, face down."
    assert telling.tell(laid, NAMES, 2) == ""


def test_what_a_person_brings_stands_in_one_bullet() -> None:
    events = [
        Event("used", {"seat": 1, "person": "prince", "worker": "yellow"}),
        Event("gained", {"seat": 1, "what": "points", "amount": 1, "person": "prince"}),
        Event("gained", {"seat": 1, "what": "guilders", "amount": 2, "person": "prince"}),
        Event("guilders", {"seat": 2, "card": "cook", "amount": 5}),
    ]
    assert story.recount(events, NAMES, 0) == [
        "Bea's Prince worked for a yellow worker: 1 point and 2 guilders.",
        "Chidi put the Cook away for 5 guilders.",
    ]


def test_what_an_exchange_took_stands_behind_what_it_brought() -> None:
    events = [
        Event("used", {"seat": 0, "person": "moneychanger", "worker": None}),
        Event("paid", {"seat": 0, "what": "workers", "amount": 1, "workers": {"brown": 1}, "person": "moneychanger"}),
        Event("gained", {"seat": 0, "what": "guilders", "amount": 3, "person": "moneychanger"}),
    ]
    assert story.recount(events, NAMES, 0) == ["Your Moneychanger worked: 3 guilders for 1 brown worker."]
    assert story.recount(events[:2], NAMES, 0) == ["Your Moneychanger worked and took 1 brown worker."]


def test_cards_that_another_draws_are_counted_and_ones_own_are_named() -> None:
    drew = {"seat": 1, "pile": "left", "colour": "red", "count": 1, "person": "printer"}
    events = [
        Event("used", {"seat": 1, "person": "printer", "worker": "red"}),
        Event("drew", drew),
        Event("drew", drew),
        Event("hand", {"seat": 1, "cards": ["cook", "page"]}, (1,)),
    ]
    assert story.recount(events, NAMES, 0) == ["Bea's Printer worked for a red worker: 2 cards."]
    assert story.recount(events, NAMES, 1) == [
        "Your Printer worked for a red worker. You drew Cook and Page from the piles."
    ]


def test_a_penalty_and_what_it_took_stand_in_one_bullet() -> None:
    events = [
        Event("dice", {"dice": {"red": 5}}),
        Event("threats", {"colours": ["red"]}),
        Event("penalty", {"seat": 2, "name": "fire", "colour": "red"}),
        Event("lost", {"seat": 2, "what": "house", "colour": "yellow", "cause": "fire", "by": None}),
    ]
    assert story.recount(events, NAMES, 0) == [
        "Dice: red 5. Everybody got a red threat. It was Chidi's third red threat: fire! "
        "Chidi lost an empty yellow house to the fire."
    ]
