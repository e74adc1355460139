"""What the service says and draws, kept as files, so that two versions of the code can be compared byte for byte.

python -m tests.campaign.sameness FOLDER             plays, renders and writes everything into FOLDER
python -m tests.campaign.sameness NEW --against OLD  does it and names what differs, with status 1

Games of all kinds, move by move (dump, views, positions, events and questions in words of every language, pictures);
all letters of tables of each game in every language; every page and press of every kind of person, with the letters
that the press writes; papers. The clock is stopped and chance is the same each time. `diff --recursive` shows how
two files differ; of games only digests are kept, a line for each move, whatever the order of keys in a dump. Rows of
the crowd are made up: a press that such a row breaks is compared by its error page.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import os
import random
import re
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import django
import time_machine

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
GAMES = 12  # of each kind
SAID_EVERY, DRAWN_EVERY = 5, 15  # moves
KINDS = {"bruges": "turn", "flandern": "choose", "venise": "turn"}  # of questions, at which letters are written
ROUNDS = (1, 2, 4)
NAMES = ("Anna", "Bea", "Łódź Ελένη", "布魯日")
Made = Iterator[tuple[str, bytes]]  # name, content


def fix_chance(name: str) -> None:
    """Let every source of chance begin anew, as `name` says: nothing depends on what was made before."""
    drawn = Random(name)
    random.seed(name)
    random._urandom = drawn.randbytes  # type: ignore[attr-defined]  # what `secrets` and `SystemRandom` draw from
    os.urandom = drawn.randbytes
    assert secrets.token_bytes(8) == Random(name).randbytes(8), "chance is drawn from elsewhere"


# --- games --------------------------------------------------------------------------------------------


def game(slug: str, number: int) -> Made:
    """The game with that number, by players of mixed styles: a line of digests for each move."""
    import engine
    from tests.campaign.games import SHORT
    from tests.engine import styles

    rng, rules = Random(f"{slug} {number}"), engine.games[slug]
    seats = rng.randint(*rules.seats)
    options = {option.name: rng.choice(option.choices) for option in rules.options} | SHORT
    options = {option.name: options[option.name] for option in rules.options}
    seated = styles.seated(slug, seats, rng)
    match, lines = engine.Match.start(rules, seats, options, secret=rng.randbytes(32)), list[str]()
    while not match.over:
        if match.waiting:
            decision = rng.choice(match.waiting)
            move = styles.answer(match, seated, decision, rng)
            events = match.play(decision.seat, move)
        else:  # all have chosen in secret
            decision, move = match.decisions[0], "close"
            events = match.close(decision.serial)
        lines.append(f"{decision.seat} {move} {_digest(_position(match, events))}")
    lines += [_digest([match.scoresheet()]), match.head]
    yield f"games/{slug}-{number}.txt", "\n".join(lines).encode()


def _position(match: Any, events: Any) -> Iterator[object]:
    """A position as it is kept; of some all that can be said and drawn of them."""
    from engine.language.languages import LANGUAGES, speaking
    from engine.pictures import svg
    from engine.positions import files as positions

    rules, names = match.game, NAMES[: match.seats]
    yield match.dump()
    yield match.position()
    yield from (rules.dump(match.view(seat)) for seat in (None, *range(match.seats)))
    if match.count % SAID_EVERY:
        return
    drawn = match.count % DRAWN_EVERY == 0
    for seat in (None, *range(match.seats)):
        view = match.view(seat)
        for language in LANGUAGES:
            with speaking(language):
                yield rules.recount(events, names, seat)
                yield [rules.sections(view, asked, names, {}, seat) for asked in (*match.decisions, None)]
                if drawn:
                    yield svg.to_svg(rules.picture(view, names, seat))
                    yield rules.describe(view, names, seat)
    for asked in match.decisions:
        view = match.view(asked.seat)
        for language in LANGUAGES:
            with speaking(language):
                yield rules.headline(view, asked), rules.course(view, asked, names), rules.menu(view, asked)
                yield asked.prompt, [(move.text, rules.say(move, view, asked.seat)) for move in asked.moves[:20]]
                yield rules.facts(view)
    if drawn:
        yield positions.words(rules, match.game.read_position(match.position()))


def _digest(parts: Any) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(json.dumps(part, ensure_ascii=False, default=str, sort_keys=True).encode())
    return found.hexdigest()[:20]


# --- letters and papers -------------------------------------------------------------------------------


def letters(slug: str, language: str) -> Made:
    """All letters that a table of that game can bring, and its papers."""
    import engine
    from tests.letters import gallery
    from tests.shared.cast import only_table
    from tests.shared.play import end_by_bots
    from tournaments.language.spoken import speaking_everywhere
    from tournaments.papers import papers

    rules = engine.games[slug]
    seats = rules.seats[1]
    league = gallery.league_of(NAMES[:seats], secret=60, game=slug, reveal_delay=timedelta(0))
    table = only_table(league)
    for seat in table.seats.select_related("player"):
        player = seat.owner
        player.language = language
        player.save()
    under = f"letters/{slug}-{language}"
    for number in ROUNDS:
        gallery.play_on(table, until=number, kind=KINDS[slug])
        yield from _written(f"{under}/round-{number}", gallery.at_table(table))
    yield from _written(f"{under}/organiser", gallery.to_organiser(league))
    end_by_bots(table)
    table.refresh_from_db()
    yield from _written(f"{under}/finished", gallery.finished(table))
    yield from _written(f"{under}/people", gallery.to_people(league, table.seats.all()[0].owner, gallery.PRESS))
    with speaking_everywhere(language):
        for name in ("scoresheet", "record"):
            yield f"papers/{slug}-{language}-{name}.pdf", getattr(papers, name)(table)
        yield f"papers/{slug}-{language}-rules.pdf", papers.rules(rules)
        for name in ("standings", "book", "certificates"):
            yield f"papers/{slug}-{language}-{name}.pdf", getattr(papers, name)(league)


def _written(under: str, written: Iterator[Any]) -> Made:
    for number, letter in enumerate(written):
        draft = letter.draft
        words = f"{draft.kind}\n{draft.subject}\n\n{draft.text}\n\n{draft.html}"
        yield f"{under}/{number:03} {letter.name}.txt", words.encode()


# --- pages --------------------------------------------------------------------------------------------


def pages() -> Made:
    """Every page and press, as each kind of person finds it, and the letters that a press writes."""
    from django.db import transaction
    from django.test import Client

    from tests.attacks.asking import form_about
    from tests.shared import budgets
    from tests.shared.crowd import make_crowd
    from tests.shared.desk import stamp_of
    from tournaments.models import Table, Turn

    for number, visitor in enumerate(budgets.people(make_crowd(2), many=True)):
        client, under = Client(raise_request_exception=False), f"pages/{visitor.who}"
        if visitor.person is not None:
            client.force_login(visitor.person)
        table, turn = visitor.rows.tables(), visitor.rows.numbers(budgets._turns)
        form = form_about(Table.objects.get(pk=table[0]), Turn.objects.get(pk=turn[0]))
        for route in visitor.routes:
            for address in budgets.addresses(route, visitor.rows, turns=visitor.turns and number < 4):
                name = re.sub(r"[^\w=&?.-]+", "_", address)[:120]
                name += f"-{hashlib.sha256(address.encode()).hexdigest()[:6]}"
                cookies: Any = client.cookies.copy()
                stamp = {"stamp": stamp_of(client, address)} if route.startswith(budgets.DESK) else {}
                for way, ask in (("seen", client.get), ("pressed", partial(client.post, data={**form, **stamp}))):
                    fix_chance(name)
                    with transaction.atomic():
                        yield f"{under}/{name}.{way}", b"\n".join(_answered(ask, address))
                        transaction.set_rollback(True)
                    client.cookies = cookies.copy()


def _answered(ask: Callable[[str], Any], address: str) -> Iterator[bytes]:
    from tournaments.models import OutboundLetter

    newest = OutboundLetter.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    answer = ask(address)
    headers = sorted(f"{key}: {value}" for key, value in answer.headers.items())
    yield "\n".join([str(answer.status_code), *headers]).encode()
    yield b"".join(answer.streaming_content) if answer.streaming else answer.content
    for letter in OutboundLetter.objects.filter(pk__gt=newest).order_by("pk"):
        yield "\n".join([letter.kind, letter.to, letter.subject, letter.text, letter.html]).encode()


# --- all ----------------------------------------------------------------------------------------------


def everything(games: int) -> Iterator[tuple[str, Callable[[], Made]]]:
    """All that is made, each in a database of its own state."""
    import engine
    from engine.language.languages import LANGUAGES

    for slug in engine.games.released():
        for number in range(games):
            yield f"{slug} {number}", partial(game, slug, number)
        for language in LANGUAGES:
            yield f"letters {slug} {language}", partial(letters, slug, language)
    yield "pages", pages


def write(folder: Path, games: int) -> int:
    """Make everything; the number of files."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.conf import settings
    from django.db import connection, transaction
    from django.test.utils import setup_test_environment

    from tests.shared import hand_over

    setup_test_environment()
    logging.disable(logging.CRITICAL)
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    connection.creation.create_test_db(verbosity=0)
    files = 0
    try:
        for name, make in everything(games):
            fix_chance(name)
            around: Any = transaction.atomic()
            around._from_testcase = True  # as Django marks its own: a durable action may run inside
            with time_machine.travel(AT, tick=False), hand_over.at_once(), around:
                for path, content in make():
                    file = folder / path
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(content)
                    files += 1
                transaction.set_rollback(True)
    finally:
        connection.creation.destroy_test_db("", verbosity=0)
        shutil.rmtree(settings.TESTS_DIR, ignore_errors=True)
    return files


def differences(new: Path, old: Path) -> list[str]:
    """The names of the files that only one of the folders holds, or that differ."""
    names = {file.relative_to(folder) for folder in (new, old) for file in folder.rglob("*") if file.is_file()}
    return [str(name) for name in sorted(names) if _content(new / name) != _content(old / name)]


def _content(file: Path) -> bytes | None:
    return file.read_bytes() if file.exists() else None


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where everything is written")
    parser.add_argument("--against", type=Path, help="what another version has written")
    parser.add_argument("--games", type=int, default=GAMES, help="of each kind")
    asked = parser.parse_args()
    print(f"{write(asked.folder, asked.games)} files")
    if asked.against is None:
        return 0
    found = differences(asked.folder, asked.against)
    print("\n".join([*found, f"{len(found) or 'no'} differences"]))
    return bool(found)


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # what is shown in the order of a set would differ each time
        again = [sys.executable, "-m", "tests.campaign.sameness", *sys.argv[1:]]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": "0"})
    sys.exit(main())
