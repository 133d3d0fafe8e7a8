"""The records that are kept of games, seats and links, and what is written with an order."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from enum import Enum
from typing import Literal

from msgspec import Struct

from planspiel.kernel import Outcome, Seat, Setup, Text

__all__ = [
    "About",
    "Append",
    "Appended",
    "Holder",
    "Kept",
    "Message",
    "Reason",
    "Role",
    "SeatKept",
    "Stage",
    "fingerprint",
    "now",
]

Stage = Literal["gathering", "playing", "over"]
About = Literal["", "declined-draw", "declined-take-back", "time-ran-out", "rules"]
Role = Literal["host", "table", "seat", "invite", "watch"]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def fingerprint(token: str) -> str:
    """What is kept of a link: 192 random bits need no slower hash."""
    return hashlib.sha256(token.encode()).hexdigest()


class Kept(Struct, frozen=True, kw_only=True):
    """A game as the database has it, without its lines."""

    id: str
    system: str
    pack_digest: str
    release: str = ""
    rules: str = ""
    setup: Setup
    stage: Stage
    entries: int = 0
    talk: int = 0
    waits: tuple[Seat, ...] = ()
    outcome: Outcome | None = None
    dice: Literal["keyed", "typed"]
    dice_name: str
    secret: bytes
    hot_seat: bool
    listed: bool
    before: str = ""
    pace: str = "none"
    substitute: str = ""
    due: int = 0
    choices: dict[Seat, str] = {}
    created: int
    changed: int


class SeatKept(Struct, frozen=True, kw_only=True):
    """Who sits in a seat."""

    seat: Seat
    name: str = ""
    words: str = ""
    bot: str = ""
    taken: bool = False
    claim: str = ""
    notes: str = ""
    email: str = ""
    webhook: str = ""
    language: str = "en"
    notified: int = 0


class Holder(Struct, frozen=True):
    """What a link opens."""

    game: str
    role: Role
    seat: Seat


class Message(Struct, frozen=True, omit_defaults=True):
    """Something said at the table: by a seat, or with `about` by the umpire about it."""

    n: int
    seat: Seat
    text: str
    at: int
    about: About = ""
    text_de: str = ""


class Reason(Struct, frozen=True):
    """Why a bot gave an order, and what it did wrong."""

    n: int
    seat: Seat
    bot: str
    why: tuple[Text, ...]
    fault: str = ""


class Append(Struct, frozen=True, kw_only=True):
    """A batch of lines for a game that has `first` entries, and what goes with it."""

    game: str
    first: int
    lines: Sequence[bytes]
    stage: Stage
    waits: tuple[Seat, ...]
    outcome: Outcome | None
    at: int
    seat: Seat = Seat("")
    submission: str = ""
    told: int = 0
    save: bytes | None = None
    due: int = 0
    reason: Reason | None = None


class Appended(Enum):
    DONE = "done"
    AGAIN = "again"  # this submission was accepted before: nothing was written
    MOVED_ON = "moved on"  # the game has other entries by now, or is gone: nothing was written
