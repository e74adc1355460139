"""The account of orders from the page, kept in the session until the page is shown again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from engine.events import Event
from engine.orders.api import Account, Line
from tournaments.actions.table.refused_letters import is_refusal
from tournaments.models import Table
from tournaments.pages import table_view
from tournaments.pages.once import count_as_not_sent
from tournaments.player import marks
from tournaments.queries import telling

ACCOUNT, UNSAID = "account_of_orders", "words_unsaid"  # session keys
LONGEST_UNSAID = 4_000  # characters: nobody types more into these boxes, and a session is no place for more


def put_account(request: HttpRequest, seen: table_view.TableView, account: Account) -> None:
    """Keep an account for the page that is opened next; a form without any effect counts as not sent."""
    if is_refusal(account):
        count_as_not_sent(request)
    request.session[ACCOUNT] = {"table": seen.table.pk, **_shown(seen, account)}


def take_account(request: HttpRequest, table: Table) -> dict[str, Any] | None:
    """Take the account of the last orders at this table, once."""
    account = request.session.get(ACCOUNT)
    if account is None or account["table"] != table.pk:
        return None
    del request.session[ACCOUNT]
    return account


def keep_unsaid(request: HttpRequest, seen: table_view.TableView, part: str) -> None:
    """Keep a form whose words were refused, for the box of that part of the page that is opened next."""
    form = {name: request.POST.get(name, "")[:LONGEST_UNSAID] for name in ("words", "to")}
    request.session[UNSAID] = {"table": seen.table.pk, part: form}


def take_unsaid(request: HttpRequest, table: Table) -> dict[str, dict[str, str]]:
    """The form that was refused last at this table, once: part of the page -> what was filled in."""
    unsaid = request.session.get(UNSAID)
    if unsaid is None or unsaid["table"] != table.pk:
        return {}
    del request.session[UNSAID]
    return {part: form for part, form in unsaid.items() if part != "table"}


def _shown(seen: table_view.TableView, account: Account) -> dict[str, Any]:
    """The account as JSON: of a played line what happened, of the others their words."""
    lines = []
    for line in account.lines:
        told = telling.told(seen.match.game, _done(seen, line), seen.names, seen.number)
        words = " ".join(told) or (line.words if line.words != line.text else "")
        nearest = list(line.nearest)
        if line.state == "stale":
            words, nearest = marks.why_late(line), [line.words] if line.words else []
        mark = marks.of_sent(line.state)
        lines.append({"text": line.text, "state": line.state, "mark": mark, "words": words, "nearest": nearest})
    return {"lines": lines, "dropped": list(account.kept_dropped)}


def _done(seen: table_view.TableView, line: Line) -> Sequence[Event]:
    """The events of a played line without those that tell how the game went on."""
    if seen.number is None:
        return line.events
    return line.events[: telling.doing(seen.match.game, line.events, seen.number)]
