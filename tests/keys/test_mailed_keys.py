"""The pages behind keys that letters carry."""

from __future__ import annotations

import pytest
from django.core import signing
from django.test import Client

from tests.shared.cast import Cast, only_table, running_league
from tournaments.actions.player import addresses
from tournaments.letters import headers
from tournaments.models import Address, Entry

pytestmark = pytest.mark.django_db


def test_who_only_asks_whether_a_page_is_there_is_told_so_and_presses_nothing(cast: Cast, client: Client) -> None:
    league = only_table(running_league(cast)).league
    entry = league.entries.get(player=cast.player)
    before = Entry.objects.filter(pk=entry.pk).values().get()
    second = Address.objects.create(player=cast.player, email="second@example.net")
    for page in (
        f"/letters/fewer/{headers.unsubscribe_key(cast.player, league)}/",
        f"/letters/address/{signing.dumps([second.pk, cast.player.pk, second.email], salt=addresses.VERIFY_SALT)}/",
    ):
        assert (client.get(page).status_code, client.head(page).status_code) == (200, 200)
    assert Entry.objects.filter(pk=entry.pk).values().get() == before
    assert Address.objects.get(pk=second.pk).verified_at is None
