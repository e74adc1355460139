"""The DNS records of the mail domain: SPF, DKIM, DMARC, MX, PTR, TLS-RPT. Each line names the record to set.

`deploy/installing/mail.sh` prints the same records; a test holds that these checks find them right.
"""

from __future__ import annotations

import re
from pathlib import Path

import dns.reversename

from tournaments.outbox import smtp_connection
from tournaments.running.health.finding import Finding, Findings, fail, not_here, ok, unanswered, warn
from tournaments.running.health.mail import dkim, dmarc_policy, rsa, spf
from tournaments.running.health.mail.names import Address, Exchange, Names, NoAnswer
from tournaments.running.health.mail.place import Place, Way, is_here, is_inside

OPENDKIM = Path("/etc/opendkim.conf")
OPTION = re.compile(r"^[ \t]*(\w+)[ \t]+(\S+)", re.MULTILINE)
SPF, DMARC = "v=spf1 mx -all", "v=DMARC1; p=quarantine"
ONE_KEY, TABLES = ("Domain", "Selector", "KeyFile"), {"keytable", "signingtable"}
OTHERS = {
    Way.PROVIDER: "the mail provider shows what to set",
    Way.MAILBOX: "whoever keeps the mailbox says what to set",
    Way.RELAY: "whoever keeps the mail host of SMTP_URL says what to set",
}


def set_record(owner: str, kind: str, value: str) -> str:
    """The line of a zone file that tells what to do."""
    text = f'"{value}"' if kind == "TXT" else value
    return f"set {owner}. IN {kind} {text}"


# --- the name servers ----------------------------------------------------------------------------------


def name_servers(domain: str) -> Findings:
    """Whether the DNS answers at all; without, nothing else here can be asked."""
    try:
        names = Names.configured()
        known = names.exists(domain)
    except NoAnswer as silent:
        mend = "see /etc/resolv.conf and the firewall (port 53), or name another server: NAME_SERVER=9.9.9.9:53"
        yield unanswered(f"the DNS could not be asked ({silent})", mend)
        return
    if known:
        yield ok(f"{names.servers} answers")
    else:
        words = f"{domain} (MAIL_DOMAIN) does not exist in the DNS, as {names.servers} says"
        yield fail(words, "set the records that deploy/install has printed, or wait until they are known everywhere")


# --- SPF -------------------------------------------------------------------------------------------------


def sender_policy(names: Names, place: Place) -> Findings:
    """SPF: whether the domain lets the mail host send."""
    if place.way != Way.OWN:
        yield _policy_of(names, place, None)
    elif not place.addresses:
        yield warn("no way leads out of this machine, so SPF cannot be compared", "see ip address and ip route")
    else:
        yield from (_policy_of(names, place, address) for address in place.addresses)


def _policy_of(names: Names, place: Place, address: Address | None) -> Finding:
    mend = OTHERS.get(place.way) or set_record(place.domain, "TXT", SPF)
    try:
        result, lookups = spf.judge(names, place.domain, address)
    except spf.Missing:
        words = f"{place.domain} has no SPF record"
        return fail(words, mend) if place.way == Way.OWN else warn(words, mend)
    except spf.Broken as broken:
        return fail(str(broken), f"have one record alone, with fewer includes: {mend}")
    sound = f"{place.domain} has an SPF record that needs {lookups} of {spf.MOST_LOOKUPS} look-ups"
    if address is None:
        return ok(f"{sound}; from where {place.way} sends is not known here")
    if result == "pass":
        return ok(f"{sound} and lets {address} send")
    if is_inside(address) and _lets_in_from_outside(names, place):
        return ok(f"{sound} and lets the addresses of {place.domain} send, behind which {address} stands")
    if result == spf.NOT_KNOWN:
        return warn(f"{sound}, with macros that are not worked out here", f"look at it yourself, or {mend}")
    return fail(f"the SPF record of {place.domain} does not let {address} send ({result})", mend)


