"""12: who is set up where and in which order, and what is settled before the first turn."""

from __future__ import annotations

from random import Random

import pytest

from blitzkrieg1940.positions import (
    FRENCH_SEAT,
    GERMAN_SEAT,
    ask_of,
    choices,
    pack,
    position,
    said,
    the_system,
)
from blitzkrieg1940.table import answer, asked, drawn, place
from planspiel.kernel import Game, Lucky, Order, Setup
from planspiel.systems.blitzkrieg1940.deployment import FinishPlacing, Place, PlaceMines, PlaceWorks, Replace
from planspiel.systems.blitzkrieg1940.independents import AssignTo, KeepOwnMarker, StripeChoice
from planspiel.systems.blitzkrieg1940.march import Move
from planspiel.systems.blitzkrieg1940.markers import Activate
from planspiel.systems.blitzkrieg1940.setup import BeginMounted, HoldBack, TakeLoss
from planspiel.systems.blitzkrieg1940.state import Position

BOARD = pack().theatre("hannut").board


def start(scenario: str, **options: bool) -> Game[Position]:
    return Game.start(the_system(), Setup(scenario, dict(options)), Lucky(Random(1)))


def until(game: Game[Position], question: str, prefer: type[Order] | None = None) -> Game[Position]:
    """Take the first choice (or the first of a kind) until a question of this name is asked."""
    while question not in asked(game):
        offered = choices(game)
        answer(game, next((order for order in offered if type(order) is prefer), offered[0]))
    return game


def placing(scenario: str, who: str, **options: bool) -> Game[Position]:
    """The game when a side begins to place its forces."""
    return until(start(scenario, **options), f"{who}: PlaceForces", KeepOwnMarker)


# -- order and areas -----------------------------------------------------------------------------------


@pytest.mark.rule("BLK-0-B")
def test_one_player_has_the_french_and_the_other_the_germans() -> None:
    assert start("hannut").seats == (FRENCH_SEAT, GERMAN_SEAT)


@pytest.mark.rule("BLK-12.1-FR-J", "BLK-12.1-FR-X2", "BLK-12.1-FR-H")
def test_at_hannut_the_1st_cuirassiers_come_last_and_the_works_with_the_first_french() -> None:
    game = placing("hannut", "german")
    assert len(game.state.works) == 5
    assert all(
        unit.hex or unit.formation == "1-cuir" for unit in game.state.units.values() if unit.side == "french"
    )
    until(game, "french: PlaceForces")
    assert all(unit.hex for unit in game.state.units.values() if unit.side == "german")
    assert {order.unit.partition("/")[0] for order in choices(game, Place)} == {"1-cuir"}


@pytest.mark.rule("BLK-12.1-FR-G3")
def test_the_2nd_cuirassiers_may_stand_next_to_any_one_of_their_three_hexes() -> None:
    game = placing("hannut", "french")
    for hex_ in ("1307", "1408", "1411"):
        game.check(FRENCH_SEAT, Place("2-cuir/1", hex_))
    for hex_ in ("1306", "1412"):
        assert "may not be set up" in said(game, Place("2-cuir/1", hex_))


@pytest.mark.rule("BLK-12.2-HEAD-X1")
def test_at_stonne_the_french_are_set_up_first_and_no_one_where_the_enemy_stands() -> None:
    game = placing("stonne", "french")
    answer(game, Place("iii-205-ri/1", "0313"))
    while FinishPlacing() not in choices(game):
        answer(game, choices(game)[0])
    answer(game, FinishPlacing())
    assert asked(game) == "german: PlaceForces"
    units = {"1-cuir/1": {"hex": "", "fate": "due"}, "kg/1": {"hex": "0509"}}
    game = position(units=units, item=("placement", 9, 9))
    assert "BLK-12.2-HEAD-X1" in said(game, Place("1-cuir/1", "0509"))
    assert Place("1-cuir/1", "0509") not in choices(game)


@pytest.mark.rule("BLK-12.1-FR-A")
def test_units_are_placed_in_the_area_of_their_formation() -> None:
    game = placing("hannut", "french")
    assert all(BOARD.distance(order.hex, "1202") <= 2 for order in choices(game))
    assert "BLK-12.1-FR-A" in said(game, Place("12-cuir/1", "1206"))
    assert "12-cuir/77 is not placed" in said(game, Place("12-cuir/77", "1202"))
    assert "kg/1 is not placed now" in said(game, Place("kg/1", "1601"))


