"""Observers: friendly units that see what a gun behind the hill does not."""

from __future__ import annotations

from planspiel.kernel import Choice, Illegal, Side, rule
from planspiel.systems.barbarossa1941.attack import sight_refusal
from planspiel.systems.barbarossa1941.orders import ReconFlight
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.planning import has_free_hq
from planspiel.systems.barbarossa1941.sight import sees
from planspiel.systems.barbarossa1941.state import Known, Unit, ground_units

__all__ = ["CHOICES", "indirect_refusal", "is_observed", "observer_refusal"]

CHOICES = {
    "recon_fire": Choice(
        "indirect",
        "Fire directed by a reconnaissance aircraft is indirect fire (the other reading: any artillery)",
        "Von Aufklärern gelenktes Feuer ist indirektes Feuer (andere Lesart: jede Artillerie)",
        "BAR-recon-6",
        ("indirect", "any artillery"),
    ),
}


def is_observed(pack: Pack, known: Known, side: Side, hex_: str) -> bool:
    """Whether any ground unit of a side sees a hex; those who are near look first."""
    away = pack.theatre(known.scenario).board.distance
    posts = {unit.hex: away(unit.hex, hex_) for unit in ground_units(known) if unit.side == side}
    return any(sees(pack, known, post, hex_) for post in sorted(posts, key=lambda post: posts[post]))


def observer_refusal(pack: Pack, known: Known, side: Side, hex_: str, cite: str) -> Illegal | None:
    if is_observed(pack, known, side, hex_):
        return None
    return Illegal("No unit of yours sees {hex}.", cite, hex=hex_)


@rule("BAR-recon-5")
def is_under_observation_from_the_air(pack: Pack, known: Known, side: Side, hex_: str) -> bool:
    """Whether a reconnaissance aircraft on station has the hex in its whole observation zone."""
    board = pack.theatre(known.scenario).air
    for unit in known.units.values():
        box = pack.cards[unit.card].orders.recon_flight
        flies = unit.side == side and unit.fate == "air" and isinstance(unit.order, ReconFlight)
        if box is None or not flies or unit.station != getattr(unit.order, "hex", ""):
            continue
        if board.distance(unit.station, hex_) <= box.zone:
            return True
    return False


@rule("BAR-indirect-fire-1", "BAR-indirect-fire-3", "BAR-indirect-fire-4", "BAR-recon-6")
def indirect_refusal(pack: Pack, known: Known, unit: Unit, hex_: str) -> Illegal | None:
    """Why a unit may not fire at a hex that it does not see itself."""
    card = pack.cards[unit.card]
    from_the_air = is_under_observation_from_the_air(pack, known, unit.side, hex_)
    if from_the_air and card.type == "artillery" and known.options.get("recon_fire") == "any artillery":
        return None
    if not card.has("indirect"):
        return sight_refusal(pack, known, unit.hex, hex_)
    if not has_free_hq(pack, known, unit.side):
        return Illegal("Indirect fire needs a headquarters that is not suppressed.", "BAR-indirect-fire-4")
    if from_the_air or is_observed(pack, known, unit.side, hex_):
        return None
    return Illegal("No unit of yours sees {hex}.", "BAR-indirect-fire-3", hex=hex_)