def _lets_in_from_outside(names: Names, place: Place) -> bool:
    """Whether the addresses by which the net knows a mail host behind a NAT may send."""
    found = names.addresses(place.domain)
    return bool(found) and all(spf.judge(names, place.domain, one)[0] == "pass" for one in found)


# --- DKIM ------------------------------------------------------------------------------------------------


def signing_key(names: Names, place: Place, configuration: Path = OPENDKIM) -> Findings:
    """DKIM: whether the DNS has the key with which OpenDKIM on this machine signs."""
    options = _options(configuration) if place.way == Way.OWN else {}
    selector, domain = options.get("selector", ""), options.get("domain", "").lower()
    lacking = [name for name in ONE_KEY if name.lower() not in options]
    if options and lacking and not TABLES & options.keys():
        words = f"{configuration} does not say {' and '.join(lacking)}: OpenDKIM signs no letter"
        yield fail(words, "take over deploy/postfix/opendkim.conf, then: systemctl restart opendkim")
        return
    if lacking:
        yield not_here("which key signs is not known here; the letter that comes back shows it")
        return
    if domain != place.domain:
        yield fail(f"OpenDKIM signs for {domain}, and MAIL_DOMAIN is {place.domain}", f"set Domain in {configuration}")
        return
    owner = f"{selector}._domainkey.{domain}"
    key_file = Path(options.get("keyfile", ""))
    mend = f"set {owner}. IN TXT to what {key_file.with_suffix('.txt')} says, as it stands there"
    try:
        key = dkim.key_of(names, selector, domain)
    except dkim.Bad as bad:
        yield fail(str(bad), mend)
        return
    own = _own_key(key_file)
    if own is not None and own != key:
        yield fail(f"{owner} is not the key with which letters are signed ({key_file})", mend)
    elif key.bits < dkim.GOOD_BITS:
        again = f"make one of {dkim.GOOD_BITS}: opendkim-genkey --bits={dkim.GOOD_BITS}"
        yield warn(f"{owner} is a key of {key.bits} bits", again)
    elif own is None:
        yield ok(f"{owner} is a key of {key.bits} bits; the letter that comes back shows whether it is the one in use")
    else:
        yield ok(f"{owner} is the key of {key.bits} bits with which letters are signed")


def _options(configuration: Path) -> dict[str, str]:
    try:
        return {name.lower(): value for name, value in OPTION.findall(configuration.read_text())}
    except OSError:
        return {}


def _own_key(path: Path) -> rsa.Key | None:
    """The key of OpenDKIM; None where it cannot be read here, since only OpenDKIM's user may."""
    try:
        return rsa.of_private(path.read_text())
    except (OSError, rsa.NoKey):
        return None


# --- DMARC -----------------------------------------------------------------------------------------------


def domain_policy(names: Names, place: Place) -> Findings:
    """DMARC (RFC 9989): what receivers do with letters in the domain's name that it does not vouch for."""
    mend = set_record(f"_dmarc.{place.domain}", "TXT", DMARC)
    try:
        found = dmarc_policy.find(names, place.domain)
    except dmarc_policy.Broken as broken:
        yield fail(str(broken), f"have one alone: {mend}")
        return
    if found is None:
        yield fail(f"{place.domain} has no DMARC record: anybody can write in its name", mend)
        return
    words = f"the DMARC policy of {found.owner} is {found.word}"
    if found.word == "none":
        yield warn(f"{words}: letters that others write in the name of {place.domain} arrive", mend)
    elif found.trial:
        yield warn(f"{words}, on trial (t=y): receivers hold it a degree less strictly", "take t=y out of the record")
    else:
        yield ok(words)


# --- MX --------------------------------------------------------------------------------------------------


