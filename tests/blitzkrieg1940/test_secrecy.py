"""Stack and mine secrecy, where the players have agreed on them."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from blitzkrieg1940.positions import FRENCH_SEAT, GERMAN_SEAT, pack, position, the_system
from blitzkrieg1940.table import answer
from planspiel.kernel import Game, Log, Lucky, Script, Setup
from planspiel.kernel.log import Happened
from planspiel.systems.blitzkrieg1940 import fire, secrecy
from planspiel.systems.blitzkrieg1940.deployment import FinishPlacing, Place, PlaceMines
from planspiel.systems.blitzkrieg1940.march import Move, UnitsMoved
from planspiel.systems.blitzkrieg1940.retreat import Retreated
from planspiel.systems.blitzkrieg1940.rout import Routed
from planspiel.systems.blitzkrieg1940.state import FRENCH, March, Position
from planspiel.systems.blitzkrieg1940.works import WorksManned, works_check

STACK = {
    "2-cuir/1": {"hex": "1409"},
    "2-cuir/4": {"hex": "1409"},
    "2-cuir/hq": {"hex": "1409"},
    "2-cuir/3": {"hex": "1408"},
    "2-cuir/5": {"hex": "1408"},
    "kg/1": {"hex": "1412"},
}
HIDDEN = {"stack_secrecy": True}
SHOWN = ("2-cuir/1", "2-cuir/3", "kg/1")


def nothing(game: Game[Position]) -> Script[None]:
    return
    yield


def french_seen_by_germans(game: Game[Position]) -> list[str]:
    units = game.view(GERMAN_SEAT).units.values()
    return [unit.id for unit in units if unit.side == FRENCH and unit.hex]


@pytest.mark.rule("BLK-8.1.1-G1")
def test_by_default_stacks_lie_open_and_by_option_only_their_top_is_seen() -> None:
    assert len(french_seen_by_germans(position(units=STACK, script=nothing))) == 5
    game = position(units=STACK, script=nothing, options=HIDDEN, shown=SHOWN)
    assert french_seen_by_germans(game) == ["2-cuir/1", "2-cuir/3"]
    assert len([unit for unit in game.view(FRENCH_SEAT).units.values() if unit.hex]) == 6


@pytest.mark.rule("BLK-8.1.1-G1")
def test_a_stack_that_is_inspected_is_known_from_then_on() -> None:
    def script(game: Game[Position]) -> Script[None]:
        fire.inspect(game, game.state.units["kg/1"], "1409")
        return
        yield

    game = position(units=STACK, script=script, options=HIDDEN, shown=SHOWN)
    assert french_seen_by_germans(game) == ["2-cuir/1", "2-cuir/3", "2-cuir/4", "2-cuir/hq"]


@pytest.mark.rule("BLK-8.1.1-G1")
def test_when_the_top_leaves_the_next_unit_is_seen() -> None:
    activation = {"formations": ("1-cuir",)}
    top = {"1-cuir/1": {"hex": "1409"}, "2-cuir/hq": {"hex": "1409"}, "2-cuir/2": {"hex": "1409"}}
    game = position(units=top, activation=activation, options=HIDDEN, shown=("1-cuir/1",))
    assert french_seen_by_germans(game) == ["1-cuir/1"]
    answer(game, Move(("1-cuir/1",), ("1410",)))
    assert french_seen_by_germans(game) == ["1-cuir/1", "2-cuir/2"]


@pytest.mark.rule("BLK-8.1.1-G1")
@pytest.mark.parametrize(("shown", "asked"), [((), True), (("2-cuir/1", "2-cuir/4"), False)])
def test_whether_the_enemy_is_asked_does_not_tell_what_lies_under_a_stack(
    shown: tuple[str, ...], asked: bool
) -> None:
    """Infantry is seen four hexes away: nobody in 1409 can react, but somebody hidden there might."""
    units = {"2-cuir/1": {"hex": "1409"}, "2-cuir/4": {"hex": "1409"}, "ii-12-schr/1": {"hex": "1402"}}
    activation = {"side": "german", "formations": ("ii-12-schr",)}
    game = position(units=units, activation=activation, options=HIDDEN, shown=("ii-12-schr/1", *shown))
    answer(game, Move(("ii-12-schr/1",), ("1403",)))
    assert (game.waiting() == (FRENCH_SEAT,)) is asked


@pytest.mark.rule("BLK-8.1.1-G1")
def test_nothing_is_seen_of_a_placement_before_it_is_finished() -> None:
    units = {name: {"hex": "", "fate": "due"} for name in ("1-cuir/hq", "1-cuir/1", "1-cuir/2")}
    placed = position(units=units, item=("placement", 9, 9), options=HIDDEN)
    answer(placed, *(Place(name, "0509") for name in units))
    assert french_seen_by_germans(placed) == []
    answer(placed, FinishPlacing())
    assert french_seen_by_germans(placed) == ["1-cuir/1", "1-cuir/hq"]


@pytest.mark.rule("BLK-8.1.1-G1")
@pytest.mark.parametrize(("shown", "told"), [((), False), (("i-11-rdp/3",), True)])
def test_that_works_are_manned_is_not_told_while_their_infantry_is_hidden(
    shown: tuple[str, ...], told: bool
) -> None:
    units = {"i-11-rdp/1": {"hex": "1409"}, "i-11-rdp/3": {"hex": "1409"}, "i-11-rdp/4": {"hex": "1408"}}
    log = Log()

    def checked(game: Game[Position]) -> Script[None]:
        game.log = log
        works_check(game, "1409")
        return
        yield

    works = {"1409": {"side": FRENCH}, "1408": {"side": FRENCH}}
    seen = ("i-11-rdp/1", *shown)
    game = position(units=units, script=checked, options=HIDDEN, shown=seen, works=works)
    told_of = [what for _, what in log.held() if isinstance(what, Happened)]
    (manned,) = [what for what in told_of if isinstance(what.event, WorksManned)]
    assert manned.seen_by == (None if told else (FRENCH_SEAT,))
    assert game.view(FRENCH_SEAT).works["1409"].manned
    assert game.view(GERMAN_SEAT).works["1409"].manned is told


@pytest.mark.rule("BLK-8.1.1-G1")
def test_in_what_may_be_otherwise_works_are_manned_by_whoever_is_there() -> None:
    units = {name: {"hex": "1409"} for name in ("2-cuir/1", "i-11-rdp/3")}
    units.update({name: {"hex": "1408"} for name in ("2-cuir/3", "2-cuir/4")})
    works = {"1409": {"side": FRENCH, "manned": True}, "1408": {"side": FRENCH}}
    seen = ("2-cuir/1", "2-cuir/3")
    game = position(units=units, script=nothing, options=HIDDEN, shown=seen, works=works)
    twin = the_system().scramble(game.state, GERMAN_SEAT, Random(1))
    assert twin.units["i-11-rdp/3"].hex == "1408"
    assert [twin.works[hex_].manned for hex_ in ("1408", "1409")] == [True, False]
    assert the_system().view(twin, GERMAN_SEAT) == the_system().view(game.state, GERMAN_SEAT)


@pytest.mark.rule("BLK-10.1-G3")
def test_mines_lie_open_by_default_and_by_option_only_their_owner_knows_them() -> None:
    mines = {"0513": FRENCH, "0613": FRENCH}
    assert dict(position("stonne", script=nothing, mines=mines).view(GERMAN_SEAT).mines) == mines
    game = position(
        "stonne", script=nothing, mines=mines, options={"mine_secrecy": True}, found_mines=("0613",)
    )
    assert dict(game.view(FRENCH_SEAT).mines) == mines
    assert dict(game.view(GERMAN_SEAT).mines) == {"0613": FRENCH}


@pytest.mark.rule("BLK-10.1-G3")
def test_laying_hidden_mines_tells_the_enemy_nothing_but_that() -> None:
    game = position("stonne", item=("placement", 0, 4), options={"mine_secrecy": True})
    answer(game, PlaceMines("0513"))
    assert game.state.mines == {"0513": FRENCH}
    assert game.view(GERMAN_SEAT).mines == {}


def test_what_may_be_otherwise_keeps_what_the_seat_sees() -> None:
    game = position(units=STACK, script=nothing, options=HIDDEN, shown=SHOWN)
    swapped = False
    for seed in range(10):
        twin = secrecy.scramble(the_system().pack, game.state, GERMAN_SEAT, Random(seed))
        swapped |= twin.units["2-cuir/4"].hex == "1408"
        assert the_system().view(twin, GERMAN_SEAT) == the_system().view(game.state, GERMAN_SEAT)
    assert swapped


@pytest.mark.parametrize("moves", ["march", "retreat", "rout"])
def test_hidden_mines_are_not_imagined_where_units_have_been(moves: str) -> None:
    unit = "ii-pzr-8/1"
    *crossed, last = pack().theatre("stonne").zones["minefields"]

    def walk(game: Game[Position]) -> Script[None]:
        for hex_ in crossed:
            if moves == "march":
                game.happens(UnitsMoved(unit, (unit,), hex_, March((unit,), (0,))))
            else:
                game.happens(Retreated(unit, hex_) if moves == "retreat" else Routed(unit, hex_))
        return
        yield

    units, mines, options = {unit: {"hex": "0401"}}, {last: FRENCH}, {"mine_secrecy": True}
    game = position("stonne", units=units, script=walk, mines=mines, options=options)
    assert _imagined_mines(game.state) == {last}
    assert len(_imagined_mines(replace(game.state, trodden=()))) > 2


def _imagined_mines(state: Position) -> set[str]:
    """Where the German side may suspect mines."""
    twins = [secrecy.scramble(pack(), state, GERMAN_SEAT, Random(seed)) for seed in range(20)]
    return {hex_ for twin in twins for hex_ in twin.mines}


def test_with_secrets_on_the_map_nothing_done_there_can_be_taken_back() -> None:
    for secret in (False, True):
        game = position(
            units={"2-cuir/1": {"hex": "0509"}, "2-cuir/hq": {"hex": "0509"}},
            activation={"formations": ("2-cuir",)},
            options={"mine_secrecy": secret},
        )
        answer(game, Move(("2-cuir/1",), ("0510",)))
        assert game.can_take_back(FRENCH_SEAT) is not secret


def test_a_secret_set_up_begins_without_a_fault() -> None:
    secret = Setup("stonne", {"stack_secrecy": True, "mine_secrecy": True})
    game = Game.start(the_system(), secret, Lucky(Random(1)))
    assert len(game.waiting()) == 1
    assert not game.over
