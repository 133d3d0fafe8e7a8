"""Packs of Barbarossa 1941 that fit the types and still make no sense are refused in plain words."""

from typing import Any

import pytest

from planspiel.packs import Inline, PackFaults
from planspiel.systems.barbarossa1941.pack import load_pack


def faults(overlay: dict[str, Any]) -> list[str]:
    """Key, reason and nearest spelling of each fault."""
    with pytest.raises(PackFaults) as caught:
        load_pack([Inline("case.toml", overlay)])
    return [
        f"{fault.key}: {fault.reason}" + (f" ({fault.nearest})" if fault.nearest else "")
        for fault in caught.value.faults
    ]


def outpost(**changes: Any) -> dict[str, Any]:
    return {"scenarios": {"outpost": changes}}


def german(name: str = "outpost", **changes: Any) -> dict[str, Any]:
    return {"scenarios": {name: {"armies": {"german": changes}}}}


def atom(**changes: Any) -> dict[str, Any]:
    return outpost(victory={"atoms": {"1": changes}})


@pytest.mark.parametrize(
    ("overlay", "reason"),
    [
        (
            {"cards": {"ge_pz2": {"targets": {"infantry": [7, 5]}}}},
            "cards.ge_pz2.targets.infantry: needs 3 values, one for each number of casualties",
        ),
        (
            {"cards": {"ge_pz2": {"melee_dice": [3, 4, 5]}}},
            "cards.ge_pz2.melee_dice: must not grow with casualties",
        ),
        (
            {"cards": {"su_bm13": {"orders": {"area": {"second_row": {"infantry": [4]}}}}}},
            "orders.area.second_row.infantry: needs 3 values, one for each number of casualties",
        ),
        (
            {"cards": {"ge_mg": {"orders": {"delete": ["limber"]}}}},
            "cards.ge_mg.orders: the box limber is missing",
        ),
        (
            {"cards": {"ge_mg": {"orders": {"smoke": True}}}},
            "cards.ge_mg.orders: the box smoke needs what goes with it",
        ),
        (
            {"cards": {"ge_mg": {"orders": {"patrol": {"radius": 2}}}}},
            "cards.ge_mg.orders.patrol: is no order for the type infantry",
        ),
        (
            {"cards": {"ge_ju87": {"orders": {"march": {"distance": 2}}}}},
            "cards.ge_ju87.orders.march: is no order for the type aircraft",
        ),
        (
            {"cards": {"ge_mg": {"orders": {"lay_mines": {"boxes": 2}}}}},
            "cards.ge_mg.orders.lay_mines: is an order for pioneers",
        ),
        (
            {"cards": {"ge_hq": {"command_range": 0}}},
            "cards.ge_hq.command_range: a headquarters has a command range, and nobody else",
        ),
        (
            {"cards": {"ge_mg": {"targets": {"building": [2, 1]}}}},
            "cards.ge_mg.targets: the row building goes with the trait attacks_buildings",
        ),
        (
            {"cards": {"ge_mg": {"flight": {"role": "fighter", "boxes": 2}}}},
            "cards.ge_mg.flight: aircraft have it, and nobody else",
        ),
        (
            {"terrain": {"plain": {"cites": {"sight": ["BAR-plane-1"]}}}},
            "terrain.plain.cites.sight[1]: the rulebook has no entry BAR-plane-1 (BAR-plain-1)",
        ),
        ({"terrain": {"bush": {"letter": "p"}}}, "terrain.bush.letter: plain has the same letter"),
        ({"terrain": {"delete": ["swamp"]}}, "terrain: swamp is missing"),
        ({"works": {"delete": ["wire"]}}, "works: wire is missing"),
        (
            {"printed": {"su_t26": {"cites": ["BAR-erata-1"]}}},
            "printed.su_t26.cites[1]: the rulebook has no entry BAR-erata-1 (BAR-errata-1)",
        ),
        (
            {"maps": {"1a": {"layout": {"toward": "low"}}}},
            "maps.1a.layout: a board counts columns eastward and rows southward, even columns lower",
        ),
        (
            {
                "maps": {
                    "1a": {"ways": {"side": {"kind": "road", "path": ["0101"], "exits": {"0101": "west"}}}}
                }
            },
            "maps.1a.ways.side.exits.0101: a road leaves a board in the middle of an edge: "
            "north 0501, south 0507, west 0104, east 0904",
        ),
        (outpost(boards=[["1b", "1a"]]), "scenarios.outpost.boards[1][2]: board 1 already shows its face 1b"),
        (outpost(boards=[["1b", "2a"], ["3a"]]), "scenarios.outpost.boards[2]: every row must have 2 boards"),
        (
            outpost(rulings=["BAR-intro-66"]),
            "scenarios.outpost.rulings[1]: the rulebook has no entry BAR-intro-66 (BAR-intro-6)",
        ),
        (
            outpost(tiles={"1908": {"terrain": "bush"}}),
            "scenarios.outpost.tiles.1908: there is no hex 1908 on these boards (1807)",
        ),
        (
            outpost(roads=[["0101", "0103"]]),
            "scenarios.outpost.roads[1][2]: 0103 is not next to 0101",
        ),
        (
            outpost(tiles={"0101": {"bridge": True}}),
            "scenarios.outpost.tiles.0101: a bridge stands in a river hex",
        ),
        (
            outpost(zones={"west": {"at": ["0101"]}}),
            "scenarios.outpost.zones.west: has both named hexes and a range; give one of them",
        ),
        (
            outpost(zones={"north": {"name": "n", "name_de": "n", "columns": [30, 31]}}),
            "scenarios.outpost.zones.north: has no hex",
        ),
        (outpost(armies={"delete": ["soviet"]}), "scenarios.outpost.armies: the soviet army is missing"),
        (
            german(units={"su_mg": 1}),
            "scenarios.outpost.armies.german.units.su_mg: su_mg is not german",
        ),
        (
            german(deployment="wst"),
            "scenarios.outpost.armies.german.deployment: the scenario has no zone wst (west)",
        ),
        (
            german(deployment="east"),
            "armies.soviet.deployment: 1301, 1302, 1303, 1304, 1305 also belong to the enemy's set-up",
        ),
        (
            german(units={"ge_ju87": 1}),
            "scenarios.outpost.armies.german.units: "
            "aircraft fly only for a side with a headquarters (BAR-request-air-1)",
        ),
        (
            german(supply_hexes=["0204"]),
            "scenarios.outpost.armies.german.supply_hexes[1]: 0204 is no whole hex at the edge of the board",
        ),
        (
            german(may_hide=["ge_pz2"]),
            "scenarios.outpost.armies.german.may_hide[1]: ge_pz2 takes no part or cannot hide",
        ),
        (
            german(may_ride=["ge_infantry"]),
            "scenarios.outpost.armies.german.may_ride[1]: there is no transport",
        ),
        (german(may_be_towed=True), "scenarios.outpost.armies.german.may_be_towed: there is no transport"),
        (
            german(reinforcements=[{"round": 9, "units": {"ge_mg": 1}, "entry": "west"}]),
            "scenarios.outpost.armies.german.reinforcements[1].round: the scenario has 6 rounds",
        ),
        (
            german(reinforcements=[{"round": 2, "units": {"ge_pak36": 1}, "entry": "west"}]),
            "scenarios.outpost.armies.german.reinforcements[1].towed_by: "
            "ge_pak36 needs a transport of the same arrival",
        ),
        (
            german(purchase={"points": 3, "mines": True}),
            "scenarios.outpost.armies.german.purchase.points: nothing can be bought with so few points",
        ),
        (
            german(purchase={"points": 30, "works": ["wire"]}),
            "scenarios.outpost.armies.german.purchase.works: works need a zone to be placed in",
        ),
        (
            german(purchase={"points": 30, "cards": ["ge_mg"], "limits": {"ge_pz2": 1}}),
            "scenarios.outpost.armies.german.purchase.limits.ge_pz2: is not on offer",
        ),
        pytest.param(
            german("counter_attack", works=[{"kind": "bunker", "hex": "1101", "facing": 0}]),
            "scenarios.counter_attack.armies.german.works[1].hex: a bunker cannot stand in a river",
            marks=pytest.mark.rule("BAR-bunker-2"),
        ),
        pytest.param(
            german(works=[{"kind": "bunker", "hex": "0101", "facing": 0}] * 2),
            "scenarios.outpost.armies.german.works[2].hex: there is already a bunker in this hex",
            marks=pytest.mark.rule("BAR-bunker-2"),
        ),
        (
            german("lesson", placed={"1": {"hex": "0903"}}),
            "scenarios.lesson.armies.german.placed[1].hex: ge_infantry cannot be set up here",
        ),
        (
            german("lesson", placed={"1": {"facing": 2}}),
            "scenarios.lesson.armies.german.placed[1].facing: "
            "a unit with an arc faces a side of its hex, and no other does",
        ),
        (
            german("lesson", placed={"1": {"card": "ge_mg", "facing": 2}}),
            "armies.german.placed[3].card: there are not so many of these units",
        ),
        (
            atom(zone="vilage"),
            "scenarios.outpost.victory.atoms[1].zone: the scenario has no zone vilage (village)",
        ),
        (atom(hexes=3), "scenarios.outpost.victory.atoms[1].hexes: the zone has not so many hexes"),
        (atom(at_round=7), "scenarios.outpost.victory.atoms[1].at_round: the scenario has 6 rounds"),
        (
            outpost(victory={"atoms": [{"kind": "exit", "side": "german"}]}),
            "scenarios.outpost.victory.atoms[1].side: the german army has no exit",
        ),
        (
            outpost(victory={"atoms": [{"kind": "intact", "side": "german", "hex": "0904", "clear": 2}]}),
            "scenarios.outpost.victory.atoms[1].hex: there is no bridge in 0904",
        ),
    ],
)
def test_a_fault_of_sense_is_said_with_its_key(overlay: dict[str, Any], reason: str) -> None:
    assert any(fault.endswith(reason) for fault in faults(overlay)), faults(overlay)


