"""Lines that nobody means for the service: footers, disclaimers and small talk, with a good order beside them."""

from __future__ import annotations

from tests.shared.replies import lines, match_at, positions

POSITIONS = ("bruges-3-en", "flandern-4-en", "venise-3-en")  # letters of a table of each game
OUR_FORM = "note:"  # a line that begins so is a note to us, whoever else begins lines so


def footers(every: int = 1) -> list[str]:
    """Each so-manieth line of the collection, without those in a form of ours."""
    return [line for line in lines("footers")[::every] if not line.lower().startswith(OUR_FORM)]


def good_order(position: str) -> str:
    """The first order that the seat which is asked can give, in words."""
    decision = match_at(position).decision(positions()[position]["asked"])
    assert decision is not None
    return decision.moves[0].text
