"""Trenches and bunkers in use; bunkers, bridges and pontoons under fire."""

from __future__ import annotations

import pytest

from barbarossa1941.battles import HIT, MISS, even, steps
from barbarossa1941.positions import SOVIET_SEAT, Fields, choices, position, refused
from barbarossa1941.sorties import flying, sortie
from planspiel.kernel import Event, Game, Item, Script
from planspiel.systems.barbarossa1941.defence import defence_modifiers
from planspiel.systems.barbarossa1941.firing import spread_targets
from planspiel.systems.barbarossa1941.orders import (
    AirStrike,
    Assault,
    Bombard,
    Defend,
    OpenFire,
    UnitOrder,
    Wait,
)
from planspiel.systems.barbarossa1941.state import Bridge, Bunker, Position, Trench

INFANTRY = {"card": "ge_infantry", "hex": "0505"}
TRENCHES = {"0505/0": Trench("0505", 0)}
BUNKERS = {"0505": Bunker(0)}
TANK = {"card": "ge_pz4", "hex": "0508"}
"""It may attack buildings."""
BUILDINGS = {"ge_pz4": {"range": (3, 3, 3, 3), "targets": {"infantry": (5, 3, 1), "building": (4, 3, 1)}}}


def _step_1(order: UnitOrder, **fields: object) -> tuple[bool, bool]:
    """Whether German infantry in 0505 ends step 1 in a trench, or in a bunker."""
    game = position(
        {"g1": {**INFANTRY, **fields}},
        orders={"g1": order},
        item=("step-1",),
        trenches=TRENCHES,
        bunkers=BUNKERS,
    )
    return game.state.units["g1"].dug_in, game.state.units["g1"].bunker


# -- trenches ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-trench-3", "BAR-trench-9", "BAR-trench-1")
def test_a_trench_is_occupied_by_defend_towards_its_side() -> None:
    assert _step_1(Defend(0, 1)) == (True, False)
    assert _step_1(Defend(1, 1)) == (False, False)
    assert _step_1(Wait()) == (False, False)


@pytest.mark.rule("BAR-trench-4")
def test_a_gun_occupies_a_trench_only_if_it_is_set_up() -> None:
    gun = {"card": "ge_pak36", "hex": "0505", "facing": 0}
    fields = {"orders": {"g1": Defend(0, 1)}, "item": ("step-1",), "trenches": TRENCHES}
    assert position({"g1": gun}, **fields).state.units["g1"].dug_in  # type: ignore[arg-type]
    limbered = {"g1": {**gun, "set_up": False}}
    assert not position(limbered, **fields).state.units["g1"].dug_in  # type: ignore[arg-type]
    assert "BAR-set-up-4" in refused(position(limbered, trenches=TRENCHES), "g1", Defend(0, 1))


@pytest.mark.rule("BAR-trench-7")
def test_any_other_order_makes_the_unit_leave_the_trench() -> None:
    assert _step_1(Wait(), dug_in=True) == (False, False)
    assert _step_1(Defend(0, 1), dug_in=True) == (True, False)
    assert _step_1(Defend(2, 1), dug_in=True) == (False, False)


@pytest.mark.rule("BAR-trench-8")
def test_a_gun_in_a_trench_fires_from_its_hex_without_the_bonus() -> None:
    game = position(
        {
            "g1": {"card": "ge_pak36", "hex": "0505", "facing": 0, "dug_in": True},
            "s1": {"card": "su_t26", "hex": "0504"},
        },
        cards={"su_t26": {"defence": 20}},
        orders={"g1": OpenFire("s1")},
        script=steps("step-1", "step-3"),
        trenches=TRENCHES,
        dice=(HIT,) * 7,
    )
    gun = game.state.units["g1"]
    assert (gun.hex, gun.dug_in) == ("0505", False)
    assert defence_modifiers(game.pack, game.state, gun).total == 0
    assert game.state.units["s1"].absorbed == 7


