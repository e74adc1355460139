"""Letters on the desk, in and out: read, never changed, never deleted."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import display

from tournaments.keys import rfc5322
from tournaments.keys.in_text import of_a_letter
from tournaments.models import InboundLetter, OutboundLetter, Role, Table
from tournaments.organiser import look
from tournaments.organiser.acts import letters as acts
from tournaments.organiser.acts.buttons import button
from tournaments.organiser.admins.base import Rows
from tournaments.organiser.long_lists import SeenValues, newest_found, players_called
from tournaments.organiser.shown.opposed import against
from tournaments.organiser.shown.questions import question_words
from tournaments.organiser.shown.quoting import closed_by_kind, told_back, understood, withheld
from tournaments.organiser.shown.sources import NOT_READ, beginning, source
from tournaments.organiser.site import site
from tournaments.pages import reader
from tournaments.queries.access.desk_rights import own
from tournaments.queries.letters import outcomes
from tournaments.queries.letters.letters_shown import letters_shown, table_to_look_into

WAITING = (InboundLetter.State.HELD, InboundLetter.State.LAID_ASIDE)  # in the order of their index
POSITION = ("seat__plan", "seat__table__position", "seat__table__header", "seat__table__secret")
MOST_SHOWN, MOST_BESIDE = 50_000, 10_000  # bytes of HTML of a letter's words, and of what else is long about it


class Letters(Rows):
    """Letters of own leagues, but none of opponents at tables where the organiser plays.

    What a letter says is closed until the organiser has looked inside its table (`letter_rights`). `closed` is a table
    to look into first, `organiser` who reads.
    """

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = self.model._default_manager.all()
        return letters_shown(rows, reader.player(request), against=against(request))

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        letter = super().get_object(request, object_id, from_field)
        if letter is not None:
            letter.organiser = reader.player(request)
            letter.closed = table_to_look_into(letter, letter.organiser)
        return letter

    @display(description="Seat")
    def seat_shown(self, letter: Any) -> str:
        """A way to the table, for its organisers."""
        if letter.seat is None:
            return "–"
        if not own(Table.objects.filter(pk=letter.seat.table_id), letter.organiser).exists():
            return str(letter.seat)
        page = reverse("desk:tournaments_table_change", args=[letter.seat.table_id])
        return format_html('<a class="text-link" href="{}">{}</a>', page, letter.seat)


def _look_first(letter: Any) -> str:
    """The words shown instead of a letter's, where one of its tables is closed."""
    if not own(Table.objects.filter(pk=letter.closed), letter.organiser, Role.HELPER).exists():
        return "Closed: it may tell orders that also hold at a table where you play, in another league."
    page = reverse(f"desk:tournaments_{letter._meta.model_name}_change", args=[letter.pk])
    look = reverse("desk:look-inside", args=[letter.closed])
    return format_html(
        'Closed: it may tell what this seat alone knows. <a class="text-link" href="{}?back={}">Look inside the '
        "table</a>, and the journal says why.",
        look, page,
    )  # fmt: skip


