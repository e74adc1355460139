"""Words of a player that belong to no single table: join, ready, announce, days off, language, help and more.

They come in any letter, to the address of a seat or to the service's own. Each gives the sentences of the answer; an
action that writes a letter of its own gives none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet

import engine
from engine.language.languages import to_say
from engine.orders.commands import Said
from tournaments.actions import present
from tournaments.actions.commands import answers, help_topics, rulebooks
from tournaments.actions.league import announcements, checkin, joining, leagues, practice
from tournaments.actions.league import names as league_names
from tournaments.actions.player import language, quiet_hours, vacations
from tournaments.keys.in_text import taken_out
from tournaments.language.refusals import Refused, WordRefused
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.letters.parts.draft import rules_paper
from tournaments.letters.parts.names import harmless
from tournaments.models import Entry, InboundLetter, League, Player, Table

ASKING = ("help", "games", "rules", "join")  # change nothing; who wants to join is asked, with all settings shown
OF_A_TABLE = ("help", "games", "rules")  # the table of a player who has but one answers them better
CHANGING = ("leave", "ready", "announce", "vacation", "quiet", "practice", "language", "sprache")
ALL = (*ASKING, *CHANGING)
# Words to the service, of whichever sort, that one letter or one form has carried out. Each has a limit of its own as
# well; but every one of them costs something.
MOST_AT_ONCE = 30
TOO_MANY = to_say("No more than {most} words are carried out at once: those below them did nothing. Send them again.")
LANGUAGE = ("language", "sprache")
ONE_SETTING = (
    LANGUAGE,
    ("quiet",),
)  # words of which one letter or form has but the first carried out, whatever it says
SAID_ABOVE = to_say("The same word stands above: it was answered there.")
FIRST_COUNTS = to_say("Only the first line with the word {word} was carried out; the others did nothing.")
LONGEST_ANSWER = 40_000  # characters, to all words of one letter or form together
CUT = to_say("This answer became too long, and its end is missing. Send fewer words at a time.")
# Their answers may name leagues of other organisers: where else the player sits, what they may join or leave.
OF_ALL_LEAGUES = tuple(name for name in ALL if name not in ("help", "rules", "quiet", *LANGUAGE))


@dataclass(frozen=True, slots=True)
class Errand:
    """Who wants it and what is known of the letter.

    about    the league that its letter was about, the table if it was a table's
    proved   whether the sender's own host vouches for the letter, or a page was signed in to
    letter   that it came in; None from a page
    """

    player: Player
    said: Said
    about: League | None = None
    table: Table | None = None
    proved: bool = False
    letter: InboundLetter | None = None


def lock(player: Player, said: Iterable[Said]) -> None:
    """Lock for several words in one transaction what they would lock one after the other, in the order for all."""
    names = [word.name for word in said if word.name in CHANGING]
    if len(names) < 2:
        return
    leaving: list[League] = []
    if "leave" in names:
        entered = Entry.objects.filter(player=player).exclude(state__in=Entry.GONE).values("league")
        rows = League.objects.filter(state=League.State.OPEN, pk__in=entered).order_by("pk")
        leaving = list(rows.select_for_update(no_key=True).only("pk"))
    if not {"leave", "ready", "vacation"}.isdisjoint(names):
        leagues.hold_entries(*leaving, player=player)
    present.hold(player)


class Told(NamedTuple):
    """What a word has come to: the sentences of the answer, and whether they say that it has no effect."""

    words: list[str]
    refused: bool = False


def carry_out(errand: Errand) -> Told:
    """Do what the word says."""
    with spoken_to(errand.player):  # whose language a word before this one may have changed
        try:
            return Told(_done(errand))
        except Refused as refusal:
            return Told([str(refusal)], refused=True)


class Once:
    """Which words of one letter or form are carried out: each once, and no more than MOST_AT_ONCE."""

    def __init__(self) -> None:
        self.words: list[Said] = []

    def why_not(self, said: Said) -> str:
        """The sentence that tells why this word is not carried out; "", and it is counted, if it is."""
        if said in self.words:
            return say(SAID_ABOVE)
        if any(said.name in names and word.name in names for names in ONE_SETTING for word in self.words):
            return say(FIRST_COUNTS, word=said.name)
        if len(self.words) >= MOST_AT_ONCE:
            return too_many()
        self.words.append(said)
        return ""


def at_most(said: Iterable[Said]) -> tuple[list[Said], list[str]]:
    """(the words to carry out, each once; the sentences that say why others were not, beside those said twice)."""
    once = Once()
    why_not = [once.why_not(word) for word in dict.fromkeys(said)]
    return once.words, list(dict.fromkeys(filter(None, why_not)))


def fitting(paragraphs: Sequence[str]) -> list[str]:
    """The paragraphs of an answer as far as they fit into one, with the sentence that says that more is missing."""
    fit: list[str] = []
    room = LONGEST_ANSWER
    for paragraph in paragraphs:
        room -= len(paragraph)
        if room < 0:
            return [*fit, say(CUT)]
        fit.append(paragraph)
    return fit


def too_many() -> str:
    return say(TOO_MANY, most=MOST_AT_ONCE)


def language_first(said: Iterable[Said]) -> list[Said]:
    """Each word once, in the order in which they are answered: one letter tells all in the language that holds then."""
    return sorted(dict.fromkeys(said), key=lambda word: word.name not in LANGUAGE)


def _done(errand: Errand) -> list[str]:
    match errand.said.name:
        case "join":
            return _join(errand)
        case "leave":
            return _leave(errand)
        case "ready":
            return [checkin.ready(errand.player, errand.about)]
        case "announce":
            done = announcements.by_mail(errand.player, errand.said, errand.about, errand.table, errand.proved)
            return [done, *taken_out(errand.said.rest)]
        case "practice":
            practice.begin(errand.player, errand.said.rest)
            return []
        case "vacation":
            return vacations.by_words(errand.player, errand.said.rest)
        case "quiet":
            return quiet_hours.by_words(errand.player, errand.said.rest)
        case "language" | "sprache":
            return language.by_words(errand.player, errand.said.rest)
        case "games":
            return answers.games(errand.player)
        case "rules":
            return rulebooks.words(_rules_meant(errand), attached=errand.letter is not None)
    return help_topics.about(errand.said.rest) if errand.said.rest else answers.help_in_general()


def _join(errand: Errand) -> list[str]:
    to_join = leagues.to_join(errand.player).order_by("pk")
    found = league_names.fitting(to_join, errand.said.rest, leagues.known_to(errand.player))
    if len(found) > 1:
        raise WordRefused(league_names.which(map(league_names.with_organisers, found)))
    if not found:
        raise WordRefused(say("No league that can be joined is called so. {known}", known=_known(to_join)))
    return joining.ask(errand.player, found[0], errand.letter)


def papers(errand: Errand) -> tuple[str, ...]:
    """What is attached to the answer."""
    return tuple(map(rules_paper, _rules_meant(errand))) if errand.said.name == "rules" else ()


def _rules_meant(errand: Errand) -> list[engine.Game[Any]]:
    return rulebooks.named(errand.said.rest, rulebooks.played_by(errand.player))


def _leave(errand: Errand) -> list[str]:
    entered = Entry.objects.filter(player=errand.player).exclude(state__in=Entry.GONE).values("league")
    going_on = League.objects.filter(pk__in=entered, practice=False).exclude(state__in=League.OVER).order_by("pk")
    open_leagues = going_on.filter(state=League.State.OPEN)
    if not open_leagues and errand.about is not None and errand.about.is_cancelled:
        name = harmless(errand.about.name)
        raise WordRefused(say("{league} was cancelled: there is nothing left to leave.", league=name))
    if not open_leagues and not errand.said.rest:
        raise WordRefused(
            say("You are in no league that has not begun. At a table the word [resign] gives your seat up.")
        )
    if errand.said.rest:
        found = league_names.fitting(going_on, errand.said.rest, leagues.known_to(errand.player))
    else:
        found = _only(open_leagues, errand.about)
    if len(found) > 1:
        raise WordRefused(league_names.which(map(league_names.with_organisers, found)))
    if not found:
        known = _known(open_leagues)
        raise WordRefused(say("Which league do you mean? Write its name behind the word leave. {known}", known=known))
    (league,) = found
    leagues.to_leave(league, league.entries.filter(player=errand.player).first())  # before any row is locked
    leagues.leave(league, errand.player)
    return []


def _only(rows: QuerySet[League], about: League | None) -> list[League]:
    """That which the letter is about, or where it is about none the only one. None for another one's letter."""
    found = list(rows)
    if about is not None:
        return [about] if about in found else []
    return found if len(found) == 1 else []


def _known(rows: QuerySet[League]) -> str:
    known = [harmless(league.name) for league in rows]
    if not known:
        return say("There is none now.")
    return say("There {count:!is|are} {leagues}.", count=len(known), leagues=", ".join(known))
