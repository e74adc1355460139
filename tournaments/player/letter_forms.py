"""The forms in which a player says how letters come. What that means is in `tournaments.queries.ways`."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engine.language.languages import to_say
from tournaments.language.speech import say
from tournaments.pages.choices import Sent
from tournaments.queries.ways import (
    BUTTONS,
    DIGEST,
    EVENTFUL,
    EVERYWHERE,
    NEWS,
    NOW,
    OF_LETTERS,
    OFF,
    PAGE,
    PRESSED,
    PRESSES,
    RECEIPTS,
    REPLY,
    SIGNED_IN,
    TURNS,
    WAYS,
)

TITLES = {
    TURNS: to_say("Turn letters"),
    RECEIPTS: to_say("Receipts for your orders"),
    NEWS: to_say("News and what others say"),
    BUTTONS: to_say("Buttons in my letters open"),
    PRESSES: to_say("A press on that page acts"),
    PRESSED: to_say("Receipts for what I press"),
}
AT_ONCE, ONCE_A_DAY = to_say("at once"), to_say("once a day, in one letter")
WORDS = {
    TURNS: {NOW: AT_ONCE, DIGEST: ONCE_A_DAY},
    RECEIPTS: {NOW: to_say("always"), EVENTFUL: to_say("only if something was kept, refused or ignored")},
    NEWS: {NOW: AT_ONCE, DIGEST: ONCE_A_DAY, OFF: to_say("never")},
    BUTTONS: {PAGE: to_say("a page, on which one press plays"), REPLY: to_say("a reply by mail")},
    PRESSES: {SIGNED_IN: to_say("only where I am signed in"), EVERYWHERE: to_say("everywhere")},
    PRESSED: {OFF: to_say("on the page alone"), NOW: to_say("by letter as well")},
}
HELP = {
    TURNS: to_say("A reminder always comes by itself before the deadline."),
    BUTTONS: to_say("The other way stands beside each button."),
    PRESSES: to_say(
        "Everywhere: whoever has got hold of a letter to you can press its buttons, as they can answer it."
    ),
}
HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


def _choices(group: str) -> list[tuple[str, str]]:
    return [(way, say(WORDS[group][way])) for way in WAYS[group]]


def _hours_or_none() -> list[tuple[str | int, str]]:
    return [("", say("none")), *HOURS]


class Letters(forms.Form):
    """A way for each group of letters, and the hour of the daily letter."""

    digest_hour = forms.TypedChoiceField(
        label=gettext_lazy("The letter of the day comes at"),
        coerce=int,
        choices=HOURS,
        show_hidden_initial=True,
        help_text=gettext_lazy("In your time zone, on days on which something waits for you."),
    )
    calendar_files = forms.BooleanField(
        label=gettext_lazy("Attach each deadline as a calendar file"), required=False, show_hidden_initial=True
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ways = {group: _field(group, []) for group in WAYS}
        self.fields = {**ways, **self.fields}


class LeagueLetters(Sent):
    """The same for one league, where each group may be left as for all leagues."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields = {group: _field(group, [("", say("as in all leagues"))]) for group in OF_LETTERS}


class QuietHours(Sent):
    """The hours between which no deadline is to fall; neither: there are none."""

    begins = forms.TypedChoiceField(
        label=gettext_lazy("From"), coerce=int, empty_value=None, required=False, choices=_hours_or_none
    )
    ends = forms.TypedChoiceField(
        label=gettext_lazy("Until"), coerce=int, empty_value=None, required=False, choices=_hours_or_none
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if (cleaned.get("begins") is None) != (cleaned.get("ends") is None):
            raise forms.ValidationError(say("Choose both hours, or neither of them."))
        return cleaned

    def hours(self) -> tuple[int, int] | None:
        begins, ends = self.cleaned_data["begins"], self.cleaned_data["ends"]
        return None if begins is None else (begins, ends)


def _field(group: str, before: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=say(TITLES[group]),
        choices=before + _choices(group),
        required=not before,
        show_hidden_initial=True,
        help_text="" if before or group not in HELP else say(HELP[group]),
    )
