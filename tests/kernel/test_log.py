"""Events with fixed audiences, the log, and the stream of each seat."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import planspiel
from planspiel.kernel import Game, Keyed, Log, Script, Scripted, Seat, Setup, Stream, ask, roll
from planspiel.kernel.log import (
    Answered,
    Chain,
    Closed,
    Entry,
    Happened,
    Opened,
    Rolled,
    Undone,
    chain,
    resolved,
)
from playing import SYSTEM, entries, finished, new_game
from probe import ANNA, BEN, CLEO, OVER, THREE, Noted, Notes, Rumoured, Say, SayWhat, note, probe

YES = Say("yes")


def telling(seen_by: tuple[Seat, ...] | None, twin: bool = False) -> Any:
    def main(game: Game[Notes]) -> Script[None]:
        game.happens(Noted("secret"), seen_by, Rumoured() if twin else None)
        yield from ask(ANNA, SayWhat())

    return main


def streams(game: Game[Any], *seats: Seat | None) -> dict[Seat | None, list[bytes]]:
    found: dict[Seat | None, list[bytes]] = {}
    for seat in seats:
        stream = Stream(seat)
        lines = [stream.tell(n, what) for n, what in enumerate(entries(game))]
        found[seat] = [line for line in lines if line is not None]
    return found


def heard(game: Game[Any], seat: Seat | None) -> list[Any]:
    """The events in a seat's stream."""
    lines = streams(game, seat)[seat]
    return [what.event for what in game.system.codec.decode_log(lines) if isinstance(what, Happened)]


# -- audiences -----------------------------------------------------------------------------------------


def test_an_event_for_all_is_heard_by_seats_and_spectators() -> None:
    game = probe(telling(None), log=Log())
    assert [heard(game, seat) for seat in (ANNA, BEN, None)] == [[Noted("secret")]] * 3


def test_an_event_for_some_is_nothing_to_the_others() -> None:
    game = probe(telling((BEN,)), seats=THREE, log=Log())
    assert heard(game, BEN) == [Noted("secret")]
    assert [heard(game, seat) for seat in (ANNA, CLEO, None)] == [[]] * 3


def test_those_who_may_not_know_get_the_twin() -> None:
    game = probe(telling((BEN,), twin=True), seats=THREE, log=Log())
    assert heard(game, BEN) == [Noted("secret")]
    assert [heard(game, seat) for seat in (ANNA, CLEO, None)] == [[Rumoured()]] * 3


def test_an_audience_stays_what_it_was_when_the_event_happened() -> None:
    """Whoever could see it then reads it in the log; that a token is seen later changes nothing."""
    game = probe(telling((BEN,)), seats=THREE, log=Log())
    (happened,) = [what for what in entries(game) if isinstance(what, Happened)]
    assert happened.seen_by == (BEN,)


def test_neither_audience_nor_twin_is_told_to_anyone() -> None:
    game = probe(telling((BEN,), twin=True), seats=THREE, log=Log())
    for lines in streams(game, ANNA, BEN, None).values():
        assert all(b"seen_by" not in line and b"twin" not in line for line in lines)


def test_a_roll_for_some_is_nothing_to_the_others() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from roll("1d6", "hush", "PROBE-1", seen_by=(BEN,))
        yield from ask(ANNA, SayWhat())

    game = probe(main, dice=Scripted((3,)), log=Log())
    told = streams(game, ANNA, BEN, None)
    assert [len(told[seat]) for seat in (ANNA, BEN, None)] == [1, 2, 1]


def test_how_often_something_was_rolled_before_is_not_told() -> None:
    """The count would betray rolls that a seat did not see."""

    def main(game: Game[Notes]) -> Script[None]:
        yield from roll("1d6", "same", "PROBE-1", seen_by=(BEN,))
        yield from roll("1d6", "same", "PROBE-1")
        yield from ask(ANNA, SayWhat())

    game = probe(main, dice=Scripted((3, 3)), log=Log())
    (told,) = [
        what for what in game.system.codec.decode_log(streams(game, ANNA)[ANNA]) if isinstance(what, Rolled)
    ]
    assert (told.nth, told.step) == (0, "")
    assert [what.nth for what in entries(game) if isinstance(what, Rolled)] == [0, 1]


def test_the_agenda_is_nobodys_business() -> None:
    game = finished(1)
    for seat in (*game.seats, None):
        assert all(
            b"scheduled" not in line and b'"finished"' not in line for line in streams(game, seat)[seat]
        )


def test_answers_are_told_to_their_seat_alone() -> None:
    game = finished(2)
    for seat, lines in streams(game, *game.seats, None).items():
        answers = [what for what in SYSTEM.codec.decode_log(lines) if isinstance(what, Answered)]
        assert {what.seat for what in answers} == ({seat} if seat is not None else set())


# -- streams -------------------------------------------------------------------------------------------


@given(st.integers(0, 10_000))
@settings(max_examples=10)
def test_numbers_and_sums_of_a_stream_cover_only_that_stream(seed: int) -> None:
    game = finished(seed)
    for seat, lines in streams(game, *game.seats, None).items():
        own = Chain()
        decoded = list(SYSTEM.codec.decode_log(lines))
        assert [json.loads(line)["n"] for line in lines] == list(range(len(lines)))
        assert [own.line(what) for what in decoded] == lines, seat


