"""How Defend and Open Fire are ordered and paid for, and when they come to nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from barbarossa1941.battles import HIT, MISS, steps
from barbarossa1941.positions import SOVIET_SEAT, choices, pack, position, refused
from planspiel.systems.barbarossa1941.attack import dice_of
from planspiel.systems.barbarossa1941.orders import (
    Assault,
    Bombard,
    Defend,
    OpenFire,
    Resupply,
    Smoke,
    SuppressiveFire,
    UnitOrder,
    Wait,
)
from planspiel.systems.barbarossa1941.start import fresh_unit
from planspiel.systems.barbarossa1941.state import SOVIET, Fight

FIRER = {"card": "su_infantry", "hex": "0506"}
TARGET = {"card": "ge_infantry", "hex": "0505"}
MORTAR = {"card": "su_mortar", "hex": "0508", "facing": 0}
NORTH_WALL = {"0507": "village", "0506": "village"}
"""Houses that hide 0504 from a mortar in 0508."""


# -- ammunition --------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-ammo-1")
def test_a_unit_starts_with_all_its_ammunition() -> None:
    game = position()
    for name, card in pack().cards.items():
        unit = fresh_unit(game.pack, game.state, SOVIET, name)
        assert (unit.ammo, unit.smoke) == (card.ammo, card.special.smoke)


@pytest.mark.rule("BAR-ammo-3", "BAR-close-combat-18")
def test_without_ammunition_no_attack_of_any_kind_can_be_ordered() -> None:
    units = {"s1": {**FIRER, "ammo": 0}, "g1": TARGET}
    game = position(units)
    for order in (OpenFire("g1"), SuppressiveFire("g1"), Defend(0, 1), Assault("g1", ("0505",))):
        assert refused(game, "s1", order)
    assert "BAR-close-combat-18" in refused(game, "s1", Assault("g1", ("0505",)))
    assert {type(order) for order in choices(game, "s1")}.isdisjoint(
        {OpenFire, SuppressiveFire, Defend, Assault}
    )


@pytest.mark.rule("BAR-ammo-6", "BAR-suppressive-fire-1")
def test_an_order_that_cannot_be_paid_for_is_refused() -> None:
    game = position({"s1": {**FIRER, "ammo": 2}, "g1": TARGET})
    assert "BAR-ammo-6" in refused(game, "s1", SuppressiveFire("g1"))
    assert refused(game, "s1", OpenFire("g1")) == ""


@pytest.mark.rule("BAR-ammo-7", "BAR-open-fire-8")
def test_a_shot_that_can_no_longer_be_made_costs_nothing() -> None:
    """Three fire at a unit of one symbol: suppressive fire destroys it, Open Fire lapses."""
    game = position(
        {"s1": FIRER, "s2": FIRER, "g1": {**TARGET, "casualties": 4}},
        cards={"su_infantry": {"range": (3, 2, 1)}, "ge_infantry": {"defence": 0}},
        orders={"s1": SuppressiveFire("g1"), "s2": OpenFire("g1")},
        script=steps("step-2", "step-3"),
        dice=(HIT, *(MISS,) * 14),
    )
    assert game.state.units["g1"].fate == "dead"
    assert game.state.units["s2"].ammo == game.pack.cards["su_infantry"].ammo


@pytest.mark.rule("BAR-open-fire-8")
def test_a_target_destroyed_in_the_same_step_is_still_fired_at() -> None:
    game = position(
        {"s1": FIRER, "s2": FIRER, "g1": {**TARGET, "casualties": 4}},
        cards={"su_infantry": {"range": (3, 2, 1)}, "ge_infantry": {"defence": 0}},
        orders={"s1": OpenFire("g1"), "s2": OpenFire("g1")},
        item=("step-3",),
        dice=(HIT,) * 20,
    )
    full = game.pack.cards["su_infantry"].ammo
    assert [game.state.units[name].ammo for name in ("s1", "s2")] == [full - 1, full - 1]


@pytest.mark.rule("BAR-ammo-4", "BAR-ammo-1")
def test_received_ammunition_restores_crossed_off_points_and_no_more_than_those() -> None:
    card = pack().cards["su_infantry"]
    assert card.orders.resupply is not None
    last = card.orders.resupply.boxes - 1
    truck = {"card": "su_zis5", "hex": "0506", "boxes": last}
    game = position(
        {"s1": {**FIRER, "ammo": 3, "boxes": last}, "s2": truck},
        orders={"s1": Resupply("s2", ammo=2), "s2": Resupply()},
        item=("time-boxes",),
    )
    assert game.state.units["s1"].ammo == 5
    nearly_full = position({"s1": {**FIRER, "ammo": card.ammo - 1}, "s2": truck})
    assert refused(nearly_full, "s1", Resupply("s2", ammo=1)) == ""
    assert refused(nearly_full, "s1", Resupply("s2", ammo=2))


# -- Open Fire ---------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-open-fire-1", "BAR-open-fire-4", "BAR-sequence-3")
def test_open_fire_costs_one_point_and_is_carried_out_in_step_three() -> None:
    game = position(
        {"s1": FIRER, "g1": TARGET},
        cards={"su_infantry": {"range": (3, 2, 1)}, "ge_infantry": {"defence": 9}},
        orders={"s1": OpenFire("g1")},
        item=("step-3",),
        dice=(HIT,) * 10,
    )
    assert game.state.units["g1"].absorbed == 9
    assert game.state.units["s1"].ammo == game.pack.cards["su_infantry"].ammo - 1


@pytest.mark.rule("BAR-open-fire-2", "BAR-open-fire-3")
def test_it_names_an_enemy_that_can_be_fired_at_now() -> None:
    units = {
        "s1": FIRER,
        "s2": {"card": "su_mg", "hex": "0507", "facing": 3},
        "g1": TARGET,
        "g2": {"card": "ge_infantry", "hex": "0502"},
        "g3": {"card": "ge_pz2", "hex": "0505"},
    }
    game = position(units)
    assert choices(game, "s1", OpenFire) == [OpenFire("g1")]
    wanted = {
        ("s1", "s2"): "BAR-open-fire-2",
        ("s1", "g9"): "BAR-open-fire-2",
        ("s1", "g2"): "BAR-range-diagram-3",
        ("s1", "g3"): "BAR-target-types-1",
        ("s2", "g1"): "BAR-arc-2",
    }
    for (unit, target), cite in wanted.items():
        assert cite in refused(game, unit, OpenFire(target))


@pytest.mark.rule("BAR-open-fire-6", "BAR-open-fire-5")
def test_soviet_infantry_and_assault_pioneers_fire_at_each_other_at_once() -> None:
    """Ten Soviet dice, although the pioneers' fire has cost the Soviets two symbols in the same step."""
    game = position(
        {"s1": FIRER, "g1": {"card": "ge_pioneer", "hex": "0505"}},
        cards={
            "su_infantry": {"range": (3, 2, 1), "defence": 0},
            "ge_pioneer": {"targets": {"infantry": (6, 5, 4, 2)}, "defence": 20},
        },
        orders={"s1": OpenFire("g1"), "g1": OpenFire("s1")},
        item=("step-3",),
        dice=(HIT, HIT, *(MISS,) * 4, *(HIT,) * 10),
    )
    assert game.state.units["s1"].casualties == 2
    assert game.state.units["g1"].absorbed == 10


