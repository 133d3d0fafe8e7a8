"""Guided first games: every step is legal, every paragraph exists, and the dice are those asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from planspiel.kernel import Assembled, Assembly, Chance, Game, Log, Rulebook, Seat, Setup, TypedIn, Window
from planspiel.kernel.question import accepts
from planspiel.systems import registry

LESSONS = sorted((Path(__file__).parents[2] / "web" / "src" / "lessons").glob("*.json"))


def lesson(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def texts(found: dict[str, Any]) -> Iterator[dict[str, str]]:
    yield from (found["title"], found["end"])
    yield from (step["say"] for step in found["steps"] if "say" in step)


def tag(question: Any) -> str:
    return str(type(question).__struct_config__.tag)


def throw(game: Game[Any], dice: list[list[int]]) -> None:
    for pips in dice:
        assert isinstance(game.pause, Chance), f"{pips} is thrown, but no dice are asked for"
        game.throw(tuple(pips))


def take(game: Game[Any], step: dict[str, Any], seat: Seat) -> None:
    """One step, as the page does it: an answer to the question asked, and one of the choices listed."""
    question = game.pending(seat)
    assert question is not None, step
    assert tag(question) == step["ask"]
    order = game.system.codec.order(msgspec.json.encode(step["order"]))
    if step["order"]["do"] == "decline":
        assert isinstance(game.pause, Window)
    elif isinstance(question, Assembly):
        question.check(game.view(seat), order)
    else:
        assert game.waiting() == (seat,), step
        assert order in list(question.options(game.view(seat)))
    game.answer(seat, order)


def sealed(game: Game[Any], seat: Seat, step: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    """What a player seals: the parts written since the last time, each of which is on offer by itself."""
    question = game.pending(seat)
    assert isinstance(question, Assembly), step
    view, (kind,) = game.view(seat), accepts(type(question))
    order = {"do": str(kind.__struct_config__.tag), "parts": dict(parts)}
    whole = game.system.codec.order(msgspec.json.encode(order))
    assert isinstance(whole, Assembled)
    for piece, part in whole.parts.items():
        assert part in list(question.parts(view, piece, {})), piece
    parts.clear()
    return {**step, "order": order}


@pytest.fixture(params=LESSONS, ids=lambda file: file.stem)
def found(request: pytest.FixtureRequest) -> dict[str, Any]:
    return lesson(request.param)


def test_there_is_a_lesson_for_each_system_that_ships() -> None:
    assert {file.stem for file in LESSONS} >= set(registry.SHIPPED)


def test_every_step_of_a_lesson_is_legal_and_its_dice_are_asked_for(found: dict[str, Any]) -> None:
    system = registry.load(found["system"])
    setup = Setup(found["scenario"], found.get("options", {}))
    game = Game.start(system, setup, TypedIn(), Log())
    parts: dict[str, Any] = {}
    for step in found["steps"]:
        seat = Seat(step.get("seat", found["seat"]))
        if step.get("roll"):
            assert isinstance(game.pause, Chance), step
        elif "piece" in step:
            parts[step["piece"]] = step["part"]
        else:
            take(game, sealed(game, seat, step, parts) if step.get("seal") else step, seat)
        throw(game, step.get("dice", []))
        assert step.get("roll") or not isinstance(game.pause, Chance) or _rolls_next(found, step), step
    assert Seat(found["seat"]) in game.waiting(), "the lesson ends when the player may go on"


def _rolls_next(found: dict[str, Any], step: dict[str, Any]) -> bool:
    """Dice that are left for a step in which the player throws."""
    after = found["steps"].index(step) + 1
    return bool(found["steps"][after].get("roll"))


def test_every_paragraph_of_a_lesson_exists(found: dict[str, Any]) -> None:
    book = Rulebook.load(found["system"])
    for step in found["steps"]:
        if "say" in step:
            assert step["cite"] in book.entries, step["cite"]


def test_every_sentence_of_a_lesson_is_german_and_english(found: dict[str, Any]) -> None:
    for text in texts(found):
        assert set(text) == {"de", "en"}
        assert all(said.strip() for said in text.values())
        assert text["de"] != text["en"]


def test_a_step_of_the_player_says_what_to_do_and_what_it_points_at_is_there(found: dict[str, Any]) -> None:
    system = registry.load(found["system"])
    game = Game.start(system, Setup(found["scenario"]), TypedIn(), Log())
    known = {thing.partition(":")[2] for thing in system.things(game.state)}
    for step in found["steps"]:
        assert "seat" in step or "say" in step, step
        assert set(step.get("show", [])) <= known, step


def test_a_lesson_shows_a_handful_of_rules_in_a_handful_of_decisions(found: dict[str, Any]) -> None:
    own = [step for step in found["steps"] if "seat" not in step]
    assert 8 <= len(own) <= 20
    assert len({step["cite"] for step in own}) >= 8
