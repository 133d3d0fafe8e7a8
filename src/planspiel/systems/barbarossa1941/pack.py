"""The pack of Barbarossa 1941: all its data in one record, how it is loaded, and what would make no sense."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct, to_builtins

from planspiel.kernel.rulebook import cited, rule
from planspiel.packs import Loaded, Problem, Source, load, stack
from planspiel.systems.barbarossa1941.boards import Face, Joined, Theatre
from planspiel.systems.barbarossa1941.cards import Card
from planspiel.systems.barbarossa1941.charts import Charts, Ground, Minefields, Terrain, Work, WorkKind
from planspiel.systems.barbarossa1941.pack_faults import pack_faults
from planspiel.systems.barbarossa1941.scenario import CardId, Scenario

SYSTEM = "barbarossa1941"


class Printed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of a card that the text prints, by their place on the card: "targets.light_tank.0"."""

    values: dict[str, int | str]
    cites: tuple[str, ...]


class Pack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Cards, charts, boards and scenarios. One section is one file of the pack, or one folder."""

    cards: dict[str, Card]
    printed: dict[CardId, Printed]
    terrain: dict[Terrain, Ground]
    works: dict[WorkKind, Work]
    mines: Minefields
    charts: Charts
    maps: dict[str, Face]
    """The faces of the boards."""
    scenarios: dict[str, Scenario]

    @rule("BAR-cost-1", "BAR-errata-1")
    def cost(self, card: str) -> int:
        """Strength points of a unit."""
        return self.cards[card].cost

    @cached_property
    def headquarters(self) -> frozenset[str]:
        """The cards of headquarters."""
        return frozenset(name for name, card in self.cards.items() if card.has("hq"))

    @rule("BAR-errata-4")
    def anchors(self, card: str) -> dict[str, tuple[int | str, int | str]]:
        """What the text prints of a card, and what the card has in that place."""
        printed = self.printed[card]
        for id in printed.cites:
            cited(id)
        fields = to_builtins(self.cards[card])
        return {place: (value, _value_at(fields, place)) for place, value in printed.values.items()}

    def theatre(self, scenario: str) -> Theatre:
        """The field of a scenario, made ready for rules once."""
        theatres = self._theatres
        if scenario not in theatres:
            theatres[scenario] = assemble(self, self.scenarios[scenario])
        return theatres[scenario]

    @cached_property
    def _theatres(self) -> dict[str, Theatre]:
        return {}

    @cached_property
    def ladder(self) -> tuple[str, ...]:
        """The scenarios from the easiest to the hardest."""
        return tuple(sorted(self.scenarios, key=lambda name: (self.scenarios[name].number, name)))

    def faults(self) -> Iterator[Problem]:
        return pack_faults(self)


def _value_at(fields: Any, place: str) -> int | str:
    """The value at a place like "targets.light_tank.0"."""
    for step in place.split("."):
        fields = fields[int(step)] if isinstance(fields, list | tuple) else fields[step]
    value: int | str = fields
    return value


def assemble(pack: Pack, scenario: Scenario) -> Theatre:
    """Lay the boards together, then the loose tiles and roads of the scenario upon them."""
    joined = Joined(pack.maps, scenario.boards)
    for label, tile in scenario.tiles.items():
        if tile.terrain is not None:
            joined.terrain[label] = tile.terrain
            joined.bridges.discard(label)
        if tile.level is not None:
            joined.level[label] = tile.level
        if tile.bridge:
            joined.bridges.add(label)
    for path in scenario.roads:
        joined.add_road(path)
    joined.names.update(scenario.names)
    zones = {
        name: tuple(label for label in sorted(joined.terrain) if zone.holds(label))
        for name, zone in scenario.zones.items()
    }
    return Theatre(joined, pack.terrain, zones)


@rule("BAR-intro-7")
def load_pack(overlays: Iterable[Source] = ()) -> Loaded[Pack]:
    """The base pack with the overlays upon it; `PackFaults` says all that is wrong with them."""
    return load(Pack, [*stack(SYSTEM, "base"), *overlays])
