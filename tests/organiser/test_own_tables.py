"""An organiser who plays decides nothing where they play, as long as somebody organises there who does not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from tests.attacks.asking import ask
from tests.organiser.acts import DESK, filled, pages_that_ask
from tests.shared.cast import Cast, only_table, person, prepared_league
from tests.shared.desk import SignIn
from tests.shared.play import play_on
from tournaments.actions.league import cancel, disqualify, leagues
from tournaments.actions.league.permissions import may_act
from tournaments.actions.player import appointing, people
from tournaments.actions.seats import offers, substitutes
from tournaments.actions.table import orders, rollback, tables
from tournaments.language.refusals import LinkExpired, NotYours, TooOften
from tournaments.models import Case, Entry, JournalLine, League, Player, Seat, SeatOffer, Table, Turn
from tournaments.queries import needs
from tournaments.queries.access import impartiality
from tournaments.queries.access.desk_rights import organised, own

pytestmark = pytest.mark.django_db
LEFT = "You take part in .*, or have: .* decides? this"
# By the names of their pages; and what is done for nobody's game, or is open to who plays under a rule of its own.
DECIDES = {
    "extend", "allow-stand-in", "replace", "give-back", "give-seat", "withdraw-offer", "pause", "go-on", "roll-back",
    "rule", "disqualify", "readmit", "confirm", "cancel", "end-office",
}  # fmt: skip
HIDDEN = {"case", "tournaments_league_replace_silent"}  # from who takes part in the league
OPPOSED = {"help", "tournaments_inboundletter_read_again"}  # hidden from who plays against the seat they are about
OF_A_PERSON = {"tournaments_player_erase"}  # decides as well; its page says who does
ORGANISES = {
    "announce", "look-inside", "organise-with", "hand-over", "step-down", "withdraw-question",
    *(f"tournaments_league_{act}" for act in ("invite", "ask_ready", "announce", "open_to_join", "start")),
    "tournaments_league_move_start", "tournaments_league_ask_again",
}  # fmt: skip


@pytest.fixture
def impartial() -> Player:
    return person("Ilse", is_staff=True)


@pytest.fixture(params=["at the table", "elsewhere in the league"])
def pages(request: pytest.FixtureRequest, cast: Cast, impartial: Player) -> dict[str, str]:
    """The page of each act by its name, about leagues and tables where the cast's organiser has played."""
    found = pages_that_ask(cast)
    for league in League.objects.all():
        league.organisers.set([cast.organiser, impartial])
    if request.param == "at the table":
        for seat in Seat.objects.all():
            seat.former.add(cast.organiser)
    for league in League.objects.exclude(state=League.State.DRAFT):
        state = Entry.State.WAITING if league.state == League.State.OPEN else Entry.State.IN
        Entry.objects.create(league=league, player=cast.organiser, state=state)
    Turn.objects.filter(ended_at=None).update(due_by=timezone.now() - timedelta(days=2), judge_at=None)
    SeatOffer.objects.update(since=None)  # as the seat has it: the offer can be taken
    League.objects.update(expiry=League.Expiry.ASK)
    return {resolve(page).url_name: page for page in found}


def left_to_others(desk: Client, pages: dict[str, str]) -> set[str]:
    """Names of the acts that are refused with the sentence that names who decides."""
    found = set()
    for name, page in pages.items():
        if name in HIDDEN | OPPOSED:
            continue
        shown = desk.get(page)
        data, _ = filled(shown.context["form"])
        if "Ilse decides this" in ask(desk, "POST", page, **data, stamp=shown.context["stamp"]).body:
            found.add(name)
    return found


def test_every_act_on_a_game_or_its_players_is_left_to_who_does_not_play(
    cast: Cast, desk: Client, pages: dict[str, str], impartial: Player
) -> None:
    assert set(pages) == DECIDES | OF_A_PERSON | HIDDEN | OPPOSED | ORGANISES, (
        "a new act of the desk belongs to one of these"
    )
    assert left_to_others(desk, pages) == DECIDES | OF_A_PERSON
    hidden = HIDDEN | OPPOSED if cast.organiser.former_seats.exists() else HIDDEN
    assert {name for name in HIDDEN | OPPOSED if desk.get(pages[name]).status_code in {403, 404}} == hidden
    for league in League.objects.all():
        league.organisers.remove(impartial)
    assert left_to_others(desk, pages) == set(), "nobody else is there to do it"


