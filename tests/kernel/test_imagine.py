"""Imagined games: complete, agreeing with what a seat saw, and never a copy of what others sealed."""

from __future__ import annotations

from random import Random
from typing import Any

from planspiel.kernel import (
    DECLINE,
    Game,
    Keyed,
    Script,
    ask,
    ask_secretly,
    commit,
    react_all,
    react_each,
    roll,
)
from playing import playing
from probe import ANNA, BEN, CLEO, THREE, KeepHabit, Notes, Say, SayWhat, note, probe

WORDS = SayWhat(tuple("abcdefgh"))
SEEDS = range(60)


def imagined(game: Game[Notes]) -> list[Game[Notes]]:
    return [game.imagine(ANNA, Random(seed)) for seed in SEEDS]


def test_an_imagined_game_waits_for_the_same_question() -> None:
    for n, game in enumerate(playing(5)):
        if n % 6 == 0:
            seat = game.seats[n % 2]
            twin = game.imagine(seat, Random(n))
            assert twin.view(seat) == game.view(seat)
            assert twin.pending(seat) == game.pending(seat)


def test_an_imagined_game_can_be_played_to_the_end() -> None:
    game = next(game for n, game in enumerate(playing(6)) if n == 10)
    twin = game.imagine(game.seats[0], Random(1))
    rng = Random(2)
    while not twin.over:
        seat = twin.waiting()[0]
        question = twin.pending(seat)
        assert question is not None
        twin.answer(seat, question.sample(twin.view(seat), rng))
    assert not game.over


def test_imagining_leaves_the_game_untouched() -> None:
    game = next(game for n, game in enumerate(playing(8)) if n == 15)
    before = game.save()
    game.imagine(game.seats[1], Random(3))
    assert game.save() == before


def test_sealed_answers_of_others_are_sampled_and_ones_own_is_kept() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from commit(dict.fromkeys(THREE, WORDS))

    game = probe(main, seats=THREE)
    game.answer(ANNA, Say("h"))
    game.answer(BEN, Say("h"))
    twins = imagined(game)
    assert {twin._given[ANNA] for twin in twins} == {Say("h")}
    assert {twin._given[BEN] for twin in twins} == {Say(word) for word in "abcdefgh"}
    assert {twin.sealed() for twin in twins} == {(ANNA, BEN)}


def test_secret_answers_of_others_are_sampled() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask_secretly(BEN, WORDS)
        yield from ask(ANNA, WORDS)

    game = probe(main)
    game.answer(BEN, Say("h"))
    assert {twin.since[0].answers[BEN] for twin in imagined(game)} > {Say("a"), Say("b")}  # type: ignore[union-attr]


def test_a_secret_answer_after_which_ones_own_does_not_fit_is_not_imagined() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        secret = yield from ask_secretly(BEN, WORDS)
        said = yield from ask(ANNA, WORDS)
        note(game, next(word for word in secret.word if word == said.word))
        yield from ask(ANNA, WORDS)

    game = probe(main)
    game.answer(BEN, Say("h"))
    game.answer(ANNA, Say("h"))
    twins = [game.reimagine(ANNA, Random(seed)) for seed in SEEDS]
    assert None in twins
    assert {twin[0].state.notes for twin in twins if twin is not None} == {("h",)}
    assert {twin.state.notes for twin in imagined(game)} == {("h",)}, "though seven tries of eight fail"


def test_open_answers_are_those_everyone_saw() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        said = yield from ask(BEN, WORDS)
        note(game, said.word)
        yield from ask(ANNA, WORDS)

    game = probe(main)
    game.answer(BEN, Say("c"))
    assert {twin.state.notes for twin in imagined(game)} == {("c",)}


def test_dice_a_seat_did_not_see_are_thrown_again_and_those_it_saw_are_not() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        (hidden,) = yield from roll("1d6", "hidden", "PROBE-1", seen_by=(BEN,))
        (seen,) = yield from roll("1d6", "open", "PROBE-1")
        yield from ask(ANNA, SayWhat((f"{hidden}",)))
        note(game, str(seen))

    game = probe(main, dice=Keyed(b"s"))
    twins = [tuple(given.pips for given in twin.since) for twin in imagined(game)]  # type: ignore[union-attr]
    assert len({hidden for hidden, _ in twins}) > 3
    assert len({seen for _, seen in twins}) == 1


def test_whoever_has_claimed_already_may_have_declined() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from react_all({BEN: WORDS, ANNA: WORDS})

    game = probe(main)
    game.answer(BEN, Say("h"))
    answers = {twin._given[BEN] for twin in imagined(game)}
    assert DECLINE in answers
    assert len(answers) > 3


def test_who_is_asked_in_turn_knows_that_those_before_declined() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from react_each({BEN: WORDS, ANNA: WORDS})

    game = probe(main)
    game.answer(BEN, DECLINE)
    for twin in imagined(game):
        assert twin._given == {BEN: DECLINE}
        assert twin.waiting() == (ANNA,)


def test_future_dice_of_an_imagined_game_are_not_those_of_the_game() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask(ANNA, WORDS)
        (pips,) = yield from roll("1d1000", "later", "PROBE-1")
        note(game, str(pips))
        yield from ask(CLEO, WORDS)

    game = probe(main, seats=THREE, dice=Keyed(b"s"))
    twins: list[Any] = imagined(game)
    for twin in twins:
        twin.answer(ANNA, Say("a"))
    assert len({twin.state.notes for twin in twins}) > 40


def test_standing_orders_of_others_are_not_copied() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask(ANNA, WORDS)

    game = probe(main)
    game.instruct(BEN, KeepHabit("secretly"))
    game.instruct(ANNA, KeepHabit("openly"))
    for twin in imagined(game):
        assert twin.state.habits == {ANNA: "openly"}
