"""Close combat (Nahkampf): figures against figures for a field, decided by one opposed roll.

Storm, defence against the storm, the fight in the position and the flight of the loser are one procedure.
Pinning is disregarded while it lasts, points are not cancelled, and both sides may lose troops in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from planspiel.kernel import (
    Choice,
    Event,
    Game,
    Modifiers,
    Order,
    Question,
    Script,
    Seat,
    Side,
    ask,
    roll,
    rule,
)
from planspiel.systems.wiener2022 import booty, entering, flight, losses, noise, passengers, secrecy
from planspiel.systems.wiener2022.approach import Step
from planspiel.systems.wiener2022.effect import LOSS, level_of, value_of
from planspiel.systems.wiener2022.garrison import (
    defenders_of,
    garrison_of,
    harms_figures,
    loose_vehicles,
    stands_its_ground,
)
from planspiel.systems.wiener2022.modifiers import is_dug_in
from planspiel.systems.wiener2022.opposed import Duel, opposed
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    at,
    enemy_of,
    load_of,
    on_board,
    put,
    seat_of,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "CHOICES",
    "Assault",
    "ChooseVictim",
    "Name",
    "PositionTaken",
    "Withdrawn",
    "attack_points",
    "defence_points",
    "defenders_of",
    "fight",
    "flee_on",
    "garrison_of",
    "has_fought",
    "loose_vehicles",
    "roll_on",
]

CHOICES: Mapping[str, Choice] = {
    "close_combat_losses": Choice(
        "each",
        "In close combat every base of the suffering party rolls for losses (the other reading: one base)",
        "Im Nahkampf würfelt jede Base der betroffenen Partei um Ausfall (andere Lesart: nur eine)",
        "WPR-nahkampf-9",
        ("each", "one"),
    ),
}


class Assault(Struct, frozen=True):
    """An attack on a field: who attacks and where each came from. `jumped` is out of the air."""

    side: Side
    field: str
    attackers: tuple[str, ...]
    starts: tuple[str, ...]
    """In the order of the attackers; several different ones are announced as simultaneous."""
    jumped: bool = False
    carriers: tuple[str, ...] = ()
    """Vehicles that drove into the field with the attackers."""


class PositionTaken(Event[Position], frozen=True):
    """Bookkeeping: a field position has fallen into other hands."""

    field: str

    def apply(self, state: Position) -> None:
        state.earthworks[self.field] = replace(state.earthworks[self.field], captured=state.half)


class Fought(Event[Position], frozen=True):
    """Bookkeeping: whoever has fought is hidden no longer, and cannot hide any more."""

    element: str

    def apply(self, state: Position) -> None:
        base = state.elements[self.element]
        put(state, replace(base, fought=True, hidden=False, combed=False))


class Repelled(Event[Position], frozen=True):
    said: ClassVar[str] = "The attack on {field} is beaten off."
    field: str


class Taken(Event[Position], frozen=True):
    said: ClassVar[str] = "{field} is taken."
    field: str


class Withdrawn(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} gets away to {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        for name in (self.element, *load_of(state, state.elements[self.element])):
            gone = replace(state.elements[name], field=self.field, position=False)
            put(state, replace(gone, camouflaged=False, located=False))


# -- points ------------------------------------------------------------------------------------------------


def attack_points(pack: Pack, known: Known, bases: Sequence[Element], *, jumped: bool = False) -> Modifiers:
    """The plus and minus points of the attacking bases."""
    points = Modifiers()
    _common(points, pack, bases)
    if jumped:
        points.add(pack.tables.points.jumpers, "fighting out of the jump", "WPR-fallschirmjaeger-6")
    return points


def defence_points(pack: Pack, known: Known, bases: Sequence[Element], field: str) -> Modifiers:
    """The plus points of the defending bases."""
    points = Modifiers()
    _common(points, pack, bases)
    if _is_sheltered(pack, known, field):
        plus = pack.tables.points.position_or_building
        points.add(plus, "defending a position or building", "WPR-nahkampf-3")
    return points


@rule("WPR-nahkampf-2", "WPR-basieren-1", "WPR-infanterie-1")
def _common(points: Modifiers, pack: Pack, bases: Sequence[Element]) -> None:
    """Each base beyond the first; neither branch nor the number of figures on it matters."""
    if len(bases) > 1:
        plus = pack.tables.points.further_base * (len(bases) - 1)
        points.add(plus, "further bases", "WPR-nahkampf-2")
    if any("close" in base.elite for base in bases):
        points.add(1, "elite troops", "WPR-elite-1")
    value = min((base.value for base in bases), default=0)
    if value:
        points.add(value, "condition of the troops", "WPR-gleichwertigkeit-2")


@rule("WPR-nahkampf-3", "WPR-eingegraben-2", "WPR-ortskampf-2")
def _is_sheltered(pack: Pack, known: Known, field: str) -> bool:
    """One plus for a finished position or a building, however briefly the defender has been there."""
    theatre = pack.theatre(known.scenario)
    return theatre.is_building(field) or is_dug_in(pack, known, field)


# -- the fight ---------------------------------------------------------------------------------------------


@rule("WPR-angriff-infanterie-3", "WPR-angriff-infanterie-1", "WPR-nahkampf-4")
def fight(game: Game[Position], assault: Assault) -> Script[bool]:
    """The attackers are in the field. True if they hold it in the end."""
    pack, field, enemy = game.pack, assault.field, enemy_of(assault.side)
    attackers = _present(game.state, assault.attackers)
    if not attackers:
        return False
    driven = yield from _drive_on(game, assault, attackers)
    attackers = _present(game.state, assault.attackers)
    defenders = defenders_of(pack, game.state, field, enemy)
    if attackers and defenders:
        won = yield from _decide(game, assault, attackers, defenders)
    else:
        won = bool(attackers)
    if won and not defenders:
        won = yield from _seize_vehicles(game, assault, driven)
    if won and _present(game.state, assault.attackers):
        _take(game, field)
    secrecy.look(game)
    return won


def _present(state: Position, names: Sequence[str]) -> list[Element]:
    return [state.elements[name] for name in names if on_board(state.elements[name])]


def _take(game: Game[Position], field: str) -> None:
    game.happens(Taken(field, cite="WPR-angriff-infanterie-1"), _witnesses(game, field))
    if field in game.state.earthworks:
        _capture(game, field)


@rule("WPR-feindstellungen-1", "WPR-feindstellungen-2")
def _capture(game: Game[Position], field: str) -> None:
    """The captor uses the position at once, but not yet against counter-moves of this half-turn."""
    game.happens(PositionTaken(field, cite="WPR-feindstellungen-1"), _witnesses(game, field))


def _witnesses(game: Game[Position], field: str) -> tuple[Seat, ...] | None:
    return secrecy.audience(game, [element.id for element in at(game.state, field)])


def _decide(
    game: Game[Position], assault: Assault, attackers: list[Element], defenders: list[Element]
) -> Script[bool]:
    """One opposed roll for all bases; ties are rolled again."""
    pack, state = game.pack, game.state
    has_fought(game, [base.id for base in (*attackers, *defenders)])
    yield from _leave_vehicles(game, defenders)
    ours = attack_points(pack, state, attackers, jumped=assault.jumped)
    theirs = defence_points(pack, state, defenders, assault.field)
    found = yield from opposed(
        game, attackers[0].id, defenders[0].id, ours, theirs, cite="WPR-nahkampf-1", cancel=False
    )
    if found.winner == attackers[0].id:
        yield from _beaten_defenders(game, assault, defenders, found)
        yield from _price_of_victory(game, attackers, found.loser_value)
        return True
    game.happens(Repelled(assault.field, cite="WPR-feuer-sturm-1"), _witnesses(game, assault.field))
    yield from _beaten_attackers(game, assault, attackers, len(defenders), found)
    yield from _price_of_victory(game, defenders, found.loser_value)
    return False


@rule("WPR-figuren-verborgen-1", "WPR-figuren-verborgen-3")
def has_fought(game: Game[Position], names: Sequence[str]) -> None:
    """Figures that roll in close combat are hidden no longer."""
    for name in names:
        if not game.state.elements[name].fought:
            secrecy.tell(game, Fought(name, cite="WPR-figuren-verborgen-3"), (name,))


def _leave_vehicles(game: Game[Position], defenders: Sequence[Element]) -> Script[None]:
    """Troops on soft vehicles jump off to defend themselves."""
    for base in defenders:
        if base.aboard:
            vehicle = game.state.elements[base.aboard]
            passengers.force_out(game, base, vehicle, "WPR-infanterist-einsatz-1")
    return
    yield


@rule("WPR-nahkampf-5", "WPR-nahkampf-10")
def _price_of_victory(game: Game[Position], winners: Sequence[Element], value: int) -> Script[None]:
    """The lower result does not lapse between figures: 6 and more costs the winner loss rolls too."""
    if level_of(value) == LOSS:
        for name in (yield from _rolling(game, [base.id for base in winners])):
            yield from losses.loss_roll(game, name, "WPR-nahkampf-10")


# -- the beaten --------------------------------------------------------------------------------------------


@rule("WPR-nahkampf-6")
def _beaten_defenders(
    game: Game[Position], assault: Assault, defenders: Sequence[Element], found: Duel
) -> Script[None]:
    """Pure figures flee and are pinned; weapons and soft vehicles stay behind and are lost."""
    field, side = assault.field, enemy_of(assault.side)
    open_ = flight.away_from(game.pack, game.state, field, assault.starts)
    others = [base for base in garrison_of(game.pack, game.state, field, side) if base.fled]
    fleeing = yield from _leave_weapons(game, (*defenders, *others), assault.side)
    yield from _flee(game, fleeing, dict.fromkeys(fleeing, open_), found.value)
    for vehicle in _abandoned(game, field, side, fleeing):
        yield from _leave_vehicle(game, vehicle.id, assault.side)


@rule("WPR-flucht-3")
def _abandoned(game: Game[Position], field: str, side: Side, fled: Sequence[str]) -> list[Element]:
    """Soft vehicles and craft in the field, but for craft onto which these have just fled."""
    refuges = {game.state.elements[name].aboard for name in fled}
    vehicles = loose_vehicles(game.pack, game.state, field, side)
    return [vehicle for vehicle in vehicles if vehicle.id not in refuges]


@rule("WPR-nahkampf-7", "WPR-infanterist-einsatz-3")
def _leave_weapons(game: Game[Position], bases: Sequence[Element], by: Side) -> Script[list[str]]:
    """Weapons fall to the winner with their crews: lost, unless the scenario lets him use them. Gives the
    others, who flee; among attackers there are weapons only if they have jumped."""
    weapons = [base.id for base in bases if game.pack.models[base.model].is_weapon]
    for name in weapons:
        yield from booty.capture(game, name, by)
    return [base.id for base in bases if base.id not in weapons]


@rule("WPR-nahkampf-12")
def _leave_vehicle(game: Game[Position], name: str, by: Side) -> Script[None]:
    """So does a soft vehicle of the beaten side."""
    yield from booty.capture(game, name, by)


@rule("WPR-ueberlegenheitsangriff-2", "WPR-nahkampf-9")
def _beaten_attackers(
    game: Game[Position], assault: Assault, attackers: Sequence[Element], resisted_by: int, found: Duel
) -> Script[None]:
    """Attackers who outnumbered the defender roll for one base only, which their owner chooses."""
    open_ = {
        base.id: flight.back_from(game.pack, game.state, assault.field, start)
        for base, start in _starts(assault, attackers)
    }
    yield from _leave_carriers(game, assault)
    one = len(attackers) > resisted_by
    fleeing = yield from _leave_weapons(game, attackers, enemy_of(assault.side))
    yield from _flee(game, fleeing, open_, found.value, one=one)


def _starts(assault: Assault, attackers: Sequence[Element]) -> Iterator[tuple[Element, str]]:
    came_from = dict(zip(assault.attackers, assault.starts, strict=True))
    return ((base, came_from[base.id]) for base in attackers)


@rule("WPR-absitzen-nahkampf-2")
def _leave_carriers(game: Game[Position], assault: Assault) -> Script[None]:
    """After a failed mounted attack armour stays in the field, soft vehicles are lost."""
    for name in assault.carriers:
        vehicle = game.state.elements[name]
        if on_board(vehicle) and not game.pack.models[vehicle.model].is_armoured:
            yield from losses.destroy(game, name, "WPR-absitzen-nahkampf-2")


@rule("WPR-flucht-7", "WPR-flucht-11")
def _flee(
    game: Game[Position],
    names: Sequence[str],
    open_: Mapping[str, frozenset[str]],
    value: int,
    *,
    one: bool = False,
) -> Script[None]:
    """The beaten leave, are pinned at the winner's value, and at 6 roll for losses."""
    level = min(max(value, 3), LOSS)
    left = []
    for name in names:
        if (yield from flight.flee(game, name, open_[name])):
            losses.pin(game, name, level, "WPR-flucht-7")
            left.append(name)
    if level == LOSS and left:
        for name in (yield from _rolling(game, left, one=one)):
            yield from losses.loss_roll(game, name, "WPR-flucht-11")