@pytest.mark.rule("BLK-12.1-FR-G1")
@pytest.mark.parametrize(("erratum", "near"), [(False, "1712"), (True, "1412")])
def test_ii_11_rdp_stands_around_1712_or_by_option_1412_and_in_no_german_hex(
    erratum: bool, near: str
) -> None:
    game = placing("hannut", "french", ii_11_rdp_at_1412=erratum)
    hexes = [hex_ for hex_ in BOARD.labels if not _refused(game, Place("ii-11-rdp/1", hex_))]
    assert hexes
    assert all(BOARD.distance(hex_, near) <= 2 for hex_ in hexes)
    assert not [hex_ for hex_ in hexes if hex_.startswith("17") and "1710" <= hex_ <= "1716"]


def _refused(game: Game[Position], order: Order) -> bool:
    try:
        game.check(ask_of(game)[0], order)
    except ValueError:
        return True
    return False


@pytest.mark.rule("BLK-12.1-FR-G")
def test_the_11_rdp_gun_is_stacked_with_one_of_its_units() -> None:
    game = placing("hannut", "french")
    assert "BLK-12.1-FR-G" in said(game, Place("11-rdp-at", "1202"))
    answer(game, Place("i-11-rdp/1", "1416"), Place("11-rdp-at", "1416"))
    assert game.state.units["11-rdp-at"].hex == "1416"


@pytest.mark.rule("BLK-12.2-GE-G1", "BLK-12.2-GE-E")
def test_the_205_ri_gun_is_french_and_stands_with_the_battalion_it_is_assigned_to() -> None:
    game = until(start("stonne"), "french: Assignment", KeepOwnMarker)
    assert choices(game) == [AssignTo("i-205-ri"), AssignTo("ii-205-ri"), AssignTo("iii-205-ri")]
    answer(game, AssignTo("ii-205-ri"))
    until(game, "french: PlaceForces")
    answer(game, Place("i-205-ri/1", "0511"), Place("ii-205-ri/1", "0510"))
    assert "BLK-12.2-GE-E" in said(game, Place("205-ri-at", "0511"))
    answer(game, Place("205-ri-at", "0510"))


@pytest.mark.rule("BLK-12.1-FR-G", "BLK-12.2-GE-G1")
def test_its_battalion_does_not_leave_the_gun_alone_before_placing_is_finished() -> None:
    game = placing("stonne", "french")
    while FinishPlacing() not in choices(game):
        answer(game, choices(game)[0])
    gun = game.state.units["205-ri-at"]
    mates = [u for u in game.state.units.values() if u.hex == gun.hex and u.formation == gun.formation]
    for unit in (u for u in mates if u.id != gun.id and not u.is_hq):
        free = [hex_ for hex_ in ("0409", "0410", "0411", "0509", "0511") if hex_ != gun.hex]
        to = next(hex_ for hex_ in free if not _refused(game, Replace(unit.id, hex_)))
        answer(game, Replace(unit.id, to))
    assert "205-ri-at may not stay" in said(game, FinishPlacing())
    assert {type(order) for order in choices(game)} == {Replace}
    answer(game, choices(game)[0], FinishPlacing())


@pytest.mark.rule("BLK-10.2-G2")
def test_nor_does_infantry_leave_the_works_that_need_it_by_option() -> None:
    units = {"i-11-rdp/3": {"hex": "1416"}, "i-11-rdp/4": {"hex": "1415"}}
    steps = pack().scenarios["hannut"].setup
    at = next(place for place, step in enumerate(steps) if "i-11-rdp" in step.formations)
    works = {hex_: {"side": "french"} for hex_ in ("1416", "1201", "1202", "1203", "1204")}
    game = position(
        units=units, item=("placement", at, at + 2), works=works, options={"works_need_infantry": True}
    )
    assert "no infantry is left" in said(game, FinishPlacing())
    assert choices(game) == [Replace("works:1201", "1415")]
    answer(game, Replace("works:1201", "1415"))
    assert {type(order) for order in choices(game)} == {Replace}  # infantry has to come to the others


# -- placing one thing after another -------------------------------------------------------------------


@pytest.mark.rule("BLK-12.1-FR-J")
def test_something_placed_may_be_moved_until_everything_is_placed() -> None:
    game = placing("hannut", "french")
    answer(game, Place("12-cuir/1", "1202"), Replace("12-cuir/1", "1203"))
    assert game.state.units["12-cuir/1"].hex == "1203"
    assert "Not everything" in said(game, FinishPlacing())
    assert "stands in 1203 already" in said(game, Place("12-cuir/1", "1202"))
    assert "not on the map" in said(game, Replace("12-cuir/2", "1202"))


