"""Template tags of letters."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString, mark_safe

from engine.game import Section
from tournaments.mail.letters import layout, offers

register = template.Library()
register.filter("heading", layout.heading)


@register.simple_tag(takes_context=True)
def position(context: template.Context, sections: Iterable[Section]) -> SafeString:
    """The sections of a position with their moves as buttons, if the letter asks for an answer."""
    return mark_safe(offers.html(offers.blocks(sections, context.get("reply_to", ""))))
