"""The duel at Orp: a short scenario of our own, for a first game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from blitzkrieg1940.positions import choices, position, said, the_system
from blitzkrieg1940.shipped import loaded, pack, scenario
from blitzkrieg1940.test_whole_games import OTHER_READINGS, SECRETS, played
from planspiel.kernel import Game, Lucky, Outcome, Setup
from planspiel.packs import Inline, PackFaults
from planspiel.systems.blitzkrieg1940.deployment import Place, Replace
from planspiel.systems.blitzkrieg1940.pack import load_pack
from planspiel.systems.blitzkrieg1940.state import FRENCH, GERMAN
from planspiel.systems.blitzkrieg1940.victory import points
from planspiel.testing.conformance import conform


def test_the_duel_is_listed_after_the_battles_of_the_book_and_marked_as_ours() -> None:
    assert the_system().scenarios() == ("hannut", "stonne", "duel", "patrols")
    assert [name for name, found in pack().scenarios.items() if found.ours] == ["duel", "patrols"]
    assert "not in the book" in the_system().scenario_title("duel")
    assert "nicht im Buch" in scenario("duel").title_de


def test_nothing_of_the_duel_claims_to_be_printed() -> None:
    own = [("scenarios", "duel"), ("maps", "orp"), ("formations", "va-4-pz")]
    values = loaded().provenance.values(loaded().data)
    kinds = {provenance.kind for path, provenance, _ in values if path[:2] in own}
    assert kinds == {"reconstructed"}


def test_the_map_of_the_duel_is_a_part_of_the_map_of_hannut() -> None:
    part, whole = pack().theatre("duel"), pack().theatre("hannut")
    hexes = set(part.board.labels)
    inside = [side for label in hexes for side in part.board.sides(label) if set(side.split("|")) <= hexes]
    assert len(hexes) == 56
    assert all(part.board.neighbours(label) for label in hexes)
    assert part.terrain == {label: whole.terrain[label] for label in part.board.labels}
    assert part.level == {label: whole.level[label] for label in part.board.labels}
    assert part.edge_hexes == whole.edge_hexes & hexes
    for own, all_of_them in (
        (part.roads, whole.roads),
        (part.streams, whole.streams),
        (part.bridges, whole.bridges),
    ):
        assert own == all_of_them & set(inside)
    for name, labels in part.places.items():
        assert set(labels) == set(whole.places[name]) & hexes


def test_everybody_stands_in_a_fixed_hex_and_nobody_is_asked_to_place_anything() -> None:
    game = Game.start(the_system(), Setup("duel"), Lucky(Random(0)))
    fixed = {unit: hex_ for step in scenario("duel").setup for unit, hex_ in step.fixed.items()}
    assert game.state.turn == 1
    assert {name: unit.hex for name, unit in game.state.units.items()} == fixed
    assert {game.state.units[name].formation for name in fixed} == {"iii-11-rdp", "va-4-pz"}


def test_with_stack_secrecy_the_tops_of_fixed_stacks_are_seen() -> None:
    game = Game.start(the_system(), Setup("duel", {"stack_secrecy": True}), Lucky(Random(0)))
    assert {"iii-11-rdp/hq", "iii-11-rdp/3", "va-4-pz/2"} <= set(game.state.shown)
    assert "iii-11-rdp/5" not in game.state.shown


def test_the_player_places_only_units_without_a_fixed_hex() -> None:
    french, german = _steps()
    german = {**german, "fixed": {"va-4-pz/1": "1405"}, "zone": "guards"}
    zone = {"guards": {"kind": "setup", "at": ["1606", "1607", "1707"]}}
    changed = {"scenarios": {"duel": {"setup": [french, german]}}, "maps": {"orp": {"zones": zone}}}
    due = {name: {"fate": "due"} for name in pack().formations["va-4-pz"].companies}
    data = load_pack([Inline("case.toml", changed)]).pack
    game = position("duel", item=("fixed-places", 1, 1), data=data, units=due)
    assert game.state.units["va-4-pz/1"].hex == "1405"
    assert {order.unit for order in choices(game, Place)} == {"va-4-pz/2"}
    assert "va-4-pz/1 is not placed now" in said(game, Replace("va-4-pz/1", "1607"))


def test_french_steps_count_for_the_german_side_in_the_duel_and_a_third_at_hannut() -> None:
    duel = position("duel", formations={"iii-11-rdp": {"lost": 2}, "va-4-pz": {"lost": 5}})
    hannut = position("hannut", formations={"iii-11-rdp": {"lost": 3}})
    assert points(pack(), duel.state, GERMAN) == 3 + 2
    assert points(pack(), hannut.state, GERMAN) == 7 + 1


@pytest.mark.parametrize(
    ("lost", "control", "winners"),
    [
        (2, {}, (FRENCH,)),
        (3, {}, ()),
        (4, {}, (GERMAN,)),
        (0, {"1206": GERMAN}, ()),
        (1, {"1206": GERMAN}, (GERMAN,)),
        (5, {"1707": FRENCH}, (FRENCH,)),
    ],
)
def test_the_duel_is_decided_after_its_second_turn(
    lost: int, control: Mapping[str, str], winners: tuple[str, ...]
) -> None:
    formations = {"iii-11-rdp": {"lost": lost}}
    game = position("duel", item=("victory",), turn=2, formations=formations, control=control)
    assert game.state.outcome is not None
    assert game.state.outcome.winners == winners
    assert position("duel", item=("victory",), turn=1, control=control).state.outcome == Outcome(
        (), "the test is over"
    )


@pytest.mark.parametrize("options", [{}, OTHER_READINGS], ids=["rulings", "other readings"])
def test_a_duel_is_over_in_two_turns_and_a_few_dozen_decisions(
    options: dict[str, bool | int | str],
) -> None:
    for seed in range(5):
        assert played(Setup("duel", dict(options)), seed).state.turn == 2


@pytest.mark.parametrize("options", [{}, SECRETS], ids=["open", "secret"])
def test_a_duel_keeps_the_laws_of_the_kernel(options: dict[str, bool]) -> None:
    report = conform(the_system(), Setup("duel", dict(options)), seed=0, every=5)
    assert report.decisions > 10


def _steps() -> list[dict[str, Any]]:
    """The set-up of the duel as plain tables."""
    return [dict(step) for step in loaded().data["scenarios"]["duel"]["setup"]]


def _faults(fixed: Mapping[str, str]) -> str:
    """What is wrong with these places of the German side."""
    french, german = _steps()
    setup = [french, {**german, "fixed": dict(fixed)}]
    with pytest.raises(PackFaults) as faults:
        load_pack([Inline("case.toml", {"scenarios": {"duel": {"setup": setup}}})])
    return str(faults.value)


@pytest.mark.parametrize(
    ("unit", "hex_", "reason"),
    [
        ("va-4-pz/7", "1506", "va-4-pz/7 is not set up in this step"),
        ("va-4-pz/6", "2506", "there is no hex 2506 on the map"),
        ("va-4-pz/6", "1205", "there is no room for va-4-pz/6 in 1205"),
    ],
)
def test_a_fixed_hex_that_makes_no_sense_is_a_fault(unit: str, hex_: str, reason: str) -> None:
    assert reason in _faults({unit: hex_})


def test_too_many_companies_in_a_fixed_hex_are_a_fault() -> None:
    crowd = {f"va-4-pz/{number}": "1506" for number in range(1, 5)}
    assert "there is no room for va-4-pz/4 in 1506" in _faults(crowd)
