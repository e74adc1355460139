"""The act on a letter that could not be read: it is read once more."""

from __future__ import annotations

from django.db.models import QuerySet
from django.forms import Form
from django.urls import reverse

from tournaments.actions.commands import held_letters
from tournaments.models import InboundLetter
from tournaments.organiser.acts.act import Act
from tournaments.queries.letters.letters_shown import letters_shown


class ReadAgain(Act[InboundLetter]):
    """Have a letter that was laid aside read once more."""

    name, form = "read_again", Form
    button = "Read it again"
    done = "The letter is being read again."

    def rows(self) -> QuerySet[InboundLetter]:
        aside = InboundLetter.objects.filter(state=InboundLetter.State.LAID_ASIDE)
        return letters_shown(aside, self.actor)

    def question(self) -> str:
        return "Have this letter read again?"

    def back(self) -> str:
        return reverse("desk:tournaments_inboundletter_change", args=[self.row.pk])

    def end(self) -> str:
        """Once it is read a letter for no seat may be no business of this organiser any more."""
        return "" if self.row.seat_id else reverse("desk:index")

    def do(self, form: Form) -> None:
        held_letters.read_again(self.row, self.actor)


ACTS = (ReadAgain,)
