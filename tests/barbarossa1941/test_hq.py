"""Headquarters: fighting spirit, adjusted fire, hiding."""

from __future__ import annotations

import pytest

from barbarossa1941.battles import HIT, MISS
from barbarossa1941.positions import GERMAN_SEAT, SOVIET_SEAT, ask_of, position, refused
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.hq import AdjustFire, LetItBe, MayAdjustFire, in_command, spirit_of
from planspiel.systems.barbarossa1941.orders import (
    Ambush,
    Assault,
    Bombard,
    CautiousMove,
    Defend,
    FirePolicy,
    OpenFire,
    SuppressiveFire,
    UnitOrder,
    Wait,
)
from planspiel.systems.barbarossa1941.state import Position
from planspiel.systems.barbarossa1941.valour import valour_modifiers

HQ = {"card": "su_hq", "hex": "0507"}


@pytest.mark.rule("BAR-command-range-1", "BAR-command-range-2")
def test_at_distances_zero_and_two_a_unit_is_in_a_command_range_of_two_and_at_three_it_is_not() -> None:
    game = position({"s1": HQ})
    hq = game.state.units["s1"]
    assert game.pack.cards["su_hq"].command_range == 2
    assert [in_command(game.pack, game.state, hq, hex_) for hex_ in ("0507", "0505", "0504")] == [
        True,
        True,
        False,
    ]


# -- fighting spirit ---------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-fighting-spirit-1", "BAR-valour-3")
def test_units_in_command_range_and_sight_have_two_points_more_of_valour() -> None:
    units = {
        "s1": HQ,
        "s2": {"card": "su_infantry", "hex": "0505"},
        "s3": {"card": "su_infantry", "hex": "0504"},
        "g1": {"card": "ge_infantry", "hex": "0506"},
    }
    printed = position().pack.cards["su_infantry"].valour.initial
    for terrain, near in (("plain", 2), ("village", 0)):
        game = position(units, terrain={"0506": terrain})
        valour = {
            name: valour_modifiers(game.pack, game.state, unit).total
            for name, unit in game.state.units.items()
        }
        assert valour["s2"] == printed + near
        assert valour["s3"] == printed
        assert valour["g1"] == game.pack.cards["ge_infantry"].valour.initial


@pytest.mark.rule("BAR-fighting-spirit-2")
def test_a_suppressed_hq_still_helps_others_never_itself_and_two_do_not_add_up() -> None:
    units = {
        "s1": {**HQ, "suppressed": True},
        "s2": {"card": "su_infantry", "hex": "0506"},
    }
    game = position(units)
    assert spirit_of(game.pack, game.state, game.state.units["s2"]) == 2
    assert spirit_of(game.pack, game.state, game.state.units["s1"]) == 0
    two = position({**units, "s3": HQ})
    assert spirit_of(two.pack, two.state, two.state.units["s2"]) == 2


# -- adjusting fire ----------------------------------------------------------------------------------------

GUN = {"card": "su_53k", "hex": "0506", "facing": 0}
TARGET = {"card": "ge_pz2", "hex": "0504"}
ON_GUARD = Defend(0, 1)


def _gunfire(
    hq_order: UnitOrder | None = ON_GUARD,
    order: UnitOrder | None = None,
    dice: tuple[int, ...] = (),
    **units: object,
) -> Game[Position]:
    """A gun that fires at a tank, with a headquarters behind it."""
    fields = {"s1": GUN, "s2": HQ, "g1": TARGET, **units}
    orders: dict[str, UnitOrder] = {"s1": order or OpenFire("g1")}
    if hq_order is not None:
        orders["s2"] = hq_order
    step = "step-2" if isinstance(order, SuppressiveFire) else "step-3"
    return position(
        fields,  # type: ignore[arg-type]
        cards={"ge_pz2": {"defence": 20}},
        orders=orders,
        item=(step,),
        dice=dice or (MISS,) * 8,
    )


@pytest.mark.rule("BAR-adjust-fire-1", "BAR-adjust-fire-7")
def test_the_owner_may_have_all_dice_of_a_test_without_a_hit_rolled_again() -> None:
    game = _gunfire(dice=(*(MISS,) * 8, *(HIT,) * 8))
    seat, question = ask_of(game)
    assert seat == SOVIET_SEAT
    assert isinstance(question, MayAdjustFire)
    game.answer(SOVIET_SEAT, AdjustFire())
    assert game.state.units["g1"].absorbed == 8
    kept = _gunfire()
    kept.answer(SOVIET_SEAT, LetItBe())
    assert kept.state.units["g1"].absorbed == 0
    with_a_hit = _gunfire(dice=(HIT, *(MISS,) * 7))
    assert with_a_hit.state.units["g1"].absorbed == 1


@pytest.mark.rule("BAR-adjust-fire-1", "BAR-adjust-fire-5")
def test_it_helps_one_artillery_unit_in_command_range_once_a_round() -> None:
    assert _gunfire(s2={**HQ, "hex": "0509"}).state.outcome is not None
    rifles = {"card": "su_infantry", "hex": "0506"}
    shooting = position(
        {"s1": rifles, "s2": HQ, "g1": {"card": "ge_infantry", "hex": "0505"}},
        orders={"s1": OpenFire("g1"), "s2": ON_GUARD},
        item=("step-3",),
        dice=(MISS,) * 10,
    )
    assert shooting.state.outcome is not None
    two = position(
        {"s1": GUN, "s2": HQ, "s3": GUN, "g1": TARGET, "g2": TARGET},
        orders={"s1": OpenFire("g1"), "s3": OpenFire("g2"), "s2": Defend(0, 1, policy=FirePolicy(ask=False))},
        cards={"ge_pz2": {"defence": 20}},
        item=("step-3",),
        dice=(MISS,) * 32,
    )
    assert two.state.adjusted == ("s2",)
    assert two.state.outcome is not None


