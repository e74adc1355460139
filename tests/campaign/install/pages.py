"""A visitor without scripts: opens pages of the installed site by https, fills in forms, presses their buttons."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urljoin

import httpx
from selectolax.lexbor import LexborHTMLParser, LexborNode


@contextmanager
def found_at(address: str, *names: str) -> Iterator[None]:
    """While inside, these names lead to that address for this process; all others as ever."""
    before = socket.getaddrinfo

    def lookup(host: Any, *rest: Any, **options: Any) -> Any:
        return before(address if host in names else host, *rest, **options)

    socket.getaddrinfo = lookup
    try:
        yield
    finally:
        socket.getaddrinfo = before


class Visitor:
    """One browser: keeps cookies, follows redirects, trusts nobody but the given authority."""

    def __init__(self, site: str, authority: str) -> None:
        self.client = httpx.Client(
            base_url=f"https://{site}", verify=ssl.create_default_context(cadata=authority), trust_env=False,
            follow_redirects=True, timeout=30,
        )  # fmt: skip
        self.page = LexborHTMLParser("")
        self.address = ""

    def open(self, path: str) -> None:
        self._show(self.client.get(path))

    def follow(self, words: str) -> None:
        """Open the first link that is called so."""
        for link in self.page.css("a[href]"):
            if link.text(strip=True) == words:
                self.open(urljoin(self.address, link.attributes["href"]))
                return
        raise AssertionError(f"no link {words!r} on {self.address}")

    def press(self, words: str, **fields: str) -> None:
        """Fill in the form that the button belongs to, and press it."""
        for button in self.page.css("button, input[type=submit]"):
            if words in {button.text(strip=True), button.attributes.get("value"), button.attributes.get("name")}:
                self._send(self._form_of(button), button, fields)
                return
        raise AssertionError(f"no button {words!r} on {self.address}: {self.text()}")

    def _form_of(self, button: LexborNode) -> LexborNode:
        if named := button.attributes.get("form"):
            return self.page.css(f"form#{named}")[0]
        node = button.parent
        while node is not None and node.tag != "form":
            node = node.parent
        assert node is not None, f"a button outside of every form on {self.address}"
        return node

    def text(self) -> str:
        body = self.page.body
        return " ".join(body.text(separator=" ").split()) if body else ""

    def _send(self, form: LexborNode, button: LexborNode, fields: Mapping[str, str]) -> None:
        values = filled(form) | dict(fields)
        if name := button.attributes.get("name"):
            values[name] = button.attributes.get("value") or ""
        action = urljoin(self.address, form.attributes.get("action") or self.address)
        self._show(self.client.post(action, data=values, headers={"Referer": self.address}))

    def _show(self, answer: httpx.Response) -> None:
        assert answer.status_code == 200, f"{answer.url}: {answer.status_code}\n{answer.text[:2000]}"
        self.page, self.address = LexborHTMLParser(answer.text), str(answer.url)


def filled(form: LexborNode) -> dict[str, str]:
    """The values that a browser would send of a form in which nobody has written anything."""
    values = {}
    for one in form.css("input[name], textarea[name], select[name]"):
        name, kind = one.attributes["name"] or "", one.attributes.get("type")
        if kind in {"submit", "button", "file"} or (kind in {"checkbox", "radio"} and "checked" not in one.attributes):
            continue
        if one.tag == "select":
            chosen = one.css_first("option[selected]") or one.css_first("option")
            values[name] = chosen.attributes.get("value") or "" if chosen else ""
        elif one.tag == "textarea":
            values[name] = one.text()
        else:
            values[name] = one.attributes.get("value") or ("on" if kind == "checkbox" else "")
    return values
