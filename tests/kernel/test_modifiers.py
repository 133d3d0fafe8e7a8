"""Modifiers keep their reasons."""

from __future__ import annotations

import pytest

from planspiel.kernel import Illegal, Modifier, Modifiers, Text, rulebook


def modifiers() -> Modifiers:
    mods = Modifiers()
    mods.add(2, "flank", "8.1")
    mods.add(-1, "range {hexes}", "8.2", hexes=3)
    return mods


def test_the_total_comes_with_a_line_for_each_reason() -> None:
    mods = modifiers()
    assert (mods.total, mods.most, len(mods)) == (1, 1, 2)
    assert (
        mods.lines
        == tuple(mods)
        == (
            Modifier(2, Text("flank"), "8.1"),
            Modifier(-1, Text("range {hexes}", {"hexes": 3}), "8.2"),
        )
    )


def test_what_a_seat_cannot_know_makes_a_range() -> None:
    mods = modifiers()
    mods.add_unknown(-2, 3, "enemy morale", "8.3")
    assert (mods.total, mods.most) == (-1, 4)
    assert mods.lines[-1] == Modifier(-2, Text("enemy morale"), "8.3", at_most=3)


def test_lines_handed_out_do_not_change_afterwards() -> None:
    mods = modifiers()
    lines = mods.lines
    mods.add(1, "late", "8.4")
    assert len(lines) == 2


@pytest.mark.parametrize("kind", ["known", "unknown", "refusal"])
def test_reasons_and_refusals_are_cited(kind: str) -> None:
    assert rulebook.recorder is not None
    rulebook.recorder.discard("8.9")
    if kind == "known":
        Modifiers().add(1, "x", "8.9")
    elif kind == "unknown":
        Modifiers().add_unknown(0, 1, "x", "8.9")
    else:
        Illegal("no", "8.9")
    assert "8.9" in rulebook.recorder
