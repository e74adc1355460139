"""A key of every kind that the service makes, as it makes them."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.core import signing
from sesame.utils import get_query_string

from tests.shared.cast import Cast, prepared_league
from tournaments.actions.exchange import keys
from tournaments.actions.league import invitations, organisers
from tournaments.actions.observing import asking
from tournaments.actions.player import address_keys, addresses, sign_in_links
from tournaments.actions.seats import offers
from tournaments.keys import address, taps
from tournaments.keys.taps import Tap
from tournaments.letters import headers
from tournaments.models import Invitation, League, Observer, Seat
from tournaments.queries import calendars

# Whatever makes keys, and the keys of `every_kind` that it makes.
MAKERS = {
    "tournaments/actions/player/addresses.py": {"address"},
    "tournaments/actions/player/sign_in_links.py": {"sign-up", "sesame"},
    "tournaments/actions/player/strangers.py": {"invitation", "link", "offer", "organise"},
    "tournaments/queries/calendars.py": {"calendar"},
    "tournaments/keys/address.py": {"token", "probe", "trip"},
    "tournaments/keys/taps.py": {"tap"},
    "tournaments/keys/programs.py": {"api"},
    "tournaments/actions/observing/asking.py": {"observe"},
    "tournaments/letters/headers.py": {"unsubscribe", "unobserve"},
}


def every_kind(cast: Cast) -> dict[str, str]:
    """A key of every sort, as the service makes it; the text that must not be found of each."""
    league = prepared_league(cast, access=League.Access.LINK)
    row = Invitation.objects.create(league=league, email="new@example.net")
    unsubscribe = headers.unsubscribe_key(cast.player, league)
    return {
        "invitation": invitations.address(row).rstrip("/").rpartition("/")[2],
        "offer": signing.dumps([1, "new@example.net"], salt=offers.SALT),
        "organise": signing.dumps([1, cast.player.pk], salt=organisers.SALT),
        "link": invitations.link(league).rstrip("/").rpartition("/")[2],
        "unsubscribe": unsubscribe,
        "unobserve": headers.observing_key(Observer(pk=7, table_id=3)),
        "observe": asking.page("new@example.net", 3, "en").rstrip("/").rpartition("/")[2],
        "calendar": calendars.address(cast.player).rpartition("/")[2].removesuffix(".ics"),
        "address": signing.dumps([1, 2, "a@b.example"], salt=addresses.VERIFY_SALT),
        "sign-up": signing.dumps(
            ["new@example.net", "N", "UTC", "en", "", address_keys.written_now()],
            salt=sign_in_links.SIGN_UP_SALT,
            compress=True,
        ),
        "sesame": get_query_string(cast.player).removeprefix("?sesame="),
        "token": headers.token_of(Seat(pk=7), 3),
        "probe": address.make_probe(7, settings.MAIL_KEYS),
        "tap": taps.key(Tap(7, 3, 0, 0, 5, 9, date(2030, 1, 1), "recruit prince in red"), settings.MAIL_KEYS),
        "api": keys.make(cast.organiser),
        "trip": address.make_round_trip(7, settings.MAIL_KEYS),
    }
