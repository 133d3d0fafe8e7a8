"""What a player says over the WebSocket."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, Struct, field

from planspiel.kernel.text import kebab
from planspiel.server.wire.common import (
    Id,
    Language,
    Request,
    RulesChoice,
    SeatName,
    Submission,
    Token,
)
from planspiel.systems.tools import ToolName

Thing = Annotated[str, Meta(max_length=200)]
Draft = Annotated[dict[Thing, Raw], Meta(max_length=500)]
"""Parts of an answer that is being put together, by the thing each belongs to."""


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

    thing: Thing
    id: Id = 0


class Odds(_Say, frozen=True):
    """The chances of an order, on what this seat knows."""

    order: Raw
    id: Id = 0


class Costs(_Say, frozen=True):
    """What the path of an order costs as far as it is drawn. The order need not be legal or finished."""

    order: Raw
    id: Id = 0


class Parts(_Say, frozen=True):
    """What may one thing be given, beside what others are given in the draft? From number `after` on.

    A draft is looked at and forgotten: only the whole answer is submitted.
    """

    decision: str
    piece: Thing
    given: Draft = {}
    after: Annotated[int, Meta(ge=0, le=100_000)] = 0
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200
    id: Id = 0


class CheckPart(_Say, frozen=True):
    """May a thing be given this part, which need not be one of those listed?"""

    decision: str
    piece: Thing
    part: Raw
    given: Draft = {}
    id: Id = 0


class PartOdds(_Say, frozen=True):
    """The chances of one part, on what this seat knows."""

    decision: str
    piece: Thing
    part: Raw
    given: Draft = {}
    id: Id = 0


class Suggest(_Say, frozen=True):
    """Where things still lack a part: what a bot would give them in this seat's place, beside the draft."""

    decision: str
    given: Draft = {}
    id: Id = 0


class Tool(_Say, frozen=True):
    """Point a tool of the board at places or at a unit; it sees what this seat knows."""

    tool: ToolName
    start: Thing = field(default="", name="from")
    end: Thing = field(default="", name="to")
    unit: Thing = ""
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


class Answer(_Say, frozen=True):
    """Yes or no to what another seat has asked for."""

    submission: Submission
    request: Request
    yes: bool
    seat: SeatName = ""
    id: Id = 0


class ChooseRules(_Say, frozen=True):
    """The rules have changed under a running game: go back to before the first difference, or end it."""

    submission: Submission
    choice: RulesChoice
    seat: SeatName = ""
    id: Id = 0


class Follow(_Say, frozen=True):
    """Tell me also of my other games: these are my links to them."""

    tokens: Annotated[tuple[Token, ...], Meta(max_length=200)]
    id: Id = 0


class Chat(_Say, frozen=True):
    """A message to everyone at the table."""

    submission: Submission
    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    seat: SeatName = ""
    id: Id = 0


class Recall(_Say, frozen=True):
    """Send lines of the stream again, from number `since` on."""

    since: Annotated[int, Meta(ge=0)] = 0
    id: Id = 0


FromPlayer = (
    Hello
    | Look
    | Options
    | Explain
    | Odds
    | Costs
    | Parts
    | CheckPart
    | PartOdds
    | Suggest
    | Tool
    | Submit
    | Instruct
    | Throw
    | Answer
    | ChooseRules
    | Follow
    | Chat
    | Recall
)
