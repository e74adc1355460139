"""`manage.py` in somebody's hands: Django's command line, with this service's commands and words."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from django.core.management import ManagementUtility, get_commands, load_command_class
from django.db import DatabaseError

from bruges_pbem import __version__, crashes
from tournaments.runtime import outages

OURS = "tournaments"  # the app that has our commands
BESIDE = ("check", "migrate", "shell", "dbshell")  # of Django, for who runs a service
DEMONSTRATION = ("play", "demo", "sample", "robots", "post_office", "check_papers")
REMEDIES = {
    outages.DATABASE: "Start the database (systemctl status postgresql); DATABASE_URL says where it is looked for",
    outages.BROKER: "Start the broker (systemctl status redis-server); REDIS_URL says where it is looked for",
    outages.DISK: "Make room: df -h and df -i say which disk is full",
}
UNKNOWN_STATES = ("42P01", "42703")  # of PostgreSQL: no such table, no such column
UNKNOWN_WORDS = ("no such table", "no such column")  # of SQLite


class CommandLine(ManagementUtility):
    """Lists what the service can do before what Django can do, and tells the version of the service."""

    def main_help_text(self, commands_only: bool = False) -> str:
        """A line of each command of the service; with `commands_only` the names of all, as shells want them."""
        if commands_only:
            return super().main_help_text(commands_only=True)
        known = get_commands()
        ours = [name for name, app in sorted(known.items()) if app == OURS and name not in DEMONSTRATION]
        return "\n".join([
            f"Bruges PBEM {__version__}. Of a command more: {self.prog_name} help COMMAND",
            *_listed("The service", ours),
            *_listed("The demonstration", DEMONSTRATION),
            *_listed("Of Django", BESIDE),
            "",
            f"All, with the others of Django: {self.prog_name} help --commands",
        ])  # fmt: skip

    def execute(self) -> None:
        """Run the command that was asked for."""
        if self.argv[1:] in (["--version"], ["version"]):
            sys.stdout.write(f"{__version__}\n")
        else:
            super().execute()


def _listed(title: str, names: Sequence[str]) -> list[str]:
    """Those whose packages are here: a server has none of the demonstration's."""
    abouts = {name: about for name in names if (about := _about(name))}
    width = max(map(len, abouts), default=0)
    return ["", f"{title}:", *(f"  {name:<{width}}  {about}" for name, about in abouts.items())] if abouts else []


def _about(name: str) -> str:
    """The help of a command in one line; "" where a package is missing that it needs."""
    try:
        return str(load_command_class(get_commands()[name], name).help)
    except ModuleNotFoundError:
        return ""


def run(argv: list[str]) -> None:
    """Run a command. SystemExit with a line for whoever called it when a part of the installation is not there."""
    try:
        CommandLine(argv).execute()
    except Exception as error:
        if crashes.is_part() or not (remedy := _remedy(error)):
            raise
        sys.exit(f"bruges_pbem: {' '.join(str(error).split())}\n{remedy}. Then call the command again.")


def _remedy(error: Exception) -> str:
    """The remedy for an error that says what the installation lacks; "" of every other."""
    cause = error.__cause__
    unknown = getattr(cause, "sqlstate", None) in UNKNOWN_STATES or str(cause).startswith(UNKNOWN_WORDS)
    if isinstance(error, DatabaseError) and unknown:
        return (
            "The database is not that of this release: bruges migrate, or manage.py migrate where it is not installed"
        )
    return REMEDIES.get(outages.part_of(error), "")
