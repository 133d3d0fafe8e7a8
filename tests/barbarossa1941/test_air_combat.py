"""Air combat: causes, duels, tests, fuel, and what becomes of missions."""

from __future__ import annotations

import pytest

from barbarossa1941.positions import GERMAN_SEAT, Fields, ask_of, position, refused
from barbarossa1941.sorties import flying, sortie
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.air_combat import ChooseOpponent, Duel, StayOut
from planspiel.systems.barbarossa1941.orders import AirStrike, Escort, Intercept, Patrol, ReconFlight
from planspiel.systems.barbarossa1941.patrol import Chases, ChooseChases, LetPass
from planspiel.systems.barbarossa1941.state import Position

STUKA = {"card": "ge_ju87"}
FIGHTER = {"card": "ge_bf109"}
WATCH = Patrol("0605", 2, 3, "0600")
"""A Soviet patrol over the middle of the board."""
MIG = flying("su_mig3", "0605")
LOW = (6,) * 30


def downed(dice: int, hits: int) -> tuple[int, ...]:
    """A roll with so many hits."""
    return (1,) * hits + (6,) * (dice - hits)


@pytest.mark.rule("BAR-patrol-4", "BAR-air-combat-3", "BAR-air-combat-1")
def test_a_patrol_attacks_an_aircraft_where_it_enters_the_area() -> None:
    game = sortie(
        {"g1": STUKA, "s1": MIG},
        {"g1": AirStrike("0609", "0600"), "s1": WATCH},
        dice=(*downed(2, 0), *downed(7, 3), 2, 2, *downed(1, 0), *downed(7, 1)),
    )
    assert game.state.units["g1"].fate == "dead"
    assert game.state.units["s1"].station == "0605"


@pytest.mark.rule("BAR-patrol-2")
@pytest.mark.parametrize(("entry", "target", "met"), [("0400", "0409", True), ("0311", "0302", False)])
def test_a_patrol_covers_every_hex_within_its_radius(entry: str, target: str, met: bool) -> None:
    game = sortie(
        {"g1": STUKA, "s1": MIG},
        {"g1": AirStrike(target, entry), "s1": WATCH},
        dice=(*downed(2, 0), *downed(7, 4)) if met else (),
    )
    assert game.state.units["g1"].fate == ("dead" if met else "air")


@pytest.mark.rule("BAR-air-combat-17")
def test_an_enemy_that_carries_its_order_out_in_the_area_is_attacked_when_the_patrol_arrives() -> None:
    game = sortie(
        {"g1": flying("ge_hs126", "0605"), "s1": {"card": "su_mig3"}},
        {"g1": ReconFlight("0605", 1, 3, "0600"), "s1": WATCH},
        dice=(*downed(2, 0), *downed(7, 4)),
    )
    assert game.state.units["g1"].fate == "dead"


@pytest.mark.rule("BAR-air-combat-X1", "BAR-air-combat-3")
def test_overlapping_patrols_fight_and_the_survivor_keeps_its_patrol() -> None:
    game = sortie(
        {"g1": FIGHTER, "s1": MIG},
        {"g1": Patrol("0602", 1, 3, "0600"), "s1": WATCH},
        dice=(*downed(8, 4), *downed(7, 0)),
    )
    assert game.state.units["s1"].fate == "dead"
    assert game.state.units["g1"].order == Patrol("0602", 1, 3, "0600")
    apart = sortie({"g1": FIGHTER, "s1": MIG}, {"g1": Patrol("0601", 1, 3, "0600"), "s1": WATCH})
    assert apart.state.units["s1"].fate == "air"


@pytest.mark.rule("BAR-patrol-5")
def test_the_first_that_comes_is_attacked_and_of_those_after_it_the_owner_decides() -> None:
    game = sortie(
        {"g1": STUKA, "g2": STUKA, "s1": MIG},
        {
            "g1": AirStrike("0609", "0600"),
            "g2": AirStrike("0606", "0111"),
            "s1": Patrol("0605", 3, 3, "0600"),
        },
        dice=(*downed(2, 0), *downed(7, 4)),
    )
    seat, question = ask_of(game)
    assert question == ChooseChases({"s1": ("g2",)})
    game.answer(seat, Chases({"unit:s1": LetPass()}))
    assert (game.state.units["g1"].fate, game.state.units["g2"].station) == ("dead", "0606")
    planning = sortie({"g1": FIGHTER}, item=("planning",))
    assert "BAR-patrol-5" in refused(planning, "g1", Patrol("0109", 4, 1, "0600"))


@pytest.mark.rule("BAR-patrol-1")
def test_a_patrol_names_a_duration_not_above_the_printed_boxes() -> None:
    game = sortie({"g1": FIGHTER}, item=("planning",))
    assert refused(game, "g1", Patrol("0109", 3, 4, "0600")) == ""
    assert "BAR-patrol-1" in refused(game, "g1", Patrol("0109", 3, 5, "0600"))


