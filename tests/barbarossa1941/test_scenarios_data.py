"""The scenarios: nine battles from a first fire fight to combined arms, each complete and playable."""

import itertools

import pytest

from barbarossa1941.shipped import card, loaded, pack, scenario, theatre
from planspiel.systems.barbarossa1941.cards import SIDES
from planspiel.systems.barbarossa1941.scenario import Exit, Hold, Intact, Presence, Reach

NAMES = pack().ladder


@pytest.mark.rule("BAR-intro-6")
def test_there_are_eight_scenarios_on_a_ladder_and_a_lesson_before_them() -> None:
    assert NAMES == (
        "lesson",
        "outpost",
        "crossroads",
        "convoy",
        "river_line",
        "strong_point",
        "tank_clash",
        "breakthrough",
        "counter_attack",
    )
    assert [scenario(name).number for name in NAMES] == list(range(9))
    for name in NAMES:
        assert scenario(name).ruled()


@pytest.mark.rule("BAR-preparation-2")
@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_fixes_boards_forces_and_objectives_in_both_languages(name: str) -> None:
    found = scenario(name)
    assert found.boards
    assert found.rounds >= 4
    assert found.victory.atoms
    for side in SIDES:
        assert found.army(side).units
    texts = (found.title, found.title_de, found.description, found.description_de, found.victory.name_de)
    assert all(text.strip() for text in texts)
    assert found.title != found.title_de
    assert found.description != found.description_de


@pytest.mark.rule("BAR-preparation-3")
@pytest.mark.setup
@pytest.mark.parametrize("name", NAMES)
def test_two_armies_german_and_soviet_fight(name: str) -> None:
    assert sorted(scenario(name).sides()) == ["german", "soviet"]
    for side, card_id, _ in scenario(name).units():
        assert card(card_id).side == side


@pytest.mark.rule("BAR-course-1")
@pytest.mark.parametrize("name", NAMES)
def test_a_battle_lasts_the_rounds_of_its_scenario(name: str) -> None:
    found = scenario(name)
    assert found.is_last(found.rounds)
    assert not found.is_last(found.rounds - 1)


@pytest.mark.parametrize(
    ("name", "size", "rounds"),
    [
        ("lesson", (9, 7), 5),
        ("outpost", (18, 7), 6),
        ("crossroads", (18, 7), 8),
        ("convoy", (27, 7), 10),
        ("river_line", (18, 14), 9),
        ("strong_point", (18, 14), 12),
        ("tank_clash", (18, 14), 8),
        ("breakthrough", (18, 21), 10),
        ("counter_attack", (18, 21), 11),
    ],
)
def test_fields_grow_along_the_ladder(name: str, size: tuple[int, int], rounds: int) -> None:
    assert (theatre(name).columns, theatre(name).rows) == size
    assert scenario(name).rounds == rounds


@pytest.mark.parametrize("name", NAMES)
def test_deployment_zones_are_apart_and_have_room(name: str) -> None:
    field = theatre(name)
    zones = [set(field.zones[scenario(name).army(side).deployment]) for side in SIDES]
    assert zones[0].isdisjoint(zones[1])
    for side, zone in zip(SIDES, zones, strict=True):
        ground_units = sum(
            count for own, id, count in scenario(name).units() if own == side and not card(id).is_aircraft
        )
        dry = [hex_ for hex_ in zone if field.terrain[hex_] not in ("river", "swamp")]
        assert len(dry) >= ground_units


# Features of single battles


def test_the_outpost_is_a_village_of_two_hexes_in_the_middle_and_both_sides_are_as_far_from_it() -> None:
    field = theatre("outpost")
    villages = tuple(hex_ for hex_, kind in field.terrain.items() if kind == "village")
    assert villages == field.zones["village"] == ("0904", "1004")
    near = [
        min(field.board.distance(hex_, goal) for hex_ in field.zones[zone] for goal in villages)
        for zone in ("west", "east")
    ]
    assert near[0] == near[1]


def test_two_roads_meet_at_the_crossroads() -> None:
    field = theatre("crossroads")
    (hex_,) = field.zones["crossroads"]
    assert sum(field.is_road_link(hex_, near) for near in field.board.neighbours(hex_)) == 4


def test_the_convoy_has_one_road_from_edge_to_edge_with_woods_on_both_sides() -> None:
    field = theatre("convoy")
    row = [f"{column:02}04" for column in range(1, 28)]
    assert all(field.is_road_link(a, b) for a, b in itertools.pairwise(row))
    for column in (9, 11, 18, 20):
        beside = [field.terrain[f"{column:02}03"], field.terrain[f"{column:02}05"]]
        assert all(kind in ("light_forest", "bush") for kind in beside), column
    assert "2704" in field.zones["east_edge"]


