"""The one gate before every change: what is refused, and that it changes nothing."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from planspiel.kernel import Seat
from server.clients import Hall, Player, settle

Two = tuple[Player, Player]


@pytest.fixture
def duel(table: Hall) -> Iterator[Two]:
    """Anna and Ben before their first secret plan."""
    _, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        yield anna, ben


PLAN = {"do": "plan", "stance": "hold", "mine": 12}


def refused(found: dict[str, Any], code: str) -> None:
    assert found["say"] == "refused", found
    assert found["code"] == code, found
    assert found["reason"]


def moving(anna: Player, ben: Player) -> None:
    """Both plan; then Anna is asked to move."""
    found = anna.submit(PLAN)
    assert found["say"] == "accepted", found
    settle({"anna": anna, "ben": ben})
    assert ben.submit({**PLAN, "mine": 13})["say"] == "accepted"
    settle({"anna": anna, "ben": ben})
    assert anna.is_asked()
    assert not ben.is_asked()


def test_a_seat_cannot_answer_for_another(duel: Two) -> None:
    anna, ben = duel
    moving(anna, ben)
    refused(ben.submit({"do": "done"}, seat="anna", decision=anna.decision), "wrong-seat")
    refused(ben.submit({"do": "done"}, decision=anna.decision), "not-asked")
    settle({"anna": anna})
    assert anna.submit({"do": "done"})["say"] == "accepted"


def test_an_answer_to_an_earlier_question_is_refused(duel: Two) -> None:
    anna, ben = duel
    earlier = anna.decision
    moving(anna, ben)
    refused(anna.submit({"do": "done"}, decision=earlier), "stale")
    assert anna.submit({"do": "done"})["say"] == "accepted"


def test_the_same_question_put_again_has_another_name(duel: Two) -> None:
    anna, ben = duel
    moving(anna, ben)
    first = anna.decision
    assert anna.submit({"do": "move", "token": "red-0", "path": [6]})["say"] == "accepted"
    settle({"anna": anna, "ben": ben})
    assert anna.position["asked"]["question"] == {"ask": "move-or-done"}
    assert anna.decision != first


def test_an_illegal_order_is_refused_with_reason_and_paragraph(duel: Two) -> None:
    anna, ben = duel
    moving(anna, ben)
    before = anna.position
    found = anna.submit({"do": "move", "token": "blue-0", "path": [6]})
    refused(found, "illegal")
    assert found["reason"] == "blue-0 is not yours to move."
    assert found["cite"] == "MINI-2"
    settle({"anna": anna})
    assert anna.position == before


@pytest.mark.parametrize(
    "order",
    [
        {"do": "no-such-order"},
        {"do": "move"},
        {"do": "move", "token": 7, "path": [1]},
        {"do": "move", "token": "red-0", "path": [1], "extra": 1},
        [],
        None,
        "done",
    ],
)
def test_a_malformed_order_is_refused(duel: Two, order: Any) -> None:
    anna, ben = duel
    moving(anna, ben)
    refused(anna.submit(order), "malformed")


@pytest.mark.parametrize("path", [[10**30], [-1], [2**63], [0] * 5000, []])
def test_numbers_no_board_has_are_refused(duel: Two, path: list[int]) -> None:
    anna, ben = duel
    moving(anna, ben)
    found = anna.submit({"do": "move", "token": "red-0", "path": path})
    assert found["say"] == "refused"
    assert found["code"] in ("malformed", "illegal")
    assert anna.submit({"do": "done"})["say"] == "accepted"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"say":"nothing"}',
        '{"say":"submit"}',
        '{"say":"options","decision":"x","limit":100000}',
        "[" * 30_000,
        '{"say":"chat","submission":"a","text":"' + "x" * 5000 + '"}',
    ],
)
def test_a_malformed_message_is_refused_and_the_table_stays_open(duel: Two, text: str) -> None:
    anna, _ = duel
    anna.socket.send(text)
    refused(anna.until("refused"), "malformed")
    found = anna.submit(PLAN)
    assert found["say"] == "accepted", found


def test_a_submission_sent_again_is_acknowledged_but_not_carried_out_again(duel: Two) -> None:
    anna, ben = duel
    moving(anna, ben)
    said = {
        "say": "submit",
        "submission": "once",
        "decision": anna.decision,
        "order": {"do": "move", "token": "red-0", "path": [6]},
    }
    first = anna.ask(said)
    settle({"anna": anna})
    after = anna.position
    again = anna.ask(said)
    assert again["say"] == "accepted"
    assert again["again"]
    assert again["n"] == first["n"]
    settle({"anna": anna})
    assert anna.position == after


def test_an_instruction_sent_again_is_not_carried_out_again(duel: Two) -> None:
    anna, _ = duel
    tell = {"tell": "set-standing-order", "reaction": "fire"}
    assert "again" not in anna.instruct(tell, submission="once")
    settle({"anna": anna})
    n = anna.position["n"]
    assert anna.instruct(tell, submission="once")["again"]
    settle({"anna": anna})
    assert anna.position["n"] == n
    found = anna.submit(PLAN)
    assert found["say"] == "accepted", found


def test_a_sealed_answer_may_be_changed_until_all_are_in(duel: Two) -> None:
    anna, ben = duel
    found = anna.submit(PLAN)
    assert found["say"] == "accepted", found
    settle({"anna": anna, "ben": ben})
    assert anna.position["asked"]["is_sealed"]
    assert ben.position["sealed"] == ["anna"]
    assert anna.submit({**PLAN, "mine": 14})["say"] == "accepted"
    settle({"anna": anna, "ben": ben})
    assert ben.submit({**PLAN, "mine": 13})["say"] == "accepted"
    settle({"anna": anna, "ben": ben})
    assert anna.position["view"]["own_mines"] == [14]


def test_nothing_is_accepted_once_the_game_is_over(duel: Two) -> None:
    anna, ben = duel
    decision = anna.decision
    assert anna.instruct({"tell": "resign"})["say"] == "accepted"
    settle_over(anna, ben)
    refused(anna.submit(PLAN, decision=decision), "over")
    refused(ben.instruct({"tell": "resign"}), "over")
    assert anna.position["outcome"]["winners"] == ["blue"]


def settle_over(*players: Player) -> None:
    for player in players:
        player.ask({"say": "explain", "thing": "x"})


def test_a_draw_needs_both(duel: Two) -> None:
    anna, ben = duel
    assert anna.instruct({"tell": "offer-draw"})["say"] == "accepted"
    settle({"anna": anna, "ben": ben})
    assert ben.position["draw_offers"] == ["anna"]
    assert ben.instruct({"tell": "offer-draw"})["say"] == "accepted"
    settle_over(anna, ben)
    assert anna.position["outcome"] == {"winners": [], "reason": "draw by agreement"}


def test_an_order_is_taken_back_by_consent(duel: Two) -> None:
    anna, ben = duel
    moving(anna, ben)
    assert anna.submit({"do": "done"})["say"] == "accepted"
    settle({"anna": anna, "ben": ben})
    assert ben.is_asked()
    assert anna.instruct({"tell": "take-back"})["say"] == "accepted"
    settle({"anna": anna, "ben": ben})
    assert ben.position["take_back"] == ["anna"]
    assert ben.instruct({"tell": "allow-take-back"})["say"] == "accepted"
    settle({"anna": anna, "ben": ben})
    assert anna.is_asked()
    assert not ben.is_asked()
    assert anna.submit({"do": "done"})["say"] == "accepted"


def test_options_explanations_and_odds_are_given_to_the_seat_that_is_asked_alone(duel: Two) -> None:
    anna, ben = duel
    moving(anna, ben)
    assert {"do": "done"} in anna.options()
    listed = anna.ask({"say": "options", "decision": anna.decision, "limit": 1})
    assert len(listed["options"]) == 1
    assert listed["more"]
    rest = anna.ask({"say": "options", "decision": anna.decision, "after": 1, "limit": 1000})
    assert listed["options"][0] not in rest["options"]
    found = anna.ask({"say": "explain", "thing": "token:blue-0"})
    assert (found["reason"], found["cite"]) == ("blue-0 is not yours to move.", "MINI-2")
    assert anna.ask({"say": "odds", "order": {"do": "done"}})["say"] == "odds-shown"
    refused(anna.ask({"say": "odds", "order": {"do": "move", "token": "blue-0", "path": [1]}}), "illegal")
    refused(ben.ask({"say": "options", "decision": anna.decision}), "not-asked")
    refused(ben.ask({"say": "explain", "thing": "token:blue-0"}), "not-asked")


def test_a_thing_that_the_rules_stumble_over_is_no_end_of_the_table(duel: Two, table: Hall) -> None:
    made = table.hot_seat(options={"scouting": True})
    with table.sit(made["table"]) as both:
        found = both.ask({"say": "explain", "thing": "square:not a number"})
        assert found["say"] in ("explained", "refused")
        assert both.submit(PLAN)["say"] == "accepted"


def test_a_spectator_and_an_invitation_can_change_nothing(table: Hall) -> None:
    made, _ = table.seated()
    with table.sit(made["watch"]) as watcher:
        said = {"say": "submit", "submission": "s", "decision": "d", "order": PLAN}
        refused(watcher.ask(said), "wrong-seat")
        refused(watcher.ask({**said, "seat": "anna"}), "wrong-seat")
        refused(watcher.instruct({"tell": "resign"}, seat="anna"), "wrong-seat")
        refused(watcher.ask({"say": "chat", "submission": "c", "text": "hello"}), "wrong-seat")
        assert "view" not in watcher.position
    with pytest.raises(Exception, match="not-allowed"), table.sit(made["invites"]["anna"]):
        pass


def test_a_link_that_nobody_was_given_opens_nothing(table: Hall) -> None:
    with pytest.raises(Exception, match="no-such-link"), table.sit("x" * 32):
        pass
    assert table.get("/api/game", "x" * 32, status=401)["code"] == "no-such-link"
    assert table.get("/api/game", status=401)["code"] == "no-such-link"


def test_a_seat_that_is_not_in_the_game_is_nobodys(table: Hall) -> None:
    made = table.hot_seat()
    with table.sit(made["table"]) as both:
        refused(both.submit(PLAN, seat="nobody"), "wrong-seat")
        refused(both.ask({"say": "look", "seat": "nobody"}), "wrong-seat")


def test_random_nonsense_never_changes_a_position(duel: Two) -> None:
    anna, ben = duel
    moving(anna, ben)
    before = json.dumps(anna.position)
    rng = Random(9)
    for _ in range(200):
        order = {"do": rng.choice(["move", "plan", "shoot", "dodge", "decline", "scout"])}
        order |= {rng.choice(["token", "path", "at", "mine"]): rng.choice([-1, "blue-2", [99], None, 2**70])}
        found = anna.submit(order, submission=uuid.UUID(int=rng.getrandbits(128)).hex)
        assert found["say"] == "refused", (order, found)
    settle({"anna": anna})
    assert json.dumps(anna.position) == before


def test_a_seat_is_a_string_like_any_other(duel: Two) -> None:
    anna, _ = duel
    refused(anna.submit(PLAN, seat=Seat("anna' OR 1=1 --")), "wrong-seat")
