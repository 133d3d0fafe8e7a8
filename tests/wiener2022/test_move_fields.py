"""What a field means for fire: mixed fields, cover, woods, dead ground."""

from __future__ import annotations

import pytest

from planspiel.systems.wiener2022 import observing
from wiener2022.firing import direct, points, shooting
from wiener2022.moving import scene, sight_line
from wiener2022.positions import element, position

FIRER = {"b1": {"model": "hmg_base", "field": "4,6"}}
TARGET = {"r1": {"model": "figures", "field": "5,6"}}


@pytest.mark.rule("WPR-felder-teilung-3")
def test_fire_at_a_mixed_field_acts_on_the_whole_of_it() -> None:
    both = {**TARGET, "r2": {"model": "stormboat", "field": "5,6"}}
    game = position(
        {**FIRER, **both},
        script=shooting("b1", "5,6"),
        ground={"5,6": "water"},
        mixed={"5,6": "open"},
        dice=(3,),
    )
    assert element(game, "r1").pinned == 3
    assert element(game, "r2").pinned == 5


@pytest.mark.rule("WPR-felder-teilung-4")
def test_figures_use_the_cover_that_a_part_of_their_field_offers() -> None:
    game = scene({**FIRER, **TARGET}, mixed={"5,6": "building"})
    assert sum(points(game, direct(game, "b1", "5,6"), "r1").values()) == -1
    plain = scene({**FIRER, **TARGET})
    assert sum(points(plain, direct(plain, "b1", "5,6"), "r1").values()) == 0


@pytest.mark.rule("WPR-wald-1")
def test_a_wood_changes_no_effect_by_itself() -> None:
    game = scene({**FIRER, **TARGET}, ground={"5,6": "wood"})
    assert points(game, direct(game, "b1", "5,6"), "r1") == {}


@pytest.mark.rule("WPR-raum-tot-2")
def test_indirect_fire_has_no_dead_ground() -> None:
    game = scene({"b1": {"model": "mortar_base", "field": "4,6"}}, levels={"5,6": 3}, ground={"6,6": "wood"})
    assert not sight_line(game, "4,6", "7,6")
    assert observing.range_refusal(game.pack, game.state, "b1", "7,6") is None


@pytest.mark.setup
@pytest.mark.rule("WPR-kampffahrzeuge-1")
def test_combat_vehicles_are_armoured_armed_and_cross_country() -> None:
    pack = scene().pack
    found = [model for model in pack.models.values() if model.is_combat_vehicle and model.is_vehicle]
    assert found
    for model in found:
        assert model.is_armoured, model.id
        assert model.weapons, model.id
        assert model.mobility in ("tracked", "wheeled_xc", "rail"), model.id
