"""Open, partly hidden and hidden play: what each party sees, and what it is told."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from planspiel.kernel import Event, Game, Lucky, Script, Setup, Side
from planspiel.kernel.log import seen
from planspiel.systems import registry
from planspiel.systems.wiener2022 import secrecy
from planspiel.systems.wiener2022.bridging import BridgeBuilt, BuildBridge
from planspiel.systems.wiener2022.digging import DigIn, DugIn
from planspiel.systems.wiener2022.empty_tokens import MoveDummy
from planspiel.systems.wiener2022.evasion import Evade, evade
from planspiel.systems.wiener2022.fire import DirectFire, Fired
from planspiel.systems.wiener2022.flight import flee
from planspiel.systems.wiener2022.losses import Lost, WreckLeft, knock_out, pin
from planspiel.systems.wiener2022.march_events import GroupAnnounced, Met
from planspiel.systems.wiener2022.mines import BarrierMet, BarrierNoticed, BarrierRemoved
from planspiel.systems.wiener2022.movement import Move, SimultaneousMove
from planspiel.systems.wiener2022.obstacles import ClearObstacle
from planspiel.systems.wiener2022.passengers import ForcedOut
from planspiel.systems.wiener2022.pictures import PictureRenewed
from planspiel.systems.wiener2022.position_markers import MarkerTaken
from planspiel.systems.wiener2022.scenario import Dummy, Party, Placed
from planspiel.systems.wiener2022.secrecy import (
    DummyExposed,
    LostSight,
    Shown,
    Spotted,
    WorkSeen,
    look,
    tell,
)
from planspiel.systems.wiener2022.standing import SetStandingOrders
from planspiel.systems.wiener2022.state import (
    BLUE,
    RED,
    Barrage,
    Barrier,
    Bridge,
    Charge,
    Conduct,
    Earthwork,
    Element,
    Heard,
    March,
    Mover,
    Picture,
    Position,
    Screen,
    Standing,
    Stock,
    Token,
    Wreck,
    is_located,
)
from planspiel.systems.wiener2022.tokens import TokenPlaced, TokenRemoved, TokenTurned
from planspiel.systems.wiener2022.transport import Dismount, Mount, Mounted
from planspiel.systems.wiener2022.work import Worked
from wiener2022.positions import BLUE_SEAT, RED_SEAT, choices, do, element, happened, position, refused

TANK: dict[str, Any] = {"model": "p4", "field": "3,4"}
FAR: dict[str, Any] = {"model": "figures", "field": "10,10"}
NEAR: dict[str, Any] = {"model": "figures", "field": "4,4"}


def looking(game: Game[Position]) -> Script[None]:
    look(game)
    return
    yield


def red(**more: Any) -> dict[str, Party]:
    return {"red": Party(name="R", name_de="R", zone="all", units=(Placed(unit="p4"),), **more)}


# -- what is seen ------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-aufklaerung-1")
def test_in_open_play_both_parties_see_all_models() -> None:
    game = position({"b1": TANK, "r1": FAR})
    assert game.view(BLUE_SEAT).elements["r1"].field == "10,10"


@pytest.mark.rule("WPR-verdeckt-1")
def test_in_hidden_play_a_party_sees_what_it_detects_now() -> None:
    game = position({"b1": TANK, "r1": FAR, "r2": NEAR}, mode="hidden")
    assert sorted(game.view(BLUE_SEAT).elements) == ["b1", "r2"]
    assert sorted(game.view(RED_SEAT).elements) == ["b1", "r1", "r2"]


@pytest.mark.rule("WPR-verdeckt-2")
def test_in_partly_hidden_play_the_attacker_lies_open_and_the_defender_does_not() -> None:
    game = position({"b1": TANK, "r1": FAR, "r2": NEAR}, mode="partly")
    assert sorted(game.view(BLUE_SEAT).elements) == ["b1", "r2"]
    far = position({"b1": {**TANK, "field": "1,1"}, "r1": FAR}, mode="partly")
    assert "b1" in far.view(RED_SEAT).elements


@pytest.mark.rule("WPR-verdeckt-2")
def test_a_defender_once_placed_on_the_board_stays_there_until_he_moves() -> None:
    stays = position({"b1": TANK, "r1": FAR}, mode="partly", shown={"r1": "10,10"})
    assert "r1" in stays.view(BLUE_SEAT).elements
    gone = position({"b1": TANK, "r1": FAR}, mode="partly", shown={"r1": "9,9"})
    assert "r1" not in gone.view(BLUE_SEAT).elements


@pytest.mark.rule("WPR-verdeckt-2")
def test_a_defender_who_is_detected_or_fires_is_placed_on_the_board() -> None:
    elements = {"b1": TANK, "r1": NEAR, "r2": {**FAR, "fired_in": 1}, "r3": {**FAR, "field": "11,11"}}
    game = position(elements, mode="partly", script=looking)
    assert [event.element for event in happened(game, Shown)] == ["r1", "r2"]
    assert game.state.shown == {"r1": "4,4", "r2": "10,10"}


def _spectated(game: Game[Position]) -> list[str]:
    view = game.system.public_view(game.state)
    assert view is not None
    return sorted(view.elements)


def test_a_spectator_sees_what_both_sides_know() -> None:
    game = position({"b1": TANK, "r1": FAR, "r2": NEAR}, mode="hidden")
    assert _spectated(game) == ["b1", "r2"]
    opened = position({"b1": TANK, "r1": FAR})
    assert _spectated(opened) == ["b1", "r1"]


def test_mines_stock_prepared_fire_and_charges_are_known_to_their_owner_alone_in_open_play_too() -> None:
    tables: dict[str, Any] = {
        "barriers": {
            "m": Barrier("m", "at_mine", "6,6", RED, hidden=True),
            "w": Barrier("w", "wire", "6,7", RED),
        },
        "barrages": {"f": Barrage("f", RED, "5,5", ("r1",), 1)},
        "charges": {"c": Charge("c", RED, "5,6", "bridge")},
        "stock": {"r1": Stock(at_mine=2)},
        "heard": {"red/3,4": Heard(RED, "3,4", 2)},
        "standing": {RED_SEAT: Conduct("hold")},
    }
    game = position({"b1": TANK, "r1": FAR}, **tables)
    blue, own = game.view(BLUE_SEAT), game.view(RED_SEAT)
    assert list(blue.barriers) == ["w"]
    assert (blue.barrages, blue.charges, blue.stock, blue.heard, blue.standing) == (
        {},
        {},
        {},
        {},
        Standing(),
    )
    assert sorted(own.barriers) == ["m", "w"]
    assert all((own.barrages, own.charges, own.stock, own.heard))
    assert own.standing == Standing("hold")


def test_reinforcements_and_the_air_pool_are_known_to_their_owner_alone() -> None:
    elements = {"b1": TANK, "r1": {"model": "p4", "fate": "due", "due": 3}, "r2": {"model": "me109"}}
    game = position(elements)
    assert sorted(game.view(BLUE_SEAT).elements) == ["b1"]
    flying = position({**elements, "r2": {"model": "me109", "mission": "granted"}}, mode="hidden")
    assert sorted(flying.view(BLUE_SEAT).elements) == ["b1", "r2"]


def test_of_an_enemy_march_one_sees_who_moves_and_where_it_was_seen_but_not_where_it_goes() -> None:
    march = March((Mover("r2", ("4,5", "4,6"), ("12,4", "5,4", "4,4")),), reacted=("b1",))
    game = position({"b1": TANK, "r1": FAR, "r2": NEAR}, mode="hidden", march=march)
    assert game.view(RED_SEAT).march == march
    assert game.view(BLUE_SEAT).march == March((Mover("r2", (), ("5,4", "4,4")),))
    unseen = position({"b1": TANK, "r1": FAR}, mode="hidden", march=March((Mover("r1", (), ("10,10",)),)))
    assert unseen.view(BLUE_SEAT).march is None


@pytest.mark.rule("WPR-verdeckt-1", "WPR-verdeckt-5")
def test_in_hidden_play_field_positions_are_found_with_whoever_is_seen_in_them() -> None:
    works = {
        "4,4": Earthwork(2, side=RED),
        "10,10": Earthwork(2, side=RED),
        "1,1": Earthwork(2, side=BLUE),
        "4,5": Earthwork(1, side=RED),
    }
    elements = {"b1": TANK, "r1": FAR, "r2": NEAR, "r3": {**NEAR, "field": "4,5"}}

    def looked(mode: str) -> Game[Position]:
        return position(elements, mode=mode, earthworks=works, script=looking)

    hidden = looked("hidden")
    assert list(hidden.view(BLUE_SEAT).earthworks) == ["1,1", "4,4"], "one that is not finished is not seen"
    assert [event.field for event in happened(hidden, WorkSeen, seat=BLUE_SEAT)] == ["4,4"]
    assert not happened(hidden, WorkSeen, seat=RED_SEAT), "who dug it does not learn that he was seen"
    assert not any(work.seen for work in hidden.view(RED_SEAT).earthworks.values())
    assert sorted(looked("open").view(BLUE_SEAT).earthworks) == sorted(works)


@pytest.mark.rule("WPR-verdeckt-1", "WPR-verdeckt-5")
def test_in_hidden_play_the_enemy_sees_them_work_and_the_position_when_it_is_done() -> None:
    diggers = {"b1": {"model": "figures", "field": "3,4"}, "r1": NEAR}
    first = do(position(diggers, mode="hidden"), DigIn("b1"))
    assert happened(first, DugIn, seat=BLUE_SEAT)
    assert not happened(first, DugIn, seat=RED_SEAT)
    assert [event.field for event in happened(first, Worked, seat=RED_SEAT)] == ["3,4"]
    assert not first.view(RED_SEAT).earthworks
    second = do(position(diggers, mode="hidden", earthworks={"3,4": Earthwork(1, side=BLUE)}), DigIn("b1"))
    assert list(second.view(RED_SEAT).earthworks) == ["3,4"]


# -- dummies -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-schein-1")
def test_a_dummy_looks_like_the_real_thing_until_somebody_stands_in_its_field() -> None:
    dummy = {"model": "dummy_tank", "field": "5,5"}
    scenario = red(dummies=(Dummy(unit="dummy_tank"),))
    game = position({"b1": TANK, "r1": dummy}, scenario=scenario, script=looking)
    assert happened(game, DummyExposed) == []
    assert game.view(BLUE_SEAT).elements["r1"].model == "p4"
    met = position({"b1": {**TANK, "field": "5,5"}, "r1": dummy}, scenario=scenario, script=looking)
    assert [event.element for event in happened(met, DummyExposed)] == ["r1"]
    assert element(met, "r1").fate == "lost"


@pytest.mark.rule("WPR-schein-1")
def test_a_dummy_cannot_act() -> None:
    game = position({"b1": {"model": "dummy_tank", "field": "3,4"}, "b2": {**TANK, "field": "6,6"}})
    assert not [order for order in choices(game) if getattr(order, "element", "") == "b1"]
    from planspiel.systems.wiener2022.activities import actor_refusal

    refusal = actor_refusal(game.state, BLUE, "b1")
    assert "dummy" in str(refusal)


# -- tokens ------------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-verdeckt-3")
def test_concealed_troops_that_move_become_numbered_tokens() -> None:
    elements = {"b1": TANK, "r1": {**FAR, "moved": 1}, "r2": {**FAR, "field": "9,9"}}
    game = position(elements, mode="partly", script=looking)
    assert game.view(RED_SEAT).tokens["T1"].element == "r1"
    assert game.view(BLUE_SEAT).tokens == {"T1": Token("T1", RED, "10,10", moved=1)}
    assert [event.element for event in happened(game, TokenPlaced, seat=BLUE_SEAT)] == [""]
    assert len(game.state.tokens) == 1


@pytest.mark.rule("WPR-verdeckt-3")
def test_a_token_follows_its_troops_and_is_turned_over_when_they_are_detected() -> None:
    token = {"T1": Token("T1", RED, "9,9", "r1")}
    moved = position({"b1": TANK, "r1": FAR}, mode="partly", tokens=token, script=looking)
    assert moved.state.tokens["T1"].field == "10,10"
    seen = position({"b1": TANK, "r1": NEAR}, mode="partly", tokens=token, script=looking)
    assert [event.element for event in happened(seen, TokenTurned)] == ["r1"]
    assert seen.state.tokens["T1"].field == ""


@pytest.mark.rule("WPR-verdeckt-3")
def test_a_token_whose_troops_get_on_unseen_is_taken_away_without_a_name() -> None:
    elements = {"b1": TANK, "r1": FAR, "r1v": {"model": "lorry", "field": "10,10"}}
    token = {"T1": Token("T1", RED, "10,10", "r1")}
    game = do(position(elements, mode="partly", active="red", tokens=token), Mount("r1", "r1v"))
    assert [event.token for event in happened(game, TokenRemoved, seat=BLUE_SEAT)] == ["T1"]
    assert not happened(game, TokenTurned)
    assert "T1" not in game.view(BLUE_SEAT).tokens


@pytest.mark.rule("WPR-verdeckt-3", "WPR-schein-2")
def test_a_limited_number_of_empty_tokens_moves_among_them() -> None:
    scenario = red(tokens=1)
    elements = {"b1": TANK, "r1": {"model": "p4", "field": "11,11"}}
    game = position(elements, mode="partly", active="red", scenario=scenario)
    assert "too near" in refused(game, MoveDummy("5,5"))
    do(game, MoveDummy("10,5"))
    assert game.view(BLUE_SEAT).tokens == {"T1": Token("T1", RED, "10,5", moved=1)}
    assert "No empty tokens" in refused(game, MoveDummy("10,6"))
    assert "has moved" in refused(game, MoveDummy("10,6", "T1"))
    assert "Tokens belong" in refused(position(elements, active="red", scenario=scenario), MoveDummy("10,5"))


@pytest.mark.rule("WPR-verdeckt-3")
def test_an_empty_token_moves_a_short_way_and_is_found_out_like_figures() -> None:
    token = {"T1": Token("T1", RED, "10,5", dummy=True)}
    elements = {"b1": TANK, "r1": {"model": "p4", "field": "11,11"}}
    game = position(elements, mode="partly", active="red", scenario=red(tokens=1), tokens=token)
    assert "too far" in refused(game, MoveDummy("7,5", "T1"))
    do(game, MoveDummy("8,5", "T1"))
    assert game.state.tokens["T1"].field == "8,5"
    near = {"T1": Token("T1", RED, "4,5", dummy=True)}
    found = position(elements, mode="partly", tokens=near, script=looking)
    assert [event.token for event in happened(found, TokenTurned)] == ["T1"]


# -- what is told ------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-verdeckt-5")
def test_what_happens_to_an_undetected_element_is_told_to_its_owner_alone() -> None:
    def lose(game: Game[Position]) -> Script[None]:
        for name in ("r1", "r2"):
            tell(game, Lost(element=name, field=element(game, name).field, cite="WPR-ausfaelle-1"), (name,))
        return
        yield

    game = position({"b1": TANK, "r1": FAR, "r2": NEAR}, mode="hidden", script=lose)
    assert [event.element for event in happened(game, Lost, seat=BLUE_SEAT)] == ["r2"]
    assert [event.element for event in happened(game, Lost, seat=RED_SEAT)] == ["r1", "r2"]


@pytest.mark.rule("WPR-verdeckt-5", "WPR-gleichzeitigkeit-2")
@pytest.mark.parametrize(
    ("eyes", "heard"), [("4,8", ["b1, b2"]), ("4,5", ["b1, b2, b3"]), ("12,12", [])], ids=str
)
def test_a_group_is_announced_to_the_enemy_with_those_whom_he_sees(eyes: str, heard: list[str]) -> None:
    troops = {name: {"model": "p4", "field": field} for name, field in (("b1", "2,6"), ("b2", "2,7"))}
    troops |= {"b3": {"model": "figures", "field": "2,4"}, "r1": {"model": "figures", "field": eyes}}
    moves = [Move("b1", ("1,6",)), Move("b2", ("1,7",)), Move("b3", ("1,4",))]
    game = position(troops, mode="hidden")
    do(game, SimultaneousMove(tuple(moves)))
    assert [event.elements for event in happened(game, GroupAnnounced, seat=RED_SEAT)] == heard
    assert [event.elements for event in happened(game, GroupAnnounced, seat=BLUE_SEAT)] == ["b1, b2, b3"]


@pytest.mark.rule("WPR-verdeckt-5")
def test_in_open_play_everything_is_told_to_all() -> None:
    def take(game: Game[Position]) -> Script[None]:
        tell(game, MarkerTaken("r1"), ("r1",))
        return
        yield

    game = position({"b1": TANK, "r1": FAR}, script=take)
    assert len(happened(game, MarkerTaken, seat=BLUE_SEAT)) == 1
    assert secrecy.audience(game, ("r1",)) is None


@pytest.mark.rule("WPR-verdeckt-1")
def test_each_side_is_told_who_comes_into_sight_and_who_is_lost_from_it() -> None:
    game = position({"b1": TANK, "r1": FAR, "r2": NEAR}, mode="hidden", script=looking)
    assert [event.element for event in happened(game, Spotted, seat=BLUE_SEAT)] == ["r2"]
    assert "b1" in [event.element for event in happened(game, Spotted, seat=RED_SEAT)]
    ghosts = {**game.state.ghosts}
    later = position({"b1": TANK, "r2": FAR}, mode="hidden", script=looking, ghosts=ghosts)
    assert [(event.element, event.field) for event in happened(later, LostSight, seat=BLUE_SEAT)] == [
        ("r2", "4,4")
    ]
    assert later.view(BLUE_SEAT).ghosts["blue/r2"].field == "4,4"


# -- standing orders ---------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-gegenzug-1")
def test_standing_orders_are_given_for_all_elements_and_for_single_ones() -> None:
    game = position({"b1": TANK, "r1": FAR}, item=("take-positions", "blue"))
    orders = Standing("fire", 1, elements={"r1": Conduct("hold")})
    game.instruct(RED_SEAT, SetStandingOrders(orders))
    assert game.view(RED_SEAT).standing.of("r1") == Conduct("hold")
    assert game.view(RED_SEAT).standing.of("r2").fire == "fire"
    assert game.view(BLUE_SEAT).standing == Standing()


@pytest.mark.rule("WPR-gegenzug-1")
def test_standing_orders_for_strangers_or_absurd_ranges_are_refused() -> None:
    game = position({"b1": TANK, "r1": FAR}, item=("take-positions", "blue"))
    with pytest.raises(ValueError, match="no element of yours"):
        game.instruct(RED_SEAT, SetStandingOrders(Standing(elements={"b1": Conduct()})))
    with pytest.raises(ValueError, match="between 0 and"):
        game.instruct(RED_SEAT, SetStandingOrders(Standing(within=99)))


# -- scrambling --------------------------------------------------------------------------------------------

HIDDEN_THINGS: dict[str, Any] = {
    "barriers": {"red/1": Barrier("red/1", "at_mine", "6,6", RED, hidden=True)},
    "barrages": {"f": Barrage("f", RED, "5,5", ("r1",), 1)},
    "charges": {"c": Charge("c", RED, "5,6", "bridge")},
    "stock": {"r1": Stock(at_mine=2)},
    "heard": {"red/3,4": Heard(RED, "3,4", 2)},
    "earthworks": {"10,10": Earthwork(2, side=RED)},
    "requested": (RED,),
}
HIDDEN_TROOPS: dict[str, dict[str, Any]] = {
    "b1": TANK,
    "b2": {"model": "figures", "field": "6,8"},
    "r1": FAR,
    "r2": {"model": "pak75", "field": "6,5", "camouflaged": True},
    "r3": {"model": "krupp", "field": "8,4"},
    "r4": {"model": "figures", "field": "8,4", "aboard": "r3"},
    "r5": {"model": "dummy_tank", "field": "7,9"},
    "r6": {"model": "p4", "fate": "due", "due": 3},
    "r7": {"model": "me109"},
}


@pytest.mark.parametrize("mode", ["open", "partly", "hidden"])
def test_a_scrambled_position_looks_the_same_and_differs_in_what_is_secret(mode: str) -> None:
    scenario = red(dummies=(Dummy(unit="dummy_tank"),))
    levels = {"7,4": 1, "7,5": 1}
    game = position(HIDDEN_TROOPS, mode=mode, levels=levels, scenario=scenario, **HIDDEN_THINGS)
    changed: set[str] = set()
    view = msgspec.json.encode(game.view(BLUE_SEAT))
    for seed in range(20):
        twin = game.system.scramble(game.state, BLUE_SEAT, Random(seed))
        assert msgspec.json.encode(game.system.view(twin, BLUE_SEAT)) == view
        changed |= {name for name in HIDDEN_THINGS if getattr(twin, name) != getattr(game.state, name)}
        changed |= {name for name, one in twin.elements.items() if one != game.state.elements[name]}
    wanted = {"barriers", "barrages", "charges", "stock", "heard", "requested", "r5", "r6", "r7"}
    if mode != "open":
        wanted |= {"r1", "r2", "r3", "r4", "earthworks"}
    assert changed >= wanted
    assert not changed & {"b1", "b2"}


def test_a_scrambled_position_doubts_whether_what_one_built_has_been_seen() -> None:
    wire = {"x": Barrier("x", "wire", "6,6", "blue")}
    game = position({"b1": TANK, "r1": FAR}, mode="hidden", barriers=wire, unseen_barriers=("x",))
    twins = [game.system.scramble(game.state, BLUE_SEAT, Random(seed)) for seed in range(20)]
    assert {twin.unseen_barriers for twin in twins} == {(), ("x",)}
    assert {twin.barriers["x"].field for twin in twins} == {"6,6"}


def test_tokens_may_stand_for_each_other() -> None:
    tokens = {"T1": Token("T1", RED, "10,10", "r1"), "T2": Token("T2", RED, "9,9", dummy=True)}
    game = position({"b1": TANK, "r1": FAR}, mode="partly", tokens=tokens)
    twins = [game.system.scramble(game.state, BLUE_SEAT, Random(seed)) for seed in range(4)]
    assert {twin.tokens["T2"].element for twin in twins} == {"r1"}
    assert all(twin.elements["r1"].field == "9,9" for twin in twins)


@pytest.mark.rule("WPR-verdeckt-5")
def test_an_owner_goes_on_believing_in_a_barrier_that_was_removed_out_of_his_sight():
    troops = {"b1": {"model": "engineers", "field": "2,2"}, "r1": {"model": "figures", "field": "11,11"}}
    wire = {"x": Barrier("x", "wire", "2,2", "red")}
    for mode, believed in (("hidden", True), ("open", False)):
        game = do(position(troops, mode=mode, barriers=dict(wire), dice=(4,)), ClearObstacle("b1", "x"))
        assert game.state.barriers == {}
        assert game.view(BLUE_SEAT).barriers == {}
        assert ("x" in game.view(RED_SEAT).barriers) is believed
        assert bool(happened(game, BarrierRemoved, seat=RED_SEAT)) is not believed


@pytest.mark.rule("WPR-hindernisse-3")
def test_who_laid_a_hidden_mine_does_not_learn_of_an_unseen_victim() -> None:
    troops = {"b1": {"model": "krupp", "field": "2,2"}, "r1": {"model": "figures", "field": "11,11"}}
    mine = Barrier("x", "at_mine", "3,2", "red", hidden=True)
    game = do(position(troops, mode="hidden", barriers={"x": mine}, dice=(3,)), Move("b1", ("3,2",)))
    assert "x" in game.view(BLUE_SEAT).barriers
    assert not happened(game, BarrierMet, seat=RED_SEAT)
    assert game.view(RED_SEAT).barriers == {"x": mine}, "to him it is as secret as before"


@pytest.mark.rule("WPR-hindernisse-3")
def test_who_laid_a_hidden_mine_notices_that_it_is_known_once_he_sees_somebody_in_it() -> None:
    troops = {"b1": {"model": "krupp", "field": "2,2"}, "r1": {"model": "figures", "field": "3,3"}}
    known = Barrier("x", "at_mine", "3,2", "red")
    believed = {"x": msgspec.structs.replace(known, hidden=True)}
    game = position(troops, mode="hidden", barriers={"x": known}, old_barriers=believed, dice=(3,))
    do(game, Move("b1", ("3,2",)))
    assert [event.field for event in happened(game, BarrierNoticed, seat=RED_SEAT)] == ["3,2"]
    assert not happened(game, BarrierNoticed, seat=BLUE_SEAT)
    assert game.view(RED_SEAT).barriers == {"x": known}


WATER = {f"5,{y}": "water" for y in range(1, 13)}
BUILDERS = {
    "b1": {"model": "engineers", "field": "4,5", "mate": "b1v"},
    "b1v": {"model": "pispw", "field": "4,5"},
}


@pytest.mark.rule("WPR-verdeckt-1", "WPR-brueckenbau-4")
@pytest.mark.parametrize(
    ("where", "mode", "known"),
    [("12,12", "hidden", False), ("6,8", "hidden", True), ("12,12", "open", True)],
)
def test_a_bridge_built_out_of_sight_is_known_when_somebody_looks_at_it(
    where: str, mode: str, known: bool
) -> None:
    wood = {f"9,{y}": "wood" for y in range(1, 13)}
    troops = {**BUILDERS, "r1": {"model": "figures", "field": where}}
    game = position(
        troops, mode=mode, ground={**WATER, **wood}, dice=(4,), stock={"b1v": Stock(3, 3, 3, 3, 3, 3, 1)}
    )
    game = do(game, BuildBridge("b1", "5,5"))
    assert "5,5" in game.view(BLUE_SEAT).bridges
    assert ("5,5" in game.view(RED_SEAT).bridges) is known
    told = [*happened(game, BridgeBuilt, seat=RED_SEAT), *happened(game, PictureRenewed, seat=RED_SEAT)]
    assert bool(told) is known


@pytest.mark.rule("WPR-verdeckt-1")
@pytest.mark.parametrize(("where", "known"), [("12,12", False), ("7,5", True)])
def test_whoever_looks_at_a_place_sees_what_has_become_of_it(where: str, known: bool) -> None:
    troops = {"b1": {"model": "figures", "field": "1,1"}, "r1": {"model": "figures", "field": where}}
    wood = {f"9,{y}": "wood" for y in range(1, 13)}
    pictures = {"red/5,5": Picture(Bridge("engineer", "EW")), "red/6,6": Picture(ruin=False)}
    game = position(
        troops, mode="hidden", ground={**WATER, **wood}, ruins=("6,6",), pictures=pictures, script=looking
    )
    assert ("5,5" not in game.view(RED_SEAT).bridges) is known
    assert ("6,6" in game.view(RED_SEAT).ruins) is known
    assert game.view(BLUE_SEAT).bridges == {}
    assert game.view(BLUE_SEAT).ruins == ("6,6",)
    assert len(happened(game, PictureRenewed, seat=RED_SEAT)) == 2 * known


@pytest.mark.rule("WPR-befestigungen-6", "WPR-verdeckt-1")
def test_a_mover_comes_up_against_a_ruin_that_smoke_hides() -> None:
    troops = {"b1": {"model": "p4", "field": "4,6"}, "b9": {"model": "figures", "field": "1,1"}}
    old, smoke = {"blue/5,6": Picture(ruin=False)}, {"5,6": Screen(RED, 1)}
    game = position(troops, mode="hidden", ruins=("5,6",), pictures=old, smoke=smoke)
    assert refused(game, Move("b1", ("5,6",))) == ""
    do(game, Move("b1", ("5,6",)))
    assert element(game, "b1").field == "4,6"
    assert game.view(BLUE_SEAT).ruins == ("5,6",)


@pytest.mark.rule("WPR-befestigungen-6", "WPR-verdeckt-1")
def test_the_ruin_of_a_bunker_that_nobody_sees_is_known_to_its_owner_alone() -> None:
    troops = {"b1": {"model": "bunker_light", "field": "3,3"}, "r1": {"model": "figures", "field": "12,12"}}
    wood = {f"9,{y}": "wood" for y in range(1, 13)}
    game = position(troops, mode="hidden", ground=wood, script=lambda game: knock_out(game, "b1"))
    assert game.view(BLUE_SEAT).ruins == ("3,3",)
    assert game.view(RED_SEAT).ruins == ()


# -- who is aboard -----------------------------------------------------------------------------------------

CARRIERS: dict[str, tuple[str, dict[str, str]]] = {
    "lorry": ("lorry", {}),
    "carrier": ("spw_mg", {}),
    "raft": ("raft", WATER),
    "ferry": ("motor_ferry", WATER),
    "landing craft": ("landing_craft", WATER),
    "ship": ("landing_ship", WATER),
}


def _driving(carrier: str, mode: str, load: dict[str, dict[str, Any]]) -> Game[Position]:
    """Red's carrier with this load comes up the fifth column, in sight of blue infantry."""
    model, ground = CARRIERS[carrier]
    troops = {
        "b1": {"model": "figures", "field": "4,4"},
        "r1": {"model": model, "field": "5,7"},
        **{name: {"field": "5,7", "aboard": "r1", **fields} for name, fields in load.items()},
    }
    game = position(troops, mode=mode, ground=ground, active="red", scenario={"attacker": "blue"})
    do(game, Move("r1", ("5,6",)))
    return game


