"""Saving and loading, and files of older and newer versions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mini import Mini
from planspiel.kernel import (
    Chance,
    Damaged,
    Game,
    Item,
    Keyed,
    Log,
    Lucky,
    Script,
    Seat,
    Setup,
    Upgrade,
    ask,
    commit,
    digest,
    replayed,
    resume_point,
    roll,
    verify,
)
from planspiel.kernel.codec import Thrown
from playing import SYSTEM, new_game, playing
from probe import ANNA, BEN, OVER, KeepHabit, Noted, Notes, Probe, Say, SayWhat, note, probe

FIXTURES = Path(__file__).parent / "fixtures"
YES, NO = Say("yes"), Say("no")


# -- identity ------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from(["duel", "coalition"]))
@settings(max_examples=10)
def test_save_and_load_are_the_identity(seed: int, scenario: str) -> None:
    for n, game in enumerate(playing(seed, scenario)):
        if n % 5 == 0:
            saved = game.save()
            loaded = Game.load(SYSTEM, saved, log=Log(n=game.log.n, sum=game.log.sum) if game.log else None)
            assert loaded.save() == saved
            assert loaded.state == game.state
            assert loaded.waiting() == game.waiting()
            assert [loaded.pending(seat) for seat in game.seats] == [
                game.pending(seat) for seat in game.seats
            ]


@given(st.integers(0, 10**6))
@settings(max_examples=10)
def test_a_fork_equals_its_game(seed: int) -> None:
    for n, game in enumerate(playing(seed)):
        if n % 5 == 0:
            twin = game.fork()
            assert twin.state == game.state
            saved = json.loads(game.save())
            del saved["log_n"], saved["log_sum"]
            assert json.loads(twin.save()) == saved


def test_a_loaded_game_is_played_on_with_the_same_dice() -> None:
    games = playing(7)
    for _ in range(12):
        game = next(games)
    loaded = Game.load(SYSTEM, game.save())
    forked = game.fork()
    while not forked.over:
        seat = forked.waiting()[0]
        question = forked.pending(seat)
        assert question is not None
        order = next(iter(question.options(forked.view(seat))))
        forked.answer(seat, order)
        loaded.answer(seat, order)
    assert loaded.digest() == forked.digest()


def test_a_finished_game_is_saved_and_loaded() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask(ANNA, SayWhat())
        game.ends(OVER)

    game = probe(main)
    game.answer(ANNA, YES)
    loaded = Game.load(game.system, game.save())
    assert (loaded.over, loaded.state, loaded.save()) == (True, game.state, game.save())


def test_a_save_is_the_last_resume_point_and_the_answers_since() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        while True:
            yield from resume_point()
            said = yield from ask(ANNA, SayWhat())
            note(game, said.word)
            yield from roll("1d6", "x", "PROBE-1")
            yield from ask(BEN, SayWhat())

    game = probe(main, dice=Keyed(b"s"))
    game.answer(ANNA, YES)
    save = game.system.codec.decode_save(game.save())
    assert save.base.notes == ()
    assert game.state.notes == ("yes",)
    assert len(save.since) == 2
    assert isinstance(save.since[1], Thrown)
    game.answer(BEN, YES)
    save = game.system.codec.decode_save(game.save())
    assert (save.base.notes, save.since) == (("yes",), [])


def test_saves_keep_the_order_of_tables_and_digests_do_not_depend_on_it() -> None:
    one = Notes(counts={"a": 1, "b": 2})
    other = Notes(counts={"b": 2, "a": 1})
    assert msgspec.json.encode(one) != msgspec.json.encode(other)
    assert digest(one) == digest(other)
    assert digest(one) != digest(Notes(counts={"a": 2, "b": 1}))


def test_a_game_with_luck_of_ones_own_is_loaded_with_dice_to_be_typed_in() -> None:
    from random import Random

    def main(game: Game[Notes]) -> Script[None]:
        yield from ask(ANNA, SayWhat())
        yield from roll("1d6", "x", "PROBE-1")

    game = probe(main, dice=Lucky(Random(1)))
    loaded = Game.load(game.system, game.save())
    loaded.answer(ANNA, YES)
    assert isinstance(loaded.pause, Chance)


def test_a_save_goes_only_with_its_own_log() -> None:
    game = new_game(1)
    with pytest.raises(Damaged, match="of another log"):
        Game.load(SYSTEM, game.save(), log=Log())


# -- other systems, packs and versions -----------------------------------------------------------------


def test_a_save_of_another_system_is_refused() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from ask(ANNA, SayWhat())

    with pytest.raises(Damaged) as refused:
        Game.load(SYSTEM, probe(main).save(), place="a.save")
    assert str(refused.value) == "a.save: a file of 'probe', not of 'mini'"


def test_a_save_made_with_another_pack_is_refused() -> None:
    other = Mini()
    other.pack_digest = "mini-2"
    with pytest.raises(Damaged, match=r"^save: made with another version of the pack$"):
        Game.load(other, new_game(1).save())


def _changed(saved: bytes, **changes: Any) -> bytes:
    return json.dumps({**json.loads(saved), **changes}).encode()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"version": 2}, "save: made by a newer version (2; this one knows 1)"),
        ({"version": 10**40}, None),
        ({"format": 2}, "save: of format 2; this version of Planspiel knows format 1"),
        ({"version": 0}, "save: made by version 0, which can no longer be read"),
        ({"version": -(10**18)}, f"save: made by version {-(10**18)}, which can no longer be read"),
    ],
)
def test_a_save_from_the_future_or_from_too_long_ago_is_refused(changes: Any, reason: str | None) -> None:
    with pytest.raises(Damaged) as refused:
        Game.load(SYSTEM, _changed(new_game(1).save(), **changes))
    assert reason is None or str(refused.value) == reason


# -- upgrades ------------------------------------------------------------------------------------------


def talk(game: Game[Notes]) -> Script[None]:
    """What the fixtures were played with."""
    while True:
        yield from resume_point()
        said = yield from ask(ANNA, SayWhat())
        if said == NO:
            game.ends(OVER)
            return
        answers = yield from commit({ANNA: SayWhat(), BEN: SayWhat()})
        (pips,) = yield from roll("1d6", "weight", "PROBE-1")
        for seat, answer in answers.items():
            game.happens(Noted(f"{seat} {answer.word} {pips}"), (seat,), Noted("whispers"))


def _renamed(**names: str) -> Any:
    def rename(record: dict[str, Any]) -> dict[str, Any]:
        return {names.get(key, key): value for key, value in record.items()}

    return rename


class Newer(Probe):
    """Version 2 says `word` where version 1 said `text`, and so on for each kind of record."""

    version = 2
    upgrades = {  # noqa: RUF012 - declared a ClassVar by the base
        1: Upgrade(
            state=_renamed(remarks="notes"),
            order=_renamed(text="word"),
            event=_renamed(remark="note", manner="habit"),
            instruction=_renamed(manner="habit"),
        )
    }


def test_a_save_of_version_1_is_upgraded_and_played_on() -> None:
    """It has a state, an answer and an instruction since the last resume point, and a sealed answer."""
    game = Game.load(Newer(talk), (FIXTURES / "version-1.save").read_bytes())
    assert game.state.notes == ("anna yes 1", "ben no 1")
    assert game.state.habits == {ANNA: "yes", BEN: "decline"}
    assert len(game.since) == 2
    assert game.sealed() == (BEN,)
    game.answer(ANNA, YES)
    assert game.state.notes[2:] == ("anna yes 5", "ben yes 5")
    assert Game.load(game.system, game.save()).state == game.state


def test_a_log_of_version_1_is_upgraded_and_verified() -> None:
    """It has answers, instructions, rolls, and events with audience and twin."""
    system = Newer(talk)
    lines = (FIXTURES / "version-1.log").read_bytes().splitlines()
    kept = list(system.codec.decode_log(lines))
    verdict = verify(system, kept)
    assert (verdict.finished, verdict.dice_verified, verdict.rolls) == (True, True, 2)
    assert replayed(system, kept).state.notes == ("anna yes 1", "ben no 1", "anna yes 5", "ben yes 5")


def test_a_version_without_a_way_to_the_present_one_is_refused() -> None:
    class Newest(Newer):
        version = 3

    with pytest.raises(Damaged, match="made by version 1, which can no longer be read"):
        Game.load(Newest(talk), (FIXTURES / "version-1.save").read_bytes())


def test_upgrades_run_one_after_another() -> None:
    class Newest(Newer):
        version = 3
        upgrades = {**Newer.upgrades, 2: Upgrade(state=lambda state: {**state, "turn": 99})}  # noqa: RUF012

    assert Game.load(Newest(talk), (FIXTURES / "version-1.save").read_bytes()).state.turn == 99


@pytest.mark.parametrize(
    "fault", [KeyError("gone"), TypeError("odd"), IndexError("far"), ZeroDivisionError("no")]
)
def test_a_file_an_upgrade_stumbles_over_is_damaged(fault: Exception) -> None:
    def stumble(state: dict[str, Any]) -> dict[str, Any]:
        raise fault

    class Stumbling(Probe):
        version = 2
        upgrades = {1: Upgrade(state=stumble, instruction=stumble)}  # noqa: RUF012

    with pytest.raises(Damaged, match=r"^save: not as it should be"):
        Game.load(Stumbling(talk), (FIXTURES / "version-1.save").read_bytes())
    with pytest.raises(Damaged, match=r"^log, line \d+: not as it should be"):
        list(Stumbling(talk).codec.decode_log((FIXTURES / "version-1.log").read_bytes().splitlines()))


def test_records_kept_by_an_upgrade_in_the_old_form_are_refused() -> None:
    class Careless(Probe):
        version = 2
        upgrades = {1: Upgrade()}  # noqa: RUF012

    with pytest.raises(Damaged, match="unknown field `remarks`"):
        Game.load(Careless(talk), (FIXTURES / "version-1.save").read_bytes())


def test_a_new_option_takes_its_default_in_an_older_save() -> None:
    saved = json.loads(new_game(1).save())
    saved["setup"]["options"].pop("hidden")
    assert Game.load(SYSTEM, json.dumps(saved).encode()).setup.options["hidden"] is True


# -- positions that do not fit -------------------------------------------------------------------------


def _mended(path: tuple[str | int, ...], value: Any) -> bytes:
    saved = json.loads(new_game(1).save())
    found = saved
    for key in path[:-1]:
        found = found[key]
    found[path[-1]] = value
    return json.dumps(saved).encode()


MISFITS: dict[str, tuple[tuple[str | int, ...], Any]] = {
    "no agenda": (("base", "agenda"), []),
    "unknown script": (("base", "agenda"), [{"script": "dance"}]),
    "arguments missing": (("base", "agenda"), [{"script": "movement"}]),
    "arguments of the wrong kind": (("base", "agenda"), [{"script": "movement", "args": [5]}]),
    "unknown scenario": (("setup", "scenario"), "moon"),
    "unknown option": (("setup", "options"), {"fog": 1}),
    "sealed by a stranger": (("sealed",), {"zoe": {"do": "plan", "stance": "hold", "mine": 10}}),
    "sealed against the rules": (("sealed",), {"anna": {"do": "plan", "stance": "hold", "mine": 10**20}}),
    "sealed in answer to nothing": (("sealed",), {"anna": {"do": "done"}}),
    "dice where a question is asked": (("since",), [{"given": "thrown", "pips": [1]}]),
    "answers of a stranger": (("since",), [{"given": "resolved", "answers": {"zoe": {"do": "done"}}}]),
    "instructions of a stranger": (
        ("since",),
        [{"given": "told", "seat": "zoe", "instruction": {"tell": "resign"}}],
    ),
    "taking back by a stranger": (("take_back",), ["zoe"]),
    "unknown field in the state": (("base", "fog"), True),
    "dice that are none": (("dice",), {"type": "loaded"}),
}


@pytest.mark.parametrize(("path", "value"), MISFITS.values(), ids=MISFITS)
def test_a_save_that_does_not_fit_the_rules_is_damaged(path: tuple[str | int, ...], value: Any) -> None:
    with pytest.raises(Damaged) as refused:
        Game.load(SYSTEM, _mended(path, value), place="a.save")
    assert str(refused.value).startswith("a.save: ")
    assert "\n" not in str(refused.value)


def test_a_save_with_all_answers_sealed_asks_nobody_and_is_damaged() -> None:
    plan = {"do": "plan", "stance": "hold", "mine": 10}
    with pytest.raises(Damaged, match="nobody is asked"):
        Game.load(SYSTEM, _mended(("sealed",), {"anna": plan, "ben": plan}))


def test_a_fault_the_system_finds_in_a_position_is_told() -> None:
    class Strict(Mini):
        def state_faults(self, state: Any) -> Any:
            yield f"base.tokens: {len(state.tokens)} are too many"

    with pytest.raises(Damaged, match=r"^save: base.tokens: 6 are too many$"):
        Game.load(Strict(), new_game(1).save())


def test_a_save_whose_dice_run_out_is_damaged() -> None:
    def main(game: Game[Notes]) -> Script[None]:
        yield from roll("1d6", "x", "PROBE-1")
        yield from ask(ANNA, SayWhat())

    game = probe(main)
    saved = _changed(game.save(), dice={"type": "scripted", "pips": []})
    with pytest.raises(Damaged, match="the dice ran out"):
        Game.load(game.system, saved)


# The fixtures stand for good; how they were made is kept here for the next kind of record.


def as_version_1() -> tuple[bytes, list[bytes]]:
    """The save and log of a game of `talk`, written as version 1 wrote them."""
    from planspiel.kernel.log import chain

    game = Game.start(Probe(talk), Setup("only"), Keyed(b"version 1", ("old",), "fixture"), Log())
    game.instruct(BEN, KeepHabit("decline"))
    game.answer(ANNA, YES)
    game.answer(ANNA, YES)
    game.answer(BEN, NO)
    game.answer(ANNA, YES)
    game.instruct(ANNA, KeepHabit("yes"))
    game.answer(BEN, YES)
    saved = _old(json.loads(game.save()))
    game.answer(ANNA, YES)
    game.answer(ANNA, NO)
    assert game.log is not None
    lines, before = [], ""
    for n, line in enumerate(game.log.lines()):
        what = json.dumps(_old(json.loads(line)["what"]), separators=(",", ":")).encode()
        before = chain(before, n, what)
        lines.append(b'{"n":%d,"what":%s,"sum":"%s"}' % (n, what, before.encode()))
    return json.dumps(saved, separators=(",", ":")).encode(), lines


def _old(record: Any) -> Any:
    """Every record with the names its fields had in version 1."""
    if isinstance(record, list):
        return [_old(part) for part in record]
    if not isinstance(record, dict):
        return record
    names = {"notes": "remarks", "note": "remark", "habit": "manner"}
    if "do" in record:
        names["word"] = "text"
    return {names.get(key, key): _old(value) for key, value in record.items()}


def test_the_fixtures_are_what_version_1_wrote() -> None:
    saved, lines = as_version_1()
    kept = [json.loads(line)["what"] for line in (FIXTURES / "version-1.log").read_bytes().splitlines()]
    now = [json.loads(line)["what"] for line in lines]
    kept[0].pop("release")
    now[0].pop("release")
    assert kept == now
    kept_save, now_save = (json.loads(each) for each in ((FIXTURES / "version-1.save").read_bytes(), saved))
    assert kept_save.pop("log_sum")
    assert now_save.pop("log_sum")
    assert kept_save == now_save


def test_items_are_plain_data() -> None:
    assert (
        msgspec.json.encode(Item("movement", (Seat("anna"), 3))) == b'{"script":"movement","args":["anna",3]}'
    )
