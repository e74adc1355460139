"""Letters to others that have not gone out yet, without what they say of an erased person. Part of `erasure.erase`.

What others were sent stays as it is; what may still be sent is changed as the records are: names and addresses go, and
what the person said or wrote to a referee. A letter that has nothing else in it is not sent at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from engine.language.languages import to_say
from tournaments.actions.erasing import said_lines
from tournaments.actions.erasing.forgetting import ADDRESSLESS, Person, letters_of
from tournaments.actions.erasing.said_lines import Words
from tournaments.language.no_names import NAMELESS
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.letters.parts.layout import UNBROKEN, shortened
from tournaments.letters.parts.names import harmless
from tournaments.models import OutboundLetter, Player
from tournaments.outbox import goes_out
from tournaments.queries import renames

State = OutboundLetter.State
GONE = (State.SENT, State.NOT_WANTED)
WORDS_ALONE = ("say", "tell")  # kinds of letters that do nothing but pass on what somebody said
ERASED = "who wrote it was erased"
NOT_PASSED_ON = to_say("These words are not passed on: who wrote them was forgotten here.")
SUBJECT = OutboundLetter._meta.get_field("subject").max_length or 200
# A letter that is gathered at this moment is seen when it is: the first round waits for whoever writes the one letter.
ROUNDS = 2

# What somebody says is broken into lines that are each marked: between two words, and within one that is long. Each
# sign of a gap fits in one way only, or trying them all would take for ever.
BLANK = r"(?:\s|&nbsp;)"
MARK = rf"(?:\w+{BLANK})?\|_?"
TAG = "<[^<>]*>"  # and no "<" in it: what looks like many tags would be read to its end from each of them
SPACE = rf"(?:{BLANK}|{TAG})+(?:{MARK}{BLANK}+)?"
BREAK = rf"(?:(?:\s|{TAG})+{MARK}{BLANK}*)?"
IN_HTML = {
    "&": "(?:&amp;|&)", "<": "(?:&lt;|<)", ">": "(?:&gt;|>)", '"': '(?:&quot;|&#34;|")', "'": "(?:&#x27;|&#39;|')",
}  # fmt: skip
IN_HTML_BEGINS = "&"
NOTHING = "(?!)"
BEFORE, BEHIND = r"(?:(?<=%[0-9A-Fa-f]{2})|(?<!\w))", r"(?!\w)"
OF_ADDRESS = r"[\w.+@-]"
LONGEST_ADDRESS = 254
AN_ADDRESS = re.compile(r"[^@]@[^@]")


def blank(who: Person) -> None:
    """Change or keep back what others have not been sent yet. Before the person's own rows are blanked."""
    words = _words_of(who.player)
    patterns: dict[frozenset[str], re.Pattern[str]] = {}
    letters_in = set(letters_of(who.player).values_list("pk", flat=True))
    for _ in range(ROUNDS):
        for letter in _unsent(who):
            if letter.answers_id in letters_in:
                _keep_back(letter)
                continue
            names = _names(letter, who)
            named = patterns.get(names) or patterns.setdefault(names, _named(who, names))
            if any(map(named.search, _texts(letter))):
                with spoken_to(letter.player):
                    _change(letter, who, named, words)


def _unsent(who: Person) -> QuerySet[OutboundLetter]:
    """Letters to others that may go out, locked. What has gone out does not go again as it is (`goes_out`)."""
    reader = Q(entries__league__in=who.leagues) | Q(organised__in=who.leagues) | Q(is_superuser=True)
    readers = Player.objects.filter(reader).order_by().values("pk")
    about = Q(league__in=who.leagues) | Q(league=None, player=None) | Q(league=None, player__in=readers)
    about |= Q(sender_answered__in=who.addresses)  # also where they were never in the league and somebody is asked
    rows = OutboundLetter.objects.select_for_update(of=("self",), no_key=True).select_related("player")
    rows = rows.alias(sender_answered=Lower("answers__sender")).filter(about).filter(goes_out.WAITS)
    return rows.filter(Q(player=None) | ~Q(player=who.player.pk)).order_by("pk")


def _texts(letter: OutboundLetter) -> Iterator[str]:
    yield from (letter.subject, letter.text, letter.html, *letter.gist)


def _keep_back(letter: OutboundLetter) -> None:
    """Keep back a letter with nothing left in it for its reader, and its copies."""
    changes = {"state": State.NOT_WANTED, "failure": ERASED, "subject": "", "text": "", "html": "", "gist": []}
    OutboundLetter.objects.filter(Q(pk=letter.pk) | Q(copy_of=letter.pk)).exclude(state__in=GONE).update(**changes)


def _change(letter: OutboundLetter, who: Person, named: re.Pattern[str], words: Words) -> None:
    removed = 0
    texts = {"text": letter.text, "html": letter.html, "gist": "\n".join(letter.gist)}
    for name, text in texts.items():
        texts[name], times = said_lines.without(text, words, say(NOT_PASSED_ON), in_html=name == "html")
        removed += times
    if removed and letter.kind in WORDS_ALONE:
        _keep_back(letter)
        return
    blanked = {name: _nameless(text, who, named) for name, text in {**texts, "subject": letter.subject}.items()}
    blanked |= {name: _without_new_name(blanked[name]) for name in ("text", "html")}
    OutboundLetter.objects.filter(pk=letter.pk).update(
        subject=blanked["subject"][:SUBJECT],
        text=blanked["text"],
        html=blanked["html"],
        gist=blanked["gist"].split("\n") if letter.gist else [],
    )


