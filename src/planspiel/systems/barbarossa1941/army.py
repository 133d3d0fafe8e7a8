"""Before the battle: buying an army with strength points, in secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec import field

from planspiel.kernel import Assembled, Assembly, Event, Game, Illegal, Part, Script, Seat, Side, commit, rule
from planspiel.systems.barbarossa1941.charts import WORKS
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.scenario import Purchase
from planspiel.systems.barbarossa1941.secrecy import seen_by_enemy
from planspiel.systems.barbarossa1941.start import army_of, fresh_unit
from planspiel.systems.barbarossa1941.state import SIDES, Position, Unit, seats_of
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["SCRIPTS", "ArmyBought", "BuildArmy", "Buy", "Purchases", "price", "purchase_of"]

MINES = "mines"


class Buy(Part, frozen=True):
    count: int


class Purchases(Assembled, frozen=True):
    """What is bought: `card:t26`, `work:trench`, `mines`."""

    parts: dict[str, Buy] = field(default_factory=dict)


class BuildArmy(Assembly[BarbarossaView, Purchases, Buy], frozen=True):
    prompt: ClassVar[str] = "Buy units and works for {points} strength points."
    cite: ClassVar[str] = "BAR-cost-1"
    side: Side
    points: int

    def pieces(self, view: BarbarossaView) -> Sequence[str]:
        purchase = purchase_of(view.pack, view.scenario, self.side)
        if purchase is None:
            return ()
        cards = tuple(f"card:{card}" for card in purchase.cards)
        works = tuple(f"work:{kind}" for kind in purchase.works)
        return (*cards, *works, MINES) if purchase.mines else (*cards, *works)

    def parts(self, view: BarbarossaView, piece: str, given: Mapping[str, Buy]) -> Iterator[Buy]:
        """As many as the points that are left allow."""
        left = self.points - sum(price(view.pack, name) * buy.count for name, buy in given.items())
        most = left // max(1, price(view.pack, piece))
        return (Buy(count) for count in range(1, min(most, self._limit(view, piece)) + 1))

    def _limit(self, view: BarbarossaView, piece: str) -> int:
        """How many the scenario allows; without a limit as many as the points do."""
        purchase = purchase_of(view.pack, view.scenario, self.side)
        limits = purchase.limits if purchase else {}
        return limits.get(piece.removeprefix("card:"), self.points)

    def check_part(self, view: BarbarossaView, piece: str, part: Buy, given: Mapping[str, Buy]) -> None:
        """The number by itself; what all cost together is judged with the whole."""
        most = self._limit(view, piece)
        if not 1 <= part.count <= most:
            raise Illegal("There may be 1 to {most} of these.", "BAR-cost-1", most=most)

    def whole(self, view: BarbarossaView, given: Mapping[str, Buy]) -> Purchases:
        return Purchases(dict(given))

    def check_whole(self, view: BarbarossaView, given: Mapping[str, Buy]) -> None:
        """All together must not cost more than the points."""
        spent = sum(price(view.pack, name) * buy.count for name, buy in given.items())
        if spent > self.points:
            raise Illegal(
                "This costs {spent} points, and there are {points}.",
                "BAR-cost-1",
                spent=spent,
                points=self.points,
            )


def purchase_of(pack: Pack, scenario: str, side: Side) -> Purchase | None:
    return army_of(pack, scenario, side).purchase


@rule("BAR-cost-1", "BAR-lay-mines-3")
def price(pack: Pack, piece: str) -> int:
    """Strength points of a unit, a work or a real minefield."""
    if piece == MINES:
        return pack.mines.cost
    kind, _, name = piece.partition(":")
    if kind == "card":
        return pack.cost(name)
    return next(pack.works[work].strength_points() for work in WORKS if work == name)


class ArmyBought(Event[Position], frozen=True):
    """Known to the buyer alone; the enemy sees what is put on the board."""

    said: ClassVar[str] = "{side} has bought its army."
    side: Side
    points: int
    """What is left."""
    stock: dict[str, int] = field(default_factory=dict)

    def apply(self, state: Position) -> None:
        state.points[self.side] = self.points
        state.stock.update(self.stock)


class UnitJoined(Event[Position], frozen=True):
    """A unit that was bought, on its card."""

    unit: Unit

    def apply(self, state: Position) -> None:
        state.units[self.unit.id] = self.unit


@rule("BAR-preparation-2", "BAR-cost-1")
def army(game: Game[Position]) -> Script[None]:
    """Both sides buy at the same time, in secret; the first player of a side buys for it."""
    asked = {
        seats_of(game.state, side)[0]: BuildArmy(side, game.state.points[side])
        for side in SIDES
        if purchase_of(game.pack, game.state.scenario, side) is not None
    }
    if not asked:
        return
    bought: dict[Seat, Purchases] = yield from commit(asked)
    for seat, purchases in bought.items():
        _buy(game, asked[seat].side, purchases)


def _buy(game: Game[Position], side: Side, purchases: Purchases) -> None:
    audience = seats_of(game.state, side)
    stock: dict[str, int] = {}
    spent = 0
    for piece, buy in purchases.parts.items():
        spent += price(game.pack, piece) * buy.count
        kind, _, name = piece.partition(":")
        if kind == "card":
            for _ in range(buy.count):
                unit = fresh_unit(game.pack, game.state, side, name)
                seen = seen_by_enemy(unit, game.pack.headquarters)  # the airfield lies open
                twin = UnitJoined(seen, cite="BAR-cost-1") if seen is not None else None
                game.happens(UnitJoined(unit, cite="BAR-cost-1"), audience, twin)
        else:
            stock[f"{side}/{name or MINES}"] = buy.count
    left = game.state.points[side] - spent
    game.happens(ArmyBought(side, left, stock, cite="BAR-cost-1"), audience)


SCRIPTS = {"army": army}