def test_no_page_offers_what_is_left_to_others(desk: Client, pages: dict[str, str], impartial: Player) -> None:
    shown = ["/desk/", *(f"{DESK}league/{pk}/change/" for pk in League.objects.values_list("pk", flat=True))]
    opened = Table.objects.filter(seats__isnull=False).distinct()
    shown += [f"{DESK}table/{pk}/change/" for pk in opened.values_list("pk", flat=True)]
    offered = {name: page for name, page in pages.items() if name in DECIDES}

    def links() -> set[str]:
        bodies = [desk.get(page).content.decode() for page in shown]
        return {name for name, page in offered.items() if any(f'href="{page}"' in body for body in bodies)}

    assert links() == set()
    for league in League.objects.all():
        league.organisers.remove(impartial)
    assert links() >= DECIDES - {"give-back"}, "of a player who is disqualified"


def test_what_is_left_to_others_stands_in_no_list_of_what_needs_who_plays(
    cast: Cast, pages: dict[str, str], impartial: Player
) -> None:
    def kinds(organiser: Player) -> set[str]:
        found, _ = needs.most_urgent(needs.Look(organiser, organised, str), 50)
        return {need.kind for need in found}

    assert kinds(impartial) >= {needs.ASKED, needs.RESULTS, needs.DISPUTE}
    assert not kinds(cast.organiser) & {needs.ASKED, needs.LATE, needs.RESULTS, needs.DISPUTE}


def test_a_seat_is_offered_for_an_opponent_at_none_of_the_tables_where_somebody_plays(
    cast: Cast, impartial: Player, sign_in: SignIn
) -> None:
    """Also where the page is about another table: with all seats of their player goes one at the own table.

    Both organisers play: nobody decides on everything."""
    league = prepared_league(cast, seats=2, max_players=4)
    for player in (cast.organiser, cast.opponent, impartial, cast.player):
        leagues.enrol(league, player)
    league.organisers.add(impartial)
    leagues.start(league, impartial)
    running = league.tables.filter(state=Table.State.RUNNING)
    elsewhere = running.exclude(seats__player=cast.organiser).filter(seats__player=cast.opponent)[0]
    seat = elsewhere.seats.get(player=cast.opponent)
    desk, page = sign_in(cast.organiser), f"{DESK}table/seat/{seat.pk}/give/"
    filled_in = {"email": "new@example.net", "reason": "silent"}
    assert desk.post(page, {**filled_in, "everywhere": "on"}).status_code == 422
    assert desk.post(page, filled_in).status_code == 302


@pytest.fixture
def to_meet(cast: Cast, impartial: Player) -> tuple[Table, Seat]:
    """A table to come with the cast's organiser in its line-up, and the running seat of who is to play against them."""
    league = prepared_league(cast, seats=2, max_players=4, at_once=1)
    for player in (cast.organiser, cast.opponent, cast.third, cast.player):
        leagues.enrol(league, player)
    league.organisers.add(impartial)
    leagues.start(league, impartial)
    busy = Seat.objects.filter(table__in=league.tables.filter(state=Table.State.RUNNING))
    tables_to_come = [table for table in league.tables.filter(state=Table.State.COMMITTED) if table.lineup]
    coming = next(table for table in tables_to_come if cast.organiser.pk in table.lineup)
    return coming, busy.get(player__in=set(coming.lineup) - {cast.organiser.pk})


def offer_everywhere(seat: Seat, by: Player) -> SeatOffer:
    offer = offers.give(seat.pk, "new@example.net", "Nora", by, "silent", epoch=seat.token_epoch, everywhere=True)
    assert offer is not None
    return offer


def assert_over(offer: SeatOffer) -> None:
    """Its taker is told no more than that, gets no seat and no account."""
    with pytest.raises(LinkExpired, match="does not decide that any more"):
        offers.accept(offer, "Nora", "UTC")
    offer.refresh_from_db()
    assert offer.state == SeatOffer.State.OVER
    assert not Player.objects.filter(name="Nora").exists()


