"""Verifying logs: the rules run again, every roll is derived, the first entry that does not fit is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mini import Mini
from mini.events import Moved, StanceTaken
from mini.questions import Done, Move, Plan
from planspiel.kernel import Damaged, Keyed, Misfit, Seat, Setup, TakeBack, Verdict, replayed, verify
from planspiel.kernel.log import (
    Answered,
    Closed,
    Entry,
    Happened,
    Instructed,
    Log,
    Opened,
    Rolled,
    Undone,
    resolved,
)
from playing import SYSTEM, entries, finished, playing


def through_a_file(kept: list[Entry]) -> list[Entry]:
    """As a forger would hand it in: with the chain computed anew, so that only the rules can tell."""
    log = Log()
    log.extend(kept)
    return list(SYSTEM.codec.decode_log(log.lines()))


def first(kept: list[Entry], fits: Callable[[Entry], bool]) -> int:
    return next(n for n, what in enumerate(kept) if fits(what))


# -- good logs -----------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from(["duel", "coalition"]))
@settings(max_examples=25)
def test_the_log_of_a_whole_game_is_verified(seed: int, scenario: str) -> None:
    game = finished(seed, scenario)
    kept = entries(game)
    rolls = sum(isinstance(what, Rolled) for what in kept)
    assert verify(SYSTEM, through_a_file(kept)) == Verdict(len(kept), rolls, True, True, game.digest())


@example(17)  # somebody instructs while the game waits for dice, and something is taken back afterwards
@given(st.integers(0, 10**6))
@settings(max_examples=10)
def test_dice_typed_in_are_taken_as_logged_and_the_verdict_says_so(seed: int) -> None:
    game = finished(seed, typed_in=True)
    verdict = verify(SYSTEM, through_a_file(entries(game)))
    assert (verdict.finished, verdict.dice_verified, verdict.digest) == (True, False, game.digest())


@given(st.integers(0, 10**6), st.integers(1, 10**6))
@settings(max_examples=20)
def test_a_log_cut_anywhere_is_that_of_an_unfinished_game(seed: int, at: int) -> None:
    kept = entries(finished(seed))
    cut = kept[: 1 + at % (len(kept) - 1)]
    verdict = verify(SYSTEM, through_a_file(cut))
    assert verdict.entries == len(cut)
    assert not verdict.dice_verified


def test_the_random_games_take_orders_back_at_once_and_by_consent() -> None:
    """The tests above must have something to prove."""
    undone = [what for seed in range(30) for what in entries(finished(seed)) if isinstance(what, Undone)]
    assert {bool(what.consent) for what in undone} == {True, False}


@given(st.integers(0, 10**6))
@settings(max_examples=10)
def test_a_replay_comes_to_the_same_position_at_every_question(seed: int) -> None:
    for n, game in enumerate(playing(seed)):
        if n % 7 == 0:
            again = replayed(SYSTEM, [what for _, what in resolved(entries(game))])
            assert (again.digest(), again.waiting()) == (game.digest(), game.waiting())


def test_a_log_of_another_release_is_verified_all_the_same() -> None:
    kept = entries(finished(1))
    kept[0] = replace(kept[0], release="0.0.0-older")
    assert verify(SYSTEM, kept).finished


# -- forged logs ---------------------------------------------------------------------------------------


def misfit(kept: list[Entry]) -> Misfit:
    with pytest.raises(Misfit) as found:
        verify(SYSTEM, through_a_file(kept))
    assert str(found.value).startswith(f"entry {found.value.n}: ")
    assert "\n" not in str(found.value)
    return found.value


def game_with_a_roll() -> list[Entry]:
    for seed in range(100):
        kept = entries(finished(seed))
        kinds = {type(what) for what in kept}
        if Rolled in kinds and Undone not in kinds:
            return kept
    raise AssertionError("no such game among a hundred")


def test_changed_pips_are_found_by_deriving_the_roll() -> None:
    kept = game_with_a_roll()
    n = first(kept, lambda what: isinstance(what, Rolled))
    rolled = kept[n]
    assert isinstance(rolled, Rolled)
    kept[n] = replace(rolled, pips=tuple(pip % 6 + 1 for pip in rolled.pips))
    assert misfit(kept).n == n


def test_a_changed_event_is_found() -> None:
    kept = game_with_a_roll()
    n = first(kept, lambda what: isinstance(what, Happened) and isinstance(what.event, StanceTaken))
    found = kept[n]
    assert isinstance(found, Happened)
    other = "hold" if found.event.stance == "attack" else "attack"
    kept[n] = replace(found, event=replace(found.event, stance=other))
    assert misfit(kept).n == n


def test_a_changed_audience_is_found() -> None:
    kept = game_with_a_roll()
    n = first(kept, lambda what: isinstance(what, Happened) and isinstance(what.event, Moved))
    kept[n] = replace(kept[n], seen_by=(Seat("nobody"),))
    assert misfit(kept).n == n


def test_an_order_changed_to_another_legal_one_is_found_at_what_follows() -> None:
    kept = game_with_a_roll()
    n = first(kept, lambda what: isinstance(what, Answered) and isinstance(what.order, Move))
    kept[n] = replace(kept[n], order=Done())
    assert misfit(kept).n == n + 1


def test_an_order_changed_to_an_illegal_one_is_found_at_once() -> None:
    kept = game_with_a_roll()
    n = first(kept, lambda what: isinstance(what, Answered) and isinstance(what.order, Plan))
    kept[n] = replace(kept[n], order=Plan("hold", 10**30))
    found = misfit(kept)
    assert (found.n, "is not on the board" in found.reason) == (n, True)


def test_an_order_of_another_seat_is_found() -> None:
    kept = game_with_a_roll()
    n = first(kept, lambda what: isinstance(what, Answered) and isinstance(what.order, Move))
    kept[n] = replace(kept[n], seat=Seat("bea"))
    assert misfit(kept).n == n


def test_what_a_log_says_cannot_forge_the_line_that_refuses_it() -> None:
    kept = game_with_a_roll()
    n = first(kept, lambda what: isinstance(what, Answered))
    kept[n] = replace(kept[n], seat=Seat("x\n\x1b[31m" + "y" * 5000))
    found = str(misfit(kept))
    assert found.isprintable()
    assert len(found) < 1100


def test_an_entry_left_out_is_found_where_it_is_missing() -> None:
    whole = game_with_a_roll()
    for n in range(1, len(whole) - 1, 5):
        kept = [*whole[:n], *whole[n + 1 :]]
        assert misfit(kept).n >= n - 1
    n = first(whole, lambda what: isinstance(what, Rolled))
    assert misfit([*whole[:n], *whole[n + 1 :]]).n == n


def test_an_entry_added_is_found() -> None:
    whole = game_with_a_roll()
    rolled = whole[first(whole, lambda what: isinstance(what, Rolled))]
    n = first(whole, lambda what: isinstance(what, Answered))
    assert misfit([*whole[:n], rolled, *whole[n:]]).n == n
    assert misfit([*whole, rolled]).n == len(whole)
    assert misfit([*whole, whole[0]]).n == len(whole)
    assert misfit([*whole, whole[-1]]).n == len(whole)


def test_two_entries_that_changed_places_are_found() -> None:
    whole = game_with_a_roll()
    n = first(whole, lambda what: isinstance(what, Rolled))
    assert misfit([*whole[:n], whole[n + 1], whole[n], *whole[n + 2 :]]).n == n


def test_another_secret_than_the_one_committed_to_is_found() -> None:
    kept = game_with_a_roll()
    for secret in (b"another", b""):
        kept[-1] = replace(kept[-1], secret=secret)
        found = misfit(kept)
        assert (found.n, found.reason) == (
            len(kept) - 1,
            "the revealed secret is not the one that was committed to",
        )


def test_secret_and_commitment_forged_together_are_found_by_the_first_roll() -> None:
    kept = game_with_a_roll()
    kept[0] = replace(kept[0], commitment=Keyed(b"another").commitment)
    kept[-1] = replace(kept[-1], secret=b"another")
    assert misfit(kept).n == first(kept, lambda what: isinstance(what, Rolled))


def test_another_outcome_is_found() -> None:
    kept = game_with_a_roll()
    closed = kept[-1]
    assert isinstance(closed, Closed)
    kept[-1] = replace(closed, outcome=replace(closed.outcome, reason="because"))
    assert misfit(kept).n == len(kept) - 1


def test_a_roll_nobody_could_have_thrown_is_found_in_a_log_without_secret() -> None:
    games = (entries(finished(seed, typed_in=True)) for seed in range(99))
    kept = next(kept for kept in games if any(isinstance(what, Rolled) for what in kept))
    n = first(kept, lambda what: isinstance(what, Rolled))
    kept[n] = replace(kept[n], pips=(7, 7))
    assert misfit(kept).n == n


def test_taking_back_what_could_not_be_taken_back_is_found() -> None:
    whole = game_with_a_roll()
    n = first(whole, lambda what: isinstance(what, Rolled)) + 1
    while not isinstance(whole[n], Answered):
        n += 1
    assert misfit([*whole[:n], Undone(1, Seat("anna"))]).n == n
    assert misfit([*whole[:n], Undone(1, Seat("anna"), (Seat("ben"),))]).n == n
    assert misfit([*whole[:n], Instructed(Seat("bea"), TakeBack())]).n == n


OPENINGS: dict[str, Callable[[Opened], Opened]] = {
    "unknown scenario": lambda opened: replace(opened, setup=Setup("moon")),
    "unknown option": lambda opened: replace(opened, setup=Setup("duel", {"fog": True})),
    "other seats": lambda opened: replace(opened, seats=(Seat("zoe"),)),
    "other pack": lambda opened: replace(opened, pack_digest="mini-0"),
    "seats without sides": lambda opened: replace(opened, setup=Setup("duel", {}, {Seat("zoe"): ()})),
}


@pytest.mark.parametrize("change", OPENINGS.values(), ids=OPENINGS)
def test_an_opening_that_does_not_fit_is_entry_0(change: Callable[[Opened], Opened]) -> None:
    kept = game_with_a_roll()
    assert isinstance(kept[0], Opened)
    kept[0] = change(kept[0])
    assert misfit(kept).n == 0


def test_a_log_of_another_system_does_not_fit() -> None:
    class Other(Mini):
        id = "other"

    with pytest.raises(Misfit, match="entry 0: a game of 'mini', not of 'other'"):
        verify(Other(), game_with_a_roll())


def test_a_log_that_does_not_begin_with_an_opening_is_damaged() -> None:
    for kept in ([], game_with_a_roll()[1:]):
        with pytest.raises(Damaged, match="the first entry does not open a game"):
            verify(SYSTEM, kept)