# -- using a bunker ----------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-bunker-3", "BAR-bunker-X1")
def test_a_bunker_is_entered_by_a_defend_order_that_names_it() -> None:
    assert _step_1(Defend(0, 1, bunker=True)) == (False, True)
    assert _step_1(Defend(0, 1)) == (True, False)
    elsewhere = position({"g1": INFANTRY}, bunkers={"0504": Bunker(0)})
    assert "BAR-bunker-3" in refused(elsewhere, "g1", Defend(0, 1, bunker=True))
    held = {"g1": INFANTRY, "s1": {"card": "su_infantry", "hex": "0505", "bunker": True}}
    assert "BAR-bunker-X1" in refused(position(held, bunkers=BUNKERS), "g1", Defend(0, 1, bunker=True))


@pytest.mark.rule("BAR-bunker-1", "BAR-bunker-3")
def test_two_units_find_room_in_a_bunker() -> None:
    units = {f"g{number}": {**INFANTRY, "bunker": number == 3} for number in (1, 2, 3)}
    inside = Defend(0, 1, bunker=True)
    game = position(units, bunkers=BUNKERS)
    given = {"unit:g1": inside, "unit:g2": inside}
    assert "BAR-bunker-3" in refused(game, "g3", inside, given)
    assert refused(game, "g3", inside, {"unit:g1": inside}) == ""
    entered = position(
        units, orders={"g1": inside, "g2": inside, "g3": Defend(0, 1)}, item=("step-1",), bunkers=BUNKERS
    )
    assert [entered.state.units[name].bunker for name in units] == [True, True, False]


@pytest.mark.rule("BAR-bunker-8")
def test_of_the_units_with_set_up_only_machine_guns_use_a_bunker() -> None:
    inside = Defend(0, 1, bunker=True)
    for card, allowed in (("ge_mg", True), ("ge_mortar", False), ("ge_pz2", False)):
        game = position({"g1": {"card": card, "hex": "0505"}}, bunkers=BUNKERS)
        assert (refused(game, "g1", inside) == "") is allowed
    cannon = {"infantry_gun": {"like": "ge_mg", "traits": ()}}
    game = position({"g1": {"card": "infantry_gun", "hex": "0505"}}, cards=cannon, bunkers=BUNKERS)
    assert "BAR-bunker-8" in refused(game, "g1", inside)


@pytest.mark.rule("BAR-bunker-10", "BAR-bunker-4")
def test_any_other_order_makes_the_unit_leave_the_bunker() -> None:
    assert _step_1(Wait(), bunker=True) == (False, False)
    assert _step_1(Defend(3, 1), bunker=True) == (False, False)
    assert _step_1(Defend(0, 1, bunker=True), bunker=True) == (False, True)


@pytest.mark.rule("BAR-bunker-9", "BAR-bunker-11")
def test_the_order_faces_the_way_the_bunker_does() -> None:
    game = position({"g1": {"card": "ge_mg", "hex": "0505", "facing": 0}}, bunkers={"0505": Bunker(3)})
    assert refused(game, "g1", Defend(3, 1, bunker=True)) == ""
    assert "BAR-bunker-9" in refused(game, "g1", Defend(0, 1, bunker=True))
    assert Defend(3, 4, bunker=True) in choices(game, "g1", Defend)


@pytest.mark.rule("BAR-bunker-X1")
def test_a_bunker_keeps_its_bonus_against_an_assault_in_the_rear_but_the_test_is_due() -> None:
    game = position(
        {
            "g1": {**INFANTRY, "bunker": True},
            "s1": {"card": "su_infantry", "hex": "0506"},
        },
        cards=even("ge_infantry", "su_infantry"),
        orders={"s1": Assault("g1", ("0505",))},
        item=("step-6",),
        bunkers=BUNKERS,
        dice=(1, 1, MISS, MISS, HIT, HIT),
    )
    assert game.state.units["g1"].absorbed == 2


# -- a bunker under fire -----------------------------------------------------------------------------------


def _shelled(dice: tuple[int, ...], hits: int = 0, **fields: object) -> Game[Position]:
    """A tank fires at the bunker in 0505, in which Soviet infantry sits."""
    return position(
        {"g1": TANK, "s1": {"card": "su_infantry", "hex": "0505", "bunker": True}, **fields},  # type: ignore[dict-item]
        cards={**BUILDINGS, "su_infantry": {"defence": 0}},
        orders={"g1": OpenFire("bunker:0505"), "s1": Defend(3, 1, bunker=True)},
        item=("step-3",),
        bunkers={"0505": Bunker(3, hits)},
        dice=dice,
    )


