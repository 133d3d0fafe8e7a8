"""Packs of Blitzkrieg 1940 that fit the types and still make no sense are refused in plain words."""

from typing import Any

import pytest

from planspiel.packs import Inline, PackFaults
from planspiel.systems.blitzkrieg1940.pack import load_pack

KRAD = {"counter": "ge_krad", "name": "4th", "name_de": "4.", "label": "4"}


def faults(overlay: dict[str, Any]) -> list[str]:
    """Key and reason of each fault; where the fault lies in a file of the base pack the key begins there."""
    with pytest.raises(PackFaults) as caught:
        load_pack([Inline("case.toml", overlay)])
    return [f"{fault.key}: {fault.reason}" for fault in caught.value.faults]


def hannut(**changes: Any) -> dict[str, Any]:
    return {"scenarios": {"hannut": changes}}


def stonne(**changes: Any) -> dict[str, Any]:
    return {"scenarios": {"stonne": changes}}


@pytest.mark.parametrize(
    ("overlay", "reason"),
    [
        (
            {"counters": {"ge_mg": {"full": {"defence": 1}}}},
            "counters.ge_mg.full.defence: infantry has defence 0 (BLK-8.2.1-G1)",
        ),
        (
            {"formations": {"kg": {"companies": {"krad/4": KRAD}}}},
            'formations.kg.companies."krad/4": the id of a company begins with its formation, as in kg/1',
        ),
        (
            {"charts": {"crt": {"rows": {"7": {"3": "X"}}}}},
            "charts.crt.rows.7[3]: a result is one of - n N 1",
        ),
        (
            {"maps": {"hannut": {"edges": {"east": {"owner": ""}}}}},
            "maps.hannut.edges: one edge must be the german side's own",
        ),
        (
            hannut(setup={"1": {"radius": 1}}),
            "scenarios.hannut.setup[1].zone: the zone 12_cuirassiers should hold "
            "1101, 1102, 1201, 1202, 1203, 1301, 1302",
        ),
        (
            hannut(setup={"1": {"zone": "12_cuir"}}),
            "scenarios.hannut.setup[1].zone: the map has no zone 12_cuir",
        ),
        (
            hannut(setup={"1": {"cite": "BLK-1"}}),
            "scenarios.hannut.setup[1].cite: the rulebook has no entry BLK-1",
        ),
        (hannut(setup={"1": {"side": "german"}}), "scenarios.hannut.setup[1].side: 12-cuir is french"),
        (
            hannut(setup={"10": {"formations": ["1-cuir", "2-cuir"]}}),
            "scenarios.hannut.setup[10]: 2-cuir appears twice",
        ),
        (
            hannut(setup={"10": {"zone": "3_pz"}}),
            "scenarios.hannut.setup[8].zone: 1601, 1602, 1603, 1604, 1605, 1606, 1607, 1608, 1609, 1610 also "
            "belong to the enemy's set-up",
        ),
        (hannut(losses={"2-cuir": 9}), "scenarios.hannut.losses.2-cuir: there are more losses than units"),
        (hannut(losses={"i-gd": 1}), "scenarios.hannut.losses.i-gd: this formation takes no part"),
        (
            hannut(markers={"german": {"formations": ["i-5-pzr"]}}),
            "scenarios.hannut.markers: kg needs one activation marker, not 0",
        ),
        (
            hannut(opening={"stukas": 3}),
            "scenarios.hannut.opening.stukas: there are not so many markers of this kind",
        ),
        (
            hannut(carriers={"apc-i-12": {"mounted": "i-12-schr/5"}}),
            "scenarios.hannut.carriers.apc-i-12.mounted: i-12-schr/5 is not infantry",
        ),
        (
            hannut(carriers={"11-rdp-at": {"formation": "i-11-rdp"}}),
            "scenarios.hannut.carriers.11-rdp-at: this unit carries nobody",
        ),
        (hannut(turns=7), "scenarios.hannut.victory.bands: there are 6 bands for 7 turns"),
        (
            hannut(victory={"bands": {"1": [12, 8]}}),
            "scenarios.hannut.victory.bands[1]: the lower bound comes first",
        ),
        (stonne(victory={"place": "Stone"}), "scenarios.stonne.victory.place: the map has no place Stone"),
        (stonne(turns=7), "scenarios.stonne.reinforcements[5].turn: the scenario has 7 turns"),
        (
            stonne(reinforcements={"1": {"turn": 3}}),
            "scenarios.stonne: 6-grdi/1 comes in turn 3, its entry says 2",
        ),
        (
            stonne(reinforcements={"5": {"companies": ["49-bcc/2"]}}),
            "scenarios.stonne: 49-bcc/3 is neither set up nor due in any turn",
        ),
        (
            stonne(reinforcements={"1": {"entry": ""}}),
            "scenarios.stonne.reinforcements[1]: units need a zone to enter",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_in_plain_words(overlay: dict[str, Any], reason: str) -> None:
    assert any(reason.endswith(fault) for fault in faults(overlay))


def test_a_zone_without_room_is_refused() -> None:
    small = {"maps": {"hannut": {"zones": {"3_pz": {"at": ["1601", "1602"]}}}}}
    assert "setup[8].zone: 22 units must be set up here, but there is room for 6" in faults(small)


def test_a_chart_cell_a_modifier_and_a_counter_may_be_replaced() -> None:
    overlay = {
        "charts": {"crt": {"rows": {"11": {"2": "N"}}}, "fire": {"higher": 0}},
        "counters": {"fr_s35": {"full": {"attack": 6}}},
    }
    loaded = load_pack([Inline("case.toml", overlay)])
    assert loaded.pack.charts.result(-1, 11).result == "N"
    assert loaded.pack.fire.higher == 0
    assert loaded.pack.counters["fr_s35"].full.attack == 6
    assert loaded.provenance.of("charts", "fire", "higher").kind == "user"
