"""The file with the service's settings: written once from env.example, read as systemd reads an EnvironmentFile=.

    environment.py write PATH [SETTINGS]        settings NAME=value also on standard input, never shown in a list
                                                of processes; secrets that are missing are made
    environment.py run PATH USER COMMAND ...    a command with these settings, as that user

Run it with the Python of `.venv`. A file that exists is never written again.
"""

from __future__ import annotations

import os
import pwd
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "deploy" / "env.example"
# Of libraries, each with names of its own.
OTHERS = ("ANYMAIL_", "AWS_")
LINE = re.compile(r"(?P<off>#?)(?P<name>[A-Z][A-Z0-9_]*)=(?P<value>.*)")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
ESCAPED = '"\\`$'  # characters that a backslash comes before between double quotes
PATHS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class BadFile(Exception):
    """A settings file cannot be read or written. The message says which line and what to do."""


# --- read ----------------------------------------------------------------------------------------


def parse(text: str) -> dict[str, str]:
    """The settings of a file; BadFile names a line that is none."""
    found = {}
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line[0] in "#;":
            continue
        name, equals, written = line.partition("=")
        if not equals or not NAME.fullmatch(name.strip()):
            raise BadFile(f"line {number} is no setting. Write it as NAME=value.")
        try:
            found[name.strip()] = value_of(written.lstrip())
        except BadFile as error:
            raise BadFile(f"line {number}, {name.strip()}: {error}") from None
    return found


def value_of(written: str) -> str:
    """The meaning of a value: quotes fall away, a backslash takes its character as it is (systemd.exec(5))."""
    value, kept, quote, letters = "", 0, "", iter(written)
    for letter in letters:
        if quote == "'" and letter != "'":
            value += letter
        elif letter == "\\":
            value += _escaped(next(letters, ""), quote)
        elif letter == quote:
            quote = ""
        elif letter in "'\"" and not quote:
            quote = letter
        else:
            value += letter
            if letter.isspace() and not quote:
                continue  # kept only if something comes behind it
        kept = len(value)
    if quote:
        raise BadFile(f"the quote {quote} is not closed on the same line. Close it.")
    return value[:kept]


def _escaped(letter: str, quote: str) -> str:
    if not letter:
        raise BadFile("it ends in a backslash. Write the whole value in one line.")
    return letter if not quote or letter in ESCAPED else f"\\{letter}"


# --- written -------------------------------------------------------------------------------------


def quoted(value: str) -> str:
    """A value as systemd and a shell read it alike."""
    if re.fullmatch(r"[\w@%+:,./?=-]*", value):
        return value
    return '"' + "".join(f"\\{letter}" if letter in ESCAPED else letter for letter in value) + '"'


def filled(example: str, values: Mapping[str, str]) -> str:
    """The example with these values; what must be set there and has no value here is taken out, as a comment.

    BadFile names settings that the example does not know.
    """
    known = {match["name"] for match in map(LINE.fullmatch, example.splitlines()) if match}
    more = {name: value for name, value in values.items() if name not in known}
    if unknown := sorted(name for name in more if not _is_known(name, known)):
        raise BadFile(f"{', '.join(unknown)}: no such setting. deploy/env.example lists them all.")
    lines = list(_lines(example, values))
    if more:
        lines += ["", *(f"{name}={quoted(value)}" for name, value in more.items())]
    return "\n".join(lines) + "\n"


def _is_known(name: str, known: set[str]) -> bool:
    return name.startswith(OTHERS) or name.removesuffix("_FILE") in known


def _lines(example: str, values: Mapping[str, str]) -> Iterator[str]:
    for line in example.splitlines():
        match = LINE.fullmatch(line)
        if match is None or (match["off"] and match["name"] not in values):
            yield line
        elif match["name"] in values:
            yield f"{match['name']}={quoted(values[match['name']])}"
        else:
            yield f"#{line}"


def write(path: Path, given: Mapping[str, str]) -> None:
    """Make the file, for its owner alone. BadFile if it exists or a setting is unknown."""
    from bruges_pbem import env

    secrets = {name: value for name, value in env.new_secrets().items() if f"{name}_FILE" not in given}
    text = filled(EXAMPLE.read_text(encoding="utf-8"), {**secrets, **given})
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise BadFile("it exists already and is left as it is.") from None
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)


# --- used ----------------------------------------------------------------------------------------


def run(path: Path, user: str, command: list[str]) -> NoReturn:
    """Become the command, as the user and with nothing but these settings in the environment."""
    try:
        who = pwd.getpwnam(user)
    except KeyError:
        raise BadFile(f"there is no user {user}. deploy/install makes the one of the service.") from None
    try:
        settings = parse(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadFile("it is not there. Put back the copy that you keep elsewhere: no backup has its keys.") from None
    basis = {name: os.environ[name] for name in ("LANG", "TERM") if name in os.environ}
    os.chdir(ROOT)
    if os.geteuid() != who.pw_uid:
        os.initgroups(user, who.pw_gid)
        os.setgid(who.pw_gid)
        os.setuid(who.pw_uid)
    os.execve(command[0], command, {"PATH": PATHS, "HOME": who.pw_dir, "USER": user, **basis, **settings})


def main(words: list[str]) -> None:
    match words:
        case ["write", path, *files] if len(files) <= 1:
            given = dict(line.split("=", 1) for line in sys.stdin.read().splitlines() if "=" in line)
            for file in files:
                given |= parse(Path(file).read_text(encoding="utf-8"))
            sys.path.insert(0, str(ROOT))
            write(Path(path), given)
        case ["run", path, user, *command] if command:
            run(Path(path), user, command)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (BadFile, OSError) as error:
        sys.exit(f"{' '.join(sys.argv[2:3])}: {error}")
