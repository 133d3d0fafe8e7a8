"""Packs that fit the types and still make no sense are refused in plain words, with file and key."""

from typing import Any

import pytest

from planspiel.packs import Inline, PackFaults
from planspiel.systems.wiener2022.pack import load_pack


def faults(overlay: dict[str, Any]) -> list[str]:
    """Key, reason and nearest spelling of each fault."""
    with pytest.raises(PackFaults) as caught:
        load_pack([Inline("case.toml", overlay)])
    return [
        f"{fault.key}: {fault.reason}" + (f" ({fault.nearest})" if fault.nearest else "")
        for fault in caught.value.faults
    ]


def steps(**changes: Any) -> dict[str, Any]:
    return {"scenarios": {"first_steps": changes}}


def blue(name: str = "first_steps", **changes: Any) -> dict[str, Any]:
    return {"scenarios": {name: {"blue": changes}}}


def unit(**changes: Any) -> dict[str, Any]:
    """The first unit of blue, a tank company in 6,5."""
    return blue(units={"1": changes})


def atom(**changes: Any) -> dict[str, Any]:
    return steps(missions={"blue": {"atoms": [changes]}})


CATALOGUE = [
    ({"models": {"p4": {"weapons": ["gun_75_49"]}}}, "weapons[1]: there is no weapon gun_75_49 (gun_75_48)"),
    ({"models": {"p4": {"armour": 0, "resistance": 0}}}, "traits: a combat vehicle is armoured and armed"),
    ({"models": {"lorry": {"resistance": -1}}}, "resistance: only armoured models have resistance"),
    ({"models": {"p4": {"resistance": -3}}}, "resistance: only bunkers and ships have -3 or -4"),
    ({"models": {"bunker_heavy": {"resistance": -3}}}, "bunker_heavy.resistance: must be -2 for its class"),
    ({"models": {"bunker_superheavy": {"resistance": -2}}}, "resistance: must be -3 or -4 for its class"),
    ({"models": {"lorry": {"tow_needs": "car"}}}, "tow_needs: only a base is carried or towed"),
    ({"models": {"lorry": {"role": "fighter"}}}, "role: only aircraft have a role"),
    ({"models": {"me109": {"role": ""}}}, "models.me109: an aircraft needs a role"),
    ({"models": {"pak75": {"weapons": []}}}, "models.pak75: a weapon base needs its weapon"),
    ({"models": {"destroyer": {"ship_class": ""}}}, "models.destroyer: a ship needs a ship_class"),
    ({"models": {"ju87": {"bomb": 3}}}, "models.ju87.bomb: its bombs have the plus 2"),
    ({"models": {"dummy_tank": {"looks_like": ""}}}, "looks_like: a dummy, and nothing else, looks like"),
    ({"weapons": {"gun_37": {"air": 2}}}, "air: a range against aircraft needs flak"),
    ({"weapons": {"flak_20": {"air": 0}}}, "flak: a flak weapon needs a range against aircraft"),
    ({"weapons": {"mg": {"flat": 0}}}, "weapons.mg: has no range at all"),
    ({"weapons": {"bombs_1": {"flat": 1}}}, "weapons.bombs_1: a bomb has no range"),
    (
        {"units": {"krupp_infantry": {"models": ["krupp", "figures"]}}},
        "units.krupp_infantry.models: the first of two models is a base",
    ),
    (
        {"units": {"krupp_infantry": {"models": ["fh150_base", "krupp"]}}},
        "units.krupp_infantry.models: Krupp car can neither carry nor tow 15 cm heavy field howitzers",
    ),
    (
        {"units": {"krupp_infantry": {"models": ["figures", "krup"]}}},
        'models[2]: there is no "krup" in models (krupp)',
    ),
    (
        {"divisions": {"german_armoured": {"groups": {"air": {"cite": "WPR-dt-pzdiv43-9"}}}}},
        "the rulebook has no entry WPR-dt-pzdiv43-9",
    ),
]
FIELD = [
    (steps(zones={"village": {"at": ["14,4", "14,11"]}}), "zones.village.at[2]: there is no field 14,11"),
    (steps(zones={"west": {"at": ["1,1"]}}), "zones.west: has both named fields and a range"),
    (steps(zones={"west": {"x": [30, 40]}}), "zones.west: has no field on this board"),
    (
        steps(weather={"fog": ["21,1"]}),
        "weather.fog[1]: there is no field 21,1; the board has 20 x 10 fields",
    ),
    (steps(board="lindenu"), 'board: there is no "lindenu" in maps (lindenau)'),
    (steps(bridges={"5,5": {"axis": "NS"}}), 'bridges."5,5": a bridge leads over a water field'),
    (steps(clock={"start": 30}), "clock.start: a day has 24 turns"),
    (steps(clock={"sunrise": 20, "sunset": 10}), "clock.sunset: the sun sets after it has risen"),
    (steps(clock={"night": [7]}), "clock.night[1]: the scenario has 6 turns"),
    (steps(weather={"fog": ["3,3"], "fog_turns": [9]}), "weather.fog_turns[1]: the scenario has 6 turns"),
    (steps(rulings=["WPR-nebel-99"]), "rulings[1]: the rulebook has no entry WPR-nebel-99"),
    (
        steps(provisions=[{"text": "a", "text_de": "b", "overrides": ["WPR-x"]}]),
        "provisions[1].overrides[1]: the rulebook has no entry WPR-x",
    ),
    (steps(options={"heavy_up_to_60": True}), "there is no option heavy_up_to_60 (heavy_up_to_60t)"),
    (steps(options={"heavy_up_to_60t": "yes"}), "must be false or true, not yes"),
]
UNITS = [
    (unit(unit="p44"), "blue.units[1].unit: there is no unit p44 (p4)"),
    (unit(at="21,5"), "blue.units[1].at: there is no field 21,5"),
    (unit(at="3,1"), "blue.units[1].at: p4 cannot stand in 3,1"),
    (unit(at=""), "blue.units[1]: everything is placed in this scenario"),
    (unit(facing=2), "blue.units[1].facing: only a bunker has an arc"),
    (unit(hidden=True), "blue.units[1].hidden: only figures with portable weapons can hide"),
    (unit(stock={"wire": 2}), "blue.units[1].stock: only an engineer vehicle carries material"),
    (unit(count=2), "blue.units[1].count: several like models may not share a field"),
    (unit(unit="me109"), "blue.units[1].unit: aircraft belong to the air pool"),
    (unit(id="r1"), "two elements have the id r1"),
    (unit(zone="north"), "blue.units[1].zone: the scenario has no zone north"),
    (blue(zone="wst"), "blue.zone: the scenario has no zone wst (west)"),
    (blue(zone="east"), "red.zone: 12,1, 12,10, 12,2, 12,3, 12,4 also belong to the zone of blue"),
    (blue("river_line", units=[{"unit": "destroyer"}]), "there is no field for destroyer in the zone west"),
    (blue(dummies=[{"unit": "p4"}]), "blue.dummies[1].unit: p4 is no dummy"),
    (
        blue(off_board=[{"leave": "west", "enter": "x", "turns": 1}]),
        "off_board[1].enter: the scenario has no zone",
    ),
    (
        blue(reinforcements=[{"turn": 9, "zone": "west", "units": [{"unit": "p4"}]}]),
        "blue.reinforcements[1].turn: the scenario has 6 turns",
    ),
    (
        blue(reinforcements=[{"turn": 2, "zone": "west", "units": [{"unit": "p4"}]}]),
        "blue.reinforcements[1].zone: 2,2 does not lie at the edge of the board",
    ),
    (unit(aboard="b9"), "b1 is aboard b9, but there is none"),
    (unit(aboard="b5v"), "b1 is aboard b5v, which is neither aircraft nor craft"),
    (
        blue(units={"1": {"aboard": "ta"}}, air={"pool": [{"unit": "ju52", "id": "ta", "turns": [1]}]}),
        "b1 is aboard ta, but aircraft carry only bases and cars",
    ),
    (
        blue("landing", units={"10": {"aboard": "lcb"}}),
        "lcb carries 1 land vehicle, but 2 are loaded",
    ),
]
WORKS = [
    ({"kind": "barricade", "at": ["5,1"]}, "stops: a barricade says whom it stops"),
    ({"kind": "wire", "at": ["5,1"], "stops": ["infantry"]}, "stops: only a barricade or trap"),
    ({"kind": "wire", "at": ["5,1"], "plus": 1}, "plus: only a trap has a plus"),
    ({"kind": "dug_in", "at": ["5,1"], "hidden": True}, "hidden: field positions are not hidden"),
    ({"kind": "demolition", "at": ["5,1"]}, "at[1]: there is no bridge in 5,1"),
    ({"kind": "demolition", "at": ["5,1|6,1"]}, "at[1]: there is no bridge in 5,1|6,1"),
    ({"kind": "demolition", "at": ["5,1|5,99"]}, "at[1]: "),
    ({"kind": "wire", "at": ["5,1|6,1"]}, "at[1]: 5,1|6,1 is an edge and no field"),
    ({"kind": "fence", "at": ["5,1"]}, "kind: must be"),
]
AIR = [
    ({"unit": "p4"}, "unit: p4 is no aircraft"),
    ({"unit": "ju52"}, "turns: transports and gliders fly by plan"),
    ({"unit": "ju52", "turns": [7]}, "turns[1]: the scenario has 6 turns"),
    ({"unit": "me109", "bomb": 3}, "bomb: only light and medium bombers carry special bombs"),
    ({"unit": "me109", "torpedo": True}, "torpedo: only light and medium bombers"),
    ({"unit": "me109", "station": "3,3"}, "station: only an observer is stationed"),
    (
        {"unit": "me109", "on_field": "3,3"},
        "on_field: aircraft stand on the board only with flight_operations",
    ),
]
MISSIONS = [
    (atom(kind="take", zone="vilage"), "zone: the scenario has no zone vilage (village)"),
    (atom(kind="take", zone="village", fields=3), "fields: the zone has not so many fields"),
    (atom(kind="hold", zone="village", until=7), "until: the scenario has 6 turns"),
    (atom(kind="take", zone="village", by=7), "by: the scenario has 6 turns"),
    (atom(kind="exit", zone="east", units=1), "zone: Blue may not leave the board there"),
    (atom(kind="destroy", units=1, ids=["b1"]), "ids[1]: there is no element b1 on that side"),
    (atom(kind="destroy", units=2, armoured=True), "units: there are not so many elements that count"),
    (atom(kind="survive", units=9, kinds=["weapon"]), "units: there are not so many elements that count"),
    (atom(kind="flee"), "kind: must be"),
    (steps(missions={"blue": {"needs": 2}}), "missions.blue.needs: the mission has 1 parts"),
    (steps(missions={"delete": ["red"]}), "missions: the mission of red is missing"),
]


