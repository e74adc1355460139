"""The command: `python -m tests.campaign.balance`; status 1 when the verdict is against the deck (or the bot)."""

from __future__ import annotations

import sys
from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser, Namespace
from collections.abc import Iterable
from multiprocessing import cpu_count

from engine.bruges import GAME
from engine.bruges.data.persons import load_deck
from engine.refusals import BadDeck
from tests.campaign.balance import report
from tests.campaign.balance.selfplay import Played, games
from tests.campaign.balance.shares import share

STRONG = 0.9  # of the games that a greedy bot wins against random ones


def main(words: list[str]) -> int:
    """The status to exit with: 0 when the verdict is good, 1 when not; 2 for a deck that cannot be played."""
    options = _options(words)
    try:
        deck = load_deck(options.deck)
    except (BadDeck, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    others = ["random" if options.against_random else "greedy"] * (options.seats - 1)
    playing = games(deck, ["greedy", *others], options.games, options.seed, options.processes)
    played = list(_watched(playing, options.games))
    if options.against_random:
        return _strength(played)
    found = report.count(deck, played)
    for line in report.lines(deck, found):
        print(line)
    return 1 if report.faults(found) else 0


def _options(words: list[str]) -> Namespace:
    parser = ArgumentParser(
        prog="python -m tests.campaign.balance",
        description="Let greedy bots play a deck of Bruges and judge how balanced it is.",
        formatter_class=ArgumentDefaultsHelpFormatter,
    )
    fewest, most = GAME.seats
    parser.add_argument("--games", type=int, default=2000, help="how many to play")
    parser.add_argument("--seats", type=int, default=4, choices=range(fewest, most + 1), help="at every table")
    parser.add_argument("--seed", type=int, default=1, help="of chance and bots; the same seed gives the same report")
    parser.add_argument("--processes", type=int, default=cpu_count(), help="that play at the same time")
    parser.add_argument("--deck", default=None, help="a deck file (docs/decks.md) instead of the shipped deck")
    parser.add_argument("--against-random", action="store_true", help="one greedy bot against random ones instead")
    options = parser.parse_args(words)
    if options.games < 1 or options.processes < 1:
        parser.error("at least one game and one process")
    return options


def _watched(playing: Iterable[Played], number: int) -> Iterable[Played]:
    """The games as they come, with their number on stderr."""
    for done, game in enumerate(playing, 1):
        print(f"\r{done} of {number} games", end="", file=sys.stderr, flush=True)
        yield game
    print(file=sys.stderr)


def _strength(played: list[Played]) -> int:
    """Print the greedy bot's share of wins and return an exit status; its seat moves on by one from game to game."""
    seats = len(played[0].ranks)
    won = share(sum(number % seats in game.winners for number, game in enumerate(played)), len(played))
    print(f"the greedy bot wins {won} of {len(played):,} games against {seats - 1} random bots")
    return 0 if won.value >= STRONG else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
