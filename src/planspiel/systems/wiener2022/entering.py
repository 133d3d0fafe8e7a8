"""What lies in wait in a field: what movement asks of the chapters on barriers and close combat.

Those chapters ask movement in turn who comes, so they are imported where they are needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from planspiel.kernel import Game, Script, rule
from planspiel.systems.wiener2022.march_events import Met, Obstructed
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    holders_at,
    is_unknown,
    load_of,
    on_board,
    seat_of,
)

if TYPE_CHECKING:
    from planspiel.systems.wiener2022.approach import Step

__all__ = [
    "abandoned",
    "barrages_fall",
    "barriers_act",
    "bars",
    "charges_go_off",
    "closes",
    "crush",
    "drive_over",
    "hold",
    "hold_who_got_off",
    "kindle",
    "meet",
    "mines_act",
    "reveal",
    "stops",
    "strike",
]


def stops(pack: Pack, known: Known, element: Element, field: str) -> bool:
    """Whether an enemy obstacle in a field stops an element."""
    if not known.barriers:
        return False
    from planspiel.systems.wiener2022 import obstacles

    return obstacles.stops(pack, known, element, field)


def bars(pack: Pack, known: Known, element: Element, field: str) -> bool:
    """Whether, by one reading, an enemy obstacle closes a field to an element."""
    if not known.barriers:
        return False
    from planspiel.systems.wiener2022 import obstacles

    return obstacles.bars(pack, known, element, field)


def closes(known: Known, field: str) -> bool:
    """Whether a flame obstacle closes a field to everybody."""
    return any(
        barrier.kind == "flame" and barrier.field == field and barrier.until >= known.half
        for barrier in known.barriers.values()
    )


def reveal(game: Game[Position], element: Element, field: str) -> None:
    """Hidden barriers in a field that have stopped an element lie open from now on."""
    from planspiel.systems.wiener2022 import mines

    for barrier in tuple(game.state.barriers.values()):
        if barrier.field == field and barrier.side != element.side and is_unknown(game.state, barrier):
            mines.reveal(game, barrier, element.id)


@rule("WPR-felder-besetzt-4")
def meet(game: Game[Position], element: Element, field: str) -> None:
    """Enemies in a field of whom its owner did not know are in the way of an element: they are revealed."""
    from planspiel.systems.wiener2022 import secrecy

    view = game.view(seat_of(game.state, element.side))
    for foe in holders_at(game.state, field, element.side):
        if foe.id not in view.elements and not foe.aboard:
            event = Met(element.id, foe.id, field, cite="WPR-felder-besetzt-4")
            secrecy.tell(game, event, (element.id, foe.id))


def barriers_act(game: Game[Position], step: Step) -> Script[None]:
    """Mines and obstacles of a field that is entered, in whatever way, and of the flank it went over."""
    name = step.element
    load = load_of(game.state, game.state.elements[name])
    for field in (step.flank, step.field):
        if field:
            yield from drive_over(game, name, field)
    for one in (name, *load):
        if game.state.elements[one].field == step.field:
            hold(game, one, step.start)


def drive_over(game: Game[Position], name: str, field: str) -> Script[None]:
    """What a field does to an element that is in it, or goes over it beside a diagonal."""
    crush(game, name, field)
    yield from mines_act(game, name, field)


@rule("WPR-draht-6", "WPR-panzerhindernisse-X1")
def hold(game: Game[Position], name: str, came_from: str) -> None:
    """An obstacle in its field that stops an element lets it only back; who has got off a vehicle too."""
    from planspiel.systems.wiener2022 import secrecy

    element = game.state.elements[name]
    if on_board(element) and stops(game.pack, game.state, element, element.field):
        reveal(game, element, element.field)
        secrecy.tell(game, Obstructed(name, element.field, came_from, cite="WPR-draht-6"), (name,))


@rule("WPR-draht-6")
def hold_who_got_off(game: Game[Position], name: str, carrier: Element) -> None:
    """Who gets off is held in an obstacle like his vehicle, and goes back to where that came from.

    Our reading: who gets off a craft or an aircraft has come from no field beside this one. He has come from
    this field itself, and back is only aboard: on the ground he stays until the obstacle is cleared.
    """
    model = game.pack.models[carrier.model]
    came_from = carrier.field if model.is_watercraft or model.is_aircraft else carrier.came_from
    if came_from:
        hold(game, name, came_from)


def crush(game: Game[Position], name: str, field: str) -> None:
    """Armour drives over wire and makes it useless, unless it has been lost on the way."""
    if game.state.barriers and on_board(game.state.elements[name]):
        from planspiel.systems.wiener2022 import obstacles

        obstacles.crush(game, name, field)


def kindle(game: Game[Position], element: Element, field: str) -> bool:
    """Whether a flame obstacle goes up before an element that is about to enter a field."""
    if not game.state.barriers:
        return False
    from planspiel.systems.wiener2022 import obstacles

    return obstacles.kindle(game, element, field)


def mines_act(game: Game[Position], name: str, field: str) -> Script[None]:
    """Enemy mines in a field that an element enters."""
    if game.state.barriers:
        from planspiel.systems.wiener2022 import mines

        yield from mines.enter(game, name, field)


def barrages_fall(game: Game[Position], names: tuple[str, ...]) -> Script[None]:
    """Barrages on fields that enemy troops have entered, or got off in."""
    if names and game.state.barrages:
        from planspiel.systems.wiener2022 import barrage

        yield from barrage.entered(game, names)


def charges_go_off(game: Game[Position], names: tuple[str, ...]) -> Script[None]:
    """Prepared demolitions in fields that have been entered."""
    if game.state.charges:
        from planspiel.systems.wiener2022 import demolition

        yield from demolition.entered(game, names)


def strike(game: Game[Position], base: str, vehicle: str) -> Script[None]:
    """Figures against armour in their field."""
    from planspiel.systems.wiener2022 import tank_hunt

    yield from tank_hunt.strike(game, base, vehicle)


def abandoned(game: Game[Position], field: str) -> None:
    """Somebody has left a field: half-finished works there may fall down."""
    if field in game.state.earthworks:
        from planspiel.systems.wiener2022 import digging

        digging.abandoned(game, field)
