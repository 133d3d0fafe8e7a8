"""Agents one after another: the PettingZoo AEC interface."""

from __future__ import annotations

from typing import Any

from planspiel.env.extras import AECEnv, spaces
from planspiel.env.match import Match, Observation
from planspiel.env.rendering import RENDER_MODES, Renderer
from planspiel.kernel import Order, Seat

__all__ = ["PlanspielAEC"]


class PlanspielAEC(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """`agent_selection` is the seat that must decide. Where several decide in secret, each is asked in turn
    and none is told what the others chose."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.render_mode = match.terms.render_mode
        self.metadata: dict[str, Any] = {
            "name": f"planspiel_{match.system.id}_{match.setup.scenario}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self._renderer = Renderer(match)
        self.possible_agents: list[str] = list(match.seats)
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.match.observation_spaces[Seat(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.match.action_spaces[Seat(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.match.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._next_agent()

    def observe(self, agent: str) -> Observation:
        return self.match.observe(Seat(agent))

    def candidates(self, agent: str) -> list[Order]:
        """The orders behind the numbers that an agent may choose now."""
        return self.match.candidates(Seat(agent))

    def step(self, action: int | None) -> None:
        match, agent = self.match, self.agent_selection
        if not self.agents:
            raise RuntimeError("the game is over; call reset() to begin another")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must choose a number from 0 to {match.terms.max_candidates - 1}")
        self._cumulative_rewards[agent] = 0.0
        match.act({Seat(agent): int(action)})
        self.rewards = {str(seat): reward for seat, reward in match.rewards().items()}
        self._accumulate_rewards()
        if match.over or match.broken_off:
            self._end()
        else:
            self.infos = {agent: {} for agent in self.agents}
            self._next_agent()

    def _next_agent(self) -> None:
        asked = self.match.asked()
        self.agent_selection = asked[0] if asked else self.possible_agents[0]

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, self.match.over)
        self.truncations = dict.fromkeys(self.agents, not self.match.over)
        self.infos = {agent: self.match.reasons() for agent in self.agents}
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        return self._renderer.render(Seat(self.agent_selection))

    def close(self) -> None:
        """Nothing is open: pictures are arrays, not windows."""
