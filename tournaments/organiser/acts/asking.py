"""How the desk asks before it acts: GET shows a form and what will happen, POST hands the filled form to a verb.

Each page sends a stamp of what it shows along, and a number of its own with it, by which it counts once however often
it is sent (`tournaments.pages.once`). Once the page would show something else it is shown anew, and nothing is done.
What was typed is shown again then, and when the verb refuses it. Where there is no such page any more, the site shows
it. What may change between the look at the stamp and the locks of the action is held from before that look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.contrib.messages import ERROR
from django.db import transaction
from django.db.models import QuerySet
from django.forms import BooleanField, Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac

from tournaments.actions.table import session
from tournaments.keys.in_text import taken_out
from tournaments.models import League, Table
from tournaments.organiser.acts.verbs import Said
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.queries.access.rights import own

LONG = 22  # characters of the number of a page, which nobody guesses
CHANGED = "This has changed since you looked, and nothing was done. Look again: the page shows now what it is about."


def ask(
    request: HttpRequest,
    kind: Callable[[Any], Form],
    question: str,
    back: str,
    verb: Callable[[Any], Said],
    explained: Sequence[str] = (),
    done: str = "",
    about: Sequence[object] = (),
    template: str = "admin/desk/ask_table.html",
    **shown: Any,
) -> HttpResponse:
    """The page of one action.

    back       where "Not now" and the end of it lead
    explained  sentences that say what pressing the button does, or what it is about
    done       where the end of it leads instead, where `back` is closed to the person by then
    about      the state that the act is about, as far as question and sentences do not tell it; nothing that moves by
               itself. The page is made while that is `held`, or else a verb hands it to the action, which looks once
               more under its locks
    shown      more for the template; `button` where the form does not name its own
    """
    posted = request.POST if request.method == "POST" else None
    about_now = _stamp(request.path, kind(None), question, explained, about)
    form = kind(posted)
    if posted is not None and not constant_time_compare(posted.get("stamp", "").partition(".")[0], about_now):
        form = _refused(form, kind, CHANGED)
    elif posted is not None and form.is_valid():
        level, words = verb(form)
        if level != ERROR:
            typed = filter(lambda value: isinstance(value, str), form.cleaned_data.values())
            messages.add_message(request, level, " ".join([words, *taken_out(*typed)]))
            return redirect(done or back)
        form = _refused(form, kind, words)
    stamp = f"{about_now}.{get_random_string(LONG)}"
    values = {**site.each_context(request), "title": question, "form": form, "back": back, "explained": explained}
    status = 422 if form.errors else 200
    return TemplateResponse(request, template, {**values, "stamp": stamp, **shown}, status=status)


@contextmanager
def held(
    request: HttpRequest,
    tables: QuerySet[Table] | None = None,
    leagues: QuerySet[League] | None = None,
) -> Iterator[None]:
    """Lock the own rows that an act takes as they are, so that what its page shows is what the button does.

    Only for a press. As the actions lock them: tables in the order of their keys, then leagues.
    """
    if request.method != "POST":
        yield
        return
    actor = reader.player(request)
    with transaction.atomic():
        if tables is not None:
            session.lock_tables(own(tables, actor))
        if leagues is not None:
            list(own(leagues, actor).select_for_update(of=("self",), no_key=True).order_by("pk"))
        yield


def _stamp(path: str, form: Form, question: str, explained: Sequence[str], about: Sequence[object]) -> str:
    """What a page is about, as a text that tells nothing of it."""
    fields = [(str(field.label), str(field.help_text), field.value()) for field in form]
    return salted_hmac(__name__, repr((path, question, list(explained), fields, list(about)))).hexdigest()


def _refused(form: Form, kind: Callable[[Any], Form], why: str) -> Form:
    """The form with what was typed and why it was refused. A box that had to be ticked was ticked for another state."""
    data = dict(form.data.items())
    for name, field in form.fields.items():
        if isinstance(field, BooleanField) and field.required:
            data.pop(name, None)
    again = kind(data)
    again.full_clean()
    again.add_error(None, why)
    return again
