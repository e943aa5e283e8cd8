"""Gym's wrapper that adds the return and the length of an episode to its last info."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

import numpy as np

from pong_pg.legacy.shims.gym.core import Wrapper


class RecordEpisodeStatistics(Wrapper):
    """Adds the return, the length and the time in seconds of an episode to the info of its last step.

    Args:
        env: the environment, or a vector environment.
        deque_size: the number of episodes that `return_queue` and `length_queue` keep.
    """

    def __init__(self, env: Any, deque_size: int = 100) -> None:
        super().__init__(env)
        self.num_envs = getattr(env, "num_envs", 1)
        self.is_vector_env = getattr(env, "is_vector_env", False)
        self.t0 = time.perf_counter()
        self.episode_count = 0
        # Arrays, as from gym 0.18 on: returns are added up as float32.
        self.episode_returns: Any = None
        self.episode_lengths: Any = None
        self.return_queue: Any = deque(maxlen=deque_size)
        self.length_queue: Any = deque(maxlen=deque_size)

    def reset(self, **kwargs: Any) -> Any:
        """Reset the environment to start an episode."""
        result = self.env.reset(**kwargs)
        self.episode_returns = np.zeros(self.num_envs, np.float32)
        self.episode_lengths = np.zeros(self.num_envs, np.int32)
        return result

    def step(self, action: Any) -> Any:
        """Run one step."""
        observation, reward, *ends, info = self.env.step(action)
        # NumPy 1 took a single number for float32 before it added it to an array of that type.
        self.episode_returns += np.float32(reward) if np.ndim(reward) == 0 else reward
        self.episode_lengths += 1
        ended: list[int] = np.flatnonzero(np.logical_or.reduce(ends) if self.is_vector_env else [any(ends)]).tolist()
        if self.is_vector_env and len(ends) > 1:
            # As in gym 0.26.
            ends = [end.tolist() for end in ends]
        elif self.is_vector_env and ended:
            info = list(info)
        for number in ended:
            episode = self._end(number)
            if not self.is_vector_env:
                info = {**info, "episode": episode}
            elif isinstance(info, dict):
                self._add(info, number, episode)
            else:
                info[number] = {**info[number], "episode": episode}
        return (observation, reward, *ends, info)

    @property
    def episode_return(self) -> float:
        """The return of the episode so far, as in gym 0.17."""
        return 0.0 if self.episode_returns is None else float(self.episode_returns[0])

    @property
    def episode_length(self) -> int:
        """The number of steps of the episode so far, as in gym 0.17."""
        return 0 if self.episode_lengths is None else int(self.episode_lengths[0])

    def _end(self, number: int) -> dict[str, Any]:
        """End the episode of an environment; return its statistics."""
        total, length = self.episode_returns[number], self.episode_lengths[number]
        self.return_queue.append(total)
        self.length_queue.append(length)
        self.episode_count += 1
        self.episode_returns[number] = self.episode_lengths[number] = 0
        return {"r": total, "l": length, "t": round(time.perf_counter() - self.t0, 6)}

    def _add(self, infos: dict[str, Any], number: int, episode: dict[str, Any]) -> None:
        """Add statistics to the infos that all environments have in common, as in gym 0.26."""
        arrays = infos.setdefault("episode", {})
        infos.setdefault("_episode", np.zeros(self.num_envs, bool))[number] = True
        for name, value in episode.items():
            arrays.setdefault(name, np.zeros(self.num_envs))[number] = value

    _step = step
    _reset = reset
