"""Step 10 and 11: who moves, withdrawal, facing, smoke; and that nothing depends on the order of units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from barbarossa1941.marching import CARDS, GUARD, in_step_10, one_after_the_other, walker
from barbarossa1941.positions import Fields, position, refused
from planspiel.kernel import Game, Item, Keyed
from planspiel.systems.barbarossa1941.orders import (
    Ambush,
    CautiousMove,
    Defend,
    FireOnTheMove,
    FirePolicy,
    March,
    UnitOrder,
)
from planspiel.systems.barbarossa1941.state import (
    SIDES,
    Fight,
    Minefield,
    Position,
    Unit,
    enemy_of,
    minefield_key,
)

FOOT: Fields = {"card": "infantry", "hex": "0503"}
TIED: dict[str, Fields] = {"g1": {**FOOT, "tied": ("s1",)}, "s1": {**FOOT, "tied": ("g1",)}}
"""Two enemies in one hex since the last round."""
FIGHT: dict[str, Any] = {"fights": {"0503": Fight("0503", None)}}


def _hexes(game: Game[Position]) -> list[str]:
    return [unit.hex for unit in game.state.units.values()]


@pytest.mark.rule("BAR-sequence-10", "BAR-move-2")
def test_all_movement_orders_are_carried_out_in_step_10() -> None:
    orders = {
        "g1": CautiousMove(("0504",)),
        "g2": March(("0504",)),
        "g3": FireOnTheMove(("0504",), "s1", "0504"),
    }
    units = {"g1": FOOT, "g2": FOOT, "g3": FOOT, "s1": {"card": "infantry", "hex": "1209"}}
    before = [Item(f"step-{number}") for number in range(1, 10)]
    still = in_step_10(units, orders, script=one_after_the_other(*before))
    assert _hexes(still)[:3] == ["0503"] * 3
    assert _hexes(in_step_10(units, orders))[:3] == ["0504"] * 3


@pytest.mark.rule("BAR-sequence-11")
def test_what_is_still_owed_is_tested_in_step_11() -> None:
    game = position(
        {"g1": {**FOOT, "owes": ("mines",)}, "s1": {"card": "infantry", "hex": "0909", "owes": ("fire",)}},
        cards=CARDS,
        item=("step-11",),
        dice=(6, 6, 1, 1),
    )
    assert [unit.suppressed for unit in game.state.units.values()] == [True, False]
    assert all(unit.owes == () for unit in game.state.units.values())


@pytest.mark.rule("BAR-smoke-8")
def test_whoever_is_to_enter_smoke_does_not_move_at_all() -> None:
    game = in_step_10({"g1": FOOT}, {"g1": CautiousMove(("0504", "0505"))}, smoke={"0505": 1})
    assert _hexes(game) == ["0503"]


@pytest.mark.rule("BAR-failed-valour-2")
def test_a_suppressed_unit_does_not_move() -> None:
    fields = {**FOOT, "suppressed": True, "lapsed": True}
    assert _hexes(in_step_10({"g1": fields}, {"g1": CautiousMove(("0504",))})) == ["0503"]


@pytest.mark.rule("BAR-arc-6")
def test_a_unit_with_an_arc_faces_where_it_went_or_where_it_was_told_to() -> None:
    cards = {"gun": walker("artillery", arc="fan")}
    units = {name: {"card": "gun", "hex": "0503", "facing": 0} for name in ("g1", "g2", "g3")}
    orders = {"g1": CautiousMove(("0504", "0604")), "g2": CautiousMove(("0504",), facing=5)}
    game = in_step_10(units, orders, cards=cards)
    assert [unit.facing for unit in game.state.units.values()] == [2, 5, 0]
    planning = position({"g1": FOOT, "g2": units["g2"]}, cards={**CARDS, **cards})
    assert "BAR-arc-6" in refused(planning, "g1", CautiousMove(("0504",), facing=5))
    assert refused(planning, "g2", CautiousMove(("0504",), facing=5)) == ""


@pytest.mark.rule("BAR-arc-6")
def test_who_could_not_set_out_or_was_suppressed_does_not_turn() -> None:
    cards = {"gun": walker("artillery", arc="fan")}
    order = {"g1": CautiousMove(("0504",), facing=5)}
    units = {"g1": {"card": "gun", "hex": "0503", "facing": 0}}
    blocked = in_step_10({**units, "s1": {"card": "infantry", "hex": "0504"}}, order, cards=cards)
    assert blocked.state.units["g1"].facing == 0
    shot = in_step_10(
        {**units, "s1": {"card": "infantry", "hex": "0507"}},
        {**order, "s1": GUARD},
        cards=cards,
        dice=(1, 6, 6, 6, 6, 6),
    )
    assert shot.state.units["g1"].facing == 3


# -- withdrawal --------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-withdraw-1", "BAR-withdraw-2")
def test_a_tied_unit_may_leave_for_an_adjacent_hex_by_a_movement_order() -> None:
    planning = position(TIED, cards=CARDS, **FIGHT)
    for order in (CautiousMove(("0504",)), March(("0504",)), FireOnTheMove(("0504",), "s1", "0504")):
        assert refused(planning, "g1", order) == ""
    assert "BAR-withdraw-2" in refused(planning, "g1", CautiousMove(("0504", "0505")))
    game = in_step_10(TIED, {"g1": CautiousMove(("0504",))}, **FIGHT)
    assert _hexes(game) == ["0504", "0503"]
    assert game.state.units["g1"].tied == ()


@pytest.mark.rule("BAR-withdraw-6", "BAR-withdraw-7")
def test_who_fails_the_test_withdraws_all_the_same_and_is_suppressed_there() -> None:
    shaken = {"g1": {**TIED["g1"], "owes": ("close",)}, "s1": TIED["s1"]}
    steps = one_after_the_other(Item("step-7"), Item("step-10"))
    game = in_step_10(shaken, {"g1": CautiousMove(("0504",))}, script=steps, dice=(6, 6), **FIGHT)
    assert _hexes(game) == ["0504", "0503"]
    assert game.state.units["g1"].suppressed


@pytest.mark.rule("BAR-withdraw-7")
def test_nobody_withdraws_out_of_smoke() -> None:
    shaken = {"g1": {**TIED["g1"], "suppressed": True, "lapsed": True}, "s1": TIED["s1"]}
    order = {"g1": CautiousMove(("0504",))}
    assert _hexes(in_step_10(shaken, order, **FIGHT)) == ["0504", "0503"]
    assert _hexes(in_step_10(shaken, order, smoke={"0503": 1}, **FIGHT)) == ["0503", "0503"]


@pytest.mark.rule("BAR-withdraw-8")
def test_who_finds_the_way_out_closed_stays_tied() -> None:
    steps = one_after_the_other(Item("step-10"), Item("ties"))
    units = {**TIED, "s2": {"card": "infantry", "hex": "0504"}}
    game = in_step_10(units, {"g1": CautiousMove(("0504",))}, script=steps, **FIGHT)
    assert _hexes(game) == ["0503", "0503", "0504"]
    assert game.state.units["g1"].tied == ("s1",)


@pytest.mark.rule("BAR-withdraw-9")
def test_who_is_assaulted_on_the_eve_of_a_march_leaves_by_one_hex() -> None:
    units = {"g1": FOOT, "s1": FOOT}
    game = in_step_10(units, {"g1": March(("0504", "0505"))}, **FIGHT)
    assert _hexes(game)[0] == "0504"
    suppressed = {"g1": {**FOOT, "suppressed": True, "lapsed": True}, "s1": FOOT}
    assert _hexes(in_step_10(suppressed, {"g1": March(("0504", "0505"))}, **FIGHT))[0] == "0503"
    free = in_step_10({"g1": FOOT}, {"g1": March(("0504", "0505"))}, **FIGHT)
    assert _hexes(free) == ["0505"], "the enemy has been destroyed"


@pytest.mark.rule("BAR-withdraw-10")
def test_both_may_withdraw_but_not_into_one_hex() -> None:
    apart = {"g1": CautiousMove(("0504",)), "s1": CautiousMove(("0502",))}
    assert _hexes(in_step_10(TIED, apart, **FIGHT)) == ["0504", "0502"]
    together = {"g1": CautiousMove(("0504",)), "s1": CautiousMove(("0504",))}
    assert _hexes(in_step_10(TIED, together, **FIGHT)) == ["0503", "0503"]


# -- headquarters ------------------------------------------------------------------------------------------

HQ: dict[str, Any] = {"ge_hq": walker(traits=("hq",))}


def _hq_moves(route: tuple[str, ...], watcher: str = "1209", **fields: Any) -> Unit:
    units = {
        "g1": {"card": "ge_hq", "hex": "0503", "hidden": False, **fields},
        "s1": {"card": "infantry", "hex": watcher},
    }
    return in_step_10(units, {"g1": CautiousMove(route)}, cards=HQ, turn=3).state.units["g1"]


@pytest.mark.rule("BAR-hq-4", "BAR-hq-6")
def test_a_headquarters_that_was_found_hides_again_by_moving() -> None:
    assert _hq_moves(("0504",)).hidden
    assert _hq_moves(("0504",), found=2).hidden
    assert not _hq_moves(("0504",), found=3).hidden, "in a later round only"
    assert _hq_moves(("0504",), watcher="0506").hidden, "two hexes away is far enough"
    assert not _hq_moves(("0504",), watcher="0505").hidden, "an enemy is beside it"
    assert not _hq_moves(("0504", "0503")).hidden, "it is back where it was"


@pytest.mark.rule("BAR-hq-2", "BAR-hidden-4")
def test_a_hidden_headquarters_that_comes_next_to_an_enemy_is_found() -> None:
    found = _hq_moves(("0504", "0503"), watcher="0505", hidden=True)
    assert not found.hidden
    assert found.found == 3
    assert _hq_moves(("0504",), hidden=True).hidden


# -- true simultaneity -------------------------------------------------------------------------------------

Melee = Mapping[str, tuple[Fields, UnitOrder | None]]
"""Units with their orders."""
POLICIES = (FirePolicy("first", ask=False), FirePolicy("best", ask=False), FirePolicy("hold", ask=False))


@st.composite
def _melee(draw: st.DrawFn) -> Melee:
    """Units of both sides in a small place, with orders that get in each other's way."""
    found: dict[str, tuple[Fields, UnitOrder | None]] = {}
    hexes = ("0403", "0503", "0603", "0405", "0506", "0605", "0507", "0504")
    for number in range(draw(st.integers(3, 8))):
        hex_ = hexes[number]
        side = draw(st.sampled_from("gs"))
        card = draw(st.sampled_from(("infantry", "heavy_tank", "vehicle", "pioneer")))
        fields: dict[str, Any] = {"card": card, "hex": hex_}
        policy = draw(st.sampled_from(POLICIES))
        order: UnitOrder | None = None
        match draw(st.integers(0, 3)):
            case 0:
                order = Defend(draw(st.integers(0, 5)), 4, policy=policy)
            case 1:
                order = Ambush(draw(st.integers(0, 5)), 4, policy=policy)
                fields["hidden"] = draw(st.booleans())
            case 2:
                order = draw(st.sampled_from([CautiousMove(way) for way in _ways(hex_)]))
            case _:
                pass
        found[f"{side}{number}"] = (fields, order)
    return found


