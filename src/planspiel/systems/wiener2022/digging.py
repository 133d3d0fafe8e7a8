"""Digging in (Eingegrabenzeichen): a field position takes two turns of work and needs no die."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Script, Side, rule
from planspiel.systems.wiener2022 import secrecy, work
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Earthwork,
    Element,
    Known,
    Position,
    at,
    enemy_of,
    put,
    seats_of,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["ACTIVITIES", "DigIn", "DugIn", "abandoned", "dig_refusal"]


class DigIn(Order, frozen=True):
    """Figures or a work machine work on a position in their field."""

    element: str


class DugIn(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} digs in {field}: work turn {turns}."
    element: str
    field: str
    turns: int
    side: Side

    def apply(self, state: Position) -> None:
        there = state.earthworks.get(self.field, Earthwork(0, side=self.side))
        state.earthworks[self.field] = replace(there, turns=self.turns, dug_in=state.half)
        worker = state.elements[self.element]
        put(state, replace(worker, worked=True, hidden=False, combed=False))


class Abandoned(Event[Position], frozen=True):
    """Bookkeeping: nobody is left to finish a position."""

    field: str

    def apply(self, state: Position) -> None:
        del state.earthworks[self.field]


def dig_refusal(pack: Pack, known: Known, order: DigIn) -> Illegal | None:
    """Why somebody cannot dig in where he is."""
    name = order.element
    worker = known.elements.get(name)
    refusal = work.worker_refusal(pack, known, name, worker.field if worker is not None else "")
    if refusal is not None:
        return refusal
    worker = known.elements[name]
    if not _digs(pack, pack.models[worker.model]):
        return _not_dug_in(worker)
    if worker.on_pontoons:
        return Illegal("{element} lies on pontoons.", "WPR-eingegraben-1", element=name)
    if worker.camouflaged:
        return Illegal("{element} is camouflaged: digging comes first.", "WPR-tarnen-2", element=name)
    return _finished(pack, known, worker.field)


@rule("WPR-eingegraben-1")
def _digs(pack: Pack, model: Model) -> bool:
    """Figures of all kinds, and machines made for work."""
    return model.is_figures or work.is_machine(model)


@rule("WPR-eingegraben-4")
def _not_dug_in(worker: Element) -> Illegal:
    """Vehicles and heavy weapons cannot be dug in during play."""
    return Illegal("{element} cannot be dug in during play.", "WPR-eingegraben-4", element=worker.id)


@rule("WPR-eingegraben-5", "WPR-verteidigung-einrichten-1")
def _finished(pack: Pack, known: Known, field: str) -> Illegal | None:
    """Beyond the second turn work has no further effect; one turn of work counts once for all who dig."""
    there = known.earthworks.get(field)
    if there is not None and there.turns >= pack.tables.work.dig_in_turns:
        return Illegal("The position in {field} is finished.", "WPR-eingegraben-5", field=field)
    if there is not None and there.dug_in == known.half:
        return Illegal("In {field} they have dug in this turn.", "WPR-eingegraben-1", field=field)
    return None


@rule("WPR-eingegraben-1", "WPR-arbeit-7")
def _dig(game: Game[Position], order: DigIn) -> Script[None]:
    """First turn: marker reversed; second turn: turned over. The enemy sees them work, not at what."""
    state, worker = game.state, game.state.elements[order.element]
    there = state.earthworks.get(worker.field)
    turns = 1 if there is None else there.turns + 1
    event = DugIn(worker.id, worker.field, turns, worker.side, cite="WPR-eingegraben-1")
    if secrecy.is_open(state):
        game.happens(event)
    else:
        is_seen = secrecy.sees(game.pack, state, (enemy_of(worker.side),), worker.id)
        at_work = work.Worked(worker.id, worker.field, cite="WPR-eingegraben-1")
        game.happens(event, seats_of(state, worker.side), at_work if is_seen else None)
    return
    yield


@rule("WPR-eingegraben-6")
def abandoned(game: Game[Position], field: str) -> None:
    """If all who could dig leave, an unfinished position is gone; a finished one stays."""
    there = game.state.earthworks.get(field)
    if there is None or there.turns >= game.pack.tables.work.dig_in_turns:
        return
    left = (game.pack.models[one.model] for one in at(game.state, field) if there.side in (None, one.side))
    if any(model.is_base or _digs(game.pack, model) for model in left):
        return
    told = None if there.side is None or secrecy.is_open(game.state) else seats_of(game.state, there.side)
    game.happens(Abandoned(field, cite="WPR-eingegraben-6"), told)


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[DigIn]:
    if dig_refusal(pack, view, DigIn(element.id)) is None:
        yield DigIn(element.id)


def _judge(pack: Pack, view: WienerView, order: DigIn) -> Illegal | None:
    return dig_refusal(pack, view, order)


ACTIVITIES = {DigIn: Activity("other", _options, _judge, _dig, suits=_digs)}
