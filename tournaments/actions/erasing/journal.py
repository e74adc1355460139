"""The journal without what it says of an erased person. Part of `erasure.erase`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from tournaments.actions import journal
from tournaments.actions.erasing.forgetting import BATCH, Person, letters_of
from tournaments.models import JournalLine
from tournaments.queries.access import desk_rights

WHOSE_HOST = {"mail dead": "come back", "copies end": "come back"}  # behind these words a mail host speaks
OF_A_LETTER = ("held", "laid aside")  # lines that name only the letter
OF_ITS_ACTOR = (desk_rights.ORDERS,)  # many lines, whose words name nobody but who is their actor, where they have one
OF_FORMER = ("renamed", "address removed")  # lines whose data hold what was theirs before
WRITTEN = ("reason",)  # keys of a line's data that hold words of a person
LEAST = 3  # letters of a name that was cut off at the end of a journal line


def blank_journal(who: Person) -> None:
    """Blank a person's names and addresses in lines, which are never changed otherwise."""
    letters = set(letters_of(who.player).values_list("pk", flat=True))
    pks = list(JournalLine.objects.filter(_lines_about(who, letters)).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(pks), BATCH):
        portion = JournalLine.objects.filter(pk__in=pks[start : start + BATCH]).select_related("seat")
        _blank_lines(who, portion.defer("seat__plan"), letters)


def _blank_lines(who: Person, lines: Iterable[JournalLine], letters: set[int]) -> None:
    changed = []
    for line in lines:
        before = line.words, line.data
        own = _is_about(line, who, letters)
        names = (who.called.in_own if own else who.called.at)(line.league_id, line.at)
        line.words = _blanked_line(line, who, names)
        line.data = _blanked_data(line, who, names)
        if (line.words, line.data) != before:
            changed.append(line)
    # Rows that are there already: of each only these two columns are written.
    JournalLine.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=("id",), update_fields=("words", "data")
    )


def _is_about(line: JournalLine, who: Person, letters: set[int]) -> bool:
    """True for a line about the person, or about what was theirs at that time."""
    seat, data, pk = line.seat, line.data, who.player.pk
    at_seat = seat is not None and seat.player_id == pk and (seat.since is None or seat.since <= line.at)
    named = pk in (line.actor_id, data.get("player"), data.get("to"), data.get("former"), data.get("out"))
    of_letter = line.verb in OF_A_LETTER and data.get("letter") in letters
    return at_seat or named or of_letter or data.get("offer") in who.offers


def _blanked_data(line: JournalLine, who: Person, names: frozenset[str]) -> dict[str, Any]:
    """The data with what people wrote blanked; all else is read by programs and stays."""
    if line.actor_id == who.player.pk and line.verb in OF_FORMER:
        return {}
    return {key: who.blanked(value, names) if key in WRITTEN else value for key, value in line.data.items()}


def _lines_about(who: Person, letters: set[int]) -> Q:
    player = who.player
    of_nobody = JournalLine.objects.filter(actor=None, league=None).values_list("pk", "verb", "data")
    about = [
        pk
        for pk, verb, data in of_nobody.iterator()
        if data.get("player") == player.pk or (verb in OF_A_LETTER and data.get("letter") in letters)
    ]
    of_another = Q(verb__in=OF_ITS_ACTOR, actor__isnull=False) & ~Q(actor=player)
    in_leagues = Q(league__in=who.leagues) & ~of_another
    return Q(actor=player) | Q(seat__player=player) & ~of_another | in_leagues | Q(pk__in=about)


def _blanked_line(line: JournalLine, who: Person, names: frozenset[str]) -> str:
    words = who.blanked(line.words, names)
    if line.data.get("player") == who.player.pk and (end := WHOSE_HOST.get(line.verb)):
        words = words.partition(end)[0] + end
    if len(line.words) >= journal.WORDS:
        words = _without_cut_name(words, (*names, *who.addresses))
    return words[: journal.WORDS]


def _without_cut_name(words: str, names: Iterable[str]) -> str:
    """The line without its cut end, which may be the beginning of a name or an address."""
    for word in names:
        for length in range(len(word) - 1, LEAST - 1, -1):
            if words.lower().endswith(word[:length].lower()):
                return words[:-length].rstrip()
    return words
