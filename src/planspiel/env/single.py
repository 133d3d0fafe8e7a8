"""One agent against bots: the Gymnasium interface."""

from __future__ import annotations

from typing import Any, SupportsFloat

from planspiel.bots import Bot, Budget, make, situation_of
from planspiel.env.extras import Env
from planspiel.env.match import Match, Observation, luck_of
from planspiel.env.rendering import RENDER_MODES, Renderer
from planspiel.kernel import Order, Seat
from planspiel.kernel.rulebook import nearest

__all__ = ["PlanspielSingle"]


class PlanspielSingle(Env[Observation, Any]):
    """The agent sits at one seat; a bot plays all others. A step goes on to the agent's next decision."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - Gymnasium's

    def __init__(self, match: Match, seat: str, opponent: str | Bot, budget: Budget | None = None) -> None:
        if seat not in match.seats:
            raise ValueError(f"there is no seat {seat!r}{nearest(seat, match.seats)}")
        self.match = match
        self.seat = Seat(seat)
        self.bot = make(opponent) if isinstance(opponent, str) else opponent
        self._budget = budget
        self.observation_space = match.observation_spaces[self.seat]
        self.action_space = match.action_spaces[self.seat]
        self.render_mode = match.terms.render_mode
        self._renderer = Renderer(match)
        self._first_seed = match.terms.seed

    def candidates(self) -> list[Order]:
        """The orders behind the numbers that the agent may choose now."""
        return self.match.candidates(self.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        if seed is None:
            seed, self._first_seed = self._first_seed, None
        super().reset(seed=seed)
        self.match.reset(int(self.np_random.integers(2**62)))
        self._luck = {other: luck_of(self.match.seed, other) for other in self.match.seats}
        self._let_bots_play()
        return self.match.observe(self.seat), {}

    def step(self, action: int) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        match = self.match
        if match.over or match.broken_off:
            raise RuntimeError("the game is over; call reset() to begin another")
        match.act({self.seat: int(action)})
        self._let_bots_play()
        reward = match.rewards()[self.seat]
        return match.observe(self.seat), reward, match.over, match.broken_off, match.reasons()

    def _let_bots_play(self) -> None:
        """Until the agent is asked, or the game is over."""
        match = self.match
        while (asked := match.asked()) and asked[0] != self.seat and not match.broken_off:
            self._play(asked[0])

    def _play(self, seat: Seat) -> None:
        game = self.match.running
        chosen = self.bot.choose(situation_of(game, seat, self._budget), self._luck[seat])
        game.check(seat, chosen.order)
        self.match.answer(seat, chosen.order)

    def render(self) -> Any:
        return self._renderer.render(self.seat)
