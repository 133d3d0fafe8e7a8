"""The shipped scenarios: strength, size, missions, and everything an Ausgangslage can say."""

from typing import Any

import pytest

from planspiel.packs import Inline
from planspiel.systems.wiener2022.pack import Pack, load_pack
from planspiel.systems.wiener2022.scenario import Clock, Scenario, Weather
from planspiel.systems.wiener2022.scenario_faults import can_stand
from planspiel.systems.wiener2022.state import BLUE, RED, SIDES
from wiener2022.positions import pack

PACK = pack()
NAMES = sorted(PACK.scenarios)
ATTACKS = [name for name in NAMES if PACK.scenarios[name].attacker != "none"]


def units(name: str, side: str) -> int:
    """Companies on the ground and craft, reinforcements included; dummies and aircraft are not counted."""
    recruits = PACK.roster(name, RED if side == "red" else BLUE)
    return len([r for r in recruits if r.placed is not None and not r.id.endswith("v")])


def changed(name: str = "first_steps", **changes: Any) -> Pack:
    return load_pack([Inline("case.toml", {"scenarios": {name: changes}})]).pack


# The shipped scenarios


def strength(name: str, side: str) -> int:
    """Units that fight: craft that only carry do not count."""
    recruits = PACK.roster(name, RED if side == "red" else BLUE)
    found = [PACK.models[r.model] for r in recruits if r.placed is not None and not r.id.endswith("v")]
    return len([model for model in found if not model.is_watercraft or model.is_warship])


def test_the_ladder_goes_from_the_first_game_to_the_landing() -> None:
    assert PACK.ladder == ("first_steps", "river_line", "night_attack", "meeting", "landing")


@pytest.mark.parametrize("name", ATTACKS)
def test_attackers_are_about_a_third_stronger(name: str) -> None:
    attacker = PACK.scenarios[name].attacker
    defender = "red" if attacker == "blue" else "blue"
    assert 115 <= 100 * strength(name, attacker) // strength(name, defender) <= 145


def test_a_meeting_engagement_is_fought_with_equal_strength() -> None:
    assert abs(units("meeting", "blue") - units("meeting", "red")) <= 1


@pytest.mark.parametrize("name", NAMES)
def test_scenarios_are_played_in_an_evening(name: str) -> None:
    scenario, theatre = PACK.scenarios[name], PACK.theatre(name)
    most = {"first_steps": 8, "meeting": 30, "landing": 30}.get(name, 25)
    assert max(units(name, "blue"), units(name, "red")) <= most
    assert 6 <= scenario.turns <= 12
    assert (theatre.width, theatre.height) in ((20, 10), (40, 20))


@pytest.mark.setup
@pytest.mark.rule("WPR-ausgangslage-1", "WPR-ausgangslage-2", "WPR-ausgangslage-3")
@pytest.mark.parametrize("name", NAMES)
def test_both_parties_have_a_mission_and_a_zone_to_start_from(name: str) -> None:
    scenario, theatre = PACK.scenarios[name], PACK.theatre(name)
    for side in SIDES:
        mission = scenario.mission(side)
        assert mission.text != mission.text_de
        assert mission.atoms
        assert theatre.zones[scenario.party(side).zone]
    assert not set(theatre.zones[scenario.blue.zone]) & set(theatre.zones[scenario.red.zone])


@pytest.mark.setup
@pytest.mark.rule("WPR-ausgangslage-4", "WPR-ausgangslage-5", "WPR-ausgangslage-7")
def test_scenarios_list_forces_preparation_reinforcements_and_aircraft() -> None:
    scenario = PACK.scenarios["river_line"]
    assert scenario.red.works
    assert scenario.red.barriers == {"at_mine": 3, "ap_mine": 2, "wire": 1}
    assert [due.turn for due in scenario.red.reinforcements] == [4]
    due = [recruit for recruit in PACK.roster("river_line", RED) if recruit.due]
    assert {(recruit.model, recruit.zone) for recruit in due} == {("t34_76", "east_edge")}
    assert (scenario.blue.air.priority, scenario.red.air.priority) == (5, 6)


@pytest.mark.setup
@pytest.mark.rule("WPR-bruecken-1", "WPR-fallen-1", "WPR-barrikaden-1")
def test_permanent_bridges_barricades_and_traps_come_from_the_scenario() -> None:
    theatre = PACK.theatre("river_line")
    assert {at: bridge.kind for at, bridge in theatre.bridges.items()} == {"9,6": "solid", "10,2": "wood"}
    works = [
        {"kind": "barricade", "at": ["14,6"], "stops": ["wheeled", "tracked"]},
        {"kind": "trap", "at": ["13,5"], "stops": ["infantry"], "plus": 1},
    ]
    barricade, trap = changed("river_line", red={"works": works}).scenarios["river_line"].red.works
    assert barricade.stops == ("wheeled", "tracked")
    assert trap.plus == 1


