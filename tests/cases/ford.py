"""The position most tests of cases begin with, as tables."""

from __future__ import annotations

from typing import Any

Table = dict[str, Any]
WALK = {"seat": "anna", "order": {"do": "move", "token": "red-0", "path": [1]}}
SHOOT = {"seat": "ben", "order": {"do": "shoot", "token": "blue-0"}}
DECLINE = {"seat": "anna", "order": {"do": "decline"}}


def ford(*answers: Table, dice: tuple[int, ...] = (), **sections: Any) -> Table:
    """Anna moves; her token at 0 will come within range of Ben's at 3 when it enters 1."""
    tokens = {
        "red-0": {"id": "red-0", "side": "red", "at": 0},
        "blue-0": {"id": "blue-0", "side": "blue", "at": 3},
    }
    head = {"system": "mini", "dice": dice, **sections.pop("case", {})}
    position = {"turn": 1, "replace": ["tokens"], "agenda": [["movement", "anna"]], "tokens": tokens}
    return {"case": head, "position": position, "answer": list(answers), **sections}
