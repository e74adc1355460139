"""The common traits of all rows of the desk: own leagues only, nothing deleted, changes by actions alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.contrib.admin import ShowFacets
from django.contrib.admin.views.main import SEARCH_VAR
from django.core.exceptions import BadRequest
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern
from django.utils.functional import Promise
from django.utils.text import smart_split
from django.utils.translation import gettext
from unfold.admin import ModelAdmin

from tournaments.organiser.long_lists import MOST_WORDS, LongList
from tournaments.pages import reader
from tournaments.pages.paging import Bounded
from tournaments.queries.access.desk_rights import own

FILTERS = (
    "",
    "__exact",
    "__in",
    "__isnull",
    "__gte",
    "__lt",
    "__id__exact",
    "__pk__exact",
)  # what a filter's links use
LINKED = ("", "__exact", "__id__exact")  # what the links of other pages use
# Of what one request may look for: a database plans some hundred conditions on a row for minutes, or refuses them.
MOST_FILTERS = 20  # conditions of the address; a list of values counts as that many
MOST_DIGITS = 18  # of a number that every database has room for
LONGEST_ASKED = 600  # letters of a list's query, which each of its hundred links says again
LONGEST_SEARCH = 200  # of these, where the search is cut


def _in_short(asked: QueryDict) -> str:
    """The query with the beginning of its search alone. BadRequest where the rest is too long by itself."""
    short = asked.copy()
    words = " ".join(islice(smart_split("".join(short.pop(SEARCH_VAR, [])[-1:])), MOST_WORDS + 1))[:LONGEST_SEARCH]
    while len(quote(words)) > LONGEST_SEARCH:
        words = words[:-1]
    short[SEARCH_VAR] = words
    if len(short.urlencode()) > LONGEST_ASKED:
        raise BadRequest("A list was asked to filter by too much.")
    return short.urlencode()


class Rows(ModelAdmin):
    """Read-only rows of the organiser's own leagues.

    linked     fields that other pages filter this list by, of which the list itself offers no choice: it would be long
    newest_by  the column of the index by which the newest rows are found
    indexed    fields of which an index finds the rows of one value, or of these states
    called     the list, as the sidebar has it
    unlisted   columns that no list shows and that may be long
    """

    actions = None
    list_per_page = 50
    list_max_show_all = 0
    show_full_result_count = False
    show_facets = ShowFacets.NEVER  # would count every filter's values in all rows
    paginator = Bounded
    called: str | Promise = ""
    linked: tuple[str, ...] = ()
    newest_by = "pk"
    indexed: Mapping[str, tuple[str, ...] | None] = MappingProxyType({})
    unlisted: tuple[str, ...] = ()
    list_disable_select_all = True
    compressed_fields = True
    change_list_template = "admin/desk/list.html"
    change_form_template = "admin/desk/row.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return own(super().get_queryset(request), reader.player(request))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The list; of a search that its links have no room for, the beginning counts. No filter is so long."""
        if len(request.META.get("QUERY_STRING", "")) > LONGEST_ASKED:
            request.GET = QueryDict(_in_short(request.GET))
            messages.warning(request, "Only the beginning of so long a search was looked for.")
        return super().changelist_view(request, {"title": self.called, **(extra_context or {})})

    def get_preserved_filters(self, request: HttpRequest) -> str:
        """The way back to a list as it was, for links; none that is too long."""
        found = str(super().get_preserved_filters(request))
        return found if len(found) <= LONGEST_ASKED else ""

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        """The page of a row, which is called like the row and its list."""
        subtitle = context.get("subtitle") or (gettext("Prepare a league") if context.get("add") else None)
        named = {**context, "title": self.called, "subtitle": subtitle}
        return super().render_change_form(request, named, *args, **kwargs)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[LongList]:
        return LongList

    def found_by_index(self, rows: QuerySet[Any], words: str) -> list[int]:
        """Numbers of rows that match a search however old they are, each way of finding them by an index."""
        return []

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row; an empty `_to_field` in a query names no column, at which Django fails."""
        return super().get_object(request, object_id, from_field or None)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only the filters that the page offers. Any other field could be guessed value by value from the address,
        the hidden cards of a position too: Django would filter by every local field and into JSON.
        """
        asked = vars(request).setdefault("desk_filters", []) if request is not None else []
        asked += str(value).split(",")
        if len(asked) > MOST_FILTERS:
            return False
        if any(lookup in {f"{name}{how}" for how in LINKED} for name in self.linked):
            return self._fits(lookup.partition("__")[0], value)
        offered = [item if isinstance(item, str) else item[0] for item in self.get_list_filter(request)]
        return any(lookup in {f"{name}{how}" for how in FILTERS} for name in offered)

    def _fits(self, name: str, value: Any) -> bool:
        """Whether a row of another table can have that number; SQLite fails at one that is too large for it."""
        if not self.opts.get_field(name).is_relation:
            return True
        return str(value).isdecimal() and len(str(value)) <= MOST_DIGITS

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Rows in which each word is found; of many words the first ones, and the page says so."""
        words = list(islice(smart_split(search_term), MOST_WORDS + 1))
        if len(words) > MOST_WORDS:
            messages.warning(request, f"Only the first {MOST_WORDS} words were looked for.")
        return super().get_search_results(request, queryset, " ".join(words[:MOST_WORDS]))

    def row(self, request: HttpRequest, object_id: Any) -> QuerySet[Any]:
        """The row of that number, none for what is no number: the theme asks before Django has looked at it."""
        rows = self.get_queryset(request)
        return rows.filter(pk=object_id) if str(object_id).isdecimal() else rows.none()

    def get_urls(self) -> list[URLPattern]:
        """Django's without what the desk has no use for: a history that nobody writes, deleting, an older address."""
        info = f"{self.opts.app_label}_{self.opts.model_name}"
        unused = {f"{info}_history", f"{info}_delete", None}
        return [url for url in super().get_urls() if url.name not in unused]

    def log_addition(self, *args: Any) -> None:
        """Nothing: the journal says who did what, and erasing knows it."""

    log_change = log_deletion = log_deletions = log_addition

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_staff)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if not self.has_module_permission(request):
            return False
        return obj is None or self._seen(request, obj.pk)

    def _seen(self, request: HttpRequest, pk: Any) -> bool:
        """Whether the row is one that the reader may see: asked many times for one page, looked up once."""
        known = vars(request).setdefault("desk_rows_seen", {})
        key = (self.model, pk)
        if key not in known:
            known[key] = self.get_queryset(request).filter(pk=pk).exists()
        return bool(known[key])

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
