"""Every mail address that somebody types, wherever it is: kept in the one form, or refused in words."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models import EmailField
from django.test import Client

from tests.shared.cast import Cast, asked_seat, only_table, prepared_league, running_league
from tests.shared.desk import at_desk
from tests.shared.post import answer_requests
from tournaments.models import League, Player

pytestmark = pytest.mark.django_db
TYPED, KEPT = "O@MÜLLER.example", "o@xn--mller-kva.example"
ODD = ['"a b"@x.example', '"ab"@x.example', "o@\u212a.x.example"]  # the last letter is Kelvin's sign, no K
Entry = Callable[[Cast, str], str]  # types the address there, and gives back what is said


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def said(client: Client, page: str, **fields: str) -> str:
    answer = client.post(page, fields, follow=True)
    assert answer.status_code in {200, 422}
    return answer.content.decode()


def sign_up(cast: Cast, email: str) -> str:
    return said(browser(), "/sign-up/", email=email, name="Nina", zone="Europe/Paris")


def sign_in(cast: Cast, email: str) -> str:
    return said(browser(), "/sign-in/", email=email)


def second_address(cast: Cast, email: str) -> str:
    return said(browser(cast.player), "/profile/address/", email=email)


def invitation(cast: Cast, email: str) -> str:
    league = prepared_league(cast, access=League.Access.INVITATION)
    return said(at_desk(cast.organiser), f"/desk/tournaments/league/{league.pk}/invite/", addresses=email)


def seat(cast: Cast, email: str) -> str:
    given = asked_seat(only_table(running_league(cast)))
    page = f"/desk/tournaments/table/seat/{given.pk}/give/"
    return said(at_desk(cast.organiser), page, email=email, reason="moved")


def owner_of_the_service(cast: Cast, email: str) -> str:
    try:
        call_command("createsuperuser", email=email, name="Hedda", interactive=False, verbosity=0)
    except CommandError as refusal:
        return str(refusal)
    return ""


TYPING: dict[str, Entry] = {
    entry.__name__: entry for entry in (sign_up, sign_in, second_address, invitation, seat, owner_of_the_service)
}


def kept(word: str) -> Iterator[str]:
    """Every address in the database that has the word."""
    for model in apps.get_app_config("tournaments").get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, EmailField):
                rows = model._default_manager.filter(**{f"{field.name}__icontains": word})
                yield from rows.values_list(field.name, flat=True)


@pytest.mark.parametrize("entry", TYPING.values(), ids=TYPING)
def test_an_address_is_kept_in_the_one_form_in_which_addresses_are_compared(cast: Cast, entry: Entry) -> None:
    told = entry(cast, TYPED)
    assert {*kept("mller"), *kept("müller")} == {KEPT}, told
    answer_requests()  # letters go there as well
    assert {*kept("mller"), *kept("müller")} <= {KEPT}


@pytest.mark.parametrize("entry", TYPING.values(), ids=TYPING)
@pytest.mark.parametrize("typed", ODD)
def test_an_address_that_is_none_is_refused_in_words_and_kept_nowhere(cast: Cast, entry: Entry, typed: str) -> None:
    told = html.unescape(entry(cast, typed)).lower()
    assert any(words in told for words in ("valid email address", "valid mail address", "is no mail address")), told
    assert list(kept("x.example")) == []