@pytest.mark.parametrize(("overlay", "reason"), [*CATALOGUE, *FIELD, *UNITS, *MISSIONS])
def test_nonsense_is_refused_with_its_key(overlay: dict[str, Any], reason: str) -> None:
    found = faults(overlay)
    assert any(reason in fault for fault in found), found


@pytest.mark.parametrize(("work", "reason"), WORKS)
def test_works_that_make_no_sense(work: dict[str, Any], reason: str) -> None:
    assert any(f"blue.works[1].{reason}" in fault for fault in faults(blue(works=[work])))


@pytest.mark.parametrize(("aircraft", "reason"), AIR)
def test_aircraft_that_make_no_sense(aircraft: dict[str, Any], reason: str) -> None:
    assert any(f"blue.air.pool[1].{reason}" in fault for fault in faults(blue(air={"pool": [aircraft]})))


@pytest.mark.rule("WPR-flugbetrieb-1")
def test_with_flight_operations_aircraft_stand_on_parking_fields() -> None:
    pool = [{"unit": "storch", "on_field": "20,8"}]
    overlay: dict[str, Any] = {"flight_operations": True, "red": {"air": {"pool": pool}}}
    found = load_pack([Inline("case.toml", {"scenarios": {"landing": overlay}})]).pack
    assert found.scenarios["landing"].red.air.pool[0].on_field == "20,8"
    pool[0]["on_field"] = "20,9"
    reasons = faults({"scenarios": {"landing": overlay}})
    assert any("on_field: 20,9 is no parking field of an airfield" in reason for reason in reasons)


def test_own_models_of_a_scenario_hang_together() -> None:
    assert any(
        "scenarios.first_steps.units.horse: there is no model horse" in fault
        for fault in faults(steps(units={"horse": ["horse"]}))
    )
    assert any(
        "scenarios.first_steps.changes.p4.weapons[1]: there is no weapon gun (gun_37)" in fault
        or "changes.p4.weapons[1]: there is no weapon gun" in fault
        for fault in faults(steps(changes={"p4": {"weapons": ["gun"]}}))
    )
    assert any(
        "units.tow: Krupp car can neither carry nor tow" in fault
        for fault in faults(steps(units={"tow": ["fh150_base", "krupp"]}))
    )


def test_a_fault_names_file_line_and_key() -> None:
    text = "[scenarios.first_steps]\nturns = 0\n"
    data = {"scenarios": {"first_steps": {"turns": 0}}}
    with pytest.raises(PackFaults) as caught:
        load_pack([Inline("house.toml", data, text=text)])
    assert str(caught.value) == "house.toml:2: scenarios.first_steps.turns: must be at least 1, not 0"
