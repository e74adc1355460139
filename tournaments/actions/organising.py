"""Who organises a league may act on it, and so may the owner of the service; nobody else. Changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from engine.wording import listed
from tournaments import impartiality, rights
from tournaments.actions.refusals import HasDecided, NotYours
from tournaments.models import JournalLine, League, Player, Table
from tournaments.offices import office
from tournaments.speech import say


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
    """NotYours unless the actor may decide at all these tables of the league (`impartiality`).

    tables  which they are, as a filter; they have been opened
    """
    check_organiser(league, actor)
    left = impartiality.left_to_others(actor).filter(league=league, **tables).first()
    if left is not None:
        _refuse(league, actor, impartiality.players_of(left))


def check_impartial_later(table: Table, actor: Player) -> None:
    """NotYours unless the actor may decide at a table that has not been opened."""
    check_organiser(table.league, actor)
    _refuse(table.league, actor, impartiality.players_of(table))


def check_impartial_in(league: League, actor: Player) -> None:
    """NotYours unless the actor may decide on players and results of a whole league."""
    check_organiser(league, actor)
    _refuse(league, actor)


def check_impartial_on(league: League, actor: Player, player: Player) -> None:
    """`check_impartial_in`, and NotYours where the actor leaves a table of that player in the league to others."""
    check_impartial_in(league, actor)
    deciding = impartiality.deciders(league, impartiality.part_of(league))
    if actor in deciding and player.pk in impartiality.players_left_to_others(actor, league, deciding):
        raise NotYours(
            f"You play at a table of {player}, or have played or will: an organiser of the league who does not, or "
            "the owner of the service, decides this."
        )


def _refuse(league: League, actor: Player, here: Collection[int] = ()) -> None:
    if left := impartiality.left_by(league, actor, here):
        raise NotYours(f"You take part in {league}, or have: {who_decides(left)} this.")


def who_decides(deciders: Iterable[Player]) -> str:
    """Names and verb."""
    names = [player.name for player in deciders]
    return f"{listed(names)} {'decides' if len(names) == 1 else 'decide'}"


def refuse_own_gain(league: League, player: Player, actor: Player | None = None) -> None:
    """HasDecided for who would get a place in a league from their own hand, or has made places free or taken points.

    Only where somebody else organises it; also of who did it as the owner of the service, or has stepped down since.
    actor  who gives the place; None where the player takes it
    """
    decided = JournalLine.objects.filter(league=league, actor=player, verb__in=rights.PLACES)
    if actor != player and not decided.exists():
        return
    others = league.organisers.filter(is_active=True).exclude(pk=player.pk).order_by("pk")
    if not others:
        return
    if actor == player:
        words = say(
            "While others organise {league} you give no place in it to yourself. They are: {names}.",
            league=league, names=listed([other.name for other in others]),
        )  # fmt: skip
        raise HasDecided(words)
    words = say(
        "{player} has put a player out of {league}, has given a seat to a bot or a place to who waited, or has ruled "
        "how a game counts, and takes no place in it while somebody else organises it.",
        player=player, league=league,
    )  # fmt: skip
    raise HasDecided(words)


def gains(league: League, player: Player, actor: Player | None = None) -> bool:
    """What `refuse_own_gain` refuses."""
    try:
        refuse_own_gain(league, player, actor)
    except HasDecided:
        return True
    return False
