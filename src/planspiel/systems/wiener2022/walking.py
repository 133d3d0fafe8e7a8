"""Going from field to field: the ground, who stands there, and the speed, step by step.

Each step asks the ground, then who is in the field, then the speed: the lowest speed of all conditions met
limits the whole move. A `Walker` knows what holds for all steps of one mover.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from planspiel.kernel import Illegal, rule
from planspiel.systems.wiener2022 import entering, speed, terrain
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.ships import coast_refusal
from planspiel.systems.wiener2022.state import Element, Known, at, holders_at
from planspiel.systems.wiener2022.terrain import Exit, Surface, gait_of

__all__ = [
    "Progress",
    "Walker",
    "barred_refusal",
    "flames_refusal",
    "flanks_to_suffer",
    "foes_in",
    "held_refusal",
    "is_in_the_way",
    "set_out",
]


class Progress(NamedTuple):
    """How far a mover has come: fields covered, the lowest speed so far, whether it has to stop, and whether
    a field on its way was smoke."""

    field: str
    moved: int
    limit: int
    stopped: Illegal | None = None
    in_smoke: bool = False


def set_out(element: Element) -> Progress:
    """A mover before its next step."""
    return Progress(element.field, element.moved, element.limit or speed.FAST, None, element.in_smoke)


class Walker:
    """One mover: how it goes, how far it may go, and whom it need not mind.

    `halved` is a vehicle that somebody mounts or leaves in this turn. `ignoring` are members of the same
    simultaneous group, who move out of each other's way.
    """

    def __init__(
        self,
        pack: Pack,
        known: Known,
        mover: Element,
        *,
        lights: bool = True,
        halved: bool = False,
        ignoring: Sequence[str] = (),
    ) -> None:
        self.pack, self.known, self.mover = pack, known, mover
        self.lights, self.ignoring = lights, ignoring
        self.halved = halved or speed.is_halved(pack, mover)
        self.theatre = pack.theatre(known.scenario)
        self.model, self.gait = pack.models[mover.model], gait_of(pack, mover)
        self.ground = terrain.ground_of(self.theatre, self.gait, terrain.works_of(pack, known))
        self.most = speed.most_fields(pack, known, mover, lights)
        self.most_in_smoke = self._most_in_smoke() if mover.shot and known.smoke else self.most
        self._speeds: dict[tuple[Surface, bool], int] = {}
        self._snags = _snags(pack, known, mover) if known.barriers else frozenset()

    def exits(self, field: str) -> tuple[Exit, ...]:
        """The steps that the ground allows."""
        return self.ground.exits(field)

    def go(self, progress: Progress, to: str) -> Progress | Illegal:
        """Where the mover is after one more step, or why it cannot take it."""
        for step in self.exits(progress.field):
            if step.to == to:
                return self.take(progress, step)
        refusal = terrain.step_refusal(self.pack, self.known, self.mover, progress.field, to)
        assert refusal is not None
        return refusal

    def take(self, progress: Progress, step: Exit) -> Progress | Illegal:
        """The same for a step that the ground allows."""
        if progress.stopped is not None:
            return progress.stopped
        refusal = self.obstacle_refusal(progress.field, step)
        if refusal is not None:
            return refusal
        by_road = step.surface == "road"
        refusal = self.entry_refusal(progress.field, step, by_road)
        if refusal is not None and by_road and step.by_ground:
            by_road = False
            refusal = self.entry_refusal(progress.field, step, by_road)
        if refusal is not None:
            return refusal
        return self._count(progress, step, by_road)

    def is_spent(self, progress: Progress) -> bool:
        """Whether the speed allows no further step at all; the limit of a move never rises."""
        return progress.moved >= self._whole(progress.limit, progress.in_smoke)

    def charge(self, progress: Progress, to: str) -> Progress | Illegal:
        """A step into a field that is attacked: who stands there does not matter, ground and speed do."""
        for step in self.exits(progress.field):
            if step.to == to:
                refusal = progress.stopped or self.obstacle_refusal(progress.field, step)
                refusal = refusal or self.closed_refusal(to)
                return refusal or self._count(progress, step, step.surface == "road")
        refusal = terrain.step_refusal(self.pack, self.known, self.mover, progress.field, to)
        assert refusal is not None
        return refusal

    def obstacle_refusal(self, start: str, step: Exit) -> Illegal | None:
        """Why what is in the field that is left, or beside a diagonal, does not let the mover go."""
        refusal = self._held(start, step.to) or self._passing_refusal(start, step.to)
        if refusal is None and self._snags and step.flanks and self._is_snagged(start, step):
            return _snagged(self.mover, step)
        return refusal

    def _is_snagged(self, start: str, step: Exit) -> bool:
        """Whether every flank of a diagonal that the mover could choose holds an obstacle that stops it."""
        if any(flank not in self._snags for flank in step.flanks):
            return False
        return bool(flanks_to_suffer(self.pack, self.known, self.mover, start, step.to))

    # Speed

    def _allowed(self, step: Exit, start: str, by_road: bool) -> int:
        surface: Surface = "terrain" if step.surface == "road" and not by_road else step.surface
        covered = self.ground.is_covered(step.to)
        found = self._speeds.get((surface, covered))
        if found is None:
            found = self._speeds[surface, covered] = speed.step_speed(
                self.pack, self.known, self.mover, surface, covered=covered, lights=self.lights
            )
        return found

    def _whole(self, limit: int, in_smoke: bool) -> int:
        """What a limit means for the whole move."""
        most = self.most_in_smoke if in_smoke else self.most
        return min(speed.half_of(limit) if self.halved else limit, most)

    def _most_in_smoke(self) -> int:
        """What is left to a mover that has fired once a field on its way is smoke."""
        return speed.most_fields(self.pack, self.known, replace(self.mover, in_smoke=True), self.lights)

    def _count(self, progress: Progress, step: Exit, by_road: bool) -> Progress | Illegal:
        moved = progress.moved + 1
        limit = min(progress.limit, self._allowed(step, progress.field, by_road))
        smoke, in_smoke = self.known.smoke, progress.in_smoke
        if smoke and (step.to in smoke or progress.field in smoke):
            in_smoke = True
            slow = min(limit, speed.smoke_speed(self.pack, self.known, self.mover, step, by_road))
            if step.to in smoke and self._whole(slow, in_smoke) < moved <= self._whole(limit, in_smoke):
                return Progress(step.to, moved, limit, _end_in_smoke(step.to), in_smoke)
            limit = slow
        if moved > self._whole(limit, in_smoke):
            return self._too_far(moved, self._whole(limit, in_smoke), limit)
        return self._stop(Progress(step.to, moved, limit, None, in_smoke), step)

    @rule("WPR-geschwindigkeit-1", "WPR-geschwindigkeit-2", "WPR-geschwindigkeit-3")
    def _too_far(self, moved: int, most: int, limit: int) -> Illegal:
        """The lowest speed of all conditions limits the whole move; what was covered before counts."""
        cite = "WPR-geschwindigkeit-2"
        if moved <= limit:
            cite = "WPR-aufsitzen-3" if self.halved else "WPR-bewegung-2"
            if self.mover.pinned:
                cite = "WPR-niederhaltung-3"
        return Illegal(
            "{element} can cover {most} fields here, and this would be number {moved}.",
            cite,
            element=self.mover.id,
            most=most,
            moved=moved,
        )

    def _stop(self, progress: Progress, step: Exit) -> Progress:
        """Behind narrow waters and in obstacles that are known the move ends."""
        if step.slow:
            reason = "Crossing the water or ditch ends the move in {field}."
            return progress._replace(stopped=Illegal(reason, "WPR-gewaesser-2", field=step.to))
        if self.known.barriers and entering.stops(self.pack, self.known, self.mover, step.to):
            reason = "The obstacle in {field} stops {element}."
            refusal = Illegal(reason, "WPR-draht-6", field=step.to, element=self.mover.id)
            return progress._replace(stopped=refusal)
        return progress

    def _held(self, start: str, to: str) -> Illegal | None:
        """Out of an obstacle that still holds, only back to the side one came from, if there is one."""
        came_from = self.mover.came_from
        if not came_from or start != self.mover.field:
            return None
        if not entering.stops(self.pack, self.known, self.mover, start):
            return None
        is_back = came_from != start and self.theatre.board.distance(came_from, to) <= 1
        return None if is_back else _only_back(self.mover, start)

    # Who stands there

    def entry_refusal(self, start: str, step: Exit, by_road: bool) -> Illegal | None:
        """Why who or what stands in a field does not let the mover in; a weapon is pushed into position."""
        known, there = self.known, at(self.known, step.to)
        if self.model.is_weapon and (
            refusal := terrain.unlimber_refusal(self.pack, known, self.mover, step.to)
        ):
            return refusal
        if self.model.kind == "ship":
            refusal = coast_refusal(self.pack, known, self.model, self.mover.id, step.to)
            if refusal is not None:
                return refusal
        refusal = self.closed_refusal(step.to)
        if refusal is not None:
            return refusal
        if not there:
            return None
        foes = foes_in(known, self.mover, step.to)
        if foes:
            return self._enemy_refusal(foes, step.to)
        if self.model.is_figures:
            return _figures_pass()
        return self._own_refusal(start, step, by_road)

    def closed_refusal(self, field: str) -> Illegal | None:
        """Why what lies in a field closes it, whoever stands there."""
        if field in self.known.wrecks and not (self.model.is_figures or self._is_beneath(field)):
            return Illegal("A wreck blocks {field}.", "WPR-bergen-1", field=field)
        return barred_refusal(self.pack, self.known, self.mover, field) if self.known.barriers else None

    @rule("WPR-felder-besetzt-4")
    def _enemy_refusal(self, foes: Sequence[Element], field: str) -> Illegal | None:
        """Into a field of the enemy figures go only to attack; armour drives past bases, and no one else."""
        if not (self.model.is_vehicle and self.model.is_armoured):
            return _held(field)
        if all(self.pack.models[foe.model].is_base for foe in foes):
            return None
        return Illegal(
            "There are enemy vehicles or a bunker in {field}.", "WPR-felder-besetzt-4", field=field
        )

    @rule("WPR-engen-1", "WPR-bergen-1")
    def _is_beneath(self, field: str) -> bool:
        """What stands on a bridge, or lies on it, is not in the way of craft, which pass below."""
        return self.model.is_watercraft and terrain.is_on_bridge(self.known, field)

    def _blockers(self, field: str) -> list[Element]:
        if self._is_beneath(field):
            return []
        return [
            other
            for other in at(self.known, field)
            if is_in_the_way(self.pack, self.mover, other) and other.id not in self.ignoring
        ]

    @rule("WPR-engen-7")
    def _passing_refusal(self, start: str, to: str) -> Illegal | None:
        """A field may be a narrows on the way out alone: whoever has come into it passes nobody there.

        Who has not moved yet stands beside the others, and passes none of them by leaving; nor do members of
        a group pass each other while they all go on.
        """
        if self.model.is_figures or (start == self.mover.field and not self.mover.moved):
            return None
        blockers = [other for other in self._blockers(start) if not _is_going_on(self.known, other)]
        if blockers and self._is_narrow(start, self.theatre.board.direction(start, to)):
            return _narrows_refusal(blockers[0], start)
        return None

    def _is_narrow(self, field: str, direction: int) -> bool:
        return terrain.is_in_narrows(self.pack, self.known, self.gait, field, direction)

    def _own_refusal(self, start: str, step: Exit, by_road: bool) -> Illegal | None:
        blockers = self._blockers(step.to)
        if not blockers:
            return None
        if self._is_narrow(step.to, self.theatre.board.direction(start, step.to)):
            return _narrows_refusal(blockers[0], step.to)
        on_road = [other for other in blockers if not other.off_road or not step.by_ground]
        if (by_road or not step.by_ground) and on_road:
            return _road_refusal(on_road[0], step.to)
        return None


def foes_in(known: Known, mover: Element, field: str) -> list[Element]:
    """Enemies who hold the ground of a field, without those who are carried."""
    return [e for e in holders_at(known, field, mover.side) if not (e.aboard or e.height or e.guise)]


@rule("WPR-felder-besetzt-4")
def held_refusal(known: Known, mover: Element, field: str) -> Illegal | None:
    """Why somebody who does not attack keeps out of a field: the enemy holds it."""
    return _held(field) if foes_in(known, mover, field) else None


def _held(field: str) -> Illegal:
    reason = "{field} is held by the enemy: it can only be attacked."
    return Illegal(reason, "WPR-felder-besetzt-4", field=field)


@rule("WPR-panzerhindernisse-X1")
def barred_refusal(pack: Pack, known: Known, mover: Element, field: str) -> Illegal | None:
    """Why barriers close a field: flames to everybody, by one reading anti-tank obstacles to vehicles."""
    if entering.bars(pack, known, mover, field):
        return Illegal("An obstacle closes {field}.", "WPR-panzerhindernisse-X1", field=field)
    return flames_refusal(known, field)


@rule("WPR-flammhindernisse-1")
def flames_refusal(known: Known, field: str) -> Illegal | None:
    if entering.closes(known, field):
        return Illegal("{field} is in flames.", "WPR-flammhindernisse-1", field=field)
    return None


def is_in_the_way(pack: Pack, mover: Element, other: Element) -> bool:
    """A vehicle or weapon model of the own side that stands for itself, and is not the mover's own."""
    model = pack.models[other.model]
    if other.side != mover.side or other.id in (mover.id, mover.mate):
        return False
    if other.aboard or other.height or other.guise:
        return False
    return model.is_vehicle or model.is_weapon


