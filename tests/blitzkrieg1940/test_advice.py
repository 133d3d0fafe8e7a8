"""What bots are told: objectives are not left empty, and odds of an assault count those who stand fast."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from blitzkrieg1940.positions import ask_of, position
from planspiel.kernel import Game
from planspiel.systems.advice import BALANCED
from planspiel.systems.blitzkrieg1940.advice_combat import clash
from planspiel.systems.blitzkrieg1940.advice_moves import move_worth
from planspiel.systems.blitzkrieg1940.advice_picture import Picture, picture_of
from planspiel.systems.blitzkrieg1940.state import FRENCH, GERMAN, Position, Unit


def seen(game: Game[Position]) -> Picture:
    """The table as the side that is asked sees it."""
    seat, _ = ask_of(game)
    return picture_of(game.view(seat), GERMAN if seat == "german" else FRENCH, BALANCED)


def named(picture: Picture, *names: str) -> Sequence[Unit]:
    return [picture.view.units[name] for name in names]


@pytest.fixture
def stonne() -> Picture:
    """Two companies of B1 bis hold the village, with a weak German company beside it."""
    game = position(
        "stonne",
        units={
            "49-bcc/hq": {"hex": "0610"},
            "49-bcc/2": {"hex": "0510"},
            "49-bcc/3": {"hex": "0510"},
            "ii-gd/2": {"hex": "0411", "steps": 1},
        },
        activation={"formations": ("49-bcc",)},
    )
    assert game.state.control["0510"] == FRENCH
    return seen(game)


def test_the_whole_garrison_does_not_leave_an_objective_for_an_assault(stonne: Picture) -> None:
    assert move_worth(stonne, named(stonne, "49-bcc/2", "49-bcc/3"), ("0411",), False) < 0


def test_one_company_may_storm_while_another_holds_the_objective(stonne: Picture) -> None:
    assert move_worth(stonne, named(stonne, "49-bcc/2"), ("0411",), False) > 0


def test_leaving_together_gives_up_no_less_than_leaving_alone() -> None:
    """Who goes along is no garrison."""
    pair = {"iii-11-rdp/1": {"hex": "1205"}, "iii-11-rdp/3": {"hex": "1205"}}
    foe = {"i-5-pzr/3": {"hex": "1304"}, "iii-11-rdp/hq": {"hex": "1006"}}
    worth: dict[str, int] = {}
    for label, units in {"both": pair, "one": {"iii-11-rdp/3": {"hex": "1205"}}}.items():
        picture = seen(position(units={**units, **foe}, activation={"formations": ("iii-11-rdp",)}))
        going = named(picture, *units)
        stay = sum(picture.danger(unit, unit.hex) for unit in going)
        worth[label] = move_worth(picture, going, ("1206", "1106", "1007"), False) - stay
    assert worth["both"] <= worth["one"]


def test_a_neutralised_company_beside_sound_ones_makes_an_assault_no_easier() -> None:
    units = {
        "i-35-pzr/1": {"hex": "1112"},
        "i-35-pzr/hq": {"hex": "1213"},
        "1-cuir/5": {"hex": "1012"},
        "1-cuir/6": {"hex": "1012"},
        "ii-11-rdp/4": {"hex": "1012", "neutralised": True},
    }
    picture = seen(position(units=units, activation={"formations": ("i-35-pzr",)}))
    attackers = named(picture, "i-35-pzr/1")
    sound = named(picture, "1-cuir/5", "1-cuir/6")
    with_shaken = clash(picture, attackers, [*sound, *named(picture, "ii-11-rdp/4")])
    assert with_shaken.odds <= clash(picture, attackers, sound).odds


def test_a_stack_that_is_neutralised_altogether_is_likely_to_give_way() -> None:
    units = {
        "i-35-pzr/1": {"hex": "1112"},
        "i-35-pzr/hq": {"hex": "1213"},
        "ii-11-rdp/3": {"hex": "1012", "neutralised": True},
        "ii-11-rdp/4": {"hex": "1012", "neutralised": True},
    }
    picture = seen(position(units=units, activation={"formations": ("i-35-pzr",)}))
    weighed = clash(picture, named(picture, "i-35-pzr/1"), named(picture, "ii-11-rdp/3", "ii-11-rdp/4"))
    assert weighed.odds > 800
