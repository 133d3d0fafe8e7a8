"""The bodies of HTTP requests and answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from planspiel.kernel import Choice, Seat, Side
from planspiel.server.refusals import Code
from planspiel.server.store import Message, Role
from planspiel.server.wire.common import Language, Name, Pace, SeatName, Token, Word
from planspiel.server.wire.told import GameInfo, TellingLine


class NewGame(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to be created. `listed`: the lobby offers its free seats to anyone.

    `players` says how many share a seat of the scenario: two for `german` make `german` and `german-2`.
    `pace` is the time for one decision; when it runs out, the bot `substitute` decides this once.
    """

    system: Annotated[str, Meta(max_length=64)]
    scenario: Annotated[str, Meta(max_length=100)]
    options: dict[str, bool | int | str] = {}
    players: dict[SeatName, int] = {}
    hot_seat: bool = False
    dice: Literal["keyed", "typed"] = "keyed"
    bots: dict[SeatName, Name] = {}
    listed: bool = False
    words: Word = ""
    pace: Pace = "none"
    substitute: Name = ""


class Created(Struct, frozen=True, omit_defaults=True):
    """The links of a new game. Each is shown once: the server keeps only fingerprints."""

    game: str
    host: str
    watch: str
    commitment: str
    table: str = ""
    invites: dict[Seat, str] = {}


class Join(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Take a seat: by invitation, or of a listed game by its id. `claim` lets a lost answer be asked for
    again; `words` go into every roll."""

    invite: Annotated[str, Meta(max_length=100)] = ""
    game: Annotated[str, Meta(max_length=32)] = ""
    seat: SeatName = ""
    name: Name = ""
    words: Word = ""
    claim: Annotated[str, Meta(max_length=100)] = ""


class Joined(Struct, frozen=True):
    game: str
    seat: Seat
    token: str


class Mine(Struct, frozen=True, forbid_unknown_fields=True):
    """Which of these games wait for me?"""

    tokens: Annotated[list[Token], Meta(max_length=200)]


class MyGame(Struct, frozen=True, omit_defaults=True):
    """`link` is the place of the token in the request."""

    link: int
    game: GameInfo
    role: Role
    seat: Seat
    waits_for_me: bool
    changed: int


class MyGames(Struct, frozen=True):
    """Games that wait for me first, those that wait longest before the others; `next` is its link."""

    games: list[MyGame]
    next: int | None


class Lobby(Struct, frozen=True):
    games: list[GameInfo]


class SystemInfo(Struct, frozen=True):
    id: str
    title: str
    title_de: str
    playable: bool


class ScenarioInfo(Struct, frozen=True, omit_defaults=True):
    """A scenario with its seats; `most` says how many players may share one, where it is more than one."""

    id: str
    seats: dict[Seat, tuple[Side, ...]]
    most: dict[Seat, int] = {}


class SystemDetail(Struct, frozen=True):
    id: str
    title: str
    title_de: str
    pack: str
    pack_digest: str
    scenarios: list[ScenarioInfo]
    choices: dict[str, Choice]


class RuleFound(Struct, frozen=True, omit_defaults=True):
    id: str
    section: str
    kind: str
    text: str
    text_de: str | None = None
    ruling: str | None = None
    ruling_de: str | None = None


class Log(Struct, frozen=True):
    """A stream as lines, to be kept as a file or replayed from its events."""

    seat: Seat
    n: int
    lines: list[TellingLine]


class Moment(Struct, frozen=True):
    """What a seat saw after line `n` of its stream."""

    n: int
    seat: Seat
    view: Raw


class Report(Struct, frozen=True):
    """A readable account of the battle."""

    title: str
    paragraphs: list[str]


class Notes(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=20_000)]


class Messages(Struct, frozen=True):
    messages: list[Message]


class WantRematch(Struct, frozen=True, forbid_unknown_fields=True):
    """`swap`: everyone moves on by one seat. Whoever asks first decides."""

    swap: bool = False


class DiceCheck(Struct, frozen=True, omit_defaults=True):
    """Whether rules and dice fit the log."""

    ok: bool
    commitment: str
    entries: int = 0
    rolls: int = 0
    dice_verified: bool = False
    finished: bool = False
    secret: str = ""
    entry: int | None = None
    reason: str = ""


class Throws(Struct, frozen=True):
    """What a side threw with one sort of dice, or all with `side` empty: how often each face, and the mean in
    hundredths of a pip."""

    side: str
    throws: int
    faces: tuple[int, ...]
    mean: int


class DiceSort(Struct, frozen=True):
    """One sort of dice, such as a die of six sides; `expected` is the mean of a fair one, in hundredths."""

    sides: int
    expected: int
    rows: list[Throws]


class DiceStatistics(Struct, frozen=True):
    """All dice that a seat has seen, or after the end all of them."""

    rolls: int
    sorts: list[DiceSort]


class Reasons(Struct, frozen=True, omit_defaults=True):
    """Why a bot decided as it did; `n` is the line of the full log."""

    n: int
    seat: Seat
    bot: str
    why: list[str]
    fault: str = ""


class Shared(Struct, frozen=True):
    """A link that shows a finished game to anyone."""

    token: str


class BotInfo(Struct, frozen=True):
    """A bot that may take a seat."""

    spec: str
    title: str
    title_de: str
    about: str
    about_de: str


class PaceInfo(Struct, frozen=True):
    id: Pace
    seconds: float


class ServerInfo(Struct, frozen=True):
    """What this server offers: whether it sends mail, to which hosts it may call, and paces."""

    version: str
    email: bool
    webhooks: tuple[str, ...]
    paces: list[PaceInfo]


class Notify(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a seat wants to be told that it is awaited; empty for nowhere."""

    email: Annotated[str, Meta(max_length=200)] = ""
    webhook: Annotated[str, Meta(max_length=500)] = ""
    language: Language = "en"


class Restored(Struct, frozen=True, omit_defaults=True):
    """`table` is the link of a game at one screen; a sealed game is opened by the links it had."""

    game: str
    table: str = ""


class Deleted(Struct, frozen=True):
    game: str


class Health(Struct, frozen=True):
    version: str
    games: int
    connections: int


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused."""

    code: Code
    reason: str
    cite: str = ""


HTTP = (
    NewGame, Created, Join, Joined, Mine, MyGames, Lobby, SystemInfo, SystemDetail, RuleFound, GameInfo, Log,
    Moment, Report, Notes, Messages, WantRematch, DiceCheck, DiceStatistics, Reasons, Shared, BotInfo,
    ServerInfo, Notify, Restored, Deleted, Health, Problem,
)  # fmt: skip
