"""The words of players to each other and to themselves: to the table, to one seat, notes. No order is read."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from engine.language import typed
from engine.language.languages import to_say
from engine.language.wording import listed
from tournaments.actions import lengths
from tournaments.actions.league import admission
from tournaments.actions.table.session import Session
from tournaments.formats import clocks
from tournaments.language import likeness, seat_words
from tournaments.language.refusals import WordRefused
from tournaments.language.speech import say
from tournaments.letters import table as letters
from tournaments.letters.parts.draft import Draft
from tournaments.letters.parts.frame import safe_names
from tournaments.letters.parts.layout import quoted
from tournaments.models import Note, Player, Press, Seat
from tournaments.outbox import limits, outbox
from tournaments.queries import renames
from tournaments.queries.access.listeners import listeners
from tournaments.queries.names import seat_name

MOST_NOTES = 200  # of a seat
LONGEST_NOTES = 20_000  # letters of all that one answer holds
OLDER_NOTES = to_say("{count} older {count:!note|notes} {count:!stands|stand} on the page of the table.")
NOTHING = to_say("There was nothing behind the colon.")
SAID_AN_HOUR = 60  # times by one player: more than that is not passed on, and the answer says so
CHARACTERS_A_DAY = 30_000  # said by one player at one table: each is mailed to everybody there
TOO_LONG = to_say("You have said very much at this table today: this went to nobody. Say it again after {moment}.")
TOO_MUCH = to_say("You have said very much in this hour: this went to nobody. Say it again after {moment}.")
LATER = to_say("You have said very much in this hour: these words go to the table after {moment}, with all later ones.")
LATER_TO_ONE = to_say(
    "You have said very much in this hour: these words go to {name} alone after {moment}, with all later ones."
)


def tell_all(session: Session, seat: Seat, words: str) -> str:
    """Mail a player's words on to the table, each line marked as theirs. WordRefused."""
    words = " ".join(words.split())
    if not words:
        raise WordRefused(say(NOTHING))
    _check(session, seat, words)
    until = limits.answers("say", seat.owner).until
    for other in _readers(session, seat):
        session.next_letter()
        draft = letters.said(other, session.match, safe_names(session.table)[seat.number], words)
        _relay(session, other, draft, "say", words, until)
    _remember(session, seat, None, words)
    if until is not None:
        return say(LATER, moment=_moment(session, seat, until))
    return say("Your words went to the table.")


def tell(session: Session, seat: Seat, to: str, words: str) -> str:
    """Mail a player's words to one other seat, where the league allows it; nobody learns an address. WordRefused."""
    words = " ".join(words.split())
    if not session.league.private_press:
        raise WordRefused(say("In this league players write to the whole table only; this went to nobody."))
    named, reading = _named(session, to), _readers(session, seat)
    reached = [other for other in reading if other in named]
    if len(named) != 1 or not reached:
        raise WordRefused(_whom(session, [one for one in named if one != seat], reading))
    (other,) = reached
    if not words:
        raise WordRefused(say(NOTHING))
    _check(session, seat, words)
    until = limits.answers("say", seat.owner).until
    session.next_letter()
    draft = letters.told_privately(other, session.match, safe_names(session.table)[seat.number], words)
    _relay(session, other, draft, "tell", words, until)
    _remember(session, seat, other, words)
    if until is not None:
        return say(LATER_TO_ONE, name=safe_names(session.table)[other.number], moment=_moment(session, seat, until))
    return say("Your words went to {name} alone.", name=safe_names(session.table)[other.number])


def _remember(session: Session, seat: Seat, to: Seat | None, words: str) -> None:
    """Store the words for the page of the table, and for the organiser in a dispute."""
    known = {"seat": seat, "to": to, "words": words, "letter": session.letter}
    if session.letter is not None and Press.objects.filter(**known).exists():
        return
    Press.objects.create(player=seat.owner, to_player=to.player if to else None, round=session.match.round, **known)


def _check(session: Session, seat: Seat, words: str) -> None:
    """WordRefused for a disqualified player, or one who says too much: at a time, in this hour, here."""
    if admission.is_out(session.league, seat.player):
        raise WordRefused(admission.said_to_who_is_out(session.league))
    _check_length(words)
    who = seat.owner.pk
    if not limits.allow("said", str(who), SAID_AN_HOUR, limits.HOUR):
        raise WordRefused(say(TOO_MUCH, moment=_moment(session, seat, limits.end_of(limits.HOUR))))
    if not limits.allow("said here", f"{session.table.pk} {who}", CHARACTERS_A_DAY, limits.DAY, len(words)):
        raise WordRefused(say(TOO_LONG, moment=_moment(session, seat, limits.end_of(limits.DAY))))


def _check_length(words: str) -> None:
    if (why_not := lengths.too_long(words)) is not None:
        raise WordRefused(why_not)


def _moment(session: Session, seat: Seat, until: datetime) -> str:
    return clocks.short(until, seat.owner.zone, session.now)


def _relay(session: Session, other: Seat, draft: Draft, kind: str, words: str, until: datetime | None) -> None:
    # A letter may be read twice, a page is sent once: there the count of the table's letters tells two apart.
    source = session.letter.pk if session.letter else f"{session.table.pk}-{session.table.letters}"
    key = f"{kind}:{source}:{other.pk}:{limits.reason_key([words])}"
    outbox.write(draft, player=other.owner, seat=other, dedupe=key, kind=kind, until=until)


