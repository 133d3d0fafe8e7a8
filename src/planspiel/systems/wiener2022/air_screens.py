"""Flares and smoke from aircraft: the light that aimed attacks at night need, and smoke bombs.

A screen takes the place of the attack: the aircraft meets flak like an attacker, one die decides, and what
fails is not tried again on that field. Where there is no target, it falls on suspicion or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from planspiel.kernel import Game, Illegal, Modifiers, Odds, Order, Rng, Script, roll, rule
from planspiel.systems.wiener2022 import evasion, flak
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.air_attack import (
    HEADINGS,
    AirAttack,
    announce_run,
    end_run,
    ground_targets,
    is_reported,
    target_fields,
    together_refusal,
)
from planspiel.systems.wiener2022.air_suspicion import across
from planspiel.systems.wiener2022.air_tasks import Heading, Height, Run, field_before, runner_refusal
from planspiel.systems.wiener2022.effect import value_of
from planspiel.systems.wiener2022.illumination import LightFailed, Lit, attacker_refusal, has_cause
from planspiel.systems.wiener2022.modifiers import own_points
from planspiel.systems.wiener2022.observing import (
    LEAST_FIELDS,
    chain_refusal,
    known_enemy_fields,
    suspect_ground_refusal,
    suspect_rows,
)
from planspiel.systems.wiener2022.odds import success_odds
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.screens import tried_refusal
from planspiel.systems.wiener2022.smoke import SmokeFailed, SmokeLaid, is_free_target
from planspiel.systems.wiener2022.state import Element, Known, Position, enemy_of
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["ACTIVITIES", "DropOnSuspicion", "DropScreen", "screen_refusal"]

What = Literal["flares", "smoke"]


class DropScreen(Order, frozen=True):
    """Flares at night or smoke by day on one field, instead of an attack."""

    element: str
    what: What
    field: str
    heading: Heading


class DropOnSuspicion(Order, frozen=True):
    """At least three adjacent fields where an enemy might be, one aircraft for each."""

    drops: tuple[DropScreen, ...]


# -- may it be dropped -------------------------------------------------------------------------------------


@rule("WPR-beleuchtung-2", "WPR-nebel-10")
def screen_refusal(pack: Pack, view: WienerView, order: DropScreen) -> Illegal | None:
    """Flares need a cause; smoke protects own troops or falls on what somebody looks into."""
    refusal = _means_refusal(pack, view, order)
    if refusal is not None or _is_spotted(pack, view, order.field):
        return refusal
    if order.what == "flares" and not has_cause(pack, view, order.field):
        return Illegal("Nobody is heard or seen in {field}.", "WPR-beleuchtung-2", field=order.field)
    if order.what == "smoke" and not is_free_target(pack, view, order.field):
        return Illegal("No observer looks into {field}.", "WPR-nebel-10", field=order.field)
    return None


@rule("WPR-luftaufklaerung-1")
def _is_spotted(pack: Pack, view: WienerView, field: str) -> bool:
    """Whether the aircraft know of an enemy there."""
    return bool(ground_targets(pack, view, field)) or is_reported(view, field)


@rule("WPR-beleuchtung-3", "WPR-nebel-5")
def _suspicion_refusal(pack: Pack, view: WienerView, order: DropOnSuspicion) -> Illegal | None:
    """At least three adjacent fields; flares by the attacker alone, smoke only where somebody might hide."""
    runs = [AirAttack(one.element, "", one.field, _height(one.what), one.heading) for one in order.drops]
    refusal = together_refusal(pack, view, runs, LEAST_FIELDS)
    for drop in order.drops:
        refusal = refusal or _means_refusal(pack, view, drop)
    if refusal is not None:
        return refusal
    what = order.drops[0].what
    if any(drop.what != what for drop in order.drops):
        return Illegal("All of them drop the same.", "WPR-nebel-5")
    fields = tuple(drop.field for drop in order.drops)
    if what == "flares":
        return attacker_refusal(pack, view) or chain_refusal(pack, view, fields, "WPR-beleuchtung-3")
    refusal = chain_refusal(pack, view, fields, "WPR-nebel-5")
    return refusal or suspect_ground_refusal(pack, view, view.active, fields, "WPR-nebel-5")


@rule("WPR-nacht-luft-2", "WPR-nebel-3")
def _means_refusal(pack: Pack, known: Known, order: DropScreen) -> Illegal | None:
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


# -- carrying out ------------------------------------------------------------------------------------------


def _height(what: What) -> Height:
    return "high" if what == "flares" else "low"


def _least(pack: Pack, what: What) -> int:
    return pack.tables.work.light if what == "flares" else pack.tables.work.smoke


def _drop_one(game: Game[Position], order: DropScreen) -> Script[None]:
    yield from _drop(game, (order,))


def _drop_on_suspicion(game: Game[Position], order: DropOnSuspicion) -> Script[None]:
    yield from _drop(game, order.drops)


def _drop(game: Game[Position], drops: Sequence[DropScreen]) -> Script[None]:
    """Flak before the goal, the drops, flak at the departing."""
    theatre = game.pack.theatre(game.state.scenario)
    runs = []
    for one in drops:
        before = field_before(theatre, one.field, one.heading)
        runs.append(Run(one.element, one.field, before, _height(one.what), "drop"))
    for run in runs:
        announce_run(game, run, "WPR-luftangriffe-3", together=len(runs) > 1)
    used = yield from flak.real_fire(game, runs, ())
    for one, run in zip(drops, runs, strict=True):
        duel, used = yield from flak.unreal_fire(game, run, None, used)
        if flak.is_flying_on(game.state, run) and (duel is None or duel.winner == run.aircraft):
            yield from _lay(game, one)
    yield from flak.departing(game, runs, used)
    for run in runs:
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
    worked = value_of(face, mods.total) >= _least(game.pack, order.what)
    side, field = game.state.elements[order.element].side, order.field
    if order.what == "smoke":
        game.happens(SmokeLaid(side, field, cite=cite) if worked else SmokeFailed(field, cite=cite))
    elif worked:
        game.happens(Lit(side, field, cite=cite))
        yield from evasion.from_light(game, field)
    else:
        game.happens(LightFailed(field, cite=cite))


# -- options -----------------------------------------------------------------------------------------------


def _what(view: WienerView) -> What:
    return "flares" if view.night else "smoke"


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[DropScreen]:
    if pack.models[element.model].bomb < 0 or runner_refusal(pack, view, element.id) is not None:
        return
    heard = {one.field for one in view.heard.values() if one.side == element.side}
    own = known_enemy_fields(view, enemy_of(element.side))
    for field in sorted({*target_fields(pack, view), *heard, *own}):
        order = DropScreen(element.id, _what(view), field, HEADINGS[0])
        if screen_refusal(pack, view, order) is None:
            yield from (replace(order, heading=heading) for heading in HEADINGS)


def _suspicion_options(pack: Pack, view: WienerView, element: Element) -> Iterator[DropOnSuspicion]:
    """Rows of three for the first three aircraft that carry screens, side by side across the row."""
    trio = _trio(pack, view, element)
    if not trio:
        return
    for row in suspect_rows(pack.theatre(view.scenario)):
        for heading in across(row):
            drops = (
                DropScreen(name, _what(view), field, heading) for name, field in zip(trio, row, strict=True)
            )
            order = DropOnSuspicion(tuple(drops))
            if _suspicion_refusal(pack, view, order) is None:
                yield order


def _trio(pack: Pack, view: WienerView, element: Element) -> list[str]:
    """The aircraft and the next two that carry screens, if it is the first of them in the air."""
    found = [
        name
        for name, other in sorted(view.elements.items())
        if other.side == element.side
        and pack.models[other.model].bomb >= 0
        and (pack.models[other.model].is_multi_engined or not view.night)
        and runner_refusal(pack, view, name) is None
    ]
    return found[:LEAST_FIELDS] if len(found) >= LEAST_FIELDS and found[0] == element.id else []


def _no_sample(pack: Pack, view: WienerView, element: Element, rng: Rng) -> DropOnSuspicion | None:
    """A random player has no suspicions."""
    return None


def _odds(pack: Pack, view: WienerView, order: DropScreen) -> Odds | None:
    mods = Modifiers()
    own_points(mods, pack, view, (order.element,))
    success = "light" if order.what == "flares" else "smoke"
    return success_odds(mods, _least(pack, order.what), success, "WPR-nebel-3")


ACTIVITIES = {
    DropScreen: Activity("air", _options, screen_refusal, _drop_one, _odds, fates=("reserve",)),
    DropOnSuspicion: Activity(
        "air",
        _suspicion_options,
        _suspicion_refusal,
        _drop_on_suspicion,
        fates=("reserve",),
        sample=_no_sample,
    ),
}