@pytest.mark.rule("BAR-open-fire-7")
def test_smoke_of_an_earlier_round_stops_the_shot_and_smoke_of_this_step_does_not() -> None:
    units = {"s1": {**FIRER, "hex": "0507"}, "s2": {**MORTAR, "hex": "0510"}, "g1": TARGET}
    fields = {"cards": {"su_infantry": {"range": (3, 2, 1)}, "ge_infantry": {"defence": 20}}}
    old = position(
        units, orders={"s1": OpenFire("g1")}, item=("step-3",), smoke={"0506": 1}, turn=2, **fields
    )
    assert old.state.units["g1"].absorbed == 0
    assert old.state.units["s1"].ammo == old.pack.cards["su_infantry"].ammo
    fresh = position(
        units,
        orders={"s1": OpenFire("g1"), "s2": Smoke("0506")},
        item=("step-3",),
        dice=(HIT,) * 10,
        **fields,  # type: ignore[arg-type]
    )
    question = fresh.pending(SOVIET_SEAT)
    assert question is not None
    fresh.answer(SOVIET_SEAT, next(question.options(fresh.view(SOVIET_SEAT))))
    assert fresh.state.units["g1"].absorbed == 10


@pytest.mark.rule("BAR-set-up-4", "BAR-set-up-8")
def test_a_gun_that_is_not_set_up_fires_nothing() -> None:
    game = position({"s1": {**MORTAR, "set_up": False}, "s2": FIRER, "g1": {**TARGET, "hex": "0504"}})
    for order in (OpenFire("g1"), SuppressiveFire("g1"), Defend(0, 1), Smoke("0504")):
        assert "set up" in refused(game, "s1", order)


