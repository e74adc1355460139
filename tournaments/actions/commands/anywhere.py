"""Commands of one letter or form carried out: how many, in which order, and those that belong to no table.

They come in any letter, to the address of a seat or to the service's own.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from engine.language.languages import to_say
from engine.orders.command_words import Said
from tournaments.actions import present
from tournaments.actions.commands import registry
from tournaments.actions.commands.command import Effect, Errand, Told
from tournaments.actions.league import leagues
from tournaments.keys.in_text import taken_out
from tournaments.language.refusals import Refused
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.models import Entry, League, Player
from tournaments.outbox.pseudonyms import pseudonym

# Words to the service, of whichever sort, that one letter or one form has carried out. Each has a limit of its own as
# well; but every one of them costs something.
MOST_AT_ONCE = 30
TOO_MANY = to_say("No more than {most} words are carried out at once: those below them did nothing. Send them again.")
SAID_ABOVE = to_say("The same word stands above: it was answered there.")
FIRST_COUNTS = to_say("Only the first line with the word {word} was carried out; the others did nothing.")
LONGEST_ANSWER = 40_000  # characters, to all words of one letter or form together
CUT = to_say("This answer became too long, and its end is missing. Send fewer words at a time.")


def lock(player: Player, said: Iterable[Said]) -> None:
    """Lock for several words in one transaction what they would lock one after the other, in the order for all."""
    commands = [registry.of(one) for one in said]
    changing = [one for one in commands if one.anywhere is not None and one.effect is Effect.CHANGES]
    if len(changing) < 2:
        return
    leaving: list[League] = []
    if any(one.name == "leave" for one in changing):
        entered = Entry.objects.filter(player=player).exclude(state__in=Entry.GONE).values("league")
        rows = League.objects.filter(state=League.State.OPEN, pk__in=entered).order_by("pk")
        leaving = list(rows.select_for_update(no_key=True).only("pk"))
    if any(one.entries for one in changing):
        leagues.hold_entries(*leaving, player=player)
    present.hold(player)


def carry_out(errand: Errand) -> Told:
    """Do what the word says, which belongs to no table or is not given at one."""
    do = registry.of(errand.said).anywhere
    assert do is not None  # asked by the caller
    with spoken_to(errand.player):  # whose language a word before this one may have changed
        try:
            told = with_taken_out(do(errand), errand.said)
        except Refused as refusal:
            return Told([str(refusal)], refused=True)
    if errand.letter is not None and not told.refused and registry.of(errand.said).effect is not Effect.TELLS:
        errand.letter.errands.append(_names(errand)[-1])
    return told


def lines_done(errands: Sequence[tuple[str, Errand]], done: Container[str]) -> list[str]:
    """The lines whose errands are among those that other letters note as carried out (`InboundLetter.errands`).

    Of a command of which only the first line counts, the others have been answered with the one that is done.
    """
    found = {errand.said for _, errand in errands if any(name in done for name in _names(errand))}
    first = {said.word for said in found if registry.of(said).once}
    return [line for line, errand in errands if errand.said in found or errand.said.word in first]


def _names(errand: Errand) -> list[str]:
    """The names of what an errand does: everywhere, in the league of its letter, at its table. Its own is the last.

    What was done in a letter about nothing narrower has been done here as well. What was said is part of a name, for
    another letter may have the same Message-ID.
    """
    command, said = registry.of(errand.said), errand.said
    what = (errand.player.pk, command.name, said.to, said.rest)
    places = [place.pk for place in command.where(errand) if place is not None]
    return [pseudonym("errand", *what, *places[:narrow]) for narrow in range(len(places) + 1)]


def with_taken_out(told: Told, said: Said) -> Told:
    """The outcome of a word; for words to people with a sentence where keys have been taken out of them."""
    return told._replace(words=[*told.words, *taken_out(said.rest)]) if said.word.spoken else told


class Once:
    """The words of one letter or form that are carried out: each once, and no more than MOST_AT_ONCE."""

    def __init__(self) -> None:
        self.words: list[Said] = []

    def why_not(self, said: Said) -> str:
        """The sentence that tells why this word is not carried out; "", and it is counted, if it is."""
        if said in self.words:
            return say(SAID_ABOVE)
        if registry.of(said).once and any(word.word is said.word for word in self.words):
            return say(FIRST_COUNTS, word=said.name)
        if len(self.words) >= MOST_AT_ONCE:
            return too_many()
        self.words.append(said)
        return ""


def at_most(said: Iterable[Said]) -> tuple[list[Said], list[str]]:
    """(the words to carry out, each once; the sentences that say why others were not, beside those said twice)."""
    once = Once()
    why_not = [once.why_not(word) for word in dict.fromkeys(said)]
    return once.words, list(dict.fromkeys(filter(None, why_not)))


def fitting(paragraphs: Sequence[str]) -> list[str]:
    """The paragraphs of an answer as far as they fit into one, with the sentence that says that more is missing."""
    fit: list[str] = []
    room = LONGEST_ANSWER
    for paragraph in paragraphs:
        room -= len(paragraph)
        if room < 0:
            return [*fit, say(CUT)]
        fit.append(paragraph)
    return fit


def too_many() -> str:
    return say(TOO_MANY, most=MOST_AT_ONCE)


def language_first(said: Iterable[Said]) -> list[Said]:
    """Each word once, in the order in which they are answered: one letter tells all in the language that holds then."""
    return sorted(dict.fromkeys(said), key=lambda said: said.word.name != "language")
