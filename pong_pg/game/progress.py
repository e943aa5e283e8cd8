"""The progress of a run, for all algorithms."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_RUNNING_MEAN_KEEPS = 0.99
_COUNTS = {"update", "games", "agent_steps", "target", "target_steps"}
# Number of last games whose returns are kept.
_RECENT = 50


@dataclass(frozen=True)
class Progress:
    """The progress of a run.

    Attributes:
        update: number of updates made.
        games: number of finished games in them.
        agent_steps: agent steps of those games; with PPO also of games that have not ended yet.
        running_mean: exponential moving average of returns: 0.99 of the old value and 0.01 of each game's return;
            None before the first game.
        best_mean: highest mean return of a batch, with PPO of the last 50 games, or of all while they are
            fewer; None before the first.
        best_game: highest return of a game; None before the first.
        target: update at which the run ends; None for no limit.
        target_steps: number of agent steps at which the run ends; None for no limit.
        recent: the returns of the last 50 games, in order.
    """

    update: int = 0
    games: int = 0
    agent_steps: int = 0
    running_mean: float | None = None
    best_mean: float | None = None
    best_game: float | None = None
    target: int | None = None
    target_steps: int | None = None
    recent: tuple[float, ...] = ()

    @property
    def at_target(self) -> bool:
        """Whether the run has reached one of its targets."""
        return (self.target is not None and self.update >= self.target) or (
            self.target_steps is not None and self.agent_steps >= self.target_steps
        )

    @property
    def recent_mean(self) -> float | None:
        """Mean return of the last 50 games; None before the first."""
        return sum(self.recent) / len(self.recent) if self.recent else None

    def after(self, returns: Sequence[float], agent_steps: int) -> Progress:
        """Return the progress after an update.

        Args:
            returns: returns of the games that ended in the update, in order.
            agent_steps: number of agent steps of the update.
        """
        running_mean, best_game = self.running_mean, self.best_game
        for reward in returns:
            running_mean = (
                reward
                if running_mean is None
                else _RUNNING_MEAN_KEEPS * running_mean + (1 - _RUNNING_MEAN_KEEPS) * reward
            )
            best_game = reward if best_game is None else max(best_game, reward)
        return dataclasses.replace(
            self,
            update=self.update + 1,
            games=self.games + len(returns),
            agent_steps=self.agent_steps + agent_steps,
            running_mean=running_mean,
            best_game=best_game,
            recent=(*self.recent, *returns)[-_RECENT:],
        )

    def compared(self, mean: float | None) -> tuple[Progress, bool]:
        """Return the progress with a mean return for `best_mean` if it is higher, and whether it is."""
        if mean is None or (self.best_mean is not None and mean <= self.best_mean):
            return self, False
        return dataclasses.replace(self, best_mean=mean), True

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Progress:
        """Return the progress from a dictionary that `dataclasses.asdict` made.

        Raises:
            ValueError: a value has the wrong type, is not finite, or is a count below 0.
            TypeError: a name is unknown.
        """
        progress = cls(**{**values, "recent": tuple(values.get("recent", ()))})
        numbers = [(name, value) for name, value in vars(progress).items() if name != "recent"]
        for name, value in [*numbers, *(("recent", value) for value in progress.recent)]:
            is_needed, is_count = name in {"update", "games", "agent_steps", "recent"}, name in _COUNTS
            if value is None and not is_needed:
                continue
            is_number = isinstance(value, int if is_count else (int, float)) and not isinstance(value, bool)
            if not is_number or not math.isfinite(value) or (is_count and value < 0):
                raise ValueError(f"{name} is {value!r}")
        return progress
