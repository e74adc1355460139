"""Letters to organisers about their leagues: what needs them today, and the outcome of their answer to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse

from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.frame import about_player, answered_later
from tournaments.letters.parts.language import in_the_desks_language
from tournaments.letters.parts.layout import echoes, end_of_letter, marker, quoted, said
from tournaments.models import Case, League, Player, Seat, Turn
from tournaments.queries import needs as of_leagues
from tournaments.queries import standings
from tournaments.queries.names import page
from tournaments.queries.needs import Need

MOST_TOLD = 30  # in one letter
# What may be answered to each kind: (order, what it does); the number goes in front.
OFFERS = {
    of_leagues.LATE: (
        ("{} extend 24h", "gives a day more"),
        ("{} replace: no answer for a week", "lets the stand-in play on, with your reason"),
    ),
    of_leagues.ASKED: (
        ("{} ok", "lets the stand-in move"),
        ("{} extend 24h", "gives a day more"),
        ("{} replace: no answer for a week", "lets the stand-in play on, with your reason"),
    ),
    of_leagues.UNREAD: (("{} ok", "has it read once more"),),
    of_leagues.DISPUTE: (("rule {}: your words", "is mailed to the whole table as your ruling"),),
    of_leagues.HELP: (("help {}: your words", "is mailed to the player, with what is asked of them now"),),
    of_leagues.RULING: (
        ("{} ok", "counts it as it ended"),
        ("{} last", "gives last place to whom the stand-in finished"),
    ),
    of_leagues.RESULTS: (("{} ok", "makes them final now"),),
}


@in_the_desks_language
def needs(organiser: Player, shown: Sequence[Need], in_all: int | None = None) -> Draft:
    """The letter on what needs an organiser: numbered, with page and answers; of very many, where the rest is.

    in_all  how many there are, if these are not all
    """
    in_all = in_all or len(shown)
    count = f"{in_all} thing{'' if in_all == 1 else 's'}"
    values = {
        **about_player(organiser),
        "needs": [_shown(number, need) for number, need in enumerate(shown, 1)],
        "more": in_all - len(shown),
        "desk": settings.SITE_URL.rstrip("/") + reverse("desk:index"),
        "count": count,
        "needs_you": f"{count} need{'s' if in_all == 1 else ''} you",
        "sample": next(
            (offers[0][0].format(n) for n, need in enumerate(shown, 1) if (offers := OFFERS.get(need.kind))), ""
        ),
        "profile": page("profile"),
    }
    values["first"] = marker(values["needs_you"].upper(), "answer by number above here")
    values["end"] = end_of_letter()
    asks = tuple((need.kind, need.about.pk, _stamp(need)) for need in shown)
    return compose("needs", values, asks=asks)


def _shown(number: int, need: Need) -> dict[str, object]:
    case = need.about.words if isinstance(need.about, Case) else ""
    return {
        "number": number,
        "kind": need.kind[:1].upper() + need.kind[1:],
        "sentence": _sentence(need),
        "lines": said(case),
        "offers": [(order.format(number), does) for order, does in OFFERS.get(need.kind, ())],
        "url": settings.SITE_URL.rstrip("/") + need.url,
        "button": need.button,
    }


def _sentence(need: Need) -> str:
    """Tell what it is and since when; what is asked about it comes last."""
    first, stop, rest = need.words.partition(". ")
    return (f"{first}, {need.since}" if need.since else first) + (stop + rest if rest else ".")


def _stamp(need: Need) -> str:
    """The value that an answer must find unchanged.

    The deadline of a late seat; of one that needs help, whose it is; the standings that are to be final.
    """
    match need.about:
        case Turn(due_by=due):
            return due.isoformat()
        case Seat(token_epoch=epoch):
            return str(epoch)
        case League() as league:
            return standings.stamp(league)
    return ""


@dataclass(frozen=True, slots=True)
class Told:
    """The result of one answer of an organiser. words: theirs for others, whole; went_out: whether these read them."""

    became: str
    words: str = ""
    went_out: bool = True


@in_the_desks_language
def answered(organiser: Player, told: Sequence[Told], others: Sequence[str], later: datetime | None = None) -> Draft:
    """The letter on the outcome of each answer; the beginnings of lines that were none are shown again.

    later  when the next answer like this one goes out, if not at once
    """
    values = {
        **about_player(organiser),
        "told": [{"became": one.became, "words": quoted(one.words), "went_out": one.went_out} for one in told],
        "later": answered_later(later, organiser),
        "others": echoes(others),
        "first": marker("ANSWER" if told else "NOT UNDERSTOOD, nothing was done", "what needs you"),
        "end": end_of_letter(),
    }
    return compose("needs_answered", values)