def test_a_hex_holds_three_companies_and_any_hq_at_set_up() -> None:
    game = placing("hannut", "french")
    answer(game, *(Place(f"12-cuir/{n}", "1202") for n in (1, 2, 3)))
    assert "BLK-7.3-A" in said(game, Place("12-cuir/4", "1202"))
    answer(game, Place("12-cuir/hq", "1202"))


@pytest.mark.rule("BLK-7.3-A", "BLK-12.1-SPECIAL-E")
def test_where_two_companies_stand_in_every_hex_one_makes_room_for_the_carrier_and_its_company() -> None:
    game = placing("hannut", "german")
    zone = [f"16{row:02}" for row in range(1, 11)] * 2
    while choices(game, Place) and choices(game, Place)[0].unit != "apc-i-12":
        unit = choices(game, Place)[0].unit
        answer(game, Place(unit, "1601" if unit.endswith("/hq") else zone.pop()))
    assert not zone
    changes = choices(game, Replace)
    assert changes
    answer(game, changes[0])
    answer(game, choices(game, Place)[0])
    assert game.state.units["apc-i-12"].hex == game.state.units["i-12-schr/1"].hex != ""


@pytest.mark.rule("BLK-10.2-A", "BLK-10.2-G2")
def test_works_are_placed_one_in_a_hex_with_or_without_infantry() -> None:
    game = placing("hannut", "french")
    answer(game, PlaceWorks("0101"))
    assert "BLK-12.1-FR-I" in said(game, PlaceWorks("0101"))
    assert "BLK-12.1-FR-I" in said(game, PlaceWorks("1601"))
    answer(game, Replace("works:0101", "0102"))
    assert list(game.state.works) == ["0102"]


@pytest.mark.rule("BLK-10.2-G2")
def test_by_option_works_need_infantry() -> None:
    game = placing("hannut", "french", works_need_infantry=True)
    assert "BLK-12.1-FR-I" in said(game, PlaceWorks("1416"))
    answer(game, Place("i-11-rdp/3", "1416"), PlaceWorks("1416"))


@pytest.mark.rule("BLK-12.2-FR-X1")
@pytest.mark.parametrize("anywhere", [False, True])
def test_works_at_stonne_stand_near_the_village_or_by_option_where_infantry_may(anywhere: bool) -> None:
    game = placing("stonne", "french", works_anywhere_at_stonne=anywhere)
    answer(game, PlaceWorks("0511"))
    assert _refused(game, PlaceWorks("1305")) is not anywhere


@pytest.mark.rule("BLK-10.1-A")
def test_four_minefields_are_laid_in_their_area() -> None:
    game = placing("stonne", "french")
    answer(game, PlaceMines("0513"))
    assert "BLK-12.2-FR-E" in said(game, PlaceMines("0513"))
    assert "BLK-12.2-FR-E" in said(game, PlaceMines("0511"))
    answer(game, Replace("mines:0513", "0613"), *(PlaceMines(hex_) for hex_ in ("0713", "0813", "0913")))
    assert "All such markers" in said(game, PlaceMines("1013"))
    assert list(game.state.mines) == ["0613", "0713", "0813", "0913"]


# -- before the first turn -----------------------------------------------------------------------------


@pytest.mark.rule("BLK-12.1-FR-D", "BLK-12.1-FR-G2")
def test_the_french_distribute_four_losses_one_a_unit() -> None:
    game = until(start("hannut"), "french: WhoLosesAStep")
    assert len(choices(game, TakeLoss)) == 8
    answer(game, TakeLoss("2-cuir/1"))
    assert TakeLoss("2-cuir/1") not in choices(game)
    until(game, "german")
    assert game.state.formations["2-cuir"].lost == 4
    assert sum(unit.steps == 1 for unit in game.state.units.values() if unit.formation == "2-cuir") == 4


@pytest.mark.rule("BLK-12.1-SPECIAL-E")
def test_the_company_with_the_half_track_symbol_comes_on_its_carrier() -> None:
    game = placing("hannut", "german")
    assert "is not placed now" in said(game, Place("i-12-schr/1", "1605"))
    answer(game, Place("apc-i-12", "1605"))
    company = game.state.units["i-12-schr/1"]
    assert (company.hex, company.carrier) == ("1605", "apc-i-12")
    answer(game, Place("i-12-schr/2", "1605"))
    assert "BLK-7.3-A" in said(game, Place("i-12-schr/3", "1605"))


@pytest.mark.rule("BLK-12.1-SPECIAL-F", "BLK-12.1-SPECIAL-D", "BLK-12.1-SPECIAL-G1")
def test_the_germans_may_let_a_company_of_i_33_begin_mounted() -> None:
    game = placing("hannut", "german")
    answer(game, Place("apc-i-33", "1712"), Place("i-33-schr/2", "1712"))
    until(game, "WhoBeginsMounted")
    assert BeginMounted("i-33-schr/2") in choices(game)
    assert all(order.unit.startswith("i-33-schr/") for order in choices(game, BeginMounted))
    answer(game, BeginMounted("i-33-schr/2"))
    assert game.state.units["i-33-schr/2"].carrier == "apc-i-33"


