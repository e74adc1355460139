"""The pages that a page leads on to because an address, a cookie or a letter's key says so: of this site alone."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme

LONGEST = 1_000
DROPPED = re.compile(r"[\0- \x7f]")  # signs that browsers leave out of an address: behind them it is another one


def own_page(target: str) -> str:
    """The target if it is the path of a page of this site, "" if it is anything else.

    A word without a stroke before it is none: `redirect` takes it for the name of a view and fails where there is no
    such view, after all that the page was asked for has been done.
    """
    fits = target.startswith("/") and len(target) <= LONGEST and not DROPPED.search(target)
    return target if fits and url_has_allowed_host_and_scheme(target, allowed_hosts=None) else ""


def page_of(address: str) -> str:
    """The path in an address that a browser has sent, "" if that is no address."""
    try:
        return own_page(urlsplit(address).path)
    except ValueError:  # brackets around what is no number of a host
        return ""


def page_above(path: str) -> str:
    """The nearest page above a path, to which its form belongs: "/league/1/" of "/league/1/join/"."""
    above = path.rstrip("/").rpartition("/")[0] + "/"
    try:
        resolve(above)
    except Resolver404:
        return page_above(above) if above != "/" else above
    return above