# -- Defend ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-defend-3", "BAR-defend-12", "BAR-sequence-1")
def test_defend_is_paid_in_step_one_whether_it_fires_or_not() -> None:
    orders: dict[str, UnitOrder] = {"s1": Defend(0, 2), "s2": Defend(3, 1)}
    game = position({"s1": FIRER, "s2": FIRER}, orders=orders, item=("step-1",))
    for name in orders:
        assert game.state.units[name].ammo == game.pack.cards["su_infantry"].ammo - 1
    assert "BAR-defend-12" in refused(position({"s1": {**FIRER, "ammo": 0}}), "s1", Defend(0, 2))


@pytest.mark.rule("BAR-defend-6", "BAR-defend-15")
def test_defend_faces_an_adjacent_hex() -> None:
    game = position({"s1": {**FIRER, "hex": "0501"}})
    assert {order.facing for order in choices(game, "s1", Defend)} == {2, 3, 4}
    for facing in (0, 1, 6, -1):
        assert "BAR-defend-15" in refused(game, "s1", Defend(facing, 1))


@pytest.mark.rule("BAR-defend-7")
def test_defend_names_a_distance_within_the_range_of_the_weapon() -> None:
    game = position({"s1": FIRER}, cards={"su_infantry": {"range": (3, 2, 1)}})
    assert refused(game, "s1", Defend(0, 2)) == ""
    for distance in (0, 3):
        assert "BAR-defend-7" in refused(game, "s1", Defend(0, distance))


@pytest.mark.rule("BAR-defend-7", "BAR-range-diagram-6", "BAR-hill-combat-3")
def test_from_a_hill_the_distance_of_defend_is_one_more() -> None:
    game = position({"s1": FIRER}, cards={"su_infantry": {"range": (3, 2, 1)}}, levels={FIRER["hex"]: 1})
    assert {order.distance for order in choices(game, "s1", Defend)} == {3}
    assert refused(game, "s1", Defend(0, 3)) == ""
    assert "BAR-defend-7" in refused(game, "s1", Defend(0, 4))


@pytest.mark.rule("BAR-defend-14")
def test_a_printed_arc_is_not_turned_by_defend() -> None:
    game = position({"s1": {"card": "su_mg", "hex": "0506", "facing": 2}})
    assert refused(game, "s1", Defend(2, 1)) == ""
    assert "BAR-defend-14" in refused(game, "s1", Defend(3, 1))


# -- indirect fire -----------------------------------------------------------------------------------------

SPOTTER = {"card": "su_infantry", "hex": "0404"}
HQ = {"card": "su_hq", "hex": "0109"}
HIDDEN_FROM_MORTAR = {"s1": MORTAR, "s2": SPOTTER, "s3": HQ, "g1": {"card": "ge_infantry", "hex": "0504"}}


@pytest.mark.rule("BAR-indirect-fire-1", "BAR-indirect-fire-6")
def test_a_mortar_fires_over_houses_at_an_enemy_in_its_arc() -> None:
    game = position(HIDDEN_FROM_MORTAR, terrain=NORTH_WALL)
    assert refused(game, "s1", OpenFire("g1")) == ""
    assert "BAR-los-2" in refused(game, "s1", SuppressiveFire("g1"))
    turned = {**HIDDEN_FROM_MORTAR, "s1": {**MORTAR, "facing": 3}}
    assert "BAR-arc-2" in refused(position(turned, terrain=NORTH_WALL), "s1", OpenFire("g1"))
    gun = {**HIDDEN_FROM_MORTAR, "s1": {"card": "su_53k", "hex": "0508", "facing": 0}}
    assert "BAR-los-2" in refused(position(gun, terrain=NORTH_WALL), "s1", OpenFire("g1"))
    far = {**HIDDEN_FROM_MORTAR, "g1": {"card": "ge_infantry", "hex": "0501"}}
    assert "BAR-range-diagram-3" in refused(position(far, terrain=NORTH_WALL), "s1", OpenFire("g1"))