def test_nor_goes_with_the_seats_of_a_player_one_at_an_own_table_to_come(
    cast: Cast, to_meet: tuple[Table, Seat], impartial: Player
) -> None:
    table, seat = to_meet
    with pytest.raises(NotYours, match=LEFT):
        offer_everywhere(seat, cast.organiser)
    table.league.organisers.remove(impartial)
    offer = offer_everywhere(seat, cast.organiser)
    table.league.organisers.add(impartial)
    assert_over(offer)
    taker = offers.accept(offer_everywhere(seat, impartial), "Nora", "UTC")
    table.refresh_from_db()
    assert taker.pk in table.lineup


def test_nor_one_at_an_own_table_that_opens_while_the_offer_waits(
    cast: Cast, to_meet: tuple[Table, Seat], impartial: Player
) -> None:
    table, seat = to_meet
    table.league.organisers.remove(impartial)
    offer = offer_everywhere(seat, cast.organiser)
    table.league.organisers.add(impartial)
    League.objects.filter(pk=table.league_id).update(at_once=3)
    tables.open_due(table.league_id)
    table.refresh_from_db()
    assert table.state == Table.State.RUNNING
    assert_over(offer)


def test_nor_one_that_was_offered_before_an_impartial_organiser_came(
    own_table: Table, cast: Cast, impartial: Player
) -> None:
    offer = offer_everywhere(own_table.seats.get(player=cast.opponent), cast.organiser)
    own_table.league.organisers.add(impartial)
    assert_over(offer)


def test_nor_is_a_player_put_out_by_who_plays_where_another_organiser_does_not(cast: Cast, sign_in: SignIn) -> None:
    """Both organise and play in the league, not at the same tables: what is decided on a player is decided at each."""
    league = prepared_league(cast, seats=2, max_players=4, at_once=1)
    for player in (cast.organiser, cast.opponent, cast.third, cast.player):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    own = league.tables.get(seats__player=cast.organiser)
    second, other = league.entries.exclude(player__seats__table=own)
    league.organisers.add(second.player)
    opponent = league.entries.exclude(player=cast.organiser).get(player__seats__table=own)
    desk = sign_in(cast.organiser)
    for act in ("disqualify", "readmit"):
        shown = desk.get(f"{DESK}league/{league.pk}/change/").content.decode()
        pages = {entry: f"{DESK}league/entry/{entry.pk}/{act}/" for entry in (opponent, other)}
        assert [page in shown for page in pages.values()] == [False, True]
        refused = desk.post(pages[opponent], {"reason": "silent", "games": "void"})
        assert "You play at a table of" in refused.content.decode()
        assert desk.post(pages[other], {"reason": "silent", "games": "void"}).status_code == 302
        disqualify.disqualify(opponent.pk, second.player, "two accounts", void=False)


@pytest.mark.parametrize("owner", [False, True], ids=["organisers", "one of them owns the service"])
def test_where_all_organisers_meet_a_player_at_some_table_each_of_them_decides_on_the_player(
    cast: Cast, impartial: Player, sign_in: SignIn, owner: bool
) -> None:
    Player.objects.filter(pk=cast.organiser.pk).update(is_superuser=owner)
    league = prepared_league(cast, seats=2, max_players=4)
    league.organisers.add(impartial)
    for player in (cast.organiser, impartial, cast.player):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    entry = league.entries.get(player=cast.player)
    for actor in (cast.organiser, impartial):
        desk = sign_in(actor)
        for act, state in (("disqualify", Entry.State.OUT), ("readmit", Entry.State.IN)):
            page = f"{DESK}league/entry/{entry.pk}/{act}/"
            assert page in desk.get(f"{DESK}league/{league.pk}/change/").content.decode()
            assert desk.post(page, {"reason": "two accounts", "games": "kept"}).status_code == 302
            entry.refresh_from_db()
            assert entry.state == state
    people.erase(cast.player, impartial, "asked by mail")


