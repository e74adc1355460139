"""The forms of the players' site: what a person fills in. What it does is in `tournaments.actions`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy

from engine.language.languages import LANGUAGES
from tournaments.actions import lengths
from tournaments.actions.player.sign_in_links import Newcomer
from tournaments.language.speech import say
from tournaments.models import Entry
from tournaments.models.fields import one_line
from tournaments.pages.choices import Sent
from tournaments.pages.lines import Lines
from tournaments.player.town_field import Zone

# How long words may be is judged when their white space is joined: browsers count a line end once and send it as two.
FOR_WORDS = {"rows": 2, "autocomplete": "off", "maxlength": lengths.LONGEST}
UNSAID_NOTHING: Mapping[str, str] = {}


class Words(forms.CharField):
    """The field for what a person says or notes, on one line: no longer than is taken."""

    widget = forms.Textarea(attrs=FOR_WORDS)

    def to_python(self, value: Any) -> str:
        return " ".join((super().to_python(value) or "").split())

    def validate(self, value: Any) -> None:
        super().validate(value)
        if (why_not := lengths.too_long(value)) is not None:
            raise forms.ValidationError(why_not)


class SignUp(forms.Form):
    """Name, address, zone: all that a player needs."""

    name = forms.CharField(
        max_length=60,
        validators=[one_line],
        help_text=gettext_lazy("As the others at your tables will read it."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=gettext_lazy("Mail address"),
        max_length=254,
        help_text=gettext_lazy(
            "Your games come here. Organisers and helpers of leagues that you join and the owner of this service see "
            "it; no other player does."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    zone = Zone()


class FinishSignUp(forms.Form):
    """The form behind the letter: asks nothing of a person who has filled in the first form, else name and zone.

    chosen()  name and zone, asked for now or before
    """

    name = SignUp.base_fields["name"]
    zone = SignUp.base_fields["zone"]

    def __init__(self, data: Any = None, *, new: Newcomer) -> None:
        super().__init__(data, initial={"name": new.name})
        self.new = new
        if new.zone:
            self.fields.clear()

    def chosen(self) -> dict[str, str]:
        return {"name": self.new.name, "zone": self.new.zone, **self.cleaned_data}


class Profile(forms.Form):
    """The form for what a player may change later; the name as carefully as at the beginning."""

    name = forms.CharField(
        max_length=60,
        show_hidden_initial=True,
        help_text=gettext_lazy("As the others at your tables read it, from the next letter on."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    zone = Zone(show_hidden_initial=True)
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=list(LANGUAGES.items()),
        show_hidden_initial=True,
        help_text=gettext_lazy("Of pages, letters and papers. Orders may be typed in it, and in English."),
    )
    initials = forms.BooleanField(
        label=gettext_lazy("Only my initials on public pages"),
        required=False,
        show_hidden_initial=True,
        help_text=gettext_lazy("Whoever only follows a league reads them. Those who play in it read your name."),
    )


class SecondAddress(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("Another mail address of yours"),
        max_length=254,
        help_text=gettext_lazy("You may answer from it, too. Your letters go to the first one."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class Forget(forms.Form):
    sure = forms.BooleanField(
        label=gettext_lazy("I know that this cannot be taken back."),
        error_messages={"required": gettext_lazy("Tick this box if you are sure.")},
    )


class SignIn(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("Mail address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )


class Join(forms.Form):
    """Joining a league: the entrant's own word for the chance, and a yes to what is shown."""

    word = forms.CharField(
        label=gettext_lazy("Your word for the chance"),
        max_length=40,
        required=False,
        validators=[one_line],
        help_text=gettext_lazy(
            "Anything, or nothing, and it cannot be changed later. It is mixed into the dice and shuffles of your "
            "tables, and shown to nobody else before entries close. What that proves stands under “The sealed chance”."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    accept = forms.BooleanField(
        label=gettext_lazy(
            "I accept the settings and the rules of conduct and will answer in time, or say so when I cannot."
        ),
        error_messages={"required": gettext_lazy("Tick this box to join.")},
    )

    def __init__(self, *args: Any, before: Entry | None = None, **kwargs: Any) -> None:
        """`before`: the entry of a player who has been in the league already; its word stays."""
        super().__init__(*args, **kwargs)
        self.before = before
        if before is not None:
            del self.fields["word"]


class DaysOff(forms.Form):
    """The words that would follow VACATION in a letter."""

    days = forms.CharField(max_length=80, required=False)


class AcceptInvitation(Join):
    """Joining behind a mailed invitation: who is new here says a name and a zone as well."""

    name = SignUp.base_fields["name"]
    zone = SignUp.base_fields["zone"]
    field_order = ("name", "zone", "word", "accept")

    def __init__(self, *args: Any, known: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if known:
            del self.fields["name"], self.fields["zone"]


class TakeSeat(AcceptInvitation):
    """Taking a seat in the middle of a game. No word for the chance: it was drawn when entries closed.

    name  as the organiser typed it, for a new player
    """

    def __init__(self, *args: Any, name: str = "", **kwargs: Any) -> None:
        super().__init__(*args, initial={"name": name}, **kwargs)
        del self.fields["word"]


class Orders(forms.Form):
    """The order box: lines as in a letter.

    `serial` is the decision that the page showed, 0 for none; `numbers` the stamp of what numbers meant there.
    """

    LONGEST: ClassVar[int] = 64_000  # as in a letter

    lines = Lines(
        label=gettext_lazy("Your orders, one to a line"),
        max_length=LONGEST,
        strip=False,
        error_messages={"required": gettext_lazy("Write at least one order.")},
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )
    serial = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    numbers = forms.IntegerField(min_value=0, max_value=2**31 - 1, required=False, widget=forms.HiddenInput)


class Say(Sent):
    """Words for the table; `to` is one seat, where the league has private press, else nothing.

    others  (number, name, since) of the other seats; since: when its player got it in the middle of the game, so that
            words on an old page do not go to the seat's present player

    unsaid  words that were refused before and whom they were for, if they can still go there and nowhere else

    seat()  the number of the seat, "" for everybody
    """

    words = Words(
        label=gettext_lazy("Say something"), error_messages={"required": gettext_lazy("There was nothing to say.")}
    )
    to = forms.ChoiceField(label=gettext_lazy("To"), required=False)

    def __init__(
        self,
        others: Iterable[tuple[int, str, datetime | None]] = (),
        data: Any = None,
        unsaid: Mapping[str, str] = UNSAID_NOTHING,
    ) -> None:
        super().__init__(data, auto_id="say-%s")
        choices = [(_value_of(number, since), say("{name} alone", name=name)) for number, name, since in others]
        field = self.fields["to"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", say("everybody at the table")), *choices]
        if not choices:
            field.widget = forms.HiddenInput()
        if unsaid.get("to") in dict(field.choices):
            self.initial = {**unsaid}

    def seat(self) -> str:
        return str(self.cleaned_data["to"]).partition("-")[0]


def _value_of(number: int, since: datetime | None) -> str:
    """One seat with one player."""
    return f"{number}-{since.timestamp():.0f}" if since else str(number)


class Note(forms.Form):
    words = Words(
        label=gettext_lazy("Note something"), error_messages={"required": gettext_lazy("There was nothing to note.")}
    )

    def __init__(self, data: Any = None, unsaid: Mapping[str, str] = UNSAID_NOTHING) -> None:
        super().__init__(data, auto_id="note-%s", initial={**unsaid})


class StandingOrder(Sent):
    """The form for a standing order on a topic; without a text the default holds again."""

    topic = forms.CharField(max_length=40)
    text = forms.CharField(max_length=200, required=False)
    everywhere = forms.BooleanField(required=False)
