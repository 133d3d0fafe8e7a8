"""The infantry attack (Angriff von Infanterie): the storm into an enemy field, on foot or mounted.

Figures step from a neighbouring field into the field of the enemy; the step counts against their speed.
Several bases may storm together, from several fields if that is announced. Troops on vehicles may drive into
the field and fight from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Choice, Event, Game, Illegal, Likely, Odds, Order, Script, rule
from planspiel.systems.wiener2022 import crowding, entering, noise, secrecy, terrain, unforeseen
from planspiel.systems.wiener2022.activities import Activity, activity_refusal, actor_refusal
from planspiel.systems.wiener2022.approach import Step
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.close_combat import (
    Assault,
    attack_points,
    defence_points,
    defenders_of,
    fight,
    garrison_of,
    loose_vehicles,
)
from planspiel.systems.wiener2022.effect import FACES, opposed_value
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.speed import ON_FOOT, attack_lights
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    at,
    carried_by,
    elsewhere,
    enemies_at,
    enemy_of,
    holders_at,
    load_of,
    on_board,
    put,
)
from planspiel.systems.wiener2022.step import past_flanks
from planspiel.systems.wiener2022.transport import too_fast
from planspiel.systems.wiener2022.unforeseen import flank_choices
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import Progress, Walker, set_out

__all__ = [
    "ACTIVITIES",
    "CHOICES",
    "DriveIn",
    "Storm",
    "Stormed",
    "barriers",
    "charge",
    "step_in",
    "storm_refusal",
    "stormer_refusal",
    "who_meets",
]

MOST_TOGETHER = 3
"""So many bases are listed together; orders may name more."""

CHOICES: Mapping[str, Choice] = {
    "storm_step_free": Choice(
        False,
        "The step of the storm is free: figures may make their full move first",
        "Der Sturmschritt ist frei: Figuren dürfen vorher voll ziehen",
        "WPR-angriff-infanterie-X1",
    ),
}


class Storm(Order, frozen=True):
    """Figure bases storm a neighbouring field. Naming bases in several fields announces simultaneity.

    `flanks` names the fields they go over where a diagonal leads between enemies or mines.
    """

    elements: tuple[str, ...]
    field: str
    flanks: tuple[str, ...] = ()


class DriveIn(Order, frozen=True):
    """A vehicle drives its passengers into a neighbouring field of the enemy; they dismount and fight.

    If it is in his field already, they dismount there.
    """

    element: str
    field: str
    flanks: tuple[str, ...] = ()


class Stormed(Event[Position], frozen=True):
    """A base, or a vehicle with its load, has entered the field it attacks; or who is aboard gets off.

    A vehicle that carries attackers has not attacked itself: it keeps what it has left, its fire above all.
    """

    said: ClassVar[str] = "{element} storms {field}."
    element: str
    field: str
    moved: int
    limit: int
    carried: tuple[str, ...] = ()
    """Who gets off in the same moment: so it stands in older logs."""
    mounted: bool = False
    lights: bool | None = None

    def apply(self, state: Position) -> None:
        before = state.elements[self.element]
        load = load_of(state, before)
        if before.aboard:
            put(state, replace(state.elements[before.aboard], split=True))
        gone = replace(
            elsewhere(before, self.field),
            moved=self.moved,
            limit=self.limit,
            lights=before.lights if self.lights is None else self.lights,
            attacked=not self.mounted,
            aboard="",
            split=before.split or bool(before.aboard),
            came_from=before.came_from if before.field == self.field else "",
        )
        put(state, gone)
        for name in load:
            put(state, replace(state.elements[name], field=self.field))
        for name in self.carried:
            put(state, replace(state.elements[name], aboard="", split=True, attacked=True, moved=1))


# -- who may storm what ------------------------------------------------------------------------------------


def storm_refusal(pack: Pack, known: Known, order: Storm) -> Illegal | None:
    """Why these bases may not storm this field."""
    if not order.elements or len(set(order.elements)) != len(order.elements):
        return Illegal("Name the bases that attack, each once.", "WPR-ueberlegenheitsangriff-1")
    for name in order.elements:
        refusal = stormer_refusal(pack, known, name, order.field)
        if refusal is not None:
            return refusal
    return target_refusal(pack, known, order.field)


@rule("WPR-angriff-infanterie-2", "WPR-infanterist-einsatz-2")
def stormer_refusal(pack: Pack, known: Known, name: str, field: str) -> Illegal | None:
    """Pure figures attack on foot from the next field, or whom they share a field with since one of them
    was hidden; crews of heavy weapons, staffs and trains never."""
    refusal = actor_refusal(known, known.active, name)
    if refusal is not None:
        return refusal
    base = known.elements[name]
    model = pack.models[base.model]
    if not model.may_attack:
        reason = "{element} cannot attack in close combat."
        return Illegal(reason, "WPR-infanterist-einsatz-2", element=name)
    if base.aboard or not on_board(base):
        return Illegal("{element} is not on foot.", "WPR-angriff-infanterie-2", element=name)
    if base.pinned:
        return _pinned_refusal(base)
    theatre = pack.theatre(known.scenario)
    if field not in theatre.board or theatre.board.distance(base.field, field) > 1:
        reason = "{element} attacks from the next field only."
        return Illegal(reason, "WPR-angriff-infanterie-2", element=name)
    return _fresh_refusal(pack, base) or _step_refusal(pack, known, base, field)


@rule("WPR-nahkampf-11")
def _pinned_refusal(base: Element) -> Illegal:
    """Pinned troops cannot move, so they cannot start an attack."""
    return Illegal("{element} is pinned and cannot attack.", "WPR-nahkampf-11", element=base.id)


@rule("WPR-angriffswiederholung-1")
def _fresh_refusal(pack: Pack, base: Element) -> Illegal | None:
    """An attack may be repeated, but only by troops that have not yet attacked."""
    if base.attacked:
        reason = "{element} has attacked in this turn: only fresh troops may."
        return Illegal(reason, "WPR-angriffswiederholung-1", element=base.id)
    return activity_refusal(pack, base, "attack")


@rule("WPR-angriff-infanterie-X1")
def _step_refusal(pack: Pack, known: Known, base: Element, field: str) -> Illegal | None:
    """The step counts against the speed, unless the players chose otherwise."""
    if field == base.field:
        return None
    farther = _charge(pack, known, base, field)
    return farther if isinstance(farther, Illegal) else None


def _charge(
    pack: Pack, known: Known, element: Element, field: str, *, halved: bool = False
) -> Progress | Illegal:
    free = known.options["storm_step_free"] and pack.models[element.model].is_figures and not element.split
    mover = replace(element, moved=0, limit=0) if free else element
    lights = element.lights is not False
    return Walker(pack, known, mover, lights=lights, halved=halved).charge(set_out(mover), field)


def target_refusal(pack: Pack, known: Known, field: str) -> Illegal | None:
    """A storm needs enemy troops or soft vehicles in the field; armour alone is hunted, not stormed."""
    side = known.active
    if _is_stormed(pack, known, field):
        return None
    if holders_at(known, field, side):
        reason = "There is only armour in {field}: it is fought in anti-tank close combat."
        return Illegal(reason, "WPR-panzernahbekaempfung-1", field=field)
    return Illegal("No enemy is known in {field}.", "WPR-angriff-infanterie-1", field=field)


def _is_stormed(pack: Pack, known: Known, field: str) -> bool:
    enemy = enemy_of(known.active)
    if garrison_of(pack, known, field, enemy) or loose_vehicles(pack, known, field, enemy):
        return True
    return any(one.guise for one in enemies_at(known, field, known.active))


# -- on foot -----------------------------------------------------------------------------------------------


@rule("WPR-ueberlegenheitsangriff-1", "WPR-angriff-infanterie-4")
def _storm(game: Game[Position], order: Storm) -> Script[None]:
    """All step into the field at once; its garrison answers with close combat, not with fire."""
    bases = [game.state.elements[name] for name in order.elements]
    inside = [base.id for base in bases if base.field == order.field]
    tried = [
        unforeseen.charge(game, base, order.field, order.flanks) for base in bases if base.id not in inside
    ]
    steps = yield from past_flanks(game, [step for step in tried if step is not None])
    names = (*inside, *(step.element for step in steps))
    if not names:
        return
    for name in names:
        step_in(game, game.state.elements[name], order.field)
    yield from barriers(game, steps)
    starts = (*(order.field for _ in inside), *(step.start for step in steps))
    yield from fight(game, Assault(game.state.active, order.field, names, starts))


def step_in(game: Game[Position], element: Element, field: str, *, mounted: bool = False) -> None:
    if field == element.field:
        event = Stormed(element.id, field, element.moved, element.limit, cite="WPR-nahkampf-1")
        secrecy.tell(game, event, (element.id,))
        return
    progress = _charge(game.pack, game.state, element, field, halved=mounted)
    moved = element.moved + 1
    limit = progress.limit if isinstance(progress, Progress) else element.limit or moved
    cite = "WPR-absitzen-nahkampf-1" if mounted else "WPR-angriff-infanterie-2"
    lights = attack_lights(game.pack, game.state, element) if mounted else None
    event = Stormed(element.id, field, moved, limit, mounted=mounted, lights=lights, cite=cite)
    secrecy.tell(game, event, (element.id, *who_meets(game.state, field)))
    entering.abandoned(game, element.field)


def charge(
    game: Game[Position], element: Element, field: str, named: Sequence[str]
) -> Script[tuple[Step, ...]]:
    """The step of one attacker into the field that it attacks; none if something stops it on the way."""
    step = unforeseen.charge(game, element, field, named)
    if step is None:
        return ()
    found = yield from past_flanks(game, (step,))
    return found


def who_meets(state: Position, field: str) -> Iterator[str]:
    """Everybody in a field that is attacked, but for those who hide there: they are not found by it."""
    return (one.id for one in at(state, field) if not one.hidden)


def barriers(game: Game[Position], steps: Sequence[Step]) -> Script[None]:
    """Mines, obstacles and demolitions of the field act before the fight."""
    for step in steps:
        yield from entering.barriers_act(game, step)
    yield from entering.charges_go_off(game, tuple(step.element for step in steps))


def _storm_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Storm]:
    """This base alone, and together with others that can reach the same field."""
    if element.aboard or element.attacked or element.pinned:
        return
    board = pack.theatre(view.scenario).board
    for field in (element.field, *board.neighbours(element.field)):
        if not enemies_at(view, field, element.side) or storm_refusal(
            pack, view, Storm((element.id,), field)
        ):
            continue
        for flanks in flank_choices(pack, view, element, field):
            yield Storm((element.id,), field, flanks)
        helpers = [one for one in _others(pack, view, element, field) if one > element.id]
        for size in range(1, MOST_TOGETHER):
            for mates in combinations(helpers, size):
                yield Storm((element.id, *mates), field)


def _others(pack: Pack, view: WienerView, element: Element, field: str) -> list[str]:
    board = pack.theatre(view.scenario).board
    return [
        other.id
        for near in (field, *board.neighbours(field))
        for other in at(view, near)
        if other.side == element.side and other.id != element.id
        if stormer_refusal(pack, view, other.id, field) is None
    ]


def _judge_storm(pack: Pack, view: WienerView, order: Storm) -> Illegal | None:
    return storm_refusal(pack, view, order)


def _storm_odds(pack: Pack, view: WienerView, order: Storm) -> Odds | None:
    """How often the attackers win the roll, against the defenders they know of."""
    attackers = [view.elements[name] for name in order.elements]
    defenders = defenders_of(pack, view, order.field, enemy_of(view.active))
    if not defenders:
        return None
    ours = attack_points(pack, view, attackers)
    theirs = defence_points(pack, view, defenders, order.field)
    won = lost = 0
    for a in FACES:
        for b in FACES:
            mine, his = opposed_value(a, ours.total), opposed_value(b, theirs.total)
            won, lost = won + (mine > his), lost + (mine < his)
    modifiers = (*ours.lines, *(replace(line, value=-line.value) for line in theirs.lines))
    results = (Likely("the attackers win", won), Likely("the defenders win", lost))
    return Odds("WPR-nahkampf-1", 0, modifiers, results, won + lost)


# -- mounted -----------------------------------------------------------------------------------------------


def drive_in_refusal(pack: Pack, known: Known, order: DriveIn) -> Illegal | None:
    """Why a vehicle may not carry its passengers into a fight."""
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None:
        return refusal
    vehicle = known.elements[order.element]
    if vehicle.aboard:
        return Illegal("{element} is being carried.", "WPR-fahrzeuge-3", element=vehicle.id)
    fighters = _fighters(pack, known, vehicle)
    if not _drives_in(pack.models[vehicle.model]) or not fighters:
        reason = "Nobody aboard {element} could attack."
        return Illegal(reason, "WPR-absitzen-nahkampf-1", element=vehicle.id)
    if vehicle.pinned or vehicle.joined:
        reason = "Nobody can dismount from {element} now."
        return Illegal(reason, "WPR-panzergrenadiere-3", element=vehicle.id)
    theatre = pack.theatre(known.scenario)
    if order.field not in theatre.board or theatre.board.distance(vehicle.field, order.field) > 1:
        reason = "{element} drives into a neighbouring field only."
        return Illegal(reason, "WPR-absitzen-nahkampf-1", element=vehicle.id)
    if order.field == vehicle.field:
        return _on_the_spot(pack, known, vehicle)
    return _drive_refusal(pack, known, vehicle, order.field)


@rule("WPR-absitzen-nahkampf-1", "WPR-schwimmen-1")
def _on_the_spot(pack: Pack, known: Known, vehicle: Element) -> Illegal | None:
    """In a field that they share with enemy figures they get off a land vehicle to fight, and only so."""
    if terrain.is_afloat(pack, known, vehicle) or not pack.models[vehicle.model].is_vehicle:
        reason = "Nobody can dismount from {element} in the water."
        return Illegal(reason, "WPR-schwimmen-1", element=vehicle.id)
    return too_fast(pack, vehicle) or _figures_refusal(pack, known, vehicle, vehicle.field)


def _figures_refusal(pack: Pack, known: Known, vehicle: Element, field: str) -> Illegal | None:
    if garrison_of(pack, known, field, enemy_of(vehicle.side)):
        return None
    return Illegal("No enemy figures are known in {field}.", "WPR-absitzen-nahkampf-1", field=field)


@rule("WPR-schiffe-laden-4")
def _drives_in(model: Model) -> bool:
    """Land vehicles, and craft where the field is partly water."""
    return model.is_vehicle or model.is_watercraft


def _fighters(pack: Pack, known: Known, vehicle: Element) -> list[Element]:
    return [base for base in carried_by(known, vehicle) if pack.models[base.model].may_attack]


@rule("WPR-absitzen-nahkampf-3")
def _drive_refusal(pack: Pack, known: Known, vehicle: Element, field: str) -> Illegal | None:
    """At most half the speed with the last field, as for every dismounting; never in among armour.

    The vehicle stays there, so not beside a like one that stays either.
    """
    foes = [one for one in enemies_at(known, field, vehicle.side) if not one.aboard and not one.height]
    if any(pack.models[one.model].is_armoured or pack.models[one.model].is_bunker for one in foes):
        reason = "There are enemy vehicles or a bunker in {field}."
        return Illegal(reason, "WPR-felder-besetzt-4", field=field)
    refusal = _figures_refusal(pack, known, vehicle, field) or activity_refusal(pack, vehicle, "move")
    if refusal is not None:
        return refusal
    farther = _charge(pack, known, vehicle, field, halved=True)
    return farther if isinstance(farther, Illegal) else crowding.end_refusal(pack, known, vehicle, field)


@rule("WPR-absitzen-nahkampf-1", "WPR-panzergrenadiere-5", "WPR-fahrzeuge-6")
def _drive_in(game: Game[Position], order: DriveIn) -> Script[None]:
    """The passengers dismount in the enemy's field and fight at once, unless its mines prevent it."""
    start = game.state.elements[order.element].field
    if start != order.field and not (yield from _comes_in(game, order)):
        return
    vehicle = game.state.elements[order.element]
    names = _who_gets_off(game, vehicle)
    if not names:
        secrecy.look(game)
        return
    for name in names:
        yield from _get_off(game, name, vehicle, start)
    side = game.state.active
    starts = tuple(start for _ in names)
    carriers = _stay_behind(game, vehicle)
    yield from fight(game, Assault(side, order.field, names, starts, carriers=carriers))


