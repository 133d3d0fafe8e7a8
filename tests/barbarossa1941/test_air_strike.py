"""Bombs in step 6 and the fire from below."""

from __future__ import annotations

import pytest

from barbarossa1941.positions import SOVIET_SEAT, ask_of, refused
from barbarossa1941.sorties import ALONE, GUARD, flying, sortie
from planspiel.systems.barbarossa1941.flak import ChooseAircraft
from planspiel.systems.barbarossa1941.orders import AirStrike, Defend
from planspiel.systems.barbarossa1941.reaction import Hold, Shots
from planspiel.systems.barbarossa1941.state import Sky

OVER = flying("ge_ju87", "0505", stays=0)
STRIKE = AirStrike("0505", "0600")
BOMBS = ("step-6",)
MISS = (6,) * 11
SHOT = ("s1", "g1")
RIFLES = {"card": "su_infantry", "hex": "0505"}


@pytest.mark.rule("BAR-airstrike-1", "BAR-airstrike-2")
def test_an_air_strike_names_a_hex_that_some_friendly_unit_sees() -> None:
    wood = {f"{column:02}06": "forest" for column in range(1, 13)}
    stuka, spotter = {"card": "ge_ju87"}, {"card": "ge_infantry", "hex": "0504"}
    strike = AirStrike("0502", "0600")
    assert "BAR-airstrike-2" in refused(sortie({"g1": stuka}, item=("planning",), terrain=wood), "g1", strike)
    seen = sortie({"g1": stuka, "g2": spotter}, item=("planning",), terrain=wood)
    assert refused(seen, "g1", strike) == ""


@pytest.mark.rule("BAR-airstrike-3", "BAR-airstrike-5")
def test_bombs_fall_on_all_units_in_the_hex_of_both_sides_for_one_point() -> None:
    game = sortie(
        {
            "g1": OVER,
            "g2": {"card": "ge_pz2", "hex": "0505"},
            "s1": {"card": "su_t26", "hex": "0505", "tied": ()},
            "s2": {"card": "su_infantry", "hex": "0506"},
        },
        {"g1": STRIKE},
        item=("bombs",),
        dice=(2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6),
    )
    assert game.state.hits == {"g2": 3, "s1": 4}
    assert game.state.units["g1"].ammo == 3


@pytest.mark.rule("BAR-airstrike-4")
def test_the_flight_is_in_step_five_and_the_bombs_in_step_six() -> None:
    flown = sortie({"g1": {"card": "ge_ju87"}, "s1": RIFLES}, {"g1": STRIKE})
    assert (flown.state.units["g1"].station, flown.state.units["s1"].absorbed) == ("0505", 0)
    bombed = sortie({"g1": OVER, "s1": RIFLES}, {"g1": STRIKE}, item=BOMBS, dice=(1, 1, 1, *(6,) * 8))
    assert bombed.state.units["s1"].casualties == 1
    last_round = flying("ge_ju87", "0505", stays=1)
    assert sortie({"g1": last_round, "s1": RIFLES}, {"g1": STRIKE}, item=BOMBS).state.hits == {}


@pytest.mark.rule("BAR-airstrike-6")
def test_nobody_need_see_the_hex_when_the_bombs_fall() -> None:
    game = sortie(
        {"g1": OVER, "s1": RIFLES},
        {"g1": STRIKE},
        item=BOMBS,
        terrain=dict.fromkeys(("0404", "0405", "0504", "0506", "0604", "0605"), "forest"),
        dice=(1, *(6,) * 10),
    )
    assert game.state.units["s1"].absorbed == 1
    planned = sortie({"g1": {"card": "ge_ju87"}}, item=("planning",), terrain={"0210": "forest"})
    assert "BAR-airstrike-2" in refused(planned, "g1", AirStrike("1210", "0600"))


