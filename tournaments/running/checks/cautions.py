"""Settings that leave the service open to misuse: what Django's checks and the organisers' desk say. Mends nothing."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from django.conf import settings
from django.core import checks

from tournaments.runtime import trace

log = logging.getLogger(__name__)

MUCH_LIKE = 0.88  # of 1: a letter or two are others
TAG = "service"  # of the checks that every process says at its start
NO_VERDICTS = (
    "TRUSTED_AUTHSERV_IDS is empty: nothing tells a forged From field from a true one. Whoever has got hold of a "
    "letter to a player, in which the reply address of the seat stands, can write moves in that player's name by "
    "putting the player's address into From; with an organiser's daily letter they can answer it in the organiser's "
    "name. Letters that answer none of ours change nothing until the registered address says yes, and the word join "
    "in a newcomer's letter is not answered."
)
SET_VERDICTS = (
    "Set TRUSTED_AUTHSERV_IDS to the name under which your mail host or provider writes Authentication-Results; "
    "deploy/mail.md says what that host must do. A letter that it reports as failing DMARC then changes "
    "nothing before the registered address has said yes."
)
NO_CONTACT = (
    "SECURITY_CONTACT is empty: whoever finds a hole in this service reads nowhere whom to tell, and "
    "/.well-known/security.txt does not exist."
)
SET_CONTACT = "Set SECURITY_CONTACT to an address that you read: mailto:security@example.org, or https://... of a form."
NO_PACKAGES = (
    "OTEL_EXPORTER_OTLP_ENDPOINT names a collector of traces, and the packages are missing that send spans there: none "
    "is sent."
)
GET_PACKAGES = "Install them (python3 deploy/bootstrap.py traces) and restart all parts, or leave the variable out."


def forged_senders_pass() -> bool:
    """Whether no mail host is trusted to say that a sender is forged. The demonstration's mail never leaves it."""
    return not settings.TRUSTED_AUTHSERV_IDS and not settings.DEMO


def misspelt() -> dict[str, str]:
    """Variables that nobody has read, with the setting that was meant: much like it, and not set."""
    read = settings.SETTINGS_READ
    unset = sorted(name for name in read if name not in os.environ and f"{name}_FILE" not in os.environ)
    unread = [name for name in os.environ if name.removesuffix("_FILE") not in read]
    return {name: near[0] for name in unread if (near := get_close_matches(name, unset, 1, MUCH_LIKE))}


def all_cautions(app_configs: Sequence[Any] | None, **_: Any) -> list[checks.CheckMessage]:
    """A warning for each of these settings that is left open. None in the demonstration."""
    return [] if settings.DEMO else list(_cautions())


def _cautions() -> Iterator[checks.CheckMessage]:
    if forged_senders_pass():
        yield checks.Warning(NO_VERDICTS, hint=SET_VERDICTS, id="tournaments.W002")
    if not settings.SECURITY_CONTACT:
        yield checks.Warning(NO_CONTACT, hint=SET_CONTACT, id="tournaments.W003")
    if settings.TRACES_COLLECTOR and not trace.can_be_sent():
        yield checks.Warning(NO_PACKAGES, hint=GET_PACKAGES, id="tournaments.W004")
    for name, meant in misspelt().items():
        said = f"{name} is no setting of the service: nobody reads it, and {meant} is not set."
        yield checks.Warning(said, hint=f"If {meant} is meant, write it so.", id="tournaments.W005")


def tell() -> None:
    """Log one line for each trouble that the service's own checks find, at its level."""
    for found in checks.run_checks(tags=[TAG], include_deployment_checks=True):
        if not found.is_silenced():
            log.log(found.level, "%s: %s %s", found.id, found.msg, found.hint or "")
