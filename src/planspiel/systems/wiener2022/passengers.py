"""Those aboard something that is hit: who stays there, who has to get off, and what awaits him below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Script, Seat, rule
from planspiel.systems.wiener2022 import entering, secrecy, terrain
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Position, carriers_of, put

__all__ = [
    "ForcedOut",
    "barrage_on",
    "force_out",
    "is_off_the_ground",
    "is_rider",
    "stays_aboard",
    "why_out",
]


class ForcedOut(Event[Position], frozen=True):
    """Troops have left a vehicle without an order to. What it has done this turn they have done with it."""

    said: ClassVar[str] = "{element} leaves {carrier} in {field}."
    element: str
    carrier: str
    field: str

    def apply(self, state: Position) -> None:
        base, carrier = state.elements[self.element], state.elements[self.carrier]
        busy = bool(carrier.moved) or carrier.shot or carrier.worked or carrier.attacked or carrier.acted
        put(state, replace(base, aboard="", field=self.field, split=base.split or busy))


def force_out(
    game: Game[Position],
    passenger: Element,
    carrier: Element,
    cite: str,
    witnesses: tuple[Seat, ...] | None = None,
) -> None:
    """Somebody has to leave a vehicle. Of one that is lost already `witnesses` are those who saw it."""
    event = ForcedOut(passenger.id, carrier.id, carrier.field, cite=cite)
    if witnesses is None:
        witnesses = secrecy.audience(game, (carrier.id,))
    secrecy.tell(game, event, (passenger.id, carrier.id), witnesses=witnesses)
    entering.hold_who_got_off(game, passenger.id, carrier)


@rule("WPR-sperrfeuer-3")
def barrage_on(game: Game[Position], passengers: Sequence[Element]) -> Script[None]:
    """Prepared fire on the field falls on whoever of these had to get off."""
    yield from entering.barrages_fall(game, tuple(one.id for one in passengers))


@rule("WPR-absitzen-niederhaltung-2")
def stays_aboard(pack: Pack, known: Known, carrier: Element) -> bool:
    """Whether those aboard stay there when the carrier is hit."""
    if is_off_the_ground(pack, known, carrier):
        return True
    return pack.models[carrier.model].is_armoured and not is_rider(pack, carrier)


@rule("WPR-schwimmen-1")
def is_off_the_ground(pack: Pack, known: Known, element: Element) -> bool:
    """A craft, an aircraft or an amphibious vehicle afloat, or aboard one: nobody can get off there."""
    for one in (element, *carriers_of(known, element)):
        model = pack.models[one.model]
        if model.is_watercraft or model.is_aircraft or terrain.is_afloat(pack, known, one):
            return True
    return False


@rule("WPR-mitfahren-2")
def is_rider(pack: Pack, carrier: Element) -> bool:
    """Whoever a tank carries sits on it, exposed."""
    model = pack.models[carrier.model]
    return model.is_vehicle and model.is_armoured and model.carries_riders


def why_out(pack: Pack, carrier: Element, passenger: Element) -> str:
    if is_rider(pack, carrier):
        return "WPR-mitfahren-2"
    is_weapon = pack.models[passenger.model].is_weapon
    return "WPR-absitzen-niederhaltung-X1" if is_weapon else "WPR-absitzen-niederhaltung-1"
