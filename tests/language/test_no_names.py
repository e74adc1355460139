"""In no language that is spoken here may a player be called what letters call somebody who has no name there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import engine
from engine.language.languages import ENGLISH, LANGUAGES, speaking
from engine.language.speech import say as say_of_a_game
from engine.language.wording import Voice
from tests.shared.cast import make_cast, only_table, running_league
from tournaments.actions.player import names
from tournaments.language import no_names
from tournaments.language.refusals import BadSettings
from tournaments.language.speech import say
from tournaments.language.spoken import speaking_everywhere
from tournaments.models import Seat
from tournaments.queries.names import seat_names

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
# What sentences of ours have in the place of a name.
INSTEAD: dict[str, Callable[[], str]] = {
    "the reader": lambda: str(Voice(("Anna",), 0).seat(0)),
    "the reader in a sentence of a game": lambda: say_of_a_game("you"),
    "who moves for a seat": lambda: say("the stand-in"),
    "who has a seat for good": lambda: say("The stand-in"),
    "to whom words go": lambda: say("everybody"),
    "a seat on a chart": lambda: say("Stand-in"),
    "who has been forgotten": lambda: no_names.NAMELESS,
}
LIKE_IT: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "in capitals": str.upper,
    "with a stop": "{}.".format,
    "behind a name": "Bea ({})".format,
    "with a dotless i": lambda words: words.replace("i", "\N{LATIN SMALL LETTER DOTLESS I}"),
}


def is_refused(name: str) -> bool:
    try:
        names.clean(name)
    except BadSettings:
        return True
    return False


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_what_stands_in_the_place_of_a_name(language: str) -> None:
    with speaking(language):
        words = {what: said() for what, said in INSTEAD.items()}
    passed = [
        f"{what}, {how}: {change(said)}"
        for what, said in words.items()
        for how, change in LIKE_IT.items()
        if not is_refused(change(said))
    ]
    assert passed == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_what_a_table_calls_a_seat_without_a_player(db: None, language: str) -> None:
    table = only_table(running_league(make_cast()))
    Seat.objects.filter(table=table).update(player=None)
    with speaking_everywhere(language):
        called = seat_names(table)
    assert [name for name in called if not is_refused(name)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mark_behind_the_name_of_a_seat_is_no_part_of_a_name(language: str) -> None:
    with speaking(language):
        marked = say("{name} (stand-in)", name="Bea")
    assert is_refused(marked)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_what_a_game_calls_a_seat(language: str) -> None:
    with speaking(language):
        words = [game.seat_word(number) for game in engine.games.values() for number in range(game.seats[1])]
    colours = [word for word in words if word]
    assert colours
    for word in colours:
        for change in LIKE_IT.values():
            with pytest.raises(BadSettings):
                names.clean(change(word))
        assert not is_refused(f"{word} rose")


@pytest.mark.parametrize("language", OTHERS)
def test_each_language_brings_all_that_nobody_is_called_in_it(language: str) -> None:
    """A list that was left in English, or is shorter than what is said, would let a name pass."""
    with speaking(language):
        forms, offices, roles = say(no_names.FORMS), say(no_names.OFFICES), say(no_names.ROLES)
        beside, others = say(no_names.BESIDE), say(no_names.ELSE)
        said = [say(word) for word in no_names.SAID]
    assert forms != no_names.FORMS
    assert beside != no_names.BESIDE
    assert others != no_names.ELSE
    assert offices != no_names.OFFICES
    assert roles != no_names.ROLES
    each = [
        word.strip() for word in (*forms.split(","), *offices.split(","), *roles.split(","), *others.split(","), *said)
    ]
    assert [word for word in each if not is_refused(word.replace("{n}", "3"))] == []


def test_no_figure_stands_for_a_letter_of_what_nobody_is_called() -> None:
    words = ("B0t", "Y0u", "Everyb0dy", "N0 one", "The tab1e", "f0rmer p1ayer", "P1ayer", "D1r", "N1emand", "A11")
    assert [word for word in words if not is_refused(word)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_like_a_seat_or_a_number_or_several_people(language: str) -> None:
    with speaking(language):
        alone, seats, numbers, conjunctions = (
            [word.strip() for word in say(words).split(",")]
            for words in (no_names.COMMON, no_names.SEATS, no_names.NUMBERS, no_names.CONJUNCTIONS)
        )
    numbered = [f"{seat}{behind}" for seat in seats for behind in ("1", " 1", ". 1", f" {numbers[1]}", " II")]
    called = [*alone, *seats, *numbers, *numbered, *(f"{seat}{numbers[1]}" for seat in seats)]
    called += [f"{word} {seat}" for word in alone for seat in seats]
    called += [f"Anna {words}" for words in (*numbered, *(f"{word} Bea" for word in conjunctions))]
    assert [name for name in called if not is_refused(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "Olivia organiser", "Hedda owner of the service", "Schiedsrichter Emil", "The Referee of Bruges", "0rganiser",
        "The 0rgan1ser", "0wner of the service", "Org aniser", "Organ-iser", "Refere\u00e9", "Organis\u00e8r",
        "Co-organiser", "Organisatorin", "Der Veranstalter", "Turn1erleiter",
    ],
)  # fmt: skip
def test_no_part_of_a_name_claims_an_office(name: str) -> None:
    assert is_refused(name)


@pytest.mark.parametrize(
    "name",
    [
        "Mailer Daemon", "MAILER-DAEMON", "Site Admin", "SiteAdmin", "5ite Admin", "Site \u0410dmin", "Si te Ad min",
        "Tournament Admin", "Admin II", "Admin2", "Admins", "An admin", "Other admin", "Head Judge", "Service Team",
        "Support Desk of the League", "Noreply", "No Reply", "Do not reply", "Owner", "The Owner", "Hostmaster",
        "League Director", "Game Master", "Bruges Team", "Ligaleiter", "Liga-Leitung", "Turnier-Aufsicht",
        "Der Richter", "Unser Dienst", "Orga", "Die Orga", "Orga-Team", "Liga-Orga", "Schiedsgericht", "Schiri",
        "The Mod",
        "Mods", "Moderation", "Ref", "Ref 2", "Sysop", "Game Server", "Head Office", "System Message", "Root",
        "Systemnachricht", "Turnierb\u00fcro", "Gesch\u00e4ftsstelle", "Support Office", "Commissioner", "Convener",
        "Convenor", "Head of Rules", "Rules Keeper", "Competition Office", "League Marshal", "Head", "Deputy",
        "Wettkampfleitung", "Kampfrichterin", "Regelh\u00fcter", "H\u00fcter der Regeln", "Spielleiterin",
        "Staffelleitung", "Obmann", "Spielwart", "Die Unparteiische", "Ligachef", "Stellvertreter", "Regelhueter",
        "Turnierbuero", "Praesident",
    ],
)  # fmt: skip
def test_no_name_is_made_of_roles_alone(name: str) -> None:
    assert is_refused(name)


@pytest.mark.parametrize(
    "name",
    [
        "Anonym", "Anonymous", "Somebody Else", "Nobody else", "Jemand anders", "Mitspieler", "Mitspielerin",
        "Linker Nachbar",
        "My left neighbour", "Neighbour 2", "Rechte Nachbarin", "Unser Gegner", "Fellow Player", "Ein Unbekannter",
        "Stranger",
    ],
)  # fmt: skip
def test_nobody_is_called_what_anybody_at_the_table_may_be(name: str) -> None:
    assert is_refused(name)


@pytest.mark.parametrize(
    "name",
    [
        "Anna Judge", "Judge Smith", "Hans Richter", "Gary Player", "Tom Page", "Ann Bishop", "Adam Host", "Ana Host",
        "Jan Leiter", "Elihu Root", "Das Gupta", "Hans-Richter Meyer", "Bruges Anna", "Refik", "Modesta",
        "Narendra Modi",
        "Orgad", "Else", "Anders", "Anders Linke", "Else Rechter", "Paul Guest", "Margaret Court",
        "Bo\u0161tjan Nachbar", "Linke", "Fremdling", "Marshall", "Hugo Boss", "Eva H\u00fcter", "Tom Warden",
        "Edith Head", "Stewart", "Paul Kampf",
    ],
)  # fmt: skip
def test_who_bears_a_role_as_a_surname_keeps_it(name: str) -> None:
    assert names.clean(name) == name


@pytest.mark.parametrize(
    "name",
    ["Du Pont", "Youssef", "Allegra", "Botho", "Alle Meister", "Dirk", "Robot Tony", "Gary Player", "Ali", "ALI"],
)
def test_whose_name_only_begins_so_keeps_it(name: str) -> None:
    assert names.clean(name) == name
