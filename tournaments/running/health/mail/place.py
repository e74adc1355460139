"""The ways of letters out and in here, which say what the records of the mail domain have to say."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import ip_address, ip_network

from django.conf import settings

from tournaments.running.health.mail.names import Address

SMTP, HTTPS = 25, 443  # ports
# Any address of the net does: nothing is sent, the system only says from where it would be.
SOMEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
# The list of deploy/installing/closing.sh, and the loopback: what leads nowhere from outside.
INSIDE = [
    ip_network(one)
    for one in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fe80::/10", "fc00::/7")
]


class Way(StrEnum):
    OWN = "own"  # a mail host on this machine
    RELAY = "relay"  # a mail host elsewhere, by SMTP; letters come in by the listener
    PROVIDER = "provider"
    MAILBOX = "mailbox"
    DEMONSTRATION = "demonstration"


@dataclass(frozen=True, slots=True)
class Place:
    """The facts that the records are compared with.

    domain     the part behind the @ of the reply addresses
    addresses  from which the mail host on this machine sends; empty where it is another's, or no way leads out
    host       host and port at which the mail host takes our letters
    door       host and port at which the mail host on this machine takes letters from the net
    https      the port at which senders fetch the policy of MTA-STS
    """

    domain: str
    way: Way
    addresses: tuple[Address, ...] = ()
    host: tuple[str, int] = ("127.0.0.1", SMTP)
    door: tuple[str, int] = ("127.0.0.1", SMTP)
    https: int = HTTPS


def configured() -> Place:
    """This installation."""
    way = _way()
    host = settings.EMAIL_HOST
    return Place(
        settings.MAIL_DOMAIN,
        way,
        sources() if way == Way.OWN else (),
        host=(host, settings.EMAIL_PORT),
        door=(host, SMTP),
    )


def _way() -> Way:
    if settings.DEMO:
        return Way.DEMONSTRATION
    if settings.MAIL_PROVIDER:
        return Way.PROVIDER
    if settings.IMAP:
        return Way.MAILBOX
    return Way.OWN if _is_beside_us(settings.EMAIL_HOST) else Way.RELAY


def _is_beside_us(host: str) -> bool:
    """Whether a host is this machine, or the one on which its containers run."""
    try:
        found = {ip_address(str(one[4][0])) for one in socket.getaddrinfo(host, None)}
    except (OSError, ValueError):
        return False
    return all(is_inside(one) or is_here(one) for one in found)


def is_inside(address: Address) -> bool:
    """Whether an address leads nowhere from outside."""
    return any(address in network for network in INSIDE)


def is_here(address: Address) -> bool:
    """Whether an address is one of this machine: another one cannot be listened at."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as line:
            line.bind((str(address), 0))
    except OSError:
        return False
    return True


def sources() -> tuple[Address, ...]:
    """The addresses from which this machine speaks to the net; of IPv6 only one that leads back from there."""
    found: list[Address] = []
    for family, somewhere in SOMEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as line:
                line.connect((somewhere, SMTP))
                address = ip_address(line.getsockname()[0].partition("%")[0])
        except OSError:
            continue
        if address.version == 4 or not is_inside(address):
            found.append(address)
    return tuple(found)
