"""Reading a reply: bytes in, the player's own lines out. Knows our marker and is given the grammar; identifies nobody.

`extract` never raises and does a bounded amount of work, whatever the bytes are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from tournaments.formats import typed
from tournaments.formats.typed import LONGEST_ROW, clean, reading_form, squeezed
from tournaments.inbox.reply import autoreply, own_lines, quotes, rows
from tournaments.inbox.reply.breaks import Words
from tournaments.inbox.reply.html import html, tags
from tournaments.inbox.reply.letter import Doubt, Ignored, Letter, Verdict, Why, sure
from tournaments.inbox.reply.mime import headers
from tournaments.inbox.reply.mime.mime import Mail, Part, head_of, open_mail
from tournaments.inbox.reply.own_lines import Own, Reads
from tournaments.inbox.reply.sameness import same_words
from tournaments.keys.rfc5322 import Mailbox, author, found_in

__all__ = [
    "Doubt",
    "Ignored",
    "Letter",
    "Verdict",
    "Why",
    "Words",
    "by_a_machine",
    "extract",
    "reading_form",
    "sender_of",
]

RECIPIENT_HEADERS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
ARMOUR = "-----BEGIN PGP MESSAGE-----"
NOBODY = Mailbox("", "")
LONGEST_NOTICE = 3  # lines
REPLY_PREFIX = re.compile(r"[^\s:：\[\]]{1,12}(?:\[\d{1,3}\])?\s?[:：]\s?")


def extract(
    raw: bytes,
    is_order: Callable[[str], bool],
    *,
    in_first_lines: Callable[[str], bool] | None = None,
    words: Words | None = None,
    mail_from: str | None = None,
) -> Letter:
    """Read a mail.

    `is_order(line)` says whether a whole line reads as an order of any kind (the strict reader); it is asked for lines
    as written and in their reading form. `in_first_lines(line)` says the same of lines that are surely the player's
    own, where numbers alone may count too. `words` tells words for people from other lines; None where the grammar has
    none. `mail_from` is the envelope's sender if it is known, "" for the null sender.
    """
    mail = open_mail(raw)
    is_order = quotes.once(is_order)
    anywhere = quotes.reader(is_order)
    first = quotes.reader(quotes.once(in_first_lines), anywhere) if in_first_lines else anywhere
    reads = Readers(anywhere, first, words and words._replace(spoken=quotes.reader(words.spoken)))
    try:
        own, doubt = _own_text(mail.parts, reads)
    except tags.TooOdd:
        mail, own, doubt = replace(mail, too_deep=True), Own(), Doubt.NONE
    lines = tuple(_as_read(line, is_order) for line in own.lines)
    orders = reads.orders(own, lines)
    subject = mail.header("subject")
    subject_order = _subject_order(subject[:LONGEST_ROW], is_order)
    is_turned = rows.is_turned(subject)
    if subject_order and (is_turned or len(subject) > LONGEST_ROW):
        why = Why.UNSEEN if is_turned else Why.TOO_LONG
        own.ignored.append(Ignored(subject_order[: own_lines.LONGEST_LINE], why))
        subject_order = ""
    name, sender = _author(mail)
    return Letter(
        lines=lines,
        top=own.top,
        tail=own.tail,
        apart=tuple(own.apart),
        ignored=_ignored(mail, own, says=bool(lines or subject_order)),
        sender=sender,
        sender_name=headers.text(name),
        recipients=_recipients(mail),
        message_id=mail.message_id,
        references=mail.answered,
        subject=subject,
        subject_order=subject_order,
        verdict=_verdict(mail, sender, mail_from, lines, orders, subject_order),
        doubt=doubt or _subject_doubt(subject_order, orders),
        marker_found=own.marker_found,
        all_headers=mail.headers,
    )


# --- the text ------------------------------------------------------------------------------------


class Readers(NamedTuple):
    """The readers of orders, anywhere and in the first lines, and of what is said to people."""

    anywhere: Reads
    first: Reads
    words: Words | None

    def orders(self, own: Own, lines: Sequence[str]) -> list[str]:
        """Those of the lines of an own text that read as orders where they are."""
        count = sure(own.top, marker_found=own.marker_found)
        return [line for at, line in enumerate(lines) if (self.first if at < count else self.anywhere)(line)]


class Form(NamedTuple):
    """One text of a mail in its best form; where that is HTML and there is a plain one too, it is read if need be.

    said     the plain form's lines that have no quote prefix
    wrapped  whether the best form may have wrapped lines
    """

    best: list[rows.Row]
    wrapped: bool
    said: Sequence[str]
    plain: Sequence[Part] = ()

    def in_plain(self) -> list[rows.Row]:
        return _plain_rows(self.plain) if self.plain else self.best


def _own_text(parts: Sequence[Part], reads: Readers) -> tuple[Own, Doubt]:
    """The own lines, and whether two forms of the text say different things. What may not be seen is none, and told."""
    forms = _forms(parts)
    found = rows.taken(row for form in forms for row in form.best)
    own, doubt = _by_what_is_seen(forms, _seen(found), reads)
    own.has_words = any(row.text for row in found)
    meant = own_lines.Meant(reads.words.begins if reads.words else reads.anywhere)
    is_own = set(map(squeezed, own.lines))  # also where another form shows it: nothing of it is lost
    hidden = (row.text for row in found if row.unseen and not row.unread and squeezed(row.text) not in is_own)
    for text in hidden:
        if len(own.ignored) < own_lines.MOST_LINES and (reads.anywhere(text) or meant(text)):
            own.ignored.append(Ignored(text[: own_lines.LONGEST_LINE], Why.UNSEEN))
    return own, doubt


def _seen(found: Sequence[rows.Row]) -> list[rows.Row]:
    return [row for row in found if row.unread or not row.unseen]


def _by_what_is_seen(forms: Sequence[Form], shown: list[rows.Row], reads: Readers) -> tuple[Own, Doubt]:
    """The own lines by the HTML form where there is one, and whether the plain text says something else."""
    best = _with_unread(quotes.own(shown, *reads, wrapped=all(form.wrapped for form in forms)), shown)
    if not any(form.plain for form in forms):
        return best, Doubt.NONE
    above = best.lines and best.top == len(best.lines)
    if above and same_words(shown, best.lines, [line for form in forms for line in form.said]):
        return best, Doubt.NONE
    plain = _seen(rows.taken(row for form in forms for row in form.in_plain()))
    if not best.lines:
        return _with_unread(quotes.own(plain, *reads, wrapped=True), plain), Doubt.NONE
    check = quotes.own(plain, *reads, wrapped=True, tells=False)
    return best, _parts_doubt(best, check, reads, shown)


def _with_unread(own: Own, shown: Sequence[rows.Row]) -> Own:
    """The own lines, with a note that more are not looked at, also where a quote hides that."""
    if any(row.unread for row in shown) and not any(line.why is Why.TOO_LONG for line in own.ignored):
        own.ignored.append(Ignored(typed.UNKNOWN, Why.TOO_LONG))
    return own


def _forms(parts: Sequence[Part]) -> list[Form]:
    """The texts from the top down, until they have as many rows as are looked at."""
    forms: list[Form] = []
    count, steps = 0, tags.Steps()
    for group in _choices(parts):
        if count < rows.MOST_ROWS:
            forms.append(_form(group, steps))
            count += len(forms[-1].best)
        elif below := next((part for part in group if part.text.strip()), None):
            text = typed.UNKNOWN if below.html else clean(below.text[:LONGEST_ROW])
            forms.append(Form([rows.Row(text, unread=True)], True, ()))
            break
    return forms


def _choices(parts: Sequence[Part]) -> Iterable[list[Part]]:
    """The parts grouped: forms of one text together, others alone."""
    for choice, group in groupby(parts, key=lambda part: part.choice):
        if choice:
            yield list(group)
        else:
            yield from ([part] for part in group)


def _form(group: Sequence[Part], steps: tags.Steps) -> Form:
    hypertext = rows.taken(row for part in group if part.html for row in _html_rows(part, steps))
    plain = [part for part in group if not part.html]
    if not any(row.text for row in hypertext):
        best = _plain_rows(plain)
        return Form(best, not any(part.flowed for part in group), _unquoted(best))
    if any(part.flowed for part in plain):
        return Form(hypertext, False, _unquoted(_plain_rows(plain)), plain)
    said = [line for part in plain for line in part.text[: rows.LONGEST_TEXT].splitlines() if line[:1] != ">"]
    return Form(hypertext, False, said if plain else _unquoted(hypertext), plain)


def _unquoted(found: Sequence[rows.Row]) -> list[str]:
    return [row.text for row in found if not row.quoted]


def _html_rows(part: Part, steps: tags.Steps) -> list[rows.Row]:
    found = html.from_html(part.text, steps)
    return rows.in_half(found) if part.cut else found


def _plain_rows(parts: Sequence[Part]) -> list[rows.Row]:
    return rows.taken(row for part in parts for row in (*_rows_of_plain(part), rows.BLANK))


def _rows_of_plain(part: Part) -> list[rows.Row]:
    found = rows.from_text(part.text, flowed=part.flowed, delsp=part.delsp)
    return rows.in_half(found) if part.cut else found


def _parts_doubt(best: Own, check: Own, reads: Readers, shown: Sequence[rows.Row]) -> Doubt:
    """Whether an order of one form is not in the other, however lines were broken. An empty form says nothing.

    Nor does a notice in the place of one: "This mail needs a program that shows HTML".
    """
    if not check.lines or check.lines == best.lines or _is_a_notice(check, reads, shown):
        return Doubt.NONE
    pairs = ((best, check), (check, best))
    if all(_within(reads.orders(one, one.lines), other.lines) for one, other in pairs):
        return Doubt.NONE
    return Doubt.PARTS


def _is_a_notice(check: Own, reads: Readers, shown: Sequence[rows.Row]) -> bool:
    """Whether a plain text quotes and orders nothing, is short, and no line of it is in what the HTML shows."""
    if check.marker_found or check.ignored or len(check.lines) > LONGEST_NOTICE or reads.orders(check, check.lines):
        return False
    whole = squeezed(" ".join(row.text for row in shown))
    return not any(squeezed(line) in whole for line in check.lines)


def _within(orders: Sequence[str], others: Sequence[str]) -> bool:
    whole = squeezed(" ".join(others))
    return all(squeezed(order) in whole for order in orders)


def _as_read(line: str, is_order: Callable[[str], bool]) -> str:
    """The line as written, unless only its reading form reads as an order."""
    if is_order(line):
        return line
    form = reading_form(line)
    return form if len(form) <= LONGEST_ROW and is_order(form) else line


def _ignored(mail: Mail, own: Own, *, says: bool) -> tuple[Ignored, ...]:
    """Lines, files and an end of the mail that are left aside, in the order in which an answer tells them.

    says  whether anything in it is read: then what is sealed is named, and else nothing has to be
    """
    is_sealed = Ignored("", Why.SEALED) not in own.ignored and mail.is_sealed(has_words=own.has_words)
    whole = [Ignored("", Why.TOO_DEEP)] * mail.too_deep + [Ignored("", Why.SEALED)] * is_sealed
    is_told = any(line.why == Why.TOO_LONG for line in own.ignored)
    at_end = [Ignored(typed.UNKNOWN, Why.TOO_LONG)] if mail.cut and not is_told else []
    files = [Ignored(name[: own_lines.LONGEST_LINE], Why.FILE) for name in mail.files]
    pictured = [Ignored("", Why.FILE)] * (not says and not files and mail.has_picture)
    found = (*whole, *own.ignored, *at_end, *files, *pictured)
    name = (mail.sealed or ARMOUR)[: own_lines.LONGEST_LINE] if says else ""
    return tuple(line._replace(line=name) if line.why is Why.SEALED else line for line in found)


# --- the headers ---------------------------------------------------------------------------------


def sender_of(raw: bytes) -> str:
    """The `Letter.sender` of a mail of which nothing else is read."""
    return _author(head_of(raw)).address


def by_a_machine(raw: bytes, mail_from: str | None) -> bool:
    """Whether the head of a mail alone says that a machine wrote it. `mail_from` as for `extract`."""
    head = head_of(raw)
    return autoreply.judge(head, _author(head).address, mail_from, orders=False) != Verdict.LETTER


def _author(mail: Mail) -> Mailbox:
    return author(mail.values("from")) or NOBODY


def _recipients(mail: Mail) -> tuple[str, ...]:
    values = (headers.text(value) for name in RECIPIENT_HEADERS for value in mail.values(name))
    return tuple(dict.fromkeys(address for value in values for address in found_in(value)))


def _subject_order(subject: str, is_order: Callable[[str], bool]) -> str:
    """The subject if it reads as an order, as it is or behind up to four Re: in any language."""
    rest = subject
    for _ in range(5):
        if rest and (is_order(rest) or is_order(reading_form(rest))):
            return rest if is_order(rest) else reading_form(rest)
        prefix = REPLY_PREFIX.match(rest)
        if prefix is None:
            return ""
        rest = rest[prefix.end() :]
    return ""


def _subject_doubt(subject_order: str, orders: Sequence[str]) -> Doubt:
    if not subject_order or not orders or squeezed(subject_order) in {squeezed(order) for order in orders}:
        return Doubt.NONE
    return Doubt.SUBJECT


def _verdict(
    mail: Mail, sender: str, mail_from: str | None, lines: Sequence[str], orders: Sequence[str], subject_order: str
) -> Verdict:
    verdict = autoreply.judge(mail, sender, mail_from, orders=bool(orders or subject_order))
    if verdict is Verdict.LETTER and not lines and not subject_order:
        return Verdict.EMPTY
    return verdict
