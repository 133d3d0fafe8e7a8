"""8.6: artillery and its observers, Stukas, concentrated fire."""

from __future__ import annotations

from typing import Any

import pytest

from blitzkrieg1940.firing import (
    APC,
    FRENCH_AT,
    FRENCH_HQ,
    FRENCH_INFANTRY,
    GERMAN_HQ,
    H35,
    KRAD,
    PZ3,
    RIFLES,
    RIFLES_2,
    RIFLES_3,
    S35,
    answer,
    asked,
    calling,
    scene,
)
from blitzkrieg1940.positions import FRENCH_SEAT, GERMAN_SEAT, choices, pack, position
from blitzkrieg1940.table import drawn
from planspiel.cases.telling import said
from planspiel.kernel import DECLINE, Game, Illegal
from planspiel.kernel.log import Happened
from planspiel.systems.blitzkrieg1940 import indirect
from planspiel.systems.blitzkrieg1940.indirect import CallFire
from planspiel.systems.blitzkrieg1940.results import AcceptNeutralisation, LoseStep
from planspiel.systems.blitzkrieg1940.state import FRENCH, GERMAN, Position, Salvoes

GUNS = {"side": FRENCH, "salvoes": {"medium": 2, "light": 2}}
STUKAS = {"side": GERMAN, "salvoes": {"stuka": 2}}
OBSERVED = {FRENCH_HQ: {"hex": "1408"}, RIFLES: {"hex": "1411"}}
BESIDE = {FRENCH_HQ: {"hex": "1410"}, RIFLES: {"hex": "1411"}}


def call(
    units: dict[str, dict[str, Any]], *orders: CallFire, guns: dict[str, Any] = GUNS, **more: Any
) -> Game[Position]:
    return position(units=units, activation=guns, script=calling(*orders), **more)


def let_be(game: Game[Position]) -> Game[Position]:
    """Accept every N and retreat from nothing."""
    while not game.over:
        accept = AcceptNeutralisation() in choices(game)
        answer(game, AcceptNeutralisation() if accept else DECLINE)
    return game


def column(state: Position, calibre: str, target: str) -> int:
    return indirect.aim_salvo(pack(), state, calibre, state.units[target]).factor


def refused(state: Position, order: CallFire) -> str:
    refusal = indirect.mission_refusal(pack(), state, order)
    assert isinstance(refusal, Illegal), "the fire was allowed"
    return refusal.cite


# -- the examples of the book --------------------------------------------------------------------------


@pytest.mark.rule("BLK-8.6.1-G", "BLK-8.6.1-H", "BLK-8.6.1-F")
def test_the_stuka_strike_on_orp_le_petit() -> None:
    (orp,) = pack().theatre("hannut").hexes_of("Orp-le-Petit")
    units = {name: {"hex": orp} for name in (S35, H35, FRENCH_INFANTRY)}
    state = scene(units)
    assert [column(state, "stuka", name) for name in (FRENCH_INFANTRY, H35, S35)] == [6, 6, 4]
    game = call(units, CallFire(orp, ("stuka",)), guns=STUKAS, dice=(5, 6))
    assert asked(game) == (FRENCH_SEAT, "NeutraliseOrLose")
    let_be(game)
    after = game.state.units
    assert [(after[n].steps, after[n].neutralised) for n in (FRENCH_INFANTRY, H35, S35)] == [
        (1, False),
        (1, False),
        (2, True),
    ]


@pytest.mark.rule("BLK-8.6.1-Q")
def test_the_french_artillery_call_at_hannut() -> None:
    units = {
        FRENCH_HQ: {"hex": "1408"},
        **{name: {"hex": "1411"} for name in (RIFLES, RIFLES_2, RIFLES_3)},
        "ii-11-rdp/hq": {"hex": "1314"},
        "ii-12-schr/1": {"hex": "1315"},
    }
    first = CallFire("1411", ("medium",), FRENCH_HQ)
    second = CallFire("1315", ("medium",), "ii-11-rdp/hq")
    game = let_be(call(units, first, second, dice=(4, 5, 4, 5)))
    after = game.state.units
    assert not any(after[name].neutralised for name in (RIFLES, RIFLES_2, RIFLES_3))
    assert after["ii-12-schr/1"].neutralised
    assert game.state.activation is not None
    assert game.state.activation.salvoes == Salvoes(light=2)


