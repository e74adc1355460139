"""How the desk asks before it acts: GET shows a form and what will happen, POST hands the filled form to a verb.

What was typed is shown again when the verb refuses it. Where there is no such page any more, the site shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.messages import ERROR
from django.forms import BooleanField, Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse

from tournaments.organiser.acts.verbs import Said
from tournaments.organiser.site import site


def ask(
    request: HttpRequest,
    kind: Callable[[Any], Form],
    question: str,
    back: str,
    verb: Callable[[Any], Said],
    explained: Sequence[str] = (),
    done: str = "",
    **shown: Any,
) -> HttpResponse:
    """The page of one action.

    back       where "Not now" and the end of it lead
    explained  sentences that say what pressing the button does, or what it is about
    done       where the end of it leads instead, where `back` is closed to the person by then
    shown      more for the template; `button` where the form does not name its own
    """
    form = kind(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        level, words = verb(form)
        if level != ERROR:
            messages.add_message(request, level, words)
            return redirect(done or back)
        form = _refused(form, kind, words)
    values = {**site.each_context(request), "title": question, "form": form, "back": back, "explained": explained}
    status = 422 if form.errors else 200
    return TemplateResponse(request, "admin/desk/ask_table.html", {**values, **shown}, status=status)


def _refused(form: Form, kind: Callable[[Any], Form], why: str) -> Form:
    """The form with what was typed and why it was refused.

    Hidden fields say which state the page has shown: they get the state of now, which this page shows. A box that had
    to be ticked was ticked for the state before.
    """
    fresh, data = kind(None), dict(form.data.items())
    for bound in fresh.hidden_fields():
        data[bound.html_name] = bound.value()
    for name, field in fresh.fields.items():
        if isinstance(field, BooleanField) and field.required:
            data.pop(name, None)
    again = kind(data)
    again.full_clean()
    again.add_error(None, why)
    return again