def test_what_a_seat_may_not_know_leaves_no_trace_in_its_stream() -> None:
    def main(secrets: int) -> Any:
        def main(game: Game[Notes]) -> Script[None]:
            for n in range(secrets):
                game.happens(Noted(str(n)), (BEN,))
            note(game, "open")
            yield from ask(ANNA, SayWhat())

        return main

    none, some = (probe(main(n), log=Log()) for n in (0, 5))
    assert streams(none, ANNA, None) == streams(some, ANNA, None)
    assert streams(none, BEN) != streams(some, BEN)


# -- the umpire's log ----------------------------------------------------------------------------------


def test_the_first_entry_names_system_pack_options_and_versions() -> None:
    keyed = Keyed(b"secret", ("red", "blue"), "friday")
    game = Game.start(SYSTEM, Setup("duel", {"hidden": False}), keyed, Log())
    assert entries(game)[0] == Opened(
        system="mini",
        version=1,
        release=planspiel.__version__,
        pack="mini",
        pack_digest="mini-1",
        setup=Setup("duel", {**game.setup.options, "hidden": False}, dict(game.setup.seats)),
        seats=game.seats,
        game="friday",
        commitment=keyed.commitment,
        words=("red", "blue"),
    )


def test_the_secret_is_revealed_at_the_end_and_not_before() -> None:
    game = finished(3)
    assert isinstance(game.dice, Keyed)
    closed = entries(game)[-1]
    assert closed == Closed(game.state.outcome, game.dice.secret)  # type: ignore[arg-type]
    assert sum(isinstance(what, Closed) for what in entries(game)) == 1


def test_each_line_is_chained_to_the_one_before() -> None:
    game = new_game(4)
    assert game.log is not None
    before = ""
    for n, line in enumerate(game.log.lines()):
        found = json.loads(line)
        what = line[len(b'{"n":%d,"what":' % n) : -len(b',"sum":"%s"}' % found["sum"].encode())]
        assert found["sum"] == chain(before, n, what)
        before = found["sum"]
    assert before == game.log.sum


def test_a_sink_gets_all_that_one_answer_brought_about_at_once() -> None:
    batches: list[list[str]] = []

    def main(game: Game[Notes]) -> Script[None]:
        for _ in range(2):
            yield from ask(ANNA, SayWhat())
            yield from roll("1d6", "a", "PROBE-1")
            note(game, "done")

    log = Log(lambda lines, batch: batches.append([type(what).__name__ for what in batch]), keep=False)
    game = probe(main, dice=Scripted((1, 2)), log=log)
    game.answer(ANNA, YES)
    assert batches == [["Opened"], ["Answered", "Rolled", "Happened"]]
    assert log.entries is None


def test_lines_streamed_out_are_those_of_the_kept_log() -> None:
    written: list[bytes] = []
    game = Game.start(SYSTEM, Setup("duel"), Keyed(b"s"), Log(lambda lines, _: written.extend(lines)))
    assert game.log is not None
    assert written == list(game.log.lines())


def test_a_log_goes_on_from_number_and_sum() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask(ANNA, SayWhat())
        yield from ask(BEN, SayWhat())
        game.ends(OVER)

    lines: list[bytes] = []

    def sink(new: Any, batch: Any) -> None:
        lines.extend(new)

    game = probe(main, log=Log(sink, keep=False))
    game.answer(ANNA, YES)
    assert game.log is not None
    again = Game.load(game.system, game.save(), log=Log(sink, keep=False, n=game.log.n, sum=game.log.sum))
    again.answer(BEN, YES)
    assert isinstance(list(game.system.codec.decode_log(lines))[-1], Closed)


def test_a_log_goes_through_a_file_unchanged() -> None:
    for seed in range(5):
        game = finished(seed)
        assert game.log is not None
        assert list(SYSTEM.codec.decode_log(game.log.lines())) == entries(game)


def test_what_was_undone_does_not_hold() -> None:
    first, second = Answered(ANNA, YES), Answered(BEN, YES)
    kept: list[Entry] = [first, second, Undone(1, BEN), second, Undone(0, ANNA), first]
    assert resolved(kept) == [(5, first)]


def test_events_alone_lead_to_the_final_position() -> None:
    """Finished games are shown from their events, without running rules."""
    for seed in range(5):
        game = finished(seed)
        state = SYSTEM.start(game.setup)
        for _, what in resolved(entries(game)):
            if isinstance(what, Happened):
                what.event.apply(state)
        assert state == game.state


@pytest.mark.parametrize("seat", [ANNA, BEN, None])
def test_a_fork_writes_no_log(seat: Seat | None) -> None:
    game = new_game(5)
    n = len(entries(game))
    twin = game.fork()
    question = twin.pending(twin.waiting()[0])
    assert question is not None
    twin.answer(twin.waiting()[0], next(iter(question.options(twin.view(twin.waiting()[0])))))
    assert (twin.log, len(entries(game))) == (None, n)
