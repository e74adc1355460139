"""The words of letters, pages and papers for people without a name of their own: no player may be called so.

In every language that is spoken here, whatever the player's own: others at the table read in theirs. A new language
brings its words in its catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from django.conf import settings

from engine.language.languages import LANGUAGES, speaking, to_say
from tournaments.language import likeness, seat_words
from tournaments.language.name_shapes import HYPHENS
from tournaments.language.speech import say

NAMELESS = "former player"  # in every language
# As they are said, each alone.
SAID = (
    to_say("you"),
    to_say("the stand-in"),
    to_say("Stand-in"),
    to_say("Stand-in {n}"),
    to_say("everybody"),
)
# Other forms of these, and what else nobody is called; between commas. A language may have more or fewer than English.
FORMS = to_say(
    "former player, a former player, the former player, a stand-in, bot, a bot, the bot, robot, a robot, the robot, "
    "a player, the player, nobody, no one, everyone, anybody, anyone, somebody, someone, "
    "anonymous, unknown, unnamed, nameless, stranger, whoever, you, the others, the table"
)
# Such forms of which a word may be a name: Else and Anders are first names.
ELSE = to_say(
    "somebody else, someone else, anybody else, anyone else, everybody else, everyone else, nobody else, no one else"
)
# Words of which alone no name consists, in any order; between commas, like all that follow.
COMMON = to_say("all, both, each, every, other, others, another, rest, us, them, people, of, your, our, opponent")
SEATS = to_say("seat, seats, player, players, place, chair, position, number, no, nr")
NUMBERS = to_say(
    "zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, first, second, third, fourth"
)
# Between two words they would make two names of one.
CONJUNCTIONS = to_say("and, or")
# Offices: whoever has one is named by their own name, so that no name may claim one anywhere in it.
OFFICES = to_say(
    "organiser, organizer, referee, umpire, moderator, administrator, tournament director, owner of the service, "
    "owner of this service"
)
# What people and programs that run a service go by, and people at a table whom nobody names: no name consists of such
# words alone, joined or not, nor with those that go with them. Many are surnames as well: Anna Judge is nobody's
# office.
ROLES = to_say(
    "admin, admins, administration, owner, owners, judge, judges, arbiter, director, directors, leader, leaders, "
    "leadership, manager, managers, management, host, hosts, hostmaster, webmaster, postmaster, mailmaster, mailer, "
    "daemon, noreply, do not reply, support, help, helpdesk, helper, staff, team, crew, service, services, system, "
    "operator, operators, security, abuse, official, officials, officer, committee, jury, board, chair, chairman, "
    "coordinator, supervisor, gamemaster, desk, newsletter, organisation, organization, organising, organizing, "
    "refereeing, ref, refs, mod, mods, moderation, sysop, sysops, sysadmin, superuser, webserver, root, server, "
    "servers, office, message, notice, notification, info, announcement, headquarters, authority, tribunal, court, "
    "steward, stewards, adjudicator, secretary, secretariat, president, editor, autoreply, opponent, opponents, "
    "rival, neighbour, neighbours, neighbor, neighbors, fellow, teammate, partner, guest, visitor, user, "
    "commissioner, commissioners, commission, convener, conveners, convenor, convenors, scrutineer, overseer, "
    "proctor, invigilator, timekeeper, scorekeeper, keeper, custodian, warden, wardens, marshal, marshals, ombudsman, "
    "ombudsperson, delegate, representative, executive, registrar, treasurer, clerk, inspector, controller, boss, "
    "chief, deputy, assistant, mediator, arbitrator, facilitator, caretaker, maintainer, developer, chairwoman, "
    "chairperson, governor, council, adjudication, arbitration, head, commissar"
)
BESIDE = to_say(
    "a, an, the, our, your, my, of, for, this, by, no, not, do, reply, site, website, web, main, senior, vice, "
    "tournament, tournaments, league, leagues, event, game, games, club, table, mail, email, play, player, players, "
    "contact, account, bot, master, central, technical, customer, automatic, left, right, competition, contest, "
    "match, round, division, season, rule, rules, sport, sports"
)
# Conjunctions that make no two names: von und zu, and a first name of Israel.
_PARTICLES = frozenset({"von", "vom", "zu", "zum", "zur", "auf", "in", "am", "im"})
_OR = "Or"
_SPLIT = re.compile(rf"[\s{re.escape(HYPHENS)}]+")
_APART = 3  # letters that a word has at least where it is looked for inside another one
_ROMAN = ("ii", "iii")
_FIGURES = re.compile(r"\d+$")
_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
_AS_LETTERS = str.maketrans("0134578", "oieastb")
_LONG = 5  # letters of a word that no name has when I and l, too, are one: Ali is not called all


def conjunction(name: str) -> str:
    """The first word between two others of a name that would make two names of it; "" if there is none."""
    words = name.split()
    between = [
        word
        for before, word, behind in zip(words, words[1:], words[2:], strict=False)
        if _is_one(word, _all_of(CONJUNCTIONS)) and not {before, behind} <= _PARTICLES
    ]
    return "" if between == [_OR] else "".join(between[:1])


def means_somebody_else(name: str) -> bool:
    """Whether a reader of some language could take the name for what we call somebody, for a seat, or for an office."""
    words, kept = name.split(), _kept()
    seats, numbers = _all_of(SEATS), [_is_number(word) for word in words]
    return (
        any(_is_one(form, kept) for form in (name, _FIGURES.sub("", name)))
        or all(number or _is_one(word, _common()) for word, number in zip(words, numbers, strict=True))
        or any(number and _is_one(word, seats) for word, number in zip(words, numbers[1:], strict=False))
        or any(_is_one(_FIGURES.sub("", word), seats) for word in words if _FIGURES.search(word))
        or any(office in look for office in _all_of(OFFICES) for look in _looks(name))
        or _is_role(name)
    )


def _is_role(name: str) -> bool:
    """Whether the name is nothing but one role or several, whole or in pieces, and words that go with a role."""
    words = [_FIGURES.sub("", word) for word in _SPLIT.split(name)]
    roles = [_is_made_of(_roles(), word) for word in words]
    beside = (_is_one(word, _beside()) or _is_number(word) or _is_made_of(_around(), word) for word in words)
    alone = any(roles) and all(role or other for role, other in zip(roles, beside, strict=True))
    return alone or _is_made_of(_roles(), "".join(words))


def _is_made_of(pattern: re.Pattern[str], word: str) -> bool:
    return any(pattern.fullmatch(_with_i(look)) for look in _looks(word))


def _with_i(look: str) -> str:
    return look.replace("l", "i")


@cache
def _beside() -> frozenset[str]:
    return _all_of(BESIDE) | _common() | _of_service()


def _of_service() -> frozenset[str]:
    """The names of the service: a player whose name has one beside a role seems to have that role there."""
    return _looks_of(settings.SERVICE_NAME.split())


@cache
def _around() -> re.Pattern[str]:
    """Words without a role."""
    return re.compile(f"(?:{_any_of(_all_of(BESIDE) | _of_service())})+")


@cache
def _roles() -> re.Pattern[str]:
    """Words of which one at least is a role."""
    around, role = _any_of(_all_of(BESIDE) | _of_service()), _any_of(_all_of(ROLES))
    return re.compile(f"(?:{around})*(?:{role})(?:{around}|{role})*")


def _any_of(looks: Iterable[str]) -> str:
    return "|".join(sorted({re.escape(_with_i(look)) for look in looks if len(look) >= _APART}))


def _is_number(word: str) -> bool:
    return word.isdecimal() or _is_one(word, _all_of(NUMBERS))


def _is_one(words: str, forms: frozenset[str]) -> bool:
    return not _looks(words).isdisjoint(forms)


def _looks(words: str) -> set[str]:
    """The letters as a reader takes them in haste: joined, and figures for letters, as in 0rganiser."""
    _, drawn, like_l = likeness.looks(words.lower() if words.isupper() else words)
    looks = {likeness.without_accents(look).translate(_AS_LETTERS) for look in (drawn, like_l)}
    return {look.replace("l", "i") if len(look) >= _LONG else look for look in looks}


@cache
def _kept() -> frozenset[str]:
    """All words for somebody, of all languages."""
    pairs = (seat + number for seat in _each(SEATS) for number in _each(NUMBERS))
    said = [NAMELESS, *_in_all_languages(*SAID), *seat_words.of_all_games(), *pairs]
    return _all_of(FORMS) | _all_of(ELSE) | _looks_of(said)


@cache
def _common() -> frozenset[str]:
    """The single words that mean somebody, and those of which such sentences are made."""
    words = " ".join([*_in_all_languages(FORMS, *SAID), *seat_words.of_all_games()])
    return _all_of(COMMON) | _all_of(SEATS) | _looks_of(filter(None, re.split(r"[\s,-]+", words)))


@cache
def _all_of(forms: str) -> frozenset[str]:
    return _looks_of([*_each(forms), *(_ROMAN if forms == NUMBERS else ())])


def _looks_of(words: Iterable[str]) -> frozenset[str]:
    return frozenset(look for word in words for look in _looks(word))


def _each(forms: str) -> list[str]:
    """The words, also as typed without the letters of a language: Turnierbuero."""
    words = [word.strip() for said in _in_all_languages(forms) for word in said.split(",")]
    return [*words, *(spelt for word in words if (spelt := word.translate(_SPELT)) != word)]


def _in_all_languages(*sentences: str) -> Iterator[str]:
    for language in LANGUAGES:
        with speaking(language):
            yield from (say(sentence).replace("{n}", "") for sentence in sentences)
