"""9: whatever meets in a hex, the combat ends and leaves the map in order."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from blitzkrieg1940.firing import APC, FRENCH_HQ, RIFLES, assaulting
from blitzkrieg1940.positions import pack, position
from planspiel.kernel import Game, Keyed
from planspiel.systems.blitzkrieg1940.state import FRENCH, Attacker, Position

VILLAGE, OPEN = ("1012", "1011"), ("1411", "1410")
"""A hex that is fought for, and where the attackers came from."""
FRENCH_COMPANIES = (
    "2-cuir/1",
    "2-cuir/5",
    "12-cuir/1",
    "i-11-rdp/2",
    "i-11-rdp/3",
    "i-11-rdp/5",
    "11-rdp-at",
)
GERMAN_COMPANIES = ("i-5-pzr/2", "i-5-pzr/4", "kg/1", "kg/3", "i-12-schr/2", "i-12-schr/4", "i-12-schr/5")
MOST_ANSWERS = 400

defenders = st.lists(st.sampled_from(FRENCH_COMPANIES), min_size=1, max_size=3, unique=True)
attackers = st.lists(st.sampled_from((*GERMAN_COMPANIES, APC)), min_size=1, max_size=2, unique=True)
seeds = st.integers(0, 2**32)
states = st.fixed_dictionaries({"steps": st.sampled_from([1, 2]), "neutralised": st.booleans()})


@st.composite
def battles(draw: st.DrawFn) -> dict[str, Any]:
    hex_, origin = draw(st.sampled_from([VILLAGE, OPEN]))
    units: dict[str, Any] = {name: {"hex": hex_, **draw(states)} for name in draw(defenders)}
    going = draw(attackers)
    for name in going:
        units[name] = {"hex": hex_, "steps": draw(st.sampled_from([1, 2])), "column": draw(st.booleans())}
    if APC in going:
        units[RIFLES] = {"hex": hex_, "carrier": APC}
    if draw(st.booleans()):
        units[FRENCH_HQ] = {"hex": hex_}
    units["i-11-rdp/4"] = {"hex": draw(st.sampled_from(["1013", "1412", "1206"]))}
    works = {hex_: {"side": FRENCH, "manned": True}} if draw(st.booleans()) else {}
    return {"hex": hex_, "origin": origin, "going": going, "units": units, "works": works}


def played(battle: dict[str, Any], seed: int, *, forks: bool) -> Game[Position]:
    """A random battle to its end. With `forks` each question is reached twice and must be the same."""
    rng = random.Random(seed)
    who = [Attacker(name, battle["origin"]) for name in battle["going"]]
    game = position(
        units=battle["units"],
        works=battle["works"],
        script=assaulting(battle["hex"], *who),
        dice=Keyed(b"%d" % seed),
    )
    for _ in range(MOST_ANSWERS):
        if game.over:
            return game
        (seat,) = game.waiting()
        question = game.pending(seat)
        assert question is not None
        offered = list(question.options(game.view(seat)))
        assert len(offered) > 1, f"{question} leaves no choice"
        order = rng.choice(offered)
        game.check(seat, order)
        if forks:
            assert game.fork().digest() == game.digest()
        game.answer(seat, order)
    raise AssertionError("the combat does not end")


@settings(max_examples=60)
@given(battles(), seeds)
def test_a_combat_ends_with_one_side_in_the_hex_and_no_stack_too_high(
    battle: dict[str, Any], seed: int
) -> None:
    state = played(battle, seed, forks=False).state
    assert state.combat is None
    on_map = [unit for unit in state.units.values() if unit.hex]
    assert len({unit.side for unit in on_map if unit.hex == battle["hex"]}) <= 1
    companies = [(unit.hex, unit.side) for unit in on_map if not unit.is_hq]
    assert all(companies.count(place) <= pack().limits.stack for place in companies)
    assert all(unit.steps > 0 for unit in on_map if not unit.is_hq)
    assert all(state.units[unit.carrier].hex == unit.hex for unit in on_map if unit.carrier)


@settings(max_examples=60)
@given(battles(), seeds)
def test_lost_steps_are_counted_once_and_works_keep_their_garrison(battle: dict[str, Any], seed: int) -> None:
    state = played(battle, seed, forks=False).state
    lost: dict[str, int] = {}
    fought = {name: fields for name, fields in battle["units"].items() if name != FRENCH_HQ}
    for name, fields in fought.items():
        gone = fields.get("steps", 2) - state.units[name].steps
        lost[state.units[name].formation] = lost.get(state.units[name].formation, 0) + gone
    assert sum(lost.values()) == sum(formation.lost for formation in state.formations.values())
    for hex_, works in state.works.items():
        garrison = [u for u in state.units.values() if u.hex == hex_ and u.side == works.side and not u.is_hq]
        assert any(pack().counters[unit.counter].is_infantry for unit in garrison)


@settings(max_examples=15)
@given(battles(), seeds)
def test_a_fork_at_any_question_equals_its_game(battle: dict[str, Any], seed: int) -> None:
    played(battle, seed, forks=True)