class Name(Order, frozen=True):
    element: str


class ChooseVictim(Question[WienerView, Name], frozen=True):
    prompt: ClassVar[str] = "Only one base rolls for losses: which?"
    cite: ClassVar[str] = "WPR-nahkampf-9"
    elements: tuple[str, ...]

    def options(self, view: WienerView) -> Iterator[Name]:
        return (Name(element) for element in self.elements)


@rule("WPR-nahkampf-9")
def _rolling(game: Game[Position], names: list[str], *, one: bool = False) -> Script[list[str]]:
    """Who rolls for losses: every base, or the one that its owner chooses."""
    if not (one or game.state.options["close_combat_losses"] == "one") or len(names) == 1:
        return names
    side = game.state.elements[names[0]].side
    answer = yield from ask(seat_of(game.state, side), ChooseVictim(tuple(names)))
    return [answer.element]


# -- troops that have fled, and vehicles without troops ----------------------------------------------------


def _drive_on(game: Game[Position], assault: Assault, attackers: Sequence[Element]) -> Script[list[str]]:
    """A garrison of whom all have fled in this turn is driven out of the field without a fight."""
    enemy = enemy_of(assault.side)
    garrison = garrison_of(game.pack, game.state, assault.field, enemy)
    if not all(base.fled for base in garrison):
        return []
    open_ = flight.away_from(game.pack, game.state, assault.field, assault.starts)
    points = attack_points(game.pack, game.state, attackers, jumped=assault.jumped)
    for base in garrison:
        value = yield from roll_on(game, attackers[0].id, base.id, points)
        yield from flee_on(game, base.id, open_, value)
    return [base.id for base in garrison]


