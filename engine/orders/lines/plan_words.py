"""Words that deal with the plan itself: `always`, `never`, `hold`, `forget` and `go on`."""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Rule
from engine.orders.instructions import Forget, GoOn, Hold, Never, Standing

GO_ON = ("go on", "goon", "continue")
OF_A_PLAN = ("always ", "hold ", "never use ", "never ")
THE_KEPT = ("it", "plan", "orders")  # behind `forget`


def plan_word(
    piece: str, rule: Callable[[str], Rule], name: Callable[[str], str]
) -> GoOn | Standing | Never | Hold | Forget | None:
    """The meaning of a piece of a line that begins with such a word; None for any other. UnreadableOrder.

    rule  reads a standing order, name  the words for something that acts by itself
    """
    first, _, rest = piece.partition(" ")
    rest = rest.strip()
    if piece in GO_ON:
        return GoOn()
    if first == "always" and rest:
        everywhere = rest.endswith(" everywhere")
        return Standing(rule(rest.removesuffix(" everywhere").strip()), everywhere)
    if first == "never" and rest:
        return Never(name(rest.removeprefix("use ").strip()))
    if first == "hold" and rest:
        return Hold(name(rest))
    if first == "forget":
        return _forget(rest)
    return None


def _forget(rest: str) -> Forget:
    everywhere = rest == "everywhere" or rest.endswith(" everywhere")
    what = rest.removesuffix("everywhere").strip()
    for word in OF_A_PLAN:
        what = what.removeprefix(word)
    return Forget("" if what in THE_KEPT else what, everywhere)
