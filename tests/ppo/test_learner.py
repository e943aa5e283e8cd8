"""From rollouts to new weights, against the loss of a slow oracle, sums and closed forms."""

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
from ppo_games import weights as weights_of

from pong_pg.errors import DivergedError
from pong_pg.game.seeding import env_game
from pong_pg.ppo import reference
from pong_pg.ppo.adam import EPSILON, KEEP_MEAN, Adam, Trained
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.learner import learn, move_average, observations
from pong_pg.ppo.network import BIAS, Weights, combined, shared_gradient, to_fixed_point
from pong_pg.ppo.rollout import Rollout, Runner

CONFIG = PPOConfig(
    num_envs=2,
    n_steps=25,
    num_minibatches=1,
    n_epochs=1,
    hidden=6,
    gamma=0.9,
    gae_lambda=0.8,
    max_grad_norm=1e9,
    block_rate=0.3,
)


def weights() -> Weights:
    return weights_of(6, seed=1)


def rollouts() -> list[Rollout]:
    played = to_fixed_point(weights())
    games = [lambda game, env=env: env_game(0, env, game) for env in range(2)]
    return [Runner(FallingBall(), of_env).rollout(played, 25) for of_env in games]


def learned(config: PPOConfig = CONFIG, batch: list[Rollout] | None = None) -> tuple[Adam, dict[str, Any]]:
    """What comes of learning from a batch before any other."""
    adam = Adam.initial(weights())
    return adam, learn(config, adam, batch or rollouts(), update=0, agent_steps=0)


def gradient(config: PPOConfig = CONFIG) -> Trained:
    """That of the whole batch: what the first step of Adam leaves in the running mean is a tenth of it."""
    adam, _ = learned(config)
    return Trained(*(mean / np.float32(1 - KEEP_MEAN) for mean in adam.mean))


def norm_of(parts: Trained) -> float:
    return math.sqrt(sum(float(np.square(part, dtype=np.float64).sum()) for part in parts))


def oracle_loss(net: ppo_oracle.Net, batch: list[Rollout], before: ppo_oracle.Net, config: PPOConfig = CONFIG) -> float:
    """The loss of the whole batch, from the papers, with `before` for the old policy and the values."""
    xs: list[npt.NDArray[np.float64]] = []
    actions, old, advantages, returns = [], [], [], []
    for rollout in batch:
        dense = observations(rollout).astype(np.float64)
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
        vf_coef=config.vf_coef,
        ent_coef=config.ent_coef,
    )


def test_a_batchs_gradient_is_the_slope_of_the_oracles_loss(both_ways: str) -> None:
    """Through everything: inputs, both layers, both heads, advantages, the three terms of the loss."""
    del both_ways
    batch, net, found = rollouts(), weights(), gradient()
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    rng = np.random.default_rng(0)
    rows = rng.choice(np.flatnonzero(found.own.any(axis=1)), 6, replace=False)
    places: list[tuple[str, tuple[int, ...]]] = [
        *(("own", (int(row), int(rng.integers(6)))) for row in (*rows, BIAS)),
        *(("heads", (k, int(rng.integers(6)))) for k in range(4)),
        *(("biases", (k,)) for k in range(4)),
    ]
    for name, place in places:
        losses = []
        for nudge in (1e-5, -1e-5):
            field = "W1" if name == "own" else name
            moved = getattr(wide, field).copy()
            moved[place] += nudge
            losses.append(oracle_loss(wide._replace(**{field: moved}), batch, wide))
        slope = (losses[0] - losses[1]) / 2e-5
        assert getattr(found, name)[place] == pytest.approx(slope, rel=1e-3, abs=1e-5), (name, place)
    np.testing.assert_allclose(found.shared, shared_gradient(found.own), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("max_norm", [0.01, 1e9])
def test_the_norm_that_is_clipped_is_that_of_all_that_is_trained(max_norm: float, both_ways: str) -> None:
    del both_ways
    config = dataclasses.replace(CONFIG, max_grad_norm=max_norm)
    whole = norm_of(gradient())
    assert learned(config)[1]["gradient_norm"] == pytest.approx(whole, rel=1e-5)
    assert norm_of(gradient(config)) == pytest.approx(min(whole, max_norm), rel=1e-5)


def test_a_first_step_moves_every_weight_by_its_rate_against_its_gradient(both_ways: str) -> None:
    """The closed form of Adam's first step; shared weights have a rate of their own."""
    del both_ways
    rate = CONFIG.learning_rate
    before, parts, (adam, _) = Adam.initial(weights()), gradient(), learned()
    for name, part in parts._asdict().items():
        factor = 0.3 if name == "shared" else 1
        exact = getattr(before.values, name) - factor * rate * part / (np.abs(part) + EPSILON)
        np.testing.assert_allclose(getattr(adam.values, name), exact, atol=rate / 1000, err_msg=name)
    assert adam.weights.W1.tobytes() == combined(adam.values.own, adam.values.shared).tobytes()
    assert adam.weights.heads is adam.values.heads
    assert (adam.weights.W1 != before.weights.W1).any()


def test_the_rate_is_that_of_the_schedule() -> None:
    config, moved = dataclasses.replace(CONFIG, anneal_steps=1000), []
    for agent_steps in (0, 750, 1000):
        adam = Adam.initial(weights())
        told = learn(config, adam, rollouts(), update=0, agent_steps=agent_steps)
        assert told["learning_rate"] == pytest.approx(config.learning_rate * (1 - agent_steps / 1000))
        moved.append(float(np.abs(adam.values.biases - weights().biases).max()))
    assert moved == pytest.approx([moved[0], moved[0] / 4, 0], rel=1e-3)


@pytest.mark.usefixtures("by_numpy")
def test_every_step_is_in_one_minibatch_of_each_epoch(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    returns: list[list[float]] = []
    take_step = reference.learn

    def counting(adam: Adam, X: Any, batch: reference.Minibatch, settings: reference.Settings) -> Any:
        sizes.append(len(X))
        returns.append(batch.returns.tolist())
        return take_step(adam, X, batch, settings)

    monkeypatch.setattr(reference, "learn", counting)
    learned(dataclasses.replace(CONFIG, num_minibatches=3, n_epochs=2))
    assert sizes == [17, 17, 16] * 2
    one, two = (sorted(itertools.chain(*part)) for part in (returns[:3], returns[3:]))
    assert one == two
    assert len(set(one)) > 40
    assert returns[0] != returns[3], "the epochs are shuffled anew"


@pytest.mark.parametrize(("target_kl", "steps"), [(1e9, 12), (1e-9, 1), (1e-300, 1)])
def test_learning_from_a_batch_ends_once_the_policy_has_moved_far_enough(
    target_kl: float, steps: int, both_ways: str
) -> None:
    del both_ways
    adam, told = learned(dataclasses.replace(CONFIG, num_minibatches=3, n_epochs=4, target_kl=target_kl))
    assert told["adam_steps"] == adam.steps == steps


def test_a_reward_of_the_consoles_clock_counts_as_a_point() -> None:
    found = []
    for reward in (1, 3):
        batch = rollouts()
        batch[0].rewards[5] = reward
        found.append(learned(batch=batch)[0].weights.W1.tobytes())
    assert found[0] == found[1]


@pytest.mark.parametrize("what", ["gradient", "weight"])
def test_numbers_that_are_not_finite_are_told_with_their_update(what: str, both_ways: str) -> None:
    del both_ways
    adam = Adam.initial(weights())
    # The bias, or a row that the batch does not touch.
    row = BIAS if what == "gradient" else 6399
    adam.values.own[row, 0] = adam.weights.W1[row, 0] = math.inf
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
