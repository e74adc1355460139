"""What letters can be made of, whoever writes them to whom, and how long the longest takes."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import count

from django.db import transaction
from django.utils import timezone
from hypothesis import strategies as st

from engine.orders import command_words
from tests.fixtures.mail.senders import HOST
from tests.shared import pace
from tests.shared.cast import Cast, only_table, person, prepared_league, running_league
from tests.shared.post import newest
from tournaments.actions.commands import desk as desk_letters
from tournaments.actions.commands import registry
from tournaments.actions.table import order_box
from tournaments.inbox import ingest
from tournaments.language.refusals import Refused
from tournaments.letters import headers
from tournaments.models import Case, OutboundLetter, Seat, Turn

SECONDS = 4.0  # of the processor, for the longest letter; without bounds some take a hundred
ANYBODY = "anybody in the name of a player"
numbers = count(1)

# --- what letters are made of, and what they are not ---------------------------------------------

NUMBERS = ("0", "1", "2", "12", "22", "-1", "1.5", "1/2", "²", "①", "٣", "９", "Ⅳ", "፩", "᧚", "9" * 30, "9" * 460)
DATES = ("31.2.", "30 February 2027", "2026-02-30", "0.0.0000", "1.1.99999", "3 to 9 May", "8-20", "25-99", "24h",
         "31.12.9999", "9999-12-31", "1.1.0001", "1.1.0000", "3 May 9999")  # fmt: skip
SIGNS = (":", ";", ",", "/", ".", ">", ">=", "=", "(", ")", '"', "?", "-", "*", "+", "@", "[", "{}", "%s", "\\", "\t")
ODD = ("\u200b", "\u202e", "\u2028", "\x85", "\0", "\ufdfa", "a\u0301" * 20, "ﬁ", "ß", "İ", "ı", "ſ", "\U0001f600")
CONNECTING = ("always", "never", "if", "forget", "hold", "then", "or", "also", "until", "cancel", "off", "and", "with")
ANSWERS = ("extend", "replace", "rule", "ok", "last", "go on")
NAMES = ("autumn", "autumn 1", "autumn ፩", f"autumn {'9' * 40}", "winter", "bea", "red", "hand", "round", "guilders")
ORDERS = ("17 red", "threat lawyer", "canal right", "recruit prince in red", "sell 3 gold", "pick-up s1 with 3")
ERRANDS = (command.name for command in registry.COMMANDS.values() if command.anywhere)
VERBS = (*command_words.NAMES, *command_words.PRESS, *ERRANDS, *CONNECTING, *ANSWERS)
PIECES = st.sampled_from((*NUMBERS, *DATES, *SIGNS, *ODD, *VERBS, *NAMES, *ORDERS))
LINES = st.one_of(
    st.builds(str.join, st.sampled_from([" ", "", ": "]), st.lists(PIECES, max_size=8)),
    st.builds("{} {}: {}".format, st.sampled_from(VERBS), PIECES, PIECES),
    st.builds("{} {} {}".format, st.sampled_from([*VERBS, "1", "2", "12"]), PIECES, PIECES),
    st.text(max_size=80),
)
TEXTS = st.lists(LINES, max_size=9)


class World:
    """The cast at tables of every game, with letters of ours to answer.

    writers  (From, recipient, Message-ID answered) by who writes
    """

    def __init__(self, cast: Cast) -> None:
        for game, name in {"bruges": "Autumn", "venise": "Winter", "flandern": "Spring"}.items():
            running_league(cast, game=game, name=f"{name} League", tag=name)
        prepared_league(cast, name="Summer League", tag="Summer")
        alone = running_league(Cast(person("Ida"), person("Jo"), person("Kim"), cast.organiser, cast.outsider))
        asked = list(Turn.objects.filter(ended_at=None).order_by("pk"))
        self.seats = [Seat.objects.get(pk=turn.seat_id) for turn in asked]
        Case.objects.create(seat=self.seats[0], player=self.seats[0].player, words="Was that right?")
        cast.organiser.needs_at = timezone.now() - timedelta(minutes=1)
        cast.organiser.save()
        assert desk_letters.send(cast.organiser.pk)
        desk = OutboundLetter.objects.get(kind=desk_letters.KIND)
        bare = headers.bare_address()
        self.writers = {
            "an organiser to the bare address": (cast.organiser.email, bare, ""),
            "an organiser to the letter of the day": (cast.organiser.email, bare, desk.message_id),
            "a player of several tables": (cast.player.email, bare, ""),
            "somebody without a table": (cast.outsider.email, bare, ""),
            "a stranger": ("stranger@example.net", bare, ""),
            ANYBODY: (only_table(alone).seats.get(number=0).owner.email, bare, ""),
            "nobody": ("a@example.net, b@example.net", bare, ""),
        }
        for seat in self.seats:
            turn = newest(seat, "turn")
            to = turn.headers.get("Reply-To", turn.sender).rpartition("<")[2].strip(">")
            game = seat.table.league.game
            self.writers[f"a player asked at {game}"] = (seat.owner.email, to, turn.message_id)
            self.writers[f"another at a seat of {game}"] = (cast.outsider.email, to, "")

    def write(self, who: str, subject: str, lines: list[str]) -> None:
        """Have a letter read, in a transaction whose effects are undone."""
        sender, to, answers = self.writers[who]
        proved = [f"Authentication-Results: {HOST}; dmarc=pass header.from=example.net"]
        top = [
            *(proved if who != ANYBODY else []),
            f"From: {sender}",
            f"To: {to}",
            f"Subject: {' '.join(subject.splitlines())}",
            f"Message-ID: <any-{next(numbers)}@client.example>",
            "Content-Type: text/plain; charset=utf-8",
            *([f"References: {answers}"] if answers else []),
        ]
        raw = "\r\n".join([*top, "", *lines, ""]).encode("utf-8", "replace")
        with transaction.atomic():
            row = ingest.ingest(raw, to, sender)
            verdict = ingest.read(row.pk)
            transaction.set_rollback(True)
        assert verdict


HARDEST = (
    "an organiser to the letter of the day",
    "a player asked at flandern",
    ANYBODY,
)


def put(seat: Seat, lines: list[str]) -> None:
    """Lines in the box of a table's page, in a transaction whose effects are undone."""
    with transaction.atomic():
        with suppress(Refused):
            order_box.take(seat.table, seat.pk, lines, serial=0, player=seat.owner)
        transaction.set_rollback(True)


