"""Work (Arbeit): who may work where, what the die needs, and what engineers have with them.

An attempt takes the whole turn and succeeds on 4 and more unless a rule says otherwise. The worker stands in
the field of the work; only if the ground keeps him out does he work from the next one, and may be fired at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Likely, Odds, Script, roll, rule
from planspiel.systems.wiener2022 import crowding, secrecy, step, terrain
from planspiel.systems.wiener2022.activities import activity_refusal, actor_refusal
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Position, on_board, put, seats_of

__all__ = [
    "Failed",
    "StockUsed",
    "Worked",
    "attempt",
    "begin",
    "can_enter",
    "engineer_refusal",
    "figures_refusal",
    "is_engineer",
    "is_machine",
    "kept_by",
    "material_refusal",
    "success_odds",
    "use",
    "work_fields",
    "worker_refusal",
]

Answers = Callable[[Game[Position], str, str], Script[None]]
"""What an attempt in a field sets off."""


class Worked(Event[Position], frozen=True):
    """The worker's turn is used up."""

    said: ClassVar[str] = "{element} works in {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], worked=True, hidden=False, combed=False))


class Failed(Event[Position], frozen=True):
    said: ClassVar[str] = "The work of {element} in {field} fails."
    element: str
    field: str


class StockUsed(Event[Position], frozen=True):
    """Bookkeeping: material of an engineer vehicle is built in, or taken back (`count` below 0)."""

    element: str
    kind: str
    count: int = 1

    def apply(self, state: Position) -> None:
        stock = state.stock[self.element]
        state.stock[self.element] = replace(stock, **{self.kind: stock.of(self.kind) - self.count})


def is_engineer(pack: Pack, model: Model) -> bool:
    return model.has("engineer")


def is_machine(model: Model) -> bool:
    """A machine made for work, or a tank with a blade."""
    return model.has("work_machine") or model.has("dozer")


# -- who may work ------------------------------------------------------------------------------------------


@rule("WPR-arbeit-1", "WPR-arbeit-2", "WPR-fuehrung-2")
def worker_refusal(pack: Pack, known: Known, name: str, field: str) -> Illegal | None:
    """Pinned troops of any level cannot work, staffs and trains have other tasks."""
    refusal = actor_refusal(known, known.active, name)
    if refusal is not None:
        return refusal
    worker = known.elements[name]
    model = pack.models[worker.model]
    if not on_board(worker) or worker.aboard:
        return Illegal("{element} must be dismounted to work.", "WPR-arbeit-3", element=name)
    if worker.pinned:
        return Illegal("{element} is pinned and cannot work.", "WPR-arbeit-2", element=name)
    if model.has("command") or model.has("supply"):
        return Illegal("{element} is not there for such work.", "WPR-fuehrung-2", element=name)
    if worker.split or worker.joined:
        return Illegal("{element} has just got on or off.", "WPR-fahrzeuge-6", element=name)
    return (
        activity_refusal(pack, worker, "work")
        or _place_refusal(pack, known, worker, field)
        or crowding.stay_refusal(pack, known, worker, replace(worker, worked=True))
    )


@rule("WPR-arbeit-3", "WPR-arbeit-4", "WPR-raeumen-1")
def _place_refusal(pack: Pack, known: Known, worker: Element, field: str) -> Illegal | None:
    """In the field of the work, or next to it if the ground keeps the worker out."""
    if worker.field == field:
        return None
    board = pack.theatre(known.scenario).board
    if (
        field in board
        and board.distance(worker.field, field) == 1
        and not can_enter(pack, known, worker, field)
    ):
        return None
    reason = "{element} must be in {field} to work there."
    return Illegal(reason, "WPR-arbeit-3", element=worker.id, field=field)


def can_enter(pack: Pack, known: Known, worker: Element, field: str) -> bool:
    """Whether ground and wrecks let a worker stand in a field. An enemy there does not count.

    He must be driven out before anybody works.
    """
    if field in known.wrecks and not pack.models[worker.model].is_figures:
        return False
    return terrain.is_free_ground(pack, known, terrain.gait_of(pack, worker), field)


