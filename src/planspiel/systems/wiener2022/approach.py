"""The approach of an enemy: what a step is, whom it entitles to a counter-move, and whom it threatens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from planspiel.kernel import Side, rule
from planspiel.systems.wiener2022 import sight
from planspiel.systems.wiener2022.aim import flat_weapons, shot_of
from planspiel.systems.wiener2022.modifiers import is_hurt
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.speed import pinned_speed
from planspiel.systems.wiener2022.state import Cover, Element, Known, Position, cover_of, on_board, trail_of

__all__ = [
    "Step",
    "as_seen",
    "farthest_flat",
    "is_stopped",
    "is_triggered",
    "passive_near",
    "step_to",
    "still_there",
    "threatens",
]


class Step(Struct, frozen=True, omit_defaults=True):
    """An active element has entered a field, coming from another.

    `trail` are the fields it was in before in this half-turn, the one it set out from first, and `cover` what
    concealed it there. `flank` is the field beside a diagonal that it went over. A worker who works in the
    next field counts as if he stood there (`as_if`). `past` is the way past a flank into a field that is
    attacked: its field is then the flank. Who clears a wreck comes from nowhere: `start` is its field too.
    """

    element: str
    start: str
    field: str
    trail: tuple[str, ...] = ()
    flank: str = ""
    as_if: bool = False
    past: bool = False
    cover: Cover = ""


def step_to(element: Element, field: str) -> Step:
    """The step of an element out of its field, with the way that it has come in this half-turn."""
    return Step(element.id, element.field, field, trail_of(element), cover=cover_of(element))


def as_seen(known: Known, step: Step) -> Element | None:
    """The mover as others find it in the field of the step; None if they do not know of it."""
    element = known.elements.get(step.element)
    if element is None or not on_board(element):
        return None
    return replace(element, field=step.field) if step.as_if else element


@rule("WPR-gegenzug-echter-10")
def still_there(pack: Pack, state: Position, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps whose movers still come on: whoever is lost or stopped draws no further counter-moves."""
    return tuple(step for step in steps if _comes_on(pack, state, step))


def _comes_on(pack: Pack, state: Position, step: Step) -> bool:
    element = state.elements[step.element]
    if not on_board(element) or element.aboard:
        return False
    is_there = step.as_if or step.past or element.field == step.field
    return is_there and not is_stopped(pack, state, element)


def is_stopped(pack: Pack, known: Known, element: Element) -> bool:
    """Whether pinning keeps an element from moving."""
    return bool(element.pinned) and pinned_speed(pack, known, element) == 0


def farthest_flat(pack: Pack) -> int:
    """No flat-fire weapon reaches farther."""
    kept = vars(pack)
    if "farthest_flat" not in kept:
        kept["farthest_flat"] = max((weapon.flat for weapon in pack.weapons.values()), default=0)
    found: int = kept["farthest_flat"]
    return found


def passive_near(pack: Pack, known: Known, side: Side, step: Step, far: int) -> Iterator[Element]:
    """Elements of a side that stand for themselves, at most so far from the field of a step.

    An attack past a flank concerns those in the flank alone.
    """
    there = known.by_field
    for label in sight.nearby(pack.theatre(known.scenario), step.field, 0 if step.past else far):
        for element in there.get(label, ()):
            if element.side == side and not (element.aboard or element.height or element.guise):
                yield element


# -- counter-moves -----------------------------------------------------------------------------------------


@rule("WPR-gegenzug-echter-1", "WPR-gegenzug-echter-2", "WPR-gegenzug-echter-3")
def is_triggered(pack: Pack, known: Known, firer: Element, weapon: str, step: Step) -> bool:
    """Whether a step gives a weapon its counter-move: into its fire area, nearer inside it, or across it."""
    if step.past:
        return _is_passed(firer, step)
    reach = pack.weapons[weapon].flat
    if not _is_in_area(pack, known, firer, reach, step.field):
        return False
    if step.start == step.field:
        return _is_watched()
    if not _is_in_area(pack, known, firer, reach, step.start):
        return True
    before = sight.distance(pack, known, firer.field, step.start)
    now = sight.distance(pack, known, firer.field, step.field)
    if now > before:
        return _withdraws()
    return _crosses() if now == before else True


@rule("WPR-diagonale-5", "WPR-angriff-infanterie-4")
def _is_passed(firer: Element, step: Step) -> bool:
    """An attack counts as having entered the flank it goes over; to others its step gives no occasion."""
    return firer.field == step.field


@rule("WPR-bergen-4")
def _is_watched() -> bool:
    """Who clears a wreck need not come nearer: it is enough that the wreck lies in the fire area."""
    return True


@rule("WPR-absetzen-2")
def _withdraws() -> bool:
    """Who goes away inside the fire area gives no occasion to fire."""
    return False


@rule("WPR-querbewegungen-1")
def _crosses() -> bool:
    """Who moves across it, at an unchanged distance, does."""
    return True


def _is_in_area(pack: Pack, known: Known, firer: Element, reach: int, field: str) -> bool:
    theatre = pack.theatre(known.scenario)
    if theatre.board.distance(firer.field, field) > reach:
        return False
    if not sight.in_arc(theatre, firer.facing, firer.field, field):
        return False
    return sight.line_open(pack, known, firer.field, field)


# -- threats -----------------------------------------------------------------------------------------------


def threatens(
    pack: Pack, known: Known, enemy: Element, from_field: str, target: Element, at_field: str
) -> bool:
    """Whether an enemy in one field could fire directly at a target in another, and hurt it."""
    far = sight.distance(pack, known, from_field, at_field)
    for weapon in flat_weapons(pack, enemy):
        if far > pack.weapons[weapon].flat:
            continue
        shot = shot_of(pack, known, replace(enemy, field=from_field), weapon, at_field, (target.id,))
        if is_hurt(pack, shot, target) and sight.line_open(pack, known, from_field, at_field):
            return True
    return False
