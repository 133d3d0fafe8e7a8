"""Anti-tank close combat (Panzernahbekämpfung): figures against tanks, bunkers and the like in one field.

It acts on all armour alike with normal chance. Figures may step into the field of the vehicle, which then
evades or rolls against them. Whoever already shared the field rolls without opposition.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import (
    Decline,
    Event,
    Game,
    Illegal,
    Likely,
    Modifiers,
    Odds,
    Order,
    Question,
    Script,
    react_each,
    roll,
    rule,
)
from planspiel.systems.wiener2022 import evasion, losses, secrecy, storm, unforeseen
from planspiel.systems.wiener2022.activities import Activity, activity_refusal, actor_refusal
from planspiel.systems.wiener2022.close_combat import Assault, defenders_of, fight, has_fought
from planspiel.systems.wiener2022.effect import BLACK, FACES, LOSS, level_of, opposed_value, value_of
from planspiel.systems.wiener2022.opposed import opposed
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    enemies_at,
    enemy_of,
    holders_at,
    on_board,
    put,
    seat_of,
)
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import Progress, Walker, set_out

__all__ = [
    "ACTIVITIES",
    "AnswerHunt",
    "Hunt",
    "Hunted",
    "hunt_refusal",
    "hunter_points",
    "is_hunted",
    "strike",
]


class Hunt(Order, frozen=True):
    """A figure base takes on an armoured vehicle or bunker in its own or a neighbouring field.

    `flanks` names the field it goes over where a diagonal leads between enemies or mines.
    """

    element: str
    target: str
    flanks: tuple[str, ...] = ()


class Hunted(Event[Position], frozen=True):
    """The base has used up its turn on it."""

    said: ClassVar[str] = "{element} attacks {target} at close quarters."
    element: str
    target: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], attacked=True, acted=True))


# -- who may -----------------------------------------------------------------------------------------------


@rule("WPR-panzernahbekaempfung-1", "WPR-befestigungen-4")
def is_hunted(pack: Pack, element: Element) -> bool:
    """Tanks, armoured carriers and bunkers; with whatever means."""
    model = pack.models[element.model]
    return (model.is_armoured or model.is_bunker) and not element.aboard and not element.height


def hunt_refusal(pack: Pack, known: Known, order: Hunt) -> Illegal | None:
    """Why a base may not fight this vehicle now."""
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None:
        return refusal
    base, target = known.elements[order.element], known.elements.get(order.target)
    if target is None or target.side == base.side or not on_board(target) or not is_hunted(pack, target):
        reason = "{target} is no enemy armour that you know of."
        return Illegal(reason, "WPR-panzernahbekaempfung-1", target=order.target)
    if base.field == target.field:
        return _on_the_spot(pack, known, base)
    if defenders_of(pack, known, target.field, target.side):
        return _infantry_first(target)
    return storm.stormer_refusal(pack, known, base.id, target.field)


@rule("WPR-panzernahbekaempfung-6")
def _infantry_first(target: Element) -> Illegal:
    """Where armour and infantry share a field, the infantry is fought first."""
    reason = "The infantry in {field} must be beaten first."
    return Illegal(reason, "WPR-panzernahbekaempfung-6", field=target.field)


def _on_the_spot(pack: Pack, known: Known, base: Element) -> Illegal | None:
    """In one field: whoever has won a close combat there may still fight; who has fled may not."""
    model = pack.models[base.model]
    if not model.is_base or base.aboard:
        return Illegal(
            "{element} has no figures to fight with.", "WPR-panzernahbekaempfung-1", element=base.id
        )
    if base.fled:
        return _beaten(base)
    if base.acted or base.worked or base.shot:
        return activity_refusal(pack, base, "attack") or _beaten(base)
    if defenders_of(pack, known, base.field, enemy_of(base.side)):
        return _infantry_first(base)
    return None


@rule("WPR-panzernahbekaempfung-9")
def _beaten(base: Element) -> Illegal:
    """Only beaten figures are prevented; victorious ones may still fight the armour in this turn."""
    reason = "{element} cannot fight armour any more in this turn."
    return Illegal(reason, "WPR-panzernahbekaempfung-9", element=base.id)


# -- points ------------------------------------------------------------------------------------------------


@rule("WPR-panzernahbekaempfung-3", "WPR-panzernahbekaempfung-5")
def hunter_points(pack: Pack, known: Known, field: str) -> Modifiers:
    """Normal chance against every class; neither pinning nor elite troops count; +1 in a wood or town."""
    points = Modifiers()
    theatre = pack.theatre(known.scenario)
    if theatre.is_wood(field) or theatre.is_building(field):
        points.add(pack.tables.points.tank_hunters_in_cover, "in wood or town", "WPR-panzernahbekaempfung-4")
    return points


@rule("WPR-panzernahbekaempfung-8")
def crew_points(pack: Pack, target: Element) -> Modifiers:
    """The vehicle rolls plainly, with its own pinning."""
    points = Modifiers()
    if target.pinned:
        points.add(-target.pinned, "pinned", "WPR-niederhaltung-1")
    return points


# -- carrying out ------------------------------------------------------------------------------------------


@rule("WPR-panzernahbekaempfung-2", "WPR-panzernahbekaempfung-9")
def hunt(game: Game[Position], order: Hunt) -> Script[None]:
    """Against who comes in, or has come in before, the target may withdraw or roll; else it cannot."""
    base = game.state.elements[order.element]
    target = game.state.elements[order.target]
    was_there = _was_there(base, target)
    if base.field != target.field:
        steps = yield from storm.charge(game, base, target.field, order.flanks)
        if not steps:
            return
        storm.step_in(game, game.state.elements[base.id], target.field)
        yield from storm.barriers(game, steps)
        if not (yield from _beats_infantry(game, base, target)):
            return
    secrecy.tell(game, Hunted(base.id, target.id, cite="WPR-panzernahbekaempfung-2"), (base.id, target.id))
    if not all(on_board(game.state.elements[name]) for name in (base.id, target.id)):
        return
    if was_there:
        yield from strike(game, base.id, target.id)
    else:
        yield from _against(game, base.id, target.id)
    secrecy.look(game)


@rule("WPR-panzernahbekaempfung-6")
def _beats_infantry(game: Game[Position], base: Element, target: Element) -> Script[bool]:
    """Infantry beside the vehicle of whom the attackers did not know is fought first too.

    False if they are prevented from fighting the vehicle.
    """
    if not defenders_of(game.pack, game.state, target.field, target.side):
        return True
    assault = Assault(base.side, target.field, (base.id,), (base.field,))
    won = yield from fight(game, assault)
    return won


@rule("WPR-panzernahbekaempfung-X1")
def _was_there(base: Element, target: Element) -> bool:
    """Both were in the field before the half-turn began: one die, read as it is.

    Our reading: a craft counts as a field of its own, and so does a landed aircraft. Who gets off one comes
    out of movement, also where it lies in the field of the target; on a land vehicle he was already there.
    """
    return base.field == target.field and not base.moved and not base.landed


def _against(game: Game[Position], base: str, target: str) -> Script[None]:
    if (yield from _evades(game, base, target)):
        return
    vehicle = game.state.elements[target]
    if vehicle.pinned >= BLACK:
        yield from strike(game, base, target)
        return
    has_fought(game, (base,))
    ours = hunter_points(game.pack, game.state, game.state.elements[base].field)
    theirs = crew_points(game.pack, vehicle)
    found = yield from opposed(
        game, base, target, ours, theirs, cite="WPR-panzernahbekaempfung-2", cancel=False
    )
    if found.winner == base:
        yield from losses.suffer(game, target, found.value, "WPR-panzernahbekaempfung-5")
    else:
        yield from losses.suffer(game, base, found.value, "WPR-panzernahbekaempfung-8")


@rule("WPR-panzernahbekaempfung-7")
def strike(game: Game[Position], base: str, target: str) -> Script[None]:
    """One die of one base, with its points, read on the effect table against the vehicle."""
    has_fought(game, (base,))
    told = secrecy.audience(game, (base, target))
    (natural,) = yield from roll(
        "1d6", "{element} against {other}", "WPR-panzernahbekaempfung-5", base, told,
        element=base, other=target,
    )  # fmt: skip
    points = hunter_points(game.pack, game.state, game.state.elements[target].field)
    yield from losses.suffer(game, target, value_of(natural, points.total), "WPR-panzernahbekaempfung-5")


# -- evading -----------------------------------------------------------------------------------------------


class AnswerHunt(Question[WienerView, evasion.Evade], frozen=True):
    prompt: ClassVar[str] = "{hunter} attacks {target} at close quarters: does it withdraw?"
    cite: ClassVar[str] = "WPR-panzernahbekaempfung-2"
    hunter: str
    target: str
    live: bool = True

    def options(self, view: WienerView) -> Iterator[evasion.Evade]:
        return ways_out(view.pack, view, view.elements[self.target])

    def standing(self, view: WienerView) -> evasion.Evade | Decline | None:
        conduct = view.standing.of(self.target)
        if conduct.evade == "ask" and self.live:
            return None
        way = next(self.options(view), None) if conduct.evade == "evade" else None
        return way if way is not None else Decline()


def ways_out(pack: Pack, known: Known, target: Element) -> Iterator[evasion.Evade]:
    """One field out of reach of the figures, beside a like model only if none is free.

    Bunkers and slow or pinned vehicles stay.
    """
    if evasion.evader_refusal(pack, known, target) is not None:
        return
    fresh = replace(target, moved=0, limit=0, shot=False, split=False, joined=False)
    ways: list[tuple[str, ...]] = [
        (field,)
        for field in pack.theatre(known.scenario).board.neighbours(target.field)
        if not holders_at(known, field, target.side) and _can_go(pack, known, fresh, field)
    ]
    for way in evasion.roomy(pack, known, target, ways):
        yield evasion.Evade(target.id, way)


def _can_go(pack: Pack, known: Known, target: Element, field: str) -> bool:
    walker = Walker(pack, known, target)
    return isinstance(walker.go(set_out(target), field), Progress)


def _evades(game: Game[Position], base: str, target: str) -> Script[bool]:
    """A movement counter-move of the vehicle, unless something unforeseen keeps it where it is."""
    vehicle = game.state.elements[target]
    if next(ways_out(game.pack, game.state, vehicle), None) is None:
        return False
    live = secrecy.is_open(game.state)
    question = AnswerHunt(base, target, live)
    claim = yield from react_each({seat_of(game.state, vehicle.side): question}, live=live)
    if claim is None:
        return False
    yield from evasion.evade(game, claim[1])
    return game.state.elements[target].field != vehicle.field


# -- the activity ------------------------------------------------------------------------------------------


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[Hunt]:
    if element.aboard or element.acted:
        return
    board = pack.theatre(view.scenario).board
    for field in (element.field, *board.neighbours(element.field)):
        for target in enemies_at(view, field, element.side):
            order = Hunt(element.id, target.id)
            if is_hunted(pack, target) and hunt_refusal(pack, view, order) is None:
                for flanks in unforeseen.flank_choices(pack, view, element, field):
                    yield replace(order, flanks=flanks)


def _judge(pack: Pack, view: WienerView, order: Hunt) -> Illegal | None:
    return hunt_refusal(pack, view, order)


def _odds(pack: Pack, view: WienerView, order: Hunt) -> Odds | None:
    """What happens to the vehicle; against one that cannot withdraw."""
    base, target = view.elements[order.element], view.elements[order.target]
    points = hunter_points(pack, view, target.field)
    resists = not _was_there(base, target) and target.pinned < BLACK
    crew = crew_points(pack, target).total
    ways: dict[str, int] = dict.fromkeys(("no effect", "pinned", "lost", "the hunters are beaten"), 0)
    for mine in FACES:
        for his in FACES:
            ways[_result(mine, points.total, his, crew, resists=resists)] += 1
    results = tuple(Likely(name, count) for name, count in ways.items() if count)
    return Odds("WPR-panzernahbekaempfung-5", 0, points.lines, results, sum(ways.values()))


def _result(mine: int, points: int, his: int, crew: int, *, resists: bool) -> str:
    if resists:
        value, against = opposed_value(mine, points), opposed_value(his, crew)
        if value < against:
            return "the hunters are beaten"
    else:
        value = value_of(mine, points)
    level = level_of(value)
    return "lost" if level == LOSS else "pinned" if level else "no effect"


ACTIVITIES = {Hunt: Activity("other", _options, _judge, hunt, _odds, suits=lambda _, model: model.is_base)}