# -- what is hit ---------------------------------------------------------------------------------------


@pytest.mark.rule("BLK-8.6-A", "BLK-8-A")
def test_indirect_fire_attacks_every_unit_in_the_hex() -> None:
    units = {**BESIDE, RIFLES_2: {"hex": "1411"}}
    game = let_be(call(units, CallFire("1411", ("medium",), FRENCH_HQ), dice=(4, 5)))
    assert game.state.units[RIFLES].neutralised
    assert game.state.units[RIFLES_2].neutralised


@pytest.mark.rule("BLK-8.6-B")
def test_only_the_salvoes_of_a_marker_in_play_can_be_called() -> None:
    state = scene(BESIDE, activation={"formations": ("i-11-rdp",)})
    assert list(indirect.fire_missions(pack(), state)) == []
    assert refused(state, CallFire("1411", ("light",), FRENCH_HQ)) == "BLK-8.6.1-D"


@pytest.mark.rule("BLK-8.6-G1")
def test_own_units_and_hqs_in_the_hex_suffer_too_but_an_empty_hex_is_refused() -> None:
    units = {FRENCH_INFANTRY: {"hex": "1411"}, RIFLES: {"hex": "1411"}, GERMAN_HQ: {"hex": "1411"}}
    game = let_be(call(units, CallFire("1411", ("stuka",)), guns=STUKAS, dice=(4, 4)))
    assert all(game.state.units[name].neutralised for name in units)
    state = scene({RIFLES: {"hex": "1411"}}, activation=STUKAS)
    assert refused(state, CallFire("1411", ("stuka",))) == "BLK-8.6-G1"
    alone = scene({FRENCH_HQ: {"hex": "1411"}}, activation=STUKAS)
    assert indirect.mission_refusal(pack(), alone, CallFire("1411", ("stuka",))) is None


@pytest.mark.rule("BLK-8.6.1-A")
def test_stukas_strike_any_unit_without_an_observer() -> None:
    state = scene({FRENCH_INFANTRY: {"hex": "0308"}, GERMAN_HQ: {"hex": "1809"}}, activation=STUKAS)
    assert list(indirect.fire_missions(pack(), state)) == [
        CallFire("0308", ("stuka",)),
        CallFire("0308", ("stuka", "stuka")),
    ]
    assert indirect.mission_refusal(pack(), state, CallFire("0308", ("stuka",))) is None


@pytest.mark.rule("BLK-8.6.1-A")
def test_artillery_needs_an_observer_on_the_map() -> None:
    unseen = scene({RIFLES: {"hex": "1411"}, FRENCH_INFANTRY: {"hex": "1410"}}, activation=GUNS)
    assert list(indirect.fire_missions(pack(), unseen)) == []
    assert refused(unseen, CallFire("1411", ("light",))) == "BLK-8.6.1-A"
    assert refused(scene(BESIDE, activation=GUNS), CallFire("1411", ("light",))) == "BLK-8.6.1-A"


@pytest.mark.rule("BLK-8.6.1-B")
def test_fire_is_laid_on_a_hex_of_the_map() -> None:
    state = scene(BESIDE, activation=GUNS)
    assert refused(state, CallFire("9999", ("light",), FRENCH_HQ)) == "BLK-8.6.1-B"
    game = let_be(call(BESIDE, CallFire("1411", ("light",), FRENCH_HQ), dice=(1, 1)))
    assert game.state.activation is not None
    assert game.state.activation.struck == ("1411",)


@pytest.mark.rule("BLK-8.6.1-C")
def test_distance_does_not_matter_for_indirect_fire() -> None:
    near, far = scene(BESIDE), scene(OBSERVED)
    assert column(near, "medium", RIFLES) == column(far, "medium", RIFLES) == 5


@pytest.mark.rule("BLK-8.6.1-D")
def test_no_more_salvoes_than_the_marker_gives() -> None:
    state = scene(BESIDE, activation=GUNS)
    assert refused(state, CallFire("1411", ("medium",) * 3, FRENCH_HQ)) == "BLK-8.6.1-D"
    assert refused(state, CallFire("1411", ("heavy",), FRENCH_HQ)) == "BLK-8.6.1-D"
    assert indirect.mission_refusal(pack(), state, CallFire("1411", ("medium",) * 2, FRENCH_HQ)) is None


