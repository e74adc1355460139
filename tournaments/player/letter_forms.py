"""The forms in which a player says how letters come. What that means is in `tournaments.mail.preferences`."""

from __future__ import annotations

from typing import Any

from django import forms

from tournaments.mail.preferences import DIGEST, EVENTFUL, NEWS, NOW, OFF, RECEIPTS, TURNS, WAYS

TITLES = {TURNS: "Turn letters", RECEIPTS: "Receipts for your orders", NEWS: "News and what others say"}
WORDS = {
    TURNS: {NOW: "at once", DIGEST: "once a day, in one letter"},
    RECEIPTS: {NOW: "always", EVENTFUL: "only if something was kept, refused or ignored"},
    NEWS: {NOW: "at once", DIGEST: "once a day, in one letter", OFF: "never"},
}
HELP = {TURNS: "A reminder always comes by itself before the deadline."}
HOURS = [("", "none"), *((hour, f"{hour:02}:00") for hour in range(24))]
AS_EVERYWHERE = [("", "as in all leagues")]


def _choices(group: str) -> list[tuple[str, str]]:
    return [(way, WORDS[group][way]) for way in WAYS[group]]


class Letters(forms.Form):
    """A way for each group of letters, and the hour of the daily letter."""

    digest_hour = forms.TypedChoiceField(
        label="The letter of the day comes at",
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        help_text="In your time zone, on days on which something waits for you.",
    )
    calendar_files = forms.BooleanField(label="Attach each deadline as a calendar file", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ways = {group: _field(group, []) for group in WAYS}
        self.fields = {**ways, **self.fields}

    def ways(self) -> dict[str, str]:
        return {group: self.cleaned_data[group] for group in WAYS}


class LeagueLetters(forms.Form):
    """The same for one league, where each may be as everywhere."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields = {group: _field(group, AS_EVERYWHERE) for group in WAYS}

    def ways(self) -> dict[str, str]:
        return {group: way for group in WAYS if (way := self.cleaned_data[group])}


class QuietHours(forms.Form):
    """Between which hours no deadline is to fall; neither: there are none."""

    begins = forms.TypedChoiceField(label="From", coerce=int, empty_value=None, required=False, choices=HOURS)
    ends = forms.TypedChoiceField(label="Until", coerce=int, empty_value=None, required=False, choices=HOURS)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if (cleaned.get("begins") is None) != (cleaned.get("ends") is None):
            raise forms.ValidationError("Choose both hours, or neither of them.")
        return cleaned

    def hours(self) -> tuple[int, int] | None:
        begins, ends = self.cleaned_data["begins"], self.cleaned_data["ends"]
        return None if begins is None else (begins, ends)


def _field(group: str, before: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=TITLES[group],
        choices=before + _choices(group),
        required=not before,
        help_text="" if before else HELP.get(group, ""),
    )