def _told(game: Game[Position]) -> bytes:
    """All that Blue has seen and sees of a game."""
    events = happened(game, Event, seat=BLUE_SEAT)
    return msgspec.json.encode((events, game.view(BLUE_SEAT)))


@pytest.mark.rule("WPR-fahrzeuge-3")
@pytest.mark.parametrize("mode", ["partly", "hidden"])
@pytest.mark.parametrize("carrier", sorted(CARRIERS))
def test_who_sees_a_carrier_does_not_learn_who_is_aboard(carrier: str, mode: str) -> None:
    loads: list[dict[str, dict[str, Any]]] = [
        {},
        {"r2": {"model": "figures", "mate": "r1"}},
        {"r3": {"model": "engineers", "pinned": 3}},
    ]
    games = [_driving(carrier, mode, load) for load in loads]
    assert element(games[1], "r2").field == "5,6", "the load goes along"
    assert "r1" in games[0].view(BLUE_SEAT).elements
    assert len({_told(game) for game in games}) == 1
    assert "r2" in games[1].view(RED_SEAT).elements


@pytest.mark.rule("WPR-verdeckt-1")
@pytest.mark.parametrize("fields", [{"joined": True}, {"split": True}])
def test_that_somebody_got_on_or_off_is_not_to_be_read_off_a_vehicle(fields: dict[str, bool]) -> None:
    troops = {"b1": NEAR, "r1": {"model": "lorry", "field": "5,4"}}
    plain, changed = (
        position({**troops, "r1": {**troops["r1"], **more}}, mode="hidden", script=looking)
        for more in ({}, fields)
    )
    assert "r1" in plain.view(BLUE_SEAT).elements
    assert _told(plain) == _told(changed)
    assert changed.view(RED_SEAT).elements["r1"] == element(changed, "r1") != element(plain, "r1")


