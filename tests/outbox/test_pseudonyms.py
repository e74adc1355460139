"""A reader of a copied database cannot find out by trying which addresses and networks have asked for something."""

from __future__ import annotations

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from tests.project.test_architecture import files, imports
from tests.shared.cast import Cast, prepared_league
from tests.shared.post import answer_requests
from tournaments.actions.clock import pace
from tournaments.actions.league import invitations
from tournaments.actions.player import sign_in_links
from tournaments.inbox import ingest
from tournaments.models import Allowance, InboundLetter, League
from tournaments.outbox.pseudonyms import pseudonym

pytestmark = pytest.mark.django_db
STRANGER, PLACE = "Dora@Newcomers.example", "203.0.113.7"
VOUCHED = "mail.example.org; dmarc=pass header.from=newcomers.example"
# Modules that make a digest without a key, and of what: nothing of it is a person's address or network.
DIGESTS = {
    "tournaments/actions/league/settings.py": "settings of a league, to see that none was changed",
    "tournaments/running/backups/archive.py": "files of a backup, to see that none was changed",
    "tournaments/running/backups/manifest.py": "keys of the service, each a random one, to know which they were",
    "tournaments/runtime/code_version.py": "our own code",
    "tournaments/actions/buttons/presses.py": "what a seat has kept, to see whether it was replaced",
    "tournaments/formats/beacons.py": "words for the chance and a public value: everybody is to check it",
    "tournaments/formats/tiebreaks.py": "the lots of a league: everybody is to check them",
    "tournaments/running/health/mail/dkim.py": "a letter of the service to itself, whose signature is looked at",
    "tournaments/running/installation.py": "the folder of the installation",
    "tournaments/letters/headers.py": "with SECRET_KEY: what only we can know of a Message-ID",
    "tournaments/inbox/reply/mime/headers.py": "a Message-ID too long for its field, emptied as others are",
    "tournaments/inbox/same.py": "a whole letter, before its pseudonym is made",
    "tournaments/letters/parts/frame.py": "the secret of a table and how many letters it has sent",
    "tournaments/outbox/limits.py": "sentences that refuse an order",
    "tournaments/inbox/round_trips.py": "a random word in that letter",
    "tournaments/outbox/smtp_backend.py": "a Message-ID of ours, as the name of a file",
    "tournaments/models/access.py": "a random key of a session",
    "tournaments/keys/programs.py": "a random key of an organiser's programs",
    "tournaments/organiser/api/door.py": "an answer, to see whether its reader has it already",
    "tournaments/pages/once.py": "files of a form, before its pseudonym is made",
    "tournaments/papers/pictures.py": "a picture",
    "tournaments/queries/prints.py": "what is printed",
    "tournaments/queries/standings.py": "places, points and numbers of players, for what is confirmed",
}


def remembered(league: League, cast: Cast) -> set[str]:
    """Every name that rows have after a stranger has asked for all that strangers can ask for; the rows are deleted."""
    sign_in_links.ask_to_sign_in(STRANGER, PLACE)
    sign_in_links.ask_to_sign_up(STRANGER, "Dora", "UTC", PLACE)
    answer_requests()
    invitations.invite(league, cast.organiser, STRANGER)
    for number in range(pace.NEWCOMERS + 1):
        raw = f"From: {STRANGER}\r\nMessage-ID: <{number}@client.example>\r\n\r\nhello\r\n".encode()
        ingest.ingest(raw, "play@mail.example.org", STRANGER, auth_results=VOUCHED)
    letters = InboundLetter.objects.filter(mail_from__iexact=STRANGER)
    queues = set(letters.exclude(queue="").values_list("queue", flat=True))
    assert queues, "the last letter has to wait for its domain"
    names = {*Allowance.objects.values_list("name", flat=True), *letters.values_list("key", flat=True), *queues}
    letters.delete()
    Allowance.objects.all().delete()
    return names


def test_no_name_of_an_address_or_a_network_is_the_same_under_another_secret(cast: Cast, settings: Settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mail.example.org",)
    league = prepared_league(cast)
    Allowance.objects.all().delete()  # what was held and counted to prepare the league
    with time_machine.travel(timezone.now(), tick=False):
        first, again = remembered(league, cast), remembered(league, cast)
        assert len(first) > pace.NEWCOMERS
        assert first == again, "the same asked for at the same moment has the same names"
        settings.SECRET_KEY = "another secret, as long as secrets of an installation have to be"
        assert remembered(league, cast) & first == set()


def test_a_pseudonym_is_of_its_words_in_their_order_and_of_its_purpose() -> None:
    names = [pseudonym("a", "b", "c"), pseudonym("a", "c", "b"), pseudonym("b", "b", "c"), pseudonym("a", "bc")]
    assert len({*names, pseudonym("a", "b", "c")}) == len(names)


def test_digests_without_a_key_are_made_of_nothing_that_is_a_persons() -> None:
    found = {str(path).partition("tournaments/")[2] for path in files("tournaments") if "hashlib" in imports(path)}
    assert {f"tournaments/{name}" for name in found} == set(DIGESTS), "say what it is made of, or use a pseudonym"