# --- words ----------------------------------------------------------------------------------------


def _words_of(player: Player) -> Words:
    """The words that the person has said to others and written to referees."""
    return Words((*player.press.values_list("words", flat=True), *player.cases.values_list("words", flat=True)))


# --- names and addresses --------------------------------------------------------------------------


def _names(letter: OutboundLetter, who: Person) -> frozenset[str]:
    """The names that mean the person in this letter.

    One that is of no league tells of all leagues of its reader, where others may be called the same; one of no reader
    either was written to an address, and greets whoever has it.
    """
    if letter.league_id is None and letter.player is None:
        return frozenset()
    if letter.league_id is not None:
        return who.called.around(letter.league_id, letter.created_at)
    here = who.called.at(None, letter.created_at)
    names = here.union(*(who.called.around(league, letter.created_at) for league in who.called.inside))
    return frozenset(name for name in names if not _is_known_to(letter.player, name, who))


def _is_known_to(reader: Player | None, name: str, who: Person) -> bool:
    """Whether somebody else in a league of the reader's goes by that name."""
    mine = Q(entries__league__entries__player=reader) | Q(organised__entries__player=reader)
    mine |= Q(entries__league__organisers=reader)
    return Player.objects.filter(mine, name__iexact=name).exclude(pk=who.player.pk).exists()


def _named(who: Person, names: frozenset[str]) -> re.Pattern[str]:
    """The pattern that finds these names and the addresses in a letter in any form; longer names of others first."""
    kinds_of = {"other": who.others, "address": who.addresses, "name": names}
    groups = [f"(?P<{kind}>{_any_of(words)})" for kind, words in kinds_of.items() if words]
    return re.compile(f"{_begun(kinds_of.values())}{BEFORE}(?:{'|'.join(groups) or NOTHING}){BEHIND}", re.IGNORECASE)


def _begun(kinds: Iterable[Iterable[str]]) -> str:
    """A look at the one sign with which any of the words begins: most places of a letter need no other look."""
    signs = {form[0] for words in kinds for word in words for form in _forms(word)}
    return f"(?=[{''.join(map(re.escape, sorted({*signs, IN_HTML_BEGINS})))}])"


def _any_of(words: Iterable[str]) -> str:
    forms = {form for word in words for form in _forms(word)}
    cut = {f"{_anyhow(' '.join(begun))}(?=\\.\\.\\.)" for word in words for begun in _beginnings(word)}
    return "|".join([*map(_anyhow, sorted(forms, key=len, reverse=True)), *sorted(cut, key=len, reverse=True)])


def _forms(word: str) -> Iterator[str]:
    """The forms of a name in letters: as it is, joined, shortened, in capitals, and as part of a link."""
    for form in (word, harmless(word), shortened(harmless(word))):
        yield from (form, form.upper(), quote(form), quote(form, safe=""))


def _beginnings(word: str) -> Iterator[list[str]]:
    """The beginnings of a name that the line with the letter's state had no room for."""
    parts = word.split()
    return (parts[:end] for end in range(1, len(parts)))


def _anyhow(words: str) -> str:
    """A pattern for words in plain text or HTML, however they are broken into lines."""
    parts = words.replace(UNBROKEN, " ").split(" ")
    return SPACE.join(BREAK.join(IN_HTML.get(sign) or re.escape(sign) for sign in part) for part in parts)


def _nameless(text: str, who: Person, named: re.Pattern[str]) -> str:
    def instead(found: re.Match[str]) -> str:
        if found.lastgroup == "other" or (found.lastgroup == "name" and _is_in_address(found)):
            return found[0]
        plain = ADDRESSLESS if found.lastgroup == "address" else NAMELESS
        return quote(plain) if "%" in found[0] or _around(found)[0][-3:-2] == "%" else plain

    return named.sub(instead, text)


def _without_new_name(text: str) -> str:
    """The text without the sentence on a new name, in which both names are blanked by now."""
    sentence = _anyhow(say(renames.SAID, before=NAMELESS, name=NAMELESS))
    listed = rf"<li[^<>]*>{sentence}</li>"
    return re.sub(rf"(?:<ul[^<>]*>{listed}</ul>|{listed}|^\* {sentence}\n)", "", text, flags=re.MULTILINE)


def _is_in_address(found: re.Match[str]) -> bool:
    """Whether the match is part of somebody else's address."""
    before, behind = _around(found)
    begun, ended = re.search(f"{OF_ADDRESS}*$", before), re.match(f"{OF_ADDRESS}*", behind)
    return bool(begun and ended and AN_ADDRESS.search(f"{begun[0]}x{ended[0]}"))


def _around(found: re.Match[str]) -> tuple[str, str]:
    """The text right before the match and right behind it, as far as an address reaches."""
    begin, end = found.span()
    return found.string[max(begin - LONGEST_ADDRESS, 0) : begin], found.string[end : end + LONGEST_ADDRESS]
