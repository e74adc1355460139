"""An application that answers with a large file under /large, for gunicorn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bruges_pbem.answers import Answers

SIZE = 32 * 1024 * 1024  # more than waits in the buffers of a connection
answers = Answers()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    return answers.of(_answer, environ, start_response)


def _answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    content = b"x" * (SIZE if environ["PATH_INFO"] == "/large" else 10)
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(content)))])
    return [content]
