"""How the desk asks before it acts: GET shows a form and what will happen, POST hands the filled form to a verb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.forms import Form
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
    **shown: Any,
) -> HttpResponse:
    """The page of one action.

    back       where "Not now" and the end of it lead
    explained  sentences that say what pressing the button does, or what it is about
    shown      more for the template; `button` where the form does not name its own
    """
    form = kind(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        messages.add_message(request, *verb(form))
        return redirect(back)
    values = {**site.each_context(request), "title": question, "form": form, "back": back, "explained": explained}
    status = 422 if form.errors else 200
    return TemplateResponse(request, "admin/desk/ask_table.html", {**values, **shown}, status=status)
