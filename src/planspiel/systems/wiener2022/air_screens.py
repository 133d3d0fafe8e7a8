"""Flares and smoke from aircraft: the light that aimed attacks at night need, and smoke bombs.

A screen takes the place of the attack: the aircraft meets flak like an attacker, one die decides, and what
fails is not tried again on that field.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from planspiel.kernel import Game, Illegal, Modifiers, Odds, Order, Script, roll, rule
from planspiel.systems.wiener2022 import evasion, flak
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.air_attack import HEADINGS, announce_run, end_run, target_fields
from planspiel.systems.wiener2022.air_tasks import Heading, Height, Run, field_before, runner_refusal
from planspiel.systems.wiener2022.effect import value_of
from planspiel.systems.wiener2022.illumination import LightFailed, Lit
from planspiel.systems.wiener2022.modifiers import own_points
from planspiel.systems.wiener2022.odds import success_odds
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.screens import tried_refusal
from planspiel.systems.wiener2022.smoke import SmokeFailed, SmokeLaid
from planspiel.systems.wiener2022.state import Element, Known, Position
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["ACTIVITIES", "DropScreen", "screen_refusal"]


class DropScreen(Order, frozen=True):
    """Flares at night or smoke by day on one field, instead of an attack."""

    element: str
    what: Literal["flares", "smoke"]
    field: str
    heading: Heading


@rule("WPR-nacht-luft-2", "WPR-nebel-3")
def screen_refusal(pack: Pack, known: Known, order: DropScreen) -> Illegal | None:
    """Flares fall at night from aircraft with several engines, smoke from whatever carries bombs."""
    refusal = runner_refusal(pack, known, order.element)
    if refusal is not None:
        return refusal
    model = pack.models[known.elements[order.element].model]
    if model.bomb < 0:
        return Illegal("{element} carries no bombs.", "WPR-nebel-3", element=order.element)
    if order.field not in pack.theatre(known.scenario).board or order.heading not in HEADINGS:
        return Illegal("There is no field {field}.", "WPR-luftangriffe-1", field=order.field)
    if order.what == "flares":
        if not known.night:
            return Illegal("There is daylight.", "WPR-beleuchtung-1")
        if not model.is_multi_engined:
            return Illegal("{element} cannot attack at night.", "WPR-nacht-luft-1", element=order.element)
        return tried_refusal(known, "light", (order.field,), "WPR-beleuchtung-6")
    if known.night:
        return Illegal("At night aircraft lay no smoke.", "WPR-luftangriffe-8")
    if order.field in known.smoke:
        return Illegal("{field} is in smoke already.", "WPR-nebel-3", field=order.field)
    return tried_refusal(known, "smoke", (order.field,), "WPR-nebel-3")


def _least(pack: Pack, order: DropScreen) -> int:
    return pack.tables.work.light if order.what == "flares" else pack.tables.work.smoke


def _drop(game: Game[Position], order: DropScreen) -> Script[None]:
    height: Height = "high" if order.what == "flares" else "low"
    before = field_before(game.pack.theatre(game.state.scenario), order.field, order.heading)
    run = Run(order.element, order.field, before, height, "drop")
    announce_run(game, run, "WPR-luftangriffe-3")
    used = yield from flak.real_fire(game, (run,), ())
    duel, used = yield from flak.unreal_fire(game, run, None, used)
    if flak.is_flying_on(game.state, run) and (duel is None or duel.winner == run.aircraft):
        yield from _lay(game, order)
    yield from flak.departing(game, (run,), used)
    end_run(game, run)


@rule("WPR-nebel-3", "WPR-beleuchtung-4")
def _lay(game: Game[Position], order: DropScreen) -> Script[None]:
    """One die: light from 4 on, smoke from 5 on."""
    mods = Modifiers()
    own_points(mods, game.pack, game.state, (order.element,))
    cite = "WPR-nacht-luft-2" if order.what == "flares" else "WPR-nebel-3"
    (face,) = yield from roll(
        "1d6", "drop of {element} on {field}", cite, order.element, element=order.element, field=order.field
    )
    worked = value_of(face, mods.total) >= _least(game.pack, order)
    side, field = game.state.elements[order.element].side, order.field
    if order.what == "smoke":
        game.happens(SmokeLaid(side, field, cite=cite) if worked else SmokeFailed(field, cite=cite))
    elif worked:
        game.happens(Lit(side, field, cite=cite))
        yield from evasion.from_light(game, field)
    else:
        game.happens(LightFailed(field, cite=cite))


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[DropScreen]:
    if pack.models[element.model].bomb < 0 or runner_refusal(pack, view, element.id) is not None:
        return
    heard = {one.field for one in view.heard.values() if one.side == element.side}
    for field in sorted({*target_fields(pack, view), *heard}):
        what: Literal["flares", "smoke"] = "flares" if view.night else "smoke"
        order = DropScreen(element.id, what, field, HEADINGS[0])
        if screen_refusal(pack, view, order) is None:
            for heading in HEADINGS:
                yield DropScreen(element.id, what, field, heading)


def _odds(pack: Pack, view: WienerView, order: DropScreen) -> Odds | None:
    mods = Modifiers()
    own_points(mods, pack, view, (order.element,))
    success = "light" if order.what == "flares" else "smoke"
    return success_odds(mods, _least(pack, order), success, "WPR-nebel-3")


ACTIVITIES = {DropScreen: Activity("air", _options, screen_refusal, _drop, _odds, fates=("reserve",))}
