"""Letters cut to a size, for all who keep less of one than came: what nobody reads of it is left out first."""

from __future__ import annotations

from tournaments.inbox.reply.mime import mime, parts

TAKEN = 8 * 1024 * 1024  # bytes of a letter that doors take, and in which is found what nobody reads


def to_size(raw: bytes, most: int) -> bytes:
    """So many bytes of a letter at most: without pictures and other files if it is longer, then without its end.

    Where its end is missing, it ends with a mark, and its reader knows. That its pictures are missing nobody has to;
    files with words are told by their names, whatever they contain.
    """
    if len(raw) <= most:
        return raw
    whole = raw.removesuffix(mime.CUT)[:TAKEN]
    words = _without_files(whole)
    is_whole = len(whole) == len(raw) < TAKEN  # of so many bytes nobody knows whether more would have come
    if is_whole and len(words) <= most:
        return words
    return words[: most - len(mime.CUT)] + mime.CUT


def _without_files(raw: bytes) -> bytes:
    """The letter with nothing in place of those parts that are not read. All of it where it is not read to its end.

    So is a report on a letter that came back, in which all parts are read. Up to the first empty line nothing changes:
    hosts may take everything above that for the head.
    """
    found, head = mime.apart(raw, TAKEN), mime.END_OF_HEAD.search(raw)
    if found is None or head is None or parts.Kind.of(found[0], "text/plain").name == "multipart/report":
        return raw
    kept, done = [], 0
    for leaf in found[1]:
        begin = len(raw) - leaf.to_end
        if not leaf.kind.is_read and begin >= head.end():
            kept += [raw[done:begin], mime.LEFT_OUT if leaf.kind.is_told and leaf.body.strip() else b""]
            done = begin + len(leaf.body)
    return b"".join((*kept, raw[done:]))
