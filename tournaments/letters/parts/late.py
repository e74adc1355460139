"""One sentence in an answer that comes late because of us; what an outage means for deadlines is told by `outages`.

A letter counts as of the moment at which it came, whenever it is read; but its sender has waited, and wonders.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone
from django.utils.html import escape

from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.letters.parts import layout
from tournaments.letters.parts.draft import Draft
from tournaments.models import InboundLetter, OutboundLetter, Player
from tournaments.queries.letters.identify import RELEASED

LATE_FROM = timedelta(minutes=15)
OF_AN_OUTAGE = "away:"  # how the keys of letters begin that tell a table that the service was away (`actions.outages`)
TOP = re.compile(r'<div class="page"[^<>]*>\s*(<p class="mark"[^<>]*>[^<]*</p>)?')


def told(draft: Draft, letter: InboundLetter, player: Player) -> Draft:
    """The answer to a letter, with the sentence behind its state if it comes late."""
    sentence = in_words(letter, player)
    if not sentence:
        return draft
    text = layout.wrap(layout.with_news(draft.text, [sentence]))
    top = TOP.search(draft.html)
    at = top.end() if top else 0
    html = f"{draft.html[:at]}<p>{escape(sentence)}</p>{draft.html[at:]}" if draft.html else ""
    return replace(draft, text=text, html=html)


def in_words(letter: InboundLetter, player: Player) -> str:
    """The sentence; "" for a letter that is read in time, that waited for its sender, or of whose delay they know.

    Letters that are read together wait for that until `read_from`.
    """
    now, due = timezone.now(), max(letter.received_at, letter.read_from)
    if now - due < LATE_FROM or letter.verdict == RELEASED or letter.state != InboundLetter.State.READING:
        return ""
    known = OutboundLetter.objects.filter(
        player=player, dedupe__startswith=OF_AN_OUTAGE, created_at__gte=letter.received_at
    )
    if known.exists():
        return ""
    return say(
        "We read your letter of {moment} only {late} after it came. The delay was ours; the letter counts as of when "
        "it came.",
        moment=clocks.short(letter.received_at, player.zone),
        late=clocks.time_left(due, now),
    )
