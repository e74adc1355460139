"""Letters to the service's own address, which names no seat: words that belong to no table, and what strangers write.

A change counts at once when the letter answers one that only the player can have got, or when the player has said yes
to it; an announcement also when the sender's host vouches for it. Everything in the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.language.languages import ENGLISH
from engine.language.wording import listed
from engine.orders.command_words import Said, misfit
from tournaments.actions.commands import answers, anywhere, desk, held_letters, help_topics, registry
from tournaments.actions.commands.command import Effect, Errand
from tournaments.actions.league import joining
from tournaments.actions.player import sign_in_links
from tournaments.formats import desk_words
from tournaments.inbox import below_yes, holding, left_aside, nothing_said, reply, understanding
from tournaments.inbox.repeats import GOES_ROUND, NO_SEAT, NOTHING_WAITED
from tournaments.inbox.understanding import words_in
from tournaments.language.speech import say
from tournaments.language.spoken import speaking_everywhere, spoken_to
from tournaments.letters import people
from tournaments.letters.parts.draft import NOT_ATTACHED
from tournaments.models import InboundLetter, OutboundLetter, Player
from tournaments.outbox import limits, outbox
from tournaments.queries.letters import identify, kinds
from tournaments.queries.letters.identify import RELEASED


def take(
    row: InboundLetter, letter: reply.Letter, player: Player, *, sure: bool, seated: bool, told: Sequence[str] = ()
) -> str:
    """Carry out what belongs to no table; the verdict, "" when the letter holds no such word.

    sure    whether it is proved that the player wrote it, by a yes or by a reply address
    seated  whether the player has one running seat: its table answers mere questions better
    told    lines of which another letter tells that they did nothing
    """
    asked, found = _question(row, player, letter), words_in(letter)
    if asked is not None and below_yes.yes_in(letter) and not below_yes.is_unsure(letter):
        return _yes(row, letter, player, asked)
    if verdict := _desk(row, letter, player):
        return verdict
    own = {line: word for line, word in found.items() if _is_errand(word, seated)}
    said = list(dict.fromkeys(own.values()))
    if not said:
        return _no_yes(row, letter, player) if asked is not None and letter.lines and not _orders(letter) else ""
    ours = _answered(row, player, letter)
    if not (sure or ours is not None or all(_is_free(word, row) for word in said)):
        return holding.hold(row, letter, player, "no token")
    said, too_many = anywhere.at_most(said)
    proved = row.verdict == RELEASED or identify.vouched_for(row.auth_results, row.sender)
    about = ours.league if ours is not None else None
    wanted = [Errand(player, word, about=about, proved=proved, letter=row) for word in anywhere.language_first(said)]
    _carry_out(row, said[0].name, wanted, too_many, left_aside.of(row, letter, [*own, *told]))
    return "letter"


def of_tables(letter: reply.Letter) -> list[str]:
    """The lines of a letter that say something to a table: orders, and words that mean something only there."""
    words, reads = words_in(letter), understanding.is_order(None, first_lines=True)
    return [
        line for line in letter.said if (not _is_errand(words[line], seated=False) if line in words else reads(line))
    ]


def _orders(letter: reply.Letter) -> bool:
    """Whether a line is an order or a word to the service, but for a yes."""
    reads = understanding.is_order(None)
    words = {line for line, word in words_in(letter).items() if word.name == "yes"}
    return any(line not in words and reads(line) for line in letter.said)


def _no_yes(row: InboundLetter, letter: reply.Letter, player: Player) -> str:
    """Tell a player that the question their letter answers takes the word yes alone."""
    how = say(
        "Your letter answers a question that takes the word yes and no other: write yes alone in the first line, or do "
        "nothing."
    )
    return _not_understood(row, letter, player, how, "letter")


def _yes(row: InboundLetter, letter: reply.Letter, player: Player, asked: OutboundLetter) -> str:
    """The yes to a question of ours: that a letter was the player's, or that they join."""
    done = [below_yes.yes_in(letter)]
    if asked.kind == joining.ASKED:
        why_not = joining.agree(asked, player)
        if why_not:
            _tell(row, letter, player, "join", [why_not], limits.answers("words", player, row), done)
        else:
            below_yes.tell(row, letter, player)
        return "yes"
    if asked.answers is not None and held_letters.release_if_held(asked.answers, player):
        below_yes.tell(row, letter, player)
        return "yes"
    _tell(row, letter, player, "yes", [answers.no_question()], limits.answers("words", player, row), done)
    return NOTHING_WAITED


def no_seat(row: InboundLetter, letter: reply.Letter, player: Player) -> str:
    """Tell a player who sits at no running table which words have a meaning without one."""
    nothing = say("You sit at no running table, and no line of your letter is a word that works without one.")
    return _not_understood(row, letter, player, almost(letter) or nothing, NO_SEAT)


def almost(letter: reply.Letter) -> str:
    """A hint at the words of no table that lines nearly are; "" where there is none."""
    wrong = dict.fromkeys(filter(None, map(misfit, letter.said)))
    models = [f"[{word.model}]" for word in wrong if registry.COMMANDS[word.name].anywhere is not None]
    if not models:
        return ""
    return say("A line of your letter is almost a word to us, which is written so: {models}.", models=listed(models))


