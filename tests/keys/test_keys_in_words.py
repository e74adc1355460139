"""Whatever people write for others goes to them without the keys by which a reader could act in the writer's name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import time_machine
from django.apps import apps
from django.conf import settings
from django.core import signing
from django.db import models
from django.db.models import Q
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from sesame import packers
from sesame.utils import get_token

from tests.shared import pace
from tests.shared.cast import Cast, asked_seat, only_table, prepared_league, running_league
from tests.shared.keys_made import MAKERS, every_kind
from tests.shared.post import address_of, ask_for_link, deliver, newest
from tournaments.actions.clock import pausing
from tournaments.actions.commands import cases
from tournaments.actions.league import announcements, invitations, organisers
from tournaments.actions.table import helping
from tournaments.keys import signatures
from tournaments.keys.in_text import MOST_TRIED, TAKEN_OUT, holds_id, taken_out, without_keys
from tournaments.keys.redaction import HIDDEN
from tournaments.letters import headers
from tournaments.letters.parts.layout import quoted
from tournaments.models import Case, JournalLine, League, Note, OutboundLetter, Press, Seat
from tournaments.models.fields import Said, SaidShortly
from tournaments.queries.letters import identify

pytestmark = pytest.mark.django_db
MAKES = re.compile(
    r"signing\.dumps\(|\.sign\(|(?<!\.)get_query_string\(player|hmac\.digest\(key, purpose|b32encode\(secrets"
)
# Fields of text without words of people for others: what the service, a host or a browser says; addresses
# and zones; the seeds and digests of games; a deck, which is one only as it was brought.
OURS = {
    "Allowance.name", "ApiKey.digest", "Beacon.source", "Deck.digest", "Deck.text", "Drill.backup", "Drill.trouble",
    "Heartbeat.name", "InboundLetter.auth_results", "InboundLetter.door", "InboundLetter.failed_under",
    "InboundLetter.key", "InboundLetter.mail_from", "InboundLetter.message_id", "InboundLetter.queue",
    "InboundLetter.recipient", "InboundLetter.sender", "InboundLetter.trouble", "InboundLetter.verdict",
    "JournalLine.verb", "League.commitment", "LogEntry.hash", "Outage.source", "OutboundLetter.dedupe",
    "OutboundLetter.envelope_sender", "OutboundLetter.failure", "OutboundLetter.html", "OutboundLetter.kind",
    "OutboundLetter.message_id", "OutboundLetter.provider_id", "OutboundLetter.sender", "OutboundLetter.subject",
    "OutboundLetter.text", "Player.password", "Player.zone", "Print.key", "RoundTrip.door", "RoundTrip.proof",
    "SignIn.browser", "SignIn.place", "SignIn.session_data", "SignIn.session_key", "SignIn.system",
    "Table.commitment", "Table.head", "Trial.what", "Trial.why", "Turn.kind",
}  # fmt: skip


def columns() -> dict[str, models.Field]:
    found = (field for model in apps.get_app_config("tournaments").get_models() for field in model._meta.local_fields)
    return {f"{field.model.__name__}.{field.name}": field for field in found if isinstance(field, TEXTS)}


TEXTS = (models.CharField, models.TextField)
OF_ONE_FORM = (models.SlugField, models.EmailField)
WORDS = {name: field for name, field in columns().items() if isinstance(field, Said | SaidShortly)}


@pytest.fixture
def seat(cast: Cast) -> Seat:
    return asked_seat(only_table(running_league(cast)))


@pytest.fixture
def sign_in_to_desk(seat: Seat) -> Client:
    client = Client()
    client.force_login(seat.table.league.organisers.get())
    return client


def kept(text: str, key: str) -> bool:
    """Whether the key, or all of it but its beginning, can be put together from a text."""
    return key[-30:] in re.sub(r"[\s|\xa0]|said", "", text)


def test_every_column_of_text_is_ours_or_keeps_no_key() -> None:
    free = {name for name, field in columns().items() if not (field.choices or isinstance(field, OF_ONE_FORM))}
    assert free - set(WORDS) == OURS


def test_every_maker_of_keys_is_tried_here(cast: Cast) -> None:
    makers = {str(path) for path in Path("tournaments").rglob("*.py") if MAKES.search(path.read_text())}
    assert makers == set(MAKERS)
    assert set(every_kind(cast)) == set().union(*MAKERS.values())


def salts_said() -> Iterator[tuple[str, str]]:
    """Places where the service signs or reads what is signed, each with the salt as it is written there."""
    for path in Path("tournaments").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and re.search(r"(^|\.)(\w*Signer|signing\.\w+)$", ast.unparse(node.func)):
                yield str(path), ast.unparse(next(one.value for one in node.keywords if one.arg == "salt"))


def test_the_list_of_salts_has_all_with_which_the_service_signs() -> None:
    said = set(salts_said())
    places = {path for path, _ in said}
    mail = {"tournaments/keys/address.py", "tournaments/keys/taps.py"}  # whose tokens are signed with other keys
    drawn = {"tournaments/keys/programs.py"}
    assert set(MAKERS) - mail - drawn < places
    assert {salt for _, salt in said if not salt.endswith("SALT")} == {"salt"}, "name it, so that it is found"
    assert {path for path, salt in said if salt == "salt"} == {
        "tournaments/actions/player/strangers.py", "tournaments/keys/signatures.py"
    }  # fmt: skip
    modules = [path for path in Path("tournaments").rglob("*.py") if re.search(r"\bSALT\b|_SALT\b", path.read_text())]
    named = [vars(import_module(".".join(path.with_suffix("").parts))) for path in modules]
    assert {value for names in named for name, value in names.items() if name.endswith("SALT")} == set(signatures.SALTS)


def test_a_key_is_ours_though_it_is_old_or_signed_with_the_secret_before(cast: Cast, settings) -> None:
    keys = every_kind(cast)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-secret-of-these-tests-" + "y" * 32
    with time_machine.travel(timezone.now() + timedelta(days=900)):
        for kind, key in keys.items():
            assert key[-30:] not in without_keys(f"it says {key}."), kind
        settings.SECRET_KEY_FALLBACKS = []
        assert keys["offer"] in without_keys(f"it says {keys['offer']}."), "then it opens nothing"


def test_a_sign_in_key_is_built_as_is_thought_here(cast: Cast) -> None:
    key = get_token(cast.player)
    assert len(key) == signatures.SIGN_IN_LETTERS
    assert signatures.is_sign_in(key)
    packed = signatures.SIGN_IN.pack(cast.player.pk, 0)
    assert packers.packer.unpack_pk(packed)[0] == cast.player.pk
    assert packed.startswith(packers.packer.pack_pk(cast.player.pk))
    for other in ("A" * 30, "A" * 11 + "h" * 19, key[:-1] + "b", "B" + key[1:]):
        assert not signatures.is_sign_in(other), other


@pytest.mark.parametrize(
    "around",
    [
        "_{}_", "*{}*", "{}の書き込み", "sesame=3D{}", "%3D{}&x", "({}).", "<i>{}</i>", r"\u003d{}\u0026", r'"\n{}\n"',
        r"\x2f{}", "&#61;{}", "&#x2f;{}", "%253D{}%2526", "a%25252F{}", "=253D{}", "%5Cn{}",
    ],
)  # fmt: skip
def test_a_key_is_known_whatever_stands_at_it(cast: Cast, around: str) -> None:
    for kind in ("sesame", "offer", "sign-up", "calendar", "unsubscribe"):
        key = every_kind(cast)[kind]
        assert key[-30:] not in without_keys(around.format(key)), kind


@pytest.mark.parametrize("before", ["", "see:", "1-2:", "W:"])
def test_a_value_of_six_figures_is_not_taken_for_a_time(before: str) -> None:
    key = signing.Signer(salt="unsubscribe").sign("123456")
    assert without_keys(f"{before}{key}") == f"{before}{HIDDEN}"


@pytest.mark.parametrize("colon", ["%3A", "%25253a", "=3A", r"\u003a", "&amp;#58;", "&colon;"])
@pytest.mark.parametrize("dot", ["%252E", "=2e", r"\x2e", "&#46;"])
def test_a_signed_value_is_known_with_its_signs_encoded(cast: Cast, colon: str, dot: str) -> None:
    for kind in ("offer", "address", "sign-up", "calendar", "unsubscribe"):
        key = every_kind(cast)[kind]
        for gap in ("", "\n> "):
            pieces = (piece.replace(".", dot).replace(":", colon) for piece in (key[:9], key[9:-20], key[-20:]))
            words = f"it says {gap.join(pieces)}, I think"
            assert without_keys(words) == f"it says {HIDDEN}, I think", (kind, gap)


def test_of_more_signatures_than_are_tried_none_stays(cast: Cast) -> None:
    key = every_kind(cast)["address"]
    many = [f"{number}-{number}:{'aB1' * 14}A" for number in range(MOST_TRIED)]
    assert many[0] in without_keys(many[0]), "by itself it is no key"
    assert key[-30:] not in without_keys("\n".join([*many, *many, key]))


ALTERNATING = [
    ["unsubscribe"], ["sesame"], ["address"], ["token"], ["sesame", "unsubscribe"],
    ["sesame", "address", "unsubscribe"],
    ["unsubscribe", "token", "sesame", "sign-up", "calendar", "token"],
]  # fmt: skip


@pytest.mark.parametrize("kinds", ALTERNATING, ids="-".join)
def test_keys_without_a_blank_between_them_go_all_and_cost_a_moment(cast: Cast, kinds: list[str]) -> None:
    made = every_kind(cast)
    keys = "".join(made[kind] for kind in kinds)
    for broken in (keys, f"{keys[:20]}<b>{keys[20:]}"):
        text = broken * (200_000 // len(broken))
        assert pace.seconds(partial(without_keys, text)) < pace.A_MOMENT
        left = without_keys(text)
        assert set(left) <= set(f"{HIDDEN}<b>"), broken


OF_ONE_LETTER = [
    "W-" * 900 + "{0}:1vABCd:" + "aB1" * 14 + "A", "1-" * 900 + "{0}:" + "aB1" * 14 + "A",
    ("{0}-1:" + "aB1" * 14 + "A ") * 40, ("1-{0}:" + "aB1" * 14 + "A") * 41,
    "".join(f"{n}-{{0}}:" + "aB1" * 14 + "A " for n in range(41)),
    "".join(f"W-W-{n}{{0}}:1vABCd:" + "aB1" * 14 + "A" for n in range(34)),
]  # fmt: skip


@pytest.mark.parametrize("words", OF_ONE_LETTER)
def test_many_hostile_words_of_one_letter_cost_a_moment_together(words: str) -> None:
    assert (
        pace.seconds(lambda: [without_keys(words.format(number)[:2_000]) for number in range(10, 40)]) < pace.A_MOMENT
    )


def test_no_kind_of_key_is_stored_or_quoted_anywhere(cast: Cast) -> None:
    for kind, key in every_kind(cast).items():
        for words in (key, f"it says {key}.", f"<a {key}>", f"see https://play.example.org/sign-in/link/?sesame={key}"):
            told = [field.get_prep_value(words) for field in WORDS.values()] + ["\n".join(quoted(words))]
            assert not any(kept(text, key) for text in told), (kind, words)
            assert taken_out("nothing", words), kind


GAPS = ["\n", " ", "\n> ", "\r\n| ", "=\n", "\xa0", "\u200b", "<br>", "<wbr/>\n"]


@pytest.mark.parametrize("gap", ["\n AB> ", "\n> AB> ", "\nAB> CD> ", "\nAnna> ", "\n>> Zoë> "])
def test_a_key_in_a_quote_with_names_goes(cast: Cast, gap: str) -> None:
    for kind in ("token", "sesame", "unsubscribe", "address"):
        key = every_kind(cast)[kind]
        for at in (3, len(key) // 2, len(key) - 3):
            left = without_keys(f"It said{gap}write to <{key[:at]}{gap}{key[at:]}> please")
            assert HIDDEN in left, (kind, at)
            assert not (key[:at] in left and key[at:] in left), (kind, at)


def in_one(text: str) -> str:
    """What a reader can put together of words that a program has broken."""
    return re.sub(r"=\n|<w?br/?>|[\s|>\u200b]", "", text)


@pytest.mark.parametrize("gap", GAPS)
def test_a_reply_address_in_pieces_is_known_by_its_signature(seat: Seat, gap: str) -> None:
    whole = address_of(newest(seat, "turn"))
    for at in range(1, whole.index("@")):
        words = f"it went to <{whole[:at]}{gap}{whole[at:].upper()}> and came back"
        assert whole[8:40] not in in_one(without_keys(words)).lower(), words


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("behind", ["@mail.example.org> came", " at mail", "", ", and more"])
def test_the_id_of_a_letter_of_ours_is_known_in_pieces_and_whatever_follows_it(gap: str, behind: str) -> None:
    whole = headers.message_id("welcome", "x", None, 0, None).strip("<>").partition("@")[0]
    drawn = whole.partition(".")[2]
    for at in range(1, len(whole) + 1):
        words = f"It was <{whole[:at]}{gap}{whole[at:]}{behind}"
        assert drawn[-12:] not in in_one(without_keys(words)), words


@pytest.mark.parametrize(
    "theirs", ["0102018f1b2c3d4e-1f2e3d4c-5b6a-4978-8a6b-0123456789ab-000000", "0123456789abcdef" * 2]
)
@pytest.mark.parametrize("gap", ["", *GAPS])
def test_an_id_of_a_provider_that_proves_who_answers_is_in_no_words(theirs: str, gap: str) -> None:
    name = f"<{theirs}@eu-west-1.amazonses.com>"
    proving = Q(provider_id__in=sorted([name, name.strip("<>"), theirs]))
    assert identify.named_in([name]) == Q(message_id__in=[name]) | proving
    for at in range(1, len(theirs)):
        words = f"my answer to a cafe {theirs[:at]}{gap}{theirs[at:].upper()}@eu-west-1.amazonses.com came back"
        assert theirs[20:53] not in in_one(without_keys(words)).lower(), words
        assert taken_out(words)


OURS_IN_WORDS = "welcome.0123456789abcdef01234567"
DRAWN = ["01234567-89ab-4cde-8f01-23456789abcd", "0123456789abcdef" * 2, OURS_IN_WORDS]
BESIDE = [
    " 26 11 2026 20 30", " 2026 11 26", "> 26 11 2026", " 20261126 a", " 7 8 9 10 11 12", " 12345678 9 0 1",
    " 5 days ago", " a bad day", "\n2026 11 26", " 12 14 16 18 20 22 24 26 28 30 32 34",
]  # fmt: skip


@pytest.mark.parametrize("beside", BESIDE)
@pytest.mark.parametrize("drawn", DRAWN)
def test_numbers_and_short_words_beside_an_id_hide_no_id_and_stay(drawn: str, beside: str) -> None:
    hidden = HIDDEN if drawn != OURS_IN_WORDS else f"welcome.{HIDDEN}"
    assert without_keys(f"it was {drawn}{beside} that came back") == f"it was {hidden}{beside} that came back"
    before = beside.strip("> \n")
    assert without_keys(f"{before} {drawn}@mail.example.org") == f"{before} {hidden}@mail.example.org"
    assert holds_id(f"{before} {drawn}@mail.example.org")


def test_no_reference_proves_who_writes_that_could_stand_in_words() -> None:
    for name in ("0123456789abcdef" * 4, "4711", "0123456789abcdef" * 2 + "01", "20261126.203128"):
        words = f"the head of our game is {name}, he said"
        assert without_keys(words) == words
        assert identify.named_in([name]) == Q(message_id__in=[name]) | Q(provider_id__in=[])


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("kind", ["sesame", "address", "sign-up", "unsubscribe"])
def test_a_key_in_pieces_loses_all_of_its_pieces(cast: Cast, kind: str, gap: str) -> None:
    key = every_kind(cast)[kind]
    for at in range(1, len(key)):
        words = f"see {settings.SITE_URL}/sign-in/link/?sesame={key[:at]}{gap}{key[at:]} is it"
        left = in_one(without_keys(words))
        assert not any(key[begin : begin + 12] in left for begin in range(len(key) - 20, len(key) - 11)), words


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_link_that_is_encoded_several_times_keeps_no_key(cast: Cast, times: int) -> None:
    for kind, key in every_kind(cast).items():
        link = f"{settings.SITE_URL}/sign-in/?sesame={key}"
        path = f"/x/{key}/"
        for _ in range(times):
            link, path = quote(link, safe=""), quote(path, safe="")
        assert key[-30:] not in without_keys(f"see {link} {path}"), kind
        assert "cut-sho" not in without_keys(link.replace(key[-20:], "cut-sho")), kind


@pytest.mark.parametrize("dot", [".", "%2E", "=2E", "&#46;", "[.]"])
def test_a_link_of_ours_is_known_however_its_dots_are_encoded(dot: str) -> None:
    host = settings.SITE_URL.partition("//")[2].replace(".", dot)
    for path in ("offer/", "letters/address/", "sign-in/link/?sesame=", "come%2F"):
        words = f"it is https://{host}/{path}cut-sho what now"
        assert without_keys(words) == f"it is https://{host}/{path}{HIDDEN} what now"


INNOCENT = [
    "key=rock, and token=scissors", "https://club.example/offer/summer", "https://shop.example/offer/board-games",
    "Rules: https://club.example/letters/rules/summer", "https://maps.example/?key=abc123def",
    "https://club.example/come/and-see-us", "/letters/of/love and /come/early", "N" + "o" * 60 + " way: " + "a" * 43,
    "A" * 45 + "RGH, you got me there, 3 times in a row and none of the others saw it coming",
    "AAAAAAAAAAA" + "h" * 30, "Points: 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40. 12 13 14 15 16 17 18 19 20 21 22",
    "https://teams.microsoft.com/l/meetup-join/19%3ameeting_MjM3NzQ5YjEtNDg0My00ZTA1LWE2NTctNTc0ZmRkNGU2Y2Vh%40thread.v2",
    "https://commons.wikimedia.org/wiki/File:Bruges_board_game_2nd_edition_box_cover_front.jpg",
    "bitcoin:bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297",
    "SHA256:ZTgxY2NmM2QxYmQ0ZmNjNGE0ZTFkZmQ2NGE4YzE1MjQ", "doc:1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgVE2upms",
    "https://outlook.office365.com/owa/calendar/x/AAMkAGI2TG93AAAAAAENAAA12345678901234567890abcdef/calendar.html",
    "Ergebnis:Anna2-Bea3-Chidi4-Dora5-Emil6-Fritz7-Gustav8-Hans9",
    "my list:\nRed-1a\nBlue-2b-which-I-would-take-if-you-let-me-have-it-again",
    "it stood 5-0:" + "aB1" * 14 + "A and then WzEsMl0:1vABCd:" + "aB1" * 14 + "A",  # as a key looks, by nobody
    "my head is 0a1b2c3d4e, yours 9f8e7d6c5b", "head. " + "0a1b2c3d" * 8 + " is what verify.py shows",
    "The fee goes to DE89370400440532013000\n00491701234567 is my telephone", "BE68539007547034 BE71096123456769 ok",
    "my wallet: 0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe", "git show v1.2.da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "https://club.example/score.da39a3ee5e6b4b0d3255bfef95601890afd80709.png",
    "I said: the queen and the prince and the merchant and then all the others went to the red house",
]  # fmt: skip


@pytest.mark.parametrize("words", INNOCENT)
def test_words_of_people_and_links_of_others_stay(words: str) -> None:
    assert without_keys(words) == words
    assert taken_out(words) == []


@given(st.lists(st.sampled_from(re.findall(r"\S+", " ".join([*INNOCENT, *Path("README.md").read_text().split()])))))
def test_long_ordinary_text_stays(words: list[str]) -> None:
    assert without_keys(" ".join(words)) == " ".join(words)


PIECES = [
    "k1", "a" * 41, "k1" + "a7" * 20, "AAAAAAAAAAb2", ":aB3", "x:" + "aB1" * 15, "0123456789abcdef", "a.", "<a ", "<b>",
    "1-1:" + "aB1" * 14 + "A ", "a-" * 40 + ":1vABCd:" + "aB1" * 14 + "A ", "1-" * 40 + ":" + "aB1" * 14 + "A<b>",
    "x " * 900 + ":1vABCd:" + "aB1" * 14 + "A", "AAAAA ", "0123456789 ", "12 cafe ", "a.0123456789abcdef01234567 ",
    settings.SITE_URL + "/offer/x ", settings.SITE_URL + "/come/W:1x:" + "aB1" * 14 + "a ", "> ", "=\n",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_long_hostile_text_costs_a_moment(piece: str) -> None:
    assert pace.seconds(lambda: without_keys(piece * (200_000 // len(piece)))) < pace.A_MOMENT


@given(st.lists(st.sampled_from([*PIECES, *INNOCENT, "\n", " ", "…"])).map("".join))
def test_of_a_text_without_keys_nothing_more_is_taken_out(text: str) -> None:
    assert without_keys(without_keys(text)) == without_keys(text)


def test_what_only_looks_drawn_stays_and_nobody_is_told_of_a_key() -> None:
    words = (
        "see https://docs.example.org/document/d/1A2b3C4d5E6f7G8h9I0jKlMnOpQrStUvWxYz_-/edit, or write to "
        "anna+bruges@example.net: rock+play+repeat, key 3 of k1 and whatever the others say about all of it in the end"
    )
    assert without_keys(words) == words
    assert taken_out(words) == []


def test_the_link_by_which_everybody_may_join_is_handed_on(cast: Cast) -> None:
    link = invitations.link(prepared_league(cast, access=League.Access.LINK))
    words = f"Our next league is open: {link} Welcome!"
    assert without_keys(words) == words
    assert taken_out(words) == []
    key = signing.dumps([1, cast.player.pk], salt=organisers.SALT)
    assert key not in without_keys(f"{link}?token={key}")


# --- by the doors ----------------------------------------------------------------------------------------------------


def said(seat: Seat, *lines: str, **how: Any) -> str:
    """All that the service has written and kept since, except to the seat."""
    before = OutboundLetter.objects.latest("pk").pk
    deliver(newest(seat, "turn"), *lines, **how)
    for case in Case.objects.filter(ruled_at=None):
        cases.rule(case.pk, seat.table.league.organisers.get(), f"no: {lines[0]}")
    mailed = OutboundLetter.objects.filter(pk__gt=before).exclude(player=seat.player)
    rows = [str(row) for model in (Press, Note, Case) for row in model.objects.values_list()]
    return "\n".join([*(f"{letter.text}\n{letter.html}" for letter in mailed), *rows, *journal()])


def journal() -> list[str]:
    return list(JournalLine.objects.values_list("words", flat=True))


@pytest.mark.parametrize("word", ["say", "tell", "referee", "note"])
def test_a_key_in_a_line_for_others_reaches_nobody_and_its_writer_reads_why(seat: Seat, word: str) -> None:
    seat.table.league.private_press = True
    seat.table.league.save()
    ask_for_link(seat.player.email)
    link = OutboundLetter.objects.filter(kind="sign_in").latest("pk")
    url = next(piece for piece in link.text.split() if piece.startswith("http"))
    address = address_of(newest(seat, "turn"))
    to = f" {(seat.number + 1) % 3 + 1}" if word == "tell" else ""
    found = said(seat, f"{word}{to}: <{address}> and {url} came back")
    assert "came" in found
    assert not kept(found, address.partition("@")[0])
    assert not kept(found, url)
    answer = OutboundLetter.objects.filter(player=seat.player, answers__isnull=False).latest("pk")
    assert TAKEN_OUT[:40] in " ".join(answer.text.split())


ATTRIBUTIONS = [
    "{a}", "<{a}>", "'{a}'", "mailto:{a}", "[{a}]", "{a} skrifaði:", "<{a}> escribió", "{a}の書き込み",
    "{a} via Bruges",
    "Bruges_by_mail_{a}", "<{m}>", "{a} 26.11.2026 19:00", "\"{a}\"", "<{a}>: host mail said: 451",
    "play@mail.example.org wrote",
]  # fmt: skip


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_a_line_that_begins_with_an_address_or_holds_a_key_goes_on_with_no_words(seat: Seat, line: str) -> None:
    turn = newest(seat, "turn")
    line = line.format(a=address_of(turn), m=turn.message_id.strip("<>"))
    said(seat, "say: well played, that was a really close round my friends", line, quote=False)
    assert Press.objects.get().words == "well played, that was a really close round my friends"


def test_words_of_organisers_lose_their_keys_and_the_desk_says_so(seat: Seat, sign_in_to_desk: Client) -> None:
    organiser, key = seat.table.league.organisers.get(), address_of(newest(seat, "turn")).partition("@")[0]
    page = reverse("desk:index") + f"tournaments/table/{seat.table_id}/announce/"
    form = sign_in_to_desk.get(page)
    stamp = form.context["stamp"]
    answer = sign_in_to_desk.post(page, {"words": f"you wrote to {key}", "stamp": stamp}, follow=True)
    assert TAKEN_OUT[:40] in answer.content.decode()
    announcements.announce(seat.table.league, organiser, f"you wrote to {key}")
    helping.help_player(seat.pk, organiser, f"you wrote to {key}")
    pausing.pause(seat.table_id, organiser, f"mail to {key} came back")
    mailed = OutboundLetter.objects.filter(kind__in=("announcement", "helped", "paused"))
    found = [*(re.sub(r"\nReply-To.*", "", letter.text) for letter in mailed), *journal()]
    assert sum("you" in text for text in found) > 2
    assert not any(kept(text, key) for text in found)
