"""Damaged and hostile files: always one line that names the place, never another exception."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from planspiel.kernel import Damaged, Game, Misfit, verify
from planspiel.kernel.codec import LARGEST
from planspiel.kernel.log import chain
from playing import SYSTEM, entries, finished, playing

PLACE = "some.file"
DEEP = 100_000

Reader = Callable[[bytes], object]


def read_save(data: bytes) -> object:
    return SYSTEM.codec.decode_save(data, PLACE)


def load(data: bytes) -> object:
    return Game.load(SYSTEM, data, place=PLACE)


def read_log(data: bytes) -> object:
    return list(SYSTEM.codec.decode_log(data.splitlines(), PLACE))


def read_order(data: bytes) -> object:
    return SYSTEM.codec.order(data)


READERS: dict[str, Reader] = {"save": read_save, "game": load, "log": read_log, "order": read_order}


@cache
def good(kind: str) -> bytes:
    """A file that can be read."""
    game = next(game for n, game in enumerate(playing(3)) if n == 20)
    if kind == "order":
        return b'{"do":"move","token":"red-0","path":[6,12]}'
    if kind == "log":
        log = finished(3).log
        assert log is not None
        return b"\n".join(log.lines())
    return game.save()


def only_damaged(reader: Reader, data: bytes) -> None:
    """It can be read, or it is damaged: there is no third."""
    try:
        reader(data)
    except Damaged as refused:
        said = str(refused)
        assert said.isprintable()
        assert said.startswith((PLACE, "order"))
        assert len(said) < 500


def must_be_damaged(reader: Reader, data: bytes) -> Damaged:
    with pytest.raises(Damaged) as refused:
        reader(data)
    only_damaged(reader, data)
    return refused.value


KINDS = st.sampled_from(sorted(READERS))


@pytest.mark.parametrize("kind", READERS)
def test_the_good_files_can_be_read(kind: str) -> None:
    READERS[kind](good(kind))


# -- bytes ---------------------------------------------------------------------------------------------


@given(KINDS, st.binary(max_size=200))
@example("log", b"")
@example("save", b"\xff\xfe")
@example("game", b'"\\ud800"')
@settings(max_examples=300)
def test_noise_is_damaged(kind: str, noise: bytes) -> None:
    only_damaged(READERS[kind], noise)


@given(KINDS, st.integers(0, 10**9))
@settings(max_examples=150)
def test_a_truncated_file_is_damaged(kind: str, at: int) -> None:
    whole = good(kind)
    only_damaged(READERS[kind], whole[: at % len(whole)])


@given(KINDS, st.lists(st.tuples(st.integers(0, 10**9), st.integers(0, 7)), min_size=1, max_size=4))
@settings(max_examples=400)
def test_a_file_with_flipped_bits_is_damaged_or_fits(kind: str, flips: list[tuple[int, int]]) -> None:
    data = bytearray(good(kind))
    for at, bit in flips:
        data[at % len(data)] ^= 1 << bit
    only_damaged(READERS[kind], bytes(data))


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("bracket", [b"[", b'{"a":', b'{"system":', b'[{"base":'])
def test_brackets_nested_without_end_are_damaged(kind: str, bracket: bytes) -> None:
    must_be_damaged(READERS[kind], bracket * DEEP)


def test_nesting_inside_a_good_file_is_damaged() -> None:
    saved = good("save")
    for hidden in (
        b'{"x":' + b"[" * DEEP + b"]" * DEEP + b",",
        b'{"base":' + b"[" * DEEP + b"]" * DEEP + b",",
    ):
        must_be_damaged(load, hidden + saved[1:])
    line = b'{"n":0,"what":' + b"[" * DEEP + b"]" * DEEP + b',"sum":""}'
    assert must_be_damaged(read_log, line).place == f"{PLACE}, line 1"


def test_a_file_too_large_is_refused_before_it_is_read() -> None:
    assert "larger than 64 MB" in str(must_be_damaged(read_save, b" " * (LARGEST + 1)))
    assert "larger than 64 MB" in str(must_be_damaged(read_log, b" " * (LARGEST + 1)))
    assert "larger than" in str(must_be_damaged(read_order, b" " * (LARGEST + 1)))


# -- structure -----------------------------------------------------------------------------------------

ODD = st.sampled_from(
    ["null", "true", "-1", "0", "9223372036854775808", f"1{'0' * 40}", f"-1{'0' * 40}", "1.5", '""', '"x"',
     '"\\u001b[2J\\n"', "[]", "{}", "[[]]", '{"do":"done"}', "[null]", f'"{"9" * 50}"']
).map(json.loads)  # fmt: skip


def _paths(found: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    return [at, *(path for key, part in inner for path in _paths(part, (*at, key)))]


def mutated(found: Any, choice: int, odd: Any, how: str) -> Any:
    """The structure with one part replaced, removed, doubled, or a key renamed."""
    paths = [path for path in _paths(found) if path]
    path = paths[choice % len(paths)]
    parent = found
    for key in path[:-1]:
        parent = parent[key]
    if how == "replace":
        parent[path[-1]] = odd
    elif how == "remove":
        del parent[path[-1]]
    elif isinstance(parent, list):
        parent.insert(path[-1], parent[path[-1]])
    else:
        parent[f"{path[-1]}{odd}"] = parent.pop(path[-1])
    return found


MUTATIONS = st.tuples(st.integers(0, 10**9), ODD, st.sampled_from(["replace", "remove", "double or rename"]))


@given(KINDS.filter(lambda kind: kind != "log"), st.lists(MUTATIONS, min_size=1, max_size=3))
@settings(max_examples=600)
def test_a_file_of_the_wrong_shape_is_damaged_or_fits(
    kind: str, mutations: list[tuple[int, Any, str]]
) -> None:
    found = json.loads(good(kind))
    for mutation in mutations:
        if [path for path in _paths(found) if path]:
            found = mutated(found, *mutation)
    only_damaged(READERS[kind], json.dumps(found).encode())


def rechained(parts: list[Any]) -> bytes:
    lines, before = [], ""
    for n, part in enumerate(parts):
        what = json.dumps(part).encode()
        before = chain(before, n, what)
        lines.append(b'{"n":%d,"what":%s,"sum":"%s"}' % (n, what, before.encode()))
    return b"\n".join(lines)


@given(st.lists(MUTATIONS, min_size=1, max_size=2))
@settings(max_examples=300)
def test_a_log_of_the_wrong_shape_is_damaged_or_does_not_fit(mutations: list[tuple[int, Any, str]]) -> None:
    """The chain is made anew, so that the decoder and the rules see every change."""
    parts = [json.loads(line)["what"] for line in good("log").splitlines()]
    for mutation in mutations:
        parts = mutated(parts, *mutation)
    data = rechained(parts)
    only_damaged(read_log, data)
    try:
        verify(SYSTEM, list(SYSTEM.codec.decode_log(data.splitlines(), PLACE)))
    except Damaged:
        return
    except Misfit as misfit:
        said = str(misfit)
    else:
        said = "fits"
    assert said.isprintable()


# -- what is said --------------------------------------------------------------------------------------


def test_the_place_inside_the_file_is_named() -> None:
    saved = json.loads(good("save"))
    saved["base"]["turn"] = "three"
    said = str(must_be_damaged(load, json.dumps(saved).encode()))
    assert said == f"{PLACE}: Expected `int`, got `str` - at `$.base.turn`"


def test_the_line_of_a_log_is_named() -> None:
    lines = good("log").splitlines()
    lines[4] = lines[4].replace(b'"n":4', b'"n":7')
    assert str(must_be_damaged(read_log, b"\n".join(lines))) == (
        f"{PLACE}, line 5: entry 7 stands where entry 4 should"
    )


def test_a_changed_line_breaks_the_chain_where_it_stands() -> None:
    lines = good("log").splitlines()
    lines[4] = lines[4].replace(b'"anna"', b'"otto"').replace(b'"ben"', b'"otto"')
    said = str(must_be_damaged(read_log, b"\n".join(lines)))
    assert said.startswith(f"{PLACE}, line 5: entry 4 does not fit the chain")


def test_an_empty_log_is_damaged() -> None:
    assert str(must_be_damaged(read_log, b"")) == f"{PLACE}: empty"


def test_what_a_file_says_cannot_forge_the_line_that_refuses_it() -> None:
    saved = json.loads(good("save"))
    saved["system"] = "\x1b[31m\nok\n" + "x" * 10_000
    said = str(must_be_damaged(load, json.dumps(saved).encode()))
    assert said.isprintable()
    assert len(said) < 500


def test_entries_without_chain_are_no_log() -> None:
    must_be_damaged(read_log, b'{"entry":"closed"}')
    assert entries(finished(3))


@pytest.mark.parametrize("version", [2, 10**30])
def test_a_log_from_the_future_is_refused(version: int) -> None:
    parts = [json.loads(line)["what"] for line in good("log").splitlines()]
    parts[0]["version"] = version
    said = str(must_be_damaged(read_log, rechained(parts)))
    assert said == f"{PLACE}, line 1: made by a newer version ({version}; this one knows 1)"


def test_a_log_of_another_system_is_refused() -> None:
    parts = [json.loads(line)["what"] for line in good("log").splitlines()]
    parts[0]["system"] = "chess"
    assert "a file of 'chess', not of 'mini'" in str(must_be_damaged(read_log, rechained(parts)))
