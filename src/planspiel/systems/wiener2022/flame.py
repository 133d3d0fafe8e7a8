"""Flame-thrower tanks (Flammenwerfer): into the adjacent field, against troops in buildings or positions."""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.kernel import Game, Illegal, Odds, Order, Script, roll, rule
from planspiel.systems.wiener2022 import camouflage, fire, flight, hits
from planspiel.systems.wiener2022.activities import Activity, actor_refusal
from planspiel.systems.wiener2022.aim import ledger_refusal, own_troops_refusal, seen, targets_of
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.effect import BLACK, LOSS, value_of
from planspiel.systems.wiener2022.losses import lose
from planspiel.systems.wiener2022.modifiers import Shot, is_dug_in, is_hurt, look_of, modifiers
from planspiel.systems.wiener2022.odds import odds_of
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.sight import distance, line_refusal
from planspiel.systems.wiener2022.speed import may_fire_on_the_move
from planspiel.systems.wiener2022.state import Element, Known, Position, on_board
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["ACTIVITIES", "Flame"]


class Flame(Order, frozen=True):
    """A flame-thrower tank acts on a neighbouring field."""

    element: str
    field: str


@rule("WPR-flammenwerfer-1")
def flame_weapon(pack: Pack, element: Element) -> str:
    """The flame-thrower of a tank; portable ones are not shown and belong to anti-tank close combat."""
    return _flame(pack, pack.models[element.model])


def _flame(pack: Pack, model: Model) -> str:
    return next((name for name in model.weapons if pack.weapons[name].family == "flame"), "")


def _shot(pack: Pack, known: Known, order: Flame) -> Shot:
    tank = known.elements[order.element]
    return Shot(tank.side, (tank.id,), flame_weapon(pack, tank), order.field, "flame", 1)


@rule("WPR-flammenwerfer-2")
def _refusal(pack: Pack, known: Known, order: Flame) -> Illegal | None:
    """Only the adjacent field, and only troops in buildings or finished positions."""
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None:
        return refusal
    tank = known.elements[order.element]
    weapon = flame_weapon(pack, tank)
    if not weapon or tank.fate != "board":
        return Illegal("{element} has no flame-thrower.", "WPR-flammenwerfer-1", element=tank.id)
    if tank.pinned >= BLACK:
        return Illegal("{element} is pinned and cannot fire.", "WPR-niederhaltung-4", element=tank.id)
    if not may_fire_on_the_move(pack, known, tank):
        return Illegal("{element} has moved too far to fire.", "WPR-bewegung-2", element=tank.id)
    return ledger_refusal(pack, known, tank, weapon) or _target_refusal(pack, known, order)


def _target_refusal(pack: Pack, known: Known, order: Flame) -> Illegal | None:
    tank, theatre = known.elements[order.element], pack.theatre(known.scenario)
    if order.field not in theatre.board or distance(pack, known, tank.field, order.field) != 1:
        return Illegal("A flame-thrower reaches the adjacent field only.", "WPR-flammenwerfer-2")
    if not theatre.is_building(order.field) and not is_dug_in(pack, known, order.field):
        return Illegal(
            "Nobody in {field} is in a building or position.", "WPR-flammenwerfer-2", field=order.field
        )
    refusal = own_troops_refusal(known, tank.side, order.field) or line_refusal(
        pack, known, tank.field, order.field
    )
    if refusal is not None:
        return refusal
    shot, found = _shot(pack, known, order), seen(pack, known, tank.side)
    if any(one.id in found and is_hurt(pack, shot, one) for one in targets_of(known, shot)):
        return None
    return Illegal("There is no detected target in {field}.", "WPR-aufklaerung-2", field=order.field)


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[Flame]:
    for field in pack.theatre(view.scenario).board.neighbours(element.field):
        order = Flame(element.id, field)
        if _refusal(pack, view, order) is None:
            yield order


@rule("WPR-flammenwerfer-4")
def _carry_out(game: Game[Position], order: Flame) -> Script[None]:
    """A plain die without regard to cover, with the other points of the tank."""
    shot = _shot(game.pack, game.state, order)
    fire.announce(game, shot, answer=False, cite="WPR-flammenwerfer-2")
    told = hits.witnesses(game, shot)
    (natural,) = yield from roll(
        "1d6", "flames into {field}", "WPR-flammenwerfer-2", fire.roller_of(game, shot), told,
        field=order.field,
    )  # fmt: skip
    for target in targets_of(game.state, shot):
        if not is_hurt(game.pack, shot, target):
            continue
        value = value_of(natural, modifiers(game.pack, game.state, shot, target).total)
        yield from hits.hit(game, shot, target.id, natural)
        if value >= LOSS and on_board(game.state.elements[target.id]):
            yield from _drive_out(game, order, target.id)
    yield from camouflage.betray(game, order.element)


@rule("WPR-flammenwerfer-3")
def _drive_out(game: Game[Position], order: Flame, name: str) -> Script[None]:
    """Figures that are not lost must flee, away from the tank; crews are lost with their weapon."""
    element = game.state.elements[name]
    if not look_of(game.pack, element).is_pure_figures:
        yield from lose(game, name, "WPR-infanterist-einsatz-3")
        return
    here = game.state.elements[order.element].field
    open_ = flight.away_from(game.pack, game.state, order.field, (here,))
    yield from flight.flee(game, name, open_, "WPR-flammenwerfer-3")


def _odds(pack: Pack, view: WienerView, order: Flame) -> Odds | None:
    shot = _shot(pack, view, order)
    return odds_of(pack, view, shot, seen(pack, view, shot.side))


ACTIVITIES = {
    Flame: Activity(
        "other", _options, _refusal, _carry_out, _odds, suits=lambda pack, model: bool(_flame(pack, model))
    )
}
