"""The proof of the chance of a league or a table, and against whom: sentences of pages, letters and papers.

They say no more than holds. Words that were sealed bind the players against each other; only a public value that came
out after entries closed binds whoever can read the database; neither keeps them from knowing what comes. Reads only.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from engine.language.languages import to_say
from engine.match import lots
from tournaments.formats import clocks
from tournaments.formats.beacons import Chain
from tournaments.language.speech import say
from tournaments.models import League, Player

MADE_OF = to_say(
    "Each table's dice and shuffles come from a secret that was fixed before anybody could join, mixed with the words "
    "of its players; the lots, who sits where, come from a secret of their own and everybody's words."
)
MADE_OF_VALUE = to_say(
    "Each table's dice and shuffles come from a secret that was fixed before anybody could join, mixed with the words "
    "of its players and a public value; the lots, who sits where, come from a secret of their own, everybody's words "
    "and the same value."
)
SEALED = to_say(
    "No page and no letter shows a word to anybody but its owner before entries close, and a word can never be "
    "changed, also not by leaving and joining again. So the words bind the players against each other."
)
NOT_BOUND = to_say(
    "They do not bind whoever can read the database of this service before entries close: who knows the secrets and "
    "joins last could find a word, by trying, that gives the dice they like."
)
AWAITED = to_say(
    "When entries close, all that the draw needs is fixed, and it waits for a public value of {source} that comes "
    "out about a minute later. Nobody who does not control that source knows the value before, so that not even "
    "whoever can read the database can choose what the dice give."
)
MAY_BE_WITHOUT = to_say(
    "If the source cannot be reached for an hour, the league begins without it; this page and the record of every "
    "game say so then, and the words alone are mixed in."
)
REFUSE = to_say(
    "Whoever runs this service could still refuse to begin, cancel the league or cut the service off from the source."
)
FORESIGHT = to_say(
    "Whoever can read the database knows every hand, and every result of chance before it comes; also what a table "
    "would draw anew if the organiser took it back."
)
WAITS = to_say(
    "Entries closed on {closed}. The draw waits for the public value of {moment}: round {round} of {source}."
)
WAITS_FOR_A_ROUND = to_say(
    "Entries closed on {closed}. The draw waits for the first public value of {source} that comes out on {moment} or "
    "later."
)
FINGERPRINT = to_say("The fingerprint of everybody's words, in the order of joining: {fingerprint}")
DRAWN = to_say(
    "Entries closed on {closed}. The draw waited for the public value of {moment}, round {round} of {source}: "
    "{randomness}"
)
COMPARE = to_say(
    "Compare it at {address}. If it is the same there, nobody who does not control that source knew it when the "
    "words were fixed, and not even whoever could read the database has chosen what the dice give."
)
UNREACHED = to_say(
    "Entries closed on {closed}. {source} could not be reached until {given_up}, so that no public value was mixed in."
)
PRACTICE = to_say(
    "The chance of a table to practise at follows from a secret alone, which was drawn when the table began; there "
    "are no words and no public value in it. Its record proves that no result was changed since, not that the secret "
    "was drawn blindly."
)


def of_league(league: League, zone: str) -> list[str]:
    """Tell what is proved of the league's chance as things are, in the reader's language and zone."""
    if league.practice:
        return [say(PRACTICE), say(FORESIGHT)]
    public = (league.draw or {}).get("public")
    if public is None:
        awaited = settings.CHANCE_SOURCE if league.state in (League.State.DRAFT, League.State.OPEN) else ""
        return _before(awaited) if awaited else [say(MADE_OF), say(SEALED), say(NOT_BOUND), say(FORESIGHT)]
    if "randomness" in public:
        return [say(MADE_OF_VALUE), *_drawn(public, zone), say(SEALED), say(REFUSE), say(FORESIGHT)]
    if "given_up" in public:
        return [say(MADE_OF), _unreached(public, zone), say(SEALED), say(NOT_BOUND), say(FORESIGHT)]
    return [say(MADE_OF_VALUE), *waiting(public, zone), say(MAY_BE_WITHOUT), say(REFUSE), say(FORESIGHT)]


def _before(source: str) -> list[str]:
    binding = [say(AWAITED, source=source), say(MAY_BE_WITHOUT)]
    return [say(MADE_OF_VALUE), *binding, say(SEALED), say(REFUSE), say(FORESIGHT)]


def waiting(public: Mapping[str, Any], zone: str) -> list[str]:
    """The sentence on the value that a draw waits for, and on the digest of the words until then."""
    said = {"closed": _moment(public["closed"], zone), "source": public["source"]}
    if "round" in public:
        first = say(WAITS, moment=_moment(_out(public), zone), round=public["round"], **said)
    else:
        first = say(WAITS_FOR_A_ROUND, moment=_moment(public["after"], zone), **said)
    return [first, say(FINGERPRINT, fingerprint=public["words"])]


def awaited(league: League) -> datetime:
    """The time when the value comes out that the league waits for."""
    public = league.fixed_draw["public"]
    return datetime.fromtimestamp(_out(public) if "round" in public else public["after"], UTC)


def awaited_at(league: League, zone: str) -> str:
    """The same in words."""
    return clocks.to_the_second(awaited(league), zone)


def _drawn(public: Mapping[str, Any], zone: str) -> list[str]:
    said = {name: public[name] for name in ("round", "source", "randomness")}
    first = say(DRAWN, closed=_moment(public["closed"], zone), moment=_moment(_out(public), zone), **said)
    return [first, say(COMPARE, address=public["address"])]


def _unreached(public: Mapping[str, Any], zone: str) -> str:
    moments = {name: _moment(public[name], zone) for name in ("closed", "given_up")}
    return say(UNREACHED, source=public["source"], **moments)


def _out(public: Mapping[str, Any]) -> int:
    return Chain(public["genesis"], public["period"]).out_at(public["round"])


def _moment(seconds: int, zone: str) -> str:
    return clocks.to_the_second(datetime.fromtimestamp(seconds, UTC), zone)


# --- papers --------------------------------------------------------------------------------------

COMMITTED = to_say("The commitment, published before anybody joined, is the SHA-256 of the secret.")
COMMITTED_LATE = to_say("Commitment (SHA-256) and secret were made when this table for practice began.")
FROM_WORDS = to_say(
    "All dice and shuffles follow from it and the players' words, which bind the players against each other, not "
    "whoever could read the database before entries closed."
)
FROM_SECRET = to_say("All dice and shuffles follow from the secret alone.")
FROM_VALUE = to_say(
    "All dice and shuffles follow from it, the players' words and the public value of round {round} of {source}, "
    "which came out after entries closed."
)
WITHOUT_VALUE = to_say("The public value of {source} could not be reached and is not mixed in.")
HOW_TO_VERIFY = to_say(
    "Load the game's record (the square leads to it) and run python3 verify.py game.json: it repeats every draw and "
    "must end in the hash below."
)
NOT_YET = to_say(
    "The secret is revealed when the game is over. Until then verify.py checks that no entry of the record has been "
    "changed."
)


def on_paper(header: Mapping[str, Any], *, practice: bool, over: bool) -> str:
    """Tell how a game is verified, and what that proves, for its papers."""
    public = header.get("public", {})
    if practice:
        sentences = [say(COMMITTED_LATE), say(FROM_SECRET)]
    elif "randomness" in public:
        sentences = [say(COMMITTED), say(FROM_VALUE, round=public["round"], source=_host(public))]
    else:
        unreached = [say(WITHOUT_VALUE, source=_host(public))] if public else []
        sentences = [say(COMMITTED), say(FROM_WORDS), *unreached]
    return " ".join([*sentences, say(HOW_TO_VERIFY if over else NOT_YET)])


def _host(public: Mapping[str, Any]) -> str:
    return urlsplit(public["source"]).hostname or public["source"]


def record_of(league: League) -> dict[str, Any]:
    """The lots of a league that has been drawn, as `verify.py` reads them."""
    draw = league.fixed_draw
    names = dict(Player.objects.filter(pk__in=draw["entrants"]).values_list("pk", "name"))
    called = [names[pk] for pk in draw["entrants"]]
    return lots.record(bytes(league.secret), draw["words"], draw.get("public"), called, draw["entrants"])


def words_of(league: League) -> dict[int, str]:
    """The words of a league whose entries have closed, by player; they are nobody's secret any more."""
    return dict(zip(league.draw["entrants"], league.draw["words"], strict=True)) if league.draw else {}
