"""Questions answered piece by piece over the wire: parts on offer, judged on the view, nothing of it kept."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from server.clients import Hall, Player

Two = tuple[Player, Player]


@pytest.fixture
def links(table: Hall) -> dict[str, str]:
    return table.seated("lesson", system="barbarossa1941")[1]


@pytest.fixture
def planners(table: Hall, links: dict[str, str]) -> Iterator[Two]:
    with table.sit(links["german"]) as german, table.sit(links["soviet"], language="de") as soviet:
        yield german, soviet


def about(player: Player, say: str, piece: str, **more: Any) -> dict[str, Any]:
    return player.ask({"say": say, "decision": player.decision, "piece": piece, **more})


def defending(facing: int = 1, distance: int = 2) -> dict[str, Any]:
    return {"order": "defend", "facing": facing, "distance": distance}


def test_a_question_in_pieces_names_them_and_another_does_not(planners: Two, table: Hall) -> None:
    german, soviet = planners
    assert german.position["asked"]["pieces"] == ["unit:g1", "unit:g2", "unit:g3"]
    assert soviet.position["asked"]["pieces"] == ["unit:s1", "unit:s2"]
    assert "must" not in german.position["asked"]
    _, mini = table.seated()
    with table.sit(mini["anna"]) as anna:
        assert "pieces" not in anna.position["asked"]
        found = about(anna, "parts", "token:red-0")
        assert (found["say"], found["code"]) == ("refused", "not-asked")


def test_who_must_be_given_something_is_named(table: Hall) -> None:
    _, links = table.seated("outpost", system="barbarossa1941")
    with table.sit(links["german"]) as german:
        asked = german.position["asked"]
        assert asked["must"] == [piece for piece in asked["pieces"] if piece.startswith("unit:")]
        assert asked["must"]


def test_the_parts_of_one_piece_are_listed_in_portions(planners: Two) -> None:
    german, _ = planners
    first = about(german, "parts", "unit:g1", limit=5)
    rest = about(german, "parts", "unit:g1", after=5, limit=1000)
    whole = about(german, "parts", "unit:g1", limit=1000)
    assert first["more"]
    assert "more" not in rest
    assert first["parts"] + rest["parts"] == whole["parts"]
    assert {"order": "wait"} in whole["parts"]


def test_a_part_is_judged_beside_the_others_of_the_draft(table: Hall) -> None:
    """Who spends his points on one thing has fewer for the other."""
    _, links = table.seated("counter_attack", system="barbarossa1941")
    with table.sit(links["soviet"]) as buyer:
        assert buyer.position["asked"]["question"]["ask"] == "build-army"
        one, other = buyer.position["asked"]["pieces"][:2]
        alone = about(buyer, "parts", other)["parts"]
        most = about(buyer, "parts", one)["parts"][-1]
        assert len(about(buyer, "parts", other, given={one: most})["parts"]) < len(alone)
        too_much = {one: {"order": "buy", "count": 999}}
        assert about(buyer, "parts", other, given=too_much)["parts"] == []


def test_any_part_is_checked_and_a_refusal_says_why_in_the_players_language(planners: Two) -> None:
    german, soviet = planners
    legal = about(german, "check-part", "unit:g1", part={"order": "march", "route": ["0703", "0803"]})
    assert legal["say"] == "part-checked"
    assert "reason" not in legal
    far = about(german, "check-part", "unit:g1", part={"order": "cautious-move", "route": ["0703", "0803"]})
    assert far["reason"]
    assert far["cite"].startswith("BAR-")
    his = about(soviet, "check-part", "unit:s1", part={"order": "tow", "transport": "s2"})
    assert his["reason"]


def test_the_odds_of_a_part_are_shown(planners: Two) -> None:
    german, _ = planners
    fire = {"order": "open-fire", "target": "s1"}
    odds = about(german, "part-odds", "unit:g3", part=fire)["odds"]
    assert sum(likely["ways"] for likely in odds["results"]) == odds["out_of"]
    assert "odds" not in about(german, "part-odds", "unit:g1", part={"order": "wait"})
    refused = about(german, "part-odds", "unit:g1", part={"order": "open-fire", "target": "g2"})
    assert (refused["say"], refused["code"]) == ("refused", "illegal")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"say": "parts", "piece": "unit:s1"}, "illegal"),
        ({"say": "parts", "piece": "unit:g1", "given": {"unit:s1": {"order": "wait"}}}, "illegal"),
        ({"say": "parts", "piece": "unit:g1", "given": {"unit:g2": {"order": "fly"}}}, "malformed"),
        ({"say": "parts", "piece": "unit:g1", "given": {"unit:g2": [1]}}, "malformed"),
        ({"say": "parts", "piece": "unit:g1", "given": {str(n): {} for n in range(501)}}, "malformed"),
        ({"say": "parts", "piece": "u" * 201}, "malformed"),
        ({"say": "parts", "piece": "unit:g1", "limit": 1001}, "malformed"),
        ({"say": "check-part", "piece": "unit:g1", "part": {"order": "defend", "facing": "x"}}, "malformed"),
        ({"say": "check-part", "piece": "unit:g1"}, "malformed"),
        ({"say": "parts", "piece": "unit:g1", "decision": "0" * 16}, "stale"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_wrong_is_refused_and_changes_nothing(
    table: Hall, planners: Two, links: dict[str, str], message: dict[str, Any], code: str
) -> None:
    german, _ = planners
    before = german.position["asked"]
    german.send({"decision": german.decision, **message})
    assert german.until("refused")["code"] == code
    with table.sit(links["german"]) as again:
        assert again.position["asked"] == before


def _but_who_is_there(player: Player) -> list[str]:
    """What a player has heard, without who sits at the table: that may still be on its way."""
    return [message for message in player.heard if json.loads(message)["say"] != "present"]


def test_a_draft_is_told_to_nobody_and_kept_nowhere(
    table: Hall, planners: Two, links: dict[str, str], database: str
) -> None:
    german, soviet = planners
    heard = _but_who_is_there(soviet)
    draft = {"unit:g2": defending(facing=4)}
    about(german, "parts", "unit:g1", given=draft)
    about(german, "check-part", "unit:g1", part=defending(facing=5), given=draft)
    about(german, "part-odds", "unit:g3", part={"order": "open-fire", "target": "s1"}, given=draft)
    soviet.ask({"say": "explain", "thing": "unit:s1"})
    assert len(_but_who_is_there(soviet)) == len(heard) + 1
    with table.sit(links["german"]) as again:
        assert "facing" not in json.dumps(again.position["asked"])
    with sqlite3.connect(database.removeprefix("sqlite:///")) as kept:
        dump = "\n".join(kept.iterdump())
    assert "defend" not in dump
    assert "open-fire" not in dump


def test_the_whole_answer_made_of_parts_is_accepted_and_sealed(planners: Two) -> None:
    german, soviet = planners
    parts = {"unit:g3": {"order": "open-fire", "target": "s1"}, "unit:g1": defending()}
    found = german.submit({"do": "plan", "parts": parts})
    assert found["say"] == "accepted"
    soviet.ask({"say": "explain", "thing": "unit:s1"})
    assert soviet.position["sealed"] == ["german"]
    assert all("open-fire" not in text and '"facing":1,"distance"' not in text for text in soviet.heard)
    assert about(german, "parts", "unit:g1")["code"] in ("not-asked", "stale")


def test_a_spectator_gets_no_parts_but_sees_the_board(table: Hall) -> None:
    made, links = table.seated("lesson", system="barbarossa1941")
    with table.sit(links["german"]) as german, table.sit(made["watch"]) as watcher:
        found = watcher.ask({"say": "parts", "decision": german.decision, "piece": "unit:g1"})
        assert found["code"] == "not-asked"
        assert set(watcher.position["view"]["units"]) == {"g1", "g2", "g3", "s1", "s2"}
        assert all("ammo" not in unit for unit in watcher.position["view"]["units"].values())


# -- what a bot would give ---------------------------------------------------------------------------------


@pytest.fixture
def deploying(table: Hall) -> Iterator[Player]:
    _, links = table.seated("outpost", system="barbarossa1941")
    with table.sit(links["german"]) as german:
        yield german


def suggested(player: Player, given: dict[str, Any]) -> dict[str, Any]:
    return player.ask({"say": "suggest", "decision": player.decision, "given": given})


def test_a_bot_places_what_still_lacks_a_place_and_the_whole_can_be_sealed(deploying: Player) -> None:
    asked = deploying.position["asked"]
    found = suggested(deploying, {})
    assert found["say"] == "suggested"
    assert set(asked["must"]) <= set(found["parts"])
    told = deploying.submit({"do": asked["answers"][0], "parts": found["parts"]})
    assert told["say"] == "accepted"


def test_a_bot_leaves_what_the_player_has_placed(deploying: Player) -> None:
    asked = deploying.position["asked"]
    first = asked["must"][0]
    wanted = suggested(deploying, {})["parts"][first]
    mine = next(part for part in about(deploying, "parts", first)["parts"] if part["hex"] != wanted["hex"])
    found = suggested(deploying, {first: mine})["parts"]
    assert set(found) >= set(asked["must"]) - {first}
    assert first not in found
    told = deploying.submit({"do": asked["answers"][0], "parts": {**found, first: mine}})
    assert told["say"] == "accepted"


def test_a_bot_advises_nobody_whose_orders_may_be_left_out(planners: Two, deploying: Player) -> None:
    german, _ = planners
    assert suggested(german, {})["code"] == "not-asked"
    placed = suggested(deploying, {})["parts"]
    assert suggested(deploying, placed)["code"] == "not-asked"
    assert suggested(deploying, {"unit:s9": {"order": "wait"}})["code"] == "illegal"
    deploying.send({"say": "suggest", "decision": "0" * 16})
    assert deploying.until("refused")["code"] == "stale"
