"""The airfield: boxes of preparation, and who may be ordered to fly."""

from __future__ import annotations

import pytest

from barbarossa1941.positions import choices, pack, position, refused
from barbarossa1941.sorties import flying, sortie
from planspiel.kernel import Game, Item, Script, Setup
from planspiel.systems.barbarossa1941.orders import AirStrike, Intercept, OpenFire, Patrol, SuppressiveFire
from planspiel.systems.barbarossa1941.state import Position
from planspiel.systems.barbarossa1941.system import Barbarossa1941


@pytest.mark.rule("BAR-before-battle-1")
def test_aircraft_start_ready_on_their_airfield() -> None:
    system = Barbarossa1941.build()
    state = system.start(system.setup(Setup("counter_attack")))
    stuka = next(unit for unit in state.units.values() if unit.card == "ge_ju87")
    assert (stuka.fate, stuka.box, stuka.hex) == ("airfield", "ready", "")


@pytest.mark.rule("BAR-aircraft-2")
def test_an_aircraft_takes_only_the_orders_on_its_card() -> None:
    game = sortie({"g1": {"card": "ge_ju87"}}, item=("planning",))
    assert "BAR-aircraft-2" in refused(game, "g1", Patrol("0109", 1, 1, "0200"))
    assert refused(game, "g1", AirStrike("0109", "0200")) == ""


@pytest.mark.rule("BAR-airfield-1", "BAR-missions-14")
def test_a_returning_aircraft_has_box_one_marked() -> None:
    game = sortie({"g1": flying("ge_ju87", "0505")})
    assert (game.state.units["g1"].fate, game.state.units["g1"].box) == ("airfield", "landed")


@pytest.mark.rule("BAR-airfield-2", "BAR-airfield-3", "BAR-aircraft-1")
@pytest.mark.parametrize(
    ("box", "after"),
    [("landed", "refuelled"), ("refuelled", "armed"), ("armed", "ready"), ("ready", "ready")],
)
def test_step_twelve_marks_exactly_one_box_in_their_order(box: str, after: str) -> None:
    game = position({"g1": {"card": "ge_ju87", "box": box}}, item=("airfield",))
    assert game.state.units["g1"].box == after
    assert [pack().charts.airfield(number) for number in (1, 2, 3, 4)] == ["landed", "refuel", "arm", "ready"]


@pytest.mark.rule("BAR-airfield-6")
def test_refuelling_frees_the_time_boxes_and_arming_fills_the_ammunition_up() -> None:
    spent = {"card": "ge_ju87", "ammo": 0, "flown": 2}
    game = position(
        {"g1": {**spent, "box": "landed"}, "g2": {**spent, "box": "refuelled"}}, item=("airfield",)
    )
    refuelled, armed = game.state.units["g1"], game.state.units["g2"]
    assert (refuelled.flown, refuelled.ammo) == (0, 0)
    assert (armed.flown, armed.ammo) == (2, 4)


@pytest.mark.rule("BAR-airfield-4", "BAR-airfield-5")
@pytest.mark.parametrize(("rounds", "ready"), [(1, False), (2, False), (3, True)])
def test_an_aircraft_takes_orders_again_after_the_third_round_on_its_airfield(
    rounds: int, ready: bool
) -> None:
    def landing(game: Game[Position]) -> Script[None]:
        game.then(Item("step-5"), *[Item("airfield")] * rounds)
        return
        yield

    game = sortie({"g1": flying("ge_ju87", "0505")}, script=landing)
    landed = {"card": "ge_ju87", "box": game.state.units["g1"].box}
    refusal = refused(sortie({"g1": landed}, item=("planning",)), "g1", AirStrike("0109", "0200"))
    assert refusal == "" if ready else "BAR-airfield-4" in refusal


@pytest.mark.rule("BAR-missions-15", "BAR-request-air-1")
def test_aircraft_fly_only_for_a_headquarters_on_the_board_that_is_not_suppressed() -> None:
    strike = AirStrike("0303", "0200")
    units = {"g1": {"card": "ge_ju87"}, "g2": {"card": "ge_infantry", "hex": "0302"}}
    assert "BAR-missions-15" in refused(position(units), "g1", strike)
    hq = {"card": "ge_hq", "hex": "0301"}
    assert "BAR-missions-15" in refused(position({**units, "g9": {**hq, "suppressed": True}}), "g1", strike)
    assert refused(position({**units, "g9": hq}), "g1", strike) == ""


