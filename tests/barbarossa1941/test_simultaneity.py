"""Simultaneity: neither the order in which units are stored nor the side they are on changes an outcome.

Random positions are played for two rounds with random orders, twice: once as they are, and once with the
units stored in another order, or with the sides exchanged (g1 is s1, German is Soviet). Rolls are named by
what they are for and who makes them, so both games throw the same dice; every question is answered alike.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from barbarossa1941.positions import position
from planspiel.kernel import Chance, Dice, Game, Keyed, Order, Seat
from planspiel.kernel.dice import RollKey
from planspiel.systems.barbarossa1941.orders import (
    Assault,
    Bombard,
    Defend,
    FireOnTheMove,
    OpenFire,
    Plan,
    Smoke,
    SuppressiveFire,
)
from planspiel.systems.barbarossa1941.planning import PlanRound
from planspiel.systems.barbarossa1941.scenario import Destroy, Victory
from planspiel.systems.barbarossa1941.state import (
    GERMAN,
    SOVIET,
    Bunker,
    Minefield,
    Position,
    Trench,
    minefield_key,
)

ROUNDS = 2
CARDS = {
    "rifles": "su_infantry",
    "pioneers": "su_engineer",
    "maxim": "su_mg",
    "mortar": "su_mortar",
    "gun": "su_53k",
    "rockets": "su_bm13",
    "tank": "su_t26",
    "kv": "su_kv1",
    "car": "su_ba10",
    "truck": "su_zis5",
    "staff": "su_hq",
    "flak": "su_flak",
    "bomber": "su_il2",
    "fighter": "su_mig3",
}
"""Both sides have the same cards."""
AIRCRAFT = ("bomber", "fighter")
TERRAIN = ("plain", "bush", "light_forest", "forest", "village", "town", "field")
ATTACKS = (OpenFire, SuppressiveFire, Bombard, Smoke, Defend, FireOnTheMove)
HEXES = tuple(f"{column:02}{row:02}" for column in range(3, 8) for row in range(3, 8))
"""A field so small that everybody meets."""
ALIKE = Victory(
    name="more units destroyed",
    name_de="mehr zerstörte Einheiten",
    atoms=(Destroy(side="german"), Destroy(side="soviet")),
    otherwise="draw",
)
"""Both sides win by the same: one may be wiped out before the rounds are over."""


# -- random positions --------------------------------------------------------------------------------------


def _units(rng: Random) -> dict[str, dict[str, Any]]:
    """Five or six units a side; nobody starts in a hex with an enemy."""
    hexes = list(HEXES)
    rng.shuffle(hexes)
    grounds = {"g": hexes[:10], "s": hexes[10:20]}
    units: dict[str, dict[str, Any]] = {}
    for letter, own in grounds.items():
        for number in range(1, rng.randrange(5, 7) + 1):
            units[f"{letter}{number}"] = _unit(rng, own)
    return units


def _unit(rng: Random, own: list[str]) -> dict[str, Any]:
    card = rng.choice(sorted(CARDS))
    if card in AIRCRAFT:
        return {"card": card, "fate": "airfield", "box": "ready"}
    fields: dict[str, Any] = {"card": card, "hex": rng.choice(own[:6])}
    if card in ("maxim", "mortar", "gun"):
        fields["facing"] = rng.randrange(6)
    if card == "rifles":
        fields["casualties"] = fields["announced"] = rng.choice((0, 0, 1, 3))
    return fields


def _field(rng: Random) -> dict[str, Any]:
    """Terrain, heights, mines, a trench and a bunker."""
    ground = {hex_: rng.choice(TERRAIN) for hex_ in rng.sample(HEXES, 8)}
    fields: dict[str, Any] = {"terrain": ground, "levels": dict.fromkeys(rng.sample(HEXES, 3), 1)}
    fields["mines"] = {}
    for side in (GERMAN, SOVIET):
        hex_ = rng.choice(HEXES)
        name = minefield_key(side, hex_)
        fields["mines"][name] = Minefield(
            name, side, hex_, rng.choice(("dummy", "anti-tank", "anti-personnel"))
        )
    trench = Trench(rng.choice(HEXES), rng.randrange(6))
    fields["trenches"] = {f"{trench.hex}/{trench.facing}": trench}
    fields["bunkers"] = {rng.choice(HEXES): Bunker(rng.randrange(6))}
    return fields


def _start(units: dict[str, dict[str, Any]], field: dict[str, Any], dice: Dice) -> Game[Position]:
    cards = {name: {"like": like} for name, like in CARDS.items()}
    scenario = {"victory": ALIKE}
    return position(units, item=("round",), cards=cards, scenario=scenario, **field).fork(dice)


# -- exchanging the sides ----------------------------------------------------------------------------------

OTHER = {"german": "soviet", "soviet": "german", "g": "s", "s": "g"}


def _exchanged(text: bytes) -> bytes:
    """A text with German and Soviet, g1 and s1 exchanged."""
    found = re.sub(r"german|soviet|\b[gs](?=\d+\b)", lambda match: OTHER[match[0]], text.decode())
    return found.encode()


class _MirrorDice(msgspec.Struct, frozen=True, tag="mirror"):
    """The dice of the game whose sides are exchanged: the same roll for whoever stands in the same place."""

    dice: Keyed

    def throw(self, chance: Chance, key: RollKey) -> tuple[int, ...]:
        named = msgspec.json.decode(_exchanged(msgspec.json.encode(key)), type=RollKey)
        return self.dice.throw(chance, named)

    def fork(self) -> _MirrorDice:
        return self


def _mirrored_units(units: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {OTHER[name[0]] + name[1:]: fields for name, fields in units.items()}


# -- playing both alike ------------------------------------------------------------------------------------


class _Pair:
    """A game and its double. `turned` makes of the one's names those of the other."""

    def __init__(self, game: Game[Position], double: Game[Position], mirrored: bool, seed: int) -> None:
        self.game, self.double, self.mirrored, self.seed = game, double, mirrored, seed

    def turned(self, text: bytes) -> bytes:
        return _exchanged(text) if self.mirrored else text

    def rounds(self) -> Iterator[tuple[Any, Any]]:
        """Play both, and after each round give the positions, which must be alike."""
        while self.game.state.turn <= ROUNDS and not self.game.over:
            self.plan()
            self.carry_out(self.game, lambda text: text)
            self.carry_out(self.double, self.turned)
            yield _picture(self.game.state), _picture(self.double.state, self.turned)

    def plan(self) -> None:
        """Random orders in the one game, and the same in the other."""
        for seat in tuple(self.game.waiting()):
            question = self.game.pending(seat)
            assert isinstance(question, PlanRound)
            rng = Random(f"{self.seed} {self.game.state.turn} {seat}")
            plan = max((question.sample(self.game.view(seat), rng) for _ in range(6)), key=_violence)
            same = msgspec.json.decode(self.turned(msgspec.json.encode(plan)), type=Plan)
            self.double.answer(Seat(self.turned(seat.encode()).decode()), same)
            self.game.answer(seat, plan)

    def carry_out(self, game: Game[Position], turned: Any) -> None:
        """Answer what is asked during the round; alike questions get alike answers."""
        while game.waiting():
            for seat in tuple(game.waiting()):
                question = game.pending(seat)
                if question is None:
                    continue
                if isinstance(question, PlanRound):
                    return
                named = turned(msgspec.json.encode((seat, type(question).__name__, question)))
                answer: Order = question.sample(game.view(seat), Random(f"{self.seed} {_canonical(named)}"))
                game.answer(seat, answer)


