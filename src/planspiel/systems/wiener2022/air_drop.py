"""Paratroops (Fallschirmjäger): jumping from aircraft in low flight, and what waits on the ground.

The run is that of an attack, and flak meets it like one. Only marked bases jump, and never from a pinned
aircraft. They scatter; in woods, towns, rock and at the water they may be hurt, among enemy figures they
fight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Rng, Script, roll, rule
from planspiel.systems.wiener2022 import entering, flak, losses, secrecy, step
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.air_attack import HEADINGS, announce_run, end_run
from planspiel.systems.wiener2022.air_combat import drive_off
from planspiel.systems.wiener2022.air_scatter import scatter
from planspiel.systems.wiener2022.air_tasks import Heading, Run, field_before, runner_refusal
from planspiel.systems.wiener2022.close_combat import Assault, fight, garrison_of, loose_vehicles
from planspiel.systems.wiener2022.effect import value_of
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    carried_by,
    enemy_of,
    on_board,
    put,
)
from planspiel.systems.wiener2022.storm import who_meets
from planspiel.systems.wiener2022.theatre import Theatre
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["ACTIVITIES", "DropTroops", "Jumped", "breaks_off", "drop_refusal", "jumpers"]


class DropTroops(Order, frozen=True):
    """The paratroops of one aircraft jump over a field."""

    element: str
    field: str
    heading: Heading


class Jumped(Event[Position], frozen=True):
    """Down, and with nothing more to do in this turn."""

    said: ClassVar[str] = "{element} comes down in {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        base = state.elements[self.element]
        down = replace(base, fate="board", aboard="", field=self.field, mission="")
        put(state, replace(down, acted=True, attacked=True, moved=0, landed=True))


# -- may they jump -----------------------------------------------------------------------------------------


@rule("WPR-fallschirmjaeger-1", "WPR-luftlandung-1")
def jumpers(pack: Pack, known: Known, aircraft: Element) -> list[Element]:
    """The bases aboard that can jump; others must be landed."""
    return [base for base in carried_by(known, aircraft) if pack.models[base.model].has("paratroop")]


@rule("WPR-fallschirmjaeger-2", "WPR-fallschirmjaeger-3")
def drop_refusal(pack: Pack, known: Known, order: DropTroops) -> Illegal | None:
    """A drop is a low run over a field of the board; nobody jumps from a pinned aircraft."""
    refusal = runner_refusal(pack, known, order.element)
    if refusal is not None:
        return refusal
    aircraft = known.elements[order.element]
    if not jumpers(pack, known, aircraft):
        return Illegal("Nobody aboard {element} can jump.", "WPR-fallschirmjaeger-1", element=aircraft.id)
    if order.field not in pack.theatre(known.scenario).board:
        return Illegal("There is no field {field}.", "WPR-fallschirmjaeger-2", field=order.field)
    if order.heading not in HEADINGS:
        return Illegal("A run leads straight, not over corners.", "WPR-luftangriffe-4")
    if aircraft.pinned and not pack.models[aircraft.model].is_glider:
        return Illegal("{element} is pinned: nobody jumps.", "WPR-fallschirmjaeger-3", element=aircraft.id)
    return None


# -- the run -----------------------------------------------------------------------------------------------


@rule("WPR-fallschirmjaeger-2")
def _drop(game: Game[Position], order: DropTroops) -> Script[None]:
    """Low, like bombing, and defended against like it."""
    before = field_before(game.pack.theatre(game.state.scenario), order.field, order.heading)
    run = Run(order.element, order.field, before, "low", "drop")
    announce_run(game, run, "WPR-fallschirmjaeger-2")
    used = yield from flak.real_fire(game, (run,), ())
    _, used = yield from flak.unreal_fire(game, run, None, used)
    if flak.is_flying_on(game.state, run):
        if breaks_off(game, order.element, "WPR-fallschirmjaeger-3"):
            return
        yield from _jump(game, order)
    yield from flak.departing(game, (run,), used)
    end_run(game, run)


@rule("WPR-luftlandung-X1")
def breaks_off(game: Game[Position], name: str, cite: str) -> bool:
    """A pinned powered aircraft turns back with its load; it may be requested again later."""
    element = game.state.elements[name]
    if not element.pinned or game.pack.models[element.model].is_glider:
        return False
    drive_off(game, name, cite)
    return True


@rule("WPR-verstreuung-1")
def _jump(game: Game[Position], order: DropTroops) -> Script[None]:
    """Paratroops scatter, by day too unless the players chose the other reading."""
    state = game.state
    names = [base.id for base in jumpers(game.pack, state, state.elements[order.element])]
    field: str | None = order.field
    if state.night or state.options["jumpers_scatter"]:
        field = yield from scatter(game, order.element, order.field, "drop")
    if field is not None:
        yield from _come_down(game, names, field, order.heading)


@rule("WPR-draht-6", "WPR-sprengkommando-4")
def _come_down(game: Game[Position], names: Sequence[str], field: str, heading: Heading) -> Script[None]:
    """What lies in wait in the field acts on them as on those who walk into it, before they fight."""
    theatre = game.pack.theatre(game.state.scenario)
    if field not in theatre.board:
        _vanish(game, names, field, "WPR-nacht-luft-5")
        return
    for name in names:
        event = Jumped(name, field, cite="WPR-fallschirmjaeger-7")
        secrecy.tell(game, event, (name, *who_meets(game.state, field)))
    if not theatre.is_land(field):
        _vanish(game, names, field, "WPR-fallschirmjaeger-5")
        return
    if _is_rough(theatre, field):
        yield from _hard_landing(game, names)
    yield from step.set_down(game, names, field)
    yield from entering.charges_go_off(game, tuple(names))
    yield from _fight_out_of_the_jump(game, names, field, field_before(theatre, field, heading))


@rule("WPR-fallschirmjaeger-5", "WPR-nacht-luft-5")
def _vanish(game: Game[Position], names: Sequence[str], field: str, cite: str) -> None:
    """In the water or off the board they are lost."""
    for name in names:
        secrecy.tell(game, losses.Lost(name, field, cite=cite), (name,))


@rule("WPR-fallschirmjaeger-4")
def _is_rough(theatre: Theatre, field: str) -> bool:
    """Wood, houses, rock, or partly water."""
    return any(theatre.has(field, ground) for ground in ("wood", "building", "rock", "water"))


@rule("WPR-fallschirmjaeger-4", "WPR-fallschirmjaeger-8")
def _hard_landing(game: Game[Position], names: Sequence[str]) -> Script[None]:
    """Each base a plain die on the effect table."""
    for name in names:
        told = secrecy.audience(game, (name,))
        (face,) = yield from roll(
            "1d6", "landing of {element}", "WPR-fallschirmjaeger-8", name, told, element=name
        )
        yield from losses.suffer(game, name, value_of(face, 0), "WPR-fallschirmjaeger-4")


@rule("WPR-fallschirmjaeger-6", "WPR-fallschirmjaeger-7")
def _fight_out_of_the_jump(
    game: Game[Position], names: Sequence[str], field: str, before: str
) -> Script[None]:
    """Among enemy figures they fight at once; the beaten flee along the line of the approach."""
    side = game.state.active
    there = tuple(name for name in names if on_board(game.state.elements[name]))
    enemy = enemy_of(side)
    held = garrison_of(game.pack, game.state, field, enemy) or loose_vehicles(
        game.pack, game.state, field, enemy
    )
    if there and held:
        yield from fight(game, Assault(side, field, there, tuple(before for _ in there), jumped=True))


# -- options -----------------------------------------------------------------------------------------------


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[DropTroops]:
    if runner_refusal(pack, view, element.id) is not None or not jumpers(pack, view, element):
        return
    for field in pack.theatre(view.scenario).board.labels:
        first = DropTroops(element.id, field, HEADINGS[0])
        if drop_refusal(pack, view, first) is None:
            yield from (replace(first, heading=heading) for heading in HEADINGS)


def _sample(pack: Pack, view: WienerView, element: Element, rng: Rng) -> DropTroops | None:
    """Over land, somewhere."""
    theatre = pack.theatre(view.scenario)
    order = DropTroops(element.id, rng.choice(theatre.board.labels), rng.choice(HEADINGS))
    if not theatre.is_land(order.field) or drop_refusal(pack, view, order) is not None:
        return None
    return order


ACTIVITIES = {
    DropTroops: Activity("air", _options, drop_refusal, _drop, fates=("reserve",), sample=_sample),
}
