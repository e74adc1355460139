"""A player's first letters of a game: they tell what it is about, until two letters with orders are understood."""

from __future__ import annotations

import re

import pytest
from django.test import Client

import engine
from engine import rulebook
from engine.language.languages import LANGUAGES, speaking
from engine.refusals import BadRulebook
from tests.letters import gallery
from tests.shared.cast import asked_seat, only_table
from tests.shared.post import deliver, newest
from tournaments.actions.table.session import Session
from tournaments.letters import turn as of_turn
from tournaments.letters.parts.newcomer import newcomer
from tournaments.models import OutboundLetter, Player, Table

GAMES = engine.games.released()


def table_of(game: str) -> Table:
    return only_table(gallery.league_of(("Anna", "Bea", "Chidi"), game=game))


def aim(game: str, language: str = "en") -> str:
    with speaking(language):
        book = rulebook.first(engine.games[game])
    assert book is not None
    return book.chapters[0].blocks[0].words


def flowing(letter: OutboundLetter) -> str:
    return " ".join(letter.text.split())


@pytest.mark.parametrize("game", GAMES)
def test_everybodys_first_letter_tells_the_aim_a_round_the_picture_and_where_all_rules_are(db: None, game: str) -> None:
    table = table_of(game)
    for seat in table.seats.all():
        first = OutboundLetter.objects.filter(seat=seat, kind__in=("begun", "turn")).earliest("pk")
        text = flowing(first)
        assert aim(game) in text
        assert f"/league/{table.league_id}/rules.pdf" in text
        assert "[rules]" in text
        assert text.count("The picture: * ") == 1
        assert aim(game) in " ".join(re.sub(r"<[^>]+>", " ", first.html).split())


@pytest.mark.parametrize("game", GAMES)
def test_what_may_be_chosen_stands_right_below_the_aim_and_above_how_a_round_goes(db: None, game: str) -> None:
    seat = table_of(game).seats.filter(turns__ended_at=None, turns__isnull=False).distinct().first()
    assert seat is not None
    letter = newest(seat, "turn").text
    places = [letter.index(words) for words in (" in short: ", "== HOW ", "/rules.pdf")]
    assert places == sorted(places)
    assert re.search(r"\[[^\]]+\]", letter[places[0] : places[1]])
    assert "== " not in letter[: places[0]], "no heading is above the aim"


@pytest.mark.parametrize("understood", [0, 9])
def test_where_to_begin_is_asked_beside_the_map_and_what_its_tiles_do(db: None, understood: int) -> None:
    asked = asked_seat(table_of("venise"))
    Player.objects.update(letters_understood={"venise": understood})
    s = Session.open(asked.table_id)
    draft = of_turn.turn(s.seats[asked.number], s.turns[asked.number], s.match, s.plans[asked.number], [])
    assert s.match.decision(asked.number).kind == "burgher"
    below = " ".join(draft.text.partition("== TABLE ==")[2].split())
    assert "Lines join neighbours." in below
    assert "Port 2: sell one of your goods" in below


@pytest.mark.parametrize("game", GAMES)
def test_the_link_to_the_rules_opens_for_whoever_has_the_letter(db: None, game: str, client: Client) -> None:
    table = table_of(game)
    for seat in table.seats.all():
        client.force_login(seat.owner)
        rules = client.get(f"/league/{table.league_id}/rules.pdf")
        assert (rules.status_code, rules["Content-Type"]) == (200, "application/pdf")
        for page in ("", "log/", "replay/1/", "papers/"):
            assert (
                f'href="/league/{table.league_id}/rules.pdf"'
                in client.get(f"/table/{table.pk}/{page}").content.decode()
            )


def test_they_end_with_the_second_letter_that_is_understood_and_begin_anew_with_another_game(db: None) -> None:
    table = table_of("bruges")
    seat = asked_seat(table)
    assert aim("bruges") in flowing(newest(seat, "turn"))
    seat.owner.letters_understood = {"flandern": 9}
    seat.owner.save()
    for words in ("help this", "status", "thanks!", "house zebra"):
        deliver(newest(seat, "turn"), words)
    seat.owner.refresh_from_db()
    assert not seat.owner.understood_in("bruges"), "no order was carried out"
    order = re.search(r"\[(\d\d)\]", newest(seat, "turn").text)
    assert order is not None
    deliver(newest(seat, "turn"), order[1])
    seat.owner.refresh_from_db()
    assert seat.owner.letters_understood == {"flandern": 9, "bruges": 1}
    for understood, told in ((1, True), (2, False)):
        seat.player.letters_understood["bruges"] = understood
        assert bool(newcomer(seat, engine.games["bruges"])) == told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_tells_its_aim_in_three_lines_and_the_rest_in_five_bullets_each(game: str, language: str) -> None:
    with speaking(language):
        book = rulebook.first(engine.games[game])
    assert book is not None
    counts = [len(chapter.blocks) for chapter in book.chapters]
    assert counts[0] == 1
    assert len(aim(game, language)) <= 3 * 72
    assert max(counts[1:]) <= 5
    assert counts[3] <= 2, "what to look for"
    assert "{" not in " ".join(block.words for chapter in book.chapters for block in chapter.blocks)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("# New\n## Aim\nWin.\n## A round\n* Play.\n", "four sections"),
        ("# New\n## Aim\n* Win.\n## A round\n* Play.\n## P\n* A.\n## L\n* A.\n", "one paragraph"),
        (f"# New\n## Aim\n{'Win. ' * 60}\n## A round\n* Play.\n## P\n* A.\n## L\n* A.\n", "up to 216 letters"),
        ("# New\n## Aim\nWin.\n## A round\n* Play.\n* Go.\nWords.\n\nMore.\n## P\n* A.\n## L\n* A.\n", "bullets"),
    ],
)
def test_a_file_of_another_form_is_refused_with_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(BadRulebook, match=why):
        rulebook.checked_first(text, "first.txt", ())
