"""How a bot plans a round: the worth of every order to every unit, and a plan of the best."""

from __future__ import annotations

from itertools import islice

from planspiel.kernel import Illegal, Rng
from planspiel.systems.advice import Temper
from planspiel.systems.barbarossa1941.advice_picture import (
    Picture,
    fails,
    left_of,
    lost,
    picture_of,
    price_of,
)
from planspiel.systems.barbarossa1941.advice_works import guard_worth, work_worth
from planspiel.systems.barbarossa1941.attack import AttackKind
from planspiel.systems.barbarossa1941.fire_orders import kind_of_fire
from planspiel.systems.barbarossa1941.order_rules import unit_of
from planspiel.systems.barbarossa1941.orders import (
    MOVES,
    AirStrike,
    Ambush,
    Assault,
    Bombard,
    CautiousMove,
    Defend,
    FireOnTheMove,
    OpenFire,
    Plan,
    SuppressiveFire,
    UnitOrder,
)
from planspiel.systems.barbarossa1941.planning import ORDER_RULES, PlanRound
from planspiel.systems.barbarossa1941.state import Fight, Unit, units_at
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["LEANINGS", "Leaning", "best_plan", "plan_worth"]

Leaning = dict[str, int]
"""How much a plan values fire, advance and holding, in percent, and what it adds for close combat."""
LEANINGS: tuple[Leaning, ...] = (
    {"fire": 100, "move": 100, "hold": 100, "assault": 0},
    {"fire": 150, "move": 60, "hold": 100, "assault": -80},
    {"fire": 70, "move": 170, "hold": 60, "assault": 60},
    {"fire": 90, "move": 50, "hold": 170, "assault": -80},
    {"fire": 100, "move": 110, "hold": 80, "assault": 250},
)
LOOK_AT = 400
"""So many ways to give one unit an order are weighed."""
SHAKEN = 30
"""What a suppressed unit has lost of its worth, in percent: two rounds, and its cover."""
A_SHOT = 4
"""What a point of ammunition is worth."""
TAKEN = 250
"""What it is worth to fight for a place that decides, more in the last rounds."""


def best_plan(question: PlanRound, view: BarbarossaView, leaning: Leaning, temper: Temper, rng: Rng) -> Plan:
    """The best order for each unit, one after the other; partners get theirs with it."""
    given: dict[str, UnitOrder] = {}
    pieces = question.pieces(view)
    weigher = _weigher(view, leaning, temper)
    for piece in pieces:
        if piece in given:
            continue
        unit = view.units[unit_of(piece)]
        idle = weigher.idle(unit)
        worth = [
            (weigher.worth(unit, order) + rng.randrange(5), order) for order in _ways(question, view, piece)
        ]
        better = sorted((pair for pair in worth if pair[0] > idle), key=lambda pair: -pair[0])
        best = next((order for _, order in better if _goes_with(question, view, piece, order, given)), None)
        if best is None:
            continue
        given[piece] = best
        weigher.note(unit, best)
        partners = ORDER_RULES[type(best)].partners
        for name, part in (partners(view, unit, best) if partners else {}).items():
            if name in pieces:
                given.setdefault(name, part)
    return Plan(given)


def _ways(question: PlanRound, view: BarbarossaView, piece: str) -> list[UnitOrder]:
    """The orders that a unit may be given, listed once for all plans of a view."""
    kept: dict[str, list[UnitOrder]] = vars(view).setdefault("orders", {})
    if piece not in kept:
        kept[piece] = list(islice(question.parts(view, piece, {}), LOOK_AT))
    return kept[piece]


def _goes_with(
    question: PlanRound, view: BarbarossaView, piece: str, order: UnitOrder, given: dict[str, UnitOrder]
) -> bool:
    """Whether an order fits those that others have been given."""
    try:
        question.check_part(view, piece, order, given)
    except Illegal:
        return False
    return True


def plan_worth(view: BarbarossaView, plan: Plan, temper: Temper) -> int:
    """All orders of a plan together, beside those who do nothing, without leaning."""
    weigher, total = _weigher(view, LEANINGS[0], temper), 0
    for piece, order in plan.parts.items():
        unit = view.units[unit_of(piece)]
        total += weigher.worth(unit, order) - weigher.idle(unit)
        weigher.note(unit, order)
    return total


def _weigher(view: BarbarossaView, leaning: Leaning, temper: Temper) -> _Weigher:
    return _Weigher(picture_of(view, view.sides[0]), leaning, temper)


