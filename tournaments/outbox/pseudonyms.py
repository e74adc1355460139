"""Names in place of addresses and hosts in rows that are kept: equal for equal words, and they tell nobody which.

They are keyed with SECRET_KEY, which is not in the database: who reads a copy of it cannot find out by trying whether a
person's address or network is among the rows. After a change of that key everything has another name.
"""

from __future__ import annotations

from django.utils.crypto import salted_hmac


def pseudonym(purpose: str, *words: object) -> str:
    """64 hexadecimal digits for these words in their order; letters in another case are other words.

    purpose  what the name is for: the same words have different names for different purposes
    """
    told = "\n".join(str(word) for word in words)
    return salted_hmac(f"tournaments {purpose}", told, algorithm="sha256").hexdigest()