def _violence(plan: Plan) -> int:
    """How many of the orders hurt somebody: of some random plans the fiercest is played."""
    return sum(
        2 if isinstance(order, Assault) else isinstance(order, ATTACKS) for order in plan.parts.values()
    )


def _canonical(text: bytes) -> str:
    return json.dumps(_sorted(json.loads(text)))


def _sorted(found: Any) -> Any:
    """Without the order in which dicts are stored."""
    if isinstance(found, dict):
        return {key: _sorted(found[key]) for key in sorted(found)}
    return [_sorted(part) for part in found] if isinstance(found, list) else found


def _picture(state: Position, turned: Any = lambda text: text) -> Any:
    """The whole position. In `mined` only who is in it counts; the sentence of the end names the sides."""
    found = json.loads(turned(msgspec.json.encode(state)))
    if found["outcome"]:
        found["outcome"]["reason"] = ""
    found["mined"] = sorted(found["mined"])
    return _sorted(found)


# -- the properties ----------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-execution-4")
@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32))
def test_the_order_in_which_units_are_stored_changes_no_outcome(seed: int) -> None:
    rng = Random(seed)
    units, field = _units(rng), _field(rng)
    names = list(units)
    rng.shuffle(names)
    dice = Keyed(b"%d" % seed)
    game = _start(units, field, dice)
    double = _start({name: units[name] for name in names}, field, dice)
    for one, other in _Pair(game, double, False, seed).rounds():
        assert one == other


@pytest.mark.rule("BAR-execution-4")
@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32))
@example(400)  # one side is wiped out
def test_exchanging_the_sides_exchanges_the_outcome_and_changes_nothing_else(seed: int) -> None:
    rng = Random(seed)
    units, field = _units(rng), _field(rng)
    dice = Keyed(b"%d" % seed)
    mirrored = {**field, "mines": _mirrored_mines(field["mines"])}
    game = _start(units, field, dice)
    double = _start(_mirrored_units(units), mirrored, _MirrorDice(dice))
    for one, other in _Pair(game, double, True, seed).rounds():
        assert one == other


def _mirrored_mines(mines: dict[str, Minefield]) -> dict[str, Minefield]:
    return msgspec.json.decode(_exchanged(msgspec.json.encode(mines)), type=dict[str, Minefield])
