"""Fire tests carried out: roll, spread over a group, pool the hits, and apply them when all have fired.

Everything of one step is simultaneous. So the attacks of a step only collect hits in `state.hits`; the item
`apply-hits` turns them into absorbed hits and casualties when the last die has been rolled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, cast

from msgspec.structs import replace

from planspiel.kernel import (
    Choice,
    Event,
    Game,
    Order,
    Question,
    Script,
    ask,
    resume_point,
    roll,
    rule,
)
from planspiel.systems.barbarossa1941.attack import AttackKind, accuracy_of, dice_of, target_type
from planspiel.systems.barbarossa1941.defence import defence_left
from planspiel.systems.barbarossa1941.hq import adjusting_hq, adjusts
from planspiel.systems.barbarossa1941.losses import lose
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.secrecy import is_away
from planspiel.systems.barbarossa1941.state import Fight, Known, Owed, Position, Unit, seats_of, units_at
from planspiel.systems.barbarossa1941.view import BarbarossaView
from planspiel.systems.barbarossa1941.works import hit_structure

__all__ = [
    "CHOICES",
    "SCRIPTS",
    "AttackRolled",
    "SpreadFire",
    "SpreadTo",
    "StopFire",
    "fire",
    "fire_at_building",
    "volley",
]

CHOICES = {
    "dense_hex": Choice(
        "same type",
        "Fire spreads from three units of the target's type in a hex (the other reading: of any type)",
        "Feuer auf Gruppen ab drei Einheiten des Zieltyps im Feld (andere Lesart: ab drei beliebigen)",
        "BAR-group-fire-8",
        ("same type", "any type"),
    ),
}
SPREADS: tuple[AttackKind, ...] = ("open", "indirect", "suppressive", "move", "defend", "ambush")


class AttackRolled(Event[Position], frozen=True):
    """The dice of one fire test; its hits wait until all attacks of the step are rolled."""

    said: ClassVar[str] = "{firer} attacks {target}: {hits} hits with {dice} dice."
    firer: str
    target: str
    kind: str
    dice: int
    accuracy: int
    hits: int

    def apply(self, state: Position) -> None:
        state.hits[self.target] = state.hits.get(self.target, 0) + self.hits


class HitsTaken(Event[Position], frozen=True):
    """Hits that the defence of a unit absorbs."""

    said: ClassVar[str] = "{unit} takes {hits} hits: its defence absorbs {absorbed}."
    unit: str
    hits: int
    absorbed: int

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(unit, absorbed=unit.absorbed + self.absorbed)


class HitsDealtWith(Event[Position], frozen=True):
    target: str

    def apply(self, state: Position) -> None:
        del state.hits[self.target]


# -- one attack --------------------------------------------------------------------------------------------


@rule("BAR-fire-test-1", "BAR-fire-test-4", "BAR-range-diagram-8", "BAR-execution-5", "BAR-open-fire-6")
def fire(
    game: Game[Position],
    firer: Unit,
    target: Unit,
    kind: AttackKind,
    cite: str,
    *,
    dice: int | None = None,
    at: str | None = None,
    fight: Fight | None = None,
) -> Script[int]:
    """One fire test. Its hits are pooled; returned are the misses, with which fire may spread."""
    if dice is None:
        dice = dice_of(game.pack, game.state, firer, target_type(game.pack, target), kind).total
    accuracy = accuracy_of(game.pack, game.state, firer, target, kind, at, fight).total
    if dice <= 0:
        return 0
    hex_ = at or target.hex or target.station
    hits = yield from _throw(firer, dice, accuracy, hex_, cite)
    if hits == 0:
        hq = adjusting_hq(game.pack, game.state, firer, target, kind)
        if hq is not None and (yield from adjusts(game, hq, firer, hex_)):
            hits = yield from _throw(firer, dice, accuracy, hex_, "BAR-adjust-fire-7")
    rolled = AttackRolled(firer.id, target.id, kind, dice, accuracy, hits, cite=cite)
    if is_away(game.pack, target):
        _tell_of_hidden(game, rolled, target, hex_)
    else:
        game.happens(rolled)
    return dice - hits


@rule("BAR-hidden-11")
def _tell_of_hidden(game: Game[Position], rolled: AttackRolled, target: Unit, hex_: str) -> None:
    """The firer learns that he hit something in the hex, not whom; the unit stays hidden."""
    game.happens(rolled, seats_of(game.state, target.side), replace(rolled, target=hex_))


def _throw(firer: Unit, dice: int, accuracy: int, hex_: str, cite: str) -> Script[int]:
    pips = yield from roll(f"{dice}d6", "{unit} fires at {hex}", cite, firer.id, unit=firer.id, hex=hex_)
    return sum(pip <= accuracy for pip in pips)


@rule("BAR-bridge-3", "BAR-bunker-5", "BAR-pontoon-2")
def fire_at_building(
    game: Game[Position], firer: Unit, name: str, kind: AttackKind, dice: int, accuracy: int
) -> Script[None]:
    """A fire test against a bridge, a pontoon or a bunker, which have no defence value."""
    if dice <= 0:
        return
    hits = yield from _throw(firer, dice, accuracy, name, "BAR-bridge-3")
    game.happens(AttackRolled(firer.id, name, kind, dice, accuracy, hits, cite="BAR-bunker-5"))


# -- fire into a group -------------------------------------------------------------------------------------


class SpreadTo(Order, frozen=True):
    target: str


class StopFire(Order, frozen=True):
    """Let the rest of the dice be."""


class SpreadFire(Question[BarbarossaView, SpreadTo | StopFire], frozen=True):
    prompt: ClassVar[str] = "{firer} has {dice} dice left for another unit in the hex: which?"
    cite: ClassVar[str] = "BAR-group-fire-9"
    firer: str
    dice: int
    targets: tuple[str, ...]

    def options(self, view: BarbarossaView) -> Iterator[SpreadTo | StopFire]:
        yield from (SpreadTo(target) for target in self.targets)
        yield StopFire()


def volley(
    game: Game[Position], firer: Unit, target: Unit, kind: AttackKind, cite: str, *, at: str | None = None
) -> Script[None]:
    """A fire test against a unit, and against others of its type in a crowded hex."""
    misses = yield from fire(game, firer, target, kind, cite, at=at)
    if kind in SPREADS and target.fate == "map":
        others = spread_targets(game.pack, game.state, target)
        while others and misses:
            misses = yield from _spread(game, firer, others, misses, kind)


@rule("BAR-group-fire-1", "BAR-group-fire-8", "BAR-group-fire-X1")
def spread_targets(pack: Pack, known: Known, target: Unit) -> list[Unit]:
    """The other units of the target's type, if the hex is crowded; not those hidden, or in a bunker.

    Whoever is in a bunker is hit only if he is named, or the bunker itself is fired at (BAR-bunker-12).
    """
    there = [unit for unit in units_at(known, target.hex) if unit.side == target.side and not unit.hidden]
    alike = [unit for unit in there if pack.cards[unit.card].type == pack.cards[target.card].type]
    crowd = there if known.options.get("dense_hex") == "any type" else alike
    if len(crowd) < pack.charts.limits.spread_units:
        return []
    others = (unit for unit in alike if unit.id != target.id and not unit.bunker)
    return sorted(others, key=lambda unit: unit.id)


@rule(
    "BAR-group-fire-2", "BAR-group-fire-3", "BAR-group-fire-4", "BAR-group-fire-5", "BAR-group-fire-6",
    "BAR-group-fire-7", "BAR-group-fire-9",
)  # fmt: skip
def _spread(
    game: Game[Position], firer: Unit, others: list[Unit], misses: int, kind: AttackKind
) -> Script[int]:
    """Half of the misses, rounded up, at another unit; a single die ends it. Returns the new misses."""
    dice = -(-misses // 2)
    chosen = others[0]
    if len(others) > 1:
        question = SpreadFire(firer.id, dice, tuple(unit.id for unit in others))
        answer = yield from ask(firer.seat, question)
        if isinstance(answer, StopFire):
            others.clear()
            return 0
        chosen = next(unit for unit in others if unit.id == answer.target)
    others.remove(chosen)
    misses = yield from fire(game, firer, chosen, kind, "BAR-group-fire-3", dice=dice)
    return 0 if dice == 1 else misses


# -- applying what was pooled ------------------------------------------------------------------------------


@rule("BAR-fire-test-7", "BAR-execution-4", "BAR-group-fire-11")
def apply_hits(game: Game[Position], cause: str) -> Script[None]:
    """All hits on a target together, after the last attack: first the defence, then casualties.

    Units come before structures, for whoever is in a bunker that falls in this step still has its bonus.
    """
    while game.state.hits:
        yield from resume_point()
        target = min(game.state.hits, key=lambda name: (":" in name, name))
        hits = game.state.hits[target]
        game.happens(HitsDealtWith(target), ())
        if ":" in target:
            hit_structure(game, target, hits)
        elif hits:
            yield from _take_hits(game, target, hits, cast(Owed, cause))


@rule("BAR-fire-test-5", "BAR-fire-test-6", "BAR-fire-test-9", "BAR-defence-2")
def _take_hits(game: Game[Position], target: str, hits: int, cause: Owed) -> Script[None]:
    """Each hit lowers the defence by one; each beyond that costs one symbol.

    What counts in close combat alone, such as the hill, does not help against bombs or mines.
    """
    unit = game.state.units[target]
    fight = game.state.fights.get(unit.hex) if cause == "close" else None
    left = defence_left(game.pack, game.state, unit, fight)
    absorbed = min(hits, left)
    taken = HitsTaken(target, hits, absorbed, cite="BAR-fire-test-5")
    game.happens(taken, seats_of(game.state, unit.side) if is_away(game.pack, unit) else None)
    if hits > absorbed:
        yield from lose(game, target, hits - absorbed, cause, "BAR-fire-test-6")


SCRIPTS = {"apply-hits": apply_hits}