def exchanges(names: Names, place: Place) -> Findings:
    """MX: whether letters to the domain come to the mail host of this machine."""
    mend = OTHERS.get(place.way) or set_record(place.domain, "MX", f"10 {place.domain}.")
    found = names.exchanges(place.domain)
    if any(not one.host for one in found):
        yield fail(f"{place.domain} says that it takes no letters (a null MX)", mend)
    elif not found:
        yield fail(f"{place.domain} has no MX record: others do not know where to bring answers", mend)
    else:
        best = [one for one in found if one.preference == found[0].preference]
        yield from (_leads_here(names, place, one, mend) for one in best)
        for other in found[len(best) :]:
            words = f"letters to {place.domain} may also go to {other.host} (MX {other.preference})"
            yield warn(words, "take it away unless that host hands them on to this one")


def _leads_here(names: Names, place: Place, exchange: Exchange, mend: str) -> Finding:
    host = exchange.host
    if alias := names.alias(host):
        return fail(
            f"the MX of {place.domain} is {host}, which is another word for {alias}: not all hosts take that", mend
        )
    addresses = names.addresses(host)
    if not addresses:
        return fail(f"the MX of {place.domain} is {host}, which has no address", f"give it one, or {mend}")
    places = " and ".join(map(str, addresses))
    if place.way != Way.OWN:
        return ok(f"letters to {place.domain} go to {host}; whether {place.way} is there is not known here")
    away = [one for one in addresses if one not in place.addresses and not is_here(one)]
    if not away:
        return ok(f"letters to {place.domain} come to {host} ({places}), which is this machine")
    if all(is_inside(one) for one in place.addresses):
        return not_here(
            f"letters to {place.domain} go to {host} ({places}); this machine does not know its address outside"
        )
    words = f"letters to {place.domain} go to {host} ({' and '.join(map(str, away))}), which is not this machine"
    return fail(words, mend)


# --- PTR -------------------------------------------------------------------------------------------------


def reverse_names(names: Names, place: Place) -> Findings:
    """PTR: whether the address from which letters leave leads to a name that leads back, the one in HELO."""
    outside = [one for one in place.addresses if not is_inside(one)]
    if not outside:
        others = "letters leave by other machines, which have names of their own"
        behind = "this machine stands behind another, which has a name of its own"
        yield not_here(behind if place.way == Way.OWN else others)
        return
    said = helo(place)
    for address in outside:
        yield _reverse(names, place, address, said)


def _reverse(names: Names, place: Place, address: Address, said: str) -> Finding:
    wanted = said or place.domain
    owner = str(dns.reversename.from_address(str(address))).removesuffix(".")
    mend = f"at the provider of this machine: {set_record(owner, 'PTR', f'{wanted}.')}"
    found = names.names_of(address)
    if not found:
        return fail(f"{address}, from which letters leave, has no name (PTR): large hosts refuse them", mend)
    sure = [name for name in found if address in names.addresses(name)]
    if not sure:
        words = f"{address} is called {' and '.join(found)}, and that name does not lead back to it"
        return fail(words, f"give the name this address, or {mend}")
    if said and said not in sure:
        return warn(f"{address} is called {' and '.join(sure)}, and the mail host calls itself {said}", mend)
    return ok(
        f"{address} is called {sure[0]}, which leads back to it{', as the mail host calls itself' if said else ''}"
    )


def helo(place: Place) -> str:
    """The name under which the mail host greets, which it also gives to others; "" where it cannot be asked."""
    try:
        return smtp_connection.greeting(*place.host).lower()
    except OSError:
        return ""


# --- TLS-RPT ---------------------------------------------------------------------------------------------


def tls_reports(names: Names, place: Place) -> Findings:
    """TLS-RPT (RFC 8460): whether others know where to report that they could not send encrypted."""
    owner = f"_smtp._tls.{place.domain}"
    found = [text for text in names.texts(owner) if text.startswith("v=TLSRPTv1")]
    mend = f'set {owner}. IN TXT "v=TLSRPTv1; rua=mailto:..." with an address that you read'
    if not found:
        yield warn(f"{owner} has no record: nobody reports letters that could not be encrypted", mend)
    elif len(found) > 1 or not dkim.tags_of(found[0]).get("rua"):
        yield warn(f"{owner} says to nobody where reports go", mend)
    else:
        yield ok(f"{owner} says where reports go")
