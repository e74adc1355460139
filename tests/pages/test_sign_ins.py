"""Sign-ins: each is a row of its player's, visitors leave none, and what is ended is over."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
import time_machine
from django.conf import settings
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import timezone

from tests.player.test_signing_in import link, press
from tests.shared.cast import Cast, prepared_league
from tests.shared.desk import SignIn as Browser
from tournaments.actions.league import invitations
from tournaments.actions.player import people
from tournaments.models import JournalLine, League, Player, SignIn
from tournaments.pages import sessions
from tournaments.player.admins import site
from tournaments.player.browsers import BROWSERS, SYSTEMS, named, network
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36"


def mailed_in(player: Player, agent: str = FIREFOX, place: str = "203.0.113.77") -> Client:
    """A browser that has asked for a link and pressed its button."""
    client = Client(headers={"user-agent": agent}, REMOTE_ADDR=place)
    client.post("/sign-in/", {"email": player.email})
    assert press(client, link()) == 302
    return client


def is_in(client: Client) -> bool:
    return client.get("/profile/").status_code == 200


# --- what is written -----------------------------------------------------------------------------


def test_signing_in_writes_one_row_of_its_player(cast: Cast) -> None:
    mailed_in(cast.player)
    row = SignIn.objects.get()
    assert (row.player, row.browser, row.system, row.place) == (cast.player, "Firefox", "Linux", "203.0.113.*")
    assert row.seen_at <= row.begun_at <= timezone.now()


def test_nothing_of_the_browser_is_kept_but_two_names_and_a_network(cast: Cast) -> None:
    mailed_in(cast.player, CHROME, "2001:db8:7:8:9::1")
    row = SignIn.objects.get()
    assert (row.browser, row.system, row.place) == ("Chrome", "Windows", "2001:db8:7::*")
    assert "126" not in str(row.__dict__)
    assert "9::1" not in str(sessions.SessionStore().decode(row.session_data))


@pytest.mark.parametrize(
    ("agent", "browser", "system"),
    [
        (FIREFOX, "Firefox", "Linux"),
        (CHROME, "Chrome", "Windows"),
        (CHROME + " Edg/126.0", "Edge", "Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1", "Safari", "iPhone"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36", "Chrome", "Android"),
        ("curl/8.5", "", ""),
        ("<script>alert(1)</script>", "", ""),
    ],
)
def test_a_browser_is_known_by_the_name_that_people_call_it(agent: str, browser: str, system: str) -> None:
    assert (named(agent, BROWSERS), named(agent, SYSTEMS)) == (browser, system)


@pytest.mark.parametrize(
    ("origin", "place"),
    [
        ("198.51.100.4", "198.51.100.*"),
        ("::ffff:198.51.100.4", "198.51.100.*"),
        ("2001:db8:aa:bb::1", "2001:db8:aa::*"),
        ("unix:", ""),
        ("", ""),
        ("<b>", ""),
    ],
)
def test_a_place_is_a_network_and_never_one_machine(origin: str, place: str) -> None:
    assert network(origin) == place


def test_when_a_browser_was_last_seen_is_kept_to_the_hour(cast: Cast) -> None:
    with time_machine.travel("2030-05-03T10:40:00Z", tick=False) as clock:
        client = mailed_in(cast.player)
        clock.shift(timedelta(minutes=15))
        client.get("/profile/")
        assert f"{SignIn.objects.get().seen_at:%H:%M}" == "10:00"
        clock.shift(timedelta(hours=3))
        client.get("/profile/")
        assert f"{SignIn.objects.get().seen_at:%H:%M}" == "13:00"


# --- visitors ------------------------------------------------------------------------------------


def routes() -> list[str]:
    found = []
    for url in site.get_urls():
        route = f"/{url.pattern}"
        for hole, filled in (
            ("<int:pk>", "1"), ("<int:step>", "1"), ("<slug:game>", "bruges"), ("<slug:kind>", "record"),
            ("<str:key>", "forged"),
        ):  # fmt: skip
            route = route.replace(hole, filled)
        assert "<" not in route, route
        found.append(route)
    return [*found, "/desk/", "/desk/login/", "/desk/logout/", "/letters/fewer/x/", "/letters/address/x/", "/healthz"]


def test_whatever_a_visitor_asks_for_leaves_no_row_and_no_cookie_of_a_session(cast: Cast) -> None:
    league = prepared_league(cast, access=League.Access.LINK)
    by_link = invitations.link(league).removeprefix(settings.SITE_URL)
    for route in [*routes(), by_link, f"/sign-in/?next={by_link}", "/sign-in/?next=/table/1/"]:
        client = Client()
        client.get(route)
        client.post(route, {"email": cast.player.email, "language": "de", "next": "/"})
        cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
        assert cookie is None or not cookie.value, route
    assert not SignIn.objects.exists()


def test_what_is_kept_for_a_visitor_is_refused_loudly_instead_of_stored() -> None:
    def view(request: HttpRequest) -> HttpResponse:
        request.session["wish"] = "a row for everybody who comes by"
        return HttpResponse()

    request = HttpRequest()
    with pytest.raises(sessions.KeptForNobody):
        SessionMiddleware(view)(request)
    assert not SignIn.objects.exists()


def test_signing_out_and_being_forgotten_leave_no_row(cast: Cast) -> None:
    browser = mailed_in(cast.player)
    assert SignIn.objects.exists()
    browser.post("/sign-out/")
    assert not SignIn.objects.exists()
    first, second = mailed_in(cast.outsider), mailed_in(cast.outsider)
    first.post("/profile/forget/", {"sure": "on"})
    assert not SignIn.objects.exists()
    assert not is_in(second)


# --- ending --------------------------------------------------------------------------------------


def test_a_player_sees_each_sign_in_and_which_one_is_this(cast: Cast) -> None:
    client = mailed_in(cast.player)
    mailed_in(cast.player, CHROME, "198.51.100.9")
    page = client.get("/profile/sign-ins/").content.decode()
    for words in ("Firefox on Linux", "Chrome on Windows", "203.0.113.*", "198.51.100.*", "this one"):
        assert page.count(words) == 1, words
    assert "2 browsers" in client.get("/profile/").content.decode()
    assert not any(row.session_key in page for row in SignIn.objects.all())


def test_a_player_ends_one_sign_in_and_the_other_stays(cast: Cast) -> None:
    client, other = mailed_in(cast.player), mailed_in(cast.player, CHROME)
    handle = SignIn.objects.get(browser="Chrome").handle
    assert client.get("/profile/sign-ins/end/").status_code == 302
    client.post("/profile/sign-ins/end/", {"handle": handle})
    assert (is_in(client), is_in(other)) == (True, False)
    assert JournalLine.objects.filter(verb="sign-in ended", actor=cast.player).count() == 1


def test_ending_the_own_sign_in_is_signing_out(cast: Cast) -> None:
    client, other = mailed_in(cast.player), mailed_in(cast.player, CHROME)
    client.post("/profile/sign-ins/end/", {"handle": SignIn.objects.get(browser="Firefox").handle})
    assert (is_in(client), is_in(other)) == (False, True)


@pytest.mark.parametrize(("posted", "here"), [({"which": "all"}, False), ({"which": "others"}, True)])
def test_a_player_ends_all_sign_ins_or_all_others(cast: Cast, posted: dict[str, str], here: bool) -> None:
    client, other = mailed_in(cast.player), mailed_in(cast.player, CHROME)
    client.post("/profile/sign-ins/end-all/", posted)
    assert (is_in(client), is_in(other)) == (here, False)
    assert SignIn.objects.count() == here


def test_nobody_ends_the_sign_in_of_another(cast: Cast, sign_in: Browser) -> None:
    mailed_in(cast.player)
    row = SignIn.objects.get()
    for handle in (row.handle, row.session_key, "", "x"):
        page = sign_in(cast.opponent).post("/profile/sign-ins/end/", {"handle": handle}, follow=True)
        assert [str(words) for words in page.context["messages"]] == [
            "That browser is not signed in as you: nothing has changed."
        ]
    assert SignIn.objects.filter(pk=row.pk).exists()


def test_who_may_not_sign_in_any_more_is_signed_out_at_once(cast: Cast) -> None:
    client = mailed_in(cast.player)
    assert is_in(client)
    Player.objects.filter(pk=cast.player.pk).update(is_active=False)
    assert not is_in(client)
    sweeps.purge()
    assert not SignIn.objects.exists()
    Player.objects.filter(pk=cast.player.pk).update(is_active=True)
    assert not is_in(client)


def test_a_request_that_is_under_way_while_its_sign_in_ends_does_not_bring_it_back(cast: Cast) -> None:
    client = mailed_in(cast.player)
    engine = import_module(settings.SESSION_ENGINE)
    under_way = engine.SessionStore(client.cookies[settings.SESSION_COOKIE_NAME].value)
    under_way["account"] = "of orders"
    people.erase(cast.player, cast.player)
    with pytest.raises(UpdateError):
        under_way.save()
    assert not SignIn.objects.exists()


def test_sign_ins_that_have_run_out_are_purged(cast: Cast) -> None:
    client = mailed_in(cast.player)
    sweeps.purge()
    assert is_in(client)
    with time_machine.travel(timezone.now() + timedelta(days=181)):
        sweeps.purge()
    assert not SignIn.objects.exists()
