"""What players change about themselves later: name and zone, addresses, how many letters; and who may erase whom."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from tests.shared.cast import Cast, make_cast, only_table, person, prepared_league, running_league
from tests.shared.post import name_address
from tournaments.actions.erasing import erasure
from tournaments.actions.league import disqualify, invitations, leagues
from tournaments.actions.player import addresses, names, people, preferences, sign_in_links
from tournaments.language.no_names import NAMELESS
from tournaments.language.refusals import BadSettings, NameTaken, NotYours, StillNeeded, TooOften
from tournaments.models import Address, JournalLine, League, LinkRequest, OutboundLetter, Player, Seat
from tournaments.outbox.preferences import FEWEST

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


def test_zone_calendar_and_copies_change_so_often_in_a_day(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal keeps a line of each."""
    monkeypatch.setattr(preferences, "CHANGED_A_DAY", 2)
    player, browser = cast.player, Client()
    browser.force_login(player)
    address = Address.objects.create(player=player, email="work@example.net", verified_at=player.verified_at)
    for on, zone in ((True, "Europe/Berlin"), (False, "Europe/Paris")):
        player = people.change_profile(player, player.name, zone)
        preferences.copy_letters(player, address.pk, on=on)
        browser.post("/profile/calendar/")
    with pytest.raises(TooOften):
        people.change_profile(player, player.name, "Europe/Rome")
    with pytest.raises(TooOften):
        preferences.copy_letters(player, address.pk, on=True)
    assert "times today" in browser.post("/profile/calendar/", follow=True).content.decode()
    lines = JournalLine.objects.filter(actor=player)
    assert [lines.filter(verb=verb).count() for verb in ("moved", "copies", "calendar renewed")] == [2, 2, 2]
    assert people.change_profile(player, "Anneke", player.zone).name == "Anneke"


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "blank"),
        ("  \n ", "blank"),
        ("17 red", "reads like an order"),
        ("Undo", "reads like an order"),
        ("workers prince", "reads like an order"),
        ("say: hello", "reads like an order"),
        ("42", "needs a letter"),
        ("\u0665", "needs a letter"),
        ("…", "needs a letter"),
        ("Anna\u202eaeB", "invisible"),
        ("Anna\x00", "invisible"),
        ("Former Player", "somebody else"),
        ("Stand-in 2", "figure"),
        ("Anna\u2028house servant", "one line"),
        ("Anna\x85undo", "one line"),
        ("Red", "call a house"),
        ("purple.", "call a house"),
        ("ｂｌｕｅ", "call a house"),
        ("\u3164\u3164", "needs a letter"),
        ("The organiser", "somebody else"),
        ("Anna (Organiser)", "no part of a name"),
        ("organ\u0131ser Anna", "somebody else"),
        ("Spielleitung", "somebody else"),
        ("stand\u2011in", "somebody else"),
        ("die Vertretung", "somebody else"),
        (settings.SERVICE_NAME.upper(), "somebody else"),
        ("http://listed.example", "no link"),
        ("https:listed", "no link"),
        ("www.listed", "no link"),
        ("eve@phish.example", "no link"),
        ("Prizes at Listed.com today", "no link"),
        ("\uff45\uff56\uff49\uff4c\uff0e\uff43\uff4f\uff4d", "no link"),
        ("evil\u3002com", "no link"),
        ("ev\u200cil.\u200ccom", "no link"),
        ("\u092d\u093e\u0930\u0924.\u092d\u093e\u0930\u0924", "no link"),
    ],
)
def test_a_name_that_misleads_is_refused(name: str, words: str) -> None:
    with pytest.raises(BadSettings, match=words):
        sign_in_links.ask_to_sign_up("eve@example.net", name, "UTC")
    assert not LinkRequest.objects.exists()


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ren\u00e9", "Rene\u0301"),  # composed or not
        ("AHHA", "\u0410\u041d\u041d\u0410"),  # Cyrillic
        ("Anna", "A\u0274\u0274a"),  # small capitals
        ("Chidi", "Chi\u0307di"),  # the dot is there already
        ("Chidi", "Ch\u0131\u0307di"),
        ("Owen", "Ovven"),
        ("O'Neil", "O\u2019Neil"),
        ("O'Neil", "Oneil"),
        ("OTTO", "\u039f\u03a4\u03a4\u039f"),  # Greek
        ("Anna", "\uff21nna"),
        ("Anna", "Anna\u0329"),  # marks that make no letter
        ("Ann\u00e9", "Ann\u00e9\u0331"),
        ("Alex", "A\u01c0ex"),  # a click
        ("Bill", "Bi\u01c1"),
        ("Anja", "An\u0237a"),  # without its dot
        ("bob", "\u0184o\u0185"),  # a tone
        ("\u00c6", "\u04d4"),  # Cyrillic
        ("Lili", "\u0196i\u0196i"),  # a letter of African languages
        ("Niko", "\u039d\u03b9\u03ba\u03bf"),  # Greek
        ("Anna", "Anna\ufe0f"),
        ("Anna", "An\u200cna"),
        ("Bill", "BiI1"),
        ("Moritz", "rnoritz"),
        ("Jo-Ann", "Jo\u2011Ann"),
    ],
)
def test_nobody_has_a_name_that_looks_like_another_of_the_league(cast: Cast, name: str, other: str) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, person(name, "first@example.net"))
    with pytest.raises(NameTaken):
        leagues.enrol(league, person(other, "second@example.net"))
    leagues.enrol(league, cast.opponent)
    with pytest.raises(NameTaken):
        people.change_profile(cast.opponent, other, "UTC")


