"""What goes over the wire, as records: the page generates its types from their JSON schema.

Over the WebSocket every message is one JSON object whose `say` names its kind. `re` in an answer is the `id`
of what was asked. Bodies of HTTP requests and answers are here too.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from planspiel.kernel import Choice, Outcome, Seat, Side, Text
from planspiel.kernel.text import kebab
from planspiel.server.refusals import Code
from planspiel.server.store import Message, Role, Stage

Language = Literal["en", "de"]
Name = Annotated[str, Meta(max_length=80)]
Word = Annotated[str, Meta(max_length=200)]
SeatName = Annotated[str, Meta(max_length=64)]
Token = Annotated[str, Meta(min_length=16, max_length=100)]
Submission = Annotated[str, Meta(min_length=1, max_length=64, description="Chosen by the client.")]
Id = Annotated[int, Meta(ge=0, le=2**31)]


# -- from the player ---------------------------------------------------------------------------------------


class _Say(Struct, frozen=True, forbid_unknown_fields=True, tag_field="say", tag=kebab):
    """The base of what a player says."""


class Hello(_Say, frozen=True):
    """The first message: the link, whose eyes to look through, and the last line that is known."""

    token: Token
    seat: SeatName = ""
    since: int = 0
    language: Language = "en"
    views: bool = True
    id: Id = 0


class Look(_Say, frozen=True):
    """At one screen: through whose eyes to look from now on. Also changes the language."""

    seat: SeatName = ""
    since: int = 0
    language: Language | None = None
    id: Id = 0


class Options(_Say, frozen=True):
    """List choices of the question asked, from number `after` on."""

    decision: str
    after: Annotated[int, Meta(ge=0, le=100_000)] = 0
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200
    id: Id = 0


class Explain(_Say, frozen=True):
    """Why can this thing not be chosen now?"""

    thing: Annotated[str, Meta(max_length=200)]
    id: Id = 0


class Odds(_Say, frozen=True):
    """The chances of an order, on what this seat knows."""

    order: Raw
    id: Id = 0


class Submit(_Say, frozen=True):
    """An order: which question it answers, and an id under which it is carried out at most once."""

    submission: Submission
    decision: str
    order: Raw
    seat: SeatName = ""
    id: Id = 0


class Instruct(_Say, frozen=True):
    """A standing order, resignation, draw, or taking back."""

    submission: Submission
    instruction: Raw
    seat: SeatName = ""
    id: Id = 0


class Throw(_Say, frozen=True):
    """Real dice typed in."""

    submission: Submission
    decision: str
    pips: Annotated[tuple[int, ...], Meta(max_length=999)]
    seat: SeatName = ""
    id: Id = 0


class Chat(_Say, frozen=True):
    submission: Submission
    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    seat: SeatName = ""
    id: Id = 0


class Recall(_Say, frozen=True):
    """Send lines of the stream again, from number `since` on."""

    since: Annotated[int, Meta(ge=0)] = 0
    id: Id = 0


FromPlayer = Hello | Look | Options | Explain | Odds | Submit | Instruct | Throw | Chat | Recall


# -- to the player -----------------------------------------------------------------------------------------


class _Told(Struct, frozen=True, omit_defaults=True, tag_field="say", tag=kebab):
    """The base of what a player is told."""


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """What everyone at the table knows of a seat."""

    seat: Seat
    sides: tuple[Side, ...] = ()
    name: str = ""
    bot: str = ""
    taken: bool = False
    present: bool = False


class GameInfo(Struct, frozen=True):
    """What everyone at the table knows of a game."""

    game: str
    system: str
    scenario: str
    options: dict[str, bool | int | str]
    stage: Stage
    hot_seat: bool
    dice: Literal["keyed", "typed"]
    commitment: str
    seats: tuple[SeatInfo, ...]
    pack_digest: str
    outcome: Outcome | None = None


class Welcome(_Told, frozen=True):
    """Who you are at this table. Said again when someone sits down and when the game begins."""

    role: Role
    seat: Seat
    game: GameInfo


class Asked(Struct, frozen=True, omit_defaults=True):
    """What a seat is asked. An answer names `decision`."""

    decision: str
    question: Raw
    prompt: str
    cite: str = ""
    forbids: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    may_decline: bool = False
    is_sealed: bool = False


class DiceAsked(Struct, frozen=True, omit_defaults=True):
    """Dice that someone must throw and type in."""

    decision: str
    dice: str
    why: Text
    cite: str = ""
    roller: str = ""


class Position(_Told, frozen=True):
    """What a seat sees after line `n - 1` of its stream, and what it is asked. Spectators get no view."""

    n: int
    seat: Seat
    awaited: tuple[Seat, ...]
    view: Raw | None = None
    asked: Asked | None = None
    dice: DiceAsked | None = None
    sealed: tuple[Seat, ...] = ()
    can_take_back: bool = False
    take_back: tuple[Seat, ...] = ()
    draw_offers: tuple[Seat, ...] = ()
    outcome: Outcome | None = None


class TellingLine(Struct, frozen=True, omit_defaults=True):
    """A line of the stream as it stands in the log, and its sentence in the player's language."""

    line: Raw
    said: str = ""
    cite: str = ""


