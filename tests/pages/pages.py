"""A service in the middle of its life, and the pages of the players' site that are worth a look, with their readers."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, prepared_league, running_league
from tests.shared.play import play_on, play_to_the_end
from tests.shared.post import name_address, newest
from tests.shared.tapped import buttons_of
from tournaments.actions.league import leagues, organisers
from tournaments.actions.practice import exhibition
from tournaments.actions.seats import offers
from tournaments.actions.table import orders
from tournaments.models import InboundLetter, League, Player, Table
from tournaments.queries.letters import kinds

RAW = (
    b"From: a@elsewhere.example\r\nTo: play@mail.example.org\r\nMessage-ID: <1@x>\r\n\r\n"
    b"recruit prince in red\r\nworkers merchant\r\n"
    b"say: I have changed my address, and my telephone has lost its mind, so please bear with me for a day or two\r\n"
)


@dataclass(frozen=True, slots=True)
class Place:
    """One page as one person (None: a visitor) comes to it."""

    name: str
    address: str
    reader: Player | None


@dataclass(frozen=True, slots=True)
class Life:
    cast: Cast
    running: Table
    finished: Table
    to_join: League
    public: Table
    held: InboundLetter
    offer: str
    organise: str

    def places(self) -> list[Place]:
        """Every kind of page of the players' site."""
        seat = asked_seat(self.running)
        asked = seat.player
        waiting = next(player for player in self.cast.players if player != asked)
        running, finished = f"/table/{self.running.pk}/", f"/table/{self.finished.pk}/"
        owner = self.held.seat.player if self.held.seat else None
        tap = next(iter(buttons_of(newest(seat, *kinds.ASKING)).values()))
        return [
            Place("welcome", "/", None),
            Place("welcome-tried", "/?order=move%202%20order", None),
            Place("help", "/help/", None),
            Place("followed-standings", f"/league/{self.public.league_id}/standings/", None),
            Place("followed-step", f"/table/{self.public.pk}/replay/9/", None),
            Place("followed-move", f"/table/{self.public.pk}/move/9/", None),
            Place("observe", f"/table/{self.public.pk}/observe/", None),
            Place("sign-up", "/sign-up/", None),
            Place("sign-in", "/sign-in/", None),
            Place("status", "/status/", None),
            Place("link-sent", "/sign-in/sent/", None),
            Place("link", "/sign-in/link/?sesame=x", None),
            Place("league-visitor", f"/league/{self.to_join.pk}/", None),
            Place("seat-offer", self.offer, None),
            Place("organise", self.organise, None),
            Place("button", tap, None),
            Place("button-asked", tap, asked),
            Place("home", "/", asked),
            Place("league-joined", f"/league/{self.to_join.pk}/", self.cast.player),
            Place("league-join", f"/league/{self.to_join.pk}/", self.cast.third),
            Place("league-running", f"/league/{self.running.league_id}/", asked),
            Place("table-asked", running, asked),
            Place("table-waiting", running, waiting),
            Place("table-finished", finished, self.cast.player),
            Place("standings", f"/league/{self.running.league_id}/standings/", asked),
            Place("papers-of-league", f"/league/{self.running.league_id}/papers/", asked),
            Place("papers-of-table", f"{finished}papers/", self.cast.player),
            Place("replay", f"{running}replay/4/", asked),
            Place("replay-over", f"{finished}replay/30/", self.cast.player),
            Place("move", f"{running}move/9/", asked),
            Place("log", f"{running}log/", asked),
            Place("steps", f"{running}steps/", asked),
            Place("profile", "/profile/", self.cast.player),
            Place("sign-ins", "/profile/sign-ins/", self.cast.player),
            Place("forget", "/profile/forget/", self.cast.player),
            Place("was-this-you", f"/letter/{self.held.pk}/", owner),
            Place("waiting-letters", "/letter/", owner),
            Place("nowhere", "/nothing/", asked),
        ]


def life() -> Life:
    """A running table in the middle of a round, a finished one, a league to join, a letter held, a seat offered."""
    cast = make_cast()
    running = only_table(running_league(cast, about="Three friends, one canal.\n\nNo hurry."))
    play_on(running, 26)
    seat = next(seat for seat in running.seats.all() if seat.player != asked_seat(running).player)
    orders.take_orders(seat.pk, ["guilders 1", "workers 2"], serial=None, by="page")
    over = prepared_league(cast, name="Summer League", tag="Summer", seats=2, max_players=2)
    for player in (cast.player, person("Ελένη Łódź", "eleni@example.net")):
        leagues.enrol(over, player)
    leagues.start(over, cast.organiser)
    finished = over.tables.get(state=Table.State.RUNNING)
    play_to_the_end(finished)
    to_join = prepared_league(cast, name="Spring League", tag="Spring", about="For everybody who likes tulips.")
    leagues.enrol(to_join, cast.player, "tulip")
    leagues.enrol(to_join, cast.opponent)
    orders.take_orders(seat.pk, ["say: good luck to all of you", "note: Bea likes canals"], serial=None, by="page")
    orders.take_orders(
        asked_seat(running).pk, ["say: thank you, the same to you. I am away for a day.", "note: keep the purple ones"],
        serial=None, by="page",
    )  # fmt: skip
    exhibition.complete()
    public = running_league(cast, name="Open League", tag="Open", public=True).tables.get(state=Table.State.RUNNING)
    play_on(public, 40)
    name_address(cast.player, "anna.with.a.long.address@some-department.example.org")
    running.refresh_from_db()
    finished.refresh_from_db()
    offer = offers.give(seat.pk, "nina@newcomers.example", "Nina", cast.organiser, "moved away", epoch=seat.token_epoch)
    assert offer is not None
    address = offers.address(offer).removeprefix(settings.SITE_URL)
    asked = organisers.ask(running.league, cast.organiser, person("Fay", is_staff=True).email, "moved away")
    organise = organisers.address(asked).removeprefix(settings.SITE_URL)
    return Life(cast, running, finished, to_join, public, _held(running, cast.player), address, organise)


def _held(table: Table, player: Player) -> InboundLetter:
    return InboundLetter.objects.create(
        key="held", door="smtp", raw=RAW, mail_from="a@elsewhere.example", sender="a@elsewhere.example",
        seat=table.seats.get(player=player), player=player, received_at=timezone.now(),
        state=InboundLetter.State.HELD,
    )  # fmt: skip