def _comes_in(game: Game[Position], order: DriveIn) -> Script[bool]:
    """Whether the vehicle gets into the field."""
    vehicle = game.state.elements[order.element]
    steps = yield from charge(game, vehicle, order.field, order.flanks)
    vehicle = game.state.elements[order.element]
    if not steps or not _who_gets_off(game, vehicle):
        return False
    step_in(game, vehicle, order.field, mounted=True)
    yield from barriers(game, steps)
    noise.heard(game, game.state.elements[order.element])
    return True


@rule("WPR-panzergrenadiere-3")
def _who_gets_off(game: Game[Position], vehicle: Element) -> tuple[str, ...]:
    """Nobody from a pinned vehicle; who had to leave it does not fight either."""
    return () if vehicle.pinned else tuple(base.id for base in _fighters(game.pack, game.state, vehicle))


@rule("WPR-minen-3")
def _get_off(game: Game[Position], name: str, vehicle: Element, start: str) -> Script[None]:
    """Whoever leaves a craft sets foot on ground that it has not driven over, so that mines act on him."""
    field = vehicle.field
    event = Stormed(name, field, ON_FOOT, ON_FOOT, cite="WPR-absitzen-nahkampf-1")
    secrecy.tell(game, event, (name, vehicle.id, *who_meets(game.state, field)))
    if game.pack.models[vehicle.model].is_watercraft:
        yield from entering.barriers_act(game, Step(name, field, field))
    elif start == field:
        entering.hold_who_got_off(game, name, vehicle)
    else:
        entering.hold(game, name, start)