@admin.register(InboundLetter, site=site)
class LettersIn(Letters):
    actions_detail = ("read_again",)
    called = look.LETTERS_IN
    list_display = ("received_at", "player", "seat", "state_shown", "verdict", "door")
    list_filter = ("state", ("verdict", SeenValues), ("door", SeenValues))
    search_fields = ("player__name", "player__email", "sender")
    newest_by = "received_at"
    indexed = MappingProxyType({"state": WAITING})
    unlisted = ("raw", "account", "errands", "auth_results", "quotes", *POSITION)
    list_select_related = ("player", "seat__table__league")
    ordering = ("-received_at", "-pk")
    fields = (
        "received_at",
        "state",
        "trouble",
        "player",
        "seat_shown",
        "answers",
        "understood",
        "verdict_shown",
        "sender_shown",
        "envelope_shown",
        "door",
        "verdicts_shown",
        "attempts",
        "raw_source",
    )
    readonly_fields = (
        "seat_shown", "answers", "understood", "verdict_shown", "sender_shown", "envelope_shown", "verdicts_shown",
        "raw_source",
    )  # fmt: skip

    def found_by_index(self, rows: QuerySet[Any], words: str) -> list[int]:
        """Keys of the letters by their writer: as the letter claims, and as the service knows."""
        sender, players = rfc5322.canonical(words) or words.lower(), players_called(words)
        return newest_found(rows, self.newest_by, {"sender": sender}, {"player__in": players})

    @display(
        description="State", ordering="state", label={"done": "success", "held": "warning", "laid-aside": "danger"}
    )
    def state_shown(self, letter: InboundLetter) -> Any:
        return letter.state, letter.get_state_display()

    @display(description="Answers")
    def answers(self, letter: InboundLetter) -> str:
        return question_words(letter)

    @display(description="What was understood")
    def understood(self, letter: Any) -> str:
        if letter.closed:
            return "Closed, as is the source."
        lines = understood(letter, letter.organiser)
        words = of_a_letter("; ".join(f"{line.get('state', '')}: {line.get('text', '')}" for line in lines))
        return beginning(words, MOST_BESIDE) or "–"

    @display(description="Outcome")
    def verdict_shown(self, letter: InboundLetter) -> str:
        """The verdict, with the reason where nobody gets an answer."""
        outcome = outcomes.OUTCOMES.get(letter.verdict)  # none is there while it waits
        if outcome is None or not outcome.silent:
            return letter.verdict or "–"
        return f"{letter.verdict}: no answer. {outcome.silent}"

    @display(description="Sender")
    def sender_shown(self, letter: InboundLetter) -> str:
        return of_a_letter(letter.sender) or "–"

    @display(description="Envelope sender")
    def envelope_shown(self, letter: InboundLetter) -> str:
        """The envelope, without our own reply address, which a host that forwards a letter may write into it."""
        return of_a_letter(letter.mail_from) or "–"

    @display(description="Verdict of our own mail host or the provider")
    def verdicts_shown(self, letter: InboundLetter) -> str:
        return beginning(of_a_letter(letter.auth_results), MOST_BESIDE) or "–"

    @display(description="Source")
    def raw_source(self, letter: Any) -> str:
        """The source of the letter, which is taken apart once, as the page asks for each field several times."""
        if not hasattr(letter, "source_shown"):
            letter.source_shown = self._source_of(letter)
        return letter.source_shown

    def _source_of(self, letter: Any) -> str:
        raw = bytes(letter.raw)
        if not raw:
            return "purged: raw letters are kept for a limited time"
        if letter.closed:
            return _look_first(letter)
        words, why = source(raw), withheld(letter, letter.organiser)
        if why and words != NOT_READ:  # which tells nothing
            return why
        return _shown(words, reverse("desk:letter-source", args=[letter.pk]))

    def get_urls(self) -> list[URLPattern]:
        whole = self.admin_site.admin_view(self.whole_source)
        return [path("<int:pk>/source.txt", whole, name="letter-source"), *super().get_urls()]

    def whole_source(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The whole of what the page shows the beginning of, as a file; the page where it shows nothing, and why."""
        letter = self.get_object(request, str(pk))
        if letter is None:
            raise Http404("there is no such letter")
        raw = bytes(letter.raw)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        if not raw or letter.closed or withheld(letter, letter.organiser):
            return redirect("desk:tournaments_inboundletter_change", pk)
        return _file(f"letter-{pk}.txt", source(raw))

    def has_read_again_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return self.row(request, object_id).filter(state=InboundLetter.State.LAID_ASIDE).exists()

    read_again = button(acts.ReadAgain, "Read again", "read-again", permission="read_again", icon="replay")


@admin.register(OutboundLetter, site=site)
class LettersOut(Letters):
    """The letters that were sent; copies to a second address are their reader's own business."""

    called = look.LETTERS_OUT
    list_display = ("created_at", "kind_shown", "player", "seat", "subject", "state_shown")
    list_filter = ("state", "delivery", ("kind", SeenValues))
    search_fields = ("player__name", "player__email", "subject")
    newest_by = "created_at"
    indexed = MappingProxyType({"state": (OutboundLetter.State.FAILED,)})
    unlisted = ("text", "html", "gist", "everywhere", "asks", *POSITION)
    list_select_related = ("player", "seat__table__league")
    ordering = ("-created_at", "-pk")
    fields = (
        "created_at",
        "kind_shown",
        "player",
        "seat_shown",
        "league",
        "to",
        "subject",
        "state",
        "sent_at",
        "delivery_shown",
        "attempts",
        "failure",
        "text_shown",
    )
    readonly_fields = ("seat_shown", "kind_shown", "delivery_shown", "text_shown")

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutboundLetter]:
        return super().get_queryset(request).filter(copy_of=None)

    def found_by_index(self, rows: QuerySet[Any], words: str) -> list[int]:
        return newest_found(rows, self.newest_by, {"player__in": players_called(words)})

    @display(description="State", ordering="state", label={"sent": "success", "queued": "info", "failed": "danger"})
    def state_shown(self, letter: OutboundLetter) -> Any:
        return letter.state, letter.get_state_display()

    @display(description="Kind", ordering="kind")
    def kind_shown(self, letter: OutboundLetter) -> str:
        return letter.kind.replace("_", " ")

    @display(description="What became of it")
    def delivery_shown(self, letter: OutboundLetter) -> str:
        if not letter.delivery or letter.delivery_at is None:
            return "nothing was told"
        return (
            f"{letter.get_delivery_display()}, {date_format(timezone.localtime(letter.delivery_at), 'DATETIME_FORMAT')}"
        )

    @display(description="Text")
    def text_shown(self, letter: Any) -> str:
        if why := closed_by_kind(letter):
            return why
        if letter.closed:
            return _look_first(letter)
        return told_back(letter, letter.organiser) or _shown(of_a_letter(letter.text))


def _shown(text: str, whole: str = "") -> SafeString:
    """The words of a letter, of a long one the beginning. `whole`: where the rest is."""
    begun = beginning(text, MOST_SHOWN)
    shown = format_html(
        '<pre class="desk-source" tabindex="0" role="region" aria-label="The words of the letter">{}</pre>', begun
    )
    if begun == text:
        return shown
    rest = format_html(' <a class="text-link" href="{}">All that is read of it as a file</a>', whole) if whole else ""
    return format_html("{}<p>This is its beginning: {} of {} characters.{}</p>", shown, len(begun), len(text), rest)


def _file(name: str, text: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
