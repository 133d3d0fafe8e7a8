"""Smoke shells."""

from __future__ import annotations

import pytest

from barbarossa1941.battles import HIT, MISS, even, steps
from barbarossa1941.positions import SOVIET_SEAT, ask_of, position, refused
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.defence import defence_modifiers
from planspiel.systems.barbarossa1941.orders import (
    Assault,
    CautiousMove,
    Defend,
    DigIn,
    Dismount,
    OpenFire,
    Smoke,
    UnitOrder,
    Wait,
)
from planspiel.systems.barbarossa1941.smoke import SecondSmoke, SmokeHere
from planspiel.systems.barbarossa1941.state import SOVIET, Fight, Position

MORTAR = {"card": "su_mortar", "hex": "0508", "facing": 0}
INFANTRY = {"card": "ge_infantry", "hex": "0505"}


def _smoke(
    orders: dict[str, UnitOrder], *after: str, dice: tuple[int, ...] = (), **fields: object
) -> Game[Position]:
    """A Soviet mortar blinds 0505 and 0504; what comes after step 3."""
    game = position(
        {"s1": MORTAR, "g1": INFANTRY, **fields.pop("units", {})},  # type: ignore[dict-item]
        orders={"s1": Smoke("0505"), **orders},
        script=steps("step-3", *after),
        dice=dice,
        **fields,  # type: ignore[arg-type]
    )
    game.answer(SOVIET_SEAT, SmokeHere("0504"))
    return game


@pytest.mark.rule("BAR-smoke-1", "BAR-smoke-2", "BAR-smoke-5")
def test_smoke_lies_on_the_named_hex_and_on_one_beside_it_of_the_firers_choice() -> None:
    game = position({"s1": MORTAR}, orders={"s1": Smoke("0505")}, item=("step-3",))
    seat, question = ask_of(game)
    assert seat == SOVIET_SEAT
    assert isinstance(question, SecondSmoke)
    offered = {order.hex for order in question.options(game.view(seat))}
    assert offered == {"0504", "0506", "0404", "0405", "0604", "0605"}
    game.answer(seat, SmokeHere("0604"))
    assert set(game.state.smoke) == {"0505", "0604"}
    card = game.pack.cards["su_mortar"]
    assert (game.state.units["s1"].smoke, game.state.units["s1"].ammo) == (card.special.smoke - 1, card.ammo)


@pytest.mark.rule("BAR-smoke-2", "BAR-smoke-3")
def test_smoke_needs_a_shell_and_a_hex_on_the_board() -> None:
    assert "BAR-smoke-2" in refused(position({"s1": {**MORTAR, "smoke": 0}}), "s1", Smoke("0505"))
    assert "BAR-smoke-3" in refused(position({"s1": MORTAR}), "s1", Smoke("9999"))


@pytest.mark.rule("BAR-smoke-4")
def test_smoke_needs_an_observer_when_ordered_and_when_fired() -> None:
    wall = {f"{column:02}06": "village" for column in range(1, 13)}
    assert "BAR-smoke-4" in refused(position({"s1": MORTAR}, terrain=wall), "s1", Smoke("0505"))
    units = {"s1": MORTAR, "s2": {"card": "su_infantry", "hex": "0506"}}
    assert refused(position(units, terrain=wall), "s1", Smoke("0505")) == ""
    late = position({"s1": MORTAR}, terrain=wall, orders={"s1": Smoke("0505")}, item=("step-3",))
    assert late.state.units["s1"].smoke == late.pack.cards["su_mortar"].special.smoke


@pytest.mark.rule("BAR-smoke-12")
def test_smoke_must_be_in_range_and_arc() -> None:
    game = position({"s1": MORTAR})
    assert "BAR-arc-2" in refused(game, "s1", Smoke("0510"))
    assert "BAR-range-diagram-3" in refused(game, "s1", Smoke("0507"))
    assert "BAR-range-diagram-3" in refused(game, "s1", Smoke("0501"))
    assert refused(game, "s1", Smoke("0506")) == ""