@pytest.mark.rule("BLK-8.6.1-D")
@pytest.mark.parametrize(
    ("marker", "salvoes"),
    [
        ("french_artillery_1", {"medium": 2, "light": 2}),
        ("german_artillery_1", {"medium": 2, "heavy": 2}),
        ("german_stuka_1", {"stuka": 2}),
    ],
)
def test_a_marker_brings_the_salvoes_of_its_scenario(marker: str, salvoes: dict[str, int]) -> None:
    activation = drawn(marker).state.activation
    assert activation is not None
    assert activation.salvoes.counts == salvoes


@pytest.mark.rule("BLK-8.6.1-E")
def test_a_strike_rolls_once_for_all_units() -> None:
    units = {name: {"hex": "1411"} for name in (S35, H35, FRENCH_INFANTRY)}
    game = let_be(call(units, CallFire("1411", ("stuka",)), guns=STUKAS, dice=(6, 6)))
    # Two dice sufficed. Column 3 for armour 5, column 5 for armour 3, column 8 for infantry: all lose a step.
    assert [game.state.units[name].steps for name in units] == [1, 1, 1]


@pytest.mark.table
@pytest.mark.rule("BLK-8.6.1-H")
def test_a_village_covers_infantry_but_not_tanks() -> None:
    state = scene({name: {"hex": "1012"} for name in (FRENCH_INFANTRY, H35)})
    assert column(state, "stuka", FRENCH_INFANTRY) == 8 - 2
    assert column(state, "stuka", H35) == 8 - 3 + 1


@pytest.mark.rule("BLK-8.6.1-X1")
def test_a_village_covers_guns_motorcycles_and_hqs_like_infantry_and_works_do_not() -> None:
    units = {name: {"hex": "1012"} for name in (FRENCH_AT, "i-11-rdp/2", FRENCH_HQ, "12-cuir/1")}
    state = scene(units, works={"1012": {"side": "french"}})
    assert [column(state, "stuka", name) for name in units] == [6, 6, 6, 8 - 1 + 1]
    carrier = scene({APC: {"hex": "1012"}})
    assert column(carrier, "stuka", APC) == 8 - 1


@pytest.mark.rule("BLK-7.2.1-G2")
def test_indirect_fire_gains_nothing_from_a_target_in_column() -> None:
    assert column(scene({PZ3: {"hex": "1411", "column": True}}), "medium", PZ3) == 5 - 2


@pytest.mark.rule("BLK-8.6.1-G4")
def test_armour_counts_against_artillery() -> None:
    assert column(scene({PZ3: {"hex": "1411"}}), "medium", PZ3) == 5 - 2


@pytest.mark.table
@pytest.mark.rule("BLK-8.6.1-N", "BLK-8.6.1-G1")
def test_the_columns_of_the_calibres() -> None:
    units = {KRAD: {"hex": "1411"}}
    calibres = ("light", "medium", "heavy", "stuka")
    assert [column(scene(units), calibre, KRAD) for calibre in calibres] == [3, 5, 7, 8]
    other = scene(units, options={"artillery_columns": "4 and 6"})
    assert [column(other, calibre, KRAD) for calibre in calibres] == [4, 5, 6, 8]


@pytest.mark.rule("BLK-8.6.1-G2")
def test_a_salvo_is_one_roll_read_for_each_unit() -> None:
    units = {**BESIDE, PZ3: {"hex": "1411"}}
    game = let_be(call(units, CallFire("1411", ("medium",), FRENCH_HQ), dice=(5, 6)))
    assert game.state.units[RIFLES].steps == 1  # column 5
    assert game.state.units[PZ3].neutralised  # column 3, the same 11


def test_a_target_too_well_armoured_for_a_salvo_is_left_alone() -> None:
    units = {GERMAN_HQ: {"hex": "1410"}, S35: {"hex": "1411"}}
    guns = {"side": GERMAN, "salvoes": {"light": 1}}
    game = let_be(call(units, CallFire("1411", ("light",), GERMAN_HQ), guns=guns, dice=(6, 6)))
    assert game.state.units[S35] == scene(units).units[S35]  # column -2