class _Weigher:
    """Weighs orders, unit by unit: what others aim at an enemy has used up his defence already."""

    def __init__(self, picture: Picture, leaning: Leaning, temper: Temper) -> None:
        self.picture, self.pack, self.view = picture, picture.pack, picture.view
        self.leaning, self.temper = leaning, temper
        self.aimed: dict[str, int] = {}
        """Hits to expect on each enemy so far, in hundredths."""
        self.tested: set[str] = set()
        """Enemies under suppressive fire: they test once only."""

    def note(self, unit: Unit, order: UnitOrder) -> None:
        """An order is part of the plan now."""
        target = self.view.units.get(getattr(order, "target", ""))
        if target is None:
            return
        kind = self._kind(unit, order, target)
        if kind is not None:
            at = order.at if isinstance(order, FireOnTheMove) else ""
            hits = self.picture.hits(unit, target, kind, at)
            self.aimed[target.id] = self.aimed.get(target.id, 0) + hits
        if isinstance(order, SuppressiveFire):
            self.tested.add(target.id)

    def _kind(self, unit: Unit, order: UnitOrder, target: Unit) -> AttackKind | None:
        match order:
            case SuppressiveFire():
                return "suppressive"
            case OpenFire():
                return kind_of_fire(self.pack, self.view, unit, target)
            case FireOnTheMove():
                return "move"
            case _:
                return None

    def idle(self, unit: Unit) -> int:
        """What comes of giving no order: it stays, under what fire there is."""
        return -self._danger(unit, unit.hex) + self._place(unit, unit.hex)

    def worth(self, unit: Unit, order: UnitOrder) -> int:
        """What an order to a unit promises, in hundredths of a point."""
        match order:
            case OpenFire() | SuppressiveFire():
                return self._fire(unit, order) + self.idle(unit)
            case Bombard() | AirStrike():
                return self._area(unit, order.hex) + self.idle(unit)
            case Assault():
                return self._assault(unit, order)
            case Defend() | Ambush():
                return self._hold(unit, order)
            case _ if isinstance(order, MOVES):
                return self._move(unit, order)
            case _:
                return work_worth(self.picture, unit, order) + self.idle(unit)

    # -- fire ------------------------------------------------------------------------------------------

    def _loss(self, target: Unit, hits: int, defence: int) -> int:
        """What these hits do beyond those that others aim at the target, in hundredths of a point."""
        so_far, most = self.aimed.get(target.id, 0), 100 * left_of(self.pack, target)
        more = min(most, lost(so_far + hits, defence)) - min(most, lost(so_far, defence))
        worth = more * price_of(self.pack, target) // 100
        if not target.suppressed and target.id not in self.tested:
            worth += min(100, more) * self._shaken(target) // 100
        return worth * self.picture.matters(target) * self.temper.enemy_losses // 10000

    def _shaken(self, target: Unit) -> int:
        """What a valour test of the target is worth."""
        value = price_of(self.pack, target) * left_of(self.pack, target)
        return fails(self.pack, target) * value * SHAKEN // 10000

    def _shot(self, unit: Unit, target: Unit, kind: AttackKind, at: str = "") -> int:
        return self._loss(target, self.picture.hits(unit, target, kind, at), self.picture.defence(target))

    def _fire(self, unit: Unit, order: OpenFire | SuppressiveFire) -> int:
        """Expected losses, and for suppressive fire the test; ammunition must last to the end."""
        target = self.view.units.get(order.target)
        if target is None:  # a bridge or bunker
            return 10
        kind = self._kind(unit, order, target)
        assert kind is not None
        worth, spent = self._shot(unit, target, kind), 1
        if isinstance(order, SuppressiveFire):
            spent = 3
            if not target.suppressed and target.id not in self.tested:
                worth += self._shaken(target) * self.picture.matters(target) // 100
        short = max(0, self.picture.rounds_left - (unit.ammo - spent)) if spent > 1 else 0
        return (worth - A_SHOT * (spent + 5 * short)) * self.leaning["fire"] // 100

    def _area(self, unit: Unit, hex_: str) -> int:
        """Every enemy in the hex counts, and friends under bombs count against it; so does the shot."""
        kind: AttackKind = "bombs" if unit.fate == "airfield" else "area"
        worth = -A_SHOT
        for there in units_at(self.view, hex_):
            hits = self.picture.hits(unit, there, kind)
            if there.side != unit.side:
                worth += self._loss(there, hits, self.picture.defence(there))
            else:
                worth -= 2 * lost(hits, self.picture.defence(there)) * price_of(self.pack, there) // 100
        return worth * self.leaning["fire"] // 100

    # -- close combat ----------------------------------------------------------------------------------

    def _assault(self, unit: Unit, order: Assault) -> int:
        """What both would lose with all who can join in, and what the place is worth.

        In close combat nobody is fired at. Where the place decides, being in it already denies it.
        """
        target = self.view.units[order.target]
        fight = self.view.fights.get(target.hex) or Fight(target.hex, target.side)
        theirs = self._blows(self._helpers(unit, target), target, fight)
        ours = self._return_blows(unit, target, fight)
        odds = 100 * theirs // max(1, theirs + ours)
        hits = self.picture.hits(unit, target, "close", "", fight)
        gain = self._loss(target, hits, self.picture.defence(target, fight))
        cost = lost(ours, 100 * self.pack.cards[unit.card].defence)
        cost = min(cost, 100 * left_of(self.pack, unit)) * price_of(self.pack, unit) // 100
        worth = gain - cost * self._care(unit) // 100 + self._prize(target) * odds // 50
        if unit.tied:
            worth += 80  # whoever leaves is hit without hitting back
        return worth + self.leaning["assault"] + self._place(unit, unit.hex)

    def _helpers(self, unit: Unit, target: Unit) -> list[Unit]:
        """Friends who could assault the same hex this round."""
        away, found = self.picture.theatre.board.distance, [unit]
        for friend in self.picture.friends:
            box = self.pack.cards[friend.card].orders.assault
            if friend.id == unit.id or box is None or friend.suppressed or not friend.ammo:
                continue
            if away(friend.hex, target.hex) <= box.distance and (not friend.tied or friend.hex == target.hex):
                found.append(friend)
        return found

    def _blows(self, helpers: list[Unit], target: Unit, fight: Fight) -> int:
        return sum(self.picture.hits(friend, target, "close", "", fight) for friend in helpers)

    def _return_blows(self, unit: Unit, target: Unit, fight: Fight) -> int:
        """Hits from all enemies in the hex, shared by those who come."""
        enemies = [there for there in units_at(self.view, target.hex) if there.side != unit.side]
        hits = sum(self.picture.hits(enemy, unit, "close", "", fight) for enemy in enemies)
        return hits * 2 // (1 + len(self._helpers(unit, target)))

    def _prize(self, target: Unit) -> int:
        """Ground that decides is worth more the fewer rounds are left."""
        if not self.picture.is_on_aim(target.hex):
            return 15 if target.suppressed else 0
        return TAKEN * self.temper.ground // 100 * (1 + max(0, 4 - self.picture.rounds_left)) // 2

    # -- ground ----------------------------------------------------------------------------------------

    def _danger(self, unit: Unit, hex_: str, bonus: int = 0) -> int:
        if not hex_ or unit.hidden or unit.fate != "map":
            return 0
        return self.picture.danger(unit, hex_, bonus) * self._care(unit) // 100

    def _care(self, unit: Unit) -> int:
        """How much own losses count, in percent: whoever attacks must bear some, headquarters none."""
        if unit.card in self.pack.headquarters or self.pack.cards[unit.card].type == "vehicle":
            return 2 * self.temper.own_losses
        return self.temper.own_losses * (50 if self.picture.attacks(unit) else 100) // 100

    def _place(self, unit: Unit, hex_: str) -> int:
        if not hex_ or unit.fate != "map":
            return 0
        return self.picture.place(unit, hex_) * self.temper.ground * self.leaning["move"] // 10000

    def _move(self, unit: Unit, order: UnitOrder) -> int:
        """Where it leads, under what fire; a march is seen coming."""
        assert isinstance(order, MOVES)
        end, box = order.route[-1], self.pack.cards[unit.card].orders.cautious
        bonus = box.bonus if isinstance(order, CautiousMove) and box else 0
        worth = self._place(unit, end) - self._danger(unit, end, bonus) * (100 if bonus else 125) // 100
        if isinstance(order, FireOnTheMove):
            target = self.view.units.get(order.target)
            if target is not None:
                worth += self._shot(unit, target, "move", order.at) * self.leaning["fire"] // 100 - A_SHOT
        return worth - len(order.route)

    def _hold(self, unit: Unit, order: Defend | Ambush) -> int:
        """The bonus against fire, and a shot at whoever comes."""
        boxes = self.pack.cards[unit.card].orders
        box = boxes.defend if isinstance(order, Defend) else boxes.ambush
        danger = self._danger(unit, unit.hex, box.bonus if box else 0)
        shot = guard_worth(self.picture, unit, order) * self.leaning["hold"] // 100
        return self._place(unit, unit.hex) - danger + shot
