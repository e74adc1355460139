"""What is said of the records of the mail domain, as a real name server tells them: right ones, and every fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from pytest_django import Settings

from tests.deploy.test_installing import bash
from tests.outbox import hosts
from tests.running.health.signing import DOMAIN, SELECTOR, make_key
from tests.shared.name_server import Names, under_reversed
from tournaments.running.health import registry
from tournaments.running.health.finding import Check, Finding, Findings, State
from tournaments.running.health.mail import domain, records, spf
from tournaments.running.health.mail import names as asked
from tournaments.running.health.mail.place import Place, Way

ADDRESS, ELSEWHERE = "192.0.2.1", "192.0.2.99"
OWN = Place(DOMAIN, Way.OWN, (ip_address(ADDRESS),), host=("127.0.0.1", 9))
Look = Callable[[asked.Names, Place], Findings]


def found(look: Look, place: Place = OWN) -> list[Finding]:
    return list(look(asked.Names.configured(), place))


def only(look: Look, place: Place = OWN) -> Finding:
    (finding,) = found(look, place)
    return finding


@pytest.fixture
def right(names: Names) -> Names:
    """A domain whose records are right."""
    names.put(DOMAIN, "A", ADDRESS)
    names.put(DOMAIN, "MX", f"10 {DOMAIN}")
    names.put(DOMAIN, "TXT", "v=spf1 mx -all")
    names.put(f"_dmarc.{DOMAIN}", "TXT", "v=DMARC1; p=quarantine")
    names.put(f"_smtp._tls.{DOMAIN}", "TXT", f"v=TLSRPTv1; rua=mailto:reports@{DOMAIN}")
    names.put(under_reversed(ADDRESS), "PTR", DOMAIN)
    return names


LOOKS = (
    records.sender_policy, records.domain_policy, records.exchanges, records.reverse_names, records.tls_reports,
)  # fmt: skip


@pytest.mark.usefixtures("right")
def test_right_records_are_found_right() -> None:
    assert [finding.state for look in LOOKS for finding in found(look)] == [State.OK] * len(LOOKS)


# --- what the installation prints ------------------------------------------------------------------------


def configuration(folder: Path) -> Path:
    """OpenDKIM's own, as the installation writes it."""
    path = folder / "opendkim.conf"
    text = (Path(__file__).parents[3] / "deploy/postfix/opendkim.conf").read_text()
    path.write_text(text.replace("/etc/dkimkeys", str(folder)))
    return path


def test_the_records_that_the_installation_prints_are_found_right(names: Names, tmp_path: Path) -> None:
    key = make_key(tmp_path / f"{SELECTOR}.private")
    pieces = '" "'.join(key[at : at + 250] for at in range(0, len(key), 250))
    (tmp_path / f"{SELECTOR}.txt").write_text(f'{SELECTOR}._domainkey IN TXT ( "{pieces}" ) ; a key\n')
    script = f"own_addresses() {{ echo '{ADDRESS} 10.0.0.7'; }}\ndns_records"
    choices = {"site": "play.example.org", "mail_domain": DOMAIN, "mail": "own", "local_ca": "no"}
    printed = bash(script, **choices, dkim_key=tmp_path / f"{SELECTOR}.private").stdout
    names.publish(printed)
    names.put(under_reversed(ADDRESS), "PTR", printed.split()[-1])
    set_up = [finding for look in LOOKS[:-1] for finding in found(look)]
    (dkim,) = records.signing_key(asked.Names.configured(), OWN, configuration(tmp_path))
    assert [finding.state for finding in (*set_up, dkim)] == [State.OK] * 5


@pytest.mark.parametrize("look", LOOKS[:4])
def test_the_record_that_a_check_asks_for_makes_it_well(look: Look, right: Names) -> None:
    kinds = {
        "sender_policy": (DOMAIN, "TXT"),
        "domain_policy": (f"_dmarc.{DOMAIN}", "TXT"),
        "exchanges": (DOMAIN, "MX"),
    }
    right.without(*kinds.get(look.__name__, (under_reversed(ADDRESS), "PTR")))
    finding = only(look)
    assert finding.state == State.FAIL
    right.publish(re.search(r"\S+ IN .*", finding.mend)[0])
    assert only(look).state == State.OK


# --- SPF -------------------------------------------------------------------------------------------------


def policy(names: Names, record: str, address: str = ADDRESS) -> Finding:
    names.put(DOMAIN, "TXT", record)
    return only(records.sender_policy, Place(DOMAIN, Way.OWN, (ip_address(address),)))


