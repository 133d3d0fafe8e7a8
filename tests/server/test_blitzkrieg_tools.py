"""The tools of Blitzkrieg 1940, and its board as spectators see it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from blitzkrieg1940.positions import FRENCH_SEAT, position, the_system
from planspiel.bots.random_bot import RandomBot
from planspiel.bots.situation import situation_of
from planspiel.kernel import Game, Illegal, Keyed, Setup, Text, render
from planspiel.systems.blitzkrieg1940.march import Move
from planspiel.systems.blitzkrieg1940.pack import Bands
from planspiel.systems.blitzkrieg1940.system import Blitzkrieg1940
from planspiel.systems.blitzkrieg1940.tools import GERMAN, BlitzkriegTools
from planspiel.systems.tools import Shown, Wanted, tools_of
from server.clients import Hall

TOOLS = BlitzkriegTools()
UNITS = {
    "2-cuir/hq": {"hex": "1409"},
    "2-cuir/1": {"hex": "1409"},
    "kg/hq": {"hex": "1403"},
    "kg/1": {"hex": "1404"},
}
ACTIVE = {"formations": ("2-cuir",)}


def show(wanted: Wanted, **more: object) -> Shown:
    game = position(units=UNITS, activation=ACTIVE, **more)  # type: ignore[arg-type]
    shown = TOOLS.shown(game.view(FRENCH_SEAT), wanted, render)
    assert shown is not None
    return shown


def test_a_line_of_sight_has_a_verdict_and_a_profile_from_end_to_end() -> None:
    shown = show(Wanted("sight", "1409", "1404"))
    assert [shown.profile[0].place, shown.profile[-1].place] == ["1409", "1404"]
    assert shown.distance == 5
    assert not shown.is_open
    assert shown.verdict == "The higher of 1409 and 1404 does not lie on the edge of its height."
    assert shown.cite == "BLK-4.3.2-E"


def test_what_blocks_a_line_is_marked_in_the_profile() -> None:
    theatre = the_system().pack.theatre("hannut")
    hidden = next(
        shown
        for label in theatre.board.disc("1409", 6)
        if (shown := show(Wanted("sight", "1409", label))).cite == "BLK-4.3.1-A"
    )
    blocking = [ground for ground in hidden.profile if ground.blocks]
    assert blocking
    assert all(ground.top > ground.height and ground.place in hidden.verdict for ground in blocking)


def test_a_unit_threatens_what_it_sees_within_its_range() -> None:
    shown = show(Wanted("threat"))
    named = show(Wanted("range", unit="kg/1"))
    assert {reach.place for reach in shown.places} == {reach.place for reach in named.places}
    assert all(reach.units == ("kg/1",) for reach in shown.places)
    assert shown.places


def test_the_command_radius_is_the_side_s_own() -> None:
    shown = show(Wanted("command"))
    limit = the_system().pack.limits.command["french"]
    assert max(reach.value for reach in shown.places) == limit
    assert {unit for reach in shown.places for unit in reach.units} == {"2-cuir/hq"}


@pytest.mark.parametrize(
    "wanted",
    [Wanted("sight", "1409", "9999"), Wanted("range", unit="nobody"), Wanted("threat", unit="2-cuir/2")],
)
def test_what_is_not_on_the_map_is_refused(wanted: Wanted) -> None:
    with pytest.raises(Illegal):
        show(wanted)


def test_the_costs_of_a_march_add_up_and_say_why_it_ends() -> None:
    game = position(units=UNITS, activation=ACTIVE)
    view, question = game.view(FRENCH_SEAT), game.pending(FRENCH_SEAT)
    assert question is not None
    move = next(order for order in question.options(view) if isinstance(order, Move) and len(order.path) > 2)
    costs = TOOLS.costs(question, view, move, render)
    assert costs is not None
    assert [step.place for step in costs.steps] == list(move.path)
    assert costs.steps[-1].spent == sum(step.cost for step in costs.steps) == costs.allowance - costs.left
    assert costs.reason == ""
    far = Move(move.units, move.path + tuple(reversed(move.path[:-1])) * 12)
    too_far = TOOLS.costs(question, view, far, render)
    assert too_far is not None
    assert too_far.reason
    assert too_far.cite.startswith("BLK-")
    assert len(too_far.steps) < len(far.path)


def test_the_score_is_counted_by_the_rules() -> None:
    game = position(units=UNITS, activation=ACTIVE)
    score = TOOLS.score(game.view(FRENCH_SEAT), render)
    assert score is not None
    assert score.band is not None
    rule = the_system().pack.scenarios["hannut"].victory
    assert isinstance(rule, Bands)
    held = sum(each.value for each in score.objectives if each.holder == "german")
    assert [track.points for track in score.tracks if track.side == "german"] == [held + rule.beside(1)]
    assert score.turns == the_system().pack.scenarios["hannut"].turns


def test_every_sentence_of_the_tools_has_german() -> None:
    said: list[str] = []

    def heard(text: Text) -> str:
        said.append(text.template)
        return ""

    for wanted in (
        Wanted("sight", "1409", "1404"),
        Wanted("range", unit="kg/1", end="1409"),
        Wanted("range", "1409", "1404"),
        Wanted("range", unit="kg/1"),
        Wanted("threat"),
        Wanted("command"),
    ):
        game = position(units=UNITS, activation=ACTIVE)
        TOOLS.shown(game.view(FRENCH_SEAT), wanted, heard)
    known = {**the_system().german(), **GERMAN}
    assert [template for template in said if template not in known] == []


def test_the_system_is_found_with_its_tools() -> None:
    assert isinstance(tools_of("blitzkrieg1940"), BlitzkriegTools)


@pytest.mark.parametrize("seed", range(3))
def test_a_spectator_sees_nothing_that_one_of_the_seats_may_not_know(seed: int) -> None:
    rng, system = Random(seed), Blitzkrieg1940.build()
    setup = Setup("stonne", {"stack_secrecy": True, "mine_secrecy": True})
    game = Game.start(system, setup, Keyed(bytes(32)))
    changed = 0
    for n in range(400):
        if game.over:
            break
        if n % 40 == 0:
            seen = msgspec.json.encode(system.public_view(game.state))
            for seat in game.seats:
                other = system.scramble(game.state, seat, rng)
                assert msgspec.json.encode(system.public_view(other)) == seen
                changed += other != game.state
        seat = game.waiting()[0]
        game.answer(seat, RandomBot().choose(situation_of(game, seat), rng).order)
    assert changed


def test_a_spectator_of_blitzkrieg_gets_a_board_and_its_tools(table: Hall) -> None:
    made = table.post("/api/games", {"system": "blitzkrieg1940", "scenario": "stonne", "hot_seat": True})
    with table.sit(made["watch"]) as eve:
        assert eve.position["view"]["units"]
        assert eve.position["view"]["sides"] == []
        assert "asked" not in eve.position
        found = eve.ask({"say": "tool", "tool": "range", "from": "0110", "to": "0112"})
        assert found["shown"]["distance"] == 2
    moment = table.get("/api/game/moment", made["watch"], n=0)
    assert moment["view"]["scenario"] == "stonne"
