from __future__ import annotations

import dataclasses
import itertools
import math
from typing import Any

import numpy as np
import ppo_oracle
import pytest
from falling import FallingBall
from pong_pg.ppo.loss import objective

from pong_pg.errors import DivergedError
from pong_pg.game.seeding import env_game
from pong_pg.ppo import learner
from pong_pg.ppo.adam import Adam
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.kernels import Gradient
from pong_pg.ppo.learner import learn, move_average
from pong_pg.ppo.network import ACTIONS, Weights, to_fixed_point
from pong_pg.ppo.rollout import EnvRunner, Rollout

CONFIG = PPOConfig(
    inputs="pixels", num_envs=2, rollout_steps=25, num_minibatches=1, epochs=1, hidden=6, gamma=0.9, gae_lambda=0.8
)


# Of the default.
BLOCK_RATE = CONFIG.block_rate


def weights() -> Weights:
    fresh = Weights.initial(6, 3, np.random.default_rng(1))
    return fresh._replace(heads=fresh.heads * 10)


def segments() -> list[Rollout]:
    def games(stream: int) -> Any:
        return lambda game: env_game(0, stream, game)

    played = to_fixed_point(weights())
    return [EnvRunner(FallingBall(), ACTIONS[3], games(stream)).rollout(played, 25) for stream in range(2)]


class Recorded(Adam):
    """Takes no step, and keeps the gradients and the rates."""

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights, BLOCK_RATE)
        self.gradients: list[Gradient] = []
        self.rates: list[float] = []

    def step(self, gradient: Gradient, rate: float, max_norm: float) -> float:
        # The buffers are the kernels' own.
        rows, W1 = gradient.rows.copy(), np.zeros_like(gradient.W1)
        W1[rows] = gradient.W1[rows]
        self.gradients.append(Gradient(rows, W1, gradient.heads.copy(), gradient.biases.copy()))
        self.rates.append(rate)
        return 1.0


def oracle_loss(net: ppo_oracle.Net, batch: list[Rollout], before: ppo_oracle.Net, config: PPOConfig = CONFIG) -> float:
    """The loss of the whole batch, from the papers, with `before` for the old policy and the values."""
    xs, actions, old, advantages, returns = [], [], [], [], []
    for segment in batch:
        dense = ppo_oracle.dense(np.split(segment.rows, segment.ends[:-1]), len(net.W1))
        found = [ppo_oracle.outputs(before, x) for x in dense]
        values = [value for *_, value in found]
        values = [2 / (1 + math.exp(-value)) - 1 for value in values]
        over = segment.over.tolist()
        parts = ppo_oracle.advantages_of(segment.rewards.tolist(), values, over, config.gamma, config.gae_lambda)
        xs += list(dense[:-1])
        actions += segment.actions.tolist()
        old += [
            ppo_oracle.probabilities_of(found[step][:-1])[action]
            for step, action in enumerate(segment.actions.tolist())
        ]
        advantages += parts
        returns += [part + value for part, value in zip(parts, values, strict=False)]
    return ppo_oracle.loss(
        [ppo_oracle.outputs(net, x) for x in xs],
        actions,
        old,
        advantages,
        returns,
        clip=config.clip_range,
        value_coef=config.value_coef,
        entropy_coef=config.entropy_coef,
    )


def test_a_batchs_gradient_is_the_slope_of_the_oracles_loss() -> None:
    """Through everything: inputs, both layers, both heads, advantages, the three terms of the loss."""
    batch, net = segments(), weights()
    adam = Recorded(net)
    learn(CONFIG, adam, batch, update=0, agent_steps=0)
    (gradient,) = adam.gradients
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    rng = np.random.default_rng(0)
    rows = rng.choice(gradient.rows, 6, replace=False)
    places: list[tuple[str, tuple[int, ...]]] = [
        *(("W1", (int(row), int(rng.integers(6)))) for row in (*rows, 12_800)),
        *(("heads", (k, int(rng.integers(6)))) for k in range(4)),
        *(("biases", (k,)) for k in range(4)),
    ]
    for name, place in places:
        losses = []
        for nudge in (1e-5, -1e-5):
            moved = getattr(wide, name).copy()
            moved[place] += nudge
            losses.append(oracle_loss(wide._replace(**{name: moved}), batch, wide))
        slope = (losses[0] - losses[1]) / 2e-5
        assert getattr(gradient, name)[place] == pytest.approx(slope, rel=1e-3, abs=1e-5), (name, place)


