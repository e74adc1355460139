"""Rows that all tests of a module start from: made once, rolled back behind the last of them.

Each test still has a transaction of its own inside, so that what it changes is seen by no other. Not for tests that
commit (`transaction=True`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker


@contextmanager
def made_once(blocker: DjangoDbBlocker) -> Iterator[None]:
    """For a fixture of a module: what is written inside stays until the fixture ends."""
    with blocker.unblock():
        around: Any = transaction.atomic()
        around._from_testcase = True  # as Django marks its own: a durable action may run inside
        with around:
            yield
            transaction.set_rollback(True)
