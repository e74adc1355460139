"""Footers, disclaimers and small talk in the lines of a letter: they do nothing, and keep no order from being done."""

from __future__ import annotations

import pytest

from engine.orders.command_words import Said, command
from tests.shared.footers import POSITIONS, footers, good_order
from tests.shared.replies_judged import at_table

EVERY = 300  # the whole collection is for tests.campaign.footers
MENDED = (
    *("Our ref: CR/75423/22", "Mona Patel | Acme Games | ext. 36", "Ticket n. 22, stato: in lavorazione"),
    *("Slut på sammandraget, volym 7, nummer 22", "22. számú bejelentés, állapot: folyamatban"),
    *("26232 számú számla, 898,54 euró, határidő: 2013. 11. 21.", "yes, even on Sundays between 10 and 12"),
    *("Passcode: WBJ90340", "Passport", "Closed on Sundays", "Schlussfolgerung", "Climber"),
    *("Sag 59882, opdateret 24.01.2018 kl. 13:30", "Endorsed by the board", "Produced by ACME"),
    *("Join us on LinkedIn", "Leave us a review, it takes one minute", "Join Zoom Meeting hosted by Isla Munro"),
    *("Quiet please: our library reopens on 4 September", "Language courses from 99 pounds, French and Welsh"),
)
BLOCKING = (
    *("On Friday, 9/14/2011, Hugh Barton wrote:", "Aktenzeichen 12 O 345/23, bitte bei Antwort angeben"),
    *("2013. 02. 26. napján térek vissza, addig Kiss Béla helyettesít.", "Prices from 2/13/2016: adults $375"),
    *("change. We shall not be liable for the improper or incomplete", "Dossier n° 4711/B, suivi par Mme Garnier"),
    "Diese Liste verlassen: https://listen.example/austragen",
)


@pytest.mark.parametrize("letter", POSITIONS)
def test_no_footer_does_anything_or_keeps_an_order_from_being_done(letter: str) -> None:
    order = good_order(letter.rpartition("-")[0])
    alone = at_table(letter, [order])
    for line in (*MENDED, *BLOCKING, *footers(EVERY)):
        found = at_table(letter, [line])
        assert (found.done, found.words) == ((), ()), line
        for both in ([line, order], [order, "", line]):
            assert at_table(letter, both).done == alone.done, both


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("join the autumn league", Said("join", "the autumn league")),
        ("leave winter cup of the canals", Said("leave", "winter cup of the canals")),
        ("quiet from 22 to 7", Said("quiet", "from 22 to 7")),
        ("language deutsch please", Said("language", "deutsch please")),
    ],
)
def test_words_to_the_service_may_still_have_words_behind_them(line: str, said: Said) -> None:
    found = command(line)
    assert found is not None
    assert found.name == said.name


@pytest.mark.parametrize("line", ["Lovely letter. 22", "Hi Anna, lovely letter, 22", "22. Thanks to all"])
def test_a_number_still_counts_beside_talk_that_counts_nothing(line: str) -> None:
    assert "guilders muralist" in at_table("bruges-3-en", [line]).done
