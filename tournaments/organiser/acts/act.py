"""An act of an organiser: its rows, its form, the sentences around it, and the action that its button does.

GET shows a form and what will happen, POST hands the filled form to the action. Each page sends a stamp of what it
shows along, and a number of its own with it, by which it counts once however often it is sent
(`tournaments.pages.once`). Once the page would show something else it is shown anew, and nothing is done. What was
typed is shown again then, and when the action refuses it. Where there is no such page any more, the site shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, TypeVar

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.db import transaction
from django.db.models import Model, QuerySet
from django.forms import BooleanField, Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac

from tournaments.actions.table import session
from tournaments.keys.in_text import taken_out
from tournaments.language.refusals import Refused
from tournaments.models import League, Table
from tournaments.pages import reader
from tournaments.pages.once import lasting
from tournaments.queries.access.desk_rights import own

LONG = 22  # characters of the number of a page, which nobody guesses
CHANGED = "This has changed since you looked, and nothing was done. Look again: the page shows now what it is about."
Row = TypeVar("Row", bound=Model)
View = Callable[..., HttpResponse]


class Act(Generic[Row]):
    """One request for an act on the row `self.row`, found by the number in the address. A subclass is the act.

    name      of its address; of an act whose address the theme makes, of its method (`buttons`)
    route     of its address, below the list that it belongs to; none where the theme makes it
    form      what is filled in before it is done
    button    the words on the button that does it
    note      a sentence above everything else on the page
    done      the sentence once it has been done, where `do` has none of its own
    template  of its page
    lasting   writes to others each time: a press counts once for a day
    of_person not of a league: who organises one may not do it as such
    """

    name: ClassVar[str]
    route: ClassVar[str] = ""
    form: ClassVar[type[Form]]
    button: ClassVar[str]
    note: ClassVar[str] = ""
    done: ClassVar[str] = ""
    template: ClassVar[str] = "admin/desk/ask_table.html"
    lasting: ClassVar[bool] = False
    of_person: ClassVar[bool] = False
    row: Row

    def __init__(self, request: HttpRequest, pk: int) -> None:
        self.request = request
        self.pk = pk
        self.actor = reader.player(request)

    def rows(self) -> QuerySet[Row]:
        """The rows on which this person may do the act: of all others there is no such page.

        Where the theme makes the address, the permission of its button is asked first, and says in which state.
        """
        raise NotImplementedError

    def question(self) -> str:
        """The title of the page."""
        raise NotImplementedError

    def do(self, form: Any) -> str | None:
        """Hand the filled form to the action. Refused says why not."""
        raise NotImplementedError

    def back(self) -> str:
        """The address where "Not now" and the end of the act lead."""
        raise NotImplementedError

    def end(self) -> str:
        """The address where the end of the act leads instead, if `back` is closed to the person by then."""
        return ""

    def held(self) -> tuple[QuerySet[Table] | None, QuerySet[League] | None]:
        """The rows locked before the page of a press is made: what may change between that and the action's locks."""
        return None, None

    def over(self) -> HttpResponse | None:
        """The answer where there is nothing left to do."""
        return None

    def explained(self) -> Sequence[str]:
        """Sentences that say what pressing the button does, or what it is about."""
        return ()

    def about(self) -> Sequence[object]:
        """The state that the act is about, as far as question and sentences do not tell it.

        Nothing that moves by itself. The page is made while that is `held`, or else `do` hands it to the action,
        which looks once more under its locks.
        """
        return ()

    def shown(self) -> dict[str, Any]:
        """More values for the template."""
        return {}

    def filled(self, posted: Any) -> Form:
        """The form with what was posted, None for an empty one."""
        return self.form(posted)

    # --- its page ---------------------------------------------------------------------------------------

    def answer(self, site: AdminSite) -> HttpResponse:
        """The page of the act, or the way on from it once it is done."""
        with _locked(self.request, self.actor, *self.held()):
            self.row = get_object_or_404(self.rows(), pk=self.pk)
            return self.over() or self._asked(site)

    def _asked(self, site: AdminSite) -> HttpResponse:
        question, explained, back = self.question(), list(self.explained()), self.back()
        posted = self.request.POST if self.request.method == "POST" else None
        about_now = self._about_now(self.request.path, question, explained)
        form = self.filled(posted)
        if posted is not None and not constant_time_compare(posted.get("stamp", "").partition(".")[0], about_now):
            form = self._refused(form, CHANGED)
        elif posted is not None and form.is_valid():
            try:
                words = self.do(form) or self.done
            except Refused as refusal:
                form = self._refused(form, str(refusal))
            else:
                typed = filter(lambda value: isinstance(value, str), form.cleaned_data.values())
                messages.success(self.request, " ".join([words, *taken_out(*typed)]))
                return redirect(self.end() or back)
        values = {
            **site.each_context(self.request),
            "act": self, "title": question, "form": form, "back": back, "explained": explained,
            "stamp": f"{about_now}.{get_random_string(LONG)}",
            **self.shown(),
        }  # fmt: skip
        return TemplateResponse(self.request, self.template, values, status=422 if form.errors else 200)

    def stamp(self, path: str) -> str:
        """A stamp of the act's page at that address, for another page from which its form is sent as well."""
        return f"{self._about_now(path, self.question(), list(self.explained()))}.{get_random_string(LONG)}"

    def _about_now(self, path: str, question: str, explained: Sequence[str]) -> str:
        return _stamp(path, self.filled(None), question, explained, list(self.about()))

    def _refused(self, form: Form, why: str) -> Form:
        """The form with what was typed and why it was refused.

        A box that had to be ticked is empty again: it was ticked for another state.
        """
        data = dict(form.data.items())
        for name, field in form.fields.items():
            if isinstance(field, BooleanField) and field.required:
                data.pop(name, None)
        again = self.filled(data)
        again.full_clean()
        again.add_error(None, why)
        return again


def page(act: type[Act[Any]], site: AdminSite) -> View:
    """The view of an act."""

    def view(request: HttpRequest, pk: int, **place: Any) -> HttpResponse:
        return act(request, pk, **place).answer(site)

    return lasting(view) if act.lasting else view


def urls(acts: Iterable[type[Act[Any]]], site: AdminSite) -> list[URLPattern]:
    """The addresses of acts, guarded by the site."""
    return [path(act.route, site.admin_view(page(act, site)), name=act.name) for act in acts]


@contextmanager
def _locked(
    request: HttpRequest, actor: Any, tables: QuerySet[Table] | None, leagues: QuerySet[League] | None
) -> Iterator[None]:
    """Lock the own rows that an act takes as they are, so that what its page shows is what the button does.

    Only for a press. As the actions lock them: tables in the order of their keys, then leagues.
    """
    if request.method != "POST" or (tables is None and leagues is None):
        yield
        return
    with transaction.atomic():
        if tables is not None:
            session.lock_tables(own(tables, actor))
        if leagues is not None:
            list(own(leagues, actor).select_for_update(of=("self",), no_key=True).order_by("pk"))
        yield


def _stamp(path: str, form: Form, question: str, explained: Sequence[str], about: Sequence[object]) -> str:
    """The subject of a page, as a text that tells nothing of it."""
    fields = [(str(field.label), str(field.help_text), field.value()) for field in form]
    return salted_hmac(__name__, repr((path, question, list(explained), fields, list(about)))).hexdigest()
