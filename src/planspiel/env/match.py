"""One game between agents, whatever interface they come through.

Agents are the seats. Each is given what its view shows and a list of candidates, and chooses one by its
number. A number that the mask does not allow loses the game at once, as is the custom in such environments.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct

from planspiel.env.candidates import Selection, listed, proposed
from planspiel.env.encoder import Encoder, MakeEncoder, encoder_of
from planspiel.env.extras import spaces
from planspiel.kernel import DECLINE, Game, Lucky, Order, Question, Seat, Setup, System, Window
from planspiel.kernel.rulebook import nearest
from planspiel.systems import registry
from planspiel.systems.advice import BALANCED

__all__ = ["AnySystem", "Match", "Observation", "Terms", "luck_of", "zero_sum"]

AnySystem = System[Any, Any, Any]
Observation = dict[str, Any]


class Terms(Struct, frozen=True, kw_only=True):
    """What every environment can be asked for."""

    options: Mapping[str, bool | int | str] = {}
    """The game options of the system."""
    max_candidates: int = 12
    """The size of the action space. Most of a step is spent on listing them."""
    candidates: Selection = "listed"
    max_steps: int | None = None
    """After so many decisions the game is broken off; as many as the system allows if not said."""
    shaping: float = 0.0
    """So much of what the system's advice says a seat has gained is added to its reward."""
    encoder: MakeEncoder | None = None
    render_mode: str | None = None
    seed: int | None = None