def _is_going_on(known: Known, element: Element) -> bool:
    """A member of the march with path left that nothing has stopped."""
    if known.march is None or element.pinned:
        return False
    return any(one.element == element.id and one.path and not one.halted for one in known.march.movers)


@rule("WPR-geschwindigkeitstabelle-5")
def _end_in_smoke(field: str) -> Illegal:
    """Who has already driven farther than at night ends the move in the smoke."""
    return Illegal("The move ends in the smoke of {field}.", "WPR-geschwindigkeitstabelle-5", field=field)


@rule("WPR-draht-6", "WPR-panzerhindernisse-X1")
def _only_back(mover: Element, field: str) -> Illegal:
    reason = "The obstacle in {field} lets {element} only back to where it came from."
    return Illegal(reason, "WPR-draht-6", field=field, element=mover.id)


def _snags(pack: Pack, known: Known, mover: Element) -> frozenset[str]:
    """The fields with obstacles that stop the mover."""
    fields = dict.fromkeys(one.field for one in known.barriers.values() if one.side != mover.side)
    return frozenset(field for field in fields if entering.stops(pack, known, mover, field))


@rule("WPR-diagonale-5")
def _snagged(mover: Element, step: Exit) -> Illegal:
    """Whoever must suffer a flank is treated as having entered it: an obstacle there stops the step."""
    reason = "Obstacles beside the diagonal stop {element} on its way to {field}."
    return Illegal(reason, "WPR-diagonale-5", element=mover.id, field=step.to)


