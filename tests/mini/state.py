"""Position, pack and view of the mini system."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Struct, field

from planspiel.kernel import Chart, Public, Seat, Secret, Side, State, View

Stance = Literal["attack", "hold"]
Reaction = Literal["ask", "fire", "hold"]


class Scenario(Struct, frozen=True):
    width: int
    height: int
    turns: int
    tokens: int
    seats: dict[Seat, tuple[Side, ...]]


class Pack(Struct, frozen=True):
    scenarios: dict[str, Scenario]
    fire: Chart


class Token(Struct, frozen=True):
    """A unit. While it is hidden only its own side knows where it is."""

    id: str
    side: Side
    at: int
    steps: int = 2
    hidden: bool = False
    moved: bool = False


class Seen(Struct, frozen=True):
    """What an enemy sees of a token."""

    id: str
    side: Side
    at: int
    steps: int


class Scouting(Struct, frozen=True):
    """How often a seat sent out scouts is no secret; what they found is."""

    times: Annotated[int, Public] = 0
    found: Annotated[tuple[int, ...], Secret] = ()


class Position(State, kw_only=True):
    width: Annotated[int, Public]
    height: Annotated[int, Public]
    last_turn: Annotated[int, Public]
    seats: Annotated[dict[Seat, tuple[Side, ...]], Public]
    tokens: Annotated[dict[str, Token], Secret]
    mines: Annotated[dict[int, Side], Secret] = field(default_factory=dict)
    craters: Annotated[tuple[int, ...], Public] = ()
    stances: Annotated[dict[Seat, Stance], Public] = field(default_factory=dict)
    standing: Annotated[dict[Seat, Reaction], Secret] = field(default_factory=dict)
    done: Annotated[tuple[Seat, ...], Public] = ()
    scouting: Annotated[dict[Seat, Scouting], Public] = field(default_factory=dict)


class MiniView(View[Pack], kw_only=True):
    """What one seat may know."""

    turn: int
    width: int
    height: int
    sides: tuple[Side, ...]
    own: dict[str, Token]
    seen: dict[str, Seen]
    own_mines: tuple[int, ...]
    craters: tuple[int, ...] = ()
    stances: dict[Seat, Stance]
    standing: Reaction
    found_mines: tuple[int, ...] = ()

    @cached_property
    def taken(self) -> frozenset[int]:
        """The squares that this seat knows to be occupied."""
        return frozenset([t.at for t in self.own.values()] + [t.at for t in self.seen.values()])


def commands(state: Position, seat: Seat, token: Token) -> bool:
    return token.side in state.seats[seat]


def knowers(state: Position, token: Token) -> tuple[Seat, ...] | None:
    """The seats that know where a token is; None for all."""
    if not token.hidden:
        return None
    return tuple(seat for seat, sides in state.seats.items() if token.side in sides)


def near(width: int, a: int, b: int) -> int:
    """The distance of two squares, diagonals counting as one."""
    return max(abs(a % width - b % width), abs(a // width - b // width))


def steps_from(width: int, height: int, at: int) -> list[int]:
    """The squares next to one, by side."""
    x, y = at % width, at // width
    found = []
    if x > 0:
        found.append(at - 1)
    if x < width - 1:
        found.append(at + 1)
    if y > 0:
        found.append(at - width)
    if y < height - 1:
        found.append(at + width)
    return found
