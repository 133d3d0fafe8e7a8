"""A real server and a real browser for tests that click: Debian's chromium on the built page."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.request import Request, urlopen

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect, sync_playwright

from planspiel.server.run import address, bound, server
from planspiel.server.settings import Settings

CHROMIUM = "/usr/bin/chromium"
SECONDS = 20_000
"""How long a test waits for something on the page, in ms."""
GRAVE = ("serious", "critical")
expect.set_options(timeout=SECONDS)


@contextmanager
def table(folder: Path, **more: Any) -> Iterator[str]:
    """A server with a database of its own, and its address; `more` are further settings."""
    settings = Settings(port=0, database=f"sqlite:///{folder}/table.sqlite", **more)
    listening = bound(settings)
    ready = Event()
    running = server(settings, ready=ready.set)
    thread = Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        assert ready.wait(20), "the server did not start"
        yield address(settings, listening)
    finally:
        running.should_exit = True
        thread.join(20)
        listening.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """The sandbox of chromium does not start for root."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


def player(browser: Browser, language: str, *, dark: bool = False, phone: bool = False) -> Page:
    """A browser of one's own: its language, its theme, its size, its memory. Nothing moves in it."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844} if phone else {"width": 1440, "height": 900},
        locale=language,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        has_touch=phone,
        accept_downloads=True,
    )
    page = context.new_page()
    page.set_default_timeout(SECONDS)
    return page


def post(where: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """What the server answers to a request of the lobby."""
    request = Request(
        f"{where}{path}", json.dumps(body).encode(), {"content-type": "application/json"}, method="POST"
    )
    with urlopen(request, timeout=20) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def hot_seat(where: str, scenario: str = "duel", **game: Any) -> str:
    """The address of a new game for both sides at one screen."""
    wanted = {"system": "blitzkrieg1940", "scenario": scenario, "hot_seat": True, **game}
    return f"{where}#table={post(where, 'api/games', wanted)['table']}"


def seated(where: str, scenario: str = "duel", **game: Any) -> dict[str, str]:
    """The addresses of both seats of a new game."""
    made = post(where, "api/games", {"system": "blitzkrieg1940", "scenario": scenario, **game})
    taken = {
        seat: post(where, "api/join", {"invite": invite, "name": seat.capitalize()})["token"]
        for seat, invite in made["invites"].items()
    }
    return {seat: f"{where}#table={token}" for seat, token in taken.items()}


def from_menu(page: Page, *buttons: str) -> None:
    """Open the menu of a table and click these buttons, one after the other."""
    page.click("header .menu > button")
    for button in buttons:
        page.click(f"header .menu button:has-text('{button}')")


def grave_findings(page: Page) -> list[str]:
    """What axe-core finds on the page that would keep somebody from using it."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found if each["impact"] in GRAVE]
