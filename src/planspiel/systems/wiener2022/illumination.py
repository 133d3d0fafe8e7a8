"""Battlefield illumination (Gefechtsfeldbeleuchtung): light by artillery at night, where there is a cause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from planspiel.kernel import Choice, Event, Game, Illegal, Odds, Order, Script, Side, rule
from planspiel.systems.wiener2022 import evasion
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.aim import seen
from planspiel.systems.wiener2022.indirect import give_away
from planspiel.systems.wiener2022.observing import (
    chains,
    is_artillery,
    is_ready,
    known_enemy_fields,
    range_refusal,
    ready_with,
    suspicion_refusal,
)
from planspiel.systems.wiener2022.odds import success_odds
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.screens import (
    screen_modifiers,
    screen_refusal,
    screen_roll,
    tried_refusal,
)
from planspiel.systems.wiener2022.state import Element, Known, Position, Screen, enemies_at
from planspiel.systems.wiener2022.turn import LightGone
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "AT_HALF_END",
    "CHOICES",
    "SCRIPTS",
    "Illuminate",
    "IlluminateOnSuspicion",
    "LightFailed",
    "Lit",
    "attacker_refusal",
    "has_cause",
    "light_up",
]

CHOICES = {
    "light_lasts": Choice(
        "both half-turns",
        "Light lasts through the opponent's next half-turn (the other reading: only the own one)",
        "Licht hält auch den nächsten gegnerischen Teilzug (andere Lesart: nur den eigenen)",
        "WPR-beleuchtung-8",
        ("both half-turns", "own half-turn"),
    ),
}


class Illuminate(Order, frozen=True):
    """One battery, or several of a kind, on a field where an enemy is heard or seen."""

    batteries: tuple[str, ...]
    field: str


class IlluminateOnSuspicion(Order, frozen=True):
    """At least three adjacent fields, one battery of a kind for each; for the attacker alone."""

    batteries: tuple[str, ...]
    fields: tuple[str, ...]


class Lit(Event[Position], frozen=True):
    said: ClassVar[str] = "{field} is illuminated."
    side: Side
    field: str

    def apply(self, state: Position) -> None:
        state.light[self.field] = Screen(self.side, state.half)


class LightFailed(Event[Position], frozen=True):
    said: ClassVar[str] = "The illumination of {field} fails."
    field: str

    def apply(self, state: Position) -> None:
        state.tried = (*state.tried, f"light/{self.field}")


@rule("WPR-beleuchtung-1", "WPR-beleuchtung-5", "WPR-beleuchtung-6")
def _refusal(pack: Pack, known: Known, order: Illuminate) -> Illegal | None:
    """At night, by a stated number of batteries, where there is a cause; no second try."""
    refusal = _day_refusal(known) or screen_refusal(pack, known, order.batteries, order.field)
    refusal = refusal or tried_refusal(known, "light", (order.field,), "WPR-beleuchtung-6")
    if refusal is None and not has_cause(pack, known, order.field):
        return Illegal("Nobody is heard or seen in {field}.", "WPR-beleuchtung-2", field=order.field)
    return refusal


def _day_refusal(known: Known) -> Illegal | None:
    return None if known.night else Illegal("There is daylight.", "WPR-beleuchtung-1")


@rule("WPR-beleuchtung-2", "WPR-beleuchtung-9", "WPR-erkennen-7")
def has_cause(pack: Pack, known: Known, field: str) -> bool:
    """An enemy in sight, or engines heard there in the enemy's last half-turn."""
    heard = known.heard.get(f"{known.active}/{field}")
    if heard is not None and heard.until >= known.half:
        return True
    found = seen(pack, known, known.active)
    return any(enemy.id in found for enemy in enemies_at(known, field, known.active))


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[Illuminate]:
    if not view.night or not is_ready(pack, view, element):
        return
    others = ready_with(pack, view, element.side, element)
    heard = {one.field for one in view.heard.values() if one.side == element.side}
    for field in sorted({*heard, *known_enemy_fields(view, element.side)}):
        alone = Illuminate((element.id,), field)
        if _refusal(pack, view, alone) is not None:
            continue
        yield alone
        able = [name for name in others if range_refusal(pack, view, name, field) is None]
        if able and element.id < min(able):
            yield Illuminate((element.id, *able), field)


