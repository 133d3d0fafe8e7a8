"""What a seat may know. Everything lies open, unless the players chose stack or mine secrecy."""

from __future__ import annotations

from collections.abc import Sequence

from planspiel.kernel import Seat, Side, View
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.secrecy import known_mines, known_units
from planspiel.systems.blitzkrieg1940.state import (
    Activation,
    Combat,
    Formation,
    March,
    Marker,
    Position,
    Standing,
    Unit,
    Works,
    places,
)
from planspiel.systems.blitzkrieg1940.victory import points_on_the_track
from planspiel.systems.blitzkrieg1940.works import known_works

__all__ = ["BlitzkriegView", "view_of"]


class BlitzkriegView(View[Pack], kw_only=True):
    """The table as one seat sees it. The tables have the names of the position's, so rules can read both."""

    scenario: str
    turn: int
    sides: tuple[Side, ...]
    options: dict[str, bool | int | str]
    units: dict[str, Unit]
    formations: dict[str, Formation]
    markers: dict[str, Marker]
    works: dict[str, Works]
    mines: dict[str, Side]
    found_mines: tuple[str, ...]
    inspected: tuple[str, ...]
    passed: str
    control: dict[str, Side]
    points: int | None
    """Victory points, in a battle that is decided by them."""
    activation: Activation | None
    march: March | None
    combat: Combat | None
    standing: Standing

    @property
    def by_hex(self) -> dict[str, Sequence[Unit]]:
        """Who stands where, as far as the seat knows."""
        found: dict[str, Sequence[Unit]] | None = self.__dict__.get("by_hex")
        if found is None:
            found = vars(self)["by_hex"] = places(self.units)
        return found


def view_of(pack: Pack, state: Position, seat: Seat) -> BlitzkriegView:
    """Each table the seat may see, named one by one; who has no seat sees what both sides know."""
    sides = state.seats.get(seat, ())
    view = BlitzkriegView(
        seat=seat,
        scenario=state.scenario,
        turn=state.turn,
        sides=sides,
        options=state.options,
        units=known_units(state, sides),
        formations=state.formations.copy(),
        markers=state.markers.copy(),
        works=known_works(pack, state, sides),
        mines=known_mines(state, sides),
        found_mines=state.found_mines,
        inspected=state.inspected,
        passed=state.passed,
        control=state.control.copy(),
        points=points_on_the_track(pack, state),
        activation=state.activation,
        march=state.march,
        combat=state.combat,
        standing=_standing_orders(state, seat),
    )
    if not state.options.get("stack_secrecy"):
        vars(view)["by_hex"] = state.by_hex.copy()
    return view


def _standing_orders(state: Position, seat: Seat) -> Standing:
    """A player's own standing orders, for all his units and for single ones."""
    general, sides = state.standing.get(seat, Standing()), state.seats.get(seat, ())
    units = {name: one for name, one in state.conduct.items() if state.units[name].side in sides}
    return Standing(general.fire, general.within, general.retreat, units)