@pytest.mark.setup
@pytest.mark.rule("WPR-sonnenaufgang-1", "WPR-verdeckt-4", "WPR-schein-1")
def test_the_night_attack_says_who_moves_first_how_hidden_and_with_which_dummies() -> None:
    scenario = PACK.scenarios["night_attack"]
    assert scenario.first_side == RED
    assert scenario.mode == "partly"
    dummies = [recruit for recruit in PACK.roster("night_attack", BLUE) if recruit.is_dummy]
    assert {PACK.models[dummy.model].looks_like for dummy in dummies} == {"figures", "pak75"}
    assert [turn for turn in range(1, 9) if scenario.is_night(turn)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("name", NAMES)
def test_every_placed_element_stands_on_ground_it_can_use(name: str) -> None:
    theatre = PACK.theatre(name)
    for side in SIDES:
        for recruit in PACK.roster(name, side):
            if recruit.field and not recruit.aboard and recruit.aircraft is None:
                assert can_stand(theatre, PACK.models[recruit.model], recruit.field), recruit.id


@pytest.mark.parametrize("name", NAMES)
def test_no_two_vehicles_or_weapons_of_a_side_start_in_one_field(name: str) -> None:
    """A base and its own vehicle apart, this cannot crowd a field whatever the kinds are."""
    for side in SIDES:
        standing = [
            recruit.field
            for recruit in PACK.roster(name, side)
            if recruit.field and not recruit.aboard and not PACK.models[recruit.model].is_figures
        ]
        mates = [recruit.field for recruit in PACK.roster(name, side) if recruit.mate and recruit.field]
        lone = [field for field in standing if field not in mates]
        assert len(lone) == len(set(lone))


@pytest.mark.parametrize("name", sorted(PACK.maps))
def test_villages_are_houses_on_roads_with_names_in_both_languages(name: str) -> None:
    theatre = PACK.theatre(next(s for s in NAMES if PACK.scenarios[s].board == name))
    settled = [place for place in PACK.maps[name].places.values() if place.kind in ("village", "town")]
    assert len(settled) >= 2
    for place in settled:
        assert theatre.is_building(place.at), place.name
        assert any(near in theatre.road_fields for near in (place.at, *theatre.board.neighbours(place.at)))
        assert place.name_de


@pytest.mark.parametrize("name", NAMES)
def test_elements_of_a_unit_know_each_other(name: str) -> None:
    for side in SIDES:
        roster = {recruit.id: recruit for recruit in PACK.roster(name, side)}
        for recruit in roster.values():
            assert not recruit.mate or roster[recruit.mate].mate == recruit.id
            assert not recruit.aboard or recruit.aboard in roster


def test_ids_of_several_units_of_a_kind_are_their_own() -> None:
    ids = [recruit.id for side in SIDES for recruit in PACK.roster("landing", side)]
    assert len(ids) == len(set(ids))
    paratroops = [r for r in PACK.roster("landing", BLUE) if r.model == "paratroops"]
    assert [r.aboard for r in paratroops] == ["da", "da", "db"]


# What a scenario file can set


@pytest.mark.rule("WPR-zeit-4", "WPR-zeit-3")
def test_a_scenario_divides_the_day_as_it_likes() -> None:
    long = Clock(turns_per_day=48, start=46, sunrise=10, sunset=40)
    assert [long.is_night(turn) for turn in (1, 3, 12, 13)] == [True, True, True, False]
    listed = Clock(night=(2, 3))
    assert [listed.is_night(turn) for turn in (1, 2, 3, 4)] == [False, True, True, False]


def test_natural_fog_lies_on_its_fields_in_its_turns() -> None:
    foggy = changed(weather={"fog": ["8,4"], "fog_turns": [1, 2]}).scenarios["first_steps"]
    assert [foggy.is_foggy(turn) for turn in (1, 2, 3)] == [True, True, False]
    always = changed(weather={"fog": ["8,4"]}).scenarios["first_steps"]
    assert always.is_foggy(5)
    assert not Scenario.is_foggy(PACK.scenarios["first_steps"], 1)


@pytest.mark.rule("WPR-sonderwaffen-1")
def test_a_scenario_brings_its_own_vehicles_and_weapons() -> None:
    special: dict[str, Any] = {
        "weapons": {
            "rocket_380": {
                "name": "38 cm rocket",
                "name_de": "38-cm-Raketenwerfer",
                "family": "rocket",
                "calibre": 380,
                "indirect": 6,
                "plus": 3,
            }
        },
        "models": {
            "sturmtiger": {
                "name": "Sturmtiger",
                "name_de": "Sturmtiger",
                "kind": "vehicle",
                "traits": ["combat", "armed", "closed"],
                "armour": 4,
                "resistance": -2,
                "mobility": "tracked",
                "size": "large",
                "tonnes": 65,
                "weapons": ["rocket_380"],
            }
        },
        "units": {"sturmtiger": ["sturmtiger"]},
        "blue": {"units": [{"unit": "sturmtiger", "at": "6,5"}]},
    }
    found = changed(**special)
    (recruit,) = found.roster("first_steps", BLUE)
    model = found.models[recruit.model]
    assert (model.name, model.armour) == ("Sturmtiger", 4)
    weapon = found.main_weapon(model)
    assert weapon is not None
    assert (weapon.calibre, weapon.plus) == (380, 3)


@pytest.mark.rule("WPR-ru-motschdiv43-9")
def test_a_scenario_changes_single_values_of_the_catalogue_for_itself_alone() -> None:
    found = changed(changes={"p4": {"armour": 3, "resistance": -2}})
    mine = found.models[found.model_id("first_steps", "p4")]
    assert (mine.armour, mine.resistance, mine.mobility) == (3, -2, "tracked")
    assert found.models[found.model_id("river_line", "p4")].armour == 2
    assert {r.model for r in found.roster("first_steps", BLUE) if "p4" in r.model} == {"first_steps:p4"}


@pytest.mark.parametrize(
    ("changes", "read"),
    [
        ({"seats": "lot"}, lambda s: s.seats == "lot"),
        ({"mode": "hidden"}, lambda s: s.mode == "hidden"),
        ({"may_return": True, "captured_usable": True}, lambda s: s.may_return and s.captured_usable),
        ({"draw": "draw"}, lambda s: s.draw_side is None),
        ({"weather": {"season": "winter", "frozen": True, "sight": 2}}, lambda s: s.weather.frozen),
        ({"weather": {"terrain": {"wheeled": 1}, "flying": False}}, lambda s: not s.weather.flying),
        (
            {"engineering": {"barges": True, "diving_tanks": True, "water_depth": 3}},
            lambda s: s.engineering.barges,
        ),
        (
            {"engineering": {"long_works": True, "makeshift_bridges": True}},
            lambda s: s.engineering.long_works,
        ),
        ({"air_reconnaissance": True}, lambda s: s.air_reconnaissance),
        ({"blue": {"ammunition": 4, "fuel": 20, "command_delay": 1}}, lambda s: s.blue.fuel == 20),
        ({"blue": {"elite": ["fire", "close", "losses"], "loss": 5}}, lambda s: s.blue.loss == 5),
        ({"red": {"units": {"1": {"elite": ["close"], "value": -1}}}}, lambda s: s.red.units[0].value == -1),
        ({"red": {"units": {"1": {"located": True, "partisans": True}}}}, lambda s: s.red.units[0].located),
        (
            {"blue": {"off_board": [{"leave": "west", "enter": "east", "turns": 2}]}},
            lambda s: s.blue.off_board[0].turns == 2,
        ),
        (
            {"blue": {"air": {"pool": [{"unit": "ju88", "bomb": 4}], "by_role": {"medium_bomber": 5}}}},
            lambda s: s.blue.air.by_role["medium_bomber"] == 5,
        ),
        (
            {"provisions": [{"text": "No smoke.", "text_de": "Kein Nebel.", "overrides": ["WPR-nebel-3"]}]},
            bool,
        ),
        ({"options": {"heavy_up_to_60t": True}}, lambda s: s.options == {"heavy_up_to_60t": True}),
    ],
)
def test_settings_of_a_scenario_are_read(changes: dict[str, Any], read: Any) -> None:
    assert read(changed(**changes).scenarios["first_steps"])


@pytest.mark.setup
def test_the_standard_is_a_clear_summer() -> None:
    assert Weather() == Weather(season="summer", sight=0, flying=True, frozen=False)


@pytest.mark.parametrize("name", NAMES)
def test_the_entries_a_scenario_carries_out_are_cited(name: str) -> None:
    assert PACK.scenarios[name].ruled() == PACK.scenarios[name].rulings != ()
