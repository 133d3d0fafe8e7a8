"""Whole random games of the shipped scenarios, under the laws of the kernel, in all modes of play."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Setup
from planspiel.systems.wiener2022.scenario import Dummy, Party, Placed
from planspiel.systems.wiener2022.state import RED, Barrage, Barrier, Charge, Earthwork, Stock
from planspiel.testing.conformance import conform, play_out
from wiener2022.positions import BLUE_SEAT, ask_of, choices, pack, position, refused, the_system

MODES = ("open", "partly", "hidden")
SCENARIOS = tuple(the_system().scenarios())


@pytest.mark.parametrize("mode", MODES)
def test_a_random_game_keeps_the_laws_of_the_kernel(mode: str) -> None:
    report = conform(the_system(), Setup("first_steps", {"mode": mode}), seed=3, every=10)
    assert report.decisions >= 30
    assert report.compared > 0
    changed = {slot for slot, found in report.secrets.items() if found.changed}
    assert ("earthworks" in changed) == (mode != "open")
    assert "elements" in changed or mode == "open"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_of_every_scenario_comes_to_its_end(scenario: str) -> None:
    mode = MODES[len(scenario) % len(MODES)]
    assert play_out(the_system(), Setup(scenario, {"mode": mode}), seed=5).decisions > 20


# -- non-interference on positions made for it -------------------------------------------------------------

OWN: dict[str, dict[str, Any]] = {
    "b1": {"model": "p4", "field": "3,5"},
    "b2": {"model": "figures", "field": "3,7"},
    "b3": {"model": "mortar_base", "field": "2,6"},
    "b4": {"model": "engineers", "field": "3,9"},
}
UNSEEN: dict[str, dict[str, dict[str, Any]]] = {
    "a camouflaged gun": {"r1": {"model": "pak75", "field": "5,5", "camouflaged": True}},
    "figures hiding in a wood": {"r1": {"model": "figures", "field": "4,7", "hidden": True}},
    "figures hiding in one's own field": {"r1": {"model": "figures", "field": "3,7", "hidden": True}},
    "a tank behind a crest": {"r1": {"model": "p4", "field": "5,8"}},
    "a unit far away": {
        "r1": {"model": "krupp", "field": "11,11"},
        "r2": {"model": "figures", "aboard": "r1"},
    },
}
GROUND = {"3,7": "wood", "4,7": "wood", "6,6": "wood", "5,6": "wood"}
CREST = {"4,8": 1, "4,9": 1, "4,10": 1, "3,8": 0}


def _offered(unseen: dict[str, dict[str, Any]], **more: Any) -> tuple[Any, ...]:
    """All that blue is offered and refused with these things on the other side."""
    game = position({**OWN, **unseen}, mode="hidden", ground=GROUND, levels=CREST, **more)
    seat, question = ask_of(game)
    view = game.view(seat)
    orders = choices(game)
    explained = [str(question.explain(view, f"element:{name}")) for name in ("b1", "b2", "r1", "r2")]
    return orders, explained, [question.odds(view, order) for order in orders[:40]]


@pytest.mark.rule("WPR-verdeckt-1")
@pytest.mark.parametrize("what", UNSEEN)
def test_an_undetected_enemy_changes_no_choice_no_refusal_and_no_odds(what: str) -> None:
    nobody = {"r9": {"model": "figures", "field": "12,12"}}
    assert _offered({**nobody, **UNSEEN[what]}) == _offered(nobody)


SECRET_TABLES: dict[str, dict[str, Any]] = {
    "mines": {"barriers": {"red/1": Barrier("red/1", "at_mine", "4,5", RED, hidden=True)}},
    "a barrage": {"barrages": {"f": Barrage("f", RED, "4,5", ("r9",), 1)}},
    "a charge": {"charges": {"c": Charge("c", RED, "4,5", "ground")}},
    "a field position": {"earthworks": {"5,5": Earthwork(2, side=RED)}},
    "engineers' stock": {"stock": {"r9": Stock(bridge=1)}},
}


@pytest.mark.rule("WPR-hindernisse-3")
@pytest.mark.parametrize("what", SECRET_TABLES)
def test_what_the_enemy_has_prepared_changes_no_choice_no_refusal_and_no_odds(what: str) -> None:
    nobody = {"r9": {"model": "figures", "field": "12,12"}}
    assert _offered(nobody, **SECRET_TABLES[what]) == _offered(nobody)


@pytest.mark.rule("WPR-schein-1")
@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_a_dummy_is_refused_and_offered_like_the_real_thing(mode: str) -> None:
    party = Party(
        name="R", name_de="R", zone="all", units=(Placed(unit="p4"),), dummies=(Dummy(unit="dummy_tank"),)
    )

    def seen(model: str) -> tuple[Any, ...]:
        red = {"r1": {"model": model, "field": "5,5"}}
        game = position({**OWN, **red}, mode=mode, scenario={"red": party})
        return choices(game), game.view(BLUE_SEAT).elements["r1"]

    assert seen("dummy_tank") == seen("p4")


@pytest.mark.rule("WPR-verdeckt-1")
def test_a_refusal_never_names_what_is_not_detected() -> None:
    from planspiel.systems.wiener2022.fire import DirectFire

    gun = UNSEEN["a camouflaged gun"]
    order = DirectFire("b1", pack().models["p4"].weapons[0], "5,5")
    with_gun = refused(position({**OWN, **gun}, mode="hidden"), order)
    without = refused(position({**OWN, "r9": {"model": "figures", "field": "12,12"}}, mode="hidden"), order)
    assert with_gun == without != ""
