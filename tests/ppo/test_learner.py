from __future__ import annotations

import dataclasses
import itertools
import math
from typing import Any

import numpy as np
import numpy.typing as npt
import ppo_oracle
import pytest
from falling import FallingBall
from pong_pg.ppo.kernels import Gradient, PlainKernels, kernels
from ppo_games import weights as weights_of
from wrong_arrays import WRONG, read_only

from pong_pg.errors import DivergedError
from pong_pg.game.seeding import env_game
from pong_pg.ppo import learner
from pong_pg.ppo.adam import Adam, FirstLayer
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.learner import learn, move_average
from pong_pg.ppo.network import BIAS, ROWS, Weights, to_fixed_point
from pong_pg.ppo.reference import EPSILON, KEEP_MEAN, combined, objective, shared_gradient
from pong_pg.ppo.rollout import EnvRunner, Rollout

CONFIG = PPOConfig(num_envs=2, rollout_steps=25, num_minibatches=1, epochs=1, hidden=6, gamma=0.9, gae_lambda=0.8)
# Of the default.
BLOCK_RATE = CONFIG.block_rate


def weights() -> Weights:
    return weights_of(6, seed=1)


def rollouts() -> list[Rollout]:
    played = to_fixed_point(weights())
    games = [lambda game, env=env: env_game(0, env, game) for env in range(2)]
    return [EnvRunner(FallingBall(), of_env).rollout(played, 25) for of_env in games]


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
    xs: list[npt.NDArray[np.float64]] = []
    actions, old, advantages, returns = [], [], [], []
    for rollout in batch:
        dense = PlainKernels().encode([rollout]).astype(np.float64)
        found = [ppo_oracle.outputs(before, x) for x in dense]
        values = [2 / (1 + math.exp(-value)) - 1 for *_, value in found]
        over = rollout.over.tolist()
        parts = ppo_oracle.advantages_of(rollout.rewards.tolist(), values, over, config.gamma, config.gae_lambda)
        xs += list(dense[:-1])
        actions += rollout.actions.tolist()
        old += [
            ppo_oracle.probabilities_of(found[step][:-1])[action]
            for step, action in enumerate(rollout.actions.tolist())
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


def test_a_batchs_gradient_is_the_slope_of_the_oracles_loss(both_ways: str) -> None:
    """Through everything: inputs, both layers, both heads, advantages, the three terms of the loss."""
    del both_ways
    batch, net = rollouts(), weights()
    adam = Recorded(net)
    learn(CONFIG, adam, batch, update=0, agent_steps=0)
    (gradient,) = adam.gradients
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    rng = np.random.default_rng(0)
    rows = rng.choice(gradient.rows, 6, replace=False)
    places: list[tuple[str, tuple[int, ...]]] = [
        *(("W1", (int(row), int(rng.integers(6)))) for row in (*rows, BIAS)),
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
    config = PPOConfig(num_envs=2, rollout_steps=25, num_minibatches=3, epochs=2, hidden=6)
    sizes, entries = [], []

    def counting(outputs: Any, batch: Any, *args: Any, **named: Any) -> Any:
        sizes.append(len(batch.actions))
        entries.append(batch.returns.tolist())
        return objective(outputs, batch, *args, **named)

    monkeypatch.setattr(learner, "objective", counting)
    net = weights()
    learn(config, Recorded(net), rollouts(), update=0, agent_steps=0)
    assert sizes == [17, 17, 16] * 2
    one, two = (sorted(itertools.chain(*part)) for part in (entries[:3], entries[3:]))
    assert one == two
    assert entries[0] != entries[3], "the passes are shuffled anew"


def test_c_and_numpy_learn_nearly_the_same_and_threads_do_not_matter(request: pytest.FixtureRequest) -> None:
    def learned() -> tuple[Weights, learner.Learned]:
        adam = Adam(weights(), BLOCK_RATE)
        config = dataclasses.replace(CONFIG, num_minibatches=2, epochs=3, learning_rate=0.01)
        return adam.weights, learn(config, adam, rollouts(), update=0, agent_steps=0)

    kernels().limit_threads(1)
    one = learned()
    kernels().limit_threads(4)
    many = learned()
    assert [array.tobytes() for array in one[0]] == [array.tobytes() for array in many[0]]
    request.getfixturevalue("by_numpy")
    plain = learned()
    for ours, theirs in zip(one[0], plain[0], strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-4)
    assert one[1] == pytest.approx(plain[1], rel=1e-3, abs=1e-5)


@pytest.mark.parametrize(("target_kl", "steps"), [(1e9, 12), (1e-9, 1)])
def test_learning_from_a_batch_ends_once_the_policy_has_moved_far_enough(target_kl: float, steps: int) -> None:
    config = PPOConfig(num_envs=2, rollout_steps=25, num_minibatches=3, epochs=4, hidden=6, target_kl=target_kl)
    net = weights()
    adam = Adam(net, BLOCK_RATE)
    assert learn(config, adam, rollouts(), update=0, agent_steps=0).adam_steps == steps
    assert adam.steps == steps


def test_a_reward_of_the_consoles_clock_counts_as_a_point() -> None:
    found = []
    for reward in (1, 3):
        net, batch = weights(), rollouts()
        batch[0].rewards[5] = reward
        learn(CONFIG, Adam(net, BLOCK_RATE), batch, update=0, agent_steps=0)
        found.append(net.W1.tobytes())
    assert found[0] == found[1]


@pytest.mark.parametrize("what", ["gradient", "weight"])
def test_numbers_that_are_not_finite_are_told_with_their_update(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    adam = Adam(weights(), BLOCK_RATE)
    if what == "gradient":
        adam.first_layer.own[BIAS, 0] = adam.weights.W1[BIAS, 0] = math.inf
    else:
        # In a row that the batch does not touch.
        adam.first_layer.own[6399, 0] = math.inf
    with pytest.raises(DivergedError, match=rf"^update 4: a {what} is not finite: .* lower --learning-rate$"):
        learn(CONFIG, adam, rollouts(), update=3, agent_steps=0)


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


def random_gradient(rows: npt.NDArray[np.int32], seed: int = 0) -> Gradient:
    """It has NaN in all other rows, which stand for zeros."""
    rng = np.random.default_rng(seed)
    W1 = np.full((ROWS, 6), np.nan, np.float32)
    W1[rows] = rng.standard_normal((len(rows), 6))
    return Gradient(rows, W1, rng.standard_normal((4, 6)).astype(np.float32), rng.standard_normal(4).astype(np.float32))


SOME = np.sort(np.random.default_rng(1).choice(ROWS, 900, replace=False)).astype(np.int32)


@pytest.mark.parametrize("max_norm", [0.5, 1e9])
def test_the_norm_that_is_clipped_is_that_of_all_that_is_scaled(max_norm: float) -> None:
    adam, parts = Adam(weights(), BLOCK_RATE), random_gradient(SOME)
    dense = np.nan_to_num(parts.W1)
    arrays = [dense, shared_gradient(dense), parts.heads, parts.biases]
    length = math.sqrt(sum(float(np.square(array, dtype=np.float64).sum()) for array in arrays))
    assert adam.step(parts, 0.01, max_norm) == pytest.approx(length, rel=1e-5)
    means = [adam.first_layer.mean, *adam.mean]
    moved = math.sqrt(sum(float(np.square(mean, dtype=np.float64).sum()) for mean in means)) / (1 - KEEP_MEAN)
    assert moved == pytest.approx(min(length, max_norm), rel=1e-5)


def test_a_first_step_moves_every_weight_by_its_rate_against_its_gradient() -> None:
    """The closed form of Adam's first step; shared weights have a rate of their own."""

    def step(rate: float, gradient: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        return np.asarray(-rate * gradient / (np.abs(gradient) + EPSILON), np.float32)

    net, parts = weights(), random_gradient(SOME)
    adam, before = Adam(net, 0.3), net.copy()
    adam.step(parts, 0.01, math.inf)
    adam.finish()
    dense = np.nan_to_num(parts.W1)
    own, shared = step(0.01, dense), step(0.003, shared_gradient(dense))
    moved = [adam.first_layer.own - before.W1, adam.first_layer.shared, net.W1 - before.W1]
    for ours, exact in zip(moved, (own, shared, combined(own, shared)), strict=True):
        np.testing.assert_allclose(ours, exact, atol=1e-5)
    np.testing.assert_allclose(net.heads - before.heads, step(0.01, parts.heads), atol=1e-5)
    np.testing.assert_allclose(net.biases - before.biases, step(0.01, parts.biases), atol=1e-5)


@pytest.mark.parametrize("wrong", [*WRONG.values(), read_only], ids=[*WRONG, "read-only"])
def test_arrays_that_could_not_be_changed_in_place_are_refused(wrong: Any) -> None:
    net = weights()
    memory: dict[str, Any] = {"mean": net, "square": net, "first_layer": FirstLayer.initial(net.W1)}
    Adam(net, 0.5, **memory)
    for name, arrays in memory.items():
        for field in arrays._fields:
            bad = arrays._replace(**{field: wrong(getattr(arrays, field))})
            with pytest.raises(ValueError, match="must be a writeable float32 array of shape"):
                Adam(net, 0.5, **{**memory, name: bad})