@pytest.mark.rule("WPR-mitfahren-2")
@pytest.mark.parametrize("mode", ["partly", "hidden"])
def test_riders_on_a_tank_are_seen(mode: str) -> None:
    troops = {"b1": NEAR, "r1": {**TANK, "field": "5,4"}, "r2": {**NEAR, "field": "5,4", "aboard": "r1"}}
    game = position(troops, mode=mode, script=looking, scenario={"attacker": "blue"})
    assert {"r1", "r2"} <= game.view(BLUE_SEAT).elements.keys()
    in_open_play = position({**troops, "r1": {"model": "lorry", "field": "5,4"}})
    assert "r2" in in_open_play.view(BLUE_SEAT).elements


@pytest.mark.rule("WPR-verdeckt-5")
def test_whoever_fires_from_aboard_shows_himself() -> None:
    troops = {"b1": NEAR, "r1": {"model": "krupp", "field": "5,4"}}
    rider = {"model": "figures", "field": "5,4", "aboard": "r1"}
    game = position({**troops, "r2": rider}, mode="hidden", active="red", dice=(1,))
    do(game, DirectFire("r2", "small_arms", "4,4"))
    assert [event.firers for event in happened(game, Fired, seat=BLUE_SEAT)] == [("r2",)]
    assert "r2" in game.view(BLUE_SEAT).elements


