"""The file of a backup: a zip with the database, files that cannot be made again, and the manifest with checksums.

It is written under another name, flushed to the disk and moved into place: a file of the right name is whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import pwd
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from tournaments.running.backups.refusals import BadBackup, NotWritten

FORMAT = "bruges-pbem backup 1"
MANIFEST, DATABASE, FILES = "manifest.json", "database", "files/"
NAME = "bruges-{:%Y-%m-%d-%H%M%S}.zip"  # in UTC
NAMES = "bruges-????-??-??-??????*.zip"
MOMENT = slice(len("bruges-"), len("bruges-2026-11-23-170000"))
UNFINISHED, PART = ".bruges-unfinished-", ".part"
LEFT_AFTER = timedelta(days=1)  # an unfinished file so old has lost its writer
BLOCK = 1 << 20  # bytes


class Sink:
    """A writable stream that counts a checksum of what goes through."""

    def __init__(self, into: IO[bytes]) -> None:
        self.into = into
        self.sum = hashlib.sha256()

    def write(self, data: bytes) -> int:
        """Write all of it and return the number of bytes."""
        self.sum.update(data)
        return self.into.write(data)


@dataclass(slots=True)
class Writing:
    """A backup that is being written, and the checksums of what is in it so far."""

    zipped: ZipFile
    checksums: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def entry(self, name: str, *, compressed: bool) -> Iterator[Sink]:
        """A stream for one part of the file; private for whoever unpacks it, too."""
        info = ZipInfo(name, datetime.now(UTC).timetuple()[:6])
        info.compress_type = ZIP_DEFLATED if compressed else ZIP_STORED
        info.external_attr = 0o600 << 16
        with self.zipped.open(info, "w", force_zip64=True) as into:
            sink = Sink(into)
            yield sink
        self.checksums[name] = sink.sum.hexdigest()

    def close_with(self, manifest: Mapping[str, Any]) -> None:
        """Write the manifest, which is the last part."""
        text = json.dumps({**manifest, "checksums": self.checksums}, indent=1, ensure_ascii=False)
        self.zipped.writestr(MANIFEST, text)


@contextmanager
def writing(folder: Path, now: datetime) -> Iterator[tuple[Writing, Path]]:
    """A new backup in that folder, and where it will be. NotWritten, and nothing is left, if the system refuses."""
    target = _unused(folder / NAME.format(now.astimezone(UTC)))
    unfinished: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=UNFINISHED, suffix=PART, dir=folder)  # mode 0600
        unfinished = Path(name)
        with os.fdopen(handle, "wb") as file:
            with ZipFile(file, "w") as zipped:
                yield Writing(zipped), target
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
        _flush_names(folder)
    except OSError as error:
        raise not_written(folder, error) from error
    finally:
        if unfinished is not None:
            unfinished.unlink(missing_ok=True)  # moved away by now, or worthless


def not_written(folder: Path, error: OSError) -> NotWritten:
    """The error to raise for a refusal of the system."""
    return NotWritten(
        f"No backup was written to {folder}: {error.strerror or error}. Nothing is left of it there. Make room, or "
        "name another folder (--to, BACKUP_DIR) that exists and belongs to the user of the service."
    )


def _unused(path: Path) -> Path:
    """The path, or one beside it when two backups are made in one second."""
    found, number = path, 2
    while found.exists():
        found, number = path.with_name(f"{path.stem}-{number}{path.suffix}"), number + 1
    return found


def _flush_names(folder: Path) -> None:
    """Flush the folder, so that the file keeps its name after a power failure."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def all_in(folder: Path) -> list[Path]:
    """The backups in a folder, the newest first, as their names have it: a copy of one is not newer."""
    return sorted(folder.glob(NAMES), key=lambda path: (path.name[MOMENT], len(path.name), path.name), reverse=True)


def newest_at(folder: Path) -> datetime | None:
    """The time when the newest backup in a folder was made, as its name has it; None where there is none to be seen."""
    newest = all_in(folder)[:1]
    return datetime.strptime(f"{newest[0].name[MOMENT]}Z", "%Y-%m-%d-%H%M%S%z") if newest else None


def forget(folder: Path, keep: int, now: datetime) -> list[Path]:
    """Remove all backups but the `keep` newest, and what a writer that died has left; the backups that went."""
    gone = all_in(folder)[keep:]
    for path in gone:
        path.unlink(missing_ok=True)
    for path in folder.glob(f"{UNFINISHED}*"):
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < (now - LEFT_AFTER).timestamp():
                path.unlink()
    return gone


@dataclass(frozen=True, slots=True)
class Backup:
    """A whole backup: every part of it has the checksum that its manifest names."""

    path: Path
    manifest: Mapping[str, Any]

    @property
    def made_at(self) -> datetime:
        return datetime.fromisoformat(self.manifest["made_at"])

    @contextmanager
    def part(self, name: str) -> Iterator[IO[bytes]]:
        """One part, unpacked while it is read."""
        with ZipFile(self.path) as zipped, zipped.open(name) as stream:
            yield stream

    @property
    def files(self) -> list[str]:
        """The names of the parts that are files of the data folder."""
        return sorted(name for name in self.manifest["checksums"] if name.startswith(FILES))


def opened(path: Path) -> Backup:
    """Check a backup from its first byte to its last. BadBackup says what is wrong with it."""
    try:
        with ZipFile(path) as zipped:
            manifest = json.loads(zipped.read(MANIFEST))
            if manifest["format"] != FORMAT:
                raise BadBackup(f"{path} is a backup of another form ({manifest['format']}).")
            _check(zipped, manifest["checksums"], path)
            return Backup(path, manifest)
    except FileNotFoundError:
        raise BadBackup(f"There is no file {path.absolute()}.") from None
    except PermissionError:
        user = pwd.getpwuid(os.geteuid()).pw_name
        raise BadBackup(f"The user {user} may not read {path}. Give it to them: chown {user} {path}") from None
    except BadBackup:
        raise
    except Exception as error:  # a byte in the wrong place makes the reader of zips raise whatever comes
        raise BadBackup(
            f"{path} is no backup, was cut off or damaged ({error}). Take an older one, or copy it here again."
        ) from error


def _stays_inside(name: str) -> bool:
    """Whether a part, or what follows its folder, names no other place: "files//etc/x" would."""
    return all(part not in ("", ".", "..") for part in name.split("/"))


def _check(zipped: ZipFile, checksums: Mapping[str, str], path: Path) -> None:
    if {*zipped.namelist()} != {*checksums, MANIFEST} or DATABASE not in checksums:
        raise BadBackup(f"{path} does not hold the parts that it names. Take another one.")
    for name, wanted in checksums.items():
        if not _stays_inside(name):
            raise BadBackup(f"{path} names a part outside of its folder: {name}.")
        counted = hashlib.sha256()
        with zipped.open(name) as stream:
            while block := stream.read(BLOCK):
                counted.update(block)
        if counted.hexdigest() != wanted:
            raise BadBackup(f"{path} was changed: its part {name} has another checksum. Take another one.")
