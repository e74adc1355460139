"""Replies of every client in every language: exactly the player's lines come out, with our marker and without."""

import pytest

from tests.fixtures.mail import clients
from tests.fixtures.mail.attributions import LANGUAGES
from tests.fixtures.mail.clients import CLIENTS, SHAPES, Written
from tests.fixtures.mail.grammar import is_order
from tests.fixtures.mail.quoted import Quoted
from tournaments.inbox.reply import Doubt, Verdict, extract

ORDERS = ["17 red / 42", "threat lawyer", "canal mathematician right", "say: well played, Bea"]
LETTERS = [Quoted(), Quoted(marker=False)]
MARKERS = pytest.mark.parametrize("quoted", LETTERS, ids=["with marker", "marker lost"])
EVERY_SHAPE = pytest.mark.parametrize(
    ("client", "where"), SHAPES, ids=[f"{client.__name__} {where}" for client, where in SHAPES]
)
LOCALISED = (clients.gmail, clients.apple_mail, clients.thunderbird, clients.outlook_word, clients.outlook_new)


def forms(written: Written) -> dict[str, bytes]:
    """The mail as it was sent, and with each of its forms alone."""
    alone = {"both": written.mail}
    if written.text:
        alone["text"] = Written(text=written.text, charset=written.charset, flowed=written.flowed).mail
    if written.html:
        alone["html"] = Written(html=written.html, charset=written.charset).mail
    return alone


@MARKERS
@EVERY_SHAPE
def test_the_players_lines_come_out_exactly(client, where, quoted):
    for form, raw in forms(client(ORDERS, quoted, where, "English")).items():
        letter = extract(raw, is_order)
        assert letter.lines == tuple(ORDERS), form
        assert (letter.verdict, letter.doubt) == (Verdict.LETTER, Doubt.NONE), form
        assert letter.marker_found == quoted.marker, form


@MARKERS
@EVERY_SHAPE
def test_lines_above_the_quote_are_told_from_lines_below(client, where, quoted):
    for form, raw in forms(client(ORDERS, quoted, where, "English")).items():
        letter = extract(raw, is_order)
        assert (letter.above, letter.elsewhere) == ((letter.lines, ()) if where == "top" else ((), letter.lines)), form


@MARKERS
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("client", LOCALISED, ids=[client.__name__ for client in LOCALISED])
def test_the_language_of_the_client_does_not_matter(client, language, quoted):
    for where in CLIENTS[client]:
        for form, raw in forms(client(ORDERS, quoted, where, language)).items():
            assert extract(raw, is_order).lines == tuple(ORDERS), (where, form)


@MARKERS
@EVERY_SHAPE
def test_words_around_the_orders_are_kept_as_they_are(client, where, quoted):
    own = ["Hi Bruges team,", "", "here is my card:", "17 red", "", "Thanks - what a game!"]
    for form, raw in forms(client(own, quoted, where, "English")).items():
        assert extract(raw, is_order).lines == tuple(line for line in own if line), form


@MARKERS
@EVERY_SHAPE
def test_an_empty_reply_is_empty(client, where, quoted):
    if where == "inline":
        return
    for form, raw in forms(client([""], quoted, where, "English")).items():
        letter = extract(raw, is_order)
        assert (letter.lines, letter.verdict) == ((), Verdict.EMPTY), form


@pytest.mark.parametrize("client", [clients.outlook_word, clients.outlook_new])
def test_below_a_quote_without_prefix_text_counts_after_our_last_marker(client):
    for form, raw in forms(client(ORDERS, Quoted(), "bottom", "English")).items():
        letter = extract(raw, is_order)
        assert (letter.above, letter.elsewhere) == ((), tuple(ORDERS)), form


@pytest.mark.parametrize("client", [clients.outlook_word, clients.outlook_new])
def test_below_a_quote_without_prefix_and_marker_orders_are_ignored_and_told(client):
    for form, raw in forms(client(ORDERS, Quoted(marker=False), "bottom", "English")).items():
        letter = extract(raw, is_order)
        assert letter.lines == (), form
        assert [line for line, _ in letter.worth_telling] == ORDERS, form


@MARKERS
@EVERY_SHAPE
def test_long_orders_survive_the_clients_wrapping(client, where, quoted):
    order = "recruit prince in red / recruit mathematician in purple / recruit lawyer in blue / workers bishop"
    for form, raw in forms(client([order], quoted, where, "English")).items():
        assert extract(raw, is_order).lines == (order,), form


@MARKERS
@pytest.mark.parametrize("client", CLIENTS, ids=[client.__name__ for client in CLIENTS])
def test_a_signature_after_a_separator_is_left_out(client, quoted):
    own = ["17 red", "-- ", "Anna Miller", "Chess club, 3rd floor"]
    for form, raw in forms(client(own, quoted, "top", "English")).items():
        letter = extract(raw, is_order)
        assert letter.lines == ("17 red",), form
        assert "Anna Miller" in [line for line, _ in letter.ignored], form


@MARKERS
@pytest.mark.parametrize("client", CLIENTS, ids=[client.__name__ for client in CLIENTS])
def test_the_phrase_of_a_telephone_falls_out_by_grammar(client, quoted):
    own = ["17 red", "", "Von meinem iPhone gesendet"]
    for form, raw in forms(client(own, quoted, "top", "English")).items():
        assert [line for line in extract(raw, is_order).lines if is_order(line)] == ["17 red"], form