@pytest.mark.rule("BAR-patrol-3")
def test_a_patrol_marks_a_box_each_round_and_goes_home_at_the_chosen_duration() -> None:
    order = {"s1": Patrol("0605", 2, 2, "0600")}
    first = position({"s1": flying("su_mig3", "0605", stays=0)}, orders=order, item=("airfield",))
    assert (first.state.units["s1"].stays, first.state.units["s1"].flown) == (1, 1)
    assert sortie({"s1": flying("su_mig3", "0605", stays=1)}, order).state.units["s1"].fate == "air"
    assert sortie({"s1": flying("su_mig3", "0605", stays=2)}, order).state.units["s1"].fate == "airfield"


@pytest.mark.rule("BAR-air-combat-6", "BAR-air-combat-19")
def test_a_bomber_that_is_attacked_and_survives_stays_there_without_its_order() -> None:
    units = {"g1": STUKA, "s1": flying("su_mig3", "0605", ammo=1, flown=3)}
    game = sortie(units, {"g1": AirStrike("0609", "0600"), "s1": WATCH}, dice=(*downed(2, 0), *downed(7, 2)))
    stuka = game.state.units["g1"]
    assert (stuka.fate, stuka.station, stuka.order, stuka.lapsed) == ("air", "0603", None, True)


@pytest.mark.rule("BAR-air-combat-12", "BAR-air-combat-16")
def test_with_the_last_time_box_an_aircraft_breaks_off_at_once() -> None:
    game = sortie(
        {"g1": STUKA, "s1": flying("su_mig3", "0605", flown=3)},
        {"g1": AirStrike("0609", "0600"), "s1": WATCH},
        dice=(*downed(2, 0), *downed(7, 0)),
    )
    assert (game.state.units["s1"].fate, game.state.units["g1"].fate) == ("airfield", "air")
    assert game.state.units["g1"].flown == 1


@pytest.mark.rule("BAR-air-combat-2", "BAR-air-combat-13")
def test_the_combat_goes_on_round_after_round_while_both_sides_are_there() -> None:
    game = sortie(
        {"g1": STUKA, "s1": MIG},
        {"g1": AirStrike("0609", "0600"), "s1": WATCH},
        dice=(*(downed(2, 0) + downed(7, 0)), *(downed(2, 0) + downed(7, 2)), *(downed(2, 0) + downed(7, 0))),
    )
    assert game.state.units["g1"].flown == 3
    assert game.state.units["g1"].fate == "airfield"
    assert game.state.sky.dogfights == ()


@pytest.mark.rule("BAR-air-combat-10")
def test_both_shoot_with_close_combat_dice_and_first_cell_accuracy_before_losses_count() -> None:
    game = sortie(
        {"g1": STUKA, "s1": MIG},
        {"g1": AirStrike("0609", "0600"), "s1": WATCH},
        dice=(2, 2, 2, 2, 2, 2, 3, 3, 3),
    )
    assert game.state.units["g1"].fate == "dead"
    assert game.state.units["s1"].absorbed == 2


@pytest.mark.rule("BAR-air-combat-11")
def test_an_aircraft_that_fails_its_test_in_air_combat_goes_home_though_a_headquarters_is_near() -> None:
    game = sortie(
        {"g1": STUKA, "g8": {"card": "ge_hq", "hex": "0603"}, "s1": MIG},
        {"g1": AirStrike("0609", "0600"), "s1": WATCH},
        dice=(*downed(2, 0), *downed(7, 3), 4, 5),
    )
    assert (game.state.units["g1"].fate, game.state.units["g1"].casualties) == ("airfield", 1)


@pytest.mark.rule("BAR-air-combat-14", "BAR-air-combat-18")
def test_a_combat_costs_one_point_and_without_it_an_aircraft_rolls_nothing_and_leaves() -> None:
    dry = {"g1": STUKA, "s1": flying("su_mig3", "0605", ammo=0)}
    orders = {"g1": AirStrike("0609", "0600"), "s1": WATCH}
    game = sortie(dry, orders, dice=downed(2, 0))
    assert (game.state.units["s1"].fate, game.state.units["g1"].ammo) == ("airfield", 3)
    two_rounds = (*downed(2, 0), *downed(7, 0), *downed(2, 0), *downed(7, 4))
    long = sortie({"g1": STUKA, "s1": MIG}, orders, dice=two_rounds)
    assert long.state.units["s1"].ammo == 4


def crowd(dice: tuple[int, ...] = (2, 5, *LOW), **more: Fields) -> Game[Position]:
    """Two German fighters escort a Stuka into the area of two Soviet patrols with one round of fuel left."""
    patrols = {
        "s1": flying("su_mig3", "0605", flown=3),
        "s2": flying("su_mig3", "0605", flown=3, casualties=1),
    }
    return sortie(
        {"g1": STUKA, "g2": FIGHTER, "g3": FIGHTER, **patrols, **more},
        {
            "g1": AirStrike("0609", "0600"),
            "g2": Escort("g1", 1),
            "g3": Escort("g1", 1),
            "s1": WATCH,
            "s2": WATCH,
        },
        dice=dice,
    )


