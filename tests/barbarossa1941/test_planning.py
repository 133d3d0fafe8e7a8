"""The planning phase: one secret order for each unit, and the reveal."""

from __future__ import annotations

import msgspec
import pytest

from barbarossa1941.positions import GERMAN_SEAT, SOVIET_SEAT, choices, pack, plans, position, refused
from barbarossa1941.rounds import battle, happened, play, with_boxes
from planspiel.kernel import Game, Illegal, Log, RuleError, Seat
from planspiel.kernel.log import Happened
from planspiel.systems.barbarossa1941.defence import defence_modifiers
from planspiel.systems.barbarossa1941.orders import (
    Ambush,
    CautiousMove,
    ClearPath,
    Defend,
    FirePolicy,
    LayMines,
    March,
    Mount,
    OpenFire,
    Plan,
    Resupply,
    SetUp,
    Smoke,
    Tow,
    UnitOrder,
    Wait,
)
from planspiel.systems.barbarossa1941.planning import PlanRound
from planspiel.systems.barbarossa1941.round import Entrust, OrderGiven, PlansRevealed
from planspiel.systems.barbarossa1941.state import Position

UNITS = {"g1": {"card": "ge_infantry", "hex": "0505"}, "s1": {"card": "su_infantry", "hex": "0508"}}
MARCH = March(("0504",))


def seen(game: Game[Position], seat: Seat, unit: str) -> UnitOrder | None:
    """The order of a unit as far as a seat knows it."""
    return game.view(seat).units[unit].order


@pytest.mark.rule("BAR-planning-1", "BAR-execution-1")
def test_orders_are_secret_until_all_are_sealed_and_then_lie_open() -> None:
    game = position(UNITS)
    before = game.view(SOVIET_SEAT)
    game.answer(GERMAN_SEAT, Plan({"unit:g1": MARCH}))
    assert msgspec.json.encode(game.view(SOVIET_SEAT)) == msgspec.json.encode(before)
    assert seen(game, SOVIET_SEAT, "g1") is None
    game.answer(SOVIET_SEAT, Plan({"unit:s1": Wait()}))
    assert (seen(game, SOVIET_SEAT, "g1"), seen(game, GERMAN_SEAT, "s1")) == (MARCH, Wait())


@pytest.mark.rule("BAR-course-3", "BAR-planning-4", "BAR-intro-2")
def test_nothing_happens_before_everyone_has_finished_and_then_all_at_once() -> None:
    game = battle(UNITS)
    game.answer(GERMAN_SEAT, Plan({"unit:g1": MARCH}))
    assert game.waiting() == (SOVIET_SEAT,)
    assert (game.state.step, game.state.units["g1"].hex, game.state.units["g1"].order) == (0, "0505", None)
    game.answer(SOVIET_SEAT, Plan({"unit:s1": March(("0509",))}))
    assert (game.state.units["g1"].hex, game.state.units["s1"].hex) == ("0504", "0509")
    assert set(game.waiting()) == {GERMAN_SEAT, SOVIET_SEAT}


@pytest.mark.rule("BAR-execution-2")
def test_behind_the_reveal_no_order_is_changed() -> None:
    units = {**UNITS, "g2": {"card": "ge_mortar", "hex": "0705"}}
    game = battle(units)
    play(game, {"g2": Smoke("0701"), "g1": MARCH})
    assert len(happened(game, PlansRevealed)) == 1
    assert game.state.units["g1"].order == MARCH  # the second smoke hex is being asked for
    with pytest.raises((Illegal, RuleError)):
        game.answer(GERMAN_SEAT, Plan({"unit:g1": Wait()}))
    assert not game.can_take_back(GERMAN_SEAT)