@rule("WPR-engen-4")
def _figures_pass() -> None:
    """Figures pass own troops everywhere."""


@rule("WPR-engen-2")
def _narrows_refusal(blocker: Element, field: str) -> Illegal:
    reason = "{other} must leave the narrows in {field} first."
    return Illegal(reason, "WPR-engen-2", other=blocker.id, field=field)


@rule("WPR-felder-besetzt-2", "WPR-felder-besetzt-3")
def _road_refusal(blocker: Element, field: str) -> Illegal:
    """By road nobody drives past a model that stands on it; across country one may."""
    reason = "{other} stands on the road in {field}."
    return Illegal(reason, "WPR-felder-besetzt-2", other=blocker.id, field=field)


# -- diagonals between enemies and mines -------------------------------------------------------------------


@rule("WPR-diagonale-2", "WPR-diagonale-5", "WPR-diagonale-6", "WPR-minen-2")
def flanks_to_suffer(pack: Pack, known: Known, mover: Element, start: str, to: str) -> tuple[str, ...]:
    """The flanks of which a diagonal mover must choose one; none where a usable flank is free."""
    if not known.barriers and not any(at(known, flank) for flank in _beside(pack, known, start, to)):
        return ()  # nobody is there who could close one
    step = terrain.exit_to(pack, known, gait_of(pack, mover), start, to)
    if step is None or any(not _is_closed(known, mover, flank) for flank in step.flanks):
        return ()
    return step.flanks


def _beside(pack: Pack, known: Known, start: str, to: str) -> tuple[str, ...]:
    """The fields beside a diagonal step; none beside another."""
    board = pack.theatre(known.scenario).board
    around = board.around(start)
    if to not in around or (way := around.index(to)) % 2 == 0:
        return ()
    return tuple(near for near in (around[way - 1], around[(way + 1) % 8]) if near is not None)


def _is_closed(known: Known, mover: Element, flank: str) -> bool:
    """Held by the enemy, or behind one of his barriers."""
    if foes_in(known, mover, flank):
        return True
    return any(barrier.field == flank and barrier.side != mover.side for barrier in known.barriers.values())
