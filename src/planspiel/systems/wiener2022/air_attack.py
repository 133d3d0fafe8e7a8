"""Air attacks on ground targets (Luftangriffe gegen Bodenziele).

Guns, cannon and rockets count as direct fire, bombs as indirect fire. Height and direction are announced;
the run is straight. By night only bombs from high up fall, on lit fields away from own troops, and they
scatter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Modifiers, Odds, Order, Rng, Script, rule
from planspiel.systems.wiener2022 import flak, hits
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.aim import bridges_at, is_worth_it, own_troops_refusal, targets_of
from planspiel.systems.wiener2022.air_request import is_spotted_from_air
from planspiel.systems.wiener2022.air_scatter import night_goal_refusal, scatter
from planspiel.systems.wiener2022.air_tasks import (
    TOGETHER,
    Heading,
    Height,
    Run,
    field_before,
    flies_low_only,
    provision_of,
    run_path,
    runner_refusal,
)
from planspiel.systems.wiener2022.catalogue import Model, Weapon
from planspiel.systems.wiener2022.fire import fire_at
from planspiel.systems.wiener2022.modifiers import (
    Lay,
    Shot,
    bridge_is_hurt,
    is_hurt,
    is_indirect,
    modifiers,
    target_kind,
)
from planspiel.systems.wiener2022.odds import odds_of
from planspiel.systems.wiener2022.opposed import Duel
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Bridge, Element, Known, Position, enemies_at, put
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "AirAttack",
    "HighRun",
    "LowRun",
    "RunEnded",
    "SimultaneousAirAttack",
    "air_shot",
    "announce_run",
    "attack_refusal",
    "end_run",
    "ground_targets",
    "is_reported",
    "package",
    "run_refusal",
    "simultaneous_refusal",
    "together_refusal",
]

HEADINGS: tuple[Heading, ...] = ("N", "E", "S", "W")
HEIGHTS: tuple[Height, ...] = ("low", "high")
TRIES = 8
ON_BOARD_GUNS = 20
"""Millimetres: what is larger is an anti-tank cannon."""


class AirAttack(Order, frozen=True):
    """One aircraft, one weapon, one field; `heading` is where it comes from."""

    element: str
    weapon: str
    field: str
    height: Height
    heading: Heading


class SimultaneousAirAttack(Order, frozen=True):
    """Several attacks announced to be flown at the same time, to split the fire of the flak."""

    attacks: tuple[AirAttack, ...]


class LowRun(Event[Position], frozen=True):
    """An announced run, together with others or alone; it is the one action of the aircraft."""

    said: ClassVar[str] = "{element} comes in low over {before} towards {field}."
    element: str
    field: str
    before: str
    together: bool = False

    def apply(self, state: Position) -> None:
        _set_out(state, self.element, together=self.together)


class HighRun(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} comes in high over {before} towards {field}."
    element: str
    field: str
    before: str
    together: bool = False

    def apply(self, state: Position) -> None:
        _set_out(state, self.element, together=self.together)


def _set_out(state: Position, aircraft: str, *, together: bool) -> None:
    put(state, replace(state.elements[aircraft], shot=True))
    if together:
        state.flights[aircraft] = TOGETHER


class AttackVoid(Event[Position], frozen=True):
    said: ClassVar[str] = "Flak prevents the attack of {element}."
    element: str


class RunEnded(Event[Position], frozen=True):
    """Bookkeeping: it flies home."""

    element: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], mission="flown", acted=True))


@rule("WPR-luftangriffe-3")
def announce_run(game: Game[Position], run: Run, cite: str, *, together: bool = False) -> None:
    """Height, direction and goal are said aloud."""
    kind = HighRun if run.height == "high" else LowRun
    game.happens(kind(run.aircraft, run.field, run.before, together, cite=cite))


def end_run(game: Game[Position], run: Run) -> None:
    """Whoever has not been shot down or driven off leaves the board."""
    if flak.is_flying_on(game.state, run):
        game.happens(RunEnded(run.aircraft))


# -- weapons -----------------------------------------------------------------------------------------------


@rule("WPR-luftangriffe-2", "WPR-flz-bewaffnung-3", "WPR-flz-bewaffnung-6", "WPR-panzerschlaechter-1")
def lay_of(weapon: Weapon) -> Lay:
    """Guns act like flat fire, anti-tank cannon and rockets alike on everything, bombs like indirect fire.

    By kind and calibre, so that it holds for weapons of a scenario too.
    """
    if weapon.family == "bomb":
        return "bomb"
    return "cannon" if weapon.family == "rocket" or weapon.calibre > ON_BOARD_GUNS else "guns"


@rule("WPR-flz-bewaffnung-5")
def bomb_plus(pack: Pack, known: Known, element: Element) -> int:
    """The plus of its bombs or torpedoes: of its kind, or special ones of the scenario."""
    provision = provision_of(pack, known, element)
    if provision is not None and provision.bomb >= 0:
        return provision.bomb
    if provision is not None and provision.torpedo:
        return max(pack.models[element.model].bomb, 3)
    return max(pack.models[element.model].bomb, 0)


def _has_torpedo(pack: Pack, known: Known, element: Element) -> bool:
    provision = provision_of(pack, known, element)
    return provision is not None and provision.torpedo


@rule("WPR-flz-bewaffnung-1", "WPR-flz-bewaffnung-2", "WPR-panzerschlaechter-2")
def air_shot(pack: Pack, known: Known, order: AirAttack, field: str = "", everyone: bool = False) -> Shot:
    """One weapon system in one attack. Against armour it needs the minimum calibre like any other fire."""
    element, weapon = known.elements[order.element], pack.weapons[order.weapon]
    lay = lay_of(weapon)
    return Shot(
        element.side,
        (element.id,),
        "" if lay == "bomb" else weapon.id,
        field or order.field,
        lay,
        distance=1,
        high=_is_high(order),
        bomb=bomb_plus(pack, known, element) if lay == "bomb" else 0,
        everyone=everyone,
    )


@rule("WPR-hochangriff-2")
def _is_high(order: AirAttack) -> bool:
    """Bombs from high up hit worse."""
    return order.height == "high"


# -- may it attack -----------------------------------------------------------------------------------------


def attack_refusal(pack: Pack, view: WienerView, order: AirAttack) -> Illegal | None:
    """Why an aircraft may not make this attack."""
    refusal = run_refusal(pack, view, order)
    return refusal or _target_refusal(pack, view, order)


def run_refusal(pack: Pack, known: Known, order: AirAttack) -> Illegal | None:
    """The same, without asking what is in the field."""
    refusal = runner_refusal(pack, known, order.element)
    if refusal is not None:
        return refusal
    element = known.elements[order.element]
    model = pack.models[element.model]
    if order.weapon not in model.weapons:
        return Illegal("{element} has no such weapon.", "WPR-flz-bewaffnung-1", element=element.id)
    if order.field not in pack.theatre(known.scenario).board:
        return Illegal("There is no field {field}.", "WPR-luftangriffe-1", field=order.field)
    if order.heading not in HEADINGS:
        return Illegal("A run leads straight, not over corners.", "WPR-luftangriffe-4")
    refusal = _height_refusal(pack, element, model, order)
    refusal = refusal or own_troops_refusal(known, element.side, order.field)
    return refusal or _night_refusal(pack, known, element, model, order)


@rule("WPR-hochangriff-1", "WPR-luftangriffe-3")
def _height_refusal(pack: Pack, element: Element, model: Model, order: AirAttack) -> Illegal | None:
    """Low or high is announced; only aircraft with several engines attack from high up, and with bombs."""
    if order.height not in HEIGHTS:
        return Illegal("Announce a low or a high attack.", "WPR-luftangriffe-3")
    if order.height == "low":
        return None
    if flies_low_only(model):
        return Illegal("{element} can attack only low.", "WPR-tiefangriff-1", element=element.id)
    if lay_of(pack.weapons[order.weapon]) != "bomb":
        return Illegal("From high up only bombs are dropped.", "WPR-hochangriff-2")
    return None


@rule("WPR-luftangriffe-8", "WPR-luftangriffe-9", "WPR-nacht-luft-1")
def _night_refusal(
    pack: Pack, known: Known, element: Element, model: Model, order: AirAttack
) -> Illegal | None:
    """At night: several engines, high, a lit target, and own troops at least two fields away."""
    if not known.night:
        return None
    if not model.is_multi_engined:
        return Illegal("{element} cannot attack at night.", "WPR-nacht-luft-1", element=element.id)
    if order.height != "high":
        return Illegal("At night there are only high attacks.", "WPR-luftangriffe-8")
    return night_goal_refusal(pack, known, element.side, order.field)


@rule("WPR-luftangriffe-1", "WPR-luftaufklaerung-1")
def ground_targets(pack: Pack, view: WienerView, field: str) -> list[Element]:
    """The enemies in a field whom aircraft may attack, as far as the player sees them."""
    there = enemies_at(view, field, view.active)
    return [one for one in there if not one.aboard and is_spotted_from_air(pack, view, view.active, one)]


def is_reported(view: WienerView, field: str) -> bool:
    """Whether pilots have just reported somebody there whom nobody on the ground sees."""
    return any(
        ghost.field == field and ghost.half == view.half and ghost.side in view.sides
        for ghost in view.ghosts.values()
    )


@rule("WPR-nebel-8")
def _bridges_to_attack(view: WienerView, field: str) -> list[Bridge]:
    """The bridges that are a reason to attack a field; into smoke only a known enemy is one."""
    if field in view.smoke:
        return []
    return [view.bridges[place] for place in bridges_at(view, field)]


def _target_refusal(pack: Pack, view: WienerView, order: AirAttack) -> Illegal | None:
    shot = air_shot(pack, view, order)
    struck = [one.id for one in targets_of(view, shot)]  # not who is behind smoke of its own
    targets = [one for one in ground_targets(pack, view, order.field) if one.id in struck]
    reported = is_reported(view, order.field)
    bridges = _bridges_to_attack(view, order.field)
    if not targets and not reported and not bridges:
        reason = "There is no detected target in {field}."
        return Illegal(reason, "WPR-luftangriffe-1", field=order.field)
    aims_at_ships = any(pack.models[one.model].kind == "ship" for one in targets)
    if shot.lay == "bomb" and not aims_at_ships and _has_torpedo(pack, view, view.elements[order.element]):
        return Illegal("Torpedoes act only against ships.", "WPR-flz-bewaffnung-5")
    if reported or any(is_worth_it(pack, view, shot, one) for one in targets):
        return None
    if any(bridge_is_hurt(pack, shot, bridge) for bridge in bridges):
        return None
    reason = "This weapon cannot hurt anything in {field}."
    return Illegal(reason, "WPR-mindestkaliber-1", field=order.field)


# -- several at once ---------------------------------------------------------------------------------------


@rule("WPR-luftangriffe-6", "WPR-gleichzeitigkeit-7")
def simultaneous_refusal(pack: Pack, view: WienerView, order: SimultaneousAirAttack) -> Illegal | None:
    """Aircraft and directions are announced; paths do not cross, and each target has its one aircraft."""
    refusal = together_refusal(pack, view, order.attacks, 2)
    if refusal is not None:
        return refusal
    for attack in order.attacks:
        refusal = attack_refusal(pack, view, attack)
        if refusal is not None:
            return refusal
    return None


def together_refusal(
    pack: Pack, view: WienerView, attacks: Sequence[AirAttack], least: int
) -> Illegal | None:
    if len(attacks) < least or len({attack.element for attack in attacks}) < len(attacks):
        return Illegal("Name at least {least} aircraft, each once.", "WPR-luftangriffe-6", least=least)
    theatre = pack.theatre(view.scenario)
    crossed: set[str] = set()
    goals: set[str] = set()
    for attack in attacks:
        if attack.field not in theatre.board or attack.heading not in HEADINGS:
            return Illegal("There is no field {field}.", "WPR-luftangriffe-1", field=attack.field)
        if attack.field in goals:
            reason = "{field} is attacked by one aircraft only."
            return Illegal(reason, "WPR-luftangriffe-6", field=attack.field)
        path = run_path(theatre, attack.field, attack.heading)
        if crossed & {*path}:
            return Illegal("The paths cross.", "WPR-luftangriffe-6")
        goals.add(attack.field)
        crossed |= {*path}
    return None


# -- carrying out ------------------------------------------------------------------------------------------


def run_of(pack: Pack, known: Known, order: AirAttack) -> Run:
    before = field_before(pack.theatre(known.scenario), order.field, order.heading)
    return Run(order.element, order.field, before, order.height, "attack")


def _attack(game: Game[Position], order: AirAttack) -> Script[None]:
    yield from package(game, (order,))


def _attack_together(game: Game[Position], order: SimultaneousAirAttack) -> Script[None]:
    yield from package(game, order.attacks)


@rule("WPR-luftangriffe-7", "WPR-gleichzeitigkeit-7")
def package(game: Game[Position], attacks: Sequence[AirAttack]) -> Script[None]:
    """Flak before the goal, the attacks, flak at the departing; flown through in one go."""
    runs = [run_of(game.pack, game.state, attack) for attack in attacks]
    together = len(attacks) > 1
    for run in runs:
        announce_run(game, run, "WPR-luftangriffe-6" if together else "WPR-luftangriffe-3", together=together)
    used = yield from flak.real_fire(game, runs, ())
    for attack, run in zip(attacks, runs, strict=True):
        used = yield from _strike(game, attack, run, used)
    yield from flak.departing(game, runs, used)
    for run in runs:
        end_run(game, run)


def _strike(
    game: Game[Position], attack: AirAttack, run: Run, used: tuple[str, ...]
) -> Script[tuple[str, ...]]:
    """One aircraft over its target, if it got there."""
    if not flak.is_flying_on(game.state, run):
        return used
    shot = air_shot(game.pack, game.state, attack)
    duel, used = yield from flak.unreal_fire(game, run, _points(game, shot), used)
    if duel is not None and duel.winner != run.aircraft:
        game.happens(AttackVoid(run.aircraft, cite="WPR-fliegerabwehr-7"))
        return used
    if game.state.night:
        yield from _bomb_by_night(game, attack)
    elif duel is not None:
        yield from _strike_with(game, shot, duel)
    else:
        yield from fire_at(game, shot, "WPR-luftangriffe-2")
    return used


def _points(game: Game[Position], shot: Shot) -> Modifiers:
    """The points of the attack against the first target in the field."""
    targets = [one for one in targets_of(game.state, shot) if is_hurt(game.pack, shot, one)]
    if not targets:
        return Modifiers()
    return modifiers(game.pack, game.state, shot, targets[0])


@rule("WPR-fliegerabwehr-7")
def _strike_with(game: Game[Position], shot: Shot, duel: Duel) -> Script[None]:
    """The die with which the aircraft beat the flak is its attack die for the whole field and its bridges."""
    targets = [one for one in targets_of(game.state, shot) if is_hurt(game.pack, shot, one)]
    first = targets[0] if targets else None
    if first is None or (is_indirect(shot) and target_kind(game.pack, first) in ("hard", "ferry")):
        yield from hits.strike(game, shot, duel.natural)
        return
    others = [one.id for one in targets_of(game.state, shot) if one.id != first.id]
    yield from hits.read(game, shot, first.id, duel.natural, duel.value, duel.lines)
    for name in others:
        yield from hits.hit(game, shot, name, duel.natural)
    yield from hits.strike_ground(game, shot, duel.natural)


@rule("WPR-luftangriffe-9", "WPR-nacht-luft-5")
def _bomb_by_night(game: Game[Position], attack: AirAttack) -> Script[None]:
    """Every bomb run at night scatters; own troops are struck like others, off the board nobody."""

    field = yield from scatter(game, attack.element, attack.field, "bomb")
    if field is not None and field in game.pack.theatre(game.state.scenario).board:
        yield from fire_at(game, air_shot(game.pack, game.state, attack, field, everyone=True))


# -- options -----------------------------------------------------------------------------------------------


def target_fields(pack: Pack, view: WienerView) -> list[str]:
    """Fields that may be worth an attack."""
    seen = {one.field for one in view.elements.values() if one.side != view.active and one.fate == "board"}
    reported = {ghost.field for ghost in view.ghosts.values() if ghost.half == view.half}
    bridges = {field for place in view.bridges for field in place.split("|")}
    return sorted(seen | reported | bridges)


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[AirAttack]:
    if runner_refusal(pack, view, element.id) is not None:
        return
    for field in target_fields(pack, view):
        for weapon in pack.models[element.model].weapons:
            for height in HEIGHTS:
                first = AirAttack(element.id, weapon, field, height, HEADINGS[0])
                if attack_refusal(pack, view, first) is None:
                    yield from (replace(first, heading=heading) for heading in HEADINGS)


def _sample(pack: Pack, view: WienerView, element: Element, rng: Rng) -> AirAttack | None:
    weapons = pack.models[element.model].weapons
    if not weapons or runner_refusal(pack, view, element.id) is not None:
        return None
    fields = target_fields(pack, view)
    for _ in range(min(TRIES, len(fields))):
        order = AirAttack(
            element.id, rng.choice(weapons), rng.choice(fields), rng.choice(HEIGHTS), rng.choice(HEADINGS)
        )
        if attack_refusal(pack, view, order) is None:
            return order
    return None


def _together_options(pack: Pack, view: WienerView, element: Element) -> Iterator[SimultaneousAirAttack]:
    """With one other aircraft, on the first targets that go together; an order may name more."""
    firsts = list(_options(pack, view, element))
    if not firsts:
        return
    for other in view.elements.values():
        if other.side != element.side or other.id <= element.id or other.fate != "reserve":
            continue
        for second in _options(pack, view, other):
            order = SimultaneousAirAttack((firsts[0], second))
            if simultaneous_refusal(pack, view, order) is None:
                yield order
                break


def _odds(pack: Pack, view: WienerView, order: AirAttack) -> Odds | None:
    seen = frozenset(one.id for one in ground_targets(pack, view, order.field))
    return odds_of(pack, view, air_shot(pack, view, order), seen)


ACTIVITIES = {
    AirAttack: Activity("air", _options, attack_refusal, _attack, _odds, fates=("reserve",), sample=_sample),
    SimultaneousAirAttack: Activity(
        "air", _together_options, simultaneous_refusal, _attack_together, fates=("reserve",)
    ),
}
