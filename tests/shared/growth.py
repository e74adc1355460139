"""What an organiser of one league, a player and the sweep cost beside few tables of others and beside many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from tests.shared import plans
from tests.shared.budgets import people, visits
from tests.shared.crowd import Crowd
from tests.shared.post import deliver, newest
from tournaments.models import InboundLetter, OutboundLetter, Player, Print
from tournaments.outbox import mail_health
from tournaments.running import sweeps
from tournaments.running.metrics import counting, standing

TABLES_OF_A_LEAGUE = 2.1  # of the leagues of others, on the average
TIMES = 15  # of which the shortest is told: what else the machine does makes others longer
LETTERS = 200_000  # that a search looks through
READ = 1_500  # rows: more than the large league of the small service has of anything


def leagues_for(tables: int) -> int:
    """The number of leagues of others that make about so many tables."""
    return round(tables / TABLES_OF_A_LEAGUE)


def seconds(crowd: Crowd) -> dict[str, float]:
    """The seconds that an answer takes, by what is asked."""
    cast = crowd.small.cast
    organiser, player = browser(cast.organiser), browser(cast.player)
    table, league = crowd.small.running.pk, crowd.grand.pk
    answered = letter_out(crowd)
    settle()
    return {
        "desk": timed(lambda: organiser.get("/desk/")),
        "desk's tables": timed(lambda: organiser.get("/desk/tournaments/table/")),
        "desk's letters": timed(lambda: organiser.get("/desk/tournaments/inboundletter/")),
        "desk's needs": timed(lambda: organiser.get("/desk/needs/late/")),
        "desk's mail": timed(lambda: organiser.get("/desk/mail/")),
        "home": timed(lambda: player.get("/")),
        "table": timed(lambda: player.get(f"/table/{table}/")),
        "league": timed(lambda: player.get(f"/league/{league}/")),
        "standings": timed(lambda: player.get(f"/league/{league}/standings/")),
        "letter in": timed(lambda: letter_in(answered)),
        "sweep": timed(sweeps.sweep),
    }


def browser(person: Player) -> Client:
    client = Client()
    client.force_login(person)
    return client


def timed(act: Callable[[], object]) -> float:
    act()
    spent = []
    for _ in range(TIMES):
        begun = perf_counter()
        act()
        spent.append(perf_counter() - begun)
    return min(spent)


def letter_in(answered: OutboundLetter) -> None:
    """A reply that asks for the state of the table, stored and read; nothing of it stays."""
    with transaction.atomic():
        deliver(answered, "status")
        transaction.set_rollback(True)


def letter_out(crowd: Crowd) -> OutboundLetter:
    """The newest to the small service's player."""
    return newest(next(seat for seat in crowd.small.running.seated if seat.player == crowd.small.cast.player))


def settle() -> None:
    """Nothing is due any more, and nothing waits for a worker."""
    sweeps.sweep()
    OutboundLetter.objects.filter(state__in=[str(state.value) for state in mail_health.TO_POST]).update(state="sent")
    Print.objects.all().delete()


# --- plans ------------------------------------------------------------------------------------------


def statements_that_read_much(crowd: Crowd, much: int = READ) -> dict[str, tuple[int, list[plans.Read]]]:
    """By who asks: how many statements there are, and those that read much of a table. PostgreSQL alone."""
    settle()
    plans.analysed()
    found = {}
    with figures_known():
        for name, act in _asking(crowd):
            with plans.asked() as kept:
                act()
            found[name] = len(kept.values), plans.read_much(kept, much)
    return found


@contextmanager
def figures_known() -> Iterator[None]:
    """The figures of the whole service are counted already, as for whoever comes while they are kept."""
    for kept in (counting.FIGURES, standing.STANDING):
        kept.forget()
        kept.get()
        kept.good_until = float("inf")
    yield
    for kept in (counting.FIGURES, standing.STANDING):
        kept.forget()


def figures_that_read_much(much: int) -> tuple[int, list[plans.Read]]:
    """The number of statements that the figures of the whole service take, and those that read much of a table."""
    settle()
    plans.analysed()
    with plans.asked() as kept:
        counting.count()
    return len(kept.values), plans.read_much(kept, much)


def _asking(crowd: Crowd) -> Iterator[tuple[str, Callable[[], object]]]:
    yield "a sweep that finds nothing", sweeps.sweep
    answered = letter_out(crowd)
    yield "a letter that comes in", lambda: letter_in(answered)
    for visitor in people(crowd, many=False)[:3]:
        yield visitor.who, lambda visitor=visitor: list(visits([visitor], anew=False))  # type: ignore[misc]


# --- searching letters ------------------------------------------------------------------------------

SEARCHES = ("nobody@at.all", "a@b.example", "Wanda", "zzz", "Van den Broucke")


def seconds_of_searches(crowd: Crowd) -> dict[str, float]:
    """The seconds that the owner's search of letters takes, by what is looked for."""
    with many_letters(crowd):
        owner = browser(crowd.owner)
        address = "/desk/tournaments/inboundletter/"
        found = {query: timed(lambda query=query: owner.get(address, {"q": query})) for query in SEARCHES}  # type: ignore[misc]
        return {
            "list": timed(lambda: owner.get(address)),
            **{f"search for {query}": spent for query, spent in found.items()},
            "one verdict": timed(lambda: owner.get(address, {"verdict": "bounce"})),
            "sorted by state": timed(lambda: owner.get(address, {"o": "4"})),
        }


@contextmanager
def many_letters(crowd: Crowd) -> Iterator[None]:
    """So many letters of strangers as are kept for a week in a bad one; gone again afterwards."""
    now = timezone.now()
    with transaction.atomic():
        InboundLetter.objects.bulk_create(
            (
                InboundLetter(
                    key=f"stranger{number}", door="smtp", raw=b"From: x\r\n\r\nbuy\r\n", received_at=now,
                    state=InboundLetter.State.DONE, verdict="stranger", sender=f"stranger{number}@elsewhere.example",
                )
                for number in range(LETTERS)
            ),
            batch_size=5_000,
        )  # fmt: skip
        if connection.vendor == "postgresql":
            plans.analysed()
        yield
        transaction.set_rollback(True)
