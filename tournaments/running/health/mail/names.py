"""Questions to the domain name system, each answered within seconds. Says what is found there, judges nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, cast

import dns.exception
import dns.name
import dns.resolver
import dns.reversename
from django.conf import settings

WAIT, EACH = 4.0, 2.0  # seconds for an answer, and for one try of one server
CONFIGURATION = "/etc/resolv.conf"

Address = IPv4Address | IPv6Address


class NoAnswer(Exception):
    """The name servers did not answer a question. The message says which, and why."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A host that takes letters for a domain (MX); of several the lowest preference is tried first."""

    preference: int
    host: str


@dataclass(frozen=True, slots=True)
class Names:
    """The name servers that are asked. Each method raises NoAnswer; what does not exist is empty."""

    resolver: dns.resolver.Resolver

    @classmethod
    def configured(cls) -> Names:
        """The server of NAME_SERVER, else those that this machine asks. NoAnswer where it names none."""
        if settings.NAME_SERVER:
            return cls.at(*settings.NAME_SERVER)
        try:
            return cls._bounded(dns.resolver.Resolver(CONFIGURATION))
        except dns.resolver.NoResolverConfiguration:
            raise NoAnswer(f"{CONFIGURATION} names no name server") from None

    @classmethod
    def at(cls, host: str, port: int) -> Names:
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers, resolver.port = [host], port
        return cls._bounded(resolver)

    @classmethod
    def _bounded(cls, resolver: dns.resolver.Resolver) -> Names:
        resolver.lifetime, resolver.timeout = WAIT, EACH
        resolver.cache = dns.resolver.LRUCache()
        return cls(resolver)

    @property
    def servers(self) -> str:
        """The name servers that it asks, for people."""
        return " and ".join(map(str, self.resolver.nameservers))

    def exists(self, name: str) -> bool:
        """Whether there is such a name, with whatever records."""
        with self._asking(name):
            try:
                self.resolver.resolve(_name(name), "SOA", raise_on_no_answer=False)
            except dns.resolver.NXDOMAIN:
                return False
        return True

    def texts(self, name: str) -> list[str]:
        """The TXT records of a name, each in one piece."""
        return [b"".join(found.strings).decode("utf-8", "replace") for found in self._found(name, "TXT")]

    def addresses(self, name: str) -> list[Address]:
        """IPv4 addresses first."""
        return [ip_address(found.address) for kind in ("A", "AAAA") for found in self._found(name, kind)]

    def exchanges(self, name: str) -> list[Exchange]:
        """The hosts that take letters for a domain, the first to be tried first; host "" says: none at all."""
        found = [Exchange(int(one.preference), _text(one.exchange)) for one in self._found(name, "MX")]
        return sorted(found, key=lambda one: one.preference)

    def names_of(self, address: Address) -> list[str]:
        """The names that an address leads back to (PTR)."""
        return [_text(found.target) for found in self._found(dns.reversename.from_address(str(address)), "PTR")]

    def alias(self, name: str) -> str:
        """The name that this one is another word for (CNAME), "" for none."""
        return next((_text(found.target) for found in self._found(name, "CNAME")), "")

    def _found(self, name: str | dns.name.Name, kind: str) -> list[Any]:
        with self._asking(name):
            try:
                return list(self.resolver.resolve(_name(name), kind, raise_on_no_answer=False).rrset or ())
            except (dns.resolver.NXDOMAIN, dns.name.LabelTooLong, dns.name.NameTooLong, dns.name.EmptyLabel):
                return []

    @contextmanager
    def _asking(self, name: str | dns.name.Name) -> Iterator[None]:
        try:
            yield
        except dns.exception.Timeout:
            raise NoAnswer(f"{self.servers} did not answer within {WAIT:.0f} seconds, asked for {name}") from None
        except dns.resolver.NoNameservers:
            raise NoAnswer(f"{self.servers} could not find out about {name}") from None
        except (dns.exception.DNSException, OSError) as error:
            raise NoAnswer(f"{self.servers}, asked for {name}: {type(error).__name__}") from None


def _name(name: str | dns.name.Name) -> dns.name.Name:
    return name if isinstance(name, dns.name.Name) else dns.name.from_text(name)


def _text(name: Any) -> str:
    return cast(str, name.to_text(omit_final_dot=True)).lower().removesuffix(".")