def _carry_out(game: Game[Position], order: Illuminate) -> Script[None]:
    yield from light_up(game, order.batteries, order.field, "WPR-beleuchtung-4")


def light_up(game: Game[Position], batteries: tuple[str, ...], field: str, cite: str) -> Script[None]:
    """One die; on 4 and more the field is lit, and combat vehicles in it may slip away."""
    side = game.state.elements[batteries[0]].side
    value = yield from screen_roll(game, batteries, field, "illumination of {field}", cite)
    is_lit = value >= game.pack.tables.work.light
    if is_lit:
        game.happens(Lit(side, field, cite="WPR-beleuchtung-4"))
    else:
        game.happens(LightFailed(field, cite="WPR-beleuchtung-6"))
    yield from give_away(game, batteries)
    if is_lit:
        yield from _slip_away(game, field)


def _slip_away(game: Game[Position], field: str) -> Script[None]:
    """Combat vehicles that no enemy can hit yet may leave the light by a movement counter-move."""
    yield from evasion.from_light(game, field)


def _odds(pack: Pack, view: WienerView, order: Illuminate) -> Odds | None:
    mods = screen_modifiers(pack, view, order.batteries)
    return success_odds(mods, pack.tables.work.light, "light", "WPR-beleuchtung-4")


# -- on suspicion ------------------------------------------------------------------------------------------


@rule("WPR-beleuchtung-3", "WPR-beleuchtung-10")
def attacker_refusal(pack: Pack, known: Known) -> Illegal | None:
    """On suspicion the attacker alone, with shells or flares; without a named attacker the active party."""
    attacker = pack.scenarios[known.scenario].attacker
    if attacker and known.active != attacker:
        return Illegal("Only the attacker may illuminate on suspicion.", "WPR-beleuchtung-3")
    return None


@rule("WPR-beleuchtung-3")
def _suspicion(pack: Pack, known: Known, order: IlluminateOnSuspicion) -> Illegal | None:
    """At least three adjacent fields, one battery of a kind for each."""
    refusal = attacker_refusal(pack, known) or _day_refusal(known)
    refusal = refusal or suspicion_refusal(
        pack, known, known.active, order.batteries, order.fields, "WPR-beleuchtung-3"
    )
    return refusal or tried_refusal(known, "light", order.fields, "WPR-beleuchtung-6")


def _suspicion_options(pack: Pack, view: WienerView, element: Element) -> Iterator[IlluminateOnSuspicion]:
    if not view.night:
        return
    for batteries, fields in chains(pack, view, element.side, element):
        order = IlluminateOnSuspicion(batteries, fields)
        if _suspicion(pack, view, order) is None:
            yield order


def _light_on_suspicion(game: Game[Position], order: IlluminateOnSuspicion) -> Script[None]:
    for battery, field in zip(order.batteries, order.fields, strict=True):
        yield from light_up(game, (battery,), field, "WPR-beleuchtung-3")


# -- how long it lasts -------------------------------------------------------------------------------------


@rule("WPR-beleuchtung-8")
def fading(game: Game[Position], active: str) -> Script[None]:
    """Light lasts like smoke; by the other reading it goes out with the half-turn of who laid it."""
    if game.state.options["light_lasts"] == "own half-turn":
        for field in sorted(f for f, laid in game.state.light.items() if laid.side == active):
            game.happens(LightGone(field, cite="WPR-beleuchtung-8"))
    return
    yield


AT_HALF_END = ("light-fading",)
SCRIPTS = {"light-fading": fading}
ACTIVITIES = {
    Illuminate: Activity("indirect", _options, _refusal, _carry_out, _odds, suits=is_artillery),
    IlluminateOnSuspicion: Activity(
        "indirect", _suspicion_options, _suspicion, _light_on_suspicion, suits=is_artillery
    ),
}
