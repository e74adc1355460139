"""Every way an action says no to a person; `str()` is the sentence that the person reads.

Refused
├── NameTaken           two players of one display name would sit in the same league
├── NotOpen             the league takes no entries (any more)
├── NotInvited          the league is not for everybody
├── NotEntered          the player is not in this league
├── AlreadyEntered      the player is in it already
├── AlreadyOffered      the same person has been asked to take this seat or office and has not answered yet
├── NoOffice            whoever has this address may not organise leagues here, or nobody has it
├── NotYours            the league, table or seat belongs to somebody else
├── CannotStart         too few or too many entrants, or the league has begun
├── BadSettings         a league's settings do not fit its game
├── TurnIsOver          the turn has been answered or is no longer asked
├── NotWaiting          the stand-in does not wait for an organiser's yes here (or not yet)
├── NotHeld             the letter does not wait for a yes (any more)
├── Answered            a yes to this question has had its effect
├── AddressTaken        the address belongs to a player already
├── LinkExpired         a mailed link is too old, altered or used
├── NotProved           a button of a letter was pressed where nobody can tell that it was the player
├── MovedOn             the table or seat has changed since the page with the button was made
├── StillNeeded         the player is the only organiser of a league that is not over, or the last owner of the service
├── WordRefused         a word of a player to the service has no effect; the lines beside it may have theirs
├── Forgotten           whoever acts has been erased meanwhile, in another window
├── NotObserved         no letters are written about this table: its game is over, or is not public
├── ObserversFull       as many people get letters about this table as may
├── AtTheTable          who plays at a table gets its letters anyway
└── TooOften            asked more often than a person would
"""

from __future__ import annotations


class Refused(Exception):
    """An action that was not carried out; nothing has changed."""


class NameTaken(Refused):
    """Two players of one display name would sit in the same league."""


class NotOpen(Refused):
    """The league takes no entries."""


class NotInvited(Refused):
    """The league takes who is invited, or has its link."""


class NotEntered(Refused):
    """The player is not in this league."""


class AlreadyEntered(Refused):
    """The player is in this league already."""


class AlreadyOffered(Refused):
    """Somebody has been offered this seat or office already and has not answered yet."""


class NoOffice(Refused):
    """The owner of this address may not organise leagues here, or nobody has it."""


class NotYours(Refused):
    """The league, table or seat belongs to somebody else."""


class CannotStart(Refused):
    """The league cannot begin, or has begun."""


class BadSettings(Refused):
    """Settings that do not fit the game."""


class TurnIsOver(Refused):
    """The turn is no longer open."""


class NotWaiting(Refused):
    """The stand-in does not wait for an organiser's yes, or not yet."""


class NotHeld(Refused):
    """The letter does not wait for a yes."""


class Answered(Refused):
    """A yes to this question has had its effect."""


class AddressTaken(Refused):
    """The address belongs to a player already."""


class LinkExpired(Refused):
    """A mailed link that is too old, altered or used."""


class NotProved(Refused):
    """A button of a letter, pressed where its player is not signed in and has not let it act all the same."""


class MovedOn(Refused):
    """The row has changed since whoever presses the button has looked at it."""


class StillNeeded(Refused):
    """The player is the only organiser of a league that is not over, or the last owner of the service."""


class WordRefused(Refused):
    """A word of a player to the service is not carried out: of a line, not of the whole letter or form."""


class Forgotten(Refused):
    """The person who acts has been erased meanwhile."""


class HasDecided(Refused):
    """An organiser would get a place in a league that they gave themselves, or in which they have decided on others."""


class HasLooked(Refused):
    """Somebody would play at a table who knows another seat's hand, as an organiser or as its former player.

    Or who has had chance drawn anew there.
    """


class NotObserved(Refused):
    """No letters to observers are written about this table."""


class ObserversFull(Refused):
    """As many people get letters about this table as may."""


class AtTheTable(Refused):
    """A player of a table does not observe it."""


class TooOften(Refused):
    """Asked more often than a person would."""