@pytest.mark.rule("BLK-12.1-SPECIAL-B")
def test_one_stuka_one_artillery_and_one_formation_marker_stay_out_of_the_cup() -> None:
    game = until(start("hannut"), "german: KeepOutOfTheCup")
    assert {order.marker for order in choices(game)} == set(
        pack().scenarios["hannut"].markers["german"].formations
    )
    answer(game, HoldBack("ii-35-pzr"))
    kept = {name for name, marker in game.state.markers.items() if marker.place == "opening"}
    assert kept == {"german_stuka_1", "german_artillery_1", "ii-35-pzr"}
    assert asked(game) == "german: WhichMarkerFirst"


# -- 10.3 and white stripes ----------------------------------------------------------------------------


@pytest.mark.rule("BLK-10.3-A", "BLK-10.3-B", "BLK-12.1-FR-X1")
def test_a_unit_without_a_marker_is_assigned_to_a_formation_that_has_one() -> None:
    game = start("hannut")
    assert asked(game) == "french: Assignment"
    assert [order.formation for order in choices(game)] == sorted(
        pack().scenarios["hannut"].markers["french"].formations
    )
    assert "BLK-10.3-B" in said(game, AssignTo("kg"))
    answer(game, AssignTo("12-cuir"))
    assert game.state.units["11-rdp-at"].formation == "12-cuir"


@pytest.mark.rule("BLK-10.3-C", "BLK-10.3-E", "BLK-10.3-G1")
def test_it_is_activated_with_that_formation_and_counts_for_its_steps() -> None:
    game = answer(start("hannut"), AssignTo("12-cuir"))
    assert game.state.formations["12-cuir"].steps == 10
    units = {"12-cuir/hq": {"hex": "1202"}, "11-rdp-at": {"hex": "1202", "formation": "12-cuir"}}
    game = drawn("12-cuir", units=units)
    answer(game, Activate())
    assert "11-rdp-at" in {unit for order in choices(game, Move) for unit in order.units}


@pytest.mark.rule("BLK-12.2-SPECIAL-B", "BLK-3.1-C")
def test_white_stripe_companies_keep_their_marker_or_join_another_formation() -> None:
    game = until(start("stonne"), "StripeChoice")
    assert choices(game)[0] == KeepOwnMarker()
    assert AssignTo("4-bcc") not in choices(game)
    stripes = {"4-bcc", "stu-pion-43", "640-stug", "14-pzjg-gd", "14-pzjg-schr-8"}
    assert not stripes & {order.formation for order in choices(game, AssignTo)}
    _, question = ask_of(game)
    assert isinstance(question, StripeChoice)
    own = game.state.units[question.unit].formation
    other = choices(game, AssignTo)[0]
    kept, assigned = answer(game.fork(), KeepOwnMarker()), answer(game, other)
    assert kept.state.units[question.unit].formation == own
    assert assigned.state.units[question.unit].formation == other.formation != own


@pytest.mark.rule("BLK-12.2-SPECIAL-C", "BLK-12.2-SPECIAL-D")
def test_a_formation_whose_companies_are_all_assigned_loses_its_marker_for_good() -> None:
    game = until(start("stonne"), "french: StripeChoice", KeepOwnMarker)
    answer(game, AssignTo("i-205-ri"))
    assert game.state.units["4-bcc/1"].formation == "i-205-ri"
    assert place(game, "4-bcc") == "due"
    until(game, "french: StripeChoice", KeepOwnMarker)
    answer(game, AssignTo("ii-205-ri"))
    assert place(game, "4-bcc") == "gone"
    assert game.state.formations["i-205-ri"].steps == 10


@pytest.mark.rule("BLK-12.2-SPECIAL-E", "BLK-12.2-SPECIAL-G1")
@pytest.mark.parametrize("late", [False, True])
def test_the_choice_is_made_once_at_the_start_for_later_arrivals_too(late: bool) -> None:
    game = start("stonne", late_stripes_choose_on_arrival=late)
    chosen = []
    while "StripeChoice" in asked(game):
        question = ask_of(game)[1]
        assert isinstance(question, StripeChoice)
        chosen.append(question.unit)
        answer(game, KeepOwnMarker())
    assert len(chosen) == len(set(chosen)) == (8 if late else 9)
    assert ("14-pzjg-schr-8/1" in chosen) is not late
