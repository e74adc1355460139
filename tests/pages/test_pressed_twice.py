"""A form that a browser sends twice, by a double click or by loading a page anew, counts once. Real threads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from html.parser import HTMLParser

import pytest
import time_machine
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone
from sesame.utils import get_token

from tests.actions.at_once.workers import at_once
from tests.attacks.asking import form_about
from tests.organiser.acts import DESK, filled, pages_that_ask
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, prepared_league, running_league
from tests.shared.play import end_by_bots
from tournaments.actions import pressed
from tournaments.actions.commands import press
from tournaments.actions.league import leagues, results
from tournaments.actions.player import vacations
from tournaments.actions.table import order_box
from tournaments.language.refusals import MovedOn
from tournaments.models import (
    JournalLine,
    LinkRequest,
    Note,
    OutboundLetter,
    Player,
    Press,
    Print,
    Table,
    Turn,
)

pytestmark = pytest.mark.django_db(transaction=True)
COUNTED = (JournalLine, OutboundLetter, Press, Note, LinkRequest, Print, Table)
ALONE = ("Press", "Note", "LinkRequest", "Print")  # of which one press of a player makes one
# Acts of the desk that end what others are about, the earlier ones before the later ones.
ENDING = (
    "/ready/", "/replace/", "/back/0/", "/give/", "/start/", "/confirm/", "/disqualify/", "/erase/", "/cancel/",
    "/step-down/",
)  # fmt: skip


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


class Forms(HTMLParser):
    """The forms of a page: where each is sent, and the fields that its reader does not fill in."""

    def __init__(self, page: str, here: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.here = here
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method") == "post":
            self.found.append((given.get("action") or self.here, {}))
        elif tag == "input" and given.get("type") == "hidden" and self.found:
            self.found[-1][1][given.get("name", "")] = given.get("value", "")


def guarded(player: Player | None) -> Client:
    """A browser whose forms need the token of their page."""
    client = Client(enforce_csrf_checks=True)
    if player is not None:
        client.force_login(player)
    return client


def forms_on(client: Client, page: str) -> Iterator[tuple[str, dict[str, str]]]:
    yield from Forms(client.get(page).content.decode(), page).found


def written() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in COUNTED}


def new_since(before: dict[str, int]) -> dict[str, int]:
    return {name: count - before[name] for name, count in written().items() if count != before[name]}


def twice(client: Client, where: str, sent: dict[str, str], page: str = "/") -> tuple[list[object], dict[str, int]]:
    """The same form from the same browser in two threads; the codes, and how many rows are new."""
    browsers = [guarded(None) for _ in range(2)]
    for browser in browsers:
        browser.cookies.update(client.cookies)
    before = written()
    referer = f"http://testserver{page}"
    codes = at_once(lambda n: browsers[n].post(where, sent, headers={"referer": referer}).status_code, workers=2)
    return codes, new_since(before)


def test_every_form_of_the_players_site_carries_a_number_of_its_own(cast: Cast) -> None:
    table = only_table(running_league(cast))
    seat = asked_seat(table)
    seen: set[str] = set()
    for page in (
        "/",
        "/profile/",
        "/profile/sign-ins/",
        f"/league/{table.league_id}/",
        f"/table/{table.pk}/",
        "/sign-in/",
    ):
        client = guarded(seat.player if page != "/sign-in/" else None)
        first, again = (list(forms_on(client, page)) for _ in range(2))
        assert first, page
        for (where, hidden), (_, other) in zip(first, again, strict=True):
            assert hidden["csrfmiddlewaretoken"] != other["csrfmiddlewaretoken"], where
            seen.add(re.sub(r"\d+", "<int:pk>", where))
    assert {"/table/<int:pk>/say/", "/table/<int:pk>/orders/", "/profile/renew/", "/practice/bruges/"} <= seen


def test_whatever_a_player_sends_twice_at_once_is_done_once(cast: Cast) -> None:
    """Of each form the second one adds nothing to what one alone does."""
    table = only_table(running_league(cast))
    seat = asked_seat(table)
    assert seat.player is not None
    values = form_about(table, Turn.objects.get(seat=seat, ended_at=None))
    pressed = set()
    for page in (f"/table/{table.pk}/", f"/league/{table.league_id}/", "/", "/profile/", "/profile/sign-ins/"):
        for at in range(len(list(forms_on(guarded(seat.player), page)))):
            client = guarded(Player.objects.get(pk=seat.player.pk))
            where, hidden = list(forms_on(client, page))[at]
            if where.startswith(("/sign-out", "/profile/sign-ins/")):
                continue  # the second has no one to act for
            sent = {**{name: str(value) for name, value in values.items()}, **hidden}
            if where.endswith("/away/") and "cancel" not in sent:
                sent["days"] = "1 to 3 May"
            codes, new = twice(client, where, sent, page)
            if 403 in codes or all(code == 422 for code in codes):
                continue
            pressed.add(re.sub(r"\d+", "<int:pk>", where))
            assert not [name for name in ("Press", "Note", "LinkRequest", "Print") if new.get(name, 0) > 1], (
                where,
                new,
            )
            if where.endswith("/say/"):
                assert (new["Press"], new["OutboundLetter"]) == (1, 2)
            if where == "/profile/renew/":
                assert JournalLine.objects.filter(verb="addresses renewed").count() == 1
    assert {"/table/<int:pk>/say/", "/table/<int:pk>/note/", "/profile/address/", "/profile/renew/"} <= pressed


def test_a_link_that_a_visitor_asks_for_twice_at_once_is_asked_for_once(cast: Cast) -> None:
    client = guarded(None)
    (where, hidden), *_ = (one for one in forms_on(client, "/sign-in/") if one[0] == "/sign-in/")
    _, new = twice(client, where, {**hidden, "email": cast.player.email}, "/sign-in/")
    assert new == {"LinkRequest": 1}


def test_every_act_of_the_desk_that_is_sent_twice_at_once_is_done_once(cast: Cast) -> None:
    """Two threads send the page as it is; no line of the journal and no letter is there twice."""
    done, pages, another = set(), pages_that_ask(cast), person("Hedda", is_staff=True)
    for page in sorted(pages, key=lambda page: [act in page for act in reversed(ENDING)]):
        before, client = newest(), guarded(cast.organiser)
        shown = client.get(page)
        assert shown.status_code == 200, page
        data, _ = filled(shown.context["form"])
        asked = {"email": another.email, "role": "helper"}
        sent = {**data, **asked} if page.endswith("/organise/") else data
        sent |= {"sure": "on", "stamp": shown.context["stamp"], "csrfmiddlewaretoken": shown.context["csrf_token"]}
        codes, _ = twice(client, page, sent, page)
        if 302 in codes:
            done.add(page.strip("/").split("/")[-1])
        lines = list(JournalLine.objects.filter(pk__gt=before[0]).values_list("verb", "words", "seat", "league"))
        assert len(lines) == len(set(lines)), page
        letters = list(OutboundLetter.objects.filter(pk__gt=before[1]).values_list("kind", "to", "seat", "league"))
        assert len(letters) == len(set(letters)), page
    assert done >= {"announce", "help", "extend", "invite", "ready", "rule", "give", "organise", "pause", "cancel"}


def newest() -> tuple[int, int]:
    lines, letters = JournalLine.objects.order_by("-pk").first(), OutboundLetter.objects.order_by("-pk").first()
    return lines.pk if lines else 0, letters.pk if letters else 0


def test_other_words_on_the_same_page_are_said_as_well(cast: Cast) -> None:
    """A page to which somebody went back, with other words on it, is not pressed twice."""
    table = only_table(running_league(cast))
    page, client = f"/table/{table.pk}/", guarded(cast.player)
    where, hidden = next(one for one in forms_on(client, page) if one[0].endswith("/say/"))
    for words in ("hello", "hello", "and good luck"):
        answer = client.post(
            where, {**hidden, "words": words, "to": ""}, headers={"referer": f"http://testserver{page}"}
        )
        assert (answer.status_code, answer.headers["Location"].partition("#")[0]) == (302, page)
    assert list(Press.objects.order_by("pk").values_list("words", flat=True)) == ["hello", "and good luck"]


def test_who_sends_it_again_reads_why_nothing_was_done(cast: Cast) -> None:
    table = only_table(running_league(cast))
    page, client = f"/desk/tournaments/table/{table.pk}/announce/", guarded(cast.organiser)
    (_, hidden), *_ = (one for one in forms_on(client, page) if "stamp" in one[1])
    for _ in range(2):
        answer = client.post(page, {**hidden, "words": "On Friday."}, follow=True)
    assert "nothing was done again" in answer.content.decode()
    assert OutboundLetter.objects.filter(kind="announced").count() == 3


def test_what_was_refused_can_be_sent_again(cast: Cast) -> None:
    table = only_table(running_league(cast))
    page, client = f"/desk/tournaments/table/{table.pk}/announce/", guarded(cast.organiser)
    (_, hidden), *_ = (one for one in forms_on(client, page) if "stamp" in one[1])
    sent = {**hidden, "words": "On Friday."}
    Table.objects.filter(pk=table.pk).update(state=Table.State.STOPPED)
    assert client.post(page, sent).status_code == 404
    Table.objects.filter(pk=table.pk).update(state=Table.State.RUNNING)
    assert client.post(page, sent).status_code == 302
    assert OutboundLetter.objects.filter(kind="announced").count() == 3


@pytest.mark.parametrize(("form", "field"), [("say", "words"), ("note", "words"), ("orders", "lines")])
def test_words_that_were_refused_on_the_page_of_a_table_count_as_not_sent(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, form: str, field: str
) -> None:
    """Whatever the sentence: it is told as something that was not done, and the same press is taken afterwards."""
    table = only_table(running_league(cast))
    page, client = f"/table/{table.pk}/", guarded(asked_seat(table).player)
    where, hidden = next(one for one in forms_on(client, page) if one[0].endswith(f"/{form}/"))
    sent = {**hidden, "to": "", field: "say: hello again" if form == "orders" else "hello again"}
    kept = Note if form == "note" else Press
    with monkeypatch.context() as few:
        few.setattr(press, "SAID_AN_HOUR", 0)
        few.setattr(press, "MOST_NOTES", 0)
        refused = client.post(where, sent, headers={"referer": f"http://testserver{page}"}, follow=True)
    assert not kept.objects.exists()
    shown = [message.level_tag for message in refused.context["messages"]]
    assert shown == ([] if form == "orders" else ["error"])
    again = client.post(where, sent, headers={"referer": f"http://testserver{page}"}, follow=True)
    assert kept.objects.get().words == "hello again"
    once_more = client.post(where, sent, headers={"referer": f"http://testserver{page}"}, follow=True)
    assert kept.objects.count() == 1
    assert ["nothing was done again" in answer.content.decode() for answer in (again, once_more)] == [False, True]


@pytest.mark.parametrize(
    "word",
    ["leave nowhere", "leave", "join nowhere", "ready", "vacation cancel", "announce: hello", "language x"],
)
def test_a_word_that_comes_to_nothing_is_refused_in_its_line(cast: Cast, word: str) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    account = order_box.take(seat.table, seat.pk, [word], serial=0, player=seat.player)
    assert [line.state for line in account.lines] == ["refused"]


def test_a_ruling_as_it_stands_already_is_told_to_nobody(cast: Cast) -> None:
    table = only_table(running_league(cast, provisional=timedelta(days=3)))
    end_by_bots(table)
    table.refresh_from_db()
    places = (table.result or {})["counted"]
    results.rule(table.pk, places, cast.organiser, "as it ended")
    with pytest.raises(MovedOn, match="counts so already"):
        results.rule(table.pk, places, cast.organiser, "once more")
    page, client = f"/desk/tournaments/table/{table.pk}/rule/", guarded(cast.organiser)
    (_, hidden), *_ = (one for one in forms_on(client, page) if "stamp" in one[1])
    filled_in = {f"place_{seat}": str(place) for seat, place in enumerate(places)}
    told = OutboundLetter.objects.filter(kind="ruled")
    before = told.count()
    assert client.post(page, {**hidden, **filled_in, "reason": "once more"}).status_code == 422
    assert told.count() == before


def test_what_was_refused_with_a_word_on_the_next_page_can_be_sent_again(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, person("Ben", "other@example.net"))
    player = person("Ben", "me@example.net")
    page, client = f"/league/{league.pk}/", guarded(player)
    where, hidden = next(one for one in forms_on(client, page) if one[0].endswith("/join/"))
    sent, headers = {**hidden, "word": "", "accept": "on", "conduct": "on"}, {"referer": f"http://testserver{page}"}
    assert client.post(where, sent, headers=headers).status_code == 302
    assert not league.entries.filter(player=player).exists()
    Player.objects.filter(pk=player.pk).update(name="Bernd")
    client.post(where, sent, headers=headers)
    assert league.entries.filter(player=player).exists()


def test_a_press_that_broke_off_can_be_sent_again(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server ends a worker by SystemExit, or kills it: then nothing was written of how it ended."""
    table = only_table(running_league(cast))
    page, client = f"/table/{table.pk}/", guarded(cast.player)
    where, hidden = next(one for one in forms_on(client, page) if one[0].endswith("/say/"))
    sent = {**hidden, "words": "hello", "to": ""}
    with monkeypatch.context() as patch:
        patch.setattr(order_box, "take", ended)
        with pytest.raises(SystemExit):
            client.post(where, sent)
        patch.setattr("tournaments.actions.pressed.end", lambda *_, **__: None)
        with pytest.raises(SystemExit):
            client.post(where, sent)
    with monkeypatch.context() as patch:
        patch.setattr(pressed, "PATIENCE", 0.1)
        client.post(where, sent)
    assert Press.objects.count() == 0, "it may be under way"
    with time_machine.travel(timezone.now() + pressed.UNDER_WAY):
        client.post(where, sent)
        client.post(where, sent)
    assert Press.objects.count() == 1


