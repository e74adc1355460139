"""What is done at an installed service, as its owner and a player would: each step raises if it does not work."""

from __future__ import annotations

import re
import smtplib
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid

from tests.campaign.install.machine import Machine
from tests.campaign.install.pages import Visitor
from tests.campaign.install.world import Post
from tests.shared.name_server import Names, under_reversed
from tests.shared.parts import until

ROOT_CERTIFICATE = "/usr/local/share/ca-certificates/bruges-local-ca.crt"
LINK = re.compile(r"https://\S+")
LEAGUE = "Spring Cup"
ANNA, HOME = "anna@example.net", "example.net"
PATIENCE = 90.0


def settle_player(names: Names, address: str) -> None:
    """The player's domain: its mail host, and who may write in its name."""
    names.put(HOME, "MX", f"10 mx.{HOME}")
    names.put(f"mx.{HOME}", "A", address)
    names.put(HOME, "TXT", f"v=spf1 ip4:{address} -all")
    names.put(f"_dmarc.{HOME}", "TXT", "v=DMARC1; p=reject")
    names.put(under_reversed(address), "PTR", f"mx.{HOME}")


def sign_in(one: Machine, site: str, link: str) -> Visitor:
    """With the link that the installation printed; the site's certificate has to hold."""
    visitor = Visitor(site, one.read(ROOT_CERTIFICATE))
    visitor.open(link)
    visitor.press("Sign in")
    visitor.open("/desk/")
    assert "Prepare a league" in visitor.text()
    return visitor


def sign_in_again(owner: Visitor) -> None:
    """Whoever was signed in still is."""
    owner.open("/desk/")
    assert LEAGUE in owner.text()


def make_league(owner: Visitor) -> None:
    owner.follow("Prepare a league")
    owner.press("Prepare the league", name=LEAGUE, tag="Spring", seats="2", max_players="4", delay_minutes="0")
    owner.press("Open to join")
    assert f"{LEAGUE} is open to join." in owner.text()


def sign_up(one: Machine, site: str, post: Post) -> Visitor:
    """A newcomer, whose letter comes through the installed mail host with a signature that holds."""
    visitor = Visitor(site, one.read(ROOT_CERTIFICATE))
    visitor.open("/sign-up/")
    visitor.press("Mail me the link", email=ANNA, name="Anna", zone="Europe/Brussels")
    letter = next_letter(post, 0)
    check_signature(one, post.to(ANNA)[0])
    found = LINK.search(body_of(letter))
    assert found, body_of(letter)
    visitor.open(found[0])
    visitor.press("Make my account", name="Anna", zone="Europe/Brussels")
    return visitor


def join_by_mail(one: Machine, mail: str, post: Post) -> None:
    """Asked for with a word, answered to the letter that comes back: the league has a player."""
    count = len(post.to(ANNA))
    send(one, f"play@{mail}", f"join {LEAGUE}")
    question = next_letter(post, count)
    send(one, str(question["Reply-To"] or question["From"]), "yes", question)
    welcome = next_letter(post, count + 1)
    assert LEAGUE in body_of(welcome), body_of(welcome)
    assert "YOU ARE IN" in body_of(welcome), body_of(welcome)


def refuse_forged(one: Machine, mail: str) -> None:
    """An address that the service never gave out is refused before a letter is taken."""
    try:
        send(one, f"play+{'a' * 30}@{mail}", "hello")
    except smtplib.SMTPRecipientsRefused as error:
        (answer,) = error.recipients.values()
        assert answer[0] == 550, answer
    else:
        raise AssertionError("a forged address was taken")


def send(one: Machine, to: str, words: str, answered: EmailMessage | None = None) -> None:
    """A letter of the player, brought by her own mail host."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Message-ID"] = f"Anna <{ANNA}>", to, make_msgid(domain=HOME)
    letter["Subject"] = f"Re: {answered['Subject']}" if answered else words
    if answered:
        letter["In-Reply-To"] = letter["References"] = str(answered["Message-ID"])
    letter.set_content(words)
    with smtplib.SMTP(one.inside, 25, f"mx.{HOME}", timeout=60, source_address=(one.outside, 0)) as line:
        line.send_message(letter, ANNA, [to.rpartition("<")[2].rstrip(">")])


def next_letter(post: Post, count: int) -> EmailMessage:
    """The letter to the player that comes after so many."""
    until(lambda: len(post.to(ANNA)) > count, f"letter {count + 1} to {ANNA}", PATIENCE)
    return message_from_bytes(post.to(ANNA)[count], policy=policy.default)


def body_of(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def check_signature(one: Machine, letter: bytes) -> None:
    """OpenDKIM's own check of the letter, with the key that was published as the installation printed it."""
    assert b"\nDKIM-Signature:" in b"\n" + letter, "not signed"
    (one.root / "var/tmp/letter").write_bytes(letter)
    one.call("sh", "-c", "opendkim-testmsg < /var/tmp/letter")
