"""Sending one notice: by mail through the configured server, or as a request to an allowed address."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, unquote, urlsplit

import msgspec
from msgspec import Struct

from planspiel.server.settings import Settings

if TYPE_CHECKING:  # what sends mail is loaded when mail is sent: a table at home starts without it
    import smtplib

__all__ = ["Notice", "Send", "Unsent", "call", "is_address", "is_allowed", "mail"]

Send = Callable[[], None]
SECONDS = 15
_ADDRESS = re.compile(r"[^\s@,;:<>\"\\]{1,64}@[A-Za-z0-9.-]{1,190}\.?[A-Za-z0-9]")


class Unsent(Exception):
    """The other side did not take it."""


class Notice(Struct, frozen=True):
    """What is sent. It holds no link and nothing that only one seat may know."""

    kind: str
    game: str
    seat: str
    title: str
    text: str
    where: str


def is_address(address: str) -> bool:
    return _ADDRESS.fullmatch(address) is not None


def is_allowed(settings: Settings, url: str) -> bool:
    """Whether the host of this server allows that an address is called: by scheme, name and port."""
    try:
        wanted = urlsplit(url)
        allowed = [urlsplit(origin) for origin in settings.webhooks]
        port = wanted.port
    except ValueError:
        return False
    if wanted.username or wanted.scheme not in ("http", "https"):
        return False
    return any(
        (wanted.scheme, wanted.hostname, port) == (each.scheme, each.hostname, each.port) for each in allowed
    )


def mail(settings: Settings, address: str, notice: Notice) -> None:
    import smtplib
    from email.message import EmailMessage

    where = urlsplit(settings.smtp)
    message = EmailMessage()
    message["Subject"] = f"Planspiel: {notice.title}"
    message["From"] = settings.mail_from or f"planspiel@{where.hostname}"
    message["To"] = address
    message["Auto-Submitted"] = "auto-generated"
    message.set_content("\n".join(line for line in (notice.text, notice.where) if line) + "\n")
    try:
        with _connected(where) as server:
            if where.username:
                server.login(unquote(where.username), unquote(where.password or ""))
            server.send_message(message)
    except smtplib.SMTPException as fault:
        raise Unsent(type(fault).__name__) from None


def _connected(where: SplitResult) -> smtplib.SMTP:
    """TLS from the start with smtps; otherwise as soon as the server offers it, and always before a
    password."""
    import smtplib
    import ssl

    host = where.hostname or "localhost"
    if where.scheme == "smtps":
        return smtplib.SMTP_SSL(
            host, where.port or 465, timeout=SECONDS, context=ssl.create_default_context()
        )
    server = smtplib.SMTP(host, where.port or 25, timeout=SECONDS)
    server.ehlo()
    if server.has_extn("starttls") or where.username:
        server.starttls(context=ssl.create_default_context())
        server.ehlo()
    return server


def call(settings: Settings, url: str, notice: Notice) -> None:
    """Who answers with another address is not followed: it might not be allowed."""
    from urllib.error import HTTPError
    from urllib.request import HTTPRedirectHandler, Request, build_opener

    class Straight(HTTPRedirectHandler):
        def redirect_request(
            self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
        ) -> None:
            return None

    if not is_allowed(settings, url):
        raise Unsent("not allowed")  # it was when the player asked for it
    body = msgspec.json.encode(notice)
    request = Request(url, body, {"content-type": "application/json", "user-agent": "planspiel"})
    try:
        with build_opener(Straight).open(request, timeout=SECONDS) as answer:
            answer.read(1000)
    except HTTPError as fault:
        raise Unsent(str(fault.code)) from None