def test_all_faults_come_at_once_with_file_key_reason_and_nearest_spelling() -> None:
    overlay = {
        "cards": {"ge_pz2": {"defense": 3, "type": "lite_tank"}},
        "scenarios": {
            "outpost": {"boards": [["1b", "2aa"]], "armies": {"german": {"units": {"ge_infntry": 1}}}}
        },
    }
    found = faults(overlay)
    assert "cards.ge_pz2.defense: unknown key" in " ".join(found)
    assert any("light_tank" in fault and fault.startswith("cards.ge_pz2.type") for fault in found)
    assert any(fault.endswith("(2a)") for fault in found)
    assert any(fault.endswith("(ge_infantry)") for fault in found)


@pytest.mark.rule("BAR-intro-7")
def test_a_scenario_of_the_players_own_loads_beside_the_others() -> None:
    own = {
        "title": "Our village",
        "title_de": "Unser Dorf",
        "description": "A quarrel about Lipki.",
        "description_de": "Ein Streit um Lipki.",
        "number": 20,
        "boards": [["2a"]],
        "rounds": 4,
        "zones": {
            "west": {"name": "west", "name_de": "Westen", "columns": [1, 3]},
            "east": {"name": "east", "name_de": "Osten", "columns": [7, 9]},
        },
        "armies": {
            "german": {"units": {"ge_infantry": 1}, "deployment": "west"},
            "soviet": {"units": {"su_infantry": 1}, "deployment": "east"},
        },
        "victory": {
            "name": "Kill.",
            "name_de": "Vernichten.",
            "atoms": [{"kind": "destroy", "side": "german"}],
            "otherwise": "soviet",
        },
    }
    loaded = load_pack([Inline("case.toml", {"scenarios": {"ours": own}})])
    assert loaded.pack.ladder[-1] == "ours"
    assert loaded.pack.theatre("ours").columns == 9
    assert loaded.provenance.of("scenarios", "ours", "rounds").kind == "user"
