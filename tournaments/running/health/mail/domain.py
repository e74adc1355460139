"""The way to ask checks of the mail domain: with this installation's name servers, and without a DNS that answers."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.running.health.finding import Findings, not_here, of_others, warn
from tournaments.running.health.mail import records
from tournaments.running.health.mail.names import Names, NoAnswer
from tournaments.running.health.mail.place import Place, Way, configured

Look = Callable[[Names, Place], Findings]
MADE_UP = "the demonstration's mail stays on this machine"


def name_servers() -> Findings:
    """Whether the name servers that this installation asks answer."""
    place = configured()
    if place.way == Way.DEMONSTRATION:
        yield not_here(MADE_UP)
    else:
        yield from map(of_others, records.name_servers(place.domain))


def asked_here(look: Look) -> Callable[[], Findings]:
    """The check of this installation; what the DNS does not answer is a warning."""

    def check() -> Findings:
        place = configured()
        if place.way == Way.DEMONSTRATION:
            yield not_here(MADE_UP)
            return
        try:
            yield from look(Names.configured(), place)
        except NoAnswer as silent:
            yield warn(f"the DNS did not answer ({silent})", "ask again in some minutes; it may be a server of others")

    return check


def asked(look: Look) -> Callable[[], Findings]:
    """The same for findings about the DNS, marked as up to other machines."""
    check = asked_here(look)
    return lambda: map(of_others, check())
