"""The planning phase: one order for each unit, written in secret, judged on what the player knows.

This file finds who may be ordered at all; what each order demands stands in its chapter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from types import ModuleType
from typing import Any, ClassVar

from planspiel.kernel import Assembly, Illegal, Odds, Rng, Side, rule
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule, unit_of
from planspiel.systems.barbarossa1941.orders import (
    AIR_ORDERS,
    MOVES,
    AirLanding,
    Assault,
    Demolish,
    Dismount,
    Plan,
    SetUp,
    UnitOrder,
)
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Known, Unit
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["ORDER_RULES", "PlanRound", "collect", "order_refusal", "unit_refusal"]

ENOUGH = 60
"""A random plan looks at no more ways than this to give one kind of order to a unit."""

ORDER_RULES: dict[type[UnitOrder], OrderRule] = {}
"""Every order of the book with its chapter's rule; filled by `collect` when the system is put together."""


def collect(*chapters: ModuleType) -> None:
    """Take the order rules of the chapters."""
    for chapter in chapters:
        ORDER_RULES.update(getattr(chapter, "ORDERS", {}))


class PlanRound(Assembly[BarbarossaView, Plan, UnitOrder], frozen=True):
    """The secret question to each player. A unit without an order waits (BAR-planning-5)."""

    prompt: ClassVar[str] = "Plan round {round}: give your units their orders."
    cite: ClassVar[str] = "BAR-planning-1"
    round: int

    def pieces(self, view: BarbarossaView) -> Sequence[str]:
        kept: dict[str, Any] = vars(view)
        found: tuple[str, ...] | None = kept.get("pieces")
        if found is None:
            found = tuple(
                f"unit:{unit.id}"
                for unit in view.units.values()
                if unit.seat == view.seat and unit_refusal(view.pack, view, unit) is None
            )
            kept["pieces"] = found
        return found

    def parts(self, view: BarbarossaView, piece: str, given: Given) -> Iterator[UnitOrder]:
        unit = view.units[unit_of(piece)]
        for kind in ORDER_RULES:
            yield from self._of_kind(view, unit, kind, given)

    def check_part(self, view: BarbarossaView, piece: str, part: UnitOrder, given: Given) -> None:
        unit = view.units[unit_of(piece)]
        refusal = order_refusal(view.pack, view, unit, part, given)
        if refusal is not None:
            raise refusal

    def whole(self, view: BarbarossaView, given: Given) -> Plan:
        return Plan(dict(given))

    def sample(self, view: BarbarossaView, rng: Rng) -> Plan:
        """For each unit one of its orders or none; partners get theirs with it."""
        given: dict[str, UnitOrder] = {}
        for piece in self.pieces(view):
            if piece in given:
                continue
            choices = self._some_kind(view, piece, given, rng) if rng.randrange(8) else []
            if choices:
                given.update(self._with_partners(view, piece, rng.choice(choices), given))
        return Plan(given)

    def _some_kind(self, view: BarbarossaView, piece: str, given: Given, rng: Rng) -> list[UnitOrder]:
        """The ways to give one kind of order, any kind that the unit has a choice of."""
        unit, kinds = view.units[unit_of(piece)], list(ORDER_RULES)
        rng.shuffle(kinds)
        for kind in kinds:
            choices = list(islice(self._of_kind(view, unit, kind, given), ENOUGH))
            if choices:
                return choices
        return []

    def _of_kind(
        self, view: BarbarossaView, unit: Unit, kind: type[UnitOrder], given: Given
    ) -> Iterator[UnitOrder]:
        if kind_refusal(view.pack, view, unit, kind) is None:
            for order in ORDER_RULES[kind].options(view.pack, view, unit, given):
                if tied_refusal(view.pack, view, unit, order) is None:
                    yield order

    def _with_partners(
        self, view: BarbarossaView, piece: str, order: UnitOrder, given: Given
    ) -> dict[str, UnitOrder]:
        partners = ORDER_RULES[type(order)].partners
        wanted = partners(view, view.units[unit_of(piece)], order) if partners else {}
        pieces = self.pieces(view)
        free = {
            name: part
            for name, part in wanted.items()
            if name not in given
            and name in pieces
            and order_refusal(view.pack, view, view.units[unit_of(name)], part, given) is None
        }
        return {piece: order, **free}

    def explain(self, view: BarbarossaView, thing: str) -> Illegal | None:
        """Why a unit cannot be given an order in this round."""
        unit = view.units.get(unit_of(thing)) if thing.startswith("unit:") else None
        if unit is None:
            return Illegal("Orders are given to units.", "BAR-planning-2") if ":" in thing else None
        if unit.side not in view.sides:
            return Illegal("You do not command this unit.", "BAR-planning-2")
        if unit.seat != view.seat:
            return Illegal("A team mate plans this unit.", "BAR-preparation-4")
        return unit_refusal(view.pack, view, unit)

    def part_odds(self, view: BarbarossaView, piece: str, part: UnitOrder, given: Given) -> Odds | None:
        rules = ORDER_RULES[type(part)]
        return rules.odds(view.pack, view, view.units[unit_of(piece)], part) if rules.odds else None


