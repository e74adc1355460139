"""The names that players go by: what none may be, and that no two that look alike are in the same league."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import F, Q

import engine
from engine.language import typed
from engine.language.languages import to_say
from engine.language.normal_form import normal_form
from engine.orders import reader
from tournaments.keys.in_text import without_keys
from tournaments.language import likeness, name_shapes, no_names, scripts
from tournaments.language.no_names import NAMELESS
from tournaments.language.refusals import BadSettings, NameTaken
from tournaments.language.speech import say
from tournaments.models import Entry, JournalLine, League, Officer, Player, Seat
from tournaments.models.fields import one_line
from tournaments.queries import matches
from tournaments.queries.renames import RENAMED

# What mail programs and browsers make a link of, or take for one: a scheme, an address, a domain. A name of a person
# or of a league needs no dot between two words; initials have one letter behind each dot.
_LINK = re.compile(
    r"://|@|\bwww\.|\b(?:https?|ftps?|mailto|tel|sms|sip|xmpp|skype|data|file|javascript):"
    r"|[^\s.][.][^\W\d_][^\s\d.,;:!?()'\u2019\"-]"  # vowel signs of some alphabets are no letters to a pattern
)
_FULL_STOP = "\u3002"  # of Chinese and Japanese: browsers take it for the dot of a domain
# In orders an empty house goes by its colour: nobody may be called so.
_COLOURS = ("blue", "brown", "purple", "red", "yellow")


def holds_link(text: str) -> bool:
    """Whether somebody's program may make a link of a part of the text.

    Letters of others hold names: a link in one would be clicked as the service's own, and hosts refuse letters with
    links that are on their lists.
    """
    forms = (text.casefold(), likeness.seen(text).casefold(), likeness.drawn(text))
    return any(_LINK.search(form.replace(_FULL_STOP, ".")) for form in forms)


def refuse_link(name: str, what: str) -> None:
    """BadSettings for a name that holds a link. `what` as for `title`."""
    if holds_link(name):
        raise BadSettings(
            say(
                "{what} holds no link and no address: leave out @ and ://, and write no dot between words.",
                what=say(what),
            )
        )


def refuse_key(words: str, what: str) -> None:
    """BadSettings for words that would be kept as others, because what looks like a key in them is taken out.

    what  as for `title`
    """
    if without_keys(words) != words:
        raise BadSettings(
            say(
                "{what} holds no reply address and no key, nor so long a word that looks like one: it would be taken "
                "out. Choose shorter words.",
                what=say(what),
            )
        )


def clean(name: str) -> str:
    """A player's name with single spaces; BadSettings when letters could not tell it from something else."""
    name = title(name, to_say("A name"))
    if fault := name_shapes.fault(name):
        raise BadSettings(fault)
    if word := no_names.conjunction(name):
        raise BadSettings(say("“{word}” would make two names of one: leave it out, or write a hyphen.", word=word))
    if no_names.means_somebody_else(name) or likeness.alike(name, settings.SERVICE_NAME):
        raise BadSettings(say("“{name}” is what we call somebody else. Choose another name.", name=name))
    return name


def title(name: str, what: str) -> str:
    """The name of anything with single spaces; BadSettings when it could be taken for an order, a link or no name.

    what  how a sentence about it begins: "A name"
    """
    try:
        one_line(name.strip())
    except ValidationError as error:
        raise BadSettings(say("{what} is one line without invisible characters.", what=say(what))) from error
    name = normal_form("NFC", " ".join(name.split()))
    if not name:
        raise BadSettings(say("{what} cannot be blank.", what=say(what)))
    if not any(sign.isalpha() for sign in likeness.seen(name)):
        raise BadSettings(say("{what} needs a letter of some alphabet.", what=say(what)))
    if strange := scripts.foreign(name):
        raise BadSettings(
            say(
                "“{word}” mixes the letters of several alphabets, or has some that are hardly in use: names would look "
                "alike. Write each word in one alphabet.",
                word=strange,
            )
        )
    refuse_link(name, what)
    refuse_key(name, what)
    if any(reader.reads(game, name) for game in engine.games.values()):
        raise BadSettings(say("“{name}” reads like an order. Choose another name.", name=name))
    if typed.normalise(name).strip(" .,;:!?") in _COLOURS:
        raise BadSettings(say("“{name}” is what orders call a house. Choose another name.", name=name))
    return name


