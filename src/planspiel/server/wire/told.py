"""What a player is told over the WebSocket."""

from __future__ import annotations

from typing import Literal

from msgspec import Raw, Struct

from planspiel.kernel import Outcome, Seat, Side, Text
from planspiel.kernel.text import kebab
from planspiel.server.refusals import Code
from planspiel.server.store import Message, Role, Stage
from planspiel.server.wire.common import Pace, Request, RulesChoice
from planspiel.systems.tools import PathCosts, Score, Shown, ToolName

NoticeKind = Literal["your-turn", "over", "message", "draw-offered", "take-back-asked", "time-ran-out"]


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


class Rules(Struct, frozen=True):
    """What a game is played with: the release it began under, and the pack."""

    release: str
    pack_digest: str


class Trouble(Struct, frozen=True, omit_defaults=True):
    """The rules as they are now do not lead to what was played: the first difference, and who chose what."""

    played: str = ""
    now: str = ""
    choices: dict[Seat, RulesChoice] = {}


class GameInfo(Struct, frozen=True, omit_defaults=True):
    """What everyone at the table knows of a game. `yours` is the seat of the link that was looked up."""

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
    rules: Rules
    pace: Pace = "none"
    substitute: str = ""
    outcome: Outcome | None = None
    trouble: Trouble | None = None
    yours: Seat = Seat("")


class Welcome(_Told, frozen=True):
    """Who you are at this table. Said again when someone sits down and when the game begins."""

    role: Role
    seat: Seat
    game: GameInfo


class Asked(Struct, frozen=True, omit_defaults=True):
    """What a seat is asked. An answer names `decision`.

    A question with `pieces` is answered piece by piece: each of these things may be given a part, those in
    `must` need one, and `parts` lists what there is for one of them.
    """

    decision: str
    question: Raw
    prompt: str
    cite: str = ""
    forbids: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    may_decline: bool = False
    is_sealed: bool = False
    pieces: tuple[str, ...] | None = None
    must: tuple[str, ...] = ()


class DiceAsked(Struct, frozen=True, omit_defaults=True):
    """Dice that someone must throw and type in."""

    decision: str
    dice: str
    why: Text
    cite: str = ""
    roller: str = ""


class Position(_Told, frozen=True):
    """What a seat sees after line `n - 1` of its stream, and what it is asked.

    `take_back_step` says what would be undone, `due` when the time of those awaited runs out, in milliseconds
    since 1970, `declined` which requests were answered with no.
    """

    n: int
    seat: Seat
    awaited: tuple[Seat, ...]
    view: Raw | None = None
    asked: Asked | None = None
    dice: DiceAsked | None = None
    sealed: tuple[Seat, ...] = ()
    can_take_back: bool = False
    take_back: tuple[Seat, ...] = ()
    take_back_step: str = ""
    draw_offers: tuple[Seat, ...] = ()
    declined: tuple[Request, ...] = ()
    due: int | None = None
    score: Score | None = None
    outcome: Outcome | None = None


class TellingLine(Struct, frozen=True, omit_defaults=True):
    """A line of the stream as it stands in the log, and its sentence in the player's language."""

    line: Raw
    said: str = ""
    cite: str = ""


class Lines(_Told, frozen=True):
    """Lines of the stream. `more` says that the next ones are to be asked for with `recall`, `anew` that all
    lines told before no longer stand."""

    seat: Seat
    since: int
    lines: list[TellingLine]
    more: bool = False
    anew: bool = False


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


class PartsListed(_Told, frozen=True):
    re: int
    decision: str
    piece: str
    parts: list[Raw]
    more: bool = False


class PartChecked(_Told, frozen=True):
    """Why the part is refused, or nothing if it may be given."""

    re: int
    piece: str
    reason: str = ""
    cite: str = ""


class Suggested(_Told, frozen=True):
    """Parts that may be given together with the draft, by the thing each belongs to."""

    re: int
    decision: str
    parts: dict[str, Raw]


class CostsShown(_Told, frozen=True):
    re: int
    costs: PathCosts | None = None


class ToolShown(_Told, frozen=True):
    re: int
    tool: ToolName
    shown: Shown | None = None


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


class Notice(_Told, frozen=True):
    """Something for a notification: this game, or another that is followed, waits or has ended."""

    kind: NoticeKind
    game: str
    seat: Seat
    title: str
    text: str


class Gone(_Told, frozen=True):
    """The game was deleted."""


ToPlayer = (
    Welcome
    | Position
    | Lines
    | OptionsListed
    | Explained
    | OddsShown
    | PartsListed
    | PartChecked
    | Suggested
    | CostsShown
    | ToolShown
    | Accepted
    | Refused
    | Said
    | Present
    | Rematch
    | Notice
    | Gone
)
