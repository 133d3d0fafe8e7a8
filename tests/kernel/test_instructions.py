"""Instructions: standing orders, resignation, draws; given while the game is suspended."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import (
    Game,
    Illegal,
    Instruction,
    Log,
    OfferDraw,
    Outcome,
    Resign,
    Script,
    Seat,
    Stream,
    TypedIn,
    WithdrawDraw,
    ask,
    commit,
    react_all,
    replayed,
    roll,
    verify,
)
from planspiel.kernel.log import Entry, Instructed
from probe import (
    ANNA,
    BEN,
    BLUE,
    CLEO,
    GREEN,
    RED,
    THREE,
    KeepHabit,
    Notes,
    Say,
    SayByHabit,
    SayWhat,
    note,
    probe,
)

YES = Say("yes")


def asks_then_window(game: Game[Notes]) -> Script[None]:
    yield from ask(ANNA, SayWhat())
    claims = yield from react_all({BEN: SayByHabit()}, live=False)
    note(game, f"{len(claims)} claims")
    yield from ask(ANNA, SayWhat())


def committing(game: Game[Notes]) -> Script[None]:
    yield from commit({seat: SayWhat() for seat in game.seats})


def entries(game: Game[Notes]) -> list[Entry]:
    assert game.log is not None
    assert game.log.entries is not None
    return game.log.entries


def told(game: Game[Notes], seat: Seat | None) -> list[bytes]:
    stream = Stream(seat)
    return [line for n, what in enumerate(entries(game)) if (line := stream.tell(n, what)) is not None]


def test_any_seat_may_instruct_whoever_is_asked() -> None:
    game = probe(asks_then_window, log=Log())
    game.instruct(BEN, KeepHabit("yes"))
    assert game.waiting() == (ANNA,)
    game.answer(ANNA, YES)
    assert game.state.notes == ("1 claims",)


def test_only_the_owner_learns_of_a_standing_order() -> None:
    quiet, instructed = (probe(asks_then_window, log=Log()) for _ in range(2))
    instructed.instruct(BEN, KeepHabit("yes"))
    assert told(instructed, ANNA) == told(quiet, ANNA)
    assert told(instructed, None) == told(quiet, None)
    assert len(told(instructed, BEN)) == len(told(quiet, BEN)) + 2
    assert instructed.view(ANNA) == quiet.view(ANNA)


def test_instructions_stand_in_the_log_where_they_were_given() -> None:
    game = probe(asks_then_window, log=Log())
    game.instruct(BEN, KeepHabit("yes"))
    game.answer(ANNA, YES)
    game.instruct(BEN, KeepHabit("decline"))
    kinds = [type(what).__name__ for what in entries(game)]
    assert kinds[:4] == ["Opened", "Instructed", "Happened", "Answered"]
    assert entries(game)[-2] == Instructed(BEN, KeepHabit("decline"))


def test_instructions_are_replayed_at_the_same_place() -> None:
    early, late = (probe(asks_then_window, log=Log()) for _ in range(2))
    early.instruct(BEN, KeepHabit("yes"))
    early.answer(ANNA, YES)
    late.answer(ANNA, YES)
    late.instruct(BEN, KeepHabit("yes"))
    assert early.state.notes != late.state.notes
    for game in (early, late):
        again = replayed(game.system, entries(game))
        assert again.digest() == game.digest()
        assert verify(game.system, entries(game)).digest == game.digest()
        assert game.fork().digest() == Game.load(game.system, game.save()).digest() == game.digest()


def test_an_instruction_may_be_given_while_dice_are_waited_for() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        (pips,) = yield from roll("1d6", "wait", "PROBE-1")
        note(game, str(pips))
        yield from ask(ANNA, SayWhat())

    game = probe(main, dice=TypedIn(), log=Log())
    game.instruct(BEN, KeepHabit("yes"))
    twin = game.fork()
    for each in (game, twin):
        each.throw((4,))
    assert twin.state == game.state
    assert game.fork().state.habits == {BEN: "yes"}
    verify(game.system, entries(game))


def test_instructions_between_sealed_answers_keep_the_answers_sealed() -> None:
    game = probe(committing, log=Log())
    game.answer(ANNA, YES)
    game.instruct(ANNA, KeepHabit("yes"))
    assert game.sealed() == (ANNA,)
    assert game.fork().sealed() == (ANNA,)


REFUSED: dict[str, tuple[Seat, Instruction[Any], str]] = {
    "a stranger": (CLEO, KeepHabit("yes"), "cleo is not a seat of this game."),
    "what the rules forbid": (ANNA, KeepHabit("rude"), "rude is no habit. [PROBE-3]"),
    "a draw never offered": (ANNA, WithdrawDraw(), "There is no draw offer of yours to withdraw."),
}


@pytest.mark.parametrize(("seat", "instruction", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_refused_instruction_leaves_the_game_untouched(
    seat: Seat, instruction: Instruction[Any], reason: str
) -> None:
    game = probe(asks_then_window, log=Log())
    before = game.save(), list(entries(game))
    with pytest.raises(Illegal) as refused:
        game.instruct(seat, instruction)
    assert str(refused.value) == reason
    assert (game.save(), entries(game)) == before


def test_instructions_of_another_system_are_refused() -> None:
    class Foreign(Instruction[Any], frozen=True):
        pass

    with pytest.raises(Illegal, match="does not belong to this game"):
        probe(asks_then_window).instruct(ANNA, Foreign())


def test_a_fault_in_an_instruction_leaves_the_game_untouched() -> None:
    game = probe(asks_then_window, log=Log())
    before = game.save(), list(entries(game))
    with pytest.raises(ZeroDivisionError):
        game.instruct(ANNA, KeepHabit("faulty"))
    assert (game.save(), entries(game)) == before
    assert game.state.habits == {}


# -- resignation and draws -----------------------------------------------------------------------------


def test_who_resigns_leaves_victory_to_the_other_sides() -> None:
    game = probe(asks_then_window, seats=THREE, log=Log())
    game.instruct(BEN, Resign())
    assert game.state.outcome == Outcome((RED, GREEN), "{seat} resigned", values={"seat": BEN})
    assert game.waiting() == ()
    assert verify(game.system, entries(game)).finished


def test_allies_on_the_same_side_lose_with_who_resigns() -> None:
    allies = {ANNA: (RED, GREEN), BEN: (BLUE,), CLEO: (BLUE,)}
    game = probe(asks_then_window, seats=allies)
    game.instruct(CLEO, Resign())
    assert game.state.outcome is not None
    assert game.state.outcome.winners == (RED, GREEN)


def test_a_draw_needs_the_offer_of_every_seat() -> None:
    game = probe(asks_then_window, seats=THREE, log=Log())
    game.instruct(ANNA, OfferDraw())
    game.instruct(CLEO, OfferDraw())
    assert not game.over
    game.instruct(BEN, OfferDraw())
    assert game.state.outcome == Outcome((), "draw by agreement")
    assert verify(game.system, entries(game)).finished


def test_an_offer_of_a_draw_may_be_withdrawn_and_made_again() -> None:
    game = probe(asks_then_window)
    game.instruct(ANNA, OfferDraw())
    with pytest.raises(Illegal, match="already offered a draw"):
        game.instruct(ANNA, OfferDraw())
    game.instruct(ANNA, WithdrawDraw())
    game.instruct(BEN, OfferDraw())
    assert not game.over
    game.instruct(ANNA, OfferDraw())
    assert game.over


def test_all_seats_hear_of_an_offer() -> None:
    game = probe(asks_then_window, log=Log())
    before = len(told(game, BEN)), len(told(game, None))
    game.instruct(ANNA, OfferDraw())
    assert (len(told(game, BEN)), len(told(game, None))) == (before[0] + 1, before[1] + 1)
    assert game.fork().state.draw_offers == (ANNA,)


def test_a_game_that_ends_while_answers_are_sealed_forgets_them() -> None:
    game = probe(committing)
    game.answer(ANNA, YES)
    game.instruct(BEN, Resign())
    assert game.sealed() == ()
    assert Game.load(game.system, game.save()).state == game.state