@pytest.mark.parametrize("whose", ["now", "before", "out", "organiser"])
def test_nobody_gets_a_name_by_which_the_league_knows_somebody_else(cast: Cast, whose: str) -> None:
    left = prepared_league(cast, name="Winter League", tag="Winter")
    leagues.enrol(left, cast.opponent)
    leagues.leave(left, cast.opponent)
    league = running_league(cast, private_press=True)
    wanted = cast.opponent.name
    if whose == "before":
        people.change_profile(cast.opponent, "Beatrix", "UTC")
    elif whose == "out":
        disqualify.disqualify(league.entries.get(player=cast.opponent).pk, cast.organiser, "why", void=False)
    elif whose == "organiser":
        wanted = cast.organiser.name
    with pytest.raises(NameTaken):
        people.change_profile(cast.player, wanted, "UTC")
    if whose == "before":
        people.change_profile(cast.opponent, wanted, "UTC")  # their own again


def test_a_name_that_somebody_had_before_they_joined_is_free(cast: Cast) -> None:
    elsewhere = prepared_league(cast, name="Winter League", tag="Winter")
    leagues.enrol(elsewhere, cast.opponent)
    people.change_profile(cast.opponent, "Beatrix", "UTC")
    running_league(cast)
    assert people.change_profile(cast.player, "Bea", "UTC").name == "Bea"


def test_a_name_that_somebody_had_before_the_league_began_is_free(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.outsider)
    people.change_profile(cast.outsider, cast.player.name, "UTC")
    people.change_profile(cast.outsider, "Zoltan", "UTC")
    for player in cast.players:
        leagues.enrol(league, player)
    assert league.entries.count() == 1 + len(cast.players)


def test_a_player_is_renamed_so_often_in_a_day_and_reads_when_again(cast: Cast, client: Client) -> None:
    cast.player.zone = "UTC"
    cast.player.save()
    client.force_login(cast.player)
    zone = {"zone": "UTC", "language": "en"}
    with time_machine.travel(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False) as clock:
        for name in ["Ida", "Idina", "Idris"][:3]:
            assert client.post("/profile/", {"name": name, **zone}).status_code == 302
        refused = client.post("/profile/", {"name": "Isolde", **zone})
        assert "again after Tue 00:00" in refused.content.decode()
        assert client.post("/profile/", {"name": name, "zone": "Asia/Tokyo", "language": "de"}).status_code == 302
        cast.player.refresh_from_db()
        assert (cast.player.name, cast.player.zone) == (name, "Asia/Tokyo")
        clock.shift(timedelta(days=1))
        people.change_profile(cast.player, "Isolde", "UTC")


