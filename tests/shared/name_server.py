"""A real name server for domains that do not exist: answers over UDP what it was given, in the form of RFC 1035."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.name
import dns.rcode
import dns.rdata
import dns.rdataclass
import dns.rdatatype
import dns.reversename
import dns.rrset
import dns.zonefile
from dns.rdtypes.ANY.TXT import TXT

CHUNK = 255  # bytes of one string in a TXT record
TTL = 60  # seconds
MOST_ALIASES = 8

Key = tuple[dns.name.Name, dns.rdatatype.RdataType]


class Names:
    """The records of the server, which may change while it answers.

    silent  it takes questions and says nothing
    broken  names of which it says that it cannot find out (SERVFAIL)
    asked   the questions that came
    """

    def __init__(self) -> None:
        self.records: dict[Key, list[dns.rdata.Rdata]] = {}
        self.silent = False
        self.broken: set[dns.name.Name] = set()
        self.asked: list[Key] = []

    def put(self, name: str, kind: str, *values: str) -> None:
        """Have these values, and no others, of that name and type: as in a zone file, a TXT as its plain text."""
        number = dns.rdatatype.from_text(kind)
        self.records[_name(name), number] = [_record(number, value) for value in values]

    def publish(self, text: str) -> None:
        """Take over the lines of a zone file, each in the place of what that name had of its type; SyntaxError."""
        for found in dns.zonefile.read_rrsets(text, rdclass=None, default_ttl=TTL):
            self.records[found.name, found.rdtype] = list(found)

    def without(self, name: str, kind: str) -> None:
        self.records.pop((_name(name), dns.rdatatype.from_text(kind)), None)

    def fail_at(self, name: str) -> None:
        self.broken.add(_name(name))

    def answer(self, question: bytes) -> bytes:
        """The reply to one question."""
        asked = dns.message.from_wire(question)
        (wanted,) = asked.question
        self.asked.append((wanted.name, wanted.rdtype))
        reply = dns.message.make_response(asked, recursion_available=True)
        reply.flags |= dns.flags.AA
        if wanted.name in self.broken:
            reply.set_rcode(dns.rcode.SERVFAIL)
            return reply.to_wire()
        if not any(owner.is_subdomain(wanted.name) for owner, _ in self.records):
            reply.set_rcode(dns.rcode.NXDOMAIN)
        reply.answer = list(self._found(wanted.name, wanted.rdtype))
        return reply.to_wire(max_size=65535)

    def _found(self, name: dns.name.Name, kind: dns.rdatatype.RdataType) -> Iterator[dns.rrset.RRset]:
        """The records of a name, and those of the name that it is another word for."""
        for _ in range(MOST_ALIASES):
            aliases = self.records.get((name, dns.rdatatype.CNAME), [])
            found = self.records.get((name, kind)) or aliases
            if found:
                yield dns.rrset.from_rdata_list(name, TTL, found)
            if not aliases or kind == dns.rdatatype.CNAME:
                return
            name = aliases[0].target  # type: ignore[attr-defined]


def _name(text: str) -> dns.name.Name:
    return dns.name.from_text(text.lower())


def _record(kind: dns.rdatatype.RdataType, value: str) -> dns.rdata.Rdata:
    if kind == dns.rdatatype.TXT:
        raw = value.encode()
        pieces: Iterable[bytes] = [raw[at : at + CHUNK] for at in range(0, len(raw), CHUNK)]
        return TXT(dns.rdataclass.IN, kind, pieces)
    return dns.rdata.from_text(dns.rdataclass.IN, kind, value, origin=dns.name.root, relativize=False)


class _Question(socketserver.BaseRequestHandler):
    names: Names

    def handle(self) -> None:
        question, line = self.request
        if not self.names.silent:
            line.sendto(self.names.answer(question), self.client_address)


class _Server(socketserver.ThreadingUDPServer):
    daemon_threads = True
    max_packet_size = 65535


@contextmanager
def answering(host: str, port: int = 53) -> Iterator[tuple[Names, int]]:
    """What the server at that address knows, and its port: 0 takes a free one."""
    names = Names()
    handler = type("Question", (_Question,), {"names": names})
    with _Server((host, port), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield names, server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


def under_reversed(address: str) -> str:
    """The name whose record holds the name of an address."""
    return str(dns.reversename.from_address(address))
