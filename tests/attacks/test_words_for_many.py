"""What one writes for many: its lines cost little, what is not seen goes to nobody, and it hinders nobody's erasing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.shared import pace
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, prepared_league, running_league
from tests.shared.desk import at_desk
from tests.shared.post import deliver, newest
from tournaments.actions import lengths
from tournaments.actions.league import announcements, leagues
from tournaments.actions.player import people
from tournaments.letters import people as letters
from tournaments.models import Case, JournalLine, League, OutboundLetter, Player

pytestmark = pytest.mark.django_db
READERS = 20
LINES = "x\n" * (lengths.LONGEST // 2)
SIGNS = "\x1b[31m\x07 \u202eover\u2066 zero\u200bwidth\ufeff\u00ad \x85 \u2028 \U000e0041 \ufffe"
UNTURNED = SIGNS.replace("\u202e", "").replace("\u2066", "")  # by mail, text that may be shown turned is only told
HIDDEN = "\x1b\x07\u202e\u2066\u200b\ufeff\u00ad\x85\u2028\U000e0041\ufffe"
KEPT = "שלום (עולם)\u200f! میخواهم \u0645\u06cc\u200c\u062e 👩\u200d👧 ❤\ufe0f\tnaïve"


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def of_many(cast: Cast) -> tuple[League, list[Player]]:
    league = prepared_league(cast, max_players=READERS)
    players = [person(in_letters(number)) for number in range(READERS)]
    for player in players:
        leagues.enrol(league, player)
    return league, players


def in_letters(number: int) -> str:
    return f"{'BCDFG'[number // 5]}{'aeiou'[number % 5]}ltz"


# --- lines ---------------------------------------------------------------------------------------


def test_a_thousand_lines_to_many_cost_little_more_than_one(cast: Cast) -> None:
    league = prepared_league(cast)

    def written(words: str) -> Callable[[], object]:
        return lambda: [letters.announced(cast.player, league, cast.organiser, words, None) for _ in range(READERS)]

    written("hi")()
    assert pace.seconds(written(LINES)) < 3 * pace.seconds(written("hi")) + 2 * pace.SOON


def test_every_line_of_it_stands_in_both_forms_of_the_letter(cast: Cast) -> None:
    draft = letters.announced(cast.player, prepared_league(cast), cast.organiser, "one <b>\ntwo\n\nthree", None)
    lines = ["said | one <b>", "said | two", "said | three"]
    assert "\n".join(lines) in draft.text.replace("\N{NO-BREAK SPACE}", " ")
    html = '</p><p style="margin: 0">'.join(lines).replace("<b>", "&lt;b&gt;")
    assert html in draft.html.replace("\N{NO-BREAK SPACE}", " ").replace("&nbsp;", " ")


def test_being_forgotten_does_not_wait_for_long_letters_that_tell_nothing_of_one(cast: Cast) -> None:
    league, (gone, *_) = of_many(cast)
    for _ in range(4):
        announcements.announce(league, cast.organiser, LINES)
    assert pace.seconds(lambda: people.erase(gone, gone), runs=1) < pace.A_MOMENT


# --- signs ---------------------------------------------------------------------------------------


def hidden(text: str) -> str:
    return "".join(sign for sign in HIDDEN if sign in text)


def test_no_words_of_the_desk_bring_signs_that_are_not_seen(cast: Cast) -> None:
    league, desk = running_league(cast), at_desk(cast.organiser)
    seat = asked_seat(only_table(league))
    desk.post(f"/desk/tournaments/league/{league.pk}/announce/", {"words": f"{SIGNS}\n{KEPT}"})
    desk.post(f"/desk/tournaments/table/seat/{seat.pk}/help/", {"words": SIGNS})
    found = OutboundLetter.objects.filter(kind__in=("announced", "helped"))
    assert {letter.kind for letter in found} == {"announced", "helped"}
    assert [hidden(letter.text + letter.html) for letter in found] == [""] * len(found)
    assert not any(map(hidden, JournalLine.objects.values_list("words", flat=True)))
    text = " ".join(found.filter(kind="announced")[0].text.replace("\N{NO-BREAK SPACE}", " ").split())
    assert all(word in text for word in KEPT.split())


def test_nor_do_words_that_come_by_mail(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    deliver(newest(seat), f"say: {UNTURNED}", f"referee {UNTURNED}")
    said = OutboundLetter.objects.filter(kind__in=("say", "case_opened"))
    assert said.exists()
    assert not any(hidden(letter.text + letter.html) for letter in said)
    assert not hidden(Case.objects.get().words)


def test_nor_does_what_a_league_says_of_itself(cast: Cast) -> None:
    league = leagues.create(
        cast.organiser, name="Winter", tag="Winter", game="bruges", about=f"{SIGNS}\r\n{KEPT}", conduct=SIGNS
    )
    league.refresh_from_db()
    assert not hidden(league.about + league.conduct)
    assert league.about.endswith(f"\n{KEPT}")
