"""Organisers and owners of the service are appointed and dismissed in the server's own shell."""

from __future__ import annotations

from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.shared.cast import Cast, make_cast, person, prepared_league
from tests.shared.desk import at_desk
from tournaments.actions.league import cancel, leagues, organisers
from tournaments.language.refusals import NotYours
from tournaments.models import JournalLine, League, OfficeOffer, Player

pytestmark = pytest.mark.django_db
NEWCOMER = "hedda@example.net"


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def appoint(email: str, **options: str | bool) -> str:
    """The words that the command prints."""
    call_command("appoint", email, stdout=(out := StringIO()), **options)
    return out.getvalue()


def dismiss(email: str, **options: bool) -> str:
    call_command("dismiss", email, stdout=(out := StringIO()), **options)
    return out.getvalue()


def settings_of(cast: Cast) -> dict[str, object]:
    league = prepared_league(cast)
    return {"name": "Winter", "tag": "Winter", "game": league.game, "seats": 2, "turn_time": league.turn_time}


def test_a_new_organiser_signs_in_with_the_printed_link_and_prepares_a_league(cast: Cast) -> None:
    link = appoint(NEWCOMER, name="Hedda").split()[-1]
    browser = Client()
    page = browser.post(f"{urlsplit(link).path}?{urlsplit(link).query}", secure=True)
    assert page.status_code == 302
    assert browser.get("/desk/", secure=True).status_code == 200
    hedda = Player.objects.get(email=NEWCOMER)
    assert (hedda.name, hedda.is_superuser) == ("Hedda", False)
    assert leagues.create(hedda, **settings_of(cast)).organisers.get() == hedda
    again = Client()
    again.post(f"{urlsplit(link).path}?{urlsplit(link).query}", secure=True)
    assert again.get("/desk/", secure=True).status_code == 302


def test_a_player_who_is_there_is_appointed_and_stays_as_they_are(cast: Cast) -> None:
    with pytest.raises(NotYours):
        leagues.create(cast.player, **settings_of(cast))
    told = appoint(cast.player.email.upper(), name="Samuel Elsner", owner=True)
    anna = Player.objects.get(pk=cast.player.pk)
    assert (anna.name, anna.zone, anna.is_staff, anna.is_superuser) == (cast.player.name, cast.player.zone, True, True)
    assert f"{anna.name} <{anna.email}> is now owner of the service." in told


def test_to_appoint_once_more_changes_nothing_and_takes_no_right_away(cast: Cast) -> None:
    appoint(NEWCOMER, owner=True)
    assert "was already owner" in appoint(NEWCOMER)
    assert Player.objects.get(email=NEWCOMER).is_superuser
    assert JournalLine.objects.filter(verb="appointed").count() == 1


def test_an_address_that_cannot_be_is_refused_in_one_line(cast: Cast) -> None:
    Player.objects.filter(pk=cast.third.pk).update(is_active=False)
    for email in ("no address", "play@mail.example.org", cast.third.email):
        with pytest.raises(CommandError):
            appoint(email)
    assert not Player.objects.filter(is_superuser=True).exists()


# --- dismissed ----------------------------------------------------------------------------------------


@pytest.fixture
def host() -> Player:
    return person("Hedda", is_staff=True, is_superuser=True)


def signed_in(player: Player) -> Client:
    return at_desk(player)


def offices(player: Player) -> tuple[bool, bool]:
    return Player.objects.values_list("is_staff", "is_superuser").get(pk=player.pk)


def test_who_is_dismissed_loses_the_desk_with_the_next_request_and_every_league(cast: Cast, host: Player) -> None:
    fay = person("Fay", is_staff=True)
    shared, alone = prepared_league(cast), prepared_league(cast)
    shared.organisers.add(fay)
    asked = organisers.ask(alone, cast.organiser, fay.email, "two see more")
    at_desk = signed_in(cast.organiser)
    assert at_desk.get(f"/desk/tournaments/league/{shared.pk}/change/").status_code == 200
    told = dismiss(cast.organiser.email)
    for page in ("/desk/", f"/desk/tournaments/league/{shared.pk}/change/"):
        assert at_desk.get(page).status_code == 302, page
    assert at_desk.post(f"/desk/tournaments/league/{shared.pk}/announce/", {"words": "hello"}).status_code == 302
    assert at_desk.get("/profile/").status_code == 200, "they are a player still"
    with pytest.raises(NotYours):
        leagues.open_league(shared, cast.organiser)
    with pytest.raises(NotYours):
        leagues.create(cast.organiser, **settings_of(cast))
    assert (offices(cast.organiser), list(shared.organisers.all()), alone.organisers.count()) == (
        (False,) * 2,
        [fay],
        0,
    )
    assert OfficeOffer.objects.get(pk=asked.pk).state == OfficeOffer.State.OVER, "nobody is there who asks"
    for league in (shared, alone):
        assert JournalLine.objects.get(verb="dismissed", league=league).words.startswith("Olivia organises")
    assert "Olivia <olivia@example.net> is no organiser any more." in told
    without = [line for line in told.splitlines() if "no organiser now" in line]
    assert [line.partition(" (")[0] for line in without] == [alone.name]
    organisers.ask(alone, host, fay.email, "somebody has to")


def test_a_league_that_is_not_over_is_not_left_alone_where_no_owner_could_act(cast: Cast) -> None:
    league = prepared_league(cast)
    with pytest.raises(CommandError, match=league.name):
        dismiss(cast.organiser.email)
    assert (offices(cast.organiser), league.organisers.get()) == ((True, False), cast.organiser)
    cancel.cancel(league, cast.organiser, "no time")
    dismiss(cast.organiser.email)
    assert not League.objects.filter(organisers=cast.organiser).exists()


def test_the_last_owner_stays_and_an_owner_may_stay_an_organiser(cast: Cast, host: Player) -> None:
    league = prepared_league(cast)
    league.organisers.add(host)
    for owner in (True, False):
        with pytest.raises(CommandError, match="last owner"):
            dismiss(host.email, owner=owner)
    other = person("Ida", is_staff=True, is_superuser=True)
    at_desk = signed_in(host)
    assert at_desk.get("/desk/mail/").status_code == 200
    assert "still an organiser" in dismiss(host.email.upper(), owner=True)
    assert (offices(host), at_desk.get("/desk/mail/").status_code) == ((True, False), 404)
    assert at_desk.get(f"/desk/tournaments/league/{league.pk}/change/").status_code == 200
    with pytest.raises(CommandError, match="no owner of the service"):
        dismiss(host.email, owner=True)
    with pytest.raises(CommandError, match="last owner"):
        dismiss(other.email)
    dismiss(host.email)
    assert (offices(host), host in league.organisers.all()) == ((False, False), False)


def test_who_has_no_office_cannot_be_dismissed(cast: Cast) -> None:
    for email in ("nobody@example.net", cast.player.email):
        with pytest.raises(CommandError, match=email):
            dismiss(email)
    assert not JournalLine.objects.filter(verb="dismissed").exists()


def test_who_is_appointed_again_organises_no_league_by_that(cast: Cast, host: Player) -> None:
    league = prepared_league(cast)
    dismiss(cast.organiser.email)
    appoint(cast.organiser.email)
    assert signed_in(cast.organiser).get(f"/desk/tournaments/league/{league.pk}/change/").status_code == 302