def work_fields(pack: Pack, known: Known, worker: Element) -> Iterator[str]:
    """The fields in which a worker could do something from where he is."""
    yield worker.field
    for field in pack.theatre(known.scenario).board.neighbours(worker.field):
        if not can_enter(pack, known, worker, field):
            yield field


def figures_refusal(pack: Pack, known: Known, name: str, field: str) -> Illegal | None:
    """For work that any figures can do."""
    refusal = worker_refusal(pack, known, name, field)
    if refusal is None and not pack.models[known.elements[name].model].is_base:
        return Illegal("{element} has no figures for this work.", "WPR-arbeit-1", element=name)
    return refusal


@rule("WPR-pioniere-1")
def engineer_refusal(pack: Pack, known: Known, name: str, field: str) -> Illegal | None:
    """For work of engineers, who are figure bases marked as such."""
    refusal = worker_refusal(pack, known, name, field)
    if refusal is None and not pack.models[known.elements[name].model].has("engineer"):
        return Illegal("Only engineers can do this.", "WPR-pioniere-1", element=name)
    return refusal


# -- material ----------------------------------------------------------------------------------------------


@rule("WPR-pioniere-2", "WPR-hindernisse-bau-3", "WPR-pionierausruestung-3")
def kept_by(pack: Pack, known: Known, worker: Element, field: str, kind: str) -> str:
    """The own engineer vehicle with this material at the field of the work; "" if there is none.

    Material stays on its vehicle until it is built in, so it is nowhere else.
    """
    board = pack.theatre(known.scenario).board
    for name in sorted(known.stock):
        vehicle = known.elements.get(name)
        if vehicle is None or vehicle.side != worker.side or not on_board(vehicle):
            continue
        if known.stock[name].of(kind) and board.distance(vehicle.field, field) <= 1:
            return name
    return ""


def material_refusal(pack: Pack, known: Known, name: str, field: str, kind: str) -> Illegal | None:
    """Why the material for a work is missing."""
    if kept_by(pack, known, known.elements[name], field, kind):
        return None
    reason = "No engineer vehicle with the material is in {field} or next to it."
    return Illegal(reason, "WPR-hindernisse-bau-3", field=field)


@rule("WPR-pionierausruestung-5", "WPR-pionierausruestung-1")
def use(game: Game[Position], vehicle: str, kind: str, count: int = 1) -> None:
    """Material is used up by success alone, one piece for one work."""
    told = seats_of(game.state, game.state.elements[vehicle].side)
    game.happens(StockUsed(vehicle, kind, count, cite="WPR-pionierausruestung-1"), told)


# -- the attempt -------------------------------------------------------------------------------------------


@rule("WPR-arbeit-5", "WPR-arbeit-8")
def begin(
    game: Game[Position], name: str, field: str, answers: Answers = step.working_beside
) -> Script[bool]:
    """The turn is used; work beside the own field draws counter-moves. False if they stop it."""
    secrecy.tell(game, Worked(name, field, cite="WPR-arbeit-6"), (name,))
    yield from answers(game, name, field)
    worker = game.state.elements[name]
    return on_board(worker) and not worker.pinned


@rule("WPR-arbeit-6", "WPR-raeumen-2", "WPR-hindernisse-bau-2")
def attempt(
    game: Game[Position], name: str, field: str, cite: str, answers: Answers = step.working_beside
) -> Script[bool]:
    """One try: it takes the whole turn and needs 4 and more; it may be tried again in later turns."""
    goes_on = yield from begin(game, name, field, answers)
    if not goes_on:
        return False
    told = secrecy.audience(game, (name,))
    (face,) = yield from roll("1d6", "work of {element}", cite, name, told, element=name)
    if face >= game.pack.tables.work.success:
        return True
    secrecy.tell(game, Failed(name, field, cite=cite), (name,))
    return False


def success_odds(pack: Pack, cite: str) -> Odds:
    """What a player sees before he sets somebody to work."""
    ways = 7 - pack.tables.work.success
    return Odds(cite, 0, (), (Likely("success", ways), Likely("failure", 6 - ways)), 6)
