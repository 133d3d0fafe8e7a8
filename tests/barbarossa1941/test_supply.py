"""Supply: handing out ammunition, loading at the edge, and what is lost with the trucks."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from barbarossa1941.positions import GERMAN_SEAT, SOVIET_SEAT, ask_of, choices, pack, position, refused
from barbarossa1941.rounds import answer, army, battle, happened, play, with_boxes
from planspiel.kernel import Game, Illegal, Script
from planspiel.systems.barbarossa1941.losses import lose
from planspiel.systems.barbarossa1941.orders import Ambush, LoadSupply, March, Resupply, Wait
from planspiel.systems.barbarossa1941.state import Position
from planspiel.systems.barbarossa1941.supply import (
    HandedOut,
    HandOut,
    LoadBack,
    LoseLoad,
    LoseMines,
    ReturnHere,
    WhereToReturn,
    capacity,
)

TRUCKS = {"card": "ge_opel", "hex": "0505"}
EMPTY = {"card": "ge_infantry", "hex": "0505", "ammo": 2}
FULL = pack().cards["ge_infantry"].ammo
"""What infantry can hold."""


# -- Resupply ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-resupply-1")
def test_supply_is_had_only_in_the_hex_of_a_friendly_transport() -> None:
    units = {"g1": EMPTY, "g2": {**TRUCKS, "hex": "0504"}, "s1": {"card": "su_zis5", "hex": "0505"}}
    game = position(units)
    assert "BAR-resupply-1" in refused(game, "g1", Resupply("g2", 1))
    assert "BAR-resupply-1" in refused(game, "g1", Resupply("s1", 1))
    assert refused(position({**units, "g2": TRUCKS}), "g1", Resupply("g2", 1)) == ""


@pytest.mark.rule("BAR-resupply-2")
def test_receiver_and_transport_both_need_the_order() -> None:
    for transports in ({}, {"g2": Wait()}):
        game = battle({"g1": EMPTY, "g2": TRUCKS})
        play(game, {"g1": Resupply("g2", 5), **transports})
        assert (game.state.units["g1"].ammo, game.state.units["g1"].boxes) == (2, 0)
    game = battle({"g1": EMPTY, "g2": TRUCKS})
    play(game, {"g1": Resupply("g2", 5), "g2": Resupply()})
    assert game.state.units["g1"].ammo == 7
    assert "BAR-resupply-2" in refused(game, "g1", Resupply())


@pytest.mark.rule("BAR-resupply-3", "BAR-resupply-7")
def test_points_change_hands_when_the_last_box_of_the_receiver_is_marked() -> None:
    cards = {
        "ge_infantry": with_boxes("ge_infantry", resupply=2),
        "ge_opel": with_boxes("ge_opel", resupply=3),
    }
    game = battle({"g1": EMPTY, "g2": TRUCKS}, cards=cards)
    play(game, {"g1": Resupply("g2", 5), "g2": Resupply()})
    assert (game.state.units["g1"].ammo, game.state.units["g1"].boxes) == (2, 1)
    play(game, {})
    assert game.state.units["g1"].ammo == 7


@pytest.mark.rule("BAR-resupply-4")
def test_every_point_given_is_crossed_off_the_stock_and_less_may_be_taken() -> None:
    game = battle({"g1": EMPTY, "g2": {**TRUCKS, "ammo": 20}})
    play(game, {"g1": Resupply("g2", 3), "g2": Resupply()})
    assert (game.state.units["g1"].ammo, game.state.units["g2"].ammo) == (5, 17)
    for nothing in (Resupply("g2"), Resupply("g2", -1)):
        assert "BAR-resupply-4" in refused(game, "g1", nothing)


@pytest.mark.rule("BAR-resupply-5")
def test_nobody_receives_more_than_is_printed() -> None:
    game = position({"g1": EMPTY, "g2": TRUCKS})
    assert refused(game, "g1", Resupply("g2", FULL - 2)) == ""
    assert "BAR-resupply-5" in refused(game, "g1", Resupply("g2", FULL - 1))
    assert "BAR-resupply-5" in refused(game, "g1", Resupply("g2", 1, smoke=1))
    assert choices(game, "g1", Resupply) == [Resupply("g2", FULL - 2)]


@pytest.mark.rule("BAR-resupply-6")
def test_several_units_are_supplied_by_one_transport_at_the_same_time() -> None:
    game = battle({"g1": EMPTY, "g2": {**TRUCKS, "ammo": 20}, "g3": {**EMPTY, "ammo": 0}})
    play(game, {"g1": Resupply("g2", 4), "g3": Resupply("g2", 6), "g2": Resupply()})
    assert [game.state.units[name].ammo for name in ("g1", "g2", "g3")] == [6, 10, 6]


@pytest.mark.rule("BAR-supply-drop-4", "BAR-resupply-8")
def test_a_dropped_box_may_be_empty_before_all_who_share_it_are_served() -> None:
    game = battle({"g1": {**EMPTY, "ammo": 0}, "g2": {**EMPTY, "ammo": 0}}, cargo={"0505": 6})
    play(game, {"g1": Resupply("cargo:0505", 10), "g2": Resupply("cargo:0505", 8)})
    answer(game, HandedOut({"g1": 6, "g2": 0}))
    assert [game.state.units[name].ammo for name in ("g1", "g2")] == [6, 0]
    assert game.state.cargo == {}


@pytest.mark.rule("BAR-resupply-7")
def test_smoke_shells_cost_a_point_each_and_mines_go_to_pioneers() -> None:
    units = {
        "g1": {"card": "ge_mortar", "hex": "0505", "smoke": 0, "ammo": 11},
        "g2": {**TRUCKS, "ammo": 20, "mines": 3},
        "g3": {"card": "ge_pioneer", "hex": "0505", "mines": 0},
    }
    game = battle(units)
    orders = {"g1": Resupply("g2", 1, smoke=2), "g3": Resupply("g2", mines=1), "g2": Resupply()}
    assert orders["g3"] in choices(game, "g3", Resupply)
    assert "BAR-resupply-5" in refused(game, "g3", Resupply("g2", mines=2))
    assert "BAR-resupply-5" in refused(game, "g1", Resupply("g2", mines=1))
    play(game, orders)
    mortar, trucks, pioneers = (game.state.units[name] for name in ("g1", "g2", "g3"))
    assert (mortar.ammo, mortar.smoke, pioneers.mines) == (12, 2, 1)
    assert (trucks.ammo, trucks.mines) == (17, 2)


@pytest.mark.rule("BAR-resupply-8")
def test_if_the_stock_does_not_cover_all_the_owner_shares_it_out_in_secret() -> None:
    game = battle({"g1": EMPTY, "g2": {**TRUCKS, "ammo": 7}, "g3": EMPTY})
    play(game, {"g1": Resupply("g2", 5), "g3": Resupply("g2", 5), "g2": Resupply()})
    assert game.waiting() == (GERMAN_SEAT,)
    assert game.pending(SOVIET_SEAT) is None
    assert isinstance(ask_of(game)[1], HandOut)
    for points in ({"g1": 5, "g3": 3}, {"g1": 6}, {"g9": 1}):
        with pytest.raises(Illegal):
            answer(game, HandedOut(points))
    answer(game, HandedOut({"g1": 2, "g3": 5}))
    assert [game.state.units[name].ammo for name in ("g1", "g2", "g3")] == [4, 0, 7]


@pytest.mark.rule("BAR-resupply-4", "BAR-sequence-14")
def test_the_order_of_a_transport_ends_with_that_of_its_last_receiver() -> None:
    cards = {"ge_infantry": with_boxes("ge_infantry", resupply=2)}
    game = battle({"g1": EMPTY, "g2": TRUCKS, "g3": {"card": "ge_mg", "hex": "0505", "ammo": 0}}, cards=cards)
    play(game, {"g1": Resupply("g2", 5), "g3": Resupply("g2", 1), "g2": Resupply()})
    assert (game.state.units["g3"].order, game.state.units["g2"].order) == (None, Resupply())
    play(game, {})
    assert game.state.units["g2"].order is None


# -- Load Supply -------------------------------------------------------------------------------------------


def convoy(units: dict[str, Any], boxes: int = 2, **more: Any) -> Game[Position]:
    """A German convoy that may load in 0101."""
    armies = {"german": army("german", supply_hexes=("0101",)), "soviet": army("soviet")}
    cards = {"ge_opel": with_boxes("ge_opel", load_supply=boxes), **more.pop("cards", {})}
    return battle(units, scenario={"armies": armies}, zones={"home": ("0101",)}, cards=cards, **more)


@pytest.mark.rule("BAR-load-supply-1", "BAR-load-supply-9")
def test_a_transport_loads_only_in_a_supply_hex_and_with_something_missing() -> None:
    short = {**TRUCKS, "hex": "0101", "ammo": 10}
    assert refused(convoy({"g1": short}), "g1", LoadSupply()) == ""
    assert "BAR-load-supply-1" in refused(convoy({"g1": {**short, "hex": "0201"}}), "g1", LoadSupply())
    assert "BAR-load-supply-1" in refused(convoy({"g1": {**TRUCKS, "hex": "0101"}}), "g1", LoadSupply())


@pytest.mark.rule("BAR-load-supply-2", "BAR-load-supply-3")
def test_it_leaves_the_board_and_comes_back_full_to_any_edge_hex() -> None:
    game = convoy({"g1": {**TRUCKS, "hex": "0101", "ammo": 10, "mines": 0}})
    play(game, {"g1": LoadSupply()})
    trucks = game.state.units["g1"]
    assert (trucks.fate, trucks.hex, trucks.ammo, trucks.boxes) == ("loading", "", 10, 1)
    assert "BAR-planning-2" in refused(game, "g1", March(("0102",)))
    play(game, {})
    question = ask_of(game)[1]
    assert isinstance(question, WhereToReturn)
    theatre = game.pack.theatre("test")
    assert {"1201", "0101", "1210"} - set(question.hexes) == {"1210"}  # an enemy stands there
    assert all(theatre.is_on_edge(hex_) for hex_ in question.hexes)
    answer(game, ReturnHere("1201"))
    trucks, card = game.state.units["g1"], game.pack.cards["ge_opel"]
    assert (trucks.fate, trucks.hex, trucks.order) == ("map", "1201", None)
    assert (trucks.ammo, trucks.mines) == (card.ammo, card.special.mines)


@pytest.mark.rule("BAR-load-supply-9")
def test_it_returns_only_where_it_can_enter_and_no_enemy_stands() -> None:
    game = convoy(
        {"g1": {**TRUCKS, "hex": "0101", "ammo": 10}, "s1": {"card": "su_infantry", "hex": "0601"}},
        boxes=1,
        terrain={"0701": "swamp", "0801": "forest"},
        roads=(("0801", "0802"),),
    )
    play(game, {"g1": LoadSupply()})
    question = ask_of(game)[1]
    assert isinstance(question, WhereToReturn)
    assert {"0501", "0801"} <= set(question.hexes)
    assert not {"0601", "0701", "0505"} & set(question.hexes)


@pytest.mark.rule("BAR-load-supply-3")
def test_a_hidden_enemy_keeps_it_off_the_board_for_a_round() -> None:
    units = {
        "g1": {**TRUCKS, "hex": "0101", "ammo": 10},
        "s1": {"card": "su_infantry", "hex": "0601", "hidden": True, "unseen": True},
    }
    waiting = {**units["g1"], "fate": "loading", "hex": "", "order": LoadSupply()}
    game = convoy({**units, "g1": waiting}, boxes=1, terrain={"0601": "village"})
    play(game, {"s1": Ambush(3, 1)})
    answer(game, ReturnHere("0601"))
    assert game.state.units["g1"].fate == "loading"
    play(game, {"s1": Ambush(3, 1)})
    answer(game, ReturnHere("0401"))
    assert game.state.units["g1"].hex == "0401"


@pytest.mark.rule("BAR-load-supply-3")
def test_the_enemy_does_not_hear_how_much_was_loaded() -> None:
    game = convoy({"g1": {**TRUCKS, "hex": "0101", "ammo": 10}}, boxes=1)
    play(game, {"g1": LoadSupply()})
    answer(game, ReturnHere("0501"))
    (back,) = happened(game, LoadBack)
    assert back.ammo == 30
    assert game.view(SOVIET_SEAT).units["g1"].ammo == 0


@pytest.mark.rule("BAR-load-supply-4", "BAR-load-supply-8")
def test_a_convoy_carries_in_proportion_to_what_is_left_of_it() -> None:
    game = convoy({"g1": {**TRUCKS, "hex": "0101", "casualties": 2, "ammo": 1, "mines": 0}}, boxes=1)
    assert capacity(game.pack, game.state.units["g1"]) == 20
    assert capacity(game.pack, replace(game.state.units["g1"], casualties=5)) == 5
    short = {"ge_opel": {"like": "ge_opel", "ammo": 32}}
    assert capacity(position({}, cards=short).pack, game.state.units["g1"]) == 21
    play(game, {"g1": LoadSupply()})
    answer(game, ReturnHere("0501"))
    assert (game.state.units["g1"].ammo, game.state.units["g1"].mines) == (20, 2)


# -- what is lost with the trucks --------------------------------------------------------------------------


def hit(ammo: int, mines: int, casualties: int, before: int = 0) -> Game[Position]:
    def script(game: Game[Position]) -> Script[None]:
        yield from lose(game, "g1", casualties, "fire", "BAR-fire-test-8")

    trucks = {**TRUCKS, "ammo": ammo, "mines": mines, "casualties": before}
    return position({"g1": trucks}, script=script)


def load(game: Game[Position]) -> tuple[int, int]:
    return game.state.units["g1"].ammo, game.state.units["g1"].mines


@pytest.mark.rule("BAR-load-supply-7", "BAR-load-supply-6", "BAR-load-supply-8")
def test_an_opel_convoy_with_30_points_and_3_mines_loses_6_points_with_a_truck() -> None:
    results = {0: (24, 3), 1: (26, 2), 2: (28, 1), 3: (30, 0)}
    for mines, expected in results.items():
        game = hit(30, 3, 1)
        question = ask_of(game)[1]
        assert isinstance(question, LoseLoad)
        assert (question.points, question.least, question.most) == (6, 0, 3)
        answer(game, LoseMines(mines))
        assert load(game) == expected


@pytest.mark.rule("BAR-load-supply-5")
def test_points_by_vehicle_are_lost_for_each_casualty() -> None:
    assert load(hit(30, 0, 1)) == (25, 0)
    assert load(hit(30, 0, 2)) == (20, 0)
    assert load(hit(20, 0, 1, before=2)) == (15, 0)


@pytest.mark.rule("BAR-load-supply-8")
def test_the_share_is_rounded_up_and_no_more_is_lost_than_is_there() -> None:
    assert load(hit(31, 0, 1)) == (25, 0)
    assert load(hit(8, 0, 5)) == (0, 0)
    assert load(hit(0, 0, 1)) == (0, 0)
    game = hit(1, 3, 2)  # 7 points' worth on 6 trucks: 4 are lost, and 1 point pays for one of them
    question = ask_of(game)[1] if game.waiting() else None
    assert question is None
    assert load(game) == (1, 1)
