"""Indirect fire (Feuer, indirektes): observed, at located batteries, or on suspicion.

It comes before all movement of the half-turn. Batteries of the same kind may combine on one field: one die,
one more point for each further battery.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planspiel.kernel import Game, Illegal, Odds, Order, Rng, Script, Side, rule
from planspiel.systems.wiener2022 import art_recon, camouflage, fire
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.aim import bridges_at, is_worth_it, own_troops_refusal, seen, targets_of
from planspiel.systems.wiener2022.modifiers import Shot, bridge_is_hurt
from planspiel.systems.wiener2022.observing import (
    batteries_refusal,
    chains,
    is_artillery,
    is_known_there,
    is_observed,
    is_ready,
    overlooks,
    random_order,
    range_refusal,
    ready_with,
    salvo,
    suspect_ground_refusal,
    suspicion_refusal,
)
from planspiel.systems.wiener2022.odds import blind_odds, odds_of
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Position, is_located
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["ACTIVITIES", "IndirectFire", "SuspicionFire", "discharge"]


class IndirectFire(Order, frozen=True):
    """One battery, or several of a kind, at one field."""

    batteries: tuple[str, ...]
    field: str


class SuspicionFire(Order, frozen=True):
    """At least three adjacent fields where an enemy might be, one battery of a kind for each."""

    batteries: tuple[str, ...]
    fields: tuple[str, ...]


# -- observed fire and located targets ---------------------------------------------------------------------


def fire_refusal(pack: Pack, known: Known, order: IndirectFire) -> Illegal | None:
    """Why this indirect fire may not be given."""
    side = known.active
    refusal = batteries_refusal(pack, known, side, order.batteries)
    if refusal is not None:
        return refusal
    for battery in order.batteries:
        refusal = range_refusal(pack, known, battery, order.field)
        if refusal is not None:
            return refusal
    refusal = own_troops_refusal(known, side, order.field)
    return refusal or _target_refusal(pack, known, salvo(pack, known, order.batteries, order.field))


def _target_refusal(pack: Pack, known: Known, shot: Shot) -> Illegal | None:
    """There must be somebody, or a bridge, that the fire can be laid on and that it can hurt."""
    engaged = [one for one in targets_of(known, shot) if may_be_engaged(pack, known, one, shot.side)]
    bridges = [known.bridges[place] for place in bridges_at(known, shot.field)]
    watched = bool(bridges) and overlooks(pack, known, shot.side, shot.field)
    if not engaged and not watched:
        if shot.field in known.smoke:
            return Illegal(
                "No enemy is known to be in the smoke of {field}.", "WPR-nebel-8", field=shot.field
            )
        return Illegal(
            "No observer sees a target in {field}, and none is located there.",
            "WPR-feuer-indirekt-1",
            field=shot.field,
        )
    if any(is_worth_it(pack, known, shot, one) for one in engaged):
        return None
    if watched and any(bridge_is_hurt(pack, shot, bridge) for bridge in bridges):
        return None
    return Illegal("This weapon cannot hurt anything in {field}.", "WPR-mindestkaliber-1", field=shot.field)


@rule("WPR-feuer-unbeobachtet-1")
def may_be_engaged(pack: Pack, known: Known, target: Element, side: Side) -> bool:
    """Located by artillery reconnaissance, or in sight of an observer, or known to be in the smoke."""
    if is_located(known, target):
        return True
    return is_observed(pack, known, target, side) or is_known_there(pack, known, target, side)


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[IndirectFire]:
    """Each battery alone at each target, and with all others of its kind that reach it."""
    side = element.side
    if not is_ready(pack, view, element):
        return
    others = ready_with(pack, view, side, element)
    for field in view.targets:
        alone = IndirectFire((element.id,), field)
        if fire_refusal(pack, view, alone) is not None:
            continue
        yield alone
        able = [name for name in others if range_refusal(pack, view, name, field) is None]
        together = tuple(sorted((element.id, *able)))
        if able and together[0] == element.id:
            yield IndirectFire(together, field)


def _sample(pack: Pack, view: WienerView, element: Element, rng: Rng) -> IndirectFire | None:
    """One battery at a random target."""
    if not is_ready(pack, view, element):
        return None
    return random_order(
        rng,
        tuple(view.targets),
        lambda field: IndirectFire((element.id,), field),
        lambda order: fire_refusal(pack, view, order),
    )


def _carry_out(game: Game[Position], order: IndirectFire) -> Script[None]:
    shot = salvo(game.pack, game.state, order.batteries, order.field)
    yield from discharge(game, shot, cite="WPR-feuer-indirekt-1")


@rule("WPR-fahren-schiessen-2")
def discharge(game: Game[Position], shot: Shot, cite: str, answer: bool = False) -> Script[None]:
    """Indirect fire of any kind: announced, diced; it gives the batteries away and may have them located."""
    fire.announce(game, shot, answer=answer, cite=cite)
    yield from fire.fire_at(game, shot, cite)
    yield from give_away(game, shot.firers)


def give_away(game: Game[Position], batteries: Sequence[str]) -> Script[None]:
    """What firing betrays of those who fire indirectly."""
    for name in batteries:
        yield from camouflage.betray(game, name)
    yield from art_recon.locate(game, batteries)


def _odds(pack: Pack, view: WienerView, order: IndirectFire) -> Odds | None:
    shot = salvo(pack, view, order.batteries, order.field)
    return odds_of(pack, view, shot, _aimed_at(pack, view, shot))


def _aimed_at(pack: Pack, view: WienerView, shot: Shot) -> frozenset[str]:
    known_there = {one.id for one in targets_of(view, shot) if may_be_engaged(pack, view, one, shot.side)}
    return seen(pack, view, shot.side) | known_there


# -- fire on suspicion -------------------------------------------------------------------------------------


@rule("WPR-feuer-3", "WPR-tarnen-5")
def _suspicion(pack: Pack, view: WienerView, order: SuspicionFire) -> Illegal | None:
    """Where an enemy might be camouflaged, at banks and coasts; never into smoke."""
    side = view.active
    refusal = suspicion_refusal(pack, view, side, order.batteries, order.fields, "WPR-feuer-4")
    return refusal or suspect_ground_refusal(pack, view, side, order.fields, "WPR-feuer-5")


def _suspicion_options(pack: Pack, view: WienerView, element: Element) -> Iterator[SuspicionFire]:
    for batteries, fields in chains(pack, view, element.side, element):
        if suspect_ground_refusal(pack, view, element.side, fields, "WPR-feuer-5") is None:
            yield SuspicionFire(batteries, fields)


def _fire_on_suspicion(game: Game[Position], order: SuspicionFire) -> Script[None]:
    """One die for each field, whoever is there."""
    for battery, field in zip(order.batteries, order.fields, strict=True):
        shot = salvo(game.pack, game.state, (battery,), field)
        yield from discharge(game, shot, cite="WPR-feuer-3")


def _suspicion_odds(pack: Pack, view: WienerView, order: SuspicionFire) -> Odds | None:
    pairs = zip(order.batteries, order.fields, strict=True)
    return blind_odds(pack, view, [salvo(pack, view, (one,), field) for one, field in pairs], "WPR-feuer-3")


ACTIVITIES = {
    IndirectFire: Activity(
        "indirect", _options, fire_refusal, _carry_out, _odds, sample=_sample, suits=is_artillery
    ),
    SuspicionFire: Activity(
        "indirect", _suspicion_options, _suspicion, _fire_on_suspicion, _suspicion_odds, suits=is_artillery
    ),
}