def test_the_river_line_can_be_crossed_by_bridge_and_ford_alone() -> None:
    field = theatre("river_line")
    assert field.bridges == ("1104",)
    assert [hex_ for hex_, kind in field.terrain.items() if kind == "ford"] == ["1211"]
    wet = {hex_ for hex_, kind in field.terrain.items() if kind in ("river", "ford")}
    reached, new = {"0104"}, ["0104"]
    while new:
        near = {hex_ for at in new for hex_ in field.board.neighbours(at)} - wet - reached
        reached |= near
        new = sorted(near)
    assert reached.isdisjoint(field.zones["east_bank"])
    assert scenario("river_line").options.no_demolition_before == 3


def test_gorodok_is_a_town_of_three_hexes_on_a_hill_of_height_1() -> None:
    field = theatre("strong_point")
    town = tuple(hex_ for hex_, kind in field.terrain.items() if kind == "town")
    assert town == field.zones["town"]
    assert len(town) == 3
    assert {field.height(hex_) for hex_ in town} == {1}
    assert (
        loaded().provenance.of("scenarios", "strong_point", "armies", "german", "units", "ge_pz3").kind
        == "published"
    )


def test_a_road_joins_the_two_villages_of_the_tank_clash() -> None:
    field = theatre("tank_clash")
    path = ("0904", "0905", "0906", "0907", "0908", "0909", "0910", "0911", "1011")
    assert all(field.is_road_link(a, b) for a, b in itertools.pairwise(path))
    assert {field.terrain["0904"], field.terrain["1011"]} == {"village"}


def test_points_buy_units_or_works_and_mines_in_the_breakthrough() -> None:
    attacker, defender = (scenario("breakthrough").army(side).purchase for side in SIDES)
    assert attacker is not None
    assert defender is not None
    assert (attacker.points, defender.points) == (40, 60)
    assert not any(card(id).is_aircraft for id in attacker.cards)
    assert attacker.works == ()
    assert not attacker.mines
    assert defender.cards == ()
    assert defender.mines
    assert len(defender.works) == 4
    assert theatre("breakthrough").terrain["1111"] == "village"


def test_the_counter_attack_has_aircraft_and_headquarters_on_both_sides() -> None:
    for side in SIDES:
        cards = [card(id) for own, id, _ in scenario("counter_attack").units() if own == side]
        assert any(found.is_aircraft for found in cards)
        assert any(found.has("hq") for found in cards)
    field = theatre("counter_attack")
    assert field.bridges == ("1104", "1118")
    assert {field.terrain[hex_] for hex_ in field.zones["town"]} == {"town"}
    assert len(field.zones["town"]) == 4


def test_reinforcements_of_the_counter_attack_come_by_road_and_the_gun_behind_its_trucks() -> None:
    field = theatre("counter_attack")
    for side in SIDES:
        (due,) = scenario("counter_attack").army(side).reinforcements
        assert all(field.is_on_edge(hex_) and field.is_road_hex(hex_) for hex_ in field.zones[due.entry])
    (due,) = scenario("counter_attack").army("soviet").reinforcements
    assert due.towed_by == {"su_53k": "su_zis5"}


@pytest.mark.rule("BAR-air-landing-1")
def test_points_of_the_counter_attack_buy_aircraft_and_suffice_for_a_fighter_or_for_an_air_landing() -> None:
    for side in SIDES:
        purchase = scenario("counter_attack").army(side).purchase
        assert purchase is not None
        (jumpers,) = (id for id in purchase.cards if not card(id).is_aircraft)
        (transport,) = (id for id in purchase.cards if card(id).is_aircraft and card(id).orders.air_landing)
        assert card(jumpers).has("paratroops")
        assert card(jumpers).size <= card(transport).size
        assert purchase.limits == {jumpers: 1}
        assert pack().cost(jumpers) + pack().cost(transport) <= purchase.points
        assert max(pack().cost(id) for id in purchase.cards) <= purchase.points


def test_victory_is_made_of_holding_reaching_exits_presence_and_bridges() -> None:
    kinds = {type(atom) for name in NAMES for atom in scenario(name).victory.atoms}
    assert kinds >= {Hold, Reach, Intact, Exit, Presence}


def test_the_lesson_is_small_and_everybody_stands_in_place() -> None:
    for side in SIDES:
        army = scenario("lesson").army(side)
        assert sum(army.units.values()) == len(army.placed) <= 3