@pytest.mark.rule("BAR-smoke-6", "BAR-smoke-11")
def test_it_stops_the_orders_of_later_steps_but_not_the_fire_of_its_own() -> None:
    target = {"s2": {"card": "su_infantry", "hex": "0506"}}
    firing = _smoke(
        {"g1": OpenFire("s2")}, dice=(HIT,) * 10, units=target, cards={"su_infantry": {"defence": 20}}
    )
    assert firing.state.units["s2"].absorbed > 0
    moving = _smoke({"g1": CautiousMove(("0405",))}, "step-10")
    assert moving.state.units["g1"].hex == "0505"


@pytest.mark.rule("BAR-smoke-7", "BAR-smoke-15")
def test_whoever_stands_in_smoke_during_planning_gets_no_order() -> None:
    units = {
        "g1": INFANTRY,
        "g2": {"card": "ge_infantry", "hex": "0405"},
        "g3": {"card": "ge_opel", "hex": "0505"},
        "g4": {"card": "ge_infantry", "fate": "aboard", "carrier": "g3", "hex": ""},
    }
    game = position(units, smoke={"0505": 1}, turn=2)
    assert "BAR-smoke-7" in refused(game, "g1", Wait())
    assert refused(game, "g2", Wait()) == ""
    assert "BAR-smoke-7" in refused(game, "g3", Wait())
    assert "BAR-smoke-7" in refused(game, "g4", Dismount())


@pytest.mark.rule("BAR-smoke-8")
def test_whoever_is_ordered_through_smoke_does_not_move_at_all() -> None:
    game = position(
        {"g1": {"card": "ge_pz2", "hex": "0507"}},
        orders={"g1": CautiousMove(("0506", "0505"))},
        item=("step-10",),
        smoke={"0505": 1},
    )
    assert game.state.units["g1"].hex == "0507"


@pytest.mark.rule("BAR-smoke-10")
def test_the_marker_goes_in_step_twelve_of_the_following_round() -> None:
    for turn, gone in ((1, False), (2, True)):
        game = position(item=("smoke-lifts",), smoke={"0505": 1}, turn=turn)
        assert (game.state.smoke == {}) is gone


@pytest.mark.rule("BAR-smoke-13")
def test_nobody_assaults_into_smoke_but_whoever_is_in_it_defends_himself() -> None:
    units = {
        "g1": {"card": "ge_infantry", "hex": "0504"},
        "s1": {"card": "su_infantry", "hex": "0505"},
    }
    into = position(units, orders={"g1": Assault("s1", ("0505",))}, item=("step-6",), smoke={"0505": 1})
    assert into.state.units["g1"].hex == "0504"
    assert into.state.units["g1"].lapsed
    out = {**units, "g1": {**units["g1"], "lapsed": True}}
    assert position(out, orders={"g1": Assault("s1", ("0505",))}, item=("step-6",)).state.fights == {}
    tied = position(
        {
            "g1": {"card": "ge_infantry", "hex": "0505", "tied": ("s1",), "lapsed": True},
            "s1": {"card": "su_infantry", "hex": "0505", "tied": ("g1",), "lapsed": True},
        },
        cards=even("ge_infantry", "su_infantry"),
        orders={"g1": CautiousMove(("0504",))},
        fights={"0505": Fight("0505", SOVIET)},
        item=("step-6",),
        smoke={"0505": 1},
        dice=(HIT, MISS, HIT, HIT),
    )
    assert [tied.state.units[name].casualties for name in ("g1", "s1")] == [2, 1]


@pytest.mark.rule("BAR-smoke-14")
def test_work_in_smoke_pauses_with_its_progress_and_the_bonus_of_orders_ends() -> None:
    game = _smoke({"g1": DigIn(0)}, "time-boxes", units={"g2": {**INFANTRY, "boxes": 0}})
    assert game.state.units["g1"].boxes == 0
    assert game.state.units["g1"].order == DigIn(0)
    guarded = _smoke({"g1": Defend(0, 1)})
    lines = defence_modifiers(guarded.pack, guarded.state, guarded.state.units["g1"])
    assert lines.total == 0
