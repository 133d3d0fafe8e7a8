"""The board's tools over the wire: asked of the system, on the seat's view, refused where the book says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from mini.questions import Move, MoveOrDone
from planspiel.kernel import Illegal, Order, Question, Side, Text
from planspiel.systems import tools
from planspiel.systems.tools import (
    Mover,
    NoTools,
    PathCosts,
    PathStep,
    Reach,
    Say,
    Score,
    Shown,
    Track,
    Wanted,
)
from server.clients import Hall, Player
from server.test_the_gate import moving

Two = tuple[Player, Player]


class MiniTools(NoTools):
    """Shows what it was asked and whose view it saw."""

    def costs(self, question: Question[Any, Any], view: Any, order: Order, say: Say) -> PathCosts | None:
        if not isinstance(order, Move):
            return None
        steps = tuple(PathStep(str(to), 1, n) for n, to in enumerate(order.path, start=1))
        return PathCosts(1, 2, 2 - len(steps), steps, (Mover(order.token, 2, 2 - len(steps)),))

    def shown(self, view: Any, wanted: Wanted, say: Say) -> Shown | None:
        if wanted.tool == "command":
            return None
        if wanted.end == "nowhere":
            raise Illegal("{to} is not on the board.", "MINI-1", to=wanted.end)
        own = tuple(Reach(str(token.at), 1, (token.id,)) for token in view.own.values())
        return Shown(say(Text("{seat} sees {to}.", {"seat": view.seat, "to": wanted.end})), places=own)

    def score(self, view: Any, say: Say) -> Score | None:
        tokens = len(view.own)
        return Score(say(Text("{seat} has {tokens} tokens.", {"seat": view.seat, "tokens": tokens})), 1, 5,
                     tracks=(Track(Side("red"), tokens),))  # fmt: skip

    def german(self) -> Mapping[str, str]:
        return {"{seat} sees {to}.": "{seat} sieht {to}."}


@pytest.fixture
def duel(table: Hall, monkeypatch: pytest.MonkeyPatch) -> Iterator[Two]:
    monkeypatch.setitem(tools._known, "mini", MiniTools())
    _, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(links["ben"], language="de") as ben:
        moving(anna, ben)
        yield anna, ben


def test_a_tool_sees_with_the_eyes_of_who_asks_in_their_language(duel: Two) -> None:
    anna, ben = duel
    hers = anna.ask({"say": "tool", "tool": "sight", "from": "1", "to": "7"})["shown"]
    his = ben.ask({"say": "tool", "tool": "sight", "from": "1", "to": "7"})["shown"]
    assert (hers["verdict"], his["verdict"]) == ("anna sees 7.", "ben sieht 7.")
    assert {unit for each in hers["places"] for unit in each["units"]} == {"red-0", "red-1", "red-2"}
    assert all(unit.startswith("blue") for each in his["places"] for unit in each["units"])


def test_what_a_tool_cannot_show_is_refused_or_nothing(duel: Two) -> None:
    anna, _ = duel
    assert "shown" not in anna.ask({"say": "tool", "tool": "command"})
    found = anna.ask({"say": "tool", "tool": "sight", "to": "nowhere"})
    assert (found["code"], found["reason"], found["cite"]) == (
        "illegal",
        "nowhere is not on the board.",
        "MINI-1",
    )
    anna.send({"say": "tool", "tool": "x-ray", "id": 99})
    assert anna.until("refused")["code"] == "malformed"


def test_the_costs_of_a_path_are_shown_while_it_is_drawn(duel: Two) -> None:
    anna, ben = duel
    found = anna.ask({"say": "costs", "order": {"do": "move", "token": "red-0", "path": [99, 98]}})["costs"]
    assert [step["spent"] for step in found["steps"]] == [1, 2]
    assert found["left"] == 0
    assert "costs" not in anna.ask({"say": "costs", "order": {"do": "done"}})
    assert anna.ask({"say": "costs", "order": {"do": "dance"}})["code"] == "malformed"
    assert ben.ask({"say": "costs", "order": {"do": "done"}})["code"] == "not-asked"


def test_an_aid_that_the_book_forbids_is_refused_with_the_paragraph(
    duel: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = duel
    monkeypatch.setattr(MoveOrDone, "forbids", ("sight", "odds", "costs"))
    order = {"do": "done"}
    for aid in (
        {"say": "tool", "tool": "sight"},
        {"say": "odds", "order": order},
        {"say": "costs", "order": order},
    ):
        found = anna.ask(aid)
        assert (found["code"], found["cite"]) == ("not-allowed", "MINI-2")
    assert "shown" in anna.ask({"say": "tool", "tool": "range"})
    assert "shown" in ben.ask({"say": "tool", "tool": "sight"}), "nothing is asked of Ben"


def test_the_score_comes_with_the_position_as_the_seat_knows_it(duel: Two) -> None:
    anna, ben = duel
    assert anna.position["score"]["sentence"] == "anna has 3 tokens."
    assert ben.position["score"]["sentence"] == "ben has 3 tokens."


def test_a_spectator_of_a_system_without_a_public_view_gets_no_tools(table: Hall) -> None:
    made, _ = table.seated()
    with table.sit(made["watch"]) as eve:
        assert eve.ask({"say": "tool", "tool": "sight"})["code"] == "not-allowed"
