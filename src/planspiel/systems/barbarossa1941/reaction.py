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
from planspiel.systems.barbarossa1941.state import Known, Mover, Position, Unit, ground_units
from planspiel.systems.barbarossa1941.valour import OwesTest
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["SCRIPTS", "ChooseShots", "ChooseTargets", "Hold", "Shoot", "Shots", "ShotsChosen", "targets_of"]


class Shoot(Part, frozen=True):
    target: str


class Hold(Part, frozen=True):
    """Wait for somebody else."""


class Shots(Assembled, frozen=True):
    parts: dict[str, Shoot | Hold] = field(default_factory=dict)


class ChooseShots(Assembly[BarbarossaView, Shots, Shoot | Hold], frozen=True):
    """The base of the questions at whom units fire, each at one enemy."""

    targets: dict[str, tuple[str, ...]]
    """By unit, those it may fire at now."""
    may_hold: tuple[str, ...] = ()
    """Units that may keep their shot for later."""

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


class ChooseTargets(ChooseShots, frozen=True):
    """Enemies move in the arcs of units that defend."""

    prompt: ClassVar[str] = "Enemies move in the arcs of your units: at whom do they fire?"
    cite: ClassVar[str] = "BAR-defend-13"


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


# -- who may fire at whom ----------------------------------------------------------------------------------


@rule("BAR-defend-2", "BAR-hidden-fire-X1")
def is_on_guard(pack: Pack, unit: Unit) -> bool:
    """A unit that may still fire at movers this round; from ambush only one that is hidden and can pay."""
    if unit.lapsed or unit.suppressed or unit.shots:
        return False
    if isinstance(unit.order, Ambush):
        return unit.hidden and unit.ammo >= pack.charts.limits.ambush_fire_ammo
    return isinstance(unit.order, Defend)


@rule("BAR-defend-1", "BAR-defend-8", "BAR-defend-13", "BAR-defend-17", "BAR-hidden-fire-1")
def targets_of(pack: Pack, state: Position, unit: Unit) -> tuple[str, ...]:
    """Enemies that have just entered a hex in arc, chosen distance, range and sight of a unit on guard."""
    order = unit.order
    if not isinstance(order, Defend | Ambush) or not is_on_guard(pack, unit):
        return ()
    found = []
    for mover in state.movers.values():
        enemy = state.units[mover.unit]
        if not mover.entered or enemy.side == unit.side or enemy.fate != "map":
            continue
        if not _is_near(pack, state, unit, order, enemy.hex):
            continue
        if order.policy.types and target_type(pack, enemy) not in order.policy.types:
            continue
        if fire_refusal(pack, state, unit, enemy, _kind_of(unit)) is None:
            found.append(enemy.id)
    return tuple(sorted(found))


@rule("BAR-defend-7", "BAR-ambush-5")
def _is_near(pack: Pack, state: Position, unit: Unit, order: Defend | Ambush, hex_: str) -> bool:
    """Within the distance that the order names."""
    return pack.theatre(state.scenario).board.distance(unit.hex, hex_) <= order.distance


@rule("BAR-defend-13")
def may_wait(pack: Pack, state: Position, unit: Unit, targets: tuple[str, ...]) -> bool:
    """Fire may be held for another enemy whose open route will still enter the arc.

    The order of a hidden headquarters that moves is not open, nor could it be fired at.
    """
    order = unit.order
    assert isinstance(order, Defend | Ambush)
    for mover in state.movers.values():
        enemy = state.units[mover.unit]
        if enemy.side == unit.side or enemy.id in targets or enemy.hidden or not is_moving(mover):
            continue
        if any(
            in_arc(pack, state, unit, hex_) and _is_near(pack, state, unit, order, hex_)
            for hex_ in mover.route[mover.done :]
        ):
            return True
    return False


def _kind_of(unit: Unit) -> AttackKind:
    """How a unit fires in step 10."""
    if isinstance(unit.order, Ambush):
        return "ambush"
    return "defend" if isinstance(unit.order, Defend) else "move"


