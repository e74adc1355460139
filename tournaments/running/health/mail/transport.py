"""Encryption on the way to the mail host: its certificate, and the policy that MTA-STS (RFC 8461) announces for it."""

from __future__ import annotations

import ssl
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPException, HTTPSConnection

from tournaments.keys.redaction import why
from tournaments.running.health import certificates
from tournaments.running.health.finding import Finding, Findings, fail, not_here, ok, warn
from tournaments.running.health.mail.dkim import tags_of
from tournaments.running.health.mail.names import Names
from tournaments.running.health.mail.place import Place, Way

RENEW = "renew it, then: systemctl reload postfix; smtpd_tls_cert_file in /etc/postfix/main.cf says which it is"
REAL = "put one of a public CA into smtpd_tls_cert_file and smtpd_tls_key_file of /etc/postfix/main.cf"
LARGEST = 64 * 1024  # bytes of a policy
LEAST_AGE = 86400  # seconds: below, senders forget the policy between two letters
PATH = "/.well-known/mta-sts.txt"


class Unfit(Exception):
    """The policy cannot be used. The message says why."""


# --- the mail door ---------------------------------------------------------------------------------------


def mail_door(names: Names, place: Place) -> Findings:
    """The certificate that the mail host on this machine shows to others, for the name that they know it by."""
    if place.way != Way.OWN:
        relay = "not looked at: SMTP_URL names another machine"
        others = "letters come in by another machine, which has a certificate of its own"
        yield not_here(relay if place.way == Way.RELAY else others)
        return
    host, port = place.door
    name = next((one.host for one in names.exchanges(place.domain) if one.host), place.domain)
    whose = f"the mail host {name}"
    try:
        yield certificates.judged(certificates.of(certificates.starttls(host, port, name)), whose, RENEW, REAL)
    except certificates.NoEncryption:
        yield warn(f"{whose} takes no letters encrypted", f"set smtpd_tls_security_level = may, and {REAL}")
    except ConnectionRefusedError:
        yield fail(f"nobody takes letters at {host}:{port}", "start the mail host: systemctl start postfix")
    except OSError as error:
        yield warn(f"the certificate of {whose} could not be seen ({why(error)})", "see the log of the mail host")


# --- MTA-STS ---------------------------------------------------------------------------------------------


def strict_transport(names: Names, place: Place) -> Findings:
    """MTA-STS: whether senders are told to encrypt, and whether what they are told lets them in."""
    owner, host = f"_mta-sts.{place.domain}", f"mta-sts.{place.domain}"
    found = [text for text in names.texts(owner) if text.startswith("v=STSv1")]
    if not found:
        words = f"{place.domain} has no MTA-STS policy: who sits between can keep letters from being encrypted"
        yield warn(
            words, f'set {owner}. IN TXT "v=STSv1; id=1" and serve https://{host}{PATH}; deploy/watching.md has it'
        )
        return
    if len(found) > 1 or not tags_of(found[0]).get("id"):
        yield fail(f"{owner} is no record that senders read", f'set {owner}. IN TXT "v=STSv1; id=1", once')
        return
    try:
        yield _judged(_policy(names, place, host), names, place)
    except Unfit as unfit:
        yield fail(f"the MTA-STS policy cannot be used: {unfit}", f"serve it at https://{host}{PATH}, or drop {owner}")


def _policy(names: Names, place: Place, host: str) -> dict[str, list[str]]:
    """Keys and values of the policy, fetched as senders do: from a host whose certificate is good. Unfit."""
    addresses = names.addresses(host)
    if not addresses:
        raise Unfit(f"{host} has no address")
    connect = certificates.https(str(addresses[0]), place.https, host)
    try:
        shown = certificates.of(connect)
        if shown.is_over:
            raise Unfit(f"the certificate of {host} has expired")
        if shown.distrust:
            raise Unfit(f"the certificate of {host} is not trusted ({shown.distrust})")
        status, kind, text = _fetched(connect, host)
    except (OSError, HTTPException) as error:
        raise Unfit(f"{host} does not answer ({why(error)})") from None
    if status != HTTPStatus.OK or not kind.startswith("text/plain"):
        raise Unfit(f"{host} answers {status} with {kind or 'nothing'}, and not 200 with text/plain")
    found: dict[str, list[str]] = {}
    for name, colon, value in (line.partition(":") for line in text.splitlines()):
        if colon:
            found.setdefault(name.strip(), []).append(value.strip())
    return found


def _fetched(connect: certificates.Connect, host: str) -> tuple[int, str, str]:
    with connect(ssl.create_default_context()) as tls, closing(HTTPSConnection(host)) as line:
        line.sock = tls
        line.request("GET", PATH)
        answer = line.getresponse()
        return answer.status, answer.headers.get("Content-Type", ""), answer.read(LARGEST).decode("utf-8", "replace")


def _judged(policy: dict[str, list[str]], names: Names, place: Place) -> Finding:
    mode, age = policy.get("mode", [""])[0], policy.get("max_age", [""])[0]
    if policy.get("version") != ["STSv1"] or mode not in ("enforce", "testing", "none") or not age.isdecimal():
        raise Unfit("it does not say version: STSv1, mode: and max_age:")
    if mode == "none":
        return warn(
            "the MTA-STS policy asks for nothing (mode: none)", "write mode: enforce, and another id= in the DNS"
        )
    patterns = [one.lower() for one in policy.get("mx", [])]
    hosts = [one.host for one in names.exchanges(place.domain)]
    left_out = [one for one in hosts if not any(_fits(one, pattern) for pattern in patterns)]
    if left_out:
        words = (
            f"the MTA-STS policy does not name {' and '.join(left_out)}, where the MX leads: senders keep their letters"
        )
        return (fail if mode == "enforce" else warn)(
            words, f"write mx: {left_out[0]} into it, and another id= in the DNS"
        )
    if mode == "testing":
        return warn("the MTA-STS policy is on trial (mode: testing)", "write mode: enforce, and another id= in the DNS")
    if int(age) < LEAST_AGE:
        return warn(f"the MTA-STS policy is forgotten after {age} seconds", "write max_age: 604800 or more")
    return ok(f"senders are told to encrypt (MTA-STS), for {age} seconds")


def _fits(host: str, pattern: str) -> bool:
    """Whether a name fits a pattern: the name itself, or with *. in place of its first label."""
    return host == pattern or (pattern.startswith("*.") and host.partition(".")[2] == pattern[2:])
