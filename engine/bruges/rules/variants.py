"""The options of the game and what a new game is set up with; later a state shows its variant itself."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bruges.data.cards import Cards, without_attacks
from engine.bruges.words.speech import say
from engine.events import Json
from engine.game import Option
from engine.language.languages import to_say
from engine.refusals import BadOption

PERSONS = Option(
    to_say("persons"),
    (to_say("all"), to_say("friendly")),
    to_say("Which persons are in the deck. Without attacks it has fewer cards."),
    (to_say("also those who attack other players"), to_say("nobody who attacks other players")),
    say,
)
PILES = Option(
    to_say("piles"),
    (to_say("two"), to_say("five")),
    to_say("How many draw piles there are. With five a player may choose the colour of every card."),
    (to_say("as in the rules"), to_say("one of each colour")),
    say,
)
STEPS = Option(
    to_say("steps"),
    (to_say("rule"), to_say("card")),
    to_say("How long a step up that a standing order has answered may still be changed."),
    (
        to_say("until another player acts, as the order of play asks"),
        to_say("until the own first card of the round: fewer surprises by mail, an advantage for who comes late"),
    ),
    say,
)
OPTIONS = (PERSONS, PILES, STEPS)
FEWEST = 100  # cards of a deck, so that a game lasts about five rounds


def cards_for(cards: Cards, options: Mapping[str, Json]) -> Cards:
    """The cards that a new game is played with. BadOption when too few are left of a deck full of attacks."""
    if options.get(PERSONS.name) != "friendly":
        return cards
    part = without_attacks(cards)
    if len(part) < FEWEST:
        raise BadOption(f"without the persons who attack the deck has {len(part)} cards, {FEWEST} are needed")
    return part


def late_steps(options: Mapping[str, Json]) -> bool:
    """Tell whether a step may be changed with the first card, after others have acted."""
    return options.get(STEPS.name) == "card"


def by_colour(options: Mapping[str, Json]) -> bool:
    """Whether there are five draw piles, one of each colour."""
    return options.get(PILES.name) == "five"
