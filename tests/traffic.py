"""What reaches a browser, and what can be read out of it by somebody who wants to know more."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, Route

MINES = re.compile(r"(?<![a-z])(mines?|minefields?|minen|minenfeld(er)?)(?![a-z])", re.IGNORECASE)


class Traffic:
    """What a browser is sent about its game: every frame and every body."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self.bodies: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))
        page.route("**/api/**", self._body)

    def _frame(self, payload: str | bytes) -> None:
        self.frames.append(payload if isinstance(payload, str) else payload.decode())

    def _body(self, route: Route) -> None:
        """Printed material is fetched by anybody, without a link: it can betray nobody."""
        answer = route.fetch()
        if "authorization" in route.request.headers:
            self.bodies.append(answer.text())
        route.fulfill(response=answer)

    @property
    def texts(self) -> list[str]:
        return [*self.frames, *self.bodies]

    @property
    def token(self) -> str:
        return str(self.page.evaluate("new URLSearchParams(location.hash.slice(1)).get('table')"))


def records(told: Any, name: str = "") -> Iterator[list[str]]:
    """Every record in a message, as the words that stand in it directly."""
    inner: list[tuple[str, Any]] = []
    if isinstance(told, dict):
        inner = list(told.items())
    elif isinstance(told, list):
        inner = [("", each) for each in told]
    words = [name]
    for key, value in inner:
        words += [key, *_plain(value)]
        yield from records(value, key)
    yield words


def _plain(value: Any) -> list[str]:
    """A word, or a list of words; what lies deeper is a record of its own."""
    values = value if isinstance(value, list) else [value]
    return [str(each) for each in values if isinstance(each, str | int)]


def units_told(traffic: Traffic, places: dict[str, str]) -> set[str]:
    """Units that are named together with the hex in which they stand."""
    found: set[str] = set()
    for words in (words for text in traffic.texts for words in records(json.loads(text))):
        line = "\n".join(words)
        for unit, hex_ in places.items():
            if unit in line and hex_ in line and stands(unit, line) and stands(hex_, line):
                found.add(unit)
    return found


def mines_told(traffic: Traffic, hexes: set[str]) -> set[str]:
    """Hexes that are named together with a minefield."""
    found: set[str] = set()
    for words in (words for text in traffic.texts for words in records(json.loads(text))):
        line = "\n".join(words)
        if MINES.search(line):
            found |= {hex_ for hex_ in hexes if stands(hex_, line)}
    return found


def stands(word: str, line: str) -> bool:
    """Whether a word stands in a line by itself."""
    return re.search(rf"(?<![\w/-]){re.escape(word)}(?![\w/-])", line) is not None
