"""Headquarters: command range, adjusting fire, fighting spirit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from planspiel.kernel import Event, Game, Order, Question, Script, ask, rule
from planspiel.systems.barbarossa1941.orders import Ambush, Defend
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.sight import sees
from planspiel.systems.barbarossa1941.state import Known, Position, Unit
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = [
    "AdjustFire",
    "FireAdjusted",
    "LetItBe",
    "MayAdjustFire",
    "adjusting_hq",
    "adjusts",
    "headquarters_of",
    "in_command",
    "spirit_of",
]


def headquarters_of(pack: Pack, known: Known, unit: Unit) -> Iterator[Unit]:
    """The headquarters of a unit's side on the board, without itself."""
    for other in known.units.values():
        is_hq = other.fate == "map" and other.card in pack.headquarters
        if is_hq and other.side == unit.side and other.id != unit.id:
            yield other


@rule("BAR-command-range-1", "BAR-command-range-2")
def in_command(pack: Pack, known: Known, hq: Unit, hex_: str) -> bool:
    """Whether a hex is within the printed command range."""
    reach = pack.cards[hq.card].command_range
    return pack.theatre(known.scenario).board.distance(hq.hex, hex_) <= reach


@rule("BAR-fighting-spirit-1", "BAR-fighting-spirit-2", "BAR-valour-3", "BAR-missions-X2")
def spirit_of(pack: Pack, known: Known, unit: Unit) -> int:
    """The valour bonus near a headquarters that sees the unit; several do not add up, aircraft have none."""
    if unit.fate != "map" or pack.cards[unit.card].is_aircraft:
        return 0
    near = any(
        in_command(pack, known, hq, unit.hex) and sees(pack, known, hq.hex, unit.hex)
        for hq in headquarters_of(pack, known, unit)
    )
    return pack.charts.limits.hq_valour if near else 0


# -- adjusting fire ----------------------------------------------------------------------------------------


class AdjustFire(Order, frozen=True):
    """Roll all dice of the test again."""


class LetItBe(Order, frozen=True):
    """Keep the roll, and the headquarters' help for later."""


class MayAdjustFire(Question[BarbarossaView, AdjustFire | LetItBe], frozen=True):
    prompt: ClassVar[str] = "{firer} scored no hit: shall {hq} adjust its fire?"
    cite: ClassVar[str] = "BAR-adjust-fire-7"
    hq: str
    firer: str
    hex: str

    def options(self, view: BarbarossaView) -> Iterator[AdjustFire | LetItBe]:
        yield AdjustFire()
        yield LetItBe()


class FireAdjusted(Event[Position], frozen=True):
    said: ClassVar[str] = "{hq} adjusts the fire of {firer}."
    hq: str
    firer: str

    def apply(self, state: Position) -> None:
        state.adjusted = (*state.adjusted, self.hq)


@rule("BAR-adjust-fire-1", "BAR-adjust-fire-2", "BAR-adjust-fire-4", "BAR-adjust-fire-5", "BAR-adjust-fire-6")
def adjusting_hq(pack: Pack, known: Known, firer: Unit, target: Unit, kind: str) -> Unit | None:
    """The headquarters that can have an artillery unit roll a test without a hit again, if there is one."""
    card = pack.cards[firer.card]
    if card.type != "artillery" or kind in ("suppressive", "flak", "close", "reaction") or not target.hex:
        return None
    for hq in sorted(headquarters_of(pack, known, firer), key=lambda found: found.id):
        is_free = hq.id not in known.adjusted and _can_adjust(hq)
        if is_free and in_command(pack, known, hq, firer.hex) and sees(pack, known, hq.hex, target.hex):
            return hq
    return None


@rule("BAR-adjust-fire-3")
def _can_adjust(hq: Unit) -> bool:
    """It must not be suppressed and must have the order Defend or Ambush."""
    return not hq.suppressed and not hq.lapsed and isinstance(hq.order, Defend | Ambush)


@rule("BAR-adjust-fire-7")
def adjusts(game: Game[Position], hq: Unit, firer: Unit, hex_: str) -> Script[bool]:
    """Its owner decides right after the roll; a hidden headquarters, whose order is secret, just does it."""
    policy = hq.order.policy if isinstance(hq.order, Defend | Ambush) else None
    asked = not hq.hidden and policy is not None and policy.ask
    if asked:
        answer = yield from ask(hq.seat, MayAdjustFire(hq.id, firer.id, hex_))
        if isinstance(answer, LetItBe):
            return False
    game.happens(FireAdjusted(hq.id, firer.id, cite="BAR-adjust-fire-1"))
    return True
