"""Who wrote: an address is read from one plain form of From alone, and together with what a host says of its domain."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pytest_django import Settings

import tournaments
from tests.fixtures.mail.senders import EVIL, HONEST, HOST, PASSED, forged, openly
from tests.shared import pace
from tests.shared.cast import Cast, running_league
from tests.shared.post import address_of, newest
from tournaments.inbox import ingest, volume
from tournaments.inbox.reply import extract, sender_of
from tournaments.inbox.reply.mime.cut import to_size
from tournaments.keys import rfc5322
from tournaments.letters import headers
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat, Table

VICTIM = "olivia@example.net"
FORGED = forged(VICTIM)
LETTERS = st.text(alphabet=string.ascii_lowercase + '<>@,;:"\\()[]. =?\t\r\n\0\x7fü\u212a\udcc3\udcff', max_size=60)
numbers = count(1)


def letter(head: bytes, *lines: str) -> bytes:
    """A letter with a Message-ID of its own."""
    own = f"Message-ID: <sender-{next(numbers)}@client.example>\r\nSubject: hello\r\n\r\n"
    return head + b"\r\n" + own.encode() + "\r\n".join([*lines, ""]).encode()


# --- reading the field ---------------------------------------------------------------------------


@pytest.mark.parametrize("head", FORGED.values(), ids=FORGED)
def test_an_address_that_only_some_programs_find_is_not_who_wrote(head: bytes) -> None:
    sender = extract(letter(head, "hello"), lambda _: False).sender
    assert rfc5322.domain_of(sender) != rfc5322.domain_of(VICTIM)


@pytest.mark.parametrize("kept", [volume.HEAD, volume.QUEUED, ingest.LARGEST])
@pytest.mark.parametrize(
    ("begin", "filling"),
    [
        (f"From: {VICTIM}\r\nSubject: 12\r\n", "X: b\r\n"),
        (f"From: {VICTIM}\r\nSubject: 12\r\nno field\r\n", "b\r\n"),
        (f"From: {VICTIM}\rSubject: 12\r\r", "b"),
        ("", " "),
    ],
    ids=["more headers", "no field", "bare CR", "blanks above"],
)
def test_what_cuts_a_mail_hides_no_second_author(begin: str, filling: str, kept: int) -> None:
    """However little is kept of a mail, nobody is its sender who was not when the whole of it was there."""
    above = begin + filling * ((kept - len(begin) - len(VICTIM) - 20) // len(filling))
    whole = f"{above}{'' if begin else f'From: {VICTIM}{chr(10)}'}{'b' * 40}\nFrom: {EVIL}\r\n\r\n12\r\n".encode()
    cut = whole[:kept]
    assert VICTIM.encode() in cut
    assert EVIL.encode() not in cut
    for raw in (whole, cut, to_size(whole, kept)):
        assert sender_of(raw) == extract(raw, lambda _: False).sender == ""


def test_no_second_author_is_left_out_with_a_picture() -> None:
    """The host may go on to the first empty line, which is in the picture."""
    head = f"From: {VICTIM}\nContent-Type: multipart/mixed; boundary=b\n--b\nContent-Type: image/png\nno field\n"
    raw = f"{head}From: {EVIL}\n\n{'A' * ingest.LARGEST}\n--b--\n".encode()
    assert sender_of(raw) == sender_of(to_size(raw, ingest.LARGEST)) == ""


def test_a_short_mail_that_is_a_head_alone_has_its_sender() -> None:
    for end in ("\r\n", "\n", "\r"):
        assert sender_of(f"From: {VICTIM}{end}Subject: go{end}".encode()) == VICTIM


@pytest.mark.parametrize(("head", "sender", "name"), HONEST.values(), ids=HONEST)
def test_odd_but_honest_fields_are_read(head: bytes, sender: str, name: str) -> None:
    read = extract(letter(head, "hello"), lambda _: False)
    assert (read.sender, read.sender_name) == (sender, name)


@given(LETTERS, LETTERS, st.sampled_from([VICTIM, f"<{VICTIM}>", f'"{VICTIM}"', f"({VICTIM})", ""]))
@example("\ud800", "", VICTIM)
def test_any_field_is_read_and_what_is_read_stands_in_it_as_it_is(before: str, after: str, middle: str) -> None:
    value = f"{before}{middle}{after}"
    found = rfc5322.mailbox(value)
    if found is not None:
        assert found.address == rfc5322.canonical(found.address)
        assert found.address.partition("@")[0] in value.lower()
        assert not rfc5322.CONTROL.search(value.replace("\n", ""))
        assert rfc5322.mailbox(f"{value}, {VICTIM}") is rfc5322.author([value, value]) is None


@pytest.mark.parametrize(
    "piece", ["(", ")", '"', '\\"', "<", "@", "a.", "(a) ", '"a" ', "a ", "=?q?a?= ", ", ", "ü.", "xn--"]
)
def test_the_longest_field_is_read_in_a_moment(piece: str) -> None:
    for begin, end in (("", ""), ("", f"<{VICTIM}>"), ("", "@example.net"), ("<", "")):
        for size in (rfc5322.LONGEST_FIELD, 100_000):
            field = begin + piece * ((size - len(begin + end)) // len(piece)) + end
            assert pace.seconds(partial(rfc5322.mailbox, field)) < pace.A_MOMENT
            assert pace.seconds(partial(rfc5322.pasted, field)) < pace.A_MOMENT


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (" Olivia@Example.NET\n", VICTIM),
        ("o@müller.example", "o@xn--mller-kva.example"),
        ("o@xn--mller-kva.example", "o@xn--mller-kva.example"),
        ("o@straße.example", "o@xn--strae-oqa.example"),
        ("o@localhost", "o@localhost"),
        ("josé@example.net", ""),
        ("o@MÜLLER.Example", "o@xn--mller-kva.example"),
        ("o@mu\u0308ller.example", "o@xn--mller-kva.example"),
        ("o@MU\u0308LLER.example", "o@xn--mller-kva.example"),
        ("o@e\u0301xample.net", "o@xn--xample-9ua.net"),
        ("o@m\xfc\u212a.example", ""),
        ("o@m\xfc\u0130.example", ""),
        ("o@m\xfc\uff41.example", ""),
        ("o@\u212a.example", ""),
        ("\u212a@example.net", ""),
        ("o@xn--example-.net", ""),
        ("o@xn--a.net", ""),
        ("o@[192.0.2.1]", ""),
        ("o@example.net.", ""),
        ("o@-a.net", ""),
        ("o..o@example.net", ""),
        ('"o"@example.net', ""),
        ("o@a@b", ""),
        ("o", ""),
        ("@example.net", ""),
        ("o@", ""),
        ("o" * 65 + "@example.net", ""),
        ("o@" + "a." * 130 + "net", ""),
        ("o@" + "ü" * 64 + ".net", ""),
        ("o\0@example.net", ""),
        ("o@exam\nple.net", ""),
        ("\ud800@example.net", ""),
        ("o@\ud800.net", ""),
    ],
)
def test_addresses_are_compared_in_one_spelling(written: str, plain: str) -> None:
    assert rfc5322.canonical(written) == plain
    assert rfc5322.canonical(plain) == plain


@pytest.mark.parametrize("host", ["MÜLLER.example", "mu\u0308ller.example", "Müller.Example"])
def test_a_sender_is_known_with_capitals_and_decomposed_letters_in_the_host_name(host: str) -> None:
    for raw in (f"Olivia <o@{host}>", f"=?utf-8?q?Ol?= <o@{host}>", f"o@{host}"):
        for field in (raw, raw.encode().decode("ascii", "surrogateescape")):
            found = rfc5322.mailbox(field)
            assert found is not None
            assert found.address == "o@xn--mller-kva.example"


@pytest.mark.parametrize("host", ["straße.example", "βόλος.example", "نامه\u200cای.example", "क्\u200dष.example"])
def test_a_host_name_that_is_another_by_idna_2003_has_a_sender_in_a_labels_alone(host: str) -> None:
    a_labels = rfc5322.canonical(f"o@{host}")
    assert a_labels.startswith("o@xn--")
    for raw in (f"Olivia <o@{host}>", f"o@{host}", f"o@{host} (Olivia)"):
        assert rfc5322.mailbox(raw) is rfc5322.mailbox(raw.encode().decode("ascii", "surrogateescape")) is None
    assert rfc5322.mailbox(f"Olivia Straße <{a_labels}>") == ("Olivia Straße", a_labels)


def test_pasted_lists_are_read_with_the_names_in_them() -> None:
    text = (
        'Dora <Dora@Example.net>, emil@example.net;fay@example.net gus@example.net\n"Brown, Ina" <ina@example.net>\n'
        'Brown, Jo <jo@example.net>; "jack@evil.example" <kay@example.net>\nLea\tlea@example.net\n(max@example.net),'
        " ned@example.net <ned@example.net>\n<oda@example.net> <pia@example.net>, a@b@c, 'rob@example.net'."
    )
    names = ["dora", "emil", "fay", "gus", "ina", "jo", "kay", "lea", "max", "ned", "oda", "pia"]
    assert rfc5322.pasted(text) == [
        *((f"{name}@example.net" if name != "dora" else "dora@example.net",) * 2 for name in names),
        ("a@b@c", ""),
        ("rob@example.net", "rob@example.net"),
    ]


@pytest.mark.parametrize(
    "written",
    [
        "rob@example.net\u200b", "\ufeffrob@exam\u00adple.net", "\u202arob@example.net\u202c", "rob@example.net\u200d",
        "“rob@example.net”", "„rob@example.net“", "«rob@example.net»", "‘rob@example.net’,", "`rob@example.net`",
        "rob@example.net!", "Is it rob@example.net?", "<“rob@example.net”>", "“Rob, B.” <rob@example.net>",
        "mailto:rob@example.net", "<MAILTO:rob@example.net>", "mailto:rob@example.net?subject=Hello,%20you&cc=x",
    ],
)  # fmt: skip
def test_what_programs_put_around_a_pasted_address_is_no_part_of_it(written: str) -> None:
    assert rfc5322.pasted(written) == [("rob@example.net", "rob@example.net")]
    assert rfc5322.pasted(f"[rob@example.net](mailto:rob@example.net), {written}") == [("rob@example.net",) * 2] * 3


@pytest.mark.parametrize(
    ("written", "sign"),
    [("o’neil@example.net", "’"), ("josé@example.net", "é"), ("*rob@example.net*", "*"), ("a@b@example.net", "@"),
     ("o@exam\u200dple.net", "\u200d"), ("o@हिन्दी.example", ""), ("o..o@example.net", ""), ("rob@", "")],
)  # fmt: skip
def test_a_sign_within_a_pasted_address_is_never_left_out_but_named(written: str, sign: str) -> None:
    """Without it the letter would go to somebody else."""
    assert [address for _, address in rfc5322.pasted(written)] in ([""], [rfc5322.canonical(written)])
    assert rfc5322.odd_sign(written) == sign


@given(LETTERS)
def test_any_pasted_text_is_read(text: str) -> None:
    assert all(plain == rfc5322.canonical(plain) for _, plain in rfc5322.pasted(text))


def test_addresses_are_read_in_one_place_alone() -> None:
    """What reads addresses in the standard library skips what it does not understand, each version in its own way."""
    root = Path(tournaments.__file__).parent
    names = {"parseaddr", "getaddresses", "_header_value_parser", "HeaderRegistry"}
    files = {str(path.relative_to(root)): path.read_text() for path in root.rglob("*.py")}
    assert {name for name, text in files.items() if names & set(named(text))} == {"keys/rfc5322.py"}


def named(text: str) -> Iterator[str]:
    """All that a module names: what it imports and the parts of where from, attributes, and words that may be names."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for whole in (*(alias.name for alias in node.names), getattr(node, "module", None) or ""):
                yield from whole.split(".")
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.parametrize(
    "text",
    [
        "import email.utils\nemail.utils.parseaddr(x)",
        "import email.utils as u\nu.parseaddr(x)",
        "from email import utils\nutils.parseaddr(x)",
        "from email.utils import parseaddr as p",
        "getattr(utils, 'parseaddr')(x)",
    ],
)
def test_a_name_is_found_however_it_is_come_by(text: str) -> None:
    assert "parseaddr" in named(text)


