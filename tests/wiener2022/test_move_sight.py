"""Lines of sight and detection: Sicht, Erkennen, Höhenschichtlinien, Wald, Nacht."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planspiel.systems.wiener2022 import sight
from planspiel.systems.wiener2022.state import BLUE, RED, March, Mover, Screen
from wiener2022.moving import may, scene, sees, sight_line

SMOKE = Screen(RED, 1)


# -- lines -------------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-hoehen-1", "WPR-hoehen-5")
def test_a_contour_between_two_lower_fields_hides_them_from_each_other() -> None:
    game = scene(levels={"4,4": 1})
    assert not sight_line(game, "2,4", "6,4")
    assert sight_line(game, "2,4", "3,4")


@pytest.mark.rule("WPR-hoehen-2", "WPR-hoehen-5")
def test_a_plateau_has_no_crest_line() -> None:
    game = scene(levels={f"{x},4": 1 for x in range(2, 7)})
    assert sight_line(game, "2,4", "6,4")
    assert sight_line(game, "1,4", "6,4"), "equal to the higher end does not block"


@pytest.mark.rule("WPR-hoehen-3")
def test_up_and_down_the_view_is_free() -> None:
    game = scene(levels={"2,4": 2, "4,4": 1})
    assert sight_line(game, "2,4", "6,4"), "from above over a lower contour"
    assert sight_line(game, "2,4", "4,4")


@pytest.mark.rule("WPR-hoehen-4")
def test_height_changes_neither_sight_range_nor_speed() -> None:
    game = scene(
        {"b1": {"model": "p4", "field": "2,4"}, "r1": {"model": "p4", "field": "7,4"}}, levels={"2,4": 3}
    )
    low, high = game.state.elements["r1"], game.state.elements["b1"]
    assert sight.reach(game.pack, game.state, low) == sight.reach(game.pack, game.state, high) == 4
    assert not sees(game, "b1", "r1"), "five fields are too far even from above"
    slope = {"3,4": 1, "4,4": 2, "5,4": 3, "6,4": 1}
    climbing = scene({"b1": {"model": "p4", "field": "2,4"}}, levels=slope)
    assert may(climbing, "b1", *slope)
    assert not may(climbing, "b1", *slope, "7,4"), "nor does it go faster downhill"


@pytest.mark.rule("WPR-hoehen-6")
def test_wood_below_a_height_blocks_unless_the_option_says_otherwise() -> None:
    terrain = {"ground": {"4,4": "wood"}, "levels": {"2,4": 1}}
    assert not sight_line(scene(**terrain), "2,4", "6,4")
    relaxed = scene(**terrain, options={"low_cover_blocks": False})
    assert sight_line(relaxed, "2,4", "6,4")
    level = scene(ground={"4,4": "wood"}, options={"low_cover_blocks": False})
    assert not sight_line(level, "2,4", "6,4"), "on one level it blocks in either reading"


@pytest.mark.rule("WPR-raum-tot-1")
def test_wood_buildings_rock_and_heights_make_dead_ground() -> None:
    for ground in ("wood", "building", "rock"):
        assert not sight_line(scene(ground={"4,4": ground}), "3,4", "5,4"), ground
    for ground in ("open", "swamp", "water"):
        assert sight_line(scene(ground={"4,4": ground}), "3,4", "5,4"), ground


@pytest.mark.rule("WPR-hinterhang-1")
def test_the_reverse_slope_is_dead_ground_and_the_refusal_says_so() -> None:
    game = scene(levels={"4,4": 1})
    refusal = sight.line_refusal(game.pack, game.state, "3,4", "5,4")
    assert refusal is not None
    assert "dead ground" in str(refusal)
    assert sight.line_refusal(game.pack, game.state, "3,4", "4,4") is None


@pytest.mark.rule("WPR-diagonale-3")
def test_two_closed_flanks_close_a_diagonal_and_one_does_not() -> None:
    assert not sight_line(scene(ground={"4,5": "wood", "5,4": "building"}), "4,4", "5,5")
    assert sight_line(scene(ground={"4,5": "wood"}), "4,4", "5,5")
    assert not sight_line(scene(ground={"4,5": "wood"}, levels={"5,4": 1}), "4,4", "5,5")
    assert not sight_line(scene(ground={"4,5": "wood"}, smoke={"5,4": SMOKE}), "4,4", "5,5")


@pytest.mark.rule("WPR-diagonale-3")
def test_a_knight_step_crosses_both_fields_between_and_a_three_one_step_passes_one_corner() -> None:
    assert not sight_line(scene(ground={"4,5": "wood"}), "4,4", "5,6")
    assert not sight_line(scene(ground={"5,5": "wood"}), "4,4", "5,6")
    assert sight_line(scene(ground={"5,5": "wood"}), "4,4", "5,7")
    assert not sight_line(scene(ground={"5,5": "wood", "4,6": "wood"}), "4,4", "5,7")


@pytest.mark.rule("WPR-felder-teilung-5")
def test_field_centre_to_field_centre_decides() -> None:
    game = scene(levels={"4,5": 1})
    assert sight_line(game, "3,4", "6,4"), "a height beside the line does not matter"
    assert not sight_line(game, "3,5", "6,5")


@pytest.mark.rule("WPR-ueberschiessen-1")
def test_troops_never_block_a_line() -> None:
    between = {f"r{n}": {"model": "p4", "field": "4,4"} for n in range(3)}
    game = scene({**between, "b1": {"model": "p4", "field": "4,4"}})
    assert sight_line(game, "3,4", "5,4")


@pytest.mark.rule("WPR-nacht-sicht-2", "WPR-erkennen-6")
def test_smoke_and_natural_fog_hide_alike_and_only_the_same_field_is_seen() -> None:
    for screen in (SMOKE, Screen(None)):
        game = scene(
            {
                "b1": {"model": "p4", "field": "3,4"},
                "r1": {"model": "p4", "field": "4,4"},
                "b2": {"model": "figures", "field": "4,4"},
            },
            smoke={"4,4": screen},
        )
        assert not sight_line(game, "3,4", "5,4")
        assert not sight_line(game, "4,4", "5,4")
        assert not sees(game, "b1", "r1")
        assert not sees(game, "r1", "b1")
        assert sees(game, "b2", "r1")


def test_a_ruined_bunker_blocks_like_a_building() -> None:
    assert not sight_line(scene(ruins=("4,4",)), "3,4", "5,4")
    assert sight_line(scene(ruins=("4,4",)), "3,4", "4,4")


@given(
    st.tuples(st.integers(1, 12), st.integers(1, 12)),
    st.tuples(st.integers(1, 12), st.integers(1, 12)),
    st.sets(st.tuples(st.integers(1, 12), st.integers(1, 12)), max_size=12),
    st.sets(st.tuples(st.integers(1, 12), st.integers(1, 12)), max_size=6),
)
@settings(deadline=None, max_examples=40)
def test_more_smoke_never_opens_a_line(
    a: tuple[int, int], b: tuple[int, int], woods: set[tuple[int, int]], smoke: set[tuple[int, int]]
) -> None:
    ground = {f"{x},{y}": "wood" for x, y in sorted(woods)}
    clear = scene(ground=ground)
    hazy = scene(ground=ground, smoke={f"{x},{y}": SMOKE for x, y in sorted(smoke)})
    start, end = f"{a[0]},{a[1]}", f"{b[0]},{b[1]}"
    assert sight_line(clear, start, end) or not sight_line(hazy, start, end)


# -- how far -----------------------------------------------------------------------------------------------


def far(game: object, name: str = "r1", from_air: bool = False) -> int:
    return sight.reach(game.pack, game.state, game.state.elements[name], from_air)  # type: ignore[attr-defined]


@pytest.mark.table
@pytest.mark.rule("WPR-sichtweitentabelle-1", "WPR-sichtweitentabelle-2", "WPR-nacht-sicht-1")
@pytest.mark.parametrize(
    ("fields", "more", "day", "night"),
    [
        ({"model": "p4"}, {}, 4, 1),
        ({"model": "p4", "camouflaged": True}, {}, 1, 1),
        ({"model": "figures"}, {}, 2, 0),
        ({"model": "figures", "camouflaged": True}, {}, 1, 0),
        ({"model": "figures"}, {"ground": {"6,6": "wood"}}, 1, 0),
        ({"model": "figures"}, {"ground": {"6,6": "building"}}, 1, 0),
        ({"model": "figures", "fired_in": 1}, {"ground": {"6,6": "wood"}}, 4, 1),
        (
            {"model": "figures", "fired_in": 1},
            {"ground": {f"{x},{y}": "wood" for x in (5, 6, 7) for y in (5, 6, 7)}},
            0,
            0,
        ),
    ],
)
def test_how_far_a_target_is_seen_on_land(
    fields: dict[str, object], more: dict[str, object], day: int, night: int
) -> None:
    elements = {"r1": {"field": "6,6", **fields}}
    assert far(scene(elements, **more)) == day
    assert far(scene(elements, night=True, **more)) == night


@pytest.mark.rule("WPR-sichtweitentabelle-1", "WPR-sichtweitentabelle-4")
def test_from_the_air_and_on_water_targets_are_seen_farther() -> None:
    land = {"r1": {"model": "p4", "field": "6,6"}, "r2": {"model": "figures", "field": "7,7"}}
    game = scene(land)
    assert (far(game, "r1", True), far(game, "r2", True)) == (8, 4)
    night = scene(land, night=True)
    assert (far(night, "r1", True), far(night, "r2", True)) == (2, 2)
    afloat = scene({"r1": {"model": "figures", "field": "6,6", "on_pontoons": True}}, ground={"6,6": "water"})
    assert far(afloat) == 4, "small and on water"
    on_land = scene({"r1": {"model": "p4", "field": "5,6"}}, ground={"6,6": "water"})
    assert far(on_land) == 4, "who looks over water at land uses the land row"


@pytest.mark.rule("WPR-erkennen-1", "WPR-erkennen-8")
def test_small_are_figures_and_weapons_no_higher_than_an_anti_tank_gun() -> None:
    small = ("figures", "hmg_base", "mortar_base", "pak75", "flak20_base")
    large = ("p4", "pak88", "fh105_base", "flak37_base", "flak88_base")
    game = scene({f"r{n}": {"model": m, "field": "6,6"} for n, m in enumerate((*small, *large))})
    found = {e.model: sight.is_small(game.pack, game.state, e) for e in game.state.elements.values()}
    assert found == {**dict.fromkeys(small, True), **dict.fromkeys(large, False)}


@pytest.mark.rule("WPR-erkennen-2", "WPR-erkennen-8", "WPR-reiter-2")
def test_riders_are_small_or_by_the_other_reading_only_at_foot_speed() -> None:
    elements = {"r1": {"model": "riders", "field": "6,6", "moved": 2}}
    assert far(scene(elements)) == 2
    option = {"options": {"riders_always_small": False}}
    assert far(scene(elements, **option)) == 4
    assert far(scene({"r1": {"model": "riders", "field": "6,6", "moved": 1}}, **option)) == 2


@pytest.mark.rule("WPR-erkennen-3", "WPR-erkennen-4")
def test_who_fires_from_an_edge_or_bank_is_seen_at_the_distance_of_that_field() -> None:
    for terrain in ({"6,6": "wood"}, {"6,6": "building"}, {"6,7": "water"}):
        game = scene(
            {
                "r1": {"model": "figures", "field": "6,6", "fired_in": 1},
                "b1": {"model": "p4", "field": "2,6"},
                "b2": {"model": "p4", "field": "1,6"},
            },
            ground=terrain,
        )
        assert sees(game, "b1", "r1"), terrain
        assert not sees(game, "b2", "r1"), "five fields off"


@pytest.mark.rule("WPR-sichtweitentabelle-3")
def test_a_shot_betrays_through_the_half_turn_and_the_opponents_next() -> None:
    def seen(half: int, active: str, from_air: bool = False) -> bool:
        game = scene(
            {"r1": {"model": "figures", "field": "6,6", "fired_in": 4}},
            ground={"6,6": "wood"},
            half=half,
            active=active,
        )
        return sight.has_lately_fired(game.state, game.state.elements["r1"], from_air)

    own = [seen(4, "red"), seen(5, "blue"), seen(6, "red")]
    assert own == [True, True, False], "fired in the own half-turn"
    counter = [seen(4, "blue"), seen(5, "red"), seen(6, "blue"), seen(7, "red")]
    assert counter == [True, True, True, False], "as counter-move"
    assert [seen(7, "blue", True), seen(8, "red", True)] == [True, False], "for aircraft a turn longer"


@pytest.mark.rule("WPR-sichtweitentabelle-5")
def test_neighbouring_building_fields_see_each_other_but_not_through_a_third() -> None:
    game = scene(
        {
            "b1": {"model": "figures", "field": "4,4"},
            "r1": {"model": "figures", "field": "5,4"},
            "r2": {"model": "figures", "field": "6,4", "fired_in": 1},
        },
        ground={"4,4": "building", "5,4": "building", "6,4": "building"},
    )
    assert sees(game, "b1", "r1")
    assert not sees(game, "b1", "r2")
    assert sight.line_open(game.pack, game.state, "4,4", "5,4")


@pytest.mark.setup
@pytest.mark.rule("WPR-nadelbaeume-1", "WPR-nadelbaeume-2", "WPR-waldkampf-1")
def test_inside_a_wood_only_the_own_field_is_seen() -> None:
    wood = {f"{x},{y}": "wood" for x in range(4, 9) for y in range(4, 9)}
    game = scene(
        {
            "b1": {"model": "figures", "field": "5,6"},
            "r1": {"model": "figures", "field": "6,6"},
            "b2": {"model": "figures", "field": "6,6"},
        },
        ground=wood,
    )
    assert not sees(game, "b1", "r1")
    assert sees(game, "b2", "r1")


@pytest.mark.rule("WPR-waldkampf-1", "WPR-waldrand-1", "WPR-waldrand-2")
def test_a_wood_edge_is_seen_from_the_next_open_field_but_not_from_inside() -> None:
    game = scene(
        {
            "b1": {"model": "figures", "field": "4,5"},
            "b2": {"model": "figures", "field": "6,5"},
            "b3": {"model": "figures", "field": "3,5"},
            "r1": {"model": "figures", "field": "5,5"},
        },
        ground={f"{x},{y}": "wood" for x in range(5, 8) for y in range(4, 7)},
    )
    assert game.pack.theatre("test").is_edge("5,5")
    assert not game.pack.theatre("test").is_edge("6,5")
    assert sees(game, "b1", "r1")
    assert not sees(game, "b3", "r1"), "two fields off"
    assert not sees(game, "b2", "r1"), "from the wood side only in the same field"


@pytest.mark.setup
@pytest.mark.rule("WPR-felder-teilung-1")
def test_a_mixed_field_hides_troops_but_blocks_only_if_the_scenario_marks_it() -> None:
    game = scene({"r1": {"model": "figures", "field": "4,4"}}, mixed={"4,4": "wood"})
    assert far(game) == 1
    assert sight_line(game, "3,4", "5,4")
    marked = scene(map={"fields": {"4,4": {"features": ["part_wood", "blocking"]}}})
    assert not sight_line(marked, "3,4", "5,4")


@pytest.mark.rule("WPR-erkennen-5", "WPR-nachtkampf-4")
def test_headlights_and_light_show_a_vehicle_as_by_day_but_only_while_it_moves() -> None:
    tank = {"r1": {"model": "p4", "field": "6,6", "lights": True}, "b1": {"model": "p4", "field": "2,6"}}
    driving = March((Mover("r1", (), ("7,6",)),))
    assert sees(scene(tank, night=True, march=driving), "b1", "r1")
    assert not sees(scene(tank, night=True), "b1", "r1"), "who stands has the lights off"
    dark = {**tank, "r1": {**tank["r1"], "lights": False}}
    assert not sees(scene(dark, night=True, march=driving), "b1", "r1")
    assert sees(scene(dark, night=True, light={"6,6": Screen(BLUE, 1)}), "b1", "r1")


@pytest.mark.rule("WPR-tarnen-6")
def test_a_net_hides_from_two_fields_but_not_from_the_next() -> None:
    game = scene(
        {
            "r1": {"model": "p4", "field": "6,6", "camouflaged": True},
            "b1": {"model": "p4", "field": "5,6"},
            "b2": {"model": "p4", "field": "4,6"},
        }
    )
    assert sees(game, "b1", "r1")
    assert not sees(game, "b2", "r1")


def test_aircraft_see_over_terrain_but_never_through_a_net() -> None:
    game = scene(
        {
            "b1": {"model": "hs126", "field": "2,6", "height": "high"},
            "r1": {"model": "p4", "field": "6,6"},
            "r2": {"model": "p4", "field": "2,5", "camouflaged": True},
        },
        ground={"4,6": "wood"},
    )
    assert sees(game, "b1", "r1")
    assert not sees(game, "b1", "r2")


def test_a_bunker_observes_only_in_its_arc() -> None:
    elements = {"r1": {"model": "p4", "field": "6,4"}, "r2": {"model": "p4", "field": "4,6"}}
    north = scene({"b1": {"model": "bunker_medium", "field": "6,6", "facing": 0}, **elements})
    assert sees(north, "b1", "r1")
    assert not sees(north, "b1", "r2")
    assert not sees(
        scene({"b1": {"model": "bunker_medium", "field": "6,6", "facing": 4}, **elements}), "b1", "r1"
    )


# -- detection by the party --------------------------------------------------------------------------------


@pytest.mark.rule("WPR-erkennen-9")
def test_what_one_element_detects_serves_the_party_but_not_the_reactions_of_others() -> None:
    game = scene(
        {
            "b1": {"model": "figures", "field": "5,6"},
            "b2": {"model": "p4", "field": "1,1"},
            "r1": {"model": "figures", "field": "6,6"},
            "r2": {"model": "figures", "field": "12,12"},
        }
    )
    assert sight.detected(game.pack, game.state, BLUE) == {"r1"}
    assert not sees(game, "b2", "r1")


def test_who_sees_a_vehicle_does_not_see_into_it_and_hidden_figures_are_never_seen() -> None:
    game = scene(
        {
            "b1": {"model": "p4", "field": "3,6"},
            "r1": {"model": "figures", "field": "6,6", "aboard": "r1v"},
            "r1v": {"model": "lorry", "field": "6,6"},
            "r2": {"model": "figures", "field": "4,6", "hidden": True},
        },
        ground={"4,6": "building"},
    )
    assert sight.detected(game.pack, game.state, BLUE) == set(), "the houses are in the way"
    open_field = scene(
        {
            "b1": {"model": "p4", "field": "3,6"},
            "r1": {"model": "figures", "field": "6,6", "aboard": "r1v"},
            "r1v": {"model": "lorry", "field": "6,6"},
            "r2": {"model": "figures", "field": "3,6", "hidden": True},
        }
    )
    assert sight.detected(open_field.pack, open_field.state, BLUE) == {"r1v"}


@given(
    st.lists(st.tuples(st.integers(1, 12), st.integers(1, 12)), min_size=2, max_size=8),
    st.sets(st.tuples(st.integers(1, 12), st.integers(1, 12)), max_size=20),
    st.sets(st.tuples(st.integers(1, 12), st.integers(1, 12)), max_size=4),
    st.booleans(),
)
@settings(deadline=None, max_examples=40)
def test_the_party_detects_exactly_what_one_of_its_elements_detects(
    places: list[tuple[int, int]],
    woods: set[tuple[int, int]],
    smoke: set[tuple[int, int]],
    night: bool,
) -> None:
    models = ("p4", "figures", "pak75", "lorry")
    elements = {
        f"{'br'[n % 2]}{n}": {"model": models[n % 4], "field": f"{x},{y}", "camouflaged": n % 3 == 0}
        for n, (x, y) in enumerate(places)
    }
    game = scene(
        elements,
        ground={f"{x},{y}": "wood" for x, y in sorted(woods)},
        smoke={f"{x},{y}": SMOKE for x, y in sorted(smoke)},
        night=night,
    )
    own = [one for one in game.state.elements.values() if one.side == BLUE]
    by_hand = {
        one.id
        for one in game.state.elements.values()
        if one.side == RED and any(sight.detects(game.pack, game.state, b, one) for b in own)
    }
    assert sight.detected(game.pack, game.state, BLUE) == by_hand
