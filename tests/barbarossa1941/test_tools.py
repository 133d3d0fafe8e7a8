"""What the table shows beside the questions, asked on a seat's view: routes, sight, ranges, score, boards."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa1941.positions import position
from planspiel.kernel import Game, Illegal, Seat, Setup, Text, TypedIn, render
from planspiel.systems import registry
from planspiel.systems.barbarossa1941.laying import ways
from planspiel.systems.barbarossa1941.orders import CautiousMove, March, Plan, Wait
from planspiel.systems.barbarossa1941.tally import Tally
from planspiel.systems.barbarossa1941.tools import GERMAN, BarbarossaTools
from planspiel.systems.tools import PathCosts, Wanted, tools_of

TOOLS = BarbarossaTools()
ANNA = Seat("german")


def say(text: Text) -> str:
    return render(text, None)


@pytest.fixture
def lesson() -> Game[Any]:
    return Game.start(registry.load("barbarossa1941"), Setup("lesson"), TypedIn())


def costs(game: Game[Any], plan: Plan) -> PathCosts | None:
    question = game.pending(ANNA)
    assert question is not None
    return TOOLS.costs(question, game.view(ANNA), plan, say)


def test_the_system_brings_its_tools() -> None:
    assert isinstance(tools_of("barbarossa1941"), BarbarossaTools)


def test_a_route_is_counted_step_by_step_and_says_why_it_is_too_long(lesson: Game[Any]) -> None:
    found = costs(lesson, Plan({"unit:g1": March(("0703", "0803"))}))
    assert found is not None
    assert [(step.place, step.spent) for step in found.steps] == [("0703", 1), ("0803", 2)]
    assert (found.allowance, found.left, found.reason) == (2, 0, "")
    too_far = costs(lesson, Plan({"unit:g1": CautiousMove(("0703", "0803"))}))
    assert too_far is not None
    assert too_far.reason
    assert too_far.cite.startswith("BAR-")


def test_orders_without_a_route_and_plans_of_others_have_no_costs(lesson: Game[Any]) -> None:
    assert costs(lesson, Plan({"unit:g1": Wait()})) is None
    assert costs(lesson, Plan({"unit:s1": March(("0803",))})) is None
    assert costs(lesson, Plan()) is None


def test_a_line_of_sight_has_a_profile_and_names_what_blocks_it(lesson: Game[Any]) -> None:
    view = lesson.view(ANNA)
    free = TOOLS.shown(view, Wanted("sight", start="0604", end="0904"), say)
    assert free is not None
    assert (free.is_open, free.distance, free.verdict) == (True, 3, "0604 sees 0904.")
    assert [ground.place for ground in free.profile][:: len(free.profile) - 1] == ["0604", "0904"]
    shut = TOOLS.shown(view, Wanted("sight", start="0401", end="0403"), say)
    assert shut is not None
    assert not shut.is_open
    assert [ground.place for ground in shut.profile if ground.blocks] == ["0402"]
    assert max(ground.top for ground in shut.profile) == 1


def test_a_range_keeps_to_the_arc_and_a_threat_counts_what_is_seen(lesson: Game[Any]) -> None:
    view = lesson.view(ANNA)
    gun = TOOLS.shown(view, Wanted("range", unit="g3"), say)
    assert gun is not None
    covered = {reach.place: reach.value for reach in gun.places}
    assert covered["0904"] == 3
    assert "0504" not in covered, "behind the gun"
    threat = TOOLS.shown(view, Wanted("threat"), say)
    assert threat is not None
    assert {name for reach in threat.places for name in reach.units} == {"s1", "s2"}
    distance = TOOLS.shown(view, Wanted("range", start="0101", end="0104"), say)
    assert distance is not None
    assert distance.distance == 3


def test_who_cannot_be_seen_cannot_be_pointed_at() -> None:
    game = position(
        {
            "g1": {"card": "ge_infantry", "hex": "0603"},
            "s1": {"card": "su_infantry", "hex": "0805", "hidden": True},
        }
    )
    with pytest.raises(Illegal, match="as far as you know"):
        TOOLS.shown(game.view(ANNA), Wanted("threat", unit="s1"), say)
    with pytest.raises(Illegal, match="no hex 9999"):
        TOOLS.shown(game.view(ANNA), Wanted("sight", start="9999", end="0101"), say)


def test_the_score_is_what_it_would_be_now_and_a_spectator_may_see_it(lesson: Game[Any]) -> None:
    score = TOOLS.score(lesson.view(ANNA), say)
    assert score is not None
    assert score.sentence == "If the battle ended now: German 0, Soviet 0."
    assert [(held.place, held.holder) for held in score.objectives] == [("0904", "soviet")]
    public = lesson.system.public_view(lesson.state)
    assert public is not None
    assert public.sides == ()
    assert all(unit.ammo == 0 for unit in public.units.values())


def test_every_scenario_has_its_boards_laid_together() -> None:
    system = registry.load("barbarossa1941")
    for scenario in system.scenarios():
        laid = TOOLS.board(system.pack, scenario)
        theatre = system.pack.theatre(scenario)
        assert laid is not None
        assert {label: cell.terrain for label, cell in laid.cells.items()} == theatre.terrain
        sides = {
            f"{min(a, b)}|{max(a, b)}"
            for way in laid.ways
            for a, b in zip(way.path, way.path[1:], strict=False)
        }
        assert sides == theatre.roads


def test_roads_run_from_junction_to_junction() -> None:
    found = sorted(ways(["0101|0201", "0201|0301", "0301|0401", "0201|0202"]))
    assert found == [("0101", "0201"), ("0201", "0202"), ("0201", "0301", "0401")]
    ring = list(ways(["a|b", "b|c", "a|c"]))
    assert len(ring) == 1
    assert ring[0][0] == ring[0][-1]


def test_the_tally_reads_dice_holders_and_points(lesson: Game[Any]) -> None:
    tally = Tally(lesson.system.pack)
    assert tally.holdings(lesson.state) == {"0904": "soviet"}
    assert tally.points(lesson.state) == {"german": 0, "soviet": 0}
    assert tally.names("lesson", "de")["ge_mg"].startswith("Deutsche")


def test_every_sentence_of_the_tools_is_german_too() -> None:
    assert all(german.strip() for german in GERMAN.values())
