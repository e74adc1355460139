"""What a list is called: the same in the sidebar and in the trail above its page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.shared.cast import Cast
from tournaments.organiser.look import KEY, UNFOLD

LINKS = UNFOLD["SIDEBAR"]["navigation"][0]["items"][1:]
LISTS = [(link["title"], link["link"]) for link in LINKS if link["title"] != KEY]


@pytest.mark.parametrize(("name", "page"), LISTS, ids=[str(name) for name, _ in LISTS])
def test_every_link_to_a_list_bears_one_name(cast: Cast, desk: Client, name: object, page: object) -> None:
    shown = desk.get(str(page)).content.decode()
    links = re.findall(rf'<a\s+href="{page}"[^>]*>(.*?)</a\s*>', shown, re.DOTALL)
    without_icons = [re.sub(r'<span class="material-symbols.*?</span>', "", link, flags=re.DOTALL) for link in links]
    assert len(links) >= 2
    assert {" ".join(re.sub(r"<[^>]+>", " ", link).split()) for link in without_icons} == {str(name)}