@pytest.mark.rule("WPR-verdeckt-5")
def test_the_loss_of_a_carrier_does_not_tell_who_was_lost_with_it() -> None:
    def hit(game: Game[Position]) -> Script[None]:
        yield from knock_out(game, "r1")

    troops = {"b1": NEAR, "r1": {"model": "motor_ferry", "field": "5,4"}}
    load = {"r2": {"model": "figures", "field": "5,4", "aboard": "r1"}}
    games = [position({**troops, **more}, mode="hidden", ground=WATER, script=hit) for more in ({}, load)]
    assert element(games[1], "r2").fate == "lost"
    assert _told(games[0]) == _told(games[1])
    assert [event.element for event in happened(games[1], Lost, seat=BLUE_SEAT)] == ["r1"]


@pytest.mark.rule("WPR-verdeckt-1", "WPR-verdeckt-5")
def test_who_jumps_off_a_vehicle_into_the_dark_is_remembered_where_he_was_seen() -> None:
    elements = {
        "b1v": {"model": "lorry", "field": "3,4"},
        "b1": {"model": "figures", "aboard": "b1v"},
        "r1": NEAR,
    }
    game = do(position(elements, mode="hidden", night=True), Dismount("b1"))
    assert "b1" in [event.element for event in happened(game, Spotted, seat=RED_SEAT)]
    assert [event.element for event in happened(game, LostSight, seat=RED_SEAT)] == ["b1"]
    assert "b1" not in game.view(RED_SEAT).elements
    assert game.view(RED_SEAT).ghosts["red/b1"].field == "3,4"


