"""Whether a machine wrote a mail: bounces, out-of-office replies, lists. No single header decides for all of them."""

from __future__ import annotations

import re

from tournaments.inbox.reply.letter import Verdict
from tournaments.inbox.reply.mime.mime import Mail

DAEMON = re.compile(r"(?:mailer-daemon|postmaster|mail-daemon|mdaemon)(?:[+.-].*)?@|^mailer-daemon$")
NOBODY = re.compile(r"(?:no[._-]?reply|do[._-]?not[._-]?reply|auto[._-]?(?:reply|responder|mailer))[^@]{0,40}@")
BETWEEN = re.compile(r"[\s<>,;:\"()]+")
# The word of Auto-Submitted, which may have comments and parameters beside it (RFC 3834).
SUBMITTED = re.compile(r"(?>(?:\s|\([^()]*\))*)([^\s;()]*+)\s*+(?=[;(]|$)")
PRECEDENCE = {"bulk", "junk", "list", "auto_reply", "auto-reply"}
MACHINE_HEADERS = (
    *("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply-from", "x-auto-response-suppress"),
    *("x-mail-autoreply", "x-vacation", "x-mailer-autoreply", "x-loop", "list-id"),
)
BOUNCE_TYPES = {"message/delivery-status", "message/global-delivery-status"}
AUTO_SUBJECT = re.compile(
    r"(?:auto(?:matic)?[ -]?(?:reply|response)|out[ -]of[ -](?:the[ -])?office|automatische? (?:antwort|antwoord)"
    r"|automatisch antwoord|abwesenheit|afwezig|réponse automatique|absence du bureau|respuesta automática"
    r"|fuera de la oficina|risposta automatica|fuori sede|odpowiedź automatyczna|autoodpowiedź|resposta automática"
    r"|autosvar|automatiskt svar|automaattinen vastaus|poissaoloviesti|automatická odpověď|automatická odpoveď"
    r"|automatikus válasz|házon kívül|răspuns automat|otomatik yanıt"
    r"|αυτόματη απάντηση|رد تلقائي|自动回复|自動回覆|自動応答|自動返信|автоответ)",
    re.IGNORECASE,
)
BOUNCE_SUBJECT = re.compile(
    r"(?:undeliver(?:able|ed)|delivery status notification|mail delivery (?:failed|failure|system)|returned mail"
    r"|failure notice|unzustellbar|onbestelbaar|non remis|no se puede entregar|退信)",
    re.IGNORECASE,
)


def writes_by_itself(address: str) -> bool:
    """Whether a letter from this address, in lower case, is taken for one of a machine whatever it says."""
    return bool(DAEMON.match(address) or NOBODY.match(address))


def judge(mail: Mail, sender: str, mail_from: str | None, *, orders: bool) -> Verdict:
    """The verdict about a mail with text. `mail_from` is the envelope's sender, "" or "<>" if null, None if unknown.

    The subject counts only where nothing else speaks and no line reads as an order.
    """
    if _is_bounce(mail, sender, mail_from):
        return Verdict.BOUNCE
    if _is_machine(mail, sender) or _null_sender(mail, mail_from):
        return Verdict.AUTO_REPLY
    if not orders and _absent(mail.header("subject")):
        return Verdict.AUTO_REPLY
    return Verdict.LETTER


def _is_bounce(mail: Mail, sender: str, mail_from: str | None) -> bool:
    kind = mail.header("content-type").lower()
    if kind.startswith("multipart/report") and "disposition-notification" not in kind:
        return True
    if (mail.types & BOUNCE_TYPES and _by_a_host(mail, mail_from)) or mail.header("x-failed-recipients"):
        return True  # people send one along in a letter
    if any(map(DAEMON.match, _senders(mail, sender))):
        return _submitted(mail) != "auto-replied"
    return _null_sender(mail, mail_from) and BOUNCE_SUBJECT.search(mail.header("subject")) is not None


def _is_machine(mail: Mail, sender: str) -> bool:
    if _submitted(mail) not in ("", "no"):
        return True
    if mail.header("content-type").lower().startswith("multipart/report"):
        return True
    if mail.header("precedence").strip().lower() in PRECEDENCE:
        return True
    return any(map(NOBODY.match, _senders(mail, sender))) or any(mail.header(name) for name in MACHINE_HEADERS)


def _submitted(mail: Mail) -> str:
    """The word of Auto-Submitted in lower case; all that it says where that is not one word."""
    said = mail.header("auto-submitted").lower()
    word = SUBMITTED.match(said)
    return word[1] if word else said


def _senders(mail: Mail, sender: str) -> list[str]:
    """The sender; where nobody can say who that is, every word of From: a machine is neither obeyed nor answered."""
    return [sender] if sender else BETWEEN.split(mail.header("from").lower())


def _null_sender(mail: Mail, mail_from: str | None) -> bool:
    return _envelope(mail, mail_from) == ""


def _by_a_host(mail: Mail, mail_from: str | None) -> bool:
    """Whether a mail host sent it by itself. Another address may be a person's, whoever forwards or sends for them."""
    envelope = _envelope(mail, mail_from)
    return envelope is not None and (not envelope or DAEMON.match(envelope) is not None)


def _envelope(mail: Mail, mail_from: str | None) -> str | None:
    """The address of the envelope's sender, "" for the null sender, None where it is unknown."""
    said = mail.header("return-path") or None if mail_from is None else mail_from
    return None if said is None else said.replace(" ", "").removeprefix("<").removesuffix(">").lower()


def _absent(subject: str) -> bool:
    """Whether a subject is that of an out-of-office reply, perhaps behind some Re:"""
    bare = re.sub(r"^(?:\s?\w{1,4}(?:\[\d\])?[:：])+\s?", "", subject)
    return bool(AUTO_SUBJECT.match(subject) or AUTO_SUBJECT.match(bare))
