"""Engineering: demolition, wire, barriers, pontoon bridges, trenches, paths."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from barbarossa1941.positions import ask_of, choices, position, refused
from barbarossa1941.rounds import answer, battle, play, with_boxes, with_workforce
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.defence import defence_left
from planspiel.systems.barbarossa1941.engineering import StepAside, WhereTo
from planspiel.systems.barbarossa1941.orders import (
    CautiousMove,
    ClearPath,
    Defend,
    Demolish,
    DigIn,
    March,
    Pontoon,
    RemoveBarrier,
    RemoveWire,
    Wait,
)
from planspiel.systems.barbarossa1941.state import GERMAN, SOVIET, Bridge, Bunker, Fight, Position, Trench

PIONEERS = {"card": "ge_pioneer", "hex": "0505"}
INFANTRY = {"card": "ge_infantry", "hex": "0505"}
BRIDGE: dict[str, Any] = {
    "terrain": {"0505": "river"},
    "bridges": ("0505",),
    "roads": (("0504", "0505", "0506"),),
}
BLAST = {"ge_pioneer": with_boxes("ge_pioneer", demolition=2)}


def side_of(a: str, b: str) -> str:
    return position({}).pack.theatre("test").board.side(a, b)


# -- demolition --------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-demolition-1", "BAR-demolition-2")
def test_pioneers_blow_up_bridges_pontoons_and_bunkers_in_their_hex() -> None:
    game = position({"g1": PIONEERS, "g2": INFANTRY, "g3": {**PIONEERS, "hex": "0504"}}, **BRIDGE)
    assert choices(game, "g1", Demolish) == [Demolish("bridge")]
    assert "BAR-card-back-1" in refused(game, "g2", Demolish("bridge"))
    assert "BAR-demolition-1" in refused(game, "g3", Demolish("bridge"))
    pontoon = position({"g1": PIONEERS}, terrain={"0505": "river"})
    pontoon.state.bridges["0505"] = Bridge(pontoon=True)
    assert choices(pontoon, "g1", Demolish) == [Demolish("pontoon")]
    bunker = position({"g1": PIONEERS}, bunkers={"0505": Bunker(0)})
    assert choices(bunker, "g1", Demolish) == [Demolish("bunker")]
    assert choices(position({"g1": PIONEERS}), "g1", Demolish) == []


@pytest.mark.rule("BAR-demolition-3", "BAR-demolition-5")
def test_the_charges_explode_with_the_last_box_and_there_are_no_others() -> None:
    game = battle({"g1": PIONEERS}, cards=BLAST, **BRIDGE)
    play(game, {"g1": Demolish("bridge")})
    assert game.state.bridges == {}
    play(game, {})
    answer(game, StepAside("0504"))
    assert game.state.bridges["0505"].destroyed
    assert game.state.units["g1"].charges == 0
    spent = position({"g1": {**PIONEERS, "charges": 0}}, **BRIDGE)
    assert "BAR-demolition-5" in refused(spent, "g1", Demolish("bridge"))


@pytest.mark.rule("BAR-demolition-4", "BAR-demolition-7")
def test_all_on_the_bridge_are_destroyed_but_the_pioneers_who_get_away() -> None:
    units = {
        "g1": PIONEERS,
        "g2": INFANTRY,
        "g3": {"card": "ge_opel", "hex": "0505"},
        "g4": {"card": "ge_mg", "fate": "aboard", "hex": "", "carrier": "g3", "set_up": False},
        "s1": {"card": "su_infantry", "hex": "0504"},
    }
    orders = {"g1": Demolish("bridge")}
    game = position(
        units,
        orders=orders,
        item=("time-boxes",),
        cards={"ge_pioneer": with_boxes("ge_pioneer", demolition=1)},
        **{**BRIDGE, "terrain": {"0505": "river", "0604": "river", "0405": "swamp"}},
    )
    assert {name for name, unit in game.state.units.items() if unit.fate == "dead"} == {"g2", "g3", "g4"}
    question = ask_of(game)[1]
    assert isinstance(question, WhereTo)
    assert set(question.hexes) <= {"0506", "0605", "0404", "0405"}
    assert {"0506", "0605", "0404"} <= set(question.hexes)
    answer(game, StepAside("0605"))
    assert (game.state.units["g1"].hex, game.state.units["g1"].fate) == ("0605", "map")


@pytest.mark.rule("BAR-demolition-7")
def test_all_pioneers_at_work_on_a_bridge_get_away() -> None:
    game = position(
        {"g1": PIONEERS, "g2": PIONEERS},
        orders={"g1": Demolish("bridge"), "g2": Demolish("bridge")},
        item=("time-boxes",),
        cards={"ge_pioneer": with_boxes("ge_pioneer", demolition=1)},
        **BRIDGE,
    )
    answer(game, StepAside("0504"))
    answer(game, StepAside("0506"))
    assert {game.state.units[name].hex for name in ("g1", "g2")} == {"0504", "0506"}


@pytest.mark.rule("BAR-demolition-4", "BAR-bunker-7")
def test_a_bunker_blown_up_takes_all_inside_with_it() -> None:
    units = {
        "g1": {**PIONEERS, "tied": ("s1",)},
        "s1": {"card": "su_infantry", "hex": "0505", "bunker": True, "tied": ("g1",)},
        "s2": {"card": "su_infantry", "hex": "0505", "tied": ("g1",)},
    }
    game = position(
        units,
        orders={"g1": Demolish("bunker")},
        item=("time-boxes",),
        cards={"ge_pioneer": with_boxes("ge_pioneer", demolition=1)},
        bunkers={"0505": Bunker(0)},
        fights={"0505": Fight("0505", SOVIET)},
    )
    assert game.state.bunkers == {}
    assert [game.state.units[name].fate for name in units] == ["map", "dead", "map"]


@pytest.mark.rule("BAR-demolition-6")
def test_tied_pioneers_may_lay_charges_against_a_bunker_and_nothing_else() -> None:
    tied = {
        "g1": {**PIONEERS, "tied": ("s1",)},
        "s1": {"card": "su_infantry", "hex": "0505", "tied": ("g1",)},
    }
    game = position(tied, bunkers={"0505": Bunker(0)})
    assert refused(game, "g1", Demolish("bunker")) == ""
    on_bridge = position(tied, **BRIDGE)
    assert "BAR-close-combat-9" in refused(on_bridge, "g1", Demolish("bridge"))


@pytest.mark.rule("BAR-close-combat-9", "BAR-demolition-6")
def test_work_on_a_bridge_that_was_begun_before_the_close_combat_does_not_go_on() -> None:
    units = {"g1": {**PIONEERS, "tied": ("s1",)}, "s1": {**INFANTRY, "card": "su_infantry", "tied": ("g1",)}}
    game = position(
        units,
        orders={"g1": Demolish("bridge")},
        item=("time-boxes",),
        cards={"ge_pioneer": with_boxes("ge_pioneer", demolition=1)},
        fights={"0505": Fight("0505", GERMAN)},
        **BRIDGE,
    )
    assert [game.state.units[name].fate for name in units] == ["map", "map"]
    assert game.state.units["g1"].boxes == 0


def test_a_scenario_may_forbid_to_blow_bridges_too_early() -> None:
    options = position({}).pack.scenarios["test"].options
    scenario = {"options": replace(options, no_demolition_before=3)}
    game = position({"g1": PIONEERS}, scenario=scenario, turn=2, **BRIDGE)
    assert "round 3" in refused(game, "g1", Demolish("bridge"))
    assert (
        refused(position({"g1": PIONEERS}, scenario=scenario, turn=3, **BRIDGE), "g1", Demolish("bridge"))
        == ""
    )


# -- wire and barriers -------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-remove-wire-1")
def test_pioneers_on_either_side_of_a_wired_hexside_may_remove_it() -> None:
    side = side_of("0505", "0504")
    units = {
        "g1": PIONEERS,
        "g2": {**PIONEERS, "hex": "0504"},
        "g3": {**PIONEERS, "hex": "0506"},
        "g4": INFANTRY,
    }
    game = position(units, wire={side: SOVIET})
    assert choices(game, "g1", RemoveWire) == choices(game, "g2", RemoveWire) == [RemoveWire(side)]
    assert "BAR-remove-wire-1" in refused(game, "g3", RemoveWire(side))
    assert "BAR-card-back-1" in refused(game, "g4", RemoveWire(side))
    assert "BAR-remove-wire-1" in refused(game, "g1", RemoveWire(side_of("0505", "0506")))


@pytest.mark.rule("BAR-remove-wire-2", "BAR-remove-wire-1")
def test_wire_is_gone_before_movement() -> None:
    side = side_of("0505", "0504")
    units = {"g1": PIONEERS, "g2": INFANTRY}
    game = battle(units, wire={side: SOVIET})
    play(game, {"g1": RemoveWire(side), "g2": CautiousMove(("0504",))})
    assert game.state.wire == {}
    assert game.state.units["g2"].hex == "0504"
    stopped = battle(units, wire={side: SOVIET})
    play(stopped, {"g2": CautiousMove(("0504",))})
    assert stopped.state.units["g2"].hex == "0505"


@pytest.mark.rule("BAR-remove-barrier-1")
def test_tank_barriers_take_their_time_boxes() -> None:
    side = side_of("0505", "0504")
    units = {"g1": PIONEERS, "g2": {**PIONEERS, "hex": "0506"}}
    game = battle(
        units, teeth={side: SOVIET}, cards={"ge_pioneer": with_boxes("ge_pioneer", remove_barrier=2)}
    )
    assert "BAR-remove-barrier-1" in refused(game, "g2", RemoveBarrier(side))
    assert choices(game, "g1", RemoveBarrier) == [RemoveBarrier(side)]
    play(game, {"g1": RemoveBarrier(side)})
    assert game.state.teeth == {side: SOVIET}
    play(game, {})
    assert game.state.teeth == {}
    assert game.state.units["g1"].order is None


# -- pontoons ----------------------------------------------------------------------------------------------

SAPPERS = {"ge_pioneer": with_workforce("ge_pioneer", "pontoon", 2, 2)}
RIVER = {"0504": "river", "0604": "river"}


def builders(**more: Any) -> Game[Position]:
    units = {"g1": PIONEERS, "g2": {**PIONEERS, "hex": "0405"}, "g3": {**PIONEERS, "hex": "0404"}}
    return battle(units, cards=SAPPERS, terrain=RIVER, **more)


def bridged(game: Game[Position]) -> bool:
    return "0504" in game.state.bridges


@pytest.mark.rule("BAR-pontoon-order-1")
def test_pioneers_build_over_a_river_hex_next_to_them() -> None:
    game = position({"g1": PIONEERS, "g2": INFANTRY}, terrain=RIVER)
    assert choices(game, "g1", Pontoon) == [Pontoon("0504"), Pontoon("0604")]
    assert "BAR-pontoon-order-1" in refused(game, "g1", Pontoon("0506"))
    assert "BAR-pontoon-order-1" in refused(game, "g1", Pontoon("0503"))
    assert "BAR-card-back-1" in refused(game, "g2", Pontoon("0504"))
    standing = position({"g1": PIONEERS}, terrain=RIVER, bridges=("0504",))
    assert "BAR-pontoon-order-1" in refused(standing, "g1", Pontoon("0504"))


@pytest.mark.rule("BAR-pontoon-order-2", "BAR-pontoon-order-3")
def test_the_bridge_stands_after_the_last_box_of_enough_builders() -> None:
    game = builders()
    play(game, {"g1": Pontoon("0504"), "g3": Pontoon("0504")})
    assert not bridged(game)
    play(game, {})
    assert game.state.bridges["0504"] == Bridge(pontoon=True)
    assert game.state.units["g1"].order is None
    alone = builders()
    play(alone, {"g1": Pontoon("0504")}, {}, {})
    assert not bridged(alone)
    assert alone.state.units["g1"].boxes == 0
    apart = builders()
    play(apart, {"g1": Pontoon("0504"), "g2": Wait(), "g3": Wait()}, {})
    assert not bridged(apart)


@pytest.mark.rule("BAR-pontoon-order-4")
def test_boxes_are_kept_by_builder_and_the_bridge_waits_for_the_slowest() -> None:
    game = builders()
    build = Pontoon("0504")
    play(game, {"g1": build, "g3": build}, {"g3": Wait()})
    assert (game.state.units["g1"].boxes, game.state.units["g3"].boxes) == (1, 0)
    play(game, {"g3": build})
    assert (game.state.units["g1"].boxes, game.state.units["g3"].boxes) == (2, 1)
    assert not bridged(game)
    play(game, {})
    assert bridged(game)


@pytest.mark.rule("BAR-pontoon-order-4")
def test_a_builder_in_smoke_is_no_hand_at_work() -> None:
    game = builders()
    play(game, {"g1": Pontoon("0504"), "g3": Pontoon("0504")})
    game.state.smoke["0404"] = 1
    play(game, {})
    assert [game.state.units[name].boxes for name in ("g1", "g3")] == [1, 1]


# -- trenches ----------------------------------------------------------------------------------------------

DIGGERS = {"ge_infantry": with_workforce("ge_infantry", "dig_in", 2, 2)}


@pytest.mark.rule("BAR-dig-in-1")
def test_a_trench_lies_in_the_own_hex_and_faces_another() -> None:
    game = position({"g1": {**INFANTRY, "hex": "0501"}}, trenches={"0501/3": Trench("0501", 3)})
    assert "BAR-dig-in-1" in refused(game, "g1", DigIn(0))
    assert "BAR-dig-in-1" in refused(game, "g1", DigIn(3))
    assert "BAR-dig-in-1" in refused(game, "g1", DigIn(7))
    assert DigIn(2) in choices(game, "g1", DigIn)


@pytest.mark.rule("BAR-dig-in-2", "BAR-dig-in-3", "BAR-trench-2")
def test_enough_units_in_one_hex_dig_a_trench_in_so_many_rounds() -> None:
    game = battle({"g1": INFANTRY, "g2": INFANTRY, "g3": {**INFANTRY, "hex": "0506"}}, cards=DIGGERS)
    play(game, {"g1": DigIn(1), "g2": DigIn(1)})
    assert game.state.trenches == {}
    play(game, {})
    assert game.state.trenches == {"0505/1": Trench("0505", 1)}
    play(game, {"g1": Defend(1, 1)})
    assert game.state.units["g1"].dug_in
    for other in ({"g2": DigIn(2)}, {"g3": DigIn(1)}, {}):
        game = battle({"g1": INFANTRY, "g2": INFANTRY, "g3": {**INFANTRY, "hex": "0506"}}, cards=DIGGERS)
        play(game, {"g1": DigIn(1), **other}, {}, {})
        assert game.state.trenches == {}


@pytest.mark.rule("BAR-dig-in-5")
def test_with_too_few_hands_no_box_is_marked_and_the_diggers_have_no_defence() -> None:
    game = battle({"g1": INFANTRY, "g2": INFANTRY}, cards=DIGGERS, terrain={"0505": "village"})
    play(game, {"g1": DigIn(1), "g2": DigIn(1)}, {"g2": Wait()})
    assert game.state.units["g1"].boxes == 1
    assert defence_left(game.pack, game.state, game.state.units["g1"]) == 0
    assert defence_left(game.pack, game.state, game.state.units["g2"]) > 0


# -- paths -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-clear-path-1", "BAR-clear-path-3")
def test_pioneers_clear_a_path_in_forest_but_not_in_light_forest() -> None:
    units = {"g1": PIONEERS, "g2": {**PIONEERS, "hex": "0705"}, "g3": {**INFANTRY, "hex": "0505"}}
    terrain = {"0505": "forest", "0705": "light_forest"}
    game = battle(units, terrain=terrain, cards={"ge_pioneer": with_boxes("ge_pioneer", clear_path=2)})
    assert "BAR-clear-path-1" in refused(game, "g2", ClearPath())
    assert "BAR-card-back-1" in refused(game, "g3", ClearPath())
    play(game, {"g1": ClearPath()})
    assert game.state.paths == ()
    play(game, {})
    assert game.state.paths == ("0505",)
    assert "BAR-clear-path-1" in refused(game, "g1", ClearPath())


@pytest.mark.rule("BAR-clear-path-3")
def test_by_option_light_forest_is_cleared_too() -> None:
    game = position(
        {"g1": PIONEERS}, terrain={"0505": "light_forest"}, options={"path_in_light_forest": True}
    )
    assert refused(game, "g1", ClearPath()) == ""


@pytest.mark.rule("BAR-clear-path-2", "BAR-clear-path-3")
def test_vehicles_of_both_sides_use_a_finished_path() -> None:
    units = {"g1": {"card": "ge_pz2", "hex": "0504"}, "s1": {"card": "su_t26", "hex": "0506"}}
    closed = position(units, terrain={"0505": "forest"})
    assert refused(closed, "g1", CautiousMove(("0505",))) != ""
    game = position(units, terrain={"0505": "forest"}, paths=("0505",))
    assert refused(game, "g1", CautiousMove(("0505",))) == refused(game, "s1", CautiousMove(("0505",))) == ""
    assert refused(game, "g1", March(("0505",))) == ""


def test_work_is_not_carried_on_in_the_middle_of_a_close_combat() -> None:
    units = {"g1": {**PIONEERS, "order": ClearPath()}, "s1": {"card": "su_infantry", "hex": "0505"}}
    game = position(
        units, item=("time-boxes",), terrain={"0505": "forest"}, fights={"0505": Fight("0505", GERMAN)}
    )
    assert game.state.units["g1"].boxes == 0
