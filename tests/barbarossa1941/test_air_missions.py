"""Step 5: the flight, flak on the way, and the way home."""

from __future__ import annotations

import pytest

from barbarossa1941.positions import SOVIET_SEAT, ask_of
from barbarossa1941.sorties import ALONE, GUARD, flying, short_flak, sortie
from planspiel.systems.barbarossa1941.flak import ChooseAircraft
from planspiel.systems.barbarossa1941.flight import flight_line
from planspiel.systems.barbarossa1941.orders import AirStrike, Defend, Escort, Intercept, Patrol, ReconFlight
from planspiel.systems.barbarossa1941.reaction import Hold, Shoot, Shots

MISS = (6,) * 9
STUKA = {"card": "ge_ju87"}


@pytest.mark.rule("BAR-sequence-5", "BAR-missions-1", "BAR-missions-4")
def test_in_step_five_an_aircraft_takes_off_and_flies_to_its_target_hex() -> None:
    game = sortie({"g1": STUKA}, {"g1": AirStrike("0505", "1200")})
    stuka = game.state.units["g1"]
    assert (stuka.fate, stuka.station, stuka.hex, stuka.box) == ("air", "0505", "", "")


@pytest.mark.rule("BAR-missions-3", "BAR-missions-8")
def test_the_flight_path_is_the_straight_line_with_both_hexes_where_it_runs_along_a_side() -> None:
    theatre = sortie({}, item=("planning",)).pack.theatre("test")
    assert flight_line(theatre, "0200", "0203") == (("0201",), ("0202",), ("0203",))
    assert flight_line(theatre, "0600", "0803") == (("0601", "0701"), ("0702",), ("0703", "0802"), ("0803",))


@pytest.mark.rule("BAR-missions-9", "BAR-missions-8")
@pytest.mark.parametrize(
    ("entry", "target", "attacked"),
    [("0600", "0609", True), ("0600", "0905", True), ("0911", "0902", False)],
    ids=["across the range", "along its edge", "outside"],
)
def test_a_stuka_is_attacked_by_flak_whose_range_its_path_crosses_or_touches(
    entry: str, target: str, attacked: bool
) -> None:
    game = sortie(
        {"g1": STUKA, "s1": {"card": "flak", "hex": "0605"}},
        {"g1": AirStrike(target, entry), "s1": GUARD},
        cards=short_flak(),
        dice=MISS if attacked else (),
    )
    assert game.state.sky.fired == ((("s1", "g1"),) if attacked else ())


@pytest.mark.rule("BAR-missions-5", "BAR-aircraft-4")
def test_flak_on_defend_fires_once_at_the_first_hex_in_its_range() -> None:
    units = {"g1": STUKA, "s1": {"card": "flak", "hex": "0605"}}
    strike = AirStrike("0609", "0600")
    game = sortie(units, {"g1": strike, "s1": GUARD}, cards=short_flak(), dice=(3, 3, 3, 3, 6, 6, 6, 6, 6))
    assert game.state.units["g1"].fate == "dead"
    assert sortie(units, {"g1": strike}, cards=short_flak()).state.units["g1"].casualties == 0
    tank = {"g1": STUKA, "s1": {"card": "su_t26", "hex": "0605"}}
    assert sortie(tank, {"g1": strike, "s1": GUARD}).state.sky.fired == ()


@pytest.mark.rule("BAR-missions-6")
def test_flak_in_the_target_hex_fires_again_when_the_aircraft_arrives() -> None:
    game = sortie(
        {"g1": STUKA, "s1": {"card": "flak", "hex": "0605"}},
        {"g1": AirStrike("0605", "0600"), "s1": GUARD},
        cards=short_flak(),
        dice=(*MISS, 1, 1, 1, 6, 6, 6, 6, 6, 6, 2, 2),
    )
    assert game.state.sky.fired == (("s1", "g1"), ("s1", "g1"))
    assert game.state.units["g1"].casualties == 1


@pytest.mark.rule("BAR-missions-18")
def test_neither_arc_nor_distance_nor_sight_limits_fire_at_aircraft() -> None:
    blind = {"0504": "forest", "0505": "forest", "0604": "forest", "0606": "forest", "0705": "forest"}
    game = sortie(
        {"g1": STUKA, "s1": {"card": "su_flak", "hex": "0605"}},
        {"g1": AirStrike("0609", "0711"), "s1": Defend(0, 1, policy=ALONE)},
        terrain=blind,
        dice=MISS,
    )
    assert game.state.sky.fired == (("s1", "g1"),)


