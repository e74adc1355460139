"""Who organises a league may act on it, and so may the owner of the service; nobody else. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournaments import rights
from tournaments.actions.refusals import NotYours
from tournaments.models import League, Player, Table
from tournaments.offices import office


def check_organiser(league: League, actor: Player) -> None:
    """NotYours unless the actor organises the league or owns the service, and is still here."""
    if not may_act(league, actor):
        raise NotYours(f"Only an organiser of {league} may do this.")


def may_act(league: League, actor: Player) -> bool:
    """Whether the actor organises the league or owns the service, and is still here."""
    return office(league, actor) is not None


def may_act_for_one(leagues: Iterable[League], actor: Player) -> bool:
    """Whether the actor may act for any of the leagues; the owner of the service also where there is none."""
    owner = Player.objects.filter(pk=actor.pk, is_active=True, is_superuser=True)
    return any(may_act(league, actor) for league in leagues) or owner.exists()


def check_impartial(league: League, actor: Player, **tables: Any) -> None:
    """NotYours unless the actor may decide at these tables of the league: who plays at one of them, or has played,
    leaves it to who never did.

    Who plays there and does not organise the league never decides there.
    tables  which they are, as a filter
    """
    check_organiser(league, actor)
    if rights.left_to_others(actor).filter(**tables).exists():
        raise NotYours("You play at this table, or have played: an organiser of the league who never did decides here.")


def check_impartial_later(table: Table, actor: Player) -> None:
    """`check_impartial` for a table that has not been opened: its players are those of its line-up."""
    if rights.is_left_before_opening(table, actor):
        raise NotYours(f"You are to play at {table}: an organiser of the league who is not decides who sits there.")


def check_impartial_in(league: League, actor: Player) -> None:
    """NotYours unless the actor may decide on players and results of a whole league; as `check_impartial`."""
    check_organiser(league, actor)
    if rights.leagues_left_to_others(actor).filter(pk=league.pk).exists():
        raise NotYours("You play in this league, or have played: an organiser of it who never did decides this.")


def check_impartial_on(league: League, actor: Player, player: Player) -> None:
    """`check_impartial_in`, and NotYours where the actor leaves a table of that player in the league to others."""
    check_impartial_in(league, actor)
    if rights.players_left_to_others(actor, league).filter(player=player).exists():
        raise NotYours(
            f"You play at a table of {player}, or have played: an organiser of the league who never did, or the owner "
            "of the service, decides this."
        )
