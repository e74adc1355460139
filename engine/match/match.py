"""A match: one running game with its log. Knows no rules of any game, no clock, no post.

Moves go in one at a time; every one is an entry of the log. What is needed to go on is `dump()`ed without
the log, so a move costs the same on the first and on the last day. Taking back rebuilds the state from the
log and so needs the whole of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engine import refusals
from engine.chance import SECRET_BYTES, Chance
from engine.decisions import Ask, Decision, Move
from engine.events import Event, Json
from engine.game import Game, Scoresheet
from engine.language import typed
from engine.language.speech import say
from engine.match import header as headers
from engine.match import undo as taking_back
from engine.match.log import CLOSE, MOVE, ROLL_BACK, START, UNDO, Entry, canonical, digest, live
from engine.match.repeating import repeat
from engine.match.restoring import begun, landing, positions
from engine.match.serials import Serials
from engine.refusals import BrokenRecord, GameOver, IllegalMove, NotYourDecision, StaleDecision

BY = ("order", "kept", "rule", "default", "automatic", "stand-in", "organiser")


class Match:
    """One running game. Made by `start`, `load` or `replay`; seats count from 0.

    header  game, rules version, seats, options, commitment, words, public value: all that is fixed at the start
    count   how many entries the log has; `head` is the hash of the newest
    backs   how many roll backs there were
    branch  which of the draws of chance is in force: 0 until a roll back draws anew, then the number of that one
    """

    def __init__(self, game: Game[Any], header: Mapping[str, Json], secret: bytes) -> None:
        self.game = game
        self.header: dict[str, Json] = dict(header)
        self.count = self.backs = 0
        self.head = digest(headers.public(self.header, secret))
        self._secret = secret
        self._chance = Chance.under(self.header, secret)
        self._state: Any = None
        self._serials = Serials()
        self._entries: list[Entry] = []
        self._shown = 0  # entries before this one were there when the match was loaded
        self._asks: tuple[Ask, ...] = ()
        self._decisions: tuple[Decision, ...] = ()
        self._views: dict[int | None, Any] = {}  # of the position as it is now

    # --- beginnings -----------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        game: Game[Any],
        seats: int,
        options: Mapping[str, Json] | None = None,
        *,
        secret: bytes,
        words: Sequence[str] = (),
        public: Mapping[str, Json] | None = None,
        position: Json = None,
    ) -> Match:
        """A new match, or one that begins with a position file. BadOption, BadPosition when it cannot be."""
        header = headers.make(game, seats, options or {}, secret, words, public=public, position=position)
        match = cls(game, header, secret)
        match._begin()
        return match

    @classmethod
    def load(cls, data: Mapping[str, Json], *, secret: bytes, log: Sequence[Entry] = ()) -> Match:
        """The match that `dump()` wrote; with its whole log it can take back. Costs nothing per entry.

        UnsupportedRules: of another rules version. BrokenRecord: another secret, or a log that does not fit.
        """
        match = cls._under(data["header"], secret)
        match._state = match.game.load(data["state"])
        match.count, match.head, match.backs = data["count"], data["head"], data["backs"]
        match._chance.branch, match._serials = data["branch"], Serials(data["serials"], data["next"])
        if log and (len(log) != match.count or log[-1].hash != match.head):
            raise BrokenRecord(f"the log has {len(log)} entries up to {log[-1].hash[:10]}, the position is of another")
        match._entries, match._shown = list(log), len(log)
        match._look()
        return match

    @classmethod
    def steps(cls, header: Mapping[str, Json], log: Iterable[Entry], *, secret: bytes) -> Iterator[Match]:
        """The match after each entry of a log: one object that goes on. BrokenRecord at the first that differs."""
        match = cls._under(header, secret)
        for number, entry in enumerate(log):
            try:
                match._begin() if entry.kind == START else repeat(match, entry)
            except Exception as error:  # whatever a forged entry makes a game raise
                raise BrokenRecord(f"entry {number} cannot be played again: {error}") from error
            if canonical(match._entries[-1].to_json()) != canonical(entry.to_json()):
                raise BrokenRecord(f"entry {number} is not what playing it again gives")
            yield match

    @classmethod
    def replay(cls, header: Mapping[str, Json], log: Sequence[Entry], *, secret: bytes) -> Match:
        """Play a whole log again and compare every byte. BrokenRecord names the first entry that differs."""
        for match in cls.steps(header, log, secret=secret):
            if match.count == len(log):
                return match
        raise BrokenRecord("the log has no entry 0")

    # --- what is the case -----------------------------------------------------------------------

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Everything that is open now, at most one for each seat."""
        return self._decisions

    @property
    def waiting(self) -> tuple[Decision, ...]:
        """The open decisions that still need an answer: without sealed choices that are made."""
        chosen = self.game.chosen(self._state) if any(d.sealed for d in self._decisions) else ()
        return tuple(d for d in self._decisions if not (d.sealed and d.seat in chosen))

    def decision(self, seat: int) -> Decision | None:
        """The decision that is open for that seat."""
        return next((decision for decision in self._decisions if decision.seat == seat), None)

    @property
    def over(self) -> bool:
        return bool(self.game.over(self._state))

    @property
    def round(self) -> int:
        return self.game.round(self._state)

    @property
    def seats(self) -> int:
        return int(self.header["seats"])

    @property
    def branch(self) -> int:
        return self._chance.branch

    @property
    def log(self) -> tuple[Entry, ...]:
        """The entries made since start or load; all of them after `replay`."""
        return tuple(self._entries[self._shown :])

    @property
    def history(self) -> tuple[Entry, ...]:
        """The whole log. BrokenRecord if the match was loaded without it."""
        if len(self._entries) != self.count:
            raise BrokenRecord("the match was loaded without its log")
        return tuple(self._entries)

    @property
    def secret(self) -> bytes:
        """The secret that chance follows from; published only when the match is over."""
        return self._secret

    def view(self, seat: int | None) -> Any:
        """The state as that seat may know it (None: the public), of the game's own type. To be read, not changed."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self._state, seat)
        return self._views[seat]

    def random_for(self, decision: Decision) -> Random:
        """The random source of a robot. Not from the log: a move taken back and made again would change it for free."""
        asked = (str(decision.seat), str(self.round), decision.kind, *(move.text for move in decision.moves))
        return self._chance.private("robot", *asked)

    def scoresheet(self) -> Scoresheet:
        """The result, or as it would be if the match ended now."""
        return self.game.scoresheet(self._state)

    def position(self) -> Json:
        """The position file of the state, hidden things and all."""
        return self.game.write_position(self._state)

    def dump(self) -> dict[str, Json]:
        """The data that `load` needs: no log, no secret."""
        return {
            "header": self.header,
            "state": self.game.dump(self._state),
            "count": self.count,
            "head": self.head,
            "backs": self.backs,
            "branch": self.branch,
            "next": self._serials.following,
            "serials": self._serials.dump(),
        }

    def copy(self) -> Match:
        """A match to try something on: the same position, no log so far, cheap."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._state, twin._chance = self.game.copy(self._state), self._chance.fork()
        twin._serials, twin._entries, twin._shown, twin._views = self._serials.copy(), [], 0, {}
        return twin

    def imagined(self, seat: int) -> Match:
        """A copy in which all that the seat may not know is made up, alike for equal views: nothing shows through."""
        twin = self.copy()
        twin._secret, twin._chance = bytes(SECRET_BYTES), Chance(bytes(SECRET_BYTES))
        twin._state = self.game.imagine(self.view(seat), Random(0))
        twin._look()
        return twin

    def alone(self, seat: int) -> bool:
        """Of an imagined copy: skip the others until the seat is asked; False, and it is spent, if that is not sure."""
        if self.game.alone(self._state, seat):
            self._look()
            return True
        return False

    # --- moves ----------------------------------------------------------------------------------

    def play(self, seat: int, move: Move | str, *, serial: int | None = None, by: str = "order") -> list[Event]:
        """Carry out one move; text is read forgivingly. Returns what happened, private events too.

        GameOver, NotYourDecision, StaleDecision, UnreadableOrder, AmbiguousOrder, IllegalMove, checked in this order:
        nothing has changed then. NothingAsked: a fault in the game's rules; this object is to be thrown away.
        """
        if by not in BY:
            raise ValueError(f"moves are made by {', '.join(BY)}, not by {by}")
        text = move.text if isinstance(move, Move) else move
        decision = self._asked(seat, serial, text)
        chosen = move if isinstance(move, Move) else self.game.read(move, self.view(seat), decision, seat)
        if chosen not in decision.moves and chosen not in decision.unasked:
            raise self.illegal(seat, chosen, text)
        events = self.game.play(self._state, seat, chosen, self._chance)
        self._record(MOVE, seat=seat, by=by, serial=decision.serial, move=chosen.text, events=events)
        return events

    def illegal(self, seat: int, move: Move, text: str = "") -> IllegalMove:
        """The refusal that playing this move would raise, made from what the seat may know."""
        decision = self.decision(seat)
        near = typed.nearest(move.text, [m.text for m in decision.moves]) if decision else ()
        reason = self.game.why_not(self.view(seat), seat, move) or say("the rules do not allow it now")
        return IllegalMove(text or move.text, reason, near)

    def close(self, serial: int) -> list[Event]:
        """End the sealed phase that the decision with this serial belongs to, once every seat has chosen."""
        decision = next((d for d in self._decisions if d.serial == serial), None)
        if self.over:
            raise GameOver("", say("the game is over"))
        if decision is None or not decision.sealed:
            raise StaleDecision("", say("that choice is no longer open"))
        if any(d.sealed for d in self.waiting):
            raise IllegalMove("", say("not every seat has chosen yet"))
        events = self.game.close(self._state, self._chance)
        self._record(CLOSE, by="automatic", serial=serial, events=events)
        return events

    def undo(self, seat: int) -> Entry:
        """Take back what the seat did at its last decision. Needs the whole log. Returns the new entry.

        UndoRefused once another seat has acted on it, chance was taken or something hidden was seen.
        """
        line = live(self.history)
        first = taking_back.last_orders(line, seat)
        taking_back.check(self.game, line[first:], seat, self.branch)
        others = [ask for ask in self._asks if ask.seat != seat]
        kept = {(ask.seat, ask.occasion): (self._serials.of(ask.seat, ask.occasion), ask) for ask in others}
        self._restore(line[:first], kept, Chance.under(self.header, self._secret), self.branch)
        return self._record(UNDO, seat=seat, to=line[first - 1].number)

    def roll_back(self, to: int, anew: bool = False) -> Entry:
        """Go back to the state after the entry that `landing` makes of `to`. Needs the whole log; gives the new entry.

        anew   True: chance is drawn anew from here on, and what lies where no seat has seen it with it; False: all is
               as it was after that entry, and what comes is what would have come then
        """
        history = self.history
        to = landing(self.game, self.header, self._secret, history, to)
        branch = 1 + max(entry.branch for entry in history) if anew else history[to].branch
        chance = self._chance if anew else Chance.under(self.header, self._secret)
        self._restore(live(history[: to + 1]), {}, chance, branch)
        self.backs, self._chance.branch = self.backs + 1, branch
        return self._record(ROLL_BACK, by="organiser", to=to)

    # --- inside ---------------------------------------------------------------------------------

    @classmethod
    def _under(cls, header: Mapping[str, Json], secret: bytes) -> Match:
        game = headers.game_of(header)
        headers.check_secret(header, secret)
        return cls(game, header, secret)

    def _begin(self) -> None:
        self._state, events = begun(self.game, self.header, self._chance)
        self._record(START, by="automatic", events=events)

    def _asked(self, seat: int, serial: int | None, text: str) -> Decision:
        if self.over:
            raise GameOver(text, say("the game is over"))
        decision = self.decision(seat)
        if decision is None:
            raise NotYourDecision(text, say("nothing is asked of you at the moment"))
        if serial is not None and serial != decision.serial:
            raise StaleDecision(text, say("that question is over, another one is open"))
        return decision

    def _record(
        self,
        kind: str,
        *,
        seat: int | None = None,
        by: str = "order",
        serial: int | None = None,
        to: int | None = None,
        move: str | None = None,
        events: Sequence[Event] = (),
    ) -> Entry:
        rolls = tuple(self._chance.taken())
        entry = Entry(
            self.count, kind, seat, by, serial, to, self.branch, move, tuple(events), rolls, previous=self.head
        ).sealed(self._secret)
        self._entries.append(entry)
        self.count, self.head = entry.number + 1, entry.hash
        self._look()
        if not self._decisions and not self.over:
            raise refusals.NothingAsked(self.game.name, self.round)
        return entry

    def _look(self) -> None:
        """After a change of the state: ask the game what is open and give new occasions their serials."""
        self._views = {}
        self._asks = tuple(self.game.asks(self._state))
        self._decisions = tuple(self._numbered(ask) for ask in self._asks)

    def _numbered(self, ask: Ask) -> Decision:
        serial = self._serials.of(ask.seat, ask.occasion)
        return Decision(ask.seat, ask.kind, serial, ask.moves, ask.prompt, ask.sealed, ask.passing, ask.unasked)

    def _restore(
        self, line: Sequence[Entry], kept: Mapping[tuple[int, str], tuple[int, Ask]], chance: Chance, branch: int
    ) -> None:
        """Rebuild the state from entries in force. All serials are given anew, except `kept` ones still asked alike.

        branch  that holds afterwards; where none of these entries is of it, it begins here and is drawn from `chance`
        """
        *_, (last, self._state) = positions(self.game, self.header, self._secret, line)
        if branch != last.branch:
            chance.branch = branch
            self.game.redraw(self._state, chance)
        now = {(ask.seat, ask.occasion): ask for ask in self.game.asks(self._state)}
        self._serials.only({key: serial for key, (serial, ask) in kept.items() if now.get(key) == ask})
