"""What happens in the mini system."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from mini.state import Position, Reaction, Scouting, Stance
from planspiel.kernel import Event, Modifier, Seat, Side


class TurnBegan(Event[Position], frozen=True):
    said: ClassVar[str] = "Turn {turn} begins."
    turn: int

    def apply(self, state: Position) -> None:
        state.turn = self.turn
        state.done = ()
        for token in state.tokens.values():
            state.tokens[token.id] = replace(token, moved=False)


class StanceTaken(Event[Position], frozen=True):
    said: ClassVar[str] = "{seat}: {stance}."
    seat: Seat
    stance: Stance

    def apply(self, state: Position) -> None:
        state.stances[self.seat] = self.stance


class MineLaid(Event[Position], frozen=True):
    said: ClassVar[str] = "A mine is laid at {at}."
    side: Side
    at: int

    def apply(self, state: Position) -> None:
        state.mines[self.at] = self.side


class MineExploded(Event[Position], frozen=True):
    said: ClassVar[str] = "A mine explodes at {at}."
    reveals: ClassVar[bool] = True
    at: int

    def apply(self, state: Position) -> None:
        del state.mines[self.at]
        state.craters = (*state.craters, self.at)


class Moved(Event[Position], frozen=True):
    said: ClassVar[str] = "{token} moves to {to}."
    token: str
    to: int

    def apply(self, state: Position) -> None:
        state.tokens[self.token] = replace(state.tokens[self.token], at=self.to, moved=True)


class Rested(Event[Position], frozen=True):
    """A token that did not move, or was stopped by something it had not seen."""

    token: str

    def apply(self, state: Position) -> None:
        state.tokens[self.token] = replace(state.tokens[self.token], moved=True)


class Revealed(Event[Position], frozen=True):
    said: ClassVar[str] = "{token} is seen at {at}."
    reveals: ClassVar[bool] = True
    token: str
    side: Side
    at: int

    def apply(self, state: Position) -> None:
        state.tokens[self.token] = replace(state.tokens[self.token], hidden=False)


class NoiseHeard(Event[Position], frozen=True):
    """What those hear who may not see a hidden token move."""

    said: ClassVar[str] = "Something moves."


class ShotFired(Event[Position], frozen=True):
    said: ClassVar[str] = "{by} shoots at {at}: {result}."
    by: str
    at: str
    result: str
    modifiers: tuple[Modifier, ...] = ()


class StepLost(Event[Position], frozen=True):
    said: ClassVar[str] = "{token} loses a step."
    token: str

    def apply(self, state: Position) -> None:
        token = state.tokens[self.token]
        if token.steps == 1:
            del state.tokens[self.token]
        else:
            state.tokens[self.token] = replace(token, steps=token.steps - 1)


class Scouted(Event[Position], frozen=True):
    said: ClassVar[str] = "{seat} sends out scouts."
    seat: Seat

    def apply(self, state: Position) -> None:
        before = state.scouting.get(self.seat, Scouting())
        state.scouting[self.seat] = replace(before, times=before.times + 1)


class MineFound(Event[Position], frozen=True):
    said: ClassVar[str] = "The scouts find a mine at {at}."
    reveals: ClassVar[bool] = True
    seat: Seat
    at: int

    def apply(self, state: Position) -> None:
        before = state.scouting[self.seat]
        state.scouting[self.seat] = replace(before, found=tuple(sorted({*before.found, self.at})))


class MovementDone(Event[Position], frozen=True):
    seat: Seat

    def apply(self, state: Position) -> None:
        state.done = (*state.done, self.seat)


class StandingOrderSet(Event[Position], frozen=True):
    seat: Seat
    reaction: Reaction

    def apply(self, state: Position) -> None:
        state.standing[self.seat] = self.reaction