def _ways(start: str) -> list[tuple[str, ...]]:
    column, row = int(start[:2]), int(start[2:])
    down = tuple(f"{column:02}{row + step:02}" for step in (1, 2))
    up = tuple(f"{column:02}{row - step:02}" for step in (1, 2))
    return [down, up, down[:1], up[:1]]


def _played(melee: Melee) -> Game[Position]:
    """Carried through step 10 and 11 with dice that depend on nothing but who rolls for what."""
    start = position(
        {name: fields for name, (fields, _) in melee.items()}, cards=CARDS, wire={"0503|0504": "german"}
    )
    state = start.state.fork()
    for name, (_, order) in melee.items():
        state.units[name] = replace(state.units[name], order=order)
    for side in SIDES:
        key = minefield_key(side, "0505")
        state.mines[key] = Minefield(key, side, "0505", "anti-personnel")
    state.agenda = (Item("curtain"), Item("step-11"), Item("step-10"))
    return Game(start.system, state, start.setup, Keyed(b"the same dice")).begin()


@settings(deadline=None, max_examples=40)
@given(_melee(), st.randoms(use_true_random=False))
def test_the_order_in_which_units_are_stored_never_changes_an_outcome(melee: Melee, shuffler: Any) -> None:
    names = list(melee)
    shuffler.shuffle(names)
    first, second = _played(melee), _played({name: melee[name] for name in names})
    assert first.state.outcome is not None, "nobody was asked anything"
    assert second.state.units == first.state.units
    assert second.state.mines == first.state.mines


def _other(name: str) -> str:
    return {"g": "s", "s": "g"}[name[0]] + name[1:]


@settings(deadline=None, max_examples=40)
@given(_melee())
def test_a_step_with_the_sides_exchanged_has_the_same_moves(
    melee: Melee,
) -> None:
    """Without fire: who rolls is part of what names a roll, so only moves can be compared."""
    moving = {
        name: (fields, order) for name, (fields, order) in melee.items() if isinstance(order, CautiousMove)
    }
    quiet = {name: ({**fields, "card": "heavy_tank"}, order) for name, (fields, order) in moving.items()}
    mirrored = {_other(name): entry for name, entry in quiet.items()}
    here, there = _played(quiet).state.units, _played(mirrored).state.units
    for name, unit in here.items():
        twin = there[_other(name)]
        assert (twin.hex, twin.casualties, twin.side) == (unit.hex, unit.casualties, enemy_of(unit.side))