@pytest.mark.parametrize("who", ["out", "organiser", "organiser of a draft", "has left"])
def test_who_is_known_to_a_league_without_playing_in_it_takes_no_name_of_its_players(cast: Cast, who: str) -> None:
    league = running_league(cast)
    renamed = cast.organiser
    if who == "out":
        renamed = cast.third
        disqualify.disqualify(league.entries.get(player=renamed).pk, cast.organiser, "why", void=False)
    elif who == "organiser of a draft":  # nobody can be in it yet
        renamed = person("Oscar", is_staff=True)
        leagues.create(renamed, name="Winter League", tag="Winter", game="bruges", seats=3)
    elif who == "has left":
        other = prepared_league(cast, name="Winter League", tag="Winter")
        leagues.enrol(other, cast.outsider)
        leagues.enrol(other, cast.player)
        renamed = leagues.leave(other, cast.outsider).player
    if who in ("organiser of a draft", "has left"):
        assert people.change_profile(renamed, cast.player.name, "UTC").name == cast.player.name
    else:
        with pytest.raises(NameTaken):
            people.change_profile(renamed, cast.player.name, "UTC")


@pytest.mark.parametrize(("field", "value"), [("name", "Autumn on listed.example"), ("tag", "www.listed")])
def test_no_league_is_called_by_a_link(cast: Cast, field: str, value: str) -> None:
    with pytest.raises(BadSettings, match="no link"):
        prepared_league(cast, **{field: value})


def test_the_beginning_of_an_address_becomes_a_name_without_its_dots() -> None:
    assert people.first_name("anna@host.example", "anna.smith@host.example") == "anna smith"


@pytest.mark.parametrize(("name", "other"), [("Anna", "Anne"), ("Ren\u00e9", "Rene"), ("Ян", "Яна"), ("Kim", "Kin")])
def test_names_that_can_be_told_apart_sit_in_one_league(cast: Cast, name: str, other: str) -> None:
    league = prepared_league(cast)
    for number, called in enumerate((name, other)):
        leagues.enrol(league, person(called, f"player{number}@example.net"))
    assert league.entries.count() == 2


@pytest.mark.parametrize(
    "name",
    [
        "Red Rose",
        "Łódź Ελένη",
        "布魯日",
        "Prince",
        "Price",
        "O’Neill-Smith",
        "R2 D2",
        "نرگس",
        "Jean  Luc",
        "J.R.R. Tolkien",
        "St. John",
    ],
)
def test_names_of_people_are_taken_as_they_are(name: str) -> None:
    assert names.clean(name) == " ".join(name.split())


def test_who_bears_a_misleading_name_already_changes_it_before_joining(cast: Cast) -> None:
    league = prepared_league(cast)
    Player.objects.filter(pk=cast.player.pk).update(name="Red")
    cast.player.refresh_from_db()
    with pytest.raises(BadSettings, match="call a house"):
        leagues.enrol(league, cast.player)
    people.change_profile(cast.player, "Rosa", "UTC")
    cast.player.refresh_from_db()
    leagues.enrol(league, cast.player)


def test_a_new_name_and_zone_are_journalled(cast: Cast) -> None:
    people.change_profile(cast.player, " Anna  Maria ", "Asia/Tokyo")
    cast.player.refresh_from_db()
    assert (cast.player.name, cast.player.zone) == ("Anna Maria", "Asia/Tokyo")
    lines = JournalLine.objects.filter(actor=cast.player).order_by("pk").values_list("verb", "words")
    assert list(lines) == [
        ("renamed", "Anna is called Anna Maria now"),
        ("moved", "Anna Maria reads times of Asia/Tokyo now"),
    ]


def test_saving_a_profile_unchanged_says_nothing(cast: Cast) -> None:
    people.change_profile(cast.player, "Anna", cast.player.zone)
    assert not JournalLine.objects.exists()
    people.change_profile(cast.player, "Annabel", cast.player.zone)
    assert JournalLine.objects.exists()


def test_a_name_that_is_used_in_a_league_of_mine_is_refused(cast: Cast) -> None:
    league = running_league(cast)
    with pytest.raises(NameTaken, match=f"called BEA, or nearly so, is in {league}"):
        people.change_profile(cast.player, "BEA", "UTC")
    people.change_profile(cast.player, cast.outsider.name, "UTC")
    cast.player.refresh_from_db()
    assert cast.player.name == "Otto"


