from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pong_pg.legacy.read import settings

pytestmark = pytest.mark.needs("gymnasium>=1.1")

# What gym 0.21 gives, on NumPy 1.23, for the environment below: the first observation, and those and the rewards of
# four steps; then the means and variances in the end, and the returns.
ONE = [
    [0.0, 0.007071],
    ([0.99995, 0.005], 89.449874),
    ([1.224745, 1.414225], 2.142568),
    ([1.341647, 1.605931], 1.546891),
    ([-0.156154, -0.617806], 0.769942),
]
ONE_AT_THE_END = [[1.166647, 2.833286], [1.138909, 8.805559], 6.0001, 6.747514, [2.0]]
TWO = [
    [[0.0, 0.005], [0.0, 0.005]],
    ([[0.999975, 0.003535], [0.999975, 0.003535]], [1.9994, 3.998801]),
    ([[1.224745, 1.414219], [1.224745, 1.414219]], [1.429655, 2.144483]),
    ([[-0.904516, -0.577328], [-0.904516, -0.577328]], [1.224073, 1.632097]),
    ([[0.267269, -0.499983], [0.267269, -0.499983]], [0.413811, 0.827623]),
]
TWO_AT_THE_END = [[0.799992, 1.599984], [0.560011, 1.440021], 10.0001, 5.839762, [1.0, 2.0]]


def squares(gym: Any) -> Any:
    """Return a class of environments whose episodes have three steps; an action of 1 adds 1 to the reward."""

    class Squares(gym.Env):  # type: ignore[misc]  # a class found at run time
        observation_space = gym.spaces.Box(0, 100, (2,), dtype=np.float64)
        action_space = gym.spaces.Discrete(2)

        def reset(self, **_more: Any) -> Any:
            self.steps = 0
            first = np.array([0.0, 1.0])
            return (first, {}) if settings.current().reset_pair else first

        def step(self, action: Any) -> Any:
            self.steps += 1
            ends = (False,) * (settings.current().step_values - 4)
            observation = np.array([self.steps, self.steps**2.0])
            return (observation, float(self.steps + action), self.steps == 3, *ends, {})

    return Squares


@pytest.mark.parametrize("five", [False, True], ids=["four values", "five values"])
@pytest.mark.parametrize(
    ("several", "seen", "at_the_end"),
    [(False, ONE, ONE_AT_THE_END), (True, TWO, TWO_AT_THE_END)],
    ids=["one environment", "a vector environment"],
)
def test_observations_and_rewards_are_those_of_gym(
    gym: Any, several: bool, seen: list[Any], at_the_end: list[Any], five: bool
) -> None:
    settings.use(settings.Settings(step_values=5 if five else 4, reset_pair=five))
    kind = squares(gym)
    inner = gym.vector.SyncVectorEnv([kind] * 2) if several else kind()
    env = gym.wrappers.NormalizeObservation(gym.wrappers.NormalizeReward(inner, gamma=0.9))

    def first() -> Any:
        return env.reset()[0] if five else env.reset()

    assert first() == pytest.approx(np.array(seen[0]), abs=1e-6)
    for observation, reward in seen[1:]:
        got, reward_got, *ends, _ = env.step(np.array([0, 1]) if several else 1)
        assert got == pytest.approx(np.array(observation), abs=1e-6)
        assert reward_got == pytest.approx(np.array(reward), abs=1e-6)
        if not several and any(ends):
            first()
    rms, returns = env.obs_rms, env.env.return_rms
    ended = [rms.mean, rms.var, rms.count, returns.var, env.env.returns]
    for value, expected in zip(ended, at_the_end, strict=True):
        assert value == pytest.approx(np.array(expected), abs=1e-6)


def test_statistics_of_several_as_in_gym_026(gym: Any) -> None:
    settings.use(settings.Settings(step_values=5, reset_pair=True))
    env = gym.wrappers.RecordEpisodeStatistics(gym.vector.SyncVectorEnv([squares(gym)] * 2))
    env.reset()
    for _ in range(3):
        _, _, terminated, truncated, infos = env.step(np.array([0, 1]))
    assert (terminated, truncated) == ([True, True], [False, False])
    assert infos["_episode"].tolist() == [True, True]
    assert infos["episode"]["r"].tolist() == [6.0, 9.0]
    assert infos["episode"]["l"].tolist() == [3.0, 3.0]
    assert (list(env.return_queue), env.episode_count) == ([6.0, 9.0], 2)
    assert "episode" not in env.step(np.array([0, 1]))[-1]