# -- observers and transmission ------------------------------------------------------------------------


@pytest.mark.rule("BLK-8.6.1-I")
def test_artillery_needs_an_own_hq_that_sees_the_target() -> None:
    behind_the_wood = {FRENCH_HQ: {"hex": "0307"}, PZ3: {"hex": "0309"}}
    state = scene(behind_the_wood, activation=GUNS)
    assert refused(state, CallFire("0309", ("light",), FRENCH_HQ)) == "BLK-8.6.1-I"
    assert list(indirect.fire_missions(pack(), state)) == []
    company = scene({FRENCH_INFANTRY: {"hex": "1410"}, RIFLES: {"hex": "1411"}}, activation=GUNS)
    assert refused(company, CallFire("1411", ("light",), FRENCH_INFANTRY)) == "BLK-8.6.1-I"


@pytest.mark.rule("BLK-8.6.1-G3")
def test_the_observer_must_see_a_unit_in_the_hex_or_by_option_the_hex_alone() -> None:
    too_far = {
        FRENCH_HQ: {"hex": "1406"},
        RIFLES: {"hex": "1411"},
    }  # infantry in the open is seen 4 hexes far
    assert indirect.observers(pack(), scene(too_far, activation=GUNS), "1411") == []
    loose = scene(too_far, activation=GUNS, options={"observer_needs_target": False})
    assert indirect.observers(pack(), loose, "1411") == [FRENCH_HQ]
    both = {**OBSERVED, "ii-11-rdp/hq": {"hex": "1410"}}
    assert indirect.observers(pack(), scene(both, activation=GUNS), "1411") == ["ii-11-rdp/hq", FRENCH_HQ]


@pytest.mark.rule("BLK-8.6.1-J")
@pytest.mark.parametrize(("dice", "sent"), [((4, 4), True), ((4, 5), False)])
def test_the_observer_sends_the_coordinates_with_eight_or_less(dice: tuple[int, ...], sent: bool) -> None:
    fire = (4, 5) if sent else ()
    game = let_be(call(OBSERVED, CallFire("1411", ("medium",), FRENCH_HQ), dice=(*dice, *fire)))
    assert game.state.units[RIFLES].neutralised is sent


@pytest.mark.rule("BLK-8.6.1-K")
def test_a_neutralised_observer_adds_one_to_the_roll() -> None:
    units = {FRENCH_HQ: {"hex": "1408", "neutralised": True}, RIFLES: {"hex": "1411"}}
    lost = let_be(call(units, CallFire("1411", ("medium",), FRENCH_HQ), dice=(4, 4)))
    assert not lost.state.units[RIFLES].neutralised
    sent = let_be(call(units, CallFire("1411", ("medium",), FRENCH_HQ), dice=(3, 4, 4, 5)))
    assert sent.state.units[RIFLES].neutralised


@pytest.mark.rule("BLK-8.6.1-L")
def test_an_adjacent_observer_never_fails() -> None:
    game = let_be(call(BESIDE, CallFire("1411", ("medium",), FRENCH_HQ), dice=(4, 5)))
    assert game.state.units[RIFLES].neutralised  # the only dice were those of the salvo


@pytest.mark.rule("BLK-8.6.1-M")
def test_a_failed_transmission_loses_the_salvo_and_may_not_be_tried_again() -> None:
    game = call(OBSERVED, CallFire("1411", ("medium",), FRENCH_HQ), dice=(6, 6))
    assert game.over
    assert game.state.activation is not None
    assert game.state.activation.salvoes.medium == 1
    assert refused(game.state, CallFire("1411", ("medium",), FRENCH_HQ)) == "BLK-8.6.2-G1"


@pytest.mark.rule("BLK-8.6.1-O")
def test_target_and_calibre_are_named_and_the_result_concerns_every_unit() -> None:
    state = scene({**BESIDE, KRAD: {"hex": "1411"}}, activation=GUNS)
    odds = indirect.mission_odds(pack(), state, CallFire("1411", ("light",), FRENCH_HQ))
    assert odds.column == "3"
    assert [str(line) for line in odds.afterwards] == [f"{RIFLES}: column 3", f"{KRAD}: column 3"]
    game = let_be(
        call({**BESIDE, KRAD: {"hex": "1411"}}, CallFire("1411", ("light",), FRENCH_HQ), dice=(6, 6))
    )
    assert [game.state.units[name].steps for name in (RIFLES, KRAD)] == [1, 1]


