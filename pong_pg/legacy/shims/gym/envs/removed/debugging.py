"""`gym.envs.debugging` of 0.9: episodes of one or two rounds whose best policy and values are known."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.shims.gym import core, spaces

__all__ = [
    "OneRoundDeterministicRewardEnv",
    "OneRoundNondeterministicRewardEnv",
    "TwoRoundDeterministicRewardEnv",
    "TwoRoundNondeterministicRewardEnv",
]


class _OneRound(core.Env):
    def __init__(self) -> None:
        self.action_space = spaces.Discrete(2)
        self.observation_space = spaces.Discrete(1)

    def step(self, action: Any) -> Any:
        """Run the only step."""
        assert self.action_space.contains(action)
        return 0, self._reward(action), True, {}

    def _reward(self, action: Any) -> Any:
        raise NotImplementedError

    def reset(self, **_options: Any) -> Any:
        """Return the only observation."""
        return 0


class OneRoundDeterministicRewardEnv(_OneRound):
    """The reward is the action, 0 or 1."""

    def _reward(self, action: Any) -> Any:
        return 1 if action else 0


class OneRoundNondeterministicRewardEnv(_OneRound, core.SeededEnv):
    """The reward is 1 or 3 for action 0, and 0 or 5 for action 1."""

    def __init__(self) -> None:
        super().__init__()
        self.seed()

    def _reward(self, action: Any) -> Any:
        return self.np_random.choice([0, 5] if action else [1, 3])


class TwoRoundDeterministicRewardEnv(core.Env):
    """The reward depends on both actions; the second observation is the first action."""

    rewards: Any = ((0, 3), (1, 2))

    def __init__(self) -> None:
        self.action_space = spaces.Discrete(2)
        self.observation_space = spaces.Discrete(3)
        # Gym's name.
        self.firstAction: Any = None

    def step(self, action: Any) -> Any:
        """Run one of the two steps."""
        assert self.action_space.contains(action)
        if self.firstAction is None:
            self.firstAction = action
            return action, 0, False, {}
        return self.firstAction, self._reward(self.rewards[self.firstAction][action]), True, {}

    def _reward(self, rewards: Any) -> Any:
        return rewards

    def reset(self, **_options: Any) -> Any:
        """Start an episode."""
        self.firstAction = None
        return 2


class TwoRoundNondeterministicRewardEnv(TwoRoundDeterministicRewardEnv, core.SeededEnv):
    """The reward is drawn from numbers that depend on both actions."""

    rewards = (([-1, 1], [0, 0, 9]), ([0, 2], [2, 3]))

    def _reward(self, rewards: Any) -> Any:
        return self.np_random.choice(rewards)
