"""Taking back: at once up to the last barrier, otherwise by consent and with the same dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from planspiel.kernel import (
    AllowTakeBack,
    Dice,
    Game,
    Illegal,
    Keyed,
    Log,
    Script,
    Scripted,
    Seat,
    Setup,
    Stream,
    TakeBack,
    TypedIn,
    ask,
    ask_secretly,
    commit,
    react_all,
    resume_point,
    roll,
    verify,
)
from planspiel.kernel.log import Entry, Rolled, Undone
from probe import (
    ANNA,
    BEN,
    CLEO,
    THREE,
    Exposed,
    KeepHabit,
    Notes,
    Probe,
    Say,
    SayByHabit,
    SayWhat,
    Shout,
    TurnCame,
    note,
    probe,
)

YES, NO = Say("yes"), Say("no")


def entries(game: Game[Notes]) -> list[Entry]:
    assert game.log is not None
    assert game.log.entries is not None
    return game.log.entries


def anna_only(game: Game[Notes]) -> Script[None]:
    while True:
        yield from resume_point()
        said = yield from ask(ANNA, SayWhat())
        note(game, said.word)


def after(barrier: Callable[[Game[Notes]], Script[Any]]) -> Callable[..., Script[None]]:
    """Anna says something, then comes what may be a barrier, then she is asked again."""

    def main(game: Game[Notes]) -> Script[None]:
        said = yield from ask(ANNA, SayWhat())
        note(game, said.word)
        yield from barrier(game)
        yield from ask(ANNA, SayWhat())

    return main


# -- at once -------------------------------------------------------------------------------------------


def test_an_order_is_taken_back_at_once_if_nothing_came_of_it_yet() -> None:
    game = probe(anna_only, log=Log())
    before = game.digest()
    game.answer(ANNA, YES)
    assert game.can_take_back(ANNA)
    game.instruct(ANNA, TakeBack())
    assert game.digest() == before
    assert game.pending(ANNA) == SayWhat()


def test_several_orders_are_taken_back_one_by_one() -> None:
    game = probe(anna_only, log=Log())
    for word in (YES, NO, YES):
        game.answer(ANNA, word)
    game.instruct(ANNA, TakeBack())
    assert list(game.state.notes) == ["yes", "no"]
    game.instruct(ANNA, TakeBack())
    game.instruct(ANNA, TakeBack())
    assert game.state.notes == ()
    assert not game.can_take_back(ANNA)
    verify(game.system, entries(game))


def test_nobody_takes_back_the_order_of_another() -> None:
    game = probe(anna_only, log=Log())
    game.answer(ANNA, YES)
    assert not game.can_take_back(BEN)
    with pytest.raises(Illegal, match="nothing of yours to take back"):
        game.instruct(BEN, TakeBack())


def _die(game: Game[Notes]) -> Script[None]:
    yield from roll("1d6", "barrier", "PROBE-1")


def _reveal(game: Game[Notes]) -> Script[None]:
    game.happens(Exposed())
    return
    yield


def _other_seat(game: Game[Notes]) -> Script[None]:
    yield from ask(BEN, SayWhat())


def _commitment(game: Game[Notes]) -> Script[None]:
    yield from commit({ANNA: SayWhat(), BEN: SayWhat()})


def _live_window(game: Game[Notes]) -> Script[None]:
    yield from react_all({BEN: SayByHabit()})


@pytest.mark.parametrize("barrier", [_die, _reveal, _other_seat, _commitment, _live_window])
def test_nothing_is_taken_back_at_once_from_behind_a_barrier(barrier: Any) -> None:
    game = probe(after(barrier), dice=Scripted((3,)), log=Log())
    game.answer(ANNA, YES)
    assert not game.can_take_back(ANNA)


def test_dice_waited_for_are_a_barrier_too() -> None:
    game = probe(after(_die), dice=TypedIn(), log=Log())
    game.answer(ANNA, YES)
    assert not game.can_take_back(ANNA)


def test_an_order_the_system_calls_a_barrier_is_not_taken_back_at_once() -> None:
    system = Probe(anna_only)
    system.barrier = Say
    game = Game.start(system, Setup("only"), log=Log())
    game.answer(ANNA, YES)
    assert not game.can_take_back(ANNA)


def test_a_window_that_is_not_live_does_not_betray_itself_as_a_barrier() -> None:
    def hidden(game: Game[Notes]) -> Script[None]:
        yield from react_all({BEN: SayByHabit()}, live=False)

    game = probe(after(hidden), log=Log())
    game.answer(ANNA, YES)
    assert game.can_take_back(ANNA)


def test_a_secret_decision_of_ones_own_may_be_taken_back() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask_secretly(ANNA, SayWhat())
        yield from ask(ANNA, SayWhat())

    game = probe(main, log=Log())
    game.answer(ANNA, YES)
    game.instruct(ANNA, TakeBack())
    assert game.fork()._since == []


def test_an_order_chosen_unchecked_is_not_taken_back_at_once() -> None:
    game = probe(anna_only, log=Log())
    game.answer(ANNA, YES)
    game.choose(NO)
    assert not game.can_take_back(ANNA)


def test_taking_back_at_once_needs_no_kept_log() -> None:
    game = probe(anna_only)
    game.answer(ANNA, YES)
    game.instruct(ANNA, TakeBack())
    assert game.state.notes == ()


# -- by consent ----------------------------------------------------------------------------------------


def duel(game: Game[Notes]) -> Script[None]:
    """Each turn Anna and Ben say a word and a die is thrown for it."""
    while True:
        yield from resume_point()
        game.happens(TurnCame())
        for seat in (ANNA, BEN):
            said = yield from ask(seat, SayWhat())
            (pips,) = yield from roll("1d6", "{word}", "PROBE-1", roller=seat, word=said.word)
            note(game, f"{seat} {said.word} {pips}")


def play(game: Game[Notes], *orders: tuple[Seat, Say], pips: tuple[int, ...] = ()) -> None:
    falls = iter(pips)
    for seat, order in orders:
        game.answer(seat, order)
        if isinstance(game.dice, TypedIn) and game.waiting() == ():
            game.throw((next(falls),))


def test_with_the_consent_of_all_others_an_order_is_taken_back_from_behind_a_barrier() -> None:
    game = probe(duel, seats=THREE, dice=Keyed(b"secret"), log=Log())
    before = game.digest()
    play(game, (ANNA, YES))
    game.instruct(ANNA, TakeBack())
    assert list(game.take_back_asked) == [ANNA]
    game.instruct(BEN, AllowTakeBack())
    assert list(game.take_back_asked) == [ANNA, BEN]
    assert game.digest() != before
    game.instruct(CLEO, AllowTakeBack())
    assert game.digest() == before
    assert game.waiting() == (ANNA,)
    assert game.take_back_asked == ()


@pytest.mark.parametrize(
    "dice", [Keyed(b"secret"), TypedIn(), Scripted((2, 5, 6, 1))], ids=lambda d: type(d).__name__
)
def test_the_same_order_meets_the_same_dice_again(dice: Dice) -> None:
    game = probe(duel, dice=dice, log=Log())
    play(game, (ANNA, YES), (BEN, YES), pips=(2, 5))
    before = game.state.notes
    game.instruct(ANNA, TakeBack())
    game.instruct(BEN, AllowTakeBack())
    assert game.state.notes == ()
    game.answer(ANNA, YES)
    game.answer(BEN, YES)
    assert game.state.notes == before
    play(game, (ANNA, YES), pips=(6,))
    assert len(game.state.notes) == 3
    verify(game.system, entries(game))


def test_another_order_meets_other_dice() -> None:
    game = probe(duel, dice=TypedIn(), log=Log())
    play(game, (ANNA, YES), pips=(2,))
    game.instruct(ANNA, TakeBack())
    game.instruct(BEN, AllowTakeBack())
    play(game, (ANNA, NO), (BEN, YES), pips=(4, 5))
    assert game.state.notes == ("anna no 4", "ben yes 5")
    verify(game.system, entries(game))


def test_kept_dice_survive_fork_and_save() -> None:
    game = probe(duel, dice=TypedIn(), log=Log())
    play(game, (ANNA, YES), pips=(2,))
    game.instruct(ANNA, TakeBack())
    game.instruct(BEN, AllowTakeBack())
    for twin in (game.fork(), Game.load(game.system, game.save())):
        twin.answer(ANNA, YES)
        assert twin.state.notes == ("anna yes 2",)


def test_an_earlier_order_is_taken_back_with_all_that_followed() -> None:
    game = probe(duel, dice=Keyed(b"secret"), log=Log())
    play(game, (ANNA, YES), (BEN, NO), (ANNA, NO), (BEN, YES))
    game.instruct(ANNA, TakeBack())
    game.instruct(BEN, AllowTakeBack())
    assert len(game.state.notes) == 2
    assert game.waiting() == (ANNA,)
    play(game, (ANNA, YES))
    assert len(game.state.notes) == 3
    verify(game.system, entries(game))


def test_orders_may_be_taken_back_by_consent_more_than_once() -> None:
    game = probe(duel, dice=TypedIn(), log=Log())
    play(game, (ANNA, YES), (BEN, YES), pips=(2, 5))
    for _ in range(2):
        game.instruct(BEN, TakeBack())
        game.instruct(ANNA, AllowTakeBack())
        play(game, (BEN, YES))
    game.instruct(ANNA, TakeBack())
    game.instruct(BEN, AllowTakeBack())
    play(game, (ANNA, YES), (BEN, YES))
    assert game.state.notes == ("anna yes 2", "ben yes 5")
    verify(game.system, entries(game))


def test_a_loaded_game_goes_on_with_its_log_and_its_request() -> None:
    game = probe(duel, dice=Keyed(b"secret"), log=Log())
    play(game, (ANNA, YES))
    game.instruct(ANNA, TakeBack())
    log = Log()
    log.extend(entries(game))
    loaded = Game.load(game.system, game.save(), log=log)
    loaded.instruct(BEN, AllowTakeBack())
    assert loaded.state.notes == ()
    verify(loaded.system, entries(loaded))


def test_a_log_streamed_out_can_be_reread_for_taking_back() -> None:
    written: list[Entry] = []
    log = Log(lambda lines, batch: written.extend(batch), keep=False, reread=lambda: written)
    game = probe(duel, dice=Keyed(b"secret"), log=log)
    play(game, (ANNA, YES))
    game.instruct(ANNA, TakeBack())
    game.instruct(BEN, AllowTakeBack())
    assert game.state.notes == ()
    verify(game.system, written)


def test_alone_at_the_table_nobody_needs_to_consent() -> None:
    game = probe(after(_die), seats={ANNA: THREE[ANNA]}, dice=Scripted((3,)), log=Log())
    game.answer(ANNA, YES)
    game.instruct(ANNA, TakeBack())
    assert game.state.notes == ()
    verify(game.system, entries(game))


def test_a_request_lapses_when_the_game_goes_on() -> None:
    game = probe(duel, dice=Keyed(b"secret"), log=Log())
    play(game, (ANNA, YES))
    game.instruct(ANNA, TakeBack())
    play(game, (BEN, YES))
    assert game.take_back_asked == ()
    with pytest.raises(Illegal, match="Nobody has asked"):
        game.instruct(BEN, AllowTakeBack())
    verify(game.system, entries(game))


def test_what_cannot_be_taken_back_is_refused_with_a_sentence() -> None:
    game = probe(duel, seats=THREE, dice=Keyed(b"secret"), log=Log())
    before = game.save(), list(entries(game))
    for seat, instruction, reason in (
        (ANNA, TakeBack(), "There is nothing of yours to take back."),
        (ANNA, AllowTakeBack(), "Nobody has asked to take anything back."),
    ):
        with pytest.raises(Illegal) as refused:
            game.instruct(seat, instruction)
        assert str(refused.value) == reason
    assert (game.save(), entries(game)) == before


def test_a_request_is_made_once_and_answered_by_others() -> None:
    game = probe(duel, seats=THREE, dice=Keyed(b"secret"), log=Log())
    play(game, (ANNA, YES), (BEN, YES))
    game.instruct(ANNA, TakeBack())
    before = game.save()
    for seat, instruction, reason in (
        (ANNA, TakeBack(), "You have already asked to take back your last order."),
        (BEN, TakeBack(), "anna has already asked to take back an order."),
        (ANNA, AllowTakeBack(), "Your own request needs the consent of the others."),
    ):
        with pytest.raises(Illegal) as refused:
            game.instruct(seat, instruction)
        assert str(refused.value) == reason
    assert game.save() == before


def test_consent_without_a_log_to_go_back_in_is_refused() -> None:
    game = probe(duel, dice=Keyed(b"secret"), log=Log())
    play(game, (ANNA, YES))
    game.instruct(ANNA, TakeBack())
    loaded = Game.load(game.system, game.save())
    before = loaded.save()
    with pytest.raises(Illegal, match="nothing of yours to take back"):
        loaded.instruct(BEN, AllowTakeBack())
    assert loaded.save() == before


# -- in the log ----------------------------------------------------------------------------------------


def test_the_log_says_from_which_entry_on_all_is_void() -> None:
    game = probe(anna_only, log=Log())
    n = len(entries(game))
    game.answer(ANNA, YES)
    game.instruct(ANNA, TakeBack())
    assert entries(game)[-1] == Undone(n, ANNA)


def test_the_log_names_those_who_consented_and_keeps_the_dice() -> None:
    game = probe(duel, seats=THREE, dice=Keyed(b"secret"), log=Log())
    play(game, (ANNA, YES))
    game.instruct(ANNA, TakeBack())
    game.instruct(CLEO, AllowTakeBack())
    game.instruct(BEN, AllowTakeBack())
    undone = entries(game)[-1]
    assert isinstance(undone, Undone)
    assert undone.consent == (CLEO, BEN)
    assert [what for what in entries(game)[undone.to :] if isinstance(what, Rolled)]


def test_in_a_seats_own_stream_the_void_part_begins_at_its_own_number() -> None:
    game = probe(duel, dice=Keyed(b"secret"), log=Log())
    game.instruct(ANNA, KeepHabit("yes"))  # two entries of which Ben learns nothing
    play(game, (ANNA, YES))
    game.instruct(ANNA, TakeBack())
    game.instruct(BEN, AllowTakeBack())
    for seat in (ANNA, BEN, None):
        stream = Stream(seat)
        lines = [line for n, what in enumerate(entries(game)) if (line := stream.tell(n, what))]
        decoded = list(game.system.codec.decode_log(lines))
        undone = decoded[-1]
        assert isinstance(undone, Undone)
        first_void = decoded[undone.to]
        assert type(first_void).__name__ == ("Answered" if seat == ANNA else "Rolled")


def test_a_seat_that_saw_nothing_of_an_order_hears_nothing_of_its_taking_back() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask_secretly(ANNA, SayWhat())
        yield from ask(ANNA, SayWhat())

    game = probe(main, log=Log())
    game.answer(ANNA, YES)
    game.instruct(ANNA, TakeBack())
    stream = Stream(BEN)
    lines = [line for n, what in enumerate(entries(game)) if (line := stream.tell(n, what))]
    assert len(lines) == 1


def test_an_order_the_system_does_not_call_a_barrier_is_taken_back_at_once() -> None:
    system = Probe(anna_only)
    system.barrier = Shout
    game = Game.start(system, Setup("only"), log=Log())
    game.answer(ANNA, YES)
    assert game.can_take_back(ANNA)
