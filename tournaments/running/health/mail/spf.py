"""SPF records (RFC 7208): whether one is sound, and whether it lets an address send. As much as a sender needs to know.

Macros are not expanded: what depends on them is told as not known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import ip_network

from tournaments.running.health.mail.names import Address, Names

MOST_LOOKUPS = 10  # RFC 7208, 4.6.4: above, hosts treat the record as broken
MOST_FOLLOWED = 40  # look-ups after which counting ends
TERM = re.compile(r"([+\-~?]?)([a-z0-9]+)(?::([^/\s]+))?((?:/\d+)?(?://\d+)?)", re.IGNORECASE)
MODIFIER = re.compile(r"([a-z][a-z0-9_.-]*)=(\S*)", re.IGNORECASE)
RESULTS = {"": "pass", "+": "pass", "-": "fail", "~": "softfail", "?": "neutral"}
ASKING = ("a", "mx", "include", "exists", "ptr")  # mechanisms that cost a look-up
NOT_KNOWN = "not known"


class Missing(Exception):
    """The domain has no SPF record."""


class Broken(Exception):
    """Hosts treat the record as broken (permerror). The message says what is wrong with it."""


@dataclass(slots=True)
class Walk:
    """One address judged by the records of a domain, with how many look-ups all of them need together."""

    names: Names
    address: Address | None
    lookups: int = 0
    seen: set[str] = field(default_factory=set)

    def result(self, domain: str) -> str:
        """The verdict of a domain on the address: the word of its first mechanism that fits, "neutral" for none.

        All mechanisms are looked at, also those behind it: others' addresses get that far.
        """
        terms = record_of(self.names, domain).split()[1:]
        found, redirect, has_all = "", "", False
        for term in terms:
            if modifier := MODIFIER.fullmatch(term):
                redirect = modifier[2] if modifier[1].lower() == "redirect" else redirect
                continue
            parts = TERM.fullmatch(term)
            if parts is None:
                raise Broken(f"{domain} has an SPF record with {term!r}, which is no part of one")
            has_all = has_all or parts[2].lower() == "all"
            judged = self._judged(parts, domain)
            found = found or judged
        if redirect and not has_all:
            self._count(domain)
            elsewhere = NOT_KNOWN if "%" in redirect else self._of_another(redirect, domain)
            found = found or elsewhere
        return found or "neutral"

    def _judged(self, parts: re.Match[str], domain: str) -> str:
        """The result of a mechanism, "" where it does not fit."""
        sign, kind, target, size = parts[1], parts[2].lower(), parts[3] or "", parts[4]
        if kind in ASKING:
            self._count(domain)
        if "%" in target:
            return NOT_KNOWN
        fits = self._fits(kind, target or domain, size, domain)
        return RESULTS[sign] if fits else ""

    def _fits(self, kind: str, target: str, size: str, domain: str) -> bool:
        match kind:
            case "all":
                return True
            case "ip4" | "ip6":
                return self._is_in(target, size, domain)
            case "a":
                return self._is_one_of(self.names.addresses(target), size)
            case "mx":
                hosts = self.names.exchanges(target)
                return any(self._is_one_of(self.names.addresses(one.host), size) for one in hosts if one.host)
            case "include":
                return self._of_another(target, domain) == "pass"
            case "exists":
                return bool(self.names.addresses(target))
            case "ptr":  # not to be used any more, and slow: who relies on it is told by others' hosts
                return False
        raise Broken(f"{domain} has an SPF record with the unknown mechanism {kind!r}")

    def _of_another(self, target: str, domain: str) -> str:
        if target.lower() in self.seen:
            return "neutral"
        self.seen.add(target.lower())
        try:
            return self.result(target)
        except Missing:
            raise Broken(f"the SPF record of {domain} refers to {target}, which has none") from None

    def _count(self, domain: str) -> None:
        self.lookups += 1
        if self.lookups > MOST_FOLLOWED:
            raise Broken(f"the SPF record of {domain} needs more than {MOST_FOLLOWED} look-ups")

    def _is_in(self, target: str, size: str, domain: str) -> bool:
        try:
            network = ip_network(f"{target}{size}", strict=False)
        except ValueError:
            raise Broken(f"{domain} has an SPF record with {target}{size}, which is no network") from None
        return self.address is not None and self.address.version == network.version and self.address in network

    def _is_one_of(self, found: list[Address], size: str) -> bool:
        if self.address is None:
            return False
        four, _, six = size.partition("//")
        bits = four.removeprefix("/") if self.address.version == 4 else six
        return any(
            self.address in ip_network(f"{one}/{bits}" if bits else str(one), strict=False)
            for one in found
            if one.version == self.address.version
        )


def record_of(names: Names, domain: str) -> str:
    """The SPF record of a domain. Missing without one, Broken with several."""
    found = [text for text in names.texts(domain) if text.lower() == "v=spf1" or text.lower().startswith("v=spf1 ")]
    if not found:
        raise Missing(domain)
    if len(found) > 1:
        raise Broken(f"{domain} has {len(found)} SPF records, and may have one")
    return found[0]


def judge(names: Names, domain: str, address: Address | None) -> tuple[str, int]:
    """(the result for an address, None for nobody's; how many look-ups the record needs). Missing, Broken."""
    walk = Walk(names, address)
    result = walk.result(domain)
    if walk.lookups > MOST_LOOKUPS:
        raise Broken(f"the SPF record of {domain} needs {walk.lookups} look-ups, and may need {MOST_LOOKUPS}")
    return result, walk.lookups
