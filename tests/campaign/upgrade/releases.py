"""Releases for the trial: this tree under other versions, some with a migration or a fault."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.campaign.install.machine import Machine

GIT = ("git", "-c", "user.name=Trial", "-c", "user.email=trial@example.org", "-c", "commit.gpgsign=false")
ADDING = 'migrations.AddField("player", "{0}", models.TextField(null=True)), '
FAILING = 'migrations.RunSQL("SELECT 1 / 0"), '
MIGRATION = """
from django.db import migrations, models


class Migration(migrations.Migration):
    fits_old_code = "It fails, or adds."
    dependencies = [("tournaments", "{before}")]
    operations = [{operations}]
"""
# Faults that show only when a part is started for good.
NO_PAGES = {
    "bruges_pbem/wsgi.py": 'import sys\nif "--check-config" not in sys.argv:\n    raise RuntimeError("no pages")\n'
}
NO_WORKER = {
    "bruges_pbem/celery.py": 'import sys\nif "worker" in sys.argv:\n    sys.exit("this release has no worker")\n'
}


def newest(tree: Path) -> str:
    return max(path.stem for path in (tree / "tournaments/migrations").glob("0*.py"))


def make(one: Machine, version: str, before: str, operations: str = "", faults: Mapping[str, str] | None = None) -> str:
    """A release that follows another one, as a checkout on the machine; its path there. `faults`: appended to files."""
    path = f"/var/tmp/{version}"
    tree = one.root / path.lstrip("/")
    subprocess.run(["git", "clone", "--quiet", one.root / before.lstrip("/"), tree], check=True)
    init = tree / "bruges_pbem/__init__.py"
    init.write_text(re.sub(r'(?<=__version__ = ")[^"]+', version, init.read_text()))
    if operations:
        last = newest(tree)
        name = f"{int(last[:4]) + 1:04}_trial"
        text = MIGRATION.format(before=last, operations=operations.format(f"trial_{name[:4]}"))
        (tree / f"tournaments/migrations/{name}.py").write_text(text)
    for file, fault in (faults or {}).items():
        with (tree / file).open("a") as out:
            out.write(fault)
    subprocess.run([*GIT, "-C", tree, "add", "--all"], check=True)
    subprocess.run([*GIT, "-C", tree, "commit", "--quiet", "--message", version], check=True)
    return path
