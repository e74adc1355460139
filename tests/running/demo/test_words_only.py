"""Letters of games whose menus have neither codes nor numbers: what is offered, and the example of a whole round."""

from __future__ import annotations

from random import Random

from tournaments.running.demo.characters import planner, single
from tournaments.running.demo.reading import in_words, offers, sample

LETTER = """#=#=# CHOOSE A CARD - until Fri 18:00 - sealed till all choose #=#=#
== YOUR HAND ==
* Brugge: 9 free spaces [choose brugge].
* Pick-up: takes Gent back into your hand [choose pickup].
== HOW TO ANSWER ==
[choose brugge] plays that card alone, [forget] takes it back.
A whole round: [choose brugge], [lay grey L2 / lay
church L3], [gold gent S3].
== TABLE ==
New orders replace it, [also ...] adds to it, [go on] plays it.
"""


def test_orders_in_words_are_offers_and_words_about_the_plan_are_not() -> None:
    assert in_words(LETTER)
    assert not in_words("[17 red] moves in.")
    assert [offer.order for offer in offers(LETTER)] == ["choose brugge", "choose pickup"]


def test_who_plans_writes_the_whole_round_of_the_example() -> None:
    assert sample(LETTER) == ["choose brugge", "lay grey L2 / lay church L3", "gold gent S3"]
    assert planner(LETTER, Random(1)) == "choose brugge\nlay grey L2 / lay church L3\ngold gent S3"
    assert single(LETTER, Random(1)) in ("choose brugge", "choose pickup")


def test_where_only_patterns_are_offered_the_example_is() -> None:
    menu = "#=#=# BUILD IN GENT - until Fri 18:00 #=#=#\n== WHAT YOU MAY DO ==\nGent: L2 grey.\n"
    text = f"{menu}== HOW TO ANSWER ==\n[lay grey L2 gent]\n"
    assert [offer.order for offer in offers(text)] == ["lay grey L2 gent"]