def mounting(base: dict[str, Any], vehicle: dict[str, Any]) -> Game[Position]:
    """Blue gets on in front of a red tank."""
    troops = {"b1": {"model": "figures", "field": "5,5", **base}}
    lorry = {"b1v": {"model": "lorry", "field": "5,5", **vehicle}}
    return do(position({**troops, **lorry, "r1": TANK}, mode="hidden"), Mount("b1", "b1v"))


@pytest.mark.rule("WPR-verdeckt-1", "WPR-verdeckt-5")
def test_only_who_sees_both_base_and_vehicle_is_told_that_it_gets_on() -> None:
    seen = mounting({}, {})
    assert [event.element for event in happened(seen, Mounted, seat=RED_SEAT)] == ["b1"]
    for unseen in (
        mounting({"camouflaged": True}, {}),
        mounting({}, {"camouflaged": True}),
    ):
        assert not happened(unseen, Mounted, seat=RED_SEAT)
        assert [event.element for event in happened(unseen, Mounted, seat=BLUE_SEAT)] == ["b1"]


@pytest.mark.rule("WPR-verdeckt-1", "WPR-verdeckt-5")
@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize(("camouflaged", "told"), [(False, ["r1v"]), (True, [])])
def test_the_vehicle_of_troops_who_have_to_get_off_is_named_to_whoever_saw_it(
    camouflaged: bool, told: list[str], lost: bool
) -> None:
    def hit(game: Game[Position]) -> Script[None]:
        if lost:
            yield from knock_out(game, "r1v")
        else:
            pin(game, "r1v", 3)

    lorry = {"model": "lorry", "field": "5,5", "camouflaged": camouflaged}
    elements = {"b1": TANK, "r1v": lorry, "r1": {"model": "figures", "aboard": "r1v"}}
    game = position(elements, mode="hidden", script=hit, dice=(1,) if lost else ())
    assert [event.carrier for event in happened(game, ForcedOut, seat=BLUE_SEAT)] == told
    assert "r1" in [event.element for event in happened(game, Spotted, seat=BLUE_SEAT)]