LONG = {
    "digits": "9" * 64_000,
    "an order with digits": "threat " + "9" * 63_000,
    "a condition with digits": f"if round >= {'9' * 5_000}: threat lawyer",
    "a standing order with digits": f"always climb: if guilders >= {'9' * 5_000}",
    "blanks": "if" + " " * 63_000 + "x",
    "commas": "a, " * 20_000,
    "semicolons": "a; " * 20_000,
    "semicolons in many lines": "\n".join(["a; " * 160] * 130),
    "strokes in many lines": "\n".join(["a / " * 120] * 130),
    "commas in many lines": "\n".join(["a, " * 160] * 130),
    "strokes": "a / " * 15_000,
    "thens": "a then " * 9_000,
    "ors": "a or " * 12_000,
    "ifs": "a if " * 12_000,
    "words": "red " * 16_000,
    "letters": "a" * 64_000,
    "brackets": "[" * 64_000,
    "colons": "a: " * 20_000,
    "nonsense that begins like orders": "\n".join(["lay gren0 x; " * 38] * 120 + [f"#=#=# {'-' * 20} #=#=#"]),
    "bullets": "- " * 32_000,
    "always": "always " * 9_000,
    "vacation": "vacation " + "3 to 9 May " * 5_000,
    "vacation with digits": "vacation " + "9" * 5_000 + " May",
    "quiet": "quiet " + "9" * 5_000,
    "many lines": "\n".join(["threat lawyer"] * 4_000),
    "many short lines": "\n".join(["1"] * 32_000),
    "many unknown lines": "\n".join(["qwertz asdf"] * 5_000),
    "many commands": "\n".join(["status"] * 8_000),
    "many lines to people": "\n".join(["note: a"] * 8_000),
    "full-width digits": "９" * 20_000,
    "letters that grow": "\ufdfa" * 20_000,
    "press": "say: " + "a" * 60_000,
    "tell": "tell " + "a" * 60_000 + ": x",
    "announce": "announce " + "a " * 30_000 + ": x",
}


def slow_texts(world: World) -> list[str]:
    """The longest texts that a page takes which are not read in a moment."""
    slowest = next(seat for seat in world.seats if seat.table.league.game == "flandern")
    times = {name: pace.seconds(partial(put, slowest, text.splitlines()), runs=1) for name, text in LONG.items()}
    for seat in world.seats:
        times |= {
            f"{name} at {seat}": pace.seconds(partial(put, seat, [LONG[name]]), runs=1)
            for name in LONG
            if "digits" in name
        }
    return [f"{name}: {seconds:.1f} s" for name, seconds in times.items() if seconds > SECONDS]


def slow_letters(world: World) -> list[str]:
    """The same of letters."""
    times = {
        f"{name}, {who}": pace.seconds(partial(world.write, who, text[:2_000], text.splitlines()), runs=1)
        for name, text in LONG.items()
        for who in HARDEST
    }
    return [f"{name}: {seconds:.1f} s" for name, seconds in times.items() if seconds > SECONDS]