@pytest.mark.rule("BAR-adjust-fire-2")
def test_the_headquarters_must_see_the_target() -> None:
    game = _gunfire(s2={**HQ, "hex": "0606"})
    assert game.pending(SOVIET_SEAT) is not None
    blind = position(
        {"s1": GUN, "s2": {**HQ, "hex": "0606"}, "g1": TARGET},
        orders={"s1": OpenFire("g1"), "s2": ON_GUARD},
        terrain={"0605": "village", "0505": "village", "0604": "village"},
        levels={"0506": 1},
        item=("step-3",),
        dice=(MISS,) * 8,
    )
    assert blind.state.outcome is not None


@pytest.mark.rule("BAR-adjust-fire-3")
def test_the_headquarters_must_be_in_good_order_and_on_defend_or_ambush() -> None:
    assert _gunfire(Ambush(0, 1)).pending(SOVIET_SEAT) is not None
    assert _gunfire(None).state.outcome is not None
    assert _gunfire(Wait()).state.outcome is not None
    assert _gunfire(s2={**HQ, "suppressed": True}).state.outcome is not None


@pytest.mark.rule("BAR-adjust-fire-4")
def test_flak_is_helped_against_ground_targets_and_not_against_aircraft() -> None:
    flak = {"card": "su_flak", "hex": "0506"}
    ground = _gunfire(s1=flak, g1={"card": "ge_opel", "hex": "0504"})
    assert ground.pending(SOVIET_SEAT) is not None
    bomber = {"card": "ge_ju87", "fate": "air", "station": "0504"}
    air = _gunfire(s1=flak, g1=bomber, dice=(MISS,) * 9)
    assert air.state.outcome is not None
    assert air.state.units["s1"].ammo == air.pack.cards["su_flak"].ammo - 1


@pytest.mark.rule("BAR-adjust-fire-6")
def test_suppressive_fire_is_not_adjusted() -> None:
    game = _gunfire(order=SuppressiveFire("g1"), dice=(*(MISS,) * 12, 1, 1))
    assert game.state.outcome is not None


# -- hidden headquarters -----------------------------------------------------------------------------------


@pytest.mark.rule("BAR-hq-2", "BAR-hq-3", "BAR-hidden-2")
def test_a_hidden_headquarters_stays_on_the_board_but_cannot_be_named() -> None:
    units = {"s1": {**HQ, "hidden": True}, "g1": {"card": "ge_infantry", "hex": "0505"}}
    game = position(units)
    seen = game.view(GERMAN_SEAT).units["s1"]
    assert (seen.hex, seen.hidden, seen.order) == ("0507", True, None)
    for order in (OpenFire("s1"), SuppressiveFire("s1"), Assault("s1", ("0506", "0507"))):
        assert "BAR-hidden-2" in refused(game, "g1", order)


@pytest.mark.rule("BAR-hq-5")
def test_fire_at_its_hex_hits_a_hidden_headquarters_like_everybody_else() -> None:
    game = position(
        {"s1": {"card": "su_bm13", "hex": "0510"}, "g1": {"card": "ge_hq", "hex": "0505", "hidden": True}},
        cards={"ge_hq": {"defence": 20}},
        orders={"s1": Bombard("0505")},
        item=("step-3",),
        dice=(HIT,) * 16,
    )
    assert game.state.units["g1"].absorbed == 16
    assert game.state.units["g1"].hidden


@pytest.mark.rule("BAR-execution-6", "BAR-hidden-6")
def test_a_hidden_headquarters_that_fires_is_found() -> None:
    game = position(
        {"s1": {**HQ, "hidden": True}, "g1": {"card": "ge_infantry", "hex": "0505"}},
        orders={"s1": OpenFire("g1")},
        item=("step-3",),
        dice=(MISS,) * 4,
    )
    assert not game.state.units["s1"].hidden


@pytest.mark.rule("BAR-hq-2", "BAR-hidden-4")
def test_a_hidden_headquarters_is_found_by_an_enemy_next_to_it() -> None:
    for hex_, found in (("0506", True), ("0505", False)):
        units = {"s1": {**HQ, "hidden": True}, "g1": {"card": "ge_infantry", "hex": hex_}}
        game = position(units, item=("adjacency",))
        assert game.state.units["s1"].hidden is not found


@pytest.mark.rule("BAR-hq-4", "BAR-hq-6")
def test_a_headquarters_that_was_found_hides_again_by_moving_away_from_the_enemy() -> None:
    """To 0508, out of reach of the enemy in 0606; 0506 is next to him, and staying is of no use."""
    enemy = {"card": "ge_infantry", "hex": "0606"}
    moves: tuple[tuple[UnitOrder, bool], ...] = (
        (CautiousMove(("0508",)), True),
        (CautiousMove(("0506",)), False),
        (Wait(), False),
    )
    for order, hidden in moves:
        units = {"s1": {**HQ, "hex": "0507"}, "g1": enemy}
        game = position(units, orders={"s1": order}, item=("step-10",), turn=2)
        assert game.state.units["s1"].hidden is hidden
