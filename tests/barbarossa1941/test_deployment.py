"""Before the battle: units, works and mines on the board; later: reinforcements."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa1941.positions import GERMAN_SEAT, SOVIET_SEAT, ask_of, pack, plans, position
from barbarossa1941.rounds import army
from planspiel.kernel import Game, Illegal, Seat, Setup
from planspiel.systems.barbarossa1941.deployment import (
    Board,
    Deploy,
    Deployment,
    Placement,
    PlaceMines,
    PlaceUnit,
    PlaceWork,
)
from planspiel.systems.barbarossa1941.reinforcements import Enter
from planspiel.systems.barbarossa1941.scenario import Options, Purchase, Reinforcement
from planspiel.systems.barbarossa1941.start import position_before_setup
from planspiel.systems.barbarossa1941.state import GERMAN, Bunker, Minefield, Position, Trench, minefield_key

Placements = dict[str, Placement]
ZONES = {"home": ("0505", "0506", "0606"), "front": ("0303", "0304"), "road": ("0101", "0102")}


def setting_up(
    units: dict[str, Any],
    stock: dict[str, int] | None = None,
    terrain: dict[str, str] | None = None,
    **more: Any,
) -> Game[Position]:
    """The Germans set up in `home`; works and mines go to `front`."""
    offer = Purchase(points=0, zone="front", mines=True)
    fields = {"purchase": offer, **more.pop("german", {})}
    armies = {"german": army("german", **fields), "soviet": army("soviet")}
    pool = {name: {"fate": "pool", "hex": "", **unit} for name, unit in units.items()}
    scenario = {"armies": armies, **more.pop("scenario", {})}
    terrain = terrain or {}
    return position(
        pool, item=("deployment",), scenario=scenario, zones=ZONES, stock=stock or {}, terrain=terrain, **more
    )


def offered(game: Game[Position], piece: str, given: dict[str, Any] | None = None) -> list[Any]:
    seat, question = ask_of(game)
    assert isinstance(question, Deploy | Enter)
    return list(question.parts(game.view(seat), piece, given or {}))


# -- units -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-preparation-2")
def test_units_are_set_up_in_the_zone_of_the_scenario_where_they_can_stand() -> None:
    game = setting_up({"g1": {"card": "ge_infantry"}, "g2": {"card": "ge_pz2"}}, terrain={"0506": "forest"})
    assert {place.hex for place in offered(game, "unit:g1")} == {"0505", "0506", "0606"}
    assert {place.hex for place in offered(game, "unit:g2")} == {"0505", "0606"}
    with pytest.raises(Illegal, match="BAR-preparation-2"):
        game.answer(GERMAN_SEAT, Deployment({"unit:g1": PlaceUnit("0505")}))
    with pytest.raises(Illegal):
        game.answer(GERMAN_SEAT, Deployment({"unit:g1": PlaceUnit("0707"), "unit:g2": PlaceUnit("0505")}))
    game.answer(GERMAN_SEAT, Deployment({"unit:g1": PlaceUnit("0506"), "unit:g2": PlaceUnit("0505")}))
    assert [(unit.fate, unit.hex) for unit in game.state.units.values()] == [("map", "0506"), ("map", "0505")]


@pytest.mark.rule("BAR-set-up-7")
def test_guns_start_set_up_with_the_facing_their_owner_chooses() -> None:
    game = setting_up({"g1": {"card": "ge_pak36"}})
    assert {place.facing for place in offered(game, "unit:g1")} == set(range(6))
    game.answer(GERMAN_SEAT, Deployment({"unit:g1": PlaceUnit("0505", 4)}))
    gun = game.state.units["g1"]
    assert (gun.set_up, gun.facing) == (True, 4)


def test_where_the_scenario_allows_it_units_start_hidden_and_unknown() -> None:
    units = {"g1": {"card": "ge_infantry"}, "g2": {"card": "ge_mg"}}
    game = setting_up(units, terrain={"0505": "forest"}, german={"may_hide": ("ge_infantry",)})
    assert any(place.hidden for place in offered(game, "unit:g1"))
    assert not any(place.hidden for place in offered(game, "unit:g2"))
    assert {place.hex for place in offered(game, "unit:g1") if place.hidden} == {"0505"}
    placed: Placements = {
        "unit:g1": PlaceUnit("0505", 0, hidden=True),
        "unit:g2": PlaceUnit("0506", 0),
    }
    game.answer(GERMAN_SEAT, Deployment(placed))
    assert "g1" not in game.view(SOVIET_SEAT).units
    assert game.view(SOVIET_SEAT).units["g2"].hex == "0506"


def test_those_aboard_an_unknown_transport_are_unknown_too() -> None:
    units = {"g1": {"card": "ge_infantry"}, "g2": {"card": "ge_opel"}}
    allowed = {"may_hide": ("ge_opel",), "may_ride": ("ge_infantry",)}
    game = setting_up(units, terrain={"0505": "village"}, german=allowed)
    placed: Placements = {"unit:g1": Board("g2"), "unit:g2": PlaceUnit("0505", 0, hidden=True)}
    game.answer(GERMAN_SEAT, Deployment(placed))
    assert game.state.units["g1"].carrier == "g2"
    assert game.view(SOVIET_SEAT).units == {}


@pytest.mark.rule("BAR-mount-3", "BAR-tow-15")
def test_from_the_start_a_transport_tows_one_gun_and_carries_no_more_than_its_size() -> None:
    units = {
        "g1": {"card": "ge_pak36"},
        "g2": {"card": "ge_pak36"},
        "g3": {"card": "ge_opel"},
        "g4": {"card": "ge_infantry"},
    }
    game = setting_up(units, german={"may_be_towed": True, "may_ride": ("ge_infantry",)})
    behind = Board("g3", towed=True)
    assert behind in offered(game, "unit:g1")
    assert behind not in offered(game, "unit:g2", {"unit:g1": behind})
    assert Board("g3") in offered(game, "unit:g4")
    assert Board("g3") not in offered(game, "unit:g4", {"unit:g1": behind})
    placed: Placements = {"unit:g1": behind, **{f"unit:{name}": PlaceUnit("0505") for name in ("g3", "g4")}}
    game.answer(GERMAN_SEAT, Deployment({**placed, "unit:g2": PlaceUnit("0505", 0)}))
    gun = game.state.units["g1"]
    assert (gun.fate, gun.carrier, gun.towed, gun.set_up) == ("aboard", "g3", True, False)


def test_a_stack_limit_of_the_scenario_holds_from_the_start() -> None:
    units = {f"g{number}": {"card": "ge_pz2"} for number in range(1, 5)}
    most = pack().charts.limits.group.vehicles
    given = {f"unit:g{number}": PlaceUnit("0505") for number in range(1, most + 1)}
    limited = setting_up(units, scenario={"options": Options(stack_limit=True)})
    assert "0505" not in {place.hex for place in offered(limited, "unit:g4", given)}
    free = setting_up(units)
    assert "0505" in {place.hex for place in offered(free, "unit:g4", given)}


def test_team_mates_set_up_their_own_units_and_the_first_places_the_works() -> None:
    seats = {"german-1": "german", "german-2": "german", "soviet": "soviet"}
    units = {
        "g1": {"card": "ge_infantry", "seat": Seat("german-1")},
        "g2": {"card": "ge_infantry", "seat": Seat("german-2")},
    }
    game = setting_up(units, {"german/trench": 1}, seats=seats)
    first, second = (game.pending(Seat(f"german-{number}")) for number in (1, 2))
    assert isinstance(first, Deploy)
    assert isinstance(second, Deploy)
    assert first.pieces(game.view(Seat("german-1"))) == ("unit:g1", "work:trench:1")
    assert second.pieces(game.view(Seat("german-2"))) == ("unit:g2",)


# -- works and mines ---------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-bunker-2")
def test_bunkers_are_placed_one_to_a_hex_and_not_in_a_river() -> None:
    game = setting_up({}, {"german/bunker": 2}, terrain={"0304": "river"})
    assert {place.hex for place in offered(game, "work:bunker:1")} == {"0303"}
    both: Placements = {
        "work:bunker:1": PlaceWork("0303", 0),
        "work:bunker:2": PlaceWork("0303", 1),
    }
    with pytest.raises(Illegal, match="BAR-bunker-2"):
        game.answer(GERMAN_SEAT, Deployment(both))
    game.answer(GERMAN_SEAT, Deployment({"work:bunker:1": PlaceWork("0303", 2)}))
    assert game.state.bunkers == {"0303": Bunker(2)}
    assert game.state.stock == {"german/bunker": 1}
    there = setting_up({}, {"german/bunker": 1}, bunkers={"0303": Bunker(0)})
    assert {place.hex for place in offered(there, "work:bunker:1")} == {"0304"}


@pytest.mark.rule("BAR-bunker-2")
def test_no_order_builds_a_bunker_during_play() -> None:
    game = position({"g1": {"card": "ge_pioneer", "hex": "0505"}})
    plans(game, {})
    assert "bunker" not in {name for card in pack().cards.values() for name in card.orders.__struct_fields__}
    assert offered(setting_up({}, {"german/bunker": 1}), "work:bunker:1")


def test_wire_teeth_and_trenches_lie_once_on_a_hexside() -> None:
    game = setting_up({}, {"german/wire": 2, "german/trench": 2}, trenches={"0303/0": Trench("0303", 0)})
    assert PlaceWork("0303", 0) not in offered(game, "work:trench:1")
    assert PlaceWork("0303", 0) in offered(game, "work:wire:1")
    same: Placements = {"work:wire:1": PlaceWork("0303", 3), "work:wire:2": PlaceWork("0304", 0)}
    with pytest.raises(Illegal, match="already"):
        game.answer(GERMAN_SEAT, Deployment(same))
    back_to_back: Placements = {
        "work:trench:1": PlaceWork("0303", 3),
        "work:trench:2": PlaceWork("0304", 0),
    }
    game.answer(GERMAN_SEAT, Deployment({**back_to_back, "work:wire:1": PlaceWork("0303", 3)}))
    assert set(game.state.trenches) == {"0303/0", "0303/3", "0304/0"}
    assert list(game.state.wire.values()) == [GERMAN]


def test_minefields_are_placed_in_secret_one_to_a_hex() -> None:
    mined = Minefield(minefield_key(GERMAN, "0303"), GERMAN, "0303", "dummy")
    game = setting_up({}, {"german/mines": 2}, mines={mined.id: mined})
    assert {place.hex for place in offered(game, "mines:1")} == {"0304"}
    both: Placements = {
        "mines:1": PlaceMines("0304", "dummy"),
        "mines:2": PlaceMines("0304", "anti-tank"),
    }
    with pytest.raises(Illegal):
        game.answer(GERMAN_SEAT, Deployment(both))
    game.answer(GERMAN_SEAT, Deployment({"mines:1": PlaceMines("0304", "anti-tank")}))
    assert {mines.hex: mines.kind for mines in game.state.mines.values()} == {
        "0303": "dummy",
        "0304": "anti-tank",
    }
    assert game.view(SOVIET_SEAT).mines == {}


# -- reinforcements ----------------------------------------------------------------------------------------


def arriving(units: dict[str, Any], coming: Reinforcement, turn: int = 3, **more: Any) -> Game[Position]:
    armies = {"german": army("german", reinforcements=(coming,)), "soviet": army("soviet")}
    due = {
        name: {"fate": "due", "due": coming.round, "hex": "", **unit} if name[0] == "g" else unit
        for name, unit in units.items()
    }
    scenario = {"armies": armies, **more.pop("scenario", {})}
    return position(due, item=("reinforcements",), turn=turn, scenario=scenario, zones=ZONES, **more)


TANKS = Reinforcement(round=3, units={"ge_pz2": 2}, entry="road")


@pytest.mark.rule("BAR-preparation-X1")
def test_reinforcements_come_whole_onto_free_entry_hexes_in_their_round() -> None:
    units = {"g1": {"card": "ge_pz2"}, "g2": {"card": "ge_pz2"}}
    assert arriving(units, TANKS, turn=2).over
    game = arriving({**units, "s1": {"card": "su_infantry", "hex": "0102"}}, TANKS)
    assert isinstance(ask_of(game)[1], Enter)
    assert [place.hex for place in offered(game, "unit:g1")] == ["0101"]
    with pytest.raises(Illegal):
        game.answer(GERMAN_SEAT, Deployment({"unit:g1": PlaceUnit("0101")}))  # both must come
    game.answer(GERMAN_SEAT, Deployment({"unit:g1": PlaceUnit("0101"), "unit:g2": PlaceUnit("0101")}))
    tank = game.state.units["g1"]
    assert (tank.fate, tank.hex, tank.casualties) == ("map", "0101", 0)


@pytest.mark.rule("BAR-preparation-X1")
def test_if_no_entry_hex_is_free_they_wait_a_round() -> None:
    enemies = {"s1": {"card": "su_infantry", "hex": "0102"}, "s2": {"card": "su_infantry", "hex": "0101"}}
    game = arriving({"g1": {"card": "ge_pz2"}, **enemies}, TANKS)
    assert offered(game, "unit:g1") == []
    game.answer(GERMAN_SEAT, Deployment())
    assert game.state.units["g1"].fate == "due"
    later = arriving({"g1": {"card": "ge_pz2"}}, TANKS, turn=4)
    later.answer(GERMAN_SEAT, Deployment({"unit:g1": PlaceUnit("0102")}))
    assert later.state.units["g1"].hex == "0102"


@pytest.mark.rule("BAR-preparation-X1")
def test_a_hidden_enemy_keeps_an_entry_hex_closed_without_being_betrayed_before() -> None:
    hidden = {"card": "su_infantry", "hex": "0101", "hidden": True, "unseen": True}
    game = arriving({"g1": {"card": "ge_pz2"}, "s1": hidden}, TANKS)
    assert [place.hex for place in offered(game, "unit:g1")] == ["0101", "0102"]
    game.answer(GERMAN_SEAT, Deployment({"unit:g1": PlaceUnit("0101")}))
    assert game.state.units["g1"].fate == "due"


GUNS = Reinforcement(
    round=3, units={"ge_opel": 2, "ge_pak36": 1, "ge_flak": 1}, entry="road",
    towed_by={"ge_pak36": "ge_opel", "ge_flak": "ge_opel"},
)  # fmt: skip


@pytest.mark.rule("BAR-tow-11", "BAR-preparation-X1", "BAR-set-up-7")
def test_guns_that_must_be_towed_come_limbered_behind_a_transport_each_or_wait() -> None:
    units = {
        name: {"card": card} for name, card in (("g1", "ge_opel"), ("g2", "ge_pak36"), ("g3", "ge_flak"))
    }
    game = arriving(units, GUNS)
    question = game.pending(GERMAN_SEAT)
    assert isinstance(question, Enter)
    assert question.pieces(game.view(GERMAN_SEAT)) == ("unit:g1",)
    game.answer(GERMAN_SEAT, Deployment({"unit:g1": PlaceUnit("0101")}))
    towed, waits = game.state.units["g2"], game.state.units["g3"]
    assert (towed.fate, towed.carrier, towed.towed, towed.set_up) == ("aboard", "g1", True, False)
    assert waits.fate == "due"
    both = arriving({**units, "g4": {"card": "ge_opel"}}, GUNS)
    both.answer(GERMAN_SEAT, Deployment({"unit:g1": PlaceUnit("0101"), "unit:g4": PlaceUnit("0102")}))
    assert [both.state.units[name].carrier for name in ("g2", "g3")] == ["g1", "g4"]


@pytest.mark.rule("BAR-set-up-7")
def test_machine_guns_that_come_later_are_limbered() -> None:
    coming = Reinforcement(round=3, units={"ge_mg": 1, "ge_ju87": 1}, entry="road")
    game = arriving({}, coming)
    state = position_before_setup(game.pack, Setup("test", {}, dict(game.state.seats)))
    assert [(unit.fate, unit.set_up) for unit in state.units.values()] == [("due", False), ("due", True)]


def test_new_aircraft_come_to_the_airfield_in_their_round() -> None:
    coming = Reinforcement(round=3, units={"ge_ju87": 1}, entry="road")
    game = arriving({"g1": {"card": "ge_ju87", "box": ""}}, coming)
    assert (game.state.units["g1"].fate, game.state.units["g1"].box) == ("airfield", "ready")


def test_a_stack_limit_holds_for_reinforcements_and_the_rest_waits() -> None:
    most = pack().charts.limits.group.vehicles
    coming = Reinforcement(round=3, units={"ge_pz2": most + 1}, entry="road")
    units = {f"g{number}": {"card": "ge_pz2"} for number in range(1, most + 2)}
    blocked = {"s1": {"card": "su_infantry", "hex": "0102"}}
    game = arriving({**units, **blocked}, coming, scenario={"options": Options(stack_limit=True)})
    entering = [f"unit:g{number}" for number in range(1, most + 1)]
    game.answer(GERMAN_SEAT, Deployment({piece: PlaceUnit("0101") for piece in entering}))
    assert [unit.fate for unit in game.state.units.values()] == ["map"] * most + ["due", "map"]
