"""What all rows of the desk have in common: own leagues only, nothing deleted, changes by actions alone."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from tournaments.organiser.rights import own
from tournaments.player import reader


class Rows(ModelAdmin):
    """Read-only rows of the organiser's own leagues."""

    actions = None
    list_disable_select_all = True
    compressed_fields = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return own(super().get_queryset(request), reader.player(request))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_staff)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if not self.has_module_permission(request):
            return False
        return obj is None or self.get_queryset(request).filter(pk=obj.pk).exists()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