def test_the_log_names_the_marker_that_fires() -> None:
    guns = {**GUNS, "markers": ("french_artillery_1",)}
    game = call(BESIDE, CallFire("1411", ("light",), FRENCH_HQ), guns=guns, dice=(6, 6))
    told = [said(entry.event) for entry in game.witnessed(FRENCH_SEAT) if isinstance(entry, Happened)]
    assert told[0] == "french_artillery_1 fires on 1411."
    assert f"french_artillery_1 fires at {RIFLES}: 12 in column 3 gives 1." in told


@pytest.mark.rule("BLK-8.6.1-P")
def test_salvo_after_salvo_falls_on_other_hexes_until_all_are_used() -> None:
    units = {**BESIDE, RIFLES_2: {"hex": "1511"}}
    first, second = CallFire("1411", ("medium",), FRENCH_HQ), CallFire("1511", ("medium",), FRENCH_HQ)
    dice = (1, 1, 1, 1, 1, 1)  # a roll for each salvo, and one transmission where the HQ is not adjacent
    near = pack().theatre("hannut").board.distance("1410", "1511") <= 1
    game = let_be(call(units, first, second, dice=dice[: 4 if near else 6]))
    assert game.state.activation is not None
    assert game.state.activation.salvoes == Salvoes(light=2)


# -- concentrated fire ---------------------------------------------------------------------------------


@pytest.mark.rule("BLK-8.6.2-A")
def test_several_salvoes_may_be_concentrated_on_one_hex() -> None:
    game = let_be(call(BESIDE, CallFire("1411", ("medium", "light"), FRENCH_HQ), dice=(5, 6, 1, 1)))
    assert game.state.units[RIFLES].steps == 1
    assert game.state.activation is not None
    assert game.state.activation.salvoes == Salvoes(light=1, medium=1)


@pytest.mark.rule("BLK-8.6.2-B")
def test_concentrated_fire_is_declared_as_a_whole_before_any_of_it_falls() -> None:
    state = scene(BESIDE, activation=GUNS)
    everything = CallFire("1411", ("light", "light", "medium", "medium"), FRENCH_HQ)
    assert everything in list(indirect.fire_missions(pack(), state))
    game = call(BESIDE, everything, dice=(1, 1, 1, 1, 1, 1, 1, 1))
    assert asked(game) == (GERMAN_SEAT, "ReactToFire")  # only when the whole group has fallen


@pytest.mark.rule("BLK-8.6.2-C")
def test_salvoes_left_when_the_target_is_destroyed_are_lost() -> None:
    units = {FRENCH_HQ: {"hex": "1410"}, RIFLES: {"hex": "1411", "steps": 1}, RIFLES_2: {"hex": "1608"}}
    game = let_be(call(units, CallFire("1411", ("medium", "medium"), FRENCH_HQ), dice=(6, 6)))
    assert game.state.units[RIFLES].fate == "dead"
    assert game.state.activation is not None
    assert game.state.activation.salvoes.medium == 0


@pytest.mark.rule("BLK-8.6.2-G1")
def test_a_hex_already_hit_may_not_be_aimed_at_again() -> None:
    state = scene({**BESIDE, RIFLES_2: {"hex": "1409"}}, activation={**GUNS, "struck": ("1411",)})
    assert refused(state, CallFire("1411", ("light",), FRENCH_HQ)) == "BLK-8.6.2-G1"
    assert {order.hex for order in indirect.fire_missions(pack(), state)} == {"1409"}


@pytest.mark.rule("BLK-12.1-SPECIAL-X1")
def test_indirect_fire_gives_one_result_for_carrier_and_company() -> None:
    units = {FRENCH_HQ: {"hex": "1410"}, APC: {"hex": "1411"}, RIFLES: {"hex": "1411", "carrier": APC}}
    game = call(units, CallFire("1411", ("medium",), FRENCH_HQ), dice=(6, 6))
    assert choices(game) == [LoseStep(APC), LoseStep(RIFLES)]
    answer(game, LoseStep(APC))
    assert (game.state.units[APC].steps, game.state.units[RIFLES].steps) == (1, 2)
