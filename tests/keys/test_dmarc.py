"""What a trusted host says about DMARC, in headers into which a sender has written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shared import pace
from tournaments.keys import dmarc

HOST = "mx.example.org"


def verdict(*lines: str, sender: str = "anna@b.example") -> str:
    return dmarc.verdict("\n".join(lines), {HOST}, sender)


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ("spf=pass smtp.mailfrom=a@b.example; dmarc=pass header.from=b.example", "pass"),
        ("dmarc=fail (p=REJECT sp=NONE) header.from=b.example", "fail"),
        ("dkim=pass (2048-bit key; unprotected) header.d=b.example; dmarc = temperror", "temperror"),
        ("DMARC/1=Fail header.from=b.example", "fail"),
        ("spf=none", "none"),
        ("none", "none"),
    ],
)
def test_the_result_of_a_trusted_host_is_read(results: str, expected: str) -> None:
    assert verdict(f"{HOST}; {results}") == expected
    assert verdict(f"{HOST} 1; {results}") == expected
    assert verdict(f"{HOST.upper()} (our own); {results}") == expected


@pytest.mark.parametrize(
    "sender",
    [
        "dmarc=pass@evil.example",
        '"dmarc=pass; dmarc=pass"@evil.example',
        "x;dmarc=pass@evil.example",
        "x; dmarc=pass ; y@evil.example",
        '"@evil.example',
        "a(b@evil.example",
        "a(b(c)@evil.example",
        "a)b@evil.example",
        r"a\(b@evil.example",
    ],
)
def test_nothing_that_stands_in_the_envelope_sender_hides_a_fail(sender: str) -> None:
    assert verdict(f"{HOST}; spf=pass smtp.mailfrom={sender}; dmarc=fail header.from=b.example") == "fail"
    assert verdict(f"{HOST}; spf=pass (says {sender} may) smtp.mailfrom={sender}; dmarc=fail (p=none)") == "fail"
    assert verdict(f"{HOST}; dmarc=fail (p=none) header.from=b.example; spf=pass smtp.mailfrom={sender}") == "fail"


@pytest.mark.parametrize("sender", ["dmarc=pass@evil.example", '"x; dmarc=pass"@evil.example', "x;dmarc=pass@evil"])
def test_a_pass_in_the_envelope_sender_is_no_pass(sender: str) -> None:
    assert verdict(f"{HOST}; spf=pass smtp.mailfrom={sender}") == "none"
    assert verdict(f"{HOST}; spf=pass (from {sender} ; dmarc=pass ) smtp.mailfrom=y") == "none"


def test_only_the_newest_header_of_a_trusted_host_can_say_pass() -> None:
    passed = f"{HOST}; dmarc=pass header.from=b.example"
    assert verdict("evil.example; dmarc=pass", f"{HOST}; spf=pass", passed) == "none"
    assert verdict("evil.example; dmarc=fail", passed) == "pass"


def test_a_fail_in_a_header_of_its_own_counts() -> None:
    assert verdict(f"{HOST}; spf=pass", f"{HOST}; dmarc=fail header.from=b.example") == "fail"


def test_where_nobody_is_trusted_nobody_says_anything() -> None:
    assert dmarc.verdict(f"{HOST}; dmarc=fail", set(), "anna@b.example") == "none"
    assert verdict("") == verdict(";") == verdict(f"{HOST}.evil.example; dmarc=pass") == "none"


# --- of which domain it is said ------------------------------------------------------------------

HOSTS = {
    "OpenDMARC": "dmarc=pass (p=none dis=none) header.from=b.example",
    "Google": "dkim=pass header.i=@b.example header.s=s1 header.b=Xy; spf=pass (google.com: domain of a@c.example "
    "designates 192.0.2.1 as permitted sender) smtp.mailfrom=a@c.example; dmarc=pass (p=NONE sp=NONE dis=NONE) "
    "header.from=b.example",
    "Google, forwarded": "dkim=pass header.i=@b.example; arc=pass (i=1 spf=pass spfdomain=c.example dkim=pass "
    "dkdomain=b.example dmarc=pass fromdomain=b.example); dmarc=pass (p=REJECT) header.from=b.example",
    "Amazon": "spf=pass (spfCheck: ok) client-ip=192.0.2.1; dkim=pass header.i=@b.example; dmarc=pass "
    "header.from=b.example;",
    "Yahoo": "dkim=pass header.i=@b.example header.s=s1; spf=pass smtp.mailfrom=b.example; "
    "dmarc=pass(p=REJECT) header.from=b.example;",
    "Rspamd": "dkim=pass header.d=b.example header.s=s1; dmarc=pass (policy=none) header.from=b.example; "
    "spf=pass smtp.mailfrom=a@b.example",
    "Fastmail": "dmarc=pass policy.published-domain-policy=none policy.applied-disposition=none "
    "policy.evaluated-disposition=none (p=none,d=none,d.eval=none) policy.policy-from=p header.from=b.example;",
    "Exim": "iprev=pass; spf=pass smtp.mailfrom=b.example; dmarc=pass header.from=b.example",
    "quoted, upper case, with blanks": 'DMARC/1 = PASS (x; y) header . from = "B.Example"',
    "the whole address": "dmarc=pass header.from=anna@b.example",
    "said twice": "dmarc=pass header.from=b.example; dmarc=pass header.from=b.example",
}


@pytest.mark.parametrize("results", HOSTS.values(), ids=HOSTS)
def test_a_pass_for_the_senders_own_domain_counts_as_hosts_write_it(results: str) -> None:
    assert verdict(f"{HOST}; {results}") == "pass"
    assert verdict(f"{HOST}; {results}", sender="anna@a.b.example") == "fail"
    assert verdict(f"{HOST}; {results}", sender="anna@example") == "fail"
    assert verdict(f"{HOST}; {results}", sender="") == "fail"


@pytest.mark.parametrize(
    "results",
    [
        "dmarc=pass header.from=evil.example",
        'dmarc=pass header.from="evil.example"',
        "dmarc=pass header.from=b.example@evil.example",
        "dmarc=pass header.from=b.example.evil.example",
        "dmarc=pass header.from=notb.example",
        "dmarc=pass header.from=b.example.",
        "dmarc=pass header.from=",
        "dmarc=pass header.from=(b.example)",
        "dmarc=pass header.from=b.example header.from=evil.example",
        "dmarc=pass header.from=evil.example header.from=b.example",
        "dmarc=pass header.from=b.example; dmarc=pass header.from=evil.example",
        "dmarc=pass header.from=evil.example; dmarc=pass header.from=b.example",
        "dmarc=pass header.from=b.example (header.from=evil.example)",
        "dmarc=none header.from=evil.example",
        "spf=pass smtp.mailfrom=x; dmarc=pass header.from=b.example ; y@c.example; dmarc=pass header.from=evil.example",
        'spf=pass smtp.mailfrom="x@c.example; dmarc=pass header.from=evil.example; iprev=pass smtp.helo=y"z',
        "spf=pass smtp.mailfrom=(x@c.example; dmarc=pass (p=none; x) header.from=evil.example; x=y smtp.helo=z)z",
        'spf=pass smtp.mailfrom=header.from="x@c.example; dmarc=pass header.from=evil.example; x-y=z smtp.helo=y"z',
        "dmarc=pass header.from=b\u0435.example",
        "dmarc=reject header.from=b.example",
        "dmarc=pass header.from=b.example; dmarc=quarantine header.from=b.example",
    ],
)
def test_what_is_said_of_another_domain_is_a_fail(results: str) -> None:
    assert verdict(f"{HOST}; {results}") == "fail"
    assert verdict(f"{HOST}; spf=pass", f"{HOST}; {results}") == "fail"


@pytest.mark.parametrize(
    "results",
    [
        "dmarc=pass",
        "dmarc=pass (p=none) policy.from=b.example",
        "dmarc=pass (header.from=b.example)",
        'dmarc=pass reason="header.from=b.example"',
        "dmarc=pass x-header.from=b.example",
        "dmarc=pass; spf=pass header.from=b.example",
        "dkim-adsp=pass header.from=anna@b.example; dmarc=pass",
        "dmarc=pass header.from=b.example; dmarc=none header.from=b.example",
        "dmarc=pass header.from=b.example; dmarc=pass",
    ],
)
def test_a_pass_that_does_not_say_of_which_domain_is_none(results: str) -> None:
    assert verdict(f"{HOST}; {results}") == "none"


def test_domains_are_compared_in_one_spelling() -> None:
    sender = "anna@xn--mller-kva.example"
    for written in ("müller.example", "xn--mller-kva.example", "XN--Mller-KVA.Example", "MU\u0308LLER.example"):
        assert verdict(f"{HOST}; dmarc=pass header.from={written}", sender=sender) == "pass"
    for written in ("mu\u0338ller.example", "muller.example", "mueller.example"):
        assert verdict(f"{HOST}; dmarc=pass header.from={written}", sender=sender) == "fail"
    assert verdict(f"{HOST}; dmarc=pass header.from=strasse.example", sender="a@xn--strae-oqa.example") == "fail"


@pytest.mark.parametrize(
    "begin",
    ["{}.evil.example;", "evil.example {};", "{} evil.example;", "evil.example ({});", "({}) evil.example;", "({});",
     "x{};", "{}/1;", '"{} x";', ";{};", '"{}";', "(a) {};", "(a){};", "()\t{};", "\x0b{};"],
)  # fmt: skip
def test_only_the_whole_name_of_a_trusted_host_is_believed(begin: str) -> None:
    assert verdict(f"{begin.format(HOST)} dmarc=pass header.from=b.example") == "none"


@given(st.text(alphabet='dmarc=pshe.fo;"\\() b@x\t', max_size=200))
def test_nothing_that_a_sender_writes_in_front_makes_a_pass_of_another_domain_s(text: str) -> None:
    line = f"{HOST}; spf=pass smtp.mailfrom={text}; dmarc=pass (p=none; x) header.from=evil.example; x=y z={text}"
    assert verdict(line) == "fail"
    assert verdict(line.replace("pass (", "fail (")) == "fail"


def test_a_very_long_header_is_read_at_once() -> None:
    pieces = ("dmarc=pass ", "(dmarc=", "header.from=", 'header.from="', "header . from = ", '"\\', "((", "; dmarc=")
    lines = [f"{HOST}; {piece * (60_000 // len(piece))}" for piece in pieces]
    assert pace.seconds(lambda: [verdict(line) for line in lines], runs=1) < 4


@pytest.mark.parametrize("begin", ["{};", "{} 1;", "{} (amavisd-new);", "{}(x);", " {} ;"])
def test_a_version_and_a_comment_may_stand_behind_the_name_of_a_host(begin: str) -> None:
    assert verdict(f"{begin.format(HOST)} dmarc=pass header.from=b.example") == "pass"
