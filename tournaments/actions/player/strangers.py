"""Letters in which an organiser asks something of an address that may be nobody's: how many, and the keys in them.

Nothing here depends on whether somebody with that address plays here: no organiser is to learn that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.urls import reverse

from tournaments.language.refusals import LinkExpired, TooOften
from tournaments.language.speech import say
from tournaments.models import Player
from tournaments.outbox import limits

LETTERS_TO_ONE_A_DAY = 5  # of all organisers together
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def may_be_written(email: str, about: str, most: int) -> bool:
    """Count one letter to an address; whether it may have one more today. `most`: of all about the same thing."""
    return limits.allow(about, email, most, DAY) and limits.allow("asked", email, LETTERS_TO_ONE_A_DAY, DAY)


def written_enough(emails: Sequence[str], about: str, most: int) -> set[str]:
    """Those of the addresses for which `may_be_written` would say no. Counts nothing, asks for all at once."""
    of_this = limits.used_by_each(about, emails, DAY)
    of_all = limits.used_by_each("asked", emails, DAY)
    return {email for email in emails if of_this[email] >= most or of_all[email] >= LETTERS_TO_ONE_A_DAY}


def count(actor: Player, emails: Sequence[str]) -> None:
    """Count letters to these addresses. TooOften, and none is counted, for more than one or all may have sent."""
    letters = len(emails)
    if not letters:
        return
    if not limits.allow("invitations of", str(actor.pk), settings.INVITATIONS_A_DAY, DAY, letters):
        raise TooOften(
            f"You may ask {settings.INVITATIONS_A_DAY} addresses a day by letter. None of these letters was sent."
        )
    if not limits.allow("invitations", "", settings.INVITATIONS_AN_HOUR, HOUR, letters):
        raise TooOften("Very many invitations are being sent just now. None of these was; try again in an hour.")
    most = settings.INVITATIONS_TO_A_DOMAIN_AN_HOUR
    for domain, times in sorted(Counter(email.rpartition("@")[2].lower() for email in emails).items()):
        if not limits.allow("invitations to", domain, most, HOUR, times):
            raise TooOften(
                f"More than {most} invitations an hour would go to {domain}. None of these was sent; try again in an "
                "hour, or ask fewer people there at a time."
            )


def reader(email: str, actor: Player, name: str = "") -> Player:
    """The reader that such a letter greets, a stranger who is not stored; it speaks the organiser's language.

    Whoever has the address: in their own name or language, its subject on the desk would tell that they play here.

    name  as the organiser typed it, if they did
    """
    return Player(email=email, name=name, language=actor.language)


def page(route: str, salt: str, *signed: Any) -> str:
    """The full address of the page behind a button; `signed` is what its key says."""
    key = signing.dumps(signed[0] if len(signed) == 1 else list(signed), salt=salt)
    return settings.SITE_URL.rstrip("/") + reverse(route, args=(key,))


def read_key(key: str, salt: str, altered: str) -> Any:
    """The content of a key of such a page. LinkExpired with the sentence `altered` for one that is not ours."""
    try:
        return signing.loads(key, salt=salt)
    except signing.BadSignature as error:
        raise LinkExpired(say(altered)) from error
