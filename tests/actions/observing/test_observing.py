"""Letters to those who follow a public table: confirmed first, what everybody may know, ended by one click."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from tests.player.visitors.test_public_leagues import play_until_round
from tests.shared.cast import Cast, only_table, running_league
from tests.shared.desk import SignIn
from tests.shared.play import end_by_bots, play_on
from tests.shared.post import answer_requests, sign_up
from tournaments.actions.observing import asking, ending, telling
from tournaments.actions.player import bounces, deliveries, people
from tournaments.actions.table import rollback
from tournaments.language.refusals import AtTheTable, NotObserved, ObserversFull, TooOften
from tournaments.models import League, Observer, OutboundLetter, Table
from tournaments.pages.table_view import match_of
from tournaments.queries import replays
from tournaments.queries.access import observing
from tournaments.queries.names import seat_names
from tournaments.running import posting, sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
STRANGER = "fan@elsewhere.example"
State = OutboundLetter.State


@pytest.fixture
def table(cast: Cast) -> Table:
    return only_table(running_league(cast, public=True))


def asked_letters(email: str = STRANGER) -> list[OutboundLetter]:
    return list(OutboundLetter.objects.filter(kind="observe_asked", to=email))


def observed(to: str = STRANGER) -> list[OutboundLetter]:
    return list(OutboundLetter.objects.filter(kind="observed", to=to).order_by("pk"))


def path_in(text: str, page: str) -> str:
    found = re.search(rf"(/letters/{page}/\S+)", text)
    assert found
    return found[1]


def ask(table: Table, email: str = STRANGER, language: str = "en") -> str:
    """Ask at an address and have the letter written; the path of the page that its link opens."""
    asking.ask(email, table, "a place", language)
    answer_requests()
    return path_in(asked_letters(email)[-1].text, "observe")


def observe(table: Table, email: str = STRANGER, language: str = "en") -> Observer:
    Client().post(ask(table, email, language))
    return Observer.objects.get(table=table, email=email)


def tell(table: Table) -> None:
    for pk in telling.due(timezone.now()):
        telling.tell(pk)
    table.refresh_from_db()


def next_round(table: Table) -> None:
    table.refresh_from_db()
    play_until_round(table, table.round + 1)
    tell(table)


# --- asked and confirmed --------------------------------------------------------------------------


def test_a_typed_address_gets_one_letter_and_nothing_is_stored_before_its_button_is_pressed(table: Table) -> None:
    page = ask(table)
    client = Client()
    assert "Send me these letters" in client.get(page).content.decode()
    assert not Observer.objects.exists()
    next_round(table)
    assert [letter.kind for letter in OutboundLetter.objects.filter(to=STRANGER)] == ["observe_asked"]
    assert client.post(page).status_code == 200
    assert Observer.objects.get().email == STRANGER
    assert client.post(page).status_code == 200
    assert Observer.objects.count() == 1


def test_an_address_is_asked_about_a_table_once_a_day(table: Table) -> None:
    for place in ("here", "there", "elsewhere"):
        asking.ask(STRANGER, table, place)
    answer_requests()
    assert len(asked_letters()) == 1


def test_what_one_place_asks_for_is_limited_as_for_sign_ups(table: Table, settings: object) -> None:
    settings.REQUESTS_OF_A_PLACE_AN_HOUR = 3  # type: ignore[attr-defined]
    for number in range(3):
        asking.ask(f"fan{number}@elsewhere.example", table, "one place")
    with pytest.raises(TooOften):
        asking.ask("fan3@elsewhere.example", table, "one place")


def test_letters_to_one_domain_are_limited(table: Table, settings: object) -> None:
    settings.INVITATIONS_TO_A_DOMAIN_AN_HOUR = 1  # type: ignore[attr-defined]
    asking.ask("fan1@elsewhere.example", table, "a place")
    with pytest.raises(TooOften):
        asking.ask("fan2@elsewhere.example", table, "another place")


def test_the_answer_to_a_players_address_is_that_to_a_strangers(table: Table, cast: Cast, client: Client) -> None:
    pages = []
    for email in (STRANGER, cast.outsider.email):
        client.post(f"/table/{table.pk}/observe/", {"email": email})
        pages.append(client.get(f"/table/{table.pk}/observe/").content.decode().replace(email, ""))
    answer_requests()
    strip = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
    assert strip.sub("", pages[0]) == strip.sub("", pages[1])
    assert len(asked_letters(cast.outsider.email)) == 1


def test_a_players_address_makes_the_player_an_observer(table: Table, cast: Cast) -> None:
    Client().post(ask(table, cast.outsider.email))
    assert Observer.objects.get().player == cast.outsider


def test_whoever_signs_up_later_keeps_what_the_address_observes(table: Table) -> None:
    observe(table)
    player = sign_up(STRANGER, "Fenna")
    row = Observer.objects.get()
    assert (row.player, row.email) == (player, "")


def test_an_altered_or_old_key_makes_no_observer(table: Table, cast: Cast) -> None:
    page = ask(table)
    assert Client().post(page[:-3] + "x/").status_code == 410
    fan = sign_up(STRANGER, "Fenna")
    people.erase(fan, fan)
    assert Client().post(page).status_code == 410
    assert not Observer.objects.exists()


def test_who_plays_at_a_table_does_not_observe_it(table: Table, cast: Cast, sign_in: SignIn) -> None:
    with pytest.raises(AtTheTable):
        asking.begin(cast.player, table)
    assert Client().post(ask(table, cast.player.email)).status_code == 410
    assert "You play at this table" in sign_in(cast.player).get(f"/table/{table.pk}/observe/").content.decode()


def test_a_table_has_fifty_observers_at_most_and_its_page_says_so(table: Table, cast: Cast, client: Client) -> None:
    page = ask(table)
    Observer.objects.bulk_create(Observer(table=table, email=f"fan{n}@many.example") for n in range(observing.MOST))
    assert "50 people get letters" in client.get(f"/table/{table.pk}/observe/").content.decode()
    with pytest.raises(ObserversFull):
        asking.begin(cast.outsider, table)
    with pytest.raises(ObserversFull):
        asking.ask("one-more@elsewhere.example", table)
    assert client.post(page).status_code == 410
    assert Observer.objects.count() == observing.MOST


def test_a_table_that_is_not_public_has_no_observers(cast: Cast, client: Client, sign_in: SignIn) -> None:
    private = only_table(running_league(cast, name="Closed", tag="Closed"))
    assert client.get(f"/table/{private.pk}/observe/")["Location"].startswith("/sign-in/")
    assert sign_in(cast.outsider).post(f"/table/{private.pk}/observe/").status_code == 404
    with pytest.raises(NotObserved):
        asking.begin(cast.outsider, private)


def test_somebody_signed_in_begins_and_ends_with_one_button(table: Table, cast: Cast, sign_in: SignIn) -> None:
    client, page = sign_in(cast.outsider), f"/table/{table.pk}/observe/"
    assert "Send me these letters" in client.get(page).content.decode()
    assert "comes after each round" in client.post(page, follow=True).content.decode()
    assert Observer.objects.get().player == cast.outsider
    client.post(page, {"end": "1"})
    assert not Observer.objects.exists()


def test_the_page_of_a_followed_step_leads_there(table: Table, cast: Cast, client: Client, sign_in: SignIn) -> None:
    link = f"/table/{table.pk}/observe/"
    assert link in client.get(f"/table/{table.pk}/", follow=True).content.decode()
    assert link not in sign_in(cast.player).get(f"/table/{table.pk}/").content.decode()


# --- told -----------------------------------------------------------------------------------------


def test_a_letter_comes_after_each_whole_round_and_none_within_one(table: Table) -> None:
    observe(table)
    play_on(table, 3)
    tell(table)
    assert observed() == []
    next_round(table)
    play_on(table, 3)
    tell(table)
    next_round(table)
    assert [letter.picture["entry"] for letter in observed()] == sorted({x.picture["entry"] for x in observed()})
    assert [letter.subject[-7:] for letter in observed()] == ["round 1", "round 2"]


def test_a_letter_tells_what_a_visitor_can_read_and_nothing_else(table: Table, client: Client) -> None:
    observe(table)
    next_round(table)
    play_on(table, 4)
    (letter,) = observed()
    until = replays.whole_rounds(table)
    shown = {"table": table.pk, "seat": None, "entry": until, "language": "en", "told": 0}
    assert letter.picture == shown | {"names": observing.names_in(table)}
    link = re.search(rf"/table/{table.pk}/move/\d+/", letter.text)
    assert link
    assert client.get(link[0]).status_code == 200
    game, view = match_of(table).game, replays.replay(table, -1, seat_names(table), None, until=until)
    assert view is not None
    assert f'alt="{escape(game.describe(view.view, seat_names(table), None))}"' in letter.html
    whole = " ".join(letter.text.split())
    told = [sentence for step in replays.steps(table, ["Anna", "Bea", "Chidi"], None) for sentence in step.words]
    in_it = [sentence for sentence in told if sentence in whole]
    assert len(in_it) > 3
    for seat in table.seats.all():
        own = {s for step in replays.steps(table, ["Anna", "Bea", "Chidi"], seat.number) for s in step.words}
        assert [words for words in own - set(told) if words in whole] == []


def test_the_letter_is_in_the_language_in_which_it_was_asked_for(table: Table) -> None:
    observe(table, language="de")
    next_round(table)
    assert asked_letters()[0].subject.endswith("Briefe zu Bruges 1?")
    assert "DU VERFOLGST DIESEN TISCH" in observed()[0].text
    assert observed()[0].picture["language"] == "de"


def test_names_are_those_that_visitors_read(table: Table, cast: Cast) -> None:
    people.change_profile(cast.player, name="Anna van der Meer", initials=True)
    observe(table)
    next_round(table)
    assert "Anna van der Meer" not in observed()[0].text
    assert "A. V. D. M." in observed()[0].text


def test_a_letter_goes_out_with_its_pictures_and_one_click_to_end_it(table: Table, client: Client) -> None:
    row = observe(table)
    next_round(table)
    (letter,) = observed()
    assert posting.post(letter.pk)
    sent = mail.outbox[-1]
    assert sent.to == [STRANGER]
    assert len(sent.attachments) == 2
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    page = sent.extra_headers["List-Unsubscribe"].strip("<>").partition("/letters/")[2]
    assert path_in(letter.text, "unobserve") == f"/letters/{page}"
    for _ in range(2):  # the second is as good
        answer = Client(enforce_csrf_checks=True).post(f"/letters/{page}", {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
    assert not Observer.objects.filter(pk=row.pk).exists()
    assert client.post("/letters/unobserve/1-1:forged/").status_code == 410


def test_opening_the_page_that_ends_it_ends_nothing(table: Table, client: Client) -> None:
    observe(table)
    next_round(table)
    assert client.get(path_in(observed()[0].text, "unobserve")).status_code == 200
    assert Observer.objects.exists()


def test_the_last_letter_has_the_scores_and_the_row_goes(table: Table) -> None:
    observe(table)
    next_round(table)
    end_by_bots(table)
    tell(table)
    last = observed()[-1]
    assert last.subject.startswith("FINAL SCORES")
    assert str(max(table.result["totals"])) in last.text
    assert "unobserve" not in last.text
    assert not Observer.objects.exists()
    assert posting.post(last.pk)
    tell(table)
    assert observed()[-1] == last


def test_a_sweep_writes_the_letters(table: Table) -> None:
    observe(table)
    play_until_round(table, table.round + 1)
    assert sweeps.sweep()["observers"] == 1
    assert len(observed()) == 1
    assert sweeps.sweep()["observers"] == 0


def test_players_wait_for_no_letter_that_cannot_be_written(table: Table) -> None:
    observe(table)
    play_until_round(table, table.round + 1)
    telling.put_off(table.pk)
    assert list(telling.due(timezone.now())) == []
    assert list(telling.due(timezone.now() + timedelta(minutes=6))) == [table.pk]


# --- sent late ------------------------------------------------------------------------------------


def kept_back(letter: OutboundLetter) -> bool:
    assert not posting.post(letter.pk)
    letter.refresh_from_db()
    return letter.state == State.NOT_WANTED


def test_a_letter_that_waited_is_not_sent_when_the_league_is_not_public_any_more(table: Table) -> None:
    observe(table)
    next_round(table)
    League.objects.filter(pk=table.league_id).update(public=False)
    assert kept_back(observed()[0])
    tell(table)
    assert not Observer.objects.exists()


def test_a_letter_that_waited_is_not_sent_when_its_round_was_taken_back(table: Table, cast: Cast) -> None:
    observe(table)
    next_round(table)
    rollback.roll_back(table.pk, 8, cast.organiser, "A letter came late.", anew=True, seen=table.head)
    assert kept_back(observed()[0])


def test_what_was_taken_back_is_said_first_in_the_next_letter(table: Table, cast: Cast) -> None:
    observe(table)
    next_round(table)
    rollback.roll_back(table.pk, 8, cast.organiser, "A letter came late.", anew=True, seen=table.head)
    tell(table)
    assert len(observed()) == 1
    next_round(table)
    assert len(observed()) == 2
    assert "what you were told before counts no more" in " ".join(observed()[1].text.split())


def test_a_letter_that_waited_is_not_sent_when_somebody_at_the_table_was_erased(table: Table, cast: Cast) -> None:
    observe(table)
    next_round(table)
    people.erase(cast.player, cast.player)
    assert kept_back(observed()[0])


# --- ended ----------------------------------------------------------------------------------------


def test_a_letter_that_has_not_gone_out_stays_here_when_its_reader_ends_it(table: Table) -> None:
    row = observe(table)
    next_round(table)
    ending.end(Observer.objects.filter(pk=row.pk))
    assert observed()[0].state == State.NOT_WANTED


def test_whoever_gets_a_seat_there_observes_no_more(table: Table, cast: Cast) -> None:
    asking.begin(cast.outsider, table)
    table.seats.filter(number=2).update(player=cast.outsider)
    next_round(table)
    assert not Observer.objects.exists()
    assert observed(cast.outsider.email) == []


def test_an_erased_player_observes_no_more(table: Table, cast: Cast) -> None:
    asking.begin(cast.outsider, table)
    next_round(table)
    people.erase(cast.outsider, cast.outsider)
    assert not Observer.objects.exists()
    letters = OutboundLetter.objects.filter(kind="observed")
    assert {(letter.state, letter.text) for letter in letters} == {(State.NOT_WANTED, "")}


def test_an_address_that_is_proved_as_a_players_goes_with_them(table: Table, cast: Cast) -> None:
    observe(table)
    cast.outsider.addresses.create(email=STRANGER, verified_at=timezone.now())
    people.erase(cast.outsider, cast.outsider)
    assert not Observer.objects.exists()


def test_a_letter_that_comes_back_ends_it(table: Table) -> None:
    observe(table)
    next_round(table)
    bounces.came_back(observed()[0], None)
    assert not Observer.objects.exists()


def test_a_mailbox_that_is_not_there_ends_it(table: Table, cast: Cast) -> None:
    observe(table)
    asking.begin(cast.outsider, table)
    bounces.address_is_dead(STRANGER, "no such mailbox")
    assert Observer.objects.get().player == cast.outsider
    bounces.address_is_dead(cast.outsider.email, "no such mailbox")
    assert not Observer.objects.exists()


def test_a_letter_called_unwanted_ends_it(table: Table) -> None:
    observe(table)
    next_round(table)
    (letter,) = observed()
    posting.post(letter.pk)
    deliveries.note("complained", letter.message_id, STRANGER, for_good=False, provider="Provider", at=timezone.now())
    assert not Observer.objects.exists()


def test_nobody_observes_more_than_twenty_tables(table: Table, cast: Cast) -> None:
    tables = [Table(league=table.league, number=number) for number in range(50, 50 + observing.MOST_OF_ONE)]
    Table.objects.bulk_create(tables)
    Observer.objects.bulk_create(Observer(table=other, player=cast.outsider) for other in tables)
    with pytest.raises(TooOften):
        asking.begin(cast.outsider, table)


def test_an_organiser_reads_how_many_observe_and_not_who(table: Table, cast: Cast, sign_in: SignIn) -> None:
    observe(table)
    asking.begin(cast.outsider, table)
    next_round(table)
    desk = sign_in(cast.organiser)
    page = desk.get(f"/desk/tournaments/table/{table.pk}/change/").content.decode()
    assert re.search(r"Observers by letter</dt><dd>2<", page)
    pages = [
        page,
        *(desk.get(f"/desk/tournaments/{rows}/").content.decode() for rows in ("outboundletter", "journalline")),
    ]
    assert not any(STRANGER in page or cast.outsider.name in page for page in pages)
