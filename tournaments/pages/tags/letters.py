"""Template tags and filters of letters: what is in the HTML form and not in the text, and words in a row."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.template.loader import render_to_string
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from engine.game import Section
from engine.language.wording import listed
from tournaments.letters.parts import buttons, layout

register = template.Library()
register.filter("heading", layout.heading)
register.filter("listed", listed)


@register.filter
def marked(words: str) -> SafeString:
    """A deadline inside a sentence, set off in the HTML form."""
    return format_html('<span class="deadline">{}</span>', words)


@register.filter
def linked(address: str, words: str) -> SafeString:
    """Words inside a sentence that lead to a page."""
    return format_html('<a href="{}">{}</a>', address, words)


@register.filter
def as_button(offer: buttons.Button) -> SafeString:
    """An order on a button, with the other way beside it."""
    return mark_safe(offer.html)


@register.filter
def in_lines(lines: Iterable[str]) -> SafeString:
    """Lines, each a paragraph without a gap: no program that lays a letter out anew joins it to the next.

    In one piece, and without a class: it is as many times cheaper.
    """
    between = '</p><p style="margin:0">'
    return mark_safe(f'<p style="margin:0">{escape(chr(10).join(lines)).replace(chr(10), between)}</p>')


@register.filter
def as_text(lines: Iterable[str]) -> str:
    """Lines for the text form, each with its end."""
    return "".join(f"{line}\n" for line in lines)


@register.simple_tag
def position_in_text(sections: Iterable[Section]) -> str:
    """The sections of a position for the text form."""
    return layout.in_text(sections)


@register.simple_tag(takes_context=True)
def position(context: template.Context, sections: Iterable[Section]) -> SafeString:
    """The sections of a position with their moves as buttons, if the letter asks for an answer."""
    picture = (
        render_to_string("mail/_picture.html", {name: context.get(name) for name in ("has_picture", "alt")})
        if context.get("asked")
        else ""
    )
    return mark_safe(buttons.html(buttons.blocks(sections, context.get("ways")), picture))
