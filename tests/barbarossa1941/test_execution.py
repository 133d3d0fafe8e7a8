"""The execution phase: reveal, order of the steps, what is kept and what is erased."""

from __future__ import annotations

import pytest

from barbarossa1941.battles import HIT, MISS, even, steps
from barbarossa1941.positions import GERMAN_SEAT, SOVIET_SEAT, plans, position
from planspiel.kernel import Illegal
from planspiel.systems.barbarossa1941.orders import (
    Ambush,
    Assault,
    CautiousMove,
    Defend,
    DigIn,
    OpenFire,
    Plan,
    Smoke,
    SuppressiveFire,
    Wait,
)
from planspiel.systems.barbarossa1941.smoke import SecondSmoke

UNITS = {
    "g1": {"card": "ge_infantry", "hex": "0505"},
    "g2": {"card": "ge_infantry", "hex": "0808", "hidden": True},
    "s1": {"card": "su_infantry", "hex": "0506"},
}


@pytest.mark.rule("BAR-execution-1", "BAR-execution-6")
def test_all_orders_are_seen_after_the_reveal_except_those_of_hidden_units() -> None:
    game = position(UNITS, terrain={"0808": "bush"})
    plans(game, {"g1": Defend(0, 1), "g2": Ambush(0, 1), "s1": Wait()})
    soviet, german = game.view(SOVIET_SEAT), game.view(GERMAN_SEAT)
    assert soviet.units["g1"].order == Defend(0, 1)
    assert german.units["s1"].order == Wait()
    assert german.units["g2"].order == Ambush(0, 1)
    assert (soviet.units["g2"].order, soviet.units["g2"].hex) == (None, "")


@pytest.mark.rule("BAR-execution-2")
def test_no_order_is_changed_after_the_reveal() -> None:
    """In the middle of step 3, while a mortar is asked where its smoke shall fall."""
    units = {**UNITS, "s2": {"card": "su_mortar", "hex": "0508", "facing": 0}}
    game = position(units, script=steps("planning", "reveal", "step-3"))
    plans(game, {"g1": Wait(), "s2": Smoke("0504")})
    for seat in (GERMAN_SEAT, SOVIET_SEAT):
        with pytest.raises(Illegal):
            game.answer(seat, Plan({"unit:g1": Defend(0, 1)} if seat == GERMAN_SEAT else {}))
    assert game.state.units["g1"].order == Wait()
    assert isinstance(game.pending(SOVIET_SEAT), SecondSmoke)


@pytest.mark.rule("BAR-execution-3", "BAR-sequence-13", "BAR-sequence-6")
def test_the_steps_follow_one_another_strictly() -> None:
    """What suppressive fire has suppressed does not assault; what fire has suppressed does not move."""
    game = position(
        {
            "g1": {"card": "ge_infantry", "hex": "0505"},
            "g2": {"card": "ge_infantry", "hex": "0705"},
            "g3": {"card": "ge_infantry", "hex": "0304"},
            "s1": {"card": "su_infantry", "hex": "0506"},
            "s2": {"card": "su_infantry", "hex": "0706"},
            "s3": {"card": "su_infantry", "hex": "0306"},
        },
        cards=even("ge_infantry", "su_infantry", targets={"infantry": (4, 3, 2, 1, 1)}),
        item=("round",),
        dice=(*(MISS,) * 6, 6, 6, HIT, HIT, MISS, MISS, 6, 6),
    )
    orders = {
        "g1": SuppressiveFire("s1"),
        "s1": Assault("g1", ("0505",)),
        "g2": OpenFire("s2"),
        "s2": CautiousMove(("0707",)),
        "g3": CautiousMove(("0303",)),
    }
    plans(game, orders)  # type: ignore[arg-type]
    units = game.state.units
    assert (units["s1"].hex, units["s1"].suppressed) == ("0506", True)
    assert (units["s2"].hex, units["s2"].suppressed, units["s2"].casualties) == ("0706", True, 1)
    assert units["g3"].hex == "0303"


@pytest.mark.rule("BAR-defence-3", "BAR-defence-1")
def test_defence_is_whole_again_when_a_round_begins_and_casualties_stay() -> None:
    game = position({"g1": {**UNITS["g1"], "absorbed": 2, "casualties": 1}}, item=("round",))
    assert (game.state.units["g1"].absorbed, game.state.units["g1"].casualties) == (0, 1)


@pytest.mark.rule("BAR-sequence-14")
def test_orders_are_erased_unless_work_over_several_rounds_is_unfinished() -> None:
    game = position(UNITS, orders={"g1": DigIn(0), "s1": Wait()}, item=("erase-orders",))
    assert game.state.units["g1"].order == DigIn(0)
    assert game.state.units["s1"].order is None


@pytest.mark.rule("BAR-sequence-17", "BAR-sequence-12")
def test_step_twelve_recovers_before_smoke_lifts_and_marks_ties_at_the_end() -> None:
    """The headquarters in smoke does not see the unit when it tests; afterwards the smoke is gone."""
    game = position(
        {
            "g1": {"card": "ge_infantry", "hex": "0505", "suppressed": True, "flag": True},
            "g2": {"card": "ge_hq", "hex": "0506"},
            "s1": {"card": "su_infantry", "hex": "0505"},
        },
        item=("step-12",),
        smoke={"0505": 1},
        turn=2,
        dice=(5, 5),
    )
    assert game.state.units["g1"].suppressed
    assert game.state.smoke == {}
    assert game.state.units["g1"].tied == ("s1",)


@pytest.mark.setup
@pytest.mark.rule("BAR-status-1")
def test_the_marks_of_a_card_stay_from_round_to_round_until_they_change() -> None:
    fields = {"suppressed": True, "dug_in": True, "casualties": 1}
    game = position(
        {
            "g1": {**UNITS["g1"], **fields},
            "g2": {"card": "ge_opel", "hex": "0808"},
            "g3": {"card": "ge_infantry", "fate": "aboard", "carrier": "g2", "hex": ""},
        },
        item=("round",),
    )
    unit = game.state.units["g1"]
    assert (unit.suppressed, unit.dug_in, unit.casualties) == (True, True, 1)
    assert game.state.units["g3"].carrier == "g2"
