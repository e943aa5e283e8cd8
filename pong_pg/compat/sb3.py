"""`PongVectorEnv` for Stable-Baselines3, which has an interface of its own for vector environments."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from stable_baselines3.common.vec_env import VecEnv

from pong_pg.compat.pong_vector import PongVectorEnv


class PongVecEnv(VecEnv):  # type: ignore[misc]  # Stable-Baselines3 need not be there
    """Many games of Pong, as a vector environment of Stable-Baselines3; see `PongVectorEnv`.

    Observations are (num_envs, stack_num, 84, 84) uint8, with the channels first: `CnnPolicy` takes them as they are.
    As Stable-Baselines3 expects, a game that is over is reset in the same step, and its last observation is
    ``info["terminal_observation"]``. `VecMonitor` adds the returns of games.

    Args:
        num_envs: how many games.
        settings: arguments of `PongVectorEnv`, such as ``repeat_action_probability`` and ``num_threads``.

    Raises:
        EnvError: an argument is out of range; or there is no compiler of C.
    """

    def __init__(self, num_envs: int, **settings: Any) -> None:
        self._env = PongVectorEnv(num_envs, autoreset_mode="SameStep", **settings)
        super().__init__(num_envs, self._env.single_observation_space, self._env.single_action_space)

    def reset(self) -> npt.NDArray[np.uint8]:
        """Begin all games; the seed is that of `seed`."""
        observations, _ = self._env.reset(seed=None if self._seeds[0] is None else self._seeds)
        self._reset_seeds()
        return observations

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Take in the actions, 0 to 5, of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[Any]]:
        """Return observations, rewards, whether games are over, and their infos."""
        observations, rewards, terminated, truncated, info = self._env.step(self._actions)
        dones = terminated | truncated
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": bool(cut_off)} for cut_off in truncated]
        for number in np.flatnonzero(dones):
            infos[number]["terminal_observation"] = info["final_obs"][number]
        return observations, rewards.astype(np.float32), dones, infos

    def close(self) -> None:
        """End the threads that play."""
        self._env.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of `PongVectorEnv`, once for each game."""
        return [getattr(self._env, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ARG002 - its form, as below
        """Raise an error: games have no attributes of their own."""
        raise AttributeError(f"the games of a PongVecEnv have no attributes: {attr_name} can't be set")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:  # noqa: ARG002
        """Raise an error: games have no methods of their own."""
        raise AttributeError(f"the games of a PongVecEnv have no methods: {method_name} can't be called")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:  # noqa: ARG002
        """Return False for each game."""
        return [False] * len(list(self._get_indices(indices)))
