"""Pong as it was on Gym 0.9 to 0.19 with atari-py: for a seed, the same frames and rewards as then."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.compat.ale import DirectEnv
from pong_pg.compat.gym_seeding import create_seed, emulator_seed, words_of
from pong_pg.compat.gymnasium_base import with_gymnasium_base
from pong_pg.compat.old_random import OldStickyActions, checked_version, correct_pongs_memory
from pong_pg.errors import EnvError


class OldDirectEnv(DirectEnv):
    """Pong directly on the emulator, with the random numbers of atari-py and of the Gym of its time.

    ``reset(seed=n)`` starts the game that ``env.seed(n)`` and ``env.reset()`` started then, and an episode has at most
    as many steps as Gym allowed: 10,000 with "Pong-v0".

    Args:
        env_id: an id of that time, such as "Pong-v0".
        atari_py: the version of atari-py: "0.1" (2016 to spring 2019) or "0.2" (2019 to 2021).
        arguments: those of `DirectEnv`.

    Raises:
        EnvError: there was no such id or version, or an argument of `DirectEnv` is out of range.
    """

    _maker = f"{__name__}:old_direct_env"
    # An episode has more state here than the snapshots of `DirectEnv` hold: that of its sticky actions, and its steps.
    can_restore = False

    def __init__(self, env_id: str = "Pong-v0", *, atari_py: str = "0.2", **arguments: Any) -> None:
        self._version = checked_version(atari_py)
        if env_id.startswith("ALE/"):
            raise EnvError(f"with atari_py= the id must be one of its time, such as Pong-v0; got {env_id!r}")
        super().__init__(env_id, **arguments)
        self._max_steps = 400_000 if "NoFrameskip" in env_id else 10_000 if env_id in _SHORT else 100_000

    def _seed(self, seed: int | None) -> None:
        seed = create_seed(seed)
        self._frameskips = np.random.RandomState()
        self._frameskips.seed(words_of(seed))
        self._old_sticky = OldStickyActions(self._version, self._sticky, emulator_seed(seed))
        self._last: Any = None
        super()._seed(seed)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode; see `DirectEnv.reset`."""
        result = super().reset(seed=seed, options=options)
        if self._last is None or not self._old_sticky.holds_action_at_reset:
            self._last = self._noop
        self._steps = 0
        return result

    def _reset_game(self) -> None:
        # Not from a saved state: in atari-py 0.1 memory differs from the emulator's own.
        self.ale.reset_game()
        self._old_sticky.reset_game()
        if self._version == "0.1":
            correct_pongs_memory(self.ale)

    def _play(self, chosen: Any) -> tuple[float, bool, bool]:
        skip = self._skip_low if self._skip_high is None else self._next_skip()
        reward = 0
        for _ in range(skip):
            if not self._old_sticky.holds():
                self._last = chosen
            reward += self._act(self._last)
        self._frames += skip
        self._steps += 1
        terminated = self._game_over()
        truncated = not terminated and (self._steps >= self._max_steps or self._frames >= self._max_frames)
        self._over = terminated or truncated
        return float(reward), terminated, truncated

    def _next_skip(self) -> int:
        return int(self._frameskips.randint(self._skip_low, self._skip_high))

    def _arguments(self) -> dict[str, Any]:
        return {**super()._arguments(), "atari_py": self._version}


def old_direct_env(env_id: str, **kwargs: Any) -> Any:
    """Make an `OldDirectEnv`, as a `gymnasium.Env` where Gymnasium is installed."""
    return with_gymnasium_base(OldDirectEnv)(env_id, **kwargs)


_SHORT = {"Pong-v0", "Pong-ram-v0"}
