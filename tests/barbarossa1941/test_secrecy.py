"""Who may know what, and what may be otherwise without anyone seeing a difference."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from barbarossa1941.positions import GERMAN_SEAT, SOVIET_SEAT, position, refused
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.imagining import scramble
from planspiel.systems.barbarossa1941.orders import Ambush, CautiousMove, Defend, FirePolicy, March, OpenFire
from planspiel.systems.barbarossa1941.state import SOVIET, Minefield, Position, minefield_key

WOODS = {"0508": "forest", "0608": "forest", "0808": "forest", "1008": "forest"}


def mined(hex_: str, **fields: Any) -> dict[str, Minefield]:
    key = minefield_key(SOVIET, hex_)
    return {key: Minefield(key, SOVIET, hex_, "anti-tank", **fields)}


def lurking() -> Game[Position]:
    units = {
        "g1": {"card": "ge_infantry", "hex": "0503"},
        "s1": {
            "card": "su_infantry",
            "hex": "0508",
            "hidden": True,
            "unseen": True,
            "casualties": 1,
            "ammo": 5,
        },
        "s2": {"card": "su_infantry", "hex": "0608", "hidden": True, "order": Ambush(0, 1)},
        "s3": {"card": "su_infantry", "hex": "0505", "ammo": 3, "casualties": 2, "announced": 2},
    }
    return position(units, terrain=WOODS, mines=mined("0504"))


@pytest.mark.rule("BAR-execution-6")
def test_the_enemy_sees_models_and_what_was_announced_but_no_cards() -> None:
    view = lurking().view(GERMAN_SEAT)
    assert "s1" not in view.units
    hidden, seen = view.units["s2"], view.units["s3"]
    assert (hidden.hex, hidden.order, hidden.facing) == ("", None, None)
    assert (seen.hex, seen.casualties, seen.ammo) == ("0505", 2, 0)
    assert view.mines == {}
    own = lurking().view(SOVIET_SEAT).units["s3"]
    assert (own.ammo, own.casualties) == (3, 2)


def test_no_refusal_betrays_a_hidden_unit_or_a_mine() -> None:
    game = lurking()
    bare = position(
        {
            name: {"card": u.card, "hex": u.hex}
            for name, u in game.state.units.items()
            if name in ("g1", "s3")
        },
        terrain=WOODS,
    )
    for order in (
        March(("0502",)),
        CautiousMove(("0504",)),
        OpenFire("s1"),
        OpenFire("s2"),
        OpenFire("s3"),
        Defend(3, 1),
    ):
        asked = refused(game, "g1", order)
        unknown = isinstance(order, OpenFire) and order.target == "s2"
        assert unknown or asked == refused(bare, "g1", order)


def test_what_may_be_otherwise_keeps_what_the_seat_sees_and_changes_what_it_may_not_know() -> None:
    game = lurking()
    before = msgspec.json.encode(game.view(GERMAN_SEAT))
    places, minefields, losses = set(), set(), set()
    for seed in range(30):
        twin = scramble(game.pack, game.state, GERMAN_SEAT, Random(seed))
        assert msgspec.json.encode(game.system.view(twin, GERMAN_SEAT)) == before
        places.add(twin.units["s1"].hex)
        losses.add(twin.units["s1"].casualties)
        minefields.update(twin.mines)
        assert all(name == minefield_key(field.side, field.hex) for name, field in twin.mines.items())
        assert twin.units["g1"] == game.state.units["g1"]
    assert places == set(WOODS)
    assert len(minefields) > 5
    assert len(losses) > 2


def test_nobody_is_imagined_hidden_next_to_a_unit_that_would_see_him() -> None:
    game = position(
        {
            "g1": {"card": "ge_infantry", "hex": "0507"},
            "s1": {"card": "su_infantry", "hex": "1008", "hidden": True, "unseen": True},
        },
        terrain=WOODS,
    )
    places = {
        scramble(game.pack, game.state, GERMAN_SEAT, Random(seed)).units["s1"].hex for seed in range(20)
    }
    assert places <= {"0808", "1008", "0608"} - set(game.pack.theatre("test").board.neighbours("0507"))


def test_what_an_owner_leaves_to_his_unit_is_not_shown() -> None:
    guard = Defend(0, 1, policy=FirePolicy("hold", ask=False))
    game = position(
        {
            "g1": {"card": "ge_infantry", "hex": "0503", "order": guard},
            "s1": {"card": "su_infantry", "hex": "0509"},
        }
    )
    assert game.view(SOVIET_SEAT).units["g1"].order == Defend(0, 1)
    assert game.view(GERMAN_SEAT).units["g1"].order == guard


def test_of_mines_laid_in_sight_the_place_is_known_but_not_the_kind() -> None:
    openly = position({}, mines=mined("0504", placed_openly=True)).view(GERMAN_SEAT).mines
    assert [(field.hex, field.kind) for field in openly.values()] == [("0504", "dummy")]
    met = position({}, mines=mined("0504", revealed=True)).view(GERMAN_SEAT).mines
    assert [(field.hex, field.kind) for field in met.values()] == [("0504", "anti-tank")]