def test_every_step_is_in_one_minibatch_of_each_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    config = PPOConfig(inputs="pixels", num_envs=2, rollout_steps=25, num_minibatches=3, epochs=2, hidden=6)
    sizes, entries = [], []

    def counting(outputs: Any, batch: Any, *args: Any, **named: Any) -> Any:
        sizes.append(len(batch.actions))
        entries.append(batch.returns.tolist())
        return objective(outputs, batch, *args, **named)

    monkeypatch.setattr(learner, "objective", counting)
    net = weights()
    learn(config, Recorded(net), segments(), update=0, agent_steps=0)
    assert sizes == [17, 17, 16] * 2
    one, two = (sorted(itertools.chain(*part)) for part in (entries[:3], entries[3:]))
    assert one == two
    assert entries[0] != entries[3], "the passes are shuffled anew"


def test_learning_depends_on_seed_and_update_and_nothing_else() -> None:
    def learned(seed: int, update: int) -> bytes:
        net = weights()
        config = PPOConfig(inputs="pixels", num_envs=2, rollout_steps=25, hidden=6, seed=seed)
        learn(config, Adam(net, BLOCK_RATE), segments(), update=update, agent_steps=0)
        return net.W1.tobytes()

    assert learned(0, 0) == learned(0, 0)
    assert len({learned(0, 0), learned(0, 1), learned(1, 0)}) == 3


def test_the_schedule_is_that_of_the_steps_so_far() -> None:
    config = PPOConfig(
        inputs="pixels",
        num_envs=2,
        rollout_steps=25,
        hidden=6,
        learning_rate=0.01,
        anneal_steps=1000,
    )
    net = weights()
    adam = Recorded(net)
    assert learn(config, adam, segments(), update=0, agent_steps=500).learning_rate == pytest.approx(0.005)
    assert adam.rates == [pytest.approx(0.005)] * len(adam.rates)


def test_learning_makes_what_paid_likelier() -> None:
    """The policy's loss of the batch falls when that alone is learned, by a small rate."""
    batch, net = segments(), weights()
    before = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    config = dataclasses.replace(CONFIG, epochs=4, learning_rate=3e-4, value_coef=0.0, entropy_coef=0.0)
    start = oracle_loss(before, batch, before, config)
    learn(config, Adam(net, BLOCK_RATE), batch, update=0, agent_steps=0)
    after = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    assert oracle_loss(after, batch, before, config) < start - 0.01


@pytest.mark.parametrize(("target_kl", "steps"), [(1e9, 12), (1e-9, 1)])
def test_learning_from_a_batch_ends_once_the_policy_has_moved_far_enough(target_kl: float, steps: int) -> None:
    config = PPOConfig(
        inputs="pixels", num_envs=2, rollout_steps=25, num_minibatches=3, epochs=4, hidden=6, target_kl=target_kl
    )
    net = weights()
    adam = Adam(net, BLOCK_RATE)
    assert learn(config, adam, segments(), update=0, agent_steps=0).adam_steps == steps
    assert adam.steps == steps


def test_a_reward_of_the_consoles_clock_counts_as_a_point() -> None:
    found = []
    for reward in (1, 3):
        net, batch = weights(), segments()
        batch[0].rewards[5] = reward
        learn(CONFIG, Adam(net, BLOCK_RATE), batch, update=0, agent_steps=0)
        found.append(net.W1.tobytes())
    assert found[0] == found[1]


@pytest.mark.parametrize("what", ["gradient", "weight"])
def test_numbers_that_are_not_finite_are_told_with_their_update(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    adam = Adam(weights(), BLOCK_RATE)
    if what == "gradient":
        adam.first_layer.own[12_800, 0] = adam.weights.W1[12_800, 0] = math.inf
    else:
        # In a row that the batch does not touch.
        adam.first_layer.own[6399, 0] = math.inf
    with pytest.raises(DivergedError, match=rf"^update 4: a {what} is not finite: .* lower --learning-rate$"):
        learn(CONFIG, adam, segments(), update=3, agent_steps=0)


def test_the_average_is_the_weighted_sum_of_all_weights_so_far() -> None:
    """The closed form: what was there n updates ago counts by share * (1 - share)^n."""

    def constant(value: float) -> Weights:
        return Weights(*(np.full_like(array, value) for array in weights()))

    values = [4.0, -2.0, 7.0, 1.0]
    average = constant(0.0)
    for value in values:
        move_average(average, constant(value), 0.3)
    expected = sum(0.3 * 0.7 ** (3 - index) * value for index, value in enumerate(values))
    for array in average:
        np.testing.assert_allclose(array, expected, rtol=1e-6)
