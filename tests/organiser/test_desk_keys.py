"""Nobody acts for another: whatever kind of letter there is, the desk shows no key that works in its reader's name."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

import pytest
from django.conf import settings
from django.core import signing
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.plugin import DjangoDbBlocker
from sesame.utils import get_query_string

from tests.letters import gallery
from tests.shared.cast import only_table, person
from tests.shared.desk import SignIn
from tests.shared.post import reply
from tests.shared.shared_rows import made_once
from tournaments.actions.league import invitations, leagues, organisers
from tournaments.actions.player import address_keys, addresses, sign_in_links
from tournaments.actions.seats import offers
from tournaments.actions.table import looking
from tournaments.keys import in_text
from tournaments.keys.address import BODY_LETTERS
from tournaments.letters import headers, people, substitutes
from tournaments.letters import organisers as office_letters
from tournaments.letters.parts.draft import Draft
from tournaments.models import (
    InboundLetter,
    Invitation,
    League,
    OfficeOffer,
    OutboundLetter,
    Player,
    Seat,
    SeatOffer,
)
from tournaments.organiser.shown.sources import QUOTES_AN_ADDRESS, source
from tournaments.outbox import outbox
from tournaments.queries import calendars
from tournaments.queries.letters import kinds

pytestmark = pytest.mark.django_db

# Written apart from the code under test: how keys of every sort look.
KEYS = (
    re.compile(rf"k1[a-z2-7]{{{BODY_LETTERS}}}"),  # of reply addresses
    re.compile(r"(?<=[._])[0-9a-f]{24}(?=[@.])"),  # what is drawn in a Message-ID
    re.compile(r"[\w-]*:[\w-]{43}(?![\w-])"),  # signed values
    re.compile(r"(?<=sesame=)[\w%.-]+"),
)
IN_ONE = 8  # letters that one reply quotes
DRAFTED_AS = {"say": "said", "tell": "told_privately", "notes": "words", "orders_refused": "orders_account",
              "resign_asked": "words", "own_leagues": "words"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Everything:
    """A letter of every kind, and replies that quote them all with whatever mail programs take over of them."""

    host: Player
    organiser: Player
    league: League
    out: list[OutboundLetter]
    back: list[InboundLetter]
    secrets: set[str]


@pytest.fixture(scope="module")
def everything(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Everything]:
    with made_once(django_db_blocker):
        yield make_everything()


def make_everything() -> Everything:
    league = gallery.league_of(("Anna", "Bea"), secret=61)
    table = only_table(league)
    organiser, seat = league.organisers.get(), table.seats.select_related("player", "table__league").first()
    host = person("Hedda", is_staff=True, is_superuser=True)
    for who in (host, organiser):
        looking.look_inside(table.pk, who, "a complaint")
    drafts = {written.draft.kind: written.draft for written in drafted(league, seat)}
    out = [post(name, drafts[DRAFTED_AS.get(name, name)], seat) for name in kinds.KINDS if name != kinds.COPY]
    back = [come_back(out[first : first + IN_ONE], seat) for first in range(0, len(out), IN_ONE)]
    return Everything(host, organiser, league, out, back, {*secrets_of(out), calendar_key(seat.player)})


def drafted(league: League, seat: Seat) -> Iterator[gallery.Written]:
    """Letters as the code writes them; those that hold a link hold one that works."""
    table = only_table(league)
    yield from gallery.at_table(table)
    yield from gallery.to_organiser(league)
    yield from gallery.to_people(league, seat.player, gallery.PRESS)
    link = f"{settings.SITE_URL}/sign-in/link/{get_query_string(seat.player)}"
    yield gallery.Written("sign-in", people.sign_in(seat.player, link))
    new = signing.dumps(
        ["new@example.net", "New", "UTC", "en", "", address_keys.written_now()],
        salt=sign_in_links.SIGN_UP_SALT,
        compress=True,
    )
    sign_up = f"{settings.SITE_URL}/sign-up/{new}/"
    yield gallery.Written("sign-up", people.sign_up(seat.player, sign_up))
    yield gallery.Written("begin", people.begin(seat.player, sign_up))
    to_join = leagues.create(league.organisers.get(), name="Spring", tag="Spring", game="bruges")
    invitation = Invitation.objects.create(league=to_join, email="new@example.net")
    organiser = league.organisers.get()
    yield gallery.Written("i", people.invited(seat.player, to_join, organiser, invitations.address(invitation)))
    offer = SeatOffer(pk=1, seat=seat, email="new@example.net", reason="gone", by=organiser)
    yield gallery.Written("offer", substitutes.seat_offered(seat.player, offer, offers.address(offer)))
    asked = OfficeOffer(pk=1, league=league, player=seat.player, by=organiser, reason="a second pair of eyes")
    yield gallery.Written("o", office_letters.asked_to_organise(seat.player, asked, organisers.address(asked)))
    key = signing.dumps([1, seat.player.pk, "second@example.net"], salt=addresses.VERIFY_SALT)
    url = f"{settings.SITE_URL}/letters/address/{key}/"
    yield gallery.Written("verify", people.verify_address(seat.player, "second@example.net", url))
    gallery.play_on(table, until=99)
    yield from gallery.finished(table)


def post(name: str, draft: Draft, seat: Seat) -> OutboundLetter:
    """In the outbox as a letter to the seat: so it has every sort of key that letters have at all."""
    return outbox.write(draft, player=seat.player, dedupe=f"every:{name}", seat=seat, kind=name, anyhow=True)


def come_back(letters: list[OutboundLetter], seat: Seat) -> InboundLetter:
    """A reply to one whose words the desk shows that quotes letters with their headers and their HTML."""
    shown = (letter for letter in letters if not (kinds.of(letter.kind).notes or kinds.of(letter.kind).leagues))
    answered = next(shown, letters[0])
    quoted = [f"{name}: {value}" for letter in letters for name, value in letter.headers.items()]
    bodies = [body for letter in letters for body in (letter.text, letter.html, letter.message_id)]
    ids = " ".join(letter.message_id for letter in letters)
    raw = reply(answered, "thank you", *quoted, *bodies, headers=(f"X-Ours: {ids}", f"Comments: {quoted}"))
    return InboundLetter.objects.create(
        key=f"back:{letters[0].pk}", door="smtp", raw=raw, seat=seat, player=seat.player, received_at=timezone.now(),
        state=InboundLetter.State.LAID_ASIDE, mail_from=f"SRS0=x=y={headers.reply_address(seat, 3)}",
        sender=headers.reply_address(seat, 3), auth_results=f"mx; rcpt={headers.reply_address(seat, 3)} {ids}",
        account={"lines": [{"state": "refused", "text": f"what is {ids} {letters[0].text}"}]},
    )  # fmt: skip


def secrets_of(letters: list[OutboundLetter]) -> set[str]:
    found = set()
    for letter in letters:
        for text in (letter.text, letter.html, str(letter.headers), letter.sender, letter.envelope_sender,
                     letter.message_id, str(letter.asks), str(letter.gist)):  # fmt: skip
            found |= {secret for look in KEYS for secret in look.findall(text)}
    return found


def calendar_key(player: Player) -> str:
    return calendars.address(player).rpartition("/")[2].removesuffix(".ics")


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def assert_no_key(page: str, everything: Everything, where: str) -> None:
    assert [secret for secret in everything.secrets if secret in page] == [], where


def test_a_key_of_every_sort_is_among_those_that_are_looked_for(everything: Everything) -> None:
    found = "\n".join(f"{letter.text} {letter.message_id} {letter.headers}" for letter in everything.out)
    assert all(look.search(found) for look in KEYS)
    texts = {letter.kind: letter.text for letter in everything.out}
    holding = {kind for kind, text in texts.items() if "sesame=" in text or KEYS[2].search(text)}
    assert holding == set(kinds.KEYED), "a letter that holds a key is of a kind that says so"


def test_the_page_of_a_letter_of_any_kind_shows_nobody_elses_key(everything: Everything, sign_in: SignIn) -> None:
    host, organiser = sign_in(everything.host), sign_in(everything.organiser)
    for at, letter in enumerate(everything.out):
        page = shown((host, organiser)[at % 2], f"/desk/tournaments/outboundletter/{letter.pk}/change/")
        assert_no_key(page, everything, letter.kind)
        assert ("not shown: it holds a link" in page) is kinds.of(letter.kind).key


def test_the_source_of_a_reply_to_a_letter_of_any_kind_shows_nobody_elses_key(
    everything: Everything, sign_in: SignIn
) -> None:
    client = sign_in(everything.organiser)
    for letter in everything.back:
        page = shown(client, f"/desk/tournaments/inboundletter/{letter.pk}/change/")
        assert_no_key(page, everything, letter.key)
        assert "thank you" in page or "holds notes" in page


def test_no_list_and_no_other_page_of_the_desk_shows_anybodys_key(everything: Everything, sign_in: SignIn) -> None:
    client, table = sign_in(everything.host), only_table_of(everything.league)
    rows = ("inboundletter", "outboundletter", "player", "journalline", "table", "league")
    places = ["/desk/", "/desk/mail/", *(f"/desk/tournaments/{row}/" for row in rows)]
    places += [f"/desk/tournaments/table/{table}/change/", f"/desk/tournaments/league/{everything.league.pk}/change/"]
    places += [f"/desk/tournaments/player/{everything.out[0].player_id}/change/"]
    for place in places:
        assert_no_key(shown(client, place), everything, place)


def only_table_of(league: League) -> int:
    return league.tables.earliest("number").pk


def test_no_letter_is_found_by_a_key_that_stands_in_it(everything: Everything, sign_in: SignIn) -> None:
    client = sign_in(everything.host)
    name = quote(Player.objects.filter(is_active=True).latest("pk").name)
    assert client.get(f"/desk/tournaments/player/?q={name}").context["cl"].result_count
    for secret in sorted(everything.secrets)[::40]:
        for row in ("inboundletter", "outboundletter", "player", "journalline"):
            page = client.get(f"/desk/tournaments/{row}/?q={quote(secret)}")
            assert page.context["cl"].result_count == 0, (row, secret)


def test_a_letter_of_a_kind_that_nobody_has_described_is_not_written(everything: Everything) -> None:
    draft = Draft("hello", "Hello", "Hello", "")
    with pytest.raises(kinds.UnknownKind, match="'hello'"):
        outbox.write(draft, player=everything.host, dedupe="hello")
    draft = Draft("words", "Hello", "Hello", "")
    with pytest.raises(kinds.UnknownKind, match="'hello'"):
        outbox.write(draft, player=everything.host, dedupe="hello", kind="hello")


def test_a_letter_with_a_key_is_not_written_as_a_kind_without(everything: Everything) -> None:
    draft = Draft("sign_in", "Sign in", "https://...", "")
    with pytest.raises(ValueError, match="not protected as 'words'"):
        outbox.write(draft, player=everything.host, dedupe="laundered", kind="words")


def test_every_template_of_a_letter_is_of_a_kind_that_is_described() -> None:
    folders = {path.name for path in (settings.BASE_DIR / "templates" / "mail").iterdir() if path.is_dir()}
    assert folders - set(kinds.KINDS) == set()
    assert set(kinds.KINDS) - folders == {*DRAFTED_AS, kinds.COPY}


# --- letters that came in: programs encode, fold and wrap what they quote ----------------------------


def test_an_id_of_ours_is_hidden_in_whatever_header_it_stands(everything: Everything) -> None:
    letter = next(letter for letter in everything.out if letter.kind == "welcome")
    seatless = headers.message_id("welcome", "x", None, 0, None)
    for name in ("In-Reply-To", "References", "Thread-Index", "X-Original-Message-ID", "Comments"):
        text = source(f"From: a@b.example\r\n{name}: {letter.message_id} {seatless}\r\n\r\nhello\r\n".encode())
        assert f"{name}: …" in text
        assert "hello" in text
        assert [secret for look in KEYS for secret in look.findall(text)] == []


def test_a_letter_of_ours_that_came_back_is_not_shown_inside_the_bounce(everything: Everything) -> None:
    for kind in ("message/rfc822", "text/rfc822-headers"):
        raw = (
            f"From: mailer-daemon@h.example\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\n"
            f"Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; h.example\r\n\r\n"
            f"Final-Recipient: rfc822; anna@example.net\r\nDiagnostic-Code: smtp; 550 no such user\r\n"
            f"X-Original-Message-ID: <provider-1@ses.example>\r\n\r\n--b\r\n"
            f"Content-Type: {kind}\r\n\r\nMessage-ID: <provider-1@ses.example>\r\n\r\nyour link\r\n--b--\r\n"
        )
        text = source(raw.encode())
        assert "Diagnostic-Code: smtp; 550 no such user" in text
        assert "provider-1" not in text
        assert "your link" not in text


@given(at=st.integers(1, 40), gap=st.sampled_from(["\r\n> ", "<wbr>", "\u200b", "=\r\n", " \r\n>> ", "&#8203;"]))
def test_a_reply_address_that_a_program_has_split_is_not_put_together_from_the_source(at: int, gap: str) -> None:
    address = headers.reply_address(Seat(pk=7, token_epoch=1), 3)
    cut = address[:at] + gap + address[at:]
    coding = "quoted-printable" if gap.startswith("=") else "8bit"
    head = f"From: a@b.example\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: {coding}\r\n"
    text = source(f"{head}\r\nmailto:{cut}\r\n".encode())
    squeezed = re.sub(r"<[^>]*>|&#8203;|[^a-z0-9+]", "", text)
    assert address.partition("@")[0] not in squeezed or QUOTES_AN_ADDRESS in text


def test_an_encoded_header_is_decoded_before_its_address_is_hidden() -> None:
    address = headers.reply_address(Seat(pk=7, token_epoch=1), 3)
    encoded = base64.b64encode(f"Re: {address}".encode()).decode()
    text = source(f"From: a@b.example\r\nSubject: =?utf-8?b?{encoded}?=\r\n\r\nhello\r\n".encode())
    assert "Subject: Re: play+…" in text
    assert source(b"From: a\r\nSubject: =?odd\x00?b?aGVsbG8=?=\r\n\r\nhello\r\n")


def test_words_without_a_key_stay_as_they_are() -> None:
    words = "recruit prince in red. It was 18:00 on Friday: https://play.example.org/table/7/ at play@mail.example.org"
    assert in_text.of_a_letter(words) == words
    assert not in_text.holds_token(words)