def test_names_are_free_again_where_somebody_has_left(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    leagues.enrol(league, cast.opponent)
    leagues.leave(league, cast.opponent)
    people.change_profile(cast.player, "Bea", "UTC")
    with pytest.raises(NameTaken):
        leagues.enrol(league, cast.opponent)


def test_a_wrong_zone_changes_nothing(cast: Cast) -> None:
    with pytest.raises(BadSettings, match="no time zone"):
        people.change_profile(cast.player, "Anna Maria", "Mars/Olympus")
    cast.player.refresh_from_db()
    assert cast.player.name == "Anna"


# --- addresses and letters -----------------------------------------------------------------------


def test_a_removed_address_is_nobodys(cast: Cast) -> None:
    address = name_address(cast.player, "anna@work.example")
    addresses.remove(cast.opponent, address.pk)
    assert Address.objects.exists()
    addresses.remove(cast.player, address.pk)
    addresses.remove(cast.player, address.pk)
    assert not Address.objects.exists()
    assert JournalLine.objects.filter(verb="address removed").count() == 1


def test_nobody_has_letters_sent_to_many_addresses(cast: Cast) -> None:
    for number in range(5):
        name_address(cast.player, f"a{number}@example.org")
    with pytest.raises(TooOften):
        name_address(cast.player, "one-more@example.org")
    assert OutboundLetter.objects.filter(kind="verify_address").count() == 5


def test_copies_go_to_so_many_addresses_and_no_more(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preferences, "COPIED", 1)
    one, other = (
        Address.objects.create(player=cast.player, email=f"{place}@example.net", verified_at=cast.player.verified_at)
        for place in ("work", "home")
    )
    preferences.copy_letters(cast.player, one.pk, on=True)
    with pytest.raises(BadSettings, match="End one of them first"):
        preferences.copy_letters(cast.player, other.pk, on=True)
    preferences.copy_letters(cast.player, one.pk, on=False)
    assert preferences.copy_letters(cast.player, other.pk, on=True).copies


def test_another_address_is_asked_although_letters_to_the_first_come_back(cast: Cast) -> None:
    Player.objects.filter(pk=cast.player.pk).update(dead_at="2030-01-01T00:00:00Z")
    cast.player.refresh_from_db()
    name_address(cast.player, "anna@work.example")
    assert OutboundLetter.objects.get(kind="verify_address").state == OutboundLetter.State.QUEUED


def test_how_letters_of_a_league_come_is_a_players_own_choice(cast: Cast) -> None:
    entry = leagues.enrol(prepared_league(cast), cast.player)
    with pytest.raises(NotYours):
        preferences.choose_for(cast.opponent, entry, FEWEST)
    assert preferences.choose_for(cast.player, entry, {**FEWEST, "reminders": "off", "turns": "off"}).ways == {
        "receipts": "eventful",
        "news": "digest",
    }
    assert preferences.choose_for(cast.player, entry, dict.fromkeys(FEWEST, "")).ways == {}


# --- being erased --------------------------------------------------------------------------------


def test_an_organiser_erases_a_player_of_the_own_league(cast: Cast) -> None:
    league = running_league(cast)
    people.erase(cast.opponent, cast.organiser, "Bea asked for it by telephone")
    cast.opponent.refresh_from_db()
    assert cast.opponent.name == NAMELESS
    assert Seat.objects.get(player=cast.opponent).mover == Seat.Mover.REPLACED
    line = JournalLine.objects.get(verb="erased")
    assert (line.actor, line.league) == (cast.organiser, league)
    assert line.words == "former player was erased: former player asked for it by telephone"


def test_an_organiser_erases_nobody_who_plays_for_others_too(cast: Cast) -> None:
    running_league(cast)
    theirs = prepared_league(cast, name="Others", tag="Others")
    theirs.organisers.set([person("Oscar", is_staff=True)])
    leagues.enrol(theirs, cast.player)
    with pytest.raises(NotYours, match="every league"):
        people.erase(cast.player, cast.organiser)
    for state in (League.State.FINISHED, League.State.CANCELLED):
        League.objects.filter(pk=theirs.pk).update(state=state)
        with pytest.raises(NotYours):
            people.erase(cast.player, cast.organiser)
    theirs.organisers.add(cast.organiser)
    people.erase(cast.player, cast.organiser)


def test_an_organiser_who_has_another_s_inactive_player_join_may_not_erase_them(cast: Cast) -> None:
    """The league in which they were is over, or they have left it: the one they are invited to is their only one."""
    theirs = prepared_league(cast, name="Others", tag="Others")
    theirs.organisers.set([person("Oscar", is_staff=True)])
    leagues.enrol(theirs, cast.outsider)
    leagues.leave(theirs, cast.outsider)
    mine = prepared_league(cast, access=League.Access.INVITATION)
    invitations.invite(mine, cast.organiser, cast.outsider.email)
    asked = mine.invitations.get()
    with pytest.raises(NotYours):
        people.erase(cast.outsider, cast.organiser)
    invitations.accept(asked, "", "", "")
    with pytest.raises(NotYours):
        people.erase(cast.outsider, cast.organiser)


def test_what_players_and_organisers_read_of_who_may_erase_is_so(cast: Cast, client: Client) -> None:
    """The rule is one phrase wherever it is written; the tests around this one hold the action to it."""
    running_league(cast)
    client.force_login(cast.player)
    of_player = client.get("/profile/forget/").content.decode()
    client.force_login(cast.organiser)
    of_organiser = client.get(f"/desk/tournaments/player/{cast.player.pk}/erase/").content.decode()
    security = (settings.BASE_DIR / "SECURITY.md").read_text()
    refusal = str(erasure.why_not(cast.player, cast.outsider))
    for text, who in ((of_player, "you have"), (of_organiser, "a player has"), (security, "a player has")):
        assert f"an organiser of every league that {who} ever joined" in " ".join(text.split()).lower()
    assert "an organiser of every league that the player has ever joined" in refusal
    assert erasure.why_not(cast.player, cast.organiser) is None


def test_an_organiser_erases_neither_strangers_nor_other_organisers(cast: Cast) -> None:
    league = running_league(cast)
    league.organisers.add(cast.player)
    Player.objects.filter(pk=cast.player.pk).update(is_staff=True)
    for person_ in (cast.outsider, cast.player):
        with pytest.raises(NotYours):
            people.erase(person_, cast.organiser)
    people.erase(cast.outsider, person("Hedda", is_staff=True, is_superuser=True))


def test_a_league_keeps_its_last_organiser(cast: Cast) -> None:
    league = running_league(cast)
    with pytest.raises(StillNeeded, match="Autumn League has no other organiser"):
        people.erase(cast.organiser, cast.organiser)
    league.organisers.add(person("Oscar", is_staff=True))
    people.erase(cast.organiser, cast.organiser)
    cast.organiser.refresh_from_db()
    assert not cast.organiser.is_active


def test_former_names_are_forgotten_too_and_names_within_words_stay(cast: Cast) -> None:
    league = running_league(cast)
    JournalLine.objects.create(verb="note", words="Anna and Annabel met", league=league)
    people.change_profile(cast.player, "An", "UTC")
    JournalLine.objects.create(verb="note", words="An and Andy wandered", league=league)
    people.change_profile(cast.player, "Annabel", "UTC")
    JournalLine.objects.create(verb="note", words="Annabel and An slept", league=league)
    people.erase(cast.player, cast.player)
    words = list(JournalLine.objects.values_list("words", flat=True))
    # Each line without the name that was theirs when it was written; the others were somebody else's then.
    for said in ("former player and Annabel met", "former player and Andy wandered", "former player and An slept"):
        assert said in words
    assert not JournalLine.objects.filter(data__has_key="before").exists()
    assert only_table(league).seats.filter(player=cast.player).exists()


def test_a_journal_line_that_grows_stays_within_its_row(cast: Cast) -> None:
    league = running_league(cast)
    line = JournalLine.objects.create(verb="note", words=("Anna " * 80).strip(), league=league)
    people.erase(cast.player, cast.player)
    line.refresh_from_db()
    assert line.words.startswith("former player former player")
    assert len(line.words) <= 400


def test_whoever_turns_letters_off_and_on_again_leaves_some_lines_in_the_journal(cast: Cast) -> None:
    """The link of mail programs works every time."""
    league = prepared_league(cast)
    entry = leagues.enrol(league, cast.player)
    for _ in range(preferences.CHANGED_A_DAY + 3):
        entry = preferences.fewest_for(entry)
        assert entry.ways
        entry = preferences.choose_for(cast.player, entry, dict.fromkeys(FEWEST, ""))
    assert JournalLine.objects.filter(verb="fewer letters").count() == preferences.CHANGED_A_DAY
