"""What a trusted host says about DMARC, in headers into which a sender has written."""

from __future__ import annotations

import pytest

from tournaments.mail import dmarc

HOST = "mx.example.org"


def verdict(*lines: str) -> str:
    return dmarc.verdict("\n".join(lines), {HOST})


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
    assert verdict("evil.example; dmarc=pass", f"{HOST}; spf=pass", f"{HOST}; dmarc=pass") == "none"
    assert verdict("evil.example; dmarc=fail", f"{HOST}; dmarc=pass") == "pass"


def test_a_fail_in_a_header_of_its_own_counts() -> None:
    assert verdict(f"{HOST}; spf=pass", f"{HOST}; dmarc=fail header.from=b.example") == "fail"


def test_where_nobody_is_trusted_nobody_says_anything() -> None:
    assert dmarc.verdict(f"{HOST}; dmarc=fail", set()) == "none"
    assert verdict("") == verdict(";") == verdict(f"{HOST}.evil.example; dmarc=pass") == "none"
