"""Files of the system that deploy/install has not written because somebody had edited them: their new forms wait."""

from __future__ import annotations

from pathlib import Path

from tournaments.running.health.finding import Findings, ok, warn

ROOT = Path("/")
# What `place` in deploy/installing/saying.sh writes; its new form lies beside a file as this.
FORMS = (
    "etc/caddy/Caddyfile.new",
    "etc/opendkim.conf.new",
    "etc/opendmarc.conf.new",
    "etc/postfix/*.cf.new",
    "etc/systemd/system/bruges*.new",
)


def waiting(root: Path = ROOT) -> Findings:
    """Whether a file is an older one than this release brings."""
    found = [path for form in FORMS for path in sorted(root.glob(form)) if not _is_taken_over(path)]
    for path in found:
        words = f"{path.with_suffix('')} is not as this release has it: the new form waits beside it as {path}"
        yield warn(words, "take over what it says (diff), restart what reads it, and remove it")
    if not found:
        yield ok("no file of this release waits to be taken over")


def _is_taken_over(path: Path) -> bool:
    try:
        return path.read_bytes() == path.with_suffix("").read_bytes()
    except OSError:
        return False
