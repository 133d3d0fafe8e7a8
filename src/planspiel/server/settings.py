"""How a server is run, and what it allows."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["Limits", "Settings"]


class Limits(Struct, frozen=True, kw_only=True):
    """What one client, one table and the whole server may use."""

    message: int = 64 * 1024
    """Bytes of one WebSocket message, and of one HTTP body that is no save."""
    upload: int = 32 * 1024 * 1024
    """Bytes of a save."""
    messages_per_second: float = 20.0
    messages_at_once: int = 60
    requests_per_second: float = 20.0
    """HTTP requests of one address."""
    requests_at_once: int = 120
    connections: int = 2000
    connections_per_game: int = 200
    games_in_memory: int = 400
    hello_seconds: float = 10.0
    outbox: int = 256
    """Messages that may wait for a client that does not read."""
    listing_seconds: float = 0.25
    """Time for listing options before the rest is left for the next request."""
    bot_seconds: float = 5.0
    """Time for one decision of a bot."""
    bot_processes: int = 2
    follow_seconds: float = 0.5
    """How often other processes on the same database are listened to."""
    clock_seconds: float = 1.0
    """How often the clocks of all games are looked at."""
    live_seconds: float = 300.0
    day_seconds: float = 86_400.0
    three_days_seconds: float = 259_200.0
    notify_after_seconds: float = 60.0
    """So long a game must wait for someone who is not at the table before mail is sent."""
    notify_every_seconds: float = 600.0
    """The least time between two notifications of one seat."""

    def pace(self, pace: str) -> float:
        """Seconds for one decision; 0 without a limit."""
        known = {"live": self.live_seconds, "day": self.day_seconds, "three-days": self.three_days_seconds}
        return known.get(pace, 0.0)


class Settings(Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: int = 8440
    public_url: str = ""
    """The address players use, if it is not the host and port themselves, such as behind a proxy."""
    database: str = ""
    """Nothing: SQLite in the user's data folder."""
    smtp: str = ""
    """`smtp://USER:PASSWORD@HOST:PORT`, or `smtps://` for TLS from the start. Nothing: no mail is sent."""
    mail_from: str = ""
    webhooks: tuple[str, ...] = ()
    """Origins such as `https://hooks.example` to which notifications may be posted."""
    bots: tuple[str, ...] = ()
    """Bots of the host's own, as `module:factory`."""
    plugins: tuple[str, ...] = ()
    """Modules that bot processes import first, because they make systems known."""
    warm: bool = False
    """Build all systems right after the start, so that the first player does not wait for them."""
    limits: Limits = Limits()
