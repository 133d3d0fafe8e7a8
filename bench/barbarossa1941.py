"""Barbarossa 1941: a round of twenty units a side, planned at random and resolved; whole random games."""

from __future__ import annotations

import random
from functools import cache
from statistics import median
from time import perf_counter

from msgspec.structs import replace

from planspiel.cli.bench import row
from planspiel.kernel import Game, Item, Lucky, Setup
from planspiel.systems.barbarossa1941.deployment import can_stand
from planspiel.systems.barbarossa1941.start import fresh_unit
from planspiel.systems.barbarossa1941.state import SIDES, Position
from planspiel.systems.barbarossa1941.system import Barbarossa1941

UNITS = 20
ROUNDS = 3
KINDS = ("infantry", "mg", "mortar", "hq")
GROUND = {
    "german": [*(f"ge_{kind}" for kind in KINDS), "ge_pioneer", "ge_pak36", "ge_pz2", "ge_pz3", "ge_opel"],
    "soviet": [*(f"su_{kind}" for kind in KINDS), "su_engineer", "su_53k", "su_t26", "su_t34", "su_zis5"],
}


@cache
def the_system() -> Barbarossa1941:
    return Barbarossa1941.build()


def _armies(seed: int) -> Game[Position]:
    """Twenty ground units a side in the two halves of a field of four boards, about to plan."""
    system, rng = the_system(), random.Random(seed)
    setup = system.setup(Setup("breakthrough"))
    state = system.start(setup)
    state.units.clear()
    state.turn = 1
    hexes = sorted(system.pack.theatre("breakthrough").board.labels)
    halves = {SIDES[0]: hexes[: len(hexes) // 2], SIDES[1]: hexes[len(hexes) // 2 :]}
    for side in SIDES:
        while sum(unit.side == side for unit in state.units.values()) < UNITS:
            card = rng.choice(GROUND[side])
            hex_ = rng.choice(halves[side])
            if can_stand(system.pack, "breakthrough", system.pack.cards[card], hex_):
                unit = fresh_unit(system.pack, state, side, card)
                facing = rng.randrange(6) if system.pack.cards[card].arc == "fan" else None
                state.units[unit.id] = replace(unit, fate="map", hex=hex_, facing=facing)
    state.agenda = (Item("round"),)
    return Game(system, state, setup, Lucky(rng)).begin()


def _until(game: Game[Position], rng: random.Random, turn: int) -> int:
    """Answer at random until a round begins or the battle is over."""
    answers = 0
    while game.state.outcome is None and game.state.turn < turn:
        for seat in game.waiting():
            question = game.pending(seat)
            if question is not None:
                game.answer(seat, question.sample(game.view(seat), rng))
                answers += 1
    return answers


@row("barbarossa1941/round-of-20", unit="ms", bound=25.0)
def round_of_twenty() -> float:
    times = []
    for seed in range(8):
        game, rng = _armies(seed), random.Random(seed)
        first = game.state.turn
        start = perf_counter()
        _until(game, rng, first + ROUNDS)
        times.append((perf_counter() - start) / max(1, game.state.turn - first) * 1000)
    return median(times[1:])


@row("random-play/barbarossa1941/games", unit="games/s", at_least=True)
def random_games() -> float:
    """Whole random games of the first battle."""
    system, games = the_system(), 12
    start = perf_counter()
    for seed in range(games):
        rng = random.Random(seed)
        setup = system.setup(Setup("outpost"))
        game = Game(system, system.start(setup), setup, Lucky(rng)).begin()
        _until(game, rng, 99)
    return games / (perf_counter() - start)
