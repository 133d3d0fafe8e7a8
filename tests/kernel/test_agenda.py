"""The agenda, scripts that wait, and resume points."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import (
    Event,
    Game,
    Item,
    Log,
    RuleError,
    Script,
    Scripted,
    TypedIn,
    ask,
    react_all,
    resume_point,
    roll,
)
from planspiel.kernel.decision import RESUME
from planspiel.kernel.event import Ended, Finished, Scheduled
from planspiel.kernel.log import Happened
from probe import ANNA, BEN, OVER, Counted, Notes, Say, SayWhat, note, probe

YES, NO = Say("yes"), Say("no")


def happened(game: Game[Notes]) -> list[Event[Any]]:
    assert game.log is not None
    return [what.event for what in game.log.entries or () if isinstance(what, Happened)]


def notes_and_asks(game: Game[Notes], name: str) -> Script[None]:
    note(game, name)
    yield from ask(ANNA, SayWhat())


def ending(game: Game[Notes]) -> Script[None]:
    game.ends(OVER)
    return
    yield


def asks_until_no(game: Game[Notes]) -> Script[None]:
    """Agenda item with a resume point at the top of its loop."""
    while True:
        yield from resume_point()
        first = yield from ask(ANNA, SayWhat())
        if first == NO:
            game.ends(OVER)
            return
        second = yield from ask(BEN, SayWhat())
        note(game, f"{first.word}/{second.word}")


# -- the stack -----------------------------------------------------------------------------------------


def test_items_run_in_the_order_given_and_before_what_lay_below() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        game.then(Item("step", ("a",)), Item("step", ("b",)), Item("ending"))
        return
        yield

    def step(game: Game[Notes], name: str) -> Script[None]:
        note(game, name)
        if name == "a":
            game.then(Item("step", ("a1",)), Item("step", ("a2",)))
        return
        yield

    assert probe(main, step, ending).state.notes == ("a", "a1", "a2", "b")


def test_scheduled_items_wait_until_the_present_item_is_finished() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        game.then(Item("notes_and_asks", ("later",)))
        note(game, "still here")
        yield from ask(ANNA, SayWhat())

    game = probe(main, notes_and_asks)
    assert list(game.state.notes) == ["still here"]
    assert [item.script for item in game.state.agenda] == ["notes_and_asks", "main"]
    game.answer(ANNA, YES)
    assert game.state.notes == ("still here", "later")


def test_the_agenda_changes_only_by_events() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        game.then(Item("ending"))
        return
        yield

    game = probe(main, ending, log=Log())
    assert happened(game) == [Scheduled((Item("ending"),)), Finished(), Ended(OVER)]
    state = game.system.start(game.setup)
    for event in happened(game):
        event.apply(state)
    assert state == game.state


def test_the_end_empties_the_agenda_whatever_was_on_it() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        game.then(Item("notes_and_asks", ("never",)))
        game.ends(OVER)
        return
        yield

    game = probe(main, notes_and_asks)
    assert (game.over, game.state.agenda, game.state.notes, game.waiting()) == (True, (), (), ())


def test_a_script_is_not_asked_further_after_the_end() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        game.ends(OVER)
        yield from ask(ANNA, SayWhat())
        note(game, "after the end")

    game = probe(main)
    assert game.over
    assert game.pending(ANNA) is None
    assert game.state.notes == ()


def test_an_agenda_run_dry_without_an_outcome_is_a_fault_of_the_rules() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        return
        yield

    with pytest.raises(RuleError, match="ran dry"):
        probe(main)


def test_an_item_gets_its_arguments_from_the_state() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        game.then(Item("two", ("word", 7)))
        return
        yield

    def two(game: Game[Notes], word: str, number: int) -> Script[None]:
        note(game, f"{word}{number + 1}")
        yield from ask(ANNA, SayWhat())

    assert probe(main, two).state.notes == ("word8",)


# -- scripts wait and nest -----------------------------------------------------------------------------


def test_sub_procedures_ask_in_the_middle_of_a_script() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        for _ in range(2):
            word = yield from inner(game)
            note(game, word)
        game.ends(OVER)

    def inner(game: Game[Notes]) -> Script[str]:
        said = yield from ask(BEN, SayWhat())
        (pips,) = yield from roll("1d6", "inner", "PROBE-1")
        return f"{said.word}{pips}"

    game = probe(main, dice=Scripted((3, 4)))
    game.answer(BEN, YES)
    game.answer(BEN, NO)
    assert game.state.notes == ("yes3", "no4")


def test_a_fork_goes_on_from_the_middle_of_a_script() -> None:
    game = probe(asks_until_no)
    game.answer(ANNA, YES)
    twin = game.fork()
    twin.answer(BEN, NO)
    game.answer(BEN, YES)
    assert (game.state.notes, twin.state.notes) == (("yes/yes",), ("yes/no",))


def test_a_fork_of_a_finished_game_is_finished() -> None:
    game = probe(asks_until_no)
    game.answer(ANNA, NO)
    assert game.fork().state == game.state
    assert game.imagine(ANNA, _NoLuck()).over


class _NoLuck:
    def randrange(self, stop: int, /) -> int:
        return 0

    def choice(self, options: Any, /) -> Any:
        return options[0]

    def shuffle(self, things: list[Any], /) -> None:
        """Leave them."""


def test_a_fork_shares_no_table_with_its_game() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        while True:
            yield from resume_point()
            said = yield from ask(ANNA, SayWhat())
            game.happens(Counted(said.word))

    game = probe(main)
    game.answer(ANNA, YES)
    twin = game.fork()
    twin.answer(ANNA, YES)
    assert (game.state.counts, twin.state.counts) == ({"yes": 1}, {"yes": 2})


# -- resume points -------------------------------------------------------------------------------------


def test_a_resume_point_forgets_the_answers_before_it() -> None:
    game = probe(asks_until_no)
    game.answer(ANNA, YES)
    assert len(game._since) == 1
    game.answer(BEN, YES)
    assert game._since == []
    assert game._base.notes == ("yes/yes",)


def test_without_resume_points_an_item_keeps_all_its_answers() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        for _ in range(5):
            yield from ask(ANNA, SayWhat())

    game = probe(main)
    for _ in range(4):
        game.answer(ANNA, YES)
    assert len(game._since) == 4


def test_a_new_item_forgets_the_answers_of_the_last() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask(ANNA, SayWhat())
        game.then(Item("notes_and_asks", ("next",)))

    game = probe(main, notes_and_asks)
    game.answer(ANNA, YES)
    assert game._since == []


def test_a_resume_point_in_a_sub_procedure_is_refused() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from inner()

    def inner() -> Script[None]:
        yield from resume_point()
        yield from ask(ANNA, SayWhat())

    with pytest.raises(RuleError, match="deeper than the item's own frame in main"):
        probe(main)


def test_a_resume_point_that_is_not_the_kernels_own_is_refused() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield RESUME
        yield from ask(ANNA, SayWhat())

    with pytest.raises(RuleError, match="deeper than the item's own frame"):
        probe(main)


def test_an_item_may_not_write_before_its_first_resume_point() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        note(game, "too early")
        yield from resume_point()
        yield from ask(ANNA, SayWhat())

    with pytest.raises(RuleError, match="main writes or asks before its first resume point"):
        probe(main)


@pytest.mark.parametrize("what", ["question", "window", "dice"])
def test_an_item_may_not_ask_before_its_first_resume_point(what: str) -> None:
    def main(game: Game[Notes]) -> Script[None]:
        if what == "question":
            yield from ask(ANNA, SayWhat())
        elif what == "window":
            yield from react_all({})
        else:
            yield from roll("1d6", "early", "PROBE-1")
        yield from resume_point()
        yield from ask(ANNA, SayWhat())

    with pytest.raises(RuleError, match="before its first resume point"):
        probe(main, dice=Scripted((1,))).answer(ANNA, YES)


def test_progress_kept_in_a_local_is_noticed_when_the_game_is_forked() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        passes = 0
        while True:
            yield from resume_point()
            passes += 1
            if passes == 2:
                yield from roll("1d6", "second pass", "PROBE-1")
            yield from ask(ANNA, SayWhat())
            if passes == 2:
                yield from ask(BEN, SayWhat())

    game = probe(main, dice=Scripted((1,)))
    game.answer(ANNA, YES)
    game.answer(ANNA, YES)
    with pytest.raises(RuleError, match="progress kept in a local"):
        game.fork()


def test_a_fork_at_dice_that_are_waited_for_waits_for_them_too() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        (first,) = yield from roll("1d6", "one", "PROBE-1")
        (second,) = yield from roll("1d6", "two", "PROBE-1")
        note(game, f"{first}{second}")
        yield from ask(ANNA, SayWhat())

    game = probe(main, dice=TypedIn())
    game.throw((2,))
    twin = game.fork()
    twin.throw((5,))
    game.throw((6,))
    assert (game.state.notes, twin.state.notes) == (("26",), ("25",))


# -- faults --------------------------------------------------------------------------------------------


def test_a_fault_in_a_script_leaves_game_dice_and_log_untouched() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask(ANNA, SayWhat())
        while True:
            said = yield from ask(ANNA, SayWhat())
            note(game, "half done")
            yield from roll("1d6", "wasted", "PROBE-1")
            if said == NO:
                raise ZeroDivisionError

    game = probe(main, dice=Scripted((1, 2, 3)), log=Log())
    game.answer(ANNA, YES)
    assert game.can_take_back(ANNA)
    assert game.log is not None
    before = game.save(), list(game.log.lines())
    with pytest.raises(ZeroDivisionError):
        game.answer(ANNA, NO)
    assert (game.save(), list(game.log.lines())) == before
    assert game.can_take_back(ANNA)
    game.answer(ANNA, YES)
    assert game.state.notes == ("half done",)


def test_a_fault_after_typed_in_dice_leaves_the_game_waiting_for_them() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        (pips,) = yield from roll("1d6", "risky", "PROBE-1")
        note(game, str(6 // (pips - 1)))
        yield from ask(ANNA, SayWhat())

    game = probe(main, dice=TypedIn(), log=Log())
    before = game.save()
    with pytest.raises(ZeroDivisionError):
        game.throw((1,))
    assert game.save() == before
    game.throw((3,))
    assert game.state.notes == ("3",)


def test_a_log_that_cannot_be_written_leaves_the_game_untouched() -> None:
    full = False
    written: list[bytes] = []

    def sink(lines: Any, entries: Any) -> None:
        if full:
            raise OSError("no space left on device")
        written.extend(lines)

    game = probe(asks_until_no, log=Log(sink))
    before = game.save()
    full = True
    with pytest.raises(OSError, match="no space"):
        game.answer(ANNA, YES)
    assert game.save() == before
    full = False
    game.answer(ANNA, YES)
    assert game.log is not None
    assert written == list(game.log.lines())
