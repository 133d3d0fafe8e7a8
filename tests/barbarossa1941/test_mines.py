"""Mines: laying, exploding, finding and clearing; dummies too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from barbarossa1941.marching import CARDS, in_step_10, one_after_the_other, walker
from barbarossa1941.positions import (
    GERMAN_SEAT,
    SOVIET_SEAT,
    Fields,
    ask_of,
    choices,
    plans,
    position,
    refused,
)
from planspiel.kernel import Game, Illegal, Item
from planspiel.systems.barbarossa1941.mines import KindOfMines, MinesChosen, live_fields
from planspiel.systems.barbarossa1941.orders import (
    Assault,
    CautiousMove,
    ClearMines,
    Defend,
    LayMines,
    March,
    MineKind,
    OpenFire,
    UnitOrder,
    Wait,
)
from planspiel.systems.barbarossa1941.scenario import Purchase
from planspiel.systems.barbarossa1941.state import GERMAN, SOVIET, Minefield, Position, minefield_key


def _field(hex_: str, kind: MineKind = "anti-personnel", **fields: Any) -> dict[str, Minefield]:
    key = minefield_key(SOVIET, hex_)
    return {key: Minefield(key, SOVIET, hex_, kind, **fields)}


def _dice(game: Game[Position], kind: MineKind, card: str) -> int:
    attack = game.pack.mines.attack(kind, game.pack.cards[card].type)
    return attack.dice if attack else 0


def _enters(
    card: str = "infantry",
    kind: MineKind = "anti-personnel",
    dice: tuple[int, ...] = (),
    route: tuple[str, ...] = ("0504", "0505"),
    **more: Any,
) -> Game[Position]:
    """A German unit on its way through a minefield in 0504."""
    units = {"g1": {"card": card, "hex": "0503", **more.pop("fields", {})}, **more.pop("units", {})}
    orders: Mapping[str, UnitOrder] = {"g1": CautiousMove(route), **more.pop("orders", {})}
    mines = more.pop("mines", _field("0504", kind))
    return in_step_10(units, orders, dice=dice, mines=mines, **more)


def _volley(hits: int, dice: int) -> tuple[int, ...]:
    return (1,) * hits + (6,) * (dice - hits)


PERSONNEL = _dice(position(), "anti-personnel", "ge_infantry")


# -- exploding ---------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-mine-explosion-1", "BAR-mine-explosion-2", "BAR-mine-explosion-3")
def test_a_unit_stops_in_a_mined_hex_and_is_attacked_by_the_card() -> None:
    game = _enters(dice=_volley(2, PERSONNEL))
    assert game.state.units["g1"].hex == "0504"
    assert game.state.units["g1"].casualties == 2
    assert game.view(GERMAN_SEAT).mines == game.state.mines
    assert [mines.revealed for mines in game.state.mines.values()] == [True]


@pytest.mark.rule("BAR-mine-explosion-4")
def test_the_field_stays_and_attacks_the_next_too() -> None:
    game = _enters(
        dice=_volley(1, PERSONNEL) + _volley(3, PERSONNEL),
        units={"g2": {"card": "infantry", "hex": "0502"}},
        orders={"g2": March(("0503", "0504"))},
    )
    assert [unit.casualties for unit in game.state.units.values()] == [1, 3]
    assert len(game.state.mines) == 1


@pytest.mark.rule("BAR-mine-explosion-5", "BAR-detect-mines-1")
def test_pioneers_stop_and_find_the_mines_without_setting_them_off() -> None:
    game = _enters("pioneer")
    assert game.state.units["g1"].hex == "0504"
    assert [mines.revealed for mines in game.state.mines.values()] == [True]


@pytest.mark.rule("BAR-mine-explosion-6")
def test_a_dummy_stops_a_unit_once_and_is_set_aside() -> None:
    late = March(("0503", "0504", "0505"))
    game = _enters(kind="dummy", units={"g2": {"card": "infantry", "hex": "0502"}}, orders={"g2": late})
    assert [unit.hex for unit in game.state.units.values()] == ["0504", "0505"]
    assert game.state.mines == {}


@pytest.mark.rule("BAR-mine-explosion-7")
def test_some_types_are_immune_to_a_kind() -> None:
    tank = _enters("heavy_tank", "anti-personnel")
    assert tank.state.units["g1"].hex == "0504"
    foot = _enters("infantry", "anti-tank")
    assert (tank.state.units["g1"].casualties, foot.state.units["g1"].casualties) == (0, 0)
    hurt = _enters("heavy_tank", "anti-tank", _volley(1, _dice(tank, "anti-tank", "heavy_tank")))
    assert hurt.state.units["g1"].casualties == 1


@pytest.mark.rule("BAR-mine-explosion-8")
def test_who_starts_in_a_minefield_is_attacked_again_and_moves_one_hex() -> None:
    game = _enters(dice=_volley(2, PERSONNEL), mines=_field("0503", revealed=True))
    assert game.state.units["g1"].hex == "0504"
    assert game.state.units["g1"].casualties == 2


@pytest.mark.rule("BAR-mine-explosion-8")
def test_who_is_destroyed_before_he_leaves_goes_nowhere() -> None:
    frail = {"infantry": walker(size=1)}
    game = _enters(dice=_volley(1, PERSONNEL), mines=_field("0503", revealed=True), cards=frail)
    assert (game.state.units["g1"].fate, game.state.units["g1"].hex) == ("dead", "")


@pytest.mark.rule("BAR-mine-explosion-8", "BAR-mine-explosion-2")
def test_a_field_under_a_unit_that_nobody_knew_of_is_turned_up_when_it_explodes() -> None:
    game = _enters(dice=_volley(0, PERSONNEL), mines=_field("0503"))
    assert [mines.revealed for mines in game.state.mines.values()] == [True]


@pytest.mark.rule("BAR-mine-explosion-9")
def test_mines_attack_the_side_that_laid_them_too() -> None:
    own = Minefield(minefield_key(GERMAN, "0504"), GERMAN, "0504", "anti-personnel")
    assert _enters(dice=_volley(2, PERSONNEL), mines={own.id: own}).state.units["g1"].casualties == 2


@pytest.mark.rule("BAR-mine-explosion-9", "BAR-mine-explosion-4")
def test_fields_of_both_sides_in_one_hex_both_explode() -> None:
    own = Minefield(minefield_key(GERMAN, "0504"), GERMAN, "0504", "anti-personnel")
    mines = {**_field("0504"), own.id: own}
    game = _enters(dice=_volley(1, PERSONNEL) * 2, mines=mines)
    assert game.state.units["g1"].casualties == 2


def test_of_two_fields_the_own_one_explodes_first_however_they_are_stored() -> None:
    own = Minefield(minefield_key(GERMAN, "0504"), GERMAN, "0504", "anti-tank")
    theirs = Minefield(minefield_key(SOVIET, "0504"), SOVIET, "0504", "anti-personnel")
    for order in ((own, theirs), (theirs, own)):
        game = position(
            {"g1": {"card": "infantry", "hex": "0504"}, "s1": {"card": "infantry", "hex": "0504"}},
            cards=CARDS,
            mines={mines.id: mines for mines in order},
        )
        german, soviet = game.state.units["g1"], game.state.units["s1"]
        assert live_fields(game.state, german) == [own, theirs]
        assert live_fields(game.state, soviet) == [theirs, own]


@pytest.mark.rule("BAR-mine-explosion-10")
def test_losses_to_mines_are_tested_in_step_11_and_do_not_hold_a_unit_that_leaves() -> None:
    leaving = _enters(dice=_volley(2, PERSONNEL), mines=_field("0503", revealed=True))
    assert leaving.state.units["g1"].hex == "0504"
    assert leaving.state.units["g1"].owes != ()
    steps = one_after_the_other(Item("step-10"), Item("step-11"))
    failed = _enters(dice=(*_volley(2, PERSONNEL), 6, 6), script=steps)
    assert failed.state.units["g1"].suppressed


@pytest.mark.rule("BAR-mine-explosion-10", "BAR-mine-explosion-14")
def test_mines_in_the_hex_of_an_assault_explode_before_the_fight() -> None:
    cards = {**CARDS, "infantry": walker(size=3, melee_dice=(4, 3, 2))}
    game = position(
        {"g1": {"card": "infantry", "hex": "0503"}, "s1": {"card": "infantry", "hex": "0504", "ammo": 0}},
        cards=cards,
        orders={"g1": Assault("s1", ("0504",))},
        mines=_field("0504"),
        script=one_after_the_other(Item("step-6"), Item("step-7")),
        dice=(*_volley(2, PERSONNEL), 6, 6, 6, 6),
    )
    assert game.state.units["g1"].casualties == 2, "so it fights with two dice"
    assert game.state.units["g1"].suppressed, "and tests in step 7"


@pytest.mark.rule("BAR-mine-explosion-11")
def test_each_unit_that_enters_is_attacked_for_itself() -> None:
    three = {f"g{n}": {"card": "infantry", "hex": "0503"} for n in (2, 3)}
    orders = {name: CautiousMove(("0504",)) for name in three}
    dice = _volley(1, PERSONNEL) + _volley(2, PERSONNEL) + _volley(0, PERSONNEL)
    game = _enters(dice=dice, units=three, orders=orders)
    assert [unit.casualties for unit in game.state.units.values()] == [1, 2, 0]


@pytest.mark.rule("BAR-mine-explosion-12")
def test_a_transport_is_attacked_by_its_own_type_and_its_load_suffers_with_it() -> None:
    cards = {"truck": walker("vehicle", traits=("transport",))}
    units = {"g2": {"card": "infantry", "hex": "", "fate": "aboard", "carrier": "g1"}}
    dice = _dice(position(), "anti-tank", "ge_opel")
    game = _enters("truck", "anti-tank", _volley(2, dice), units=units, cards=cards)
    assert [unit.casualties for unit in game.state.units.values()] == [2, 2]


@pytest.mark.rule("BAR-mine-explosion-13")
def test_fields_from_set_up_are_secret_and_of_those_laid_in_sight_the_kind() -> None:
    key = minefield_key(SOVIET, "0707")
    seen = Minefield(key, SOVIET, "0707", "anti-tank", "s1", placed_openly=True)
    game = position(mines={**_field("0504"), key: seen})
    assert set(game.view(SOVIET_SEAT).mines) == {key, minefield_key(SOVIET, "0504")}
    (known,) = game.view(GERMAN_SEAT).mines.values()
    assert (known.hex, known.kind, known.layer) == ("0707", "dummy", "")


def test_a_route_over_secret_mines_is_not_refused() -> None:
    units = {"g1": {"card": "infantry", "hex": "0503"}}
    mined, clean = (position(units, cards=CARDS, mines=mines) for mines in (_field("0504"), {}))
    assert choices(mined, "g1") == choices(clean, "g1")
    assert refused(mined, "g1", CautiousMove(("0504", "0505"))) == ""


# -- laying ------------------------------------------------------------------------------------------------

PIONEERS: Fields = {"card": "pioneer", "hex": "0503", "mines": 1}


@pytest.mark.rule("BAR-lay-mines-1")
def test_only_pioneers_lay_mines_and_one_field_to_a_hex() -> None:
    units = {"g1": PIONEERS, "g2": {"card": "infantry", "hex": "0503"}, "g3": {**PIONEERS, "hex": "0505"}}
    key = minefield_key(GERMAN, "0505")
    game = position(units, cards=CARDS, mines={key: Minefield(key, GERMAN, "0505", "dummy")})
    assert refused(game, "g1", LayMines()) == ""
    assert "BAR-lay-mines-1" in refused(game, "g2", LayMines())
    assert "BAR-lay-mines-1" in refused(game, "g3", LayMines())


def _laid(kind: MineKind, boxes: int = 0, **fields: Any) -> Game[Position]:
    """Pioneers at work in step 12; whoever is asked answers with this kind."""
    units = {"g1": {**PIONEERS, "boxes": boxes, **fields}}
    game = position(units, cards=CARDS, orders={"g1": LayMines()}, item=("time-boxes",))
    if game.waiting():
        game.answer(GERMAN_SEAT, MinesChosen(kind))
    return game


@pytest.mark.rule("BAR-lay-mines-2", "BAR-lay-mines-4")
def test_when_the_last_box_is_marked_the_owner_chooses_the_kind_in_secret() -> None:
    game = position({"g1": PIONEERS}, cards=CARDS, orders={"g1": LayMines()}, item=("time-boxes",))
    assert ask_of(game) == (GERMAN_SEAT, KindOfMines("g1", "0503"))
    game.answer(GERMAN_SEAT, MinesChosen("anti-tank"))
    (mines,) = game.state.mines.values()
    assert (mines.hex, mines.kind, mines.layer) == ("0503", "anti-tank", "g1")
    (seen,) = game.view(SOVIET_SEAT).mines.values()
    assert (seen.hex, seen.kind) == ("0503", "dummy")


@pytest.mark.rule("BAR-lay-mines-5", "BAR-lay-mines-6")
def test_real_mines_are_laid_once_and_dummies_as_often_as_one_likes() -> None:
    assert _laid("anti-tank").state.units["g1"].mines == 0
    assert _laid("dummy").state.units["g1"].mines == 1
    spent = {"g1": {**PIONEERS, "mines": 0}}
    used = position(spent, cards=CARDS, orders={"g1": LayMines()}, item=("time-boxes",))
    seat, question = ask_of(used)
    assert list(question.options(used.view(seat))) == [MinesChosen("dummy")]
    with pytest.raises(Illegal):
        used.answer(seat, MinesChosen("anti-tank"))


@pytest.mark.rule("BAR-lay-mines-3")
def test_real_mines_are_bought_before_the_battle() -> None:
    def handed_out(bought: int) -> list[int]:
        scenario = position().pack.scenarios["test"]
        army = scenario.armies["german"]
        purchase = Purchase(points=0, cards=(), mines=True)
        armies = {**scenario.armies, "german": replace(army, purchase=purchase)}
        game = position(
            {"g1": {**PIONEERS, "mines": 0}, "g2": {**PIONEERS, "mines": 0}},
            cards=CARDS,
            scenario={"armies": armies},
            stock={"german/mines": bought},
            item=("deployment",),
        )
        return [unit.mines for unit in game.state.units.values()]

    assert [handed_out(bought) for bought in (0, 1, 2)] == [[0, 0], [1, 0], [1, 1]]


def test_two_units_that_work_side_by_side_lay_one_field() -> None:
    units = {"g1": PIONEERS, "g2": PIONEERS}
    game = position(units, cards=CARDS, orders={"g1": LayMines(), "g2": LayMines()}, item=("time-boxes",))
    game.answer(GERMAN_SEAT, MinesChosen("anti-tank"))
    assert game.state.outcome is not None
    assert len(game.state.mines) == 1
    assert [unit.laid for unit in game.state.units.values()] == ["0503", "0503"]


def test_the_name_of_a_field_does_not_tell_how_many_there_are() -> None:
    units = {"g1": PIONEERS}
    few, many = (
        position(units, cards=CARDS, orders={"g1": LayMines()}, item=("time-boxes",), mines=mines)
        for mines in ({}, {**_field("0909"), **_field("0908")})
    )
    for game in (few, many):
        game.answer(GERMAN_SEAT, MinesChosen("dummy"))
    assert few.view(GERMAN_SEAT).mines == many.view(GERMAN_SEAT).mines


# -- finding and clearing ----------------------------------------------------------------------------------

IN_FIELD: Fields = {"card": "pioneer", "hex": "0504"}


@pytest.mark.rule("BAR-detect-mines-2", "BAR-clear-mines-1")
def test_pioneers_may_clear_the_field_they_stand_in_and_know_of() -> None:
    units = {"g1": IN_FIELD, "g2": {"card": "infantry", "hex": "0504"}}
    known = position(units, cards=CARDS, mines=_field("0504", revealed=True))
    assert refused(known, "g1", ClearMines()) == ""
    assert "BAR-clear-mines-1" in refused(known, "g2", ClearMines())
    secret = position(units, cards=CARDS, mines=_field("0504"))
    assert "BAR-clear-mines-1" in refused(secret, "g1", ClearMines()), "as if there were none"


@pytest.mark.rule("BAR-clear-mines-2")
def test_after_the_last_box_the_field_is_gone() -> None:
    for boxes, left in ((0, 1), (1, 0)):
        game = position(
            {"g1": {**IN_FIELD, "boxes": boxes}},
            cards=CARDS,
            orders={"g1": ClearMines()},
            mines=_field("0504", revealed=True),
            item=("time-boxes",),
        )
        assert len(game.state.mines) == left


@pytest.mark.rule("BAR-clear-mines-2")
def test_a_secret_field_under_the_one_that_is_cleared_stays_where_it_is() -> None:
    own = Minefield(minefield_key(GERMAN, "0504"), GERMAN, "0504", "dummy")
    game = position(
        {"g1": {**IN_FIELD, "boxes": 1}},
        cards=CARDS,
        orders={"g1": ClearMines()},
        mines={**_field("0504"), own.id: own},
        item=("time-boxes",),
    )
    assert list(game.state.mines) == [minefield_key(SOVIET, "0504")]


def _set_off(
    order: UnitOrder | None, step: int, dice: tuple[int, ...] = (), smoke: Any = None, **fields: Any
) -> int:
    """What pioneers in a minefield lose at the beginning of a step."""
    game = position(
        {"g1": {**IN_FIELD, **fields}, "s1": {"card": "infantry", "hex": "0507"}},
        cards=CARDS,
        orders={"g1": order} if order else {},
        mines=_field("0504", revealed=True),
        smoke=smoke or {},
        item=("set-off-mines", step),
        dice=dice,
    )
    return game.state.units["g1"].casualties


@pytest.mark.rule("BAR-detect-mines-3", "BAR-clear-mines-3")
def test_pioneers_in_a_minefield_who_do_anything_else_set_it_off() -> None:
    boom = _volley(2, PERSONNEL)
    assert _set_off(OpenFire("s1"), 3, boom) == 2
    assert _set_off(Wait(), 9, boom, boxes=1) == 2
    assert _set_off(ClearMines(), 9) == 0


@pytest.mark.rule("BAR-detect-mines-4")
def test_the_mines_go_off_when_the_order_is_carried_out_and_in_step_9_at_the_latest() -> None:
    boom = _volley(1, PERSONNEL)
    due: list[tuple[UnitOrder | None, int]] = [
        (Defend(0, 1), 1),
        (OpenFire("s1"), 3),
        (CautiousMove(("0505",)), 9),
        (Wait(), 9),
        (None, 9),
    ]
    for order, step in due:
        assert [_set_off(order, n, boom if n == step else ()) for n in (1, 3, 9, 10)] == [
            int(n == step) for n in (1, 3, 9, 10)
        ]
    assert _set_off(Wait(), 9, suppressed=True) == _set_off(Wait(), 9, lapsed=True) == 0
    assert _set_off(Wait(), 9, tied=("s1",)) == 0
    assert _set_off(None, 9, smoke={"0504": 1}) == 0


@pytest.mark.rule("BAR-detect-mines-4", "BAR-mine-explosion-8")
def test_pioneers_who_leave_are_attacked_once_not_twice() -> None:
    steps = one_after_the_other(Item("set-off-mines", (9,)), Item("step-10"))
    game = in_step_10(
        {"g1": IN_FIELD},
        {"g1": CautiousMove(("0505", "0506"))},
        mines=_field("0504", revealed=True),
        script=steps,
        dice=_volley(1, PERSONNEL),
    )
    assert (game.state.units["g1"].hex, game.state.units["g1"].casualties) == ("0505", 1)


@pytest.mark.rule("BAR-detect-mines-5")
def test_who_laid_a_field_leaves_it_once_unharmed() -> None:
    key = minefield_key(GERMAN, "0504")
    own = {key: Minefield(key, GERMAN, "0504", "anti-personnel", "g1")}
    layer = {**IN_FIELD, "laid": "0504"}
    steps = one_after_the_other(*(Item("set-off-mines", (n,)) for n in range(1, 10)), Item("step-10"))
    game = in_step_10({"g1": layer}, {"g1": CautiousMove(("0505",))}, mines=own, script=steps)
    assert (game.state.units["g1"].hex, game.state.units["g1"].casualties) == ("0505", 0)
    assert game.state.units["g1"].laid == "", "once"
    mate = in_step_10({"g1": IN_FIELD}, {"g1": Wait()}, mines=own, script=steps, dice=_volley(1, PERSONNEL))
    assert mate.state.units["g1"].casualties == 1, "the field of a friend is as bad as the enemy's"


@pytest.mark.rule("BAR-detect-mines-1")
def test_in_a_whole_round_pioneers_enter_find_and_begin_to_clear() -> None:
    game = position(
        {"g1": {"card": "pioneer", "hex": "0503"}, "s1": {"card": "infantry", "hex": "1209"}},
        cards=CARDS,
        mines=_field("0504"),
        turn=0,
        item=("round",),
    )
    plans(game, {"g1": CautiousMove(("0504", "0505"))})
    assert game.state.units["g1"].hex == "0504"
    assert [mines.revealed for mines in game.state.mines.values()] == [True]