# --- through the door ----------------------------------------------------------------------------


@pytest.fixture
def own_host(settings: Settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)


def arrive(head: bytes, to: str, *lines: str, said: str = PASSED) -> InboundLetter:
    """A letter from evil.example, stored and read; its host's verdict on top."""
    top = f"{said}\r\nTo: {to}\r\n" if said else f"To: {to}\r\n"
    row = ingest.ingest(letter(top.encode() + head, *lines), to, EVIL)
    ingest.read(row.pk)
    row.refresh_from_db()
    return row


@pytest.mark.django_db
@pytest.mark.usefixtures("own_host")
def test_no_forged_letter_to_the_bare_address_is_taken_for_an_organisers(cast: Cast) -> None:
    league = running_league(cast)
    assert league.organisers.get().email == VICTIM
    before = set(OutboundLetter.objects.values_list("pk", flat=True))
    for name, head in {**FORGED, **openly(VICTIM)}.items():
        row = arrive(head, headers.bare_address(), "announce autumn: pay me", "status", "join autumn")
        assert (row.player, row.seat, row.state) == (None, None, InboundLetter.State.DONE), name
    late = Player.objects.exclude(pk__in=[cast.organiser.pk, cast.outsider.pk, *(one.pk for one in cast.players)])
    assert not late.exclude(email__endswith="evil.example").exists()
    written = OutboundLetter.objects.exclude(pk__in=before)
    assert not written.exclude(to__endswith="evil.example").exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("own_host")
