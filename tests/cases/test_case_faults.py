"""Faults in the file of a case: all at once, with line, key, reason and nearest spelling."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.ford import DECLINE, SHOOT, WALK, Table, ford
from planspiel.cases import PackFaults, as_data, run_case


def faults(source: Any, **wishes: Any) -> list[str]:
    with pytest.raises(PackFaults) as caught:
        run_case(source, **wishes)
    return str(caught.value).splitlines()


def test_all_faults_are_said_at_once_with_line_and_nearest_spelling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = """
        [case]
        system = "mini"
        options = { hiden = true }
        dyce = [1]
        scenario = "duel"

        [pack.fire]
        colums = []

        [position]
        trun = 2
        replace = ["tokns"]
        agenda = [["movment", "anna"], ["movement"], "barrage"]
        tokens.red-0 = { stepz = 1, at = "one" }
        tokens.delete = ["red-9"]

        [[answer]]
        seat = "ana"
        order = { do = "moov" }

        [[answer]]
        seat = "ben"
        order = { do = "shoot", tokn = "x" }
        expect_refusal = 3

        [[instruct]]
        seat = "ben"
        instruction = { tell = "resine" }
        after = 9

        [[branch]]
        name = "a"
        view = ["bem"]

        [[branch]]
        name = "a"
        answer = [{ seat = "bea", order = { do = "done" } }]
    """
    Path("c.toml").write_text(dedent(text).lstrip())
    found = faults("c.toml")
    expected = [
        'c.toml:4: case.dyce: unknown key; did you mean "dice"?',
        'c.toml:3: case.options.hiden: there is no such option; did you mean "hidden"?',
        "c.toml:8: pack.fire.colums: unknown key",
        'c.toml:11: position.trun: unknown key; did you mean "turn"?',
        "c.toml:12: position.replace: names a table of the position",
        "c.toml:13: position.agenda[1]: there is no item 'movment'",
        "c.toml:13: position.agenda[2]: movement: missing a required argument",
        "c.toml:13: position.agenda[3]: must be a list",
        'c.toml:14: position.tokens.red-0.stepz: unknown key; did you mean "steps"?',
        'c.toml:14: position.tokens.red-0.at: must be a whole number, not "one"',
        'c.toml:15: position.tokens.delete: there is no "red-9" below to delete; did you mean "red-2"?',
        'c.toml:18: answer[1].seat: there is no seat "ana"; there are "anna" or "ben"; did you mean "anna"?',
        "c.toml:19: answer[1].order.do: must be",
        'c.toml:23: answer[2].order.tokn: unknown key; did you mean "token"?',
        "c.toml:24: answer[2].expect_refusal: must be true or false or text",
        "c.toml:28: instruct[1].instruction.tell: must be",
        "c.toml:29: instruct[1].after: there are only 2 answers",
        'c.toml:33: branch[1].view[1]: there is no seat "bem"',
        "c.toml:36: branch[2].name: there are two branches called 'a'",
        'c.toml:37: branch[2].answer[1].seat: there is no seat "bea"',
    ]
    for line in expected:
        assert any(each.startswith(line) for each in found), f"{line}\nis not among\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("case", "fault"),
    [
        ({}, "case: missing section case"),
        ({"case": {}}, "case: case: missing key system"),
        (
            {"case": {"system": "mimi"}},
            "case: case.system: there is no system 'mimi'; did you mean \"mini\"?",
        ),
        (
            {"case": {"system": "caporetto1917"}},
            "case: case.system: caporetto1917 is planned, but cannot be played yet",
        ),
        ({"case": {"system": 3}}, "case: case.system: must be text, not the number 3"),
        (
            {"case": {"system": "mini", "scenario": "dual"}},
            'case: case.scenario: there is no scenario "dual"',
        ),
        ({"case": {"system": "mini", "dice": [2**70]}}, "case: case.dice[1]: the number is too large"),
        (ford(case={"options": {"hidden": 1}}), "case: case.options.hidden: must be false or true"),
        (ford(position={"agenda": []}), "case: position.agenda: must be a list of items"),
        (ford(position={"replace": 1}), "case: position.replace: must be a list of tables"),
        (ford(position={"tokens": {"delete": 1}}), "case: position.tokens.delete: must be a list of keys"),
        (
            ford(position={"tokens": {"red-0": {"at": 30}}}),
            "case: position: red-0 stands at 30, which is not on the board",
        ),
        (
            ford(position={"tokens": {"red-0": {"side": "pink"}}}),
            "case: position: nobody commands the side of red-0: pink",
        ),
    ],
)
def test_a_fault_has_a_key_and_a_reason(case: Table, fault: str) -> None:
    assert faults(case)[0].startswith(fault)


@pytest.mark.parametrize(
    ("wishes", "fault"),
    [
        ({"branch": "dogde"}, "case: there is no branch 'dogde'; did you mean \"dodge\"?"),
        ({"views": ["bem"]}, "case: there is no seat 'bem'; did you mean \"ben\"?"),
    ],
)
def test_a_wish_for_what_is_not_there_is_a_fault(wishes: Table, fault: str) -> None:
    assert faults(ford(branch=[{"name": "dodge"}]), **wishes) == [fault]


# -- hostile files -----------------------------------------------------------------------------------------


def hostile(folder: Path, name: str) -> Path:
    file = folder / f"{name}.toml"
    match name:
        case "folder":
            file.mkdir()
        case "huge":
            with file.open("wb") as opened:
                opened.truncate(100 * 1024 * 1024)
        case "pipe":
            os.mkfifo(file)
        case "not-text":
            file.write_bytes(b'[case]\nsystem = "\xff\xfe"\n')
        case "truncated":
            file.write_text('[case]\nsystem = "mini"\ndice = [1, 2')
        case "deep":
            file.write_text("a = " + "[" * 5000 + "]" * 5000)
        case "deep-key":
            file.write_text("[" + ".".join("a" * 5000) + "]\n")
        case "digits":
            file.write_text('[case]\nsystem = "mini"\ndice = [' + "9" * 5000 + "]\n")
        case "date":
            file.write_text("[case]\nsystem = 2022-01-01\n")
        case _:
            pass
    return file


@pytest.mark.parametrize(
    "name",
    ["missing", "folder", "huge", "pipe", "not-text", "truncated", "deep", "deep-key", "digits", "date"],
)
def test_a_hostile_file_is_one_line_with_its_name(tmp_path: Path, name: str) -> None:
    file = hostile(tmp_path, name)
    (line,) = faults(file)
    assert line.startswith(str(file))


words = st.sampled_from(
    [
        "system",
        "mini",
        "case",
        "seat",
        "anna",
        "order",
        "do",
        "move",
        "tokens",
        "red-0",
        "at",
        "delete",
        "agenda",
    ]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | words,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(words | st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
sections = st.sampled_from(["case", "pack", "position", "answer", "instruct", "branch", "expect", "anwser"])


def judged(case: Table) -> None:
    """Whatever stands in a case, it is run or its faults are said."""
    with suppress(PackFaults):
        as_data(run_case(case))


@given(st.dictionaries(sections, values, max_size=3))
def test_whatever_replaces_a_section_is_judged_or_refused(changes: Table) -> None:
    judged({**ford(WALK, SHOOT, DECLINE, dice=(5, 6)), **changes})


@given(
    st.dictionaries(
        st.sampled_from(
            ["turn", "width", "seats", "tokens", "mines", "done", "agenda", "replace", "outcome", "x"]
        ),
        values,
        max_size=3,
    ),
    values,
)
def test_whatever_stands_in_a_position_or_order_is_judged_or_refused(position: Table, order: Any) -> None:
    case = ford(WALK, {"seat": "anna", "order": order}, SHOOT)
    judged({**case, "position": {**case["position"], **position}})