def empty(row: InboundLetter, letter: reply.Letter, player: Player) -> str:
    """Answer a player's letter that has no line to carry out."""
    return _not_understood(row, letter, player, nothing_said.why(letter), "empty")


def _not_understood(row: InboundLetter, letter: reply.Letter, player: Player, why: str, verdict: str) -> str:
    if limits.goes_round(row, player, letter.lines):
        return GOES_ROUND
    title, nothing = say("your letter"), say("Nothing was done.")
    how = limits.not_understood(player, row)
    _tell(row, letter, player, title, [f"{why} {nothing}", *help_topics.in_general()], how)
    return verdict


def _tell(
    row: InboundLetter, letter: reply.Letter, player: Player, title: str, paragraphs: Sequence[str],
    how: limits.Answers, done: Collection[str] = (),
) -> None:  # fmt: skip
    aside = left_aside.of(row, letter, done)
    draft = people.answered(player, title, paragraphs, left_aside=aside, later=how.later)
    outbox.write(draft, player=player, dedupe=f"answered:{row.pk}", answers=row, until=how.until)


def _desk(row: InboundLetter, letter: reply.Letter, player: Player) -> str:
    """An organiser's answer to the letter on what needs them; "" when it is no such answer."""
    asked = identify.written_to(player).filter(kind=desk.KIND)
    ours = _answered(row, player, letter)
    question = ours if ours is not None and ours.kind == desk.KIND else None
    answering = [*filter(desk_words.reads, letter.lines or (letter.subject_order,))]
    said = desk_words.of_lines(answering)
    if question is not None and not letter.said:
        with speaking_everywhere(ENGLISH):  # as the whole answer does
            why = nothing_said.why(letter)
        desk.answer(row, player, question, (), [why, *left_aside.of(row, letter)])
    elif question is not None and (said or all(word.name == "yes" for word in words(letter))):
        done = [*answering, *left_aside.greeting(letter)]
        aside = left_aside.of(row, letter, done, whatever_it_is=True)  # people have many words for what is to be done
        desk.answer(row, player, question, said, aside)
    elif question is None and said and asked.exists():
        desk.ask_for_the_letter(row, player)
    else:
        return ""
    return "letter"


def words(letter: reply.Letter) -> list[Said]:
    """The words to the service in a letter, each once."""
    return list(dict.fromkeys(words_in(letter).values()))


def _is_errand(word: Said, seated: bool) -> bool:
    """Whether a word belongs to no table, and is no question that the only table of its player answers better."""
    command = registry.of(word)
    return command.anywhere is not None and not (seated and command.effect is Effect.TELLS)


def _is_free(word: Said, row: InboundLetter) -> bool:
    """Whether a word may be carried out though nobody has proved more than the sender's address."""
    command = registry.of(word)
    if command.vouched:
        return identify.vouched_for(row.auth_results, row.sender)
    return command.effect in (Effect.TELLS, Effect.ASKS)


def is_in_name_only(row: InboundLetter, letter: reply.Letter, player: Player) -> bool:
    """Whether anybody may have written it: no host vouches for its sender, and it answers no letter to the player."""
    return not identify.vouched_for(row.auth_results, row.sender) and _answered(row, player, letter) is None


def _answered(row: InboundLetter, player: Player, letter: reply.Letter) -> OutboundLetter | None:
    """The letter of ours to this player that the letter answers: nobody else can know its id."""
    mine, proved = identify.written_to(player), identify.vouched_for(row.auth_results, row.sender)
    return identify.answered(mine.select_related("league"), letter.references, proved=proved)


def _question(row: InboundLetter, player: Player, letter: reply.Letter) -> OutboundLetter | None:
    ours = _answered(row, player, letter)
    return ours if ours is not None and ours.seat_id is None and ours.kind in kinds.TAKING_YES else None


def _carry_out(
    row: InboundLetter, first: str, wanted: Sequence[Errand], too_many: Sequence[str], aside: Sequence[str]
) -> None:
    """Do it all; one letter, called after the first word, for all words that have no letter of their own.

    too_many  what is told of words that are not carried out;  aside  what else the letter says
    """
    anywhere.lock(wanted[0].player, [errand.said for errand in wanted])
    told = [anywhere.carry_out(errand) for errand in wanted]
    lines = [line for one in told for line in one.words]
    paragraphs = [*anywhere.fitting(list(dict.fromkeys(lines))), *too_many]
    player = wanted[0].player
    if not paragraphs and not aside:
        return
    how = limits.answers("words", player, row)
    attached = tuple(dict.fromkeys(paper for one in told for paper in one.papers))
    if attached and not limits.may_attach(player, row):
        attached = ()
        with spoken_to(player):
            paragraphs.append(say(NOT_ATTACHED, most=limits.PAPERS_A_DAY))
    draft = people.answered(player, first, paragraphs, attached, left_aside=aside, later=how.later)
    outbox.write(draft, player=player, dedupe=f"answered:{row.pk}", answers=row, until=how.until)


def stranger(row: InboundLetter, letter: reply.Letter) -> str:
    """Only a JOIN of somebody whose own host vouches for the letter is answered, once a day; not too many in all."""
    vouched = identify.vouched_for(row.auth_results, letter.sender)
    joins = [word.rest for word in words(letter) if word.name == "join"] if vouched else []
    if not joins:
        return "stranger"
    return "invited" if sign_in_links.invite(letter.sender, letter.sender_name, row, joins[0]) else "too many joins"