class Lines(_Told, frozen=True):
    """Lines of the stream. `more` says that the next ones are to be asked for with `recall`."""

    seat: Seat
    since: int
    lines: list[TellingLine]
    more: bool = False


class OptionsListed(_Told, frozen=True):
    re: int
    decision: str
    options: list[Raw]
    more: bool = False


class Explained(_Told, frozen=True):
    """The reason, or nothing if the thing can be chosen."""

    re: int
    thing: str
    reason: str = ""
    cite: str = ""


class OddsShown(_Told, frozen=True):
    re: int
    odds: Raw | None = None


class Accepted(_Told, frozen=True):
    """Durable. `again`: it had been accepted before, and was not carried out again."""

    re: int
    submission: str
    n: int
    again: bool = False


class Refused(_Told, frozen=True):
    """Nothing was changed."""

    re: int
    code: Code
    reason: str
    cite: str = ""
    submission: str = ""


class Said(_Told, frozen=True):
    messages: list[Message]


class Present(_Told, frozen=True):
    """Which seats someone sits in now, and how many watch."""

    seats: tuple[Seat, ...]
    watching: int = 0


class Rematch(_Told, frozen=True):
    """Someone asked for another game: `rematch` gives you your link to it."""

    game: str


class Gone(_Told, frozen=True):
    """The game was deleted."""


ToPlayer = (
    Welcome
    | Position
    | Lines
    | OptionsListed
    | Explained
    | OddsShown
    | Accepted
    | Refused
    | Said
    | Present
    | Rematch
    | Gone
)


# -- HTTP --------------------------------------------------------------------------------------------------


class NewGame(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to be created. `listed`: the lobby offers its free seats to anyone."""

    system: Annotated[str, Meta(max_length=64)]
    scenario: Annotated[str, Meta(max_length=100)]
    options: dict[str, bool | int | str] = {}
    hot_seat: bool = False
    dice: Literal["keyed", "typed"] = "keyed"
    bots: dict[SeatName, Name] = {}
    listed: bool = False
    words: Word = ""


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


class ScenarioInfo(Struct, frozen=True):
    id: str
    seats: dict[Seat, tuple[Side, ...]]


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
    Moment, Report, Notes, Messages, WantRematch, DiceCheck, Restored, Deleted, Health, Problem,
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(FromPlayer).decode


def schemas() -> dict[str, Any]:
    """JSON schemas of all messages, and of the bodies of HTTP.

    Views, questions, orders, instructions and entries are of the system's own kinds: any value here, and
    described by the schema of the system.
    """
    template = "#/components/schemas/{name}"
    roots, parts = msgspec.json.schema_components([FromPlayer, ToPlayer, *HTTP], ref_template=template)
    return {"from_player": roots[0], "to_player": roots[1], "components": {"schemas": parts}}
