"""Second addresses that are forgotten, with the letters that asked whose they are."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.models import Address, OutboundLetter

ASKED = "verify:"  # with which the keys of letters begin that ask about an address; its own number follows


def forget(rows: QuerySet[Address]) -> int:
    """Delete second addresses; how many. With the letters that asked about them: these are nobody's, and say whose."""
    pks = set(rows.values_list("pk", flat=True))
    asked = OutboundLetter.objects.filter(player=None, dedupe__startswith=ASKED).values_list("pk", "dedupe")
    about = [pk for pk, dedupe in asked if int(dedupe.split(":")[1]) in pks] if pks else []
    OutboundLetter.objects.filter(pk__in=about).delete()
    return Address.objects.filter(pk__in=pks).delete()[0]