def _readers(session: Session, seat: Seat) -> list[Seat]:
    """The other seats whose players read what is said at the table."""
    reading = listeners(session.table)
    return [other for other in session.seats if other.pk != seat.pk and other.number in reading]


def _named(session: Session, to: str) -> list[Seat | None]:
    """Find whom the words may mean, or have meant when the letter or page was made that is answered.

    Seats, as long as they have the same player, and None for who has none here any more. They must be one alone: who
    wrote may have had any of them in mind. Where it is not known what is answered, all of a while ago counts.
    A name with the number of a seat behind it means both, also where somebody is called like the two together. Words
    for all of them mean all, whatever anybody is called.
    """
    since, number = session.shown_at or session.written_at - renames.AWHILE, typed.normalise(to)
    if number.isdecimal():
        return _numbered(session, int(number) - 1, since)
    if seat_words.are_several(to):
        return list(session.seats)
    found = _called(session, to, since)
    if (both := seat_words.split(to)) is not None and (called := [*found, *_called(session, both[0], since)]):
        found = [*called, *_numbered(session, both[1], since)]
    return list(dict.fromkeys(found))


def _numbered(session: Session, number: int, since: datetime) -> list[Seat | None]:
    return [one for seat in session.seats if seat.number == number for one in _holders(seat, since)]


def _called(session: Session, name: str, since: datetime) -> list[Seat | None]:
    here = {seat.player for seat in session.seats if seat.player is not None}
    gone = set(Player.objects.filter(former_seats__table=session.table)) - here
    found = likeness.named(name, [*_seats_called(session, since), *_people_called(session, gone, since)])
    # Whoever has been forgotten since then may have been called anything.
    return [*found, *(None for one in (*here, *gone) if one.erased_at is not None and one.erased_at > since)]


def _holders(seat: Seat, since: datetime) -> list[Seat | None]:
    """The player that has a seat, and the one that had it at that moment."""
    return [seat] if seat.since is None or seat.since <= since else [seat, None]


def _seats_called(session: Session, since: datetime) -> Iterator[tuple[str, Seat | None]]:
    """The words that letters use for the seats, and the players that may be meant by them."""
    for seat in session.seats:
        for word in seat_words.of(session.match.game, seat.number):
            yield from ((word, one) for one in _holders(seat, since))


def _people_called(session: Session, gone: Collection[Player], since: datetime) -> Iterator[tuple[str, Seat | None]]:
    """The names of those who play or have played here: the present ones, and those since then or a while ago."""
    yield from ((seat_name(seat), seat) for seat in session.seats)
    yield from ((player.name, None) for player in gone)
    seats = {seat.player_id: seat for seat in session.seats if seat.player_id is not None}
    people = {*seats, *(player.pk for player in gone)}
    worn = renames.worn(people, session.league, min(since, session.written_at - renames.AWHILE))
    yield from ((name, seats.get(player)) for name, player in worn)


def _whom(session: Session, named: list[Seat | None], others: list[Seat]) -> str:
    """The reason why nobody was told: several fit, no reader does, or nobody else reads anything here."""
    if not others:
        return say("No other player is here who could read it: this went to nobody.")
    if not named:
        return say("No other player here is called so. The others are {others}.", others=_listed(session, others))
    found = [other for other in others if other in named]
    if len(found) == len(named):
        return say(
            "This may mean {others}: it went to nobody. Write the number of one seat.", others=_listed(session, found)
        )
    return say(
        "This means or may mean somebody who reads nothing here any more: it went to nobody. The others are {others}.",
        others=_listed(session, others),
    )


def _listed(session: Session, seats: list[Seat]) -> str:
    """The seats, each with the words that reach nobody else, whatever anybody is called."""
    names = safe_names(session.table)
    return listed([say("{name} [tell {number}: …]", name=names[seat.number], number=seat.number + 1) for seat in seats])


def note(session: Session, seat: Seat, words: str) -> str:
    """Keep a line for the seat's own player; nobody else ever reads it. WordRefused."""
    words = " ".join(words.split())
    if not words:
        raise WordRefused(say(NOTHING))
    _check_length(words)
    if seat.notes.filter(player=seat.player_id).count() >= MOST_NOTES:
        why_not = say("{most} notes are kept for a seat, and you have so many: this one was not.", most=MOST_NOTES)
        raise WordRefused(why_not)
    Note.objects.get_or_create(
        seat=seat, player=seat.player, words=words, letter=session.letter, defaults={"round": session.match.round}
    )
    return say("Noted, for you alone.")


def notes(seat: Seat) -> list[str]:
    """The seat's notes as lines of a letter, the oldest first; of very many the newest."""
    newest, room = [], LONGEST_NOTES
    for own in seat.notes.filter(player=seat.player_id).reverse():
        room -= len(own.words)
        if room < 0:
            break
        newest.append(own)
    older = seat.notes.filter(player=seat.player_id).count() - len(newest)
    lines = [say(OLDER_NOTES, count=older)] if older else []
    for own in reversed(newest):
        lines += [say("Round {number}:", number=own.round), *quoted(own.words)]
    return lines or [say("You have noted nothing at this table.")]
