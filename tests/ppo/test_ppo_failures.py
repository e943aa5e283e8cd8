from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from falling import FallingBall
from ppo_frames import frame_with

from pong_pg.errors import EnvError, FailedGame, RewardError
from pong_pg.game.seeding import env_game
from pong_pg.ppo.config import INPUTS, VALUE_LOSSES, PPOConfig
from pong_pg.ppo.failures import (
    check_range,
    check_rewards,
    game_at,
    inputs_told,
    replay_environment,
    sample_of_gradient,
)
from pong_pg.ppo.network import ACTIONS, LAYOUTS, Weights, inputs_of
from pong_pg.ppo.rollout import EnvRunner, Position
from pong_pg.ppo.state import PPOState

WEIGHTS = Weights.initial(4, 3, np.random.default_rng(0))


def test_a_step_of_a_rollout_is_a_step_of_a_game() -> None:
    """Games of 80 steps: the rollout begins in the 61st step of the third, and ends in the 21st of the fifth."""
    runner = EnvRunner(FallingBall(), ACTIONS[3], functools.partial(env_game, 7, 2))
    position = Position.start().after(runner.rollout(WEIGHTS, 220))
    rollout = runner.rollout(WEIGHTS, 120)
    for step, (game, in_game) in {0: (2, 61), 19: (2, 80), 20: (3, 1), 99: (3, 80), 100: (4, 1), 119: (4, 20)}.items():
        found = game_at(7, 5, 2, position, rollout, step=step)
        assert found == FailedGame(5, game, env_game(7, 2, game)[0], in_game, 2)


def test_of_several_rewards_the_first_is_told() -> None:
    rollouts = [
        EnvRunner(FallingBall(), ACTIONS[3], functools.partial(env_game, 7, env)).rollout(WEIGHTS, 10) for env in (0, 1)
    ]
    check_rewards(rollouts, FailedGame)
    rollouts[0].rewards[6] = math.nan
    rollouts[1].rewards[4] = -math.inf
    with pytest.raises(RewardError, match=r"the reward is not finite \(-inf\): fix the environment") as caught:
        check_rewards(rollouts, FailedGame)
    assert caught.value.game == FailedGame(1, 4)


@pytest.mark.parametrize("inputs", INPUTS)
def test_a_replayed_step_tells_the_value_by_the_loss_that_trains_it(inputs: str) -> None:
    told = {}
    for value_loss in VALUE_LOSSES:
        config = PPOConfig(
            num_envs=1, rollout_steps=10, num_minibatches=1, hidden=4, value_loss=value_loss, inputs=inputs
        )
        state = PPOState.initial(config)
        state.players.biases[-1] = 1.5
        replayed = replay_environment(state, FailedGame(0, 0, env_game(0, 0, 0)[0], 3, 0), FallingBall, 10)
        told[value_loss] = float(dict(replayed.details)["value"])
        observation = dict(replayed.details)["observation"]
        assert ("pixels lit" in observation) == ("pixels" in inputs)
        assert ("inputs of positions" in observation) == ("positions" in inputs)
    # The bias twice, of the frame and of its reflection, and a little of the hidden layer.
    assert told["squared"] == pytest.approx(3, abs=0.2)
    assert told["cross-entropy"] == pytest.approx(math.tanh(told["squared"] / 2), abs=1e-5)


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        ("pixels+distances+motion", "18 of 6400 pixels lit, 6 changed"),
        ("positions", "7 inputs of positions"),
        ("positions+pairs", "9 inputs of positions"),
        ("pixels+positions+pairs", "18 of 6400 pixels lit, 6 changed, 9 inputs of positions"),
    ],
)
def test_inputs_are_told_without_the_bias(inputs: str, told: str) -> None:
    """A paddle of 16 pixels that moved by one row, and a ball of two pixels that was one pixel elsewhere."""
    now, before = frame_with(range(30, 38), (40, 50), (41, 50)), frame_with(range(31, 39), (44, 47), (41, 50))
    layout = LAYOUTS[inputs]
    assert inputs_told(inputs_of(now, before, layout), layout) == told


def test_a_reward_that_no_probability_of_a_win_predicts_is_refused() -> None:
    rollouts = [
        EnvRunner(FallingBall(), ACTIONS[3], functools.partial(env_game, 7, env)).rollout(WEIGHTS, 10) for env in (0, 1)
    ]

    def at(steps: int) -> Callable[[int, int], FailedGame]:
        """The game of a reward, which has had so many steps before the rollout."""
        return lambda environment, step: FailedGame(0, 0, 7, steps + step + 1, environment)

    rollouts[1].rewards[4] = -1
    check_range(rollouts, "cross-entropy", at(0))
    rollouts[1].rewards[4] = -2.5
    check_range(rollouts, "squared", at(0))
    for steps in (0, 15_900):
        with pytest.raises(EnvError, match=r"from -1 to 1 .* of size 2\.5: begin a new run with --value-loss squared"):
            check_range(rollouts, "cross-entropy", at(steps))
    # The console's clock has stopped the game.
    check_range(rollouts, "cross-entropy", at(16_298))
    rollouts[0].rewards[9] = 2
    with pytest.raises(EnvError, match="of size 2:"):
        check_range(rollouts, "cross-entropy", lambda env, step: at(16_298 if env else 3)(env, step))


@pytest.mark.parametrize(
    ("bad", "sample"),
    [
        ({"hidden_layers": (1, math.inf)}, 1),
        ({"hidden_layers": (5, math.nan)}, 2),
        ({"outputs": (2, -math.inf)}, 2),
        ({"d_outputs": (1, math.nan)}, 1),
        ({"d_outputs": (2, math.nan), "outputs": (1, math.inf)}, 1),
        ({"d_outputs": (2, -1e30)}, 2),
    ],
)
def test_the_sample_of_a_gradient_is_the_first_that_is_not_finite_or_the_largest(
    bad: dict[str, tuple[int, float]], sample: int
) -> None:
    arrays: dict[str, Any] = {
        "hidden_layers": np.ones((6, 4), np.float32),
        "outputs": np.ones((3, 4), np.float32),
        "d_outputs": np.ones((3, 4)),
    }
    for name, (index, value) in bad.items():
        arrays[name][index, 1] = value
    assert sample_of_gradient(**arrays) == sample