def ended(*_: object, **__: object) -> None:
    raise SystemExit(1)


def test_a_double_click_on_what_is_refused_shows_why(cast: Cast) -> None:
    """A browser shows the answer to its last request alone."""
    table = only_table(running_league(cast))
    page, client = f"/desk/tournaments/table/{table.pk}/announce/", guarded(cast.organiser)
    (_, hidden), *_ = (one for one in forms_on(client, page) if "stamp" in one[1])
    codes, new = twice(client, page, {**hidden, "words": ""})
    assert (codes, new) == ([422, 422], {})


def test_a_double_click_on_settings_that_are_refused_keeps_them(cast: Cast) -> None:
    page, client = "/desk/tournaments/league/add/", guarded(cast.organiser)
    shown = client.get(page)
    values = {field.html_name: field.value() for field in shown.context["adminform"].form}
    sent = {name: value for name, value in values.items() if value not in (None, False, [])}
    sent |= {"name": "", "about": "Every Friday", "csrfmiddlewaretoken": shown.context["csrf_token"]}
    for _ in range(2):
        answer = client.post(page, sent)
        assert answer.status_code == 422
        assert "Every Friday" in answer.content.decode()


def test_who_sends_a_form_again_that_was_shown_again_comes_to_its_page(cast: Cast) -> None:
    """It was shown again where it had been sent; a browser may also say that it comes from nowhere."""
    league, client = prepared_league(cast), guarded(cast.third)
    page = f"/league/{league.pk}/"
    where, hidden = next(one for one in forms_on(client, page) if one[0].endswith("/join/"))
    assert client.post(where, {**hidden, "word": ""}).status_code == 422
    sent = {**hidden, "word": "", "accept": "on", "conduct": "on"}
    assert client.post(where, sent).status_code == 302
    for referer, path in ((f"http://testserver{where}", page), ("http://[x", "/")):
        answer = client.post(where, sent, headers={"referer": referer}, follow=True)
        assert (answer.status_code, answer.request["PATH_INFO"]) == (200, path)
        assert "nothing was done again" in answer.content.decode()


