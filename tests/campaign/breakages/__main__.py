"""Installs the service, has players play by mail, and breaks it in one way after the other:
`python -m tests.campaign.breakages`.

Each time: is the cause named by /readyz and by the doctor in a line with the way back, does following that line heal
it, and has every letter one effect and one answer? As root, with debootstrap; half an hour to an hour.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import traceback
from functools import partial
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from tests.campaign.breakages.ways import Found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", default="bookworm", help="of Debian, by its name")
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD", help="ways with this word in their names")
    parser.add_argument("--list", action="store_true", help="name the ways")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()  # the players' mail programs read letters in the languages of the service
    from tests.campaign.breakages import moving, stage, ways

    every = {way.name: partial(ways.carry_out, way=way) for way in ways.WAYS} | moving.MOVES
    chosen = [name for name in every if any(word in name for word in asked.only)]
    if asked.list:
        print(*chosen, sep="\n")
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # a machine that is given up is taken away
    all_found = []
    with stage.stage(asked.release) as made:
        for name in chosen:
            try:
                all_found.append(every[name](made))
            except Exception:
                all_found.append(ways.Found(name, wrong=[traceback.format_exc()]))
            told(all_found[-1])
    print("", *map(row, all_found), sep="\n")
    wrong = sum(bool(found.wrong) for found in all_found)
    print(f"{len(all_found)} ways, {wrong or 'nothing'} wrong", flush=True)
    sys.exit(bool(wrong))


def told(found: Found) -> None:
    """All of one way, as soon as it is over."""
    print(f"\n{'WRONG' if found.wrong else 'ok   '} {found.way}")
    print(f"      readyz after {seconds(found.ready_after)}: {found.ready}")
    print(f"      doctor after {seconds(found.doctor_after)}: {found.doctor}")
    print(f"      typed: {'; '.join(found.typed) or '-'}")
    print(f"      healed after {seconds(found.healed_after)}, all answered after {seconds(found.settled_after)} more")
    if audit := found.audit:
        print(f"      letters written {audit.written}, answered {audit.answered}, came {audit.came}, "
              f"came again {audit.again}, laid aside {audit.laid_aside}")  # fmt: skip
    for line in found.wrong:
        print(f"      WRONG: {line}")
    sys.stdout.flush()


def row(found: Found) -> str:
    """One line of the table at the end."""
    audit = found.audit
    letters = f"{audit.written}/{audit.answered}/{len(audit.wrong)}/{audit.laid_aside}" if audit else "-"
    times = " ".join(f"{seconds(one):>7}" for one in (found.ready_after, found.doctor_after, found.healed_after))
    return f"{'WRONG' if found.wrong else 'ok   '} {found.way:45} {times}  {letters:>16}  {found.doctor or found.ready}"


def seconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f} s"


if __name__ == "__main__":
    main()