def test_where_nobody_organises_an_owner_who_plays_decides_unless_another_owner_does_not(
    cast: Cast, sign_in: SignIn
) -> None:
    """The only organiser is dismissed on the server: what waits there is told to somebody, who may do it."""
    owner = person("Hedda", is_staff=True, is_superuser=True)
    league = prepared_league(cast, expiry=League.Expiry.ASK)
    for player in (owner, cast.opponent, cast.third):
        leagues.enrol(league, player)
    table = only_table(leagues.start(league, cast.organiser))
    play_on(table, 9)

    def is_told() -> bool:
        Turn.objects.filter(ended_at=None).update(due_by=timezone.now() - timedelta(days=2), judge_at=None)
        found, _ = needs.most_urgent(needs.Look(owner, own, str), 50)
        return needs.ASKED in {need.kind for need in found}

    assert not is_told()
    appointing.dismiss(cast.organiser.email)
    assert is_told()
    assert "decides" not in sign_in(owner).get(f"{DESK}table/{table.pk}/change/").content.decode()
    back(table, owner)
    with pytest.raises(TooOften, match="less than a day ago"):
        back(table, owner)
    other = person("Ida", is_staff=True, is_superuser=True)
    assert not is_told()
    for act in (lambda: back(table, owner, anew=False), lambda: cancel.cancel(league, owner, "over")):
        with pytest.raises(NotYours, match=LEFT):
            act()
    cancel.cancel(league, other, "over")


def test_who_only_waited_for_a_place_is_impartial_once_the_league_has_begun(cast: Cast, impartial: Player) -> None:
    league = prepared_league(cast, max_players=3)
    for player in (cast.organiser, cast.opponent, cast.third, impartial):
        leagues.enrol(league, player)
    league.organisers.add(impartial)
    waiting = league.entries.get(player=impartial)
    assert waiting.state == Entry.State.WAITING
    assert impartiality.left_to_others(cast.organiser).leagues == (), "who waits may still come to play"
    leagues.start(league, cast.organiser)
    opponent = league.entries.get(player=cast.opponent)
    with pytest.raises(NotYours, match=LEFT):
        disqualify.disqualify(opponent.pk, cast.organiser, "silent", void=False)
    disqualify.disqualify(opponent.pk, impartial, "silent", void=False)
    assert impartiality.left_to_others(impartial).leagues == ()


def test_nor_does_a_replay_offer_to_go_back(own_table: Table, cast: Cast, impartial: Player, sign_in: SignIn) -> None:
    page, words = f"{DESK}table/{own_table.pk}/replay/everybody/2/", "Take the game back to here"
    desk = sign_in(cast.organiser)
    assert words in desk.get(page).content.decode()
    own_table.league.organisers.add(impartial)
    assert words not in desk.get(page).content.decode()
    assert words in sign_in(impartial).get(page).content.decode()


def test_nor_does_an_own_case_wait_for_the_ruling_of_who_wrote_it(
    own_table: Table, cast: Cast, impartial: Player, sign_in: SignIn
) -> None:
    own_table.league.organisers.add(impartial)
    seat = own_table.seats.get(player=cast.organiser)
    orders.take_orders(seat.pk, ["referee: Bea cheats"], serial=None, by="page")
    link = f"{DESK}table/case/{Case.objects.get().pk}/"
    for organiser, rules in ((cast.organiser, False), (impartial, True)):
        found, _ = needs.most_urgent(needs.Look(organiser, organised, str), 50)
        assert (needs.DISPUTE in {need.kind for need in found}) is rules
        shown = sign_in(organiser).get(f"{DESK}table/{own_table.pk}/change/").content.decode()
        assert "Bea cheats" in shown
        assert (f'href="{link}"' in shown) is rules
        assert ("rules on it" in shown) is not rules


def test_nobody_is_put_out_by_whom_they_are_to_meet_where_another_organiser_plays_elsewhere(
    cast: Cast, impartial: Player
) -> None:
    league = prepared_league(cast, seats=2, max_players=6, at_once=1)
    league.organisers.add(impartial)
    for player in (cast.organiser, impartial, cast.player, cast.opponent, cast.third, person("Dan")):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    met = Seat.objects.filter(table__seats__player=cast.organiser).values("player")
    coming = [table.lineup for table in league.tables.filter(state=Table.State.COMMITTED)]
    rivals = {pk for lineup in coming if cast.organiser.pk in lineup for pk in lineup} - {impartial.pk}
    rivals -= {pk for (pk,) in met.values_list("player")}
    assert rivals
    for rival in league.entries.filter(player__in=rivals):
        with pytest.raises(NotYours, match=r"You play at a table of .*: Ilse decides this"):
            disqualify.disqualify(rival.pk, cast.organiser, "slow", void=True)