def test_who_goes_back_to_an_earlier_page_sets_again_what_it_says(cast: Cast) -> None:
    """Days off are booked, cancelled, and booked again from the first page."""
    table = only_table(running_league(cast))
    page, client = f"/league/{table.league_id}/", guarded(cast.player)
    where, hidden = next(one for one in forms_on(client, page) if one[0].endswith("/away/"))
    entry, begun, left = table.league.entries.get(player=cast.player), timezone.now(), []
    day = f"{begun + timedelta(days=30):%d %B}"
    for after, days in ((0, day), (3, "cancel"), (5, day), (60, day)):
        with time_machine.travel(begun + timedelta(seconds=after), tick=False):
            client.post(where, {**hidden, "days": days})
        left.append(len(vacations.in_force(entry)))
    assert left == [1, 0, 0, 1], "at first it may be the same press"


def test_words_to_others_from_an_earlier_page_are_said_once_a_day(cast: Cast) -> None:
    table = only_table(running_league(cast))
    page, client = f"/desk/tournaments/table/{table.pk}/announce/", guarded(cast.organiser)
    (_, hidden), *_ = (one for one in forms_on(client, page) if "stamp" in one[1])
    for after in (timedelta(0), timedelta(hours=23)):
        with time_machine.travel(timezone.now() + after):
            client.force_login(cast.organiser)
            client.post(page, {**hidden, "words": "On Friday."})
    assert OutboundLetter.objects.filter(kind="announced").count() == 3


def test_what_writes_to_others_anew_each_time_is_known_as_that() -> None:
    acts = ("table/1/announce/", "table/seat/1/help/", "league/1/announce/", "league/1/invite/")
    for address in ("/table/1/say/", "/profile/renew/", *(DESK + act for act in acts)):
        assert getattr(resolve(address).func, "lasting", False), address


def test_a_link_that_was_spent_says_so_however_often_it_is_pressed(cast: Cast) -> None:
    client = guarded(None)
    page = f"{reverse('player:sign-in-link')}?sesame={get_token(cast.player)}"
    where, hidden = next(one for one in forms_on(client, page) if "sesame" in one[1])
    second = guarded(None)
    second.cookies.update(client.cookies)
    assert client.post(where, hidden).status_code == 302
    assert second.post(where, hidden).status_code == 410
