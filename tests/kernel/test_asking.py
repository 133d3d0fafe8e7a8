"""Decisions, commitments and windows; seats and sides; what is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any

import pytest

from mini import Mini
from mini.questions import Plan
from planspiel.kernel import (
    DECLINE,
    Game,
    Illegal,
    Log,
    Order,
    Script,
    Scripted,
    Seat,
    Setup,
    Side,
    Stream,
    TypedIn,
    ask,
    commit,
    digest,
    react_all,
    react_best,
    react_each,
    resume_point,
    roll,
)
from planspiel.kernel.log import Answered
from probe import (
    ANNA,
    BEN,
    BLUE,
    CLEO,
    GREEN,
    OVER,
    RED,
    THREE,
    HabitKept,
    KeepHabit,
    Notes,
    NotesView,
    Say,
    SayByHabit,
    SayWhat,
    Shout,
    note,
    probe,
)

YES, NO = Say("yes"), Say("no")
RANKED = SayWhat(("low", "middle", "high"))


def decision(game: Game[Notes]) -> Script[None]:
    said = yield from ask(ANNA, SayWhat())
    note(game, said.word)
    yield from ask(BEN, SayWhat())


def commitment(game: Game[Notes]) -> Script[None]:
    answers = yield from commit({seat: SayWhat() for seat in game.seats})
    note(game, " ".join(f"{seat}:{said.word}" for seat, said in answers.items()))
    yield from ask(ANNA, SayWhat())


Reaction = Callable[..., Script[Any]]


def window(reaction: Reaction, asks: Mapping[Seat, Any], *, live: bool = True) -> Callable[..., Script[None]]:
    """A script that opens one window and notes what came of it."""

    def main(game: Game[Notes]) -> Script[None]:
        claims = yield from reaction(asks, live=live)
        note(game, _told(claims))
        yield from ask(ANNA, SayWhat())

    return main


def _told(claims: Any) -> str:
    if claims is None:
        return "nobody"
    pairs = claims.items() if isinstance(claims, dict) else [claims]
    return " ".join(f"{seat}:{said.word}" for seat, said in pairs)


# -- decisions -----------------------------------------------------------------------------------------


def test_only_the_seat_asked_is_waited_for() -> None:
    game = probe(decision)
    assert game.waiting() == (ANNA,)
    assert game.pending(ANNA) == SayWhat()
    assert game.pending(BEN) is None


REFUSED: dict[str, tuple[Seat, Order, str]] = {
    "another seat": (BEN, YES, "Nothing is asked of ben now."),
    "no seat of the game": (CLEO, YES, "Nothing is asked of cleo now."),
    "another kind of order": (ANNA, Shout("yes"), "This question is answered by say, not by shout."),
    "an illegal order": (ANNA, Say("maybe"), "maybe is not among the words."),
    "declining what is no reaction": (ANNA, DECLINE, "This question is answered by say, not by decline."),
}


@pytest.mark.parametrize(("seat", "order", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_says_why_and_leaves_the_game_untouched(seat: Seat, order: Order, reason: str) -> None:
    game = probe(decision, log=Log())
    assert game.log is not None
    before = game.save(), list(game.log.lines())
    with pytest.raises(Illegal) as refused:
        game.answer(seat, order)
    assert str(refused.value.reason) == reason
    assert (game.save(), list(game.log.lines())) == before


def test_a_refusal_cites_the_paragraph_of_the_question() -> None:
    with pytest.raises(Illegal) as refused:
        probe(decision).answer(ANNA, Shout("yes"))
    assert refused.value.cite == "PROBE-1"


def test_after_the_end_nothing_is_answered_thrown_or_told() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask(ANNA, SayWhat())
        game.ends(OVER)

    game = probe(main)
    game.answer(ANNA, YES)
    before = game.save()
    attempts: tuple[Callable[[], None], ...] = (
        lambda: game.answer(ANNA, YES),
        lambda: game.instruct(ANNA, KeepHabit("yes")),
        lambda: game.throw((1,)),
    )
    for attempt in attempts:
        with pytest.raises(Illegal):
            attempt()
    assert game.save() == before


def test_while_dice_are_waited_for_nobody_may_answer() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from roll("1d6", "wait", "PROBE-1")
        yield from ask(ANNA, SayWhat())

    game = probe(main, dice=TypedIn())
    assert game.waiting() == ()
    with pytest.raises(Illegal, match="Nothing is asked"):
        game.answer(ANNA, YES)


def test_the_default_check_accepts_just_the_options() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask(ANNA, SayByHabit())
        yield from ask(ANNA, SayByHabit())

    game = probe(main)
    with pytest.raises(Illegal, match="not one of the choices offered"):
        game.answer(ANNA, NO)
    game.answer(ANNA, YES)


# -- commitments ---------------------------------------------------------------------------------------


def test_a_commitment_asks_all_and_waits_for_all() -> None:
    game = probe(commitment, seats=THREE)
    assert game.waiting() == (ANNA, BEN, CLEO)
    game.answer(BEN, NO)
    assert game.waiting() == (ANNA, CLEO)
    assert game.sealed() == (BEN,)
    assert game.state.notes == ()


def test_sealed_answers_are_in_no_state_no_digest_and_no_view() -> None:
    game = probe(commitment, seats=THREE)
    before = digest(game.state), [game.view(seat) for seat in THREE], game.digest()
    game.answer(BEN, NO)
    assert (digest(game.state), [game.view(seat) for seat in THREE], game.digest()) == before


def test_a_sealed_answer_is_told_to_no_other_seat() -> None:
    told: dict[Seat, list[bytes | None]] = {seat: [] for seat in THREE}
    streams = {seat: Stream(seat) for seat in THREE}
    n = 0

    def sink(lines: Any, entries: Any) -> None:
        nonlocal n
        for entry in entries:
            for seat, stream in streams.items():
                told[seat].append(stream.tell(n, entry))
            n += 1

    game = probe(commitment, seats=THREE, log=Log(sink))
    before = {seat: len([line for line in lines if line]) for seat, lines in told.items()}
    game.answer(BEN, NO)
    assert {seat: len([line for line in lines if line]) - before[seat] for seat, lines in told.items()} == {
        ANNA: 0,
        BEN: 1,
        CLEO: 0,
    }


def test_a_sealed_answer_may_be_changed_until_all_are_in() -> None:
    game = probe(commitment)
    game.answer(ANNA, YES)
    assert game.pending(ANNA) is not None
    game.answer(ANNA, NO)
    game.answer(BEN, YES)
    assert game.state.notes == ("anna:no ben:yes",)


def test_the_order_of_sealing_does_not_matter() -> None:
    ends = []
    for order in permutations(THREE):
        game = probe(commitment, seats=THREE)
        for seat in order:
            game.answer(seat, NO if seat == CLEO else YES)
        ends.append((game.state.notes, game.digest()))
    assert all(end == ends[0] for end in ends)
    assert ends[0][0] == ("anna:yes ben:yes cleo:no",)


def test_sealed_answers_survive_fork_and_save() -> None:
    game = probe(commitment)
    game.answer(BEN, NO)
    for twin in (game.fork(), Game.load(game.system, game.save())):
        assert twin.sealed() == (BEN,)
        twin.answer(ANNA, YES)
        assert twin.state.notes == ("anna:yes ben:no",)


def test_a_commitment_of_nobody_is_complete_at_once() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        answers: dict[Seat, Say] = yield from commit({})
        note(game, str(len(answers)))
        yield from ask(ANNA, SayWhat())

    assert probe(main).state.notes == ("0",)


# -- windows -------------------------------------------------------------------------------------------


def test_the_best_claim_is_carried_out() -> None:
    game = probe(window(react_best, dict.fromkeys(THREE, RANKED)), seats=THREE)
    assert game.waiting() == (ANNA, BEN, CLEO)
    game.answer(ANNA, Say("low"))
    game.answer(CLEO, Say("high"))
    assert not game.state.notes
    game.answer(BEN, Say("middle"))
    assert game.state.notes == ("cleo:high",)


def test_equal_claims_go_to_the_first_seat_asked_whoever_answered_first() -> None:
    game = probe(window(react_best, {CLEO: RANKED, ANNA: RANKED, BEN: RANKED}), seats=THREE)
    game.answer(BEN, Say("high"))
    game.answer(ANNA, Say("high"))
    game.answer(CLEO, DECLINE)
    assert game.state.notes == ("anna:high",)


def test_if_all_decline_there_is_no_best_claim() -> None:
    game = probe(window(react_best, {ANNA: RANKED, BEN: RANKED}))
    game.answer(BEN, DECLINE)
    game.answer(ANNA, DECLINE)
    assert game.state.notes == ("nobody",)


def test_in_turn_the_next_is_asked_only_when_the_one_before_declines() -> None:
    game = probe(window(react_each, {BEN: SayWhat(), ANNA: SayWhat()}))
    assert game.waiting() == (BEN,)
    assert game.pending(ANNA) is None
    game.answer(BEN, DECLINE)
    assert game.waiting() == (ANNA,)
    assert game.pending(BEN) is None
    game.answer(ANNA, YES)
    assert game.state.notes == ("anna:yes",)


def test_in_turn_all_are_asked_anew_after_every_claim() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        while (claim := (yield from react_each({ANNA: SayWhat(), BEN: SayWhat()}))) is not None:
            note(game, _told(claim))
        game.ends(OVER)

    game = probe(main)
    for seat, order in [(ANNA, DECLINE), (BEN, YES), (ANNA, NO), (ANNA, DECLINE), (BEN, DECLINE)]:
        assert game.waiting() == (seat,)
        game.answer(seat, order)
    assert game.over
    assert game.state.notes == ("ben:yes", "anna:no")


def test_together_all_claims_are_carried_out_in_the_order_asked() -> None:
    game = probe(window(react_all, dict.fromkeys(THREE, SayWhat())), seats=THREE)
    game.answer(CLEO, NO)
    game.answer(BEN, DECLINE)
    game.answer(ANNA, YES)
    assert game.state.notes == ("anna:yes cleo:no",)


@pytest.mark.parametrize(
    ("reaction", "result"), [(react_best, "nobody"), (react_each, "nobody"), (react_all, "")]
)
def test_a_window_for_nobody_closes_at_once(reaction: Reaction, result: str) -> None:
    assert probe(window(reaction, {})).state.notes == (result,)


def test_a_claim_is_checked_like_any_order() -> None:
    game = probe(window(react_all, {ANNA: SayWhat()}))
    with pytest.raises(Illegal, match="maybe is not among the words"):
        game.answer(ANNA, Say("maybe"))


def test_a_window_answer_once_given_is_not_changed() -> None:
    game = probe(window(react_all, {ANNA: SayWhat(), BEN: SayWhat()}))
    game.answer(ANNA, YES)
    with pytest.raises(Illegal, match="Nothing is asked of anna"):
        game.answer(ANNA, NO)


# -- standing orders and windows that are not live -----------------------------------------------------


def with_habits(habits: dict[Seat, str], main: Callable[..., Script[None]]) -> Game[Notes]:
    """A game in which seats have standing orders when `main` begins."""

    def first(game: Game[Notes]) -> Script[None]:
        for seat, habit in habits.items():
            game.happens(HabitKept(seat, habit), (seat,))
        yield from main(game)

    return probe(first, seats=THREE, log=Log())


BY_HABIT = dict.fromkeys((BEN, CLEO), SayByHabit())


def test_a_standing_order_answers_a_live_window_and_the_others_are_asked() -> None:
    game = with_habits({BEN: "yes"}, window(react_all, BY_HABIT))
    assert game.waiting() == (CLEO,)
    game.answer(CLEO, YES)
    assert game.state.notes == ("ben:yes cleo:yes",)


def test_a_standing_order_in_turn_spares_the_next_the_question() -> None:
    game = with_habits({BEN: "yes"}, window(react_each, BY_HABIT))
    assert game.state.notes == ("ben:yes",)


def test_a_standing_refusal_passes_the_question_on() -> None:
    game = with_habits({BEN: "decline"}, window(react_each, BY_HABIT))
    assert game.waiting() == (CLEO,)


def test_in_a_window_that_is_not_live_nobody_is_asked() -> None:
    game = with_habits({CLEO: "yes"}, window(react_all, BY_HABIT, live=False))
    assert game.state.notes == ("cleo:yes",)


@pytest.mark.parametrize("reaction", [react_best, react_each])
def test_without_standing_orders_a_window_that_is_not_live_is_declined(reaction: Reaction) -> None:
    assert with_habits({}, window(reaction, BY_HABIT, live=False)).state.notes == ("nobody",)


def test_answers_of_standing_orders_are_marked_in_the_log() -> None:
    game = with_habits({CLEO: "yes"}, window(react_all, BY_HABIT, live=False))
    assert game.log is not None
    answers = [what for what in game.log.entries or () if isinstance(what, Answered)]
    assert answers == [Answered(BEN, DECLINE, "standing"), Answered(CLEO, YES, "standing")]


def test_a_standing_order_is_judged_on_the_owners_view_alone() -> None:
    seen: list[NotesView] = []

    class Watching(SayByHabit, frozen=True):
        def standing(self, view: NotesView) -> Any:
            seen.append(view)
            return DECLINE

    with_habits({}, window(react_all, {BEN: Watching()}, live=False))
    assert [view.seat for view in seen] == [BEN]


# -- seats and sides -----------------------------------------------------------------------------------


def test_one_seat_may_command_two_sides_and_two_seats_may_share_one() -> None:
    game = Game.start(Mini(), Setup("coalition"), Scripted(()))
    anna, ben, bea = game.seats
    assert dict(game.setup.seats) == {anna: (RED, GREEN), ben: (BLUE,), bea: (BLUE,)}
    assert {token.side for token in game.view(anna).own.values()} == {RED, GREEN}
    assert game.view(ben).own == game.view(bea).own
    assert game.waiting() == (anna, ben, bea)


def test_every_seat_of_a_shared_side_learns_what_the_side_knows() -> None:
    game = Game.start(Mini(), Setup("coalition"), Scripted(()))
    anna, ben, bea = game.seats
    for seat, at in zip(game.seats, (9, 10, 11), strict=True):
        game.answer(seat, Plan("hold", at))
    assert game.view(ben).own_mines == game.view(bea).own_mines == (10, 11)
    assert game.view(anna).own_mines == (9,)


def test_players_may_take_other_seats_than_the_scenario_prints() -> None:
    solo: dict[Seat, tuple[Side, ...]] = {Seat("solo"): (RED, BLUE)}
    game = Game.start(Mini(), Setup("duel", seats=solo), Scripted(()))
    assert game.seats == (Seat("solo"),)
    assert {token.side for token in game.view(Seat("solo")).own.values()} == {RED, BLUE}


SETUPS = {
    "no such scenario": (Setup("moon"), "There is no scenario moon."),
    "no such option": (Setup("duel", {"fog": True}), "There is no option fog."),
    "no such value": (Setup("duel", {"hidden": 2}), "The option hidden cannot be 2."),
    "one is not true": (Setup("duel", {"hidden": 1}), "The option hidden cannot be 1."),
}


@pytest.mark.parametrize(("setup", "reason"), SETUPS.values(), ids=SETUPS)
def test_a_setup_the_system_does_not_have_is_refused(setup: Setup, reason: str) -> None:
    with pytest.raises(Illegal) as refused:
        Game.start(Mini(), setup)
    assert str(refused.value) == reason


def test_options_left_out_take_their_defaults() -> None:
    game = Game.start(Mini(), Setup("duel", {"hidden": False}))
    defaults = {name: choice.default for name, choice in game.system.choices().items()}
    assert defaults["hidden"] is True
    assert game.setup.options == {**defaults, "hidden": False}


# -- knowledge -----------------------------------------------------------------------------------------


def test_check_sees_the_view_of_the_asked_seat_and_never_the_state() -> None:
    judged: list[Any] = []

    class Judged(SayWhat, frozen=True):
        def check(self, view: NotesView, order: Say) -> None:
            judged.append(view)

    def main(game: Game[Notes]) -> Script[None]:
        while True:
            yield from resume_point()
            yield from ask(BEN, Judged())

    probe(main).answer(BEN, YES)
    assert [type(view) for view in judged] == [NotesView]
    assert judged[0].seat == BEN


def test_a_view_is_built_anew_after_every_event() -> None:
    game = probe(decision)
    before = game.view(BEN)
    assert game.view(BEN) is before
    game.answer(ANNA, YES)
    assert (before.notes, game.view(BEN).notes) == ((), ("yes",))
