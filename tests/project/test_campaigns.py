"""The campaigns, which people run now and then: what they are made of is still there. Their types are checked too."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from tests import campaign


def test_every_module_of_the_campaigns_can_be_imported() -> None:
    names = [found.name for found in pkgutil.walk_packages(campaign.__path__, f"{campaign.__name__}.")]
    assert f"{campaign.__name__}.upgrade.__main__" in names
    for name in names:
        import_module(name)
