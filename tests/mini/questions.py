"""What players of the mini system are asked, and how they may answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from mini.events import StandingOrderSet
from mini.state import MiniView, Reaction, Stance, near, steps_from
from planspiel.kernel import (
    Decline,
    Event,
    Illegal,
    Instruction,
    Likely,
    Modifiers,
    Odds,
    Order,
    Question,
    totals,
)


class Plan(Order, frozen=True):
    stance: Stance
    mine: int


class Move(Order, frozen=True):
    token: str
    path: tuple[int, ...]


class Done(Order, frozen=True):
    pass


class Shoot(Order, frozen=True):
    token: str


class Dodge(Order, frozen=True):
    pass


class Shell(Order, frozen=True):
    at: int


class Scout(Order, frozen=True):
    at: int


class StayHome(Order, frozen=True):
    pass


class SetStandingOrder(Instruction[MiniView], frozen=True):
    reaction: Reaction

    def events(self, view: MiniView) -> tuple[Event[Any], ...]:
        return (StandingOrderSet(view.seat, self.reaction, cite="MINI-5"),)


class PlanTheTurn(Question[MiniView, Plan], frozen=True):
    prompt: ClassVar[str] = "Choose a stance and a square for a mine."
    cite: ClassVar[str] = "MINI-1"

    def options(self, view: MiniView) -> Iterator[Plan]:
        for at in range(view.width * view.height):
            if at not in view.taken and at not in view.craters:
                yield Plan("attack", at)
                yield Plan("hold", at)

    def check(self, view: MiniView, order: Plan) -> None:
        if not 0 <= order.mine < view.width * view.height:
            raise Illegal("{at} is not on the board.", self.cite, at=order.mine)
        if order.mine in view.taken:
            raise Illegal("{at} is occupied.", self.cite, at=order.mine)
        if order.mine in view.craters:
            raise Illegal("No second mine can be laid in the crater at {at}.", self.cite, at=order.mine)


class MoveOrDone(Question[MiniView, Move | Done], frozen=True):
    prompt: ClassVar[str] = "Move a token, or end your movement."
    cite: ClassVar[str] = "MINI-2"

    def options(self, view: MiniView) -> Iterator[Move | Done]:
        yield Done()
        for token in view.own.values():
            if not token.moved:
                for to in steps_from(view.width, view.height, token.at):
                    if to not in view.taken:
                        yield Move(token.id, (to,))

    def check(self, view: MiniView, order: Move | Done) -> None:
        if isinstance(order, Done):
            return
        refusal = self.explain(view, f"token:{order.token}")
        if refusal is not None:
            raise refusal
        if not 1 <= len(order.path) <= 2:
            raise Illegal("A token moves one or two squares.", self.cite)
        at = view.own[order.token].at
        for to in order.path:
            if to not in steps_from(view.width, view.height, at):
                raise Illegal("{to} is not next to {at}.", self.cite, to=to, at=at)
            if to in view.taken:
                raise Illegal("{to} is occupied.", self.cite, to=to)
            at = to

    def explain(self, view: MiniView, thing: str) -> Illegal | None:
        kind, _, name = thing.partition(":")
        if kind != "token":
            return None
        token = view.own.get(name)
        if token is None:
            return Illegal("{token} is not yours to move.", self.cite, token=name)
        if token.moved:
            return Illegal("{token} has moved already.", self.cite, token=name)
        return None


class ShootAt(Question[MiniView, Shoot], frozen=True):
    """Reaction fire at a token that has just moved into sight."""

    prompt: ClassVar[str] = "Shoot at {target}?"
    cite: ClassVar[str] = "MINI-3"
    target: str
    at: int
    shooters: tuple[str, ...]

    def options(self, view: MiniView) -> Iterator[Shoot]:
        for name in self.shooters:
            yield Shoot(name)

    def odds(self, view: MiniView, order: Shoot) -> Odds:
        mods = fire_modifiers(view, order.token, self.at)
        results: dict[str, int] = {}
        for total, ways in totals("2d6").items():
            result = view.pack.fire.lookup(mods.total, total).result
            results[result] = results.get(result, 0) + ways
        return Odds(
            self.cite,
            0,
            mods.lines,
            tuple(Likely(result, ways) for result, ways in sorted(results.items())),
            36,
        )

    def standing(self, view: MiniView) -> Shoot | Decline | None:
        if view.standing == "ask":
            return None
        return Shoot(self.shooters[0]) if view.standing == "fire" else Decline()


class DodgeShot(Question[MiniView, Dodge], frozen=True):
    prompt: ClassVar[str] = "Dodge the shot of {by}?"
    cite: ClassVar[str] = "MINI-4"
    by: str

    def options(self, view: MiniView) -> Iterator[Dodge]:
        yield Dodge()


class CallBarrage(Question[MiniView, Shell], frozen=True):
    prompt: ClassVar[str] = "Shell a square?"
    cite: ClassVar[str] = "MINI-6"
    forbids: ClassVar[tuple[str, ...]] = ("measuring",)

    def options(self, view: MiniView) -> Iterator[Shell]:
        for token in view.seen.values():
            yield Shell(token.at)

    def check(self, view: MiniView, order: Shell) -> None:
        if order.at not in [token.at for token in view.seen.values()]:
            raise Illegal("There is no enemy in sight at {at}.", self.cite, at=order.at)


class ScoutWhere(Question[MiniView, Scout | StayHome], frozen=True):
    prompt: ClassVar[str] = "Send scouts to look for a mine?"
    cite: ClassVar[str] = "MINI-8"

    def options(self, view: MiniView) -> Iterator[Scout | StayHome]:
        yield StayHome()
        for at in range(view.width * view.height):
            if is_near_own(view, at):
                yield Scout(at)

    def check(self, view: MiniView, order: Scout | StayHome) -> None:
        if isinstance(order, Scout) and not is_near_own(view, order.at):
            raise Illegal("{at} is not next to a token of yours.", self.cite, at=order.at)

    def explain(self, view: MiniView, thing: str) -> Illegal | None:
        kind, _, name = thing.partition(":")
        if kind != "square" or is_near_own(view, int(name)):
            return None
        return Illegal("{at} is not next to a token of yours.", self.cite, at=int(name))


def is_near_own(view: MiniView, at: int) -> bool:
    on_board = 0 <= at < view.width * view.height
    return on_board and any(near(view.width, token.at, at) <= 1 for token in view.own.values())


def fire_modifiers(view: MiniView, shooter: str, at: int) -> Modifiers:
    """The shooter's own side knows all it needs, so preview and shot agree."""
    mods = Modifiers()
    token = view.own[shooter]
    distance = near(view.width, token.at, at)
    if distance > 1:
        mods.add(1 - distance, "range", "MINI-3")
    if token.steps == 1:
        mods.add(-1, "reduced", "MINI-3")
    if view.stances.get(view.seat) == "attack":
        mods.add(+1, "attack stance", "MINI-1")
    return mods