@pytest.mark.parametrize(
    ("record", "address", "state", "words"),
    [
        ("v=spf1 mx -all", ELSEWHERE, State.FAIL, f"does not let {ELSEWHERE} send (fail)"),
        ("v=spf1 mx ~all", ELSEWHERE, State.FAIL, "(softfail)"),
        ("v=spf1 ip4:192.0.2.0/25 -all", ELSEWHERE, State.OK, "needs 0 of 10"),
        ("v=spf1 a/24 -all", ELSEWHERE, State.OK, "lets"),
        ("v=spf1 -mx +all", ADDRESS, State.FAIL, "(fail)"),
        ("v=spf1 include:half.example -all", ADDRESS, State.OK, "2 of 10"),
        ("v=spf1 redirect=half.example", ADDRESS, State.OK, "lets"),
        ("v=spf1 include:none.example -all", ADDRESS, State.FAIL, "refers to none.example"),
        ("v=spf1 ip4:999.1.1.1 -all", ADDRESS, State.FAIL, "no network"),
        ("v=spf1 mail:example.org -all", ADDRESS, State.FAIL, "unknown mechanism"),
        ("v=spf1 mx, -all", ADDRESS, State.FAIL, "no part of one"),
        (f"v=spf1 exists:{DOMAIN} -all", ELSEWHERE, State.OK, "1 of 10"),
        ("v=spf1 exists:none.example ptr -all", ADDRESS, State.FAIL, "(fail)"),
        ("v=spf1 exists:%{i}.example.org -all", ADDRESS, State.WARN, "macros"),
        ("v=spf1 ip6:2001:db8::/32 -all", "2001:db8::7", State.OK, "lets"),
    ],
)
def test_a_policy_that_does_not_let_us_send_is_told_from_one_that_does(
    record: str, address: str, state: State, words: str, right: Names
) -> None:
    right.put("half.example", "TXT", f"v=spf1 a:{DOMAIN} ?all")
    finding = policy(right, record, address)
    assert (finding.state, words in finding.words) == (state, True), finding


def test_two_policies_are_none(right: Names) -> None:
    right.put(DOMAIN, "TXT", "v=spf1 mx -all", "v=spf1 a -all")
    finding = only(records.sender_policy)
    assert (finding.state, "2 SPF records" in finding.words) == (State.FAIL, True)