@pytest.mark.rule("BAR-air-combat-7")
def test_the_highest_valour_chooses_first_and_equals_roll_for_it() -> None:
    game = crowd(dice=(2, 5, *LOW))
    seat, question = ask_of(game)
    assert (seat, question) == (GERMAN_SEAT, ChooseOpponent("g3", ("s1", "s2")))
    game.answer(seat, Duel("s2"))
    assert (game.state.units["g2"].flown, game.state.units["g3"].flown) == (1, 1)


@pytest.mark.rule("BAR-air-combat-7")
def test_a_bomber_without_escort_chooses_too_if_its_valour_is_the_highest() -> None:
    away = {"card": "ge_bf109", "box": "landed"}
    shaken = flying("su_mig3", "0605", flown=3, casualties=1)
    game = crowd(dice=(5, 2, *LOW), g2=away, g3=away, s1=shaken, s2=shaken)
    seat, question = ask_of(game)
    assert (seat, question) == (GERMAN_SEAT, ChooseOpponent("g1", ("s1", "s2")))
    game.answer(seat, Duel("s2"))
    assert ask_of(game)[1] == ChooseOpponent("s1", ("g1",), is_free=True)


@pytest.mark.rule("BAR-air-combat-8")
def test_fighters_are_paired_first_and_only_a_surplus_fighter_may_attack_a_bomber() -> None:
    game = crowd(dice=LOW, g3={"card": "ge_bf109", "box": "landed"})
    _, question = ask_of(game)
    assert question == ChooseOpponent("g2", ("s1", "s2"))
    game.answer(GERMAN_SEAT, Duel("s1"))
    seat, question = ask_of(game)
    assert question == ChooseOpponent("s2", ("g1",), is_free=True)
    game.answer(seat, StayOut())
    assert game.state.units["g1"].order is not None


@pytest.mark.rule("BAR-air-combat-9")
def test_when_every_enemy_has_an_opponent_the_rest_may_join_a_duel() -> None:
    game = crowd(dice=(5, 2, *LOW), s2=flying("su_mig3", "1205"))
    seat, question = ask_of(game)
    assert question == ChooseOpponent("g3", ("s1",), is_free=True)
    game.answer(seat, Duel("s1"))
    assert game.state.units["g3"].ammo == 4


@pytest.mark.rule("BAR-escort-4")
def test_a_bomber_whose_attackers_are_all_engaged_by_escorts_goes_on_unharmed() -> None:
    game = sortie(
        {"g1": STUKA, "g2": FIGHTER, "s1": MIG},
        {"g1": AirStrike("0609", "0600"), "g2": Escort("g1", 1), "s1": WATCH},
        dice=(*downed(8, 4), *downed(7, 0)),
    )
    stuka = game.state.units["g1"]
    assert (stuka.station, stuka.order, stuka.ammo) == ("0609", AirStrike("0609", "0600"), 4)
    assert game.state.units["g2"].station == "0609"


@pytest.mark.rule("BAR-aircraft-3")
def test_the_role_on_the_card_tells_fighters_from_the_others() -> None:
    game = sortie(
        {"g1": flying("ge_bf109", "0605"), "g2": flying("ge_hs126", "0605"), "s1": {"card": "su_mig3"}},
        {
            "g1": Patrol("0605", 3, 3, "0600"),
            "g2": ReconFlight("0605", 1, 3, "0600"),
            "s1": Intercept("g2", "0600"),
        },
        dice=(*downed(8, 4), *downed(7, 0), 6),
    )
    assert game.state.units["s1"].fate == "dead"
    assert game.state.units["g2"].order is not None


@pytest.mark.rule("BAR-intercept-2")
def test_an_interceptor_fights_to_the_end_or_to_its_last_time_box() -> None:
    order = {"g1": AirStrike("0606", "0600"), "s1": Intercept("g1", "1200")}
    units = {"g1": flying("ge_ju87", "0606", flown=0), "s1": {"card": "su_mig3", "flown": 2}}
    game = sortie(units, order, dice=(*downed(2, 0), *downed(7, 2), *downed(2, 0), *downed(7, 0)))
    assert (game.state.units["s1"].fate, game.state.units["s1"].box) == ("airfield", "landed")


@pytest.mark.rule("BAR-air-combat-5")
def test_the_combat_stands_on_the_cards_with_enemies_and_hex() -> None:
    game = crowd()
    fight = game.state.sky.dogfights[0]
    assert (fight.hex, fight.crews) == ("0603", ("g1", "g2", "g3", "s1", "s2"))
    assert fight.attacked == ("g1",)
