"""The list of plus and minus points with its printed figures, read through the shots it is about."""

from typing import Any

import pytest

from planspiel.systems.wiener2022.modifiers import Shot, flak_modifiers, mine_modifiers, modifiers
from planspiel.systems.wiener2022.state import BLUE, Earthwork
from wiener2022.positions import pack, position


def points(
    weapon: str, target: str, distance: int = 2, given: dict[str, Any] | None = None, **shot: Any
) -> int:
    """All points of a shot of a blue tank at a red element, `distance` fields apart."""
    field = f"{3 + distance},4"
    elements = {"b1": {"model": "p4", "field": "3,4"}, "r1": {"model": target, "field": field}}
    game = position(elements=elements, **(given or {}))
    fired = Shot(side=BLUE, firers=("b1",), weapon=weapon, field=field, distance=distance, **shot)
    return sum(line.value for line in modifiers(game.pack, game.state, fired, game.state.elements["r1"]))


DUG_IN = {"earthworks": {"5,4": Earthwork(turns=2)}}
HOUSE = {"ground": {"5,4": "building"}}


@pytest.mark.table
@pytest.mark.rule("WPR-plusminus-1")
@pytest.mark.parametrize(("given", "expected"), [(DUG_IN, -1), (HOUSE, -1), ({}, 0)])
def test_cover_takes_one_point(given: dict[str, Any], expected: int) -> None:
    assert points("small_arms", "figures", given=given) == expected


@pytest.mark.table
@pytest.mark.rule("WPR-plusminus-1")
def test_a_high_attack_takes_one_point() -> None:
    low = points("", "figures", lay="bomb", bomb=3)
    assert (low, points("", "figures", lay="bomb", bomb=3, high=True)) == (3, 2)


@pytest.mark.table
@pytest.mark.rule("WPR-plusminus-2")
@pytest.mark.parametrize(
    ("weapon", "target", "expected"),
    [
        ("mortar_80", "figures", 0),
        ("mortar_120", "figures", 1),
        ("rocket_132", "lorry", 1),
        ("fh_122", "figures", 0),
    ],
)
def test_mortars_and_rockets_above_11_cm_against_unarmoured_troops(
    weapon: str, target: str, expected: int
) -> None:
    assert points(weapon, target, lay="indirect") == expected


@pytest.mark.table
@pytest.mark.rule("WPR-plusminus-3", "WPR-plusminus-9")
@pytest.mark.parametrize(
    ("weapon", "expected"),
    [("fh_122", 0), ("fh_150", 1), ("fh_203", 2), ("naval_300", 3), ("naval_400", 4), ("rocket_210", 2)],
)
def test_the_plus_of_great_calibres(weapon: str, expected: int) -> None:
    assert points(weapon, "figures", lay="indirect") == expected


@pytest.mark.table
@pytest.mark.rule("WPR-plusminus-4", "WPR-plusminus-8")
@pytest.mark.parametrize(
    ("reading", "distance", "expected"),
    [("per field", 2, 0), ("per field", 1, 1), ("per field", 0, 2), ("flat", 1, 1), ("flat", 0, 1)],
)
def test_reduced_range_against_hard_targets(reading: str, distance: int, expected: int) -> None:
    given = {"options": {"range_bonus": reading}}
    assert points("gun_75_48", "t34_76", distance, given) == expected


@pytest.mark.table
@pytest.mark.rule("WPR-plusminus-5", "WPR-plusminus-11")
@pytest.mark.parametrize(
    ("target", "lay", "expected"),
    [
        ("lorry", "direct", 2),
        ("rowboat", "direct", 2),
        ("train", "direct", 2),
        ("figures", "direct", 0),
        ("lorry", "indirect", 0),
    ],
)
def test_flat_fire_at_unarmoured_vehicles(target: str, lay: str, expected: int) -> None:
    weapon = "mortar_80" if lay == "indirect" else "mg"
    assert points(weapon, target, lay=lay) == expected


@pytest.mark.table
@pytest.mark.rule("WPR-plusminus-6", "WPR-plusminus-10")
@pytest.mark.parametrize(
    ("weapon", "high", "quadruple", "expected"),
    [
        ("flak_37_2", False, False, 1),
        ("flak_37_2", True, False, 0),
        ("flak_37", False, False, 0),
        ("flak_20_4", False, False, 0),
        ("flak_20_4", False, True, 1),
    ],
)
def test_flak_with_several_barrels(weapon: str, high: bool, quadruple: bool, expected: int) -> None:
    game = position(
        elements={"b1": {"model": "wirbelwind", "field": "3,4"}}, options={"quadruple_flak": quadruple}
    )
    found = flak_modifiers(game.pack, game.state, "b1", pack().weapons[weapon], high=high)
    assert sum(line.value for line in found) == expected


@pytest.mark.table
@pytest.mark.rule("WPR-plusminus-7")
@pytest.mark.parametrize(("target", "expected"), [("lorry", 2), ("p4", 0), ("figures", 0)])
def test_mines_and_demolitions(target: str, expected: int) -> None:
    game = position(elements={"r1": {"model": target, "field": "3,4"}})
    found = mine_modifiers(game.pack, game.state.elements["r1"])
    assert sum(line.value for line in found) == expected


@pytest.mark.table
@pytest.mark.rule("WPR-panzer-einteilung-7", "WPR-panzer-einteilung-9", "WPR-schussweiten-3")
@pytest.mark.parametrize(
    ("weapon", "target", "expected"),
    [
        ("gun_75_48", "t34_76", 0),
        ("gun_75_70", "t34_76", 1),
        ("gun_88_71", "t34_76", 2),
        ("gun_88_71", "t70", 3),
        ("gun_75_48", "kw1", -1),
        ("gun_75_48", "koenigstiger", -2),
        ("gun_75_24", "koenigstiger", -3),
    ],
)
def test_guns_against_armour_by_class(weapon: str, target: str, expected: int) -> None:
    assert points(weapon, target) == expected
