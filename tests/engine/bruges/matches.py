"""Recorded games of Bruges as matches, for what is told and printed of them."""

from __future__ import annotations

from functools import cache

from engine import Match
from engine.bruges import GAME
from engine.events import Json
from tests.engine.bruges.record import DECK, FOLDER

TIE, FIVE = "two_seats_tie_by_guilders", "five_piles_three_seats_a_colour_ends_early"
FOUR = "four_seats_statues"


@cache
def match(name: str) -> Match:
    """The match whose moves are kept under that name."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    head = dict(line.split() for line in lines[:6] if line.split()[0] in {"seats", "secret", "piles", "persons"})
    options: dict[str, Json] = {option: head[option] for option in ("piles", "persons") if option in head}
    game = GAME.with_deck(DECK.read_text(encoding="utf-8"), DECK.name)
    played = Match.start(game, int(head["seats"]), options, secret=bytes.fromhex(head["secret"]))
    for seat, _, move in (line.partition(" ") for line in lines if line[0].isdigit()):
        played.play(int(seat), move)
    return played