def refuse_in(league: League, player: Player) -> None:
    """BadSettings or NameTaken when who comes into a league cannot go by their name there. The league must be locked.

    Names of before a rule go on where they are; whoever has one changes it before they enter anything else.
    """
    try:
        clean(player.name)
    except BadSettings as error:
        why = say("{player} can come into no league under this name, change it first: {why}", player=player, why=error)
        raise BadSettings(why) from error
    refuse_taken(league, player, player.name)
    refuse_order(league, player.name)


def refuse_taken(league: League, player: Player | None, name: str) -> None:
    """NameTaken when somebody else in the league has that name or one that looks like it. The league must be locked.

    player  whose name it is; None for somebody who is no player yet
    """
    refuse_taken_in([league], player, name)


def refuse_taken_in(leagues: Sequence[League], player: Player | None, name: str) -> None:
    """`refuse_taken` for many leagues at once, in the same number of statements however many leagues there are."""
    where = {league.pk: league for league in leagues}
    found = [pk for pk, other in _others_known_as(leagues, player) if _is_taken(other, name)]
    if found:
        raise NameTaken(
            say(
                "Somebody called {name}, or nearly so, is in {league} or was. Choose another name.",
                name=name,
                league=where[min(found)],
            )
        )


def _is_taken(other: str | None, name: str) -> bool:
    return other is not None and other not in ("", NAMELESS) and likeness.alike(other, name)


def _others_known_as(leagues: Sequence[League], player: Player | None) -> Iterator[tuple[int, str | None]]:
    """(league, name) of everybody else whom the leagues know.

    Those in a league, who have an office in it, and those who have or had a seat in it or were put out. Also the names
    that entrants had in it since then: letters that others have read say them, and what is told to one alone is
    addressed by name.
    """
    free = Q(state=Entry.State.LEFT) | Q(state=Entry.State.OUT, league__started_at=None)
    entered = Entry.objects.filter(league__in=leagues).exclude(free)
    organisers = League.organisers.through.objects.filter(league__in=leagues)
    for rows in (entered, organisers, Officer.objects.filter(league__in=leagues)):
        others = rows if player is None else rows.exclude(player=player)
        yield from others.order_by().values_list("league", "player__name")
    if begun := [league for league in leagues if league.started_at]:
        yield from _others_known_since(begun, player)


def _others_known_since(begun: Sequence[League], player: Player | None) -> Iterator[tuple[int, str | None]]:
    """The names that only leagues which have begun know: of seats, and those that entrants had."""
    seated = Seat.objects.filter(table__league__in=begun, player__isnull=False)
    former = Seat.former.through.objects.filter(seat__table__league__in=begun)
    renamed = JournalLine.objects.filter(
        verb=RENAMED,
        league=None,  # each is in the journals of the leagues as well
        actor__entries__league__in=begun,
        at__gte=F("actor__entries__joined_at"),
        at__gt=F("actor__entries__league__started_at"),  # before that no letter of a table has said it
    )
    if player is not None:
        seated, former = seated.exclude(player=player), former.exclude(player=player)
        renamed = renamed.exclude(actor=player)
    yield from seated.order_by().values_list("table__league", "player__name")
    yield from former.order_by().values_list("seat__table__league", "player__name")
    yield from renamed.order_by().values_list("actor__entries__league", "data__before")


def refuse_order(league: League, name: str) -> None:
    """BadSettings when words of a name are an order with the deck that the league has brought.

    A letter may be wrapped anywhere, so every run of words can become a line of its own.
    """
    refuse_order_in([league], name)


def refuse_order_in(leagues: Iterable[League], name: str) -> None:
    """`refuse_order` for many leagues at once: each deck is asked once. Give them with their decks."""
    by_deck = {league.deck_id: league for league in leagues if league.deck is not None and league.deck.name}
    for league in by_deck.values():
        _refuse_order(league, name)


def _refuse_order(league: League, name: str) -> None:
    game, words = matches.game_of(league), name.split()
    runs = (" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1))
    if any(reader.reads(game, run) for run in runs):
        raise BadSettings(
            say(
                "“{name}” reads like an order with the deck of {league}. Choose another name.", name=name, league=league
            )
        )
