"""How the suite walks a position: differences, secrets, plain data, invented orders."""

from __future__ import annotations

from random import Random
from typing import Annotated

import pytest
from msgspec import Struct, field

from mini import Mini
from mini.questions import Move, MoveOrDone
from mini.state import Position, Scouting
from mini.system import ANNA, BEN
from planspiel.kernel import Public, Secret, Setup, State
from planspiel.testing.differences import (
    MISSING,
    Spot,
    altered,
    differences,
    secret_spots,
    show,
    strange_values,
    undeclared,
    value_at,
)
from planspiel.testing.invent import Inventor, words_on
from planspiel.testing.trial import Report, Slot


@pytest.fixture
def position() -> Position:
    system = Mini()
    state = system.start(system.setup(Setup("duel")))
    state.mines = {13: state.tokens["red-0"].side}
    state.scouting = {BEN: Scouting(2, (13,))}
    return state


def test_a_position_does_not_differ_from_its_fork(position: Position) -> None:
    assert list(differences(position, position.fork())) == []


def test_a_difference_names_the_nearest_field_that_says_who_may_know_it(position: Position) -> None:
    twin = position.fork()
    twin.scouting[BEN] = Scouting(3, ())
    assert list(differences(position, twin)) == [
        Spot(("scouting", BEN, "times"), "scouting[].times", "all"),
        Spot(("scouting", BEN, "found"), "scouting[].found", "owner"),
    ]


def test_an_entry_that_comes_or_goes_belongs_to_its_table(position: Position) -> None:
    twin = position.fork()
    del twin.mines[13]
    twin.scouting[ANNA] = Scouting()
    assert list(differences(position, twin)) == [
        Spot(("mines", 13), "mines", "owner"),
        Spot(("scouting", ANNA), "scouting", "all"),
    ]


def test_secret_spots_are_entries_of_secret_tables_and_secret_fields_anywhere(position: Position) -> None:
    slots = [spot.slot for spot in secret_spots(position)]
    assert slots == ["tokens"] * 6 + ["mines", "scouting[].found"]


def test_an_altered_position_lacks_the_entry_or_has_another_value(position: Position) -> None:
    without: Position = altered(position, ("mines", 13))
    otherwise: Position = altered(position, ("scouting", BEN, "found"))
    assert without.mines == {}
    assert otherwise.scouting[BEN] == Scouting(2, ())
    assert (position.mines, position.scouting[BEN].found) == ({13: "red"}, (13,))


def test_what_does_not_stand_anywhere_is_missing(position: Position) -> None:
    assert value_at(position, ("mines", 14)) is MISSING
    assert value_at(position, ("mines", 13)) == "red"


def test_a_place_is_shown_as_a_reader_would_write_it() -> None:
    assert show(("scouting", "ben", "found")) == "scouting.ben.found"
    assert show(("mines", 13)) == "mines[13]"


class Tally(Struct, frozen=True):
    marks: list[int]


class Odd(State, kw_only=True):
    ratio: Annotated[float, Public] = 0.5
    seen: Annotated[frozenset[int], Secret] = frozenset()
    tallies: Annotated[dict[str, Tally], Public] = field(default_factory=dict)
    forgotten: int = 0


def test_floats_sets_and_lists_are_no_plain_data() -> None:
    assert list(strange_values(Odd(tallies={"a": Tally([1])}))) == [
        "ratio is a float: 0.5",
        "seen is a frozenset: frozenset()",
        "tallies['a'].marks is a list: [1]",
    ]


def test_what_a_position_shares_with_a_plain_one_is_not_looked_at_again(position: Position) -> None:
    assert list(strange_values(position)) == []
    later = position.fork()
    later.mines = {**position.mines, 14: 0.5}  # type: ignore[dict-item]
    assert list(strange_values(later, position)) == ["mines[14] is a float: 0.5"]


def test_a_field_that_does_not_say_who_may_know_it_is_undeclared() -> None:
    assert undeclared(Odd) == ["forgotten"]
    assert undeclared(Position) == []


def test_invented_orders_are_of_the_asked_types_and_mostly_not_on_offer() -> None:
    system = Mini()
    state = system.start(system.setup(Setup("duel")))
    view = system.view(state, ANNA)
    view.__dict__["pack"] = system.pack
    options = list(MoveOrDone().options(view))
    made = list(
        Inventor(Random(1), words_on(view), words_on(state)).orders((Move,), options, system.codec, 200)
    )
    assert len(made) == 200
    assert {type(order).__name__ for order in made} == {"Move", "Done"}
    assert sum(order in options for order in made) < 120
    assert any(isinstance(order, Move) and order.token == "blue-2" for order in made)


def test_words_on_a_record_reach_its_smallest_parts(position: Position) -> None:
    words = set(words_on(position))
    assert {"red-0", "blue", 13} <= words


# -- figures -------------------------------------------------------------------------------------------


def test_reports_add_up() -> None:
    total = Report(games=1, decisions=5, memory={0: 3}, secrets={"mines": Slot(1, 0)})
    total.add(
        Report(games=1, decisions=7, memory={0: 1, 4: 2}, secrets={"mines": Slot(2, 1), "tokens": Slot(1, 1)})
    )
    assert total == Report(
        games=2,
        decisions=12,
        memory={0: 4, 4: 2},
        secrets={"mines": Slot(3, 1), "tokens": Slot(1, 1)},
    )


def test_the_memory_percentile_is_what_so_many_decisions_did_not_exceed() -> None:
    assert Report(memory={0: 99, 41: 1}).memory_percentile() == 0
    assert Report(memory={0: 98, 41: 2}).memory_percentile() == 41
    assert [guard for guard, _ in Report(games=2, memory={0: 98, 41: 2}).faults()] == ["short-memory"]
    assert list(Report(games=1, memory={0: 98, 41: 2}).faults()) == []
    assert [guard for guard, _ in Report(games=1, memory={0: 98, 81: 2}).faults()] == ["short-memory"]


def test_a_run_in_which_nothing_could_be_compared_is_at_fault() -> None:
    assert [guard for guard, _ in Report(games=2, diverged=8).faults()] == ["compared"]
    assert list(Report(games=2, diverged=8, compared=1).faults()) == []


def test_a_secret_that_was_never_changed_is_at_fault_only_after_many_occasions() -> None:
    forgotten = Report(games=2, secrets={"mines": Slot(30, 0)})
    assert [guard for guard, _ in forgotten.faults()] == ["scramble-forgets"]
    assert list(Report(games=2, secrets={"mines": Slot(29, 0)}).faults()) == []
    assert list(Report(games=2, secrets={"mines": Slot(300, 1)}).faults()) == []