@pytest.mark.rule("BAR-airstrike-X1")
def test_bombs_hit_hidden_units_which_stay_hidden() -> None:
    hidden = {**RIFLES, "hidden": True}
    game = sortie({"g1": OVER, "s1": hidden}, {"g1": STRIKE}, item=BOMBS, dice=(1, 1, 1, *(6,) * 8))
    unit = game.state.units["s1"]
    assert (unit.casualties, unit.announced, unit.hidden) == (1, 0, True)


@pytest.mark.rule("BAR-reaction-fire-1")
def test_a_bombed_unit_on_defend_may_fire_back_and_others_may_not() -> None:
    units = {"g1": OVER, "s1": RIFLES, "s2": RIFLES}
    game = sortie(units, {"g1": STRIKE, "s1": Defend(0, 1)}, item=BOMBS, dice=MISS + MISS)
    seat, question = ask_of(game)
    assert (seat, question) == (SOVIET_SEAT, ChooseAircraft({"s1": ("g1",)}, ("s1",)))
    game.answer(seat, Shots({"unit:s1": Hold()}))
    assert game.state.units["s1"].shots == 0


@pytest.mark.rule("BAR-reaction-fire-2")
def test_reaction_fire_is_simultaneous_with_the_bombs() -> None:
    game = sortie(
        {"g1": OVER, "s1": RIFLES},
        {"g1": STRIKE, "s1": GUARD},
        item=BOMBS,
        dice=((1,) * 11 + (1, 1, 1, 1, 6, 6)),
    )
    assert (game.state.units["s1"].fate, game.state.units["g1"].fate) == ("dead", "dead")


@pytest.mark.rule("BAR-reaction-fire-3")
def test_reaction_fire_has_close_combat_dice_and_uses_the_defend_shot_up_without_a_point() -> None:
    rifles = {**RIFLES, "ammo": 3}
    orders = {"g1": STRIKE, "s1": GUARD}
    game = sortie({"g1": OVER, "s1": rifles}, orders, item=BOMBS, dice=(*MISS, 3, 3, 4, 4, 4, 4))
    assert game.state.units["g1"].absorbed == 2
    assert (game.state.units["s1"].ammo, game.state.units["s1"].shots) == (3, 1)
    by_row = sortie(
        {"g1": OVER, "s1": rifles},
        orders,
        item=BOMBS,
        dice=(*MISS, 3, 3),
        options={"reaction_dice": "aircraft row"},
    )
    assert by_row.state.units["g1"].absorbed == 2
    tanks = {"card": "su_t26", "hex": "0505"}
    unable = sortie({"g1": OVER, "s1": tanks}, orders, item=BOMBS, dice=(6,) * 10)
    assert unable.state.units["s1"].shots == 0


@pytest.mark.rule("BAR-reaction-fire-X1")
@pytest.mark.parametrize(("fired", "dice"), [((SHOT,), (*MISS, 1, 1)), ((SHOT, SHOT), MISS)])
def test_flak_has_two_shots_at_an_aircraft_in_steps_five_and_six_together(
    fired: tuple[tuple[str, str], ...], dice: tuple[int, ...]
) -> None:
    game = sortie(
        {"g1": OVER, "s1": {"card": "su_flak", "hex": "0505"}},
        {"g1": STRIKE, "s1": Defend(0, 1, policy=ALONE)},
        item=BOMBS,
        dice=dice,
        sky=Sky(fired=fired),
    )
    assert game.state.units["g1"].absorbed == (2 if len(fired) == 1 else 0)
    assert len(game.state.sky.fired) == 2


@pytest.mark.rule("BAR-reaction-fire-X1")
def test_flak_over_whose_hex_an_aircraft_arrives_may_keep_its_second_shot_for_reaction_fire() -> None:
    game = sortie(
        {"g1": {"card": "ge_ju87"}, "s1": {"card": "su_flak", "hex": "0505"}},
        {"g1": STRIKE, "s1": Defend(0, 1)},
        dice=(6,) * 9,
    )
    seat, question = ask_of(game)
    assert question == ChooseAircraft({"s1": ("g1",)}, ("s1",))
    game.answer(seat, Shots({"unit:s1": Hold()}))
    assert game.state.sky.fired == (("s1", "g1"),)
