"""Files that no honest program wrote: one line with the place, exit code 2, never a traceback."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.conftest import Run, played
from planspiel.cli.errors import BadInput
from planspiel.cli.files import LARGEST, read_bytes, write_whole
from planspiel.kernel.log import chain

LINES = played()


def rechained(whats: list[bytes]) -> bytes:
    """A log file whose chain is good, whatever its entries are."""
    total, lines = "", []
    for n, what in enumerate(whats):
        total = chain(total, n, what)
        lines.append(msgspec.json.encode({"n": n, "what": msgspec.Raw(what), "sum": total}))
    return b"\n".join(lines) + b"\n"


def opening(**changes: Any) -> bytes:
    """The log with another first entry."""
    whats = [bytes(msgspec.json.decode(line, type=dict[str, msgspec.Raw])["what"]) for line in LINES]
    return rechained([msgspec.json.encode({**msgspec.json.decode(whats[0]), **changes}), *whats[1:]])


HOSTILE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "empty"),
    "only-a-newline": (b"\n", "line 1"),
    "truncated": (b"\n".join(LINES)[:-20], f"line {len(LINES)}"),
    "cut-in-the-first-line": (LINES[0][:30], "line 1"),
    "not-json": (b"Dear Sir,\n", "line 1"),
    "not-utf-8": (b'{"n": 0, "what": {"system": "\xff\xfe"}, "sum": ""}', "line 1"),
    "wrong-types": (b'{"n": "one", "what": [], "sum": 3}', "line 1"),
    "deep": (b'{"n": 0, "what": ' + b"[" * 100_000, "line 1"),
    "deep-object": (b'{"what": {"system": "mini", "x": ' + b'{"a":' * 100_000, "line 1"),
    "huge-number": (b'{"n": ' + b"9" * 5000 + b', "what": {"system": "mini"}, "sum": ""}', "line 1"),
    "a-line-missing": (b"\n".join([LINES[0], *LINES[2:]]), "line 2: entry 2 stands where entry 1 should"),
    "a-line-changed": (
        b"\n".join(LINES).replace(b'"seat":"anna"', b'"seat":"anma"', 1),
        "does not fit the chain: it or an earlier one was changed",
    ),
    "blank-line": (b"\n".join([LINES[0], b"", *LINES[1:]]), "line 2"),
    "from-the-future": (opening(version=99), "line 1: made by a newer version (99"),
    "format-of-the-future": (
        opening(format=7),
        "line 1: of format 7; this version of Planspiel knows format 1",
    ),
    "unknown-system": (opening(system="chess"), "line 1: there is no system 'chess'"),
    "planned-system": (opening(system="caporetto1917"), "line 1: caporetto1917 is planned"),
    "opened-twice-wrongly": (opening(entry="closed"), "line 1"),
}


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_log_is_one_line_with_its_place(run: Run, tmp_path: Path, command: str, name: str) -> None:
    data, place = HOSTILE[name]
    file = tmp_path / "hostile.log"
    file.write_bytes(data)
    ended = run(command, file)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"{file}")
    assert place in ended.err
    assert ended.err.count("\n") == 1


def test_an_unknown_scenario_in_a_log_is_refused_before_any_rule_runs(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "unknown.log"
    file.write_bytes(opening(setup={"scenario": "waterloo"}))
    assert run("verify", file) == (2, "", f"{file}, line 1: There is no scenario waterloo.\n")


def sparse(file: Path, size: int) -> None:
    file.touch()
    os.truncate(file, size)


def other_files(folder: Path) -> dict[str, Callable[[Path], object]]:
    return {
        "missing": lambda file: None,
        "folder": lambda file: file.mkdir(),
        "pipe": lambda file: os.mkfifo(file),
        "100-mb": lambda file: sparse(file, 100 * 1024 * 1024),
        "loop": lambda file: file.symlink_to(file),
    }


@pytest.mark.parametrize("command", [("replay",), ("verify",), ("adjudicate",)])
@pytest.mark.parametrize("kind", list(other_files(Path())))
def test_what_is_no_file_to_read_is_one_line(
    run: Run, tmp_path: Path, command: tuple[str], kind: str
) -> None:
    file = tmp_path / "file"
    other_files(tmp_path)[kind](file)
    ended = run(*command, file)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(str(file))
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("kind", ["folder", "100-mb", "pipe", "deep", "not-text", "truncated"])
def test_a_hostile_pack_is_faults_and_exit_code_2(run: Run, tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "pack.toml").write_text('id = "x"\nsystem = "mini"\nversion = "1"\ntitle = "X"\n')
    file = folder / "fire.toml"
    contents = {"deep": b"a = " + b"[" * 9999, "not-text": b'a = "\xff"', "truncated": b"a = [1, 2"}
    if kind in contents:
        file.write_bytes(contents[kind])
    else:
        other_files(folder)[kind](file)
    ended = run("packs", "check", folder, "--json")
    assert ended.code == 2
    assert [fault["file"] for fault in ended.data[0]["faults"]] == [str(file)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.data())
def test_a_log_changed_anywhere_is_never_a_traceback(run: Run, tmp_path: Path, data: st.DataObject) -> None:
    whole = b"\n".join(LINES)
    at = data.draw(st.integers(0, len(whole) - 1))
    cut = data.draw(st.integers(0, 40))
    file = tmp_path / "changed.log"
    file.write_bytes(whole[:at] + data.draw(st.binary(max_size=20)) + whole[at + cut :])
    for command in ("replay", "verify"):
        assert run(command, file).code in (0, 1, 2)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.data())
def test_a_log_with_forged_entries_and_a_good_chain_is_never_a_traceback(
    run: Run, tmp_path: Path, data: st.DataObject
) -> None:
    whats = [msgspec.json.decode(line)["what"] for line in LINES]
    n = data.draw(st.integers(0, len(whats) - 1))
    key = data.draw(st.sampled_from(sorted(whats[n])))
    whats[n][key] = data.draw(
        st.none()
        | st.integers(-(2**70), 2**70)
        | st.text(max_size=4)
        | st.lists(st.integers(), max_size=2)
        | st.dictionaries(
            st.sampled_from(["do", "seat", "scenario", "event"]), st.text(max_size=4), max_size=2
        )
    )
    file = tmp_path / "forged.log"
    file.write_bytes(rechained([msgspec.json.encode(what) for what in whats]))
    for command in ("replay", "verify"):
        assert run(command, file).code in (0, 1, 2)


# -- reading and writing -----------------------------------------------------------------------------------


def test_a_file_of_the_largest_size_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.touch()
    os.truncate(file, LARGEST)
    assert len(read_bytes(file)) == LARGEST
    os.truncate(file, LARGEST + 1)
    with pytest.raises(BadInput, match="is larger than 64 MB"):
        read_bytes(file)


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    write_whole(file, b"old")
    write_whole(file, b"new")
    assert file.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["figures.json"]


@pytest.mark.parametrize("step", ["os.fsync", "os.replace"])
def test_a_write_that_fails_leaves_the_old_file_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "figures.json"
    file.write_bytes(b"old")
    monkeypatch.setattr(step, full)
    with pytest.raises(BadInput, match="cannot be written: no space left on device"):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["figures.json"]


def test_writing_into_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written: no such file or directory"):
        write_whole(tmp_path / "nowhere" / "file", b"")