def expected(pack: Pack, known: Known, unit: Unit, target: Unit, kind: AttackKind) -> int:
    """Hits to expect, in sixths."""
    dice = dice_of(pack, known, unit, target_type(pack, target), kind).total
    return dice * min(6, max(0, accuracy_of(pack, known, unit, target, kind).total))


# -- choosing ----------------------------------------------------------------------------------------------


@rule("BAR-defend-9", "BAR-hidden-fire-2")
def choose_shots(game: Game[Position]) -> Script[None]:
    """Every unit on guard picks one enemy, or holds its fire if it may; who fires from hiding is seen."""
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
    for name in sorted(shots):
        reveal(game, name, "BAR-hidden-fire-6")


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
    if policy.fire == "first":
        return targets[0]
    enemies = [game.state.units[name] for name in targets]
    kind = _kind_of(unit)
    return min(enemies, key=lambda enemy: (-expected(game.pack, game.state, unit, enemy, kind), enemy.id)).id


@rule("BAR-fire-on-move-5")
def _shots_on_the_move(game: Game[Position]) -> dict[str, str]:
    """Movers who have come to the hex they are to fire from; what is out of reach now is not fired at."""
    shots: dict[str, str] = {}
    for mover in game.state.movers.values():
        unit = game.state.units[mover.unit]
        order = unit.order
        if not isinstance(order, FireOnTheMove) or not _fires_here(unit, order, mover):
            continue
        target = game.state.units[order.target]
        if unit.ammo and fire_refusal(game.pack, game.state, unit, target, "move") is None:
            shots[unit.id] = order.target
    return shots


@rule("BAR-fire-on-move-2", "BAR-fire-on-move-6")
def _fires_here(unit: Unit, order: FireOnTheMove, mover: Mover) -> bool:
    """In the impulse in which it enters the underlined hex; if it starts there, before the first one."""
    sets_out = mover.done == 0 and not mover.stopped
    return unit.hex == order.at and (mover.entered or sets_out) and not unit.shots and not unit.suppressed


# -- rolling -----------------------------------------------------------------------------------------------


@rule("BAR-move-6")
def reaction_fire(game: Game[Position]) -> Script[None]:
    """All shots of the impulse, one after the other; their hits wait until all are rolled."""
    while game.state.queue:
        yield from resume_point()
        unit = game.state.units[game.state.queue[0]]
        target = game.state.units[game.state.shots[unit.id]]
        kind = _kind_of(unit)
        _pay(game, unit, kind)
        before = dict(game.state.hits)
        yield from volley(game, unit, target, kind, _CITES[kind])
        if kind != "move":
            _must_test(game, before)
        game.happens(ShotFired(unit.id), ())


_CITES = {"ambush": "BAR-hidden-fire-4", "defend": "BAR-defend-8", "move": "BAR-fire-on-move-5"}


def _pay(game: Game[Position], unit: Unit, kind: AttackKind) -> None:
    """A shot from ambush or on the move costs a point; that of Defend was paid for in step 1."""
    limits = game.pack.charts.limits
    if kind == "ambush":
        spend(game, unit.id, limits.ambush_fire_ammo, "BAR-hidden-fire-3")
    elif kind == "move":
        spend(game, unit.id, limits.fire_on_move_ammo, "BAR-fire-on-move-1")


@rule("BAR-defend-10", "BAR-defend-16", "BAR-hidden-fire-5")
def _must_test(game: Game[Position], before: Mapping[str, int]) -> None:
    """Who is on the way and was hit by this volley tests at once, casualties or not."""
    for name, hits in sorted(game.state.hits.items()):
        mover = game.state.movers.get(name)
        if hits > before.get(name, 0) and mover is not None and (mover.entered or is_moving(mover)):
            game.happens(OwesTest(name, "moving", cite="BAR-valour-test-9"), ())


SCRIPTS = {"choose-shots": choose_shots, "reaction-fire": reaction_fire}
