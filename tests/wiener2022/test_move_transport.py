"""Mounting and dismounting: Aufsitzen, Fahrzeuge, Transport Land, Mitfahren."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game
from planspiel.systems.wiener2022 import transport
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.flight import Flee
from planspiel.systems.wiener2022.losses import knock_out, pin
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.state import BLUE, RED, Barrage, Position
from planspiel.systems.wiener2022.storm import DriveIn, Storm
from planspiel.systems.wiener2022.transport import Dismount, Mount
from wiener2022.moving import why
from wiener2022.positions import choices, do, element, pack, position, refused

ROAD = (tuple(f"{x},6" for x in range(1, 13)),)
IDLE = {"model": "lorry", "field": "1,1"}


def unit(
    base: str = "figures", vehicle: str = "lorry", aboard: bool = True, **fields: Any
) -> dict[str, dict[str, Any]]:
    """A base b1 and its vehicle b1v in 4,6."""
    there = {"aboard": "b1v"} if aboard else {"field": "4,6"}
    return {
        "b1": {"model": base, "mate": "b1v", **there},
        "b1v": {"model": vehicle, "field": "4,6", **fields},
        "b9": IDLE,
    }


@pytest.mark.rule("WPR-aufsitzen-2", "WPR-einheit-1")
def test_a_base_with_a_vehicle_is_either_mounted_or_not() -> None:
    game = position(unit())
    base = element(game, "b1")
    assert base.mate == "b1v"
    assert element(game, "b1v").mate == "b1"
    assert transport.is_mounted(game.state, base)
    do(game, Dismount("b1"))
    assert not transport.is_mounted(game.state, element(game, "b1"))
    assert "on no vehicle" in refused(game, Dismount("b1"))


@pytest.mark.rule("WPR-einheit-1")
def test_a_unit_of_two_parts_is_listed_as_a_base_and_its_vehicle() -> None:
    shipped = pack()
    parts = {
        (one.id, one.mate)
        for one in shipped.roster("meeting", BLUE)
        if one.placed is not None and len(shipped.unit_models("meeting", one.placed.unit)) == 2
    }
    assert parts
    assert parts == {(vehicle, base) for base, vehicle in parts}


@pytest.mark.rule("WPR-aufsitzen-3", "WPR-aufsitzen-6")
def test_getting_off_needs_a_vehicle_that_has_moved_at_most_half_its_speed() -> None:
    game = position(unit(), roads=ROAD)
    do(game, Move("b1v", tuple(f"{x},6" for x in range(5, 10))))
    assert not refused(game, Dismount("b1")), "five of ten fields by road"
    fast = position(unit(), roads=ROAD)
    do(fast, Move("b1v", tuple(f"{x},6" for x in range(5, 11))))
    assert "more than half" in refused(fast, Dismount("b1"))
    mixed = position(unit(), roads=ROAD)
    do(mixed, Move("b1v", ("5,6", "5,5")))
    assert "more than half" in refused(mixed, Dismount("b1")), "the lower speed counts: half of two"


@pytest.mark.rule("WPR-aufsitzen-6")
def test_a_half_of_one_means_standing_still() -> None:
    game = position(unit(), night=True)
    do(game, Move("b1v", ("5,6",), lights=False))
    assert "more than half" in refused(game, Dismount("b1")), "half of one is nothing"


@pytest.mark.rule("WPR-aufsitzen-3")
def test_after_getting_off_the_vehicle_too_goes_on_only_up_to_half_its_speed() -> None:
    game = position(unit(), roads=ROAD)
    do(game, Move("b1v", ("5,6", "6,6")), Dismount("b1"))
    assert not refused(game, Move("b1v", ("7,6", "8,6", "9,6")))
    assert "can cover 5" in refused(game, Move("b1v", ("7,6", "8,6", "9,6", "10,6")))


def test_an_order_to_move_may_include_getting_on_before_and_off_at_the_end() -> None:
    game = position(unit(), roads=ROAD)
    far = tuple(f"{x},6" for x in range(5, 11))
    assert "can cover 5" in refused(game, Move("b1v", far, dismount=True))
    do(game, Move("b1v", far[:5], dismount=True))
    assert not element(game, "b1").aboard
    assert element(game, "b1").field == "9,6"
    apart = position(unit(aboard=False), roads=ROAD)
    do(apart, Move("b1v", far[:5], mount="b1"))
    assert element(apart, "b1").aboard == "b1v"
    assert element(apart, "b1").field == "9,6"


@pytest.mark.rule("WPR-aufsitzen-4")
def test_figures_have_one_field_on_foot_after_getting_off_or_before_getting_on() -> None:
    game = position(unit(), roads=ROAD)
    do(game, Dismount("b1"))
    assert not refused(game, Move("b1", ("5,6",)))
    assert "can cover 1" in refused(game, Move("b1", ("5,6", "6,6"))), "on a road too"
    before = position({**unit(aboard=False), "b1": {"model": "figures", "field": "3,6", "mate": "b1v"}})
    do(before, Move("b1", ("4,6",)))
    do(before, Mount("b1", "b1v"))
    assert element(before, "b1").aboard == "b1v"
    far = position(
        {**unit(aboard=False), "b1": {"model": "figures", "field": "2,6", "mate": "b1v"}}, roads=ROAD
    )
    do(far, Move("b1", ("3,6", "4,6")))
    assert "cannot mount" in refused(far, Mount("b1", "b1v"))


@pytest.mark.rule("WPR-aufsitzen-5")
def test_weapon_bases_have_no_field_after_unlimbering_or_before_limbering() -> None:
    game = position(unit("hmg_base"))
    do(game, Dismount("b1"))
    assert "just been unlimbered" in refused(game, Move("b1", ("5,6",)))
    before = position(
        {**unit("hmg_base", aboard=False), "b1": {"model": "hmg_base", "field": "3,6", "mate": "b1v"}}
    )
    do(before, Move("b1", ("4,6",)))
    assert "cannot mount" in refused(before, Mount("b1", "b1v"))


@pytest.mark.rule("WPR-fahrzeuge-4")
def test_dismounting_splits_the_element_into_two_that_act_and_are_lost_independently() -> None:
    game = position(unit())
    do(game, Dismount("b1"))
    do(game, Move("b1", ("5,6",)), Move("b1v", ("3,6",)))
    assert (element(game, "b1").field, element(game, "b1v").field) == ("5,6", "3,6")

    def lose(one: Game[Position]) -> Any:
        yield from knock_out(one, "b1v")

    lost = position(unit(aboard=False), script=lose)
    assert element(lost, "b1v").fate == "lost"
    assert element(lost, "b1").fate == "board"


@pytest.mark.rule("WPR-fahrzeuge-5", "WPR-fahrzeuge-6")
def test_mounting_unites_them_and_the_united_element_drives_up_to_half_speed() -> None:
    game = position(unit(aboard=False), roads=ROAD)
    do(game, Mount("b1", "b1v"))
    assert "rides on" in refused(game, Move("b1", ("5,6",)))
    assert not refused(game, Move("b1v", tuple(f"{x},6" for x in range(5, 10))))
    assert "can cover 5" in refused(game, Move("b1v", tuple(f"{x},6" for x in range(5, 11))))
    assert "already done something" in refused(game, Dismount("b1"))


@pytest.mark.rule("WPR-fahrzeuge-6")
def test_after_the_split_figures_do_not_fire_and_the_carrier_keeps_its_shot() -> None:
    enemy = {"r1": {"model": "figures", "field": "5,6"}}
    game = position({**unit("figures", "spw_mg"), **enemy}, dice=(1,))
    do(game, Dismount("b1"))
    assert "just mounted or dismounted" in refused(game, DirectFire("b1", "small_arms", "5,6"))
    do(game, DirectFire("b1v", "mg", "5,6"))


@pytest.mark.rule("WPR-panzergrenadiere-5")
def test_a_carrier_drives_fires_drives_on_and_lets_its_infantry_off_to_attack() -> None:
    enemy = {"r1": {"model": "figures", "field": "7,6"}}
    game = position({**unit("figures", "spw_mg"), **enemy}, dice=(1, 5, 3))
    do(game, Move("b1v", ("5,6",)), DirectFire("b1v", "mg", "7,6"), Move("b1v", ("6,6",)))
    assert "used up" in refused(game, Move("b1v", ("6,5",)))
    do(game, Dismount("b1"))
    assert element(game, "b1").field == "6,6"
    do(game, Storm(("b1",), "7,6"), Flee("8,6"))
    assert (element(game, "b1").field, element(game, "b1v").field) == ("7,6", "6,6")


@pytest.mark.rule("WPR-panzergrenadiere-3")
def test_nobody_gets_off_a_pinned_carrier() -> None:
    game = position(unit("figures", "spw_mg", pinned=3))
    assert "while it is pinned" in refused(game, Dismount("b1"))


@pytest.mark.rule("WPR-siedlungen-1", "WPR-gelaende-5")
def test_towed_weapons_do_not_take_position_in_a_town() -> None:
    town = {"ground": {"4,6": "building"}, "roads": ROAD}
    assert "cannot take position" in refused(position(unit("pak75", "krupp"), **town), Dismount("b1"))
    assert not refused(position(unit(), **town), Dismount("b1"))
    drive = position(unit("pak75", "krupp"), ground={"5,6": "wood"}, roads=ROAD)
    assert "cannot take position" in refused(drive, Move("b1v", ("5,6",), dismount=True))


@pytest.mark.rule("WPR-hoechstzahl-1", "WPR-raumbedarf-1")
@pytest.mark.parametrize("gun", ["pak75", "mortar_base", "fh150_base"])
def test_no_weapon_is_unlimbered_beside_a_like_one(gun: str) -> None:
    tractor = "rso" if gun == "fh150_base" else "krupp"
    beside = {"b2": {"model": gun, "field": "4,6", "worked": True}, "b3": {"model": gun, "field": "5,6"}}
    game = position({**unit(gun, tractor), **beside})
    assert "WPR-hoechstzahl-1" in refused(game, Dismount("b1"))
    assert Dismount("b1") not in choices(game, Dismount)
    if gun != "mortar_base":
        assert "WPR-hoechstzahl-1" in refused(game, Move("b1v", ("5,6",), dismount=True))
    assert not refused(game, Move("b1v", ("4,7",), dismount=True))


@pytest.mark.rule("WPR-nachtkampf-3")
@pytest.mark.parametrize("before", [None, False])
def test_a_carrier_drives_in_with_headlights_unless_it_began_without(before: bool | None) -> None:
    troops = {**unit(vehicle="spw_mg", lights=before), "r1": {"model": "figures", "field": "5,6"}}
    game = do(position(troops, night=True, roads=ROAD, dice=(5, 3)), DriveIn("b1v", "5,6"), Flee("6,6"))
    driven = before is None
    assert element(game, "b1v").lights is driven
    assert "WPR-nachtkampf-3" in refused(game, Move("b1v", ("4,6",), lights=not driven))


@pytest.mark.rule("WPR-hoechstzahl-1")
def test_no_carrier_drives_its_infantry_in_where_a_like_one_stays() -> None:
    troops = {
        **unit(vehicle="spw_mg"),
        "b2": {"model": "spw_mg", "field": "5,6", "moved": 1, "limit": 4},
        "r1": {"model": "figures", "field": "5,6"},
        "r2": {"model": "figures", "field": "5,7"},
    }
    game = position(troops)
    assert "WPR-hoechstzahl-1" in refused(game, DriveIn("b1v", "5,6"))
    assert [order.field for order in choices(game, DriveIn)] == ["5,7"]


@pytest.mark.rule("WPR-raumbedarf-1", "WPR-figuren-1")
def test_a_base_gets_off_beside_its_own_vehicle_and_figures_beside_figures() -> None:
    assert not refused(position(unit("hmg_base", "spw_mg", moved=1, limit=6)), Dismount("b1"))
    crowd = {"b2": {"model": "figures", "field": "4,6"}, "b3": {"model": "figures", "field": "4,6"}}
    assert not refused(position({**unit(), **crowd}), Dismount("b1"))


@pytest.mark.rule("WPR-schwimmen-1")
@pytest.mark.parametrize("vehicle", ["dukw", "sherman_dd"])
def test_nobody_gets_off_a_vehicle_that_is_afloat(vehicle: str) -> None:
    lake = {"4,6": "water", "4,7": "water"}
    game = position(unit("figures", vehicle), ground=lake)
    assert "WPR-schwimmen-1" in refused(game, Dismount("b1"))
    assert "WPR-schwimmen-1" in refused(game, Move("b1v", ("4,7",), dismount=True))
    assert not refused(position(unit("figures", vehicle), mixed={"4,6": "water"}), Dismount("b1"))


def test_a_barrage_falls_on_those_who_get_off_in_its_field() -> None:
    guns = {"r1": {"model": "fh105_base", "field": "10,6"}, "r2": {"model": "figures", "field": "6,6"}}
    game = position({**unit(), **guns}, barrages={"x": Barrage("x", RED, "4,6", ("r1",), 1)}, dice=(4,))
    do(game, Dismount("b1"))
    assert element(game, "b1").pinned == 4
    assert not element(game, "b1v").pinned


# -- who carries whom --------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-transport-land-1")
def test_a_transport_carries_one_base() -> None:
    game = position({**unit(), "b2": {"model": "figures", "field": "4,6"}})
    assert "already carries" in refused(game, Mount("b2", "b1v"))


@pytest.mark.rule("WPR-transport-land-2", "WPR-transport-land-3")
def test_a_replacement_must_have_the_class_that_the_weapon_needs() -> None:
    def refusal(base: str, vehicle: str) -> str:
        game = position(
            {"b1": {"model": base, "field": "4,6"}, "b2": {"model": vehicle, "field": "4,6"}, "b9": IDLE}
        )
        return refused(game, Mount("b1", "b2"))

    for base in ("hmg_base", "mortar_base", "pak75", "figures"):
        assert not refusal(base, "krupp"), base
    assert "cannot carry or tow" in refusal("heavy_mortar_base", "krupp")
    assert not refusal("heavy_mortar_base", "lorry")
    assert not refusal("flak37_base", "lorry")
    assert "cannot carry or tow" in refusal("fh105_base", "lorry")
    assert not refusal("fh105_base", "rso")
    assert not refusal("flak88_base", "tractor")
    assert "cannot carry or tow" in refusal("riders", "lorry")


@pytest.mark.rule("WPR-munition-2")
def test_a_tractor_serves_nobody_else_while_its_weapon_exists() -> None:
    elements = {**unit("fh105_base", "tractor", aboard=False), "b2": {"model": "figures", "field": "4,6"}}
    assert "carries the ammunition" in refused(position(elements), Mount("b2", "b1v"))
    elements["b1"] = {"model": "fh105_base", "mate": "b1v", "fate": "lost"}
    assert not refused(position(elements), Mount("b2", "b1v"))


@pytest.mark.rule("WPR-mitfahren-1")
def test_medium_and_heavy_tanks_carry_one_base_of_figures_without_heavy_weapons() -> None:
    def refusal(base: str, vehicle: str) -> str:
        game = position(
            {"b1": {"model": base, "field": "4,6"}, "b2": {"model": vehicle, "field": "4,6"}, "b9": IDLE}
        )
        return refused(game, Mount("b1", "b2"))

    for tank in ("p4", "p5", "stg3", "japz4"):
        assert not refusal("figures", tank), tank
    for other in ("pz2", "koenigstiger", "puma"):
        assert "cannot carry" in refusal("figures", other), other
    assert "cannot carry" in refusal("hmg_base", "p4")


@pytest.mark.rule("WPR-mitfahren-2")
def test_riders_are_thrown_off_by_any_effect_on_the_tank() -> None:
    def hit(game: Game[Position]) -> Any:
        pin(game, "b1v", 3)
        return
        yield

    game = position(unit("figures", "p4"), script=hit)
    rider = element(game, "b1")
    assert not rider.aboard
    assert rider.pinned == 3


@pytest.mark.rule("WPR-fahrzeuge-2")
def test_transports_and_their_drivers_cannot_fight() -> None:
    game = position({**unit(aboard=False), "r1": {"model": "figures", "field": "5,6"}})
    assert "unarmed" in refused(game, DirectFire("b1v", "mg", "5,6"))
    assert not [order for order in choices(game, DirectFire) if order.element == "b1v"]


@pytest.mark.rule("WPR-fahrzeuge-3")
def test_joined_they_have_one_activity() -> None:
    enemy = {"r1": {"model": "supply_lorry", "field": "6,6"}}
    game = position({**unit(), **enemy}, roads=ROAD)
    do(game, Move("b1v", ("5,6",)))
    assert "has moved" in refused(game, DirectFire("b1", "small_arms", "6,6"))
    fired = position({**unit(), "r1": {"model": "supply_lorry", "field": "5,6"}}, dice=(1,))
    do(fired, DirectFire("b1", "small_arms", "5,6"))
    assert "it may not move" in why(fired, "b1v", "4,5")


@pytest.mark.rule("WPR-fahrzeuge-1")
def test_crews_are_not_shown_and_are_lost_with_their_vehicle() -> None:
    def lose(one: Game[Position]) -> Any:
        yield from knock_out(one, "b1")

    game = position({"b1": {"model": "p4", "field": "4,6"}}, script=lose)
    assert [one.id for one in game.state.elements.values() if one.fate == "board"] == []


@pytest.mark.rule("WPR-felder-besetzt-4", "WPR-absitzen-nahkampf-1")
def test_among_enemy_figures_nobody_gets_off_but_to_fight_them_at_once() -> None:
    carrier = {"b1": {"model": "spw_mg", "field": "5,6"}, "b2": {"model": "figures", "aboard": "b1"}}
    troops = {**carrier, "r1": {"model": "figures", "field": "5,6"}}
    game = position(troops, dice=(5, 3))
    assert "can only be attacked" in refused(game, Dismount("b2"))
    assert not choices(game, Dismount)
    assert DriveIn("b1", "5,6") in choices(game)
    do(game, DriveIn("b1", "5,6"))
    do(game, Flee("6,6"))
    assert (element(game, "b2").field, element(game, "b2").aboard) == ("5,6", "")
    assert element(game, "b2").attacked
    apart = position({**troops, "b1": {"model": "spw_mg", "field": "4,6"}})
    assert "can only be attacked" in refused(apart, Move("b1", ("5,6",), dismount=True))
    fast = position({**troops, "b1": {"model": "spw_mg", "field": "5,6", "moved": 2, "limit": 3}})
    assert "more than half" in refused(fast, DriveIn("b1", "5,6"))
    armour = position({**carrier, "r1": {"model": "t34_76", "field": "5,6"}})
    assert not refused(armour, Dismount("b2")), "to hunt it"
