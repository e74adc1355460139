"""Template tags of letters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template

from engine.game import Section
from tournaments.mail.letters import layout, offers

register = template.Library()
register.filter("heading", layout.heading)


@register.inclusion_tag("mail/_blocks.html", takes_context=True)
def position(context: template.Context, sections: Iterable[Section]) -> dict[str, Any]:
    """The sections of a position with their moves as buttons, if the letter asks for an answer."""
    return {"blocks": offers.blocks(sections, context.get("reply_to", ""))}
