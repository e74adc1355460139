"""Every letter, from real tables: its form, its links, its deadline, what it hides, how both forms agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.utils import parseaddr
from html.parser import HTMLParser
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker, Settings

from engine.bruges import GAME
from engine.orders.plan import Plan
from tests.letters import gallery
from tests.letters.gallery import Written
from tests.shared.cast import only_table
from tournaments.formats import clocks
from tournaments.inbox.reply.html.html import from_html
from tournaments.keys import address
from tournaments.language.spoken import spoken_to
from tournaments.letters import turn as of_turn
from tournaments.letters.parts import layout
from tournaments.running.demo.reading import asks

COLUMNS, MOST_BYTES, MOST_LINKS = 72, 60_000, 40
ZONE = "Asia/Tokyo"
NAMES = ("Anna", "Bea", "Łódź Ελένη", "布魯日")
GERMAN = 3  # seats of the table at which German is read
LAST = {
    False: r"#=#=# Bruges 1, round \d, (letter|receipt) \d+ - end of letter #=#=#",
    True: r"#=#=# Bruges 1, Runde \d, (Brief|Quittung) \d+ - Ende des Briefs #=#=#",
}
VOID = {"meta", "img", "br"}
# What only one form needs: headings, buttons, heads of tables and a hint on the buttons.
FURNITURE = re.compile(
    r'<h1(?! class="asked").*?</h1>|<h2 class="more".*?</h2>|<thead.*?</thead>|<a class="(?:button|other)".*?</a>'
    r"|(?:A tap on a move|Ein Tipp auf einen Zug) .*?(?=<)",
    re.DOTALL,
)
OF_HTML_ALONE = {"nothing", "to", "do", "for", "next", "für", "dich", "ist", "nichts", "zu", "tun", "dran"}
OF_TEXT_ALONE = {
    "from",
    "table",
    "point",
    "aus",
    "tisch",
    "tischen",
    "punkt",
    "ligapunkt",
    "antworte",
    "damit",
    "gespielt",
}
IN_SHORT = re.compile(
    r"^(?:== HOW BRUGES GOES|Bruges in short:|Bruges in Kürze:|== SO GEHT BRUGES).*?(?=^== )", re.MULTILINE | re.DOTALL
)


pytestmark = pytest.mark.django_db  # also where one test alone is run: marks tell that a database is wanted


@pytest.fixture(scope="module")
def letters(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[Written]:
    """Three tables of two to four seats, each looked at in several rounds and at other questions than a card.

    At one of them all read German: what holds for letters holds for theirs.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        found = [letter for seats in (2, 3, 4) for letter in of_table(seats)]
        transaction.set_rollback(True)
    return found


def of_table(seats: int) -> Iterator[Written]:
    league = gallery.league_of(NAMES[:seats], secret=40 + seats)
    table = only_table(league)
    for seat in table.seats.select_related("player"):
        seat.player.zone, seat.player.language = ZONE, "de" if seats == GERMAN else "en"
        seat.player.rules = {"bruges": {"climb": "ask", "fire": "ask"}} if seats == 2 else {}
        seat.player.save()
    for number in (1, 4):
        gallery.play_on(table, until=number, kind="climb" if seats == 2 else "turn")
        yield from gallery.at_table(table)
    yield from gallery.to_organiser(league)
    gallery.play_on(table, until=99)
    yield from gallery.finished(table)
    yield from gallery.to_people(league, table.seats.first().player, gallery.PRESS)


def to_seats(letters: list[Written]) -> list[Written]:
    return [letter for letter in letters if letter.seat is not None]


def is_german(letter: Written) -> bool:
    return letter.seat is not None and letter.seat.player.language == "de"


def links(letter: Written) -> list[tuple[str, str]]:
    """(address, body) of the mailto links."""
    found = [urlsplit(link.replace("&amp;", "&")) for link in re.findall(r'href="(mailto:[^"]*)"', letter.draft.html)]
    return [(unquote(link.path), parse_qs(link.query)["body"][0].strip()) for link in found]


def test_a_letter_has_numbers_that_can_be_answered_if_it_shows_a_menu_or_the_hand_and_no_other_has(
    letters: list[Written],
) -> None:
    """Lines of a menu, and cards of a hand, also in a picture."""
    of_menu_or_hand = re.compile(r"^(?:== (?:YOUR|DEINE) HAND\b|\* .*\n?.*\[1\]\.$)", re.MULTILINE)
    for letter in to_seats(letters):
        shows = letter.draft.picture is not None or of_menu_or_hand.search(letter.draft.text) is not None
        assert letter.draft.numbered == (shows or letter.draft.kind == "orders_account"), letter.name
    assert not any(letter.draft.numbered for letter in letters if letter.seat is None)


# --- form ----------------------------------------------------------------------------------------


def test_a_letter_that_asks_nothing_of_its_reader_does_not_want_to_be_answered(letters: list[Written]) -> None:
    asks_nothing = [one for one in letters if "Nothing is asked of you now" in one.draft.text]
    assert "restored" in {one.draft.kind for one in asks_nothing}
    for one in asks_nothing:
        assert "answer this letter" not in " ".join(one.draft.text.split()), one.name


