"""The players' admin site: who may come in, and where the pages hang. No page is written here."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from tournaments.language.refusals import Forgotten
from tournaments.pages.targets import page_above

View = Callable[..., HttpResponseBase]
SomeView = TypeVar("SomeView", bound=View)


def _page_of_form(request: HttpRequest) -> str:
    """The page above an address that only takes forms; what the address asks for is asked of the page."""
    query = request.GET.urlencode()
    return page_above(request.path_info) + (f"?{query}" if query else "")


class PlayerSite(AdminSite):
    """An `AdminSite` whose users are all players and whose pages are its own templates.

    Only what `tournaments.player.admins` registers is reachable, and each of those limits its rows to
    what the player may see; Django's own change lists and forms are not mounted.
    """

    site_header = settings.SERVICE_NAME

    def has_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_authenticated and request.user.is_active)

    def admin_view(self, view: SomeView, cacheable: bool = False) -> SomeView:
        """Let signed-in players in; send everybody else to the sign-in page and back afterwards."""

        @wraps(view)
        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not self.has_permission(request):
                return redirect_to_login(request.get_full_path(), reverse("player:sign-in"))
            return view(request, *args, **kwargs)

        return cast("SomeView", self.open_view(inner))

    def open_view(self, view: View, *, listed: bool = False) -> View:
        """A page that anybody may open: never cached, forms protected, times in the reader's zone.

        listed  search engines may list it; pages about persons and tables they may not

        An address that only takes forms leads to their page: refused ones are shown there, a sign-in leads back, and
        the lists there are turned over.
        """

        @wraps(view)
        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            with timezone.override(getattr(request.user, "zone", "UTC")):
                try:
                    response = view(request, *args, **kwargs)
                except Forgotten:  # in another window, while this page was at work
                    return redirect("player:home")
                if not listed:
                    response.headers["X-Robots-Tag"] = "noindex"
                shown = request.method in ("GET", "HEAD") and response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
                return redirect(_page_of_form(request)) if shown else response

        return csrf_protect(never_cache(inner))

    def followed_view(self, view: SomeView) -> View:
        """A page that anybody may open where it is public; where it is not there, whoever is not signed in may be."""

        @wraps(view)
        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                return view(request, *args, **kwargs)
            except Http404:
                if self.has_permission(request):
                    raise
                return redirect_to_login(request.get_full_path(), reverse("player:sign-in"))

        return self.open_view(inner)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        return [url for admin in self._registry.values() for url in admin.get_urls()]

    @property
    def urls(self) -> tuple[list[URLPattern | URLResolver], str, str]:
        # An application namespace of its own: "admin:..." stays the organisers' desk.
        return self.get_urls(), "player", self.name


site = PlayerSite(name="player")
