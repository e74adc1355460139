#!/usr/bin/env python3
"""Django's command line. Takes the environment of `make play` when none is given."""

import os
import sys

from bruges_pbem import crashes, env

# Write what others have to read: files of the pages, code.
FOR_OTHERS = {"collectstatic", "compilemessages", "makemessages", "makemigrations"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruges_pbem.settings")
    if os.environ["DJANGO_SETTINGS_MODULE"] == "bruges_pbem.settings":
        env.take_play(make=sys.argv[1:2] in (["play"], ["demo"]))
    from bruges_pbem import command_line

    if not FOR_OTHERS.intersection(sys.argv[1:2]):
        _keep_private()
    command_line.run(sys.argv)


def _keep_private() -> None:
    from tournaments.runtime import private_files

    if crashes.is_part():
        crashes.keep_private()
        return
    try:
        private_files.begin(env.data_dir())
    except (OSError, private_files.NotOurs) as error:
        sys.exit(f"bruges_pbem: {error}")


if __name__ == "__main__":
    if crashes.is_part():
        crashes.report()
        main()
    else:
        try:
            main()
        except env.Misconfigured as error:
            sys.exit(f"bruges_pbem: {error}")
