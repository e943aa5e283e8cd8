"""How far a run has come, whatever its algorithm."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_RUNNING_MEAN_KEEPS = 0.99
# Games that the mean of the last ones is over.
_RECENT = 50


@dataclass(frozen=True)
class Progress:
    """How far a run has come.

    Attributes:
        update: updates made.
        games: games that they were made of.
        agent_steps: steps of those games; with PPO of all games, also of those under way.
        running_mean: 0.99 of the old mean and 0.01 of each game's return in turn; None before the first game.
        best_mean: highest mean return of a batch, with PPO of the last 50 games; None before the first.
        best_game: highest return of a game; None before the first.
        target: update at which the run is to end; None if it goes on until it is stopped.
        target_steps: agent steps at which it is to end.
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
        """Whether the run has come to where it is to end."""
        return (self.target is not None and self.update >= self.target) or (
            self.target_steps is not None and self.agent_steps >= self.target_steps
        )

    @property
    def recent_mean(self) -> float | None:
        """Mean return of the last 50 games; None before the first."""
        return sum(self.recent) / len(self.recent) if self.recent else None

    def after(self, returns: Sequence[float], agent_steps: int) -> Progress:
        """Return the progress after an update of so many agent steps, in which games ended with these returns."""
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

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Progress:
        """Return the progress that `dataclasses.asdict` wrote.

        Raises:
            ValueError: a value has the wrong type.
            TypeError: a name is unknown.
        """
        recent = tuple(values.get("recent", ()))
        progress = cls(**{**values, "recent": recent})
        numbers = {**values, **{f"recent[{index}]": number for index, number in enumerate(recent)}}
        numbers.pop("recent", None)
        for name, value in numbers.items():
            counter = name in {"update", "games", "agent_steps"}
            kinds = (int,) if counter or name.startswith("target") else (int, float)
            if isinstance(value, bool) or not (isinstance(value, kinds) or (value is None and not counter)):
                raise ValueError(f"{name} is {value!r}")
        return progress
