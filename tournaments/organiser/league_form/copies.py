"""The earlier leagues whose settings a new one may take. Reads only."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.models import League, Player
from tournaments.queries.access.desk_rights import organised

OFFERED = 10  # the newest


def leagues_of(actor: Player) -> QuerySet[League]:
    """Those that the person organises, the newest first: the owner of the service copies no leagues of others."""
    return organised(League.objects.filter(practice=False), actor).order_by("-pk")


def offered(actor: Player) -> list[League]:
    return list(leagues_of(actor).only("name")[:OFFERED])
