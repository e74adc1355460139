"""The page behind a button of a letter. Opening it changes nothing, however often; a press carries out one move once.

Whoever has not shown to be the player reads here what their letter has said already, from its key alone, and nothing
newer. Whoever had the seat before reads nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from engine.language.wording import listed
from engine.orders.api import Line
from tournaments.actions.buttons import presses, pressing
from tournaments.actions.buttons.presses import Press
from tournaments.actions.table import own_seat
from tournaments.keys import taps
from tournaments.keys.address import Forged
from tournaments.keys.taps import Tap
from tournaments.language.refusals import Refused
from tournaments.language.speech import say
from tournaments.letters.parts import ways
from tournaments.letters.parts.buttons import Block, blocks
from tournaments.models import Player, Seat, Turn
from tournaments.pages import table_view
from tournaments.pages.choices import CHOOSE, chosen
from tournaments.pages.once import repeatable
from tournaments.player import marks, preview
from tournaments.player.views.ordering import PART
from tournaments.player.views.people import remember_next
from tournaments.player.views.seats import deadline_words
from tournaments.queries.access import player_rights
from tournaments.queries.names import table_title

PAGE, PIECE, ASKED_BY_SCRIPT = "play/tap.html", "play/_tap.html", "tap"
ACTS = {"press": pressing.press, "back": pressing.take_back}  # by the values of its buttons
GONE = 410


class Told(TypedDict):
    """The fate of a line of a press; taps are (words, address of a page) of what was perhaps meant."""

    text: str
    state: str
    mark: str
    words: str
    taps: list[tuple[str, str]]


@repeatable
@require_http_methods(["GET", "HEAD", "POST"])
def tap(request: HttpRequest, key: str) -> HttpResponse:
    """GET shows the move of a key; POST carries it out, or asks for a sign-in first."""
    try:
        found = taps.read(key, settings.MAIL_KEYS)
    except Forged:
        words = say("The address of this button is not whole. Press it in the letter once more, or answer the letter.")
        return _answer(request, {"dead": words}, GONE)
    if found.ends < timezone.now().date():
        words = say("This button is too old: use one of a newer letter, or the page of your table.")
        return _answer(request, {"dead": words}, GONE)
    player = request.user if isinstance(request.user, Player) and request.user.pk == found.holder else None
    if request.method == "POST":
        return _pressed(request, found, player)
    return _letter(request, found) if player is None else _own(request, found, player)


def _answer(request: HttpRequest, values: dict[str, object], status: int = 200) -> HttpResponse:
    """The page, or the piece of it that a script has asked for; no list of a search engine has it."""
    piece = request.headers.get(PART) == ASKED_BY_SCRIPT
    response = render(request, PIECE if piece else PAGE, {**values, "at": request.path}, status=status)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


# --- a press ---------------------------------------------------------------------------------------------


def _pressed(request: HttpRequest, found: Tap, player: Player | None) -> HttpResponse:
    act = chosen(request, "answer", ACTS)
    if not act:
        messages.error(request, say(CHOOSE))
        return redirect(request.path)
    try:
        pressed = ACTS[act](found, player)
    except (Refused, Seat.DoesNotExist) as refusal:
        if player is None:
            return _sign_in_first(request)
        refused = str(refusal) if isinstance(refusal, Refused) else ""
        return _own(request, found, player, refused) if _by_script(request) else redirect(request.path)
    if player is not None:
        return _own(request, found, player) if _by_script(request) else redirect(request.path)
    if not pressed["done"]:
        return _sign_in_first(request)
    messages.success(request, _said_once(pressed))
    return redirect(request.path)


def _by_script(request: HttpRequest) -> bool:
    return request.headers.get(PART) == ASKED_BY_SCRIPT


def _sign_in_first(request: HttpRequest) -> HttpResponse:
    """Ask who presses, and lead back here; whoever is signed in as somebody else is told so, and nothing more."""
    if request.user.is_authenticated:
        words = say(
            "This button came in a letter to somebody else than {name}, who is signed in here. Sign out, and sign in "
            "with the address to which the letter came.",
            name=request.user.name,
        )
        messages.error(request, words)
        return redirect(request.path)
    return remember_next(redirect("player:sign-in"), request.path)


def _said_once(pressed: Press) -> str:
    """The outcome of a press where nobody is signed in: told to the browser that has pressed, and to no other."""
    if pressed["back"]:
        return pressed["back"]
    orders = listed([f"[{line['text']}]" for line in pressed["lines"]])
    return say("Done: {orders}. {receipt}. Sign in to take it back.", orders=orders, receipt=pressed["receipt"])


# --- the page --------------------------------------------------------------------------------------------


def _letter(request: HttpRequest, found: Tap) -> HttpResponse:
    """The page for anybody: the move as the letter has named it. It is the same whatever has happened since."""
    return _answer(request, {"letter": True, "order": found.order})


def _own(request: HttpRequest, found: Tap, player: Player, refused: str = "") -> HttpResponse:
    """The page for whose letter it was: the move and what it leads to, or what came of it and what is asked now."""
    seat = Seat.objects.select_related("player", "table__league").filter(pk=found.seat_id).first()
    words = own_seat.why_not(seat, player) if seat is not None else say("This seat is no longer yours.")
    if seat is None or words:
        return _answer(request, {"dead": words}, GONE)
    seen = table_view.view_of(seat.table, player, seat)
    why, turn = _why_not(seen, seat, found), player_rights.open_turn(seat)
    pressed = presses.remembered(seat, found)
    serial = seen.decision.serial if seen.decision is not None else found.serial
    offers = ways.of_page(seat, seen.match, serial)
    values: dict[str, object] = {
        "seen": seen,
        "seat": seat,
        "title": table_title(seat.table),
        "asked": seen.decision is not None,
        "deadline": deadline_words(turn, player),
        "over": _is_over(turn),
        "order": found.order,
        "refused": refused,
        "why": "" if pressed is not None and pressed["done"] else why,
        "pressed": pressed,
        "told": _told(pressed, offers, seen.names) if pressed is not None else [],
        "can_undo": pressed is not None and not why_not_back(seat, found, pressed),
        "check": preview.check(seat, [found.order], found.serial) if not why and pressed is None else None,
        "offered": _offered(seen, offers),
        "picture": seen.match.game.picture(seen.view, seen.names, seen.number),
    }
    return _answer(request, values)


def _why_not(seen: table_view.TableView, seat: Seat, found: Tap) -> str:
    """The reason why the button does nothing any more; "" where it does."""
    try:
        pressing.check(seat, found)
        pressing.check_open(seen.match, seat, found)
    except Refused as refusal:
        return str(refusal)
    return ""


def _is_over(turn: Turn | None) -> bool:
    return turn is not None and turn.handed_at is not None and turn.due_by <= timezone.now()


def why_not_back(seat: Seat, found: Tap, pressed: Press) -> bool:
    """Whether the press cannot be taken back, as far as can be known before it is tried."""
    if not pressed["moved"] or pressed["back"] or presses.has_moved_since(seat, pressed["played"]):
        return True
    tried = preview.check(seat, [pressing.UNDO], found.serial).lines
    return tried[0].state != "command"


def _told(pressed: Press, offers: ways.Ways, names: Sequence[str]) -> list[Told]:
    told: list[Told] = []
    for line in pressed["lines"]:
        nearest, words = line["nearest"], presses.with_names(line["words"], names)
        late = Line(line["text"], line["state"], line["words"], why=line["why"])
        if line["state"] == "stale":
            nearest, words = [line["words"]] if line["words"] else [], marks.why_late(late)
        near = [(order, link) for order in nearest if (link := offers.tap(order))]
        mark = marks.of_sent(late.state)
        told.append({"text": line["text"], "state": line["state"], "mark": mark, "words": words, "taps": near})
    return told


def _offered(seen: table_view.TableView, offers: ways.Ways) -> list[Block]:
    """The moves that the seat may choose now, as links to the pages of such buttons."""
    if seen.decision is None:
        return []
    return [block for block in blocks(seen.sections, offers) if block.offers]