@pytest.mark.parametrize("said", [PASSED, ""], ids=["a verdict", "no verdict"])
def test_no_forged_letter_to_a_seat_moves_it(seat: Seat, said: str) -> None:
    assert seat.player is not None
    turn, head = newest(seat, "turn"), seat.table.head
    heads = forged(seat.player.email)
    if said:
        heads |= openly(seat.player.email)
    for name, top in heads.items():
        row = arrive(top, address_of(turn), "12", "announce autumn: pay me", said=said)
        assert row.account == {}, name
        assert row.verdict in ("other address", "dmarc", "nothing to ask", "empty", "duplicate"), name
        assert row.sender != seat.player.email or name in openly(seat.player.email), name
    assert Table.objects.get(pk=seat.table_id).head == head
    assert not OutboundLetter.objects.filter(kind="announced").exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("own_host")
def test_no_forged_letter_that_cannot_be_read_is_laid_aside_as_the_victims(cast: Cast) -> None:
    for name, head in {**FORGED, **openly(VICTIM)}.items():
        row = ingest.ingest(letter(PASSED.encode() + b"\r\n" + head, "status"), headers.bare_address(), EVIL)
        InboundLetter.objects.filter(pk=row.pk).update(attempts=ingest.ATTEMPTS)
        ingest.read(row.pk)
        row.refresh_from_db()
        assert (row.state, row.player) == (InboundLetter.State.LAID_ASIDE, None), name


