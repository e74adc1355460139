"""The rows locked by what persons do about themselves, and by hearing from them: see `test_row_locks`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from engine.orders.command_words import Said
from tests.actions.at_once.held_rows import Act, held_by, on_postgresql_alone
from tests.shared.cast import Cast, only_table, prepared_league, running_league
from tests.shared.post import address_of, name_address, newest
from tournaments.actions.commands import anywhere  # fmt: skip
from tournaments.actions.league import checkin, leagues
from tournaments.actions.player import (
    address_keys,
    addresses,
    bounces,
    people,
    preferences,
    renewing,
    sign_in_links,
    signed_in,
    takeouts,
    vacations,
)
from tournaments.actions.practice import practice
from tournaments.actions.seats import seats
from tournaments.inbox import ingest
from tournaments.letters import headers
from tournaments.models import Address, LinkRequest, OutboundLetter

pytestmark = [pytest.mark.django_db, on_postgresql_alone]


def _die(cast: Cast) -> Callable[[], object]:
    return lambda: bounces.address_is_dead(cast.player.email, "a test")


def _hear(cast: Cast) -> Callable[[], object]:
    running_league(cast)
    bounces.address_is_dead(cast.player.email, "a test")
    return lambda: bounces.hear_from(cast.player)


def _erase(cast: Cast) -> Callable[[], object]:
    running_league(cast)
    return lambda: people.erase(cast.player, cast.player)


def _rename(cast: Cast) -> Callable[[], object]:
    return lambda: people.change_profile(cast.player, "Annabel", cast.player.zone)


def _remove_address(cast: Cast) -> Callable[[], object]:
    address = Address.objects.create(player=cast.player, email="x@work.example", verified_at=timezone.now())
    return lambda: addresses.remove(cast.player, address.pk)


def _verify_address(cast: Cast) -> Callable[[], object]:
    name_address(cast.player, "x@work.example")
    key = OutboundLetter.objects.get(kind="verify_address").text.partition("/letters/address/")[2].split("/")[0]
    return lambda: addresses.verify(key)


def _renew(cast: Cast) -> Callable[[], object]:
    return lambda: renewing.renew(cast.player)


def _rename_in_league(cast: Cast) -> Callable[[], object]:
    running_league(cast)
    return lambda: people.change_profile(cast.player, "Annabel", cast.player.zone)


def _be_away(cast: Cast) -> Callable[[], object]:
    running_league(cast)
    first, last = timezone.now() + timedelta(days=3), timezone.now() + timedelta(days=4)
    return lambda: vacations.book(cast.player, f"{first:%Y-%m-%d} to {last:%Y-%m-%d}")


def _several_words(cast: Cast) -> Callable[[], object]:
    leagues.enrol(prepared_league(cast), cast.player)
    words = [Said("leave", ""), Said("ready", "")]
    return transaction.atomic(lambda: anywhere.lock(cast.player, words))


def _choose_for_league(cast: Cast) -> Callable[[], object]:
    entry = running_league(cast).entries.get(player=cast.player)
    return lambda: preferences.choose_for(cast.player, entry, {"news": "digest"})


def _copy(cast: Cast) -> Callable[[], object]:
    address = Address.objects.create(player=cast.player, email="x@work.example", verified_at=timezone.now())
    return lambda: preferences.copy_letters(cast.player, address.pk, on=True)


def _ask_to_sign_in(cast: Cast) -> Callable[[], object]:
    sign_in_links.ask_to_sign_in(cast.player.email, "here")
    return lambda: sign_in_links.answer(LinkRequest.objects.get().pk)


def _be_ready(cast: Cast) -> Callable[[], object]:
    leagues.enrol(prepared_league(cast), cast.player)
    return lambda: checkin.ready(cast.player, None)


def _words_to_service(cast: Cast) -> Callable[[], object]:
    leagues.enrol(prepared_league(cast), cast.player)
    answered = OutboundLetter.objects.filter(player=cast.player).latest("pk").message_id
    to, sender = headers.bare_address(), cast.player.email
    top = f"From: {sender}\r\nTo: {to}\r\nSubject: hello\r\nMessage-ID: <1@client.example>\r\n"
    row = ingest.ingest(f"{top}In-Reply-To: {answered}\r\n\r\nready\r\nleave\r\n".encode(), to, sender)
    return lambda: ingest.read(row.pk)


def _order_without_a_seat(cast: Cast) -> Callable[[], object]:
    running_league(cast)
    return _read_by(cast.player.email, headers.bare_address())


def _order_for_an_ended_address(cast: Cast) -> Callable[[], object]:
    seat = only_table(running_league(cast)).seats.get(player=cast.player)
    to = address_of(newest(seat))
    seats.replace_by_stand_in(seat.pk, cast.organiser, "away")
    seats.give_back(seat.pk, cast.organiser, "there again")
    return _read_by(cast.player.email, to)


def _read_by(sender: str, to: str) -> Callable[[], object]:
    top = f"From: {sender}\r\nTo: {to}\r\nSubject: hello\r\nMessage-ID: <1@client.example>\r\n"
    row = ingest.ingest(f"{top}\r\n12\r\n".encode(), to, sender)
    return lambda: ingest.read(row.pk)


def _practise(cast: Cast) -> Callable[[], object]:
    return lambda: practice.begin(cast.player, "bruges")


def _sign_up(cast: Cast) -> Callable[[], object]:
    new = sign_in_links.Newcomer("dora@example.net", "Dora", "UTC", "en", "", address_keys.written_now())
    return lambda: sign_in_links.finish_sign_up(new, "Dora", "UTC", "en")


def _end_sign_in(cast: Cast) -> Callable[[], object]:
    return lambda: signed_in.end(cast.player, "none")


def _end_sign_ins(cast: Cast) -> Callable[[], object]:
    return lambda: signed_in.end_all(cast.player)


def _take_data(cast: Cast) -> Callable[[], object]:
    return lambda: takeouts.begin(cast.player)


HOLD = [
    (_ask_to_sign_in, "linkrequest, player"),
    (_be_away, "entry in order, player"),
    (_be_ready, "entry in order, player"),
    (_choose_for_league, "entry, player"),
    (_copy, "player, address"),
    (_die, "player"),
    (_end_sign_in, "player"),
    (_end_sign_ins, "player"),
    (
        _erase,
        "hold erasing, inboundletter in order, table in order, league in order, table, hold address, entry in "
        "order, player, inboundletter, outboundletter in order, allowance",
    ),
    (_hear, "table in order, player, outboundletter in order"),
    (_order_for_an_ended_address, "inboundletter, inboundletter, hold copies of a mail"),
    (_order_without_a_seat, "inboundletter, inboundletter, hold copies of a mail, table, hold asked about"),
    (_practise, "player"),
    (_remove_address, "player, address, allowance"),
    (_rename, "player"),
    (_rename_in_league, "league in order, player"),
    (_renew, "table in order, player, outboundletter in order"),
    (_several_words, "league in order, entry in order, player"),
    (_sign_up, "hold address"),
    (_take_data, "player"),
    (_verify_address, "hold address, address, allowance"),
    (
        _words_to_service,
        "inboundletter, inboundletter, hold copies of a mail, league in order, entry in order, player, league, entry",
    ),
]


@pytest.mark.parametrize(("act", "rows"), HOLD, ids=[act.__name__.strip("_") for act, _ in HOLD])
def test_what_a_person_does_holds_the_rows_that_it_decides_by(cast: Cast, act: Act, rows: str) -> None:
    assert held_by(act(cast)) == rows
