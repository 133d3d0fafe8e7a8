"""Agents all at once: the PettingZoo parallel interface, for phases in which several decide in secret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planspiel.env.extras import ParallelEnv, spaces
from planspiel.env.match import Match, Observation
from planspiel.env.rendering import RENDER_MODES, Renderer
from planspiel.kernel import Order, Seat

__all__ = ["PlanspielParallel"]

Stepped = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class PlanspielParallel(ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """All agents step together. Who is asked chooses from its candidates; who is not can only choose 0, which
    does nothing. `infos[agent]["asked"]` tells the two apart."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.render_mode = match.terms.render_mode
        self.metadata: dict[str, Any] = {
            "name": f"planspiel_{match.system.id}_{match.setup.scenario}_parallel_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
        }
        self._renderer = Renderer(match)
        self.possible_agents: list[str] = list(match.seats)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.match.observation_spaces[Seat(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.match.action_spaces[Seat(agent)]

    def candidates(self, agent: str) -> list[Order]:
        """The orders behind the numbers that an agent may choose now; none if it is not asked."""
        return self.match.candidates(Seat(agent))

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.match.reset(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, int]) -> Stepped:
        match = self.match
        if not self.agents:
            raise RuntimeError("the game is over; call reset() to begin another")
        missing = [seat for seat in match.asked() if seat not in actions]
        if missing:
            raise ValueError(f"no action was given for {', '.join(missing)}")
        match.act({Seat(agent): int(action) for agent, action in actions.items()})
        rewards = {str(seat): reward for seat, reward in match.rewards().items()}
        over, broken_off = match.over, match.broken_off
        stepped = (
            self._observations(),
            rewards,
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, broken_off),
            self._infos(),
        )
        if over or broken_off:
            self.agents = []
        return stepped

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.match.observe(Seat(agent)) for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        asked = self.match.asked()
        return {agent: {"asked": agent in asked, **self.match.reasons()} for agent in self.agents}

    def render(self) -> Any:
        asked = self.match.asked()
        return self._renderer.render(asked[0] if asked else self.match.seats[0])

    def close(self) -> None:
        """Nothing is open: pictures are arrays, not windows."""