@pytest.mark.rule("BAR-indirect-fire-2", "BAR-indirect-fire-5")
def test_indirect_fire_has_fewer_dice_and_costs_one_point() -> None:
    game = position(
        HIDDEN_FROM_MORTAR,
        terrain=NORTH_WALL,
        orders={"s1": OpenFire("g1")},
        item=("step-3",),
        cards={"ge_infantry": {"defence": 20}},
        dice=(HIT,) * 6,
    )
    card = game.pack.cards["su_mortar"]
    box = card.orders.indirect
    assert box is not None
    assert game.state.units["g1"].absorbed == card.firepower("infantry", 0) - box.reduction
    assert game.state.units["s1"].ammo == card.ammo - 1
    weak = position({"s1": MORTAR}, cards={"su_mortar": {"targets": {"infantry": (1, 1)}}})
    assert dice_of(weak.pack, weak.state, weak.state.units["s1"], "infantry", "indirect").total == 1


@pytest.mark.rule("BAR-indirect-fire-3")
def test_indirect_fire_needs_an_observer() -> None:
    units = {name: unit for name, unit in HIDDEN_FROM_MORTAR.items() if name != "s2"}
    wall = {**NORTH_WALL, "0407": "village", "0308": "village", "0208": "village", "0307": "village"}
    game = position(units, terrain=wall | {f"{column:02}06": "village" for column in range(1, 13)})
    assert "BAR-indirect-fire-3" in refused(game, "s1", OpenFire("g1"))


@pytest.mark.rule("BAR-indirect-fire-4")
def test_indirect_fire_needs_a_headquarters_that_is_not_suppressed_also_when_it_is_carried_out() -> None:
    stunned = {**HIDDEN_FROM_MORTAR, "s3": {**HQ, "suppressed": True}}
    assert "BAR-indirect-fire-4" in refused(position(stunned, terrain=NORTH_WALL), "s1", OpenFire("g1"))
    game = position(stunned, terrain=NORTH_WALL, orders={"s1": OpenFire("g1")}, item=("step-3",))
    assert game.state.units["s1"].ammo == game.pack.cards["su_mortar"].ammo
    assert game.state.units["s1"].lapsed


@pytest.mark.rule("BAR-indirect-fire-7")
def test_indirect_fire_cannot_name_a_hidden_unit() -> None:
    units = {**HIDDEN_FROM_MORTAR, "g1": {"card": "ge_infantry", "hex": "0504", "hidden": True}}
    assert "BAR-indirect-fire-7" in refused(position(units, terrain=NORTH_WALL), "s1", OpenFire("g1"))


# -- fire at a place ---------------------------------------------------------------------------------------

ROCKETS = {"card": "su_bm13", "hex": "0508"}


@pytest.mark.rule("BAR-area-fire-1", "BAR-area-fire-4", "BAR-hidden-3")
def test_a_place_is_fired_at_by_naming_a_hex_and_everybody_there_is_attacked_for_himself() -> None:
    game = position(
        {
            "s1": ROCKETS,
            "s2": {"card": "su_infantry", "hex": "0503"},
            "g1": {"card": "ge_infantry", "hex": "0504"},
            "g2": {"card": "ge_infantry", "hex": "0504", "hidden": True},
        },
        cards={"ge_infantry": {"defence": 20}, "su_infantry": {"defence": 20}},
        orders={"s1": Bombard("0504")},
        item=("step-3",),
        dice=(*(HIT,) * 3, *(MISS,) * 13, *(HIT,) * 5, *(MISS,) * 11, *(HIT,) * 4),
    )
    assert [game.state.units[name].absorbed for name in ("g1", "g2", "s2")] == [3, 5, 0]
    assert game.state.units["g2"].hidden
    assert game.state.units["s1"].ammo == game.pack.cards["su_bm13"].ammo - 1


@pytest.mark.rule("BAR-area-fire-2", "BAR-area-fire-3")
def test_rockets_have_sixteen_dice_in_the_hex_and_four_in_every_hex_beside_it() -> None:
    game = position(
        {
            "s1": ROCKETS,
            "g1": {"card": "ge_infantry", "hex": "0504"},
            "g2": {"card": "ge_infantry", "hex": "0503"},
            "g3": {"card": "ge_infantry", "hex": "0502"},
        },
        cards={"ge_infantry": {"defence": 20}},
        orders={"s1": Bombard("0504")},
        item=("step-3",),
        dice=(HIT,) * 20,
    )
    assert [game.state.units[name].absorbed for name in ("g1", "g2", "g3")] == [16, 4, 0]


