"""The origin of a request: the address of the visitor, and the place that it is counted for."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest

ONE_HOME = 64  # bits of an IPv6 address that are one customer's network
# Networks whose last 32 bits are an IPv4 address: of translators that many visitors share (RFC 6052, RFC 2765).
TRANSLATED = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "::ffff:0:0:0/96")))


def origin(request: HttpRequest) -> str:
    """The address that the request came from: the peer's, or what our own proxy in front of us says it is.

    A proxy appends to X-Forwarded-For whom it talks to: the last address is its own word, what comes before it is
    the visitor's and may be anything.
    """
    behind_proxy = settings.SECURE_PROXY_SSL_HEADER is not None
    forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() if behind_proxy else ""
    return forwarded or request.META.get("REMOTE_ADDR", "")


def place(request: HttpRequest) -> str:
    """The place that a request counts for: an IPv4 address, the /64 network of an IPv6 one; "" without an address."""
    return place_of(origin(request))


def place_of(address: str) -> str:
    try:
        found = ipaddress.ip_address(_bare(address))
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour or _translated(found)
        return str(inside or ipaddress.IPv6Network((int(found), ONE_HOME), strict=False))
    return str(found)


def _translated(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    is_translated = any(address in network for network in TRANSLATED)
    return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if is_translated else None


def _bare(address: str) -> str:
    """The address without the port that some proxies write behind it, brackets and the name of a network card."""
    if address.startswith("["):
        address = address[1:].partition("]")[0]
    elif address.count(":") == 1:
        address = address.partition(":")[0]
    return address.partition("%")[0].strip()
