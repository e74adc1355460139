"""Lives by chance, each forgotten in some state: what is left of the person, at once and after late letters are purged.

A life is a row of steps, each of which may be refused; words of the person are in names, addresses and letters alone.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Set
from datetime import timedelta
from quopri import encodestring
from random import Random
from typing import Any, TypeVar

import time_machine
from django.conf import settings
from django.db.models import Model, QuerySet
from django.test import Client, override_settings
from django.utils import timezone

from tests.actions.erasing.test_erasing import (
    FIRST,
    FORMER,
    GIVEN_UP,
    NAME,
    REGISTERED,
    SECOND,
    STAYS,
    UNKNOWN,
    WORDS,
    bounce,
    mail,
    was_sent,
)
from tests.outbox import reports
from tests.shared.cast import make_cast, person, prepared_league
from tests.shared.desk import at_desk
from tests.shared.play import play_on
from tests.shared.post import address_of, answer_requests, deliver, newest, reply, sign_up
from tests.shared.traces import Trace, in_rows
from tournaments.actions import printing
from tournaments.actions.clock import pausing
from tournaments.actions.commands import cases, desk
from tournaments.actions.league import announcements, disqualify, invitations, leagues, offices, organisers
from tournaments.actions.player import (
    addresses,
    asked_addresses,
    bounces,
    people,
    preferences,
    renewing,
    takeouts,
    vacations,
)
from tournaments.actions.practice import practice
from tournaments.actions.seats import offers, seats, substitutes
from tournaments.actions.table import looking, orders
from tournaments.inbox import ingest
from tournaments.language.refusals import Refused
from tournaments.models import (
    Case,
    Entry,
    InboundLetter,
    League,
    Note,
    OutboundLetter,
    Player,
    Press,
    Print,
    Role,
    Seat,
    SeatOffer,
    Table,
)
from tournaments.queries.prints import Subject
from tournaments.running import posting, sweeps

Row = TypeVar("Row", bound=Model)
BARE = f"{settings.MAIL_LOCAL}@{settings.MAIL_DOMAIN}"
NAMES, ADDRESSES = (FIRST, NAME, FORMER), (REGISTERED, SECOND, GIVEN_UP)
LINES = (
    "status", "notes", "games", "help", "leave", "ready", "yes", "12", "workers 1", "undo", "resign", "who am I?",
    "vacation 1 to 3 May", "always hand 1 > any", "language de", "rules", "join own", "referee is that right?",
)  # fmt: skip
WEEK = timedelta(days=8)  # after which a letter of a stranger is gone
# Rows that contain the words of others. What came in and is nobody's has to go, too.
OWNED: dict[str, type[Any]] = {
    "tournaments_outboundletter": OutboundLetter, "tournaments_inboundletter": InboundLetter,
    "tournaments_press": Press, "tournaments_note": Note, "tournaments_case": Case,
}  # fmt: skip


def tried(rng: Random) -> tuple[int, list[str]]:
    """One life: how many steps it had, and what is left of the person."""
    with (
        time_machine.travel(timezone.now(), tick=False) as clock,
        override_settings(LETTERS_AT_ONCE=rng.choice([1, 2, 30])),
    ):
        life = Life(rng, clock)
        done = [life.step() for _ in range(rng.randint(5, 40))]
        wrong = [] if in_rows(WORDS) else ["nothing could be left"]
        done.append(life.be_forgotten())
        wrong += [f"at once: {trace}" for trace in life.left()]
        late = life.write_afterwards()
        wrong += [f"after a late letter: {trace}" for trace in life.left(late)]
        life.pass_time(WEEK)
        wrong += [f"a week later: {trace}" for trace in life.left()]
    return len(done), [*wrong, f"the life was: {', '.join(done)}"] if wrong else []


class Life:
    """Somebody, and others who play with them, organise for them and write of them."""

    def __init__(self, rng: Random, clock: time_machine.Traveller) -> None:
        self.rng, self.clock, self.cast = rng, clock, make_cast()
        self.colleague = person("Fay", is_staff=True)
        self.host = person("Hedda", is_staff=True, is_superuser=True)
        if rng.random() < 0.5:
            mail(REGISTERED, BARE, "is anybody here?", name=FIRST)
        self.pk = sign_up(REGISTERED, FIRST, "Europe/Brussels").pk
        self.leagues, self.keys = 0, list[str]()
        self.browser = Client(headers={"user-agent": "Firefox Linux"}, REMOTE_ADDR="203.0.113.9")
        self.browser.force_login(self.player)
        self.start_a_game()
        if rng.random() < 0.7:
            self.name_an_address()
            answer_requests()
            self.prove_an_address()

    @property
    def player(self) -> Player:
        return Player.objects.get(pk=self.pk)

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def addresses(self) -> list[str]:
        """Those that the service knows as the person's at this moment."""
        proved = self.player.addresses.exclude(verified_at=None)
        return [REGISTERED, *proved.values_list("email", flat=True)]

    def any_of(self, rows: QuerySet[Row], most: int = 1) -> list[Row]:
        """So many of the rows, or as many as there are."""
        found = list(rows.order_by("pk"))
        return self.rng.sample(found, min(most, len(found)))

    def any_address(self) -> str:
        return self.rng.choice(self.addresses)

    def step(self) -> str:
        """Do something; its name."""
        act: Callable[[], object] = self.rng.choice(STEPS).__get__(self)
        self.clock.shift(timedelta(seconds=self.rng.choice([1, 90, 4000])))
        try:
            act()
        except Refused as refusal:
            return f"{act.__name__} (no: {type(refusal).__name__})"
        return act.__name__

    # --- the person's own ------------------------------------------------------------------------

    def rename(self) -> None:
        people.change_profile(self.player, self.rng.choice(NAMES), "Europe/Paris", self.rng.choice(["en", "de"]))

    def name_an_address(self) -> None:
        addresses.add(self.player, self.rng.choice([SECOND, GIVEN_UP]))
        if self.rng.random() < 0.8:
            answer_requests()

    def prove_an_address(self) -> None:
        for address in self.player.addresses.filter(verified_at=None):
            letters = OutboundLetter.objects.filter(dedupe__startswith=f"{asked_addresses.ASKED}{address.pk}:")
            for letter in letters.filter(kind="verify_address").exclude(text=""):
                addresses.verify(letter.text.partition("/letters/address/")[2].split("/")[0])

    def have_copies(self) -> None:
        for address in self.player.addresses.exclude(verified_at=None):
            preferences.copy_letters(self.player, address.pk, on=self.rng.random() < 0.7)

    def drop_an_address(self) -> None:
        """One that nobody else claims: else from now on it is theirs, as far as anybody knows."""
        claimed = self.cast.opponent.addresses.values("email")
        for address in self.any_of(self.player.addresses.exclude(email__in=claimed)):
            addresses.remove(self.player, address.pk)

    def have_an_address_claimed(self) -> None:
        """By somebody else, who never proves it."""
        for email in self.addresses[1:]:
            addresses.add(self.cast.opponent, email)
            answer_requests()

    def choose_letters(self) -> None:
        preferences.choose(self.player, {"news": self.rng.choice(["digest", "none"])}, 9, calendar_files=True)
        preferences.keep_quiet(self.player, (22, 7))
        preferences.renew_calendar(self.player)

    def ask_for_links(self) -> None:
        self.browser.post("/sign-in/", {"email": self.any_address()})
        self.browser.post("/sign-up/", {"email": REGISTERED, "name": self.name, "zone": "Europe/Paris"})
        if self.rng.random() < 0.5:
            answer_requests()

    def take_data(self) -> None:
        takeouts.begin(self.player)

    def renew(self) -> None:
        renewing.renew(self.player)

    def be_away(self) -> None:
        vacations.book(self.player, "1 to 3 May")

    def practise(self) -> None:
        practice.begin(self.player, "bruges")

    def look_around(self) -> None:
        for page in ("/", "/profile/", *(f"/table/{seat.table_id}/" for seat in self.running())):
            self.browser.get(page)

    # --- leagues and tables ----------------------------------------------------------------------

    def new_league(self, **how: object) -> League:
        self.leagues += 1
        tag = f"L{self.leagues}"
        return prepared_league(self.cast, name=f"League {tag}", tag=tag, seats=2, max_players=2, **how)

    def start_a_game(self) -> None:
        league = self.new_league(private_press=True)
        for player in (self.player, self.cast.opponent):
            leagues.enrol(league, player, "sunflower")
        leagues.start(league, self.cast.organiser)

    def join(self) -> None:
        leagues.enrol(self.new_league(), self.player, "sunflower")

    def leave(self) -> None:
        entry = Entry.objects.filter(player=self.pk, league__state=League.State.OPEN).first()
        if entry is not None:
            leagues.leave(entry.league, self.player)

    def running(self) -> list[Seat]:
        mine = Seat.objects.filter(player=self.pk, table__league__practice=False)
        return list(mine.filter(table__state=Table.State.RUNNING).order_by("pk"))

    def a_seat(self) -> Seat:
        """One at a table of a league; without any the person begins a game first."""
        if not self.running():
            self.start_a_game()
        return self.rng.choice(self.running())

    def others(self) -> Seat:
        return self.a_seat().table.seats.exclude(player=self.pk).exclude(player=None).first() or self.a_seat()

    def play(self) -> None:
        play_on(self.a_seat().table, self.rng.randint(1, 6), self.rng.randint(1, 99))

    def say(self) -> None:
        lines = [
            f"say: greetings from {self.name}",
            f"note: I am {self.name}",
            f"tell 2: write to {self.any_address()}",
        ]
        lines += [f"tell 1: write to {REGISTERED}", f"referee I, {self.name}, ask"]
        orders.take_orders(self.a_seat().pk, [self.rng.choice(lines)], serial=None, by="page")

    def be_talked_of(self) -> None:
        lines = [f"say: {self.name} is slow", f"note: {REGISTERED} is {self.name}", f"referee {self.name} is slow"]
        orders.take_orders(self.others().pk, [self.rng.choice(lines)], serial=None, by="page")

    def be_ruled_on(self) -> None:
        for case in Case.objects.filter(ruled_at=None):
            cases.rule(case.pk, self.cast.organiser, f"{self.name} ({REGISTERED}) is right")

    def be_written_of(self) -> None:
        table, organiser = self.a_seat().table, self.cast.organiser
        pausing.pause(table.pk, organiser, f"{self.name} asked for it")
        pausing.go_on(table.pk, organiser, "x" * self.rng.randint(300, 345) + f" {self.name} " + REGISTERED)
        announcements.announce(table.league, organiser, f"{self.name} may write from {self.any_address()}")
        looking.look_inside(table.pk, organiser, f"{self.name} complained")

    def be_disqualified(self) -> None:
        entry = Entry.objects.filter(player=self.pk, league__tables__in=[seat.table for seat in self.running()]).first()
        if entry is not None:
            disqualify.disqualify(entry.pk, self.cast.organiser, f"{self.name} cheats", void=self.rng.random() < 0.5)

    def be_replaced(self) -> None:
        seats.replace_by_stand_in(self.a_seat().pk, self.cast.organiser, f"{self.name} wished it")

    def lose_a_seat(self) -> None:
        seat, organiser = self.a_seat(), self.cast.organiser
        substitutes.give_seat(seat.pk, self.cast.outsider, organiser, f"{self.name} left", epoch=seat.token_epoch)

    def have_papers_made(self) -> None:
        table = self.a_seat().table
        printing.make(printing.ask(Print.Kind.RECORD, Subject(table.league, table)).pk)

    # --- asked by others -------------------------------------------------------------------------

    def be_invited(self) -> None:
        league = self.new_league(access=League.Access.INVITATION)
        invitations.invite(league, self.cast.organiser, ", ".join(self.addresses))
        if self.rng.random() < 0.5:
            row = league.invitations.order_by("pk")[0]
            invitations.accept(row, self.name, "UTC", "sunflower")

    def be_offered_a_seat(self) -> None:
        league, organiser = self.new_league(), self.cast.organiser
        for player in (self.cast.opponent, self.cast.third):
            leagues.enrol(league, player)
        leagues.start(league, organiser)
        seat = Seat.objects.filter(table__league=league, table__state=Table.State.RUNNING)[0]
        email, name = self.any_address(), self.rng.choice(["", self.name])
        offer = offers.give(seat.pk, email, name, organiser, f"{self.name} takes over", epoch=seat.token_epoch)
        if offer is not None and email == REGISTERED:
            self.rng.choice([offers.decline, lambda row: offers.accept(row, "", ""), SeatOffer.refresh_from_db])(offer)

    def organise_with_others(self) -> None:
        """Asked by others, asks them in turn, and has enough of it."""
        league, organiser, fay = self.new_league(), self.cast.organiser, self.colleague
        Player.objects.filter(pk=self.pk).update(is_staff=True)
        asked = organisers.ask(league, organiser, REGISTERED, f"{self.name} has time")
        self.rng.choice([organisers.accept, organisers.decline])(asked)
        if league.organisers.filter(pk=self.pk).exists():
            organisers.ask(league, self.player, fay.email, f"{self.name} needs help, {REGISTERED}")
            organisers.step_down(league, self.player, f"{self.name} is tired")

    def have_an_office(self) -> None:
        """Asked by others, does what the office is for, and leaves it or is put out of it."""
        league, organiser = self.new_league(), self.cast.organiser
        leagues.enrol(league, self.player)
        role = self.rng.choice([Role.REFEREE, Role.HELPER])
        asked = organisers.ask(league, organiser, REGISTERED, f"{self.name} has time", role)
        organisers.accept(asked)
        if self.rng.random() < 0.5:
            offices.give_back(league, self.player, f"{self.name} is tired")
        elif self.rng.random() < 0.5:
            offices.end(league, self.player, organiser, f"{self.name} ({REGISTERED}) quarrels")

    def organise(self) -> None:
        Player.objects.filter(pk=self.pk).update(is_staff=True, prepares=True)
        self.leagues += 1
        tag = f"Own{self.leagues}"
        own = leagues.create(self.player, name=tag, tag=tag, game="bruges", about=f"Ask {self.name}", seats=2)
        own.organisers.add(self.cast.organiser)
        leagues.open_league(own, self.player)
        invitations.invite(own, self.player, self.cast.outsider.email)
        announcements.announce(own, self.player, f"Yours, {self.name}, {REGISTERED}")

    def have_needs(self) -> None:
        desk.send(self.cast.organiser.pk)
        desk.send(self.pk)

    # --- letters ---------------------------------------------------------------------------------

    def letter(self) -> OutboundLetter:
        """One to the person about a seat, an old one as well; it has gone out, else nobody could know its address."""
        mine = OutboundLetter.objects.filter(player=self.pk, copy_of=None).exclude(seat=None).exclude(sender="")
        letter = next(iter(self.any_of(mine)), None) or newest(self.a_seat())
        posting.post(letter.pk)
        letter.refresh_from_db()
        return letter

    def write(self) -> None:
        """A letter from one of the addresses, or from anywhere, to a seat of theirs or of somebody else."""
        own = self.rng.random() < 0.8
        to = self.letter() if own else newest(self.others())
        sender = self.rng.choice([*self.addresses, f"{self.name} <{REGISTERED}>", *([UNKNOWN] * 2 if own else [])])
        signed = ["-- ", self.rng.choice([self.name, f"{self.name}, {self.any_address()}"])]
        lines = self.rng.sample(LINES, self.rng.randint(1, 3))
        headers = self.rng.choice([[], ["Auto-Submitted: auto-replied"], [f"Reply-To: {self.any_address()}"]])
        if self.rng.random() < 0.2:
            codings: list[tuple[str, Callable[[bytes], bytes]]]
            codings = [("base64", b64encode), ("quoted-printable", encodestring)]
            coding, coded = self.rng.choice(codings)
            headers.append(f"Content-Transfer-Encoding: {coding}")
            deliver(
                to, coded("\n".join([*lines, *signed]).encode()).decode(), sender=sender, headers=headers, quote=False
            )
        else:
            deliver(to, *lines, *signed, sender=sender, headers=headers, quote=self.rng.random() < 0.7)

    def write_and_not_be_read(self) -> None:
        letter = self.letter()
        raw = reply(letter, "status", f"yours, {self.name} ({REGISTERED})")
        ingest.ingest(raw, address_of(letter), REGISTERED, f"mx.example; dmarc=pass header.from={REGISTERED}")

    def write_to_nobody(self) -> None:
        mail(self.any_address(), BARE, *self.rng.sample(LINES, 2), name=self.name)

    def write_what_breaks(self) -> None:
        for row in self.any_of(InboundLetter.objects.filter(player=self.pk)):
            InboundLetter.objects.filter(pk=row.pk).update(state="laid-aside", trouble=f"died on {REGISTERED}")

    def be_posted_to(self) -> None:
        for letter in self.any_of(OutboundLetter.objects.filter(state=OutboundLetter.State.QUEUED), 4):
            posting.post(letter.pk)

    def send_back(self) -> None:
        """A letter comes back; perhaps the probe that tries the address does so too."""
        sent = OutboundLetter.objects.filter(player=self.pk, state=OutboundLetter.State.SENT).exclude(
            envelope_sender=""
        )
        for letter in self.any_of(sent):
            reports.about(letter).arrive()
            bounce(letter, self.rng.randint(1, 10**6), letter.to)
        for probe in self.any_of(OutboundLetter.objects.filter(kind="probe", player=self.pk)):
            if posting.post(probe.pk):
                probe.refresh_from_db()
                reports.about(probe).arrive()

    def be_out_of_reach(self) -> None:
        email = self.any_address()
        bounces.address_is_dead(email, f"their host refuses it: 550 no mailbox at mx.{email.partition('@')[2]}")

    def pass_time(self, how_long: timedelta | None = None) -> None:
        self.clock.shift(how_long or timedelta(hours=self.rng.choice([1, 12, 30, 80])))
        sweeps.sweep()
        answer_requests()
        sweeps.purge()

    # --- the end ---------------------------------------------------------------------------------

    def be_forgotten(self) -> str:
        """By the person, an organiser or the owner of the service; by the person where another may not."""
        how: Callable[[], object] = self.rng.choice([self._on_the_page, self._at_the_desk, self._by_an_organiser])
        self.browser.force_login(self.player)
        mine = OutboundLetter.objects.filter(player=self.pk).exclude(sender="")
        self.keys = sorted({address_of(letter) for letter in mine} - {""})
        how()
        if self.player.erased_at is None:
            people.erase(self.player, self.player)
        assert self.player.erased_at is not None
        self.clock.shift(timedelta(seconds=1))
        return how.__name__.strip("_")

    def _on_the_page(self) -> None:
        self.browser.post("/profile/forget/", {"sure": "on"})

    def _at_the_desk(self) -> None:
        page = f"/desk/tournaments/player/{self.pk}/erase/"
        at_desk(self.host).post(page, {"reason": f"{self.name} asked for it"})

    def _by_an_organiser(self) -> None:
        try:
            people.erase(self.player, self.cast.organiser, f"{self.name} asked for it")
        except Refused:
            return

    def write_afterwards(self) -> set[int]:
        """Letters that had been under way, and what the person still knows: keys of letters. The new letters."""
        before = set(InboundLetter.objects.values_list("pk", flat=True))
        for sender in self.rng.sample([*ADDRESSES, UNKNOWN], 2):
            to = self.rng.choice([BARE, *self.keys]) if self.keys else BARE
            mail(sender, to, *self.rng.sample(LINES, 2))
        sweeps.sweep()
        return set(InboundLetter.objects.exclude(pk__in=before).values_list("pk", flat=True))

    def left(self, late: Set[int] = frozenset()) -> list[Trace]:
        """Words of the person in rows that are not others' own; not in letters that have come since."""
        found = {trace for trace in in_rows(WORDS) if not self._may_stay(trace)}
        return sorted((t for t in found if not (t.table == "tournaments_inboundletter" and t.key in late)), key=str)

    def _may_stay(self, trace: Trace) -> bool:
        columns, _ = STAYS.get(trace.table, (set(), ""))
        model = OWNED.get(trace.table)
        if trace.column not in columns:
            return False
        if model is OutboundLetter and not (was_sent(trace.key) or self._is_later(trace.key)):
            return False
        if model is None or trace.column == "ruling":  # an organiser's words
            return True
        owner = model.objects.values_list("player", flat=True).get(pk=trace.key)
        return owner != self.pk and not (owner is None and model is InboundLetter)

    def _is_later(self, letter: int) -> bool:
        """Whether it was written afterwards: what others have said of the person stays theirs, and is told again."""
        return OutboundLetter.objects.filter(pk=letter, created_at__gt=self.player.erased_at).exists()


HELPERS = {
    "step", "any_of", "any_address", "new_league", "running", "a_seat", "others", "letter", "be_forgotten",
    "write_afterwards", "left",
}  # fmt: skip
STEPS = [act for name, act in vars(Life).items() if callable(act) and name[0] != "_" and name not in HELPERS]
STEPS += 2 * [Life.write, Life.be_posted_to, Life.send_back, Life.have_copies]  # what most lives are full of
