"""Reaction fire in step 10: Defend and Ambush units at those who move, movers at their targets.

After every impulse all shots are rolled together. Where both sides know of the choice its owner is asked;
a unit in ambush acts as its order says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from planspiel.kernel import Assembled, Assembly, Event, Game, Part, Script, Seat, commit, resume_point, rule
from planspiel.systems.barbarossa1941.ammunition import spend
from planspiel.systems.barbarossa1941.arcs import in_arc
from planspiel.systems.barbarossa1941.attack import (
    AttackKind,
    accuracy_of,
    dice_of,
    fire_refusal,
    target_type,
)
from planspiel.systems.barbarossa1941.firing import volley
from planspiel.systems.barbarossa1941.impulse import is_moving
from planspiel.systems.barbarossa1941.orders import Ambush, Defend, FireOnTheMove
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.revealing import reveal
from planspiel.systems.barbarossa1941.state import Known, Position, Unit, ground_units
from planspiel.systems.barbarossa1941.valour import OwesTest
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["SCRIPTS", "ChooseTargets", "Hold", "Shoot", "Shots", "ShotsChosen", "targets_of"]


class Shoot(Part, frozen=True):
    target: str


class Hold(Part, frozen=True):
    """Wait for somebody else."""


class Shots(Assembled, frozen=True):
    parts: dict[str, Shoot | Hold] = field(default_factory=dict)


class ChooseTargets(Assembly[BarbarossaView, Shots, Shoot | Hold], frozen=True):
    """Enemies move in the arcs of units that defend: at whom do they fire?"""

    prompt: ClassVar[str] = "Enemies move in the arcs of your units: at whom do they fire?"
    cite: ClassVar[str] = "BAR-defend-13"
    targets: dict[str, tuple[str, ...]]
    """By unit, those it may fire at now."""
    may_hold: tuple[str, ...] = ()
    """Units that may wait, for another enemy is still to come."""

    def pieces(self, view: BarbarossaView) -> Sequence[str]:
        return tuple(f"unit:{name}" for name in self.targets)

    def must_have(self, view: BarbarossaView, piece: str) -> bool:
        return True

    def parts(
        self, view: BarbarossaView, piece: str, given: Mapping[str, Shoot | Hold]
    ) -> Iterator[Shoot | Hold]:
        name = piece.removeprefix("unit:")
        yield from (Shoot(target) for target in self.targets[name])
        if name in self.may_hold:
            yield Hold()

    def whole(self, view: BarbarossaView, given: Mapping[str, Shoot | Hold]) -> Shots:
        return Shots(dict(given))


class ShotsChosen(Event[Position], frozen=True):
    """Who fires at whom in this impulse."""

    shots: dict[str, str]

    def apply(self, state: Position) -> None:
        state.shots = self.shots
        state.queue = tuple(sorted(self.shots))


class ShotFired(Event[Position], frozen=True):
    """A Defend or ambush unit has used its one shot of the round."""

    unit: str

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(unit, shots=unit.shots + 1)
        state.queue = tuple(name for name in state.queue if name != self.unit)


class NoShot(Event[Position], frozen=True):
    unit: str

    def apply(self, state: Position) -> None:
        state.queue = tuple(name for name in state.queue if name != self.unit)


# -- who may fire at whom ----------------------------------------------------------------------------------


@rule(
    "BAR-defend-1", "BAR-defend-2", "BAR-defend-8", "BAR-defend-13", "BAR-hidden-fire-1", "BAR-hidden-fire-X1"
)
def targets_of(pack: Pack, state: Position, unit: Unit) -> tuple[str, ...]:
    """Enemies that have just entered a hex in arc, chosen distance, range and sight of a unit on guard."""
    order = unit.order
    if not isinstance(order, Defend | Ambush) or unit.lapsed or unit.suppressed or unit.shots:
        return ()
    if isinstance(order, Ambush) and not unit.hidden:
        return ()
    if isinstance(order, Ambush) and unit.ammo < pack.charts.limits.ambush_fire_ammo:
        return ()
    board = pack.theatre(state.scenario).board
    kind: AttackKind = "ambush" if isinstance(order, Ambush) else "defend"
    found = []
    for mover in state.movers.values():
        enemy = state.units[mover.unit]
        if not mover.entered or enemy.side == unit.side or enemy.fate != "map":
            continue
        if board.distance(unit.hex, enemy.hex) > order.distance:
            continue
        if order.policy.types and target_type(pack, enemy) not in order.policy.types:
            continue
        if fire_refusal(pack, state, unit, enemy, kind) is None:
            found.append(enemy.id)
    return tuple(sorted(found))


@rule("BAR-defend-13")
def may_wait(pack: Pack, state: Position, unit: Unit, targets: tuple[str, ...]) -> bool:
    """Fire may be held for another enemy whose open route will still enter the arc."""
    for mover in state.movers.values():
        enemy = state.units[mover.unit]
        if enemy.side == unit.side or enemy.id in targets or not is_moving(mover):
            continue
        if any(in_arc(pack, state, unit, hex_) for hex_ in mover.route[mover.done :]):
            return True
    return False


def expected(pack: Pack, known: Known, unit: Unit, target: Unit, kind: AttackKind) -> int:
    """Hits to expect, in sixths."""
    dice = dice_of(pack, known, unit, target_type(pack, target), kind).total
    return dice * min(6, max(0, accuracy_of(pack, known, unit, target, kind).total))


# -- choosing ----------------------------------------------------------------------------------------------


@rule("BAR-defend-9", "BAR-hidden-fire-2")
def choose_shots(game: Game[Position]) -> Script[None]:
    """Every unit on guard picks one enemy, or holds its fire if it may; then all shots are rolled."""
    shots: dict[str, str] = _shots_on_the_move(game)
    open_choice: dict[Seat, dict[str, tuple[str, ...]]] = {}
    holders: dict[Seat, tuple[str, ...]] = {}
    for unit in sorted(ground_units(game.state), key=lambda found: found.id):
        targets = targets_of(game.pack, game.state, unit)
        if not targets:
            continue
        waits = may_wait(game.pack, game.state, unit, targets)
        if _asks(unit) and (len(targets) > 1 or waits):
            open_choice.setdefault(unit.seat, {})[unit.id] = targets
            if waits:
                holders[unit.seat] = (*holders.get(unit.seat, ()), unit.id)
        else:
            chosen = _by_policy(game, unit, targets, waits)
            if chosen:
                shots[unit.id] = chosen
    if open_choice:
        asked = {s: ChooseTargets(targets, holders.get(s, ())) for s, targets in open_choice.items()}
        answers: dict[Seat, Shots] = yield from commit(asked)
        for answer in answers.values():
            for piece, part in answer.parts.items():
                if isinstance(part, Shoot):
                    shots[piece.removeprefix("unit:")] = part.target
    game.happens(ShotsChosen(shots, cite="BAR-defend-13"), ())


def _asks(unit: Unit) -> bool:
    """A Defend order lies open: its owner may be asked. A unit in ambush would be betrayed by the pause."""
    return isinstance(unit.order, Defend) and unit.order.policy.ask and not unit.hidden


@rule("BAR-defend-11")
def _by_policy(game: Game[Position], unit: Unit, targets: tuple[str, ...], waits: bool) -> str:
    """As the order says: at the first, at the one with most hits to expect, or not at all."""
    assert isinstance(unit.order, Defend | Ambush)
    policy = unit.order.policy
    if policy.fire == "hold" and (unit.hidden or waits):
        return ""
    kind: AttackKind = "ambush" if isinstance(unit.order, Ambush) else "defend"
    if policy.fire == "first":
        return targets[0]
    return max(
        targets, key=lambda name: (expected(game.pack, game.state, unit, game.state.units[name], kind), name)
    )


@rule("BAR-fire-on-move-2", "BAR-fire-on-move-5", "BAR-fire-on-move-6")
def _shots_on_the_move(game: Game[Position]) -> dict[str, str]:
    """Movers who stand in the hex they are to fire from; what is out of reach now is not fired at."""
    shots: dict[str, str] = {}
    for mover in game.state.movers.values():
        unit = game.state.units[mover.unit]
        order = unit.order
        if not isinstance(order, FireOnTheMove) or unit.hex != order.at or unit.shots or unit.suppressed:
            continue
        target = game.state.units[order.target]
        if unit.ammo and fire_refusal(game.pack, game.state, unit, target, "move") is None:
            shots[unit.id] = order.target
    return shots


# -- rolling -----------------------------------------------------------------------------------------------


@rule("BAR-move-6", "BAR-defend-10", "BAR-hidden-fire-3", "BAR-hidden-fire-5", "BAR-hidden-fire-6")
def reaction_fire(game: Game[Position]) -> Script[None]:
    """All shots of the impulse; whoever is hit while moving tests at once, even without casualties."""
    while game.state.queue:
        yield from resume_point()
        unit = game.state.units[game.state.queue[0]]
        target = game.state.units[game.state.shots[unit.id]]
        kind: AttackKind = (
            "ambush"
            if isinstance(unit.order, Ambush)
            else "defend"
            if isinstance(unit.order, Defend)
            else "move"
        )
        limits = game.pack.charts.limits
        if kind == "ambush":
            spend(game, unit.id, limits.ambush_fire_ammo, "BAR-hidden-fire-3")
        elif kind == "move":
            spend(game, unit.id, limits.fire_on_move_ammo, "BAR-fire-on-move-1")
        before = dict(game.state.hits)
        yield from volley(game, unit, target, kind, _CITES[kind])
        if kind != "move":
            _must_test(game, before)
        game.happens(ShotFired(unit.id), ())
    for unit in list(ground_units(game.state)):
        if unit.hidden and unit.shots:
            reveal(game, unit.id, "BAR-hidden-fire-6")


_CITES = {"ambush": "BAR-hidden-fire-4", "defend": "BAR-defend-8", "move": "BAR-fire-on-move-5"}


def _must_test(game: Game[Position], before: Mapping[str, int]) -> None:
    """Moving units that this volley hit, casualties or not."""
    for name, hits in sorted(game.state.hits.items()):
        if hits > before.get(name, 0) and name in game.state.movers:
            game.happens(OwesTest(name, "moving", cite="BAR-valour-test-9"), ())


SCRIPTS = {"choose-shots": choose_shots, "reaction-fire": reaction_fire}