def test_no_line_of_text_is_wider_than_72_columns_unless_it_is_an_address_of_a_page(letters: list[Written]) -> None:
    wide = [line for letter in letters for line in letter.draft.text.splitlines() if len(line) > COLUMNS]
    assert all("https://" in line for line in wide)


def test_letters_to_seats_begin_and_end_with_a_marker_in_both_forms(letters: list[Written]) -> None:
    for letter in to_seats(letters):
        if letter.name == "league finished":
            continue
        for lines in (letter.draft.text.splitlines(), [row.text for row in from_html(letter.draft.html) if row.text]):
            assert re.fullmatch(r"#=#=# .{4,60} #=#=#", lines[0]), letter.name
            assert re.fullmatch(LAST[is_german(letter)], lines[-1])


def test_all_letters_of_a_round_have_one_subject(letters: list[Written]) -> None:
    for letter in to_seats(letters):
        subject = letter.draft.subject.removeprefix("Re: ")
        words = "Runde" if is_german(letter) else "round"
        assert (subject == f"[Autumn] Bruges 1, {words} {letter.match.round}") == letter.news, letter.name


def test_only_refusals_reminders_and_final_scores_say_so_in_the_subject(letters: list[Written]) -> None:
    special = {letter.draft.subject.split(" - ")[0] for letter in to_seats(letters) if " - " in letter.draft.subject}
    english = {"NOT ACCEPTED", "REMINDER", "FINAL SCORES"}
    assert special == english | {"NICHT ANGENOMMEN", "ERINNERUNG", "ENDSTAND"}


def test_a_turn_letter_of_round_four_is_short_enough_to_read(letters: list[Written]) -> None:
    lengths = [
        IN_SHORT.sub("", letter.draft.text).count("\n")  # which is told to who is new to the game
        for letter in letters
        if letter.name == "turn" and letter.match.round == 4 and len(letter.match.view(0).seats) == 3
    ]
    assert lengths
    assert max(lengths) <= 110