@pytest.mark.rule("BAR-bunker-5")
def test_fire_at_a_bunker_is_a_test_against_it_and_one_against_each_unit_inside() -> None:
    game = _shelled((HIT, *(MISS,) * 3, HIT, HIT, HIT, HIT, MISS), s2={"card": "su_infantry", "hex": "0505"})
    assert game.state.bunkers["0505"].hits == 1
    assert (game.state.units["s1"].absorbed, game.state.units["s1"].casualties) == (3, 1)
    assert game.state.units["s2"].absorbed == 0


@pytest.mark.rule("BAR-bunker-6")
def test_the_first_hit_marks_a_bunker_and_the_second_destroys_it() -> None:
    marked = _shelled((HIT, *(MISS,) * 8))
    assert marked.state.bunkers["0505"].hits == 1
    assert marked.state.units["s1"].bunker
    assert _shelled((HIT, *(MISS,) * 8), hits=1).state.bunkers == {}
    assert _shelled((HIT, HIT, *(MISS,) * 7)).state.bunkers == {}


@pytest.mark.rule("BAR-bunker-12")
def test_who_was_in_a_bunker_destroyed_by_fire_stands_in_the_hex_without_its_bonus() -> None:
    """In the step in which it falls it has still protected him."""
    game = _shelled((HIT, HIT, MISS, MISS, HIT, HIT, HIT, MISS, MISS))
    unit = game.state.units["s1"]
    assert (unit.fate, unit.hex, unit.bunker) == ("map", "0505", False)
    assert (unit.absorbed, unit.casualties) == (3, 0)
    bonus = game.pack.cards["su_infantry"].orders.defend
    assert bonus is not None
    assert defence_modifiers(game.pack, game.state, unit).total == bonus.bonus


@pytest.mark.rule("BAR-bunker-12", "BAR-group-fire-X1")
def test_fire_at_a_named_unit_inside_needs_no_gun_for_buildings_and_spreads_to_nobody_inside() -> None:
    soviet = {"card": "su_infantry", "hex": "0505"}
    units = {
        "g1": {"card": "ge_infantry", "hex": "0506"},
        "s1": {**soviet, "bunker": True},
        "s2": {**soviet, "bunker": True},
        "s3": soviet,
    }
    game = position(units, bunkers=BUNKERS)
    assert refused(game, "g1", OpenFire("s1")) == ""
    assert "BAR-target-types-1" in refused(game, "g1", OpenFire("bunker:0505"))
    outside = spread_targets(game.pack, game.state, game.state.units["s3"])
    assert outside == []


# -- bridges -----------------------------------------------------------------------------------------------


class _Built(Event[Position], frozen=True):
    """What stands over the river when the shot falls."""

    bridge: Bridge

    def apply(self, state: Position) -> None:
        state.bridges["0505"] = self.bridge


def _bridge(
    dice: tuple[int, ...],
    before: Bridge,
    firer: Fields = TANK,
    order: UnitOrder = OpenFire("bridge:0505"),  # noqa: B008
    step: str = "step-3",
) -> Bridge:
    """A bridge over the river in 0505 after a tank, or who else is named, has fired at it."""

    def script(game: Game[Position]) -> Script[None]:
        game.happens(_Built(before))
        game.then(Item(step))
        return
        yield

    game = position(
        {"g1": firer},
        cards=BUILDINGS,
        terrain={"0505": "river"},
        bridges=() if before.pontoon else ("0505",),
        orders={"g1": order},
        script=script,
        dice=dice,
    )
    return game.state.bridges["0505"]


@pytest.mark.rule("BAR-bridge-3", "BAR-bridge-4")
def test_two_hits_destroy_a_bridge_and_they_stay_marked() -> None:
    once, twice = (HIT, *(MISS,) * 3), (HIT, HIT, MISS, MISS)
    assert _bridge(once, Bridge()) == Bridge(hits=1)
    assert _bridge(once, Bridge(hits=1)).destroyed
    assert _bridge(twice, Bridge()).destroyed


@pytest.mark.rule("BAR-pontoon-2", "BAR-bridge-4")
def test_one_hit_destroys_a_pontoon() -> None:
    assert _bridge((HIT, *(MISS,) * 3), Bridge(pontoon=True)).destroyed
    assert not _bridge((MISS,) * 4, Bridge(pontoon=True)).destroyed