UNSEEN: dict[str, Any] = {"model": "figures", "field": "5,5", "camouflaged": True}


@pytest.mark.rule("WPR-verdeckt-1", "WPR-felder-besetzt-4")
@pytest.mark.parametrize("foe", [UNSEEN, None])
def test_whoever_withdraws_onto_an_unseen_enemy_finds_him_there_and_stays(foe: dict[str, Any] | None) -> None:
    def withdrawing(game: Game[Position]) -> Script[None]:
        yield from evade(game, Evade("b1", ("4,5", "5,5")))

    elements = {"b1": {**TANK, "field": "3,5"}, **({"r1": foe} if foe else {})}
    game = position(elements, mode="hidden", night=True, active="red", script=withdrawing)
    assert element(game, "b1").field == ("4,5" if foe else "5,5")
    assert [event.blocker for event in happened(game, Met, seat=BLUE_SEAT)] == (["r1"] if foe else [])
    assert ("r1" in game.view(BLUE_SEAT).elements) == bool(foe)


@pytest.mark.rule("WPR-verdeckt-1", "WPR-flucht-5")
@pytest.mark.parametrize("foe", [UNSEEN, None])
def test_where_the_beaten_cannot_flee_because_of_an_unseen_enemy_he_is_found(
    foe: dict[str, Any] | None,
) -> None:
    def fleeing(game: Game[Position]) -> Script[None]:
        yield from flee(game, "b1", frozenset({"5,5", "5,4"}))

    elements = {"b1": {"model": "figures", "field": "4,4"}, **({"r1": foe} if foe else {})}
    game = position(elements, mode="hidden", night=True, script=fleeing)
    assert [event.blocker for event in happened(game, Met, seat=BLUE_SEAT)] == (["r1"] if foe else [])
    assert (element(game, "b1").field == "5,4") == bool(foe)


