"""The act on a person: everything about them is forgotten."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse

from tournaments.actions.erasing import erasure
from tournaments.actions.player import people
from tournaments.formats.amounts import amount
from tournaments.models import Player, Seat, Table
from tournaments.organiser.acts.act import Act
from tournaments.organiser.acts.forms import Reason
from tournaments.outbox import caused
from tournaments.queries.access.desk_rights import own


class WhoAskedForIt(Reason):
    read_by = "One line for the journal: who asked for it, and how."


class Erase(Act[Player]):
    """Forget a person."""

    name, form = "erase", WhoAskedForIt
    of_person = True  # in every league: the right to it is another one
    button = "Forget this person"
    done = "The person is forgotten; the games stay."

    def rows(self) -> QuerySet[Player]:
        return own(Player.objects.all(), self.actor)

    def question(self) -> str:
        return f"Forget {self.row}?"

    def explained(self) -> list[str]:
        return _what_happens(self.row, self.actor)

    def back(self) -> str:
        return reverse("desk:tournaments_player_change", args=[self.row.pk])

    def do(self, form: WhoAskedForIt) -> None:
        with caused.freely():
            people.erase(self.row, self.actor, form.cleaned_data["reason"])


def _what_happens(player: Player, actor: Player) -> list[str]:
    if (refusal := erasure.why_not(player, actor)) is not None:
        return [str(refusal)]
    seats = (
        Seat.objects.filter(player=player, table__state=Table.State.RUNNING).exclude(mover=Seat.Mover.REPLACED).count()
    )
    plays = f" The stand-in plays on at {amount(seats, 'running table')}, for good." if seats else ""
    return [
        "An organiser of every league that a player has ever joined can do this, and the owner of the service. Do it "
        "only at the player's own wish: the player is not asked again.",
        "Name, mail addresses and letters go, here and in the journal. Nobody can bring them back.",
        f"The games stay, with the name “former player”.{plays}",
        "The name also stays in letters that other players have been sent and in our copies of them, in what others "
        "have written, and in backups until newer ones replace them; the player's own word for the chance stays in "
        "every league whose entries have closed.",
    ]


ACTS = (Erase,)
