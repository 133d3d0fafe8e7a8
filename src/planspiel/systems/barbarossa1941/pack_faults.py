"""Faults of sense in a pack: what fits the types and still cannot be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from planspiel.kernel.rulebook import Rulebook, rule
from planspiel.packs import KeyPath, Problem, nearest
from planspiel.systems.barbarossa1941.boards import LAYOUT, Theatre, board_of, face_faults, joined_labels
from planspiel.systems.barbarossa1941.cards import SIDES, Card, Side
from planspiel.systems.barbarossa1941.charts import LEDGER, TERRAINS, WORKS
from planspiel.systems.barbarossa1941.scenario import (
    Army,
    Atom,
    Destroy,
    Exit,
    Hold,
    Intact,
    Losses,
    Placed,
    Presence,
    Purchase,
    Reach,
    Scenario,
)

if TYPE_CHECKING:
    from planspiel.systems.barbarossa1941.pack import Pack


def pack_faults(pack: Pack) -> Iterator[Problem]:
    """All faults that concern more than one section. Faults inside a card or a face are reported there."""
    chart_faults = list(_chart_faults(pack))
    yield from chart_faults
    for card, printed in pack.printed.items():
        yield from _citation_faults(("printed", card, "cites"), printed.cites)
    sound = set[str]()
    for name, face in pack.maps.items():
        if next(face.faults(), None) is None:
            own = list(face_faults(name, face))
            yield from (problem._replace(path=("maps", name, *problem.path)) for problem in own)
            if not own:
                sound.add(name)
    for name in pack.scenarios:
        for problem in _scenario_faults(pack, name, sound, playable=not chart_faults):
            yield problem._replace(path=("scenarios", name, *problem.path))


def _chart_faults(pack: Pack) -> Iterator[Problem]:
    """Every kind of terrain and work is there, and the letters of terrain tell them apart."""
    letters = dict[str, str]()
    for terrain in TERRAINS:
        if terrain not in pack.terrain:
            yield Problem(("terrain",), f"{terrain} is missing")
            continue
        letter = pack.terrain[terrain].letter
        if letter in letters:
            yield Problem(("terrain", terrain, "letter"), f"{letters[letter]} has the same letter")
        letters[letter] = terrain
    for work in WORKS:
        if work not in pack.works:
            yield Problem(("works",), f"{work} is missing")


def _citation_faults(path: KeyPath, ids: Iterable[str]) -> Iterator[Problem]:
    known = Rulebook.load(LEDGER).entries
    for place, id in enumerate(ids):
        if id not in known:
            yield Problem((*path, place), f"the rulebook has no entry {id}", nearest(id, known))


def _scenario_faults(pack: Pack, name: str, sound: set[str], *, playable: bool) -> Iterator[Problem]:
    scenario = pack.scenarios[name]
    board_faults = list(_board_faults(scenario))
    yield from board_faults
    yield from _citation_faults(("rulings",), scenario.rulings)
    used = {face for row in scenario.boards for face in row}
    if board_faults or not used <= sound or not playable:
        return
    field_faults = list(_field_faults(scenario))
    yield from field_faults
    if not field_faults:
        yield from _Check(pack, name).all()


@rule("BAR-intro-4")
def _board_faults(scenario: Scenario) -> Iterator[Problem]:
    """The boards make a rectangle, and each of the six lies on the table once."""
    seen = dict[str, str]()
    for down, row in enumerate(scenario.boards):
        if len(row) != len(scenario.boards[0]) or not row:
            yield Problem(("boards", down), f"every row must have {len(scenario.boards[0])} boards")
        for across, face in enumerate(row):
            board = board_of(face)
            if board in seen:
                yield Problem(("boards", down, across), f"board {board} already shows its face {seen[board]}")
            seen[board] = face


def _field_faults(scenario: Scenario) -> Iterator[Problem]:
    """Tiles, roads and names lie on hexes of the joined boards."""
    labels = joined_labels(scenario.boards)
    named: list[tuple[KeyPath, str]] = [(("tiles", label), label) for label in scenario.tiles]
    named += [(("names", label), label) for label in scenario.names]
    for place, path in enumerate(scenario.roads):
        named += [(("roads", place, step), label) for step, label in enumerate(path)]
    for name, zone in scenario.zones.items():
        named += [(("zones", name, "at", step), label) for step, label in enumerate(zone.at)]
        named += [(("zones", name, "exclude", step), label) for step, label in enumerate(zone.exclude)]
        if zone.at and (zone.columns or zone.rows):
            yield Problem(("zones", name), "has both named hexes and a range; give one of them")
    for where, label in named:
        if label not in labels:
            yield _off_board(where, label, labels)


def _off_board(path: KeyPath, label: str, labels: tuple[str, ...]) -> Problem:
    """The hex that was probably meant is the nearest one on the boards."""
    wanted, last = LAYOUT.numbers(label), LAYOUT.numbers(labels[-1])
    column, row = (max(1, min(number, most)) for number, most in zip(wanted, last, strict=True))
    return Problem(path, f"there is no hex {label} on these boards", LAYOUT.number(column, row))


class _Check:
    """The checks of one scenario on its field."""

    def __init__(self, pack: Pack, name: str) -> None:
        self.pack, self.scenario = pack, pack.scenarios[name]
        self.theatre: Theatre = pack.theatre(name)
        self.labels = self.theatre.board.labels

    def all(self) -> Iterator[Problem]:
        yield from self.road_faults()
        for name, hexes in self.theatre.zones.items():
            if not hexes:
                yield Problem(("zones", name), "has no hex")
        for side in SIDES:
            if side not in self.scenario.armies:
                yield Problem(("armies",), f"the {side} army is missing")
        for side, army in self.scenario.armies.items():
            for problem in (*self.army_faults(side, army), *self.placing_faults(army)):
                yield problem._replace(path=("armies", side, *problem.path))
        yield from self.overlap_faults()
        for place, atom in enumerate(self.scenario.victory.atoms):
            for problem in self.atom_faults(atom):
                yield problem._replace(path=("victory", "atoms", place, *problem.path))

    def zone_faults(self, path: KeyPath, zone: str | None) -> Iterator[Problem]:
        if zone is not None and zone not in self.scenario.zones:
            hint = nearest(zone, self.scenario.zones)
            yield Problem(path, f"the scenario has no zone {zone}", hint)

    def hex_faults(self, path: KeyPath, hexes: Iterable[str]) -> Iterator[Problem]:
        for place, label in enumerate(hexes):
            if label not in self.theatre.board:
                yield _off_board((*path, place), label, self.labels)

    def card_faults(self, side: Side, path: KeyPath, cards: Iterable[str]) -> Iterator[Problem]:
        for card in cards:
            if self.pack.cards[card].side != side:
                yield Problem((*path, card), f"{card} is not {side}")

    # The field

    def road_faults(self) -> Iterator[Problem]:
        """Roads of the scenario are unbroken; bridges stand in rivers and fords."""
        for place, path in enumerate(self.scenario.roads):
            for step, (a, b) in enumerate(pairwise(path), start=1):
                if b not in self.theatre.board.neighbours(a):
                    yield Problem(("roads", place, step), f"{b} is not next to {a}")
        for label in self.theatre.bridges:
            if self.theatre.terrain[label] != "river":
                yield Problem(("tiles", label), "a bridge stands in a river hex")

    # The armies

    def army_faults(self, side: Side, army: Army) -> Iterator[Problem]:
        """Own cards only, in zones that exist, with what they need."""
        cards = [self.pack.cards[card] for card in army.units]
        yield from self.card_faults(side, ("units",), army.units)
        yield from self.zone_faults(("deployment",), army.deployment)
        yield from self.zone_faults(("exit",), army.exit)
        if any(card.is_aircraft for card in cards) and not any(card.has("hq") for card in cards):
            yield Problem(("units",), "aircraft fly only for a side with a headquarters (BAR-request-air-1)")
        for place, label in enumerate(army.supply_hexes):
            if not self.theatre.is_on_edge(label):
                yield Problem(("supply_hexes", place), f"{label} is no whole hex at the edge of the board")
        for card, hexes in army.extra_hexes.items():
            yield from self.hex_faults(("extra_hexes", card), hexes)
        yield from self.start_faults(army)
        yield from self.reinforcement_faults(side, army)
        if army.purchase is not None:
            for problem in self.purchase_faults(side, army.purchase):
                yield problem._replace(path=("purchase", *problem.path))
        yield from self.work_faults(army)

    def start_faults(self, army: Army) -> Iterator[Problem]:
        """Who may start hidden, aboard or towed must be able to."""
        carriers = [card for card in army.units if self.pack.cards[card].has("transport")]
        for place, card in enumerate(army.may_hide):
            if card not in army.units or not self.pack.cards[card].orders.has("ambush"):
                yield Problem(
                    ("may_hide", place), f"{card} takes no part or cannot hide", nearest(card, army.units)
                )
        for place, card in enumerate(army.may_ride):
            if card not in army.units or not self.pack.cards[card].orders.has("mount"):
                yield Problem(
                    ("may_ride", place), f"{card} takes no part or cannot ride", nearest(card, army.units)
                )
            elif not carriers:
                yield Problem(("may_ride", place), "there is no transport")
        if army.may_be_towed and not carriers:
            yield Problem(("may_be_towed",), "there is no transport")

    @rule("BAR-preparation-X1", "BAR-tow-11")
    def reinforcement_faults(self, side: Side, army: Army) -> Iterator[Problem]:
        """They come while the battle lasts; guns that must be towed come behind a transport."""
        for place, due in enumerate(army.reinforcements):
            path = ("reinforcements", place)
            yield from self.zone_faults((*path, "entry"), due.entry)
            yield from self.card_faults(side, (*path, "units"), due.units)
            if due.round > self.scenario.rounds:
                yield Problem((*path, "round"), f"the scenario has {self.scenario.rounds} rounds")
            for card in due.units:
                tractor = due.towed_by.get(card)
                if self.pack.cards[card].has("must_be_towed") and tractor not in due.units:
                    yield Problem((*path, "towed_by"), f"{card} needs a transport of the same arrival")
            for gun, tractor in due.towed_by.items():
                if not self.pack.cards[tractor].has("transport"):
                    yield Problem((*path, "towed_by", gun), f"{tractor} tows nothing")

    def purchase_faults(self, side: Side, purchase: Purchase) -> Iterator[Problem]:
        """Something can be bought, and what is bought has a place."""
        yield from self.card_faults(side, ("cards",), purchase.cards)
        yield from self.zone_faults(("zone",), purchase.zone)
        for card in purchase.limits:
            if card not in purchase.cards:
                yield Problem(("limits", card), "is not on offer", nearest(card, purchase.cards))
        if purchase.works and purchase.zone is None:
            yield Problem(("works",), "works need a zone to be placed in")
        prices = [self.pack.cards[card].cost for card in purchase.cards]
        prices += [self.pack.works[work].cost for work in purchase.works]
        prices += [self.pack.mines.cost] if purchase.mines else []
        if not prices or min(prices) > purchase.points:
            yield Problem(("points",), "nothing can be bought with so few points")

    @rule("BAR-bunker-2")
    def work_faults(self, army: Army) -> Iterator[Problem]:
        """Bunkers stand in any hex without a river, one in a hex."""
        bunkers = set[str]()
        for place, work in enumerate(army.works):
            path = ("works", place, "hex")
            if work.hex not in self.theatre.board:
                yield _off_board(path, work.hex, self.labels)
            elif work.kind == "bunker":
                if self.theatre.terrain[work.hex] == "river":
                    yield Problem(path, "a bunker cannot stand in a river")
                if work.hex in bunkers:
                    yield Problem(path, "there is already a bunker in this hex")
                bunkers.add(work.hex)
        yield from self.hex_faults(("mines",), (field.hex for field in army.mines))

    # Where units are set up

    def placing_faults(self, army: Army) -> Iterator[Problem]:
        """Every unit finds a hex it may stand in; units with a fixed place stand in their zone."""
        zone = self.theatre.zones.get(army.deployment, ())
        for card_id in army.units:
            card = self.pack.cards[card_id]
            open_hexes = (*zone, *army.extra_hexes.get(card_id, ()))
            if zone and not card.is_aircraft and not any(self.can_stand(card, label) for label in open_hexes):
                yield Problem(("deployment",), f"there is no hex for {card_id} in this zone")
        left = dict(army.units)
        for place, placed in enumerate(army.placed):
            path = ("placed", place)
            left[placed.card] = left.get(placed.card, 0) - 1
            if left[placed.card] < 0:
                yield Problem((*path, "card"), "there are not so many of these units")
            yield from self.placed_faults(path, placed, (*zone, *army.extra_hexes.get(placed.card, ())))

    def placed_faults(self, path: KeyPath, placed: Placed, zone: tuple[str, ...]) -> Iterator[Problem]:
        card = self.pack.cards[placed.card]
        if placed.hex not in self.theatre.board:
            yield _off_board((*path, "hex"), placed.hex, self.labels)
        elif placed.hex not in zone or not self.can_stand(card, placed.hex):
            yield Problem((*path, "hex"), f"{placed.card} cannot be set up here")
        if (card.arc == "fan") != (placed.facing is not None) and not placed.hidden:
            yield Problem((*path, "facing"), "a unit with an arc faces a side of its hex, and no other does")

    def can_stand(self, card: Card, label: str) -> bool:
        """By the terrain of the hex, or because a road leads through it."""
        return (
            self.theatre.ground[label].admits(card)
            or (label in self.theatre.road_hexes and self.theatre.terrain[label] != "river")
            or label in self.theatre.bridges
        )

    def overlap_faults(self) -> Iterator[Problem]:
        """Nobody is set up in the hexes of the enemy."""
        armies = list(self.scenario.armies.items())
        zones = [set(self.theatre.zones.get(army.deployment, ())) for _, army in armies]
        if len(armies) == 2 and (shared := zones[0] & zones[1]):
            hexes = ", ".join(sorted(shared)[:5])
            yield Problem(
                ("armies", armies[1][0], "deployment"), f"{hexes} also belong to the enemy's set-up"
            )

    # Victory

    def atom_faults(self, atom: Atom) -> Iterator[Problem]:
        """Zones, bridges and exits that victory speaks of are there, and the battle lasts long enough."""
        army = self.scenario.armies.get(atom.side)
        match atom:
            case Hold() | Reach() | Presence():
                yield from self.zone_faults(("zone",), atom.zone)
                yield from self.round_faults(atom.at_round)
                if isinstance(atom, Hold) and atom.hexes > len(self.theatre.zones.get(atom.zone, ())):
                    yield Problem(("hexes",), "the zone has not so many hexes")
            case Intact():
                yield from self.round_faults(atom.at_round)
                if atom.hex not in self.theatre.bridges:
                    yield Problem(
                        ("hex",), f"there is no bridge in {atom.hex}", nearest(atom.hex, self.theatre.bridges)
                    )
            case Exit():
                if army is None or army.exit is None:
                    yield Problem(("side",), f"the {atom.side} army has no exit")
            case Destroy() | Losses():
                pass

    def round_faults(self, at_round: int) -> Iterator[Problem]:
        if at_round > self.scenario.rounds:
            yield Problem(("at_round",), f"the scenario has {self.scenario.rounds} rounds")