@rule("WPR-schiffe-laden-3")
def _stay_behind(game: Game[Position], vehicle: Element) -> tuple[str, ...]:
    """Soft vehicles are lost if the attack fails; a craft counts as a field of its own and stays."""
    return () if game.pack.models[vehicle.model].is_watercraft else (vehicle.id,)


def _drive_in_options(pack: Pack, view: WienerView, element: Element) -> Iterator[DriveIn]:
    if element.aboard or not _fighters(pack, view, element):
        return
    for field in (element.field, *pack.theatre(view.scenario).board.neighbours(element.field)):
        order = DriveIn(element.id, field)
        if enemies_at(view, field, element.side) and drive_in_refusal(pack, view, order) is None:
            for flanks in flank_choices(pack, view, element, field):
                yield replace(order, flanks=flanks)


def _judge_drive_in(pack: Pack, view: WienerView, order: DriveIn) -> Illegal | None:
    return drive_in_refusal(pack, view, order)


def _drive_in_odds(pack: Pack, view: WienerView, order: DriveIn) -> Odds | None:
    names = tuple(base.id for base in _fighters(pack, view, view.elements[order.element]))
    return _storm_odds(pack, view, Storm(names, order.field))


ACTIVITIES = {
    Storm: Activity(
        "other", _storm_options, _judge_storm, _storm, _storm_odds, suits=lambda _, model: model.may_attack
    ),
    DriveIn: Activity(
        "other",
        _drive_in_options,
        _judge_drive_in,
        _drive_in,
        _drive_in_odds,
        suits=lambda _, model: _drives_in(model),
    ),
}
