"""Before the battle: who deploys when and where, and what a scenario may say of it."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game, Seat
from planspiel.systems.wiener2022.mixing import NumbersMixed
from planspiel.systems.wiener2022.position_markers import ChoosePositions, TakePositions
from planspiel.systems.wiener2022.scenario import Air, Aircraft, Dummy, Party, Placed, Works
from planspiel.systems.wiener2022.setup import (
    BarrierEntered,
    Deploy,
    Deployed,
    Deployment,
    Mark,
    Place,
    SidesDrawn,
)
from planspiel.systems.wiener2022.state import BLUE, RED, Position
from wiener2022.positions import BLUE_SEAT, RED_SEAT, ask_of, do, element, happened, position, refused, rolled

WEST = [f"{x},{y}" for x in range(1, 4) for y in range(1, 13)]
EAST = [f"{x},{y}" for x in range(10, 13) for y in range(1, 13)]


def party(*units: Placed, zone: str = "west", **more: Any) -> Party:
    return Party(name="Party", name_de="Partei", zone=zone, units=units or (Placed(unit="p4"),), **more)


def setup(blue: Party | None = None, red: Party | None = None, **more: Any) -> Game[Position]:
    """A game at its first deployment; blue attacks from the west."""
    scenario = {
        "blue": blue or party(),
        "red": red or party(zone="east"),
        **more.pop("scenario", {}),
    }
    zones = {"west": WEST, "east": EAST}
    return position(item=("setup",), roster=True, scenario=scenario, zones=zones, turn=0, half=0, **more)


# -- who and where -----------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-spielvorbereitung-1")
def test_the_defender_deploys_first_and_completely_then_the_attacker() -> None:
    game = setup()
    assert ask_of(game) == (RED_SEAT, Deploy(RED))
    assert "needs something" in refused(game, Deployment())
    do(game, Deployment({"element:r1": Place("10,5")}))
    assert ask_of(game) == (BLUE_SEAT, Deploy(BLUE))
    assert game.view(BLUE_SEAT).elements["r1"].field == "10,5"


@pytest.mark.rule("WPR-spielvorbereitung-1")
def test_a_scenario_may_let_the_attacker_deploy_first() -> None:
    assert ask_of(setup(scenario={"deployment": "attacker"}))[0] == BLUE_SEAT


@pytest.mark.rule("WPR-spielvorbereitung-2")
def test_deployments_may_be_handed_in_at_the_same_time() -> None:
    game = setup(options={"deploy_at_once": True})
    assert set(game.waiting()) == {BLUE_SEAT, RED_SEAT}
    game.answer(RED_SEAT, Deployment({"element:r1": Place("10,5")}))
    assert "r1" not in game.view(BLUE_SEAT).elements
    game.answer(BLUE_SEAT, Deployment({"element:b1": Place("3,5")}))
    assert element(game, "r1").field == "10,5"
    assert element(game, "b1").field == "3,5"


@pytest.mark.rule("WPR-spielvorbereitung-2")
def test_a_scenario_may_prescribe_the_whole_deployment() -> None:
    game = setup(party(Placed(unit="p4", at="2,2")), party(Placed(unit="p4", at="11,2"), zone="east"))
    assert isinstance(ask_of(game)[1], ChoosePositions)
    assert (element(game, "b1").field, element(game, "r1").field) == ("2,2", "11,2")


@pytest.mark.rule("WPR-ausgangslage-3")
def test_nobody_deploys_beyond_the_line_of_his_party() -> None:
    game = setup()
    assert "outside the zone" in refused(game, Deployment({"element:r1": Place("9,5")}))
    zoned = setup(red=party(Placed(unit="p4", zone="west"), zone="east"))
    assert refused(zoned, Deployment({"element:r1": Place("2,5")})) == ""


@pytest.mark.rule("WPR-hoechstzahl-1")
def test_two_like_models_are_not_deployed_in_one_field() -> None:
    game = setup(red=party(Placed(unit="p4", count=2), zone="east"))
    both = Deployment({"element:r1": Place("10,5"), "element:r2": Place("10,5")})
    assert "holds a model of this kind" in refused(game, both)


@pytest.mark.rule("WPR-gelaende-4")
def test_nobody_deploys_where_he_could_not_stand() -> None:
    game = setup(ground={"10,5": "swamp", "11,5": "wood"})
    assert "cannot stand" in refused(game, Deployment({"element:r1": Place("10,5")}))
    assert "cannot stand" in refused(game, Deployment({"element:r1": Place("11,5")}))


@pytest.mark.rule("WPR-aufsitzen-2")
def test_bases_start_on_their_vehicles_or_beside_them() -> None:
    game = setup(red=party(Placed(unit="krupp_infantry", count=2), zone="east"))
    do(game, Deployment({"element:r1v": Place("10,5"), "element:r2v": Place("11,5", mounted=False)}))
    assert (element(game, "r1").aboard, element(game, "r1").field) == ("r1v", "10,5")
    assert (element(game, "r2").aboard, element(game, "r2").field) == ("", "11,5")


@pytest.mark.rule("WPR-fahrzeuge-4", "WPR-spielvorbereitung-1")
def test_a_base_may_start_where_its_vehicle_does_not_come() -> None:
    troops = party(Placed(unit="krupp_infantry", count=2), zone="east", camouflage=1)
    game = setup(red=troops, ground={"10,5": "wood"})
    assert "cannot stand" in refused(game, Deployment({"element:r1v": Place("10,5", mounted=False)}))
    apart: dict[str, Place | Mark] = {
        "element:r1v": Place("12,5"),
        "element:r2v": Place("12,6"),
        "element:r1": Place("10,5", camouflaged=True),
        "element:r2": Place("10,5"),
    }
    together = {**apart, "element:r2v": Place("12,5")}
    assert "holds a model of this kind" in refused(game, Deployment(together)), "their lorries"
    assert "outside the zone" in refused(game, Deployment({**apart, "element:r2": Place("5,5")}))
    do(game, Deployment(apart))
    for name, vehicle in (("r1", "12,5"), ("r2", "12,6")):
        assert (element(game, name).field, element(game, name).aboard) == ("10,5", "")
        assert element(game, f"{name}v").field == vehicle
    assert element(game, "r1").camouflaged
    assert not element(game, "r1v").camouflaged


@pytest.mark.rule("WPR-aufsitzen-2", "WPR-fahrzeuge-4")
def test_a_base_without_a_place_of_its_own_goes_with_its_vehicle() -> None:
    game = setup(red=party(Placed(unit="krupp_infantry"), zone="east"))
    question = Deploy(RED)
    view = game.view(RED_SEAT)
    assert question.pieces(view) == ("element:r1v", "element:r1")
    assert [piece for piece in question.pieces(view) if question.must_have(view, piece)] == ["element:r1v"]
    do(game, Deployment({"element:r1v": Place("12,5")}))
    assert element(game, "r1").aboard == "r1v"


@pytest.mark.rule("WPR-siedlungen-1", "WPR-gelaende-5")
@pytest.mark.parametrize("ground", ["wood", "building"])
def test_guns_are_not_deployed_in_position_on_the_road_through_a_wood_or_town(ground: str) -> None:
    troops = party(Placed(unit="krupp_pak75"), Placed(unit="pak75"), zone="east", camouflage=2)
    place = {"ground": {"10,5": ground}, "roads": (("9,5", "10,5", "11,5"),)}
    game = setup(red=troops, **place)
    towed, lone = {"element:r2": Place("12,8")}, {"element:r1v": Place("12,8")}
    assert not refused(game, Deployment({"element:r1v": Place("10,5"), **towed}))
    for net in (False, True):
        beside = Place("10,5", mounted=False, camouflaged=net)
        assert "cannot take position" in refused(game, Deployment({"element:r1v": beside, **towed}))
        alone = Deployment({"element:r2": Place("10,5", camouflaged=net), **lone})
        assert "cannot" in refused(game, alone)
    mixed = setup(red=troops, mixed={"10,5": ground}, roads=place["roads"])
    beside = Place("10,5", mounted=False)
    assert not refused(mixed, Deployment({"element:r1v": beside, **towed}))


@pytest.mark.rule("WPR-tarnen-3", "WPR-tarnen-X1", "WPR-gelaende-5")
def test_nets_are_put_up_before_the_battle_where_they_may_be_in_it() -> None:
    troops = party(Placed(unit="p4"), Placed(unit="krupp_pak75"), zone="east", camouflage=2)
    place = {"ground": {"10,5": "wood"}, "mixed": {"12,10": "wood"}, "roads": (("9,5", "10,5", "11,5"),)}

    def netted(tank: str, gun: str, **more: Any) -> str:
        parts: dict[str, Place | Mark] = {
            "element:r1": Place(tank, camouflaged=True),
            "element:r2v": Place(gun, mounted=False, camouflaged=True),
        }
        return refused(setup(red=troops, **place, **more), Deployment(parts))

    assert "on the road through" in netted("10,5", "12,1")
    assert "only next to a wood" in netted("12,3", "12,1")
    assert not netted("12,9", "12,1"), "beside a field that is partly wood"
    assert "only next to a wood" in netted("11,5", "12,1", options={"guns_camouflage_anywhere": False})
    assert not netted("11,5", "12,9", options={"guns_camouflage_anywhere": False})


@pytest.mark.rule("WPR-stellung-3")
def test_a_net_before_the_battle_includes_the_position_marker() -> None:
    game = setup(red=party(Placed(unit="p4"), zone="east", camouflage=1), ground={"10,5": "wood"})
    do(game, Deployment({"element:r1": Place("11,5", camouflaged=True)}))
    assert element(game, "r1").position


@pytest.mark.rule("WPR-ausgangslage-9")
@pytest.mark.parametrize(("face", "first"), [(3, RED_SEAT), (4, BLUE_SEAT)])
def test_the_lot_may_assign_the_parties(face: int, first: Seat) -> None:
    game = setup(scenario={"seats": "lot"}, dice=(face,))
    assert [event.swapped for event in happened(game, SidesDrawn)] == [face >= 4]
    assert ask_of(game)[0] == first  # red deploys first, whoever leads it


@pytest.mark.rule("WPR-schiedsrichter-1")
def test_the_game_needs_two_players_and_no_umpire() -> None:
    assert setup().seats == (BLUE_SEAT, RED_SEAT)


# -- what the scenario prepares ----------------------------------------------------------------------------


@pytest.mark.rule("WPR-ausgangslage-4")
def test_the_scenario_fixes_strength_and_preparation() -> None:
    works = (Works(kind="dug_in", at=("10,5",)), Works(kind="wire", at=("9,5", "9,6")))
    game = setup(red=party(Placed(unit="p4", count=3), zone="east", works=works))
    assert sorted(name for name in game.state.elements if name.startswith("r")) == ["r1", "r2", "r3"]
    assert game.state.earthworks["10,5"].turns == 2
    assert sorted(barrier.field for barrier in game.state.barriers.values()) == ["9,5", "9,6"]


@pytest.mark.rule("WPR-ausgangslage-4")
def test_no_more_nets_than_the_scenario_grants() -> None:
    game = setup(red=party(Placed(unit="p4", count=2), zone="east", camouflage=1), ground={"10,5": "wood"})
    one: dict[str, Place | Mark] = {
        "element:r1": Place("11,5", camouflaged=True),
        "element:r2": Place("11,6"),
    }
    two: dict[str, Place | Mark] = {**one, "element:r2": Place("11,6", camouflaged=True)}
    assert "Only 1" in refused(game, Deployment(two))
    do(game, Deployment(one))
    assert element(game, "r1").camouflaged


@pytest.mark.rule("WPR-hindernisse-3")
def test_the_secret_barrier_map_is_known_to_its_owner_alone() -> None:
    game = setup(red=party(Placed(unit="p4"), zone="east", barriers={"at_mine": 2}))
    do(game, Deployment({"element:r1": Place("10,5"), "barrier:at_mine:1": Mark("10,6")}))
    assert [barrier.field for barrier in game.view(RED_SEAT).barriers.values()] == ["10,6"]
    assert game.view(BLUE_SEAT).barriers == {}
    assert happened(game, BarrierEntered, seat=BLUE_SEAT) == []
    assert len(happened(game, BarrierEntered, seat=RED_SEAT)) == 1


@pytest.mark.rule("WPR-schein-1")
def test_dummies_come_from_the_scenario_and_are_placed_like_troops() -> None:
    red = party(Placed(unit="p4"), zone="east", dummies=(Dummy(unit="dummy_tank"),))
    game = setup(red=red, dice=(2,))
    do(game, Deployment({"element:r1": Place("10,5"), "element:r2": Place("10,7")}))
    assert game.view(RED_SEAT).elements["r2"].model == "dummy_tank"
    seen = game.view(BLUE_SEAT).elements["r2"]
    assert (seen.model, seen.guise, seen.label) == ("p4", "", "")


@pytest.mark.rule("WPR-schein-1")
@pytest.mark.parametrize(("face", "dummy"), [(1, "r1"), (2, "r2")])
def test_the_number_of_a_dummy_does_not_say_that_it_is_one(face: int, dummy: str) -> None:
    red = party(Placed(unit="p4"), zone="east", dummies=(Dummy(unit="dummy_tank"),))
    game = setup(red=red, dice=(face,))
    assert [name for name in ("r1", "r2") if element(game, name).guise] == [dummy]
    assert happened(game, NumbersMixed, seat=BLUE_SEAT) == []
    assert rolled(game, BLUE_SEAT) == []


@pytest.mark.rule("WPR-ausgangslage-7")
def test_aircraft_wait_in_the_pool_of_their_party() -> None:
    air = Air(pool=(Aircraft(unit="me109", count=2),), priority=4)
    game = setup(red=party(Placed(unit="p4"), zone="east", air=air))
    assert [element(game, name).fate for name in ("r2", "r3")] == ["reserve", "reserve"]
    assert "r2" not in game.view(BLUE_SEAT).elements


@pytest.mark.rule("WPR-stellung-X1")
def test_who_is_deployed_may_have_a_position_marker_unless_on_the_march() -> None:
    red = party(Placed(unit="p4", at="10,5"), Placed(unit="p4", at="10,7", position=False), zone="east")
    game = setup(party(Placed(unit="figures", at="2,2")), red)
    assert "WPR" in refused(game, TakePositions(("r2",)))
    do(game, TakePositions(("r1",)))
    assert (element(game, "r1").position, element(game, "r2").position) == (True, False)


# -- special provisions ------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-elite-1", "WPR-elite-2")
def test_elite_rules_hold_for_whom_the_scenario_names() -> None:
    units = (Placed(unit="p4", at="10,5", elite=("fire",)), Placed(unit="p4", at="10,7"))
    game = setup(red=party(*units, zone="east", elite=("losses",)))
    assert element(game, "r1").elite == ("losses", "fire")
    assert element(game, "r2").elite == ("losses",)


@pytest.mark.rule("WPR-ausgangslage-6", "WPR-gleichwertigkeit-2")
def test_condition_loss_number_and_supplies_are_set_by_the_scenario() -> None:
    units = (Placed(unit="p4", at="10,5", value=-1, loss=3, located=True),)
    game = setup(red=party(*units, zone="east", ammunition=4, fuel=9))
    tank = element(game, "r1")
    assert (tank.value, tank.loss, tank.located, tank.ammunition, tank.fuel) == (-1, 3, True, 4, 9)


@pytest.mark.rule("WPR-gleichwertigkeit-1")
def test_without_provisions_no_party_is_better_than_the_other() -> None:
    game = setup(party(Placed(unit="p4", at="2,5")), party(Placed(unit="p4", at="11,5"), zone="east"))
    blue, red = element(game, "b1"), element(game, "r1")
    assert (blue.value, blue.loss, blue.elite) == (red.value, red.loss, red.elite) == (0, 0, ())


@pytest.mark.rule("WPR-ausgangslage-8", "WPR-verdeckt-4")
def test_a_scenario_presets_options_and_the_mode_of_play() -> None:
    from planspiel.kernel import Setup

    game = setup(scenario={"options": {"loss_roll": 6}, "mode": "hidden"})
    filled = game.system.setup(Setup("test"))
    assert (filled.options["loss_roll"], filled.options["mode"]) == (6, "hidden")
    assert game.system.setup(Setup("test", {"loss_roll": 4})).options["loss_roll"] == 4


@pytest.mark.rule("WPR-partisanen-1")
def test_partisans_lie_open_like_other_figures_unless_play_is_hidden() -> None:
    red = party(Placed(unit="partisans", at="11,5", partisans=True), zone="east")
    assert setup(red=red, mode="open").view(BLUE_SEAT).elements["r1"].model == "partisans"
    assert "r1" not in setup(red=red, mode="hidden").view(BLUE_SEAT).elements


@pytest.mark.rule("WPR-spielvorbereitung-1")
def test_in_hidden_play_the_enemy_learns_nothing_of_a_deployment() -> None:
    game = setup(mode="hidden")
    do(game, Deployment({"element:r1": Place("10,5")}))
    assert happened(game, Deployed, seat=BLUE_SEAT) == []
    assert len(happened(game, Deployed, seat=RED_SEAT)) == 1