@pytest.mark.rule("BAR-planning-2", "BAR-orders-1")
def test_a_unit_has_one_order_and_a_new_one_takes_the_place_of_the_old() -> None:
    cards = {"ge_mg": with_boxes("ge_mg", set_up=3)}
    game = battle({"g1": {"card": "ge_mg", "hex": "0505", "set_up": False}, "g2": UNITS["g1"]}, cards=cards)
    play(game, {"g1": SetUp("0505", 0), "g2": MARCH}, {"g1": MARCH})
    unit = game.state.units["g1"]
    assert (unit.hex, unit.boxes, unit.set_up) == ("0504", 0, False)
    given = [(event.unit, event.order) for event in happened(game, OrderGiven)]
    assert given == [("g1", SetUp("0505", 0)), ("g2", MARCH), ("g1", MARCH)]
    with pytest.raises(Illegal):
        game.answer(GERMAN_SEAT, Plan({"unit:s9": Wait()}))


@pytest.mark.rule("BAR-planning-3")
@pytest.mark.parametrize("blank", [OpenFire(""), March(()), Mount(""), CautiousMove(())])
def test_an_order_without_what_must_be_written_beside_it_is_not_complete(blank: UnitOrder) -> None:
    assert "BAR-planning-3" in refused(position(UNITS), "g1", blank)


@pytest.mark.rule("BAR-planning-3")
def test_an_order_that_lacks_a_field_cannot_even_be_read() -> None:
    assert refused(position(UNITS), "g1", Defend(0, 1)) == ""
    with pytest.raises(msgspec.ValidationError, match="distance"):
        msgspec.json.decode(b'{"parts": {"unit:g1": {"order": "defend", "facing": 0}}}', type=Plan)


@pytest.mark.rule("BAR-planning-5")
def test_a_unit_without_an_order_does_as_if_it_waited() -> None:
    moved = {}
    for name, orders in (("none", {}), ("wait", {"g1": Wait()})):
        game = position(UNITS, terrain={"0505": "village"})
        plans(game, orders)
        unit = game.state.units["g1"]
        bonus = defence_modifiers(game.pack, game.state, unit, None).total
        moved[name] = (unit.hex, bonus, unit.ammo)
        assert unit.order == orders.get("g1")
    assert moved["none"] == moved["wait"]
    game = position(UNITS, terrain={"0505": "village"})
    plans(game, {"g1": Defend(0, 1)})
    assert defence_modifiers(game.pack, game.state, game.state.units["g1"], None).total > moved["none"][1]


@pytest.mark.rule("BAR-planning-5")
def test_an_ambush_that_is_not_ordered_again_is_given_up() -> None:
    lurking = {**UNITS["s1"], "hidden": True, "ambushing": 1}
    game = battle({**UNITS, "s1": lurking}, terrain={"0508": "forest"})
    play(game, {})
    assert (game.state.units["s1"].hidden, game.state.units["s1"].ambushing) == (False, 0)


@pytest.mark.rule("BAR-execution-6")
def test_the_order_of_a_hidden_unit_stays_secret_and_that_of_a_unit_that_hides_is_shown() -> None:
    units = {**UNITS, "s1": {**UNITS["s1"], "hidden": True}, "s2": {"card": "su_infantry", "hex": "0510"}}
    game = position(units, terrain={"0508": "forest", "0510": "forest"})
    game.log = Log()
    plans(game, {"s1": Ambush(0, 1), "s2": Ambush(5, 1, FirePolicy("hold", ask=False))})
    assert game.view(GERMAN_SEAT).units["s1"].hex == ""
    assert seen(game, GERMAN_SEAT, "s1") is None
    assert seen(game, GERMAN_SEAT, "s2") == Ambush(5, 1)
    assert seen(game, SOVIET_SEAT, "s2") == Ambush(5, 1, FirePolicy("hold", ask=False))
    given = [what for _, what in game.log.held() if isinstance(what, Happened)]
    told = {what.event.unit: what for what in given if isinstance(what.event, OrderGiven)}
    assert (told["s1"].seen_by, told["s1"].twin) == ((SOVIET_SEAT,), None)
    assert told["s2"].twin is not None