@pytest.mark.rule("WPR-verdeckt-1", "WPR-verdeckt-2")
@pytest.mark.parametrize("mode", ["partly", "hidden"])
@pytest.mark.parametrize(("scenario", "seed"), [("night_attack", 1), ("river_line", 2)])
def test_whoever_comes_into_view_has_been_announced_before_anybody_is_asked(
    mode: str, scenario: str, seed: int
) -> None:
    rng, system = Random(seed), registry.load("wiener2022")
    game = Game.start(system, Setup(scenario, {"mode": mode}), Lucky(rng))
    while not game.over:
        for seat, (side,) in game.state.seats.items():
            assert not [one.id for one in game.view(seat).elements.values() if _is_news(game, side, one)]
        seat = game.waiting()[0]
        question = game.pending(seat)
        assert question is not None
        game.choose(question.sample(game.view(seat), rng))


def _is_news(game: Game[Position], side: Side, one: Element) -> bool:
    """Whether an enemy is in view of whom nobody has told."""
    if one.side == side or one.fate != "board" or one.aboard or is_located(game.state, one):
        return False
    if game.state.options["mode"] == "partly":
        attacks = one.side == game.pack.scenarios[game.state.scenario].attacker
        return not attacks and game.state.shown.get(one.id) != one.field
    ghost = game.state.ghosts.get(f"{side}/{one.id}")
    return ghost is None or not ghost.seen or ghost.field != one.field