@pytest.mark.parametrize("includes", [spf.MOST_LOOKUPS // 2, spf.MOST_LOOKUPS // 2 + 1])
def test_a_policy_may_need_ten_look_ups(includes: int, right: Names) -> None:
    for number in range(includes):
        right.put(f"n{number}.example", "TXT", "v=spf1 a:a.example ?all")
    finding = policy(right, f"v=spf1 ip4:{ADDRESS} {' '.join(f'include:n{n}.example' for n in range(includes))} -all")
    assert finding.state == (State.OK if 2 * includes <= spf.MOST_LOOKUPS else State.FAIL)
    assert f"needs {2 * includes} " in finding.words


def test_policies_that_refer_to_each_other_come_to_an_end(right: Names) -> None:
    right.put("a.example", "TXT", "v=spf1 include:b.example -all")
    right.put("b.example", "TXT", "v=spf1 include:a.example -all")
    assert policy(right, "v=spf1 include:a.example mx -all").state == State.OK


# --- DKIM ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "state", "words"),
    [
        ("none", State.OK, "with which letters are signed"),
        ("missing", State.FAIL, "has no record"),
        ("another", State.FAIL, "not the key with which letters are signed"),
        ("withdrawn", State.FAIL, "withdrawn"),
        ("cut", State.FAIL, "cannot be read"),
        ("twice", State.FAIL, "has 2 records"),
        ("of another version", State.FAIL, "no record of a DKIM key"),
        ("of another kind", State.FAIL, "of the kind ed25519"),
        ("short", State.WARN, "1024 bits"),
        ("closed", State.OK, "whether it is the one in use"),
        ("domain", State.FAIL, "signs for other.example"),
        ("as Debian brings it", State.FAIL, "does not say Domain and Selector and KeyFile"),
        ("no key file", State.FAIL, "does not say KeyFile"),
        ("tables", State.NOT_HERE, "is not known here"),
    ],
)
def test_the_key_in_the_dns_is_compared_with_the_one_that_signs(
    fault: str, state: State, words: str, names: Names, tmp_path: Path
) -> None:
    owner, path = f"{SELECTOR}._domainkey.{DOMAIN}", tmp_path / f"{SELECTOR}.private"
    key = make_key(path, 1024 if fault == "short" else 2048)
    names.put(owner, "TXT", key)
    settings = configuration(tmp_path)
    if fault == "another":
        make_key(path)
    elif fault == "missing":
        names.without(owner, "TXT")
    elif fault == "withdrawn":
        names.put(owner, "TXT", "v=DKIM1; p=")
    elif fault == "cut":
        names.put(owner, "TXT", key[:-40])
    elif fault == "twice":
        names.put(owner, "TXT", key, "v=DKIM1; p=")
    elif fault == "of another version":
        names.put(owner, "TXT", key.replace("v=DKIM1", "v=DKIM2"))
    elif fault == "of another kind":
        names.put(owner, "TXT", key.replace("k=rsa", "k=ed25519"))
    elif fault == "closed":
        path.unlink()
    elif fault == "domain":
        settings.write_text(re.sub(r"(?m)^Domain .*", "Domain other.example", settings.read_text()))
    elif fault == "as Debian brings it":
        settings.write_text("Syslog yes\n#Domain example.com\n#KeyFile /etc/dkimkeys/dkim.key\nSocket local:/run/x\n")
    elif fault == "no key file":
        settings.write_text(re.sub(r"(?m)^KeyFile .*", "", settings.read_text()))
    elif fault == "tables":
        settings.write_text("KeyTable /etc/opendkim/keys\nSigningTable /etc/opendkim/signing\n")
    (finding,) = records.signing_key(asked.Names.configured(), OWN, settings)
    assert (finding.state, words in finding.words) == (state, True), finding


# --- DMARC -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "state", "words"),
    [
        ({}, State.FAIL, "no DMARC record"),
        ({DOMAIN: ["v=DMARC1; p=none"]}, State.WARN, "is none"),
        ({DOMAIN: ["v=DMARC1; rua=mailto:a@b.example"]}, State.WARN, "is none"),
        ({DOMAIN: ["v=DMARC1; p=reject; t=y"]}, State.WARN, "on trial"),
        ({DOMAIN: ["v=DMARC1; p=reject", "v=DMARC1; p=none"]}, State.FAIL, "2 DMARC records"),
        ({DOMAIN: ["v=DMARC10; p=reject"]}, State.FAIL, "no DMARC record"),
        ({"example.org": ["v=DMARC1; p=reject"]}, State.OK, "of example.org is reject"),
        ({"example.org": ["v=DMARC1; p=reject; sp=none"]}, State.WARN, "is none"),
        ({"example.org": ["v=DMARC1; p=reject"], "org": ["v=DMARC1; p=none; psd=y"]}, State.OK, "of example.org"),
        ({"org": ["v=DMARC1; p=quarantine; psd=y"]}, State.OK, "of org is quarantine"),
        ({"example.org": ["v=DMARC1; p=reject; psd=n"], "org": ["v=DMARC1; p=none"]}, State.OK, "of example.org"),
    ],
)
def test_the_policy_that_receivers_find_is_judged(
    entries: dict[str, list[str]], state: State, words: str, names: Names
) -> None:
    for owner, values in entries.items():
        names.put(f"_dmarc.{owner}", "TXT", *values)
    finding = only(records.domain_policy)
    assert (finding.state, words in finding.words) == (state, True), finding


# --- MX and PTR ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "states", "words"),
    [
        ((), [State.FAIL], "no MX record"),
        (("0 .",), [State.FAIL], "null MX"),
        (("10 mx.elsewhere.example",), [State.FAIL], "not this machine"),
        (("10 nowhere.example",), [State.FAIL], "has no address"),
        (("10 alias.example",), [State.FAIL], "another word"),
        ((f"10 {DOMAIN}", "20 mx.elsewhere.example"), [State.OK, State.WARN], "may also go"),
    ],
)
def test_letters_that_go_elsewhere_are_told(
    values: tuple[str, ...], states: list[State], words: str, right: Names
) -> None:
    right.put("mx.elsewhere.example", "A", ELSEWHERE)
    right.put("alias.example", "CNAME", DOMAIN)
    right.put(DOMAIN, "MX", *values)
    told = found(records.exchanges)
    assert [finding.state for finding in told] == states
    assert words in told[-1].words


def test_an_address_of_this_machine_is_known_whichever_it_is(right: Names) -> None:
    right.put(DOMAIN, "A", "127.0.0.1")
    assert only(records.exchanges).state == State.OK


@contextmanager
def greeting(settings: Settings) -> Iterator[Place]:
    """A mail host greets, by a name that is not that of the domain."""
    with hosts.running(settings):
        yield Place(DOMAIN, Way.OWN, OWN.addresses, host=(settings.EMAIL_HOST, settings.EMAIL_PORT))