@pytest.mark.rule("BAR-request-air-3")
def test_a_headquarters_suppressed_before_step_five_keeps_new_missions_on_the_ground_only() -> None:
    hq = {"card": "ge_hq", "hex": "0110", "suppressed": True}
    recon = flying("ge_hs126", "0505", stays=0)
    game = position(
        {"g9": hq, "g1": {"card": "ge_ju87"}, "g2": recon},
        orders={"g1": AirStrike("0505", "0600")},
        item=("step-5",),
    )
    assert (game.state.units["g1"].fate, game.state.units["g1"].box) == ("airfield", "ready")
    assert game.state.units["g2"].fate == "air"


@pytest.mark.rule("BAR-missions-16", "BAR-request-air-2")
def test_the_target_hex_of_a_mission_must_be_seen_by_a_ground_unit() -> None:
    forest = {f"02{row:02}": "forest" for row in range(1, 11)}
    game = sortie({"g1": {"card": "ge_bf109"}}, item=("planning",), terrain=forest)
    assert "BAR-missions-16" in refused(game, "g1", Patrol("0505", 2, 1, "0200"))
    assert refused(game, "g1", Patrol("0109", 2, 1, "0200")) == ""


@pytest.mark.rule("BAR-missions-2", "BAR-missions-17")
def test_the_order_names_a_half_hex_on_any_edge_and_the_aircraft_comes_in_there() -> None:
    game = sortie({"g1": {"card": "ge_ju87"}}, item=("planning",))
    assert "BAR-missions-2" in refused(game, "g1", AirStrike("0109", "0201"))
    for entry in game.pack.theatre("test").half_hexes:
        assert refused(game, "g1", AirStrike("0109", entry)) == ""
    offered = choices(game, "g1", AirStrike)
    assert [order.entry for order in offered] == ["1200", "1000", "1111", "0911"]
    assert all(refused(game, "g1", order) == "" for order in offered)
    flown = sortie({"g1": {"card": "ge_ju87"}}, {"g1": AirStrike("0109", "1200")}, item=("take-off",))
    assert flown.state.units["g1"].station == "0109"


@pytest.mark.rule("BAR-aircraft-X1")
def test_open_fire_may_name_an_aircraft_without_seeing_it_and_other_orders_may_not() -> None:
    units = {"s1": {"card": "su_flak", "hex": "0505"}, "g1": flying("ge_ju87", "0507", stays=0)}
    game = sortie(units, item=("planning",), terrain={"0506": "forest"})
    assert refused(game, "s1", OpenFire("g1")) == ""
    assert "BAR-range-diagram-3" in refused(
        sortie({**units, "g1": flying("ge_ju87", "1205", stays=0)}, item=("planning",)), "s1", OpenFire("g1")
    )
    infantry = {"s1": {"card": "su_infantry", "hex": "0506"}, "g1": flying("ge_ju87", "0507", stays=0)}
    game = sortie(infantry, item=("planning",))
    assert "BAR-suppressive-fire-2" in refused(game, "s1", SuppressiveFire("g1"))
    hit = sortie(units, {"s1": OpenFire("g1")}, item=("step-3",), dice=(1, 1, 1, 6, 6, 6, 6, 6, 6))
    assert hit.state.units["g1"].casualties == 1
    assert hit.state.units["g1"].owes == ("fire",)


@pytest.mark.rule("BAR-aircraft-X2")
def test_an_aircraft_overhead_is_not_in_the_way_of_anybody_on_the_ground() -> None:
    game = sortie(
        {
            "g1": flying("ge_ju87", "0505", stays=0),
            "s1": {"card": "su_infantry", "hex": "0505", "hidden": True},
        },
        item=("fights",),
    )
    assert game.state.fights == {}
    assert game.state.units["s1"].hidden


@pytest.mark.rule("BAR-intercept-1", "BAR-intercept-3")
def test_any_enemy_aircraft_may_be_named_and_if_it_does_not_fly_the_interceptor_stays_ready() -> None:
    units = {
        "g1": {"card": "ge_bf109"},
        "s1": {"card": "su_il2"},
        "s2": {"card": "su_infantry", "hex": "0505"},
    }
    game = sortie(units, item=("planning",))
    assert refused(game, "g1", Intercept("s1", "0200")) == ""
    assert "BAR-intercept-1" in refused(game, "g1", Intercept("s2", "0200"))
    game = sortie(units, {"g1": Intercept("s1", "0200")})
    assert (game.state.units["g1"].fate, game.state.units["g1"].box) == ("airfield", "ready")