class Structure(HTMLParser):
    """Notes tags that are closed in the wrong order, pictures and headings."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.headings: list[str] = []
        self.root: dict[str, str | None] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "html":
            self.root = dict(attrs)
        if tag == "img":
            self.images.append(dict(attrs))
        if tag in ("h1", "h2", "h3"):
            self.headings.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def test_the_html_is_well_formed_light_and_has_what_reading_aloud_needs(letters: list[Written]) -> None:
    for letter in letters:
        structure = Structure()
        structure.feed(letter.draft.html)
        assert (structure.wrong, structure.open) == ([], []), letter.name
        assert letter.seat is None or structure.root["lang"] == letter.seat.player.language, letter.name
        assert structure.headings[0] == "h1"
        assert structure.headings.count("h1") == 1
        assert len(letter.draft.html.encode()) < MOST_BYTES
        assert "prefers-color-scheme: dark" in letter.draft.html
        drawings = [image["src"] for image in structure.images]
        assert drawings == (["cid:position", "cid:position-dark"] if letter.draft.picture is not None else [])


def test_the_picture_is_described_by_the_position_in_words(letters: list[Written]) -> None:
    for letter in (letter for letter in letters if letter.seat is not None):
        structure = Structure()
        structure.feed(letter.draft.html)
        for image in structure.images:
            with spoken_to(letter.seat.player):
                scene = GAME.picture(letter.match.view(letter.seat.number), letter.names, letter.seat.number)
            assert image["alt"] == scene.words


def test_the_name_of_a_card_is_in_bold_in_every_language(letters: list[Written]) -> None:
    asked = [letter for letter in letters if letter.name == "turn"]
    assert {is_german(letter) for letter in asked} == {True, False}
    for letter in asked:
        cards = re.findall(r'">(?:<strong>)?\d\. [A-ZÄÖÜ]{3,}', letter.draft.html)
        assert cards, letter.draft.subject
        assert all("<strong>" in card for card in cards)


# --- links ---------------------------------------------------------------------------------------


def test_every_link_holds_an_order_that_the_seat_may_give_now(letters: list[Written]) -> None:
    tried = 0
    for letter in to_seats(letters):
        if letter.turn is None or letter.name.startswith("account"):
            continue
        decision = letter.match.decision(letter.seat.number)
        legal = {move.text for move in decision.moves} | ({"go on"} if "stopped" in letter.name else set())
        orders = [body for _, body in links(letter)]
        assert set(orders) <= legal, letter.name
        assert len(orders) <= MOST_LINKS + 1
        tried += len(orders)
    assert tried > 200


def test_turn_letters_link_every_move_up_to_forty(letters: list[Written]) -> None:
    for letter in letters:
        if letter.name == "turn":
            decision = letter.match.decision(letter.seat.number)
            assert len(set(links(letter))) == min(MOST_LINKS, len(decision.moves))


def test_links_go_to_the_address_of_the_decision(letters: list[Written], settings: Settings) -> None:
    for letter in to_seats(letters):
        for to, _ in links(letter):
            token = address.read(parseaddr(to)[1], settings.MAIL_KEYS)
            assert (token.seat_id, token.serial) == (letter.seat.pk, letter.match.decision(letter.seat.number).serial)


# --- what it says ----------------------------------------------------------------------------------


def test_the_deadline_stands_in_the_players_zone(letters: list[Written]) -> None:
    asked = [letter for letter in letters if letter.name in ("turn", "reminder", "grace", "extended")]
    assert asked
    for letter in asked:
        words = " ".join(letter.draft.text.split())
        assert re.search(r"\d\d:\d\d (in Tokyo|Uhr in Tokio)", words), letter.name
        with spoken_to(letter.seat.player):
            assert clocks.words(letter.turn.due_by, ZONE) in words


def test_nothing_hidden_of_another_seat_is_in_a_letter(letters: list[Written]) -> None:
    looked_for = 0
    for letter in to_seats(letters):
        words = letter.draft.text + letter.draft.html
        for name in hidden_names(letter):
            looked_for += 1
            assert not re.search(rf"\b({name.capitalize()}|{name.upper()})\b", words), (letter.name, name)
    assert looked_for > 300


def hidden_names(letter: Written) -> Iterator[str]:
    """Cards that others hold or have laid face down and that the reader has not seen."""
    mine = letter.match.view(letter.seat.number)
    cards = GAME.deck_of(mine)
    for number, seat in enumerate(mine.seats):
        theirs = letter.match.view(number)
        held = [*theirs.seats[number].hand, *theirs.discard]
        seen = {*seat.hand, *mine.discard}
        yield from (cards.name[card] for card in held if card >= 0 and card not in seen)


def words_of(text: str) -> set[str]:
    text = re.sub(r"https?://\S+", "", text.replace("\xa0", " ")).casefold()
    return set(re.findall(r"\w+", text))


def test_both_forms_say_the_same(letters: list[Written]) -> None:
    for letter in letters:
        text = words_of(letter.draft.text)
        html = words_of("\n".join(row.text for row in from_html(letter.draft.html)))
        plain = words_of("\n".join(row.text for row in from_html(FURNITURE.sub("", letter.draft.html))))
        assert text - html <= OF_TEXT_ALONE, (letter.name, text - html)
        assert plain - text <= OF_HTML_ALONE, (letter.name, plain - text - OF_HTML_ALONE)


# --- how to answer -----------------------------------------------------------------------------------


def test_how_to_answer_shrinks_to_one_line_after_three_letters_that_were_understood() -> None:
    table = only_table(gallery.league_of(("Anna", "Bea")))
    letter = next(written for written in gallery.at_table(table) if written.name == "turn")
    lines = {}
    for understood in (2, 3):
        letter.seat.player.letters_understood = {letter.seat.table.league.game: understood}
        draft = of_turn.turn(letter.seat, letter.turn, letter.match, Plan(), [])
        lines[understood] = draft.text.split("== HOW TO ANSWER ==\n")[1].split("\n\n")[0].splitlines()
    assert len(lines[2]) > 5
    assert len([line for line in lines[3] if line]) == 2
    assert "[help]" in " ".join(lines[3])


# --- the pieces --------------------------------------------------------------------------------------


def test_a_marker_line_leaves_out_its_least_important_parts() -> None:
    line = layout.marker("YOUR CARD 1 OF 4", "until Fri 18:00", "write above here", "and much more that does not fit")
    assert line == "#=#=# YOUR CARD 1 OF 4 - until Fri 18:00 - write above here #=#=#"
    assert len(layout.marker("x" * 50 + " " + "y" * 50)) <= COLUMNS


def test_a_code_in_brackets_is_not_broken() -> None:
    assert layout.wrap("word " * 13 + "[47 yellow] moves in").splitlines()[1] == "[47 yellow] moves in"


def test_a_grid_keeps_its_columns_under_long_and_wide_names() -> None:
    lines = layout.grid(["布魯日", "Bartholomew Longname"], [("Points", [1, 22]), ("Houses", [10, 3])])
    assert len({layout._width(line) for line in lines}) == 1
    assert "Bartholomew" in lines[0]
    assert "Longname" not in lines[0]


def test_the_first_line_keeps_the_deadline_and_cuts_what_stands_before_it() -> None:
    """A letter that asks never looks like one that asks nothing."""
    headline = "DONE, now YOUR TURN - dice 1 and 6, a card to keep"
    line = layout.marker(headline, layout.until("Tue 08:38"), "write above here")
    assert line == "#=#=# DONE, now YOUR TURN - dice 1 and 6 - until Tue 08:38 #=#=#"
    for words in (headline * 2, "x" * 80, "many " * 20):
        line = layout.marker("REMINDER", words, layout.until("Tue 08:38"))
        assert asks(line)
        assert len(line) <= COLUMNS
