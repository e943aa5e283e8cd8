"""From rollouts to new weights: advantages, minibatches, steps of Adam."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.errors import DivergedError, FailedGame
from pong_pg.game.seeding import shuffling_rng
from pong_pg.ppo.adam import Adam
from pong_pg.ppo.checks import check_weights
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.gae import generalised_advantages
from pong_pg.ppo.groups import row_classes
from pong_pg.ppo.kernels import kernels
from pong_pg.ppo.loss import Minibatch, log_softmax, objective
from pong_pg.ppo.network import LAYOUTS, Inputs, Weights, renumbered
from pong_pg.ppo.rollout import Rollout
from pong_pg.ppo.schedule import Schedule
from pong_pg.ppo.symmetry import backward, forward, select, with_reflections
from pong_pg.ppo.value import values_of

# Observations of one forward pass.
_BLOCK = 1024


class Learned(NamedTuple):
    """What was learned from a batch: means over its minibatches, see `pong_pg.ppo.loss.Terms`.

    Attributes:
        policy_loss: mean of the clipped surrogate, negative.
        value_loss: mean loss of the value, see `pong_pg.ppo.value`.
        entropy: mean entropy of the policy in nats.
        clipped: mean share of samples whose policy term had no gradient.
        kl: mean estimate of the divergence from the policy before the first step.
        gradient_norm: mean Euclidean norm of the gradients before clipping.
        learning_rate: size of Adam's steps.
        adam_steps: number of Adam's steps, until the target KL was exceeded.
    """

    policy_loss: float
    value_loss: float
    entropy: float
    clipped: float
    kl: float
    gradient_norm: float
    learning_rate: float
    adam_steps: int


@np.errstate(over="ignore", invalid="ignore")
def learn(
    config: PPOConfig,
    adam: Adam,
    rollouts: Sequence[Rollout],
    *,
    update: int,
    agent_steps: int,
) -> Learned:
    """Update the weights with all epochs over a batch.

    The proximal policy, from which the probability ratio and the KL divergence are measured, is that of the weights at
    the start of the update, not the behaviour policy, which played the batch one update ago; the values are of these
    weights, too. That corrects most of what playing and learning at the same time costs: compare Hilton et al. 2022,
    "Batch size-invariance for policy optimization", on the two policies of PPO.

    Args:
        config: the run's settings.
        adam: moves its weights in place.
        rollouts: of all environments, in their order; their rewards are finite.
        update: number of this update, from 0; with the seed it decides the minibatches.
        agent_steps: played before this batch; the schedules of learning rate and entropy coefficient depend on it.

    Raises:
        DivergedError: a gradient or a new weight is not finite; the weights must not be used any more, and the rest of
            Adam is as before.
    """
    layout = LAYOUTS[config.inputs]
    grouped = kernels().grouped(_joined(rollouts), row_classes(layout))
    inputs, needed = renumbered(with_reflections(grouped, layout))
    part = adam.of_rows(needed)
    weights = part.weights
    # Only when the console's clock stops a game can there be larger ones, see `check_range`.
    rewards = np.clip(np.stack([rollout.rewards for rollout in rollouts]), -1, 1)
    outputs = _outputs(weights, inputs).reshape(len(rollouts), -1, weights.actions + 1)
    values = values_of(outputs[:, :, -1])
    over = np.stack([rollout.over for rollout in rollouts])
    advantages = generalised_advantages(rewards, values, over, config.gamma, config.gae_lambda)
    actions = np.concatenate([rollout.actions for rollout in rollouts]).astype(np.intp)
    logs, _ = log_softmax(outputs[:, :-1, :-1].reshape(len(actions), -1))
    batch = Minibatch(
        actions, logs[np.arange(len(actions)), actions], advantages.ravel(), (advantages + values[:, :-1]).ravel()
    )
    # Where each step's observation is, among all, which also hold the one after each rollout.
    places = np.arange(values.size).reshape(values.shape)[:, :-1].ravel()

    now = Schedule(config, agent_steps)
    rows: list[list[float]] = []
    for chosen in _minibatches(len(actions), config, shuffling_rng(config.seed, update)):
        some = select(inputs, places[chosen])
        touched = kernels().touched(some)
        part.prepare(touched.rows)
        states, found = forward(weights, some, touched)
        coefficients = config.clip_range, config.value_coef, now.entropy_coef
        terms, d_outputs = objective(found, batch.select(chosen), *coefficients)
        if terms.kl > config.target_kl:
            break
        gradient = backward(weights, some, states, d_outputs.astype(np.float32), touched)
        norm = part.step(gradient, now.learning_rate, config.max_grad_norm)
        if not math.isfinite(norm):
            raise DivergedError(
                "a gradient is not finite: the weights have diverged; begin a new run with a lower --learning-rate",
                FailedGame(update),
            )
        rows.append([*terms, norm])
    adam.move_weights(part, needed)
    check_weights(adam.weights, update=update)
    adam.take_over(part, needed)
    # The first minibatch always counts: the policy has not moved before it.
    policy, value, entropy, clipped, kl, norm = np.mean(rows, axis=0).tolist()
    return Learned(policy, value, entropy, clipped, kl, norm, now.learning_rate, len(rows))


def _minibatches(samples: int, config: PPOConfig, rng: np.random.Generator) -> Iterator[npt.NDArray[np.intp]]:
    """Yield the samples of each minibatch, of all epochs."""
    for _ in range(config.epochs):
        yield from np.array_split(rng.permutation(samples), config.num_minibatches)


def _joined(rollouts: Sequence[Rollout]) -> Inputs:
    """Return the inputs of all observations of all rollouts."""
    ends, begins, base = [], [], 0
    for rollout in rollouts:
        ends.append(rollout.ends + base)
        begins.append(ends[-1] - np.diff(rollout.ends, prepend=0))
        base += len(rollout.rows)
    return Inputs(np.concatenate([rollout.rows for rollout in rollouts]), np.concatenate(begins), np.concatenate(ends))


def _outputs(weights: Weights, inputs: Inputs) -> npt.NDArray[np.float64]:
    """Return the outputs for all observations, (observations, actions + 1)."""
    places = np.arange(len(inputs.ends) // 2)
    blocks = (places[begin : begin + _BLOCK] for begin in range(0, len(places), _BLOCK))
    return np.concatenate([forward(weights, select(inputs, block))[1] for block in blocks]).astype(np.float64)
