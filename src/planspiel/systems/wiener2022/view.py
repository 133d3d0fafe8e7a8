"""What a seat may know of the table; the names are the position's, so that rules can read both."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from planspiel.kernel import Seat, Side, View
from planspiel.systems.wiener2022 import knowledge, pictures
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.secrecy import is_open
from planspiel.systems.wiener2022.state import (
    Barrage,
    Barrier,
    Bridge,
    Charge,
    Earthwork,
    Element,
    Ghost,
    Heard,
    March,
    Phase,
    Position,
    Screen,
    Standing,
    Stock,
    Token,
    Wreck,
    places,
    standing_of,
)

__all__ = ["WienerView", "view_of"]


class WienerView(View[Pack], kw_only=True):
    """The table as one seat sees it."""

    scenario: str
    turn: int
    half: int
    active: Side
    phase: Phase
    night: bool
    dawn: bool
    sides: tuple[Side, ...]
    options: dict[str, bool | int | str]
    elements: dict[str, Element]
    stock: dict[str, Stock]
    standing: Standing
    tokens: dict[str, Token]
    ghosts: dict[str, Ghost]
    heard: dict[str, Heard]
    shown: dict[str, str]
    smoke: dict[str, Screen]
    light: dict[str, Screen]
    earthworks: dict[str, Earthwork]
    barriers: dict[str, Barrier]
    barrages: dict[str, Barrage]
    charges: dict[str, Charge]
    bridges: dict[str, Bridge]
    wrecks: dict[str, Wreck]
    ruins: tuple[str, ...]
    broken: tuple[str, ...]
    lifted: tuple[str, ...]
    tried: tuple[str, ...]
    fired_kinds: tuple[str, ...]
    march: March | None
    requested: tuple[Side, ...]
    flights: dict[str, str]

    @property
    def side(self) -> Side:
        """The side that the seat decides for."""
        return self.sides[0]

    @property
    def by_field(self) -> dict[str, Sequence[Element]]:
        """Who stands where, as far as the seat knows."""
        found: dict[str, Sequence[Element]] | None = self.__dict__.get("by_field")
        if found is None:
            found = vars(self)["by_field"] = places(self.elements)
        return found

    @cached_property
    def targets(self) -> dict[str, None]:
        """In label order: the fields with enemies of the active party or bridges that the seat knows of."""
        enemies = (e.field for e in self.elements.values() if e.fate == "board" and e.side != self.active)
        bridged = (field for place in self.bridges for field in place.split("|"))
        return dict.fromkeys(sorted({*enemies, *bridged}))


def view_of(pack: Pack, state: Position, seat: Seat) -> WienerView:
    """Each table the seat may see, named one by one. Whoever has no seat sees what both sides know."""
    sides = state.seats.get(seat, ())
    elements = knowledge.known_elements(pack, state, sides)
    works = pictures.known_works(state, sides)
    view = WienerView(
        seat=seat,
        scenario=state.scenario,
        turn=state.turn,
        half=state.half,
        active=state.active,
        phase=state.phase,
        night=state.night,
        dawn=state.dawn,
        sides=sides,
        options=state.options,
        elements=elements,
        stock={name: stock for name, stock in state.stock.items() if state.elements[name].side in sides},
        standing=standing_of(state, seat),
        tokens=knowledge.known_tokens(state, sides),
        ghosts={name: ghost for name, ghost in state.ghosts.items() if ghost.side in sides},
        heard={name: heard for name, heard in state.heard.items() if heard.side in sides},
        shown=state.shown.copy(),
        smoke=state.smoke.copy(),
        light=state.light.copy(),
        earthworks=knowledge.known_earthworks(state, sides),
        barriers=knowledge.known_barriers(state, sides),
        barrages={name: barrage for name, barrage in state.barrages.items() if barrage.side in sides},
        charges={n: c for n, c in sorted(state.charges.items()) if c.side in sides or not c.hidden},
        bridges=works.bridges,
        wrecks=knowledge.known_wrecks(state, sides),
        ruins=works.ruins,
        broken=works.broken,
        lifted=state.lifted,
        tried=state.tried,
        fired_kinds=knowledge.known_fired_kinds(state, sides, elements),
        march=knowledge.known_march(pack, state, sides, elements),
        requested=knowledge.known_requests(state, sides),
        flights=knowledge.known_flights(state, sides, elements),
    )
    if is_open(state):
        vars(view)["by_field"] = knowledge.known_places(state, elements)
    return view
