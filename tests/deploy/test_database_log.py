"""PostgreSQL's own log, with the settings that deploy/watching.md names, holds no value of a statement that failed."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from tests.deploy.test_deploy_files import DEPLOY
from tests.shared import deploy_pages

TOLD = re.compile(r"^ {4}(ALTER DATABASE bruges SET .+;)$", re.MULTILINE)
TOKEN = "k1" + "a" * 32
FAILING = (
    "INSERT INTO letters VALUES ('{token}')",
    "SELECT '{token}' FROM nowhere",
    "SELECT 1 / length('{token}') / 0",
    "UPDATE letters SET address = NULL WHERE address = '{token}'",
)


@pytest.fixture
def log(postgresql_url: str) -> Path:
    """The file that the server writes its log to."""
    (folder,) = parse_qs(urlsplit(postgresql_url).query).get("host", [""])
    path = Path(folder, "log")
    if not path.is_file():
        pytest.skip("the log of this PostgreSQL is somewhere else")
    return path


def logged(log: Path, url: str) -> str:
    """The server's log while statements fail, one of them with its values beside it."""
    before = log.stat().st_size
    with psycopg.connect(url, autocommit=True) as database:
        for statement in FAILING:
            with pytest.raises(psycopg.Error):
                database.execute(statement.format(token=TOKEN))
        with pytest.raises(psycopg.Error):
            database.execute("INSERT INTO letters VALUES (%s)", [TOKEN])
    return log.read_bytes()[before:].decode()


def test_a_statement_that_fails_leaves_no_reply_address_there(postgresql_url: str, log: Path) -> None:
    statements = TOLD.findall(deploy_pages.TEXT)
    url = postgresql_url.replace("/postgres?", "/told?")
    with psycopg.connect(postgresql_url, autocommit=True) as server:
        server.execute("CREATE DATABASE told")
        try:
            with psycopg.connect(url, autocommit=True) as database:
                database.execute("CREATE TABLE letters (address text PRIMARY KEY)")
                database.execute("INSERT INTO letters VALUES (%s)", [TOKEN])
            assert TOKEN in logged(log, url)  # as it is without
            for statement in statements:
                server.execute(statement.replace("bruges", "told"))
            told = logged(log, url)
            assert told.count("ERROR") == len(FAILING) + 1
            assert TOKEN not in told
        finally:
            server.execute("DROP DATABASE told")
    compose = (DEPLOY / "compose.yaml").read_text()
    for name, value in re.findall(r"SET (\w+) = '?(\w+)'?;", "\n".join(statements)):
        assert f"--{name}={value}" in compose
