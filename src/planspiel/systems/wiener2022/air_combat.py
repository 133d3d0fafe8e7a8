"""Air combat (Luftkampf): fighters against aircraft, before anything happens over the ground.

It takes place somewhere; fields and flak have no part in it. The parties declare attacks in turn, the
active one first. Fighters must be tied down before anybody attacks what they protect. Both roll: 6 and more
shoots the loser down, less drives him off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import (
    Event,
    Game,
    Illegal,
    Item,
    Likely,
    Modifiers,
    Odds,
    Order,
    Question,
    Script,
    Side,
    react_each,
    resume_point,
    rule,
)
from planspiel.systems.wiener2022.air_tasks import flying, is_fighter, is_on_station, off_field, towed_by
from planspiel.systems.wiener2022.effect import FACES, LOSS, cancelled, opposed_value
from planspiel.systems.wiener2022.losses import Lost
from planspiel.systems.wiener2022.modifiers import own_points
from planspiel.systems.wiener2022.opposed import Duel, opposed
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.secrecy import FLYING
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    enemy_of,
    load_of,
    put,
    seat_of,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "SCRIPTS",
    "AirAssault",
    "ChooseAirAssault",
    "DrivenOff",
    "Engaged",
    "ShotDown",
    "drive_off",
    "shoot_down",
]

MOST_TOGETHER = 3
BOTH_PASSED = 2


class AirAssault(Order, frozen=True):
    """One fighter, or several of a kind together, attack one enemy aircraft."""

    attackers: tuple[str, ...]
    target: str


class Engaged(Event[Position], frozen=True):
    """Who takes part in an air combat is tied down; attackers have had their attack."""

    said: ClassVar[str] = "{attackers} attack {target} in the air."
    attackers: tuple[str, ...]
    target: str

    def apply(self, state: Position) -> None:
        for name in self.attackers:
            put(state, replace(state.elements[name], mission="tied", attacked=True))
        put(state, replace(state.elements[self.target], mission="tied"))


class DrivenOff(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} is driven off."
    element: str

    def apply(self, state: Position) -> None:
        element = state.elements[self.element]
        if is_on_station(element):
            element = off_field(element)
        put(state, replace(element, mission="driven_off", acted=True))


class ShotDown(Event[Position], frozen=True):
    """An aircraft is lost with all aboard."""

    said: ClassVar[str] = "{element} is shot down."
    element: str

    def apply(self, state: Position) -> None:
        for name in (*load_of(state, state.elements[self.element]), self.element):
            Lost(name, "").apply(state)
            put(state, replace(state.elements[name], mission="", height=""))


class FreeAgain(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} may attack once more."
    element: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], attacked=False))


@rule("WPR-luftkampf-7", "WPR-niederhaltung-5")
def drive_off(game: Game[Position], name: str, cite: str) -> None:
    """Off for this mission, with its load; it may come again another time."""
    game.happens(DrivenOff(name, cite=cite))
    for glider in _towed(game.state, name):
        game.happens(DrivenOff(glider.id, cite="WPR-flz-schleppen-1"))


@rule("WPR-luftstreitkraefte-5")
def shoot_down(game: Game[Position], name: str, cite: str) -> None:
    """Its die is gone for the rest of the game."""
    game.happens(ShotDown(name, cite=cite))
    for glider in _towed(game.state, name):
        game.happens(ShotDown(glider.id, cite="WPR-flz-schleppen-1"))


@rule("WPR-flz-schleppen-1", "WPR-lastensegler-1")
def _towed(known: Known, tug: str) -> list[Element]:
    """The glider behind an aircraft: it cannot come without it, and is released only near the board.

    Until then it shares the fate of its tug: it turns back with it, or goes down.
    """
    behind = [known.elements[name] for name, task in known.flights.items() if task == towed_by(tug)]
    return [glider for glider in behind if glider.mission in FLYING and glider.fate == "reserve"]


# -- who may attack whom -----------------------------------------------------------------------------------


def assault_refusal(pack: Pack, known: Known, side: Side, order: AirAssault) -> Illegal | None:
    """Why these fighters may not attack this aircraft."""
    own = {element.id: element for element in flying(known, side)}
    foes = {element.id: element for element in flying(known, enemy_of(side))}
    if not order.attackers or len(set(order.attackers)) != len(order.attackers):
        return Illegal("Name the fighters that attack, each once.", "WPR-luftkampf-2")
    for name in order.attackers:
        if name not in own or not is_fighter(pack, own[name]):
            return Illegal("{element} is no fighter in the air.", "WPR-luftkampf-2", element=name)
        if own[name].attacked:
            return Illegal("{element} has had its attack in the air.", "WPR-luftkampf-2", element=name)
    if order.target not in foes:
        return Illegal("{element} is no enemy aircraft in the air.", "WPR-luftkampf-2", element=order.target)
    return _together_refusal(pack, known, side, order) or _escort_refusal(pack, foes[order.target], foes)


@rule("WPR-luftkampf-5")
def _together_refusal(pack: Pack, known: Known, side: Side, order: AirAssault) -> Illegal | None:
    """Only the party with more aircraft in the air combines, up to three of a kind against one."""
    if len(order.attackers) == 1:
        return None
    if len(order.attackers) > MOST_TOGETHER:
        return Illegal("At most three aircraft attack together.", "WPR-luftkampf-5")
    if len(flying(known, side)) <= len(flying(known, enemy_of(side))):
        return Illegal("Only the party with more aircraft may combine them.", "WPR-luftkampf-5")
    kinds = {_kind(pack, known.elements[name]) for name in order.attackers}
    if len(kinds) > 1:
        return Illegal("Only aircraft of the same kind attack together.", "WPR-luftkampf-5")
    return None


def _kind(pack: Pack, element: Element) -> tuple[str, bool]:
    model = pack.models[element.model]
    return model.role, model.has("jet")


@rule("WPR-luftkampf-4", "WPR-luftkampf-13", "WPR-jagdschutz-1")
def _escort_refusal(pack: Pack, target: Element, foes: dict[str, Element]) -> Illegal | None:
    """What fighters protect may be attacked only when every one of them has been engaged or is gone."""
    if is_fighter(pack, target):
        return None
    for foe in foes.values():
        if is_fighter(pack, foe) and foe.mission != "tied":
            return Illegal("{element} is not tied down yet.", "WPR-luftkampf-4", element=foe.id)
    return None


def assaults(pack: Pack, known: Known, side: Side) -> Iterator[AirAssault]:
    """Every attack that a party may declare now."""
    ready = [one for one in flying(known, side) if is_fighter(pack, one) and not one.attacked]
    for foe in flying(known, enemy_of(side)):
        for size in range(1, MOST_TOGETHER + 1):
            for group in combinations(ready, size):
                order = AirAssault(tuple(one.id for one in group), foe.id)
                if assault_refusal(pack, known, side, order) is None:
                    yield order


# -- the question ------------------------------------------------------------------------------------------


class ChooseAirAssault(Question[WienerView, AirAssault], frozen=True):
    prompt: ClassVar[str] = "Air combat: whom do your fighters attack?"
    cite: ClassVar[str] = "WPR-luftkampf-14"
    side: Side

    def options(self, view: WienerView) -> Iterator[AirAssault]:
        return assaults(view.pack, view, self.side)

    def check(self, view: WienerView, order: AirAssault) -> None:
        refusal = assault_refusal(view.pack, view, self.side, order)
        if refusal is not None:
            raise refusal

    def odds(self, view: WienerView, order: AirAssault) -> Odds | None:
        ours, theirs = points(view.pack, view, order)
        cancelled(ours, theirs)
        ways = {"the target is shot down": 0, "the target is driven off": 0, "the attack fails": 0}
        for a in FACES:
            for b in FACES:
                mine, his = opposed_value(a, ours.total), opposed_value(b, theirs.total)
                if mine > his:
                    ways["the target is shot down" if mine >= LOSS else "the target is driven off"] += 1
                elif mine < his:
                    ways["the attack fails"] += 1
        results = tuple(Likely(name, count) for name, count in ways.items() if count)
        return Odds("WPR-luftkampf-12", 0, ours.lines, results, sum(ways.values()))


# -- the fight ---------------------------------------------------------------------------------------------


@rule("WPR-luftkampf-1", "WPR-luftkampf-10", "WPR-luftkampf-14")
def air_combat(game: Game[Position], turn_of: str, passed: int) -> Script[None]:
    """Single declarations, one party after the other, until both have passed in a row."""
    yield from resume_point()
    side = Side(turn_of)
    if next(assaults(game.pack, game.state, side), None) is None:
        if next(assaults(game.pack, game.state, enemy_of(side)), None) is not None:
            game.then(Item("air-combat", (enemy_of(side), passed + 1)))
        return
    claim = yield from react_each({seat_of(game.state, side): ChooseAirAssault(side)})
    if claim is not None:
        yield from _fight(game, side, claim[1])
        game.then(Item("air-combat", (enemy_of(side), 0)))
    elif passed + 1 < BOTH_PASSED:
        game.then(Item("air-combat", (enemy_of(side), passed + 1)))


@rule("WPR-luftkampf-11", "WPR-jaeger-1")
def points(pack: Pack, known: Known, order: AirAssault) -> tuple[Modifiers, Modifiers]:
    """Superiority by kind, and one point for each further aircraft in a combined attack."""
    ours, theirs = Modifiers(), Modifiers()
    first, target = known.elements[order.attackers[0]], known.elements[order.target]
    mine, his = pack.models[first.model], pack.models[target.model]
    superior = pack.tables.air.superiority
    for mods, plus in ((ours, superior(mine, his)), (theirs, superior(his, mine))):
        if plus:
            mods.add(plus, "superior aircraft", "WPR-jaeger-1")
    if len(order.attackers) > 1:
        ours.add(len(order.attackers) - 1, "combined attack", "WPR-luftkampf-11")
    own_points(ours, pack, known, order.attackers)
    own_points(theirs, pack, known, (order.target,))
    return ours, theirs


@rule("WPR-luftkampf-3", "WPR-luftkampf-12")
def _fight(game: Game[Position], side: Side, order: AirAssault) -> Script[None]:
    """Every aircraft defends itself; both roll, ties again, and the loser is gone one way or the other."""
    game.happens(Engaged(order.attackers, order.target, cite="WPR-luftkampf-13"))
    ours, theirs = points(game.pack, game.state, order)
    first = order.attackers[0]
    found = yield from opposed(game, first, order.target, ours, theirs, cite="WPR-luftkampf-12")
    if found.winner == first:
        _beaten(game, (order.target,), found)
        _after_kill(game, order.attackers, found)
    elif game.pack.models[game.state.elements[order.target].model].weapons:
        _beaten(game, order.attackers, found)
        _after_kill(game, (order.target,), found)
    else:
        _harmless(game)


@rule("WPR-gegenwehr-6", "WPR-luftkampf-12")
def _harmless(game: Game[Position]) -> None:
    """An unarmed aircraft that wins has only got away."""


@rule("WPR-luftkampf-6", "WPR-luftkampf-8")
def _beaten(game: Game[Position], losers: Sequence[str], found: Duel) -> None:
    """From 6 on one aircraft is shot down; whoever fought beside it is driven off.

    Winners go on with their mission, over the ground too.
    """
    killed = found.value >= LOSS
    for place, name in enumerate(losers):
        if killed and place == 0:
            shoot_down(game, name, "WPR-luftkampf-12")
        else:
            drive_off(game, name, "WPR-luftkampf-6" if killed else "WPR-luftkampf-7")


@rule("WPR-luftkampf-9", "WPR-flz-einteilung-4")
def _after_kill(game: Game[Position], winners: Sequence[str], found: Duel) -> None:
    """Who has shot somebody down may attack in the air once more; the ground attack is not touched by it."""
    if found.value < LOSS:
        return
    for name in winners:
        element = game.state.elements[name]
        if element.attacked and is_fighter(game.pack, element):
            game.happens(FreeAgain(name, cite="WPR-luftkampf-9"))


SCRIPTS = {"air-combat": air_combat}