@rule("WPR-flucht-12")
def roll_on(game: Game[Position], attacker: str, base: str, points: Modifiers) -> Script[int]:
    """The effect of an attack on somebody who has fled: one die, which nobody rolls against."""
    told = secrecy.audience(game, (attacker, base))
    (natural,) = yield from roll(
        "1d6", "{element} drives on {other}", "WPR-flucht-12", attacker, told,
        element=attacker, other=base,
    )  # fmt: skip
    return value_of(natural, points.total)


@rule("WPR-flucht-8", "WPR-flucht-12")
def flee_on(game: Game[Position], base: str, open_: frozenset[str], value: int) -> Script[None]:
    """Who has fled in this turn cannot resist: he takes an effect and flees one more field."""
    if (yield from flight.flee(game, base, open_, "WPR-flucht-8")):
        yield from losses.suffer(game, base, value, "WPR-flucht-12")


def _seize_vehicles(game: Game[Position], assault: Assault, fled: Sequence[str]) -> Script[bool]:
    """Vehicles without troops resist one by one, those that fight before those that only drive off.

    True if the attackers have the field to themselves in the end.
    """
    pack = game.pack
    vehicles = _abandoned(game, assault.field, enemy_of(assault.side), fled)
    is_held = False
    for vehicle in [one for one in vehicles if stands_its_ground(pack, one)]:
        if not (yield from _overcome(game, vehicle, assault)):
            if harms_figures(pack, vehicle):
                return False
            is_held = True
    for vehicle in [one for one in vehicles if not stands_its_ground(pack, one)]:
        yield from _catch(game, vehicle, assault)
    return not is_held


