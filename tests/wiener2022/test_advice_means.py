"""Bots use what the rules give them: smoke, light, tracks, charges and boats."""

from __future__ import annotations

from typing import Any

from planspiel.kernel import Game, Order
from planspiel.systems.advice import BALANCED
from planspiel.systems.wiener2022.activities import ChooseActivity
from planspiel.systems.wiener2022.advice import WienerAdvice
from planspiel.systems.wiener2022.bridging import BuildBridge
from planspiel.systems.wiener2022.crossing import LaunchBoat
from planspiel.systems.wiener2022.demolition import Release
from planspiel.systems.wiener2022.illumination import Illuminate
from planspiel.systems.wiener2022.landing import Embark
from planspiel.systems.wiener2022.overrun import Overrun
from planspiel.systems.wiener2022.scenario import Hold, Mission, Take
from planspiel.systems.wiener2022.smoke import LaySmoke
from planspiel.systems.wiener2022.state import BLUE, RED, Bridge, Charge, Heard, Stock
from wiener2022.positions import BLUE_SEAT, position

ADVICE = WienerAdvice()
GOAL: dict[str, Any] = {
    "zones": {"goal": ("11,5", "11,6")},
    "scenario": {
        "draw": "red",
        "missions": {
            "blue": Mission(text="Take.", text_de="Nehmen.", atoms=(Take(zone="goal", fields=1),)),
            "red": Mission(text="Hold.", text_de="Halten.", atoms=(Hold(zone="goal", fields=1),)),
        },
    },
}
"""Blue has to take the east; time is on Red's side."""


def worth(game: Game[Any], order: Order, phase: str = "other") -> int:
    view = game.view(game.waiting()[0])
    return ADVICE.score(ChooseActivity(phase), view, order, BALANCED) or 0  # type: ignore[arg-type]


def proposed(game: Game[Any], kind: type[Order]) -> list[Order]:
    seat = game.waiting()[0]
    question = game.pending(seat)
    assert question is not None
    found = ADVICE.propose(question, game.view(seat), None)  # type: ignore[arg-type]
    for order in found:
        question.check(game.view(seat), order)
    return [order for order in found if isinstance(order, kind)]


# Smoke and light


def before_the_gun(pinned: int = 0) -> Game[Any]:
    tanks = {f"b{n}": {"model": "p4", "field": f"5,{n}"} for n in (3, 5, 7)}
    gun = {"model": "pak75", "field": "9,5", "pinned": pinned}
    battery = {"model": "fh105_base", "field": "1,5"}
    return position({**tanks, "b9": battery, "r1": gun}, item=("phase", "indirect"), **GOAL)


def test_an_attacker_thinks_of_smoke_for_a_gun_that_bars_the_way() -> None:
    game = before_the_gun()
    assert proposed(game, LaySmoke) == [LaySmoke(("b9",), "9,5")]


def test_a_gun_that_cannot_fire_needs_no_smoke() -> None:
    assert worth(before_the_gun(), LaySmoke(("b9",), "9,5"), "indirect") > 0
    assert worth(before_the_gun(pinned=5), LaySmoke(("b9",), "9,5"), "indirect") == 0


def in_the_dark(**tables: Any) -> Game[Any]:
    own = {"b1": {"model": "p4", "field": "6,5"}, "b9": {"model": "mortar_base", "field": "5,5"}}
    enemy = {"r1": {"model": "krupp", "field": "8,5"}}
    heard = {"blue/8,5": Heard(BLUE, "8,5", 1)}
    return position({**own, **enemy}, item=("phase", "indirect"), night=True, heard=heard, **GOAL, **tables)


def test_light_is_wanted_where_guns_would_then_see_the_enemy() -> None:
    assert Illuminate(("b9",), "8,5") in proposed(in_the_dark(), Illuminate)


def test_light_is_wanted_where_only_engines_were_heard() -> None:
    game = in_the_dark(mode="hidden")
    assert "r1" not in game.view(BLUE_SEAT).elements
    assert Illuminate(("b9",), "8,5") in proposed(game, Illuminate)


# Tracks


def over(target: str, **more: Any) -> int:
    elements = {"b1": {"model": "p4", "field": "5,5"}, "r1": {"model": target, "field": "6,5"}, **more}
    return worth(position(elements), Overrun("b1", "r1"))


def test_tracks_are_worth_most_where_nobody_resists() -> None:
    alone, guarded = over("krupp"), over("krupp", r2={"model": "figures", "field": "6,5"})
    assert alone > 0 > guarded


def test_nobody_drives_a_tank_over_infantry_in_a_town() -> None:
    elements = {"b1": {"model": "p4", "field": "5,5"}, "r1": {"model": "figures", "field": "6,5"}}
    game = position(elements, ground={"6,5": "building"})
    assert worth(game, Overrun("b1", "r1")) < 0
    assert not proposed(game, Overrun)


# Water and bridges

RIVER = {f"6,{y}": "water" for y in range(1, 13)}


def at_the_river(bridges: dict[str, Bridge] | None = None) -> Game[Any]:
    engineers = {"model": "engineers", "field": "5,5", "mate": "b1v"}
    lorry = {"model": "pilorry", "field": "5,5"}
    return position(
        {"b1": engineers, "b1v": lorry, "r1": {"model": "figures", "field": "11,12"}},
        ground=RIVER,
        bridges=bridges or {},
        stock={"b1v": Stock(boat=3, bridge=1)},
        **GOAL,
    )


def test_engineers_cut_off_from_their_aim_build_a_bridge_before_they_launch_boats() -> None:
    game = at_the_river()
    bridge, boat = worth(game, BuildBridge("b1", "6,5")), worth(game, LaunchBoat("b1", "6,5"))
    assert bridge > boat > 0
    assert BuildBridge("b1", "6,5") in proposed(game, BuildBridge)


def test_nobody_builds_a_bridge_beside_one() -> None:
    game = at_the_river({"6,6": Bridge("solid", "EW")})
    assert worth(game, BuildBridge("b1", "6,5")) <= 0


def test_figures_board_a_boat_that_spares_them_a_long_way() -> None:
    figures = {"b1": {"model": "figures", "field": "5,5"}, "b2": {"model": "stormboat", "field": "6,5"}}
    game = position(figures, ground=RIVER, **GOAL)
    assert proposed(game, Embark) == [Embark("b1", "b2")]


def bridge_guard(enemy: str) -> int:
    """What it is worth to Red to blow up the bridge in 6,5 while Blue is in a field."""
    elements = {"r1": {"model": "figures", "field": "7,5"}, "b1": {"model": "p4", "field": enemy}}
    charge = Charge("c", RED, "6,5", "bridge")
    game = position(
        elements,
        active="red",
        ground=RIVER,
        bridges={"6,5": Bridge("solid", "EW")},
        charges={"c": charge},
        **GOAL,
    )
    return worth(game, Release("r1", "c"))


def test_a_bridge_is_blown_up_when_the_enemy_is_about_to_use_it() -> None:
    assert bridge_guard("4,5") > 0
    assert bridge_guard("1,5") == 0
