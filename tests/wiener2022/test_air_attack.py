"""Air attacks on ground targets: weapons, height, night, scatter, screens."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from planspiel.kernel import DECLINE, Game, Side
from planspiel.systems.wiener2022.air_attack import (
    AirAttack,
    HighRun,
    LowRun,
    SimultaneousAirAttack,
    air_shot,
    lay_of,
)
from planspiel.systems.wiener2022.air_scatter import (
    ChooseSubstitute,
    PointNotFound,
    Scattered,
    SubstitutePoint,
)
from planspiel.systems.wiener2022.air_screens import DropOnSuspicion, DropScreen
from planspiel.systems.wiener2022.air_suspicion import BombOnSuspicion
from planspiel.systems.wiener2022.air_tasks import Height
from planspiel.systems.wiener2022.flak import AgainstAircraft
from planspiel.systems.wiener2022.hits import Struck
from planspiel.systems.wiener2022.modifiers import is_hurt, modifiers
from planspiel.systems.wiener2022.scenario import Aircraft
from planspiel.systems.wiener2022.state import Bridge, Heard, Position, Screen
from wiener2022.flying import air_party, on_mission
from wiener2022.positions import (
    ask_of,
    choices,
    declines,
    do,
    element,
    happened,
    pack,
    position,
    refused,
    rolled,
)

AIR = ("phase", "air")


def _over(aircraft: str, elements: dict[str, Any], **rest: Any) -> Game[Position]:
    there = {"b1": on_mission(aircraft), **elements}
    flights = {name: "mission" for name in there if name.startswith("b")}
    return position(there, item=AIR, flights=flights, **rest)


def _fly(game: Game[Position], *orders: Any) -> Game[Position]:
    """Nobody fires at the aircraft."""
    for order in orders:
        declines(do(game, order), AgainstAircraft)
    return game


def _target(model: str = "krupp", **fields: Any) -> dict[str, Any]:
    return {"r1": {"model": model, "field": "5,5", **fields}}


@pytest.mark.rule("WPR-luftangriffe-1")
def test_aircraft_attack_detected_targets_without_a_net_anywhere_on_the_board() -> None:
    elements = {**_target(field="12,12"), "r2": {"model": "pak75", "field": "1,12", "camouflaged": True}}
    game = _over("ju87", elements)
    assert refused(game, AirAttack("b1", "bombs_2", "12,12", "low", "W")) == ""
    assert "no detected target" in refused(game, AirAttack("b1", "bombs_2", "1,12", "low", "W"))
    assert "no detected target" in refused(game, AirAttack("b1", "bombs_2", "3,3", "low", "W"))


@pytest.mark.rule("WPR-luftangriffe-2")
def test_guns_count_as_direct_fire_and_bombs_as_indirect_fire() -> None:
    game = _over("il2", _target("t34_85"))
    bombs = air_shot(game.pack, game.state, AirAttack("b1", "bombs_2", "5,5", "low", "N"))
    guns = air_shot(game.pack, game.state, AirAttack("b1", "aircraft_guns", "5,5", "low", "N"))
    assert (bombs.lay, guns.lay) == ("bomb", "guns")
    soft = _over("il2", _target(), dice=(4,))
    _fly(soft, AirAttack("b1", "aircraft_guns", "5,5", "low", "N"))
    assert element(soft, "r1").fate == "lost", "4 and +2 of flat fire at an unarmoured vehicle"
    tank = _over("il2", _target("t34_85"), dice=(6, 3))
    _fly(tank, AirAttack("b1", "bombs_2", "5,5", "low", "N"))
    assert element(tank, "r1").pinned == 3, "bombs need a chance hit against armour"


@pytest.mark.rule("WPR-flz-bewaffnung-3", "WPR-flz-bewaffnung-6", "WPR-sonderwaffen-1")
@pytest.mark.parametrize(
    ("family", "calibre", "lay"),
    [
        ("mg", 13, "guns"),
        ("cannon", 20, "guns"),
        ("cannon", 30, "cannon"),
        ("gun", 75, "cannon"),
        ("rocket", 127, "cannon"),
        ("bomb", 300, "bomb"),
    ],
)
def test_what_an_aircraft_weapon_is_follows_from_its_kind_and_calibre(
    family: str, calibre: int, lay: str
) -> None:
    weapon = replace(pack().weapons["aircraft_cannon"], id="own", family=family, calibre=calibre)
    assert lay_of(weapon) == lay


@pytest.mark.rule("WPR-luftangriffe-3", "WPR-luftangriffe-4")
def test_height_and_a_straight_direction_are_announced() -> None:
    game = _over("ju87", _target(), dice=(1,))
    crooked = AirAttack("b1", "bombs_2", "5,5", "low", "NE")  # type: ignore[arg-type]
    assert "straight" in refused(game, crooked)
    nowhere = AirAttack("b1", "bombs_2", "5,5", "", "N")  # type: ignore[arg-type]
    assert "low or a high" in refused(game, nowhere)
    _fly(game, AirAttack("b1", "bombs_2", "5,5", "low", "E"))
    (event,) = happened(game, LowRun, HighRun)
    assert isinstance(event, LowRun)
    assert event.before == "6,5"


@pytest.mark.rule("WPR-tiefangriff-1", "WPR-hochangriff-1")
def test_single_engined_aircraft_attack_only_low_and_others_as_they_like() -> None:
    single, several = _over("ju87", _target()), _over("ju88", _target())
    assert "only low" in refused(single, AirAttack("b1", "bombs_2", "5,5", "high", "N"))
    for height in ("low", "high"):
        assert refused(several, AirAttack("b1", "bombs_3", "5,5", height, "N")) == ""
    assert "only bombs" in refused(several, AirAttack("b1", "aircraft_mg", "5,5", "high", "N"))


@pytest.mark.rule("WPR-hochangriff-2")
def test_bombs_from_high_up_have_one_point_less() -> None:
    heights: tuple[tuple[Height, int], ...] = (("low", 6), ("high", 5))
    for height, value in heights:
        game = _over("ju88", _target("figures"), dice=(3, 1) if height == "low" else (3,))
        _fly(game, AirAttack("b1", "bombs_3", "5,5", height, "N"))
        (struck,) = happened(game, Struck)
        assert struck.value == value


@pytest.mark.rule("WPR-flz-bewaffnung-1", "WPR-flz-einteilung-3")
def test_an_aircraft_has_one_attack_with_one_weapon() -> None:
    game = _over("il2", {**_target("figures"), "b2": on_mission("ju87")}, dice=(1,))
    _fly(game, AirAttack("b1", "bombs_2", "5,5", "low", "N"))
    assert "mission" in refused(game, AirAttack("b1", "aircraft_guns", "5,5", "low", "N"))
    used = _over("il2", {**_target("figures"), "b2": on_mission("ju87", shot=True)})
    assert "used its attack" in refused(used, AirAttack("b2", "bombs_2", "5,5", "low", "N"))
    assert "no such weapon" in refused(used, AirAttack("b1", "aircraft_rockets", "5,5", "low", "N"))


@pytest.mark.rule("WPR-flz-bewaffnung-2")
def test_fighters_attack_light_armour_with_the_plain_chance_and_nothing_heavier() -> None:
    attack = AirAttack("b1", "aircraft_guns", "5,5", "low", "N")
    light = _over("me109", _target("t70"), dice=(4,))
    _fly(light, attack)
    (struck,) = happened(light, Struck)
    assert (struck.points, struck.value) == (0, 4)
    both = {**_target("t34_85"), "r2": {"model": "t70", "field": "9,9"}}
    assert "cannot hurt" in refused(_over("me109", both), attack)


@pytest.mark.rule("WPR-flz-bewaffnung-3", "WPR-panzerschlaechter-2")
@pytest.mark.parametrize("model", ["t70", "t34_85", "p5", "koenigstiger", "figures", "pak75", "krupp"])
def test_cannon_and_rockets_act_on_everything_with_the_plain_chance(model: str) -> None:
    game = _over("typhoon", _target(model))
    shot = air_shot(game.pack, game.state, AirAttack("b1", "aircraft_rockets", "5,5", "low", "N"))
    target = element(game, "r1")
    assert is_hurt(game.pack, shot, target)
    assert modifiers(game.pack, game.state, shot, target).total == 0


@pytest.mark.rule("WPR-panzerschlaechter-1")
def test_tank_busters_are_aircraft_with_cannon_or_rockets() -> None:
    game = _over("typhoon", _target("t34_85"))
    busters = [model for model in pack().models.values() if model.role == "tank_buster"]
    assert {"typhoon", "ju87g"} <= {model.id for model in busters}
    for model in busters:
        assert {"aircraft_cannon", "aircraft_rockets"} & {*model.weapons}
    assert refused(game, AirAttack("b1", "aircraft_rockets", "5,5", "low", "N")) == ""


@pytest.mark.rule("WPR-flz-bewaffnung-5")
def test_a_scenario_arms_bombers_with_special_bombs_or_torpedoes() -> None:
    party = air_party(
        Aircraft(unit="ju87", id="ba", bomb=4), Aircraft(unit="ju88", id="bb", torpedo=True, bomb=4)
    )
    elements = {
        "ba": on_mission("ju87"),
        "bb": on_mission("ju88"),
        **_target(),
        "r2": {"model": "battleship", "field": "7,7"},
    }
    game = position(
        elements, item=AIR, flights={"ba": "m", "bb": "m"}, ground={"7,7": "water"}, scenario={"blue": party}
    )
    shot = air_shot(game.pack, game.state, AirAttack("ba", "bombs_2", "5,5", "low", "N"))
    assert shot.bomb == 4
    assert refused(game, AirAttack("ba", "bombs_2", "7,7", "low", "N")) == "", "the usual bombs would not do"
    assert "only against ships" in refused(game, AirAttack("bb", "bombs_3", "5,5", "low", "N"))
    assert refused(game, AirAttack("bb", "bombs_3", "7,7", "low", "N")) == ""


def test_bombs_fall_on_bridges_and_never_among_own_troops() -> None:
    bridge = {"5,5": Bridge("engineer", "NS")}
    game = _over("ju87", {}, bridges=bridge, ground={"5,5": "water"})
    assert refused(game, AirAttack("b1", "bombs_2", "5,5", "low", "N")) == ""
    mixed = _over("ju87", {**_target(), "b2": {"model": "figures", "field": "5,5"}})
    assert "own troops" in refused(mixed, AirAttack("b1", "bombs_2", "5,5", "low", "N"))


def test_a_pinned_aircraft_attacks_with_its_minus() -> None:
    game = _over("ju87", {"b1": on_mission("ju87", pinned=4), **_target("figures")}, dice=(6,))
    _fly(game, AirAttack("b1", "bombs_2", "5,5", "low", "N"))
    assert happened(game, Struck)[0].value == 4


# -- several at once ---------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-luftangriffe-6", "WPR-gleichzeitigkeit-7")
def test_a_simultaneous_attack_has_paths_that_do_not_cross_and_one_aircraft_for_each_target() -> None:
    elements = {**_target(), "b2": on_mission("ju87"), "r2": {"model": "krupp", "field": "8,5"}}
    game = _over("ju87", elements, dice=(4, 4))

    def both(first: str, second: str, field: str = "8,5") -> SimultaneousAirAttack:
        one = AirAttack("b1", "bombs_2", "5,5", "low", first)  # type: ignore[arg-type]
        return SimultaneousAirAttack((one, AirAttack("b2", "bombs_2", field, "low", second)))  # type: ignore[arg-type]

    assert "cross" in refused(game, both("E", "N"))
    assert "one aircraft only" in refused(game, both("N", "S", "5,5"))
    _fly(game, both("N", "N"))
    assert [event.together for event in happened(game, LowRun)] == [True, True]
    assert element(game, "r1").fate == element(game, "r2").fate == "lost"


@pytest.mark.rule("WPR-feuer-3")
def test_bombers_attack_on_suspicion_three_adjacent_fields_with_one_class_of_bombs() -> None:
    elements = {
        "b2": on_mission("ju87"),
        "b3": on_mission("ju87"),
        "b4": on_mission("ju88"),
        "r1": {"model": "pak75", "field": "5,5", "camouflaged": True},
    }
    wood = {"4,5": "wood", "5,5": "wood", "6,5": "wood", "9,9": "wood"}
    game = _over("ju87", elements, ground=wood, dice=(1, 3, 1))

    def attacks(*fields: str, last: str = "b3", weapon: str = "bombs_2") -> BombOnSuspicion:
        names = ("b1", "b2", last)
        kinds = ("bombs_2", "bombs_2", weapon)
        return BombOnSuspicion(
            tuple(
                AirAttack(name, kind, field, "low", "N")
                for name, kind, field in zip(names, kinds, fields, strict=True)
            )
        )

    assert "one class" in refused(game, attacks("4,5", "5,5", "6,5", last="b4", weapon="bombs_3"))
    assert "hang together" in refused(game, attacks("4,5", "5,5", "9,9"))
    assert "cross" in refused(game, attacks("11,1", "11,2", "11,3"))
    assert "Nobody could be camouflaged" in refused(game, attacks("9,11", "10,11", "11,11"))
    assert attacks("4,5", "5,5", "6,5") in choices(game, BombOnSuspicion), "rows of three are offered"
    assert all(order.attacks[0].element == "b1" for order in choices(game, BombOnSuspicion))
    _fly(game, attacks("4,5", "5,5", "6,5"))
    assert happened(game, Struck)[0].target == "r1"


# -- night -------------------------------------------------------------------------------------------------

LIT = {"5,5": Screen(Side("blue"))}


@pytest.mark.rule("WPR-nacht-luft-1", "WPR-luftangriffe-8")
def test_at_night_only_aircraft_with_several_engines_attack_and_only_from_high_up() -> None:
    single = _over("ju87", {**_target(), "b2": on_mission("ju88")}, night=True, light=LIT)
    assert "at night" in refused(single, AirAttack("b1", "bombs_2", "5,5", "low", "N"))
    assert "only high" in refused(single, AirAttack("b2", "bombs_3", "5,5", "low", "N"))
    assert refused(single, AirAttack("b2", "bombs_3", "5,5", "high", "N")) == ""


@pytest.mark.rule("WPR-nacht-luft-2", "WPR-luftangriffe-9")
def test_at_night_the_target_is_lit_and_own_troops_are_two_fields_away() -> None:
    attack = AirAttack("b1", "bombs_3", "5,5", "high", "N")
    far, near = {"b2": {"model": "p4", "field": "7,5"}}, {"b2": {"model": "p4", "field": "6,5"}}
    assert "not lit" in refused(_over("ju88", {**_target(), **far}, night=True), attack)
    theirs = {"5,5": Screen(Side("red"))}
    assert "own flares" in refused(_over("ju88", {**_target(), **far}, night=True, light=theirs), attack)
    assert "too near" in refused(_over("ju88", {**_target(), **near}, night=True, light=LIT), attack)
    game = _over("ju88", {**_target(), **far}, night=True, light=LIT, dice=(5, 4))
    _fly(game, attack)
    assert [roll.dice for roll in rolled(game)] == ["1d10", "1d6"], "every bomb run scatters"
    assert element(game, "r1").fate == "lost"


@pytest.mark.rule("WPR-nacht-luft-3")
def test_scattered_bombs_fall_in_the_next_field() -> None:
    elements = {**_target(), "r2": {"model": "krupp", "field": "4,4"}}
    game = _over("ju88", elements, night=True, light=LIT, dice=(1, 4))
    _fly(game, AirAttack("b1", "bombs_3", "5,5", "high", "N"))
    assert happened(game, Scattered)[0].field == "4,4"
    assert element(game, "r1").fate == "board"
    assert element(game, "r2").fate == "lost"


@pytest.mark.rule("WPR-nacht-luft-4")
def test_on_ten_another_point_two_fields_away_may_be_tried() -> None:
    elements = {**_target(), "r2": {"model": "krupp", "field": "9,9"}}
    light = {**LIT, "9,9": Screen(Side("blue")), "6,5": Screen(Side("blue"))}
    game = _over("ju88", elements, night=True, light=light, dice=(10, 5, 4))
    _fly(game, AirAttack("b1", "bombs_3", "5,5", "high", "N"))
    assert isinstance(ask_of(game)[1], ChooseSubstitute)
    assert choices(game) == [SubstitutePoint("9,9")]
    assert "two fields away" in refused(game, SubstitutePoint("6,5"))
    do(game, SubstitutePoint("9,9"))
    assert element(game, "r2").fate == "lost"


@pytest.mark.rule("WPR-nacht-luft-5")
def test_a_second_ten_ends_the_mission_and_bombs_off_the_board_or_on_own_troops_are_real() -> None:
    light = {**LIT, "9,9": Screen(Side("blue"))}
    game = _over(
        "ju88",
        {**_target(), "r2": {"model": "krupp", "field": "9,9"}},
        night=True,
        light=light,
        dice=(10, 10),
    )
    _fly(game, AirAttack("b1", "bombs_3", "5,5", "high", "N"), SubstitutePoint("9,9"))
    assert len(happened(game, PointNotFound)) == 2
    assert element(game, "b1").mission == "flown"
    declined = _over(
        "ju88", {**_target(), "r2": {"model": "krupp", "field": "9,9"}}, night=True, light=light, dice=(10,)
    )
    _fly(declined, AirAttack("b1", "bombs_3", "5,5", "high", "N"), DECLINE)
    assert not happened(declined, Struck)
    edge = _over(
        "ju88",
        {"r1": {"model": "krupp", "field": "1,1"}},
        night=True,
        light={"1,1": Screen(Side("blue"))},
        dice=(1,),
    )
    _fly(edge, AirAttack("b1", "bombs_3", "1,1", "high", "S"))
    assert not happened(edge, Struck)
    assert happened(edge, Scattered)[0].field == "0,0"


def test_scattered_bombs_strike_own_troops_too() -> None:
    elements = {**_target(), "b2": {"model": "krupp", "field": "7,5"}}
    light = {"5,5": Screen(Side("blue")), "9,9": Screen(Side("blue"))}
    game = _over(
        "ju88",
        {**elements, "b3": {"model": "krupp", "field": "11,9"}, "r2": {"model": "krupp", "field": "9,9"}},
        night=True,
        light=light,
        dice=(6, 4),
    )
    _fly(game, AirAttack("b1", "bombs_3", "5,5", "high", "N"))
    assert element(game, "b2").fate == "board", "7,5 is two fields away, 6,5 was hit"
    assert happened(game, Scattered)[0].field == "6,5"


# -- flares and smoke --------------------------------------------------------------------------------------


def test_flares_light_a_field_for_the_next_bomber() -> None:
    game = _over("ju88", {**_target(), "b2": on_mission("ju88")}, night=True, dice=(4,))
    _fly(game, DropScreen("b1", "flares", "5,5", "N"))
    assert "5,5" in game.state.light
    assert refused(game, AirAttack("b2", "bombs_3", "5,5", "high", "N")) == ""
    elements = {**_target(), "b2": on_mission("ju88"), "r2": {"model": "krupp", "field": "9,9"}}
    dark = _over("ju88", elements, night=True, dice=(3,))
    _fly(dark, DropScreen("b1", "flares", "5,5", "N"))
    assert "already failed" in refused(dark, DropScreen("b2", "flares", "5,5", "N"))


def test_aircraft_lay_smoke_from_five_on() -> None:
    for face, lies in ((5, True), (4, False)):
        game = _over("ju87", _target(), dice=(face,))
        _fly(game, DropScreen("b1", "smoke", "5,5", "N"))
        assert ("5,5" in game.state.smoke) == lies
    assert "no bombs" in refused(_over("me109", _target()), DropScreen("b1", "smoke", "5,5", "N"))


def _row(what: Any, *fields: str) -> DropOnSuspicion:
    return DropOnSuspicion(
        tuple(DropScreen(f"b{number}", what, field, "N") for number, field in enumerate(fields, 1))
    )


@pytest.mark.rule("WPR-beleuchtung-2", "WPR-luftaufklaerung-1")
def test_flares_fall_where_somebody_is_heard_or_seen() -> None:
    hidden = {"r1": {"model": "krupp", "field": "5,5", "camouflaged": True}}
    known = {"r2": {"model": "krupp", "field": "9,9"}}
    flares = DropScreen("b1", "flares", "5,5", "N")
    assert "WPR-beleuchtung-2" in refused(_over("ju88", known, night=True), flares)
    dark = _over("ju88", {**known, **hidden}, night=True)
    assert "WPR-beleuchtung-2" in refused(dark, flares)
    assert {order.field for order in choices(dark, DropScreen)} == {"9,9"}, "nobody has found the other"
    heard = {"blue/5,5": Heard(Side("blue"), "5,5", 1)}
    assert flares in choices(_over("ju88", hidden, night=True, heard=heard), DropScreen)


@pytest.mark.rule("WPR-beleuchtung-3", "WPR-beleuchtung-10")
def test_the_attacker_alone_drops_flares_on_suspicion_over_three_adjacent_fields() -> None:
    more = {"b2": on_mission("ju88"), "b3": on_mission("ju88"), "r1": {"model": "krupp", "field": "9,9"}}
    wood = {"4,5": "wood", "5,5": "wood", "6,5": "wood"}
    game = _over("ju88", more, night=True, ground=wood, dice=(4, 3, 6))
    row = _row("flares", "4,5", "5,5", "6,5")
    defender = _over("ju88", more, night=True, ground=wood, scenario={"attacker": "red"})
    assert "Only the attacker" in refused(defender, row)
    assert not choices(defender, DropOnSuspicion)
    assert "hang together" in refused(game, _row("flares", "4,5", "5,5", "9,9"))
    assert "at least 3" in refused(game, _row("flares", "4,5", "5,5"))
    assert row in choices(game, DropOnSuspicion)
    _fly(game, row)
    assert set(game.state.light) == {"4,5", "6,5"}
    assert [event.together for event in happened(game, HighRun)] == [True] * 3


@pytest.mark.rule("WPR-nebel-5", "WPR-nebel-10")
def test_smoke_from_aircraft_falls_on_own_or_observed_fields_or_on_three_suspect_ones() -> None:
    more = {"b2": on_mission("ju87"), "b3": on_mission("ju87")}
    wood = {"4,5": "wood", "5,5": "wood", "6,5": "wood"}
    smoke = DropScreen("b1", "smoke", "4,5", "N")
    game = _over("ju87", more, ground=wood, dice=(5, 4, 6))
    assert "WPR-nebel-10" in refused(game, smoke)
    assert "WPR-nebel-5" in refused(game, _row("smoke", "9,9", "10,9", "11,9"))
    mixed = DropOnSuspicion((*_row("smoke", "4,5", "5,5").drops, DropScreen("b3", "flares", "6,5", "N")))
    assert refused(game, mixed)
    watched = _over("ju87", {"b2": {"model": "figures", "field": "4,6"}}, ground=wood)
    assert not refused(watched, smoke)
    assert DropScreen("b1", "smoke", "4,6", "N") in choices(watched, DropScreen), "own troops are protected"
    row = _row("smoke", "4,5", "5,5", "6,5")
    assert row in choices(game, DropOnSuspicion)
    _fly(game, row)
    assert set(game.state.smoke) == {"4,5", "6,5"}


@pytest.mark.rule("WPR-mitfahren-2", "WPR-luftangriffe-1")
@pytest.mark.parametrize(
    ("aircraft", "weapon", "tank"), [("me109", "aircraft_guns", "t34_85"), ("fw190_fb", "bombs_1", "p5")]
)
def test_aircraft_may_attack_riders_on_a_tank_that_they_cannot_hurt(
    aircraft: str, weapon: str, tank: str
) -> None:
    attack = AirAttack("b1", weapon, "5,5", "low", "N")
    alone = {**_target(tank), "r3": {"model": "krupp", "field": "9,9"}}
    assert "WPR-mindestkaliber-1" in refused(_over(aircraft, alone), attack)
    riders = {**_target(tank), "r2": {"model": "figures", "aboard": "r1"}}
    game = _over(aircraft, riders, dice=(4,))
    assert attack in choices(game, AirAttack)
    _fly(game, attack)
    assert (element(game, "r2").aboard, element(game, "r2").pinned) == ("", 4)
    assert element(game, "r1").pinned == 0


@pytest.mark.rule("WPR-nebel-8", "WPR-luftangriffe-1")
def test_a_bridge_in_smoke_is_no_target_for_aircraft() -> None:
    ground, bridge = {"5,5": "water"}, {"5,5": Bridge("engineer", "NS")}
    far = {"r1": {"model": "figures", "field": "12,12"}}
    attack = AirAttack("b1", "bombs_2", "5,5", "low", "N")
    clear = _over("ju87", far, ground=ground, bridges=dict(bridge))
    assert refused(clear, attack) == ""
    smoky = _over("ju87", far, ground=ground, bridges=dict(bridge), smoke={"5,5": Screen(Side("red"), 1)})
    assert "no detected target" in refused(smoky, attack)
    assert not [order for order in choices(smoky, AirAttack) if order.field == "5,5"]


@pytest.mark.rule("WPR-selbstnebel-3", "WPR-selbstnebel-4")
def test_guns_and_rockets_of_aircraft_have_no_target_in_a_vehicle_behind_its_own_smoke() -> None:
    hidden = _target("p4", pinned=5, self_smoke=True)
    rockets = AirAttack("b1", "aircraft_rockets", "5,5", "low", "N")
    game = _over("typhoon", {**hidden, "b2": on_mission("il2")})
    assert "no detected target" in refused(game, rockets)
    assert AirAttack("b2", "bombs_2", "5,5", "low", "N") in choices(game, AirAttack), "bombs fall in it"
    beside = _over("typhoon", {**hidden, "r2": {"model": "krupp", "field": "5,5"}}, dice=(6,))
    _fly(beside, rockets)
    assert (element(beside, "r1").fate, element(beside, "r2").fate) == ("board", "lost")