@pytest.mark.rule("BAR-area-fire-4")
def test_a_place_is_fired_at_with_own_sight_or_as_in_indirect_fire() -> None:
    units = {"s1": ROCKETS, "s2": SPOTTER, "s3": HQ}
    assert refused(position({"s1": ROCKETS}), "s1", Bombard("0504")) == ""
    assert refused(position(units, terrain=NORTH_WALL), "s1", Bombard("0504")) == ""
    alone = position({"s1": ROCKETS, "s2": SPOTTER}, terrain=NORTH_WALL)
    assert "BAR-indirect-fire-4" in refused(alone, "s1", Bombard("0504"))
    assert "BAR-range-diagram-3" in refused(position(units), "s1", Bombard("0507"))
    blind = position({"s1": ROCKETS, "s2": SPOTTER}, terrain=NORTH_WALL, orders={"s1": Bombard("0504")},
                     item=("step-3",))  # fmt: skip
    assert blind.state.units["s1"].ammo == blind.pack.cards["su_bm13"].ammo


@pytest.mark.rule("BAR-indirect-fire-2", "BAR-area-fire-4")
def test_whoever_does_not_see_the_place_has_fewer_dice_there_too() -> None:
    reduced = pack().cards["su_mortar"].orders.indirect
    card = pack().cards["su_bm13"]
    game = position(
        {"s1": ROCKETS, "s2": SPOTTER, "s3": HQ, "g1": {"card": "ge_infantry", "hex": "0504"}},
        terrain=NORTH_WALL,
        cards={"su_bm13": {"orders": replace(card.orders, indirect=reduced)}, "ge_infantry": {"defence": 20}},
        orders={"s1": Bombard("0504")},
        item=("step-3",),
        dice=(HIT,) * 14,
    )
    assert game.state.units["g1"].absorbed == 14


@pytest.mark.rule("BAR-units-in-close-combat-10")
def test_fire_at_a_place_spares_close_combat() -> None:
    units = {
        "s1": ROCKETS,
        "s2": {"card": "su_infantry", "hex": "0503", "tied": ("g2",)},
        "g2": {"card": "ge_infantry", "hex": "0503", "tied": ("s2",)},
        "g1": {"card": "ge_infantry", "hex": "0504"},
    }
    fights = {"0503": Fight("0503", SOVIET)}
    assert "BAR-units-in-close-combat-10" in refused(position(units, fights=fights), "s1", Bombard("0503"))
    game = position(
        units,
        fights=fights,
        cards={"ge_infantry": {"defence": 20}},
        orders={"s1": Bombard("0504")},
        item=("step-3",),
        dice=(HIT,) * 16,
    )
    assert [game.state.units[name].absorbed for name in ("g1", "g2", "s2")] == [16, 0, 0]


@pytest.mark.rule("BAR-status-3")
def test_own_fire_never_hurts_own_units() -> None:
    game = position(
        {
            "s1": ROCKETS,
            "s2": {"card": "su_infantry", "hex": "0504"},
            "s3": {"card": "su_t26", "hex": "0503"},
        },
        orders={"s1": Bombard("0504")},
        item=("step-3",),
    )
    assert [game.state.units[name].absorbed for name in ("s2", "s3")] == [0, 0]
    assert "BAR-open-fire-2" in refused(position({"s1": FIRER, "s2": FIRER}), "s1", OpenFire("s2"))


@pytest.mark.rule("BAR-group-fire-X1")
def test_fire_at_a_place_does_not_spread() -> None:
    units = {f"g{number}": {"card": "ge_infantry", "hex": "0504"} for number in (1, 2, 3)}
    game = position(
        {**units, "s1": ROCKETS},
        cards={"ge_infantry": {"defence": 20}},
        orders={"s1": Bombard("0504")},
        item=("step-3",),
        dice=(MISS,) * 48,
    )
    assert game.state.outcome is not None
    crowd = position(
        {**units, "s1": {**FIRER, "hex": "0505"}},
        orders={"s1": OpenFire("g1")},
        item=("step-3",),
        dice=(MISS,) * 10,
    )
    assert crowd.pending(SOVIET_SEAT) is not None


@pytest.mark.rule("BAR-planning-5")
def test_a_unit_that_waits_does_nothing() -> None:
    game = position(
        {"s1": FIRER, "g1": TARGET}, orders={"s1": Wait()}, script=steps("step-1", "step-2", "step-3")
    )
    assert game.state.units["s1"].ammo == game.pack.cards["su_infantry"].ammo
