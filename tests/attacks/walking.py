"""Eight kinds of people at every route: what each is refused, what each changed, and whose words each read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from random import Random

import time_machine
from django.urls import resolve
from django.utils import timezone

from tests.attacks import rights
from tests.attacks.asking import METHODS, Answer, addresses, ask, form, odd_addresses
from tests.attacks.world import (
    DESK,
    ELSEWHERE,
    HELPER,
    KINDS,
    LEAGUE,
    NOBODY,
    OTHER_DESK,
    TABLE,
    TO_THE_OTHER,
    Mark,
    Side,
    World,
)
from tests.shared.routes import ARGUMENT, routes

TOO_LARGE = "9" * 26  # for a number of the database
ODD_VALUES = (
    TOO_LARGE,
    "-1",
    "\0",
    "a\0b",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    "<b>" * 20_000,
    "\n" * 900,
)
READY, TRIED = "/readyz", {"heartbeat"}  # it tries whether writing works
READING = ("GET", "HEAD", "OPTIONS", "TRACE")
ODD_METHODS = [method for method in METHODS if method not in {"GET", "POST"}]
LINKS, ASKED_FOR = {"/sign-up/", "/sign-in/"}, {"linkrequest"}  # what asking for a link writes
COUNTS = {"allowance"}  # rows that count and lock: whoever posts may be counted, also who is refused
NUMBERED = ("/desk/tournaments/", "/table/", "/league/", "/letter/", "/profile/address/")  # by rows of somebody
ALL_CARDS = ("/deck.json", "/rules.pdf")
FIELDS = {
    "/league/<int:pk>/away/": {"days": "1 to 3 May"},
    "/offer/<str:key>/": {"answer": "take"},
    "/organise/<str:key>/": {"answer": "accept"},
    "/desk/key/": {"answer": "make"},
    "/m/<str:key>/": {"answer": "press"},
    "/desk/tournaments/league/<int:pk>/organise/": {"email": HELPER},
    "/table/<int:pk>/say/": {"to": ""},
}  # where a name means something else than elsewhere
KEYED = {"/letters/address/<str:key>/": "a second address"}


@dataclass(slots=True)
class Found:
    """`reached` and `changed` by route: the kinds that were given something, and that changed a row."""

    requests: int = 0
    wrong: list[str] = field(default_factory=list)
    reached: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    changed: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


@dataclass(frozen=True, slots=True)
class Step:
    """One request to be made."""

    kind: str
    role: str  # what the kind is to the rows of `side`
    route: str
    side: Side
    method: str
    address: str
    value: str = ""  # in every field of the form, instead of what fits there


def every_step(world: World) -> Iterator[Step]:
    """Each kind at each route with all that belongs to either league, read and posted to; methods and arguments that
    are odd.
    """
    for route in routes():
        for kind in KINDS:
            for side, role in _sides(world, route, kind):
                own = list(addresses(route, side))
                yield from (
                    Step(kind, role, route, side, method, address) for address in own for method in ("GET", "POST")
                )
                yield from (Step(kind, role, route, side, method, own[0]) for method in ODD_METHODS)
                yield from (Step(kind, role, route, side, "POST", own[0], value) for value in ODD_VALUES)
                odd = list(odd_addresses(route))
                yield from (
                    Step(kind, role, route, side, method, address) for address in odd for method in ("GET", "POST")
                )


def some_steps(world: World, seed: int, rows: int | None = None) -> Iterator[Step]:
    """At each route one who may read and one who may not, one who may write and one who may not; something odd; and
    all who have the same rights in another league, at so many `rows` of each form (all where it is None).

    Each route has a chance of its own, so that a new one changes nothing for the others.
    """
    for route in routes():
        rng = Random(f"{seed} {route}")
        for method, may in (("GET", rights.READS[route]), ("POST", rights.WRITES.get(route, NOBODY))):
            steps = [
                Step(kind, role, route, side, method, rng.choice(list(addresses(route, side))))
                for kind in KINDS
                for side, role in _sides(world, route, kind)
            ]
            rng.shuffle(steps)
            yield from [step for step in steps if step.role not in may][:1]
            # Of all that a form can be about one is in the state that it is for.
            yield from _everything(next((step for step in steps if step.role in may), None))
        first, odd = next(addresses(route, world.here)), list(odd_addresses(route))
        kind = rng.choice([TABLE, DESK])
        something = [
            Step(kind, kind, route, world.here, rng.choice(ODD_METHODS), first),
            Step(kind, kind, route, world.here, "POST", first, rng.choice(ODD_VALUES)),
            Step(kind, kind, route, world.here, rng.choice(["GET", "POST"]), rng.choice(odd or [first])),
        ]
        yield rng.choice(something)
        for method in ("GET", "POST") if odd else ():
            yield Step(kind, kind, route, world.here, method, ARGUMENT.sub(TOO_LARGE, route))
        yield from _neighbours(world, route, rng, rows)


def _neighbours(world: World, route: str, rng: Random, rows: int | None) -> Iterator[Step]:
    """Who has the same rights elsewhere, at each row: at the desk the organiser of the other league, at pages and
    tables players of the other league and of this one.
    """
    if "<" not in route or not route.startswith(NUMBERED):
        return
    at_desk = ((OTHER_DESK, OTHER_DESK, world.here), (DESK, OTHER_DESK, world.there))
    at_pages = ((ELSEWHERE, ELSEWHERE, world.here), (LEAGUE, LEAGUE, world.here))
    for kind, role, side in at_desk if route.startswith("/desk/") else at_pages:
        for method, may in (("GET", rights.READS[route]), ("POST", rights.WRITES.get(route, NOBODY))):
            if role not in may:
                every = list(addresses(route, side))
                some = every if rows is None else rng.sample(every, min(rows, len(every)))
                yield from (Step(kind, role, route, side, method, address) for address in some)


def _everything(step: Step | None) -> Iterator[Step]:
    """The step with each number of a row that its route can have."""
    if step is not None:
        yield from (replace(step, address=address) for address in addresses(step.route, step.side))


def walk(world: World, steps: Iterable[Step]) -> Found:
    """Make the requests; each sees the world as it was made, and at the same moment.

    Were it an hour later, each request would note that its sign-in was used.
    """
    found = Found()
    browsers = {kind: world.browser(kind) for kind in KINDS}
    forms = {id(side): form(side) for side in (world.here, world.there)}
    with time_machine.travel(timezone.now(), tick=False):
        for step in steps:
            fields = {**forms[id(step.side)], **FIELDS.get(step.route, {})} if step.method == "POST" else {}
            if step.value:
                fields = dict.fromkeys(fields, step.value)
            _judge(found, world, step, ask(browsers[step.kind], step.method, step.address, **fields))
    return found


def unreached(found: Found) -> list[str]:
    """Rights that nobody has used: they would be held to nothing."""
    read = [route for route, may in rights.READS.items() if may and route not in {*found.reached, *rights.READ_LATER}]
    write = [route for route in rights.WRITES if route not in {*found.changed, *rights.WRITTEN_LATER}]
    return [*(f"read {route}" for route in read), *(f"post to {route}" for route in write)]


def _sides(world: World, route: str, kind: str) -> list[tuple[Side, str]]:
    """(whose rows, what the kind is to them); a route without arguments once."""
    return [(world.here, kind), *([(world.there, TO_THE_OTHER[kind])] if "<" in route else [])]


def _judge(found: Found, world: World, step: Step, answer: Answer) -> None:
    """Note what is not as the table of rights has it."""
    found.requests += 1
    route, role = step.route, step.role
    what = f"{step.kind}: {step.method} {step.address[:120]} ({route}): {answer.status}"
    says_no = route == READY and answer.status == 503  # much waits in this service: an answer as any other
    if answer.status >= 500 and not says_no:
        found.wrong.append(what)
    if step.method == "GET" and (answer.status < 300 or says_no):
        found.reached[route].add(role)
        if role not in rights.READS[route]:
            found.wrong.append(f"{what}, and may not read it")
    wrote = answer.wrote if step.method in READING else answer.wrote - COUNTS
    if wrote and not (route == READY and wrote == TRIED):
        found.changed[route].add(role)
        may_write = NOBODY if step.method in READING else rights.WRITES.get(route, NOBODY)
        if step.method == "POST" and answer.status < 300 and not _says_itself(step.address):
            found.wrong.append(f"{what}, and shows a page where it has done something")
        if role not in may_write or (route in LINKS and not wrote <= ASKED_FOR):
            found.wrong.append(f"{what}, and wrote {sorted(wrote)}")
    for mark in world.marks:
        if step.kind not in mark.readers and not _may_stand(mark, step, world):
            found.wrong += [f"{what}, and shows {mark.what}: {word}" for word in mark.shown(answer.body)]


def _says_itself(address: str) -> bool:
    """True for a view whose presses are not counted (`tournaments.pages.once`): it may answer by a page."""
    view = resolve(address).func
    return getattr(view, "repeatable", False) or getattr(view, "csrf_exempt", False)


def _may_stand(mark: Mark, step: Step, world: World) -> bool:
    """Whether the words are not the ones that are meant; or the key is the right to read them."""
    elsewhere = step.side is not world.here or "<" not in step.route
    return KEYED.get(step.route) == mark.what or (mark.cards and (elsewhere or step.address.endswith(ALL_CARDS)))
