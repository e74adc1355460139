"""The limits on one client, and on all together, at the listener. Counts in memory, in one process; no socket.

A client is an IPv4 address or an IPv6 /64, which is what one subscriber has. Places that are trusted (our own mail
host, which brings everybody's letters from one address) are neither counted nor limited.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address, ip_network
from time import monotonic

Network = IPv4Network | IPv6Network
MINUTE = 60.0  # seconds


@dataclass(frozen=True, slots=True)
class Limits:
    """The usual amounts for a mail host that brings letters, with much to spare.

    connections  open at a time of all clients, and of_client  of one
    arrivals     connections of one client in a minute
    letters      recipients of one client in a minute: each is a letter
    idle         seconds without a command, or for one whole letter
    session      seconds that a connection may last
    commands     of a kind in a session
    errors       refused commands in a session
    """

    connections: int = 200
    of_client: int = 10
    arrivals: int = 30
    letters: int = 120
    idle: float = 120
    session: float = 900
    commands: int = 100
    errors: int = 20


@dataclass(slots=True)
class Crowd:
    """Everybody who is connected to one listener."""

    limits: Limits = field(default_factory=Limits)
    trusted: Sequence[Network] = ()
    present: Counter[str] = field(default_factory=Counter)
    lately: Counter[tuple[str, str]] = field(default_factory=Counter)
    since: float = field(default_factory=monotonic)

    def client(self, host: str) -> str:
        """The name under which a host is counted; "" where it is trusted."""
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            return host or "unknown"
        mapped = getattr(address, "ipv4_mapped", None)
        address = mapped or address
        if any(address in network for network in self.trusted if network.version == address.version):
            return ""
        return str(address if isinstance(address, IPv4Address) else ip_network((address, 64), strict=False))

    def come(self, client: str) -> str:
        """Count a connection; return why it is refused, "" if it is not."""
        if not client:
            return ""
        if self.present.total() >= self.limits.connections:
            return "421 4.3.2 Too many connections, try again later"
        if self.present[client] >= self.limits.of_client or not self.may(client, "arrivals", self.limits.arrivals):
            return "421 4.7.0 Too many connections from you, try again later"
        self.present[client] += 1
        return ""

    def go(self, client: str) -> None:
        """Count off a connection that has ended."""
        self.present[client] -= 1
        if self.present[client] <= 0:
            del self.present[client]

    def may(self, client: str, what: str, most: int) -> bool:
        """Count one; whether it is among the first `most` of this minute."""
        if not client:
            return True
        if monotonic() - self.since >= MINUTE:
            self.lately.clear()
            self.since = monotonic()
        self.lately[client, what] += 1
        return self.lately[client, what] <= most