@pytest.mark.django_db
@pytest.mark.usefixtures("own_host")
def test_honest_letters_move_their_seat_in_every_form_that_programs_write(seat: Seat) -> None:
    assert seat.player is not None
    turn = newest(seat, "turn")
    said = PASSED.replace("evil.example", "example.net")
    for name, (head, sender, _) in HONEST.items():
        if sender != "anna@example.net":
            continue
        top = head.replace(b"anna@", seat.player.email.partition("@")[0].encode() + b"@")
        top = top.replace(b"ANNA@", seat.player.email.partition("@")[0].upper().encode() + b"@")
        row = arrive(top, address_of(turn), "status", said=said)
        assert (row.state, row.verdict, row.player) == (InboundLetter.State.DONE, "letter", seat.player), name


@pytest.mark.django_db
@pytest.mark.usefixtures("own_host")
@pytest.mark.parametrize("domain", ["müller.example", "xn--mller-kva.example"])
def test_a_player_of_an_international_domain_is_known_in_both_spellings(seat: Seat, domain: str) -> None:
    Player.objects.filter(pk=seat.player_id).update(email=rfc5322.canonical("anna@müller.example"))
    said = f"Authentication-Results: {HOST}; dmarc=pass header.from={domain}"
    turn = newest(seat, "turn")
    for written in ("müller.example", "xn--mller-kva.example"):
        row = arrive(f"From: Anna <anna@{written}>".encode(), address_of(turn), "status", said=said)
        assert (row.verdict, row.player_id) == ("letter", seat.player_id)


@pytest.mark.django_db
def test_a_letter_without_a_readable_sender_teaches_no_address(seat: Seat) -> None:
    from tournaments.actions.commands import held_letters

    row = arrive(b"From: a@example.org, b@example.org", address_of(newest(seat, "turn")), "status", said="")
    assert (row.state, row.sender) == (InboundLetter.State.HELD, "")
    assert seat.player is not None
    held_letters.release(row, seat.player)
    assert ingest.read(row.pk) == "letter"
    assert not seat.player.addresses.exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("own_host")
def test_an_address_whose_domain_disowns_the_letter_is_not_learned_from_it(seat: Seat) -> None:
    from tournaments.actions.commands import held_letters

    row = arrive(b"From: boss@bank.example", address_of(newest(seat, "turn")), "status")
    assert (row.state, row.sender) == (InboundLetter.State.HELD, "boss@bank.example")
    assert seat.player is not None
    held_letters.release(row, seat.player)
    assert ingest.read(row.pk) == "letter"
    assert not seat.player.addresses.exists()
