"""What the web server takes from a request before Django sees it."""

from __future__ import annotations

import pytest
from gunicorn.config import Config  # type: ignore[import-untyped]
from gunicorn.http import RequestParser  # type: ignore[import-untyped]

from bruges_pbem import serving


@pytest.mark.parametrize("header", ["SCRIPT_NAME: /elsewhere", "PATH_INFO: /readyz", "X_FORWARDED_FOR: 192.0.2.1"])
@pytest.mark.parametrize("peer", ["127.0.0.1", "192.0.2.7"])
def test_no_header_says_under_which_path_the_pages_hang(header: str, peer: str) -> None:
    config = Config()
    for name in config.settings:
        if hasattr(serving, name):
            config.set(name, getattr(serving, name))
    raw = f"GET /elsewhere/readyz HTTP/1.1\r\nHost: play.example.org\r\n{header}\r\n\r\n".encode()
    request = next(RequestParser(config, iter([raw]), (peer, 4711)))
    assert [name for name, _ in request.headers] == ["HOST"]
