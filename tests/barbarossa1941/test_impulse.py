"""Impulses: all go one hex at the same time, as far as they do not stand in each other's way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barbarossa1941.marching import CARDS, in_step_10
from barbarossa1941.positions import pack, position
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.impulse import resolve
from planspiel.systems.barbarossa1941.orders import Ambush, Assault, CautiousMove
from planspiel.systems.barbarossa1941.scenario import Options
from planspiel.systems.barbarossa1941.state import SOVIET, Position


def _moves(**routes: tuple[str, ...]) -> dict[str, str]:
    """Where units end that start in the first hex of their route and are ordered along the rest."""
    units = {name: {"card": "infantry", "hex": route[0]} for name, route in routes.items()}
    orders = {name: CautiousMove(route[1:]) for name, route in routes.items() if len(route) > 1}
    return _hexes(in_step_10(units, orders))


def _hexes(game: Game[Position]) -> dict[str, str]:
    return {name: unit.hex for name, unit in game.state.units.items()}


@pytest.mark.rule("BAR-move-3")
def test_all_go_their_first_hex_before_anybody_goes_his_second() -> None:
    first_leaves = _moves(g1=("0503", "0504", "0505"), s1=("0505", "0605"))
    assert first_leaves == {"g1": "0505", "s1": "0605"}
    too_late = _moves(g1=("0503", "0504", "0505"), s1=("0605", "0505", "0506"))
    assert too_late == {"g1": "0505", "s1": "0506"}, "it was there and had left again"


@pytest.mark.rule("BAR-encounter-1", "BAR-encounter-2")
def test_enemies_who_would_enter_one_hex_both_stop_before_it() -> None:
    assert _moves(g1=("0503", "0504", "0505"), s1=("0507", "0506", "0505")) == {"g1": "0504", "s1": "0506"}


@pytest.mark.rule("BAR-encounter-2")
def test_friends_may_enter_one_hex_together() -> None:
    assert _moves(g1=("0503", "0504"), g2=("0505", "0504")) == {"g1": "0504", "g2": "0504"}


@pytest.mark.rule("BAR-encounter-3")
def test_enemies_who_would_change_places_both_stay() -> None:
    assert _moves(g1=("0503", "0504"), s1=("0504", "0503")) == {"g1": "0503", "s1": "0504"}


@pytest.mark.rule("BAR-encounter-4")
def test_a_unit_may_follow_an_enemy_who_leaves() -> None:
    assert _moves(g1=("0503", "0504"), s1=("0504", "0505")) == {"g1": "0504", "s1": "0505"}


@pytest.mark.rule("BAR-encounter-4")
def test_the_follower_stops_if_the_enemy_in_front_is_stopped() -> None:
    stopped = _moves(g1=("0503", "0504"), s1=("0504", "0505"), g2=("0506", "0505"))
    assert stopped == {"g1": "0503", "s1": "0504", "g2": "0506"}
    units = {"g1": {"card": "infantry", "hex": "0503"}, "s1": {"card": "infantry", "hex": "0504"}}
    orders = {"g1": CautiousMove(("0504",)), "s1": CautiousMove(("0505",))}
    wired = in_step_10(units, orders, wire={"0504|0505": SOVIET})
    assert _hexes(wired) == {"g1": "0503", "s1": "0504"}


@pytest.mark.rule("BAR-encounter-5", "BAR-encounter-1")
def test_a_mover_stops_before_a_standing_enemy() -> None:
    assert _moves(g1=("0503", "0504", "0505", "0506"), s1=("0506",)) == {"g1": "0505", "s1": "0506"}


@pytest.mark.rule("BAR-encounter-6")
def test_who_was_stopped_does_not_go_on_when_the_way_is_free_again() -> None:
    both = _moves(g1=("0503", "0504", "0604"), s1=("0505", "0504", "0405"))
    assert both == {"g1": "0503", "s1": "0505"}, "both had hexes left to go elsewhere"


@pytest.mark.rule("BAR-encounter-2", "BAR-wire-2")
def test_who_cannot_reach_a_hex_at_all_does_not_keep_others_from_it() -> None:
    units = {"g1": {"card": "infantry", "hex": "0503"}, "s1": {"card": "infantry", "hex": "0505"}}
    orders = {"g1": CautiousMove(("0504",)), "s1": CautiousMove(("0504",))}
    game = in_step_10(units, orders, wire={"0503|0504": SOVIET})
    assert _hexes(game) == {"g1": "0503", "s1": "0504"}
    joined = _moves(g1=("0503", "0504"), s1=("0505", "0504"), s2=("0504",))
    assert joined == {"g1": "0503", "s1": "0504", "s2": "0504"}


def test_a_ring_of_enemies_may_turn() -> None:
    ring = _moves(g1=("0503", "0504"), s1=("0504", "0603"), g2=("0603", "0503"))
    assert ring == {"g1": "0504", "s1": "0603", "g2": "0503"}


# -- stacks ------------------------------------------------------------------------------------------------


def _crowd(card: str, standing: int, coming: int, limited: bool = True) -> int:
    """How many of those who come get into the hex."""
    units: dict[str, Any] = {f"g{n}": {"card": card, "hex": "0504"} for n in range(1, standing + 1)}
    units |= {f"g{n}": {"card": card, "hex": "0503"} for n in range(91, 91 + coming)}
    units["s1"] = {"card": "infantry", "hex": "0110"}
    orders = {name: CautiousMove(("0504",)) for name in units if name.startswith("g9") and len(name) > 2}
    game = in_step_10(units, orders, scenario={"options": Options(stack_limit=limited)})
    return sum(game.state.units[name].hex == "0504" for name in orders)


@pytest.mark.rule("BAR-move-5")
def test_there_is_no_limit_to_a_stack_unless_the_scenario_sets_one() -> None:
    assert _crowd("vehicle", 3, 2, limited=False) == 2
    assert _crowd("vehicle", 3, 1) == 0
    assert _crowd("vehicle", 1, 2) == 2
    assert _crowd("infantry", 6, 1) == 0
    assert _crowd("infantry", 5, 1) == 1


@pytest.mark.rule("BAR-move-5")
def test_friends_who_are_too_many_together_all_stop() -> None:
    assert _crowd("vehicle", 2, 2) == 0


@pytest.mark.rule("BAR-move-5")
def test_vehicles_and_others_are_counted_apart_and_who_leaves_makes_room() -> None:
    units: dict[str, Any] = {f"g{n}": {"card": "vehicle", "hex": "0504"} for n in (1, 2, 3)}
    units |= {"g4": {"card": "infantry", "hex": "0503"}, "g5": {"card": "vehicle", "hex": "0503"}}
    orders = {
        "g1": CautiousMove(("0505",)),
        "g4": CautiousMove(("0504",)),
        "g5": CautiousMove(("0504",)),
    }
    game = in_step_10(units, orders, scenario={"options": Options(stack_limit=True)})
    assert [game.state.units[name].hex for name in ("g1", "g4", "g5")] == ["0505", "0504", "0504"]


@pytest.mark.rule("BAR-move-5")
def test_friends_whose_models_are_off_the_board_do_not_count() -> None:
    units: dict[str, Any] = {f"g{n}": {"card": "vehicle", "hex": "0504", "hidden": True} for n in (1, 2, 3)}
    units["g4"] = {"card": "vehicle", "hex": "0503"}
    orders = {"g4": CautiousMove(("0504",)), **{f"g{n}": Ambush(0, 1) for n in (1, 2, 3)}}
    game = in_step_10(units, orders, scenario={"options": Options(stack_limit=True)})
    assert game.state.units["g4"].hex == "0504"


# -- assaults ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-hidden-X1", "BAR-hidden-7")
def test_an_assaulter_stops_beside_a_hidden_unit_on_its_way() -> None:
    game = position(
        {
            "g1": {"card": "infantry", "hex": "0503"},
            "s1": {"card": "infantry", "hex": "0505"},
            "s2": {"card": "infantry", "hex": "0504", "hidden": True},
        },
        orders={"g1": Assault("s1", ("0504", "0505"))},
        cards=CARDS,
        item=("step-6",),
    )
    assert game.state.units["g1"].hex == "0503"
    assert not game.state.units["s2"].hidden
    assert game.state.fights == {}


# -- nothing depends on the order in which units are stored --------------------------------------------------

HEXES = ("0503", "0504", "0505", "0404", "0405", "0604", "0605")


@st.composite
def _tangle(draw: st.DrawFn) -> dict[str, tuple[str, str]]:
    """Units of both sides close together, never enemies in one hex, each wanting to go next door."""
    board = pack().theatre(pack().ladder[0]).board
    holders = draw(st.lists(st.sampled_from("gs"), min_size=len(HEXES), max_size=len(HEXES)))
    wanted: dict[str, tuple[str, str]] = {}
    for number in range(draw(st.integers(2, 9))):
        place = draw(st.integers(0, len(HEXES) - 1))
        goal = draw(st.sampled_from([hex_ for hex_ in board.neighbours(HEXES[place]) if hex_ in HEXES]))
        wanted[f"{holders[place]}{number}"] = (HEXES[place], goal)
    return wanted


def _resolved(wanted: dict[str, tuple[str, str]]) -> tuple[dict[str, str], dict[str, str]]:
    units = {name: {"card": "infantry", "hex": hex_} for name, (hex_, _) in wanted.items()}
    game = in_step_10(units, {})
    return resolve(game.pack, game.state, {name: goal for name, (_, goal) in wanted.items()})


@settings(deadline=None, max_examples=40)
@given(_tangle(), st.randoms(use_true_random=False))
def test_an_impulse_comes_out_the_same_whatever_the_order_and_the_sides(
    wanted: dict[str, tuple[str, str]], shuffler: Any
) -> None:
    going, stopped = _resolved(wanted)
    names = list(wanted)
    shuffler.shuffle(names)
    assert _resolved({name: wanted[name] for name in names}) == (going, stopped)
    other = {"g": "s", "s": "g"}
    mirrored = {other[name[0]] + name[1:]: move for name, move in wanted.items()}
    swapped, halted = _resolved(mirrored)
    assert {other[name[0]] + name[1:]: hex_ for name, hex_ in swapped.items()} == going
    assert {other[name[0]] + name[1:]: cite for name, cite in halted.items()} == stopped


@settings(deadline=None, max_examples=40)
@given(_tangle())
def test_after_an_impulse_enemies_never_share_a_hex(wanted: dict[str, tuple[str, str]]) -> None:
    going, _ = _resolved(wanted)
    held: dict[str, set[str]] = {}
    for name, (hex_, _) in wanted.items():
        held.setdefault(going.get(name, hex_), set()).add(name[0])
    assert all(len(sides) == 1 for sides in held.values())
    swaps = [
        (one, two)
        for one, there in going.items()
        for two, back in going.items()
        if one[0] != two[0] and there == wanted[two][0] and back == wanted[one][0]
    ]
    assert swaps == []
