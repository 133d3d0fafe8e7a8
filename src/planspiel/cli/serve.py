"""`planspiel serve` runs a table for others; `open_table` is what a player at home starts."""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import Callable
from tempfile import TemporaryDirectory
from threading import Thread
from urllib.parse import urlsplit
from urllib.request import urlopen

from msgspec.structs import replace

from planspiel.cli.errors import BadInput
from planspiel.cli.printing import line
from planspiel.server.database import DatabaseError
from planspiel.server.run import PortTaken, address, bound, serve, server
from planspiel.server.settings import Settings

__all__ = ["check_table", "from_environment", "open_table", "serve_table"]


def serve_table(host: str, port: int, public_url: str, database: str) -> None:
    """Serve until interrupted."""
    if public_url and urlsplit(public_url).scheme not in ("http", "https"):
        raise BadInput("--public-url", "takes an address such as https://play.example/")
    settings = replace(from_environment(), host=host, port=port, public_url=public_url, database=database)
    try:
        listening = bound(settings)
    except PortTaken as taken:
        raise BadInput("--port", f"cannot be used: {taken}") from None
    where = address(settings, listening)
    _run(settings, listening, lambda: line(f"The table is open at {where}"))


def from_environment() -> Settings:
    """What a host sets beside the options. Passwords are not for a command line, which others can read."""
    smtp = os.environ.get("PLANSPIEL_SMTP", "")
    if smtp and urlsplit(smtp).scheme not in ("smtp", "smtps"):
        raise BadInput("PLANSPIEL_SMTP", "takes an address such as smtp://USER:PASSWORD@mail.example:587")
    webhooks = _words("PLANSPIEL_WEBHOOKS")
    for origin in webhooks:
        if urlsplit(origin).scheme not in ("http", "https") or not urlsplit(origin).hostname:
            raise BadInput(
                "PLANSPIEL_WEBHOOKS", f"takes origins such as https://hooks.example, not {origin!r}"
            )
    return Settings(
        smtp=smtp,
        mail_from=os.environ.get("PLANSPIEL_MAIL_FROM", ""),
        webhooks=webhooks,
        bots=_words("PLANSPIEL_BOTS"),
        plugins=_words("PLANSPIEL_PLUGINS"),
        warm=True,
    )


def _words(name: str) -> tuple[str, ...]:
    return tuple(os.environ.get(name, "").split())


def open_table(database: str = "", port: int = Settings().port, *, browser: bool = True) -> None:
    """A table for this machine alone, and the browser on it.

    A port that is taken, or no browser, is a sentence with the address and no failure.
    """
    settings = Settings(port=port, database=database, warm=True)
    try:
        listening = bound(settings)
    except PortTaken:
        there = f"http://{settings.host}:{port}/"
        if _is_table(there):
            line(f"The table is already open at {there}")
            _show(there, browser)
            return
        line(f"Another program uses port {port}; the table takes a free one.")
        settings = replace(settings, port=0)
        listening = bound(settings)
    where = address(settings, listening)

    def ready() -> None:
        line(f"The table is open at {where} (Ctrl+C closes it)")
        Thread(target=_show, args=(where, browser), daemon=True).start()

    _run(settings, listening, ready)


def check_table() -> None:
    """Start a table of its own on any free port, fetch the page, stop."""
    with TemporaryDirectory() as folder:
        settings = Settings(port=0, database=f"sqlite:///{folder}/table.sqlite")
        listening = bound(settings)
        where = address(settings, listening)
        fetched: list[bytes] = []

        def look() -> None:
            try:
                with urlopen(where, timeout=10) as answer:
                    fetched.append(answer.read())
            finally:
                running.should_exit = True

        running = server(settings, ready=lambda: Thread(target=look).start())
        running.run(sockets=[listening])
        listening.close()
    if not fetched or b"<html" not in fetched[0]:
        raise BadInput("the table", "started, but its page could not be fetched")
    line(f"The table started and its page came back ({len(fetched[0])} bytes).")


def _run(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
    try:
        serve(settings, listening, ready=ready)
    except DatabaseError as fault:
        raise BadInput("--database", str(fault)) from None
    except KeyboardInterrupt:
        pass  # closed by the player
    finally:
        listening.close()


def _is_table(where: str) -> bool:
    """Whether Planspiel itself listens there."""
    try:
        with urlopen(f"{where}api/health", timeout=2) as answer:
            return b'"version"' in answer.read(1000)
    except (OSError, ValueError):
        return False


def _show(where: str, browser: bool) -> None:
    if browser and not webbrowser.open(where):
        line(f"No browser could be started here: open {where} in one.")
