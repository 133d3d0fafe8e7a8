"""Ships, the coast, loading and unloading, and the assault landing."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game
from planspiel.systems.wiener2022 import counter, losses, ships
from planspiel.systems.wiener2022.barrage import BarrageFell
from planspiel.systems.wiener2022.counter import CounterFire
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.flight import ChooseFlight, FledAboard, Flee
from planspiel.systems.wiener2022.indirect import IndirectFire
from planspiel.systems.wiener2022.landing import (
    Disembark,
    Disembarked,
    Embark,
    LowerBoat,
    StormAshore,
    is_landed_at_once,
)
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.observing import battery_of
from planspiel.systems.wiener2022.opposed import RollsCompared
from planspiel.systems.wiener2022.position_markers import marker_refusal
from planspiel.systems.wiener2022.scenario import Engineering
from planspiel.systems.wiener2022.self_smoke import try_self_smoke
from planspiel.systems.wiener2022.state import RED, Barrage, Barrier, Position, Screen
from planspiel.systems.wiener2022.storm import DriveIn, Storm
from planspiel.systems.wiener2022.transport import Dismount
from wiener2022.firing import running, scene
from wiener2022.positions import ask_of, choices, declines, do, element, happened, pack, position, refused

SEA = {f"{x},{y}": "water" for x in range(1, 7) for y in range(1, 13)}
"""The western half is water; the coast is column 7."""


def _afloat(elements: dict[str, Any], **rest: Any) -> Game[Position]:
    return position(elements, ground={**SEA, **rest.pop("ground", {})}, **rest)


# -- the coast ---------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-kueste-1", "WPR-schiffe-klassen-7")
@pytest.mark.parametrize(
    ("model", "may_come_near"),
    [
        ("destroyer", False),
        ("light_cruiser", False),
        ("merchant", False),
        ("landing_ship", True),
        ("landing_craft", True),
        ("landing_boat", True),
        ("stormboat", True),
    ],
)
def test_larger_ships_without_ramp_keep_one_field_off_the_coast(model: str, may_come_near: bool) -> None:
    game = _afloat({"b1": {"model": model, "field": "5,5"}})
    assert (refused(game, Move("b1", ("6,5",))) == "") == may_come_near
    assert refused(game, Move("b1", ("4,5",))) == ""


@pytest.mark.rule("WPR-schiffe-klassen-X1")
def test_transport_ships_with_ramps_land_vehicles_on_an_open_coast() -> None:
    elements = {"b1": {"model": "landing_ship", "field": "6,5"}, "b2": {"model": "p4", "aboard": "b1"}}
    game = _afloat(elements)
    do(game, Disembark("b2", "7,5"))
    assert element(game, "b2").field == "7,5"
    plain = _afloat({**elements, "b1": {"model": "merchant", "field": "6,5"}})
    assert "pier" in refused(plain, Disembark("b2", "7,5"))


@pytest.mark.rule("WPR-schiffe-klassen-5", "WPR-schiffe-klassen-X2")
def test_ships_without_ramps_unload_at_piers_or_land_figures_by_boat() -> None:
    elements = {
        "b1": {"model": "merchant", "field": "6,5"},
        "b2": {"model": "p4", "aboard": "b1"},
        "b3": {"model": "figures", "aboard": "b1"},
    }
    pier = _afloat(elements, map={"features": {"pier": ["6,5"]}})
    assert refused(pier, Disembark("b2", "7,5")) == ""
    coming = _afloat(
        {**elements, "b1": {"model": "merchant", "field": "5,5"}}, map={"features": {"pier": ["6,5"]}}
    )
    assert refused(coming, Move("b1", ("6,5",))) == "", "a pier is an exception"
    off = _afloat({**elements, "b1": {"model": "merchant", "field": "5,5"}})
    assert "needs a pier" in refused(off, LowerBoat("b2"))
    do(off, LowerBoat("b3"))
    boat = element(off, element(off, "b3").aboard)
    assert (boat.model, boat.field) == ("ships_boat", "5,5")
    assert pack().models["ships_boat"].mobility == "rowboat"


@pytest.mark.rule("WPR-schiffe-2")
def test_ships_move_and_fire_like_vehicles_on_water_with_one_weapon_in_a_turn() -> None:
    elements = {"b1": {"model": "destroyer", "field": "5,5"}, "r1": {"model": "krupp", "field": "7,5"}}
    game = _afloat(elements, dice=(1,))
    assert "coast" in refused(game, Move("b1", ("6,5",)))
    assert "not next to" in refused(game, Move("b1", ("3,5",)))
    do(game, DirectFire("b1", "dual_purpose", "7,5"))
    assert "has fired" in refused(game, DirectFire("b1", "flak_20", "7,5"))
    assert refused(game, Move("b1", ("5,6",))) == "", "and may still move"


@pytest.mark.rule("WPR-schiffe-klassen-2", "WPR-schiffe-klassen-X3")
def test_small_craft_with_guns_or_rockets_fire_directly_only() -> None:
    for model, weapon in (("gun_boat", "gun_75_38"), ("rocket_boat", "craft_rockets")):
        elements = {"b1": {"model": model, "field": "5,5"}, "r1": {"model": "krupp", "field": "7,5"}}
        assert refused(_afloat(elements), DirectFire("b1", weapon, "7,5")) == ""
        game = _afloat(
            {**elements, "b2": {"model": "fh105_base", "field": "9,9"}}, item=("phase", "indirect")
        )
        assert "no artillery" in refused(game, IndirectFire(("b1",), "7,5"))
        assert pack().models[model].armour == 1, "a light tank"
        assert battery_of(pack(), element(game, "b1")) is None
    woods = _afloat(
        {"b1": {"model": "rocket_boat", "field": "5,5"}, "r1": {"model": "krupp", "field": "7,5"}},
        ground={"6,5": "wood"},
    )
    assert refused(woods, DirectFire("b1", "craft_rockets", "7,5")) != "", "it needs a line"


@pytest.mark.rule("WPR-schiffe-klassen-7")
def test_larger_warships_act_as_indirect_artillery() -> None:
    elements = {
        "b1": {"model": "light_cruiser", "field": "2,5"},
        "b2": {"model": "figures", "field": "7,5"},
        "r1": {"model": "krupp", "field": "9,5"},
    }
    game = _afloat(elements, item=("phase", "indirect"), dice=(4,))
    assert ships.keeps_off(pack().models["light_cruiser"])
    do(game, IndirectFire(("b1",), "9,5"))
    assert element(game, "r1").pinned == 5, "4 and one point of calibre"


# -- loading -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-transport-wasser-1", "WPR-schiffe-klassen-3", "WPR-schiffe-klassen-8")
@pytest.mark.table
@pytest.mark.parametrize(
    ("craft", "cargo", "fits"),
    [
        ("stormboat", "figures", True),
        ("stormboat", "hmg_base", True),
        ("stormboat", "pak37", True),
        ("stormboat", "pak75", False),
        ("stormboat", "krupp", False),
        ("raft", "figures", True),
        ("raft", "p4", False),
        ("motor_ferry", "p4", True),
        ("landing_craft", "p4", True),
        ("landing_boat", "figures", True),
        ("landing_boat", "mortar_base", True),
        ("landing_boat", "p4", False),
        ("landing_ship", "p4", True),
        ("destroyer", "figures", True),
        ("destroyer", "p4", False),
    ],
)
def test_what_each_craft_takes_aboard(craft: str, cargo: str, fits: bool) -> None:
    game = scene({"b1": {"model": craft, "field": "6,5"}, "b2": {"model": cargo, "field": "7,5"}}, ground=SEA)
    found = ships.room_refusal(game.pack, game.state, element(game, "b1"), element(game, "b2"))
    assert (found is None) == fits


def test_a_craft_takes_no_more_than_it_has_room_for() -> None:
    full = {
        "b1": {"model": "stormboat", "field": "6,5"},
        "b2": {"model": "figures", "aboard": "b1"},
        "b3": {"model": "figures", "field": "7,5"},
    }
    assert "full" in refused(_afloat(full), Embark("b3", "b1"))
    destroyer = {
        "b1": {"model": "destroyer", "field": "6,5"},
        **{f"b{n}": {"model": "figures", "aboard": "b1"} for n in (2, 3)},
        "b4": {"model": "figures", "field": "7,5"},
    }
    assert "full" in refused(_afloat(destroyer, map={"features": {"pier": ["6,5"]}}), Embark("b4", "b1"))


@pytest.mark.rule("WPR-schiffe-klassen-3", "WPR-transport-wasser-1")
@pytest.mark.parametrize(
    ("aboard", "cargo", "fits"),
    [
        ({"b2": {"model": "p4", "aboard": "b1"}}, "figures", True),
        ({"b2": {"model": "figures", "aboard": "b1"}}, "p4", True),
        ({"b2": {"model": "p4", "aboard": "b1"}}, "krupp", False),
        ({"b2": {"model": "figures", "aboard": "b1"}}, "figures", False),
        (
            {"b2": {"model": "spw_mg", "aboard": "b1"}, "b3": {"model": "figures", "aboard": "b2"}},
            "figures",
            False,
        ),
    ],
)
def test_a_ramp_takes_one_land_vehicle_besides_the_figures(aboard: Any, cargo: str, fits: bool) -> None:
    craft = {"model": "landing_craft", "field": "6,5"}
    game = _afloat({"b1": craft, **aboard, "b4": {"model": cargo, "field": "7,5"}})
    assert (refused(game, Embark("b4", "b1")) == "") == fits
    plain = _afloat(
        {"b1": {**craft, "model": "motor_ferry"}, **aboard, "b4": {"model": cargo, "field": "7,5"}}
    )
    assert "full" in refused(plain, Embark("b4", "b1")), "other craft take one of them"


@pytest.mark.rule("WPR-transport-wasser-1")
def test_a_ramp_takes_a_complete_unit() -> None:
    unit = {"b2": {"model": "krupp", "field": "7,5"}, "b3": {"model": "pak75", "aboard": "b2"}}
    game = _afloat({"b1": {"model": "landing_craft", "field": "6,5"}, **unit})
    do(game, Embark("b2", "b1"))
    assert [element(game, name).field for name in ("b2", "b3")] == ["6,5", "6,5"]


@pytest.mark.rule("WPR-uebersetzmittel-1")
def test_vehicles_cross_on_makeshift_craft_only_by_scenario() -> None:
    elements = {"b1": {"model": "raft", "field": "6,5"}, "b2": {"model": "krupp", "field": "7,5"}}
    assert "cannot carry" in refused(_afloat(elements), Embark("b2", "b1"))
    allowed = _afloat(elements, scenario={"engineering": Engineering(barges=True)})
    assert refused(allowed, Embark("b2", "b1")) == ""


@pytest.mark.rule("WPR-schiffe-laden-1")
def test_boats_and_ships_with_ramps_load_and_unload_at_the_bank() -> None:
    elements = {
        "b1": {"model": "stormboat", "field": "6,5"},
        "b2": {"model": "figures", "field": "7,5"},
        "b3": {"model": "figures", "field": "8,5"},
    }
    game = _afloat(elements)
    assert "not at" in refused(game, Embark("b3", "b1"))
    do(game, Embark("b2", "b1"))
    assert (element(game, "b2").aboard, element(game, "b2").field) == ("b1", "6,5")
    aboard = _afloat({**elements, "b2": {"model": "figures", "aboard": "b1"}})
    assert "not at" in refused(aboard, Disembark("b2", "5,5")), "nobody swims"
    do(aboard, Disembark("b2", "7,5"))
    assert element(aboard, "b2").field == "7,5"
    ramp = _afloat({"b1": {"model": "landing_ship", "field": "6,5"}, "b2": {"model": "p4", "aboard": "b1"}})
    do(ramp, Disembark("b2", "7,5"))
    assert element(ramp, "b2").field == "7,5"


@pytest.mark.rule("WPR-schiffe-klassen-5", "WPR-schiffe-klassen-X2")
def test_at_sea_figures_come_aboard_a_ship_by_boat() -> None:
    elements = {
        "b1": {"model": "destroyer", "field": "5,5"},
        "b1w1": {"model": "ships_boat", "field": "5,5"},
        "b2": {"model": "figures", "aboard": "b1w1"},
    }
    game = _afloat(elements)
    assert Embark("b2", "b1") in choices(game, Embark)
    do(game, Embark("b2", "b1"))
    assert element(game, "b2").aboard == "b1"
    assert element(game, "b1w1").fate == "left", "the ship hoists its boat"
    engineers = _afloat(
        {**elements, "b3": {"model": "stormboat", "field": "5,5"}, "b2": {"model": "figures", "aboard": "b3"}}
    )
    assert element(do(engineers, Embark("b2", "b1")), "b3").fate == "board", "it is not the ship's"


@pytest.mark.rule("WPR-schiffe-klassen-5", "WPR-schiffe-laden-2")
def test_nobody_comes_aboard_at_sea_with_guns_from_afar_or_after_a_craft_has_moved() -> None:
    boat = {"model": "ships_boat", "field": "5,5"}
    elements = {
        "b1": {"model": "destroyer", "field": "5,5"},
        "b1w1": boat,
        "b2": {"model": "figures", "aboard": "b1w1"},
    }
    wanted = Embark("b2", "b1")
    assert refused(_afloat(elements), wanted) == ""
    assert "no ship beside" in refused(_afloat({**elements, "b1w1": {**boat, "field": "5,6"}}), wanted)
    assert "moved" in refused(_afloat({**elements, "b1w1": {**boat, "moved": 1}}), wanted)
    assert "moved" in refused(_afloat({**elements, "b1": {**elements["b1"], "moved": 1}}), wanted)
    gun = {
        **elements,
        "b1": {"model": "merchant", "field": "5,5"},
        "b2": {"model": "pak37", "aboard": "b1w1"},
    }
    assert "needs a pier" in refused(_afloat(gun), wanted)
    full = {f"b{n}": {"model": "figures", "aboard": "b1"} for n in (3, 4)}
    assert "full" in refused(_afloat({**elements, **full}), wanted)


@pytest.mark.rule("WPR-schiffe-laden-2", "WPR-entladen-1")
def test_loading_comes_before_the_craft_moves_and_heavy_material_takes_the_turn() -> None:
    elements = {
        "b1": {"model": "landing_ship", "field": "6,5", "moved": 1},
        "b2": {"model": "pak75", "aboard": "b1"},
        "b3": {"model": "figures", "field": "7,5"},
    }
    late = _afloat(elements)
    assert "only before" in refused(late, Disembark("b2", "7,5"))
    assert "has moved" in refused(late, Embark("b3", "b1"))
    game = _afloat({**elements, "b1": {"model": "landing_ship", "field": "6,5"}})
    do(game, Disembark("b2", "7,5"))
    assert element(game, "b2").acted
    assert element(game, "b1").acted
    assert refused(game, Move("b1", ("5,5",))) != "", "the ship was unloading"


@pytest.mark.rule("WPR-sturmlandung-1")
@pytest.mark.parametrize("model", ["p4", "marder", "figures"])
def test_in_an_assault_landing_troops_leave_a_craft_that_has_moved_and_go_one_field(model: str) -> None:
    elements = {
        "b1": {"model": "landing_craft", "field": "6,5", "moved": 3},
        "b2": {"model": model, "aboard": "b1"},
        "r1": {"model": "krupp", "field": "9,5"},
        "r2": {"model": "figures", "field": "8,6"},
    }
    game = _afloat(elements)
    do(game, Disembark("b2", "7,5"))
    declines(game)
    assert refused(game, Move("b2", ("8,5",))) == ""
    assert refused(game, Move("b2", ("8,5", "9,4"))) != ""
    if model == "figures":
        assert refused(game, Storm(("b2",), "8,6")) == ""
    else:
        weapon = pack().models[model].weapons[0]
        assert refused(game, DirectFire("b2", weapon, "9,5")) == ""


@pytest.mark.rule("WPR-landungsboot-1")
def test_a_landing_craft_is_a_carrier_that_moves_on_water_only() -> None:
    elements = {
        "b1": {"model": "landing_craft", "field": "6,5", "pinned": 3},
        "b2": {"model": "figures", "aboard": "b1"},
    }
    game = _afloat(elements)
    assert "pinned" in refused(game, Disembark("b2", "7,5")), "nobody leaves a pinned carrier"
    assert refused(game, Move("b1", ("7,5",))) != ""
    assert is_landed_at_once(pack().models["figures"])
    assert pack().models["landing_craft"].armour == 1


@pytest.mark.rule("WPR-landungsboot-1", "WPR-schiffe-klassen-2", "WPR-gegenzug-echter-4")
@pytest.mark.parametrize("model", ["landing_boat", "landing_craft", "gun_boat", "rocket_boat"])
def test_small_craft_are_ready_for_counter_moves_only_in_position_like_carriers_and_tanks(model: str) -> None:
    craft = {"model": model, "field": "6,5"}
    game = _afloat({"r1": craft, "r2": {**craft, "position": True}})
    assert [counter.is_in_position(game.pack, element(game, name)) for name in ("r1", "r2")] == [False, True]


@pytest.mark.rule("WPR-landungsboot-1", "WPR-schiffe-klassen-2", "WPR-selbstnebel-1")
@pytest.mark.parametrize("model", ["landing_craft", "rocket_boat"])
def test_hard_pressed_small_craft_hide_in_their_own_smoke(model: str) -> None:
    craft = {"r1": {"model": model, "field": "6,5", "pinned": 5}}
    game = _afloat(craft, dice=(5,), script=running(lambda game: try_self_smoke(game, "r1")))
    assert element(game, "r1").self_smoke


def test_landing_sets_off_counter_moves() -> None:
    elements = {
        "b1": {"model": "landing_craft", "field": "6,5"},
        "b2": {"model": "figures", "aboard": "b1"},
        "r1": {"model": "hmg_base", "field": "8,5"},
    }
    game = _afloat(elements, dice=(4,))
    do(game, Disembark("b2", "7,5"))
    assert CounterFire("r1", "hmg", "b2") in choices(game)
    do(game, CounterFire("r1", "hmg", "b2"))
    assert element(game, "b2").pinned == 4


def test_nobody_dismounts_from_a_vehicle_that_is_itself_aboard() -> None:
    elements = {
        "b1": {"model": "landing_craft", "field": "6,5"},
        "b2v": {"model": "spw_mg", "aboard": "b1"},
        "b2": {"model": "figures", "aboard": "b2v"},
    }
    game = _afloat(elements)
    assert "unloaded first" in refused(game, Dismount("b2"))
    do(game, Disembark("b2v", "7,5"))
    assert [event.element for event in happened(game, Disembarked)] == ["b2v"]
    assert [element(game, name).field for name in ("b2v", "b2")] == ["7,5", "7,5"]


@pytest.mark.rule("WPR-fahrzeuge-3")
def test_nobody_attacks_from_a_vehicle_that_is_itself_aboard() -> None:
    elements = {
        "b1": {"model": "landing_craft", "field": "6,5"},
        "b2v": {"model": "spw_mg", "aboard": "b1"},
        "b2": {"model": "figures", "aboard": "b2v"},
        "r1": {"model": "figures", "field": "7,5"},
    }
    game = _afloat(elements)
    assert "WPR-fahrzeuge-3" in refused(game, DriveIn("b2v", "7,5"))
    assert not any(order.element == "b2v" for order in choices(game, DriveIn))


def test_everybody_aboard_goes_down_with_a_ship() -> None:
    elements = {
        "b1": {"model": "landing_craft", "field": "6,5"},
        "b2v": {"model": "spw_mg", "aboard": "b1"},
        "b2": {"model": "figures", "aboard": "b2v"},
    }
    game = position(elements, ground=SEA, script=running(lambda game: losses.knock_out(game, "b1")))
    assert [element(game, name).fate for name in ("b1", "b2v", "b2")] == ["lost"] * 3


FERRIED = {
    "b1": {"model": "motor_ferry", "field": "6,5"},
    "b2v": {"model": "krupp", "aboard": "b1"},
    "b2": {"model": "figures", "aboard": "b2v"},
    "r1": {"model": "figures", "field": "7,5"},
}
SHOT = DirectFire("b2", "small_arms", "7,5")


@pytest.mark.rule("WPR-faehren-3", "WPR-feuer-fahrzeuge-X1", "WPR-niederhaltung-4")
def test_figures_on_a_lorry_on_a_ferry_fire_as_one_element_with_the_ferry() -> None:
    assert not refused(_afloat(FERRIED), SHOT)
    for state in ({"moved": 4, "limit": 4}, {"pinned": 5}, {"shot": True}):
        assert refused(_afloat({**FERRIED, "b1": {**FERRIED["b1"], **state}}), SHOT), state
    game = do(_afloat(FERRIED, dice=(1,)), SHOT)
    assert [element(game, name).shot for name in ("b1", "b2v", "b2")] == [True] * 3
    assert not refused(game, Move("b1", ("6,6", "6,7")))
    assert refused(game, Move("b1", ("6,6", "6,7", "6,8")))


# -- storm from the water ----------------------------------------------------------------------------------

STORM = {
    "b1": {"model": "stormboat", "field": "6,5", "moved": 2},
    "b2": {"model": "figures", "aboard": "b1"},
    "r1": {"model": "figures", "field": "7,5"},
}


@pytest.mark.rule("WPR-schiffe-laden-3")
def test_after_a_failed_assault_landing_figures_may_flee_back_aboard() -> None:
    game = _afloat(STORM, dice=(3, 5))
    do(game, StormAshore(("b2",), "7,5"))
    assert happened(game, RollsCompared)
    assert happened(game, FledAboard)[0].craft == "b1", "the water leaves no other way"
    assert (element(game, "b2").aboard, element(game, "b2").pinned) == ("b1", 5)
    won = _afloat(STORM, dice=(5, 3))
    do(won, StormAshore(("b2",), "7,5"))
    question = ask_of(won)[1]
    assert isinstance(question, ChooseFlight)
    do(won, Flee(question.ways[0]))
    assert element(won, "b2").field == "7,5"


@pytest.mark.rule("WPR-schiffe-laden-3", "WPR-schiffe-klassen-3")
def test_a_tank_aboard_leaves_room_for_figures_that_flee_back() -> None:
    craft = {"b1": {"model": "landing_craft", "field": "6,5"}, "b3": {"model": "p4", "aboard": "b1"}}
    game = _afloat({**STORM, **craft}, dice=(3, 5))
    do(game, StormAshore(("b2",), "7,5"))
    assert happened(game, FledAboard)[0].craft == "b1"


@pytest.mark.rule("WPR-schiffe-laden-4")
def test_where_the_field_is_part_water_figures_drive_in_by_craft_and_fight() -> None:
    elements = {**STORM, "b1": {"model": "stormboat", "field": "6,5"}}
    game = _afloat(elements, mixed={"7,5": "water"}, dice=(3, 5))
    do(game, DriveIn("b1", "7,5"))
    assert element(game, "b1").field == "7,5"
    assert happened(game, FledAboard)[0].craft == "b1", "the craft is a field of its own"
    assert element(game, "b1").fate == "board"
    dry = _afloat(elements)
    assert refused(dry, DriveIn("b1", "7,5")) != ""


def test_several_bases_storm_ashore_together() -> None:
    elements = {
        **STORM,
        "b3": {"model": "stormboat", "field": "6,6"},
        "b4": {"model": "figures", "aboard": "b3"},
        "r1": {"model": "figures", "field": "7,6"},
        "b1": {"model": "stormboat", "field": "6,5"},
    }
    game = _afloat(elements)
    assert StormAshore(("b4",), "7,6") in choices(game)
    assert "not at" in refused(game, StormAshore(("b2", "b4"), "7,6"))
    assert "is on no craft" in refused(game, StormAshore(("b1",), "7,6"))


# -- amphibious vehicles -----------------------------------------------------------------------------------


@pytest.mark.rule("WPR-schwimmfahrzeuge-1")
def test_amphibious_vehicles_go_in_and_out_of_the_water_at_the_lower_speed() -> None:
    game = _afloat({"b1": {"model": "dukw", "field": "7,5"}, "b2": {"model": "krupp", "field": "7,7"}})
    water = game.pack.tables.speed(pack().models["dukw"], dark=False)[2]
    path = tuple(f"{7 - n},5" for n in range(1, water + 1))
    assert refused(game, Move("b1", path)) == ""
    assert refused(game, Move("b1", (*path, f"{6 - water},5"))) != ""
    assert refused(game, Move("b2", ("6,7",))) != ""


# -- what waits on the beach -------------------------------------------------------------------------------


def _on_the_beach(model: str, dice: tuple[int, ...] = (), **rest: Any) -> Game[Position]:
    """Troops in a landing craft that lies in a field of the coast which is partly water."""
    craft = {
        "b1": {"model": "landing_craft", "field": "7,5", "moved": 3},
        "b2": {"model": model, "aboard": "b1"},
    }
    return _afloat({**craft, **rest.pop("elements", {})}, mixed={"7,5": "water"}, dice=dice, **rest)


@pytest.mark.rule("WPR-minen-3", "WPR-minen-6", "WPR-minen-7")
@pytest.mark.parametrize(("model", "mine"), [("figures", "ap_mine"), ("p4", "at_mine")])
def test_mines_act_on_who_gets_ashore_in_the_field_of_his_craft(model: str, mine: str) -> None:
    game = _on_the_beach(
        model, (4,), barriers={"m": Barrier("m", mine, "7,5", RED, hidden=True)}, mode="hidden"
    )
    assert refused(game, Disembark("b2", "7,5")) == "", "a refusal would tell"
    do(game, Disembark("b2", "7,5"))
    assert element(game, "b2").pinned == 4
    assert element(game, "b1").pinned == 0
    assert not game.state.barriers["m"].hidden


@pytest.mark.rule("WPR-schiffe-laden-4", "WPR-schiffe-laden-3")
def test_figures_storm_the_field_in_whose_water_their_craft_lies_already() -> None:
    craft = {"b1": {"model": "landing_boat", "field": "7,5"}, "b2": {"model": "figures", "aboard": "b1"}}
    troops = {**craft, "r1": {"model": "figures", "field": "7,5"}}
    won = _afloat(troops, mixed={"7,5": "water"}, dice=(5, 3))
    assert choices(won, StormAshore) == [StormAshore(("b2",), "7,5")]
    do(won, StormAshore(("b2",), "7,5"), Flee("8,5"))
    assert (element(won, "b2").field, element(won, "b2").aboard) == ("7,5", "")
    beaten = do(_afloat(troops, mixed={"7,5": "water"}, dice=(3, 5)), StormAshore(("b2",), "7,5"))
    assert Flee("b1") in choices(beaten), "the craft counts as a field of its own"


@pytest.mark.rule("WPR-felder-besetzt-4")
@pytest.mark.parametrize("dark", [{"night": True}, {"smoke": {"7,5": Screen(RED, 1)}}])
def test_an_unseen_enemy_in_the_field_keeps_the_landing_aboard(dark: dict[str, Any]) -> None:
    boat = {"b1": {"model": "stormboat", "field": "6,5"}, "b2": {"model": "figures", "aboard": "b1"}}
    game = _afloat({**boat, "r1": {"model": "figures", "field": "7,5"}}, mode="hidden", **dark)
    assert refused(game, Disembark("b2", "7,5")) == "", "a refusal would tell"
    do(game, Disembark("b2", "7,5"))
    assert (element(game, "b2").aboard, element(game, "b2").field) == ("b1", "6,5")
    assert refused(game, StormAshore(("b2",), "7,5")) == "", "now they know whom to storm"


@pytest.mark.rule("WPR-sperrfeuer-3")
def test_a_barrage_falls_on_who_gets_ashore_in_the_field_of_his_craft() -> None:
    battery = {"r1": {"model": "fh105_base", "field": "7,9"}, "r2": {"model": "figures", "field": "9,5"}}
    prepared = {"x": Barrage("x", RED, "7,5", ("r1",), 1)}
    game = do(_on_the_beach("figures", (3,), elements=battery, barrages=prepared), Disembark("b2", "7,5"))
    assert happened(game, BarrageFell)
    assert element(game, "b2").pinned


@pytest.mark.rule("WPR-draht-2")
def test_a_tank_that_gets_ashore_crushes_wire_in_the_field_of_its_craft() -> None:
    game = _on_the_beach("p4", barriers={"w": Barrier("w", "wire", "7,5", RED)})
    assert not do(game, Disembark("b2", "7,5")).state.barriers


@pytest.mark.rule("WPR-stellung-1", "WPR-stellung-4")
@pytest.mark.parametrize("field", ["7,5", "8,5"])
def test_who_has_just_come_ashore_takes_no_position(field: str) -> None:
    game = do(_on_the_beach("p4"), Disembark("b2", field))
    refusal = marker_refusal(game.pack, game.state, element(game, "b2"))
    assert refusal is not None
    assert refusal.cite == "WPR-stellung-1"