@pytest.mark.rule("BAR-bridge-3")
def test_only_units_that_attack_buildings_fire_at_a_bridge_that_stands() -> None:
    field = {"terrain": {"0505": "river"}, "bridges": ("0505",), "cards": BUILDINGS}
    units = {"g1": TANK, "g2": {"card": "ge_pz2", "hex": "0506"}}
    game = position(units, **field)  # type: ignore[arg-type]
    assert OpenFire("bridge:0505") in choices(game, "g1", OpenFire)
    assert "BAR-target-types-1" in refused(game, "g2", OpenFire("bridge:0505"))
    assert "BAR-bridge-3" in refused(game, "g1", OpenFire("bridge:0506"))
    assert game.pending(SOVIET_SEAT) is not None


@pytest.mark.rule("BAR-indirect-fire-2", "BAR-bunker-5")
def test_a_building_that_the_gun_does_not_see_is_fired_at_with_fewer_dice() -> None:
    howitzer = {"like": "su_mortar", "targets": {"infantry": (8, 4), "building": (4, 2)}}
    game = position(
        {
            "s1": {"card": "howitzer", "hex": "0508", "facing": 0},
            "s2": {"card": "su_infantry", "hex": "0404"},
            "s3": {"card": "su_hq", "hex": "0109"},
        },
        cards={"howitzer": howitzer},
        terrain={"0507": "village", "0506": "village", "0504": "river"},
        bridges=("0504",),
        orders={"s1": OpenFire("bridge:0504")},
        item=("step-3",),
        dice=(HIT, MISS),
    )
    assert game.state.bridges["0504"].hits == 1


# -- bombs and rockets -------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-bridge-3", "BAR-pontoon-2", "BAR-bridge-4")
def test_an_air_strike_by_aircraft_that_attack_buildings_hits_a_bridge_too() -> None:
    stuka, strike = flying("ge_ju87", "0505", stays=0), AirStrike("0505", "0600")
    once = (HIT, *(MISS,) * 7)
    assert _bridge(once, Bridge(), stuka, strike, "step-6") == Bridge(hits=1)
    assert _bridge(once, Bridge(hits=1), stuka, strike, "step-6").destroyed
    assert _bridge(once, Bridge(pontoon=True), stuka, strike, "step-6").destroyed
    assert _bridge((), Bridge(destroyed=True), stuka, strike, "step-6") == Bridge(destroyed=True)


@pytest.mark.rule("BAR-bunker-5", "BAR-airstrike-3")
def test_bombs_on_a_bunker_are_a_test_against_it_and_one_against_each_unit_inside() -> None:
    game = sortie(
        {"g1": flying("ge_ju87", "0505", stays=0), "s1": {**INFANTRY, "card": "su_infantry", "bunker": True}},
        {"g1": AirStrike("0505", "0600")},
        item=("bombs",),
        bunkers=BUNKERS,
        dice=(1, 1, *(MISS,) * 9, 1, *(MISS,) * 7),
    )
    assert game.state.hits == {"s1": 2, "bunker:0505": 1}


@pytest.mark.rule("BAR-bridge-3")
def test_rockets_on_a_hex_hit_the_bridge_in_it_and_none_beside_it() -> None:
    game = position(
        {"s1": {"card": "su_bm13", "hex": "0509"}},
        terrain={"0505": "river", "0504": "river"},
        bridges=("0504", "0505"),
        orders={"s1": Bombard("0505")},
        item=("step-3",),
        dice=(1, *(MISS,) * 3),
    )
    assert game.state.bridges == {"0505": Bridge(hits=1)}


@pytest.mark.rule("BAR-bridge-3", "BAR-target-types-1")
def test_bridges_and_bunkers_are_offered_to_bombs_and_rockets_for_buildings() -> None:
    game = sortie(
        {"s1": {"card": "su_bm13", "hex": "0509"}, "s2": {"card": "su_il2"}},
        item=("planning",),
        terrain={"0505": "river"},
        bridges=("0505",),
        bunkers={"0705": Bunker(0)},
    )
    assert {order.hex for order in choices(game, "s1", Bombard)} >= {"0505", "0705"}
    assert {order.hex for order in choices(game, "s2", AirStrike)} >= {"0505", "0705"}