def test_who_decides_is_named_and_the_two_ways_of_asking_agree(cast: Cast, impartial: Player) -> None:
    """Of one table, and as a list of rows."""
    owner = person("Hedda", is_staff=True, is_superuser=True)
    league = prepared_league(cast, seats=2, max_players=6)
    league.organisers.add(impartial)
    for player in (cast.organiser, cast.opponent, cast.third, owner):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)

    def acting() -> list[Player]:
        return [actor for actor in (cast.organiser, impartial, owner) if may_act(league, actor)]

    def check(*deciding: Player, both: bool = False) -> None:
        """Those decide everywhere; of `both` who does not play at the table, if one of them does."""
        for table in league.tables.filter(state=Table.State.RUNNING):
            here = impartiality.players_of(table)
            there = [player for player in deciding if both and player.pk not in here]
            assert impartiality.deciders(league, impartiality.part_of(league), here) == (there or list(deciding))
            for actor in acting():
                left = impartiality.left_to_others(actor).rows().filter(pk=table.pk).exists()
                assert left == bool(impartiality.left_by(league, actor, here))
        for actor in acting():
            leagues_left = impartiality.left_to_others(actor).leagues
            assert (league.pk in leagues_left) == bool(impartiality.left_by(league, actor))

    check(impartial)
    league.organisers.remove(impartial)
    check(cast.organiser)
    league.organisers.set([cast.organiser, owner])
    check(cast.organiser, owner, both=True)
    league.organisers.set([])
    check(owner)


# --- chance ---------------------------------------------------------------------------------------


@pytest.fixture
def own_table(cast: Cast) -> Table:
    """The cast's organiser plays there."""
    league = prepared_league(cast)
    for player in (cast.organiser, cast.opponent, cast.third):
        leagues.enrol(league, player)
    table = only_table(leagues.start(league, cast.organiser))
    play_on(table, 9)
    return table


def back(table: Table, by: Player, *, anew: bool = True) -> None:
    table.refresh_from_db()
    rollback.roll_back(table.pk, 3, by, "a misunderstanding", anew=anew, seen=table.head)


def test_who_plays_beside_an_impartial_organiser_draws_nothing_anew(
    cast: Cast, own_table: Table, impartial: Player
) -> None:
    own_table.league.organisers.add(impartial)
    for anew in (True, False):
        with pytest.raises(NotYours, match=LEFT):
            back(own_table, cast.organiser, anew=anew)
    back(own_table, impartial)
    back(own_table, impartial)
    assert JournalLine.objects.filter(verb="rolled back").count() == 2


def test_who_plays_and_organises_alone_draws_chance_anew_once_a_day_and_as_before_at_any_time(
    cast: Cast, own_table: Table, sign_in: SignIn
) -> None:
    back(own_table, cast.organiser)
    with pytest.raises(TooOften, match="less than a day ago"):
        back(own_table, cast.organiser)
    back(own_table, cast.organiser, anew=False)
    page = f"{DESK}table/{own_table.pk}/back/3/"
    refused = sign_in(cast.organiser).post(page, {"reason": "once more", "chance": "anew"})
    assert refused.status_code == 422
    assert "less than a day ago" in refused.content.decode()
    JournalLine.objects.filter(verb="rolled back").update(at=timezone.now() - timedelta(days=1, seconds=1))
    back(own_table, cast.organiser)


def test_who_has_drawn_chance_anew_gets_no_seat_there(cast: Cast, table: Table, sign_in: SignIn) -> None:
    """Nobody watches dice that they have drawn until these are kind to a seat, and then sits down in it."""
    play_on(table, 9)
    back(table, cast.organiser)
    seat, desk = table.seats.get(player=cast.opponent), sign_in(cast.organiser)
    page = f"{DESK}table/seat/{seat.pk}/give/"
    refused = desk.post(page, {"email": cast.organiser.email, "reason": "silent"})
    assert refused.status_code == 422
    assert "has had dice and cards drawn anew" in refused.content.decode()
    table.league.organisers.add(person("Ilse", is_staff=True))
    assert "you can take no seat there" in desk.get(f"{DESK}league/{table.league_id}/step-down/").content.decode()
    seat.refresh_from_db()
    assert seat.player == cast.opponent


def test_who_has_taken_it_back_as_before_may_sit_down(cast: Cast, table: Table) -> None:
    play_on(table, 9)
    back(table, cast.organiser, anew=False)
    seat = table.seats.get(player=cast.opponent)
    given = substitutes.give_seat(seat.pk, cast.organiser, cast.organiser, "silent", epoch=seat.token_epoch)
    assert given.player == cast.organiser