@rule("WPR-gegenwehr-7", "WPR-gegenwehr-10", "WPR-fuehrung-1")
def _overcome(game: Game[Position], vehicle: Element, assault: Assault) -> Script[bool]:
    """Who is armed defends the field and holds it if he wins: the attackers are beaten off.

    With a weapon that does nothing to figures he only averts the attack, and they share the field.
    """
    attackers = _present(game.state, assault.attackers)
    ours = attack_points(game.pack, game.state, attackers, jumped=assault.jumped)
    theirs = defence_points(game.pack, game.state, [vehicle], assault.field)
    found = yield from opposed(
        game, attackers[0].id, vehicle.id, ours, theirs, cite="WPR-gegenwehr-3", cancel=False
    )
    if found.winner != vehicle.id:
        yield from _leave_vehicle(game, vehicle.id, assault.side)
        return True
    cite = "WPR-feuer-sturm-1" if harms_figures(game.pack, vehicle) else "WPR-gegenwehr-10"
    game.happens(Repelled(assault.field, cite=cite), _witnesses(game, assault.field))
    if harms_figures(game.pack, vehicle):
        yield from _beaten_attackers(game, assault, attackers, 1, found)
    return False


@rule("WPR-gegenwehr-7", "WPR-gegenwehr-8", "WPR-fahrzeuge-2")
def _catch(game: Game[Position], vehicle: Element, assault: Assault) -> Script[None]:
    """Unarmed vehicles resist only by driving off: whoever loses the roll is lost."""
    attackers = _present(game.state, assault.attackers)
    ours = attack_points(game.pack, game.state, attackers, jumped=assault.jumped)
    found = yield from opposed(
        game, attackers[0].id, vehicle.id, ours, Modifiers(), cite="WPR-gegenwehr-8", cancel=False
    )
    if found.winner == vehicle.id:
        yield from _get_away(game, vehicle, assault)
    else:
        yield from losses.destroy(game, vehicle.id, "WPR-gegenwehr-8")


@rule("WPR-gegenwehr-9")
def _get_away(game: Game[Position], vehicle: Element, assault: Assault) -> Script[None]:
    """One field away from the attackers; without a free one it is lost."""
    open_ = flight.away_from(game.pack, game.state, assault.field, assault.starts)
    ways = flight.ways_out(game, vehicle, open_)
    ways = tuple(way for way in ways if way not in game.state.elements)
    if not ways:
        yield from losses.destroy(game, vehicle.id, "WPR-gegenwehr-9")
        return
    way = yield from flight.choose(game, vehicle, ways)
    if way.to == flight.OFF_BOARD:
        flight.over_the_edge(game, vehicle.id)
        return
    step = Step(vehicle.id, assault.field, way.to, flank=flight.flank_of(game, vehicle, way))
    secrecy.tell(game, Withdrawn(vehicle.id, way.to, cite="WPR-gegenwehr-9"), (vehicle.id,))
    yield from entering.barriers_act(game, step)
    noise.heard(game, game.state.elements[vehicle.id])
