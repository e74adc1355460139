"""What an organiser fills in before something is done to a league, table or seat. What it does is in `verbs`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from unfold.widgets import (
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from tournaments.actions import lengths
from tournaments.actions.player import people
from tournaments.models.fields import one_line
from tournaments.organiser.fields import some_lines, whole_number


class Reason(forms.Form):
    """Why; the table reads it."""

    reason = forms.CharField(
        max_length=200,
        validators=[one_line],
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text="One line. The players at the table read it, and it stands in the journal.",
    )


class Extend(Reason):
    """More time for one question."""

    button = "Give more time"

    hours = whole_number(
        "Hours more",
        least=1,
        most=24 * 30,
        initial=24,
        help_text="Added to the deadline as it stands.",
    )
    field_order = ("hours", "reason")


class Replace(Reason):
    """Give a seat to a bot for good."""

    button = "Let a bot play"

    explained = "The bot plays on until you give the seat back. Letters of the player do not count until then."


class Erase(Reason):
    """Forget a person; nobody is told but the journal."""

    button = "Forget this person"
    of_person = True  # in every league: the right to it is another one

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = "One line for the journal: who asked for it, and how."


class Look(Reason):
    """Why an organiser looks at what is hidden. `told`: whether the table reads it."""

    button = "Look"

    def __init__(self, told: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not told:
            self.fields["reason"].help_text = "One line for the journal."


class GiveBack(Reason):
    """Give a bot's seat back to its player."""

    button = "Give the seat back"


class Rule(Reason):
    """How a finished table counts: a place for each seat."""

    button = "Rule so"

    def __init__(self, names: Sequence[str], ranks: Sequence[int], *args: Any) -> None:
        super().__init__(*args)
        self.seats = [f"place_{number}" for number in range(len(names))]
        for field, name, rank in zip(self.seats, names, ranks, strict=True):
            self.fields[field] = whole_number(f"Place of {name}", least=1, most=len(names), initial=rank)
        self.order_fields([*self.seats, "reason"])

    def places(self) -> list[int]:
        return [self.cleaned_data[field] for field in self.seats]


class ToLeague(Reason):
    """Why; the whole league reads it."""

    button = "Readmit"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = "One line. Everybody in the league reads it, and it stands in the journal."


class Disqualify(ToLeague):
    """What becomes of the games of who is put out, and why they are."""

    button = "Disqualify"

    games = forms.ChoiceField(
        label="The player's games",
        choices=[
            ("kept", "are kept"),
            ("void", "are void"),
        ],
        initial="kept",
        widget=UnfoldAdminRadioSelectWidget,
        help_text="Kept: a bot plays those that have not ended, and all count for the others. Void: none counts for "
        "anybody, and those that run stop; points and places of who loses games by it are multiplied, as if all had "
        "been played.",
    )
    field_order = ("games", "reason")


class Cancel(ToLeague):
    """Why a league ends before its time."""

    button = "Cancel the league"


class Confirm(forms.Form):
    """The button is the answer; with open cases also a mark that they end without a ruling."""

    button = "Confirm them"
    explained = (
        "The results become final: everybody in the league gets the final standings by letter, and no game can be "
        "ruled on any more."
    )

    sure = forms.BooleanField(
        label="End these cases without a ruling",
        widget=UnfoldBooleanWidget,
        help_text="The journal says so, and a letter to everybody whose case it is.",
    )

    def __init__(self, cases: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not cases:
            del self.fields["sure"]


class GiveSeat(Reason):
    """Who plays a seat from now on."""

    button = "Give the seat"

    email = forms.EmailField(
        label="Mail address",
        max_length=254,
        widget=UnfoldAdminTextInputWidget,
        help_text="Of the new player. Who is in the league has the seat at once; anybody else gets a letter with a "
        "button and has it from that press on.",
    )
    name = forms.CharField(
        max_length=people.NAME_AT_MOST,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="For the letter, and as a beginning for who is new here; they may choose another.",
    )
    everywhere = forms.BooleanField(
        label="Also the player's other seats in this league",
        required=False,
        widget=UnfoldBooleanWidget,
        help_text="Games that have ended stay with who played them.",
    )
    field_order = ("email", "name", "everywhere", "reason")


class WithdrawOffer(forms.Form):
    """Nothing to fill in: the button is the answer."""

    button = "Take the offer back"
    explained = "The link of its letter says then that the seat is not to be had any more. Nobody is written to."


class RollBack(Reason):
    """What chance gives after a table has been taken back, and why it is."""

    button = "Take it back"

    chance = forms.ChoiceField(
        label="Dice and cards from there on",
        choices=[
            ("anew", "drawn anew"),
            ("before", "the same as before"),
        ],
        initial="anew",
        widget=UnfoldAdminRadioSelectWidget,
        help_text="Drawn anew, nobody gains by having seen what came; the same is fair where nobody has learned "
        "anything. The letter says which it is. Who has it drawn anew can take no seat at this table after it.",
    )
    field_order = ("chance", "reason")


class Announce(forms.Form):
    """Words for everybody of a league, or of a table."""

    button = "Send"

    words = some_lines(lengths.LONGEST, "Everybody gets them as a letter, with your name. They stand in the journal.")


class Help(forms.Form):
    """Words for one player."""

    button = "Send"

    words = some_lines(
        lengths.LONGEST,
        "The player alone gets them as a letter, with your name, what is asked of them now and every possible answer. "
        "They stand in the journal.",
    )


class Invite(forms.Form):
    """Mail addresses, however they were pasted."""

    button = "Send the invitations"
    explained = (
        "Each address gets a letter with a button that shows the league and joins it, without signing up first. Who "
        "is in already gets none, and nobody gets two on one day."
    )
    addresses = some_lines(8_000, "Paste them as they are: one to a line, with commas, or with names around them.")


class AskReady(forms.Form):
    """Until when the entrants are to answer."""

    button = "Ask them"
    explained = (
        "Everybody who has a place and has not said it yet gets a letter and answers it with the one word “ready”. "
        "Who is silent is shown to you before you start, and can be replaced from the waiting list once the time is "
        "over."
    )
    days = whole_number("Days to answer", least=1, most=14, initial=3)


class ReplaceSilent(forms.Form):
    """Nothing to fill in: the button is the answer."""

    button = "Replace them"
    explained = (
        "Whoever was asked by letter and has not said “ready” in time goes behind the others on the waiting list, as "
        "far as somebody there can take the place; those who are ready come first. Everybody concerned is told by "
        "letter."
    )


class Decide(forms.Form):
    """The ruling on a case."""

    button = "Send the ruling"

    ruling = some_lines(
        lengths.LONGEST, "Everybody at the table reads it, with what was asked. It stands in the journal."
    )


class Open(forms.Form):
    """Nothing to fill in: the button is the answer."""

    button = "Open to join"


class Start(forms.Form):
    """Nothing to fill in: the button is the answer."""

    button = "Start the league"


class ReadAgain(forms.Form):
    """Nothing to fill in: the button is the answer."""

    button = "Read it again"


class LetMove(forms.Form):
    """Nothing to fill in: the button is the answer."""

    button = "Let it move"
    explained = (
        "It answers this one question, by the seat's own kept and standing orders if there are any. The table reads "
        "that the stand-in moved."
    )
