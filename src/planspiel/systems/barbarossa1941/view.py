"""What a seat may know of the table; the names are the position's, so that rules can read both."""

from __future__ import annotations

from planspiel.kernel import Seat, Side, View
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.secrecy import known_mines, known_units
from planspiel.systems.barbarossa1941.state import Bridge, Bunker, Fight, Minefield, Position, Trench, Unit

__all__ = ["BarbarossaView", "view_of"]


class BarbarossaView(View[Pack], kw_only=True):
    """The table as one seat sees it."""

    scenario: str
    turn: int
    step: int
    sides: tuple[Side, ...]
    mates: tuple[Seat, ...]
    """The other players of the same side."""
    options: dict[str, bool | int | str]
    units: dict[str, Unit]
    points: dict[Side, int]
    stock: dict[str, int]
    mines: dict[str, Minefield]
    smoke: dict[str, int]
    trenches: dict[str, Trench]
    bunkers: dict[str, Bunker]
    bridges: dict[str, Bridge]
    wire: dict[str, Side]
    teeth: dict[str, Side]
    paths: tuple[str, ...]
    cargo: dict[str, int]
    fights: dict[str, Fight]
    adjusted: tuple[str, ...]
    judged: dict[str, int]


def view_of(pack: Pack, state: Position, seat: Seat) -> BarbarossaView:
    """Each table the seat may see, named one by one. Whoever has no seat sees what both sides know."""
    sides = state.seats.get(seat, ())
    return BarbarossaView(
        seat=seat,
        scenario=state.scenario,
        turn=state.turn,
        step=state.step,
        sides=sides,
        mates=tuple(mate for mate, theirs in state.seats.items() if mate != seat and theirs == sides),
        options=state.options,
        units=known_units(state, sides, pack.headquarters),
        points={side: left for side, left in state.points.items() if side in sides},
        stock={name: left for name, left in state.stock.items() if name.partition("/")[0] in sides},
        mines=known_mines(state, sides),
        smoke=state.smoke.copy(),
        trenches=state.trenches.copy(),
        bunkers=state.bunkers.copy(),
        bridges=state.bridges.copy(),
        wire=state.wire.copy(),
        teeth=state.teeth.copy(),
        paths=state.paths,
        cargo=state.cargo.copy(),
        fights=state.fights.copy(),
        adjusted=state.adjusted,
        judged=state.judged.copy(),
    )
