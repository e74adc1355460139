"""The words of a browser on itself at a sign-in, made coarse: two names and a network. Asks nobody else."""

from __future__ import annotations

import ipaddress
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from tournaments.pages.places import origin
from tournaments.pages.sessions import ABOUT

# Marks of a User-Agent, in the order in which they decide: most browsers name those that they descend from, too.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi", "Vivaldi"),
    ("SamsungBrowser", "Samsung Internet"),
    ("DuckDuckGo", "DuckDuckGo"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chromium", "Chromium"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Macintosh", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
    ("BSD", "BSD"),
)
NETWORKS = {4: 24, 6: 48}  # bits of an address that are kept


def named(agent: str, marks: tuple[tuple[str, str], ...]) -> str:
    """The browser's name by the first mark found in a User-Agent; "" for none."""
    return next((name for mark, name in marks if mark in agent), "")


def network(origin: str) -> str:
    """The network of an IP address as a person reads it: "203.0.113.*", "2001:db8:7::*"; "" for what is no address."""
    try:
        address = ipaddress.ip_address(origin.strip().strip("[]").partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    around = ipaddress.ip_network((address, NETWORKS[address.version]), strict=False)
    first = str(around.network_address)
    return f"{first.rpartition('.')[0]}.*" if address.version == 4 else f"{first}*"


@receiver(user_logged_in, dispatch_uid="sign-ins")
def remember(sender: object, request: HttpRequest, **_: Any) -> None:
    """Put into the new session what its row will say."""
    agent = request.META.get("HTTP_USER_AGENT", "")[:1_000]
    request.session[ABOUT] = {
        "at": timezone.now().isoformat(),
        "browser": named(agent, BROWSERS),
        "system": named(agent, SYSTEMS),
        "place": network(origin(request)),
    }
