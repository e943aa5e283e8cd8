from __future__ import annotations

import functools
import math

import numpy as np
import pytest
from falling import FallingBall

from pong_pg.errors import DivergedError, EnvError, FailedGame, RewardError
from pong_pg.game.seeding import env_game
from pong_pg.ppo.checks import check_rewards, check_weights
from pong_pg.ppo.fixed_point import to_fixed_point
from pong_pg.ppo.network import ACTIONS, Weights
from pong_pg.ppo.rollout import EnvRunner, Position, Rollout

WEIGHTS = Weights.initial(4, 3, np.random.default_rng(0))
SEED, UPDATE = 7, 5


def after(steps: int, env: int, more: int) -> tuple[Position, Rollout]:
    """The position after so many steps in games of 80, and a rollout from there."""
    runner = EnvRunner(FallingBall(), ACTIONS[3], functools.partial(env_game, SEED, env))
    position = Position.start().after(runner.rollout(to_fixed_point(WEIGHTS), steps))
    return position, runner.rollout(to_fixed_point(WEIGHTS), more)


@pytest.mark.parametrize(("step", "game"), [(0, 2), (19, 2), (20, 3), (99, 3), (100, 4), (119, 4)])
def test_a_reward_that_is_not_finite_is_told_with_its_game(step: int, game: int) -> None:
    """The rollout begins in the 61st step of the third game, and ends in the 21st of the fifth."""
    position, rollout = after(220, env=0, more=120)
    check_rewards([rollout], [position], SEED, UPDATE)
    rollout.rewards[step] = math.nan
    env_seed = env_game(SEED, 0, game)[0]
    message = rf"^update 6, environment 1, game {game + 1}, environment seed {env_seed}: the reward is not finite "
    with pytest.raises(RewardError, match=message) as caught:
        check_rewards([rollout], [position], SEED, UPDATE)
    assert caught.value.game == FailedGame(UPDATE, game, env_seed, 0)


def test_of_several_rewards_the_first_is_told() -> None:
    positions, rollouts = zip(*(after(0, env, 10) for env in (0, 1)), strict=True)
    rollouts[0].rewards[6] = math.nan
    rollouts[1].rewards[4] = -math.inf
    with pytest.raises(RewardError, match=r"the reward is not finite \(-inf\): fix the environment") as caught:
        check_rewards(rollouts, positions, SEED, UPDATE)
    assert caught.value.game == FailedGame(UPDATE, 0, env_game(SEED, 1, 0)[0], 1)


def test_a_reward_that_no_probability_of_a_win_predicts_is_refused() -> None:
    position, rollout = after(0, env=0, more=10)
    rollout.rewards[4] = -1
    check_rewards([rollout], [position], SEED, UPDATE)
    rollout.rewards[4] = -2.5
    for steps in (0, 15_900):
        played = position._replace(actions=np.zeros(steps, np.uint8))
        with pytest.raises(EnvError, match=r"rewards must be from -1 to 1, as in Pong; got one of size 2\.5"):
            check_rewards([rollout], [played], SEED, UPDATE)
    # The console's clock has stopped the game.
    check_rewards([rollout], [position._replace(actions=np.zeros(16_298, np.uint8))], SEED, UPDATE)


def test_a_weight_that_is_not_finite_is_told_with_its_update() -> None:
    check_weights(WEIGHTS, update=UPDATE)
    heads = WEIGHTS.heads.copy()
    heads[0, 0] = math.inf
    with pytest.raises(DivergedError, match=r"^update 6: a weight is not finite: .* lower --learning-rate$"):
        check_weights(WEIGHTS, WEIGHTS._replace(heads=heads), update=UPDATE)
