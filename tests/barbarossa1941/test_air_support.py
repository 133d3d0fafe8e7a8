"""Reconnaissance, air landing and supply drops."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa1941.positions import GERMAN_SEAT, ask_of, choices, position, refused
from barbarossa1941.sorties import GUARD, flying, short_flak, sortie
from planspiel.kernel import Event, Game, Item, Script
from planspiel.systems.barbarossa1941.air_landing import ChooseLanding, LandAt
from planspiel.systems.barbarossa1941.deployment import Board, Deploy
from planspiel.systems.barbarossa1941.orders import (
    AirLanding,
    AirStrike,
    Dismount,
    Escort,
    OpenFire,
    ReconFlight,
    Resupply,
    SupplyDrop,
)
from planspiel.systems.barbarossa1941.scenario import Army
from planspiel.systems.barbarossa1941.state import Bridge, Position

HIDDEN = {"card": "su_infantry", "hidden": True}
SEARCH = ReconFlight("0505", 2, 2, "0600")


@pytest.mark.rule("BAR-recon-1")
def test_reconnaissance_names_a_radius_within_the_zone_and_a_duration_within_the_boxes() -> None:
    game = sortie({"g1": {"card": "ge_hs126"}}, item=("planning",))
    assert refused(game, "g1", ReconFlight("0109", 3, 3, "0600")) == ""
    assert "BAR-recon-1" in refused(game, "g1", ReconFlight("0109", 4, 3, "0600"))
    assert "BAR-recon-1" in refused(game, "g1", ReconFlight("0109", 3, 4, "0600"))
    assert {order.radius for order in choices(game, "g1", ReconFlight)} == {1, 2, 3}


@pytest.mark.rule("BAR-recon-2")
def test_a_reconnaissance_flight_goes_home_when_the_chosen_duration_is_reached() -> None:
    marked = position({"g1": flying("ge_hs126", "0505", stays=0)}, orders={"g1": SEARCH}, item=("airfield",))
    assert (marked.state.units["g1"].stays, marked.state.units["g1"].flown) == (1, 1)
    assert (
        sortie({"g1": flying("ge_hs126", "0505")}, {"g1": SEARCH}, dice=(6,)).state.units["g1"].fate == "air"
    )
    over = sortie({"g1": flying("ge_hs126", "0505", stays=2)}, {"g1": SEARCH})
    assert over.state.units["g1"].fate == "airfield"


@pytest.mark.rule("BAR-recon-3")
@pytest.mark.parametrize(("pip", "found"), [(4, True), (5, False)])
def test_a_low_die_reveals_all_hidden_enemies_within_the_radius(pip: int, found: bool) -> None:
    game = sortie(
        {
            "g1": {"card": "ge_hs126"},
            "s1": {**HIDDEN, "hex": "0507"},
            "s2": {**HIDDEN, "hex": "0508"},
            "g2": {"card": "ge_infantry", "hex": "0504", "hidden": True},
        },
        {"g1": SEARCH},
        dice=(pip,),
    )
    assert game.state.units["s1"].hidden is not found
    assert game.state.units["s2"].hidden
    assert game.state.units["g2"].hidden


@pytest.mark.rule("BAR-recon-4")
@pytest.mark.parametrize(("radius", "finds"), [(1, True), (2, False)])
def test_a_smaller_radius_has_the_better_chance(radius: int, finds: bool) -> None:
    game = sortie(
        {"g1": {"card": "ge_hs126"}, "s1": {**HIDDEN, "hex": "0506"}},
        {"g1": ReconFlight("0505", radius, 2, "0600")},
        dice=(5,),
    )
    assert game.state.units["s1"].hidden is not finds


@pytest.mark.rule("BAR-recon-7")
def test_the_search_is_rolled_anew_in_each_round_on_station() -> None:
    game = sortie(
        {"g1": flying("ge_hs126", "0505", stays=1), "s1": {**HIDDEN, "hex": "0507"}},
        {"g1": SEARCH},
        dice=(1,),
    )
    assert not game.state.units["s1"].hidden


WOODS = {f"{column:02}{row:02}": "forest" for column in range(1, 13) for row in (3, 9)}
GUNS = {
    "g1": flying("ge_hs126", "0509", stays=1),
    "g2": {"card": "ge_mortar", "hex": "0502", "facing": 3},
    "s1": {"card": "su_infantry", "hex": "0506"},
}


@pytest.mark.rule("BAR-recon-5")
def test_artillery_fires_at_enemies_in_the_whole_observation_zone_without_seeing_them() -> None:
    orders = {"g1": ReconFlight("0509", 1, 3, "0600")}
    game = sortie(GUNS, orders, item=("planning",), terrain=WOODS)
    assert refused(game, "g2", OpenFire("s1")) == ""
    beyond = sortie(
        {**GUNS, "g1": flying("ge_hs126", "0510")},
        {"g1": ReconFlight("0510", 1, 3, "0600")},
        item=("planning",),
        terrain=WOODS,
    )
    assert "BAR-indirect-fire-3" in refused(beyond, "g2", OpenFire("s1"))


@pytest.mark.rule("BAR-recon-6")
def test_fire_from_the_air_is_indirect_fire_unless_the_option_lets_any_artillery_use_it() -> None:
    gun = {"card": "ge_pak36", "hex": "0504", "facing": 3}
    units = {**GUNS, "g2": gun, "s1": {**GUNS["s1"], "hex": "0507"}}
    orders = {"g1": ReconFlight("0509", 1, 3, "0600")}
    terrain = {**WOODS, "0505": "forest", "0506": "forest"}
    game = sortie(units, orders, item=("planning",), terrain=terrain)
    assert "does not see" in refused(game, "g2", OpenFire("s1"))
    free = sortie(units, orders, item=("planning",), terrain=terrain, options={"recon_fire": "any artillery"})
    assert refused(free, "g2", OpenFire("s1")) == ""


RIFLES = {"card": "su_infantry", "hex": "0505"}
JUNKERS = {"card": "ge_ju52"}
JUMPERS = {"card": "ge_paratroops", "fate": "aboard", "carrier": "g1"}
LAND = AirLanding("0505", "0600", "g2")


@pytest.mark.rule("BAR-air-landing-1")
def test_air_landing_is_ordered_to_the_aircraft_and_to_the_paratroops_aboard() -> None:
    spotter = {"card": "ge_infantry", "hex": "0503"}
    game = sortie({"g1": JUNKERS, "g2": JUMPERS, "g3": spotter}, item=("planning",))
    assert refused(game, "g1", LAND) == ""
    assert refused(game, "g2", AirLanding("0505"), {"unit:g1": LAND}) == ""
    assert "BAR-air-landing-1" in refused(game, "g1", AirLanding("0505", "0600", "g3"))
    assert "BAR-air-landing-1" in refused(game, "g2", Dismount())
    late = sortie({"g1": {**JUNKERS, "box": "armed"}, "g2": JUMPERS}, item=("planning",))
    assert "BAR-air-landing-1" in refused(late, "g2", AirLanding("0505"))
    alone = sortie(
        {"g1": flying("ge_ju52", "0505", stays=0), "g2": JUMPERS}, {"g1": LAND}, item=("air-landings",)
    )
    assert alone.state.units["g2"].fate == "aboard"


@pytest.mark.rule("BAR-air-landing-2")
def test_paratroops_must_not_be_larger_than_their_aircraft_unit() -> None:
    units = {"g1": {**JUNKERS, "casualties": 1}, "g2": JUMPERS, "g3": {"card": "ge_infantry", "hex": "0503"}}
    game = sortie(units, item=("planning",))
    assert "BAR-air-landing-2" in refused(game, "g1", LAND)


@pytest.mark.rule("BAR-air-landing-3")
def test_paratroops_lose_as_many_as_their_aircraft() -> None:
    game = sortie(
        {"g1": JUNKERS, "g2": JUMPERS, "s1": {"card": "flak", "hex": "0605"}},
        {"g1": AirLanding("0609", "0600", "g2"), "g2": AirLanding("0609"), "s1": GUARD},
        cards=short_flak(),
        dice=(1, 1, 1, 1, 6, 6, 6, 6, 6, 1, 1),
    )
    assert (game.state.units["g1"].casualties, game.state.units["g2"].casualties) == (2, 2)


@pytest.mark.rule("BAR-air-landing-4")
def test_paratroops_fly_in_step_five_and_land_in_step_six() -> None:
    orders = {"g1": LAND, "g2": AirLanding("0505")}
    flown = sortie({"g1": JUNKERS, "g2": JUMPERS}, orders)
    assert (flown.state.units["g1"].station, flown.state.units["g2"].fate) == ("0505", "aboard")
    landed = sortie({"g1": flying("ge_ju52", "0505", stays=0), "g2": JUMPERS}, orders, item=("step-6",))
    jumper = landed.state.units["g2"]
    assert (jumper.fate, jumper.hex, jumper.carrier) == ("map", "0505", "")


@pytest.mark.rule("BAR-air-landing-5")
def test_over_an_enemy_paratroops_drift_to_the_nearest_free_hex_of_their_owners_choice() -> None:
    game = sortie(
        {
            "g1": flying("ge_ju52", "0505", stays=0),
            "g2": JUMPERS,
            "s1": {"card": "su_infantry", "hex": "0505"},
        },
        {"g1": LAND, "g2": AirLanding("0505")},
        item=("air-landings",),
        terrain={"0504": "river"},
    )
    seat, question = ask_of(game)
    assert seat == GERMAN_SEAT
    assert question == ChooseLanding("g2", "0505", ("0404", "0405", "0506", "0604", "0605"))
    game.answer(seat, LandAt("0604"))
    assert game.state.units["g2"].hex == "0604"


def _drifts(**more: Any) -> Game[Position]:
    """Paratroops over 0505, where Soviet infantry stands."""
    units = {"g1": flying("ge_ju52", "0505", stays=0), "g2": JUMPERS, "s1": RIFLES, **more.pop("units", {})}
    return sortie(units, {"g1": LAND, "g2": AirLanding("0505")}, item=("air-landings",), **more)


@pytest.mark.rule("BAR-air-landing-5", "BAR-hidden-7")
def test_where_to_drift_does_not_tell_of_hidden_enemies_who_are_found_by_landing_on_them() -> None:
    game = _drifts(units={"s2": {**RIFLES, "hex": "0604", "hidden": True}})
    assert LandAt("0604") in list(ask_of(game)[1].options(game.view(GERMAN_SEAT)))
    game.answer(GERMAN_SEAT, LandAt("0604"))
    assert not game.state.units["s2"].hidden
    again = ask_of(game)[1]
    assert again == ChooseLanding("g2", "0505", ("0404", "0405", "0504", "0506", "0605"))
    game.answer(GERMAN_SEAT, LandAt("0605"))
    assert game.state.units["g2"].hex == "0605"


@pytest.mark.rule("BAR-destroyed-bridge-3", "BAR-air-landing-5")
@pytest.mark.parametrize("is_down", [True, False])
def test_paratroops_do_not_land_on_a_destroyed_bridge(is_down: bool) -> None:
    class Blown(Event[Position], frozen=True):
        def apply(self, state: Position) -> None:
            state.bridges["0504"] = Bridge(destroyed=is_down)

    def script(game: Game[Position]) -> Script[None]:
        game.happens(Blown())
        game.then(Item("air-landings"))
        return
        yield

    game = _drifts(script=script, terrain={"0504": "river"}, bridges=("0504",))
    question = ask_of(game)[1]
    assert isinstance(question, ChooseLanding)
    assert ("0504" in question.hexes) is not is_down


@pytest.mark.rule("BAR-air-landing-1")
def test_paratroops_may_be_set_up_aboard_a_transport_aircraft() -> None:
    def army(units: dict[str, int]) -> Army:
        return Army(units=units, deployment="west")

    game = position(
        {"g1": JUNKERS, "g2": {"card": "ge_paratroops", "fate": "pool"}},
        item=("deployment",),
        zones={"west": ("0101",)},
        scenario={"armies": {"german": army({}), "soviet": army({})}},
    )
    question = game.pending(GERMAN_SEAT)
    assert isinstance(question, Deploy)
    assert Board("g1") in list(question.parts(game.view(GERMAN_SEAT), "unit:g2", {}))


@pytest.mark.rule("BAR-supply-drop-1")
def test_a_supply_drop_names_no_more_cargo_than_the_aircraft_carries() -> None:
    game = sortie({"g1": JUNKERS}, item=("planning",))
    assert refused(game, "g1", SupplyDrop("0109", 18, "0600")) == ""
    assert "BAR-supply-drop-1" in refused(game, "g1", SupplyDrop("0109", 19, "0600"))


@pytest.mark.rule("BAR-supply-drop-2")
def test_casualties_of_the_aircraft_cost_the_printed_part_of_the_cargo() -> None:
    game = sortie(
        {"g1": JUNKERS, "s1": {"card": "flak", "hex": "0605"}},
        {"g1": SupplyDrop("0609", 10, "0600"), "s1": GUARD},
        cards=short_flak(),
        dice=(1, 1, 1, 6, 6, 6, 6, 6, 6, 1, 1),
    )
    assert game.state.units["g1"].cargo == 4


@pytest.mark.rule("BAR-supply-drop-3")
def test_cargo_flies_in_step_five_and_lies_in_the_hex_in_step_nine() -> None:
    orders = {"g1": SupplyDrop("0505", 10, "0600")}
    flown = sortie({"g1": JUNKERS}, orders)
    assert (flown.state.units["g1"].cargo, flown.state.cargo) == (10, {})
    dropped = sortie({"g1": flying("ge_ju52", "0505", stays=0, cargo=10)}, orders, item=("step-9",))
    assert (dropped.state.units["g1"].cargo, dropped.state.cargo) == (0, {"0505": 10})


@pytest.mark.rule("BAR-supply-drop-4")
def test_a_cargo_box_is_a_source_of_supply_for_units_of_either_side_in_its_hex() -> None:
    game = sortie(
        {
            "g2": {"card": "ge_infantry", "hex": "0505", "ammo": 0},
            "s1": {"card": "su_infantry", "hex": "0505", "ammo": 0},
            "s2": {"card": "su_infantry", "hex": "0506", "ammo": 0},
        },
        item=("planning",),
        cargo={"0505": 4},
    )
    take = Resupply("cargo:0505", 4)
    assert (refused(game, "g2", take), refused(game, "s1", take)) == ("", "")
    assert refused(game, "s2", take) != ""
    drop = {"g1": SupplyDrop("0505", 10, "0600")}
    more = sortie(
        {"g1": flying("ge_ju52", "0505", stays=0, cargo=10)}, drop, item=("step-9",), cargo={"0505": 4}
    )
    assert more.state.cargo == {"0505": 14}


@pytest.mark.rule("BAR-escort-1", "BAR-escort-5")
def test_an_escort_names_a_friendly_aircraft_for_no_longer_than_that_one_flies() -> None:
    units = {
        "g1": {"card": "ge_ju87"},
        "g2": {"card": "ge_bf109"},
        "g3": {"card": "ge_bf109"},
        "s1": {"card": "su_il2"},
    }
    game = sortie(units, item=("planning",))
    strike = {"unit:g1": AirStrike("0109", "0600")}
    assert refused(game, "g2", Escort("g1", 1), strike) == ""
    assert "BAR-escort-5" in refused(game, "g2", Escort("g1", 2), strike)
    assert "BAR-escort-1" in refused(game, "g2", Escort("s1", 1))
    assert "BAR-escort-2" in refused(game, "g2", Escort("g3", 1), {"unit:g3": Escort("g1", 1)})
