"""The words that clients write around a quoted letter, in some thirty languages, by their roots. Decides nothing.

Addresses, dates and form come first (`attribution`); a word is asked for only where a client gives nothing else.
Every root is compared with a `folded` text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


WROTE = (
    *("wrote", "writes", "schrieb", "schreib", "schreef", "geschreven", "écri", "ecrit", "escribi", "scritto"),
    *("napisał", "pisze", "escreve", "skrev", "kirjoitti", "έγραψ", "γράφει", "كتب", "كتابة", "写道", "寫道"),
    *("書きました", "написа", "пише", "yazdı", "írta", "napsal", "napísal", "작성", "כתב", "a scris", "je napisa"),
)
LETTER = (  # what is quoted: a letter, a message, a mail
    *("message", "mensaje", "messaggio", "mensagem", "missatge", "mesaj", "nachricht", "bericht", "mail", "mejl"),
    *("wiadomoś", "meddelande", "meddelelse", "besked", "melding", "brev", "viesti", "zpráv", "správ", "poruk"),
    *("sporočil", "levél", "üzenet", "ileti", "μήνυμ", "μηνύμ", "сообщен", "письм", "повідомлен", "листа"),
    *("הודע", "رسالة", "邮件", "郵件", "メッセージ", "メール", "메시지", "메일", "tin nhắn", "thư"),
)
PASSED_ON = (  # that it was forwarded, or is the one that was answered
    *("forward", "fwd", "weitergeleitet", "transféré", "transmis", "réexpédié", "reenviad", "inoltrat"),
    *("doorgestuurd", "przekaz", "przesłan", "encaminhad", "reenviat", "vidarebefordra", "videresend"),
    *("välitetty", "edelleen", "přeposl", "přeposíl", "preposl", "proslijeđ", "posredovan", "továbbít"),
    *("redirecționat", "ileti", "προωθ", "переадрес", "пересыл", "пересла", "перенаправ", "пересила"),
    *("переслан", "توجيه", "محول", "הועבר", "转发", "轉寄", "轉發", "転送", "전달", "chuyển tiếp"),
    *("origin", "ursprüng", "ursprung", "oorspronkelijk", "oryginal", "αρχικ", "oprindelig", "opprinnelig"),
    *("alkuperäi", "původní", "pôvodn", "izvorn", "исход", "оригинал", "вихідн", "eredeti", "orijinal"),
    *("الأصلية", "מקור", "原", "元の", "원본", "gốc"),
)
WRITER = _words(  # labels of the line that names the writer of a quoted letter
    "from von de van da od från fra lähettäjä από من מאת 发件人 寄件者 寄件人 差出人 送信者 보낸사람 보낸 от від"
    " feladó kimden gönderen expeditor expeditorul šalje pošiljatelj saatja mittente nadawca remitente remetente"
    " expéditeur afzender absender avsändare avsender afsender odesílatel odosielateľ"
)
SUBJECT = _words(
    "subject betreff objet sujet onderwerp asunto oggetto temat assunto ämne emne aihe θέμα الموضوع נושא 主题 主旨"
    " 件名 제목 тема předmět predmet tárgy konu subiect subiectul naslov zadeva assumpte teema"
)
POINTING = (  # what people write below a quoted line to choose it
    *("this", "this one", "that", "that one", "i take this", "i take this one", "i'll take this", "i'll take this one"),
    *("this please", "here", "this move", "dies", "das", "den", "die", "diese", "diesen", "dieses", "diesen zug"),
    *("dieser", "dieser hier"),
    *("den hier", "die hier", "das hier", "den da", "die da", "das da", "ich nehme den", "ich nehme die"),
    *("ich nehme diesen", "ich nehme diese", "den nehme ich", "die nehme ich", "das nehme ich"),
)
_BESIDE_POINTING = re.compile(r"\b(?:please|bitte|thanks|danke|yes|ja|ok)\b|[^\w' ]")
ARMOUR = re.compile(r"-{5}(?:BEGIN|END) [A-Z]{3,9}(?: [A-Z]{3,10}){1,2}-{5}")


MOST_WORDS = 8  # of a line that says nothing but "a letter follows"
LONGEST_LINE = 80
LONGEST_TITLE = 24


def folded(text: str) -> str:
    """The text without case, also the Turkish dot's."""
    return text.lower() if text.isascii() else text.casefold().replace("\u0307", "")


def holds(text: str, roots: Iterable[str]) -> bool:
    """Whether a folded text has a word of one of these roots."""
    return any(root in text for root in roots)


def names_a_letter(text: str) -> bool:
    """Whether a short line has the word for a letter: "Reply message"."""
    return _is_short(text) and holds(folded(text), LETTER) and not ARMOUR.fullmatch(text)


def is_title_of_a_letter(text: str) -> bool:
    """Whether a line is nothing but the title that webmails put above the headers: "Original", "Original email"."""
    bare = len(text) <= LONGEST_TITLE and text.replace(" ", "").isalpha() and len(text.split()) <= 2
    return bare and holds(folded(text), PASSED_ON)


def hands_on(text: str) -> bool:
    """Whether a short line says that a letter was passed on or answered: "Begin forwarded message"."""
    return names_a_letter(text) and holds(folded(text), PASSED_ON)


def points(text: str) -> bool:
    """Whether a line only points at the one above it: "this one", "den hier bitte"."""
    return len(text) <= LONGEST_TITLE and " ".join(_BESIDE_POINTING.sub(" ", folded(text)).split()) in POINTING


def _is_short(text: str) -> bool:
    return len(text) <= LONGEST_LINE and len(text.split()) <= MOST_WORDS
