"""Every kind of letter that the service writes, and what follows from its kind. Data; writes and sends nothing.

A letter of a kind that is not listed here cannot be written.
"""

from __future__ import annotations

from dataclasses import dataclass


class UnknownKind(LookupError):
    """A letter is about to be written whose kind nobody has described here."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The facts that the service must know of all letters of one kind.

    name      as it is stored with each letter
    key       its words hold a key that acts in its reader's name: nobody else is shown them, they go to no second
              address, and they are not kept once the letter is sent
    alone     only the registered address may answer it: no copy goes to a second address
    leagues   its words may tell of leagues of other organisers, who must not read of each other
    notes     its words hold what a player keeps for themselves
    asks      asks for the decision that its reply address names
    takes_yes a reply with the word "yes" has a meaning
    dated     carries a deadline, as a calendar file for whoever wants one
    joins     may be told of with others in one letter, where it answers one that has waited or is one of very many
    """

    name: str
    key: bool = False
    alone: bool = False
    leagues: bool = False
    notes: bool = False
    asks: bool = False
    takes_yes: bool = False
    dated: bool = False
    joins: bool = False

    @property
    def copied(self) -> bool:
        """Whether copies go to the second addresses of its reader."""
        return not (self.key or self.alone)


COPY = "copy"
PROTECTING = ("key", "alone", "leagues", "notes")  # the marks that keep words from who is not their reader

_LISTED = (
    # A link that signs in, makes an account, joins a league, takes a seat or an office, or proves an address.
    Kind("sign_in", key=True),
    Kind("sign_up", key=True),
    Kind("begin", key=True),
    Kind("verify_address", key=True),
    Kind("invited", key=True),
    Kind("seat_offered", key=True),
    Kind("asked_to_organise", key=True),
    Kind("office_ended"),
    Kind("observe_asked", key=True),
    Kind("address_known", alone=True),
    # Questions of which somebody else's words may be the subject.
    Kind("was_this_you", alone=True, notes=True, takes_yes=True),
    Kind("letters_wait", alone=True),
    Kind("join_asked", takes_yes=True),
    # In one letter with the answers to whatever other words came with that one.
    Kind("resign_asked", takes_yes=True, leagues=True, notes=True),
    # Games in which something waits.
    Kind("turn", asks=True, dated=True),
    Kind("orders_account", asks=True, dated=True, takes_yes=True, joins=True),
    Kind("orders_refused", asks=True, dated=True, takes_yes=True, joins=True),
    Kind("turn_over", asks=True, dated=True, takes_yes=True, joins=True),
    Kind("turn_expired", asks=True, dated=True),
    Kind("grace", asks=True, dated=True),
    Kind("reminder", asks=True, dated=True),
    Kind("rolled_back", asks=True, dated=True),
    Kind("restored", asks=True, dated=True),
    Kind("helped", asks=True, dated=True),
    Kind("taken_over", asks=True, dated=True),
    Kind("extended", dated=True),
    Kind("digest", leagues=True),
    Kind("which_game", leagues=True, joins=True),
    Kind("gathered", leagues=True, notes=True),
    # What happened at a table.
    Kind("acted"),
    Kind("begun"),
    Kind("clocks_changed"),
    Kind("final_scores"),
    Kind("looked_inside"),
    Kind("replaced"),
    Kind("resigned"),
    Kind("resumed"),
    Kind("said"),
    Kind("say", joins=True),
    Kind("seat_given"),
    Kind("seat_gone"),
    Kind("taken_back"),
    Kind("time_back"),
    Kind("tell", joins=True),
    Kind("told_privately"),
    # To whoever only follows a table.
    Kind("observed", key=True),  # ends these letters without a question
    # Answers to words.
    Kind("answered", joins=True),
    Kind("no_longer_yours", joins=True),
    Kind("notes", notes=True, joins=True),
    Kind("own_leagues", leagues=True, joins=True),
    Kind("words", joins=True),
    # What a player has done with the own account.
    Kind("renewed"),
    # Tries one address; quotes the subject of a letter, which names a league.
    Kind("probe", alone=True, leagues=True),
    # Leagues and their results.
    Kind("announced"),
    Kind("away"),
    Kind("be_ready"),
    Kind("cancelled"),
    Kind("case_opened"),
    Kind("case_ruled"),
    Kind("disqualified"),
    Kind("league_finished"),
    Kind("left"),
    Kind("not_started"),
    Kind("place_lost"),
    Kind("entries_closed"),
    Kind("provisional"),
    Kind("readmitted"),
    Kind("ruled"),
    Kind("start_moved"),
    Kind("to_be_started"),
    Kind("welcome"),
    # To an organiser, about what needs them.
    Kind("needs"),
    Kind("needs_answered", joins=True),
    # To who runs the service, and to organisers, about the service itself.
    Kind("service_restored"),
    Kind("drilled"),
    # Has no words of its own: it carries those of another letter to a second address.
    Kind(COPY, alone=True),
)
KINDS: dict[str, Kind] = {kind.name: kind for kind in _LISTED}
KEYED = tuple(kind.name for kind in _LISTED if kind.key)
ASKING = tuple(kind.name for kind in _LISTED if kind.asks)
TAKING_YES = tuple(kind.name for kind in _LISTED if kind.takes_yes)


def of(name: str) -> Kind:
    """The kind of that name. UnknownKind when it is not listed."""
    try:
        return KINDS[name]
    except KeyError:
        raise UnknownKind(f"There is no kind of letter called {name!r}: describe it in {__name__}.") from None


def of_draft(drafted: str, written: str = "") -> Kind:
    """The kind of a letter that is drafted as one kind and may be written as another.

    UnknownKind when one is not listed. ValueError when the second would lose what protects the words of the first.
    """
    first, kind = of(drafted), of(written or drafted)
    if any(getattr(first, mark) and not getattr(kind, mark) for mark in PROTECTING):
        raise ValueError(f"A letter drafted as {drafted!r} is not protected as {written!r}.")
    return kind
