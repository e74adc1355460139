"""Numbers for the questions of one match: an occasion of a seat has one serial, which is used never again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.events import Json

_REMEMBERED = 8  # occasions per seat whose serial is kept, for turns that an inner choice interrupts
Occasion = tuple[int, str]  # a seat and what the game calls the occasion


class Serials:
    """The serials given so far; `following` is the next new one."""

    __slots__ = ("_known", "following")

    def __init__(self, known: Iterable[tuple[int, str, int]] = (), following: int = 1) -> None:
        self._known: dict[Occasion, int] = {(seat, occasion): serial for seat, occasion, serial in known}
        self.following = following

    def of(self, seat: int, occasion: str) -> int:
        """The serial of an occasion, a new one if it is new."""
        key = (seat, occasion)
        if key not in self._known:
            self._known[key] = self.following
            self.following += 1
            own = [known for known in self._known if known[0] == seat]
            for known in own[:-_REMEMBERED]:
                del self._known[known]
        return self._known[key]

    def only(self, known: Mapping[Occasion, int]) -> None:
        """Forget all but these; what is asked again gets a new serial."""
        self._known = dict(known)

    def dump(self) -> list[list[Json]]:
        """[seat, occasion, serial] of each, as JSON values."""
        return [[seat, occasion, serial] for (seat, occasion), serial in self._known.items()]

    def copy(self) -> Serials:
        return Serials(((seat, occasion, serial) for (seat, occasion), serial in self._known.items()), self.following)