@pytest.mark.rule("BAR-card-back-1", "BAR-special-1", "BAR-intro-3")
def test_an_order_that_is_not_on_the_card_is_neither_offered_nor_accepted() -> None:
    game = position({**UNITS, "g2": {"card": "ge_pioneer", "hex": "0505"}}, terrain={"0505": "forest"})
    for order in (LayMines(), ClearPath(), Tow("g2"), Smoke("0504")):
        assert "BAR-card-back-1" in refused(game, "g1", order)
    printed = set(pack().cards["ge_infantry"].orders.names())
    assert {order.name for order in choices(game, "g1")} <= printed
    assert refused(game, "g2", ClearPath()) == ""


@pytest.mark.rule("BAR-card-back-2")
def test_every_box_on_every_back_is_an_order_of_the_book() -> None:
    kinds = {kind.name for kind in UnitOrder.__args__}
    for card in pack().cards.values():
        assert set(card.orders.names()) <= kinds | {"indirect"}


# -- team mates --------------------------------------------------------------------------------------------

SEATS = {"german-1": "german", "german-2": "german", "soviet": "soviet"}
FIRST, SECOND = Seat("german-1"), Seat("german-2")


def team() -> Game[Position]:
    units = {
        "g1": {"card": "ge_infantry", "hex": "0505", "seat": FIRST},
        "g2": {"card": "ge_infantry", "hex": "0506", "seat": SECOND},
        "s1": {"card": "su_infantry", "hex": "1210"},
    }
    return position(units, seats=SEATS, item=("round",), turn=0)


@pytest.mark.rule("BAR-preparation-4")
def test_team_mates_plan_their_own_units_and_know_all_of_their_side() -> None:
    game = team()
    assert set(game.waiting()) == {FIRST, SECOND, SOVIET_SEAT}
    question = game.pending(FIRST)
    assert isinstance(question, PlanRound)
    assert question.pieces(game.view(FIRST)) == ("unit:g1",)
    with pytest.raises(Illegal):
        game.answer(FIRST, Plan({"unit:g2": Wait()}))
    mate = question.explain(game.view(FIRST), "unit:g2")
    assert mate is not None
    assert mate.cite == "BAR-preparation-4"
    assert game.view(FIRST).units["g2"] == game.state.units["g2"]
    plans(game, {"g1": MARCH, "g2": March(("0507",))})
    assert (game.state.units["g1"].hex, game.state.units["g2"].hex) == ("0504", "0507")


@pytest.mark.rule("BAR-preparation-4")
def test_a_unit_is_handed_over_to_a_team_mate_from_the_next_round_on() -> None:
    game = team()
    game.instruct(FIRST, Entrust("g1", SECOND))
    assert game.state.units["g1"].seat == FIRST
    plans(game, {})
    assert game.state.units["g1"].seat == SECOND
    plans(game, {"g1": MARCH})
    assert game.state.units["g1"].hex == "0504"


@pytest.mark.rule("BAR-preparation-4")
def test_nobody_hands_over_what_is_not_his_or_to_the_enemy() -> None:
    game = team()
    for seat, unit, to in ((FIRST, "g2", SECOND), (FIRST, "g1", SOVIET_SEAT), (FIRST, "s1", SECOND)):
        with pytest.raises(Illegal, match="BAR-preparation-4"):
            game.instruct(seat, Entrust(unit, to))


def test_team_mates_supply_each_other() -> None:
    units = {
        "g1": {"card": "ge_infantry", "hex": "0505", "seat": FIRST, "ammo": 0},
        "g2": {"card": "ge_opel", "hex": "0505", "seat": SECOND},
        "s1": {"card": "su_infantry", "hex": "1210"},
    }
    game = position(units, seats=SEATS, item=("round",), turn=0)
    plans(game, {"g1": Resupply("g2", 4), "g2": Resupply()})
    assert game.state.units["g1"].ammo == 4