@pytest.mark.rule("WPR-verdeckt-1", "WPR-bruecken-5")
def test_a_mover_comes_up_against_a_broken_bridge_beside_a_diagonal() -> None:
    water = {"edges": ["4,6|5,6", "5,5|5,6"], "crossing": {"infantry": "free"}}
    brook = {"map": {"narrows": {"brook": water}}}
    troops = {"b1": {"model": "p4", "field": "4,5"}, "b9": {"model": "figures", "field": "1,1"}}
    bridges = {"4,6|5,6": Bridge("solid", intact=False)}
    old = {"blue/4,6|5,6": Picture(bridge=Bridge("solid"))}
    smoke = {"4,6": Screen(RED, 1), "5,6": Screen(RED, 1)}
    game = position(troops, mode="hidden", bridges=bridges, pictures=old, smoke=smoke, **brook)
    assert refused(game, Move("b1", ("5,6",))) == ""
    do(game, Move("b1", ("5,6",)))
    assert element(game, "b1").field == "4,5"
    assert refused(game, Move("b1", ("5,6",)))


@pytest.mark.rule("WPR-verdeckt-1", "WPR-verdeckt-5")
def test_of_a_march_out_of_sight_the_enemy_is_told_nothing_at_all() -> None:
    game = position({"b1": TANK, "r1": FAR}, mode="hidden")
    assert game.log is not None
    before = len(game.log.entries or ())
    do(game, Move("b1", ("3,5", "3,6")))
    fresh = (game.log.entries or [])[before:]
    assert [what for what in fresh if seen(what, BLUE_SEAT)]
    assert not [what for what in fresh if seen(what, RED_SEAT)]


@pytest.mark.rule("WPR-verdeckt-1", "WPR-engen-5")
def test_who_loses_a_vehicle_in_a_narrows_does_not_learn_whether_the_wreck_was_seen() -> None:
    def lose(game: Game[Position]) -> Script[None]:
        yield from knock_out(game, "r1")

    for field in ("3,4", "9,9"):
        elements = {"b1": {**TANK, "field": field}, "r1": {"model": "p4", "field": "10,10"}}
        game = position(elements, mode="hidden", script=lose, ground={"10,9": "wood", "10,11": "rock"})
        assert game.view(RED_SEAT).wrecks == {"10,10": Wreck("p4", RED)}
        assert b"hidden" not in msgspec.json.encode(happened(game, WreckLeft, seat=RED_SEAT))


@pytest.mark.rule("WPR-verdeckt-1", "WPR-bewegungsgegenzug-8")
@pytest.mark.parametrize(("mode", "told"), [("open", True), ("hidden", False)])
def test_that_somebody_has_withdrawn_is_not_to_be_read_off_him(mode: str, told: bool) -> None:
    game = position({"b1": TANK, "r1": {**NEAR, "no_position": True}}, mode=mode)
    assert game.view(BLUE_SEAT).elements["r1"].no_position is told
    assert game.view(RED_SEAT).elements["r1"].no_position
