"""Tables on the desk: whose turn, how late, the public position and log, letters, and what an organiser may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.timesince import timesince
from unfold.decorators import display

from engine import svg
from tournaments import papers
from tournaments.actions.results import to_rule
from tournaments.mail.letters.frame import seat_names
from tournaments.models import Case, Seat, Table, Turn
from tournaments.organiser import tables_shown, verbs
from tournaments.organiser.admins.base import Rows
from tournaments.organiser.forms import Announce, Decide, Extend, GiveBack, LetMove, Replace, Rule
from tournaments.organiser.site import site
from tournaments.player import reader
from tournaments.player.paper import pdf

Verb = Callable[[Any], verbs.Said]


@admin.register(Table, site=site)
class Tables(Rows):
    list_display = ("table_shown", "state_shown", "round", "whose_turn", "deadline", "lateness", "letters_waiting")
    list_display_links = ("table_shown",)
    list_filter = ("state",)
    list_select_related = ("league",)
    search_fields = ("league__name",)
    change_form_template = "admin/desk/table.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Tables that are played or were; those of leagues that have not begun have nothing to show."""
        return super().get_queryset(request).filter(state__in=(Table.State.RUNNING, Table.State.FINISHED))

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("<int:pk>/picture.svg", self.admin_site.admin_view(self.picture), name="table-picture"),
            path("<int:pk>/rule/", self.admin_site.admin_view(self.rule), name="rule"),
            path("case/<int:pk>/", self.admin_site.admin_view(self.case), name="case"),
            path("<int:pk>/announce/", self.admin_site.admin_view(self.announce), name="announce"),
            path("<int:pk>/scoresheet.pdf", self.admin_site.admin_view(self.scoresheet), name="scoresheet"),
            path("turn/<int:pk>/extend/", self.admin_site.admin_view(self.extend), name="extend"),
            path("turn/<int:pk>/stand-in/", self.admin_site.admin_view(self.allow_stand_in), name="allow-stand-in"),
            path("seat/<int:pk>/replace/", self.admin_site.admin_view(self.replace), name="replace"),
            path("seat/<int:pk>/give-back/", self.admin_site.admin_view(self.give_back), name="give-back"),
        ]
        return own + super().get_urls()

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return []  # everything stands in the page's own panels

    # --- the list ---------------------------------------------------------------------------------

    @display(description="Table", ordering="league")
    def table_shown(self, table: Table) -> str:
        return str(table)

    @display(description="State", ordering="state", label=True)
    def state_shown(self, table: Table) -> str:
        return table.get_state_display()

    @display(description="Whose turn")
    def whose_turn(self, table: Table) -> str:
        return ", ".join(str(turn.seat.player or "stand-in") for turn in tables_shown.open_turns(table)) or "–"

    @display(description="Deadline")
    def deadline(self, table: Table) -> Any:
        turn = tables_shown.open_turns(table).first()
        return turn.due_by if turn else None

    @display(description="Late", label={"in time": "success", "late": "danger"})
    def lateness(self, table: Table) -> Any:
        turn = tables_shown.open_turns(table).first()
        if turn is None:
            return None
        late = turn.due_by < timezone.now()
        return ("late", timesince(turn.due_by)) if late else ("in time", "in time")

    @display(description="Letters held or laid aside")
    def letters_waiting(self, table: Table) -> int:
        return tables_shown.letters_waiting(table)

    # --- one table --------------------------------------------------------------------------------

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        context |= tables_shown.page_of(context["original"], reader.player(request))
        return super().render_change_form(request, context, *args, **kwargs)

    def picture(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The position as onlookers see it: organisers may play at the table themselves."""
        table = get_object_or_404(self.get_queryset(request), pk=pk)
        return HttpResponse(svg.to_svg(tables_shown.public_scene(table)), content_type="image/svg+xml")

    def scoresheet(self, request: HttpRequest, pk: int) -> HttpResponse:
        table = get_object_or_404(self.get_queryset(request).filter(state=Table.State.FINISHED), pk=pk)
        return pdf(papers.file_name(table), papers.scoresheet(table))

    # --- actions: GET asks, POST does it ----------------------------------------------------------

    def extend(self, request: HttpRequest, pk: int) -> HttpResponse:
        turn = self._turn(request, pk)
        question = f"Give {turn.seat.player} more time at {turn.seat.table}"
        return self._ask(
            request, Extend, turn.seat.table_id, question, lambda form: verbs.extend(turn, form, reader.player(request))
        )

    def allow_stand_in(self, request: HttpRequest, pk: int) -> HttpResponse:
        turn = self._turn(request, pk)
        question = f"Let the stand-in move for {turn.seat.player} at {turn.seat.table}"
        return self._ask(
            request,
            LetMove,
            turn.seat.table_id,
            question,
            lambda form: verbs.allow_stand_in(turn, reader.player(request)),
        )

    def replace(self, request: HttpRequest, pk: int) -> HttpResponse:
        seat = self._seat(request, pk)
        question = f"Let a bot play for {seat.player} at {seat.table}"
        return self._ask(
            request, Replace, seat.table_id, question, lambda form: verbs.replace(seat, form, reader.player(request))
        )

    def give_back(self, request: HttpRequest, pk: int) -> HttpResponse:
        seat = self._seat(request, pk)
        question = f"Give {seat.player} the seat at {seat.table} back"
        return self._ask(
            request, GiveBack, seat.table_id, question, lambda form: verbs.give_back(seat, form, reader.player(request))
        )

    def rule(self, request: HttpRequest, pk: int) -> HttpResponse:
        table = get_object_or_404(to_rule(self.get_queryset(request)), pk=pk)
        form = partial(Rule, seat_names(table), (table.result or {})["ranks"])
        question = f"How does {table} count?"
        return self._ask(
            request, form, table.pk, question, lambda filled: verbs.rule(table, filled, reader.player(request))
        )

    def announce(self, request: HttpRequest, pk: int) -> HttpResponse:
        table = get_object_or_404(self.get_queryset(request).filter(state=Table.State.RUNNING), pk=pk)
        actor = reader.player(request)
        question = f"Write to everybody at {table}"
        return self._ask(request, Announce, pk, question, lambda form: verbs.announce(table.league, form, actor, table))

    def case(self, request: HttpRequest, pk: int) -> HttpResponse:
        rows = Case.objects.filter(seat__table__in=self.get_queryset(request), ruled_at=None)
        case = get_object_or_404(rows.select_related("seat__player", "seat__table__league"), pk=pk)
        question = f"{case.seat.player} calls the referee at {case.seat.table}"
        actor = reader.player(request)
        return self._ask(
            request, Decide, case.seat.table_id, question, lambda form: verbs.decide(case, form, actor), [case.words]
        )

    def _turn(self, request: HttpRequest, pk: int) -> Turn:
        turns = Turn.objects.filter(ended_at=None, seat__table__in=self.get_queryset(request))
        return get_object_or_404(turns.select_related("seat__table__league", "seat__player"), pk=pk)

    def _seat(self, request: HttpRequest, pk: int) -> Seat:
        running = self.get_queryset(request).filter(state=Table.State.RUNNING)
        seats = Seat.objects.filter(table__in=running).select_related("table__league", "player")
        return get_object_or_404(seats, pk=pk)

    def _ask(
        self,
        request: HttpRequest,
        kind: Callable[[Any], Form],
        table: int,
        question: str,
        carry_out: Verb,
        explained: Sequence[str] = (),
    ) -> HttpResponse:
        back = reverse("desk:tournaments_table_change", args=[table])
        form = kind(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            level, words = carry_out(form)
            messages.add_message(request, level, words)
            return redirect(back)
        values = {**self.admin_site.each_context(request), "title": question, "form": form, "back": back}
        values["explained"] = explained
        status = 422 if form.errors else 200
        return TemplateResponse(request, "admin/desk/ask_table.html", values, status=status)
