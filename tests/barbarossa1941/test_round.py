"""The course of a battle: rounds, phases, the twelve steps."""

from __future__ import annotations

import pytest

from barbarossa1941.positions import GERMAN_SEAT, position
from barbarossa1941.rounds import battle, happened, play, with_boxes
from planspiel.kernel import Event, Game
from planspiel.systems.barbarossa1941.airfield import Serviced
from planspiel.systems.barbarossa1941.close_combat import TiesMarked
from planspiel.systems.barbarossa1941.firing import AttackRolled
from planspiel.systems.barbarossa1941.guns import ArcChanged, GunReady
from planspiel.systems.barbarossa1941.impulse import Stepped
from planspiel.systems.barbarossa1941.orders import ChangeArc, Defend, DigIn, March, OpenFire, SetUp, Wait
from planspiel.systems.barbarossa1941.planning import PlanRound
from planspiel.systems.barbarossa1941.round import OrdersErased, RoundBegan, StepBegan
from planspiel.systems.barbarossa1941.smoke import SmokeLifted
from planspiel.systems.barbarossa1941.state import SIDES, Position, Unit
from planspiel.systems.barbarossa1941.valour import ValourTested

UNITS = {"g1": {"card": "ge_infantry", "hex": "0505"}, "s1": {"card": "su_infantry", "hex": "0506"}}


@pytest.mark.rule("BAR-course-2", "BAR-course-4")
def test_a_round_is_planning_and_then_execution_and_then_the_next_is_planned() -> None:
    game = battle(UNITS)
    for number in (1, 2, 3):
        question = game.pending(GERMAN_SEAT)
        assert isinstance(question, PlanRound)
        assert question.round == number
        assert (game.state.turn, game.state.step) == (number, 0)
        play(game, {})
    assert [event.round for event in happened(game, RoundBegan)] == [2, 3, 4]


@pytest.mark.rule("BAR-course-1")
def test_the_scenario_says_how_many_rounds_there_are() -> None:
    game = battle(UNITS, scenario={"rounds": 2})
    play(game, {})
    assert not game.over
    play(game, {})
    assert game.over
    assert game.state.turn == 2


@pytest.mark.rule("BAR-execution-3", "BAR-sequence-13")
def test_the_twelve_steps_follow_each_other_and_each_is_finished_before_the_next() -> None:
    game = battle({**UNITS, "g2": {"card": "ge_mg", "hex": "0805"}}, dice=(6,) * 40)
    play(game, {"g1": OpenFire("s1"), "g2": ChangeArc(3), "s1": March(("0507",))})
    order = [name for name, _ in _timeline(game)]
    steps = [int(name) for name in order if name.isdigit()]
    assert sorted(steps) == steps
    assert set(steps) == set(range(1, 13))
    shot, turn, move = (order.index(name) for name in ("AttackRolled", "ArcChanged", "Stepped"))
    assert order.index("3") < shot < order.index("4") < order.index("9") < turn < order.index("10") < move


def _timeline(game: Game[Position]) -> list[tuple[str, Event[Position]]]:
    """Steps by number, and what was done in them by name."""
    kinds = (StepBegan, AttackRolled, ArcChanged, Stepped)
    found = [event for event in happened(game, Event) if isinstance(event, kinds)]
    return [(str(e.step) if isinstance(e, StepBegan) else type(e).__name__, e) for e in found]


@pytest.mark.rule("BAR-sequence-17", "BAR-sequence-12")
def test_the_end_of_a_round_goes_by_the_ruling() -> None:
    units = {
        "g1": {"card": "ge_mg", "hex": "0505", "set_up": False},
        "g2": {"card": "ge_infantry", "hex": "0805", "suppressed": True, "flag": True},
        "g3": {"card": "ge_ju87", "box": "landed"},
        "g4": {"card": "ge_infantry", "hex": "0302", "tied": ("s4",)},
        "s4": {"card": "su_infantry", "hex": "0302", "tied": ("g4",)},
    }
    game = battle(
        units,
        cards={"ge_mg": with_boxes("ge_mg", set_up=1)},
        smoke={"1001": 0},
        dice=(6,) * 60,
        scenario={"rounds": 1},
    )
    for unit in ("g4", "s4"):
        assert game.state.units[unit].tied
    play(game, {"g1": SetUp("0505", 0), "g9": Wait()})
    kinds = (GunReady, Serviced, ValourTested, SmokeLifted, TiesMarked, OrdersErased)
    found = [type(event) for event in happened(game, Event) if isinstance(event, kinds)]
    assert list(dict.fromkeys(found)) == list(kinds)
    assert game.over  # and the victory conditions last of all


@pytest.mark.rule("BAR-sequence-14", "BAR-sequence-12")
def test_only_finished_orders_and_those_of_one_round_are_erased() -> None:
    game = battle(
        {**UNITS, "g2": {"card": "ge_infantry", "hex": "0805"}, "g3": {"card": "ge_mg", "hex": "0808"}}
    )
    play(game, {"g1": Defend(0, 1), "g2": DigIn(0), "g3": ChangeArc(1)})
    assert [game.state.units[name].order for name in ("g1", "g2", "g3")] == [None, DigIn(0), None]


@pytest.mark.rule("BAR-preparation-3")
def test_two_armies_fight() -> None:
    game = position(UNITS)
    assert set(game.state.seats.values()) == {(side,) for side in SIDES}
    assert [str(side) for side in SIDES] == ["german", "soviet"]


@pytest.mark.setup
@pytest.mark.rule("BAR-status-1", "BAR-air-combat-5")
def test_a_unit_has_a_box_for_every_status_of_the_cards() -> None:
    unit = position(UNITS).state.units["g1"]
    assert isinstance(unit, Unit)
    marks = (
        unit.suppressed,
        unit.flag,
        unit.hidden,
        unit.dug_in,
        unit.bunker,
        unit.towed,
        unit.carrier,
        unit.tied,
    )
    assert not any(marks)
    in_the_air = (unit.box, unit.flown, unit.station, unit.stays)
    assert not any(in_the_air)