def order_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: UnitOrder, given: Given
) -> Illegal | None:
    """Why a unit may not be given an order: because of its state, its card, or the order's own chapter."""
    return (
        unit_refusal(pack, view, unit)
        or kind_refusal(pack, view, unit, type(order))
        or _incomplete(unit, order)
        or tied_refusal(pack, view, unit, order)
        or ORDER_RULES[type(order)].refusal(pack, view, unit, order, given)
    )


@rule("BAR-planning-3")
def _incomplete(unit: Unit, order: UnitOrder) -> Illegal | None:
    """An order is complete only with all that is written beside it: target, hex, transport, route."""
    optional = order.__struct_defaults__
    needed = order.__struct_fields__[: len(order.__struct_fields__) - len(optional)]
    blank = next((name for name in needed if getattr(order, name) in ("", ())), None)
    if blank is None:
        return None
    return Illegal("The order of {unit} is not complete.", "BAR-planning-3", unit=unit.id)


# -- who may be ordered ------------------------------------------------------------------------------------


def unit_refusal(pack: Pack, known: Known, unit: Unit) -> Illegal | None:
    """Why a unit can be given no order at all this round."""
    if unit.fate in ("pool", "due", "left", "merged", "dead", "loading"):
        return Illegal("{unit} is not on the board.", "BAR-planning-2", unit=unit.id)
    if pack.cards[unit.card].is_aircraft:
        return _aircraft_refusal(pack, known, unit)
    if unit.flag or unit.suppressed:
        return Illegal("{unit} is suppressed and takes no orders.", "BAR-failed-valour-7", unit=unit.id)
    if _is_in_smoke(known, unit):
        return Illegal("{unit} stands in smoke.", "BAR-smoke-7", unit=unit.id)
    return None


@rule("BAR-smoke-15")
def _is_in_smoke(known: Known, unit: Unit) -> bool:
    """Where a unit stands while orders are written counts; who is aboard stands where the transport does."""
    if not known.smoke:
        return False
    there = known.units.get(unit.carrier, unit) if unit.fate == "aboard" else unit
    return there.fate == "map" and there.hex in known.smoke


@rule("BAR-airfield-4", "BAR-missions-15", "BAR-request-air-1")
def _aircraft_refusal(pack: Pack, known: Known, unit: Unit) -> Illegal | None:
    """Aircraft fly if they are ready and an HQ that is not suppressed is on the board."""
    if unit.fate != "airfield" or unit.box != "ready":
        return Illegal("{unit} is not ready on its airfield.", "BAR-airfield-4", unit=unit.id)
    if not has_free_hq(pack, known, unit.side):
        return Illegal("No headquarters on the board can send {unit}.", "BAR-missions-15", unit=unit.id)
    return None


def has_free_hq(pack: Pack, known: Known, side: Side) -> bool:
    """Whether a side has a headquarters on the board that is not suppressed."""
    return any(
        unit.side == side and unit.fate == "map" and not unit.suppressed and unit.card in pack.headquarters
        for unit in known.units.values()
    )


@rule("BAR-special-1")
def kind_refusal(pack: Pack, known: Known, unit: Unit, kind: type[UnitOrder]) -> Illegal | None:
    """Why an order is none for this unit: not on its card, or not while it is aboard."""
    card = pack.cards[unit.card]
    if not card.orders.has(kind.name):
        if kind in MOVES and card.has("must_be_towed"):
            return Illegal("{unit} cannot move by itself: it must be towed.", "BAR-tow-1", unit=unit.id)
        cite = "BAR-aircraft-2" if card.is_aircraft else "BAR-card-back-1"
        return Illegal("The card of {unit} does not have this order.", cite, unit=unit.id)
    if unit.fate == "aboard":
        return _aboard_refusal(unit, kind)
    if kind in AIR_ORDERS and kind is not AirLanding and unit.fate != "airfield":
        return Illegal("Only aircraft fly missions.", "BAR-aircraft-2")
    return None


@rule("BAR-tow-2", "BAR-mount-2")
def _aboard_refusal(unit: Unit, kind: type[UnitOrder]) -> Illegal | None:
    """A towed gun may only set up, a passenger only dismount (or jump)."""
    if unit.towed and kind is not SetUp:
        return Illegal("{unit} is towed: it can only set up.", "BAR-tow-13", unit=unit.id)
    if not unit.towed and kind not in (Dismount, AirLanding):
        return Illegal("{unit} is aboard: it can only dismount.", "BAR-dismount-3", unit=unit.id)
    return None


@rule("BAR-close-combat-9")
def tied_refusal(pack: Pack, known: Known, unit: Unit, order: UnitOrder) -> Illegal | None:
    """Tied units go on with the assault, or leave by a movement order of one hex."""
    if not unit.tied:
        return None
    if isinstance(order, Assault):
        target = known.units.get(order.target)
        if target is None or target.hex != unit.hex or order.route:
            return Illegal("{unit} is tied to the enemy in its hex.", "BAR-close-combat-14", unit=unit.id)
        return None
    if isinstance(order, MOVES):
        if len(order.route) > 1:
            return Illegal("Out of close combat it is one hex only.", "BAR-withdraw-2")
        return None
    if isinstance(order, Demolish) and order.structure == "bunker":
        return None
    cite = {"wait": "BAR-wait-X1", "limber": "BAR-limber-4"}.get(order.name, "BAR-close-combat-9")
    return Illegal("{unit} is tied in close combat.", cite, unit=unit.id)
