"""The right to act on a league: for its organisers and for the owner of the service, nobody else. Changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Q

from engine.language.wording import listed
from tournaments.actions import journal
from tournaments.language.refusals import HasDecided, NotYours
from tournaments.language.speech import say
from tournaments.models import JournalLine, League, Player, Role, Table
from tournaments.queries.access import impartiality
from tournaments.queries.access.offices import assists, leads, office


def check_organiser(league: League, actor: Player) -> None:
    """Raise NotYours unless the actor organises the league or owns the service, and is still here."""
    if not may_act(league, actor):
        raise NotYours(f"Only an organiser of {league} may do this.")


def check_leads(league: League, actor: Player) -> None:
    """Raise NotYours unless the actor may end offices in the league and hand it over (`offices.leads`)."""
    if not leads(league, actor):
        raise NotYours(f"Only the owner of {league} may do this.")


def check_helper(league: League, actor: Player) -> None:
    """Raise NotYours unless the actor looks after letters of the league: an organiser or helper of it."""
    if not assists(league, actor, Role.HELPER):
        check_organiser(league, actor)


def may_act(league: League, actor: Player) -> bool:
    """Whether the actor organises the league or owns the service, and is still here."""
    return office(league, actor) is not None


def may_help_in_one(leagues: Iterable[League], actor: Player) -> bool:
    """Tell whether `check_helper` passes in any of the leagues; for the owner of the service also without one."""
    owner = Player.objects.filter(pk=actor.pk, is_active=True, is_superuser=True)
    helps = (may_act(league, actor) or assists(league, actor, Role.HELPER) for league in leagues)
    return any(helps) or owner.exists()


def check_impartial(league: League, actor: Player, **tables: Any) -> None:
    """Raise NotYours unless the actor may decide at all these tables of the league (`impartiality`).

    tables  which they are, as a filter; they have been opened
    """
    check_organiser(league, actor)
    left = impartiality.left_to_others(actor).rows().filter(league=league, **tables).first()
    if left is not None:
        _refuse(league, actor, impartiality.players_of(left))


def check_may_rule(table: Table, actor: Player) -> None:
    """Raise NotYours unless the actor may rule on cases at a table: as `check_impartial`, referees too."""
    league = table.league
    if not assists(league, actor, Role.REFEREE):
        check_organiser(league, actor)
    if impartiality.left_to_others(actor, ruling=True).holds(table):
        _refuse(league, actor, impartiality.players_of(table), ruling=True)


def check_impartial_later(table: Table, actor: Player) -> None:
    """Raise NotYours unless the actor may decide at a table that has not been opened."""
    check_organiser(table.league, actor)
    _refuse(table.league, actor, impartiality.players_of(table))


def check_impartial_in(league: League, actor: Player) -> None:
    """Raise NotYours unless the actor may decide on players and results of a whole league."""
    check_organiser(league, actor)
    _refuse(league, actor)


def check_impartial_on(league: League, actor: Player, player: Player) -> None:
    """`check_impartial_in`, and NotYours where the actor meets that player in the league and others do not.

    An owner of the service leaves no decision to the player whom it is about and who takes part, but to another owner
    who does not, or who never meets that player.
    """
    check_organiser(league, actor)
    part = impartiality.part_of(league)
    deciding = impartiality.deciders(league, part)
    if actor.is_superuser and actor not in deciding:
        deciding = impartiality.deciders_on(player, deciding, part)
    if actor in deciding:
        refuse_opponent(player, impartiality.players_left_to_others(actor, league, deciding).get(player.pk, ()))
    elif actor.pk in part:
        _refuse_for(league, deciding)


def refuse_opponent(player: Player, others: Collection[Player]) -> None:
    """Raise NotYours for an actor who meets the player, if there are deciders who do not."""
    if others:
        raise NotYours(f"You play at a table of {player}, or have played or will: {who_decides(others)} this.")


def others_decide_on(league: League, player: Player) -> bool:
    """Tell whether anybody but the player may decide on the player in the league."""
    acts = Q(organised=league) | Q(is_superuser=True)
    others = Player.objects.filter(acts, is_active=True).exclude(pk=player.pk).distinct()
    return any(may_decide_on(league, other, player) for other in others)


def may_decide_on(league: League, actor: Player, player: Player) -> bool:
    """Whether `check_impartial_on` passes."""
    try:
        check_impartial_on(league, actor, player)
    except NotYours:
        return False
    return True


def _refuse(league: League, actor: Player, here: Collection[int] = (), *, ruling: bool = False) -> None:
    _refuse_for(league, impartiality.left_by(league, actor, here, ruling=ruling))


def _refuse_for(league: League, left: Collection[Player]) -> None:
    if left:
        raise NotYours(f"You take part in {league}, or have: {who_decides(left)} this.")


def who_decides(deciders: Iterable[Player]) -> str:
    """The deciders' names with the verb: "Anna and Bea decide"."""
    names = [player.name for player in deciders]
    return f"{listed(names)} {'decides' if len(names) == 1 else 'decide'}"


def refuse_own_gain(league: League, player: Player, actor: Player | None = None) -> None:
    """Raise HasDecided for a player whom `why_no_place` gives a reason against."""
    if why := why_no_place(league, player, actor):
        raise HasDecided(why)


def why_no_place(league: League, player: Player, actor: Player | None = None) -> str:
    """The reason why a player gets no place in a league: by their own hand, or after deciding who plays or wins there.

    "" where they may, or nobody else may decide there: an organiser, or an owner of the service where nobody organises
    it. Also of who did it as the owner, or has stepped down since; and of who had another person forgotten, who was in
    the league.
    actor  who gives the place; None where the player takes it, or it comes to them
    """
    verbs = journal.DECIDING | {journal.ERASED}
    decided = JournalLine.objects.filter(league=league, actor=player, verb__in=verbs)
    if actor != player and not decided.exists():
        return ""
    others = [other for other in impartiality.deciders(league, part=()) if other != player]
    if not others:
        return ""
    if actor == player:
        return say(
            "While others decide in {league} you give no place in it to yourself. They are: {names}.",
            league=league, names=listed([other.name for other in others]),
        )  # fmt: skip
    return say(
        "{player} has decided on places, seats or results of {league}, and takes no place in it while somebody else "
        "decides there.",
        player=player, league=league,
    )  # fmt: skip