@pytest.mark.rule("BAR-forest-7")
def test_units_on_defend_in_forest_fire_at_aircraft() -> None:
    game = sortie(
        {"g1": STUKA, "s1": {"card": "su_infantry", "hex": "0605"}},
        {"g1": AirStrike("0609", "0600"), "s1": GUARD},
        terrain={"0605": "forest"},
        dice=(1, 1),
    )
    assert game.state.sky.fired == (("s1", "g1"),)
    assert game.state.units["g1"].absorbed == 2


TWO_STUKAS = {
    "g1": STUKA,
    "g2": STUKA,
    "s1": {"card": "flak", "hex": "0605"},
}
TWO_STRIKES = {"g1": AirStrike("0609", "0600"), "g2": AirStrike("0606", "0711"), "s1": Defend(0, 1)}


@pytest.mark.rule("BAR-missions-19")
def test_flak_has_one_occasion_and_its_owner_chooses_the_aircraft() -> None:
    game = sortie(TWO_STUKAS, TWO_STRIKES, cards=short_flak(), dice=MISS)
    seat, question = ask_of(game)
    assert (seat, type(question)) == (SOVIET_SEAT, ChooseAircraft)
    game.answer(seat, Shots({"unit:s1": Hold()}))
    while game.state.outcome is None:
        seat, _ = ask_of(game)
        game.answer(seat, Shots({"unit:s1": Shoot("g2")}))
    assert game.state.sky.fired == (("s1", "g2"),)
    assert game.state.units["s1"].shots == 1


@pytest.mark.rule("BAR-missions-19")
def test_by_option_flak_fires_at_every_aircraft_and_keeps_its_defend_shot() -> None:
    game = sortie(
        TWO_STUKAS,
        {**TWO_STRIKES, "g2": AirStrike("0609", "0600")},
        cards=short_flak(),
        dice=MISS + MISS,
        options={"flak_shots": "every aircraft"},
    )
    assert game.state.sky.fired == (("s1", "g1"), ("s1", "g2"))
    assert game.state.units["s1"].shots == 0


@pytest.mark.rule("BAR-missions-10", "BAR-missions-X1")
@pytest.mark.parametrize(("test", "fate"), [((4, 4), "air"), ((6, 6), "airfield")])
def test_an_aircraft_with_casualties_tests_and_goes_on_or_goes_home(test: tuple[int, int], fate: str) -> None:
    game = sortie(
        {"g1": STUKA, "s1": {"card": "flak", "hex": "0605"}},
        {"g1": AirStrike("0609", "0600"), "s1": GUARD},
        cards=short_flak(),
        dice=(1, 1, 1, 6, 6, 6, 6, 6, 6, *test),
    )
    stuka = game.state.units["g1"]
    assert (stuka.fate, stuka.suppressed, stuka.flag) == (fate, False, False)
    assert stuka.box == ("landed" if fate == "airfield" else "")


@pytest.mark.rule("BAR-missions-X2")
def test_a_headquarters_below_does_not_help_aircraft() -> None:
    game = sortie(
        {"g1": STUKA, "g8": {"card": "ge_hq", "hex": "0603"}, "s1": {"card": "flak", "hex": "0605"}},
        {"g1": AirStrike("0609", "0600"), "s1": GUARD},
        cards=short_flak(),
        dice=(1, 1, 1, 6, 6, 6, 6, 6, 6, 5, 4),
    )
    assert game.state.units["g1"].fate == "airfield"


@pytest.mark.rule("BAR-missions-11")
def test_flak_does_not_fire_at_an_aircraft_on_its_way_home() -> None:
    # It stands between the aircraft and the hex where that came in, out of reach of where it was.
    game = sortie(
        {"g1": flying("ge_ju87", "0606"), "s1": {"card": "flak", "hex": "0602"}},
        {"g1": AirStrike("0606", "0600"), "s1": GUARD},
        cards=short_flak(),
        dice=MISS,
    )
    assert game.state.units["g1"].fate == "airfield"
    assert game.state.sky.fired == ()


@pytest.mark.rule("BAR-missions-12", "BAR-missions-20")
def test_after_its_mission_an_aircraft_stays_until_the_end_of_the_next_step_five() -> None:
    orders = {"g1": AirStrike("0606", "0600")}
    assert sortie({"g1": flying("ge_ju87", "0606", stays=0)}, orders).state.units["g1"].fate == "air"
    assert sortie({"g1": flying("ge_ju87", "0606")}, orders).state.units["g1"].fate == "airfield"