def test_the_name_of_the_address_is_followed_back(right: Names, settings: Settings) -> None:
    owner = under_reversed(ADDRESS)
    right.put(owner, "PTR", "other.example")
    assert "does not lead back" in only(records.reverse_names).words
    right.put("other.example", "A", ADDRESS)
    assert only(records.reverse_names).state == State.OK
    with greeting(settings) as place:
        finding = only(records.reverse_names, place)
        assert (finding.state, "and the mail host calls itself" in finding.words) == (State.WARN, True)
    right.without(owner, "PTR")
    finding = only(records.reverse_names)
    assert (finding.state, "has no name" in finding.words) == (State.FAIL, True)


def test_behind_a_provider_nothing_is_asked_of_this_machine(right: Names) -> None:
    place = Place(DOMAIN, Way.PROVIDER)
    states = {look.__name__: only(look, place).state for look in LOOKS}
    assert states.pop("reverse_names") == State.NOT_HERE
    assert set(states.values()) == {State.OK}
    assert [one.state for one in records.signing_key(asked.Names.configured(), place)] == [State.NOT_HERE]


# --- a DNS that does not answer ----------------------------------------------------------------------------


def test_a_name_server_that_is_silent_is_one_warning_within_seconds(
    names: Names, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL_DOMAIN, names.silent = DOMAIN, True
    monkeypatch.setattr(asked, "WAIT", 0.6)
    monkeypatch.setattr(asked, "EACH", 0.3)
    checks = [check for check in registry.CHECKS if check.name == registry.NAMES or registry.NAMES in check.needs]
    begun = monotonic()
    told = list(registry.ask_all(checks, registry.Beside(checks).ask))
    assert monotonic() - begun < 10
    (silent,) = told[0].found
    assert (silent.finding.state, "did not answer" in silent.finding.words) == (State.WARN, True)
    assert "NAME_SERVER" in silent.finding.mend
    assert [(one.found, one.lacking) for one in told[1:]] == [([], registry.NAMES)] * (len(checks) - 1)


def test_a_key_that_the_dns_lacks_is_told_once(names: Names, settings: Settings) -> None:
    """Right after the installation no record is set: the letter's signature follows from that."""
    settings.MAIL_DOMAIN = DOMAIN
    names.put("other.example", "A", ADDRESS)
    (signed,) = (check for check in registry.CHECKS if check.name == registry.SIGNED)
    dns = Check(registry.NAMES, domain.name_servers)
    told = list(registry.ask_all([dns, signed]))
    assert [(one.found == [], one.lacking) for one in told] == [(False, ""), (True, registry.NAMES)]


def test_a_record_that_cannot_be_found_out_is_a_warning_with_its_cause(right: Names, settings: Settings) -> None:
    settings.MAIL_DOMAIN = DOMAIN
    right.fail_at(f"_dmarc.{DOMAIN}")
    ((name, finding),) = registry.ask(Check("DMARC", domain.asked(records.domain_policy)))
    assert (name, finding.state) == ("DMARC", State.WARN)
    assert f"could not find out about _dmarc.{DOMAIN}" in finding.words


def test_a_domain_that_does_not_exist_is_the_only_cause_that_is_named(names: Names) -> None:
    names.put("other.example", "A", ADDRESS)
    (finding,) = records.name_servers(DOMAIN)
    assert (finding.state, "does not exist" in finding.words) == (State.FAIL, True)


def test_what_the_dns_lacks_lies_with_other_machines(names: Names, settings: Settings) -> None:
    settings.MAIL_DOMAIN = DOMAIN
    names.put(f"_mta-sts.{DOMAIN}", "TXT", "v=STSv1; id=1")
    of_dns = [check for check in registry.CHECKS if registry.NAMES in (check.name, *check.needs)]
    failed = {
        one.name: one.finding for check in of_dns for one in registry.ask(check) if one.finding.state == State.FAIL
    }
    assert {"SPF", "DMARC", "MX", "MTA-STS"} <= {name for name, finding in failed.items() if finding.elsewhere}
    assert {name for name, finding in failed.items() if not finding.elsewhere} <= {"mail certificate"}


def test_what_a_check_beside_the_others_does_not_answer_in_time_is_a_warning() -> None:
    over = Event()

    def look() -> Findings:
        over.wait(20)
        yield Finding(State.OK, "late")

    slow = Check("slow", look, background=True)
    try:
        ((_, finding),) = registry.Beside([slow], seconds=0.05).ask(slow)
    finally:
        over.set()
    assert (finding.state, "no answer within" in finding.words) == (State.WARN, True)
