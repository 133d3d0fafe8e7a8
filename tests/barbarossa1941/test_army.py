"""Before the battle: units on their cards, and armies bought with strength points."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa1941.positions import GERMAN_SEAT, SOVIET_SEAT, pack, position, the_system
from barbarossa1941.rounds import army
from planspiel.kernel import Game, Illegal, Seat, Setup, Side
from planspiel.systems.barbarossa1941.army import BuildArmy, Buy, Purchases
from planspiel.systems.barbarossa1941.scenario import Purchase
from planspiel.systems.barbarossa1941.start import position_before_setup
from planspiel.systems.barbarossa1941.state import GERMAN, SOVIET, Position

HOME = {"home": ("0505", "0506")}


def market(points: int = 60, **fields: Any) -> Game[Position]:
    """The Germans have points to spend, the Soviets have not."""
    cards = ("ge_infantry", "ge_pz2", "ge_ju87", "ge_pioneer")
    offer = Purchase(points=points, cards=cards, works=("trench", "bunker"), mines=True, **fields)
    armies = {"german": army("german", purchase=offer), "soviet": army("soviet")}
    return position(
        {}, item=("army",), scenario={"armies": armies}, zones=HOME, points={GERMAN: points, SOVIET: 0}
    )


@pytest.mark.rule("BAR-cost-1")
def test_units_and_works_are_paid_from_the_strength_points() -> None:
    game = market()
    question = game.pending(GERMAN_SEAT)
    assert isinstance(question, BuildArmy)
    assert question.points == 60
    assert game.pending(SOVIET_SEAT) is None
    game.answer(GERMAN_SEAT, Purchases({"card:ge_pz2": Buy(2), "work:trench": Buy(1), "mines": Buy(1)}))
    tanks = [unit for unit in game.state.units.values() if unit.card == "ge_pz2"]
    assert [unit.fate for unit in tanks] == ["pool", "pool"]
    spent = 2 * 21 + 5 + pack().mines.cost  # the printed costs of a Pz II and a trench
    assert game.state.points[GERMAN] == 60 - spent
    assert game.state.stock == {"german/trench": 1, "german/mines": 1}


@pytest.mark.rule("BAR-cost-1")
def test_nobody_spends_more_than_he_has() -> None:
    game = market(points=42)
    with pytest.raises(Illegal, match=r"costs 63 points.*BAR-cost-1"):
        game.answer(GERMAN_SEAT, Purchases({"card:ge_pz2": Buy(3)}))
    with pytest.raises(Illegal, match=r"costs 47 points.*BAR-cost-1"):
        game.answer(GERMAN_SEAT, Purchases({"card:ge_pz2": Buy(2), "work:trench": Buy(1)}))
    with pytest.raises(Illegal):
        game.answer(GERMAN_SEAT, Purchases({"card:ge_pz2": Buy(-1), "work:trench": Buy(1)}))
    question = game.pending(GERMAN_SEAT)
    assert isinstance(question, BuildArmy)
    assert [buy.count for buy in question.parts(game.view(GERMAN_SEAT), "card:ge_pz2", {})] == [1, 2]
    game.answer(GERMAN_SEAT, Purchases({"card:ge_pz2": Buy(2)}))
    assert game.state.points[GERMAN] == 0


def test_the_scenario_limits_what_is_on_offer() -> None:
    game = market(limits={"ge_infantry": 1})
    for parts in ({"card:ge_infantry": Buy(2)}, {"card:ge_pz4": Buy(1)}, {"card:su_infantry": Buy(1)}):
        with pytest.raises(Illegal):
            game.answer(GERMAN_SEAT, Purchases(parts))
    game.answer(GERMAN_SEAT, Purchases({"work:trench": Buy(12)}))
    assert game.state.stock == {"german/trench": 12}


def test_what_is_bought_is_secret_but_aircraft_stand_on_the_airfield() -> None:
    game = market()
    game.answer(GERMAN_SEAT, Purchases({"card:ge_ju87": Buy(1), "work:trench": Buy(1)}))
    view = game.view(SOVIET_SEAT)
    assert [unit.card for unit in view.units.values()] == ["ge_ju87"]
    assert (view.stock, view.points) == ({}, {SOVIET: 0})
    assert next(iter(game.state.units.values())).box == "ready"


@pytest.mark.rule("BAR-unit-size-1", "BAR-unit-3")
def test_every_unit_starts_whole_with_a_flag_number_of_its_own() -> None:
    for scenario in the_system().scenarios():
        setup = the_system().setup(Setup(scenario))
        state = position_before_setup(the_system().pack, setup)
        for side in (GERMAN, SOVIET):
            units = [unit for unit in state.units.values() if unit.side == side]
            assert [unit.number for unit in units] == list(range(1, len(units) + 1))
            assert [unit.id for unit in units] == [f"{side[0]}{unit.number}" for unit in units]
        for unit in state.units.values():
            assert (unit.casualties, unit.ammo) == (0, pack().cards[unit.card].ammo)


@pytest.mark.setup
@pytest.mark.rule("BAR-unit-3")
def test_a_flag_number_names_a_unit_in_orders() -> None:
    state = position_before_setup(the_system().pack, the_system().setup(Setup("outpost")))
    assert state.units["g1"].number == 1


@pytest.mark.rule("BAR-preparation-4")
def test_units_are_dealt_round_among_team_mates() -> None:
    seats: dict[Seat, tuple[Side, ...]] = {
        Seat("german-1"): (GERMAN,),
        Seat("german-2"): (GERMAN,),
        Seat("soviet"): (SOVIET,),
    }
    setup = the_system().setup(Setup("crossroads", {}, seats))
    state = position_before_setup(the_system().pack, setup)
    germans = [unit.seat for unit in state.units.values() if unit.side == GERMAN]
    assert set(germans[::2]) == {"german-1"}
    assert set(germans[1::2]) == {"german-2"}
    assert {unit.seat for unit in state.units.values() if unit.side == SOVIET} == {"soviet"}