@pytest.mark.rule("BAR-missions-13", "BAR-missions-20", "BAR-intercept-X1")
def test_an_interceptor_flies_to_the_named_aircraft_and_attacks_it_before_it_goes_home() -> None:
    game = sortie(
        {"g1": flying("ge_ju87", "0606"), "s1": {"card": "su_mig3"}},
        {"g1": AirStrike("0606", "0600"), "s1": Intercept("g1", "1200")},
        dice=(6, 6, 1, 1, 1, 1, 6, 6, 6),
    )
    assert game.state.units["g1"].fate == "dead"
    assert game.state.units["s1"].station == "0606"


@pytest.mark.rule("BAR-missions-21", "BAR-air-combat-15")
def test_the_fights_of_an_impulse_are_over_before_the_next_hex() -> None:
    game = sortie(
        {"g1": STUKA, "s1": {"card": "flak", "hex": "0605"}, "s2": flying("su_mig3", "0603")},
        {"g1": AirStrike("0609", "0600"), "s1": GUARD, "s2": Patrol("0603", 1, 3, "0600")},
        cards=short_flak(),
        dice=(6, 6, 1, 1, 1, 1, 6, 6, 6),
    )
    assert game.state.units["g1"].fate == "dead"
    assert game.state.sky.fired == ()


@pytest.mark.rule("BAR-missions-7", "BAR-air-combat-4")
def test_in_one_impulse_flak_fires_first_and_whoever_goes_home_meets_no_patrol() -> None:
    game = sortie(
        {"g1": STUKA, "s1": {"card": "flak", "hex": "0605"}, "s2": flying("su_mig3", "0604")},
        {"g1": AirStrike("0609", "0600"), "s1": GUARD, "s2": Patrol("0604", 1, 3, "0600")},
        cards=short_flak(),
        dice=(1, 1, 1, 6, 6, 6, 6, 6, 6, 6, 6),
    )
    assert game.state.units["g1"].fate == "airfield"
    assert game.state.units["s2"].shots == 0


@pytest.mark.rule("BAR-escort-2", "BAR-escort-1")
def test_an_escort_comes_in_with_its_charge_and_is_where_it_is() -> None:
    game = sortie(
        {"g1": STUKA, "g2": {"card": "ge_bf109"}},
        {"g1": AirStrike("0505", "1200"), "g2": Escort("g1", 1)},
    )
    assert game.state.units["g2"].station == "0505"
    alone = sortie({"g1": STUKA, "g2": {"card": "ge_bf109"}}, {"g2": Escort("g1", 1)})
    assert alone.state.units["g2"].box == "ready"


@pytest.mark.rule("BAR-escort-3")
def test_flak_fires_at_escort_and_charge_together_without_paying_again() -> None:
    game = sortie(
        {"g1": STUKA, "g2": {"card": "ge_bf109"}, "s1": {"card": "flak", "hex": "0605", "ammo": 1}},
        {"g1": AirStrike("0609", "0600"), "g2": Escort("g1", 1), "s1": GUARD},
        cards=short_flak(),
        dice=(1, 1, 6, 6, 6, 6, 6, 6, 6, 1, 6, 6, 6, 6, 6, 6, 6, 6),
    )
    assert (game.state.units["g1"].absorbed, game.state.units["g2"].absorbed) == (2, 1)
    assert game.state.units["s1"].ammo == 1


@pytest.mark.rule("BAR-escort-5")
def test_an_escort_goes_home_with_its_charge_or_when_its_own_time_is_up() -> None:
    recon = ReconFlight("0505", 1, 3, "0600")
    pair = {"g1": flying("ge_hs126", "0505"), "g2": flying("ge_bf109", "0505")}
    game = sortie(pair, {"g1": recon, "g2": Escort("g1", 1)}, dice=(6,))
    assert (game.state.units["g1"].fate, game.state.units["g2"].fate) == ("air", "airfield")
    game = sortie(pair, {"g1": recon, "g2": Escort("g1", 2)}, dice=(6,))
    assert (game.state.units["g1"].fate, game.state.units["g2"].fate) == ("air", "air")
    game = sortie(pair, {"g1": AirStrike("0505", "0600"), "g2": Escort("g1", 3)})
    assert (game.state.units["g1"].fate, game.state.units["g2"].fate) == ("airfield", "airfield")