class Match:
    """A game, its agents, and what each is offered at the moment."""

    def __init__(self, system: str | AnySystem, scenario: str, terms: Terms) -> None:
        self.system = registry.load(system) if isinstance(system, str) else system
        if scenario not in self.system.scenarios():
            known = tuple(self.system.scenarios())
            raise ValueError(f"{self.system.id} has no scenario {scenario!r}{nearest(scenario, known)}")
        if terms.max_candidates < 8:
            raise ValueError(f"max_candidates is at least 8, not {terms.max_candidates}")
        self.terms = terms
        self.setup = self.system.setup(Setup(scenario, dict(terms.options)))
        self.seats = tuple(self.setup.seats)
        make = terms.encoder or encoder_of
        self._encoders: dict[Seat, Encoder] = {
            seat: make(self.system, self.setup, seat, terms.max_candidates) for seat in self.seats
        }
        self.observation_spaces = {seat: self._space(seat) for seat in self.seats}
        self.action_spaces = {seat: spaces.Discrete(terms.max_candidates) for seat in self.seats}
        self.max_steps = terms.max_steps or self.system.most_decisions
        self._advice = registry.advice(self.system.id)
        self._seeds = Random(terms.seed)
        self.game: Game[Any] | None = None
        self.faults: tuple[Seat, ...] = ()

    def _space(self, seat: Seat) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.terms.max_candidates,), np.int8)
        return spaces.Dict({**self._encoders[seat].spaces(), "action_mask": mask})

    # -- the course of a game --------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """A new game. With a seed it is always the same one; without, one seeded game follows the other."""
        if seed is not None:
            self._seeds = Random(seed)
        self.seed = self._seeds.getrandbits(62)
        self.steps = 0
        self.faults = ()
        self._offered: dict[Seat, list[Order]] = {}
        self._asked: tuple[Seat, ...] | None = None
        self.game = Game.start(self.system, self.setup, Lucky(Random(self.seed)))
        self._worth = self._judge()

    @property
    def running(self) -> Game[Any]:
        if self.game is None:
            raise RuntimeError("call reset() before anything else")
        return self.game

    @property
    def over(self) -> bool:
        return self.running.over or bool(self.faults)

    @property
    def broken_off(self) -> bool:
        return self.steps >= self.max_steps and not self.over

    def asked(self) -> tuple[Seat, ...]:
        """The agents that must choose now."""
        if self._asked is None:
            self._asked = () if self.over else self.running.waiting()
        return self._asked

    def act(self, choices: Mapping[Seat, int]) -> None:
        """What the asked agents chose. Those not asked choose 0, which does nothing."""
        offered = {seat: self.candidates(seat) for seat in choices}
        faults = [seat for seat, number in choices.items() if not 0 <= number < max(1, len(offered[seat]))]
        if faults:
            self.faults, self._asked, self._offered = tuple(faults), None, {}
            return
        orders = {seat: offered[seat][choices[seat]] for seat in self.asked() if seat in choices}
        for seat, order in orders.items():
            self.answer(seat, order)

    def answer(self, seat: Seat, order: Order) -> None:
        """A legal order of the first of those that are asked; the others' questions stay as they are."""
        assert self.asked()[0] == seat
        self.steps += 1
        self._asked, self._offered = None, {}
        self.running.choose(order)

    def reasons(self) -> dict[str, Any]:
        """Why the game ended, for the infos; fresh each time, for users keep what they are given."""
        if self.faults:
            return {"reason": "chose what the action mask does not allow", "by": self.faults}
        outcome = self.running.state.outcome
        return {} if outcome is None else {"reason": str(outcome.reason), "winners": outcome.winners}

    # -- what an agent is shown ------------------------------------------------------------------------

    def question(self, seat: Seat) -> Question[Any, Any] | None:
        return self.running.pending(seat) if seat in self.asked() else None

    def candidates(self, seat: Seat) -> list[Order]:
        """What an agent may choose from, by number; nothing while others decide."""
        found = self._offered.get(seat)
        if found is None:
            found = self._offered[seat] = self._listed(seat)
        return found

    def _listed(self, seat: Seat) -> list[Order]:
        question = self.question(seat)
        if question is None:
            return []
        view, most = self.running.view(seat), self.terms.max_candidates
        # The luck of a list depends on nothing but the seed and the place in the game.
        luck = self.seed ^ (self.steps * 0x9E3779B97F4A7C15 & 2**62 - 1)
        reaction = isinstance(self.running.pause, Window)
        room = most - reaction
        if self.terms.candidates == "proposed":
            found = proposed(self._advice, question, view, room, luck)
        else:
            found = listed(question, view, room, luck)
        return [DECLINE, *(order for order in found if order != DECLINE)] if reaction else found

    def observe(self, seat: Seat) -> Observation:
        """Numbers from the seat's view, its question and its candidates alone."""
        encoder, orders = self._encoders[seat], self.candidates(seat)
        view = self.running.view(seat)
        found = encoder.position(view)
        found["question"] = encoder.question(self.question(seat))
        found["candidates"] = encoder.candidates(view, orders)
        mask = np.zeros(self.terms.max_candidates, np.int8)
        mask[: max(1, len(orders))] = 1
        found["action_mask"] = mask
        return found

    # -- rewards ---------------------------------------------------------------------------------------

    def rewards(self) -> dict[Seat, float]:
        """Since the last time: the result when the game is over, and what shaping adds."""
        found = dict.fromkeys(self.seats, 0.0)
        if self.over:
            found = zero_sum(self._results())
        if self.terms.shaping:
            before, self._worth = self._worth, self._judge()
            for seat in self.seats:
                found[seat] += self.terms.shaping * (self._worth[seat] - before[seat])
        return found

    def _results(self) -> dict[Seat, float]:
        if self.faults:
            return {seat: -1.0 if seat in self.faults else 1.0 for seat in self.seats}
        outcome = self.running.state.outcome
        if outcome is None or not outcome.winners:
            return dict.fromkeys(self.seats, 0.0)
        return {
            seat: sum(1.0 if side in outcome.winners else -1.0 for side in sides) / len(sides)
            for seat, sides in self.setup.seats.items()
        }

    def _judge(self) -> dict[Seat, float]:
        """What each seat's own view is worth to it. The end is worth nothing: only the result counts then.

        So shaping adds the same to every game in all, however it is played, and tells no seat what only
        others know.
        """
        if not self.terms.shaping or self.over:
            return dict.fromkeys(self.seats, 0.0)
        game = self.running
        return {
            seat: float(sum(self._advice.evaluate(game.view(seat), side, BALANCED) for side in sides))
            for seat, sides in self.setup.seats.items()
        }


def zero_sum(results: Mapping[Seat, float]) -> dict[Seat, float]:
    """The same results, moved so that they add up to nothing."""
    mean = sum(results.values()) / len(results)
    return {seat: result - mean for seat, result in results.items()}


def luck_of(seed: int, seat: Seat) -> Random:
    """The luck of a bot at a seat, apart from the dice."""
    return Random(f"{seed}/{seat}")
