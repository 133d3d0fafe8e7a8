"""What a card should cost: a formula for the costs that the text does not print.

The errata print six costs, and the rulebook index sets that of the German mortar. The weights below were
fitted so that these seven come out exactly and all other cards stay near their neighbours; they are our
design. Every card of the base pack costs what the formula says.

Each part of the sum is a plain count from the card times its weight, in thousandths of a strength point:

- `fire`: dice of a fresh unit against the six kinds of ground targets, times the accuracies of all distances;
- `bombs`: the same dice of an aircraft, times its one accuracy;
- `air_fire`: dice against aircraft, times those accuracies;
- `protection`: size times (defence + 1) on foot, in trucks and in the air; under armour, where hits bounce
  off before they count, size times (defence + 1) squared;
- `valour`: initial valour above 7;
- `moves`: hexes of march, fire on the move and assault;
- and a flat amount for what a trait allows, or for what an aircraft is.
"""

from collections.abc import Mapping

from planspiel.kernel.rulebook import rule
from planspiel.systems.barbarossa1941.cards import Card, Target

GROUND_TARGETS: tuple[Target, ...] = (
    "infantry",
    "vehicle",
    "armoured_vehicle",
    "light_tank",
    "medium_tank",
    "heavy_tank",
)

WEIGHTS: Mapping[str, int] = {
    "ground_unit": 500,
    "aircraft": 14_150,
    "fighter": 14_250,
    "fire": 40,
    "bombs": 200,
    "air_fire": 5,
    "protection": 550,
    "armour": 250,
    "airframe": 1_050,
    "valour": 1_400,
    "moves": 550,
    "flak": 9_200,
    "pioneer": 6_400,
    "hq": 4_750,
    "indirect": 4_550,
    "area": 13_950,
    "transport": 600,
    "special": 1_500,
}
"""Thousandths of a strength point."""


@rule("BAR-errata-2", "BAR-errata-4")
def formula_cost(card: Card) -> int:
    """The strength points of a card by the formula, rounded to the nearest."""
    return (sum(WEIGHTS[name] * count for name, count in counts(card).items()) + 500) // 1000


def counts(card: Card) -> dict[str, int]:
    """What is counted on a card, by the names of the weights."""
    dice = sum(card.firepower(type, 0) for type in GROUND_TARGETS)
    found = _of_aircraft(card, dice) if card.is_aircraft else _of_ground_unit(card, dice)
    return found | {"valour": card.valour.initial - 7, **_traits(card)}


def _of_aircraft(card: Card, dice: int) -> dict[str, int]:
    accuracy = card.melee_accuracy()
    return {
        "aircraft": 1,
        "fighter": int(card.flight is not None and card.flight.role == "fighter"),
        "bombs": dice * accuracy,
        "air_fire": card.firepower("aircraft", 0) * accuracy,
        "airframe": card.size * (card.defence + 1),
    }


def _of_ground_unit(card: Card, dice: int) -> dict[str, int]:
    accuracies = sum(cell for cell in card.range[1:] if isinstance(cell, int))
    toughness = card.defence + 1
    return {
        "ground_unit": 1,
        "fire": dice * accuracies,
        "air_fire": card.firepower("aircraft", 0) * accuracies,
        "protection": 0 if card.is_armoured else card.size * toughness,
        "armour": card.size * toughness**2 if card.is_armoured else 0,
        "moves": _moves(card),
    }


def _moves(card: Card) -> int:
    boxes = (card.orders.march, card.orders.fire_on_move, card.orders.assault)
    return sum(box.distance for box in boxes if box is not None)


def _traits(card: Card) -> dict[str, int]:
    special = sum(trait in ("swamp", "river", "mountain", "paratroops") for trait in card.traits)
    return {
        "flak": int(card.has("flak")),
        "pioneer": int(card.has("pioneer")),
        "hq": int(card.has("hq")),
        "indirect": int(card.has("indirect")),
        "area": int(card.has("area")),
        "transport": card.size if card.has("transport") else 0,
        "special": special + (card.orders.reconnoitre is not None),
    }
