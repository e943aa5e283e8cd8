"""`gym.wrappers.monitoring.stats_recorder`: writes returns and lengths of episodes to a JSON file."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from pong_pg.legacy.shims.gym import error
from pong_pg.legacy.shims.gym.utils.helpers import atomic_write


class StatsRecorder:
    """Records the lengths and returns of episodes.

    Args:
        directory: the directory of the file.
        file_prefix: the beginning of its name.
        env_id: the id of the environment, for messages.
    """

    def __init__(self, directory: str, file_prefix: str, env_id: str | None = None) -> None:
        self.directory = directory
        self.file_prefix = file_prefix
        self.env_id = env_id
        self.path = str(Path(directory) / f"{file_prefix}.stats.json")
        self.initial_reset_timestamp: float | None = None
        self.timestamps: list[float] = []
        self.episode_lengths: list[int] = []
        self.episode_rewards: list[float] = []
        self.episode_types: list[str] = []
        self.type = "t"
        self.steps: int | None = None
        self.rewards: Any = None
        self.total_steps = 0
        self.done: bool | None = None
        self.closed = False

    def before_step(self, action: Any) -> None:  # noqa: ARG002 - Gym's form
        """Check that an episode is in progress.

        Raises:
            ResetNeeded: no episode has started, or it has ended.
        """
        if self.done:
            raise error.ResetNeeded(
                f"Trying to step environment which is currently done. While the monitor is active for {self.env_id}, "
                "you cannot step beyond the end of an episode. Call 'env.reset()' to start the next episode."
            )
        if self.steps is None:
            raise error.ResetNeeded(
                f"Trying to step an environment before reset. While the monitor is active for {self.env_id}, you must "
                "call 'env.reset()' before taking an initial step."
            )

    def after_step(self, observation: Any, reward: Any, done: Any, info: Any) -> None:  # noqa: ARG002 - Gym's form
        """Record a step."""
        self.steps = (self.steps or 0) + 1
        self.total_steps += 1
        self.rewards += reward
        self.done = bool(done)
        if done:
            self.save_complete()

    def before_reset(self) -> None:
        """Check that an episode may start.

        Raises:
            Error: the previous episode has not ended.
        """
        if self.done is False and self.steps:
            raise error.Error(
                f"Tried to reset environment which is not done. While the monitor is active for {self.env_id}, you "
                "cannot call reset() unless the episode is over."
            )
        self.done = False
        if self.initial_reset_timestamp is None:
            self.initial_reset_timestamp = time.time()

    def after_reset(self, observation: Any) -> None:  # noqa: ARG002 - Gym's form
        """Start recording an episode."""
        self.steps = 0
        self.rewards = 0
        self.episode_types.append(self.type)

    def save_complete(self) -> None:
        """Add the episode to the statistics."""
        if self.steps is not None:
            self.episode_lengths.append(self.steps)
            self.episode_rewards.append(float(self.rewards))
            self.timestamps.append(time.time())

    def flush(self) -> None:
        """Write the file."""
        if self.closed:
            return
        names = ("initial_reset_timestamp", "timestamps", "episode_lengths", "episode_rewards", "episode_types")
        with atomic_write(self.path) as file:
            json.dump({name: getattr(self, name) for name in names}, file)

    def close(self) -> None:
        """Write the file for the last time."""
        self.flush()
        self.closed = True
